//! Step 5: hidden troops whom the enemy detected in this move are placed (11.5, play.detect).

use crate::battle::Battle;
use crate::event::Kind;
use crate::unit::{Fate, UnitId};
use crate::{clause, reading, say};

impl Battle {
    pub(super) fn detect(&mut self) {
        let hidden: Vec<UnitId> =
            self.field.present().filter(|u| u.fate == Fate::Hidden).map(|u| u.id).collect();
        // All are looked at from the state at the start of the step.
        let found: Vec<(UnitId, UnitId, umpire::Clause)> = hidden
            .into_iter()
            .filter_map(|u| {
                let side = self.field[u].side.other();
                let near = self.surprised_by(u);
                let seen = self.field.detected_by(side, u);
                seen.or_else(|| near.map(|w| (w, clause!("play.detect")))).map(|(w, by)| (u, w, by))
            })
            .collect();
        for (u, by, why) in found {
            self.place(u, by, why);
        }
        if self.field.readings.is(reading!("hidden-again", "after-a-move")) {
            self.hide_again();
        }
    }

    /// Bodies that nobody noticed in this move go back on their owner's map (play.detect).
    fn hide_again(&mut self) {
        let unseen: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| u.fate == Fate::OnTable && !self.play.fights(u.id))
            .filter(|u| self.field.detected_by(u.side.other(), u.id).is_none())
            .map(|u| u.id)
            .collect();
        for u in unseen {
            self.field[u].fate = Fate::Hidden;
            self.field[u].seen = false;
            let (unit, side) = (self.code(u), self.field[u].side);
            self.confide(clause!("play.detect"), Kind::Detected, side, &[u], None, || {
                say!("event-hidden-again", unit)
            });
        }
    }

    /// Who halted at attack distance of a body that he did not see: he has detected it (17.1.a).
    fn surprised_by(&self, u: UnitId) -> Option<UnitId> {
        let near = |w: &&UnitId| {
            let reach = self
                .field
                .attack_distance(&self.field[**w])
                .0
                .max(self.field.attack_distance(&self.field[u]).0);
            crate::measure::within(self.field.gap(**w, u), reach)
        };
        self.play.surprised.iter().find(near).copied()
    }

    /// A hidden body is put on the table, and stays known from now on.
    pub(super) fn place(&mut self, u: UnitId, by: UnitId, why: umpire::Clause) {
        self.aims.forget();
        let unit = &mut self.field[u];
        unit.fate = Fate::OnTable;
        unit.seen = true;
        let (code, eye) = (self.code(u), self.code(by));
        self.say(clause!("11.5"), Kind::Detected, &[u], || say!("event-detected", unit = code, by = eye));
        self.also(why);
        self.also(clause!("play.detect"));
        self.also(clause!("9.5"));
        // What figures do not show is told from now on (5.1.b).
        self.also(clause!("5.1.b"));
        // Who finds him within attack distance tests (22.1.b.8).
        let reach = self.field.attack_distance(&self.field[by]).0;
        if crate::measure::within(self.field.gap(by, u), reach) && !self.play.surprised.contains(&by) {
            self.play.surprised.push(by);
        }
    }

    /// Fire gives its firer away (play.detect): he has fired from now on, so that 4.7 hides him no more.
    pub(super) fn shows_itself(&mut self, u: UnitId) {
        let betrayed = self.fire_betrays(u);
        self.field[u].deeds.fired = true;
        if betrayed {
            self.aim_at_betrayed(u);
        }
        if self.field[u].fate != Fate::Hidden {
            return;
        }
        let side = self.field[u].side.other();
        if let Some((by, why)) = self.field.detected_by(side, u) {
            self.place(u, by, why);
        }
    }
}
