//! Generals and orderlies in the turn: they follow their units and flee from capture (03.01.5.b, 07.06.3, play.staff).

use super::Table;
use super::choices::Asked;
use crate::field::Field;
use crate::order::{Choice, ChoiceKind};
use crate::reading;
use crate::unit::CommandId;
use crate::unit::{Fate, StaffId, UnitId};
use crate::{clause, going, raising, staffwork};
use smallvec::SmallVec;
use table::{Base, EPS, V2, v2};
use umpire::Clause;

/// Staff in base contact with a unit go along with it (03.01.5.b).
pub(crate) fn follow(f: &mut Field) {
    // How many are with each unit so far.
    let mut there: SmallVec<[u8; 64]> = SmallVec::from_elem(0, f.units.len());
    let Field { staff, units, .. } = f;
    for s in staff {
        let Some(u) = s.with else { continue };
        let unit = &units[u.index()];
        if unit.fate == Fate::Awaited {
            // They are on their way together.
            continue;
        }
        if !unit.on_table() {
            s.with = None;
        } else if s.present() {
            let n = &mut there[u.index()];
            s.base = raising::beside(&raising::behind(&unit.base, &s.base), usize::from(*n));
            *n = n.saturating_add(1);
        }
    }
}

/// Friends to whom a lone staff figure can flee: further from the enemy than he is, and within his move.
pub(crate) fn refuges(f: &Field, s: StaffId, from: UnitId) -> Vec<UnitId> {
    let me = f[s].base.centre();
    let enemy = f[from].base.centre();
    let mut friends: Vec<(f64, UnitId)> = f
        .side(f[s].side)
        .filter(|u| u.state != crate::troop::State::Complete && u.inside.is_empty())
        .map(|u| (u.base.centre().dist(me), u.id))
        .filter(|(_, u)| f[*u].base.centre().dist(enemy) > me.dist(enemy) + 2.0)
        .collect();
    friends.sort_by_key(|a| crate::attack::place_among((a.0, f[a.1].figures, a.1)));
    friends
        .into_iter()
        .map(|a| a.1)
        .filter(|u| going::staff_reach(f, &f[s], f[*u].base.rear()).is_ok())
        .collect()
}

/// He flees to this friend.
pub(crate) fn escape_to(f: &mut Field, s: StaffId, code: &str) -> bool {
    let Some(u) = f.by_code(code).filter(|u| f[*u].on_table() && f[*u].side == f[s].side) else {
        return false;
    };
    if going::staff_reach(f, &f[s], f[u].base.rear()).is_err() {
        return false;
    }
    let turn = f.turn;
    f[s].with = Some(u);
    f[s].moved = Some(turn);
    staffwork::follow(f, u);
    true
}

/// May a lone staff figure flee to this place: on the table, within his move, and out of reach of every enemy of whom his side
/// knows? What it does not know must not be told by a refusal.
pub(crate) fn may_go(f: &Field, s: StaffId, to: V2, known: &crate::view::Known) -> bool {
    let near = crate::book::data().d.break_in;
    to.is_finite()
        && f.ground.holds(to)
        && f.enemies(f[s].side).all(|e| !known.sees(e.id) || f.gap_to_point(e, to) > near + EPS)
        && going::staff_reach(f, &f[s], to).is_ok()
}

/// He goes there.
pub(crate) fn go(f: &mut Field, s: StaffId, to: V2) {
    let turn = f.turn;
    let me = &mut f[s];
    let way = to - me.base.centre();
    let dir = if way.len() > EPS { way.unit() } else { me.base.dir };
    me.base = Base { front: to, dir, ..me.base };
    me.moved = Some(turn);
}

/// A lone staff figure whose move is not used flees from an enemy: to the nearest friend he can reach who is further from
/// the enemy, or straight away. Says whether he got away.
pub(crate) fn escape(f: &mut Field, s: StaffId, from: UnitId) -> bool {
    let me = f[s].base.centre();
    let enemy = f[from].base.centre();
    if let Some(u) = refuges(f, s, from).first() {
        let code = f[*u].code.clone();
        return escape_to(f, s, &code);
    }
    let turn = f.turn;
    let dir = (me - enemy).unit();
    let mut far = 40.0;
    while far >= 4.0 {
        let to = me + dir * far;
        let to = v2(to.x.clamp(2.0, f.ground.width - 2.0), to.y.clamp(2.0, f.ground.depth - 2.0));
        let clear = f.enemies(f[s].side).all(|e| f.gap_to_point(e, to) > 2.0 + EPS);
        if clear && to.dist(me) > 2.0 && going::staff_reach(f, &f[s], to).is_ok() {
            let me = &mut f[s];
            me.base = Base { front: to, dir, ..me.base };
            me.moved = Some(turn);
            return true;
        }
        far /= 2.0;
    }
    false
}

impl Table {
    /// A general or orderly is lost; if he commanded in chief, one of those below takes over, and his owner may name another
    /// (08.05.2). By which clause somebody commands in his place.
    pub(crate) fn lose_general(&mut self, s: StaffId, captured: bool) -> Option<Clause> {
        let command = self.field[s].command;
        let chief = self.field[command].general == Some(s) && self.field[command].above.is_none();
        let below = staffwork::heirs(&self.field, command);
        let heir = staffwork::lose_general(&mut self.field, s, captured, None);
        let left = below.iter().find(|(_, g)| heir.is_some_and(|h| h.0 == *g)).map(|b| b.0);
        let asks =
            chief && below.len() > 1 && self.field.readings.is(reading!("commander-in-chief", "owner"));
        if let (true, Some(left), Some(t)) = (asks, left, self.now.as_mut()) {
            t.instant.orphaned.push((command, left));
        }
        heir.map(|(_, by)| by)
    }

    /// Owners of lost commanders-in-chief name the heir.
    pub(crate) fn ask_heirs(&mut self, asked: &mut Vec<Asked>) {
        for (command, left) in std::mem::take(&mut self.turn_mut().instant.orphaned) {
            let f = &self.field;
            let Some(now) = f[command].general.filter(|g| f[*g].present()) else { continue };
            let pick = |s: StaffId| Choice::Pick(f[s].code.to_string());
            let mut offers = vec![pick(now)];
            offers.extend(staffwork::heirs(f, command).iter().map(|h| pick(h.1)));
            if offers.len() < 2 {
                continue;
            }
            asked.push(Asked {
                key: format!("heir {}", f[command].code),
                side: f[command].side,
                kind: ChoiceKind::Heir { command, left },
                default: offers[0].clone(),
                offers,
                clause: clause!("08.05.2"),
            });
        }
    }

    /// The owner has named the heir.
    pub(crate) fn name_heir(&mut self, command: CommandId, left: CommandId, code: &str) {
        let Some(s) = self.field.staff_by_code(code) else { return };
        if self.field[command].general != Some(s) {
            staffwork::change_heir(&mut self.field, command, left, s);
        }
    }
}
