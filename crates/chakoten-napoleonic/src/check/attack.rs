//! Attack orders (12.01) and support written on the slip (12.03.7).

use super::{AttackPlan, Walk};
use crate::field::{Field, Level};
use crate::order::{AttackOrder, Leg, Way};
use crate::procedures::may_attack::{Bar, Body, may_fight};
use crate::procedures::support::{InFan, Lack, MaySupportSituation, SupportAngle, SupportMarch, may_support};
use crate::troop::{Arm, Formation};
use crate::unit::{CommandId, Unit, UnitId};
use crate::{clause, say};
use umpire::{Refusal, allow};

/// A unit as one that attacks or is attacked.
fn body(u: &Unit) -> Body {
    Body { formation: u.fights_in(), state: u.state, working: u.working, ..Body::new(u.arm, u.figures) }
}

pub(super) fn plan(w: &mut Walk<'_>, o: &AttackOrder) -> Result<AttackPlan, Refusal> {
    let u = w.case.u;
    let unit = &u.code;
    // Whoever may attack at all may attack artillery.
    may_fight(&body(u), &Body::new(Arm::Artillery, u.figures)).map_err(Bar::refusal)?;
    let back = |l: &Leg| matches!(l, Leg::March { way: Way::Back | Way::Left | Way::Right, .. });
    let legs = &w.case.order.legs;
    allow(!legs.iter().any(back), clause!("07.01.3"), || say!("check-attack-goes-ahead", unit))?;
    let mut plan = AttackPlan::default();
    for (i, name) in o.target.iter().chain(&o.then).enumerate() {
        let id = w.case.enemy(name)?;
        let t = &w.case.f[id];
        // As far as it is seen how he stands.
        if w.case.known.sees(id) {
            may_fight(&body(&w.at), &body(t)).map_err(Bar::refusal)?;
        }
        if o.target.is_some() && i == 0 {
            plan.target = Some(id);
        } else if plan.then.contains(&id) || plan.target == Some(id) {
            return Err(Refusal::by(clause!("12.01.7"), say!("check-target-twice")));
        } else {
            plan.then.push(id);
        }
    }
    w.by.add(clause!("12.01.1"));
    if !plan.then.is_empty() {
        w.by.add(clause!("12.02.6"));
    }
    Ok(plan)
}

/// The brigade of a command; a regiment's commander belongs to the brigade above him.
fn brigade(f: &Field, c: CommandId) -> CommandId {
    std::iter::successors(Some(c), |c| f[*c].above).find(|c| f[*c].level != Level::Regiment).unwrap_or(c)
}

pub(super) fn supports(w: &mut Walk<'_>, name: &str) -> Result<UnitId, Refusal> {
    let f = w.case.f;
    let u = w.case.u;
    let unit = &u.code;
    let other = w.case.own(name, clause!("12.03.7.8"))?;
    allow(other.id != u.id, clause!("12.03.7.8"), || say!("check-supports-itself", unit))?;
    // What can still change until the melee, formations and places, is left open.
    may_support(&MaySupportSituation {
        supporter: u.arm,
        supporter_figures: u.figures,
        supporter_formation: Formation::Line,
        supporter_state: u.state,
        tactical_unit: u.body.is_none(),
        supported: other.arm,
        supported_figures: other.figures,
        supported_formation: Formation::Line,
        distance: 0.0,
        march: 0.0,
        supported_march: 0.0,
        in_contact_distance: false,
        in_fan: InFan::Whole,
        barred: false,
        engaged: false,
        attack_order: w.case.order.attack.is_some(),
        supports_another: false,
        same_brigade: brigade(f, u.command) == brigade(f, other.command),
        on_slip: true,
        attacks: true,
        support_march: SupportMarch::default(),
        support_angle: SupportAngle::default(),
    })
    .map_err(Lack::refusal)?;
    w.by.add(clause!("12.03.7.8"));
    Ok(other.id)
}
