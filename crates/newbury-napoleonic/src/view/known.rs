//! The battle as one side knows it (play.view): its own papers, what stands on the table, and of the enemy's papers nothing. Whoever thinks
//! about a battle is handed this and not the battle itself.

use crate::answer::{Answer, LegOrder, MoveOrder};
use crate::battle::{Awaits, Battle, Charge, Terms};
use crate::check;
use crate::field::Field;
use crate::order::{Gait, Response};
use crate::procedures::reaction::{ChargeReaction, ReactionSituation};
use crate::support::Supported;
use crate::troop::Class;
use crate::unit::{Disorder, Fate, Loading, Side, UnitId};
use std::sync::Arc;
use umpire::{BattleDice, Procedure, Refusal, Seed, Silent};

/// What a side is asked, and the battle as far as it knows it.
#[derive(Clone, Debug)]
pub struct View {
    pub side: Side,
    pub awaits: Awaits,
    battle: Battle,
}

impl View {
    /// Of what is asked of the side now; nothing where it is not waited for.
    pub fn of(b: &Battle, side: Side) -> Option<View> {
        let awaits = b.awaits(side)?.clone();
        Some(View { side, awaits, battle: known(b, side) })
    }

    /// The battle as far as it is known: with the table as it stands, the own papers, and dice of its own.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    pub fn field(&self) -> &Field {
        self.battle.field()
    }

    /// Would the answer be taken? Asked of those who judge every player.
    pub fn lawful(&self, a: &Answer) -> Result<(), Refusal> {
        check::answer(&self.battle, self.side, &self.awaits, a)
    }

    /// Would this one move order be taken?
    pub fn may_order(&self, o: &MoveOrder) -> Result<(), Refusal> {
        check::orders::one(&self.battle, self.side, o)
    }

    /// Does a charge after those legs come home, as far as anybody can see (17.2.e)?
    pub fn reaches(&self, u: UnitId, legs: &[LegOrder], on: UnitId) -> bool {
        let gait = if self.field()[u].last.double_move { Gait::Double } else { Gait::Charge };
        check::closing::comes_home(&self.battle, &self.field()[u], legs, on, gait)
    }

    /// The charge reaction of two bodies as they stand, if the one charges and the other stands (21.2).
    pub fn reaction(&self, by: UnitId, on: UnitId) -> ReactionSituation {
        self.battle.reaction_of(&self.battle.a_charge(by, on, Some(Response::Stand)))
    }

    /// Its factors without the dice, which are as good for both: high is good for the charger (T13.A).
    pub fn charge_factors(&self, by: UnitId, on: UnitId) -> i32 {
        ChargeReaction::prepare(&self.reaction(by, on), &mut Silent).factors()
    }

    /// The factors of a charge that was declared.
    pub fn declared_factors(&self, c: &Charge) -> i32 {
        ChargeReaction::prepare(&self.battle.reaction_of(c), &mut Silent).factors()
    }

    /// The responses among which a charged unit may choose (17.5.b).
    pub fn may_respond(&self, u: UnitId) -> Vec<Response> {
        self.battle.may_respond(u)
    }

    /// Enemies at whom a body can fire now.
    pub fn targets(&self, u: UnitId) -> Vec<UnitId> {
        if self.field()[u].arm().battery() { self.battle.gun_targets(u) } else { self.battle.targets(u) }
    }

    /// The enemies among whom a battery chooses (16.3.a).
    pub fn free_targets(&self, u: UnitId) -> Vec<UnitId> {
        self.battle.free_gun_targets(u, &self.battle.gun_targets(u))
    }

    /// Does the body, or a general beside it, see the enemy (17.2.b)?
    pub fn sees(&self, u: UnitId, on: UnitId) -> bool {
        check::orders::sees(&self.battle, u, on)
    }

    /// Answers that are offered to the side.
    pub fn offers(&self) -> Vec<Answer> {
        self.battle.offered(self.side, &self.awaits).0.into_iter().map(|o| o.answer).collect()
    }
}

/// The battle without what stands in the other side's papers.
fn known(b: &Battle, side: Side) -> Battle {
    let mut k = b.without_past(umpire::Log::Off);
    k.dice = BattleDice::from_number(0);
    k.dice.begin_turn(u32::from(b.field.turn));
    k.seed = Seed::new("thought");
    let foe = side.other();
    let theirs = |u: &UnitId| b.field[*u].side == foe;
    k.terms = Arc::new(Terms {
        arrivals: b.terms.arrivals.iter().filter(|a| !a.units.iter().any(theirs)).cloned().collect(),
        orders: Vec::new(),
        head: b.terms.head.clone(),
        ..*b.terms
    });
    k.play.secret[foe.index()] = None;
    for i in 0..k.field.units.len() {
        if k.field.units[i].side != foe {
            continue;
        }
        if k.field.units[i].fate == Fate::Hidden {
            // Marked on the enemy's map alone (9.5).
            k.field[UnitId(i as u16)].fate = Fate::Awaited;
        }
        let u = &mut k.field.units.as_they_stand()[i];
        k.play.game[i] = None;
        k.play.orders[i] = None;
        u.disorder = Disorder::default();
        u.losses.carried = 0;
        u.loading = Loading { last_fired: u.loading.last_fired, ..Loading::default() };
        u.points = 0.0;
        if !u.class_known {
            (u.troop.class, u.troop.training, u.troop.open_training) = (Class::C, Class::C, None);
            for c in &mut u.companies {
                (c.troop.class, c.troop.training, c.troop.open_training) = (Class::C, Class::C, None);
            }
        }
    }
    k.field.find_units();
    // Who is hidden from the side bars no line of fire that it knows of.
    if !b.field.side(foe).any(|u| u.fate == Fate::Hidden) {
        k.aims = b.aims.of(side);
    }
    if b.aims.keeps() {
        k.supported = Supported::kept(k.field.units.len());
    }
    k.play.on_the_way.retain(|w| !theirs(&w.unit));
    k.play.couriers.retain(|c| c.side == side);
    k.play.led.retain(|l| l.side == side || b.known(l.owner));
    k.play.spiking.retain(|(u, _)| !theirs(u));
    for c in &mut k.play.charges {
        for (u, m) in [c.by, c.on].into_iter().zip(&mut c.marks) {
            if theirs(&u) {
                m.factors = 0;
            }
        }
    }
    k
}
