//! `vedette simulate`: many battles, to weigh a scenario.

use crate::books::{self, Example};
use crate::say;
use crate::source::{self, ScenarioText};
use clap::Args;
use desk::{Entry, Library, Strength, Theatre};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Debug, Args)]
#[command(about = text!("help-simulate"))]
pub struct SimulateArgs {
    #[arg(help = text!("help-battle-new-scenario"))]
    scenario: String,
    #[arg(help = text!("help-simulate-battles"), long, default_value_t = 1000)]
    battles: u64,
    #[arg(help = text!("help-simulate-jobs"), long)]
    jobs: Option<usize>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(help = text!("help-fight-a"), long, default_value = "quick")]
    a: Strength,
    #[arg(help = text!("help-fight-b"), long, default_value = "quick")]
    b: Strength,
    #[arg(help = text!("help-simulate-most"), long, default_value_t = 200, value_name = "TURNS")]
    most: u32,
    #[arg(help = text!("help-simulate-sheet"), long, value_name = "FILE")]
    sheet: Vec<String>,
    #[arg(long)]
    json: bool,
    #[arg(help = text!("help-house"), long, value_name = "FILE")]
    house: Option<String>,
}

pub fn examples(e: &Example) -> String {
    let s = e.scenario;
    text!("examples-simulate", scenario = s)
}

/// What many battles come to. Sums only, so that the order in which they end does not matter.
#[derive(Clone, Debug, Default)]
struct Tally {
    battles: u64,
    wins: [u64; 2],
    draws: u64,
    undecided: u64,
    turns: u64,
    turns_squared: u64,
    longest: u32,
    shortest: u32,
    lost: [BTreeMap<&'static str, u64>; 2],
    /// By winner, the reason's name and the reason in words.
    reasons: BTreeMap<(Option<u8>, String, String), u64>,
    refused: u64,
}

impl Tally {
    fn add(mut self, o: Tally) -> Tally {
        if self.battles == 0 {
            return o;
        }
        if o.battles == 0 {
            return self;
        }
        self.battles += o.battles;
        for i in 0..2 {
            self.wins[i] += o.wins[i];
            for (k, n) in &o.lost[i] {
                *self.lost[i].entry(k).or_default() += n;
            }
        }
        self.draws += o.draws;
        self.undecided += o.undecided;
        self.turns += o.turns;
        self.turns_squared += o.turns_squared;
        self.longest = self.longest.max(o.longest);
        self.shortest = self.shortest.min(o.shortest);
        self.refused += o.refused;
        for (k, n) in o.reasons {
            *self.reasons.entry(k).or_default() += n;
        }
        self
    }
}

/// The 95 % interval of a share, by Wilson's score.
fn wilson(won: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (z, n) = (1.959_963_985, of as f64);
    let p = won as f64 / n;
    let d = 1.0 + z * z / n;
    let c = (p + z * z / (2.0 * n)) / d;
    let h = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / d;
    ((c - h).max(0.0), (c + h).min(1.0))
}

pub fn run(library: Library, args: &SimulateArgs) -> Result<()> {
    if args.battles == 0 {
        return Err(miette!("{}", text!("battles-must-least-1")));
    }
    let s = source::with_house(source::scenario(library, &args.scenario)?, args.house.as_deref())?;
    let entry = books::of_scenario(library, &s)?;
    let series = side_by_side(entry, &s, &args.sheet)?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(j) = args.jobs {
        if j == 0 {
            return Err(miette!("{}", text!("jobs-must-least-1")));
        }
        pool = pool.num_threads(j);
    }
    let pool = pool.build().into_diagnostic().wrap_err(text!("cannot-start-workers"))?;
    for (n, (sheet, theatre)) in series.iter().enumerate() {
        if let Some(name) = sheet {
            if n > 0 && !args.json {
                tell!();
            }
            if !args.json {
                tell!(text!("by-the-sheet", name));
            }
        }
        fought(args, &pool, sheet.as_deref(), &**theatre)?;
    }
    Ok(())
}

/// What its owner calls the sheet by which a series is fought, and the scenario.
type Series = (Option<String>, Box<dyn Theatre>);

/// The scenario by each of these sheets, with what their owners call them; by the book's own tables where there are none.
fn side_by_side(entry: &Entry, s: &ScenarioText, sheets: &[String]) -> Result<Vec<Series>> {
    if sheets.is_empty() {
        return Ok(vec![(None, entry.theatre(&s.name, &s.text)?)]);
    }
    let own =
        entry.book.own_sheet.ok_or_else(|| miette!("{}", text!("no-own-sheet", book = entry.book.title)))?;
    let mut all = Vec::new();
    for file in sheets {
        let text = source::text(file)?;
        let name = (own.read)(file, &text)?;
        let with = (own.put_in)(file, &s.text, &text)?;
        all.push((Some(name), entry.theatre(&s.name, &with)?));
    }
    Ok(all)
}

/// Fights the battles of one series and says what they come to.
fn fought(
    args: &SimulateArgs,
    pool: &rayon::ThreadPool,
    sheet: Option<&str>,
    scenario: &dyn Theatre,
) -> Result<()> {
    let bar = ProgressBar::with_draw_target(Some(args.battles), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}, {per_sec}, {eta}") {
        bar.set_style(style);
    }
    let begun = std::time::Instant::now();
    let one = |n: u64| {
        let p = scenario.fight([args.a, args.b], args.seed, n, args.most);
        bar.inc(1);
        let mut t = Tally {
            battles: 1,
            turns: u64::from(p.turns),
            turns_squared: u64::from(p.turns) * u64::from(p.turns),
            longest: p.turns,
            shortest: p.turns,
            refused: u64::from(p.refused),
            lost: p.lost,
            ..Tally::default()
        };
        match p.ended {
            None => t.undecided = 1,
            Some(e) => {
                match e.0 {
                    Some(w) => t.wins[usize::from(w)] = 1,
                    None => t.draws = 1,
                }
                t.reasons.insert((e.0, e.1, e.2.to_string()), 1);
            }
        }
        t
    };
    let t = pool.install(|| (0..args.battles).into_par_iter().map(one).reduce(Tally::default, Tally::add));
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    let names = scenario.sides();
    if args.json {
        tell!("{}", serde_json::to_string_pretty(&as_json(args, sheet, &names, &t)).into_diagnostic()?);
    } else {
        show(args, scenario, &t);
        eprintln!("{}", text!("battles-a-second", count = words::whole(t.battles as f64 / seconds)));
    }
    Ok(())
}

fn mean_and_deviation(t: &Tally) -> (f64, f64) {
    let n = t.battles as f64;
    let m = t.turns as f64 / n;
    (m, (t.turns_squared as f64 / n - m * m).max(0.0).sqrt())
}

fn as_json(args: &SimulateArgs, sheet: Option<&str>, names: &[String; 2], t: &Tally) -> serde_json::Value {
    let (mean, deviation) = mean_and_deviation(t);
    let side = |i: usize| {
        let (lo, hi) = wilson(t.wins[i], t.battles);
        json!({
            "side": (["A", "B"][i]),
            "name": names[i],
            "commander": ([args.a, args.b][i].name()),
            "wins": t.wins[i],
            "share": t.wins[i] as f64 / t.battles as f64,
            "interval_95": [lo, hi],
            "lost_per_battle": t.lost[i].iter().filter(|(_, n)| **n > 0).map(|(k, n)| {
                (k.to_string(), json!(*n as f64 / t.battles as f64))
            }).collect::<serde_json::Map<_, _>>(),
        })
    };
    json!({
        "scenario": args.scenario,
        "sheet": sheet,
        "battles": t.battles,
        "seed": args.seed,
        "sides": [side(0), side(1)],
        "draws": t.draws,
        "undecided": t.undecided,
        "turns": { "mean": mean, "deviation": deviation, "shortest": t.shortest, "longest": t.longest },
        "reasons": t.reasons.iter().map(|((w, r, _), n)| json!({
            "winner": (w.map(|w| ["A", "B"][usize::from(w)])), "why": r, "battles": n,
        })).collect::<Vec<_>>(),
        "refused_answers": t.refused,
    })
}

fn show(args: &SimulateArgs, scenario: &dyn Theatre, t: &Tally) {
    let names = scenario.sides();
    let pc = |n: u64| 100.0 * n as f64 / t.battles as f64;
    tell!(text!(
        "battles-of-seed",
        battles = t.battles,
        scenario = &args.scenario,
        seed = args.seed.to_string()
    ));
    tell!();
    for i in 0..2 {
        let (lo, hi) = wilson(t.wins[i], t.battles);
        let name = text!("side-by", name = &names[i], by = [args.a, args.b][i].name());
        let share = format!("{:5.1}", pc(t.wins[i]));
        let (least, most) = (words::tenths(lo * 100.0), words::tenths(hi * 100.0));
        tell!("  {name:<32} {}", text!("wins-share", share, least, most));
    }
    tell!("  {:<32}      {:5.1} %", text!("draws"), pc(t.draws));
    if t.undecided > 0 {
        tell!("  {:<32}      {:5.1} %", text!("undecided-after", most = args.most), pc(t.undecided));
    }
    let (mean, deviation) = mean_and_deviation(t);
    tell!();
    tell!(text!(
        "length-of-battles",
        mean = words::tenths(mean),
        deviation = words::tenths(deviation),
        shortest = t.shortest,
        longest = t.longest
    ));
    tell!();
    tell!("{:<13}{:>23}{:>16}", text!("lost-a-battle"), "A", "B");
    let kinds: std::collections::BTreeSet<&'static str> =
        t.lost.iter().flat_map(|l| l.keys().copied()).collect();
    for k in kinds {
        let l = [0, 1].map(|i| t.lost[i].get(k).copied().unwrap_or(0));
        if l[0] + l[1] > 0 {
            let per = |n: u64| n as f64 / t.battles as f64;
            tell!("  {:<20}{:>14.2}{:>16.2}", scenario.kind(k), per(l[0]), per(l[1]));
        }
    }
    tell!();
    tell!(text!("why-battles-ended"));
    for ((w, _, why), n) in &t.reasons {
        let who = w.map_or_else(|| say!("nobody-wins"), |w| say!("wins", side = &names[usize::from(w)]));
        tell!("  {:<44}{:5.1} %", say!("because", says = who, why), pc(*n));
    }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn intervals_hold_the_share() {
        let (lo, hi) = wilson(50, 100);
        assert!((lo - 0.4038).abs() < 1e-3 && (hi - 0.5962).abs() < 1e-3);
        assert_eq!(wilson(0, 10).0, 0.0);
        assert!(wilson(10, 10).1 > 0.999);
    }
}
