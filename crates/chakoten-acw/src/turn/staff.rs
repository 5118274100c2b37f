//! Generals and orderlies in the turn: they follow their units and flee from capture (03.01.5.b, 07.06.3, play.staff).

use crate::field::Field;
use crate::unit::{StaffId, UnitId};
use crate::{clause, going, muster, staffwork};
use smallvec::SmallVec;
use table::{Base, EPS, v2};

/// Staff in base contact with a unit go along with it (03.01.5.b).
pub(crate) fn follow(f: &mut Field) {
    // How many are with each unit so far.
    let mut there: SmallVec<[u8; 64]> = SmallVec::from_elem(0, f.units.len());
    let Field { staff, units, .. } = f;
    for s in staff {
        let Some(u) = s.with else { continue };
        let unit = &units[u.index()];
        if !unit.on_table() {
            s.with = None;
        } else if s.present() {
            let _ = clause!("03.01.5.b");
            let n = &mut there[u.index()];
            s.base = muster::beside(&muster::behind(&unit.base, &s.base), usize::from(*n));
            *n = n.saturating_add(1);
        }
    }
}

/// A lone staff figure whose move is not used flees from an enemy: to the nearest friend he can reach who is further from
/// the enemy, or straight away. Says whether he got away.
pub(crate) fn escape(f: &mut Field, s: StaffId, from: UnitId) -> bool {
    let _ = clause!("play.staff");
    let me = f[s].base.centre();
    let enemy = f[from].base.centre();
    let mut friends: Vec<(f64, UnitId)> = f
        .side(f[s].side)
        .filter(|u| u.state != crate::troop::State::Complete && u.inside.is_empty())
        .map(|u| (u.base.centre().dist(me), u.id))
        .filter(|(_, u)| f[*u].base.centre().dist(enemy) > me.dist(enemy) + 2.0)
        .collect();
    friends.sort_by_key(|a| crate::attack::place_among((a.0, f[a.1].figures, a.1)));
    let turn = f.turn;
    for (_, u) in friends {
        let to = f[u].base.rear();
        if going::staff_reach(f, &f[s], to) {
            let me = &mut f[s];
            me.with = Some(u);
            me.moved = Some(turn);
            staffwork::follow(f, u);
            return true;
        }
    }
    let dir = (me - enemy).unit();
    let mut far = 40.0;
    while far >= 4.0 {
        let to = me + dir * far;
        let to = v2(to.x.clamp(2.0, f.ground.width - 2.0), to.y.clamp(2.0, f.ground.depth - 2.0));
        let clear = f.enemies(f[s].side).all(|e| f.gap_to_point(e, to) > 2.0 + EPS);
        if clear && to.dist(me) > 2.0 && going::staff_reach(f, &f[s], to) {
            let me = &mut f[s];
            me.base = Base { front: to, dir, ..me.base };
            me.moved = Some(turn);
            return true;
        }
        far /= 2.0;
    }
    false
}
