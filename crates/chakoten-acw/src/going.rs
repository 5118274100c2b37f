//! How fast a unit goes over the ground (play.ground, 02.06, tables I and III): the way divided where the rate changes.

mod swing;

pub use swing::{no_ground, swing};

use crate::attack::Heading;
use crate::book::{Crossing, crossing, data};
use crate::clause;
use crate::cover::{equipment, wood_edge};
use crate::field::{Edge, Field, Staff};
use crate::ground::{Patch, PatchKind};
use crate::march::{self, Given, Mover};
use crate::reading;
use crate::troop::{Formation, Going, Kind, Obstacle, State};
use crate::unit::{Haste, Unit};
use ::ground::{Leg, Walker, Way, strip, tidy, time_over, without};
use smallvec::SmallVec;
use table::{Area, Base, EPS, Polyline, Rect, Span, Spans, V2, v2};
use umpire::Clause;

/// What stops a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The table ends here.
    Edge,
    /// A mounted charge ends at any obstacle (02.06.4).
    Charge,
    /// It may not go there.
    Impassable,
}

/// What decided the rate of a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Why {
    pub clause: Clause,
    /// The highest obstacle that any part of the unit is on.
    pub obstacle: Obstacle,
    /// Where it has no rate.
    pub bar: Option<Bar>,
}

impl Why {
    /// Stopped by that, with no obstacle.
    pub fn barred(bar: Bar, clause: Clause) -> Why {
        Why { clause, obstacle: Obstacle::None, bar: Some(bar) }
    }
}

/// A part of a straight way on which the rate, in cm a turn, does not change.
pub type Stretch = ::ground::Stretch<Why>;

/// A straight way over the ground, the unit keeping its front: at most a few stretches.
pub type Stretches = ::ground::Stretches<Why>;

/// Who goes, for tables I and III.
struct Marcher {
    /// `None`: a general or orderly.
    mover: Option<Mover>,
    /// March columns, limbered artillery, wagons and staff use roads, and file over bridges.
    column: bool,
    /// Mounted and charging: no obstacle at all (02.06.4).
    mounted_charge: bool,
    /// Why it cannot go at all.
    barred: Option<Clause>,
}

impl Marcher {
    fn of(u: &Unit, haste: Haste, backwards: bool) -> Marcher {
        let m = u.mover(haste, backwards);
        // Nobody has a dash for ordinary terrain: who has no rate there has none anywhere.
        let barred = march::rate(&m, Going::Ordinary, false).err();
        Marcher {
            mover: Some(m),
            column: matches!(m.kind, Kind::Limbered | Kind::Wagon)
                || (m.kind != Kind::Unlimbered && m.formation == Formation::MarchColumn),
            mounted_charge: haste == Haste::Charge && m.kind == Kind::Mounted,
            barred,
        }
    }

    /// A general or orderly. Obstacles are crossed as by mounted cavalry.
    fn staff() -> Marcher {
        Marcher { mover: None, column: true, mounted_charge: false, barred: None }
    }

    fn rate(&self, ground: Going, road: bool) -> Option<f64> {
        let given = match &self.mover {
            Some(m) => march::rate(m, ground, road).ok(),
            None => march::staff_rate(ground, road),
        };
        given.map(|g| g.amount)
    }

    fn rate_across(&self, ground: Going, road: bool, o: Obstacle) -> Option<f64> {
        if let Some(m) = &self.mover {
            return march::rate_across(m, ground, road, o).ok().map(|g| g.amount);
        }
        let cm = self.rate(ground, road)?;
        match crossing(o, Kind::Mounted) {
            Crossing::Free => Some(cm),
            Crossing::Difficult => Some(cm.min(self.rate(Going::Difficult, false)?)),
            Crossing::Slow => Some(cm.min(data().slow_crossing)),
            Crossing::Impassable => None,
        }
    }
}

/// What a stretch of the way is over.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    Patch(PatchKind),
    /// Marching along a road with the middle of the leading edge on it.
    Road,
    Obstacle(Obstacle),
    /// Off the table.
    Off,
}

impl Walker for Marcher {
    type Over = Over;
    type Why = Why;

    fn pace(&self, over: &[Over]) -> (Option<f64>, Why) {
        let objects = over.iter().filter_map(|o| if let Over::Obstacle(o) = o { Some(*o) } else { None });
        let obstacle = objects.max().unwrap_or_default();
        match rate_over(self, over, obstacle) {
            Ok((cm, clause)) => (Some(cm), Why { clause, obstacle, bar: None }),
            Err((bar, clause)) => (None, Why { clause, obstacle, bar: Some(bar) }),
        }
    }
}

/// A straight way over everything that counts.
fn way(f: &Field, w: &Marcher, base: &Base, dir: V2, length: f64) -> Way<Over> {
    let leg = Leg::new(base, dir, length);
    let mut way = Way::new(length);
    patches(&mut way, f, &leg, &bridged(f, w, &leg));
    objects(&mut way, f, &leg);
    let road = on_road(&way, f, w, &leg);
    way.put(Over::Road, &road);
    for (_, across) in rims(f, &leg, &road) {
        way.put(Over::Obstacle(wood_edge()), &across);
    }
    let room = leg.room(f.ground.width, f.ground.depth);
    if room < length - EPS {
        way.put(Over::Off, &[(room, length)]);
    }
    way
}

/// The pieces of ground under its leading edge, but for water where it is bridged.
fn patches(way: &mut Way<Over>, f: &Field, leg: &Leg, bridged: &[Span]) {
    for p in &f.ground.patches {
        if p.kind == PatchKind::Town || leg.passes_by(p.area.bounds()) {
            continue;
        }
        let on = leg.over(&p.area);
        let on = if p.kind.water() { without(&on, bridged) } else { on };
        way.put(Over::Patch(p.kind), &on);
    }
}

/// Where a column follows a road.
fn on_road(way: &Way<Over>, f: &Field, w: &Marcher, leg: &Leg) -> Spans {
    if !w.column {
        return Spans::new();
    }
    let on = leg.along(&f.ground.roads, f.readings.number(reading!("road-angle")));
    // Where water or swamp is not bridged, the road is no road.
    way.free_of(&on, wet)
}

fn wet(over: Over) -> bool {
    matches!(over, Over::Patch(kind) if kind.water())
}

/// The woods across whose edge any part of the unit comes, and where; a road leads through the edge.
fn rims<'f>(f: &'f Field, leg: &Leg, road: &[Span]) -> impl Iterator<Item = (&'f Patch, Spans)> {
    let road = if open_edges(f) { road } else { &[] };
    let near = move |p: &&Patch| p.kind == PatchKind::Wood && !leg.passes_by(p.area.bounds());
    f.ground.patches.iter().filter(near).map(move |p| (p, without(&leg.across_rim(&p.area), road)))
}

/// Do roads lead through the edges of woods?
fn open_edges(f: &Field) -> bool {
    f.readings.is(reading!("roads-into-woods", "open"))
}

/// The first wood across whose edge any part of the unit would come in a charge straight ahead, but on a road that leads through it.
pub fn wood_edge_ahead<'f>(f: &'f Field, u: &Unit, base: &Base, cm: f64) -> Option<&'f Patch> {
    let w = Marcher::of(u, Haste::Charge, false);
    let leg = Leg::new(base, base.dir, cm);
    let mut way = Way::new(cm);
    patches(&mut way, f, &leg, &bridged(f, &w, &leg));
    let road = on_road(&way, f, &w, &leg);
    let long = |across: &Spans| across.iter().any(|(from, to)| to - from > EPS / 2.0);
    rims(f, &leg, &road).find(|(_, across)| long(across)).map(|(p, _)| p)
}

/// What the unit may not cross and has between two places, a charge of horse apart: ground closed to its formation and pace, or an
/// object that its arm does not cross (07.01.6.b).
pub fn closed_between(f: &Field, u: &Unit, from: V2, to: V2, haste: Haste) -> Option<Why> {
    let w = Marcher { mounted_charge: false, ..Marcher::of(u, haste, false) };
    let length = from.dist(to);
    if w.barred.is_some() || length <= EPS {
        return None;
    }
    let dir = (to - from).unit();
    let leg = Leg::new(&Base { front: from, dir, width: 2.0 * EPS, depth: 2.0 * EPS }, dir, length);
    let mut way = Way::new(length);
    // Over a bridge only where the unit itself would find room.
    patches(&mut way, f, &leg, &bridged(f, &w, &Leg::new(&u.base, dir, length)));
    objects(&mut way, f, &leg);
    let closed = way.divide(&w).into_iter().find(|s| s.rate.is_none())?;
    (length - closed.from > 10.0 * EPS).then_some(closed.why)
}

/// Does the unit stand on a piece of ground? Standing against it is not standing on it, and over water a bridge carries.
pub fn stands_on(f: &Field, u: &Unit, p: &Patch) -> bool {
    // Cheap: all its bases lie within its envelope.
    let (lo, hi) = p.area.bounds();
    if u.inside.is_empty() && u.base.beside(lo, hi, EPS) {
        return false;
    }
    let here = f.rects(u).iter().any(|r| p.area.touches(&r.grown(-EPS)));
    here && !(p.kind.water() && carried(f, Marcher::of(u, Haste::March, false).column, &p.area, &u.base))
}

/// The clause by which a unit that stands on a piece of ground has no rate there, not even on a road.
pub fn closed_on(f: &Field, u: &Unit, p: &Patch) -> Option<Clause> {
    let w = Marcher::of(u, Haste::March, false);
    let (rate, why) = w.pace(&[Over::Patch(p.kind)]);
    let held = rate.is_none() && !(w.column && on_a_road(f, u.base.front)) && stands_on(f, u, p);
    held.then_some(why.clause)
}

/// Is all of the base that lies over the water on bridges, fords or causeways: of a column, which files over them, its middle?
fn carried(f: &Field, column: bool, water: &Area, base: &Base) -> bool {
    let [fl, fr, rr, rl] = base.corners();
    let middle = (base.front, base.rear());
    let dry = |(a, b): (V2, V2)| {
        let on: Spans = f.ground.bridges.iter().filter_map(|x| x.rect.grown(EPS).clip(a, b)).collect();
        let wet = without(&water.clip(a, b), &on);
        wet.iter().all(|(s, e)| (e - s) * a.dist(b) <= 2.0 * EPS)
    };
    let wet = |(a, b): (V2, V2)| !water.clip(a, b).is_empty();
    let rim = [(fl, fr), (fr, rr), (rr, rl), (rl, fl)];
    if column {
        wet(middle) && dry(middle)
    } else {
        rim.into_iter().any(wet) && rim.into_iter().chain([middle]).all(dry)
    }
}

/// Where a bridge, ford or causeway carries the unit: columns file over it, others must find room on it.
fn bridged(f: &Field, w: &Marcher, leg: &Leg) -> Spans {
    let mut out = Spans::new();
    for bridge in &f.ground.bridges {
        if w.column {
            out.extend(leg.filing(&bridge.rect));
        } else {
            out.extend(leg.abreast(&bridge.rect));
        }
    }
    tidy(out, leg.length())
}

/// Linear objects, buildings and unmanned guns, while any part of the unit is on them.
fn objects(way: &mut Way<Over>, f: &Field, leg: &Leg) {
    let (least, most) = leg.bounds();
    for l in &f.lines {
        if l.obstacle == Obstacle::None || beyond(&l.path, l.depth, least, most) {
            continue;
        }
        for (a, b) in l.standing() {
            way.put(Over::Obstacle(l.obstacle), leg.on(&strip(a, b, l.depth)).as_slice());
        }
    }
    for h in f.ground.buildings.iter().filter(|h| !h.base.beside(least, most, 0.0)) {
        way.put(Over::Obstacle(h.obstacle), leg.on(&h.rect()).as_slice());
    }
    for u in &f.units {
        let Some(battery) = &u.battery else { continue };
        let Some(g) = battery.standing_alone().filter(|g| !g.beside(least, most, 0.0)) else { continue };
        way.put(Over::Obstacle(equipment()), leg.on(&g.rect()).as_slice());
    }
}

/// Does an object along the path, so deep, lie beyond the box?
fn beyond(path: &Polyline, depth: f64, least: V2, most: V2) -> bool {
    let mut points = path.points.iter();
    let Some(&first) = points.next() else { return true };
    let (lo, hi) = points.fold((first, first), |(lo, hi), p| {
        (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
    });
    lo.x - depth > most.x || hi.x + depth < least.x || lo.y - depth > most.y || hi.y + depth < least.y
}

/// The rate on such ground, or what bars it, and the clause that decided it.
fn rate_over(w: &Marcher, here: &[Over], obstacle: Obstacle) -> Result<(f64, Clause), (Bar, Clause)> {
    if let Some(c) = w.barred {
        return Err((Bar::Impassable, c));
    }
    let mut slowest = (w.rate(Going::Ordinary, false), Going::Ordinary);
    let mut road = false;
    for o in here {
        let going = match *o {
            Over::Off => return Err((Bar::Edge, clause!("play.edge"))),
            Over::Patch(PatchKind::Lake | PatchKind::Impassable) => {
                return Err((Bar::Impassable, clause!("play.ground")));
            }
            Over::Road => {
                road = true;
                continue;
            }
            Over::Obstacle(_) | Over::Patch(PatchKind::Town) => continue,
            Over::Patch(PatchKind::Wood) => Going::Wood,
            Over::Patch(PatchKind::Difficult) => Going::Difficult,
            Over::Patch(PatchKind::Swamp) => Going::Swamp,
            Over::Patch(PatchKind::Watercourse) => Going::Watercourse,
        };
        let cm = w.rate(going, false);
        if slowest.0.is_some_and(|r| cm.is_none_or(|cm| cm < r)) {
            slowest = (cm, going);
        }
    }
    let (ground, going) = slowest;
    let Some(plain) = w.rate(going, road) else {
        let by = matches!(going, Going::Swamp | Going::Watercourse);
        return Err((Bar::Impassable, if by { clause!("02.06.5") } else { clause!("02.06.1") }));
    };
    let clause = if Some(plain) != ground || going != Going::Ordinary {
        clause!("play.ground")
    } else {
        clause!("02.06.1")
    };
    if obstacle == Obstacle::None {
        return Ok((plain, clause));
    }
    if w.mounted_charge {
        return Err((Bar::Charge, clause!("02.06.4")));
    }
    let across = w.rate_across(going, road, obstacle);
    if across == Some(plain) {
        return Ok((plain, clause!("02.06.6.a")));
    }
    let by = march::table_iii(obstacle);
    across.map(|cm| (cm, by)).ok_or((Bar::Impassable, by))
}

/// Divides the straight way of a unit from `base` along `dir` where its rate changes. Ground counts under the leading edge,
/// obstacles while any part of the unit is on them. After a stretch that it may not enter there is none.
pub fn stretches(
    f: &Field,
    u: &Unit,
    base: &Base,
    dir: V2,
    length: f64,
    haste: Haste,
    backwards: bool,
) -> Stretches {
    if !(length > 0.0 && length.is_finite() && dir.is_finite() && base.front.is_finite()) {
        return Stretches::new();
    }
    let w = Marcher::of(u, haste, backwards);
    way(f, &w, base, dir.unit(), length).divide(&w)
}

/// The rate of a unit as it stands there, for going straight ahead; backwards, under its rear edge.
pub fn rate_at(f: &Field, u: &Unit, base: &Base, haste: Haste, backwards: bool) -> Option<f64> {
    let dir = if backwards { -base.dir } else { base.dir };
    stretches(f, u, base, dir, 4.0 * EPS, haste, backwards).first().and_then(|s| s.rate)
}

/// The rate of a wheel: by the ground under the outer front corner (02.05.5), and the obstacles that any part of the unit is
/// on. A column that follows a road wheels on the road.
pub fn wheel_rate(f: &Field, u: &Unit, base: &Base, to_right: bool, haste: Haste) -> Result<Given, Why> {
    let w = Marcher::of(u, haste, false);
    let corner = if to_right { base.front_left() } else { base.front_right() };
    let length = 4.0 * EPS;
    let foot = Base { front: corner, width: length, depth: length, ..*base };
    let abreast = Marcher { column: false, ..w };
    let over = |road: bool| {
        let mut way = Way::new(length);
        let leg = Leg::new(&foot, base.dir, length);
        // Who files over a bridge wheels on it.
        let files = w.column && f.ground.bridged(base.front);
        let dry = if files { Spans::from_slice(&[(0.0, length)]) } else { bridged(f, &abreast, &leg) };
        patches(&mut way, f, &leg, &dry);
        objects(&mut way, f, &Leg::new(base, base.dir, length));
        if road {
            // Where water or swamp is not bridged, the road is no road.
            way.put(Over::Road, &way.free_of(&[(0.0, length)], wet));
        }
        way.divide(&w)
    };
    let closed = Why::barred(Bar::Impassable, clause!("02.06.1"));
    let rate = |road: bool| over(road).first().map_or(Err(closed), |s| s.rate.ok_or(s.why));
    let given = if !(w.column && on_a_road(f, base.front)) {
        rate(false)
    } else if f.readings.is(reading!("wheels-on-roads", "road")) {
        rate(true)
    } else {
        rate(false).or_else(|_| rate(true))
    };
    given.map(|amount| Given { amount, clause: clause!("02.05.5") })
}

/// Is the place on a road?
fn on_a_road(f: &Field, p: V2) -> bool {
    f.ground.roads.iter().any(|r| r.path.nearest(p).is_some_and(|n| n.0 <= r.width / 2.0 + EPS))
}

/// Can the general or orderly get there in his one move of the turn (03.01.5.a): straight, at the staff rates of table I for
/// the ground crossed, past any friend and no enemy that is not in FU? If not, the clause that forbids it.
pub fn staff_reach(f: &Field, staff: &Staff, to: V2) -> Result<(), Clause> {
    staff_way(f, staff, to)?;
    let from = staff.base.front;
    let barred = f
        .enemies(staff.side)
        .filter(|u| u.state != State::Complete)
        .any(|u| !f.off_way(u, from, to) && f.rects(u).iter().any(|r| r.clip(from, to).is_some()));
    if barred { Err(clause!("play.staff")) } else { Ok(()) }
}

/// The same by the ground alone, whoever stands on the way.
pub fn staff_way(f: &Field, staff: &Staff, to: V2) -> Result<(), Clause> {
    let from = staff.base.front;
    let on_table = to.is_finite() && f.ground.holds(to);
    let length = from.dist(to);
    if on_table && length <= EPS {
        return Ok(());
    }
    // His path is that of a point: a rider finds his way between.
    let in_time = || {
        let dir = (to - from).unit();
        let w = Marcher::staff();
        let foot = Base { front: from, dir, width: 4.0 * EPS, depth: 4.0 * EPS };
        let stretches = way(f, &w, &foot, dir, length).divide(&w);
        time_over(&stretches, length).is_some_and(|t| t <= 1.0 + 1e-6)
    };
    if on_table && in_time() { Ok(()) } else { Err(clause!("03.01.5.a")) }
}

/// The way along what stops a unit that retires or flees (play.away): impassable ground, an object it cannot cross, or a side
/// edge of the table. `None` if it must halt; its own edge it does not follow.
pub fn slide(f: &Field, u: &Unit, base: &Base, dir: V2, haste: Haste) -> Option<Heading> {
    let near = 20.0 * EPS;
    let rect = base.rect();
    let w = Marcher::of(u, haste, false);
    let mut ways: SmallVec<[V2; 8]> = SmallVec::new();
    let g = &*f.ground;
    let corners = rect.corners();
    for edge in [Edge::South, Edge::West, Edge::North, Edge::East] {
        let out = edge.outward();
        // How far the edge is from the place (0, 0), the way it looks.
        let at = (g.width * out.x).max(0.0) + (g.depth * out.y).max(0.0);
        if edge != f.edge(u.side) && dir.dot(out) > 1e-6 && corners.iter().any(|c| c.dot(out) >= at - near) {
            ways.push(out.right());
        }
    }
    let bounds = |area: &Area| {
        let ((lo, hi), (l, h)) = (area.bounds(), rect.grown(near).bounds());
        l.x <= hi.x && h.x >= lo.x && l.y <= hi.y && h.y >= lo.y
    };
    for p in &g.patches {
        if bounds(&p.area) && w.pace(&[Over::Patch(p.kind)]).0.is_none() {
            ways.extend(
                p.area
                    .edges()
                    .filter(|(a, b)| Rect::between(*a, *b).gap(&rect) <= near)
                    .map(|(a, b)| (b - a).unit()),
            );
        }
    }
    let shut = |o: Obstacle| o != Obstacle::None && w.rate_across(Going::Ordinary, false, o).is_none();
    for l in f.lines.iter().filter(|l| shut(l.obstacle)) {
        for (a, b) in l.standing() {
            if strip(a, b, l.depth).gap(&rect) <= near {
                ways.push((b - a).unit());
            }
        }
    }
    for h in g.buildings.iter().filter(|h| shut(h.obstacle) && h.rect().gap(&rect) <= near) {
        ways.extend([h.base.dir, h.base.dir.right()]);
    }
    let mut best: Option<(f64, V2)> = None;
    for way in ways {
        let along = dir.dot(way);
        let way = if along < 0.0 { -way } else { way };
        // Nearly square to it there is no way to slide, and the way it goes already is the one that is stopped.
        if along.abs() > 0.1
            && along.abs() < 1.0 - 1e-9
            && best.is_none_or(|(b, _)| along.abs() > b + 1e-9)
            && stretches(f, u, base, way, 0.5, haste, false).first().is_some_and(|s| s.rate.is_some())
        {
            best = Some((along.abs(), way));
        }
    }
    best.map(|(_, dir)| Heading { dir, by: clause!("play.away") })
}
