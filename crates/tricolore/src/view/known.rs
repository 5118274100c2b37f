//! The battle as one side knows it (play.hidden): everything on the table, and of the enemy's papers nothing. Whoever thinks about a battle is
//! handed this and not the battle itself.

use crate::battle::{Awaits, Battle};
use crate::command::Engagement;
use crate::field::Field;
use crate::officer::{Gifts, Officer, Post};
use crate::orders::Orders;
use crate::troop::{Arm, Quality};
use crate::unit::{Side, Unit, Values};
use umpire::{BattleDice, Seed};

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
        Some(View { side, awaits, battle: known(b, side, 0) })
    }

    /// The same of the same battle, which has gone on since: what has not changed is not copied again.
    pub fn again(mut self, b: &Battle) -> Option<View> {
        self.awaits = b.awaits(self.side)?.clone();
        let k = &mut self.battle;
        let then = k.field.units.changes();
        let (of, to) = (&b.field, &mut k.field);
        of.units.copy_to(&mut to.units, then, |u| take_for(b, self.side, u));
        to.officers.clone_from(&of.officers);
        to.commands.clone_from(&of.commands);
        to.bodies.clone_from(&of.bodies);
        to.zones.clone_from(&of.zones);
        to.redoubts.clone_from(&of.redoubts);
        to.bridges.clone_from(&of.bridges);
        to.round = of.round;
        k.play = b.play.clone();
        k.dice = dice(b, 0);
        forget_papers(b, k, self.side);
        debug_assert!(k.field == known(b, self.side, 0).field, "a copy that is not one");
        Some(self)
    }

    /// The battle as far as it is known: with the table as it stands, the own papers, and dice of its own.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    pub fn field(&self) -> &Field {
        self.battle.field()
    }

    /// A battle that might go on from here.
    pub fn imagined(&self, seed: u64) -> Battle {
        let mut b = self.battle.without_past(umpire::Log::Off);
        b.dice = dice(&b, seed);
        b
    }
}

fn dice(b: &Battle, seed: u64) -> BattleDice {
    let mut dice = BattleDice::from_number(seed);
    dice.begin_turn(b.field.round);
    dice
}

/// The battle without what stands in the other side's papers.
fn known(b: &Battle, side: Side, seed: u64) -> Battle {
    let mut k = b.without_past(umpire::Log::Off);
    k.dice = dice(b, seed);
    k.seed = Seed::new("thought");
    k.field.units.change_copy(|u| take_for(b, side, u));
    forget_papers(b, &mut k, side);
    k
}

/// What is on an enemy's roster is not known.
fn take_for(b: &Battle, side: Side, u: &mut Unit) {
    if u.side != side && !b.terms.open {
        u.values = usual(u, b.field.sheet.scale().value(Quality::Line).0);
    }
}

/// Nor what else is in the other side's papers.
fn forget_papers(b: &Battle, k: &mut Battle, side: Side) {
    let foe = side.other();
    k.play.secret[foe.index()] = None;
    let f = &mut k.field;
    for c in f.commands.iter_mut().filter(|c| c.side == foe) {
        c.orders = match c.engagement {
            Engagement::Free => Orders::default(),
            _ => Orders { active: None, pending: None, former: None },
        };
    }
    if !b.terms.open {
        let line = f.sheet.scale().value(Quality::Line).0;
        for o in f.officers.iter_mut().filter(|o| o.side == foe) {
            o.gifts = usual_gifts(o);
        }
        for m in f.bodies.iter_mut().filter(|x| x.side == foe).filter_map(|x| x.morale.as_mut()) {
            m.value = line;
        }
    }
    let own = |u: &crate::unit::UnitId| k.field[*u].side == side;
    k.play.called.retain(|(u, _)| own(u));
    let of_own = |b: &crate::command::BodyId| k.field[*b].side == side;
    k.play.vacancies.retain(of_own);
}

/// An enemy is taken for a unit of the line.
fn usual(u: &Unit, line: u8) -> Values {
    Values {
        melee: line,
        training: line,
        skirmish: (u.arm() == Arm::Infantry).then_some(line),
        officer: line,
        morale: (u.arm() == Arm::Artillery).then_some(line),
    }
}

/// An enemy officer for one like most.
fn usual_gifts(o: &Officer) -> Gifts {
    let commands = o.post == Post::Command;
    Gifts {
        ability: 6,
        radius: if commands { 400 } else { 600 },
        order_bonus: 1,
        points: if commands { 3 } else { 0 },
        bonus_points: 0,
        stars: 0,
        initiative: 0,
        sequence: 0,
        most_guns: 20,
    }
}
