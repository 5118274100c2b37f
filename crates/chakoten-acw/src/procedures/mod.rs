//! What the book resolves, with dice or without. A procedure knows nothing of the table; it is told the facts.
//!
//! Every procedure of two dice can be taken apart: [`umpire::Procedure::prepare`] weighs the situation, [`Roll`] rolls, and
//! the prepared situation reads the roll (`read`). Whoever needs the unmodified dice afterwards (prisoners) rolls himself.
//! In a ruling the modifiers stand under `own` and `opponent`, the two columns of the book's tables (XII.a).

pub mod artillery;
pub mod carried_away;
pub mod deviation;
pub mod march_time;
pub mod melee;
pub mod morale;
pub mod prisoners;
pub mod shock;
pub mod small;
pub mod small_arms;
pub mod target;

pub use artillery::{Aimed, Artillery, ArtilleryOutcome, ArtillerySituation, Equipment, Hit, WagonLoss};
pub use carried_away::{CarriedAway, CarriedAwayOutcome, CarriedAwaySituation};
pub use deviation::{Deviation, DeviationOutcome, DeviationSituation};
pub use march_time::{MarchTime, MarchTimeOutcome, MarchTimeSituation};
pub use melee::{Melee, MeleeOutcome, MeleeSituation};
pub use morale::{Morale, MoraleCause, MoraleOutcome, MoraleSituation};
pub use prisoners::{Prisoners, PrisonersOutcome, PrisonersSituation};
pub use shock::{Approach, Attack, Shock, ShockOutcome, ShockSide, ShockSituation, Who};
pub use small::{
    Appointment, AppointmentOutcome, DiceOnly, Initiative, InitiativeOutcome, PassPinned,
    PassPinnedSituation, Reorganise, ReorganiseSituation, Resupply, ResupplySituation,
};
pub use small_arms::{Firer, LastFire, SmallArms, SmallArmsOutcome, SmallArmsSituation};
pub use target::{Behind, Losses, Target};

use crate::book::Row;
use crate::troop::State;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
pub use umpire::Exact;
use umpire::{AnyProcedure, Clause, Dice, Die, Part, Readings, Record, Round, SituationError};
use umpire::{check_count, check_length, impossible};
use words::Message;

/// Every procedure of the book.
pub static ALL: &[&dyn AnyProcedure] = &[
    &PhantomData::<SmallArms>,
    &PhantomData::<Deviation>,
    &PhantomData::<Artillery>,
    &PhantomData::<Shock>,
    &PhantomData::<Melee>,
    &PhantomData::<Prisoners>,
    &PhantomData::<Morale>,
    &PhantomData::<CarriedAway>,
    &PhantomData::<Reorganise>,
    &PhantomData::<Appointment>,
    &PhantomData::<Resupply>,
    &PhantomData::<PassPinned>,
    &PhantomData::<Initiative>,
    &PhantomData::<MarchTime>,
];

/// The readings that matter where something is resolved, by the ids that `vedette rules chakoten-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CombatReadings {
    /// How are parts of a man rounded (VI.a, X.a)?
    pub rounding: Rounding,
    /// Does the remainder for one more element double with a pinned unit's figures (05.01.6)?
    pub pinned_remainder: PinnedRemainder,
    /// Do the cover fractions hold in melee (07.05.1)?
    pub melee_cover: MeleeCover,
    /// Do the rows for 100 % and 200 % more add up (XII.b)?
    pub superiority: Superiority,
    /// Does a working unit attacked in the flank give its row twice (XII.c)?
    pub flank_and_working: FlankAndWorking,
    /// Is a unit already in LU pinned by another LU under close fire (04.02.7.a)?
    pub pinned_again: PinnedAgain,
    /// Do the rows for 1/3 and 2/3 lost add up (XV.a)?
    pub thirds_lost: ThirdsLost,
    /// How are parts of a man rounded in artillery losses (X.a)?
    pub artillery_rounding: ArtilleryRounding,
    /// When does the opponent keep order in a shock roll (07.02.3.a)?
    pub keeps_order: KeepsOrder,
    /// Who has the initiative when both attack (07.03.1)?
    pub initiative: HasInitiative,
    /// What does an attack in the rear give (07.03.4)?
    pub rear_attack: RearAttack,
    /// Which use of the arms cannot empty the cartridge boxes (09.01.1)?
    pub ammunition_first_use: FirstUse,
}

umpire::choice!(
    /// How parts of a man are rounded (VI.a, X.a): to the nearest with halves up, or down.
    Rounding { Nearest, Down }
);
umpire::choice!(
    /// Does the remainder for one more element double with a pinned unit's figures (05.01.6)?
    PinnedRemainder { Doubled, Kept }
);
umpire::choice!(
    /// Do the cover fractions hold in melee (07.05.1)?
    MeleeCover { Counts, FireOnly }
);
umpire::choice!(
    /// Do the rows for 100 % and 200 % more add up (XII.b)?
    Superiority { Higher, AddsUp }
);
umpire::choice!(
    /// Does a working unit attacked in the flank give its row twice (XII.c)?
    FlankAndWorking { Once, Twice }
);
umpire::choice!(
    /// Is a unit already in LU pinned by another LU under close fire (04.02.7.a)?
    PinnedAgain { EveryTime, NewlyOnly }
);
umpire::choice!(
    /// Do the rows for 1/3 and 2/3 lost add up (XV.a)?
    ThirdsLost { Higher, AddsUp }
);

umpire::choice!(
    /// How parts of a man are rounded in artillery losses (X.a).
    ArtilleryRounding { AsSmallArms, Down }
);
umpire::choice!(
    /// When the opponent keeps order in a shock roll (07.02.3.a): on every result up to 7, or only if he is then in OR.
    KeepsOrder { ToSeven, InOrder }
);
umpire::choice!(
    /// Who has the initiative when both attack (07.03.1): by charge, order, dice; or always by dice.
    HasInitiative { ChargeOrderDice, Dice }
);
umpire::choice!(
    /// What an attack in the rear gives (07.03.4): its own row, or that of the flank.
    RearAttack { BothRows, AsFlank }
);
umpire::choice!(
    /// Which use of the arms cannot empty the cartridge boxes (09.01.1): the first of all, or none.
    FirstUse { FirstUse, None }
);

impl CombatReadings {
    /// How artillery losses are rounded.
    pub(crate) fn for_artillery(self) -> Rounding {
        match self.artillery_rounding {
            ArtilleryRounding::AsSmallArms => self.rounding,
            ArtilleryRounding::Down => Rounding::Down,
        }
    }

    /// Those of a battle.
    pub fn of(r: &Readings) -> CombatReadings {
        CombatReadings {
            rounding: Rounding::pick(r.is(reading!("rounding", "down"))),
            pinned_remainder: PinnedRemainder::pick(r.is(reading!("pinned-remainder", "kept"))),
            melee_cover: MeleeCover::pick(r.is(reading!("melee-cover", "fire-only"))),
            superiority: Superiority::pick(r.is(reading!("superiority", "adds-up"))),
            flank_and_working: FlankAndWorking::pick(r.is(reading!("flank-and-working", "twice"))),
            pinned_again: PinnedAgain::pick(r.is(reading!("pinned-again", "newly-only"))),
            thirds_lost: ThirdsLost::pick(r.is(reading!("thirds-lost", "adds-up"))),
            artillery_rounding: ArtilleryRounding::pick(r.is(reading!("artillery-rounding", "down"))),
            keeps_order: KeepsOrder::pick(r.is(reading!("keeps-order", "in-order"))),
            initiative: HasInitiative::pick(r.is(reading!("initiative", "dice"))),
            rear_attack: RearAttack::pick(r.is(reading!("rear-attack", "as-flank"))),
            ammunition_first_use: FirstUse::pick(r.is(reading!("ammunition-first-use", "none"))),
        }
    }
}

/// Two dice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    /// The unmodified sum, from 2 to 12.
    pub sum: u8,
    /// The face that both dice show, if they do; unknown (`None`) where only the sum was rolled.
    pub double: Option<u8>,
}

impl Roll {
    /// Two dice of which only the sum matters (01.04.1).
    pub fn sum(d: &mut impl Dice, r: &mut impl Record) -> Roll {
        r.clause(clause!("01.04.1"));
        let sum = d.sum_seen(2, Die::D6, &mut |face| r.die(face)) as u8;
        r.total("dice", sum.into());
        Roll { sum, double: None }
    }

    /// Two dice of which doubles matter too.
    pub fn faces(d: &mut impl Dice, r: &mut impl Record) -> Roll {
        r.clause(clause!("01.04.1"));
        let (a, b) = (d.d6(), d.d6());
        r.die(a);
        r.die(b);
        r.total("dice", (a + b).into());
        Roll { sum: a + b, double: (a == b).then_some(a) }
    }

    fn at(self) -> i32 {
        self.sum.into()
    }

    /// The sum with what is added and taken off, written down by the clause that says so.
    fn with(self, modifier: i32, by: Clause, r: &mut impl Record) -> i32 {
        let (dice, result) = (self.sum, self.at() + modifier);
        r.total("result", result);
        r.reckon(|| say!("reckon-result", dice, modifier = words::signed(modifier), result), by);
        result
    }
}

/// What a roll came to, and what it needed, by the clause that says so.
fn needs(result: i32, needed: i32, by: Clause, r: &mut impl Record) -> bool {
    r.reckon(|| say!("reckon-needed", result, needed), by);
    result >= needed
}

/// A result never betters a unit: where it is as bad or worse off already, that is written down.
fn worse_of(was: State, result: State, by: Clause, r: &mut impl Record) -> State {
    if was > State::Order && was >= result {
        r.reckon(|| say!("reckon-no-better", was), by);
    }
    was.max(result)
}

/// Adds up modifiers and writes them down.
struct Tally<'a, R> {
    sum: i32,
    r: &'a mut R,
}

impl<'a, R: Record> Tally<'a, R> {
    fn new(r: &'a mut R) -> Tally<'a, R> {
        Tally { sum: 0, r }
    }

    /// The condition is true of the rolling side.
    fn own(&mut self, row: &Row, clause: Clause) {
        self.add("own", row.says, row.own, clause);
    }

    /// The condition is true of the other side.
    fn opponent(&mut self, row: &Row, clause: Clause) {
        if row.kept {
            self.keep("opponent", row.says, row.opponent, clause);
        } else {
            self.add("opponent", row.says, row.opponent, clause);
        }
    }

    fn valour(&mut self, v: i8) {
        self.add("own", say!("valour"), v.into(), clause!("08.01.1"));
    }

    /// Another clause on which it rests that something counts, or does not.
    fn rests_on(&mut self, clause: Clause) {
        self.r.clause(clause);
    }

    /// A step of the reckoning.
    fn reckon(&mut self, says: impl FnOnce() -> Message, by: Clause) {
        self.r.reckon(says, by);
    }

    /// A row that is a dash for this side changes nothing and is not written.
    fn add(&mut self, side: &'static str, what: impl Into<Message>, value: i32, clause: Clause) {
        if value != 0 {
            self.r.modifier(side, what, value, clause);
            self.sum += value;
        }
    }

    /// The same of what the enemy keeps to himself.
    fn keep(&mut self, side: &'static str, what: impl Into<Message>, value: i32, clause: Clause) {
        if value != 0 {
            self.r.kept_modifier(side, what, value, clause);
            self.sum += value;
        }
    }
}

impl From<Rounding> for Round {
    fn from(r: Rounding) -> Round {
        match r {
            Rounding::Nearest => Round::Nearest,
            Rounding::Down => Round::Down,
        }
    }
}

/// A part of a loss in men (cover, pinned, shares), written down where it is not the whole.
fn men_left(part: Part, loss: u32, rounding: Rounding, by: Clause, r: &mut impl Record) -> u32 {
    let men = part.of(loss, rounding.into());
    if part != Part::WHOLE {
        let (of, part) = part.fraction();
        r.reckon(|| say!("reckon-part", loss, of, by = part, men), by);
    }
    men
}

/// A penalty of the umpire may lower valour below what the book gives (01.06.2).
fn check_valour(field: &'static str, v: i8) -> Result<(), SituationError> {
    if (-4..=2).contains(&v) {
        return Ok(());
    }
    let by = clause!("08.01.1");
    Err(impossible(field, say!("valour-2-1-0", by, v)))
}

/// `3 men`, `1 man`, for outcomes in words.
struct Men(u32);

impl Men {
    /// In words.
    pub fn message(&self) -> Message {
        match self.0 {
            0 => say!("no-loss"),
            men => say!("men-lost", men),
        }
    }
}
words::spoken!(Men);
