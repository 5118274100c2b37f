//! Messages and instructions (08.03, play.message): written before the turn, carried on the clock, handed over between turns.

use super::Table;
use super::staff::{Goal, Ride};
use crate::event::{By, EventKind};
use crate::field::{Dispatch, DispatchFate, Receiver};
use crate::procedures::command::{Delay, DiceOnly};
use crate::staffwork::{Instruction, Sent, together};
use crate::unit::{Side, StaffId};
use crate::{clause, reading};

impl Table {
    /// What both sides have written sets out, and couriers who are under way ride on.
    pub(super) fn send(&mut self, letters: &[(Side, Sent)], instructions: &[Instruction]) {
        for (side, l) in letters {
            self.dispatch(*side, l);
        }
        let turn = self.field.turn;
        for i in instructions {
            let (unit, says) = (i.unit, i.says.clone());
            self.field[unit].record.instruction = Some((turn, says.clone()));
            self.tell_owner(i.by, unit, || EventKind::Instructed { unit, says });
        }
        self.ride_on();
    }

    /// A message is written and its delay rolled in secret, once for each receiver (08.03.2).
    fn dispatch(&mut self, side: Side, l: &Sent) {
        let turn = self.field.turn;
        let same = |m: &&Dispatch| m.written == turn && m.to == l.to;
        let carried = self.field[l.courier].carries.iter().map(|i| &self.field.messages[usize::from(*i)]);
        let known = carried.into_iter().find(same).map(|m| m.delay);
        let delay = match known {
            Some(delay) => delay,
            None => {
                let code = self.field[l.courier].code.clone();
                let (out, ruling) = self.judge_for::<Delay>(&DiceOnly {}, &code, side);
                let (says, ruling) = (out.message(), Box::new(ruling));
                let by = By::from(clause!("08.03.2")).and(clause!("play.message"));
                self.tell_to(by, [false; 2], || EventKind::Delayed { side, says, ruling });
                out.turns
            }
        };
        let at = self.field.messages.len() as u16;
        let says = l.says.clone();
        self.field.messages.push(Dispatch {
            side,
            from: l.from,
            to: l.to,
            says: says.clone(),
            written: turn,
            delay,
            arrived: None,
            fate: DispatchFate::UnderWay,
        });
        self.field[l.courier].carries.push(at);
        let by = By::from(l.by).and(clause!("08.01.4"));
        self.tell_to(by, Table::only(side), || EventKind::Message { side, says, handed: false });
    }

    /// The message that a staff figure has to bring next, by its place; with the receiver already if he waits there.
    fn errand(&self, s: StaffId) -> Option<usize> {
        let under_way = |i: &usize| self.field.messages[*i].fate == DispatchFate::UnderWay;
        self.field[s].carries.iter().map(|i| usize::from(*i)).find(under_way)
    }

    /// Does the delay hold the courier back before he sets out, instead of with the receiver?
    fn sets_out_later(&self) -> bool {
        self.field.readings.is(reading!("message-delay", "sets-out-later"))
    }

    /// Couriers with a message ride to the receiver unless they are ordered elsewhere; who waits with him stays (play.message).
    fn ride_on(&mut self) {
        let turn = self.field.turn;
        for s in (0..self.field.staff.len() as u16).map(StaffId) {
            let Some(i) = self.errand(s).filter(|_| self.field[s].present()) else { continue };
            let m = &self.field.messages[i];
            let held = self.sets_out_later() && m.delay.is_some_and(|d| turn < m.written + u32::from(d));
            if m.arrived.is_some() || held {
                self.turn_mut().staff.retain(|r| r.staff != s);
                continue;
            }
            let to = match m.to {
                Receiver::Unit(u) => Some(Goal::Unit(u)).filter(|_| self.field[u].on_table()),
                Receiver::Command(c) => self.field[c].commander.map(Goal::Staff),
            };
            let rides = self.turn().staff.iter().any(|r| r.staff == s);
            if let Some(to) = to.filter(|_| !rides) {
                let from = self.field[s].base().front;
                self.turn_mut().staff.push(Ride::new(s, from, to, 0.0));
            }
        }
    }

    /// Is the courier in base contact with the receiver?
    fn is_with(&self, s: StaffId, to: Receiver) -> bool {
        let f = &self.field;
        match to {
            Receiver::Unit(u) => {
                f[u].on_table() && (f[s].with == Some(u) || f.stands_at(&f[u], &f[s].base().rect()))
            }
            Receiver::Command(c) => {
                f[c].commander.is_some_and(|g| g == s || (f[g].present() && together(&f[s], &f[g])))
            }
        }
    }

    /// Between turns: what has arrived and waited out its delay is handed over and read (play.end, play.message).
    pub(super) fn hand_over(&mut self) {
        let turn = self.field.turn;
        for i in 0..self.field.messages.len() {
            if self.field.messages[i].fate != DispatchFate::UnderWay {
                continue;
            }
            let at = i as u16;
            let courier = self.field.staff.iter().find(|s| s.carries.contains(&at)).map(|s| s.id);
            let Some(s) = courier.filter(|s| self.field[*s].present()) else {
                self.field.messages[i].fate = DispatchFate::Lost;
                continue;
            };
            let to = self.field.messages[i].to;
            if !self.is_with(s, to) {
                continue;
            }
            let arrived = *self.field.messages[i].arrived.get_or_insert(turn);
            let delay = self.field.messages[i].delay;
            let waits = if self.sets_out_later() { delay.map(|_| 0) } else { delay };
            match waits {
                None => self.field.messages[i].fate = DispatchFate::Lost,
                Some(d) if turn >= arrived + u32::from(d) => self.read(i),
                Some(_) => continue,
            }
            self.field[s].carries.retain(|c| *c != at);
        }
    }

    fn read(&mut self, i: usize) {
        let turn = self.field.turn;
        self.field.messages[i].fate = DispatchFate::HandedOver(turn);
        let (side, to, says) =
            (self.field.messages[i].side, self.field.messages[i].to, self.field.messages[i].says.clone());
        let by = By::from(clause!("08.03.1")).and(clause!("play.message")).and(clause!("08.01.6"));
        match to {
            Receiver::Unit(unit) => {
                self.field[unit].record.instruction = Some((turn, says.clone()));
                self.tell_owner(by.and(clause!("08.03.4")), unit, || EventKind::Instructed { unit, says });
            }
            Receiver::Command(c) => {
                self.field[c].instruction = Some((turn, says.clone()));
                self.tell_to(by, Table::only(side), || EventKind::Message { side, says, handed: true });
            }
        }
    }
}
