//! The umpire reads the orders before the turn runs: those of a brigade under an instruction must agree with it (03.02.1).
//! What he strikes is not carried out. With nobody in the chair they are taken to agree, and the log says so.

use super::Battle;
use crate::check;
use crate::event::EventKind;
use crate::order::Order;
use crate::unit::{Side, UnitId};
use crate::{clause, rule, say, slip};
use desk::{Course, Question, Umpires};
use serde_json::{Value, json};
use umpire::Clause;
use words::Message;

/// All that is left agrees: the turn runs.
const AGREE: &str = "agree";
/// `strike A1`: the order of that unit does not.
const STRIKE: &str = "strike ";

/// An order of a unit whose brigade is under an instruction.
pub(crate) struct Instructed<'a> {
    pub side: Side,
    pub unit: UnitId,
    pub code: &'a str,
    pub order: &'a Order,
    pub command: &'a str,
    pub instruction: &'a str,
}

impl Battle {
    /// Both sheets are in and wait for the umpire.
    pub(crate) fn umpire_reads(&self) -> bool {
        self.ended.is_none() && self.seating.umpire && self.sheets.iter().all(Option::is_some)
    }

    /// The orders that an instruction binds, of both sides, in the order of the units.
    pub(crate) fn instructed(&self) -> Vec<Instructed<'_>> {
        let f = &self.table.field;
        let mut all = Vec::new();
        for u in f.present() {
            let Some((_, sheet)) = &self.sheets[u.side.index()] else { continue };
            let Some(order) = sheet.get(&*u.code).filter(|o| !matches!(o, Order::Stand)) else { continue };
            let c = &f[u.command];
            if let Some((_, says)) = &c.instruction {
                all.push(Instructed {
                    side: u.side,
                    unit: u.id,
                    code: &u.code,
                    order,
                    command: &c.code,
                    instruction: says,
                });
            }
        }
        all
    }

    /// What waits for him, if anything does.
    pub(super) fn instructions_asked(&self) -> Option<Umpires> {
        if !self.umpire_reads() {
            return None;
        }
        let f = &self.table.field;
        let orders = self.instructed();
        let about: Vec<Value> = orders
            .iter()
            .map(|o| {
                json!({
                    "side": o.side,
                    "unit": o.code,
                    "order": slip::write(o.order),
                    "command": o.command,
                    "instruction": o.instruction,
                })
            })
            .collect();
        let strike = |o: &Instructed<'_>| Course {
            pieces: vec![o.code.to_string()],
            ..Course::new(
                format!("{STRIKE}{}", o.code),
                say!(
                    "strike-the-order",
                    unit = f[o.unit].name.to_string(),
                    order = slip::write(o.order),
                    command = o.command,
                    instruction = o.instruction,
                ),
            )
        };
        let agree = Course::new(AGREE, say!("all-left-agrees-turn-runs"));
        Some(Umpires {
            question: Question {
                asks: "instructions",
                says: say!("these-orders-agree-instructions"),
                clause: rule!("03.02.1"),
            },
            about: json!({ "orders": about }),
            courses: std::iter::once(agree).chain(orders.iter().map(strike)).collect(),
        })
    }

    /// He strikes an order, or has no more to strike.
    pub(super) fn decided(&mut self, course: &Course, because: String) {
        let struck = course.id.strip_prefix(STRIKE).unwrap_or_default();
        let struck = self.instructed().into_iter().find(|o| o.code == struck).map(|o| (o.side, o.unit));
        let Some((side, unit)) = struck else {
            self.turn_runs();
            return;
        };
        let says =
            if because.is_empty() { say!("not-agree-instruction") } else { Message::verbatim(because) };
        self.strike(clause!("03.02.1"), side, unit, says);
        self.judge_again(side);
        if self.instructed().is_empty() {
            self.turn_runs();
        }
    }

    fn strike(&mut self, by: Clause, side: Side, unit: UnitId, because: Message) {
        if let Some((_, sheet)) = &mut self.sheets[side.index()] {
            sheet.remove(&*self.table.field[unit].code);
        }
        let mut seen = [false; 2];
        seen[side.index()] = true;
        self.table.tell_to(by, seen, || EventKind::Struck { unit, because });
    }

    /// A sheet that was given in before something changed is judged anew: orders that cannot be carried out any more are
    /// struck, and their side is told.
    pub(super) fn judge_again(&mut self, side: Side) {
        let known = self.known(side);
        while let Some((_, sheet)) = &self.sheets[side.index()] {
            let judged = check::check_sheet(&self.table.field, side, sheet, &known);
            let Some((code, r)) = judged.refused.iter().next() else {
                let sheet = sheet.clone();
                self.sheets[side.index()] = Some((judged.orders.into_iter().collect(), sheet));
                return;
            };
            let unit = self.table.field.present().find(|u| *u.code == **code).map(|u| u.id);
            match unit {
                Some(u) => self.strike(r.clause.unwrap_or(clause!("03.01.2.b")), side, u, r.reason.clone()),
                // Gone from the table, and its order with it.
                None => {
                    let code = code.clone();
                    if let Some((_, sheet)) = &mut self.sheets[side.index()] {
                        sheet.remove(&code);
                    }
                }
            }
        }
    }
}
