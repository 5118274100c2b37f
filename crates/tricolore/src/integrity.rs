//! Integrity of divisions, separated brigades and corps (integrity.1 to integrity.9, corps-integrity.1).

use crate::Field;
use crate::clause;
use crate::command::{BodyId, CommandId, Level};
use crate::footprint::Rects;
use crate::reading;
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use crate::units::Bounds;
use smallvec::SmallVec;
use table::Poly;
use umpire::{Clause, Grounds};

/// A brigade none of whose units is nearer to another of its division has a zone of its own (integrity.2).
pub const SEPARATED: f64 = 600.0;

/// Why a unit neither forms nor breaks a zone: skirmishers, 6-8 U, limbered guns, wagons, engineers, units in towns (integrity.9).
pub fn ignored(u: &Unit) -> Option<Clause> {
    let arm = matches!(u.troop.arm, Arm::Infantry | Arm::Cavalry | Arm::Artillery);
    let limbered = u.formation == Formation::Limbered;
    let not = !arm || u.skirmishing() || u.broken() || limbered || u.formation.zone().is_some();
    not.then(|| clause!("integrity.9"))
}

/// Does the unit count for integrity (integrity.9)?
pub fn counts(u: &Unit) -> bool {
    u.present() && ignored(u).is_none()
}

/// Those who have one integrity zone in common.
#[derive(Clone, Debug)]
pub struct Group {
    /// The division, or a separated brigade.
    pub body: BodyId,
    /// The division it is or is of; itself, if it is of none.
    pub division: BodyId,
    pub units: Vec<UnitId>,
    pub zone: Poly,
    pub by: Clause,
    /// By which its batteries count with it.
    pub batteries: Clause,
}

/// The division of a unit, or what it is directly under if it is of none.
fn division(f: &Field, u: &Unit) -> BodyId {
    f.above(u.body, Level::Division).unwrap_or(u.body)
}

/// What of a unit forms a zone and breaks one.
fn stands(f: &Field, u: &Unit) -> Rects {
    if f.readings.is(reading!("integrity-zone", "outlines")) {
        return f.rects(u);
    }
    SmallVec::from_slice(&[f.front(u).rect()])
}

/// The zone of some units: straight lines between the outermost (integrity.4).
fn zone<'u>(f: &Field, units: impl Iterator<Item = &'u Unit>) -> Poly {
    let points: Vec<_> = units.flat_map(|u| stands(f, u)).flat_map(|r| r.corners()).collect();
    table::hull(&points)
}

/// The division of which the unit's zone is, if it has one: guns of a corps or army are of no division, and nobody's zone is theirs
/// (integrity.5).
fn zone_of(f: &Field, u: &Unit) -> Option<BodyId> {
    let own = f.readings.is(reading!("guns-of-no-division", "own-zone"));
    let of_none =
        u.troop.arm == Arm::Artillery && f.chain(u.body).next().is_some_and(|b| b.level > Level::Division);
    (counts(u) && (own || !of_none)).then(|| division(f, u))
}

/// The groups of a side, each with its zone.
pub fn groups(f: &Field, side: crate::Side) -> Vec<Group> {
    let mut watch = Watch::default();
    watch.refresh(f, side);
    watch.divisions.into_iter().flat_map(|(_, groups)| groups).map(|w| w.group).collect()
}

/// The groups of the units of a division that count.
fn of_division(f: &Field, d: BodyId, of: &[&Unit]) -> Vec<Group> {
    let mut all = Vec::new();
    // Each with the brigade with which it counts: a battery with the one to which it stands nearest (integrity.3).
    let own = |u: &Unit| (u.troop.arm != Arm::Artillery).then(|| f.above(u.body, Level::Brigade)).flatten();
    let brigade = |u: &Unit| {
        own(u).or_else(|| {
            let near = of.iter().filter_map(|o| Some((own(o)?, f.gap(u, o))));
            near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(b, _)| b)
        })
    };
    let mut brigades: Vec<(Option<BodyId>, Vec<&Unit>)> = Vec::new();
    for u in of {
        let b = brigade(u);
        match brigades.iter_mut().find(|(x, _)| *x == b) {
            Some((_, units)) => units.push(u),
            None => brigades.push((b, vec![u])),
        }
    }
    let alone = |n: usize| {
        brigades.len() > 1
            && !brigades.iter().enumerate().filter(|(m, _)| *m != n).any(|(_, (_, others))| {
                brigades[n].1.iter().any(|u| {
                    others
                        .iter()
                        .any(|o| Field::at_least(u, o) <= SEPARATED + 1.0 && f.nearer(f.gap(u, o), SEPARATED))
                })
            })
    };
    let (apart, together): (Vec<usize>, Vec<usize>) = (0..brigades.len()).partition(|n| alone(*n));
    let mut group = |body: BodyId, units: Vec<&Unit>, by: Clause| {
        let zone = zone(f, units.iter().copied());
        all.push(Group {
            body,
            division: d,
            units: units.iter().map(|u| u.id).collect(),
            zone,
            by,
            batteries: clause!("integrity.3"),
        });
    };
    if !together.is_empty() {
        let units = together.iter().flat_map(|n| brigades[*n].1.iter().copied()).collect();
        group(d, units, clause!("integrity.4"));
    }
    for n in apart {
        let (body, units) = &brigades[n];
        group(body.unwrap_or(d), units.clone(), clause!("integrity.2"));
    }
    all
}

/// Has a unit a part strictly inside a zone?
fn intrudes(f: &Field, zone: &Poly, u: &Unit) -> bool {
    let deep = f.tolerance().max(table::EPS);
    !zone.is_empty() && stands(f, u).iter().any(|r| zone.penetration(r) > deep)
}

/// May two zones have a part in common? Whoever is of one stands in it.
fn meet((alo, ahi): &Bounds, (blo, bhi): &Bounds) -> bool {
    alo.x <= bhi.x && blo.x <= ahi.x && alo.y <= bhi.y && blo.y <= ahi.y
}

/// What breaks integrity now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Broken {
    /// Divisions and separated brigades, each with an intruder.
    pub bodies: Vec<(BodyId, UnitId)>,
    /// Cavalry inside the zone of its own infantry: it alone suffers (integrity.7).
    pub cavalry: Vec<UnitId>,
    pub grounds: Grounds,
}

/// Whose integrity is broken on a side as the units stand (integrity.5, integrity.7).
pub fn broken(f: &Field, side: crate::Side) -> Broken {
    Watch::default().look(f, side)
}

/// Cavalry of a group inside the zone of its infantry.
fn among_infantry(f: &Field, g: &Group) -> Vec<UnitId> {
    let own_command = f.readings.is(reading!("cavalry-in-zone", "command"));
    let mut horse = g.units.iter().map(|u| &f[*u]).filter(|u| u.troop.arm == Arm::Cavalry).peekable();
    if horse.peek().is_none() {
        return Vec::new();
    }
    let foot = |of: Option<CommandId>| {
        let infantry = g.units.iter().map(|o| &f[*o]).filter(move |o| o.troop.arm == Arm::Infantry);
        zone(f, infantry.filter(move |o| of.is_none() || o.command == of))
    };
    let whole = (!own_command).then(|| foot(None));
    let inside = |u: &&Unit| {
        let own = whole.is_none().then(|| foot(u.command));
        whole.as_ref().or(own.as_ref()).is_some_and(|z| intrudes(f, z, u))
    };
    horse.filter(inside).map(|u| u.id).collect()
}

/// A group as it was found.
#[derive(Clone, Debug)]
struct Watched {
    /// No two that were ever found have the same.
    number: u32,
    bounds: Bounds,
    /// Of its cavalry, who is among its infantry.
    cavalry: Vec<UnitId>,
    group: Group,
}

/// Two groups whose zones may have a part in common, and who of the second is inside the zone of the first.
#[derive(Clone, Debug)]
struct Pair {
    numbers: (u32, u32),
    inside: Vec<UnitId>,
}

/// The groups of a side as they were when it was looked at last: only divisions of which a unit has changed since are looked at anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    /// After so many changes of the units.
    then: u32,
    /// With which division each of them counts.
    counted: Vec<Option<BodyId>>,
    divisions: Vec<(BodyId, Vec<Watched>)>,
    pairs: Vec<Pair>,
    made: u32,
}

impl Watch {
    fn refresh(&mut self, f: &Field, side: crate::Side) {
        let mut anew: SmallVec<[BodyId; 8]> = SmallVec::new();
        self.counted.resize(f.units.len(), None);
        for n in f.units.moved_since(self.then) {
            let u = &f.units[n];
            if u.side != side {
                continue;
            }
            let now = zone_of(f, u);
            let was = std::mem::replace(&mut self.counted[n], now);
            anew.extend(was.into_iter().chain(now));
        }
        self.then = f.units.changes();
        anew.sort();
        anew.dedup();
        for d in anew {
            let of = self.counted.iter().zip(f.units.iter()).filter(|(c, _)| **c == Some(d));
            let of: SmallVec<[&Unit; 16]> = of.map(|(_, u)| u).collect();
            let made = &mut self.made;
            let watched = |group: Group| {
                *made += 1;
                Watched {
                    number: *made,
                    bounds: group.zone.bounds(),
                    cavalry: among_infantry(f, &group),
                    group,
                }
            };
            let groups: Vec<Watched> = of_division(f, d, &of).into_iter().map(watched).collect();
            match self.divisions.binary_search_by_key(&d, |(d, _)| *d) {
                Ok(at) if groups.is_empty() => drop(self.divisions.remove(at)),
                Ok(at) => self.divisions[at].1 = groups,
                Err(_) if groups.is_empty() => {}
                Err(at) => self.divisions.insert(at, (d, groups)),
            }
        }
    }

    /// Whose integrity is broken on the side that is watched.
    pub(crate) fn look(&mut self, f: &Field, side: crate::Side) -> Broken {
        self.refresh(f, side);
        let mut out = Broken::default();
        let mut breaks = |body: BodyId, by: UnitId| {
            if !out.bodies.iter().any(|(b, _)| *b == body) {
                out.bodies.push((body, by));
            }
        };
        let mut grounds = Grounds::default();
        let all = || self.divisions.iter().flat_map(|(_, groups)| groups);
        let mut pairs = Vec::new();
        for g in all() {
            for o in all().filter(|o| o.group.division != g.group.division && meet(&g.bounds, &o.bounds)) {
                let numbers = (g.number, o.number);
                let inside = match self.pairs.iter_mut().find(|p| p.numbers == numbers) {
                    Some(known) => std::mem::take(&mut known.inside),
                    None => {
                        let inside = |u: &&UnitId| intrudes(f, &g.group.zone, &f[**u]);
                        o.group.units.iter().filter(inside).copied().collect()
                    }
                };
                for u in &inside {
                    grounds.add(clause!("integrity.5"));
                    grounds.add(g.group.by);
                    breaks(g.group.body, *u);
                    breaks(o.group.body, *u);
                }
                pairs.push(Pair { numbers, inside });
            }
        }
        for g in all() {
            for u in &g.cavalry {
                grounds.add(clause!("integrity.7"));
                out.cavalry.push(*u);
            }
        }
        self.pairs = pairs;
        out.grounds = grounds;
        out
    }
}

/// Is the unit of a formation that the umpire has named as a reserve, which never breaks a corps' integrity (corps-integrity.2)?
pub fn of_reserve(f: &Field, u: &Unit, reserves: &[BodyId]) -> Option<Clause> {
    f.chain(u.body).any(|b| reserves.contains(&b.id)).then(|| clause!("corps-integrity.2"))
}

/// Corps whose integrity is broken by units of other corps of the side (corps-integrity.1), each with an intruder.
pub fn broken_corps(f: &Field, side: crate::Side, reserves: &[BodyId]) -> Vec<(BodyId, UnitId, Clause)> {
    if !f.bodies.iter().any(|b| b.side == side && b.level == Level::Corps) {
        return Vec::new();
    }
    let of = |u: &Unit| f.above(u.body, Level::Corps);
    let counted: Vec<&Unit> = f.side(side).filter(|u| counts(u)).collect();
    let mut corps: Vec<BodyId> = counted.iter().filter_map(|u| of(u)).collect();
    corps.sort();
    corps.dedup();
    let broken = |c: BodyId| {
        let zone = zone(f, counted.iter().copied().filter(|u| of(u) == Some(c)));
        let breaks =
            |u: &&&Unit| of(u) != Some(c) && of_reserve(f, u, reserves).is_none() && intrudes(f, &zone, u);
        counted.iter().find(breaks).map(|u| (c, u.id, clause!("corps-integrity.1")))
    };
    corps.into_iter().filter_map(broken).collect()
}
