//! What the dice of a choice would be rolled on, put together by the code that rolls them. The table that is looked at is what the
//! side that chooses knows of it (play.view).

use super::Table;
use super::shock::BreakIn;
use super::shooting::Salvo;
use super::surprise::shot_at;
use crate::attack;
use crate::book::data;
use crate::check::{Target, Trigger};
use crate::field::Field;
use crate::fire::Occasion;
use crate::guns;
use crate::order::{Choice, ChoiceKind};
use crate::procedures::{ArtillerySituation, ShockSide, ShockSituation, SmallArmsSituation};
use crate::troop::{Ammunition, State};
use crate::unit::UnitId;
use table::Base;

/// The roll to which a choice leads.
#[derive(Clone, Debug)]
pub(crate) enum Prospect {
    SmallArms(Box<SmallArmsSituation>),
    Artillery(Box<ArtillerySituation>),
    /// The fire at clock 0 of one who is locked in a fire-fight, if his enemy does not stir.
    FireFight(Box<SmallArmsSituation>),
    /// With an enemy as he shows himself.
    Shock(Box<ShockSituation>),
    /// The same at another enemy, if it gets to him and he does not stir.
    ShockToCome(Box<ShockSituation>),
}

impl Table {
    /// The roll that is made if this is chosen; `None` where none is.
    pub(crate) fn prospect(&self, f: &Field, kind: &ChoiceKind, c: &Choice) -> Option<Prospect> {
        match (kind, c) {
            (ChoiceKind::SurprisedFire { unit, attacker }, Choice::Yes) => {
                self.surprised_fire(f, *unit, *attacker, None)
            }
            (ChoiceKind::SurprisedFire { unit, attacker }, Choice::With(a)) => {
                self.surprised_fire(f, *unit, *attacker, Some(*a))
            }
            (ChoiceKind::Retreat { unit }, Choice::No) => self.fights_on(f, *unit),
            (ChoiceKind::WhoAttacks { target, .. }, Choice::Pick(code)) => {
                let all = &self.turn().instant.breakins;
                let b = all.iter().find(|b| b.target == *target && *f[b.attacker].code == **code)?;
                let mutual = all.iter().any(|o| o.attacker == b.target && o.target == b.attacker);
                let s = self.shock_situation(f, b, mutual);
                Some(Prospect::Shock(Box::new(as_it_shows(f, *target, s))))
            }
            (ChoiceKind::Pursue { unit, .. }, Choice::Target { unit: enemy, degrees }) => {
                let s = self.new_shock(f, *unit, enemy, *degrees)?;
                Some(Prospect::ShockToCome(Box::new(s)))
            }
            _ => None,
        }
    }

    fn surprised_fire(
        &self,
        f: &Field,
        u: UnitId,
        attacker: UnitId,
        with: Option<Ammunition>,
    ) -> Option<Prospect> {
        let shot = shot_at(attacker, Trigger::BeforeShock, with);
        match self.salvo(f, u, &shot, 0, Some(attacker), true).ok()? {
            Salvo::Small(v) => Some(Prospect::SmallArms(Box::new(v.situation))),
            Salvo::Canister(b) => Some(Prospect::Artillery(Box::new(b.situation))),
            Salvo::Laid(s) => {
                let hit = s.certain?;
                let at = s.certain_impact(f, hit);
                if guns::falls_too_near(f, &s, at, hit).is_some() {
                    return None;
                }
                let marching = |x: UnitId| !self.leg(x).stands();
                let why = Occasion { surprised: true, marching: &marching };
                Some(Prospect::Artillery(Box::new(guns::bombardment(f, &s, at, hit, why).situation)))
            }
        }
    }

    /// Who is locked in a fire-fight and does not retreat fires, whatever is written (04.02.14.a).
    fn fights_on(&self, f: &Field, u: UnitId) -> Option<Prospect> {
        let (enemy, _) = self.fire_locked(u)?;
        let all = &self.run(u).fire.volleys;
        let shot = match &all[..] {
            [v] if v.shot.at == Target::Unit(enemy) && v.shot.when == Trigger::AtOnce => v.shot.clone(),
            // By parts, or not at once.
            all if all.iter().any(|v| v.shot.at == Target::Unit(enemy)) => return None,
            _ => shot_at(enemy, Trigger::AtOnce, None),
        };
        match self.salvo(f, u, &shot, 0, None, false).ok()? {
            Salvo::Small(v) => Some(Prospect::FireFight(Box::new(v.situation))),
            Salvo::Laid(_) | Salvo::Canister(_) => None,
        }
    }

    /// The shock roll of a winner who turns on another enemy (07.02.5).
    fn new_shock(&self, f: &Field, u: UnitId, enemy: &str, degrees: f64) -> Option<ShockSituation> {
        let side = f[u].side;
        let named = |e: &UnitId| self.sightings.label(side, *e).as_deref() == Some(enemy);
        let target = self.foes(u).into_iter().find(named)?;
        let (turned, way) = self.way_to(f, u, target, degrees)?;
        let mut there = f.clone();
        there[u].base = at_break_in(f, turned, way, target);
        let aspect = attack::aspect(&there, &there[u], &there[target], turned.dir);
        let b = BreakIn { attacker: u, target, aspect };
        let mut s = self.shock_situation(&there, &b, false);
        // The new attack counts as ordered.
        s.attack.ordered = true;
        Some(as_it_shows(f, target, s))
    }
}

/// Where a unit that goes straight ahead so far to touch an enemy comes to break-in distance of him.
fn at_break_in(f: &Field, from: Base, way: f64, enemy: UnitId) -> Base {
    let them = f.rects(&f[enemy]);
    let near = |cm: f64| {
        let base = from.moved(from.dir * cm).rect();
        them.iter().any(|r| r.gap(&base) <= data().d.break_in)
    };
    let (mut short, mut far) = (0.0, way);
    for _ in 0..40 {
        let middle = (short + far) / 2.0;
        if near(middle) {
            far = middle;
        } else {
            short = middle;
        }
    }
    from.moved(from.dir * far)
}

/// The roll with the opponent as far as he is seen: he may lie down, but whether he is shaken, what he is worth, who supports him
/// and what he was ordered stands in his papers.
fn as_it_shows(f: &Field, opponent: UnitId, s: ShockSituation) -> ShockSituation {
    let state = if f[opponent].pinned(f.turn) { State::Slight } else { State::Order };
    ShockSituation {
        opponent: ShockSide { state, valour: 0, support: false, working: false, ..s.opponent },
        ..s
    }
}
