//! After step 21: is the battle over, and who has won (play.end, chapter 24)?

use super::fire::MOST_MOVED;
use crate::battle::{Battle, Ended};
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::field::Objective as Goal;
use crate::formation::Formation;
use crate::order::Gait;
use crate::procedures::victory::{
    Objective, ObjectiveSituation, Score, ScoreSituation, Scored, SidePoints, VictoryReadings,
};
use crate::unit::{Fate, Side, State, Unit};
use crate::{clause, say};
use table::{V2, v2};
use umpire::Ruling;

/// Captured guns are held if a captor is within this (play.prisoners).
const HELD_WITHIN: f64 = 5.0;

impl Battle {
    pub(super) fn end_check(&mut self) {
        self.note_passages();
        let last = u32::from(self.field.turn) >= self.terms.moves;
        let beaten =
            Side::BOTH.into_iter().any(|s| !self.field.stands(s) && self.field.awaited(s).next().is_none());
        if !last && !beaten {
            return;
        }
        let (scored, ruling) = self.score();
        self.play.ended = Some(self.verdict());
        self.cue();
        let [a, b] = scored.totals;
        self.rule_on(clause!("play.end"), Kind::Ends, &[], ruling, || say!("battle-ends", a, b));
        self.also(clause!("24.3.note"));
        self.also(clause!("9.10"));
        if last {
            self.also(clause!("9.time"));
        }
    }

    /// Over which objectives bodies went in this move of their own will (24.2.a.ii).
    fn note_passages(&mut self) {
        let f = &self.field;
        let mut over: Vec<(u16, Side)> = Vec::new();
        for (n, o) in f.objectives.iter().enumerate() {
            for u in f.present().filter(|u| u.deeds.moved > 0.01 && free(u)) {
                let (from, to) = (self.play.stood[u.id.index()].centre(), u.base.centre());
                if crate::measure::within(from_way(from, to, o.at), o.within) {
                    over.push((n as u16, u.side));
                }
            }
        }
        over.retain(|x| !self.play.passages.contains(x));
        self.play.passages.extend(over);
    }

    /// Own troops have passed over it, and no enemy can come to it at the double before a move has gone since they could (24.2.a.ii).
    fn passed_over(&self, side: Side, n: usize, o: &Goal) -> bool {
        let passed = self.play.passages.iter().any(|(k, s)| usize::from(*k) == n && *s == side);
        if !passed {
            return false;
        }
        let f = &self.field;
        let sooner = |least: f64, u: &Unit| {
            let cm = (f.gap_to(u.id, o.at) - o.within).max(0.0);
            // However fast it is, it is not there before.
            if cm / MOST_MOVED >= least {
                return least;
            }
            f.rate(u, Gait::Double).map_or(least, |rate| least.min(cm / rate.max(0.1)))
        };
        let soonest = |s: Side| f.side(s).filter(|u| free(u)).fold(f64::INFINITY, sooner);
        let (own, enemy) = (soonest(side), soonest(side.other()));
        own.is_finite() && enemy >= own + 1.0 - 1e-9
    }

    /// What is left of a body's points: without the figures that it lost and the guns destroyed; its command points go with its last figure
    /// (24.3.a, play.end).
    fn points_left(&self, u: &Unit) -> u32 {
        if u.figures() == 0 {
            return 0;
        }
        let price = |n: u8, c: &crate::unit::Company| f64::from(n) * f64::from(c.price);
        let off: u16 = u.companies.iter().map(|c| u16::from(c.start.saturating_sub(c.figures))).sum();
        let worth: f64 = u.companies.iter().map(|c| price(c.start.saturating_sub(c.figures), c)).sum();
        // Guards who are away are off their companies, but not lost (play.prisoners).
        let lost = off.saturating_sub(self.guards_away(u.id));
        let figures = if off == 0 { 0.0 } else { worth * f64::from(lost) / f64::from(off) };
        let crews: f64 = u.companies.iter().map(|c| price(c.start, c)).sum();
        let guns = u.battery.iter().flat_map(|b| &b.guns);
        let (all, gone) = (guns.clone().count().max(1), guns.filter(|g| g.destroyed).count());
        let part = if u.battery.is_some() { gone as f64 / all as f64 } else { 0.0 };
        let pieces = (u.points - crews).max(0.0) * part;
        (u.points - figures - pieces).max(0.0).floor() as u32
    }

    /// Captured guns that an unrouted captor is near (play.prisoners, 24.3.d): their points.
    fn guns_worth(&self, a: &crate::field::Abandoned) -> u32 {
        let held = self
            .field
            .side(a.side.other())
            .any(|u| u.state != State::Routing && u.base.rect().gap(&a.base.rect()) <= HELD_WITHIN);
        if held { a.points.floor() as u32 } else { 0 }
    }

    fn side_points(&self, side: Side) -> SidePoints {
        let mut p = SidePoints::default();
        // On the table, or gone home; those led off are prisoners to the end (24.3.e).
        let home = |u: &Unit| u.present() || u.fate == Fate::ForcedOff;
        let freed = |u: &Unit| self.play.captives.iter().any(|c| c.unit == u.id && c.free && home(u));
        for u in &self.field.units {
            let left = self.points_left(u);
            match (u.side == side, u.fate, u.state) {
                (true, Fate::OnTable | Fate::Hidden, State::Routing) => p.routing += left,
                (true, _, State::Prisoner | State::Surrendering) => {}
                (true, Fate::OnTable | Fate::Hidden, _) => p.on_table += left,
                (true, Fate::ForcedOff | Fate::EvadedOff, _) => p.left += left,
                (false, Fate::OnTable | Fate::LedOff, State::Prisoner) if !freed(u) => p.prisoners += left,
                _ => {}
            }
            if u.side == side && u.state == State::Prisoner && freed(u) {
                p.freed += left;
                let figures = u32::from(u.figures());
                if u.arm().cavalry() { p.freed_mounted += figures } else { p.freed_foot += figures }
            }
        }
        let taken = self.field.abandoned.iter().filter(|a| a.taken == Some(side));
        p.captured = taken.map(|a| self.guns_worth(a)).sum();
        let own = self.field.abandoned.iter().filter(|a| a.side == side && a.taken.is_none());
        p.on_table += own.map(|a| a.points.floor() as u32).sum::<u32>();
        let all = self.field.objectives.iter();
        p.objective_quarters = all.enumerate().map(|(n, _)| self.gained(side, n)).sum();
        p
    }

    /// What an objective, by its place in the list, brings a side as the table stands, in quarters of a point (24.2).
    pub fn gained(&self, side: Side, n: usize) -> u32 {
        quietly::<Objective>(&self.holding(side, n, &self.field.objectives[n])).quarters()
    }

    /// The troops of a side on an objective, and what the enemy can do about it (24.2).
    fn holding(&self, side: Side, n: usize, o: &Goal) -> ObjectiveSituation {
        let f = &self.field;
        let far = o.within + 0.01;
        let there = |u: &&Unit| f.gap_to(u.id, o.at) <= far;
        let about = |s: Side| f.units.of_side_within(s, (o.at - v2(far, far), o.at + v2(far, far)));
        // Who gives ground on it still stands there (24.2.a.i).
        let stands = |u: &Unit| free(u) || u.state == State::GivingGround;
        let own: Vec<&Unit> = about(side).filter(there).filter(|u| free(u)).collect();
        // Some enemy has somebody who stands there in reach of a charge.
        let charged = |u: &&Unit| {
            let near = f.enemies_about(side, &f.rects(u), MOST_MOVED);
            let mut near = near.filter(|e| free(e) && !e.arm().battery());
            near.any(|e| f.gap(u.id, e.id) <= f.rate(e, Gait::Charge).unwrap_or(0.0))
        };
        let fights = |e: &&Unit| {
            let with = |u: &&Unit| {
                self.play
                    .fights
                    .iter()
                    .any(|m| !m.over && [m.a, m.b].contains(&u.id) && [m.a, m.b].contains(&e.id))
            };
            own.iter().any(with)
        };
        let fighting: Vec<&Unit> = f.enemies(side).filter(fights).collect();
        let gives_up = |u: &&Unit| self.play.last_stand.iter().any(|(x, _)| *x == u.id);
        ObjectiveSituation {
            points: o.points[side.index()],
            figures: own.iter().map(|u| u32::from(u.figures())).sum(),
            halted: !own.is_empty() && own.iter().all(|u| u.state == State::Halted),
            close_order: own.iter().any(|u| !u.open_order()),
            in_building: own.iter().any(|u| u.formation() == Formation::Building),
            enemy_can_charge: own.iter().any(charged),
            enemy_in_melee: fighting.iter().map(|e| u32::from(e.figures())).sum(),
            // All who fight them were made to give ground in this round (24.2.b).
            threw_back: fighting.iter().all(|e| e.state == State::GivingGround),
            enemy_on_it: about(side.other()).filter(there).any(stands),
            surrounded: !own.is_empty() && own.iter().all(|u| self.is_surrounded(u.id)),
            surrendering: own.iter().any(gives_up),
            passed_over: self.passed_over(side, n, o),
            readings: VictoryReadings::of(&f.readings),
        }
    }

    /// The points of both sides as the table stands (24.2, 24.3).
    pub fn score(&self) -> (Scored, Ruling) {
        known::<Score>(&ScoreSituation {
            sides: Side::BOTH.map(|s| self.side_points(s)).to_vec(),
            competition: self.field.options.competition,
            readings: VictoryReadings::of(&self.field.readings),
        })
    }

    pub(crate) fn verdict(&self) -> Ended {
        let (scored, _) = self.score();
        let [a, b] = scored.totals;
        let winner = scored.winner.map(|n| Side::BOTH[usize::from(n.min(1))]);
        Ended { winner, clause: clause!("play.end"), why: say!("battle-ends", a, b) }
    }
}

/// Under no result that moves it, and no prisoner.
fn free(u: &Unit) -> bool {
    !u.state.forced() && !matches!(u.state, State::Prisoner | State::Surrendering)
}

/// How near a straight way comes to a place.
fn from_way(from: V2, to: V2, at: V2) -> f64 {
    let way = to - from;
    let t = if way.len2() < 1e-12 { 0.0 } else { ((at - from).dot(way) / way.len2()).clamp(0.0, 1.0) };
    from.lerp(to, t).dist(at)
}
