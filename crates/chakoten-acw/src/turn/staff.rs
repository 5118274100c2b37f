//! Generals and orderlies in the turn: they follow their units, flee from capture, and are replaced (03.01.5.b, 07.06.3,
//! 08.05, play.staff).

use crate::clause;
use crate::field::{Field, Staff, StaffFate};
use crate::going;
use crate::unit::{CommandId, StaffId, UnitId};
use table::{Base, EPS, V2, v2};

/// Where a staff figure in contact with a unit stands: behind the middle of its rear.
pub(crate) fn behind(unit: &Base, of: &Base) -> Base {
    Base { front: unit.rear(), dir: unit.dir, ..*of }
}

/// Staff in base contact with a unit go along with it (03.01.5.b).
pub(crate) fn follow(f: &mut Field) {
    for i in 0..f.staff.len() {
        let Some(u) = f.staff[i].with else { continue };
        if !f[u].on_table() {
            f.staff[i].with = None;
            continue;
        }
        let _ = clause!("03.01.5.b");
        let base = behind(&f[u].base, &f.staff[i].base);
        f.staff[i].base = base;
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
    friends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let turn = f.turn;
    for (_, u) in friends {
        let to = f[u].base.rear();
        if going::staff_reach(f, &f[s], to) {
            let base = behind(&f[u].base, &f[s].base);
            let me = &mut f[s];
            me.with = Some(u);
            me.base = base;
            me.moved = Some(turn);
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

/// An orderly who stands with his general is ready to carry an order (play.staff).
pub(crate) fn note_dispatch(f: &mut Field) {
    for i in 0..f.staff.len() {
        let o = &f.staff[i];
        if o.general || !o.present() {
            continue;
        }
        let Some(g) = f[o.command].general.map(|g| &f[g]) else { continue };
        let together = (o.with.is_some() && o.with == g.with) || o.base.rect().gap(&g.base.rect()) <= EPS * 10.0;
        if together {
            f.staff[i].dispatched = true;
        }
    }
}

/// Commands without a general, and who tries to appoint a successor (08.05.1, 08.05.2).
pub(crate) fn appointments_due(f: &mut Field) -> Vec<(CommandId, StaffId)> {
    // The commander-in-chief first: a general directly below takes over and leaves his own command vacant.
    for i in 0..f.commands.len() {
        let c = &f.commands[i];
        if !c.vacant || c.above.is_some() {
            continue;
        }
        let heir = f
            .commands
            .iter()
            .filter(|o| o.above == Some(c.id))
            .find_map(|o| o.general.filter(|g| f[*g].present()).map(|g| (o.id, g)));
        if let Some((below, g)) = heir {
            let _ = clause!("08.05.2");
            let top = f.commands[i].id;
            f.commands[i].general = Some(g);
            f.commands[i].vacant = false;
            f[g].command = top;
            f[below].general = None;
            f[below].vacant = true;
        }
    }
    f.commands
        .iter()
        .filter(|c| c.vacant)
        .filter_map(|c| {
            let above = c.above?;
            let _ = clause!("08.05.1");
            f.general_of(above).map(|g| (c.id, g))
        })
        .collect()
}

/// The successor is placed in base contact with the general who appoints him (08.05.4).
pub(crate) fn appoint(f: &mut Field, command: CommandId, by: StaffId) -> StaffId {
    let id = StaffId(f.staff.len() as u16);
    let g = f[by].clone();
    let n = f.staff.iter().filter(|s| s.general && s.command == command).count() + 1;
    let right: V2 = g.base.dir.right();
    let base = Base { front: g.base.front + right * g.base.width, ..g.base };
    f.staff.push(Staff {
        id,
        code: format!("{}-{n}", f[command].code).into(),
        name: format!("the new general of {}", f[command].name).into(),
        side: g.side,
        command,
        general: true,
        base,
        with: g.with,
        fate: StaffFate::Present,
        moved: None,
        dispatched: false,
    });
    let c = &mut f[command];
    c.general = Some(id);
    c.vacant = false;
    id
}
