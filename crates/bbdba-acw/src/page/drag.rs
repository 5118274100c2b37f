//! From a hand on the table to an order: which lawful move leads nearest to where the hand is.

use crate::contact::aligned;
use crate::event::Target;
use crate::field::{ElementId, Field};
use crate::moves::{self, Plan, front_corners};
use crate::order::{Against, Facet, Manner, MoveOrder, Step};
use crate::{rule, say};
use table::{Base, Pose, V2};
use umpire::{Clause, Refusal};

/// What a drag came to.
pub(super) struct Found {
    /// The order, and where it leads.
    pub best: Option<(MoveOrder, Plan)>,
    /// Why the exact place cannot be reached, and where that would be.
    pub refusal: Option<(Refusal, Vec<(ElementId, Base)>)>,
}

/// A contact this near to the hand is meant.
const SNAP: f64 = 70.0;
/// A drag within this many paces of straight ahead is straight ahead.
const STRAIGHT: f64 = 18.0;

/// The rule that a drag to the rear runs into; it is named before any order is made of it.
const BACKWARD: Clause = rule!("dba.6");

fn with(o: &MoveOrder, how: Manner) -> MoveOrder {
    MoveOrder { how, ..o.clone() }
}

/// Tries the candidates in turn: the first that is lawful, else the refusal of the first.
fn first_lawful(f: &Field, tries: &[MoveOrder]) -> Result<(MoveOrder, Plan), Refusal> {
    let mut no = None;
    for o in tries {
        match moves::plan(f, o) {
            Ok(p) => return Ok((o.clone(), p)),
            Err(r) => no = no.or(Some(r)),
        }
    }
    Err(no.unwrap_or_else(|| Refusal::form(say!("move-goes-nowhere"))))
}

/// The furthest lawful part of a way: `order` makes it from a fraction.
fn furthest(f: &Field, order: &dyn Fn(f64) -> MoveOrder) -> Option<(MoveOrder, Plan)> {
    let at = |t: f64| {
        let o = order(t);
        moves::plan(f, &o).ok().map(|p| (o, p))
    };
    const PARTS: u32 = 12;
    let mut best: Option<(f64, (MoveOrder, Plan))> = None;
    for k in (1..PARTS).rev() {
        let t = f64::from(k) / f64::from(PARTS);
        if let Some(x) = at(t) {
            best = Some((t, x));
            break;
        }
    }
    // Everything short of a twelfth is no way at all, unless the hand is far off.
    let (mut lo, mut kept) = match best {
        Some((t, x)) => (t, Some(x)),
        None => (0.0, None),
    };
    let mut hi = lo + 1.0 / f64::from(PARTS);
    for _ in 0..7 {
        let mid = (lo + hi) / 2.0;
        match at(mid) {
            Some(x) => {
                lo = mid;
                kept = Some(x);
            }
            None => hi = mid,
        }
    }
    kept
}

fn end_of(p: &Plan, id: ElementId) -> V2 {
    p.ends.iter().find(|(e, _)| *e == id).map_or(V2 { x: f64::INFINITY, y: 0.0 }, |(_, b)| b.front)
}

/// A single element goes to a place (dba.5), keeping its facing or finding an enemy's edge.
pub(super) fn single(f: &Field, o: &MoveOrder, to: V2, facing: Option<f64>) -> Found {
    let Some(e) = o.elements.first().and_then(|id| f.get(*id)) else {
        return Found { best: None, refusal: None };
    };
    let now = e.base.pose();
    let mut tries = Vec::new();
    if facing.is_none() {
        let mut snaps = contacts(f, e.id, to, SNAP);
        snaps.sort_by(|a, b| a.1.front.dist(to).total_cmp(&b.1.front.dist(to)));
        for (against, b) in snaps.iter().take(3) {
            tries.push(MoveOrder { against: Some(*against), ..with(o, Manner::Legs(vec![b.pose()])) });
        }
        if let Ok(x) = first_lawful(f, &tries) {
            return Found { best: Some(x), refusal: None };
        }
        tries.clear();
    }
    let pose = Pose { x: to.x, y: to.y, facing: facing.unwrap_or(now.facing) };
    let exact = with(o, Manner::Legs(vec![pose]));
    tries.push(exact.clone());
    // Turning first can be shorter than wheeling about on the way.
    if facing.is_some() {
        let turned = Pose { facing: pose.facing, ..now };
        tries.push(with(o, Manner::Legs(vec![turned, pose])));
    }
    match first_lawful(f, &tries) {
        Ok(x) => Found { best: Some(x), refusal: None },
        Err(r) => {
            let b = Base::new(pose, e.base.width, e.base.depth);
            let part = |t: f64| {
                let turn = turn(now.facing, pose.facing) * t;
                let p = Pose {
                    x: now.x + (to.x - now.x) * t,
                    y: now.y + (to.y - now.y) * t,
                    facing: if turn == 0.0 { now.facing } else { (now.facing + turn).rem_euclid(360.0) },
                };
                MoveOrder { against: None, ..with(o, Manner::Legs(vec![p])) }
            };
            Found { best: furthest(f, &part), refusal: Some((r, vec![(e.id, b)])) }
        }
    }
}

/// How far to turn from one bearing to another, clockwise, from -180 to 180.
pub(super) fn turn(from: f64, to: f64) -> f64 {
    (to - from + 540.0).rem_euclid(360.0) - 180.0
}

/// Enemy edges near a place where the element could line up, with where it would then stand.
pub(super) fn contacts(f: &Field, id: ElementId, near: V2, within: f64) -> Vec<(Against, Base)> {
    let e = &f[id];
    let mut out = Vec::new();
    if e.is_commander() {
        return out;
    }
    let b = &e.base;
    for o in f.near((near, near), within) {
        if o.side() == id.side() || o.is_commander() {
            continue;
        }
        let foe = Target::Element(o.id);
        let mut put = |at: Base, on: Facet| {
            if at.front.dist(near) <= within {
                out.push((Against { foe, on }, at));
            }
        };
        for on in [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear] {
            put(aligned(b, &o.base, on), on);
        }
        if f.front_opponent(o.id).is_some() {
            let dir = -o.base.dir;
            let half = dir.right() * (b.width / 2.0);
            put(b.at(o.base.front_left() + half, dir), Facet::Overlap);
            put(b.at(o.base.front_right() - half, dir), Facet::Overlap);
        }
    }
    out
}

/// Advances and wheels by which the first front corners' body brings a point of it to a place: the point `p` of a group
/// that faces `dir` with front corners `l` and `r`.
fn ways(l: V2, r: V2, dir: V2, p: V2, to: V2, facing: Option<f64>) -> Vec<Vec<Step>> {
    let ahead = (to - p).dot(dir);
    let aside = (to - p).dot(dir.right());
    let straight = || vec![Step::Advance(ahead.max(0.0))];
    let mut out = Vec::new();
    let wheel = |angle: f64| if angle > 0.0 { Step::WheelLeft(angle) } else { Step::WheelRight(-angle) };
    if let Some(facing) = facing {
        // To the left is positive, as directions are turned.
        let angle = -turn(dir.bearing_degrees(), facing);
        if angle.abs() > 0.5 {
            let (pivot, rad) = (if angle > 0.0 { l } else { r }, angle.to_radians());
            let (turned, after) = (pivot + (p - pivot).turned(rad), dir.turned(rad));
            let miss = to - turned;
            let den = dir.cross(after);
            let (before, on) = (miss.cross(after) / den, dir.cross(miss) / den);
            let mut steps = Vec::new();
            if before > 0.5 {
                steps.push(Step::Advance(before));
            }
            steps.push(wheel(angle));
            let on = if before > 0.5 { on } else { miss.dot(after) };
            if on > 0.5 {
                steps.push(Step::Advance(on));
            }
            out.push(steps);
            return out;
        }
        return vec![straight()];
    }
    if aside.abs() <= STRAIGHT && ahead >= 0.0 {
        out.push(straight());
    }
    // Wheel first, then straight on: |v + d dir| must be the distance from the pivot, and the angle follows.
    for (pivot, sign) in [(l, 1.0), (r, -1.0)] {
        let (v, w) = (p - pivot, to - pivot);
        let (b, c) = (v.dot(dir), v.len2() - w.len2());
        let disc = b * b - c;
        if disc < 0.0 {
            continue;
        }
        let d = -b + disc.sqrt();
        if d < -0.5 {
            continue;
        }
        let d = d.max(0.0);
        let angle = (v + dir * d).turn_to(w).to_degrees() * sign;
        if (0.3..=90.0).contains(&angle) {
            let mut steps = vec![wheel(angle * sign)];
            if d > 0.5 {
                steps.push(Step::Advance(d));
            }
            out.push(steps);
        }
    }
    if out.is_empty() && ahead > 0.5 {
        out.push(straight());
    }
    out
}

fn part(steps: &[Step], t: f64) -> Vec<Step> {
    steps
        .iter()
        .map(|s| match *s {
            Step::Advance(p) => Step::Advance(p * t),
            Step::WheelLeft(a) => Step::WheelLeft(a * t),
            Step::WheelRight(a) => Step::WheelRight(a * t),
        })
        .collect()
}

/// Where a rigid body's bases come by some steps, lawful or not.
fn carried(f: &Field, ids: &[ElementId], steps: &[Step]) -> Vec<(ElementId, Base)> {
    let (mut l, mut r) = front_corners(f, ids);
    let mut out: Vec<(ElementId, Base)> = ids.iter().map(|id| (*id, f[*id].base)).collect();
    let mut dir = f[ids[0]].base.dir;
    for s in steps {
        let (pivot, angle) = match *s {
            Step::Advance(d) => {
                let by = dir * d;
                l += by;
                r += by;
                out.iter_mut().for_each(|(_, b)| *b = b.moved(by));
                continue;
            }
            Step::WheelLeft(a) => (l, a.to_radians()),
            Step::WheelRight(a) => (r, -a.to_radians()),
        };
        l = pivot + (l - pivot).turned(angle);
        r = pivot + (r - pivot).turned(angle);
        dir = dir.turned(angle).unit();
        out.iter_mut().for_each(|(_, b)| *b = b.turned_about(pivot, angle));
    }
    out
}

/// A group, a column or a narrowing group goes so that the piece in hand comes to a place (dba.6, dba.7).
pub(super) fn body(
    f: &Field,
    o: &MoveOrder,
    hand: ElementId,
    to: V2,
    facing: Option<f64>,
    manner: &dyn Fn(Vec<Step>) -> Manner,
) -> Found {
    let ids = &o.elements;
    let follows = !matches!(o.how, Manner::Group(_));
    // A column goes where its leader goes.
    let (lead, to) =
        if follows { (&ids[..1], to + (f[ids[0]].base.front - f[hand].base.front)) } else { (&ids[..], to) };
    let held = if follows { ids[0] } else { hand };
    let (l, r) = front_corners(f, lead);
    let (p, dir) = (f[held].base.front, f[ids[0]].base.dir);
    let all = ways(l, r, dir, p, to, facing);
    let Some(first) = all.first() else {
        let no = if (to - p).dot(dir) < 0.0 {
            Refusal::by(BACKWARD, say!("group-moves-only-forward-single"))
        } else {
            Refusal::form(say!("no-advance-no-wheel-leads"))
        };
        let by = to - p;
        let there = lead.iter().map(|id| (*id, f[*id].base.moved(by))).collect();
        return Found { best: None, refusal: Some((no, there)) };
    };
    let tries: Vec<MoveOrder> = all.iter().map(|s| with(o, manner(s.clone()))).collect();
    let exact = first_lawful(f, &tries);
    let refusal = match exact {
        Ok(x) => return Found { best: Some(x), refusal: None },
        Err(r) => Some((r, carried(f, lead, first))),
    };
    // Short of it: a part of each way, and straight ahead.
    let ahead = (to - p).dot(dir).max(0.0);
    let mut shorter: Vec<Vec<Step>> = all;
    if ahead > 0.5 && facing.is_none() {
        shorter.push(vec![Step::Advance(ahead)]);
    }
    let mut best: Option<(MoveOrder, Plan)> = None;
    for s in &shorter {
        let x = furthest(f, &|t| MoveOrder { against: None, ..with(o, manner(part(s, t))) });
        if let Some(x) = x {
            if best.as_ref().is_none_or(|b| end_of(&x.1, held).dist(to) < end_of(&b.1, held).dist(to)) {
                best = Some(x);
            }
        }
    }
    Found { best, refusal }
}

/// Along the road as far as the hand is away.
pub(super) fn road(f: &Field, o: &MoveOrder, hand: ElementId, to: V2) -> Found {
    let far = f[hand].base.front.dist(to);
    let order = |t: f64| with(o, Manner::Road(far * t));
    match moves::plan(f, &order(1.0)) {
        Ok(p) => Found { best: Some((order(1.0), p)), refusal: None },
        Err(r) => {
            let b = f[hand].base;
            let there = vec![(hand, b.moved(to - b.front))];
            Found { best: furthest(f, &order), refusal: Some((r, there)) }
        }
    }
}

/// Into contact with an enemy: the lawful way with the fewest paces.
pub(super) fn at_enemy(f: &Field, o: &MoveOrder, foe: Target, manner: &dyn Fn(Vec<Step>) -> Manner) -> Found {
    let mut best: Option<(MoveOrder, Plan)> = None;
    let mut no: Option<(Refusal, Vec<(ElementId, Base)>)> = None;
    let facets = [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear, Facet::Overlap];
    let (at, edges) = match foe {
        Target::Element(id) => (f[id].base.front, Some(f[id].base)),
        Target::Camp(s) => match &f.army(s).camp {
            Some(c) => (c.rect.centre, None),
            None => return Found { best: None, refusal: None },
        },
    };
    let mut nearest: Vec<ElementId> = o.elements.clone();
    nearest.sort_by(|a, b| f[*a].base.front.dist(at).total_cmp(&f[*b].base.front.dist(at)));
    for hand in nearest.into_iter().take(3) {
        let mine = f[hand].base;
        for on in facets {
            let there = match edges {
                Some(foe) => aligned(&mine, &foe, on),
                None => mine.at(at, mine.dir),
            };
            let against = edges.map(|_| Against { foe, on });
            let o = MoveOrder { against, ..o.clone() };
            let mut tries: Vec<MoveOrder> = Vec::new();
            if let ([_], Manner::Legs(_)) = (&o.elements[..], &o.how) {
                if edges.is_some() {
                    tries.push(with(&o, Manner::Legs(vec![there.pose()])));
                }
            }
            if !matches!(o.how, Manner::Legs(_)) || edges.is_none() {
                let follows = !matches!(o.how, Manner::Group(_));
                let lead = if follows { &o.elements[..1] } else { &o.elements[..] };
                let (l, r) = front_corners(f, lead);
                let dir = f[o.elements[0]].base.dir;
                let p = if follows { f[o.elements[0]].base.front } else { mine.front };
                for mut s in ways(l, r, dir, p, there.front, None) {
                    // A little further than the edge, so that it is surely reached.
                    if let Some(Step::Advance(d)) = s.last_mut() {
                        *d += 2.0;
                    }
                    tries.push(with(
                        &o,
                        if matches!(o.how, Manner::Legs(_)) { Manner::Group(s) } else { manner(s) },
                    ));
                }
            }
            for t in tries {
                match moves::plan(f, &t) {
                    Ok(p) if !p.contacts => {}
                    Ok(p) => {
                        if best.as_ref().is_none_or(|(_, b)| p.paces < b.paces) {
                            best = Some((t, p));
                        }
                    }
                    Err(r) => no = no.or_else(|| Some((r, vec![(hand, there)]))),
                }
            }
            if edges.is_none() {
                break;
            }
        }
    }
    let refusal = if best.is_some() {
        None
    } else {
        Some(no.unwrap_or_else(|| (Refusal::form(say!("no-move-leads-into-contact", foe)), Vec::new())))
    };
    Found { best, refusal }
}
