//! After step 21: is the battle over, and who has won (play.end, chapter 24)?

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
use umpire::Ruling;

/// Captured guns are held if a captor is within this (play.prisoners).
const HELD_WITHIN: f64 = 5.0;

impl Battle {
    pub(super) fn end_check(&mut self) {
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

    /// What is left of a body's points: by the figures that it still has (24.3.a).
    fn points_left(u: &Unit) -> u32 {
        let start = f64::from(u.losses.start.max(1));
        (u.points * f64::from(u.figures()) / start).max(0.0).floor() as u32
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
        let freed = |u: &Unit| self.play.captives.iter().any(|c| c.unit == u.id && c.free && u.present());
        for u in &self.field.units {
            let left = Battle::points_left(u);
            match (u.side == side, u.fate, u.state) {
                (true, Fate::OnTable | Fate::Hidden, State::Routing) => p.routing += left,
                (true, Fate::OnTable | Fate::Hidden, State::Prisoner | State::Surrendering) => {}
                (true, Fate::OnTable | Fate::Hidden, _) => p.on_table += left,
                (true, Fate::ForcedOff | Fate::EvadedOff, _) => p.left += left,
                (false, Fate::OnTable | Fate::ForcedOff | Fate::LedOff, State::Prisoner) if !freed(u) => {
                    p.prisoners += left;
                }
                _ => {}
            }
            if u.side == side && u.present() && u.state == State::Prisoner && freed(u) {
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
        p.objective_quarters = all.map(|o| quietly::<Objective>(&self.holding(side, o)).quarters()).sum();
        p
    }

    /// The troops of a side on an objective, and what the enemy can do about it (24.2).
    fn holding(&self, side: Side, o: &Goal) -> ObjectiveSituation {
        let f = &self.field;
        let there = |u: &&Unit| f.gap_to(u.id, o.at) <= o.within + 0.01;
        let free = |u: &&Unit| !u.state.forced() && !matches!(u.state, State::Prisoner | State::Surrendering);
        let own: Vec<&Unit> = f.side(side).filter(there).filter(free).collect();
        let in_reach = |e: &Unit| {
            let reach = f.rate(e, Gait::Charge).unwrap_or(0.0);
            !e.arm().battery() && own.iter().any(|u| f.gap(u.id, e.id) <= reach)
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
        ObjectiveSituation {
            points: o.points[side.index()],
            figures: own.iter().map(|u| u32::from(u.figures())).sum(),
            halted: !own.is_empty() && own.iter().all(|u| u.state == State::Halted),
            close_order: own.iter().any(|u| !u.open_order()),
            in_building: own.iter().any(|u| u.formation() == Formation::Building),
            enemy_can_charge: f.enemies(side).filter(free).any(in_reach),
            enemy_in_melee: f.enemies(side).filter(fights).map(|e| u32::from(e.figures())).sum(),
            threw_back: false,
            enemy_on_it: f.enemies(side).filter(there).any(|e| free(&e)),
            surrounded: false,
            surrendering: false,
            passed_over: false,
            readings: VictoryReadings::of(&f.readings),
        }
    }

    /// The points of both sides as the table stands (24.2, 24.3).
    pub(crate) fn score(&self) -> (Scored, Ruling) {
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
