//! The store as a SQLite file. Reads go to a few connections; all writes go through one ([`crate::writer`]).

use crate::api::{ChatLine, Mark};
use crate::outcomes;
use crate::place::{self, Place};
use crate::store::{
    AnswerRow, BattleId, BattleRow, Claim, Fault, KeyRow, NewSeat, Outcome, Progress, SeatRow, Store,
    StoreError,
};
use crate::writer::{Job, connect, write_all};
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqliteConnection, SqlitePool};
use std::future::Future;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use umpire::{Seat, Seed};

/// How the tables came to their shape. `user_version` says how many of these steps a file has gone; an older one goes the rest in place. The
/// first is gone every time: it makes what is not there.
const STEPS: [&str; 5] = [
    "
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
CREATE TABLE IF NOT EXISTS links (
    hash BLOB PRIMARY KEY,
    battle INTEGER NOT NULL REFERENCES battles(id),
    seat TEXT NOT NULL,
    host INTEGER NOT NULL,
    claimed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS consents (
    battle INTEGER NOT NULL REFERENCES battles(id),
    seat TEXT NOT NULL,
    PRIMARY KEY (battle, seat)
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
",
    // A battle says under which version of its book and by which readings it is played.
    "
ALTER TABLE battles ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE battles ADD COLUMN readings TEXT NOT NULL DEFAULT '{}';
",
    outcomes::TABLES,
    // What binds everybody to the dice.
    "
ALTER TABLE battles ADD COLUMN salt TEXT NOT NULL DEFAULT '';
ALTER TABLE battles ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
ALTER TABLE battles ADD COLUMN seal TEXT NOT NULL DEFAULT '';
",
    outcomes::OLDER_SNAPSHOTS,
];

/// The shape of the tables that this program writes.
const SHAPE: i64 = STEPS.len() as i64;

/// Lines of chat that are kept of a battle, the newest.
const MOST_LINES: i64 = 2000;

/// Whether it can be written to is tried at most once in so long.
const TRIED: Duration = Duration::from_secs(1);

/// A disk that takes longer to keep a page is not writable.
const SLOWEST: Duration = Duration::from_secs(10);

/// A SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    read: SqlitePool,
    write: mpsc::Sender<Job>,
    place: Arc<Place>,
    /// When something was last written, or tried to be, and what came of it.
    last: Mutex<Option<(Instant, Result<(), StoreError>)>>,
    /// Only one tries at a time.
    trying: tokio::sync::Mutex<()>,
}

/// What can be written.
#[derive(Debug)]
pub enum Write {
    Begin(Box<BattleRow>, Vec<NewSeat>, Vec<AnswerRow>),
    Answer(BattleId, AnswerRow, Vec<Arc<Outcome>>),
    Outcomes(BattleId, Vec<Arc<Outcome>>),
    Say(BattleId, ChatLine),
    Mark(BattleId, Seat, Mark),
    DropMark(BattleId, Seat, u32),
    /// A link's hash, and the secret's.
    Claim([u8; 32], [u8; 32]),
    Consent(BattleId, Seat),
    /// Nothing, but to the disk.
    Try,
    /// The end.
    Close,
}

impl From<sqlx::Error> for StoreError {
    fn from(e: sqlx::Error) -> StoreError {
        // The lower half of an extended code is the plain one.
        let code = e.as_database_error().and_then(|d| d.code()?.parse::<u32>().ok()).map(|c| c & 0xff);
        let fault = match (&e, code) {
            (_, Some(19)) => Fault::Taken,
            (_, Some(11 | 26)) => Fault::Damaged,
            (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_), _) => Fault::Damaged,
            _ => Fault::Disk,
        };
        StoreError::new(fault, e.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(e: serde_json::Error) -> StoreError {
        StoreError::new(Fault::Damaged, e.to_string())
    }
}

impl From<std::num::TryFromIntError> for StoreError {
    fn from(e: std::num::TryFromIntError) -> StoreError {
        StoreError::new(Fault::Damaged, e.to_string())
    }
}

pub fn wrong(e: impl Into<StoreError>) -> StoreError {
    e.into()
}

pub fn text<T: serde::Serialize>(v: &T) -> Result<String, StoreError> {
    serde_json::to_string(v).map_err(wrong)
}

pub fn read<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    serde_json::from_str(row.try_get::<&str, _>(column).map_err(wrong)?).map_err(wrong)
}

pub fn seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    let seat = row.try_get::<&str, _>("seat").map_err(wrong)?;
    seat.parse().map_err(|_| StoreError::new(Fault::Damaged, seat))
}

pub fn small(row: &SqliteRow, column: &str) -> Result<u32, StoreError> {
    u32::try_from(row.try_get::<i64, _>(column).map_err(wrong)?).map_err(wrong)
}

/// How the file is opened, if it is there. One program has it at a time, so what its connections know of the log is kept in its own
/// memory: as a file mapped into it, it would end the program when the disk turns read-only.
pub fn options(path: &Path) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new().filename(path);
    #[cfg(unix)]
    let options = options.vfs("unix-excl");
    options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
        .foreign_keys(true)
}

/// Makes the tables where they are not, in a file that is sound and not of a newer program.
pub async fn prepare(c: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let shape: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *c).await.map_err(wrong)?;
    if shape > SHAPE {
        let file = path.display().to_string();
        return Err(StoreError::new(Fault::Newer, text!("data-file-newer", file, shape, known = SHAPE)));
    }
    let sound: String =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *c).await.map_err(wrong)?;
    if sound != "ok" {
        return Err(StoreError::new(Fault::Damaged, sound));
    }
    let mut t = c.begin_with("BEGIN IMMEDIATE").await.map_err(wrong)?;
    let gone = usize::try_from(shape).unwrap_or(0).max(1);
    for step in STEPS.iter().take(1).chain(&STEPS[gone..]) {
        sqlx::raw_sql(step).execute(&mut *t).await.map_err(wrong)?;
    }
    sqlx::raw_sql(&format!("PRAGMA user_version = {SHAPE}")).execute(&mut *t).await.map_err(wrong)?;
    t.commit().await.map_err(wrong)
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let place = Arc::new(Place::take(path)?);
        let opened = Sqlite::open_in(place.clone()).await;
        opened.map_err(|e| match e.fault {
            Fault::Disk => {
                let file = path.display().to_string();
                StoreError::new(Fault::Disk, text!("data-file-cannot-open", file, why = e.says))
            }
            Fault::Damaged => place::damaged(path, &e.says),
            _ => e,
        })
    }

    async fn open_in(place: Arc<Place>) -> Result<Sqlite, StoreError> {
        let options = options(place.path());
        let mut c = connect(&options, &place).await?;
        prepare(&mut c, place.path()).await?;
        // What is wrong with a connection to a file is noticed by whoever uses it: asked beforehand it would only take twice as long.
        let pool = SqlitePoolOptions::new().max_connections(4).test_before_acquire(false);
        let read = pool.connect_with(options.clone()).await.map_err(wrong)?;
        let (write, jobs) = mpsc::channel(1024);
        tokio::spawn(write_all(c, options, place.clone(), read.clone(), jobs));
        Ok(Sqlite { read, write, place, last: Mutex::new(None), trying: Default::default() })
    }

    async fn put(&self, what: Write) -> Result<i64, StoreError> {
        let closed = || StoreError::new(Fault::Closed, text!("store-is-closed"));
        let (done, reply) = oneshot::channel();
        self.write.send(Job { what, done }).await.map_err(|_| closed())?;
        let said = reply.await.map_err(|_| closed())?;
        let faulty = said.as_ref().err().filter(|e| e.fault != Fault::Taken);
        self.note(faulty.cloned().map_or(Ok(()), Err));
        said
    }

    /// Notes whether it could be written to just now.
    fn note(&self, said: Result<(), StoreError>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), said));
    }

    /// Reads from the file that was opened, and from no other.
    fn asked<'a, T: Send + 'a>(
        &'a self,
        what: impl Future<Output = Result<T, StoreError>> + Send + 'a,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        Box::pin(async move {
            self.place.check()?;
            what.await.map_err(|e| self.place.explain(e))
        })
    }
}

pub async fn add_answer(c: &mut SqliteConnection, id: BattleId, a: &AnswerRow) -> Result<(), StoreError> {
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

fn seed(r: &SqliteRow) -> Result<Seed, StoreError> {
    let text: String = r.try_get("seed").map_err(wrong)?;
    let salt: String = r.try_get("salt").map_err(wrong)?;
    Ok(Seed::stored(text, salt, r.try_get("by_hand").map_err(wrong)?))
}

pub async fn carry_out(c: &mut SqliteConnection, what: &Write) -> Result<i64, StoreError> {
    match what {
        Write::Begin(b, seats, answers) => {
            let id = sqlx::query(
                "INSERT INTO battles (created, book, version, readings, name, scenario, seed, salt, by_hand, \
                 seal, seating, sides, spectators) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(b.created)
            .bind(&b.book)
            .bind(i64::from(b.version))
            .bind(text(&b.readings)?)
            .bind(&b.name)
            .bind(&b.scenario)
            .bind(b.seed.text())
            .bind(b.seed.salt())
            .bind(b.seed.is_by_hand())
            .bind(&b.seal)
            .bind(text(&b.seating)?)
            .bind(text(&b.sides)?)
            .bind(text(&b.spectators)?)
            .execute(&mut *c)
            .await
            .map_err(wrong)?
            .last_insert_rowid();
            for s in seats {
                let into = if s.link {
                    "INSERT INTO links (hash, battle, seat, host, claimed) VALUES (?, ?, ?, ?, 0)"
                } else {
                    "INSERT INTO seats (hash, battle, seat, host) VALUES (?, ?, ?, ?)"
                };
                sqlx::query(into)
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
        Write::Answer(id, a, before) => {
            for o in before {
                outcomes::add(c, *id, o).await?;
            }
            add_answer(c, *id, a).await.map(|()| 0)
        }
        Write::Outcomes(id, all) => {
            for o in all {
                outcomes::add(c, *id, o).await?;
            }
            Ok(0)
        }
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
            sqlx::query("DELETE FROM chat WHERE battle = ? AND n <= ?")
                .bind(id)
                .bind(n - MOST_LINES)
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
        Write::Claim(link, secret) => {
            let now = sqlx::query("UPDATE links SET claimed = 1 WHERE hash = ? AND claimed = 0")
                .bind(&link[..])
                .execute(&mut *c)
                .await
                .map_err(wrong)?;
            if now.rows_affected() == 0 {
                return Ok(0);
            }
            sqlx::query("INSERT INTO seats (hash, battle, seat, host) SELECT ?, battle, seat, host FROM links WHERE hash = ?")
                .bind(&secret[..])
                .bind(&link[..])
                .execute(&mut *c)
                .await
                .map_err(wrong)?;
            Ok(1)
        }
        Write::Consent(id, seat) => {
            sqlx::query("INSERT OR IGNORE INTO consents (battle, seat) VALUES (?, ?)")
                .bind(id)
                .bind(seat.to_string())
                .execute(c)
                .await
                .map_err(wrong)
                .map(|_| 0)
        }
        // Writes what is there already.
        Write::Try => {
            sqlx::query(&format!("PRAGMA user_version = {SHAPE}")).execute(c).await.map_err(wrong).map(|_| 0)
        }
        Write::Close => Ok(0),
    }
}

impl Store for Sqlite {
    fn writable(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let _alone = self.trying.lock().await;
            let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some((_, said)) = last.filter(|(at, _)| at.elapsed() < TRIED) {
                return said.and_then(|()| self.place.check());
            }
            let Ok(said) = timeout(SLOWEST, self.put(Write::Try)).await else {
                let slow = StoreError::new(Fault::Disk, text!("store-too-slow"));
                self.note(Err(slow.clone()));
                return Err(slow);
            };
            said.map(drop)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        // Closed already is closed.
        Box::pin(async move { drop(self.put(Write::Close).await) })
    }

    fn begin(
        &self,
        battle: BattleRow,
        seats: Vec<NewSeat>,
        answers: Vec<AnswerRow>,
    ) -> BoxFuture<'_, Result<BattleId, StoreError>> {
        Box::pin(self.put(Write::Begin(Box::new(battle), seats, answers)))
    }

    fn seat(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<SeatRow>, StoreError>> {
        self.asked(async move {
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

    fn claim(&self, link: [u8; 32], secret: [u8; 32]) -> BoxFuture<'_, Result<Claim, StoreError>> {
        Box::pin(async move {
            // Whoever guesses links has nothing written.
            let of = sqlx::query("SELECT battle, seat FROM links WHERE hash = ?")
                .bind(&link[..])
                .fetch_optional(&self.read)
                .await
                .map_err(wrong)?;
            let Some(of) = of else { return Ok(Claim::NoLink) };
            let (battle, of) = (of.try_get::<i64, _>("battle").map_err(wrong)?, seat(&of)?);
            let put = self.put(Write::Claim(link, secret)).await;
            // A secret that is somebody's already is nobody else's.
            put.map(drop).or_else(|e| if e.fault == Fault::Taken { Ok(()) } else { Err(e) })?;
            // Whoever did not hear that it is his asks again.
            let his = self.seat(secret).await?.filter(|s| s.battle == battle && s.seat == of);
            Ok(his.map_or(Claim::Before, Claim::Taken))
        })
    }

    fn battle(&self, id: BattleId) -> BoxFuture<'_, Result<Option<BattleRow>, StoreError>> {
        self.asked(async move {
            let row = sqlx::query("SELECT * FROM battles WHERE id = ?")
                .bind(id)
                .fetch_optional(&self.read)
                .await
                .map_err(wrong)?;
            row.map(|r| {
                Ok(BattleRow {
                    created: r.try_get("created").map_err(wrong)?,
                    book: r.try_get("book").map_err(wrong)?,
                    version: small(&r, "version")?,
                    readings: read(&r, "readings")?,
                    name: r.try_get("name").map_err(wrong)?,
                    scenario: r.try_get("scenario").map_err(wrong)?,
                    seed: seed(&r)?,
                    seal: r.try_get("seal").map_err(wrong)?,
                    seating: read(&r, "seating")?,
                    sides: read(&r, "sides")?,
                    spectators: read(&r, "spectators")?,
                })
            })
            .transpose()
        })
    }

    fn battles(&self) -> BoxFuture<'_, Result<Vec<BattleId>, StoreError>> {
        let all = "SELECT id FROM battles ORDER BY id";
        self.asked(async move { sqlx::query_scalar(all).fetch_all(&self.read).await.map_err(wrong) })
    }

    fn answers(&self, id: BattleId, after: u32) -> BoxFuture<'_, Result<Vec<AnswerRow>, StoreError>> {
        self.asked(async move {
            let all = "SELECT n, seat, key, answer FROM answers WHERE battle = ? AND n > ? ORDER BY n";
            let rows = sqlx::query(all)
                .bind(id)
                .bind(i64::from(after))
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

    fn keys(&self, id: BattleId) -> BoxFuture<'_, Result<Vec<KeyRow>, StoreError>> {
        self.asked(async move {
            let rows = sqlx::query("SELECT n, seat, key FROM answers WHERE battle = ?")
                .bind(id)
                .fetch_all(&self.read)
                .await
                .map_err(wrong)?;
            let key = |r: &SqliteRow| {
                Ok(KeyRow { n: small(r, "n")?, seat: seat(r)?, key: r.try_get("key").map_err(wrong)? })
            };
            rows.iter().map(key).collect()
        })
    }

    fn add_answer(
        &self,
        id: BattleId,
        row: AnswerRow,
        before: Vec<Arc<Outcome>>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.put(Write::Answer(id, row, before)).await.map(drop) })
    }

    fn add_outcomes(
        &self,
        id: BattleId,
        outcomes: Vec<Arc<Outcome>>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.put(Write::Outcomes(id, outcomes)).await.map(drop) })
    }

    fn progress(&self, id: BattleId) -> BoxFuture<'_, Result<Progress, StoreError>> {
        self.asked(outcomes::progress(&self.read, id))
    }

    fn snapshot_before(
        &self,
        id: BattleId,
        n: u32,
    ) -> BoxFuture<'_, Result<Option<(u32, String)>, StoreError>> {
        self.asked(outcomes::snapshot_before(&self.read, id, n))
    }

    fn marks_of_events(
        &self,
        id: BattleId,
        after: Option<u32>,
    ) -> BoxFuture<'_, Result<Vec<(u32, String)>, StoreError>> {
        self.asked(outcomes::marks(&self.read, id, after))
    }

    fn film(
        &self,
        id: BattleId,
        seat: Seat,
        from: u32,
        most: u32,
        bytes: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<str>>, StoreError>> {
        self.asked(outcomes::film(&self.read, id, seat, from, most, bytes))
    }

    fn consents(&self, id: BattleId) -> BoxFuture<'_, Result<Vec<Seat>, StoreError>> {
        self.asked(async move {
            let rows = sqlx::query("SELECT seat FROM consents WHERE battle = ?")
                .bind(id)
                .fetch_all(&self.read)
                .await
                .map_err(wrong)?;
            rows.iter().map(seat).collect()
        })
    }

    fn consent(&self, id: BattleId, seat: Seat) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.put(Write::Consent(id, seat)).await.map(drop) })
    }

    fn chat(&self, id: BattleId, from: u32, most: u32) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>> {
        self.asked(async move {
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
        self.asked(async move {
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

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::ConnectOptions;

    #[tokio::test]
    async fn an_older_file_is_brought_up_in_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("battles.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut c = options.clone().connect().await.unwrap();
        sqlx::raw_sql(STEPS[0]).execute(&mut c).await.unwrap();
        let older = "PRAGMA user_version = 1; \
             INSERT INTO battles VALUES (7, 1, 'toy', 'garden', 'title', 'seed', '{\"umpire\":false}', \
             '{\"A\":\"person\",\"B\":\"quick\"}', '\"none\"')";
        sqlx::raw_sql(older).execute(&mut c).await.unwrap();
        c.close().await.unwrap();
        for _ in 0..2 {
            let store = Sqlite::open(&path).await.unwrap();
            let row = store.battle(7).await.unwrap().unwrap();
            assert_eq!((row.version, row.readings.len(), row.seed.text()), (1, 0, "seed"));
            store.close().await;
        }
        let mut c = options.connect().await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut c).await.unwrap();
        c.close().await.unwrap();
        let refused = Sqlite::open(&path).await.err().unwrap();
        assert_eq!(refused.fault, Fault::Newer, "{refused}");
    }
}
