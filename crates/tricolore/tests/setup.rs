//! What a scenario may not say: each clause of the setting up, just inside and just outside of what it allows.

use muster::Report;
use tricolore::book::nations::{Nation, linear};
use tricolore::command::CommandKind;
use tricolore::orders::OrderKind;
use tricolore::scenario::Scenario;
use tricolore::troop::Formation;
use tricolore::unit::Fate;
use tricolore::{Side, proves, scenario};

const HEAD: &str = "book = \"tricolore\"\ntitle = \"Drill\"\ndate = \"1809-05-03\"\nrounds = 8\n[table]\nwidth = 3000\ndepth = 2000\n";
const BRIGADIER: &str = "ability = 5, radius = 400, points = 3, x = 1500, y = 500, facing = 0";
const UNIT: &str = "code = \"a1\", arm = \"infantry\", bases = 4, quality = \"line\", formation = \"line\", x = 1500, y = 560, facing = 0";
const B: &str = r#"
[[side]]
name = "North"
nation = "other"
edge = "north"
[[side.body]]
code = "NB"
level = "brigade"
morale = 5
officer = { ability = 5, radius = 400, points = 3, x = 1500, y = 1500, facing = 180 }
unit = [{ code = "n1", arm = "infantry", bases = 4, quality = "line", x = 1500, y = 1450, facing = 180 }]
"#;

/// A side A of whatever bodies.
fn with(ground: &str, bodies: &str) -> String {
    format!("{HEAD}{ground}\n[[side]]\nname = \"South\"\nnation = \"france\"\nedge = \"south\"\n{bodies}{B}")
}

/// One brigade with such an officer, such a unit, and more lines of its own.
fn brigade(officer: &str, unit: &str, more: &str) -> String {
    let morale = if more.contains("morale") { "" } else { "morale = 6\n" };
    with(
        "",
        &format!(
            "[[side.body]]\ncode = \"SB\"\nlevel = \"brigade\"\n{morale}{more}officer = {{ {officer} }}\nunit = [{{ {unit} }}]\n"
        ),
    )
}

/// The same brigade of one unit, which is changed.
fn unit(from: &str, to: &str) -> String {
    assert!(UNIT.contains(from), "{from}");
    brigade(BRIGADIER, &UNIT.replace(from, to), "")
}

fn good(text: &str) -> Scenario {
    scenario::read("drill", text).unwrap_or_else(|r| panic!("{r:#}\n{text}"))
}

fn bad(text: &str) -> Report {
    scenario::read("drill", text).expect_err("this scenario is not lawful")
}

/// The clause of the one mistake, which says where it is and what would be right.
fn law(text: &str) -> &'static str {
    let r = bad(text);
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    assert!(m.right.is_some() && r.line_of(m).is_some(), "{r:#}");
    m.clause.unwrap_or_else(|| panic!("no clause: {r:#}"))
}

/// A corps of one division of one brigade, with these lines of its own.
fn corps(lines: &str, units: &str) -> String {
    with(
        "",
        &format!(
            r#"[[side.body]]
code = "C"
level = "corps"
{lines}
officer = {{ ability = 6, radius = 900, x = 1500, y = 300, facing = 0 }}
{units}
[[side.body]]
code = "D"
level = "division"
under = "C"
morale = 6
officer = {{ ability = 6, radius = 600, x = 1500, y = 400, facing = 0 }}
[[side.body]]
code = "SB"
level = "brigade"
under = "D"
officer = {{ {BRIGADIER} }}
unit = [{{ {UNIT} }}]
"#
        ),
    )
}

const TRAIN: &str = "train = { ability = 5, x = 700, y = 600, facing = 0 }";
const RESERVE: &str = "unit = [{ code = \"r\", arm = \"battery\", bases = 4, calibre = 12, quality = \"line\", reserve = true }]";

#[test]
fn a_sound_scenario_is_mustered() {
    let p = proves!("linear.1", "linear.3");
    let s = good(&unit("4,", "4,"));
    let f = s.muster();
    let u = &f[f.by_code("a1").unwrap()];
    assert_eq!(
        (u.formation, u.values.melee, u.values.skirmish, u.bases.now),
        (Formation::Line { front: 4 }, 5, Some(5), 4)
    );
    assert_eq!((s.rounds, s.date.to_string()), (8, "1809-05-03".to_string()));
    assert_eq!(f.commands[0].orders.kind(), Some(OrderKind::Defence));
    assert_eq!(f.bodies[0].morale.map(|m| (m.value, m.level, m.bases)), Some((6, 3, 4)));
    assert!(f.officers[0].in_chief);
    // Linear tactics by nation and year.
    for (nation, year, so) in [
        (Nation::Britain, 1810, true),
        (Nation::Britain, 1811, false),
        (Nation::Russia, 1808, true),
        (Nation::Russia, 1809, false),
        (Nation::Austria, 1806, true),
        (Nation::Austria, 1807, false),
        (Nation::Prussia, 1808, true),
        (Nation::Prussia, 1809, false),
        (Nation::Spain, 1812, true),
        (Nation::Spain, 1813, false),
        (Nation::France, 1792, false),
        (Nation::France, 1791, true),
    ] {
        let (is, by) = p.shows("linear.1", linear(nation, year, true));
        assert_eq!((is, by.id()), (so, "linear.1"), "{nation:?} {year}");
    }
    assert!(!linear(Nation::Spain, 1812, false).0 && linear(Nation::Spain, 1811, false).0);
    let spain = |more: &str| unit("4,", "4,").replacen("\"france\"", &format!("\"spain\"{more}"), 1);
    let linear = |text: &str| {
        let f = good(text).muster();
        f[f.by_code("a1").unwrap()].troop.linear
    };
    assert!(linear(&spain("")) && !linear(&spain("\nlinear = false")));
    // Light cavalry and irregulars are exempt, unless the scenario says otherwise.
    let light = |more: &str| {
        spain("").replacen("arm = \"infantry\"", &format!("arm = \"cavalry\", weight = \"light\"{more}"), 1)
    };
    assert!(!linear(&light("")) && linear(&light(", linear = true")));
    assert!(linear(&light("").replace("\"light\"", "\"heavy\"")));
    let (so, by) = p.shows("linear.3", tricolore::book::nations::exempt(None, true));
    assert_eq!((so, by.id()), (true, "linear.3"));
    assert!(linear(&unit("4,", "4,").replacen("\"france\"", "\"france\"\nlinear = true", 1)));
    assert_eq!(law(&unit("4,", "4,").replacen("\"france\"", "\"atlantis\"", 1)), "linear.1");
}

#[test]
fn officers_from_brigade_upwards() {
    let p = proves!("officers.1", "officers.3");
    let level = |l: &str, rules: &str| {
        let text = brigade(BRIGADIER, UNIT, "").replacen("\"brigade\"", &format!("\"{l}\""), 1);
        text.replace("[table]", &format!("{rules}[table]"))
    };
    assert_eq!(p.shows("officers.1", law(&level("battalion", ""))), "officers.1");
    assert_eq!(p.shows("officers.3", law(&level("regiment", ""))), "officers.3");
    good(&level("regiment", "[rules]\nsmall_action = true\n"));
}

#[test]
fn values_of_command_officers() {
    let p = proves!("officers.6", "officers.7", "officers.8", "officers.9");
    let officer = |from: &str, to: &str| brigade(&BRIGADIER.replace(from, to), UNIT, "");
    for (from, to, so) in [
        ("radius = 400", "radius = 200", true),
        ("radius = 400", "radius = 199", false),
        ("radius = 400", "radius = 401", false),
        ("ability = 5", "ability = 2", true),
        ("ability = 5", "ability = 9", true),
        ("ability = 5", "ability = 1", false),
        ("ability = 5", "ability = 10", false),
    ] {
        let text = officer(from, to);
        if so {
            good(&text);
        } else {
            assert_eq!(p.shows("officers.6", law(&text)), "officers.6", "{to}");
        }
    }
    good(&officer("points = 3", "points = 1"));
    assert_eq!(p.shows("officers.9", law(&officer("points = 3", "points = 5"))), "officers.9");
    assert_eq!(law(&officer("points = 3", "points = 0")), "officers.9");
    assert_eq!(law(&officer("points = 3, ", "")), "officers.9");
    good(&officer("points = 3", "points = 3, order_bonus = 3, morale = 9"));
    assert_eq!(p.shows("officers.7", law(&officer("points = 3", "points = 3, morale = 10"))), "officers.7");
    // He is commander-in-chief of less than a corps: one or two points more than usual.
    let text = officer("points = 3", "points = 3, order_bonus = 4");
    let other = text.replacen("level = \"brigade\"\n", "level = \"brigade\"\nunder = \"D\"\n", 1).replacen(
        "[[side.body]]",
        "[[side.body]]\ncode = \"D\"\nlevel = \"division\"\nofficer = { ability = 5, radius = 600, x = 1500, y = 300, facing = 0 }\n[[side.body]]",
        1,
    );
    assert_eq!(p.shows("officers.8", law(&other)), "officers.8");
    // The morale of a command officer is that of his brigade where none is assigned.
    let f = good(&brigade(&format!("{BRIGADIER}, morale = 8"), UNIT, "# morale\n")).muster();
    assert_eq!(f.bodies[0].morale.map(|m| m.value), Some(8));
    let read = brigade(&format!("{BRIGADIER}, morale = 8"), UNIT, "")
        .replace("[table]", "[readings]\ncommand-morale = \"units\"\n[table]");
    let f = good(&read).muster();
    assert_eq!(
        (f[f.by_code("a1").unwrap()].values.morale, f.bodies[0].morale.map(|m| m.value)),
        (Some(8), Some(6))
    );
}

#[test]
fn superiors_and_the_commander_in_chief() {
    let p = proves!("higher-officers.1", "higher-officers.2", "higher-officers.4", "officers.10");
    let division = |officer: &str| {
        with(
            "",
            &format!(
                "[[side.body]]\ncode = \"D\"\nlevel = \"division\"\nmorale = 6\nofficer = {{ ability = 6, radius = 600, {officer}x = 1500, y = 300, facing = 0 }}\n[[side.body]]\ncode = \"SB\"\nlevel = \"brigade\"\nunder = \"D\"\nofficer = {{ {BRIGADIER} }}\nunit = [{{ {UNIT} }}]\n"
            ),
        )
    };
    let f = good(&division("order_bonus = 3, bonus_points = 2, ")).muster();
    assert!(f.officers[0].in_chief && f.officers[1].superior == Some(f.officers[0].id));
    assert_eq!(p.shows("officers.10", law(&division("bonus_points = 3, "))), "officers.10");
    assert_eq!(law(&division("points = 3, ")), "officers.9");
    // With less than a corps the commander-in-chief may have one or two points more.
    good(&division("chief = true, order_bonus = 5, "));
    assert_eq!(
        p.shows("higher-officers.4", law(&division("chief = true, order_bonus = 6, "))),
        "higher-officers.4"
    );
    // Two of the same rank: which of them?
    let second = |chief: &str| {
        let more = format!(
            "[[side.body]]\ncode = \"SC\"\nlevel = \"brigade\"\nmorale = 5\nofficer = {{ {BRIGADIER}{chief} }}\nunit = [{{ {} }}]\n",
            UNIT.replace("a1", "a2").replace("560", "700")
        );
        brigade(BRIGADIER, UNIT, "").replacen(B, &format!("{more}{B}"), 1)
    };
    assert_eq!(p.shows("higher-officers.1", law(&second(""))), "higher-officers.1");
    good(&second(", chief = true"));
    // A brigade stands under nobody although there is a division.
    assert_eq!(
        p.shows("higher-officers.2", law(&division("").replace("under = \"D\"\n", ""))),
        "higher-officers.2"
    );
}

#[test]
fn armies_consist_of_corps() {
    let p = proves!("corps.1", "corps.2", "corps-detached.1", "higher-officers.3");
    good(&corps(TRAIN, RESERVE));
    let army = |under: &str| {
        let text = corps(TRAIN, "");
        let army = "[[side.body]]\ncode = \"A\"\nlevel = \"army\"\nofficer = { ability = 7, radius = 1000, x = 1500, y = 200, facing = 0 }\n[[side.body]]\ncode = \"C\"\nlevel = \"corps\"\nunder = \"A\"\n";
        text.replacen("[[side.body]]\ncode = \"C\"\nlevel = \"corps\"\n", army, 1)
            .replace("under = \"C\"", under)
    };
    good(&army("under = \"C\""));
    assert_eq!(p.shows("corps.1", law(&army("under = \"A\""))), "corps.1");
    // The army has an artillery reserve only with a train chief of its own.
    let guns =
        army("under = \"C\"").replacen("level = \"army\"\n", &format!("level = \"army\"\n{RESERVE}\n"), 1);
    assert_eq!(p.shows("higher-officers.3", law(&guns)), "higher-officers.3");
    let own = "train = { ability = 6, x = 2300, y = 600, facing = 0 }";
    good(&guns.replacen("level = \"army\"\n", &format!("level = \"army\"\n{own}\n"), 1));
    // A brigade alone may have the status of a corps, and so a train and a reserve.
    let alone = |lines: &str| {
        let text = brigade(BRIGADIER, UNIT, lines);
        let gun =
            "{ code = \"r\", arm = \"battery\", bases = 2, calibre = 6, quality = \"line\", reserve = true }";
        text.replacen(&format!("[{{ {UNIT} }}]"), &format!("[{{ {UNIT} }}, {gun}]"), 1)
    };
    assert_eq!(p.shows("corps.2", law(&alone(""))), "corps.2");
    let f = good(&alone(&format!("{TRAIN}\n"))).muster();
    assert_eq!(f[f.by_code("r").unwrap()].fate, Fate::InReserve);
    assert_eq!(f.commands.iter().filter(|c| c.kind == CommandKind::Train).count(), 1);
    // Under a corps only a detached force has a train of its own.
    let detached = |d: &str| {
        corps(TRAIN, "").replacen(
            "level = \"division\"\n",
            &format!("level = \"division\"\n{d}train = {{ ability = 5, x = 2300, y = 600, facing = 0 }}\n"),
            1,
        )
    };
    assert_eq!(p.shows("corps-detached.1", law(&detached(""))), "corps-detached.1");
    good(&detached("detached = true\n"));
}

#[test]
fn a_corps_has_a_train_and_may_have_artillery_chiefs() {
    let p = proves!("corps-staff.1", "corps-staff.2", "gun-chief.1", "gun-command.2");
    assert_eq!(p.shows("corps-staff.1", law(&corps("", ""))), "corps-staff.1");
    assert_eq!(p.shows("corps-staff.2", law(&corps(&TRAIN.replace("5", "1"), ""))), "corps-staff.2");
    let chief = |lines: &str| {
        corps(TRAIN, "").replacen(
            "[[side.body]]\ncode = \"D\"",
            &format!("[[side.body.artillery_chief]]\n{lines}\n[[side.body]]\ncode = \"D\""),
            1,
        )
    };
    let f = good(&chief("code = \"x\"\nability = 6\nmost_guns = 20")).muster();
    let x = f.officer_by_code("x").map(|o| &f[o]).unwrap();
    assert_eq!((x.gifts.most_guns, x.at), (20, f[f.officer_by_code("T-C").unwrap()].at));
    assert_eq!(p.shows("gun-chief.1", law(&chief("code = \"x\""))), "gun-chief.1");
    assert_eq!(
        p.shows("gun-command.2", law(&chief("code = \"x\"\nability = 6\nmost_guns = 21"))),
        "gun-command.2"
    );
    let low = corps(TRAIN, "").replacen(
        "code = \"D\"\n",
        "code = \"D\"\nartillery_chief = [{ code = \"x\", ability = 5 }]\n",
        1,
    );
    assert_eq!(law(&low), "gun-chief.1");
}

#[test]
fn units_and_their_values() {
    let p = proves!("units.1", "units.2", "units.3", "units.4", "units.5");
    assert_eq!(p.shows("units.1", law(&unit("infantry", "dragons"))), "units.1");
    for (arm, most) in [("infantry", 5), ("skirmishers", 3)] {
        let of = |n: i32| {
            unit("\"infantry\", bases = 4", &format!("\"{arm}\", bases = {n}"))
                .replace("formation = \"line\", ", "")
        };
        good(&of(most));
        assert_eq!(p.shows("units.2", law(&of(most + 1))), "units.2");
        assert_eq!(law(&of(0)), "units.2");
    }
    let horse = |more: &str| unit("\"infantry\"", &format!("\"cavalry\"{more}"));
    good(&horse(", weight = \"heavy\""));
    assert_eq!(p.shows("units.4", law(&horse(""))), "units.4");
    assert_eq!(law(&horse(", weight = \"light\", skirmish = 5")), "units.4");
    let wild = |more: &str| {
        horse(&format!(", irregular = true{more}")).replace("formation = \"line\"", "formation = \"column\"")
    };
    good(&wild(""));
    assert_eq!(law(&wild(", weight = \"heavy\"")), "units.4");
    // Values one by one.
    let values = "melee = 6, training = 5, skirmish = 4, officer = 7";
    let f = good(&unit("quality = \"line\"", values)).muster();
    let u = &f[f.by_code("a1").unwrap()];
    assert_eq!(
        (u.values.melee, u.values.training, u.values.skirmish, u.values.officer, u.values.morale),
        (6, 5, Some(4), 7, None)
    );
    assert_eq!(
        p.shows("units.3", law(&unit("quality = \"line\"", "melee = 6, training = 5, officer = 7"))),
        "units.3"
    );
    assert_eq!(law(&unit("quality = \"line\"", "quality = \"line\", melee = 10")), "units.3");
    // Artillery: calibre, foot or horse, a morale of its own.
    let guns = |more: &str| {
        let gun = format!("code = \"g\", arm = \"battery\", bases = 2, x = 1500, y = 700, facing = 0{more}");
        brigade(BRIGADIER, UNIT, "").replacen(
            &format!("[{{ {UNIT} }}]"),
            &format!("[{{ {UNIT} }}, {{ {gun} }}]"),
            1,
        )
    };
    good(&guns(", calibre = 6, quality = \"line\""));
    assert_eq!(p.shows("units.5", law(&guns(", quality = \"line\""))), "units.5");
    let own = ", calibre = 6, melee = 5, training = 5, skirmish = 5, officer = 5";
    assert_eq!(law(&guns(own)), "units.5");
    good(&guns(&format!("{own}, morale = 9")));
    assert_eq!(law(&guns(&format!("{own}, morale = 10"))), "units.5");
    assert_eq!(law(&unit("bases = 4", "bases = 4, calibre = 6")), "units.5");
}

#[test]
fn formations_that_a_unit_cannot_take() {
    assert_eq!(law(&unit("quality", "irregular = true, quality")), "units.7");
    assert_eq!(
        law(&unit(
            "4, quality = \"line\", formation = \"line\"",
            "1, quality = \"line\", formation = \"square\""
        )),
        "formations.3"
    );
    assert_eq!(
        law(&unit(
            "4, quality = \"line\", formation = \"line\"",
            "3, quality = \"line\", formation = \"double-column\""
        )),
        "formations.1"
    );
    assert_eq!(law(&unit("formation = \"line\"", "formation = \"limbered\"")), "formations.7");
}

#[test]
fn artillery_is_attached_in_three_ways() {
    let p = proves!("reserve-guns.1", "reserve-guns.2");
    good(&corps(TRAIN, RESERVE));
    let loose = RESERVE.replace(", reserve = true", ", x = 1500, y = 900, facing = 0");
    assert_eq!(p.shows("reserve-guns.1", law(&corps(TRAIN, &loose))), "reserve-guns.1");
    // Four bases of infantry: two of support artillery, and no third.
    let support = |bases: i32, rule: &str| {
        let gun = format!(
            "unit = [{{ code = \"g\", arm = \"battery\", bases = {bases}, calibre = 6, quality = \"line\", x = 1500, y = 700, facing = 0 }}]"
        );
        let text = corps(TRAIN, "").replacen("code = \"D\"\n", &format!("code = \"D\"\n{gun}\n"), 1);
        text.replace("[table]", &format!("{rule}[table]"))
    };
    good(&support(2, ""));
    assert_eq!(p.shows("reserve-guns.2", law(&support(3, ""))), "reserve-guns.2");
    let two = support(3, "[readings]\nsupport-guns = \"corps\"\n");
    let more = format!(
        "[[side.body]]\ncode = \"E\"\nlevel = \"division\"\ncommand = true\nunder = \"C\"\nmorale = 5\nofficer = {{ ability = 5, radius = 400, points = 3, x = 2200, y = 500, facing = 0 }}\nunit = [{{ {} }}]\n{B}",
        UNIT.replace("a1", "e1").replace("1500", "2200")
    );
    good(&two.replacen(B, &more, 1));
}

#[test]
fn formation_morale_at_one_level() {
    let p = proves!("formation-morale.1");
    let of = |corps_: &str, division: &str, brigade: &str| {
        corps(&format!("{TRAIN}\n{corps_}"), "").replacen("morale = 6\n", division, 1).replacen(
            "code = \"SB\"\n",
            &format!("code = \"SB\"\n{brigade}"),
            1,
        )
    };
    for one in [("morale = 5\n", "", ""), ("", "morale = 5\n", ""), ("", "", "morale = 5\n")] {
        good(&of(one.0, one.1, one.2));
    }
    assert_eq!(p.shows("formation-morale.1", law(&of("", "", ""))), "formation-morale.1");
    assert_eq!(law(&of("morale = 5\n", "morale = 5\n", "")), "formation-morale.1");
    for (n, so) in [(2, true), (9, true), (1, false), (10, false)] {
        let text = of("", &format!("morale = {n}\n"), "");
        if so {
            good(&text);
        } else {
            assert_eq!(law(&text), "formation-morale.1");
        }
    }
}

const TOWN: &str = "[[ground.town]]\nname = \"Hof\"\nx = 1500\ny = 1000\nwidth = 200\ndepth = 200\ncapacity = 6\ncover = 5\n";

fn ground(text: &str) -> String {
    brigade(BRIGADIER, UNIT, "").replacen("\n[[side]]", &format!("\n{text}\n[[side]]"), 1)
}

#[test]
fn towns_and_closed_country() {
    let p = proves!("town.1", "town.2", "town.3", "fortress.1", "terrain.1", "terrain.8");
    good(&ground(TOWN));
    for (from, to, by) in [
        ("width = 200", "width = 100", ""),
        ("width = 200", "width = 99", "town.2"),
        ("depth = 200", "depth = 400", ""),
        ("depth = 200", "depth = 401", "town.2"),
        ("cover = 5", "cover = 4", ""),
        ("cover = 5", "cover = 3", "town.3"),
        ("cover = 5", "cover = 8", ""),
        ("cover = 5", "cover = 9", "town.3"),
        ("cover = 5", "cover = 9\nfortress = true", ""),
        ("cover = 5", "cover = 5\nfortress = true", "fortress.1"),
        ("capacity = 6", "capacity = 1", ""),
        ("capacity = 6", "capacity = 0", "town.1"),
        ("capacity = 6", "capacity = 11", "town.1"),
    ] {
        let text = ground(&TOWN.replace(from, to));
        if by.is_empty() {
            good(&text);
        } else {
            assert_eq!(p.shows(by, law(&text)), by, "{to}");
        }
    }
    let area = |kind: &str| {
        ground(&format!(
            "[[ground.area]]\nkind = \"{kind}\"\nname = \"x\"\noutline = [[100, 100], [300, 100], [300, 300]]\n"
        ))
    };
    for kind in ["closed-1", "closed-2", "closed-3", "light-wood", "dense-wood", "impassable"] {
        good(&area(kind));
    }
    assert_eq!(p.shows("terrain.8", law(&area("jungle"))), "terrain.8");
    let line = |kind: &str| {
        ground(&format!(
            "[[ground.line]]\nkind = \"{kind}\"\nname = \"x\"\npath = [[100, 100], [300, 100]]\n"
        ))
    };
    for kind in ["hedge", "brook", "deep-brook", "river", "ford"] {
        good(&line(kind));
    }
    assert_eq!(p.shows("terrain.1", law(&line("moat"))), "terrain.1");
}

const REDOUBT: &str = "[[ground.redoubt]]\nname = \"Fort\"\nside = \"A\"\nx = 1500\ny = 760\nwidth = 200\ndepth = 100\nfacing = 0\ncover = 6\nguns = 4\ninfantry = 2\ncavalry = false\n";

#[test]
fn redoubts() {
    let p = proves!("redoubt.1", "redoubt.2");
    good(&ground(REDOUBT));
    for (from, to, by) in [
        ("cover = 6", "cover = 5", ""),
        ("cover = 6", "cover = 4", "redoubt.1"),
        ("cover = 6", "cover = 8", ""),
        ("cover = 6", "cover = 9", "redoubt.1"),
        ("cavalry = false\n", "", "redoubt.1"),
        ("guns = 4\ninfantry = 2\n", "", "redoubt.2"),
        ("width = 200", "width = 119", "redoubt.2"),
        ("width = 200", "width = 120", ""),
    ] {
        let text = ground(&REDOUBT.replace(from, to));
        if by.is_empty() {
            good(&text);
        } else {
            assert_eq!(p.shows(by, law(&text)), by, "{to}");
        }
    }
    let manned = |bases: i32, y: f64| {
        let gun = format!(
            "code = \"g\", arm = \"battery\", bases = {bases}, calibre = 6, quality = \"line\", redoubt = \"Fort\", x = 1500, y = {y}, facing = 0"
        );
        let big =
            UNIT.replace("bases = 4", "bases = 5").replace("formation = \"line\"", "formation = \"column\"");
        let more = UNIT.replace("a1", "a2").replace("y = 560", "y = 400").replace("bases = 4", "bases = 5");
        ground(REDOUBT).replacen(
            &format!("[{{ {UNIT} }}]"),
            &format!("[{{ {big} }}, {{ {more} }}, {{ {gun} }}]"),
            1,
        )
    };
    good(&manned(4, 750.0));
    assert_eq!(law(&manned(5, 750.0)), "redoubt.2");
    assert_eq!(law(&manned(4, 850.0)), "redoubt.2");
}

#[test]
fn everybody_within_his_officers_radius() {
    let p = proves!("play.setup");
    // 400 of the officer at 1500, 500: a line of 160, its near end at 1900.
    good(&unit("x = 1500, y = 560", "x = 1980, y = 510"));
    assert_eq!(p.shows("play.setup", law(&unit("x = 1500, y = 560", "x = 1980.1, y = 510"))), "play.setup");
    assert_eq!(
        law(&brigade(&BRIGADIER.replace(", x = 1500, y = 500, facing = 0", ""), UNIT, "")),
        "play.setup"
    );
    let f = good(&brigade(&BRIGADIER.replace("x = 1500, y = 500, facing = 0", "with = \"a1\""), UNIT, ""))
        .muster();
    assert!(f.in_contact(&f.officers[0], &f[f.by_code("a1").unwrap()]));
}

#[test]
fn orders_from_the_start() {
    let p = proves!("orders.march.1", "orders.march.2", "orders.manoeuvre.3", "officers.4");
    let march = UNIT.replace("\"line\", x", "\"march-column\", x");
    let order = |unit: &str, lines: &str| brigade(BRIGADIER, unit, lines);
    let f = good(&order(&march, "order = \"march\"\nroute = [[1500, 900]]\n")).muster();
    assert_eq!(
        f.commands[0].orders.active.as_ref().and_then(|a| a.order.objective()).map(|p| p.y),
        Some(900.0)
    );
    assert_eq!(p.shows("orders.march.1", law(&order(&march, "order = \"march\"\n"))), "orders.march.1");
    assert_eq!(law(&order(&march, "order = \"defence\"\nroute = [[1500, 900]]\n")), "orders.march.1");
    assert_eq!(law(&order(&march, "order = \"march\"\nroute = [[1500, 2100]]\n")), "orders.march.1");
    assert_eq!(
        p.shows("orders.march.2", law(&order(UNIT, "order = \"march\"\nroute = [[1500, 900]]\n"))),
        "orders.march.2"
    );
    // Half skirmishers may manoeuvre, more may not: by bases.
    let chain = |n: i32| {
        let s = format!(
            "code = \"s\", arm = \"infantry\", bases = {n}, quality = \"line\", formation = \"chain\", x = 1500, y = 700, facing = 0"
        );
        order(UNIT, "order = \"manoeuvre\"\n").replacen(
            &format!("[{{ {UNIT} }}]"),
            &format!("[{{ {UNIT} }}, {{ {s} }}]"),
            1,
        )
    };
    good(&chain(4));
    assert_eq!(p.shows("orders.manoeuvre.3", law(&chain(5))), "orders.manoeuvre.3");
    good(&chain(5).replace("[table]", "[readings]\nhalf-skirmishers = \"units\"\n[table]"));
    let superior = corps(&format!("{TRAIN}\norder = \"defence\""), "");
    assert_eq!(p.shows("officers.4", law(&superior)), "officers.4");
}

#[test]
fn states_that_cannot_be() {
    let p = proves!("play.scenario-states");
    good(
        &unit("bases = 4", "bases = 4, u = 8, lost = 1, marked = true").replace("formation = \"line\", ", ""),
    );
    assert_eq!(
        p.shows("play.scenario-states", law(&unit("bases = 4", "bases = 4, u = 9"))),
        "play.scenario-states"
    );
    assert_eq!(
        law(&unit("formation = \"line\"", "formation = \"column\", lost = 4")),
        "play.scenario-states"
    );
    assert_eq!(law(&unit("y = 560", "y = 10")), "play.scenario-states");
    // Two units on one place.
    let two = |y: f64| {
        let other = UNIT.replace("a1", "a2").replace("560", &y.to_string());
        brigade(BRIGADIER, UNIT, "").replacen(
            &format!("[{{ {UNIT} }}]"),
            &format!("[{{ {UNIT} }}, {{ {other} }}]"),
            1,
        )
    };
    good(&two(580.0));
    assert_eq!(law(&two(579.9)), "play.scenario-states");
    // A town holds six: the last unit may stand partly outside.
    let inside = |n: i32| {
        let at = TOWN.replace("y = 1000", "y = 800");
        let units: Vec<String> = (0..n)
            .map(|i| {
                format!(
                    "{{ code = \"t{i}\", arm = \"infantry\", bases = 4, quality = \"line\", town = \"Hof\" }}"
                )
            })
            .collect();
        ground(&at).replacen(&format!("[{{ {UNIT} }}]"), &format!("[{{ {UNIT} }}, {}]", units.join(", ")), 1)
    };
    let f = good(&inside(2)).muster();
    assert_eq!(f[f.by_code("t1").unwrap()].outside, 2);
    assert_eq!(law(&inside(3)), "play.scenario-states");
    // A continued melee is a pair 50 apart.
    let melee = |y: f64| {
        let near = B
            .replace("y = 1450", &format!("y = {y}"))
            .replace("y = 1500, facing = 180 }\nunit", "y = 800, facing = 180 }\nunit");
        brigade(BRIGADIER, UNIT, "")
            .replacen(B, &near, 1)
            .replace("[table]", "[[melee]]\nattacker = \"a1\"\ndefender = \"n1\"\n[table]")
    };
    let f = good(&melee(610.0)).muster();
    assert!(f[f.by_code("a1").unwrap()].continued.is_some_and(|c| c.attacker));
    assert_eq!(law(&melee(611.0)), "play.scenario-states");
}

#[test]
fn a_town_in_which_both_stand_is_fought_for() {
    let at = TOWN.replace("y = 1000", "y = 800");
    let text = |attacker: &str| {
        let own = "{ code = \"t\", arm = \"infantry\", bases = 4, quality = \"line\", town = \"Hof\" }";
        let his = "{ code = \"h\", arm = \"infantry\", bases = 3, quality = \"line\", town = \"Hof\" }, { code = \"n1\"";
        let b = B
            .replace("{ code = \"n1\"", his)
            .replace("y = 1500, facing = 180 }\nunit", "y = 1200, facing = 180 }\nunit");
        let at = at.replace("cover = 5\n", &format!("cover = 5\n{attacker}"));
        ground(&at)
            .replacen(&format!("[{{ {UNIT} }}]"), &format!("[{{ {UNIT} }}, {own}]"), 1)
            .replacen(B, &b, 1)
    };
    assert_eq!(good(&text("")).muster().zones[0].fight, Some(Side::B));
    assert_eq!(good(&text("attacker = \"A\"\n")).muster().zones[0].fight, Some(Side::A));
}

#[test]
fn reinforcements() {
    let p = proves!("play.arrival");
    let awaited = "code = \"w1\", arm = \"infantry\", bases = 4, quality = \"line\"";
    let body = |lines: &str, unit: &str| {
        let more = format!(
            "[[side.body]]\ncode = \"W\"\nlevel = \"brigade\"\nmorale = 5\n{lines}officer = {{ ability = 5, radius = 400, points = 3 }}\nunit = [{{ {unit} }}]\n{B}"
        );
        let text = brigade(&format!("{BRIGADIER}, chief = true"), UNIT, "");
        text.replacen(B, &more, 1)
    };
    let arrives = "arrives = 3\nedge = \"south\"\nat = 800\n";
    let s = good(&body(arrives, awaited));
    let f = s.muster();
    let w = &f[f.by_code("w1").unwrap()];
    assert_eq!((w.fate, w.formation), (Fate::Awaited, Formation::MarchColumn));
    assert_eq!(
        (s.arrivals[0].round, s.arrivals[0].at.x, s.arrivals[0].dir.y, s.arrivals[0].manoeuvre),
        (3, 800.0, 1.0, false)
    );
    assert!(good(&body(&format!("{arrives}entry = \"manoeuvre\"\n"), awaited)).arrivals[0].manoeuvre);
    assert_eq!(p.shows("play.arrival", law(&body(&arrives.replace("800", "3100"), awaited))), "play.arrival");
    assert_eq!(law(&body(arrives, &format!("{awaited}, x = 10"))), "play.arrival");
    assert_eq!(law(&body(&format!("{arrives}order = \"defence\"\n"), awaited)), "play.arrival");
    assert_eq!(
        law(&body("entry = \"march\"\n", UNIT.replace("a1", "w1").replace("560", "700").as_str())
            .replace("points = 3 }\nunit", "points = 3, with = \"w1\" }\nunit")),
        "play.arrival"
    );
}

#[test]
fn rounds_and_tasks() {
    let p = proves!("play.victory", "play.edge");
    let task =
        |lines: &str| brigade(BRIGADIER, UNIT, "").replacen(B, &format!("[[side.task]]\n{lines}\n{B}"), 1);
    let s = good(&task("task = \"take\"\nunits = [\"n1\"]\npoints = 3\nby = 8"));
    assert_eq!((s.tasks.len(), s.tasks[0].points), (1, 3));
    assert_eq!(
        p.shows("play.victory", law(&task("task = \"take\"\nunits = [\"n9\"]\npoints = 3"))),
        "play.victory"
    );
    assert_eq!(law(&task("task = \"take\"\nunits = [\"n1\"]\npoints = 3\nby = 9")), "play.victory");
    assert_eq!(law(&task("task = \"hold\"\nground = \"nowhere\"\npoints = 3")), "play.victory");
    assert_eq!(law(&brigade(BRIGADIER, UNIT, "").replace("rounds = 8", "rounds = 0")), "play.victory");
    // Nobody leaves by an edge that is no exit.
    let exit = "task = \"exit\"\nunits = [\"a1\"]\nedge = \"north\"\npoints = 3";
    assert_eq!(p.shows("play.edge", law(&task(exit))), "play.edge");
    good(&task(exit).replacen("edge = \"south\"\n", "edge = \"south\"\nexits = [\"north\"]\n", 1));
    // Twelve rounds where nothing is said.
    assert_eq!(good(&brigade(BRIGADIER, UNIT, "").replace("rounds = 8\n", "")).rounds, 12);
}

#[test]
fn troops_stand_under_command_officers() {
    let p = proves!("officers.2", "officers.5");
    let loose = corps(TRAIN, &format!("unit = [{{ {} }}]", UNIT.replace("a1", "c1").replace("560", "800")));
    assert_eq!(p.shows("officers.2", law(&loose)), "officers.2");
    // A division commander may be the command officer where there are no brigades.
    let division = with(
        "",
        &format!(
            "[[side.body]]\ncode = \"D\"\nlevel = \"division\"\ncommand = true\nmorale = 6\nofficer = {{ {BRIGADIER} }}\nunit = [{{ {UNIT} }}]\n"
        ),
    );
    assert_eq!(good(&division).muster().commands.len(), 2);
    let both = corps(TRAIN, "").replacen("code = \"D\"\n", "code = \"D\"\ncommand = true\n", 1).replacen(
        "radius = 600,",
        "radius = 400, points = 2,",
        1,
    );
    assert_eq!(p.shows("officers.5", law(&both)), "officers.5");
}

#[test]
fn nobody_stands_where_he_cannot() {
    let on = |ground_: &str| law(&ground(ground_));
    let area = "[[ground.area]]\nkind = \"impassable\"\nname = \"x\"\noutline = [[1400, 500], [1600, 500], [1600, 545], [1400, 545]]\n";
    assert_eq!(on(area), "terrain.2");
    good(&ground(&area.replace("545", "540")));
    assert_eq!(
        on("[[ground.line]]\nkind = \"river\"\nname = \"x\"\npath = [[0, 550], [3000, 550]]\n"),
        "terrain.3"
    );
    good(&ground("[[ground.line]]\nkind = \"river\"\nname = \"x\"\npath = [[0, 530], [3000, 530]]\n"));
    assert_eq!(on(&TOWN.replace("y = 1000", "y = 600")), "town.4");
}

/// A brigade of one unit whose scenario reads a clause otherwise.
fn read_so(reading: &str, option: &str, nation: &str, date: &str, unit: &str) -> String {
    let text = with(
        &format!("[readings]\n{reading} = \"{option}\"\n"),
        &format!(
            "[[side.body]]\ncode = \"SB\"\nlevel = \"brigade\"\nmorale = 6\nofficer = {{ {BRIGADIER} }}\nunit = [{unit}]\n"
        ),
    );
    text.replace("nation = \"france\"", &format!("nation = \"{nation}\"")).replace("1809-05-03", date)
}

#[test]
fn linear_armies_are_read_by_the_year_and_by_their_light_troops() {
    let line = format!("{{ {UNIT} }}");
    let linear = |option: &str, date: &str| {
        let f = good(&read_so("linear-until", option, "austria", date, &line)).muster();
        f[f.by_code("a1").unwrap()].troop.linear
    };
    assert_eq!((linear("year", "1806-05-03"), linear("year", "1807-05-03")), (true, false));
    assert_eq!((linear("year-before", "1805-05-03"), linear("year-before", "1806-05-03")), (true, false));
    let horse = "{ code = \"h\", arm = \"cavalry\", weight = \"light\", bases = 4, quality = \"line\", x = 1500, y = 560, facing = 0 }";
    let light = |option: &str| {
        let f = good(&read_so("linear-exempt", option, "austria", "1805-05-03", horse)).muster();
        f[f.by_code("h").unwrap()].troop.linear
    };
    assert_eq!((light("exempt"), light("all")), (false, true));
}

#[test]
fn rosters_are_open_where_that_is_played() {
    let line = format!("{{ {UNIT} }}");
    let open = |option: &str| good(&read_so("rosters", option, "france", "1809-05-03", &line)).open_values;
    assert_eq!((open("own"), open("open")), (false, true));
}

#[test]
fn half_of_a_command_is_counted_in_bases_or_in_units() {
    // A battalion of five and two chains of two: four of nine bases, two of three units.
    let units = "{ code = \"a1\", arm = \"infantry\", bases = 5, quality = \"line\", formation = \"line\", x = 1500, y = 560, facing = 0 }, { code = \"s1\", arm = \"skirmishers\", bases = 2, quality = \"line\", x = 1200, y = 560, facing = 0 }, { code = \"s2\", arm = \"skirmishers\", bases = 2, quality = \"line\", x = 1800, y = 560, facing = 0 }";
    let text = |option: &str| {
        read_so("half-skirmishers", option, "france", "1809-05-03", units)
            .replace("morale = 6\n", "morale = 6\norder = \"manoeuvre\"\n")
    };
    good(&text("bases"));
    assert_eq!(law(&text("units")), "orders.manoeuvre.3");
}

#[test]
fn support_artillery_is_counted_for_the_division_or_the_corps() {
    // A division of four bases with three of guns, beside one of six without.
    let bodies = |option: &str| {
        let corps = corps(TRAIN, "");
        let second = format!(
            "[[side.body]]\ncode = \"D2\"\nlevel = \"division\"\nunder = \"C\"\nmorale = 6\nofficer = {{ ability = 6, radius = 600, x = 2500, y = 400, facing = 0 }}\n[[side.body]]\ncode = \"SB2\"\nlevel = \"brigade\"\nunder = \"D2\"\nofficer = {{ {} }}\nunit = [{{ {} }}, {{ {} }}]\n",
            BRIGADIER.replace("1500", "2500"),
            UNIT.replace("a1", "a2").replace("1500", "2500"),
            UNIT.replace("a1", "a3").replace("1500", "2700"),
        );
        let guns = "{ code = \"g\", arm = \"battery\", bases = 3, calibre = 6, quality = \"line\", x = 1300, y = 560, facing = 0 }";
        corps
            .replacen(&format!("unit = [{{ {UNIT} }}]"), &format!("unit = [{{ {UNIT} }}, {guns}]"), 1)
            .replace(B, &format!("{second}{B}"))
            .replace(
                "[[side]]\nname = \"South\"",
                &format!("[readings]\n{} = \"{option}\"\n[[side]]\nname = \"South\"", "support-guns"),
            )
    };
    assert_eq!(law(&bodies("division")), "reserve-guns.2");
    good(&bodies("corps"));
}

#[test]
fn the_morale_of_an_officer_is_his_formations_or_his_units() {
    let text = |option: &str| {
        read_so("command-morale", option, "france", "1809-05-03", &format!("{{ {UNIT} }}"))
            .replace("points = 3, x = 1500, y = 500", "points = 3, morale = 8, x = 1500, y = 500")
    };
    let of = |option: &str| {
        let f = good(&text(option)).muster();
        f[f.by_code("a1").unwrap()].values.morale
    };
    assert_eq!((of("formation"), of("units")), (None, Some(8)));
}

#[test]
fn chiefs_of_trains_and_guns_are_under_the_commander_of_their_corps() {
    let p = proves!("corps-staff.1");
    let text = corps(TRAIN, "").replacen(
        "[[side.body]]\ncode = \"D\"",
        "[[side.body.artillery_chief]]\ncode = \"x\"\nability = 6\n[[side.body]]\ncode = \"D\"",
        1,
    );
    let f = good(&text).muster();
    let of = |code: &str| f.officer_by_code(code).and_then(|o| f[o].superior);
    let commander = f.body_by_code("C").and_then(|b| f[b].officer);
    assert!(commander.is_some());
    // His order bonus counts for theirs, within his radius (corps-train.1, gun-command.3).
    assert_eq!((of("T-C"), of("x")), (commander, commander));
    assert_eq!(p.shows("corps-staff.1", law(&corps("", ""))), "corps-staff.1");
}
