//! The smaller procedures: reorganising, appointing a general, resupply, passing a pinned unit, the initiative.

use super::{Roll, Tally, check_valour, impossible, needs};
use crate::book;
use crate::clause;
use crate::say;
use crate::troop::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Procedure, Record, SituationError};
use words::Message;

/// An attempt to reorganise a unit from complete disorder. Two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReorganiseSituation {
    /// 1 in the turn of the disorder, then 2, then 3.
    pub attempt: u8,
    /// Its flight was checked this turn behind a friendly unit that was not carried away into FU.
    #[serde(default)]
    pub checked: bool,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
    #[serde(default)]
    pub valour: i8,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReorganiseOutcome {
    /// It is in U now.
    Reorganised,
    /// It flees on and may try again.
    FleesOn,
    /// The last attempt has failed: it flees off the table (08.04.3).
    Lost,
}

impl ReorganiseOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ReorganiseOutcome::Reorganised => say!("reorganised"),
            ReorganiseOutcome::FleesOn => say!("flees-on"),
            ReorganiseOutcome::Lost => say!("lost-off-table"),
        }
    }
}
words::spoken!(ReorganiseOutcome);

/// The procedure of reorganising from complete disorder.
#[derive(Clone, Copy, Debug)]
pub struct Reorganise;

impl Procedure for Reorganise {
    type Situation = ReorganiseSituation;
    type Prepared = (u8, i32);
    type Outcome = ReorganiseOutcome;

    const NAME: &'static str = "reorganise";

    fn title() -> Message {
        say!("title-reorganise")
    }

    fn check(s: &ReorganiseSituation) -> Result<(), SituationError> {
        check_valour("valour", s.valour)?;
        if !(1..=book::data().reorganise.len()).contains(&usize::from(s.attempt)) {
            let by = clause!("08.04.3.a");
            return Err(impossible("attempt", say!("first-second-third-not", by, attempt = s.attempt)));
        }
        Ok(())
    }

    fn prepare(s: &ReorganiseSituation, r: &mut impl Record) -> (u8, i32) {
        r.clause(clause!("08.04.3.a"));
        let rows = &book::data().reorganise_rows;
        let mut t = Tally::new(r);
        if s.checked {
            t.own(&rows.checked, clause!("XIX.a"));
        }
        if s.general {
            t.own(&rows.general, clause!("tables.general-with-unit"));
        }
        t.valour(s.valour);
        (s.attempt, t.sum)
    }

    fn resolve(
        &(attempt, modifier): &(u8, i32),
        d: &mut impl Dice,
        r: &mut impl Record,
    ) -> ReorganiseOutcome {
        let needed = &book::data().reorganise;
        let at = usize::from(attempt).clamp(1, needed.len());
        let result = Roll::sum(d, r).with(modifier, clause!("08.04.3.a"), r);
        if needs(result, needed[at - 1], clause!("XIX.a"), r) {
            ReorganiseOutcome::Reorganised
        } else if at < needed.len() {
            ReorganiseOutcome::FleesOn
        } else {
            r.clause(clause!("08.04.3.b"));
            ReorganiseOutcome::Lost
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "attempt": 1, "general": true, "valour": 0 })
    }
}

/// Nothing but the dice decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceOnly {}

/// The procedure of appointing a general in place of one lost. Two dice.
#[derive(Clone, Copy, Debug)]
pub struct Appointment;

/// Is he appointed?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AppointmentOutcome {
    pub appointed: bool,
}

impl AppointmentOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.appointed { say!("general-appointed") } else { say!("no-general-appointed") }
    }
}
words::spoken!(AppointmentOutcome);

impl Procedure for Appointment {
    type Situation = DiceOnly;
    type Prepared = ();
    type Outcome = AppointmentOutcome;

    const NAME: &'static str = "appointment";

    fn title() -> Message {
        say!("title-appointment")
    }

    fn prepare(_: &DiceOnly, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> AppointmentOutcome {
        let result = Roll::sum(d, r).at();
        AppointmentOutcome { appointed: needs(result, book::data().appointed, clause!("08.05.4"), r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}

/// A unit that has drawn ammunition from a wagon all turn. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResupplySituation {
    pub kind: Kind,
}

/// Is it supplied?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ResupplyOutcome {
    pub supplied: bool,
}

impl ResupplyOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.supplied { say!("resupplied") } else { say!("not-resupplied") }
    }
}
words::spoken!(ResupplyOutcome);

/// The procedure of resupply.
#[derive(Clone, Copy, Debug)]
pub struct Resupply;

impl Procedure for Resupply {
    type Situation = ResupplySituation;
    type Prepared = u8;
    type Outcome = ResupplyOutcome;

    const NAME: &'static str = "resupply";

    fn title() -> Message {
        say!("title-resupply")
    }

    fn check(s: &ResupplySituation) -> Result<(), SituationError> {
        if s.kind == Kind::Wagon {
            return Err(impossible("kind", say!("wagon-supplies-not-supplied")));
        }
        Ok(())
    }

    /// The least die that supplies.
    fn prepare(s: &ResupplySituation, _: &mut impl Record) -> u8 {
        let fails = book::data().resupply_fails;
        1 + if s.kind.artillery() { fails.1 } else { fails.0 }
    }

    fn resolve(least: &u8, d: &mut impl Dice, r: &mut impl Record) -> ResupplyOutcome {
        let die = d.reach(Die::D6, *least);
        r.die(die);
        ResupplyOutcome { supplied: needs(die.into(), (*least).into(), clause!("09.03.1.c"), r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "kind": "infantry" })
    }
}

/// A unit that comes upon a pinned friend in its way. Two dice if it attacks on foot, otherwise none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassPinnedSituation {
    /// The unit that passes.
    pub kind: Kind,
    /// It has announced an attack.
    #[serde(default)]
    pub attacking: bool,
    #[serde(default)]
    pub valour: i8,
}

/// Does it pass?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PassPinnedOutcome {
    /// If not, it halts in LU and is pinned.
    pub passes: bool,
}

impl PassPinnedOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.passes { say!("passes") } else { say!("halts-pinned") }
    }
}
words::spoken!(PassPinnedOutcome);

/// The procedure of passing through a pinned unit.
#[derive(Clone, Copy, Debug)]
pub struct PassPinned;

/// What an attacker needs to pass (04.02.9).
const PASSES: i32 = 10;

impl Procedure for PassPinned {
    type Situation = PassPinnedSituation;
    /// The outcome if it is certain, else the modifier.
    type Prepared = Result<PassPinnedOutcome, i32>;
    type Outcome = PassPinnedOutcome;

    const NAME: &'static str = "pass-pinned";

    fn title() -> Message {
        say!("title-pass-pinned")
    }

    fn check(s: &PassPinnedSituation) -> Result<(), SituationError> {
        if s.attacking && (s.kind.artillery() || s.kind == Kind::Wagon) {
            let by = clause!("07.01.4");
            return Err(impossible("attacking", say!("cannot-attack", kind = s.kind, by)));
        }
        check_valour("valour", s.valour)
    }

    fn prepare(s: &PassPinnedSituation, r: &mut impl Record) -> Result<PassPinnedOutcome, i32> {
        r.clause(clause!("04.02.9"));
        if !s.kind.on_foot() {
            return Ok(PassPinnedOutcome { passes: true });
        }
        if !s.attacking {
            return Ok(PassPinnedOutcome { passes: false });
        }
        let mut t = Tally::new(r);
        t.valour(s.valour);
        Err(t.sum)
    }

    fn resolve(
        p: &Result<PassPinnedOutcome, i32>,
        d: &mut impl Dice,
        r: &mut impl Record,
    ) -> PassPinnedOutcome {
        match p {
            Ok(o) => *o,
            Err(modifier) => {
                let result = Roll::sum(d, r).with(*modifier, clause!("04.02.9"), r);
                PassPinnedOutcome { passes: needs(result, PASSES, clause!("04.02.9"), r) }
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "kind": "infantry", "attacking": true, "valour": 1 })
    }
}

/// The procedure of dicing for the initiative. Two dice for each side, the first side's first; on a tie both again.
#[derive(Clone, Copy, Debug)]
pub struct Initiative;

/// Who has it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InitiativeOutcome {
    /// The first side, otherwise the second.
    pub first: bool,
}

impl InitiativeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.first { say!("first-side-initiative") } else { say!("second-side-initiative") }
    }
}
words::spoken!(InitiativeOutcome);

/// Each side rolls two dice, ties again (07.03.1). Is it the first side's?
pub fn dice_for_initiative(d: &mut impl Dice, r: &mut impl Record) -> bool {
    loop {
        let mut roll = || d.sum_seen(2, Die::D6, &mut |face| r.die(face));
        let (a, b) = (roll(), roll());
        r.total("first", a.into());
        r.total("second", b.into());
        r.reckon(|| say!("reckon-initiative", a, b), clause!("07.03.1"));
        if a != b || !d.again() {
            return a > b;
        }
    }
}

impl Procedure for Initiative {
    type Situation = DiceOnly;
    type Prepared = ();
    type Outcome = InitiativeOutcome;

    const NAME: &'static str = "initiative";

    fn title() -> Message {
        say!("title-initiative")
    }

    fn prepare(_: &DiceOnly, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> InitiativeOutcome {
        InitiativeOutcome { first: dice_for_initiative(d, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}
