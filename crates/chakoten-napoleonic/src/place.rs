//! Is there room for a unit where it is to stand (06.01.2.b, 06.03.5, play.footprint)?

use crate::book::march::{EDGE_RANKS, STREAM};
use crate::clause;
use crate::field::{Field, box_of};
use crate::ground::{Patch, PatchKind};
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use table::{Base, EPS, Rect};
use umpire::Clause;

/// What leaves no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    Unit(UnitId, Clause),
    Ground(Clause),
    Edge(Clause),
}

impl NoRoom {
    /// The clause by which there is none.
    pub fn clause(self) -> Clause {
        match self {
            NoRoom::Unit(_, c) | NoRoom::Ground(c) | NoRoom::Edge(c) => c,
        }
    }
}

/// Is there room for the unit, as it would then be, at `to`? Ground that it stands on at `from` is no matter, nor are its own line and
/// those of its column.
pub fn room(f: &Field, after: &Unit, from: &Base, to: &Base) -> Result<(), NoRoom> {
    let rects = after.rects_at(to);
    if rects.iter().flat_map(Rect::corners).any(|c| !f.ground.holds(c)) {
        return Err(NoRoom::Edge(clause!("play.footprint")));
    }
    let body = f.body_of(after);
    for o in f.present().filter(|o| o.id != after.id && !body.contains(&o.id)) {
        if o.inside.is_none() && !o.bent() && !after.bent() && o.base.far_from(to, 1.0) {
            continue;
        }
        let theirs = f.rects(o);
        if rects.iter().any(|r| theirs.iter().any(|t| r.penetration(t) > 2.0 * EPS)) {
            return Err(NoRoom::Unit(o.id, clause!("06.01.2.b")));
        }
    }
    let was = from.rect().grown(-EPS);
    let upon = |r: &Rect| rects.iter().any(|x| x.penetration(r) > 2.0 * EPS);
    let about = box_of(&rects);
    let houses = f.ground.buildings_in(about).map(|(_, b)| b.rect());
    let guns = f.units.iter().filter(|u| u.id != after.id).filter_map(Unit::unmanned_guns).map(|g| g.rect());
    if houses.chain(guns).any(|r| upon(&r) && was.penetration(&r) <= 0.0) {
        return Err(NoRoom::Ground(clause!("play.footprint")));
    }
    for p in f.ground.patches_in(about) {
        let here = rects.iter().any(|r| p.area.overlaps(&r.grown(-2.0 * EPS)));
        if here && !p.area.overlaps(&was) {
            if let Some(by) = shut(f, after, to, p) {
                return Err(NoRoom::Ground(by));
            }
        }
    }
    Ok(())
}

/// Is there room for the limbers behind the guns of a battery, to march column or in line, or for gunners who leave with them (06.03.5)?
pub fn limber_room(f: &Field, u: &Unit, column: bool) -> Result<(), Clause> {
    let mut after = u.clone();
    crate::stance::limber(&mut after, column, true);
    room(f, &after, &u.base, &after.base).map_err(|_| clause!("06.03.5"))
}

/// The clause by which a unit may not stand on a piece of ground. Columns stand on roads and bridges that lead over it.
fn shut(f: &Field, u: &Unit, at: &Base, p: &Patch) -> Option<Clause> {
    let column = matches!(u.formation, Formation::MarchColumn | Formation::SingleFile) || u.arm == Arm::Train;
    let on_road = || {
        let near = |(path, width, _): (&table::Polyline, f64, bool)| {
            path.nearest(at.front).is_some_and(|n| n.0 <= width / 2.0 + EPS)
        };
        column && f.tracks().any(near)
    };
    let carried = || column && f.crossings().any(|(_, c)| c.rect.contains(at.front, EPS));
    let foot = u.arm == Arm::Infantry;
    match p.kind {
        PatchKind::Impassable => Some(clause!("play.footprint")),
        PatchKind::Lake => (!carried()).then(|| clause!("play.footprint")),
        PatchKind::Swamp => (!on_road()).then(|| clause!("07.04.6")),
        PatchKind::Wood => {
            let edge = foot && u.ranks() <= EDGE_RANKS;
            (!edge && !on_road()).then(|| clause!("16.02.1.a"))
        }
        PatchKind::Plantation => {
            let may = column || u.skirmishing() || (foot && u.ranks() <= EDGE_RANKS);
            (!may && !on_road()).then(|| clause!("16.02.2.a"))
        }
        PatchKind::Water if p.width >= STREAM.0 => {
            let may = column || u.skirmishing() || carried();
            (!may).then(|| clause!("07.04.3"))
        }
        _ => None,
    }
}
