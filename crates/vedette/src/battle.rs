//! `vedette battle`: a battle as a file, also for play by mail.

use crate::books::{self, Example};
use crate::{keep, seals, source};
use clap::{Args, Subcommand};
use desk::{AnyTime, BattleFile, ByChance, Game, Library, Lot, Proof, Seating, Verdict};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use serde_json::Value;
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
        #[arg(help = text!("help-battle-new-parts"), long, conflicts_with_all = ["seed", "own_dice"])]
        parts: bool,
        #[arg(help = text!("help-battle-new-own-dice"), long, conflicts_with = "seed")]
        own_dice: bool,
        #[arg(help = text!("help-house"), long, value_name = "FILE")]
        house: Option<String>,
    },
    #[command(about = text!("help-battle-part"))]
    Part {
        file: PathBuf,
        #[arg(long = "as", value_name = "SEAT")]
        seat: String,
        #[arg(help = text!("help-battle-part-text"))]
        text: Option<String>,
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
        #[arg(help = text!("help-battle-answer-amend"), long)]
        amend: bool,
        #[arg(help = text!("help-battle-answer-answer"))]
        answer: String,
    },
    #[command(about = text!("help-battle-take-back"))]
    TakeBack {
        file: PathBuf,
        #[arg(long = "as", value_name = "SEAT")]
        seat: String,
        #[arg(help = text!("help-battle-take-back-agree"), long, conflicts_with = "refuse")]
        agree: bool,
        #[arg(help = text!("help-battle-take-back-refuse"), long)]
        refuse: bool,
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
    Verify {
        file: PathBuf,
        #[arg(help = text!("help-battle-verify-seal"), long, value_name = "SEAL")]
        seal: Option<String>,
    },
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

/// Another seat may answer at the same time: it waits until this answer is in the file.
fn held(file: &Path) -> Result<impl Sized> {
    keep::hold(file)
        .into_diagnostic()
        .wrap_err_with(|| text!("cannot-read", name = file.display().to_string()))
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

/// Refuses a battle whose seal is not the one that somebody saw when it began.
fn exchanged(proof: &Proof, seen: Option<&str>) -> Result<()> {
    match seen {
        Some(seen) if !seen.eq_ignore_ascii_case(&proof.seal) => {
            Err(miette!("{}", text!("another-seal", seen, is = &proof.seal)))
        }
        _ => Ok(()),
    }
}

/// Says what the seal proves and what not.
fn sealed(proof: &Proof, seen: bool) {
    if seen {
        tell!(text!("seal-is-the-one-seen", seal = &proof.seal));
    } else {
        tell!(text!("seal-compare", seal = &proof.seal));
    }
    if proof.by_hand {
        tell!(text!("seed-was-set-by-hand"));
    } else if proof.parts.is_empty() {
        tell!(text!("seed-by-host-alone"));
    } else {
        for (seat, part) in &proof.parts {
            tell!(text!("part-of-seat", seat, part));
        }
        tell!(text!("parts-prove"));
    }
    tell!(text!("seal-proves-not"));
}

fn json(v: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string_pretty(v).into_diagnostic()
}

/// May a side still change what it answered?
fn amends(game: &dyn Game, seat: Seat) -> bool {
    matches!(seat, Seat::Side(_)) && game.asks().iter().any(|a| a.seat == seat && a.standing)
}

/// Gives an answer for a seat and keeps it; with `amend` only in the place of one that was given.
fn give(library: Library, file: &Path, name: &str, answer: Value, amend: bool) -> Result<()> {
    let _held = held(file)?;
    let (mut f, mut game) = open(library, file)?;
    let s = seat(&*game, name)?;
    if amend && !amends(&*game, s) {
        return Err(miette!("{}", text!("nothing-to-amend")));
    }
    seals::see(file, game.seal().unwrap_or_default());
    let before = game.events_len();
    f.take(&mut *game, s, answer)
        .map_err(|r| miette!("{}", text!("answer-refused", refusal = r.message())))?;
    store(file, &f)?;
    // He who answers reads what he may know, by mail or looking over his shoulder.
    for i in before..game.events_len() {
        for l in game.tell_to(s, i) {
            tell!("{l}");
        }
    }
    if amends(&*game, s) {
        tell!(text!("may-be-amended", file = file.display().to_string(), seat = name));
    }
    waits(&*game);
    Ok(())
}

pub fn run(library: Library, args: &BattleArgs) -> Result<()> {
    match &args.what {
        What::New { scenario, output, seed, umpire, parts, own_dice, house } => {
            let s = source::with_house(source::scenario(library, scenario)?, house.as_deref())?;
            let book = books::of_scenario(library, &s)?.book;
            let seed = match seed {
                Some(t) => Seed::by_hand(t.clone()),
                None => Seed::secret(),
            };
            let seed = seed.into_diagnostic().wrap_err(text!("no-source-chance-seed"))?;
            let seating = Seating { umpire: *umpire, parts: *parts, own_dice: *own_dice };
            let (file, game) = BattleFile::begin_seated(book, &s.name, &s.text, seed, seating)?;
            store(output, &file)?;
            tell!(text!(
                "ready-against",
                file = output.display().to_string(),
                a = &game.sides()[0],
                b = &game.sides()[1]
            ));
            let seal = game.seal().unwrap_or_default();
            tell!(text!("dice-are-sealed", seal));
            if file.seed.is_by_hand() {
                tell!(text!("seed-was-set-by-hand"));
            }
            seals::remember(output, seal);
            waits(&*game);
        }
        What::Asks { file, seat: name, brief } => {
            let (_, game) = open(library, file)?;
            let s = seat(&*game, name)?;
            let mut asks: Vec<_> = game.asks().into_iter().filter(|a| a.seat == s).collect();
            if *brief {
                for a in &mut asks {
                    a.form = Value::Null;
                }
            }
            tell!("{}", json(&asks)?);
        }
        What::Answer { file, seat: name, amend, answer } => {
            let given = source::text(answer)?;
            let given: Value = umpire::read_json(&given)
                .map_err(|e| miette!("{}", text!("not-read", name = answer.as_str(), why = e.message())))?;
            give(library, file, name, given, *amend)?;
        }
        What::TakeBack { file, seat: name, agree, refuse } => {
            let said = match (agree, refuse) {
                (true, _) => AnyTime::Agree,
                (_, true) => AnyTime::Refuse,
                _ => AnyTime::TakeBack,
            };
            give(library, file, name, serde_json::to_value(said).into_diagnostic()?, false)?;
        }
        What::Part { file, seat: name, text } => {
            let _held = held(file)?;
            let (mut f, mut game) = open(library, file)?;
            let s = seat(&*game, name)?;
            seals::see(file, game.seal().unwrap_or_default());
            let part = match text {
                Some(part) => ByChance::Part { part: part.clone() },
                None => {
                    ByChance::drawn(&Lot::Part).into_diagnostic().wrap_err(text!("no-source-chance-seed"))?
                }
            };
            let given = serde_json::to_value(&part).into_diagnostic()?;
            f.take(&mut *game, s, given)
                .map_err(|r| miette!("{}", text!("answer-refused", refusal = r.message())))?;
            store(file, &f)?;
            if let ByChance::Part { part } = part {
                tell!(text!("your-part-is", part));
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
        What::Verify { file, seal } => {
            let f = load(file)?;
            match f.verify(&library.books()) {
                Verdict::True { answers, events } => {
                    let proof = f.proof(&library.books()).map_err(miette::Report::new)?;
                    let seen = seal.clone().or_else(|| seals::seen(file));
                    exchanged(&proof, seen.as_deref())?;
                    tell!(text!(
                        "what-claims-answers-lead",
                        file = file.display().to_string(),
                        answers,
                        events
                    ));
                    sealed(&proof, seen.is_some());
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
