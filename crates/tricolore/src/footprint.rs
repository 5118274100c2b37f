//! The ground that a unit covers in its formation (play.footprint).

use crate::book::Sheet;
use crate::book::scale::Size;
use crate::clause;
use crate::reading;
use crate::troop::{Formation, Troop};
use crate::unit::Unit;
use smallvec::SmallVec;
use table::{Base, Rect, V2};
use umpire::{Clause, Readings};

/// The rectangles of an outline; what lies between them is not covered.
pub type Rects = SmallVec<[Rect; 4]>;

/// Most bases in front of a skirmish chain (formations.4).
pub const MOST_IN_CHAIN: u8 = 3;

/// How large a formation is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Of the front edge.
    pub width: f64,
    /// Of what stands in that width.
    pub depth: f64,
    /// Of the front base or bases alone.
    pub front_depth: f64,
    /// Bases for which there is no room in front, behind its centre.
    pub behind: Option<Size>,
    pub by: Clause,
}

/// The plan of so many bases of such troops in a formation. Spread over a town zone they have none of their own (town.4).
pub fn plan(
    sheet: &Sheet,
    readings: &Readings,
    troop: &Troop,
    bases: u8,
    gun: bool,
    formation: Formation,
) -> Plan {
    let scale = sheet.scale();
    let (w, d) = scale.base(troop.arm);
    let n = f64::from(bases.max(1));
    let ranks = |front: u8| f64::from(bases.max(1).div_ceil(front.max(1)));
    let block = |width: f64, depth: f64, front_depth: f64, by: Clause| Plan {
        width,
        depth,
        front_depth,
        behind: None,
        by,
    };
    let surplus = |front: u8, (w, d): Size| {
        let rest = bases.saturating_sub(front);
        let abreast = rest.min(front.max(1));
        (rest > 0).then(|| (f64::from(abreast) * w, f64::from(rest.div_ceil(abreast)) * d))
    };
    let mut plan = match formation {
        Formation::Line { front } => {
            let front = front.clamp(1, bases.max(1));
            let behind = surplus(front, (w, d));
            let by = if behind.is_some() { clause!("formations.5") } else { clause!("formations.1") };
            Plan { behind, ..block(f64::from(front) * w, d, d, by) }
        }
        Formation::Column { front } => {
            let front = front.clamp(1, bases.max(1));
            block(f64::from(front) * w, ranks(front) * d, d, clause!("formations.1"))
        }
        Formation::Assembled { .. } => block(w, n * d, d, clause!("tmove.town.5")),
        Formation::MarchColumn => block(d, n * w, w, clause!("formations.2")),
        Formation::Square => {
            let side = w.max(n * w / 4.0);
            block(side, side, d.min(side), clause!("formations.3"))
        }
        Formation::Chain { front } => {
            let own = readings.is(reading!("chain-bases", "own")) && !troop.skirmishers;
            let (cw, cd) = if own { (w, d) } else { scale.skirmishers };
            let front = front.clamp(1, MOST_IN_CHAIN.min(bases.max(1)));
            Plan {
                behind: surplus(front, (w, d)),
                ..block(f64::from(front) * cw, cd, cd, clause!("formations.4"))
            }
        }
        Formation::Unlimbered => block(n * w, d, d, clause!("formations.7")),
        Formation::Limbered => {
            let twice = readings.is(reading!("horse-twelves", "two"));
            let limbers = troop.guns.map_or(1, |g| scale.limber_bases(g, bases, twice));
            let (lw, ld) = scale.limber;
            block(lw, f64::from(limbers) * ld, ld, clause!("basing.2"))
        }
        Formation::Park => {
            let abreast =
                (1..=bases.max(1)).find(|k| u16::from(*k) * u16::from(*k) >= u16::from(bases)).unwrap_or(1);
            block(f64::from(abreast) * w, ranks(abreast) * d, d, clause!("corps-train.2"))
        }
        Formation::Train => block(w, n * d, d, clause!("corps-train.3")),
        Formation::InTown { .. } => return block(0.0, 0.0, 0.0, clause!("town.4")),
    };
    if gun {
        plan.width += scale.battalion_gun.0;
        plan.by = clause!("play.footprint");
    }
    plan
}

impl Plan {
    /// Drawn up with the middle of its front edge there.
    pub fn at(&self, front: V2, dir: V2) -> Base {
        Base { front, dir, width: self.width, depth: self.depth }
    }

    /// What stands in front and behind, about a base drawn up by it.
    fn rects(&self, base: &Base) -> Rects {
        let mut all = Rects::new();
        all.push(base.rect());
        if let Some((w, d)) = self.behind {
            all.push(Base { front: base.rear(), dir: base.dir, width: w, depth: d }.rect());
        }
        all
    }

    /// How deep the whole of it is.
    pub fn whole_depth(&self) -> f64 {
        self.depth + self.behind.map_or(0.0, |(_, d)| d)
    }
}

/// The files of a column of that width and length that lies about corners: from its head back along the trail, nearest point first.
fn bent(base: &Base, trail: &[V2], length: f64) -> Rects {
    let mut all = Rects::new();
    let (mut at, mut left) = (base.front, length);
    let mut back = -base.dir;
    let mut piece = |at: &mut V2, back: V2, long: f64, left: &mut f64| {
        let long = long.min(*left);
        if long > table::EPS {
            let centre = *at + back * (long / 2.0);
            all.push(Rect { centre, dir: -back, half_width: base.width / 2.0, half_depth: long / 2.0 });
            *at += back * long;
            *left -= long;
        }
    };
    for p in trail {
        let far = p.dist(at);
        if far > table::EPS {
            back = (*p - at).unit();
            piece(&mut at, back, far, &mut left);
        }
    }
    piece(&mut at, back, left, &mut left.clone());
    all
}

/// The outline of a unit that stands in no town zone.
pub fn outline(plan: &Plan, base: &Base, trail: &[V2]) -> Rects {
    if trail.is_empty() { plan.rects(base) } else { bent(base, trail, plan.depth) }
}

/// Its front base or bases: what its position is (conv.3).
pub fn front(plan: &Plan, base: &Base) -> Base {
    Base { depth: plan.front_depth, ..*base }
}

impl Unit {
    /// Its plan in the formation that it has.
    pub fn plan(&self, sheet: &Sheet, readings: &Readings) -> Plan {
        plan(sheet, readings, &self.troop, self.bases.now, self.gun, self.formation)
    }
}
