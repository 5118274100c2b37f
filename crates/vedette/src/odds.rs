//! `vedette odds`: the exact distribution of the results of one procedure.

use crate::books::{self, Example};
use crate::failure::Failure;
use crate::{page, situation};
use ::odds::{Fraction, Odds};
use desk::{Book, Library};
use serde_json::{Value, json};
use umpire::AnyProcedure;

#[derive(Debug, clap::Args)]
#[command(about = text!("help-odds"))]
pub struct Args {
    #[arg(help = text!("help-judge-book"))]
    book: String,
    #[arg(help = text!("help-odds-procedure"))]
    procedure: String,
    #[arg(help = text!("help-judge-file"))]
    file: Option<String>,
    #[arg(help = text!("help-odds-compare"), long, value_name = "FILE2")]
    compare: Option<String>,
    #[arg(help = text!("help-odds-json"), long)]
    json: bool,
}

pub fn examples(e: &Example) -> String {
    let (b, p) = (e.book, e.procedure);
    text!("examples-odds", book = b, procedure = p)
}

/// Does what the arguments ask; the page to be shown.
pub fn run(library: Library, a: &Args) -> Result<String, Failure> {
    let book = books::find(library, &a.book)?;
    let p = books::procedure(book, &a.procedure)?;
    let first = weigh(a.file.as_deref(), book, p)?;
    let Some(file2) = a.compare.as_deref() else {
        return Ok(if a.json { page::json(&data(book, p, &first)) } else { words(p, &first.told()) });
    };
    if file2 == "-" && matches!(a.file.as_deref(), None | Some("-")) {
        return Err(Failure::new(text!("compare-standard-input-give")));
    }
    let second = weigh(Some(file2), book, p)?;
    let names = [a.file.as_deref().unwrap_or("-"), file2];
    Ok(if a.json {
        page::json(&compared(book, p, &first, &second))
    } else {
        beside(p, names, &first.told(), &second.told())
    })
}

fn weigh(file: Option<&str>, book: &Book, p: &dyn AnyProcedure) -> Result<Odds, Failure> {
    let s = situation::read(file, book, p)?;
    Odds::of(p, &s).map_err(|e| situation::refused(&e, file, book, p))
}

fn fraction(f: Fraction) -> Value {
    json!({
        "numerator": f.numerator().to_string(),
        "denominator": f.denominator().to_string(),
        "percent": f.percent(),
    })
}

fn outcomes(o: &Odds) -> Vec<Value> {
    o.outcomes
        .iter()
        .map(|c| {
            let f = o.chance(c);
            json!({
                "result": c.result,
                "says": c.says,
                "weight": c.weight.to_string(),
                "numerator": f.numerator().to_string(),
                "denominator": f.denominator().to_string(),
                "percent": f.percent(),
            })
        })
        .collect()
}

fn data(book: &Book, p: &dyn AnyProcedure, o: &Odds) -> Value {
    json!({ "book": book.id, "procedure": p.name(), "total": o.total.to_string(), "outcomes": outcomes(o) })
}

fn compared(book: &Book, p: &dyn AnyProcedure, a: &Odds, b: &Odds) -> Value {
    let rows: Vec<Value> = a
        .compare(b)
        .into_iter()
        .map(|c| {
            json!({
                "result": c.result,
                "says": c.says,
                "first": fraction(c.first),
                "second": fraction(c.second),
                "difference": c.second.percent() - c.first.percent(),
            })
        })
        .collect();
    json!({
        "book": book.id,
        "procedure": p.name(),
        "first": { "total": a.total.to_string(), "outcomes": outcomes(a) },
        "second": { "total": b.total.to_string(), "outcomes": outcomes(b) },
        "compare": rows,
    })
}

/// How wide a bar of certainty is, beside columns this wide.
fn cells(beside: usize) -> usize {
    page::width().saturating_sub(beside + 2).clamp(10, 40)
}

/// `5/36`, or a short form of fractions that nobody reads.
fn short(f: Fraction) -> String {
    let s = f.to_string();
    if s.len() <= 24 { s } else { format!("≈ {:.3e}", f.share()) }
}

fn says_column<'a>(all: impl Iterator<Item = &'a str>) -> usize {
    all.map(textwrap::core::display_width).max().unwrap_or(0).min(page::width().saturating_sub(40).max(20))
}

fn words(p: &dyn AnyProcedure, o: &Odds) -> String {
    let mut out = String::new();
    page::heading(&mut out, &text!("exact-odds", title = p.title()));
    let wide = says_column(o.outcomes.iter().map(|c| c.says.as_str()));
    let fractions: Vec<String> = o.outcomes.iter().map(|c| short(o.chance(c))).collect();
    let fw = fractions.iter().map(|f| f.chars().count()).max().unwrap_or(0);
    for (c, shown) in o.outcomes.iter().zip(&fractions) {
        let f = o.chance(c);
        let bar = page::bar(f.share(), cells(wide + fw + 16));
        row(&mut out, &c.says, wide, &[(format!("{shown:>fw$}  {:>7.3} %", f.percent()), bar)]);
    }
    let ways = if o.total == 1 {
        text!("certain-no-dice-matter")
    } else {
        text!("out-of", total = o.total.to_string())
    };
    page::line(&mut out, &format!("  {}{ways}{:#}", page::DIM, page::DIM));
    out
}

/// What happens (wrapped), with figures and a bar beside each of its first lines.
fn row(out: &mut String, says: &str, wide: usize, figures: &[(String, String)]) {
    let said = textwrap::wrap(says, wide.max(10));
    let good = page::GOOD;
    for i in 0..said.len().max(figures.len()) {
        let l = said.get(i).map_or("", |l| l);
        let mut all = format!("  {l}");
        if let Some((figures, bar)) = figures.get(i) {
            let pad = " ".repeat(wide.saturating_sub(textwrap::core::display_width(l)));
            all.push_str(&format!("{pad}  {figures}"));
            if !bar.is_empty() {
                all.push_str(&format!("  {good}{bar}{good:#}"));
            }
        }
        page::line(out, &all);
    }
}

fn beside(p: &dyn AnyProcedure, names: [&str; 2], a: &Odds, b: &Odds) -> String {
    let mut out = String::new();
    page::heading(&mut out, &text!("exact-odds-two-situations", title = p.title()));
    for (mark, name) in ["1", "2"].iter().zip(names) {
        page::line(
            &mut out,
            &format!("  {mark}  {}", if name == "-" { text!("standard-input") } else { name.to_string() }),
        );
    }
    let rows = a.compare(b);
    let wide = says_column(rows.iter().map(|c| c.says.as_str()));
    let fw =
        rows.iter().flat_map(|c| [c.first, c.second]).map(|f| short(f).chars().count()).max().unwrap_or(0);
    let n = cells(wide + fw + 29);
    for c in &rows {
        let change = c.second.percent() - c.first.percent();
        let figures = |mark: &str, f: Fraction, by: &str| {
            format!("{mark}  {:>fw$}  {:>7.3} %  {by:>8}", short(f), f.percent())
        };
        let first = (figures("1", c.first, ""), page::bar(c.first.share(), n));
        let second = (figures("2", c.second, &format!("{change:+.3}")), page::bar(c.second.share(), n));
        row(&mut out, &c.says, wide, &[first, second]);
    }
    page::line(
        &mut out,
        &format!(
            "  {}{}{:#}",
            page::DIM,
            text!("out-of-both", first = a.total.to_string(), second = b.total.to_string()),
            page::DIM
        ),
    );
    out
}
