//! The battle on a page: answers drawn by hand on the table, judged by the rules themselves; nothing is decided here. A stroke proposes
//! answers, the exact one first and then those that fall short of it; the first that the battle takes stands, and why it is not the exact one
//! is shown with it.

mod acting;
mod controls;
mod grand;
mod odds;
mod sheets;
mod show;

use crate::answer::Answer;
use crate::battle::{Awaits, Battle};
use crate::check;
use crate::say;
use crate::unit::{Side, Unit, UnitId};
use desk::board::{Act, Ghost, Sketched, Stroke};
use desk::coarse::{round, spot};
use desk::sketch::{draft, json};
use serde::{Deserialize, Serialize};
use table::Base;
use umpire::Refusal;

/// What has been drawn so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    answer: Option<Answer>,
}

/// A side that draws an answer.
#[derive(Clone, Copy)]
struct Desk<'a> {
    b: &'a Battle,
    side: Side,
    awaits: &'a Awaits,
}

impl Desk<'_> {
    /// Would the battle take it? What judges it without playing it is asked first.
    fn lawful(&self, a: &Answer) -> Result<(), Refusal> {
        self.judged(a)?;
        self.b.rehearsal().answer(self.side, a.clone())
    }

    /// What those say who judge an answer of this kind and change nothing.
    fn judged(&self, a: &Answer) -> Result<(), Refusal> {
        let (b, side) = (self.b, self.side);
        match (self.awaits, a) {
            (Awaits::Moves, Answer::Move { units }) => {
                check::moves::together(b, side, units, false).map(drop)
            }
            (Awaits::Reactions, Answer::Move { units }) => {
                check::moves::together(b, side, units, true).map(drop)
            }
            (Awaits::Moves | Awaits::Reactions, Answer::Change(c)) => {
                check::moves::change(b, side, c).map(drop)
            }
            (Awaits::Moves | Awaits::Reactions, Answer::Turn { units, ahead, left }) => {
                let reaction = *self.awaits == Awaits::Reactions;
                check::moves::turned(b, side, units, *ahead, *left, reaction).map(drop)
            }
            (Awaits::Orders, Answer::Orders { arrange, give }) => check::orders::all(b, side, arrange, give),
            (Awaits::Manoeuvre | Awaits::Away(_), Answer::Manoeuvre { commands }) => {
                let manoeuvres = |m: &&crate::answer::CommandMove| {
                    let c = b.field.command_by_code(&m.command);
                    c.is_some_and(|c| b.field[c].orders.kind() == Some(crate::orders::OrderKind::Manoeuvre))
                };
                commands
                    .iter()
                    .filter(manoeuvres)
                    .try_for_each(|m| check::grand::advance(b, side, m).map(drop))
            }
            (Awaits::Deploy, Answer::Deploy { officers, units }) => {
                check::grand::deployment(b, side, officers, units).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// An own unit on the table.
    fn unit(&self, code: &str) -> Option<&Unit> {
        let f = &self.b.field;
        f.by_code(code).map(|u| &f[u]).filter(|u| u.side == self.side && u.present())
    }

    /// The own units that are taken up.
    fn units(&self, pieces: &[String]) -> Vec<UnitId> {
        pieces.iter().filter_map(|p| self.unit(p)).map(|u| u.id).collect()
    }

    /// The own officer that is taken up.
    fn officer(&self, pieces: &[String]) -> Option<crate::officer::OfficerId> {
        let f = &self.b.field;
        pieces
            .iter()
            .find_map(|p| f.officer_by_code(p).filter(|o| f[*o].side == self.side && f[*o].present()))
    }

    /// The command of whoever is taken up.
    fn command(&self, pieces: &[String]) -> Option<crate::command::CommandId> {
        let f = &self.b.field;
        if let Some(o) = self.officer(pieces) {
            return f.commands.iter().find(|c| c.officer == o).map(|c| c.id);
        }
        pieces.iter().find_map(|p| self.unit(p)).and_then(|u| u.command)
    }

    /// Is every answer a sheet of many lines that is sent as a whole?
    fn is_sheet(&self) -> bool {
        !matches!(self.awaits, Awaits::Moves | Awaits::Reactions | Awaits::Breakthrough(_))
    }

    /// What is sent if nothing is drawn; nothing where an answer is one act.
    fn empty(&self) -> Option<Answer> {
        self.is_sheet().then(|| self.b.default_answer(self.side, self.awaits))
    }

    /// The answers for which a stroke stands, the exact one first.
    fn proposed(&self, pieces: &[String], act: &Act, now: Option<&Answer>) -> Result<Vec<Answer>, Refusal> {
        match self.awaits {
            Awaits::Moves | Awaits::Reactions => acting::proposed(self, pieces, act, now),
            Awaits::Breakthrough(u) => acting::breakthrough(self, *u, act),
            Awaits::Manoeuvre | Awaits::Away(_) => grand::manoeuvre(self, pieces, act, now),
            Awaits::Superiors => grand::superiors(self, pieces, act, now),
            Awaits::Deploy => grand::deploy(self, pieces, act, now),
            Awaits::Settle => grand::settle(self, pieces, act, now),
            _ => sheets::proposed(self, pieces, act, now),
        }
    }
}

/// Where a piece would stand.
fn ghost(piece: &str, from: table::V2, b: &Base, legal: bool) -> Ghost {
    Ghost {
        piece: piece.into(),
        at: spot(b),
        width: round(b.width),
        depth: round(b.depth),
        path: vec![[round(from.x), round(from.y)], [round(b.front.x), round(b.front.y)]],
        legal,
        note: Default::default(),
    }
}

/// A number from a page.
fn sane(numbers: &[f64]) -> Result<(), Refusal> {
    crate::check::moves::sane(numbers)
}

/// A stroke that means nothing here.
fn senseless() -> Refusal {
    Refusal::form(say!("not-by-hand-now"))
}

impl Battle {
    /// What a question looks like before anything has been drawn; nothing where the offers are all there is.
    pub(crate) fn blank_sketch(&self, side: Side, awaits: &Awaits) -> Option<Sketched> {
        if matches!(
            awaits,
            Awaits::Resume(_)
                | Awaits::SideA
                | Awaits::Bonus
                | Awaits::Loss(_)
                | Awaits::Counter(_)
                | Awaits::Blow(_)
                | Awaits::Disengage(_)
        ) {
            return None;
        }
        let desk = Desk { b: self, side, awaits };
        Some(show::show(&desk, desk.empty().as_ref(), &[]))
    }

    /// What the dice of an answer may come to, where it rolls them at once.
    pub(crate) fn odds_of(&self, side: Side, awaits: &Awaits, a: &Answer) -> Vec<desk::board::Chance> {
        let desk = Desk { b: self, side, awaits };
        match a {
            Answer::Declare { attacks } => match &attacks[..] {
                [one] => odds::of_attack(&desk, one),
                _ => Vec::new(),
            },
            Answer::Fire { fire } => match &fire[..] {
                [one] => odds::of_fire(&desk, one),
                _ => Vec::new(),
            },
            Answer::Change(c) => odds::of_change(&desk, c),
            Answer::Orders { arrange, give } => match (&arrange[..], &give[..]) {
                ([], [one]) => odds::of_order(&desk, one),
                _ => Vec::new(),
            },
            Answer::Breakthrough(crate::answer::Breakthrough::Attack { target, .. }) => match awaits {
                Awaits::Breakthrough(u) => odds::of_breakthrough(&desk, *u, target),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// One stroke on the sketch of an answer.
    pub(crate) fn sketch(&self, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        let desk = Desk { b: self, side, awaits };
        let before: Draft = draft(&stroke.draft)?;
        let alien = |_| Refusal::form(say!("no-such-draft"));
        if let Some(a) = &before.answer {
            desk.lawful(a).map_err(alien)?;
        }
        let now = before.answer.or_else(|| desk.empty());
        let own = |p: &&String| desk.unit(p).is_some() || desk.officer(std::slice::from_ref(p)).is_some();
        let mut pieces: Vec<String> = stroke.pieces.iter().filter(own).cloned().collect();
        pieces.dedup();
        if pieces.len() > self.field.units.len() {
            return Err(senseless());
        }
        match &stroke.act {
            Act::Pick => return Ok(show::show(&desk, now.as_ref(), &pieces)),
            Act::Fill { answer } => {
                let ready: Answer = umpire::read_value(answer).map_err(|_| alien(senseless()))?;
                desk.lawful(&ready)?;
                let both = sheets::merged(&desk, now.as_ref(), &ready);
                let taken = both.filter(|a| desk.lawful(a).is_ok()).unwrap_or(ready);
                return Ok(show::show(&desk, Some(&taken), &pieces));
            }
            Act::Clear => {
                let left = sheets::without(&desk, now.as_ref(), &pieces).filter(|a| desk.lawful(a).is_ok());
                return Ok(show::show(&desk, left.or_else(|| desk.empty()).as_ref(), &pieces));
            }
            _ => {}
        }
        let proposed = desk.proposed(&pieces, &stroke.act, now.as_ref())?;
        let mut refusal = None;
        for a in &proposed {
            match desk.lawful(a) {
                Ok(()) => {
                    let shown = show::show(&desk, Some(a), &pieces);
                    return Ok(Sketched { refusal: refusal.map(|r: Refusal| r.into()), ..shown });
                }
                Err(r) => refusal = refusal.or(Some(r)),
            }
        }
        let mut out = show::show(&desk, now.as_ref(), &pieces);
        out.ghosts.extend(show::tried(&desk, &pieces, &stroke.act));
        out.refusal = Some(refusal.unwrap_or_else(senseless).into());
        Ok(out)
    }
}

/// The draft as it is handed out.
fn handed(a: Option<&Answer>) -> serde_json::Value {
    json(Draft { answer: a.cloned() })
}
