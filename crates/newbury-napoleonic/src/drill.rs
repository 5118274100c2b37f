//! How fast a body goes and how long it takes over what it does, read off the table for the procedures (chapters 8 and 12).

use crate::answer::{LegOrder, Turning};
use crate::book::numbers;
use crate::field::Field;
use crate::formation::{Drawn, Formation};
use crate::going::{Stretch, files_on_roads};
use crate::measure::within;
use crate::order::Gait;
use crate::procedures::formations::{FormationChange, FormationChangeSituation, Takes, Turn, TurnSituation};
use crate::procedures::movement::{
    Doing, DoingSituation, MoveRate, MoveReadings, Rate, RateSituation, Task, TeamLeft,
};
use crate::reading;
use crate::terrain::{Going, Slope, Terrain};
use crate::troop::GunWeight;
use crate::unit::{State, Unit};
use table::Base;
use umpire::{Clause, HandDice, Procedure, Ruling, Silent, judge};

/// What is decided without dice, and why.
pub(crate) fn known<P: Procedure>(s: &P::Situation) -> (P::Outcome, Ruling) {
    judge::<P>(s, &mut HandDice::new(Vec::new()))
}

/// The same where nobody asks why.
pub(crate) fn quietly<P: Procedure>(s: &P::Situation) -> P::Outcome {
    let mut r = Silent;
    let p = P::prepare(s, &mut r);
    P::resolve(&p, &mut HandDice::new(Vec::new()), &mut r)
}

impl Unit {
    /// How heavy the pieces of a battery are: by the heaviest.
    pub fn weight(&self) -> Option<GunWeight> {
        let guns = &self.battery.as_ref()?.guns;
        guns.iter().filter(|g| !g.destroyed).map(|g| numbers().points.weight(g.piece)).max()
    }

    /// Its weakest team; a dead animal in any of them holds it up (12.7.d).
    fn team_left(&self) -> Option<TeamLeft> {
        let guns = &self.battery.as_ref()?.guns;
        let teams = || guns.iter().filter(|g| !g.destroyed).filter_map(|g| g.team);
        let worst = teams().min_by_key(|t| t.alive)?;
        let killed = worst.horses.saturating_sub(worst.alive);
        Some(TeamLeft { horses: worst.horses, killed, uncut: teams().any(|t| t.uncut > 0) })
    }

    /// Cavalry on foot, or gunners away from their guns.
    pub fn walks(&self) -> bool {
        self.dismounted
    }
}

impl Field {
    /// The rate of a body over such ground, or what forbids it.
    pub fn rate_on(
        &self,
        u: &Unit,
        gait: Gait,
        (ground, slope): (Terrain, Option<(Slope, Going)>),
        road: bool,
    ) -> Result<f64, Clause> {
        let s = RateSituation {
            troop: u.troop,
            formation: u.formation(),
            gait,
            on_foot: u.walks(),
            lone: u.parent.is_some() && u.companies.len() == 1,
            ground,
            slope,
            road,
            weather: self.sky.weather,
            weight: u.weight(),
            firing: false,
            team: u.team_left(),
            readings: MoveReadings::of(&self.readings),
        };
        match quietly::<MoveRate>(&s) {
            Rate::Cm { cm } => Ok(cm.0),
            Rate::MayNot { by } => Err(by),
        }
    }

    /// How far generals and couriers ride in a move (12.8).
    pub fn general_rate(&self) -> f64 {
        numbers().march.rate(crate::book::march::Mover::General, Gait::Normal).unwrap_or(0.0)
    }

    /// The same over open ground.
    pub fn rate(&self, u: &Unit, gait: Gait) -> Result<f64, Clause> {
        self.rate_on(u, gait, (Terrain::Open, None), false)
    }

    /// On a stretch of a leg.
    pub(crate) fn rate_over(&self, u: &Unit, gait: Gait, s: &Stretch, on_road: bool) -> Result<f64, Clause> {
        if s.fraction.is_none() {
            return Err(s.by);
        }
        // By the other reading a road keeps guns out of the mud of rain, and no more (12.7.g).
        let helps = s.kind == Terrain::Open || !self.readings.is(reading!("roads", "none"));
        self.rate_on(u, gait, (s.kind, s.slope), on_road && files_on_roads(u) && helps)
    }

    /// How long a change of formation takes, or what forbids it.
    pub fn change_takes(&self, u: &Unit, to: Drawn, year: u16, double_move: bool) -> (Takes, Ruling) {
        self.changes(u, to, year, double_move, false)
    }

    /// How long an open column takes to wheel into line to its flank, or what forbids it.
    pub fn into_line_takes(&self, u: &Unit, year: u16) -> (Takes, Ruling) {
        self.changes(u, Drawn { formation: Formation::Line, ..u.drawn }, year, false, true)
    }

    /// An open column that has wheeled into line to its flank: how it is drawn up, and where, along that flank (glossary.column-open).
    pub(crate) fn line_from_flank(&self, u: &Unit, to: Turning) -> (Drawn, Base) {
        let right = u.base.dir.right();
        let dir = if to == Turning::Left { right * -1.0 } else { right };
        let line = Drawn { formation: Formation::Line, ..u.drawn };
        let front = u.base.centre() + dir * (u.base.width / 2.0);
        (line, u.plan_in(&self.options, line).at(front, dir))
    }

    fn changes(&self, u: &Unit, to: Drawn, year: u16, double_move: bool, to_flank: bool) -> (Takes, Ruling) {
        let rate = self.rate(u, Gait::Normal).unwrap_or(1.0).max(0.1);
        let reach = self.attack_distance(u).0;
        let rects = self.rects(&self[u.id]);
        let about = self.enemies_about(self[u.id].side, &rects, reach + crate::book::TOLERANCE);
        let near = about.into_iter().any(|e| within(crate::measure::gap(&rects, &self.rects(e)), reach));
        let was = u.plan(&self.options);
        let will = u.plan_in(&self.options, to);
        let farthest = (was.width - will.width).abs() / 2.0 + (was.depth - will.depth).abs();
        let s = FormationChangeSituation {
            troop: u.troop,
            from: u.formation(),
            to: to.formation,
            to_flank,
            frontage: u32::from(was.files.abs_diff(will.files)),
            farthest,
            rate,
            ordered: true,
            at_bridge: self.on_bridge(u.base.front),
            double_move,
            near_enemy: near,
            year,
            national: self.options.national,
        };
        known::<FormationChange>(&s)
    }

    /// How long a turn takes, or what forbids it.
    pub fn turn_takes(&self, u: &Unit, to: Turning, year: u16) -> (Takes, Ruling) {
        known::<Turn>(&TurnSituation {
            troop: u.troop,
            formation: u.formation(),
            about: to == Turning::About,
            routing: u.state == State::Routing,
            ordered: true,
            moving: false,
            year,
            national: self.options.national,
        })
    }

    /// How long something else takes.
    pub fn doing_takes(&self, task: Task) -> (Takes, Ruling) {
        known::<Doing>(&DoingSituation { task })
    }

    /// The doing for which a leg stands, if it is one of fixed time.
    pub fn task_of(&self, u: &Unit, leg: LegOrder) -> Option<Task> {
        Some(match leg {
            LegOrder::LieDown | LegOrder::StandUp => Task::LieDownOrStandUp,
            LegOrder::Mount | LegOrder::Dismount => Task::MountOrDismount,
            LegOrder::Limber | LegOrder::Unlimber { .. } if u.arm().rockets() => Task::SetUpOrPackRockets,
            LegOrder::Limber | LegOrder::Unlimber { .. } => {
                Task::LimberOrUnlimber { weight: u.weight().unwrap_or(GunWeight::Medium) }
            }
            _ => return None,
        })
    }
}

/// The formation that a leg asks for: ranks and files as they are where nothing is said.
pub(crate) fn drawn(u: &Unit, formation: Formation, ranks: Option<u8>, files: Option<u8>) -> Drawn {
    let usual = Drawn::new(formation);
    Drawn {
        formation,
        ranks: ranks.unwrap_or(usual.ranks.max(if formation.line() { u.drawn.ranks.min(4) } else { 1 })),
        files: files.unwrap_or(if u.troop.regular() { 0 } else { u.drawn.files }),
    }
}
