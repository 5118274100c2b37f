//! Step 2, second part: every charged unit that has a choice is asked in secret, then all responses are shown (17.5, 17.6.a.3).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Charge, Closing};
use crate::drill::known;
use crate::event::Kind;
use crate::order::{Quarter, Response};
use crate::procedures::charge::{Answers, ChargeReadings, Doing, Respond, RespondSituation};
use crate::unit::{Side, State, UnitId};
use crate::{clause, reading, say};
use umpire::Ruling;

impl Battle {
    /// What a charged unit is doing, as 17.5 asks.
    fn doing(&self, u: UnitId) -> Doing {
        match self.field[u].state {
            State::Pursuing => Doing::Pursuing,
            State::Retreating => Doing::Retreating,
            State::GivingGround | State::Withdrawing
                if !self.field.readings.is(reading!("moving-back-charged", "stepping-back")) =>
            {
                Doing::MovingBack
            }
            _ if self.steps_back(u) => Doing::MovingBack,
            State::Halted => Doing::Halted,
            _ if self.disarms(u) => Doing::DisarmingPrisoners,
            _ if self.play.order(u).is_some_and(|o| o.pace == crate::answer::Pace::Double) => {
                Doing::DoubleMoving
            }
            _ if self.goes_on(&self.field[u]).is_some() => Doing::DoubleMoving,
            _ => Doing::Ordinary,
        }
    }

    /// Is regular foot ordered to step back (12.5.c, 17.5.d)?
    fn steps_back(&self, u: UnitId) -> bool {
        let back = |l: &crate::answer::LegOrder| matches!(l, crate::answer::LegOrder::Back { .. });
        self.play.order(u).is_some_and(|o| o.legs.iter().any(back))
    }

    fn response(&self, c: &Charge) -> (Answers, Ruling) {
        let (by, on) = (&self.field[c.by], &self.field[c.on]);
        known::<Respond>(&RespondSituation {
            troop: on.troop,
            formation: on.formation(),
            on_foot: on.walks(),
            by_mounted: by.mounted(),
            by_skirmishers: by.open_order(),
            from: c.from,
            doing: self.doing(c.on),
            changing: self.changes(c.on),
            behind_obstacle: self.defends(c.on, c.by).is_some(),
            frenzied: on.frenzied,
            screen: c.screen,
            readings: ChargeReadings::of(&self.field.readings),
        })
    }

    /// What every charge on a unit leaves it, who answers all of them alike: foot that cavalry charges too does not countercharge, and who
    /// must evade one charger evades (17.5.b, 17.5.g, 18.2.a).
    fn answers_all(&self, c: &Charge) -> (Answers, Ruling) {
        let (answers, ruling) = self.response(c);
        let Answers::Any { responses } = &answers else { return (answers, ruling) };
        let others = self.play.charges.iter().filter(|o| o.on == c.on && o.by != c.by);
        let others = others.filter(|o| o.what == Closing::Charge && o.in_support_of.is_none());
        let (mut left, mut law) = (responses.clone(), None);
        for o in others {
            let (Answers::Any { responses }, ruling) = self.response(o) else { continue };
            let fewer: Vec<Response> = left.iter().copied().filter(|r| responses.contains(r)).collect();
            // Where the two leave nothing in common, to stand is left to everybody but those who must evade.
            let both = match fewer.is_empty() {
                true if responses == [Response::Evade] || left == [Response::Evade] => vec![Response::Evade],
                true => vec![Response::Stand],
                false => fewer,
            };
            if both != left {
                (left, law) = (both, Some(ruling));
            }
        }
        (Answers::Any { responses: left }, law.unwrap_or(ruling))
    }

    /// The charge on a unit to which it responds: the first declared on it. Who charges himself has declared already (17.6.a.3).
    fn to_answer(&self, u: UnitId) -> Option<&Charge> {
        let own = self.play.charge_of(u).is_some_and(|c| c.what == Closing::Charge);
        self.play.charges.iter().find(|c| c.on == u && c.what == Closing::Charge).filter(|_| !own)
    }

    /// The responses among which a charged unit may choose.
    pub(crate) fn may_respond(&self, u: UnitId) -> Vec<Response> {
        let Some(c) = self.to_answer(u) else { return Vec::new() };
        match self.answers_all(c).0 {
            Answers::Any { responses } => responses,
            _ => Vec::new(),
        }
    }

    /// The response of one who does not choose: he stands, or does the only thing he may (play.asks).
    pub(crate) fn usual_response(&self, u: UnitId) -> Option<Response> {
        let may = self.may_respond(u);
        let stand = may.contains(&Response::Stand).then_some(Response::Stand);
        stand.or_else(|| may.first().copied())
    }

    pub(super) fn ask_responses(&mut self) {
        for side in Side::BOTH {
            // Who must evade may still choose when (12.3.b).
            let choose = |u: &crate::unit::Unit| {
                let may = self.may_respond(u.id);
                may.len() > 1 || may.contains(&Response::Evade)
            };
            let units: Vec<UnitId> = self.field.side(side).filter(|u| choose(u)).map(|u| u.id).collect();
            if !units.is_empty() {
                self.ask(side, Awaits::Respond(units));
            }
        }
    }

    pub(super) fn responded(&mut self) {
        let mut said: Vec<(UnitId, Response, Option<bool>)> = Vec::new();
        for side in Side::BOTH {
            let Some(Answer::Respond { responses }) = self.answered(side) else { continue };
            said.extend(
                responses.iter().filter_map(|r| Some((self.field.by_code(&r.unit)?, r.response, r.late))),
            );
        }
        let charged: Vec<UnitId> =
            self.field.present().map(|u| u.id).filter(|u| self.to_answer(*u).is_some()).collect();
        for u in charged {
            let chosen = said.iter().find(|(x, ..)| *x == u).map(|(_, r, _)| *r);
            let waits = self.field.readings.is(reading!("evade-begins", "at-attack-distance"));
            let late = said.iter().find(|(x, ..)| *x == u).and_then(|(.., l)| *l).unwrap_or(waits);
            let Some(c) = self.to_answer(u).cloned() else { continue };
            let (answers, ruling) = self.answers_all(&c);
            let response = match &answers {
                Answers::Any { .. } => chosen.or_else(|| self.usual_response(u)),
                _ => None,
            };
            let tested = answers != Answers::NoTest;
            for c in self.play.charges.iter_mut().filter(|c| c.on == u && c.what == Closing::Charge) {
                c.response = response;
                c.late = late;
                c.tested &= tested || c.from == Quarter::Front;
            }
            let unit = self.code(u);
            match (response, &answers) {
                (Some(r), _) => {
                    self.rule_on(clause!("17.6.a.3"), Kind::Responds, &[u, c.by], ruling, || {
                        say!("event-responds", unit, response = crate::words::response(r))
                    });
                    self.also(clause!("17.5.b"));
                }
                (None, Answers::Breaks) => {
                    self.rule_on(clause!("17.5.f"), Kind::Responds, &[u, c.by], ruling, || {
                        say!("event-breaks-at-once", unit)
                    });
                    self.breaks(u, 0.0, Some(c.by));
                }
                (None, _) => self.rule_on(clause!("17.5.a"), Kind::Responds, &[u, c.by], ruling, || {
                    say!("event-goes-on", unit)
                }),
            }
            // Who evades stands up as he goes (18.3.b).
            if response == Some(Response::Countercharge) {
                self.field[u].prone = false;
            }
        }
    }
}
