//! An answer to a battle: judged, stored, and shown.

use crate::api::Player;
use crate::failure::{Failure, Reply};
use crate::fair::Who;
use crate::room::Room;
use crate::store::{AnswerRow, Outcome, StoreError};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::oneshot;
use umpire::Seat;

/// What came of the last answer is stored with the next, or when none has come for so long.
const QUIET: Duration = Duration::from_secs(2);

impl Room {
    /// Gives an answer for a seat. Once begun it is carried through, even if whoever sent it goes away. The reply comes when
    /// the answer is on the disk; what came of it is shown a little later.
    pub async fn answer(
        self: &Arc<Room>,
        who: Who,
        seat: Seat,
        key: String,
        version: u32,
        answer: Value,
    ) -> Reply<u32> {
        let room = self.clone();
        let (acknowledge, acknowledged) = oneshot::channel();
        tokio::spawn(async move {
            let mut acknowledge = Some(acknowledge);
            let done = room.take(who, seat, key, version, answer, &mut acknowledge).await;
            if done.is_ok() {
                room.wake();
            }
            if let Some(a) = acknowledge {
                // Whoever asked may have gone away.
                let _ = a.send(done);
            }
        });
        acknowledged.await.map_err(|_| Failure::ours("an answer broke down"))?
    }

    /// Judges an answer, keeps it and shows what came of it. It is acknowledged as soon as it is kept.
    pub(crate) async fn take(
        self: &Arc<Room>,
        who: Who,
        seat: Seat,
        key: String,
        version: u32,
        answer: Value,
        acknowledge: &mut Option<oneshot::Sender<Reply<u32>>>,
    ) -> Reply<u32> {
        let open = self.house.open.read().await;
        if !*open {
            return Err(Failure::ending());
        }
        let mut t = self.table.clone().lock_owned().await;
        if self.is_dead() {
            return Err(Failure::again(format!("battle {} must be opened anew", self.id)));
        }
        if let Some(v) = t.known(seat, &key) {
            return Ok(v);
        }
        if !t.still_asked(seat, version, &answer) {
            return Err(Failure::out_of_date(t.version));
        }
        // What a computer answers is for nobody to wait for but whoever plays it.
        let (hands, eyes, pens) = match self.row.player(seat) {
            Player::Person => (&self.house.hands, &self.house.eyes, None),
            _ => (&self.house.computers, &self.house.computers, Some(&self.house.pens)),
        };
        let judged = hands.run(who, move || {
            let before = t.game.waits_for();
            let refused = t.game.answer(seat, &answer).err();
            (t, answer, before, refused)
        });
        let Some((mut t, answer, before, refused)) = judged.await else {
            self.die();
            return Err(Failure::ours(format!("an answer in battle {} broke down", self.id)));
        };
        if let Some(r) = refused {
            return Err(r.into());
        }
        let n = t.version + 1;
        let row = AnswerRow { n, seat, key: key.clone(), answer: answer.clone() };
        let last = std::mem::take(&mut t.unsaved);
        let keeping = async {
            let _pen = match pens {
                Some(pens) => Some(pens.turn(who).await),
                None => None,
            };
            self.house.store.add_answer(self.id, row, last.clone()).await?;
            self.acknowledged.store(n, Ordering::Release);
            if let Some(a) = acknowledge.take() {
                let _ = a.send(Ok(n));
            }
            Ok::<(), StoreError>(())
        };
        // While the disk is waited for, what there is to see is written down.
        let showing = eyes.run(who, move || {
            t.note(seat, key, &answer, &before);
            let outcome: Arc<Outcome> = t.outcome().into();
            let shown = t.show();
            (t, outcome, shown)
        });
        let (kept, made) = tokio::join!(keeping, showing);
        if let Err(e) = kept {
            self.die();
            return Err(e.into());
        }
        let Some((mut t, outcome, shown)) = made else {
            self.die();
            return Err(Failure::ours(format!("showing battle {} broke down", self.id)));
        };
        self.with_films(|films| {
            last.iter().for_each(|o| films.are_stored(&o.moments));
            films.add(&outcome.moments);
        });
        let at_once = outcome.goes_on.is_some() || outcome.ending.is_some();
        t.unsaved = vec![outcome];
        self.shown.send_replace(Arc::new(shown));
        drop(t);
        self.stir();
        if at_once {
            self.store_outcome().await;
        } else {
            self.store_soon();
        }
        Ok(n)
    }

    /// Stores what came of the last answer when the battle has been quiet for a while; sooner when the next answer comes.
    fn store_soon(self: &Arc<Room>) {
        if self.storing.swap(true, Ordering::AcqRel) {
            return;
        }
        let room = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                let Some(version) = room.upgrade().map(|r| r.shown().version) else { return };
                tokio::time::sleep(QUIET).await;
                let Some(room) = room.upgrade() else { return };
                if room.shown().version == version {
                    // An answer that comes from here on begins to wait anew.
                    room.storing.store(false, Ordering::Release);
                    return room.store_outcome().await;
                }
            }
        });
    }

    /// Stores what came of the last answer. If that fails it is tried again with the next.
    pub async fn store_outcome(&self) {
        let mut t = self.table.clone().lock_owned().await;
        if t.unsaved.is_empty() || self.is_dead() {
            return;
        }
        if let Err(e) = self.house.store.add_outcomes(self.id, t.unsaved.clone()).await {
            eprintln!("vedette serve: what came of an answer in battle {} is not kept: {e}", self.id);
            return;
        }
        let kept = std::mem::take(&mut t.unsaved);
        self.with_films(|films| kept.iter().for_each(|o| films.are_stored(&o.moments)));
    }
}
