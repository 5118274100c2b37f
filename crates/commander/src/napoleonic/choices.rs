//! Answers to the choices within the turn (play.asks).

use super::{Enemy, NapoleonicView};
use chakoten_napoleonic::order::{Answer, Choice, Course};
use chakoten_napoleonic::troop::{Arm, Formation};
use chakoten_napoleonic::turn::{AskKind, Asked};
use chakoten_napoleonic::unit::Unit;
use std::collections::BTreeMap;
use umpire::Seeded;

/// A choice among the offers by chance.
pub(super) fn by_chance(v: &NapoleonicView<'_>, dice: &mut Seeded) -> Answer {
    let mut choices = BTreeMap::new();
    for a in &v.asked(|_| true) {
        if a.offers.is_empty() || dice.below(8) == 0 {
            continue;
        }
        let n = dice.below(a.offers.len() as u32) as usize;
        choices.insert(a.key.clone(), a.offers[n].clone());
    }
    Answer::Choices { choices }
}

/// What an old soldier would do: mostly what the book takes for granted.
pub(super) fn sensible(v: &NapoleonicView<'_>) -> Answer {
    let mut choices = BTreeMap::new();
    for a in &v.asked(matters) {
        let say = choose(v, a);
        if say != a.default && a.offers.contains(&say) {
            choices.insert(a.key.clone(), say);
        }
    }
    Answer::Choices { choices }
}

/// May he choose anything but what the book takes for granted?
fn matters(kind: &AskKind) -> bool {
    matches!(
        kind,
        AskKind::GoBack { .. }
            | AskKind::LineStands { .. }
            | AskKind::Stays { .. }
            | AskKind::Follow { .. }
            | AskKind::GoesOn { .. }
            | AskKind::Retreat { .. }
            | AskKind::GunsRetreat { .. }
            | AskKind::GunsFlee { .. }
            | AskKind::LineFires { .. }
    )
}

fn choose(v: &NapoleonicView<'_>, a: &Asked) -> Choice {
    let offered = |c: Course| a.offers.contains(&Choice::Way(c)).then_some(Choice::Way(c));
    let kept = || a.default.clone();
    match &a.kind {
        // Gunners stay at their guns: what comes is fired at. They go only before horse that is close.
        AskKind::GoBack { unit } => match v.unit(*unit) {
            Some(u) if u.unlimbered() => Choice::No,
            _ => Choice::Yes,
        },
        AskKind::LineStands { .. } => Choice::No,
        // Who has just fought and did not win goes back if he is the weaker.
        AskKind::Stays { unit, foe } => {
            let weak = v.unit(*unit).zip(v.enemy_seen(*foe)).is_some_and(|(u, e)| {
                u.state.grades() >= 2 || (u.arm == Arm::Cavalry && e.arm != Arm::Cavalry)
            });
            let way = if weak { Course::GoBack } else { Course::Stand };
            offered(way).unwrap_or_else(kept)
        }
        AskKind::Follow { .. } => offered(Course::Stand).unwrap_or_else(kept),
        // Horse runs down who flees; foot stands on what it has won.
        AskKind::GoesOn { unit, foe } => {
            let horse = v.unit(*unit).is_some_and(|u| u.arm == Arm::Cavalry && u.state.grades() < 2);
            let flees = v.enemy_seen(*foe).is_some_and(|e| e.fleeing);
            if horse && flees { offered(Course::Follow).unwrap_or_else(kept) } else { kept() }
        }
        // Backwards keeps the front to an enemy on foot; from horse one gets away only by turning about.
        AskKind::Retreat { unit } => {
            let foot = |u: &Unit| v.enemy_within(8.0, u.base.rect(), |e| e.arm == Arm::Infantry);
            let pressed = v.unit(*unit).is_some_and(foot);
            offered(if pressed { Course::AboutFace } else { Course::Backwards }).unwrap_or_else(kept)
        }
        AskKind::GunsRetreat { .. } => {
            offered(Course::Limber).or_else(|| offered(Course::Manhandle)).unwrap_or_else(kept)
        }
        AskKind::GunsFlee { .. } => offered(Course::WithLimbers).unwrap_or_else(kept),
        // A line fires unless it would be ridden down standing.
        AskKind::LineFires { unit } => {
            let horse = |e: &Enemy| e.arm == Arm::Cavalry && e.formation != Formation::Skirmish && !e.fleeing;
            let ridden = |u: &Unit| v.enemy_within(35.0, u.base.rect(), horse);
            let in_range = |u: &Unit| v.enemy_within(18.0, u.base.rect(), |e| !e.fleeing);
            let fires = v.unit(*unit).is_some_and(|u| in_range(u) && !ridden(u));
            if fires { kept() } else { Choice::No }
        }
        _ => kept(),
    }
}
