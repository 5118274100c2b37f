//! What is going to happen between units if both go on as they do now: found when a leg is planned, kept in an agenda, and
//! dropped when either of the two changes its leg.

use super::{INSTANT, Mode, Table};
use crate::book::data;
use crate::check::{Place, Trigger};
use crate::passing::{self, Pass};
use crate::troop::{Arm, State};
use crate::unit::{StaffId, UnitId};
use crate::{attack, clause, reading};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use table::{Body, Moving, V2, first_ahead, first_crossing, first_within};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// A leg ends by itself.
    LegEnds,
    /// The unit reaches break-in distance of an enemy ahead.
    BreakIn,
    /// It touches the enemy it has won the shock roll against, or takes guns and wagons.
    Contact,
    /// It comes to 8 cm of a chain or battery.
    Threat,
    /// It comes within 2 cm of a lone general or orderly.
    Staff(StaffId),
    /// Wheeling it touches an enemy who is not before its front.
    Brush,
    /// It comes upon the guns of this battery, which stand without gunners.
    Guns,
    /// It touches a friend.
    Friend,
    /// In flight it comes within 8 cm of a friend.
    Panic,
    /// The event a fire order waits for.
    Trigger(u8),
}

impl What {
    /// Does it come about even when it is reached at the very end of the turn? A distance is reached at its limit
    /// (play.measure), and clock 1 belongs to the turn.
    fn counts_at_the_end(self) -> bool {
        !matches!(self, What::LegEnds | What::Friend | What::Brush)
    }
}

/// Something due at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meet {
    pub at: f64,
    pub what: What,
    /// Who brings it about.
    pub who: UnitId,
    pub other: UnitId,
    serials: (u32, u32),
}

impl Eq for Meet {}
impl Ord for Meet {
    fn cmp(&self, o: &Meet) -> Ordering {
        // The earliest on top of the heap; ties by what and whom, never by who was planned first.
        o.at.total_cmp(&self.at)
            .then_with(|| (o.what, o.who, o.other).cmp(&(self.what, self.who, self.other)))
    }
}
impl PartialOrd for Meet {
    fn partial_cmp(&self, o: &Meet) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

/// All that is expected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    heap: BinaryHeap<Meet>,
}

impl Agenda {
    pub fn clear(&mut self) {
        self.heap.clear();
    }
}

/// The strokes on the clock's dial, far finer than an instant.
const STROKE: f64 = 5.0e-6;

/// The next stroke of the dial: the moment of an encounter is taken there. When shapes graze each other the moment they touch is
/// not known more exactly than about so much, and what is not known must not decide how a battle goes on: from two ends of
/// the table, or one unit after the other, it would be reckoned otherwise. No moment that is told in whole strokes lies
/// between two of them.
pub(super) fn on_the_dial(at: f64) -> f64 {
    let stroke = libm::ceil(at / STROKE + 0.317) * STROKE;
    if stroke < 1.0 { stroke } else { at }
}

impl Table {
    fn fresh(&self, m: &Meet) -> bool {
        let t = self.turn();
        t.runs[m.who.index()].serial == m.serials.0 && t.runs[m.other.index()].serial == m.serials.1
    }

    pub(super) fn note(&mut self, at: f64, what: What, who: UnitId, other: UnitId) {
        let t = self.turn_mut();
        let at = if what == What::LegEnds || at <= t.clock { at } else { on_the_dial(at) };
        let serials = (t.runs[who.index()].serial, t.runs[other.index()].serial);
        t.agenda.heap.push(Meet { at, what, who, other, serials });
    }

    /// The next moment at which anything is due, at most 1, and all that is due then.
    pub(crate) fn next_due(&mut self) -> (f64, Vec<Meet>) {
        let mut due: Vec<Meet> = Vec::new();
        let mut at = 1.0;
        while let Some(top) = self.turn().agenda.heap.peek().copied() {
            if !self.fresh(&top) {
                self.turn_mut().agenda.heap.pop();
                continue;
            }
            if due.is_empty() {
                let ends = top.at > 1.0 - 1e-12;
                if ends && top.at > 1.0 {
                    break;
                }
                if ends && !top.what.counts_at_the_end() {
                    self.turn_mut().agenda.heap.pop();
                    continue;
                }
                at = top.at;
            } else if top.at > at + INSTANT {
                break;
            }
            self.turn_mut().agenda.heap.pop();
            due.push(top);
        }
        due.sort_by_key(|m| (m.what, m.who, m.other));
        // What both of the two expected is one thing.
        due.dedup_by(|a, b| (a.what, a.who, a.other) == (b.what, b.who, b.other));
        // All of one instant happens at its last moment, so that each has really come about.
        let last = due.iter().map(|m| m.at).fold(at, f64::max).min(1.0);
        (last, due)
    }

    /// Finds what the unit's new leg leads to.
    pub(crate) fn expect(&mut self, u: UnitId) {
        let clock = self.clock();
        let leg_ends = self.run(u).leg.ends;
        if !self.field[u].on_table() {
            return;
        }
        if leg_ends < 1.0 {
            self.note(leg_ends, What::LegEnds, u, u);
        }
        let mine = self.run(u).leg.moving;
        let stands = mine.motion == table::Motion::Stand;
        // Only as long as this leg lasts; the next one is looked at when it begins.
        let swept = mine.bounds(clock, leg_ends.clamp(clock, 1.0));
        self.turn_mut().swept.set(u.index(), swept);
        let far = table::v2(self.turn().reach, self.turn().reach);
        let mut near = std::mem::take(&mut self.turn_mut().near);
        self.turn().swept.meeting(swept.0 - far, swept.1 + far, &mut near);
        for o in near.iter().map(|o| UnitId(*o)) {
            let there = &self.run(o).leg.moving;
            if o == u || (stands && there.motion == table::Motion::Stand) || !self.field[o].on_table() {
                continue;
            }
            if self.field[o].side == self.field[u].side {
                self.expect_friend(u, o, clock);
                self.expect_friend(o, u, clock);
            } else {
                self.expect_enemy(u, o, clock);
                self.expect_enemy(o, u, clock);
            }
        }
        self.turn_mut().near = near;
        self.expect_ground(u, clock);
        if !self.run(u).leg.stands() {
            self.expect_staff(u, clock);
            if self.field.readings.is(reading!("guns-taken", "contact")) {
                self.expect_guns(u, clock);
            }
        }
    }

    /// Enemy guns without gunners in the way of a march.
    fn expect_guns(&mut self, u: UnitId, clock: f64) {
        let unit = &self.field[u];
        if !matches!(unit.arm, Arm::Infantry | Arm::Cavalry) || unit.state > State::Slight {
            return;
        }
        let mine = self.run(u).leg.moving;
        let to = self.run(u).leg.ends.clamp(clock, 1.0);
        let standing = |o: &crate::unit::Unit| o.battery.as_ref().and_then(|b| b.standing_alone().copied());
        let found: Vec<(f64, UnitId)> = self
            .field
            .units
            .iter()
            .filter(|o| o.side != unit.side)
            .filter_map(|o| {
                let there = Body::rect(standing(o)?.rect());
                Some((first_within(mine.whole(), there, 0.0, clock, to)?, o.id))
            })
            .collect();
        for (t, o) in found {
            self.note(t, What::Guns, u, o);
        }
    }

    /// Finds how far off an encounter can matter this turn.
    pub(crate) fn find_reach(&mut self) {
        let d = &data().d;
        let mut reach = d.threat.max(d.carried_away);
        let mut ground = false;
        for v in self.turn().volleys() {
            match &v.shot.when {
                Trigger::Within { cm, .. } => reach = reach.max(*cm),
                Trigger::Passes { .. } | Trigger::Enters { .. } | Trigger::Leaves { .. } => ground = true,
                _ => {}
            }
        }
        let t = self.turn_mut();
        t.reach = reach;
        t.ground_events = ground;
    }

    /// What `u`, marching, meets of an enemy.
    fn expect_enemy(&mut self, u: UnitId, o: UnitId, clock: f64) {
        let d = &data().d;
        let (ru, ro) = (self.run(u), self.run(o));
        let (mine, theirs) = (ru.leg.moving, ro.leg.moving);
        let to = ru.leg.ends.min(ro.leg.ends).clamp(clock, 1.0);
        let (uu, oo) = (&self.field[u], &self.field[o]);
        let mut found: smallvec::SmallVec<[(f64, What); 4]> = smallvec::SmallVec::new();
        let pieces = place_in_pieces(&self.field, oo);
        let target: Body<'_> = pieces.as_ref().map_or_else(|| theirs.whole(), |p| theirs.pieces(p));
        let fights = matches!(uu.arm, Arm::Infantry | Arm::Cavalry);
        if ru.leg.advancing {
            let won = ru.attack.as_ref().is_some_and(|a| a.won.contains(&o));
            let helpless = oo.state == State::Complete || oo.arm == Arm::Wagon;
            let flees = oo.state == State::Complete;
            if (fights && oo.arm == Arm::Wagon)
                || ((won || flees) && !(oo.state == State::Complete && ru.through.contains(&o)))
            {
                if let Some(t) = first_within(mine.whole(), target, 0.0, clock, to) {
                    found.push((t, What::Contact));
                }
            } else if !ru.shocked.contains(&o) && !helpless {
                if let Some(t) = first_ahead(&mine, target, d.break_in, clock, to) {
                    found.push((t, What::BreakIn));
                }
                if matches!(mine.motion, table::Motion::Wheel { .. }) {
                    if let Some(t) = first_within(mine.whole(), target, 0.0, clock, to) {
                        found.push((t, What::Brush));
                    }
                }
            }
            let can_threaten = fights && uu.state <= State::Slight;
            if can_threaten && attack::can_be_threatened(oo) && !ro.asked.contains(&u) {
                if let Some(t) = first_within(mine.whole(), target, d.threat, clock, to) {
                    found.push((t, What::Threat));
                }
            }
        } else if !ru.leg.stands() && oo.state != State::Complete {
            // Retiring, fleeing or marching back it halts at break-in distance.
            let gap = table::gap_at(mine.whole(), target, clock);
            if gap > d.break_in + table::EPS || runs_into(&mine, &theirs, clock) {
                if let Some(t) = first_within(mine.whole(), target, d.break_in, clock, to) {
                    found.push((t, What::BreakIn));
                }
            }
        }
        for (i, v) in ro.volleys.iter().enumerate() {
            if v.done || v.due.is_some() {
                continue;
            }
            let Trigger::Within { cm, .. } = v.shot.when else { continue };
            if about(&v.shot.when, u) {
                let own = place_in_pieces(&self.field, uu);
                let enemy = own.as_ref().map_or_else(|| mine.whole(), |p| mine.pieces(p));
                if let Some(t) = first_within(enemy, target, cm, clock, to) {
                    found.push((t, What::Trigger(i as u8)));
                }
            }
        }
        for (t, what) in found {
            self.note(t, what, u, o);
        }
    }

    /// What `u`, marching, meets of a friend.
    fn expect_friend(&mut self, u: UnitId, o: UnitId, clock: f64) {
        let (ru, ro) = (self.run(u), self.run(o));
        if ru.leg.stands() {
            return;
        }
        let (mine, theirs) = (ru.leg.moving, ro.leg.moving);
        let to = ru.leg.ends.min(ro.leg.ends).clamp(clock, 1.0);
        if !ru.blocked.contains(&o)
            && !ru.through.contains(&o)
            && boxes_meet(self.around(u, clock, to), self.around(o, clock, to))
        {
            let charging = ru.leg.why == crate::event::Why::Charges;
            let pass =
                passing::may_pass(&self.field, &self.field[u], charging, &self.field[o], ro.has_order());
            let watch = match pass {
                Pass::Free(_) => false,
                Pass::Blocked(_) | Pass::Pinned(_) => true,
            };
            // A friend it passes freely is noted too: he has been passed through (04.02.13.b).
            let near = table::gap_at(mine.whole(), theirs.whole(), clock);
            let reach = if watch { 0.0 } else { -table::EPS };
            if near > table::EPS || closing(&mine, &theirs, clock) {
                if let Some(t) = first_within(mine.whole(), theirs.whole(), reach, clock, to) {
                    self.note(t, What::Friend, u, o);
                }
            }
        }
        let ru = self.run(u);
        if self.field[u].state == State::Complete
            && matches!(ru.mode, Mode::Flight(_))
            && !ru.panicked.contains(&o)
            && self.field[o].state != State::Complete
            && self.field[o].arm != Arm::Wagon
        {
            if let Some(t) = first_within(mine.whole(), theirs.whole(), data().d.carried_away, clock, to) {
                self.note(t, What::Panic, u, o);
            }
        }
    }

    /// A box in which the unit is from one moment to another of its leg: of a wheel that of the whole leg, which is at hand.
    fn around(&self, u: UnitId, from: f64, to: f64) -> (V2, V2) {
        let m = &self.run(u).leg.moving;
        match m.motion {
            table::Motion::Wheel { .. } => self.turn().swept.get(u.index()),
            _ => m.bounds(from, to),
        }
    }

    /// Fire orders that wait for this unit to pass a line or enter or leave a piece of ground.
    fn expect_ground(&mut self, u: UnitId, clock: f64) {
        if self.run(u).leg.stands() || !self.turn().ground_events {
            return;
        }
        let mine = self.run(u).leg.moving;
        for (t, what, o) in self.ground_events(u, &mine, clock) {
            self.note(t, what, u, o);
        }
    }

    /// What a move of this unit brings about for fire orders tied to the ground: when, which order, whose.
    fn ground_events(&self, u: UnitId, mine: &Moving, clock: f64) -> Vec<(f64, What, UnitId)> {
        let side = self.field[u].side;
        let mut found = Vec::new();
        for &o in &self.turn().watching {
            if self.field[o].side == side {
                continue;
            }
            for (i, v) in self.run(o).volleys.iter().enumerate() {
                if v.done || v.due.is_some() || !about(&v.shot.when, u) {
                    continue;
                }
                let t = match &v.shot.when {
                    Trigger::Passes { from, to, .. } if *from == *to => {
                        first_within(mine.whole(), Body::point(*from), 0.0, clock, 1.0)
                    }
                    Trigger::Passes { from, to, .. } => first_crossing(mine.whole(), *from, *to, clock, 1.0),
                    Trigger::Enters { place, .. } => {
                        let pieces = pieces_of(&self.field, *place);
                        let pieces = &pieces[..];
                        first_within(mine.whole(), Body::polys(pieces), 0.0, clock, 1.0)
                    }
                    Trigger::Leaves { place, .. } => {
                        let pieces = pieces_of(&self.field, *place);
                        let pieces = &pieces[..];
                        // It has to be on it first, perhaps only by this very march.
                        first_within(mine.whole(), Body::polys(pieces), 0.0, clock, 1.0)
                            .and_then(|t| table::first_beyond(mine.whole(), Body::polys(pieces), 0.0, t, 1.0))
                    }
                    _ => None,
                };
                if let Some(t) = t {
                    found.push((t, What::Trigger(i as u8), o));
                }
            }
        }
        found
    }

    /// Events of fire orders that a move without time has brought about, or that hold as the unit stands (at clock 0): the
    /// orders are due now (play.fire-order, play.instant).
    pub(crate) fn brings_about(&mut self, u: UnitId, mine: &Moving) {
        let mut found: Vec<(UnitId, u8)> = Vec::new();
        let side = self.field[u].side;
        let pieces = place_in_pieces(&self.field, &self.field[u]);
        for o in self.turn().watching.iter().map(|o| &self.field[*o]) {
            if o.side == side || !o.on_table() || o.state == State::Complete {
                continue;
            }
            for (i, v) in self.run(o.id).volleys.iter().enumerate() {
                let Trigger::Within { cm, .. } = v.shot.when else { continue };
                if v.done || v.due.is_some() || !about(&v.shot.when, u) {
                    continue;
                }
                let body = pieces.as_ref().map_or_else(|| mine.whole(), |p| mine.pieces(p));
                let there = Moving::standing(o.base);
                let own = place_in_pieces(&self.field, o);
                let target = own.as_ref().map_or_else(|| there.whole(), |p| there.pieces(p));
                if first_within(body, target, cm, 0.0, 1.0).is_some() {
                    found.push((o.id, i as u8));
                }
            }
        }
        if self.turn().ground_events {
            for (_, what, o) in self.ground_events(u, mine, 0.0) {
                if let What::Trigger(i) = what {
                    found.push((o, i));
                }
            }
        }
        for (o, i) in found {
            self.event_for(o, i, u);
        }
    }

    /// The event of a fire order has occurred. Of several enemies who bring it about at one instant the nearest is meant, then
    /// the larger, then the earlier in the list (play.tie); it fires once all the same.
    pub(crate) fn event_for(&mut self, firer: UnitId, volley: u8, by: UnitId) {
        let Some(v) = self.run(firer).volleys.get(usize::from(volley)) else { return };
        if v.done {
            return;
        }
        let _ = clause!("play.fire-order");
        let by = match v.due {
            Some(Some(other)) => self.nearer(firer, other, by),
            _ => by,
        };
        self.run_mut(firer).volleys[usize::from(volley)].due = Some(Some(by));
    }

    /// Of two enemies the one meant where a rule needs one (play.tie).
    pub(crate) fn nearer(&self, of: UnitId, a: UnitId, b: UnitId) -> UnitId {
        let f = &self.field;
        let key = |x: UnitId| (f.gap(&f[of], &f[x]), f[x].figures, x);
        if attack::prior(key(b), key(a)) { b } else { a }
    }

    /// Everybody on the march looks out for lone staff anew: they have gone elsewhere.
    pub(crate) fn expect_all_staff(&mut self) {
        let clock = self.clock();
        for i in 0..self.field.units.len() {
            let u = UnitId(i as u16);
            if self.field[u].on_table() && !self.run(u).leg.stands() {
                self.expect_staff(u, clock);
            }
        }
    }

    /// Lone staff in the way (07.06.3).
    fn expect_staff(&mut self, u: UnitId, clock: f64) {
        let mine = self.run(u).leg.moving;
        let to = self.run(u).leg.ends.clamp(clock, 1.0);
        let (lo, hi) = self.turn().swept.get(u.index());
        // A rider is no larger than this.
        let near = data().d.break_in + 4.0;
        let unit = &self.field[u];
        // Any of the enemy's units takes him, guns too; not its wagons, and nobody who flees.
        if unit.arm == Arm::Wagon || unit.state == State::Complete {
            return;
        }
        let mut found = Vec::new();
        let off = table::v2(near, near);
        let (lo, hi) = (lo - off, hi + off);
        for s in &self.field.staff {
            let p = s.base.front;
            if p.x < lo.x || p.x > hi.x || p.y < lo.y || p.y > hi.y {
                continue;
            }
            if !s.present() || s.side == unit.side || s.with.is_some() {
                continue;
            }
            let there = Body::rect(s.base.rect());
            if let Some(t) = first_within(mine.whole(), there, data().d.break_in, clock, to) {
                found.push((t, s.id));
            }
        }
        for (t, s) in found {
            self.note(t, What::Staff(s), u, u);
        }
    }
}

/// A place that is not one base, in the unit's own frame: the bases of a chain or thin line, the buildings of a garrison
/// (play.measure).
pub(crate) fn place_in_pieces(f: &crate::Field, u: &crate::unit::Unit) -> Option<Vec<table::Rect>> {
    if u.inside.len() > 1 {
        let frame = |r: &table::Rect| {
            let at = u.base.local(r.centre);
            let dir = table::v2(r.dir.dot(u.base.dir.right()), r.dir.dot(u.base.dir));
            table::Rect { centre: at, dir, ..*r }
        };
        return Some(f.rects(u).iter().map(frame).collect());
    }
    let open = matches!(u.formation, crate::troop::Formation::ThinLine | crate::troop::Formation::Chain);
    if !u.inside.is_empty() || !open || u.gap <= table::EPS {
        return None;
    }
    let _ = clause!("play.measure");
    let here = table::Base {
        front: table::v2(0.0, 0.0),
        dir: table::v2(0.0, 1.0),
        width: u.base.width,
        depth: u.base.depth,
    };
    Some(u.rects_at(&here).into_vec())
}

/// Do they come so near that what is in them can touch?
fn boxes_meet(a: (V2, V2), b: (V2, V2)) -> bool {
    let by = 0.1;
    a.0.x <= b.1.x + by && b.0.x <= a.1.x + by && a.0.y <= b.1.y + by && b.0.y <= a.1.y + by
}

/// Does a body's own motion bring it nearer to another, or press on it, wherever that one is going itself?
pub(super) fn runs_into(a: &Moving, b: &Moving, clock: f64) -> bool {
    let dt = 1e-3;
    let (a0, a1) = (a.at(clock).rect(), a.at(clock + dt).rect());
    let there = b.at(clock).rect();
    let gap = a0.gap(&there);
    if gap > table::EPS {
        return a1.gap(&there) < gap - 1e-9;
    }
    a1.penetration(&there) > a0.penetration(&there) + 1e-9
}

/// Does the first of two bases that touch press on the other, by its own motion?
pub(super) fn closing(a: &Moving, b: &Moving, clock: f64) -> bool {
    let dt = 1e-3;
    let (a0, a1) = (a.at(clock).rect(), a.at(clock + dt).rect());
    let (b0, b1) = (b.at(clock).rect(), b.at(clock + dt).rect());
    let then = a1.penetration(&b1);
    then > a0.penetration(&b0) + 1e-9 && then > a0.penetration(&b1) + 1e-9
}

impl Table {
    /// Something found due is put off.
    pub(crate) fn put_back(&mut self, m: Meet) {
        self.turn_mut().agenda.heap.push(m);
    }
}

/// Is the event about this enemy: any, or the one named?
pub(crate) fn about(t: &Trigger, u: UnitId) -> bool {
    match t {
        Trigger::Within { enemy, .. }
        | Trigger::Passes { enemy, .. }
        | Trigger::Enters { enemy, .. }
        | Trigger::Leaves { enemy, .. }
        | Trigger::Fires { enemy }
        | Trigger::Attacks { enemy, .. } => enemy.is_none_or(|e| e == u),
        _ => true,
    }
}

/// A named piece of ground as convex pieces.
fn pieces_of(f: &crate::Field, p: Place) -> Vec<table::Poly> {
    let g = &f.ground;
    match p {
        Place::Patch(i) => g.patches[usize::from(i)].area.pieces().to_vec(),
        Place::Hill(i) => g.hills[usize::from(i)].area.pieces().to_vec(),
        Place::Building(i) => vec![g.buildings[usize::from(i)].rect().poly()],
        Place::Bridge(i) => vec![g.bridges[usize::from(i)].rect.poly()],
        Place::Road(i) => {
            let r = &g.roads[usize::from(i)];
            r.path.band(r.width).iter().map(|x| x.poly()).collect()
        }
    }
}
