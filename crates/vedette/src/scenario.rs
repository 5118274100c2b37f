//! `vedette scenario`: check a file, lay a battle by the dice, list what is shipped.

use bbdba_acw::scenario::{Board, Deployment, TerrainKind, generate};
use clap::{Args, Subcommand, ValueEnum};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::PathBuf;

/// Make battles.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vedette scenario list
  vedette scenario check my-battle.toml
  vedette scenario generate bbdba-acw --terrain farmland --seed 7 -o battle.toml
  vedette scenario generate chakoten-acw --terrain mountains --seed 7 -o battle.toml
  vedette fight battle.toml")]
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
        /// The rule book: bbdba-acw or chakoten-acw.
        book: String,
        /// Terrain type; chakoten-acw has no desert and no tropics.
        #[arg(long, value_enum)]
        terrain: Terrain,
        /// The same number gives the same scenario.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// bbdba-acw: the table and the size of the armies [default: ordinary].
        #[arg(long, value_enum)]
        board: Option<BoardName>,
        /// bbdba-acw: drawn up and ready to fight, or deployed in play [default: placed].
        #[arg(long, value_enum)]
        deployment: Option<DeploymentName>,
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

/// A battle of elements on the ground of bbdba-acw.
fn elements(
    terrain: Terrain,
    seed: u64,
    board: Option<BoardName>,
    deployment: Option<DeploymentName>,
) -> String {
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
        None | Some(BoardName::Ordinary) => Board::ordinary(),
        Some(BoardName::SeveralCommands) => Board::several_commands(),
        Some(BoardName::Large) => Board::large(),
    };
    let how = match deployment {
        None | Some(DeploymentName::Placed) => Deployment::Placed,
        Some(DeploymentName::Alternating) => Deployment::Alternating,
        Some(DeploymentName::Hidden) => Deployment::Hidden,
    };
    generate::scenario(kind, &board, seed, how)
}

/// A battle of brigades for chakoten-acw.
fn brigades(terrain: Terrain, seed: u64) -> Result<String> {
    use chakoten_acw::scenario::generate::{self, TerrainKind as Country};
    let kind = match terrain {
        Terrain::Farmland => Country::Farmland,
        Terrain::Woodland => Country::Woodland,
        Terrain::Mountains => Country::Mountains,
        Terrain::Steppe => Country::Steppe,
        Terrain::Coast => Country::Coast,
        Terrain::Desert | Terrain::Tropics => {
            return Err(miette!(
                help = format!("it has {}", Country::ALL.map(Country::name).join(", ")),
                "chakoten-acw has no such country to fight in"
            ));
        }
    };
    Ok(generate::scenario(kind, seed))
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
            let text = match crate::books::find(&book)
                .map_err(|f| miette!(help = f.help.unwrap_or_default(), "{}", f.says))?
            {
                b if b.id == chakoten_acw::book::ID => {
                    if board.is_some() || deployment.is_some() {
                        return Err(miette!(
                            help = "leave it out: two brigades a side on 240 x 160 cm, drawn up",
                            "--board and --deployment are for bbdba-acw"
                        ));
                    }
                    brigades(terrain, seed)?
                }
                b if b.id == bbdba_acw::book::ID => elements(terrain, seed, board, deployment),
                b => return Err(miette!("no battles are laid by the dice for {}", b.id)),
            };
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
