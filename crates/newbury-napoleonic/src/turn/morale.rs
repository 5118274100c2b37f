//! Steps 11, 17 and 18: morale tests (chapter 22, play.morale.order).

use crate::battle::Battle;
use crate::book::TOLERANCE;
use crate::drill::quietly;
use crate::event::Kind;
use crate::order::{Gait, Quarter};
use crate::procedures::aftermath::{SurroundedDo, TestResult};
use crate::procedures::morale::{
    Morale, MoraleDoes, MoraleReadings, MoraleSituation, MustTest, MustTestSituation, Shelled, Tests,
    over_a_quarter,
};
use crate::procedures::special::Outcome;
use crate::unit::{State, Unit, UnitId};
use crate::{clause, reading, say};
use umpire::{Clause, Procedure, Silent, judge};

/// Troops that break count for others within this (22.1.b.5).
const NEAR: f64 = 25.0;

/// Causes that are tested in step 18: breaks of own troops and the loss of a general (11.18).
const LATE: [&str; 2] = ["22.1.b.5", "22.1.b.7"];

impl Battle {
    /// What gives a body cause to test.
    fn must_test(&self, u: UnitId) -> Tests {
        quietly::<MustTest>(&self.test_facts(u))
    }

    /// What happened to it in this move.
    fn test_facts(&self, u: UnitId) -> MustTestSituation {
        MustTestSituation { friends_lost: self.friends_lost(u), ..self.own_facts(u) }
    }

    /// The figures of the strongest body of its side that broke or ran near it (22.1.b.5).
    fn friends_lost(&self, u: UnitId) -> u32 {
        let f = &self.field;
        let unit = &f[u];
        let mine = |x: UnitId| x != u && f.whole(x) != f.whole(u) && f[x].side == unit.side;
        // Where it broke or ran past, not only where it ended (22.1.b.5).
        let past = |x: UnitId| {
            let now = f[x].base;
            if now.far_from(&unit.base, NEAR + 1.0 + super::fire::MOST_MOVED) || !mine(x) {
                return false;
            }
            let broke = self.play.broke_at.iter().find(|(b, _)| *b == x).map(|(_, at)| *at);
            let ran = self.play.rout_moves.contains(&x).then(|| self.play.stood[x.index()].centre());
            let back = broke.or(ran).unwrap_or(now.centre()) - now.centre();
            // Most are far off, however they ran.
            if now.far_from(&unit.base, NEAR + 1.0 + back.len()) {
                return false;
            }
            let at = |k: u8| now.moved(back * (f64::from(k) / 8.0)).rect().gap(&unit.base.rect());
            (0..=8).any(|k| at(k) <= NEAR + TOLERANCE)
        };
        let broken = self.play.broken.iter().filter(|(b, _)| past(*b)).map(|(_, n)| u32::from(*n));
        let passing = f.readings.is(reading!("routers-near", "passing"));
        let came = |r: UnitId| {
            let before = || self.play.stood[r.index()].rect().gap(&unit.base.rect());
            !passing || before() > NEAR + TOLERANCE
        };
        let ran = self.play.ran.iter().chain(&self.play.rout_moves);
        let ran = ran.filter(|r| past(**r) && f[**r].state == State::Routing && came(**r));
        let ran = ran.map(|r| u32::from(f[*r].figures()));
        broken.chain(ran).max().unwrap_or(0)
    }

    fn own_facts(&self, u: UnitId) -> MustTestSituation {
        let f = &self.field;
        let unit = &f[u];
        let fire = &self.play.fire[u.index()];
        MustTestSituation {
            start: u32::from(unit.losses.start.max(1)),
            at_move: u32::from(unit.losses.at_move.max(1)),
            now: u32::from(unit.figures()),
            before: unit.losses.before,
            attacks: false,
            over_quarter_before: unit.losses.over_quarter,
            in_melee: self.play.fights(u),
            flank_men: fire.from_flank,
            flank_figures: u32::from(fire.flank_figures),
            friends_lost: 0,
            general_lost: self.play.bereaved.contains(&u),
            part_routed: self.part_routed(u) > 0,
            discovered: self.play.surprised.contains(&u),
            storm_lost: false,
            frenzied: unit.frenzied,
            routing: unit.state == State::Routing,
            pursuing: unit.state == State::Pursuing,
            reacted: unit.deeds.reacted,
            reacted_in_step: false,
            tested: self.play.tested.contains(&u),
            readings: MoraleReadings::of(&f.readings),
            sheet: f.sheet.clone(),
        }
    }

    /// Step 17 (11.17).
    pub(super) fn morale_of_losses(&mut self) {
        self.play.tested.clear();
        self.test_all(false);
        // By the same count by which they test (22.1.b.2).
        let over = |u: &&Unit| over_a_quarter(&self.own_facts(u.id), &mut Silent);
        let over: Vec<UnitId> = self.field.present().filter(over).map(|u| u.id).collect();
        for u in over {
            self.field[u].losses.over_quarter = true;
        }
    }

    /// Step 18 (11.18).
    pub(super) fn morale_of_routs(&mut self) {
        self.play.tested.clear();
        self.test_all(true);
        // Chains of routs inside the step, each body testing once (play.morale.order).
        if self.field.readings.is(reading!("rout-chains", "until-nobody-breaks")) {
            let mut broken = 0;
            while broken != self.play.broken.len() {
                broken = self.play.broken.len();
                self.test_all(true);
            }
        }
    }

    /// All tests of a step are rolled on the state at its start, in the order of the roster (play.morale.order).
    fn test_all(&mut self, late: bool) {
        let due: Vec<(UnitId, Vec<Clause>)> = self
            .field
            .present()
            .filter(|u| !matches!(u.state, State::Prisoner | State::Surrendering))
            .map(|u| (u.id, self.must_test(u.id).causes))
            .map(|(u, causes)| {
                (u, causes.into_iter().filter(|c| LATE.contains(&c.id()) == late).collect::<Vec<_>>())
            })
            .filter(|(_, causes)| !causes.is_empty())
            .collect();
        let tests: Vec<(UnitId, Vec<Clause>, MoraleSituation)> =
            due.into_iter().map(|(u, c)| (u, c, self.morale_situation(u))).collect();
        for (u, causes, s) in tests {
            self.judge_morale(u, causes, &s);
        }
    }

    /// One body tests now, for these causes.
    pub(super) fn test_morale(&mut self, u: UnitId, causes: Vec<Clause>) -> MoraleDoes {
        let s = self.morale_situation(u);
        self.judge_morale(u, causes, &s)
    }

    /// Frenzied troops go on with what they do, and are not asked (22.1.c, 23.4.b).
    pub(super) fn takes_no_test(&mut self, u: UnitId) -> MoraleDoes {
        let unit = self.code(u);
        self.say(clause!("23.4.b"), Kind::Morale, &[u], || say!("event-frenzied-no-test", unit));
        self.also(clause!("22.1.c"));
        MoraleDoes::Good
    }

    fn morale_situation(&self, u: UnitId) -> MoraleSituation {
        let f = &self.field;
        let unit = &f[u];
        let fire = &self.play.fire[u.index()];
        let rects = f.rects(unit);
        let able = |q: Quarter| {
            f.enemies_about(unit.side, &rects, super::fire::MOST_MOVED).any(|e| {
                let reach = || f.rate(e, Gait::Charge).unwrap_or(0.0);
                // Who fights or has laid down his arms is not able to charge; who is halted counts (glossary.charge-reach).
                let taken = matches!(e.state, State::Prisoner | State::Surrendering);
                self.known(e.id)
                    && !e.arm().battery()
                    && !e.state.forced()
                    && !taken
                    && !self.play.fights(e.id)
                    && f.quarter_of(unit, e.base.front).0 == q
                    && f.gap(u, e.id) <= reach() + TOLERANCE
            })
        };
        let guns = fire.shooters.iter().any(|s| f[*s].arm().battery());
        // Only fire that cost a man for each figure counts (T13.C.fire).
        let each = |men: u32| men >= u32::from(unit.losses.at_move.max(1));
        let shelled = if each(fire.by_canister + fire.by_rockets) {
            Shelled::CanisterOrRockets
        } else if each(fire.by_shell + fire.by_shrapnel) {
            Shelled::ShellOrShrapnel
        } else if each(fire.by_round_shot) {
            Shelled::RoundShot
        } else {
            Shelled::None
        };
        // Infantry or artillery in sight, limbered horse artillery too, and no dismounted cavalry (T13.C, T13.n.iii).
        let foot_near = f.enemies_about(unit.side, &rects, NEAR + 1.0).any(|e| {
            let arm = e.arm().infantry() || e.arm().battery();
            let there = !matches!(e.state, State::Prisoner | State::Surrendering);
            arm && there && f.gap(u, e.id) <= NEAR + TOLERANCE && f.sees(u, e.id).is_ok()
        });
        // A unit shoots as one, however many parts it has (6.4.f).
        let mut shooters: Vec<UnitId> = fire.shooters.iter().map(|s| f.whole(*s)).collect();
        shooters.sort();
        shooters.dedup();
        // Those of its own who rout count as losses of the unit that they were part of (19.5.k).
        let part_routed = self.part_routed(u);
        let mut worn = unit.worn();
        worn.start += part_routed;
        MoraleSituation {
            troop: unit.tested_troop(),
            formation: unit.formation(),
            on_foot: unit.walks(),
            worn,
            part_routed,
            disorganisation: unit.factors(),
            enemy_on_flank: able(Quarter::Flank),
            enemy_in_rear: able(Quarter::Rear),
            shooting: shooters.len().min(50) as u8,
            shelled,
            under_artillery: guns,
            flank_losses: fire.from_flank > 0,
            own: self.own_around(u),
            enemy: self.enemy_around(u),
            enemy_advancing: self.advancing(u),
            retreating: unit.state == State::Retreating,
            general: self.steady_general(u),
            general_lost: self.play.bereaved.contains(&u),
            better_part: unit.better_part(),
            secured_flanks: self.secured_flanks(u),
            supports: self.supports(u),
            cover: self.covered(u, None),
            screens: unit.open_order() && self.screens(u),
            foot_near,
            near_elephants: self.elephants_within(u, NEAR),
            in_melee: self.play.fights(u),
            under_fire: !shooters.is_empty(),
            unfavourable: unit.state.forced() || unit.state == State::Halted,
            options: self.agreed(),
            readings: MoraleReadings::of(&f.readings),
            sheet: f.sheet.clone(),
        }
    }

    /// Open order before own close order screens it.
    fn screens(&self, u: UnitId) -> bool {
        let f = &self.field;
        let mut near = f.side_about(f[u].side, &f.rects(&f[u]), 12.0);
        near.any(|o| !o.open_order() && o.id != u && f.gap(u, o.id) <= 12.0)
    }

    fn judge_morale(&mut self, u: UnitId, causes: Vec<Clause>, s: &MoraleSituation) -> MoraleDoes {
        let (code, side) = (self.code(u), self.field[u].side);
        let (o, ruling) = judge::<Morale>(s, self.dice.occasion(Morale::NAME, &*code, side));
        let score = o.score;
        self.rule_on(clause!("play.morale.order"), Kind::Morale, &[u], ruling, || {
            say!("event-morale", unit = &*code, score)
        });
        let step = match self.play.step {
            crate::battle::Step::Morale => clause!("11.17"),
            crate::battle::Step::MoraleOfRouts => clause!("11.18"),
            _ => clause!("11.n1"),
        };
        self.also(step);
        // Of this body alone, by the figures that it has now and had when it began (AI.2, play.strength).
        self.also(clause!("AI.2"));
        self.also(clause!("play.strength"));
        self.also(clause!("glossary.percentage-losses"));
        // In step 17 those count who routed in step 16, in step 18 those of both.
        let routs = s.own.routing > 0 || causes.iter().any(|c| c.id() == LATE[0]);
        let steps = [crate::battle::Step::Morale, crate::battle::Step::MoraleOfRouts];
        if routs && steps.contains(&self.play.step) {
            self.also(clause!("11.n2"));
        }
        causes.into_iter().for_each(|c| self.also(c));
        self.field[u].class_known = true;
        self.field[u].frenzied |= o.frenzied;
        self.play.tested.push(u);
        self.morale_result(u, o.does);
        o.does
    }

    /// A better result leaves a retreat or withdrawal as it is, or ends it (play.states).
    fn better(&mut self, u: UnitId) {
        let ends = self.field.readings.is(reading!("good-morale-ends-retreat", "ends"));
        if ends && matches!(self.field[u].state, State::Retreating | State::Withdrawing) {
            self.field[u].state = State::UnderOrders;
            let unit = self.code(u);
            self.say(clause!("play.states"), Kind::Rallies, &[u], || say!("event-under-orders", unit));
        }
    }

    /// Surrounded troops fight on, fight one more move, or give themselves up (23.9).
    fn hemmed_in(&mut self, u: UnitId, does: MoraleDoes) -> bool {
        let result = match does {
            MoraleDoes::Good | MoraleDoes::FightOn | MoraleDoes::Halt => return false,
            MoraleDoes::Withdraw | MoraleDoes::GiveGround => TestResult::FallsBack,
            MoraleDoes::Retreat | MoraleDoes::Break => TestResult::Flees,
        };
        match self.surrounded(u, result) {
            Some(SurroundedDo::Surrender) => {
                if let Some((e, _)) = self.field.nearest_enemy(u) {
                    self.surrenders(u, e, clause!("23.9.b"));
                }
                true
            }
            Some(SurroundedDo::OneMoreMove) => {
                let next = self.field.turn + 1;
                self.play.last_stand.push((u, next));
                true
            }
            Some(SurroundedDo::FightOn) => true,
            _ => false,
        }
    }

    fn morale_result(&mut self, u: UnitId, does: MoraleDoes) {
        if self.hemmed_in(u, does) {
            return;
        }
        let unit = self.code(u);
        match does {
            MoraleDoes::Good | MoraleDoes::FightOn => self.better(u),
            MoraleDoes::Halt => {
                self.better(u);
                self.falls_into(u, State::Halted);
                let next = self.field.turn + 1;
                self.field[u].halted_until = self.field[u].halted_until.max(next);
                self.say(clause!("23.3.b"), Kind::Halts, &[u], || say!("event-halted", unit));
            }
            MoraleDoes::Withdraw => self.withdraws(u, None),
            MoraleDoes::GiveGround => {
                if self.falls_into(u, State::GivingGround) {
                    self.say(clause!("23.2.c"), Kind::FallsBack, &[u], || say!("event-gives-ground", unit));
                    self.special_act(u, Outcome::GiveGround);
                }
            }
            MoraleDoes::Retreat => {
                if self.falls_into(u, State::Retreating) {
                    // Attackers go at once with what is left of the move (play.forced).
                    if self.play.step == crate::battle::Step::Attacks {
                        self.play.fresh.push(u);
                    }
                    self.say(clause!("23.3.d"), Kind::FallsBack, &[u], || say!("event-retreats", unit));
                    self.also(clause!("glossary.retreat"));
                    self.special_act(u, Outcome::Retreat);
                }
            }
            MoraleDoes::Break => self.breaks(u, 1.0, None),
        }
    }
}
