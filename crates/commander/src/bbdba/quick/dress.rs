//! Single elements: back into line, up to where they shoot, facing the enemy, out of trouble; and the commanders.

use super::approach::{keep_level, stand_off};
use super::bearing::{Survey, bears, enemies, muskets_bearing, range, weight};
use super::charge::taken;
use super::fight::advantage;
use super::{Idea, Posture, single};
use bbdba_acw::field::{CampState, Fate};
use bbdba_acw::order::{Manner, MoveOrder};
use bbdba_acw::{ElementId, Field, Side, Target, Troop};
use table::{Base, V2};

pub fn ideas(
    f: &Field,
    s: &Survey<'_>,
    side: Side,
    id: ElementId,
    group: usize,
    p: Posture,
    out: &mut Vec<Idea>,
) {
    let e = &f[id];
    if let Some(foe) = f.front_opponent(id) {
        break_off(f, id, foe, out);
        return;
    }
    if f.command(id).demoralised || f.front_to_front(id) {
        return;
    }
    let Some((foe, d)) = s.nearest(&e.base) else { return };
    if e.troop == Troop::Cavalry && e.moves == 0 {
        dismount(f, side, id, d, out);
    }
    if group > 1 {
        return;
    }
    if e.troop == Troop::Artillery {
        keep_level(f, s, side, &[id], out);
    }
    guard_camp(f, side, id, out);
    let shoots = range(f, e.troop, &e.rect());
    let has_target = enemies(f, side, &e.base, shoots).any(|o| bears(&e.base, shoots, &o.rect()).is_some());
    rejoin(f, side, id, has_target, d, out);
    if has_target {
        fall_back(f, side, id, p, out);
        return;
    }
    let toward = (foe.base.centre() - e.base.centre()).unit();
    let allow = e.troop.stats().move_good;
    let want = stand_off(e.troop, p);
    if d <= want + 40.0 {
        if e.troop != Troop::Cavalry && e.base.dir.dot(toward) < 0.7 {
            // Face the enemy.
            let to = e.base.at(e.base.centre() + toward * (e.base.depth / 2.0), toward);
            if !f.off_table(&to) && !taken(f, id, &to) {
                out.push(Idea { worth: 0.6, order: single(id, to, None) });
            }
        }
        return;
    }
    if e.troop == Troop::Artillery && d < 900.0 {
        return;
    }
    // Up to the enemy, into his range only where others of ours draw his fire.
    let go = (d - want).min(allow * 0.95);
    let dir = along_axis(toward);
    let mut to = e.base.at(e.base.front + toward * go, dir);
    let fire = muskets_bearing(f, side, &to) as f64;
    let friends = friends_shooting(f, side, &to);
    let mut worth = 0.12 + 0.25 * go / allow;
    if fire > friends + 1.0 + p.press.min(2.0) {
        let go = (d - 405.0).min(allow * 0.95);
        if go < 20.0 {
            return;
        }
        to = e.base.at(e.base.front + toward * go, dir);
        worth = 0.2 * go / allow;
    } else if fire > 0.0 {
        worth = 0.5;
    }
    if !f.off_table(&to) && !taken(f, id, &to) {
        let eager = ((p.press + 2.0) / 2.0).clamp(0.2, 1.0);
        out.push(Idea { worth: worth * eager, order: single(id, to, None) });
        if !f.terrain.roads.is_empty() && d > 800.0 {
            let road = MoveOrder { how: Manner::Road(400.0), ..single(id, to, None) };
            out.push(Idea { worth: worth * 1.1 * eager, order: road });
        }
    }
}

/// How many friends who can shoot stand near this place.
fn friends_shooting(f: &Field, side: Side, at: &Base) -> f64 {
    f.near(at.rect().bounds(), 200.0)
        .filter(|o| o.side() == side && o.troop.stats().range.is_some())
        .filter(|o| at.local(o.base.front).y.abs() < 150.0)
        .count() as f64
}

/// Facing along one of the axes if that is nearly where the enemy is: lines form more easily.
fn along_axis(dir: V2) -> V2 {
    for d in [0.0, 90.0, 180.0, 270.0] {
        let a = V2::bearing(d);
        if a.dot(dir) > 0.85 {
            return a;
        }
    }
    dir
}

/// Back into line beside a friend of the same command.
fn rejoin(f: &Field, side: Side, id: ElementId, has_target: bool, d: f64, out: &mut Vec<Idea>) {
    let e = &f[id];
    if e.troop == Troop::Cavalry && d < 1000.0 {
        return;
    }
    let allow = e.troop.stats().move_good;
    let mut best: Option<(f64, Base)> = None;
    for o in f.near(e.base.rect().bounds(), allow) {
        if o.id == id || o.side() != side || o.is_commander() || o.command != e.command {
            continue;
        }
        if e.troop == Troop::Artillery || o.troop == Troop::Artillery {
            continue;
        }
        for s in [-1.0, 1.0] {
            let to = e.base.at(o.base.front + o.base.dir.right() * (o.base.width * s), o.base.dir);
            let way =
                e.base.front_left().dist(to.front_left()).max(e.base.front_right().dist(to.front_right()));
            if way > allow || way < 5.0 || f.off_table(&to) || taken(f, id, &to) {
                continue;
            }
            let shoots = range(f, e.troop, &to.rect());
            let target = enemies(f, side, &to, shoots).any(|x| bears(&to, shoots, &x.rect()).is_some());
            let fire = muskets_bearing(f, side, &to) as f64;
            // A musket more in the line, or at least a line again.
            let mut gain = 0.3 - way / allow * 0.1 - 0.04 * fire * weight(f, e);
            if target && !has_target {
                gain += 0.5;
            } else if has_target && !target {
                gain -= 0.5;
            }
            if best.is_none_or(|(g, _)| gain > g) {
                best = Some((gain, to));
            }
        }
    }
    if let Some((g, to)) = best {
        out.push(Idea { worth: g, order: single(id, to, None) });
    }
}

/// Alone before many muskets: straight back, facing them.
fn fall_back(f: &Field, side: Side, id: ElementId, p: Posture, out: &mut Vec<Idea>) {
    let e = &f[id];
    if e.troop == Troop::Artillery {
        return;
    }
    let fire = muskets_bearing(f, side, &e.base) as f64;
    let friends = friends_shooting(f, side, &e.base);
    if fire < friends + 2.0 + p.press.max(0.0) {
        return;
    }
    let to = e.base.moved(-e.base.dir * (e.troop.stats().move_good.min(200.0)));
    if f.off_table(&to) || taken(f, id, &to) || muskets_bearing(f, side, &to) as f64 >= fire {
        return;
    }
    out.push(Idea {
        worth: 0.3 * weight(f, e) * (fire - friends - 1.0).min(3.0),
        order: single(id, to, None),
    });
}

/// Out of a fight that goes badly; of a broken command only who is out of combat gets away at all.
fn break_off(f: &Field, id: ElementId, foe: ElementId, out: &mut Vec<Idea>) {
    let e = &f[id];
    if matches!(e.troop, Troop::Artillery | Troop::Commander) || f[foe].troop == Troop::Cavalry {
        return;
    }
    let odds = advantage(f, id, Target::Element(foe), &e.base);
    if odds > -1.5 {
        return;
    }
    let order =
        MoveOrder { elements: vec![id], how: Manner::BreakOff, dismount: false, with: vec![], against: None };
    out.push(Idea { worth: 0.3 * weight(f, e) * (-odds - 0.5), order });
}

/// Horsemen who have come up to the enemy's line and see nothing to charge fight on foot.
fn dismount(f: &Field, side: Side, id: ElementId, d: f64, out: &mut Vec<Idea>) {
    let e = &f[id];
    let heavy = f.terrain.heavy(&e.rect());
    let reach = Troop::Dismounted.stats().range.unwrap_or(0.0);
    if d > reach || d < 5.0 || !(heavy || muskets_bearing(f, side, &e.base) > 0) {
        return;
    }
    let shots =
        enemies(f, side, &e.base, reach).filter(|o| bears(&e.base, reach, &o.rect()).is_some()).count();
    if shots == 0 {
        return;
    }
    let order = MoveOrder { dismount: true, how: Manner::Legs(vec![]), ..single(id, e.base, None) };
    out.push(Idea { worth: if heavy { 0.7 } else { 0.35 }, order });
}

/// Between the enemy and our camp, if he comes near it and nobody stands there.
fn guard_camp(f: &Field, side: Side, id: ElementId, out: &mut Vec<Idea>) {
    let Some(camp) = f.army(side).camp.as_ref().filter(|c| c.state != CampState::Plundered) else { return };
    let e = &f[id];
    let allow = e.troop.stats().move_good;
    let Some(raider) = f
        .near(camp.rect.bounds(), 450.0)
        .filter(|o| o.side() != side && bbdba_acw::contact::may_storm(o.troop))
        .min_by(|a, b| a.rect().gap(&camp.rect).total_cmp(&b.rect().gap(&camp.rect)))
    else {
        return;
    };
    let from_camp = raider.base.centre() - camp.rect.centre;
    let at = camp.rect.centre + from_camp.unit() * (from_camp.len() * 0.6).max(170.0);
    let dir = from_camp.unit();
    let to = e.base.at(at, dir);
    let way = e.base.front_left().dist(to.front_left()).max(e.base.front_right().dist(to.front_right()));
    if way > allow || way < 30.0 || f.off_table(&to) || taken(f, id, &to) {
        return;
    }
    out.push(Idea { worth: 0.9, order: single(id, to, None) });
}

/// The commander stays behind the middle of his command, out of the way of shot.
pub fn commander(f: &Field, side: Side, id: ElementId, out: &mut Vec<Idea>) {
    let Some(c) = f.get(id).filter(|c| c.on_table() && c.side() == side && c.moves == 0) else { return };
    let (mut sum, mut n, mut dir) = (table::v2(0.0, 0.0), 0.0, table::v2(0.0, 0.0));
    let mut out_of_reach = 0.0;
    for e in f.army(side).elements.iter().filter(|e| e.fate == Fate::OnTable && e.command == c.command) {
        if e.id == id {
            continue;
        }
        sum += e.base.centre();
        dir += e.base.dir;
        n += 1.0;
        // Nearer than their middles they always are.
        if e.base.centre().dist(c.base.centre()) > 1150.0 && e.rect().gap(&c.rect()) > 1150.0 {
            out_of_reach += 1.0;
        }
    }
    if n == 0.0 {
        return;
    }
    let middle = sum * (1.0 / n) - dir.unit() * 240.0;
    let way = middle - c.base.centre();
    let far = way.len();
    let shot_at = muskets_bearing(f, side, &c.base) as f64;
    if far < 500.0 && out_of_reach == 0.0 && shot_at == 0.0 {
        return;
    }
    let worth = (0.1 + 0.1 * shot_at + 0.3 * out_of_reach).min(1.2);
    for part in [1.0, 0.6] {
        let to = c.base.moved(way.unit() * (far.min(480.0) * part));
        if !f.off_table(&to) && !taken(f, id, &to) && muskets_bearing(f, side, &to) == 0 {
            out.push(Idea { worth: worth * part, order: single(id, to, None) });
            return;
        }
    }
}
