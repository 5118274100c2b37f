//! The end of the turn (play.end).

use super::{Mode, Stage, Table};
use crate::ammunition::{self, Used};
use crate::event::{By, EventKind};
use crate::field::{Post, StaffFate};
use crate::procedures::attrition::{Prisoners, PrisonersSituation, Reached};
use crate::procedures::command::{LoneCourier, LoneCourierSituation};
use crate::procedures::fire_readings::FireReadings;
use crate::procedures::morale_readings::MoraleReadings;
use crate::troop::{Arm, Effect, Formation, State};
use crate::unit::{Fate, Goal, StaffId, Unit, UnitId};
use crate::{clause, going, reading, stance};

impl Table {
    pub(crate) fn turn_end(&mut self) -> Stage {
        // Whose target has gone out of reach has carried out his move, and there is no melee (play.attack).
        for u in self.standing() {
            self.end_attack(u, clause!("play.attack"));
        }
        let of_body = |l: &Unit| Some((l.body?, l.id));
        let mut lines: Vec<(UnitId, UnitId)> = self.field.units.iter().filter_map(of_body).collect();
        lines.sort_unstable();
        for u in self.standing() {
            self.book_ammunition(u, &lines);
        }
        // Whoever comes into U by it has no turn left to retreat in.
        self.turn_mut().instant.falls.clear();
        for u in self.standing() {
            self.level_out(u);
        }
        for u in self.standing() {
            self.take_prisoners(u);
        }
        for u in self.ids() {
            self.take_guns(u);
        }
        for u in self.standing() {
            self.set_as_block(u);
        }
        self.lone_couriers();
        let gangs = std::mem::take(&mut self.turn_mut().gangs);
        self.fires_burn(&gangs);
        self.works_progress(&gangs);
        self.kindle();
        self.issue_ammunition();
        self.lose_ranging();
        self.note_all();
        self.hand_over();
        self.tell_to(clause!("play.end"), [true; 2], || EventKind::TurnEnds);
        Stage::Done
    }

    /// It uses its arms. Read so, who has used his last gets his grade at once (11.02.2).
    pub(super) fn uses_arms(&mut self, u: UnitId) {
        let owner = self.field[u].body.unwrap_or(u);
        let used = std::mem::replace(&mut self.run_mut(u).befell.used_arms, true);
        let (out, by) =
            ammunition::without(self.field[owner].ammunition, true, &FireReadings::of(&self.field.readings));
        let foot = self.field[owner].arm == Arm::Infantry;
        if used || !foot || !out || self.field[owner].ammunition == 0 || self.run(owner).befell.out {
            return;
        }
        self.run_mut(owner).befell.out = true;
        self.tell_owner(by, owner, || EventKind::OutOfAmmunition { unit: owner });
        self.grade(owner, by);
    }

    /// A turn with fire, or melee of infantry, uses one turn's ammunition (11.01.1): of the unit, or of one of those lines that is its own.
    /// They are sorted by their bodies.
    fn book_ammunition(&mut self, u: UnitId, lines: &[(UnitId, UnitId)]) {
        let f = &self.field;
        if f[u].body.is_some() {
            return;
        }
        // Of a line too that has been drawn in or lost since; riders use none in melee.
        let arms = |(_, l): &(UnitId, UnitId)| {
            let (l, run) = (&f[*l], self.run(*l));
            l.body == Some(u) && (run.fire.fired || (l.arm == Arm::Infantry && run.befell.fought))
        };
        let befell = &self.run(u).befell;
        let (fired, fought) = (self.run(u).fire.fired && !befell.ranged_in, befell.fought);
        let mut own = lines[lines.partition_point(|l| l.0 < u)..].iter().take_while(|l| l.0 == u);
        let fires = u8::from(fired || own.any(arms));
        let used = Used { fires, melee: fought, out_of_range: self.run(u).fire.missed };
        let readings = FireReadings::of(&f.readings);
        let (spent, by) = ammunition::used(f[u].arm, used, &readings);
        if spent == 0 {
            return;
        }
        self.run_mut(u).befell.booked = Some(by);
        if let Some(b) = &mut self.field[u].battery {
            b.loads = b.loads.saturating_sub(spent);
            return;
        }
        let before = self.field[u].ammunition;
        let after = before.saturating_sub(spent);
        self.field[u].ammunition = after;
        if self.run(u).befell.out {
            return;
        }
        if let Some((Effect::Grades(_), why)) = ammunition::spent(self.field[u].arm, before, after) {
            let by = By::from(why).and(by).and(clause!("play.end"));
            self.tell_owner(by.clone(), u, || EventKind::OutOfAmmunition { unit: u });
            self.grade(u, by);
        }
    }

    /// A ranged-in target that moves far in a turn in which it is not fired at must be ranged in on again (10.02.3.a).
    fn lose_ranging(&mut self) {
        let turn = self.field.turn;
        let paths: Vec<f64> = self.turn().runs.iter().map(|r| r.befell.path).collect();
        for unit in &mut self.field.units {
            let Some(b) = &mut unit.battery else { continue };
            for r in b.ranged.iter_mut().filter(|r| r.turn < turn) {
                if let Goal::Unit(u) = r.target {
                    r.ranging.moved = r.ranging.moved.max(paths[u.index()]);
                }
            }
        }
    }

    /// Prisoners are taken where an intact unit of the victor's side stands on the position at the end of the turn (13.04.1.a).
    fn take_prisoners(&mut self, u: UnitId) {
        let Some((victor, place, due)) = self.run(u).befell.prisoners else { return };
        let f = &self.field;
        let side = f[victor].side;
        let there = place.rect();
        let near = |o: &Unit| {
            let ((middle, reach), about) = (f.circle(o), there.radius() + 1.0);
            middle.dist(there.centre) <= reach + about
        };
        let over = |o: &Unit| f.rects(o).iter().any(|r| r.penetration(&there) > table::EPS);
        let stands = |o: &Unit| o.state.intact() && near(o) && over(o);
        let holder = f.side(side).find(|o| stands(o));
        let s = PrisonersSituation {
            due: due.into(),
            left: f[u].figures.into(),
            reached: match holder {
                Some(o) if f.rects(o).iter().any(|r| r.contains(place.centre(), 0.0)) => Reached::Middle,
                Some(_) => Reached::Edge,
                None => Reached::Not,
            },
            state: holder.map_or(State::Order, |o| o.state),
            stayed: holder.is_some(),
            position: MoraleReadings::of(&f.readings).position_reached,
        };
        let holder = holder.map(|o| o.id);
        let by = holder.unwrap_or(victor);
        let (out, _) = self.judge::<Prisoners>(&s, victor);
        if out.figures == 0 {
            let why = if holder.is_none() { clause!("13.04.2") } else { clause!("13.04.1.a") };
            let told = By::from(why).and(clause!("play.end"));
            self.tell(told, &[u, victor], || EventKind::NoPrisoners { unit: u, by: victor });
            return;
        }
        let had = self.field[u].rifles;
        let figures = self.field[u].captured(out.figures.min(u32::from(u16::MAX)) as u16);
        let readings = self.field.readings.clone();
        self.field[u].rifles_after(&readings, had, figures);
        self.field[u].record.gave_prisoners = true;
        let told = By::from(clause!("13.04.1.a")).and(clause!("13.04.3")).and(clause!("play.end"));
        self.tell(told, &[u, by], || EventKind::Prisoners { unit: u, by, figures });
        if self.field[u].figures == 0 {
            self.remove(u, Fate::Destroyed);
        }
    }

    /// Unmanned guns with an intact enemy in base contact are taken (play.battery).
    fn take_guns(&mut self, u: UnitId) {
        let f = &self.field;
        let Some(place) = f[u].unmanned_guns().filter(|_| f[u].battery.as_ref().is_some_and(|b| !b.taken))
        else {
            return;
        };
        let (there, about) = (place.rect(), place.width + place.depth);
        let near = |o: &Unit| {
            let contact = crate::book::stand::BASE_CONTACT + table::EPS;
            let (middle, reach) = f.circle(o);
            let far = middle.dist(there.centre) > reach + about + contact;
            !far && o.state.intact() && f.gap_to(o, &there) <= contact
        };
        let Some(by) = f.enemies(f[u].side).find(|o| near(o)).map(|o| o.id) else { return };
        let side = f[by].side;
        let captured = self.field.readings.is(reading!("guns-taken", "captured"));
        let Some(b) = &mut self.field[u].battery else { return };
        b.taken = true;
        let guns = u32::from(b.guns);
        if captured {
            b.guns = 0;
        }
        self.field.guns_taken[side.index()] += guns;
        self.tell(clause!("play.battery"), &[u, by], || EventKind::GunsTaken { unit: u, by, guns });
    }

    /// Couriers alone at the end of the turn may be lost (08.02.5).
    fn lone_couriers(&mut self) {
        for i in 0..self.field.staff.len() {
            let id = StaffId(i as u16);
            let s = &self.field[id];
            if !s.present() || s.post != Post::Courier {
                continue;
            }
            let contact = crate::book::stand::BASE_CONTACT + table::EPS;
            let (here, about) = (s.base().rect(), s.base().radius() + contact);
            let near = |u: &Unit| {
                let (middle, reach) = self.field.circle(u);
                middle.dist(here.centre) <= reach + about && self.field.gap_to(u, &here) <= contact
            };
            let near_unit = self.field.side(s.side).any(near);
            let near_staff = self.field.staff.iter().any(|o| {
                let chief = o.present() && o.side == s.side && o.post == Post::Commander;
                chief && !o.base().far_from(s.base(), contact) && o.base().rect().gap(&here) <= contact
            });
            if s.with.is_some() || near_unit || near_staff {
                continue;
            }
            let moved = if s.moved == Some(self.field.turn) { s.went } else { 0.0 };
            let length = going::staff_course(&self.field, s, s.base().front + table::v2(0.0, 1.0));
            let length = length.stretches.first().and_then(|x| x.rate).unwrap_or(moved.max(1.0));
            let sit = LoneCourierSituation { moved, march_length: length, in_contact: false };
            let (side, code) = (s.side, s.code.clone());
            let dice = self.dice.occasion(<LoneCourier as umpire::Procedure>::NAME, &*code, side);
            let (out, ruling) = umpire::judge::<LoneCourier>(&sit, dice);
            if out.lost {
                self.field[id].fate = StaffFate::Lost;
                let ruling = Some(Box::new(ruling));
                let by = By::from(clause!("08.02.5")).and(clause!("play.end"));
                self.tell_to(by, Table::only(side), || EventKind::StaffLost { staff: id, ruling });
            }
        }
    }

    /// Both came into the same disorder: LU-3 at the end of the turn (13.01.4).
    fn level_out(&mut self, u: UnitId) {
        if !self.run(u).befell.levelled {
            return;
        }
        let from = self.field[u].state;
        self.field[u].state = State::Light3;
        let by = By::from(clause!("13.01.4")).and(clause!("play.end"));
        self.tell(by, &[u], || EventKind::StateChanged { unit: u, from, to: State::Light3 });
    }

    /// Units in FU stand as blocks, as many figures in width as in depth (13.01.3).
    fn set_as_block(&mut self, u: UnitId) {
        let unit = &self.field[u];
        if unit.state != State::Complete || unit.inside.is_some() || !unit.by_figures() {
            return;
        }
        let was = unit.base;
        self.field[u].lay();
        let laid = self.field[u].base.at(was.front, was.dir);
        self.put_down(u, laid);
        let now = self.field[u].base;
        if now != was {
            let by = By::from(clause!("13.01.3")).and(clause!("play.end"));
            self.tell(by, &[u], || EventKind::StandsAsBlock { unit: u, at: now.pose() });
        }
    }

    /// What has changed of men, state and ammunition is noted on the slip (09.02.3).
    fn note_on_slip(&mut self, u: UnitId) {
        let (unit, befell) = (&self.field[u], &self.run(u).befell);
        let (state, carried) = (unit.state, unit.carried);
        let left = unit.battery.as_ref().map_or(unit.ammunition, |b| b.loads);
        if !befell.hurt && befell.booked.is_none() && state == befell.began {
            return;
        }
        let by = By::from(clause!("09.02.3")).and(clause!("play.end")).with(befell.booked);
        let by = by.with(befell.hurt.then(|| clause!("09.02.2")));
        self.tell_owner(by, u, || EventKind::Noted { unit: u, state, carried, left });
    }

    /// Losses, states and periods are noted for the next turn.
    fn note_all(&mut self) {
        for u in self.standing() {
            self.note_on_slip(u);
            self.keep_unfinished(u);
            self.hooks_on(u);
            let run = self.run(u);
            let carried = !run.befell.deaf && !run.order.void && run.course.mode == Mode::Order;
            let order = run.order.written.clone();
            let given = run.order.given;
            let foes: Vec<UnitId> = self.field[u].record.pairs.to_vec();
            let held = foes.into_iter().filter(|e| self.field[*e].on_table() && self.within_contact(u, *e));
            let held = held.collect();
            let r = &mut self.field[u].record;
            r.held = held;
            r.met = r.pairs.iter().copied().collect();
            if given {
                let kept = if carried { &mut r.done_order } else { &mut r.failed_order };
                *kept = Some(order.clone());
                r.last_order = Some(order);
                r.carried_out = carried;
            }
        }
        self.release_craft();
    }

    /// Its usual formation where it stands: after a rally (13.01.3).
    pub(super) fn in_usual_formation(&mut self, u: UnitId) {
        if self.afloat(u) {
            return;
        }
        let unit = &mut self.field[u];
        let to = if unit.formation == Formation::Skirmish && unit.body.is_none() {
            Formation::Line
        } else {
            unit.formation
        };
        let spacing = unit.spacing;
        stance::form(unit, to, None, spacing);
    }
}
