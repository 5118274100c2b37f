//! `vedette fight`: computer against computer, told turn by turn.

use crate::books::{self, Example};
use crate::{keep, seals, source};
use chart::{Film, Options, Trace};
use clap::Args;
use desk::{BattleFile, Game, Library, Strength};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::{Path, PathBuf};
use umpire::{Seat, Seed};

#[derive(Debug, Args)]
#[command(about = text!("help-fight"))]
pub struct FightArgs {
    #[arg(help = text!("help-fight-scenario"))]
    scenario: String,
    #[arg(help = text!("help-fight-seed"), long)]
    seed: Option<String>,
    #[arg(help = text!("help-fight-save"), long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[arg(help = text!("help-fight-maps"), long, value_name = "DIR")]
    maps: Option<PathBuf>,
    #[arg(help = text!("help-fight-moments"), long, requires = "maps")]
    moments: bool,
    #[arg(help = text!("help-fight-a"), long, default_value = "steady")]
    a: Strength,
    #[arg(help = text!("help-fight-b"), long, default_value = "steady")]
    b: Strength,
    #[arg(help = text!("help-fight-most"), long, default_value_t = 200, value_name = "TURNS")]
    most: u32,
    #[arg(help = text!("help-fight-quiet"), long)]
    quiet: bool,
    #[arg(help = text!("help-house"), long, value_name = "FILE")]
    house: Option<String>,
}

pub fn examples(e: &Example) -> String {
    let s = e.scenario;
    text!("examples-fight", scenario = s)
}

/// Prints events as they come.
struct Teller {
    told: usize,
    quiet: bool,
}

/// Draws a map at each turn's end and, if it is asked to, at every moment.
struct Drawer<'a> {
    dir: &'a Path,
    moments: bool,
    title: String,
    sides: Vec<String>,
    film: Film,
    /// The turn of the last moment drawn, and how many of it are.
    last: (u32, u32),
    drawn: Vec<PathBuf>,
}

impl Teller {
    fn tell(&mut self, game: &dyn Game) {
        let events = game.events_len();
        while self.told < events {
            if !self.quiet || game.is_milestone(self.told) {
                for l in game.tell(self.told) {
                    tell!("{l}");
                }
            }
            self.told += 1;
        }
    }
}

impl Drawer<'_> {
    /// Goes on to how the table stands now.
    fn follow(&mut self, game: &mut dyn Game) -> Result<()> {
        for m in game.take_moments(Seat::Spectator) {
            self.film.go_on(&m);
            let stirs = m.shifts.len() + m.pieces.len() + m.gone.len() > 0;
            if self.moments && stirs {
                let n = if self.last.0 == m.turn { self.last.1 + 1 } else { 1 };
                self.last = (m.turn, n);
                let clock = m
                    .clock
                    .map(|c| text!("clock-of-turn", clock = words::decimals(c, 2), turn = m.turn))
                    .unwrap_or_default();
                let traces = self.film.traces_of_moment().to_vec();
                self.draw(&format!("turn-{:03}-{n:03}", m.turn), &clock, &traces)?;
            }
        }
        Ok(())
    }

    /// The map of a turn, with what was done in it.
    fn turn(&mut self, turn: u32) -> Result<()> {
        let traces = self.film.traces().to_vec();
        let picture = self.draw(&format!("turn-{turn:03}"), "", &traces)?;
        self.drawn.push(picture);
        Ok(())
    }

    fn draw(&self, name: &str, subtitle: &str, traces: &[Trace]) -> Result<PathBuf> {
        let (title, sides) = (self.title.as_str(), &self.sides[..]);
        let options = Options { title, subtitle, sides, traces, ..Options::default() };
        let svg = chart::svg(self.film.board(), &options);
        write(&self.dir.join(format!("{name}.svg")), svg.as_bytes())?;
        let picture = self.dir.join(format!("{name}.png"));
        write(&picture, &chart::png(&svg).into_diagnostic()?)?;
        Ok(picture)
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes)
        .into_diagnostic()
        .wrap_err_with(|| text!("cannot-write", path = path.display().to_string()))
}

pub fn run(library: Library, args: &FightArgs) -> Result<()> {
    let s = source::with_house(source::scenario(library, &args.scenario)?, args.house.as_deref())?;
    let entry = books::of_scenario(library, &s)?;
    let seed = match &args.seed {
        Some(t) => Seed::new(t.clone()),
        None => Seed::secret().into_diagnostic().wrap_err(text!("no-source-chance-seed"))?,
    };
    let mix = u64::from_le_bytes(seed.key()[..8].try_into().expect("a key has 32 bytes"));
    let (mut file, mut game) = BattleFile::begin(entry.book, &s.name, &s.text, seed)?;
    if let Some(dir) = &args.maps {
        std::fs::create_dir_all(dir)
            .into_diagnostic()
            .wrap_err_with(|| text!("cannot-make", dir = dir.display().to_string()))?;
    }
    let mut staff = [entry.appoint(args.a, mix ^ 0xA), entry.appoint(args.b, mix ^ 0xB)];
    let names = game.sides();
    tell!(text!(
        "fought-by",
        a = &names[0],
        by_a = args.a.to_string(),
        b = &names[1],
        by_b = args.b.to_string()
    ));
    let mut teller = Teller { told: 0, quiet: args.quiet };
    let mut drawer = args.maps.as_deref().map(|dir| Drawer {
        dir,
        moments: args.moments,
        title: books::title(entry.book, &s.name, &s.text),
        sides: names,
        film: Film::new(game.board(Seat::Spectator)),
        last: (0, 0),
        drawn: Vec::new(),
    });
    if let Some(d) = &mut drawer {
        game.record(&[Seat::Spectator]);
        d.follow(&mut *game)?;
        d.turn(game.turn())?;
    }
    let mut turn = game.turn();
    teller.tell(&*game);
    while let Some(seat) = game.waits_for().first().copied() {
        if game.turn() > args.most {
            tell!(text!("undecided-after-turns", most = args.most));
            break;
        }
        let Seat::Side(n) = seat else {
            return Err(miette!("{}", text!("battle-waits-where-no", seat = seat.to_string())));
        };
        let answer = staff[usize::from(n)]
            .answer(&*game, seat)
            .ok_or_else(|| miette!("{}", text!("no-computer-commander-knows")))?;
        game.answer(seat, &answer)
            .map_err(|r| miette!("{}", text!("commanders-answer-refused", reason = r.message())))?;
        file.note(seat, answer);
        teller.tell(&*game);
        if let Some(d) = &mut drawer {
            d.follow(&mut *game)?;
            if game.turn() != turn || game.ending().is_some() {
                d.turn(game.turn())?;
            }
        }
        turn = game.turn();
    }
    tell!("");
    for l in game.summary() {
        tell!("{l}");
    }
    if let Some(path) = &args.save {
        file.seal(&*game);
        keep::write(path, &file.text())
            .into_diagnostic()
            .wrap_err_with(|| text!("cannot-write", path = path.display().to_string()))?;
        seals::remember(path, game.seal().unwrap_or_default());
        tell!();
        tell!(text!("battle-saved", path = path.display().to_string()));
    }
    if let Some((d, last)) = drawer.as_ref().and_then(|d| Some((d, d.drawn.last()?))) {
        tell!(text!(
            "maps-last-svg-beside",
            drawn = d.drawn.len(),
            dir = d.dir.display().to_string(),
            last = last.display().to_string()
        ));
    }
    Ok(())
}
