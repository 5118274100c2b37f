//! How fast a unit goes over the ground (chapter 07, 16.02, play.ground, tables III, VI and VII): a straight way divided where the rate
//! changes, with what has to be passed on it.

pub(crate) mod hills;

use crate::book::features;
use crate::book::march::{
    DEEP, EDGE_RANKS, Row, STREAM, ditch, length, narrow_step, unmanned_guns, wood_edge,
};
use crate::field::{Field, Staff};
use crate::ground::{Crossing, CrossingKind, Line, Patch, PatchKind, grown};
use crate::order::Way as Facing;
use crate::stance::Given;
use crate::troop::{Arm, Formation, Gait, Going, Harness, Obstacle, State, Weight};
use crate::unit::Unit;
use crate::{clause, reading};
use ::ground::{Leg, Walker, Way, apart, common, leading_edge, strip, tidy, time_over, without};
use smallvec::SmallVec;
use std::sync::OnceLock;
use table::{Base, Box2, EPS, Rect, Span, Spans, V2};
use umpire::Clause;

/// How a unit goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct How {
    pub gait: Gait,
    pub way: Facing,
    /// A retreat in U, or going back after a melee: then cavalry and limbered guns, too, go backwards (07.01.2).
    pub forced: bool,
    /// Reasons for half march speed besides those of the unit itself: a rotation, the passage of a closed unit.
    pub halves: u8,
    /// Beside another closed unit: no faster than infantry in line (07.06.1).
    pub parallel: bool,
}

impl How {
    /// Straight ahead.
    pub fn ahead(gait: Gait) -> How {
        How { gait, way: Facing::Ahead, forced: false, halves: 0, parallel: false }
    }

    /// At the ordinary march, that way.
    pub fn march(way: Facing) -> How {
        How { way, ..How::ahead(Gait::March) }
    }
}

/// What stops a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The table ends here.
    Edge,
    /// Ground that it may not enter.
    Ground,
    /// An object that it may not pass.
    Object,
    /// It cannot go so at all.
    Gait,
}

/// What decided the rate of a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Why {
    pub clause: Clause,
    pub going: Going,
    /// Where it has no rate.
    pub bar: Option<Bar>,
}

/// A part of a straight way on which the rate, in cm a turn, does not change.
pub type Stretch = ::ground::Stretch<Why>;

/// The stretches of a way.
pub type Stretches = ::ground::Stretches<Why>;

/// Something that is passed at one place of the way, when the leading edge comes to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Cm from the start of the way.
    pub at: f64,
    pub obstacle: Obstacle,
    /// Turns that the passage takes (table VII), and by which clause.
    pub turns: f64,
    pub clause: Clause,
    /// The clause by which the unit gets a grade of light disorder as it begins.
    pub grade: Option<Clause>,
    /// The clause by which a charge march ends here for the turn.
    pub ends_charge: Option<Clause>,
}

/// A straight way over the ground: its stretches, and what is passed on it in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    pub stretches: Stretches,
    pub gates: SmallVec<[Gate; 2]>,
}

impl Course {
    /// Turns up to so far, obstacles included; `None` if one cannot get so far.
    pub fn time(&self, cm: f64) -> Option<f64> {
        let gates: f64 = self.gates.iter().filter(|g| g.at < cm - EPS).map(|g| g.turns).sum();
        Some(time_over(&self.stretches, cm)? + gates)
    }

    /// How far one gets in so many turns, obstacles included.
    pub fn reach(&self, turns: f64) -> f64 {
        let mut left = turns;
        let mut gates = self.gates.iter().peekable();
        for s in &self.stretches {
            let Some(rate) = s.rate.filter(|r| *r > 0.0) else { return s.from };
            let mut at = s.from;
            while let Some(g) = gates.next_if(|g| g.at < s.to - EPS) {
                let there = g.at.max(at);
                let took = (there - at) / rate;
                if took >= left {
                    return at + left * rate;
                }
                left -= took;
                at = there;
                if g.turns > left {
                    return at;
                }
                left -= g.turns;
            }
            let took = (s.to - at) / rate;
            if took >= left {
                return at + left * rate;
            }
            left -= took;
        }
        self.stretches.last().map_or(0.0, |s| s.to)
    }

    /// What stops it, and where.
    pub fn stopped(&self) -> Option<(f64, Why)> {
        self.stretches.iter().find(|s| s.rate.is_none()).map(|s| (s.from, s.why))
    }
}

/// The row of table III by which a unit goes, and the clause that says so; if it cannot go so at all, the clause that forbids it.
pub fn row(f: &Field, u: &Unit, gait: Gait) -> Result<(Row, Clause), Clause> {
    let iii = || clause!("07.01.1");
    let weight = u.weight.unwrap_or(Weight::Medium);
    if let Some(b) = &u.battery {
        let on_foot = b.harness != Harness::Horse;
        let alone = u.crew_alone() && !u.limbered();
        return match gait {
            Gait::Flight if u.limbered() => Ok((Row::LimbersFlight, iii())),
            Gait::Flight => {
                Ok((if on_foot { Row::FootFlight } else { Row::HorseFlight }, clause!("07.01.5")))
            }
            Gait::Charge if u.limbered() && b.harness == Harness::Horse => Ok((Row::HorseGunsCharge, iii())),
            Gait::Charge
                if u.limbered()
                    && b.harness == Harness::Driven
                    && f.readings.is(reading!("driven-charge", "horse-row")) =>
            {
                Ok((Row::HorseGunsCharge, clause!("07.02.1")))
            }
            Gait::Charge => Err(clause!("07.02.1")),
            Gait::March if alone && !on_foot => Ok((Row::Horse(Weight::Heavy), clause!("07.01.5"))),
            Gait::March if alone && f.readings.is(reading!("gunners-row", "line")) => {
                Ok((Row::FootLine, clause!("07.01.5")))
            }
            Gait::March if alone => Ok((Row::FootSkirmish, clause!("07.01.5"))),
            Gait::March if u.limbered() && b.horses == 0 => Err(clause!("07.01.6")),
            Gait::March if u.limbered() => Ok((Row::Limbered(b.harness, b.weight), iii())),
            Gait::March if b.manned(u.figures) < b.guns => Err(clause!("07.01.4")),
            Gait::March => Ok((Row::Unlimbered(b.weight), clause!("07.01.4"))),
        };
    }
    let body = f.body_of(u).len() > 1 && u.formation != Formation::Square;
    match (u.arm, gait) {
        (Arm::Train, Gait::Charge) => Err(clause!("07.02.1")),
        (Arm::Train | Arm::Artillery, _) => Ok((Row::Wagon, iii())),
        (Arm::Infantry, Gait::Flight) => Ok((Row::FootFlight, iii())),
        (Arm::Infantry, Gait::Charge) => Err(clause!("07.02.1")),
        (Arm::Infantry, Gait::March) if u.working => Ok((Row::FootSkirmish, clause!("07.01.7"))),
        (Arm::Infantry, Gait::March) if body => {
            let deep = f.body_ranks(u) > DEEP.1;
            Ok((if deep { Row::FootSquare } else { Row::FootLine }, clause!("05.01.6.b")))
        }
        (Arm::Infantry, Gait::March) if f.body_of(u).len() > 1 => Ok((Row::FootSquare, clause!("05.02.5"))),
        (Arm::Infantry, Gait::March) => match u.counts_as() {
            Formation::MarchColumn | Formation::SingleFile => Ok((Row::FootMarchColumn, iii())),
            Formation::AttackColumn => Ok((Row::FootAttackColumn, iii())),
            Formation::Line => Ok((Row::FootLine, iii())),
            Formation::Skirmish => Ok((Row::FootSkirmish, iii())),
            Formation::Square if u.faced => Ok((Row::FootLine, clause!("06.02.5"))),
            Formation::Square | Formation::Mass | Formation::Clump => Ok((Row::FootSquare, iii())),
        },
        (Arm::Cavalry, Gait::Flight) => Ok((Row::HorseFlight, iii())),
        (Arm::Cavalry, Gait::Charge) if u.cossacks() => Err(clause!("15.02.1")),
        (Arm::Cavalry, Gait::March) if u.cossacks() => Ok((Row::Horse(weight), clause!("15.02.1"))),
        (Arm::Cavalry, Gait::Charge) if body && f.body_ranks(u) > DEEP.0 => Err(clause!("05.01.6.b")),
        (Arm::Cavalry, Gait::Charge) if u.formation == Formation::Skirmish => Ok((Row::ChargeSwarm, iii())),
        (Arm::Cavalry, Gait::Charge) => Ok((Row::Charge(weight), iii())),
        (Arm::Cavalry, Gait::March) if u.working => Ok((Row::HorseSwarm, clause!("07.01.7"))),
        (Arm::Cavalry, Gait::March) if body => Ok((Row::Horse(weight), clause!("05.01.6.b"))),
        (Arm::Cavalry, Gait::March) => match u.formation {
            Formation::MarchColumn | Formation::SingleFile => Ok((Row::HorseMarchColumn, iii())),
            Formation::Skirmish => Ok((Row::HorseSwarm, iii())),
            _ => Ok((Row::Horse(weight), iii())),
        },
    }
}

/// How often its speed is halved for the way it goes and the horses it has lost, and by which clause; if it may not go that way at all,
/// the clause that forbids it. Dispersed troops go any way.
fn halved(u: &Unit, how: &How) -> Result<(u8, Option<Clause>), Clause> {
    let short = u.battery.as_ref().is_some_and(|b| u.limbered() && b.short_of_horses());
    let horses = if short { (1, Some(clause!("07.01.6"))) } else { (0, None) };
    if how.way == Facing::Ahead || u.dispersed() {
        return Ok(horses);
    }
    let by = || clause!("07.01.2");
    if how.gait != Gait::March {
        return Err(by());
    }
    match u.arm {
        Arm::Infantry => Ok((1, Some(by()))),
        _ if how.way != Facing::Back => Err(by()),
        Arm::Artillery if u.unlimbered() => Ok((0, Some(by()))),
        _ if u.by_figures() && u.arm == Arm::Artillery => Ok((1, Some(by()))),
        _ if how.forced => Ok((1 + horses.0, Some(by()))),
        _ => Err(by()),
    }
}

/// What a stretch of the way is over.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    Difficult(Clause),
    Plantation,
    Water,
    Road,
    Path,
    Bridge,
    Footbridge,
    /// It may not go there.
    Shut(Bar, Clause),
}

/// Who goes.
struct Marcher {
    row: Option<Row>,
    by: Clause,
    /// Why it cannot go at all.
    barred: Option<Clause>,
    halves: u8,
    half_by: Option<Clause>,
    parallel: bool,
    flight: bool,
    /// In march or single-file column, or limbered in column, a wagon, a courier.
    column: bool,
    single: bool,
    guns: bool,
    train: bool,
    horse: bool,
    foot: bool,
    cossacks: bool,
    skirmish: bool,
    ranks: u16,
    dispersed: bool,
    charge: bool,
    /// Backwards, or infantry sideways: no obstacles (07.01.3).
    reversed: bool,
    /// Artillery may cross plantations.
    guns_in_plantations: bool,
    staff: bool,
}

impl Marcher {
    fn of(f: &Field, u: &Unit, how: &How) -> Marcher {
        let gait = how.gait;
        let found = row(f, u, gait);
        let half = halved(u, how);
        let barred = found.err().or(half.err());
        let (halves, half_by) = half.unwrap_or((0, None));
        let columns = matches!(u.formation, Formation::MarchColumn | Formation::SingleFile);
        let guns = u.arm == Arm::Artillery && !u.by_figures();
        Marcher {
            row: found.ok().map(|r| r.0),
            by: found.map_or_else(|c| c, |r| r.1),
            barred,
            halves: halves + how.halves,
            half_by,
            parallel: how.parallel,
            flight: gait == Gait::Flight,
            column: u.arm == Arm::Train || (columns && u.state != State::Complete && (!guns || u.limbered())),
            single: u.formation == Formation::SingleFile,
            guns: guns && (u.limbered() || gait != Gait::Flight),
            train: u.arm == Arm::Train,
            horse: u.arm == Arm::Cavalry || u.mounted(),
            foot: u.arm == Arm::Infantry || (u.crew_alone() && !u.limbered() && !u.mounted()),
            cossacks: u.cossacks(),
            skirmish: u.skirmishing(),
            ranks: f.body_ranks(u),
            dispersed: u.dispersed(),
            charge: gait == Gait::Charge,
            reversed: how.way != Facing::Ahead && !u.dispersed(),
            guns_in_plantations: f.special.guns_in_plantations
                || f.readings.is(reading!("guns-in-plantations", "table")),
            staff: false,
        }
    }

    /// A commander or courier: a rider alone (table III, courier).
    fn staff() -> Marcher {
        Marcher {
            row: Some(Row::Courier),
            by: clause!("07.01.1"),
            barred: None,
            halves: 0,
            half_by: None,
            parallel: false,
            flight: false,
            column: true,
            single: true,
            guns: false,
            train: false,
            horse: true,
            foot: false,
            cossacks: false,
            skirmish: false,
            ranks: 1,
            dispersed: true,
            charge: false,
            reversed: false,
            guns_in_plantations: false,
            staff: true,
        }
    }

    /// Cm a turn on one kind of ground before halving, with the clause; or the clause by which there is none.
    fn on(&self, going: Going) -> Result<Given, Clause> {
        let Some(row) = self.row else { return Err(self.by) };
        let given = |cm: Option<f64>, by: Clause, no: Clause| cm.map(|cm| Given::by(by, cm)).ok_or(no);
        match going {
            Going::Road | Going::Ordinary => given(length(row, going), self.by, self.by),
            Going::Path if self.guns || self.train => Err(clause!("16.02.1.c")),
            Going::Path if !self.single && !self.flight => Err(clause!("skema.III.a")),
            Going::Path => given(length(row, going), clause!("skema.III.a"), clause!("skema.III.a")),
            Going::Difficult => given(length(row, going), clause!("07.03.1"), clause!("07.03.1")),
            Going::Plantation => {
                let no = clause!("16.02.2.a");
                if self.guns && !self.flight && !self.guns_in_plantations {
                    return Err(no);
                }
                // The swarm has a dash where the text lets it go: as the march column.
                let swarm = self.horse && self.skirmish && !self.cossacks && !self.flight;
                let row = if swarm { Row::HorseMarchColumn } else { row };
                let may = self.flight || self.column || self.skirmish || self.guns;
                let may = may && !(self.cossacks && self.skirmish);
                given(length(row, going).filter(|_| may), clause!("07.01.8"), no)
            }
            Going::Watercourse => {
                let may = self.flight || self.column || (self.skirmish && self.horse && !self.cossacks);
                if !may {
                    return Err(clause!("07.04.3"));
                }
                given(length(row, going), clause!("07.04.2"), clause!("07.04.2"))
            }
        }
    }

    /// The same after halving and the limit of the parallel march.
    fn rate(&self, going: Going) -> Result<Given, Clause> {
        let mut g = self.on(going)?;
        if self.parallel {
            let line = length(Row::FootLine, going).or_else(|| length(Row::FootLine, Going::Ordinary));
            if let Some(most) = line.filter(|cm| *cm < g.amount) {
                g = Given::by(clause!("07.06.1"), most);
            }
        }
        for _ in 0..self.halves {
            g.amount /= 2.0;
        }
        if let Some(by) = self.half_by {
            g.clause = by;
        }
        Ok(g)
    }

    /// Cm a turn on the ground that suits it best.
    fn fastest(&self) -> f64 {
        use Going::{Difficult, Ordinary, Path, Plantation, Road, Watercourse};
        let all = [Road, Ordinary, Path, Difficult, Plantation, Watercourse];
        all.into_iter().filter_map(|g| self.rate(g).ok()).map(|g| g.amount).fold(0.0, f64::max)
    }

    /// Turns to pass an obstacle, and by which clause; or the clause by which it cannot (tables VI and VII).
    fn over(&self, o: Obstacle) -> Result<Given, Clause> {
        if o == Obstacle::None || (self.staff && o == Obstacle::I) {
            return Ok(Given::by(clause!("07.05.1"), 0.0));
        }
        if self.reversed {
            return Err(clause!("07.01.3"));
        }
        let arm = if self.guns {
            Arm::Artillery
        } else if self.train {
            Arm::Train
        } else if self.horse {
            Arm::Cavalry
        } else {
            Arm::Infantry
        };
        let by = if o == Obstacle::I { clause!("skema.VII.a") } else { clause!("07.05.1") };
        match features::passage(arm, self.ranks.max(1).into(), o, false) {
            Ok(p) => Ok(Given::by(by, p.time)),
            Err(r) => Err(r.clause.unwrap_or(by)),
        }
    }

    /// May it stand in a wood's edge: infantry with up to 2 ranks (16.02.1.a)?
    fn edges(&self) -> bool {
        self.foot && self.ranks <= EDGE_RANKS && !self.flight
    }
}

impl Walker for Marcher {
    type Over = Over;
    type Why = Why;

    fn pace(&self, over: &[Over]) -> (Option<f64>, Why) {
        match self.paced(over) {
            Ok((g, going)) => (Some(g.amount), Why { clause: g.clause, going, bar: None }),
            Err((bar, clause, going)) => (None, Why { clause, going, bar: Some(bar) }),
        }
    }
}

impl Marcher {
    fn paced(&self, over: &[Over]) -> Result<(Given, Going), (Bar, Clause, Going)> {
        if let Some(by) = self.barred {
            return Err((Bar::Gait, by, Going::Ordinary));
        }
        if let Some((bar, by)) = over.iter().find_map(|o| match o {
            Over::Shut(bar, by) => Some((*bar, *by)),
            _ => None,
        }) {
            return Err((bar, by, Going::Ordinary));
        }
        let has = |o: Over| over.contains(&o);
        // Roads and bridges lead over everything.
        for (o, going) in [
            (Over::Bridge, Going::Road),
            (Over::Road, Going::Road),
            (Over::Footbridge, Going::Path),
            (Over::Path, Going::Path),
        ] {
            if has(o) {
                if let Ok(g) = self.rate(going) {
                    return Ok((g, going));
                }
            }
        }
        let mut slowest: Option<(Given, Going)> = None;
        let mut take = |going: Going, by: Option<Clause>| match self.rate(going) {
            Err(no) => Err((Bar::Ground, no, going)),
            Ok(mut g) => {
                if slowest.is_none_or(|(s, _)| g.amount < s.amount) {
                    if let Some(by) = by.filter(|_| self.half_by.is_none()) {
                        g.clause = by;
                    }
                    slowest = Some((g, going));
                }
                Ok(())
            }
        };
        take(Going::Ordinary, None)?;
        for o in over {
            match *o {
                Over::Difficult(by) => take(Going::Difficult, Some(by))?,
                Over::Plantation => take(Going::Plantation, None)?,
                Over::Water => take(Going::Watercourse, None)?,
                _ => {}
            }
        }
        let (mut g, going) = slowest.ok_or((Bar::Ground, self.by, Going::Ordinary))?;
        let hard = |o: &&Over| matches!(o, Over::Difficult(_) | Over::Plantation | Over::Water);
        if over.iter().filter(hard).count() > 1 {
            // Several kinds under the front rank: the slowest.
            g.clause = clause!("play.ground");
        }
        Ok((g, going))
    }
}

/// Where on a leg some point is on a strip.
fn point_on(r: &Rect, p: V2, dir: V2, length: f64) -> Spans {
    r.grown(EPS).clip(p, p + dir * length).iter().map(|(s, e)| (s * length, e * length)).collect()
}

/// The upright box about all places of a base that goes so far, with a little room.
fn passed(base: &Base, by: V2) -> (V2, V2) {
    let (lo, hi) = base.rect().bounds();
    let room = table::v2(1.0, 1.0);
    let (back, on) = (table::v2(by.x.min(0.0), by.y.min(0.0)), table::v2(by.x.max(0.0), by.y.max(0.0)));
    (lo + back - room, hi + on + room)
}

/// Everything that counts on a straight way.
struct Lay<'a> {
    f: &'a Field,
    w: &'a Marcher,
    base: &'a Base,
    dir: V2,
    leg: Leg,
    /// An upright box that no part of the unit leaves on its way, with a little room.
    bounds: (V2, V2),
    /// Crossings that may lie on its way.
    crossings: SmallVec<[&'a Crossing; 2]>,
    /// Where it follows roads, and where paths.
    road: Spans,
    path: Spans,
    slopes: hills::Slopes,
    /// Linear objects, buildings and unmanned guns, while any part of the unit is on them, and by what the guns are an object.
    objects: SmallVec<[(Obstacle, Span, Option<Clause>); 4]>,
}

impl<'a> Lay<'a> {
    fn new(f: &'a Field, w: &'a Marcher, base: &'a Base, dir: V2, length: f64) -> Lay<'a> {
        let mut lay = Lay::bare(f, w, base, dir, length);
        lay.slopes = hills::Slopes::along(f, lay.leg.middle(), dir, length);
        lay.crossings = f.crossings_in(lay.bounds).collect();
        (lay.road, lay.path) = (lay.tracks(false), lay.tracks(true));
        lay.objects = lay.objects();
        lay
    }

    /// A way on which nothing has been looked for yet.
    fn bare(f: &'a Field, w: &'a Marcher, base: &'a Base, dir: V2, length: f64) -> Lay<'a> {
        let (leg, bounds) = (Leg::new(base, dir, length), passed(base, dir * length));
        let (road, path, slopes) = Default::default();
        let (crossings, objects) = Default::default();
        Lay { f, w, base, dir, leg, bounds, crossings, road, path, slopes, objects }
    }

    /// Cheap: does what lies in that box concern no part of its way?
    fn passes_by(&self, bounds: (V2, V2)) -> bool {
        apart(bounds, self.bounds)
    }

    fn length(&self) -> f64 {
        self.leg.length()
    }

    fn edge(&self) -> (V2, V2) {
        leading_edge(self.base, self.dir)
    }

    /// Where the unit follows a road (or a path): its middle, or the whole of its front rank, is on it (reading `road-front`).
    fn tracks(&self, path: bool) -> Spans {
        if !self.w.column && !self.w.flight {
            return Spans::new();
        }
        let whole = self.f.readings.is(reading!("road-front", "whole"));
        let (a, b) = self.edge();
        let wide = a.dist(b);
        let mut on = Spans::new();
        let mut along = |(p, q): (V2, V2), width: f64| {
            // A base takes up more front than the men it stands for: a road carries any column that keeps to its middle.
            let band = if whole { width.max(wide + 1.0) } else { width };
            let hair = table::v2(band, band);
            let (lo, hi) = ::ground::box_about([p, q].iter());
            if self.passes_by((lo - hair, hi + hair)) {
                return;
            }
            let mut r = strip(p, q, band);
            r.half_depth += band / 2.0;
            let here = |at: V2| point_on(&r, at, self.dir, self.length());
            if whole {
                on.extend(common(&here(a), &here(b)));
            } else {
                on.extend(here(self.leg.middle()));
            }
        };
        // No band reaches farther beyond its road.
        let near = self.f.ground.stretches_in(grown(self.bounds, wide + 1.0 + EPS));
        near.filter(|(t, _)| t.path == path).for_each(|(t, ends)| along(ends, t.road.width));
        for t in self.f.terrain.trails.iter().filter(|t| t.narrow == path) {
            t.path.segments().for_each(|ends| along(ends, t.width));
        }
        if on.is_empty() { on } else { tidy(on, self.length()) }
    }

    /// Where crossings of a kind carry it.
    fn carried(&self, kinds: &[CrossingKind]) -> Spans {
        if self.crossings.is_empty() {
            return Spans::new();
        }
        let all = self.crossings.iter().filter(|c| kinds.contains(&c.kind));
        let on: Spans = all.filter_map(|c| self.leg.filing(&c.rect)).collect();
        tidy(on, self.length())
    }

    /// Where the ground under the front rank (or, read so, under any part of the unit) is of this piece.
    fn under(&self, p: &Patch) -> Spans {
        if self.f.readings.is(reading!("slowest-ground", "any-part")) {
            return tidy(p.area.passages_inside(&self.base.rect(), self.dir), self.length());
        }
        self.leg.over(&p.area)
    }

    /// Divides a way into a wood: how much of it infantry may enter with its two ranks, and where it may go no farther.
    fn edge_of(&self, p: &Patch, spans: &[Span]) -> (Spans, Spans) {
        let deep = self.base.depth.min(self.base.width);
        let (mut edge, mut shut) = (Spans::new(), Spans::new());
        for (from, to) in spans {
            // How deep the front is already in it.
            let at = self.leg.middle() + self.dir * *from;
            let inside: f64 = if *from > EPS {
                0.0
            } else {
                let back = at - self.dir * (4.0 * deep);
                p.area.clip(at, back).first().filter(|s| s.0 < 0.01).map_or(0.0, |s| (s.1 - s.0) * 4.0 * deep)
            };
            // The way out is free for who stands in the edge.
            let out = *from <= EPS && *to < self.length() - EPS && *to <= deep + EPS;
            let free = if out { *to } else { (from + (deep - inside).max(0.0)).min(*to) };
            edge.push((*from, free));
            if free < *to - EPS {
                shut.push((free, *to));
            }
        }
        (edge, shut)
    }

    /// The whole of it, if nothing lies on it that counts.
    fn open(&self) -> Option<Stretch> {
        let length = self.length();
        let open = self.road.is_empty()
            && self.path.is_empty()
            && self.objects.is_empty()
            && self.crossings.is_empty()
            && self.slopes.none()
            && length > EPS
            && self.f.ground.patches_in(self.bounds).next().is_none()
            && self.leg.room(self.f.ground.width, self.f.ground.depth) >= length - EPS;
        let (rate, why) = open.then(|| self.w.pace(&[]))?;
        Some(Stretch { from: 0.0, to: length, rate, why })
    }

    /// The parts of it on which the rate does not change.
    fn stretches(&self) -> Stretches {
        match self.open() {
            Some(open) => Stretches::from_iter([open]),
            None => self.way().divide(self.w),
        }
    }

    fn way(&self) -> Way<Over> {
        let (f, w, length) = (self.f, self.w, self.length());
        let mut way = Way::new(length);
        let (road, path) = (&self.road, &self.path);
        let bridge = if w.column || w.flight {
            use CrossingKind::{PontoonBridge, StoneBridge, WoodenBridge};
            self.carried(&[WoodenBridge, StoneBridge, PontoonBridge])
        } else {
            Spans::new()
        };
        let foot = if (w.single || w.flight) && !w.guns && !w.train {
            self.carried(&[CrossingKind::Footbridge])
        } else {
            Spans::new()
        };
        let ford = self.carried(&[CrossingKind::Ford]);
        let mut tracks = road.clone();
        if w.on(Going::Path).is_ok() {
            tracks.extend(path.iter().copied());
        }
        if w.on(Going::Road).is_err() {
            tracks = if w.on(Going::Path).is_ok() { path.clone() } else { Spans::new() };
        }
        let mut dry = bridge.clone();
        dry.extend(foot.iter().copied());
        let mut wet = Spans::new();
        for p in f.ground.patches_in(self.bounds) {
            self.patch(&mut way, p, &tracks, &dry, &ford, &mut wet);
        }
        // Where water is not bridged, the road is no road.
        way.put(Over::Road, &without(road, &wet));
        way.put(Over::Path, &without(path, &wet));
        way.put(Over::Bridge, &bridge);
        way.put(Over::Footbridge, &foot);
        for s in self.slopes.steep() {
            way.put(Over::Difficult(clause!("07.03.2")), &[s]);
        }
        for (o, span, _) in &self.objects {
            // Who stands across it already may go off it: somewhere it must go.
            let ahead = if span.0 > -10.0 * EPS { std::slice::from_ref(span) } else { &[] };
            if let Err(by) = w.over(*o) {
                way.put(Over::Shut(Bar::Object, by), ahead);
            }
        }
        for (at, wide) in self.slopes.narrow() {
            if let Err(by) = w.over(narrow_step(wide)) {
                way.put(Over::Shut(Bar::Object, by), &without(&[(at, length)], &tracks));
            }
        }
        let room = self.leg.room(f.ground.width, f.ground.depth);
        if room < length - EPS {
            way.put(Over::Shut(Bar::Edge, clause!("play.interrupt")), &[(room, length)]);
        }
        way
    }

    fn patch(
        &self,
        way: &mut Way<Over>,
        p: &Patch,
        tracks: &[Span],
        dry: &[Span],
        ford: &[Span],
        wet: &mut Spans,
    ) {
        let w = self.w;
        let on = self.under(p);
        let shut = |by: Clause| Over::Shut(Bar::Ground, by);
        match p.kind {
            PatchKind::Soft | PatchKind::Town => {}
            PatchKind::Difficult | PatchKind::Scrub | PatchKind::Garden => {
                way.put(Over::Difficult(clause!("07.03.2")), &on);
            }
            PatchKind::Impassable => way.put(shut(clause!("play.interrupt")), &on),
            PatchKind::Lake => way.put(shut(clause!("07.04.1.a")), &without(&on, dry)),
            PatchKind::Swamp => way.put(shut(clause!("07.04.6")), &without(&without(&on, tracks), dry)),
            PatchKind::Wood => {
                let off = without(&on, tracks);
                let (edge, deep) = if w.edges() { self.edge_of(p, &off) } else { (Spans::new(), off) };
                way.put(Over::Difficult(clause!("16.02.1.b")), &edge);
                way.put(shut(clause!("16.02.1.a")), &deep);
            }
            PatchKind::Plantation => {
                let off = without(&on, tracks);
                if w.edges() && w.on(Going::Plantation).is_err() {
                    let (edge, deep) = self.edge_of(p, &off);
                    way.put(Over::Difficult(clause!("16.02.1.b")), &edge);
                    way.put(shut(clause!("16.02.2.a")), &deep);
                } else {
                    way.put(Over::Plantation, &off);
                }
            }
            PatchKind::Water => {
                let off = without(&on, dry);
                if p.width < STREAM.0 - 1e-9 {
                    if let Err(by) = w.over(ditch()) {
                        way.put(Over::Shut(Bar::Object, by), &without(&off, tracks));
                    }
                    return;
                }
                wet.extend(off.iter().copied());
                if p.width > STREAM.1 + EPS && !w.flight {
                    way.put(shut(self.no_water(dry)), &without(&off, ford));
                    way.put(Over::Water, &common(&off, ford));
                } else {
                    way.put(Over::Water, &off);
                }
            }
        }
    }

    /// Why wide water stops it: it comes to a bridge in the wrong formation, or there is none.
    fn no_water(&self, dry: &[Span]) -> Clause {
        let at = |kinds: &[CrossingKind]| !self.carried(kinds).is_empty();
        if dry.is_empty() && at(&[CrossingKind::Footbridge]) {
            return clause!("07.04.4.b");
        }
        use CrossingKind::{PontoonBridge, StoneBridge, WoodenBridge};
        if dry.is_empty() && at(&[WoodenBridge, StoneBridge, PontoonBridge]) {
            return clause!("07.04.4.a");
        }
        clause!("07.04.1.a")
    }

    fn objects(&self) -> SmallVec<[(Obstacle, Span, Option<Clause>); 4]> {
        let mut all = SmallVec::new();
        let mut put = |o: Obstacle, span: Span, by: Option<Clause>| all.push((o, span, by));
        let (least, most) = self.bounds;
        let mut cross = |l: &Line| {
            for (a, b) in l.standing() {
                let r = strip(a, b, l.depth.max(2.0 * EPS));
                if let Some(s) = self.leg.on(&r) {
                    put(l.obstacle, s, None);
                }
            }
        };
        let near = self.f.lines.near(self.bounds, 0.0).map(|(_, l)| l);
        near.filter(|l| l.obstacle != Obstacle::None && !l.passes_by(self.bounds, 0.0)).for_each(&mut cross);
        for (_, h) in self.f.ground.buildings_in(grown(self.bounds, 2.0 * EPS)) {
            // A building is entered, not marched through (17.01.2.b).
            if let Some(s) = self.leg.on(&h.rect()) {
                put(Obstacle::Impassable, s, None);
            }
        }
        let past = |g: &Base| {
            if let Some(s) =
                Some(g).filter(|g| !g.beside(least, most, 0.0)).and_then(|g| self.leg.on(&g.rect()))
            {
                put(unmanned_guns(), s, Some(clause!("01.03.5")));
            }
        };
        self.f.units.guns_left().iter().for_each(past);
        all
    }

    /// Does its leading edge lie on the rim of a piece of ground, which it has not entered (play.footprint)?
    fn at_rim(&self, p: &Patch) -> bool {
        let hair = 10.0 * EPS;
        let leg = Leg::new(&self.base.moved(self.dir * -hair), self.dir, 2.0 * hair);
        leg.over(&p.area).first().is_some_and(|s| s.0 > EPS)
    }

    /// What is passed on the way, in order.
    fn gates(&self) -> SmallVec<[Gate; 2]> {
        let (f, w) = (self.f, self.w);
        let mut all: SmallVec<[Gate; 2]> = SmallVec::new();
        let mut put = |at: f64, o: Obstacle, grade: Option<Clause>, stays: bool, what: Option<Clause>| {
            if at < -EPS || at > self.length() + EPS {
                return;
            }
            let Ok(g) = w.over(o) else { return };
            let (turns, clause) = (g.amount, what.unwrap_or(g.clause));
            let ends_charge = (w.charge && !stays).then(|| clause!("07.02.6"));
            all.push(Gate { at: at.max(0.0), obstacle: o, turns, clause, grade, ends_charge });
        };
        let closed = |o: Obstacle| (o != Obstacle::None && !w.dispersed).then(|| clause!("07.05.4.a"));
        self.objects.iter().for_each(|(o, span, what)| put(span.0, *o, closed(*o), false, *what));
        let mut tracks: Spans = if w.on(Going::Road).is_ok() { self.road.clone() } else { Spans::new() };
        if w.on(Going::Path).is_ok() {
            tracks.extend(self.path.iter().copied());
        }
        use CrossingKind::{Footbridge, PontoonBridge, StoneBridge, WoodenBridge};
        let mut dry = Spans::new();
        if w.column || w.flight {
            dry.extend(self.carried(&[WoodenBridge, StoneBridge, PontoonBridge]));
        }
        if w.single || w.flight {
            dry.extend(self.carried(&[Footbridge]));
        }
        for p in f.ground.patches_in(self.bounds) {
            match p.kind {
                PatchKind::Wood | PatchKind::Plantation if !w.guns && !w.staff => {
                    for (from, to) in without(&self.under(p), &tracks) {
                        let o = wood_edge();
                        if from > EPS || self.at_rim(p) {
                            put(from, o, closed(o), false, None);
                        }
                        if to < self.length() - EPS {
                            put(to, o, closed(o), false, None);
                        }
                    }
                }
                PatchKind::Water => {
                    let narrow = p.width < STREAM.0 - 1e-9;
                    let as_ditch = narrow && f.readings.is(reading!("stream-grade", "ditch"));
                    let mut off = without(&self.under(p), &dry);
                    if narrow {
                        // A road leads over a ditch.
                        off = without(&off, &tracks);
                    }
                    for (from, _) in off {
                        let wet = || (!w.staff).then(|| clause!("07.04.5"));
                        if narrow {
                            let grade = if as_ditch { closed(ditch()) } else { wet() };
                            put(from, ditch(), grade, false, Some(clause!("07.04.1.b")));
                        } else if from > EPS || self.at_rim(p) {
                            put(from, Obstacle::None, wet(), true, None);
                        }
                    }
                }
                _ => {}
            }
        }
        for (at, wide) in self.slopes.narrow() {
            let o = narrow_step(wide);
            if o != Obstacle::None && w.on(Going::Ordinary).is_ok() {
                put(at, o, closed(o), false, None);
            }
        }
        all.sort_by(|a, b| a.at.total_cmp(&b.at));
        all
    }
}

/// Divides the straight way of a unit from `base` along `dir` where its rate changes, and says what it passes. After a stretch that it
/// may not enter there is none.
pub fn course(f: &Field, u: &Unit, base: &Base, dir: V2, length: f64, how: &How) -> Course {
    if !(length > 0.0 && length.is_finite() && dir.is_finite() && base.front.is_finite()) {
        return Course::default();
    }
    let w = Marcher::of(f, u, how);
    walked(f, &w, base, dir.unit(), length)
}

fn walked(f: &Field, w: &Marcher, base: &Base, dir: V2, length: f64) -> Course {
    let lay = Lay::new(f, w, base, dir, length);
    if let Some(open) = lay.open() {
        return Course { stretches: Stretches::from_iter([open]), ..Course::default() };
    }
    let stretches = lay.way().divide(w);
    let end = stretches.iter().find(|s| s.rate.is_none()).map_or(length, |s| s.from);
    let mut gates = lay.gates();
    gates.retain(|g| g.at < end - EPS || (end >= length - EPS && g.at < length));
    Course { stretches, gates }
}

/// The same straight the way it is ordered to go.
pub fn ahead(f: &Field, u: &Unit, length: f64, how: &How) -> Course {
    course(f, u, &u.base, crate::stance::way(&u.base, how.way), length, how)
}

/// The rate of a unit as it stands there, with the clause that decides it; if it cannot go, the clause that forbids it.
pub fn rate_at(f: &Field, u: &Unit, base: &Base, how: &How) -> Result<Given, Clause> {
    let dir = crate::stance::way(base, how.way);
    if !(dir.is_finite() && base.front.is_finite()) {
        return Err(clause!("07.01.1"));
    }
    let w = Marcher::of(f, u, how);
    // What it would have to pass is no matter.
    match Lay::new(f, &w, base, dir.unit(), 8.0 * EPS).stretches().first() {
        Some(s) => s.rate.map(|cm| Given::by(s.why.clause, cm)).ok_or(s.why.clause),
        None => Err(clause!("07.01.1")),
    }
}

/// Its march length on one kind of ground, whatever ground it is on.
pub fn length_on(f: &Field, u: &Unit, going: Going, how: &How) -> Result<Given, Clause> {
    let w = Marcher::of(f, u, how);
    match w.barred {
        Some(by) => Err(by),
        None => w.rate(going),
    }
}

/// The longest ordinary march of a unit in a turn, on the ground that suits it best; nothing if it cannot march.
pub fn best_march(f: &Field, u: &Unit) -> f64 {
    Marcher::of(f, u, &How::ahead(Gait::March)).fastest()
}

/// Turns to pass an obstacle of this grade, or the clause by which the unit cannot (tables VI and VII).
pub fn passage(f: &Field, u: &Unit, o: Obstacle, how: &How) -> Result<Given, Clause> {
    Marcher::of(f, u, how).over(o)
}

/// Does any part of the unit stand in difficult terrain (06.02.3)?
pub fn in_difficult(f: &Field, u: &Unit) -> bool {
    let kind = |p: &Patch| {
        matches!(p.kind, PatchKind::Difficult | PatchKind::Scrub | PatchKind::Garden | PatchKind::Wood)
    };
    let tiny = 8.0 * EPS;
    f.on_patches(u).any(kind) || !hills::Slopes::along(f, u.base.front, u.base.dir, tiny).steep().is_empty()
}

/// A staff figure's straight way to a place: a rider alone, over the ground he crosses.
pub fn staff_course(f: &Field, s: &Staff, to: V2) -> Course {
    rider_course(f, s.base().front, to)
}

/// The same from any place.
pub fn rider_course(f: &Field, from: V2, to: V2) -> Course {
    let length = from.dist(to);
    if !(length > EPS && length.is_finite()) {
        return Course::default();
    }
    let dir = (to - from).unit();
    walked(f, &Marcher::staff(), &rider(from, dir), dir, length)
}

/// The ground that counts under a rider.
fn rider(at: V2, dir: V2) -> Base {
    Base { front: at, dir, width: 4.0 * EPS, depth: 4.0 * EPS }
}

/// A commander or courier over open ground, roads and paths: his paces, worked out once.
struct Rider;

impl Walker for Rider {
    type Over = Over;
    type Why = Why;

    fn pace(&self, over: &[Over]) -> (Option<f64>, Why) {
        let [open, road, path] = Rider::paces();
        match over {
            [] => *open,
            _ if over.contains(&Over::Road) => *road,
            _ => *path,
        }
    }
}

impl Rider {
    /// Over open ground, on a road and on a path.
    fn paces() -> &'static [(Option<f64>, Why); 3] {
        static PACES: OnceLock<[(Option<f64>, Why); 3]> = OnceLock::new();
        let each = [&[][..], &[Over::Road], &[Over::Path]];
        PACES.get_or_init(|| each.map(|over| Marcher::staff().pace(over)))
    }
}

/// An upright box on which nothing lies that counts for a rider but roads, and perhaps guns without gunners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Open {
    about: Box2,
    roads: bool,
    paths: bool,
    /// Cm from the start of the ways that are looked for to the nearest of these, or less.
    off: f64,
}

impl Open {
    /// One about a way with some room beside it, and whether it is open. Other ways in it begin where this one does.
    pub fn about(f: &Field, from: V2, to: V2, room: f64) -> (Open, bool) {
        let about = grown(::ground::box_about([from, to].iter()), room);
        // What touches no way within it lies beyond this.
        let near = grown(about, 1.0 + 10.0 * EPS);
        let (mut roads, mut paths, mut off) = (false, false, f64::INFINITY);
        for (t, (p, q)) in f.ground.stretches_in(grown(near, 1.0 + 10.0 * EPS)) {
            off = off.min(Rect::between(p, q).gap_to_point(from) - t.road.width.max(2.0));
            if t.path {
                paths = true;
            } else {
                roads = true;
            }
        }
        let open = f.terrain.trails.is_empty()
            && f.ground.patches_in(near).next().is_none()
            && f.ground.hills_in(grown(near, hills::ABOUT)).next().is_none()
            && f.ground.buildings_in(near).next().is_none()
            && f.crossings_in(near).next().is_none()
            && f.lines.near(near, 0.0).next().is_none();
        (Open { about, roads, paths, off }, open)
    }

    /// Does the way between two places stay in it?
    pub fn holds(&self, from: V2, to: V2) -> bool {
        let (lo, hi) = self.about;
        let within = |p: V2| p.x >= lo.x && p.x <= hi.x && p.y >= lo.y && p.y <= hi.y;
        within(from) && within(to)
    }

    /// A rider's way in it, if it is open and no guns without gunners stand there: the same that [`rider_course`] finds.
    pub fn course(&self, f: &Field, from: V2, to: V2) -> Option<Course> {
        if !self.is_clear(f, from, to, from.dist(to)) {
            return None;
        }
        let stretches = self.ridden(f, from, to).unwrap_or_else(|| {
            let (rate, why) = Rider.pace(&[]);
            Stretches::from_iter([Stretch { from: 0.0, to: from.dist(to), rate, why }])
        });
        Some(Course { stretches, ..Course::default() })
    }

    /// How far a rider comes in so many turns on that way, if he can have come to no road.
    pub fn reach(&self, f: &Field, from: V2, to: V2, turns: f64) -> Option<f64> {
        let rate = Rider::paces()[0].0.filter(|r| *r > 0.0)?;
        let length = from.dist(to);
        let come = if length / rate >= turns { turns * rate } else { length };
        (come < self.off && self.is_clear(f, from, to, length)).then_some(come)
    }

    /// He comes no further than so far in so many turns, if that is not far enough for a road: whatever lies there besides, holds him up.
    pub fn at_most(&self, turns: f64) -> Option<f64> {
        Rider::paces()[0].0.map(|rate| rate * turns).filter(|come| *come < self.off)
    }

    /// A rider's way on which nothing lies but roads and paths, if it follows any of them.
    fn ridden(&self, f: &Field, from: V2, to: V2) -> Option<Stretches> {
        if !self.roads && !self.paths {
            return None;
        }
        let w = Marcher::staff();
        let (dir, length) = ((to - from).unit(), from.dist(to));
        let foot = rider(from, dir);
        let lay = Lay::bare(f, &w, &foot, dir, length);
        let on = |path: bool, any: bool| if any { lay.tracks(path) } else { Spans::new() };
        let (road, path) = (on(false, self.roads), on(true, self.paths));
        if road.is_empty() && path.is_empty() {
            return None;
        }
        let mut way = Way::new(length);
        way.put(Over::Road, &road);
        way.put(Over::Path, &path);
        Some(way.divide(&Rider))
    }

    /// Is there a way between two places in it on which no guns without gunners stand?
    fn is_clear(&self, f: &Field, from: V2, to: V2, length: f64) -> bool {
        let (x, y) = (f.ground.width - 10.0 * EPS, f.ground.depth - 10.0 * EPS);
        let inside = |p: V2| p.x > 10.0 * EPS && p.y > 10.0 * EPS && p.x < x && p.y < y;
        let long = length > EPS && length.is_finite();
        let guns = || {
            let (lo, hi) = grown(self.about, 1.0 + 10.0 * EPS);
            f.units.guns_left().iter().any(|g| !g.beside(lo, hi, 0.0))
        };
        long && inside(from) && inside(to) && !guns()
    }
}

/// The clause by which the straight line between two places has ground or an object on it that the unit could never pass: an impassable
/// obstacle between them (12.03.7.6).
pub fn closed_between(f: &Field, u: &Unit, from: V2, to: V2) -> Option<Clause> {
    let length = from.dist(to);
    if length <= EPS {
        return None;
    }
    let dir = (to - from).unit();
    let mut w = Marcher::of(f, u, &How::ahead(Gait::March));
    (w.barred, w.half_by, w.halves) = (None, None, 0);
    let foot = Base { front: from, dir, width: 4.0 * EPS, depth: 4.0 * EPS };
    let stretches = Lay::new(f, &w, &foot, dir, length).stretches();
    let shut = stretches.iter().find(|s| s.rate.is_none())?;
    (length - shut.from > 10.0 * EPS).then_some(shut.why.clause)
}

/// Is the unit in the edge of a wood or plantation: infantry with at most two ranks whose bases reach to its rim (16.02.1.a)?
pub fn in_edge(p: &Patch, u: &Unit) -> bool {
    let rect = u.base.rect();
    let rim = || {
        p.area.edges().any(|(a, b)| Rect::between(a, b).gap(&rect) <= crate::book::stand::BASE_CONTACT + EPS)
    };
    u.arm == Arm::Infantry && u.ranks() <= EDGE_RANKS && rim()
}
