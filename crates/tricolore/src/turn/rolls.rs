//! Tests that are rolled at many places: each by its procedure, written down with its clause.

use crate::battle::Battle;
use crate::check::near;
use crate::event::Kind;
use crate::procedures::dice::{Letter, Test, TestSituation};
use crate::procedures::movement::{
    LineSituation, LineTest, MoveReadings, MoveWhy, PassPhase, PassThrough, PassThroughSituation, Passer,
    PivotSituation, PivotTest, PivotWhy,
};
use crate::unit::{MOST_U, UnitId};
use crate::{clause, say, worth};
use umpire::{Clause, Procedure, Ruling, judge};

impl Battle {
    /// Metres from a unit to the nearest enemy, as procedures ask for it.
    pub(crate) fn enemy_of(&self, u: UnitId) -> Option<f64> {
        Some(near::enemy(&self.field, &self.field[u])).filter(|d| d.is_finite())
    }

    /// A test of one of a unit's values.
    pub(super) fn test_unit(&mut self, u: UnitId, letter: Letter, dice: u8, needed: u8) -> (bool, Ruling) {
        let (code, side) = (self.field[u].code.clone(), self.field[u].side);
        let unit = &self.field[u];
        let value = match letter {
            Letter::N => self.melee_value(unit) as i8,
            Letter::T => unit.values.training as i8,
            Letter::O => unit.values.officer as i8,
            Letter::M => worth::morale(&self.field, unit) as i8,
            Letter::E => 0,
        };
        let s = TestSituation { letter, value, dice, needed };
        let (o, ruling) = judge::<Test>(&s, self.dice.occasion(Test::NAME, &*code, side));
        (o.passed, ruling)
    }

    /// U that a unit gets without a test.
    pub(super) fn disorder(&mut self, u: UnitId, more: u8, by: Clause) {
        if more == 0 {
            return;
        }
        let unit = &mut self.field[u];
        unit.disorder.active = (unit.disorder.active + more).min(MOST_U);
        let (code, all) = (unit.code.clone(), unit.disorder.active);
        self.say(by, Kind::Disorder, &[u], || say!("event-disordered", unit = &*code, gained = more, all));
    }

    /// The tests of a unit that has moved in line or square (line-move.1).
    pub(super) fn line_test(&mut self, u: UnitId, metres: f64, why: MoveWhy, before: Option<f64>) {
        let unit = &self.field[u];
        if !unit.formation.tests_when_moving() {
            return;
        }
        let (code, side) = (unit.code.clone(), unit.side);
        let s = LineSituation {
            arm: unit.arm(),
            formation: unit.formation.kind(),
            why,
            metres,
            lost: 0.0,
            training: unit.values.training,
            disorder: unit.disorder.active,
            enemy: self.enemy_of(u),
            enemy_before: before,
            readings: MoveReadings::of(&self.field.readings),
        };
        let (o, ruling) = judge::<LineTest>(&s, self.dice.occasion(LineTest::NAME, &*code, side));
        if ruling.dice.is_empty() {
            return;
        }
        self.field[u].disorder.active = o.disorder;
        let by = match why {
            MoveWhy::Attack => clause!("line-move.6"),
            MoveWhy::Breakthrough => clause!("line-move.7"),
            _ => clause!("line-move.1"),
        };
        self.rule_on(by, Kind::Disorder, side, &[u], ruling, || {
            say!("event-line-test", unit = &*code, gained = o.gained, all = o.disorder)
        });
    }

    /// The test of a pivot over 30 degrees (formchange.7).
    pub(super) fn pivot_test(&mut self, u: UnitId, degrees: f64, why: PivotWhy) {
        let unit = &self.field[u];
        let (code, side) = (unit.code.clone(), unit.side);
        let s = PivotSituation {
            why,
            degrees: degrees.abs().min(180.0),
            training: unit.values.training,
            disorder: unit.disorder.active,
            enemy: self.enemy_of(u),
            readings: MoveReadings::of(&self.field.readings),
        };
        let (o, ruling) = judge::<PivotTest>(&s, self.dice.occasion(PivotTest::NAME, &*code, side));
        if ruling.dice.is_empty() {
            return;
        }
        self.field[u].disorder.active = o.disorder;
        self.rule_on(clause!("formchange.7"), Kind::Disorder, side, &[u], ruling, || {
            say!("event-pivot-test", unit = &*code, gained = o.gained, all = o.disorder)
        });
    }

    /// One unit passes through another: both test and lose movement (pass-through.1).
    pub(super) fn pass_through(&mut self, u: UnitId, other: UnitId, phase: PassPhase) {
        let of = |id: UnitId| {
            let x = &self.field[id];
            Passer {
                formation: x.formation.kind(),
                training: x.values.training,
                disorder: x.disorder.active,
                enemy: self.enemy_of(id),
            }
        };
        let s = PassThroughSituation {
            passing: of(u),
            passed: of(other),
            phase,
            readings: MoveReadings::of(&self.field.readings),
        };
        let (code, passed, side) =
            (self.field[u].code.clone(), self.field[other].code.clone(), self.field[u].side);
        let (o, ruling) = judge::<PassThrough>(&s, self.dice.occasion(PassThrough::NAME, &*code, side));
        self.field[u].disorder.active = o.passing.disorder;
        self.field[other].disorder.active = o.passed.disorder;
        for id in [u, other] {
            self.field[id].record.passed_through += o.reduction;
        }
        self.rule_on(clause!("pass-through.1"), Kind::Passes, side, &[u, other], ruling, || {
            say!(
                "event-passes",
                unit = &*code,
                other = &*passed,
                gained = o.passing.gained,
                passed = o.passed.gained
            )
        });
    }
}
