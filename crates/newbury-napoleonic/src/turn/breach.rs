//! Gaps that guns make in obstacles and in the walls of houses (16.8).

use super::fire::Blow;
use super::lanes::{Laid, Share};
use crate::battle::Battle;
use crate::event::Kind;
use crate::formation::Formation;
use crate::procedures::artillery::{Artillery, GunReadings, Guns};
use crate::procedures::demolition::{Breach, BreachSituation};
use crate::procedures::gunnery::GunRate;
use crate::terrain::{Cover, Obstacle, Weather};
use crate::troop::Ammunition;
use crate::unit::UnitId;
use crate::{clause, say};
use table::V2;
use umpire::{HandDice, Procedure, Refusal, allow, judge};

/// A place is aimed at that lies so near an obstacle.
const AIMED: f64 = 1.5;
/// Millimetres in a centimetre.
const MM: f64 = 10.0;

/// What is breached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mark {
    /// A linear obstacle, and how far along it.
    Line(usize, f64),
    /// A wall of a house.
    Wall(usize, usize),
}

/// What makes a gap.
fn solid(a: Ammunition) -> bool {
    matches!(a, Ammunition::RoundShot | Ammunition::Shell | Ammunition::RocketShell)
}

impl Battle {
    /// The wall, fence or hedge at a place, or the wall of a house.
    fn mark_at(&self, p: V2) -> Option<(Mark, V2)> {
        let g = &self.field.ground;
        let stands = |k: Obstacle| matches!(k, Obstacle::Wall | Obstacle::Fence | Obstacle::Hedge);
        let lines = g.lines.iter().enumerate().filter(|(_, l)| stands(l.kind)).filter_map(|(n, l)| {
            let (off, along, _) = l.path.nearest(p)?;
            Some((off, Mark::Line(n, along), l.path.at(along)?.0))
        });
        let walls = g.buildings.iter().enumerate().flat_map(|(n, b)| {
            b.walls().into_iter().enumerate().map(move |(w, (a, c, _))| {
                let l2 = (c - a).len2().max(1e-9);
                let at = a.lerp(c, ((p - a).dot(c - a) / l2).clamp(0.0, 1.0));
                (at.dist(p), Mark::Wall(n, w), at)
            })
        });
        let near = lines.chain(walls).filter(|(off, ..)| *off <= AIMED);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, m, at)| (m, at))
    }

    /// What of a battery fires at a place of an obstacle: guns round shot, howitzers and launchers shell (16.8.a).
    pub(super) fn laid_at(&self, u: UnitId, at: V2, load: impl Fn(Ammunition) -> bool) -> Vec<Laid> {
        let unit = &self.field[u];
        if unit.formation() != Formation::Deployed || !self.may_fire(u) {
            return Vec::new();
        }
        let able = self.in_action(u);
        let mut all: Vec<Laid> = Vec::new();
        for (i, base) in self.field.guns(unit).into_iter().filter(|(i, _)| able.contains(i)) {
            let Some(gun) = unit.battery.as_ref().and_then(|b| b.guns.get(i)) else { continue };
            let (most, _) = crate::aim::gun_arc(&base);
            let off = base.dir.angle_to((at - base.rear()).unit()).to_degrees();
            let cm = base.rect().gap_to_point(at);
            let loads = self.loads(u, gun.piece, cm).into_iter().filter(|(a, _)| load(*a));
            // What does most; of two that do the same the first.
            let most_of = loads.reduce(|a, b| if b.1 > a.1 { b } else { a });
            let loaded = most_of.map(|(a, _)| a);
            let clear = self.field.in_lane(u, u, &base, at).is_empty();
            let seen = self.field.line_free(base.front, at.lerp(base.front, 0.02), [Some(u), None]).is_ok();
            let (Some(ammunition), true) = (loaded, off <= most + 1e-6 && clear && seen) else { continue };
            let crew = u32::from(gun.crew);
            match all.iter_mut().find(|l| l.piece == gun.piece && l.ammunition == ammunition) {
                Some(l) => (l.models, l.crew) = (l.models + 1, l.crew + crew),
                None => all.push(Laid { piece: gun.piece, ammunition, models: 1, crew, over: None }),
            }
        }
        all
    }

    /// May a gap be made there (16.8.a)?
    pub(super) fn may_breach(&self, u: UnitId, at: V2, unit: &str) -> Result<(), Refusal> {
        crate::check::sane(&[at.x, at.y])?;
        let mark = self.mark_at(at);
        allow(mark.is_some(), clause!("16.8.a"), || say!("nothing-to-breach", unit))?;
        let reaches = mark.is_some_and(|(_, p)| !self.laid_at(u, p, solid).is_empty());
        allow(reaches, clause!("16.8.a"), || say!("cannot-breach-there", unit))
    }

    /// Places at which a battery could make a gap before an enemy who is behind an obstacle: for those who are offered something.
    pub(crate) fn breaches_offered(&self, u: UnitId) -> Vec<V2> {
        let f = &self.field;
        let from = f[u].base.front;
        let behind = f.enemies(f[u].side).filter(|e| self.known(e.id)).filter_map(|e| {
            let to = if e.inside.is_some() { f.rects(e).first()?.centre } else { e.base.centre() };
            let line = f.ground.lines.iter().find_map(|l| {
                l.path.segments().find_map(|(a, b)| {
                    let hit = ::ground::crossing(from, to, a, b).map(|t| from.lerp(to, t))?;
                    (f.gap_to(e.id, hit) <= 1.0).then_some(hit)
                })
            });
            line.or_else(|| {
                let house = f.ground.buildings.get(usize::from(e.inside?.0))?;
                house
                    .walls()
                    .iter()
                    .find_map(|(a, b, _)| ::ground::crossing(from, to, *a, *b).map(|t| from.lerp(to, t)))
            })
        });
        behind
            .filter(|p| self.mark_at(*p).is_some_and(|(_, at)| !self.laid_at(u, at, solid).is_empty()))
            .collect()
    }

    /// The enemy directly behind what is breached, who takes losses as well (16.8.b).
    fn body_behind(&self, u: UnitId, mark: Mark, at: V2) -> Option<UnitId> {
        let f = &self.field;
        let touches = |e: &&crate::unit::Unit| match mark {
            Mark::Wall(n, _) => e.inside.is_some_and(|(b, _)| usize::from(b) == n),
            Mark::Line(..) => {
                let beyond = f[u].base.front.dist(e.base.centre()) > f[u].base.front.dist(at);
                e.inside.is_none() && beyond && f.gap_to(e.id, at) <= 0.5
            }
        };
        f.enemies(f[u].side).filter(|e| self.known(e.id)).find(touches).map(|e| e.id)
    }

    fn gap_now(&self, mark: Mark) -> f64 {
        match mark {
            Mark::Line(n, along) => {
                let gaps = self.field.gaps.get(n).into_iter().flatten();
                gaps.filter(|(s, t)| (*s..=*t).contains(&along)).map(|(s, t)| t - s).fold(0.0, f64::max)
            }
            Mark::Wall(n, w) => self.field.buildings[n].gaps[w],
        }
    }

    fn widen(&mut self, mark: Mark, cm: f64) {
        match mark {
            Mark::Line(n, along) => {
                let Some(gaps) = self.field.gaps.get_mut(n) else { return };
                gaps.retain(|(s, t)| !(*s..=*t).contains(&along));
                gaps.push((along - cm / 2.0, along + cm / 2.0));
            }
            Mark::Wall(n, w) => self.field.buildings[n].gaps[w] = cm,
        }
    }

    /// A battery fires at an obstacle: a gap, and losses of those directly behind it, by the same dice (16.8.a, 16.8.b, play.dice).
    pub(super) fn breaches(&mut self, u: UnitId, aimed: V2, blows: &mut Vec<Blow>) {
        let Some((mark, at)) = self.mark_at(aimed) else { return };
        let behind = self.body_behind(u, mark, at);
        let mut fired = false;
        for laid in self.laid_at(u, at, solid) {
            let rounds =
                crate::drill::quietly::<GunRate>(&self.gun_rate(u, laid.piece, laid.ammunition)).rounds;
            if rounds == 0 {
                continue;
            }
            fired = true;
            let dice = self.breach_with(u, &laid, mark, at, behind);
            if let Some(t) = behind {
                self.strikes_behind(u, t, &laid, rounds, dice, blows);
            }
        }
        if fired {
            self.has_fired(u, None);
        }
    }

    fn breach_with(&mut self, u: UnitId, laid: &Laid, mark: Mark, at: V2, behind: Option<UnitId>) -> Vec<u8> {
        let f = &self.field;
        let unit = &f[u];
        let hard = match mark {
            Mark::Line(n, _) => {
                crate::book::weather::cover_behind(f.ground.lines[n].kind, false) == Cover::Hard
            }
            Mark::Wall(..) => true,
        };
        let body = match (mark, behind) {
            (Mark::Wall(n, w), _) => {
                let (p, q, _) = f.ground.buildings[n].walls()[w];
                p.dist(q)
            }
            (Mark::Line(..), Some(t)) => f[t].base.width,
            _ => 0.0,
        };
        let s = BreachSituation {
            guns: Guns {
                troop: unit.troop,
                piece: laid.piece,
                ammunition: laid.ammunition,
                models: laid.models,
                crew: laid.crew,
                disorganisation: unit.factors(),
                one_round: false,
                new_target: unit.battery.as_ref().is_some_and(|b| b.last_target.is_some()),
                after_unlimbering: unit.battery.as_ref().is_some_and(|b| !b.fired_since_unlimbering),
                split: false,
                mixed_howitzer: false,
                from_steep: false,
            },
            distance: unit.base.rect().gap_to_point(at),
            hard,
            gap: (self.gap_now(mark) * MM).round() as u32,
            body: (body * MM).round() as u32,
            rain: f.sky.weather == Weather::Rain,
            options: self.agreed(),
            readings: GunReadings::of(&f.readings),
            sheet: f.sheet.clone(),
        };
        let (code, side) = (self.code(u), unit.side);
        let (o, ruling) = judge::<Breach>(&s, self.dice.occasion(Breach::NAME, &*code, side));
        let dice = ruling.dice.clone();
        self.widen(mark, f64::from(o.gap) / MM);
        self.shows_itself(u);
        let who: Vec<UnitId> = std::iter::once(u).chain(behind).collect();
        self.rule_on(clause!("16.8.a"), Kind::Fires, &who, ruling, || {
            say!("event-breaches", unit = code, cm = words::tenths(f64::from(o.gap) / MM))
        });
        dice
    }

    fn strikes_behind(
        &mut self,
        u: UnitId,
        t: UnitId,
        laid: &Laid,
        rounds: u8,
        dice: Vec<u8>,
        blows: &mut Vec<Blow>,
    ) {
        let share = Share { at: t, guns: None, split: false, howitzers: false };
        let mut s = self.gunfire_of(u, &share, laid, rounds).2;
        s.line.truncate(1);
        let (o, ruling) = judge::<Artillery>(&s, &mut HandDice::new(dice));
        let Some(hit) = o.struck.first().copied() else { return };
        let (unit, load) = (self.code(u), crate::words::ammunition(laid.ammunition));
        self.rule_on(clause!("16.8.b"), Kind::Fires, &[u, t], ruling, || {
            say!("event-guns-fire", unit, load, men = hit.men)
        });
        let kind = match laid.ammunition {
            Ammunition::RoundShot => super::fire::Shots::RoundShot,
            Ammunition::RocketShell => super::fire::Shots::Rockets,
            _ => super::fire::Shots::Shell,
        };
        let men = if self.field[t].battery.is_some() { hit.crew } else { hit.men };
        blows.push(Blow { on: Some(t), by: Some(u), men, team: hit.team, kind, ..Blow::default() });
    }
}
