//! The few words of the sheet itself; everything else comes with the board.

use desk::board::{Arm, Ground};
use umpire::Seat;

pub const NORTH: &str = "N";
pub const WENT: &str = "went";
pub const FELL_BACK: &str = "fell back";
pub const FIRED: &str = "fired";
pub const FOUGHT: &str = "fought hand to hand";
pub const FELL: &str = "lost";

/// Whose map it is.
pub fn seen_by(seat: Seat, sides: &[String]) -> String {
    match seat {
        Seat::Umpire => "the umpire's map".into(),
        Seat::Spectator => String::new(),
        Seat::Side(n) => match sides.get(usize::from(n)) {
            Some(name) => format!("as {name} see it"),
            None => String::new(),
        },
    }
}

pub fn arm(a: Arm) -> &'static str {
    match a {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Dismounted => "dismounted",
        Arm::Artillery => "artillery",
        Arm::Limbered => "limbered guns",
        Arm::Wagon => "wagon, camp",
        Arm::General => "general",
        Arm::Orderly => "orderly",
    }
}

pub fn open_order(a: Arm) -> String {
    format!("{}, open order", arm(a))
}

pub fn ground(g: Ground, steep: bool) -> &'static str {
    match g {
        Ground::Hill if steep => "steep hill",
        Ground::Hill => "hill",
        Ground::Wood => "wood",
        Ground::Field => "fields",
        Ground::Rough => "rough ground",
        Ground::Marsh => "marsh",
        Ground::Water => "water",
        Ground::Beach => "beach",
        Ground::River => "river",
        Ground::Stream => "stream",
        Ground::Road => "road",
        Ground::Bridge => "bridge",
        Ground::Ford => "ford",
        Ground::Town => "town",
        Ground::Building => "building",
        Ground::Fence => "fence",
        Ground::Hedge => "hedge",
        Ground::Wall => "wall",
        Ground::Works => "works",
        Ground::Abatis => "abatis",
        Ground::Barricade => "barricade",
        Ground::Camp => "camp",
        Ground::Zone => "named ground",
    }
}
