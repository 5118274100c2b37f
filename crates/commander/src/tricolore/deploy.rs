//! The grand-tactical part: commands on manoeuvre, deployment moves, and the guns.

use super::goals::Goal;
use super::quick::{THERE, Temper};
use table::{Pose, V2};
use tricolore::answer::{CommandMove, Deployment, GunAct, OfficerPlace, SettleAct, Settling, UnitMove};
use tricolore::battle::Battle;
use tricolore::book::march::Pace;
use tricolore::check::{declinable, grand, way};
use tricolore::command::{Command, CommandKind};
use tricolore::orders::OrderKind;
use tricolore::troop::{Arm, Formation, FormationKind};
use tricolore::unit::{Unit, UnitId};
use tricolore::{Answer, Field, Side, ops, town};

/// To which place a command is to march first.
type MarchOf<'a> = &'a dyn Fn(&Command) -> Option<V2>;
type GoalOf<'a> = &'a dyn Fn(&Command) -> Option<Goal>;

/// The moves of all commands on manoeuvre order.
pub(super) fn manoeuvres(b: &Battle, side: Side, t: &Temper, goal_of: GoalOf<'_>) -> Vec<CommandMove> {
    let f = b.field();
    let on = |c: &&Command| {
        c.side == side && c.kind == CommandKind::Troops && c.orders.kind() == Some(OrderKind::Manoeuvre)
    };
    let mut all = Vec::new();
    for c in f.commands.iter().filter(on) {
        if let Some(m) = advance(b, side, c, t, goal_of(c)) {
            all.push(m);
        }
    }
    all
}

/// Commands on the march that have come to a halt before the enemy form up there; those that arrive face him.
pub(super) fn marches(b: &Battle, side: Side) -> Vec<CommandMove> {
    let f = b.field();
    let on = |c: &&Command| {
        c.side == side && c.kind == CommandKind::Troops && c.orders.kind() == Some(OrderKind::March)
    };
    let near =
        |u: &Unit| f.enemies_about(side, &f.rects(u), 430.0).any(|e| !declinable(e) && f.gap(u, e) < 430.0);
    let halts = |c: &Command| f.of_command(c.id).any(near);
    let go = |c: &Command| CommandMove {
        command: c.code.to_string(),
        halt: halts(c),
        to_enemy: true,
        ..CommandMove::default()
    };
    f.commands.iter().filter(on).map(go).collect()
}

/// The operation formations of a command that can manoeuvre, the largest first.
fn formations(f: &Field, c: &Command) -> Vec<Vec<UnitId>> {
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for u in f.of_command(c.id).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry)) {
        let known = groups.iter().any(|g| g.contains(&u.id));
        if !known && u.formation.zone().is_none() && ops::in_command(f, u) {
            groups.push(ops::linked_to(f, u.id));
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
    groups.truncate(usize::from(ops::points(f, c.id).0));
    groups
}

fn advance(b: &Battle, side: Side, c: &Command, t: &Temper, goal: Option<Goal>) -> Option<CommandMove> {
    let f = b.field();
    let o = &f[c.officer];
    let goal = goal?;
    let way = goal.at - o.at;
    let slant = if way.len() > 1.0 { -o.dir.turn_to(way.unit()).to_degrees() } else { 0.0 };
    let slant = slant.clamp(-30.0, 30.0);
    let slant = if slant.abs() < 4.0 { 0.0 } else { slant.trunc() };
    let groups = formations(f, c);
    let least = groups
        .iter()
        .flatten()
        .map(|u| way::allowance(f, &f[*u], Pace::Manoeuvre))
        .fold(grand::officer_rate(b, c.id, Pace::Manoeuvre), f64::min);
    let want = least.min(way.len().max(least / 2.0));
    let free = grand::limit_unengaging(b, c.id);
    let engage = want > free && t.shy <= free && !goal.beyond_water(f, o.at);
    let want = if engage { want } else { want.min(free) };
    for slant in if slant == 0.0 { vec![0.0] } else { vec![slant, 0.0] } {
        for part in [1.0, 0.75, 0.5] {
            let far = (want * part).floor();
            for first_only in [false, true] {
                let mut taken: Vec<Vec<UnitMove>> = Vec::new();
                for g in &groups {
                    let moves: Vec<UnitMove> = g
                        .iter()
                        .map(|u| UnitMove {
                            unit: f[*u].code.to_string(),
                            ahead: far,
                            slant: slant_of(&f[*u], o.dir, slant),
                            ..UnitMove::default()
                        })
                        .collect();
                    taken.push(moves);
                    if first_only && grand::advance(b, side, &plan(c, engage, far, slant, &taken)).is_err() {
                        taken.pop();
                    }
                }
                let m = plan(c, engage, far, slant, &taken);
                if !taken.is_empty() && grand::advance(b, side, &m).is_ok() {
                    return Some(m);
                }
            }
        }
    }
    None
}

/// The slant by which a unit that may face otherwise goes the officer's way.
fn slant_of(u: &Unit, dir: V2, slant: f64) -> f64 {
    let way = dir.turned(-slant.to_radians());
    let own = -u.base.dir.turn_to(way).to_degrees();
    if own.abs() < 0.5 { 0.0 } else { own.clamp(-30.0, 30.0) }
}

fn plan(c: &Command, engage: bool, ahead: f64, slant: f64, formations: &[Vec<UnitMove>]) -> CommandMove {
    CommandMove {
        command: c.code.to_string(),
        engage,
        ahead,
        slant,
        formations: formations.to_vec(),
        ..CommandMove::default()
    }
}

fn pose(at: V2, dir: V2) -> Pose {
    Pose { x: at.x, y: at.y, facing: dir.bearing_degrees() }
}

fn order(u: &Unit, at: Pose) -> Deployment {
    Deployment { unit: u.code.to_string(), at, form: None, front: None, engage: false, enter: None }
}

/// The deployment moves of a side: commands that turn, towns that are entered, units that face the enemy.
pub(super) fn deployment(b: &Battle, side: Side, goal_of: GoalOf<'_>, march_of: MarchOf<'_>) -> Answer {
    let f = b.field();
    let mut officers: Vec<OfficerPlace> = Vec::new();
    let mut units: Vec<Deployment> = Vec::new();
    for c in f.commands.iter().filter(|c| c.side == side) {
        let Some(goal) = goal_of(c) else { continue };
        let deploys = grand::deploys(b, c.id);
        if let (Some(order), Some(to)) = (deploys, march_of(c)) {
            into_columns(b, side, c, to, order, &officers, &mut units);
            continue;
        }
        match deploys {
            Some(OrderKind::Deployment) => turn(b, side, c, &goal, &mut officers, &mut units),
            Some(_) => stand(b, side, c, &goal, &officers, &mut units),
            None => {}
        }
    }
    Answer::Deploy { officers, units }
}

fn fits(b: &Battle, side: Side, officers: &[OfficerPlace], units: &[Deployment]) -> bool {
    grand::fits_in(b, side, officers, units).is_ok()
}

/// A command that is to march forms its columns where it stands, heads towards the way.
fn into_columns(
    b: &Battle,
    side: Side,
    c: &Command,
    to: V2,
    order_now: OrderKind,
    officers: &[OfficerPlace],
    units: &mut Vec<Deployment>,
) {
    let f = b.field();
    if b.play().moved.contains(&c.id) {
        return;
    }
    let limited = order_now == OrderKind::Defence;
    let mut left = if limited { usize::from(ops::points(f, c.id).0) } else { usize::MAX };
    for u in f.of_command(c.id).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry)) {
        if u.formation == Formation::MarchColumn || left == 0 {
            continue;
        }
        let way = (to - u.base.front).unit();
        let places = [0.0, 60.0, -60.0, 120.0, -120.0f64];
        for (dir, aside) in [way, u.base.dir].into_iter().flat_map(|d| places.map(|a| (d, a))) {
            let at = u.base.front + dir.right() * aside;
            units.push(Deployment { form: Some(FormationKind::MarchColumn), ..order(u, pose(at, dir)) });
            if fits(b, side, officers, units) {
                left -= 1;
                break;
            }
            units.pop();
        }
    }
}

/// Columns of the march form with the enemy so near.
const FORMS: f64 = 1500.0;

/// Columns of the march form for battle beside their officer, facing that way; how many did.
fn form_up(
    b: &Battle,
    side: Side,
    c: &Command,
    (at, dir): (V2, V2),
    most: usize,
    officers: &[OfficerPlace],
    units: &mut Vec<Deployment>,
) -> usize {
    let f = b.field();
    // Far from the enemy they stay in column, to march on.
    if f.enemy_from(side, at) > FORMS {
        return 0;
    }
    let columns: Vec<&Unit> = f.of_command(c.id).filter(|u| u.formation == Formation::MarchColumn).collect();
    let (n, mut done) = (columns.len() as f64, 0);
    for (k, u) in columns.iter().enumerate() {
        if done == most {
            break;
        }
        // To the right and the left of the first by turns.
        let step = f64::from((k as u32).div_ceil(2)) * if k % 2 == 1 { 1.0 } else { -1.0 };
        let wide = if u.arm() == Arm::Cavalry { 130.0 } else { 190.0 };
        let own = at + dir * 80.0 + dir.right() * (step * wide);
        let back = at - dir * (140.0 * (k as f64 - n / 2.0).max(0.0));
        let reach = way::allowance(f, u, Pace::Deployment) * 0.95;
        let form = Some(FormationKind::Column);
        let front = if u.bases.now >= 4 && u.arm() == Arm::Infantry { Some(2) } else { None };
        let near = |p: V2| {
            let by = p - u.base.front;
            if by.len() > reach { u.base.front + by.unit() * reach } else { p }
        };
        for spot in [near(own), near(back), u.base.front.lerp(near(own), 0.5), u.base.front] {
            units.push(Deployment { form, front, ..order(u, pose(spot, dir)) });
            if fits(b, side, officers, units) {
                done += 1;
                break;
            }
            units.pop();
        }
    }
    done
}

/// The officer turns to his goal, and his units with him.
fn turn(
    b: &Battle,
    side: Side,
    c: &Command,
    goal: &Goal,
    officers: &mut Vec<OfficerPlace>,
    units: &mut Vec<Deployment>,
) {
    let f = b.field();
    let o = &f[c.officer];
    let way = goal.at - o.at;
    if way.len() < 1.0 {
        return;
    }
    let dir = way.unit();
    for far in [(way.len() - THERE / 2.0).clamp(0.0, 300.0), 0.0] {
        officers.push(OfficerPlace { officer: o.code.to_string(), at: pose(o.at + dir * far, dir) });
        let last = &officers[officers.len() - 1..];
        if grand::deployment(b, side, last, &[]).is_ok() {
            break;
        }
        officers.pop();
    }
    let at = officers.last().filter(|p| *p.officer == *o.code).map_or(o.at, |p| table::v2(p.at.x, p.at.y));
    let turned = o.dir.turn_to(dir);
    form_up(b, side, c, (at, dir), usize::MAX, officers, units);
    for u in f.of_command(c.id).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry)) {
        if units.iter().any(|d| *d.unit == *u.code) {
            continue;
        }
        if u.formation.zone().is_some() || u.continued.is_some() {
            continue;
        }
        let place = at + (u.base.front - o.at).turned(turned);
        let by = place - u.base.front;
        let most = way::allowance(f, u, Pace::Deployment) * 0.95;
        let near = if by.len() > most { u.base.front + by.unit() * most } else { place };
        for spot in [near, u.base.front] {
            units.push(order(u, pose(spot, dir)));
            if fits(b, side, officers, units) {
                break;
            }
            units.pop();
        }
    }
}

/// A command on defence sends a battalion into the town that it is to have, and turns to the enemy.
fn stand(
    b: &Battle,
    side: Side,
    c: &Command,
    goal: &Goal,
    officers: &[OfficerPlace],
    units: &mut Vec<Deployment>,
) {
    let f = b.field();
    if b.play().moved.contains(&c.id) {
        return;
    }
    let mut left = usize::from(ops::points(f, c.id).0);
    let o = &f[c.officer];
    left -= form_up(b, side, c, (o.at, o.dir), left, officers, units);
    if let Some(z) = goal.zone {
        let zone = &f.ground[z];
        let mut foot: Vec<&Unit> = f
            .of_command(c.id)
            .filter(|u| u.arm() == Arm::Infantry && u.formation.zone().is_none() && !u.broken())
            .filter(|u| zone.rect.gap_to_point(u.base.front) < 320.0)
            .collect();
        foot.sort_by(|x, y| {
            let far = |u: &Unit| zone.rect.gap_to_point(u.base.front);
            far(x).total_cmp(&far(y)).then(x.id.cmp(&y.id))
        });
        for u in foot {
            if left == 0 || town::may_enter(f, u, z, false).is_err() {
                break;
            }
            let at = zone.rect.nearest(u.base.front);
            let dir = (zone.rect.centre - u.base.front).unit();
            units.push(Deployment { enter: Some(zone.name.clone()), ..order(u, pose(at, dir)) });
            if fits(b, side, officers, units) {
                left -= 1;
                break;
            }
            units.pop();
        }
    }
    for u in f.of_command(c.id).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry)) {
        if left == 0 {
            return;
        }
        if u.formation.zone().is_some() || units.iter().any(|d| *d.unit == *u.code) {
            continue;
        }
        let near = f.nearest_front(side, u.base.front, |_| true);
        let Some((e, _)) = near.filter(|(_, d)| *d < 1500.0) else { continue };
        let to = (e.base.front - u.base.front).unit();
        let off = u.base.dir.angle_to(to).to_degrees();
        // Onto the hill or to the bridge that it is to hold.
        let way = goal.at - u.base.front;
        let goes = goal.zone.is_none() && way.len() > goal.reach && way.len() < 900.0;
        if off < 50.0 && !goes {
            continue;
        }
        let most = way::allowance(f, u, Pace::Deployment) * 0.95;
        let there = u.base.front + if goes { way.unit() * way.len().min(most) } else { table::v2(0.0, 0.0) };
        for spot in [there, u.base.front] {
            units.push(order(u, pose(spot, to)));
            if fits(b, side, officers, units) {
                left -= 1;
                break;
            }
            units.pop();
            if !goes {
                break;
            }
        }
    }
}

/// Guns so far from the enemy are in place.
const PLACE: f64 = 750.0;

/// What the guns do at the end of the deployment phase.
pub(super) fn settling(
    b: &Battle,
    side: Side,
    t: &Temper,
    goal_of: GoalOf<'_>,
    march_of: MarchOf<'_>,
) -> Vec<Settling> {
    let f = b.field();
    let mut all = Vec::new();
    let marching = |c: &Command| c.orders.kind() == Some(OrderKind::March) || march_of(c).is_some();
    for u in f.side(side).filter(|u| u.arm() == Arm::Artillery && !u.record.fired_in_round) {
        let Some((e, d)) = f.nearest_front(side, u.base.front, |_| true) else { continue };
        let settle = |act: GunAct| Settling { unit: u.code.to_string(), act: SettleAct::Guns(act) };
        let can = |act: GunAct| b.may_settle(u.id, SettleAct::Guns(act)).is_ok();
        // Guns of a command that is to march go with it, limbered.
        if u.command.is_some_and(|c| marching(&f[c])) {
            let to = u.base.pose();
            if u.unlimbered() && can(GunAct::Limber { to }) {
                all.push(settle(GunAct::Limber { to }));
            }
            continue;
        }
        if u.unlimbered() {
            if d > 1150.0
                && t.careful
                && let Some(to) = forward(b, u, e, goal_of, &|to| can(GunAct::Limber { to }))
            {
                all.push(settle(GunAct::Limber { to }));
            }
            continue;
        }
        if u.formation != Formation::Limbered {
            continue;
        }
        let ahead = u.base.dir.angle_to((e.base.front - u.base.front).unit()).to_degrees() < 25.0;
        if d < PLACE && ahead && can(GunAct::Unlimber) {
            all.push(settle(GunAct::Unlimber));
            continue;
        }
        for unlimber in [true, false] {
            if unlimber && d > 1500.0 {
                continue;
            }
            if let Some(to) = forward(b, u, e, goal_of, &|to| can(GunAct::Go { to, unlimber })) {
                all.push(settle(GunAct::Go { to, unlimber }));
                break;
            }
        }
    }
    // Each was judged by itself; two may want the same place.
    let mut sound: Vec<Settling> = Vec::new();
    let mut places: Vec<V2> = Vec::new();
    for s in all {
        let at = match s.act {
            SettleAct::Guns(GunAct::Go { to, .. } | GunAct::Limber { to }) => table::v2(to.x, to.y),
            _ => f.by_code(&s.unit).map_or(table::v2(0.0, 0.0), |u| f[u].base.front),
        };
        if places.iter().all(|p| p.dist(at) > 200.0) {
            places.push(at);
            sound.push(s);
        }
    }
    sound
}

/// A place nearer to the enemy, though not under his bayonets, facing him.
fn forward(b: &Battle, u: &Unit, e: &Unit, goal_of: GoalOf<'_>, can: &dyn Fn(Pose) -> bool) -> Option<Pose> {
    let f = b.field();
    let most = way::allowance(f, u, Pace::Deployment);
    let to = e.base.front;
    let d = to.dist(u.base.front);
    let lead = ops::officer_of(f, u).map(|o| o.at + o.dir * (f64::from(o.gifts.radius) * 0.6));
    let goal = u.command.and_then(|c| goal_of(&f[c])).map(|g| g.at);
    for (aim, keep) in [(Some(to), PLACE), (goal, 300.0), (lead, 0.0)] {
        let Some(aim) = aim else { continue };
        let way = aim - u.base.front;
        let far = (way.len() - keep).min(most);
        if far < 60.0 || d - far < 420.0 {
            continue;
        }
        for part in [1.0, 0.7, 0.4] {
            for aside in [0.0, 15.0, -15.0, 35.0, -35.0f64] {
                let at = u.base.front + way.unit().turned(aside.to_radians()) * (far * part);
                let p = pose(at, (to - at).unit());
                if f.ground.holds(at) && can(p) {
                    return Some(p);
                }
            }
        }
    }
    None
}
