//! Attacks and flights as positions decide them: who may attack, from which side an attack comes, who supports, who is
//! threatened, and where a beaten unit goes (07.01, 07.03, XII.b, XV.b, 08.03.1, play.away, play.threat).

use crate::book::data;
use crate::clause;
use crate::field::Field;
use crate::ground::PatchKind;
use crate::place::{degrees, figures};
use crate::procedures::shock::Approach;
use crate::reading;
use crate::troop::{Arm, Kind, Obstacle, State};
use crate::unit::{Fate, Unit, UnitId};
use ::ground::{nearest_of, strip};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use table::{Base, EPS, Rect, V2};
use umpire::Clause;

/// May a unit attack at all? If not, by which clause.
pub fn may_attack(f: &Field, u: &Unit) -> Result<(), Clause> {
    if matches!(u.arm, Arm::Artillery | Arm::Wagon) || u.state >= State::Disorder {
        return Err(clause!("07.01.4"));
    }
    if u.pinned(f.turn) {
        return Err(clause!("04.02.8.a"));
    }
    Ok(())
}

/// Do enough figures of the regiment take part for an ordered attack: more than half on foot, a third on horseback? By which
/// clause they do, or attack without order.
pub fn attack_share_ok(f: &Field, u: &Unit) -> Result<Clause, Clause> {
    attack_share(f, u, u.figures)
}

/// The same when so many figures of the regiment take part, in several parts with attack orders.
pub fn attack_share(f: &Field, u: &Unit, taking_part: u16) -> Result<Clause, Clause> {
    let whole = if f.readings.is(reading!("attack-share", "original")) {
        f.units.iter().filter(|o| o.regiment == u.regiment).map(|o| o.original).sum()
    } else {
        f.regiment_figures(u.regiment)
    };
    let (part, whole) = (u32::from(taking_part), u32::from(whole));
    match u.kind() {
        Kind::Infantry | Kind::Dismounted if part * 2 > whole => Ok(clause!("03.03.5.a")),
        Kind::Mounted if part * 3 >= whole => Ok(clause!("03.03.5.b")),
        _ => Err(clause!("03.03.5.c")),
    }
}

/// From which side an attack comes (table XII).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    Front,
    Outflanks,
    Flank,
    Rear,
}

impl Aspect {
    /// The clause that makes it more than an attack at the front.
    pub fn clause(self) -> Option<Clause> {
        match self {
            Aspect::Front => None,
            Aspect::Outflanks => Some(clause!("07.03.3")),
            Aspect::Flank | Aspect::Rear => Some(clause!("07.03.4")),
        }
    }

    /// A frontal attack: neither in the flank nor in the rear (07.01.5).
    pub fn frontal(self) -> bool {
        matches!(self, Aspect::Front | Aspect::Outflanks)
    }
}

impl From<Aspect> for Approach {
    fn from(a: Aspect) -> Approach {
        match a {
            Aspect::Front => Approach::Front,
            Aspect::Outflanks => Approach::Outflanking,
            Aspect::Flank => Approach::Flank,
            Aspect::Rear => Approach::Rear,
        }
    }
}

/// The angle of attack in degrees: 0 straight at the front, 180 straight at the back.
pub fn angle_of_attack(defender: &Base, advance: V2) -> f64 {
    degrees(advance, -defender.dir)
}

/// From which side the attacker comes, advancing that way. A building has neither flanks nor rear (02.04.3.a).
pub fn aspect(f: &Field, attacker: &Unit, defender: &Unit, advance: V2) -> Aspect {
    if !defender.inside.is_empty() {
        return Aspect::Front;
    }
    let d = &data().d;
    let angle = angle_of_attack(&defender.base, advance);
    if angle >= d.flank_angle - EPS && half_behind(attacker, &defender.base) {
        // As much past the flank as the flank is past the front.
        return if angle >= 180.0 - d.flank_angle - EPS { Aspect::Rear } else { Aspect::Flank };
    }
    if angle >= d.outflank_angle - EPS && outflanks(f, attacker, defender, advance) {
        return Aspect::Outflanks;
    }
    Aspect::Front
}

/// Are at least half of its figures' bases behind the front line, drawn out to both sides?
pub fn half_behind(u: &Unit, front: &Base) -> bool {
    let all = figures(u);
    let behind = all.iter().filter(|p| front.local(**p).y < -EPS).count();
    behind * 2 >= all.len()
}

/// Two companies: six figures (07.03.3, 07.03.5).
fn two_companies() -> usize {
    2 * usize::from(data().companies[0])
}

/// Do two companies have their front towards an uncovered flank?
fn outflanks(f: &Field, attacker: &Unit, defender: &Unit, advance: V2) -> bool {
    if !attacker.by_figures() {
        return false;
    }
    let sides = towards_flanks(attacker, &defender.base, advance);
    (0..2).any(|right| sides[right] >= two_companies() && !flank_covered(f, defender, right == 1))
}

/// How many figures have their straight-ahead line meet the left and the right flank side of the base or the ground behind
/// its front line there, going towards the flank.
fn towards_flanks(attacker: &Unit, base: &Base, advance: V2) -> [usize; 2] {
    let half = base.width / 2.0;
    let ahead = V2 { x: advance.dot(base.dir.right()), y: advance.dot(base.dir) };
    let mut n = [0; 2];
    for p in figures(attacker) {
        let l = base.local(p);
        // Where its line crosses the front line, or where it already stands behind it.
        let x = if l.y <= 0.0 {
            l.x
        } else if ahead.y < -1e-9 {
            l.x + ahead.x * (l.y / -ahead.y)
        } else {
            continue;
        };
        if x <= -half + EPS && ahead.x > 1e-9 {
            n[0] += 1;
        } else if x >= half - EPS && ahead.x < -1e-9 {
            n[1] += 1;
        }
    }
    n
}

/// Does the flank rest on a friend, on something impassable, or on the table's edge?
pub fn flank_covered(f: &Field, u: &Unit, right: bool) -> bool {
    if !u.inside.is_empty() {
        return true;
    }
    let near = f.readings.number(reading!("flank-rests"));
    let b = &u.base;
    let sign = if right { 1.0 } else { -1.0 };
    // The ground just beyond the flank.
    let beside = Rect {
        centre: b.centre() + b.dir.right() * (sign * (b.width + near) / 2.0),
        dir: b.dir,
        half_width: near / 2.0,
        half_depth: b.depth / 2.0,
    };
    let reach = beside.radius() + EPS;
    let friend = f.side(u.side).any(|o| {
        o.id != u.id
            && o.state != State::Complete
            && (!o.inside.is_empty() || o.base.centre().dist(beside.centre) <= reach + o.base.radius())
            && f.rects(o).iter().any(|r| r.penetration(&beside) >= -EPS)
    });
    if friend {
        return true;
    }
    let g = &*f.ground;
    if !beside.corners().iter().all(|c| g.holds(*c)) {
        return true;
    }
    let blocked = g
        .patches
        .iter()
        .any(|p| matches!(p.kind, PatchKind::Lake | PatchKind::Impassable) && p.area.gap(&beside) <= EPS);
    blocked
        || f.lines
            .iter()
            .filter(|l| l.obstacle == Obstacle::IV)
            .any(|l| l.standing().iter().any(|(p, q)| strip(*p, *q, l.depth).penetration(&beside) >= -EPS))
}

/// The unit that supports another (07.03.5): of the same brigade, two companies in close formation, in OR or LU and not
/// pinned, within 20 cm and with it within 30 degrees of its front.
pub fn support(f: &Field, u: &Unit) -> Option<UnitId> {
    let them = f.rects(u);
    let mut best: Option<(f64, u16, UnitId)> = None;
    for s in f.side(u.side) {
        if s.id == u.id || s.command != u.command || !supports(f, s, u, &them) {
            continue;
        }
        let gap = f.gap(s, u);
        if best.is_none_or(|(g, n, id)| prior((gap, s.figures, s.id), (g, n, id))) {
            best = Some((gap, s.figures, s.id));
        }
    }
    best.map(|(_, _, id)| id)
}

/// A distance in steps of what is forgiven in measuring, so that equal distances are equal from wherever they are reckoned. No
/// length in half or quarter millimetres lies where one step ends.
pub(crate) fn steps(cm: f64) -> i64 {
    libm::floor(cm / EPS + 0.317) as i64
}

/// The place of a candidate among several: nearest first, then the larger, then the earlier in the list (play.tie).
pub(crate) fn place_among((cm, figures, id): (f64, u16, UnitId)) -> (i64, Reverse<u16>, UnitId) {
    (steps(cm), Reverse(figures), id)
}

/// Does the first of two candidates come before the second (play.tie)?
pub(crate) fn prior(a: (f64, u16, UnitId), b: (f64, u16, UnitId)) -> bool {
    place_among(a) < place_among(b)
}

fn supports(f: &Field, s: &Unit, u: &Unit, them: &[Rect]) -> bool {
    let d = &data().d;
    let any_state = f.readings.is(reading!("support-unit", "any-state"));
    // Cheap first.
    if !matches!(s.arm, Arm::Infantry | Arm::Cavalry)
        || s.state > if any_state { State::Disorder } else { State::Slight }
        || usize::from(s.figures) < two_companies()
        || (u.inside.is_empty()
            && s.base.centre().dist(u.base.centre()) > d.support + s.base.radius() + u.base.radius() + EPS)
        || (s.pinned(f.turn) && !any_state)
        || !s.close()
        || f.gap(s, u) > d.support + EPS
    {
        return false;
    }
    let to = nearest_of(them, s.base.front) - s.base.front;
    to.len() <= EPS || degrees(s.base.dir, to) <= d.support_angle + EPS
}

/// Does fire from there strike the target in flank or rear (XV.b): from behind the extension of its front line?
pub fn fired_in_flank(_f: &Field, target: &Unit, from: V2) -> bool {
    target.inside.is_empty() && target.state != State::Complete && target.base.local(from).y < -EPS
}

/// The enemy that the front of a unit meets first, pushed along its ordered path with everybody else standing
/// (play.attack-target), and the clause by which it is the target. The path is straight legs: where the unit then stands, where
/// it goes, how many cm.
pub fn announced_target(f: &Field, u: &Unit, path: &[(Base, V2, f64)]) -> Option<(UnitId, Clause)> {
    let mut run = 0.0;
    for (base, dir, cm) in path {
        if !(cm.is_finite() && *cm >= 0.0 && dir.is_finite() && base.front.is_finite()) {
            return None;
        }
        let dir = dir.unit();
        let edge = Rect { centre: base.front, dir: base.dir, half_width: base.width / 2.0, half_depth: 0.0 };
        let mut best: Option<(f64, u16, UnitId)> = None;
        for e in f.enemies(u.side) {
            let reach = cm + base.width + e.base.radius();
            if e.inside.is_empty() && e.base.centre().dist(base.front) > reach {
                continue;
            }
            let rects = f.rects(e);
            let met = rects.iter().filter_map(|r| edge.travel_to(r, dir)).fold(f64::INFINITY, f64::min);
            if met <= cm + EPS && best.is_none_or(|b| prior((met, e.figures, e.id), b)) {
                best = Some((met, e.figures, e.id));
            }
        }
        if let Some((_, _, id)) = best {
            return Some((id, clause!("play.attack-target")));
        }
        run += cm;
        if run > f.ground.width + f.ground.depth {
            break;
        }
    }
    None
}

/// Can the unit be threatened: a chain (04.02.10.a), or a battery in action (04.02.12)?
pub fn can_be_threatened(u: &Unit) -> bool {
    u.on_table()
        && u.inside.is_empty()
        && (u.chain() || (u.kind() == Kind::Unlimbered && !u.gunners_alone()))
        && u.state != State::Complete
}

/// Can the unit threaten: infantry or cavalry in OR or LU, not pinned?
pub fn can_threaten(f: &Field, u: &Unit) -> bool {
    u.on_table()
        && matches!(u.arm, Arm::Infantry | Arm::Cavalry)
        && u.state <= State::Slight
        && !u.pinned(f.turn)
}

/// By which clause an enemy marching forward, where it now is, threatens the chain or battery, if it does.
pub fn threatens(f: &Field, enemy: &Unit, u: &Unit) -> Option<Clause> {
    let threat = data().d.threat;
    let near = enemy.side != u.side
        && can_be_threatened(u)
        && can_threaten(f, enemy)
        && (!enemy.inside.is_empty()
            || enemy.base.centre().dist(u.base.centre())
                <= threat + enemy.base.radius() + u.base.radius() + EPS)
        && f.gap(enemy, u) <= threat + EPS;
    near.then(|| clause!("play.threat"))
}

/// Does a march that way bring the unit nearer to the other?
pub fn marches_towards(f: &Field, mover: &Unit, dir: V2, other: &Unit) -> bool {
    let (a, b) = crate::cover::nearest_pair(&mover.base, &f.rects(other));
    (b - a).dot(dir) > EPS
}

/// Is the other unit beside or behind one that flees, by the front it had before it turned (08.03.1): not wholly ahead of
/// that front line? The clause by which it is then in danger.
pub fn beside_or_behind(f: &Field, former: &Base, other: &Unit) -> Option<Clause> {
    let near = f.rects(other).iter().flat_map(|r| r.corners()).any(|c| former.local(c).y <= EPS);
    near.then(|| clause!("08.03.1"))
}

/// Is it behind a unit that flees that way, on its path? The clause by which such a unit, if steady, checks the flight.
pub fn behind(f: &Field, base: &Base, flight: V2, other: &Unit) -> Option<Clause> {
    let here = base.rect();
    let behind = (other.base.centre() - base.centre()).dot(flight) > 0.0
        && f.rects(other).iter().any(|r| here.travel_to(r, flight).is_some());
    behind.then(|| clause!("08.03.4"))
}

/// Where a unit goes that goes back, and the clause that says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    pub dir: V2,
    pub by: Clause,
}

/// Straight away from the cause: from its nearest point to the middle of the unit.
pub fn away_direction(f: &Field, u: &Unit, cause: &Unit) -> Heading {
    let mid = u.base.centre();
    Heading { dir: away_from(mid, nearest_of(&f.rects(cause), mid), u), by: clause!("play.away") }
}

fn away_from(mid: V2, from: V2, u: &Unit) -> V2 {
    let d = mid - from;
    if d.len() <= EPS { -u.base.dir } else { d.unit() }
}

/// The enemy nearest to the unit within a distance, for flight and retreats; not one that flees itself, and no wagon.
pub fn nearest_enemy(f: &Field, u: &Unit, within: f64) -> Option<UnitId> {
    let mut best: Option<(f64, u16, UnitId)> = None;
    for e in f.enemies(u.side) {
        if e.state == State::Complete || e.arm == Arm::Wagon || e.fate != Fate::OnTable {
            continue;
        }
        let apart = e.base.centre().dist(u.base.centre()) - e.base.radius() - u.base.radius();
        if e.inside.is_empty() && u.inside.is_empty() && apart > best.map_or(within, |b| b.0) + EPS {
            continue;
        }
        let gap = f.gap(u, e);
        if gap <= within + EPS && best.is_none_or(|b| prior((gap, e.figures, e.id), b)) {
            best = Some((gap, e.figures, e.id));
        }
    }
    best.map(|b| b.2)
}

/// The nearest enemy in sight of the unit, the cause of a declared retreat (play.away).
pub fn nearest_enemy_in_sight(f: &Field, u: &Unit) -> Option<UnitId> {
    let d = &data().d;
    let whole = |x: &Unit| x.inside.is_empty() && x.parted.is_none();
    // No nearer than this for certain, and who: a distance is measured only where that decides.
    let mut all: SmallVec<[(f64, &Unit); 32]> = f
        .enemies(u.side)
        .filter(|e| e.state != State::Complete && e.arm != Arm::Wagon)
        .map(|e| {
            let apart = e.base.centre().dist(u.base.centre()) - e.base.radius() - u.base.radius() - EPS;
            (if whole(u) && whole(e) { apart } else { 0.0 }, e)
        })
        .filter(|(apart, _)| *apart <= d.sight + d.break_in)
        .collect();
    all.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
    let me = crate::sight::post(f, u);
    let mut measured: BinaryHeap<Reverse<(i64, Reverse<u16>, UnitId)>> = BinaryHeap::new();
    loop {
        while let Some((apart, e)) = all.last() {
            if measured.peek().is_some_and(|Reverse((near, ..))| *near < steps(*apart)) {
                break;
            }
            measured.push(Reverse(place_among((f.gap(u, e), e.figures, e.id))));
            all.pop();
        }
        let Reverse((_, _, e)) = measured.pop()?;
        if crate::sight::post_sees(f, &me, &crate::sight::post(f, &f[e])).is_ok() {
            return Some(e);
        }
    }
}

/// Where a unit retires when it retreats by its own declaration or under 04.02.4: away from the nearest enemy in sight, else
/// straight to the rear (play.away).
pub fn retreat_direction(f: &Field, u: &Unit) -> Heading {
    match nearest_enemy_in_sight(f, u) {
        Some(e) => away_direction(f, u, &f[e]),
        None => to_the_rear(u),
    }
}

/// Straight to the rear, where there is nobody to go away from (play.away).
pub fn to_the_rear(u: &Unit) -> Heading {
    Heading { dir: -u.base.dir, by: clause!("play.away") }
}

/// Where a unit flees that was in FU at the start of the turn (04.02.2): by the shortest line to its own edge if every step of
/// it leads away from the nearest enemy within 40 cm, otherwise straight away from him. After three failed attempts to
/// reorganise it is always the edge (08.04.3.b).
pub fn flight_direction(f: &Field, u: &Unit) -> Heading {
    let home = f.edge(u.side).outward();
    if u.record.attempts >= 3 {
        return Heading { dir: home, by: clause!("08.04.3.b") };
    }
    let homewards = || Heading { dir: home, by: clause!("04.02.2") };
    let Some(e) = nearest_enemy(f, u, f.readings.number(reading!("flight-enemy"))) else {
        return homewards();
    };
    let mid = u.base.centre();
    let from = nearest_of(&f.rects(&f[e]), mid);
    // The distance from a convex body along a straight line only grows if it does so from the start.
    if (mid - from).dot(home) >= -EPS {
        homewards()
    } else {
        Heading { dir: away_from(mid, from, u), by: clause!("play.away") }
    }
}
