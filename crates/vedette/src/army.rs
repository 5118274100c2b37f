//! `vedette army`: check an army file, show its roster, list what there is to choose from.

use crate::failure::Failure;
use crate::{page, source};
use clap::{Args, Subcommand};
use desk::Library;
use muster::{ArmyList, Report, Reviewed, Roster, RosterLine, RosterUnit};
use serde_json::json;

#[derive(Args, Debug)]
#[command(about = text!("help-army"))]
pub struct ArmyArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    #[command(about = text!("help-army-check"))]
    Check {
        #[arg(help = text!("help-army-file"))]
        file: String,
    },
    #[command(about = text!("help-army-show"))]
    Show {
        #[arg(help = text!("help-army-file"))]
        file: String,
        #[arg(help = text!("help-army-json"), long)]
        json: bool,
    },
    #[command(about = text!("help-army-lists"))]
    Lists {
        #[arg(help = text!("help-army-book"))]
        book: String,
        #[arg(help = text!("help-army-json"), long)]
        json: bool,
    },
}

/// The lists of that book.
fn lists(library: Library, book: &str) -> Result<&'static dyn ArmyList, Failure> {
    let found = library.armies().iter().find(|a| a.book() == book);
    found.copied().ok_or_else(|| {
        let all: Vec<&str> = library.armies().iter().map(|a| a.book()).collect();
        Failure::new(text!("army-no-such-book", book)).help(text!("army-known", all = all.join(", ")))
    })
}

/// Reads an army file by the lists of the book that it names.
fn review(library: Library, file: &str) -> Result<Reviewed, Failure> {
    let text = source::text(file).map_err(Failure::from)?;
    let book = muster::Head::of(&text).book;
    if book.is_empty() {
        return Err(Failure::new(text!("army-no-book")));
    }
    Ok(lists(library, &book)?.review(file, &text))
}

fn wrong(r: Report) -> Failure {
    Failure::from(miette::Report::new(r))
}

/// Runs `vedette army`.
pub fn run(library: Library, args: &ArmyArgs) -> Result<String, Failure> {
    match &args.what {
        What::Check { file } => {
            let r = review(library, file)?;
            match (r.wrong, r.roster) {
                (Some(report), _) => Err(wrong(report)),
                (None, Some(roster)) => {
                    let mut out = String::new();
                    page::line(&mut out, &text!("army-lawful", name = file, total = roster.total));
                    notes(&mut out, &roster);
                    Ok(out)
                }
                (None, None) => Err(Failure::new(text!("army-no-book"))),
            }
        }
        What::Show { file, json } => {
            let r = review(library, file)?;
            let Some(roster) = r.roster else {
                return Err(r.wrong.map_or_else(|| Failure::new(text!("army-no-book")), wrong));
            };
            if *json {
                return Ok(page::json(&as_data(&roster, r.wrong.as_ref())));
            }
            let mut out = shown(&roster);
            for m in r.wrong.iter().flat_map(|w| &w.mistakes) {
                page::entry(&mut out, "!", page::BAD, 2, &m.message().to_string());
            }
            Ok(out)
        }
        What::Lists { book, json } => {
            let all = lists(library, book)?.lists();
            if *json {
                return Ok(page::json(&json!(all)));
            }
            let mut out = String::new();
            for n in &all {
                page::heading(&mut out, &format!("{} ({})", n.name, n.id));
                for u in &n.units {
                    let years = text!("army-years", from = u.years[0], to = u.years[1]);
                    let about = format!(
                        "{}; {}; {years}; {}",
                        u.title,
                        u.arm,
                        text!("army-points", points = u.points)
                    );
                    page::entry(&mut out, &format!("  {}", u.id), page::NAME, 44, &about);
                    for p in &u.parts {
                        let count =
                            text!("army-count", least = p.count[0], most = p.count[1], figures = p.figures);
                        let part = format!(
                            "{}: {count}, {}, {}",
                            p.name,
                            p.class,
                            text!("army-points", points = p.price)
                        );
                        page::paragraph(&mut out, &part, 6);
                    }
                }
            }
            Ok(out)
        }
    }
}

/// The roster as data, with what is wrong.
fn as_data(r: &Roster, wrong: Option<&Report>) -> serde_json::Value {
    let mistakes: Vec<_> = wrong
        .iter()
        .flat_map(|w| w.mistakes.iter().map(|m| (w.line_of(m), m)))
        .map(|(line, m)| json!({ "line": line, "says": m.headline(), "right": m.right, "clause": m.clause }))
        .collect();
    json!({ "roster": r, "wrong": mistakes })
}

fn lines(out: &mut String, all: &[RosterLine]) {
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|l| {
            let each = text!("army-line", count = l.count, each = l.each);
            vec![l.what.to_string(), each, l.points().to_string(), l.clause.to_string()]
        })
        .collect();
    page::columns(out, 6, &[false, true, true, false], &rows);
}

fn unit(out: &mut String, u: &RosterUnit) {
    let points = text!("army-points", points = u.points);
    page::entry(out, &format!("  {}", u.code), page::NAME, 12, &format!("{}: {}, {points}", u.name, u.what));
    lines(out, &u.lines);
}

fn notes(out: &mut String, r: &Roster) {
    for n in &r.notes {
        page::entry(out, &n.clause.to_string(), page::DIM, 10, &n.says.to_string());
    }
}

/// The roster in words.
fn shown(r: &Roster) -> String {
    let mut out = String::new();
    page::heading(&mut out, &r.title);
    for h in &r.head {
        page::line(&mut out, &h.to_string());
    }
    for g in &r.groups {
        let leader =
            g.leader.as_ref().map(|l| format!(", {}", text!("army-leader", name = l))).unwrap_or_default();
        let points = text!("army-points", points = g.points());
        page::heading(&mut out, &format!("{}{leader}: {points}", g.name));
        lines(&mut out, &g.lines);
        for u in &g.units {
            unit(&mut out, u);
        }
    }
    let rows: Vec<Vec<String>> = r
        .sums
        .iter()
        .map(|s| {
            let is = match s.most {
                Some(most) => text!("army-of", is = s.is, most),
                None => s.is.to_string(),
            };
            vec![s.what.to_string(), is, s.clause.to_string()]
        })
        .collect();
    page::columns(&mut out, 2, &[false, true, false], &rows);
    page::heading(&mut out, &format!("{}: {}", text!("army-total"), text!("army-points", points = r.total)));
    notes(&mut out, r);
    out
}
