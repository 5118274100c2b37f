//! How far orders, fire and a move of one's own troops reach, to be drawn under them. Players may measure in this book.

use super::round;
use crate::event::Target;
use crate::field::{ElementId, Field};
use crate::{book, say, shooting};
use desk::board::{Reach, Reaches};
use table::{Rect, V2};

/// Everything within a distance of a rectangle, as an outline.
fn around(r: &Rect, far: f64) -> Vec<[f64; 2]> {
    const STEPS: u32 = 6;
    let [fl, fr, br, bl] = r.corners();
    let quarters = [(fl, r.dir), (bl, -r.dir.right()), (br, -r.dir), (fr, r.dir.right())];
    let arc = |(at, from): (V2, V2)| {
        (0..=STEPS).map(move |i| {
            let p = at + from.turned(f64::from(i) * 90_f64.to_radians() / f64::from(STEPS)) * far;
            [round(p.x), round(p.y)]
        })
    };
    quarters.into_iter().flat_map(arc).collect()
}

/// What reaches how far from an element, and from its commander to it.
pub(super) fn of(f: &Field, id: ElementId) -> Vec<Reach> {
    let e = &f[id];
    if !e.on_table() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let commander = f.command(id).commander;
    if let Some(c) = f.get(commander).filter(|c| c.on_table()) {
        let outline = around(&c.rect(), book::data().command_range);
        out.push(Reach { of: Reaches::Command, outline, says: say!("reach-command") });
    }
    let middle = Rect { centre: e.base.front, dir: e.base.dir, half_width: 0.0, half_depth: 0.0 };
    let far = e.troop.stats().move_good;
    out.push(Reach { of: Reaches::Move, outline: around(&middle, far), says: say!("reach-move") });
    if let Some(r) = shooting::field_of_fire(f, Target::Element(id)) {
        let outline = r.corners().iter().map(|p| [round(p.x), round(p.y)]).collect();
        out.push(Reach { of: Reaches::Fire, outline, says: say!("reach-fire") });
    }
    out
}
