//! The charge reaction: one value for both sides, at first and at attack distance (21.2, tables 13A and 16A).

use super::formations::yes;
use super::{
    Around, GeneralNear, Options, Sum, Worn, added, check_factors, check_troop, counted, faces, known,
    procedure, test_die,
};
use crate::book::results::{Charged, Charger};
use crate::book::tests::Both;
use crate::book::{SheetRef, numbers};
use crate::formation::Formation;
use crate::order::{Quarter, Response};
use crate::terrain::Cover;
use crate::troop::{Arm, Class, Nation, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Readings, Record, SituationError, check_count, check_number};
use words::{Joint, Message};

umpire::choice!(
    /// Is a flank or rear factor taken off again when the defender has faced the charge (21.2.a.7)?
    FacedInTime { Stays, TakenOff }
);
umpire::choice!(
    /// Do the rows of lines and columns in table 13A hold for mounted troops too (T13.A)?
    FormationRows { OfFoot, OfAll }
);
umpire::choice!(
    /// Do chargers who halted at -8 break before a defender who cannot countercharge (T16.A)?
    UnableDefender { ChargersStay, ChargersBreak }
);

/// The readings that matter to charge reactions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ReactionReadings {
    pub faced_in_time: FacedInTime,
    pub unable_defender: UnableDefender,
    pub formation_rows: FormationRows,
}

impl ReactionReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> ReactionReadings {
        ReactionReadings {
            faced_in_time: FacedInTime::pick(r.is(reading!("faced-in-time", "taken-off"))),
            unable_defender: UnableDefender::pick(r.is(reading!("unable-defender", "chargers-break"))),
            formation_rows: FormationRows::pick(r.is(reading!("formation-rows", "of-all"))),
        }
    }
}

/// One side of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reacting {
    /// Of the majority of its figures.
    pub troop: Troop,
    pub formation: Formation,
    /// Cavalry on foot.
    #[serde(default)]
    pub on_foot: bool,
    /// Figures in the charge, of all who charge or are charged together.
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    pub worn: Worn,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    #[serde(default)]
    pub general: GeneralNear,
    /// It contains a sub-unit of a higher class.
    #[serde(default)]
    pub better_part: bool,
    /// It stands higher than the enemy.
    #[serde(default)]
    pub higher: bool,
    /// Supporting units within 25 cm.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub supports: u8,
    /// Own units within 25 cm and in sight.
    #[serde(default)]
    pub own: Around,
    /// Dice that it has already rolled in this move.
    #[serde(default)]
    pub rolled: Option<[u8; 2]>,
    #[serde(default)]
    pub frenzied: bool,
}

impl Reacting {
    /// Fresh, alone, with nothing near.
    pub fn new(troop: Troop, formation: Formation, figures: u32) -> Reacting {
        Reacting {
            troop,
            formation,
            on_foot: false,
            figures,
            worn: Worn::new(figures, 0),
            disorganisation: 0,
            general: GeneralNear::None,
            better_part: false,
            higher: false,
            supports: 0,
            own: Around::default(),
            rolled: None,
            frenzied: false,
        }
    }

    pub(super) fn mounted(&self) -> bool {
        super::movement::mounted(&self.troop, self.formation, self.on_foot)
    }

    fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_troop(field, &self.troop)?;
        check_count(field, self.figures, 1)?;
        self.worn.check(field)?;
        check_factors(field, self.disorganisation)?;
        check_number(field, self.supports.into(), 0, super::MOST_UNITS)?;
        self.own.check(field)?;
        let die = test_die(self.troop.irregular());
        if self.rolled.is_some_and(|d| d.iter().any(|f| !die.faces().contains(f))) {
            return Err(umpire::impossible(field, say!("no-such-dice")));
        }
        Ok(())
    }
}

/// A charge that was declared and answered. Two dice for the charger, then two for the charged: average for regulars, ordinary for
/// irregulars; none for a side that has rolled already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReactionSituation {
    pub charger: Reacting,
    pub defender: Reacting,
    /// What the charged unit declared.
    #[serde(default)]
    pub response: Option<Response>,
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub from: Quarter,
    /// The defender changes formation, and cannot be ready in time.
    #[serde(default)]
    pub changing: bool,
    /// It has no flanks: a square, open order, gun crews, in a building.
    #[serde(default)]
    pub no_flanks: bool,
    /// Mamelukes in their first charge of the game.
    #[serde(default)]
    pub first_charge: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: ReactionReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// What the two sides do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Reaction {
    pub value: i32,
    pub charger: Charger,
    pub defender: DefenderDoes,
    /// The distance in cm at which a standing defender must stop firing.
    pub fires_at: Option<u8>,
    /// The charger, or the defender, is frenzied now.
    pub charger_frenzied: bool,
    pub defender_frenzied: bool,
}

/// What a charged unit does, with what it is able to do (table 16A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenderDoes {
    Break,
    WithdrawAtDouble,
    Stand,
    /// Stand, or evade if it may.
    StandOrEvade,
    AsDeclared,
    MoveOrders,
    Countercharge,
}

impl Reaction {
    /// In words.
    pub fn message(&self) -> Message {
        let charger = match self.charger {
            Charger::MakeTheCharge => say!("charger-makes-it"),
            Charger::StrikeHome => say!("charger-strikes-home"),
            Charger::Refuse => say!("charger-refuses"),
            Charger::Halt => say!("charger-halts"),
            Charger::HaltOrBreak => say!("charger-halts-or-breaks"),
            Charger::WithdrawToCover => say!("charger-withdraws"),
        };
        let defender = match self.defender {
            DefenderDoes::Break => say!("defender-breaks"),
            DefenderDoes::WithdrawAtDouble => say!("defender-withdraws"),
            DefenderDoes::Stand => say!("defender-stands"),
            DefenderDoes::StandOrEvade => say!("defender-stands-or-evades"),
            DefenderDoes::AsDeclared => say!("defender-as-declared"),
            DefenderDoes::MoveOrders => say!("defender-move-orders"),
            DefenderDoes::Countercharge => say!("defender-countercharges"),
        };
        let fires = self.fires_at.map(|cm| say!("defender-fires-at", cm));
        let frenzy = [
            self.charger_frenzied.then(|| say!("charger-frenzied")),
            self.defender_frenzied.then(|| say!("defender-frenzied")),
        ];
        let all = [Some(charger), Some(defender), fires].into_iter().chain(frenzy).flatten();
        words::list(all, Joint::Semicolon)
    }
}
words::spoken!(Reaction);

fn check(s: &ReactionSituation) -> Result<(), SituationError> {
    s.charger.check("charger")?;
    s.defender.check("defender")
}

/// The most supports that count (table 13A).
pub(super) const MOST_SUPPORTS: u8 = 4;

/// The factors of one side, in its column.
fn side<R: Record>(
    s: &Reacting,
    enemy: &Reacting,
    column: fn(&Both) -> i32,
    sheet: &SheetRef,
    sum: &mut Sum<'_, R>,
) {
    let n = &numbers().tests.charge;
    let by = || clause!("T13.A");
    match s.general {
        GeneralNear::Within5 => sum.add(say!("row-general-5"), column(&n.general_5), clause!("7.4")),
        GeneralNear::Within50 => sum.add(say!("row-general-50"), column(&n.general_50), clause!("7.4")),
        GeneralNear::None => {}
    }
    match s.troop.class {
        Class::A => sum.add(say!("row-class-a"), column(&n.class_a), clause!("T13.A.x")),
        Class::B => sum.add(say!("row-class-b"), column(&n.class_b), clause!("T13.A.x")),
        Class::C => {}
        Class::D => sum.add(say!("row-class-d"), column(&n.class_d), clause!("T13.A.x")),
        Class::E => sum.add(say!("row-class-e"), column(&n.class_e), clause!("T13.A.x")),
    }
    if s.better_part {
        sum.add(say!("row-better-part"), column(&n.higher_class), by());
    }
    if s.higher {
        sum.add(say!("row-higher"), column(&n.higher), by());
    }
    if s.figures * 2 < enemy.figures {
        sum.add(say!("row-under-half"), column(&n.half_strength), clause!("play.charge.several"));
    }
    let factors = counted(&s.troop, s.disorganisation, sum.r).min(super::small_arms::MOST_FACTORS);
    sum.times(say!("row-disorganisation"), column(&n.disorder), factors, by());
    let steps = s.worn.steps(sheet, sum.r);
    sum.times(say!("row-five-percent"), column(&n.losses), steps, by());
    sum.times(
        say!("row-support"),
        column(&n.support),
        s.supports.min(MOST_SUPPORTS),
        clause!("glossary.support"),
    );
    let retiring = || clause!("glossary.retiring-units");
    sum.times(say!("row-own-falling-back"), column(&n.giving_ground), s.own.falling_back, retiring());
    sum.times(say!("row-own-retreating"), column(&n.retreating), s.own.retreating, retiring());
    sum.times(say!("row-own-routing"), column(&n.routing), s.own.routing, retiring());
}

/// Formations against each other, cover, flank and rear: once for both (T13.A.cover).
fn matchup<R: Record>(s: &ReactionSituation, sum: &mut Sum<'_, R>) {
    let n = &numbers().tests.charge;
    let by = || clause!("T13.A.cover");
    match s.cover {
        Cover::None => {}
        Cover::Soft => sum.add(say!("row-soft-cover"), n.soft_cover.charger, by()),
        Cover::Hard | Cover::Building | Cover::Complete => {
            sum.add(say!("row-hard-cover"), n.hard_cover.charger, by());
        }
    }
    let (on, against) = (s.charger.formation, s.defender.formation);
    // The rows of foot in line and column, or of anybody so formed.
    let of_all = s.readings.formation_rows == FormationRows::OfAll;
    if !s.charger.mounted() || of_all {
        if against.square() {
            if on.close_column() {
                sum.add(say!("row-column-on-square"), n.column_on_square.charger, by());
            } else if on.counts_as_line() {
                sum.add(say!("row-line-on-square"), n.line_on_square.charger, by());
            }
        } else if on.close_column() && against.counts_as_line() && (!s.defender.mounted() || of_all) {
            sum.add(say!("row-column-on-line"), n.column_on_line.charger, by());
        }
    }
    if s.charger.mounted() {
        if against == Formation::DoubleSquare {
            sum.add(say!("row-cavalry-on-double-square"), n.cavalry_on_double_square.charger, by());
        } else if against.square() {
            sum.add(say!("row-cavalry-on-square"), n.cavalry_on_square.charger, by());
        } else if !s.defender.mounted() || of_all {
            if against.column() {
                sum.add(say!("row-cavalry-on-column"), n.cavalry_on_column.charger, by());
            } else if against.counts_as_line() {
                sum.add(say!("row-cavalry-on-line"), n.cavalry_on_line.charger, by());
            }
        }
        if s.defender.mounted() && light(&s.charger.troop) && !light(&s.defender.troop) {
            sum.add(say!("row-light-on-heavy"), n.light_on_heavy.charger, by());
        }
    }
    let (flank, rear) = flanked(s.from, s.no_flanks);
    place(flank || s.changing, rear, sum);
    if s.options.national && s.charger.troop.mameluke && s.first_charge {
        sum.add(say!("row-mameluke"), n.mameluke.charger, clause!("A3.8"));
    }
}

fn flanked(from: Quarter, no_flanks: bool) -> (bool, bool) {
    (from == Quarter::Flank && !no_flanks, from == Quarter::Rear && !no_flanks)
}

/// Flank and rear exclude each other (T13.A.x).
fn place<R: Record>(flank: bool, rear: bool, sum: &mut Sum<'_, R>) {
    let n = &numbers().tests.charge;
    if rear {
        sum.add(say!("row-rear"), n.rear.charger, clause!("17.8.a"));
        if flank {
            sum.r.reckon(|| say!("reckon-one-of-these"), clause!("T13.A.x"));
        }
    } else if flank {
        sum.add(say!("row-flank-or-changing"), n.flank_or_changing.charger, clause!("17.8.a"));
    }
}

/// Light cavalry, lancers and irregulars.
pub(super) fn light(t: &Troop) -> bool {
    t.irregular() || !matches!(t.arm, Arm::HeavyCavalry | Arm::Elephants)
}

/// What a charger's result means (23.1).
fn charger_means(c: Charger) -> Clause {
    match c {
        Charger::MakeTheCharge => clause!("23.1.a"),
        Charger::StrikeHome => clause!("23.1.c"),
        Charger::Refuse => clause!("23.1.f"),
        Charger::Halt | Charger::HaltOrBreak => clause!("23.1.g"),
        Charger::WithdrawToCover => clause!("23.1.j"),
    }
}

/// What a defender's result means (23.1).
fn defender_means(d: DefenderDoes) -> Clause {
    match d {
        DefenderDoes::Break => clause!("23.1.l"),
        DefenderDoes::WithdrawAtDouble => clause!("23.1.j"),
        DefenderDoes::Stand => clause!("23.1.h"),
        DefenderDoes::StandOrEvade => clause!("23.1.k"),
        DefenderDoes::AsDeclared => clause!("23.1.d"),
        DefenderDoes::MoveOrders => clause!("23.1.e"),
        DefenderDoes::Countercharge => clause!("23.1.b"),
    }
}

/// What reads the value.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    mounted: bool,
    square_against_cavalry: bool,
    able: bool,
    /// What it declared.
    response: Option<Response>,
    /// Defending Russian infantry with national characteristics.
    russians: bool,
    charger_frenzied: bool,
    defender_frenzied: bool,
    stays: bool,
}

impl Reader {
    fn of(charger: &Reacting, d: &Reacting, options: &Options, readings: &ReactionReadings) -> Reader {
        let foot_against_horse = !d.mounted() && charger.mounted();
        let unable = foot_against_horse
            || d.formation.square()
            || matches!(d.formation, Formation::Building | Formation::Deployed | Formation::Limbered)
            || (d.formation.open_order() && !charger.formation.open_order());
        Reader {
            mounted: d.mounted(),
            square_against_cavalry: d.formation.square() && charger.mounted(),
            able: !unable,
            response: None,
            russians: options.national
                && d.troop.nation == Nation::Russia
                && d.troop.arm.infantry()
                && d.troop.regular(),
            charger_frenzied: charger.frenzied,
            defender_frenzied: d.frenzied,
            stays: readings.unable_defender == UnableDefender::ChargersStay,
        }
    }

    /// As Russian infantry reads a value in defence (A3.12).
    fn russian(&self, value: i32) -> i32 {
        match value {
            8.. => 6,
            6 | 7 => 4,
            _ => value,
        }
    }

    /// Initial (0) or final (1).
    fn read(&self, value: i32, phase: usize, r: &mut impl Record) -> Reaction {
        let row = numbers().results.charge(value);
        let by = clause!("T16.A");
        r.reckon(|| say!("reckon-charge-value", value), by);
        let mut mine = row;
        if self.russians && value >= 6 {
            r.reckon(|| say!("reckon-russians-stand"), clause!("A3.12"));
            mine = numbers().results.charge(self.russian(value));
        }
        let mut charger = row.charger[phase];
        let said = if self.mounted { mine.mounted[phase] } else { mine.foot[phase] };
        let mut defender = match said {
            Charged::Break => DefenderDoes::Break,
            Charged::WithdrawAtDouble => DefenderDoes::WithdrawAtDouble,
            Charged::SquareStands if self.square_against_cavalry => DefenderDoes::Stand,
            Charged::SquareStands => DefenderDoes::Break,
            Charged::StandOrEvade => DefenderDoes::StandOrEvade,
            Charged::AsDeclared => DefenderDoes::AsDeclared,
            Charged::MoveOrders => DefenderDoes::MoveOrders,
            Charged::Countercharge if self.able => DefenderDoes::Countercharge,
            Charged::Countercharge => DefenderDoes::AsDeclared,
        };
        if said == Charged::Countercharge && !self.able {
            r.reckon(|| say!("reckon-unable-to-counter"), by);
            if charger == Charger::HaltOrBreak && self.stays {
                charger = Charger::Halt;
            }
        }
        if self.defender_frenzied {
            r.reckon(|| say!("reckon-frenzied-charged"), clause!("23.4.d"));
            defender = if self.able { DefenderDoes::Countercharge } else { DefenderDoes::Stand };
        }
        if self.charger_frenzied {
            r.reckon(|| say!("reckon-frenzied-charge"), clause!("23.4.c"));
            charger = if phase == 0 { Charger::MakeTheCharge } else { Charger::StrikeHome };
        }
        // Who is told to stand fires, whatever he declared, unless he evades.
        let stands = match defender {
            DefenderDoes::Stand => true,
            DefenderDoes::StandOrEvade => self.response != Some(Response::Evade),
            DefenderDoes::AsDeclared => {
                !matches!(self.response, Some(Response::Countercharge | Response::Evade))
            }
            _ => false,
        };
        let fires_at = mine.fires_at.filter(|_| !self.mounted && phase == 0 && stands);
        if let Some(cm) = fires_at {
            r.reckon(|| say!("reckon-fires-at", cm), clause!("T16.A.fire"));
            r.clause(clause!("15.3.e"));
            r.clause(clause!("23.1.i"));
        }
        r.clause(charger_means(charger));
        r.clause(defender_means(defender));
        r.clause(clause!("21.2.b"));
        Reaction { value, charger, defender, fires_at, charger_frenzied: false, defender_frenzied: false }
    }
}

/// Reaction weighed up: the factors, the dice of each side, and who reads them.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    factors: i32,
    irregular: [bool; 2],
    rolled: [Option<[u8; 2]>; 2],
    reader: Reader,
}

impl Weighed {
    /// What the value is without the dice.
    pub fn factors(&self) -> i32 {
        self.factors
    }
}

fn prepare(s: &ReactionSituation, r: &mut impl Record) -> Weighed {
    let mut sum = Sum::new("charger", r);
    side(&s.charger, &s.defender, |b| b.charger, &s.sheet, &mut sum);
    sum.side = "defender";
    side(&s.defender, &s.charger, |b| b.defender, &s.sheet, &mut sum);
    sum.side = "both";
    matchup(s, &mut sum);
    let factors = sum.total;
    r.total("factors", factors);
    r.clause(clause!("21.2.a.3"));
    let mut reader = Reader::of(&s.charger, &s.defender, &s.options, &s.readings);
    reader.response = s.response;
    Weighed {
        factors,
        irregular: [s.charger.troop.irregular(), s.defender.troop.irregular()],
        rolled: [s.charger.rolled, s.defender.rolled],
        reader,
    }
}

fn roll(p: &Weighed, side: usize, d: &mut impl Dice, r: &mut impl Record) -> [u8; 2] {
    if let Some(kept) = p.rolled[side] {
        r.reckon(|| say!("reckon-same-dice"), clause!("play.charge.several"));
        return kept;
    }
    faces(test_die(p.irregular[side]), d, r)
}

fn resolve(p: &Weighed, d: &mut impl Dice, r: &mut impl Record) -> Reaction {
    let charger = roll(p, 0, d, r);
    let defender = roll(p, 1, d, r);
    r.clause(clause!("21.2.a.1"));
    let (ours, theirs) = (added(&charger), added(&defender));
    r.reckon(|| say!("reckon-dice-difference", charger = ours, defender = theirs), clause!("21.2.a.2"));
    let value = ours - theirs + p.factors;
    r.total("value", value);
    let mut reaction = p.reader.read(value, 0, r);
    r.clause(clause!("21.2.a.4"));
    let fives = |d: [u8; 2]| d == [5, 5];
    reaction.charger_frenzied = fives(charger) && reaction.charger == Charger::MakeTheCharge;
    // To carry out move orders because nobody comes is none of the results that the book names; nor is to evade.
    let favourable = match reaction.defender {
        DefenderDoes::Stand | DefenderDoes::AsDeclared | DefenderDoes::Countercharge => true,
        DefenderDoes::StandOrEvade => p.reader.response != Some(Response::Evade),
        DefenderDoes::Break | DefenderDoes::WithdrawAtDouble | DefenderDoes::MoveOrders => false,
    };
    reaction.defender_frenzied = fives(defender) && favourable;
    if reaction.charger_frenzied || reaction.defender_frenzied {
        r.reckon(|| say!("reckon-two-fives"), clause!("23.4.a"));
    }
    reaction
}

procedure!(
    /// The first reaction to a charge.
    ChargeReaction: ReactionSituation => Weighed => Reaction, "charge-reaction", "title-charge-reaction",
    check, prepare, resolve,
    { "charger": { "troop": { "nation": "france", "arm": "heavy-cavalry", "footing": "regular", "class": "B", "training": "B" },
                   "formation": "line", "figures": 12, "worn": { "start": 12 }, "general": "within50" },
      "defender": { "troop": { "nation": "austria", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
                    "formation": "square", "figures": 24, "worn": { "start": 24, "lost": 2 } },
      "response": "stand" }
);

/// What one side has lost and gained since the first reaction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Since {
    pub was: Worn,
    pub now: Worn,
    /// Disorganisation then, and now.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub had: u8,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub has: u8,
}

/// A charge at attack distance. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinalSituation {
    /// The first value.
    #[schemars(range(min = -100, max = 100))]
    pub value: i32,
    pub charger: Reacting,
    pub defender: Reacting,
    pub charger_since: Since,
    pub defender_since: Since,
    /// From where the charge came at first, and whether it was on an enemy changing formation.
    #[serde(default)]
    pub from: Quarter,
    #[serde(default)]
    pub changing: bool,
    /// The same now.
    #[serde(default)]
    pub from_now: Quarter,
    #[serde(default)]
    pub changing_now: bool,
    #[serde(default)]
    pub no_flanks: bool,
    #[serde(default = "yes")]
    pub stands: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: ReactionReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

fn check_final(s: &FinalSituation) -> Result<(), SituationError> {
    check_number("value", s.value, -100, 100)?;
    s.charger.check("charger")?;
    s.defender.check("defender")?;
    for (field, since) in [("charger_since", &s.charger_since), ("defender_since", &s.defender_since)] {
        since.was.check(field)?;
        since.now.check(field)?;
        check_factors(field, since.had)?;
        check_factors(field, since.has)?;
    }
    Ok(())
}

/// The change of one side's factors (T13.A.final).
fn changed<R: Record>(
    side: &Reacting,
    since: &Since,
    column: fn(&Both) -> i32,
    sheet: &SheetRef,
    sum: &mut Sum<'_, R>,
) {
    let n = &numbers().tests.charge;
    let most = super::small_arms::MOST_FACTORS;
    let had = counted(&side.troop, since.had, &mut umpire::Silent).min(most);
    let has = counted(&side.troop, since.has, sum.r).min(most);
    let by = || clause!("T13.A.final");
    sum.times(say!("row-disorganisation"), column(&n.disorder), i32::from(has) - i32::from(had), by());
    let was = since.was.steps(sheet, &mut umpire::Silent);
    let now = since.now.steps(sheet, sum.r);
    sum.times(say!("row-five-percent"), column(&n.losses), now - was, by());
}

fn final_reaction(s: &FinalSituation, r: &mut impl Record) -> Reaction {
    let n = &numbers().tests.charge;
    let mut sum = Sum::new("charger", r);
    changed(&s.charger, &s.charger_since, |b| b.charger, &s.sheet, &mut sum);
    sum.side = "defender";
    changed(&s.defender, &s.defender_since, |b| b.defender, &s.sheet, &mut sum);
    sum.side = "both";
    let worth = |from: Quarter, changing: bool| {
        let (flank, rear) = flanked(from, s.no_flanks);
        if rear {
            n.rear.charger
        } else if flank || changing {
            n.flank_or_changing.charger
        } else {
            0
        }
    };
    let (was, now) = (worth(s.from, s.changing), worth(s.from_now, s.changing_now));
    let by = || clause!("21.2.a.7");
    if was == 0 {
        let says = if now == n.rear.charger { say!("row-rear") } else { say!("row-flank-or-changing") };
        sum.add(says, now, by());
    } else if s.readings.faced_in_time == FacedInTime::TakenOff && now == 0 {
        sum.add(say!("row-faced-in-time"), -was, by());
    } else {
        sum.r.reckon(|| say!("reckon-counted-at-first"), by());
    }
    let value = s.value + sum.total;
    r.total("value", value);
    let mut reader = Reader::of(&s.charger, &s.defender, &s.options, &s.readings);
    reader.response = s.stands.then_some(Response::Stand);
    r.clause(clause!("21.2.a.8"));
    reader.read(value, 1, r)
}

procedure!(
    /// The final reaction to a charge, at attack distance.
    FinalReaction: FinalSituation => Reaction => Reaction, "final-reaction", "title-final-reaction",
    check_final, final_reaction, known,
    { "value": -2,
      "charger": { "troop": { "nation": "france", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
                   "formation": "division-column", "figures": 18, "worn": { "start": 18 } },
      "defender": { "troop": { "nation": "britain", "arm": "line-infantry", "footing": "regular", "class": "B", "training": "B" },
                    "formation": "line", "figures": 20, "worn": { "start": 20 } },
      "charger_since": { "was": { "start": 18 }, "now": { "start": 18, "lost": 3 }, "has": 1 },
      "defender_since": { "was": { "start": 20 }, "now": { "start": 20 } } }
);

/// Which side of several charges it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Several {
    /// One unit that charges several.
    Charger,
    /// One unit that several charge.
    Defender,
}

/// Values of one unit's reactions. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeveralSituation {
    pub side: Several,
    #[schemars(length(min = 1, max = 20))]
    pub values: Vec<i32>,
}

/// The value by which it acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ActsBy {
    pub value: i32,
}

impl ActsBy {
    /// In words.
    pub fn message(&self) -> Message {
        say!("acts-by", value = self.value)
    }
}
words::spoken!(ActsBy);

fn check_several(s: &SeveralSituation) -> Result<(), SituationError> {
    super::check_list("values", &s.values, 20)
}

fn several(s: &SeveralSituation, r: &mut impl Record) -> ActsBy {
    let values = s.values.iter().copied();
    match s.side {
        Several::Charger => {
            r.reckon(|| say!("reckon-lowest-value"), clause!("17.4.b"));
            ActsBy { value: values.min().unwrap_or(0) }
        }
        Several::Defender => {
            r.reckon(|| say!("reckon-highest-value"), clause!("17.4.c"));
            ActsBy { value: values.max().unwrap_or(0) }
        }
    }
}

procedure!(
    /// The reaction of a unit in several charges.
    SeveralCharges: SeveralSituation => ActsBy => ActsBy, "several-charges", "title-several-charges",
    check_several, several, known, { "side": "defender", "values": [3, 5] }
);
