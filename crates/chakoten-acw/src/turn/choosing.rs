//! What is asked of the sides at an instant, and what their choices bring; and the time of the staff (play.instant, play.staff).

use super::choices::Asked;
use super::forced;
use super::{Stage, Table};
use crate::book::data;
use crate::event::{By, EventKind};
use crate::order::{Choice, ChoiceKind};
use crate::troop::{Kind, State};
use crate::unit::{Side, StaffId, UnitId};
use crate::{clause, reading};

impl Table {
    pub(crate) fn surprise(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            if let ChoiceKind::SurprisedFire { unit, attacker } = a.kind {
                if c != Choice::No {
                    let with = if let Choice::With(a) = c { Some(a) } else { None };
                    self.surprised_volley(unit, attacker, with);
                }
            }
        }
        Stage::Shoot
    }

    /// Steps 8 and 9: choices without time.
    pub(crate) fn choose(&mut self) -> Stage {
        let mut asked = Vec::new();
        let d = &data().d;
        let threats = std::mem::take(&mut self.turn_mut().instant.threats);
        for (who, by) in threats {
            if asked.iter().any(|a: &Asked| match a.kind {
                ChoiceKind::FallBack { unit, threat } | ChoiceKind::Shelter { unit, threat } => {
                    unit == who && threat == by
                }
                _ => false,
            }) {
                continue;
            }
            let (u, e) = (&self.field[who], &self.field[by]);
            let still = u.on_table()
                && e.on_table()
                && e.state <= State::Slight
                && !e.pinned(self.field.turn)
                && u.state != State::Complete
                && u.locked.is_empty()
                && self.field.gap(u, e) <= d.threat + table::EPS * 10.0;
            if !still || self.run(who).befell.asked.contains(&by) {
                continue;
            }
            let chain = u.chain();
            if chain && !self.run(who).befell.fell_back {
                asked.push(Asked {
                    key: format!("fall back {} {}", u.code, self.run(who).befell.asked.len() + 1),
                    side: u.side,
                    kind: ChoiceKind::FallBack { unit: who, threat: by },
                    default: Choice::Yes,
                    offers: vec![Choice::Yes, Choice::No],
                    clause: clause!("04.02.10.a"),
                });
            } else if u.kind() == Kind::Unlimbered && !u.gunners_alone() && self.shelter_for(who).is_some() {
                asked.push(Asked {
                    key: format!("shelter {} {}", u.code, self.run(who).befell.asked.len() + 1),
                    side: u.side,
                    kind: ChoiceKind::Shelter { unit: who, threat: by },
                    default: Choice::Yes,
                    offers: vec![Choice::Yes, Choice::No],
                    clause: clause!("04.02.12"),
                });
            }
            self.run_mut(who).befell.asked.push(by);
        }
        self.ask_after_shock(&mut asked);
        for (s, by) in std::mem::take(&mut self.turn_mut().instant.staff_due) {
            let st = &self.field[s];
            // He may have gone elsewhere, or the enemy; and he is asked once, whoever else comes near.
            let near = self
                .field
                .rects(&self.field[by])
                .iter()
                .any(|r| r.gap(&st.base.rect()) <= d.break_in + table::EPS);
            let twice =
                asked.iter().any(|a| matches!(a.kind, ChoiceKind::Escape { staff, .. } if staff == s));
            if !st.present() || st.with.is_some() || !near || twice || !self.field[by].on_table() {
                continue;
            }
            let r = &self.field.readings;
            if st.moved == Some(self.field.turn) || r.is(reading!("lone-staff-offer", "taken")) {
                self.capture_staff(s, by);
                continue;
            }
            // Who has no say where to has nothing to decide: nobody lets himself be taken.
            if !r.is(reading!("escape", "owner")) {
                self.flee(s, by, &Choice::Yes);
                continue;
            }
            // To whichever friend he can reach (play.staff); a place of his own is taken too.
            let friends = super::staff::refuges(&self.field, s, by);
            let mut offers = vec![Choice::Yes];
            offers.extend(friends.iter().map(|u| Choice::Pick(self.field[*u].code.to_string())));
            offers.push(Choice::No);
            asked.push(Asked {
                key: format!("escape {}", st.code),
                side: st.side,
                kind: ChoiceKind::Escape { staff: s, from: by },
                default: Choice::Yes,
                offers,
                clause: clause!("07.06.3"),
            });
        }
        self.ask_heirs(&mut asked);
        self.ask(asked);
        Stage::Chosen
    }

    pub(crate) fn chosen(&mut self) -> Stage {
        let mut forced = Vec::new();
        for (a, c) in self.take_choices() {
            let yes = c != Choice::No;
            match a.kind {
                ChoiceKind::FallBack { unit, threat } if yes => {
                    self.run_mut(unit).befell.fell_back = true;
                    // Before several threats at once it goes away from the nearest (play.tie).
                    let from = forced
                        .iter()
                        .find(|f: &&forced::MustGo| f.unit == unit)
                        .and_then(|f| f.from)
                        .map_or(threat, |other| self.nearer(unit, other, threat));
                    forced.retain(|f| f.unit != unit);
                    forced.push(forced::MustGo::fall_back(unit, from));
                }
                ChoiceKind::Shelter { unit, .. } if yes => self.take_shelter(unit),
                ChoiceKind::Pursue { unit, beaten } => self.pursue(unit, beaten, &c),
                ChoiceKind::TurnTo { unit, rear, .. } if yes => self.turn_to(unit, rear),
                ChoiceKind::StopWith { unit, .. } if yes => self.stop_with(unit),
                ChoiceKind::Escape { staff, from } => self.flee(staff, from, &c),
                ChoiceKind::Heir { command, left } => {
                    if let Choice::Pick(code) = &c {
                        self.name_heir(command, left, code);
                    }
                }
                _ => {}
            }
        }
        if !forced.is_empty() {
            self.turn_mut().instant.flights = forced;
            self.run_forced();
        }
        // A commander-in-chief was taken just now: his owner names the heir at once (08.05.2).
        if !self.turn().instant.orphaned.is_empty() {
            return Stage::Choose;
        }
        if self.turn().ending {
            return Stage::LateStaff;
        }
        // New rounds at the same clock until nothing is left.
        if self.another_round() {
            return Stage::Fire;
        }
        if self.time() <= 0.0 && !self.turn().staff_asked {
            self.turn_mut().staff_asked = true;
            return Stage::Staff;
        }
        Stage::March
    }

    /// A lone general or orderly flees from an enemy, or is taken (07.06.3).
    fn flee(&mut self, staff: StaffId, from: UnitId, how: &Choice) {
        let f = &mut self.field;
        let away = match how {
            Choice::Pick(code) => super::staff::escape_to(f, staff, code),
            Choice::Go { x, y } => {
                super::staff::go(f, staff, table::v2(*x, *y));
                true
            }
            Choice::No => false,
            _ => super::staff::escape(f, staff, from),
        };
        if !away {
            self.capture_staff(staff, from);
            return;
        }
        let (to, with) = (self.field[staff].base.pose(), self.field[staff].with);
        let mut seen = [false; 2];
        seen[self.field[staff].side.index()] = true;
        self.tell_to(clause!("play.staff"), seen, || EventKind::StaffMoved { staff, to, with });
    }

    fn capture_staff(&mut self, s: StaffId, by: UnitId) {
        let told = By::from(clause!("07.06.3")).with(self.lose_general(s, true));
        self.tell(told, &[by], || EventKind::StaffLost { staff: s, captured: true });
    }

    /// At clock 0 after immediate fire generals and orderlies may go (play.staff).
    pub(crate) fn staff_time(&mut self) -> Stage {
        self.ask_staff();
        Stage::StaffGone
    }

    pub(crate) fn ask_staff(&mut self) {
        let turn = self.field.turn;
        let waits = Side::BOTH
            .map(|s| self.field.staff.iter().any(|x| x.side == s && x.present() && x.moved != Some(turn)));
        self.ask_for_moves(waits);
    }
}
