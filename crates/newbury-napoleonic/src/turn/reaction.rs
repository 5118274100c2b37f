//! Charge reactions: the first when the charge is declared (step 2, 21.2), the final one at attack distance (step 10), and the moves that come of
//! them.

use super::course::{Act, Course, Manner};
use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Charge, Closing};
use crate::book::results::Charger;
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::order::{Gait, Quarter, Response};
use crate::procedures::charge::{GoneSituation, TargetGone};
use crate::procedures::reaction::{
    ChargeReaction, DefenderDoes, FinalReaction, FinalSituation, Reacting, Reaction, ReactionReadings,
    ReactionSituation, Since,
};
use crate::procedures::{GeneralNear, Worn};
use crate::unit::{Side, State, UnitId};
use crate::{clause, say};
use std::collections::VecDeque;
use umpire::{Procedure, judge};

impl Battle {
    /// One side of a charge as the test asks for it.
    fn reacting(&self, u: UnitId, enemy: UnitId, figures: u32) -> Reacting {
        let f = &self.field;
        let uu = &f[u];
        Reacting {
            troop: uu.tested_troop(),
            formation: uu.formation(),
            on_foot: uu.walks(),
            figures,
            worn: uu.worn(),
            disorganisation: uu.factors(),
            general: self.general_near(u),
            better_part: uu.better_part(),
            higher: f.higher(uu, &f[enemy]),
            supports: self.supports(u),
            own: self.own_around(u),
            rolled: self.play.rolled.iter().find(|(x, _)| *x == u).map(|(_, d)| *d),
            frenzied: uu.frenzied,
        }
    }

    /// All figures of those who charge together, and of the target (play.charge.several).
    fn in_the_charge(&self, of: &Charge) -> u32 {
        let others = |c: &&Charge| c.on == of.on && c.by != of.by && c.what == Closing::Charge;
        let others = self.play.charges.iter().filter(others).map(|c| c.by);
        others.chain([of.by]).map(|u| u32::from(self.field[u].figures())).sum::<u32>().max(1)
    }

    /// The initial result of every charge (17.6.a.4).
    pub(super) fn first_reactions(&mut self) {
        self.answer_charges_with_charges();
        for i in 0..self.play.charges.len() {
            let c = self.play.charges[i].clone();
            if c.what == Closing::Charge && c.tested && !c.over && self.stands_to_be_charged(c.on) {
                let r = self.react(&c);
                self.first_result(i, &r);
            }
        }
        self.several_chargers();
        for i in 0..self.play.charges.len() {
            self.act_on_first(i);
        }
    }

    /// Who is charged by one whom he charges himself countercharges him (17.4.a).
    fn answer_charges_with_charges(&mut self) {
        let charges = self.play.charges.clone();
        for c in &mut self.play.charges {
            let own = charges.iter().find(|o| o.by == c.on && o.what == Closing::Charge);
            if own.is_some_and(|o| o.on == c.by) {
                c.response = Some(Response::Countercharge);
            }
        }
    }

    fn stands_to_be_charged(&self, u: UnitId) -> bool {
        self.field[u].present() && self.field[u].state != State::Routing
    }

    /// A charge as its test asks for it (21.2).
    pub(crate) fn reaction_of(&self, c: &Charge) -> ReactionSituation {
        ReactionSituation {
            charger: self.reacting(c.by, c.on, self.in_the_charge(c)),
            defender: self.reacting(c.on, c.by, u32::from(self.field[c.on].figures()).max(1)),
            response: c.response,
            cover: self.covered(c.on, Some(c.by)),
            from: c.from,
            changing: c.caught,
            no_flanks: !self.field.has_flanks(&self.field[c.on]),
            first_charge: self.field[c.by].troop.mameluke && !self.field[c.by].last.charged,
            options: self.agreed(),
            readings: ReactionReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        }
    }

    fn react(&mut self, c: &Charge) -> Reaction {
        let s = self.reaction_of(c);
        let before = [s.charger.rolled.is_some(), s.defender.rolled.is_some()];
        let (unit, target) = (self.code(c.by), self.code(c.on));
        let hands = self.hands(c.by, c.on, 2);
        let dice = self.dice.occasion(ChargeReaction::NAME, &*unit, hands);
        let (o, ruling) = judge::<ChargeReaction>(&s, dice);
        let mut fell = ruling.dice.chunks_exact(2).map(|d| [d[0], d[1]]);
        for (u, had) in [(c.by, before[0]), (c.on, before[1])] {
            if !had && let Some(d) = fell.next() {
                self.play.rolled.push((u, d));
            }
        }
        for u in [c.by, c.on] {
            self.field[u].deeds.reacted = true;
            self.field[u].class_known = true;
        }
        let value = o.value;
        self.rule_on(clause!("17.6.a.4"), Kind::Reaction, &[c.by, c.on], ruling, || {
            say!("event-first-reaction", unit, target, value)
        });
        o
    }

    fn first_result(&mut self, i: usize, r: &Reaction) {
        let c = &mut self.play.charges[i];
        c.value = Some(r.value);
        c.charger = r.charger;
        c.defender = Some(r.defender);
        c.fires_at = r.fires_at;
        let (by, on) = (c.by, c.on);
        self.field[by].frenzied |= r.charger_frenzied;
        self.field[on].frenzied |= r.defender_frenzied;
    }

    /// A target of several acts by the highest value (17.4.c).
    fn several_chargers(&mut self) {
        let charges = self.play.charges.clone();
        for c in &mut self.play.charges {
            let on = charges.iter().filter(|o| o.on == c.on && o.value.is_some());
            let worst = on.max_by_key(|o| o.value);
            if let Some(w) = worst.filter(|w| w.by != c.by) {
                c.defender = w.defender;
                c.fires_at = w.fires_at;
            }
        }
    }

    /// What both do by the first result.
    fn act_on_first(&mut self, i: usize) {
        let c = self.play.charges[i].clone();
        let unit = self.code(c.by);
        match c.charger {
            Charger::Refuse => {
                self.play.charges[i].over = true;
                self.say(clause!("23.1.f"), Kind::NoCharge, &[c.by], || say!("event-refuses", unit));
            }
            Charger::WithdrawToCover => {
                self.play.charges[i].over = true;
                self.withdraws(c.by, Some(c.on));
            }
            _ => {}
        }
        // Of two who charge each other each goes by his own charge (17.4.a).
        if c.value.is_none() || self.charges_back(&c) {
            return;
        }
        match c.defender {
            Some(DefenderDoes::Break) => self.breaks(c.on, 0.0, Some(c.by)),
            Some(DefenderDoes::WithdrawAtDouble) => self.withdraws(c.on, Some(c.by)),
            Some(DefenderDoes::Countercharge) => {
                self.play.charges[i].response = Some(Response::Countercharge)
            }
            Some(DefenderDoes::Stand) => self.play.charges[i].response = Some(Response::Stand),
            _ => {}
        }
    }

    /// Has the target declared a charge on its charger (17.4.a)?
    pub(super) fn charges_back(&self, c: &Charge) -> bool {
        self.play.charges.iter().any(|o| o.by == c.on && o.on == c.by && o.what == Closing::Charge)
    }

    /// Does the charged unit evade in this move (12.3, 17.5.f)?
    pub(super) fn evades(&self, c: &Charge) -> bool {
        let lets = matches!(c.defender, Some(DefenderDoes::StandOrEvade | DefenderDoes::AsDeclared));
        !c.over && c.response == Some(Response::Evade) && lets && self.field[c.on].state != State::Routing
    }

    /// Does it go to meet its charger?
    pub(super) fn countercharges(&self, c: &Charge) -> bool {
        let lets = matches!(c.defender, Some(DefenderDoes::AsDeclared | DefenderDoes::Countercharge));
        !c.over && c.response == Some(Response::Countercharge) && lets
    }

    /// Step 10: the final result of every charge that came to its stop line (21.2.a).
    pub(super) fn final_reactions(&mut self) {
        for i in 0..self.play.charges.len() {
            let c = self.play.charges[i].clone();
            let on = c.what == Closing::Charge && c.tested && !c.over && c.value.is_some();
            if on && self.stands_to_be_charged(c.on) && !self.target_gone(&c) {
                self.final_result(i);
            }
        }
        for side in Side::BOTH {
            let choose = |c: &&Charge| {
                let g = self.gone(c);
                self.field[c.by].side == side && self.presses(c) && g.is_some_and(|g| g.may_halt)
            };
            let units: Vec<UnitId> = self.play.charges.iter().filter(choose).map(|c| c.by).collect();
            if !units.is_empty() {
                self.ask(side, Awaits::Press(units));
            }
        }
    }

    fn since(&self, u: UnitId, m: crate::battle::Mark) -> Since {
        let uu = &self.field[u];
        let now = uu.worn();
        let was = Worn { lost: u32::from(m.lost), ..now };
        Since { was, now, had: u8::try_from(m.factors).unwrap_or(200).min(200), has: uu.factors() }
    }

    fn final_result(&mut self, i: usize) {
        let c = self.play.charges[i].clone();
        let from_now = self.field.comes_from(&self.field[c.by], &self.field[c.on]).0;
        let caught_now = c.caught && self.field[c.on].changing.is_some();
        let s = FinalSituation {
            value: c.value.unwrap_or(0),
            charger: self.reacting(c.by, c.on, self.in_the_charge(&c)),
            defender: self.reacting(c.on, c.by, u32::from(self.field[c.on].figures()).max(1)),
            charger_since: self.since(c.by, c.marks[0]),
            defender_since: self.since(c.on, c.marks[1]),
            from: c.from,
            changing: c.caught,
            from_now,
            changing_now: caught_now,
            no_flanks: !self.field.has_flanks(&self.field[c.on]),
            stands: c.response == Some(Response::Stand),
            options: self.agreed(),
            readings: ReactionReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let (o, ruling) = known::<FinalReaction>(&s);
        let (unit, target, value) = (self.code(c.by), self.code(c.on), o.value);
        self.rule_on(clause!("11.10"), Kind::Reaction, &[c.by, c.on], ruling, || {
            say!("event-final-reaction", unit, target, value)
        });
        self.also(clause!("21.2.a.4"));
        let x = &mut self.play.charges[i];
        x.from_now = from_now;
        x.caught = caught_now;
        x.charger = o.charger;
        x.value = Some(o.value);
        if matches!(o.defender, DefenderDoes::Break | DefenderDoes::WithdrawAtDouble) {
            x.defender = Some(o.defender);
        }
        match o.defender {
            _ if self.charges_back(&c) => {}
            DefenderDoes::Break => self.breaks(c.on, c.at, Some(c.by)),
            DefenderDoes::WithdrawAtDouble => self.withdraws(c.on, Some(c.by)),
            _ => {}
        }
        let unit = self.code(c.by);
        match o.charger {
            Charger::Halt | Charger::HaltOrBreak | Charger::Refuse => {
                self.play.charges[i].over = true;
                self.field[c.by].deeds.no_contact = true;
                self.say(clause!("23.1.g"), Kind::Halts, &[c.by], || {
                    say!("event-halts-before-contact", unit)
                });
                if o.charger == Charger::HaltOrBreak && self.countercharges(&c) {
                    self.breaks(c.by, c.at, Some(c.on));
                }
            }
            Charger::WithdrawToCover => {
                self.play.charges[i].over = true;
                self.field[c.by].deeds.no_contact = true;
                self.withdraws(c.by, Some(c.on));
            }
            Charger::MakeTheCharge | Charger::StrikeHome => {}
        }
    }

    /// The target evaded, broke, or is otherwise not where it was.
    fn target_gone(&self, c: &Charge) -> bool {
        let t = &self.field[c.on];
        !t.present() || matches!(t.state, State::Routing | State::Evading | State::Withdrawing)
    }

    fn presses(&self, c: &Charge) -> bool {
        c.what == Closing::Charge
            && !c.over
            && self.field[c.by].present()
            && self.field[c.by].state != State::Routing
    }

    /// What a charger may do whose target is gone (17.2.f, 17.2.g).
    fn gone(&self, c: &Charge) -> Option<crate::procedures::charge::Gone> {
        if !self.target_gone(c) {
            return None;
        }
        let s = GoneSituation {
            troop: self.field[c.by].troop,
            general: self.general_near(c.by) == GeneralNear::Within5,
            another: false,
            frenzied: self.field[c.by].frenzied,
        };
        Some(quietly::<TargetGone>(&s))
    }

    /// Step 10: chargers and counterchargers go on from their stop lines (17.6.a.5).
    pub(super) fn charge_home(&mut self) {
        let mut halts: Vec<UnitId> = Vec::new();
        for side in Side::BOTH {
            let asked: Vec<UnitId> = self
                .play
                .charges
                .iter()
                .filter(|c| {
                    self.field[c.by].side == side
                        && self.presses(c)
                        && self.gone(c).is_some_and(|g| g.may_halt)
                })
                .map(|c| c.by)
                .collect();
            let mut go_on = Vec::new();
            if let Some(Answer::Press { units }) = self.answered(side) {
                go_on.extend(units.iter().filter(|p| p.go_on).filter_map(|p| self.field.by_code(&p.unit)));
            }
            halts.extend(asked.into_iter().filter(|u| !go_on.contains(u)));
        }
        for u in &halts {
            let unit = self.code(*u);
            self.say(clause!("17.2.f"), Kind::Halts, &[*u], || say!("event-halts-by-general", unit));
            self.play.charges.iter_mut().filter(|c| c.by == *u).for_each(|c| c.over = true);
        }
        let courses = self.courses_home();
        if courses.iter().all(|c| c.acts.is_empty()) {
            return;
        }
        let courses = self.run(courses, false);
        self.play.fresh.clear();
        self.came_home(&courses);
    }

    fn courses_home(&self) -> Vec<Course> {
        let mut courses = self.standing();
        for c in self.play.charges.iter().filter(|c| self.presses(c)) {
            let gone = self.target_gone(c);
            let gait = self.charge_gait(c.by);
            let dir = self.field[c.by]
                .open_order()
                .then(|| (self.field[c.on].base.centre() - self.field[c.by].base.front).unit());
            let on = Act::March { left: f64::INFINITY, towards: dir, gait };
            courses[c.by.index()] = Course {
                starts: c.at,
                acts: VecDeque::from([on]),
                manner: if gone { Manner::Ordinary } else { Manner::Closing },
                closing: (!gone).then_some((c.on, 0.0)),
                ..Course::default()
            };
            if !gone && self.countercharges(c) {
                let back = Act::March { left: f64::INFINITY, towards: None, gait: Gait::Charge };
                courses[c.on.index()] = Course {
                    starts: c.at,
                    acts: VecDeque::from([back]),
                    manner: Manner::Closing,
                    closing: Some((c.by, 0.0)),
                    ..Course::default()
                };
            }
        }
        self.forced_courses(&mut courses, true);
        courses
    }

    /// Who touched whom, and who ended his charge without contact (17.6.c, 12.3.g).
    fn came_home(&mut self, courses: &[Course]) {
        for i in 0..self.play.charges.len() {
            let c = self.play.charges[i].clone();
            if !self.presses(&c) {
                continue;
            }
            let course = &courses[c.by.index()];
            let touched = course.reached.is_some() || self.field.touch(c.by, c.on);
            let (unit, target) = (self.code(c.by), self.code(c.on));
            let x = &mut self.play.charges[i];
            if touched && !matches!(self.field[c.on].state, State::Routing | State::Evading) {
                x.contact = true;
                x.at = course.reached.unwrap_or(c.at);
                for u in [c.by, c.on] {
                    self.field[u].deeds.contacted = true;
                }
                self.say(clause!("17.6.a.5"), Kind::Contact, &[c.by, c.on], || {
                    say!("event-contact", unit, target)
                });
                continue;
            }
            x.over = true;
            self.field[c.by].deeds.no_contact = true;
            if touched && self.field[c.on].state == State::Evading {
                self.breaks(c.on, 1.0, Some(c.by));
                self.also(clause!("12.3.g"));
                self.also(clause!("17.8.d"));
            } else {
                self.say(clause!("17.6.c"), Kind::Halts, &[c.by], || say!("event-no-contact", unit));
            }
        }
    }

    /// From which side a charge still comes: its factors at contact (17.8.b).
    pub(super) fn quarter_at_contact(&self, c: &Charge) -> Quarter {
        if c.from == Quarter::Front { Quarter::Front } else { c.from_now }
    }
}
