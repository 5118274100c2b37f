//! The store as a SQLite file. Reads go to a few connections; all writes go through one, which takes whatever waits into
//! one transaction, so that many answers at once cost one wait for the disk. What is written goes to the log beside the file;
//! from there it is carried into the file by another connection, so that hardly an answer waits for that.

use crate::api::{ChatLine, Mark};
use crate::store::{AnswerRow, BattleId, BattleRow, NewSeat, SeatRow, Store, StoreError};
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, SqlitePool};
use std::path::Path;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use umpire::Seat;

/// The tables. `user_version` numbers this shape, for programs to come that find an older file.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS battles (
    id INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    book TEXT NOT NULL,
    name TEXT NOT NULL,
    scenario TEXT NOT NULL,
    seed TEXT NOT NULL,
    seating TEXT NOT NULL,
    sides TEXT NOT NULL,
    spectators TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
    hash BLOB PRIMARY KEY,
    battle INTEGER NOT NULL REFERENCES battles(id),
    seat TEXT NOT NULL,
    host INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
    battle INTEGER NOT NULL REFERENCES battles(id),
    n INTEGER NOT NULL,
    seat TEXT NOT NULL,
    key TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (battle, n),
    UNIQUE (battle, seat, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
    battle INTEGER NOT NULL REFERENCES battles(id),
    n INTEGER NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    says TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS marks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle INTEGER NOT NULL REFERENCES battles(id),
    seat TEXT NOT NULL,
    moment INTEGER NOT NULL,
    note TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS marks_of_seat ON marks (battle, seat);
PRAGMA user_version = 1;
";

/// The shape of the tables that this program writes.
const SHAPE: i64 = 1;

/// Writes taken into one transaction at most.
const TOGETHER: usize = 256;

/// After so many writes the log is carried into the file.
const CARRY_AFTER: usize = 1000;

/// Pages in the log at which the writer itself stops to carry them over, should nobody else have come to it.
const MOST_PAGES: &str = "16000";

const CARRY: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// A SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    read: SqlitePool,
    write: mpsc::Sender<Job>,
}

#[derive(Debug)]
struct Job {
    what: Write,
    done: oneshot::Sender<Result<i64, StoreError>>,
}

#[derive(Debug)]
enum Write {
    Begin(Box<BattleRow>, Vec<NewSeat>, Vec<AnswerRow>),
    Answer(BattleId, AnswerRow),
    Say(BattleId, ChatLine),
    Mark(BattleId, Seat, Mark),
    DropMark(BattleId, Seat, u32),
}

fn wrong(e: impl std::fmt::Display) -> StoreError {
    StoreError(e.to_string())
}

fn text<T: serde::Serialize>(v: &T) -> Result<String, StoreError> {
    serde_json::to_string(v).map_err(wrong)
}

fn read<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    serde_json::from_str(row.try_get::<&str, _>(column).map_err(wrong)?).map_err(wrong)
}

fn seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    row.try_get::<&str, _>("seat").map_err(wrong)?.parse().map_err(wrong)
}

fn small(row: &SqliteRow, column: &str) -> Result<u32, StoreError> {
    u32::try_from(row.try_get::<i64, _>(column).map_err(wrong)?).map_err(wrong)
}

/// Makes the file so that nobody but its owner can read it: it holds seeds and secret orders.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut o = std::fs::OpenOptions::new();
    o.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut o, 0o600);
    o.open(path).map(drop)
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        make_private(path).map_err(|e| StoreError(format!("cannot open {}: {e}", path.display())))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        let mut c =
            options.clone().pragma("wal_autocheckpoint", MOST_PAGES).connect().await.map_err(wrong)?;
        let shape: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut c).await.map_err(wrong)?;
        if shape > SHAPE {
            return Err(StoreError(format!(
                "{} was written by a newer program (shape {shape}, this one knows {SHAPE})",
                path.display()
            )));
        }
        sqlx::raw_sql(TABLES).execute(&mut c).await.map_err(wrong)?;
        let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await.map_err(wrong)?;
        let (write, jobs) = mpsc::channel(1024);
        tokio::spawn(write_all(c, read.clone(), jobs));
        Ok(Sqlite { read, write })
    }

    async fn put(&self, what: Write) -> Result<i64, StoreError> {
        let (done, reply) = oneshot::channel();
        self.write.send(Job { what, done }).await.map_err(|_| wrong("the writer has ended"))?;
        reply.await.map_err(|_| wrong("the writer has ended"))?
    }
}

/// The one writer. It says that something is written only after the commit of the transaction it was in.
async fn write_all(mut c: SqliteConnection, others: SqlitePool, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    let mut written = 0;
    let mut carrying: Option<JoinHandle<()>> = None;
    while jobs.recv_many(&mut batch, TOGETHER).await > 0 {
        written += batch.len();
        write_batch(&mut c, &mut batch).await;
        if carrying.as_ref().is_some_and(JoinHandle::is_finished) {
            // Only what was written meanwhile is left; then the log begins anew at its front, over what is there. If it does not
            // come to that now, it does the next time.
            carrying = None;
            let _ = sqlx::query(CARRY).execute(&mut c).await;
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

/// Writes what waits as one transaction.
async fn write_batch(c: &mut SqliteConnection, batch: &mut Vec<Job>) {
    if let [Job { what: Write::Answer(id, a), .. }] = &batch[..] {
        // One statement alone is a transaction by itself.
        let said = add_answer(c, *id, a).await.map(|()| 0);
        if let Some(job) = batch.pop() {
            let _ = job.done.send(said);
        }
        return;
    }
    let mut found = Vec::with_capacity(batch.len());
    let written = match c.begin_with("BEGIN IMMEDIATE").await {
        Ok(mut t) => {
            for job in &*batch {
                found.push(one(&mut t, &job.what).await);
            }
            t.commit().await.map_err(wrong)
        }
        Err(e) => Err(wrong(e)),
    };
    for (i, job) in batch.drain(..).enumerate() {
        let said = match (&written, found.get_mut(i)) {
            (Ok(()), Some(r)) => std::mem::replace(r, Ok(0)),
            (Err(e), _) => Err(e.clone()),
            (Ok(()), None) => Err(wrong("lost")),
        };
        // Whoever asked may have gone away; what is written stays.
        let _ = job.done.send(said);
    }
}

/// One write in a savepoint of its own: one that fails does not take the others with it.
async fn one(c: &mut SqliteConnection, what: &Write) -> Result<i64, StoreError> {
    let mut t = c.begin().await.map_err(wrong)?;
    let n = carry_out(&mut t, what).await?;
    t.commit().await.map_err(wrong)?;
    Ok(n)
}

async fn add_answer(c: &mut SqliteConnection, id: BattleId, a: &AnswerRow) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO answers (battle, n, seat, key, answer) VALUES (?, ?, ?, ?, ?)")
        .bind(id)
        .bind(i64::from(a.n))
        .bind(a.seat.to_string())
        .bind(&a.key)
        .bind(text(&a.answer)?)
        .execute(c)
        .await
        .map_err(wrong)?;
    Ok(())
}

async fn carry_out(c: &mut SqliteConnection, what: &Write) -> Result<i64, StoreError> {
    match what {
        Write::Begin(b, seats, answers) => {
            let id = sqlx::query(
                "INSERT INTO battles (created, book, name, scenario, seed, seating, sides, spectators) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(b.created)
            .bind(&b.book)
            .bind(&b.name)
            .bind(&b.scenario)
            .bind(&b.seed)
            .bind(text(&b.seating)?)
            .bind(text(&b.sides)?)
            .bind(text(&b.spectators)?)
            .execute(&mut *c)
            .await
            .map_err(wrong)?
            .last_insert_rowid();
            for s in seats {
                sqlx::query("INSERT INTO seats (hash, battle, seat, host) VALUES (?, ?, ?, ?)")
                    .bind(&s.hash[..])
                    .bind(id)
                    .bind(s.seat.to_string())
                    .bind(s.host)
                    .execute(&mut *c)
                    .await
                    .map_err(wrong)?;
            }
            for a in answers {
                add_answer(c, id, a).await?;
            }
            Ok(id)
        }
        Write::Answer(id, a) => add_answer(c, *id, a).await.map(|()| 0),
        Write::Say(id, l) => {
            let n: i64 = sqlx::query_scalar("SELECT coalesce(max(n), 0) + 1 FROM chat WHERE battle = ?")
                .bind(id)
                .fetch_one(&mut *c)
                .await
                .map_err(wrong)?;
            sqlx::query("INSERT INTO chat (battle, n, seat, name, says, at) VALUES (?, ?, ?, ?, ?, ?)")
                .bind(id)
                .bind(n)
                .bind(&l.seat)
                .bind(&l.name)
                .bind(&l.says)
                .bind(l.at)
                .execute(&mut *c)
                .await
                .map_err(wrong)?;
            Ok(n)
        }
        Write::Mark(id, seat, m) => {
            Ok(sqlx::query("INSERT INTO marks (battle, seat, moment, note) VALUES (?, ?, ?, ?)")
                .bind(id)
                .bind(seat.to_string())
                .bind(i64::from(m.moment))
                .bind(&m.note)
                .execute(&mut *c)
                .await
                .map_err(wrong)?
                .last_insert_rowid())
        }
        Write::DropMark(id, seat, mark) => {
            let gone = sqlx::query("DELETE FROM marks WHERE battle = ? AND seat = ? AND id = ?")
                .bind(id)
                .bind(seat.to_string())
                .bind(i64::from(*mark))
                .execute(&mut *c)
                .await
                .map_err(wrong)?;
            Ok(gone.rows_affected() as i64)
        }
    }
}

impl Store for Sqlite {
    fn begin(
        &self,
        battle: BattleRow,
        seats: Vec<NewSeat>,
        answers: Vec<AnswerRow>,
    ) -> BoxFuture<'_, Result<BattleId, StoreError>> {
        Box::pin(self.put(Write::Begin(Box::new(battle), seats, answers)))
    }

    fn seat(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<SeatRow>, StoreError>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT battle, seat, host FROM seats WHERE hash = ?")
                .bind(&hash[..])
                .fetch_optional(&self.read)
                .await
                .map_err(wrong)?;
            row.map(|r| {
                Ok(SeatRow {
                    battle: r.try_get("battle").map_err(wrong)?,
                    seat: seat(&r)?,
                    host: r.try_get("host").map_err(wrong)?,
                })
            })
            .transpose()
        })
    }

    fn battle(&self, id: BattleId) -> BoxFuture<'_, Result<Option<BattleRow>, StoreError>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT * FROM battles WHERE id = ?")
                .bind(id)
                .fetch_optional(&self.read)
                .await
                .map_err(wrong)?;
            row.map(|r| {
                Ok(BattleRow {
                    created: r.try_get("created").map_err(wrong)?,
                    book: r.try_get("book").map_err(wrong)?,
                    name: r.try_get("name").map_err(wrong)?,
                    scenario: r.try_get("scenario").map_err(wrong)?,
                    seed: r.try_get("seed").map_err(wrong)?,
                    seating: read(&r, "seating")?,
                    sides: read(&r, "sides")?,
                    spectators: read(&r, "spectators")?,
                })
            })
            .transpose()
        })
    }

    fn answers(&self, id: BattleId) -> BoxFuture<'_, Result<Vec<AnswerRow>, StoreError>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT n, seat, key, answer FROM answers WHERE battle = ? ORDER BY n")
                .bind(id)
                .fetch_all(&self.read)
                .await
                .map_err(wrong)?;
            rows.iter()
                .map(|r| {
                    Ok(AnswerRow {
                        n: small(r, "n")?,
                        seat: seat(r)?,
                        key: r.try_get("key").map_err(wrong)?,
                        answer: read(r, "answer")?,
                    })
                })
                .collect()
        })
    }

    fn add_answer(&self, id: BattleId, row: AnswerRow) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.put(Write::Answer(id, row)).await.map(drop) })
    }

    fn chat(&self, id: BattleId, from: u32, most: u32) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT n, seat, name, says, at FROM chat WHERE battle = ? AND n > ? ORDER BY n LIMIT ?",
            )
            .bind(id)
            .bind(i64::from(from))
            .bind(i64::from(most))
            .fetch_all(&self.read)
            .await
            .map_err(wrong)?;
            rows.iter()
                .map(|r| {
                    Ok(ChatLine {
                        n: small(r, "n")?,
                        seat: r.try_get("seat").map_err(wrong)?,
                        name: r.try_get("name").map_err(wrong)?,
                        says: r.try_get("says").map_err(wrong)?,
                        at: r.try_get("at").map_err(wrong)?,
                    })
                })
                .collect()
        })
    }

    fn say(&self, id: BattleId, line: ChatLine) -> BoxFuture<'_, Result<u32, StoreError>> {
        Box::pin(async move { u32::try_from(self.put(Write::Say(id, line)).await?).map_err(wrong) })
    }

    fn marks(&self, id: BattleId, seat: Seat) -> BoxFuture<'_, Result<Vec<Mark>, StoreError>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT id, moment, note FROM marks WHERE battle = ? AND seat = ? ORDER BY moment, id",
            )
            .bind(id)
            .bind(seat.to_string())
            .fetch_all(&self.read)
            .await
            .map_err(wrong)?;
            rows.iter()
                .map(|r| {
                    Ok(Mark {
                        id: small(r, "id")?,
                        moment: small(r, "moment")?,
                        note: r.try_get("note").map_err(wrong)?,
                        by: seat.to_string(),
                    })
                })
                .collect()
        })
    }

    fn add_mark(&self, id: BattleId, seat: Seat, mark: Mark) -> BoxFuture<'_, Result<u32, StoreError>> {
        Box::pin(async move { u32::try_from(self.put(Write::Mark(id, seat, mark)).await?).map_err(wrong) })
    }

    fn drop_mark(&self, id: BattleId, seat: Seat, mark: u32) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move { Ok(self.put(Write::DropMark(id, seat, mark)).await? > 0) })
    }
}
