//! Reactions of dismounted cavalry, horse-holders, gunners, drivers and rocketeers (23.11 to 23.14).

use super::{anything, known, procedure};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::Record;
use words::Message;

/// Who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    DismountedCavalry,
    /// Horse-holders who test by themselves.
    HorseHolders,
    /// Horse-holders whom the rest of their unit abandoned.
    HoldersAbandoned,
    /// Gunners of unlimbered guns, of horse artillery or not.
    Gunners {
        horse: bool,
    },
    /// Drivers who test by themselves.
    Drivers,
    /// The same of a rocket battery.
    RocketDrivers,
    /// Drivers whose gunners abandoned the guns.
    DriversAbandoned,
    /// Deployed rocketeers, mounted rocketeers or foot.
    Rocketeers {
        mounted: bool,
    },
    /// Rocketeers on their horses.
    RocketeersOnHorse,
}

/// The result that they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    GiveGround,
    Withdraw,
    Retreat,
    Break,
}

/// Special troops with a result. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialSituation {
    pub troops: Special,
    pub result: Outcome,
    #[serde(default)]
    pub in_melee: bool,
    /// Cover, or a place out of the line of fire, can be reached: in one move on foot, or in two moves unlimbered.
    #[serde(default)]
    pub safety_near: bool,
    /// They can mount, limber up or pack before the enemy is in contact.
    #[serde(default)]
    pub in_time: bool,
    /// A dead animal of the team is not cut free.
    #[serde(default)]
    pub uncut: bool,
}

/// What they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acts {
    /// As other foot, or as cavalry.
    Ordinarily,
    /// They stay with horses or guns.
    Stay,
    /// They defend the guns.
    DefendGuns,
    /// To the horses, mount, and go mounted.
    GoMounted,
    GoOnFoot,
    /// On foot, without their horses.
    AbandonHorses,
    /// They move off unlimbered, firing if need be.
    MoveOffUnlimbered,
    /// They limber up, or pack, and go.
    LimberAndGo,
    /// As infantry, without their guns or launchers.
    AbandonGuns,
    /// The same, and without their horses.
    AbandonGunsAndHorses,
    /// With limbers or horses, straight from the nearest enemy.
    LeadAway,
    /// On foot, and the horses run away.
    AbandonTeams {
        horses_run: bool,
    },
}

/// What they do, and whether they rout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SpecialActs {
    pub acts: Acts,
}

impl SpecialActs {
    /// In words.
    pub fn message(&self) -> Message {
        match self.acts {
            Acts::Ordinarily => say!("acts-ordinarily"),
            Acts::Stay => say!("acts-stay"),
            Acts::DefendGuns => say!("acts-defend-guns"),
            Acts::GoMounted => say!("acts-go-mounted"),
            Acts::GoOnFoot => say!("acts-go-on-foot"),
            Acts::AbandonHorses => say!("acts-abandon-horses"),
            Acts::MoveOffUnlimbered => say!("acts-move-off-unlimbered"),
            Acts::LimberAndGo => say!("acts-limber-and-go"),
            Acts::AbandonGuns => say!("acts-abandon-guns"),
            Acts::AbandonGunsAndHorses => say!("acts-abandon-guns-and-horses"),
            Acts::LeadAway => say!("acts-lead-away"),
            Acts::AbandonTeams { horses_run: true } => say!("acts-abandon-teams-run"),
            Acts::AbandonTeams { .. } => say!("acts-abandon-teams"),
        }
    }
}
words::spoken!(SpecialActs);

fn dismounted(s: &SpecialSituation) -> Acts {
    match s.result {
        Outcome::GiveGround => Acts::GoOnFoot,
        Outcome::Withdraw if s.safety_near => Acts::GoOnFoot,
        Outcome::Withdraw => Acts::GoMounted,
        Outcome::Retreat if s.in_time => Acts::GoMounted,
        Outcome::Retreat | Outcome::Break => Acts::AbandonHorses,
    }
}

fn gunners(s: &SpecialSituation, horse: bool) -> Acts {
    let abandon = if horse { Acts::AbandonGunsAndHorses } else { Acts::AbandonGuns };
    match s.result {
        Outcome::GiveGround => Acts::DefendGuns,
        Outcome::Withdraw if s.in_melee => Acts::DefendGuns,
        Outcome::Withdraw if s.safety_near => Acts::MoveOffUnlimbered,
        Outcome::Withdraw => Acts::LimberAndGo,
        Outcome::Retreat if s.in_melee => Acts::AbandonGuns,
        Outcome::Retreat if s.in_time => Acts::LimberAndGo,
        Outcome::Break if s.in_melee => Acts::AbandonGuns,
        Outcome::Retreat | Outcome::Break => abandon,
    }
}

fn act(s: &SpecialSituation, r: &mut impl Record) -> SpecialActs {
    let (acts, by) = match s.troops {
        Special::DismountedCavalry => (dismounted(s), clause!("23.11.a")),
        Special::HorseHolders => {
            let acts = match s.result {
                Outcome::GiveGround | Outcome::Withdraw => Acts::Stay,
                Outcome::Retreat => Acts::GoMounted,
                Outcome::Break => Acts::AbandonTeams { horses_run: true },
            };
            (acts, clause!("23.11.b"))
        }
        Special::HoldersAbandoned => {
            let acts = if s.in_time { Acts::LeadAway } else { Acts::AbandonHorses };
            (acts, clause!("23.11.b"))
        }
        Special::Gunners { horse } => {
            let by = if s.in_melee { clause!("23.12.a") } else { clause!("23.12.b") };
            (gunners(s, horse), by)
        }
        Special::Drivers | Special::RocketDrivers => {
            if s.troops == Special::RocketDrivers {
                r.clause(clause!("23.14.c"));
            }
            let acts = match s.result {
                Outcome::GiveGround | Outcome::Withdraw => Acts::Stay,
                Outcome::Retreat if s.uncut => Acts::AbandonTeams { horses_run: false },
                Outcome::Retreat => Acts::LeadAway,
                Outcome::Break => Acts::AbandonTeams { horses_run: !s.uncut },
            };
            (acts, clause!("23.13"))
        }
        Special::DriversAbandoned => (Acts::LeadAway, clause!("23.13")),
        Special::Rocketeers { mounted } => {
            let acts = match s.result {
                // Mounted rocketeers are dismounted cavalry, who rout on foot and leave their horses (23.11.a).
                Outcome::Break if mounted => Acts::AbandonGunsAndHorses,
                Outcome::Break => Acts::AbandonGuns,
                _ if s.in_time => Acts::LimberAndGo,
                Outcome::GiveGround => Acts::GoOnFoot,
                _ if mounted && !s.in_melee => Acts::AbandonGunsAndHorses,
                _ => Acts::AbandonGuns,
            };
            (acts, clause!("23.14.a"))
        }
        Special::RocketeersOnHorse => (Acts::Ordinarily, clause!("23.14.b")),
    };
    let done = SpecialActs { acts };
    r.reckon(|| done.message(), by);
    done
}

procedure!(
    /// Reactions of special troops.
    SpecialTroops: SpecialSituation => SpecialActs => SpecialActs, "special-troops", "title-special-troops",
    anything, act, known, { "troops": { "gunners": { "horse": true } }, "result": "retreat" }
);
