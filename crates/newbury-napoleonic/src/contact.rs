//! Who touches whom and with how many figures (19.1, 19.2).

use crate::Field;
use crate::book::TOLERANCE;
use crate::clause;
use crate::figures::Figure;
use crate::formation::Formation;
use crate::unit::{Unit, UnitId};
use table::Rect;
use umpire::Clause;

/// Figures of one body in a melee with another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fighting {
    /// In base contact (19.2.a.i).
    pub touching: u16,
    /// Beside them in the front rank, one on each side at most (19.2.a.iii).
    pub overlap: u16,
}

impl Fighting {
    pub fn all(self) -> u16 {
        self.touching + self.overlap
    }
}

fn touches(r: &Rect, enemy: &[Rect]) -> bool {
    enemy.iter().any(|e| r.gap(e) <= TOLERANCE)
}

impl Field {
    /// Bodies of the enemy that a body touches.
    pub fn touched_by(&self, id: UnitId) -> Vec<UnitId> {
        self.enemies(self[id].side).filter(|e| self.touch(id, e.id)).map(|e| e.id).collect()
    }

    /// The figures of the first that fight the second, and by what (19.2.a).
    pub fn fighting(&self, a: UnitId, b: UnitId) -> (Fighting, Clause) {
        let (u, enemy) = (&self[a], self.rects(&self[b]));
        if u.arm().battery() {
            return (self.crew_fighting(u, &enemy), clause!("19.2.a.v"));
        }
        let all = self.figures(u);
        let here: Vec<&Figure> = all.iter().filter(|f| touches(&f.rect(), &enemy)).collect();
        // In open order, mixed with the enemy, all who touch fight and none overlaps but beside them.
        let overlap = all
            .iter()
            .filter(|f| f.rank == 0 && !touches(&f.rect(), &enemy))
            .filter(|f| here.iter().any(|h| h.rank == 0 && shares_edge(&f.rect(), &h.rect())))
            .count()
            .min(2) as u16;
        let f = Fighting { touching: here.len() as u16, overlap };
        (f, if overlap > 0 { clause!("19.2.a.iii") } else { clause!("19.2.a.i") })
    }

    /// The whole crew of each gun in contact.
    fn crew_fighting(&self, u: &Unit, enemy: &[Rect]) -> Fighting {
        let Some(battery) = &u.battery else { return Fighting::default() };
        if u.formation() == Formation::Limbered {
            let touched = touches(&u.base.rect(), enemy);
            let crew: u16 = battery.guns.iter().map(|g| u16::from(g.crew)).sum();
            return Fighting { touching: if touched { crew } else { 0 }, overlap: 0 };
        }
        let touched = self.guns(u).into_iter().filter(|(_, base)| touches(&base.rect(), enemy));
        let touching = touched.map(|(gun, _)| u16::from(battery.guns[gun].crew)).sum();
        Fighting { touching, overlap: 0 }
    }
}

/// Do two bases lie side by side along an edge, not corner to corner (play.measure)?
fn shares_edge(a: &Rect, b: &Rect) -> bool {
    if a.gap(b) > TOLERANCE {
        return false;
    }
    // Pushed together a little along the rank they would lie on each other by more than a corner.
    let across = a.dir.right() * (a.half_width.min(b.half_width));
    let pushed = |by: f64| Rect { centre: a.centre + across * by, ..*a };
    [-1.0, 1.0].iter().any(|s| pushed(*s).penetration(b) > a.half_width.min(b.half_width) / 2.0)
}
