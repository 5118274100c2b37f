//! Being swept along by own troops in flight (13.05).

use super::melee::points::Pair;
use super::melee::{Attack, Before, Fighter, Ground, MeleeReadings, Who, check_attack, intervenes};
use super::{Groups, Roll, within, worsen};
use crate::book::melee::{Block, melee};
use crate::troop::{Arm, Formation, State};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, SituationError, impossible};
use words::{Joint, Message};

/// A unit in flight that comes into base contact with another of its side. One die for each commander who is with his unit, the
/// fleeing unit's first; three dice for the fleeing unit, three for the threatened one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepSituation {
    pub fleeing: Fighter,
    /// Where and over what it comes.
    #[serde(default)]
    pub onrush: Attack,
    pub threatened: Fighter,
    #[serde(default)]
    pub ground: Ground,
    #[serde(default)]
    pub groups: Groups,
    #[serde(default)]
    pub readings: MeleeReadings,
}

/// Skirmish lines, swarms and unlimbered artillery do not roll (13.05.5).
pub fn does_not_roll(threatened: &Fighter, unlimbered: bool) -> Option<Clause> {
    let guns = threatened.arm == Arm::Artillery && unlimbered;
    (threatened.formation == Formation::Skirmish || guns).then(|| clause!("13.05.5"))
}

/// What becomes of the threatened unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SweepOutcome {
    pub state: State,
    /// It came into U or FU: it retreats or flees at once.
    pub swept: bool,
    /// The commanders who fall: the fleeing unit's and the threatened one's.
    pub commanders_fall: [bool; 2],
}

impl SweepOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let state = self.state;
        let mut all = vec![if self.swept { say!("sweep-swept", state) } else { say!("sweep-stands", state) }];
        if self.commanders_fall[0] {
            all.push(say!("sweep-commander-fleeing-falls"));
        }
        if self.commanders_fall[1] {
            all.push(say!("sweep-commander-falls"));
        }
        words::list(all, Joint::Semicolon)
    }
}
words::spoken!(SweepOutcome);

/// All that can be known before the dice.
#[derive(Clone, Debug)]
pub struct PreparedSweep {
    points: [i32; 2],
    commanders: [bool; 2],
    block: Block,
    was: State,
    readings: MeleeReadings,
}

/// The procedure of being swept along.
#[derive(Clone, Copy, Debug)]
pub struct SweepAlong;

impl Procedure for SweepAlong {
    type Situation = SweepSituation;
    type Prepared = PreparedSweep;
    type Outcome = SweepOutcome;

    const NAME: &'static str = "sweep-along";

    fn title() -> Message {
        say!("title-sweep-along")
    }

    fn check(s: &SweepSituation) -> Result<(), SituationError> {
        s.fleeing.check(&s.readings).map_err(|e| within("fleeing", e))?;
        s.threatened.check(&s.readings).map_err(|e| within("threatened", e))?;
        s.groups.check("groups")?;
        check_attack(&s.fleeing, &s.threatened, &s.onrush).map_err(|e| within("onrush", e))?;
        if s.fleeing.state != State::Complete {
            let by = clause!("13.05.1");
            return Err(impossible("fleeing.state", say!("sweep-fleeing-is-fu", by)));
        }
        if s.threatened.state == State::Complete {
            let by = clause!("13.05.1");
            return Err(impossible("threatened.state", say!("sweep-threatened-not-fu", by)));
        }
        // Limbered artillery stands in line too, where that is said (05.03.3).
        let t = &s.threatened;
        let unlimbered = t.arm == Arm::Artillery && t.formation == Formation::Line && !t.limbered;
        if let Some(by) = does_not_roll(&s.threatened, unlimbered) {
            return Err(impossible("threatened", say!("sweep-does-not-roll", by)));
        }
        Ok(())
    }

    fn prepare(s: &SweepSituation, r: &mut impl Record) -> PreparedSweep {
        r.clause(clause!("13.05.1"));
        r.clause(clause!("13.05.2"));
        let pair = Pair {
            sides: [&s.fleeing, &s.threatened],
            attacks: [Some(&s.onrush), None],
            before: Before::Nothing,
            ground: s.ground,
            sweep: true,
            readings: s.readings,
            groups: &s.groups,
        };
        let block = match (s.fleeing.arm, s.threatened.arm) {
            (Arm::Cavalry, Arm::Cavalry) => Block::HorseOnHorse,
            (Arm::Cavalry, _) => Block::HorseOnOthers,
            _ => Block::Infantry,
        };
        PreparedSweep {
            points: Who::BOTH.map(|who| pair.points(who, r)),
            commanders: [s.fleeing.commander, s.threatened.commander],
            block,
            was: s.threatened.state,
            readings: s.readings,
        }
    }

    fn resolve(p: &PreparedSweep, d: &mut impl Dice, r: &mut impl Record) -> SweepOutcome {
        let (mut points, mut commanders_fall) = (p.points, [false; 2]);
        for who in Who::BOTH {
            if p.commanders[who as usize] {
                let (value, falls) = intervenes(who, d, r);
                points[who as usize] += value;
                commanders_fall[who as usize] = falls;
            }
        }
        let totals = Who::BOTH.map(|who| {
            let roll = Roll::sum(d, r);
            roll.with(points[who as usize], who.side(), clause!("13.05.2"), r)
        });
        let mut state = p.was;
        if totals[0] > totals[1] {
            let difference = totals[0].abs_diff(totals[1]);
            let by_table = melee().clash(p.block, difference, Some(true)).loser;
            r.reckon(|| say!("melee-reckon-state", difference, state = by_table), clause!("13.05.2"));
            state = worsen(p.was, p.readings.effect(by_table), r);
        } else {
            r.reckon(|| say!("sweep-reckon-withstands"), clause!("13.05.2"));
        }
        let swept = !state.intact() && state != p.was;
        r.reckon(|| say!("sweep-reckon-result", state), clause!("13.05.4"));
        SweepOutcome { state, swept, commanders_fall }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "fleeing": { "arm": "infantry", "figures": 24, "state": "FU" },
            "threatened": { "arm": "infantry", "formation": "attack_column", "figures": 30, "valour": 1 },
        })
    }
}
