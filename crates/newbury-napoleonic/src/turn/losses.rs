//! Men are taken off as figures, and what follows for guns, generals and bodies (chapter 20, play.losses).

use crate::battle::Battle;
use crate::event::Kind;
use crate::procedures::artillery::DamageSituation;
use crate::procedures::command::{CommandReadings, GeneralAtRisk, RiskSituation};
use crate::procedures::gunnery::GunDamage;
use crate::procedures::losses::{LossesSituation, TakeLosses};
use crate::troop::Arm;
use crate::unit::{Fate, General, GeneralFate, GeneralId, Gun, Unit, UnitId};
use crate::{clause, say};
use umpire::{Procedure, judge};

/// Eighths in one of the losses that destroy a gun (16.7.e).
const EIGHTHS: u32 = 1;
/// A general so near to a body under fire is under fire too (20.6.c).
const UNDER_FIRE: f64 = 5.0;

impl Battle {
    /// A body loses men: whole figures come off, the rest is carried. Figures lost.
    pub(super) fn loses(&mut self, u: UnitId, men: u32, in_reach: Option<u32>, by: umpire::Clause) -> u16 {
        let unit = &self.field[u];
        if men == 0 || !unit.present() {
            return 0;
        }
        let figures = u32::from(unit.figures());
        let s = LossesSituation {
            men,
            carried: u32::from(unit.losses.carried),
            figures,
            in_reach,
            system: self.agreed().losses,
            general: false,
        };
        let (code, side) = (self.code(u), unit.side);
        let (o, ruling) = judge::<TakeLosses>(&s, self.dice.occasion(TakeLosses::NAME, &*code, side));
        let at_risk = self.generals_at_risk(u, by == clause!("20.1.d"));
        self.play.lost[u.index()] += men;
        self.field[u].losses.carried = u16::try_from(o.carried).unwrap_or(0);
        take_off(&mut self.field[u], o.figures as u16);
        let (lost, left) = (o.figures, self.field[u].figures());
        self.rule_on(by, Kind::Loss, &[u], ruling, || {
            say!("event-loss", unit = &*code, men, figures = lost, left)
        });
        self.also(clause!("20.1.e"));
        self.also(clause!("20.2.a"));
        if self.field[u].mounted() {
            self.also(clause!("20.2.d"));
        }
        self.also(clause!("play.losses"));
        if self.field[u].arm() == Arm::Elephants {
            self.also(clause!("A5.13"));
        }
        if left == 0 {
            self.destroyed(u, figures as u16);
        } else {
            self.field.draw_up(u);
        }
        self.risk_generals(at_risk, u, men, figures);
        o.figures as u16
    }

    /// No figure is left: a cause for tests where it last stood (play.losses).
    fn destroyed(&mut self, u: UnitId, had: u16) {
        self.field[u].fate = Fate::Destroyed;
        self.play.broken.push((u, had));
        self.leave_fights(u);
        let code = self.code(u);
        self.say(clause!("play.losses"), Kind::Gone, &[u], || say!("event-destroyed", unit = code));
    }

    /// Losses that count against guns and limbers (16.7.e to 16.7.g).
    pub(super) fn damages(&mut self, u: UnitId, guns: bool, eighths: u32) {
        let Some(b) = &self.field[u].battery else { return };
        if eighths == 0 {
            return;
        }
        let models = b.guns.iter().filter(|g| whole(g, guns)).count() as u32;
        let carried = u32::from(if guns { b.gun_losses } else { b.limber_losses });
        let s = DamageSituation { guns, carried: carried * EIGHTHS, eighths, models };
        let (o, ruling) = crate::drill::known::<GunDamage>(&s);
        let code = self.code(u);
        let Some(b) = &mut self.field[u].battery else { return };
        let left = u16::try_from(o.carried).unwrap_or(u16::MAX);
        if guns {
            b.gun_losses = left;
        } else {
            b.limber_losses = left;
        }
        for g in b.guns.iter_mut().rev().filter(|g| whole(g, guns)).take(o.destroyed as usize) {
            match guns {
                true => g.destroyed = true,
                false => g.team.iter_mut().for_each(|t| t.destroyed = true),
            }
        }
        if o.destroyed > 0 {
            let n = o.destroyed;
            self.rule_on(clause!("16.7.e"), Kind::GunLost, &[u], ruling, || {
                say!("event-guns-lost", unit = code, n)
            });
            self.also(clause!("20.2.e"));
            self.field.draw_up(u);
        }
    }

    /// Generals within 5 cm of a body under fire, or who fight with it, as it stands before it closes up (20.6.c, play.losses).
    fn generals_at_risk(&self, u: UnitId, fire: bool) -> Vec<GeneralId> {
        let shares = |g: &&General| {
            let near = |cm: f64| crate::measure::within(self.field.gap_to(u, g.at), cm);
            if fire { near(UNDER_FIRE) } else { g.with == Some(u) && near(1.0) }
        };
        self.field.generals(self.field[u].side).filter(shares).map(|g| g.id).collect()
    }

    /// They have their share of its losses (20.6.c, 20.6.d).
    pub(super) fn risk_generals(&mut self, at_risk: Vec<GeneralId>, u: UnitId, men: u32, figures: u32) {
        for g in at_risk {
            let s = RiskSituation {
                men: u32::from(self.field[g].men),
                losses: men,
                figures,
                readings: CommandReadings::of(&self.field.readings),
            };
            let (code, side) = (self.field[g].code.to_string(), self.field[g].side);
            let (o, ruling) =
                judge::<GeneralAtRisk>(&s, self.dice.occasion(GeneralAtRisk::NAME, &*code, side));
            self.field[g].men = o.men as u8;
            if o.killed {
                self.field[g].fate = GeneralFate::Killed;
                let name = self.field[g].name.to_string();
                self.rule_on(clause!("20.6.d"), Kind::GeneralFalls, &[u], ruling, || {
                    say!("event-general-killed", name)
                });
                self.also(clause!("22.1.b.6"));
                self.general_lost(g);
            }
        }
    }
}

/// Is the gun of a model still there, or its limber (16.7.g)?
fn whole(g: &Gun, gun: bool) -> bool {
    if gun { !g.destroyed } else { g.team.is_some_and(|t| !t.destroyed) }
}

/// From the sub-unit with most figures left, ties to the lowest class; crews evenly over the guns (play.losses).
pub(super) fn take_off(u: &mut Unit, figures: u16) {
    for _ in 0..figures {
        if let Some(b) = &mut u.battery {
            let most = b.guns.iter().map(|g| g.crew).max().unwrap_or(0);
            if let Some(g) = b.guns.iter_mut().rev().find(|g| g.crew == most && most > 0) {
                g.crew -= 1;
            }
        }
        let key = |c: &crate::unit::Company| (c.figures, c.troop.class);
        let best = u.companies.iter().enumerate().filter(|(_, c)| c.figures > 0).max_by_key(|(_, c)| key(c));
        if let Some(i) = best.map(|(i, _)| i) {
            u.companies[i].figures -= 1;
        }
    }
}
