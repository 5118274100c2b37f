//! What the result of a close combat brings with it: how far the beaten go, who recoils with them, who must follow.

use super::close_combat::Fighter;
use super::recoil::{self, Facing, Hemmed, RecoilThrough};
use super::results::Effect;
use super::{CombatReadings, Flankers, follow_up};
use crate::{clause, say};
use serde::Serialize;
use umpire::{Clause, Record};
use words::{Joint, Message};

/// What a result brings with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Then {
    /// Beaten, it could not recoil and is destroyed (recoil.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_off: bool,
    /// Paces that the beaten element recoils.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recoils: Option<u16>,
    /// What becomes of the friend directly behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<Behind>,
    /// Friends of the beaten with their fronts on the victor's flanks or rear, who recoil by their own depth.
    #[serde(skip_serializing_if = "is_zero")]
    pub flankers: u8,
    /// Paces that the victor must follow at once, as far as it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<u16>,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// The friend directly behind one who recoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Behind {
    PushedBack,
    PassedThrough,
}

impl Then {
    pub fn is_nothing(&self) -> bool {
        *self == Then::default()
    }

    /// What the beaten suffer, and what comes with it.
    pub(super) fn told(&self, suffers: Message, victor: Message) -> Message {
        let behind = self.behind.map(|b| match b {
            Behind::PushedBack => say!("then-behind-pushed"),
            Behind::PassedThrough => say!("then-behind-passed"),
        });
        let more = [
            self.cut_off.then(|| say!("then-cut-off")),
            self.recoils.map(|paces| say!("then-recoils", paces)),
            behind,
            (self.flankers > 0).then(|| say!("then-flankers", count = self.flankers)),
            self.follows.map(|paces| say!("then-follows", victor, paces)),
        ];
        words::list(std::iter::once(suffers).chain(more.into_iter().flatten()), Joint::Semicolon)
    }
}

/// What is known of it before the dice, for one side if it is beaten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aftermath {
    caught: Option<Clause>,
    recoils: u16,
    behind: Option<(Behind, Clause)>,
    flankers: u8,
    follows: Result<u16, Clause>,
}

impl Aftermath {
    pub(super) fn of(beaten: &Fighter, victor: &Fighter, c: &CombatReadings) -> Aftermath {
        let hemmed = Hemmed {
            front: !beaten.unturned,
            rear: beaten.rear_contact || beaten.enemy_behind,
            flanked: beaten.flanked_left || beaten.flanked_right || beaten.rear_contact,
        };
        let behind = beaten.rear_support.filter(|_| !beaten.unturned).map(|o| {
            // It faces the same way.
            match recoil::passes(beaten.troop, o.troop, Facing::Same, RecoilThrough::default()) {
                Some(by) => (Behind::PassedThrough, by),
                None => (Behind::PushedBack, clause!("recoil.2")),
            }
        });
        let flankers = [victor.flanked_left, victor.flanked_right, victor.rear_contact];
        let fall_back = c.flankers == Flankers::Recoil;
        Aftermath {
            caught: recoil::caught(hemmed, c.recoil_flanked),
            recoils: recoil::depth(beaten.troop),
            behind,
            flankers: flankers.into_iter().filter(|f| *f && fall_back).count() as u8,
            follows: follow_up::at_once(victor.troop, victor.in_heavy_going).map(|p| p as u16),
        }
    }

    /// What comes of an effect of the table: who has nowhere to recoil is destroyed.
    #[inline]
    pub(super) fn of_effect(&self, effect: Effect, r: &mut impl Record) -> (Effect, Then) {
        let mut then = Then::default();
        let effect = match (effect, self.caught) {
            (Effect::NoEffect | Effect::Silenced | Effect::Plundered, _) => return (effect, then),
            (Effect::Recoil, Some(by)) => {
                r.clause(by);
                then.cut_off = true;
                Effect::Destroyed
            }
            (Effect::Recoil, None) => {
                r.clause(clause!("recoil.1"));
                then.recoils = Some(self.recoils);
                if let Some((what, by)) = self.behind {
                    r.clause(by);
                    then.behind = Some(what);
                }
                effect
            }
            (Effect::Flee(_) | Effect::Destroyed, _) => effect,
        };
        if self.flankers > 0 {
            r.clause(clause!("dba.41"));
            then.flankers = self.flankers;
        }
        match self.follows {
            Ok(paces) => {
                r.clause(clause!("impetuous.1"));
                then.follows = Some(paces);
            }
            Err(by) => r.clause(by),
        }
        (effect, then)
    }
}
