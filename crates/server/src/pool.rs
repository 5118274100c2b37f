//! The processor's time: a few threads for each kind of heavy work, away from those that serve connections. Those who think
//! for computers step back behind those who work for people.

use crate::fair::{Turn, Turns, Who};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use tokio::sync::oneshot;
use words::Language;

type Job = Box<dyn FnOnce() + Send>;

/// Threads of one kind.
#[derive(Clone, Debug)]
pub struct Pool {
    turns: Turns,
    jobs: mpsc::Sender<Job>,
}

/// Makes the thread that calls it give way to others: the more, the larger the number.
fn step_back(by: i32) {
    // Elsewhere than on Linux this would be told of the whole program. Where it is not allowed it is not done.
    #[cfg(target_os = "linux")]
    if by > 0 {
        let _ = rustix::process::nice(by);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}

impl Pool {
    /// So many threads of a name, which give way to others by so much. They end when the pool is dropped.
    pub fn new(name: &str, at_once: usize, gives_way: i32) -> Pool {
        let at_once = at_once.max(1);
        let (jobs, taken) = mpsc::channel::<Job>();
        let taken = Arc::new(Mutex::new(taken));
        let mut there = 0;
        for _ in 0..at_once {
            let taken = taken.clone();
            let thread = std::thread::Builder::new().name(name.into()).spawn(move || {
                step_back(gives_way);
                loop {
                    // The lock is held while waiting for work, never while working.
                    let job = taken.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    match job {
                        Ok(job) => job(),
                        Err(_) => return,
                    }
                }
            });
            there += usize::from(thread.is_ok());
        }
        Pool { turns: Turns::new(there), jobs }
    }

    /// Does heavy work on one of the threads when his turn has come who asks for it. `None` if it broke down.
    pub async fn run<R: Send + 'static>(
        &self,
        who: Who,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Option<R> {
        let turn = self.turn(who).await;
        self.work(turn, work).await
    }

    /// A turn at one of the threads, for work that must look at something else when its turn has come.
    pub async fn turn(&self, who: Who) -> Turn {
        self.turns.turn(who).await
    }

    /// Does work whose turn has come, in the language of whoever asks. `None` if it broke down.
    pub async fn work<R: Send + 'static>(
        &self,
        turn: Turn,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Option<R> {
        let (done, reply) = oneshot::channel();
        let language = Language::current();
        let job: Job = Box::new(move || {
            let _turn = turn;
            // Work that breaks down drops `done`, and whoever waits learns of it; the thread lives on.
            if let Ok(r) = catch_unwind(AssertUnwindSafe(|| language.speak(work))) {
                // Whoever asked may have gone away.
                let _ = done.send(r);
            }
        });
        self.jobs.send(job).ok()?;
        reply.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_breaks_down_takes_nothing_with_it() {
        let p = Pool::new("few", 1, 0);
        for _ in 0..3 {
            assert_eq!(p.run(Who::HOUSE, || -> u32 { panic!("as it should") }).await, None);
            assert_eq!(p.run(Who::HOUSE, || 7).await, Some(7));
        }
    }

    #[tokio::test]
    async fn no_more_work_at_once_than_there_are_threads() {
        let p = Pool::new("two", 2, 1);
        let at_work = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let all = (0..20).map(|_| {
            let (p, at_work) = (p.clone(), at_work.clone());
            tokio::spawn(async move {
                p.run(Who::HOUSE, move || {
                    use std::sync::atomic::Ordering::SeqCst;
                    let n = at_work.fetch_add(1, SeqCst) + 1;
                    std::thread::sleep(std::time::Duration::from_millis(1));
                    at_work.fetch_sub(1, SeqCst);
                    n
                })
                .await
            })
        });
        for n in futures_util::future::join_all(all).await {
            assert!(n.is_ok_and(|n| n.is_some_and(|n| n <= 2)));
        }
    }
}
