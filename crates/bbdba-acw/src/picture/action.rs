//! What happened this turn, over the map: where troops came from, who shot at whom, who fell.

use super::troops::livery;
use crate::event::{Event, EventKind, Target, Why};
use crate::field::{ElementId, Field, Side};
use std::collections::BTreeMap;
use table::draw;
use table::pen::{N, Sheet, ink};
use table::{Base, Pose, V2, v2};

/// Where everyone stood when a thing happened: an element moved later is where that move began, all others are where
/// they are now (a lost element keeps its last place).
struct Then<'a> {
    field: &'a Field,
    starts: BTreeMap<ElementId, Vec<(usize, Pose)>>,
}

impl<'a> Then<'a> {
    fn new(field: &'a Field, events: &[Event]) -> Then<'a> {
        let mut starts: BTreeMap<ElementId, Vec<(usize, Pose)>> = BTreeMap::new();
        for (i, e) in events.iter().enumerate() {
            if let EventKind::Goes { element, from, .. } = &e.kind {
                starts.entry(*element).or_default().push((i, *from));
            }
        }
        Then { field, starts }
    }

    fn base(&self, id: ElementId, event: usize) -> Option<Base> {
        let now = self.field.get(id)?.base;
        let moved = self.starts.get(&id).and_then(|v| v.iter().find(|(i, _)| *i > event));
        let base = moved.map_or(now, |(_, p)| Base::new(*p, now.width, now.depth));
        base.pose().is_finite().then_some(base)
    }

    fn middle(&self, t: Target, event: usize) -> Option<V2> {
        match t {
            Target::Element(id) => self.base(id, event).map(|b| b.centre()),
            Target::Camp(s) => self.field.army(s).camp.as_ref().map(|c| c.rect.centre),
        }
    }

    fn muzzle(&self, t: Target, event: usize) -> Option<V2> {
        match t {
            Target::Element(id) => self.base(id, event).map(|b| b.front),
            camp => self.middle(camp, event),
        }
    }
}

pub(super) fn falls_back(why: Why) -> bool {
    matches!(
        why,
        Why::BreaksOff | Why::Recoils | Why::Ricochet | Why::PushedBack | Why::Flees | Why::Retreats
    )
}

/// The ways troops went; under the blocks.
pub(super) fn ways(s: &mut Sheet, f: &Field, events: &[Event], blue: Side) {
    for e in events {
        let EventKind::Goes { element, why, from, to } = &e.kind else { continue };
        let Some(now) = f.get(*element).map(|e| e.base) else { continue };
        // Lining up and turning are too short to draw; deploying has no place to come from.
        if matches!(why, Why::Deploys | Why::TurnsToFace | Why::LinesUp)
            || !from.is_finite()
            || !to.is_finite()
        {
            continue;
        }
        let (a, b) = (Base::new(*from, now.width, now.depth), Base::new(*to, now.width, now.depth));
        let (p, q) = (a.centre(), b.centre());
        let back = falls_back(*why);
        let l = livery(element.side(), blue);
        let mut ghost = s.path();
        ghost.polygon(&a.corners());
        s.stroke(
            &ghost,
            &format!(
                r#"fill="{}" fill-opacity="0.13" stroke="{}" stroke-width="2.4" stroke-dasharray="7 6" stroke-opacity="0.65""#,
                l.dark, l.dark
            ),
        );
        // The head stays in sight: up to the near edge of the base that arrived.
        let q = b.rect().clip(p, q).map_or(q, |(t, _)| p.lerp(q, t));
        if p.dist(q) < 24.0 {
            continue;
        }
        arrow(s, p, q, l.dark, back);
    }
}

/// A thin arrow; a falling back is dashed.
pub(super) fn arrow(s: &mut Sheet, p: V2, q: V2, colour: &str, back: bool) {
    let dir = (q - p).unit();
    let side = dir.right();
    let mut way = s.path();
    way.to(p).line(q - dir * 20.0);
    s.stroke(
        &way,
        &format!(
            r#"fill="none" stroke="{colour}" stroke-width="6" stroke-opacity="0.85"{}"#,
            if back { r#" stroke-dasharray="5 9" stroke-linecap="round""# } else { "" }
        ),
    );
    let mut head = s.path();
    head.polygon(&[q, q - dir * 32.0 + side * 15.0, q - dir * 24.0, q - dir * 32.0 - side * 15.0]);
    s.stroke(&head, &format!(r#"fill="{colour}" fill-opacity="0.9""#));
}

/// Shots, close combats and losses; over the blocks.
pub(super) fn fights(s: &mut Sheet, f: &Field, events: &[Event]) {
    let then = Then::new(f, events);
    for (i, e) in events.iter().enumerate() {
        match &e.kind {
            EventKind::Shooting { main, with, target, .. } => {
                let Some(middle) = then.middle(*target, i) else { continue };
                let rect = match target {
                    Target::Element(id) => then.base(*id, i).map(|b| b.rect()),
                    Target::Camp(s) => f.army(*s).camp.as_ref().map(|c| c.rect),
                };
                // It strikes the near edge, which leaves the target's name to read.
                let near = |from: V2| {
                    rect.and_then(|r| r.clip(from, middle)).map_or(middle, |(t, _)| from.lerp(middle, t))
                };
                for (k, m) in
                    std::iter::once(*main).chain(with.iter().copied().map(Target::Element)).enumerate()
                {
                    if let Some(from) = then.muzzle(m, i) {
                        shot(s, from, near(from), k > 0);
                    }
                }
                burst(s, then.muzzle(*main, i).map_or(middle, near));
            }
            EventKind::CloseCombat { a, b, .. } => {
                if let (Some(p), Some(q)) = (then.middle(Target::Element(*a), i), then.middle(*b, i)) {
                    swords(s, p.lerp(q, 0.5));
                }
            }
            EventKind::Lost { element, .. } => {
                if let Some(b) = then.base(*element, i) {
                    fallen(s, &b);
                    // Behind the line, where no shot strikes.
                    let c = b.centre() - b.dir * 62.0;
                    draw!(
                        s,
                        r#"<text x="{}" y="{}" font-size="36" text-anchor="middle" font-weight="700" fill="{}" paint-order="stroke" stroke="{}" stroke-width="8" stroke-linejoin="round">{element}</text>"#,
                        N(c.x),
                        N(s.fy(c.y) + 12.0),
                        ink::FIRE,
                        ink::PAPER
                    );
                }
            }
            _ => {}
        }
    }
}

pub(super) fn shot(s: &mut Sheet, from: V2, at: V2, supports: bool) {
    let mut line = s.path();
    line.to(from).line(at);
    s.stroke(
        &line,
        &format!(
            r#"fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="18 10" stroke-opacity="0.9""#,
            ink::FIRE,
            if supports { "3.5" } else { "5.5" }
        ),
    );
}

/// Where the shot strikes.
pub(super) fn burst(s: &mut Sheet, at: V2) {
    let mut star = s.path();
    let points: Vec<V2> = (0..16)
        .map(|i| {
            let r = if i % 2 == 0 { 24.0 } else { 11.0 };
            at + v2(0.0, r).turned(f64::from(i) / 16.0 * std::f64::consts::TAU)
        })
        .collect();
    star.polygon(&points);
    s.stroke(
        &star,
        &format!(r##"fill="#f6c66a" fill-opacity="0.85" stroke="{}" stroke-width="3.5""##, ink::FIRE),
    );
}

/// Crossed swords.
pub(super) fn swords(s: &mut Sheet, at: V2) {
    draw!(
        s,
        r##"<g transform="translate({} {})" stroke-linecap="round" fill="none"><circle r="27" fill="{p}" fill-opacity="0.9" stroke="{k}" stroke-width="3"/><path d="M-15 15L15-15M15 15L-15-15" stroke="{k}" stroke-width="5.5"/><path d="M-17 7L-7 17M17 7L7 17" stroke="{b}" stroke-width="5.5"/></g>"##,
        N(at.x),
        N(s.fy(at.y)),
        p = ink::PAPER,
        k = ink::BLACK,
        b = ink::BROWN
    );
}

/// A cross where an element was lost.
pub(super) fn fallen(s: &mut Sheet, b: &Base) {
    let mut box_ = s.path();
    box_.polygon(&b.corners());
    s.stroke(
        &box_,
        &format!(
            r#"fill="{}" fill-opacity="0.12" stroke="{}" stroke-width="3" stroke-dasharray="4 7""#,
            ink::FIRE,
            ink::FIRE
        ),
    );
    let mut cross = s.path();
    let c = b.centre();
    let (u, v) = (v2(34.0, 34.0), v2(34.0, -34.0));
    cross.to(c - u).line(c + u).to(c - v).line(c + v);
    for (colour, width) in [(ink::PAPER, 17), (ink::FIRE, 10)] {
        s.stroke(&cross, &format!(r#"stroke="{colour}" stroke-width="{width}" stroke-linecap="round""#));
    }
}
