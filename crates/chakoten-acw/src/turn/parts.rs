//! Companies leave their regiment and come back, and units leave the table (play.detach).

use super::Table;
use super::run::Ordered;
use crate::clause;
use crate::event::{EventKind, Halt};
use crate::stance;
use crate::troop::{Formation, State};
use crate::unit::{Fate, MEN, Unit, UnitId};

impl Table {
    /// So many figures, whole companies or squadrons, become a unit of their own.
    pub(super) fn detach(&mut self, u: UnitId, (taken, squadrons): (u16, bool), left: bool, code: &str) {
        let f = &self.field;
        if taken == 0 || taken >= f[u].figures || f.by_code(code).is_some() || f.units.len() >= 4000 {
            return;
        }
        let id = UnitId(f.units.len() as u16);
        let whole = f[u].base;
        let mut part = f[u].clone();
        part.id = id;
        part.parted = None;
        part.code = code.into();
        let name = &part.name;
        let squadron = crate::raising::squadron(&part).filter(|_| squadrons);
        part.name = match squadron {
            Some(size) => format!("{} squadrons of {}", taken / size.max(1), name),
            None => format!("{} companies of {}", taken / part.company.max(1), name),
        }
        .into();
        part.figures = taken;
        part.original = taken;
        part.carried = 0;
        part.losses = crate::unit::Losses::default();
        let mut stays = f[u].clone();
        stays.figures -= taken;
        stays.original = stays.original.saturating_sub(taken).max(stays.figures);
        let to = stays.formation;
        close_on(&mut stays, to);
        close_on(&mut part, to);
        if stays.inside.is_empty() {
            // The rest keeps its end of the old front, the part stands at the other.
            let right = whole.dir.right();
            let shift = (whole.width - stays.base.width) / 2.0 * if left { 1.0 } else { -1.0 };
            stays.base.front = whole.front + right * shift;
            let Some(place) = self.room_for_part(&whole, &stays.base, &part.base, left, u) else {
                // No room for it anywhere: it stays with its regiment.
                self.tell(clause!("play.detach"), &[u], || EventKind::Halted { unit: u, why: Halt::Friend });
                return;
            };
            part.base = place;
        } else {
            stays.base = whole;
            part.base = whole;
        }
        self.field[u] = stays;
        let mut run = self.run(u).clone();
        run.order = Ordered {
            void: true,
            working: run.order.working,
            retreat: run.order.retreat,
            ..Ordered::nothing()
        };
        run.fire.volleys.clear();
        run.assault.attack = None;
        run.course.mode = super::Mode::Stand;
        let leg = super::Leg::stand(part.base, self.time());
        self.field.units.push(part);
        self.turn_mut().runs.push(run);
        self.clock_mut().split(u, leg);
        clock::expect(self, id);
        self.tell(clause!("play.detach"), &[u], || EventKind::Detached { unit: u, part: id });
    }

    pub(super) fn join(&mut self, u: UnitId, other: UnitId) {
        let f = &self.field;
        let same = f[u].regiment == f[other].regiment
            && other != u
            && f[other].on_table()
            && f[other].mounted == f[u].mounted
            && f[other].inside == f[u].inside
            && f[other].locked.is_empty();
        if !same || f.gap(&f[u], &f[other]) > table::EPS * 10.0 {
            return;
        }
        let o = f[other].clone();
        let unit = &mut self.field[u];
        if o.state > unit.state {
            unit.state = o.state;
            unit.record.state_since = o.record.state_since;
        }
        // Only a unit in LU can be pinned (08.02.1).
        unit.pinned_to = unit.pinned_to.max(o.pinned_to).filter(|_| unit.state == State::Slight);
        unit.record.fired |= o.record.fired;
        unit.record.used_arms |= o.record.used_arms;
        if o.figures > unit.figures {
            unit.ammunition = o.ammunition;
        }
        unit.figures += o.figures;
        unit.original += o.original;
        unit.losses.men += o.losses.men;
        unit.losses.prisoners += o.losses.prisoners;
        unit.losses.fled += o.losses.fled;
        let (figures, carried) = MEN.joined(unit.carried, o.carried);
        unit.carried = carried;
        unit.figures -= figures;
        let to = unit.formation;
        if unit.inside.is_empty() {
            close_on(unit, to);
        }
        for s in self.field.staff.iter_mut().filter(|s| s.with == Some(other)) {
            s.with = Some(u);
        }
        self.remove(other, Fate::Joined);
        let part = &mut self.field[other];
        part.figures = 0;
        part.carried = 0;
        part.original = 0;
        part.losses = crate::unit::Losses::default();
        self.make_room(u);
        self.tell(clause!("play.detach"), &[u], || EventKind::Joined { unit: u, part: other });
    }

    /// Takes a unit off the table.
    pub(crate) fn remove(&mut self, u: UnitId, fate: Fate) {
        let unit = &mut self.field[u];
        unit.fate = fate;
        if fate == Fate::Fled {
            unit.losses.fled += unit.figures;
            unit.figures = 0;
        }
        let others: Vec<UnitId> = unit.locked.drain(..).collect();
        for o in others {
            self.field[o].locked.retain(|x| *x != u);
        }
        let mut alone = false;
        for s in &mut self.field.staff {
            if s.with == Some(u) {
                s.with = None;
                alone = true;
            }
        }
        if self.now.is_some() {
            if alone {
                self.expect_all_staff();
            }
            self.stand_still(u);
            let run = self.run_mut(u);
            run.order.void = true;
            run.course.mode = super::Mode::Stand;
            run.fire.volleys.clear();
            clock::tell_those_behind(self, u);
        }
    }
}

/// Lays the unit anew in its formation after figures came or went.
fn close_on(unit: &mut Unit, to: Formation) {
    let (wide, gap) = (unit.files >= 6, unit.gap);
    stance::set_formation(unit, to, wide, gap);
}
