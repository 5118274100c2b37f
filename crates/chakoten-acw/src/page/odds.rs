//! What the dice of a choice, an order or the end of a turn may come to, told to the side that decides it, as far as that side may
//! know (play.view). Of what is fired by order no more than needs no measuring (play.guess).

use super::{as_known, choices};
use crate::battle::Battle;
use crate::check::{Action, Checked, Shot, Target, Trigger};
use crate::field::Field;
use crate::order::Choice;
use crate::procedures::{
    Artillery, Deviation, DeviationSituation, Melee, Reorganise, Resupply, ResupplySituation, Shock,
    SmallArms, deviation,
};
use crate::say;
use crate::turn::{Asked, Prospect, attempt_of, fight_of};
use crate::unit::{Side, Unit, UnitId};
use crate::view::Known;
use ::words::{Joint, Message};
use desk::board::Chance;
use desk::{chances, chances_of};
use umpire::{Procedure, Silent};

/// The table as the side knows it, with those of whom it is asked.
pub(super) fn known_table(m: &Battle, side: Side) -> Field {
    let mut f = as_known(m.field(), &m.known(side));
    for u in choices::asked(m, side).into_iter().flat_map(|a| choices::about(&a.kind)) {
        f[u].fate = m.field()[u].fate;
    }
    f
}

/// The odds of a choice that rolls dice, and what was taken for known of the enemy; nothing of any other.
pub(super) fn of_choice(m: &Battle, f: &Field, a: &Asked, c: &Choice) -> (Vec<Chance>, Option<Message>) {
    match m.table.prospect(f, &a.kind, c) {
        None => (Vec::new(), None),
        Some(Prospect::SmallArms(s)) => (chances::<SmallArms>(&s, |o| o.message()), None),
        Some(Prospect::Artillery(s)) => (chances::<Artillery>(&s, |o| o.message()), None),
        Some(Prospect::FireFight(s)) => {
            (chances::<SmallArms>(&s, |o| o.message()), Some(say!("odds-of-fire-fight")))
        }
        Some(Prospect::Shock(s)) => (chances::<Shock>(&s, |o| o.message()), Some(say!("odds-of-shock"))),
        Some(Prospect::ShockToCome(s)) => {
            (chances::<Shock>(&s, |o| o.message()), Some(say!("odds-of-shock-to-come")))
        }
    }
}

/// The odds of the melee that a unit in contact fights before anything else, whatever it is ordered (play.melee).
pub(super) fn of_melee(f: &Field, known: &Known, u: UnitId) -> Vec<Chance> {
    let mut seen = as_known(f, known);
    for e in &f[u].locked {
        seen[*e].fate = f[*e].fate;
    }
    let fight = fight_of(&seen, u);
    fight.map_or_else(Vec::new, |fight| chances::<Melee>(&fight.situation, |o| o.message()))
}

/// The odds of an order that rolls dice of itself, where they can be had without measuring: where a shot by guess falls, whether
/// ammunition comes.
pub(super) fn of_order(f: &Field, u: UnitId, c: &Checked) -> Vec<Chance> {
    let unit = &f[u];
    match &c.action {
        Action::Fire(plan) => match &plan.shots[..] {
            [shot] => by_guess(f, unit, shot)
                .map_or_else(Vec::new, |s| chances::<Deviation>(&s, |o| deviation::in_words(o.falls))),
            _ => Vec::new(),
        },
        Action::Resupply(_) => chances::<Resupply>(&ResupplySituation { kind: unit.kind() }, |o| o.message()),
        _ => Vec::new(),
    }
}

/// The deviation of a shot by guess that is fired whatever happens. One at the unit hit last may need no guess (06.02.5).
fn by_guess(f: &Field, u: &Unit, shot: &Shot) -> Option<DeviationSituation> {
    let (b, ammunition, guess) = (u.battery.as_ref()?, shot.ammunition?, shot.guess?);
    let last = u.record.last_hit;
    let continued = last
        .is_some_and(|h| h.turn == f.turn && h.ammunition == ammunition && shot.at == Target::Unit(h.target));
    let fires = matches!(shot.when, Trigger::AtOnce | Trigger::Clock(_));
    (fires && !continued).then_some(DeviationSituation { gun: b.gun, ammunition, guess })
}

/// So many units at most are told of together: each more doubles the list.
const TOGETHER: usize = 3;

/// Who of those in flight is reorganised when the turn ends with everybody where he is on this table (08.04.3.a); nothing before
/// the clock has run out.
pub(super) fn of_rallying(m: &Battle, f: &Field, side: Side) -> Vec<Chance> {
    let ending = m.table.now.as_ref().is_some_and(|t| t.ending);
    let tries =
        |u: &Unit| Some((u.code.to_string(), Reorganise::prepare(&attempt_of(f, u.id)?, &mut Silent)));
    let all: Vec<_> = f.side(side).filter_map(tries).collect();
    if !ending || !(1..=TOGETHER).contains(&all.len()) {
        return Vec::new();
    }
    chances_of(
        |d| all.iter().map(|(_, p)| Reorganise::resolve(p, d, &mut Silent)).collect::<Vec<_>>(),
        |outcomes| {
            let each = all.iter().zip(outcomes).map(|((code, _), o)| say!("rallies", code, comes = o));
            ::words::list(each, Joint::Comma)
        },
    )
}
