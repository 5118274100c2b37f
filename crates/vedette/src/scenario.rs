//! `vedette scenario`: check a file, lay a battle by the dice, list what is shipped.

use bbdba_acw::scenario::{Board, Deployment, TerrainKind, generate};
use clap::{Args, Subcommand, ValueEnum};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::PathBuf;

/// Make battles.
#[derive(Args, Debug)]
pub struct ScenarioArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Explain every mistake in a scenario, with line and clause.
    Check {
        /// A file, the name of a shipped scenario, or - for standard input.
        file: String,
    },
    /// Lay a lawful battlefield and raise two lawful armies, by the dice.
    Generate {
        /// The rule book: bbdba-acw.
        book: String,
        /// Terrain type.
        #[arg(long, value_enum)]
        terrain: Terrain,
        /// The same number gives the same scenario.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, value_enum, default_value = "ordinary")]
        board: BoardName,
        /// Drawn up and ready to fight, or deployed in play.
        #[arg(long, value_enum, default_value = "placed")]
        deployment: DeploymentName,
        /// Where to write it; standard output if left out.
        #[arg(short, long)]
        output: Option<PathBuf>,
    },
    /// The scenarios that come with the program.
    List,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Terrain {
    Farmland,
    Woodland,
    Mountains,
    Steppe,
    Desert,
    Tropics,
    Coast,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BoardName {
    /// 60 x 60 cm, 12 elements a side.
    Ordinary,
    /// 120 x 60 cm, 36 elements a side in three commands.
    SeveralCommands,
    /// 120 x 80 cm, 36 elements a side in three commands.
    Large,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DeploymentName {
    Placed,
    Alternating,
    Hidden,
}

/// Runs `vedette scenario`.
pub fn run(args: ScenarioArgs) -> Result<()> {
    match args.what {
        What::Check { file } => {
            let crate::source::ScenarioText { name, text } = crate::source::scenario(&file)?;
            let book = crate::books::of_scenario(&crate::source::ScenarioText {
                name: name.clone(),
                text: text.clone(),
            })?;
            let lines = (book.describe)(&name, &text)?;
            say!("{name}: lawful");
            for l in lines {
                say!("  {l}");
            }
            Ok(())
        }
        What::Generate { book, terrain, seed, board, deployment, output } => {
            if book != bbdba_acw::book::ID {
                return Err(miette!(
                    help = format!("it has {}", bbdba_acw::book::ID),
                    "this program does not have the book `{book}`"
                ));
            }
            let kind = match terrain {
                Terrain::Farmland => TerrainKind::Farmland,
                Terrain::Woodland => TerrainKind::Woodland,
                Terrain::Mountains => TerrainKind::Mountains,
                Terrain::Steppe => TerrainKind::Steppe,
                Terrain::Desert => TerrainKind::Desert,
                Terrain::Tropics => TerrainKind::Tropics,
                Terrain::Coast => TerrainKind::Coast,
            };
            let board = match board {
                BoardName::Ordinary => Board::ordinary(),
                BoardName::SeveralCommands => Board::several_commands(),
                BoardName::Large => Board::large(),
            };
            let how = match deployment {
                DeploymentName::Placed => Deployment::Placed,
                DeploymentName::Alternating => Deployment::Alternating,
                DeploymentName::Hidden => Deployment::Hidden,
            };
            let text = generate::scenario(kind, &board, seed, how);
            let text = text.trim_end();
            match output {
                Some(file) => {
                    std::fs::write(&file, format!("{text}\n"))
                        .into_diagnostic()
                        .wrap_err_with(|| format!("cannot write {}", file.display()))?;
                    say!("{} written", file.display());
                }
                None => say!("{text}"),
            }
            Ok(())
        }
        What::List => {
            for book in crate::books::BOOKS {
                for (name, text) in book.shipped {
                    let lines = (book.describe)(name, text)?;
                    say!("{name:20} {:14} {}", book.id, lines.first().map_or("", |l| l));
                }
            }
            Ok(())
        }
    }
}
