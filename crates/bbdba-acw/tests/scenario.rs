//! Scenario files: read, checked, explained, mustered.

use bbdba_acw::scenario::{self, Deployment, SHIPPED, muster, read};
use bbdba_acw::{Side, Troop, book};
use sha2::{Digest, Sha256};

#[test]
fn shipped_scenarios_are_lawful() {
    for (name, text) in SHIPPED {
        match read(name, text) {
            Ok(s) => {
                assert!(!s.head.briefing.is_empty() && !s.head.title.is_empty());
                let f = muster(&s);
                for side in Side::BOTH {
                    assert_eq!(usize::from(f.army(side).strength), s.strength(side));
                    if s.deployment == Deployment::Placed {
                        assert!(f.army(side).elements.iter().all(|e| e.on_table()), "{name}");
                        assert!(f.army(side).camp.is_some(), "{name}");
                    }
                }
            }
            Err(r) => panic!("{r}"),
        }
    }
}

#[test]
fn every_file_in_the_folder_is_shipped() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/bbdba-acw");
    for e in std::fs::read_dir(dir).unwrap() {
        let path = e.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(SHIPPED.iter().any(|(n, t)| *n == name && *t == text), "{name} is not in SHIPPED");
    }
}

#[test]
fn generated_scenarios_are_lawful() {
    for (i, kind) in scenario::TerrainKind::ALL.into_iter().enumerate() {
        for (j, b) in
            [scenario::Board::ordinary(), scenario::Board::several_commands(), scenario::Board::large()]
                .iter()
                .enumerate()
        {
            for n in 0..10 {
                let how = [Deployment::Placed, Deployment::Alternating, Deployment::Hidden][n % 3];
                let text = scenario::generate::scenario(kind, b, (i * 100 + j * 10 + n) as u64, how);
                let s = read("generated", &text).unwrap_or_else(|r| panic!("{r}\n{text}"));
                assert_eq!(s.board, *b);
                assert!(
                    s.armies.iter().all(|a| a
                        .commands
                        .iter()
                        .all(|c| c.elements.iter().all(|e| e.troop != Troop::Camp)))
                );
            }
        }
    }
}

/// A number and a kind of country give the same battle for ever, and it is written down in the same words: people pass
/// them on.
#[test]
fn a_number_keeps_its_battle() {
    let mut all = Sha256::new();
    for kind in scenario::TerrainKind::ALL {
        for b in [scenario::Board::ordinary(), scenario::Board::several_commands(), scenario::Board::large()]
        {
            for n in 0..6 {
                let how = [Deployment::Placed, Deployment::Alternating, Deployment::Hidden][n % 3];
                let text = scenario::generate::scenario(kind, &b, n as u64, how);
                all.update(scenario::to_toml(&read("generated", &text).unwrap_or_else(|r| panic!("{r}"))));
                all.update(text);
            }
        }
    }
    let all: String = all.finalize().iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(all, "cd3ba1eabce52199f0f70511ae5d1048617497ccb698ca2dc3e965eccc1ef71c");
}

/// A small lawful scenario to spoil.
const GOOD: &str = r#"book = "bbdba-acw"
title = "A small one"
year = 1863

[setup]
attacker = "dice"
terrain = "fixed"
deployment = "placed"

[terrain]
type = "farmland"

[[terrain.area]]
kind = "fields"
x = 600
y = 1200
length = 400
width = 300

[[terrain.area]]
kind = "wood"
x = 1800
y = 1200
length = 400
width = 300

[[terrain.road]]
points = [[1200, 0], [1200, 2400]]

[[army]]
name = "Union"
list = "Union 1863-65"

[[army.command]]
elements = ["rifles*8", "artillery*2", "cavalry*2"]

[[army]]
name = "Confederates"
list = "Confederates 1861-63"

[[army.command]]
elements = ["rifles*6", "muskets*4", "artillery", "cavalry"]
"#;

fn report(text: &str) -> String {
    match read("small.toml", text) {
        Ok(_) => "ok".into(),
        Err(r) => format!("{r:#}"),
    }
}

fn spoiled(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from));
    report(&GOOD.replacen(from, to, 1))
}

#[test]
fn what_people_see() {
    assert_eq!(report(GOOD), "ok");
    assert_eq!(
        spoiled("attacker = \"dice\"", "atacker = \"dice\""),
        "small.toml: 1 mistake\n  line 6: [setup] has no `atacker` (did you mean `attacker`?)"
    );
    assert_eq!(
        spoiled("type = \"farmland\"", "type = \"farmlnd\""),
        "small.toml: 1 mistake\n  line 11: `type` of [terrain] is \"farmlnd\" (did you mean \"farmland\"? It is one of farmland, woodland, mountains, steppe, desert, tropics, coast)"
    );
    assert_eq!(
        spoiled("x = 600", "x = \"600\""),
        "small.toml: 1 mistake\n  line 15: `x` of [[terrain.area]] is a text (it must be a number)"
    );
    assert_eq!(
        spoiled("\"cavalry*2\"", "\"cavalry*3\""),
        "small.toml: 1 mistake\n  line 32: army.1: 13 elements (an army group has exactly 12 elements, a side 12 or a multiple of it; commanders are additional)"
    );
    assert_eq!(
        spoiled("\"artillery*2\", \"cavalry*2\"", "\"artillery*3\", \"cavalry\""),
        "small.toml: 1 mistake\n  line 32: army.5: 3 artillery in the list Union 1863-65 (0 to 2)"
    );
    assert_eq!(
        spoiled("year = 1863", "year = 1864"),
        "small.toml: 1 mistake\n  line 39: army.5: the list Confederates 1861-63 in 1864 (it serves from 1861 to 1863)"
    );
    assert_eq!(
        spoiled("[terrain]", "[readings]\nsurcharg = \"each\"\nsurcharge = \"thrice\"\n[terrain]"),
        "small.toml: 2 mistakes\n  line 11: there is no reading `surcharg` (did you mean `surcharge`?)\n  line 12: reading `surcharge` has no option `thrice`; it has `once`, `each` (Do the causes for an additional movement point add up? Its default is \"once\")"
    );
    assert_eq!(
        spoiled("\"rifles*8\"", "\"rifels*8\""),
        "small.toml: 1 mistake\n  line 35: there is no kind of troops \"rifels\" (did you mean \"rifles\"?)"
    );
}

#[test]
fn all_mistakes_at_once() {
    let text = GOOD
        .replace("book = \"bbdba-acw\"", "book = \"chess\"")
        .replace("width = 300", "width = 100")
        .replace("\"Union 1863-65\"", "\"Union 1862-65\"")
        .replace("\"cavalry*2\"", "\"camels*2\"")
        .replace("title", "tittle");
    let r = read("x", &text).unwrap_err();
    for part in ["chess", "only 100 p wide", "Union 1862-65", "camels", "tittle"] {
        assert!(r.mistakes.iter().any(|m| m.wrong.contains(part)), "{part} is missing from {r}");
    }
    assert!(r.mistakes.len() >= 8, "{r}");
    // The picture for the terminal is drawn without trouble.
    assert!(format!("{:?}", miette::Report::new(r)).contains("terrain.6"));
}

#[test]
fn bases_side_by_side_are_one_base_width_apart() {
    let s = read("open-field", SHIPPED[0].1).unwrap();
    let f = muster(&s);
    // Hale's brigade, three rifles with the middle at 720.
    let xs: Vec<f64> = (1..4).map(|i| f.army(Side::A).elements[i].base.front.x).collect();
    assert_eq!(xs, [560.0, 720.0, 880.0]);
}

/// The clauses by which a file is refused.
fn broken(text: &str) -> Vec<&'static str> {
    match read("small.toml", text) {
        Ok(_) => Vec::new(),
        Err(r) => r.mistakes.iter().filter_map(|m| m.clause).collect(),
    }
}

#[test]
fn area_features_are_those_of_the_list() {
    let _p = bbdba_acw::proves!("terrain.5");
    let kind = |k: &str| broken(&GOOD.replacen("kind = \"wood\"", &format!("kind = \"{k}\""), 1));
    let listed = [
        "gentle hills",
        "steep hills",
        "wood",
        "marsh",
        "rough ground",
        "dunes",
        "oasis",
        "fields",
        "settlement",
    ];
    for k in listed {
        // Some are not of this country (terrain.3), or too long; all are features.
        assert!(!kind(k).contains(&"terrain.5"), "{k}");
    }
    assert_eq!(kind("Wood"), [""; 0]);
    for k in ["ravine", "river", "road", "waterway", "beach", ""] {
        assert_eq!(kind(k), ["terrain.5"], "{k}");
    }
    assert!(spoiled("kind = \"wood\"", "kind = \"ravine\"").contains("`kind` of [[terrain.area]] is"));
}

#[test]
fn lengths_are_paces_a_hundred_to_25_mm() {
    let _p = bbdba_acw::proves!("scale.1");
    assert_eq!(book::paces_of_cm(2.5), 100.0);
    assert_eq!(book::paces_of_cm(4.0), book::data().bw);
    assert_eq!(book::paces_of_cm(30.0), book::data().command_range);
    // A table of 20 cm to 25 m.
    let by_scale = |[w, d]: [f64; 2]| {
        let table = format!("year = 1863\n[table]\ncustom = true\nwidth = {w:.1}\ndepth = {d:.1}");
        broken(&GOOD.replacen("year = 1863", &table, 1)).iter().filter(|c| **c == "scale.1").count()
    };
    assert_eq!(by_scale([800.0, 100_000.0]), 0);
    assert_eq!(by_scale([799.9, 2400.0]), 1);
    assert_eq!(by_scale([2400.0, 100_000.1]), 1);
    assert_eq!(by_scale([60.0, 60.0]), 2, "written in centimetres");
}

#[test]
fn half_placed_commands_and_double_answers() {
    let placed = GOOD.replacen(
        "\"rifles*8\"",
        "{ troop = \"rifles\", x = 400, y = 500, facing = 0 }, \"rifles*7\"",
        1,
    );
    assert!(report(&placed).contains("Command 1 is placed, but not its commander"), "{}", report(&placed));
    let mixed = placed.replace("deployment = \"placed\"", "deployment = \"alternating\"");
    assert!(report(&mixed).contains("a place is given, but the players deploy"), "{}", report(&mixed));
    let both = GOOD.replace("terrain = \"fixed\"", "terrain = \"defender\"");
    assert!(report(&both).contains("setup.1: the defender lays the terrain, but pieces are written"));
    assert!(report(&both).contains("the armies are placed on terrain that the defender has yet to lay"));
    assert!(
        spoiled("name = \"Union\"", "name = \"Union\"\ncamp = { x = 100, width = 600, depth = 200 }")
            .contains("camp.3")
    );
    assert!(spoiled("year = 1863", "year = 1863\n[table]\nboard = \"large\"").contains("bigbattle.1"));
    let own = "year = 1863\n[table]\ncustom = true\nwidth = 3000\ndepth = 2400";
    assert_eq!(spoiled("year = 1863", own), "ok");
    assert!(
        spoiled("year = 1863", "year = 1863\n[table]\ncustom = true\nwidth = 10\ndepth = 2400")
            .contains("800")
    );
}

#[test]
fn house_rules_are_explicit() {
    let free = GOOD
        .replace("[setup]", "[house]\nfree_lists = true\nfree_commands = true\nfree_terrain = true\nfree_deployment = true\nno_camps = true\n[setup]")
        .replace("list = \"Union 1863-65\"", "")
        .replace("[\"rifles*8\", \"artillery*2\", \"cavalry*2\"]", "[{ troop = \"rifles\", x = 1200, y = 1200, facing = 45 }]\ncommander = { x = 1200, y = 900, facing = 0 }");
    let s = read("free", &free).unwrap_or_else(|r| panic!("{r}"));
    let f = muster(&s);
    assert_eq!(f.army(Side::A).strength, 1);
    assert!(f.army(Side::A).camp.is_none());
}

#[test]
fn a_scenario_written_down_reads_the_same() {
    for (name, text) in SHIPPED {
        let s = read(name, text).unwrap();
        let again = scenario::to_toml(&s);
        let t = read(name, &again).unwrap_or_else(|r| panic!("{r}\n{again}"));
        assert_eq!(t.armies, s.armies, "{name}");
        assert_eq!(t.terrain, s.terrain, "{name}");
        assert_eq!((t.attacker, t.edge, t.deployment, t.year), (s.attacker, s.edge, s.deployment, s.year));
        assert_eq!(
            (t.board.width, t.board.depth, t.board.deployment),
            (s.board.width, s.board.depth, s.board.deployment)
        );
    }
}

#[test]
fn hostile_text_is_an_error_never_a_panic() {
    let mut dice = umpire::Seeded::from_number(11);
    let mut tried = 0;
    for (name, text) in SHIPPED {
        // Cut anywhere.
        for _ in 0..150 {
            let cut = dice.below(text.len() as u32) as usize;
            let mut cut = cut;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            let _ = read(name, &text[..cut]);
            tried += 1;
        }
        // Bytes, numbers and lines changed.
        for _ in 0..400 {
            let mut b = text.as_bytes().to_vec();
            for _ in 0..1 + dice.below(4) {
                let i = dice.below(b.len() as u32) as usize;
                match dice.below(5) {
                    0 => b[i] = dice.below(256) as u8,
                    1 => {
                        b.remove(i);
                    }
                    2 => b.splice(i..i, *b"nan").for_each(drop),
                    3 => b.splice(i..i, *b"99999999999999999999").for_each(drop),
                    _ => {
                        let j = dice.below(b.len() as u32) as usize;
                        b.swap(i, j);
                    }
                }
            }
            let t = String::from_utf8_lossy(&b).into_owned();
            if let Err(r) = read(name, &t) {
                assert!(!r.mistakes.is_empty());
                let _ = r.to_string();
            }
            tried += 1;
        }
        for from in ["600", "2400", "60", "0.0", "2", "12", "\"rifles"] {
            for to in [
                "nan",
                "inf",
                "-inf",
                "1e308",
                "-1",
                "0",
                "9223372036854775807",
                "0xffffffff",
                "true",
                "[]",
                "{}",
                "\"\"",
                "1979-05-27",
            ] {
                let _ = read(name, &text.replace(from, to));
                let _ = read(name, &text.replacen(from, to, 1));
            }
        }
    }
    for _ in 0..300 {
        let n = dice.below(400) as usize;
        let b: Vec<u8> = (0..n).map(|_| dice.below(256) as u8).collect();
        assert!(read("noise", &String::from_utf8_lossy(&b)).is_err());
    }
    let deep = format!("book = {}{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(read("deep", &deep).is_err());
    let deep = format!("book = {}1{}", "{a=".repeat(20_000), "}".repeat(20_000));
    assert!(read("deep", &deep).is_err());
    let dotted = format!("{}a = 1", "a.".repeat(50_000));
    assert!(read("dotted", &dotted).is_err());
    let long = "x".repeat(10_000_000);
    assert!(read("long", &long).is_err());
    let many = "[[army]]\n".repeat(50_000);
    assert!(read("many", &many).is_err());
    let many = format!(
        "[[army]]\nname = \"x\"\n[[army.command]]\nelements = [{}]\n",
        "\"rifles*4000\",".repeat(10_000)
    );
    assert!(read("many", &many).is_err());
    let keys: String = (0..5000).map(|i| format!("k{i} = 1\n")).collect();
    let r = read("keys", &keys).unwrap_err();
    assert!(r.mistakes.len() <= 101);
    assert!(tried > 2000);
}

/// The reference lists exactly the keys that exist, table by table, and its examples are lawful.
#[test]
fn the_reference_is_true() {
    let text = include_str!("../../../docs/scenarios.md");
    let mut seen: Vec<(String, Vec<String>)> = Vec::new();
    for l in text.lines() {
        if let Some(h) = l.strip_prefix("### `") {
            seen.push((h.split('`').next().unwrap().into(), Vec::new()));
        } else if let (Some(k), Some((_, keys))) = (l.strip_prefix("| `"), seen.last_mut()) {
            keys.push(k.split('`').next().unwrap().into());
        }
    }
    let sections = scenario::FORMAT.sections;
    for s in sections {
        let (_, doc) =
            seen.iter().find(|(t, _)| t == s.id).unwrap_or_else(|| panic!("no section `{}`", s.id));
        assert_eq!(doc, s.keys, "{}", s.id);
    }
    assert_eq!(seen.len(), sections.len());
    let mut examples = 0;
    for part in text.split("```toml\n").skip(1) {
        let block = part.split("```").next().unwrap();
        if block.starts_with("book =") {
            read("docs/scenarios.md", block).unwrap_or_else(|r| panic!("{r}"));
            examples += 1;
        }
    }
    assert!(examples >= 2);
    for r in &bbdba_acw::book::text().readings {
        assert!(!r.question.is_empty());
    }
}
