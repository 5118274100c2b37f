//! Generals who are pressed, taken, swept along or killed, their successors, and couriers on their way (chapter 7, 10.1.d, 12.8, 23.15,
//! play.generals, play.orders.courier).

use crate::battle::{Battle, Courier, Errand, OnTheWay};
use crate::drill::known;
use crate::event::Kind;
use crate::procedures::command::{Follows, LostGeneral, NEAR, Successor, SuccessorSituation, ride};
use crate::unit::{General, GeneralFate, GeneralId, Rank, Side, State, UnitId};
use crate::{clause, say};
use table::{V2, v2};

/// An enemy so near takes a lone general or courier (play.generals).
const AT_HAND: f64 = 1.0;

impl Battle {
    fn enemy_at_hand(&self, side: Side, at: V2) -> Option<UnitId> {
        let able = |s: State| !matches!(s, State::Routing | State::Prisoner | State::Surrendering);
        let (far, f) = (v2(AT_HAND, AT_HAND), &self.field);
        let mut near = f.units.of_side_within(side.other(), (at - far, at + far));
        near.find(|e| able(e.state) && f.gap_to(e.id, at) <= AT_HAND).map(|e| e.id)
    }

    /// Lone generals evade to the nearest own troops when the enemy is at hand, and are taken where nobody is in reach (10.2.b,
    /// play.generals).
    pub(super) fn generals_keep_clear(&mut self) {
        for i in 0..self.field.generals.len() {
            let g = self.field.generals[i].clone();
            if g.fate != GeneralFate::OnTable {
                continue;
            }
            let Some(by) = self.enemy_at_hand(g.side, g.at) else { continue };
            let own: Vec<(f64, UnitId)> = self
                .field
                .side(g.side)
                .filter(|u| !matches!(u.state, State::Prisoner | State::Surrendering))
                .map(|u| (self.field.gap_to(u.id, g.at), u.id))
                .collect();
            if own.iter().any(|(d, _)| *d <= NEAR) {
                continue;
            }
            let safe = own.iter().filter(|(d, _)| *d <= ride()).min_by(|a, b| a.0.total_cmp(&b.0)).copied();
            let name = g.name.to_string();
            match safe {
                Some((_, u)) => {
                    self.field.generals[i].at = self.field[u].base.rear();
                    self.field.generals[i].with = None;
                    self.say(clause!("10.2.b"), Kind::GeneralRides, &[u], || {
                        say!("event-general-evades", name)
                    });
                }
                None => {
                    self.field.generals[i].fate = GeneralFate::Captured;
                    self.say(clause!("play.generals"), Kind::GeneralFalls, &[by], || {
                        say!("event-general-taken", name)
                    });
                    self.general_lost(g.id);
                }
            }
        }
    }

    /// Who touches a body that has to go goes with it (23.15).
    pub(super) fn generals_go_with(&mut self, u: UnitId) -> Vec<GeneralId> {
        let f = &self.field;
        let touch = |g: &&General| f.gap_to(u, g.at) <= crate::measure::TOUCHES;
        let with: Vec<GeneralId> = f.generals(f[u].side).filter(touch).map(|g| g.id).collect();
        for g in &with {
            self.field[*g].with = Some(u);
        }
        with
    }

    /// A general who touches a body that breaks routs with it (23.15).
    pub(super) fn generals_rout_with(&mut self, u: UnitId) {
        for g in self.generals_go_with(u) {
            self.mourned(g);
            let name = self.field[g].name.to_string();
            self.say(clause!("23.15"), Kind::GeneralRides, &[u], || say!("event-general-routs", name));
        }
    }

    /// Bodies within 5 cm for which he counts, before anybody follows him (22.1.b.6, 7.4).
    fn mourned(&mut self, g: GeneralId) {
        let f = &self.field;
        let near = |u: &&crate::unit::Unit| {
            f.counts_for(&f[g], u).is_some() && crate::measure::within(f.general_gap(g, u.id), NEAR)
        };
        let who: Vec<UnitId> = f.side(f[g].side).filter(near).map(|u| u.id).collect();
        self.play.bereaved.extend(who);
    }

    /// Those with a body that left the table are gone with it.
    pub(super) fn generals_leave_with(&mut self, u: UnitId) {
        let with: Vec<GeneralId> =
            self.field.generals(self.field[u].side).filter(|g| g.with == Some(u)).map(|g| g.id).collect();
        for g in with {
            self.field[g].fate = GeneralFate::RoutedOff;
            self.general_lost(g);
        }
    }

    /// Killed, taken or gone: news of it goes to his superior, who names a successor (7.5).
    pub(super) fn general_lost(&mut self, g: GeneralId) {
        let lost = self.field[g].clone();
        // Who left the table with routers was put to rout before (22.1.b.6).
        if lost.fate != GeneralFate::RoutedOff {
            self.mourned(g);
        }
        self.play.couriers.retain(|c| !matches!(c.errand, Errand::News { to, .. } if to == g));
        let above = lost.superior.filter(|s| self.field[*s].fate == GeneralFate::OnTable);
        match above {
            Some(to) => self.play.couriers.push(Courier {
                side: lost.side,
                at: lost.at,
                errand: Errand::News { of: g, to },
            }),
            None => self.succeed(g, lost.at),
        }
    }

    fn kind_of(&self, g: GeneralId) -> LostGeneral {
        match self.field[g].rank {
            Rank::Commander => LostGeneral::CommanderInChief,
            Rank::Brigadier => LostGeneral::Brigadier,
            Rank::General => LostGeneral::Other,
        }
    }

    /// The successor is named from a place, and couriers take the news to all concerned (7.5, 7.6).
    fn succeed(&mut self, g: GeneralId, from: V2) {
        let s = SuccessorSituation { lost: self.kind_of(g), superior_told: true, all_told: false };
        let (o, ruling) = known::<Successor>(&s);
        let lost = self.field[g].clone();
        let had = self.field.generals.len();
        let next = match o {
            Follows::Nobody => None,
            Follows::NextInSeniority { .. } => {
                let next = self.field.generals(lost.side).min_by_key(|x| (x.rank, x.id)).map(|x| x.id);
                // Where no other general is left, a commander of one of his units.
                next.or_else(|| self.promote(&lost))
            }
            Follows::UnitCommander { .. } | Follows::Named { .. } => self.promote(&lost),
        };
        let Some(next) = next else { return };
        let (side, name) = (lost.side, self.field[next].name.to_string());
        self.confide(clause!("7.5"), Kind::GeneralRides, side, &[], Some(ruling), || {
            say!("event-successor", name)
        });
        if self.field.generals.len() > had {
            self.also(clause!("7.6"));
        }
        for b in self.field.brigades.iter_mut().filter(|b| b.general == Some(g)) {
            b.general = Some(next);
        }
        for x in self.field.generals.iter_mut().filter(|x| x.superior == Some(g) && x.id != next) {
            x.superior = Some(next);
        }
        self.field[next].superior = lost.superior.filter(|s| *s != next);
        if lost.rank < self.field[next].rank {
            self.field[next].rank = lost.rank;
        }
        let told: Vec<UnitId> = self
            .field
            .side(side)
            .filter(|u| u.brigade.is_some_and(|b| self.field[b].general == Some(next)))
            .map(|u| u.id)
            .collect();
        self.field[next].known = told.is_empty();
        for to in told {
            let errand = Errand::Appointment { of: next, to };
            self.play.couriers.push(Courier { side, at: from, errand });
        }
    }

    /// A commander of one of his units; the unit loses no figure and he has no points (7.6).
    fn promote(&mut self, lost: &General) -> Option<GeneralId> {
        let under = |b: crate::unit::BrigadeId| self.field[b].general == Some(lost.id);
        let good = |u: &&crate::unit::Unit| u.brigade.is_some_and(under) && !u.state.forced();
        let unit = self.field.side(lost.side).find(good)?;
        let id = GeneralId(self.field.generals.len() as u16);
        let code = format!("{}-{}", lost.code, self.field.turn);
        let general = General {
            id,
            code: code.into(),
            name: unit.name.clone(),
            at: unit.base.rear(),
            with: Some(unit.id),
            men: 20,
            fate: GeneralFate::OnTable,
            known: false,
            points: 0,
            ..lost.clone()
        };
        self.field.generals.push(general);
        Some(id)
    }

    /// Where a courier rides to.
    fn recipient(&self, e: &Errand) -> Option<V2> {
        match e {
            Errand::Order { unit, .. } | Errand::Appointment { to: unit, .. } => {
                self.field[*unit].present().then(|| self.field[*unit].base.centre())
            }
            Errand::News { to, .. } => {
                (self.field[*to].fate == GeneralFate::OnTable).then(|| self.field[*to].at)
            }
        }
    }

    fn courier_gap(&self, c: &Courier) -> f64 {
        match c.errand {
            Errand::Order { unit, .. } | Errand::Appointment { to: unit, .. } => {
                self.field.gap_to(unit, c.at)
            }
            Errand::News { to, .. } => self.field[to].at.dist(c.at),
        }
    }

    /// Step 4: couriers ride until they are near whom they ride to; one who comes upon the enemy is lost with his order (12.8,
    /// play.orders.courier).
    pub(super) fn couriers_ride(&mut self) {
        let turn = u32::from(self.field.turn);
        for mut c in std::mem::take(&mut self.play.couriers) {
            let Some(to) = self.recipient(&c.errand) else { continue };
            let way = to - c.at;
            let left = (self.courier_gap(&c) - NEAR).max(0.0).min(ride());
            if way.len() > 1e-6 {
                c.at += way.unit() * left.min(way.len());
            }
            if let Some(by) = self.enemy_at_hand(c.side, c.at) {
                let enemy = self.code(by);
                self.confide(clause!("play.orders.courier"), Kind::GameOrder, c.side, &[], None, || {
                    say!("event-courier-lost", enemy)
                });
                continue;
            }
            if self.courier_gap(&c) > NEAR + 0.01 {
                self.play.couriers.push(c);
                continue;
            }
            self.delivered(c, turn);
        }
    }

    fn delivered(&mut self, c: Courier, turn: u32) {
        match c.errand {
            Errand::Order { unit, order } => {
                // One whole move passes after he has reached the unit (10.1.d).
                self.play.on_the_way.retain(|w| w.unit != unit);
                self.play.on_the_way.push(OnTheWay { unit, order, obeyed: turn + 2 });
                let code = self.code(unit);
                self.confide(clause!("12.8"), Kind::GameOrder, c.side, &[unit], None, || {
                    say!("event-courier-arrives", unit = code, turn = turn + 2)
                });
            }
            Errand::News { of, .. } => self.succeed(of, c.at),
            Errand::Appointment { of, to } => {
                let others =
                    self.play.couriers.iter().any(
                        |o| matches!(o.errand, Errand::Appointment { of: x, to: y } if x == of && y != to),
                    );
                if !others {
                    self.field[of].known = true;
                    let name = self.field[of].name.to_string();
                    self.confide(clause!("7.5"), Kind::GeneralRides, c.side, &[], None, || {
                        say!("event-appointment-known", name)
                    });
                }
            }
        }
    }
}
