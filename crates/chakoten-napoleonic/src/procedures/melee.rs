//! One melee of two units (chapter 12, tables XV to XVIII).

pub mod losses;
pub mod points;
pub mod training;

pub use training::Body;

use super::may_attack::{self, TOO_FEW, may_fight};
use super::{Column, Groups, Roll, SeveralMelees, check_training, check_valour, within, worsen};
use crate::book::melee::{Block, melee};
use crate::field::Field;
use crate::troop::{Arm, Cover, Effect, Formation, Nation, Obstacle, State, Weight};
use crate::unit::{Unit, UnitId};
use crate::{clause, reading, say};
use losses::{Party, engaged};
use points::Pair;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Clause, Dice, Procedure, Readings, Record, SituationError, check_count, check_length, check_number,
    impossible,
};
use words::{Joint, Message};

umpire::choice!(
    /// Whose losses are few against an enemy without ammunition (12.01.5)?
    NoAmmunition { BothArms, InfantryOnly }
);
umpire::choice!(
    /// Does the number of the cavalry matter to a square without ammunition (12.01.6)?
    SquareWithoutAmmunition { Quarter, AnyNumber }
);
umpire::choice!(
    /// What LU-2 means after a melee (12.02.2.3): the state, or grades that are added.
    MeleeGrades { AtLeast, Added }
);
umpire::choice!(
    /// Are the figures of several attackers counted together (12.03.1)?
    SeveralAttackers { Together, Singly }
);
umpire::choice!(
    /// Is a battalion with its line out in square (12.03.2)?
    SquareWithLine { Square, OnlyIfBack }
);
umpire::choice!(
    /// Is the straight line ridden before a melee counted on for momentum (12.03.4)?
    MomentumThroughMelee { CountedOn, Afresh }
);
umpire::choice!(
    /// Is the charge before a melee counted on (play.after-melee)?
    ChargeThroughMelee { CountedOn, Afresh }
);
umpire::choice!(
    /// Who loses the point for the missing skirmish line when the defender is behind something (12.03.8)?
    NoLineBehindCover { AttackerOnly, Neither }
);
umpire::choice!(
    /// Is a first attack without momentum the first all the same (12.03.9.b)?
    FirstAttack { Lost, Kept }
);
umpire::choice!(
    /// Has cavalry that is attacked for the first time the point of the first attack (12.03.9.b)?
    FirstAttacked { OnlyAttacking, AttackedToo }
);
umpire::choice!(
    /// Which beaten enemy gives a complete victory (12.03.12)?
    CompleteVictory { NewlyBroken, AnyInFlight }
);
umpire::choice!(
    /// When do both stay where they are in the same disorder after a melee (13.01.4)?
    SameDisorder { EitherWay, BothNewly }
);
umpire::choice!(
    /// For what is a skirmish line counted in its body's melee (14.04.3)?
    LineInMelee { NumbersAndUnits, NumbersOnly }
);
umpire::choice!(
    /// Which points Cossacks compare (15.03.1)?
    CossackPoints { WithCommander, BeforeCommander }
);
umpire::choice!(
    /// What is a continued melee (skema.XV.b)?
    ContinuedMelee { StoodInContact, MetAgain }
);
umpire::choice!(
    /// Which ranks fight when both attack (skema.XVII.a)?
    BothAttackRanks { EachAsAttacker, HigherAttacks }
);
umpire::choice!(
    /// Do columns of the King's German Legion only carry it (england.4)?
    EnglishColumns { KglToo, EnglishOnly }
);
umpire::choice!(
    /// Whose march column has the deduction (table XV)?
    MarchColumnRow { ArtilleryToo, FootAndHorse }
);
umpire::choice!(
    /// Has a fleeing force the row of its formation when it sweeps others along (13.05.2)?
    FleeingColumn { Dispersed, KeepsFormation }
);
umpire::choice!(
    /// What of the row of cavalry against infantry is dropped when units are swept along (13.05.3)?
    SweepCavalryRow { Deduction, WholeRow }
);

/// The readings that matter in a melee, by their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MeleeReadings {
    pub no_ammunition_losses: NoAmmunition,
    pub square_without_ammunition: SquareWithoutAmmunition,
    pub melee_grades: MeleeGrades,
    pub several_attackers: SeveralAttackers,
    pub square_with_line: SquareWithLine,
    pub momentum_through_melee: MomentumThroughMelee,
    pub charge_through_melee: ChargeThroughMelee,
    pub no_line_behind_cover: NoLineBehindCover,
    pub first_attack: FirstAttack,
    pub first_attacked: FirstAttacked,
    pub complete_victory: CompleteVictory,
    pub same_disorder: SameDisorder,
    pub line_in_melee: LineInMelee,
    pub cossack_points: CossackPoints,
    pub continued_melee: ContinuedMelee,
    pub both_attack_ranks: BothAttackRanks,
    pub english_columns: EnglishColumns,
    pub march_column_row: MarchColumnRow,
    pub fleeing_column: FleeingColumn,
    pub sweep_cavalry_row: SweepCavalryRow,
}

impl MeleeReadings {
    /// What a state of table XVII does to the loser (03.03.6).
    pub(super) fn effect(&self, by_table: State) -> Effect {
        let added = self.melee_grades == MeleeGrades::Added && by_table.intact();
        if added { Effect::Grades(by_table.grades()) } else { Effect::AtLeast(by_table) }
    }

    /// Those of a battle.
    pub fn of(r: &Readings) -> MeleeReadings {
        MeleeReadings {
            no_ammunition_losses: NoAmmunition::pick(r.is(reading!("no-ammunition-losses", "infantry-only"))),
            square_without_ammunition: SquareWithoutAmmunition::pick(
                r.is(reading!("square-without-ammunition", "any-number")),
            ),
            melee_grades: MeleeGrades::pick(r.is(reading!("melee-grades", "added"))),
            several_attackers: SeveralAttackers::pick(r.is(reading!("several-attackers", "singly"))),
            square_with_line: SquareWithLine::pick(r.is(reading!("square-with-line", "only-if-back"))),
            momentum_through_melee: MomentumThroughMelee::pick(
                r.is(reading!("momentum-through-melee", "afresh")),
            ),
            charge_through_melee: ChargeThroughMelee::pick(r.is(reading!("charge-through-melee", "afresh"))),
            no_line_behind_cover: NoLineBehindCover::pick(r.is(reading!("no-line-behind-cover", "neither"))),
            first_attack: FirstAttack::pick(r.is(reading!("first-attack", "kept"))),
            first_attacked: FirstAttacked::pick(r.is(reading!("first-attacked", "attacked-too"))),
            complete_victory: CompleteVictory::pick(r.is(reading!("complete-victory", "any-in-flight"))),
            same_disorder: SameDisorder::pick(r.is(reading!("same-disorder", "both-newly"))),
            line_in_melee: LineInMelee::pick(r.is(reading!("line-in-melee", "numbers-only"))),
            cossack_points: CossackPoints::pick(r.is(reading!("cossack-points", "before-commander"))),
            continued_melee: ContinuedMelee::pick(r.is(reading!("continued-melee", "met-again"))),
            both_attack_ranks: BothAttackRanks::pick(r.is(reading!("both-attack-ranks", "higher-attacks"))),
            english_columns: EnglishColumns::pick(r.is(reading!("english-columns", "english-only"))),
            march_column_row: MarchColumnRow::pick(r.is(reading!("march-column-row", "foot-and-horse"))),
            fleeing_column: FleeingColumn::pick(r.is(reading!("fleeing-column", "keeps-formation"))),
            sweep_cavalry_row: SweepCavalryRow::pick(r.is(reading!("sweep-cavalry-row", "whole-row"))),
        }
    }
}

/// Powder smoke about a unit that has fired (09.02.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Smoke {
    #[default]
    None,
    /// It fired in the last turn.
    LastTurn,
    /// It fired in this turn, whether or not in the last too.
    ThisTurn,
}

/// Where an attack strikes (12.03.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approach {
    #[default]
    Front,
    Flank,
    Rear,
}

/// What was between these two units in the turn before (skema.XV.b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Before {
    #[default]
    Nothing,
    /// They fought, and have stood at contact distance since.
    Stood,
    /// They fought, one went back, and they meet again.
    MetAgain,
}

/// A unit in a melee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    pub arm: Arm,
    /// Of cavalry, and of cavalry only.
    #[serde(default)]
    pub weight: Option<Weight>,
    #[serde(default = "no_nation")]
    pub nation: Nation,
    #[serde(default)]
    pub body: Body,
    /// The year of the battle.
    #[serde(default = "year")]
    pub year: u16,
    #[serde(default = "line")]
    pub formation: Formation,
    /// Its figures, without those of a skirmish line or swarm sent out.
    pub figures: u16,
    /// Figures in the first rank; as its formation usually has them where nothing is said.
    #[serde(default)]
    pub front: Option<u16>,
    /// Figures of its skirmish line or swarm sent out in the main direction of the attack.
    #[serde(default)]
    pub line: u16,
    /// That line is back at the unit, pressed back.
    #[serde(default)]
    pub line_back: bool,
    /// Figures of the other units of its brigade or division column or square.
    #[serde(default)]
    pub joined: u16,
    /// Figures of other units that attack the same enemy at the same moment.
    #[serde(default)]
    pub beside: u16,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub valour: i8,
    /// Its training where the brief gives it; otherwise that of the appendix on its nation.
    #[serde(default)]
    pub training: Option<i8>,
    /// Infantry that has neither fired nor fought in this game, cavalry that has not attacked.
    #[serde(default)]
    pub unused: bool,
    #[serde(default)]
    pub smoke: Smoke,
    /// It has not been stationary for a quarter of a turn.
    #[serde(default)]
    pub moved: bool,
    #[serde(default)]
    pub rifles_only: bool,
    #[serde(default)]
    pub no_ammunition: bool,
    /// It has a support unit.
    #[serde(default)]
    pub support: bool,
    /// The other side does not see its support unit.
    #[serde(default)]
    pub support_hidden: bool,
    /// It has beaten an enemy into FU in melee, in this turn or the last.
    #[serde(default)]
    pub victory: bool,
    /// Its commander is in base contact.
    #[serde(default)]
    pub commander: bool,
    /// Other staff figures in base contact.
    #[serde(default)]
    pub staff: u8,
    /// Its cover against the other.
    #[serde(default)]
    pub cover: Cover,
    /// A square whose figures all face one way.
    #[serde(default)]
    pub faced: bool,
    /// A march column without room for a wider formation where it stands.
    #[serde(default)]
    pub narrow: bool,
    /// Both flanks lean on an obstacle that the attacker cannot cross.
    #[serde(default)]
    pub flanks_covered: bool,
    /// Cavalry that does not attack and has ridden 15 cm straight up to contact distance all the same.
    #[serde(default)]
    pub rode: bool,
    #[serde(default)]
    pub working: bool,
    #[serde(default)]
    pub building: bool,
    /// Artillery that is limbered and stands in line; in march column it always is.
    #[serde(default)]
    pub limbered: bool,
    /// In U, and it cannot retreat further.
    #[serde(default)]
    pub blocked: bool,
    /// In FU, and it lost its last melee as such.
    #[serde(default)]
    pub beaten_before: bool,
}

fn no_nation() -> Nation {
    Nation::Other
}

fn year() -> u16 {
    training::YEAR
}

fn line() -> Formation {
    Formation::Line
}

impl Fighter {
    /// In line and in order.
    pub fn new(arm: Arm, figures: u16) -> Fighter {
        Fighter {
            arm,
            weight: (arm == Arm::Cavalry).then_some(Weight::Medium),
            nation: no_nation(),
            body: Body::Ordinary,
            year: year(),
            formation: Formation::Line,
            figures,
            front: None,
            line: 0,
            line_back: false,
            joined: 0,
            beside: 0,
            state: State::Order,
            valour: 0,
            training: None,
            unused: false,
            smoke: Smoke::None,
            moved: false,
            rifles_only: false,
            no_ammunition: false,
            support: false,
            support_hidden: false,
            victory: false,
            commander: false,
            staff: 0,
            cover: Cover::None,
            faced: false,
            narrow: false,
            flanks_covered: false,
            rode: false,
            working: false,
            building: false,
            limbered: false,
            blocked: false,
            beaten_before: false,
        }
    }

    /// A unit of the table as it stands. Whoever asks adds what its place tells: cover, support, smoke, commander and staff, whether it
    /// moved or is blocked; and takes the line away that is not sent out in the main direction of the attack.
    pub fn of(f: &Field, id: UnitId) -> Fighter {
        let u = &f[id];
        let infantry = u.arm == Arm::Infantry;
        let line = f.line_of(id);
        let out = match u.arm {
            Arm::Infantry => u.ammunition == 0 && !with_pikes(f, u),
            Arm::Artillery => u.battery.as_ref().is_some_and(|b| b.loads == 0),
            Arm::Cavalry | Arm::Train => false,
        };
        Fighter {
            weight: u.weight.filter(|_| u.arm == Arm::Cavalry),
            year: f.year(),
            nation: u.nation,
            body: Body::of(u),
            formation: if infantry { f.body_formation(u, u.fights_in()) } else { u.fights_in() },
            front: Some(first_rank(f, u)),
            line: line.map_or(0, |l| l.figures),
            line_back: line.is_some_and(|l| f.in_contact(l, u)),
            joined: f.body_figures(u).saturating_sub(u.figures.into()).min(u16::MAX.into()) as u16,
            state: u.state,
            valour: f.valour(id).0,
            training: Some(u.training.melee),
            // A line that was sent out is not the tactical unit: it neither gains nor spends its first fire (play.skirmish).
            unused: match u.arm {
                // Who has nothing to fire has no first fire (12.03.9.a).
                Arm::Infantry => {
                    u.body.is_none() && u.weapon.is_some() && !u.record.fired && !u.record.fought
                }
                _ => !u.record.attacked,
            },
            rifles_only: infantry && u.rifles_only(),
            no_ammunition: out,
            victory: u.record.victory.is_some_and(|t| t + 1 >= f.turn),
            faced: u.faced,
            narrow: crate::support::narrow(f, u),
            working: u.working,
            building: u.inside.is_some(),
            limbered: u.battery.as_ref().is_some_and(|b| b.left.is_none() && b.limbered),
            beaten_before: u.state == State::Complete && u.record.fu_lost > 0,
            ..Fighter::new(u.arm, u.figures)
        }
    }

    /// As one that attacks or is attacked.
    pub fn as_body(&self) -> may_attack::Body {
        may_attack::Body {
            arm: self.arm,
            formation: self.formation,
            state: self.state,
            working: self.working,
            figures: self.all(),
        }
    }

    /// All figures of the tactical unit, its line among them.
    pub fn all(&self) -> u16 {
        self.figures.saturating_add(self.line)
    }

    /// Has it, with all who stand in one column or square with it, too few figures to fight (12.02.3)?
    pub fn too_few(&self) -> bool {
        self.all().saturating_add(self.joined) <= TOO_FEW
    }

    /// In dispersed formation (05.04.2).
    pub fn dispersed(&self) -> bool {
        self.as_body().dispersed()
    }

    /// Has it flanks and a rear?
    pub fn has_flanks(&self) -> bool {
        let all_round = self.formation.all_round() && !(self.formation == Formation::Square && self.faced);
        !self.dispersed() && !all_round && !self.building
    }

    pub(super) fn check(&self, readings: &MeleeReadings) -> Result<(), SituationError> {
        check_count("figures", self.figures.into(), 1)?;
        for (field, n) in [("line", self.line), ("joined", self.joined), ("beside", self.beside)] {
            check_count(field, n.into(), 0)?;
        }
        if let Some(front) = self.front {
            // In the first rank of a common square stand all its units (05.02.5).
            let square = self.formation == Formation::Square;
            let most = self.figures.saturating_add(if square { self.joined } else { 0 });
            check_number("front", front.into(), 1, most.into())?;
        }
        if self.weight.is_some() != (self.arm == Arm::Cavalry) {
            let by = clause!("04.05.1.c");
            return Err(impossible("weight", say!("melee-weight-of-cavalry", by)));
        }
        self.check_formation(readings)?;
        for (field, said) in [("rifles_only", self.rifles_only), ("moved", self.moved)] {
            if said && self.arm != Arm::Infantry {
                return Err(impossible(field, say!("melee-infantry-only")));
            }
        }
        if self.limbered && self.arm != Arm::Artillery {
            let by = clause!("05.03.1");
            return Err(impossible("limbered", say!("fire-only-artillery-limbers", by)));
        }
        if self.no_ammunition && !matches!(self.arm, Arm::Infantry | Arm::Artillery) {
            let by = clause!("12.01.5");
            return Err(impossible("no_ammunition", say!("melee-ammunition-whose", by)));
        }
        if self.line > 0 && (!self.formation.closed() || !matches!(self.arm, Arm::Infantry | Arm::Cavalry)) {
            let by = clause!("14.04.3");
            return Err(impossible("line", say!("melee-line-of-closed", by)));
        }
        if self.blocked && self.state != State::Disorder {
            let by = clause!("13.02.1");
            return Err(impossible("blocked", say!("melee-blocked-in-u", by)));
        }
        if self.beaten_before && self.state != State::Complete {
            let by = clause!("13.02.2");
            return Err(impossible("beaten_before", say!("melee-beaten-in-fu", by)));
        }
        check_number("staff", self.staff.into(), 0, 8)?;
        check_number("year", self.year.into(), 1792, 1815)?;
        if let Some(t) = self.training {
            check_training("training", t)?;
        }
        check_valour("valour", self.valour)?;
        if self.valour <= crate::book::turn::periods().broken && self.state != State::Complete {
            let by = clause!("13.07.3");
            return Err(impossible("state", say!("melee-broken-is-fu", by)));
        }
        Ok(())
    }

    fn check_formation(&self, readings: &MeleeReadings) -> Result<(), SituationError> {
        use Formation::{AttackColumn, Clump, Line, MarchColumn, Mass, SingleFile, Skirmish, Square};
        let fits = match self.arm {
            Arm::Infantry => true,
            Arm::Cavalry => !matches!(self.formation, Square | Mass | Clump),
            Arm::Artillery | Arm::Train => matches!(self.formation, Line | MarchColumn),
        };
        let (arm, formation) = (self.arm, self.formation);
        if !fits {
            return Err(impossible("formation", say!("melee-no-such-formation", arm, formation)));
        }
        let cossack = self.weight == Some(Weight::Cossack);
        if cossack && !matches!(self.formation, AttackColumn | MarchColumn | SingleFile | Skirmish) {
            let by = clause!("15.02.3");
            return Err(impossible("formation", say!("melee-cossack-formations", formation, by)));
        }
        // The King's German Legion is drilled alike, unless it is read otherwise.
        let kgl = readings.english_columns == EnglishColumns::KglToo;
        if self.formation == Mass && training::column_for_transport(self, kgl) {
            let by = clause!("england.4");
            return Err(impossible("formation", say!("melee-english-mass", by)));
        }
        if self.faced && self.formation != Square {
            let by = clause!("06.02.5");
            return Err(impossible("faced", say!("melee-faced-square", by)));
        }
        Ok(())
    }
}

/// Has it nothing but pikes, with which it fights as others with ammunition (russia.2)?
pub fn with_pikes(f: &Field, u: &Unit) -> bool {
    u.arm == Arm::Infantry
        && u.weapon.is_none()
        && !f.readings.is(reading!("pikes-in-melee", "without-ammunition"))
}

/// Figures in the first rank of a unit, of a common square in that of all its units (05.02.5).
fn first_rank(f: &Field, u: &Unit) -> u16 {
    let all = if u.formation == Formation::Square { f.body_of(u) } else { smallvec::smallvec![u.id] };
    all.iter().map(|m| f[*m].rank(0)).fold(0, u16::saturating_add).max(1)
}

/// How a unit attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attack {
    /// Cm ridden in a straight line up to contact distance, since the last melee if there was one on the way.
    pub straight: f64,
    /// Cm ridden in the same straight line before that melee.
    pub straight_before: f64,
    /// Turns of charge march up to contact distance, since the last melee if there was one on the way.
    pub charge: f64,
    /// Turns of charge march before that melee.
    pub charge_before: f64,
    pub approach: Approach,
    /// The highest obstacle inside contact distance.
    pub obstacle: Obstacle,
    /// One of its figures stands on a lower hill step than the other unit.
    pub uphill: bool,
}

/// Where it is fought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ground {
    /// In a built-up area.
    pub built_up: bool,
    /// On a road of it.
    pub road: bool,
}

/// A melee. One die for each commander who is with his unit, the attacker's first; three dice for the attacker, three for the
/// defender; then one for each other staff figure, the attacker's first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeSituation {
    pub attacker: Fighter,
    #[serde(default)]
    pub attack: Attack,
    pub defender: Fighter,
    /// Given when the defender attacks as well.
    #[serde(default)]
    pub counter: Option<Attack>,
    /// Those who fight one joint melee beside the attacker, where it is read so; their figures are also among his `joined`.
    #[serde(default)]
    pub comrades: Vec<Comrade>,
    #[serde(default)]
    pub before: Before,
    #[serde(default)]
    pub ground: Ground,
    /// Rows of table XV in other groups.
    #[serde(default)]
    pub groups: Groups,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: MeleeReadings,
}

/// A unit that fights beside the largest of several attackers in one joint melee (play.melee.several).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comrade {
    pub figures: u16,
    /// Figures in its first rank.
    pub front: u16,
}

impl Comrade {
    /// One unit of several.
    pub fn of(u: &Fighter) -> Comrade {
        Comrade { figures: u.figures, front: u.first_rank() }
    }

    /// Its figures in so many ranks from the front.
    fn in_ranks(&self, ranks: u8) -> u32 {
        (u32::from(self.front) * u32::from(ranks)).min(self.figures.into())
    }
}

/// Men lost by several who fought one joint melee, shared by their figures: whole men, what is over to the first (play.melee.several).
pub fn shared_loss(men: u32, figures: &[u16]) -> (Vec<u32>, Clause) {
    let all: u32 = figures.iter().copied().map(u32::from).sum::<u32>().max(1);
    let mut each: Vec<u32> = figures.iter().map(|n| men * u32::from(*n) / all).collect();
    let rest = men - each.iter().sum::<u32>();
    if let Some(first) = each.first_mut() {
        *first += rest;
    }
    (each, clause!("play.melee.several"))
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Attacker,
    Defender,
}

impl Who {
    pub const BOTH: [Who; 2] = [Who::Attacker, Who::Defender];

    #[must_use]
    pub fn other(self) -> Who {
        match self {
            Who::Attacker => Who::Defender,
            Who::Defender => Who::Attacker,
        }
    }

    /// As a ruling names the side.
    pub fn side(self) -> &'static str {
        match self {
            Who::Attacker => Column::Attacker.side(),
            Who::Defender => Column::Defender.side(),
        }
    }

    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Who::Attacker => say!("melee-the-attacker"),
            Who::Defender => say!("melee-the-defender"),
        }
    }
}
words::spoken!(Who);

/// What becomes of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fate {
    pub state: State,
    /// Men that it loses.
    pub lost: u32,
    /// How many of its ranks fought (table XVII).
    pub ranks: u8,
    /// The melee units in them.
    pub units: u32,
    /// It must surrender.
    pub surrenders: bool,
    pub commander_falls: bool,
    /// Other staff figures that fall.
    pub staff_fall: u8,
    /// It has brought the other into FU.
    pub complete_victory: bool,
    /// Its first fire or first attack is behind it.
    pub first_spent: bool,
}

/// What comes of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeleeOutcome {
    pub winner: Option<Who>,
    pub attacker: Fate,
    pub defender: Fate,
    /// Figures that the loser gives up if his position is reached and held, in this turn.
    pub prisoners: u32,
    /// Cossacks who do not carry the attack out.
    pub broken_off: Option<Who>,
    /// Both are in the same disorder: neither moves, and both end the turn in LU-3.
    pub both_hold: bool,
}

impl MeleeOutcome {
    /// What becomes of one of them.
    pub fn of(&self, who: Who) -> &Fate {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// In words.
    pub fn message(&self) -> Message {
        let mut all = Vec::new();
        match (self.broken_off, self.winner) {
            (Some(who), _) => all.push(say!("melee-broken-off", who)),
            (None, Some(who)) => all.push(say!("melee-won-by", who)),
            (None, None) if self.attacker.surrenders || self.defender.surrenders => {}
            (None, None) => all.push(say!("melee-no-winner")),
        }
        for who in Who::BOTH {
            let f = self.of(who);
            all.push(say!("melee-fate", who, state = f.state, men = f.lost));
            if f.surrenders {
                all.push(say!("melee-surrenders", who));
            }
            if f.commander_falls {
                all.push(say!("melee-commander-falls", who));
            }
            if f.staff_fall > 0 {
                all.push(say!("melee-staff-fall", who, count = f.staff_fall));
            }
        }
        if self.prisoners > 0 {
            all.push(say!("melee-prisoners", figures = self.prisoners));
        }
        if self.both_hold {
            all.push(say!("melee-both-hold"));
        }
        words::list(all, Joint::Semicolon)
    }
}
words::spoken!(MeleeOutcome);

/// All that can be known of a melee before the dice.
#[derive(Clone, Debug)]
pub struct PreparedMelee {
    s: MeleeSituation,
    /// Points without the commanders' dice.
    points: [i32; 2],
    columns: [Column; 2],
    /// Who cannot fight at all.
    helpless: Option<Who>,
}

/// The procedure of a melee.
#[derive(Clone, Copy, Debug)]
pub struct Melee;

pub(super) fn check_attack(u: &Fighter, on: &Fighter, a: &Attack) -> Result<(), SituationError> {
    for (field, cm) in [
        ("straight", a.straight),
        ("straight_before", a.straight_before),
        ("charge", a.charge),
        ("charge_before", a.charge_before),
    ] {
        check_length(field, cm)?;
    }
    if a.charge + a.charge_before > 0.0 {
        if u.arm != Arm::Cavalry {
            let by = clause!("12.03.10");
            return Err(impossible("charge", say!("melee-charge-of-cavalry", by)));
        }
        if u.weight == Some(Weight::Cossack) {
            let by = clause!("15.02.1");
            return Err(impossible("charge", say!("melee-cossacks-no-charge", by)));
        }
    }
    if a.obstacle == Obstacle::Impassable {
        return Err(impossible("obstacle", say!("melee-impassable")));
    }
    if a.approach != Approach::Front && !on.has_flanks() {
        let by = clause!("05.04.2");
        return Err(impossible("approach", say!("melee-no-flanks", by)));
    }
    Ok(())
}

impl MeleeSituation {
    fn fighter(&self, who: Who) -> &Fighter {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// Do both attack: who is struck in flank or rear in an attack of his own only defends (12.03.6)?
    pub fn both_attack(&self) -> bool {
        self.pair().column(Who::Defender) == Column::Attacker
    }

    fn pair(&self) -> Pair<'_> {
        Pair {
            sides: [&self.attacker, &self.defender],
            attacks: [Some(&self.attack), self.counter.as_ref()],
            before: self.before,
            ground: self.ground,
            sweep: false,
            readings: self.readings,
            groups: &self.groups,
        }
    }
}

impl Procedure for Melee {
    type Situation = MeleeSituation;
    type Prepared = PreparedMelee;
    type Outcome = MeleeOutcome;

    const NAME: &'static str = "melee";

    fn title() -> Message {
        say!("title-melee")
    }

    fn check(s: &MeleeSituation) -> Result<(), SituationError> {
        s.attacker.check(&s.readings).map_err(|e| within("attacker", e))?;
        s.defender.check(&s.readings).map_err(|e| within("defender", e))?;
        s.groups.check("groups")?;
        if s.attacker.working {
            return Err(impossible("attacker.working", say!("melee-works-or-attacks")));
        }
        let (attacker, defender) = (s.attacker.as_body(), s.defender.as_body());
        may_fight(&attacker, &defender).map_err(|bar| impossible("attacker", bar.message()))?;
        check_attack(&s.attacker, &s.defender, &s.attack).map_err(|e| within("attack", e))?;
        for (i, c) in s.comrades.iter().enumerate() {
            let here = |e| within(&format!("comrades[{i}]"), e);
            check_count("figures", c.figures.into(), 1).map_err(here)?;
            check_number("front", c.front.into(), 1, c.figures.into()).map_err(here)?;
        }
        if s.defender.beside > 0 {
            let by = clause!("12.03.1");
            return Err(impossible("defender.beside", say!("melee-beside-attacker", by)));
        }
        if let Some(c) = &s.counter {
            may_fight(&defender, &attacker).map_err(|bar| impossible("counter", bar.message()))?;
            check_attack(&s.defender, &s.attacker, c).map_err(|e| within("counter", e))?;
            if c.approach != Approach::Front {
                let by = clause!("12.03.6");
                return Err(impossible("counter.approach", say!("melee-flank-is-attacker", by)));
            }
        }
        if s.attacker.too_few() && s.defender.too_few() {
            let by = clause!("12.02.3");
            return Err(impossible("attacker", say!("melee-neither-fights", by)));
        }
        Ok(())
    }

    fn prepare(s: &MeleeSituation, r: &mut impl Record) -> PreparedMelee {
        let pair = s.pair();
        let columns = Who::BOTH.map(|who| pair.column(who));
        let helpless = Who::BOTH.into_iter().find(|who| s.fighter(*who).too_few());
        let mut points = [0; 2];
        if helpless.is_none() {
            r.clause(clause!("12.02.1"));
            for who in Who::BOTH {
                points[who as usize] = pair.points(who, r);
            }
        }
        PreparedMelee { s: s.clone(), points, columns, helpless }
    }

    fn resolve(p: &PreparedMelee, d: &mut impl Dice, r: &mut impl Record) -> MeleeOutcome {
        p.fight(d, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "attacker": { "arm": "infantry", "nation": "france", "formation": "attack_column", "figures": 32,
                "front": 8, "line": 4, "support": true, "valour": 1 },
            "defender": { "arm": "infantry", "nation": "russia", "figures": 28, "cover": "I" },
        })
    }
}

/// A commander with a unit that fights (08.02.2, table XVI): what his intervention is worth, and whether he falls.
pub(super) fn intervenes(who: Who, d: &mut impl Dice, r: &mut impl Record) -> (i32, bool) {
    r.clause(clause!("08.02.2"));
    let (value, falls) = super::command::intervention(d, r);
    if value != 0 {
        r.modifier(who.side(), melee().rows.commander.says, value, clause!("08.02.1"));
    }
    (value, falls)
}

impl PreparedMelee {
    /// The points of a side before the dice, its commander's not among them.
    pub fn points(&self, who: Who) -> i32 {
        self.points[who as usize]
    }

    fn unchanged(&self) -> MeleeOutcome {
        let fate = |u: &Fighter| Fate { state: u.state, ..Fate::default() };
        MeleeOutcome {
            winner: None,
            attacker: fate(&self.s.attacker),
            defender: fate(&self.s.defender),
            prisoners: 0,
            broken_off: None,
            both_hold: false,
        }
    }

    /// Cossacks with fewer points go back (15.03.1).
    fn breaks_off(&self, points: [i32; 2], r: &mut impl Record) -> Option<Who> {
        let cossack = |who: Who| self.s.fighter(who).weight == Some(Weight::Cossack);
        // Who is struck in flank or rear in an attack of his own defends (12.03.6).
        let attacks = |who: Who| self.columns[who as usize] == Column::Attacker;
        let fewer = |who: Who| points[who as usize] < points[who.other() as usize];
        let who = Who::BOTH.into_iter().find(|who| cossack(*who) && attacks(*who));
        if let Some(who) = who {
            let (own, other) = (points[who as usize], points[who.other() as usize]);
            r.reckon(|| say!("melee-reckon-cossacks", own, other), clause!("15.03.1"));
        }
        Who::BOTH.into_iter().find(|who| cossack(*who) && attacks(*who) && fewer(*who))
    }

    fn sent_back(&self, who: Who, mut o: MeleeOutcome) -> MeleeOutcome {
        o.broken_off = Some(who);
        let fate = if who == Who::Attacker { &mut o.attacker } else { &mut o.defender };
        fate.state = fate.state.max(State::Disorder);
        o
    }

    fn fight(&self, d: &mut impl Dice, r: &mut impl Record) -> MeleeOutcome {
        let s = &self.s;
        let mut o = self.unchanged();
        if let Some(who) = self.helpless {
            let figures = s.fighter(who).all();
            r.reckon(|| say!("melee-reckon-helpless", who, figures), clause!("12.02.3"));
            let fate = if who == Who::Attacker { &mut o.attacker } else { &mut o.defender };
            fate.surrenders = true;
            return o;
        }
        r.clause(clause!("play.melee.order"));
        let mut points = self.points;
        if s.readings.cossack_points == CossackPoints::BeforeCommander {
            if let Some(who) = self.breaks_off(points, r) {
                return self.sent_back(who, o);
            }
        }
        for who in Who::BOTH {
            if s.fighter(who).commander {
                let (value, falls) = intervenes(who, d, r);
                points[who as usize] += value;
                let fate = if who == Who::Attacker { &mut o.attacker } else { &mut o.defender };
                fate.commander_falls = falls;
            }
        }
        if s.readings.cossack_points == CossackPoints::WithCommander {
            if let Some(who) = self.breaks_off(points, r) {
                return self.sent_back(who, o);
            }
        }
        let mut totals = [0; 2];
        for who in Who::BOTH {
            let roll = Roll::sum(d, r);
            totals[who as usize] = roll.with(points[who as usize], who.side(), clause!("12.02.2.1"), r);
        }
        self.read(totals, &mut o, r);
        for who in Who::BOTH {
            let fall = (0..s.fighter(who).staff).filter(|_| super::command::staff_falls(d, r)).count() as u8;
            let fate = if who == Who::Attacker { &mut o.attacker } else { &mut o.defender };
            fate.staff_fall = fall;
        }
        o
    }

    /// Which block of table XVII a side reads.
    fn block(&self, who: Who) -> Block {
        match (self.s.fighter(who).arm, self.s.fighter(who.other()).arm) {
            (Arm::Cavalry, Arm::Cavalry) => Block::HorseOnHorse,
            (Arm::Cavalry, _) => Block::HorseOnOthers,
            _ => Block::Infantry,
        }
    }

    /// The loser's state by table XVII and the ranks of both.
    fn clash(&self, winner: Option<Who>, difference: u32) -> (State, [u8; 2]) {
        let data = melee();
        let both = self.columns[1] == Column::Attacker;
        let attacker_wins = winner.map(|w| w == Who::Attacker);
        let row = data.clash(self.block(Who::Attacker), difference, attacker_wins);
        if !both {
            return (row.loser, [row.ranks_attacker, row.ranks_defender]);
        }
        if self.s.readings.both_attack_ranks == BothAttackRanks::HigherAttacks {
            let first = winner.unwrap_or(Who::Attacker);
            let row = data.clash(self.block(first), difference, winner.map(|_| true));
            let mut ranks = [row.ranks_attacker, row.ranks_defender];
            if first == Who::Defender {
                ranks.swap(0, 1);
            }
            return (row.loser, ranks);
        }
        let ranks = Who::BOTH
            .map(|who| data.clash(self.block(who), difference, winner.map(|w| w == who)).ranks_attacker);
        (row.loser, ranks)
    }

    fn loser_state(&self, who: Who, by_table: State, r: &mut impl Record) -> State {
        let u = self.s.fighter(who);
        if u.blocked {
            r.reckon(|| say!("melee-reckon-blocked"), clause!("13.02.1"));
            return State::Complete;
        }
        worsen(u.state, self.s.readings.effect(by_table), r)
    }

    /// What two results come to.
    fn read(&self, totals: [i32; 2], o: &mut MeleeOutcome, r: &mut impl Record) {
        let s = &self.s;
        let winner = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Some(Who::Attacker),
            std::cmp::Ordering::Less => Some(Who::Defender),
            std::cmp::Ordering::Equal => None,
        };
        o.winner = winner;
        let difference = totals[0].abs_diff(totals[1]);
        let (by_table, ranks) = self.clash(winner, difference);
        match winner {
            Some(who) => {
                r.reckon(|| say!("melee-reckon-won", who, difference), clause!("12.02.2.2"));
                let state = by_table;
                r.reckon(|| say!("melee-reckon-state", difference, state), clause!("skema.XVII.a"));
                let loser = who.other();
                let state = self.loser_state(loser, by_table, r);
                r.clause(clause!("12.02.2.3"));
                if loser == Who::Attacker { o.attacker.state = state } else { o.defender.state = state }
            }
            None => r.reckon(|| say!("melee-reckon-drawn"), clause!("12.02.2.2")),
        }
        let broken = winner.map(Who::other).filter(|w| o.of(*w).state == State::Complete);
        for who in Who::BOTH {
            let party = Party {
                who,
                comrades: if who == Who::Attacker { &s.comrades } else { &[] },
                u: s.fighter(who),
                other: s.fighter(who.other()),
                ranks: ranks[who as usize],
                total: totals[who as usize],
                attacks: self.columns[who as usize] == Column::Attacker,
                breaks_other: broken == Some(who.other()),
                readings: s.readings,
            };
            let (ranks, units) = engaged(&party, r);
            let men = losses::men(&party, units, r);
            let newly = broken == Some(who.other()) && s.fighter(who.other()).state != State::Complete;
            let any = s.readings.complete_victory == CompleteVictory::AnyInFlight;
            let victory = winner == Some(who) && broken.is_some() && (newly || any);
            if victory {
                r.reckon(|| say!("melee-reckon-victory", who), clause!("12.03.12"));
            }
            if newly {
                o.prisoners = losses::prisoners(&party, units, r);
            }
            let (fate, other) = match who {
                Who::Attacker => (&mut o.attacker, &mut o.defender),
                Who::Defender => (&mut o.defender, &mut o.attacker),
            };
            (fate.ranks, fate.units) = (ranks, units);
            fate.complete_victory = victory;
            other.lost = men;
        }
        self.surrender(o, r);
        self.hold(o, r);
        for who in Who::BOTH {
            let spent = self.s.pair().spends_first(who);
            if let Some(by) = spent {
                r.clause(by);
            }
            let fate = if who == Who::Attacker { &mut o.attacker } else { &mut o.defender };
            fate.first_spent = spent.is_some();
        }
    }

    /// A unit in FU that is beaten twice running surrenders (13.02.2).
    fn surrender(&self, o: &mut MeleeOutcome, r: &mut impl Record) {
        let (a, v) = (&self.s.attacker, &self.s.defender);
        if v.state != State::Complete || o.winner != Some(Who::Attacker) || !v.beaten_before {
            return;
        }
        let enough = super::attrition::enough_to_take((a.arm, a.all()), (v.arm, v.all()), r);
        o.defender.surrenders = enough;
    }

    /// Both in the same disorder stay where they are (13.01.4).
    fn hold(&self, o: &mut MeleeOutcome, r: &mut impl Record) {
        let same = o.attacker.state == o.defender.state && !o.attacker.state.intact();
        let newly = Who::BOTH.iter().all(|w| self.s.fighter(*w).state != o.of(*w).state);
        let counts = newly || self.s.readings.same_disorder == SameDisorder::EitherWay;
        if o.winner.is_some() && same && counts {
            let state = o.attacker.state;
            r.reckon(|| say!("melee-reckon-both", state), clause!("13.01.4"));
            o.both_hold = true;
        }
    }
}

/// Is a target still fought by attackers that have arrived, after an earlier melee of the same moment (play.melee.several)?
pub fn still_fought(target: State, beaten_now: bool, read: SeveralMelees) -> Result<Clause, Clause> {
    let by = clause!("play.melee.several");
    let retreats = read == SeveralMelees::Gone && beaten_now && target == State::Disorder;
    let gone = target == State::Complete || retreats;
    if gone { Err(by) } else { Ok(by) }
}
