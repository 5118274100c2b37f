//! How fast troops march and how long their steps take (02.05, 02.06, tables I to III). Pure: no table, no turn.

use crate::book::{self, Crossing};
use crate::clause;
use crate::troop::{Formation, Going, Kind, Obstacle, Pace, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// The row of table I; `None` where the book gives these troops none.
pub fn pace_of(kind: Kind, formation: Formation, horse_artillery: bool, haste: Haste) -> Option<Pace> {
    use Formation::*;
    Some(match (kind, haste) {
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
            ThinLine | Chain => {
                let _ = clause!("03.03.4.b");
                return None;
            }
        },
        (Kind::Infantry | Kind::Dismounted, Haste::Flight) => Pace::InfantryFlight,
        (Kind::Infantry | Kind::Dismounted, Haste::FormationChange) => Pace::InfantryFormationChange,
        (Kind::Mounted, Haste::March) => match formation {
            MarchColumn => Pace::MountedMarchColumn,
            AttackColumn => Pace::MountedAttackColumn,
            Line => Pace::MountedLine,
            Chain => Pace::MountedChain,
            ThinLine => {
                let _ = clause!("02.02.4");
                return None;
            }
        },
        (Kind::Mounted, Haste::Charge | Haste::Flight) => Pace::MountedChargeOrFlight,
        (Kind::Mounted, Haste::FormationChange) => Pace::MountedFormationChange,
        (Kind::Limbered, Haste::March) if horse_artillery => Pace::HorseLimbered,
        (Kind::Limbered, Haste::March) => Pace::FieldLimbered,
        (Kind::Limbered, Haste::Charge | Haste::Flight) if horse_artillery => Pace::HorseChargeOrFlight,
        (Kind::Limbered, Haste::Flight) => Pace::FieldFlight,
        (Kind::Unlimbered, Haste::March) => Pace::Unlimbered,
        (Kind::Unlimbered, Haste::Flight) => {
            // The guns are left behind, the gunners run.
            let _ = clause!("08.02.6.b");
            Pace::InfantryFlight
        }
        (Kind::Wagon, Haste::March) => Pace::Wagon,
        (Kind::Limbered | Kind::Unlimbered, Haste::Charge) => {
            let _ = clause!("03.03.4.b");
            return None;
        }
        (Kind::Wagon, Haste::Charge | Haste::Flight) => return None,
        // Guns limber and unlimber instead.
        (Kind::Limbered | Kind::Unlimbered | Kind::Wagon, Haste::FormationChange) => return None,
    })
}

/// May these troops use the road rate (play.ground)?
fn takes_road(m: &Mover) -> bool {
    match m.kind {
        Kind::Limbered | Kind::Wagon => true,
        Kind::Unlimbered => false,
        _ => m.formation == Formation::MarchColumn,
    }
}

/// Cm a turn on this ground, along a road or not; `None` where they may not go (02.06.1).
pub fn rate(m: &Mover, ground: Going, on_road: bool) -> Option<f64> {
    let pace = pace_of(m.kind, m.formation, m.horse_artillery, m.haste)?;
    let data = book::data();
    let _ = clause!("02.06.1");
    let road = (on_road || ground == Going::Road) && takes_road(m);
    let ground = if ground == Going::Road { Going::Ordinary } else { ground };
    let mut cm = match road.then(|| data.march(pace, Going::Road)).flatten() {
        Some(cm) => cm,
        None => {
            if !may_wade(m, ground) {
                return None;
            }
            data.march(pace, ground)?
        }
    };
    if m.backwards && m.kind != Kind::Unlimbered {
        let _ = clause!("02.06.2");
        if m.haste == Haste::Charge {
            return None;
        }
        cm /= 2.0;
    }
    if matches!(m.kind, Kind::Limbered | Kind::Wagon) {
        match m.horses {
            Horses::Enough => {}
            Horses::HalfLost => {
                let _ = clause!("06.03.5.a");
                if m.haste == Haste::Charge {
                    return None;
                }
                cm /= 2.0;
            }
            Horses::AllLost => {
                let _ = clause!("06.03.5.b");
                return None;
            }
        }
    }
    Some(cm)
}

/// Swamp and watercourses are crossed only in march column or chain, or in flight (02.06.5).
fn may_wade(m: &Mover, ground: Going) -> bool {
    if !matches!(ground, Going::Swamp | Going::Watercourse) {
        return true;
    }
    let _ = clause!("02.06.5");
    m.haste == Haste::Flight
        || m.kind == Kind::Limbered
        || matches!(m.formation, Formation::MarchColumn | Formation::Chain)
}

/// Cm a turn while on an object: the slower of what table III gives and the ground (play.ground); `None` where they may not
/// go.
pub fn rate_across(m: &Mover, ground: Going, on_road: bool, o: Obstacle) -> Option<f64> {
    let cm = rate(m, ground, on_road)?;
    let across = match book::crossing(o, m.kind) {
        Crossing::Free => {
            if o == Obstacle::I {
                let _ = clause!("III.a");
            }
            return Some(cm);
        }
        Crossing::Difficult => {
            let _ = if o == Obstacle::I { clause!("III.a") } else { clause!("III.b") };
            rate(m, Going::Difficult, false)?
        }
        Crossing::Slow => {
            let _ = clause!("III.c");
            book::data().slow_crossing
        }
        Crossing::Impassable => {
            let _ = match o {
                Obstacle::IV => clause!("III.d"),
                Obstacle::III => clause!("III.c"),
                _ => clause!("III.b"),
            };
            return None;
        }
    };
    Some(cm.min(across))
}

/// Cm a turn of a general or an orderly; `None` never for ground of table I.
pub fn staff_rate(ground: Going, on_road: bool) -> Option<f64> {
    let _ = clause!("03.01.5.a");
    book::data().march(Pace::Staff, if on_road { Going::Road } else { ground })
}

/// The march length that a wheel of so many degrees costs a unit of this front (02.05.5).
pub fn wheel_cost(front: f64, degrees: f64) -> f64 {
    let _ = clause!("02.05.5");
    /// What a wheel of a quarter circle costs in fronts.
    const QUARTER: f64 = 1.5;
    degrees.abs() / 90.0 * QUARTER * front
}

/// Does the unit face free: in chain, thin line or complete disorder (02.04.2)?
pub fn faces_free(kind: Kind, formation: Formation, state: State) -> bool {
    let troops = kind.on_foot() || kind == Kind::Mounted;
    state == State::Complete || (troops && matches!(formation, Formation::Chain | Formation::ThinLine))
}

/// The part of a turn that a facing change takes: up to a quarter, or more, of the circle (table II). Wagons face as
/// limbered artillery.
pub fn facing_time(kind: Kind, formation: Formation, state: State, degrees: f64, ground: Going) -> f64 {
    let degrees = degrees.abs();
    if degrees <= table::EPS {
        return 0.0;
    }
    if faces_free(kind, formation, state) {
        let _ = clause!("02.05.3.a");
        return 0.0;
    }
    let _ = clause!("II.b");
    let times = &book::data().times;
    let (quarter, about) = match kind {
        Kind::Unlimbered => times.unlimbered,
        Kind::Limbered | Kind::Wagon => times.limbered,
        _ => times.troops,
    };
    let time = if degrees <= 90.0 + table::EPS { quarter } else { about };
    if time >= 1.0 && ground == Going::Difficult {
        let _ = clause!("II.a");
        return 2.0 * time;
    }
    time
}

/// The least time of a formation change (02.05.2).
const FORMATION_CHANGE: f64 = 0.25;

/// The part of a turn that a formation change takes when the company with the longest way goes so many cm; `None` where the
/// ground does not allow it. Line to march column and back by a quarter facing: [`quarter_change`].
pub fn formation_change_time(
    kind: Kind,
    from: Formation,
    to: Formation,
    way: f64,
    ground: Going,
) -> Option<f64> {
    if kind == Kind::Mounted && to == Formation::ThinLine {
        let _ = clause!("02.02.4");
        return None;
    }
    let pace = pace_of(kind, from, false, Haste::FormationChange)?;
    let _ = clause!("02.05.2.a");
    let ground = if ground == Going::Road { Going::Ordinary } else { ground };
    let wades = |f: Formation| matches!(f, Formation::MarchColumn | Formation::Chain);
    if ground == Going::Swamp && !(wades(from) && wades(to)) {
        let _ = clause!("02.06.5");
        return None;
    }
    let cm = book::data().march(pace, ground)?;
    Some((way / cm).max(FORMATION_CHANGE))
}

/// The part of a turn in which a line becomes a march column, or the reverse, by a quarter facing (02.05.4); `None` for other
/// changes.
pub fn quarter_change(kind: Kind, from: Formation, to: Formation) -> Option<f64> {
    use Formation::{Line, MarchColumn};
    let troops = kind.on_foot() || kind == Kind::Mounted;
    (troops && matches!((from, to), (Line, MarchColumn) | (MarchColumn, Line))).then(|| {
        let _ = clause!("02.05.4");
        book::data().times.troops.0
    })
}

/// The part of a turn in which cavalry mounts or dismounts (table II).
pub fn mount_time() -> f64 {
    let _ = clause!("02.05.2.b");
    book::data().times.mount
}

/// The part of a turn in which a battery unlimbers (table II). An about-face just before is free (02.05.3).
pub fn unlimber_time() -> f64 {
    let _ = clause!("02.05.3.b");
    book::data().times.unlimber
}

/// The part of a turn in which a battery limbers up (table II). An about-face just after is free (02.05.3).
pub fn limber_time() -> f64 {
    let _ = clause!("02.05.3.b");
    book::data().times.limber
}
