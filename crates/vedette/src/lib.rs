//! The umpire at the command line. It is handed the books and knows none by name.

#[macro_use]
pub mod out;
#[path = "../../words/say.rs"]
pub mod speech;

mod arguments;
mod army;
mod battle;
mod battles;
mod books;
mod failure;
mod fight;
mod judge;
mod keep;
mod odds;
mod page;
mod rules;
mod scenario;
mod seals;
mod serve;
mod simulate;
mod situation;
mod source;

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use desk::Library;
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;
use words::Language;

#[derive(Debug, Parser)]
#[command(about = text!("help-vedette"), name = "vedette", version, arg_required_else_help = true)]
struct Cli {
    #[arg(help = text!("help-vedette-lang"), long, global = true, value_name = "LANGUAGE")]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Fight(fight::FightArgs),
    Battle(battle::BattleArgs),
    Battles(battles::BattlesArgs),
    Simulate(simulate::SimulateArgs),
    Scenario(scenario::ScenarioArgs),
    Army(army::ArmyArgs),
    Judge(judge::Args),
    Odds(odds::Args),
    Rules(rules::Args),
}

/// The command line with what the books have to offer in it: examples, and what may be chosen of battles by the dice.
fn command_line(library: Library) -> clap::Command {
    let e = books::Example::of(library);
    let c = Cli::command()
        .mut_subcommand("fight", |c| c.after_help(fight::examples(&e)))
        .mut_subcommand("battle", |c| c.after_help(battle::examples(&e)))
        .mut_subcommand("simulate", |c| c.after_help(simulate::examples(&e)))
        .mut_subcommand("scenario", |c| scenario::offered(c, library).after_help(scenario::examples(&e)))
        .mut_subcommand("judge", |c| c.after_help(judge::examples(&e)))
        .mut_subcommand("odds", |c| c.after_help(odds::examples(&e)))
        .mut_subcommand("rules", |c| c.after_help(rules::examples(&e)))
        .disable_version_flag(true)
        .arg(flag("version", 'V', ArgAction::Version).help(text!("help-version")))
        .disable_help_subcommand(true)
        .subcommand(
            clap::Command::new(HELP).about(text!("help-help")).arg(Arg::new(OF).num_args(0..).hide(true)),
        );
    in_words(c)
}

/// The subcommand that shows the help of another.
const HELP: &str = "help";
/// Of which one, as words that lead to it.
const OF: &str = "of";

fn flag(name: &'static str, short: char, action: ArgAction) -> Arg {
    Arg::new(name).long(name).short(short).action(action)
}

/// What every command says of itself, in the language of the command line: its headings and its flag for help.
fn in_words(c: clap::Command) -> clap::Command {
    let usage = text!("usage", usage = "{usage}");
    let heading = |a: Arg| {
        let words = if a.is_positional() { text!("arguments") } else { text!("options") };
        a.help_heading(words)
    };
    c.disable_help_flag(true)
        .arg(flag(HELP, 'h', ArgAction::Help).help(text!("help-flag")))
        .mut_args(heading)
        .subcommand_help_heading(text!("commands"))
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{usage}\n\n{{all-args}}{{after-help}}"
        ))
        .mut_subcommands(in_words)
}

/// The arguments as they were understood.
fn understood(c: clap::Command) -> Result<clap::ArgMatches, Failure> {
    c.try_get_matches().map_err(|e| {
        if !e.use_stderr() {
            e.exit();
        }
        arguments::wrong(&e)
    })
}

/// Shows the help of the command that these words lead to.
fn help(mut c: clap::Command, words: &[String]) -> Result<(), Failure> {
    c.build();
    let mut at = &mut c;
    for w in words {
        let known: Vec<String> = at.get_subcommands().map(|c| c.get_name().to_owned()).collect();
        at = at
            .find_subcommand_mut(w)
            .ok_or_else(|| Failure::unknown(&text!("command"), w, known.iter().map(String::as_str)))?;
    }
    show(at.render_long_help().ansi().to_string())
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
    let given = match understood(command_line(library)) {
        Ok(given) => given,
        Err(f) => return failed(&f),
    };
    if let Some((HELP, of)) = given.subcommand() {
        let words: Vec<String> = of.get_many(OF).into_iter().flatten().cloned().collect();
        return help(command_line(library), &words).map_or_else(|f| failed(&f), |()| ExitCode::SUCCESS);
    }
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|e| e.exit());
    let done = match cli.command {
        Command::Serve(a) => serve::run(library, a).map_err(Failure::from),
        Command::Fight(a) => fight::run(library, &a).map_err(Failure::from),
        Command::Battle(a) => battle::run(library, &a).map_err(Failure::from),
        Command::Battles(a) => battles::run(library, &a).map_err(Failure::from),
        Command::Simulate(a) => simulate::run(library, &a).map_err(Failure::from),
        Command::Scenario(a) => scenario::run(library, a).map_err(Failure::from),
        Command::Army(a) => army::run(library, &a).and_then(show),
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
