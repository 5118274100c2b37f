//! What a scenario may say: each clause of the setting up, just inside and just outside of what it allows.

use muster::Report;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{GameTask, Goal};
use newbury_napoleonic::scenario::{self, Scenario};
use newbury_napoleonic::terrain::{Season, Weather};
use newbury_napoleonic::unit::{Fate, Rank};
use newbury_napoleonic::{Side, proves};

const HEAD: &str = "book = \"newbury-napoleonic\"\ntitle = \"Drill\"\ndate = \"1809-05-03\"\n";
const UNIT: &str =
    "code = \"a1\", kind = \"line-battalion\", formation = \"line\", x = 100, y = 30, facing = 0";
const B: &str = r#"
[[side]]
name = "North"
nation = "austria"
edge = "north"
[[side.brigade]]
code = "NB"
general = { name = "White", code = "White", x = 100, y = 120 }
unit = [{ code = "n1", kind = "german-line-battalion", formation = "line", x = 100, y = 100, facing = 180 }]
"#;

/// A scenario with such lines at its head, such ground, and such units in the south.
fn with(head: &str, ground: &str, units: &str) -> String {
    format!(
        "{HEAD}{head}\n{ground}\n[[side]]\nname = \"South\"\nnation = \"france\"\nedge = \"south\"\n[[side.brigade]]\ncode = \"SB\"\ngeneral = {{ name = \"Brown\", code = \"Brown\", x = 100, y = 10 }}\nunit = [{units}]\n{B}"
    )
}

fn one(from: &str, to: &str) -> String {
    assert!(UNIT.contains(from), "{from}");
    with("", "", &format!("{{ {} }}", UNIT.replace(from, to)))
}

fn plain() -> String {
    one("a1", "a1")
}

fn good(text: &str) -> Scenario {
    scenario::read("drill", text).unwrap_or_else(|r| panic!("{r:#}\n{text}"))
}

fn bad(text: &str) -> Report {
    scenario::read("drill", text).expect_err("this scenario is not lawful")
}

/// The clause of the one mistake, which says what would be right.
fn law(text: &str) -> &'static str {
    let r = bad(text);
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    assert!(m.right.is_some(), "{r:#}");
    m.clause.unwrap_or_else(|| panic!("no clause: {r:#}"))
}

#[test]
fn a_sound_scenario_is_mustered() {
    let s = good(&plain());
    let f = s.muster();
    let u = &f[f.by_code("a1").unwrap()];
    assert_eq!((u.figures(), u.formation(), u.side), (18, Formation::Line, Side::A));
    // 18 figures of 7.5 mm abreast, one rank of 10 mm.
    assert_eq!((u.base.width, u.base.depth), (13.5, 1.0));
    assert_eq!((f.generals.len(), f.generals[0].rank), (2, Rank::Commander));
    assert_eq!((s.moves, f.ground.width, f.ground.depth), (12, 200.0, 130.0));
    assert!(f.units.iter().all(|u| u.loading.loaded && u.disorder() == 0));
}

#[test]
fn shipped_battles_are_lawful() {
    for (name, text) in scenario::SHIPPED {
        let s = good(text);
        assert!(s.muster().units.len() >= 8, "{name}");
        assert!(!s.head.briefing.is_empty() && s.head.sides.iter().all(|x| !x.name.is_empty()), "{name}");
        assert!(!s.muster().objectives.is_empty(), "{name}");
        assert!(s.orders.iter().any(Option::is_some), "{name}");
        scenario::describe(name, text).unwrap();
    }
}

#[test]
fn battlefield_and_playing_time() {
    let _p = proves!("9.1");
    good(
        &with(
            "moves = 1\ntable = { width = 40, depth = 130 }",
            "",
            "{ code = \"a1\", kind = \"line-battalion\", formation = \"division-column\", x = 20, y = 30 }",
        )
        .replace("x = 100, y = 100", "x = 20, y = 100")
        .replace("x = 100", "x = 20"),
    );
    assert_eq!(law(&with("moves = 0", "", &format!("{{ {UNIT} }}"))), "9.1");
    let small = bad(&with("table = { width = 39, depth = 130 }", "", &format!("{{ {UNIT} }}")));
    assert!(small.mistakes.iter().any(|m| m.clause == Some("9.1")), "{small:#}");
}

#[test]
fn every_body_is_on_the_map() {
    let _p = proves!("9.4");
    let r = bad(&one(", x = 100, y = 30, facing = 0", ""));
    assert!(r.mistakes.iter().all(|m| m.clause == Some("9.4")), "{r:#}");
    let house = "ground = { building = [{ name = \"Farm\", x = 60, y = 20, width = 8, depth = 8 }] }";
    let inside = |name: &str| {
        with("", house, &format!("{{ code = \"a1\", kind = \"line-battalion\", building = \"{name}\" }}"))
    };
    assert_eq!(good(&inside("Farm")).muster().units[0].inside, Some((0, 18)));
    assert_eq!(law(&inside("Mill")), "9.4");
}

#[test]
fn no_more_in_a_house_than_it_holds() {
    let _p = proves!("4.1.c");
    let house = |depth: f64| {
        format!(
            "ground = {{ building = [{{ name = \"Farm\", x = 60, y = 20, width = 4, depth = {depth} }}] }}"
        )
    };
    let text = |depth: f64| {
        with("", &house(depth), "{ code = \"a1\", kind = \"line-battalion\", building = \"Farm\" }")
    };
    // Eighteen figures need eighteen centimetres of wall.
    good(&text(5.0));
    assert_eq!(law(&text(4.9)), "4.1.c");
    // Nobody mounted goes in, and nobody stands in the walls.
    assert_eq!(
        law(&with(
            "",
            &house(20.0),
            "{ code = \"a1\", kind = \"light-cavalry\", companies = 2, building = \"Farm\" }"
        )),
        "4.1.c"
    );
    assert_eq!(
        law(&with(
            "",
            &house(20.0),
            &format!("{{ {} }}", UNIT.replace("x = 100", "x = 60").replace("y = 30", "y = 28"))
        )),
        "4.1.c"
    );
}

#[test]
fn objectives_are_agreed() {
    let _p = proves!("24.1");
    let with_one = |o: &str| with(&format!("objective = [{{ {o} }}]"), "", &format!("{{ {UNIT} }}"));
    let s = good(&with_one("name = \"Cross\", place = [100, 65], points = [200, 50]"));
    assert_eq!(s.muster().objectives[0].points, [200, 50]);
    assert_eq!(law(&with_one("name = \"Cross\", place = [100, 65]")), "24.1");
    assert_eq!(law(&with_one("name = \"Cross\", place = [100, 165], points = 5")), "24.1");
    assert_eq!(law(&with_one("name = \"Cross\", ground = \"Nowhere\", points = 5")), "24.1");
    let competition =
        |o: &str| with(&format!("{o}options = {{ competition = true }}"), "", &format!("{{ {UNIT} }}"));
    assert_eq!(law(&competition("")), "24.1");
    good(&competition("objective = [{ name = \"Cross\", place = [100, 65], points = 9 }]\n"));
}

#[test]
fn weather_is_an_option() {
    let p = proves!("4.4.a", "4.4.d");
    let sky = |w: &str| with(&format!("weather = {{ {w} }}"), "", &format!("{{ {UNIT} }}"));
    // Fine and windy where nothing is said.
    let f = good(&plain()).muster();
    assert_eq!((f.sky.weather, f.sky.wind.is_some()), (Weather::Fine, true));
    let s = good(&sky("rolled = true, season = \"winter\", changes = true"));
    assert!(s.rolls_weather && s.muster().sky.season == Season::Winter && s.muster().sky.changes);
    assert_eq!(p.shows("4.4.a", law(&sky("rolled = true"))), "4.4.a");
    assert_eq!(law(&sky("rolled = true, season = \"winter\", is = \"rain\"")), "4.4.a");
    let f = good(&sky("is = \"fog\", wind = \"calm\"")).muster();
    assert_eq!((f.sky.weather, f.sky.wind), (Weather::Fog, None));
    let competition = with(
        "weather = { is = \"rain\" }\nobjective = [{ name = \"Cross\", place = [100, 65], points = 9 }]\noptions = { competition = true }",
        "",
        &format!("{{ {UNIT} }}"),
    );
    assert_eq!(p.shows("4.4.d", law(&competition)), "4.4.d");
}

#[test]
fn where_sides_deploy() {
    let _p = proves!("play.setup");
    good(&one("y = 30", "y = 40"));
    assert_eq!(law(&one("y = 30", "y = 40.2")), "play.setup");
    let drawn = plain()
        .replace("edge = \"south\"\n", "edge = \"south\"\narea = [[0, 0], [200, 0], [200, 60], [0, 60]]\n");
    good(&drawn.replace("y = 30", "y = 60"));
    assert_eq!(law(&drawn.replace("y = 30", "y = 61")), "play.setup");
    assert_eq!(
        law(&plain()
            .replace("edge = \"north\"", "edge = \"south\"")
            .replace("y = 100, facing = 180", "y = 20, facing = 180")),
        "play.setup"
    );
    // By the other reading 60 cm lie between the sides, whatever the table: of 130 each has 35.
    let apart = |y: f64| {
        one("y = 30", &format!("y = {y}"))
            .replace(HEAD, &format!("{HEAD}readings = {{ deployment = \"apart\" }}\n"))
    };
    good(&apart(35.0));
    assert_eq!(law(&apart(35.2)), "play.setup");
    // Off the table.
    assert_eq!(law(&one("x = 100", "x = 3")), "play.setup");
}

#[test]
fn nobody_stands_on_another() {
    let _p = proves!("play.states");
    let two = |y: f64| {
        with(
            "",
            "",
            &format!(
                "{{ {UNIT} }}, {{ {} }}",
                UNIT.replace("a1", "a2").replace("y = 30", &format!("y = {y}"))
            ),
        )
    };
    good(&two(29.0));
    assert_eq!(law(&two(29.5)), "play.states");
}

#[test]
fn reserves_come_by_an_edge() {
    let _p = proves!("play.arrivals");
    let reserve = |more: &str, unit: &str| {
        plain().replace(
            B,
            &format!(
                "\n[[side.brigade]]\ncode = \"R\"\ngeneral = \"Blue\"\n{more}\nunit = [{{ code = \"r1\", kind = \"line-battalion\"{unit} }}]\n{B}"
            ),
        ).replace("edge = \"south\"\n[[side.brigade]]", "edge = \"south\"\ncommander = { name = \"Grey\", code = \"Grey\", x = 90, y = 8 }\n[[side.brigade]]")
    };
    let s = good(&reserve("arrives = 4\nedge = \"west\"\nat = 30", ""));
    let f = s.muster();
    let r = &f[f.by_code("r1").unwrap()];
    assert_eq!((r.fate, r.formation()), (Fate::Awaited, Formation::MarchColumn));
    assert_eq!((s.arrivals[0].turn, s.arrivals[0].at.y), (4, 30.0));
    let wrong = bad(&reserve("arrives = 4\nedge = \"west\"\nat = 30", ", x = 10, y = 10"));
    assert!(wrong.mistakes.iter().all(|m| m.clause == Some("play.arrivals")), "{wrong:#}");
    assert_eq!(law(&reserve("arrives = 4\nedge = \"west\"\nat = 300", "")), "play.arrivals");
}

#[test]
fn game_orders_are_data() {
    let _p = proves!("10.1.a");
    let ordered = |o: &str| one("facing = 0", &format!("facing = 0, order = {{ {o} }}"));
    let s = good(&ordered("task = \"attack\", targets = [\"n1\"], beside = \"a1\", double = true"));
    let o = s.orders[0].as_ref().unwrap();
    assert_eq!((o.task, o.targets.len(), o.double), (GameTask::Attack, 1, true));
    assert!(matches!(o.objective, Some(Goal::Beside { .. })));
    assert_eq!(law(&ordered("targets = [\"n1\"]")), "10.1.a");
    // An own unit is no target, an enemy none to be supported.
    assert_eq!(law(&ordered("task = \"attack\", targets = [\"a1\"]")), "10.1.a");
    assert_eq!(law(&ordered("task = \"support\", supports = \"n1\"")), "10.1.a");
    assert_eq!(law(&ordered("task = \"advance\", route = [[300, 10]]")), "10.1.a");
}

#[test]
fn a_double_move_has_an_objective() {
    let _p = proves!("12.2.a");
    let ordered = |head: &str, o: &str| with(head, "", &format!("{{ {}, order = {{ {o} }} }}", UNIT));
    assert_eq!(law(&ordered("", "task = \"advance\", double = true")), "12.2.a");
    assert_eq!(law(&ordered("", "task = \"advance\", objective = \"Nowhere\"")), "12.2.a");
    good(&ordered("readings = { double-objective = \"none\" }", "task = \"advance\", double = true"));
}

#[test]
fn who_may_skirmish() {
    let _p = proves!("8.1.b");
    let of = |kind: &str, more: &str| {
        with(
            "",
            "",
            &format!(
                "{{ code = \"a1\", kind = \"{kind}\", formation = \"skirmish\", x = 100, y = 36{more} }}"
            ),
        )
    };
    good(&of("light-battalion", ""));
    assert_eq!(law(&of("line-battalion", "")), "8.1.b");
    good(&of("light-cavalry", ", companies = 3"));
    assert_eq!(law(&of("cuirassiers", ", companies = 3")), "8.1.b");
    // Dragoons on foot with their muskets.
    assert_eq!(law(&of("dragoons", ", companies = 3")), "8.1.b");
    good(&of("dragoons", ", companies = 3, dismounted = true"));
}

#[test]
fn columns_of_the_french() {
    let _p = proves!("8.2.d");
    let of = |formation: &str, more: &str| one("\"line\"", &format!("\"{formation}\"{more}"));
    good(&of("division-column", ""));
    assert_eq!(law(&of("company-column", "")), "8.2.d");
    // Without its flank companies a battalion goes by companies.
    let without = ", without = [\"grenadier company\", \"voltigeur company\"]";
    good(&of("company-column", without));
    assert_eq!(law(&of("division-column", without)), "8.2.d");
    let before = |t: String| t.replace("1809-05-03", "1807-05-03");
    good(&before(of("company-column", "")));
    good(&before(of("division-column", "")));
    assert_eq!(
        law(&plain().replace(
            "formation = \"line\", x = 100, y = 100",
            "formation = \"division-column\", x = 100, y = 100"
        )),
        "8.2.d"
    );
}

#[test]
fn open_columns_of_the_best() {
    let p = proves!("8.2.c", "8.3.b");
    let foot = |class: &str| {
        plain().replace(
            "kind = \"german-line-battalion\", formation = \"line\"",
            &format!(
                "kind = \"german-line-battalion\", class = \"{class}\", formation = \"open-company-column\""
            ),
        )
    };
    good(&foot("B"));
    assert_eq!(p.shows("8.2.c", law(&foot("C"))), "8.2.c");
    let horse = |class: &str| {
        with(
            "",
            "",
            &format!(
                "{{ code = \"a1\", kind = \"light-cavalry\", companies = 3, class = \"{class}\", formation = \"open-squadron-column\", x = 100, y = 36 }}"
            ),
        )
    };
    good(&horse("C"));
    assert_eq!(p.shows("8.3.b", law(&horse("D"))), "8.3.b");
}

#[test]
fn formations_of_foot_and_horse() {
    let p = proves!("8.2.b", "8.3.a", "8.1.c");
    let horse = |formation: &str| {
        with(
            "",
            "",
            &format!(
                "{{ code = \"a1\", kind = \"light-cavalry\", companies = 4, formation = \"{formation}\", x = 100, y = 36 }}"
            ),
        )
    };
    good(&horse("double-line"));
    good(&horse("march-column"));
    assert_eq!(p.shows("8.3.a", law(&horse("square"))), "8.3.a");
    assert_eq!(p.shows("8.2.b", law(&one("\"line\"", "\"double-line\""))), "8.2.b");
    assert_eq!(p.shows("8.1.c", law(&one("\"line\"", "\"limbered\""))), "8.1.c");
}

#[test]
fn squares_have_four_sides() {
    let p = proves!("glossary.square", "glossary.double-square");
    let of = |formation: &str, figures: u8| one("\"line\"", &format!("\"{formation}\", figures = {figures}"));
    let f = good(&of("square", 3)).muster();
    // 18 figures: five to a side, which is 3.75 cm.
    assert_eq!((f.units[0].base.width, f.units[0].base.depth), (3.75, 3.75));
    let small = |formation: &str, companies: u8| {
        let without = "without = [\"grenadier company\", \"voltigeur company\"]";
        one("\"line\"", &format!("\"{formation}\", figures = 2, companies = {companies}, {without}"))
    };
    good(&small("square", 4));
    assert_eq!(p.shows("glossary.square", law(&small("square", 3))), "glossary.square");
    good(&of("double-square", 3));
    assert_eq!(p.shows("glossary.double-square", law(&small("double-square", 4))), "glossary.double-square");
}

#[test]
fn linear_armies_have_no_columns() {
    let _p = proves!("A3.6");
    let of = |year: u16, national: bool| {
        plain()
            .replace("1809-05-03", &format!("{year}-05-03"))
            .replace(
                "[[side]]\nname = \"South\"",
                &format!("options = {{ national = {national} }}\n[[side]]\nname = \"South\""),
            )
            .replace(
                "kind = \"german-line-battalion\", formation = \"line\"",
                "kind = \"german-line-battalion\", formation = \"company-column\"",
            )
            .replace("kind = \"line-battalion\"", "kind = \"guard-battalion\"")
    };
    good(&of(1808, true));
    assert_eq!(law(&of(1807, true)), "A3.6");
    good(&of(1807, false));
}

#[test]
fn guns_stand_on_no_steep_slope() {
    let _p = proves!("12.6.d");
    let hill = |inner: f64| {
        format!(
            "ground = {{ hill = [{{ name = \"Hill\", step = [{{ outline = [[80, 10], [120, 10], [120, 38], [80, 38]] }}, {{ outline = [[84, 14], [116, 14], [116, {inner}], [84, {inner}]] }}] }}] }}"
        )
    };
    let guns = "{ code = \"a1\", kind = \"foot-battery-6x8+2h\", models = 1, formation = \"deployed\", x = 100, y = 37 }";
    good(&with("", &hill(30.0), guns));
    assert_eq!(law(&with("", &hill(34.0), guns)), "12.6.d");
}

#[test]
fn forbidden_ground() {
    let _p = proves!("T4");
    let ground = "ground = { area = [{ kind = \"dense-wood\", name = \"Forest\", outline = [[80, 10], [120, 10], [120, 39], [80, 39]] }] }";
    good(&with("", ground, &format!("{{ {UNIT} }}")));
    let teams = "{ code = \"a1\", kind = \"foot-battery-6x8+2h\", models = 1, formation = \"limbered\", x = 100, y = 30 }";
    assert_eq!(law(&with("", ground, teams)), "T4");
    assert_eq!(law(&with("", &ground.replace("dense-wood", "marsh"), &format!("{{ {UNIT} }}"))), "T4");
}

#[test]
fn the_undetected_stay_off_the_table() {
    let wood = "ground = { area = [{ kind = \"light-wood\", name = \"Wood\", outline = [[80, 20], [120, 20], [120, 39], [80, 39]] }] }";
    let hidden = good(&with("", wood, &format!("{{ {UNIT} }}"))).muster();
    assert_eq!(hidden.units[0].fate, Fate::Hidden);
    let open = good(&plain()).muster();
    assert_eq!((open.units[0].fate, open.units[0].seen), (Fate::OnTable, true));
}

#[test]
fn battles_of_points_are_laid_by_the_dice() {
    use newbury_napoleonic::scenario::generate::GENERATOR;
    for number in 0..12 {
        let (c, south, north, points) = (number % 4, number % 5, (number + 2) % 5, number % 3);
        let text = (GENERATOR.make)(&[c, south, north, points], number as u64);
        let s = good(&text);
        let most = [1200, 2000, 3000][points];
        for side in Side::BOTH {
            let r = &s.side(side).roster;
            assert!(
                r.sums[0].is <= most && r.sums[0].is * 10 > most * 6,
                "{number}: {} of {most}",
                r.sums[0].is
            );
        }
        assert_eq!((GENERATOR.make)(&[c, south, north, points], number as u64), text);
    }
}

/// Every key is in the reference for those who write scenarios and armies.
#[test]
fn the_references_name_every_key() {
    let scenarios = include_str!("../../../docs/scenarios-newbury.md");
    let armies = include_str!("../../../docs/armies.md");
    for (reference, format) in [(scenarios, &scenario::FORMAT), (armies, &newbury_napoleonic::army::FORMAT)] {
        for s in format.sections {
            for k in s.keys {
                assert!(reference.contains(&format!("`{k}`")), "{}: {k}", s.id);
            }
        }
    }
}

/// Whatever is taken out of a scenario or put into it, it is read or complained of.
#[test]
fn damaged_scenarios_are_complained_of() {
    let (_, text) = scenario::SHIPPED[1];
    let lines: Vec<&str> = text.lines().collect();
    let mut read = 0;
    for n in (0..lines.len()).step_by(17) {
        let without: Vec<&str> = lines.iter().enumerate().filter(|(i, _)| *i != n).map(|(_, l)| *l).collect();
        read += usize::from(scenario::read("damaged", &without.join("\n")).is_ok());
        let Some((key, _)) = lines[n].split_once(" = ") else { continue };
        for value in ["-1", "1e300", "nan", "0", "99999", "\"x\"", "[]", "[[1, 1]]", "{}", "true"] {
            let line = format!("{key} = {value}");
            let with: Vec<&str> =
                lines.iter().enumerate().map(|(i, l)| if i == n { &*line } else { *l }).collect();
            read += usize::from(scenario::read("damaged", &with.join("\n")).is_ok());
        }
    }
    assert!(read > 0);
}

/// The shipped battle of points is one that the dice lay.
#[test]
fn the_battle_of_points_is_laid_by_the_dice() {
    use newbury_napoleonic::scenario::generate::{Country, make};
    use newbury_napoleonic::troop::Nation;
    let text = make(Country::Farmland, [Nation::Russia, Nation::France], 2000, 1813);
    if std::env::var_os("VEDETTE_RENEW").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/newbury-napoleonic/by-points.toml");
        std::fs::write(file, &text).unwrap();
    }
    let (_, shipped) = scenario::SHIPPED.iter().find(|(n, _)| *n == "by-points").unwrap();
    assert_eq!(*shipped, text);
}
