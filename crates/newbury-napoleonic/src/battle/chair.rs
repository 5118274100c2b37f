//! The umpire's chair: what he rules, and what he puts right (play.umpire).

use super::Battle;
use crate::answer::Correction;
use crate::event::Kind;
use crate::unit::{Fate, UnitId};
use crate::{clause, say};
use desk::board::Spot;
use table::{Pose, V2, v2};
use umpire::{Refusal, allow};

/// More factors than anybody ever has.
const MOST_FACTORS: u16 = 99;

impl Battle {
    pub(super) fn ruled(&mut self, says: String, about: Option<String>) {
        self.cue();
        let about = about.unwrap_or_default();
        self.say(clause!("play.umpire"), Kind::Ruled, &[], || say!("event-ruled", says, about));
    }

    fn corrected_unit(&self, code: &str) -> Result<UnitId, Refusal> {
        let id = self.field.by_code(code).filter(|u| self.field[*u].present());
        id.ok_or_else(|| Refusal::form(say!("no-such-unit", unit = code)))
    }

    fn put_right_event(&mut self, units: &[UnitId], piece: String, because: &str) {
        self.say(clause!("play.umpire"), Kind::Corrected, units, || say!("event-corrected", piece, because));
    }

    /// Puts one thing right; what cannot be is refused (play.umpire).
    pub(super) fn corrected(&mut self, because: &str, c: Correction) -> Result<(), Refusal> {
        self.aims.forget();
        match c {
            Correction::Place { piece, at } => self.put_piece(because, piece, at),
            Correction::Disorder { unit, factors } => {
                let id = self.corrected_unit(&unit)?;
                allow(factors <= MOST_FACTORS, clause!("play.umpire"), || say!("too-many-factors", factors))?;
                self.field[id].disorder.accumulated = factors;
                self.field[id].disorder.gained = 0;
                self.put_right_event(&[id], unit, because);
                Ok(())
            }
            Correction::Figures { unit, company, figures } => {
                let id = self.corrected_unit(&unit)?;
                let c = self.field[id].companies.get(company);
                let fits = c.is_some_and(|c| figures <= c.start);
                allow(fits, clause!("play.umpire"), || say!("no-such-strength", unit = &*unit))?;
                self.field[id].companies[company].figures = figures;
                if self.field[id].figures() == 0 {
                    self.field[id].fate = Fate::Destroyed;
                } else {
                    self.field.draw_up(id);
                }
                self.put_right_event(&[id], unit, because);
                Ok(())
            }
            Correction::Remove { unit } => {
                let id = self.corrected_unit(&unit)?;
                self.field[id].fate = Fate::LedOff;
                self.leave_fights(id);
                self.put_right_event(&[id], unit, because);
                Ok(())
            }
        }
    }

    fn put_piece(&mut self, because: &str, piece: String, at: Pose) -> Result<(), Refusal> {
        let by = clause!("play.umpire");
        allow(at.is_finite(), by, || say!("not-a-place"))?;
        let to = v2(at.x, at.y);
        if let Some(g) = self.field.general_by_code(&piece) {
            allow(self.field.ground.holds(to), by, || say!("off-the-table", unit = &*piece))?;
            self.field[g].at = to;
            self.field[g].with = None;
            self.put_right_event(&[], piece, because);
            return Ok(());
        }
        let id = self.corrected_unit(&piece)?;
        let u = &self.field[id];
        let base = u.plan(&self.field.options).at(to, V2::bearing(at.facing));
        let on = base.corners().iter().all(|c| self.field.ground.holds(*c));
        allow(on, by, || say!("off-the-table", unit = &*piece))?;
        let mine = base.rect();
        for o in self.field.present().filter(|o| o.id != id) {
            let free = self.field.rects(o).iter().all(|r| mine.penetration(r) <= crate::book::TOLERANCE);
            allow(free, by, || say!("stands-upon", unit = &*piece, other = &*o.code))?;
        }
        let u = &mut self.field[id];
        u.base = base;
        u.trail.clear();
        self.play.stood[id.index()] = base;
        self.leave_fights(id);
        self.put_right_event(&[id], piece, because);
        Ok(())
    }

    /// A piece put somewhere by the umpire.
    pub(super) fn put_there(&self, piece: &str, Spot { x, y, facing }: Spot) -> Option<Correction> {
        Some(Correction::Place { piece: piece.into(), at: Pose { x, y, facing } })
    }

    /// Some correction to begin from: a unit as it stands.
    pub(super) fn some_piece(&self) -> Option<Correction> {
        let u = self.field.present().find(|u| u.inside.is_none())?;
        Some(Correction::Place { piece: u.code.to_string(), at: u.base.pose() })
    }
}
