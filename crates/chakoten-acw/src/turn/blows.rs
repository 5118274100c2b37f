//! What fire does: losses on each target one fire after the other, nearest firer first, tests, and what follows (play.fire-batch).

use super::{Table, forced};
use crate::clause;
use crate::event::{By, EventKind, Halt};
use crate::losses::{self, Cause};
use crate::troop::State;
use crate::unit::UnitId;

/// A loss on one target by one fire.
pub(super) struct Blow {
    pub target: UnitId,
    pub firer: UnitId,
    pub men: u32,
    pub cm: f64,
    pub from: table::V2,
    pub small: bool,
    pub general: bool,
}

/// What the fire of an instant has done to a unit besides its losses.
struct Suffered {
    /// The state it has fallen into, and by whose fire.
    worst: Option<(State, UnitId)>,
    /// Mounted or limbered, it turns away from him.
    recoil: Option<UnitId>,
    pinned: Option<umpire::Clause>,
}

impl Table {
    /// Each target suffers its losses nearest firer first, and tests for each by itself.
    pub(super) fn apply_blows(&mut self, mut blows: Vec<Blow>) {
        blows.retain(|b| b.men > 0);
        blows.sort_by_key(|b| {
            let firer = &self.field[b.firer];
            (b.target, crate::attack::place_among((b.cm, firer.figures, b.firer)))
        });
        // Whether it has support is as it was before the step, whoever of several tests first.
        let supported: Vec<bool> = blows
            .chunk_by(|a, b| a.target == b.target)
            .map(|c| crate::attack::support(&self.field, &self.field[c[0].target]).is_some())
            .collect();
        // What follows is worked out from how everybody stands when all losses have been taken.
        let suffered: Vec<(UnitId, Suffered)> = blows
            .chunk_by(|a, b| a.target == b.target)
            .zip(supported)
            .map(|(c, support)| (c[0].target, self.suffer_fire(c[0].target, c, support)))
            .collect();
        for (u, s) in suffered {
            self.after_fire(u, s);
        }
    }

    /// Losses and tests of one target.
    fn suffer_fire(&mut self, u: UnitId, blows: &[Blow], support: bool) -> Suffered {
        let turn = self.field.turn;
        let close = crate::book::data().d.close_fire;
        let mut worst: Option<(State, UnitId)> = None;
        let mut recoil: Option<UnitId> = None;
        let mut pinned: Option<umpire::Clause> = None;
        for b in blows {
            if !self.field[u].on_table() {
                break;
            }
            let silent = {
                let run = self.run(u);
                // Who has declared a retreat is about to go, as one who is ordered to march.
                let goes = run.befell.moved || run.order.retreat;
                !goes && !run.fire.fired && run.fire.volleys.iter().all(|v| v.done)
            };
            let marching = !self.leg(u).stands();
            self.settle(u);
            let was_pinned = self.field[u].pinned(turn);
            let generals = losses::generals_with(&self.field, u);
            let s = losses::suffer(&mut self.field, u, b.men, turn);
            if s.men == 0 {
                continue;
            }
            self.run_mut(u).befell.hurt = true;
            let (men, figures, carried) = (s.men, s.figures_removed, self.field[u].carried);
            let by = if b.small { clause!("05.02.2") } else { clause!("06.03.2") };
            let by = By::from(by).with(s.by().iter());
            self.tell(by, &[u], || EventKind::Lost { unit: u, men, figures, carried });
            if b.general {
                let by = if b.small { clause!("05.02.7") } else { clause!("06.03.9") };
                self.generals_fall(u, &generals, by);
            }
            let near = b.cm <= close + table::EPS;
            if was_pinned && near {
                pinned.get_or_insert(clause!("04.02.7.b"));
            }
            if s.destroyed {
                self.gone(u);
                break;
            }
            let cause = if b.small {
                Cause::SmallArms { cm: b.cm, from: b.from, marching, silent }
            } else {
                Cause::Artillery { cm: b.cm, from: b.from, marching }
            };
            if s.must_test(&cause).is_none() {
                continue;
            }
            let o = self.test_morale(u, cause, figures, support);
            if o.fell && o.state >= State::Disorder {
                worst = Some((o.state, b.firer));
            }
            if o.pinned && self.field[u].state == State::Slight {
                // The next fire of the instant finds it pinned already.
                pinned.get_or_insert(clause!("04.02.7.a"));
                self.field[u].pinned_to = Some(turn + 1);
            }
            if o.recoils {
                recoil.get_or_insert(b.firer);
            }
            if s.must_reform {
                self.must_reform(u);
            }
        }
        Suffered { worst, recoil, pinned }
    }

    /// What the fire of the instant makes a unit do.
    fn after_fire(&mut self, u: UnitId, Suffered { worst, recoil, pinned }: Suffered) {
        if !self.field[u].on_table() {
            return;
        }
        self.relaid(u);
        let began = self.run(u).befell.began;
        let state = self.field[u].state;
        if let Some((s, cause)) = worst {
            self.broken_off_by_fire(u);
            self.end_attack(u, Halt::Disorder, clause!("07.02.1"));
            self.must_go(forced::MustGo::of(u, Some(cause), s));
        } else if self.time() <= 0.0
            && began == State::Disorder
            && state == State::Disorder
            && !self.run(u).order.retreat
        {
            // In U from the start and hurt by immediate fire (04.02.4).
            let to = crate::attack::retreat_direction(&self.field, &self.field[u]);
            self.overrides(u, clause!("04.02.4"));
            let run = self.run_mut(u);
            run.course.mode = super::Mode::Retire(to);
            run.order.void = true;
            run.fire.volleys.clear();
            run.befell.forced = true;
            self.plan_leg(u);
        } else if let (Some(from), State::Slight) = (recoil, state) {
            self.broken_off_by_fire(u);
            self.end_attack(u, Halt::BrokenOff, clause!("07.02.1"));
            self.void(u, false);
            self.turn_mut().instant.turning.push((u, from, clause!("04.02.6")));
        } else if let (Some(by), State::Slight) = (pinned, state) {
            self.broken_off_by_fire(u);
            self.pin(u, by, clause!("07.02.1"));
        }
    }

    /// A chain that is stretched too far re-forms for the rest of the turn (04.02.11).
    fn must_reform(&mut self, u: UnitId) {
        self.run_mut(u).befell.reforms = true;
        self.end_attack(u, Halt::Reforms, clause!("04.02.11"));
        let by = By::from(clause!("04.02.11")).and(crate::book::widest_gap(self.field[u].kind()).1);
        let by = by.with(self.void(u, false).iter());
        self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Reforms });
    }

    /// Its width or depth may have changed: it goes on from there.
    pub(crate) fn relaid(&mut self, u: UnitId) {
        if self.now.is_some() && self.field[u].on_table() {
            self.settle(u);
            self.plan_leg(u);
        }
    }

    /// The generals who were with the unit fall.
    pub(crate) fn generals_fall(&mut self, u: UnitId, who: &[crate::unit::StaffId], by: umpire::Clause) {
        for s in who.iter().copied() {
            if !self.field[s].present() {
                continue;
            }
            let by = By::from(by).with(self.lose_general(s, false));
            self.tell(by, &[u], || EventKind::StaffLost { staff: s, captured: false });
        }
    }

    /// A unit that has been destroyed or captured leaves the turn.
    pub(crate) fn gone(&mut self, u: UnitId) {
        if self.field[u].on_table() {
            return;
        }
        let fate = self.field[u].fate;
        self.remove(u, fate);
    }
}
