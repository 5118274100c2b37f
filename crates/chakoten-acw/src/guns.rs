//! Artillery on the table (06.01, 06.02): laying the guns, where the shot falls, whom it hits, and the situation that the
//! procedure judges. What it breaks is in [`crate::gear`].

use crate::arc::{self, Arc, Screens};
use crate::book::{self, data};
use crate::clause;
use crate::cover;
use crate::field::Field;
use crate::fire::{self, NoFire, Occasion};
use crate::procedures::artillery::{Aimed, guns_firing};
use crate::procedures::{ArtillerySituation, Behind, CombatReadings, DeviationOutcome, DeviationSituation};
use crate::reading;
use crate::sight;
use crate::troop::{Ammunition, Arm, Gun, GunClass, State};
use crate::unit::{LastHit, Unit, UnitId};
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2};
use umpire::{Clause, Grounds};

/// What a battery fires at with shell or round shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    Unit(UnitId),
    /// A place.
    Point(V2),
}

/// Guns laid with shell or round shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    pub battery: UnitId,
    pub gun: Gun,
    pub ammunition: Ammunition,
    pub mark: Mark,
    /// The middle of the battery's front.
    pub from: V2,
    /// The direction of fire.
    pub line: V2,
    /// The distance it is laid for: the guess, or the true one where none is needed.
    pub guess: f64,
    /// No deviation is rolled: this unit is hit (06.02.5, 04.02.13.a).
    pub certain: Option<UnitId>,
    /// Guns fit to fire, and gunner figures to serve them.
    pub guns: u8,
    pub gunners: u16,
    /// What lets it be fired so.
    pub by: Grounds,
}

/// A fire that has hit, with all that the dice need.
#[derive(Clone, Debug, PartialEq)]
pub struct Bombardment {
    pub battery: UnitId,
    pub ammunition: Ammunition,
    /// The unit hit; for canister each target. As in the situation.
    pub targets: SmallVec<[UnitId; 2]>,
    /// Cm from the middle of the battery's front to each target.
    pub cm: SmallVec<[f64; 2]>,
    /// The ammunition wagons in base contact with each target.
    pub wagons: SmallVec<[SmallVec<[UnitId; 1]>; 2]>,
    /// The units behind whose ranks are counted, as in the situation.
    pub behind: SmallVec<[UnitId; 2]>,
    /// The middle of the battery's front.
    pub from: V2,
    pub situation: ArtillerySituation,
    /// What lets it be fired so, and lets these be hit.
    pub by: Grounds,
}

/// Can this battery fire such a round at all at this moment? `repairing`: one gunner figure is at work (06.03.6).
pub fn can_fire(u: &Unit, ammunition: Ammunition, repairing: bool) -> Result<(u8, u16), NoFire> {
    let Some(b) = u.battery.as_ref().filter(|_| u.on_table() && u.arm == Arm::Artillery) else {
        return Err(NoFire::NoArms);
    };
    if u.state == State::Complete {
        return Err(NoFire::Flees);
    }
    if !u.locked.is_empty() {
        return Err(NoFire::InMelee);
    }
    if u.limbered() || b.unmanned.is_some() {
        return Err(NoFire::NotInAction);
    }
    if b.rounds[ammunition as usize] == 0 || data().gun(b.gun).range(ammunition).is_none() {
        return Err(NoFire::NoRounds);
    }
    let gunners = u.figures.saturating_sub(u16::from(repairing));
    if guns_firing(b.sound, gunners) == 0 {
        return Err(NoFire::NoGuns);
    }
    Ok((b.sound, gunners))
}

/// By what a battery that can fire fires: an order or surprise, in action and supplied, a round of what it has, and by those
/// gunners who do not repair.
fn manned_by(repairing: bool) -> Grounds {
    let mut by = Grounds::default();
    by.add(clause!("06.01.1"));
    by.add(clause!("06.01.2"));
    by.add(clause!("06.01.4"));
    by.add(clause!("09.02.1"));
    if repairing {
        by.add(clause!("06.03.6"));
    }
    by
}

/// Lays a battery with shell or round shot (06.01.4, 06.01.5, 06.02.2, 06.02.5). Nothing it answers tells the true distance:
/// whether the guess was good is seen by where the shot falls (play.guess).
pub fn lay(
    f: &Field,
    battery: UnitId,
    mark: Mark,
    ammunition: Ammunition,
    guess: Option<f64>,
    repairing: bool,
    why: Occasion<'_>,
) -> Result<Shot, NoFire> {
    let u = f.units.get(battery.index()).ok_or(NoFire::NoArms)?;
    let (guns, gunners) = can_fire(u, ammunition, repairing)?;
    let b = u.battery.as_ref().ok_or(NoFire::NoArms)?;
    let from = u.base.front;
    let target = match mark {
        Mark::Unit(t) => {
            let t = f.units.get(t.index()).ok_or(NoFire::NoTarget)?;
            fire::can_be_fired_at(u, t)?;
            Some(t)
        }
        Mark::Point(p) if p.is_finite() => None,
        Mark::Point(_) => return Err(NoFire::NoTarget),
    };
    let to = match (target, mark) {
        (Some(t), _) => arc::middle(f, t),
        (None, Mark::Point(p)) => p,
        (None, Mark::Unit(_)) => return Err(NoFire::NoTarget),
    };
    let battery_arc = arc::of_battery(&u.base);
    let inside = match target {
        Some(t) if why.surprised => f.rects(t).iter().any(|r| battery_arc.nearest(r, from).is_some()),
        _ => battery_arc.holds(to),
    };
    if !inside {
        return Err(NoFire::OutOfBatteryArc);
    }
    let seen = target.map_or_else(|| sight::line_clear(f, from, to), |t| sight::sees(f, u, t));
    seen.map_err(NoFire::NotSeen)?;
    let line = (to - from).unit();
    let mut by = manned_by(repairing);
    let certain = target.and_then(|t| certain(f, u, t, ammunition, why).map(|c| (t.id, c)));
    let certain = certain.map(|(t, c)| {
        by.add(c);
        t
    });
    let guess = match (certain, guess) {
        (Some(_), _) => from.dist(to),
        (None, Some(g)) if g > 0.0 && data().gun(b.gun).range(ammunition).is_some_and(|r| g <= r + EPS) => g,
        _ => return Err(NoFire::BadGuess),
    };
    by.join(overhead(f, u, b.gun, ammunition, to, target.map(|t| t.id), from + line * guess)?);
    Ok(Shot { battery, gun: b.gun, ammunition, mark, from, line, guess, certain, guns, gunners, by })
}

/// By which clause it hits without guess and deviation: surprised fire at an attacker, and continued fire.
fn certain(f: &Field, u: &Unit, t: &Unit, ammunition: Ammunition, why: Occasion<'_>) -> Option<Clause> {
    if why.surprised {
        return Some(clause!("04.02.13.a"));
    }
    let last = u.record.last_hit?;
    let continued = last.target == t.id
        && last.ammunition == ammunition
        && last.turn + 1 == f.turn
        && last.from.front.dist(u.base.front) <= EPS
        && (last.from.dir - u.base.dir).len() <= EPS
        && last.at.dist(arc::middle(f, t)) < data().d.target_moved - EPS;
    continued.then(|| clause!("06.02.5"))
}

/// Refuses a shot over a unit that the book does not allow (06.01.5); by what one that is allowed goes over.
fn overhead(
    f: &Field,
    u: &Unit,
    gun: Gun,
    ammunition: Ammunition,
    to: V2,
    target: Option<UnitId>,
    aimed: V2,
) -> Result<Grounds, NoFire> {
    let from = u.base.front;
    let screens = Screens::around(f, u, from.dist(to));
    let clear = data().d.overhead - EPS;
    let high = !(matches!(data().gun(gun).class, GunClass::Howitzer | GunClass::Mortar)
        && ammunition == Ammunition::Shell);
    let crossed: smallvec::SmallVec<[UnitId; 4]> =
        screens.crossed(from, to).map(|(u, _)| u).filter(|u| Some(*u) != target).collect();
    // Whoever is too near is the reason before any height is, whoever comes first on the line.
    for &over in &crossed {
        let o = &f[over];
        let short = f.readings.is(reading!("overhead-point", "aimed")) && f.gap_to_point(o, aimed) < clear;
        if f.gap(u, o) < clear || short {
            return Err(NoFire::TooNearToFireOver);
        }
    }
    if high {
        for &over in &crossed {
            let steps = f.readings.number(reading!("height-advantage"));
            let (own, theirs) = (f.ground.level(u.base.centre()), f.ground.level(arc::middle(f, &f[over])));
            if f64::from(own) < f64::from(theirs) + steps {
                return Err(NoFire::NoHeightToFireOver);
            }
        }
    }
    let mut by = Grounds::default();
    if !crossed.is_empty() {
        by.add(clause!("06.01.5.a"));
        if high {
            by.add(clause!("06.01.5.b"));
        }
    }
    Ok(by)
}

impl Shot {
    /// The roll of deviation to be made; `None` where the shot hits for certain.
    pub fn deviation(&self) -> Option<DeviationSituation> {
        if self.certain.is_some() {
            return None;
        }
        Some(DeviationSituation { gun: self.gun, ammunition: self.ammunition, guess: self.guess })
    }

    /// Where a shot falls that deviates so (06.02.2.b).
    pub fn impact(&self, o: &DeviationOutcome) -> V2 {
        self.from + self.line * o.along.0 + self.line.right() * o.right.0
    }

    /// Where it strikes a unit that it hits for certain: the first base on the line, else the nearest beside it.
    pub fn certain_impact(&self, f: &Field, hit: UnitId) -> V2 {
        let t = &f[hit];
        let to = arc::middle(f, t);
        let first = f
            .rects(t)
            .iter()
            .filter_map(|r| r.grown(EPS / 2.0).clip(self.from, to))
            .map(|(s, _)| s)
            .min_by(f64::total_cmp);
        match first {
            Some(s) => self.from.lerp(to, s),
            None => arc::closest_of(f, t, to),
        }
    }
}

/// The unit that has a base on the point of impact, friend or foe; of two the one whose front the shot meets first
/// (06.02.3.a). A building there means the unit inside.
pub fn struck(f: &Field, s: &Shot, at: V2) -> Option<UnitId> {
    let mut best: SmallVec<[(UnitId, f64); 8]> = SmallVec::new();
    for u in f.present().filter(|u| u.id != s.battery) {
        let reach = u.base.radius() + EPS;
        if u.inside.is_empty() && (u.base.centre() - at).len2() > reach * reach {
            continue;
        }
        let whole = u.inside.is_empty() && f.readings.is(reading!("on-a-base", "gaps-too"));
        let ground = if whole { SmallVec::from_slice(&[u.base.rect()]) } else { f.rects(u) };
        let met = ground
            .iter()
            .filter(|r| r.contains(at, EPS))
            .map(|r| r.grown(EPS).clip(s.from, at).map_or(1.0, |(t, _)| t))
            .min_by(f64::total_cmp);
        if let Some(t) = met {
            best.push((u.id, t * s.from.dist(at)));
        }
    }
    fire::nearest_first(f, &mut best);
    best.first().map(|b| b.0)
}

/// The clause by which a shot has no effect that falls too near beyond a unit which it has gone over, where the distance is taken to
/// the point hit and not to the point aimed at (06.01.5.a).
pub fn falls_too_near(f: &Field, s: &Shot, at: V2, hit: UnitId) -> Option<Clause> {
    if f.readings.is(reading!("overhead-point", "aimed")) {
        return None;
    }
    let clear = data().d.overhead - EPS;
    let screens = Screens::around(f, &f[s.battery], s.from.dist(at));
    let near = screens.crossed(s.from, at).any(|(o, _)| o != hit && f.gap_to_point(&f[o], at) < clear);
    near.then(|| clause!("06.01.5.a"))
}

/// A shot that has struck a unit, with the ranks behind for round shot (06.02.3.b).
pub fn bombardment(f: &Field, s: &Shot, at: V2, hit: UnitId, why: Occasion<'_>) -> Bombardment {
    let u = &f[s.battery];
    let mut by = s.by.clone();
    // Who has a base on the point of impact.
    by.add(clause!("06.02.3.a"));
    let (mut aimed, wagons) = aimed(f, u, &f[hit], why, &mut by);
    let mut behind: SmallVec<[UnitId; 2]> = SmallVec::new();
    let mut ranks: Vec<Behind> = Vec::new();
    if s.ammunition == Ammunition::RoundShot {
        by.add(clause!("06.02.3.b"));
        let end = at + s.line * data().d.ranks_beyond;
        aimed.unit.ranks = ranks_crossed(f, &f[hit], at, end).map_or(1, |(n, _)| n);
        let mut all: SmallVec<[(UnitId, u16, f64); 4]> = SmallVec::new();
        for o in f.present().filter(|o| o.id != hit && o.id != s.battery) {
            let reach = data().d.ranks_beyond + o.base.radius() + EPS;
            if o.inside.is_empty() && (o.base.centre() - at).len2() > reach * reach {
                continue;
            }
            if let Some((n, first)) = ranks_crossed(f, o, at, end) {
                all.push((o.id, n, first));
            }
        }
        all.sort_by_key(|a| crate::attack::place_among((a.2, f[a.0].figures, a.0)));
        for (o, n, _) in all {
            by.add(clause!("06.02.4"));
            behind.push(o);
            ranks.push(Behind { ranks: n, general: fire::has_general(f, o) });
        }
    }
    let cm = aimed.distance;
    Bombardment {
        battery: s.battery,
        ammunition: s.ammunition,
        targets: SmallVec::from_slice(&[hit]),
        cm: SmallVec::from_slice(&[cm]),
        wagons: SmallVec::from_iter([wagons]),
        behind,
        from: s.from,
        situation: situation(f, u, s.ammunition, (s.guns, s.gunners), vec![aimed], ranks, why),
        by,
    }
}

fn situation(
    f: &Field,
    u: &Unit,
    ammunition: Ammunition,
    (guns, gunners): (u8, u16),
    targets: Vec<Aimed>,
    behind: Vec<Behind>,
    why: Occasion<'_>,
) -> ArtillerySituation {
    ArtillerySituation {
        gun: u.battery.as_ref().map_or(Gun::Napoleon, |b| b.gun),
        ammunition,
        guns,
        gunners,
        state: u.state,
        valour: u.valour,
        surprised: why.surprised,
        targets,
        behind,
        readings: CombatReadings::of(&f.readings),
    }
}

/// A unit as the battery fires at it, with the wagons that share a battery's fate (06.03.4).
fn aimed(
    f: &Field,
    u: &Unit,
    t: &Unit,
    why: Occasion<'_>,
    by: &mut Grounds,
) -> (Aimed, SmallVec<[UnitId; 1]>) {
    let from = u.base.front;
    let (cover, in_cover) = cover::against_by(f, t, from, (why.marching)(t.id));
    by.join(in_cover);
    let target = fire::as_target(f, t, cover);
    let wagons: SmallVec<[UnitId; 1]> = if target.kind.artillery() {
        f.side(t.side).filter(|w| w.arm == Arm::Wagon && f.gap(w, t) <= EPS).map(|w| w.id).collect()
    } else {
        SmallVec::new()
    };
    let mut a = Aimed::new(target, f.gap_to_point(t, from));
    for w in &wagons {
        by.add(clause!("06.03.4"));
        a.wagons.push(cover::against(f, &f[*w], from, (why.marching)(*w)));
    }
    (a, wagons)
}

/// How many ranks of a unit the line crosses, and how far along it meets the first; `None` where it crosses none.
fn ranks_crossed(f: &Field, u: &Unit, a: V2, b: V2) -> Option<(u16, f64)> {
    let hit = |r: &Rect| r.grown(EPS).clip(a, b).map(|(s, _)| s);
    let all = f.rects(u);
    let first = all.iter().filter_map(hit).min_by(f64::total_cmp)?;
    let men = matches!(u.arm, Arm::Infantry | Arm::Cavalry) || u.gunners_alone();
    let n = if !u.inside.is_empty() || (men && arc::one_rank(u)) {
        1
    } else if men {
        (0..u.ranks()).filter(|k| hit(&rank_rect(u, *k)).is_some()).count() as u16
    } else {
        carriages(u).iter().filter(|r| hit(r).is_some()).count() as u16
    };
    Some((n.max(1), first))
}

/// One rank of a unit in close order.
fn rank_rect(u: &Unit, k: u16) -> Rect {
    let (w, h) = u.figure();
    let front = u.base.front - u.base.dir * (f64::from(k) * h);
    Base { front, dir: u.base.dir, width: f64::from(u.rank(k)) * w, depth: h }.rect()
}

/// The bases of a battery or wagon one behind the other: each counts as one rank (06.02.3.b).
fn carriages(u: &Unit) -> SmallVec<[Rect; 4]> {
    let Some(b) = u.battery.as_ref().filter(|_| u.limbered()) else {
        return SmallVec::from_slice(&[u.base.rect()]);
    };
    let horse = if b.horse { book::base("extra pair of limber horses").1 } else { 0.0 };
    let gun = |row: &str| book::base(row).1;
    let depths: SmallVec<[f64; 4]> = if b.of <= 4 {
        let four = [gun("4-gun battery: limber base") + horse, gun("4-gun battery: gun base")];
        SmallVec::from_slice(&four)
    } else {
        let six = gun("6-gun battery: gun base (each of 2)");
        SmallVec::from_slice(&[
            gun("6-gun battery: first limber base"),
            six,
            gun("6-gun battery: second limber base") + horse,
            six,
        ])
    };
    let mut at = u.base.front;
    depths
        .into_iter()
        .map(|depth| {
            let r = Base { front: at, dir: u.base.dir, width: u.base.width, depth }.rect();
            at -= u.base.dir * depth;
            r
        })
        .collect()
}

/// Canister at one or more targets (06.02.1): those of them that can be hit, and enemy chains that stand in front of them.
/// Where none can, why the first one cannot.
pub fn canister(
    f: &Field,
    battery: UnitId,
    chosen: &[UnitId],
    repairing: bool,
    why: Occasion<'_>,
) -> Result<Bombardment, NoFire> {
    let u = f.units.get(battery.index()).ok_or(NoFire::NoArms)?;
    let crew = can_fire(u, Ammunition::Canister, repairing)?;
    let b = u.battery.as_ref().ok_or(NoFire::NoArms)?;
    let range = data().gun(b.gun).range(Ammunition::Canister).ok_or(NoFire::NoRounds)?;
    let zone = Zone { f, u, range, arc: arc::of_battery(&u.base), screens: Screens::around(f, u, range) };
    let mut refused = None;
    let mut hit: SmallVec<[(UnitId, InZone); 4]> = SmallVec::new();
    for t in chosen {
        if hit.iter().any(|h| h.0 == *t) {
            continue;
        }
        match zone.target(*t) {
            Ok(z) => hit.push((*t, z)),
            Err(e) => {
                refused.get_or_insert(e);
            }
        }
    }
    if hit.is_empty() {
        return Err(refused.unwrap_or(NoFire::NoTarget));
    }
    if f.readings.is(reading!("canister-chains", "suffer")) {
        zone.add_chains(&mut hit);
    }
    let mut by = manned_by(repairing);
    by.add(clause!("06.02.1.a"));
    by.add(clause!("06.02.1.b"));
    let mut out = Bombardment {
        battery,
        ammunition: Ammunition::Canister,
        targets: SmallVec::new(),
        cm: SmallVec::new(),
        wagons: SmallVec::new(),
        behind: SmallVec::new(),
        from: u.base.front,
        situation: situation(f, u, Ammunition::Canister, crew, Vec::new(), Vec::new(), why),
        by,
    };
    for (t, z) in hit {
        let (mut a, wagons) = aimed(f, u, &f[t], why, &mut out.by);
        a.figures = z.figures;
        out.targets.push(t);
        out.cm.push(a.distance);
        out.wagons.push(wagons);
        out.situation.targets.push(a);
    }
    Ok(out)
}

/// The enemies in the canister zone that could be hit, nearest first, with their distance.
pub fn canister_candidates(f: &Field, battery: UnitId) -> SmallVec<[(UnitId, f64); 8]> {
    let mut all = SmallVec::new();
    let u = &f[battery];
    if can_fire(u, Ammunition::Canister, false).is_err() {
        return all;
    }
    let range = u.battery.as_ref().and_then(|b| data().gun(b.gun).range(Ammunition::Canister));
    let Some(range) = range else { return all };
    let mut zone = None;
    for t in f.enemies(u.side) {
        let most = range + u.base.radius() + t.base.radius();
        if t.inside.is_empty() && (t.base.centre() - u.base.centre()).len2() > most * most {
            continue;
        }
        let zone = zone.get_or_insert_with(|| Zone {
            f,
            u,
            range,
            arc: arc::of_battery(&u.base),
            screens: Screens::around(f, u, range),
        });
        if let Ok(z) = zone.target(t.id) {
            all.push((t.id, z.cm));
        }
    }
    fire::nearest_first(f, &mut all);
    all
}

/// The ground in front of a battery that its canister sweeps.
struct Zone<'a> {
    f: &'a Field,
    u: &'a Unit,
    range: f64,
    arc: Arc,
    screens: Screens,
}

/// A target of canister.
struct InZone {
    /// Its nearest point in the arc, and the distance to it.
    at: V2,
    cm: f64,
    /// Figures in the two front ranks, or of the whole chain, inside the zone.
    figures: u16,
}

impl Zone<'_> {
    /// The nearest point of a unit in an arc, and its distance from the middle of the battery's front.
    fn nearest(&self, t: &Unit, arc: &Arc) -> Option<(V2, f64)> {
        let from = self.u.base.front;
        let mut best: Option<(V2, f64)> = None;
        for r in &self.f.rects(t) {
            if let Some(q) = arc.nearest(r, from) {
                let d = q.dist(from);
                if best.is_none_or(|(_, b)| d < b) {
                    best = Some((q, d));
                }
            }
        }
        best
    }

    fn target(&self, t: UnitId) -> Result<InZone, NoFire> {
        let f = self.f;
        let t = f.units.get(t.index()).ok_or(NoFire::NoTarget)?;
        fire::can_be_fired_at(self.u, t)?;
        let (at, cm) = self.nearest(t, &self.arc).ok_or(NoFire::OutOfBatteryArc)?;
        if cm > self.range + EPS {
            return Err(NoFire::BeyondCanister);
        }
        sight::sees(f, self.u, t).map_err(NoFire::NotSeen)?;
        let from = self.u.base.front;
        if self.screens.crossed(from, at).any(|(o, _)| o != t.id && f[o].close()) {
            return Err(NoFire::CanisterScreened);
        }
        if self.friend_nearer(t, cm) {
            return Err(NoFire::FriendInTheWay);
        }
        Ok(InZone { at, cm, figures: self.figures(t) })
    }

    /// Does a friend stand nearer than the target in a half of the arc in which the target stands?
    fn friend_nearer(&self, t: &Unit, cm: f64) -> bool {
        let base = &self.u.base;
        [false, true].into_iter().any(|right| {
            let half = self.arc.half(base.front, base.dir, right);
            // A friend flush beside the guns only touches the arc.
            let inner = self.arc.moved(base.dir * (3.0 * EPS)).half(base.front, base.dir, right);
            self.nearest(t, &half).is_some()
                && self.f.side(self.u.side).any(|o| {
                    let most = cm + o.base.radius();
                    o.id != self.u.id
                        && (!o.inside.is_empty() || (o.base.centre() - base.front).len2() <= most * most)
                        && self.nearest(o, &inner).is_some_and(|(_, d)| d < cm - EPS)
                })
        })
    }

    fn figures(&self, t: &Unit) -> u16 {
        let men = matches!(t.arm, Arm::Infantry | Arm::Cavalry) || t.gunners_alone();
        if !men || !t.inside.is_empty() {
            return t.figures.max(1);
        }
        let from = self.u.base.front;
        let inside =
            |b: &Base| self.arc.nearest(&b.rect(), from).is_some_and(|q| q.dist(from) <= self.range + EPS);
        let n = [0, 1].into_iter().flat_map(|k| t.drawn_up().bases(&t.base, k)).filter(inside).count() as u16;
        n.max(1)
    }

    /// Enemy chains that stand in front of the targets are swept too.
    fn add_chains(&self, hit: &mut SmallVec<[(UnitId, InZone); 4]>) {
        let from = self.u.base.front;
        let mut more: SmallVec<[UnitId; 2]> = SmallVec::new();
        for (_, z) in hit.iter() {
            for (o, chain) in self.screens.crossed(from, z.at) {
                let enemy = self.f[o].side != self.u.side;
                if chain && enemy && !more.contains(&o) && !hit.iter().any(|h| h.0 == o) {
                    more.push(o);
                }
            }
        }
        more.sort_unstable();
        for o in more {
            if let Ok(z) = self.target(o) {
                hit.push((o, z));
            }
        }
    }
}

/// Writes down that a battery has fired: a round used (09.02.1), what it hit for continued fire (06.02.5), and that it stirred.
pub fn note_shot(f: &mut Field, battery: UnitId, ammunition: Ammunition, hit: Option<UnitId>) {
    let turn = f.turn;
    let hit = hit.map(|t| (t, arc::middle(f, &f[t])));
    let u = &mut f[battery];
    let from = u.base;
    if let Some(b) = u.battery.as_mut() {
        let n = &mut b.rounds[ammunition as usize];
        *n = n.saturating_sub(1);
    }
    let r = &mut u.record;
    r.used_arms = true;
    r.stirred = Some(turn);
    r.last_activity = Some(turn);
    r.last_hit = hit.map(|(target, at)| LastHit { target, ammunition, at, turn, from });
}
