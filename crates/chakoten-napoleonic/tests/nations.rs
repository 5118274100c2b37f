//! The appendix of the nations: what a unit is by its nation, its kind and the day.

use chakoten_napoleonic::book::nations::{self, Date, Given, Share, Unlisted, Who};
use chakoten_napoleonic::book::{self, num};
use chakoten_napoleonic::field::Level;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Arm, GunWeight, Harness, Nation, Weapon, Weight};
use chakoten_napoleonic::unit::{MaySkirmish, Training};

const SPRING: &str = "1813-05-02";
const AUTUMN: &str = "1813-09-06";
const LATE: &str = "1813-10-18";
const Y12: &str = "1812-09-07";
const Y15: &str = "1815-06-18";

fn day(text: &str) -> Date {
    Date::read(text).unwrap()
}

/// A unit of a kind as the tables have it, with as few companies and figures as they allow.
fn who<'a>(n: Nation, arm: Arm, word: &str, date: &str) -> Who<'a> {
    let k = nations::kind(n, arm, word).unwrap_or_else(|| panic!("{n:?} has no {word}"));
    let companies = k.companies.map_or(4, |c| c.0);
    Who {
        nation: n,
        arm,
        kind: Some(k),
        weight: k.weights.first().copied(),
        figures: k.strength(companies).map_or(24, |f| f.0),
        companies,
        weapon: k.weapon.unwrap_or(Some(Weapon::Musket)),
        valour: 0,
        veterans: false,
        date: Some(day(date)),
    }
}

fn given(w: &Who<'_>) -> Given {
    nations::given(w)
}

fn foot(n: Nation, word: &str, date: &str) -> Given {
    given(&who(n, Arm::Infantry, word, date))
}

fn horse(n: Nation, word: &str, date: &str) -> Given {
    given(&who(n, Arm::Cavalry, word, date))
}

fn battery(n: Nation, word: &str, date: &str) -> Given {
    given(&who(n, Arm::Artillery, word, date))
}

fn trained(fire: i8, fire_in_line: i8, melee: i8) -> Training {
    Training { fire, fire_in_line, melee }
}

#[test]
fn days_are_days_of_the_calendar() {
    assert_eq!(Date::read("1813-10-16"), Some(Date { year: 1813, month: 10, day: 16 }));
    assert!(Date::read("1812-02-29").is_some() && Date::read("1813-02-29").is_none());
    for no in
        ["1813-13-01", "1813-00-01", "1813-04-31", "1813-4-3", "13-04-03", "1813-04", "", "x", "1813-04-03-1"]
    {
        assert_eq!(Date::read(no), None, "{no}");
    }
    assert!(
        nations::within("spring 1813", day("1813-08-15")) && !nations::within("spring 1813", day(AUTUMN))
    );
    assert!(nations::within("1812 and 1815", day(Y12)) && nations::within("1812 and 1815", day(Y15)));
    assert!(!nations::within("1812 and 1815", day(LATE)) && !nations::within("no such period", day(LATE)));
}

/// Every row of the tables says the same in words and in the columns for code.
#[test]
fn the_columns_for_code_say_what_the_words_say() {
    let numbers = |t: &str| -> Vec<u16> {
        t.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
    };
    let d = nations::data();
    assert_eq!(d.kinds.len(), 42 + 28 + 14);
    for (table, figures) in [("nation.infantry", 3), ("nation.cavalry", 4), ("nation.artillery", 3)] {
        let t = book::table(table);
        let at = |c: &str| t.columns.iter().position(|x| x == c).unwrap();
        let word = at("kind");
        for r in t.rows.iter().filter(|r| r[word].text() != Some("-")) {
            let (least, most) = match table {
                "nation.artillery" => (at("gunners_least"), at("gunners_most")),
                _ => (at("figures_least"), at("figures_most")),
            };
            let said = numbers(&r[figures].to_string());
            let Some(most) = num(&r[most]) else {
                assert!(said.is_empty(), "{table}: {r:?}");
                continue;
            };
            assert_eq!(said.last().copied(), Some(most as u16), "{table}: {r:?}");
            // "Often 50" and "or part of one" have no least.
            if said.len() > 1 && r[word].text() != Some("pioneer_battalion") {
                assert_eq!(said.first().copied(), num(&r[least]).map(|n| n as u16), "{table}: {r:?}");
            }
        }
    }
    for k in &d.kinds {
        assert!(!k.nations.is_empty());
        let same = d.kinds.iter().filter(|o| {
            o.arm == k.arm && o.word == k.word && o.nations.iter().any(|n| k.nations.contains(n))
        });
        assert_eq!(same.count(), 1, "{}", k.word);
        if let Some((least, most)) = k.figures {
            assert!(least <= most && least > 0);
        }
        assert_eq!(k.arm == Arm::Cavalry, !k.weights.is_empty(), "{}", k.word);
        assert_eq!(k.arm == Arm::Artillery, k.guns.is_some(), "{}", k.word);
    }
    // Every trait and every limit speaks of kinds that there are.
    for t in &d.traits {
        for w in &t.kinds {
            let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
            let arms = arms.into_iter().filter(|a| t.arm.is_none_or(|x| x == *a));
            assert!(
                arms.flat_map(|a| t.nations.iter().map(move |n| (a, n)))
                    .any(|(a, n)| nations::kind(*n, a, w).is_some()),
                "{w}"
            );
        }
    }
    for l in &d.limits {
        assert!(l.kinds.iter().all(|w| nations::kind(l.nations[0], l.arm, w).is_some()), "{}", l.name);
        assert!(l.only.is_none_or(|p| book::table("nation.periods").cell(p, "from").is_some()));
    }
}

#[test]
fn bavaria() {
    let p = proves!("bavaria.2", "bavaria.3", "bavaria.4", "bavaria.5", "bavaria.6");
    use Nation::Bavaria;
    let mut w = who(Bavaria, Arm::Infantry, "light_battalion", AUTUMN);
    w.figures = 36;
    // Two thirds of one company of six: four of 36 figures.
    let light = given(&w);
    assert!(p.shows("bavaria.2", light.by.rests_on("bavaria.2")));
    assert_eq!((light.rifles, light.skirmish, light.troops.light), (4, MaySkirmish::Whole, true));
    let line = foot(Bavaria, "line_battalion", AUTUMN);
    // 25 / 9 = 2.8.
    assert_eq!((line.rifles, line.skirmish), (3, MaySkirmish::Sixth));
    let national = foot(Bavaria, "national_battalion", AUTUMN);
    assert!(p.shows("bavaria.3", national.by.rests_on("bavaria.3")));
    assert_eq!((national.rifles, national.skirmish), (4, MaySkirmish::Figures(4)));
    let landwehr = foot(Bavaria, "landwehr", AUTUMN);
    assert!(p.shows("bavaria.4", landwehr.by.rests_on("bavaria.4")) && landwehr.troops.landwehr);
    let k = nations::kind(Bavaria, Arm::Cavalry, "chevauleger_regiment").unwrap();
    assert_eq!(
        (k.weights.as_slice(), k.companies, k.strength(4)),
        (&[Weight::Medium][..], Some((4, 4)), Some((20, 24)))
    );
    let h = horse(Bavaria, "chevauleger_regiment", AUTUMN);
    assert!(p.shows("bavaria.5", h.by.rests_on("bavaria.5")));
    assert_eq!(h.skirmish, MaySkirmish::Sixth);
    assert_eq!(horse(Bavaria, "national_guard_regiment", AUTUMN).skirmish, MaySkirmish::Whole);
    let k = nations::kind(Bavaria, Arm::Artillery, "12_pdr_battery").unwrap();
    assert_eq!((k.figures, k.guns.as_ref().unwrap().guns), (Some((9, 10)), 6));
    let b = battery(Bavaria, "6_pdr_battery", AUTUMN);
    assert!(p.shows("bavaria.6", b.by.rests_on("bavaria.6")) && b.training == Training::default());
}

#[test]
fn denmark() {
    let p = proves!("denmark.1", "denmark.2", "denmark.3", "denmark.4", "denmark.5");
    use Nation::Denmark;
    let first = foot(Denmark, "first_battalion", AUTUMN);
    assert!(p.shows("denmark.1", first.by.rests_on("denmark.1")) && first.rifles == 0);
    // One of five companies of 30 figures; half of 30.
    let second = foot(Denmark, "battalion", AUTUMN);
    assert!(p.shows("denmark.2", second.by.rests_on("denmark.2")) && !first.by.rests_on("denmark.2"));
    assert_eq!((second.rifles, foot(Denmark, "light_battalion", AUTUMN).rifles), (6, 15));
    let hussars = horse(Denmark, "zealand_hussars", AUTUMN);
    assert!(p.shows("denmark.3", hussars.by.rests_on("denmark.3")));
    assert_eq!(
        (hussars.training, horse(Denmark, "regiment", AUTUMN).training),
        (trained(-1, -1, -1), trained(0, 0, 0))
    );
    let b = nations::kind(Denmark, Arm::Artillery, "battery").unwrap();
    assert_eq!((b.guns.as_ref().unwrap().guns, b.figures), (10, Some((10, 15))));
    assert!(p.shows("denmark.4", battery(Denmark, "battery", AUTUMN).by.rests_on("denmark.4")));
    let sailors = foot(Denmark, "sailor_company", AUTUMN);
    assert!(p.shows("denmark.5", sailors.by.rests_on("denmark.5")));
    assert!(sailors.troops.craftsmen && sailors.troops.pioneers);
    assert_eq!((sailors.training, sailors.skirmish), (trained(-1, -1, 0), MaySkirmish::None));
    let k = nations::kind(Denmark, Arm::Infantry, "sailor_company").unwrap();
    assert_eq!(k.weapon, Some(Some(Weapon::Carbine)));
}

#[test]
fn england_and_the_legion() {
    let p = proves!("england.1", "england.2", "england.3", "england.4", "england.5", "england.6", "bases.5");
    use Nation::{England, Kgl};
    for n in [England, Kgl] {
        let line = foot(n, "line_battalion", Y15);
        assert!(p.shows("england.1", line.by.rests_on("england.1")));
        assert!(p.shows("england.2", line.by.rests_on("england.2")));
        assert!(p.shows("england.3", line.by.rests_on("england.3")));
        assert!(p.shows("england.4", line.by.rests_on("england.4")) && line.troops.english_drill);
        assert!(p.shows("bases.5", line.by.rests_on("bases.5")) && line.troops.two_ranks);
        assert_eq!((line.training, line.skirmish), (trained(2, 2, 2), MaySkirmish::Companies(1)));
        assert_eq!(foot(n, "light_battalion", Y15).skirmish, MaySkirmish::Whole);
        assert_eq!(foot(n, "fusilier_battalion", Y15).skirmish, MaySkirmish::Companies(1));
        let rifles = nations::kind(n, Arm::Infantry, "rifle_battalion").unwrap();
        assert_eq!((rifles.weapon, rifles.companies), (Some(Some(Weapon::Rifle)), Some((2, 8))));
        // Of a unit that has nothing but rifles no figure is counted apart.
        assert_eq!(foot(n, "rifle_battalion", Y15).rifles, 0);
        assert!(p.shows("england.6", battery(n, "battery", Y15).by.rests_on("england.6")));
    }
    let k = |n, arm, w| nations::kind(n, arm, w).unwrap();
    assert_eq!(k(England, Arm::Cavalry, "regiment").strength(3), Some((15, 20)));
    assert_eq!(k(Kgl, Arm::Cavalry, "regiment").strength(4), Some((25, 35)));
    let dragoons = horse(England, "regiment", Y15);
    assert!(p.shows("england.5", dragoons.by.rests_on("england.5")) && dragoons.troops.english_drill);
    assert!(!horse(Kgl, "regiment", Y15).troops.english_drill);
}

#[test]
fn french_infantry_by_the_day() {
    let p = proves!("france.1", "france.2", "france.3", "france.5", "04.05.3");
    use Nation::France;
    let line = foot(France, "battalion", Y12);
    assert!(p.shows("france.1", line.by.rests_on("france.1")));
    assert_eq!(line.skirmish, MaySkirmish::Companies(2));
    assert_eq!(foot(France, "old_guard_battalion", Y12).skirmish, MaySkirmish::Companies(2));
    assert_eq!(foot(France, "young_guard_battalion", Y12).skirmish, MaySkirmish::Sixth);
    for (date, may) in [
        (Y12, MaySkirmish::Whole),
        (SPRING, MaySkirmish::Companies(2)),
        (LATE, MaySkirmish::Companies(2)),
        (Y15, MaySkirmish::Whole),
    ] {
        let light = foot(France, "light_battalion", date);
        assert!(p.shows("france.2", light.by.rests_on("france.2")));
        assert_eq!(light.skirmish, may, "{date}");
    }
    for (date, two) in [("1813-10-15", false), ("1813-10-16", true), (SPRING, false), (Y15, true)] {
        let u = foot(France, "battalion", date);
        assert_eq!(u.troops.two_ranks, two, "{date}");
        assert_eq!(u.by.rests_on("france.3"), two);
    }
    assert!(p.shows("france.3", foot(France, "battalion", LATE).by.rests_on("france.3")));
    // Line and square.
    let bound = |word: &str, date: &str, valour: i8, veterans: bool| {
        let mut w = who(France, Arm::Infantry, word, date);
        (w.valour, w.veterans) = (valour, veterans);
        let g = given(&w);
        assert_eq!(g.troops.no_line, g.troops.no_square);
        assert_eq!(g.by.rests_on("france.5"), g.troops.no_line);
        assert_eq!(g.by.rests_on("04.05.3"), g.troops.no_line);
        g.troops.no_line
    };
    assert!(p.shows("france.5", bound("battalion", SPRING, 2, false)));
    assert!(!bound("battalion", SPRING, -1, true) && !bound("old_guard_battalion", SPRING, 0, false));
    assert!(bound("young_guard_battalion", SPRING, 3, false) && bound("pioneer_battalion", SPRING, 3, false));
    // A battalion that the scenario spells out, without a kind of the tables, is of the line unless it says veterans.
    for (date, veterans, bound) in [(SPRING, false, true), (SPRING, true, false), (Y12, false, false)] {
        let mut w = who(France, Arm::Infantry, "battalion", date);
        (w.kind, w.veterans) = (None, veterans);
        assert_eq!(given(&w).troops.no_line, bound, "{date}, veterans: {veterans}");
    }
    assert!(p.shows("04.05.3", bound("battalion", AUTUMN, 0, true)));
    assert!(!bound("battalion", AUTUMN, 1, false));
    assert!(!bound("battalion", Y12, -2, false) && !bound("battalion", Y15, -2, false));
}

#[test]
fn french_cavalry_guns_and_pioneers() {
    let p = proves!(
        "france.4",
        "france.6",
        "france.7",
        "france.8",
        "france.9",
        "france.10",
        "france.11",
        "france.12"
    );
    use Nation::{France, Poland};
    let dragoons = nations::kind(France, Arm::Cavalry, "dragoon_regiment").unwrap();
    assert_eq!((dragoons.companies, dragoons.strength(4)), (Some((1, 4)), Some((32, 48))));
    let mut w = who(France, Arm::Cavalry, "dragoon_regiment", AUTUMN);
    (w.companies, w.figures) = (4, 36);
    let g = given(&w);
    // Half a squadron of 36 in 4: 4.5, upwards.
    assert!(p.shows("france.6", g.by.rests_on("france.6")));
    assert_eq!(g.skirmish, MaySkirmish::Figures(5));
    for (date, melee, whole) in [(Y12, 0, true), (SPRING, -1, false), (LATE, -1, false), (Y15, 0, true)] {
        let l = horse(France, "lancer_regiment", date);
        assert_eq!((l.training.melee, l.training.fire), (melee, 0), "{date}");
        assert_eq!(l.skirmish == MaySkirmish::WholeWithSoutien, whole, "{date}");
        for n in [France, Poland] {
            let poles = horse(n, "polish_lancers", date);
            assert!(p.shows("france.8", poles.by.rests_on("france.8")));
            assert_eq!((poles.training, poles.troops.lancers), (trained(0, 0, 1), true), "{date}");
        }
    }
    let hussars = horse(France, "light_regiment", LATE);
    assert!(p.shows("france.7", hussars.by.rests_on("france.7")));
    assert_eq!(hussars.skirmish, MaySkirmish::Whole);
    assert_eq!(
        nations::kind(France, Arm::Cavalry, "guard_light_regiment").unwrap().strength(10),
        Some((80, 130))
    );
    let police = horse(France, "gendarmes", LATE);
    assert!(p.shows("france.9", police.by.rests_on("france.9")));
    assert_eq!(
        (police.training, horse(France, "elite_gendarmes", LATE).training),
        (trained(-1, -1, -1), trained(0, 0, 0))
    );
    let of = |w: &str| nations::kind(France, Arm::Artillery, w).unwrap();
    assert!(p.shows("france.10", battery(France, "foot_battery", LATE).by.rests_on("france.10")));
    assert_eq!(
        (of("foot_battery").figures, of("foot_battery").guns.as_ref().unwrap().helpers),
        (Some((10, 12)), 5)
    );
    assert_eq!(
        (of("horse_battery").figures, of("horse_battery").guns.as_ref().unwrap().helpers),
        (Some((8, 9)), 3)
    );
    assert!(p.shows("france.4", battery(France, "regimental_guns", LATE).by.rests_on("france.4")));
    let pioneers = foot(France, "pioneer_battalion", LATE);
    assert!(p.shows("france.11", pioneers.by.rests_on("france.11")));
    assert!(pioneers.troops.craftsmen && pioneers.troops.pioneers);
    assert_eq!((pioneers.training, pioneers.skirmish), (trained(-1, -1, 0), MaySkirmish::None));
    for w in ["guard_engineers", "guard_marines"] {
        let g = foot(France, w, LATE);
        assert!(p.shows("france.12", g.by.rests_on("france.12")));
        assert!(g.troops.guard && g.troops.pioneers && !g.troops.craftsmen && g.training.fire == 0, "{w}");
    }
}

#[test]
fn prussia() {
    let p = proves!(
        "prussia.1",
        "prussia.2",
        "prussia.3",
        "prussia.4",
        "prussia.5",
        "prussia.6",
        "prussia.7",
        "prussia.8"
    );
    use Nation::Prussia;
    let line = foot(Prussia, "battalion", LATE);
    assert!(p.shows("prussia.1", line.by.rests_on("prussia.1")));
    assert!(p.shows("prussia.2", line.by.rests_on("prussia.2")));
    assert_eq!(line.skirmish, MaySkirmish::Sixth);
    for w in ["fusilier_battalion", "volunteer_jagers", "reserve_fusilier_battalion", "reserve_jagers"] {
        assert_eq!(foot(Prussia, w, LATE).skirmish, MaySkirmish::Whole, "{w}");
    }
    for (date, in_line) in [(SPRING, -1), (LATE, -1), (Y15, 0)] {
        let l = foot(Prussia, "landwehr_battalion", date);
        assert!(p.shows("prussia.3", l.by.rests_on("prussia.3")) && l.troops.landwehr);
        assert_eq!((l.training, l.skirmish), (trained(0, in_line, 0), MaySkirmish::Sixth), "{date}");
        let lutzow = foot(Prussia, "free_corps", date);
        assert!(p.shows("prussia.5", lutzow.by.rests_on("prussia.5")));
        assert_eq!(lutzow.training, trained(in_line, in_line, in_line), "{date}");
        assert_eq!(horse(Prussia, "free_corps", date).training.melee, in_line);
        assert_eq!(battery(Prussia, "free_corps_battery", date).training.fire, in_line);
        assert_eq!(horse(Prussia, "lance_regiment", date).training, trained(0, 0, in_line), "{date}");
        assert_eq!(horse(Prussia, "uhlan_regiment", date).training, trained(0, 0, 0), "{date}");
    }
    let rifles = foot(Prussia, "schutzen_battalion", LATE);
    assert!(p.shows("prussia.4", rifles.by.rests_on("prussia.4")));
    assert_eq!((rifles.training, rifles.skirmish), (trained(1, 1, 1), MaySkirmish::Whole));
    let mut w = who(Prussia, Arm::Cavalry, "regiment", LATE);
    w.weight = Some(Weight::Light);
    let hussars = given(&w);
    assert!(p.shows("prussia.6", hussars.by.rests_on("prussia.6")));
    assert_eq!(hussars.skirmish, MaySkirmish::Whole);
    w.weight = Some(Weight::Heavy);
    assert_eq!(given(&w).skirmish, MaySkirmish::Sixth);
    assert!(p.shows("prussia.7", battery(Prussia, "battery", LATE).by.rests_on("prussia.7")));
    let pioneers = foot(Prussia, "pioneers", LATE);
    assert!(p.shows("prussia.8", pioneers.by.rests_on("prussia.8")) && pioneers.troops.craftsmen);
    assert_eq!(pioneers.training, trained(-1, -1, 0));
}

#[test]
fn russia() {
    let p = proves!("russia.1", "russia.2", "russia.3", "russia.4", "russia.5", "russia.6", "15.01.2");
    use Nation::Russia;
    let line = foot(Russia, "battalion", LATE);
    assert!(p.shows("russia.1", line.by.rests_on("russia.1")));
    assert!(p.shows("russia.3", line.by.rests_on("russia.3")) && line.troops.steadfast);
    assert!(p.shows("russia.4", line.by.rests_on("russia.4")) && line.troops.lines_stand);
    assert_eq!((line.skirmish, line.training), (MaySkirmish::Companies(1), trained(0, 0, 0)));
    assert_eq!(foot(Russia, "jager_battalion", LATE).skirmish, MaySkirmish::Whole);
    let sturm = foot(Russia, "landsturm", LATE);
    assert!(p.shows("russia.2", sturm.by.rests_on("russia.2")));
    assert_eq!((sturm.training.melee, sturm.skirmish), (-1, MaySkirmish::None));
    assert_eq!(nations::kind(Russia, Arm::Infantry, "landsturm").unwrap().weapon, Some(None));
    // Landwehr with muskets has no deduction, with pikes it has.
    let mut w = who(Russia, Arm::Infantry, "landwehr", LATE);
    assert_eq!(given(&w).training.melee, 0);
    w.weapon = None;
    assert_eq!(given(&w).training.melee, -1);
    let cossacks = horse(Russia, "cossacks", LATE);
    assert!(p.shows("russia.5", cossacks.by.rests_on("russia.5")));
    assert_eq!((cossacks.training, cossacks.skirmish), (trained(0, 0, 1), MaySkirmish::ThreeQuarters));
    assert!(!cossacks.troops.steadfast);
    assert_eq!(horse(Russia, "uhlan_regiment", LATE).skirmish, MaySkirmish::WholeWithSoutien);
    let guard = horse(Russia, "guard_cossacks", LATE);
    assert!(p.shows("15.01.2", guard.by.rests_on("15.01.2")));
    assert_eq!((guard.training, guard.skirmish), (trained(0, 0, 0), MaySkirmish::Whole));
    assert_eq!(nations::kind(Russia, Arm::Cavalry, "guard_cossacks").unwrap().weights, [Weight::Light]);
    let b = nations::kind(Russia, Arm::Artillery, "battery").unwrap();
    assert!(p.shows("russia.6", battery(Russia, "battery", LATE).by.rests_on("russia.6")));
    assert_eq!((b.guns.as_ref().unwrap().guns, b.figures), (12, Some((15, 18))));
}

#[test]
fn saxony_and_austria() {
    let p = proves!(
        "saxony.1",
        "saxony.2",
        "saxony.3",
        "saxony.4",
        "saxony.6",
        "austria.1",
        "austria.2",
        "austria.3",
        "austria.4"
    );
    use Nation::{Austria, Saxony};
    let line = foot(Saxony, "infantry_battalion", AUTUMN);
    assert!(p.shows("saxony.1", line.by.rests_on("saxony.1")));
    assert_eq!((line.skirmish, line.rifles), (MaySkirmish::Figures(2), 0));
    assert_eq!(foot(Saxony, "grenadier_battalion", AUTUMN).skirmish, MaySkirmish::None);
    assert_eq!(foot(Saxony, "light_battalion", AUTUMN).skirmish, MaySkirmish::Whole);
    let jagers = nations::kind(Saxony, Arm::Infantry, "jager_company").unwrap();
    assert_eq!((jagers.figures, jagers.weapon), (Some((5, 6)), Some(Some(Weapon::Rifle))));
    assert!(p.shows("saxony.2", foot(Saxony, "jager_company", AUTUMN).by.rests_on("saxony.2")));
    let hussars = horse(Saxony, "hussar_regiment", AUTUMN);
    assert!(p.shows("saxony.6", hussars.by.rests_on("saxony.6")));
    assert_eq!(hussars.training, trained(1, 1, 1));
    let clemens = horse(Saxony, "prince_clemens", AUTUMN);
    assert!(p.shows("saxony.3", clemens.by.rests_on("saxony.3")));
    // Two in all, not three.
    assert_eq!((clemens.training, clemens.troops.lancers), (trained(2, 2, 2), true));
    let guns = battery(Saxony, "foot_battery", AUTUMN);
    assert!(p.shows("saxony.4", guns.by.rests_on("saxony.4")));
    assert_eq!((guns.training.fire, battery(Saxony, "horse_battery", AUTUMN).training.fire), (-1, -1));

    let mut w = who(Austria, Arm::Infantry, "jager_battalion", AUTUMN);
    w.figures = 40;
    let jagers = given(&w);
    assert!(p.shows("austria.1", jagers.by.rests_on("austria.1")));
    assert!(p.shows("austria.2", jagers.by.rests_on("austria.2")));
    assert_eq!((jagers.rifles, jagers.training, jagers.skirmish), (13, trained(1, 1, 1), MaySkirmish::Whole));
    let grenzer = foot(Austria, "grenzer_battalion", AUTUMN);
    assert_eq!(
        (grenzer.rifles, grenzer.training, grenzer.skirmish),
        (5, trained(0, 0, 0), MaySkirmish::Sixth)
    );
    let uhlans = horse(Austria, "uhlan_regiment", AUTUMN);
    assert!(p.shows("austria.3", uhlans.by.rests_on("austria.3")));
    assert_eq!((uhlans.training, uhlans.skirmish), (trained(0, 0, 1), MaySkirmish::Whole));
    assert!(p.shows("austria.4", battery(Austria, "battery", AUTUMN).by.rests_on("austria.4")));
    let k = nations::kind(Austria, Arm::Artillery, "cavalry_battery").unwrap();
    assert_eq!(
        (k.guns.as_ref().unwrap().harness.as_slice(), k.figures),
        (&[Harness::Driven][..], Some((10, 11)))
    );
}

#[test]
fn units_spelled_out_have_what_all_of_their_nation_have() {
    let mut w = who(Nation::Russia, Arm::Infantry, "battalion", LATE);
    w.kind = None;
    let g = given(&w);
    assert!(g.troops.steadfast && g.troops.lines_stand);
    assert_eq!(g.skirmish, MaySkirmish::Sixth);
    (w.arm, w.weight) = (Arm::Cavalry, Some(Weight::Cossack));
    assert_eq!(given(&w).skirmish, MaySkirmish::ThreeQuarters);
    w.nation = Nation::Other;
    w.weight = Some(Weight::Light);
    assert_eq!((given(&w).skirmish, given(&w).training), (MaySkirmish::Whole, Training::default()));
    assert_eq!(Share::read("companies 0"), None);
    assert_eq!(Share::read("figures x"), None);
    assert_eq!(Share::read("figures 6"), Some(Share::Figures(6)));
}

#[test]
fn the_examples_of_valour() {
    use Nation::*;
    let of = |n, arm, w, t: &str, d: &str| nations::listed(n, arm, w, t, day(d));
    let foot = |n, t: &str, d: &str| of(n, Arm::Infantry, None, t, d);
    assert_eq!(foot(France, "Young Guard", LATE).unwrap(), (vec![3, 2, 1], "XXIII.1".into()));
    assert_eq!(foot(France, "Young Guard", Y15).unwrap(), (vec![3], "XXIV.1".into()));
    // The +3 row says Austria, the others Austria-Hungary.
    assert_eq!(foot(Austria, "Grenadiers", LATE).unwrap().0, [3, 2]);
    assert_eq!(foot(Other, "Hanover: KGL", LATE).unwrap().0, [2]);
    assert_eq!(foot(Kgl, "KGL", LATE).unwrap().0, [2]);
    assert_eq!(foot(Prussia, "line", LATE).unwrap().0, [1]);
    assert_eq!(foot(Prussia, "Old Guard grenadiers", LATE), Err(Unlisted::Row));
    assert_eq!(foot(France, "Young Guard", SPRING), Err(Unlisted::Time));
    assert_eq!(foot(France, "Young Guard", Y12), Err(Unlisted::Time));
    let horse = |n, w, t: &str| of(n, Arm::Cavalry, Some(w), t, LATE);
    assert_eq!(horse(France, Weight::Heavy, "Cuirassiers").unwrap().0, [0, -1]);
    assert_eq!(horse(Russia, Weight::Medium, "Uhlans").unwrap(), (vec![0], "XXIII.3".into()));
    assert_eq!(horse(Russia, Weight::Cossack, "Don Cossacks").unwrap(), (vec![1], "XXIII.4".into()));
    let guns = |n, t: &str| of(n, Arm::Artillery, None, t, LATE).map(|v| v.0);
    assert_eq!(guns(Russia, "Line"), Ok(vec![1]));
    // All nations not named in the same class.
    assert_eq!(guns(Other, "Baden: Line"), Ok(vec![0]));
    assert_eq!(guns(Other, "Saxony: Line"), Ok(vec![-1]));
    assert_eq!(nations::valour_range(), (-4, 5));
    assert!(nations::listed_units(Saxony, "XXIII.1").contains(&"Grenadiers"));
}

#[test]
fn guns_models_and_horses() {
    let p = proves!("bases.8", "bases.9", "bases.10");
    let of = |n, t: &str| nations::gun_of(n, t).map(|g| (g.group, g.weight));
    assert_eq!(of(Nation::France, "12 pdr An XI"), Some(("5", GunWeight::Heavy)));
    assert_eq!(of(Nation::Saxony, "8 pdr"), Some(("3", GunWeight::Medium)));
    assert_eq!(of(Nation::England, "9 pdr"), Some(("4", GunWeight::Light)));
    assert_eq!(of(Nation::Kgl, "9 pdr"), of(Nation::England, "9 pdr"));
    assert_eq!(of(Nation::Other, "Sweden: 6 pdr"), Some(("3", GunWeight::Light)));
    assert_eq!((of(Nation::Other, "6 pdr"), of(Nation::France, "9 pdr")), (None, None));
    let models: Vec<_> = (0..=14).map(nations::models).collect();
    let m = |n: u8, times: usize| std::iter::repeat_n(Some(n), times);
    let want: Vec<_> =
        std::iter::once(None).chain(m(1, 5)).chain(m(2, 4)).chain(m(3, 4)).chain([None]).collect();
    assert_eq!(models, want);
    assert_eq!(nations::most_guns(), 13);
    let horses = |guns, h, twelve, wagon| nations::horses(guns, h, twelve, wagon).map(|(n, by)| (n, by.id()));
    for (guns, n) in [(6, 6), (8, 8), (10, 10), (12, 12), (5, 6), (7, 8), (2, 2)] {
        for h in [Harness::Foot, Harness::Driven] {
            assert_eq!(p.shows("bases.8", horses(guns, h, false, false)), Some((n, "bases.8")), "{guns}");
        }
    }
    for (guns, n) in [(4, Some(6)), (6, Some(8)), (8, Some(12)), (12, Some(12)), (5, None), (10, None)] {
        let h = horses(guns, Harness::Horse, false, false);
        if n.is_some() {
            assert_eq!(p.shows("bases.10", h), n.map(|n| (n, "bases.10")), "{guns}");
        } else {
            assert_eq!(h, None);
        }
    }
    // Two more for each of two limbers, or a heavy wagon with two.
    assert_eq!(p.shows("bases.9", horses(8, Harness::Foot, true, false)), Some((12, "bases.9")));
    assert_eq!(horses(8, Harness::Foot, true, true), Some((10, "bases.9")));
    assert_eq!(horses(6, Harness::Foot, true, false), Some((10, "bases.9")));
    assert_eq!(horses(14, Harness::Foot, false, false), None);
}

#[test]
fn staffs_and_wagons() {
    let of = |l| {
        let s = nations::staff(l);
        (s.couriers, s.each_subordinate, s.specialists)
    };
    assert_eq!(
        [of(Level::Regiment), of(Level::Brigade), of(Level::Division)],
        [(1, 0, 0), (1, 0, 0), (2, 0, 0)]
    );
    assert_eq!([of(Level::Corps), of(Level::Army)], [(0, 1, 1), (0, 1, 1)]);
    assert_eq!(nations::wagon_issues(), (4, 2));
}
