//! Exact odds beside the choices of a turn that roll dice (play.asks), with what the side that chooses may know.

use crate::battle::Battle;
use crate::order::Choice;
use crate::procedures::command::{Commander, DiceOnly, Reaction, ReplaceCommander, StaffCasualty};
use crate::procedures::fires::PutOutFire;
use crate::procedures::melee::{Melee, MeleeOutcome};
use crate::procedures::{Artillery, SmallArms, Suffered};
use crate::say;
use crate::turn::{AskKind, Prospect};
use desk::board::Chance;
use desk::chances;
use words::{Joint, Message};

/// What may come of a choice, and what was taken for known of the enemy; nothing where no dice are rolled at once.
pub(super) fn of_choice(b: &Battle, kind: &AskKind, c: &Choice) -> (Vec<Chance>, Option<Message>) {
    let Some(prospect) = b.table.prospect(kind, c) else { return Default::default() };
    match prospect {
        Prospect::Reaction(s) => (chances::<Reaction>(&s, |o| o.message()), None),
        Prospect::Replace(s) => (chances::<ReplaceCommander>(&s, |o| o.message()), None),
        Prospect::PutOut(s) => (chances::<PutOutFire>(&s, |o| o.message()), None),
        Prospect::Intervention => (chances::<Commander>(&DiceOnly {}, |o| o.message()), None),
        Prospect::UnderFire => (chances::<StaffCasualty>(&DiceOnly {}, |o| o.message()), None),
        Prospect::SmallArms(s) => {
            (chances::<SmallArms>(&s, |o| suffers(&o.target)), Some(say!("odds-of-first-fire")))
        }
        Prospect::Artillery(s) => {
            let first = |o: &crate::procedures::ArtilleryOutcome| {
                o.targets.first().map(|h| suffers(&h.unit)).unwrap_or_default()
            };
            (chances::<Artillery>(&s, first), Some(say!("odds-of-first-fire")))
        }
        Prospect::Melee(s) => (chances::<Melee>(&s, fought), Some(say!("odds-of-first-melee"))),
    }
}

/// A fire in few words: the figures it takes off, and how the enemy stands after it.
fn suffers(x: &Suffered) -> Message {
    say!("odds-fire", figures = x.figures, state = x.state)
}

/// A melee in few words: who wins, and how both stand after it.
fn fought(o: &MeleeOutcome) -> Message {
    let won = match o.winner {
        Some(who) => say!("melee-won-by", who),
        None => say!("melee-no-winner"),
    };
    let states = say!("odds-melee-states", attacker = o.attacker.state, defender = o.defender.state);
    words::list([won, states], Joint::Semicolon)
}
