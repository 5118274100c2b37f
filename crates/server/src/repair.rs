//! Takes out of a damaged data file what can be read, into a new one. Battles keep their seats' secrets, so that links stay good.

use crate::place::Place;
use crate::sqlite::{options, prepare, wrong};
use crate::store::{BattleId, Fault, StoreError};
use futures_util::TryStreamExt;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use std::collections::BTreeSet;
use std::path::Path;

/// What became of the battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Battles of which everything was read.
    pub whole: usize,
    /// Those of which something was lost.
    pub cut: Vec<Cut>,
    /// Those of which there is a trace and no beginning.
    pub lost: usize,
}

/// A battle of which something was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub name: String,
    /// Answers that are still there, from the first without a gap.
    pub answers: u32,
}

/// The bytes of a file's first page that are the head of the whole file, and the page itself.
const HEAD: usize = 100;
const PAGE: usize = 4096;

fn disk(e: &std::io::Error) -> StoreError {
    StoreError::new(Fault::Disk, e.to_string())
}

/// Tables of what came of the answers: it can be worked out again.
const OUTCOMES: [&str; 5] = ["outcomes", "moments", "snapshots", "older_snapshots", "endings"];

/// A table by the columns that both files have.
struct Table {
    name: String,
    columns: Vec<String>,
    /// The columns that order its rows.
    key: Vec<String>,
}

impl Table {
    /// The column that says of which battle a row is.
    fn battle(&self) -> &'static str {
        if self.name == "battles" { "id" } else { "battle" }
    }

    fn select(&self, descending: bool) -> String {
        let quoted: Vec<String> = self.columns.iter().map(|c| format!("quote({c})")).collect();
        let way = if descending { " DESC" } else { "" };
        let order: Vec<String> = self.key.iter().map(|k| format!("{k}{way}")).collect();
        let (name, battle) = (&self.name, self.battle());
        format!("SELECT {} FROM {name} WHERE {battle} = ? ORDER BY {}", quoted.join(", "), order.join(", "))
    }

    fn insert(&self, values: &[String]) -> String {
        let (name, columns) = (&self.name, self.columns.join(", "));
        format!("INSERT OR IGNORE INTO {name} ({columns}) VALUES ({})", values.join(", "))
    }
}

async fn columns(c: &mut SqliteConnection, table: &str) -> Result<Vec<(String, i64)>, StoreError> {
    let rows = sqlx::query("SELECT name, pk FROM pragma_table_info(?)").bind(table).fetch_all(c).await;
    let rows = rows.map_err(wrong)?;
    rows.iter().map(|r| Ok((r.try_get("name").map_err(wrong)?, r.try_get("pk").map_err(wrong)?))).collect()
}

/// The tables that this program knows, battles first: everything else belongs to one.
async fn tables(new: &mut SqliteConnection, old: &mut SqliteConnection) -> Result<Vec<Table>, StoreError> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name <> 'battles', name",
    )
    .fetch_all(&mut *new)
    .await
    .map_err(wrong)?;
    let mut all = Vec::new();
    for name in names {
        let there: BTreeSet<String> = columns(old, &name).await?.into_iter().map(|(c, _)| c).collect();
        let mut known = columns(new, &name).await?;
        known.retain(|(c, _)| there.contains(c));
        let mut key: Vec<_> = known.iter().filter(|(_, pk)| *pk > 0).cloned().collect();
        key.sort_by_key(|(_, pk)| *pk);
        let mut key: Vec<String> = key.into_iter().map(|(c, _)| c).collect();
        if key.is_empty() {
            key.push("rowid".into());
        }
        all.push(Table { name, columns: known.into_iter().map(|(c, _)| c).collect(), key });
    }
    all.retain(|t| t.columns.iter().any(|c| c == t.battle()));
    Ok(all)
}

/// The rows of a battle in a table, as far as they can be read from one end; and whether that was all.
async fn rows(
    old: &mut SqliteConnection,
    table: &Table,
    id: BattleId,
    descending: bool,
) -> (Vec<Vec<String>>, bool) {
    let select = table.select(descending);
    let mut found = Vec::new();
    let mut stream = sqlx::query(&select).bind(id).fetch(old);
    loop {
        match stream.try_next().await {
            Ok(Some(row)) => {
                let values: Result<Vec<String>, _> =
                    (0..table.columns.len()).map(|i| row.try_get(i)).collect();
                match values {
                    Ok(values) => found.push(values),
                    Err(_) => return (found, false),
                }
            }
            Ok(None) => return (found, true),
            Err(_) => return (found, false),
        }
    }
}

/// Every battle that leaves a trace anywhere.
async fn traces(old: &mut SqliteConnection, tables: &[Table]) -> BTreeSet<BattleId> {
    let mut last = 0;
    for t in tables {
        for (most, way) in [("max", "DESC"), ("min", "ASC")] {
            // Where the end cannot be found the last that can be read is.
            let ends = format!("SELECT {most}({}) FROM {}", t.battle(), t.name);
            let found: Result<Option<i64>, _> = sqlx::query_scalar(&ends).fetch_one(&mut *old).await;
            last = last.max(found.ok().flatten().unwrap_or(0));
            let each = format!("SELECT {} FROM {} ORDER BY 1 {way}", t.battle(), t.name);
            let mut ids = sqlx::query_scalar::<_, i64>(&each).fetch(&mut *old);
            while let Ok(Some(id)) = ids.try_next().await {
                last = last.max(id);
            }
        }
    }
    (1..=last).collect()
}

/// Opens the copy. A head that is destroyed is taken from a new file, and if need be the first page with the list of the tables: in
/// files of the same shape they lie in the same places.
async fn open_copy(copy: &Path, fresh: &[u8]) -> Result<SqliteConnection, StoreError> {
    let mut last = StoreError::new(Fault::Damaged, String::new());
    for borrowed in [0, HEAD, PAGE] {
        if borrowed > 0 {
            let mut bytes = std::fs::read(copy).map_err(|e| disk(&e))?;
            let n = borrowed.min(bytes.len()).min(fresh.len());
            bytes[..n].copy_from_slice(&fresh[..n]);
            let pages = (bytes.len() / PAGE) as u32;
            if let Some(size) = bytes.get_mut(28..32) {
                size.copy_from_slice(&pages.to_be_bytes());
            }
            std::fs::write(copy, bytes).map_err(|e| disk(&e))?;
        }
        let mut c = match options(copy).foreign_keys(false).connect().await {
            Ok(c) => c,
            Err(e) => {
                last = wrong(e);
                continue;
            }
        };
        // The list of the tables can be read.
        let listed =
            sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = 'battles'").fetch_one(&mut c).await;
        match listed {
            Ok(_) => return Ok(c),
            Err(e) => {
                last = wrong(e);
                let _ = c.close().await;
            }
        }
    }
    Err(last)
}

/// Takes what can be read out of a data file into a new one. The damaged file stays as it is.
pub async fn repair(from: &Path, to: &Path) -> Result<Repaired, StoreError> {
    let named = |p: &Path| p.display().to_string();
    let cannot = |p: &Path, e: &std::io::Error| {
        StoreError::new(Fault::Disk, text!("data-file-cannot-open", file = named(p), why = e.to_string()))
    };
    std::fs::metadata(from).map_err(|e| cannot(from, &e))?;
    let _held = Place::take(from)?;
    if to.exists() {
        return Err(StoreError::new(Fault::Taken, text!("data-file-there-already", file = named(to))));
    }
    let new_place = Place::take(to)?;
    let mut new = options(to).connect().await.map_err(wrong)?;
    prepare(&mut new, to).await?;
    // What is in the log only is no head to be borrowed.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut new).await.map_err(wrong)?;
    let fresh = std::fs::read(to).map_err(|e| cannot(to, &e))?;

    let folder = to.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let aside = tempfile::tempdir_in(folder).map_err(|e| cannot(folder, &e))?;
    let copy = aside.path().join("copy");
    std::fs::copy(from, &copy).map_err(|e| cannot(from, &e))?;
    let log = |p: &Path| {
        let mut name = p.as_os_str().to_owned();
        name.push("-wal");
        std::path::PathBuf::from(name)
    };
    if log(from).exists() {
        std::fs::copy(log(from), log(&copy)).map_err(|e| cannot(from, &e))?;
    }
    let mut old = open_copy(&copy, &fresh).await?;
    let done = take_out(&mut old, &mut new).await;
    let _ = old.close().await;
    new.close().await.map_err(wrong)?;
    new_place.leave();
    done
}

async fn take_out(old: &mut SqliteConnection, new: &mut SqliteConnection) -> Result<Repaired, StoreError> {
    let tables = tables(new, old).await?;
    let mut said = Repaired::default();
    for id in traces(old, &tables).await {
        let (mut whole, mut outcomes) = (true, true);
        let mut t = new.begin().await.map_err(wrong)?;
        let mut begun = None;
        let mut traced = false;
        for table in &tables {
            let (mut found, all) = rows(old, table, id, false).await;
            if !all && table.name != "answers" {
                found.extend(rows(old, table, id, true).await.0);
            }
            if OUTCOMES.contains(&table.name.as_str()) {
                outcomes &= all;
            } else {
                whole &= all;
            }
            traced |= !all || !found.is_empty();
            if table.name == "battles" {
                let name = table.columns.iter().position(|c| c == "name");
                begun = found.first().map(|row| name.map(|i| row[i].clone()).unwrap_or_default());
            }
            if begun.is_none() {
                continue;
            }
            for row in &found {
                sqlx::query(&table.insert(row)).execute(&mut *t).await.map_err(wrong)?;
            }
        }
        let Some(name) = begun else {
            said.lost += usize::from(traced);
            continue;
        };
        // Answers after a gap lead nowhere.
        let kept: Vec<i64> = sqlx::query_scalar("SELECT n FROM answers WHERE battle = ? ORDER BY n")
            .bind(id)
            .fetch_all(&mut *t)
            .await
            .map_err(wrong)?;
        let good = kept.iter().zip(1..).take_while(|(n, i)| *n == i).count();
        if good < kept.len() {
            whole = false;
            sqlx::query("DELETE FROM answers WHERE battle = ? AND n > ?")
                .bind(id)
                .bind(good as i64)
                .execute(&mut *t)
                .await
                .map_err(wrong)?;
        }
        // A part of what came of the answers, or of more than are left, is worth nothing.
        if !outcomes || !whole {
            for table in OUTCOMES {
                let gone = format!("DELETE FROM {table} WHERE battle = ?");
                sqlx::query(&gone).bind(id).execute(&mut *t).await.map_err(wrong)?;
            }
        }
        t.commit().await.map_err(wrong)?;
        if whole {
            said.whole += 1;
        } else {
            said.cut.push(Cut { name: name.trim_matches('\'').replace("''", "'"), answers: good as u32 });
        }
    }
    Ok(said)
}
