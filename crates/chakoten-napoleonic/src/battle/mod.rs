//! The battle: orders from both sides in secret, then the turn for both at once.

use crate::event::{By, Event, EventKind};
use crate::field::Field;
use crate::order::{Answer, Choice, Order, StaffMove, Written};
use crate::staffwork::{self, Instruction, Sent};
use crate::turn::{Pending, Sheets, Table};
use crate::unit::{Side, UnitId};
use crate::{clause, say, slip};
use std::collections::BTreeMap;
use umpire::{BattleDice, Log, Refusal};

/// What a side is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// Orders for the next turn (03.02.1).
    Orders,
    /// Choices within the turn (play.asks).
    Choices,
}

/// What a side has written for the turn.
#[derive(Clone, Debug, Default)]
struct Sheet {
    orders: BTreeMap<UnitId, Order>,
    staff: Vec<StaffMove>,
    letters: Vec<Sent>,
    instructions: Vec<Instruction>,
}

/// A battle under way.
#[derive(Clone)]
pub struct Battle {
    pub(crate) table: Table,
    sheets: [Option<Sheet>; 2],
}

impl std::fmt::Debug for Battle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Battle").field("turn", &self.table.field.turn).finish_non_exhaustive()
    }
}

impl Battle {
    /// A battle on a field that never ends.
    pub fn on(field: Field, dice: BattleDice, log: Log<Event>) -> Battle {
        let table = Table { field, dice, log, now: None, pending: None, umpire: false };
        Battle { table, sheets: [None, None] }
    }

    /// A drill: dice written down, no end.
    pub fn drill(field: Field, dice: impl Into<Vec<u8>>) -> Battle {
        Battle::on(field, BattleDice::script(dice), Log::On(Vec::new()))
    }

    /// A drill with dice from a number.
    pub fn seeded(field: Field, seed: u64) -> Battle {
        Battle::on(field, BattleDice::from_number(seed), Log::On(Vec::new()))
    }

    pub fn field(&self) -> &Field {
        &self.table.field
    }

    /// The field itself, for an umpire's correction.
    pub fn field_mut(&mut self) -> &mut Field {
        &mut self.table.field
    }

    pub fn events(&self) -> &[Event] {
        match &self.table.log {
            Log::On(v) => v,
            Log::Off => &[],
        }
    }

    /// The clock of the turn under way.
    pub fn clock(&self) -> Option<f64> {
        self.table.now.as_ref().map(|t| t.time())
    }

    /// Were scripted dice used up?
    pub fn dice_used_up(&self) -> Result<(), umpire::DiceError> {
        self.table.dice.finish()
    }

    /// What is asked of the sides within the turn.
    pub fn asked(&self) -> Option<&Pending> {
        self.table.pending.as_ref()
    }

    /// Who is waited for, and for what. More than one: they answer in secret.
    pub fn pending(&self) -> Vec<(Side, Awaits)> {
        let waits = |s: &Side| match &self.table.pending {
            Some(p) => p.waits_for(*s),
            None => self.sheets[s.index()].is_none(),
        };
        let what = if self.table.pending.is_some() { Awaits::Choices } else { Awaits::Orders };
        Side::BOTH.into_iter().filter(waits).map(|s| (s, what)).collect()
    }

    /// Who has sent his orders and may still send others, for the other side has not sent its own yet.
    pub fn amends(&self) -> Vec<(Side, Awaits)> {
        if self.table.now.is_some() {
            return Vec::new();
        }
        let sent = |s: &Side| self.sheets[s.index()].is_some();
        Side::BOTH.into_iter().filter(|s| sent(s) && !sent(&s.other())).map(|s| (s, Awaits::Orders)).collect()
    }

    /// Takes an answer. A refused one changes nothing.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<(), Refusal> {
        let mut open = self.pending().into_iter().chain(self.amends());
        let Some((_, awaits)) = open.find(|(s, _)| *s == side) else {
            return Err(Refusal::form(say!("nothing-awaited-of-side", side)));
        };
        match (awaits, answer) {
            (Awaits::Orders, Answer::Orders { orders, staff, letters, instructions }) => {
                let f = &self.table.field;
                staffwork::check_moves(f, side, &staff)?;
                let letters = letters.iter().map(|l| staffwork::check_letter(f, side, l));
                let letters = letters.collect::<Result<Vec<Sent>, Refusal>>()?;
                let instructions = staffwork::check_instructions(f, side, &instructions)?;
                let sheet = Sheet { staff, letters, instructions, ..Sheet::default() };
                self.take_orders(side, orders, sheet)
            }
            (Awaits::Choices, Answer::Choices { choices }) => self.take_choices(side, choices),
            (Awaits::Orders, _) => Err(Refusal::form(say!("orders-are-awaited"))),
            (Awaits::Choices, _) => Err(Refusal::form(say!("choices-are-awaited"))),
        }
    }

    fn take_orders(
        &mut self,
        side: Side,
        written: BTreeMap<String, Written>,
        sheet: Sheet,
    ) -> Result<(), Refusal> {
        let mut orders = BTreeMap::new();
        for (code, w) in written {
            let known = self.table.field.by_code(&code).filter(|u| self.table.field[*u].side == side);
            let Some(u) = known else { return Err(Refusal::form(say!("no-unit-of-that-code", code))) };
            let order = match w {
                Written::Data(o) => o,
                Written::Slip(t) => {
                    let read = slip::read_from(&t, self.table.field.edge(side));
                    read.map_err(|e| {
                        Refusal::form(say!("turn-slip-refused", code = &code, why = e.message()))
                    })?
                }
            };
            orders.insert(u, order);
        }
        let amended = self.sheets[side.index()].replace(Sheet { orders, ..sheet }).is_some();
        if !amended {
            let by = By::from(clause!("03.02.1")).and(clause!("08.03.3"));
            self.table.tell_to(by, [true; 2], || EventKind::OrdersIn { side });
        }
        if self.sheets.iter().all(Option::is_some) {
            self.turn_runs();
        }
        Ok(())
    }

    fn turn_runs(&mut self) {
        let mut all = Sheets::default();
        for s in Side::BOTH {
            if let Some(sheet) = self.sheets[s.index()].take() {
                all.orders.extend(sheet.orders);
                all.staff.extend(sheet.staff.into_iter().map(|m| (s, m)));
                all.letters.extend(sheet.letters.into_iter().map(|l| (s, l)));
                all.instructions.extend(sheet.instructions);
            }
        }
        self.table.begin_turn(all);
        self.table.run_on();
        self.after_turn();
    }

    fn after_turn(&mut self) {
        let over = self.table.now.as_ref().is_some_and(|t| t.is_done());
        if self.table.pending.is_none() && over {
            self.table.now = None;
        }
    }

    /// May this be chosen now?
    pub fn fits(&self, side: Side, key: &str, c: &Choice) -> Result<(), Refusal> {
        let mut asked = self.table.pending.iter().flat_map(|p| &p.asked);
        let Some(a) = asked.find(|a| a.side == side && a.key == key) else {
            return Err(Refusal::form(say!("nothing-of-that-name-asked", key)));
        };
        if a.takes(c) { Ok(()) } else { Err(Refusal::by(a.clause, say!("not-one-of-the-choices", key))) }
    }

    fn take_choices(&mut self, side: Side, given: BTreeMap<String, Choice>) -> Result<(), Refusal> {
        for (key, c) in &given {
            self.fits(side, key, c)?;
        }
        let Some(p) = self.table.pending.as_mut() else { return Ok(()) };
        if p.answers.answer(side.index(), given) {
            self.table.resume();
            self.after_turn();
        }
        Ok(())
    }
}
