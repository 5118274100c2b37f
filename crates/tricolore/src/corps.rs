//! A corps and its headquarters: where it is, its reserve zone, and whom it supports (corps-train.6, corps-hq.1 to corps-hq.4,
//! corps-reserve-zone.1, corps-integrity.3).

use crate::Field;
use crate::book::terrain::Class;
use crate::break_in;
use crate::command::{BodyId, CommandKind, Level};
use crate::orders::OrderKind;
use crate::terrain;
use crate::town::{self, Held};
use crate::troop::{Arm, Formation};
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, reading};
use table::{Rect, V2, v2};
use umpire::Clause;

/// Everything within this of the headquarters is the reserve zone (corps-reserve-zone.1).
pub const RESERVE_ZONE: f64 = 500.0;
/// Routes are looked for between places so far apart.
const STEP: f64 = 50.0;
/// The table is looked at in parts so large.
const PART: f64 = 400.0;
/// Houses are passed on a road no further off than this.
const ON_ROAD: f64 = 10.0;

/// The formation whose train serves this one: itself if it has one, else the next above that has. Without any there is no support to lose
/// (play.edge).
pub fn served_by(f: &Field, body: BodyId) -> Option<BodyId> {
    f.chain(body).find(|b| b.train.is_some()).map(|b| b.id)
}

/// Is the headquarters of a formation with a train closed: the train on the march or gone, or the corps' integrity broken? By which clause;
/// `None` while it is open. `broken` are corps whose integrity is broken.
pub fn closed(f: &Field, body: BodyId, broken: &[BodyId]) -> Option<Clause> {
    let chief = f[body].train?;
    if !f[chief].present() {
        return Some(clause!("corps-hq.4"));
    }
    let train = f.commands.iter().find(|c| c.kind == CommandKind::Train && c.officer == chief);
    if train.is_some_and(|c| c.orders.kind() == Some(OrderKind::March)) {
        return Some(clause!("corps-train.6"));
    }
    let corps = f.above(body, Level::Corps).unwrap_or(body);
    broken.contains(&corps).then(|| clause!("corps-integrity.3"))
}

/// Where the headquarters of a formation is: at its train chief, while the train stands (corps-hq.1).
pub fn headquarters(f: &Field, body: BodyId) -> Option<(V2, Clause)> {
    let served = served_by(f, body)?;
    let chief = f[served].train.filter(|_| closed(f, served, &[]).is_none())?;
    Some((f[chief].at, clause!("corps-hq.1")))
}

/// Is the place in the reserve zone of the formation's headquarters (corps-reserve-zone.1)?
pub fn in_reserve_zone(f: &Field, body: BodyId, at: V2) -> Option<Clause> {
    let (hq, _) = headquarters(f, body)?;
    f.reaches(hq.dist(at), RESERVE_ZONE).then(|| clause!("corps-reserve-zone.1"))
}

/// What a route may not come near: places of the enemy that count, each with how near.
struct Barriers<'f> {
    f: &'f Field,
    /// Outlines of enemies with fewer than 6 U, and their break-in distances.
    enemies: Vec<(Rect, f64)>,
    /// Which of them can be near a part of the table, part by part.
    parts: Vec<Vec<u16>>,
    /// Houses, and whether the enemy holds them.
    towns: Vec<(Rect, bool)>,
    /// Ground that guns cannot pass.
    patches: Vec<usize>,
    lines: Vec<usize>,
}

impl<'f> Barriers<'f> {
    fn of(f: &'f Field, side: Side) -> Barriers<'f> {
        let ground_only = f.readings.is(reading!("support-route", "ground-only"));
        let mut enemies = Vec::new();
        for e in f.enemies(side).filter(|e| !ground_only && !e.broken()) {
            let near = break_in::of(f, e).metres;
            enemies.extend(f.rects(e).into_iter().map(|r| (r, near)));
        }
        let columns = (f.ground.width / PART) as usize + 1;
        let rows = (f.ground.depth / PART) as usize + 1;
        let mut parts = vec![Vec::new(); columns * rows];
        for (n, (r, near)) in enemies.iter().enumerate() {
            let reach = r.radius() + near + 1.0 + 2.0 * f.tolerance();
            let part = |x: f64, most: usize| ((x / PART).max(0.0) as usize).min(most - 1);
            for y in part(r.centre.y - reach, rows)..=part(r.centre.y + reach, rows) {
                for x in part(r.centre.x - reach, columns)..=part(r.centre.x + reach, columns) {
                    parts[y * columns + x].push(n as u16);
                }
            }
        }
        let zone = |i: usize| crate::ground::ZoneId(i as u16);
        let towns = f.ground.zones.iter().enumerate().map(|(i, z)| {
            let held = town::held(f, zone(i)).0;
            (z.rect, !ground_only && matches!(held, Held::By(s) if s != side))
        });
        let guns = Class::Artillery;
        let patches = f.ground.patches.iter().enumerate();
        let lines = f.ground.lines.iter().enumerate();
        Barriers {
            f,
            enemies,
            parts,
            towns: towns.collect(),
            patches: patches.filter(|(_, p)| terrain::impassable(f, p.kind, guns)).map(|(i, _)| i).collect(),
            lines: lines.filter(|(_, l)| terrain::uncrossable(f, l.kind, guns)).map(|(i, _)| i).collect(),
        }
    }

    /// Does the road run along there?
    fn road(&self, a: V2, b: V2) -> bool {
        let near = |p: V2| {
            let roads = self.f.ground.roads.iter().filter(|r| terrain::is_road(self.f, r.cobbled));
            roads.filter_map(|r| r.path.nearest(p)).any(|(off, ..)| off <= ON_ROAD + STEP / 2.0)
        };
        near(a) && near(b)
    }

    /// Does a bridge that carries guns lie there?
    fn bridge(&self, p: V2) -> bool {
        let carries = |b: &&crate::field::BridgeState| !b.gone && !b.bridge.kind.light();
        self.f.bridges.iter().filter(carries).any(|b| b.bridge.rect.grown(STEP / 2.0).contains(p, table::EPS))
    }

    /// The enemies that can be near a short way that lies in one part of the table.
    fn part(&self, a: V2, b: V2) -> Option<&[u16]> {
        let g = &self.f.ground;
        let (columns, rows) = ((g.width / PART) as usize + 1, (g.depth / PART) as usize + 1);
        let of = |p: V2| ((p.x / PART).max(0.0) as usize, (p.y / PART).max(0.0) as usize);
        let ((x, y), other) = (of(a), of(b));
        ((x, y) == other && x < columns && y < rows).then(|| &*self.parts[y * columns + x])
    }

    /// May a route go straight from the one place to the other?
    fn free(&self, a: V2, b: V2) -> bool {
        let line = Rect::between(a, b);
        let close = |(r, near): &(Rect, f64)| !line.far_from(r, *near) && self.f.nearer(r.gap(&line), *near);
        let met = match self.part(a, b) {
            Some(few) => few.iter().any(|n| close(&self.enemies[usize::from(*n)])),
            None => self.enemies.iter().any(close),
        };
        if met {
            return false;
        }
        let tolerance = self.f.tolerance();
        let crosses = |r: &Rect| r.clip(a, b).is_some_and(|(s, e)| (e - s) * a.dist(b) > tolerance);
        if self.towns.iter().any(|(r, enemy)| crosses(r) && (*enemy || !self.road(a, b))) {
            return false;
        }
        let g = &self.f.ground;
        let inside = |i: &usize| {
            let area = &g.patches[*i].area;
            !area.misses(a, b) && area.length_inside(a, b) > tolerance
        };
        if self.patches.iter().any(inside) && !self.road(a, b) {
            return false;
        }
        let met = |i: &usize| {
            g.lines[*i]
                .path
                .segments()
                .any(|(p, q)| ::ground::crossing(a, b, p, q).is_some_and(|t| !self.bridge(a.lerp(b, t))))
        };
        !self.lines.iter().any(met)
    }
}

/// Places from which a route leads to a headquarters.
struct Reached {
    columns: usize,
    rows: usize,
    at: Vec<bool>,
}

impl Reached {
    /// Spreads from the headquarters over the whole table.
    fn from(hq: V2, barriers: &Barriers<'_>) -> Reached {
        let g = &barriers.f.ground;
        let (columns, rows) = ((g.width / STEP) as usize + 1, (g.depth / STEP) as usize + 1);
        let mut r = Reached { columns, rows, at: vec![false; columns * rows] };
        let mut next: Vec<(usize, usize)> = r.about(hq).filter(|c| barriers.free(hq, place(*c))).collect();
        for (c, d) in &next {
            r.at[d * columns + c] = true;
        }
        while let Some((c, d)) = next.pop() {
            let around = (c.saturating_sub(1)..=c + 1)
                .flat_map(|x| (d.saturating_sub(1)..=d + 1).map(move |y| (x, y)));
            for (x, y) in around.filter(|(x, y)| *x < columns && *y < rows) {
                if !r.at[y * columns + x] && barriers.free(place((c, d)), place((x, y))) {
                    r.at[y * columns + x] = true;
                    next.push((x, y));
                }
            }
        }
        r
    }

    /// The places about one.
    fn about(&self, p: V2) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (c, d) = ((p.x / STEP).max(0.0) as usize, (p.y / STEP).max(0.0) as usize);
        let (columns, rows) = (self.columns, self.rows);
        (c..=c + 1)
            .flat_map(move |x| (d..=d + 1).map(move |y| (x, y)))
            .filter(move |(x, y)| *x < columns && *y < rows)
    }

    fn reaches(&self, p: V2, barriers: &Barriers<'_>) -> bool {
        self.about(p).any(|(c, d)| self.at[d * self.columns + c] && barriers.free(p, place((c, d))))
    }
}

fn place((c, d): (usize, usize)) -> V2 {
    v2(c as f64 * STEP, d as f64 * STEP)
}

/// From where a unit's route begins: behind it, or at the edge of its town.
fn foot(f: &Field, u: &Unit, hq: V2) -> V2 {
    match u.formation {
        Formation::InTown { zone } | Formation::Assembled { zone } => {
            f.ground[zone].rect.grown(STEP / 2.0).nearest(hq)
        }
        _ => u.base.front - u.base.dir * f.plan(u).whole_depth(),
    }
}

/// Units of a side on the table to which no route passable for artillery leads from their headquarters (corps-hq.2): their integrity counts
/// as broken (corps-hq.3). A force without a train, or whose headquarters is closed, has none to lose.
pub fn unsupported(f: &Field, side: Side) -> Vec<(UnitId, Clause)> {
    let mut found = Vec::new();
    let mut maps: Vec<(BodyId, V2, Option<Reached>)> = Vec::new();
    let mut barriers: Option<Barriers<'_>> = None;
    for u in f.side(side) {
        if !matches!(u.troop.arm, Arm::Infantry | Arm::Cavalry | Arm::Artillery | Arm::Engineers) {
            continue;
        }
        let Some(served) = served_by(f, u.body) else { continue };
        let Some((hq, _)) = headquarters(f, served) else { continue };
        let barriers = barriers.get_or_insert_with(|| Barriers::of(f, side));
        let from = foot(f, u, hq);
        // Mostly the straight way is free.
        if barriers.free(from, hq) {
            continue;
        }
        let at = maps.iter().position(|(b, ..)| *b == served).unwrap_or_else(|| {
            maps.push((served, hq, None));
            maps.len() - 1
        });
        let map = maps[at].2.get_or_insert_with(|| Reached::from(hq, barriers));
        if !map.reaches(from, barriers) {
            found.push((u.id, clause!("corps-hq.2")));
        }
    }
    found
}
