//! What a scenario holds, in a few lines.

use super::read;
use crate::say;
use crate::unit::Side;
use muster::Report;
use words::Message;

/// Title, day and place, the sides, the table.
pub fn describe(file: &str, text: &str) -> Result<Vec<Message>, Report> {
    let s = read(file, text)?;
    let mut lines = vec![
        Message::verbatim(s.head.title.clone()),
        say!("day-and-place", day = s.date.as_str(), place = s.place.as_str()),
    ];
    let f = &s.field;
    for side in Side::BOTH {
        let own = || f.units.iter().filter(move |u| u.side == side && u.parent.is_none());
        let figures: u32 = f.units.iter().filter(|u| u.side == side).map(|u| u32::from(u.figures())).sum();
        let guns: usize = own().filter_map(|u| u.battery.as_ref()).map(|b| b.guns.len()).sum();
        lines.push(say!(
            "side-holds",
            side,
            name = s.side(side).name.as_str(),
            battalions = own().filter(|u| u.arm().infantry()).count(),
            regiments = own().filter(|u| u.arm().cavalry()).count(),
            guns,
            figures,
            points = s.side(side).roster.total,
        ));
    }
    // On another ground scale the table is larger or smaller (3.e).
    let scale = f.options.ground();
    let (width, depth) = (words::whole(f.ground.width * scale), words::whole(f.ground.depth * scale));
    lines.push(say!("table-and-moves", width, depth, moves = s.moves));
    Ok(lines)
}
