//! Grand-tactical administration and the end of a round (gt-admin.1, play.victory).

use crate::battle::{Battle, Step};
use crate::command::BodyId;
use crate::event::Kind;
use crate::officer::Attached;
use crate::orders::OrderKind;
use crate::procedures::morale::{RegainMorale, RegainSituation};
use crate::procedures::rally::Administration;
use crate::{clause, say};
use umpire::{Procedure, judge};

impl Battle {
    pub(super) fn grand_administration(&mut self) {
        self.phase(say!("phase-grand-administration"));
        self.lift_integrity();
        self.reorganise(Administration::GrandTactical);
        self.regain_morale();
        self.work();
        self.to(Step::EndCheck);
    }

    /// Formations far from the enemy, all on defence, may regain a level (gt-reorganise.4).
    fn regain_morale(&mut self) {
        let ids: Vec<BodyId> = self
            .field
            .bodies
            .iter()
            .filter(|b| !b.removed && b.morale.is_some_and(|m| m.level < 3))
            .map(|b| b.id)
            .collect();
        for b in ids {
            let f = &self.field;
            let Some(m) = f[b].morale else { continue };
            let of = |body: BodyId| f.chain(body).any(|x| x.id == b);
            let commands = || f.commands.iter().filter(|c| of(c.body) && f[c.officer].present());
            let enemy = f
                .present()
                .filter(|u| of(u.body))
                .filter_map(|u| f.nearest_enemy(u))
                .map(|(_, d)| d)
                .fold(f64::INFINITY, f64::min);
            let s = RegainSituation {
                value: m.value,
                level: m.level,
                stars: f
                    .officers
                    .iter()
                    .filter(|o| o.present() && o.attached == Some(Attached::Body(b)))
                    .map(|o| o.gifts.stars)
                    .sum(),
                enemy: Some(enemy).filter(|d| d.is_finite()),
                on_defence: commands().all(|c| c.orders.kind() == Some(OrderKind::Defence)),
                headquarters: !self.headquarters_closed(b),
            };
            let (code, name, side) = (f[b].code.clone(), f[b].name.clone(), f[b].side);
            let (o, ruling) = judge::<RegainMorale>(&s, self.dice.occasion(RegainMorale::NAME, &*code, side));
            if ruling.dice.is_empty() {
                continue;
            }
            if let Some(m) = &mut self.field[b].morale {
                m.level = o.level;
            }
            self.rule_on(clause!("gt-reorganise.4"), Kind::Morale, side, &[], ruling, || {
                say!("event-formation-morale", body = &*name, level = o.level)
            });
        }
    }
}
