//! The umpire's chair: what an umpire rules, the penalties he lays on, what he puts right on the table, and the fieldworks
//! that are agreed with him (01.06.1, 01.06.2, 10.01.2). What he is asked about orders is in `read.rs`. With nobody in the chair the stated defaults apply and the log
//! says so.

use super::Battle;
use crate::event::{EventKind, Why};
use crate::field::Field;
use crate::ground::{Line, LineKind, PatchKind};
use crate::order::Correction;
use crate::say;
use crate::troop::State;
use crate::unit::{Unit, UnitId};
use crate::{clause, losses, staffwork};
use desk::{Seating, chair};
use table::{Base, EPS, Polyline, v2};
use umpire::{Clause, Refusal};
use words::Message;

/// More changes at once than this are no correction.
const MOST_CHANGES: usize = 1000;
/// A unit is halted for at most so many turns at a time.
const LONGEST_HALT: u32 = 100;
/// Valour is not lowered below this.
const LEAST_VALOUR: i8 = -4;
/// The longest fieldwork that is agreed at once, in cm, and the longest name.
const LONGEST_WORK: f64 = 200.0;
const LONGEST_NAME: usize = 60;

impl Battle {
    /// Says at the start who settles what the book leaves open.
    pub(super) fn open_chair(&mut self, seating: Seating) {
        self.seating = seating;
        if seating.umpire {
            self.table.tell_to(clause!("01.06.1"), [true; 2], || EventKind::UmpireSits {});
            return;
        }
        for (by, says) in [
            (clause!("01.06.1"), say!("readings-settle")),
            (clause!("01.06.2"), say!("no-penalties")),
            (clause!("10.01.2"), say!("no-other-fieldworks")),
        ] {
            self.table.tell_to(by, [true; 2], || EventKind::ByDefault { says });
        }
    }

    pub(super) fn ruled(&mut self, says: String, about: Option<String>) {
        // Final, and for this game alone.
        self.table.tell_to(clause!("01.06.1"), [true; 2], || EventKind::UmpireRuled { says, about });
    }

    pub(super) fn put_right(&mut self, because: String, changes: &[Correction]) -> Result<(), Refusal> {
        let (to, done) = self.corrected(changes)?;
        self.table.field = to;
        self.stirred();
        self.ruled(because, None);
        for d in done {
            self.told(d);
        }
        if self.table.now.is_none() {
            self.table.meet_in_contact();
        }
        self.look_round();
        // Who has given in his orders already gave them for the table as it was.
        for s in crate::unit::Side::BOTH {
            self.judge_again(s);
        }
        if self.umpire_reads() && self.instructed().is_empty() {
            self.turn_runs();
        }
        Ok(())
    }

    /// Would these changes be taken?
    pub(crate) fn would_correct(&self, changes: &[Correction]) -> Result<(), Refusal> {
        self.corrected(changes).map(|_| ())
    }

    /// The field with the changes made.
    fn corrected(&self, changes: &[Correction]) -> Result<(Field, Vec<Done>), Refusal> {
        if changes.is_empty() || changes.len() > MOST_CHANGES {
            return Err(Refusal::form(say!("correction-1-changes", most_changes = MOST_CHANGES)));
        }
        let mut to = self.table.field.clone();
        let mut done = Vec::with_capacity(changes.len());
        for c in changes {
            if self.table.now.is_some() && !c.penalty() {
                return Err(Refusal::form(say!("turn-running-what-stands-table")));
            }
            done.push(change(&mut to, c)?);
        }
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
                Some(u) => self.table.tell(by, &[u], kind),
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
    placed: Option<(table::Pose, table::Pose)>,
    says: Message,
}

impl Correction {
    /// A penalty (01.06.2), which may be laid on at any time.
    fn penalty(&self) -> bool {
        matches!(self, Correction::Halt { .. } | Correction::Valour { .. })
    }
}

fn named(f: &Field, code: &str) -> Result<UnitId, Refusal> {
    let short: String = code.chars().take(40).filter(|c| !c.is_control()).collect();
    f.by_code(code)
        .filter(|u| f[*u].on_table())
        .ok_or_else(|| Refusal::form(say!("there-no-unit-table", short)))
}

fn change(f: &mut Field, c: &Correction) -> Result<Done, Refusal> {
    let done = |by, u, says: Message| Done { by, unit: Some(u), placed: None, says };
    match c {
        Correction::Halt { unit, turns } => {
            let u = named(f, unit)?;
            if !(1..=LONGEST_HALT).contains(turns) {
                return Err(Refusal::form(say!("unit-halted-1-turns", longest_halt = LONGEST_HALT)));
            }
            let by = clause!("01.06.2");
            f[u].record.halted_to = Some(f.turn + turns);
            Ok(done(by, u, say!("is-halted-for-turns", turns)))
        }
        Correction::Valour { unit, by } => {
            let u = named(f, unit)?;
            let left = f[u].valour.checked_sub_unsigned(*by).filter(|v| *by > 0 && *v >= LEAST_VALOUR);
            let Some(v) = left else {
                return Err(Refusal::form(say!("valour-lowered-1-more-most", least_valour = LEAST_VALOUR)));
            };
            f[u].valour = v;
            Ok(done(clause!("01.06.2"), u, say!("valour-now", v)))
        }
        Correction::Place { unit, at } => {
            let u = named(f, unit)?;
            let from = f[u].base.pose();
            if !at.is_finite() {
                return Err(Refusal::form(say!("place-no-place", unit)));
            }
            let_go(f, u);
            let new = &mut f[u];
            new.inside.clear();
            new.base = Base::new(*at, new.base.width, new.base.depth);
            new.lay();
            staffwork::follow(f, u);
            let to = f[u].base.pose();
            Ok(Done {
                by: clause!("01.06.1"),
                unit: Some(u),
                placed: Some((from, to)),
                says: Message::default(),
            })
        }
        Correction::State { unit, state } => {
            let u = named(f, unit)?;
            if *state >= State::Disorder {
                let_go(f, u);
            }
            let turn = f.turn;
            let new = &mut f[u];
            new.state = *state;
            new.pinned_to = None;
            new.record.state_since = turn;
            new.record.attempts = 0;
            Ok(done(clause!("01.06.1"), u, say!("is-in", state)))
        }
        Correction::Figures { unit, figures } => {
            let u = named(f, unit)?;
            let new = &mut f[u];
            let most = u32::from(new.figures) + new.losses.men.saturating_sub(new.carried.into()) / 20;
            if *figures == 0 || u32::from(*figures) > most {
                return Err(Refusal::form(say!("can-1-figures-prisoners-those", unit, most)));
            }
            // What is present and what has fallen go on making up the whole.
            let fallen = i64::from(new.losses.men) + 20 * (i64::from(new.figures) - i64::from(*figures));
            new.losses.men = u32::try_from(fallen).unwrap_or(0);
            new.figures = *figures;
            close_up(new);
            Ok(done(clause!("01.06.1"), u, say!("has-figures", figures)))
        }
        Correction::Fieldwork { name, from, to, obstacle, cover } => {
            let (a, b) = (v2(from[0], from[1]), v2(to[0], to[1]));
            let good = a.is_finite() && b.is_finite() && f.ground.holds(a) && f.ground.holds(b);
            if !good || a.dist(b) <= EPS || a.dist(b) > LONGEST_WORK {
                return Err(Refusal::form(say!(
                    "fieldwork-lies-table-one-place",
                    longest_work = LONGEST_WORK
                )));
            }
            let name = chair::spoken(name, say!("name-fieldwork"))?;
            if name.chars().count() > LONGEST_NAME || f.lines.iter().any(|l| l.name == name) {
                return Err(Refusal::form(say!("fieldwork-short-name-own")));
            }
            let by = clause!("10.01.2");
            let says = say!(
                "fieldwork-made",
                name = &name,
                obstacle = format!("{obstacle:?}"),
                cover = format!("{cover:?}"),
            );
            f.lines.push(Line {
                name,
                kind: LineKind::Other,
                path: Polyline::new(vec![a, b]),
                depth: 0.0,
                obstacle: *obstacle,
                cover: *cover,
                cleared: Vec::new(),
                built: true,
            });
            Ok(Done { by, unit: None, placed: None, says })
        }
    }
}

/// It is no longer in base contact with anybody.
fn let_go(f: &mut Field, u: UnitId) {
    for o in std::mem::take(&mut f[u].locked) {
        f[o].locked.retain(|x| *x != u);
    }
    f[u].turned = 0;
    f[u].wrapped = 0;
}

fn close_up(u: &mut Unit) {
    if u.by_figures() {
        u.files = losses::closed(u).files(u.figures);
    }
    if u.inside.is_empty() {
        u.lay();
    }
}

/// No table can hold two units on the same ground, nor one beyond its edge. Rules of movement do not bind the umpire.
fn room(f: &Field, u: UnitId) -> Result<(), Refusal> {
    let unit = &f[u];
    let r = unit.base.rect();
    if !r.corners().iter().all(|c| f.ground.holds(*c)) {
        return Err(Refusal::form(say!("would-not-stand-wholly-table", code = &unit.code)));
    }
    let bad = |k| matches!(k, PatchKind::Lake | PatchKind::Impassable);
    if f.ground.patches.iter().any(|p| bad(p.kind) && p.area.touches(&r)) {
        return Err(Refusal::by(clause!("play.ground"), say!("cannot-stand", code = &unit.code)));
    }
    let mine = f.rects(unit);
    let on = f
        .present()
        .filter(|o| o.id != u)
        .find(|o| f.rects(o).iter().any(|a| mine.iter().any(|b| a.penetration(b) > EPS * 10.0)));
    match on {
        Some(o) => Err(Refusal::by(
            clause!("play.measure"),
            say!("would-stand-no-two-bases", code = &unit.code, other_code = &o.code),
        )),
        None => Ok(()),
    }
}
