//! Commanders, staffs and messages (chapter 08, tables II and XVI).

use super::{Roll, check_valour, needs, one_die};
use crate::book::fire;
use crate::book::melee::melee;
use crate::troop::State;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Clause, Dice, Die, Procedure, Record, Refusal, SituationError, check_length, check_number, impossible,
};
use words::Message;

/// Nothing but the dice decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceOnly {}

/// A commander's intervention (table XVI): what it is worth to his unit, and whether he falls.
pub fn intervention(d: &mut impl Dice, r: &mut impl Record) -> (i32, bool) {
    let die = one_die(d, r);
    let (value, falls) = fire::data().commander[usize::from(die.clamp(1, 6)) - 1];
    let fate = if falls { "falls" } else { "survives" };
    r.reckon(
        || say!("command-reckon-intervention", die, value = words::signed(value), fate),
        clause!("08.02.1"),
    );
    (value, falls)
}

/// The die of a staff figure that is no committed commander, with a unit under fire or in melee: does it fall (08.02.3)?
pub fn staff_falls(d: &mut impl Dice, r: &mut impl Record) -> bool {
    let most = melee().staff_falls;
    let die = d.reach(Die::D6, most + 1);
    r.die(die);
    let falls = die <= most;
    let fate = if falls { "falls" } else { "survives" };
    r.reckon(|| say!("command-reckon-staff", die, fate), clause!("08.02.3"));
    falls
}

/// Is a commander committed with a unit he touches: always in melee, under fire if his player will (08.02.2)?
pub fn committed(subordinate: bool, in_melee: bool, chosen: bool) -> Result<bool, Refusal> {
    let by = clause!("08.02.2");
    if chosen && !subordinate {
        return Err(Refusal::by(by, say!("command-not-his-own", by)));
    }
    Ok(subordinate && (in_melee || chosen))
}

/// Staffs and staff figures are no targets (08.02.4).
pub fn no_target() -> Refusal {
    let by = clause!("08.02.4");
    Refusal::by(by, say!("command-no-target", by))
}

/// Is a unit within command distance of its commander; `None`: he has fallen (08.03.4, 08.03.6)?
pub fn in_command(cm: Option<f64>) -> Result<Clause, Clause> {
    match cm {
        None => Err(clause!("08.03.6")),
        Some(cm) if cm <= melee().command_cm => Ok(clause!("08.03.4")),
        Some(_) => Err(clause!("08.03.4")),
    }
}

/// The procedure of a commander's intervention in combat. One die.
#[derive(Clone, Copy, Debug)]
pub struct Commander;

/// What it is worth and whether he falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CommanderOutcome {
    /// For his unit; on the morale of a unit under fire with the sign turned round.
    pub modifier: i32,
    pub falls: bool,
}

impl CommanderOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let value = words::signed(self.modifier);
        if self.falls { say!("commander-falls", value) } else { say!("commander-survives", value) }
    }
}
words::spoken!(CommanderOutcome);

impl Procedure for Commander {
    type Situation = DiceOnly;
    type Prepared = ();
    type Outcome = CommanderOutcome;

    const NAME: &'static str = "commander";

    fn title() -> Message {
        say!("title-commander")
    }

    fn prepare(_: &DiceOnly, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> CommanderOutcome {
        let (modifier, falls) = intervention(d, r);
        CommanderOutcome { modifier, falls }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}

/// The procedure for a staff figure with a unit under fire or in melee. One die.
#[derive(Clone, Copy, Debug)]
pub struct StaffCasualty;

/// Does it fall?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StaffCasualtyOutcome {
    pub falls: bool,
}

impl StaffCasualtyOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.falls { say!("staff-falls") } else { say!("staff-survives") }
    }
}
words::spoken!(StaffCasualtyOutcome);

impl Procedure for StaffCasualty {
    type Situation = DiceOnly;
    type Prepared = ();
    type Outcome = StaffCasualtyOutcome;

    const NAME: &'static str = "staff-casualty";

    fn title() -> Message {
        say!("title-staff-casualty")
    }

    fn prepare(_: &DiceOnly, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> StaffCasualtyOutcome {
        StaffCasualtyOutcome { falls: staff_falls(d, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}

/// A courier who may take a fallen commander's place. Three dice at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplaceCommanderSituation {
    /// Whole turns since he fell.
    pub turns: u8,
    /// Couriers left in his own staff and in a superior's.
    #[serde(default = "one")]
    pub couriers: u8,
}

fn one() -> u8 {
    1
}

/// The procedure of replacing a fallen commander.
#[derive(Clone, Copy, Debug)]
pub struct ReplaceCommander;

/// Is one appointed?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReplaceCommanderOutcome {
    pub appointed: bool,
    /// Couriers left after it.
    pub couriers: u8,
}

impl ReplaceCommanderOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let couriers = self.couriers;
        if self.appointed { say!("commander-replaced", couriers) } else { say!("commander-not-replaced") }
    }
}
words::spoken!(ReplaceCommanderOutcome);

impl Procedure for ReplaceCommander {
    type Situation = ReplaceCommanderSituation;
    type Prepared = (i32, u8);
    type Outcome = ReplaceCommanderOutcome;

    const NAME: &'static str = "replace-commander";

    fn title() -> Message {
        say!("title-replace-commander")
    }

    fn check(s: &ReplaceCommanderSituation) -> Result<(), SituationError> {
        check_number("turns", s.turns.into(), 0, 100)?;
        if s.couriers == 0 {
            let by = clause!("08.02.6.b");
            return Err(impossible("couriers", say!("command-no-courier-left", by)));
        }
        Ok(())
    }

    fn prepare(s: &ReplaceCommanderSituation, r: &mut impl Record) -> (i32, u8) {
        let turns = i32::from(s.turns);
        if turns > 0 {
            r.modifier("own", say!("command-row-turns-since"), turns, clause!("08.02.6.a"));
        }
        (turns, s.couriers)
    }

    fn resolve(
        &(modifier, couriers): &(i32, u8),
        d: &mut impl Dice,
        r: &mut impl Record,
    ) -> ReplaceCommanderOutcome {
        let result = Roll::sum(d, r).with(modifier, "result", clause!("08.02.6.a"), r);
        let appointed = needs(result, melee().replacing_needs, clause!("08.02.6.a"), r);
        if appointed {
            r.reckon(|| say!("command-reckon-courier-takes-over"), clause!("08.02.6.b"));
        }
        ReplaceCommanderOutcome { appointed, couriers: couriers.saturating_sub(appointed.into()) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "turns": 2, "couriers": 1 })
    }
}

/// How a written order stands to those before it (table II).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Repeats {
    #[default]
    Nothing,
    /// The order most recently carried out.
    CarriedOut,
    /// The most recent order, which was not carried out.
    NotCarriedOut,
}

/// A unit out of command that tries to take up its order. Three dice at the start of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReactionSituation {
    #[serde(default)]
    pub repeats: Repeats,
    /// The order follows the written instruction it was given.
    #[serde(default)]
    pub as_instructed: bool,
    /// A courier is in base contact.
    #[serde(default)]
    pub courier: bool,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub valour: i8,
}

/// The procedure of the reaction roll.
#[derive(Clone, Copy, Debug)]
pub struct Reaction;

/// Does it carry out its order?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReactionOutcome {
    /// Otherwise it stands still the whole turn.
    pub obeys: bool,
}

impl ReactionOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.obeys { say!("reaction-obeys") } else { say!("reaction-stands") }
    }
}
words::spoken!(ReactionOutcome);

impl Procedure for Reaction {
    type Situation = ReactionSituation;
    type Prepared = i32;
    type Outcome = ReactionOutcome;

    const NAME: &'static str = "reaction";

    fn title() -> Message {
        say!("title-reaction")
    }

    fn check(s: &ReactionSituation) -> Result<(), SituationError> {
        if s.state == State::Complete {
            let by = clause!("03.03.5");
            return Err(impossible("state", say!("command-fu-no-orders", by)));
        }
        check_valour("valour", s.valour)
    }

    fn prepare(s: &ReactionSituation, r: &mut impl Record) -> i32 {
        let rows = &melee().reaction;
        let mut sum = 0;
        let mut add = |what: Message, value: i32, by: Clause| {
            if value != 0 {
                r.modifier("own", what, value, by);
                sum += value;
            }
        };
        match s.repeats {
            Repeats::Nothing => {}
            Repeats::CarriedOut => {
                add(say!("command-row-repeats-done"), rows.repeats_done, clause!("skema.II.a"));
            }
            Repeats::NotCarriedOut => {
                add(say!("command-row-repeats-undone"), rows.repeats_undone, clause!("skema.II.a"));
            }
        }
        if s.as_instructed {
            add(say!("command-row-instructed"), rows.as_instructed, clause!("08.03.5"));
        }
        if s.courier {
            add(say!("command-row-courier"), rows.courier, clause!("08.03.5"));
        }
        let grades = i32::from(s.state.grades());
        add((melee().rows.light.says)(), rows.light * grades, clause!("08.03.5"));
        if s.state == State::Disorder {
            add((melee().rows.disorder.says)(), rows.disorder, clause!("08.03.5"));
        }
        add((melee().rows.valour.says)(), s.valour.into(), clause!("08.03.5"));
        sum
    }

    fn resolve(modifier: &i32, d: &mut impl Dice, r: &mut impl Record) -> ReactionOutcome {
        let result = Roll::sum(d, r).with(*modifier, "result", clause!("08.03.5"), r);
        ReactionOutcome { obeys: needs(result, melee().reaction_needs, clause!("skema.II.a"), r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "repeats": "carried_out", "valour": 1 })
    }
}

/// The procedure for the delay of a message (table II). One die, seen by the umpire alone.
#[derive(Clone, Copy, Debug)]
pub struct Delay;

/// How late is it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DelayOutcome {
    /// Whole turns; `None`: it does not get through.
    pub turns: Option<u8>,
}

impl DelayOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self.turns {
            None => say!("message-lost"),
            Some(0) => say!("message-not-delayed"),
            Some(turns) => say!("message-delayed", turns),
        }
    }
}
words::spoken!(DelayOutcome);

impl Procedure for Delay {
    type Situation = DiceOnly;
    type Prepared = ();
    type Outcome = DelayOutcome;

    const NAME: &'static str = "delay";

    fn title() -> Message {
        say!("title-delay")
    }

    fn prepare(_: &DiceOnly, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> DelayOutcome {
        let die = one_die(d, r);
        let turns = melee().delay.get(usize::from(die.clamp(1, 6)) - 1).copied().flatten();
        r.reckon(|| say!("command-reckon-delay", die), clause!("08.03.2"));
        DelayOutcome { turns }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}

/// A courier alone at the end of the turn. Three dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoneCourierSituation {
    /// Cm that he moved in this turn.
    pub moved: f64,
    /// His march length in cm.
    pub march_length: f64,
    /// He is in base contact with a commander or a tactical unit.
    #[serde(default)]
    pub in_contact: bool,
}

/// The procedure for a lone courier.
#[derive(Clone, Copy, Debug)]
pub struct LoneCourier;

/// Is he lost?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LoneCourierOutcome {
    pub lost: bool,
}

impl LoneCourierOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.lost { say!("courier-lost") } else { say!("courier-safe") }
    }
}
words::spoken!(LoneCourierOutcome);

impl Procedure for LoneCourier {
    type Situation = LoneCourierSituation;
    type Prepared = i32;
    type Outcome = LoneCourierOutcome;

    const NAME: &'static str = "lone-courier";

    fn title() -> Message {
        say!("title-lone-courier")
    }

    fn check(s: &LoneCourierSituation) -> Result<(), SituationError> {
        check_length("moved", s.moved)?;
        check_length("march_length", s.march_length)?;
        if s.in_contact {
            let by = clause!("08.02.5");
            return Err(impossible("in_contact", say!("command-courier-not-alone", by)));
        }
        Ok(())
    }

    fn prepare(s: &LoneCourierSituation, r: &mut impl Record) -> i32 {
        if 2.0 * s.moved <= s.march_length + table::EPS {
            return 0;
        }
        let value = melee().courier_rode;
        r.modifier("own", say!("command-row-rode-far"), value, clause!("08.02.5"));
        value
    }

    fn resolve(modifier: &i32, d: &mut impl Dice, r: &mut impl Record) -> LoneCourierOutcome {
        let result = Roll::sum(d, r).with(*modifier, "result", clause!("08.02.5"), r);
        LoneCourierOutcome { lost: !needs(result, melee().courier_needs, clause!("08.02.5"), r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "moved": 40, "march_length": 60 })
    }
}
