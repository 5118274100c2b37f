//! On any table: what is derived from it can be judged, and the different ways to ask who may shoot agree.

use bbdba_acw::drill::Drill;
use bbdba_acw::procedures::{CloseCombat, Shooting};
use bbdba_acw::shooting::{all_shooters, shooters, situation, targets};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Field, Side, Target, Troop, melee};
use umpire::{Procedure, Seeded};

const GROUND: [Feature; 6] = [
    Feature::GentleHill,
    Feature::SteepHill,
    Feature::Wood,
    Feature::Settlement,
    Feature::Oasis,
    Feature::Marsh,
];

fn anywhere(d: &mut Seeded) -> Field {
    let mut drill = Drill::new();
    for _ in 0..d.below(5) {
        let x = GROUND[d.below(6) as usize];
        let (length, width) = (300.0 + 300.0 * d.unit(), 160.0 + 140.0 * d.unit());
        drill.oval(x, 2400.0 * d.unit(), 2400.0 * d.unit(), length, width, 360.0 * d.unit());
    }
    drill.river(&[(0.0, 1200.0), (1200.0, 1300.0), (2400.0, 1200.0)], 100.0);
    drill.road(&[(900.0, 0.0), (1100.0, 2400.0)], 60.0);
    drill.camp(Side::A, 1200.0, 300.0, 200.0);
    drill.camp(Side::B, 900.0, 200.0, 300.0);
    for i in 0..24 {
        let side = Side::BOTH[i % 2];
        let troop = Troop::ALL[d.below(7) as usize];
        // Along a line across the table, so that many stand close.
        let (x, y) = (600.0 + 1200.0 * d.unit(), 900.0 + 600.0 * d.unit());
        let about = if side == Side::A { 0.0 } else { 180.0 };
        drill.put(side, troop, x, y, about + 90.0 * (d.unit() - 0.5));
    }
    drill.field()
}

#[test]
fn situations_from_the_table_can_be_judged() {
    let mut d = Seeded::from_number(1863);
    let mut seen = 0;
    for _ in 0..150 {
        let f = anywhere(&mut d);
        let list = all_shooters(&f);
        for (s, ts) in &list {
            assert_eq!(&targets(&f, *s), ts);
            for t in ts {
                assert_ne!(t.side(), s.side());
                assert!(shooters(&f, *t).contains(s));
                let x = situation(&f, *s, &[], *t);
                Shooting::check(&x).unwrap_or_else(|e| panic!("{s} at {t}: {e} in {x:?}"));
                seen += 1;
            }
        }
        for side in Side::BOTH {
            for i in 0..12 {
                let t = Target::Element(ElementId::new(side, i));
                for s in shooters(&f, t) {
                    assert!(list.iter().any(|(x, ts)| *x == s && ts.contains(&t)));
                }
            }
        }
        for (a, b) in melee::pairs(&f) {
            CloseCombat::check(&melee::situation(&f, a, b)).unwrap();
        }
    }
    assert!(seen > 1000, "{seen}");
}
