//! The morale test of a unit that removes figures (08.02.7, tables XV to XVII).

use super::{
    CombatReadings, PinnedAgain, Roll, Tally, ThirdsLost, check_count, check_length, check_valour,
    impossible, target, worse_of,
};
use crate::book;
use crate::clause;
use crate::say;
use crate::troop::{Cover, Formation, Kind, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError};
use words::{Joint, Message};

/// A unit that has just removed figures. Two dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleSituation {
    pub kind: Kind,
    /// The state before the test.
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub pinned: bool,
    #[serde(default)]
    pub valour: i8,
    /// Figures removed on this occasion.
    pub removed: u16,
    /// Figures lost since the start, prisoners and those just removed included.
    pub lost: u16,
    /// Figures at the start.
    pub original: u16,
    /// Detached: 1 to 4 companies acting apart from their unit.
    #[serde(default)]
    pub detached: bool,
    #[serde(default)]
    pub support: bool,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
    /// Cover against the fire or melee that caused the test.
    #[serde(default)]
    pub cover: Cover,
    pub cause: MoraleCause,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

/// What made the unit remove figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MoraleCause {
    SmallArms {
        /// Cm from the firer.
        distance: f64,
        /// The firer is behind the line of the unit's front.
        #[serde(default)]
        flank_or_rear: bool,
        /// The unit stands, has not fired in this turn and will not by its order.
        #[serde(default)]
        silent: bool,
    },
    Artillery {
        /// Cm from the middle of the battery's front.
        distance: f64,
        /// The battery is behind the line of the unit's front.
        #[serde(default)]
        flank_or_rear: bool,
    },
    Melee {
        /// It fights mounted cavalry.
        #[serde(default)]
        against_mounted: bool,
        /// It has lost more men than the enemy in this turn's melee.
        #[serde(default)]
        more_losses: bool,
    },
}

/// How the unit stands after the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MoraleOutcome {
    /// The worse of the state before and the result.
    pub state: State,
    /// The state has become worse.
    pub fell: bool,
    /// It goes to ground, or stays there anew (04.02.7).
    pub pinned: bool,
    /// Mounted or limbered: it faces about and moves away for the rest of the turn (04.02.6).
    pub recoils: bool,
}

impl MoraleOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let state = self.state;
        let first = if self.fell { say!("falls-into", state) } else { say!("stays-in", state) };
        let more = [self.pinned.then(|| say!("and-pinned")), self.recoils.then(|| say!("and-moves-away"))];
        words::list([Some(first)].into_iter().chain(more).flatten(), Joint::Comma)
    }
}
words::spoken!(MoraleOutcome);

/// All that can be known of a morale test before the dice.
#[derive(Clone, Copy, Debug)]
pub struct PreparedMorale {
    modifier: i32,
    state: State,
    kind: Kind,
    /// Fire from within 15 cm.
    close_fire: bool,
    again: PinnedAgain,
}

/// The procedure of the morale test.
#[derive(Clone, Copy, Debug)]
pub struct Morale;

impl Procedure for Morale {
    type Situation = MoraleSituation;
    type Prepared = PreparedMorale;
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "morale";

    fn title() -> Message {
        say!("title-morale")
    }

    fn check(s: &MoraleSituation) -> Result<(), SituationError> {
        if s.kind == Kind::Wagon {
            return Err(impossible("kind", say!("wagon-tests-no-morale")));
        }
        target::check_troops("pinned", s.kind, Formation::Line, s.state, s.pinned, false)?;
        check_valour("valour", s.valour)?;
        check_count("removed", s.removed.into(), 1)?;
        check_count("original", s.original.into(), 1)?;
        if s.lost < s.removed || s.lost > s.original {
            return Err(impossible(
                "lost",
                say!("least-just-removed-most", removed = s.removed, original = s.original),
            ));
        }
        if s.lost == s.original {
            let by = clause!("play.removal");
            return Err(impossible("lost", say!("nobody-left-to-test", by)));
        }
        if s.detached && s.kind.artillery() {
            let by = clause!("XV.b");
            return Err(impossible("detached", say!("guns-have-no-companies", by)));
        }
        let d = book::data();
        let (distance, reach, by) = match s.cause {
            MoraleCause::SmallArms { distance, .. } => {
                (distance, d.farthest_small_arms(), clause!("05.01.3.a"))
            }
            MoraleCause::Artillery { distance, .. } => (distance, d.farthest_guns(), clause!("06.02.2.b")),
            MoraleCause::Melee { .. } => return Ok(()),
        };
        check_length("cause", distance)?;
        if distance > reach + table::EPS {
            return Err(impossible(
                "cause",
                say!("nothing-reaches-so-far", reach = words::tenths(reach), by),
            ));
        }
        Ok(())
    }

    fn prepare(s: &MoraleSituation, r: &mut impl Record) -> PreparedMorale {
        r.clause(clause!("08.02.7.a"));
        let rows = &book::data().morale_rows;
        let mut t = Tally::new(r);
        let removed = match s.removed {
            0 => None,
            1 => Some(&rows.removed_1),
            2 => Some(&rows.removed_2),
            3 => Some(&rows.removed_3),
            4 => Some(&rows.removed_4),
            _ => Some(&rows.removed_5),
        };
        if let Some(row) = removed {
            t.own(row, clause!("XV.a"));
        }
        let (lost, original) = (3 * u32::from(s.lost), u32::from(s.original));
        let two_thirds = lost >= 2 * original;
        let share = || {
            if two_thirds {
                "two-thirds"
            } else if lost >= original {
                "third"
            } else {
                "less"
            }
        };
        t.reckon(
            || say!("reckon-lost", lost = s.lost, original = s.original, share = share()),
            clause!("XV.a"),
        );
        if two_thirds {
            t.own(&rows.lost_two_thirds, clause!("XV.a"));
        }
        if lost >= original && (!two_thirds || s.readings.thirds_lost == ThirdsLost::AddsUp) {
            t.own(&rows.lost_third, clause!("XV.a"));
        }
        if s.detached {
            t.own(&rows.detached, clause!("XV.b"));
        }
        if s.support {
            t.own(&rows.support, clause!("07.03.5"));
        }
        if s.general {
            t.own(&rows.general, clause!("tables.general-with-unit"));
        }
        match s.cover {
            Cover::None => {}
            Cover::I => t.own(&rows.cover_1, clause!("XV.a")),
            Cover::II => t.own(&rows.cover_2, clause!("XV.a")),
            Cover::III => t.own(&rows.cover_3, clause!("XV.a")),
        }
        if s.pinned {
            t.own(&rows.pinned, clause!("08.02.4"));
        }
        match s.state {
            State::Slight => t.own(&rows.slight, clause!("08.02.3")),
            State::Disorder => t.own(&rows.disorder, clause!("08.02.5")),
            State::Order | State::Complete => {}
        }
        match s.cause {
            MoraleCause::SmallArms { flank_or_rear, silent, .. } => {
                if flank_or_rear {
                    t.own(&rows.flank_or_rear, clause!("XV.b"));
                }
                if silent {
                    t.own(&rows.silent, clause!("XV.b"));
                }
            }
            MoraleCause::Artillery { flank_or_rear, .. } => {
                if flank_or_rear {
                    t.own(&rows.flank_or_rear, clause!("XV.b"));
                }
            }
            MoraleCause::Melee { against_mounted, more_losses } => {
                if against_mounted && s.kind != Kind::Mounted {
                    t.own(&rows.against_mounted, clause!("XV.b"));
                }
                if more_losses {
                    t.own(&rows.more_losses, clause!("XV.b"));
                }
            }
        }
        t.valour(s.valour);
        let close = book::data().d.close_fire + table::EPS;
        let close_fire = match s.cause {
            MoraleCause::SmallArms { distance, .. } | MoraleCause::Artillery { distance, .. } => {
                distance <= close
            }
            MoraleCause::Melee { .. } => false,
        };
        PreparedMorale {
            modifier: t.sum,
            state: s.state,
            kind: s.kind,
            close_fire,
            again: s.readings.pinned_again,
        }
    }

    fn resolve(p: &PreparedMorale, d: &mut impl Dice, r: &mut impl Record) -> MoraleOutcome {
        p.read(Roll::sum(d, r), r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "kind": "infantry", "removed": 2, "lost": 5, "original": 30, "valour": 1, "support": true,
            "cause": { "small_arms": { "distance": 12 } },
        })
    }
}

impl PreparedMorale {
    /// What a roll comes to.
    pub fn read(&self, roll: Roll, r: &mut impl Record) -> MoraleOutcome {
        let d = book::data();
        let dice = d.morale_dice[usize::from(roll.sum.clamp(2, 12)) - 2];
        r.modifier("own", say!("dice"), dice, clause!("08.02.7.a"));
        let (sum, rows, total) = (roll.sum, self.modifier, self.modifier + dice);
        r.total("result", total);
        r.reckon(|| say!("reckon-morale-dice", sum, dice = words::signed(dice)), clause!("08.02.7.a"));
        let result = d.morale.iter().find(|(to, _)| total <= *to).map_or(State::Order, |(_, s)| *s);
        let added = || {
            let (rows, dice) = (words::signed(rows), words::signed(dice));
            say!("reckon-morale", rows, dice, total, state = result)
        };
        r.reckon(added, clause!("08.02.7.a"));
        let state = worse_of(self.state, result, clause!("08.02.7.a"), r);
        let fell = state > self.state;
        // Only who is then in LU, not who was worse already.
        let shaken = self.close_fire && result == State::Slight && state == State::Slight;
        let counts = match self.again {
            PinnedAgain::EveryTime => shaken,
            PinnedAgain::NewlyOnly => shaken && fell,
        };
        let pinned = counts && self.kind.on_foot();
        if pinned {
            r.reckon(|| say!("reckon-goes-to-ground"), clause!("04.02.7.a"));
        }
        let recoils = counts && matches!(self.kind, Kind::Mounted | Kind::Limbered);
        if recoils {
            r.reckon(|| say!("reckon-moves-away"), clause!("04.02.6"));
        }
        MoraleOutcome { state, fell, pinned, recoils }
    }
}
