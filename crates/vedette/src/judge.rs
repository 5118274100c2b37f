//! `vedette judge`: one thing decided, with every modifier, its clause, the dice and the totals.

use crate::books::{self, Example};
use crate::failure::Failure;
use crate::{page, situation};
use desk::{Book, Library};
use serde_json::{Value, json};
use umpire::{AnyProcedure, Judged, Seed, Seeded};

#[derive(Debug, clap::Args)]
#[command(about = text!("help-judge"))]
pub struct Args {
    #[arg(help = text!("help-judge-book"))]
    book: String,
    #[arg(help = text!("help-judge-procedure"), required_unless_present = "list")]
    procedure: Option<String>,
    #[arg(help = text!("help-judge-file"), conflicts_with_all = ["list", "schema", "example"])]
    file: Option<String>,
    #[arg(help = text!("help-judge-list"), long, conflicts_with_all = ["procedure", "schema", "example", "dice"])]
    list: bool,
    #[arg(help = text!("help-judge-schema"), long, conflicts_with_all = ["example", "dice"])]
    schema: bool,
    #[arg(help = text!("help-judge-example"), long, conflicts_with = "dice")]
    example: bool,
    #[arg(help = text!("help-judge-dice"), long, value_name = "DICE", value_parser = parse_dice, allow_hyphen_values = true)]
    dice: Option<Rolled>,
    #[arg(help = text!("help-judge-json"), long)]
    json: bool,
}

pub fn examples(e: &Example) -> String {
    let (b, p) = (e.book, e.procedure);
    text!("examples-judge", book = b, procedure = p)
}

/// Dice as given on the command line.
#[derive(Clone, Debug)]
struct Rolled(Vec<u8>);

fn parse_dice(s: &str) -> Result<Rolled, String> {
    s.split([',', ' '])
        .map(str::trim)
        .filter(|d| !d.is_empty())
        .map(|d| d.parse().map_err(|_| text!("no-die-write-numbers", given = d)))
        .collect::<Result<_, _>>()
        .map(Rolled)
}

/// Does what the arguments ask; the page to be shown.
pub fn run(library: Library, a: &Args) -> Result<String, Failure> {
    let book = books::find(library, &a.book)?;
    let Some(name) = a.procedure.as_deref().filter(|_| !a.list) else {
        return Ok(list(book, a.json));
    };
    let p = books::procedure(book, name)?;
    if a.schema {
        return Ok(page::json(p.schema().as_value()));
    }
    if a.example {
        return Ok(page::json(&p.example()));
    }
    let file = a.file.as_deref();
    let s = situation::read(file, book, p)?;
    let judged = match &a.dice {
        Some(d) => p.judge_by_hand(&s, d.0.clone()),
        None => {
            let seed =
                Seed::secret().map_err(|e| Failure::new(text!("no-randomness-roll", why = e.to_string())))?;
            p.judge(&s, &mut Seeded::new(seed.key()))
        }
    }
    .map_err(|e| situation::refused(&e, file, book, p))?;
    Ok(if a.json { page::json(&data(&judged)) } else { words(book, p, &judged) })
}

fn list(book: &Book, as_json: bool) -> String {
    if as_json {
        let all: Vec<Value> =
            book.procedures.iter().map(|p| json!({ "name": p.name(), "title": p.title() })).collect();
        return page::json(&json!({ "book": book.id, "procedures": all }));
    }
    let mut out = String::new();
    page::heading(&mut out, &text!("what-judged", id = book.id));
    let rows: Vec<_> =
        book.procedures.iter().map(|p| vec![p.name().to_string(), p.title().to_string()]).collect();
    page::columns(&mut out, 2, &[], &rows);
    page::line(&mut out, "");
    let id = book.id;
    for (what, does) in [("--example", text!("situation-start")), ("--schema", text!("what-hold"))] {
        page::line(&mut out, &text!("vedette-judge-procedure-shows", id, what, does));
    }
    page::line(&mut out, &text!("vedette-odds-procedure-file", id));
    out
}

fn data(j: &Judged) -> Value {
    serde_json::to_value(&j.ruling).unwrap_or(Value::Null)
}

fn words(book: &Book, p: &dyn AnyProcedure, j: &Judged) -> String {
    let r = &j.ruling;
    let mut out = String::new();
    page::heading(&mut out, &p.title().to_string());
    if !r.modifiers.is_empty() {
        let rows: Vec<_> = r
            .modifiers
            .iter()
            .map(|m| {
                vec![m.side.to_string(), m.what.to_string(), format!("{:+}", m.value), m.clause.to_string()]
            })
            .collect();
        page::columns(&mut out, 2, &[false, false, true, false], &rows);
    }
    let mut rows = Vec::new();
    if !r.dice.is_empty() {
        let dice: Vec<_> = r.dice.iter().map(u8::to_string).collect();
        rows.push((text!("judged-dice"), dice.join(", ")));
    }
    if !r.totals.is_empty() {
        let totals: Vec<_> = r.totals.iter().map(|(k, v)| format!("{k} {v}")).collect();
        rows.push((text!("judged-totals", count = totals.len()), totals.join(", ")));
    }
    for (k, v) in &rows {
        page::entry(&mut out, &format!("  {k}"), page::DIM, 10, v);
    }
    if !r.reckoning.is_empty() {
        let steps: Vec<_> =
            r.reckoning.iter().map(|s| vec![s.says.to_string(), s.clause.to_string()]).collect();
        page::columns(&mut out, 2, &[], &steps);
    }
    page::entry(&mut out, &format!("  {}", text!("judged-result")), page::GOOD, 10, &j.says.to_string());
    if !r.clauses.is_empty() {
        page::line(&mut out, "");
        let text = (book.text)();
        let wide = r.clauses.iter().map(|c| c.id().len()).max().unwrap_or(0) + 4;
        for c in &r.clauses {
            let title = text.clause(c.id()).map_or("", |t| t.title.as_str());
            page::entry(&mut out, &format!("  {c}"), page::NAME, wide.max(10), title);
        }
    }
    out
}
