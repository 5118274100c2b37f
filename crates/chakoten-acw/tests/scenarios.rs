//! The battles that come with the book can be read, mustered and fought from the start.

use chakoten_acw::scenario::{self, SHIPPED};
use chakoten_acw::unit::Fate;
use chakoten_acw::{Side, raising};

#[test]
fn the_shipped_battles_are_lawful() {
    for (name, text) in SHIPPED {
        let s = scenario::read(name, text).unwrap_or_else(|r| panic!("{r:#}"));
        let f = s.muster();
        for side in Side::BOTH {
            assert!(s.side(side).strength >= 100, "{name}: {side}");
            assert!(!s.head.sides[side.index()].briefing.is_empty(), "{name}: {side}");
            assert!(s.tasks.iter().any(|t| t.side == side), "{name}: {side}");
        }
        let present: Vec<_> = f.present().collect();
        for (i, a) in present.iter().enumerate() {
            for b in &present[..i] {
                assert!(a.rects().iter().all(|r| b.rects().iter().all(|q| r.penetration(q) <= table::EPS)));
                if a.side != b.side {
                    assert!(f.gap(a, b) > 15.0, "{name}: {} and {} stand too near", a.code, b.code);
                }
            }
        }
        // Reserves come in the end, whether or not somebody was in the way.
        let mut g = f.clone();
        for turn in 1..=s.turns {
            for u in raising::arrive(&mut g, turn) {
                assert_eq!(g[u].fate, Fate::OnTable);
                // They march on.
                g[u].base.front = g[u].base.front + g[u].base.dir * 40.0;
            }
        }
        assert!(g.arrivals.is_empty() && g.units.iter().all(|u| u.fate == Fate::OnTable), "{name}");
    }
}
