//! Step 11: attackers take a morale test 5 cm from their target; in good morale they go on to contact (11.11, 17.7, play.attack.timeline).

use super::course::{Act, Course, Manner};
use crate::battle::{Battle, Closing};
use crate::event::Kind;
use crate::order::Gait;
use crate::procedures::morale::MoraleDoes;
use crate::unit::State;
use crate::{clause, say};
use std::collections::VecDeque;

impl Battle {
    pub(super) fn attack_home(&mut self) {
        let attackers: Vec<usize> = (0..self.play.charges.len())
            .filter(|i| {
                let c = &self.play.charges[*i];
                let near = self.field.gap(c.by, c.on) <= 5.0 + 0.02;
                c.what == Closing::Attack && !c.over && near && self.field[c.by].present()
            })
            .collect();
        let mut going = Vec::new();
        for i in attackers {
            let by = self.play.charges[i].by;
            if self.field[by].state == State::Routing {
                continue;
            }
            let causes = vec![clause!("22.1.b.1"), clause!("11.11"), clause!("17.7.4"), clause!("17.3.c")];
            let does = match self.field[by].frenzied {
                true => self.takes_no_test(by),
                false => self.test_morale(by, causes),
            };
            match does {
                MoraleDoes::Good => going.push(i),
                _ => self.play.charges[i].over = true,
            }
        }
        let mut courses = self.standing();
        self.forced_courses(&mut courses, true);
        for i in &going {
            let c = &self.play.charges[*i];
            let towards = self.field[c.by]
                .open_order()
                .then(|| (self.field[c.on].base.centre() - self.field[c.by].base.front).unit());
            let on = Act::March { left: f64::INFINITY, towards, gait: Gait::Normal };
            courses[c.by.index()] = Course {
                starts: c.at.min(1.0),
                acts: VecDeque::from([on]),
                manner: Manner::Closing,
                closing: Some((c.on, 0.0)),
                defended: self.held_lines(c.on, c.by),
                ..Course::default()
            };
        }
        if courses.iter().all(|c| c.acts.is_empty()) {
            return;
        }
        let courses = self.run(courses, false);
        self.play.fresh.retain(|u| courses[u.index()].manner != Manner::Forced);
        self.carry_out_fresh();
        for i in going {
            self.attacked_home(i, &courses);
        }
        self.late_fire();
    }

    fn attacked_home(&mut self, i: usize, courses: &[Course]) {
        let c = self.play.charges[i].clone();
        let (unit, target) = (self.code(c.by), self.code(c.on));
        let reached = courses[c.by.index()].reached;
        if reached.is_some() || self.field.touch(c.by, c.on) {
            self.play.charges[i].contact = true;
            self.play.charges[i].at = reached.unwrap_or(c.at);
            for u in [c.by, c.on] {
                self.field[u].deeds.contacted = true;
            }
            self.say(clause!("17.7.5"), Kind::Contact, &[c.by, c.on], || say!("event-contact", unit, target));
        } else {
            self.play.charges[i].over = true;
            self.say(clause!("play.attack.timeline"), Kind::Halts, &[c.by], || {
                say!("event-attack-short", unit)
            });
        }
    }
}
