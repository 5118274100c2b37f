//! Support units (12.03.7) and the soutien of skirmish lines and swarms (14.02, 14.04.1, 14.04.2).

use crate::book::numbers;
use crate::troop::{Arm, Cover, Formation, Nation, Obstacle, State};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::EPS;
use umpire::{
    Clause, Dice, Part, Procedure, Record, Refusal, Round, SituationError, check_count, check_length,
};
use words::Message;

umpire::choice!(
    /// Whose march length is the distance of support (12.03.7.3).
    SupportMarch { Supporter, Supported }
);
umpire::choice!(
    /// How much of the supported unit lies in the fan (12.03.7.5).
    SupportAngle { SomePart, WholeUnit }
);
umpire::choice!(
    /// Is a unit in single-file column a soutien (14.02.2)?
    SingleFileSoutien { No, Counts }
);
umpire::choice!(
    /// Is a unit in U a soutien (14.02.2)?
    DisorderedSoutien { Counts, No }
);

/// How much of a unit lies in the fan of 30 degrees outwards from the wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InFan {
    Nothing,
    SomePart,
    #[default]
    Whole,
}

/// One unit that may support another. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaySupportSituation {
    pub supporter: Arm,
    pub supporter_figures: u16,
    pub supporter_formation: Formation,
    #[serde(default)]
    pub supporter_state: State,
    /// It is a tactical unit, no skirmish line of one.
    #[serde(default = "yes")]
    pub tactical_unit: bool,
    pub supported: Arm,
    pub supported_figures: u16,
    pub supported_formation: Formation,
    /// From the centre of the supporter's front to the nearest base edge of the supported, in cm.
    pub distance: f64,
    /// A turn's ordinary march of the supporter over the ground between, in cm.
    pub march: f64,
    /// The same of the supported unit.
    #[serde(default)]
    pub supported_march: f64,
    /// The supported unit is inside the supporter's contact distance.
    #[serde(default)]
    pub in_contact_distance: bool,
    #[serde(default)]
    pub in_fan: InFan,
    /// An impassable obstacle lies between them.
    #[serde(default)]
    pub barred: bool,
    /// The supporter is in combat.
    #[serde(default)]
    pub engaged: bool,
    /// The supporter has an attack order in this turn.
    #[serde(default)]
    pub attack_order: bool,
    /// The supporter supports another unit in this turn.
    #[serde(default)]
    pub supports_another: bool,
    #[serde(default = "yes")]
    pub same_brigade: bool,
    /// It supports a unit that attacks, and this is on the order slip.
    #[serde(default = "yes")]
    pub on_slip: bool,
    /// The supported unit attacks.
    #[serde(default)]
    pub attacks: bool,
    #[serde(default)]
    pub support_march: SupportMarch,
    #[serde(default)]
    pub support_angle: SupportAngle,
}

fn yes() -> bool {
    true
}

/// The figures of a support unit at least (12.03.7.1).
const FIGURES: u16 = numbers::SUPPORT_FIGURES as u16;

/// The condition of support that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    Size,
    TacticalUnit,
    Intact,
    Formation,
    SupportedFormation,
    Distance,
    TooClose,
    Angle,
    Barred,
    Engaged,
    AttackOrder,
    Another,
    OnSlip,
    Brigade,
    Arm,
}

impl Lack {
    /// The clause of the condition.
    pub fn clause(self) -> Clause {
        match self {
            Lack::Size | Lack::TacticalUnit | Lack::Intact => clause!("12.03.7.1"),
            Lack::Formation | Lack::SupportedFormation => clause!("12.03.7.2"),
            Lack::Distance => clause!("12.03.7.3"),
            Lack::TooClose => clause!("12.03.7.4"),
            Lack::Angle => clause!("12.03.7.5"),
            Lack::Barred => clause!("12.03.7.6"),
            Lack::Engaged | Lack::AttackOrder => clause!("12.03.7.7"),
            Lack::Another | Lack::OnSlip | Lack::Brigade => clause!("12.03.7.8"),
            Lack::Arm => clause!("12.03.7.9"),
        }
    }

    /// In words.
    pub fn message(&self) -> Message {
        let by = self.clause();
        match self {
            Lack::Size => say!("support-lack-size", by),
            Lack::TacticalUnit => say!("support-lack-tactical", by),
            Lack::Intact => say!("support-lack-intact", by),
            Lack::Formation => say!("support-lack-formation", by),
            Lack::SupportedFormation => say!("support-lack-supported-formation", by),
            Lack::Distance => say!("support-lack-distance", by),
            Lack::TooClose => say!("support-lack-too-close", by),
            Lack::Angle => say!("support-lack-angle", by),
            Lack::Barred => say!("support-lack-barred", by),
            Lack::Engaged => say!("support-lack-engaged", by),
            Lack::AttackOrder => say!("support-lack-attack-order", by),
            Lack::Another => say!("support-lack-another", by),
            Lack::OnSlip => say!("support-lack-on-slip", by),
            Lack::Brigade => say!("support-lack-brigade", by),
            Lack::Arm => say!("support-lack-arm", by),
        }
    }

    /// As a refusal.
    pub fn refusal(self) -> Refusal {
        Refusal::by(self.clause(), self.message())
    }
}
words::spoken!(Lack);

/// Does a unit support another: every condition of 12.03.7 holds, or the first that fails.
pub fn may_support(s: &MaySupportSituation) -> Result<(), Lack> {
    use Formation::{AttackColumn, Line, Mass, Skirmish, Square};
    let ordered = |f: Formation| matches!(f, Line | AttackColumn | Square | Mass);
    let march = match s.support_march {
        SupportMarch::Supporter => s.march,
        SupportMarch::Supported => s.supported_march,
    };
    let fan = match s.support_angle {
        SupportAngle::SomePart => InFan::SomePart,
        SupportAngle::WholeUnit => InFan::Whole,
    };
    let arms = match s.supporter {
        Arm::Infantry => s.supported != Arm::Cavalry,
        Arm::Cavalry => true,
        Arm::Artillery | Arm::Train => false,
    };
    let small = u32::from(s.supporter_figures) * 2 < u32::from(s.supported_figures);
    for (holds, lack) in [
        (!small && s.supporter_figures >= FIGURES, Lack::Size),
        (s.tactical_unit, Lack::TacticalUnit),
        (s.supporter_state.intact(), Lack::Intact),
        (ordered(s.supporter_formation), Lack::Formation),
        (ordered(s.supported_formation) || s.supported_formation == Skirmish, Lack::SupportedFormation),
        // What bars the way shortens the march too; it is named first.
        (!s.barred, Lack::Barred),
        (s.distance <= march + EPS, Lack::Distance),
        (!s.in_contact_distance, Lack::TooClose),
        (s.in_fan >= fan, Lack::Angle),
        (!s.engaged, Lack::Engaged),
        (!s.attack_order, Lack::AttackOrder),
        (!s.supports_another, Lack::Another),
        (!s.attacks || s.on_slip, Lack::OnSlip),
        (s.same_brigade, Lack::Brigade),
        (arms, Lack::Arm),
    ] {
        if !holds {
            return Err(lack);
        }
    }
    Ok(())
}

/// The support units that count of several: one (12.03.7.10).
pub fn supports_counted(units: usize) -> (usize, Clause) {
    (units.min(1), clause!("12.03.7.10"))
}

/// The judgement whether one unit supports another.
#[derive(Clone, Copy, Debug)]
pub struct MaySupport;

/// Does it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MaySupportOutcome {
    Supports,
    Lacks(Lack),
}

impl MaySupportOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            MaySupportOutcome::Supports => say!("support-given"),
            MaySupportOutcome::Lacks(lack) => lack.message(),
        }
    }
}
words::spoken!(MaySupportOutcome);

impl Procedure for MaySupport {
    type Situation = MaySupportSituation;
    type Prepared = MaySupportOutcome;
    type Outcome = MaySupportOutcome;

    const NAME: &'static str = "may-support";

    fn title() -> Message {
        say!("title-may-support")
    }

    fn check(s: &MaySupportSituation) -> Result<(), SituationError> {
        check_count("supporter_figures", s.supporter_figures.into(), 1)?;
        check_count("supported_figures", s.supported_figures.into(), 1)?;
        check_length("distance", s.distance)?;
        check_length("march", s.march)?;
        check_length("supported_march", s.supported_march)
    }

    fn prepare(s: &MaySupportSituation, r: &mut impl Record) -> MaySupportOutcome {
        match may_support(s) {
            Ok(()) => {
                r.clause(clause!("12.03.7"));
                MaySupportOutcome::Supports
            }
            Err(lack) => {
                r.clause(lack.clause());
                MaySupportOutcome::Lacks(lack)
            }
        }
    }

    fn resolve(p: &MaySupportOutcome, _: &mut impl Dice, _: &mut impl Record) -> MaySupportOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "supporter": "infantry", "supporter_figures": 24, "supporter_formation": "attack_column",
            "supported": "infantry", "supported_figures": 30, "supported_formation": "line",
            "distance": 12, "march": 20,
        })
    }
}

/// A force that may be the soutien of a skirmish line or swarm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Soutien {
    pub figures: u16,
    pub formation: Formation,
    #[serde(default)]
    pub state: State,
    /// From the farthest figure of the line to the nearest of the soutien, in cm.
    pub distance: f64,
    /// It is soutien of another line or swarm already.
    #[serde(default)]
    pub serves_another: bool,
}

/// A skirmish line or swarm. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoutienSituation {
    /// Infantry's skirmish line or cavalry's swarm.
    pub arm: Arm,
    pub figures: u16,
    #[serde(default = "other")]
    pub nation: Nation,
    /// Its obstacle and cover towards the enemy.
    #[serde(default)]
    pub obstacle: Obstacle,
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub plantation: bool,
    #[serde(default)]
    pub built_up: bool,
    #[serde(default)]
    pub soutien: Option<Soutien>,
    /// A swarm of Cossacks sent out by its own regiment, which is its soutien whatever its size.
    #[serde(default)]
    pub cossacks: bool,
    /// An enemy in closed formation has come to contact distance, or own closed troops retreat in U onto it.
    #[serde(default)]
    pub pressed: Pressed,
    /// Russians who choose to receive the attack.
    #[serde(default)]
    pub stands: bool,
    #[serde(default)]
    pub single_file: SingleFileSoutien,
    #[serde(default)]
    pub disordered: DisorderedSoutien,
}

fn other() -> Nation {
    Nation::Other
}

/// Who presses a skirmish line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pressed {
    #[default]
    Nobody,
    Enemy,
    /// Own units in closed formation that retreat in U.
    OwnRetreat,
}

/// What a soutien is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoSoutien {
    None,
    TooSmall,
    Formation,
    State,
    ServesAnother,
    TooFar,
}

impl NoSoutien {
    /// The clause that says so.
    pub fn clause(self, arm: Arm) -> Clause {
        match self {
            NoSoutien::None => clause!("14.02.1"),
            NoSoutien::TooSmall | NoSoutien::Formation | NoSoutien::State => clause!("14.02.2"),
            NoSoutien::ServesAnother if arm == Arm::Cavalry => clause!("04.03.2"),
            NoSoutien::ServesAnother => clause!("04.02.3"),
            NoSoutien::TooFar => clause!("14.02.3"),
        }
    }

    /// In words.
    pub fn message(&self) -> Message {
        match self {
            NoSoutien::None => say!("soutien-none"),
            NoSoutien::TooSmall => say!("soutien-too-small"),
            NoSoutien::Formation => say!("soutien-formation"),
            NoSoutien::State => say!("soutien-state"),
            NoSoutien::ServesAnother => say!("soutien-serves-another"),
            NoSoutien::TooFar => say!("soutien-too-far"),
        }
    }
}
words::spoken!(NoSoutien);

/// The farthest that a skirmish line and a swarm may be from the soutien, in cm (14.02.3).
const LINE_CM: f64 = numbers::SOUTIEN_LINE;
const SWARM_CM: f64 = numbers::SOUTIEN_SWARM;

/// So far from its soutien a line or swarm may be at most, in cm (14.02.3).
pub(crate) fn most_from_soutien(arm: Arm) -> f64 {
    if arm == Arm::Cavalry { SWARM_CM } else { LINE_CM }
}
/// The percent that a line pressed back without soutien loses (14.04.2).
const PRESSED_LOSS: u64 = numbers::PRESSED as u64;

/// Need a line no soutien where it stands, and by which clause (14.02.1, 16.02.2.b, 17.03.3)?
pub fn needs_none(s: &SoutienSituation) -> Option<Clause> {
    if s.built_up {
        return Some(clause!("17.03.3"));
    }
    if s.plantation {
        return Some(clause!("16.02.2.b"));
    }
    let behind = s.cover != Cover::None || s.obstacle != Obstacle::None;
    (s.arm == Arm::Infantry && behind).then(|| clause!("14.02.1"))
}

/// Has it a soutien (14.02.2, 14.02.3)?
pub fn has_soutien(s: &SoutienSituation) -> Result<(), NoSoutien> {
    let Some(b) = &s.soutien else { return Err(NoSoutien::None) };
    if b.figures < s.figures && !s.cossacks {
        return Err(NoSoutien::TooSmall);
    }
    let single_file = b.formation == Formation::SingleFile && s.single_file == SingleFileSoutien::No;
    let wrong = matches!(b.formation, Formation::MarchColumn | Formation::Clump | Formation::Skirmish);
    if wrong || single_file {
        return Err(NoSoutien::Formation);
    }
    let disordered = b.state == State::Disorder && s.disordered == DisorderedSoutien::No;
    if b.state == State::Complete || disordered {
        return Err(NoSoutien::State);
    }
    if b.serves_another {
        return Err(NoSoutien::ServesAnother);
    }
    if b.distance > most_from_soutien(s.arm) + EPS { Err(NoSoutien::TooFar) } else { Ok(()) }
}

/// The judgement on a skirmish line's soutien, and what happens when it is pressed.
#[derive(Clone, Copy, Debug)]
pub struct SoutienJudged;

/// What holds, and what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SoutienOutcome {
    /// It needs none where it stands, and is not pressed back.
    NeedsNone,
    /// It has one and stays.
    Has,
    /// It lacks one: it goes back at once, or forms one.
    Lacks(NoSoutien),
    /// It is pressed back to its soutien without a melee.
    PressedBack,
    /// It goes into FU and loses so many figures.
    Broken { figures: u32 },
    /// Russians who stand are attacked.
    Stands,
}

impl SoutienOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            SoutienOutcome::NeedsNone => say!("soutien-needs-none"),
            SoutienOutcome::Has => say!("soutien-has"),
            SoutienOutcome::Lacks(why) => say!("soutien-lacks", why),
            SoutienOutcome::PressedBack => say!("soutien-pressed-back"),
            SoutienOutcome::Broken { figures } => say!("soutien-broken", figures),
            SoutienOutcome::Stands => say!("soutien-stands"),
        }
    }
}
words::spoken!(SoutienOutcome);

impl Procedure for SoutienJudged {
    type Situation = SoutienSituation;
    type Prepared = SoutienOutcome;
    type Outcome = SoutienOutcome;

    const NAME: &'static str = "soutien";

    fn title() -> Message {
        say!("title-soutien")
    }

    fn check(s: &SoutienSituation) -> Result<(), SituationError> {
        check_count("figures", s.figures.into(), 1)?;
        if !matches!(s.arm, Arm::Infantry | Arm::Cavalry) {
            let by = clause!("14.01.1");
            return Err(umpire::impossible("arm", say!("soutien-arm", by)));
        }
        if let Some(b) = &s.soutien {
            check_count("soutien.figures", b.figures.into(), 1)?;
            check_length("soutien.distance", b.distance)?;
        }
        if s.cossacks && s.arm != Arm::Cavalry {
            let by = clause!("15.02.3");
            return Err(umpire::impossible("cossacks", say!("soutien-cossacks-ride", by)));
        }
        if s.stands && (s.nation != Nation::Russia || s.arm != Arm::Infantry) {
            let by = clause!("russia.4");
            return Err(umpire::impossible("stands", say!("soutien-russians-stand", by)));
        }
        Ok(())
    }

    fn prepare(s: &SoutienSituation, r: &mut impl Record) -> SoutienOutcome {
        if let Some(by) = needs_none(s) {
            r.clause(by);
            return SoutienOutcome::NeedsNone;
        }
        if s.cossacks {
            r.clause(clause!("15.02.3"));
        }
        if s.pressed == Pressed::Enemy && s.stands {
            r.clause(clause!("russia.4"));
            return SoutienOutcome::Stands;
        }
        match (has_soutien(s), s.pressed) {
            (Ok(()), Pressed::Nobody) => {
                r.clause(clause!("14.02.2"));
                SoutienOutcome::Has
            }
            (Ok(()), Pressed::Enemy) => {
                r.clause(clause!("14.04.1.a"));
                SoutienOutcome::PressedBack
            }
            (_, Pressed::OwnRetreat) => {
                r.clause(clause!("14.04.1.b"));
                SoutienOutcome::PressedBack
            }
            (Err(why), Pressed::Enemy) => {
                r.clause(why.clause(s.arm));
                let part = Part::WHOLE.share(PRESSED_LOSS, 100);
                let figures = part.left(s.figures.into(), Round::Up, clause!("14.04.2"), r);
                SoutienOutcome::Broken { figures }
            }
            (Err(why), Pressed::Nobody) => {
                r.clause(why.clause(s.arm));
                r.clause(match why {
                    NoSoutien::TooFar => clause!("14.02.4.a"),
                    _ => clause!("14.02.4.b"),
                });
                SoutienOutcome::Lacks(why)
            }
        }
    }

    fn resolve(p: &SoutienOutcome, _: &mut impl Dice, _: &mut impl Record) -> SoutienOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "arm": "infantry", "figures": 5,
            "soutien": { "figures": 25, "formation": "line", "distance": 15 }, "pressed": "enemy",
        })
    }
}
