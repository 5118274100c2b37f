//! How fast troops march and how long their steps take (02.05, 02.06, tables I to III). Pure: no table, no turn.

use crate::book::{self, Crossing};
use crate::clause;
use crate::troop::{Formation, Going, Kind, Obstacle, Pace, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::Clause;

/// How troops go, for table I.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Haste {
    /// The ordinary march.
    #[default]
    March,
    /// The charge move.
    Charge,
    Flight,
    /// To a new place in a formation change.
    FormationChange,
}

/// What is left of the horses of a battery or wagon (06.03.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Horses {
    /// More than half.
    #[default]
    Enough,
    /// Half of them lost, or more.
    HalfLost,
    AllLost,
}

impl Horses {
    /// By the figures left of the original number.
    pub fn of(left: u16, original: u16) -> Horses {
        if left == 0 {
            Horses::AllLost
        } else if 2 * u32::from(left) <= u32::from(original) {
            Horses::HalfLost
        } else {
            Horses::Enough
        }
    }
}

/// Troops on the march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mover {
    pub kind: Kind,
    pub formation: Formation,
    pub horse_artillery: bool,
    pub haste: Haste,
    /// Without turning round (02.06.2).
    pub backwards: bool,
    /// Of a limbered battery or a wagon.
    pub horses: Horses,
}

impl Mover {
    /// At the ordinary march.
    pub fn new(kind: Kind, formation: Formation) -> Mover {
        Mover {
            kind,
            formation,
            horse_artillery: false,
            haste: Haste::March,
            backwards: false,
            horses: Horses::Enough,
        }
    }
}

/// A number that the book gives (cm, or parts of a turn), and the clause that gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    pub amount: f64,
    pub clause: Clause,
}

impl Given {
    fn by(clause: Clause, amount: f64) -> Given {
        Given { amount, clause }
    }
}

/// The row of table I and the clause that says so; where the book gives these troops none, the clause that denies it.
pub fn pace_of(
    kind: Kind,
    formation: Formation,
    horse_artillery: bool,
    haste: Haste,
) -> Result<(Pace, Clause), Clause> {
    use Formation::*;
    let pace = match (kind, haste) {
        (Kind::Infantry | Kind::Dismounted, Haste::March) => match formation {
            MarchColumn => Pace::InfantryMarchColumn,
            AttackColumn => Pace::InfantryAttackColumn,
            Line => Pace::InfantryLine,
            ThinLine => Pace::InfantryThinLine,
            Chain => Pace::InfantryChain,
        },
        (Kind::Infantry | Kind::Dismounted, Haste::Charge) => match formation {
            MarchColumn | AttackColumn => Pace::InfantryColumnCharge,
            Line => Pace::InfantryLineCharge,
            ThinLine | Chain => return Err(clause!("03.03.4.b")),
        },
        (Kind::Infantry | Kind::Dismounted, Haste::Flight) => Pace::InfantryFlight,
        (Kind::Infantry | Kind::Dismounted, Haste::FormationChange) => Pace::InfantryFormationChange,
        (Kind::Mounted, Haste::March) => match formation {
            MarchColumn => Pace::MountedMarchColumn,
            AttackColumn => Pace::MountedAttackColumn,
            Line => Pace::MountedLine,
            Chain => Pace::MountedChain,
            ThinLine => return Err(clause!("02.02.4")),
        },
        (Kind::Mounted, Haste::Charge | Haste::Flight) => Pace::MountedChargeOrFlight,
        (Kind::Mounted, Haste::FormationChange) => Pace::MountedFormationChange,
        (Kind::Limbered, Haste::March) if horse_artillery => Pace::HorseLimbered,
        (Kind::Limbered, Haste::March) => Pace::FieldLimbered,
        (Kind::Limbered, Haste::Charge | Haste::Flight) if horse_artillery => Pace::HorseChargeOrFlight,
        (Kind::Limbered, Haste::Flight) => Pace::FieldFlight,
        (Kind::Unlimbered, Haste::March) => Pace::Unlimbered,
        // The guns are left behind, the gunners run.
        (Kind::Unlimbered, Haste::Flight) => return Ok((Pace::InfantryFlight, clause!("08.02.6.b"))),
        (Kind::Wagon, Haste::March) => Pace::Wagon,
        (Kind::Limbered | Kind::Unlimbered | Kind::Wagon, Haste::Charge) => return Err(clause!("03.03.4.b")),
        (Kind::Wagon, Haste::Flight) => return Err(clause!("02.06.1")),
        // Guns limber and unlimber instead.
        (Kind::Limbered | Kind::Unlimbered | Kind::Wagon, Haste::FormationChange) => {
            return Err(clause!("02.05.2.b"));
        }
    };
    Ok((pace, clause!("02.06.1")))
}

/// May these troops use the road rate (play.ground)?
fn takes_road(m: &Mover) -> bool {
    match m.kind {
        Kind::Limbered | Kind::Wagon => true,
        Kind::Unlimbered => false,
        _ => m.formation == Formation::MarchColumn,
    }
}

/// Can they go at all, whatever the ground? Not without horses, nor backwards at a charge.
fn barred(m: &Mover) -> Option<Clause> {
    let drawn = matches!(m.kind, Kind::Limbered | Kind::Wagon);
    let charge = m.haste == Haste::Charge;
    match m.horses {
        Horses::AllLost if drawn => Some(clause!("06.03.5.b")),
        Horses::HalfLost if drawn && charge => Some(clause!("06.03.5.a")),
        _ if m.backwards && charge => Some(clause!("02.06.2")),
        _ => None,
    }
}

/// Cm a turn on this ground, along a road or not, and the clause that has the last word on it; where they may not go, the
/// clause that bars them (02.06.1).
pub fn rate(m: &Mover, ground: Going, on_road: bool) -> Result<Given, Clause> {
    if let Some(clause) = barred(m) {
        return Err(clause);
    }
    let (pace, clause) = pace_of(m.kind, m.formation, m.horse_artillery, m.haste)?;
    let data = book::data();
    let road = (on_road || ground == Going::Road) && takes_road(m);
    let ground = if ground == Going::Road { Going::Ordinary } else { ground };
    let mut given = match road.then(|| data.march(pace, Going::Road)).flatten() {
        Some(cm) => Given::by(clause, cm),
        None => {
            if !may_wade(m, ground) {
                return Err(clause!("02.06.5"));
            }
            Given::by(clause, data.march(pace, ground).ok_or(clause!("02.06.1"))?)
        }
    };
    if m.backwards && m.kind != Kind::Unlimbered {
        given = Given::by(clause!("02.06.2"), given.amount / 2.0);
    }
    if m.horses == Horses::HalfLost && matches!(m.kind, Kind::Limbered | Kind::Wagon) {
        given = Given::by(clause!("06.03.5.a"), given.amount / 2.0);
    }
    Ok(given)
}

/// Swamp and watercourses are crossed only in march column or chain, or in flight (02.06.5).
fn may_wade(m: &Mover, ground: Going) -> bool {
    if !matches!(ground, Going::Swamp | Going::Watercourse) {
        return true;
    }
    m.haste == Haste::Flight
        || m.kind == Kind::Limbered
        || matches!(m.formation, Formation::MarchColumn | Formation::Chain)
}

/// Cm a turn while on an object: the slower of what table III gives and the ground (play.ground); where they may not go, the
/// clause that bars them.
pub fn rate_across(m: &Mover, ground: Going, on_road: bool, o: Obstacle) -> Result<Given, Clause> {
    let plain = rate(m, ground, on_road)?;
    let across = match book::crossing(o, m.kind) {
        Crossing::Free if o == Obstacle::None => return Ok(plain),
        Crossing::Free => return Ok(Given { clause: table_iii(o), ..plain }),
        Crossing::Difficult => rate(m, Going::Difficult, false).map_err(|_| table_iii(o))?.amount,
        Crossing::Slow => book::data().slow_crossing,
        Crossing::Impassable => return Err(table_iii(o)),
    };
    Ok(if across < plain.amount { Given::by(table_iii(o), across) } else { plain })
}

/// The row of table III.
pub(crate) fn table_iii(o: Obstacle) -> Clause {
    match o {
        Obstacle::None | Obstacle::I => clause!("III.a"),
        Obstacle::II => clause!("III.b"),
        Obstacle::III => clause!("III.c"),
        Obstacle::IV => clause!("III.d"),
    }
}

/// Cm a turn of a general or an orderly; `None` never for ground of table I.
pub fn staff_rate(ground: Going, on_road: bool) -> Option<Given> {
    let cm = book::data().march(Pace::Staff, if on_road { Going::Road } else { ground })?;
    Some(Given::by(clause!("03.01.5.a"), cm))
}

/// The march length that a wheel of so many degrees costs a unit of this front (02.05.5).
pub fn wheel_cost(front: f64, degrees: f64) -> Given {
    /// What a wheel of a quarter circle costs in fronts.
    const QUARTER: f64 = 1.5;
    Given::by(clause!("02.05.5"), degrees.abs() / 90.0 * QUARTER * front)
}

/// Does the unit face free: in chain, thin line or complete disorder (02.04.2)?
pub fn faces_free(kind: Kind, formation: Formation, state: State) -> bool {
    let troops = kind.on_foot() || kind == Kind::Mounted;
    state == State::Complete || (troops && matches!(formation, Formation::Chain | Formation::ThinLine))
}

/// The part of a turn that a facing change takes: up to a quarter, or more, of the circle (table II). Wagons face as
/// limbered artillery.
pub fn facing_time(kind: Kind, formation: Formation, state: State, degrees: f64, ground: Going) -> Given {
    let degrees = degrees.abs();
    if faces_free(kind, formation, state) {
        return Given::by(clause!("02.05.3.a"), 0.0);
    }
    if degrees <= table::EPS {
        return Given::by(clause!("II.b"), 0.0);
    }
    let times = &book::data().times;
    let (quarter, about) = match kind {
        Kind::Unlimbered => times.unlimbered,
        Kind::Limbered | Kind::Wagon => times.limbered,
        _ => times.troops,
    };
    let time = if degrees <= 90.0 + table::EPS { quarter } else { about };
    if time >= 1.0 && ground == Going::Difficult {
        return Given::by(clause!("II.a"), 2.0 * time);
    }
    Given::by(clause!("II.b"), time)
}

/// The part of a turn in which a line of one rank, so many cm from its first figure to its last, is dressed on another front. Its figures
/// turn without time (02.05.3), but the line is not swung by that (02.05.5): they march to their new places as in a formation change. An
/// about-face leaves everybody where he is. `None` for other formations.
pub fn dressing_time(m: &Mover, degrees: f64, wide: f64, ground: Going) -> Option<Given> {
    let degrees = degrees.abs();
    let about = (degrees - 180.0).abs() <= table::EPS;
    if !matches!(m.formation, Formation::Chain | Formation::ThinLine) || about {
        return None;
    }
    // Who stands at the end of the line goes furthest.
    let way = libm::sin(degrees.to_radians() / 2.0).abs() * wide.max(0.0);
    let at = |haste: Haste| rate(&Mover { haste, ..*m }, ground, false);
    let rate = at(Haste::FormationChange).or_else(|_| at(Haste::March)).ok()?;
    Some(Given::by(clause!("02.05.5"), way / rate.amount))
}

/// The least time of a formation change (02.05.2).
const FORMATION_CHANGE: f64 = 0.25;

/// The part of a turn that a formation change takes when the company with the longest way goes so many cm; where the ground or
/// the book does not allow it, the clause that says so. Line to march column and back by a quarter facing: [`quarter_change`].
pub fn formation_change_time(
    kind: Kind,
    from: Formation,
    to: Formation,
    way: f64,
    ground: Going,
) -> Result<Given, Clause> {
    if kind == Kind::Mounted && to == Formation::ThinLine {
        return Err(clause!("02.02.4"));
    }
    let (pace, _) = pace_of(kind, from, false, Haste::FormationChange)?;
    let ground = if ground == Going::Road { Going::Ordinary } else { ground };
    let wades = |f: Formation| matches!(f, Formation::MarchColumn | Formation::Chain);
    let wet = matches!(ground, Going::Swamp | Going::Watercourse);
    if wet && !wades(to) {
        return Err(clause!("02.06.5"));
    }
    let cm = match book::data().march(pace, ground) {
        Some(cm) => cm,
        // Flight has left it there in a formation in which it could not go on.
        None if wet && !wades(from) => rate(&Mover::new(kind, to), ground, false)?.amount,
        None => return Err(clause!("02.06.1")),
    };
    Ok(Given::by(clause!("02.05.2.a"), (way / cm).max(FORMATION_CHANGE)))
}

/// The part of a turn in which a line becomes a march column, or the reverse, by a quarter facing (02.05.4); `None` for other
/// changes.
pub fn quarter_change(kind: Kind, from: Formation, to: Formation) -> Option<Given> {
    use Formation::{Line, MarchColumn};
    let troops = kind.on_foot() || kind == Kind::Mounted;
    (troops && matches!((from, to), (Line, MarchColumn) | (MarchColumn, Line)))
        .then(|| Given::by(clause!("02.05.4"), book::data().times.troops.0))
}

/// The part of a turn in which cavalry mounts or dismounts (table II).
pub fn mount_time() -> Given {
    Given::by(clause!("02.05.2.b"), book::data().times.mount)
}

/// The part of a turn in which a battery unlimbers (table II). An about-face just before is free (02.05.3).
pub fn unlimber_time() -> Given {
    Given::by(clause!("02.05.3.b"), book::data().times.unlimber)
}

/// The part of a turn in which a battery limbers up (table II). An about-face just after is free (02.05.3).
pub fn limber_time() -> Given {
    Given::by(clause!("02.05.3.b"), book::data().times.limber)
}
