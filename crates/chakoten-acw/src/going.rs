//! How fast a unit goes over the ground (play.ground, 02.06, tables I and III): the way divided where the rate changes.

use crate::book::{Crossing, crossing, data};
use crate::clause;
use crate::cover::{equipment, wood_edge};
use crate::field::{Edge, Field, Staff};
use crate::ground::PatchKind;
use crate::march::{self, Horses, Mover};
use crate::place::{common, degrees, edge_on, rect_on, standing_pieces, strip, tidy, without};
use crate::reading;
use crate::troop::{Formation, Going, Kind, Obstacle, State};
use crate::unit::{Haste, Unit};
use smallvec::SmallVec;
use table::{Area, Base, EPS, Polyline, Rect, Span, Spans, V2, v2};
use umpire::Clause;

/// A part of a straight way on which the rate does not change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Cm from the start of the way.
    pub from: f64,
    pub to: f64,
    /// Cm a turn; `None`: the unit may not go on here.
    pub rate: Option<f64>,
    /// What decided the rate.
    pub clause: Clause,
    /// The highest obstacle that any part of the unit is on.
    pub obstacle: Obstacle,
}

/// A straight way over the ground, the unit keeping its front: at most a few stretches.
pub type Stretches = SmallVec<[Stretch; 4]>;

/// Who goes, for tables I and III.
struct Walker {
    /// `None`: a general or orderly.
    mover: Option<Mover>,
    /// March columns, limbered artillery, wagons and staff use roads, and file over bridges.
    column: bool,
    /// Mounted and charging: no obstacle at all (02.06.4).
    mounted_charge: bool,
    /// Why it cannot go at all.
    barred: Option<Clause>,
}

impl Walker {
    fn of(u: &Unit, haste: Haste, backwards: bool) -> Walker {
        let m = u.mover(haste, backwards);
        let barred = match march::rate(&m, Going::Ordinary, false) {
            Some(_) => None,
            // Nobody has a dash for ordinary terrain.
            None => Some(why_barred(&m)),
        };
        Walker {
            mover: Some(m),
            column: matches!(m.kind, Kind::Limbered | Kind::Wagon)
                || (m.kind != Kind::Unlimbered && m.formation == Formation::MarchColumn),
            mounted_charge: haste == Haste::Charge && m.kind == Kind::Mounted,
            barred,
        }
    }

    /// A general or orderly. Obstacles are crossed as by mounted cavalry.
    fn staff() -> Walker {
        Walker { mover: None, column: true, mounted_charge: false, barred: None }
    }

    fn rate(&self, ground: Going, road: bool) -> Option<f64> {
        match &self.mover {
            Some(m) => march::rate(m, ground, road),
            None => march::staff_rate(ground, road),
        }
    }

    fn rate_across(&self, ground: Going, road: bool, o: Obstacle) -> Option<f64> {
        if let Some(m) = &self.mover {
            return march::rate_across(m, ground, road, o);
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

fn why_barred(m: &Mover) -> Clause {
    let drawn = matches!(m.kind, Kind::Limbered | Kind::Wagon);
    if drawn && m.horses == Horses::AllLost {
        clause!("06.03.5.b")
    } else if drawn && m.horses == Horses::HalfLost && m.haste == Haste::Charge {
        clause!("06.03.5.a")
    } else if m.backwards && m.haste == Haste::Charge {
        clause!("02.06.2")
    } else {
        clause!("03.03.4.b")
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

/// The way as pieces of ground and objects with the stretches on which they count.
struct Way {
    over: SmallVec<[(Over, Span); 8]>,
    length: f64,
}

/// The edge of a base that leads when it goes that way: the front if it is as good as any.
pub fn leading_edge(b: &Base, dir: V2) -> (V2, V2) {
    let [fl, fr, rr, rl] = b.corners();
    let (ahead, right) = (b.dir.dot(dir), b.dir.right().dot(dir));
    if ahead >= right.abs() - 1e-9 {
        (fl, fr)
    } else if -ahead >= right.abs() - 1e-9 {
        (rr, rl)
    } else if right > 0.0 {
        (fr, rr)
    } else {
        (rl, fl)
    }
}

/// Does the base lie across the edge of the area: a part of it inside and a part outside?
pub fn astride(area: &Area, b: &Base) -> bool {
    // A hair's breadth is forgiven: standing against the edge is not across it.
    let r = b.rect().grown(-EPS);
    area.overlaps(&r) && !area.holds(&r)
}

impl Way {
    fn along(f: &Field, w: &Walker, base: &Base, dir: V2, length: f64) -> Way {
        let mut way = Way::over_patches(f, w, base, dir, length);
        way.lines(f, &base.rect(), dir);
        let (a, b) = leading_edge(base, dir);
        if w.column {
            way.roads(f, (a + b) * 0.5, dir);
        }
        way.off(f, a, b, dir * length);
        way
    }

    /// The way over patches of ground alone.
    fn over_patches(f: &Field, w: &Walker, base: &Base, dir: V2, length: f64) -> Way {
        let mut way = Way { over: SmallVec::new(), length };
        let (a, b) = leading_edge(base, dir);
        let mid = (a + b) * 0.5;
        let g = &*f.ground;
        let by = dir * length;
        let bridged = way.bridged(f, w, a, b, mid, by);
        let rect = base.rect();
        // Cheap first: what lies beyond the farthest that any part of it can come.
        let reach = v2(rect.radius() + length + 1.0, rect.radius() + length + 1.0);
        let (least, most) = (rect.centre - reach, rect.centre + reach);
        for p in &g.patches {
            let (lo, hi) = p.area.bounds();
            let beyond = lo.x > most.x || hi.x < least.x || lo.y > most.y || hi.y < least.y;
            if beyond || p.kind == PatchKind::Town {
                continue;
            }
            let on = edge_on(&p.area, a, b, dir, length);
            let water = matches!(p.kind, PatchKind::Swamp | PatchKind::Lake | PatchKind::Watercourse);
            if water {
                way.put(Over::Patch(p.kind), &without(&on, &bridged));
            } else {
                way.put(Over::Patch(p.kind), &on);
            }
            if p.kind == PatchKind::Wood {
                way.put(Over::Obstacle(wood_edge()), &rim(&p.area, &rect, dir, length));
            }
        }
        way
    }

    fn put(&mut self, what: Over, spans: &[Span]) {
        for s in spans {
            let (from, to) = (s.0.max(0.0), s.1.min(self.length));
            if to - from > EPS / 2.0 {
                self.over.push((what, (from, to)));
            }
        }
    }

    /// Where a bridge, ford or causeway carries the unit: columns file over it, others must find room on it.
    fn bridged(&self, f: &Field, w: &Walker, a: V2, b: V2, mid: V2, by: V2) -> Spans {
        let on = |r: &Rect, p: V2| -> Spans {
            r.grown(EPS)
                .clip(p, p + by)
                .map(|(s, e)| (s * self.length, e * self.length))
                .into_iter()
                .collect()
        };
        let mut out = Spans::new();
        for bridge in &f.ground.bridges {
            if w.column {
                out.extend(on(&bridge.rect, mid));
            } else {
                out.extend(common(&on(&bridge.rect, a), &on(&bridge.rect, b)));
            }
        }
        tidy(out, self.length)
    }

    /// Linear objects, buildings and unmanned guns, while any part of the unit is on them.
    fn lines(&mut self, f: &Field, rect: &Rect, dir: V2) {
        let reach = self.length + rect.radius();
        let mid = rect.centre;
        let far = v2(reach + 1.0, reach + 1.0);
        let (least, most) = (mid - far, mid + far);
        for l in &f.lines {
            if l.obstacle == Obstacle::None || beyond(&l.path, l.depth, least, most) {
                continue;
            }
            for (a, b) in standing_pieces(l) {
                let s = strip(a, b, l.depth);
                if s.gap_to_point(mid) <= reach {
                    self.put(Over::Obstacle(l.obstacle), rect_on(rect, &s, dir).as_slice());
                }
            }
        }
        for h in &f.ground.buildings {
            if h.base.beside(least, most, 0.0) {
                continue;
            }
            let r = h.rect();
            if r.gap_to_point(mid) <= reach {
                self.put(Over::Obstacle(h.obstacle), rect_on(rect, &r, dir).as_slice());
            }
        }
        for u in &f.units {
            let Some(battery) = &u.battery else { continue };
            let Some(g) = battery.standing_alone().filter(|g| !g.beside(least, most, 0.0)) else { continue };
            let r = g.rect();
            if r.gap_to_point(mid) <= reach {
                self.put(Over::Obstacle(equipment()), rect_on(rect, &r, dir).as_slice());
            }
        }
    }

    fn roads(&mut self, f: &Field, mid: V2, dir: V2) {
        let most = f.readings.number(reading!("road-angle"));
        let end = mid + dir * self.length;
        let mut on = Spans::new();
        for road in &f.ground.roads {
            for (a, b) in road.path.segments() {
                let by = 2.0 * road.width + 1.0;
                if mid.x.max(end.x) + by < a.x.min(b.x)
                    || mid.x.min(end.x) - by > a.x.max(b.x)
                    || mid.y.max(end.y) + by < a.y.min(b.y)
                    || mid.y.min(end.y) - by > a.y.max(b.y)
                {
                    continue;
                }
                let along = (b - a).unit();
                // Cheap first: the angle decides most.
                let turn = degrees(dir, along);
                if turn.min(180.0 - turn) > most + EPS || a.dist(b) < 1e-9 {
                    continue;
                }
                let half = road.width / 2.0;
                let r = Rect {
                    centre: (a + b) * 0.5,
                    dir: along,
                    half_width: half + EPS,
                    half_depth: a.dist(b) / 2.0 + half,
                };
                on.extend(r.clip(mid, end).map(|(s, e)| (s * self.length, e * self.length)));
            }
        }
        if on.is_empty() {
            return;
        }
        // Where water or swamp is not bridged, the road is no road.
        let mut on = tidy(on, self.length);
        for (what, s) in &self.over {
            if let Over::Patch(PatchKind::Swamp | PatchKind::Lake | PatchKind::Watercourse) = what {
                on = without(&on, &[*s]);
            }
        }
        self.put(Over::Road, &on);
    }

    fn off(&mut self, f: &Field, a: V2, b: V2, by: V2) {
        let g = &*f.ground;
        let room = |p: V2| {
            // As far as the point stays on the table.
            let mut most = 1.0f64;
            for (at, v, end) in [(p.x, by.x, g.width), (p.y, by.y, g.depth)] {
                if v > 1e-12 {
                    most = most.min((end - at) / v);
                } else if v < -1e-12 {
                    most = most.min(-at / v);
                }
            }
            most.max(0.0) * self.length
        };
        let stays = room(a).min(room(b));
        if stays < self.length - EPS {
            self.over.push((Over::Off, (stays, self.length)));
        }
    }

    fn divide(&self, w: &Walker) -> Stretches {
        let mut cuts: SmallVec<[f64; 12]> = SmallVec::new();
        cuts.push(0.0);
        cuts.push(self.length);
        for (_, (s, e)) in &self.over {
            cuts.push(*s);
            cuts.push(*e);
        }
        cuts.sort_by(f64::total_cmp);
        let mut out = Stretches::new();
        let mut from = 0.0;
        for c in cuts {
            if c - from <= EPS / 2.0 && c < self.length {
                continue;
            }
            let mid = (from + c) / 2.0;
            let next = self.judge(w, mid, from, c);
            match out.last_mut() {
                Some(last)
                    if last.rate == next.rate
                        && last.obstacle == next.obstacle
                        && last.clause == next.clause =>
                {
                    last.to = c;
                }
                _ => out.push(next),
            }
            from = c;
            if out.last().is_some_and(|s| s.rate.is_none()) {
                // What lies beyond cannot be reached.
                if let Some(s) = out.last_mut() {
                    s.to = self.length;
                }
                break;
            }
            if from >= self.length {
                break;
            }
        }
        out
    }

    fn judge(&self, w: &Walker, at: f64, from: f64, to: f64) -> Stretch {
        let here = || self.over.iter().filter(|(_, (s, e))| *s <= at && at <= *e).map(|(o, _)| *o);
        let obstacle = here().filter_map(|o| if let Over::Obstacle(o) = o { Some(o) } else { None }).max();
        let obstacle = obstacle.unwrap_or_default();
        let (rate, clause) = rate_over(w, here(), obstacle);
        Stretch { from, to, rate, clause, obstacle }
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

/// Where the rectangle lies across the edge of the area on its way.
fn rim(area: &Area, rect: &Rect, dir: V2, length: f64) -> Spans {
    let (lo, hi) = area.bounds();
    let (c, reach) = (rect.centre, rect.radius() + length);
    if c.x + reach < lo.x || c.x - reach > hi.x || c.y + reach < lo.y || c.y - reach > hi.y {
        return Spans::new();
    }
    let touched = tidy(area.passages_inside(rect, dir), length);
    if touched.is_empty() {
        return touched;
    }
    let by = dir * length;
    let mut inside: Spans = SmallVec::from_slice(&[(0.0, length)]);
    for p in rect.corners() {
        let on: Spans = area.clip(p, p + by).iter().map(|(s, e)| (s * length, e * length)).collect();
        inside = common(&inside, &on);
    }
    without(&touched, &inside)
}

/// The rate on such ground and the clause that decided it.
fn rate_over(w: &Walker, here: impl Iterator<Item = Over>, obstacle: Obstacle) -> (Option<f64>, Clause) {
    if let Some(c) = w.barred {
        return (None, c);
    }
    let mut slowest = (w.rate(Going::Ordinary, false), Going::Ordinary);
    let mut road = false;
    for o in here {
        let going = match o {
            Over::Off => return (None, clause!("play.edge")),
            Over::Patch(PatchKind::Lake | PatchKind::Impassable) => return (None, clause!("play.ground")),
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
    let plain = w.rate(going, road);
    if plain.is_none() {
        let by = matches!(going, Going::Swamp | Going::Watercourse);
        return (None, if by { clause!("02.06.5") } else { clause!("02.06.1") });
    }
    let clause =
        if plain != ground || going != Going::Ordinary { clause!("play.ground") } else { clause!("02.06.1") };
    if obstacle == Obstacle::None {
        return (plain, clause);
    }
    if w.mounted_charge {
        return (None, clause!("02.06.4"));
    }
    let _ = (clause!("02.06.6.a"), clause!("play.ground"));
    let across = w.rate_across(going, road, obstacle);
    if across == plain {
        return (plain, clause);
    }
    let by = match obstacle {
        Obstacle::None | Obstacle::I => clause!("III.a"),
        Obstacle::II => clause!("III.b"),
        Obstacle::III => clause!("III.c"),
        Obstacle::IV => clause!("III.d"),
    };
    (across, by)
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
    let w = Walker::of(u, haste, backwards);
    Way::along(f, &w, base, dir.unit(), length).divide(&w)
}

/// The rate of a unit as it stands there, for going straight ahead; backwards, under its rear edge.
pub fn rate_at(f: &Field, u: &Unit, base: &Base, haste: Haste, backwards: bool) -> Option<f64> {
    let dir = if backwards { -base.dir } else { base.dir };
    stretches(f, u, base, dir, 4.0 * EPS, haste, backwards).first().and_then(|s| s.rate)
}

/// The rate of a wheel: by the ground under the outer front corner (02.05.5), and the obstacles that any part of the unit is
/// on.
pub fn wheel_rate(f: &Field, u: &Unit, base: &Base, to_right: bool, haste: Haste) -> Option<f64> {
    let _ = clause!("02.05.5");
    let w = Walker { column: false, ..Walker::of(u, haste, false) };
    let corner = if to_right { base.front_left() } else { base.front_right() };
    let foot = Base { front: corner, width: 4.0 * EPS, depth: 4.0 * EPS, ..*base };
    let length = 4.0 * EPS;
    let mut way = Way::over_patches(f, &w, &foot, base.dir, length);
    way.over.retain(|(o, _)| !matches!(o, Over::Obstacle(_)));
    way.lines(f, &base.rect(), base.dir);
    way.divide(&w).first().and_then(|s| s.rate)
}

/// The time in turns that the stretches take up to `length`; `None` if it cannot get so far.
pub fn time_over(stretches: &[Stretch], length: f64) -> Option<f64> {
    let mut t = 0.0;
    for s in stretches {
        if s.from >= length - EPS {
            break;
        }
        t += (s.to.min(length) - s.from) / s.rate.filter(|r| *r > 0.0)?;
    }
    Some(t)
}

/// Can the general or orderly get there in his one move of the turn (03.01.5.a): straight, at the staff rates of table I for
/// the ground crossed, past any friend and no enemy that is not in FU?
pub fn staff_reach(f: &Field, staff: &Staff, to: V2) -> bool {
    if !staff_way(f, staff, to) {
        return false;
    }
    let from = staff.base.front;
    let barred = f
        .enemies(staff.side)
        .filter(|u| u.state != State::Complete)
        .any(|u| !f.off_way(u, from, to) && f.rects(u).iter().any(|r| r.clip(from, to).is_some()));
    if barred {
        let _ = clause!("play.staff");
    }
    !barred
}

/// The same by the ground alone, whoever stands on the way.
pub fn staff_way(f: &Field, staff: &Staff, to: V2) -> bool {
    if !to.is_finite() || !f.ground.holds(to) {
        return false;
    }
    let _ = clause!("03.01.5.a");
    let from = staff.base.front;
    let length = from.dist(to);
    if length <= EPS {
        return true;
    }
    let dir = (to - from).unit();
    let w = Walker::staff();
    // His path is that of a point: a rider finds his way between.
    let foot = Base { front: from, dir, width: 4.0 * EPS, depth: 4.0 * EPS };
    let way = Way::along(f, &w, &foot, dir, length).divide(&w);
    time_over(&way, length).is_some_and(|t| t <= 1.0 + 1e-6)
}

/// The way along what stops a unit that retires or flees (play.away): impassable ground, an object it cannot cross, or a side
/// edge of the table. `None` if it must halt; its own edge it does not follow.
pub fn slide(f: &Field, u: &Unit, base: &Base, dir: V2, haste: Haste) -> Option<V2> {
    let near = 20.0 * EPS;
    let rect = base.rect();
    let w = Walker::of(u, haste, false);
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
        if bounds(&p.area) && rate_over(&w, [Over::Patch(p.kind)].into_iter(), Obstacle::None).0.is_none() {
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
        for (a, b) in standing_pieces(l) {
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
    let way = best?.1;
    let _ = clause!("play.away");
    Some(way)
}
