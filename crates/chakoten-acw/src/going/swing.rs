//! Turning: how far a wheel can swing, and whether there is ground for a new front or formation. A march stops before ground that
//! it may not enter (02.06.1, table III); so does whoever turns (02.05, 02.06.6.a).

use super::{Marcher, Over, Why, carried, on_a_road, open_edges};
use crate::cover::{equipment, wood_edge};
use crate::field::Field;
use crate::ground::PatchKind;
use crate::troop::Obstacle;
use crate::unit::{Haste, Unit};
use ::ground::{Walker, strip};
use smallvec::SmallVec;
use table::{Area, Base, EPS, Rect, V2, v2};

/// A wheel is looked at in steps of at most so many degrees; between two of them it is halved.
const STEP: f64 = 0.5;

/// Who comes no deeper upon something is not on it: less than a march takes for a stretch of ground.
const GRAZED: f64 = 0.25 * EPS;
/// Who stands against it already may turn about the corner that touches it.
const LEANT_ON: f64 = 0.6 * EPS;
/// Who is so deep on it stands on it.
const STOOD_ON: f64 = 0.65 * EPS;

/// Something that the unit may not come upon.
enum Wall<'a> {
    Ground {
        area: &'a Area,
        kind: PatchKind,
    },
    /// The edge of a wood.
    Rim(&'a Area),
    Object(Rect),
    /// The table ends.
    Edge,
}

impl Wall<'_> {
    /// Does the base lie on it, and deeper than so much?
    fn under(&self, f: &Field, base: &Base, deep: f64) -> bool {
        let r = base.rect().grown(-deep);
        match self {
            Wall::Ground { area, .. } => area.touches(&r),
            Wall::Rim(area) => area.edges().any(|(a, b)| Rect::between(a, b).penetration(&r) >= 0.0),
            Wall::Object(o) => o.penetration(&r) >= 0.0,
            Wall::Edge => base.corners().iter().any(|c| !f.ground.holds(*c)),
        }
    }
}

/// A wall, why it is one, and how deep upon it the unit may come.
struct Barrier<'a> {
    wall: Wall<'a>,
    why: Why,
    deep: f64,
}

/// What bars the unit within a box, but for what it stands on already: somewhere it must go.
fn barriers<'a>(f: &'a Field, w: &Marcher, from: &Base, (lo, hi): (V2, V2)) -> SmallVec<[Barrier<'a>; 2]> {
    let mut all: SmallVec<[Barrier<'a>; 2]> = SmallVec::new();
    if w.barred.is_some() {
        // It has no rate anywhere: no ground is the reason.
        return all;
    }
    let mut put = |over: Over, wall: Wall<'a>| {
        let (rate, why) = w.pace(&[over]);
        if rate.is_none() && !wall.under(f, from, STOOD_ON) {
            let deep = if wall.under(f, from, 0.0) { LEANT_ON } else { GRAZED };
            all.push(Barrier { wall, why, deep });
        }
    };
    let off = |(l, h): (V2, V2)| l.x > hi.x || h.x < lo.x || l.y > hi.y || h.y < lo.y;
    for p in f.ground.patches.iter().filter(|p| p.kind != PatchKind::Town && !off(p.area.bounds())) {
        put(Over::Patch(p.kind), Wall::Ground { area: &p.area, kind: p.kind });
        if p.kind == PatchKind::Wood {
            put(Over::Obstacle(wood_edge()), Wall::Rim(&p.area));
        }
    }
    let mut object = |o: Obstacle, r: Rect| {
        if o != Obstacle::None && !off(r.bounds()) {
            put(Over::Obstacle(o), Wall::Object(r));
        }
    };
    for l in &f.lines {
        for (a, b) in l.standing() {
            object(l.obstacle, strip(a, b, l.depth));
        }
    }
    f.ground.buildings.iter().for_each(|h| object(h.obstacle, h.rect()));
    for u in &f.units {
        if let Some(guns) = u.battery.as_ref().and_then(|b| b.standing_alone()) {
            object(equipment(), guns.rect());
        }
    }
    if lo.x < 0.0 || lo.y < 0.0 || hi.x > f.ground.width || hi.y > f.ground.depth {
        put(Over::Off, Wall::Edge);
    }
    all
}

/// Is the unit so laid upon the wall? Roads lead columns through what is closed beside them, but not through what nobody passes, and
/// bridges over water: columns file over one, others must stand on it.
fn bars(f: &Field, w: &Marcher, b: &Barrier<'_>, base: &Base) -> bool {
    if !b.wall.under(f, base, b.deep) {
        return false;
    }
    let on_road = || w.column && on_a_road(f, base.front);
    match b.wall {
        Wall::Object(_) | Wall::Edge | Wall::Ground { kind: PatchKind::Impassable, .. } => true,
        Wall::Rim(_) => !(open_edges(f) && on_road()),
        Wall::Ground { area, kind } if kind.water() => {
            !(w.column && f.ground.bridged(base.front) || carried(f, w.column, area, base))
        }
        Wall::Ground { .. } => !on_road(),
    }
}

/// What a unit would come upon that it may not enter if it were laid so, and does not stand on now. `after` is the unit as it would
/// then be.
pub fn no_ground(f: &Field, after: &Unit, from: &Base, to: &Base, haste: Haste) -> Option<Why> {
    let w = Marcher::of(after, haste, false);
    let all = barriers(f, &w, from, to.rect().bounds());
    all.iter().find(|x| bars(f, &w, x, to)).map(|x| x.why)
}

/// How far a wheel of so many degrees, right positive, swings before the unit comes upon what it may not enter, and what that is.
pub fn swing(f: &Field, u: &Unit, base: &Base, degrees: f64, haste: Haste) -> (f64, Option<Why>) {
    let w = Marcher::of(u, haste, false);
    let reach = base.width + base.depth;
    let pivot = ranks::pivot(base, degrees);
    let about = (pivot - v2(reach, reach), pivot + v2(reach, reach));
    let all = barriers(f, &w, base, about);
    let whole = degrees.abs();
    if all.is_empty() {
        return (whole, None);
    }
    let at = |turned: f64| ranks::wheeled(base, turned * degrees.signum());
    let met = |turned: f64| all.iter().find(|x| bars(f, &w, x, &at(turned))).map(|x| x.why);
    let steps = (whole / STEP).ceil().max(1.0) as u32;
    let mut free = 0.0;
    for i in 1..=steps {
        let next = whole * f64::from(i) / f64::from(steps);
        let Some(mut why) = met(next) else {
            free = next;
            continue;
        };
        let mut far = next;
        for _ in 0..30 {
            let middle = f64::midpoint(free, far);
            match met(middle) {
                Some(by) => (far, why) = (middle, by),
                None => free = middle,
            }
        }
        return (free, Some(why));
    }
    (whole, None)
}
