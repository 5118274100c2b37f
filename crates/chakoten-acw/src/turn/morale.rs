//! Morale in play: tests, being carried away, passing through pinned units (08.02.7, 08.03, 04.02.9).

use super::forced;
use super::{Attack, Mode, Table};
use crate::attack::Heading;
use crate::event::{By, EventKind, Halt};
use crate::losses::{self, Cause};
use crate::procedures::{
    CarriedAway, CarriedAwaySituation, Morale, MoraleOutcome, PassPinned, PassPinnedSituation,
};
use crate::troop::{Cover, State};
use crate::unit::UnitId;
use crate::{attack, clause, cover};

impl Table {
    /// Figures were removed: the unit tests (08.02.7.a). `support`: whether it had a support unit before the step, so that it
    /// does not matter who of several tests first (play.tie).
    pub(crate) fn test_morale(
        &mut self,
        u: UnitId,
        cause: Cause,
        removed: u16,
        support: bool,
    ) -> MoraleOutcome {
        let mut s = losses::morale_situation(&self.field, u, cause, removed);
        s.support = support;
        let (o, ruling) = self.judge::<Morale>(&s, u);
        let by = By::from(clause!("08.02.7.a")).and(cause.test_by());
        self.tell(by, &[u], || EventKind::Tested { unit: u, ruling: Box::new(ruling) });
        self.worsen(u, o.state, clause!("08.02.7.a"));
        o
    }

    /// A friend in flight comes near: does the unit hold (08.03)? The state it is to have; nothing changes yet.
    pub(crate) fn roll_carried_away(&mut self, u: UnitId, fleeing: UnitId) -> State {
        let f = &self.field;
        if crate::procedures::carried_away::safe(f[u].figures, f[fleeing].figures).is_some() {
            return f[u].state;
        }
        let covered = attack::nearest_enemy_in_sight(f, &f[u])
            .is_some_and(|e| cover::against(f, &f[u], f[e].base.front, false) > Cover::None);
        let s = CarriedAwaySituation {
            figures: f[u].figures,
            fleeing: f[fleeing].figures,
            state: f[u].state,
            valour: f[u].valour,
            support: attack::support(f, &f[u]).is_some(),
            general: f.general_with(u).is_some(),
            cover: covered,
        };
        let (o, ruling) = self.judge::<CarriedAway>(&s, u);
        self.tell(clause!("08.03.1"), &[u, fleeing], || EventKind::CarriedAway {
            unit: u,
            by: fleeing,
            ruling: Box::new(ruling),
        });
        o.state
    }

    /// The result of such a roll takes effect. Says whether the unit has become worse.
    pub(crate) fn swept_along(&mut self, u: UnitId, to: State) -> bool {
        let fell = self.worsen(u, to, By::from(clause!("XVIII.a")).and(clause!("08.02.8")));
        if fell {
            self.end_attack(u, Halt::Disorder, clause!("08.03.1"));
        }
        fell
    }

    /// Flights that take the time of the turn come within 8 cm of friends: all are tested as they were before the tests of the
    /// instant, and one threatened by several flights takes the worst (play.tie).
    pub(crate) fn panic(&mut self, pairs: &[(UnitId, UnitId)]) {
        let mut rolled: Vec<(UnitId, UnitId, State)> = Vec::new();
        for &(fleeing, u) in pairs {
            self.settle(fleeing);
            self.settle(u);
            if self.may_panic(fleeing, u) {
                self.run_mut(fleeing).befell.panicked.push(u);
                rolled.push((fleeing, u, self.roll_carried_away(u, fleeing)));
            }
        }
        for &(fleeing, u, state) in &rolled {
            let from = attack::nearest_enemy_in_sight(&self.field, &self.field[fleeing]);
            if self.swept_along(u, state) {
                self.must_go(forced::MustGo::of(u, from, state));
            }
        }
        for &(fleeing, u, state) in &rolled {
            if state != State::Complete {
                self.check_timed_flight(fleeing, u);
            }
            self.plan_leg(fleeing);
        }
    }

    /// A steady unit behind the flight: it stops clear behind it (08.03.4).
    fn check_timed_flight(&mut self, fleeing: UnitId, by: UnitId) {
        let Mode::Flight(Heading { dir, .. }) = self.run(fleeing).course.mode else { return };
        let here = &self.field[fleeing].base;
        let Some(clause) = attack::behind(&self.field, here, dir, &self.field[by]) else { return };
        let turn = self.field.turn;
        if self.field[fleeing].record.checked == Some(turn) {
            return;
        }
        self.field[fleeing].record.checked = Some(turn);
        self.tell(clause, &[fleeing], || EventKind::FlightChecked { unit: fleeing, behind: by });
        // It passes through and stops just clear behind.
        let base = self.field[fleeing].base;
        let other = self.field[by].base;
        let rects = self.field.rects(&self.field[by]);
        let mut at = base;
        let far = base.front.dist(other.centre()) + other.width + other.depth + base.depth + 2.0;
        let steps = (far / 0.25) as u32;
        let mut entered = false;
        for _ in 0..steps {
            let next = at.moved(dir * 0.25);
            let meets = rects.iter().any(|r| r.gap(&next.rect()) <= table::EPS);
            if entered && !meets {
                break;
            }
            entered |= meets;
            at = next;
        }
        // To a hair's breadth: the last quarter of a centimetre is halved until he is just clear.
        let (mut inside, mut clear) = (at, at.moved(dir * 0.25));
        for _ in 0..20 {
            let middle = inside.moved((clear.front - inside.front) * 0.5);
            if rects.iter().any(|r| r.gap(&middle.rect()) <= table::EPS) {
                inside = middle;
            } else {
                clear = middle;
            }
        }
        let length = base.front.dist(clear.front);
        let run = self.run_mut(fleeing);
        run.course.stop_after = Some(length);
    }

    /// Foot troops try to pass a pinned friend (04.02.9). Says whether they get through.
    pub(crate) fn pass_pinned(&mut self, u: UnitId, pinned: UnitId) -> bool {
        // It is enough that the attack was announced, also with too few for an ordered one (03.03.5.c).
        let announced = |a: &Attack| (a.declared || a.announced.is_some()) && !a.over;
        let attacks = self.run(u).assault.attack.as_ref().is_some_and(announced);
        let s = PassPinnedSituation {
            kind: self.field[u].kind(),
            attacking: attacks,
            valour: self.field[u].valour,
        };
        let (o, ruling) = self.judge::<PassPinned>(&s, u);
        self.tell(clause!("04.02.9"), &[u, pinned], || EventKind::PassedPinned {
            unit: u,
            pinned,
            ruling: Box::new(ruling),
        });
        if o.passes {
            return true;
        }
        self.worsen(u, State::Slight, By::from(clause!("04.02.9")).and(clause!("08.02.8")));
        if self.field[u].state == State::Slight {
            self.pin(u, clause!("04.02.9"), clause!("04.02.9"));
        } else {
            // Worse than LU already: it halts, but only a unit in LU can be pinned (08.02.1).
            self.void(u, false);
        }
        false
    }
}
