//! What a blast does to a unit near it (19.07.5 to 19.07.9).

use super::artillery::{Aimed, Equipment, against, equipment, read_roll};
use super::fire_readings::FireReadings;
use super::target::{Suffered, Target, Victim};
use super::{Column, Roll, Tally};
use crate::book::numbers;
use crate::troop::{Arm, Effect};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Part, Procedure, Record, Round, SituationError, check_length, impossible};
use words::{Joint, Message};

/// A unit near a blast. Three dice, none where nothing is left to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlastSituation {
    /// Powder charges (KL), in quarters: 4 are one charge.
    pub quarters: u16,
    pub unit: Target,
    /// Cm from the edge of the blasted object.
    pub distance: f64,
    /// Its figures in or on the object.
    #[serde(default)]
    pub on_object: u16,
    /// It is the blasting party.
    #[serde(default)]
    pub party: bool,
    /// It is behind a terrain feature and cannot be seen from there.
    #[serde(default)]
    pub unseen: bool,
    /// It stands in no-ricochet ground.
    #[serde(default)]
    pub no_ricochet: bool,
    /// Other radii by the umpire (19.07.8): of the addition, of losses, of morale, in cm.
    #[serde(default)]
    pub radii: Option<[f64; 3]>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: FireReadings,
}

/// What the blast does to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BlastOutcome {
    pub unit: Suffered,
    /// Figures in or on the object, killed.
    pub killed: u16,
    pub equipment: Equipment,
}

impl BlastOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let e = &self.equipment;
        let parts = [
            (self.killed > 0).then(|| say!("blast-killed", figures = self.killed)),
            Some(self.unit.message()),
            (e.horses > 0).then(|| say!("fire-horses-lost", horses = e.horses)),
            (e.guns > 0).then(|| say!("guns-lost", guns = e.guns)),
            (e.loads > 0).then(|| say!("guns-loads-lost", loads = e.loads)),
        ];
        words::list(parts.into_iter().flatten(), Joint::Comma)
    }
}
words::spoken!(BlastOutcome);

/// How far a blast reaches, in cm: the addition of 3, losses, morale (19.07.6, 19.07.7).
pub(crate) const RADII: [f64; 3] = [numbers::BLAST_CLOSE, numbers::BLAST_LOSSES, numbers::BLAST_MORALE];

/// What is added to the roll of a unit close to the object (19.07.6).
const CLOSE: i32 = numbers::BLAST_CLOSE_POINTS as i32;

/// All that can be known of a blast before the dice.
#[derive(Clone, Debug)]
pub struct PreparedBlast {
    quarters: u16,
    killed: u16,
    victim: Victim,
    artillery: bool,
    /// Zone, what is added for loss and for morale; none out of reach.
    rolled: Option<(u8, i32, i32)>,
}

/// The procedure of a unit near a blast.
#[derive(Clone, Copy, Debug)]
pub struct Blast;

impl Procedure for Blast {
    type Situation = BlastSituation;
    type Prepared = PreparedBlast;
    type Outcome = BlastOutcome;

    const NAME: &'static str = "blast";

    fn title() -> Message {
        say!("fire-title-blast")
    }

    fn check(s: &BlastSituation) -> Result<(), SituationError> {
        s.readings.groups.check("readings.groups")?;
        umpire::check_count("quarters", s.quarters.into(), 1)?;
        s.unit.check().map_err(|e| super::within("unit", e))?;
        check_length("distance", s.distance)?;
        if s.on_object > s.unit.figures {
            let by = clause!("19.07.5");
            return Err(impossible("on_object", say!("blast-no-more-figures", figures = s.unit.figures, by)));
        }
        if let Some(radii) = s.radii {
            for cm in radii {
                check_length("radii", cm)?;
            }
            if radii[0] > radii[1] || radii[1] > radii[2] {
                let by = clause!("19.07.8");
                return Err(impossible("radii", say!("blast-radii-grow", by)));
            }
        }
        if s.unit.commander {
            let by = clause!("08.02.1");
            return Err(impossible("unit.commander", say!("guns-no-commander", by)));
        }
        Ok(())
    }

    fn prepare(s: &BlastSituation, r: &mut impl Record) -> PreparedBlast {
        let mut p = PreparedBlast {
            quarters: s.quarters,
            killed: 0,
            victim: Victim::of(&s.unit),
            artillery: s.unit.arm == Arm::Artillery,
            rolled: None,
        };
        if s.party {
            r.reckon(|| say!("blast-reckon-party"), clause!("19.07.9"));
            return p;
        }
        if s.on_object > 0 {
            p.killed = s.on_object;
            p.victim.figures -= s.on_object;
            r.reckon(|| say!("blast-reckon-on-it", figures = s.on_object), clause!("19.07.5"));
        }
        if p.victim.figures == 0 {
            return p;
        }
        if s.radii.is_some() {
            r.clause(clause!("19.07.8"));
        }
        let [near, losses, morale] = s.radii.unwrap_or(RADII);
        let within = |cm: f64| s.distance <= cm + table::EPS;
        let zone = if within(losses) {
            r.reckon(|| say!("blast-reckon-losses"), clause!("19.07.6"));
            2
        } else if within(morale) && s.quarters > 4 {
            r.reckon(|| say!("blast-reckon-morale"), clause!("19.07.7"));
            3
        } else {
            r.reckon(|| say!("blast-reckon-nothing"), clause!("19.07.7"));
            return p;
        };
        let mut aimed = Aimed::new(Target { figures: p.victim.figures, ..s.unit }, s.distance);
        aimed.unseen = s.unseen;
        aimed.no_ricochet = s.no_ricochet && zone == 2;
        let mut t = Tally::new(&s.readings.groups);
        against(&mut t, &aimed, zone, s.quarters.into(), false, &s.readings);
        let sums = t.close(r);
        let mut modifier = sums.loss();
        if within(near) {
            r.modifier(Column::Enemy.side(), say!("blast-row-close"), CLOSE, clause!("19.07.6"));
            modifier += CLOSE;
        }
        p.rolled = Some((zone, modifier, sums.of(Column::Morale)));
        p
    }

    fn resolve(p: &PreparedBlast, d: &mut impl Dice, r: &mut impl Record) -> BlastOutcome {
        let Some((zone, modifier, shaken)) = p.rolled else {
            let unit = p.victim.suffers(0, Effect::Grades(0), 0, r);
            return BlastOutcome { unit, killed: p.killed, equipment: Equipment::default() };
        };
        let losses = zone == 2;
        let roll = if p.artillery && losses { Roll::faces(d, r) } else { Roll::sum(d, r) };
        let by = if losses { clause!("19.07.6") } else { clause!("19.07.7") };
        let read = read_roll(roll, modifier, shaken, by, r);
        let mut men = 0;
        if losses {
            let all = Part::WHOLE.share(p.quarters.into(), 4);
            men = all.left(read.each, Round::Nearest, by, r);
        }
        let equipment = if p.artillery && losses {
            equipment(roll, zone, men, &p.victim, r)
        } else {
            Equipment::default()
        };
        let unit = p.victim.suffers(men, read.effect, 0, r);
        BlastOutcome { unit, killed: p.killed, equipment }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "quarters": 12, "unit": { "arm": "infantry", "figures": 24 }, "distance": 6,
        })
    }
}
