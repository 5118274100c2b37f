//! Step 14: all melees, both sides' losses together (11.14, chapter 19, play.melee).

use crate::battle::{Battle, Fight};
use crate::drill::quietly;
use crate::event::Kind;
use crate::formation::Formation;
use crate::procedures::melee::{
    Fighter, FightingFigures, FightingSituation, Melee, MeleeReadings, MeleeSituation, Over,
};
use crate::terrain::Cover;
use crate::unit::{State, UnitId};
use crate::{clause, reading, say};
use umpire::{Procedure, judge};

/// So many units one breaks through in a move at most.
const CHAIN: usize = 4;

impl Battle {
    /// Figures of the one that fight the other (19.2).
    fn fighting(&self, m: &Fight, u: UnitId, e: UnitId, through: Option<u32>) -> u32 {
        if let Some((house, by, _)) = self.storm_of(m) {
            return self.fighting_for_house(house, u, u == by, by);
        }
        let (touching, overlapping) = self.field.touching(u, e);
        let (theirs, _) = self.field.touching(e, u);
        let unit = &self.field[u];
        let deployed = unit.formation() == Formation::Deployed;
        let mixed =
            if unit.open_order() && self.field[e].open_order() { u32::from(unit.figures()) } else { 0 };
        let s = FightingSituation {
            touching: if deployed { 0 } else { touching.max(1) },
            overlapping: if deployed { 0 } else { overlapping },
            mixed,
            crews: if deployed { self.crews_touched(u, touching) } else { 0 },
            drivers: 0,
            wall: None,
            inside: 0,
            ranks_passed: through,
            enemies: theirs.max(1),
            general: !self.field.readings.is(reading!("general-fights", "takes-losses-only"))
                && self.field.generals(unit.side).any(|g| g.with == Some(u)),
            small_figures: self.agreed().small_figures,
        };
        let most = self.afoot(u) + u32::from(s.general);
        quietly::<FightingFigures>(&s).figures.clamp(1, most.max(1))
    }

    /// One figure for each 2 cm of wall until they have broken in, then all who are inside (19.2.a.vii, 19.2.a.viii, 19.3.h).
    fn fighting_for_house(&self, house: u16, u: UnitId, attacks: bool, by: UnitId) -> u32 {
        let unit = &self.field[u];
        let inside = self.inside_fighting(house, u, attacks);
        let (w, _) = unit.plan(&self.field.options).figure;
        let front = (unit.base.width / w.max(0.1)).round() as u32;
        let touching = match (attacks, inside > 0) {
            (true, _) => front.clamp(1, u32::from(unit.figures()).max(1)),
            (false, true) => 0,
            (false, false) => u32::from(unit.figures()),
        };
        let s = FightingSituation {
            touching,
            wall: Some(self.wall_at(house, by)),
            inside,
            small_figures: self.agreed().small_figures,
            ..FightingSituation::default()
        };
        quietly::<FightingFigures>(&s).figures.clamp(1, u32::from(unit.figures()).max(1))
    }

    /// The crews of so many guns that are touched (19.2.a.v).
    fn crews_touched(&self, u: UnitId, models: u32) -> u32 {
        let guns = self.field[u].battery.iter().flat_map(|b| &b.guns).filter(|g| !g.destroyed);
        guns.take(models as usize).map(|g| u32::from(g.crew)).sum::<u32>().max(1)
    }

    fn fighter(&self, m: &Fight, n: usize) -> Fighter {
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        let unit = &self.field[u];
        let (mine, theirs) = (unit.ranks(&self.field.options).0, self.field[e].ranks(&self.field.options).0);
        let passed = m.passed[n].min(theirs).clamp(1, 255) as u8;
        let through = m.broke_through[n].then_some((mine.min(255) as u8, passed));
        let cover = self.covered_in_melee(e, u);
        let wooded = self.field.ground.kind(unit.base.front).wooded();
        Fighter {
            troop: unit.troop,
            formation: unit.formation(),
            on_foot: unit.walks(),
            figures: self.fighting(m, u, e, self.ranks_passed(m, n)),
            disorganisation: unit.factors(),
            loaded: unit.loading.loaded && unit.weapon().is_some(),
            impetus: m.impetus[n],
            following_up: m.following[n],
            pursuing: unit.state == State::Pursuing,
            breaking_through: through,
            higher: self.field.higher(unit, &self.field[e]) || self.above_ditch(u, e),
            in_wood: wooded,
            over: match cover {
                Cover::Building => match self.storm_of(m) {
                    Some((house, by, _)) if by == u && !self.broken_in(house, unit.side) => Over::Building,
                    _ => Over::None,
                },
                _ if wooded => Over::None,
                Cover::Soft => Over::Soft,
                Cover::Hard => Over::Hard,
                _ => Over::None,
            },
            routing: unit.state == State::Routing,
        }
    }

    /// Ranks of the broken-through that either side fights with: the same number for both (19.2.b).
    fn ranks_passed(&self, m: &Fight, n: usize) -> Option<u32> {
        let by = [n, 1 - n].into_iter().find(|k| m.broke_through[*k])?;
        Some(u32::from(m.passed[by].max(1)))
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
            let figures = u32::from(self.field[by].figures().max(1));
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
                higher: false,
                in_wood: false,
                over: Over::None,
                routing: !pursuing,
            };
            let s = MeleeSituation {
                a: one(by, true),
                b: one(on, false),
                round: 1,
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
            self.loses(on, o.b, None, clause!("23.5.e"));
        }
    }
}
