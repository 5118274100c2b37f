//! What the dice of a choice would be rolled on, put together by the code that rolls them. Of an enemy it has what his side shows: his
//! valour, his grades of disorder, what backs him and what he has been ordered stand in his papers (play.hidden).

use super::Table;
use super::choices::AskKind;
use super::melee::Bout;
use super::shooting::Laying;
use crate::order::Choice;
use crate::procedures::command::{ReactionSituation, ReplaceCommanderSituation};
use crate::procedures::fires::PutOutSituation;
use crate::procedures::melee::{Fighter, MeleeSituation};
use crate::procedures::target::{Answer, Backing, Target};
use crate::procedures::works::WorkReadings;
use crate::procedures::{ArtillerySituation, SmallArmsSituation};
use crate::terrain::Thing;
use crate::troop::State;
use crate::unit::UnitId;
use crate::works::fires::Fighters;

/// The roll to which a choice leads.
#[derive(Clone, Debug)]
pub(crate) enum Prospect {
    Reaction(ReactionSituation),
    Replace(ReplaceCommanderSituation),
    PutOut(PutOutSituation),
    /// The die of a commander who is committed.
    Intervention,
    /// The die of one who is with a unit under fire and takes no part.
    UnderFire,
    /// The first of several fires at one enemy.
    SmallArms(Box<SmallArmsSituation>),
    Artillery(Box<ArtillerySituation>),
    /// The first of several melees with one enemy.
    Melee(Box<MeleeSituation>),
}

impl Table {
    /// The roll that is made if this is chosen; `None` where none is made at once.
    pub(crate) fn prospect(&self, kind: &AskKind, c: &Choice) -> Option<Prospect> {
        match (kind, c) {
            (AskKind::React { unit }, Choice::Yes) => Some(Prospect::Reaction(self.reaction(*unit))),
            (AskKind::Replace { command }, Choice::Pick(_)) => {
                self.replacing(*command).map(Prospect::Replace)
            }
            (AskKind::PutOut { unit, building }, Choice::Yes) => {
                self.putting_out(*unit, *building).map(Prospect::PutOut)
            }
            (AskKind::Commit { .. }, Choice::Yes) => Some(Prospect::Intervention),
            (AskKind::Commit { .. }, Choice::No) => Some(Prospect::UnderFire),
            (AskKind::FireOrder { target, units }, Choice::Picks(order)) => {
                self.first_fire(*target, self.foremost(units, order)?)
            }
            (AskKind::MeleeOrder { target, units }, Choice::Picks(order)) => {
                self.first_melee(*target, self.foremost(units, order)?)
            }
            _ => None,
        }
    }

    /// Who begins, of several in this order.
    fn foremost(&self, units: &[UnitId], order: &[String]) -> Option<UnitId> {
        let first = order.first()?;
        units.iter().copied().find(|u| *self.field[*u].code == **first)
    }

    /// What those in a burning building roll on by themselves; who else may help does not change the die (17.04.4, 19.06.4).
    fn putting_out(&self, u: UnitId, building: u16) -> Option<PutOutSituation> {
        let f = &self.field;
        let blaze = f.terrain.blazes.iter().find(|b| b.on == Thing::Building(building))?;
        let fighters = Fighters { occupants: f[u].figures.into(), helpers: 0, needed: 0 };
        blaze.fire.attempt(f.turn, &fighters, &WorkReadings::of(&f.readings))
    }

    fn first_fire(&self, target: UnitId, u: UnitId) -> Option<Prospect> {
        let volley = self.turn().instant.volleys.iter().find(|v| v.unit == u)?;
        let shots = self.aims(volley);
        let mut at_him = shots.iter().filter(|s| s.victim() == Some(target));
        let shot = at_him.next()?;
        if at_him.next().is_some() {
            return None;
        }
        match &shot.laid {
            Laying::Arms(a, w) => {
                let mut s = self.arms_of(&self.field, shot, a, w, &shots);
                shows(&mut s.target);
                Some(Prospect::SmallArms(Box::new(s)))
            }
            Laying::Guns(l) if l.through.is_empty() => {
                let mut s = self.guns_of(&self.field, shot, l, &shots);
                s.targets.iter_mut().for_each(|t| shows(&mut t.unit));
                Some(Prospect::Artillery(Box::new(s)))
            }
            Laying::Guns(_) | Laying::House(_) => None,
        }
    }

    fn first_melee(&self, target: UnitId, attacker: UnitId) -> Option<Prospect> {
        let bouts = &self.turn().instant.melees;
        let b = bouts.iter().find(|b| **b == Bout { attacker, target })?;
        let mut s = self.melee_of(*b, bouts);
        // Whether he attacks too is not known before it is fought.
        s.counter = None;
        fights_as_seen(&mut s.defender);
        Some(Prospect::Melee(Box::new(s)))
    }
}

/// A target as it shows itself: it answers the fire, and nothing of its papers is known.
fn shows(t: &mut Target) {
    t.valour = 0;
    t.noted = 0;
    t.state = as_seen(t.state);
    t.answer = Answer::AtTheFirer;
    t.backing = Backing::None;
    t.commander = false;
}

fn fights_as_seen(x: &mut Fighter) {
    x.valour = 0;
    x.state = as_seen(x.state);
    x.training = None;
    x.unused = false;
    x.no_ammunition = false;
    x.support = false;
    x.commander = false;
    x.staff = 0;
    x.blocked = false;
}

/// Grades of disorder stand in papers; flight is seen.
fn as_seen(s: State) -> State {
    if s == State::Complete { s } else { State::Order }
}
