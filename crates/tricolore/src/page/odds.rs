//! What the dice of an answer may come to, told to the side that decides it. The enemy is taken for what he shows: of his papers nothing is
//! in it (play.hidden).

use super::Desk;
use crate::answer::{Attack, Change, FireOrder, NewOrder};
use crate::battle::{Battle, Target};
use crate::check;
use crate::orders::{CommandOrder, Pending};
use crate::procedures::bombardment::Bombardment;
use crate::procedures::guns::{MayBombard, MayBombardOutcome};
use crate::procedures::melee::results::{Action, Fate};
use crate::procedures::melee::{Melee, MeleeOutcome, MeleeSituation};
use crate::procedures::movement::FormationChange;
use crate::procedures::orders::ActivateOrder;
use crate::say;
use crate::unit::UnitId;
use desk::board::Chance;
use desk::{chances, chances_of};
use table::v2;
use umpire::{Procedure, Silent};
use words::Message;

/// What becomes of one of two, in a word.
fn fate(f: &Fate) -> Message {
    match f.action {
        Action::Retreats(_) => say!("chance-retreats"),
        Action::Eliminated => say!("chance-eliminated"),
        Action::BreaksThrough { .. } | Action::AtGuns { .. } => say!("chance-wins"),
        Action::Continues => say!("chance-fights-on"),
        Action::Pinned => say!("chance-pinned"),
        Action::Stays => say!("chance-stays"),
    }
}

fn melee_says(o: &MeleeOutcome) -> Message {
    say!("chance-melee", attacker = fate(&o.attacker), defender = fate(&o.defender))
}

fn of_situation(s: &MeleeSituation) -> Vec<Chance> {
    if Melee::check(s).is_err() {
        return Vec::new();
    }
    chances::<Melee>(s, melee_says)
}

/// The battle as far as the side knows it.
fn known(desk: &Desk<'_>) -> Option<Battle> {
    crate::view::View::of(desk.b, desk.side).map(|v| v.battle().clone())
}

/// Of an attack that is declared: the melee, if it gets there.
pub(super) fn of_attack(desk: &Desk<'_>, a: &Attack) -> Vec<Chance> {
    let Some(b) = known(desk) else { return Vec::new() };
    let of = || {
        let u = b.field.by_code(&a.unit)?;
        let Target::Unit(e) = check::attack::target(&b, desk.side, &a.target).ok()? else { return None };
        let path = check::attack::path(&b, &b.field[u], Target::Unit(e), a.straight).ok()?;
        Some(of_situation(&b.melee_of(u, e, &path)))
    };
    of().unwrap_or_default()
}

/// Of a breakthrough attack, as they stand.
pub(super) fn of_breakthrough(desk: &Desk<'_>, unit: UnitId, target: &str) -> Vec<Chance> {
    let Some(b) = known(desk) else { return Vec::new() };
    let Some(e) = b.field.by_code(target) else { return Vec::new() };
    of_situation(&b.melee_as_it_stands(&b.field[unit], &b.field[e]))
}

/// Of a continued melee in which a unit stands.
pub(super) fn of_continued(desk: &Desk<'_>, unit: UnitId) -> Vec<Chance> {
    let Some(b) = known(desk) else { return Vec::new() };
    b.melee_continued(unit).map_or_else(Vec::new, |s| of_situation(&s))
}

/// Of a battery's fire, with the test before it.
pub(super) fn of_fire(desk: &Desk<'_>, o: &FireOrder) -> Vec<Chance> {
    let Some(b) = known(desk) else { return Vec::new() };
    let Some(u) = b.field.by_code(&o.unit) else { return Vec::new() };
    let Ok((ready, fires)) = b.bombardment_of(u, o) else { return Vec::new() };
    if MayBombard::check(&ready).is_err() || Bombardment::check(&fires).is_err() {
        return Vec::new();
    }
    let (first, then) = (MayBombard::prepare(&ready, &mut Silent), Bombardment::prepare(&fires, &mut Silent));
    chances_of(
        |d| match MayBombard::resolve(&first, d, &mut Silent) {
            MayBombardOutcome::Fires => Some(Bombardment::resolve(&then, d, &mut Silent)),
            _ => None,
        },
        |o| o.as_ref().map_or_else(|| say!("chance-does-not-fire"), |o| o.message()),
    )
}

/// Of a change of formation.
pub(super) fn of_change(desk: &Desk<'_>, c: &Change) -> Vec<Chance> {
    let Ok(plan) = check::moves::change(desk.b, desk.side, c) else { return Vec::new() };
    let s = desk.b.change_of(&plan);
    if plan.free || FormationChange::check(&s).is_err() {
        return Vec::new();
    }
    chances::<FormationChange>(&s, |o| o.message())
}

/// Of an order: whether it is activated in its first round.
pub(super) fn of_order(desk: &Desk<'_>, o: &NewOrder) -> Vec<Chance> {
    let f = &desk.b.field;
    let Some(c) = f.command_by_code(&o.command) else { return Vec::new() };
    let p = Pending {
        order: CommandOrder { kind: o.order, route: o.route.iter().map(|p| v2(p[0], p[1])).collect() },
        given: f.round,
        starts: o.starts.unwrap_or(f.round),
        through: o.through.as_deref().and_then(|t| f.officer_by_code(t)),
    };
    let (_, s) = desk.b.activation(desk.side, &[c], &p);
    if ActivateOrder::check(&s).is_err() {
        return Vec::new();
    }
    chances::<ActivateOrder>(&s, |o| o.message())
}
