//! Step 20: disorganisation comes off by the reordering done in this move (11.20, 13.2, play.reorder).

use crate::answer::LegOrder;
use crate::battle::{Battle, Closing};
use crate::drill::known;
use crate::event::Kind;
use crate::procedures::reorder::{Attacked, Bar, Reorder, ReorderSituation};
use crate::unit::{State, UnitId};
use crate::{clause, say};

impl Battle {
    /// What bars a body from reordering in this move (13.2.d).
    fn barred(&self, u: UnitId) -> Option<Bar> {
        let unit = &self.field[u];
        let d = &unit.deeds;
        let own = self.play.charge_of(u);
        match () {
            () if d.fired => Some(Bar::Fired),
            () if own.is_some_and(|c| c.what == Closing::OutOfReach) => Some(Bar::TriedToCharge),
            () if d.charged => Some(Bar::Charged),
            () if d.was_charged => Some(Bar::WasCharged),
            () if d.contacted => Some(Bar::Contacted),
            () if d.attacked => Some(Bar::Attacked),
            () if d.was_attacked => Some(Bar::WasAttacked),
            () if d.in_melee || self.play.fights(u) => Some(Bar::InMelee),
            () if unit.state == State::Pursuing => Some(Bar::Pursued),
            () if unit.state == State::FollowingUp => Some(Bar::FollowedUp),
            () if unit.state == State::Retreating => Some(Bar::Retreated),
            () if unit.state == State::Routing => Some(Bar::Routed),
            () if d.double_move => Some(Bar::DoubleMoved),
            () => None,
        }
    }

    /// The part of the move in which it stood reordering: after its last march (13.2.f, 13.2.h).
    fn stood_reordering(&self, u: UnitId) -> f64 {
        if self.play.order(u).is_some_and(|o| o.reorder_and_fire) {
            return crate::procedures::reorder::HALF;
        }
        let last = self.play.ways[u.index()].last().map_or(0.0, |t| t.until);
        let ordered = self.play.order(u).is_none_or(|o| {
            o.legs.iter().all(|l| {
                !matches!(l, LegOrder::March { .. } | LegOrder::Wheel { .. } | LegOrder::Back { .. })
            }) || o.legs.last() == Some(&LegOrder::Reorder)
        });
        if ordered { (1.0 - last).clamp(0.0, 1.0) } else { 0.0 }
    }

    pub(super) fn reorder(&mut self) {
        self.smoke_drifts();
        self.set_alight();
        self.servants_work();
        let bodies: Vec<UnitId> = self.field.present().map(|u| u.id).collect();
        for u in bodies {
            let unit = &self.field[u];
            if unit.disorder.now() == 0 {
                continue;
            }
            let small = |n: u16| u8::try_from(n).unwrap_or(200).min(200);
            let s = ReorderSituation {
                troop: unit.troop,
                accumulated: small(unit.disorder.accumulated),
                gained: small(unit.disorder.gained),
                barred: self.barred(u),
                crossed: unit.deeds.crossed,
                loaded: unit.deeds.loaded && unit.disorder.accumulated == 0,
                stood: self.stood_reordering(u),
                year: self.terms.year,
                national: self.field.options.national,
                attacked: Attacked::of(&self.field.readings),
            };
            let (o, ruling) = known::<Reorder>(&s);
            let d = &mut self.field[u].disorder;
            d.accumulated = u16::from(o.accumulated);
            d.gained = 0;
            let (side, code, left, off) = (self.field[u].side, self.code(u), o.accumulated, o.removed);
            self.confide(clause!("11.20"), Kind::Reorders, side, &[u], Some(ruling), || {
                say!("event-reorders", unit = code, off, left)
            });
            self.also(clause!("play.reorder"));
            self.also(clause!("glossary.reordering"));
            let forms = |l: &LegOrder| matches!(l, LegOrder::Form { .. });
            if self.play.order(u).is_some_and(|o| o.legs.iter().any(forms)) && off > 0 {
                self.also(clause!("8.4.f"));
            }
        }
    }
}
