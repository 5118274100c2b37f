//! Fieldworks, clearing and repairs at the end of a turn (10.01, 06.03.6).

use super::Table;
use crate::check::{Primitive, Working};
use crate::event::{By, EventKind};
use crate::field::WorkUnderWay;
use crate::ground::{Line, LineKind};
use crate::order::Work;
use crate::say;
use crate::troop::State;
use crate::unit::{RepairItem, UnitId};
use crate::{clause, gear, raising, reading};
use table::{EPS, Polyline};
use words::Message;

impl Table {
    /// The work and the repairs of the turn count, unless they were broken off.
    pub(super) fn credit_work(&mut self) {
        for u in self.ids() {
            self.credit_repair(u);
            let at = self.field.works.iter().position(|w| w.unit == u);
            match (self.working_on(u), at) {
                (Some(w), at) if !self.work_broken_off(u) => self.work_on(u, w, at),
                // The turn's work is lost, or none was done; if the position was left, all of it is.
                (_, Some(i)) if self.left_its_work(i) => {
                    self.field.works.remove(i);
                    self.tell(clause!("10.01.1"), &[u], || EventKind::WorkLost { unit: u });
                }
                _ => {}
            }
        }
    }

    fn credit_repair(&mut self, u: UnitId) {
        if !self.repairs(u) {
            return;
        }
        let hindered = self.run(u).befell.stirred();
        if let Some((item, by)) = gear::end_repair_turn(&mut self.field, u, hindered) {
            let item = if item == RepairItem::Gun { say!("a-gun") } else { say!("a-limber") };
            self.tell(by, &[u], || EventKind::Repaired { unit: u, item });
        }
    }

    /// The work it has come to in its order.
    fn working_on(&self, u: UnitId) -> Option<Working> {
        let order = &self.run(u).order;
        match order.steps.get(order.at) {
            Some(Primitive::Work(w)) if order.working => Some(w.clone()),
            _ => None,
        }
    }

    fn work_broken_off(&self, u: UnitId) -> bool {
        let (unit, run) = (&self.field[u], self.run(u));
        let losses = self.field.readings.is(reading!("work-interrupted", "losses-too"));
        run.fire.fired
            || losses && run.befell.hurt
            || run.befell.stirred()
            || run.order.void
            || unit.pinned(self.field.turn)
            || unit.state >= State::Disorder
            || !unit.on_table()
    }

    /// A turn of work is done; `at` is what it worked on before.
    fn work_on(&mut self, u: UnitId, w: Working, at: Option<usize>) {
        let i = match at {
            Some(i) if self.field.works[i].work == w.work => i,
            other => {
                if let Some(i) = other {
                    self.field.works.remove(i);
                }
                let (work, from, to, object) = (w.work.clone(), w.from, w.to, w.object);
                self.field.works.push(WorkUnderWay { unit: u, work, turns: 0, from, to, object });
                self.field.works.len() - 1
            }
        };
        self.field.works[i].turns += 1;
        let (turns, of) = (self.field.works[i].turns, w.turns);
        let done = turns >= of;
        let by = By::from(clause!("10.01.1")).and(crate::check::work_by(&w.work));
        self.tell(by, &[u], || EventKind::Worked { unit: u, work: work_name(&w.work), turns, of, done });
        if done {
            let work = self.field.works.remove(i);
            self.complete(&work);
        }
    }

    /// Do the bases of the unit no longer touch the line of its work (10.01.1)? Whoever builds or clears beside him may stand so
    /// far off as he could when he began.
    fn left_its_work(&self, i: usize) -> bool {
        let w = &self.field.works[i];
        let u = &self.field[w.unit];
        let reach = match w.work {
            Work::LightFortification | Work::Abatis { .. } => EPS * 10.0,
            _ => self.field.readings.number(crate::reading!("work-reach")) + EPS,
        };
        let line = table::Rect::between(w.from, w.to);
        !u.on_table() || self.field.rects(u).iter().all(|r| r.gap(&line) > reach)
    }

    /// A fieldwork stands, or an object is cleared.
    fn complete(&mut self, w: &WorkUnderWay) {
        let kind = match &w.work {
            Work::LightFortification => LineKind::LightFortification,
            Work::Abatis { .. } => LineKind::Abatis,
            Work::Barricade { .. } => LineKind::Barricade,
            Work::ChevauxDeFrise { .. } => LineKind::ChevauxDeFrise,
            Work::Clear { .. } => {
                if let Some(l) = w.object.and_then(|i| self.field.lines.get_mut(i)) {
                    let along = |p| l.path.nearest(p).map_or(0.0, |n| n.1);
                    let (a, b) = (along(w.from), along(w.to));
                    l.cleared.push((a.min(b), a.max(b)));
                }
                return;
            }
        };
        if kind == LineKind::ChevauxDeFrise {
            // The material is used up (10.05.1).
            let left = &mut self.field.special.chevaux[self.field.units[w.unit.index()].side.index()];
            *left = (*left - w.from.dist(w.to)).max(0.0);
        }
        let (obstacle, cover) = raising::line_values(kind);
        let n = self.field.lines.iter().filter(|l| l.built).count() + 1;
        self.field.lines.push(Line {
            name: format!("work {n}"),
            kind,
            path: Polyline::new(vec![w.from, w.to]),
            depth: 0.5,
            obstacle,
            cover,
            cleared: Vec::new(),
            built: true,
        });
    }
}

fn work_name(w: &Work) -> Message {
    match w {
        Work::LightFortification => LineKind::LightFortification.message(),
        Work::Abatis { .. } => LineKind::Abatis.message(),
        Work::Barricade { .. } => LineKind::Barricade.message(),
        Work::ChevauxDeFrise { .. } => LineKind::ChevauxDeFrise.message(),
        Work::Clear { .. } => say!("clearing"),
    }
}
