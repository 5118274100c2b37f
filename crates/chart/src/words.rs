//! The few words of the sheet itself; everything else comes with the board.

use crate::say;
use ::words::Message;
use desk::board::{Arm, Ground};
use umpire::Seat;

/// Whose map it is.
pub fn seen_by(seat: Seat, sides: &[String]) -> Message {
    match seat {
        Seat::Umpire => say!("umpires-map"),
        Seat::Spectator => Message::default(),
        Seat::Side(n) => match sides.get(usize::from(n)) {
            Some(name) => say!("as-seen-by", name),
            None => Message::default(),
        },
    }
}

pub fn arm(a: Arm) -> Message {
    match a {
        Arm::Infantry => say!("infantry"),
        Arm::Cavalry => say!("cavalry"),
        Arm::Dismounted => say!("dismounted"),
        Arm::Artillery => say!("artillery"),
        Arm::Limbered => say!("limbered"),
        Arm::Wagon => say!("wagon-or-camp"),
        Arm::General => say!("general"),
        Arm::Orderly => say!("orderly"),
    }
}

pub fn open_order(a: Arm) -> Message {
    say!("in-open-order", arm = arm(a))
}

pub fn ground(g: Ground, steep: bool) -> Message {
    match g {
        Ground::Hill if steep => say!("steep-hill"),
        Ground::Hill => say!("hill"),
        Ground::Wood => say!("wood"),
        Ground::Field => say!("fields"),
        Ground::Rough => say!("rough"),
        Ground::Marsh => say!("marsh"),
        Ground::Water => say!("water"),
        Ground::Beach => say!("beach"),
        Ground::River => say!("river"),
        Ground::Stream => say!("stream"),
        Ground::Road => say!("road"),
        Ground::Bridge => say!("bridge"),
        Ground::Ford => say!("ford"),
        Ground::Town => say!("town"),
        Ground::Building => say!("building"),
        Ground::Fence => say!("fence"),
        Ground::Hedge => say!("hedge"),
        Ground::Wall => say!("wall"),
        Ground::Works => say!("works"),
        Ground::Abatis => say!("abatis"),
        Ground::Barricade => say!("barricade"),
        Ground::Camp => say!("camp"),
        Ground::Digging => say!("digging"),
        Ground::Fire => say!("fire"),
        Ground::Boat => say!("boat"),
        Ground::Zone => say!("zone"),
    }
}
