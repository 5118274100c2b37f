//! Orders of batteries: action moves, teams, spiking and cutting free (12.5.e, 12.7.d, 16.2.a, 16.5.a).

use crate::answer::{Action, LegOrder, MoveOrder};
use crate::battle::Battle;
use crate::drill::quietly;
use crate::formation::Formation;
use crate::order::Gait;
use crate::procedures::gunnery::{ActionMove, ActionOutcome, ActionSituation};
use crate::troop::{Arm, GunWeight};
use crate::unit::Unit;
use crate::{clause, say};
use umpire::{Refusal, allow};

/// Teams are led no farther than this in an order.
const LED: f64 = 60.0;

/// What an order says of the guns of a battery.
pub(crate) fn of(b: &Battle, u: &Unit, o: &MoveOrder) -> Result<(), Refusal> {
    if let Some(a) = o.action {
        action(b, u, o, a)?;
    }
    if let Some(cm) = o.teams {
        super::sane(&[cm])?;
        let deployed = u.battery.is_some() && u.formation() == Formation::Deployed;
        allow(deployed && o.legs.is_empty(), clause!("play.artillery"), || {
            say!("teams-of-deployed-guns", unit = &*o.unit)
        })?;
        allow((0.0..=LED).contains(&cm), clause!("play.artillery"), || say!("teams-so-far", most = LED))?;
    }
    let stands = u.battery.is_some() && u.formation() == Formation::Deployed && o.legs.is_empty();
    allow(!o.muskets || stands, clause!("16.4.g"), || say!("muskets-of-gunners", unit = &*o.unit))?;
    let disordered = stands && u.disorder.accumulated > 0 && !o.muskets;
    allow(!o.reorder_and_fire || disordered, clause!("13.2.g"), || say!("crews-reorder", unit = &*o.unit))?;
    let away = b.led_of(u.id).is_some() && u.battery.is_some();
    allow(!(away && o.legs.contains(&LegOrder::Limber)), clause!("12.6.c"), || {
        say!("its-teams-are-away", unit = &*o.unit)
    })
}

/// The legs of an action move at the double, within the part of a move that it leaves for them (16.5.a).
fn action(b: &Battle, u: &Unit, o: &MoveOrder, a: Action) -> Result<(), Refusal> {
    let code = &*o.unit;
    let f = b.field();
    let by = || clause!("16.5.a");
    let teams = matches!(u.arm(), Arm::FieldArtillery | Arm::HorseArtillery) && u.battery.is_some();
    allow(teams, by(), || say!("no-action-move", unit = code))?;
    let limbered = u.formation() == Formation::Limbered;
    allow(a.limbered() == limbered, by(), || say!("action-from-elsewhere", by = by()))?;
    let s = ActionSituation {
        action: a,
        weight: u.weight().unwrap_or(GunWeight::Medium),
        limbered,
        again: u.last.action_move,
    };
    let ActionOutcome::May { movement, .. } = quietly::<ActionMove>(&s) else {
        return Err(Refusal::by(by(), say!("no-action-move", unit = code)));
    };
    let legs = if limbered { &o.legs[..] } else { o.legs.get(1..).unwrap_or_default() };
    let opens = limbered || o.legs.first() == Some(&LegOrder::Limber);
    let ends = matches!(legs.last(), Some(LegOrder::Unlimber { .. }));
    let way = &legs[..legs.len().saturating_sub(1)];
    let marches = way.iter().all(|l| matches!(l, LegOrder::March { .. } | LegOrder::Wheel { .. }));
    allow(opens && ends && marches, by(), || say!("legs-of-an-action-move", unit = code))?;
    let mut team = u.clone();
    team.drawn.formation = Formation::Limbered;
    let rate =
        f.rate(&team, Gait::Double).map_err(|by| Refusal::by(by, say!("cannot-move-so", unit = code)))?;
    let (mut base, mut time) = (team.base, 0.0);
    for l in way {
        match *l {
            LegOrder::March { cm, .. } => {
                let over = f.over(&team, &base, base.dir, cm.max(0.01), false).time(rate);
                time += over.unwrap_or(f64::INFINITY);
                base = base.moved(base.dir * cm);
            }
            LegOrder::Wheel { degrees } => {
                time += degrees.abs().to_radians() * base.depth.max(base.width) / rate;
                base = ranks::wheeled(&base, degrees);
            }
            _ => {}
        }
    }
    let most = words::tenths(rate * movement.0);
    allow(time <= movement.0 + 1e-6, by(), || say!("action-move-so-far", unit = code, most))
}

/// Spiking and cutting free, each the whole of an order.
pub(crate) fn work(b: &Battle, u: &Unit, leg: LegOrder, code: &str) -> Result<(), Refusal> {
    match leg {
        LegOrder::Spike => {
            let foot = u.on_foot() && b.spikes(u).is_some();
            allow(foot, clause!("12.5.e"), || say!("no-guns-to-spike", unit = code))
        }
        _ => {
            let teams = || u.battery.iter().flat_map(|b| &b.guns).filter_map(|g| g.team);
            let dead = teams().any(|t| t.uncut > 0);
            allow(dead && u.figures() >= 2, clause!("12.7.d"), || say!("nothing-to-cut-free", unit = code))
        }
    }
}

/// The way ahead of an action move, for those who are offered one: straight on, as far as it leaves.
pub(crate) fn ahead(b: &Battle, u: &Unit, a: Action) -> Option<Vec<LegOrder>> {
    let s = ActionSituation {
        action: a,
        weight: u.weight()?,
        limbered: u.formation() == Formation::Limbered,
        again: u.last.action_move,
    };
    let ActionOutcome::May { movement, .. } = quietly::<ActionMove>(&s) else { return None };
    let mut team = u.clone();
    team.drawn.formation = Formation::Limbered;
    let rate = b.field().rate(&team, Gait::Double).ok()?;
    let cm = (rate * movement.0 * 10.0).floor() / 10.0;
    let mut legs = vec![LegOrder::March { cm, towards: None }, LegOrder::Unlimber { facing: None }];
    if !a.limbered() {
        legs.insert(0, LegOrder::Limber);
    }
    Some(legs)
}
