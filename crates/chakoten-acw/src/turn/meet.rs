//! What is going to happen between units if both go on as they do now: found when a leg is planned, kept in an agenda, and
//! dropped when either of the two changes its leg.

use super::{INSTANT, Mode, Table, Volley};
use crate::book::data;
use crate::check::{Place, Trigger};
use crate::passing::{self, Pass};
use crate::troop::{Arm, Kind, State};
use crate::unit::{StaffId, UnitId};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use table::{Body, Moving, first_ahead, first_crossing, first_within};

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
    /// It touches a friend.
    Friend,
    /// In flight it comes within 8 cm of a friend.
    Panic,
    /// The event a fire order waits for.
    Trigger(u8),
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

impl Table {
    fn fresh(&self, m: &Meet) -> bool {
        let t = self.turn();
        t.runs[m.who.index()].serial == m.serials.0 && t.runs[m.other.index()].serial == m.serials.1
    }

    pub(super) fn note(&mut self, at: f64, what: What, who: UnitId, other: UnitId) {
        let t = self.turn_mut();
        let serials = (t.runs[who.index()].serial, t.runs[other.index()].serial);
        t.agenda.heap.push(Meet { at, what, who, other, serials });
    }

    /// The next moment at which anything is due, at most 1, and all that is due then.
    pub(crate) fn next_due(&mut self) -> (f64, Vec<Meet>) {
        let mut due: Vec<Meet> = Vec::new();
        let mut at = 1.0;
        loop {
            let Some(top) = self.turn().agenda.heap.peek().copied() else { break };
            if !self.fresh(&top) {
                self.turn_mut().agenda.heap.pop();
                continue;
            }
            if due.is_empty() {
                if top.at > 1.0 - 1e-12 {
                    break;
                }
                at = top.at;
            } else if top.at > at + INSTANT {
                break;
            }
            self.turn_mut().agenda.heap.pop();
            due.push(top);
        }
        due.sort_by(|a, b| (a.what, a.who, a.other).cmp(&(b.what, b.who, b.other)));
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
        let box_mine = self.run(u).leg.bounds;
        let until = leg_ends.min(1.0);
        let reach = self.turn().reach;
        for j in 0..self.field.units.len() {
            let o = UnitId(j as u16);
            if o == u || !self.field[o].on_table() {
                continue;
            }
            let theirs = &self.turn().runs[j].leg;
            if mine.motion == table::Motion::Stand && theirs.stands() {
                continue;
            }
            let b = theirs.bounds;
            // What comes after either leg is found when the next one is planned.
            let until = until.min(theirs.ends).max(clock);
            if b.0.x > box_mine.1.x + reach
                || b.1.x < box_mine.0.x - reach
                || b.0.y > box_mine.1.y + reach
                || b.1.y < box_mine.0.y - reach
            {
                continue;
            }
            if self.field[o].side == self.field[u].side {
                self.expect_friend(u, o, clock, until);
                self.expect_friend(o, u, clock, until);
            } else {
                self.expect_enemy(u, o, clock, until);
                self.expect_enemy(o, u, clock, until);
            }
        }
        self.expect_ground(u, clock);
        if !self.run(u).leg.stands() {
            self.expect_staff(u, clock);
        }
    }

    /// Finds how far off an encounter can matter this turn.
    pub(crate) fn find_reach(&mut self) {
        let d = &data().d;
        let mut reach = d.threat.max(d.carried_away);
        let mut ground = false;
        for v in self.turn().runs.iter().flat_map(|r| &r.volleys) {
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
    fn expect_enemy(&mut self, u: UnitId, o: UnitId, clock: f64, until: f64) {
        let d = &data().d;
        let (ru, ro) = (self.run(u), self.run(o));
        let (mine, theirs) = (ru.leg.moving, ro.leg.moving);
        let (uu, oo) = (&self.field[u], &self.field[o]);
        let mut found: smallvec::SmallVec<[(f64, What); 4]> = smallvec::SmallVec::new();
        let pieces;
        let target: Body<'_> = if oo.inside.is_empty() && oo.gap > 0.0 && oo.open() {
            pieces = local_pieces(oo);
            theirs.pieces(&pieces)
        } else {
            theirs.whole()
        };
        let fights = matches!(uu.arm, Arm::Infantry | Arm::Cavalry);
        if ru.leg.advancing {
            let won = ru.attack.as_ref().is_some_and(|a| a.won.contains(&o));
            let helpless = oo.state == State::Complete || oo.arm == Arm::Wagon;
            let pursues = ru.attack.as_ref().is_some_and(|a| a.declared && !a.over);
            let flees = oo.state == State::Complete && (pursues || won);
            if (fights && oo.arm == Arm::Wagon)
                || ((won || flees) && !(oo.state == State::Complete && ru.through.contains(&o)))
            {
                if let Some(t) = first_within(mine.whole(), target, 0.0, clock, until) {
                    found.push((t, What::Contact));
                }
            } else if !ru.shocked.contains(&o) && !helpless {
                if let Some(t) = first_ahead(&mine, target, d.break_in, clock, until) {
                    found.push((t, What::BreakIn));
                }
            }
            let can_threaten = fights && uu.state <= State::Slight;
            let threatened = oo.chain() || (oo.kind() == Kind::Unlimbered && !oo.gunners_alone());
            if can_threaten && threatened && oo.state != State::Complete && !ro.asked.contains(&u) {
                if let Some(t) = first_within(mine.whole(), target, d.threat, clock, until) {
                    found.push((t, What::Threat));
                }
            }
        } else if !ru.leg.stands() && oo.state != State::Complete {
            // Retiring, fleeing or marching back it halts at break-in distance.
            let gap = table::gap_at(mine.whole(), theirs.whole(), clock);
            if gap > d.break_in + table::EPS {
                if let Some(t) = first_within(mine.whole(), theirs.whole(), d.break_in, clock, until) {
                    found.push((t, What::BreakIn));
                }
            }
        }
        for (i, v) in ro.volleys.iter().enumerate() {
            if v.done || v.due.is_some() {
                continue;
            }
            if let Some(t) = trigger_time(v, u, &mine, &theirs, clock, until) {
                found.push((t, What::Trigger(i as u8)));
            }
        }
        for (t, what) in found {
            self.note(t, what, u, o);
        }
    }

    /// What `u`, marching, meets of a friend.
    fn expect_friend(&mut self, u: UnitId, o: UnitId, clock: f64, until: f64) {
        let (ru, ro) = (self.run(u), self.run(o));
        if ru.leg.stands() {
            return;
        }
        let (mine, theirs) = (ru.leg.moving, ro.leg.moving);
        if !ru.blocked.contains(&o) && !ru.through.contains(&o) {
            let charging = ru.leg.why == crate::event::Why::Charges;
            let pass =
                passing::may_pass(&self.field, &self.field[u], charging, &self.field[o], ro.has_order());
            let watch = match pass {
                Pass::Free => false,
                Pass::Blocked(_) | Pass::Pinned => true,
            };
            // A friend it passes freely is noted too: he has been passed through (04.02.13.b).
            let near = table::gap_at(mine.whole(), theirs.whole(), clock);
            let reach = if watch { 0.0 } else { -table::EPS };
            if near > table::EPS || closing(&mine, &theirs, clock) {
                if let Some(t) = first_within(mine.whole(), theirs.whole(), reach, clock, until) {
                    self.note(t, What::Friend, u, o);
                }
            }
        }
        let (ru, ro) = (self.run(u), self.run(o));
        if self.field[u].state == State::Complete
            && matches!(ru.mode, Mode::Flight(_))
            && !ru.panicked.contains(&o)
            && self.field[o].state != State::Complete
            && self.field[o].arm != Arm::Wagon
        {
            let _ = ro;
            if let Some(t) = first_within(mine.whole(), theirs.whole(), data().d.carried_away, clock, until) {
                self.note(t, What::Panic, u, o);
            }
        }
    }

    /// Fire orders that wait for this unit to pass a line or enter or leave a piece of ground.
    fn expect_ground(&mut self, u: UnitId, clock: f64) {
        if self.run(u).leg.stands() || !self.turn().ground_events {
            return;
        }
        let mine = self.run(u).leg.moving;
        let side = self.field[u].side;
        let mut found = Vec::new();
        for (j, run) in self.turn().runs.iter().enumerate() {
            if self.field.units[j].side == side {
                continue;
            }
            for (i, v) in run.volleys.iter().enumerate() {
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
                        let inside = table::gap_at(mine.whole(), Body::polys(pieces), clock) <= table::EPS;
                        inside
                            .then(|| table::first_beyond(mine.whole(), Body::polys(pieces), 0.0, clock, 1.0))
                            .flatten()
                    }
                    _ => None,
                };
                if let Some(t) = t {
                    found.push((t, What::Trigger(i as u8), UnitId(j as u16)));
                }
            }
        }
        for (t, what, o) in found {
            self.note(t, what, u, o);
        }
    }

    /// Lone staff in the way (07.06.3).
    fn expect_staff(&mut self, u: UnitId, clock: f64) {
        let mine = self.run(u).leg.moving;
        let unit = &self.field[u];
        if !matches!(unit.arm, Arm::Infantry | Arm::Cavalry) || unit.state == State::Complete {
            return;
        }
        let mut found = Vec::new();
        for s in self.field.staff.iter().filter(|s| s.present() && s.side != unit.side && s.with.is_none()) {
            let there = Body::rect(s.base.rect());
            if let Some(t) = first_within(mine.whole(), there, data().d.break_in, clock, 1.0) {
                found.push((t, s.id));
            }
        }
        for (t, s) in found {
            self.note(t, What::Staff(s), u, u);
        }
    }
}

/// The bases of a chain in its own frame.
pub(crate) fn local_pieces(u: &crate::unit::Unit) -> Vec<table::Rect> {
    let here = table::Base {
        front: table::v2(0.0, 0.0),
        dir: table::v2(0.0, 1.0),
        width: u.base.width,
        depth: u.base.depth,
    };
    u.rects_at(&here).into_vec()
}

/// Does the first of two bases that touch press on the other, by its own motion?
pub(super) fn closing(a: &Moving, b: &Moving, clock: f64) -> bool {
    let dt = 1e-3;
    let (a0, a1) = (a.at(clock).rect(), a.at(clock + dt).rect());
    let (b0, b1) = (b.at(clock).rect(), b.at(clock + dt).rect());
    let then = a1.penetration(&b1);
    then > a0.penetration(&b0) + 1e-9 && then > a0.penetration(&b1) + 1e-9
}

fn trigger_time(
    v: &Volley,
    enemy: UnitId,
    enemy_moves: &Moving,
    own: &Moving,
    clock: f64,
    until: f64,
) -> Option<f64> {
    match &v.shot.when {
        Trigger::Within { cm, .. } if about(&v.shot.when, enemy) => {
            first_within(enemy_moves.whole(), own.whole(), *cm, clock, until)
        }
        _ => None,
    }
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
