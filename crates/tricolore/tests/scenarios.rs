//! The scenarios of the program are sound, and what is wrong with others is said by its clause.

use tricolore::scenario::{self, SHIPPED};
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
