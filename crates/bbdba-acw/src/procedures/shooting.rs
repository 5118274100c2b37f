//! A shooting combat: one main shooter, up to two supporters, one target (shooting.5, shooting.8).

use super::results::{self, Beaten, Effect, Suffers};
use super::{CombatReadings, SkirmishFactor};
use crate::troop::Troop;
use crate::{book, clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError};
use words::Message;

/// Who shoots at whom, and how.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShootingSituation {
    /// The main shooter: its factor, its modifiers and its die count.
    pub shooter: Troop,
    /// The element or camp under fire.
    pub target: Troop,
    /// Paces from the main shooter's front edge to the part of the target in its field of fire (a camp measures from
    /// its outline).
    pub distance: f64,
    /// Elements shooting at the target in this combat, the main shooter included: 1 to 3.
    #[serde(default = "one")]
    pub shooters: u8,
    /// The main shooter's whole base is behind the line of the target's front edge.
    #[serde(default)]
    pub flank_fire: bool,
    /// What covers the target. A camp is always in cover.
    #[serde(default)]
    pub cover: Cover,
    /// The main shooter or the target is at least partly in a wood, an oasis or a settlement.
    #[serde(default)]
    pub skirmish: bool,
    /// Given if the target shoots back: it has not yet shot in this phase and the main shooter is a legal target for it.
    #[serde(default)]
    pub shoots_back: Option<ReturnFire>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

fn one() -> u8 {
    1
}

/// How the target shoots back at the main shooter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnFire {
    /// Paces from the target's front edge to the main shooter.
    pub distance: f64,
    /// The target's whole base is behind the line of the main shooter's front edge.
    #[serde(default)]
    pub flank_fire: bool,
    /// What covers the main shooter against the target.
    #[serde(default)]
    pub cover: Cover,
}

/// What may cover a target, besides being a camp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    #[default]
    None,
    /// It defends the bank of a river known not to be shallow, and the shot crosses the bed.
    RiverBank,
    /// Its front edge is on the edge of a road that lies between it and the shooter.
    FarDitch,
}

/// Who had the higher total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    Shooter,
    Neither,
    Target,
}

/// What a shooting combat comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShootingOutcome {
    /// Whose total was the higher (impetuous.2 asks).
    pub better: Better,
    pub target: Suffers,
    pub shooter: Suffers,
}

impl ShootingOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.target.effect != Effect::NoEffect {
            self.target.message(self.target.troop.message())
        } else if self.shooter.effect != Effect::NoEffect {
            self.shooter.message(say!("combatant-shooting", troop = self.shooter.troop))
        } else {
            match self.better {
                Better::Shooter => say!("shooter-better-without-effect"),
                Better::Neither => say!("equal-totals-no-effect"),
                Better::Target => say!("target-better-without-effect"),
            }
        }
    }
}
words::spoken!(ShootingOutcome);

/// All that can be known of a shooting combat before the dice.
#[derive(Clone, Copy, Debug)]
pub struct PreparedShooting {
    shooter: i32,
    target: i32,
    shooter_is: Troop,
    target_is: Troop,
    supported: bool,
    shot_back_at: bool,
    readings: CombatReadings,
}

/// The procedure of shooting combat.
#[derive(Clone, Copy, Debug)]
pub struct Shooting;

/// The range of a troop type in paces, as limited by skirmish fire (shooting.7).
pub fn range(t: Troop, skirmish: bool) -> Option<f64> {
    let r = t.stats().range?;
    Some(if skirmish { r.min(book::data().skirmish_range) } else { r })
}

fn impossible(field: &'static str, why: Message) -> Result<(), SituationError> {
    Err(SituationError::Impossible { field, why })
}

fn in_range(
    t: Troop,
    distance: f64,
    skirmish: bool,
    who: &'static str,
    field: &'static str,
) -> Result<(), SituationError> {
    let Some(range) = range(t, skirmish) else {
        let why = match t {
            Troop::Commander => say!("command-element-not-shoot", by = clause!("command.3")),
            _ => say!("cavalry-shoots-only-when", by = clause!("troops.3")),
        };
        return impossible(who, why);
    };
    if !distance.is_finite() || distance < 0.0 {
        return impossible(field, say!("distance-paces-zero-more"));
    }
    if distance > range + table::EPS {
        let by = if skirmish { clause!("shooting.7") } else { clause!("stats.1") };
        return impossible(field, say!("shoot-no-further-than", target = t, range, by));
    }
    Ok(())
}

/// One who shoots, seen from its own side.
struct Fire {
    by: Troop,
    at: Troop,
    distance: f64,
    flank: bool,
    cover: Cover,
}

/// The combat factor, or that of skirmish fire.
fn factor(side: &'static str, t: Troop, foe: Troop, s: &ShootingSituation, r: &mut impl Record) -> i32 {
    let column = usize::from(foe.is_mounted());
    let own = t.stats().shooting[column];
    if !s.skirmish {
        if t == Troop::Commander {
            r.clause(clause!("command.3"));
        }
        r.modifier(side, t.message(), own, clause!("stats.1"));
        return own;
    }
    let skirmish = Troop::Jaeger.stats().shooting[column];
    match s.readings.skirmish_factor {
        SkirmishFactor::Replaced => {
            r.modifier(side, say!("skirmish-fire"), skirmish, clause!("shooting.7"));
            skirmish
        }
        SkirmishFactor::Added => {
            r.modifier(side, t.message(), own, clause!("stats.1"));
            r.modifier(side, say!("skirmish-fire"), skirmish, clause!("shooting.7"));
            own + skirmish
        }
    }
}

/// What a shooter adds (shoot-mod.1 to shoot-mod.4).
fn shooters_modifiers(side: &'static str, x: &Fire, r: &mut impl Record) -> i32 {
    let d = book::data();
    let mut sum = 0;
    let mut add = |what: Message, value: i32, clause| {
        r.modifier(side, what, value, clause);
        sum += value;
    };
    if x.flank && x.at != Troop::Camp {
        add(say!("flank-fire"), d.shoot_mods[0], clause!("shoot-mod.1"));
    }
    if x.by == Troop::Artillery && x.distance <= d.guns_close + table::EPS {
        add(say!("guns-close-range"), d.shoot_mods[1], clause!("shoot-mod.2"));
    }
    if x.at.is_mounted() && x.at != Troop::Commander {
        add(say!("mounted-target"), d.shoot_mods[2], clause!("shoot-mod.3"));
    }
    let cover = match x.cover {
        _ if x.at == Troop::Camp => Some(say!("target-is-camp")),
        Cover::RiverBank => Some(say!("target-behind-river-bank")),
        Cover::FarDitch => Some(say!("target-far-ditch")),
        Cover::None => None,
    };
    if let Some(what) = cover {
        add(what, d.shoot_mods[3], clause!("shoot-mod.4"));
    }
    sum
}

/// No factor below zero (shooting.10).
pub(super) fn floor(side: &'static str, sum: i32, r: &mut impl Record) -> i32 {
    if sum < 0 {
        r.modifier(side, say!("never-below-zero"), -sum, clause!("shooting.10"));
    }
    sum.max(0)
}

impl Procedure for Shooting {
    type Situation = ShootingSituation;
    type Prepared = PreparedShooting;
    type Outcome = ShootingOutcome;

    const NAME: &'static str = "shooting";

    fn title() -> Message {
        say!("title-shooting")
    }

    fn check(s: &ShootingSituation) -> Result<(), SituationError> {
        in_range(s.shooter, s.distance, s.skirmish, "shooter", "distance")?;
        if !(1..=3).contains(&s.shooters) {
            let by = clause!("shooting.5");
            return impossible("shooters", say!("element-up-two-supporters", by));
        }
        if s.shooter == Troop::Camp && s.shooters > 1 {
            let by = clause!("camp.5");
            return impossible("shooters", say!("camp-shoots-alone", by));
        }
        if s.flank_fire && s.target == Troop::Camp {
            return impossible("flank_fire", say!("camp-no-flank-dba"));
        }
        if let Some(b) = &s.shoots_back {
            in_range(s.target, b.distance, s.skirmish, "shoots_back", "shoots_back.distance")?;
            if b.flank_fire && s.shooter == Troop::Camp {
                return impossible("shoots_back.flank_fire", say!("camp-no-flank-dba"));
            }
            if s.flank_fire {
                let by = clause!("dba.26");
                return impossible("shoots_back", say!("shooter-behind-line-front", by));
            }
        }
        Ok(())
    }

    fn prepare(s: &ShootingSituation, r: &mut impl Record) -> PreparedShooting {
        if s.skirmish {
            r.clause(clause!("terrain.11"));
        }
        let mut shooter = factor("shooter", s.shooter, s.target, s, r);
        shooter += shooters_modifiers(
            "shooter",
            &Fire { by: s.shooter, at: s.target, distance: s.distance, flank: s.flank_fire, cover: s.cover },
            r,
        );
        let shooter = floor("shooter", shooter, r);

        let mut target = factor("target", s.target, s.shooter, s, r);
        if let Some(b) = &s.shoots_back {
            r.clause(clause!("dba.28"));
            let back = Fire {
                by: s.target,
                at: s.shooter,
                distance: b.distance,
                flank: b.flank_fire,
                cover: b.cover,
            };
            target += shooters_modifiers("target", &back, r);
        }
        if s.shooters > 1 {
            r.clause(clause!("shooting.5"));
            let value = book::data().shoot_mods[4] * (i32::from(s.shooters) - 1);
            r.modifier("target", say!("under-fire-several"), value, clause!("shoot-mod.5"));
            target += value;
        }
        let target = floor("target", target, r);
        PreparedShooting {
            shooter,
            target,
            shooter_is: s.shooter,
            target_is: s.target,
            supported: s.shooters > 1,
            shot_back_at: s.shoots_back.is_some(),
            readings: s.readings,
        }
    }

    #[inline]
    fn resolve(p: &PreparedShooting, d: &mut impl Dice, r: &mut impl Record) -> ShootingOutcome {
        let (ds, dt) = (d.d6(), d.d6());
        r.die(ds);
        r.die(dt);
        let (shooter, target) = (p.shooter + i32::from(ds), p.target + i32::from(dt));
        r.total("shooter", shooter);
        r.total("target", target);
        r.clause(clause!("shooting.8"));
        let mut out = ShootingOutcome {
            better: Better::Neither,
            target: Suffers::nothing(p.target_is),
            shooter: Suffers::nothing(p.shooter_is),
        };
        let beaten = |troop, by| Beaten::new(troop, by, true);
        if shooter > target {
            out.better = Better::Shooter;
            if p.supported {
                r.clause(clause!("dba.29"));
            }
            let b = beaten(p.target_is, p.shooter_is);
            out.target.effect = results::read(target, shooter, &b, &p.readings, r);
        } else if target > shooter {
            out.better = Better::Target;
            if p.shot_back_at {
                let b = beaten(p.shooter_is, p.target_is);
                out.shooter.effect = results::read(shooter, target, &b, &p.readings, r);
            } else {
                r.clause(clause!("shooting.9"));
            }
        } else {
            r.clause(clause!("dba.20"));
        }
        out
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "shooter": "rifles",
            "target": "muskets",
            "distance": 180.0,
            "shooters": 2,
            "shoots_back": { "distance": 180.0 }
        })
    }
}
