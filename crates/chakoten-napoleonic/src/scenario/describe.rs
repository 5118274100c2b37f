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
    let d = s.date;
    let day = format!("{:04}-{:02}-{:02}", d.year, d.month, d.day);
    let mut lines = vec![
        Message::verbatim(s.head.title.clone()),
        say!("day-and-place", day, time = s.time.as_str(), place = s.place.as_str()),
    ];
    for side in Side::BOTH {
        let own = s.side(side);
        let units = || s.field.units.iter().filter(|u| u.side == side && u.body.is_none());
        let of = |arm: Arm| units().filter(move |u| u.arm == arm);
        let guns: u32 =
            of(Arm::Artillery).filter_map(|u| u.battery.as_ref()).map(|b| u32::from(b.guns)).sum();
        lines.push(say!(
            "side-holds",
            side,
            name = own.name.as_str(),
            battalions = of(Arm::Infantry).count(),
            regiments = of(Arm::Cavalry).count(),
            batteries = of(Arm::Artillery).count(),
            guns,
            figures = own.strength,
        ));
    }
    let g = &s.field.ground;
    let (width, depth) = (words::whole(g.width), words::whole(g.depth));
    lines.push(say!("table-and-turns", width, depth, turns = s.turns));
    Ok(lines)
}
