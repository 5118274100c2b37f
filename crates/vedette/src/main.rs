//! `vedette`: the umpire at the command line.

#[macro_use]
mod out;

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

use clap::{Parser, Subcommand};
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;

/// A digital umpire for tabletop miniature wargames: it knows the rule books, judges by them, and says by which clause.
#[derive(Debug, Parser)]
#[command(name = "vedette", version, arg_required_else_help = true)]
struct Cli {
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

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(a) => serve::run(a).map_err(Failure::from),
        Command::Fight(a) => fight::run(&a).map_err(Failure::from),
        Command::Battle(a) => battle::run(&a).map_err(Failure::from),
        Command::Simulate(a) => simulate::run(&a).map_err(Failure::from),
        Command::Scenario(a) => scenario::run(a).map_err(Failure::from),
        Command::Judge(a) => judge::run(&a).and_then(show),
        Command::Odds(a) => odds::run(&a).and_then(show),
        Command::Rules(a) => rules::run(&a).and_then(show),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(f) => {
            let _ = writeln!(anstream::stderr(), "{f}");
            ExitCode::from(f.code)
        }
    }
}

/// Writes a page to standard output, without its colours where they are not wanted. A reader that has seen enough
/// (`| head`) is no failure.
fn show(page: String) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    match out.write_all(page.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {e}")))
        }
        _ => Ok(()),
    }
}
