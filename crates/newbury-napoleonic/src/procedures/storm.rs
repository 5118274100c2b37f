//! Storming a building: who is inside, when it is broken into, and who may come in (19.3).

use super::{check_count_all, known, procedure};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Record, SituationError, impossible};
use words::Message;

/// What the attackers must do after a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repulse {
    #[default]
    None,
    GiveGround,
    /// Retreat or rout.
    Flee,
}

/// A building that is stormed, after a round. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StormSituation {
    /// Figures that the building holds.
    #[schemars(range(max = 10_000))]
    pub holds: u32,
    /// Defending figures inside, after the losses of this round.
    #[schemars(range(max = 10_000))]
    pub defenders: u32,
    /// Attacking figures inside before it.
    #[schemars(range(max = 10_000))]
    pub attackers_inside: u32,
    /// Attacking figures outside who could come in.
    #[schemars(range(max = 10_000))]
    pub attackers_outside: u32,
    /// Own troops of the defenders outside who could come in.
    #[schemars(range(max = 10_000))]
    pub reserves: u32,
    /// Defending figures that were killed in this round, and attacking ones.
    #[schemars(range(max = 10_000))]
    pub defenders_killed: u32,
    #[schemars(range(max = 10_000))]
    pub attackers_killed: u32,
    /// It was broken into before.
    pub broken_in: bool,
    /// Figures that could come in by a stretch of wall which nobody defends.
    #[schemars(range(max = 10_000))]
    pub undefended: u32,
    pub repulse: Repulse,
}

/// Who is inside now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Stormed {
    pub defenders: u32,
    pub attackers: u32,
    pub broken_in: bool,
    /// Attackers who fight on outside.
    pub outside: u32,
    /// The attackers break contact.
    pub contact_lost: bool,
}

impl Stormed {
    /// In words.
    pub fn message(&self) -> Message {
        let (defenders, attackers) = (self.defenders, self.attackers);
        if self.contact_lost {
            say!("storm-thrown-off")
        } else if self.broken_in {
            say!("storm-broken-in", attackers, defenders)
        } else {
            say!("storm-goes-on", attackers, defenders)
        }
    }
}
words::spoken!(Stormed);

fn check(s: &StormSituation) -> Result<(), SituationError> {
    check_count_all(&[
        ("holds", s.holds),
        ("defenders", s.defenders),
        ("attackers_inside", s.attackers_inside),
        ("attackers_outside", s.attackers_outside),
        ("reserves", s.reserves),
        ("defenders_killed", s.defenders_killed),
        ("attackers_killed", s.attackers_killed),
        ("undefended", s.undefended),
    ])?;
    if s.defenders + s.attackers_inside > s.holds {
        let by = clause!("4.1.c");
        return Err(impossible("holds", say!("building-is-full", by)));
    }
    Ok(())
}

fn storm(s: &StormSituation, r: &mut impl Record) -> Stormed {
    match s.repulse {
        Repulse::Flee => {
            r.reckon(|| say!("reckon-stormers-flee"), clause!("19.3.b"));
            return Stormed {
                defenders: s.defenders,
                attackers: 0,
                broken_in: false,
                outside: 0,
                contact_lost: true,
            };
        }
        Repulse::GiveGround => {
            r.reckon(|| say!("reckon-stormers-give-ground"), clause!("19.3.b"));
            let stays = s.attackers_inside > 0;
            return Stormed {
                defenders: s.defenders,
                attackers: 0,
                broken_in: false,
                outside: s.attackers_outside + s.attackers_inside,
                contact_lost: !stays,
            };
        }
        Repulse::None => {}
    }
    let (mut inside, mut outside, mut defenders) = (s.attackers_inside, s.attackers_outside, s.defenders);
    let mut room = s.holds - inside - defenders;
    let mut enter = |wanted: u32, room: &mut u32, outside: &mut u32| {
        let come = wanted.min(*room).min(*outside);
        *room -= come;
        *outside -= come;
        inside += come;
        come
    };
    if !s.broken_in {
        r.reckon(|| say!("reckon-stormers-not-counted"), clause!("19.3.f"));
        let came = enter(s.defenders_killed, &mut room, &mut outside);
        r.reckon(|| say!("reckon-stormers-enter", came), clause!("19.3.a"));
        if s.undefended > 0 {
            let came = enter(s.undefended, &mut room, &mut outside);
            r.reckon(|| say!("reckon-undefended-wall", came), clause!("19.3.g"));
        }
        if s.reserves > 0 {
            let come = s.reserves.min(room);
            defenders += come;
            r.reckon(|| say!("reckon-defence-reinforced", come), clause!("19.3.c"));
        }
    } else {
        let came = enter(s.defenders_killed, &mut room, &mut outside);
        let come = s.attackers_killed.min(room).min(s.reserves);
        defenders += come;
        room -= come;
        r.reckon(|| say!("reckon-both-reinforced", came, come), clause!("19.3.d"));
        let filled = enter(u32::MAX, &mut room, &mut outside);
        if filled > 0 {
            r.reckon(|| say!("reckon-room-filled", filled), clause!("19.3.e"));
        }
    }
    let broken_in = s.broken_in || (inside > 0 && inside >= defenders);
    if broken_in && !s.broken_in {
        r.reckon(|| say!("reckon-broken-in"), clause!("19.3.a"));
    }
    Stormed { defenders, attackers: inside, broken_in, outside, contact_lost: false }
}

procedure!(
    /// Storming a building.
    Storm: StormSituation => Stormed => Stormed, "storm", "title-storm",
    check, storm, known,
    { "holds": 24, "defenders": 10, "attackers_inside": 3, "attackers_outside": 12, "defenders_killed": 2 }
);
