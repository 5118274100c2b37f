//! Prisoners of a unit thrown into complete disorder in a shock roll or a melee (07.06, table XIV). No dice of its own.

use super::melee::elements;
use super::{check_count, impossible};
use crate::book;
use crate::clause;
use crate::say;
use crate::troop::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, Silent, SituationError};
use words::{Joint, Message};

/// Who loses whom. No dice: it is given those that brought the disorder about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrisonersSituation {
    /// The unmodified sum of the shock roll, or of the winner's melee roll.
    pub dice: u8,
    pub winner: Kind,
    /// The winner's figures that fight, or would fight, by 07.04.4.
    pub winner_figures: u16,
    pub loser: Kind,
    /// The figures that the loser has left.
    pub loser_figures: u16,
    /// A general is with the loser, in base contact.
    #[serde(default)]
    pub general: bool,
}

/// Who is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PrisonersOutcome {
    pub figures: u16,
    /// The general with the unit is taken too.
    pub general: bool,
}

impl PrisonersOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let taken = match self.figures {
            0 => say!("no-prisoners"),
            figures => say!("figures-taken", figures),
        };
        words::list(
            [Some(taken), self.general.then(|| say!("general-taken"))].into_iter().flatten(),
            Joint::Comma,
        )
    }
}
words::spoken!(PrisonersOutcome);

/// The procedure of taking prisoners.
#[derive(Clone, Copy, Debug)]
pub struct Prisoners;

/// A general with the unit is taken on exactly 10 (07.06.2).
const GENERAL_TAKEN: u8 = 10;

/// The rows of table XIV.
fn row(winner: Kind, loser: Kind) -> usize {
    match (winner, loser) {
        (Kind::Mounted, Kind::Mounted) => 1,
        (Kind::Mounted, _) => 2,
        (Kind::Unlimbered | Kind::Limbered | Kind::Wagon, _) => 3,
        (Kind::Infantry | Kind::Dismounted, _) => 0,
    }
}

/// Who is taken.
pub fn taken(s: &PrisonersSituation) -> PrisonersOutcome {
    Prisoners::prepare(s, &mut Silent)
}

/// The elements of the winner that are counted. A battery is counted once.
fn counted(s: &PrisonersSituation, r: &mut impl Record) -> u32 {
    if s.winner.artillery() {
        r.reckon(|| say!("reckon-battery-once"), clause!("XIV.a"));
        return 1;
    }
    let per = book::per_melee_element(s.winner);
    let (figures, each, rest) = (s.winner_figures, per.figures, per.remainder);
    let count = elements(s.winner, figures);
    r.reckon(|| say!("reckon-elements", figures, count, each, rest), clause!("07.04.2"));
    count
}

impl Procedure for Prisoners {
    type Situation = PrisonersSituation;
    type Prepared = PrisonersOutcome;
    type Outcome = PrisonersOutcome;

    const NAME: &'static str = "prisoners";

    fn title() -> Message {
        say!("title-prisoners")
    }

    fn check(s: &PrisonersSituation) -> Result<(), SituationError> {
        if !(2..=12).contains(&s.dice) {
            let by = clause!("01.04.1");
            return Err(impossible("dice", say!("sum-two-dice-not", dice = s.dice, by)));
        }
        check_count("winner_figures", s.winner_figures.into(), 1)?;
        check_count("loser_figures", s.loser_figures.into(), 0)?;
        if s.winner == Kind::Wagon || s.loser == Kind::Wagon {
            return Err(impossible("winner", say!("wagons-neither-take-prisoners")));
        }
        Ok(())
    }

    fn prepare(s: &PrisonersSituation, r: &mut impl Record) -> PrisonersOutcome {
        r.total("dice", s.dice.into());
        r.clause(clause!("XIV.a"));
        let table = &book::data().prisoners[row(s.winner, s.loser)];
        // Rolls below those of the table take none.
        let each = usize::from(s.dice).checked_sub(5).map_or(0, |i| table[i.min(table.len() - 1)]);
        let elements = counted(s, r);
        let (dice, left, all) = (s.dice, u32::from(s.loser_figures), u32::from(each) * elements);
        r.reckon(|| say!("reckon-prisoners", dice, each, elements, all), clause!("07.06.2.a"));
        if all > left {
            r.reckon(|| say!("reckon-no-more-left", left), clause!("07.06.2.a"));
        }
        let general = s.general && dice == GENERAL_TAKEN;
        if general {
            r.reckon(|| say!("reckon-general-taken", dice), clause!("07.06.2.b"));
        }
        PrisonersOutcome { figures: all.min(left) as u16, general }
    }

    fn resolve(o: &PrisonersOutcome, _: &mut impl Dice, _: &mut impl Record) -> PrisonersOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "dice": 10, "winner": "mounted", "winner_figures": 9, "loser": "infantry", "loser_figures": 20,
            "general": true,
        })
    }
}
