//! Who may know of what has happened, and how much of it (play.hidden): said here for every event, part by part.

use super::{Battle, names};
use crate::event::{Event, EventKind};
use crate::order::{Choice, Order};
use crate::troop::State;
use crate::unit::{Side, StaffId, UnitId};
use crate::{say, words};
use ::words::Message;
use desk::{Audience, Eye, Parts};
use serde_json::Value;
use umpire::Ruling;

/// Is this about an enemy and only in his papers: orders, ammunition, a fire that came to nothing, a state that one does not see?
fn is_on_paper(f: &crate::Field, side: Side, e: &Event) -> bool {
    use EventKind::*;
    let theirs = |u: &UnitId| f.units.get(u.index()).is_some_and(|u| u.side != side);
    match &e.kind {
        Ordered { unit, .. }
        | Reacted { unit, .. }
        | NotFired { unit, .. }
        | RangedIn { unit, .. }
        | Equipment { unit, .. }
        | Instructed { unit, .. }
        | OutOfAmmunition { unit }
        | Noted { unit, .. }
        | Resupplied { unit, .. }
        | Worked { unit, .. } => theirs(unit),
        StateChanged { unit, from, to } | Reorganised { unit, from, to } => {
            theirs(unit) && ![from, to].contains(&&State::Complete)
        }
        _ => false,
    }
}

/// The two who took part in a fire or melee: its dice, modifiers and results are shown to both.
fn took_part(k: &EventKind) -> Option<UnitId> {
    match k {
        EventKind::Fired { target, .. } | EventKind::Melee { target, .. } => Some(*target),
        _ => None,
    }
}

impl Battle {
    /// Who hears of an event at all.
    pub(super) fn heard_by(&self, e: &Event) -> Audience {
        use EventKind::*;
        let f = self.field();
        // One who watches sees the table and hears what is announced, but not what was written or decided in secret.
        let written = matches!(
            e.kind,
            Ordered { .. }
                | NotFired { .. }
                | Noted { .. }
                | RangedIn { .. }
                | Message { .. }
                | Delayed { .. }
                | Instructed { .. }
                | Chose { .. }
        );
        Audience::sides(Side::BOTH.map(|s| e.seen[s.index()] && !is_on_paper(f, s, e)), !written)
    }

    /// What a unit is called by an eye: an own unit by its code, an enemy by the label under which he was sighted.
    pub(crate) fn name(&self, eye: Eye, u: UnitId) -> Message {
        let Some(unit) = self.field().units.get(u.index()) else { return Message::verbatim("?") };
        match eye.side() {
            Some(s) if unit.side != s => {
                self.sightings().label(s, u).map_or_else(|| say!("an-enemy"), Message::verbatim)
            }
            _ => Message::verbatim(unit.code.to_string()),
        }
    }

    /// An order as an eye reads it.
    pub(super) fn order_for(&self, eye: Eye, o: &Order) -> Order {
        match eye.side() {
            Some(s) => names::with_labels(self.field(), self.sightings(), s, o),
            None => o.clone(),
        }
    }

    /// A choice as an eye reads it.
    pub(super) fn choice_for(&self, eye: Eye, c: &Choice) -> Choice {
        match eye.side() {
            Some(s) => names::choice_with_labels(|r| names::label(self.field(), self.sightings(), s, r), c)
                .unwrap_or_else(|| Choice::Pick("?".into())),
            None => c.clone(),
        }
    }

    /// The name of a question as an eye reads it.
    pub(super) fn key_for(&self, eye: Eye, key: &str) -> String {
        match eye.side() {
            Some(s) => names::key_with_labels(|r| names::label(self.field(), self.sightings(), s, r), key),
            None => key.to_owned(),
        }
    }

    /// How an event was decided, as far as an eye may know: those who took part, without what it would tell of the other's papers.
    pub(super) fn ruling_for(&self, eye: Eye, e: &Event) -> Option<Ruling> {
        let r = e.kind.ruling()?;
        if eye.all() {
            return Some(r.clone());
        }
        let f = self.field();
        let side = match &e.kind {
            EventKind::StaffFell { staff, .. }
            | EventKind::StaffLost { staff, .. }
            | EventKind::Replaced { staff, .. } => f.staff.get(staff.index()).map(|s| s.side),
            EventKind::Delayed { .. } => None,
            k => k.unit().and_then(|u| f.units.get(u.index())).map(|u| u.side),
        };
        let other = took_part(&e.kind).and_then(|u| f.units.get(u.index())).map(|u| u.side);
        let reads = |s: Option<Side>| s.is_some() && s == eye.side();
        (reads(side) || reads(other)).then(|| r.without_kept())
    }

    /// An event as an eye may know it: names instead of places in the list, and nothing of the enemy's papers.
    pub(super) fn data_of(&self, eye: Eye, e: &Event) -> Value {
        let mut v = self.parts(eye, e).seen(eye, e.clause);
        // What had a part in it may stand in papers.
        let papers = match &e.kind {
            EventKind::StaffMoved { staff, .. }
            | EventKind::StaffFell { staff, .. }
            | EventKind::StaffLost { staff, .. } => self.field().staff.get(staff.index()).map(|s| s.side),
            kind => kind.unit().and_then(|u| self.field().units.get(u.index())).map(|u| u.side),
        };
        if !e.also.is_empty() && papers.is_none_or(|side| eye.reads(side)) {
            v["also"] = e.also.iter().map(|c| Value::from(c.id())).collect();
        }
        v["turn"] = e.turn.into();
        v["clock"] = e.clock.into();
        v
    }

    /// The name of an event, and each of its parts with who may know it. Distances are nobody's to know (03.02.12); losses in men are the
    /// owner's.
    pub(super) fn parts(&self, eye: Eye, e: &Event) -> Parts {
        use EventKind::*;
        let f = self.field();
        let name = |u: UnitId| self.name(eye, u);
        let member = |s: StaffId| {
            f.staff.get(s.index()).map(|s| match eye.side() {
                Some(x) if s.side != x => words::enemy_staff(s).to_string(),
                _ => s.code.to_string(),
            })
        };
        let own = |u: UnitId| match f.units.get(u.index()) {
            Some(u) => Audience::side(u.side),
            None => Audience::UMPIRE,
        };
        let ruled = || self.ruling_for(eye, e);
        let house = |b: u16| f.ground.buildings.get(usize::from(b)).map(|b| &b.name);
        let parts = Parts::of(e.kind.name());
        match &e.kind {
            Opens => parts,
            ByDefault { says } => parts.open("says", says),
            TurnBegins => parts,
            OrdersIn { side } => parts.open("side", side),
            Ordered { unit, order } => {
                parts.open("unit", name(*unit)).open("order", self.order_for(eye, order))
            }
            Reacted { unit, obeys, ruling: _ } => {
                parts.open("unit", name(*unit)).open("obeys", obeys).some("ruling", ruled())
            }
            Replaced { command, staff, done, ruling: _ } => parts
                .kept(
                    "command",
                    f.commands.get(command.index()).map_or(Audience::UMPIRE, |c| Audience::side(c.side)),
                    f.commands.get(command.index()).map(|c| c.code.to_string()),
                )
                .open("staff", member(*staff))
                .open("done", done)
                .some("ruling", ruled()),
            Rallied { unit, to, ruling: _ } => {
                parts.open("unit", name(*unit)).open("to", to).some("ruling", ruled())
            }
            AttackAnnounced { unit, target } => {
                parts.open("unit", name(*unit)).open("target", target.map(name))
            }
            AttackNotAnnounced { unit } => parts.open("unit", name(*unit)),
            SupportNamed { unit, by } => parts.open("unit", name(*unit)).open("by", name(*by)),
            FireAnnounced { unit, moment } => parts.open("unit", name(*unit)).open("moment", moment),
            GoesBack { unit, to } => parts.open("unit", name(*unit)).open("to", to.map(name)),
            Moved { unit, from, to, since, cm, why, pivot } => parts
                .open("unit", name(*unit))
                .open("from", from)
                .open("to", to)
                .open("since", since)
                .kept("cm", Audience::UMPIRE, cm)
                .open("why", why)
                .open("pivot", pivot),
            Halted { unit, why, before } => {
                parts.open("unit", name(*unit)).open("why", why).open("before", before.map(name))
            }
            PassesThrough { unit, other } => parts.open("unit", name(*unit)).open("other", name(*other)),
            FormationChanged { unit, formation, at } => {
                parts.open("unit", name(*unit)).open("formation", formation).open("at", at)
            }
            Faced { unit, at } => parts.open("unit", name(*unit)).open("at", at),
            Limbered { unit, limbered, at } => {
                parts.open("unit", name(*unit)).open("limbered", limbered).open("at", at)
            }
            Ready { unit } => parts.open("unit", name(*unit)),
            GunsLeft { unit, limbers } => parts.open("unit", name(*unit)).open("limbers", limbers),
            GunsManned { unit } => parts.open("unit", name(*unit)),
            GunsTaken { unit, by, guns } => {
                parts.open("unit", name(*unit)).open("by", name(*by)).open("guns", guns)
            }
            SentOut { unit, line } => parts.open("unit", name(*unit)).open("line", name(*line)),
            DrawnIn { unit, line } => parts.open("unit", name(*unit)).open("line", name(*line)),
            Split { unit, part } => parts.open("unit", name(*unit)).open("part", name(*part)),
            Joined { unit, other } => parts.open("unit", name(*unit)).open("other", name(*other)),
            Entered { unit, building } => parts.open("unit", name(*unit)).open("building", house(*building)),
            LeftBuilding { unit, building } => {
                parts.open("unit", name(*unit)).open("building", house(*building))
            }
            Embarked { unit, craft, at, ruling: _ } => parts
                .open("unit", name(*unit))
                .kept("craft", own(*unit), craft)
                .open("at", at)
                .some("ruling", ruled()),
            Landed { unit, at } => parts.open("unit", name(*unit)).open("at", at),
            Charging { unit, begins } => parts.open("unit", name(*unit)).open("begins", begins),
            StateChanged { unit, from, to } => {
                parts.open("unit", name(*unit)).open("from", from).open("to", to)
            }
            Reorganised { unit, from, to } => {
                parts.open("unit", name(*unit)).open("from", from).open("to", to)
            }
            Fired { unit, target, men, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("target", name(*target))
                .kept("men", own(*target), men)
                .some("ruling", ruled()),
            FiredAt { unit, place, ruling: _ } => {
                parts.open("unit", name(*unit)).open("place", place).some("ruling", ruled())
            }
            Shown { unit, to, at } => parts.open("unit", name(*unit)).open("to", name(*to)).open("at", at),
            RangedIn { unit, target } => parts.open("unit", name(*unit)).open("target", name(*target)),
            NotFired { unit, why } => parts.open("unit", name(*unit)).open("why", why),
            Committed { staff, unit, ruling: _ } => {
                parts.open("staff", member(*staff)).open("unit", name(*unit)).some("ruling", ruled())
            }
            Lost { unit, men, figures, carried } => parts
                .open("unit", name(*unit))
                .kept("men", own(*unit), men)
                .open("figures", figures)
                .kept("carried", own(*unit), carried),
            Equipment { unit, guns, horses, loads } => {
                parts.open("unit", name(*unit)).open("guns", guns).open("horses", horses).open("loads", loads)
            }
            Melee { unit, target, outcome, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("target", name(*target))
                .open("outcome", outcome)
                .some("ruling", ruled()),
            AttackEnds { unit, target } => parts.open("unit", name(*unit)).open("target", target.map(name)),
            AttackGoesOn { unit, target } => parts.open("unit", name(*unit)).open("target", name(*target)),
            PressedBack { unit, by, to } => {
                parts.open("unit", name(*unit)).open("by", name(*by)).open("to", to.map(name))
            }
            SweptAlong { unit, by, to, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("by", name(*by))
                .kept("to", own(*unit), to)
                .some("ruling", ruled()),
            Cornered { unit } => parts.open("unit", name(*unit)),
            Surrendered { unit } => parts.open("unit", name(*unit)),
            Prisoners { unit, by, figures } => {
                parts.open("unit", name(*unit)).open("by", name(*by)).open("figures", figures)
            }
            Destroyed { unit } => parts.open("unit", name(*unit)),
            LeftTable { unit, fled } => parts.open("unit", name(*unit)).open("fled", fled),
            Arrived { unit } => parts.open("unit", name(*unit)),
            StaffMoved { staff, to, with } => {
                parts.open("staff", member(*staff)).open("to", to).open("with", with.map(name))
            }
            StaffFell { staff, ruling: _ } => parts.open("staff", member(*staff)).some("ruling", ruled()),
            StaffLost { staff, ruling: _ } => parts.open("staff", member(*staff)).some("ruling", ruled()),
            StaffArrived { staff } => parts.open("staff", member(*staff)),
            Message { side, says, handed } => {
                parts.open("side", side).open("says", says).open("handed", handed)
            }
            Delayed { side, says, ruling: _ } => {
                parts.open("side", side).kept("says", Audience::UMPIRE, says).some("ruling", ruled())
            }
            Instructed { unit, says } => parts.open("unit", name(*unit)).open("says", says),
            OutOfAmmunition { unit } => parts.open("unit", name(*unit)),
            NoPrisoners { unit, by } => parts.open("unit", name(*unit)).open("by", name(*by)),
            Noted { unit, state, carried, left } => parts
                .open("unit", name(*unit))
                .open("state", state)
                .open("carried", carried)
                .open("left", left),
            ClosesUp { unit } => parts.open("unit", name(*unit)),
            StandsAsBlock { unit, at } => parts.open("unit", name(*unit)).open("at", at),
            Resupplied { unit, loads } => parts.open("unit", name(*unit)).open("loads", loads),
            Worked { unit, says } => parts.open("unit", name(*unit)).open("says", says),
            FiresFirst { side } => parts.open("side", side),
            WorkBegins { unit, place, ruling: _ } => {
                parts.open("unit", name(*unit)).open("place", place).some("ruling", ruled())
            }
            WorkDone { unit, place, says } => {
                parts.open("unit", name(*unit)).open("place", place).open("says", says)
            }
            Place { place, says, ruling: _ } => {
                parts.open("place", place).open("says", says).some("ruling", ruled())
            }
            Blasted { unit, men, ruling: _ } => {
                parts.open("unit", name(*unit)).kept("men", own(*unit), men).some("ruling", ruled())
            }
            Chose { side, what, choice } => parts
                .open("side", side)
                .open("what", self.key_for(eye, what))
                .open("choice", self.choice_for(eye, choice)),
            UmpireSits => parts,
            UmpireRuled { says, about } => parts.open("says", says).some("about", about.as_ref()),
            Corrected { unit, says } => parts.open("unit", unit.map(name)).open("says", says),
            TurnEnds => parts,
            Ended { winner, why } => parts.open("winner", winner).open("why", why),
        }
    }
}
