//! `vedette scenario`: check a file, lay a battle by the dice, list what is shipped.

use crate::books::{self, Example};
use crate::source;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand, value_parser};
use desk::{Choice, Generator, Library};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(about = text!("help-scenario"))]
pub struct ScenarioArgs {
    #[command(subcommand)]
    what: What,
}

pub fn examples(e: &Example) -> String {
    let Example { book, chosen, .. } = e;
    text!("examples-scenario", book = *book, chosen)
}

#[derive(Subcommand, Debug)]
enum What {
    #[command(about = text!("help-scenario-check"))]
    Check {
        #[arg(help = text!("help-scenario-check-file"))]
        file: String,
        #[arg(help = text!("help-house"), long, value_name = "FILE")]
        house: Option<String>,
    },
    #[command(about = text!("help-scenario-generate"))]
    Generate(Generate),
    #[command(about = text!("help-scenario-sheet"))]
    Sheet {
        #[arg(help = text!("help-scenario-sheet-book"))]
        book: String,
        #[arg(help = text!("help-scenario-sheet-check"), long, value_name = "FILE")]
        check: Option<String>,
        #[arg(help = text!("help-scenario-sheet-into"), long, value_name = "SCENARIO", requires = "check")]
        into: Option<String>,
        #[arg(help = text!("where-write-standard-output"), long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    #[command(about = text!("help-scenario-list"))]
    List,
}

/// A battle to be laid by the dice. What may be chosen of it says the book ([`offered`]).
#[derive(Debug)]
struct Generate {
    book: String,
    /// What was chosen, by the name of the choice.
    chosen: Vec<(String, String)>,
    seed: u64,
    output: Option<PathBuf>,
}

const SEED: &str = "seed";
const OUTPUT: &str = "output";

impl FromArgMatches for Generate {
    fn from_arg_matches(m: &ArgMatches) -> Result<Generate, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (book, m) = m.subcommand().ok_or_else(missing)?;
        let chosen =
            |id: &clap::Id| Some((id.to_string(), m.try_get_one::<String>(id.as_str()).ok()??.clone()));
        Ok(Generate {
            book: book.into(),
            chosen: m.ids().filter_map(chosen).collect(),
            seed: m.try_get_one(SEED).ok().flatten().copied().unwrap_or(1),
            output: m.try_get_one(OUTPUT).ok().flatten().cloned(),
        })
    }

    fn update_from_arg_matches(&mut self, m: &ArgMatches) -> Result<(), clap::Error> {
        *self = Generate::from_arg_matches(m)?;
        Ok(())
    }
}

impl Args for Generate {
    fn augment_args(c: Command) -> Command {
        // A book that is not there is answered with those that are.
        c.subcommand_required(true)
            .arg_required_else_help(true)
            .allow_external_subcommands(true)
            .subcommand_value_name("BOOK")
            .subcommand_help_heading(text!("books"))
            .disable_help_subcommand(true)
    }

    fn augment_args_for_update(c: Command) -> Command {
        Generate::augment_args(c)
    }
}

/// The command with every book that lays battles by the dice, and what may be chosen in it.
pub fn offered(c: Command, library: Library) -> Command {
    c.mut_subcommand("generate", |c| {
        let laid = library.books().into_iter().filter_map(|b| Some((b, b.generator?)));
        c.subcommands(laid.map(|(b, g)| choices(Command::new(b.id).about(b.title), g)))
    })
}

fn choices(c: Command, g: &'static Generator) -> Command {
    c.args(g.choices.iter().map(choice))
        .arg(
            Arg::new(SEED)
                .long(SEED)
                .value_name("NUMBER")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .help(text!("same-number-gives-same")),
        )
        .arg(
            Arg::new(OUTPUT)
                .long(OUTPUT)
                .short('o')
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(text!("where-write-standard-output")),
        )
}

fn choice(c: &'static Choice) -> Arg {
    let names = PossibleValuesParser::new(c.options.iter().map(|(name, _)| *name));
    let wide = c.options.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let means = c.options.iter().map(|(name, means)| format!("\n  {name:<wide$}  {}", means()));
    let help = (c.means)().to_string() + &means.collect::<String>();
    let arg = Arg::new(c.name).long(c.name).help(help).value_parser(names).hide_possible_values(true);
    match c.default.and_then(|n| c.options.get(n)) {
        Some((name, _)) => arg.default_value(*name),
        None => arg.required(true),
    }
}

/// The place of what was chosen, or of what is taken when nothing is.
fn place(c: &Choice, chosen: &[(String, String)]) -> Option<usize> {
    let given = chosen.iter().find(|(name, _)| name == c.name);
    given.map_or(c.default, |(_, option)| c.options.iter().position(|o| o.0 == option))
}

fn generate(library: Library, g: &Generate) -> Result<()> {
    let book = books::find(library, &g.book)
        .map_err(|f| miette!(help = f.help.unwrap_or_default(), "{}", f.says))?;
    let Some(generator) = book.generator else {
        return Err(miette!("{}", text!("no-battles-laid-dice", id = book.id)));
    };
    let chosen: Option<Vec<usize>> = generator.choices.iter().map(|c| place(c, &g.chosen)).collect();
    let chosen = chosen.ok_or_else(|| miette!("{}", text!("not-offer-what-chosen", id = book.id)))?;
    written((generator.make)(&chosen, g.seed).trim_end(), g.output.as_ref())
}

/// Writes a text to a file, or to standard output.
fn written(text: &str, output: Option<&PathBuf>) -> Result<()> {
    match output {
        Some(file) => {
            std::fs::write(file, format!("{text}\n"))
                .into_diagnostic()
                .wrap_err_with(|| text!("cannot-write", path = file.display().to_string()))?;
            tell!(text!("file-written", file = file.display().to_string()));
        }
        None => tell!("{text}"),
    }
    Ok(())
}

/// The owner's sheet of a book: the form to be filled in, or what is wrong with one that is, or a scenario that is played by it.
fn sheet(
    library: Library,
    book: &str,
    check: Option<&str>,
    into: Option<&str>,
    output: Option<&PathBuf>,
) -> Result<()> {
    let book =
        books::find(library, book).map_err(|f| miette!(help = f.help.unwrap_or_default(), "{}", f.says))?;
    let own = book.own_sheet.ok_or_else(|| miette!("{}", text!("no-own-sheet", book = book.title)))?;
    let Some(file) = check else { return written((own.form)().trim_end(), output) };
    let text = source::text(file)?;
    let name = (own.read)(file, &text)?;
    match into {
        None => tell!(text!("sheet-lawful", name)),
        Some(scenario) => {
            let s = source::scenario(library, scenario)?;
            let with = (own.put_in)(file, &s.text, &text)?;
            (book.describe)(&s.name, &with)?;
            written(with.trim_end(), output)?;
        }
    }
    Ok(())
}

/// Runs `vedette scenario`.
pub fn run(library: Library, args: ScenarioArgs) -> Result<()> {
    match args.what {
        What::Check { file, house } => {
            let s = source::with_house(source::scenario(library, &file)?, house.as_deref())?;
            let book = books::of_scenario(library, &s)?.book;
            let lines = (book.describe)(&s.name, &s.text)?;
            tell!(text!("scenario-lawful", name = &s.name));
            for l in lines {
                tell!("  {l}");
            }
        }
        What::Generate(g) => generate(library, &g)?,
        What::Sheet { book, check, into, output } => {
            sheet(library, &book, check.as_deref(), into.as_deref(), output.as_ref())?;
        }
        What::List => {
            let wide = library.books().iter().map(|b| b.id.len()).max().unwrap_or(0);
            for book in library.books() {
                for (name, text) in book.shipped {
                    let lines = (book.describe)(name, text)?;
                    let (name, id) = (source::called(library, book.id, name), format!("{:wide$}", book.id));
                    let name = format!("{name:20}");
                    let title = lines.into_iter().next().unwrap_or_default();
                    tell!(text!("scenario-in-a-line", name, id, title));
                }
            }
        }
    }
    Ok(())
}
