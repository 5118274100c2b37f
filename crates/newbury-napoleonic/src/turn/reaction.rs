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
    ReactionSituation, Several, SeveralCharges, SeveralSituation, Since,
};
use crate::procedures::{GeneralNear, Worn};
use crate::unit::{Side, State, UnitId};
use crate::{clause, say};
use smallvec::SmallVec;
use std::collections::VecDeque;
use umpire::{Procedure, judge};

/// A charge goes on to the next and the next no oftener than this in a move.
const CHAIN: usize = 4;

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
        self.several_targets();
        for i in 0..self.play.charges.len() {
            if self.play.charges[i].in_support_of.is_none() {
                self.act_on_first(i);
            }
        }
        // Not at the same time: what became of the unit supported counts in the supporter's test (17.5.h).
        for i in 0..self.play.charges.len() {
            if self.play.charges[i].in_support_of.is_some() {
                self.react_in_support(i);
            }
        }
    }

    /// The charge that a supporter meets, seen from the other side: the charger's reaction to it is ignored (17.5.h).
    fn met_by_support(&self, c: &Charge) -> Charge {
        let from = self.field.comes_from(&self.field[c.on], &self.field[c.by]).0;
        Charge {
            by: c.on,
            on: c.by,
            from,
            response: Some(Response::Countercharge),
            marks: [c.marks[1], c.marks[0]],
            caught: false,
            formed_at: 0.0,
            faced_at: 0.0,
            ..c.clone()
        }
    }

    fn react_in_support(&mut self, i: usize) {
        let c = self.play.charges[i].clone();
        if !self.field[c.by].present() || !self.field[c.on].present() {
            self.play.charges[i].over = true;
            return;
        }
        let r = self.react(&self.met_by_support(&c));
        self.also(clause!("17.5.h"));
        self.play.charges[i].value = Some(r.value);
        self.play.charges[i].charger = Charger::MakeTheCharge;
        self.support_does(i, r.defender, 0.0);
    }

    fn support_does(&mut self, i: usize, does: DefenderDoes, at: f64) {
        let (by, on) = (self.play.charges[i].by, self.play.charges[i].on);
        match does {
            DefenderDoes::AsDeclared | DefenderDoes::Countercharge => return,
            DefenderDoes::Break => self.breaks(by, at, Some(on)),
            DefenderDoes::WithdrawAtDouble => self.withdraws(by, Some(on)),
            DefenderDoes::Stand | DefenderDoes::StandOrEvade | DefenderDoes::MoveOrders => {}
        }
        self.play.charges[i].over = true;
    }

    /// A charger of several acts by his lowest value (17.4.b).
    fn several_targets(&mut self) {
        let charges = self.play.charges.clone();
        for i in 0..charges.len() {
            let mine: Vec<&Charge> =
                charges.iter().filter(|o| o.by == charges[i].by && o.value.is_some()).collect();
            let worst = mine.iter().min_by_key(|o| o.value).map(|o| o.charger);
            if let Some(worst) = worst.filter(|_| mine.len() > 1 && charges[i].value.is_some()) {
                self.play.charges[i].charger = worst;
            }
            if mine.len() > 1 && !charges[i].screen && !charges[i].beside && charges[i].value.is_some() {
                let values = mine.iter().filter_map(|o| o.value).collect();
                let (o, ruling) =
                    known::<SeveralCharges>(&SeveralSituation { side: Several::Charger, values });
                let (unit, value) = (self.code(charges[i].by), o.value);
                self.rule_on(clause!("17.4.b"), Kind::Reaction, &[charges[i].by], ruling, || {
                    say!("event-acts-by", unit, value)
                });
                self.also(clause!("play.charge.several"));
            }
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
            first_charge: self.field[c.by].troop.mameluke && !self.play.charged_once.contains(&c.by),
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
        self.also(clause!("21.1.c"));
        self.also(clause!("5.1.c"));
        self.also(clause!("play.dice"));
        self.also(clause!("T13.n.ii"));
        if self.charges_back(c) {
            self.also(clause!("17.4.a"));
        } else if c.in_support_of.is_none() && self.charges_himself(c.on) {
            self.also(clause!("17.4.d"));
        }
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
        // Who charges himself goes by his own charge, whoever charges him (17.4.a, 17.4.d).
        if c.value.is_none() || self.charges_himself(c.on) {
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

    /// Has a unit that is charged declared a charge of its own (17.4.d)?
    fn charges_himself(&self, u: UnitId) -> bool {
        let ordered = self.play.order(u).is_some_and(|o| o.charge.is_some() || o.support.is_some());
        ordered && self.play.charges.iter().any(|o| o.by == u && o.what == Closing::Charge)
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
            let on = c.what == Closing::Charge && !c.screen && !c.over && c.value.is_some();
            if !on || !self.stands_to_be_charged(c.on) || self.target_gone(&c) {
                continue;
            }
            if c.in_support_of.is_some() {
                self.final_support(i);
            } else if c.tested {
                self.final_result(i);
            }
        }
        for side in Side::BOTH {
            let units = self.may_choose_to_press(side);
            if !units.is_empty() {
                self.ask(side, Awaits::Press(units));
            }
        }
    }

    /// Chargers of a side whose target is gone and who may choose: to halt, or to charge the next (17.2.f, 17.2.g).
    fn may_choose_to_press(&self, side: Side) -> Vec<UnitId> {
        let choose = |c: &&Charge| {
            let g = self.gone(c);
            self.field[c.by].side == side && self.presses(c) && g.is_some_and(|g| g.may_halt || g.choose_next)
        };
        self.play.charges.iter().filter(choose).map(|c| c.by).collect()
    }

    /// The final value of a supporter's test (17.5.h, 21.2.a.7).
    fn final_support(&mut self, i: usize) {
        let c = self.play.charges[i].clone();
        let met = self.met_by_support(&c);
        let (o, ruling) = known::<FinalReaction>(&self.final_situation(&met, met.from, false));
        let (unit, target, value) = (self.code(c.by), self.code(c.on), o.value);
        self.rule_on(clause!("11.10"), Kind::Reaction, &[c.by, c.on], ruling, || {
            say!("event-final-reaction", unit, target, value)
        });
        self.also(clause!("17.5.h"));
        self.support_does(i, o.defender, c.at);
    }

    /// Is the charger himself struck before he is at attack distance of his target (17.4.d, 17.5.h)?
    fn forestalled(&self, c: &Charge) -> Option<umpire::Clause> {
        self.play.charges.iter().find_map(|o| {
            let on = o.on == c.by && o.by != c.on && !o.over && o.what == Closing::Charge;
            if !on {
                return None;
            }
            let rate = self.field.rate(&self.field[o.by], Gait::Charge).unwrap_or(1.0).max(1.0);
            let strikes = o.at + self.field.gap(o.by, o.on) / rate;
            let by = if o.in_support_of.is_some() { clause!("17.5.h") } else { clause!("17.4.d") };
            (strikes < c.at).then_some(by)
        })
    }

    /// The moment at which a charger came to his own attack distance: before his stop line, where that is nearer (play.charge.timeline).
    pub(super) fn at_attack_distance(&self, c: &Charge) -> f64 {
        let by = &self.field[c.by];
        let own = self.field.attack_distance(by).0;
        let nearer = c.fires_at.map_or(0.0, |cm| (own - f64::from(cm)).max(0.0));
        let rate = self.field.rate(by, self.charge_gait(c.by)).unwrap_or(0.0);
        if c.what == Closing::Charge && rate > 0.0 { (c.at - nearer / rate).max(0.0) } else { c.at }
    }

    fn since(&self, u: UnitId, m: crate::battle::Mark) -> Since {
        let uu = &self.field[u];
        let now = uu.worn();
        let was = Worn { lost: u32::from(m.lost), ..now };
        Since { was, now, had: u8::try_from(m.factors).unwrap_or(200).min(200), has: uu.factors() }
    }

    fn final_result(&mut self, i: usize) {
        let c = self.play.charges[i].clone();
        // By the clock: is he still at it when the charger comes to his attack distance (21.2.a.7)? Who has not faced the charge by then has
        // it in flank or rear, whatever way he faces at last (17.8.b).
        let at = self.at_attack_distance(&c) + 1e-6;
        let caught_now = c.formed_at > at;
        let from_now = match c.faced_at > at {
            true => c.from_now,
            false => self.field.comes_from(&self.field[c.by], &self.field[c.on]).0,
        };
        let s = self.final_situation(&c, from_now, caught_now);
        self.final_does(i, &c, &s, from_now, caught_now);
    }

    fn final_situation(&self, c: &Charge, from_now: Quarter, caught_now: bool) -> FinalSituation {
        FinalSituation {
            value: c.value.unwrap_or(0),
            charger: self.reacting(c.by, c.on, self.in_the_charge(c)),
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
        }
    }

    fn final_does(&mut self, i: usize, c: &Charge, s: &FinalSituation, from_now: Quarter, caught_now: bool) {
        let (o, ruling) = known::<FinalReaction>(s);
        let (unit, target, value) = (self.code(c.by), self.code(c.on), o.value);
        self.rule_on(clause!("11.10"), Kind::Reaction, &[c.by, c.on], ruling, || {
            say!("event-final-reaction", unit, target, value)
        });
        self.also(clause!("21.2.a.4"));
        self.also(clause!("21.2.a.6"));
        self.also(clause!("17.6.b"));
        let x = &mut self.play.charges[i];
        x.from_now = from_now;
        x.caught = caught_now;
        x.charger = o.charger;
        x.value = Some(o.value);
        // What he was told at first holds unless it is another thing now: who is told to stand does not go to meet the charge.
        match o.defender {
            DefenderDoes::AsDeclared | DefenderDoes::MoveOrders => {}
            DefenderDoes::Countercharge => {
                (x.defender, x.response) = (Some(o.defender), Some(Response::Countercharge));
            }
            _ => x.defender = Some(o.defender),
        }
        if let Some(by) = self.forestalled(c) {
            self.also(by);
        }
        match o.defender {
            _ if self.charges_himself(c.on) || self.forestalled(c).is_some() => {}
            DefenderDoes::Break => self.breaks(c.on, c.at, Some(c.by)),
            DefenderDoes::WithdrawAtDouble => self.withdraws(c.on, Some(c.by)),
            _ => {}
        }
        let unit = self.code(c.by);
        match o.charger {
            Charger::Halt | Charger::HaltOrBreak | Charger::Refuse => {
                let met = self.countercharges(&self.play.charges[i]) && !self.charges_himself(c.on);
                let on_him = |o: &Charge| o.on == c.by && o.what == Closing::Charge && !o.over;
                let charged = self.play.charges.iter().any(on_him);
                // His worst result stands, whomever else he charges (17.4.b).
                self.play
                    .charges
                    .iter_mut()
                    .filter(|o| o.by == c.by && !o.screen)
                    .for_each(|o| o.over = true);
                self.field[c.by].deeds.no_contact = true;
                self.say(clause!("23.1.g"), Kind::Halts, &[c.by], || {
                    say!("event-halts-before-contact", unit)
                });
                match o.charger {
                    // It is left so before a defender who cannot countercharge only by agreement (T16.A).
                    Charger::HaltOrBreak if met || charged || o.defender == DefenderDoes::AsDeclared => {
                        self.breaks(c.by, c.at, Some(c.on));
                    }
                    _ if met => self.strikes_the_halted(c),
                    _ => {}
                }
            }
            Charger::WithdrawToCover => {
                self.play
                    .charges
                    .iter_mut()
                    .filter(|o| o.by == c.by && !o.screen)
                    .for_each(|o| o.over = true);
                self.field[c.by].deeds.no_contact = true;
                self.withdraws(c.by, Some(c.on));
            }
            Charger::MakeTheCharge | Charger::StrikeHome => {}
        }
    }

    /// A countercharge goes on against chargers who halted: they stand to receive it (23.1.b, 23.1.g, T16.A).
    fn strikes_the_halted(&mut self, c: &Charge) {
        let from = self.field.comes_from(&self.field[c.on], &self.field[c.by]).0;
        let back = Charge {
            by: c.on,
            on: c.by,
            from,
            from_now: from,
            tested: false,
            response: Some(Response::Stand),
            charger: Charger::StrikeHome,
            defender: Some(DefenderDoes::Stand),
            fires_at: None,
            marks: [c.marks[1], c.marks[0]],
            caught: false,
            formed_at: 0.0,
            faced_at: 0.0,
            over: false,
            contact: false,
            ..c.clone()
        };
        let (unit, target) = (self.code(back.by), self.code(back.on));
        self.field[back.by].deeds.charged = true;
        self.play.charges.push(back);
        self.say(clause!("23.1.b"), Kind::Responds, &[c.on, c.by], || {
            say!("event-countercharges-the-halted", unit, target)
        });
    }

    /// The target evaded, broke, or is otherwise not where it was.
    fn target_gone(&self, c: &Charge) -> bool {
        let t = &self.field[c.on];
        !t.present() || matches!(t.state, State::Routing | State::Evading | State::Withdrawing)
    }

    fn presses(&self, c: &Charge) -> bool {
        c.what == Closing::Charge
            && !c.over
            && !c.screen
            && self.field[c.by].present()
            && self.field[c.by].state != State::Routing
    }

    /// What a charger may do whose target is gone (17.2.f, 17.2.g).
    fn gone(&self, c: &Charge) -> Option<crate::procedures::charge::Gone> {
        let another = self
            .play
            .charges
            .iter()
            .any(|o| o.by == c.by && o.on != c.on && self.presses(o) && !self.target_gone(o));
        if !self.target_gone(c) || another {
            return None;
        }
        let s = GoneSituation {
            troop: self.field[c.by].troop,
            general: self.general_near(c.by) == GeneralNear::Within5,
            another: self.next_target(c).is_some(),
            frenzied: self.field[c.by].frenzied,
        };
        Some(quietly::<TargetGone>(&s))
    }

    /// The next enemy straight ahead of a charger within the rest of his move (17.2.g, play.charge.next).
    fn next_target(&self, c: &Charge) -> Option<UnitId> {
        let f = &self.field;
        let by = &f[c.by];
        let left = f.rate(by, self.charge_gait(c.by)).unwrap_or(0.0) * (1.0 - c.at).max(0.0);
        let own = f.attack_distance(by).0;
        let rect = by.base.rect();
        let tried = |e: UnitId| self.play.charges.iter().any(|o| o.by == c.by && o.on == e);
        let mut ahead: Vec<(f64, UnitId)> = f
            .enemies(by.side)
            .filter(|e| self.known(e.id) && !tried(e.id) && e.inside.is_none())
            .filter(|e| !matches!(e.state, State::Routing | State::Prisoner | State::Surrendering))
            .filter_map(|e| {
                let to = f
                    .rects(e)
                    .iter()
                    .filter_map(|r| rect.travel_to(r, by.base.dir))
                    .fold(f64::INFINITY, f64::min);
                // He must have his attack distance of straight run to it to be charging at all.
                (to <= left && to >= own - 0.01).then_some((to, e.id))
            })
            .collect();
        ahead.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ahead.first().map(|(_, e)| *e)
    }

    /// A charge on the next is deemed declared: he stands, or evades if he must, and reacts at once with new dice (play.charge.next).
    fn charge_next(&mut self, i: usize) -> bool {
        let c = self.play.charges[i].clone();
        let Some(next) = self.next_target(&c) else { return false };
        self.play.charges[i].over = true;
        let from = self.field.comes_from(&self.field[c.by], &self.field[next]).0;
        let must_evade = self.field[next].open_order() && !self.field[c.by].open_order();
        let response = Some(if must_evade { Response::Evade } else { Response::Stand });
        let new = Charge {
            on: next,
            from,
            from_now: from,
            response,
            marks: [self.mark(c.by), self.mark(next)],
            caught: self.field[next].changing.is_some(),
            formed_at: if self.field[next].changing.is_some() { 2.0 } else { 0.0 },
            faced_at: if self.field[next].changing.is_some() { 2.0 } else { 0.0 },
            value: None,
            defender: None,
            fires_at: None,
            late: false,
            screen: false,
            beside: false,
            goes_on: true,
            in_support_of: None,
            tested: true,
            over: false,
            contact: false,
            ..c
        };
        let (unit, target) = (self.code(new.by), self.code(next));
        self.say(clause!("17.2.g"), Kind::Declared, &[new.by, next], || {
            say!("event-charges-next", unit, target)
        });
        self.also(clause!("play.charge.next"));
        self.field[next].deeds.was_charged = true;
        let k = self.play.charges.len();
        let r = self.react(&new);
        self.play.charges.push(new);
        self.first_result(k, &r);
        self.act_on_first(k);
        // There is no fire between the two phases: the first value is the final one (21.2.a.8).
        if !self.play.charges[k].over && !self.target_gone(&self.play.charges[k].clone()) && !must_evade {
            self.final_result(k);
        }
        if must_evade && self.evades(&self.play.charges[k].clone()) {
            self.tell_evade(next, self.play.charges[k].by);
        }
        true
    }

    /// The same for one who came out behind those he broke through (18.1.f).
    pub(super) fn charge_next_of(&mut self, c: &Charge) -> bool {
        self.play.charges.push(c.clone());
        let i = self.play.charges.len() - 1;
        if self.charge_next(i) {
            self.play.charges.remove(i);
            return true;
        }
        self.play.charges.pop();
        false
    }

    /// The last charge goes home by itself, with what is left of the move.
    pub(super) fn ride_home(&mut self, k: usize) {
        let mut courses = self.courses_home();
        let c = self.play.charges[k].clone();
        for (i, x) in courses.iter_mut().enumerate() {
            let concerned = i == c.by.index() || i == c.on.index();
            if !concerned && x.manner != Manner::Forced {
                *x = Course::default();
            }
        }
        let courses = self.run(courses, false);
        self.play.fresh.retain(|u| courses[u.index()].manner != Manner::Forced);
        self.came_home_of(k, &courses);
        self.carry_out_fresh();
    }

    /// Step 10: chargers and counterchargers go on from their stop lines (17.6.a.5).
    pub(super) fn charge_home(&mut self) {
        let mut halts: Vec<UnitId> = Vec::new();
        let mut pressed: Vec<UnitId> = Vec::new();
        for side in Side::BOTH {
            let asked = self.may_choose_to_press(side);
            let mut go_on = Vec::new();
            if let Some(Answer::Press { units }) = self.answered(side) {
                go_on.extend(units.iter().filter(|p| p.go_on).filter_map(|p| self.field.by_code(&p.unit)));
            }
            for u in asked {
                let c = self.play.charge_of(u).cloned();
                let g = c.as_ref().and_then(|c| self.gone(c));
                match go_on.contains(&u) {
                    true => pressed.push(u),
                    false if g.is_some_and(|g| g.may_halt) => halts.push(u),
                    false => {}
                }
            }
        }
        for u in &halts {
            let unit = self.code(*u);
            self.say(clause!("17.2.f"), Kind::Halts, &[*u], || say!("event-halts-by-general", unit));
            self.play.charges.iter_mut().filter(|c| c.by == *u).for_each(|c| c.over = true);
        }
        for _ in 0..CHAIN {
            let next: Vec<usize> = (0..self.play.charges.len())
                .filter(|i| {
                    let c = &self.play.charges[*i];
                    let g = self.gone(c).filter(|_| self.presses(c));
                    g.is_some_and(|g| g.charge_next || (g.choose_next && pressed.contains(&c.by)))
                })
                .collect();
            // Each of them, whatever came of the one before.
            let charged = next.into_iter().filter(|i| self.charge_next(*i)).count();
            if charged == 0 {
                break;
            }
        }
        let courses = self.courses_home();
        if courses.iter().all(|c| c.acts.is_empty()) {
            return;
        }
        let courses = self.run(courses, false);
        self.play.fresh.retain(|u| courses[u.index()].manner != Manner::Forced);
        self.came_home(&courses);
        self.carry_out_fresh();
    }

    /// Of several whom a charger presses he rides at the first who is still there (17.4.b).
    fn led_by_another(&self, c: &Charge) -> bool {
        let mine = || self.play.charges.iter().filter(|o| o.by == c.by && self.presses(o));
        let first = mine().find(|o| !self.target_gone(o)).or_else(|| mine().next());
        first.is_some_and(|o| o.on != c.on)
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
            if !self.led_by_another(c) {
                courses[c.by.index()] = Course {
                    starts: c.at,
                    acts: VecDeque::from([on]),
                    manner: if gone { Manner::Ordinary } else { Manner::Closing },
                    charges: true,
                    closing: (!gone).then_some((c.on, 0.0)),
                    defended: if gone { SmallVec::new() } else { self.held_lines(c.on, c.by) },
                    ..Course::default()
                };
            }
            if !gone && self.countercharges(c) {
                let gait = self.charge_gait(c.on);
                let back = Act::March { left: f64::INFINITY, towards: None, gait };
                courses[c.on.index()] = Course {
                    starts: c.at,
                    acts: VecDeque::from([back]),
                    manner: Manner::Closing,
                    closing: Some((c.by, 0.0)),
                    ..Course::default()
                };
            }
        }
        // Who evades from a charge that was declared just now goes at the same time (play.charge.next).
        for c in self.play.charges.iter().filter(|c| !c.screen && self.evades(c)) {
            if self.field[c.on].state == State::Evading && self.play.ways[c.on.index()].is_empty() {
                courses[c.on.index()] = Course { starts: c.at, ..self.evasion(c.on, c.by) };
            }
        }
        self.forced_courses(&mut courses, true);
        courses
    }

    /// Who touched whom, and who ended his charge without contact (17.6.c, 12.3.g).
    fn came_home(&mut self, courses: &[Course]) {
        for i in 0..self.play.charges.len() {
            self.came_home_of(i, courses);
        }
    }

    /// The same of one charge.
    fn came_home_of(&mut self, i: usize, courses: &[Course]) {
        let c = self.play.charges[i].clone();
        if !self.presses(&c) {
            return;
        }
        let course = &courses[c.by.index()];
        let rides_at_him = course.closing.is_none_or(|(on, _)| on == c.on);
        let touched = (course.reached.is_some() && rides_at_him) || self.field.touch(c.by, c.on);
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
            return;
        }
        x.over = true;
        // Another of those whom he charged is or may yet be struck (17.4.b).
        if !self.field.touch(c.by, c.on) && self.play.charges_another(&c) {
            return;
        }
        self.field[c.by].deeds.no_contact = true;
        let near = self.field.touch(c.by, c.on);
        if near && self.field[c.on].state == State::Evading {
            self.breaks(c.on, 1.0, Some(c.by));
            self.also(clause!("12.3.g"));
            self.also(clause!("17.8.d"));
        }
        if near && self.field[c.on].state == State::Routing {
            // Fought like the first move of a pursuit, without impact (play.charge.next).
            self.field[c.by].deeds.no_contact = false;
            self.play.quarry.retain(|(u, _, _)| *u != c.by);
            self.play.quarry.push((c.by, c.on, 1));
            self.field[c.by].state = State::Pursuing;
            self.say(clause!("play.charge.next"), Kind::FollowsUp, &[c.by, c.on], || {
                say!("event-runs-down", unit, target)
            });
            self.gains_by_state(
                c.by,
                crate::procedures::disorder::Forced::Pursuing,
                crate::unit::Cause::Pursuing,
            );
        } else {
            self.say(clause!("17.6.c"), Kind::Halts, &[c.by], || say!("event-no-contact", unit));
        }
    }

    /// From which side a charge still comes: its factors at contact (17.8.b).
    pub(super) fn quarter_at_contact(&self, c: &Charge) -> Quarter {
        if c.from == Quarter::Front { Quarter::Front } else { c.from_now }
    }
}
