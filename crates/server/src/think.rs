//! Computer commanders in their seats. They think about a snapshot of the battle, so that nobody waits for them, on threads
//! that give way to those who work for people.

use crate::api::Player;
use crate::failure::{Failure, Reply};
use crate::room::Room;
use axum::http::StatusCode;
use desk::{AnyTime, ByChance, Game};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use umpire::Seat;

/// A battle between computers alone is left off here, undecided.
const MOST_TURNS: u32 = 200;

/// Offers tried when a commander's own answer is refused.
const MOST_TRIES: usize = 50;

impl Room {
    /// The computer seat that is waited for, if any.
    fn computer_asked(&self) -> Option<(Seat, u32)> {
        let s = self.shown();
        let alone = self.staff.iter().all(Option::is_some) && !self.row.seating.umpire;
        // Nobody waits for computers who fight each other unseen: they go on when somebody comes.
        let unseen = alone && (s.turn > MOST_TURNS || !self.is_watched());
        if s.ending.is_some() || self.is_dead() || unseen {
            return None;
        }
        let seat = s.waits_for.iter().find(|s| self.row.player(**s) != Player::Person)?;
        Some((*seat, s.version))
    }

    /// Sets the computer commanders to work if they are waited for.
    pub fn wake(self: &Arc<Room>) {
        if self.computer_asked().is_some() && !self.thinking.swap(true, Ordering::AcqRel) {
            self.stir();
            tokio::spawn(self.clone().think());
        }
    }

    async fn think(self: Arc<Room>) {
        loop {
            let mut lost = false;
            while let Some((seat, version)) = self.computer_asked() {
                if let Err(f) = self.think_once(seat, version).await {
                    if f.status != StatusCode::CONFLICT {
                        lost = true;
                        break;
                    }
                }
            }
            self.thinking.store(false, Ordering::Release);
            self.stir();
            // Something may have been asked between the last look and the line above.
            if lost || self.computer_asked().is_none() || self.thinking.swap(true, Ordering::AcqRel) {
                return;
            }
        }
    }

    /// One answer of a computer commander. If his own is refused he takes what is offered.
    async fn think_once(self: &Arc<Room>, seat: Seat, version: u32) -> Reply<()> {
        let who = self.thinks_for();
        let turn = self.house.computers.turn(who).await;
        // When his turn at the processor has come something else may be asked.
        let shown = self.shown();
        if shown.version != version {
            return Ok(());
        }
        let room = self.clone();
        let thought = self.house.computers.work(turn, move || {
            let Seat::Side(n) = seat else { return None };
            if let Some(agrees) = lets_take_back(&*shown.game) {
                return Some(agrees);
            }
            if let Some(lot) = shown.game.lot(seat) {
                return ByChance::drawn(&lot).ok().and_then(|drawn| serde_json::to_value(drawn).ok());
            }
            let mut s = room.staff.get(usize::from(n))?.as_ref()?.lock().ok()?;
            s.answer(&*shown.game, seat)
        });
        let found = thought.await.flatten();
        let key = |try_no: usize| format!("computer {} {try_no}", version + 1);
        if let Some(a) = found {
            match self.take(who, seat, key(0), version, a, &mut None).await {
                Err(f) if f.status == StatusCode::UNPROCESSABLE_ENTITY => {
                    eprintln!("vedette serve: a commander's answer was refused: {}", f.body.error.reason);
                }
                other => return other.map(drop),
            }
        }
        let offers = self.look(who, move |s| {
            // It may have been asked for while he thought.
            if let Some(agrees) = lets_take_back(&*s.game) {
                return vec![agrees];
            }
            let asks = s.game.asks();
            let his = asks.into_iter().filter(|a| a.seat == seat && !a.standing);
            his.flat_map(|a| a.offers).collect::<Vec<_>>()
        });
        for (i, a) in offers.await?.into_iter().rev().enumerate().take(MOST_TRIES) {
            match self.take(who, seat, key(i + 1), version, a, &mut None).await {
                Err(f) if f.status == StatusCode::UNPROCESSABLE_ENTITY => {}
                other => return other.map(drop),
            }
        }
        Err(Failure::ours(format!("in battle {} seat {seat} finds no answer", self.id)))
    }
}

/// What a computer says when something is to be taken back: it is a person who asks, and nothing is at stake for a computer.
fn lets_take_back(game: &dyn Game) -> Option<Value> {
    game.taking_back().asks?;
    serde_json::to_value(AnyTime::Agree).ok()
}
