//! The battle: orders from both sides in secret, then the turn for both at once, until the scenario is decided.

mod asks;
mod chair;
mod letters;
mod names;
mod rules;
mod save;
mod secrets;

pub use chair::Correction;
use names::Names;
pub(crate) use names::{ByCode, with_labels};
pub use rules::{Still, begin};

use crate::check;
use crate::event::{By, Event, EventKind};
use crate::field::Field;
use crate::order::{Answer, Choice, Letter, Order, OrderSheet, StaffMove, When, Written};
use crate::scenario::Scenario;
use crate::staffwork::{self, Instruction, Sent};
use crate::turn::{AskKind, Asked, Noticed, Offered, Pending, Sheets, Table};
use crate::unit::{Side, UnitId};
use crate::view::{self, Known, Moment, Sightings};
use crate::{clause, reading, say, slip, victory};
use desk::{Knowing, Seating};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::{BattleDice, Clause, Log, Refusal, Seed, allow};
use words::Message;

/// What a side is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// Orders for the next turn (03.02.1).
    Orders,
    /// Choices within the turn (play.asks).
    Choices,
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

/// What a side has written for the turn.
#[derive(Clone, Debug, Default)]
struct Sheet {
    /// As it was written, enemies by their labels.
    written: OrderSheet,
    orders: BTreeMap<UnitId, Order>,
    staff: Vec<StaffMove>,
    letters: Vec<Sent>,
    instructions: Vec<Instruction>,
    /// Messages and instructions as they were written.
    posted: Vec<Letter>,
    instructed: BTreeMap<String, String>,
}

/// A battle under way.
#[derive(Clone)]
pub struct Battle {
    pub(crate) table: Table,
    scenario: Arc<Scenario>,
    seed: Seed,
    /// It goes on for ever, and everything is known: a drill.
    endless: bool,
    sheets: [Option<Sheet>; 2],
    ended: Option<Ended>,
    seating: Seating,
    /// What each side knows, worked out once for as long as nothing changes.
    known: Knowing<Known>,
}

impl std::fmt::Debug for Battle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut b = f.debug_struct("Battle");
        b.field("turn", &self.table.field.turn).field("ended", &self.ended);
        b.finish_non_exhaustive()
    }
}

impl Battle {
    /// A battle of a scenario with its own dice.
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
        let mut b = Battle::begun(scenario.clone(), seed, scenario.muster(), dice, log);
        b.table
            .tell_to(By::from(clause!("play.setup")).and(clause!("01.01.1")), [true; 2], || EventKind::Opens);
        b.open_chair(seating);
        b
    }

    /// A battle on a field that never ends: orders are carried out as they are written, enemies named by their codes.
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
                umpire: false,
                said: Default::default(),
                noticed: Noticed::default(),
            },
            scenario,
            seed,
            endless: false,
            sheets: [None, None],
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

    /// A number that nobody knows before the end.
    pub(crate) fn salt(&self) -> u64 {
        desk::sketch::salt(&self.seed)
    }

    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// Both sides see what there is to see now, and give labels to new enemies.
    fn look_round(&mut self) {
        self.these_look_round([true; 2]);
    }

    /// The same of some sides alone.
    fn these_look_round(&mut self, looks: [bool; 2]) {
        let mut first: Option<Arc<Known>> = None;
        for s in Side::BOTH.into_iter().filter(|s| looks[s.index()]) {
            self.table.noticed.known[s.index()] = None;
            let before = self.known.take_before(s);
            let (sightings, now) = (&self.table.noticed.sightings, self.moment());
            let k = view::known_from(&self.table.field, s, sightings, now, before, first.as_deref());
            self.table.noticed.sightings.note(&k);
            self.known.set(s, k);
            first = Some(self.known(s));
            self.table.noticed.known[s.index()].clone_from(&first);
        }
    }

    /// An enemy of whom a side is asked has a label, if it sees him.
    fn sight_who_is_named(&mut self, side: Side) {
        let (f, sightings) = (&self.table.field, &self.table.noticed.sightings);
        let mut labelled = vec![false; f.units.len()];
        sightings.labels(side).for_each(|(_, u)| labelled[u.index()] = true);
        let unknown = || f.enemies(side).filter(|u| !labelled[u.id.index()]);
        if unknown().next().is_none() {
            return;
        }
        let mut named: names::ByCode<'_, bool> = unknown().map(|u| (&*u.code, false)).collect();
        for code in self.asked_of(side).flat_map(names::all_in) {
            if let Some(named) = named.get_mut(code) {
                *named = true;
            }
        }
        let new: Vec<UnitId> = unknown().filter(|u| named[&*u.code]).map(|u| u.id).collect();
        for u in new.into_iter().filter(|u| self.table.spotted(side, *u)).collect::<Vec<_>>() {
            let (f, noticed) = (&self.table.field, &mut self.table.noticed);
            noticed.sightings.sight(side, &f[u], f.turn);
        }
    }

    fn moment(&self) -> Moment {
        if self.table.now.is_some() { Moment::InTurn } else { Moment::Between }
    }

    /// Something has changed: what the sides know is worked out anew when it is asked.
    fn stirred(&mut self) {
        self.known.stirred();
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
        &self.table.noticed.sightings
    }

    /// What a side knows now.
    pub fn known(&self, side: Side) -> Arc<Known> {
        let (f, sightings) = (&self.table.field, self.sightings());
        self.known.of(side, |before| view::known_after(f, side, sightings, self.moment(), before))
    }

    /// Does any unit or commander of a side see this enemy now? Nobody is looked for but him.
    pub fn spots(&self, side: Side, enemy: UnitId) -> bool {
        let (f, known) = (&self.table.field, &self.table.noticed.known[side.index()]);
        view::spots(f, side, &f[enemy], known.as_deref())
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
        if self.ended.is_some() || self.umpire_judges() {
            return Vec::new();
        }
        let waits = |s: &Side| match &self.table.pending {
            Some(p) => p.waits_for(*s),
            None => self.sheets[s.index()].is_none(),
        };
        let what = if self.table.pending.is_some() { Awaits::Choices } else { Awaits::Orders };
        Side::BOTH.into_iter().filter(waits).map(|s| (s, what)).collect()
    }

    /// Who has sent his orders and may still send others, for the other side has not sent its own yet.
    pub fn amends(&self) -> Vec<(Side, Awaits)> {
        if self.ended.is_some() || self.table.now.is_some() || self.umpire_judges() {
            return Vec::new();
        }
        let sent = |s: &Side| self.sheets[s.index()].is_some();
        Side::BOTH.into_iter().filter(|s| sent(s) && !sent(&s.other())).map(|s| (s, Awaits::Orders)).collect()
    }

    /// The sheet that a side has sent and may still amend, as it was written.
    pub(crate) fn sent(&self, side: Side) -> Option<Answer> {
        let s = self.sheets[side.index()].as_ref()?;
        Some(Answer::Orders {
            orders: s.written.iter().map(|(c, o)| (c.clone(), Written::Data(o.clone()))).collect(),
            staff: s.staff.clone(),
            letters: s.posted.clone(),
            instructions: s.instructed.clone(),
        })
    }

    /// Takes an answer. A refused one changes nothing.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<(), Refusal> {
        let mut open = self.pending().into_iter().chain(self.amends());
        let Some((_, awaits)) = open.find(|(s, _)| *s == side) else {
            return Err(Refusal::form(say!("nothing-awaited-of-side", side)));
        };
        match (awaits, answer) {
            (Awaits::Orders, Answer::Orders { orders, staff, letters, instructions }) => {
                let sheet = self.judged(side, orders, staff, &letters, &instructions)?;
                self.take_orders(side, sheet);
                Ok(())
            }
            (Awaits::Choices, Answer::Choices { choices }) => self.take_choices(side, choices),
            (Awaits::Orders, _) => Err(Refusal::form(say!("orders-are-awaited"))),
            (Awaits::Choices, _) => Err(Refusal::form(say!("choices-are-awaited"))),
        }
    }

    /// A whole sheet, judged by what the side knows.
    fn judged(
        &self,
        side: Side,
        written: BTreeMap<String, Written>,
        staff: Vec<StaffMove>,
        letters: &[Letter],
        instructions: &BTreeMap<String, String>,
    ) -> Result<Sheet, Refusal> {
        let f = &self.table.field;
        let (posted, instructed) = (letters.to_vec(), instructions.clone());
        let mut sheet = OrderSheet::new();
        for (code, w) in written {
            let order = match w {
                Written::Data(o) => o,
                Written::Slip(t) => slip::read_from(&t, f.edge(side))
                    .map_err(|e| Refusal::form(say!("slip-refused", code = &code, why = e)))?,
            };
            sheet.insert(code, order);
        }
        staffwork::check_moves(f, side, &staff)?;
        let letters =
            letters.iter().map(|l| staffwork::check_letter(f, side, l)).collect::<Result<Vec<_>, _>>()?;
        letters::not_without_end(&letters)?;
        let instructions = staffwork::check_instructions(f, side, instructions)?;
        if self.endless {
            let mut orders = BTreeMap::new();
            for (code, order) in &sheet {
                let known = f.by_code(code).filter(|u| f[*u].side == side);
                let u = known.ok_or_else(|| Refusal::form(say!("no-unit-of-that-code", code)))?;
                orders.insert(u, order.clone());
            }
            return Ok(Sheet { written: sheet, orders, staff, letters, instructions, posted, instructed });
        }
        let known = self.known(side);
        let judged = check::check_sheet(f, side, &sheet, &known);
        if let Some((code, r)) = judged.refused.iter().next() {
            let reason = say!("order-refused", code, reason = &r.reason);
            return Err(Refusal { clause: r.clause, reason });
        }
        let orders =
            judged.orders.into_iter().map(|(u, c)| (u, names::with_codes(f, &known, &c.order))).collect();
        Ok(Sheet { written: sheet, orders, staff, letters, instructions, posted, instructed })
    }

    fn take_orders(&mut self, side: Side, sheet: Sheet) {
        let amended = self.sheets[side.index()].replace(sheet).is_some();
        if !amended {
            let by = By::from(clause!("03.02.1")).and(clause!("08.03.3"));
            self.table.tell_to(by, [true; 2], || EventKind::OrdersIn { side });
        }
        self.turn_may_run();
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
        self.stirred();
        let over = self.table.now.as_ref().is_some_and(|t| t.is_done());
        if self.table.pending.is_some() || !over {
            // The other side does not notice that anybody is asked.
            let asked = Side::BOTH.map(|s| self.asked_of(s).next().is_some());
            if self.table.field.readings.is(reading!("sighted-in-turn", "asked")) {
                self.these_look_round(asked);
            }
            Side::BOTH.into_iter().filter(|s| asked[s.index()]).for_each(|s| self.sight_who_is_named(s));
            return;
        }
        self.table.now = None;
        self.table.pending = None;
        self.forget_what_was_said();
        if !self.endless {
            let turn = self.table.field.turn;
            victory::note(&self.scenario, &mut self.table.field, turn);
            if !self.umpire_judges() {
                self.judge();
            }
        }
        self.look_round();
    }

    /// Is it over? The state of the tasks decides (play.victory).
    fn judge(&mut self) {
        let Some(v) = victory::judge(&self.scenario, &self.table.field, self.table.field.turn) else {
            return;
        };
        let (winner, why) = (v.winner, v.why.clone());
        self.table.tell_to(v.clause, [true; 2], || EventKind::Ended { winner, why });
        self.ended = Some(Ended { winner: v.winner, by: v.by, why: v.why, clause: v.clause });
        self.stirred();
    }

    /// May this be chosen now?
    pub fn fits(&self, side: Side, key: &str, c: &Choice) -> Result<(), Refusal> {
        self.choice(side, key, c).map(|_| ())
    }

    /// The choice as the turn takes it.
    fn choice(&self, side: Side, key: &str, c: &Choice) -> Result<Choice, Refusal> {
        match self.keyed(side).get(key) {
            Some(a) => self.taken(a, key, c),
            None => Err(Refusal::form(say!("nothing-of-that-name-asked", key))),
        }
    }

    /// The same where the question is known.
    fn taken(&self, a: &Asked, key: &str, c: &Choice) -> Result<Choice, Refusal> {
        let not_one = || Refusal::by(a.clause, say!("not-one-of-the-choices", key));
        if let Choice::Fire(f) = c {
            let in_time = !matches!(f.when, When::Time(t) if !(0.0..=1.0).contains(&t));
            allow(in_time, clause!("play.clock"), || say!("check-clock"))?;
        }
        let own = if self.endless { Some(c.clone()) } else { names::choice_with_codes(self, a.side, c) };
        own.filter(|c| a.takes(c)).ok_or_else(not_one)
    }

    /// What is asked of a side, by the names under which it answers.
    fn keyed(&self, side: Side) -> BTreeMap<String, &Asked> {
        let words = self.asked_of(side).flat_map(|a| a.key.split(' '));
        let names = Names::new(self.field(), self.sightings(), side, words);
        let mut all = BTreeMap::new();
        for a in self.asked_of(side) {
            all.entry(self.key(a, &names)).or_insert(a);
        }
        all
    }

    /// What is asked of a side within the turn.
    pub(crate) fn asked_of(&self, side: Side) -> impl Iterator<Item = &Asked> {
        self.table.pending.iter().flat_map(|p| &p.asked).filter(move |a| a.side == side)
    }

    /// What is asked of a side within the turn as the side reads it: enemies by their labels, and nobody of whom it knows nothing.
    pub fn questions(&self, side: Side) -> Vec<Asked> {
        self.questions_about(side, |_| true)
    }

    /// The same of those questions alone that are of some kinds.
    pub fn questions_about<'b>(&'b self, side: Side, of: impl Fn(&AskKind) -> bool) -> Vec<Asked> {
        let asked = || self.asked_of(side).filter(|a| of(&a.kind));
        if asked().next().is_none() {
            return Vec::new();
        }
        let mut before: Option<&Offered> = None;
        let words = asked().flat_map(|a| {
            let same = before.replace(&a.offers).is_some_and(|b| Arc::ptr_eq(b, &a.offers));
            names::read_in(a, same)
        });
        let names = Names::new(self.field(), self.sightings(), side, words);
        // What several questions offer alike is read once.
        let mut last: Option<(&Offered, Offered)> = None;
        let read = |a: &'b Asked| {
            if self.endless {
                return a.clone();
            }
            let label = |c: &Choice| names::choice_with_labels(|r| names.label(r), c);
            let known = last.take().filter(|(o, _)| Arc::ptr_eq(o, &a.offers)).map(|(_, read)| read);
            let offers = known.unwrap_or_else(|| a.offers.iter().filter_map(label).collect());
            last = Some((&a.offers, offers.clone()));
            let first = || offers.first().cloned().unwrap_or(Choice::No);
            let default = label(&a.default).unwrap_or_else(first);
            let (kind, clause) = (a.kind.clone(), a.clause);
            Asked { key: self.key(a, &names), side: a.side, kind, default, offers, clause }
        };
        asked().map(read).collect()
    }

    /// The name under which its side answers a question.
    fn key(&self, a: &Asked, names: &Names<'_>) -> String {
        if self.endless {
            return a.key.clone();
        }
        names::key_with_labels(|w| names.label(w), &a.key)
    }

    fn take_choices(&mut self, side: Side, given: BTreeMap<String, Choice>) -> Result<(), Refusal> {
        let mut all = BTreeMap::new();
        let asked = if given.is_empty() { BTreeMap::new() } else { self.keyed(side) };
        for (key, c) in &given {
            let Some(a) = asked.get(key) else {
                return Err(Refusal::form(say!("nothing-of-that-name-asked", key)));
            };
            all.insert(a.key.clone(), self.taken(a, key, c)?);
        }
        let Some(p) = self.table.pending.as_mut() else { return Ok(()) };
        if p.answers.answer(side.index(), all) {
            self.table.resume();
            self.after_turn();
        }
        Ok(())
    }
}
