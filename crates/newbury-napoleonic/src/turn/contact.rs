//! Step 13: who fights whom from now on, and the impact of charges that made contact (11.13, 18.1, play.melee).

use crate::battle::{Battle, Charge, Closing, Fight};
use crate::drill::known;
use crate::event::Kind;
use crate::order::{Gait, Quarter};
use crate::procedures::disorder::{ImpactDisorder, ImpactDisorderSituation};
use crate::procedures::impact::{Impact, ImpactReadings, ImpactSituation, Striker, Strikes};
use crate::terrain::Going;
use crate::unit::{Cause, Side, State, UnitId};
use crate::{clause, reading, say};

/// Bodies farther apart than the largest house touch neither each other nor its walls.
const HOUSE: f64 = 60.0;

impl Battle {
    /// The melee of two bodies; a new one where there is none.
    fn fight(&mut self, a: UnitId, b: UnitId) -> usize {
        let found =
            self.play.fights.iter().position(|m| !m.over && ((m.a, m.b) == (a, b) || (m.a, m.b) == (b, a)));
        found.unwrap_or_else(|| {
            self.play.fights.push(Fight {
                a,
                b,
                round: 0,
                rounds_won: [0; 2],
                figures: [0; 2],
                lost: [0; 2],
                gained: [0; 2],
                front: [0; 2],
                strength: [0; 2],
                engaged: [0; 2],
                impetus: [false; 2],
                broke_through: [false; 2],
                passed: [0; 2],
                came_out: [false; 2],
                left: [0.0; 2],
                following: [false; 2],
                came_on: [false; 2],
                downhill: [false; 2],
                crosses: [false; 2],
                crossed: [false; 2],
                got_over: [false; 2],
                apart: false,
                engaged_before: [0; 2],
                counted: false,
                over: false,
            });
            self.play.fights.len() - 1
        })
    }

    /// Every touching pair of enemies is one melee (play.melee), and charges that came home strike.
    pub(super) fn impacts(&mut self) {
        for m in &mut self.play.fights {
            (m.impetus, m.came_on, m.lost, m.gained) = ([false; 2], [false; 2], [0; 2], [0; 2]);
            (m.broke_through, m.passed, m.came_out) = ([false; 2], [0; 2], [false; 2]);
            m.engaged_before = if m.engaged == [0; 2] { m.engaged_before } else { m.engaged };
            (m.front, m.engaged, m.downhill) = ([0; 2], [0; 2], [false; 2]);
        }
        self.part_those_who_lost_touch();
        let in_melee: Vec<UnitId> =
            self.play.fights.iter().filter(|m| !m.over).flat_map(|m| [m.a, m.b]).collect();
        let charges: Vec<Charge> = self.play.charges.iter().filter(|c| c.contact).cloned().collect();
        for c in charges {
            if !self.field[c.by].present() || !self.field[c.on].present() {
                continue;
            }
            let i = self.fight(c.by, c.on);
            let n = usize::from(self.play.fights[i].a != c.by);
            self.play.fights[i].came_on[n] = true;
            // He who comes on is the one who tries to cross (19.2.a.ii).
            self.play.fights[i].crosses[n] = true;
            if c.what == Closing::Attack {
                self.play.fights[i].following[n] = true;
                let (unit, target) = (self.code(c.by), self.code(c.on));
                self.say(clause!("17.7.7"), Kind::Contact, &[c.by, c.on], || {
                    say!("event-attack-fights", unit, target)
                });
                if self.field[c.on].deployed() {
                    self.also(clause!("18.2.c"));
                }
                continue;
            }
            self.impact(&c, i, n, in_melee.contains(&c.on));
            if self.countercharges(&c) && !self.charges_back(&c) {
                let back = Charge { by: c.on, on: c.by, ..c.clone() };
                self.play.fights[i].came_on[1 - n] = true;
                self.impact(&back, i, 1 - n, false);
                self.also(clause!("glossary.countercharge"));
            }
        }
        self.draw_in();
    }

    /// Bodies other than charger and target that are touched are drawn in, and so are those whom a scenario or the umpire set in contact
    /// (play.charge.contact, play.states).
    fn draw_in(&mut self) {
        let pairs: Vec<(UnitId, UnitId)> = self
            .field
            .present()
            .filter(|u| u.side == Side::A)
            .flat_map(|u| self.field.enemies(u.side).map(move |e| (u.id, e.id)))
            .filter(|(a, b)| !self.field[*a].base.far_from(&self.field[*b].base, HOUSE))
            .filter(|(a, b)| {
                let fights = |s: State| !matches!(s, State::Routing | State::Prisoner | State::Surrendering);
                fights(self.field[*a].state) && fights(self.field[*b].state) && self.field.touch(*a, *b)
            })
            .collect();
        for (a, b) in pairs {
            let had = self.play.fights.len();
            self.fight(a, b);
            if self.play.fights.len() == had {
                continue;
            }
            let moved = self.field[a].deeds.contacted || self.field[b].deeds.contacted;
            let (unit, target) = (self.code(a), self.code(b));
            let by = if moved { clause!("play.charge.contact") } else { clause!("play.states") };
            self.say(by, Kind::Contact, &[a, b], || say!("event-contact", unit, target));
        }
    }

    fn part_those_who_lost_touch(&mut self) {
        for i in 0..self.play.fights.len() {
            let m = self.play.fights[i].clone();
            let (a, b) = (m.a, m.b);
            let there = self.field[a].present() && self.field[b].present();
            let parted = !there || !self.field.touch(a, b);
            // Who follows up in this move strikes all the same, in contact or not (19.5.m).
            let follows = there && m.following != [false; 2] && !m.apart && m.round > 0;
            self.play.fights[i].apart = false;
            if m.over || !parted {
                continue;
            }
            if follows {
                self.play.fights[i].apart = true;
                continue;
            }
            self.play.fights[i].over = true;
            self.melee_costs(i);
        }
    }

    /// Who touches whom before anybody goes on through the other (19.2.b).
    fn at_first_contact(&mut self, i: usize) {
        let m = &self.play.fights[i];
        if m.front != [0; 2] {
            return;
        }
        let touch = |u: UnitId, e: UnitId| self.field.touching(u, e).0.clamp(1, 1000) as u16;
        let front = [touch(m.a, m.b), touch(m.b, m.a)];
        let engaged = [self.engaged(m, 0), self.engaged(m, 1)];
        let m = &mut self.play.fights[i];
        (m.front, m.engaged) = (front, engaged);
    }

    /// The impact and the round of a charge that went on to another enemy in the same move (18.1.f, 19.2.c, play.breakthrough).
    pub(super) fn second_impact(&mut self, k: usize) {
        let c = self.play.charges[k].clone();
        self.factors_of_contact_of(&c);
        let in_melee = self.play.fights(c.on);
        let i = self.fight(c.by, c.on);
        let n = usize::from(self.play.fights[i].a != c.by);
        self.play.fights[i].came_on[n] = true;
        self.impact(&c, i, n, in_melee);
        self.also(clause!("18.1.f"));
        let mut losses = Vec::new();
        self.melee_round(i, &mut losses);
        self.also(clause!("19.2.c"));
        self.melee_losses(losses);
    }

    fn striker(&self, u: UnitId) -> Striker {
        let unit = &self.field[u];
        Striker {
            troop: unit.troop,
            formation: unit.formation(),
            on_foot: unit.walks(),
            disorganisation: u8::try_from(unit.disorder() - unit.disorder.apart.min(unit.disorder()))
                .unwrap_or(u8::MAX)
                .min(200),
        }
    }

    /// Has a column the weight that only a close one has, on a line, skirmishers on foot or gunners (T12.A)? What it does to the
    /// order of a line or square any column does that has impetus (T8.D).
    fn weighs_on(&self, by: UnitId, on: UnitId) -> bool {
        let (by, on) = (&self.field[by], &self.field[on]);
        let skirmishers = on.formation().open_order() && on.on_foot();
        let thin = on.formation().counts_as_line() || skirmishers || on.deployed();
        let foot_alone = self.field.readings.is(reading!("close-columns", "of-foot"));
        by.formation().close_column() && (by.on_foot() || !foot_alone) && thin
    }

    fn impact(&mut self, c: &Charge, i: usize, n: usize, in_melee: bool) {
        let f = &self.field;
        let wooded = f.ground.kind(f[c.on].base.front).wooded();
        let at = match self.defends(c.on, c.by) {
            _ if wooded => Strikes::Wood,
            Some(_) => Strikes::Obstacle,
            None => Strikes::Open,
        };
        let going = f.ground_at(f[c.by].base.front, f[c.by].base.dir).1.map(|(_, g)| g);
        let s = ImpactSituation {
            charger: self.striker(c.by),
            defender: self.striker(c.on),
            at,
            going,
            at_double: self.charge_gait(c.by) == Gait::Double,
            in_melee,
            first_charge: f[c.by].troop.mameluke && !self.play.charged_once.contains(&c.by),
            options: self.agreed(),
            readings: ImpactReadings::of(&f.readings),
        };
        let (o, ruling) = known::<Impact>(&s);
        let (unit, target, total) = (self.code(c.by), self.code(c.on), o.total);
        self.rule_on(clause!("11.13"), Kind::Impact, &[c.by, c.on], ruling, || {
            say!("event-impact", unit, target, total)
        });
        self.also(clause!("17.6.a.6"));
        self.also(clause!("18.1.b"));
        if o.impetus {
            self.also(clause!("glossary.impetus"));
        }
        if self.weighs_on(c.by, c.on) {
            self.also(clause!("glossary.column-close"));
        }
        let (gunners, behind) = (self.field[c.on].deployed(), at == Strikes::Obstacle);
        if gunners || (behind && self.field[c.on].open_order()) {
            self.also(clause!("18.2.b"));
        }
        if gunners {
            self.also(clause!("glossary.deployed-artillery"));
        }
        self.at_first_contact(i);
        let m = &mut self.play.fights[i];
        m.impetus[n] = o.impetus;
        m.downhill[n] = going == Some(Going::Down);
        m.crossed[n] |= o.crossed == Some(true);
        m.broke_through[n] = o.breakthrough;
        if o.breakthrough {
            self.break_through(c, i, n);
        }
        let column = o.impetus && self.field[c.by].formation().column();
        let stands = self.field[c.on].formation();
        for (u, charger) in [(c.by, true), (c.on, false)] {
            let s = ImpactDisorderSituation {
                crossed_obstacle: charger && o.crossed == Some(true),
                struck_by_column: !charger && column && (stands.counts_as_line() || stands.square()),
                broken_through: !charger && o.breakthrough,
                from: if charger || !o.impetus { Quarter::Front } else { self.quarter_at_contact(c) },
                no_flanks: !self.field.has_flanks(&self.field[u]),
                readings: self.disorder_readings(),
            };
            let (d, ruling) = known::<ImpactDisorder>(&s);
            self.gains(u, d.factors, Cause::ColumnImpetus, ruling);
        }
    }
}
