//! Answers to the choices of an instant (play.choice).

use super::ChakotenView;
use chakoten_acw::Answer;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Kind};
use chakoten_acw::turn::ChoiceKind;
use std::collections::BTreeMap;
use umpire::Seeded;

/// A choice among the offers by chance.
pub(super) fn by_chance(v: &ChakotenView<'_>, dice: &mut Seeded) -> Answer {
    let mut choices = BTreeMap::new();
    for a in &v.asked {
        if a.offers.is_empty() || dice.below(8) == 0 {
            continue;
        }
        let n = dice.below(a.offers.len() as u32) as usize;
        choices.insert(a.key.clone(), a.offers[n].clone());
    }
    Answer::Choices { choices }
}

/// What an old soldier would do: mostly what the book takes for granted.
pub(super) fn sensible(v: &ChakotenView<'_>) -> Answer {
    let mut choices = BTreeMap::new();
    for a in &v.asked {
        let say = match &a.kind {
            // Whoever lies down under fire is worse off on his feet in disorder, except before a charge of horse.
            ChoiceKind::Retreat { unit } => {
                let ridden_down = v.unit(*unit).is_some_and(|u| {
                    v.enemies.iter().any(|e| {
                        e.kind == Kind::Mounted && e.figures > u.figures && e.rect.gap(&u.base.rect()) < 25.0
                    })
                });
                if ridden_down { Choice::Yes } else { Choice::No }
            }
            ChoiceKind::SurprisedFire { .. } => {
                a.offers.first().cloned().unwrap_or_else(|| a.default.clone())
            }
            ChoiceKind::FallBack { .. } | ChoiceKind::Escape { .. } | ChoiceKind::TurnTo { .. } => {
                Choice::Yes
            }
            // Guns are left only before somebody who can be expected to reach them.
            ChoiceKind::Shelter { threat, .. } => {
                let weak = v.enemy(*threat).is_some_and(|e| e.figures < 8 || e.formation == Formation::Chain);
                if weak { Choice::No } else { Choice::Yes }
            }
            // Who stops with men in flight takes them prisoner at the end of the turn.
            ChoiceKind::StopWith { .. } => Choice::Yes,
            ChoiceKind::WhoAttacks { .. } | ChoiceKind::Pursue { .. } | ChoiceKind::Heir { .. } => {
                a.default.clone()
            }
        };
        if a.offers.contains(&say) && say != a.default {
            choices.insert(a.key.clone(), say);
        }
    }
    Answer::Choices { choices }
}
