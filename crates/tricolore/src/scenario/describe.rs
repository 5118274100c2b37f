//! What a scenario holds, in a few lines.

use super::read;
use crate::say;
use crate::troop::Arm;
use crate::unit::Side;
use muster::Report;
use words::Message;

/// Title, day and place, the sides, the table.
pub fn describe(file: &str, text: &str) -> Result<Vec<Message>, Report> {
    let s = read(file, text)?;
    let day = s.date.to_string();
    let mut lines = vec![
        Message::verbatim(s.head.title.clone()),
        say!("day-and-place", day, time = s.time.as_str(), place = s.place.as_str()),
    ];
    let f = &s.field;
    for side in Side::BOTH {
        let of = |arm: Arm| f.units.iter().filter(move |u| u.side == side && u.troop.arm == arm);
        let guns: u16 = of(Arm::Artillery).map(|u| f.sheet.scale().guns_of(u.bases.now).0).sum();
        let bases: u32 = f.units.iter().filter(|u| u.side == side).map(|u| u32::from(u.bases.now)).sum();
        lines.push(say!(
            "side-holds",
            side,
            name = s.side(side).name.as_str(),
            battalions = of(Arm::Infantry).count(),
            regiments = of(Arm::Cavalry).count(),
            batteries = of(Arm::Artillery).count(),
            guns,
            bases,
        ));
    }
    let (width, depth) = (words::whole(f.ground.width), words::whole(f.ground.depth));
    lines.push(say!("table-and-rounds", width, depth, rounds = s.rounds));
    Ok(lines)
}
