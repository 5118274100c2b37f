//! Messages and instructions (08.03.1, 08.03.2, 08.03.4, play.message): written with the orders, carried by a courier, handed over between
//! turns. How long one is delayed only the umpire knows.

use super::Battle;
use crate::book::stand::BASE_CONTACT;
use crate::event::{By, EventKind};
use crate::field::{Dispatch, DispatchFate, Receiver};
use crate::procedures::Delay;
use crate::procedures::command::DiceOnly;
use crate::staffwork::{Instruction, Sent};
use crate::unit::{Side, StaffId};
use crate::{clause, say};
use table::EPS;
use umpire::{Procedure, Refusal};

/// Messages of one turn that a side may send.
const MOST: usize = 100;

/// No side writes without end.
pub(super) fn one_commander_writes_once(all: &[Sent]) -> Result<(), Refusal> {
    if all.len() > MOST { Err(Refusal::form(say!("too-many-messages", most = MOST))) } else { Ok(()) }
}

impl Battle {
    /// Couriers set out with what was written; the delay is rolled in secret. Units about to be out of command have their instructions.
    pub(super) fn send(&mut self, side: Side, letters: Vec<Sent>, instructions: Vec<Instruction>) {
        let t = &mut self.table;
        let own = Side::BOTH.map(|s| s == side);
        for i in instructions {
            t.field[i.unit].record.instruction = Some((t.field.turn, i.says.clone()));
            let (unit, says) = (i.unit, i.says);
            t.tell_to(i.by, own, || EventKind::Instructed { unit, says });
        }
        for l in letters {
            let code = t.field[l.courier].code.clone();
            let dice = t.dice.occasion(Delay::NAME, &*code, side);
            let (delay, ruling) = umpire::judge::<Delay>(&DiceOnly::default(), dice);
            let written = t.field.turn;
            let n = t.field.messages.len().min(usize::from(u16::MAX)) as u16;
            t.field[l.courier].carries.push(n);
            let says = l.says.clone();
            t.field.messages.push(Dispatch {
                side,
                from: l.from,
                to: l.to,
                says: l.says,
                written,
                delay: delay.turns,
                arrived: None,
                fate: DispatchFate::UnderWay,
            });
            t.tell_to(l.by, own, || EventKind::Message { side, says, handed: false });
            let says = delay.message();
            let by = By::from(clause!("08.03.2")).with(ruling.clauses.iter().copied());
            t.tell_to(by, [false; 2], || EventKind::Delayed { side, says, ruling: Box::new(ruling) });
        }
    }

    /// Messages whose courier stands at the receiver are handed over when their delay is over (play.message).
    pub(super) fn hand_over(&mut self) {
        let t = &mut self.table;
        let turn = t.field.turn;
        for i in 0..t.field.staff.len() {
            let who = StaffId(i as u16);
            if !t.field[who].present() {
                for n in std::mem::take(&mut t.field[who].carries) {
                    if let Some(m) = t.field.messages.get_mut(usize::from(n)) {
                        m.fate = DispatchFate::Lost;
                    }
                }
                continue;
            }
            for n in t.field[who].carries.clone() {
                let f = &mut t.field;
                let Some(m) = f.messages.get(usize::from(n)).cloned() else { continue };
                let arrived = m.arrived.or_else(|| at_receiver(f, who, m.to).then_some(turn));
                f.messages[usize::from(n)].arrived = arrived;
                let Some(since) = arrived else { continue };
                let Some(delay) = m.delay else {
                    // Nobody is told that it never comes.
                    f.messages[usize::from(n)].fate = DispatchFate::Lost;
                    f[who].carries.retain(|c| *c != n);
                    continue;
                };
                if turn < since + u32::from(delay) {
                    continue;
                }
                f.messages[usize::from(n)].fate = DispatchFate::HandedOver(turn);
                f[who].carries.retain(|c| *c != n);
                match m.to {
                    Receiver::Unit(u) => f[u].record.instruction = Some((turn, m.says.clone())),
                    Receiver::Command(c) => f[c].instruction = Some((turn, m.says.clone())),
                }
                let (side, says) = (m.side, m.says);
                let by = By::from(clause!("play.message")).and(clause!("08.03.1"));
                let own = Side::BOTH.map(|s| s == side);
                t.tell_to(by, own, || EventKind::Message { side, says, handed: true });
            }
        }
    }
}

/// Is he in base contact with whom the message is for?
fn at_receiver(f: &crate::Field, who: StaffId, to: Receiver) -> bool {
    let s = &f[who];
    let near = |r: &table::Rect| s.base.rect().gap(r) <= BASE_CONTACT + EPS;
    match to {
        Receiver::Unit(u) => f[u].on_table() && (s.with == Some(u) || f.rects(&f[u]).iter().any(near)),
        Receiver::Command(c) => f[c].commander.map(|g| &f[g]).is_some_and(|g| {
            let together = s.with.is_some() && s.with == g.with;
            g.present() && (together || near(&g.base.rect()))
        }),
    }
}
