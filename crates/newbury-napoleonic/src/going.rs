//! What ground a body goes over, how fast, and what it must cross (chapter 12, tables 4 and 5, play.ground). The gait's rate is another's; here
//! it is fractions of it, and times of obstacles.

use crate::Field;
use crate::book::march::{Crossing, Goer};
use crate::book::{TOLERANCE, numbers};
use crate::formation::Formation;
use crate::ground::LineId;
use crate::terrain::{Going, Obstacle, Slope, Terrain, Weather};
use crate::underfoot::Underfoot;
use crate::unit::{State, Unit};
use crate::{clause, reading};
use smallvec::SmallVec;
use table::{Base, V2};
use umpire::Clause;

/// A leg is looked at in steps of so many centimetres, and its leading edge at so many places.
const STEP: f64 = 0.5;
pub(crate) const ABREAST: usize = 9;
/// Within so many degrees of straight up or down (play.ground).
pub(crate) const STRAIGHT: f64 = 45.0;
/// The middle of a front is on a road no further off than half its width and this.
const ON_ROAD: f64 = 0.5;

/// A stretch of a leg on which the ground is the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    pub from: f64,
    pub to: f64,
    /// Of the gait's rate; `None` may not be entered.
    pub fraction: Option<f64>,
    pub kind: Terrain,
    pub slope: Option<(Slope, Going)>,
    pub by: Clause,
}

/// An obstacle met on a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    pub line: LineId,
    pub kind: Obstacle,
    /// How far along the leg the front reaches it.
    pub at: f64,
    /// Moves that it takes; `None` where one may not cross (table 5).
    pub time: Option<f64>,
    pub by: Clause,
}

/// The kind of ground at a place, and its slope for one who goes some way there.
pub type Lies = (Terrain, Option<(Slope, Going)>);

/// A straight leg over the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Over {
    pub stretches: SmallVec<[Stretch; 4]>,
    pub met: SmallVec<[Met; 2]>,
}

/// By which column of table 4 a body goes: routers count as open order (play.rout).
pub fn goer(u: &Unit) -> Goer {
    if u.arm().battery() && u.formation() == Formation::Limbered {
        Goer::Teams
    } else if u.open_order() || u.state == State::Routing {
        Goer::Skirmishers
    } else {
        Goer::Others
    }
}

/// In march column or limbered one behind another: what follows a road (play.ground).
pub fn files_on_roads(u: &Unit) -> bool {
    match u.formation() {
        Formation::MarchColumn => true,
        Formation::Limbered => u.drawn.files == 1 || u.battery.as_ref().is_some_and(|b| b.guns.len() == 1),
        _ => false,
    }
}

/// The places of an edge at which it is looked. A hair's breadth at both ends does not count, so that one may march along a wood.
pub(crate) fn place_of((a, b): (V2, V2), n: usize) -> V2 {
    a.lerp(b, (n as f64 + 0.5) / ABREAST as f64)
}

/// Ground in which a charge keeps its full move (12.1.b).
pub fn chargeable(kind: Terrain, slope: Option<(Slope, Going)>) -> bool {
    let ground = matches!(
        kind,
        Terrain::Open
            | Terrain::Scrub
            | Terrain::Field
            | Terrain::Ford
            | Terrain::Mud
            | Terrain::LightWood
            | Terrain::Orchard
    );
    ground && slope != Some((Slope::Steep, Going::Up))
}

impl Field {
    /// What lies at a place for one who goes that way there.
    pub fn ground_at(&self, p: V2, dir: V2) -> Lies {
        let slope = self.ground.slope(p).map(|s| {
            let off = dir.angle_to(s.up(p)).to_degrees();
            let going = if off <= STRAIGHT + 1e-9 {
                Going::Up
            } else if off >= 180.0 - STRAIGHT - 1e-9 {
                Going::Down
            } else {
                Going::Across
            };
            (s.slope, going)
        });
        (self.ground.kind(p), slope)
    }

    /// Is the middle of a front on a road or a bridge?
    pub fn on_road(&self, p: V2) -> bool {
        let road = self.ground.roads.between(p.x - ON_ROAD, p.x + ON_ROAD).any(|(_, r)| {
            r.path.nearest(p).is_some_and(|(off, _, _)| off <= r.width / 2.0 + ON_ROAD + TOLERANCE)
        });
        road || self.on_bridge(p)
    }

    pub fn on_bridge(&self, p: V2) -> bool {
        self.ground.bridges.iter().any(|b| b.rect.contains(p, TOLERANCE))
    }

    /// The fraction of the rate at a place, and why (table 4, 12.1.b, 12.7.g).
    fn fraction(
        &self,
        who: Goer,
        guns: bool,
        charging: bool,
        (kind, slope): Lies,
    ) -> (Option<f64>, Terrain, Option<(Slope, Going)>, Clause) {
        if charging && chargeable(kind, slope) {
            return (Some(1.0), kind, slope, clause!("12.1.b"));
        }
        let m = &numbers().march;
        let Some(mut f) = m.fraction(kind, who) else { return (None, kind, slope, clause!("T4")) };
        let mut by = clause!("T4");
        // In rain guns treat all ground as mud, which does not add to ground that is as slow.
        if guns && self.sky.weather == Weather::Rain {
            let mud = m.fraction(Terrain::Mud, who).unwrap_or(1.0);
            if f > mud {
                f = mud;
                by = clause!("12.7.g");
            }
        }
        if let Some((s, g)) = slope {
            f *= m.slope(s, g, who);
        }
        (Some(f), kind, slope, by)
    }

    /// The ground under the leading edge of a body there: the slowest that at least half of it is on, or a forbidden kind as soon as any
    /// of it is (play.ground). Open order goes by any figure.
    pub fn pace_at(&self, u: &Unit, edge: (V2, V2), dir: V2, charging: bool) -> Stretch {
        let places = || std::array::from_fn(|n| self.ground_at(place_of(edge, n), dir));
        let on_road = self.pace_on_road(u, edge, dir, charging);
        on_road.unwrap_or_else(|| self.pace_over(u, &places(), charging))
    }

    /// The pace of those who file along a road or over a bridge, if they are on one.
    fn pace_on_road(&self, u: &Unit, edge: (V2, V2), dir: V2, charging: bool) -> Option<Stretch> {
        let roads = !self.readings.is(reading!("roads", "none"));
        let middle = (edge.0 + edge.1) * 0.5;
        if !(roads && files_on_roads(u) && self.on_road(middle)) {
            return None;
        }
        let (_, slope) = self.ground_at(middle, dir);
        let m = &numbers().march;
        let f = slope.map_or(1.0, |(s, g)| if charging { 1.0 } else { m.slope(s, g, goer(u)) });
        Some(Stretch {
            from: 0.0,
            to: 0.0,
            fraction: Some(f),
            kind: Terrain::Open,
            slope,
            by: clause!("play.ground"),
        })
    }

    /// The pace over what lies at each place of the edge.
    fn pace_over(&self, u: &Unit, places: &[Lies; ABREAST], charging: bool) -> Stretch {
        let (who, guns) = (goer(u), u.arm().battery());
        let one = |lies: Lies| {
            let (fraction, kind, slope, by) = self.fraction(who, guns, charging, lies);
            Stretch { from: 0.0, to: 0.0, fraction, kind, slope, by }
        };
        if places.iter().all(|p| *p == places[0]) {
            return one(places[0]);
        }
        let mut all: SmallVec<[Stretch; ABREAST]> = SmallVec::new();
        for lies in places {
            let here = one(*lies);
            if here.fraction.is_none() {
                return here;
            }
            all.push(here);
        }
        all.sort_by(|a, b| a.fraction.unwrap_or(0.0).total_cmp(&b.fraction.unwrap_or(0.0)));
        if u.open_order() { all[0] } else { all[all.len() / 2] }
    }

    /// What a straight leg of a body goes over.
    pub fn over(&self, u: &Unit, from: &Base, dir: V2, length: f64, charging: bool) -> Over {
        self.over_stretches(u, from, dir, length, charging, usize::MAX)
    }

    /// The same, and no more of it than the first stretch.
    pub fn over_first(&self, u: &Unit, from: &Base, dir: V2, length: f64, charging: bool) -> Over {
        self.over_stretches(u, from, dir, length, charging, 1)
    }

    fn over_stretches(
        &self,
        u: &Unit,
        from: &Base,
        dir: V2,
        length: f64,
        charging: bool,
        most: usize,
    ) -> Over {
        let (a, b) = ::ground::leading_edge(from, dir);
        let mut stretches: SmallVec<[Stretch; 4]> = SmallVec::new();
        let steps = (length / STEP).ceil().max(1.0) as u32;
        let step = |i: u32| (f64::from(i) * STEP, (f64::from(i + 1) * STEP).min(length));
        let middle = |i: u32| (step(i).0 + step(i).1) / 2.0;
        let roads = files_on_roads(u) && self.roads_about((a + b) * 0.5, dir * length);
        let mut under = Underfoot::new(self, (a, b), dir, length);
        let mut i = 0;
        while i < steps {
            let at = middle(i);
            let (edge, first) = ((a + dir * at, b + dir * at), i);
            let on_road = if roads { self.pace_on_road(u, edge, dir, charging) } else { None };
            let (here, sure) = match on_road {
                Some(here) => (here, at),
                None => {
                    let until = under.look(edge, at);
                    (self.pace_over(u, &under.places, charging), if roads { at } else { until })
                }
            };
            // The same up to there; what may not be entered ends the leg.
            i += 1;
            while i < steps && here.fraction.is_some() && middle(i) < sure {
                i += 1;
            }
            let (s, e) = (step(first).0, step(i - 1).1);
            let full = stretches.len() == most;
            match stretches.last_mut() {
                Some(last)
                    if last.fraction == here.fraction
                        && last.kind == here.kind
                        && last.slope == here.slope =>
                {
                    last.to = e;
                }
                _ if full => break,
                _ => stretches.push(Stretch { from: s, to: e, ..here }),
            }
            if here.fraction.is_none() {
                break;
            }
        }
        Over { stretches, met: self.met(u, (a, b), dir, length) }
    }

    /// May the middle of a front come upon a road or a bridge on such a way?
    fn roads_about(&self, from: V2, by: V2) -> bool {
        let (west, east) = (from.x + by.x.min(0.0) - 2.0 * ON_ROAD, from.x + by.x.max(0.0) + 2.0 * ON_ROAD);
        !self.ground.bridges.is_empty() || self.ground.roads.between(west, east).next().is_some()
    }

    /// Obstacles that a leading edge meets, in order. At a bridge or a gate on a road there is none.
    fn met(&self, u: &Unit, (a, b): (V2, V2), dir: V2, length: f64) -> SmallVec<[Met; 2]> {
        let mut all: SmallVec<[Met; 2]> = SmallVec::new();
        let by = dir * length;
        let (west, east) = (a.x.min(b.x) + by.x.min(0.0), a.x.max(b.x) + by.x.max(0.0));
        for (n, line) in self.ground.lines.between(west, east) {
            let gaps = self.gaps.get(n).map_or(&[][..], |g| &g[..]);
            let first = ::ground::standing(&line.path, gaps)
                .iter()
                .filter_map(|(p, q)| first_touch((a, b), dir, length, (*p, *q)))
                .fold(f64::INFINITY, f64::min);
            if !first.is_finite() {
                continue;
            }
            let middle = (a + b) * 0.5 + dir * first;
            let roads = !self.readings.is(reading!("roads", "none"));
            if self.on_bridge(middle) || (roads && files_on_roads(u) && self.on_road(middle)) {
                continue;
            }
            let crossing = numbers().march.crossing(line.kind, goer(u), u.mounted());
            let ranks = u.plan(&self.options).ranks.max(1);
            let time = crossing.map(|Crossing { first_rank, further_rank }| {
                first_rank + further_rank * f64::from(ranks - 1)
            });
            let line_id = LineId(n as u16);
            all.push(Met { line: line_id, kind: line.kind, at: first, time, by: clause!("T5") });
        }
        all.sort_by(|x, y| x.at.total_cmp(&y.at).then(x.line.cmp(&y.line)));
        all
    }
}

impl Over {
    /// Moves for the whole of it at such a rate; `None` where one cannot get so far.
    pub fn time(&self, rate: f64) -> Option<f64> {
        let mut t = 0.0;
        for s in &self.stretches {
            let f = s.fraction.filter(|f| *f > 0.0)?;
            t += (s.to - s.from) / (rate * f);
        }
        for m in &self.met {
            t += m.time?;
        }
        Some(t)
    }

    /// How far one gets in such a time at such a rate.
    pub fn reach(&self, rate: f64, time: f64) -> f64 {
        let (mut left, mut at) = (time, 0.0);
        let mut met = self.met.iter().peekable();
        for s in &self.stretches {
            let Some(f) = s.fraction.filter(|f| *f > 0.0) else { return at };
            while let Some(m) = met.next_if(|m| m.at <= s.to) {
                let way = (m.at - at).max(0.0);
                let spent = way / (rate * f);
                if spent >= left {
                    return at + left * rate * f;
                }
                (left, at) = (left - spent, m.at);
                match m.time {
                    Some(t) if t <= left => left -= t,
                    _ => return at,
                }
            }
            let way = (s.to - at).max(0.0);
            let spent = way / (rate * f);
            if spent >= left {
                return at + left * rate * f;
            }
            (left, at) = (left - spent, s.to);
        }
        at
    }
}

/// How far an edge goes along a direction until it first has a point in common with a line.
fn first_touch((a, b): (V2, V2), dir: V2, length: f64, (p, q): (V2, V2)) -> Option<f64> {
    let mut first: Option<f64> = None;
    let mut take = |t: f64| {
        if (-table::EPS..=length).contains(&t) {
            first = Some(first.map_or(t.max(0.0), |x: f64| x.min(t.max(0.0))));
        }
    };
    let by = dir * length;
    for c in [a, b] {
        if let Some(t) = ::ground::crossing(c, c + by, p, q) {
            take(t * length);
        }
    }
    // The ends of the line against the edge.
    for e in [p, q] {
        if let Some(t) = ::ground::crossing(e, e - by, a, b) {
            take(t * length);
        }
    }
    first
}
