//! Which guns of a battery fire at whom: lanes, fire over own troops, ammunition, and fire that is divided (6.5, 14.2.e, 14.3, 16.2, 16.3.b).

use crate::aim::GunBearing;
use crate::answer::FireChoice;
use crate::battle::Battle;
use crate::book::numbers;
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::procedures::Verdict;
use crate::procedures::gunnery::{
    GunneryReadings, Overhead, OverheadSituation, SUPPLIED, Supply, SupplySituation,
};
use crate::terrain::{Slope, Weather};
use crate::troop::{Ammunition, Piece};
use crate::unit::UnitId;
use crate::{clause, say};
use std::cell::OnceCell;
use table::{Base, V2};
use umpire::{Refusal, Ruling, allow};

/// An observer goes so far from his gun to see (14.3.note).
const WATCHES: f64 = 5.0;
/// Places round a gun from which he looks.
const ROUND: u32 = 8;

/// Who of a battery sees a target: an observer, and its crew, where it was asked.
#[derive(Debug)]
pub(super) struct Eyes {
    watched: bool,
    crew: OnceCell<bool>,
}

impl Eyes {
    pub fn new(watched: bool) -> Eyes {
        Eyes { watched, crew: OnceCell::new() }
    }
}

/// Pieces of one kind with one load that fire at one target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Laid {
    pub piece: Piece,
    pub ammunition: Ammunition,
    pub models: u32,
    pub crew: u32,
    /// They fire over own troops, and by which clause.
    pub over: Option<umpire::Clause>,
}

/// A target of a battery, and which of its guns fire at it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Share {
    pub at: UnitId,
    /// Places in the battery; all where nothing is said.
    pub guns: Option<Vec<usize>>,
    /// The fire of the battery is divided (6.5.a), and this is the howitzers' part (6.5.b).
    pub split: bool,
    pub howitzers: bool,
}

impl Battle {
    /// May a gun fire that ammunition over everybody in its lane (14.3)? Nothing where the lane is free; otherwise by which clause.
    pub(super) fn over(
        &self,
        u: UnitId,
        t: UnitId,
        lane: &[UnitId],
        from: V2,
        (piece, ammunition): (Piece, Ammunition),
        eyes: &Eyes,
    ) -> Result<Option<umpire::Clause>, umpire::Clause> {
        let f = &self.field;
        let level = |p: V2| f.ground.level(p);
        let target = f[t].base.centre();
        let mut law = None;
        for o in lane {
            let at = f[*o].base.centre();
            let (low, a, b) = (level(at), level(from), level(target));
            let high = if a >= b { from } else { target };
            let slope = f.ground.slope(high).map(|s| s.slope).or((a.max(b) > low).then_some(Slope::Gentle));
            let s = OverheadSituation {
                piece,
                ammunition,
                british: f[u].troop.british(),
                below_firer: low < a,
                below_target: low < b,
                slope,
                from_firer: f.gap(u, *o),
                from_target: f.gap(*o, t),
                // Looked for last, because it takes the longest.
                crew_sees: true,
                observer: eyes.watched.then_some(WATCHES),
                readings: GunneryReadings::of(&f.readings),
            };
            let verdict = if self.tells() { known::<Overhead>(&s).0 } else { quietly::<Overhead>(&s) };
            if let Verdict::MayNot { by } = verdict {
                return Err(by);
            }
            let crew_sees = *eyes.crew.get_or_init(|| f.sees(u, t).is_ok());
            let (o, ruling) = known::<Overhead>(&OverheadSituation { crew_sees, ..s });
            let by = ruling.clauses.last().copied().unwrap_or(clause!("14.3.b"));
            match o {
                Verdict::May => law = Some(by),
                Verdict::MayNot { by } => return Err(by),
            }
        }
        Ok(law)
    }

    /// Would round shot of a gun go on into own troops behind the target, whom nothing keeps from it (play.fire.line, 20.5.a)?
    fn own_behind(
        &self,
        u: UnitId,
        t: UnitId,
        (gun, to): (&Base, V2),
        lane: &[UnitId],
        piece: Piece,
    ) -> bool {
        let f = &self.field;
        let steep = f.ground.slope(f[u].base.front).is_some_and(|s| s.slope == Slope::Steep);
        // From there, or in rain, it does not go on.
        if steep || f.sky.weather == Weather::Rain {
            return false;
        }
        let end = gun.front + (to - gun.front).unit() * numbers().guns.reach(Ammunition::RoundShot, piece);
        let mut behind = f.in_lane(u, t, gun, end).into_iter().filter(|o| !lane.contains(o));
        behind.any(|o| self.spared(u, t, o, Ammunition::RoundShot).is_none())
    }

    /// Does one of the crew see the target from a place at most 5 cm from the battery (14.3.note)?
    fn watched(&self, u: UnitId, t: UnitId) -> bool {
        let from = self.field[u].base.front;
        let places = (0..ROUND).map(|i| from + V2::bearing(f64::from(i * 360 / ROUND)) * WATCHES);
        places.filter(|p| self.field.ground.holds(*p)).any(|p| self.field.sees_from(p, t).is_ok())
    }

    /// Has a gun ammunition at hand: its own limber, or another of the same kind (16.2)?
    pub(super) fn supply(&self, u: UnitId, gun: usize) -> (Verdict, Ruling) {
        known::<Supply>(&self.supply_of(u, gun))
    }

    fn supply_of(&self, u: UnitId, gun: usize) -> SupplySituation {
        let f = &self.field;
        let b = f[u].battery.as_ref();
        let mine = b.and_then(|b| b.guns.get(gun)).cloned();
        let fixed = mine.as_ref().is_none_or(|g| g.team.is_none());
        let led = self.led_of(u).map(|l| l.base.rect().gap(&f[u].base.rect()));
        let own = mine.as_ref().and_then(|g| g.team).filter(|t| !t.destroyed && t.alive > 0);
        let own = own.map(|_| led.unwrap_or(0.0)).or(fixed.then_some(0.0));
        let kind = mine.as_ref().map(|g| g.piece);
        let others = f.side(f[u].side).flat_map(|o| {
            let away = self.led_of(o.id).is_some();
            let guns = f.guns(o);
            let teams = o.battery.iter().flat_map(|b| b.guns.iter().enumerate());
            let usable = teams.filter(move |(i, g)| {
                let limber = g.team.is_some_and(|t| !t.destroyed && t.alive > 0);
                limber && !away && (o.id, *i) != (u, gun)
            });
            let usable: Vec<usize> = usable.filter(|(_, g)| Some(g.piece) == kind).map(|(i, _)| i).collect();
            guns.into_iter().filter(move |(i, _)| usable.contains(i)).map(|(_, b)| b).collect::<Vec<_>>()
        });
        // Others are looked for only where its own is not at hand.
        let at_hand = own.is_some_and(|cm| crate::measure::within(cm, SUPPLIED));
        let base = || f.guns(&f[u]).into_iter().find(|(i, _)| *i == gun).map(|(_, base)| base);
        let base = if at_hand { None } else { base() };
        let other = base.map(|m| others.map(|o| o.rect().gap(&m.rect())).fold(f64::INFINITY, f64::min));
        SupplySituation {
            rockets: f[u].arm().rockets(),
            own,
            other: other.filter(|cm| cm.is_finite()),
            lost_now: false,
        }
    }

    /// Guns of a battery that are served and have ammunition, by place.
    pub(super) fn in_action(&self, u: UnitId) -> Vec<usize> {
        let guns = self.field[u].battery.iter().flat_map(|b| b.guns.iter().enumerate());
        let able = guns.filter(|(_, g)| !g.destroyed && !g.spiked && g.taken.is_none() && g.crew > 0);
        let supplied = |i: &usize| quietly::<Supply>(&self.supply_of(u, *i)) == Verdict::May;
        able.map(|(i, _)| i).filter(supplied).collect()
    }

    /// What fires at a target, by kind and load: what is chosen where it can be, otherwise what does most (16.6.a, play.asks).
    pub(super) fn laid(
        &self,
        u: UnitId,
        share: &Share,
        chosen: Option<Ammunition>,
        observer: bool,
    ) -> Vec<Laid> {
        let f = &self.field;
        let t = share.at;
        let cm = self.range(u, t);
        let watched = observer && self.watched(u, t);
        let (able, eyes) = (self.in_action(u), Eyes::new(watched));
        let mut all: Vec<Laid> = Vec::new();
        for (g, base, p) in f.guns_aimed(u, t) {
            let named = share.guns.as_ref().is_none_or(|x| x.contains(&g.gun));
            let Some(gun) = f[u].battery.as_ref().and_then(|b| b.guns.get(g.gun)) else { continue };
            if !named || !able.contains(&g.gun) {
                continue;
            }
            let mut loads = self.loads_for((u, t), gun.piece, cm, (&base, p), &eyes, usize::MAX);
            loads.sort_by_key(|(n, ..)| *n);
            let wanted = loads.iter().find(|(_, a, _)| Some(*a) == chosen).or(loads.last());
            let Some((_, ammunition, over)) = wanted.copied() else { continue };
            let crew = u32::from(gun.crew);
            match all
                .iter_mut()
                .find(|l| l.piece == gun.piece && l.ammunition == ammunition && l.over == over)
            {
                Some(l) => (l.models, l.crew) = (l.models + 1, l.crew + crew),
                None => all.push(Laid { piece: gun.piece, ammunition, models: 1, crew, over }),
            }
        }
        // Who watches does not serve (14.3.note).
        if let Some(l) = all.iter_mut().find(|l| l.over.is_some() && l.crew > 1 && watched) {
            l.crew -= 1;
        }
        all
    }

    /// What a piece can fire down its lane at a target: each with its factor, and over whom by which clause; no more than so many.
    fn loads_for(
        &self,
        (u, t): (UnitId, UnitId),
        piece: Piece,
        cm: f64,
        (base, p): (&Base, V2),
        eyes: &Eyes,
        most: usize,
    ) -> Vec<(i32, Ammunition, Option<umpire::Clause>)> {
        let f = &self.field;
        let loads = self.loads(u, piece, cm);
        if loads.is_empty() {
            return Vec::new();
        }
        let lane = f.in_lane(u, t, base, p);
        // A lane that is free but not seen is none.
        if lane.is_empty() && f.line_free(base.front, p, [Some(u), Some(t)]).is_err() {
            return Vec::new();
        }
        let barred = |a: Ammunition| {
            a == Ammunition::RoundShot
                && (self.spared(u, t, t, Ammunition::RoundShot).is_some()
                    || self.own_behind(u, t, (base, p), &lane, piece))
        };
        let may = |a: Ammunition| match lane.is_empty() {
            _ if barred(a) => None,
            true => Some(None),
            false => self.over(u, t, &lane, base.front, (piece, a), eyes).ok(),
        };
        loads.into_iter().filter_map(|(a, n)| Some((n, a, may(a)?))).take(most).collect()
    }

    /// Guns and howitzers in one battery (6.5.b).
    pub(crate) fn mixed(&self, u: UnitId) -> bool {
        let guns = || self.field[u].battery.iter().flat_map(|b| &b.guns).filter(|g| !g.destroyed);
        guns().any(|g| g.piece.howitzer()) && guns().any(|g| g.piece.gun())
    }

    fn pieces(&self, u: UnitId, howitzers: bool) -> Vec<usize> {
        let guns = self.field[u].battery.iter().flat_map(|b| b.guns.iter().enumerate());
        guns.filter(|(_, g)| g.piece.howitzer() == howitzers && !g.destroyed).map(|(i, _)| i).collect()
    }

    /// At whom the guns of a battery fire: all at one target, or divided as is chosen (6.5, 16.3).
    pub(super) fn shares(&self, u: UnitId, c: &FireChoice, first: UnitId) -> Vec<Share> {
        let at = |code: &Option<String>| code.as_ref().and_then(|c| self.field.by_code(c));
        let howitzers = at(&c.howitzers).filter(|t| *t != first && self.mixed(u));
        let other = at(&c.other).filter(|t| *t != first && c.other_guns > 0);
        if howitzers.is_none() && other.is_none() {
            return vec![Share { at: first, guns: None, split: false, howitzers: false }];
        }
        let split = other.is_some();
        let mut main = self.pieces(u, false);
        if howitzers.is_none() {
            main.extend(self.pieces(u, true));
            main.sort_unstable();
        }
        let kept = main.len().saturating_sub(usize::from(c.other_guns).min(main.len()));
        let apart = if split { main.split_off(kept) } else { Vec::new() };
        let mut all = vec![Share { at: first, guns: Some(main), split, howitzers: false }];
        all.extend(other.map(|at| Share { at, guns: Some(apart), split, howitzers: false }));
        let guns = Some(self.pieces(u, true));
        all.extend(howitzers.map(|at| Share { at, guns, split: true, howitzers: true }));
        all
    }

    /// May its fire be divided so (6.5.a, 6.5.b, 16.3.a)?
    pub(super) fn may_divide(&self, u: UnitId, c: &FireChoice, all: &[UnitId]) -> Result<(), Refusal> {
        let side = self.field[u].side;
        let first = c.target.as_ref().and_then(|t| self.field.by_code(t));
        let named = c.other.is_some() || c.howitzers.is_some();
        allow(!named || first.is_some(), clause!("6.5.a"), || say!("name-first-target", unit = &*c.unit))?;
        let next: Vec<UnitId> = all.iter().copied().filter(|t| Some(*t) != first).collect();
        let next = self.free_gun_targets(u, &next);
        if let Some(code) = &c.other {
            let t = crate::check::enemy(self, side, code)?;
            allow(next.contains(&t), clause!("16.3.a.1"), || say!("no-free-target", unit = &*c.unit))?;
            let guns = self.in_action(u).len();
            let fits = c.other_guns > 0 && usize::from(c.other_guns) < guns;
            allow(fits, clause!("6.5.a"), || say!("some-of-its-guns", unit = &*c.unit, guns))?;
        }
        if let Some(code) = &c.howitzers {
            let t = crate::check::enemy(self, side, code)?;
            allow(self.mixed(u), clause!("6.5.b"), || say!("no-mixed-battery", unit = &*c.unit))?;
            // They choose among all, not by the priority of the guns (16.3.b).
            allow(all.contains(&t), clause!("16.3.b"), || say!("no-free-target", unit = &*c.unit))?;
        }
        Ok(())
    }

    /// Guns that would fire and have nothing to fire are told to their own side (16.2).
    pub(super) fn tell_unsupplied(&mut self, u: UnitId) {
        if !self.tells() {
            return;
        }
        let guns = self.field[u].battery.iter().flat_map(|b| b.guns.iter().enumerate());
        let able: Vec<usize> =
            guns.filter(|(_, g)| !g.destroyed && !g.spiked && g.crew > 0).map(|(i, _)| i).collect();
        let empty = able.into_iter().map(|i| self.supply(u, i)).find(|(v, _)| *v != Verdict::May);
        if let Some((Verdict::MayNot { by }, ruling)) = empty {
            let (side, unit) = (self.field[u].side, self.code(u));
            self.confide(by, Kind::Halts, side, &[u], Some(ruling), || say!("event-no-ammunition", unit));
        }
    }

    /// Can some gun of a battery fire at a target so far off, of those that have it in their arc: in reach and sight, with a lane that is
    /// free or over which it may fire?
    pub(super) fn laid_on(
        &self,
        u: UnitId,
        t: UnitId,
        cm: f64,
        aimed: Vec<(GunBearing, Base, V2)>,
        (observer, able): (bool, &[usize]),
    ) -> bool {
        let f = &self.field;
        let watched = observer && self.watched(u, t);
        let gun = |i: usize| f[u].battery.as_ref().and_then(|b| b.guns.get(i)).filter(|_| able.contains(&i));
        let eyes = Eyes::new(watched);
        let bears = |(i, base, p): (usize, Base, V2)| {
            gun(i).is_some_and(|g| !self.loads_for((u, t), g.piece, cm, (&base, p), &eyes, 1).is_empty())
        };
        aimed.into_iter().any(|(g, base, p)| bears((g.gun, base, p)))
    }
}
