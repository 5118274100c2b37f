//! New game orders (10.1, play.orders.game).

use super::{enemy, once, own, sane};
use crate::answer::NewGameOrder;
use crate::battle::Battle;
use crate::drill::quietly;
use crate::order::{GameOrder, Goal};
use crate::procedures::Verdict;
use crate::procedures::command::{Giving, MayOrder, MayOrderSituation, Relation};
use crate::unit::{General, GeneralFate, GeneralId, Side, Unit, UnitId};
use crate::{clause, reading, say};
use table::v2;
use umpire::{Refusal, allow};

/// A place beside own troops is no further from them than this.
const BESIDE: f64 = 30.0;

pub(crate) fn all(b: &Battle, side: Side, orders: &[NewGameOrder]) -> Result<(), Refusal> {
    once(orders.iter().map(|o| &*o.unit))?;
    orders.iter().try_for_each(|o| read(b, side, o).map(|_| ()))
}

/// How a general stands to a unit (7.2, 7.4).
pub(crate) fn relation(b: &Battle, g: &General, u: &Unit) -> Relation {
    let own = u.brigade.and_then(|id| b.field()[id].general);
    match own {
        Some(id) if id == g.id => Relation::Brigade,
        Some(id) if b.field()[id].superior == Some(g.id) => Relation::Superior,
        None if g.superior.is_none() => Relation::Direct,
        _ => Relation::Other,
    }
}

/// The order as data: whose, from whom, and what it says.
pub(crate) fn read(
    b: &Battle,
    side: Side,
    o: &NewGameOrder,
) -> Result<(UnitId, GeneralId, GameOrder), Refusal> {
    let f = b.field();
    let u = own(b, side, &o.unit)?;
    let g = f.general_by_code(&o.by).filter(|g| f[*g].side == side && f[*g].fate == GeneralFate::OnTable);
    let g = g.ok_or_else(|| Refusal::form(say!("no-such-general", general = &*o.by)))?;
    let s = MayOrderSituation {
        relation: relation(b, &f[g], &f[u]),
        giving: Giving::GameOrder,
        distance: f.general_gap(g, u),
        commands_another: false,
        not_yet_known: !f[g].known,
    };
    if let Verdict::MayNot { by } = quietly::<MayOrder>(&s) {
        return Err(Refusal::by(by, say!("general-may-not-order", general = &*o.by, unit = &*o.unit)));
    }
    let objective = goal(b, side, o)?;
    let named = objective.is_some() || f.readings.is(reading!("double-objective", "none"));
    allow(!o.double || named, clause!("12.2.a"), || say!("double-needs-objective"))?;
    let mut targets = Vec::new();
    for t in &o.targets {
        targets.push(enemy(b, side, t)?);
    }
    let supports = o.supports.as_ref().map(|s| own(b, side, s)).transpose()?;
    let order = GameOrder {
        task: o.task,
        objective,
        route: Vec::new(),
        targets,
        supports,
        double: o.double,
        says: o.says.chars().take(500).collect(),
        detach: super::parts::detached(b, u, o)?,
    };
    Ok((u, g, order))
}

/// The objective: a piece of ground, or a place beside own troops (12.2.a).
fn goal(b: &Battle, side: Side, o: &NewGameOrder) -> Result<Option<Goal>, Refusal> {
    let f = b.field();
    if let Some(name) = &o.objective {
        let at = crate::scenario::middle(&f.ground, name).or_else(|| f.objective(name).map(|x| x.at));
        let at = at.ok_or_else(|| Refusal::by(clause!("12.2.a"), say!("no-such-ground", name = &**name)))?;
        return Ok(Some(Goal::Ground { name: name.clone(), at }));
    }
    let Some([x, y]) = o.place else { return Ok(None) };
    sane(&[x, y])?;
    let Some(beside) = &o.beside else {
        return Err(Refusal::by(clause!("12.2.a"), say!("place-beside-whom")));
    };
    let unit = own(b, side, beside)?;
    let near = crate::measure::within(f.gap_to(unit, v2(x, y)), BESIDE);
    allow(near && f.ground.holds(v2(x, y)), clause!("12.2.a"), || say!("not-beside", unit = &**beside))?;
    Ok(Some(Goal::Beside { unit, at: v2(x, y) }))
}
