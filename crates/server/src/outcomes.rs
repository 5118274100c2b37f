//! What came of the answers, in the SQLite file: the films, where the events lead, and the newest snapshot.

use crate::sqlite::{read, seat, small, text, wrong};
use crate::store::{BattleId, Outcome, Progress, StoreError};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};
use std::io::{Read, Write};
use std::sync::Arc;
use umpire::Seat;

pub const TABLES: &str = "
CREATE TABLE outcomes (
    battle INTEGER NOT NULL REFERENCES battles(id),
    n INTEGER NOT NULL,
    marks TEXT NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE moments (
    battle INTEGER NOT NULL REFERENCES battles(id),
    seat TEXT NOT NULL,
    n INTEGER NOT NULL,
    moment BLOB NOT NULL,
    UNIQUE (battle, seat, n)
) STRICT;
CREATE TABLE snapshots (
    battle INTEGER PRIMARY KEY REFERENCES battles(id),
    n INTEGER NOT NULL,
    snapshot BLOB NOT NULL
) STRICT;
CREATE TABLE endings (
    battle INTEGER PRIMARY KEY REFERENCES battles(id),
    ending TEXT NOT NULL
) STRICT;
";

/// What is taken back may have been decided some turns ago.
pub const OLDER_SNAPSHOTS: &str = "
CREATE TABLE older_snapshots (
    battle INTEGER NOT NULL REFERENCES battles(id),
    n INTEGER NOT NULL,
    snapshot BLOB NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT;
";

/// So many of them are kept.
const OLDER: i64 = 3;

/// What is stored packed: much of a film is the same words again and again.
pub fn packed(text: &str) -> Vec<u8> {
    let mut w = DeflateEncoder::new(Vec::new(), Compression::fast());
    w.write_all(text.as_bytes()).and_then(|()| w.finish()).expect("memory can be written to")
}

fn unpacked(row: &SqliteRow, column: &str) -> Result<String, StoreError> {
    let mut text = String::new();
    let packed = row.try_get::<&[u8], _>(column).map_err(wrong)?;
    // A file that was damaged must not fill the memory.
    let read = DeflateDecoder::new(packed).take(LONGEST).read_to_string(&mut text);
    read.map_err(|e| wrong(sqlx::Error::Decode(e.into())))?;
    Ok(text)
}

/// No snapshot and no moment is longer, in bytes.
const LONGEST: u64 = 256 << 20;

/// Writes what came of an answer. What is there already stays: it may have been written without anybody having been told so.
pub async fn add(c: &mut SqliteConnection, id: BattleId, o: &Outcome) -> Result<(), StoreError> {
    let new = sqlx::query("INSERT OR IGNORE INTO outcomes (battle, n, marks) VALUES (?, ?, ?)")
        .bind(id)
        .bind(i64::from(o.n))
        .bind(&o.marks)
        .execute(&mut *c)
        .await
        .map_err(wrong)?;
    if new.rows_affected() == 0 {
        return Ok(());
    }
    for m in &o.moments {
        sqlx::query("INSERT INTO moments (battle, seat, n, moment) VALUES (?, ?, ?, ?)")
            .bind(id)
            .bind(m.seat.to_string())
            .bind(i64::from(m.n))
            .bind(&m.packed)
            .execute(&mut *c)
            .await
            .map_err(wrong)?;
    }
    if let Some(e) = &o.ending {
        sqlx::query("INSERT OR REPLACE INTO endings (battle, ending) VALUES (?, ?)")
            .bind(id)
            .bind(text(e)?)
            .execute(&mut *c)
            .await
            .map_err(wrong)?;
    }
    if let Some(s) = &o.snapshot {
        let older = "INSERT OR IGNORE INTO older_snapshots SELECT battle, n, snapshot FROM snapshots WHERE battle = ?";
        sqlx::query(older).bind(id).execute(&mut *c).await.map_err(wrong)?;
        let oldest = "DELETE FROM older_snapshots WHERE battle = ?1 AND n NOT IN \
             (SELECT n FROM older_snapshots WHERE battle = ?1 ORDER BY n DESC LIMIT ?2)";
        sqlx::query(oldest).bind(id).bind(OLDER).execute(&mut *c).await.map_err(wrong)?;
        sqlx::query("INSERT OR REPLACE INTO snapshots (battle, n, snapshot) VALUES (?, ?, ?)")
            .bind(id)
            .bind(i64::from(o.n))
            .bind(s)
            .execute(&mut *c)
            .await
            .map_err(wrong)?;
    }
    if let Some((version, readings)) = &o.goes_on {
        sqlx::query("UPDATE battles SET version = ?, readings = ? WHERE id = ?")
            .bind(i64::from(*version))
            .bind(text(readings)?)
            .bind(id)
            .execute(&mut *c)
            .await
            .map_err(wrong)?;
    }
    Ok(())
}

pub async fn progress(pool: &SqlitePool, id: BattleId) -> Result<Progress, StoreError> {
    // All of it as it was at one moment.
    let mut c = pool.begin().await.map_err(wrong)?;
    let shown: Option<i64> = sqlx::query_scalar("SELECT max(n) FROM outcomes WHERE battle = ?")
        .bind(id)
        .fetch_one(&mut *c)
        .await
        .map_err(wrong)?;
    let films = sqlx::query("SELECT seat, max(n) + 1 AS moments FROM moments WHERE battle = ? GROUP BY seat")
        .bind(id)
        .fetch_all(&mut *c)
        .await
        .map_err(wrong)?;
    let ending = sqlx::query("SELECT ending FROM endings WHERE battle = ?")
        .bind(id)
        .fetch_optional(&mut *c)
        .await
        .map_err(wrong)?;
    let snapshot = sqlx::query("SELECT n, snapshot FROM snapshots WHERE battle = ?")
        .bind(id)
        .fetch_optional(&mut *c)
        .await
        .map_err(wrong)?;
    Ok(Progress {
        shown: shown.map(u32::try_from).transpose().map_err(wrong)?,
        moments: films
            .iter()
            .map(|r| Ok((seat(r)?, small(r, "moments")?)))
            .collect::<Result<_, StoreError>>()?,
        ending: ending.map(|r| read(&r, "ending")).transpose()?,
        snapshot: snapshot
            .map(|r| Ok::<_, StoreError>((small(&r, "n")?, unpacked(&r, "snapshot")?)))
            .transpose()?,
    })
}

pub async fn snapshot_before(
    pool: &SqlitePool,
    id: BattleId,
    n: u32,
) -> Result<Option<(u32, String)>, StoreError> {
    let newest = "SELECT n, snapshot FROM older_snapshots WHERE battle = ? AND n < ? ORDER BY n DESC LIMIT 1";
    let found = sqlx::query(newest).bind(id).bind(i64::from(n)).fetch_optional(pool).await.map_err(wrong)?;
    found.map(|r| Ok((small(&r, "n")?, unpacked(&r, "snapshot")?))).transpose()
}

pub async fn marks(
    pool: &SqlitePool,
    id: BattleId,
    after: Option<u32>,
) -> Result<Vec<(u32, String)>, StoreError> {
    let rows = sqlx::query("SELECT n, marks FROM outcomes WHERE battle = ? AND n > ? ORDER BY n")
        .bind(id)
        .bind(after.map_or(-1, i64::from))
        .fetch_all(pool)
        .await
        .map_err(wrong)?;
    rows.iter().map(|r| Ok((small(r, "n")?, r.try_get("marks").map_err(wrong)?))).collect()
}

pub async fn film(
    pool: &SqlitePool,
    id: BattleId,
    seat: Seat,
    from: u32,
    most: u32,
    bytes: usize,
) -> Result<Vec<Arc<str>>, StoreError> {
    let some = "SELECT moment FROM moments WHERE battle = ? AND seat = ? AND n >= ? ORDER BY n LIMIT ?";
    let mut rows = sqlx::query(some)
        .bind(id)
        .bind(seat.to_string())
        .bind(i64::from(from))
        .bind(i64::from(most))
        .fetch(pool);
    let (mut film, mut size): (Vec<Arc<str>>, usize) = (Vec::new(), 0);
    while let Some(r) = rows.try_next().await.map_err(wrong)? {
        let text = unpacked(&r, "moment")?;
        size += text.len();
        if size > bytes && !film.is_empty() {
            break;
        }
        film.push(text.into());
    }
    Ok(film)
}
