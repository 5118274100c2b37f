//! The umpire at the command line. It is handed the books and knows none by name.

#[macro_use]
pub mod out;
#[path = "../../words/say.rs"]
pub mod speech;

mod battle;
mod books;
mod failure;
mod fight;
mod judge;
mod odds;
mod page;
mod rules;
mod scenario;
mod serve;
mod simulate;
mod situation;
mod source;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use desk::Library;
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;
use words::Language;

/// A digital umpire for tabletop miniature wargames: it knows the rule books, judges by them, and says by which clause.
#[derive(Debug, Parser)]
#[command(name = "vedette", version, arg_required_else_help = true)]
struct Cli {
    /// The language to speak, such as en; without it that of VEDETTE_LANG.
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Fight(fight::FightArgs),
    Battle(battle::BattleArgs),
    Simulate(simulate::SimulateArgs),
    Scenario(scenario::ScenarioArgs),
    Judge(judge::Args),
    Odds(odds::Args),
    Rules(rules::Args),
}

/// The command line with what the books have to offer in it: examples, and what may be chosen of battles by the dice.
fn command_line(library: Library) -> clap::Command {
    let e = books::Example::of(library);
    Cli::command()
        .mut_subcommand("fight", |c| c.after_help(fight::examples(&e)))
        .mut_subcommand("battle", |c| c.after_help(battle::examples(&e)))
        .mut_subcommand("simulate", |c| c.after_help(simulate::examples(&e)))
        .mut_subcommand("scenario", |c| scenario::offered(c, library).after_help(scenario::examples(&e)))
        .mut_subcommand("judge", |c| c.after_help(judge::examples(&e)))
        .mut_subcommand("odds", |c| c.after_help(odds::examples(&e)))
        .mut_subcommand("rules", |c| c.after_help(rules::examples(&e)))
}

/// The language asked for by `--lang` or `VEDETTE_LANG`: looked for first, as the help is said in it too.
fn language() -> Result<Language, Failure> {
    let mut args = std::env::args().skip(1);
    let mut given = std::env::var("VEDETTE_LANG").ok().filter(|l| !l.is_empty());
    while let Some(a) = args.next() {
        match a.strip_prefix("--lang") {
            Some("") => given = args.next().or(given),
            Some(l) if l.starts_with('=') => given = Some(l[1..].into()),
            _ => {}
        }
    }
    let Some(tag) = given else { return Ok(Language::ENGLISH) };
    Language::named(&tag).ok_or_else(|| {
        let known: Vec<_> = Language::all().map(Language::tag).collect();
        Failure::new(text!("no-such-language", given = tag)).help(text!("known", all = known.join(", ")))
    })
}

/// Does what the program's arguments ask, with these books.
pub fn run(library: Library) -> ExitCode {
    match language() {
        Ok(l) => l.by_default(),
        Err(f) => return failed(&f),
    }
    let given = command_line(library).get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|e| e.exit());
    let done = match cli.command {
        Command::Serve(a) => serve::run(library, a).map_err(Failure::from),
        Command::Fight(a) => fight::run(library, &a).map_err(Failure::from),
        Command::Battle(a) => battle::run(library, &a).map_err(Failure::from),
        Command::Simulate(a) => simulate::run(library, &a).map_err(Failure::from),
        Command::Scenario(a) => scenario::run(library, a).map_err(Failure::from),
        Command::Judge(a) => judge::run(library, &a).and_then(show),
        Command::Odds(a) => odds::run(library, &a).and_then(show),
        Command::Rules(a) => rules::run(library, &a).and_then(show),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(f) => failed(&f),
    }
}

fn failed(f: &Failure) -> ExitCode {
    let _ = writeln!(anstream::stderr(), "{f}");
    ExitCode::from(f.code)
}

/// Writes a page to standard output, without its colours where they are not wanted. A reader that has seen enough
/// (`| head`) is no failure.
fn show(page: String) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    match out.write_all(page.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(text!("cannot-write-standard-output", why = e.to_string())))
        }
        _ => Ok(()),
    }
}
