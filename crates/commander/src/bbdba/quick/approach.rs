//! Bringing the line up: groups march to the edge of the enemy's range and step into it together.

use super::bearing::{Survey, bears, enemies, range, weight};
use super::{Idea, Posture, Wing, moves_again};
use bbdba_acw::field::Edge;
use bbdba_acw::order::{Manner, MoveOrder, Step};
use bbdba_acw::{ElementId, Field, Side, Target, Troop};
use table::Base;

/// How far outside the enemy's range a line halts.
const SAFE: f64 = 5.0;

/// What a group could do ahead of it.
struct March<'g> {
    group: &'g [ElementId],
    /// How far it may go.
    allow: f64,
    /// How far until the enemy's muskets reach it.
    edge: f64,
    /// How far until it stands where it wants to shoot from.
    fire: f64,
    /// How far until it touches an enemy.
    touch: f64,
    press: f64,
}

/// A group that can be in range this turn, and what that would bring.
struct StepIn<'g> {
    march: March<'g>,
    go: f64,
    /// Ours that would then shoot and do not yet, by their weight.
    gain: f64,
    /// Enemies who would have a target and have none yet.
    wakes: Vec<ElementId>,
}

pub fn ideas(
    f: &Field,
    s: &Survey<'_>,
    side: Side,
    groups: &[Vec<ElementId>],
    p: Posture,
    out: &mut Vec<Idea>,
) {
    let mut awake = vec![None; f.army(side.other()).elements.len()];
    let mut steps: Vec<StepIn<'_>> = Vec::new();
    for g in groups {
        let first = &f[g[0]];
        if f.command(g[0]).demoralised
            || g.len() < 2
            || g.iter().any(|e| f[*e].moves > 0 && !moves_again(f, *e) || f.in_close_combat(*e))
        {
            continue;
        }
        if first.troop == Troop::Artillery && g.iter().all(|e| f[*e].troop == Troop::Artillery) {
            keep_level(f, s, side, g, out);
            continue;
        }
        let press = if on_wing(f, side, p.wing, first.base.front.x) { p.press } else { -3.0 };
        let Some(march) = look_ahead(f, side, g, p, press) else { continue };
        if wheel(f, s, side, &march, out) {
            continue;
        }
        if let Some(charge) = line_charge(f, side, &march, p) {
            out.push(charge);
        }
        if march.fire > 8.0 && march.fire <= march.allow {
            steps.push(step_in(f, side, march, &mut awake));
        } else {
            come_up(f, &march, out);
        }
    }
    steps.sort_by(|a, b| {
        let net = |s: &StepIn<'_>| s.gain - s.wakes.len() as f64;
        net(b).total_cmp(&net(a))
    });
    for c in 0..f.army(side).commands.len() {
        together(f, side, c as u8, &steps, out);
    }
}

/// Of the groups of a command that can step into range now, those that do it best together.
fn together(f: &Field, side: Side, command: u8, steps: &[StepIn<'_>], out: &mut Vec<Idea>) {
    let of = || steps.iter().filter(|s| f[s.march.group[0]].command == command);
    let points = usize::from(f.army(side).commands[usize::from(command)].points);
    let mut woken: Vec<ElementId> = Vec::new();
    let (mut gain, mut price) = (0.0, 0.0);
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (n, s) in of().take(points).enumerate() {
        for e in &s.wakes {
            if !woken.contains(e) {
                woken.push(*e);
                price += weight(f, &f[s.march.group[0]]);
            }
        }
        gain += s.gain;
        if gain - price > most {
            most = gain - price;
            best = n + 1;
        }
    }
    for (n, s) in of().enumerate() {
        if n < best && most + s.march.press >= 0.0 && s.gain > 0.0 {
            out.push(Idea {
                worth: 1.2 + 0.3 * s.gain,
                order: order(f, s.march.group, vec![Step::Advance(s.go)]),
            });
        }
        come_up(f, &s.march, out);
    }
}

/// Does this place belong to the wing that presses?
fn on_wing(f: &Field, side: Side, wing: Wing, x: f64) -> bool {
    if wing == Wing::All {
        return true;
    }
    let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
    for e in f.side(side) {
        lo = lo.min(e.base.front.x);
        hi = hi.max(e.base.front.x);
    }
    let t = (x - lo) / (hi - lo).max(1.0);
    let t = if f.army(side).edge == Edge::South { t } else { 1.0 - t };
    match wing {
        Wing::All => true,
        Wing::Left => t < 0.42,
        Wing::Centre => (0.28..0.72).contains(&t),
        Wing::Right => t > 0.58,
    }
}

/// The distance at which this troop wants to stand from the enemy to shoot.
pub fn stand_off(t: Troop, p: Posture) -> f64 {
    match t.stats().range {
        Some(r) => (r - p.close_in).max(90.0),
        None => 420.0,
    }
}

fn look_ahead<'g>(
    f: &Field,
    side: Side,
    group: &'g [ElementId],
    p: Posture,
    press: f64,
) -> Option<March<'g>> {
    let dir = f[group[0]].base.dir;
    let allow = group.iter().map(|e| f[*e].troop.stats().move_good).fold(f64::INFINITY, f64::min);
    let (mut edge, mut fire, mut touch) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for id in group {
        let e = &f[*id];
        let r = e.rect();
        let want = stand_off(e.troop, p);
        for o in enemies(f, side, &e.base, allow + 420.0) {
            let ahead = e.base.local(o.base.centre());
            let them = o.rect();
            if let Some(t) = r.travel_to(&them, dir) {
                touch = touch.min(t);
            }
            // Cheap first: who is certainly further off than those who decide changes nothing.
            let reach = o.troop.stats().range.unwrap_or(0.0);
            if them.far_from(&r, (fire + want).max(edge + reach + SAFE).max(0.0)) {
                continue;
            }
            let d = them.gap(&r);
            if ahead.y > 0.0 && ahead.x.abs() < 320.0 {
                fire = fire.min(d - want);
            }
            if o.troop != Troop::Artillery {
                if let Some(reach) = o.troop.stats().range {
                    // Those who have us in range already change nothing.
                    if d > reach && o.base.local(e.base.centre()).y > 0.0 {
                        edge = edge.min(d - reach - SAFE);
                    }
                }
            }
        }
    }
    Some(March { group, allow, edge, fire, touch, press })
}

fn order(f: &Field, group: &[ElementId], steps: Vec<Step>) -> MoveOrder {
    let b = &f[group[0]].base;
    let column = group.len() > 1 && group.iter().all(|e| b.local(f[*e].base.front).x.abs() < 2.0);
    let mut with = Vec::new();
    let c = f.command(group[0]).commander;
    if let Some(c) = f.get(c).filter(|c| c.on_table() && c.side() == group[0].side()) {
        if group.iter().any(|e| c.rect().comes_within(&f[*e].rect(), 1.0)) {
            with.push(c.id);
        }
    }
    MoveOrder {
        elements: group.to_vec(),
        how: if column { Manner::Column(steps) } else { Manner::Group(steps) },
        dismount: false,
        with,
        against: None,
    }
}

/// Up to the edge of the enemy's range, no further.
fn come_up(f: &Field, m: &March<'_>, out: &mut Vec<Idea>) {
    let eager = ((m.press + 1.5) / 1.5).clamp(0.0, 1.0);
    let go = m.allow.min(m.edge).min(m.touch - 3.0).floor();
    if go < 12.0 || eager == 0.0 {
        return;
    }
    let n = m.group.len() as f64;
    let worth = eager * n * (0.05 + 0.25 * go / m.allow);
    let dir = f[m.group[0]].base.dir;
    let hindered = |e: &ElementId| {
        let b = f[*e].base;
        [go, go / 2.0, 0.0].iter().any(|d| f.terrain.heavy(&b.moved(dir * *d).rect()))
    };
    if f.terrain.areas.is_empty()
        || m.group.iter().all(|e| f[*e].troop == Troop::Jaeger)
        || !m.group.iter().any(hindered)
    {
        let march = order(f, m.group, vec![Step::Advance(go)]);
        if !f.terrain.roads.is_empty() && matches!(march.how, Manner::Column(_)) && m.edge > 500.0 {
            let road = MoveOrder { how: Manner::Road(400.0), with: vec![], ..march.clone() };
            out.push(Idea { worth: worth * 1.5, order: road });
        }
        if !march.with.is_empty() {
            out.push(Idea { worth: worth * 0.99, order: MoveOrder { with: vec![], ..march.clone() } });
        }
        out.push(Idea { worth, order: march });
        return;
    }
    // Heavy going ahead: those who are free of it go on, the others one by one or in column.
    for run in m.group.split(hindered).filter(|r| !r.is_empty()) {
        let share = run.len() as f64 / n;
        out.push(Idea { worth: worth * share * 0.9, order: order(f, run, vec![Step::Advance(go)]) });
    }
    let slow: Vec<ElementId> = m.group.iter().copied().filter(hindered).collect();
    if slow.len() > 1 && m.edge > 600.0 {
        let column = MoveOrder {
            how: Manner::FormColumn(vec![Step::Advance(go)]),
            with: vec![],
            ..order(f, &slow, vec![])
        };
        out.push(Idea { worth: worth * 0.5, order: column });
    }
    for e in slow {
        let pace = f[e].troop.stats().move_heavy.min(go);
        out.push(Idea { worth: worth / n, order: order(f, &[e], vec![Step::Advance(pace)]) });
    }
}

/// Who shoots and who is shot at if the group goes to its stand-off.
fn step_in<'g>(f: &Field, side: Side, march: March<'g>, awake: &mut [Option<bool>]) -> StepIn<'g> {
    let go = march.fire.min(march.touch - 3.0).max(0.0).ceil().min(march.allow);
    let dir = f[march.group[0]].base.dir;
    let mut gain = 0.0;
    let mut wakes = Vec::new();
    for id in march.group {
        let e = &f[*id];
        let to = e.base.moved(dir * go);
        let (was, is) = (range(f, e.troop, &e.rect()), range(f, e.troop, &to.rect()));
        let rect = to.rect();
        let mut had = false;
        let mut best: f64 = 0.0;
        for o in enemies(f, side, &to, 420.0) {
            had = had || bears(&e.base, was, &o.rect()).is_some();
            if bears(&to, is, &o.rect()).is_some() {
                best = best.max(weight(f, o));
            }
            let reach = o.troop.stats().range.filter(|_| o.troop != Troop::Artillery);
            if reach.is_some_and(|x| bears(&o.base, x, &rect).is_some()) && !wakes.contains(&o.id) {
                let busy = *awake[o.id.index()].get_or_insert_with(|| has_target(f, o));
                if !busy {
                    wakes.push(o.id);
                }
            }
        }
        if !had {
            gain += best;
        }
    }
    StepIn { march, go, gain, wakes }
}

/// Has this enemy already somebody of ours before its muskets?
fn has_target(f: &Field, o: &bbdba_acw::field::Element) -> bool {
    let reach = o.troop.stats().range.unwrap_or(0.0);
    f.front_to_front(o.id)
        || enemies(f, o.side(), &o.base, reach).any(|e| bears(&o.base, reach, &e.rect()).is_some())
}

/// Turns a line toward the enemy if he is not before it. Says whether it should.
fn wheel(f: &Field, s: &Survey<'_>, side: Side, m: &March<'_>, out: &mut Vec<Idea>) -> bool {
    let lead = f[m.group[0]].base;
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for e in m.group {
        let l = lead.local(f[*e].base.front);
        left = left.min(l.x - lead.width / 2.0);
        right = right.max(l.x + lead.width / 2.0);
    }
    let middle = lead.at(lead.world(table::v2((left + right) / 2.0, 0.0)), lead.dir);
    let Some((_, d)) = s.nearest(&middle) else { return true };
    let (mut sum, mut n) = (table::v2(0.0, 0.0), 0.0);
    for o in enemies(f, side, &middle, d + 300.0) {
        let w = if o.rect().gap(&middle.rect()) <= d + 300.0 { 1.0 } else { 0.0 };
        sum += o.base.centre() * w;
        n += w;
    }
    if n == 0.0 {
        return false;
    }
    let off = lead.dir.turn_to((sum * (1.0 / n) - middle.front).unit()).to_degrees();
    if off.abs() < 24.0 {
        return false;
    }
    let most = (m.allow / (right - left)).to_degrees();
    let t = off.abs().min(most).min(60.0) * 0.98;
    let turn = |t: f64| if off > 0.0 { Step::WheelLeft(t) } else { Step::WheelRight(t) };
    let eager = if m.press > -2.0 { 1.0 } else { 0.3 };
    let worth = eager * m.group.len() as f64 * 0.22;
    let rest = m.allow - t.to_radians() * (right - left) - 2.0;
    if rest > 40.0 && m.edge > rest + 100.0 {
        out.push(Idea { worth: worth * 1.1, order: order(f, m.group, vec![turn(t), Step::Advance(rest)]) });
    }
    out.push(Idea { worth, order: order(f, m.group, vec![turn(t)]) });
    true
}

/// A charge in line: worth it where the pairs that would meet favour us.
fn line_charge(f: &Field, side: Side, m: &March<'_>, p: Posture) -> Option<Idea> {
    if m.touch > m.allow {
        return None;
    }
    let dir = f[m.group[0]].base.dir;
    let (mut sum, mut pairs) = (0.0, 0.0);
    for e in m.group {
        let at = f[*e].base.moved(dir * m.touch);
        for o in enemies(f, side, &at, 5.0) {
            let l = at.local(o.base.front);
            if l.y.abs() < 30.0 && l.x.abs() < 80.0 {
                sum += super::fight::advantage(f, *e, Target::Element(o.id), &at) * weight(f, o).min(1.3);
                pairs += 1.0;
            }
        }
    }
    (pairs > 0.0 && sum / pairs >= p.charge).then(|| Idea {
        worth: 1.5 + sum * 0.7,
        order: order(f, m.group, vec![Step::Advance((m.touch + 2.0).min(m.allow))]),
    })
}

/// Guns keep level with the infantry beside them, and alone stay where they outrange muskets.
pub fn keep_level(f: &Field, s: &Survey<'_>, side: Side, guns: &[ElementId], out: &mut Vec<Idea>) {
    let lead = &f[guns[0]];
    let Some((_, d)) = s.nearest(&lead.base) else { return };
    let Some(level) = level_with(f, side, &lead.base) else { return };
    let allow = lead.troop.stats().move_good;
    // Up to the line beside them; without one not further than where only guns reach.
    let want = if d > 900.0 { (d - 850.0).max(level.min(d - 420.0)) } else { level.min(d - 390.0) };
    let go = want.min(allow).floor();
    if go < 25.0 || d < 300.0 {
        return;
    }
    let worth = guns.len() as f64 * (0.15 + 0.3 * go / allow);
    out.push(Idea { worth, order: order(f, guns, vec![Step::Advance(go)]) });
}

/// How far ahead of a place the line of infantry beside it stands.
fn level_with(f: &Field, side: Side, at: &Base) -> Option<f64> {
    f.near(at.rect().bounds(), 500.0)
        .filter(|e| e.side() == side && e.troop.is_line() && e.base.dir.dot(at.dir) > 0.9)
        .map(|e| at.local(e.base.front))
        .filter(|l| l.x.abs() < 420.0)
        .map(|l| l.y)
        .max_by(f64::total_cmp)
}
