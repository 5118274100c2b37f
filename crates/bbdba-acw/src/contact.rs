//! Who touches whom and how (dba.14, dba.18, dba.44). Always found afresh from the positions.

use crate::event::Target;
use crate::field::{CampSite, Element, ElementId, Engagement, Field};
use crate::order::Facet;
use crate::reading;
use crate::troop::Troop;
use table::{Base, EPS, V2};

/// How an element's front lies against an enemy (dba.44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// F: aligned front contact, the only one that is fought.
    Front,
    /// S, by the attacked element's left or right flank.
    LeftFlank,
    RightFlank,
    /// R.
    Rear,
}

/// One degree: directions that differ by no more are the same (dba.44).
pub(crate) const SAME: f64 = 0.999_847_6;

fn close(a: V2, b: V2) -> bool {
    !far(a, b) && a.dist(b) <= touch()
}

/// Cheap: certainly not close.
fn far(a: V2, b: V2) -> bool {
    let t = touch() + table::EPS;
    (a.x - b.x).abs() > t || (a.y - b.y).abs() > t
}

fn touch() -> f64 {
    crate::book::data().touch
}

/// Aligned front contact between two bases: front corners match, facing opposite.
pub fn is_front(a: &Base, b: &Base) -> bool {
    // Where the corners match, so do the middles.
    !far(a.front, b.front) && close(a.front_left(), b.front_right()) && close(a.front_right(), b.front_left())
}

/// Rear contact: `a`'s front along `b`'s rear, corners matching.
pub fn is_rear(a: &Base, b: &Base) -> bool {
    !far(a.front, b.rear()) && close(a.front_left(), b.rear_left()) && close(a.front_right(), b.rear_right())
}

/// Does a part of `a`'s front edge lie along `b`'s flank edge, at right angles? `left` is `b`'s left flank. Lined up
/// corner to corner (S) or left over from a recoil (dba.58).
pub fn is_flank(a: &Base, b: &Base, left: bool) -> bool {
    // At right angles within a degree.
    let side = if left { -b.dir.right() } else { b.dir.right() };
    if a.dir.dot(-side) < SAME {
        return false;
    }
    let (p, q) = (b.local(a.front_left()), b.local(a.front_right()));
    let edge = if left { -b.width / 2.0 } else { b.width / 2.0 };
    // The nearer corner touches; the other may be off by the degree.
    let (p_off, q_off) = ((p.x - edge).abs(), (q.x - edge).abs());
    if p_off.max(q_off) > touch() + 1.0 {
        return false;
    }
    if p_off.min(q_off) > touch() + EPS {
        return false;
    }
    let (lo, hi) = (p.y.min(q.y).max(-b.depth), p.y.max(q.y).min(0.0));
    hi - lo > touch()
}

/// Troops that may attack a camp: all but artillery and commanders (dba.53).
pub fn may_storm(t: Troop) -> bool {
    !matches!(t, Troop::Artillery | Troop::Commander)
}

/// Is the whole of a base's front edge along one side of the camp, or a whole short side along the front edge (dba.53)?
pub fn is_camp_contact(b: &Base, camp: &CampSite) -> bool {
    let r = &camp.rect;
    let l = r.local(b.front);
    let reach = b.width / 2.0 + touch() + 1.0;
    if l.x.abs() > r.half_width + reach || l.y.abs() > r.half_depth + reach {
        return false;
    }
    for (normal, half, extent) in [
        (r.dir, r.half_depth, r.half_width),
        (-r.dir, r.half_depth, r.half_width),
        (r.dir.right(), r.half_width, r.half_depth),
        (-r.dir.right(), r.half_width, r.half_depth),
    ] {
        if b.dir.dot(-normal) < SAME {
            continue;
        }
        let d = (b.front - r.centre).dot(normal) - half;
        let along = (b.front - r.centre).dot(normal.right());
        let lim = (extent - b.width / 2.0).abs() + touch();
        if d.abs() <= touch() && along.abs() <= lim {
            return true;
        }
    }
    false
}

/// Where an attacker's base stands when it is lined up exactly on an edge of an enemy's base (dba.14): F, S or R. An
/// overlap has no such place of its own; it is given as F.
pub fn aligned(attacker: &Base, foe: &Base, on: Facet) -> Base {
    match on {
        Facet::Front | Facet::Overlap => attacker.at(foe.front, -foe.dir),
        Facet::Rear => attacker.at(foe.rear(), foe.dir),
        Facet::LeftFlank => {
            let dir = foe.dir.right();
            attacker.at(foe.front_left() - foe.dir * (attacker.width / 2.0), dir)
        }
        Facet::RightFlank => {
            let dir = -foe.dir.right();
            attacker.at(foe.front_right() - foe.dir * (attacker.width / 2.0), dir)
        }
    }
}

impl Field {
    /// The enemy with whom the element is in aligned front contact.
    pub fn front_opponent(&self, id: ElementId) -> Option<ElementId> {
        let e = &self[id];
        if !e.on_table() || e.troop == Troop::Commander {
            return None;
        }
        // The opponent's centre lies straight ahead of the front, half its depth away.
        let (at, ahead) = (e.base.front, e.base.front + e.base.dir * 120.0);
        self.centred_between(e.side().other(), at, ahead)
            .find(|o| is_front(&e.base, &o.base) && !o.is_commander())
            .map(|o| o.id)
    }

    /// The enemy camp with which the element is in full front contact (dba.53). One that was plundered is no enemy any more.
    pub fn camp_opponent(&self, id: ElementId) -> Option<Target> {
        let e = &self[id];
        if !e.on_table() || matches!(e.troop, Troop::Commander | Troop::Artillery) {
            return None;
        }
        let enemy = self.enemy_camp(e.side())?;
        is_camp_contact(&e.base, enemy).then(|| Target::Camp(e.side().other()))
    }

    /// Front to front with an enemy, a camp included: neither shooter nor target (shooting.1, dba.25).
    pub fn front_to_front(&self, id: ElementId) -> bool {
        self.front_opponent(id).is_some() || self.camp_opponent(id).is_some()
    }

    /// How an enemy's front lies against this element, if it does.
    pub fn contact(&self, attacker: &Element, on: &Element) -> Option<Contact> {
        if attacker.is_commander() || on.is_commander() {
            return None;
        }
        let (a, b) = (&attacker.base, &on.base);
        if is_front(a, b) {
            Some(Contact::Front)
        } else if is_rear(a, b) {
            Some(Contact::Rear)
        } else if is_flank(a, b, true) {
            Some(Contact::LeftFlank)
        } else if is_flank(a, b, false) {
            Some(Contact::RightFlank)
        } else {
            None
        }
    }

    /// Enemies whose fronts lie against the element's flanks or rear.
    pub fn flankers(&self, id: ElementId) -> impl Iterator<Item = (ElementId, Contact)> + '_ {
        let e = &self[id];
        self.touching_of(id.side().other(), e.base, id)
            .filter_map(move |o| self.contact(o, e).filter(|c| *c != Contact::Front).map(|c| (o.id, c)))
    }

    /// In close combat: F, S or R with an enemy, for both concerned (dba.44); a camp in full front contact counts too.
    pub fn in_close_combat(&self, id: ElementId) -> bool {
        if self.front_to_front(id) {
            return true;
        }
        let e = &self[id];
        self.touching_of(id.side().other(), e.base, id)
            .any(|o| self.contact(o, e).is_some_and(|c| c != Contact::Front) || self.contact(e, o).is_some())
    }

    /// Enemies that overlap this element, by its left and its right flank (dba.18). It must be in front contact.
    pub fn overlaps(&self, id: ElementId) -> [Option<ElementId>; 2] {
        let e = &self[id];
        let mut found = [None, None];
        let guns = self.readings.is(reading!("overlap", "all-but-artillery"));
        for o in self.touching_of(id.side().other(), e.base, id) {
            if o.is_commander() || (guns && o.troop == Troop::Artillery) {
                continue;
            }
            if let Some(left) = self.overlaps_at(o, e) {
                let at = &mut found[usize::from(!left)];
                at.get_or_insert(o.id);
            }
        }
        found
    }

    /// Does `o` overlap `e`? `Some(true)` on `e`'s left flank.
    pub fn overlaps_at(&self, o: &Element, e: &Element) -> Option<bool> {
        let (a, b) = (&o.base, &e.base);
        // (a) Level beside its fighting friend: facing opposite, corner to corner.
        if a.dir.dot(b.dir) < -SAME && self.front_opponent(o.id).is_none() {
            if close(a.front_left(), b.front_left()) {
                return Some(true);
            }
            if close(a.front_right(), b.front_right()) {
                return Some(false);
            }
        }
        // (b) A part of a flank edge along a part of a flank edge.
        if a.dir.cross(b.dir).abs() > 0.017_46 {
            return None;
        }
        let along = |left: bool| {
            let edge = if left { -b.width / 2.0 } else { b.width / 2.0 };
            let side = if left { -1.0 } else { 1.0 };
            // The neighbour's near flank: its corners nearest to that edge.
            let c = a.corners().map(|c| b.local(c));
            if (b.local(a.centre()).x - edge) * side <= 0.0 {
                return false;
            }
            let near = || c.iter().filter(|p| (p.x - edge).abs() <= touch() + 1.5);
            if near().count() < 2 {
                return false;
            }
            let lo = near().map(|p| p.y).fold(f64::INFINITY, f64::min).max(-b.depth);
            let hi = near().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max).min(0.0);
            hi - lo > touch()
        };
        if along(true) {
            Some(true)
        } else if along(false) {
            Some(false)
        } else {
            None
        }
    }

    /// Sees all contacts afresh (dba.58): drops engagements and touches that no longer hold.
    pub fn refresh(&mut self) {
        let mut es = std::mem::take(&mut self.engagements);
        es.retain(|x| {
            let (a, d) = (&self[x.attacker], &self[x.defender]);
            // An element that could not turn is fought on its flank or rear (dba.56).
            a.on_table() && d.on_table() && self.contact(a, d).is_some()
        });
        self.engagements = es;
        let mut ts = std::mem::take(&mut self.touches);
        ts.retain(|(a, d)| {
            let (a, d) = (&self[*a], &self[*d]);
            a.on_table() && d.on_table() && self.contact(a, d).is_some_and(|c| c != Contact::Front)
        });
        self.touches = ts;
    }

    /// Notes that an element's own movement brought it into contact (dba.22, dba.16).
    pub fn note_contacts(&mut self, mover: ElementId) {
        if let Some(foe) = self.front_opponent(mover) {
            if !self
                .engagements
                .iter()
                .any(|x| (x.attacker, x.defender) == (mover, foe) || (x.attacker, x.defender) == (foe, mover))
            {
                self.engagements.push(Engagement { attacker: mover, defender: foe, rounds: 0 });
            }
        }
        let e = &self[mover];
        let flanked: Vec<ElementId> = self
            .touching_of(mover.side().other(), e.base, mover)
            .filter(|o| self.contact(e, o).is_some_and(|c| c != Contact::Front))
            .map(|o| o.id)
            .collect();
        for o in flanked {
            if !self.touches.contains(&(mover, o)) {
                self.touches.push((mover, o));
            }
        }
    }

    pub fn engagement(&self, a: ElementId, b: ElementId) -> Option<&Engagement> {
        self.engagements
            .iter()
            .find(|x| (x.attacker, x.defender) == (a, b) || (x.attacker, x.defender) == (b, a))
    }
}

impl From<Contact> for Facet {
    fn from(c: Contact) -> Facet {
        match c {
            Contact::Front => Facet::Front,
            Contact::LeftFlank => Facet::LeftFlank,
            Contact::RightFlank => Facet::RightFlank,
            Contact::Rear => Facet::Rear,
        }
    }
}
