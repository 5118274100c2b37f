//! Meeting the enemy: the first touch, whether it is lawful, and lining up (contact.1 to contact.6, dba.14, dba.47, dba.48).

use super::lineup::{self, facet, fighting, overlapping, right};
use super::way::{Around, Way, between};
use crate::event::Target;
use crate::field::{ElementId, Field};
use crate::order::{Against, Facet};
use crate::procedures::line_up::{self, Why};
use crate::troop::Troop;
use crate::{book, clause, say};
use table::{Base, Body, Rect, first_within};
use umpire::{Clause, Grounds, Refusal};

/// What comes of meeting the enemy.
#[derive(Clone, Debug)]
pub(crate) enum Meeting {
    /// No enemy is touched.
    None,
    /// He may not be touched, for this reason: the way ends short of him.
    Short(Box<Refusal>),
    /// The declared place is lawful contact as it stands.
    Lawful,
    /// Everyone is put into these places.
    LinesUp(Vec<Base>, Clause),
    /// The enemy's Jaeger turn to the group.
    FoeTurns(Vec<(ElementId, Base)>),
}

struct Touch {
    time: f64,
    foe: Target,
}

/// The first moment of a stage at which one of them touches the rectangle, of which it is known that it gets inside.
fn moment(way: &Way, k: usize, i: usize, r: &Rect) -> Option<f64> {
    if let Some(m) = way.turning(k, i) {
        return first_within(&m, Body::rect(*r), 0.0, 0.0, 1.0);
    }
    let (a, b) = (&way.after(k)[i], &way.after(k + 1)[i]);
    if a.dir == b.dir {
        let d = b.front - a.front;
        let l = d.len();
        if l < 1e-9 {
            return Some(0.0);
        }
        return Some(a.rect().travel_to(r, d * (1.0 / l)).map_or(1.0, |t| (t / l).clamp(0.0, 1.0)));
    }
    let inside = |t: f64| between(a, b, t).rect().penetration(r) > 0.0;
    let n = 16;
    let hit = (0..=n).map(|k| f64::from(k) / f64::from(n)).find(|t| inside(*t))?;
    let (mut lo, mut hi) = ((hit - 1.0 / f64::from(n)).max(0.0), hit);
    if hit == 0.0 {
        return Some(0.0);
    }
    for _ in 0..24 {
        let m = (lo + hi) / 2.0;
        if inside(m) {
            hi = m;
        } else {
            lo = m;
        }
    }
    Some(lo)
}

fn first_touch(f: &Field, way: &Way, around: &Around<'_>) -> Result<Option<Touch>, Refusal> {
    let t = book::data().touch;
    let camp = f.enemy_camp(around.side).map(|c| (Target::Camp(around.side.other()), c.rect));
    for k in 0..way.stages() {
        let mut best: Option<Touch> = None;
        for i in 0..way.n() {
            let foes = around.foes.iter().map(|e| (Target::Element(e.id), e.rect()));
            for (foe, r) in foes.chain(camp) {
                if !way.enters(k, i, &r, t) {
                    continue;
                }
                let Some(at) = moment(way, k, i, &r) else {
                    return Err(Refusal::by(
                        clause!("dba.5"),
                        say!("move-through-declare-way", who = way.who[i], foe),
                    ));
                };
                let time = k as f64 + at;
                if best.as_ref().is_none_or(|x| time < x.time - 1e-9) {
                    best = Some(Touch { time, foe });
                }
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// Who is touched by these bases: the mover's place and the enemy.
fn touched(f: &Field, around: &Around<'_>, bases: &[Base]) -> Vec<(usize, Target)> {
    let t = book::data().touch;
    let camp = f.enemy_camp(around.side);
    let mut out = Vec::new();
    for (i, b) in bases.iter().enumerate() {
        let r = b.rect();
        for e in &around.foes {
            let er = e.rect();
            if (er.centre - r.centre).len2() < 60_000.0 && er.comes_within(&r, t) {
                out.push((i, Target::Element(e.id)));
            }
        }
        if camp.is_some_and(|c| c.rect.comes_within(&r, t)) {
            out.push((i, Target::Camp(around.side.other())));
        }
    }
    out
}

/// Does the way, within so many paces, touch an enemy whom it touches at its end and did not touch at its start?
pub(crate) fn touches_within(f: &Field, way: &Way, around: &Around<'_>, paces: f64) -> bool {
    let time = way.time_at(paces);
    let then: Vec<Base> = (0..way.n()).map(|i| way.base(i, time)).collect();
    let (start, end) = (touched(f, around, way.start()), touched(f, around, way.end()));
    touched(f, around, &then).iter().any(|t| end.contains(t) && !start.contains(t))
}

/// Is every touching lawful (dba.47), and by what? Otherwise the reason why not, if there is one beyond that it is not lined
/// up.
fn lawful(
    f: &Field,
    way: &Way,
    bases: &[Base],
    touches: &[(usize, Target)],
) -> Result<Grounds, Option<Refusal>> {
    let mut by = Grounds::default();
    // (1) One aligned contact makes room for incidental touching by others and of others.
    let mut none = None;
    let mut full = false;
    let mut overlaps = 0;
    for (i, foe) in touches {
        let b = &bases[*i];
        match foe {
            Target::Camp(s) => {
                if f.army(*s).camp.as_ref().is_some_and(|c| crate::contact::is_camp_contact(b, c)) {
                    by.add(clause!("contact.6"));
                    by.add(clause!("dba.53"));
                    full = true;
                } else {
                    let who = way.who[*i];
                    none = Some(Refusal::by(clause!("contact.6"), say!("must-full-front-contact", who)));
                }
            }
            Target::Element(id) => {
                let e = &f[*id];
                match facet(b, &e.base) {
                    Some(on) => match right(f, way, e, on) {
                        Some(rule) => {
                            by.add(rule);
                            full = true;
                        }
                        None => none = Some(no_right(way, *id, on)),
                    },
                    None if fighting(f, way, e) && overlapping(b, &e.base) => {
                        by.add(clause!("contact.2"));
                        overlaps += 1;
                    }
                    None => {}
                }
            }
        }
    }
    if full || overlaps == touches.len() || way.own == 1 && overlaps > 0 { Ok(by) } else { Err(none) }
}

fn no_right(way: &Way, foe: ElementId, on: Facet) -> Refusal {
    let by = line_up::no_right(lineup::edge(on));
    if on == Facet::Overlap {
        return Refusal::by(by, say!("no-friend-fights-front", who = way.who[0], foe));
    }
    let why = match on {
        Facet::Rear => say!("rear-contacted-only-wholly"),
        _ if way.own > 1 => say!("group-not-contact-flank"),
        _ => {
            say!("flank-contacted-only-single")
        }
    };
    Refusal::by(by, say!("not-contact", who = way.who[0], foe, why))
}

/// Who may never touch an enemy.
fn shy(f: &Field, way: &Way, touches: &[(usize, Target)]) -> Option<Refusal> {
    touches.iter().find_map(|(i, foe)| {
        let id = way.who[*i];
        let (by, why) = line_up::shy(f[id].troop).err()?;
        Some(Refusal::by(
            by,
            match why {
                Why::Artillery => say!("artillery-not-moved-into", id, foe),
                _ => say!("command-element-not-end", id, foe),
            },
        ))
    })
}

/// Follows the way until it meets the enemy, shortens it there and finds what comes of it.
pub(crate) fn meet(
    f: &Field,
    way: &mut Way,
    around: &Around<'_>,
    against: Option<Against>,
    by: &mut Grounds,
) -> Result<Meeting, Refusal> {
    let touch = first_touch(f, way, around)?;
    let first = match &touch {
        Some(t) => {
            way.cut(t.time);
            Some(t.foe)
        }
        None => None,
    };
    let touches = touched(f, around, way.end());
    if touches.is_empty() && first.is_none() {
        return match against {
            Some(a) => Err(Refusal::by(clause!("dba.48"), say!("move-not-reach", foe = a.foe))),
            None => Ok(Meeting::None),
        };
    }
    let refusal = match shy(f, way, &touches) {
        Some(r) => r,
        None => {
            let asked = against.is_none_or(|a| {
                touches.iter().any(|(i, t)| {
                    *t == a.foe
                        && match t {
                            Target::Camp(_) => true,
                            Target::Element(e) => match facet(&way.end()[*i], &f[*e].base) {
                                Some(on) => on == a.on,
                                None => a.on == Facet::Overlap && overlapping(&way.end()[*i], &f[*e].base),
                            },
                        }
                })
            });
            let as_is = lawful(f, way, way.end(), &touches);
            let turn = skirmishers(f, way, &touches);
            let chosen = as_is.is_ok() && asked;
            let wanted =
                |a: Against| turn.iter().any(|(j, _)| a.foe == Target::Element(*j) && a.on == Facet::Front);
            if !turn.is_empty() && (chosen || against.is_none_or(wanted)) {
                return Ok(Meeting::FoeTurns(turn));
            }
            if chosen {
                by.join(as_is.unwrap_or_default());
                return Ok(Meeting::Lawful);
            }
            if let Some(m) = line_up(f, way, &touches, first, against, by)? {
                return Ok(m);
            }
            // A more particular reason goes first.
            as_is
                .err()
                .flatten()
                .unwrap_or_else(|| Refusal::by(clause!("dba.14"), say!("contact-cannot-lined-up")))
        }
    };
    if against.is_some() || !stop_short(way, around, f) {
        return Err(refusal);
    }
    by.add(clause!("dba.14"));
    Ok(Meeting::Short(Box::new(refusal)))
}

impl Meeting {
    /// Does nobody touch an enemy?
    pub fn is_none(&self) -> bool {
        matches!(self, Meeting::None | Meeting::Short(_))
    }
}

/// Short of contact is 2 p away (dba.44).
const SHORT: f64 = 2.0;

/// Shortens the way so that it stays short of contact; false if that cannot be.
fn stop_short(way: &mut Way, around: &Around<'_>, f: &Field) -> bool {
    let camp = f.enemy_camp(around.side).map(|c| c.rect);
    let clear = |bases: &[Base]| {
        bases.iter().all(|b| {
            let r = b.rect();
            around.foes.iter().map(|e| e.rect()).chain(camp).all(|e| e.gap(&r) >= SHORT - table::EPS)
        })
    };
    let full = way.length();
    for k in 1..=40 {
        let paces = full - SHORT * f64::from(k);
        if paces <= table::EPS {
            return false;
        }
        let time = way.time_at(paces);
        let bases: Vec<Base> = (0..way.n()).map(|i| way.base(i, time)).collect();
        if clear(&bases) {
            way.cut(time);
            return true;
        }
    }
    false
}

/// The lone Jaeger touched by the group and where each turns to (contact.4).
fn skirmishers(f: &Field, way: &Way, touches: &[(usize, Target)]) -> Vec<(ElementId, Base)> {
    let mut out: Vec<(ElementId, Base)> = Vec::new();
    for (i, foe) in touches {
        let Target::Element(id) = foe else { continue };
        if *i >= way.own || f[*id].troop != Troop::Jaeger || out.iter().any(|(j, _)| j == id) {
            continue;
        }
        if way.end()[..way.own].iter().any(|b| crate::contact::is_front(b, &f[*id].base)) {
            continue;
        }
        if let Some(to) = lineup::skirmishers_turn(f, way, way.end(), *i, &f[*id], &out) {
            out.push((*id, to));
        }
    }
    out
}

/// Lines the mover up.
fn line_up(
    f: &Field,
    way: &Way,
    touches: &[(usize, Target)],
    first: Option<Target>,
    against: Option<Against>,
    by: &mut Grounds,
) -> Result<Option<Meeting>, Refusal> {
    let bases = way.end();
    let mut foes: Vec<Target> = Vec::new();
    for t in first.into_iter().chain(touches.iter().map(|(_, t)| *t)) {
        if !foes.contains(&t) {
            foes.push(t);
        }
    }
    if let Some(a) = against {
        if !foes.contains(&a.foe) {
            let met = foes.first().map(|t| t.message()).unwrap_or_default();
            return Err(Refusal::by(clause!("dba.48"), say!("move-not-reach-first", foe = a.foe, met)));
        }
        foes.retain(|t| *t == a.foe);
    }
    let facets: &[Facet] = match against {
        Some(Against { on: Facet::Front, .. }) => &[Facet::Front],
        Some(Against { on: Facet::Rear, .. }) => &[Facet::Rear],
        Some(Against { on: Facet::LeftFlank, .. }) => &[Facet::LeftFlank],
        Some(Against { on: Facet::RightFlank, .. }) => &[Facet::RightFlank],
        Some(Against { on: Facet::Overlap, .. }) => &[Facet::Overlap],
        None => &[Facet::Front, Facet::Rear, Facet::LeftFlank, Facet::RightFlank, Facet::Overlap],
    };
    let mut denied = None;
    for on in facets {
        // The nearest fit among all that are touched.
        let mut best: Option<(Vec<Base>, f64, Clause)> = None;
        for foe in &foes {
            match foe {
                Target::Camp(s) => {
                    let Some(camp) = &f.army(*s).camp else { continue };
                    for i in 0..way.own {
                        if f[way.who[i]].troop == Troop::Artillery || !touches.contains(&(i, *foe)) {
                            continue;
                        }
                        if let Some(all) = lineup::body_at_camp(f, way, bases, i, camp) {
                            by.add(clause!("dba.53"));
                            return Ok(Some(Meeting::LinesUp(all, clause!("contact.6"))));
                        }
                    }
                }
                Target::Element(id) => {
                    let e = &f[*id];
                    if *on == Facet::Front && fighting(f, way, e) {
                        continue;
                    }
                    let Some(rule) = right(f, way, e, *on) else {
                        if against.is_some() {
                            denied = Some(no_right(way, *id, *on));
                        }
                        continue;
                    };
                    for i in 0..way.own {
                        if f[way.who[i]].troop == Troop::Artillery
                            || bases[i].front.dist(e.base.front) > 2.0 * book::data().bw
                        {
                            continue;
                        }
                        if let Some((all, slide)) = lineup::body(f, way, bases, i, e, *on) {
                            let slide = slide + if touches.contains(&(i, *foe)) { 0.0 } else { 1.0 };
                            if best.as_ref().is_none_or(|(_, s, _)| slide < *s) {
                                best = Some((all, slide, rule));
                            }
                        }
                    }
                }
            }
        }
        if let Some((all, _, rule)) = best {
            by.add(rule);
            by.add(clause!("dba.14"));
            return Ok(Some(Meeting::LinesUp(all, clause!("contact.5"))));
        }
    }
    match denied {
        Some(r) => Err(r),
        None => Ok(None),
    }
}
