//! The impact of a charge: who breaks through, who has impetus (chapter 18, table 12).

use super::reaction::light;
use super::{Options, Sum, check_factors, check_troop, counted, known, procedure};
use crate::book::melee as book;
use crate::book::numbers;
use crate::formation::Formation;
use crate::terrain::Going;
use crate::troop::Troop;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// What is denied where impetus does not count (18.1.g)?
    NoImpetus { ImpetusOnly, BreakthroughToo }
);
umpire::choice!(
    /// Do classes A and B ignore a factor at the impact (18.1.c)?
    ImpactFactors { AsElsewhere, AsRecorded }
);

umpire::choice!(
    /// Whose close columns count at the impact (T12.A)?
    CloseColumns { OfAll, OfFoot }
);

/// The readings that matter to the impact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ImpactReadings {
    pub no_impetus: NoImpetus,
    pub impact_factors: ImpactFactors,
    pub close_columns: CloseColumns,
}

impl ImpactReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> ImpactReadings {
        ImpactReadings {
            no_impetus: NoImpetus::pick(r.is(reading!("no-impetus", "breakthrough-too"))),
            impact_factors: ImpactFactors::pick(r.is(reading!("impact-factors", "as-recorded"))),
            close_columns: CloseColumns::pick(r.is(reading!("close-columns", "of-foot"))),
        }
    }
}

/// One side at the impact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Striker {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub on_foot: bool,
    /// Of tables 8A to 8C and of earlier moves.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
}

impl Striker {
    pub fn new(troop: Troop, formation: Formation) -> Striker {
        Striker { troop, formation, on_foot: false, disorganisation: 0 }
    }

    fn mounted(&self) -> bool {
        super::movement::mounted(&self.troop, self.formation, self.on_foot)
    }
}

/// Where it strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strikes {
    #[default]
    Open,
    /// A wood or orchard.
    Wood,
    /// An obstacle that the enemy defends.
    Obstacle,
}

/// A charge that strikes home. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImpactSituation {
    pub charger: Striker,
    pub defender: Striker,
    #[serde(default)]
    pub at: Strikes,
    /// Which way the charge goes, if on a slope.
    #[serde(default)]
    pub going: Option<Going>,
    /// They double moved in the move before, or made contact at the double.
    #[serde(default)]
    pub at_double: bool,
    /// The figures charged take part in a melee.
    #[serde(default)]
    pub in_melee: bool,
    /// Mamelukes in their first charge of the game.
    #[serde(default)]
    pub first_charge: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: ImpactReadings,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ImpactOutcome {
    pub total: i32,
    pub impetus: bool,
    pub breakthrough: bool,
    /// The defended obstacle is crossed; nothing where there is none.
    pub crossed: Option<bool>,
}

impl ImpactOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ImpactOutcome { breakthrough: true, impetus: true, .. } => say!("impact-breakthrough"),
            ImpactOutcome { breakthrough: true, .. } => say!("impact-breakthrough-without"),
            ImpactOutcome { crossed: Some(true), impetus: true, .. } => say!("impact-crossed"),
            ImpactOutcome { crossed: Some(true), .. } => say!("impact-crossed-without"),
            ImpactOutcome { crossed: Some(false), .. } => say!("impact-not-crossed"),
            ImpactOutcome { impetus: true, .. } => say!("impact-impetus"),
            _ => say!("impact-none"),
        }
    }
}
words::spoken!(ImpactOutcome);

fn check(s: &ImpactSituation) -> Result<(), SituationError> {
    check_troop("charger", &s.charger.troop)?;
    check_troop("defender", &s.defender.troop)?;
    check_factors("charger", s.charger.disorganisation)?;
    check_factors("defender", s.defender.disorganisation)
}

fn factors<R: Record>(s: &ImpactSituation, sum: &mut Sum<'_, R>) {
    let n = &numbers().melee.impact;
    let (c, d) = (&s.charger, &s.defender);
    let by = || clause!("T12.A");
    let skirmishers = d.formation.open_order();
    if skirmishers && !c.formation.open_order() {
        sum.add(say!("row-charging-skirmishers"), n.skirmishers, by());
    }
    if c.mounted() && !d.mounted() {
        let (says, value) = if c.troop.lance && c.troop.regular() {
            (say!("row-lancers-on-foot"), n.lancers_on_foot)
        } else if light(&c.troop) {
            (say!("row-light-on-foot"), n.light_on_foot)
        } else {
            (say!("row-heavy-on-foot"), n.heavy_on_foot)
        };
        sum.add(says, value, by());
        if d.formation == Formation::DoubleSquare {
            sum.add(say!("row-cavalry-on-double-square"), n.double_square, by());
        } else if d.formation.square() {
            sum.add(say!("row-cavalry-on-square"), n.square, by());
        }
    }
    if c.mounted() && d.mounted() && !light(&c.troop) && light(&d.troop) {
        sum.add(say!("row-heavy-on-light"), n.heavy_on_light, by());
    }
    let foot_skirmishers = skirmishers && !d.mounted();
    let line = d.formation.counts_as_line() || foot_skirmishers || d.formation == Formation::Deployed;
    // Squadrons closed up are a close column too (glossary.column-close); by the other reading foot alone has that weight.
    let weighs = !c.mounted() || s.readings.close_columns == CloseColumns::OfAll;
    if c.formation.close_column() && weighs && line {
        sum.add(say!("row-column-on-line"), n.close_column, by());
    }
    match s.at {
        Strikes::Open => {}
        Strikes::Wood if c.mounted() => sum.add(say!("row-cavalry-in-wood"), n.wood, by()),
        Strikes::Wood => {}
        Strikes::Obstacle => sum.add(say!("row-charging-obstacle"), n.obstacle, by()),
    }
    match s.going {
        Some(Going::Up) => sum.add(say!("row-uphill"), n.uphill, by()),
        Some(Going::Down) => sum.add(say!("row-downhill"), n.downhill, by()),
        _ => {}
    }
    if s.options.national && c.troop.mameluke && s.first_charge {
        sum.add(say!("row-mameluke"), n.mameluke, clause!("A3.8"));
    }
}

/// Why impetus does not count (18.1.g).
fn barred(s: &ImpactSituation) -> Option<Clause> {
    if s.at_double {
        return Some(clause!("12.2.b"));
    }
    let foot_on_horse = !s.charger.mounted() && s.defender.mounted();
    (foot_on_horse || s.in_melee).then(|| clause!("18.1.g"))
}

fn impact(s: &ImpactSituation, r: &mut impl Record) -> ImpactOutcome {
    let recorded = s.readings.impact_factors == ImpactFactors::AsRecorded;
    let of = |x: &Striker, r: &mut _| {
        if recorded { x.disorganisation } else { counted(&x.troop, x.disorganisation, r) }
    };
    let (theirs, ours) = (of(&s.defender, r), of(&s.charger, r));
    let mut sum = Sum::new("impact", r);
    sum.add(say!("row-defender-disorganised"), theirs.into(), clause!("18.1.c"));
    sum.add(say!("row-charger-disorganised"), -i32::from(ours), clause!("18.1.c"));
    factors(s, &mut sum);
    let total = sum.total;
    r.total("total", total);
    let at = match s.at {
        Strikes::Open => book::Where::Open,
        Strikes::Wood => book::Where::Wood,
        Strikes::Obstacle => book::Where::Obstacle,
    };
    let struck = numbers().melee.struck(total, at);
    r.reckon(|| say!("reckon-impact", total), clause!("T12.B"));
    r.clause(clause!("18.1.a"));
    let obstacle = s.at == Strikes::Obstacle;
    let (mut impetus, mut breakthrough, crossed) = match struck {
        book::Struck::Breakthrough => (true, true, false),
        book::Struck::Impetus => (true, false, false),
        book::Struck::CrossedWith => (true, false, true),
        book::Struck::CrossedWithout => (false, false, true),
        book::Struck::NoImpetus => (false, false, false),
    };
    let mut crossed = obstacle.then_some(crossed);
    if let Some(by) = barred(s) {
        r.reckon(|| say!("reckon-no-impetus"), by);
        impetus = false;
        if s.readings.no_impetus == NoImpetus::BreakthroughToo {
            breakthrough = false;
            crossed = crossed.map(|_| false);
        }
    }
    if breakthrough {
        r.reckon(|| say!("reckon-breaks-through"), clause!("18.1.e"));
    }
    ImpactOutcome { total, impetus, breakthrough, crossed }
}

procedure!(
    /// The impact of a charge.
    Impact: ImpactSituation => ImpactOutcome => ImpactOutcome, "impact", "title-impact",
    check, impact, known,
    { "charger": { "troop": { "nation": "france", "arm": "light-cavalry", "footing": "regular", "class": "C", "training": "C", "lance": true },
                   "formation": "line", "disorganisation": 2 },
      "defender": { "troop": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
                    "formation": "line", "disorganisation": 1 },
      "going": "down" }
);
