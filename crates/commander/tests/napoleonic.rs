//! The commanders of the third book see no more than their side's view shows.

use chakoten_napoleonic::Side;
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::order::Answer;
use chakoten_napoleonic::scenario::{self, Scenario};
use chakoten_napoleonic::view;
use commander::Strength::Steady;
use commander::napoleonic::{NapoleonicView, begin, staffs};
use std::sync::Arc;
use umpire::{Log, Seed};

fn shipped(name: &str) -> Arc<Scenario> {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    Arc::new(scenario::read(name, text).expect("a good scenario"))
}

/// Plays some turns and lets somebody look at every answer before it is given.
fn watch(on: &str, turns: u32, mut see: impl FnMut(&Battle, &Scenario, Side, &Answer)) {
    let s = shipped(on);
    let mut b = begin(&s, &Seed::new(format!("watch {on}")), Log::Off);
    let mut who = staffs([Steady, Steady], 4, 1);
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if awaits == Awaits::Orders && b.field().turn >= turns {
            return;
        }
        let a = who[side.index()].decide(&NapoleonicView::of(&b, Some(&s), side).expect("it is awaited"));
        see(&b, &s, side, &a);
        b.answer(side, a).unwrap_or_else(|r| panic!("{on} {awaits:?}: {r:?}"));
    }
}

/// What a commander is given of the enemy is what the view lists, no more.
fn same_as_view(b: &Battle, s: &Scenario, side: Side) {
    let Some(v) = NapoleonicView::of(b, Some(s), side) else { return };
    let listed = view::view(b.field(), side, &b.known(side));
    assert_eq!(v.enemies.len(), listed.enemies.len());
    for (e, l) in v.enemies.iter().zip(&listed.enemies) {
        assert_eq!(v.label(e.id).as_ref(), Some(&l.label));
        assert_eq!((e.arm, e.formation, e.figures, e.files), (l.arm, l.formation, l.figures, l.files));
        assert_eq!((e.fleeing, e.limbered, e.working), (l.fleeing, l.limbered, l.working));
        assert_eq!(e.inside, l.inside.is_some());
        assert_eq!((e.base.pose(), e.base.width, e.base.depth), (l.at, l.width, l.depth));
    }
    assert_eq!(v.lines.len(), listed.ground.lines.len());
    assert!(v.own.iter().all(|u| u.side == side) && v.staff.iter().all(|g| g.side == side));
    assert!(v.tasks.iter().all(|t| t.side == side) && v.asked.iter().all(|a| a.side == side));
}

#[test]
fn a_commander_sees_what_the_view_lists() {
    let mut hidden = 0;
    watch("village-and-bridge", 5, |b, s, side, _| {
        same_as_view(b, s, side);
        hidden += b.field().enemies(side).count() - b.known(side).seen().len();
    });
    assert!(hidden > 0, "somebody was out of sight");
}
