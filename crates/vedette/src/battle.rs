//! `vedette battle`: a battle as a file, also for play by mail.

use crate::books::{self, Example};
use crate::{keep, source};
use clap::{Args, Subcommand};
use desk::{BattleFile, Game, Library, Seating, Verdict};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::{Path, PathBuf};
use umpire::{Seat, Seed};

#[derive(Debug, Args)]
#[command(about = text!("help-battle"))]
pub struct BattleArgs {
    #[command(subcommand)]
    what: What,
}

pub fn examples(e: &Example) -> String {
    let s = e.scenario;
    text!("examples-battle", scenario = s)
}

#[derive(Debug, Subcommand)]
enum What {
    #[command(about = text!("help-battle-new"))]
    New {
        #[arg(help = text!("help-battle-new-scenario"))]
        scenario: String,
        #[arg(help = text!("help-battle-new-output"), short, long, value_name = "FILE")]
        output: PathBuf,
        #[arg(help = text!("help-battle-new-seed"), long)]
        seed: Option<String>,
        #[arg(help = text!("help-battle-new-umpire"), long)]
        umpire: bool,
    },
    #[command(about = text!("help-battle-asks"))]
    Asks {
        file: PathBuf,
        #[arg(help = text!("help-battle-asks-seat"), long = "as", value_name = "SEAT")]
        seat: String,
        #[arg(help = text!("help-battle-asks-brief"), long)]
        brief: bool,
    },
    #[command(about = text!("help-battle-answer"))]
    Answer {
        file: PathBuf,
        #[arg(long = "as", value_name = "SEAT")]
        seat: String,
        #[arg(help = text!("help-battle-answer-answer"))]
        answer: String,
    },
    #[command(about = text!("help-battle-view"))]
    View {
        file: PathBuf,
        #[arg(help = text!("help-battle-view-seat"), long = "as", value_name = "SEAT")]
        seat: String,
        #[arg(help = text!("help-battle-view-map"), long, value_name = "OUT.svg")]
        map: Option<PathBuf>,
    },
    #[command(about = text!("help-battle-log"))]
    Log {
        file: PathBuf,
        #[arg(help = text!("help-battle-log-seat"), long = "as", value_name = "SEAT")]
        seat: Option<String>,
        #[arg(help = text!("help-battle-log-turn"), long, default_value_t = 0)]
        turn: u32,
        #[arg(help = text!("help-battle-log-json"), long)]
        json: bool,
    },
    #[command(about = text!("help-battle-verify"))]
    Verify { file: PathBuf },
}

fn load(path: &Path) -> Result<BattleFile> {
    let t = source::text(&path.to_string_lossy())?;
    BattleFile::parse(&t)
        .map_err(miette::Report::new)
        .wrap_err_with(|| text!("cannot-opened", path = path.display().to_string()))
}

fn open(library: Library, path: &Path) -> Result<(BattleFile, Box<dyn Game>)> {
    let f = load(path)?;
    let g = f
        .open(&library.books())
        .map_err(miette::Report::new)
        .wrap_err_with(|| text!("cannot-replayed", path = path.display().to_string()))?;
    Ok((f, g))
}

fn store(path: &Path, f: &BattleFile) -> Result<()> {
    keep::write(path, &f.text())
        .into_diagnostic()
        .wrap_err_with(|| text!("cannot-write", path = path.display().to_string()))
}

fn seat(game: &dyn Game, name: &str) -> Result<Seat> {
    let sides = game.sides();
    let by_letter = match name {
        "A" | "a" => Some(0),
        "B" | "b" => Some(1),
        _ => sides.iter().position(|s| s.eq_ignore_ascii_case(name)),
    };
    match (by_letter, name) {
        (Some(n), _) => Ok(Seat::Side(n as u8)),
        (None, "umpire") => Ok(Seat::Umpire),
        (None, "spectator") => Ok(Seat::Spectator),
        _ => Err(miette!("{}", text!("no-such-seat", name, a = &sides[0], b = &sides[1]))),
    }
}

fn json(v: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string_pretty(v).into_diagnostic()
}

pub fn run(library: Library, args: &BattleArgs) -> Result<()> {
    match &args.what {
        What::New { scenario, output, seed, umpire } => {
            let s = source::scenario(library, scenario)?;
            let book = books::of_scenario(library, &s)?.book;
            let seed = match seed {
                Some(t) => Seed::new(t.clone()),
                None => Seed::secret().into_diagnostic().wrap_err(text!("no-source-chance-seed"))?,
            };
            let seating = Seating { umpire: *umpire };
            let (file, game) = BattleFile::begin_seated(book, &s.name, &s.text, seed, seating)?;
            store(output, &file)?;
            tell!(text!(
                "ready-against",
                file = output.display().to_string(),
                a = &game.sides()[0],
                b = &game.sides()[1]
            ));
            tell!(text!("dice-bound-sha-256-seed", commitment = &file.claim.commitment));
            waits(&*game);
        }
        What::Asks { file, seat: name, brief } => {
            let (_, game) = open(library, file)?;
            let s = seat(&*game, name)?;
            let mut asks: Vec<_> = game.asks().into_iter().filter(|a| a.seat == s).collect();
            if *brief {
                for a in &mut asks {
                    a.form = serde_json::Value::Null;
                }
            }
            tell!("{}", json(&asks)?);
        }
        What::Answer { file, seat: name, answer } => {
            let given = source::text(answer)?;
            // Another seat may answer at the same time: it waits until this answer is in the file.
            let _held = keep::hold(file)
                .into_diagnostic()
                .wrap_err_with(|| text!("cannot-read", name = file.display().to_string()))?;
            let (mut f, mut game) = open(library, file)?;
            let s = seat(&*game, name)?;
            let a: serde_json::Value = serde_json::from_str(&given).map_err(|e| {
                miette!("{}", text!("not-json", answer = answer.as_str(), why = e.to_string()))
            })?;
            let before = game.events_len();
            f.take(&mut *game, s, a).map_err(|r| miette!("refused: {r}"))?;
            store(file, &f)?;
            // He who answers reads what he may know, by mail or looking over his shoulder.
            for i in before..game.events_len() {
                for l in game.tell_to(s, i) {
                    tell!("{l}");
                }
            }
            waits(&*game);
        }
        What::View { file, seat: name, map } => {
            let (f, game) = open(library, file)?;
            let s = seat(&*game, name)?;
            if let Some(out) = map {
                let book = books::find(library, &f.book).into_diagnostic()?;
                let svg = chart::map(&*game, s, &books::title(book, &f.name, &f.scenario));
                let bytes = if out.extension().is_some_and(|x| x.eq_ignore_ascii_case("png")) {
                    chart::png(&svg).into_diagnostic()?
                } else {
                    svg.into_bytes()
                };
                std::fs::write(out, bytes)
                    .into_diagnostic()
                    .wrap_err_with(|| text!("cannot-write", path = out.display().to_string()))?;
            }
            tell!("{}", json(&game.view(s))?);
        }
        What::Log { file, seat: name, turn, json: as_json } => {
            let (_, game) = open(library, file)?;
            let s = name.as_deref().map(|n| seat(&*game, n)).transpose()?;
            let all = game.events();
            let from = all.iter().position(|e| e["turn"].as_u64() >= Some(u64::from(*turn)));
            let from = if *turn == 0 { 0 } else { from.unwrap_or(all.len()) };
            if *as_json {
                // Without a seat everything, with units by their codes as the scenario has them.
                for e in game.events_for(s.unwrap_or(Seat::Umpire), from) {
                    tell!("{e}");
                }
            } else {
                for i in from..all.len() {
                    for l in s.map_or_else(|| game.tell(i), |s| game.tell_to(s, i)) {
                        tell!("{l}");
                    }
                }
            }
        }
        What::Verify { file } => {
            let f = load(file)?;
            match f.verify(&library.books()) {
                Verdict::True { answers, events } => {
                    tell!(text!(
                        "what-claims-answers-lead",
                        file = file.display().to_string(),
                        answers,
                        events
                    ));
                    tell!(text!(
                        "seed-committed-hash",
                        text = f.seed.text(),
                        commitment = &f.claim.commitment
                    ));
                }
                Verdict::False(wrong) => {
                    return Err(miette!(
                        "{}",
                        text!(
                            "not-what-claims",
                            file = file.display().to_string(),
                            wrong = words::list(wrong, words::Joint::Semicolon)
                        )
                    ));
                }
            }
        }
    }
    Ok(())
}

fn waits(game: &dyn Game) {
    if let Some(e) = game.ending() {
        match e.winner {
            Some(w) => tell!(text!("battle-over-won", side = &game.sides()[usize::from(w)], why = &e.why)),
            None => tell!(text!("battle-over-without-winner", why = &e.why)),
        }
    }
    for s in game.waits_for() {
        match s {
            Seat::Side(n) => {
                tell!(text!(
                    "waiting-for",
                    seat = ["A", "B"][usize::from(n) % 2],
                    side = &game.sides()[usize::from(n) % 2]
                ));
            }
            Seat::Umpire => tell!(text!("waiting-umpire")),
            Seat::Spectator => {}
        }
    }
}
