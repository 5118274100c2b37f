//! What is watched for while two legs last: found when a leg is planned, and put on the clock's agenda.

use super::orders_due::about;
use super::{Mode, Table};
use crate::book::data;
use crate::check::Trigger;
use crate::event::Why;
use crate::passing::{self, Pass};
use crate::troop::{Arm, State};
use crate::unit::{StaffId, UnitId};
use crate::{attack, reading};
use clock::{boxes_meet, closing, runs_into};
use table::{Body, first_ahead, first_within};

/// What is watched for between two units, in the order in which it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
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

impl Table {
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
        t.clock.set_reach(reach);
        t.fire.ground_events = ground;
    }

    /// What `u`, on its leg, meets of an enemy.
    pub(super) fn watch_enemy(&self, u: UnitId, o: UnitId, found: &mut Vec<(f64, What)>) {
        let pieces = place_in_pieces(&self.field, &self.field[o]);
        let theirs = self.leg(o).moving;
        let target: Body<'_> = pieces.as_ref().map_or_else(|| theirs.whole(), |p| theirs.pieces(p));
        let leg = self.leg(u);
        if leg.how.advancing {
            self.watch_advance(u, o, target, found);
        } else if !leg.stands() && self.field[o].state != State::Complete {
            // Retiring, fleeing or marching back it halts at break-in distance.
            let (d, mine) = (&data().d, &leg.moving);
            let (clock, to) = self.turn().clock.together(u, o);
            let gap = table::gap_at(mine.whole(), target, clock);
            if gap > d.break_in + table::EPS || runs_into(mine, &theirs, clock) {
                let near = first_within(mine.whole(), target, d.break_in, clock, to);
                found.extend(near.map(|t| (t, What::BreakIn)));
            }
        }
        self.watch_fire(u, o, target, found);
    }

    /// What an advance comes to (play.advance): break-in distance or contact, and chains and batteries that it threatens.
    fn watch_advance(&self, u: UnitId, o: UnitId, target: Body<'_>, found: &mut Vec<(f64, What)>) {
        let d = &data().d;
        let (ru, mine) = (self.run(u), self.leg(u).moving);
        let (clock, to) = self.turn().clock.together(u, o);
        let (uu, oo) = (&self.field[u], &self.field[o]);
        let within =
            |reach: f64, what: What| first_within(mine.whole(), target, reach, clock, to).map(|t| (t, what));
        let fights = matches!(uu.arm, Arm::Infantry | Arm::Cavalry);
        let won = ru.assault.attack.as_ref().is_some_and(|a| a.won.contains(&o));
        let flees = oo.state == State::Complete;
        if (fights && oo.arm == Arm::Wagon) || ((won || flees) && !(flees && ru.course.through.contains(&o)))
        {
            found.extend(within(0.0, What::Contact));
        } else if !ru.assault.shocked.contains(&o) && !flees && oo.arm != Arm::Wagon {
            let ahead = first_ahead(&mine, target, d.break_in, clock, to);
            found.extend(ahead.map(|t| (t, What::BreakIn)));
            if matches!(mine.motion, table::Motion::Wheel { .. }) {
                found.extend(within(0.0, What::Brush));
            }
        }
        let can_threaten = fights && uu.state <= State::Slight;
        if can_threaten && attack::can_be_threatened(oo) && !self.run(o).befell.asked.contains(&u) {
            found.extend(within(d.threat, What::Threat));
        }
    }

    /// Fire orders of `o` that wait for `u` to come so near.
    fn watch_fire(&self, u: UnitId, o: UnitId, target: Body<'_>, found: &mut Vec<(f64, What)>) {
        let mine = self.leg(u).moving;
        let (clock, to) = self.turn().clock.together(u, o);
        for (i, v) in self.run(o).fire.volleys.iter().enumerate() {
            if v.done || v.due.is_some() {
                continue;
            }
            let Trigger::Within { cm, .. } = v.shot.when else { continue };
            if about(&v.shot.when, u) {
                let own = place_in_pieces(&self.field, &self.field[u]);
                let enemy = own.as_ref().map_or_else(|| mine.whole(), |p| mine.pieces(p));
                let near = first_within(enemy, target, cm, clock, to);
                found.extend(near.map(|t| (t, What::Trigger(i as u8))));
            }
        }
    }

    /// What `u`, on its leg, meets of a friend.
    pub(super) fn watch_friend(&self, u: UnitId, o: UnitId, found: &mut Vec<(f64, What)>) {
        let leg = self.leg(u);
        if leg.stands() {
            return;
        }
        let now = &self.turn().clock;
        let (mine, theirs) = (leg.moving, self.leg(o).moving);
        let (clock, to) = now.together(u, o);
        let ru = self.run(u);
        if !now.held_by(u).contains(&o)
            && !ru.course.through.contains(&o)
            && boxes_meet(now.around(u, clock, to), now.around(o, clock, to))
        {
            let charging = leg.how.why == Why::Charges;
            let has = self.run(o).has_order();
            let pass = passing::may_pass(&self.field, &self.field[u], charging, &self.field[o], has);
            // A friend it passes freely is noted too: he has been passed through (04.02.13.b).
            let reach = if matches!(pass, Pass::Free(_)) { -table::EPS } else { 0.0 };
            let near = table::gap_at(mine.whole(), theirs.whole(), clock);
            if near > table::EPS || closing(&mine, &theirs, clock) {
                let met = first_within(mine.whole(), theirs.whole(), reach, clock, to);
                found.extend(met.map(|t| (t, What::Friend)));
            }
        }
        if self.field[u].state == State::Complete
            && matches!(ru.course.mode, Mode::Flight(_))
            && !ru.befell.panicked.contains(&o)
            && self.field[o].state != State::Complete
            && self.field[o].arm != Arm::Wagon
        {
            let near = first_within(mine.whole(), theirs.whole(), data().d.carried_away, clock, to);
            found.extend(near.map(|t| (t, What::Panic)));
        }
    }

    /// Enemy guns without gunners in the way of a march.
    pub(super) fn watch_guns(&mut self, u: UnitId) {
        if !self.field.readings.is(reading!("guns-taken", "contact")) {
            return;
        }
        let unit = &self.field[u];
        if !matches!(unit.arm, Arm::Infantry | Arm::Cavalry) || unit.state > State::Slight {
            return;
        }
        let mine = self.leg(u).moving;
        let (clock, to) = self.turn().clock.lasts(u);
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
            self.clock_mut().note(t, What::Guns, u, o);
        }
    }

    /// Everybody on the march looks out for lone staff anew: they have gone elsewhere.
    pub(crate) fn expect_all_staff(&mut self) {
        for i in 0..self.field.units.len() {
            let u = UnitId(i as u16);
            if self.field[u].on_table() && !self.leg(u).stands() {
                self.watch_staff(u);
            }
        }
    }

    /// Lone staff in the way (07.06.3).
    pub(super) fn watch_staff(&mut self, u: UnitId) {
        let mine = self.leg(u).moving;
        let (clock, to) = self.turn().clock.lasts(u);
        let (lo, hi) = self.turn().clock.swept(u);
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
            self.clock_mut().note(t, What::Staff(s), u, u);
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
    let here = table::Base {
        front: table::v2(0.0, 0.0),
        dir: table::v2(0.0, 1.0),
        width: u.base.width,
        depth: u.base.depth,
    };
    Some(u.rects_at(&here).into_vec())
}
