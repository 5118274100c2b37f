//! Grand-tactical administration and the end of a round (gt-admin.1, play.victory).

use crate::battle::{Battle, Ended, Step};
use crate::command::BodyId;
use crate::event::Kind;
use crate::officer::Attached;
use crate::orders::OrderKind;
use crate::procedures::morale::{RegainMorale, RegainSituation};
use crate::procedures::rally::Administration;
use crate::unit::{Fate, Side};
use crate::{clause, say};
use umpire::{Procedure, judge};

impl Battle {
    pub(super) fn grand_administration(&mut self) {
        self.phase(say!("phase-grand-administration"));
        self.lift_integrity();
        self.reorganise(Administration::GrandTactical);
        self.regain_morale();
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
                level: m.level as i8,
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
                m.level = o.level.max(0) as u8;
            }
            self.rule_on(clause!("gt-reorganise.4"), Kind::Morale, side, &[], ruling, || {
                say!("event-formation-morale", body = &*name, level = o.level)
            });
        }
    }

    /// Bases of a side at the start, and those not in good order now (play.victory).
    pub(crate) fn shares(&self, side: Side) -> (u32, u32) {
        let (mut all, mut bad) = (0, 0);
        for u in self.field.units.iter().filter(|u| u.side == side && u.fate != Fate::Joined) {
            if matches!(u.arm(), crate::troop::Arm::Train | crate::troop::Arm::Pontoons) {
                continue;
            }
            let start = u32::from(u.bases.start);
            all += start;
            bad += match u.fate {
                Fate::OnTable | Fate::Awaited | Fate::InReserve if u.broken() => start,
                Fate::OnTable | Fate::Awaited | Fate::InReserve => start - u32::from(u.bases.now).min(start),
                _ => start,
            };
        }
        (all, bad)
    }

    /// Has a side anybody left on the table or still to come?
    fn has_formation(&self, side: Side) -> bool {
        self.field.units.iter().any(|u| {
            u.side == side
                && matches!(u.fate, Fate::OnTable | Fate::Awaited)
                && !matches!(u.arm(), crate::troop::Arm::Train | crate::troop::Arm::Pontoons)
        })
    }

    pub(super) fn end_check(&mut self) {
        let [a, b] = Side::BOTH.map(|s| self.has_formation(s));
        let limit = self.field.round >= self.terms.rounds;
        let by = clause!("play.victory");
        let ended = match (a, b) {
            (false, false) => Some((None, say!("ends-both-gone"))),
            (true, false) => Some((Some(Side::A), say!("ends-side-gone", side = Side::B))),
            (false, true) => Some((Some(Side::B), say!("ends-side-gone", side = Side::A))),
            _ if limit => Some(self.by_shares()),
            _ => None,
        };
        match ended {
            Some((winner, why)) => {
                self.say(by, Kind::Ends, &[], || why.clone());
                self.play.ended = Some(Ended { winner, clause: by, why });
                self.to(Step::Over);
            }
            None => self.to(Step::RoundBegins),
        }
    }

    /// Who has the smaller share of bases not in good order, by 20 points or more.
    fn by_shares(&self) -> (Option<Side>, words::Message) {
        let share = |s: Side| {
            let (all, bad) = self.shares(s);
            (u64::from(bad) * 100, u64::from(all).max(1))
        };
        let ((x, n), (y, m)) = (share(Side::A), share(Side::B));
        // In hundredths of a hundredth, exactly: x/n against y/m.
        let (a, b) = (x * m, y * n);
        let points = 20 * n * m;
        let winner = if a + points <= b {
            Some(Side::A)
        } else if b + points <= a {
            Some(Side::B)
        } else {
            None
        };
        let (a, b) = (x / n, y / m);
        match winner {
            Some(side) => (winner, say!("ends-by-shares", side, a, b)),
            None => (None, say!("ends-drawn", a, b)),
        }
    }
}
