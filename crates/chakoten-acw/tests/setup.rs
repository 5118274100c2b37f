//! Chapters 01 and 08.01 and the scenario: what the organiser writes, and what he may not.

use chakoten_acw::field::{Comer, Level};
use chakoten_acw::ground::LineKind;
use chakoten_acw::troop::{Cover, Formation, Nation, Obstacle};
use chakoten_acw::unit::{Fate, Side, Unit};
use chakoten_acw::{Field, proves, raising, scenario};
use muster::Report;

use crate::field_day;

const HEAD: &str = r#"book = "chakoten-acw"
title = "Drill"
period = "1863"
briefing = "Fight."
turns = 10
[table]
width = 240
depth = 160
"#;

const B: &str = r#"
[[side]]
name = "South"
nation = "confederate"
edge = "north"
[[side.command]]
code = "CC"
valour = 0
weapon = "rifled_musket"
unit = [{ code = "B1", arm = "infantry", x = 120, y = 140, facing = 180 }]
"#;

/// A scenario with this ground, and side A with these lines for its only brigade.
fn text(ground: &str, brigade: &str) -> String {
    format!(
        "{HEAD}{ground}\n[[side]]\nname = \"North\"\nnation = \"union\"\nedge = \"south\"\n[[side.command]]\ncode = \"U\"\n{brigade}\n{B}"
    )
}

fn units(units: &str) -> String {
    text("", &format!("valour = 0\nweapon = \"rifled_musket\"\nunit = [{units}]"))
}

fn good(text: &str) -> Field {
    scenario::read("drill", text).unwrap_or_else(|r| panic!("{r:#}")).muster()
}

/// The unit of side A that the drill is about.
fn of_a(f: &Field) -> &Unit {
    &f[f.by_code("A1").unwrap()]
}

fn staff(f: &Field) -> impl Iterator<Item = &chakoten_acw::field::Staff> {
    f.staff.iter().filter(|s| s.side == Side::A)
}

fn bad(text: &str) -> Report {
    scenario::read("drill", text).expect_err("this scenario is not lawful")
}

/// The one mistake: its clause, and its words.
fn mistake(text: &str) -> (Option<&'static str>, String) {
    let r = bad(text);
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    (m.clause, format!("{} ({})", m.wrong, m.right.clone().unwrap_or_default()))
}

fn law(text: &str) -> &'static str {
    let (c, says) = mistake(text);
    c.unwrap_or_else(|| panic!("no clause: {says}"))
}

#[test]
fn standard_sizes_unless_the_scenario_says_otherwise() {
    let p = proves!("01.02.1", "01.02.2");
    let f = good(&units(
        r#"{ code = "R", arm = "infantry", x = 40, y = 40 },
           { code = "Bn", arm = "infantry", size = "battalion", x = 60, y = 40 },
           { code = "Co", arm = "infantry", size = "company", x = 80, y = 40 },
           { code = "Own", arm = "infantry", figures = 27, company = 4, x = 100, y = 40 }"#,
    ));
    let n = |c: &str| {
        let u = &f[f.by_code(c).unwrap()];
        (u.figures, u.original, u.company)
    };
    assert_eq!(n("R"), (30, 30, 3));
    assert_eq!(n("Bn"), (24, 24, 3));
    assert_eq!(n("Co"), (3, 3, 3));
    assert_eq!(n("Own"), (27, 27, 4));
    let by = raising::set_up_by(&f);
    assert!(p.shows("01.02.1", by.rests_on("01.02.1")) && by.rests_on("01.02.2") && !by.rests_on("01.02.3"));
    let m = mistake(&units(r#"{ code = "S", arm = "infantry", size = "squadron", x = 40, y = 40 }"#));
    assert_eq!(*p.shows("01.02.2", &m.0), Some("01.02.2"));
}

#[test]
fn cavalry_of_the_two_nations() {
    let p = proves!("01.02.3", "01.02.4");
    let sizes = |nation| {
        [raising::Body::Company, raising::Body::Squadron, raising::Body::Battalion, raising::Body::Regiment]
            .map(|b| raising::standard(false, nation, b).map(|(n, by)| (n, by.id())))
    };
    let union = [3, 5, 10, 30].map(|n| Some((n, "01.02.3")));
    assert_eq!(p.shows("01.02.3", sizes(Nation::Union)), union);
    let confederate = [3, 6, 18, 30].map(|n| Some((n, "01.02.4")));
    assert_eq!(p.shows("01.02.4", sizes(Nation::Confederate)), confederate);
    let f = good(&units(r#"{ code = "C", arm = "cavalry", size = "battalion", x = 40, y = 40 }"#));
    assert_eq!(f[f.by_code("C").unwrap()].figures, 10);
}

#[test]
fn batteries_and_wagons() {
    let p = proves!("01.02.5", "01.02.6", "01.02.7");
    let f = good(&units(
        r#"{ code = "F4", arm = "battery", gun = "napoleon", x = 20, y = 40 },
           { code = "H4", arm = "battery", gun = "napoleon", guns = 4, horse = true, x = 40, y = 40 },
           { code = "F6", arm = "battery", gun = "napoleon", guns = 6, x = 60, y = 40 },
           { code = "H6", arm = "battery", gun = "napoleon", guns = 6, horse = true, x = 80, y = 40 },
           { code = "L4", arm = "battery", gun = "napoleon", formation = "march_column", x = 100, y = 40 },
           { code = "LH4", arm = "battery", gun = "napoleon", horse = true, formation = "march_column", x = 120, y = 40 },
           { code = "L6", arm = "battery", gun = "napoleon", guns = 6, formation = "march_column", x = 140, y = 40 },
           { code = "LH6", arm = "battery", gun = "napoleon", guns = 6, horse = true, formation = "march_column", x = 160, y = 40 },
           { code = "W", arm = "wagon", x = 180, y = 40 }"#,
    ));
    let n = |c: &str| {
        let u = &f[f.by_code(c).unwrap()];
        let b = u.battery.unwrap();
        (b.of, b.sound, b.limbers, u.figures, b.horses)
    };
    let by = |c: &str, clause: &str| raising::raised_by(&f[f.by_code(c).unwrap()]).rests_on(clause);
    assert!(by("F4", "01.02.5") && !by("F4", "01.02.6") && by("H6", "01.02.6"));
    assert_eq!(n("F4"), (4, 4, 4, 4, 4));
    assert_eq!(n("H4"), (4, 4, 4, 4, 6));
    assert_eq!(n("F6"), (6, 6, 6, 6, 6));
    assert_eq!(n("H6"), (6, 6, 6, 6, 8));
    let size = |c: &str| {
        let b = f[f.by_code(c).unwrap()].base;
        ((b.width * 10.0).round(), (b.depth * 10.0).round())
    };
    assert_eq!(size("F4"), (40.0, 45.0));
    assert_eq!(size("F6"), (60.0, 45.0));
    assert_eq!(size("L4"), (40.0, 45.0 + 85.0));
    assert_eq!(size("LH4"), (40.0, 45.0 + 115.0));
    assert_eq!(size("L6"), (30.0, 45.0 + 45.0 + 70.0 + 45.0));
    assert_eq!(size("LH6"), (30.0, 45.0 + 45.0 + 70.0 + 75.0));
    assert_eq!(size("W"), (40.0, 110.0));
    assert_eq!(f[f.by_code("W").unwrap()].figures, 4);
    assert!(p.shows("01.02.7", by("W", "01.02.7")));
    assert_eq!(
        *p.shows(
            "01.02.6",
            &law(&units(r#"{ code = "F", arm = "battery", gun = "napoleon", guns = 5, x = 20, y = 40 }"#))
        ),
        "01.02.6"
    );
    assert_eq!(
        *p.shows(
            "01.02.5",
            &law(&units(r#"{ code = "F", arm = "battery", gun = "napoleon", guns = 3, x = 20, y = 40 }"#))
        ),
        "01.02.5"
    );
}

#[test]
fn bases_of_men_and_riders() {
    let f = good(&units(
        r#"{ code = "I", arm = "infantry", x = 40, y = 40 }, { code = "C", arm = "cavalry", x = 90, y = 40 }"#,
    ));
    let size = |c: &str| {
        let b = f[f.by_code(c).unwrap()].base;
        ((b.width * 10.0).round(), (b.depth * 10.0).round())
    };
    assert_eq!(size("I"), (15.0 * 8.0, 2.0 * 15.0));
    assert_eq!(size("C"), (15.0 * 15.0, 2.0 * 30.0));
    let g = &f.staff[0];
    assert_eq!(((g.base.width * 10.0).round(), (g.base.depth * 10.0).round()), (15.0, 30.0));
}

#[test]
fn staffs_have_their_orderlies() {
    let p = proves!("01.02.8", "01.02.9");
    let corps = |orderlies: &str| {
        text(
            "",
            &format!(
                r#"level = "corps"
{orderlies}
[[side.command]]
code = "D"
level = "division"
under = "U"
[[side.command]]
code = "B"
under = "D"
valour = 0
weapon = "rifled_musket"
unit = [{{ code = "A1", arm = "infantry", x = 40, y = 40 }}]
[[side.command]]
code = "X"
under = "D"
level = "artillery_battalion"
valour = 0
unit = [{{ code = "A2", arm = "battery", gun = "napoleon", x = 60, y = 40 }}]"#
            ),
        )
    };
    let f = good(&corps(""));
    let n = |c: &str| {
        let id = f.commands.iter().find(|x| &*x.code == c).unwrap().id;
        let all = |general| f.staff.iter().filter(|s| s.command == id && s.general == general).count();
        (all(true), all(false))
    };
    assert_eq!(n("U"), (1, 1), "a corps with one division");
    assert_eq!(n("D"), (1, 2), "a division with a brigade and an artillery battalion");
    assert_eq!(n("B"), (1, 1));
    assert_eq!(n("X"), (1, 1));
    assert_eq!(f.commands.iter().find(|c| &*c.code == "U").unwrap().level, Level::Corps);
    assert_eq!(*p.shows("01.02.9", &law(&corps("orderlies = 2"))), "01.02.9");
    let brigade = |n: u32| {
        text(
            "",
            &format!(
                "orderlies = {n}\nvalour = 0\nweapon = \"rifled_musket\"\nunit = [{{ code = \"A1\", arm = \"infantry\", x = 40, y = 40 }}]"
            ),
        )
    };
    assert_eq!(good(&brigade(1)).staff.len(), 4);
    assert_eq!(*p.shows("01.02.8", &law(&brigade(0))), "01.02.8");
    assert_eq!(law(&brigade(2)), "01.02.8");
    let free = brigade(2).replace("[table]", "[rules]\nfree_staffs = true\n[table]");
    assert_eq!(good(&free).staff.len(), 5);
}

#[test]
fn the_scenario_says_when_and_what_about() {
    let _p = proves!("01.05.1");
    let whole = units(r#"{ code = "A1", arm = "infantry", x = 40, y = 40 }"#);
    good(&whole);
    assert_eq!(law(&whole.replace("period = \"1863\"\n", "")), "01.05.1");
    assert_eq!(law(&whole.replace("briefing = \"Fight.\"\n", "")), "01.05.1");
    let s = scenario::read("drill", &whole.replace("turns = 10", "climate = \"wet\"\nturns = 10")).unwrap();
    assert_eq!((s.period.as_str(), s.climate.as_str(), s.turns), ("1863", "wet", 10));
}

#[test]
fn the_scenario_states_the_forces() {
    let _p = proves!("01.05.2");
    let one = r#"{ code = "A1", arm = "infantry", x = 40, y = 40 }"#;
    assert_eq!(law(&text("", &format!("weapon = \"rifled_musket\"\nunit = [{one}]"))), "01.05.2");
    assert_eq!(law(&text("", &format!("valour = 1\nunit = [{one}]"))), "01.05.2");
    assert_eq!(law(&units(r#"{ code = "A1", arm = "battery", x = 40, y = 40 }"#)), "01.05.2");
    let under = text("", &format!("under = \"Z\"\nvalour = 1\nweapon = \"rifled_musket\"\nunit = [{one}]"));
    assert_eq!(law(&under), "01.05.2");
    let f = good(&text("", &format!("valour = 1\nweapon = \"shotgun\"\nunit = [{one}]")));
    assert_eq!(of_a(&f).valour, 1);
    assert_eq!(of_a(&f).weapon, Some(chakoten_acw::troop::Weapon::Shotgun));
}

#[test]
fn special_rules_hold_for_one_game() {
    let _p = proves!("01.05.3");
    let plain = units(r#"{ code = "A1", arm = "infantry", x = 40, y = 40 }"#);
    let own = plain
        .replace("[table]", "[readings]\ncrest = \"none\"\n[table]")
        .replace("edge = \"south\"", "edge = \"south\"\nexits = [\"east\"]\nchevaux = 12");
    let (a, b) = (good(&plain), good(&own));
    assert!(a.readings.is(chakoten_acw::reading!("crest", "middle")));
    assert!(b.readings.is(chakoten_acw::reading!("crest", "none")));
    assert!(a.special.exits[0].is_empty() && b.special.exits[0] == [chakoten_acw::field::Edge::East]);
    assert_eq!((a.special.chevaux, b.special.chevaux), ([0.0, 0.0], [12.0, 0.0]));
    let (_, says) = mistake(&plain.replace("[table]", "[readings]\ncrst = \"none\"\n[table]"));
    assert!(says.contains("did you mean `crest`?"), "{says}");
    assert_eq!(law(&plain.replace("[table]", "[readings]\ncrst = \"none\"\n[table]")), "01.05.3");
    assert_eq!(law(&plain.replace("edge = \"south\"", "edge = \"south\"\nexits = [\"up\"]")), "01.05.3");
}

#[test]
fn valour_is_one_of_four() {
    let p = proves!("08.01.1", "08.01.2", "08.01.3", "08.01.4", "08.01.5", "08.01.6");
    let with = |v: &str| {
        text(
            "",
            &format!(
                "weapon = \"rifled_musket\"\nunit = [{{ code = \"A1\", arm = \"infantry\", valour = {v}, x = 40, y = 40 }}]"
            ),
        )
    };
    for (v, n) in [("2", 2), ("1", 1), ("0", 0), ("-1", -1)] {
        assert_eq!(of_a(&good(&with(v))).valour, n);
    }
    for (v, n, by) in [
        ("\"elite\"", 2, "08.01.3"),
        ("\"veteran\"", 1, "08.01.4"),
        ("\"experienced\"", 0, "08.01.5"),
        ("\"raw\"", -1, "08.01.6"),
    ] {
        let f = good(&with(v));
        let unit = of_a(&f);
        let grounds = raising::raised_by(unit);
        assert_eq!((unit.valour, p.shows(by, grounds.rests_on(by))), (n, true));
    }
    for v in ["3", "-2", "0.5"] {
        assert_eq!(*p.shows("08.01.1", &law(&with(v))), "08.01.1");
    }
    assert_eq!(p.shows("08.01.2", law(&with("\"brave\""))), "08.01.2");
}

/// 80 cm are 1000 m: from 40 cm, a field of 500 m, to 20 m, a country of 25 km.
#[test]
fn a_table_is_as_large_as_a_field() {
    let _p = proves!("01.01.3.a");
    let plain = units(r#"{ code = "R", arm = "infantry", x = 40, y = 40 }"#);
    let wide = |cm: &str| plain.replacen("width = 240", &format!("width = {cm}"), 1);
    good(&wide("2000"));
    assert_eq!(law(&wide("2000.1")), "01.01.3.a");
    assert_eq!(law(&wide("39.9")), "01.01.3.a");
}

#[test]
fn hill_steps_stand_on_each_other() {
    let _p = proves!("01.01.3.b");
    let hill = |x: f64| {
        format!(
            "[[ground.hill]]\nname = \"Hill\"\n[[ground.hill.step]]\noutline = [[20, 20], [80, 20], [80, 80], [20, 80]]\n[[ground.hill.step]]\noutline = [[30, 30], [{x}, 30], [{x}, 60], [30, 60]]"
        )
    };
    let one =
        "valour = 0\nweapon = \"pistol\"\nunit = [{ code = \"A1\", arm = \"infantry\", x = 140, y = 40 }]";
    let f = good(&text(&hill(80.0), one));
    let level = |x, y| f.ground.level(table::v2(x, y));
    assert_eq!([level(10.0, 40.0), level(25.0, 40.0), level(50.0, 50.0), level(50.0, 70.0)], [0, 1, 2, 1]);
    assert_eq!(f.ground.hills[1].name, "Hill, step 2");
    assert_eq!(law(&text(&hill(81.0), one)), "01.01.3.b");
}

#[test]
fn objects_have_the_values_of_the_table() {
    let p = proves!("XXII.a", "10.02.2", "02.06.6.b");
    use LineKind::{
        Abatis, Bank, Barricade, ChevauxDeFrise, Ditch, Fence, FullFortification, LightFortification, Wall,
    };
    for (kind, o, c) in [
        (Barricade, Obstacle::II, Cover::I),
        (LightFortification, Obstacle::II, Cover::I),
        (FullFortification, Obstacle::III, Cover::III),
        (Abatis, Obstacle::III, Cover::II),
        (ChevauxDeFrise, Obstacle::III, Cover::None),
        (Ditch, Obstacle::I, Cover::None),
        (Bank, Obstacle::I, Cover::I),
        (Fence, Obstacle::I, Cover::None),
        (Wall, Obstacle::II, Cover::I),
    ] {
        assert_eq!(raising::line_values(kind), (o, c), "{kind:?}");
        let by = match kind {
            Barricade | Wall => "XXII.a",
            FullFortification => "10.02.2",
            _ => "02.06.6.b",
        };
        assert_eq!(raising::line_by(kind).id(), by);
    }
    assert_eq!(p.shows("02.06.6.b", raising::line_by(Abatis)).id(), "02.06.6.b");
    assert_eq!(raising::building_values(false), (Obstacle::II, Cover::II));
    assert_eq!(raising::building_values(true), (Obstacle::III, Cover::III));
    let one =
        "valour = 0\nweapon = \"pistol\"\nunit = [{ code = \"A1\", arm = \"infantry\", x = 140, y = 40 }]";
    let line = |kind: &str, more: &str| {
        text(
            &format!(
                "[[ground.line]]\nkind = \"{kind}\"\nname = \"It\"\npath = [[10, 60], [40, 60]]\n{more}"
            ),
            one,
        )
    };
    let f = good(&line("wall", "obstacle = \"III\"\ncover = \"II\""));
    assert_eq!((f.lines[0].obstacle, f.lines[0].cover), (Obstacle::III, Cover::II));
    good(&line("wall", "obstacle = \"I\""));
    good(&line("barricade", "obstacle = \"I\""));
    good(&line("other", "obstacle = \"IV\"\ncover = \"III\""));
    let redoubt = good(&line("full_fortification", ""));
    assert_eq!(redoubt.lines[0].cover, Cover::III);
    assert!(p.shows("10.02.2", raising::set_up_by(&redoubt).rests_on("10.02.2")));
    assert_eq!(*p.shows("XXII.a", &law(&line("wall", "obstacle = \"IV\""))), "XXII.a");
    assert_eq!(law(&line("wall", "cover = \"III\"")), "XXII.a");
    assert_eq!(law(&line("barricade", "obstacle = \"III\"")), "XXII.a");
    assert_eq!(law(&line("barricade", "cover = \"II\"")), "XXII.a");
    assert_eq!(law(&line("fence", "cover = \"I\"")), "XXII.a");
}

#[test]
fn material_for_chevaux_de_frise_is_given() {
    let _p = proves!("10.05.1");
    let plain = units(r#"{ code = "A1", arm = "infantry", x = 40, y = 40 }"#);
    let with = |n: &str| plain.replace("edge = \"south\"", &format!("edge = \"south\"\nchevaux = {n}"));
    assert_eq!(good(&plain).special.chevaux[0], 0.0);
    assert_eq!(good(&with("30")).special.chevaux[0], 30.0);
    assert_eq!(law(&with("-1")), "10.05.1");
}

#[test]
fn formations_are_lawful_for_arm_and_strength() {
    let p = proves!("02.01.2", "02.01.4", "02.01.5", "02.02.2", "02.02.4", "02.03.2");
    let u = |what: &str| units(&format!("{{ code = \"A1\", x = 60, y = 60, {what} }}"));
    let column = |n: u32| u(&format!(r#"arm = "infantry", formation = "attack_column", figures = {n}"#));
    good(&column(13));
    assert_eq!(*p.shows("02.01.2", &law(&column(12))), "02.01.2");
    let horse = |n: u32, front: u32| {
        u(&format!(r#"arm = "cavalry", formation = "attack_column", figures = {n}, front = {front}"#))
    };
    assert_eq!(of_a(&good(&horse(11, 5))).files, 5);
    assert_eq!(*p.shows("02.02.2", &law(&horse(10, 5))), "02.02.2");
    assert_eq!(of_a(&good(&horse(13, 6))).files, 6);
    assert_eq!(law(&horse(12, 6)), "02.02.2");
    assert_eq!(law(&horse(20, 7)), "02.02.2");
    let gap = |arm: &str, formation: &str, mm: &str| {
        u(&format!(r#"arm = "{arm}", formation = "{formation}", figures = 6, gap = {mm}"#))
    };
    assert_eq!(of_a(&good(&gap("infantry", "chain", "8"))).gap, 0.8);
    good(&gap("infantry", "chain", "16"));
    assert_eq!(*p.shows("02.01.5", &law(&gap("infantry", "chain", "7.9"))), "02.01.5");
    assert_eq!(law(&gap("infantry", "chain", "16.1")), "02.01.5");
    good(&gap("infantry", "thin_line", "0"));
    good(&gap("infantry", "thin_line", "7.9"));
    assert_eq!(*p.shows("02.01.4", &law(&gap("infantry", "thin_line", "8"))), "02.01.4");
    good(&gap("cavalry", "chain", "0"));
    good(&gap("cavalry", "chain", "15"));
    assert_eq!(*p.shows("02.02.4", &law(&gap("cavalry", "chain", "15.1"))), "02.02.4");
    assert_eq!(law(&u(r#"arm = "cavalry", formation = "thin_line""#)), "02.02.4");
    assert_eq!(
        of_a(&good(&u(r#"arm = "cavalry", formation = "thin_line", mounted = false"#))).formation,
        Formation::ThinLine
    );
    assert_eq!(
        *p.shows("02.03.2", &law(&u(r#"arm = "battery", gun = "napoleon", formation = "chain""#))),
        "02.03.2"
    );
}

#[test]
fn nobody_stands_on_another_or_off_the_table() {
    let two = |x: f64, y: f64| {
        units(&format!(
            "{{ code = \"A1\", arm = \"infantry\", x = 60, y = 60 }}, {{ code = \"A2\", arm = \"infantry\", x = {x}, y = {y} }}"
        ))
    };
    good(&two(72.0, 60.0));
    assert!(mistake(&two(71.9, 60.0)).1.contains("\"A2\" stands on \"A1\""));
    good(&two(60.0, 57.0));
    assert!(mistake(&two(60.0, 57.1)).1.contains("stands on"));
    good(&two(6.0, 160.0));
    let (_, says) = mistake(&two(5.9, 160.0));
    assert!(says.contains("x from 6.0 to 234.0 and y from 3.0 to 160.0"), "{says}");
    assert!(mistake(&two(100.0, 160.1)).1.contains("wholly on the table"));
}

#[test]
fn garrisons_fit_their_buildings() {
    let p = proves!("02.04.3.b", "play.building");
    let ground = "[[ground.building]]\nname = \"Church\"\nx = 100\ny = 60\n[[ground.building]]\nname = \"Inn\"\nx = 108\ny = 60\nstone = true";
    let with = |unit: &str| text(ground, &format!("valour = 0\nweapon = \"pistol\"\nunit = [{unit}]"));
    let f = good(&with(r#"{ code = "A1", arm = "infantry", figures = 9, inside = "Church" }"#));
    assert_eq!(of_a(&f).inside[..], [0]);
    assert_eq!(
        *p.shows(
            "02.04.3.b",
            &law(&with(r#"{ code = "A1", arm = "infantry", figures = 10, inside = "Church" }"#))
        ),
        "02.04.3.b"
    );
    let f = good(&with(r#"{ code = "A1", arm = "infantry", figures = 18, inside = ["Church", "Inn"] }"#));
    assert_eq!(of_a(&f).inside[..], [0, 1]);
    assert_eq!(
        *p.shows(
            "play.building",
            &law(&with(r#"{ code = "A1", arm = "cavalry", figures = 9, inside = "Church" }"#))
        ),
        "play.building"
    );
    good(&with(r#"{ code = "A1", arm = "cavalry", mounted = false, figures = 9, inside = "Church" }"#));
    let both = with(r#"{ code = "A1", arm = "infantry", figures = 3, inside = "Church" }"#).replace(
        "{ code = \"B1\", arm = \"infantry\", x = 120, y = 140, facing = 180 }",
        "{ code = \"B1\", arm = \"infantry\", figures = 3, inside = \"Church\" }",
    );
    assert_eq!(law(&both), "play.building");
    assert!(
        mistake(&with(r#"{ code = "A1", arm = "infantry", x = 100, y = 62 }"#))
            .1
            .contains("half in \"Church\"")
    );
}

#[test]
fn ground_on_which_nobody_can_stand() {
    let p = proves!("02.06.5", "play.ground");
    let patch = |kind: &str, unit: &str| {
        text(
            &format!(
                "[[ground.area]]\nkind = \"{kind}\"\nname = \"Water\"\npath = [[0, 60], [240, 60]]\nwidth = 20\n[[ground.bridge]]\nname = \"Bridge\"\nx = 200\ny = 60\nlength = 22\nwidth = 6"
            ),
            &format!("valour = 0\nweapon = \"pistol\"\nunit = [{unit}]"),
        )
    };
    let at = |x: u32, formation: &str| {
        format!(r#"{{ code = "A1", arm = "infantry", x = {x}, y = 69, formation = "{formation}" }}"#)
    };
    assert_eq!(*p.shows("02.06.5", &law(&patch("watercourse", &at(100, "line")))), "02.06.5");
    good(&patch("watercourse", &at(100, "chain")));
    good(&patch("swamp", &at(100, "march_column")));
    assert_eq!(*p.shows("play.ground", &law(&patch("lake", &at(100, "march_column")))), "play.ground");
    good(&patch("lake", &at(200, "march_column")));
    // On the bank one does not stand in it.
    let bank = at(100, "line").replace("y = 69", "y = 50");
    good(&patch("watercourse", &bank));
    good(&patch("lake", &bank));
    assert_eq!(law(&patch("lake", &bank.replace("y = 50", "y = 50.1"))), "play.ground");
}

#[test]
fn nobody_is_put_where_table_one_gives_him_no_rate() {
    let p = proves!("02.06.1", "02.06.5");
    let put = |kind: &str, road: &str, unit: &str| {
        let area = format!(
            "[[ground.area]]\nkind = \"{kind}\"\nname = \"Ground\"\npath = [[0, 60], [240, 60]]\nwidth = 30"
        );
        let foot = r#"{ code = "A1", arm = "infantry", x = 30, y = 20 }"#;
        text(&format!("{area}\n{road}"), &format!("valour = 0\nweapon = \"pistol\"\nunit = [{foot}, {unit}]"))
    };
    let wagon = r#"{ code = "A2", arm = "wagon", x = 100, y = 65 }"#;
    let pike = "[[ground.road]]\nname = \"Pike\"\npath = [[100, 0], [100, 160]]";
    for kind in ["wood", "difficult"] {
        assert_eq!(*p.shows("02.06.1", &law(&put(kind, "", wagon))), "02.06.1");
        good(&put(kind, pike, wagon));
        good(&put(kind, "", &wagon.replace("65", "45")));
    }
    let riders = r#"{ code = "A2", arm = "cavalry", x = 100, y = 65, formation = "march_column" }"#;
    assert_eq!(*p.shows("02.06.5", &law(&put("swamp", "", riders))), "02.06.5");
    good(&put("watercourse", "", riders));
    good(&put("wood", "", riders));
}

#[test]
fn reserves_come_by_their_edge() {
    let f = good(&units(
        r#"{ code = "A1", arm = "infantry", arrives = 3, edge = "west", at = 50 },
           { code = "A2", arm = "infantry", arrives = 4, edge = "west", at = 50 }"#,
    ));
    let (a, b) = (f.by_code("A1").unwrap(), f.by_code("A2").unwrap());
    assert_eq!(f.arrivals, [(3, Comer::Unit(a)), (4, Comer::Unit(b))]);
    assert_eq!(f[a].fate, Fate::Awaited);
    // Ten ranks of 1.5 cm, and its general behind it, who comes with it.
    assert_eq!(f[a].base.front, table::v2(18.0, 50.0));
    assert_eq!(f[a].base.dir, table::v2(1.0, 0.0));
    let mut g = f.clone();
    assert!(raising::arrive(&mut g, 2).is_empty());
    assert!(staff(&g).all(|s| !s.present()));
    assert_eq!(raising::arrive(&mut g, 3), [a]);
    assert!(staff(&g).all(|s| s.present()));
    // The second finds the place taken, and comes when it is free.
    assert!(raising::arrive(&mut g, 4).is_empty());
    g[a].base.front.x += 16.0;
    assert_eq!(raising::arrive(&mut g, 5), [b]);
    let r = bad(&units(r#"{ code = "A1", arm = "infantry", arrives = 3 }"#));
    assert_eq!(r.mistakes.len(), 2, "{r:#}");
}

/// A general who comes with a reserve marches with it out of sight until it comes, and commands it from its first turn.
#[test]
fn a_general_who_comes_with_a_reserve_commands_it() {
    let _p = proves!("03.03.2");
    let t = text(
        "",
        r#"valour = 0
weapon = "pistol"
general = { name = "Hale", with = "A2" }
unit = [{ code = "A1", arm = "infantry", x = 40, y = 40 },
        { code = "A2", arm = "infantry", arrives = 3, edge = "west", at = 80 }]"#,
    );
    let s = std::sync::Arc::new(scenario::read("drill", &t).unwrap_or_else(|r| panic!("{r:#}")));
    let dice = umpire::BattleDice::script([]);
    let mut b = chakoten_acw::battle::Battle::of_scenario(
        s.clone(),
        umpire::Seed::new("setup"),
        dice,
        umpire::Log::On(Vec::new()),
    );
    for _ in 0..2 {
        assert!(staff(b.field()).all(|s| !s.present()));
        // Nobody is there to give A1 an order of movement.
        let r = b.answer(Side::A, field_day::sheet(&[("A1", "march")])).unwrap_err();
        assert_eq!(r.clause.unwrap().id(), "03.03.3");
        field_day::turn(&mut b, &[], &[]);
    }
    let f = b.field();
    let g = staff(f).find(|s| s.general).unwrap().id;
    let u = f.by_code("A2").unwrap();
    assert!(f[u].on_table() && f[g].present());
    assert_eq!(f[g].with, Some(u));
    assert_eq!(f.general_with(u), Some(g));
    let from = f[g].base.front;
    field_day::turn(&mut b, &[("A2", "march 20")], &[]);
    let f = b.field();
    assert!((f[u].base.front.x - 38.0).abs() < 1e-6, "{:?}", f[u].base.front);
    assert!((f[g].base.front.x - from.x - 20.0).abs() < 1e-6, "he goes along");
}

#[test]
fn every_mistake_is_named_with_its_line() {
    let t = units(
        r#"{ code = "A 1", arm = "infantry", x = 40, y = 40 },
{ code = "A2", arm = "infantri", x = 60, y = 40 },
{ code = "A3", arm = "infantry", x = 80, y = "far" },
{ code = "a3", arm = "infantry", x = 100, y = 40, weapon = "musket", wepon = 1 },
{ code = "A5", arm = "wagon", x = 120, y = 40, gun = "napoleon" }"#,
    );
    let r = bad(&t);
    let wrong: Vec<_> = r.mistakes.iter().map(|m| (r.line_of(m).unwrap(), m.wrong.to_string())).collect();
    let lines: Vec<_> = wrong.iter().map(|(line, says)| (*line, says.as_str())).collect();
    let first = t.lines().position(|l| l.contains("A 1")).unwrap() + 1;
    assert_eq!(
        lines,
        [
            (first, "the code \"A 1\""),
            (first + 1, "`arm` of a unit is \"infantri\""),
            (first + 2, "`y` of a unit is a text"),
            (first + 3, "the code \"a3\" is given twice"),
            (first + 3, "`weapon` of a unit is \"musket\""),
            (first + 3, "a unit has no `wepon`"),
            (first + 4, "`gun` of a wagon"),
        ],
        "{r:#}"
    );
    assert!(r.mistakes.iter().all(|m| m.right.is_some()));
}

#[test]
fn what_is_no_scenario_is_refused_and_nothing_panics() {
    for t in [
        "",
        "book = 3",
        "[[side]]",
        "side = 3",
        "ground = 4\nside = [1, 2]",
        "\u{0}",
        "a = [",
        "[[side]]\n[[side]]\n",
    ] {
        bad(t);
    }
    bad(&"x".repeat(600 * 1024));
    for (_, text) in scenario::SHIPPED {
        // Cut off anywhere, and with any one word spoilt.
        for i in (0..text.len()).step_by(499) {
            if text.is_char_boundary(i) {
                let _ = scenario::read("cut", &text[..i]);
            }
        }
        for (from, to) in [
            (" = ", " = -"),
            ("[[", "["),
            ("\"", ""),
            ("1", "1e300"),
            ("2", "nan"),
            ("[", "{"),
            ("x = ", "x = inf #"),
            ("0", "[]"),
            ("true", "\"true\""),
            ("name", "nam"),
            ("1", "99999999999999999999"),
            ("kind", "path"),
        ] {
            let _ = scenario::read("spoilt", &text.replace(from, to));
        }
    }
}
