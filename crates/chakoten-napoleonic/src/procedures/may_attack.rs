//! Who may attack whom (12.01.2 to 12.01.7, 14.04.4, 03.01.4.b, 03.03.4).

use crate::book::numbers;
use crate::troop::{Arm, Formation, State};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, Refusal, SituationError, check_count, impossible};
use words::Message;

umpire::choice!(
    /// What brings a unit to attack an enemy in FU without an order (12.01.3): its own march, pivot or rotation, or any movement.
    FuContact { OwnMarch, AnyMovement }
);
/// What a fire order bars (03.01.4.b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FireOrder {
    /// Every attack.
    #[default]
    Excluded,
    /// Every attack but that on an enemy in FU, which needs no order.
    Automatic,
    /// Every attack but one with an order to fire just before contact with the enemy attacked.
    BeforeContact,
}

/// A unit as one that attacks or is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    pub arm: Arm,
    #[serde(default = "line")]
    pub formation: Formation,
    #[serde(default)]
    pub state: State,
    /// It is at work.
    #[serde(default)]
    pub working: bool,
    /// Its figures, those of its skirmish line among them.
    pub figures: u16,
}

fn line() -> Formation {
    Formation::Line
}

impl Body {
    /// A unit in line and in order.
    pub fn new(arm: Arm, figures: u16) -> Body {
        Body { arm, formation: Formation::Line, state: State::Order, working: false, figures }
    }

    /// Is it in dispersed formation: a skirmish line or swarm, in FU, or at work (05.04.2)?
    pub fn dispersed(&self) -> bool {
        !self.formation.closed() || self.state == State::Complete || self.working
    }
}

/// How an attack without an order comes about (12.01.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unordered {
    /// By its own march, pivot or rotation it came within contact distance.
    Marched,
    /// It only faced or changed formation on the spot.
    Turned,
    /// It stood, or the enemy ran to it.
    Stood,
}

/// An attack that is ordered or comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MayAttackSituation {
    pub attacker: Body,
    pub target: Body,
    /// It has a fire order in this turn.
    #[serde(default)]
    pub fire_order: bool,
    /// That order is to fire just before contact with this enemy.
    #[serde(default)]
    pub fire_before_contact: bool,
    /// It has attacked this enemy in this turn already.
    #[serde(default)]
    pub attacked_already: bool,
    /// Given where no attack was ordered.
    #[serde(default)]
    pub unordered: Option<Unordered>,
    #[serde(default)]
    pub fu_contact: FuContact,
    #[serde(default)]
    pub fire_order_bars: FireOrder,
}

/// What stands against an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bar {
    /// Artillery and train do not attack.
    Arm,
    /// In U it takes no attack order.
    Disorder,
    /// It is not intact.
    NotIntact,
    TooFew,
    ClosedCavalry,
    /// Cavalry in dispersed formation is attacked by closed infantry and by cavalry.
    DispersedCavalry,
    Skirmishers,
    FireOrder,
    Again,
    /// Without an order only an enemy in FU is attacked.
    NotInFlight,
    /// It has not come to him by moving.
    NotMoved,
}

impl Bar {
    /// The clause that forbids it.
    pub fn clause(self) -> Clause {
        match self {
            Bar::Arm | Bar::ClosedCavalry | Bar::DispersedCavalry => clause!("12.01.4"),
            Bar::Disorder => clause!("03.03.4"),
            Bar::NotIntact => clause!("12.01.2"),
            Bar::TooFew => clause!("12.02.3"),
            Bar::Skirmishers => clause!("14.04.4"),
            Bar::FireOrder => clause!("03.01.4.b"),
            Bar::Again => clause!("12.01.7"),
            Bar::NotInFlight | Bar::NotMoved => clause!("12.01.3"),
        }
    }

    /// In words.
    pub fn message(&self) -> Message {
        let by = self.clause();
        match self {
            Bar::Arm => say!("attack-bar-arm", by),
            Bar::Disorder => say!("attack-bar-disorder", by),
            Bar::NotIntact => say!("attack-bar-not-intact", by),
            Bar::TooFew => say!("attack-bar-too-few", by),
            Bar::ClosedCavalry => say!("attack-bar-closed-cavalry", by),
            Bar::DispersedCavalry => say!("attack-bar-dispersed-cavalry", by),
            Bar::Skirmishers => say!("attack-bar-skirmishers", by),
            Bar::FireOrder => say!("attack-bar-fire-order", by),
            Bar::Again => say!("attack-bar-again", by),
            Bar::NotInFlight => say!("attack-bar-not-in-flight", by),
            Bar::NotMoved => say!("attack-bar-not-moved", by),
        }
    }

    /// As a refusal.
    pub fn refusal(self) -> Refusal {
        Refusal::by(self.clause(), self.message())
    }
}
words::spoken!(Bar);

/// The figures of a unit that cannot fight (12.02.3).
pub const TOO_FEW: u16 = numbers::TOO_FEW as u16;

/// May this arm and formation attack that one at all (12.01.2, 12.01.4, 14.04.4)?
pub fn may_fight(attacker: &Body, target: &Body) -> Result<(), Bar> {
    if !matches!(attacker.arm, Arm::Infantry | Arm::Cavalry) {
        return Err(Bar::Arm);
    }
    match attacker.state {
        State::Disorder => return Err(Bar::Disorder),
        State::Complete => return Err(Bar::NotIntact),
        _ => {}
    }
    if target.arm == Arm::Cavalry && attacker.arm == Arm::Infantry {
        if !target.dispersed() {
            return Err(Bar::ClosedCavalry);
        }
        if attacker.dispersed() {
            return Err(Bar::DispersedCavalry);
        }
    }
    if attacker.dispersed() && !target.dispersed() && target.arm != Arm::Artillery {
        return Err(Bar::Skirmishers);
    }
    Ok(())
}

/// May this attack be made?
pub fn may_attack(s: &MayAttackSituation) -> Result<(), Bar> {
    may_fight(&s.attacker, &s.target)?;
    if s.attacker.figures <= TOO_FEW {
        return Err(Bar::TooFew);
    }
    if s.attacked_already {
        return Err(Bar::Again);
    }
    let allowed = match s.fire_order_bars {
        FireOrder::Excluded => false,
        FireOrder::Automatic => s.unordered.is_some(),
        FireOrder::BeforeContact => s.fire_before_contact,
    };
    if s.fire_order && !allowed {
        return Err(Bar::FireOrder);
    }
    match s.unordered {
        None => Ok(()),
        Some(_) if s.target.state != State::Complete => Err(Bar::NotInFlight),
        Some(Unordered::Marched) => Ok(()),
        Some(Unordered::Turned) if s.fu_contact == FuContact::AnyMovement => Ok(()),
        Some(_) => Err(Bar::NotMoved),
    }
}

/// The judgement whether an attack may be made. No dice.
#[derive(Clone, Copy, Debug)]
pub struct MayAttack;

/// May it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MayAttackOutcome {
    Attacks,
    /// It needs no order for it.
    WithoutOrder,
    Barred(Bar),
}

impl MayAttackOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            MayAttackOutcome::Attacks => say!("attack-allowed"),
            MayAttackOutcome::WithoutOrder => say!("attack-without-order"),
            MayAttackOutcome::Barred(bar) => bar.message(),
        }
    }
}
words::spoken!(MayAttackOutcome);

impl Procedure for MayAttack {
    type Situation = MayAttackSituation;
    type Prepared = MayAttackOutcome;
    type Outcome = MayAttackOutcome;

    const NAME: &'static str = "may-attack";

    fn title() -> Message {
        say!("title-may-attack")
    }

    fn check(s: &MayAttackSituation) -> Result<(), SituationError> {
        if s.fire_before_contact && !s.fire_order {
            return Err(impossible("fire_before_contact", say!("attack-fire-needs-order")));
        }
        check_count("attacker.figures", s.attacker.figures.into(), 1)?;
        check_count("target.figures", s.target.figures.into(), 1)
    }

    fn prepare(s: &MayAttackSituation, r: &mut impl Record) -> MayAttackOutcome {
        match may_attack(s) {
            Ok(()) if s.unordered.is_some() => {
                r.clause(clause!("12.01.3"));
                MayAttackOutcome::WithoutOrder
            }
            Ok(()) => {
                r.clause(clause!("12.01.1"));
                MayAttackOutcome::Attacks
            }
            Err(bar) => {
                r.clause(bar.clause());
                MayAttackOutcome::Barred(bar)
            }
        }
    }

    fn resolve(p: &MayAttackOutcome, _: &mut impl Dice, _: &mut impl Record) -> MayAttackOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "attacker": { "arm": "infantry", "formation": "attack_column", "figures": 30 },
            "target": { "arm": "cavalry", "figures": 20 },
        })
    }
}
