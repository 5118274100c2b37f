//! The scenarios of the program are sound, and what is wrong with others is said by its clause.

use tricolore::book::terrain::Class;
use tricolore::book::{Sheet, SheetRef};
use tricolore::ground::Terrain;
use tricolore::scenario::generate::{Country, GENERATOR, Size};
use tricolore::scenario::{self, SHIPPED};
use tricolore::sight::{self, Looking, Mark};
use tricolore::troop::Arm;
use tricolore::{Side, integrity};

#[test]
fn shipped_scenarios_are_sound() {
    for (name, text) in SHIPPED {
        let s = match scenario::read(name, text) {
            Ok(s) => s,
            Err(r) => panic!("{name}: {r:#}"),
        };
        let f = s.muster();
        for side in Side::BOTH {
            assert!(integrity::broken(&f, side).bodies.is_empty(), "{name} {side}");
            assert!(integrity::broken(&f, side).cavalry.is_empty(), "{name} {side}");
            assert!(s.tasks.iter().any(|t| t.side == side));
            assert_eq!(
                f.officers.iter().filter(|o| o.side == side && o.in_chief).count(),
                1,
                "{name} {side}"
            );
        }
        assert!(!s.head.briefing.is_empty() && s.head.sides.iter().all(|s| !s.briefing.is_empty()));
    }
}

#[test]
fn generated_battles_are_sound() {
    for terrain in 0..Country::ALL.len() {
        for size in 0..Size::ALL.len() {
            for seed in 0..12u64 {
                let nations = [(seed % 6) as usize, ((seed / 2 + 3) % 6) as usize];
                let chosen = [terrain, size, nations[0], nations[1]];
                let text = (GENERATOR.make)(&chosen, seed);
                let s = scenario::read("generated", &text)
                    .unwrap_or_else(|r| panic!("{chosen:?} {seed}: {r:#}\n{text}"));
                let f = s.muster();
                for side in Side::BOTH {
                    assert!(f.side(side).filter(|u| u.troop.arm == Arm::Infantry).count() >= 6 * (size + 1));
                    let broken = integrity::broken(&f, side);
                    assert!(
                        broken.bodies.is_empty() && broken.cavalry.is_empty(),
                        "{chosen:?} {seed} {side}"
                    );
                }
                assert_eq!(text, (GENERATOR.make)(&chosen, seed));
            }
        }
    }
    assert_eq!(Country::ALL.map(Country::name), ["farmland", "woodland", "hills", "open-country"]);
}

/// Every section and every key is in the reference for those who write scenarios.
#[test]
fn the_reference_names_every_key() {
    let reference = include_str!("../../../docs/scenarios-tricolore.md");
    for s in scenario::FORMAT.sections {
        for k in s.keys {
            assert!(reference.contains(&format!("`{k}`")), "{}: {k}", s.id);
        }
    }
}

#[test]
fn scenarios_are_described() {
    for (name, text) in SHIPPED {
        let lines = scenario::describe(name, text).unwrap();
        assert_eq!(lines.len(), 5, "{name}");
    }
}

#[test]
fn an_owners_sheet_is_mustered_with() {
    let (name, text) = SHIPPED[0];
    let mut areas = tricolore::book::table("missing.terrain-areas").clone();
    let row = areas.rows.iter().position(|r| r[0].to_string() == "closed I").unwrap();
    areas.rows[row][1] = umpire::Cell::Text("1/2".into());
    let sheet = SheetRef::from(muster::of_owner::<Sheet>("mine", vec![areas]).unwrap());
    let f = scenario::read_by(name, text, &sheet).unwrap().muster();
    let effect = f.sheet.terrain().area(Terrain::Closed1, Class::Infantry);
    assert_eq!((effect.cost, effect.stand_in, f.sheet.name()), (Some(2.0), false, Some("mine")));
}

/// Whatever is taken out of a scenario or put into it, it is read or complained of.
#[test]
fn damaged_scenarios_are_complained_of() {
    let (_, text) = SHIPPED[1];
    let lines: Vec<&str> = text.lines().collect();
    let mut read = 0;
    for n in (0..lines.len()).step_by(29) {
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

/// The guns of the redoubt see the ground that they are to command.
#[test]
fn the_redoubt_commands_the_wooden_bridge() {
    let (name, text) = SHIPPED[1];
    let mut f = scenario::read(name, text).unwrap().muster();
    let guns = f.by_code("1Dg").unwrap();
    let enemy = f.by_code("4a-1").unwrap();
    f[enemy].base.front = table::v2(1250.0, 1830.0);
    assert!(sight::sees(&f, &f[guns], Mark::Unit(&f[enemy]), Looking::ToFire).is_ok());
}
