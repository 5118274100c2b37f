//! Neighbours, covered and anchored flanks, support, threats and flank attacks (neighbour.1 to flank-threat.7).

use crate::Field;
use crate::book::terrain::Class;
use crate::field::Weather;
use crate::ground::{RedoubtId, Terrain, ZoneId};
use crate::measure::{SAME_ANGLE, degrees_between, gap};
use crate::sight::{self, Looking, Mark};
use crate::town::{self, Held};
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use crate::{clause, reading};
use crate::{terrain, troop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Base, Poly, Rect, V2, v2};
use umpire::{Clause, Grounds};

/// Facings of neighbours differ by no more than this (neighbour.1).
pub const SAME_FACING: f64 = 30.0;
/// Anchors are no further off than this (flank-cover.3).
pub const ANCHOR: f64 = 10.0;
/// Half as wide as the neighbour zone of the sheet, as neighbour.1 may be read.
const NARROW_ZONE: f64 = 50.0;
/// Further than any table.
const FAR: f64 = 100_000.0;

/// A flank of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flank {
    Left,
    Right,
}

impl Flank {
    pub const BOTH: [Flank; 2] = [Flank::Left, Flank::Right];

    /// -1 to the left, 1 to the right.
    fn sign(self) -> f64 {
        match self {
            Flank::Left => -1.0,
            Flank::Right => 1.0,
        }
    }
}

/// A rectangle given in the frame of a front: from `x` to `y` beyond a flank, from `behind` its front line to `ahead` of it.
fn beside(front: &Base, flank: Flank, outward: f64, behind: f64, ahead: f64) -> Rect {
    let half = front.width / 2.0;
    let middle = v2(flank.sign() * (half + outward / 2.0), (ahead - behind) / 2.0);
    Rect {
        centre: front.world(middle),
        dir: front.dir,
        half_width: outward / 2.0,
        half_depth: (ahead + behind) / 2.0,
    }
}

/// The neighbour zone of a unit on a flank (neighbour.1, table missing.geometry).
pub fn neighbour_zone(f: &Field, u: &Unit, flank: Flank) -> Rect {
    let [outward, ahead, behind] = f.sheet.zones().neighbour.value;
    let outward =
        if f.readings.is(reading!("neighbour-zone", "fifty")) { outward.min(NARROW_ZONE) } else { outward };
    beside(&f.front(u), flank, outward, behind, ahead)
}

/// How deep a thing must lie in a zone to be in it (play.touch).
fn deep(f: &Field) -> f64 {
    f.tolerance().max(table::EPS)
}

/// Can the unit be a neighbour at all: troops in the open that are no limbered guns (flank-cover.5)?
fn can_be_neighbour(o: &Unit) -> bool {
    let arm = matches!(o.troop.arm, Arm::Infantry | Arm::Cavalry | Arm::Artillery | Arm::Engineers);
    o.present() && arm && o.formation.zone().is_none() && o.formation != Formation::Limbered
}

fn in_zone(f: &Field, u: &Unit, other: &Unit, flank: Flank) -> bool {
    // Most are far off.
    let [outward, ahead, behind] = f.sheet.zones().neighbour.value;
    let reach = u.base.width + other.base.width + outward + ahead.max(behind) + other.base.depth;
    let d = u.base.front - other.base.front;
    if d.x.abs() > reach || d.y.abs() > reach {
        return false;
    }
    neighbour_zone(f, u, flank).penetration(&f.front(other).rect()) > deep(f)
}

/// Is the other a neighbour unit of this one, and on which flank (neighbour.1)?
pub fn neighbour(f: &Field, u: &Unit, other: &Unit) -> Option<(Flank, Grounds)> {
    if other.id == u.id || other.side != u.side || !can_be_neighbour(other) || u.formation.zone().is_some() {
        return None;
    }
    if degrees_between(u.base.dir, other.base.dir) > SAME_FACING + SAME_ANGLE {
        return None;
    }
    let flank = Flank::BOTH.into_iter().find(|s| in_zone(f, u, other, *s))?;
    let mut grounds = Grounds::default();
    grounds.add(clause!("neighbour.1"));
    grounds.add(clause!("neighbour.2"));
    Some((flank, grounds))
}

/// What covers a flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverer {
    Unit(UnitId),
    /// An area of the ground, by its place in the list.
    Area(u16),
    /// A linear obstacle.
    Line(u16),
    Town(ZoneId),
    Redoubt(RedoubtId),
    /// It is in a defile or in a town: both flanks.
    Defile,
}

/// A flank as it is against an enemy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlankState {
    /// `None` is an open flank (flank-threat.1).
    pub covered: Option<Coverer>,
    /// An anchor stands or lies there (flank-cover.3).
    pub anchored: Option<Coverer>,
    /// No flank attack can be made on it (flank-threat.6).
    pub barred: bool,
    pub grounds: Grounds,
}

impl FlankState {
    fn cover(&mut self, by: Coverer, anchor: bool, bars: bool, clause: Clause) {
        if self.covered.is_none() {
            self.covered = Some(by);
        }
        if anchor && self.anchored.is_none() {
            self.anchored = Some(by);
        }
        self.barred |= bars;
        self.grounds.add(clause);
    }

    pub fn open(&self) -> bool {
        self.covered.is_none()
    }
}

/// Why a unit does not cover a flank of another.
pub fn covers(f: &Field, u: &Unit, other: &Unit, flank: Flank, enemy: &Unit) -> Result<Grounds, Clause> {
    if other.id == u.id || other.side != u.side || !other.present() || !in_zone(f, u, other, flank) {
        return Err(clause!("neighbour.1"));
    }
    if !can_be_neighbour(other) {
        return Err(clause!("flank-cover.5"));
    }
    if other.broken() {
        return Err(clause!("flank-cover.6"));
    }
    if other.continued.is_some() && f.readings.is(reading!("melee-covers", "cannot")) {
        return Err(clause!("play.continued"));
    }
    let cavalry = |x: &Unit| x.troop.arm == Arm::Cavalry;
    if cavalry(u) != cavalry(other) {
        return Err(clause!("flank-cover.4"));
    }
    if !faces(f, other, enemy) {
        return Err(clause!("flank-cover.7"));
    }
    if behind(f, u, other) {
        return Err(clause!("flank-cover.8"));
    }
    let mut grounds = Grounds::default();
    grounds.add(clause!("flank-cover.2"));
    Ok(grounds)
}

/// Does it face the enemy: some part of him before its extended front line (flank-cover.7)?
fn faces(f: &Field, u: &Unit, enemy: &Unit) -> bool {
    if f.readings.is(reading!("coverer-faces", "attack-angle")) {
        return in_attack_angle(f, u, &f.rects(enemy)).is_some();
    }
    f.rects(enemy).iter().flat_map(|r| r.corners()).any(|c| u.base.local(c).y > deep(f))
}

/// Has it any part of its front bases in the strip behind the other (flank-cover.8)?
fn behind(f: &Field, u: &Unit, other: &Unit) -> bool {
    let depth = f.plan(u).whole_depth();
    let strip = Base { front: u.base.front - u.base.dir * depth, depth: FAR, ..u.base }.rect();
    strip.penetration(&f.front(other).rect()) > deep(f)
}

/// Can it be an anchor: infantry but skirmishers and squares, and unlimbered guns (flank-cover.3)?
fn can_anchor(o: &Unit) -> bool {
    match o.troop.arm {
        Arm::Infantry | Arm::Engineers => !o.skirmishing() && o.formation != Formation::Square,
        Arm::Artillery => o.unlimbered(),
        _ => false,
    }
}

/// Can it be anchored at all: infantry but skirmishers and squares, and unlimbered guns (flank-cover.3, melee-modifiers.6)?
fn can_be_anchored(u: &Unit) -> bool {
    can_anchor(u)
}

/// A flank of a unit against an enemy who attacks or threatens it.
pub fn flank(f: &Field, u: &Unit, flank: Flank, enemy: &Unit) -> FlankState {
    let mut state = FlankState::default();
    if u.formation.zone().is_some() {
        state.cover(Coverer::Defile, false, true, clause!("play.flank-judging"));
        return state;
    }
    if let Some(by) = terrain::in_defile(f, u) {
        state.cover(Coverer::Defile, false, true, by);
        return state;
    }
    if u.formation == Formation::Square && f.readings.is(reading!("square-flanks", "none")) {
        state.cover(Coverer::Defile, false, true, clause!("flank-cover.9"));
        return state;
    }
    let near = |metres: f64| f.reaches(metres, ANCHOR);
    for o in f.side_about(u.side, &[neighbour_zone(f, u, flank)], 0.0) {
        if covers(f, u, o, flank, enemy).is_ok() {
            let anchor = can_be_anchored(u) && can_anchor(o) && near(f.gap(u, o));
            let by = if anchor { clause!("flank-cover.3") } else { clause!("flank-cover.2") };
            state.cover(Coverer::Unit(o.id), anchor, true, by);
        }
    }
    by_ground(f, u, flank, enemy, &mut state);
    by_works(f, u, flank, enemy, &mut state);
    if state.open() {
        state.grounds.add(clause!("flank-threat.1"));
    } else {
        state.grounds.add(clause!("flank-cover.1"));
    }
    state
}

/// Areas and obstacles in the neighbour zone (flank-cover.10, flank-cover.11, flank-cover.13).
fn by_ground(f: &Field, u: &Unit, flank: Flank, enemy: &Unit, state: &mut FlankState) {
    let zone = neighbour_zone(f, u, flank);
    let classes = |x: &Unit| Class::of(x.troop.arm, x.skirmishing());
    let (own, his) = (classes(u), classes(enemy));
    let anchored = |metres: f64| can_be_anchored(u) && f.reaches(metres, ANCHOR);
    for (i, p) in f.ground.patches.about(&zone) {
        if !p.area.pieces().iter().any(|x| x.penetration(&zone) > deep(f)) {
            continue;
        }
        if terrain::impassable(f, p.kind, his) {
            let near = f.rects(u).iter().map(|r| p.area.gap(r)).fold(f64::INFINITY, f64::min);
            state.cover(Coverer::Area(i as u16), anchored(near), true, clause!("flank-cover.13"));
            continue;
        }
        let cover = |class| f.sheet.terrain().area(p.kind, class).cover;
        if cover(own) > cover(his) {
            state.cover(Coverer::Area(i as u16), false, false, clause!("flank-cover.10"));
            if p.kind == Terrain::Closed2 {
                state.grounds.add(clause!("flank-cover.12"));
            }
        }
    }
    let front = f.front(u);
    for (i, l) in f.ground.lines.about(&zone) {
        // What only runs along the border is outside (play.touch).
        let held = zone.grown(-deep(f));
        let inside: SmallVec<[V2; 8]> = l
            .path
            .segments()
            .filter_map(|(p, q)| held.clip(p, q).map(|(s, e)| [p.lerp(q, s), p.lerp(q, e)]))
            .flatten()
            .collect();
        // Part of it before the extended front line; one that he cannot cross covers wherever it lies in the zone (flank-cover.13).
        let bars = terrain::uncrossable(f, l.kind, his);
        let ahead = inside.iter().any(|c| front.local(*c).y > deep(f));
        if inside.is_empty() || !(ahead || bars) {
            continue;
        }
        let near = l
            .path
            .segments()
            .map(|(p, q)| gap(&[Rect::between(p, q)], &f.rects(u)))
            .fold(f64::INFINITY, f64::min);
        let by = if bars { clause!("flank-cover.13") } else { clause!("flank-cover.11") };
        state.cover(Coverer::Line(i as u16), bars && anchored(near), bars, by);
    }
}

/// Town zones and redoubts in the neighbour zone (flank-cover.14, redoubt.9).
fn by_works(f: &Field, u: &Unit, flank: Flank, enemy: &Unit, state: &mut FlankState) {
    let zone = neighbour_zone(f, u, flank);
    let cavalry = enemy.troop.arm == Arm::Cavalry;
    for (i, z) in f.ground.zones.about(&zone) {
        if z.rect.penetration(&zone) <= deep(f) {
            continue;
        }
        let id = ZoneId(i as u16);
        let by = clause!("flank-cover.14");
        match town::held(f, id).0 {
            Held::By(s) if s == u.side => {
                let anchor = can_be_anchored(u) && f.reaches(f.gap_to_zone(u, id), ANCHOR);
                state.cover(Coverer::Town(id), anchor, true, by);
            }
            Held::By(_) => {
                if cavalry && f.readings.is(reading!("enemy-town-flank", "cavalry")) {
                    state.cover(Coverer::Town(id), false, true, by);
                }
            }
            Held::Empty | Held::Fight if cavalry => state.cover(Coverer::Town(id), false, true, by),
            Held::Empty | Held::Fight => {}
        }
    }
    for (i, r) in f.ground.redoubts.iter().enumerate() {
        let id = RedoubtId(i as u16);
        let near = u.redoubt != Some(id) && r.base.rect().penetration(&zone) > deep(f);
        let held = || r.side == u.side && !f.redoubts[i].gone && f.present().any(|o| o.redoubt == Some(id));
        if near && held() {
            state.cover(Coverer::Redoubt(id), false, true, clause!("redoubt.9"));
        }
    }
}

/// Both flanks of a unit against an enemy: left and right.
pub fn flanks(f: &Field, u: &Unit, enemy: &Unit) -> [FlankState; 2] {
    Flank::BOTH.map(|s| flank(f, u, s, enemy))
}

/// Both flanks covered (flank-cover.2). Attacked in the rear it may still be.
pub fn fully_covered(states: &[FlankState; 2]) -> Option<Clause> {
    states.iter().all(|s| s.covered.is_some()).then(|| clause!("flank-cover.2"))
}

/// Anchored on both flanks (flank-cover.3); never where it is attacked in the rear (flank-threat.7).
pub fn anchored(states: &[FlankState; 2], in_rear: bool) -> Option<Clause> {
    (states.iter().all(|s| s.anchored.is_some()) && !in_rear).then(|| clause!("flank-cover.3"))
}

/// May this unit support that one on a flank against an enemy (support.1, weather.5)?
pub fn supports(f: &Field, u: &Unit, other: &Unit, flank: Flank, enemy: &Unit) -> Result<Grounds, Clause> {
    if !matches!(other.troop.arm, Arm::Infantry | Arm::Artillery) {
        return Err(clause!("support.1"));
    }
    if f.weather == Weather::Rain && other.troop.arm == Arm::Infantry {
        let wet = !(other.skirmishing() && f.readings.is(reading!("rain-skirmishers", "support")));
        if wet {
            return Err(clause!("weather.5"));
        }
    }
    let mut grounds = covers(f, u, other, flank, enemy)?;
    if other.record.moved_in_sequence || other.record.attacked || other.continued.is_some() {
        return Err(clause!("support.1"));
    }
    grounds.add(clause!("support.1"));
    Ok(grounds)
}

/// Who supports a unit: one on each flank at most (support.2), guns before others.
pub fn support(f: &Field, u: &Unit, enemy: &Unit) -> ([Option<UnitId>; 2], Grounds) {
    let mut grounds = Grounds::default();
    let of = Flank::BOTH.map(|s| {
        let mut all: SmallVec<[(bool, UnitId); 4]> = SmallVec::new();
        for o in f.side_about(u.side, &[neighbour_zone(f, u, s)], 0.0) {
            if let Ok(g) = supports(f, u, o, s, enemy) {
                grounds.join(g);
                all.push((o.troop.arm != Arm::Artillery, o.id));
            }
        }
        if all.len() > 1 {
            grounds.add(clause!("support.2"));
        }
        all.into_iter().min().map(|(_, id)| id)
    });
    (of, grounds)
}

/// Does any part of these lie within the attack angle of a unit, or would it be hit by moving straight ahead (attack.require.6)?
pub fn in_attack_angle(f: &Field, u: &Unit, target: &[Rect]) -> Option<Clause> {
    let front = f.front(u);
    let degrees = f.sheet.zones().attack_angle.value;
    let degrees =
        if f.readings.is(reading!("attack-angle", "thirty")) { degrees.min(SAME_FACING) } else { degrees };
    let arc = ::ground::Arc::of_point(front.front, front.dir, degrees);
    let ahead = front.ahead(FAR, 0.0);
    let hit = |r: &Rect| arc.nearest(r, front.front).is_some() || ahead.penetration(r) > deep(f);
    target.iter().any(hit).then(|| clause!("attack.require.6"))
}

/// The threat zone of a unit on a flank: outside the flank's edge line, from a ray forward of the extended front line back (table
/// missing.geometry).
fn threat_zone(f: &Field, u: &Unit, flank: Flank) -> Poly {
    let front = f.front(u);
    let degrees = f.sheet.zones().threat.value[1];
    let side = flank.sign();
    let half = side * front.width / 2.0;
    let reach = f.sheet.zones().threat.value[0] + FAR / 100.0;
    let (s, c) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    let corner = v2(half, 0.0);
    let out = v2(half + side * reach * c, reach * s);
    let points = [
        corner,
        out,
        v2(half + side * reach * 2.0, reach * s),
        v2(half + side * reach * 2.0, -reach),
        v2(half, -reach),
    ];
    table::hull(&points.map(|p| front.world(p)))
}

/// What the rules of attack say of an enemy that stands right: in command, path, and his arm against the unit's.
pub type CouldAttack<'a> = &'a dyn Fn(&Unit, &Unit) -> bool;

/// Is the enemy a threat unit to that flank (flank-threat.3, play.flank-judging)? Whether it is open is not asked here.
pub fn threatens(
    f: &Field,
    u: &Unit,
    flank: Flank,
    enemy: &Unit,
    could_attack: CouldAttack<'_>,
) -> Result<Grounds, Clause> {
    if enemy.troop.arm == Arm::Artillery {
        return Err(clause!("flank-threat.4"));
    }
    let by = clause!("flank-threat.3");
    let mut grounds = Grounds::default();
    let near = f.reaches_on(f.gap(u, enemy), f.sheet.zones().threat.value[0], &mut grounds);
    let zone = threat_zone(f, u, flank);
    // Its border rays count (play.touch), by a hair in every direction and not in one alone.
    let stands = zone.penetration(&f.front(enemy).rect().grown(f.tolerance())) > 0.0;
    let fights = matches!(enemy.troop.arm, Arm::Infantry | Arm::Cavalry);
    if !near || !stands || !fights || !f.is_enemy(u.side, enemy) || enemy.formation.zone().is_some() {
        return Err(by);
    }
    grounds.add(by);
    if f.readings.is(reading!("threat", "position")) {
        return Ok(grounds);
    }
    let judging = clause!("play.flank-judging");
    let fresh = !f.readings.is(reading!("who-threatens", "fresh"))
        || !(enemy.record.moved_in_sequence || enemy.record.fought_initially);
    if enemy.broken() || enemy.continued.is_some() || !fresh {
        return Err(judging);
    }
    grounds.add(in_attack_angle(f, enemy, &f.rects(u)).ok_or(by)?);
    sight::sees(f, enemy, Mark::Unit(u), Looking::ToAttack).map_err(|_| judging)?;
    if !could_attack(enemy, u) {
        return Err(judging);
    }
    grounds.add(judging);
    Ok(grounds)
}

/// Is the open flank of a unit that is attacked threatened, and by whom (flank-threat.2)? It counts once.
pub fn threatened(
    f: &Field,
    u: &Unit,
    side: Flank,
    could_attack: CouldAttack<'_>,
) -> Option<(UnitId, Grounds)> {
    let far = f.sheet.zones().threat.value[0] + 1.0;
    f.enemies_about(u.side, &f.rects(u), far).find_map(|e| {
        if f.surely_beyond(u, e, f.sheet.zones().threat.value[0]) || !flank(f, u, side, e).open() {
            return None;
        }
        let mut grounds = threatens(f, u, side, e, could_attack).ok()?;
        grounds.add(clause!("flank-threat.2"));
        Some((e.id, grounds))
    })
}

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum From {
    Front,
    Left,
    Right,
    Rear,
}

/// In which zones of a unit some outline has a part, the one with most of it first: the front edge, in a redoubt the rear edge of guns, parts
/// front from flank (flank-threat.5, redoubt.8).
fn zones_of(f: &Field, u: &Unit, base: &Base, outline: &[Rect]) -> SmallVec<[From; 3]> {
    let guns = u.redoubt.is_some() && u.troop.arm == Arm::Artillery;
    let back = if guns { base.depth } else { 0.0 };
    let line = base.front - base.dir * back;
    let half = base.width / 2.0;
    let local = |p: V2| v2((p - line).dot(base.dir.right()), (p - line).dot(base.dir));
    let depth = f.plan(u).whole_depth() - back;
    let mut shares = [(From::Left, 0.0), (From::Right, 0.0), (From::Rear, 0.0)];
    for r in outline {
        let poly = table::hull(&r.corners().map(local));
        let part = |lo: V2, hi: V2| {
            let zone = Rect::upright(lo, hi);
            if poly.penetration(&zone) > deep(f) { zone.poly().clipped(&poly).area() } else { 0.0 }
        };
        shares[0].1 += part(v2(-FAR, -FAR), v2(-half, 0.0));
        shares[1].1 += part(v2(half, -FAR), v2(FAR, 0.0));
        shares[2].1 += part(v2(-half, -FAR), v2(half, -depth));
    }
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares.into_iter().filter(|(_, share)| *share > 0.0).map(|(from, _)| from).collect()
}

/// Is an attack a flank attack: the attacker began the sequence with a part in the flank zone or behind, and that flank is not covered
/// by friends or ground impassable to him (flank-threat.5 to flank-threat.7)? `base` and `outline` are target and attacker as they stood
/// then. With parts in several zones it is made where most of him stood and it can be.
pub fn flank_attack(
    f: &Field,
    target: &Unit,
    base: &Base,
    attacker: &Unit,
    outline: &[Rect],
) -> Option<(From, Grounds)> {
    if target.formation == Formation::Square || target.formation.zone().is_some() {
        return None;
    }
    let open = |from: &From| match from {
        From::Left => !flank(f, target, Flank::Left, attacker).barred,
        From::Right => !flank(f, target, Flank::Right, attacker).barred,
        From::Rear | From::Front => true,
    };
    let from = zones_of(f, target, base, outline).into_iter().find(open)?;
    let mut grounds = Grounds::default();
    if from == From::Rear {
        grounds.add(clause!("flank-threat.7"));
        return Some((from, grounds));
    }
    grounds.add(clause!("flank-threat.5"));
    grounds.add(clause!("flank-threat.6"));
    if target.redoubt.is_some() {
        grounds.add(clause!("redoubt.8"));
    }
    Some((from, grounds))
}

/// A square that is attacked may name another front: the side nearest to the attacker (formations.3, flank-cover.9).
pub fn square_front(f: &Field, square: &Unit, attacker: &Unit) -> Option<(Base, Clause)> {
    if square.formation != troop::Formation::Square {
        return None;
    }
    let (_, outward) = ranks::nearest_side(&square.base, f.centre(attacker));
    let centre = square.base.centre();
    let front = centre + outward * (square.base.depth / 2.0);
    Some((square.base.at(front, outward), clause!("flank-cover.9")))
}
