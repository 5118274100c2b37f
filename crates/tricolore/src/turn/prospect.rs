//! What the dice of an answer would be rolled on, put together by the code that rolls them: for the odds beside a choice and for whoever
//! thinks about it. Nothing is changed here.

use super::melee::Part;
use crate::answer::{FireOrder, SettleAct};
use crate::battle::{Battle, Step, Target};
use crate::check;
use crate::check::attack::Path;
use crate::flanks;
use crate::procedures::bombardment::{BombardmentSituation, FireReadings, Firing as Gun};
use crate::procedures::guns::MayBombardSituation;
use crate::procedures::melee::{Approach, MeleeReadings, MeleeSituation, Stage};
use crate::unit::{Unit, UnitId};
use umpire::{Grounds, Refusal};

impl Battle {
    /// May a unit settle so at the end of the deployment phase?
    pub fn may_settle(&self, id: UnitId, act: SettleAct) -> Result<(), Refusal> {
        self.check_settle(id, act)
    }

    /// The melee of two units as they stand, if the one reached the other now.
    pub fn melee_as_it_stands(&self, attacker: &Unit, defender: &Unit) -> MeleeSituation {
        let flank = self.flank_of(attacker, defender, false);
        self.melee_between(attacker, defender, flank.map(|(from, _)| from), Stage::Initial)
    }

    fn melee_between(&self, x: &Unit, y: &Unit, from: Option<flanks::From>, stage: Stage) -> MeleeSituation {
        let mut grounds = Grounds::default();
        MeleeSituation {
            attacker: self.fighter(x, y, None, Part::Attacks, &mut grounds),
            defender: self.fighter(y, x, from, Part::Defends, &mut grounds),
            mutual: false,
            attacker_is_a: x.side == self.play.first,
            from: match from {
                None => Approach::Front,
                Some(flanks::From::Rear) => Approach::Rear,
                Some(_) => Approach::Flank,
            },
            stage,
            weather: self.field.weather,
            readings: MeleeReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        }
    }

    /// The melee to which an attack leads, if nobody stirs and no test on the way fails.
    pub fn melee_of(&self, unit: UnitId, target: UnitId, path: &Path) -> MeleeSituation {
        let mut there = self.rehearsal();
        let (u, e) = (&self.field[unit], &self.field[target]);
        let flank = self.flank_of(u, e, false).map(|(from, _)| from);
        there.field[unit].base = path.end();
        there.field[unit].record.attacking = true;
        there.melee_between(&there.field[unit], &there.field[target], flank, Stage::Initial)
    }

    /// The melee that two units fight on in, as they stand.
    pub fn melee_continued(&self, unit: UnitId) -> Option<MeleeSituation> {
        let c = self.field[unit].continued?;
        let (a, d) = if c.attacker { (unit, c.with) } else { (c.with, unit) };
        Some(self.melee_between(&self.field[a], &self.field[d], None, Stage::Continued))
    }

    /// The bombardment by a battery of what it aims at, and the test before it.
    pub fn bombardment_of(
        &self,
        unit: UnitId,
        order: &FireOrder,
    ) -> Result<(MayBombardSituation, BombardmentSituation), Refusal> {
        let aimed = check::fire::one(self, &self.field[unit], order)?;
        let ready = self.readiness(&aimed, self.play.step == Step::TacticalFire);
        let u = &self.field[unit];
        let (_, aim) = self.aim_at(std::slice::from_ref(&aimed));
        let fires = BombardmentSituation {
            firing: vec![Gun {
                bases: u.bases.now,
                calibre: u.troop.guns.map_or(6, |x| x.calibre),
                disorder: u.disorder.active,
                range: aimed.range,
            }],
            one_command: false,
            work: matches!(aimed.target, Target::Unit(e) if self.field[e].redoubt.is_some()),
            aim,
            readings: FireReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        Ok((ready, fires))
    }

    /// What an attack is on, as a person names it.
    pub fn named_target(&self, t: Target) -> String {
        match t {
            Target::Unit(e) => self.field[e].code.to_string(),
            Target::Zone(z) => self.field.ground[z].name.clone(),
        }
    }
}
