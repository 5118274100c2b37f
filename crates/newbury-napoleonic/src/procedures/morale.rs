//! Who must take a morale test, who counts in tests, and the test itself (chapter 22, 23.3, 23.4, tables 13C and 16C).

use super::reaction::MOST_SUPPORTS;
use super::small_arms::MOST_FACTORS;
use super::{
    Around, GeneralNear, MOST_UNITS, Options, Sum, Verdict, Worn, added, anything, check_factors,
    check_troop, counted, faces, known, procedure, test_die,
};
use crate::book::results::MoraleResult;
use crate::book::{SheetRef, numbers};
use crate::formation::Formation;
use crate::terrain::Cover;
use crate::troop::{Arm, Class, Nation, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Readings, Record, SituationError, check_count, check_number};
use words::{Joint, Message};

umpire::choice!(
    /// By what is it counted that more than a quarter was lost (22.1.b.2)?
    OverAQuarter { Table15, ExactFraction }
);
umpire::choice!(
    /// After what does a tenth lost in a move cause a test (22.1.b.3)?
    TenthLost { AfterTheQuarter, EveryMove }
);
umpire::choice!(
    /// What are losses from flank or rear (22.1.b.4)?
    FlankLosses { OneMan, OneFigure }
);
umpire::choice!(
    /// Which morale tests are displaced by a reaction test (22.1.c)?
    Displaced { OfTheMove, OfTheStep }
);
umpire::choice!(
    /// Does the factor of elephants under artillery fire come on top of the others (A5.11)?
    ElephantsShelled { OnTop, Instead }
);

/// The readings that matter to morale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoraleReadings {
    pub over_a_quarter: OverAQuarter,
    pub tenth_lost: TenthLost,
    pub flank_losses: FlankLosses,
    #[serde(rename = "displaced-tests")]
    pub displaced: Displaced,
    pub elephants_shelled: ElephantsShelled,
}

impl MoraleReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MoraleReadings {
        MoraleReadings {
            over_a_quarter: OverAQuarter::pick(r.is(reading!("over-a-quarter", "exact-fraction"))),
            tenth_lost: TenthLost::pick(r.is(reading!("tenth-lost", "every-move"))),
            flank_losses: FlankLosses::pick(r.is(reading!("flank-losses", "one-figure"))),
            displaced: Displaced::pick(r.is(reading!("displaced-tests", "of-the-step"))),
            elephants_shelled: ElephantsShelled::pick(r.is(reading!("elephants-shelled", "instead"))),
        }
    }
}

/// What happened to a unit in a phase of the move. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MustTestSituation {
    /// Figures at the start of the battle, of this move, and now.
    #[schemars(range(min = 1, max = 10_000))]
    pub start: u32,
    #[schemars(range(max = 10_000))]
    pub at_move: u32,
    #[schemars(range(max = 10_000))]
    pub now: u32,
    /// Of a part: what the unit had lost when it was split, in per cent (6.4.d).
    #[serde(default)]
    #[schemars(range(max = 100))]
    pub before: u8,
    /// It tries to attack.
    #[serde(default)]
    pub attacks: bool,
    /// It had lost more than a quarter before this move.
    #[serde(default)]
    pub over_quarter_before: bool,
    #[serde(default)]
    pub in_melee: bool,
    /// Men, and figures, lost to fire from flank or rear.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub flank_men: u32,
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub flank_figures: u32,
    /// Figures of own forces that broke, ran past, were destroyed or surrendered within 25 cm, the largest.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub friends_lost: u32,
    /// The commander of its brigade or a higher officer was killed, captured or made to rout within 5 cm.
    #[serde(default)]
    pub general_lost: bool,
    /// Its engaged subgroup was made to rout.
    #[serde(default)]
    pub part_routed: bool,
    /// An enemy not visible before was discovered within its attack distance.
    #[serde(default)]
    pub discovered: bool,
    /// It lost a round for a building not yet broken into, with at least a loss for each figure.
    #[serde(default)]
    pub storm_lost: bool,
    #[serde(default)]
    pub frenzied: bool,
    #[serde(default)]
    pub routing: bool,
    #[serde(default)]
    pub pursuing: bool,
    /// It took a reaction test in this move, or in this step.
    #[serde(default)]
    pub reacted: bool,
    #[serde(default)]
    pub reacted_in_step: bool,
    /// It has taken a morale test in this phase.
    #[serde(default)]
    pub tested: bool,
    #[serde(default)]
    pub readings: MoraleReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// The clauses by which it tests; none where it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Tests {
    pub causes: Vec<Clause>,
}

impl Tests {
    pub fn must(&self) -> bool {
        !self.causes.is_empty()
    }

    /// In words.
    pub fn message(&self) -> Message {
        if self.must() {
            let causes = words::list(self.causes.iter().map(|c| Message::from(*c)), Joint::Comma);
            say!("must-test", causes)
        } else {
            say!("need-not-test")
        }
    }
}
words::spoken!(Tests);

fn check_must(s: &MustTestSituation) -> Result<(), SituationError> {
    check_count("start", s.start, 1)?;
    super::check_count_all(&[
        ("at_move", s.at_move),
        ("now", s.now),
        ("flank_men", s.flank_men),
        ("flank_figures", s.flank_figures),
        ("friends_lost", s.friends_lost),
    ])?;
    if s.at_move > s.start || s.now > s.at_move {
        return Err(umpire::impossible("now", say!("no-more-than-all", all = s.start)));
    }
    check_number("before", s.before.into(), 0, 100)
}

/// A quarter and a tenth, in per cent (22.1.b.2, 22.1.b.3).
const QUARTER: u8 = 25;
const TENTH: u8 = 10;

/// Why it takes none (22.1.c, 22.1.d).
fn excused(s: &MustTestSituation) -> Option<(Message, Clause)> {
    if s.frenzied {
        return Some((say!("reckon-frenzied-no-test"), clause!("23.4.b")));
    }
    if s.routing || s.pursuing {
        return Some((say!("reckon-rallies-instead"), clause!("22.1.c")));
    }
    let reacted = match s.readings.displaced {
        Displaced::OfTheMove => s.reacted,
        Displaced::OfTheStep => s.reacted_in_step,
    };
    if reacted && !s.storm_lost {
        return Some((say!("reckon-reacted"), clause!("22.1.c")));
    }
    if s.tested {
        return Some((say!("reckon-tested-already"), clause!("22.1.d")));
    }
    None
}

/// More than a quarter is lost since the start of the battle, by the reading of 22.1.b.2.
pub(crate) fn over_a_quarter(s: &MustTestSituation, r: &mut impl Record) -> bool {
    let lost = s.start.saturating_sub(s.now);
    match s.readings.over_a_quarter {
        OverAQuarter::Table15 => {
            Worn { start: s.start, lost, before: s.before }.percent(&s.sheet, r) > QUARTER
        }
        OverAQuarter::ExactFraction => {
            u32::from(s.before) * s.start + lost * 100 > u32::from(QUARTER) * s.start
        }
    }
}

fn must_test(s: &MustTestSituation, r: &mut impl Record) -> Tests {
    if let Some((says, by)) = excused(s) {
        r.reckon(|| says, by);
        return Tests::default();
    }
    let over = over_a_quarter(s, r);
    let in_move = super::losses::percent_of(s.at_move, s.at_move - s.now, &s.sheet, r);
    let after = s.over_quarter_before || s.readings.tenth_lost == TenthLost::EveryMove;
    let flank = match s.readings.flank_losses {
        FlankLosses::OneMan => s.flank_men > 0,
        FlankLosses::OneFigure => s.flank_figures > 0,
    };
    let mut causes = Vec::new();
    for (holds, by) in [
        (s.attacks, clause!("22.1.b.1")),
        (over && !s.over_quarter_before && !s.in_melee, clause!("22.1.b.2")),
        (after && in_move >= TENTH && !s.in_melee, clause!("22.1.b.3")),
        (flank, clause!("22.1.b.4")),
        (s.friends_lost > 0 && s.friends_lost * 2 >= s.now, clause!("22.1.b.5")),
        (s.general_lost, clause!("22.1.b.6")),
        (s.part_routed, clause!("22.1.b.7")),
        (s.discovered, clause!("22.1.b.8")),
        (s.storm_lost, clause!("22.1.b.9")),
    ] {
        if holds {
            r.reckon(|| say!("reckon-must-test"), by);
            causes.push(by);
        }
    }
    Tests { causes }
}

procedure!(
    /// Must a unit take a morale test?
    MustTest: MustTestSituation => Tests => Tests, "must-test", "title-must-test",
    check_must, must_test, known, { "start": 20, "at_move": 16, "now": 14 }
);

/// As what a body would count in another's test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountsAs {
    /// An own unit as support.
    Support,
    /// A unit that gives ground, withdraws, retreats or routs.
    Retiring,
    /// An enemy who advances.
    Advancing,
}

/// A body near a unit that tests. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountsSituation {
    pub counts: CountsAs,
    /// Figures of the unit that tests, and of the other.
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    #[schemars(range(max = 10_000))]
    pub other: u32,
    /// Cm between their nearest figures.
    pub distance: f64,
    #[serde(default = "super::formations::yes")]
    pub in_sight: bool,
    #[serde(default)]
    pub open_order: bool,
    /// It charges or is in melee; and if so, with the same enemy.
    #[serde(default)]
    pub engaged: bool,
    #[serde(default)]
    pub same_enemy: bool,
    /// It withdraws, gives ground, retreats or routs.
    #[serde(default)]
    pub forced: bool,
    #[serde(default)]
    pub evading: bool,
    /// The distance became smaller by its own movement in this move.
    #[serde(default)]
    pub approaches: bool,
    /// It is native, and the unit that tests European and regular.
    #[serde(default)]
    pub native_for_regulars: bool,
}

/// Distance within which others count (table 13).
pub const AROUND: f64 = 25.0;

fn check_counts(s: &CountsSituation) -> Result<(), SituationError> {
    check_count("figures", s.figures, 1)?;
    check_count("other", s.other, 0)?;
    umpire::check_length("distance", s.distance)
}

fn counts(s: &CountsSituation, r: &mut impl Record) -> Verdict {
    let by = match s.counts {
        CountsAs::Support => clause!("glossary.support"),
        CountsAs::Retiring => clause!("glossary.retiring-units"),
        CountsAs::Advancing => clause!("glossary.advancing-enemy"),
    };
    if !super::within(s.distance, AROUND) {
        return Verdict::no(say!("reckon-too-far-to-count", cm = AROUND), clause!("T13.n.i"), r);
    }
    if !s.in_sight {
        return Verdict::no(say!("reckon-not-in-sight"), clause!("T13.n.iii"), r);
    }
    if s.other * 2 < s.figures {
        return Verdict::no(say!("reckon-too-weak-to-count"), by, r);
    }
    let no = match s.counts {
        CountsAs::Support => {
            s.open_order || (s.engaged && !s.same_enemy) || s.forced || s.evading || s.native_for_regulars
        }
        CountsAs::Retiring => !s.forced,
        CountsAs::Advancing => !s.approaches || s.engaged || s.forced || s.evading,
    };
    if no {
        if s.native_for_regulars && matches!(s.counts, CountsAs::Support) {
            r.clause(clause!("glossary.native"));
        }
        return Verdict::no(say!("reckon-does-not-count"), by, r);
    }
    r.clause(clause!("6.4.f"));
    Verdict::yes(say!("reckon-counts"), by, r)
}

procedure!(
    /// Does a unit count in another's test?
    CountsInTest: CountsSituation => Verdict => Verdict, "counts-in-test", "title-counts-in-test",
    check_counts, counts, known, { "counts": "support", "figures": 20, "other": 10, "distance": 20 }
);

/// The worst fire of artillery that cost at least a man for each figure (T13.C.fire).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shelled {
    #[default]
    None,
    RoundShot,
    ShellOrShrapnel,
    CanisterOrRockets,
}

/// A unit that tests. Three dice: average for regulars, ordinary for irregulars.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleSituation {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub on_foot: bool,
    pub worn: Worn,
    /// Figures of its own that routed and count as lost in this test (19.5.k).
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub part_routed: u32,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    /// Enemies on its flank, or in its rear, who are able to charge it.
    #[serde(default)]
    pub enemy_on_flank: bool,
    #[serde(default)]
    pub enemy_in_rear: bool,
    /// Enemy units that shoot at it.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub shooting: u8,
    /// Artillery fire on it, by kind, with men lost to it.
    #[serde(default)]
    pub shelled: Shelled,
    /// It is under artillery or rocket fire at all.
    #[serde(default)]
    pub under_artillery: bool,
    /// It lost men to fire from flank or rear.
    #[serde(default)]
    pub flank_losses: bool,
    /// Own units within 25 cm and in sight.
    #[serde(default)]
    pub own: Around,
    /// Enemy units within 25 cm and in sight.
    #[serde(default)]
    pub enemy: Around,
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub enemy_advancing: u8,
    /// It retreats.
    #[serde(default)]
    pub retreating: bool,
    #[serde(default)]
    pub general: GeneralNear,
    #[serde(default)]
    pub general_lost: bool,
    #[serde(default)]
    pub better_part: bool,
    #[serde(default)]
    #[schemars(range(max = 2))]
    pub secured_flanks: u8,
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub supports: u8,
    #[serde(default)]
    pub cover: Cover,
    /// In open order, it screens others.
    #[serde(default)]
    pub screens: bool,
    /// Enemy infantry or artillery is within 25 cm.
    #[serde(default)]
    pub foot_near: bool,
    /// Enemy elephants are within 25 cm.
    #[serde(default)]
    pub near_elephants: bool,
    #[serde(default)]
    pub in_melee: bool,
    /// Anybody fires at it; who is shot at, shelled or hit from the flank is so in any case.
    #[serde(default)]
    pub under_fire: bool,
    /// It is under an unfavourable result already.
    #[serde(default)]
    pub unfavourable: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: MoraleReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

impl MoraleSituation {
    /// Fire of any kind is on it (T16.C).
    fn fired_at(&self) -> bool {
        let shot = self.shooting > 0 || self.flank_losses;
        self.under_fire || shot || self.under_artillery || self.shelled != Shelled::None
    }

    /// Fresh, in the open, with nothing near.
    pub fn new(troop: Troop, formation: Formation, figures: u32) -> MoraleSituation {
        MoraleSituation {
            troop,
            formation,
            on_foot: false,
            worn: Worn::new(figures, 0),
            part_routed: 0,
            disorganisation: 0,
            enemy_on_flank: false,
            enemy_in_rear: false,
            shooting: 0,
            shelled: Shelled::None,
            under_artillery: false,
            flank_losses: false,
            own: Around::default(),
            enemy: Around::default(),
            enemy_advancing: 0,
            retreating: false,
            general: GeneralNear::None,
            general_lost: false,
            better_part: false,
            secured_flanks: 0,
            supports: 0,
            cover: Cover::None,
            screens: false,
            foot_near: false,
            near_elephants: false,
            in_melee: false,
            under_fire: false,
            unfavourable: false,
            options: Options::default(),
            readings: MoraleReadings::default(),
            sheet: SheetRef::default(),
        }
    }
}

/// What the troops do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoraleDoes {
    Good,
    Halt,
    /// In melee, instead of a halt.
    FightOn,
    Withdraw,
    /// In melee, instead of a withdrawal or retreat.
    GiveGround,
    Retreat,
    Break,
}

/// What a morale test comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MoraleOutcome {
    pub score: i32,
    pub does: MoraleDoes,
    pub frenzied: bool,
}

impl MoraleOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let does = match self.does {
            MoraleDoes::Good => say!("morale-good"),
            MoraleDoes::Halt => say!("morale-halt"),
            MoraleDoes::FightOn => say!("morale-fight-on"),
            MoraleDoes::Withdraw => say!("morale-withdraw"),
            MoraleDoes::GiveGround => say!("morale-give-ground"),
            MoraleDoes::Retreat => say!("morale-retreat"),
            MoraleDoes::Break => say!("morale-break"),
        };
        if self.frenzied { say!("morale-frenzied", does) } else { does }
    }
}
words::spoken!(MoraleOutcome);

fn check(s: &MoraleSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)?;
    s.worn.check("worn")?;
    check_count("part_routed", s.part_routed, 0)?;
    check_factors("disorganisation", s.disorganisation)?;
    s.own.check("own")?;
    s.enemy.check("enemy")?;
    check_number("secured_flanks", s.secured_flanks.into(), 0, 2)?;
    for (field, n) in
        [("shooting", s.shooting), ("supports", s.supports), ("enemy_advancing", s.enemy_advancing)]
    {
        check_number(field, n.into(), 0, MOST_UNITS)?;
    }
    Ok(())
}

/// The minus factors, which come first (22.2.b).
fn minus<R: Record>(s: &MoraleSituation, sum: &mut Sum<'_, R>) {
    let n = &numbers().tests.morale;
    let by = || clause!("T13.C");
    let factors = counted(&s.troop, s.disorganisation, sum.r).min(MOST_FACTORS);
    sum.times(say!("row-disorganisation"), n.disorder, factors, by());
    let mut worn = s.worn;
    if s.part_routed > 0 {
        worn.lost = (worn.lost + s.part_routed).min(worn.start);
        sum.r.reckon(|| say!("reckon-part-counts-as-lost", figures = s.part_routed), clause!("19.5.k"));
    }
    let steps = worn.steps(&s.sheet, sum.r);
    sum.times(say!("row-five-percent"), n.losses, steps, by());
    if s.enemy_on_flank {
        sum.add(say!("row-enemy-on-flank"), n.enemy_flank, clause!("play.facing"));
    }
    if s.enemy_in_rear {
        sum.add(say!("row-enemy-in-rear"), n.enemy_rear, clause!("play.facing"));
    }
    sum.times(say!("row-enemy-shooting"), n.enemy_shooting, s.shooting, by());
    let elephants = s.troop.arm == Arm::Elephants && s.under_artillery;
    let instead = elephants && s.readings.elephants_shelled == ElephantsShelled::Instead;
    let fire = || clause!("T13.C.fire");
    match s.shelled {
        _ if instead => {}
        Shelled::None => {}
        Shelled::RoundShot => sum.add(say!("row-under-round-shot"), n.round_shot, fire()),
        Shelled::ShellOrShrapnel => sum.add(say!("row-under-shell"), n.shell, fire()),
        Shelled::CanisterOrRockets => sum.add(say!("row-under-canister"), n.canister, fire()),
    }
    if elephants {
        sum.add(say!("row-elephants-shelled"), n.elephants_under_fire, clause!("A5.11"));
    }
    if s.near_elephants {
        sum.add(say!("row-enemy-elephants"), n.enemy_elephants, clause!("A5.11"));
    }
    if s.flank_losses {
        sum.add(say!("row-flank-losses"), n.flank_losses, by());
    }
    let retiring = || clause!("glossary.retiring-units");
    sum.times(say!("row-own-falling-back"), n.own_giving_ground, s.own.falling_back, retiring());
    sum.times(say!("row-own-retreating"), n.own_retreating, s.own.retreating, retiring());
    sum.times(say!("row-own-routing"), n.own_routing, s.own.routing, retiring());
    if s.retreating {
        sum.add(say!("row-itself-retreating"), n.retreating, by());
    }
    if s.general_lost {
        sum.add(say!("row-general-lost"), n.general_lost, by());
    }
    sum.times(
        say!("row-enemy-advancing"),
        n.enemy_advancing,
        s.enemy_advancing,
        clause!("glossary.advancing-enemy"),
    );
}

fn plus<R: Record>(s: &MoraleSituation, sum: &mut Sum<'_, R>) {
    let n = &numbers().tests.morale;
    let by = || clause!("T13.C");
    match s.general {
        GeneralNear::Within5 => sum.add(say!("row-general-5"), n.general_5, clause!("7.4")),
        GeneralNear::Within50 => sum.add(say!("row-general-50"), n.general_50, clause!("7.4")),
        GeneralNear::None => {}
    }
    if s.better_part {
        sum.add(say!("row-better-part"), n.higher_class, by());
    }
    if s.troop.arm.infantry() && s.formation.close_column() {
        sum.add(say!("row-close-column"), n.close_column, clause!("play.formation"));
    }
    sum.times(
        say!("row-secured-flank"),
        n.secured_flank,
        s.secured_flanks,
        clause!("glossary.secured-flank"),
    );
    sum.times(say!("row-support"), n.support, s.supports.min(MOST_SUPPORTS), clause!("glossary.support"));
    match s.cover {
        _ if s.formation == Formation::Building => sum.add(say!("row-in-building"), n.building, by()),
        Cover::None => {}
        Cover::Soft => sum.add(say!("row-soft-cover"), n.soft_cover, by()),
        Cover::Hard | Cover::Complete => sum.add(say!("row-hard-cover"), n.hard_cover, by()),
        Cover::Building => sum.add(say!("row-in-building"), n.building, by()),
    }
    let retiring = || clause!("glossary.retiring-units");
    sum.times(say!("row-enemy-falling-back"), n.enemy_giving_ground, s.enemy.falling_back, retiring());
    sum.times(say!("row-enemy-retreating"), n.enemy_retreating, s.enemy.retreating, retiring());
    sum.times(say!("row-enemy-routing"), n.enemy_routing, s.enemy.routing, retiring());
    if s.screens && s.formation.open_order() {
        sum.add(say!("row-screen"), n.screen, by());
    }
    if s.formation.square() && !s.foot_near {
        sum.add(say!("row-safe-square"), n.square, by());
    }
}

/// A test weighed up.
#[derive(Clone, Debug)]
pub struct Weighed {
    factors: i32,
    s: MoraleSituation,
}

fn prepare(s: &MoraleSituation, r: &mut impl Record) -> Weighed {
    let mut sum = Sum::new("morale", r);
    minus(s, &mut sum);
    plus(s, &mut sum);
    let factors = sum.total;
    r.total("factors", factors);
    r.clause(clause!("22.2.b"));
    Weighed { factors, s: s.clone() }
}

/// Dice that make troops frenzied (23.4.a).
fn frenzied(t: &Troop, dice: [u8; 3]) -> bool {
    let of = |face: u8| dice.iter().filter(|f| **f == face).count();
    if t.irregular() {
        of(6) >= 2
    } else if t.class == Class::D {
        of(5) >= 2
    } else if t.british() && t.arm.cavalry() {
        of(3) == 3 || of(4) == 3
    } else {
        of(4) == 3
    }
}

/// What Russian infantry adds that would fall back (A3.14).
const RUSSIANS: i32 = 2;

fn resolve(p: &Weighed, d: &mut impl Dice, r: &mut impl Record) -> MoraleOutcome {
    let s = &p.s;
    let t = &s.troop;
    let dice: [u8; 3] = faces(test_die(t.irregular()), d, r);
    r.clause(clause!("22.2.a"));
    // Militia: they roll as regulars do, and are of the lowest class that regulars have.
    if t.regular() && t.class == Class::D {
        r.clause(clause!("glossary.militia"));
    }
    let mut score = added(&dice) + p.factors;
    r.total("score", score);
    let table = &numbers().results;
    let mut result = table.morale(t.class, score);
    let russian = s.options.national && t.nation == Nation::Russia && t.arm.infantry() && t.regular();
    if russian && result >= MoraleResult::Withdraw {
        score += RUSSIANS;
        result = table.morale(t.class, score);
        r.reckon(|| say!("reckon-russians-steady", score), clause!("A3.14"));
    }
    r.reckon(|| say!("reckon-morale-score", score), clause!("T16.C"));
    r.clause(clause!("22.2.c"));
    r.clause(clause!("22.2.d"));
    let does = match result {
        MoraleResult::Good => MoraleDoes::Good,
        MoraleResult::Halt if s.in_melee => MoraleDoes::FightOn,
        MoraleResult::Halt => MoraleDoes::Halt,
        MoraleResult::Withdraw | MoraleResult::Retreat if s.in_melee => MoraleDoes::GiveGround,
        MoraleResult::Withdraw if s.retreating => MoraleDoes::Retreat,
        MoraleResult::Withdraw => MoraleDoes::Withdraw,
        MoraleResult::Retreat => MoraleDoes::Retreat,
        MoraleResult::RetreatOrBreak if s.fired_at() || s.in_melee => MoraleDoes::Break,
        MoraleResult::RetreatOrBreak => MoraleDoes::Retreat,
    };
    let by = match does {
        MoraleDoes::Good => clause!("23.3.a"),
        MoraleDoes::Halt | MoraleDoes::FightOn => clause!("23.3.b"),
        MoraleDoes::Withdraw => clause!("23.3.c"),
        MoraleDoes::Retreat | MoraleDoes::GiveGround => clause!("23.3.d"),
        MoraleDoes::Break => clause!("23.3.e"),
    };
    r.reckon(|| MoraleOutcome { score, does, frenzied: false }.message(), by);
    let frenzied = does == MoraleDoes::Good && !s.unfavourable && frenzied(t, dice);
    if frenzied {
        r.reckon(|| say!("reckon-frenzy-dice"), clause!("23.4.a"));
    }
    MoraleOutcome { score, does, frenzied }
}

procedure!(
    /// The morale test.
    Morale: MoraleSituation => Weighed => MoraleOutcome, "morale", "title-morale",
    check, prepare, resolve,
    { "troop": { "nation": "austria", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
      "formation": "line", "worn": { "start": 24, "lost": 7 }, "disorganisation": 2, "shooting": 1, "supports": 2,
      "general": "within50", "under_fire": true }
);

/// A flank of a unit. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FlankSituation {
    /// It rests on an impassable obstacle.
    pub impassable: bool,
    /// On an own unit.
    pub own_unit: bool,
    /// On a wood, orchard or building that own troops hold, known to be free of the enemy.
    pub own_cover: bool,
    /// Own troops within one normal move can come to it and are nearer to it than any enemy.
    pub own_nearer: bool,
    /// On the edge of the battlefield.
    pub table_edge: bool,
}

fn flank(s: &FlankSituation, r: &mut impl Record) -> Verdict {
    let by = clause!("glossary.secured-flank");
    if s.own_cover {
        r.clause(clause!("glossary.own-cover"));
    }
    if s.impassable || s.own_unit || s.own_cover || s.own_nearer {
        return Verdict::yes(say!("reckon-flank-secured"), by, r);
    }
    Verdict::no(say!("reckon-flank-open"), by, r)
}

procedure!(
    /// Is a flank secured?
    SecuredFlank: FlankSituation => Verdict => Verdict, "secured-flank", "title-secured-flank",
    anything, flank, known, { "own_unit": true }
);
