//! The umpire's chair: what an umpire rules, what he puts right on the table or allows in a particular case, and the tasks that he judges
//! (chapter 02, play.victory). With nobody in the chair the stated defaults apply and the log says so.

use super::Battle;
use crate::event::{By, EventKind, Why};
use crate::field::Field;
use crate::place;
use crate::say;
use crate::scenario::TaskKind;
use crate::stance;
use crate::troop::{Arm, Density, Formation, State};
use crate::unit::{Fate, MEN, Side, Unit, UnitId};
use crate::{check, clause, rule, victory};
use desk::{Course, Question, Seating, Umpires};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::{Base, Pose, v2};
use umpire::{Clause, Refusal};
use words::Message;

/// More changes at once than this are no correction.
const MOST_CHANGES: usize = 1000;
/// Valours that the book's appendix knows, and some beyond.
const VALOUR: std::ops::RangeInclusive<i8> = -6..=6;
/// Turns of fire that anybody carries.
const MOST_AMMUNITION: u8 = 20;

/// What an umpire may put right on the table, or allow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// A unit stands there.
    Place { unit: String, at: Pose },
    /// Its state of order.
    State { unit: String, state: State },
    /// Figures on the table: prisoners apart, no more than it ever had.
    Figures { unit: String, figures: u16 },
    /// Its formation, without time and without cost.
    Formation {
        unit: String,
        formation: Formation,
        /// Front of an attack column, in figures.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<u16>,
    },
    /// Its valour, where a category has several (skema.XXIII.a).
    Valour { unit: String, valour: i8 },
    /// Turns of fire or loads, also from another unit (11.04.2).
    Ammunition { unit: String, turns: u8 },
    /// A unit that was driven off the table comes back (13.02.3).
    Return { unit: String, at: Pose },
    /// Batteries may be split into single models, or may not any more (04.04.2).
    SplitBatteries { allowed: bool },
}

impl Battle {
    /// Says at the start who settles what the book leaves open.
    pub(super) fn open_chair(&mut self, seating: Seating) {
        self.seating = seating;
        self.table.umpire = seating.umpire;
        if seating.umpire {
            let by = By::from(clause!("02.02.1")).and(clause!("02.03.1"));
            self.table.tell_to(by, [true; 2], || EventKind::UmpireSits);
            return;
        }
        for (by, says) in [
            (clause!("02.01.2"), say!("default-readings-settle")),
            (clause!("02.03.1"), say!("default-no-special-rules")),
            (clause!("03.02.11"), say!("default-one-sector")),
            (clause!("04.04.2"), say!("default-split-batteries")),
            (clause!("08.01.5"), say!("default-commanders-know")),
            (clause!("11.04.2"), say!("default-no-shared-ammunition")),
            (clause!("13.02.3"), say!("default-driven-off-is-lost")),
            (clause!("18.01.2"), say!("default-no-siege-rules")),
            (clause!("18.02.1"), say!("default-siege-supply")),
            (clause!("18.02.2"), say!("default-ordinary-turns")),
            (clause!("19.03.3.a"), say!("default-no-materials")),
            (clause!("19.07.8"), say!("default-radii")),
            (clause!("19.08.6.b"), say!("default-misfire")),
            (clause!("19.10.4"), say!("default-no-makeshift-pontoons")),
            (clause!("orders.6"), say!("default-orders-by-signs")),
            (clause!("skema.XXIII.a"), say!("default-lowest-valour")),
        ] {
            self.table.tell_to(by, [true; 2], || EventKind::ByDefault { says });
        }
    }

    /// Final, and for this game alone (02.02.1, 02.03.2).
    pub(super) fn ruled(&mut self, says: String, about: Option<String>) {
        let by = By::from(clause!("02.03.1")).and(clause!("02.02.1")).and(clause!("02.03.2"));
        let says = Message::verbatim(says);
        self.table.tell_to(by, [true; 2], || EventKind::UmpireRuled { says, about });
    }

    /// A task that is his to judge and that he has not judged yet.
    fn judged_task(&self) -> Option<usize> {
        let open = |i: usize| self.field().tasks.get(i).copied().flatten().is_none();
        let tasks = self.scenario.tasks.iter().enumerate();
        tasks.filter(|(_, t)| matches!(t.kind, TaskKind::Judged { .. })).map(|(i, _)| i).find(|i| open(*i))
    }

    /// The battle is over but for what he judges (play.victory).
    pub(super) fn umpire_judges(&self) -> bool {
        let f = self.field();
        if self.open_question().is_some() {
            return true;
        }
        self.seating.umpire
            && self.ended.is_none()
            && !self.endless
            && self.table.now.is_none()
            && self.judged_task().is_some()
            && victory::judge(&self.scenario, f, f.turn).is_some()
    }

    /// What waits for him, if anything does.
    pub(super) fn task_asked(&self) -> Option<Umpires> {
        if let Some(asked) = self.question_asked() {
            return Some(asked);
        }
        let task = self.judged_task().filter(|_| self.umpire_judges())?;
        let t = &self.scenario.tasks[task];
        let (side, says) = (self.scenario.side(t.side).name.clone(), victory::says(self.field(), t));
        Some(Umpires {
            question: Question {
                asks: "task",
                says: say!("is-task-solved", side, task = &says),
                clause: rule!("play.victory"),
            },
            about: json!({ "task": task, "side": t.side, "says": says }),
            courses: vec![
                Course::new("not_solved", say!("task-not-solved")),
                Course::new("solved", say!("task-solved")),
            ],
        })
    }

    /// He says whether a task is solved.
    pub(super) fn decided(&mut self, course: &Course, because: String) {
        if let Some(open) = self.open_question() {
            self.question_decided(open, course, because);
            return;
        }
        let Some(task) = self.judged_task() else { return };
        let solved = course.id == "solved";
        victory::rule(&self.scenario, &mut self.table.field, task, solved);
        let said = if solved { say!("task-solved") } else { say!("task-not-solved") };
        let task = victory::says(&self.table.field, &self.scenario.tasks[task]);
        let because = Message::verbatim(because);
        let says = if because.is_empty() {
            say!("task-judged-so", task, said)
        } else {
            say!("task-judged-because", task, said, because)
        };
        let by = By::from(clause!("play.victory")).and(clause!("02.02.1"));
        self.table.tell_to(by, [true; 2], || EventKind::UmpireRuled { says, about: None });
        if self.judged_task().is_none() {
            self.judge();
        }
        self.look_round();
    }

    pub(super) fn put_right(&mut self, because: String, changes: &[Correction]) -> Result<(), Refusal> {
        let (to, done) = self.corrected(changes)?;
        self.table.field = to;
        self.stirred();
        self.ruled(because, None);
        for d in done {
            self.told(d);
        }
        self.look_round();
        // Who has given in his orders already gave them for the table as it was.
        for s in Side::BOTH {
            self.judge_again(s);
        }
        self.turn_may_run();
        Ok(())
    }

    /// Orders that cannot be carried out any more are struck, and their side is told.
    fn judge_again(&mut self, side: Side) {
        let Some(sheet) = self.sheets[side.index()].clone() else { return };
        let known = self.known(side);
        let mut written = sheet.written.clone();
        loop {
            let judged = check::check_sheet(&self.table.field, side, &written, &known);
            let Some((code, r)) = judged.refused.into_iter().next() else {
                let f = &self.table.field;
                let of =
                    |(u, c): (UnitId, check::Checked)| (u, super::names::with_codes(f, &known, &c.order));
                let orders = judged.orders.into_iter().map(of).collect();
                self.sheets[side.index()] = Some(super::Sheet { written, orders, ..sheet });
                return;
            };
            written.remove(&code);
            let unit = check::own(&self.table.field, side, &code);
            let by = r.clause.unwrap_or(clause!("02.03.1"));
            let own = Side::BOTH.map(|s| s == side);
            let says = say!("order-struck", why = &r.reason);
            self.table.tell_to(by, own, || EventKind::Corrected { unit, says });
        }
    }

    /// Would these changes be taken?
    pub(crate) fn would_correct(&self, changes: &[Correction]) -> Result<(), Refusal> {
        self.corrected(changes).map(|_| ())
    }

    /// The field with the changes made.
    fn corrected(&self, changes: &[Correction]) -> Result<(Field, Vec<Done>), Refusal> {
        if changes.is_empty() || changes.len() > MOST_CHANGES {
            return Err(Refusal::form(say!("correction-changes", most = MOST_CHANGES)));
        }
        if self.table.now.is_some() {
            return Err(Refusal::form(say!("turn-is-running")));
        }
        let mut to = self.table.field.clone();
        let done = changes.iter().map(|c| change(&mut to, c)).collect::<Result<Vec<_>, _>>()?;
        // The neighbours are looked at when everybody has his new place: two may change places.
        for d in &done {
            if let (Some(u), true) = (d.unit, d.placed.is_some()) {
                room(&to, u)?;
            }
        }
        Ok((to, done))
    }

    fn told(&mut self, d: Done) {
        let by = d.by;
        let (Some(u), Some((from, to))) = (d.unit, d.placed) else {
            let (unit, says) = (d.unit, d.says);
            let kind = || EventKind::Corrected { unit, says };
            match unit {
                Some(u) => self.table.tell_owner(by, u, kind),
                None => self.table.tell_to(by, [true; 2], kind),
            }
            return;
        };
        self.table.tell(by, &[u], || EventKind::Moved {
            unit: u,
            from,
            to,
            since: 0.0,
            cm: v2(from.x, from.y).dist(v2(to.x, to.y)),
            why: Why::Corrected,
            pivot: None,
        });
    }
}

/// One thing the umpire has changed.
struct Done {
    by: Clause,
    unit: Option<UnitId>,
    placed: Option<(Pose, Pose)>,
    says: Message,
}

fn named(f: &Field, code: &str) -> Result<UnitId, Refusal> {
    let short: String = code.chars().take(40).filter(|c| !c.is_control()).collect();
    f.by_code(code)
        .filter(|u| f[*u].on_table())
        .ok_or_else(|| Refusal::form(say!("no-such-unit-on-table", short)))
}

fn change(f: &mut Field, c: &Correction) -> Result<Done, Refusal> {
    let done = |by, u, says: Message| Done { by, unit: Some(u), placed: None, says };
    let by = clause!("02.02.1");
    match c {
        Correction::Place { unit, at } => {
            let u = named(f, unit)?;
            if f[u].leads.is_some() {
                return Err(Refusal::by(
                    clause!("05.01.6.a"),
                    say!("check-column-leader", unit, lead = unit),
                ));
            }
            let from = f[u].base.pose();
            put(f, u, *at)?;
            Ok(Done { by, unit: Some(u), placed: Some((from, f[u].base.pose())), says: Message::default() })
        }
        Correction::Return { unit, at } => {
            let gone = f.by_code(unit).filter(|u| f[*u].fate == Fate::Fled);
            let u = gone.ok_or_else(|| Refusal::form(say!("not-driven-off", unit)))?;
            f[u].fate = Fate::OnTable;
            put(f, u, *at)?;
            let to = f[u].base.pose();
            Ok(Done {
                by: clause!("13.02.3"),
                unit: Some(u),
                placed: Some((to, to)),
                says: Message::default(),
            })
        }
        Correction::State { unit, state } => {
            let u = named(f, unit)?;
            // Put down so, it has not come into it: it does not retreat and takes orders (play.setup).
            f[u].state = *state;
            f[u].record.reorganising = None;
            f[u].record.retreat_turn = None;
            f[u].record.flight_turn = (*state == State::Complete).then_some(f.turn);
            (f[u].record.fu_lost, f[u].record.gave_prisoners) = (0, false);
            laid(f, u);
            Ok(done(by, u, say!("is-in-state", state)))
        }
        Correction::Figures { unit, figures } => {
            let u = named(f, unit)?;
            let of = &f[u];
            let most = u32::from(of.figures) + of.losses.men.saturating_sub(of.carried.into()) / MEN.of(1);
            if *figures == 0 || u32::from(*figures) > most {
                return Err(Refusal::form(say!("so-many-figures-at-most", unit, most)));
            }
            // What is present and what has fallen go on making up the whole.
            let new = &mut f[u];
            let fallen = i64::from(new.losses.men)
                + i64::from(MEN.of(1)) * (i64::from(new.figures) - i64::from(*figures));
            new.losses.men = u32::try_from(fallen).unwrap_or(0);
            new.figures = *figures;
            new.rifles = new.rifles.min(*figures);
            new.files = match new.formation {
                Formation::Skirmish => *figures,
                _ => new.files.min(*figures).max(1),
            };
            laid(f, u);
            Ok(done(by, u, say!("has-figures", figures)))
        }
        Correction::Formation { unit, formation, files } => {
            let u = named(f, unit)?;
            let of = &f[u];
            if of.inside.is_some() || of.leads.is_some() || !of.joined.is_empty() || !of.by_figures() {
                return Err(Refusal::form(say!("forms-nothing-else", unit)));
            }
            stance::may_form(f, of, *formation, *files)
                .map_err(|by| Refusal::by(by, say!("check-may-not-form", unit, formation)))?;
            stance::form(&mut f[u], *formation, *files, stance::usual_spacing(Density::Dense));
            let at = f[u].base.pose();
            Ok(Done { placed: Some((at, at)), ..done(by, u, say!("is-in-order-of", formation)) })
        }
        Correction::Valour { unit, valour } => {
            let u = named(f, unit)?;
            if !VALOUR.contains(valour) {
                let (least, most) = (*VALOUR.start(), *VALOUR.end());
                return Err(Refusal::form(say!("valour-out-of-range", least, most)));
            }
            f[u].valour_of = *valour;
            Ok(done(clause!("skema.XXIII.a"), u, say!("has-valour", valour = words::signed(*valour))))
        }
        Correction::Ammunition { unit, turns } => {
            let u = named(f, unit)?;
            if *turns > MOST_AMMUNITION || f[u].arm == Arm::Train {
                return Err(Refusal::form(say!("ammunition-at-most", most = MOST_AMMUNITION)));
            }
            match &mut f[u].battery {
                Some(b) => b.loads = *turns,
                None => f[u].ammunition = *turns,
            }
            Ok(done(clause!("11.04.2"), u, say!("has-ammunition", turns)))
        }
        Correction::SplitBatteries { allowed } => {
            f.special.split_batteries = *allowed;
            let says = if *allowed { say!("batteries-may-split") } else { say!("batteries-may-not-split") };
            Ok(Done { by: clause!("04.04.2"), unit: None, placed: None, says })
        }
    }
}

/// Puts a unit down somewhere, out of any building; staff with it go along.
fn put(f: &mut Field, u: UnitId, at: Pose) -> Result<(), Refusal> {
    if !at.is_finite() {
        return Err(Refusal::form(say!("place-is-no-place")));
    }
    let new = &mut f[u];
    new.inside = None;
    new.base = Base::new(at, new.base.width, new.base.depth);
    laid(f, u);
    let b = f[u].base;
    for s in f.staff.iter_mut().filter(|s| s.with == Some(u)) {
        s.put(s.base().at(b.rear(), b.dir));
    }
    Ok(())
}

/// The ground that it covers is laid anew, of a whole column or square if it leads one.
fn laid(f: &mut Field, u: UnitId) {
    if f[u].inside.is_none() {
        f[u].lay();
    }
    let lead = f[u].leads.unwrap_or(u);
    if !f[lead].joined.is_empty() {
        f.lay_body(lead);
    }
}

/// No table can hold two units on the same ground, nor one beyond its edge. Rules of movement do not bind the umpire.
fn room(f: &Field, u: UnitId) -> Result<(), Refusal> {
    let unit: &Unit = &f[u];
    match place::room(f, unit, &unit.base, &unit.base) {
        Ok(()) | Err(place::NoRoom::Ground(_)) => Ok(()),
        Err(place::NoRoom::Edge(by)) => Err(Refusal::by(by, say!("stands-off-table", unit = &unit.code))),
        Err(place::NoRoom::Unit(o, by)) => {
            Err(Refusal::by(by, say!("stands-upon-another", unit = &unit.code, other = &f[o].code)))
        }
    }
}
