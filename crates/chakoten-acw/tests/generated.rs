//! Battles laid by the dice are lawful: they are read, mustered, and nobody stands on anybody.

use chakoten_acw::field::Level;
use chakoten_acw::scenario::{self, generate};
use chakoten_acw::troop::Arm;
use chakoten_acw::unit::Side;
use generate::TerrainKind;
use sha2::{Digest, Sha256};

#[test]
fn two_hundred_battles_of_every_kind() {
    let mut gates = 0;
    for kind in TerrainKind::ALL {
        let mut other = 0;
        for seed in 0..200 {
            let text = generate::scenario(kind, seed);
            assert_eq!(text, generate::scenario(kind, seed));
            other += usize::from(text == generate::scenario(kind, seed + 1));
            let s = scenario::read("generated", &text)
                .unwrap_or_else(|r| panic!("{} {seed}: {r:#}\n{text}", kind.name()));
            let f = s.muster();
            let all: Vec<_> = f.present().collect();
            for (i, a) in all.iter().enumerate() {
                assert!(
                    a.base.corners().iter().all(|c| f.ground.holds(*c)),
                    "{} {seed}: {}",
                    kind.name(),
                    a.code
                );
                for b in &all[..i] {
                    let deep = a.base.rect().penetration(&b.base.rect());
                    assert!(deep <= table::EPS, "{} {seed}: {} on {}", kind.name(), a.code, b.code);
                }
                for m in f.staff.iter().filter(|m| m.with != Some(a.id)) {
                    let deep = a.base.rect().penetration(&m.base.rect());
                    assert!(deep <= table::EPS, "{} {seed}: {} on {}", kind.name(), a.code, m.code);
                }
            }
            for side in Side::BOTH {
                let of = |arm: Arm| f.side(side).filter(|u| u.arm == arm).count();
                assert!(of(Arm::Infantry) >= 8 && of(Arm::Artillery) == 2);
                assert!(of(Arm::Cavalry) == 2 && of(Arm::Wagon) == 1);
                let brigades: Vec<_> =
                    f.commands.iter().filter(|c| c.side == side && c.level == Level::Brigade).collect();
                assert_eq!(brigades.len(), 2);
                for b in brigades {
                    let staff: Vec<_> = f.staff.iter().filter(|m| m.command == b.id).collect();
                    assert_eq!((staff.len(), staff.iter().filter(|m| m.general).count()), (2, 1));
                }
                assert!(s.tasks.iter().filter(|t| t.side == side).count() >= 2);
            }
            // No fence and no wall bars the road.
            let [road] = &f.ground.roads[..] else { panic!("{} {seed}: one road", kind.name()) };
            let (west, east) =
                (road.path.points[0].x - road.width / 2.0, road.path.points[0].x + road.width / 2.0);
            for l in &f.ground.lines {
                let xs = l.path.points.iter().map(|p| p.x);
                let (from, to) = (xs.clone().fold(f64::MAX, f64::min), xs.fold(f64::MIN, f64::max));
                assert!(to <= west || from >= east, "{} {seed}: {} bars the road", kind.name(), l.name);
                gates += usize::from(l.name.ends_with(" west"));
            }
            // A stream has its bridge, and the bridge lies on the road.
            assert_eq!(
                f.ground.patches.iter().any(|p| p.name.ends_with("Creek")
                    || p.name.ends_with("Run")
                    || p.name.ends_with("Brook")),
                !f.ground.bridges.is_empty()
            );
        }
        assert_eq!(other, 0, "the seed does not matter");
    }
    assert!(gates > 10, "fences that let the road through: {gates}");
}

/// A number and a kind of country give the same battle for ever: people pass them on.
#[test]
fn a_number_keeps_its_battle() {
    let mut all = Sha256::new();
    for kind in TerrainKind::ALL {
        for seed in 0..60 {
            all.update(generate::scenario(kind, seed));
        }
    }
    let all: String = all.finalize().iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(all, "de7f9d0b0cd359de0b318dcdabc46696f14d6fafbe863500caef5902e2a2b29d");
}
