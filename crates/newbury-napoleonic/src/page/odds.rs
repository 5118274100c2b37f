//! What the dice of an answer may come to, told to the side that decides it. The enemy is taken for what he shows: of his papers nothing is
//! in it (play.view).

use super::Desk;
use crate::battle::Closing;
use crate::book::results::Charger;
use crate::order::Response;
use crate::procedures::artillery::Artillery;
use crate::procedures::reaction::{ChargeReaction, DefenderDoes, Reaction, ReactionSituation};
use crate::procedures::small_arms::SmallArms;
use crate::say;
use crate::view::View;
use desk::board::Chance;
use desk::chances;
use umpire::Procedure;
use words::Message;

/// What the first reaction comes to, in a line (T16.A).
fn reaction_says(r: &Reaction) -> Message {
    let charger = match r.charger {
        Charger::MakeTheCharge | Charger::StrikeHome => say!("chance-charge-made"),
        Charger::Refuse => say!("chance-charge-refused"),
        Charger::Halt | Charger::HaltOrBreak => say!("chance-charge-halts"),
        Charger::WithdrawToCover => say!("chance-charge-withdraws"),
    };
    let defender = match r.defender {
        DefenderDoes::Break => say!("chance-breaks"),
        DefenderDoes::WithdrawAtDouble => say!("chance-withdraws"),
        DefenderDoes::Stand => say!("chance-stands"),
        DefenderDoes::StandOrEvade => say!("chance-stands-or-evades"),
        DefenderDoes::AsDeclared => say!("chance-as-declared"),
        DefenderDoes::MoveOrders => say!("chance-as-ordered"),
        DefenderDoes::Countercharge => say!("chance-countercharges"),
    };
    say!("chance-reaction", charger, defender)
}

fn of_situation(s: &ReactionSituation) -> Vec<Chance> {
    if ChargeReaction::check(s).is_err() {
        return Vec::new();
    }
    chances::<ChargeReaction>(s, reaction_says)
}

/// Of a charge that would be declared now, if its target stands: the first reaction.
pub(super) fn of_charge(desk: &Desk<'_>, unit: &str, target: &str) -> Vec<Chance> {
    let of = || {
        let v = View::of(desk.b, desk.side)?;
        let f = v.field();
        let (by, on) = (f.by_code(unit)?, f.by_code(target)?);
        Some(of_situation(&v.reaction(by, on)))
    };
    of().unwrap_or_default()
}

/// Of a response: the first reaction to the charge that was declared on the unit.
pub(super) fn of_response(desk: &Desk<'_>, unit: &str, response: Response) -> Vec<Chance> {
    let of = || {
        let v = View::of(desk.b, desk.side)?;
        let b = v.battle();
        let on = b.field.by_code(unit)?;
        let charges = b.play.charges.iter().filter(|c| c.on == on && c.what == Closing::Charge);
        let c = charges.clone().next()?;
        let s = b.reaction_of(&crate::battle::Charge { response: Some(response), ..c.clone() });
        Some(of_situation(&s))
    };
    of().unwrap_or_default()
}

/// Of fire at a target: men hit by each kind of piece, or by all muskets that bear.
pub(super) fn of_fire(desk: &Desk<'_>, unit: &str, target: &str) -> Vec<Chance> {
    let of = || {
        let v = View::of(desk.b, desk.side)?;
        let b = v.battle();
        let (u, t) = (b.field.by_code(unit)?, b.field.by_code(target)?);
        if b.field[u].arm().battery() {
            let (_, s) = b.gunfire_at(u, t, None).into_iter().next()?;
            let men = |o: &<Artillery as Procedure>::Outcome| {
                say!("chance-men", men = o.struck.iter().map(|x| x.men).sum::<u32>())
            };
            return Artillery::check(&s).is_ok().then(|| chances::<Artillery>(&s, men));
        }
        let s = b.volley_at(u, t)?;
        let men = |o: &<SmallArms as Procedure>::Outcome| {
            say!("chance-men", men = o.hits.iter().map(|h| h.men).sum::<u32>())
        };
        SmallArms::check(&s).is_ok().then(|| chances::<SmallArms>(&s, men))
    };
    of().unwrap_or_default()
}
