//! The umpire's chair: what he rules, and what he puts right (play.scenario-states).

use super::Battle;
use crate::answer::Correction;
use crate::check::near;
use crate::event::Kind;
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, MOST_U, UnitId};
use crate::{clause, forming, say};
use desk::board::Spot;
use table::{Base, Pose, V2, v2};
use umpire::{Refusal, allow};

impl Battle {
    pub(super) fn ruled(&mut self, says: String, about: Option<String>) {
        self.cue();
        let about = about.unwrap_or_default();
        self.say(clause!("play.scenario-states"), Kind::Ruled, &[], || say!("event-ruled", says, about));
    }

    fn corrected_unit(&self, code: &str) -> Result<UnitId, Refusal> {
        let id = self.field.by_code(code).filter(|u| self.field[*u].present());
        id.ok_or_else(|| Refusal::form(say!("no-such-unit", unit = code)))
    }

    /// Puts one thing right; what cannot be is refused (play.scenario-states).
    pub(super) fn corrected(&mut self, because: &str, c: Correction) -> Result<(), Refusal> {
        let by = clause!("play.scenario-states");
        match c {
            Correction::Place { piece, at } => {
                crate::check::moves::sane(&[at.x, at.y, at.facing])?;
                if let Some(o) = self.field.officer_by_code(&piece).filter(|o| self.field[*o].present()) {
                    let to = v2(at.x, at.y);
                    allow(self.field.ground.holds(to), by, || say!("off-the-table", unit = &*piece))?;
                    self.field[o].at = to;
                    self.field[o].dir = V2::bearing(at.facing);
                    self.say(by, Kind::Corrected, &[], || say!("event-corrected", piece, because));
                    return Ok(());
                }
                let id = self.corrected_unit(&piece)?;
                let u = &self.field[id];
                let formation =
                    if u.formation.zone().is_some() { Formation::Column { front: 1 } } else { u.formation };
                let base = near::drawn_up(
                    &self.field,
                    u,
                    formation,
                    u.bases.now,
                    v2(at.x, at.y),
                    V2::bearing(at.facing),
                );
                self.may_be_put(id, formation, &base)?;
                self.part(id);
                let u = &mut self.field[id];
                u.formation = formation;
                u.base = base;
                u.trail.clear();
                // It is in no town and no redoubt any more.
                (u.redoubt, u.outside) = (None, 0);
                if let Some(s) = self.play.stood.get_mut(id.index()) {
                    *s = super::Stood { base, formation };
                }
                self.say(by, Kind::Corrected, &[id], || say!("event-corrected", piece, because));
            }
            Correction::Disorder { unit, u } => {
                let id = self.corrected_unit(&unit)?;
                allow(u <= MOST_U, by, || say!("no-such-disorder", unit = &*unit))?;
                self.field[id].disorder.active = u;
                self.say(by, Kind::Corrected, &[id], || say!("event-corrected", piece = unit, because));
            }
            Correction::Bases { unit, bases, marked } => {
                let id = self.corrected_unit(&unit)?;
                let u = &self.field[id];
                let most = self.field.sheet.scale().most(u.arm(), u.troop.skirmishers).0;
                allow((1..=most).contains(&bases), by, || say!("too-many-bases", unit = &*unit, most))?;
                let formation = crate::turn::shrunk(u.formation, bases);
                let u = &mut self.field[id];
                u.bases.now = bases;
                u.bases.marked = marked;
                u.bases.start = u.bases.start.max(bases);
                u.formation = formation;
                self.redraw(id);
                self.say(by, Kind::Corrected, &[id], || say!("event-corrected", piece = unit, because));
            }
            Correction::Form { unit, to, front } => {
                let id = self.corrected_unit(&unit)?;
                let u = &self.field[id];
                let formation = crate::check::moves::formation(u, to, front)?;
                let by =
                    forming::may_form(&self.field.sheet, &u.troop, u.bases.now, formation).map(|_| by)?;
                let base = near::drawn_up(&self.field, u, formation, u.bases.now, u.base.front, u.base.dir);
                self.may_be_put(id, formation, &base)?;
                let u = &mut self.field[id];
                u.formation = formation;
                u.base = base;
                u.trail.clear();
                self.say(by, Kind::Corrected, &[id], || say!("event-corrected", piece = unit, because));
            }
            Correction::Remove { unit } => {
                let id = self.corrected_unit(&unit)?;
                self.part(id);
                self.field[id].fate = Fate::Removed;
                self.say(by, Kind::Corrected, &[id], || say!("event-corrected", piece = unit, because));
            }
        }
        self.looked_at_anew();
        Ok(())
    }

    /// Integrity is looked at once after placing, and in the tactical part who is near is engaged at once (play.scenario-states).
    fn looked_at_anew(&mut self) {
        self.evacuated();
        if self.play.sequence > 0 {
            self.after_action();
        } else {
            self.look_at_integrity();
        }
    }

    /// On the table, on nobody, on ground where it can stand.
    fn may_be_put(&self, id: UnitId, formation: Formation, base: &Base) -> Result<(), Refusal> {
        let f = &self.field;
        let u = crate::unit::Unit { formation, ..f[id].clone() };
        let on = base.corners().iter().all(|c| f.ground.holds(*c));
        let by = clause!("play.scenario-states");
        allow(on, by, || say!("off-the-table", unit = &*u.code))?;
        let rects = near::rects_at(f, &u, formation, base);
        for o in f.present().filter(|o| o.id != id && o.formation.zone().is_none()) {
            allow(f.overlap(&rects, &f.rects(o)).is_none(), by, || {
                say!("stands-upon", unit = &*u.code, other = &*o.code)
            })?;
        }
        crate::check::way::impassable(f, &u, base)
    }

    /// A piece put somewhere by the umpire.
    pub(super) fn put_there(&self, piece: &str, Spot { x, y, facing }: Spot) -> Option<Correction> {
        Some(Correction::Place { piece: piece.into(), at: Pose { x, y, facing } })
    }

    /// Units that no correction names.
    pub(super) fn some_piece(&self) -> Option<Correction> {
        let u = self.field.present().find(|u| {
            matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Artillery) && u.formation.zone().is_none()
        })?;
        Some(Correction::Place { piece: u.code.to_string(), at: u.base.pose() })
    }
}
