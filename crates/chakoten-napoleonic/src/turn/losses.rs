//! Men, figures, guns and horses lost in play (09.02.2, play.figures, play.battery), and what worn units come to (13.07.3).

use super::Table;
use crate::book::turn::periods;
use crate::clause;
use crate::event::{By, EventKind, Halt};
use crate::troop::State;
use crate::unit::{Fate, UnitId};
use umpire::Clause;

impl Table {
    /// So many men fall; figures go when twenty are full (09.02.2). Who has none left is out of the game.
    pub(crate) fn lose_men(&mut self, u: UnitId, men: u32, by: impl Into<By>) {
        if men == 0 || !self.field[u].on_table() {
            return;
        }
        self.settle(u);
        let had = self.field[u].rifles;
        let (toll, by_figures) = self.field[u].lose(men);
        let (men, figures, carried) = (toll.men, toll.figures, toll.carried);
        let readings = self.field.readings.clone();
        let by_arms = self.field[u].rifles_after(&readings, had, figures).filter(|_| figures > 0);
        self.run_mut(u).befell.hurt = true;
        let by = by.into().and(by_figures).with(by_arms).with((figures > 0).then(|| clause!("01.02.3.a")));
        self.tell(by, &[u], || EventKind::Lost { unit: u, men, figures, carried });
        self.disturbed(u);
        if self.field[u].figures == 0 {
            self.tell(clause!("play.figures"), &[u], || EventKind::Destroyed { unit: u });
            self.remove(u, Fate::Destroyed);
            return;
        }
        if self.field[u].leads.is_none() && self.field[u].inside.is_none() {
            self.stand_in_place(u);
        }
    }

    /// A unit worn down to valour -5 breaks (13.07.3).
    pub(crate) fn look_at_valour(&mut self, u: UnitId) {
        let (valour, by) = self.field.valour(u);
        if valour > periods().broken || !self.field[u].on_table() {
            return;
        }
        if self.field[u].state == State::Complete {
            // Whatever else has just broken it, it flees towards its own edge.
            for f in self.turn_mut().instant.falls.iter_mut().filter(|f| f.unit == u) {
                f.from = None;
            }
            return;
        }
        let by = By::from(clause!("13.07.3")).with(by);
        self.worsen(u, State::Complete, by, None);
    }

    /// Guns, horses and ammunition loads of a battery are lost (table XIII).
    pub(crate) fn lose_equipment(&mut self, u: UnitId, guns: u8, horses: u8, loads: u8, by: impl Into<By>) {
        let now = self.abs();
        self.settle(u);
        let Some(b) = self.field[u].battery.as_mut() else { return };
        let (g, h, l) = (guns.min(b.guns), horses.min(b.horses), loads.min(b.loads));
        b.guns -= g;
        b.horses -= h;
        b.loads -= l;
        if (g, h, l) == (0, 0, 0) {
            return;
        }
        let halts = h > 0 && b.limbered;
        // Real guns go; a model only with the last that it stands for.
        let by = by.into().with((g > 0).then(|| clause!("01.02.3.b")));
        self.tell(by, &[u], || EventKind::Equipment { unit: u, guns: g, horses: h, loads: l });
        if halts {
            let r = &mut self.field[u].record;
            r.still_until = r.still_until.max(now + periods().rehitch);
            let by = By::from(clause!("07.01.6")).and(clause!("play.interrupt"));
            self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Horses, before: None });
            self.turn_mut().instant.legs.push(u);
        }
        self.stand_in_place(u);
    }

    /// It is drawn up anew where it stands: fewer figures, another formation.
    pub(crate) fn stand_in_place(&mut self, u: UnitId) {
        let lead = self.field[u].leads.unwrap_or(u);
        if !self.field[lead].joined.is_empty() {
            self.field.lay_body(lead);
        } else {
            self.field[u].lay();
        }
        self.turn_mut().instant.legs.push(u);
        self.stand_still(u);
    }

    /// It leaves the game, and whoever is with it and cannot stay.
    pub(crate) fn remove(&mut self, u: UnitId, fate: Fate) {
        self.settle(u);
        self.lose_order(u);
        self.field[u].fate = fate;
        self.clock_mut().release(u);
        self.stand_still(u);
        let lead = self.field[u].leads.take();
        if let Some(l) = lead {
            self.field[l].joined.retain(|j| *j != u);
        }
        let followers = std::mem::take(&mut self.field[u].joined);
        followers.into_iter().for_each(|f| self.field[f].leads = None);
        for s in &mut self.field.staff {
            if s.with == Some(u) {
                s.with = None;
            }
        }
    }

    /// Says that it is lost off the table (13.02.3).
    pub(crate) fn off_the_table(&mut self, u: UnitId, by: Clause) {
        self.tell(by, &[u], || EventKind::LeftTable { unit: u, fled: true });
        if !self.umpire {
            self.tell_to(by, [true; 2], || EventKind::ByDefault {
                says: crate::say!("off-the-table-is-lost"),
            });
        }
        self.remove(u, Fate::Fled);
    }
}
