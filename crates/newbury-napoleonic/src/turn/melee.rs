//! Step 14: all melees, both sides' losses together (11.14, chapter 19, play.melee).

use crate::battle::{Battle, Fight};
use crate::book::TOLERANCE;
use crate::book::weather::cover_behind;
use crate::drill::quietly;
use crate::event::Kind;
use crate::footprint::ELEPHANT;
use crate::formation::Formation;
use crate::order::Quarter;
use crate::procedures::melee::{
    Fighter, FightingFigures, FightingSituation, Melee, MeleeReadings, MeleeSituation, Over,
};
use crate::procedures::organisation::{EngagedDepth, EngagedSituation, EngagedSubgroup};
use crate::terrain::{Cover, Obstacle};
use crate::troop::Arm;
use crate::unit::{State, UnitId};
use crate::{clause, reading, say};
use umpire::{Procedure, judge};

/// So many units one breaks through in a move at most.
const CHAIN: usize = 4;

impl Battle {
    /// Figures of the one that fight the other (19.2).
    fn fighting(&self, m: &Fight, u: UnitId, e: UnitId, through: Option<u32>) -> u32 {
        if let Some((house, by, _)) = self.storm_of(m) {
            // No more than three of one side fight one of the other (19.2.d).
            let enemies = self.fighting_for_house(house, e, by, 0);
            return self.fighting_for_house(house, u, by, enemies);
        }
        // Out of touch those strike who fought the round before (19.5.m).
        if m.apart {
            return u32::from(m.figures[usize::from(m.a != u)]).max(1).min(self.afoot(u));
        }
        let foes: Vec<UnitId> = self.foes(u).into_iter().filter(|o| *o != e).collect();
        let (touching, overlapping) = self.field.touching_but(u, e, &self.claimed(u, e), &foes);
        let (touching, theirs) = (self.crew(u, touching), self.crew(e, self.field.touching(e, u).0));
        let unit = &self.field[u];
        // Of guns the whole crews fight, and of limbers that are touched the drivers too (19.2.a.v, 19.2.a.vi).
        let guns = matches!(unit.formation(), Formation::Deployed | Formation::Limbered);
        let limbered = unit.formation() == Formation::Limbered;
        let mixed = if unit.open_order() && self.field[e].open_order() { self.counted(u) } else { 0 };
        // In a breakthrough those count who touched at the first contact (19.2.b).
        let met = u32::from(m.front[usize::from(m.a != u)].max(1));
        let s = FightingSituation {
            touching: match through {
                Some(_) if guns => self.crews_touched(u, met),
                Some(_) => self.crew(u, met),
                None if guns => 0,
                None => touching.max(1),
            },
            overlapping: if guns { 0 } else { overlapping },
            mixed,
            crews: if guns { self.crews_touched(u, touching) } else { 0 },
            drivers: if limbered { self.drivers_touched(u, touching) } else { 0 },
            wall: None,
            inside: 0,
            ranks_passed: through,
            enemies: theirs.max(1),
            general: !self.field.readings.is(reading!("general-fights", "takes-losses-only"))
                && self.field.generals(unit.side).any(|g| g.with == Some(u)),
            small_figures: self.agreed().small_figures,
        };
        let most = self.afoot(u) + s.drivers + u32::from(s.general);
        let fight = quietly::<FightingFigures>(&s).figures.max(1);
        if through.is_some() { fight } else { fight.min(most) }
    }

    /// The figures of so many that touch: of elephants their crews, each of whom fights as a figure (A5.10).
    fn crew(&self, u: UnitId, models: u32) -> u32 {
        let unit = &self.field[u];
        match unit.arm() {
            Arm::Elephants if unit.mounted() => {
                (models * u32::from(ELEPHANT)).min(u32::from(unit.figures().max(1)))
            }
            _ => models,
        }
    }

    /// Figures of the subgroup that is engaged: whole sub-units, and the ranks behind those who fight (6.2.a.iii, 19.4.a). Of guns and of
    /// those at a house the figures that fight.
    pub(super) fn engaged(&self, m: &Fight, n: usize) -> u16 {
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        let unit = &self.field[u];
        if unit.arm().battery() || self.storm_of(m).is_some() {
            return self.fighting(m, u, e, None) as u16;
        }
        if m.apart {
            return m.engaged_before[n].clamp(1, unit.figures().max(1));
        }
        let (engaged, front) = self.field.engaged_front(u, e);
        let apart = unit.formation().open_column() || unit.formation() == Formation::DoubleLine;
        let ranks = if apart { u16::from(unit.drawn.ranks) } else { unit.plan(&self.field.options).ranks };
        let s = EngagedSituation {
            engaged,
            front: front.max(engaged),
            ranks: u32::from(ranks.max(1)),
            figures: u32::from(unit.figures()).max(front).max(engaged),
            close_order: !unit.open_order(),
            irregular: unit.troop.irregular(),
            depth: EngagedDepth::of(&self.field.readings),
        };
        quietly::<EngagedSubgroup>(&s).figures.min(u32::from(unit.figures()).max(1)) as u16
    }

    /// Is a body attacked by this enemy in flank or rear? Not by one who stands before the line of its front, though the middles of two
    /// fronts that touch may lie at a right angle to it (17.8.a, 17.8.c).
    fn aside(&self, u: UnitId, e: UnitId) -> bool {
        let (unit, enemy) = (&self.field[u], &self.field[e]);
        let before = (enemy.base.centre() - unit.base.front).dot(unit.base.dir) > TOLERANCE;
        !before && self.field.comes_from(enemy, unit).0 != Quarter::Front
    }

    /// Those with whom a body fights, in the order in which it met them.
    fn foes(&self, u: UnitId) -> Vec<UnitId> {
        let with = self.play.fights.iter().filter(|m| !m.over && [m.a, m.b].contains(&u));
        with.map(|m| if m.a == u { m.b } else { m.a }).collect()
    }

    /// Other enemies whose figures of a body are: those before it, of one who attacks it in flank or rear, for figures that these touch do
    /// not turn to him (17.8.c); and those whom it met first, for a figure fights in one melee only (19.2.e, play.melee).
    fn claimed(&self, u: UnitId, e: UnitId) -> Vec<UnitId> {
        let foes = self.foes(u);
        let met = foes.iter().position(|o| *o == e).unwrap_or(foes.len());
        let aside = self.aside(u, e);
        let first = |(i, o): &(usize, &UnitId)| match (aside, self.aside(u, **o)) {
            (true, false) => true,
            (false, true) => false,
            _ => *i < met,
        };
        foes.iter().enumerate().filter(|(_, o)| **o != e).filter(first).map(|(_, o)| *o).collect()
    }

    /// One figure for each 2 cm of wall until they have broken in, then all who are inside (19.2.a.vii, 19.2.a.viii, 19.3.h).
    fn fighting_for_house(&self, house: u16, u: UnitId, by: UnitId, enemies: u32) -> u32 {
        let (unit, attacks, all) = (&self.field[u], u == by, self.counted(u).max(1));
        let inside = self.inside_fighting(house, u, attacks);
        let (w, _) = unit.plan(&self.field.options).figure;
        let front = (unit.base.width / w.max(0.1)).round() as u32;
        let touching = match (attacks, inside > 0) {
            (true, _) => front.clamp(1, all),
            (false, true) => 0,
            (false, false) => all,
        };
        let s = FightingSituation {
            touching,
            wall: Some(self.wall_at(house, by)),
            inside,
            enemies,
            small_figures: self.agreed().small_figures,
            ..FightingSituation::default()
        };
        quietly::<FightingFigures>(&s).figures.clamp(1, all)
    }

    /// The crews of so many guns that are touched (19.2.a.v).
    fn crews_touched(&self, u: UnitId, models: u32) -> u32 {
        let guns = self.field[u].battery.iter().flat_map(|b| &b.guns).filter(|g| !g.destroyed);
        guns.take(models as usize).map(|g| u32::from(g.crew)).sum::<u32>().max(1)
    }

    /// The drivers of so many limbers that are touched (19.2.a.vi).
    fn drivers_touched(&self, u: UnitId, models: u32) -> u32 {
        let guns = self.field[u].battery.iter().flat_map(|b| &b.guns).filter(|g| !g.destroyed);
        guns.take(models as usize).filter_map(|g| g.team).map(|t| u32::from(t.drivers)).sum()
    }

    /// Ranks that are broken through, or break through: a square counts as 4 (glossary.square); a mass is as deep as it stands, being 7 for
    /// the shot of guns alone (T10.B.sq, 19.2.b).
    pub(super) fn ranks_deep(&self, u: UnitId) -> u16 {
        let unit = &self.field[u];
        match unit.formation() {
            Formation::Mass => unit.plan(&self.field.options).ranks.max(1),
            _ => unit.ranks(&self.field.options).0.max(1),
        }
    }

    fn fighter(&self, m: &Fight, n: usize) -> Fighter {
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        let unit = &self.field[u];
        let (mine, theirs) = (self.ranks_deep(u), self.ranks_deep(e));
        let passed = m.passed[n].min(theirs).clamp(1, 255) as u8;
        let through = m.broke_through[n].then_some((mine.min(255) as u8, passed));
        let wooded = self.field.ground.kind(unit.base.front).wooded();
        Fighter {
            troop: unit.troop,
            formation: unit.formation(),
            on_foot: unit.walks(),
            figures: self.fighting(m, u, e, self.ranks_passed(m, n)),
            disorganisation: unit.factors(),
            loaded: unit.loading.loaded && unit.weapon().is_some_and(|w| w.firearm()),
            impetus: m.impetus[n],
            following_up: m.following[n],
            pursuing: unit.state == State::Pursuing,
            breaking_through: through,
            higher: self.field.higher(unit, &self.field[e]) || m.downhill[n] || self.above_ditch(u, e),
            in_wood: wooded,
            over: self.attacks_over(m, n),
            routing: unit.state == State::Routing,
        }
    }

    /// What a side attacks over: a house that it has not broken into, or an obstacle that the other defends and it has not crossed. Who only
    /// defends the obstacle does not attack over it (T11.B, 19.2.a.ii, 19.2.f).
    fn attacks_over(&self, m: &Fight, n: usize) -> Over {
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        if let Some((house, by, _)) = self.storm_of(m) {
            let breaks_in = by == u && !self.broken_in(house, self.field[u].side);
            return if breaks_in { Over::Building } else { Over::None };
        }
        let stays_behind = m.crosses[1 - n] && !m.crosses[n];
        if stays_behind || m.crossed != [false; 2] {
            return Over::None;
        }
        // A ditch is none in melee (4.3.note.i).
        let defended = self.defends(e, u).filter(|o| *o != Obstacle::Ditch);
        match defended.map(|o| cover_behind(o, self.field[e].mounted())) {
            Some(Cover::Soft) => Over::Soft,
            Some(Cover::Hard) => Over::Hard,
            _ => Over::None,
        }
    }

    /// Ranks of the broken-through that either side fights with: the same number for both (19.2.b).
    fn ranks_passed(&self, m: &Fight, n: usize) -> Option<u32> {
        let by = [n, 1 - n].into_iter().find(|k| m.broke_through[*k])?;
        Some(u32::from(m.passed[by].max(1)))
    }

    /// What else had a part in how many fight, and over what.
    fn why_they_fight(&mut self, m: &Fight, s: &MeleeSituation) {
        let several =
            |u: UnitId| self.play.fights.iter().filter(|x| !x.over && [x.a, x.b].contains(&u)).count() > 1;
        let (several, aside) = (several(m.a) || several(m.b), self.aside(m.a, m.b) || self.aside(m.b, m.a));
        let obstacle = [s.a.over, s.b.over].iter().any(|o| matches!(o, Over::Soft | Over::Hard));
        if several {
            self.also(clause!("19.2.e"));
        }
        if aside {
            self.also(clause!("17.8.c"));
        }
        if obstacle {
            self.also(clause!("19.2.a.ii"));
            self.also(clause!("glossary.defended-obstacle"));
            // Who did not get over it in the rounds before tries again: he counts as if he had not crossed.
            self.also(if m.round > 1 { clause!("19.5.j") } else { clause!("19.2.f") });
        }
    }

    pub(super) fn melees(&mut self) {
        let before: Vec<u16> = self.field.units.iter().map(|u| u.figures()).collect();
        let mut losses: Vec<(UnitId, u32)> = Vec::new();
        for i in 0..self.play.fights.len() {
            if !self.play.fights[i].over {
                self.melee_round(i, &mut losses);
            }
        }
        self.strike_the_routed();
        self.pursuers_take();
        self.melee_losses(losses);
        self.storms_go_on(&before);
        // Who came out behind goes on to the next, perhaps again (18.1.f).
        for _ in 0..CHAIN {
            if !self.passed_through() {
                break;
            }
        }
    }

    /// The losses of melees are added up for each body, then taken off.
    pub(super) fn melee_losses(&mut self, losses: Vec<(UnitId, u32)>) {
        let mut bodies: Vec<UnitId> = losses.iter().map(|(u, _)| *u).collect();
        bodies.sort();
        bodies.dedup();
        for u in bodies {
            let men = losses.iter().filter(|(x, _)| *x == u).map(|(_, n)| *n).sum();
            self.loses(u, men, None, clause!("11.14"));
        }
    }

    /// One round of a melee.
    pub(super) fn melee_round(&mut self, i: usize, losses: &mut Vec<(UnitId, u32)>) {
        self.play.fights[i].round += 1;
        let m = self.play.fights[i].clone();
        // Before anybody falls; who was broken through is counted as at the first contact.
        if m.broke_through == [false; 2] {
            self.play.fights[i].engaged = [self.engaged(&m, 0), self.engaged(&m, 1)];
        }
        self.play.fights[i].strength = [m.a, m.b].map(|u| self.field[u].figures());
        let s = MeleeSituation {
            a: self.fighter(&m, 0),
            b: self.fighter(&m, 1),
            round: m.round,
            options: self.agreed(),
            readings: MeleeReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let (a, b) = (self.code(m.a), self.code(m.b));
        let hands = self.hands(m.a, m.b, 1);
        let (o, ruling) = judge::<Melee>(&s, self.dice.occasion(Melee::NAME, &*a, hands));
        let (lost_a, lost_b) = (o.a, o.b);
        self.rule_on(clause!("11.14"), Kind::Melee, &[m.a, m.b], ruling, || {
            say!("event-melee", a, b, round = m.round, lost_a, lost_b)
        });
        self.also(clause!("play.melee"));
        self.also(clause!("19.1.a"));
        if self.storm_of(&m).is_some() {
            self.also(clause!("19.2.a.vii"));
        }
        self.also(clause!("19.1.b"));
        self.also(clause!("19.4.a"));
        self.also(clause!("glossary.melee"));
        self.why_they_fight(&m, &s);
        if m.apart {
            self.also(clause!("19.5.m"));
        }
        if self.above_ditch(m.a, m.b) || self.above_ditch(m.b, m.a) {
            self.also(clause!("4.3.note.i"));
        }
        let x = &mut self.play.fights[i];
        x.lost = [o.a, o.b];
        x.figures = [s.a.figures as u16, s.b.figures as u16];
        losses.extend([(m.a, o.a), (m.b, o.b)]);
        for u in [m.a, m.b] {
            self.field[u].deeds.in_melee = true;
            self.field[u].class_known = true;
            self.field[u].loading.loaded = false;
        }
    }

    /// Pursuers strike those who rout, without reply, in the first move of it (23.5.e, 19.5.m, play.pursuit).
    fn strike_the_routed(&mut self) {
        for (by, on, moves) in self.play.quarry.clone() {
            let fits = self.field[by].state == State::Pursuing
                && self.field[on].present()
                && self.field[on].state == State::Routing
                && moves == 1;
            if !fits {
                continue;
            }
            // Those who fought the last round strike, or all where there was no melee (play.pursuit).
            let all = self.counted(by).max(1);
            let last = self.play.fought_with.iter().find(|(u, _)| *u == by).map(|(_, n)| u32::from(*n));
            let figures = last.unwrap_or(all).clamp(1, all);
            let one = |u: UnitId, pursuing: bool| Fighter {
                troop: self.field[u].troop,
                formation: self.field[u].formation(),
                on_foot: self.field[u].walks(),
                figures: figures.min(u32::from(self.field[u].figures().max(1))),
                disorganisation: self.field[u].factors(),
                loaded: false,
                impetus: false,
                following_up: false,
                pursuing,
                breaking_through: None,
                higher: pursuing && self.field.higher(&self.field[by], &self.field[on]),
                in_wood: self.field.ground.kind(self.field[u].base.front).wooded(),
                over: Over::None,
                routing: !pursuing,
            };
            let s = MeleeSituation {
                a: one(by, true),
                b: one(on, false),
                round: if last.is_some() { 2 } else { 1 },
                options: self.agreed(),
                readings: MeleeReadings::of(&self.field.readings),
                sheet: self.field.sheet.clone(),
            };
            let (a, b) = (self.code(by), self.code(on));
            let hands = self.hands(by, on, 1);
            let (o, ruling) = judge::<Melee>(&s, self.dice.occasion(Melee::NAME, &*a, hands));
            let lost = o.b;
            self.rule_on(clause!("23.5.e"), Kind::Melee, &[by, on], ruling, || {
                say!("event-pursuit-strikes", a, b, lost)
            });
            self.also(clause!("play.pursuit"));
            self.also(clause!("19.5.m"));
            self.also(clause!("glossary.pursuit"));
            self.loses(on, o.b, None, clause!("23.5.e"));
        }
        self.play.fought_with.clear();
    }
}
