//! Each clause of the army lists, just inside and just outside of what it allows: so many sub-units of so many figures and no more, split where
//! the list says so and nowhere else, in its years and at its price.

use crate::armies::{army, bad, by, good, law, raised, unit};
use newbury_napoleonic::army::list;
use newbury_napoleonic::proves;
use newbury_napoleonic::troop::{Class, Nation, Weapon};

/// A kind of a list in a year.
#[derive(Clone, Copy)]
struct Of(&'static str, u16, &'static str);

impl Of {
    fn with(self, more: &str) -> String {
        army(self.0, self.1, "", &unit(self.2, more))
    }

    /// So many sub-units of the first sort, each of so many figures, and one more of neither. Who says how many is the clause.
    fn of(self, id: &str, companies: u8, figures: u8) {
        good(&self.with(&format!("companies = {companies}, figures = 2")));
        let more = bad(&self.with(&format!("companies = {}, figures = 2", companies + 1)));
        assert_eq!(more.mistakes.len(), 1, "{more:#}");
        assert_eq!(more.mistakes[0].clause, Some(id), "{more:#}");
        assert!(
            format!("{more:#}").contains(&companies.to_string()),
            "it says what would be right: {more:#}"
        );
        let whole = raised(self.0, self.1, self.2, "");
        assert!(whole.lines.iter().any(|l| l.clause.to_string() == id), "{id}");
        self.figures(figures);
    }

    /// No sub-unit has more figures than the list.
    fn figures(self, figures: u8) {
        let none = "without = []";
        good(&self.with(none));
        let wrong = bad(&self.with(&format!("figures = {}", figures + 1)));
        assert_eq!(wrong.mistakes[0].clause, Some("AI.4"), "{wrong:#}");
        assert!(format!("{wrong:#}").contains(&figures.to_string()), "{wrong:#}");
    }

    /// So many figures of each price.
    fn costs(self, id: &str, lines: &[(u32, i64)]) {
        assert_eq!(by(&raised(self.0, self.1, self.2, ""), id), lines);
    }

    fn detached(self, part: &str) -> String {
        self.with(&format!("detachment = [{{ code = \"d\", of = [\"{part}\"] }}]"))
    }

    fn splits(self, part: &str) {
        good(&self.detached(part));
    }

    /// What may not go its own way is refused by 6.3.
    fn keeps(self, part: &str) {
        assert_eq!(law(&self.detached(part)), "6.3");
    }

    /// It is in the list from one year to another, and not before or after.
    fn only_in(self, from: u16, to: u16) {
        for year in [from, to] {
            good(&Of(self.0, year, self.2).with(""));
        }
        for year in [from - 1, to + 1] {
            let wrong = bad(&Of(self.0, year, self.2).with(""));
            assert!(matches!(wrong.mistakes[0].clause, Some("AI.8" | "AI.AU.1")), "{year}: {wrong:#}");
        }
    }
}

fn class(nation: Nation, id: &str) -> Class {
    list::kinds().iter().find(|k| k.nation == nation && k.id == id).unwrap().parts[0].troop.class
}

#[test]
fn austrian_grenadiers() {
    let _p = proves!("AI.AU.1.a");
    let k = Of("austria", 1809, "grenadier-battalion");
    k.of("AI.AU.1.a", 6, 3);
    k.costs("AI.AU.1.a", &[(18, 8)]);
    k.splits("grenadier company*2");
    assert_eq!(class(Nation::Austria, "grenadier-battalion"), Class::B);
}

#[test]
fn austrian_line_with_a_company_of_each_sort_attached() {
    let _p = proves!("AI.AU.1.b");
    for (kind, figures) in [("german-line-battalion", 4), ("hungarian-line-battalion", 5)] {
        let k = Of("austria", 1809, kind);
        k.of("AI.AU.1.b", 6, figures);
        k.keeps("line company");
        let both = "attach = [\"grenadier company\", \"Jäger company\"]";
        let u = raised("austria", 1809, kind, both);
        assert_eq!(by(&u, "AI.AU.1.b"), [(u32::from(figures) * 6, 6), (3, 8), (3, 9)]);
        assert_eq!(law(&k.with("attach = [\"Grenz company\"]")), "AI.AU.1.b");
    }
}

#[test]
fn austrian_border_infantry() {
    let _p = proves!("AI.AU.1.c");
    let k = Of("austria", 1809, "grenz-battalion");
    k.of("AI.AU.1.c", 6, 5);
    k.splits("Grenz company*3");
    k.costs("AI.AU.1.c", &[(30, 6)]);
    let grenz = list::kinds().iter().find(|k| k.id == "grenz-battalion").unwrap();
    let troop = &grenz.parts[0].troop;
    assert!(troop.skirmishes);
    assert_eq!((troop.trained(false), troop.trained(true)), (Class::C, Class::B));
}

#[test]
fn austrian_rifles_and_landwehr() {
    let p = proves!("AI.AU.1.e", "AI.AU.1.f");
    let k = Of("austria", 1809, "jager-battalion");
    k.of("AI.AU.1.e", 6, 3);
    k.splits("Jäger company*5");
    k.costs(p.shows("AI.AU.1.e", "AI.AU.1.e"), &[(18, 9)]);
    let k = Of("austria", 1809, "landwehr-battalion");
    k.of("AI.AU.1.f", 6, 4);
    k.keeps("Landwehr company");
    k.costs(p.shows("AI.AU.1.f", "AI.AU.1.f"), &[(24, 4)]);
    assert_eq!(class(Nation::Austria, "landwehr-battalion"), Class::D);
}

#[test]
fn austrian_cavalry_of_two_organisations() {
    let _p = proves!("AI.AU.2");
    for (kind, early, late, figures, each) in [
        ("cuirassiers", 6, 4, 3, 13),
        ("dragoons", 6, 4, 3, 13),
        ("uhlans", 8, 6, 4, 10),
        ("chevaulegers", 8, 6, 4, 10),
        ("hussars", 10, 8, 4, 10),
    ] {
        Of("austria", 1812, kind).of("AI.AU.2", early, figures);
        Of("austria", 1813, kind).of("AI.AU.2", late, figures);
        Of("austria", 1813, kind).costs("AI.AU.2", &[(u32::from(late * figures), each)]);
        match kind {
            "cuirassiers" => Of("austria", 1813, kind).keeps("squadron"),
            _ => Of("austria", 1813, kind).splits("squadron"),
        }
    }
}

#[test]
fn austrian_batteries() {
    let _p = proves!("AI.AU.3");
    // Pieces of one battery: two to a model.
    for (kind, models) in [("foot-battery-4x12+2h", 3), ("horse-battery-6x3", 3), ("foot-battery-8x12", 4)] {
        let u = raised("austria", 1809, kind, "");
        assert_eq!((u.figures, by(&u, "AI.AU.3").len()), (models * 4, 1), "{kind}");
        let k = Of("austria", 1809, kind);
        good(&k.with(&format!("models = {models}")));
        assert!(bad(&k.with(&format!("models = {}", models + 1))).mistakes.len() == 1);
        k.keeps("half-battery");
    }
    assert_eq!(law(&Of("austria", 1809, "horse-battery-6x12").with("")), "6.1");
    let rocket = list::kinds().iter().find(|k| k.nation == Nation::Austria && k.id.starts_with("rocket"));
    let troop = rocket.unwrap().battery.as_ref().unwrap().troop;
    assert!(troop.arm == newbury_napoleonic::troop::Arm::HorseRockets && troop.class == Class::B);
}

#[test]
fn british_guards_and_line() {
    let _p = proves!("AI.GB.1");
    for (kind, lines) in
        [("guard-battalion", [(16, 10), (2, 10), (2, 13)]), ("line-battalion", [(16, 8), (2, 12), (2, 10)])]
    {
        let k = Of("britain", 1809, kind);
        k.of("AI.GB.1", 8, 2);
        k.costs("AI.GB.1", &lines);
        k.splits("light company");
        k.splits("grenadier company");
        k.keeps("centre company");
    }
    let light = |id: &str| {
        let k = list::kinds().iter().find(|k| k.nation == Nation::Britain && k.id == id).unwrap();
        let p = k.parts.iter().find(|p| p.name == "light company").unwrap();
        (p.troop.weapon, p.troop.skirmishes)
    };
    assert_eq!(light("guard-battalion"), (Some(Weapon::Rifle), true));
    assert_eq!(light("line-battalion"), (Some(Weapon::Musket), true));
}

#[test]
fn british_light_infantry_and_rifles() {
    let p = proves!("AI.GB.1.a", "AI.GB.1.b");
    let k = Of("britain", 1809, "light-battalion");
    k.of("AI.GB.1.a", 8, 2);
    k.splits("centre company*3");
    k.costs(p.shows("AI.GB.1.a", "AI.GB.1.a"), &[(16, 10), (2, 12), (2, 10)]);
    let all =
        list::kinds().iter().find(|k| k.nation == Nation::Britain && k.id == "light-battalion").unwrap();
    assert!(all.parts.iter().all(|p| p.troop.skirmishes), "the whole battalion may skirmish");
    let k = Of("britain", 1809, "rifle-battalion");
    k.of("AI.GB.1.b", 10, 2);
    k.splits("rifle company*9");
    k.costs(p.shows("AI.GB.1.b", "AI.GB.1.b"), &[(20, 13)]);
}

#[test]
fn british_batteries() {
    let _p = proves!("AI.GB.3");
    let of = |id: &str| list::kinds().iter().find(|k| k.nation == Nation::Britain && k.id == id).unwrap();
    for (kind, class, models) in [
        ("foot-battery-5x9+1h", Class::B, 4),
        ("horse-battery-5x6+1h", Class::A, 4),
        ("rocket-battery-6xrocket", Class::A, 3),
    ] {
        let u = raised("britain", 1812, kind, "");
        assert_eq!((by(&u, "AI.GB.3").len(), u.figures), (1, models * 4), "{kind}");
        assert_eq!(of(kind).battery.as_ref().unwrap().troop.class, class, "{kind}");
    }
    assert_eq!(law(&Of("britain", 1812, "horse-battery-6x9").with("")), "6.1");
}

#[test]
fn the_french_guard() {
    let _p = proves!("AI.FR.1");
    let k = Of("france", 1809, "guard-battalion");
    k.of("AI.FR.1", 8, 3);
    k.costs("AI.FR.1", &[(24, 10)]);
    k.keeps("Guard company");
    let k = Of("france", 1809, "guard-light-battalion");
    k.costs("AI.FR.1", &[(24, 12)]);
    k.splits("Guard light company");
}

#[test]
fn french_infantry_of_two_organisations() {
    let p = proves!("AI.FR.1.a", "AI.FR.1.b");
    for kind in ["line-battalion", "light-battalion"] {
        Of("france", 1807, kind).of("AI.FR.1.a", 8, 2);
        Of("france", 1808, kind).of("AI.FR.1.b", 4, 3);
    }
    for year in [1807, 1808] {
        Of("france", year, "line-battalion").keeps("fusilier company");
        Of("france", year, "line-battalion").splits("voltigeur company");
        Of("france", year, "light-battalion").splits("voltigeur company*2");
    }
    Of("france", 1807, "light-battalion")
        .costs(p.shows("AI.FR.1.a", "AI.FR.1.a"), &[(16, 8), (2, 10), (2, 8)]);
    Of("france", 1808, "light-battalion")
        .costs(p.shows("AI.FR.1.b", "AI.FR.1.b"), &[(12, 8), (3, 10), (3, 8)]);
}

#[test]
fn french_cavalry() {
    let _p = proves!("AI.FR.2");
    for (kind, each, splits) in [
        ("cuirassiers", 13, false),
        ("dragoons", 13, false),
        ("guard-heavy-cavalry", 16, false),
        ("light-cavalry", 10, true),
        ("lancers", 11, true),
    ] {
        let k = Of("france", 1809, kind);
        k.of("AI.FR.2", 10, 6);
        good(&k.with("companies = 2"));
        assert_eq!(law(&k.with("companies = 1")), "AI.FR.2", "{kind}");
        assert_eq!(by(&raised("france", 1809, kind, "companies = 4"), "AI.FR.2"), [(24, each)]);
        match splits {
            true => k.splits("squadron"),
            false => k.keeps("squadron"),
        }
    }
    // Elite companies of light cavalry and dragoons alone, at two points more.
    let elite = |kind: &str| {
        Of("france", 1809, "x")
            .with("")
            .replace("\"x\"", &format!("\"{kind}\", companies = 4, attach = [\"elite company\"]"))
    };
    assert_eq!(by(&good(&elite("dragoons")).groups[0].units[0], "AI.FR.2"), [(21, 13), (3, 15)]);
    assert_eq!(law(&elite("cuirassiers")), "AI.FR.2");
}

#[test]
fn french_batteries() {
    let _p = proves!("AI.FR.3");
    let of = |id: &str| list::kinds().iter().find(|k| k.nation == Nation::France && k.id == id).unwrap();
    for (kind, class) in [("foot-battery-6x12+2h", Class::B), ("guard-foot-battery-6x12+2h", Class::A)] {
        let u = raised("france", 1809, kind, "");
        assert_eq!((by(&u, "AI.FR.3").len(), u.figures), (1, 16));
        assert_eq!(of(kind).battery.as_ref().unwrap().troop.class, class);
    }
    assert_eq!(raised("france", 1809, "horse-battery-6x4", "").figures, 12);
    assert_eq!(law(&Of("france", 1809, "foot-battery-6x4").with("")), "6.1");
}

#[test]
fn prussian_line_and_its_grenadiers() {
    let p = proves!("AI.PR.1", "AI.PR.1.a");
    let k = Of("prussia", 1813, "musketeer-battalion");
    k.of("AI.PR.1", 4, 5);
    k.keeps("musketeer company");
    k.costs(p.shows("AI.PR.1", "AI.PR.1"), &[(20, 6)]);
    let k = Of("prussia", 1813, "fusilier-battalion");
    k.of("AI.PR.1", 4, 5);
    k.splits("fusilier company");
    k.costs("AI.PR.1", &[(20, 8)]);
    Of("prussia", 1813, "grenadier-company-of-a-line-regiment").of("AI.PR.1", 2, 5);
    let k = Of("prussia", 1813, "converged-grenadier-battalion");
    k.of("AI.PR.1.a", 4, 5);
    k.keeps("grenadier company");
    k.costs(p.shows("AI.PR.1.a", "AI.PR.1.a"), &[(20, 8)]);
    assert_eq!(law(&Of("prussia", 1812, "converged-grenadier-battalion").with("")), "AI.8");
}

#[test]
fn prussian_reserve_landwehr_and_guard() {
    let p = proves!("AI.PR.1.b", "AI.PR.1.c", "AI.PR.1.f");
    let k = Of("prussia", 1813, "reserve-battalion");
    k.of("AI.PR.1.b", 4, 5);
    k.costs(p.shows("AI.PR.1.b", "AI.PR.1.b"), &[(20, 6)]);
    // Lower morale or lower training, whichever is agreed, at the price of class D.
    for lower in ["class = \"D\"", "training = \"D\""] {
        assert_eq!(raised("prussia", 1813, "reserve-battalion", lower).points, 20 * 4 + 10, "{lower}");
    }
    let k = Of("prussia", 1813, "landwehr-battalion");
    k.of("AI.PR.1.c", 4, 5);
    k.costs(p.shows("AI.PR.1.c", "AI.PR.1.c"), &[(20, 4)]);
    assert_eq!(by(&raised("prussia", 1813, "landwehr-battalion", "light = true"), "AI.PR.1.c"), [(20, 6)]);
    let k = Of("prussia", 1813, "guard-battalion");
    k.of("AI.PR.1.f", 4, 5);
    k.keeps("Guard company");
    k.costs(p.shows("AI.PR.1.f", "AI.PR.1.f"), &[(20, 8)]);
    assert_eq!(
        law(&k.with("light = true")),
        "AI.PR.1.f",
        "only the reserve and the Landwehr have light battalions"
    );
    assert_eq!(class(Nation::Prussia, "guard-battalion"), Class::B);
    assert_eq!(class(Nation::Prussia, "guard-rifles"), Class::A);
}

#[test]
fn prussian_cavalry() {
    let _p = proves!("AI.PR.2");
    let k = Of("prussia", 1813, "light-cavalry");
    k.of("AI.PR.2", 4, 3);
    k.splits("squadron");
    k.costs("AI.PR.2", &[(12, 10)]);
    Of("prussia", 1813, "heavy-without-carbine").keeps("squadron");
    Of("prussia", 1813, "heavy-without-carbine").costs("AI.PR.2", &[(12, 11)]);
    let volunteers = |kind: &str, what: &str| {
        Of("prussia", 1813, "x").with("").replace("\"x\"", &format!("\"{kind}\", attach = [\"{what}\"]"))
    };
    let with = |what: &str| by(&good(&volunteers("light-cavalry", what)).groups[0].units[0], "AI.PR.2");
    assert_eq!(with("volunteer squadron"), [(12, 10), (3, 10)]);
    assert_eq!(with("volunteer squadron with rifled carbines"), [(12, 10), (3, 11)]);
    assert_eq!(law(&volunteers("heavy-without-carbine", "volunteer squadron")), "AI.PR.2");
}

#[test]
fn prussian_batteries() {
    let _p = proves!("AI.PR.3");
    for kind in
        ["guard-foot-battery-6x12+2h", "foot-battery-6x3+2h", "foot-battery-8h", "guard-horse-battery-6x6+2h"]
    {
        let u = raised("prussia", 1813, kind, "");
        assert_eq!((by(&u, "AI.PR.3").len(), u.figures), (1, 16), "{kind}");
    }
    // Three-pounders and howitzers are of the line only.
    for kind in ["guard-foot-battery-6x3+2h", "guard-foot-battery-8h"] {
        assert_eq!(law(&Of("prussia", 1813, kind).with("")), "6.1");
    }
}

#[test]
fn the_russian_guard() {
    let _p = proves!("AI.RU.1");
    let k = Of("russia", 1812, "guard-battalion");
    k.of("AI.RU.1", 4, 5);
    k.keeps("Guard company");
    k.costs("AI.RU.1", &[(20, 10)]);
    let k = Of("russia", 1812, "guard-light-battalion");
    k.of("AI.RU.1", 4, 5);
    k.splits("Guard light company");
    k.costs("AI.RU.1", &[(20, 10)]);
    assert_eq!(class(Nation::Russia, "guard-light-battalion"), Class::B);
}

#[test]
fn russian_infantry_before_and_after_1811() {
    let p = proves!("AI.RU.1.a", "AI.RU.1.b", "AI.RU.1.c", "AI.RU.1.d");
    for (year, id, grenadiers) in
        [(1810, "AI.RU.1.a", [(15, 6), (2, 8), (3, 8)]), (1811, "AI.RU.1.c", [(15, 8), (2, 8), (3, 10)])]
    {
        let k = Of("russia", year, "fusilier-battalion-of-grenadier-regiment");
        k.costs(id, &grenadiers);
        let k = Of("russia", year, "musketeer-battalion");
        k.of(id, 3, 5);
        k.costs(p.shows(id, id), &[(15, 6), (2, 8), (3, 8)]);
        k.keeps("fusilier company");
        k.splits("Jäger platoon");
        k.splits("grenadier platoon");
    }
    Of("russia", 1810, "grenadier-battalion-of-musketeer-regiment").of("AI.RU.1.a", 4, 5);
    assert_eq!(law(&Of("russia", 1811, "grenadier-battalion-of-musketeer-regiment").with("")), "AI.8");
    Of("russia", 1812, "converged-grenadier-battalion").only_in(1812, 1812);
    let k = Of("russia", 1810, "jager-battalion");
    k.of("AI.RU.1.b", 4, 5);
    k.costs(p.shows("AI.RU.1.b", "AI.RU.1.b"), &[(20, 8)]);
    let k = Of("russia", 1811, "jager-battalion");
    k.of("AI.RU.1.d", 3, 5);
    k.costs(p.shows("AI.RU.1.d", "AI.RU.1.d"), &[(15, 8), (2, 10), (3, 9)]);
    k.splits("Jäger company");
    k.splits("tirailleur platoon");
}

#[test]
fn russian_levies() {
    let _p = proves!("AI.RU.1.e");
    for (kind, each, weapon) in
        [("militia-battalion", 4, Some(Weapon::Musket)), ("opolchenie-battalion", 3, None)]
    {
        let k = Of("russia", 1812, kind);
        k.of("AI.RU.1.e", 4, 5);
        k.costs("AI.RU.1.e", &[(20, each)]);
        let kind = list::kinds().iter().find(|k| k.nation == Nation::Russia && k.id == kind).unwrap();
        assert_eq!((kind.parts[0].troop.weapon, kind.parts[0].troop.class), (weapon, Class::D));
    }
}

#[test]
fn russian_cavalry() {
    let p = proves!("AI.RU.2", "AI.RU.2.a");
    for (kind, early, late, each) in
        [("heavy", 5, 4, 12), ("cuirassiers-without-carbine", 5, 4, 12), ("light-without-carbine", 10, 8, 9)]
    {
        Of("russia", 1810, kind).of("AI.RU.2", early, 4);
        Of("russia", 1811, kind).of("AI.RU.2", late, 4);
        Of("russia", 1811, kind).costs(p.shows("AI.RU.2", "AI.RU.2"), &[(u32::from(late) * 4, each)]);
    }
    Of("russia", 1812, "heavy").keeps("squadron");
    Of("russia", 1812, "light-without-carbine").splits("squadron");
    for (kind, each) in [
        ("cossacks-lance-with-carbine", 8),
        ("cossacks-lance-with-carbine-of-class-e", 7),
        ("cossacks-lance-no-carbine", 7),
        ("cossacks-lance-no-carbine-of-class-e", 6),
    ] {
        let k = Of("russia", 1812, kind);
        k.of("AI.RU.2.a", 10, 3);
        k.costs(p.shows("AI.RU.2.a", "AI.RU.2.a"), &[(30, each)]);
        k.splits("sotnia");
        assert_eq!(law(&k.with("companies = 1")), "AI.RU.2.a");
    }
}

#[test]
fn russian_batteries_and_their_halves() {
    let _p = proves!("AI.RU.3");
    let of = |id: &str| list::kinds().iter().find(|k| k.nation == Nation::Russia && k.id == id).unwrap();
    for (kind, class, models) in [
        ("foot-battery-4x12+4x6+4h", Class::B, 6),
        ("horse-battery-12x6", Class::B, 6),
        ("guard-horse-battery-12x6+4h", Class::A, 8),
        ("cossack-battery-6x3", Class::C, 3),
    ] {
        let u = raised("russia", 1812, kind, "");
        assert!(!by(&u, "AI.RU.3").is_empty(), "{kind}");
        assert_eq!(u.figures, models * 4, "{kind}");
        assert_eq!(of(kind).battery.as_ref().unwrap().troop.class, class, "{kind}");
        Of("russia", 1812, kind).splits("half-battery");
    }
    let cossacks = of("cossack-battery-6x3").battery.as_ref().unwrap().troop;
    assert_eq!(cossacks.arm, newbury_napoleonic::troop::Arm::HorseArtillery);
}

#[test]
fn guns_teams_and_crews_are_paid_apart() {
    let _p = proves!("T1.C");
    let of =
        |more: &str| army("other", 1809, "", &unit("custom", &format!("arm = \"field-artillery\", {more}")));
    let u = good(&of("pieces = [\"6-pounder*2\"], horses = 6")).groups[0].units[0].clone();
    // Two guns at 50, eight gunners, six drivers; the teams of 5.4 and the command points besides.
    let apart: Vec<u32> = by(&u, "T1.C").into_iter().map(|(n, _)| n).collect();
    assert_eq!(apart, [2, 8, 6]);
    assert_eq!(by(&u, "T1.C")[0].1, 50);
    assert_eq!(by(&u, "5.4"), [(2, 36)]);
    assert_eq!(law(&of("horses = 6")), "T1.C");
}

/// Readings of the lists, each played both ways.
#[test]
fn readings_of_the_lists_change_what_is_paid() {
    let points = |nation: &str, kind: &str, reading: &str, option: &str| {
        let readings = format!("readings = {{ {reading} = \"{option}\" }}");
        good(&army(nation, 1812, &readings, &unit(kind, ""))).groups[0].units[0].points
    };
    for (nation, kind, reading, list, table) in [
        ("austria", "grenz-sharpshooter-company", "sharpshooter-price", 46, 52),
        ("britain", "line-battalion", "british-grenadiers", 182, 178),
        ("russia", "cossacks-lance-no-carbine", "cossack-lance", 220, 250),
    ] {
        assert_eq!(good(&army(nation, 1812, "", &unit(kind, ""))).groups[0].units[0].points, list, "{kind}");
        assert_eq!(points(nation, kind, reading, "table"), table, "{kind}");
    }
    assert_eq!(points("prussia", "musketeer-battalion", "list-figures", "doubled"), 40 * 6 + 10);
    let six = |more: &str| {
        let options = format!("{more}\n[options]\nfigures = \"6mm\"");
        good(&army("prussia", 1813, &options, &unit("musketeer-battalion", "bases = 4"))).groups[0].units[0]
            .points
    };
    assert_eq!(six(""), 4 * 6 + 1);
    assert_eq!(six(&format!("readings = {{ {} = \"{}\" }}", "six-mm-command", "full")), 4 * 6 + 10);
}
