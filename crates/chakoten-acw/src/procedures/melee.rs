//! One unit's roll in a melee (07.04, 07.05): what it does to the enemies it touches.

use super::small_arms::{below_the_line, covered};
use super::{
    CombatReadings, FirstUse, Losses, MeleeCover, Part, Roll, Rounding, Tally, check_count, check_valour,
    impossible, men_left,
};
use crate::book;
use crate::clause;
use crate::say;
use crate::troop::{Cover, Kind, State, Weapon, WeaponClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire::{Dice, Procedure, Record, SituationError};
use words::{Joint, Message};

/// A unit that fights and those it fights. Two dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeSituation {
    pub fighter: Fighter,
    /// The enemies that it touches.
    pub enemies: Vec<Enemy>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

/// The unit that rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    pub kind: Kind,
    /// The figures counted by 07.04.4.
    pub figures: u16,
    /// What it is armed with; gunners have nothing of account.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    #[serde(default)]
    pub state: State,
    /// The cover it fights across.
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub valour: i8,
    /// It has neither fired nor fought in this game: this melee does not empty its cartridge boxes.
    #[serde(default)]
    pub first_use: bool,
    /// It has no ammunition left, which weakens it in nothing.
    #[serde(default)]
    pub out_of_ammunition: bool,
}

impl Fighter {
    /// In order, in the open.
    pub fn new(kind: Kind, figures: u16, weapon: Option<Weapon>) -> Fighter {
        Fighter {
            kind,
            figures,
            weapon,
            state: State::Order,
            cover: Cover::None,
            valour: 0,
            first_use: false,
            out_of_ammunition: false,
        }
    }
}

/// A unit fought against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enemy {
    /// The fighter's figures counted against it, by which the loss is shared.
    #[serde(default = "one")]
    pub figures: u16,
    /// The cover across which it is fought.
    #[serde(default)]
    pub cover: Cover,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
}

fn one() -> u16 {
    1
}

/// What the unit does in this turn's melee.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeleeOutcome {
    /// As the enemies were given.
    pub enemies: Vec<Losses>,
    /// The fighter has no ammunition left after this.
    pub out_of_ammunition: bool,
}

impl MeleeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let out = self.out_of_ammunition.then(|| say!("fighter-out-of-ammunition"));
        words::list(self.enemies.iter().map(|e| e.message()).chain(out), Joint::Semicolon)
    }
}
words::spoken!(MeleeOutcome);

/// All that can be known of a melee roll before the dice.
#[derive(Clone, Debug)]
pub struct PreparedMelee {
    modifier: i32,
    elements: u32,
    enemies: SmallVec<[(Part, bool); 2]>,
    may_empty: bool,
    rounding: Rounding,
}

/// The procedure of melee.
#[derive(Clone, Copy, Debug)]
pub struct Melee;

/// The melee elements of so many figures (07.04.2, 07.04.3).
pub fn elements(kind: Kind, figures: u16) -> u32 {
    book::per_melee_element(kind).elements(figures.into())
}

/// A general with a unit that loses men in melee falls on exactly 7 (07.05.4).
const GENERAL_FALLS: u8 = 7;

impl Procedure for Melee {
    type Situation = MeleeSituation;
    type Prepared = PreparedMelee;
    type Outcome = MeleeOutcome;

    const NAME: &'static str = "melee";

    fn title() -> Message {
        say!("title-melee")
    }

    fn check(s: &MeleeSituation) -> Result<(), SituationError> {
        let f = &s.fighter;
        check_count("fighter.figures", f.figures.into(), 1)?;
        check_valour("fighter.valour", f.valour)?;
        if f.kind == Kind::Wagon {
            let by = clause!("play.no-shock");
            return Err(impossible("fighter.kind", say!("wagon-not-fight", by)));
        }
        if f.state == State::Complete {
            let by = clause!("08.02.6.a");
            return Err(impossible("fighter.state", say!("unit-fu-not-fight", by)));
        }
        if f.first_use && f.out_of_ammunition {
            let by = clause!("09.01.1");
            return Err(impossible("fighter.first_use", say!("unit-out-ammunition-used", by)));
        }
        if s.enemies.is_empty() || s.enemies.len() > 100 {
            return Err(impossible("enemies", say!("least-unit-base-contact")));
        }
        for e in &s.enemies {
            check_count("enemies", e.figures.into(), 1)?;
            if e.figures > f.figures {
                let (by, all, count) = (clause!("07.04.4"), f.figures, e.figures);
                return Err(impossible("enemies", say!("more-figures-than-fight", all, count, by)));
            }
        }
        Ok(())
    }

    fn prepare(s: &MeleeSituation, r: &mut impl Record) -> PreparedMelee {
        let f = &s.fighter;
        r.clause(clause!("07.05.1"));
        r.clause(clause!("V.a"));
        let shotgun = f.weapon.is_some_and(|w| book::data().weapon(w).class == WeaponClass::Shotgun);
        let mut t = Tally::new(r);
        below_the_line(&mut t, f.cover, f.state, f.valour, shotgun);
        let modifier = t.sum;
        let per = book::per_melee_element(f.kind);
        let (figures, each, rest) = (f.figures, per.figures, per.remainder);
        let count = elements(f.kind, figures);
        r.clause(clause!("07.04.3"));
        r.reckon(|| say!("reckon-elements", figures, count, each, rest), clause!("07.04.2"));
        if f.out_of_ammunition {
            r.clause(clause!("09.01.2"));
        }
        let all: u64 = s.enemies.iter().map(|e| u64::from(e.figures)).sum();
        let enemies = s
            .enemies
            .iter()
            .map(|e| {
                let mut part = match s.readings.melee_cover {
                    MeleeCover::Counts => covered(Part::WHOLE, e.cover, r),
                    MeleeCover::FireOnly => Part::WHOLE,
                };
                if s.enemies.len() > 1 {
                    r.reckon(|| say!("reckon-share", of = e.figures, all), clause!("play.melee"));
                    part = part.share(e.figures.into(), all);
                }
                (part, e.general)
            })
            .collect();
        PreparedMelee {
            modifier,
            elements: elements(f.kind, f.figures),
            enemies,
            may_empty: (!f.first_use || s.readings.ammunition_first_use == FirstUse::None)
                && !f.out_of_ammunition
                && !f.kind.artillery(),
            rounding: s.readings.rounding,
        }
    }

    fn resolve(p: &PreparedMelee, d: &mut impl Dice, r: &mut impl Record) -> MeleeOutcome {
        let roll = p.roll(d, r);
        p.read(roll, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "fighter": { "kind": "infantry", "figures": 14, "weapon": "rifled_musket", "valour": 1 },
            "enemies": [{ "cover": "I", "general": true }],
        })
    }
}

impl PreparedMelee {
    /// The dice of this roll; doubles are looked at only where they matter.
    pub fn roll(&self, d: &mut impl Dice, r: &mut impl Record) -> Roll {
        if self.may_empty { Roll::faces(d, r) } else { Roll::sum(d, r) }
    }

    /// What a roll comes to.
    pub fn read(&self, roll: Roll, r: &mut impl Record) -> MeleeOutcome {
        let d = book::data();
        let result = roll.with(self.modifier, clause!("07.05.1"), r);
        // Distance 0 is zone 1.
        let one = book::loss_at(&d.small_arms_losses[0], result);
        let (elements, loss) = (self.elements, one * self.elements);
        r.reckon(|| say!("reckon-loss", result, one, elements, loss), clause!("07.05.1"));
        let enemies = self
            .enemies
            .iter()
            .map(|(part, general)| {
                let men = men_left(*part, loss, self.rounding, clause!("VI.a"), r);
                let general_falls = *general && men > 0 && roll.sum == GENERAL_FALLS;
                if general_falls {
                    r.reckon(|| say!("reckon-general", sum = roll.sum), clause!("07.05.4"));
                }
                Losses { men, general_falls }
            })
            .collect();
        let out_of_ammunition = self.may_empty && roll.double.is_some_and(|n| n <= d.empty_double);
        if out_of_ammunition {
            r.reckon(|| say!("reckon-double"), clause!("09.01.1"));
        }
        MeleeOutcome { enemies, out_of_ammunition }
    }

    /// The melee elements counted.
    pub fn elements(&self) -> u32 {
        self.elements
    }
}
