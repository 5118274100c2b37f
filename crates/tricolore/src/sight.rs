//! Lines of sight (sight.1 to sight.5, play.sight-line).

use crate::Field;
use crate::book::terrain::SightRange;
use crate::field::Weather;
use crate::footprint::Rects;
use crate::ground::ZoneId;
use crate::reading;
use crate::troop::Formation;
use crate::unit::Unit;
use crate::{clause, say};
use smallvec::SmallVec;
use table::{Rect, V2, v2};
use umpire::{Clause, Grounds, Refusal};

/// Points along a front edge from which one looks.
const EYES: usize = 9;
/// Beside a line by so much on both sides something must lie that blocks it: what it only runs along does not (play.touch).
const ASIDE: f64 = 0.02;

/// Bases behind a front reach no further back than this.
const BEHIND_FRONT: f64 = 120.0;

/// For what one looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// To declare an attack: friendly chains and unlimbered guns and enemies with 6-8 U do not hide the target.
    ToAttack,
    /// Along the firing line of a battery: enemy skirmishers do not hide the target.
    ToFire,
    Merely,
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub enum Mark<'a> {
    Unit(&'a Unit),
    Zone(ZoneId),
}

impl Mark<'_> {
    fn rects(&self, f: &Field) -> Rects {
        match self {
            Mark::Unit(u) => f.rects(u),
            Mark::Zone(z) => SmallVec::from_slice(&[f.ground[*z].rect]),
        }
    }

    fn is_unit(&self, o: &Unit) -> bool {
        matches!(self, Mark::Unit(u) if u.id == o.id)
    }

    fn zone(&self) -> Option<ZoneId> {
        match self {
            Mark::Unit(u) => u.formation.zone(),
            Mark::Zone(z) => Some(*z),
        }
    }
}

/// How far one sees from one level to another, in this weather (sight.1, weather.2, weather.3).
pub fn range(f: &Field, from: u8, to: u8) -> (f64, Clause) {
    far(&f.sheet.terrain().sight, from.saturating_sub(to), f.weather)
}

/// How far one sees from so many levels above, in this weather.
pub fn far(s: &SightRange, above: u8, weather: Weather) -> (f64, Clause) {
    let metres = (s.open + f64::from(above) * s.level).min(s.most);
    match weather {
        Weather::Fog => (metres.min(s.fog), clause!("weather.2")),
        Weather::Rain => (metres.min(s.rain), clause!("weather.3")),
        Weather::Fair => (metres, clause!("sight.1")),
    }
}

/// Does the unit see the mark along some line? On what that rests, or what hides it.
pub fn sees(f: &Field, u: &Unit, mark: Mark<'_>, why: Looking) -> Result<Grounds, Refusal> {
    let front = f.front(u);
    let (left, right) = (front.front_left(), front.front_right());
    let centre_only = f.readings.is(reading!("sight-points", "centre"));
    let mut eyes: SmallVec<[V2; EYES]> = SmallVec::from_slice(&[front.front]);
    if !centre_only {
        eyes.extend((0..EYES).map(|i| left.lerp(right, i as f64 / (EYES - 1) as f64)));
    }
    let rects = mark.rects(f);
    let screens = screens(f, u, &mark, why);
    let mut last = None;
    for eye in eyes {
        for to in marks(&rects, eye) {
            match line(f, eye, to, u.formation.zone(), mark.zone(), &screens) {
                Ok(mut grounds) => {
                    grounds.add(clause!("play.sight-line"));
                    return Ok(grounds);
                }
                Err(by) => last = last.or(Some(by)),
            }
        }
    }
    let by = last.unwrap_or_else(|| clause!("play.sight-line"));
    Err(hidden(f, u, mark, by))
}

/// Does the unit see the mark along this one line: of a battery, its firing line (play.fire-step)?
pub fn along(
    f: &Field,
    u: &Unit,
    mark: Mark<'_>,
    (from, to): (V2, V2),
    why: Looking,
) -> Result<Grounds, Refusal> {
    let screens = screens(f, u, &mark, why);
    let mut grounds =
        line(f, from, to, u.formation.zone(), mark.zone(), &screens).map_err(|by| hidden(f, u, mark, by))?;
    grounds.add(clause!("play.sight-line"));
    Ok(grounds)
}

/// That a mark is hidden from a unit, and by which clause.
fn hidden(f: &Field, u: &Unit, mark: Mark<'_>, by: Clause) -> Refusal {
    let name = match mark {
        Mark::Unit(o) => say!("sight-unit", unit = &*o.code),
        Mark::Zone(z) => say!("sight-town", town = &*f.ground[z].name),
    };
    Refusal::by(by, say!("sight-hidden", unit = &*u.code, mark = name))
}

/// Points of an outline at which one looks: the nearest of each base, its corners, and the middles of its sides.
fn marks(rects: &[Rect], eye: V2) -> SmallVec<[V2; 18]> {
    let mut all = SmallVec::new();
    all.extend(rects.iter().map(|r| r.nearest(eye)));
    for r in rects {
        let c = r.corners();
        all.extend(c);
        all.extend((0..4).map(|i| c[i].lerp(c[(i + 1) % 4], 0.5)));
    }
    all
}

/// Troops that may stand between, each with the level on which it stands.
type Screens = SmallVec<[(Rects, u8); 8]>;

fn screens(f: &Field, u: &Unit, mark: &Mark<'_>, why: Looking) -> Screens {
    let friends_hide = f.readings.is(reading!("friends-hide", "yes"));
    let hides = |o: &Unit| {
        let friend = o.side == u.side;
        match why {
            Looking::ToAttack if friend => {
                friends_hide || !(o.skirmishing() || o.formation == Formation::Unlimbered)
            }
            Looking::ToAttack => !o.broken(),
            Looking::ToFire => friend || !o.skirmishing(),
            Looking::Merely => true,
        }
    };
    // Only who stands in the box about both can stand between.
    let front = f.front(u);
    let rects = mark.rects(f);
    let points = front.corners().into_iter().chain(rects.iter().flat_map(|r| r.corners()));
    let (lo, hi) = points.fold((v2(f64::MAX, f64::MAX), v2(f64::MIN, f64::MIN)), |(lo, hi), p| {
        (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
    });
    let between = |o: &Unit| {
        let (c, r) = (o.base.front, o.base.width + o.base.depth + BEHIND_FRONT);
        c.x + r >= lo.x && c.x - r <= hi.x && c.y + r >= lo.y && c.y - r <= hi.y
    };
    let spare = v2(1.0, 1.0);
    f.units
        .within(lo - spare, hi + spare)
        .filter(|o| !o.trail.is_empty() || between(o))
        .filter(|o| {
            o.id != u.id && !mark.is_unit(o) && !matches!(o.formation, Formation::InTown { .. }) && hides(o)
        })
        .map(|o| (f.rects(o), f.ground.level(f.centre(o))))
        .collect()
}

/// One line of sight: short enough and not blocked; else the clause by which it is not.
fn line(
    f: &Field,
    eye: V2,
    to: V2,
    from_zone: Option<ZoneId>,
    to_zone: Option<ZoneId>,
    screens: &Screens,
) -> Result<Grounds, Clause> {
    let mut grounds = Grounds::default();
    let far = eye.dist(to);
    let (low, high) = (f.ground.level(eye), f.ground.level(to));
    let (most, by) = range(f, low, high);
    if !f.reaches(far, most) {
        return Err(by);
    }
    grounds.add(by);
    if far <= table::EPS {
        return Ok(grounds);
    }
    // Ground higher than both ends (sight.5).
    let top = low.max(high);
    let crest = |a: V2, b: V2| {
        let (west, east) = (a.x.min(b.x), a.x.max(b.x));
        f.ground
            .hills
            .between(west, east)
            .any(|(_, h)| h.level > top && h.area.length_inside(a, b) > f.tolerance())
    };
    // Town zones (sight.2), unless both ends overlook them (sight.3).
    let height = f.sheet.terrain().town_height;
    let town = |a: V2, b: V2| {
        f.ground.zones.between(a.x.min(b.x), a.x.max(b.x)).any(|(i, z)| {
            let id = ZoneId(i as u16);
            let roof = f.ground.level(z.rect.centre) + height;
            let overlooked = low >= roof && high >= roof;
            Some(id) != from_zone
                && Some(id) != to_zone
                && !overlooked
                && crosses(&z.rect, a, b, f.tolerance())
        })
    };
    // Troops on the same level as both ends (sight.4).
    let troops = |a: V2, b: V2| {
        low == high
            && screens
                .iter()
                .any(|(rects, level)| *level == low && rects.iter().any(|r| crosses(r, a, b, f.tolerance())))
    };
    // Beside the line, on one side of it: what it only runs along hides nothing, a seam of two things does, whatever they are (play.touch).
    let beside = |off: V2| -> Result<Grounds, Clause> {
        let (a, b) = (eye + off, to + off);
        let mut seen = Grounds::default();
        if crest(a, b) {
            return Err(clause!("sight.5"));
        }
        if town(a, b) {
            return Err(clause!("sight.2"));
        }
        through(f, (a, b), (low, high), far, &mut seen)?;
        if troops(a, b) {
            return Err(clause!("sight.4"));
        }
        Ok(seen)
    };
    let off = (to - eye).unit().right() * ASIDE;
    grounds.join(beside(off).or_else(|_| beside(-off))?);
    Ok(grounds)
}

/// Areas that limit sight (sight.2, sight.3).
fn through(
    f: &Field,
    (eye, to): (V2, V2),
    (low, high): (u8, u8),
    far: f64,
    grounds: &mut Grounds,
) -> Result<(), Clause> {
    let by_depth = f.readings.is(reading!("sight-through", "depth"));
    let mut depths = [0.0; 7];
    for (_, p) in f.ground.patches.between(eye.x.min(to.x), eye.x.max(to.x)) {
        let Some((most, height)) = f.sheet.terrain().through(p.kind) else { continue };
        let spans = p.area.clip(eye, to);
        let inside = spans.iter().map(|(s, e)| e - s).sum::<f64>() * far;
        if inside <= f.tolerance() {
            continue;
        }
        let middle = spans.first().map_or(eye, |(s, e)| eye.lerp(to, (s + e) / 2.0));
        let roof = f.ground.level(middle) + height;
        if low >= roof && high >= roof {
            grounds.add(clause!("sight.3"));
            continue;
        }
        depths[p.kind as usize] += inside;
        let seen = if by_depth { depths[p.kind as usize] } else { far };
        if !f.reaches(seen, most) {
            return Err(clause!("sight.2"));
        }
        grounds.add(clause!("sight.2"));
    }
    Ok(())
}

/// Has the line a part inside the rectangle?
fn crosses(r: &Rect, a: V2, b: V2, tolerance: f64) -> bool {
    r.clip(a, b).is_some_and(|(s, e)| (e - s) * a.dist(b) > tolerance)
}
