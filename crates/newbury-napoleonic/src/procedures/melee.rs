//! Melee: who fights, the round, and what it comes to (chapter 19, table 11).

use super::losses::MoreFigures;
use super::small_arms::MOST_FACTORS;
use super::{LossSystem, Options, Sum, check_factors, check_troop, counted, known, procedure, test_die};
use crate::book::{SheetRef, numbers};
use crate::formation::Formation;
use crate::troop::{Arm, Class, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Readings, Record, SituationError, check_count};
use words::Message;

umpire::choice!(
    /// With which base factor does irregular foot fight (20.1.a)?
    IrregularFoot { AsFoot, AsIrregulars }
);
umpire::choice!(
    /// Whose ranks add to a breakthrough (19.2.b)?
    RanksThrough { Chargers, Defenders }
);
umpire::choice!(
    /// When does a side lose a round (19.5.a)?
    LosesRound { OverATenth, ATenthMore }
);
umpire::choice!(
    /// Does exactly twice the losses break a side (19.5.f)?
    TwiceTheLosses { Breaks, MustBeMore }
);
umpire::choice!(
    /// Do pursuers count following up in their round (play.pursuit)?
    PursuitFactor { FollowingUp, None }
);

/// The readings that matter to melee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MeleeReadings {
    pub irregular_foot: IrregularFoot,
    pub ranks_through: RanksThrough,
    pub loses_round: LosesRound,
    pub twice_the_losses: TwiceTheLosses,
    pub pursuit_factor: PursuitFactor,
    #[serde(rename = "more-than-25-figures")]
    pub more: MoreFigures,
}

impl MeleeReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MeleeReadings {
        MeleeReadings {
            irregular_foot: IrregularFoot::pick(r.is(reading!("irregular-foot", "as-irregulars"))),
            ranks_through: RanksThrough::pick(r.is(reading!("ranks-through", "defenders"))),
            loses_round: LosesRound::pick(r.is(reading!("loses-round", "a-tenth-more"))),
            twice_the_losses: TwiceTheLosses::pick(r.is(reading!("twice-the-losses", "must-be-more"))),
            pursuit_factor: PursuitFactor::pick(r.is(reading!("pursuit-factor", "none"))),
            more: MoreFigures::of(r),
        }
    }
}

/// Figures of one side of a melee. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FightingSituation {
    /// Figures that touch an enemy, a gun, or the obstacle they cross or defend.
    #[schemars(range(max = 10_000))]
    pub touching: u32,
    /// Figures beside them in the front rank, at most one to each side.
    #[schemars(range(max = 10_000))]
    pub overlapping: u32,
    /// All figures mixed with enemies in open order, or gun crews with them.
    #[schemars(range(max = 10_000))]
    pub mixed: u32,
    /// Crews of guns that are touched.
    #[schemars(range(max = 10_000))]
    pub crews: u32,
    /// Drivers of limbers that are touched.
    #[schemars(range(max = 10_000))]
    pub drivers: u32,
    /// Cm of a building's wall along which they fight.
    pub wall: Option<f64>,
    /// Figures of theirs in a building that was broken into.
    #[schemars(range(max = 10_000))]
    pub inside: u32,
    /// A breakthrough: the ranks of the defender that the chargers pass.
    pub ranks_passed: Option<u32>,
    /// Figures of the enemy that fight here.
    #[schemars(range(max = 10_000))]
    pub enemies: u32,
    /// A general is with them.
    pub general: bool,
    /// Bases of ten figures of 5 or 6 mm.
    pub small_figures: bool,
}

/// Figures that fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fighting {
    pub figures: u32,
}

impl Fighting {
    /// In words.
    pub fn message(&self) -> Message {
        say!("figures-fight", figures = self.figures)
    }
}
words::spoken!(Fighting);

fn check_fighting(s: &FightingSituation) -> Result<(), SituationError> {
    for (field, n) in [
        ("touching", s.touching),
        ("mixed", s.mixed),
        ("crews", s.crews),
        ("drivers", s.drivers),
        ("inside", s.inside),
        ("enemies", s.enemies),
        ("ranks_passed", s.ranks_passed.unwrap_or(0)),
    ] {
        check_count(field, n, 0)?;
    }
    umpire::check_number("overlapping", s.overlapping.min(1000) as i32, 0, 2)?;
    s.wall.map_or(Ok(()), |cm| umpire::check_length("wall", cm))
}

/// No more figures than this fight one enemy (19.2.d).
pub const AGAINST_ONE: u32 = 3;

fn fighting(s: &FightingSituation, r: &mut impl Record) -> Fighting {
    if let Some(ranks) = s.ranks_passed {
        let figures = s.touching * ranks.max(1);
        r.reckon(
            || say!("reckon-fighting-breakthrough", front = s.touching, ranks, figures),
            clause!("19.2.b"),
        );
        return Fighting { figures };
    }
    if let Some(cm) = s.wall {
        let most = libm::floor((cm + super::TOLERANCE) / 2.0) as u32;
        r.reckon(|| say!("reckon-fighting-at-wall", most), clause!("19.2.a.vii"));
        r.clause(clause!("19.3.h"));
        let at_wall = s.touching.min(most);
        if s.inside > 0 {
            r.reckon(|| say!("reckon-fighting-inside", figures = s.inside), clause!("19.2.a.viii"));
        }
        return Fighting { figures: three_to_one(s.inside + at_wall, s.enemies, r) };
    }
    let mut figures = s.touching;
    r.reckon(|| say!("reckon-touching", figures), clause!("19.2.a.i"));
    if s.small_figures {
        r.reckon(|| say!("reckon-no-overlap"), clause!("A6.8"));
    } else if s.overlapping > 0 {
        figures += s.overlapping;
        r.reckon(|| say!("reckon-overlapping", figures = s.overlapping), clause!("19.2.a.iii"));
    }
    for (more, says, by) in [
        (s.mixed, say!("reckon-mixed", figures = s.mixed), clause!("19.2.a.iv")),
        (s.crews, say!("reckon-crews-fight", figures = s.crews), clause!("19.2.a.v")),
        (s.drivers, say!("reckon-drivers-fight", figures = s.drivers), clause!("19.2.a.vi")),
    ] {
        if more > 0 {
            figures += more;
            r.reckon(|| says, by);
        }
    }
    if s.general {
        figures += 1;
        r.reckon(|| say!("reckon-general-fights"), clause!("play.generals"));
    }
    let figures = three_to_one(figures, s.enemies, r);
    r.clause(clause!("19.4.b"));
    Fighting { figures }
}

/// No more than three fight one enemy, where it is said how many of them fight (19.2.d).
fn three_to_one(figures: u32, enemies: u32, r: &mut impl Record) -> u32 {
    let most = enemies * AGAINST_ONE;
    if enemies == 0 || figures <= most {
        return figures;
    }
    r.reckon(|| say!("reckon-three-to-one", figures = most), clause!("19.2.d"));
    most
}

procedure!(
    /// Figures that fight in a melee.
    FightingFigures: FightingSituation => Fighting => Fighting, "fighting-figures", "title-fighting-figures",
    check_fighting, fighting, known, { "touching": 6, "overlapping": 2, "enemies": 2 }
);

/// An obstacle over which a side attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    #[default]
    None,
    Soft,
    Hard,
    /// A building not yet broken into.
    Building,
}

/// One side of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub on_foot: bool,
    /// Figures that fight.
    #[schemars(range(max = 10_000))]
    pub figures: u32,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    /// Its muskets are loaded.
    #[serde(default)]
    pub loaded: bool,
    /// It has impetus in this move.
    #[serde(default)]
    pub impetus: bool,
    /// It follows up, or attacks without crossing an obstacle.
    #[serde(default)]
    pub following_up: bool,
    /// It pursues, in the first move of it.
    #[serde(default)]
    pub pursuing: bool,
    /// It breaks through: its own ranks, and those of the enemy that it passes.
    #[serde(default)]
    pub breaking_through: Option<(u8, u8)>,
    /// Higher than the enemy, or charged downhill in this move; the enemy is in a ditch and it is not.
    #[serde(default)]
    pub higher: bool,
    /// It fights in a wood or orchard.
    #[serde(default)]
    pub in_wood: bool,
    #[serde(default)]
    pub over: Over,
    /// It routs: it does not fight back.
    #[serde(default)]
    pub routing: bool,
}

impl Fighter {
    pub fn new(troop: Troop, formation: Formation, figures: u32) -> Fighter {
        Fighter {
            troop,
            formation,
            on_foot: false,
            figures,
            disorganisation: 0,
            loaded: false,
            impetus: false,
            following_up: false,
            pursuing: false,
            breaking_through: None,
            higher: false,
            in_wood: false,
            over: Over::None,
            routing: false,
        }
    }

    pub(super) fn mounted(&self) -> bool {
        super::movement::mounted(&self.troop, self.formation, self.on_foot)
    }

    fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_troop(field, &self.troop)?;
        check_count(field, self.figures, 0)?;
        check_factors(field, self.disorganisation)
    }
}

/// A round of melee. One die for each side: average for regulars, ordinary for irregulars; none with the optional loss system, and
/// none for routers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeSituation {
    pub a: Fighter,
    pub b: Fighter,
    /// The round, from 1.
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 10_000))]
    pub round: u32,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: MeleeReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

fn first() -> u32 {
    1
}

/// Men that each side loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeleeOutcome {
    pub a: u32,
    pub b: u32,
}

impl MeleeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("melee-losses", a = self.a, b = self.b)
    }
}
words::spoken!(MeleeOutcome);

fn check(s: &MeleeSituation) -> Result<(), SituationError> {
    check_count("round", s.round, 1)?;
    s.a.check("a")?;
    s.b.check("b")
}

/// The base factor (T11.base).
fn base<R: Record>(f: &Fighter, s: &MeleeSituation, sum: &mut Sum<'_, R>) {
    let n = &numbers().melee;
    let fixed = s.options.losses == LossSystem::Chance;
    let [foot, light, heavy] = if fixed {
        [n.fixed_base.foot, n.fixed_base.light, n.fixed_base.heavy]
    } else {
        [n.base.foot, n.base.light, n.base.heavy]
    };
    let (value, by) = match f.troop.arm {
        Arm::Elephants if f.mounted() => (heavy, clause!("A5.10")),
        Arm::Camels if f.mounted() => (light, clause!("A5.9")),
        _ if !f.mounted() => {
            let irregular = f.troop.irregular() && s.readings.irregular_foot == IrregularFoot::AsIrregulars;
            (if irregular { light } else { foot }, clause!("20.1.a"))
        }
        _ if super::reaction::light(&f.troop) => (light, clause!("T11.base")),
        _ => (heavy, clause!("T11.base")),
    };
    sum.add(say!("row-melee-base"), value, by);
}

/// Troops and weapons (table 11A).
fn troops<R: Record>(f: &Fighter, enemy: &Fighter, s: &MeleeSituation, sum: &mut Sum<'_, R>) {
    let n = &numbers().melee.fighters;
    let by = || clause!("T11.A");
    let foot = !f.mounted();
    let t = &f.troop;
    let irregular_foot = t.irregular() && foot;
    if s.round == 1 {
        if irregular_foot && t.melee_weapon {
            sum.add(say!("row-irregular-weapons"), n.irregular_first, by());
        }
        if foot && f.loaded && !f.routing {
            sum.add(say!("row-loaded"), n.loaded_first, clause!("15.3.g"));
        }
    }
    if let Some((own, passed)) = f.breaking_through {
        let ranks = match s.readings.ranks_through {
            RanksThrough::Chargers => own,
            RanksThrough::Defenders => passed,
        };
        sum.times(say!("row-rank-through"), n.extra_rank, ranks.saturating_sub(1), clause!("19.2.b"));
    }
    match t.trained(f.formation.open_order()) {
        Class::A => sum.add(say!("row-class-a"), n.class_a, by()),
        Class::B => sum.add(say!("row-class-b"), n.class_b, by()),
        Class::C => {}
        Class::D => sum.add(say!("row-class-d"), n.class_d, by()),
        Class::E => sum.add(say!("row-class-e"), n.class_e, by()),
    }
    let factors = counted(t, f.disorganisation, sum.r).min(MOST_FACTORS);
    sum.times(say!("row-disorganisation"), n.disorder, factors, by());
    if enemy.troop.armour && enemy.mounted() {
        sum.add(say!("row-against-armour"), n.against_armour, by());
    }
    if t.irregular() && !t.melee_weapon {
        sum.add(say!("row-no-melee-weapons"), n.no_melee_weapon, by());
    }
    if t.arm.battery() {
        sum.add(say!("row-artillery"), n.artillery, by());
    }
    let thin =
        f.formation == Formation::Line || f.formation == Formation::Square || f.formation.open_column();
    if t.british() && t.arm.infantry() && thin {
        sum.add(say!("row-british-thin"), n.british_thin, by());
    }
    if s.options.national && t.mameluke && f.impetus {
        sum.add(say!("row-mameluke"), n.mameluke, clause!("A3.8"));
    }
}

/// Ground, impetus and following up (tables 11B and 11C).
fn ground<R: Record>(f: &Fighter, s: &MeleeSituation, sum: &mut Sum<'_, R>) {
    let (n, i) = (&numbers().melee.ground, &numbers().melee.impetus);
    let by = || clause!("T11.B");
    if f.higher {
        sum.add(say!("row-higher"), n.higher, by());
    }
    if f.mounted() && f.in_wood {
        sum.add(say!("row-cavalry-in-wood"), n.cavalry_in_wood, by());
    }
    match f.over {
        Over::None => {}
        Over::Soft => sum.add(say!("row-at-soft-obstacle"), n.soft_obstacle, by()),
        Over::Hard => sum.add(say!("row-at-hard-obstacle"), n.hard_obstacle, by()),
        Over::Building => sum.add(say!("row-at-building"), n.building, clause!("19.3.a")),
    }
    if f.impetus {
        let t = &f.troop;
        let value = match t.arm {
            Arm::Elephants => i.heavy,
            _ if f.mounted() && t.regular() && (t.lance || !super::reaction::light(t)) => i.heavy,
            _ if f.mounted() && (t.regular() || t.melee_weapon) => i.light,
            _ if f.mounted() => 0,
            _ if t.irregular() => {
                if t.melee_weapon {
                    i.irregular_foot
                } else {
                    0
                }
            }
            _ if f.formation == Formation::CompanyColumn => i.company_column,
            _ => i.line,
        };
        sum.add(say!("row-impetus"), value, clause!("18.1.h"));
    }
    let pursuit = f.pursuing && s.readings.pursuit_factor == PursuitFactor::FollowingUp;
    if (f.following_up && f.over == Over::None) || pursuit {
        let value = if f.mounted() { i.follow_up_cavalry } else { i.follow_up_foot };
        let by = if pursuit { clause!("play.pursuit") } else { clause!("T11.C") };
        sum.add(say!("row-following-up"), value, by);
    }
}

/// One side before the die.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    figures: u32,
    /// Nothing where it does not fight.
    factor: Option<i32>,
    irregular: bool,
    /// Bases of ten figures of 5 or 6 mm, whose losses are ten times as many (A6.7).
    tens: bool,
}

/// A round weighed up.
#[derive(Clone, Debug)]
pub struct Round {
    sides: [Side; 2],
    rolls: bool,
    more: MoreFigures,
    sheet: SheetRef,
}

fn side(f: &Fighter, enemy: &Fighter, s: &MeleeSituation, name: &'static str, r: &mut impl Record) -> Side {
    let irregular = f.troop.irregular();
    let tens = s.options.small_figures && f.troop.on_bases_of_ten();
    if f.routing {
        r.reckon(|| say!("reckon-routers-do-not-fight"), clause!("23.7.b"));
        return Side { figures: f.figures, factor: None, irregular, tens };
    }
    let mut sum = Sum::new(name, r);
    base(f, s, &mut sum);
    troops(f, enemy, s, &mut sum);
    ground(f, s, &mut sum);
    let factor = sum.total;
    r.total(name, factor);
    Side { figures: f.figures, factor: Some(factor), irregular, tens }
}

fn prepare(s: &MeleeSituation, r: &mut impl Record) -> Round {
    Round {
        sides: [side(&s.a, &s.b, s, "a", r), side(&s.b, &s.a, s, "b", r)],
        rolls: s.options.losses == LossSystem::Twenties,
        more: s.readings.more,
        sheet: s.sheet.clone(),
    }
}

impl Round {
    fn inflicts(&self, side: usize, d: &mut impl Dice, r: &mut impl Record) -> u32 {
        let s = self.sides[side];
        let Some(mut factor) = s.factor else { return 0 };
        if self.rolls {
            let die = d.roll(test_die(s.irregular));
            r.die(die);
            factor += i32::from(die);
            r.reckon(|| say!("reckon-melee-die", die, factor), clause!("T11.D"));
        }
        let men = super::losses::men(s.figures, factor, self.more, &self.sheet, r);
        if !s.tens {
            return men;
        }
        r.reckon(|| say!("reckon-ten-times"), clause!("A6.7"));
        men * 10
    }
}

fn resolve(p: &Round, d: &mut impl Dice, r: &mut impl Record) -> MeleeOutcome {
    let by_a = p.inflicts(0, d, r);
    let by_b = p.inflicts(1, d, r);
    r.clause(clause!("19.4.c"));
    MeleeOutcome { a: by_b, b: by_a }
}

procedure!(
    /// A round of melee.
    Melee: MeleeSituation => Round => MeleeOutcome, "melee", "title-melee",
    check, prepare, resolve,
    { "a": { "troop": { "nation": "france", "arm": "heavy-cavalry", "footing": "regular", "class": "C", "training": "C", "armour": true },
             "formation": "line", "figures": 8, "impetus": true },
      "b": { "troop": { "nation": "prussia", "arm": "line-infantry", "footing": "regular", "class": "D", "training": "D" },
             "formation": "line", "figures": 10, "disorganisation": 2 } }
);

/// What a round of melee cost both sides. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundSituation {
    /// Men lost in the melee in this move.
    #[schemars(range(max = 10_000))]
    pub a: u32,
    #[schemars(range(max = 10_000))]
    pub b: u32,
    /// Figures of the engaged subgroups at the start of the round.
    #[schemars(range(min = 1, max = 10_000))]
    pub a_figures: u32,
    #[schemars(range(min = 1, max = 10_000))]
    pub b_figures: u32,
    #[serde(default)]
    pub a_artillery: bool,
    #[serde(default)]
    pub b_artillery: bool,
    /// One side defends a building not yet broken into.
    #[serde(default)]
    pub storming: bool,
    #[serde(default)]
    pub readings: MeleeReadings,
}

/// Who of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OneOf {
    A,
    B,
}

/// What comes of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundOutcome {
    /// Nobody has won: it goes on.
    Draw,
    /// One side lost, too little for a test.
    Lost { loser: OneOf },
    /// Both take the melee reaction test.
    MeleeReaction { loser: OneOf },
    /// The loser takes a morale test.
    Morale { loser: OneOf },
    /// The loser breaks without a test.
    Breaks { loser: OneOf },
}

impl RoundOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let who = |l: &OneOf| if *l == OneOf::A { "a" } else { "b" };
        match self {
            RoundOutcome::Draw => say!("round-draw"),
            RoundOutcome::Lost { loser } => say!("round-lost", loser = who(loser)),
            RoundOutcome::MeleeReaction { loser } => say!("round-reaction", loser = who(loser)),
            RoundOutcome::Morale { loser } => say!("round-morale", loser = who(loser)),
            RoundOutcome::Breaks { loser } => say!("round-breaks", loser = who(loser)),
        }
    }
}
words::spoken!(RoundOutcome);

fn check_round(s: &RoundSituation) -> Result<(), SituationError> {
    check_count("a", s.a, 0)?;
    check_count("b", s.b, 0)?;
    check_count("a_figures", s.a_figures, 1)?;
    check_count("b_figures", s.b_figures, 1)
}

fn round_result(s: &RoundSituation, r: &mut impl Record) -> RoundOutcome {
    let (high, low) = (s.a.max(s.b), s.a.min(s.b));
    let lost = match s.readings.loses_round {
        LosesRound::OverATenth => (high - low) * 10 > high,
        LosesRound::ATenthMore => high > low && high * 10 >= low * 11,
    };
    if !lost {
        r.reckon(|| say!("reckon-drawn-round", high, low), clause!("19.5.a"));
        return RoundOutcome::Draw;
    }
    r.reckon(|| say!("reckon-lost-round", high, low), clause!("19.5.b"));
    let (loser, figures, artillery) = if s.a > s.b {
        (OneOf::A, s.a_figures, s.a_artillery)
    } else {
        (OneOf::B, s.b_figures, s.b_artillery)
    };
    let (times, each) = if artillery { (4, 2) } else { (2, 1) };
    let many = match s.readings.twice_the_losses {
        TwiceTheLosses::Breaks => high >= low * times,
        TwiceTheLosses::MustBeMore => high > low * times,
    };
    if many && high >= figures * each && !s.storming {
        r.reckon(|| say!("reckon-breaks-outright", times, each), clause!("19.5.f"));
        return RoundOutcome::Breaks { loser };
    }
    if high < figures {
        r.reckon(|| say!("reckon-too-few-losses", figures), clause!("19.5.c"));
        return RoundOutcome::Lost { loser };
    }
    if s.storming {
        r.reckon(|| say!("reckon-storm-morale"), clause!("19.3.i"));
        return RoundOutcome::Morale { loser };
    }
    r.reckon(|| say!("reckon-both-react"), clause!("19.5.c"));
    r.clause(clause!("21.1.d"));
    RoundOutcome::MeleeReaction { loser }
}

procedure!(
    /// What a round of melee comes to.
    RoundResult: RoundSituation => RoundOutcome => RoundOutcome, "round-result", "title-round-result",
    check_round, round_result, known, { "a": 30, "b": 18, "a_figures": 20, "b_figures": 12 }
);
