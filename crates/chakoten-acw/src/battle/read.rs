//! The umpire reads the orders before the turn runs: those of a brigade under an instruction must agree with it (03.02.1).
//! What he strikes is not carried out. With nobody in the chair they are taken to agree, and the log says so.

use super::Battle;
use crate::check;
use crate::event::EventKind;
use crate::order::Order;
use crate::unit::{Side, UnitId};
use crate::{clause, rule, say, slip};
use desk::{Ask, chair};
use serde_json::{Value, json};
use umpire::{Clause, Refusal, Seat};
use words::Message;

/// What the umpire is asked.
pub(crate) const ASKS: &str = "instructions";
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
        self.ended.is_none() && self.umpire && self.sheets.iter().all(Option::is_some)
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
    pub(super) fn instructions_ask(&self, form: &Value) -> Option<Ask> {
        if !self.umpire_reads() {
            return None;
        }
        let orders = self.instructed();
        let decide = |choice: String| json!({ "do": "decide", "choice": choice });
        let mut offers = vec![decide(AGREE.into())];
        offers.extend(orders.iter().map(|o| decide(format!("{STRIKE}{}", o.code))));
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
        Some(Ask {
            seat: Seat::Umpire,
            asks: ASKS.into(),
            says: say!("these-orders-agree-instructions").to_string(),
            clause: rule!("03.02.1"),
            about: json!({ "orders": about }),
            offers,
            complete: false,
            standing: false,
            form: form.clone(),
        })
    }

    /// He strikes an order, or has no more to strike.
    pub(super) fn decide(&mut self, choice: &str, because: &str) -> Result<(), Refusal> {
        if !self.umpire_reads() {
            return Err(Refusal::form(say!("no-question-waits-umpire")));
        }
        let because = chair::said(because, "the reason")?;
        if choice == AGREE {
            self.turn_runs();
            return Ok(());
        }
        let by = clause!("03.02.1");
        let code = choice.strip_prefix(STRIKE).unwrap_or_default();
        let Some((side, unit)) =
            self.instructed().into_iter().find(|o| o.code == code).map(|o| (o.side, o.unit))
        else {
            return Err(Refusal::by(by, say!("choose-code-unit-list", agree = AGREE, strike = STRIKE)));
        };
        let says =
            if because.is_empty() { say!("not-agree-instruction") } else { Message::verbatim(because) };
        self.strike(by, side, unit, says);
        self.judge_again(side);
        if self.instructed().is_empty() {
            self.turn_runs();
        }
        Ok(())
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
                self.sheets[side.index()] = Some((super::accepted(judged), sheet));
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
