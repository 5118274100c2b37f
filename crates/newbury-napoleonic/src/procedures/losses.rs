//! Losses: the table of losses, men into figures, percentages, teams and led horses (chapter 20, tables 14 and 15).

use super::{LossSystem, known, procedure};
use crate::book::SheetRef;
use crate::book::losses::{Looked, MOST_FIGURES};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Readings, Record, SituationError, check_count, check_number, impossible};
use words::Message;

umpire::choice!(
    /// How are more than 25 figures looked up in table 14 (T14.3)?
    MoreFigures { Groups, InProportion }
);

impl MoreFigures {
    /// That of a battle.
    pub fn of(r: &Readings) -> MoreFigures {
        MoreFigures::pick(r.is(reading!("more-than-25-figures", "in-proportion")))
    }
}

/// Losses in men that so many figures inflict by a factor (20.1.c, T14.1, T14.3).
pub fn men(figures: u32, factor: i32, more: MoreFigures, sheet: &SheetRef, r: &mut impl Record) -> u32 {
    let tables = sheet.losses();
    let most = tables.most_factor();
    if figures == 0 || factor < 0 {
        r.reckon(|| say!("reckon-no-losses", figures, factor), clause!("T14.1"));
        return 0;
    }
    if factor > most {
        r.reckon(|| say!("reckon-most-factor", factor, most), clause!("T14.1"));
    }
    let extended = more == MoreFigures::InProportion;
    let Looked { value: men, stand_in } = tables.men(figures.min(u16::MAX.into()) as u16, factor, extended);
    if figures > u32::from(MOST_FIGURES) {
        let says = || {
            if extended {
                say!("reckon-by-the-formula", figures, men)
            } else {
                say!("reckon-groups-of-25", figures, men)
            }
        };
        r.reckon(says, clause!("T14.3"));
    }
    r.reckon(|| say!("reckon-losses", figures, factor, men), clause!("20.1.c"));
    if let Some(table) = stand_in {
        r.reckon(|| say!("reckon-stand-in", table), clause!("T14.2"));
    }
    men
}

/// A factor and the figures that fire or fight. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossTableSituation {
    #[schemars(range(max = 10_000))]
    pub figures: u32,
    #[schemars(range(min = -200, max = 200))]
    pub factor: i32,
    #[serde(default, rename = "more-than-25-figures")]
    pub more: MoreFigures,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// Losses in men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Men {
    pub men: u32,
}

impl Men {
    /// In words.
    pub fn message(&self) -> Message {
        say!("men-lost", men = self.men)
    }
}
words::spoken!(Men);

fn check_table(s: &LossTableSituation) -> Result<(), SituationError> {
    check_count("figures", s.figures, 0)?;
    check_number("factor", s.factor, -200, 200)
}

fn look_up(s: &LossTableSituation, r: &mut impl Record) -> Men {
    Men { men: men(s.figures, s.factor, s.more, &s.sheet, r) }
}

procedure!(
    /// The table of losses.
    LossTable: LossTableSituation => Men => Men, "loss-table", "title-loss-table",
    check_table, look_up, known, { "figures": 24, "factor": 22 }
);

/// Losses of a body in a step. Two ten-sided dice by the optional system, where there is a chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossesSituation {
    /// All losses of the step added up, in men.
    #[schemars(range(max = 10_000))]
    pub men: u32,
    /// Left from earlier moves.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub carried: u32,
    #[schemars(range(max = 10_000))]
    pub figures: u32,
    /// Of these only so many were in arc and range, where not all were (20.2.b).
    #[serde(default)]
    pub in_reach: Option<u32>,
    #[serde(default)]
    pub system: LossSystem,
    /// They are losses of a general.
    #[serde(default)]
    pub general: bool,
}

/// Figures taken off, and the men left over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Taken {
    pub figures: u32,
    pub carried: u32,
}

impl Taken {
    /// In words.
    pub fn message(&self) -> Message {
        say!("figures-taken", figures = self.figures, carried = self.carried)
    }
}
words::spoken!(Taken);

/// So many losses are a figure (20.1.e).
pub const PER_FIGURE: u32 = 20;

fn check_losses(s: &LossesSituation) -> Result<(), SituationError> {
    check_count("men", s.men, 0)?;
    check_count("carried", s.carried, 0)?;
    check_count("figures", s.figures, 0)?;
    if s.in_reach.is_some_and(|n| n > s.figures) {
        return Err(impossible("in_reach", say!("no-more-than-all", all = s.figures)));
    }
    if s.general && s.system == LossSystem::Chance {
        let by = clause!("20.7.c");
        return Err(impossible("system", say!("not-for-generals", by)));
    }
    Ok(())
}

/// Losses by the twenty, or a whole part and a chance in per cent.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    Taken(Taken),
    Chance { whole: u32, percent: u32, most: u32 },
}

fn limited(figures: u32, most: u32, r: &mut impl Record) -> u32 {
    if figures > most {
        r.reckon(|| say!("reckon-only-in-reach", figures, most), clause!("20.2.b"));
    }
    figures.min(most)
}

fn count_losses(s: &LossesSituation, r: &mut impl Record) -> Counted {
    let most = s.in_reach.unwrap_or(s.figures);
    match s.system {
        LossSystem::Twenties => {
            let all = s.men + s.carried;
            if s.carried > 0 {
                r.reckon(|| say!("reckon-carried-added", carried = s.carried, all), clause!("20.1.d"));
            }
            let figures = limited(all / PER_FIGURE, most, r);
            r.reckon(|| say!("reckon-figures-off", all, figures), clause!("20.1.e"));
            let carried = if figures == s.figures { 0 } else { all - figures * PER_FIGURE };
            r.reckon(|| say!("reckon-carried", carried), clause!("20.1.f"));
            Counted::Taken(Taken { figures, carried })
        }
        LossSystem::Chance => {
            r.reckon(|| say!("reckon-added-first", men = s.men), clause!("20.7.b"));
            let (whole, percent) = (s.men / PER_FIGURE, s.men % PER_FIGURE * 100 / PER_FIGURE);
            r.reckon(|| say!("reckon-chance", whole, percent), clause!("20.7.a.1"));
            Counted::Chance { whole, percent, most }
        }
    }
}

fn take_losses(p: &Counted, d: &mut impl Dice, r: &mut impl Record) -> Taken {
    match *p {
        Counted::Taken(t) => t,
        Counted::Chance { whole, percent, most } => {
            let mut figures = whole;
            if percent > 0 {
                r.reckon(|| say!("reckon-ten-sided-dice"), clause!("2.d"));
                let (tens, units) = (d.roll(Die::D10), d.roll(Die::D10));
                r.die(tens);
                r.die(units);
                // A ten is the face 0, and 00 counts as 100.
                let roll = match (u32::from(tens) % 10) * 10 + u32::from(units) % 10 {
                    0 => 100,
                    n => n,
                };
                figures += u32::from(roll <= percent);
                r.reckon(|| say!("reckon-chance-rolled", roll, percent), clause!("20.7.a.2"));
            }
            Taken { figures: limited(figures, most, r), carried: 0 }
        }
    }
}

procedure!(
    /// Taking losses.
    TakeLosses: LossesSituation => Counted => Taken, "take-losses", "title-take-losses",
    check_losses, count_losses, take_losses, { "men": 27, "carried": 5, "figures": 24 }
);

/// Figures lost of those at the start, in per cent (20.3.a, T15.1).
pub fn percent_of(start: u32, lost: u32, sheet: &SheetRef, r: &mut impl Record) -> u8 {
    let small = |n: u32| n.min(u16::MAX.into()) as u16;
    let Looked { value: percent, stand_in } = sheet.losses().percent(small(start), small(lost));
    if lost > 0 {
        r.reckon(|| say!("reckon-percent", start, lost, percent), clause!("20.3.a"));
    }
    if let Some(table) = stand_in {
        r.reckon(|| say!("reckon-stand-in", table), clause!("T15.1"));
    }
    percent
}

/// Figures lost of a unit: in the game, or in a move. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PercentSituation {
    /// Figures of the body at the start of the game.
    #[schemars(range(min = 1, max = 10_000))]
    pub start: u32,
    /// Figures at the start of this move.
    #[schemars(range(max = 10_000))]
    pub at_move: u32,
    /// Figures now.
    #[schemars(range(max = 10_000))]
    pub now: u32,
    /// Bases of ten figures of 5 or 6 mm, of which each has carried men: they count by twenties (A6.9).
    #[serde(default)]
    pub small_figures: bool,
    /// Men lost of small figures in all, and in this move.
    #[serde(default)]
    pub small_lost: (u32, u32),
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// Per cent lost in the game, and in the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Percents {
    pub game: u8,
    pub in_move: u8,
}

impl Percents {
    /// In words.
    pub fn message(&self) -> Message {
        say!("percent-lost", game = self.game, in_move = self.in_move)
    }
}
words::spoken!(Percents);

fn check_percent(s: &PercentSituation) -> Result<(), SituationError> {
    check_count("start", s.start, 1)?;
    check_count("at_move", s.at_move, 0)?;
    check_count("now", s.now, 0)?;
    check_count("small_lost", s.small_lost.0, 0)?;
    check_count("small_lost", s.small_lost.1, 0)?;
    if s.at_move > s.start {
        return Err(impossible("at_move", say!("no-more-than-all", all = s.start)));
    }
    if s.now > s.at_move {
        return Err(impossible("now", say!("no-more-than-all", all = s.at_move)));
    }
    Ok(())
}

fn percents(s: &PercentSituation, r: &mut impl Record) -> Percents {
    if s.small_figures {
        r.reckon(|| say!("reckon-small-percent"), clause!("A6.9"));
        let lost = |men: u32| men / PER_FIGURE;
        let game = percent_of(s.start * 10, lost(s.small_lost.0), &s.sheet, r);
        return Percents { game, in_move: percent_of(s.at_move * 10, lost(s.small_lost.1), &s.sheet, r) };
    }
    r.reckon(|| say!("reckon-percent-figures"), clause!("20.3.b"));
    r.reckon(|| say!("reckon-percent-start", start = s.start, at_move = s.at_move), clause!("20.3.c"));
    let game = percent_of(s.start, s.start - s.now, &s.sheet, r);
    Percents { game, in_move: percent_of(s.at_move, s.at_move - s.now, &s.sheet, r) }
}

procedure!(
    /// Percentage losses.
    PercentLosses: PercentSituation => Percents => Percents, "percent-losses", "title-percent-losses",
    check_percent, percents, known, { "start": 24, "at_move": 22, "now": 20 }
);

/// Horses of a team, or led horses, that are killed. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HorsesSituation {
    /// An artillery team with drivers; otherwise horses of dismounted cavalry with their holders.
    pub team: bool,
    /// Killed before.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub before: u32,
    #[schemars(range(max = 10_000))]
    pub killed: u32,
}

/// Drivers or holders who are taken off with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HandlersLost {
    pub handlers: u32,
}

impl HandlersLost {
    /// In words.
    pub fn message(&self) -> Message {
        say!("handlers-lost", handlers = self.handlers)
    }
}
words::spoken!(HandlersLost);

fn check_horses(s: &HorsesSituation) -> Result<(), SituationError> {
    check_count("before", s.before, 0)?;
    check_count("killed", s.killed, 0)
}

fn handlers(s: &HorsesSituation, r: &mut impl Record) -> HandlersLost {
    let each = if s.team { 2 } else { 4 };
    let handlers = (s.before + s.killed) / each - s.before / each;
    r.reckon(|| say!("reckon-handlers", each, handlers), clause!("20.2.c"));
    HandlersLost { handlers }
}

procedure!(
    /// Drivers and horse-holders lost with their horses.
    HorsesLost: HorsesSituation => HandlersLost => HandlersLost, "horses-lost", "title-horses-lost",
    check_horses, handlers, known, { "team": true, "before": 1, "killed": 2 }
);
