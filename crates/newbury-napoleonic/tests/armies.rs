//! Army lists, prices and the roster: each clause of appendix I and table 1, just inside and just outside of what it allows.

use muster::{ArmyList, Report, Roster, RosterUnit};
use newbury_napoleonic::army::{LISTS, list};
use newbury_napoleonic::book::numbers;
use newbury_napoleonic::proves;
use newbury_napoleonic::troop::{Arm, Class, Nation, Weapon};

/// An army of one brigade of these units.
pub fn army(nation: &str, year: u16, more: &str, units: &str) -> String {
    format!(
        "book = \"newbury-napoleonic\"\ntitle = \"Drill\"\nnation = \"{nation}\"\nyear = {year}\n{more}\n[[brigade]]\ncode = \"B\"\ngeneral = \"Brown\"\nunit = [{units}]\n"
    )
}

/// A unit of such a kind with more keys.
pub fn unit(kind: &str, more: &str) -> String {
    let comma = if more.is_empty() { "" } else { ", " };
    format!("{{ code = \"u\", kind = \"{kind}\"{comma}{more} }}")
}

pub fn good(text: &str) -> Roster {
    let r = LISTS.review("drill", text);
    if let Some(w) = r.wrong {
        panic!("{w:#}\n{text}");
    }
    r.roster.expect("a lawful army has a roster")
}

pub fn bad(text: &str) -> Report {
    LISTS.review("drill", text).wrong.unwrap_or_else(|| panic!("this army is not lawful:\n{text}"))
}

/// The clause of the one mistake, which says where it is and what would be right.
pub fn law(text: &str) -> &'static str {
    let r = bad(text);
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    assert!(m.right.is_some() && r.line_of(m).is_some(), "{r:#}");
    m.clause.unwrap_or_else(|| panic!("no clause: {r:#}"))
}

/// The unit of an army of one.
pub fn raised(nation: &str, year: u16, kind: &str, more: &str) -> RosterUnit {
    good(&army(nation, year, "", &unit(kind, more))).groups[0].units[0].clone()
}

/// Its lines by one clause: how many at which price.
pub fn by(u: &RosterUnit, clause: &str) -> Vec<(u32, i64)> {
    u.lines.iter().filter(|l| l.clause.to_string() == clause).map(|l| (l.count, l.each)).collect()
}

/// A unit of a list at full strength costs what the list says, by its clause.
macro_rules! listed {
    ($($name:ident: $id:literal, $nation:literal, $year:literal, $kind:literal, $more:literal => $lines:expr;)+) => {$(
        #[test]
        fn $name() {
            let _p = proves!($id);
            let u = raised($nation, $year, $kind, $more);
            let figures: u32 = $lines.iter().map(|(n, _)| n).sum();
            assert_eq!(by(&u, $id), $lines);
            assert_eq!(u.figures, figures);
            assert_eq!(u.points, $lines.iter().map(|(n, p)| i64::from(*n) * p).sum::<i64>() + 10);
        }
    )+};
}

listed! {
    austrian_grenadiers: "AI.AU.1.a", "austria", 1809, "grenadier-battalion", "" => [(18, 8)];
    austrian_line: "AI.AU.1.b", "austria", 1809, "german-line-battalion", "" => [(24, 6)];
    hungarian_line_with_companies_attached: "AI.AU.1.b", "austria", 1809, "hungarian-line-battalion",
        "attach = [\"grenadier company\", \"Jäger company\"]" => [(30, 6), (3, 8), (3, 9)];
    austrian_grenz: "AI.AU.1.c", "austria", 1809, "grenz-battalion", "" => [(30, 6)];
    austrian_sharpshooters: "AI.AU.1.d", "austria", 1809, "grenz-sharpshooter-company", "" => [(6, 6)];
    austrian_jager: "AI.AU.1.e", "austria", 1809, "jager-battalion", "" => [(18, 9)];
    austrian_landwehr: "AI.AU.1.f", "austria", 1809, "landwehr-battalion", "" => [(24, 4)];
    austrian_hussars_of_1809: "AI.AU.2", "austria", 1809, "hussars", "" => [(40, 10)];
    austrian_hussars_of_1813: "AI.AU.2", "austria", 1813, "hussars", "" => [(32, 10)];
    austrian_cuirassiers_of_1809: "AI.AU.2", "austria", 1809, "cuirassiers", "" => [(18, 13)];
    austrian_cuirassiers_of_1814: "AI.AU.2", "austria", 1814, "cuirassiers", "" => [(12, 13)];
    austrian_uhlans: "AI.AU.2", "austria", 1812, "uhlans", "" => [(32, 10)];
    british_guards: "AI.GB.1", "britain", 1809, "guard-battalion", "" => [(16, 10), (2, 10), (2, 13)];
    british_line: "AI.GB.1", "britain", 1809, "line-battalion", "" => [(16, 8), (2, 12), (2, 10)];
    british_light: "AI.GB.1.a", "britain", 1809, "light-battalion", "" => [(16, 10), (2, 12), (2, 10)];
    british_rifles: "AI.GB.1.b", "britain", 1809, "rifle-battalion", "" => [(20, 13)];
    british_heavy_guards: "AI.GB.2", "britain", 1815, "heavy-guard-cavalry", "companies = 2" => [(8, 16)];
    british_light_horse: "AI.GB.2", "britain", 1815, "light-cavalry-with-rifled-carbines", "companies = 4" => [(16, 11)];
    french_guard: "AI.FR.1", "france", 1809, "guard-battalion", "" => [(24, 10)];
    french_light_guard: "AI.FR.1", "france", 1809, "guard-light-battalion", "" => [(24, 12)];
    french_line_of_1806: "AI.FR.1.a", "france", 1806, "line-battalion", "" => [(16, 6), (2, 8), (2, 8)];
    french_light_of_1806: "AI.FR.1.a", "france", 1806, "light-battalion", "" => [(16, 8), (2, 10), (2, 8)];
    french_line_of_1809: "AI.FR.1.b", "france", 1809, "line-battalion", "" => [(12, 6), (3, 8), (3, 8)];
    french_light_of_1809: "AI.FR.1.b", "france", 1809, "light-battalion", "" => [(12, 8), (3, 10), (3, 8)];
    french_cuirassiers: "AI.FR.2", "france", 1809, "cuirassiers", "companies = 4" => [(24, 13)];
    french_guard_lancers: "AI.FR.2", "france", 1812, "guard-lancers", "companies = 2" => [(12, 15)];
    french_hussars_with_an_elite_company: "AI.FR.2", "france", 1809, "light-cavalry",
        "companies = 4, attach = [\"elite company\"]" => [(21, 10), (3, 12)];
    prussian_musketeers: "AI.PR.1", "prussia", 1813, "musketeer-battalion", "" => [(20, 6)];
    prussian_fusiliers: "AI.PR.1", "prussia", 1813, "fusilier-battalion", "" => [(20, 8)];
    prussian_converged_grenadiers: "AI.PR.1.a", "prussia", 1813, "converged-grenadier-battalion", "" => [(20, 8)];
    prussian_reserve: "AI.PR.1.b", "prussia", 1813, "reserve-battalion", "" => [(20, 6)];
    prussian_reserve_fusiliers: "AI.PR.1.b", "prussia", 1813, "reserve-battalion", "light = true" => [(20, 8)];
    prussian_landwehr: "AI.PR.1.c", "prussia", 1813, "landwehr-battalion", "" => [(20, 4)];
    prussian_light_landwehr: "AI.PR.1.c", "prussia", 1813, "landwehr-battalion", "light = true" => [(20, 6)];
    prussian_rifles: "AI.PR.1.d", "prussia", 1813, "rifles", "" => [(10, 9)];
    prussian_guard_rifles: "AI.PR.1.d", "prussia", 1813, "guard-rifles", "" => [(10, 13)];
    prussian_volunteers: "AI.PR.1.e", "prussia", 1813, "volunteer-rifles", "" => [(10, 8)];
    prussian_guard: "AI.PR.1.f", "prussia", 1813, "guard-battalion", "" => [(20, 8)];
    prussian_hussars_with_volunteers: "AI.PR.2", "prussia", 1813, "light-cavalry",
        "attach = [\"volunteer squadron\"]" => [(12, 10), (3, 10)];
    prussian_landwehr_lancers: "AI.PR.2", "prussia", 1813, "landwehr-lancers-without-carbine", "" => [(12, 8)];
    russian_guard: "AI.RU.1", "russia", 1812, "guard-battalion", "" => [(20, 10)];
    russian_musketeers_of_1807: "AI.RU.1.a", "russia", 1807, "musketeer-battalion", "" => [(15, 6), (2, 8), (3, 8)];
    russian_jager_of_1807: "AI.RU.1.b", "russia", 1807, "jager-battalion", "" => [(20, 8)];
    russian_grenadiers_of_1812: "AI.RU.1.c", "russia", 1812, "fusilier-battalion-of-grenadier-regiment", ""
        => [(15, 8), (2, 8), (3, 10)];
    russian_jager_of_1812: "AI.RU.1.d", "russia", 1812, "jager-battalion", "" => [(15, 8), (2, 10), (3, 9)];
    russian_militia: "AI.RU.1.e", "russia", 1812, "militia-battalion", "" => [(20, 4)];
    russian_opolchenie: "AI.RU.1.e", "russia", 1812, "opolchenie-battalion", "" => [(20, 3)];
    russian_light_horse_of_1807: "AI.RU.2", "russia", 1807, "light-without-carbine", "" => [(40, 9)];
    russian_light_horse_of_1812: "AI.RU.2", "russia", 1812, "light-without-carbine", "" => [(32, 9)];
    cossacks: "AI.RU.2.a", "russia", 1812, "cossacks-lance-with-carbine", "" => [(30, 8)];
    poor_cossacks: "AI.RU.2.a", "russia", 1812, "cossacks-lance-no-carbine-of-class-e", "companies = 2" => [(6, 6)];
    bashkirs: "AI.RU.2.b", "russia", 1812, "bashkirs-and-kalmucks-bow-and-melee-weapon", "" => [(15, 8)];
}

/// A battery of a list: the whole price.
macro_rules! battery {
    ($($name:ident: $id:literal, $nation:literal, $year:literal, $kind:literal, $more:literal => $models:literal, $points:literal;)+) => {$(
        #[test]
        fn $name() {
            let _p = proves!($id);
            let u = raised($nation, $year, $kind, $more);
            assert!(!by(&u, $id).is_empty());
            assert_eq!((u.figures, u.points), ($models * 4, $points));
        }
    )+};
}

battery! {
    // Guns 4 x 50, gunners 16 x 4, teams 4 x 36, drivers 12 x 4, command 10.
    austrian_six_pounders: "AI.AU.3", "austria", 1809, "foot-battery-8x6", "" => 4, 466;
    // Guns 3 x 50, gunners 12 x 10, teams 3 x 36, drivers 9 x 6, command 10.
    british_horse_artillery: "AI.GB.3", "britain", 1812, "horse-battery-6x6", "" => 3, 442;
    // Guns 3 x 70 and a howitzer 60, gunners 16 x 4, teams 4 x 40, drivers 16 x 4, command 10.
    french_twelve_pounders: "AI.FR.3", "france", 1809, "foot-battery-6x12+2h", "" => 4, 568;
    // Howitzers 4 x 60, gunners 16 x 4, teams 4 x 36, drivers 12 x 4, command 10.
    prussian_howitzers: "AI.PR.3", "prussia", 1813, "foot-battery-8h", "" => 4, 506;
    // Three light guns 3 x 40, gunners of class C on horseback 12 x 6, teams 3 x 32, drivers 6 x 2, command 10.
    cossack_guns: "AI.RU.3", "russia", 1812, "cossack-battery-6x3", "" => 3, 310;
}

#[test]
fn rocket_wagons_of_six_are_a_step_dearer() {
    let _p = proves!("T1.D");
    let u = raised("austria", 1813, "rocket-battery-6xrocket", "");
    assert_eq!(by(&u, "T1.D"), [(3, 20), (3, 36)]);
    // Launchers 3 x 20, gunners 12 x 8, wagons 3 x 36, drivers 9 x 4, command 10.
    assert_eq!((u.figures, u.points), (12, 310));
}

#[test]
fn what_the_lists_say_of_troops() {
    let kind = |n: Nation, id: &str| list::kinds().iter().find(|k| k.nation == n && k.id == id).unwrap();
    let grenz = &kind(Nation::Austria, "grenz-battalion").parts[0];
    assert!(grenz.troop.skirmishes && grenz.troop.open_training == Some(Class::B));
    assert_eq!(grenz.troop.trained(true), Class::B);
    assert_eq!(grenz.troop.trained(false), Class::C);
    let sharp = &kind(Nation::Austria, "grenz-sharpshooter-company").parts[0].troop;
    assert_eq!((sharp.weapon, sharp.open_training), (Some(Weapon::DoubleBarrelled), Some(Class::A)));
    let volunteers = &kind(Nation::Prussia, "volunteer-rifles").parts[0].troop;
    assert_eq!((volunteers.class, volunteers.training), (Class::B, Class::D));
    let dragoons = &kind(Nation::France, "dragoons").parts[0].troop;
    assert_eq!((dragoons.arm, dragoons.weapon), (Arm::HeavyCavalry, Some(Weapon::DragoonMusket)));
    let cossack = &kind(Nation::Russia, "cossacks-lance-no-carbine").parts[0].troop;
    assert!(cossack.irregular() && cossack.lance && cossack.weapon.is_none());
}

/// What the lists print agrees with table 1 but for what is noted.
#[test]
fn list_prices_agree_with_table_one() {
    use newbury_napoleonic::army::price;
    let mut apart = Vec::new();
    for k in list::kinds().iter().filter(|k| k.battery.is_none()) {
        for p in &k.parts {
            let by_table: i32 = price::figure(&p.troop).unwrap().iter().map(|s| s.points).sum();
            if by_table != p.price {
                apart.push(format!("{:?} {} {}: {} not {by_table}", k.nation, k.id, p.name, p.price));
            }
        }
    }
    apart.sort();
    apart.dedup();
    assert!(apart.len() <= 24, "{} of them: {apart:#?}", apart.len());
}

#[test]
fn periods_are_not_mixed() {
    let _p = proves!("AI.8");
    good(&army("france", 1808, "", &unit("lancers", "companies = 4")));
    assert_eq!(law(&army("france", 1807, "", &unit("lancers", "companies = 4"))), "AI.8");
    assert_eq!(law(&army("prussia", 1812, "", &unit("volunteer-rifles", ""))), "AI.8");
    assert_eq!(law(&army("russia", 1813, "", &unit("converged-grenadier-battalion", ""))), "AI.8");
    assert_eq!(law(&army("france", 1816, "", &unit("guard-battalion", ""))), "AI.8");
}

#[test]
fn units_are_organised_as_the_lists_say() {
    let _p = proves!("6.1");
    assert_eq!(law(&army("france", 1809, "", &unit("hungarian-line-battalion", ""))), "6.1");
    assert_eq!(
        law(&army("france", 1809, "", &unit("custom", "arm = \"line-infantry\", figures = 4"))),
        "6.1"
    );
    // Weaker than the list is allowed.
    assert_eq!(raised("france", 1809, "line-battalion", "companies = 3, figures = 2").figures, 10);
}

#[test]
fn no_more_than_the_list_and_no_fewer_than_two() {
    let _p = proves!("AI.4");
    assert_eq!(raised("france", 1809, "line-battalion", "figures = 2").figures, 12);
    assert_eq!(law(&army("france", 1809, "", &unit("line-battalion", "figures = 1"))), "AI.4");
    assert_eq!(law(&army("france", 1809, "", &unit("line-battalion", "figures = 4"))), "AI.4");
    // Below half is only noted.
    let r = good(&army("prussia", 1813, "", &unit("musketeer-battalion", "figures = 2")));
    assert!(r.notes.iter().any(|n| n.clause.to_string() == "AI.4"));
    let r = good(&army("prussia", 1813, "", &unit("musketeer-battalion", "figures = 3")));
    assert!(!r.notes.iter().any(|n| n.clause.to_string() == "AI.4"));
}

#[test]
fn sub_units_are_as_equal_as_can_be() {
    let _p = proves!("AI.5");
    good(&army("prussia", 1813, "", &unit("musketeer-battalion", "figures = [5, 5, 4, 4]")));
    assert_eq!(
        law(&army("prussia", 1813, "", &unit("musketeer-battalion", "figures = [5, 5, 5, 3]"))),
        "AI.5"
    );
    // The list itself has unequal ones.
    good(&army("russia", 1812, "", &unit("musketeer-battalion", "")));
}

#[test]
fn four_to_a_gun() {
    let _p = proves!("AI.6");
    good(&army("austria", 1809, "", &unit("foot-battery-8x6", "crew = 4")));
    assert_eq!(law(&army("austria", 1809, "", &unit("foot-battery-8x6", "crew = 5"))), "AI.6");
}

#[test]
fn a_class_of_ones_own_is_paid_for() {
    let _p = proves!("AI.7");
    let u = raised("prussia", 1813, "musketeer-battalion", "class = \"B\"");
    assert_eq!(by(&u, "AI.7"), [(20, 8)]);
}

#[test]
fn regulars_have_no_class_e() {
    let _p = proves!("T1.A");
    assert_eq!(
        law(&army("other", 1809, "", &unit("custom", "arm = \"line-infantry\", class = \"E\", figures = 4"))),
        "T1.A"
    );
    let u = raised(
        "other",
        1809,
        "custom",
        "arm = \"line-infantry\", class = \"E\", footing = \"irregular\", weapon = \"none\", figures = 4",
    );
    assert_eq!(by(&u, "T1.A"), [(4, 2)]);
}

#[test]
fn states_without_a_list_pay_by_table_one() {
    let p = proves!("T1.A", "T1.B", "AI.1");
    let u = raised(
        "other",
        1809,
        "custom",
        "arm = \"heavy-cavalry\", armour = true, class = \"B\", companies = 4, figures = 4",
    );
    assert_eq!(p.shows("T1.A", u.lines[0].clause.to_string()), "T1.A");
    assert_eq!(p.shows("T1.B", u.lines[1].clause.to_string()), "T1.B");
    assert_eq!((by(&u, "T1.A"), by(&u, "T1.B")), (vec![(16, 14)], vec![(16, 1)]));
    let price = |more: &str| {
        let u = raised("other", 1809, "custom", &format!("{more}, figures = 4"));
        (u.points - 10) / 4
    };
    assert_eq!(price("arm = \"light-cavalry\", weapon = \"none\""), 9);
    assert_eq!(price("arm = \"light-cavalry\", lance = true"), 11);
    assert_eq!(price("arm = \"light-cavalry\", weapon = \"rifled-carbine\""), 11);
    assert_eq!(price("arm = \"heavy-cavalry\", weapon = \"dragoon-musket\""), 13);
    assert_eq!(price("arm = \"light-infantry\", weapon = \"rifle\""), 9);
    assert_eq!(price("arm = \"light-infantry\", class = \"B\", training = \"D\""), 9);
    assert_eq!(price("arm = \"light-cavalry\", footing = \"irregular\", weapon = \"bow\""), 9);
    assert_eq!(price("arm = \"light-cavalry\", footing = \"irregular\", weapon = \"none\""), 8);
    assert_eq!(law(&army("other", 1809, "", &unit("custom", "figures = 4"))), "AI.1");
    assert_eq!(p.shows("AI.1", law(&army("other", 1809, "", &unit("custom", "figures = 4")))), "AI.1");
}

#[test]
fn lancers_are_light_and_dragoons_heavy() {
    let p = proves!("T1.n.b", "T1.n.c", "T1.n.d", "T1.n.e");
    let wrong = |more: &str| law(&army("other", 1809, "", &unit("custom", &format!("{more}, figures = 4"))));
    assert_eq!(p.shows("T1.n.d", wrong("arm = \"heavy-cavalry\", lance = true")), "T1.n.d");
    assert_eq!(p.shows("T1.n.e", wrong("arm = \"light-cavalry\", weapon = \"dragoon-musket\"")), "T1.n.e");
    assert_eq!(p.shows("T1.n.c", wrong("arm = \"line-infantry\", skirmishes = true")), "T1.n.c");
    assert_eq!(
        p.shows("T1.n.b", wrong("arm = \"line-infantry\", skirmishes = true, weapon = \"dragoon-musket\"")),
        "T1.n.b"
    );
    good(&army(
        "other",
        1809,
        "",
        &unit("custom", "arm = \"light-infantry\", skirmishes = true, figures = 4"),
    ));
}

#[test]
fn command_points_of_a_split_unit() {
    let p = proves!("T1.F", "T1.n.f");
    // A light cavalry regiment as four separate squadrons pays 10 and three times 5.
    let parts = "detachment = [{ code = \"d1\", of = [\"squadron\"] }, { code = \"d2\", of = [\"squadron\"] }, { code = \"d3\", of = [\"squadron\"] }]";
    let u = raised("britain", 1809, "light-cavalry", &format!("companies = 4, {parts}"));
    assert_eq!((by(&u, "T1.F"), by(&u, "T1.n.f")), (vec![(1, 10)], vec![(3, 5)]));
    for l in u.lines.iter().filter(|l| l.each == 10 && l.count == 1) {
        assert_eq!(p.shows("T1.F", l.clause.to_string()), "T1.F");
    }
    let all = "companies = 2, detachment = [{ code = \"d1\", of = [\"squadron*2\"] }]";
    assert_eq!(p.shows("T1.n.f", law(&army("britain", 1809, "", &unit("light-cavalry", all)))), "T1.n.f");
}

#[test]
fn only_what_the_list_lets_go_is_detached() {
    let _p = proves!("6.3");
    let detach =
        |kind: &str, of: &str| unit(kind, &format!("detachment = [{{ code = \"d\", of = [\"{of}\"] }}]"));
    good(&army("austria", 1809, "", &detach("dragoons", "squadron*2")));
    assert_eq!(law(&army("austria", 1809, "", &detach("cuirassiers", "squadron*2"))), "6.3");
    assert_eq!(law(&army("france", 1809, "", &detach("line-battalion", "fusilier company"))), "6.3");
    assert_eq!(law(&army("france", 1809, "", &detach("line-battalion", "voltigeur company*2"))), "6.3");
    good(&army("russia", 1812, "", &detach("foot-battery-8x6+4h", "half-battery")));
    assert_eq!(law(&army("france", 1809, "", &detach("foot-battery-6x8+2h", "half-battery"))), "6.3");
    good(&army("france", 1809, "", &detach("foot-battery-6x8+2h", "howitzer")));
}

#[test]
fn french_elite_companies_go_out_or_together() {
    let _p = proves!("AI.FR.1.c");
    let u = raised(
        "france",
        1809,
        "line-battalion",
        "detachment = [{ code = \"d\", of = [\"voltigeur company\"] }]",
    );
    assert_eq!(by(&u, "AI.FR.1.c"), [(1, 5)]);
    let battalion = |n: u8| {
        format!("{{ code = \"b{n}\", kind = \"line-battalion\", without = [\"grenadier company\"] }}")
    };
    let grenadiers = "{ code = \"g\", kind = \"combined\", from = \"line-battalion\", part = \"grenadier company\", companies = 2 }";
    let r = good(&army("france", 1809, "", &format!("{}, {}, {grenadiers}", battalion(1), battalion(2))));
    assert_eq!(by(&r.groups[0].units[2], "AI.FR.1.c"), [(6, 8)]);
}

#[test]
fn combined_companies_come_from_the_brigade() {
    let _p = proves!("AI.3");
    let battalion =
        |n: u8| format!("{{ code = \"b{n}\", kind = \"line-battalion\", without = [\"light company\"] }}");
    let lights = "{ code = \"l\", kind = \"combined\", from = \"line-battalion\", part = \"light company\", companies = 3 }";
    let three = format!("{}, {}, {}, {lights}", battalion(1), battalion(2), battalion(3));
    good(&army("britain", 1809, "", &three));
    let two = format!("{}, {}, {lights}", battalion(1), battalion(2));
    assert_eq!(law(&army("britain", 1809, "", &two)), "AI.3");
}

#[test]
fn half_battalions_of_rifles_stay_apart() {
    let p = proves!("AI.PR.1.d", "AI.PR.1.e");
    let of = |kind: &str, part: &str| {
        law(&army(
            "prussia",
            1813,
            "",
            &unit("combined", &format!("from = \"{kind}\", part = \"{part}\", companies = 2")),
        ))
    };
    assert_eq!(p.shows("AI.PR.1.d", of("rifles", "Jäger company")), "AI.PR.1.d");
    assert_eq!(p.shows("AI.PR.1.e", of("volunteer-rifles", "volunteer company")), "AI.PR.1.e");
}

#[test]
fn squadrons_of_a_span_stay_in_it() {
    let _p = proves!("AI.GB.2");
    good(&army("britain", 1809, "", &unit("light-cavalry", "companies = 2")));
    assert_eq!(law(&army("britain", 1809, "", &unit("light-cavalry", "companies = 1"))), "AI.GB.2");
    assert_eq!(law(&army("britain", 1809, "", &unit("light-cavalry", "companies = 7"))), "AI.GB.2");
}

#[test]
fn bashkirs_of_three_to_fifteen() {
    let _p = proves!("AI.RU.2.b");
    let of = |n: u8| {
        army(
            "russia",
            1812,
            "",
            &unit("bashkirs-and-kalmucks-bow-and-melee-weapon", &format!("figures = {n}")),
        )
    };
    good(&of(3));
    good(&of(15));
    assert_eq!((law(&of(2)), law(&of(16))), ("AI.RU.2.b", "AI.RU.2.b"));
}

#[test]
fn teams_are_paid_for_but_in_fortifications() {
    let _p = proves!("5.4");
    let with = raised("austria", 1809, "foot-battery-8x6", "").points;
    assert_eq!(law(&army("austria", 1809, "", &unit("foot-battery-8x6", "teams = false"))), "5.4");
    let without = raised("austria", 1809, "foot-battery-8x6", "fortification = true");
    // Teams 4 x 36 and drivers 12 x 4 less.
    assert_eq!((without.points, by(&without, "5.4")), (with - 144 - 48, vec![(1, 0)]));
}

#[test]
fn models_by_the_scale() {
    let p = proves!("3.b", "3.c", "AI.FR.4");
    let large = army("france", 1809, "[options]\nfigures = \"25mm\"", &unit("foot-battery-6x8+2h", ""));
    let r = good(&large);
    let u = &r.groups[0].units[0];
    assert_eq!((u.figures, by(u, "AI.FR.4").len()), (8, 1));
    assert_eq!(p.shows("AI.FR.4", u.lines[0].clause.to_string()), "AI.FR.4");
    let u = raised("france", 1809, "foot-battery-6x8+2h", "");
    assert_eq!((u.figures, by(&u, "3.c").len()), (16, 1));
    assert_eq!(p.shows("3.c", u.lines[0].clause.to_string()), "3.c");
    for n in r.notes.iter().filter(|n| n.clause.to_string() == "3.b") {
        assert!(n.says.to_string().contains("40"));
        assert_eq!(p.shows("3.b", n.clause.to_string()), "3.b");
    }
}

#[test]
fn lists_may_be_doubled() {
    let _p = proves!("AI.0");
    assert_eq!(law(&army("prussia", 1813, "", &unit("musketeer-battalion", "figures = 6"))), "AI.4");
    let doubled =
        army("prussia", 1813, "readings = { list-figures = \"doubled\" }", &unit("musketeer-battalion", ""));
    let r = good(&doubled);
    assert_eq!(r.groups[0].units[0].figures, 40);
    assert!(r.notes.iter().any(|n| n.clause.to_string() == "AI.0"));
}

#[test]
fn generals_cost_by_rank() {
    let _p = proves!("T1.E");
    let two = "[[brigade]]\ncode = \"C\"\ngeneral = \"Green\"\nunit = [{ code = \"v\", kind = \"guard-battalion\" }]\n";
    let text = army("prussia", 1813, "commander = \"Grey\"", &unit("musketeer-battalion", "")) + two;
    let r = good(&text);
    let all: Vec<i64> = r.groups.iter().flat_map(|g| &g.lines).map(|l| l.each).collect();
    assert_eq!(all, [100, 50, 50]);
    assert!(r.groups[0].lines[0].clause.to_string() == "T1.E");
    assert_eq!(r.total, 200 + 130 + 170);
}

#[test]
fn a_general_for_every_brigade_or_one_for_all() {
    let p = proves!("7.1", "AI.9");
    let text = army("prussia", 1813, "", &unit("musketeer-battalion", ""));
    assert_eq!(p.shows("AI.9", law(&text.replace("general = \"Brown\"\n", ""))), "AI.9");
    let competition = |more: &str| {
        army(
            "prussia",
            1813,
            &format!("{more}\n[options]\ncompetition = true"),
            &unit("musketeer-battalion", ""),
        )
    };
    good(&competition(""));
    assert_eq!(p.shows("7.1", law(&competition("commander = \"Grey\""))), "7.1");
    good(&competition("commander = \"Grey\"").replace("general = \"Brown\"\n", ""));
}

#[test]
fn an_army_within_its_points() {
    let p = proves!("9.2", "AI.10.a", "AI.10.b", "AI.10.c", "AI.10.d");
    // Twenty at 6 and 10 for command.
    good(&army("prussia", 1813, "points = 130", &unit("musketeer-battalion", "")));
    assert_eq!(
        p.shows("AI.10.a", law(&army("prussia", 1813, "points = 129", &unit("musketeer-battalion", "")))),
        "AI.10.a"
    );
    assert_eq!(
        p.shows(
            "9.2",
            law(&army("prussia", 1813, "points = 1", &unit("musketeer-battalion", "figures = 2")))
        ),
        "9.2"
    );
    let units = |list: &[(&str, &str)]| {
        let all =
            list.iter().enumerate().map(|(i, (k, m))| unit(k, m).replace("\"u\"", &format!("\"u{i}\"")));
        all.collect::<Vec<_>>().join(", ")
    };
    let strict = |list: &[(&str, &str)]| army("prussia", 1813, "[options]\ncompetition = true", &units(list));
    let guns = [("foot-battery-6x6+2h", ""), ("foot-battery-6x6+2h", "models = 1")];
    assert_eq!(p.shows("AI.10.b", law(&strict(&guns))), "AI.10.b");
    good(&strict(&guns[..1]));
    // A fifth of 2000 points is 400: two regiments of 130 are 260, four 520.
    let horse = [("light-cavalry", ""); 4];
    assert_eq!(p.shows("AI.10.c", law(&strict(&horse))), "AI.10.c");
    good(&strict(&horse[..3]));
    let light = [("fusilier-battalion", ""), ("musketeer-battalion", "")];
    assert_eq!(p.shows("AI.10.d", law(&strict(&light))), "AI.10.d");
    // Otherwise it is only recommended.
    let r = good(&army("prussia", 1813, "", &units(&horse)));
    assert!(r.notes.iter().any(|n| n.clause.to_string() == "AI.10.c"));
}

#[test]
fn the_roster_is_shown_to_the_umpire() {
    let _p = proves!("5.1.a");
    let r = good(&army("prussia", 1813, "", &unit("volunteer-rifles", "")));
    assert!(r.notes[0].clause.to_string() == "5.1.a");
    let u = &r.groups[0].units[0];
    let what = u.what.to_string();
    assert!(what.contains("morale B") && what.contains("training D") && what.contains("rifle"), "{what}");
    assert_eq!(u.points, 90);
}

#[test]
fn austrians_are_cheaper_by_the_option() {
    let p = proves!("A3.5", "A3.10", "A3.15");
    let national = |nation: &str, year: u16, kind: &str, more: &str| {
        let text = army(nation, year, "[options]\nnational = true", &unit(kind, more));
        good(&text).groups[0].units[0].clone()
    };
    let u = national("austria", 1809, "german-line-battalion", "");
    assert_eq!(by(&u, "A3.5"), [(24, 5)]);
    assert_eq!(p.shows("A3.5", u.lines[0].clause.to_string()), "A3.5");
    assert_eq!(national("austria", 1809, "hussars", "").points, 410);
    let u = national("russia", 1812, "militia-battalion", "");
    assert_eq!(by(&u, "A3.15"), [(20, 4)]);
    assert_eq!(p.shows("A3.15", u.lines[0].clause.to_string()), "A3.15");
    let u = national("prussia", 1806, "custom", "arm = \"line-infantry\", figures = 5, companies = 4");
    assert_eq!(by(&u, "A3.10"), [(20, -1)]);
    for l in u.lines.iter().filter(|l| l.each == -1) {
        assert_eq!(p.shows("A3.10", l.clause.to_string()), "A3.10");
    }
}

#[test]
fn options_are_agreed_and_shown() {
    let p = proves!(
        "A3.1",
        "A3.2",
        "A4.1",
        "A4.4",
        "A4.5",
        "A5.1",
        "3.a",
        "3.e",
        "10.2.alt",
        "17.2.e.alt",
        "21.3.a.note.ii",
        "4.4.d"
    );
    let of = |options: &str| {
        good(&army("prussia", 1813, &format!("[options]\n{options}"), &unit("musketeer-battalion", "")))
    };
    let shown = |options: &str, id: &str| {
        let r = of(options);
        let note = r.notes.into_iter().find(|n| n.clause == newbury(id));
        note.unwrap_or_else(|| panic!("{options} shows {id}")).clause
    };
    fn newbury(id: &str) -> umpire::Clause {
        let at = newbury_napoleonic::cite::CLAUSE_IDS.iter().find(|x| **x == id).unwrap();
        umpire::Clause(at)
    }
    assert_eq!(p.shows("A3.1", shown("national = true", "A3.1").to_string()), "A3.1");
    assert_eq!(p.shows("A4.1", shown("crimea = true", "A4.1").to_string()), "A4.1");
    assert_eq!(p.shows("A4.4", shown("crimea = true", "A4.4").to_string()), "A4.4");
    assert_eq!(p.shows("A5.1", shown("beasts = true", "A5.1").to_string()), "A5.1");
    assert_eq!(p.shows("10.2.alt", shown("fewer_orders = true", "10.2.alt").to_string()), "10.2.alt");
    assert_eq!(
        p.shows("17.2.e.alt", shown("straight_charges = true", "17.2.e.alt").to_string()),
        "17.2.e.alt"
    );
    assert_eq!(
        p.shows("21.3.a.note.ii", shown("melee_dice = true", "21.3.a.note.ii").to_string()),
        "21.3.a.note.ii"
    );
    assert_eq!(p.shows("4.4.d", shown("competition = true", "4.4.d").to_string()), "4.4.d");
    assert_eq!(p.shows("3.a", shown("figures = \"15mm\"", "3.a").to_string()), "3.a");
    assert_eq!(p.shows("3.e", shown("figures = \"25mm-enlarged\"", "3.e").to_string()), "3.e");
    // All amendments of the appendix or none.
    let some = army("prussia", 1813, "[options]\nnational = \"austria\"", &unit("musketeer-battalion", ""));
    assert_eq!(p.shows("A3.2", law(&some)), "A3.2");
    let both = army(
        "prussia",
        1813,
        "[options]\ncompetition = true\nmelee_dice = true",
        &unit("musketeer-battalion", ""),
    );
    assert_eq!(law(&both), "21.3.a.note.ii");
    let mutiny = army(
        "other",
        1857,
        "[options]\ncrimea = true",
        &unit("custom", "arm = \"line-infantry\", weapon = \"rifled-musket\", figures = 4"),
    );
    let note = good(&mutiny).notes.into_iter().find(|n| n.clause == newbury("A4.5")).unwrap();
    assert_eq!(p.shows("A4.5", note.clause.to_string()), "A4.5");
}

#[test]
fn rifled_muskets_cost_two() {
    let _p = proves!("A4.2");
    let of =
        |options: &str| army("britain", 1809, options, &unit("line-battalion", "weapon = \"rifled-musket\""));
    let r = good(&of("[options]\ncrimea = true"));
    assert!(r.groups[0].units[0].lines.iter().any(|l| l.clause.to_string() == "A4.2" && l.each == 10));
    assert_eq!(LISTS.review("drill", &of("")).wrong.unwrap().mistakes[0].clause, Some("A4.1"));
}

#[test]
fn camels_and_elephants() {
    let p = proves!("A5.1", "A5.2", "A5.3");
    let of = |more: &str, options: &str| army("other", 1809, options, &unit("custom", more));
    let on = "[options]\nbeasts = true";
    let camels = good(&of("arm = \"camels\", figures = 10", on)).groups[0].units[0].clone();
    // Native cavalry of class C costs 8, a camel one more.
    assert_eq!((camels.points, by(&camels, "A5.2")), (100, vec![(10, 1)]));
    for l in camels.lines.iter().filter(|l| l.each == 1) {
        assert_eq!(p.shows("A5.2", l.clause.to_string()), "A5.2");
    }
    let elephants = good(&of("arm = \"elephants\", figures = 48", on)).groups[0].units[0].clone();
    assert_eq!(elephants.points, 48 * 8 + 10);
    assert_eq!(p.shows("A5.3", law(&of("arm = \"elephants\", figures = 52", on))), "A5.3");
    assert_eq!(law(&of("arm = \"elephants\", figures = 6", on)), "A5.3");
    assert_eq!(p.shows("A5.1", law(&of("arm = \"camels\", figures = 10", ""))), "A5.1");
}

#[test]
fn mamelukes_in_french_service_are_plain() {
    let _p = proves!("A3.9");
    let text = |nation: &str| {
        army(
            "other",
            1800,
            "",
            &unit(
                "custom",
                &format!("nation = \"{nation}\", arm = \"light-cavalry\", mameluke = true, figures = 6"),
            ),
        )
    };
    good(&text("other"));
    assert_eq!(law(&text("france")), "A3.9");
}

#[test]
fn six_millimetres_in_bases() {
    let p = proves!("A6.2", "A6.3", "A6.4");
    let of = |more: &str| {
        army(
            "prussia",
            1813,
            &format!("[options]\nfigures = \"6mm\"\n{more}"),
            &unit("musketeer-battalion", "bases = 4"),
        )
    };
    let r = good(&of(""));
    let u = &r.groups[0].units[0];
    // Four bases at 6, a tenth of the command points, each base ten figures.
    assert_eq!((u.figures, u.points, by(u, "A6.4")), (40, 25, vec![(4, 6)]));
    assert_eq!(p.shows("A6.4", u.lines[0].clause.to_string()), "A6.4");
    for n in &r.notes {
        if n.clause.to_string() == "A6.2" {
            assert_eq!(p.shows("A6.2", n.clause.to_string()), "A6.2");
        }
    }
    assert_eq!(r.groups[0].lines[0].each, 10);
    assert_eq!(p.shows("A6.3", law(&of("").replace("bases = 4", "bases = 5"))), "A6.3");
    // A battery of 466 less its command points is 45.6, to the nearest 46.
    let guns = army("austria", 1809, "[options]\nfigures = \"6mm\"", &unit("foot-battery-8x6", ""));
    assert_eq!(good(&guns).groups[0].units[0].points, 47);
    assert_eq!(law(&guns.replace("8x6\"", "8x6\", models = 2")), "A6.4");
    let full = of("").replace("[options]", "readings = { six-mm-command = \"full\" }\n[options]");
    assert_eq!(good(&full).groups[0].units[0].points, 34);
}

#[test]
fn lists_of_all_nations_can_be_chosen_from() {
    let all = LISTS.lists();
    assert_eq!(all.len(), 5);
    let json = serde_json::to_value(&all).unwrap();
    assert_eq!(json[2]["id"], "france");
    for n in &all {
        assert!(n.units.len() >= 10, "{}", n.id);
        for u in &n.units {
            assert!(
                u.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-+".contains(c)),
                "{}",
                u.id
            );
        }
    }
    assert_eq!(numbers().points.command.detachment, 5);
}

#[test]
fn where_list_and_table_differ_a_reading_chooses() {
    let of = |nation: &str, kind: &str, reading: &str| {
        let chosen = if reading.is_empty() {
            String::new()
        } else {
            format!("readings = {{ {reading} = \"table\" }}")
        };
        good(&army(nation, 1812, &chosen, &unit(kind, ""))).groups[0].units[0].points
    };
    assert_eq!(of("austria", "grenz-sharpshooter-company", ""), 46);
    assert_eq!(of("austria", "grenz-sharpshooter-company", "sharpshooter-price"), 52);
    assert_eq!(of("britain", "line-battalion", ""), 182);
    assert_eq!(of("britain", "line-battalion", "british-grenadiers"), 178);
    assert_eq!(of("britain", "guard-battalion", "british-grenadiers"), of("britain", "guard-battalion", ""));
    assert_eq!(of("russia", "cossacks-lance-no-carbine", ""), 220);
    assert_eq!(of("russia", "cossacks-lance-no-carbine", "cossack-lance"), 250);
}

#[test]
fn austrian_infantry_is_that_after_1805() {
    let _p = proves!("AI.AU.1");
    good(&army("austria", 1805, "", &unit("landwehr-battalion", "")));
    assert_eq!(law(&army("austria", 1804, "", &unit("landwehr-battalion", ""))), "AI.AU.1");
    assert_eq!(law(&army("austria", 1804, "", &unit("hussars", ""))), "AI.8");
}

#[test]
fn the_example_of_the_reference_is_lawful() {
    let reference = include_str!("../../../docs/armies.md");
    let (_, rest) = reference.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let r = good(example);
    // Eighteen figures, command and a detachment: 12 x 6, 6 x 8, 10 and 5; the staff 100 and 50.
    assert_eq!((r.groups[1].units[0].points, r.total), (135, 285));
    let json = serde_json::to_value(&r).unwrap();
    assert_eq!(json["groups"][1]["units"][0]["figures"], 18);
}

/// Whatever is taken out of an army file or put into it, it is read or complained of.
#[test]
fn damaged_armies_are_complained_of() {
    let text = army("france", 1809, "points = 2000\ncommander = \"Grey\"", "").replace("unit = []\n", "")
        + "[[brigade.unit]]\ncode = \"u\"\nkind = \"line-battalion\"\ncompanies = 4\nfigures = 3\nwithout = [\"grenadier company\"]\n"
        + "[[brigade.unit]]\ncode = \"v\"\nkind = \"foot-battery-6x8+2h\"\nmodels = 2\ncrew = 4\nclass = \"A\"\n";
    let lines: Vec<&str> = text.lines().collect();
    let mut lawful = 0;
    for n in 0..lines.len() {
        let Some((key, _)) = lines[n].split_once(" = ") else { continue };
        for value in ["-1", "1e300", "nan", "0", "99999", "\"x\"", "[]", "[1, 1]", "{}", "true", "[\"x*3\"]"]
        {
            let line = format!("{key} = {value}");
            let with: Vec<&str> =
                lines.iter().enumerate().map(|(i, l)| if i == n { &*line } else { *l }).collect();
            lawful += usize::from(LISTS.review("damaged", &with.join("\n")).wrong.is_none());
        }
    }
    assert!(lawful > 0);
}
