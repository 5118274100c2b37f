//! `vedette fight`: computer against computer, told turn by turn.

use crate::books;
use crate::source;
use clap::Args;
use commander::{Strength, appoint};
use desk::{BattleFile, Game};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::{Path, PathBuf};
use umpire::{Seat, Seed};
use vedette::png;

/// Lets two computer commanders fight a scenario and tells the battle turn by turn.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  vedette fight three-corps\n  vedette fight two-brigades --seed 3 --quiet\n  vedette fight open-field --seed 7 --maps maps --save battle.json\n  vedette fight my-battle.toml --a steady --b quick --quiet"
)]
pub struct FightArgs {
    /// A scenario file, or the name of one that comes with the program (`vedette scenario list`).
    scenario: String,
    /// The seed of the dice: any number or word. Without it nobody can foretell them.
    #[arg(long)]
    seed: Option<String>,
    /// Write the battle as a file that can be verified and replayed.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write a map of each turn as SVG and PNG into this folder.
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// With --maps: also a map of every moment within a turn at which something happens (books whose turns have a clock).
    #[arg(long, requires = "maps")]
    moments: bool,
    /// The commander of side A: quick, steady or random.
    #[arg(long, default_value = "steady")]
    a: Strength,
    /// The commander of side B.
    #[arg(long, default_value = "steady")]
    b: Strength,
    /// Stop undecided after so many turns.
    #[arg(long, default_value_t = 200, value_name = "TURNS")]
    most: u32,
    /// Tell only each turn's outcome, not every ruling.
    #[arg(long)]
    quiet: bool,
}

/// Prints events as they come and draws a map at each turn's end.
struct Teller<'a> {
    told: usize,
    turn: u32,
    quiet: bool,
    maps: Option<&'a Path>,
    drawn: Vec<PathBuf>,
}

impl Teller<'_> {
    fn tell(&mut self, game: &dyn Game) {
        let events = game.events_len();
        while self.told < events {
            if !self.quiet || game.is_milestone(self.told) {
                for l in game.tell(self.told) {
                    say!("{l}");
                }
            }
            self.told += 1;
        }
    }

    fn draw(&mut self, game: &dyn Game) -> Result<()> {
        let Some(dir) = self.maps else { return Ok(()) };
        let svg = game.map(Seat::Spectator);
        let name = dir.join(format!("turn-{:03}.svg", self.turn));
        write(&name, svg.as_bytes())?;
        let picture = name.with_extension("png");
        write(&picture, &png::png(&svg).into_diagnostic()?)?;
        self.drawn.push(picture);
        Ok(())
    }
}

impl Teller<'_> {
    /// A map of a moment within a turn: `turn-003-0.4250.svg` and its picture.
    fn frame(&mut self, turn: u32, clock: f64, svg: &str) -> Result<()> {
        let Some(dir) = self.maps else { return Ok(()) };
        let name = dir.join(format!("turn-{turn:03}-{clock:.4}.svg"));
        write(&name, svg.as_bytes())?;
        // Not `with_extension`: the clock has a dot of its own.
        write(&dir.join(format!("turn-{turn:03}-{clock:.4}.png")), &png::png(svg).into_diagnostic()?)
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).into_diagnostic().wrap_err_with(|| format!("cannot write {}", path.display()))
}

pub fn run(args: &FightArgs) -> Result<()> {
    let s = source::scenario(&args.scenario)?;
    let book = books::of_scenario(&s)?;
    let seed = match &args.seed {
        Some(t) => Seed::new(t.clone()),
        None => Seed::secret().into_diagnostic().wrap_err("no source of chance for the seed")?,
    };
    let mix = u64::from_le_bytes(seed.key()[..8].try_into().expect("a key has 32 bytes"));
    let (mut file, mut game) = BattleFile::begin(book, &s.name, &s.text, seed)?;
    if let Some(dir) = &args.maps {
        std::fs::create_dir_all(dir)
            .into_diagnostic()
            .wrap_err_with(|| format!("cannot make {}", dir.display()))?;
    }
    let mut staff = [appoint(args.a, mix ^ 0xA), appoint(args.b, mix ^ 0xB)];
    if args.moments {
        game.film();
    }
    let names = game.sides();
    say!("{} ({}) against {} ({})", names[0], args.a, names[1], args.b);
    let mut teller = Teller {
        told: 0,
        turn: game.turn(),
        quiet: args.quiet,
        maps: args.maps.as_deref(),
        drawn: Vec::new(),
    };
    teller.tell(&*game);
    teller.draw(&*game)?;
    while let Some(seat) = game.waits_for().first().copied() {
        if game.turn() > args.most {
            say!("Undecided after {} turns.", args.most);
            break;
        }
        let Seat::Side(n) = seat else {
            return Err(miette!("the battle waits for {seat:?}, where no commander sits"));
        };
        let answer = staff[usize::from(n)]
            .answer(&*game, seat)
            .ok_or_else(|| miette!("no computer commander knows this book"))?;
        game.answer(seat, &answer).map_err(|r| miette!("the commander's answer was refused: {r}"))?;
        for (turn, clock, svg) in game.take_frames() {
            teller.frame(turn, clock, &svg)?;
        }
        file.note(seat, answer);
        teller.tell(&*game);
        if game.turn() != teller.turn || game.ending().is_some() {
            teller.turn = game.turn();
            teller.draw(&*game)?;
        }
    }
    say!("");
    for l in game.summary() {
        say!("{l}");
    }
    if let Some(path) = &args.save {
        file.seal(&*game);
        write(path, file.text().as_bytes())?;
        say!("\nThe battle is in {} (vedette battle verify {0} checks it).", path.display());
    }
    if let (Some(dir), Some(last)) = (&args.maps, teller.drawn.last()) {
        say!(
            "{} maps are in {}; the last is {} (and as SVG beside it).",
            teller.drawn.len(),
            dir.display(),
            last.display()
        );
    }
    Ok(())
}
