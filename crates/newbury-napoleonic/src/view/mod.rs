//! What each side is shown of the other (5.1.b, 5.1.c, play.view).

mod data;

pub use data::data;

use crate::Field;
use crate::clause;
use crate::field::Sky;
use crate::formation::Formation;
use crate::troop::{Arm, Class, Footing, Nation, Piece, Weapon};
use crate::unit::{Fate, Side, State, Unit, UnitId};
use serde::Serialize;
use table::Base;
use umpire::Clause;

/// An enemy body as it stands on the table: what its figures show, and nothing of its owner's papers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sighted {
    pub id: UnitId,
    pub side: Side,
    pub nation: Nation,
    pub arm: Arm,
    pub footing: Footing,
    pub weapon: Option<Weapon>,
    pub lance: bool,
    pub armour: bool,
    pub base: Base,
    pub formation: Formation,
    pub figures: u16,
    pub pieces: Vec<Piece>,
    pub state: State,
    pub prone: bool,
    pub mounted: bool,
    pub in_building: Option<u16>,
    /// Only when it has taken a test (5.1.c).
    pub class: Option<Class>,
    pub by: Clause,
}

/// What a side knows of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    pub side: Side,
    pub turn: u16,
    pub sky: Sky,
    /// Its own bodies, by id: all about them it knows.
    pub own: Vec<UnitId>,
    pub enemies: Vec<Sighted>,
}

/// An enemy body as it is shown.
pub fn sighted(u: &Unit) -> Sighted {
    let guns = u.battery.as_ref().map(|b| &b.guns[..]).unwrap_or_default();
    Sighted {
        id: u.id,
        side: u.side,
        nation: u.troop.nation,
        arm: u.arm(),
        footing: u.troop.footing,
        weapon: u.troop.weapon,
        lance: u.troop.lance,
        armour: u.troop.armour,
        base: u.base,
        formation: u.formation(),
        figures: u.figures(),
        pieces: guns.iter().filter(|g| !g.destroyed).map(|g| g.piece).collect(),
        state: u.state,
        prone: u.prone,
        mounted: u.mounted(),
        in_building: u.inside.map(|(b, _)| b),
        class: u.class_known.then_some(u.troop.class),
        by: if u.class_known { clause!("5.1.c") } else { clause!("play.view") },
    }
}

/// The table as a side knows it: hidden bodies of the enemy are on no table but his own (play.detect).
pub fn of(f: &Field, side: Side) -> View {
    let known = |u: &&Unit| u.side != side && u.fate == Fate::OnTable;
    View {
        side,
        turn: f.turn,
        sky: f.sky,
        own: f.units.iter().filter(|u| u.side == side).map(|u| u.id).collect(),
        enemies: f.units.iter().filter(known).map(sighted).collect(),
    }
}
