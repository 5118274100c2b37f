//! Scenario files: read, checked, explained, mustered.

use bbdba_acw::scenario::{self, Deployment, SHIPPED, muster, read};
use bbdba_acw::{Side, Troop};

#[test]
fn shipped_scenarios_are_lawful() {
    for (name, text) in SHIPPED {
        match read(name, text) {
            Ok(s) => {
                assert!(!s.briefing.is_empty() && !s.title.is_empty());
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
