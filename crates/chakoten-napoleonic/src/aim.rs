//! Facts of fire: which parts of a unit have a target in angle and range, what stands between, and what the line of fire strikes
//! (09.01, 09.03, 14.03, play.fire.target). What comes of it, the procedures say. Guns: [`guns`].

use crate::book::numbers;
pub mod guns;

use crate::book::features::Feature;
use crate::book::guns::Gun;
use crate::cover;
use crate::field::Field;
use crate::fire::{self, Screen, Smoke};
use crate::procedures::{Close, FireReadings, Firer, Sharer, SmallArmsSituation, Struck, Target};
use crate::school::School;
use crate::sides;
use crate::sight;
use crate::troop::{Arm, Cover, Formation, Weapon};
use crate::unit::{Time, Unit, UnitId};
use crate::{clause, reading};
use ::ground::Arc;
use smallvec::SmallVec;
use table::{EPS, Rect, V2};
use umpire::Clause;

/// Turns of charge march from which cavalry counts as charging under fire (09.02.6).
const AT_THE_CHARGE: f64 = numbers::AT_THE_CHARGE;

/// Turns for which a unit must have stood before it fires steadily (table VIII).
const STEADY: f64 = numbers::STATIONARY;
/// So much of a turn more or less is no more than the last bit of a measure.
const HAIR: f64 = 1e-4;
/// What is nearer than this is the same moment (play.clock).
const MOMENT: f64 = crate::turn::INSTANT;

/// A firing unit: ten figures of the front ranks, or what is left over (09.01.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Middle of its front.
    pub at: V2,
    pub dir: V2,
    pub figures: u16,
}

/// What a unit has of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    pub target: UnitId,
    /// The firing units that reach it, by their places from the left.
    pub parts: SmallVec<[u8; 4]>,
    /// Their figures.
    pub figures: u16,
    /// The line of fire, from the firing unit that is nearest.
    pub from: V2,
    pub to: V2,
    pub range: f64,
    pub struck: Struck,
    /// Hill steps by which the firer stands higher.
    pub steps: i8,
    pub cover: Cover,
    /// The cover it fires from.
    pub own_cover: Cover,
    /// A skirmish line so close before the target, or the unit so close behind a line that is the target, that losses are shared, and the
    /// gap in the direction of fire.
    pub shares: Option<(UnitId, f64)>,
    /// By which clause the line of fire is measured.
    pub by: Clause,
}

/// The firing units of a unit towards a place, from the left wing: of the two front ranks, of cavalry and skirmishers one (09.01.1). Of an
/// all-round formation those of the side towards it, of a garrison half its figures at the facade.
pub fn parts(f: &Field, u: &Unit, towards: V2) -> SmallVec<[Part; 4]> {
    if !u.by_figures() {
        return SmallVec::new();
    }
    if u.all_round() {
        let fronts = sides::fronts(u);
        let centre = u.base.centre();
        let ahead = |b: &table::Base| b.dir.dot(towards - centre) - b.dir.dot(b.front - centre);
        let side =
            (0..fronts.len()).max_by(|a, b| ahead(&fronts[*a]).total_cmp(&ahead(&fronts[*b])).then(b.cmp(a)));
        let side = side.unwrap_or(0);
        let figures =
            if u.inside.is_some() { fire::from_facade(u.figures).0 } else { sides::side_figures(u, side) };
        let b = fronts[side];
        return spread(figures, |share| b.front + b.dir.right() * (b.width * (share - 0.5)), b.dir);
    }
    let d = u.drawn_up();
    let n = d.files.min(u.figures).max(1);
    let second = if fire::ranks_that_fire(u.arm).0 > 1 { u.rank(1).min(n) } else { 0 };
    let of_body = f.body_of(u).len() > 1 && u.leads.is_some();
    // Those behind the leading unit of a column do not fire.
    let total = if of_body { 0 } else { n + second };
    spread(total, |share| u.base.front + u.base.dir.right() * (u.base.width * (share - 0.5)), u.base.dir)
}

/// Firing units of so many figures along a front, each with its share of it.
fn spread(figures: u16, at: impl Fn(f64) -> V2, dir: V2) -> SmallVec<[Part; 4]> {
    let all: f64 = figures.max(1).into();
    let mut done = 0.0;
    fire::parted(figures)
        .into_iter()
        .map(|n| {
            let share = (done + f64::from(n) / 2.0) / all;
            done += f64::from(n);
            Part { at: at(share), dir, figures: n }
        })
        .collect()
}

/// The small arms that reach farthest of a unit.
fn farthest(u: &Unit) -> Option<Weapon> {
    let w = u.weapon?;
    Some(if u.rifles > 0 { Weapon::Rifle } else { w })
}

/// Cheap: is the target certainly farther off than the unit's arms reach?
pub fn out_of_reach(f: &Field, u: &Unit, target: &Unit) -> bool {
    least_range(f, u, target).is_none()
}

/// Cheap: the range at which the target is at least; none if the unit's arms certainly do not reach so far.
pub fn least_range(f: &Field, u: &Unit, target: &Unit) -> Option<f64> {
    range_within(f, f.circle(u), reach(u), target)
}

/// The same of all its enemies whom its arms may reach, in the order of the list.
pub fn in_reach(f: &Field, u: &Unit) -> impl Iterator<Item = (f64, UnitId)> {
    let (at, far) = (f.circle(u), reach(u));
    f.enemies(u.side).filter_map(move |t| Some((range_within(f, at, far, t)?, t.id)))
}

/// How far the arms of a unit reach, in cm.
fn reach(u: &Unit) -> f64 {
    let ends = match (u.arm, &u.battery) {
        (Arm::Artillery, Some(b)) => crate::gunnery::ends(Gun::from(b.gun)),
        _ => farthest(u).map_or(&[][..], fire::ends),
    };
    ends.iter().map(|end| end + EPS).fold(0.0, f64::max)
}

/// How far a target is at least from a circle about who fires, if that is no farther than so much.
fn range_within(f: &Field, (a, here): (V2, f64), far: f64, target: &Unit) -> Option<f64> {
    let (b, there) = f.circle(target);
    // More than enough for whatever stands out of the circles.
    let most = far + here + there + 1.0 + EPS;
    if (a - b).len2() > most * most {
        return None;
    }
    let least = a.dist(b) - here - there - 1.0;
    (least <= far).then_some(least)
}

/// Who shares the losses of a target, and the gap in the direction of fire.
type Sharing = Option<(UnitId, f64)>;

/// What stands in a line of small-arms fire.
enum Way {
    Free,
    Shares(UnitId, f64),
    Shut(Clause),
}

/// The gap between two units in the direction of fire along a line: from the far side of the first to the near side of the second.
fn gap_along(first: &[Rect], second: &[Rect], from: V2, to: V2) -> Option<f64> {
    let dir = (to - from).unit();
    let end = to + dir * 60.0;
    let length = from.dist(end);
    let leave = first.iter().filter_map(|r| r.clip(from, end)).map(|s| s.1).fold(f64::NEG_INFINITY, f64::max);
    let enter = second.iter().filter_map(|r| r.clip(from, end)).map(|s| s.0).fold(f64::INFINITY, f64::min);
    (leave.is_finite() && enter.is_finite()).then(|| ((enter - leave) * length).max(0.0))
}

/// Cheap: is a unit certainly farther than so much from every place of a line?
fn off_line(f: &Field, u: &Unit, from: V2, to: V2, by: f64) -> bool {
    let (middle, about) = f.circle(u);
    let most = about + by + EPS;
    let beyond = |at: f64, a: f64, b: f64| at + most < a.min(b) || at - most > a.max(b);
    if beyond(middle.x, from.x, to.x) || beyond(middle.y, from.y, to.y) {
        return true;
    }
    let along = to - from;
    let aside = along.cross(middle - from);
    aside * aside > most * most * along.len2()
}

/// Cheaper: does a unit stand so far on one side of all places of a line by its middle alone?
fn beyond(u: &Unit, from: V2, to: V2, by: f64) -> bool {
    let (at, most) = (u.base.front, u.base.width + 2.0 * u.base.depth + by + EPS);
    let past = |at: f64, a: f64, b: f64| at + most < a.min(b) || at - most > a.max(b);
    u.inside.is_none() && (past(at.x, from.x, to.x) || past(at.y, from.y, to.y))
}

/// Does a line cross a body? Touching an edge or a corner is no crossing; the gaps of a skirmish line count.
fn crosses(f: &Field, u: &Unit, from: V2, to: V2) -> bool {
    if off_line(f, u, from, to, 0.0) {
        return false;
    }
    let whole = if u.skirmishing() { SmallVec::from_slice(&[u.base.rect()]) } else { f.rects(u) };
    whole
        .iter()
        .any(|r: &Rect| r.grown(-EPS).clip(from, to).is_some_and(|(s, e)| (e - s) * from.dist(to) > EPS))
}

/// Is the line free of units, but for those that screen the target or share its losses (09.03.5, 14.03.1)?
fn between(f: &Field, firer: &Unit, target: &Unit, from: V2, to: V2) -> Way {
    let readings = FireReadings::of(&f.readings);
    let mut found = Way::Free;
    let others = f.present().filter(|o| !beyond(o, from, to, 0.0) && o.id != firer.id && o.id != target.id);
    for o in others.filter(|o| o.body_is_not(firer)) {
        if !crosses(f, o, from, to) {
            continue;
        }
        if o.side == target.side && o.skirmishing() && o.side != firer.side {
            let gap = gap_along(&[o.base.rect()], &f.rects(target), from, to).unwrap_or(0.0);
            match fire::screen(gap, &readings) {
                (Screen::Shares, _) => found = Way::Shares(o.id, gap),
                (Screen::Passed, _) => {}
                (Screen::Screens | Screen::Blocks, by) => return Way::Shut(by),
            }
            continue;
        }
        return Way::Shut(clause!("09.03.5"));
    }
    found
}

impl Unit {
    /// Is it none of the units that stand in one body with the other? Those never stand in each other's fire.
    fn body_is_not(&self, other: &Unit) -> bool {
        self.leads != Some(other.id) && other.leads != Some(self.id)
    }
}

/// What a unit has of a target with small arms; if it is no legal one, the clause that says so (play.fire.target).
pub fn small_arms(f: &Field, firer: &Unit, target: &Unit) -> Result<Aim, Clause> {
    small_arms_of(f, firer, None, target)
}

/// The same of some of its firing units, by their places from the left (09.01.4).
pub fn small_arms_of(f: &Field, firer: &Unit, only: Option<&[u8]>, target: &Unit) -> Result<Aim, Clause> {
    let weapon = farthest(firer).ok_or_else(|| clause!("09.01.7"))?;
    let all = parts(f, firer, target.base.centre());
    if all.is_empty() {
        return Err(clause!("09.01.3"));
    }
    let (degrees, by_angle) =
        fire::widest_angle(if firer.skirmishing() { Formation::Skirmish } else { Formation::Line });
    let rects = f.rects(target);
    let mut why: Option<Clause> = None;
    let mut best: Option<(f64, V2, V2, Sharing)> = None;
    let mut reach: SmallVec<[(u8, f64); 4]> = SmallVec::new();
    let wanted = |i: &usize| only.is_none_or(|o| o.contains(&(*i as u8)));
    for (i, p) in all.iter().enumerate().filter(|(i, _)| wanted(i)) {
        let arc = Arc::of_point(p.at, p.dir, degrees);
        let near = |r: &Rect| arc.nearest(r, p.at);
        let aimed = rects.iter().filter_map(near).min_by(|a, b| a.dist(p.at).total_cmp(&b.dist(p.at)));
        let Some(to) = aimed else {
            why = why.or(Some(by_angle));
            continue;
        };
        let range = p.at.dist(to);
        let (zone, by_range) = fire::zone(weapon, range);
        if zone.is_none() {
            why = Some(by_range);
            continue;
        }
        let shares = match between(f, firer, target, p.at, to) {
            Way::Shut(by) => {
                why = Some(by);
                continue;
            }
            Way::Free => None,
            Way::Shares(o, gap) => Some((o, gap)),
        };
        reach.push((i as u8, range));
        if best.is_none_or(|b| range < b.0 - 1e-9) {
            best = Some((range, p.at, to, shares));
        }
    }
    let Some((range, from, to, mut shares)) = best else {
        return Err(why.unwrap_or(by_angle));
    };
    // In musket range all fire together in the zone of the muskets: who stands farther off with them does not reach (play.mixed-arms).
    let muskets = |cm: f64| fire::zone(Weapon::Musket, cm).0.is_some();
    let (all_in_reach, mut by) = (reach.len(), clause!("09.01.5"));
    if firer.weapon == Some(Weapon::Musket) && firer.rifles < firer.figures && muskets(range) {
        reach.retain(|(_, cm)| muskets(*cm));
    }
    if reach.len() < all_in_reach {
        by = clause!("play.mixed-arms");
    }
    let reach: SmallVec<[u8; 4]> = reach.into_iter().map(|(i, _)| i).collect();
    let figures = reach.iter().map(|i| all[usize::from(*i)].figures).sum();
    let n = reach.len() as f64;
    let eye = reach.iter().map(|i| all[usize::from(*i)].at).fold(V2::default(), |a, b| a + b) * (1.0 / n);
    if !sight::spied_from(f, eye, firer.inside, target) {
        return Err(clause!("09.01.2"));
    }
    behind_wall(f, firer, from, to)?;
    if shares.is_none() && target.skirmishing() {
        shares = behind_line(f, target, from, to);
    }
    Ok(Aim {
        target: target.id,
        parts: reach,
        figures,
        from,
        to,
        range,
        struck: sides::small_arms(target, from, to).0,
        steps: steps(f, from, to),
        cover: cover::against(f, target, from, to).0,
        own_cover: cover::against(f, firer, to, from).0,
        shares,
        by,
    })
}

/// Hill steps by which the first place lies higher.
fn steps(f: &Field, from: V2, to: V2) -> i8 {
    f.level(from) as i8 - f.level(to) as i8
}

/// The own unit less than 5 cm behind a line that is fired at, in the direction of fire (14.03.1.b).
fn behind_line(f: &Field, line: &Unit, from: V2, to: V2) -> Option<(UnitId, f64)> {
    let end = to + (to - from).unit() * 20.0;
    f.side(line.side)
        .filter(|o| o.id != line.id && o.closed() && crosses(f, o, to, end))
        .filter_map(|o| gap_along(&[line.base.rect()], &f.rects(o), from, to).map(|gap| (o.id, gap)))
        .filter(|(_, gap)| *gap < 5.0 - EPS)
        .min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Infantry directly behind a stone wall over 1 m needs loopholes or a firing step (09.01.8).
fn behind_wall(f: &Field, u: &Unit, from: V2, to: V2) -> Result<(), Clause> {
    let high = |kind: Feature| matches!(kind, Feature::Wall | Feature::HighWall);
    let shut = |l: &&crate::ground::Line| high(l.kind) && !l.loopholes;
    let on_foot = u.arm == Arm::Infantry && u.inside.is_none();
    if on_foot && cover::passed(f, u, to, from).any(|l| shut(&l)) {
        return Err(clause!("09.01.8"));
    }
    Ok(())
}

/// All legal targets of a unit, nearest first; at the same range in the order of the list.
pub fn targets(f: &Field, firer: &Unit) -> Vec<Aim> {
    let mut all: Vec<Aim> = f.enemies(firer.side).filter_map(|t| small_arms(f, firer, t).ok()).collect();
    all.sort_by(|a, b| front_range(f, firer, a.target).total_cmp(&front_range(f, firer, b.target)));
    all
}

/// The range from a unit's front edge, by which the nearest target is found (play.fire.target).
pub fn front_range(f: &Field, firer: &Unit, target: UnitId) -> f64 {
    let line = firer.base.front_line();
    f.gap_to(&f[target], &line)
}

/// Has it charged for at least half a turn at that moment (09.02.6, 10.02.4)?
pub fn charging(u: &Unit, now: Time) -> bool {
    u.record.charge.is_some_and(|c| c.ended.is_none() && now - c.began >= AT_THE_CHARGE - HAIR)
}

/// Has it stood for a quarter of a turn at that moment?
pub fn stationary(u: &Unit, now: Time) -> bool {
    u.record.moved.is_none_or(|m| now - m >= STEADY - HAIR)
}

/// The target of a fire as the procedures ask for it, as far as the table tells. Whoever asks adds the answer, the backing and the commander.
pub fn under_fire(f: &Field, u: &Unit, struck: Struck, covered: Cover, now: Time) -> Target {
    let together = f.body_figures(u).min(u16::MAX.into()) as u16;
    Target {
        formation: f.body_formation(u, u.counts_as()),
        density: u.density().0,
        together: (together > u.figures).then_some(together),
        noted: u.carried,
        charge: charging(u, now),
        limbered: u.limbered(),
        horses: u.battery.as_ref().map(|b| b.horses),
        working: u.working,
        pioneers: u.troops.pioneers || u.troops.craftsmen,
        state: u.state,
        faced: u.faced,
        cover: covered,
        valour: f.valour(u.id).0,
        struck,
        building: u.inside.is_some(),
        ..Target::new(u.arm, u.figures)
    }
}

/// Who shares losses, as the procedures ask for him.
pub(crate) fn sharer(f: &Field, shares: Option<(UnitId, f64)>) -> Option<Close> {
    shares.map(|(id, gap)| {
        let u = &f[id];
        Close { unit: Sharer { figures: u.figures, noted: u.carried, state: u.state }, gap }
    })
}

/// What a unit did in a turn that may have left it in smoke (09.02.7).
pub fn smoke(u: &Unit, turn: u32) -> Smoke {
    let r = &u.record;
    let then = |t: Option<u32>| t == Some(turn);
    Smoke {
        fired: then(r.smoke_turn),
        open: r.smoke_open,
        rifles_only: u.rifles_only(),
        fired_at: then(r.smoked_at),
        melee_since: r.last_melee.is_some_and(|t| t >= turn),
    }
}

/// What it did before this turn that may have left it in smoke now: in the last turn, or read otherwise within a turn's time (09.02.7,
/// play.timers).
pub fn smoke_before(f: &Field, u: &Unit, now: Time) -> Smoke {
    if !f.readings.is(reading!("smoke-and-victory", "from-the-moment")) {
        return smoke(u, f.turn.saturating_sub(1));
    }
    let r = &u.record;
    let lately = |t: Option<Time>| t.is_some_and(|t| (MOMENT..=1.0 + 1e-9).contains(&(now - t)));
    Smoke {
        fired: lately(r.last_fire),
        fired_at: lately(r.smoked_since),
        melee_since: r.last_melee.is_some_and(|t| r.smoke_turn.is_none_or(|s| t >= s)),
        ..smoke(u, f.turn)
    }
}

/// The situation of a small-arms fire at that moment, as far as table and record tell.
pub fn situation(f: &Field, firer: UnitId, aim: &Aim, now: Time) -> SmallArmsSituation {
    let (u, t) = (&f[firer], &f[aim.target]);
    let body = f.tactical(u);
    let weapon = if u.rifles_only() { Weapon::Rifle } else { u.weapon.unwrap_or(Weapon::Musket) };
    let training = if u.skirmishing() { u.training.fire_in_line } else { u.training.fire };
    let year = f.year();
    let taught = |s: &School| s.fire(year, u.counts_as()).is_some_and(|(n, _)| n == training);
    SmallArmsSituation {
        firer: Firer {
            formation: u.counts_as(),
            density: u.density().0,
            all: Some(u.figures),
            state: u.state,
            cover: aim.own_cover,
            valour: f.valour(firer).0,
            training,
            school: School::of(u).filter(taught),
            smoke: smoke_before(f, u, now),
            stationary: stationary(u, now),
            first_fire: !body.record.fired,
            fought: body.record.fought,
            sent_out: u.body.is_some(),
            building: u.inside.is_some(),
            ..Firer::new(u.arm, aim.figures, weapon)
        },
        target: under_fire(f, t, aim.struck, aim.cover, now),
        distance: aim.range,
        steps: aim.steps,
        close: sharer(f, aim.shares),
        year,
        readings: f.fire_readings(),
    }
}
