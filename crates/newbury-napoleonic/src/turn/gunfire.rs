//! Step 8: artillery. Lanes, targets among which a battery chooses, ammunition, and what a line of fire strikes (chapter 16, play.fire.line).

use super::fire::{Blow, Shots};
use super::lanes::{Laid, Share};
use crate::battle::Battle;
use crate::book::numbers;
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::formation::Formation;
use crate::ground::BuildingId;
use crate::order::Quarter;
use crate::procedures::artillery::{Artillery, ArtillerySituation, GunReadings, Guns, OnLine, Spared};
use crate::procedures::demolition::{BuildingHit, Ignite, IgniteSituation};
use crate::procedures::gunnery::{Action, GunRate, GunRateSituation, GunneryReadings};
use crate::procedures::small_arms::ScreenBefore;
use crate::procedures::targets::{GunCandidate, GunTarget, GunTargetSituation};
use crate::terrain::{Slope, Weather};
use crate::troop::{Ammunition, Piece};
use crate::unit::{State, Unit, UnitId};
use crate::{clause, reading, say};
use table::V2;
use umpire::{Procedure, judge};

impl Battle {
    /// Pieces of a battery that are served and have ammunition, by kind.
    fn served(&self, u: UnitId) -> Vec<(Piece, u32, u32)> {
        let mut kinds: Vec<(Piece, u32, u32)> = Vec::new();
        let able = self.in_action(u);
        let guns = self.field[u].battery.iter().flat_map(|b| b.guns.iter().enumerate());
        for (_, g) in guns.filter(|(i, _)| able.contains(i)) {
            match kinds.iter_mut().find(|(p, ..)| *p == g.piece) {
                Some((_, n, crew)) => {
                    *n += 1;
                    *crew += u32::from(g.crew);
                }
                None => kinds.push((g.piece, 1, u32::from(g.crew))),
            }
        }
        kinds
    }

    /// What a piece can fire so far, with its factor (16.1, 16.6.a).
    pub(super) fn loads(&self, u: UnitId, piece: Piece, cm: f64) -> Vec<(Ammunition, i32)> {
        let british = self.field[u].troop.british();
        let has = |a: &Ammunition| match a {
            Ammunition::RoundShot => piece.gun(),
            Ammunition::Canister => piece != Piece::Launcher,
            Ammunition::Shell => piece.howitzer(),
            Ammunition::Shrapnel => british && piece != Piece::Launcher,
            Ammunition::RocketShell | Ammunition::RocketShrapnel => piece == Piece::Launcher,
            Ammunition::IncendiaryRocket => false,
        };
        let all = Ammunition::ALL.into_iter().filter(has);
        all.filter_map(|a| Some((a, numbers().guns.base(a, piece, cm)?))).collect()
    }

    /// Ammunition of any of its pieces that reaches the target, or anything.
    pub(crate) fn ammunition(&self, u: UnitId, target: Option<UnitId>) -> Vec<Ammunition> {
        let cm = target.map_or(1.0, |t| self.range(u, t));
        let mut all: Vec<Ammunition> = Vec::new();
        for (p, ..) in self.served(u) {
            all.extend(self.loads(u, p, cm).into_iter().map(|(a, _)| a));
        }
        all.sort();
        all.dedup();
        // What is barred on the way to it is none: shot that would go on into own troops, canister over them (14.3, play.fire.line).
        if let Some(at) = target {
            let share = Share { at, guns: None, split: false, howitzers: false };
            all.retain(|a| {
                let fires =
                    |observer| self.laid(u, &share, Some(*a), observer).iter().any(|l| l.ammunition == *a);
                fires(false) || fires(true)
            });
        }
        all
    }

    /// Enemies in arc, sight and reach of a deployed battery, with a free lane or one over which it may fire (14.2.e, 14.3.b).
    pub(crate) fn gun_targets(&self, u: UnitId) -> Vec<UnitId> {
        self.gun_targets_with(u, false)
    }

    /// The same with one of the crew as an observer, or without (14.3.note).
    pub(crate) fn gun_targets_with(&self, u: UnitId, observer: bool) -> Vec<UnitId> {
        let kept = self.kept_gun_targets(u).filter(|_| !observer);
        kept.map_or_else(|| self.guns_bear_upon(u, observer), <[UnitId]>::to_vec)
    }

    pub(super) fn guns_bear_upon(&self, u: UnitId, observer: bool) -> Vec<UnitId> {
        self.guns_bear_upon_those(u, observer, |_| true)
    }

    /// The same of some enemies only.
    pub(super) fn guns_bear_upon_those(
        &self,
        u: UnitId,
        observer: bool,
        those: impl Fn(&Unit) -> bool,
    ) -> Vec<UnitId> {
        let unit = &self.field[u];
        if !self.may_fire(u) || unit.formation() != Formation::Deployed {
            return Vec::new();
        }
        let able = self.in_action(u);
        let pieces = self.served(u);
        let guns = self.field.guns(unit);
        let reach =
            |p: &Piece| Ammunition::ALL.map(|a| numbers().guns.reach(a, *p)).into_iter().fold(0.0, f64::max);
        let far = pieces.iter().map(|(p, ..)| reach(p)).fold(0.0, f64::max) + super::fire::MOST_MOVED;
        let fits = |e: &&Unit| {
            those(e)
                && self.known(e.id)
                && !matches!(e.state, State::Prisoner | State::Surrendering)
                && !self.play.fights(e.id)
                && {
                    let aimed = self.field.aimed_at(&guns, e.id);
                    // Most are in nobody's arc.
                    !aimed.is_empty() && {
                        let cm = self.range(u, e.id);
                        let loaded = pieces.iter().any(|(p, ..)| !self.loads(u, *p, cm).is_empty());
                        loaded && self.laid_on(u, e.id, cm, aimed, (observer, &able))
                    }
                }
        };
        let rects = self.field.rects(unit);
        self.field.enemies_about(unit.side, &rects, far).filter(fits).map(|e| e.id).collect()
    }

    /// The line of fire from the middle of the battery to the middle of the target.
    fn line_of_fire(&self, u: UnitId, t: UnitId) -> (V2, V2) {
        (self.field[u].base.front, self.field[t].base.centre())
    }

    /// Those among which the book leaves the choice (16.3.a).
    pub(crate) fn free_gun_targets(&self, u: UnitId, all: &[UnitId]) -> Vec<UnitId> {
        if all.is_empty() {
            return Vec::new();
        }
        let order = self.play.game.get(u.index()).and_then(Option::as_ref);
        let one = |t: &UnitId| GunCandidate {
            coming: self.play.charges_on(u).any(|c| c.by == *t && !c.over),
            named: order.is_some_and(|o| o.targets.contains(t)),
            advancing: self.came_nearer(u, *t),
        };
        let s = GunTargetSituation {
            enemies: all.iter().map(one).collect(),
            orders_count: true,
            mixed_howitzer: false,
        };
        quietly::<GunTarget>(&s).targets.iter().filter_map(|i| all.get(*i).copied()).collect()
    }

    /// A battery fires: each kind of its pieces once, with one roll (play.dice).
    pub(super) fn battery_fires(&mut self, u: UnitId, blows: &mut Vec<Blow>) {
        let choice = self.choice(u);
        if self.field[u].formation() == Formation::Deployed {
            self.tell_unsupplied(u);
        }
        if let Some(house) = choice.house.as_ref().and_then(|h| self.field.ground.building(h)) {
            self.fires_at_house(u, house);
            return;
        }
        if let Some([x, y]) = choice.breach {
            self.breaches(u, table::v2(x, y), blows);
            return;
        }
        if let Some(name) = choice.general.as_ref().filter(|g| self.guns_may_fire_at_general(u, g))
            && self.guns_fire_at_general(u, name)
        {
            return;
        }
        let all = self.gun_targets_with(u, choice.observer);
        let free = self.free_gun_targets(u, &all);
        let wished = choice.target.as_ref().and_then(|c| self.field.by_code(c)).filter(|t| free.contains(t));
        let nearest = free.iter().min_by(|a, b| self.range(u, **a).total_cmp(&self.range(u, **b))).copied();
        let Some(first) = wished.or(nearest) else { return };
        let mut fired = None;
        for share in self.shares(u, &choice, first) {
            for laid in self.by_dice(self.laid(u, &share, choice.ammunition, choice.observer)) {
                let (rate, _) = known::<GunRate>(&self.gun_rate(u, laid.piece, laid.ammunition));
                if rate.rounds > 0 {
                    self.guns_fire(u, &share, &laid, rate.rounds, blows);
                    fired = fired.or(Some(share.at));
                }
            }
        }
        if let Some(t) = fired {
            self.has_fired(u, Some(t));
        }
    }

    /// The crews of guns of one kind roll together, or each for itself (play.dice).
    fn by_dice(&self, all: Vec<Laid>) -> Vec<Laid> {
        if !self.field.readings.is(reading!("dice-of-a-battery", "each-gun")) {
            return all;
        }
        let one = |l: Laid| {
            let n = l.models;
            (0..n)
                .map(move |i| Laid { models: 1, crew: (l.crew + n - 1 - i) / n, ..l.clone() })
                .collect::<Vec<_>>()
        };
        all.into_iter().flat_map(one).collect()
    }

    pub(super) fn has_fired(&mut self, u: UnitId, at: Option<UnitId>) {
        let turn = self.field.turn;
        let unit = &mut self.field[u];
        unit.deeds.fired = true;
        unit.loading.last_fired = Some(turn);
        if let Some(b) = &mut unit.battery {
            b.fired_since_unlimbering = true;
            b.last_target = at;
        }
    }

    /// The pieces of a deployed battery that reach a house with shell, and how far it is (16.9.a).
    pub(super) fn shells_at(
        &self,
        u: UnitId,
        house: BuildingId,
    ) -> Option<(Piece, u32, u32, Ammunition, f64)> {
        let unit = &self.field[u];
        if unit.formation() != Formation::Deployed {
            return None;
        }
        let wall = self.field.ground[house].rect;
        let cm = unit.base.rect().gap(&wall);
        let (most, _) = crate::aim::gun_arc(&unit.base);
        let ahead = unit.base.dir.angle_to((wall.centre - unit.base.rear()).unit()).to_degrees();
        let shell = |a: &Ammunition| matches!(a, Ammunition::Shell | Ammunition::RocketShell);
        self.served(u).into_iter().filter(|_| ahead <= most).find_map(|(piece, models, crew)| {
            let load = self.loads(u, piece, cm).into_iter().map(|(a, _)| a).find(shell)?;
            // Launchers have rockets made for it, unless shell is chosen (16.1.b).
            let incendiary = load == Ammunition::RocketShell && self.choice(u).ammunition != Some(load);
            let load = if incendiary { Ammunition::IncendiaryRocket } else { load };
            Some((piece, models, crew, load, cm))
        })
    }

    /// Shell at a house: the dice of its fire, then two for each model that hits (16.9.a).
    fn fires_at_house(&mut self, u: UnitId, house: BuildingId) {
        let Some((piece, models, crew, ammunition, distance)) = self.shells_at(u, house) else { return };
        let (rate, _) = known::<GunRate>(&self.gun_rate(u, piece, ammunition));
        if rate.rounds == 0 {
            return;
        }
        let unit = &self.field[u];
        let b = &self.field.ground[house];
        let s = IgniteSituation {
            guns: Guns {
                troop: unit.troop,
                piece,
                ammunition,
                models,
                crew,
                disorganisation: unit.factors(),
                one_round: false,
                new_target: true,
                after_unlimbering: unit.battery.as_ref().is_some_and(|b| !b.fired_since_unlimbering),
                split: false,
                mixed_howitzer: false,
                from_steep: false,
            },
            distance,
            wooden_walls: b.wooden_walls,
            roof: b.roof,
            rain: self.field.sky.weather == Weather::Rain,
            options: self.agreed(),
            readings: GunReadings::of(&self.field.readings),
            hit: BuildingHit::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let name = b.name.clone();
        let (code, side) = (self.code(u), unit.side);
        let (o, ruling) = judge::<Ignite>(&s, self.dice.occasion(Ignite::NAME, &*code, side));
        let turn = self.field.turn;
        self.shows_itself(u);
        self.rule_on(clause!("16.9.a"), Kind::Burns, &[u], ruling, || {
            say!("event-shells-house", unit = code, name, fires = o.fires)
        });
        if o.fires > 0 {
            let state = &mut self.field[house];
            state.fires += o.fires as u16;
            state.lit.get_or_insert(turn);
        }
        self.has_fired(u, None);
    }

    pub(super) fn gun_rate(&self, u: UnitId, piece: Piece, ammunition: Ammunition) -> GunRateSituation {
        let unit = &self.field[u];
        let cease = self.must_cease(u).unwrap_or(1.0);
        let time = (cease - self.play.busy[u.index()] - self.time_marched(u)).clamp(0.0, 1.0);
        let last = unit.loading.last_fired.map_or(10.0, |t| f64::from(self.field.turn.saturating_sub(t)));
        let action = self.play.order(u).and_then(|o| o.action).filter(|_| unit.deeds.action_move);
        let moved = if action.is_some_and(Action::fires) { 0.0 } else { unit.deeds.moved };
        GunRateSituation {
            piece,
            ammunition,
            time,
            since: last.min(10.0),
            reordered: self.play.order(u).is_some_and(|o| o.reorder_and_fire),
            muskets: self.fires_muskets(u),
            moved_limbered: moved > 2.01 || action.is_some_and(|a| !a.fires()),
            moved_deployed: if moved <= 2.01 { moved } else { 0.0 },
            weight: unit.weight(),
            marched: self.time_marched(u),
            crewed: true,
            readings: GunneryReadings::of(&self.field.readings),
        }
    }

    /// Everybody whom the lane meets from the gun to the end of the range, the target first of those that count (16.7, 20.5).
    fn on_line(&self, u: UnitId, t: UnitId, ammunition: Ammunition, piece: Piece) -> Vec<UnitId> {
        if ammunition != Ammunition::RoundShot {
            return vec![t];
        }
        let (from, to) = self.line_of_fire(u, t);
        let end = from + (to - from).unit() * numbers().guns.reach(ammunition, piece);
        let side = self.field[u].side;
        let mut met: Vec<(f64, UnitId)> = Vec::new();
        // Prisoners and those in melee are let pass (14.4, play.prisoners).
        let there = |o: &&Unit| {
            let held = matches!(o.state, State::Prisoner | State::Surrendering);
            o.id == t || (o.inside.is_none() && self.known(o.id) && !held && !self.play.fights(o.id))
        };
        for o in self.field.enemies(side).filter(there) {
            let at = self
                .field
                .rects(o)
                .iter()
                .filter_map(|r| r.clip(from, end))
                .map(|(a, _)| a)
                .fold(f64::INFINITY, f64::min);
            if at.is_finite() {
                met.push((at, o.id));
            }
        }
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut all: Vec<UnitId> = met.into_iter().map(|(_, id)| id).collect();
        if !all.contains(&t) {
            all.insert(0, t);
        }
        all
    }

    /// Teams behind deployed guns are hidden by them from the front (16.7.b).
    fn guns_hide_teams(&self, u: UnitId, t: UnitId) -> bool {
        // Crews have no flanks (play.facing), but their teams stand behind the guns.
        let guns = &self.field[t].base;
        let way = self.field[u].base.front - guns.front;
        way.len() < 1e-9
            || crate::measure::quarter(guns.dir.angle_to(way.unit()).to_degrees(), false).0 == Quarter::Front
    }

    /// The fire of pieces of one kind as the procedure asks for it, whom it strikes, and the screen before them.
    pub(super) fn gunfire_of(
        &self,
        u: UnitId,
        share: &Share,
        &Laid { piece, ammunition, models, crew, .. }: &Laid,
        rounds: u8,
    ) -> (Vec<UnitId>, Option<UnitId>, ArtillerySituation) {
        let t = share.at;
        let line = self.on_line(u, t, ammunition, piece);
        let reach = numbers().guns.reach(ammunition, piece);
        let canister = ammunition == Ammunition::Canister;
        let screen =
            self.screen_before(u, t).filter(|s| canister && self.known(*s) && self.range(u, *s) <= reach);
        let line: Vec<UnitId> = line.into_iter().filter(|x| self.range(u, *x) <= reach + 0.01).collect();
        let unit = &self.field[u];
        let b = unit.battery.as_ref();
        let steep = self.field.ground.slope(unit.base.front).is_some_and(|s| s.slope == Slope::Steep);
        let full = numbers().guns.canister_rounds(1.0);
        let s = ArtillerySituation {
            guns: Guns {
                troop: unit.troop,
                piece,
                ammunition,
                models,
                crew,
                disorganisation: unit.factors(),
                one_round: ammunition == Ammunition::Canister && rounds < full,
                new_target: b.is_some_and(|b| b.last_target != Some(t)),
                after_unlimbering: b.is_some_and(|b| !b.fired_since_unlimbering),
                split: share.split,
                mixed_howitzer: share.howitzers,
                from_steep: steep,
            },
            line: line
                .iter()
                .map(|x| OnLine {
                    target: self.target_of(u, *x, Some(ammunition)),
                    distance: self.range(u, *x),
                    spared: self.spared(u, t, *x, ammunition),
                    at_teams: self.choice(u).at_teams
                        && self.field[*x].deployed()
                        && !self.guns_hide_teams(u, *x),
                    teams_hidden: self.guns_hide_teams(u, *x),
                })
                .collect(),
            screen: screen.map(|s| ScreenBefore {
                distance: self.range(u, s),
                target: self.target_of(u, s, Some(ammunition)),
            }),
            rain: self.field.sky.weather == Weather::Rain,
            options: self.agreed(),
            readings: GunReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        (line, screen, s)
    }

    /// The same of the pieces that bear on a target, each kind with what it fires best or what is chosen, as they stand.
    pub(crate) fn gunfire_at(
        &self,
        u: UnitId,
        t: UnitId,
        chosen: Option<Ammunition>,
    ) -> Vec<(Ammunition, ArtillerySituation)> {
        let share = Share { at: t, guns: None, split: false, howitzers: false };
        let mut all = Vec::new();
        for laid in self.laid(u, &share, chosen, false) {
            let rounds = quietly::<GunRate>(&self.gun_rate(u, laid.piece, laid.ammunition)).rounds;
            if rounds > 0 {
                all.push((laid.ammunition, self.gunfire_of(u, &share, &laid, rounds).2));
            }
        }
        all
    }

    pub(super) fn guns_fire(
        &mut self,
        u: UnitId,
        share: &Share,
        laid: &Laid,
        rounds: u8,
        blows: &mut Vec<Blow>,
    ) {
        let ammunition = laid.ammunition;
        let (line, screen, s) = self.gunfire_of(u, share, laid, rounds);
        let unit = &self.field[u];
        let (code, side) = (self.code(u), unit.side);
        let (o, ruling) = judge::<Artillery>(&s, self.dice.occasion(Artillery::NAME, &*code, side));
        let men: u32 = o.struck.iter().map(|x| x.men).sum();
        let who: Vec<UnitId> = std::iter::once(u).chain(line.iter().copied()).collect();
        self.shows_itself(u);
        let load = crate::words::ammunition(ammunition);
        self.rule_on(clause!("11.8"), Kind::Fires, &who, ruling, || {
            say!("event-guns-fire", unit = code, load, men)
        });
        self.also(clause!("14.1"));
        self.also(clause!("play.fire.line"));
        self.also(clause!("14.2.e"));
        self.also(clause!("16.6.b"));
        self.why_fired(u, &line);
        self.why_covered(u, &line, Some(ammunition));
        if s.line.iter().any(|x| x.spared == Some(Spared::BehindObstacle)) {
            self.also(clause!("14.5.c.2"));
        }
        if s.line.iter().any(|x| x.spared == Some(Spared::BehindBuildingOrWood)) {
            self.also(clause!("14.5.b"));
        }
        if self.play.busy[u.index()] > 0.0 && self.field[u].deeds.moved < 0.01 {
            self.also(clause!("16.5.c"));
        }
        if self.field[u].deeds.action_move {
            self.also(clause!("16.5.a"));
        }
        if let Some(by) = laid.over {
            self.also(by);
        }
        let kind = match ammunition {
            Ammunition::RoundShot => Shots::RoundShot,
            Ammunition::Canister => Shots::Canister,
            Ammunition::Shell => Shots::Shell,
            Ammunition::Shrapnel => Shots::Shrapnel,
            _ => Shots::Rockets,
        };
        if let (Some(s), Some(hit)) = (screen, o.struck.first()) {
            blows.push(Blow { on: Some(s), by: Some(u), men: hit.screen, kind, ..Blow::default() });
            self.also(clause!("8.6.d"));
        }
        for ((x, hit), met) in line.iter().zip(&o.struck).zip(&s.line) {
            // Whom the shot spares is not under its fire.
            if met.spared.is_some() && *x != share.at {
                continue;
            }
            let flank = self.field.comes_from(&self.field[u], &self.field[*x]).0 != Quarter::Front;
            blows.push(Blow {
                on: Some(*x),
                by: Some(u),
                men: if self.field[*x].battery.is_some() { hit.crew } else { hit.men },
                team: hit.team,
                kind,
                flank,
                gun_eighths: hit.gun_eighths,
                limber_eighths: hit.limber_eighths,
                shared: false,
            });
        }
    }
}
