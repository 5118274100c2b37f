//! The close-combat phase: the active player picks the order, each pair fights once (turn.1, dba.17).

use super::{Awaits, Battle};
use crate::contact::{self, Contact};
use crate::event::{EventKind, Target};
use crate::field::{CampState, ElementId, Engagement, Side};
use crate::procedures::close_combat::Better;
use crate::procedures::{CloseCombat, CloseCombatSituation, Effect};
use crate::{clause, melee, outcome, say};
use umpire::{Procedure, Refusal, Rolls, Silent};

/// One close combat that may be fought in this phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bout {
    a: ElementId,
    b: Target,
    /// `b` could not turn to face: how `a` lies against it (dba.56).
    unturned: Option<Contact>,
}

impl Battle {
    pub(super) fn begin_fighting(&mut self) {
        // dba.58: only pairs that stand aligned now fight in this phase.
        self.bouts =
            melee::pairs(&self.field).into_iter().map(|(a, b)| Bout { a, b, unturned: None }).collect();
        self.bouts.extend(outcome::unturned(&self.field).into_iter().map(|(a, b, how)| Bout {
            a,
            b: Target::Element(b),
            unturned: Some(how),
        }));
        // impetuous.1: what the follow-up has met is fought from the next turn on.
        let late = std::mem::take(&mut self.late);
        self.bouts.retain(|x| {
            let b = x.b.element();
            !late.iter().any(|(r, o)| (*r == x.a && Some(*o) == b) || (*o == x.a && Some(*r) == b))
        });
        self.stormed = [false; 2];
        self.next_bout();
    }

    /// Cavalry follows up outside the close-combat phase; whom it meets it fights from the next turn on.
    pub(super) fn follow(&mut self, rider: ElementId) {
        outcome::follow_up(&mut self.field, rider, &mut self.log);
        if let Some(foe) = self.field.front_opponent(rider) {
            self.late.push((rider, foe));
        }
    }

    fn stands(&self, x: &Bout) -> bool {
        let f = &self.field;
        if !f[x.a].on_table() {
            return false;
        }
        match (x.b, x.unturned) {
            (Target::Element(b), None) => f[b].on_table() && contact::is_front(&f[x.a].base, &f[b].base),
            (Target::Element(b), Some(how)) => f[b].on_table() && f.contact(&f[x.a], &f[b]) == Some(how),
            (Target::Camp(s), _) => f
                .army(s)
                .camp
                .as_ref()
                .is_some_and(|c| c.state == CampState::Holds && contact::is_camp_contact(&f[x.a].base, c)),
        }
    }

    /// Whom the umpire has put into front contact while combats are picked fights as well, if it has not fought this enemy yet
    /// (dba.17): no result brought the two together. A camp fights once a phase (dba.36).
    pub(super) fn fights_too(&mut self, placed: ElementId) {
        if let Some(Target::Camp(side)) = self.field.camp_opponent(placed) {
            let bout = Bout { a: placed, b: Target::Camp(side), unturned: None };
            if !self.stormed[side.index()] && self.stands(&bout) && !self.bouts.contains(&bout) {
                self.bouts.push(bout);
            }
        }
        let Some(foe) = self.field.front_opponent(placed) else { return };
        let fought = self.field.engagement(placed, foe).is_some_and(|x| x.rounds > 0);
        let (a, b) = if placed.side() == Side::A { (placed, foe) } else { (foe, placed) };
        let bout = Bout { a, b: Target::Element(b), unturned: None };
        if !fought && !self.bouts.contains(&bout) {
            self.bouts.push(bout);
        }
    }

    /// Asks for the next combat; with one left there is nothing to choose.
    pub(super) fn next_bout(&mut self) {
        let mut bouts = std::mem::take(&mut self.bouts);
        bouts.retain(|x| self.stands(x));
        self.bouts = bouts;
        self.pending.clear();
        while self.bouts.len() == 1 {
            let only = self.bouts.remove(0);
            self.bout(only);
        }
        if self.bouts.is_empty() {
            self.end_turn();
        } else {
            let bouts = self.bouts.iter().map(|x| (x.a, x.b)).collect();
            self.pending.push((self.field.active, Awaits::Fight { bouts }));
        }
    }

    pub(super) fn fight(&mut self, element: ElementId, against: Target) -> Result<(), Refusal> {
        let place = self.bouts.iter().position(|x| {
            (x.a == element && x.b == against)
                || (x.b == Target::Element(element) && Target::Element(x.a) == against)
        });
        let Some(place) = place else {
            // Whom a result of this phase brought together fights from the next turn on.
            let met = |(a, b): &(ElementId, Target)| {
                (*a == element && *b == against)
                    || (*b == Target::Element(element) && Target::Element(*a) == against)
            };
            let late = melee::pairs(&self.field).iter().any(met);
            return Err(Refusal::by(
                if late { clause!("dba.58") } else { clause!("dba.17") },
                say!("not-close-combat-still", element, against),
            ));
        };
        let x = self.bouts.remove(place);
        if let Target::Camp(_) = x.b {
            // dba.36: a camp fights one combat a phase.
            self.bouts.retain(|o| o.b != x.b);
        }
        self.bout(x);
        self.next_bout();
        Ok(())
    }

    fn situation(&self, x: &Bout) -> CloseCombatSituation {
        match (x.unturned, x.b) {
            (Some(how), Target::Element(t)) => melee::situation_unturned(&self.field, x.a, t, how),
            _ => melee::situation(&self.field, x.a, x.b),
        }
    }

    /// The facts of a close combat that may be picked now.
    pub(crate) fn bout_situation(&self, a: ElementId, b: Target) -> Option<CloseCombatSituation> {
        self.bouts.iter().find(|x| x.a == a && x.b == b).map(|x| self.situation(x))
    }

    fn bout(&mut self, x: Bout) {
        self.cue();
        let (a, b) = (x.a, x.b);
        if let Target::Camp(side) = b {
            self.stormed[side.index()] = true;
        }
        let s = self.situation(&x);
        let each = Rolls::Each([a.side(), b.side()], 1);
        let dice = self.dice.occasion(CloseCombat::NAME, &a, each);
        let result = if self.log.is_on() {
            let (o, ruling) = umpire::judge::<CloseCombat>(&s, dice);
            let by = if x.unturned.is_some() { clause!("dba.56") } else { clause!("dba.17") };
            self.say(by, || EventKind::CloseCombat { a, b, ruling: Box::new(ruling) });
            o
        } else {
            let p = CloseCombat::prepare(&s, &mut Silent);
            CloseCombat::resolve(&p, dice, &mut Silent)
        };
        if let Some(t) = b.element() {
            if x.unturned.is_some() && self.field.engagement(a, t).is_none() {
                self.field.engagements.push(Engagement { attacker: a, defender: t, rounds: 0 });
            }
            for g in &mut self.field.engagements {
                if (g.attacker, g.defender) == (a, t) || (g.attacker, g.defender) == (t, a) {
                    g.rounds += 1;
                }
            }
        }
        for (who, won) in [(Target::Element(a), result.better == Better::A), (b, result.better == Better::B)]
        {
            if let Some(e) = who.element() {
                self.field[e].combats = self.field[e].combats.saturating_add(1);
                self.field[e].wins += u8::from(won);
            }
        }
        // An element that could not turn recoils straight away from the attacker (dba.56).
        let away = x.unturned.map(|_| self.field[a].base.dir);
        // Who is cut off is destroyed in recoiling.
        let effect =
            |e: Effect| if result.then.cut_off && e == Effect::Destroyed { Effect::Recoil } else { e };
        self.beaten(b, effect(result.b.effect), Target::Element(a), away);
        self.beaten(Target::Element(a), effect(result.a.effect), b, None);
    }

    fn beaten(&mut self, loser: Target, effect: Effect, victor: Target, away: Option<table::V2>) {
        let id = match loser {
            Target::Camp(s) => {
                if effect == Effect::Plundered {
                    self.set_camp(s, CampState::Plundered, clause!("victory.3"));
                }
                return;
            }
            Target::Element(e) => e,
        };
        match effect {
            Effect::NoEffect | Effect::Silenced | Effect::Plundered => return,
            Effect::Recoil => {
                outcome::recoil(&mut self.field, id, away, &mut self.log);
            }
            Effect::Flee(_) => {
                outcome::flee(&mut self.field, id, &mut self.log);
            }
            Effect::Destroyed => {
                outcome::destroy(&mut self.field, id, clause!("dba.38"), &mut self.log);
            }
        }
        if let Target::Element(v) = victor {
            outcome::flankers_fall_back(&mut self.field, id.side(), v, &mut self.log);
            outcome::follow_up(&mut self.field, v, &mut self.log);
        }
    }

    pub(super) fn resume_fighting(&mut self, bouts: &[(ElementId, Target)]) {
        let unturned = outcome::unturned(&self.field);
        self.bouts = bouts
            .iter()
            .map(|(a, b)| Bout {
                a: *a,
                b: *b,
                unturned: unturned
                    .iter()
                    .find(|(x, y, _)| x == a && Target::Element(*y) == *b)
                    .map(|(_, _, how)| *how),
            })
            .collect();
    }
}
