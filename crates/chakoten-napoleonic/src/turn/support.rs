//! Support units in play: who may support whom as they stand now (12.03.7).

use super::Table;
use crate::event::EventKind;
use crate::procedures::support::{Lack, MaySupportSituation, may_support};
use crate::troop::State;
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, say, support};
use umpire::Clause;

impl Table {
    /// Own units that may support this one, the nearest first.
    pub(super) fn may_support(&self, u: UnitId) -> Vec<UnitId> {
        let f = &self.field;
        let own = f.side(f[u].side).map(|o| o.id).filter(|o| *o != u);
        let mut all: Vec<UnitId> = own.filter(|o| self.supports(*o, u)).collect();
        all.sort_by(|a, b| f.gap(&f[u], &f[*a]).total_cmp(&f.gap(&f[u], &f[*b])).then(a.cmp(b)));
        all
    }

    /// Does one unit meet all conditions of support for another now?
    pub(super) fn supports(&self, by: UnitId, u: UnitId) -> bool {
        let f = &self.field;
        // Most lack something else than a way there, which costs more to find; and many what is seen at once.
        let open = || {
            let stands = support::may_support_at_best(f, &f[by], &f[u]);
            may_support(&stands).is_ok() && may_support(&self.backing(by, u, stands)).is_ok()
        };
        self.there(by) && support::might_support(f, &f[by], &f[u]) && open() && self.lacks(by, u).is_none()
    }

    /// The condition of support that one unit does not meet for another now.
    pub(super) fn lacks(&self, by: UnitId, u: UnitId) -> Option<Lack> {
        let f = &self.field;
        if !self.there(by) {
            return Some(Lack::TacticalUnit);
        }
        may_support(&self.backing(by, u, support::may_support(f, &f[by], &f[u]))).err()
    }

    fn there(&self, by: UnitId) -> bool {
        self.field[by].on_table() && self.field[by].leads.is_none()
    }

    /// Has it been named in this turn as the support of another, in a melee or under fire (12.03.7.8)?
    pub(super) fn supports_another(&self, by: UnitId, u: UnitId) -> bool {
        let under_fire = |(x, b): &(UnitId, UnitId)| *x != u && *b == by;
        // Most have named nobody.
        let named = |(_, r): &(UnitId, &super::run::Run)| r.assault.support == Some(by);
        let side = self.field[by].side;
        let own = |x: &Unit| x.on_table() && x.side == side;
        let another = |(x, _): (UnitId, &super::run::Run)| x != u && own(&self.field[x]);
        self.turn().backed.iter().any(under_fire)
            || self.ids().zip(&self.turn().runs).filter(named).any(another)
    }

    /// A support is named: the other side hears of it if it sees them both (play.hidden).
    pub(super) fn support_named(&mut self, clause: Clause, unit: UnitId, by: UnitId) {
        if !self.log.is_on() {
            return;
        }
        let knows = |s: Side| self.field[unit].side == s || (self.spotted(s, unit) && self.spotted(s, by));
        let seen = Side::BOTH.map(knows);
        self.tell_to(clause, seen, || EventKind::SupportNamed { unit, by });
    }

    /// Is its support in a melee hidden from the other side (play.hidden)?
    pub(super) fn hidden_support(&self, u: UnitId) -> bool {
        let by = self.run(u).assault.support;
        self.log.is_on() && by.is_some_and(|by| !self.spotted(self.field[u].side.other(), by))
    }

    /// Two named it at one moment: it supports the first of them.
    pub(super) fn counts_for_another(&mut self, by: UnitId) {
        let says = say!("event-supports-another", unit = self.code(by));
        self.tell_owner(clause!("12.03.7.8"), by, || EventKind::Worked { unit: by, says });
    }

    /// Is it engaged in combat at this moment: it fights now, or stands at contact distance of an enemy whom it fought in this turn and
    /// who has not fled (12.03.7.7)?
    fn engaged(&self, by: UnitId) -> bool {
        let f = &self.field;
        let held = |o: &UnitId| {
            let foe = &f[*o];
            foe.on_table() && foe.state != State::Complete && (self.in_zone(by, *o) || self.in_zone(*o, by))
        };
        self.turn().instant.fighting.contains(&by) || f[by].record.pairs.iter().any(held)
    }

    /// What the table tells of a support, with what is ordered and who fights.
    fn backing(&self, by: UnitId, u: UnitId, stands: MaySupportSituation) -> MaySupportSituation {
        MaySupportSituation {
            engaged: self.engaged(by),
            // Who failed his reaction roll did not receive it (08.03.5).
            attack_order: self.run(by).order.written.attack.is_some() && !self.run(by).befell.deaf,
            supports_another: self.supports_another(by, u),
            attacks: self.run(u).assault.target().is_some(),
            ..stands
        }
    }
}
