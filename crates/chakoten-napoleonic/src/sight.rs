//! Who sees whom (01.04, table I, play.sight): distances by target, dead ground behind crests, woods, plantations and buildings.

use crate::book::numbers;
mod between;
mod clear;
mod fan;
mod hiding;

use crate::book::{BAD, num, table};
use crate::cover;
use crate::field::{Field, Staff};
use crate::going::in_edge;
use crate::ground::{Patch, PatchKind};
use crate::support::brigade;
use crate::troop::{Arm, Cover, Formation, State};
use crate::unit::{CommandId, Side, Unit, UnitId};
use crate::{clause, reading};
use ::ground::{box_about, nearest_of};
use between::{Between, Line};
use clear::Ends;
use hiding::{Hiding, Two};
use smallvec::SmallVec;
use std::sync::OnceLock;
use table::{Base, Box2, EPS, Rect, V2};
use umpire::Clause;

/// Table I.
#[derive(Clone, Debug)]
struct Ranges {
    bodies: f64,
    closed: f64,
    dispersed: f64,
    hidden: f64,
    /// What each hill step of the observer adds in all.
    steps: Vec<f64>,
}

fn ranges() -> &'static Ranges {
    static ALL: OnceLock<Ranges> = OnceLock::new();
    ALL.get_or_init(|| {
        let cm = |row: usize| num(&table("I").rows[row][1]).expect(BAD);
        let steps = table("I.steps").rows.iter().map(|r| num(&r[1]).expect(BAD)).collect();
        Ranges { bodies: cm(0), closed: cm(1), dispersed: cm(2), hidden: cm(3), steps }
    })
}

/// Units of a brigade so close to each other are a larger body of troops, in cm (skema.I.a).
const BODY: f64 = numbers::LARGER_BODY;

/// Growth through which one looks out of a wood, in cm (play.sight).
fn growth() -> f64 {
    ranges().hidden
}

type Points = SmallVec<[V2; 9]>;

/// What is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub rects: SmallVec<[Rect; 4]>,
    /// How far it is seen from the plain, and by which clause.
    pub cm: f64,
    pub by: Clause,
    /// The observer's height adds to it.
    pub gains: bool,
    /// Dispersed: halved behind partial cover.
    pub dispersed: bool,
    /// What covers it, where that halves how far it is seen.
    screen: Screen,
    /// The building that it is in.
    pub inside: Option<u16>,
    /// A rectangle about all of it, how large a circle about that is, and a hill step that no place of it is above.
    hull: Rect,
    radius: f64,
    top: u8,
    /// The places of it that are looked at, each with its hill step, once they are asked.
    spots: Spots,
}

/// Places of a body, each with its hill step.
type Places = SmallVec<[(V2, u8); 9]>;

/// Places that follow from where a body is, so any two are the same.
#[derive(Clone, Debug, Default)]
struct Spots(OnceLock<Box<Places>>);

impl PartialEq for Spots {
    fn eq(&self, _: &Spots) -> bool {
        true
    }
}

/// What covers a dispersed unit from those who look.
#[derive(Clone, Debug, Default, PartialEq)]
struct Screen {
    /// From wherever they look.
    all_round: bool,
    /// Walls and the like in base contact with it, each with the ground it takes up.
    walls: SmallVec<[(V2, V2, Rect); 2]>,
}

impl Screen {
    fn of(f: &Field, u: &Unit) -> Screen {
        Screen { all_round: cover::in_growth(f, u).0 > Cover::None, walls: cover::walls(f, u).collect() }
    }

    fn covers(&self, from: V2, to: V2) -> bool {
        let crosses = |(a, b, s): &(V2, V2, Rect)| cover::crosses((*a, *b), s, from, to);
        self.all_round || self.walls.iter().any(crosses)
    }
}

/// A unit as something to be seen (table I).
pub fn mark(f: &Field, u: &Unit) -> Mark {
    mark_with(f, u, || larger_body(f, u))
}

/// The units of a side as something to be seen, when many of them are looked at.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Those who may be part of a larger body, from west to east by their middles.
    along: Vec<Near>,
    widest: f64,
}

/// A closed unit as others of its brigade may be near it.
#[derive(Clone, Debug)]
struct Near {
    middle: V2,
    reach: f64,
    brigade: CommandId,
    who: UnitId,
}

/// What it hangs on how a unit is seen where it is, but for the ground and for who is near it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guise {
    base: Base,
    formation: Formation,
    state: State,
    working: bool,
    figures: u16,
    files: u16,
}

impl Guise {
    pub fn of(u: &Unit) -> Guise {
        let Unit { base, formation, state, working, figures, files, .. } = *u;
        Guise { base, formation, state, working, figures, files }
    }
}

impl Marks {
    pub fn of(f: &Field, side: Side) -> Marks {
        let near = |u: &Unit| {
            let (middle, reach) = f.circle(u);
            Near { middle, reach, brigade: brigade(f, u.command), who: u.id }
        };
        let mut along: Vec<Near> = f.side(side).filter(|u| may_be_of_a_body(u)).map(near).collect();
        along.sort_unstable_by(|a, b| a.middle.x.total_cmp(&b.middle.x));
        let widest = along.iter().map(|x| x.reach).fold(0.0, f64::max);
        Marks { along, widest }
    }

    /// A unit of the side.
    pub fn of_unit(&self, f: &Field, u: &Unit) -> Mark {
        mark_with(f, u, || self.larger_body(f, u))
    }

    /// The same where it was something to be seen before, if it is otherwise now. Where it lies on hills is not asked again if it has
    /// not stirred, nor what covers it if nothing of it is otherwise.
    pub fn changed(&self, f: &Field, u: &Unit, before: &Mark, stays: bool) -> Option<Mark> {
        let rects = f.rects(u);
        let lies = rects == before.rects && u.inside == before.inside;
        if lies && stays {
            let cm = if before.is_closed() { closed_cm(self.larger_body(f, u)) } else { before.cm };
            return (cm != before.cm).then(|| Mark { cm, ..before.clone() });
        }
        let seen = Seen::of(f, u, || self.larger_body(f, u));
        if lies && seen.is_of(before) {
            return None;
        }
        let new = if rects == before.rects { before.clone() } else { Mark::new(f, rects) };
        Some(Mark { inside: u.inside, ..seen.on(new) })
    }

    fn larger_body(&self, f: &Field, u: &Unit) -> bool {
        let brigade = brigade(f, u.command);
        let (middle, reach) = f.circle(u);
        let most = BODY + reach + self.widest + 2.0 * EPS;
        let first = self.along.partition_point(|x| x.middle.x < middle.x - most);
        let near = self.along[first..].iter().take_while(|x| x.middle.x <= middle.x + most);
        let close = |x: &&Near| {
            let most = BODY + reach + x.reach + 2.0 * EPS;
            x.brigade == brigade && (x.middle - middle).len2() <= most * most
        };
        larger_body_of(f, u, near.filter(close).map(|x| &f[x.who]))
    }
}

/// As what something is seen, wherever it is.
struct Seen {
    cm: f64,
    gains: bool,
    dispersed: bool,
    screen: Screen,
}

impl Seen {
    fn of(f: &Field, u: &Unit, larger: impl FnOnce() -> bool) -> Seen {
        let r = ranges();
        let closed = |cm: f64, gains: bool| Seen { cm, gains, dispersed: false, screen: Screen::default() };
        if let Some(b) = u.inside.and_then(|b| f.ground.buildings.get(usize::from(b))) {
            if b.strong {
                return closed(r.hidden, false);
            }
            let loose = f.readings.is(reading!("seen-in-houses", "dispersed"));
            return closed(if loose { r.dispersed } else { r.closed }, false);
        }
        if in_growth(f, u) {
            return closed(r.hidden, false);
        }
        if u.dispersed() {
            return Seen { cm: r.dispersed, gains: true, dispersed: true, screen: Screen::of(f, u) };
        }
        closed(closed_cm(larger()), true)
    }

    fn is_of(&self, m: &Mark) -> bool {
        (self.cm, self.gains, self.dispersed) == (m.cm, m.gains, m.dispersed) && self.screen == m.screen
    }

    fn on(self, m: Mark) -> Mark {
        Mark { cm: self.cm, gains: self.gains, dispersed: self.dispersed, screen: self.screen, ..m }
    }
}

/// How far a closed unit is seen, in a larger body or alone.
fn closed_cm(larger: bool) -> f64 {
    let r = ranges();
    if larger { r.bodies } else { r.closed }
}

fn mark_with(f: &Field, u: &Unit, larger: impl FnOnce() -> bool) -> Mark {
    Mark { inside: u.inside, ..Seen::of(f, u, larger).on(Mark::new(f, f.rects(u))) }
}

/// A staff figure as something to be seen: from as far as a dispersed unit, or as anybody in growth (table I).
pub fn staff_mark(f: &Field, s: &Staff) -> Mark {
    let mark = Mark::new(f, SmallVec::from_slice(&[s.base().rect()]));
    if staff_in_growth(f, s) { Mark { cm: ranges().hidden, gains: false, ..mark } } else { mark }
}

impl Mark {
    /// Seen as far as a rider alone, without cover, and in no building.
    fn new(f: &Field, rects: SmallVec<[Rect; 4]>) -> Mark {
        let hull = hull(&rects);
        Mark {
            rects,
            cm: ranges().dispersed,
            by: clause!("skema.I.a"),
            gains: true,
            dispersed: false,
            screen: Screen::default(),
            inside: None,
            hull,
            radius: hull.radius(),
            top: top(f, &hull),
            spots: Spots::default(),
        }
    }

    /// Is it a closed unit in the open?
    fn is_closed(&self) -> bool {
        self.gains && !self.dispersed
    }

    /// The places of it that are looked at.
    fn spots(&self, f: &Field) -> &[(V2, u8)] {
        let all = || points(&self.rects).into_iter().map(|p| (p, level(f, self.top, p))).collect();
        self.spots.0.get_or_init(|| Box::new(all()))
    }

    /// By how much at most any place of it lies elsewhere than it did; endlessly far if something else of it has changed.
    pub fn strayed(&self, then: &Mark) -> f64 {
        let same = (self.cm, self.gains, self.dispersed, self.inside, self.top)
            == (then.cm, then.gains, then.dispersed, then.inside, then.top)
            && self.by == then.by
            && self.screen == then.screen;
        if same { strayed(&self.rects, &then.rects) } else { f64::INFINITY }
    }
}

/// By how much at most any place of a body lies elsewhere than it did.
fn strayed(now: &[Rect], then: &[Rect]) -> f64 {
    if now.len() != then.len() {
        return f64::INFINITY;
    }
    let corners = |(a, b): (&Rect, &Rect)| {
        let (a, b) = (a.corners(), b.corners());
        (0..4).map(|i| (a[i] - b[i]).len2()).fold(0.0, f64::max)
    };
    // Far more than rounding can make of it.
    now.iter().zip(then).map(corners).fold(0.0, f64::max).sqrt() + 1e-6
}

/// Is it inside a wood or plantation? Infantry in the edge with its two ranks is not, nor who is on a road through it.
pub fn in_growth(f: &Field, u: &Unit) -> bool {
    let edge = !f.readings.is(reading!("seen-in-edge", "inside"));
    let inside = f.on_patches(u).filter(|p| grows(p)).any(|p| !(edge && in_edge(p, u)));
    inside && !on_road(f, u.base.centre())
}

/// The same of a staff figure, who has no ranks to stand in an edge with.
fn staff_in_growth(f: &Field, s: &Staff) -> bool {
    let r = s.base().rect();
    let on = |p: &Patch| grows(p) && p.area.overlaps(&r.grown(-EPS));
    f.ground.patches_in(r.bounds()).any(on) && !on_road(f, s.base().centre())
}

fn grows(p: &Patch) -> bool {
    matches!(p.kind, PatchKind::Wood | PatchKind::Plantation)
}

fn on_road(f: &Field, at: V2) -> bool {
    let under = |n: f64, width: f64| n <= width / 2.0 + EPS;
    f.ground.tracks.iter().any(|t| t.road.path.nearest(at).is_some_and(|n| under(n.0, t.road.width)))
}

/// Is it part of a larger body: two or more closed units of a brigade within 20 cm of each other (skema.I.a)? A wagon is no tactical unit.
pub fn larger_body(f: &Field, u: &Unit) -> bool {
    larger_body_of(f, u, f.side(u.side))
}

/// The same where nobody else is near it.
fn larger_body_of<'f>(f: &Field, u: &Unit, mut near: impl Iterator<Item = &'f Unit>) -> bool {
    if f.body_of(u).len() > 1 {
        return true;
    }
    if u.dispersed() || u.arm == Arm::Train || f.readings.is(reading!("larger-bodies", "columns")) {
        return false;
    }
    let (middle, reach) = f.circle(u);
    let own = brigade(f, u.command);
    let abreast = |o: &Unit| {
        let most = reach + 2.0 * (o.base.width + o.base.depth) + BODY + EPS;
        o.inside.is_some() || (o.base.front.x - middle.x).abs() <= most
    };
    near.any(|o| {
        o.id != u.id
            && abreast(o)
            && may_be_of_a_body(o)
            && {
                let (there, about) = f.circle(o);
                let most = reach + about + BODY + EPS;
                (middle - there).len2() <= most * most
            }
            && brigade(f, o.command) == own
            && f.gap(u, o) <= BODY + EPS
    })
}

/// May it be part of a larger body with others of its brigade?
fn may_be_of_a_body(u: &Unit) -> bool {
    u.arm != Arm::Train && u.closed() && u.body.is_none()
}

/// Points of a rectangle: corners, middles of its sides, centre.
fn points(rects: &[Rect]) -> Points {
    let mut all = Points::new();
    for r in sampled(rects) {
        let c = r.corners();
        all.extend(c);
        all.extend((0..4).map(|i| (c[i] + c[(i + 1) % 4]) * 0.5));
        all.push(r.centre);
    }
    all
}

/// Points of each of those rectangles.
const EACH: usize = 9;
/// So many bases are all looked from and at.
const ALL: usize = 3;

/// Of many bases in open order those at both ends and in the middle.
fn sampled(rects: &[Rect]) -> impl Iterator<Item = &Rect> {
    let n = rects.len();
    let some = move |i: &usize| n <= ALL || [0, (n - 1) / 2, n / 2, n - 1].contains(i);
    (0..n).filter(some).map(|i| &rects[i])
}

/// How far the target is seen along such a line, and by which clause.
fn range(f: &Field, m: &Mark, (from, high): (V2, u8), (to, low): (V2, u8)) -> (f64, Clause) {
    let (mut cm, mut by) = (m.cm, m.by);
    let mut more = 0.0;
    if m.gains {
        let steps = &ranges().steps;
        let difference = || f.readings.is(reading!("sight-steps", "difference"));
        let level = if high > 0 && difference() { high.saturating_sub(low) } else { high };
        more = steps[usize::from(level).min(steps.len() - 1)];
        if more > 0.0 {
            by = clause!("skema.I.b");
        }
    }
    let behind_cover = m.dispersed && m.screen.covers(from, to);
    if behind_cover {
        by = clause!("skema.I.c");
        cm = screened(f, cm, more);
    } else {
        cm += more;
    }
    match f.special.sight {
        Some(most) if most < cm => (most, clause!("01.04.1")),
        _ => (cm, by),
    }
}

/// How somebody stands who looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// His bases: from the nearest place of them, too. None if it is one place alone.
    rects: SmallVec<[Rect; 4]>,
    /// The building that he looks out of.
    inside: Option<u16>,
    /// A rectangle about all of it, how large a circle about that is, and a hill step that no place of it is above.
    hull: Rect,
    radius: f64,
    top: u8,
}

impl Stand {
    fn new(f: &Field, rects: SmallVec<[Rect; 4]>, inside: Option<u16>) -> Stand {
        let hull = hull(&rects);
        Stand { rects, inside, hull, radius: hull.radius(), top: top(f, &hull) }
    }

    /// How it stands now, if that is otherwise than before.
    pub fn changed(&self, f: &Field, rects: SmallVec<[Rect; 4]>, inside: Option<u16>) -> Option<Stand> {
        (self.rects != rects || self.inside != inside).then(|| Stand::new(f, rects, inside))
    }

    /// The same of a staff figure.
    pub fn changed_staff(&self, f: &Field, s: &Staff) -> Option<Stand> {
        self.changed(f, SmallVec::from_slice(&[s.base().rect()]), s.with.and_then(|u| f[u].inside))
    }

    /// By how much at most any place of it lies elsewhere than it did; endlessly far if something else of it has changed.
    pub fn strayed(&self, then: &Stand) -> f64 {
        if (self.inside, self.top) == (then.inside, then.top) {
            strayed(&self.rects, &then.rects)
        } else {
            f64::INFINITY
        }
    }

    /// A unit.
    pub fn of_unit(f: &Field, u: &Unit) -> Stand {
        Stand::new(f, f.rects(u), u.inside)
    }

    /// A staff figure. He looks from the building of the unit he is with, too.
    pub fn of_staff(f: &Field, s: &Staff) -> Stand {
        Stand::new(f, SmallVec::from_slice(&[s.base().rect()]), s.with.and_then(|u| f[u].inside))
    }

    /// How far it reaches at most from its middle.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Its middle from west to east.
    pub fn middle(&self) -> f64 {
        self.hull.centre.x
    }

    /// A hill step that no place of it is above.
    pub fn top(&self) -> u8 {
        self.top
    }

    /// An upright box that no place of it is outside of.
    pub fn about(&self) -> Box2 {
        let reach = table::v2(self.radius, self.radius);
        (self.hull.centre - reach, self.hull.centre + reach)
    }
}

/// Somebody who looks: from where, and out of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Eyes {
    stand: Stand,
    /// The places that he looks from, each with its hill step.
    places: Places,
}

impl Eyes {
    pub fn of(f: &Field, stand: &Stand) -> Eyes {
        let places = points(&stand.rects).into_iter().map(|p| (p, level(f, stand.top, p))).collect();
        Eyes { stand: stand.clone(), places }
    }

    /// A unit's.
    pub fn of_unit(f: &Field, u: &Unit) -> Eyes {
        Eyes::of(f, &Stand::of_unit(f, u))
    }

    /// A staff figure's.
    pub fn of_staff(f: &Field, s: &Staff) -> Eyes {
        Eyes::of(f, &Stand::of_staff(f, s))
    }

    fn of_place(f: &Field, at: V2, inside: Option<u16>) -> Eyes {
        let level = f.level(at);
        let stand = Stand { rects: SmallVec::new(), inside, hull: spot(at), radius: 0.0, top: level };
        Eyes { stand, places: SmallVec::from_slice(&[(at, level)]) }
    }
}

/// Cheap: is what is looked at certainly too far to be seen by who stands so? If it is, by how much.
pub fn too_far(f: &Field, from: &Stand, m: &Mark) -> Option<f64> {
    let more = apart(from, m) - (farthest(f, m, from.top) + 2.0 * EPS);
    (more > 0.0).then_some(more)
}

/// The middle of what is looked at, and how far from it nobody sees it.
pub fn seen_at_most(f: &Field, m: &Mark) -> (V2, f64) {
    (m.hull.centre, farthest(f, m, u8::MAX) + m.radius + 2.0 * EPS)
}

/// The same of those whose places are above no such hill step.
pub fn seen_from_step(f: &Field, m: &Mark, top: u8) -> (V2, f64) {
    (m.hull.centre, farthest(f, m, top) + m.radius + 2.0 * EPS)
}

/// Nobody further west or east than this sees it.
pub fn reach_along(f: &Field, m: &Mark) -> (f64, f64) {
    let (middle, most) = seen_at_most(f, m);
    (middle.x - most, middle.x + most)
}

/// No nearer than this, for certain.
fn apart(from: &Stand, m: &Mark) -> f64 {
    from.hull.centre.dist(m.hull.centre) - from.radius - m.radius
}

/// A rectangle about others, along the first of them.
fn hull(rects: &[Rect]) -> Rect {
    match rects {
        [] => spot(V2::default()),
        [one] => *one,
        [first, ..] => {
            let right = first.dir.right();
            let at = |p: &V2| table::v2(p.dot(right), p.dot(first.dir));
            let corners: SmallVec<[V2; 16]> = rects.iter().flat_map(|r| r.corners()).collect();
            let local: SmallVec<[V2; 16]> = corners.iter().map(at).collect();
            let (lo, hi) = box_about(local.iter());
            let (middle, half) = ((lo + hi) * 0.5, (hi - lo) * 0.5);
            let centre = right * middle.x + first.dir * middle.y;
            // Far more than rounding can make of it.
            Rect { centre, dir: first.dir, half_width: half.x + 1e-6, half_depth: half.y + 1e-6 }
        }
    }
}

/// A place as a rectangle.
fn spot(at: V2) -> Rect {
    Rect { centre: at, dir: table::v2(0.0, 1.0), half_width: 0.0, half_depth: 0.0 }
}

/// The hill step of a place where none is above such a one.
fn level(f: &Field, top: u8, p: V2) -> u8 {
    if top == 0 { 0 } else { f.level(p) }
}

/// A hill step that no place of a rectangle is above.
fn top(f: &Field, hull: &Rect) -> u8 {
    let hair = hull.grown(1e-6);
    let near = f.ground.hills_in(hair.bounds());
    near.filter(|h| h.area.touches(&hair)).map(|h| h.level).max().unwrap_or(0)
}

/// Does the first see the second? If not, the clause that hides him.
pub fn sees(f: &Field, from: &Unit, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_unit(f, from), &mark(f, to))
}

/// Cheap: is a unit certainly farther off than anybody sees from such a circle?
pub(crate) fn out_of_sight(f: &Field, (middle, reach): (V2, f64), to: &Unit) -> bool {
    let r = ranges();
    let most =
        r.bodies.max(r.closed).max(r.dispersed).max(r.hidden) + r.steps.iter().copied().fold(0.0, f64::max);
    let most = f.special.sight.map_or(most, |cm| cm.min(most));
    let (there, about) = f.circle(to);
    middle.dist(there) > reach + about + most + 1.0
}

/// The same without the clause.
pub fn sees_him(f: &Field, from: &Unit, to: &Unit) -> bool {
    !out_of_sight(f, f.circle(from), to) && spies(f, &Eyes::of_unit(f, from), &mark(f, to))
}

/// Does the unit see the staff figure?
pub fn sees_staff(f: &Field, from: &Unit, to: &Staff) -> Result<(), Clause> {
    looks(f, &Eyes::of_unit(f, from), &staff_mark(f, to))
}

/// Does the staff figure see the unit?
pub fn staff_sees(f: &Field, from: &Staff, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_staff(f, from), &mark(f, to))
}

/// Is the target seen from one place: the middle of those who fire (09.01.2, 10.01.5)?
pub fn seen_from(f: &Field, eye: V2, inside: Option<u16>, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_place(f, eye, inside), &mark(f, to))
}

/// The same without the clause.
pub fn spied_from(f: &Field, eye: V2, inside: Option<u16>, to: &Unit) -> bool {
    !out_of_sight(f, (eye, 0.0), to) && spies(f, &Eyes::of_place(f, eye, inside), &mark(f, to))
}

/// The same of eyes and a mark that were worked out before.
pub fn looks(f: &Field, from: &Eyes, m: &Mark) -> Result<(), Clause> {
    if spies(f, from, m) { Ok(()) } else { Err(hidden_by(f, from, m)) }
}

/// The clause that hides what is not seen: of the first line that is short enough, or that it is too far.
fn hidden_by(f: &Field, from: &Eyes, m: &Mark) -> Clause {
    let (rects, inside) = (&from.stand.rects, from.stand.inside);
    let between = Between::of(f, from, m);
    let mut far: Option<Clause> = None;
    let mut look = |eye: (V2, u8), to: (V2, u8)| {
        let (most, by) = range(f, m, eye, to);
        if eye.0.dist(to.0) > most + EPS {
            far = far.or(Some(by));
            return None;
        }
        between.line(f, &Line::new(eye, inside, to, m.inside)).err()
    };
    let level = |p: V2| (p, f.level(p));
    if !rects.is_empty() {
        let (e, t) = nearest_pair(rects, &m.rects);
        let (eye, to) = (level(e), level(t));
        // If the shortest line of all is too long from the highest of his places, none is short enough.
        let highest = from.places.iter().map(|p| p.1).fold(eye.1, u8::max);
        if e.dist(t) > farthest(f, m, highest) + EPS {
            return range(f, m, eye, to).1;
        }
        if let Some(by) = look(eye, to) {
            return by;
        }
    }
    let mut near = from.places.iter().map(|e| (*e, level(nearest_of(&m.rects, e.0))));
    if let Some(by) = near.find_map(|(e, t)| look(e, t)) {
        return by;
    }
    let marks: SmallVec<[(V2, u8); 9]> = points(&m.rects).into_iter().map(level).collect();
    let mut all = from.places.iter().flat_map(|e| marks.iter().map(move |t| (*e, *t)));
    let hidden = all.find_map(|(e, t)| look(e, t));
    hidden.or(far).unwrap_or_else(|| clause!("play.sight"))
}

/// Is it seen along any line?
pub fn spies(f: &Field, from: &Eyes, m: &Mark) -> bool {
    glance(f, from, m, Before::Unknown).sees
}

/// A line along which something is seen, by its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ray {
    /// The shortest of all.
    Shortest,
    /// From one of the places that he looks from to the nearest there is.
    Nearest(u8),
    /// From one of them to one of the places that are looked at.
    Spot(u8, u8),
}

/// What came of the look before: mostly the same comes of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    Unknown,
    /// It was seen, along this line if that is known.
    Seen(Option<Ray>),
    /// It was hidden, by this thing among others if that is known.
    Hidden(Option<u16>),
}

/// What is known of the lines between two, whichever of them looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shut {
    Unknown,
    /// Every line between the places of the one and the places of the other is closed.
    Places,
    /// Every line from any place of the one to any of the other is closed.
    All,
}

/// Whether something is seen, and how long that holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance {
    pub sees: bool,
    /// So far the two together may stray from where they are, and it is still so.
    pub holds: f64,
    /// Along this line it is seen, and so it mostly is when they have stirred.
    pub ray: Option<Ray>,
    /// This hides it, alone or among others, by its place in the list of what may.
    pub by: Option<u16>,
    pub shut: Shut,
}

impl Glance {
    fn seen(holds: f64, ray: Option<Ray>) -> Glance {
        Glance { sees: true, holds: holds.max(0.0), ray, by: None, shut: Shut::Unknown }
    }

    pub(crate) fn hidden(holds: f64) -> Glance {
        Glance { sees: false, holds: holds.max(0.0), ray: None, by: None, shut: Shut::Unknown }
    }
}

/// By how much a line is shorter than it is seen from the plain, whatever is before it.
fn to_spare(f: &Field, m: &Mark, a: V2, b: V2) -> f64 {
    let most = f.special.sight.map_or(m.cm, |most| most.min(m.cm));
    if m.screen == Screen::default() { most - a.dist(b) } else { 0.0 }
}

/// Is it seen along this line?
fn along(f: &Field, from: &Eyes, m: &Mark, ray: Ray) -> Option<Glance> {
    let mark = |p: V2| (p, level(f, m.top, p));
    let (eye, to) = match ray {
        Ray::Shortest => {
            let (e, t) = nearest_pair(&from.stand.rects, &m.rects);
            ((e, level(f, from.stand.top, e)), mark(t))
        }
        Ray::Nearest(i) => {
            let eye = *from.places.get(usize::from(i))?;
            (eye, mark(nearest_of(&m.rects, eye.0)))
        }
        Ray::Spot(i, k) => (*from.places.get(usize::from(i))?, *m.spots(f).get(usize::from(k))?),
    };
    let (a, b) = (eye.0, to.0);
    let long = a.dist(b);
    if long > farthest(f, m, eye.1) + EPS || long > range(f, m, eye, to).0 + EPS {
        return None;
    }
    let room = match (Ends { eye, to, houses: [from.stand.inside, m.inside] }).clear(f) {
        Some(room) => room,
        None => {
            let between = Between::within(f, box_about([a, b].iter()));
            let line = Line::new(eye, from.stand.inside, to, m.inside);
            if !between.free(f, &line, &mut None) {
                return None;
            }
            0.0
        }
    };
    // The nearest place may be another when they have stirred.
    let holds = if let Ray::Spot(..) = ray { room.min(to_spare(f, m, a, b)) } else { 0.0 };
    Some(Glance::seen(holds, Some(ray)))
}

/// Where the middle of the middle base is in the list of the places of a body.
fn middle(rects: &[Rect]) -> u8 {
    let n = rects.len();
    let base = if n <= ALL { n / 2 } else { 2 - n % 2 };
    ((base + 1) * EACH - 1) as u8
}

/// The line between two of the places that is nearest to one.
fn ray_near(f: &Field, from: &Eyes, m: &Mark, e: V2, t: V2) -> Ray {
    let nearest = |all: &[(V2, u8)], p: V2| {
        let far = |i: &usize| (all[*i].0 - p).len2();
        (0..all.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0) as u8
    };
    Ray::Spot(nearest(&from.places, e), nearest(m.spots(f), t))
}

/// It is seen along a line between two places that may be others when they have stirred: along one of those near it that are the same, if it is seen along that as
/// well, so that it is known for how long.
fn seen_near(f: &Field, from: &Eyes, m: &Mark, (e, t): (V2, V2), ray: Ray) -> Glance {
    let kept = along(f, from, m, ray_near(f, from, m, e, t)).filter(|g| g.holds > 0.0);
    kept.unwrap_or_else(|| Glance::seen(0.0, Some(ray)))
}

/// Is it seen along any line? The lines that are likely to be free, or to be too long, are looked along first; before them that along which
/// it was seen before.
pub fn glance(f: &Field, from: &Eyes, m: &Mark, before: Before) -> Glance {
    if let Some(more) = too_far(f, &from.stand, m) {
        return Glance::hidden(more);
    }
    if let Before::Seen(Some(ray)) = before {
        if let Some(seen) = along(f, from, m, ray).or_else(|| beside(f, from, m, ray)) {
            return seen;
        }
    }
    let middles = || {
        let ray = Ray::Spot(middle(&from.stand.rects), middle(&m.rects));
        let tried = from.stand.rects.is_empty() || before == Before::Seen(Some(ray));
        if tried { None } else { along(f, from, m, ray) }
    };
    let most = farthest(f, m, from.stand.top) + 2.0 * EPS;
    let two = Two { eyes: from.stand.hull, marks: m.hull, tops: (from.stand.top, m.top) };
    if let Before::Hidden(Some(by)) = before {
        let still = Hiding::by(f, &from.stand, m, most, by).and_then(|h| Some((h.all(&two)?, h.shut())));
        if let Some((holds, shut)) = still {
            return Glance { by: Some(by), shut, ..Glance::hidden(holds) };
        }
    }
    let hiding = Hiding::of(f, &from.stand, m, most);
    let hidden = || {
        let holds = hiding.all(&two)?;
        Some(Glance { by: hiding.last(), shut: hiding.shut(), ..Glance::hidden(holds) })
    };
    let told = if matches!(before, Before::Hidden(_)) {
        hidden().or_else(middles)
    } else {
        middles().or_else(hidden)
    };
    // Near a line that nothing lies across there may be one along which it is seen.
    let nearly = || hiding.free().and_then(|(e, t)| along(f, from, m, ray_near(f, from, m, e, t)));
    told.or_else(nearly).unwrap_or_else(|| {
        let between = Between::of(f, from, m);
        shortest(f, from, m, &between).unwrap_or_else(|| line_by_line(f, from, m, &between, &hiding))
    })
}

/// It is seen no more along a line: is it along one beside it, from the same place?
fn beside(f: &Field, from: &Eyes, m: &Mark, ray: Ray) -> Option<Glance> {
    let (Ray::Spot(i, _) | Ray::Nearest(i)) = ray else { return None };
    let (eye, inside) = (*from.places.get(usize::from(i))?, from.stand.inside);
    let reaches = farthest(f, m, eye.1) + EPS;
    let between = Between::ahead_of(f, eye.0, m);
    let ahead = between.ahead(eye, &m.hull);
    let (k, to) = m.spots(f).iter().enumerate().find(|(_, to)| {
        let long = eye.0.dist(to.0);
        long <= reaches
            && long <= range(f, m, eye, **to).0 + EPS
            && ahead.free(f, &Line::new(eye, inside, **to, m.inside))
    })?;
    Some(seen_at(f, from, m, (eye, usize::from(i)), (*to, k)))
}

/// It is seen from one place at another: for how long that holds.
fn seen_at(
    f: &Field,
    from: &Eyes,
    m: &Mark,
    (eye, i): ((V2, u8), usize),
    (to, k): ((V2, u8), usize),
) -> Glance {
    let ends = Ends { eye, to, houses: [from.stand.inside, m.inside] };
    let room = ends.clear(f).unwrap_or(0.0).min(to_spare(f, m, eye.0, to.0));
    Glance::seen(room, Some(Ray::Spot(i as u8, k as u8)))
}

/// The same as [`glance`] where every line between the places of both is known to be closed: one looks at what is nearest, and no further.
pub fn glance_at_nearest(f: &Field, from: &Eyes, m: &Mark) -> Glance {
    let between = Between::of(f, from, m);
    let near = |(n, e): (usize, &(V2, u8))| {
        let nearest = nearest_of(&m.rects, e.0);
        let to = (nearest, level(f, m.top, nearest));
        let long = e.0.dist(nearest);
        let seen = long <= farthest(f, m, e.1) + EPS
            && long <= range(f, m, *e, to).0 + EPS
            && between.free(f, &Line::new(*e, from.stand.inside, to, m.inside), &mut None);
        seen.then(|| Glance::seen(0.0, Some(Ray::Nearest(n as u8))))
    };
    let seen = shortest(f, from, m, &between).or_else(|| from.places.iter().enumerate().find_map(near));
    seen.unwrap_or(Glance { shut: Shut::Places, ..Glance::hidden(0.0) })
}

/// What the shortest of all lines tells.
fn shortest(f: &Field, from: &Eyes, m: &Mark, between: &Between<'_>) -> Option<Glance> {
    if from.stand.rects.is_empty() {
        return None;
    }
    let (e, t) = nearest_pair(&from.stand.rects, &m.rects);
    let (eye, to) = ((e, level(f, from.stand.top, e)), (t, level(f, m.top, t)));
    let (long, most) = (e.dist(t), farthest(f, m, eye.1));
    let highest = from.places.iter().map(|p| p.1).fold(eye.1, u8::max);
    if long > farthest(f, m, highest) + EPS {
        return Some(Glance::hidden(long - farthest(f, m, from.stand.top) - 2.0 * EPS));
    }
    let near = long <= most + EPS && long <= range(f, m, eye, to).0 + EPS;
    let free = || between.free(f, &Line::new(eye, from.stand.inside, to, m.inside), &mut None);
    (near && free()).then(|| seen_near(f, from, m, (e, t), Ray::Shortest))
}

/// Is it seen along any line from one of his places? Those are asked that no one thing is known to close.
fn line_by_line(f: &Field, from: &Eyes, m: &Mark, between: &Between<'_>, hiding: &Hiding<'_>) -> Glance {
    let (rects, inside) = (&from.stand.rects, from.stand.inside);
    let mark = |p: V2| (p, level(f, m.top, p));
    let tops = (from.stand.top, m.top);
    // Base by base: often all lines between two bases are too long, or closed by one hill.
    let whole = [from.stand.hull];
    let bases = if rects.is_empty() { &whole[..] } else { &rects[..] };
    let single = bases.len() + m.rects.len() <= 2;
    let mut holds = f64::INFINITY;
    let mut open: SmallVec<[(usize, usize); 16]> = SmallVec::new();
    // From which of the bases nothing at all is seen.
    let mut blind: SmallVec<[bool; 4]> = SmallVec::new();
    for (i, here) in sampled(bases).enumerate() {
        let close = |there: &Rect| hiding.risen(&Two { eyes: *here, marks: *there, tops });
        let all = if bases.len() > 1 && m.rects.len() > 1 { close(&m.hull) } else { None };
        blind.push(all.is_some());
        if let Some(long) = all {
            holds = holds.min(long);
            continue;
        }
        for (k, there) in sampled(&m.rects).enumerate() {
            match if single { None } else { close(there) } {
                Some(long) => holds = holds.min(long),
                None => open.push((i, k)),
            }
        }
    }
    // Of many bases not all were asked.
    let every = bases.len() <= ALL && (m.rects.len() <= ALL || blind.iter().all(|b| *b));
    if open.is_empty() && every {
        return Glance { shut: hiding.shut(), ..Glance::hidden(holds) };
    }
    // Is every line that was looked along, and every other, closed, however far it may be seen?
    let mut shut = hiding.shut() == Shut::All;
    let marks = m.spots(f);
    let each = EACH.min(from.places.len());
    let there: SmallVec<[&Rect; 4]> = sampled(&m.rects).collect();
    let seen = from.places.iter().enumerate().find_map(|(n, e)| {
        if blind[n / each] {
            return None;
        }
        let reaches = farthest(f, m, e.1) + EPS;
        let nearest = nearest_of(&m.rects, e.0);
        // If the nearest of all is too far off, so is everything.
        if e.0.dist(nearest) > reaches + EPS {
            shut = false;
            return None;
        }
        let ahead = between.ahead(*e, &m.hull);
        let mut look = |to: (V2, u8)| {
            let long = e.0.dist(to.0);
            if long > reaches || long > range(f, m, *e, to).0 + EPS {
                shut = false;
                return false;
            }
            ahead.free(f, &Line::new(*e, inside, to, m.inside))
        };
        let shut = |part: &Rect| ahead.shuts(part, (e.1, m.top), (inside, m.inside));
        if shut(&m.hull) {
            return None;
        }
        if look(mark(nearest)) {
            return Some(seen_near(f, from, m, (e.0, nearest), Ray::Nearest(n as u8)));
        }
        let alone = m.rects.len() == 1;
        let mut parts = open.iter().filter(|(i, _)| *i == n / each).map(|(_, k)| *k);
        parts.find_map(|k| {
            if !alone && shut(there[k]) {
                return None;
            }
            let (to, at) = (k * EACH..(k + 1) * EACH).map(|i| (i, marks[i])).find(|(_, t)| look(*t))?;
            Some(seen_at(f, from, m, (*e, n), (at, to)))
        })
    });
    let shut = if shut { Shut::Places } else { Shut::Unknown };
    seen.unwrap_or(Glance { shut, ..Glance::hidden(0.0) })
}

/// How far it is seen at most from a place of such a hill step.
fn farthest(f: &Field, m: &Mark, level: u8) -> f64 {
    let steps = &ranges().steps;
    let more = if m.gains { steps[usize::from(level).min(steps.len() - 1)] } else { 0.0 };
    let cm = if m.dispersed && m.screen.all_round { screened(f, m.cm, more) } else { m.cm + more };
    f.special.sight.map_or(cm, |most| most.min(cm))
}

/// How far something behind partial cover is seen (skema.I.c), with what the observer's height adds.
fn screened(f: &Field, cm: f64, more: f64) -> f64 {
    if f.readings.is(reading!("partial-cover-sight", "then-height")) {
        cm / 2.0 + more
    } else {
        f64::midpoint(cm, more)
    }
}

/// The points of two bodies that are nearest to each other. Pairs of bases that are certainly further apart than those are not measured.
fn nearest_pair(a: &[Rect], b: &[Rect]) -> (V2, V2) {
    let mut best = (f64::INFINITY, V2::default(), V2::default());
    let mut near: SmallVec<[Rect; 4]> = SmallVec::new();
    for (these, those, swapped) in [(a, b, false), (b, a, true)] {
        for r in these {
            let least = best.0.sqrt();
            near.clear();
            near.extend(those.iter().filter(|o| !r.far_from(o, least)).copied());
            for c in r.corners() {
                let q = nearest_of(&near, c);
                let d = (q - c).len2();
                if !near.is_empty() && d < best.0 {
                    best = if swapped { (d, q, c) } else { (d, c, q) };
                }
            }
        }
    }
    (best.1, best.2)
}

/// Does any unit or staff figure of the side see this unit (play.hidden)?
pub fn side_sees(f: &Field, side: Side, to: &Unit) -> bool {
    seen_by(f, side, f.staff.iter().filter(|s| s.side == side && s.present()), to)
}

/// Does any unit of the side see this unit, or one of those staff figures? Who is nearest is asked first.
pub fn seen_by<'f>(f: &'f Field, side: Side, staff: impl Iterator<Item = &'f Staff>, to: &Unit) -> bool {
    let m = mark(f, to);
    // Whoever is farther off sees it from no height.
    let most = farthest(f, &m, u8::MAX) + m.radius + 1.0;
    let unit = |u: &'f Unit| {
        let (middle, reach) = f.circle(u);
        let far = middle.dist(m.hull.centre);
        (far - reach <= most).then_some((far, Looker::Unit(u)))
    };
    let staff = staff.map(|s| (s.base().centre().dist(m.hull.centre), Looker::Staff(s)));
    let mut all: SmallVec<[(f64, Looker<'f>); 32]> = f.side(side).filter_map(unit).chain(staff).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.iter().any(|(_, who)| {
        let stand = match who {
            Looker::Unit(u) => Stand::of_unit(f, u),
            Looker::Staff(s) => Stand::of_staff(f, s),
        };
        too_far(f, &stand, &m).is_none() && spies(f, &Eyes::of(f, &stand), &m)
    })
}

/// Somebody who looks.
enum Looker<'f> {
    Unit(&'f Unit),
    Staff(&'f Staff),
}

/// Is the straight line between two places free: no crest, wood, plantation or building between? If not, the clause that closes it.
/// `own` and `theirs` are buildings that the one looks out of and the other is in.
pub fn line(f: &Field, eye: V2, own: Option<u16>, to: V2, theirs: Option<u16>) -> Result<(), Clause> {
    let between = Between::within(f, box_about([eye, to].iter()));
    between.line(f, &Line::new((eye, f.level(eye)), own, (to, f.level(to)), theirs))
}
