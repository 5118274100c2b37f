//! Who may shoot at whom, and the situation in which it happens (shooting.1 to shooting.7, dba.25 to dba.28).

use crate::event::Target;
use crate::field::{CampState, Element, ElementId, Field, Nature, Side};
use crate::procedures::may_shoot::{self, CampFire, FieldOfFire, NoShot, ShotReadings, Why};
use crate::procedures::river_nature;
use crate::procedures::shooting::range;
use crate::procedures::{CombatReadings, Cover, ReturnFire, ShootingSituation};
use crate::sight::{self, Corners, Standing};
use crate::troop::Troop;
use crate::{book, clause, reading};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2, v2};
use umpire::Clause;

/// What an element or camp is and where it stands; `None` for what is not on the table.
fn standing(f: &Field, who: Target) -> Option<Standing> {
    match who {
        Target::Element(id) => {
            let e = f.get(id).filter(|e| e.on_table())?;
            Some(Standing { who, troop: e.troop, rect: e.rect() })
        }
        Target::Camp(s) => {
            let c = f.army(s).camp.as_ref()?;
            Some(Standing { who, troop: Troop::Camp, rect: c.rect })
        }
    }
}

/// Kept from shooting and from being shot at by contact (shooting.1, dba.25).
fn engaged(f: &Field, who: Target) -> bool {
    match who {
        Target::Element(id) if f.readings.is(reading!("shooting-in-contact", "all-close-combat")) => {
            f.in_close_combat(id)
        }
        Target::Element(id) => f.front_to_front(id),
        Target::Camp(s) => f.army(s).camp.as_ref().is_some_and(|c| {
            f.near(c.rect.bounds(), book::data().touch)
                .any(|e| e.side() != s && f.camp_opponent(e.id).is_some())
        }),
    }
}

/// Has it a weapon, a shot left and its front free? If not, why not.
fn able(f: &Field, who: Target) -> Result<(), NoShot> {
    let absent = || NoShot::new(clause!("shooting.1"), Why::NotThere);
    let (troop, has_shot, camp) = match who {
        Target::Element(id) => {
            let e = f.get(id).filter(|e| e.on_table()).ok_or_else(absent)?;
            (e.troop, e.has_shot, None)
        }
        Target::Camp(s) => {
            let c = f.army(s).camp.as_ref().ok_or_else(absent)?;
            let left = c.shots[usize::from(f.active != s)];
            let fire = CampFire { shots_left: left, fallen: c.state != CampState::Holds };
            (Troop::Camp, c.has_shot, Some(fire))
        }
    };
    may_shoot::able(troop, has_shot, camp, || engaged(f, who))
}

/// May it shoot in this phase, if it finds a target? Both sides may (turn.1). If not, why not.
pub fn may_shoot(f: &Field, shooter: Target) -> Result<(), NoShot> {
    may_shoot::opens_fire(shooter.side() == f.active, ShotReadings::of(&f.readings).who_shoots)?;
    able(f, shooter)
}

/// A target in the field of fire and in range.
struct Aim {
    distance: f64,
    /// The part of the target inside the field of fire.
    part: Corners,
    /// Along which the distance is measured.
    nearest: (V2, V2),
}

/// At least partly in a wood, an oasis or a settlement: all shooting here is skirmish fire (shooting.7, terrain.11).
fn in_close_terrain(f: &Field, r: &Rect) -> bool {
    f.terrain.close(r)
}

/// Whoever looks for a target.
struct Shooter {
    at: Standing,
    /// None for a camp, which shoots all round.
    base: Option<Base>,
    range: f64,
    /// Limits its range whatever the target.
    close: bool,
}

impl Shooter {
    fn new(f: &Field, who: Target) -> Option<Shooter> {
        let at = standing(f, who)?;
        let close = in_close_terrain(f, &at.rect);
        let range = range(at.troop, close)?;
        let base = who.element().map(|id| f[id].base);
        Some(Shooter { at, base, range, close })
    }

    /// Upright box about the field of fire.
    fn bounds(&self) -> (V2, V2) {
        match &self.base {
            Some(b) => b.ahead(self.range, book::data().fire_widening).bounds(),
            None => self.at.rect.grown(self.range).bounds(),
        }
    }

    fn outline(&self) -> Corners {
        match &self.base {
            Some(b) => [b.front_left(), b.front_right()].into_iter().collect(),
            None => self.at.rect.corners().into_iter().collect(),
        }
    }

    /// A distance that the target certainly has; `None` if it is certainly out of reach.
    fn at_least(&self, target: &Rect) -> Option<f64> {
        let distance = match &self.base {
            Some(b) => {
                // How far the base reaches from its centre, across this front and along it.
                let c = b.local(target.centre);
                let (along, across) = (b.dir.dot(target.dir).abs(), b.dir.cross(target.dir).abs());
                let deep = along * target.half_depth + across * target.half_width;
                let wide = along * target.half_width + across * target.half_depth;
                let aside = c.x.abs() - wide - b.width / 2.0;
                if c.y + deep <= 0.0 || aside >= book::data().fire_widening {
                    return None;
                }
                v2(aside.max(0.0), (c.y - deep).max(0.0)).len()
            }
            None => self.at.rect.gap_to_point(target.centre) - target.radius(),
        };
        (distance <= self.range + EPS).then_some(distance)
    }

    /// Is it in the field of fire, and how far away (dba.2, dba.26)? If it is not to be aimed at, why not.
    fn aim(&self, f: &Field, target: &Rect) -> Result<Aim, NoShot> {
        let aim = match &self.base {
            Some(b) => in_field_of_fire(b, target, self.range)?,
            None => {
                // No front: all round its outline (camp.5).
                let part: Corners = target.corners().into_iter().collect();
                let (distance, p, q) = sight::closest(&self.at.rect.corners(), &part);
                Aim { distance, part, nearest: (p, q) }
            }
        };
        may_shoot::reaches(aim.distance, self.range, self.close, || in_close_terrain(f, target))?;
        Ok(aim)
    }

    /// Has it friends before its whole front over whom it cannot look?
    fn masked(&self, f: &Field) -> bool {
        self.base.is_some_and(|b| sight::masked(f, &self.at, (b.front_left(), b.front_right())))
    }

    fn sees(&self, f: &Field, target: &Standing, aim: &Aim) -> Result<(), NoShot> {
        sight::clear_shot(f, &self.at, target, &self.outline(), &aim.part, aim.nearest)
    }
}

/// The field of fire of an element as it stands; a camp has none, it shoots all round.
pub(crate) fn field_of_fire(f: &Field, who: Target) -> Option<Rect> {
    let s = Shooter::new(f, who)?;
    s.base.map(|b| b.ahead(s.range, book::data().fire_widening))
}

/// The part of a base inside the field of fire, if it is more than a point or line, and its distance.
fn in_field_of_fire(b: &Base, target: &Rect, range: f64) -> Result<Aim, NoShot> {
    let half = b.width / 2.0 + book::data().fire_widening;
    let mut part: Corners = target.corners().into_iter().map(|p| b.local(p)).collect();
    // Cut off what lies behind the front line, beyond the range and to the sides.
    let far = range + 2.0 * EPS;
    if part.iter().any(|p| p.y < 0.0) {
        part = cut(&part, |p| p.y);
    }
    if part.iter().any(|p| p.x.abs() > half) {
        part = cut(&part, |p| half - p.x);
        part = cut(&part, |p| half + p.x);
    }
    // Ahead of it, but nowhere near enough: that is the range's doing and not the arc's.
    if !part.is_empty() && part.iter().all(|p| p.y > far) {
        return Err(NoShot::new(clause!("dba.2"), Why::OutOfRange));
    }
    if part.iter().any(|p| p.y > far) {
        part = cut(&part, |p| far - p.y);
    }
    let (mut lo, mut hi) = (v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY));
    for p in &part {
        lo = v2(lo.x.min(p.x), lo.y.min(p.y));
        hi = v2(hi.x.max(p.x), hi.y.max(p.y));
    }
    let line = part.len() < 3 || hi.x - lo.x <= EPS || hi.y - lo.y <= EPS;
    match (part.is_empty(), line) {
        (true, _) => FieldOfFire::Outside,
        (_, true) => FieldOfFire::OnlyAnEdge,
        _ => FieldOfFire::Inside,
    }
    .holds()?;
    let (distance, p, q) = from_front(b.width / 2.0, &part);
    for p in &mut part {
        *p = b.world(*p);
    }
    Ok(Aim { distance, part, nearest: (b.world(p), b.world(q)) })
}

/// The shortest line from a front edge, half as wide as said, to a convex outline ahead of it.
fn from_front(half: f64, outline: &[V2]) -> (f64, V2, V2) {
    let mut best = (f64::INFINITY, V2::default(), V2::default());
    let mut take = |p: V2, q: V2| {
        let gap = (p - q).len2();
        if gap < best.0 {
            best = (gap, p, q);
        }
    };
    let n = outline.len();
    for i in 0..n {
        let (q, next) = (outline[i], outline[(i + 1) % n]);
        take(v2(q.x.clamp(-half, half), 0.0), q);
        let d = next - q;
        let l = d.len2();
        if l > 1e-18 {
            for end in [v2(-half, 0.0), v2(half, 0.0)] {
                let t = (end - q).dot(d) / l;
                if t > 0.0 && t < 1.0 {
                    take(end, q + d * t);
                }
            }
        }
    }
    (best.0.sqrt(), best.1, best.2)
}

/// The part of a convex outline where `side` is not negative.
fn cut(outline: &Corners, side: impl Fn(V2) -> f64) -> Corners {
    let n = outline.len();
    let mut out = Corners::new();
    for i in 0..n {
        let (p, q) = (outline[i], outline[(i + 1) % n]);
        let (sp, sq) = (side(p), side(q));
        if sp >= 0.0 {
            let _ = out.try_push(p);
        }
        if (sp > 0.0 && sq < 0.0) || (sp < 0.0 && sq > 0.0) {
            let _ = out.try_push(p.lerp(q, sp / (sp - sq)));
        }
    }
    out
}

/// The targets at which this shooter may shoot now: the nearest that is in its field of fire, in range, in sight and not
/// front to front; all that are equally near; for artillery also the nearest that is not Jaeger (shooting.2, shooting.6).
/// Whether it may shoot at all is [`may_shoot`], asked here as well.
pub fn targets(f: &Field, shooter: Target) -> ArrayVec<Target, 8> {
    if may_shoot(f, shooter).is_ok() { aims(f, shooter) } else { ArrayVec::new() }
}

/// By which clause this shooter may shoot at this target now, or why it may not: it is one of [`targets`] where it may.
pub fn leave(f: &Field, shooter: Target, target: Target) -> Result<Clause, NoShot> {
    may_shoot(f, shooter)?;
    let (Some(s), Some(t)) = (Shooter::new(f, shooter), standing(f, target)) else {
        return Err(NoShot::new(clause!("shooting.1"), Why::NotThere));
    };
    may_shoot::exposed(engaged(f, target))?;
    let aim = s.aim(f, &t.rect)?;
    s.sees(f, &t, &aim)?;
    // Whom else it might shoot at and who is nearer by more than a tie.
    let all = aims(f, shooter);
    let nearer =
        |o: &Standing| s.aim(f, &o.rect).is_ok_and(|a| a.distance + book::data().touch + EPS < aim.distance);
    let others = all.iter().filter(|o| **o != target).filter_map(|o| standing(f, *o));
    let nearer: SmallVec<[Troop; 8]> = others.filter(nearer).map(|o| o.troop).collect();
    // Only Jaeger between are passed over, and only by guns.
    let first = nearer.iter().copied().find(|t| *t != Troop::Jaeger).or(nearer.first().copied());
    may_shoot::chosen(s.at.troop, first, ShotReadings::of(&f.readings).nearest_target)
}

/// An enemy that may be in the field of fire.
struct Candidate {
    /// Its distance, or before it is measured what that is at least.
    distance: f64,
    /// Its place among those measured.
    aim: Option<usize>,
    at: Standing,
}

fn aims(f: &Field, shooter: Target) -> ArrayVec<Target, 8> {
    let mut found = ArrayVec::new();
    let Some(s) = Shooter::new(f, shooter) else { return found };
    let enemy = shooter.side().other();
    let mut all: SmallVec<[Candidate; 16]> = SmallVec::new();
    let mut measured: SmallVec<[Aim; 4]> = SmallVec::new();
    let mut consider = |at: Standing| {
        if let Some(distance) = s.at_least(&at.rect) {
            all.push(Candidate { distance, aim: None, at });
        }
    };
    for e in f.near_of(enemy, s.bounds(), 0.0) {
        consider(Standing { who: Target::Element(e.id), troop: e.troop, rect: e.rect() });
    }
    if let Some(c) = f.army(enemy).camp.as_ref().filter(|c| c.state == CampState::Holds) {
        consider(Standing { who: Target::Camp(enemy), troop: Troop::Camp, rect: c.rect });
    }
    if all.is_empty() || s.masked(f) {
        return found;
    }
    let any = f.readings.is(reading!("nearest-target", "any"));
    let picky = s.at.troop == Troop::Artillery && sight::ignores_jaeger(f, false);
    let tie = book::data().touch + EPS;
    // The nearest of all, and the nearest that is not Jaeger.
    let (mut nearest, mut behind) = (f64::INFINITY, f64::INFINITY);
    // The nearest of those left each time. Most are never measured, because a nearer one is in sight.
    while let Some(i) = (0..all.len()).min_by(|a, b| {
        let (a, b) = (&all[*a], &all[*b]);
        a.distance
            .total_cmp(&b.distance)
            .then(a.aim.is_some().cmp(&b.aim.is_some()))
            .then(a.at.who.cmp(&b.at.who))
    }) {
        let d = all[i].distance;
        let ignored = picky && all[i].at.troop == Troop::Jaeger;
        let wanted = any || d <= nearest + tie || (picky && !ignored && d <= behind + tie);
        if !wanted {
            // Jaeger in between do not end the search for what is behind them.
            if picky && d <= behind + tie {
                all.swap_remove(i);
                continue;
            }
            break;
        }
        if all[i].aim.is_none() {
            match s.aim(f, &all[i].at.rect) {
                Ok(aim) => {
                    all[i].distance = aim.distance;
                    all[i].aim = Some(measured.len());
                    measured.push(aim);
                }
                Err(_) => drop(all.swap_remove(i)),
            }
            continue;
        }
        let c = all.swap_remove(i);
        if engaged(f, c.at.who) || c.aim.is_none_or(|aim| s.sees(f, &c.at, &measured[aim]).is_err()) {
            continue;
        }
        nearest = nearest.min(d);
        if !ignored {
            behind = behind.min(d);
        }
        if found.try_push(c.at.who).is_err() {
            break;
        }
    }
    found
}

/// No base reaches further from its centre: the corner of an artillery base.
const REACH: f64 = 114.0;

/// Adds everyone whose targets may have changed because something left or took these places: those in whose field of fire
/// that is, or somebody stands who was or is in contact with it. Who has shot is left out.
pub(crate) fn affected(f: &Field, stirred: &[V2], out: &mut Vec<Target>) {
    let d = book::data();
    // What stands or passes between counts, with the gap that a line of sight needs.
    let margin = REACH + f.readings.number(reading!("sight-gap"));
    let all_contacts = f.readings.is(reading!("shooting-in-contact", "all-close-combat"));
    let reach = d.longest_range() + margin + 400.0;
    let mut look = |p: V2| {
        for e in f.near((p, p), reach) {
            let Some(range) = e.troop.stats().range.filter(|_| !e.has_shot) else { continue };
            let l = e.base.local(p);
            if l.y >= -margin
                && l.y <= range + margin
                && l.x.abs() <= e.base.width / 2.0 + d.fire_widening + margin
            {
                out.push(Target::Element(e.id));
            }
        }
    };
    for p in stirred {
        look(*p);
        // Whoever is or was front to front with what stirred becomes or was no target and no shooter.
        for o in f.near((*p, *p), REACH) {
            let near = if all_contacts {
                o.base.centre().dist(*p) <= 2.0 * REACH + 2.0
            } else {
                o.base.front.dist(*p) <= 85.0
            };
            if near && o.base.centre() != *p {
                look(o.base.centre());
            }
        }
    }
    // Who stood against a camp keeps nobody from shooting at it any more, at whichever end of it they look.
    for (s, c) in f.camps().filter(|(_, c)| c.state == CampState::Holds) {
        if stirred.iter().any(|p| c.rect.gap_to_point(*p) <= REACH) {
            let armed = |e: &&Element| !e.has_shot && e.troop.stats().range.is_some();
            let near = f.near_of(s.other(), c.rect.bounds(), d.longest_range());
            out.extend(near.filter(armed).map(|e| Target::Element(e.id)));
        }
    }
}

/// Could this shooter, if it may shoot at all, shoot at this target? Cheap where it cannot.
fn legal(f: &Field, shooter: Target, target: Target) -> bool {
    let (Some(s), Some(t)) = (Shooter::new(f, shooter), standing(f, target)) else { return false };
    s.aim(f, &t.rect).is_ok() && aims(f, shooter).contains(&target)
}

/// Everyone of the other side for whom this target is legal now.
pub fn shooters(f: &Field, target: Target) -> Vec<Target> {
    let Some(t) = standing(f, target) else { return Vec::new() };
    let side = target.side().other();
    let camp = std::iter::once(Target::Camp(side)).filter(|_| f.army(side).camp.is_some());
    f.near(t.rect.bounds(), longest_range())
        .filter(|e| e.side() == side)
        .map(|e| Target::Element(e.id))
        .chain(camp)
        .filter(|s| may_shoot(f, *s).is_ok() && legal(f, *s, target))
        .collect()
}

fn longest_range() -> f64 {
    Troop::ALL.iter().filter_map(|t| t.stats().range).fold(0.0, f64::max)
}

/// Everyone who may shoot now and has a target, with the targets; the elements of side A first, in order, then B's.
pub fn all_shooters(f: &Field) -> Vec<(Target, ArrayVec<Target, 8>)> {
    let elements = f.all().map(|e| Target::Element(e.id));
    let camps = Side::BOTH.into_iter().filter(|s| f.army(*s).camp.is_some()).map(Target::Camp);
    elements.chain(camps).map(|s| (s, targets(f, s))).filter(|(_, t)| !t.is_empty()).collect()
}

/// Does the target shoot back at the main shooter (dba.28)? It must have its shot left and the main shooter must be a
/// legal target for it, its nearest included.
pub fn shoots_back(f: &Field, main: Target, target: Target) -> bool {
    if f.readings.is(reading!("return-fire", "none")) {
        return false;
    }
    able(f, target).is_ok() && legal(f, target, main)
}

/// Is the shooter's whole base behind the line of the target's front edge (shoot-mod.1)?
fn flank_fire(f: &Field, shooter: Target, target: Target) -> bool {
    let (Some(id), Some(s)) = (target.element(), standing(f, shooter)) else { return false };
    let t = f[id].base;
    let behind = |p: V2| t.local(p).y <= EPS;
    match shooter.element().map(|i| f[i].base) {
        Some(b) if f.readings.is(reading!("flank-fire", "front-edge")) => {
            behind(b.front_left()) && behind(b.front_right())
        }
        _ => s.rect.corners().into_iter().all(behind),
    }
}

/// Does the base, on land, have its front on the bank (river.4)? `one` lets a single corner do. Near enough to touch is a pace,
/// but no part of it may lie in the bed: the borders of terrain are exact (dba.44).
pub(crate) fn front_on(band: &[Rect], b: &Base, one: bool) -> bool {
    let touch = book::data().touch;
    let r = b.rect();
    if band.iter().any(|x| x.penetration(&r) > EPS) {
        return false;
    }
    let (l, q) = (b.front_left(), b.front_right());
    let (mut left, mut right) = (false, false);
    for x in band {
        let Some((s, e)) = x.grown(touch).clip(l, q) else { continue };
        let (at_left, at_right) = (s < 1e-6, e > 1.0 - 1e-6);
        left |= at_left;
        right |= at_right;
        // One degree, as for all directions (dba.44).
        let turn = b.dir.cross(x.dir).abs();
        let parallel = !(0.017_46..=0.999_84).contains(&turn);
        if (!at_left && !at_right) || (parallel && (e - s) * b.width > touch) {
            return true;
        }
    }
    (left && right) || (one && (left || right))
}

/// Does this nature of a river help the defender of its bank (crossing.2, melee-mod.4)?
pub(crate) fn bank_helps(f: &Field, nature: Option<Nature>) -> bool {
    match nature {
        Some(n) => river_nature::slows(n),
        None => f.readings.is(reading!("bank-nature", "unless-shallow")),
    }
}

/// Does the element defend the bank of a river that helps it? The river's place (river.4).
pub(crate) fn defended_bank(f: &Field, b: &Base) -> Option<usize> {
    let one = f.readings.is(reading!("bank-contact", "one-corner"));
    f.terrain
        .rivers
        .iter()
        .enumerate()
        .position(|(i, v)| bank_helps(f, f.rivers[i].nature) && front_on(&v.bed, b, one))
}

/// What covers a target against a shot along a line (shoot-mod.4).
fn cover(f: &Field, target: Target, (p, q): (V2, V2)) -> Cover {
    let Some(b) = target.element().map(|id| &f[id].base) else { return Cover::None };
    let crosses =
        |band: &[Rect]| band.iter().any(|r| r.clip(p, q).is_some_and(|(s, e)| (e - s) * p.dist(q) > EPS));
    if defended_bank(f, b).is_some_and(|i| crosses(&f.terrain.rivers[i].bed)) {
        return Cover::RiverBank;
    }
    if f.terrain.roads.iter().any(|r| front_on(&r.band, b, false) && crosses(&r.band)) {
        return Cover::FarDitch;
    }
    Cover::None
}

/// The facts of one shot: distance, flank fire and cover.
fn shot(f: &Field, shooter: Target, target: Target) -> (f64, bool, Cover) {
    let (Some(s), Some(t)) = (Shooter::new(f, shooter), standing(f, target)) else {
        return (0.0, false, Cover::None);
    };
    match s.aim(f, &t.rect) {
        Ok(aim) => (aim.distance, flank_fire(f, shooter, target), cover(f, target, aim.nearest)),
        Err(_) => (s.at.rect.gap(&t.rect), false, Cover::None),
    }
}

/// The situation when the main shooter and its supporters shoot at the target.
pub fn situation(f: &Field, main: Target, with: &[ElementId], target: Target) -> ShootingSituation {
    let troop = |t: Target| t.element().map_or(Troop::Camp, |id| f[id].troop);
    let close = |t: Target| standing(f, t).is_some_and(|s| in_close_terrain(f, &s.rect));
    let (distance, flank_fire, cover) = shot(f, main, target);
    let shoots_back = shoots_back(f, main, target).then(|| {
        let (distance, flank_fire, cover) = shot(f, target, main);
        ReturnFire { distance, flank_fire, cover }
    });
    let skirmish = close(main) || close(target);
    ShootingSituation {
        shooter: troop(main),
        target: troop(target),
        distance,
        shooters: 1 + with.len().min(2) as u8,
        flank_fire,
        cover,
        skirmish,
        shoots_back,
        readings: CombatReadings::of(&f.readings),
    }
}
