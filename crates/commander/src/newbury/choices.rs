//! Choices within a move: responses, fire, who presses on, follows up and pursues.

use super::desk::{Desk, fights};
use newbury_napoleonic::Answer;
use newbury_napoleonic::answer::{FireChoice, Pressing, Reply};
use newbury_napoleonic::battle::Awaits;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Response;
use newbury_napoleonic::unit::UnitId;

impl Desk<'_> {
    pub fn choice(&self) -> Answer {
        match &self.v.awaits {
            Awaits::Respond(units) => {
                let reply = |u: &UnitId| {
                    self.respond(*u).map(|response| Reply {
                        unit: self.f[*u].code.to_string(),
                        response,
                        late: None,
                    })
                };
                Answer::Respond { responses: units.iter().filter_map(reply).collect() }
            }
            Awaits::Fire(units) => Answer::Fire { fire: units.iter().filter_map(|u| self.aim(*u)).collect() },
            Awaits::Press(units) => {
                let press = |u: &UnitId| Pressing { unit: self.f[*u].code.to_string(), go_on: false };
                Answer::Press { units: units.iter().map(press).collect() }
            }
            Awaits::Follow(units, _) => {
                let fresh = |u: &&UnitId| self.f[**u].disorder() < 5;
                let code = |u: &UnitId| self.f[*u].code.to_string();
                let follow = units.iter().filter(fresh).map(code).collect();
                Answer::Follow { follow, give_ground: Vec::new() }
            }
            _ => self.v.battle().silence(self.side).unwrap_or(Answer::Fire { fire: Vec::new() }),
        }
    }

    /// How a charged body responds: high factors are good for who charges it.
    fn respond(&self, u: UnitId) -> Option<Response> {
        let may = self.v.may_respond(u);
        let play = self.v.battle().play();
        let worst = play.charges_on(u).map(|c| (self.v.declared_factors(c), c.by)).max_by_key(|x| x.0);
        let (factors, by) = worst?;
        let unit = &self.f[u];
        let can = |r: Response| may.contains(&r).then_some(r);
        let horse = unit.mounted();
        let evade = match () {
            () if unit.open_order() && !self.f[by].open_order() => true,
            // Guns that are left are taken; teams get away with them.
            () if unit.deployed() => factors >= 8,
            () if unit.arm().battery() => factors >= 2,
            () if horse => factors >= 3,
            () => false,
        };
        if evade && let Some(r) = can(Response::Evade) {
            return Some(r);
        }
        if horse
            && factors <= 3
            && let Some(r) = can(Response::Countercharge)
        {
            return Some(r);
        }
        can(Response::Stand).or_else(|| may.first().copied())
    }

    /// The mark of a body's fire, where the book leaves it free; nothing where it chooses itself.
    fn aim(&self, u: UnitId) -> Option<FireChoice> {
        if !self.f[u].arm().battery() {
            return None;
        }
        let mut marks: Vec<(f64, UnitId)> =
            self.v.free_targets(u).into_iter().map(|t| (self.dear(u, t), t)).collect();
        marks.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let choice = |t: UnitId| FireChoice {
            unit: self.f[u].code.to_string(),
            target: Some(self.f[t].code.to_string()),
            ..FireChoice::default()
        };
        marks.first().map(|(_, t)| choice(*t))
    }

    /// What a mark is worth to guns: deep and near ones most.
    fn dear(&self, u: UnitId, t: UnitId) -> f64 {
        let e = &self.f[t];
        let deep = match e.formation() {
            f if f.square() => 2.0,
            f if f.column() => 1.8,
            Formation::Skirmish | Formation::Circle => 0.4,
            Formation::Deployed => 0.7,
            Formation::Building => 0.3,
            _ => 1.0,
        };
        let stands = if fights(e) { 1.0 } else { 0.3 };
        let horse = if e.mounted() { 1.3 } else { 1.0 };
        let place = if self.holds_for(e) > 0.0 { 1.4 } else { 1.0 };
        let cover = if self.sheltered(self.f[u].base.front, e) { 0.5 } else { 1.0 };
        deep * stands * horse * place * cover * (20.0 / (15.0 + self.f.gap(u, t)))
    }
}
