//! `vedette rules coverage`: which clauses are enforced and proved.
//!
//! A clause is *enforced* where code of its book cites it with `clause!` and the citation goes into the ruling, event,
//! refusal or plan that shows the decision. A citation that goes nowhere (`let _ = clause!(…)`) is counted apart and is
//! worth nothing. A clause is *proved* by a test that ran, passed and asserted about it: the tests write that down
//! (`umpire::proof`), and nothing is read from their sources. So this is a command for the place where the program was
//! built, after its tests.

use super::records::{self, Proved};
use super::scan::{self, Citation};
use crate::failure::Failure;
use crate::page;
use desk::{Book, Entry, Library, Owes};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use umpire::{ClauseText, Kind};

/// Citations that nothing shows, in all books: no more than these under `--strict`.
const MOST_IDLE: usize = 0;

/// How it is to be told.
#[derive(Clone, Debug)]
pub struct How {
    pub json: bool,
    pub with_where: bool,
    /// What is missing is a failure.
    pub strict: bool,
    /// Where the tests wrote what they proved, if not beside this program.
    pub proofs: Option<PathBuf>,
}

/// Kinds that play or the umpire answers for; what is physical or advice only need not be in code.
fn owed(k: Kind) -> bool {
    matches!(k, Kind::Engine | Kind::Setup | Kind::Table | Kind::Umpire)
}

/// What is known of one clause.
#[derive(Clone, Debug, Default)]
struct Known {
    code: Vec<Citation>,
    idle: Vec<Citation>,
    tests: Vec<Proved>,
}

impl Known {
    fn enforced(&self) -> bool {
        !self.code.is_empty()
    }
    fn proved(&self) -> bool {
        !self.tests.is_empty()
    }
    fn own_test(&self) -> bool {
        self.tests.iter().any(|t| t.alone)
    }
}

/// What is known of a book.
struct Covered {
    book: &'static Book,
    /// What it may still lack.
    owes: Owes,
    /// Every clause of the book, in its order.
    clauses: Vec<(&'static ClauseText, Known)>,
    /// Whether any test of it has written anything.
    recorded: bool,
}

impl Covered {
    fn of(entry: &'static Entry, proved: Option<&[Proved]>) -> Result<Covered, Failure> {
        let (book, owes) = (entry.book, entry.owes);
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = home.join("crates").join(book.id).join("src/lib.rs");
        if !root.is_file() {
            return Err(Failure::new(format!("the sources of {} are not at {}", book.id, root.display()))
                .help("coverage is read from the sources, where the program was built"));
        }
        let mut known: BTreeMap<String, Known> = BTreeMap::new();
        for c in scan::of_crate(&home, &root)? {
            let k = known.entry(c.clause.clone()).or_default();
            if c.idle { &mut k.idle } else { &mut k.code }.push(c);
        }
        let mine = || proved.unwrap_or_default().iter().filter(|p| p.book == book.id);
        for p in mine() {
            known.entry(p.clause.clone()).or_default().tests.push(p.clone());
        }
        let all = (book.text)().clauses.iter();
        let clauses = all.map(|c| (c, known.remove(&c.id).unwrap_or_default())).collect();
        Ok(Covered { book, owes, clauses, recorded: mine().next().is_some() })
    }

    fn ids(&self, which: impl Fn(&ClauseText, &Known) -> bool) -> Vec<&'static str> {
        self.clauses.iter().filter(|(c, k)| which(c, k)).map(|(c, _)| c.id.as_str()).collect()
    }
    /// Owed, and shown by nothing.
    fn unenforced(&self) -> Vec<&'static str> {
        self.ids(|c, k| owed(c.kind) && !k.enforced())
    }
    /// Owed, and proved by no test.
    fn unproved(&self) -> Vec<&'static str> {
        self.ids(|c, k| owed(c.kind) && !k.proved())
    }
    /// Proved only together with others.
    fn without_own_test(&self) -> Vec<&'static str> {
        self.ids(|c, k| owed(c.kind) && !k.own_test())
    }
    fn idle(&self) -> impl Iterator<Item = &Citation> {
        self.clauses.iter().flat_map(|(_, k)| &k.idle)
    }
    fn engine(&self, which: impl Fn(&Known) -> bool) -> usize {
        self.clauses.iter().filter(|(c, k)| c.kind == Kind::Engine && which(k)).count()
    }
}

/// Does what `rules coverage` was asked: all books, one, or one clause of it.
pub fn run(library: Library, what: &[&str], how: &How) -> Result<String, Failure> {
    let proved = records::read(&how.proofs.clone().unwrap_or_else(records::folder))?;
    let proved = proved.as_deref();
    let find = |book: &str| {
        let listed = library.find(book);
        listed.ok_or_else(|| Failure::unknown("book", book, library.books().iter().map(|b| b.id)))
    };
    let list: Vec<&'static Entry> = match what {
        [] => library.entries().iter().collect(),
        [book] => vec![find(book)?],
        [book, clause] if !how.strict => {
            return one(&Covered::of(find(book)?, proved)?, clause, how.json);
        }
        _ => {
            return Err(Failure::new(
                "write `vedette rules coverage [BOOK [CLAUSE]]`, or `coverage [BOOK] --strict`",
            ));
        }
    };
    let all: Vec<Covered> = list.into_iter().map(|b| Covered::of(b, proved)).collect::<Result<_, _>>()?;
    if how.strict {
        strictly(&all)?;
    }
    if how.json {
        let data: Vec<Value> = all.iter().map(|c| data(c, how.with_where)).collect();
        return Ok(page::json(&json!({ "books": data })));
    }
    let mut out = String::new();
    for c in &all {
        if !out.is_empty() {
            page::line(&mut out, "");
        }
        tell(&mut out, c, how);
    }
    Ok(out)
}

/// Fails unless all that is owed is enforced and proved.
fn strictly(all: &[Covered]) -> Result<(), Failure> {
    let fail = |says: String, help: &str| {
        let mut f = Failure::new(says).help(help);
        f.code = 1;
        Err(f)
    };
    if let Some(c) = all.iter().find(|c| !c.recorded) {
        let says = format!("no test of {} has written down what it proves", c.book.id);
        return fail(says, "run the tests first: `make test`, or `cargo test --workspace`");
    }
    // Of each book that lacks more than it may, all that it lacks.
    let of = |which: fn(&Covered) -> Vec<&'static str>, most: fn(Owes) -> usize| {
        let lacks = all.iter().map(|c| (which(c), most(c.owes))).filter(|(lacks, most)| lacks.len() > *most);
        lacks.flat_map(|(lacks, _)| lacks).collect::<Vec<_>>()
    };
    let unshown = of(Covered::unenforced, |o| o.shown);
    if !unshown.is_empty() {
        let says = format!("clauses that nothing enforces: {}", unshown.join(", "));
        return fail(
            says,
            "`clause!` goes into what shows the decision; `vedette rules coverage BOOK CLAUSE` says where it is cited",
        );
    }
    let unproved = of(Covered::unproved, |o| o.proved);
    if !unproved.is_empty() {
        let says = format!("clauses that no test proved: {}", unproved.join(", "));
        return fail(
            says,
            "a test of several clauses proves those that it asks about: `p.shows(\"CLAUSE\", …)`",
        );
    }
    let idle = all.iter().flat_map(Covered::idle).count();
    if idle > MOST_IDLE {
        let at = all.iter().flat_map(Covered::idle).map(|c| place(c).0);
        let says = format!(
            "{idle} citations decide nothing, {MOST_IDLE} may: {}",
            at.collect::<Vec<_>>().join(", ")
        );
        return fail(says, "let the decision return its clause, or name it by `rule!`");
    }
    Ok(())
}

fn place(c: &Citation) -> (String, &str) {
    (format!("{}:{}", c.file, c.line), &c.within)
}

fn places(code: &[Citation]) -> Vec<String> {
    code.iter().map(|c| format!("{}:{} in {}", c.file, c.line, c.within)).collect()
}

fn tests(proved: &[Proved]) -> Vec<String> {
    let among = |p: &Proved| if p.alone { "" } else { ", among others" };
    proved.iter().map(|p| format!("{} by {}{}", p.at, p.test, among(p))).collect()
}

fn data(c: &Covered, with_where: bool) -> Value {
    let kinds: Map<String, Value> = by_kind(c).iter().map(|(k, n)| (k.to_string(), json!(n.len()))).collect();
    let mut missing = c.unenforced();
    missing.extend(c.unproved());
    let missing = c.ids(|t, _| missing.contains(&t.id.as_str()));
    let mut b = json!({
        "id": c.book.id,
        "clauses": c.clauses.len(),
        "by_kind": kinds,
        "engine": {
            "total": c.engine(|_| true),
            "enforced": c.engine(Known::enforced),
            "proved": c.engine(Known::proved),
        },
        "recorded": c.recorded,
        "missing": missing,
        "without_own_test": c.without_own_test(),
        "idle": c.idle().map(|c| place(c).0).collect::<Vec<_>>(),
    });
    if with_where {
        let found = c.clauses.iter().filter(|(_, k)| k.enforced() || k.proved() || !k.idle.is_empty());
        b["where"] = Value::Object(found.map(|(t, k)| (t.id.clone(), wheres(k))).collect());
    }
    b
}

fn wheres(k: &Known) -> Value {
    json!({ "code": places(&k.code), "idle": places(&k.idle), "tests": tests(&k.tests) })
}

fn by_kind(c: &Covered) -> BTreeMap<Kind, Vec<&Known>> {
    let mut all: BTreeMap<Kind, Vec<&Known>> = BTreeMap::new();
    for (t, k) in &c.clauses {
        all.entry(t.kind).or_default().push(k);
    }
    all
}

fn tell(out: &mut String, c: &Covered, how: &How) {
    page::heading(out, &format!("{}: {} clauses", c.book.id, c.clauses.len()));
    let rows: Vec<_> = by_kind(c)
        .iter()
        .map(|(k, all)| {
            let e = all.iter().filter(|k| k.enforced()).count();
            let p = all.iter().filter(|k| k.proved()).count();
            vec![k.to_string(), all.len().to_string(), format!("{e} enforced"), format!("{p} proved")]
        })
        .collect();
    page::columns(out, 2, &[false, true, true, true], &rows);
    page::line(out, "");
    if !how.strict {
        each(out, c, how.with_where);
        page::line(out, "");
    }
    if !c.recorded {
        page::line(out, "no test has written down what it proves: run the tests first");
    }
    let list = |out: &mut String, what: &str, ids: &[&str]| {
        if !ids.is_empty() {
            page::line(out, &format!("{what} ({}): {}", ids.len(), ids.join(", ")));
        }
    };
    list(out, "owed and not enforced", &c.unenforced());
    if c.recorded {
        list(out, "owed and not proved", &c.unproved());
        list(out, "without a test of their own", &c.without_own_test());
    }
    let says = format!(
        "of {} engine clauses {} are enforced and {} proved; {} citations decide nothing",
        c.engine(|_| true),
        c.engine(Known::enforced),
        c.engine(Known::proved),
        c.idle().count()
    );
    page::line(out, &says);
}

fn each(out: &mut String, c: &Covered, with_where: bool) {
    let wide = c.clauses.iter().map(|(t, _)| t.id.len()).max().unwrap_or(0) + 4;
    for (t, k) in &c.clauses {
        let (state, style) = match (k.enforced(), k.proved()) {
            (true, true) => ("enforced, proved", page::GOOD),
            (true, false) => ("enforced        ", page::HIT),
            (false, true) => ("proved          ", page::HIT),
            (false, false) if owed(t.kind) => ("-               ", page::BAD),
            (false, false) => ("-               ", page::DIM),
        };
        let pad = " ".repeat(wide.saturating_sub(t.id.len() + 2));
        page::line(out, &format!("  {}{pad}{style}{state}{style:#}  {} ({})", t.id, t.title, t.kind));
        if with_where {
            for l in places(&k.code).into_iter().chain(tests(&k.tests)) {
                page::line(out, &format!("      {l}"));
            }
        }
    }
}

fn one(c: &Covered, clause: &str, as_json: bool) -> Result<String, Failure> {
    let Some((t, k)) = c.clauses.iter().find(|(t, _)| t.id == clause) else {
        return Err(super::no_clause(c.book, clause));
    };
    if as_json {
        let mut v = json!({ "id": t.id, "kind": t.kind, "enforced": k.enforced(), "proved": k.proved() });
        if let (Some(v), Value::Object(w)) = (v.as_object_mut(), wheres(k)) {
            v.extend(w);
        }
        return Ok(page::json(&v));
    }
    let mut out = String::new();
    page::heading(&mut out, &format!("{}  {}", t.id, t.title));
    let none = if c.recorded { ": none" } else { ": no test has been run" };
    for (what, at, none) in [
        ("enforced", places(&k.code), ": nowhere"),
        ("mentioned, deciding nothing", places(&k.idle), ": nowhere"),
        ("proved", tests(&k.tests), none),
    ] {
        page::line(&mut out, &format!("  {what}{}", if at.is_empty() { none } else { "" }));
        for l in at {
            page::line(&mut out, &format!("    {l}"));
        }
    }
    Ok(out)
}
