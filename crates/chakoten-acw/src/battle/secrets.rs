//! Who may know of what has happened, and how much of it (play.view): said here for every event, part by part.

use super::Battle;
use crate::event::{Event, EventKind};
use crate::troop::State;
use crate::unit::{Side, StaffId, UnitId};
use crate::{say, words};
use ::words::Message;
use desk::{Audience, Eye, Parts};
use serde_json::Value;
use umpire::Ruling;

/// Is this about an enemy and only in his papers: ammunition, a fire order that came to nothing, a state that one does not
/// see (play.view)?
fn is_on_paper(f: &crate::Field, side: Side, e: &Event) -> bool {
    use EventKind::*;
    let theirs = |u: &UnitId| f.units.get(u.index()).is_some_and(|u| u.side != side);
    match &e.kind {
        Ordered { unit, .. }
        | Overridden { unit, .. }
        | NotFired { unit, .. }
        | OutOfAmmunition { unit }
        | Resupplied { unit, .. }
        | Tested { unit, .. }
        | NotReorganised { unit, .. } => theirs(unit),
        StateChanged { unit, from, to } | Reorganised { unit, from, to, .. } => {
            theirs(unit) && ![from, to].contains(&&State::Complete)
        }
        _ => false,
    }
}

impl Battle {
    /// Who hears of an event at all.
    pub(super) fn heard_by(&self, e: &Event) -> Audience {
        let f = self.field();
        // One who watches sees the table and hears what is announced, but not what was written.
        let written = matches!(
            e.kind,
            EventKind::Ordered { .. } | EventKind::Overridden { .. } | EventKind::NotFired { .. }
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

    /// How an event was decided, as far as an eye may know: of its own reckoning nothing that the enemy's papers tell, of the
    /// enemy's nothing at all.
    pub(super) fn ruling_for(&self, eye: Eye, e: &Event) -> Option<Ruling> {
        let r = e.kind.ruling()?;
        if eye.all() {
            return Some(r.clone());
        }
        let own = e.kind.unit().and_then(|u| self.field().units.get(u.index()));
        own.filter(|u| eye.side() == Some(u.side)).map(|_| r.without_kept())
    }

    /// An event as an eye may know it: names instead of places in the list, and nothing of the enemy's papers.
    pub(super) fn data_of(&self, eye: Eye, e: &Event) -> Value {
        let mut v = self.parts(eye, e).seen(eye, e.clause);
        // What had a part in it may stand in papers.
        let papers = match &e.kind {
            EventKind::StaffMoved { staff, .. } | EventKind::StaffLost { staff, .. } => {
                self.field().staff.get(staff.index()).map(|s| s.side)
            }
            kind => kind.unit().and_then(|u| self.field().units.get(u.index())).map(|u| u.side),
        };
        if !e.also.is_empty() && papers.is_none_or(|side| eye.reads(side)) {
            v["also"] = e.also.iter().map(|c| Value::from(c.id())).collect();
        }
        v["turn"] = e.turn.into();
        v["clock"] = e.clock.into();
        v
    }

    /// The name of an event, and each of its parts with who may know it. The true distance is nobody's to know (play.guess);
    /// losses in men are the owner's.
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
        let parts = Parts::of(e.kind.name());
        match &e.kind {
            Opens => parts,
            ByDefault { says } => parts.open("says", says),
            TurnBegins => parts,
            OrdersIn { side } => parts.open("side", side),
            Ordered { unit, order } => parts.open("unit", name(*unit)).open("order", order),
            Instruction { side, to, says } => parts.open("side", side).open("to", to).open("says", says),
            AttackAnnounced { unit, target, charge } => {
                parts.open("unit", name(*unit)).open("target", target.map(name)).open("charge", charge)
            }
            RetreatDeclared { unit } => parts.open("unit", name(*unit)),
            FireAnnounced { unit, moment } => parts.open("unit", name(*unit)).open("moment", moment),
            Heard { side, says } => parts.open("side", side).open("says", says),
            WorkKnown { work } => parts.open("work", work),
            Overridden { unit, order } => parts.open("unit", name(*unit)).open("order", order),
            Moved { unit, from, to, since, cm, why, pivot } => parts
                .open("unit", name(*unit))
                .open("from", from)
                .open("to", to)
                .open("since", since)
                .kept("cm", Audience::UMPIRE, cm)
                .open("why", why)
                .open("pivot", pivot),
            Halted { unit, why } => parts.open("unit", name(*unit)).open("why", why),
            FormationChanged { unit, formation, at } => {
                parts.open("unit", name(*unit)).open("formation", formation).open("at", at)
            }
            Faced { unit, at } => parts.open("unit", name(*unit)).open("at", at),
            Mounted { unit, mounted } => parts.open("unit", name(*unit)).open("mounted", mounted),
            Limbered { unit, limbered, at } => {
                parts.open("unit", name(*unit)).open("limbered", limbered).open("at", at)
            }
            Fired { unit, target, cm, surprised, men, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("target", name(*target))
                .kept("cm", Audience::UMPIRE, cm)
                .open("surprised", surprised)
                .kept("men", own(*unit), men)
                .some("ruling", ruled()),
            ShotFell { unit, ammunition, at, hit, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("ammunition", ammunition)
                .open("at", at)
                .open("hit", hit.map(name))
                .some("ruling", ruled()),
            Shelled { unit, target, ammunition, men, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("target", name(*target))
                .open("ammunition", ammunition)
                .kept("men", own(*unit), men)
                .some("ruling", ruled()),
            NotFired { unit, why } => parts.open("unit", name(*unit)).open("why", why),
            Equipment { unit, says } => parts.open("unit", name(*unit)).open("says", says),
            GunBurst { unit } => parts.open("unit", name(*unit)),
            Lost { unit, men, figures, carried } => parts
                .open("unit", name(*unit))
                .kept("men", own(*unit), men)
                .open("figures", figures)
                .kept("carried", own(*unit), carried),
            Tested { unit, ruling: _ } => parts.open("unit", name(*unit)).some("ruling", ruled()),
            StateChanged { unit, from, to } => {
                parts.open("unit", name(*unit)).open("from", from).open("to", to)
            }
            Pinned { unit, to_turn } => parts.open("unit", name(*unit)).open("to_turn", to_turn),
            PinEnds { unit } => parts.open("unit", name(*unit)),
            BreakIn { unit, target } => parts.open("unit", name(*unit)).open("target", name(*target)),
            Shock { unit, target, ruling: _ } => {
                parts.open("unit", name(*unit)).open("target", name(*target)).some("ruling", ruled())
            }
            AttackEnds { unit, target, why } => {
                parts.open("unit", name(*unit)).open("target", target.map(name)).open("why", why)
            }
            AttackGoesOn { unit, target } => parts.open("unit", name(*unit)).open("target", name(*target)),
            Contact { unit, target } => parts.open("unit", name(*unit)).open("target", name(*target)),
            Melee { unit, against, men, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("against", against.iter().map(|u| name(*u)).collect::<Vec<_>>())
                .kept("men", own(*unit), men)
                .some("ruling", ruled()),
            Prisoners { unit, by, figures, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("by", name(*by))
                .open("figures", figures)
                .some("ruling", ruled()),
            Surrendered { unit, figures } => parts.open("unit", name(*unit)).open("figures", figures),
            CarriedAway { unit, by, ruling: _ } => {
                parts.open("unit", name(*unit)).open("by", name(*by)).some("ruling", ruled())
            }
            FlightChecked { unit, behind } => parts.open("unit", name(*unit)).open("behind", name(*behind)),
            PassedPinned { unit, pinned, ruling: _ } => {
                parts.open("unit", name(*unit)).open("pinned", name(*pinned)).some("ruling", ruled())
            }
            Chose { side, what, kind: _, choice } => {
                parts.open("side", side).open("what", what).open("choice", choice)
            }
            StaffMoved { staff, to, with } => {
                parts.open("staff", member(*staff)).open("to", to).open("with", with.map(name))
            }
            StaffLost { staff, captured } => parts.open("staff", member(*staff)).open("captured", captured),
            Appointed { staff, ruling: _ } => parts.open("staff", member(*staff)).some("ruling", ruled()),
            NotAppointed { staff, ruling: _ } => parts.open("staff", member(*staff)).some("ruling", ruled()),
            Reorganised { unit, from, to, ruling: _ } => {
                parts.open("unit", name(*unit)).open("from", from).open("to", to).some("ruling", ruled())
            }
            NotReorganised { unit, attempt, ruling: _ } => {
                parts.open("unit", name(*unit)).open("attempt", attempt).some("ruling", ruled())
            }
            OutOfAmmunition { unit } => parts.open("unit", name(*unit)),
            Resupplied { unit, wagon, done, ruling: _ } => parts
                .open("unit", name(*unit))
                .open("wagon", name(*wagon))
                .open("done", done)
                .some("ruling", ruled()),
            Worked { unit, work, turns, of, done } => parts
                .open("unit", name(*unit))
                .open("work", work)
                .open("turns", turns)
                .open("of", of)
                .open("done", done),
            WorkLost { unit } => parts.open("unit", name(*unit)),
            Repaired { unit, item } => parts.open("unit", name(*unit)).open("item", item),
            GunsTaken { unit, by, guns } => {
                parts.open("unit", name(*unit)).open("by", name(*by)).open("guns", guns)
            }
            WagonTaken { unit, by } => parts.open("unit", name(*unit)).open("by", name(*by)),
            Detached { unit, part } => parts.open("unit", name(*unit)).open("part", name(*part)),
            Joined { unit, part } => parts.open("unit", name(*unit)).open("part", name(*part)),
            Occupied { unit, building } => {
                let which = f.ground.buildings.get(usize::from(*building)).map(|b| &b.name);
                parts.open("unit", name(*unit)).open("building", which)
            }
            LeftTable { unit, fled } => parts.open("unit", name(*unit)).open("fled", fled),
            Arrived { unit } => parts.open("unit", name(*unit)),
            UmpireSits {} => parts,
            UmpireRuled { says, about } => parts.open("says", says).some("about", about.as_ref()),
            Corrected { unit, says } => parts.open("unit", unit.map(name)).open("says", says),
            Struck { unit, because } => parts.open("unit", name(*unit)).open("because", because),
            TurnEnds => parts,
            Ended { winner, why } => parts.open("winner", winner).open("why", why),
        }
    }
}
