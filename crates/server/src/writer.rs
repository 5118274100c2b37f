//! The one who writes. He takes whatever waits into one transaction, so that many answers at once cost one wait for the disk,
//! and says that something is written only after its commit, when the file is still in its place. What is written goes to the log
//! beside the file; from there it is carried into the file by another connection, so that hardly an answer waits for that.
//!
//! After a fault of the disk his connection is not trusted any more (it may believe itself in a transaction that is over) and he
//! takes a new one for what comes next: as soon as there is room again, he writes again.

use crate::place::Place;
use crate::sqlite::{Write, add_answer, carry_out, wrong};
use crate::store::{Fault, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// Writes taken into one transaction at most.
const TOGETHER: usize = 256;

/// After so many writes the log is carried into the file.
const CARRY_AFTER: usize = 1000;

/// Pages in the log at which the writer himself stops to carry them over, should nobody else have come to it.
const MOST_PAGES: &str = "16000";

const CARRY: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// Something to be written.
#[derive(Debug)]
pub struct Job {
    pub what: Write,
    pub done: oneshot::Sender<Result<i64, StoreError>>,
}

/// A connection to write by.
pub async fn connect(options: &SqliteConnectOptions, place: &Place) -> Result<SqliteConnection, StoreError> {
    let mut c = options.clone().pragma("wal_autocheckpoint", MOST_PAGES).connect().await.map_err(wrong)?;
    // The log is there from the first look on.
    sqlx::query("SELECT count(*) FROM sqlite_schema").execute(&mut c).await.map_err(wrong)?;
    place.note_log();
    Ok(c)
}

/// Writes what comes until told to close.
pub async fn write_all(
    first: SqliteConnection,
    options: SqliteConnectOptions,
    place: Arc<Place>,
    others: SqlitePool,
    mut jobs: mpsc::Receiver<Job>,
) {
    let mut connection = Some(first);
    let mut batch = Vec::with_capacity(TOGETHER);
    let mut written = 0;
    let mut carrying: Option<JoinHandle<()>> = None;
    while jobs.recv_many(&mut batch, TOGETHER).await > 0 {
        if batch.iter().any(|j| matches!(j.what, Write::Close)) {
            jobs.close();
            // What came before the end is written; `Close` itself is acknowledged when all is done.
            let mut rest = Vec::new();
            while jobs.recv_many(&mut rest, TOGETHER).await > 0 {}
            batch.append(&mut rest);
        }
        let (closing, writes) = batch.drain(..).partition::<Vec<_>, _>(|j| matches!(j.what, Write::Close));
        written += writes.len();
        let trusted = match ready(&mut connection, &options, &place).await {
            Ok(c) => write_batch(c, &place, writes).await,
            Err(e) => {
                fail(writes, &e);
                true
            }
        };
        if !trusted {
            if let Some(c) = connection.take() {
                // It may have been cut off in the middle of something; what it could not do was not acknowledged. The log goes with the
                // last connection, and comes with the next.
                place.forget_log();
                let _ = c.close_hard().await;
            }
        }
        if !closing.is_empty() {
            if let Some(c) = connection.take() {
                let _ = c.close().await;
            }
            others.close().await;
            place.leave();
            closing.into_iter().for_each(|j| drop(j.done.send(Ok(0))));
            return;
        }
        let Some(c) = &mut connection else { continue };
        if carrying.as_ref().is_some_and(JoinHandle::is_finished) {
            // Only what was written meanwhile is left; then the log begins anew at its front, over what is there. If it does not
            // come to that now, it does the next time.
            carrying = None;
            let _ = sqlx::query(CARRY).execute(c).await;
        }
        if written >= CARRY_AFTER && carrying.is_none() {
            written = 0;
            let others = others.clone();
            carrying = Some(tokio::spawn(async move {
                let _ = sqlx::query(CARRY).execute(&others).await;
            }));
        }
    }
}

/// The connection, a new one if the last cannot be trusted.
async fn ready<'a>(
    connection: &'a mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    place: &Place,
) -> Result<&'a mut SqliteConnection, StoreError> {
    place.check()?;
    match connection {
        Some(c) => Ok(c),
        None => Ok(connection.insert(connect(options, place).await.map_err(|e| place.explain(e))?)),
    }
}

fn fail(batch: Vec<Job>, e: &StoreError) {
    for job in batch {
        // Whoever asked may have gone away.
        let _ = job.done.send(Err(e.clone()));
    }
}

/// Writes what waits as one transaction. Says whether the connection can still be trusted.
async fn write_batch(c: &mut SqliteConnection, place: &Place, mut batch: Vec<Job>) -> bool {
    let sound = |r: &Result<i64, StoreError>| !r.as_ref().is_err_and(|e| e.fault != Fault::Taken);
    if let [Job { what: Write::Answer(id, a, before), .. }] = &batch[..]
        && before.is_empty()
    {
        // One statement alone is a transaction by itself.
        let said = add_answer(c, *id, a).await.map(|()| 0);
        let trusted = sound(&said);
        let said = said.and_then(|n| place.check().map(|()| n)).map_err(|e| place.explain(e));
        if let Some(job) = batch.pop() {
            let _ = job.done.send(said);
        }
        return trusted;
    }
    let mut found = Vec::with_capacity(batch.len());
    let written = match c.begin_with("BEGIN IMMEDIATE").await {
        Ok(mut t) => {
            let mut broken = None;
            for job in &batch {
                let said = one(&mut t, &job.what).await;
                // A fault of the disk may have ended the whole transaction: nothing in it counts as written.
                if let Some(e) = said.as_ref().err().filter(|_| !sound(&said)) {
                    broken = Some(e.clone());
                    break;
                }
                found.push(said);
            }
            match broken {
                Some(e) => Err(e),
                None => t.commit().await.map_err(wrong),
            }
        }
        Err(e) => Err(wrong(e)),
    };
    let trusted = written.is_ok();
    match written.and_then(|()| place.check()) {
        Err(e) => fail(batch, &place.explain(e)),
        Ok(()) => {
            for (job, said) in batch.into_iter().zip(found) {
                // Whoever asked may have gone away; what is written stays.
                let _ = job.done.send(said);
            }
        }
    }
    trusted
}

/// One write in a savepoint of its own: one that fails does not take the others with it.
async fn one(c: &mut SqliteConnection, what: &Write) -> Result<i64, StoreError> {
    let mut t = c.begin().await.map_err(wrong)?;
    let n = carry_out(&mut t, what).await?;
    t.commit().await.map_err(wrong)?;
    Ok(n)
}
