//! Small-arms fire on the table (chapter 05): which figures can take part, at what distance, and the situation that the
//! procedure judges. Nothing here changes the field but [`note_fire`].

use crate::arc::{self, Arc, Screens};
use crate::book::{self, data};
use crate::cover;
use crate::field::Field;
use crate::procedures::{
    Behind, CombatReadings, Firer, LastFire, SmallArmsOutcome, SmallArmsSituation, Target,
};
use crate::sight;
use crate::troop::{Arm, Cover, Formation, Kind, State};
use crate::unit::{FireFight, Unit, UnitId};
use crate::{clause, say};
use crate::{losses, reading};
use smallvec::SmallVec;
use std::fmt;
use table::{EPS, V2};
use umpire::{Clause, Grounds};
use words::Message;

/// Which figures of a unit the firer lets take part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Every figure that can.
    #[default]
    Whole,
    /// Whole companies, so many after the first ones from the right (05.01.3.b).
    Companies { after: u16, count: u16 },
}

/// How fire comes about, and who is on the march while it does.
#[derive(Clone, Copy)]
pub struct Occasion<'a> {
    /// As surprised (04.02.13), not by order.
    pub surprised: bool,
    /// Is this unit marching at the moment of the fire (play.cover)?
    pub marching: &'a dyn Fn(UnitId) -> bool,
}

impl Occasion<'static> {
    /// By order, and nobody marches.
    pub const ORDERED: Occasion<'static> = Occasion { surprised: false, marching: &|_| false };
    /// As surprised, and nobody marches.
    pub const SURPRISED: Occasion<'static> = Occasion { surprised: true, marching: &|_| false };
}

impl fmt::Debug for Occasion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.surprised { "Surprised" } else { "Ordered" })
    }
}

/// Why no fire is made. No ammunition is used then (play.fire-order).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFire {
    /// The firer is not on the table, or has no arms to fire.
    NoArms,
    NoAmmunition,
    /// In complete disorder.
    Flees,
    /// The firer is in base contact with an enemy.
    InMelee,
    /// A chain that must re-form.
    MustReform,
    /// The unit has no such companies.
    NoSuchPart,
    /// Not even one element can be made of the figures that could fire.
    TooFew,
    /// The target is not on the table, or not an enemy.
    NoTarget,
    TargetInMelee,
    /// The firer does not see the target, by this clause.
    NotSeen(Clause),
    OutOfArc,
    OutOfRange,
    /// Outside of the battery's arc.
    OutOfBatteryArc,
    /// Beyond the canister zone.
    BeyondCanister,
    /// Another unit stands on every line of fire.
    Screened,
    /// A chain does.
    ScreenedByChain,
    /// Small arms do a wagon no harm.
    Wagon,
    /// The side of the building that faces the target has fired in this turn, or nobody in the building is left to fire.
    SideHasFired,
    /// A battery that is limbered, or whose guns stand alone.
    NotInAction,
    /// No round left of the ammunition ordered, or the gun does not fire it.
    NoRounds,
    /// No gun that could fire and has its gunners.
    NoGuns,
    /// A howitzer's shell or another shot over a unit too near to the battery or to the point aimed at.
    TooNearToFireOver,
    /// A gun, or round shot, over a unit without the advantage of height.
    NoHeightToFireOver,
    /// Canister over a unit, or past a unit that screens the target.
    CanisterScreened,
    /// Canister past a friend who stands nearer in the same half of the arc.
    FriendInTheWay,
    /// The order has no guess that the gun could fire at.
    BadGuess,
}

impl NoFire {
    /// The clause that forbids it.
    pub fn clause(self) -> Clause {
        match self {
            NoFire::NoArms | NoFire::NoAmmunition => clause!("05.01.1"),
            NoFire::Flees => clause!("08.02.6.a"),
            NoFire::InMelee => clause!("play.contact"),
            NoFire::MustReform => clause!("04.02.11"),
            NoFire::NoSuchPart => clause!("05.01.3.b"),
            NoFire::TooFew => clause!("05.01.4"),
            NoFire::NoTarget => clause!("play.fire-order"),
            NoFire::TargetInMelee => clause!("07.04.1.b"),
            NoFire::NotSeen(_) | NoFire::Screened => clause!("play.fire-line"),
            NoFire::OutOfArc => clause!("05.01.2.a"),
            NoFire::OutOfRange => clause!("05.01.3.a"),
            NoFire::OutOfBatteryArc => clause!("06.01.4"),
            NoFire::ScreenedByChain => clause!("05.01.2.c"),
            NoFire::Wagon => clause!("06.03.4"),
            NoFire::SideHasFired => clause!("02.04.3.c"),
            NoFire::NotInAction | NoFire::NoRounds => clause!("06.01.2"),
            NoFire::NoGuns => clause!("06.01.3"),
            NoFire::TooNearToFireOver => clause!("06.01.5.a"),
            NoFire::NoHeightToFireOver => clause!("06.01.5.b"),
            NoFire::CanisterScreened => clause!("06.01.5.c"),
            NoFire::FriendInTheWay | NoFire::BeyondCanister => clause!("06.02.1.a"),
            NoFire::BadGuess => clause!("play.guess"),
        }
    }
}

impl NoFire {
    /// The clause that hides the target, if that is why.
    pub fn hidden_by(self) -> Option<Clause> {
        if let NoFire::NotSeen(by) = self { Some(by) } else { None }
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            NoFire::NoArms => say!("no-fire-no-arms"),
            NoFire::NoAmmunition => say!("no-fire-no-ammunition"),
            NoFire::Flees => say!("no-fire-flees"),
            NoFire::InMelee => say!("no-fire-in-melee"),
            NoFire::MustReform => say!("no-fire-must-reform"),
            NoFire::NoSuchPart => say!("no-fire-no-such-part"),
            NoFire::TooFew => say!("no-fire-too-few"),
            NoFire::NoTarget => say!("no-fire-no-target"),
            NoFire::TargetInMelee => say!("no-fire-target-in-melee"),
            NoFire::NotSeen(_) => say!("no-fire-not-seen"),
            NoFire::OutOfArc | NoFire::OutOfBatteryArc => say!("no-fire-out-of-arc"),
            NoFire::OutOfRange | NoFire::BeyondCanister => say!("no-fire-out-of-range"),
            NoFire::Screened => say!("no-fire-screened"),
            NoFire::ScreenedByChain => say!("no-fire-screened-by-chain"),
            NoFire::Wagon => say!("no-fire-wagon"),
            NoFire::SideHasFired => say!("no-fire-side-has-fired"),
            NoFire::NotInAction => say!("no-fire-not-in-action"),
            NoFire::NoRounds => say!("no-fire-no-rounds"),
            NoFire::NoGuns => say!("no-fire-no-guns"),
            NoFire::TooNearToFireOver => say!("no-fire-too-near-to-fire-over"),
            NoFire::NoHeightToFireOver => say!("no-fire-no-height-to-fire-over"),
            NoFire::CanisterScreened => say!("no-fire-canister-screened"),
            NoFire::FriendInTheWay => say!("no-fire-friend-in-the-way"),
            NoFire::BadGuess => say!("no-fire-bad-guess"),
        }
    }
}
words::spoken!(NoFire);

/// Fire that can be made, with all that the dice need.
#[derive(Clone, Debug, PartialEq)]
pub struct Volley {
    pub firer: UnitId,
    pub target: UnitId,
    /// The figures that take part.
    pub figures: u16,
    pub elements: u32,
    /// The one distance of this fire.
    pub cm: f64,
    /// The middle of the front of the firing figures.
    pub from: V2,
    pub situation: SmallArmsSituation,
    /// The units behind the target in one column with it, in the order of the situation (05.02.5).
    pub behind: SmallVec<[UnitId; 2]>,
    /// Sides of buildings it is fired from: the building and the side (0 front, then clockwise). Each fires once a turn.
    pub sides: SmallVec<[(u16, u8); 2]>,
    /// What lets it be fired so.
    pub by: Grounds,
}

/// The figures that can take part in a fire, before the dice.
#[derive(Clone, Debug, PartialEq)]
struct Reach {
    figures: u16,
    cm: f64,
    from: V2,
    sides: SmallVec<[(u16, u8); 2]>,
    by: Grounds,
}

/// Can this unit fire small arms at all at this moment?
pub fn can_fire(f: &Field, u: &Unit) -> Result<(), NoFire> {
    if !u.on_table() || u.weapon.is_none() || !matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
        return Err(NoFire::NoArms);
    }
    if !u.ammunition {
        return Err(NoFire::NoAmmunition);
    }
    if u.state == State::Complete {
        return Err(NoFire::Flees);
    }
    if !u.locked.is_empty() {
        return Err(NoFire::InMelee);
    }
    if losses::overstretched(f, u) {
        return Err(NoFire::MustReform);
    }
    Ok(())
}

/// Can anybody fire at this unit by name?
pub(crate) fn can_be_fired_at(by: &Unit, target: &Unit) -> Result<(), NoFire> {
    if !target.on_table() || target.side == by.side {
        return Err(NoFire::NoTarget);
    }
    if !target.locked.is_empty() {
        return Err(NoFire::TargetInMelee);
    }
    Ok(())
}

/// The fire of a unit, or of a part of it, at an enemy: who takes part at what distance, and the situation for the dice.
pub fn small_arms(
    f: &Field,
    firer: UnitId,
    target: UnitId,
    part: Part,
    why: Occasion<'_>,
) -> Result<Volley, NoFire> {
    let (u, t) = (f.units.get(firer.index()), f.units.get(target.index()));
    let (Some(u), Some(t)) = (u, t) else { return Err(NoFire::NoTarget) };
    can_fire(f, u)?;
    let range = range_of(u);
    let screens = Screens::around(f, u, range);
    let reach = reach(f, u, t, part, &screens)?;
    let readings = CombatReadings::of(&f.readings);
    let shooter = shooter(f, u, t, &reach, why);
    let elements = shooter.elements(readings);
    if elements == 0 {
        return Err(NoFire::TooFew);
    }
    let behind = column_behind(f, t);
    let (cover, in_cover) = cover::against_by(f, t, reach.from, (why.marching)(t.id));
    let mut by = reach.by;
    // An order to fire, or surprise, and ammunition; in range.
    by.add(clause!("05.01.1"));
    by.add(clause!("05.01.3.a"));
    if u.pinned(f.turn) {
        by.add(clause!("05.01.6"));
    }
    if !u.inside.is_empty() || !t.inside.is_empty() {
        // In a building one counts as thin line.
        by.add(clause!("02.04.3.a"));
    }
    by.join(in_cover);
    if sight::in_wood_or_town(f, t) {
        // Near enough to be seen there.
        by.add(clause!("03.02.3.b"));
    }
    if !behind.is_empty() {
        by.add(clause!("05.02.5"));
    }
    let situation = SmallArmsSituation {
        firer: shooter,
        target: as_target(f, t, cover),
        distance: reach.cm,
        behind: behind.iter().map(|b| Behind { ranks: f[*b].ranks(), general: has_general(f, *b) }).collect(),
        readings,
    };
    Ok(Volley {
        firer,
        target,
        figures: reach.figures,
        elements,
        cm: reach.cm,
        from: reach.from,
        situation,
        behind,
        sides: reach.sides,
        by,
    })
}

/// The enemies a unit could fire at now with every figure that can, nearest first (play.tie), with their distance.
pub fn candidates(f: &Field, firer: UnitId) -> SmallVec<[(UnitId, f64); 8]> {
    let u = &f[firer];
    let mut all: SmallVec<[(UnitId, f64); 8]> = SmallVec::new();
    if can_fire(f, u).is_err() {
        return all;
    }
    let range = range_of(u);
    let mut screens = None;
    for t in f.enemies(u.side) {
        if beyond(f, u, t, range) {
            continue;
        }
        let screens = screens.get_or_insert_with(|| Screens::around(f, u, range));
        if let Ok(r) = reach(f, u, t, Part::Whole, screens) {
            all.push((t.id, r.cm));
        }
    }
    nearest_first(f, &mut all);
    all
}

/// Nearest, then larger in figures, then earlier in the scenario's list.
pub(crate) fn nearest_first(f: &Field, all: &mut [(UnitId, f64)]) {
    all.sort_by_key(|a| crate::attack::place_among((a.1, f[a.0].figures, a.0)));
}

fn range_of(u: &Unit) -> f64 {
    u.weapon.map_or(0.0, |w| data().weapon(w).range())
}

/// Cheap: certainly out of range.
fn beyond(f: &Field, u: &Unit, t: &Unit, range: f64) -> bool {
    if !u.inside.is_empty() || !t.inside.is_empty() {
        return f.gap(u, t) > range + EPS;
    }
    let most = range + EPS + u.base.radius() + t.base.radius();
    (t.base.centre() - u.base.centre()).len2() > most * most
}

fn reach(f: &Field, u: &Unit, t: &Unit, part: Part, screens: &Screens) -> Result<Reach, NoFire> {
    can_be_fired_at(u, t)?;
    if t.arm == Arm::Wagon {
        return Err(NoFire::Wagon);
    }
    let range = range_of(u);
    if beyond(f, u, t, range) {
        return Err(NoFire::OutOfRange);
    }
    let r = if u.inside.is_empty() {
        from_the_ranks(f, u, t, part, screens)?
    } else {
        from_the_windows(f, u, t, part, screens)?
    };
    let weapon = u.weapon.ok_or(NoFire::NoArms)?;
    if data().weapon(weapon).zone(r.cm).is_none() {
        return Err(NoFire::OutOfRange);
    }
    sight::sees(f, u, t).map_err(NoFire::NotSeen)?;
    Ok(r)
}

/// Can a figure whose front has its middle at `at` fire at the target (05.01.2.a, play.fire-line)?
fn figure_reaches(
    arc: &Arc,
    at: V2,
    rects: &[table::Rect],
    target: UnitId,
    screens: &Screens,
) -> Result<(), NoFire> {
    let mut best: Option<(f64, V2)> = None;
    for r in rects {
        if let Some(q) = arc.nearest(r, at) {
            let d = (q - at).len2();
            if best.is_none_or(|(b, _)| d < b) {
                best = Some((d, q));
            }
        }
    }
    let Some((_, q)) = best else { return Err(NoFire::OutOfArc) };
    match screens.between(at, q, target) {
        None => Ok(()),
        Some(false) => Err(NoFire::Screened),
        Some(true) => Err(NoFire::ScreenedByChain),
    }
}

/// One of the figures of the two front ranks.
#[derive(Clone, Copy)]
struct Figure {
    /// How far to the right of the middle.
    x: f64,
    /// The front-rank figures it is or stands behind, from the left: one, or two where a short second rank stands in the gaps.
    files: (usize, usize),
    second: bool,
}

/// The figures of the two front ranks from the right, the front one of a file first (05.01.2.b).
fn two_ranks(u: &Unit) -> SmallVec<[Figure; 32]> {
    let one = arc::one_rank(u);
    let n = u.rank(0);
    let drawn_up = u.drawn_up();
    let place = |i: u16, n: u16| drawn_up.across(i, n);
    let mut all: SmallVec<[Figure; 32]> =
        (0..n).map(|i| Figure { x: place(i, n), files: (i.into(), i.into()), second: false }).collect();
    if !one {
        let m = u.rank(1);
        let short = usize::from(n - m.min(n));
        all.extend((0..m).map(|i| {
            let at = usize::from(i);
            Figure { x: place(i, m), files: (at + short / 2, at + short.div_ceil(2)), second: true }
        }));
    }
    all.sort_by(|a, b| b.x.total_cmp(&a.x).then(a.second.cmp(&b.second)));
    all
}

/// The figures that the firer lets take part.
fn chosen<T>(all: &[T], part: Part, company: u16) -> Result<&[T], NoFire> {
    match part {
        Part::Whole => Ok(all),
        Part::Companies { after, count } => {
            let company = usize::from(company.max(1));
            let from = usize::from(after) * company;
            let to = (from + usize::from(count) * company).min(all.len());
            if from >= to {
                return Err(NoFire::NoSuchPart);
            }
            Ok(&all[from..to])
        }
    }
}

fn from_the_ranks(f: &Field, u: &Unit, t: &Unit, part: Part, screens: &Screens) -> Result<Reach, NoFire> {
    let all = two_ranks(u);
    let figures = chosen(&all, part, u.company)?;
    let rects = f.rects(t);
    let right = u.base.dir.right();
    let arc = arc::of_figure(u.base.front, u.base.dir);
    let mut why = NoFire::OutOfArc;
    // The files that can, and how far to the right of the middle they stand.
    let mut can: SmallVec<[Option<f64>; 32]> = SmallVec::from_elem(None, usize::from(u.rank(0)));
    for a in all.iter().filter(|a| !a.second) {
        let by = right * a.x;
        match figure_reaches(&arc.moved(by), u.base.front + by, &rects, t.id, screens) {
            Ok(()) => can[a.files.0] = Some(a.x),
            Err(NoFire::OutOfArc) => {}
            Err(e) => why = e,
        }
    }
    let able = can.iter().flatten().count();
    if able == 0 {
        return Err(why);
    }
    // Where the second rank stands in the gaps, no more of them than files that can.
    let (mut n, mut second) = (0u16, 0usize);
    let (mut left, mut far_right) = (f64::INFINITY, f64::NEG_INFINITY);
    for a in figures {
        let files = [a.files.0, a.files.1].map(|i| can.get(i).copied().flatten());
        if files == [None, None] || (a.second && second >= able) {
            continue;
        }
        second += usize::from(a.second);
        n += 1;
        // The front edge is that of the files, whoever stands behind them.
        for x in files.into_iter().flatten() {
            left = left.min(x);
            far_right = far_right.max(x);
        }
    }
    if n == 0 {
        return Err(why);
    }
    let from = u.base.front + right * ((left + far_right) / 2.0);
    let mut by = aimed_by(part);
    by.add(clause!("05.01.2.b"));
    Ok(Reach { figures: n, cm: f.gap_to_point(t, from), from, sides: SmallVec::new(), by })
}

/// The arc, the clear line and the way of measuring by which figures can fire, and by which only a part of them does.
fn aimed_by(part: Part) -> Grounds {
    let mut by = Grounds::default();
    by.add(clause!("05.01.2.a"));
    by.add(clause!("play.fire-line"));
    by.add(clause!("play.measure"));
    if part != Part::Whole {
        by.add(clause!("05.01.3.b"));
    }
    by
}

/// The sides of buildings from which a garrison has fired in this turn.
fn sides_used<'a>(f: &Field, u: &'a Unit) -> &'a [(u16, u8)] {
    if u.record.last_fire == Some(f.turn) { &u.record.windows } else { &[] }
}

/// Has none of the sides it is fired from been used in this turn since it was prepared? Parts of a garrison that fire at the same
/// instant are prepared together; each side of a building fires once (02.04.3.c).
pub fn sides_free(f: &Field, v: &Volley) -> bool {
    let used = sides_used(f, &f[v.firer]);
    v.sides.iter().all(|s| !used.contains(s))
}

/// How many places along a side of a building are tried.
const WINDOWS: u32 = 7;

/// Fire of a garrison: one element from the side of each building that faces the target (02.04.3.c).
fn from_the_windows(f: &Field, u: &Unit, t: &Unit, part: Part, screens: &Screens) -> Result<Reach, NoFire> {
    let per = book::per_fire_element(u.kind(), false).figures * if u.pinned(f.turn) { 2 } else { 1 };
    let lets = match part {
        Part::Whole => u.figures,
        Part::Companies { after, count } => {
            let from = after.saturating_mul(u.company).min(u.figures);
            let to = from.saturating_add(count.saturating_mul(u.company)).min(u.figures);
            if from >= to {
                return Err(NoFire::NoSuchPart);
            }
            to - from
        }
    };
    let held = u.inside.len().max(1) as u16;
    let rects = f.rects(t);
    let mut why = NoFire::OutOfArc;
    let (mut figures, mut sum) = (0u16, V2::default());
    let mut sides: SmallVec<[(u16, u8); 2]> = SmallVec::new();
    for (i, b) in u.inside.iter().enumerate() {
        // The figures stand as evenly as they go in all the buildings; who has fired from another side does not fire again.
        let used = sides_used(f, u).iter().filter(|s| s.0 == *b).count() as u32;
        let all = u32::from(u.figures / held + u16::from((i as u16) < u.figures % held));
        let here = all.saturating_sub(used * per).min(per).min(u32::from(lets - figures));
        if here == 0 {
            if used > 0 {
                why = NoFire::SideHasFired;
            }
            continue;
        }
        match side_facing(f, *b, &rects, t.id, screens) {
            Ok((side, _)) if sides_used(f, u).contains(&(*b, side)) => why = NoFire::SideHasFired,
            Ok((side, mid)) => {
                figures += here as u16;
                sum += mid;
                sides.push((*b, side));
            }
            Err(NoFire::OutOfArc) => {}
            Err(e) => why = e,
        }
    }
    if sides.is_empty() {
        return Err(why);
    }
    let from = sum * (1.0 / sides.len() as f64);
    let mut by = aimed_by(part);
    by.add(clause!("02.04.3.c"));
    by.add(clause!("play.building"));
    Ok(Reach { figures, cm: f.gap_to_point(t, from), from, sides, by })
}

/// The side of a building from which a target can be fired at, and its middle; the nearest where there are two.
fn side_facing(
    f: &Field,
    building: u16,
    rects: &[table::Rect],
    target: UnitId,
    screens: &Screens,
) -> Result<(u8, V2), NoFire> {
    let c = f.ground.buildings[usize::from(building)].base.corners();
    let mut why = NoFire::OutOfArc;
    let mut best: Option<(f64, u8, V2)> = None;
    for side in 0..4u8 {
        let (a, b) = (c[usize::from(side)], c[usize::from(side + 1) % 4]);
        let mid = (a + b) * 0.5;
        // Corners run clockwise, so that outward is to the left of the side.
        let out = -(b - a).unit().right();
        let arc = arc::of_figure(mid, out);
        let mut can = Err(NoFire::OutOfArc);
        for i in 0..WINDOWS {
            let at = a.lerp(b, (f64::from(i) + 0.5) / f64::from(WINDOWS));
            match figure_reaches(&arc.moved(at - mid), at, rects, target, screens) {
                Ok(()) => {
                    can = Ok(());
                    break;
                }
                Err(NoFire::OutOfArc) => {}
                Err(e) => can = Err(e),
            }
        }
        match can {
            Ok(()) => {
                let d = rects.iter().map(|r| r.gap_to_point(mid)).fold(f64::INFINITY, f64::min);
                if best.is_none_or(|(b, _, _)| d < b - EPS) {
                    best = Some((d, side, mid));
                }
            }
            Err(NoFire::OutOfArc) => {}
            Err(e) => why = e,
        }
    }
    best.map(|(_, side, mid)| (side, mid)).ok_or(why)
}

fn shooter(f: &Field, u: &Unit, t: &Unit, r: &Reach, why: Occasion<'_>) -> Firer {
    let garrison = !u.inside.is_empty();
    let weapon = u.weapon.unwrap_or(crate::troop::Weapon::Pistol);
    // A garrison counts as thin line (02.04.3.a).
    let formation = if garrison { Formation::ThinLine } else { u.formation };
    Firer {
        kind: u.kind(),
        formation,
        figures: r.figures,
        weapon,
        state: u.state,
        pinned: u.pinned(f.turn),
        cover: own_cover(f, u, arc::closest_of(f, t, r.from)),
        valour: u.valour,
        last_fire: last_fire(u, f.turn),
        fought: u.record.last_melee.is_some(),
        surprised: why.surprised,
        // Several buildings fire one element each.
        building: garrison && r.sides.len() == 1,
    }
}

/// A unit that fires does not march; it has the cover it fires across.
fn own_cover(f: &Field, u: &Unit, at: V2) -> Cover {
    cover::against(f, u, at, false)
}

/// When a unit last fired before this turn; every part that fires in the turn of the first fire fires for the first time.
pub fn last_fire(u: &Unit, turn: u32) -> LastFire {
    let r = &u.record;
    if r.first_fire.is_none_or(|t| t >= turn) {
        return LastFire::Never;
    }
    let before = if r.last_fire == Some(turn) { r.fire_before } else { r.last_fire };
    let last = Some(turn.saturating_sub(1));
    if before == last || r.last_melee == last { LastFire::LastTurn } else { LastFire::Earlier }
}

/// A unit as it is fired at. Gunners away from their guns are infantry in chain (play.guns-unmanned).
pub fn as_target(f: &Field, t: &Unit, cover: Cover) -> Target {
    let (kind, formation) =
        if t.gunners_alone() { (Kind::Infantry, Formation::Chain) } else { (t.kind(), t.formation) };
    Target {
        kind,
        formation,
        ranks: t.ranks().max(1),
        state: t.state,
        pinned: t.pinned(f.turn),
        cover,
        building: !t.inside.is_empty(),
        general: has_general(f, t.id),
    }
}

/// Is a general, of whatever command, in base contact with the unit and so exposed with it (05.02.7, 06.03.9)?
pub fn has_general(f: &Field, u: UnitId) -> bool {
    f.staff.iter().any(|s| s.general && s.present() && s.with == Some(u))
}

/// The units that stand behind a unit in one column with it, from the front (05.02.5): friends in close formation that front
/// the same way, each close up behind the one before.
fn column_behind(f: &Field, t: &Unit) -> SmallVec<[UnitId; 2]> {
    let mut all: SmallVec<[UnitId; 2]> = SmallVec::new();
    if !t.close() || t.kind().artillery() {
        return all;
    }
    let gap = f.readings.number(reading!("column-gap"));
    let mut last = t;
    loop {
        let close_up = |o: &&Unit| {
            o.id != t.id
                && !all.contains(&o.id)
                && o.close()
                && !o.kind().artillery()
                && o.base.dir.dot(last.base.dir) > ALIGNED
                && {
                    let l = last.base.local(o.base.front);
                    l.x.abs() <= last.base.width / 2.0 + EPS
                        && (-gap - EPS..=EPS).contains(&(l.y + last.base.depth))
                }
        };
        // Of two abreast the one more squarely behind.
        let aside =
            |o: &&Unit| crate::attack::place_among((last.base.local(o.base.front).x.abs(), o.figures, o.id));
        let next = f.side(t.side).filter(close_up).min_by_key(aside);
        match next {
            Some(o) => {
                all.push(o.id);
                last = o;
            }
            None => break,
        }
    }
    all
}

/// Fronts within about 10 degrees are the same.
const ALIGNED: f64 = 0.985;

/// Writes down that a unit has fired: its first and last fire, what was used up, the fire-fight it may be locked in
/// (04.02.14.a), and that it stirred (03.02.3.b). Losses are applied apart ([`losses::suffer`]).
pub fn note_fire(f: &mut Field, v: &Volley, o: &SmallArmsOutcome) {
    let turn = f.turn;
    let u = &mut f[v.firer];
    if o.out_of_ammunition {
        u.ammunition = false;
    }
    let foot = u.kind().on_foot();
    let r = &mut u.record;
    r.fired = true;
    r.used_arms = true;
    r.first_fire.get_or_insert(turn);
    if r.last_fire != Some(turn) {
        r.fire_before = r.last_fire;
        r.last_fire = Some(turn);
        r.windows.clear();
    }
    r.windows.extend(v.sides.iter().copied());
    r.stirred = Some(turn);
    r.last_activity = Some(turn);
    if foot {
        r.fire_fight = fire_fight(r.fire_fight, v.target, v.cm, turn);
    }
}

/// Consecutive turns of fire at one target at close quarters, one more fire counted.
fn fire_fight(was: Option<FireFight>, target: UnitId, cm: f64, turn: u32) -> Option<FireFight> {
    let near = cm <= data().d.locked + EPS;
    match was {
        // Once locked it ends only as 04.02.14 says.
        Some(w) if w.turns >= 2 => Some(if w.target == target && near && w.last != turn {
            FireFight { turns: w.turns.saturating_add(1), last: turn, ..w }
        } else {
            w
        }),
        // Of the targets of several parts the first counts.
        Some(w) if w.last == turn => Some(w),
        Some(w) if w.target == target && near && w.last + 1 == turn => {
            Some(FireFight { turns: w.turns + 1, last: turn, ..w })
        }
        _ => near.then_some(FireFight { target, turns: 1, last: turn }),
    }
}

/// At whom a unit cannot stop firing, at the start of a turn, and by which clause.
pub fn locked_on(f: &Field, u: UnitId) -> Option<(UnitId, Clause)> {
    let u = &f[u];
    let fight = u.record.fire_fight.filter(|w| w.turns >= 2)?;
    let t = &f[fight.target];
    let holds = u.on_table()
        && t.on_table()
        && u.ammunition
        && u.kind().on_foot()
        && f.gap(u, t) <= data().d.lock_ends + EPS;
    holds.then(|| (fight.target, clause!("04.02.14.a")))
}

/// Ends the fire-fights that are over at the start of a turn (04.02.14.a).
pub fn end_fire_fights(f: &mut Field) {
    for i in 0..f.units.len() {
        let id = UnitId(i as u16);
        let locked = f.units[i].record.fire_fight.is_some_and(|w| w.turns >= 2);
        if locked && locked_on(f, id).is_none() {
            f.units[i].record.fire_fight = None;
        }
    }
}
