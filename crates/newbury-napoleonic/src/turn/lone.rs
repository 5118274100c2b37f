//! Guns that fire at a general who is by himself (20.6.b, 8.1.h).

use super::lanes::Laid;
use crate::battle::Battle;
use crate::book::numbers;
use crate::drill::known;
use crate::event::Kind;
use crate::formation::Formation;
use crate::procedures::artillery::{Artillery, ArtillerySituation, GunReadings, Guns, OnLine};
use crate::procedures::gunnery::GunRate;
use crate::procedures::target::Target;
use crate::terrain::Weather;
use crate::troop::Ammunition;
use crate::unit::{GeneralFate, GeneralId, UnitId};
use crate::{clause, say};
use umpire::{Procedure, judge};

impl Battle {
    /// A general of the enemy at whom the guns of a battery may be laid, and how far he is from all troops.
    fn gun_general(&self, u: UnitId, g: GeneralId) -> Option<(GeneralId, f64)> {
        let f = &self.field;
        if f[g].side == f[u].side || f[g].fate != GeneralFate::OnTable {
            return None;
        }
        let from_troops = f.nearest_troops(f[g].at);
        let lone = crate::procedures::command::lone_target(from_troops).is_ok();
        (lone && !self.laid_at(u, f[g].at, |_| true).is_empty()).then_some((g, from_troops))
    }

    /// May guns fire at him: nobody goes before him who comes at them, is named by their order or advances (16.3.a)?
    pub(super) fn guns_may_fire_at_general(&self, u: UnitId, name: &str) -> bool {
        let order = self.play.game.get(u.index()).and_then(Option::as_ref);
        let presses = |t: &UnitId| {
            let coming = self.play.charges_on(u).any(|c| c.by == *t && !c.over);
            coming || order.is_some_and(|o| o.targets.contains(t)) || self.came_nearer(u, *t)
        };
        let general = self.field.general_by_code(name).and_then(|g| self.gun_general(u, g));
        general.is_some() && !self.gun_targets(u).iter().any(presses)
    }

    /// Is there such a general at all?
    pub(super) fn guns_have_general(&self, u: UnitId) -> bool {
        let enemy = self.field[u].side.other();
        self.field.generals(enemy).any(|g| self.gun_general(u, g.id).is_some())
    }

    /// A battery fires at him: what it inflicts are his losses (20.6.b, 20.6.d).
    pub(super) fn guns_fire_at_general(&mut self, u: UnitId, name: &str) -> bool {
        let general = self.field.general_by_code(name).and_then(|g| self.gun_general(u, g));
        let Some((g, from_troops)) = general else { return false };
        let at = self.field[g].at;
        let mut fired = false;
        for laid in self.laid_at(u, at, |_| true) {
            let (rate, _) = known::<GunRate>(&self.gun_rate(u, laid.piece, laid.ammunition));
            if rate.rounds == 0 {
                continue;
            }
            fired = true;
            let s = self.at_general(u, &laid, rate.rounds, from_troops, at);
            let (code, side) = (self.code(u), self.field[u].side);
            let (o, ruling) = judge::<Artillery>(&s, self.dice.occasion(Artillery::NAME, &*code, side));
            let men: u32 = o.struck.iter().map(|x| x.men).sum();
            let load = crate::words::ammunition(laid.ammunition);
            self.shows_itself(u);
            self.rule_on(clause!("11.8"), Kind::Fires, &[u], ruling, || {
                say!("event-guns-fire", unit = code, load, men)
            });
            self.also(clause!("20.6.b"));
            if men > 0 && self.field[g].fate == GeneralFate::OnTable {
                self.risk_generals(vec![g], u, men, 0);
            }
        }
        if fired {
            self.has_fired(u, None);
        }
        fired
    }

    fn at_general(
        &self,
        u: UnitId,
        laid: &Laid,
        rounds: u8,
        from_troops: f64,
        at: table::V2,
    ) -> ArtillerySituation {
        let unit = &self.field[u];
        let b = unit.battery.as_ref();
        let target =
            Target { mounted: true, lone_figure: Some(from_troops), ..Target::new(Formation::Skirmish) };
        let full = numbers().guns.canister_rounds(1.0);
        ArtillerySituation {
            guns: Guns {
                troop: unit.troop,
                piece: laid.piece,
                ammunition: laid.ammunition,
                models: laid.models,
                crew: laid.crew,
                disorganisation: unit.factors(),
                one_round: laid.ammunition == Ammunition::Canister && rounds < full,
                new_target: true,
                after_unlimbering: b.is_some_and(|b| !b.fired_since_unlimbering),
                split: false,
                mixed_howitzer: false,
                from_steep: false,
            },
            line: vec![OnLine::new(target, unit.base.rect().gap_to_point(at))],
            screen: None,
            rain: self.field.sky.weather == Weather::Rain,
            options: self.agreed(),
            readings: GunReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        }
    }
}
