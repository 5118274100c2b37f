//! Strokes of one seat follow one another, and the newest count.

use crate::failure::{Failure, Reply};
use tokio::sync::{Mutex, MutexGuard, watch};

/// The strokes of a seat.
#[derive(Debug, Default)]
pub struct Strokes {
    /// The number of the newest.
    newest: watch::Sender<u64>,
    alone: Mutex<()>,
}

impl Strokes {
    /// Waits for the turn of a stroke that has just come. A page has at most one that was drawn and one that is being drawn, so whoever
    /// waits while two more come is overtaken.
    pub async fn turn(&self) -> Reply<MutexGuard<'_, ()>> {
        let mut mine = 0;
        self.newest.send_modify(|n| {
            *n += 1;
            mine = *n;
        });
        let mut newer = self.newest.subscribe();
        tokio::select! {
            biased;
            _ = newer.wait_for(|n| *n >= mine + 2) => Err(Failure::overtaken()),
            turn = self.alone.lock() => Ok(turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn one_at_a_time_and_the_newest_wins() {
        let s = Strokes::default();
        let drawn = s.turn().await.unwrap();
        let mut waiting: Vec<_> = (0..10).map(|_| Box::pin(s.turn())).collect();
        for w in &mut waiting {
            assert!(w.now_or_never().is_none(), "one is being drawn");
        }
        // All but the last two have been overtaken, and need not wait to learn it.
        let mut newest = waiting.split_off(8);
        for w in &mut waiting {
            let said = w.now_or_never().expect("it is told at once");
            assert_eq!(said.unwrap_err().body.error.code, Code::Overtaken);
        }
        for w in &mut newest {
            assert!(w.now_or_never().is_none());
        }
        drop(drawn);
        for w in newest {
            drop(w.await.unwrap());
        }
    }
}
