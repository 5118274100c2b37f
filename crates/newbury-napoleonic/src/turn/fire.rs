//! Step 8: small arms. Targets and ammunition are chosen in secret, then all fire is worked out from the state at the start of the step and taken
//! off together (11.8, 14.1, 15.1, play.fire.batch).

use crate::answer::{Answer, FireChoice, LegOrder};
use crate::battle::{Awaits, Battle, Closing};
use crate::book::scale::Figures;
use crate::book::{TOLERANCE, numbers};
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::formation::{Density, Formation};
use crate::order::Quarter;
use crate::procedures::formations::{Passing, Screen, ScreenHit, ScreenSituation};
use crate::procedures::rounds::{Rounds, RoundsSituation};
use crate::procedures::small_arms::{FireReadings, Firer, ScreenBefore, Shot, SmallArms, SmallArmsSituation};
use crate::procedures::target::{Charging, Target};
use crate::procedures::targets::{Candidate, SmallArmsTarget, SmallArmsTargetSituation};
use crate::terrain::{Cover, Terrain, Weather};
use crate::troop::{Ammunition, Weapon};
use crate::unit::{GeneralFate, GeneralId, Side, State, Unit, UnitId};
use crate::{clause, reading, say};
use std::cell::OnceCell;
use umpire::{Procedure, Refusal, allow, judge};

/// Fire held until contact, in the band of 2 to 6 cm (play.attack.timeline).
const LATE_BAND: f64 = 4.0;
/// The moments of a move at which ranges are measured, besides its end.
const MOMENTS: [f64; 4] = [0.0, 0.25, 0.5, 0.75];

/// Two bodies do not move farther than this together in a move, so that nobody was nearer than by so much.
pub(super) const MOST_MOVED: f64 = 250.0;

/// What fire does to a body, to be taken off together.
#[derive(Clone, Debug, Default)]
pub(super) struct Blow {
    pub on: Option<UnitId>,
    pub by: Option<UnitId>,
    pub men: u32,
    /// Of a battery: men lost by its teams (16.7.b, 16.7.d).
    pub team: u32,
    pub kind: Shots,
    pub flank: bool,
    pub gun_eighths: u32,
    pub limber_eighths: u32,
    /// It was at the whole of a unit, of which this is a part (6.4.e).
    pub shared: bool,
}

/// The shots of a body, at whom each is fired, and the screen before him.
#[derive(Clone, Debug, Default)]
struct Volley {
    shots: Vec<Shot>,
    at: Vec<UnitId>,
    screens: Vec<Option<UnitId>>,
    /// It was held until contact.
    late: bool,
}

/// A general by himself at whom a body may fire, how far he is from all troops, and the figures that bear on him by range.
#[derive(Clone, Debug)]
struct LoneGeneral {
    general: GeneralId,
    from_troops: f64,
    groups: Vec<(u32, f64)>,
}

/// Figures that bear on a target by bands of range, with the range of each.
pub(super) type Groups = Vec<(u32, f64)>;

/// What was fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shots {
    #[default]
    SmallArms,
    RoundShot,
    Shell,
    Shrapnel,
    Canister,
    Rockets,
}

impl Battle {
    /// Who is able to fire at all in this move, apart from targets.
    pub(crate) fn may_fire(&self, u: UnitId) -> bool {
        let unit = &self.field[u];
        let state =
            matches!(unit.state, State::UnderOrders | State::Halted | State::Rallied | State::Evading);
        // Guns that move off unlimbered go on firing (23.12.b).
        let state = state
            || (unit.state == State::Withdrawing
                && unit.battery.is_some()
                && self.play.on_foot_to_cover.iter().any(|(x, ..)| *x == u));
        let holds = self.play.order(u).is_some_and(|o| o.hold_fire);
        let charges = self.closes(u) || self.reorders(u);
        state && unit.present() && !holds && !charges && !self.play.fights(u) && unit.figures() > 0
    }

    /// It is ordered to reorder and nobody keeps it from it: it does not fire meanwhile (13.2.d, 13.2.h).
    fn reorders(&self, u: UnitId) -> bool {
        let ordered = self.play.order(u).is_some_and(|o| o.legs.contains(&LegOrder::Reorder));
        ordered && self.field[u].disorder.accumulated > 0 && self.play.charges_on(u).next().is_none()
    }

    pub(super) fn ask_fire(&mut self) {
        self.keep_aims();
        for side in Side::BOTH {
            let able: Vec<UnitId> =
                self.field.side(side).map(|u| u.id).filter(|u| self.has_choice(*u)).collect();
            if !able.is_empty() {
                self.ask(side, Awaits::Fire(able));
            }
        }
    }

    /// Is there something to decide about the fire of a body?
    fn has_choice(&self, u: UnitId) -> bool {
        if self.field[u].arm().battery() {
            let held = self.field.enemies(self.field[u].side).filter_map(|e| e.inside);
            let mut held = held.map(|(b, _)| crate::ground::BuildingId(b));
            return self.may_fire(u)
                && ((self.fires_muskets(u) && !self.targets(u).is_empty())
                    || held.any(|b| self.shells_at(u, b).is_some())
                    || !self.gun_targets(u).is_empty()
                    || self.guns_have_general(u));
        }
        let lone = |g: &crate::unit::General| self.alone(u, g.id).is_some();
        !self.targets(u).is_empty() || self.field.generals(self.field[u].side.other()).any(lone)
    }

    /// May that be chosen (15.1.a, 16.3.a, 16.6.a)?
    pub(crate) fn may_choose(&self, u: UnitId, c: &FireChoice) -> Result<(), Refusal> {
        let side = self.field[u].side;
        let target = c.target.as_ref().map(|t| crate::check::enemy(self, side, t)).transpose()?;
        if self.field[u].arm().battery() && !self.fires_muskets(u) {
            if let Some(name) = &c.house {
                let house = self.field.ground.building(name);
                let house = house.ok_or_else(|| Refusal::form(say!("no-such-house", name = &**name)))?;
                let reaches = self.may_fire(u) && self.shells_at(u, house).is_some();
                return allow(reaches, clause!("16.9.a"), || say!("no-shell-for-house", unit = &*c.unit));
            }
            if let Some([x, y]) = c.breach {
                return self.may_breach(u, table::v2(x, y), &c.unit);
            }
            if let Some(name) = &c.general {
                let free = self.guns_may_fire_at_general(u, name);
                return allow(free, clause!("20.6.b"), || {
                    say!("no-lone-general", unit = &*c.unit, name = &**name)
                });
            }
            let may = self.gun_targets_with(u, c.observer);
            self.may_divide(u, c, &may)?;
            if let Some(t) = target {
                let free = self.free_gun_targets(u, &may);
                allow(free.contains(&t), clause!("16.3.a.1"), || say!("no-free-target", unit = &*c.unit))?;
            }
            if let Some(a) = c.ammunition {
                let has = self.ammunition(u, target).contains(&a);
                allow(has, clause!("16.1.a"), || say!("not-that-ammunition", unit = &*c.unit))?;
            }
            return Ok(());
        }
        let guns = c.ammunition.is_some() || c.other.is_some() || c.howitzers.is_some() || c.breach.is_some();
        allow(!guns, clause!("16.1.a"), || say!("not-that-ammunition", unit = &*c.unit))?;
        if let Some(name) = &c.general {
            let free = self.lone_general(u, name).is_some() && !self.pressed(u, name);
            allow(free, clause!("20.6.b"), || say!("no-lone-general", unit = &*c.unit, name = &**name))?;
        }
        if let Some(t) = target {
            let chosen = self.priority(u, c);
            allow(chosen.contains(&t), clause!("15.1.a.1"), || say!("no-free-target", unit = &*c.unit))?;
        }
        Ok(())
    }

    pub(super) fn fire(&mut self) {
        self.play.choices.clear();
        for side in Side::BOTH {
            if let Some(Answer::Fire { fire }) = self.answered(side) {
                self.play.choices.extend(fire);
            }
        }
        let bodies: Vec<UnitId> = self.field.present().map(|u| u.id).collect();
        let mut blows = Vec::new();
        for u in bodies {
            if self.waits_for_contact(u) {
                self.play.late_fire.push(u);
                continue;
            }
            if self.choice(u).hold || !self.may_fire(u) {
                self.stays_loaded(u);
                continue;
            }
            if self.field[u].arm().battery() && !self.fires_muskets(u) {
                self.battery_fires(u, &mut blows);
            } else {
                self.body_fires(u, &mut blows);
            }
        }
        self.aims.forget();
        self.struck(blows);
    }

    /// Does it hold its fire until attackers are in contact (15.3.f)?
    fn waits_for_contact(&self, u: UnitId) -> bool {
        let attacked = self.play.charges.iter().any(|c| c.on == u && c.what == Closing::Attack && !c.over);
        self.choice(u).late && attacked && !self.field[u].arm().battery()
    }

    /// Step 11: those who held their fire fire at attackers who made contact; losses and factors are taken at once (17.7.6, 15.3.f).
    pub(super) fn late_fire(&mut self) {
        let waited = std::mem::take(&mut self.play.late_fire);
        for u in waited {
            let at: Vec<UnitId> = self
                .play
                .charges
                .iter()
                .filter(|c| c.on == u && c.what == Closing::Attack && c.contact)
                .map(|c| c.by)
                .collect();
            let Some(rs) = self.rounds_situation(u, false).filter(|_| !at.is_empty()) else { continue };
            let (rounds, why) = known::<Rounds>(&rs);
            if rounds.rounds == 0 || !self.field[u].present() {
                continue;
            }
            let front = self.field.firing_figures(&self.field[u]).len() as u32;
            let each = (front / at.len() as u32).max(1);
            let banded = self.field.readings.is(reading!("late-fire-range", "two-to-six"));
            let shots = at
                .iter()
                .map(|t| Shot {
                    figures: each,
                    distance: if banded { LATE_BAND } else { self.field.gap(u, *t) },
                    target: Target { in_melee: false, ..self.target(u, *t) },
                    screen: None,
                    part: 1.0,
                })
                .collect();
            let mut blows = Vec::new();
            let volley = Volley { shots, at: at.clone(), screens: vec![None; at.len()], late: true };
            self.volley(u, volley, &rounds, why, &mut blows);
            let before: Vec<_> = at.iter().map(|t| std::mem::take(&mut self.play.fire[t.index()])).collect();
            self.struck(blows);
            for (t, was) in at.into_iter().zip(before) {
                self.factors_of_fire_on(t);
                self.play.fire[t.index()].add(&was);
            }
        }
    }

    pub(super) fn choice(&self, u: UnitId) -> FireChoice {
        let code = &*self.field[u].code;
        self.play.choices.iter().find(|c| c.unit == code).cloned().unwrap_or_default()
    }

    /// Nobody fires: it may load (play.fire.rounds).
    fn stays_loaded(&mut self, u: UnitId) {
        if let Some(s) = self.rounds_situation(u, true) {
            let o = quietly::<Rounds>(&s);
            if o.loaded && !self.field[u].loading.loaded {
                self.field[u].deeds.loaded = true;
            }
            self.field[u].loading.loaded = o.loaded;
        }
    }

    /// The moment at which a charged or attacked body must stop firing: chargers are at the distance of their reaction, attackers at 5 cm, or
    /// in contact where it held its fire (15.3.c, 15.3.f, play.charge.timeline, play.attack.timeline).
    pub(super) fn must_cease(&self, u: UnitId) -> Option<f64> {
        if self.field[u].state == State::Evading && self.play.charges_on(u).any(|c| self.evades(c)) {
            // They fire before they go (12.3.c, play.evade).
            return Some(self.evade_starts(u));
        }
        let on = self.play.charges_on(u).filter(|c| !c.over);
        on.map(|c| c.at).fold(None, |a: Option<f64>, t| Some(a.map_or(t, |x| x.min(t))))
    }

    fn rounds_situation(&self, u: UnitId, holds: bool) -> Option<RoundsSituation> {
        let unit = &self.field[u];
        self.shoots_with(u)?;
        let busy = self.play.busy[u.index()] + self.time_marched(u);
        let stood = (self.must_cease(u).unwrap_or(1.0).min(1.0) - busy).clamp(0.0, 1.0);
        // Nobody fires while he gets up, turns or changes formation: that time is lost to those who are charged too (8.4.g, 18.3.a).
        let spent = self.play.busy[u.index()];
        let cease = self.must_cease(u).map(|t| (t - spent).clamp(0.0, 1.0));
        let holds = holds || (spent > 0.0 && cease.is_some_and(|t| t < 1e-6));
        Some(RoundsSituation {
            troop: unit.troop,
            mounted: unit.mounted(),
            skirmishers: unit.open_order(),
            loaded: unit.loading.loaded,
            loose_ball: unit.loading.loose_ball,
            moved: unit.deeds.moved,
            stood,
            stands_after: 0.0,
            must_cease: cease,
            double_move: unit.deeds.double_move,
            prone: unit.prone,
            fighting: self.play.fights(u) || matches!(unit.state, State::Pursuing | State::Routing),
            reordering: self.reorders(u),
            wading: self.field.ground.kind(unit.base.front) == Terrain::River,
            holds_fire: holds,
        })
    }

    /// The part of the move in which it marched or wheeled.
    pub(super) fn time_marched(&self, u: UnitId) -> f64 {
        self.play.ways[u.index()].iter().map(|t| t.until - t.moving.since).sum::<f64>().min(1.0)
    }

    /// The range at which one is fired at: the least of the move of who came nearer, never nearer than firing must stop (play.fire.batch).
    pub(super) fn range(&self, u: UnitId, t: UnitId) -> f64 {
        if let Some(cm) = self.range_of_evader(u, t) {
            return cm;
        }
        let gap = self.range_on_the_clock(u, t);
        let stop = self.play.charges_on(u).find(|c| c.by == t).and_then(|c| c.fires_at);
        stop.map_or(gap, |cm| gap.max(f64::from(cm)))
    }

    /// Evaders fire before they go: from where they stood (12.3.c).
    fn range_of_evader(&self, u: UnitId, t: UnitId) -> Option<f64> {
        let c = self.play.charges.iter().find(|c| c.on == u && c.by == t && self.evades(c))?;
        let stood = self.play.stood[u.index()].rect().gap(&self.play.stood[t.index()].rect());
        Some(if c.late { stood.min(self.field.attack_distance(&self.field[t]).0) } else { stood })
    }

    /// Where a body is at a moment of this move.
    fn place_at(&self, u: UnitId, t: f64) -> table::Base {
        let gone = self.play.ways[u.index()].iter().rfind(|w| w.moving.since <= t);
        gone.map_or(self.play.stood[u.index()], |w| w.moving.at(t.min(w.until)))
    }

    /// The least range of the move for a target that came nearer, that of its middle for one that drew away (15.3.a, play.fire.batch).
    fn range_on_the_clock(&self, u: UnitId, t: UnitId) -> f64 {
        let now = self.field.gap(u, t);
        if self.field[t].inside.is_some() || self.field[u].inside.is_some() {
            return now;
        }
        let at = |m: f64| self.place_at(u, m).rect().gap(&self.place_at(t, m).rect());
        let [begin, quarter, middle, last] = MOMENTS;
        let first = at(begin);
        // Who did not stir was as far off all the time.
        if [u, t].into_iter().all(|x| self.play.ways[x.index()].is_empty()) {
            return if now > first + 0.01 { first } else { now };
        }
        match () {
            () if now > first + 0.01 => at(middle).min(now),
            () if now < first - 0.01 => [quarter, middle, last].into_iter().map(at).fold(now, f64::min),
            () => now,
        }
    }

    /// Are gunners ordered to fire their muskets (10.2.d, 16.4.g)?
    pub(super) fn fires_muskets(&self, u: UnitId) -> bool {
        let unit = &self.field[u];
        unit.arm().battery() && unit.deployed() && self.play.order(u).is_some_and(|o| o.muskets)
    }

    /// What a body shoots with: rifles with a loose ball as carbines, gunners with short muskets (5.5, 15.2.e).
    fn shoots_with(&self, u: UnitId) -> Option<Weapon> {
        if self.fires_muskets(u) {
            return Some(Weapon::DragoonMusket);
        }
        let loose = self.field[u].loading.loose_ball;
        self.field[u].weapon().map(|w| if loose && w.rifled() { Weapon::Carbine } else { w })
    }

    /// May a body fire so far at a target: in range, and of skirmishers by others where the base factor is 20 or more (T9.A, T9.A.i)?
    fn may_fire_so_far(&self, u: UnitId, t: UnitId, cm: f64) -> bool {
        let small = &numbers().small_arms;
        let base = self.shoots_with(u).and_then(|w| small.base(w, cm));
        let (firer, target) = (&self.field[u], &self.field[t]);
        let thin = target.formation().open_order() && !firer.open_order();
        base.is_some_and(|base| !thin || base >= small.least_at_skirmishers)
    }

    /// Figures of a body that bear on a target, in groups by bands of range, with the range of each (14.2, 15.4.a).
    fn groups(&self, u: UnitId, t: UnitId) -> Groups {
        let kept = self.kept_targets(u).and_then(|all| all.iter().find(|(x, _)| *x == t));
        kept.map_or_else(|| self.groups_now(u, t, self.range(u, t)), |(_, groups)| groups.clone())
    }

    /// The same worked out, of a target at such a range.
    fn groups_now(&self, u: UnitId, t: UnitId, range: f64) -> Groups {
        let Some(weapon) = self.shoots_with(u) else { return Vec::new() };
        let free = self.out_of_melee(t);
        if free.as_ref().is_some_and(Vec::is_empty) {
            return Vec::new();
        }
        let mut all: Vec<(u32, f64)> = match self.range_of_evader(u, t) {
            Some(cm) => vec![(u32::from(self.field[u].figures()), cm)],
            None => {
                // As much nearer or farther for all as the clock has it for the whole body (15.3.a).
                let off = range - self.field.gap(u, t);
                let bears = match &free {
                    Some(figures) => self.field.bears_on(u, t, weapon, figures),
                    None => self.field.bears(u, t, weapon),
                };
                if bears.is_empty() && off < -0.01 {
                    self.groups_at_middle(u, t, weapon)
                } else {
                    bears.iter().map(|b| (u32::from(b.figures), (b.cm + off).max(0.0))).collect()
                }
            }
        };
        // A gun that bears is so many gunners with their muskets.
        if let Some(b) = self.field[u].battery.as_ref().filter(|_| self.field[u].arm().battery()) {
            let served: Vec<u32> =
                b.guns.iter().filter(|g| !g.destroyed).map(|g| u32::from(g.crew)).collect();
            let (guns, crew) = (served.len().max(1) as u32, served.iter().sum::<u32>());
            all.iter_mut().for_each(|(n, _)| *n = (*n * crew).div_ceil(guns).min(crew));
        }
        all.retain(|(n, cm)| *n > 0 && self.may_fire_so_far(u, t, *cm));
        all
    }

    /// Figures of a body in melee that neither fight nor touch one who does: they may be shot at; nothing where it is in none (14.4.a).
    fn out_of_melee(&self, t: UnitId) -> Option<Vec<table::Rect>> {
        if !self.play.fights(t) {
            return None;
        }
        let f = &self.field;
        if f[t].arm().battery() || f[t].inside.is_some() {
            return Some(Vec::new());
        }
        let foes = self.play.fights.iter().filter(|m| !m.over && [m.a, m.b].contains(&t));
        let foes = foes.map(|m| if m.a == t { m.b } else { m.a });
        let theirs: Vec<table::Rect> = foes.flat_map(|e| f.rects(&f[e])).collect();
        let near = |a: &table::Rect, all: &[table::Rect]| all.iter().any(|r| a.gap(r) <= TOLERANCE * 2.0);
        let figures: Vec<table::Rect> = f.figures_of(&f[t]).into_iter().map(|p| p.rect).collect();
        let (fight, rest): (Vec<_>, Vec<_>) = figures.into_iter().partition(|r| near(r, &theirs));
        Some(rest.into_iter().filter(|r| !near(r, &fight)).collect())
    }

    /// The same of a target that drew away so far that nobody bears on it any more: as both were in the middle of the move (15.3.a).
    fn groups_at_middle(&self, u: UnitId, t: UnitId, weapon: Weapon) -> Vec<(u32, f64)> {
        // Most of them were out of range then too.
        let [mine, theirs] = [u, t].map(|x| self.place_at(x, 0.5));
        let straight = |x: UnitId| self.field[x].trail.is_empty() && self.field[x].inside.is_none();
        let far =
            numbers().small_arms.reach(weapon) + self.field[u].base.radius() + self.field[t].base.radius();
        if straight(u) && straight(t) && mine.far_from(&theirs, 2.0 * far) {
            return Vec::new();
        }
        // Most of the others have nobody in their arcs: the field is not copied for them.
        let there = |x: UnitId, base: table::Base| Unit { base, ..self.field[x].clone() };
        let outside = [u, t].iter().all(|x| self.field[*x].inside.is_none());
        if outside && !self.field.could_bear(&there(u, mine), weapon, &there(t, theirs)) {
            return Vec::new();
        }
        let mut f = self.field.clone();
        for (x, base) in [(u, mine), (t, theirs)] {
            f[x].base = base;
        }
        f.bears(u, t, weapon).iter().map(|b| (u32::from(b.figures), b.cm)).collect()
    }

    pub(super) fn reach(&self, u: UnitId) -> f64 {
        self.shoots_with(u).map_or(0.0, |w| numbers().small_arms.reach(w))
    }

    /// Enemies at whom some figure can fire.
    pub(crate) fn targets(&self, u: UnitId) -> Vec<UnitId> {
        match self.kept_targets(u) {
            Some(all) => all.iter().map(|(t, _)| *t).collect(),
            None => self.bears_upon(u).into_iter().map(|(t, _)| t).collect(),
        }
    }

    /// The same, each with the figures that bear on it.
    pub(super) fn bears_upon(&self, u: UnitId) -> Vec<(UnitId, Groups)> {
        self.bears_upon_those(u, |_| true)
    }

    /// The same of some enemies only.
    pub(super) fn bears_upon_those(&self, u: UnitId, those: impl Fn(&Unit) -> bool) -> Vec<(UnitId, Groups)> {
        if !self.may_fire(u) || self.shoots_with(u).is_none() {
            return Vec::new();
        }
        let s = self.rounds_situation(u, false);
        if s.is_none_or(|s| quietly::<Rounds>(&s).rounds == 0) {
            return Vec::new();
        }
        let reach = self.reach(u);
        let looked_for = |e: &&Unit| {
            those(e)
                && !self.stayed_apart(u, e.id, reach)
                && self.known(e.id)
                && !matches!(e.state, State::Prisoner | State::Surrendering)
        };
        let bears = |e: &Unit| {
            let range = self.range(u, e.id);
            let seen = range <= reach + 0.01 && self.field.sees(u, e.id).is_ok();
            seen.then(|| (e.id, self.groups_now(u, e.id, range)))
        };
        let unit = &self.field[u];
        let rects = self.field.rects(unit);
        let near = self.field.enemies_about(unit.side, &rects, reach + MOST_MOVED);
        near.filter(looked_for).filter_map(bears).filter(|(_, groups)| !groups.is_empty()).collect()
    }

    /// Cheap: were both, at all moments at which their range is measured, certainly farther off each other than so far?
    pub(super) fn stayed_apart(&self, u: UnitId, t: UnitId, far: f64) -> bool {
        let (mine, theirs) = (&self.field[u], &self.field[t]);
        let straight = |x: &Unit| x.trail.is_empty() && x.inside.is_none();
        let stood =
            |x: &Unit| self.play.ways[x.id.index()].is_empty() && self.play.stood[x.id.index()] == x.base;
        let apart = |m: f64| self.place_at(u, m).far_from(&self.place_at(t, m), far + 1.0);
        mine.base.far_from(&theirs.base, far + 1.0)
            && straight(mine)
            && straight(theirs)
            && !self.play.charges.iter().any(|c| c.on == u && c.by == t)
            && ((stood(mine) && stood(theirs)) || MOMENTS.into_iter().all(apart))
    }

    fn candidate(&self, u: UnitId, t: UnitId) -> Candidate {
        let e = &self.field[t];
        let order = self.play.game.get(u.index()).and_then(Option::as_ref);
        let supported = order.and_then(|o| o.supports);
        // Attacks are none: those who attack advance (15.1.a.1, glossary.attack).
        let charges =
            |on: UnitId| self.play.charges_on(on).any(|c| c.by == t && c.what == Closing::Charge && !c.over);
        Candidate {
            distance: self.range(u, t),
            // Crews of deployed guns are not in close order, so that the second priority is not theirs (8.1.d, 15.1.a.2).
            figures: if e.deployed() { 0 } else { u32::from(e.figures()) },
            skirmishers: e.open_order(),
            charging: charges(u),
            advancing: self.came_nearer(u, t),
            firing: self.fires_at(t, u),
            at_supported: supported.is_some_and(|s| charges(s) || self.fires_at(t, s)),
            named: order.is_some_and(|o| o.targets.contains(&t)),
        }
    }

    /// Does an enemy fire at a body: he did in this move, or in the one before and is in range (15.1.a.3, 15.1.a.5)?
    fn fires_at(&self, t: UnitId, u: UnitId) -> bool {
        let now = self.play.fire[u.index()].shooters.contains(&t);
        let reaches = self.field[t].arm().battery() || self.in_range_of(t, u);
        now || (self.play.shot_by.contains(&(u, t)) && reaches)
    }

    fn in_range_of(&self, by: UnitId, u: UnitId) -> bool {
        self.field.gap(by, u) <= self.reach(by) + 0.01
    }

    /// Did the enemy come nearer by his own movement in this move (glossary.advancing-enemy)?
    pub(super) fn came_nearer(&self, u: UnitId, t: UnitId) -> bool {
        let before = self.play.stood[t.index()].rect().gap(&self.field[u].base.rect());
        let now = self.field[t].base.rect().gap(&self.field[u].base.rect());
        self.field[t].deeds.moved > 0.01 && now < before - 0.01
    }

    /// The targets of highest priority, among which the nearest is taken or the player chooses (15.1.a).
    fn priority(&self, u: UnitId, choice: &FireChoice) -> Vec<UnitId> {
        let all = self.targets(u);
        self.priority_among(u, &all, choice)
    }

    fn priority_among(&self, u: UnitId, all: &[UnitId], choice: &FireChoice) -> Vec<UnitId> {
        if all.is_empty() {
            return Vec::new();
        }
        let s = SmallArmsTargetSituation {
            figures: u32::from(self.field[u].figures()),
            enemies: all.iter().map(|t| self.candidate(u, *t)).collect(),
            orders_count: true,
            ignore_skirmishers: !choice.at_skirmishers,
        };
        let o = quietly::<SmallArmsTarget>(&s);
        o.targets.iter().filter_map(|i| all.get(*i).copied()).collect()
    }

    /// The target's facts for those who fire at it with small arms.
    pub(super) fn target(&self, u: UnitId, t: UnitId) -> Target {
        self.target_of(u, t, None)
    }

    /// The same for guns with such ammunition, or for small arms.
    pub(super) fn target_of(&self, u: UnitId, t: UnitId, load: Option<Ammunition>) -> Target {
        let f = &self.field;
        let e = &f[t];
        let charge = self.play.charge_of(t).filter(|c| !c.over && c.what == Closing::Charge);
        let (ranks, _) = f.depth_along(e, f[u].base.front, e.base.centre());
        let cover = self.cover_from(u, t, load).0;
        Target {
            formation: e.formation(),
            ranks: u8::try_from(ranks).unwrap_or(u8::MAX),
            mounted: e.mounted(),
            british: e.troop.british() && e.arm().infantry(),
            elephants: e.arm() == crate::troop::Arm::Elephants,
            cover,
            moved: e.deeds.moved,
            charging: charge.map(|c| if c.on == u { Charging::TheFirers } else { Charging::Others }),
            prone: e.prone,
            small_bases: self.on_small_bases(t),
            routing: e.state == State::Routing,
            // Those who do not fire keep their cover (14.5.d).
            fires_out: e.formation() == Formation::Building
                && !self.choice(t).hold
                && !self.targets(t).is_empty(),
            breached: e.formation() == Formation::Building && cover == Cover::None,
            lone_figure: None,
            // Those of a unit in melee who do not fight are shot at by small arms alone (14.4).
            in_melee: load.is_some() && self.play.fights(t),
            wet_ground: matches!(
                f.ground.kind(e.base.centre()),
                Terrain::River | Terrain::Mud | Terrain::Marsh
            ),
        }
    }

    /// Skirmishers stand on the least bases of table 2, which are smaller than those recommended for foot (T2.ii, tables 9C and 10B).
    fn on_small_bases(&self, t: UnitId) -> bool {
        let (e, o) = (&self.field[t], &self.field.options);
        let recommended = match o.figures {
            Figures::Fifteen => numbers().scale.skirmisher[0],
            Figures::TwentyFive | Figures::TwentyFiveEnlarged => numbers().scale.skirmisher[1],
            // The book names none for these.
            Figures::Six => return false,
        };
        let (w, d) = crate::footprint::figure(o, e.arm(), e.mounted(), Density::Open);
        e.formation().open_order() && w.min(d) < recommended / o.ground() - TOLERANCE
    }

    /// A disordered body without orders fires only at those who press it, and otherwise reorders (play.orders.none).
    fn fires_without_orders(&self, u: UnitId, t: UnitId) -> bool {
        let unit = &self.field[u];
        let always = self.field.readings.is(reading!("fire-or-reorder", "always-fires"));
        if always || self.play.order(u).is_some() || unit.disorder.accumulated == 0 {
            return true;
        }
        let c = self.candidate(u, t);
        let strong = !c.skirmishers && c.figures * 2 >= u32::from(unit.figures());
        let closing = self.play.charges_on(u).any(|c| c.by == t && !c.over);
        closing || c.firing || (c.advancing && strong)
    }

    /// A body fires at its targets, group by group (play.fire.batch).
    fn body_fires(&mut self, u: UnitId, blows: &mut Vec<Blow>) {
        let choice = self.choice(u);
        if let Some(name) = choice.general.as_ref().filter(|g| !self.pressed(u, g))
            && self.fires_at_general(u, name)
        {
            return;
        }
        let mut left = self.targets(u);
        left.retain(|t| self.fires_without_orders(u, *t));
        if left.is_empty() {
            self.stays_loaded(u);
            return;
        }
        let Some(rs) = self.rounds_situation(u, false) else { return };
        let (rounds, why) = known::<Rounds>(&rs);
        if rounds.rounds == 0 {
            self.stays_loaded(u);
            return;
        }
        // Out of a house everybody may fire whom a wall lets (4.1.d).
        let mut free = match self.field[u].inside {
            Some(_) => self.counted(u),
            None if self.fires_muskets(u) => u32::from(self.field[u].figures()),
            None => (self.field.firing_figures(&self.field[u]).len() as u32).min(self.afoot(u)),
        };
        let mut volley = Volley::default();
        while !left.is_empty() && free > 0 {
            let best = self.priority_among(u, &left, &choice);
            let wished = choice.target.as_ref().and_then(|c| self.field.by_code(c));
            let nearest = best.iter().min_by(|a, b| self.range(u, **a).total_cmp(&self.range(u, **b)));
            let Some(t) = wished.filter(|w| best.contains(w)).or(nearest.copied()) else { break };
            left.retain(|x| *x != t);
            let mut groups = self.groups(u, t);
            let (aimed, (t, screen)) = (t, self.through_screen(u, t));
            if t != aimed {
                // A screen stops it all.
                let figures: u32 = groups.iter().map(|(n, _)| *n).sum();
                groups = vec![(figures, self.range(u, t))];
                groups.retain(|(_, cm)| self.may_fire_so_far(u, t, *cm));
                left.retain(|x| *x != t);
            }
            let before = |s: UnitId| ScreenBefore { distance: self.range(u, s), target: self.target(u, s) };
            let facts = OnceCell::new();
            for (n, distance) in groups {
                let figures = n.min(free);
                if figures == 0 {
                    break;
                }
                free -= figures;
                let (target, screen_before, part) = *facts
                    .get_or_init(|| (self.target(u, t), screen.map(before), self.part_under_fire(u, t)));
                volley.shots.push(Shot { figures, distance, target, screen: screen_before, part });
                volley.at.push(t);
                volley.screens.push(screen);
            }
        }
        if volley.shots.is_empty() {
            return;
        }
        self.volley(u, volley, &rounds, why, blows);
    }

    /// A general of the enemy who is farther than 5 cm from all troops (20.6.b, 8.1.h).
    fn lone_general(&self, u: UnitId, name: &str) -> Option<LoneGeneral> {
        self.alone(u, self.field.general_by_code(name)?)
    }

    fn alone(&self, u: UnitId, g: GeneralId) -> Option<LoneGeneral> {
        let f = &self.field;
        let (at, weapon) = (f[g].at, self.shoots_with(u)?);
        let there = f[g].side != f[u].side && f[g].fate == GeneralFate::OnTable;
        let (reach, base) = (self.reach(u), &f[u].base);
        // Cheap: most are far off.
        let far = f[u].inside.is_none() && base.beside(at, at, reach + 1.0);
        if !there || far || f.gap_to(u, at) > reach {
            return None;
        }
        let from_troops = f.nearest_troops(at);
        let lone = crate::procedures::command::lone_target(from_troops).is_ok();
        if !(lone && self.may_fire(u) && f.line_free(f[u].base.front, at, [Some(u), None]).is_ok()) {
            return None;
        }
        // A mounted figure by itself.
        let figure = table::Rect { centre: at, dir: f[u].base.dir, half_width: 1.0, half_depth: 1.0 };
        let bears = f.bears_on(u, u, weapon, &[figure]);
        let least = if f[u].open_order() { 0 } else { numbers().small_arms.least_at_skirmishers };
        let near = |cm: f64| numbers().small_arms.base(weapon, cm).is_some_and(|b| b >= least);
        let groups: Vec<(u32, f64)> =
            bears.iter().map(|b| (u32::from(b.figures), b.cm)).filter(|(_, cm)| near(*cm)).collect();
        (!groups.is_empty()).then_some(LoneGeneral { general: g, from_troops, groups })
    }

    /// Has it a target that goes before a lone general: one who presses it, or is nearer (15.1.a)?
    fn pressed(&self, u: UnitId, name: &str) -> bool {
        let Some(at) = self.field.general_by_code(name).map(|g| self.field[g].at) else { return true };
        let far = self.field.gap_to(u, at);
        self.targets(u).into_iter().any(|t| {
            let c = self.candidate(u, t);
            let strong = !c.skirmishers && c.figures * 2 >= u32::from(self.field[u].figures());
            let presses = c.charging || c.firing || c.at_supported || c.named || (c.advancing && strong);
            presses || (c.distance < far && !c.skirmishers)
        })
    }

    /// It fires at a general who is by himself: what it inflicts are his losses (20.6.b, 20.6.d).
    fn fires_at_general(&mut self, u: UnitId, name: &str) -> bool {
        let Some(LoneGeneral { general: g, from_troops, groups }) = self.lone_general(u, name) else {
            return false;
        };
        let Some(rs) = self.rounds_situation(u, false) else { return false };
        let (rounds, why) = known::<Rounds>(&rs);
        if rounds.rounds == 0 {
            return false;
        }
        let target =
            Target { mounted: true, lone_figure: Some(from_troops), ..Target::new(Formation::Skirmish) };
        let shot = |(figures, distance)| Shot { figures, distance, target, screen: None, part: 1.0 };
        let s = self.volley_of(u, groups.into_iter().map(shot).collect(), !rounds.full);
        let (code, side, turn) = (self.code(u), self.field[u].side, self.field.turn);
        let (o, ruling) = judge::<SmallArms>(&s, self.dice.occasion(SmallArms::NAME, &*code, side));
        let men: u32 = o.hits.iter().map(|h| h.men).sum();
        self.shows_itself(u);
        self.rule_on(clause!("11.8"), Kind::Fires, &[u], ruling, || say!("event-fires", unit = &*code, men));
        self.also(clause!("20.6.b"));
        self.confide(clause!("play.fire.rounds"), Kind::Fires, side, &[u], Some(why), || {
            say!("event-rounds", unit = code, rounds = rounds.rounds)
        });
        let unit = &mut self.field[u];
        unit.deeds.fired = true;
        unit.loading.last_fired = Some(turn);
        unit.loading.loaded = rounds.loaded;
        if men > 0 {
            self.risk_generals(vec![g], u, men, 0);
        }
        true
    }

    /// The skirmishers before a target through whom one fires (8.6).
    pub(super) fn screen_before(&self, u: UnitId, t: UnitId) -> Option<UnitId> {
        let f = &self.field;
        if f[t].open_order() || f[t].inside.is_some() {
            return None;
        }
        let (from, to) = (f[u].base.front, f[t].base.centre());
        let far = from.dist(to);
        let mut all: Vec<(f64, UnitId)> = f
            .within(crate::units::along(from, to))
            .filter(|s| s.side == f[t].side)
            .filter(|s| s.open_order() && s.id != t && s.state != State::Routing && s.inside.is_none())
            .filter_map(|s| {
                let at = f
                    .rects(s)
                    .iter()
                    .filter_map(|r| r.clip(from, to))
                    .map(|(a, _)| a)
                    .fold(f64::INFINITY, f64::min);
                (at.is_finite() && at * far < far).then_some((at, s.id))
            })
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        all.first().map(|(_, s)| *s)
    }

    /// How a screen takes fire at those behind it, by kind (8.6, 20.4).
    pub(super) fn screened(&self, s: UnitId, t: UnitId, fire: Passing) -> ScreenHit {
        let f = &self.field;
        let (screen, behind) = (&f[s], &f[t]);
        let ahead = (screen.base.front - behind.base.front).dot(behind.base.dir).abs();
        quietly::<Screen>(&ScreenSituation {
            figures: u32::from(screen.figures()),
            base: screen.plan(&f.options).figure.0,
            mounted: screen.mounted(),
            mounted_behind: behind.mounted(),
            frontage: behind.base.width,
            gap: ahead,
            fire,
        })
    }

    /// Whom small arms hit that are fired at a screened body, and the screen that shares it.
    fn through_screen(&self, u: UnitId, t: UnitId) -> (UnitId, Option<UnitId>) {
        let Some(s) = self.screen_before(u, t).filter(|s| self.known(*s)) else { return (t, None) };
        let bows = self.field[u].weapon().is_some_and(|w| !w.firearm());
        match self.screened(s, t, if bows { Passing::Bows } else { Passing::Firearms }) {
            ScreenHit::Screen => (s, None),
            ScreenHit::Proportional => (t, Some(s)),
            ScreenHit::Each | ScreenHit::Aimed => (t, None),
        }
    }

    /// The part of the move in which those who charge or attack others are under fire: until they are at attack distance (15.3.h).
    fn part_under_fire(&self, u: UnitId, t: UnitId) -> f64 {
        let c = self.play.charges.iter().find(|c| c.by == t && c.on != u && !c.over && !c.screen);
        let attacks_me = self.play.charges.iter().any(|c| c.by == t && c.on == u);
        match c.filter(|c| !attacks_me && c.what != Closing::OutOfReach) {
            Some(c) => c.at.clamp(0.25, 1.0),
            None => 1.0,
        }
    }

    /// The fire of a body as the procedure asks for it.
    fn volley_of(&self, u: UnitId, shots: Vec<Shot>, one_round: bool) -> SmallArmsSituation {
        let unit = &self.field[u];
        let turn = self.field.turn;
        // Bows lose by the quarter what others lose by the part of the move (15.3.b, 15.3.i).
        let bows = unit.weapon() == Some(Weapon::Bow);
        let cease = self.must_cease(u).unwrap_or(1.0).clamp(0.0, 1.0);
        let least = shots.iter().map(|s| s.part).fold(cease, f64::min);
        let quarters_lost = if bows { ((1.0 - least) * 4.0 + 1e-6).floor() as u8 } else { 0 };
        let whole = |s: Shot| if bows { Shot { part: 1.0, ..s } } else { s };
        let shots = shots.into_iter().map(whole).collect();
        SmallArmsSituation {
            firer: Firer {
                troop: unit.troop,
                skirmishers: unit.open_order(),
                mounted: unit.mounted(),
                gunners: self.fires_muskets(u),
                in_building: unit.formation() == Formation::Building,
                disorganisation: unit.factors(),
                last_fired: unit.loading.last_fired.map(|t| u32::from(turn.saturating_sub(t))),
                one_round,
                loose_ball: unit.loading.loose_ball,
                both_barrels: unit.weapon() == Some(Weapon::DoubleBarrelled),
                quarters_lost,
            },
            shots,
            rain: self.field.sky.weather == Weather::Rain,
            options: self.agreed(),
            readings: FireReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        }
    }

    /// The same of all that bear on one target, as they stand; nothing where nobody does.
    pub(crate) fn volley_at(&self, u: UnitId, t: UnitId) -> Option<SmallArmsSituation> {
        let rounds = quietly::<Rounds>(&self.rounds_situation(u, false)?);
        let shot = |(figures, distance)| Shot {
            figures,
            distance,
            target: self.target(u, t),
            screen: None,
            part: 1.0,
        };
        let shots: Vec<Shot> = self.groups(u, t).into_iter().map(shot).collect();
        (rounds.rounds > 0 && !shots.is_empty()).then(|| self.volley_of(u, shots, !rounds.full))
    }

    fn volley(
        &mut self,
        u: UnitId,
        Volley { shots, at, screens, late }: Volley,
        rounds: &crate::procedures::rounds::RoundsOutcome,
        why: umpire::Ruling,
        blows: &mut Vec<Blow>,
    ) {
        let (unit, turn) = (&self.field[u], self.field.turn);
        let s = self.volley_of(u, shots, !rounds.full);
        let (code, side) = (self.code(u), unit.side);
        let (o, ruling) = judge::<SmallArms>(&s, self.dice.occasion(SmallArms::NAME, &*code, side));
        let men: u32 = o.hits.iter().map(|h| h.men).sum();
        let mut who: Vec<UnitId> = std::iter::once(u).chain(at.iter().copied()).collect();
        // A target that is fired at in two bands of range is one.
        who.dedup();
        let divided = who.len() > 2;
        self.shows_itself(u);
        self.rule_on(clause!("11.8"), Kind::Fires, &who, ruling, || say!("event-fires", unit = &*code, men));
        self.also(clause!("14.1"));
        self.also(clause!("play.fire.batch"));
        self.also(clause!("15.1.b"));
        if screens.iter().any(Option::is_some) {
            self.also(clause!("8.6.c"));
        }
        if o.hits.iter().any(|h| h.men > 0 && h.screen > 0) {
            self.also(clause!("glossary.proportional-losses"));
        }
        if late {
            self.also(clause!("17.7.6"));
            self.also(clause!("15.3.f"));
        }
        if divided {
            self.also(clause!("15.1.c"));
        }
        if !s.firer.skirmishers && s.shots.iter().any(|x| x.target.formation.open_order()) {
            self.also(clause!("T9.A.i"));
        }
        if s.shots.iter().any(|x| x.target.formation == Formation::Limbered) {
            self.also(clause!("16.7.d"));
        }
        self.why_fired(u, &at);
        if s.firer.gunners {
            self.also(clause!("16.4.g"));
        }
        if at.iter().any(|t| self.play.fights(*t)) && !late {
            self.also(clause!("14.4.a"));
        }
        if s.shots.iter().any(|x| x.part < 1.0) {
            self.also(clause!("15.3.h"));
        }
        if s.shots.iter().any(|x| x.target.cover != Cover::None) {
            self.also(clause!("glossary.cover"));
        }
        self.why_covered(u, &at, None);
        self.confide(clause!("play.fire.rounds"), Kind::Fires, side, &[u], Some(why), || {
            say!("event-rounds", unit = code, rounds = rounds.rounds)
        });
        for (t, hit) in at.iter().zip(&o.hits) {
            let flank = self.field.comes_from(&self.field[u], &self.field[*t]).0 != Quarter::Front;
            // Crew and team of a limbered battery share it (16.7.d).
            let limbered =
                self.field[*t].formation() == Formation::Limbered && self.field[*t].battery.is_some();
            let team = if limbered { hit.men / 2 } else { 0 };
            let men = hit.men - team;
            blows.push(Blow { on: Some(*t), by: Some(u), men, team, flank, ..Blow::default() });
        }
        for (s, hit) in screens.iter().zip(&o.hits) {
            if let Some(s) = s {
                blows.push(Blow { on: Some(*s), by: Some(u), men: hit.screen, ..Blow::default() });
            }
        }
        let unit = &mut self.field[u];
        unit.deeds.fired = true;
        unit.loading.last_fired = Some(turn);
        unit.loading.loaded = rounds.loaded;
    }

    /// By what those who are fired at have cover.
    pub(super) fn why_covered(&mut self, u: UnitId, at: &[UnitId], fired: Option<crate::troop::Ammunition>) {
        if !self.tells() {
            return;
        }
        for t in at {
            let (cover, laws) = self.cover_from(u, *t, fired);
            if cover != Cover::None {
                self.also(clause!("play.fire.cover"));
            }
            for by in laws {
                self.also(by);
            }
        }
    }

    /// What else had a part in who was fired at, and how long.
    pub(super) fn why_fired(&mut self, u: UnitId, at: &[UnitId]) {
        if !self.tells() {
            return;
        }
        let attacked = |t: &UnitId| {
            self.play.charges.iter().any(|c| c.by == *t && c.on == u && c.what == Closing::Attack && !c.over)
        };
        let named = |t: &UnitId| {
            let order = self.play.game.get(u.index()).and_then(Option::as_ref);
            order.is_some_and(|o| o.targets.contains(t))
        };
        let moved = |t: &UnitId| self.field[*t].deeds.moved > 0.01;
        let (at_five, named) = (at.iter().any(attacked), at.iter().any(named));
        let moved = at.iter().any(moved);
        let (changed, ordered) = (self.field[u].deeds.turned_or_changed, self.play.order(u).is_some());
        let evades = self.field[u].state == State::Evading;
        let helps = at.iter().any(|t| self.candidate(u, *t).at_supported);
        if at_five {
            self.also(clause!("17.7.3"));
            self.also(clause!("15.3.f"));
        }
        if helps {
            self.also(clause!("15.1.a.3"));
        }
        if named {
            self.also(clause!("10.1.e"));
        }
        if moved {
            self.also(clause!("15.3.a"));
        }
        if changed {
            let turns = |l: &LegOrder| matches!(l, LegOrder::Turn { .. });
            let turned = self.play.order(u).is_some_and(|o| o.legs.iter().any(turns));
            self.also(if turned { clause!("8.5.d") } else { clause!("8.4.g") });
        }
        if !ordered {
            self.also(clause!("10.2.d"));
            self.also(clause!("play.orders.none"));
        }
        if evades {
            self.also(clause!("12.3.c"));
        }
    }

    /// Figures of a body that somebody who hit it has in arc and range, where these are fewer than fall by so many men (20.2.b). Of one who
    /// has gone out of reach since nothing is known any more.
    fn figures_in_reach(&self, u: UnitId, by: &[UnitId], men: u32) -> Option<u32> {
        let unit = &self.field[u];
        let falls = (men + u32::from(unit.losses.carried)) / crate::procedures::losses::PER_FIGURE;
        if falls == 0 || !unit.present() || unit.inside.is_some() || unit.arm().battery() {
            return None;
        }
        let mut figures: Vec<table::Rect> = self.field.figures_of(unit).into_iter().map(|p| p.rect).collect();
        if let Some(free) = self.out_of_melee(u) {
            figures = free;
        }
        let mut reached = 0;
        for f in figures {
            // Of one who moved, or was shot at on the move, only the arc is known.
            let moved = |u: UnitId| self.field[u].deeds.moved > 0.0 || !self.play.ways[u.index()].is_empty();
            let has = |b: &UnitId| {
                let still = !moved(*b) && !moved(u);
                let weapon = self.shoots_with(*b).filter(|_| still);
                let reach = weapon.map_or(f64::INFINITY, |w| numbers().small_arms.reach(w));
                self.field.has_in_arc(*b, &f, reach)
            };
            reached += u32::from(by.iter().any(has));
            if reached >= falls {
                return None;
            }
        }
        (reached > 0).then_some(reached)
    }

    /// All losses of a target are added before they are divided (20.1.d).
    fn struck(&mut self, blows: Vec<Blow>) {
        let blows = self.at_the_whole(blows);
        let bodies: Vec<UnitId> = self.field.units.iter().map(|u| u.id).collect();
        for u in bodies {
            let mine: Vec<&Blow> = blows.iter().filter(|b| b.on == Some(u)).collect();
            if mine.is_empty() {
                continue;
            }
            let men: u32 = mine.iter().map(|b| b.men).sum();
            let of = |k: Shots| mine.iter().filter(|b| b.kind == k).map(|b| b.men).sum::<u32>();
            let flank: u32 = mine.iter().filter(|b| b.flank).map(|b| b.men).sum();
            let fire = &mut self.play.fire[u.index()];
            fire.men += men;
            fire.by_shell += of(Shots::Shell);
            fire.by_shrapnel += of(Shots::Shrapnel);
            fire.by_rockets += of(Shots::Rockets);
            fire.by_round_shot += of(Shots::RoundShot);
            fire.by_canister += of(Shots::Canister);
            fire.from_flank += flank;
            fire.shooters.extend(mine.iter().filter_map(|b| b.by));
            let by: Vec<UnitId> = mine.iter().filter(|b| b.men > 0).filter_map(|b| b.by).collect();
            let in_reach = self.figures_in_reach(u, &by, men);
            let figures = self.loses(u, men, in_reach, clause!("20.1.d"));
            if mine.iter().any(|b| b.shared) && men > 0 {
                self.also(clause!("6.4.e"));
            }
            self.play.fire[u.index()].figures += figures;
            let share = (u32::from(figures) * flank).checked_div(men).unwrap_or(0);
            self.play.fire[u.index()].flank_figures += share as u16;
            let guns: u32 = mine.iter().map(|b| b.gun_eighths).sum();
            let limbers: u32 = mine.iter().map(|b| b.limber_eighths).sum();
            let team: u32 = mine.iter().map(|b| b.team).sum();
            self.teams_lose(u, team);
            self.damages(u, true, guns);
            self.damages(u, false, limbers);
        }
    }
}
