//! What losses do to a unit: valour, flight, prisoners, surrender, guns left behind (13.02 to 13.04, 13.07).

use super::check_valour;
use crate::book::melee::melee;
use crate::book::numbers;
use crate::book::stand;
use crate::book::turn::periods;
use crate::troop::{Arm, State};
use crate::unit::MEN;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Dice, Part, Procedure, Record, Round, SituationError, check_count, check_length, check_number, impossible,
};
use words::Message;

umpire::choice!(
    /// In what attrition is reckoned (13.07.1).
    AttritionBy { Men, Figures }
);
umpire::choice!(
    /// Of what a fleeing unit loses its part (13.02.4).
    FlightLossOf { Present, Original }
);
umpire::choice!(
    /// What counts as a position reached (13.04.1.a).
    PositionReached { AnyBase, Middle }
);
umpire::choice!(
    /// How the equipment of a limbered battery in flight is counted (13.03.3).
    LimberedFlight { Pairs, Singly }
);

/// How much a unit has lost. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttritionSituation {
    pub arm: Arm,
    /// Its strength in men by which attrition is reckoned.
    pub original: u32,
    /// Men lost, prisoners among them.
    pub lost: u32,
    /// Its valour without attrition.
    #[serde(default)]
    pub valour: i8,
    #[serde(default)]
    pub attrition: AttritionBy,
}

/// The procedure of attrition.
#[derive(Clone, Copy, Debug)]
pub struct Attrition;

/// What valour is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AttritionOutcome {
    pub valour: i8,
    /// It becomes FU at once and flees for good.
    pub breaks: bool,
}

impl AttritionOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let valour = words::signed(self.valour);
        if self.breaks { say!("attrition-breaks", valour) } else { say!("attrition-valour", valour) }
    }
}
words::spoken!(AttritionOutcome);

impl Procedure for Attrition {
    type Situation = AttritionSituation;
    type Prepared = AttritionOutcome;
    type Outcome = AttritionOutcome;

    const NAME: &'static str = "attrition";

    fn title() -> Message {
        say!("title-attrition")
    }

    fn check(s: &AttritionSituation) -> Result<(), SituationError> {
        check_count("original", s.original / MEN.of(1), 1)?;
        if s.lost > s.original {
            return Err(impossible("lost", say!("attrition-lost-at-most", original = s.original)));
        }
        check_valour("valour", s.valour)
    }

    fn prepare(s: &AttritionSituation, r: &mut impl Record) -> AttritionOutcome {
        if s.arm == Arm::Artillery {
            r.reckon(|| say!("attrition-reckon-artillery"), clause!("13.07.1"));
            return AttritionOutcome { valour: s.valour, breaks: false };
        }
        let (lost, original) = match s.attrition {
            AttritionBy::Men => (s.lost, s.original),
            AttritionBy::Figures => (s.lost / MEN.of(1), s.original / MEN.of(1)),
        };
        let change = stand::attrition(lost, original);
        let percent = u64::from(lost) * 100 / u64::from(original.max(1));
        let value = words::signed(change);
        r.reckon(|| say!("attrition-reckon", lost, original, percent, value), clause!("13.07.1"));
        let valour = s.valour.saturating_add(change);
        let breaks = valour <= periods().broken;
        if breaks {
            r.reckon(|| say!("attrition-reckon-breaks", valour = words::signed(valour)), clause!("13.07.3"));
        }
        AttritionOutcome { valour, breaks }
    }

    fn resolve(p: &AttritionOutcome, _: &mut impl Dice, _: &mut impl Record) -> AttritionOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "arm": "infantry", "original": 600, "lost": 190, "valour": 1 })
    }
}

/// A worn unit that is merged with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Worn {
    /// Its original valour.
    pub valour: i8,
    /// Its figures now.
    pub figures: u16,
}

/// Worn units that are merged. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeSituation {
    pub units: Vec<Worn>,
    /// Turns that they have stood in base contact and done nothing else.
    pub turns: u8,
    /// In these turns one of them lost men, was marched through or attacked.
    #[serde(default)]
    pub disturbed: bool,
}

/// The procedure of merging worn units.
#[derive(Clone, Copy, Debug)]
pub struct Merge;

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MergeOutcome {
    /// One unit of this valour and so many figures, by which attrition is reckoned from now on.
    Merged {
        valour: i8,
        figures: u32,
    },
    NotYet,
}

impl MergeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            MergeOutcome::Merged { valour, figures } => {
                say!("merge-merged", valour = words::signed(*valour), figures)
            }
            MergeOutcome::NotYet => say!("merge-not-yet"),
        }
    }
}
words::spoken!(MergeOutcome);

impl Procedure for Merge {
    type Situation = MergeSituation;
    type Prepared = MergeOutcome;
    type Outcome = MergeOutcome;

    const NAME: &'static str = "merge";

    fn title() -> Message {
        say!("title-merge")
    }

    fn check(s: &MergeSituation) -> Result<(), SituationError> {
        check_number("units", s.units.len().min(1000) as i32, 2, 100)?;
        for (i, u) in s.units.iter().enumerate() {
            let here = |e| super::within(&format!("units[{i}]"), e);
            check_count("figures", u.figures.into(), 1).map_err(here)?;
            check_valour("valour", u.valour).map_err(here)?;
        }
        Ok(())
    }

    fn prepare(s: &MergeSituation, r: &mut impl Record) -> MergeOutcome {
        if s.disturbed || f64::from(s.turns) < periods().merge {
            r.reckon(|| say!("merge-reckon-not-yet", turns = periods().merge), clause!("13.07.2.b"));
            return MergeOutcome::NotYet;
        }
        let figures: u32 = s.units.iter().map(|u| u32::from(u.figures)).sum();
        let sum: i64 = s.units.iter().map(|u| i64::from(u.valour) * i64::from(u.figures)).sum();
        // To the nearest, halves down.
        let all = i64::from(figures.max(1));
        let average = (2 * sum + all - 1).div_euclid(2 * all);
        let valour = (average - 1) as i8;
        r.reckon(
            || say!("merge-reckon", sum, figures, average, valour = words::signed(valour)),
            clause!("13.07.2.a"),
        );
        MergeOutcome::Merged { valour, figures }
    }

    fn resolve(p: &MergeOutcome, _: &mut impl Dice, _: &mut impl Record) -> MergeOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "units": [{ "valour": 2, "figures": 12 }, { "valour": 0, "figures": 15 }], "turns": 2,
        })
    }
}

/// A unit in flight. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlightLossesSituation {
    /// Its men now.
    pub men: u32,
    /// Its men at the start of the game.
    pub original: u32,
    /// The turn of flight, the first being 1.
    pub flight_turn: u8,
    /// The width in cm of a watercourse that it flees across.
    #[serde(default)]
    pub watercourse: Option<f64>,
    #[serde(default)]
    pub of: FlightLossOf,
}

/// The narrowest watercourse that is more than a ditch, in cm; what is exactly as wide is one (07.04.1.b, 07.04.3).
const DITCH: f64 = numbers::DITCH;

/// The procedure of losses in flight.
#[derive(Clone, Copy, Debug)]
pub struct FlightLosses;

/// Men given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FlightLossesOutcome {
    pub men: u32,
}

impl FlightLossesOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        super::Men(self.men).message()
    }
}
words::spoken!(FlightLossesOutcome);

impl Procedure for FlightLosses {
    type Situation = FlightLossesSituation;
    type Prepared = FlightLossesOutcome;
    type Outcome = FlightLossesOutcome;

    const NAME: &'static str = "flight-losses";

    fn title() -> Message {
        say!("title-flight-losses")
    }

    fn check(s: &FlightLossesSituation) -> Result<(), SituationError> {
        check_number("flight_turn", s.flight_turn.into(), 1, 100)?;
        if s.men > s.original || s.original > 1_000_000 {
            return Err(impossible("men", say!("attrition-men-at-most", original = s.original)));
        }
        check_length("watercourse", s.watercourse.unwrap_or(0.0))
    }

    fn prepare(s: &FlightLossesSituation, r: &mut impl Record) -> FlightLossesOutcome {
        let d = melee();
        let percent = match s.watercourse {
            Some(cm) if cm > d.wide_from => d.flight_wide,
            Some(cm) if cm > DITCH - 1e-9 => d.flight_water,
            _ if s.flight_turn > 1 => d.flight,
            _ => 0,
        };
        let of = match s.of {
            FlightLossOf::Present => s.men,
            FlightLossOf::Original => s.original,
        };
        let men = Part::WHOLE.share(percent.into(), 100).of(of, Round::Up).min(s.men);
        r.reckon(|| say!("flight-losses-reckon", percent, of, men), clause!("13.02.4"));
        FlightLossesOutcome { men }
    }

    fn resolve(p: &FlightLossesOutcome, _: &mut impl Dice, _: &mut impl Record) -> FlightLossesOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "men": 410, "original": 600, "flight_turn": 2 })
    }
}

/// The percent of the victim's strength that takes it (13.02.2).
const ENOUGH: u64 = numbers::SURRENDER_TO as u64;

/// Has an attacker at least 25 % of the strength of a unit in FU, cavalry counting double against other arms (13.02.2)?
pub fn enough_to_take(attacker: (Arm, u16), victim: (Arm, u16), r: &mut impl Record) -> bool {
    let weigh = |own: (Arm, u16), other: Arm| {
        let double = own.0 == Arm::Cavalry && other != Arm::Cavalry;
        u64::from(own.1) * if double { 2 } else { 1 }
    };
    let (own, other) = (weigh(attacker, victim.0), weigh(victim, attacker.0));
    let enough = own * 100 >= other * ENOUGH;
    let answer = if enough { "yes" } else { "no" };
    r.reckon(|| say!("surrender-reckon", own, other, answer), clause!("13.02.2"));
    enough
}

/// A unit in FU that has lost a melee. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurrenderSituation {
    pub attacker: Arm,
    pub attacker_figures: u16,
    pub victim: Arm,
    pub victim_figures: u16,
    /// Melees lost in succession as FU, this one among them.
    pub lost_running: u8,
}

/// Melees to be lost in succession (13.02.2).
const TWICE: u8 = numbers::SURRENDER_AFTER as u8;

/// The procedure of surrender.
#[derive(Clone, Copy, Debug)]
pub struct Surrender;

/// Does it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SurrenderOutcome {
    pub surrenders: bool,
}

impl SurrenderOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.surrenders { say!("surrender-must") } else { say!("surrender-not") }
    }
}
words::spoken!(SurrenderOutcome);

impl Procedure for Surrender {
    type Situation = SurrenderSituation;
    type Prepared = SurrenderOutcome;
    type Outcome = SurrenderOutcome;

    const NAME: &'static str = "surrender";

    fn title() -> Message {
        say!("title-surrender")
    }

    fn check(s: &SurrenderSituation) -> Result<(), SituationError> {
        check_count("attacker_figures", s.attacker_figures.into(), 1)?;
        check_count("victim_figures", s.victim_figures.into(), 1)?;
        if !matches!(s.attacker, Arm::Infantry | Arm::Cavalry) {
            let by = clause!("12.01.4");
            return Err(impossible("attacker", say!("attack-bar-arm", by)));
        }
        Ok(())
    }

    fn prepare(s: &SurrenderSituation, r: &mut impl Record) -> SurrenderOutcome {
        let enough = enough_to_take((s.attacker, s.attacker_figures), (s.victim, s.victim_figures), r);
        SurrenderOutcome { surrenders: enough && s.lost_running >= TWICE }
    }

    fn resolve(p: &SurrenderOutcome, _: &mut impl Dice, _: &mut impl Record) -> SurrenderOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "attacker": "cavalry", "attacker_figures": 8, "victim": "infantry", "victim_figures": 30, "lost_running": 2,
        })
    }
}

/// How near a unit has come to the ground that the beaten one held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    #[default]
    Not,
    /// One of its bases stands on it.
    Edge,
    /// It stands on the middle of it.
    Middle,
}

/// At the end of a turn: a unit broken in melee, and one of the attacker's side on its ground. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrisonersSituation {
    /// Figures that the melee gave.
    pub due: u32,
    /// Figures that the beaten unit has left.
    pub left: u32,
    pub reached: Reached,
    /// The state of the unit that reached it.
    #[serde(default)]
    pub state: State,
    /// It stayed there for the rest of the turn.
    #[serde(default)]
    pub stayed: bool,
    #[serde(default)]
    pub position: PositionReached,
}

/// The procedure of taking prisoners.
#[derive(Clone, Copy, Debug)]
pub struct Prisoners;

/// Figures taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PrisonersOutcome {
    pub figures: u32,
}

impl PrisonersOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self.figures {
            0 => say!("prisoners-none"),
            figures => say!("prisoners-taken", figures),
        }
    }
}
words::spoken!(PrisonersOutcome);

impl Procedure for Prisoners {
    type Situation = PrisonersSituation;
    type Prepared = PrisonersOutcome;
    type Outcome = PrisonersOutcome;

    const NAME: &'static str = "prisoners";

    fn title() -> Message {
        say!("title-prisoners")
    }

    fn check(s: &PrisonersSituation) -> Result<(), SituationError> {
        check_count("due", s.due, 0)?;
        check_count("left", s.left, 0)
    }

    fn prepare(s: &PrisonersSituation, r: &mut impl Record) -> PrisonersOutcome {
        let needed = match s.position {
            PositionReached::AnyBase => Reached::Edge,
            PositionReached::Middle => Reached::Middle,
        };
        if s.reached < needed {
            r.reckon(|| say!("prisoners-reckon-not-reached"), clause!("13.04.2"));
            return PrisonersOutcome { figures: 0 };
        }
        if !s.state.intact() || !s.stayed {
            r.reckon(|| say!("prisoners-reckon-not-held"), clause!("13.04.1.a"));
            return PrisonersOutcome { figures: 0 };
        }
        let figures = s.due.min(s.left);
        r.reckon(|| say!("prisoners-reckon", due = s.due, left = s.left, figures), clause!("13.04.1.a"));
        r.reckon(|| say!("prisoners-reckon-leave"), clause!("13.04.3"));
        PrisonersOutcome { figures }
    }

    fn resolve(p: &PrisonersOutcome, _: &mut impl Dice, _: &mut impl Record) -> PrisonersOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "due": 4, "left": 20, "reached": "edge", "stayed": true })
    }
}

/// A battery that must retreat in U or flee in FU. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbandonSituation {
    /// U or FU.
    pub state: State,
    pub limbered: bool,
    /// Model guns, each with its limber.
    pub models: u8,
    /// Loads of ammunition.
    #[serde(default)]
    pub loads: u8,
    #[serde(default)]
    pub counted: LimberedFlight,
}

/// The procedure of what a battery leaves behind.
#[derive(Clone, Copy, Debug)]
pub struct Abandon;

/// What is left behind or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AbandonOutcome {
    /// Model guns that stay where they are.
    pub guns: u8,
    /// Limbers that stay; the men of an unlimbered battery may flee with theirs.
    pub limbers: u8,
    pub loads: u8,
}

impl AbandonOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("abandon-left", guns = self.guns, limbers = self.limbers, loads = self.loads)
    }
}
words::spoken!(AbandonOutcome);

impl Procedure for Abandon {
    type Situation = AbandonSituation;
    type Prepared = AbandonOutcome;
    type Outcome = AbandonOutcome;

    const NAME: &'static str = "abandon";

    fn title() -> Message {
        say!("title-abandon")
    }

    fn check(s: &AbandonSituation) -> Result<(), SituationError> {
        check_number("models", s.models.into(), 1, 100)?;
        if s.state.intact() {
            let by = clause!("13.03.1");
            return Err(impossible("state", say!("abandon-u-or-fu", by)));
        }
        Ok(())
    }

    fn prepare(s: &AbandonSituation, r: &mut impl Record) -> AbandonOutcome {
        let none = AbandonOutcome::default();
        match (s.state, s.limbered) {
            (State::Complete, false) => {
                r.reckon(|| say!("abandon-reckon-all"), clause!("13.03.2"));
                AbandonOutcome { guns: s.models, ..none }
            }
            (State::Complete, true) => {
                let half = s.models.div_ceil(2);
                // Guns and limbers are twice as many pieces, and half of them are as many as the guns; guns go first.
                let (guns, limbers) = match s.counted {
                    LimberedFlight::Pairs => (half, half),
                    LimberedFlight::Singly => (s.models, 0),
                };
                r.reckon(
                    || say!("abandon-reckon-half", models = s.models, guns, limbers),
                    clause!("13.03.3"),
                );
                AbandonOutcome { guns, limbers, ..none }
            }
            (_, false) => {
                r.reckon(|| say!("abandon-reckon-load"), clause!("13.03.1"));
                AbandonOutcome { loads: s.loads.min(1), ..none }
            }
            (_, true) => none,
        }
    }

    fn resolve(p: &AbandonOutcome, _: &mut impl Dice, _: &mut impl Record) -> AbandonOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "state": "FU", "limbered": true, "models": 3, "loads": 16 })
    }
}
