//! The battle: orders from both sides in secret, then the turn for both at once, until the scenario is decided.

mod chair;
pub(crate) mod read;
mod rules;
mod save;
mod secrets;

pub use rules::{Still, begin};

use crate::check::{self, Checked};
use crate::event::{By, Event, EventKind};
use crate::field::Field;
use crate::order::{Answer, Choice, OrderSheet, StaffMove, Written};
use crate::scenario::Scenario;
use crate::turn::{ChoiceKind, Given, Pending, Table};
use crate::unit::{Side, UnitId};
use crate::view::{self, Known, Sightings};
use crate::{clause, raising, say, slip, staffwork, victory};
use desk::{Knowing, Seating};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::{BattleDice, Clause, Log, Refusal, Seed};
use words::Message;

/// What a side is waited for.
#[derive(Clone, Debug, PartialEq)]
pub enum Awaits {
    /// Orders for the next turn (04.01.1).
    Orders,
    /// Choices of an instant (play.choice).
    Choices,
    /// Moves of generals and orderlies (play.staff).
    Staff,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    pub winner: Option<Side>,
    /// The kind of end, without its numbers.
    pub by: Message,
    pub why: Message,
    pub clause: Clause,
}

/// The orders of a sheet as they are carried out, in the order of the units.
type Judged = Vec<(UnitId, Checked)>;
/// The instruction of each command, by its place in the list.
type Instructions = Vec<Option<(u32, String)>>;

/// A battle under way.
#[derive(Clone)]
pub struct Battle {
    pub(crate) table: Table,
    scenario: Arc<Scenario>,
    seed: Seed,
    /// It goes on for ever: a drill.
    endless: bool,
    sheets: [Option<(Judged, OrderSheet)>; 2],
    /// The instructions that were in force before a side's sheet was sent, as long as it may be amended.
    instructions_before: [Instructions; 2],
    ended: Option<Ended>,
    seating: Seating,
    /// What each side knows, worked out once for as long as nothing changes.
    known: Knowing<Known>,
}

impl std::fmt::Debug for Battle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Battle").field("turn", &self.table.field.turn).field("ended", &self.ended).finish()
    }
}

impl Battle {
    /// A battle of a scenario, its end judged by the scenario's tasks.
    pub fn new(scenario: Arc<Scenario>, seed: Seed, log: Log<Event>) -> Battle {
        Battle::seated(scenario, seed, log, Seating::SIDES_ONLY)
    }

    /// The same with somebody else at the table.
    pub fn seated(scenario: Arc<Scenario>, seed: Seed, log: Log<Event>, seating: Seating) -> Battle {
        let dice = BattleDice::of(&seed);
        Battle::opened(scenario, seed, dice, log, seating)
    }

    /// The same with dice from anywhere.
    pub(crate) fn opened(
        scenario: Arc<Scenario>,
        seed: Seed,
        dice: BattleDice,
        log: Log<Event>,
        seating: Seating,
    ) -> Battle {
        let mut b = Battle::of_scenario(scenario, seed, dice, log);
        let by = By::from(clause!("01.05.1")).with(raising::set_up_by(&b.table.field).iter());
        b.table.tell_to(by, [true; 2], || EventKind::Opens);
        b.open_chair(seating);
        b.table.meet_in_contact();
        b
    }

    /// A battle of a scenario with dice from anywhere, before anything is said.
    pub fn of_scenario(scenario: Arc<Scenario>, seed: Seed, dice: BattleDice, log: Log<Event>) -> Battle {
        let mut field = scenario.muster();
        raising::arrive(&mut field, 1);
        Battle::begun(scenario, seed, field, dice, log)
    }

    /// A battle on a field that never ends.
    pub fn on(field: Field, dice: BattleDice, log: Log<Event>) -> Battle {
        let scenario = Arc::new(Scenario::drill(&field));
        let mut b = Battle::begun(scenario, Seed::new("drill"), field, dice, log);
        b.endless = true;
        b
    }

    fn begun(scenario: Arc<Scenario>, seed: Seed, field: Field, dice: BattleDice, log: Log<Event>) -> Battle {
        let mut b = Battle {
            table: Table {
                field,
                dice,
                log,
                now: None,
                pending: None,
                sightings: Sightings::default(),
                camera: None,
                noticed: Default::default(),
            },
            scenario,
            seed,
            endless: false,
            sheets: [None, None],
            instructions_before: Default::default(),
            ended: None,
            seating: Seating::SIDES_ONLY,
            known: Default::default(),
        };
        b.look_round();
        b
    }

    /// A drill: dice written down, no end.
    pub fn drill(field: Field, dice: impl Into<Vec<u8>>) -> Battle {
        Battle::on(field, BattleDice::script(dice), Log::On(Vec::new()))
    }

    /// A drill with dice from a number.
    pub fn seeded(field: Field, seed: u64) -> Battle {
        Battle::on(field, BattleDice::from_number(seed), Log::On(Vec::new()))
    }

    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// A number that nobody knows before the end.
    pub(crate) fn salt(&self) -> u64 {
        desk::sketch::salt(&self.seed)
    }

    /// Both sides see what there is to see now, and give labels to new enemies.
    fn look_round(&mut self) {
        for s in Side::BOTH {
            let k = self.look(s, self.known.before(s));
            self.table.sightings.note(&k);
            self.known.set(s, k);
        }
    }

    pub fn field(&self) -> &Field {
        &self.table.field
    }

    /// The field itself, for an umpire's correction.
    pub fn field_mut(&mut self) -> &mut Field {
        self.stirred();
        &mut self.table.field
    }

    pub fn events(&self) -> &[Event] {
        self.table.log.events()
    }

    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    pub fn sightings(&self) -> &Sightings {
        &self.table.sightings
    }

    /// What a side knows now.
    pub fn known(&self, side: Side) -> Arc<Known> {
        self.known.of(side, |before| self.look(side, before))
    }

    fn look(&self, side: Side, before: Option<&Known>) -> Known {
        view::known_after(&self.table.field, side, &self.table.sightings, before)
    }

    /// Something has changed: what the sides know is worked out anew when it is asked.
    fn stirred(&mut self) {
        self.known.stirred();
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
        if self.ended.is_some() {
            return Vec::new();
        }
        if let Some(p) = &self.table.pending {
            let what = if p.staff { Awaits::Staff } else { Awaits::Choices };
            return Side::BOTH.into_iter().filter(|s| p.waits_for(*s)).map(|s| (s, what.clone())).collect();
        }
        Side::BOTH
            .into_iter()
            .filter(|s| self.sheets[s.index()].is_none())
            .map(|s| (s, Awaits::Orders))
            .collect()
    }

    /// Who has sent his orders and may still send others, for the other side has not sent its own yet.
    pub fn amends(&self) -> Vec<(Side, Awaits)> {
        if self.ended.is_some() || self.table.now.is_some() {
            return Vec::new();
        }
        let sent = |s: &Side| self.sheets[s.index()].is_some();
        Side::BOTH.into_iter().filter(|s| sent(s) && !sent(&s.other())).map(|s| (s, Awaits::Orders)).collect()
    }

    /// The table as it was before a side sent its sheet: what the sheet instructed is not said yet.
    pub(crate) fn unsent(&self, side: Side) -> Cow<'_, Field> {
        let f = &self.table.field;
        if self.sheets[side.index()].is_none() {
            return Cow::Borrowed(f);
        }
        let mut f = f.clone();
        let before = &self.instructions_before[side.index()];
        for (c, was) in f.commands.iter_mut().zip(before).filter(|(c, _)| c.side == side) {
            c.instruction.clone_from(was);
        }
        Cow::Owned(f)
    }

    /// The orders that a side has sent and may still amend, and what it instructed with them.
    pub(crate) fn sent(&self, side: Side) -> Option<(&OrderSheet, BTreeMap<String, String>)> {
        let (_, sheet) = self.sheets[side.index()].as_ref()?;
        let before = &self.instructions_before[side.index()];
        let commands = self.table.field.commands.iter().zip(before).filter(|(c, _)| c.side == side);
        let said = commands.filter(|(c, was)| c.instruction != **was);
        let said = said.filter_map(|(c, _)| Some((c.code.to_string(), c.instruction.clone()?.1)));
        Some((sheet, said.collect()))
    }

    /// Takes an answer. A refused one changes nothing.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<(), Refusal> {
        let mut open = self.pending().into_iter().chain(self.amends());
        let Some((_, awaits)) = open.find(|(s, _)| *s == side) else {
            return Err(Refusal::form(say!("nothing-awaited-side-now", side)));
        };
        match (awaits, answer) {
            (Awaits::Orders, Answer::Orders { orders, instructions }) => {
                self.take_orders(side, orders, instructions)
            }
            (Awaits::Choices, Answer::Choices { choices }) => self.take_choices(side, choices),
            (Awaits::Staff, Answer::Staff { moves }) => self.take_staff(side, moves),
            (a, _) => Err(Refusal::form(match a {
                Awaits::Orders => say!("orders-turn-awaited-answer"),
                Awaits::Choices => say!("choices-awaited-answer-choices"),
                Awaits::Staff => say!("moves-generals-orderlies-awaited"),
            })),
        }
    }

    fn take_orders(
        &mut self,
        side: Side,
        written: BTreeMap<String, Written>,
        instructions: BTreeMap<String, String>,
    ) -> Result<(), Refusal> {
        let mut sheet = OrderSheet::new();
        for (code, w) in written {
            let order = match w {
                Written::Data(o) => o,
                Written::Slip(t) => slip::parse(&t)
                    .map_err(|e| Refusal::form(say!("slip-refused", code = &code, why = e.to_string())))?,
            };
            sheet.insert(code, order);
        }
        let known = self.known(side);
        let judged = check::check_sheet(&self.unsent(side), side, &sheet, &known);
        if let Some((code, r)) = judged.refused.iter().next() {
            return Err(Refusal {
                clause: r.clause,
                reason: say!("order-refused", code, reason = &r.reason),
            });
        }
        let amended = self.sheets[side.index()].is_some();
        let kept = |f: &Field| -> Instructions {
            f.commands.iter().map(|c| c.instruction.clone().filter(|_| c.side == side)).collect()
        };
        let before =
            if amended { self.instructions_before[side.index()].clone() } else { kept(&self.table.field) };
        if amended || !instructions.is_empty() {
            // What an earlier sheet instructed is taken back with it.
            let mut told = self.unsent(side).into_owned();
            for (to, says) in &instructions {
                staffwork::instruct(&mut told, side, to, says)?;
            }
            self.table.field = told;
        }
        self.instructions_before[side.index()] = before;
        let under_instruction = judged.under_instruction;
        self.sheets[side.index()] = Some((judged.orders.into_iter().collect(), sheet));
        if amended {
            self.go_on();
            return Ok(());
        }
        let by = By::from(clause!("04.01.1")).and(clause!("03.01.2.a"));
        self.table.tell_to(by, [true; 2], || EventKind::OrdersIn { side });
        if under_instruction && !self.seating.umpire {
            let mut seen = [false; 2];
            seen[side.index()] = true;
            self.table.tell_to(clause!("03.02.1"), seen, || EventKind::ByDefault {
                says: say!("orders-under-instruction-taken"),
            });
        }
        self.go_on();
        Ok(())
    }

    /// Both sheets are in: the turn runs, unless the umpire has orders to read first.
    fn go_on(&mut self) {
        let [Some(_), Some(_)] = &self.sheets else { return };
        if !self.seating.umpire || self.instructed().is_empty() {
            self.turn_runs();
        }
    }

    fn turn_runs(&mut self) {
        let mut all = Judged::new();
        for s in Side::BOTH {
            if let Some((orders, sheet)) = self.sheets[s.index()].take() {
                all.extend(orders);
                staffwork::orders_carried(&mut self.table.field, s, &sheet);
            }
        }
        all.sort_by_key(|x| x.0);
        self.table.begin_turn(all);
        self.run();
    }

    fn run(&mut self) {
        self.table.run_on();
        self.after_turn();
    }

    fn after_turn(&mut self) {
        self.stirred();
        if self.table.pending.is_some() {
            return;
        }
        let over = self.table.now.as_ref().is_some_and(|t| t.is_done());
        if !over {
            return;
        }
        self.table.now = None;
        let turn = self.table.field.turn;
        if let Some(e) = self.judge(turn) {
            let (winner, why) = (e.winner, e.why.clone());
            self.table.tell_to(e.clause, [true; 2], || EventKind::Ended { winner, why });
            self.ended = Some(e);
        }
        // After reserves have come: they see and are seen when the next orders are written.
        self.look_round();
    }

    /// Is it over? The scenario's tasks decide, or the rule where it is silent (play.victory). If not, reserves come.
    fn judge(&mut self, turn: u32) -> Option<Ended> {
        if self.endless {
            return None;
        }
        let field = &mut self.table.field;
        let over = victory::look(&self.scenario, field, turn);
        if over.is_none() {
            raising::arrive(field, turn + 1);
        }
        over.map(|v| Ended { winner: v.winner, by: v.by, why: v.why, clause: v.clause })
    }

    /// May this be chosen now?
    pub(crate) fn fits(&self, side: Side, key: &str, c: &Choice) -> Result<(), Refusal> {
        let asked = self.table.pending.iter().flat_map(|p| &p.asked);
        let Some(a) = asked.into_iter().find(|a| a.side == side && a.key == key) else {
            return Err(Refusal::form(say!("nothing-called-asked-you", key)));
        };
        let fits = a.offers.contains(c)
            || match (&a.kind, c) {
                (ChoiceKind::Pursue { unit, .. }, Choice::Target { unit: enemy, degrees }) => {
                    let offered = |o: &Choice| matches!(o, Choice::Target { unit, .. } if unit == enemy);
                    a.offers.iter().any(offered) && self.table.fits_pursuit(*unit, enemy, *degrees)
                }
                (ChoiceKind::Escape { staff, .. }, Choice::Go { x, y })
                    if self.table.field.readings.is(crate::reading!("escape", "owner")) =>
                {
                    let to = table::v2(*x, *y);
                    crate::turn::staff::may_go(&self.table.field, *staff, to, &self.known(side))
                }
                _ => false,
            };
        if fits { Ok(()) } else { Err(Refusal::by(a.clause, say!("not-one-of-choices", key))) }
    }

    fn take_choices(&mut self, side: Side, given: BTreeMap<String, Choice>) -> Result<(), Refusal> {
        if self.table.pending.is_none() {
            return Ok(());
        }
        for (key, c) in &given {
            self.fits(side, key, c)?;
        }
        let p = self.table.pending.as_mut().expect("it was there");
        if p.answers.answer(side.index(), Given::Choices(given)) {
            self.table.resume();
            self.after_turn();
        }
        Ok(())
    }

    fn take_staff(&mut self, side: Side, moves: Vec<StaffMove>) -> Result<(), Refusal> {
        if let Some((last, before)) = moves.split_last() {
            let known = self.known(side);
            // Judged one after the other on a copy, so that a refused one changes nothing.
            let mut trial = Cow::Borrowed(&self.table.field);
            for m in before {
                let step = staffwork::check_move(&trial, side, m, &known)?;
                let _ = staffwork::carry_out(trial.to_mut(), &step);
            }
            staffwork::check_move(&trial, side, last, &known)?;
        }
        let Some(p) = self.table.pending.as_mut() else { return Ok(()) };
        if p.answers.answer(side.index(), Given::Moves(moves)) {
            let p = self.table.pending.take().expect("it was there");
            let given = p.answers.answers();
            let all: Vec<(Side, StaffMove)> = self
                .table
                .field
                .sides_in_order()
                .into_iter()
                .flat_map(|s| match &given[s.index()] {
                    Some(Given::Moves(m)) => m.iter().map(|m| (s, m.clone())).collect(),
                    _ => Vec::new(),
                })
                .collect();
            // What a side that moves somebody knows when the moves begin.
            let known = Side::BOTH.map(|s| all.iter().any(|m| m.0 == s).then(|| self.known(s)));
            for (s, m) in all {
                let Some(known) = &known[s.index()] else { continue };
                if let Ok(step) = staffwork::check_move(&self.table.field, s, &m, known) {
                    let e = staffwork::carry_out(&mut self.table.field, &step);
                    let mut seen = [false; 2];
                    seen[s.index()] = true;
                    self.table.tell_to(step.by, seen, || e);
                }
            }
            self.run();
        }
        Ok(())
    }
}
