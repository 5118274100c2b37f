//! Houses: going in and coming out, storming them, and fires in them (4.1, 12.5.d, 16.9, 19.3, play.buildings).

use crate::battle::{Battle, Fight, Storming};
use crate::book::TOLERANCE;
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::field::Field;
use crate::formation::{Drawn, Formation};
use crate::procedures::demolition::{Burning, BurningSituation};
use crate::procedures::movement::{Doors, Doorway, DoorwaySituation};
use crate::procedures::storm::{Repulse, Storm, StormSituation};
use crate::unit::{Fate, Side, State, Unit, UnitId};
use crate::{clause, say};
use table::{Base, V2};
use umpire::Clause;

/// So near to a wall one goes in (play.buildings).
const AT_WALL: f64 = 1.0;

impl Field {
    /// The house beside which a body stands, or the nearest.
    pub fn house_near(&self, base: &Base) -> Option<(u16, f64)> {
        let rect = base.rect();
        let all = self.ground.buildings.iter().enumerate().map(|(i, b)| (i as u16, rect.gap(&b.rect)));
        all.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Centimetres of the wall of a house before which a body stands: the one nearest to its front.
    pub fn wall_near(&self, house: u16, base: &Base) -> f64 {
        let off = |p: V2, q: V2| {
            let t = (base.front - p).dot(q - p) / (q - p).len2().max(1e-9);
            base.front.dist(p.lerp(q, t.clamp(0.0, 1.0)))
        };
        let walls = self.ground.buildings[usize::from(house)].walls();
        let nearest = walls.into_iter().min_by(|a, b| off(a.0, a.1).total_cmp(&off(b.0, b.1)));
        nearest.map_or(0.0, |(p, q, _)| p.dist(q))
    }

    /// Figures that a house holds, and that pass a wall of it in so many quarters of a move.
    pub fn doors(&self, house: u16, wall: f64, quarters: u8) -> Doors {
        let b = &self.ground.buildings[usize::from(house)];
        let perimeter = b.perimeter();
        quietly::<Doorway>(&DoorwaySituation {
            perimeter,
            wall: wall.min(perimeter),
            quarters,
            readings: crate::procedures::movement::MoveReadings::of(&self.readings),
        })
    }

    /// Moves that a body takes to go in or out by a wall of that length (12.5.d).
    pub fn door_time(&self, u: &Unit, house: u16, wall: f64) -> Option<f64> {
        let each = self.doors(house, wall, 1).pass;
        (each > 0).then(|| f64::from(u32::from(u.figures()).div_ceil(each)) * 0.25)
    }

    /// Who is in a house.
    pub fn inside(&self, house: u16) -> impl Iterator<Item = &Unit> {
        self.present().filter(move |u| u.inside.is_some_and(|(b, _)| b == house))
    }

    /// May a body go into a house: foot, for which there is room, and no enemy is in it (4.1.c, play.buildings)?
    pub fn may_enter(&self, u: &Unit, house: u16) -> Result<(), Clause> {
        let foot = u.on_foot() && !(u.arm().battery() && u.battery.is_some());
        if !foot {
            return Err(clause!("12.5.d"));
        }
        if self.inside(house).any(|o| o.side != u.side) || self.buildings[usize::from(house)].lost {
            return Err(clause!("play.buildings"));
        }
        let state = &self.buildings[usize::from(house)];
        // Once it is broken into, figures come in one by one (19.3.d).
        if state.broken_into.is_some_and(|s| s != u.side) {
            return Err(clause!("19.3.d"));
        }
        let holds = self.doors(house, 0.0, 0).holds;
        // Attackers inside take up room as well (19.3.c).
        let stormers = u32::from(state.stormers);
        let taken: u32 = self.inside(house).map(|o| u32::from(o.figures())).sum::<u32>() + stormers;
        if taken + u32::from(u.figures()) > holds { Err(clause!("4.1.c")) } else { Ok(()) }
    }

    /// It is in the house now.
    pub fn put_inside(&mut self, u: UnitId, house: u16) {
        let centre = self.ground.buildings[usize::from(house)].rect.centre;
        let figures = self[u].figures();
        let unit = &mut self[u];
        unit.drawn = Drawn::new(Formation::Building);
        unit.inside = Some((house, figures));
        unit.base.front = centre;
        unit.trail.clear();
        self.draw_up(u);
    }

    /// Where a body would stand that came out by a wall, in that formation, facing away from it.
    pub fn outside(&self, u: &Unit, house: u16, wall: usize, to: Drawn) -> Base {
        let (p, q, out) = self.ground.buildings[usize::from(house)].walls()[wall % 4];
        let plan = u.plan_in(&self.options, to);
        let front = p.lerp(q, 0.5) + out * (plan.depth + TOLERANCE * 2.0);
        plan.at(front, out)
    }

    pub fn put_outside(&mut self, u: UnitId, to: Drawn, base: Base) {
        let unit = &mut self[u];
        unit.inside = None;
        unit.drawn = to;
        unit.base = base;
    }
}

impl Battle {
    /// Those in houses whom a result drives out leave by the wall that is farthest from the enemy and free (play.buildings, 19.3.b).
    pub(super) fn leave_houses(&mut self) {
        let out: Vec<UnitId> =
            self.field.present().filter(|u| u.inside.is_some() && u.state.forced()).map(|u| u.id).collect();
        for u in out {
            self.driven_out(u);
        }
    }

    fn driven_out(&mut self, u: UnitId) {
        let Some((house, _)) = self.field[u].inside else { return };
        let to = Drawn::new(if self.field[u].state == State::Routing {
            Formation::Skirmish
        } else {
            Formation::Line
        });
        let near = |b: &Base| {
            let rect = b.rect();
            let e = self.field.enemies(self.field[u].side).map(|e| e.base.rect().gap(&rect));
            e.fold(f64::INFINITY, f64::min)
        };
        let mut walls: Vec<(f64, Base)> = (0..4)
            .map(|w| self.field.outside(&self.field[u], house, w, to))
            .filter(|b| self.free_ground(u, b))
            .map(|b| (near(&b), b))
            .collect();
        walls.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some((_, base)) = walls.first().copied() else {
            // No way out: they give themselves up (23.9.a).
            if let Some((e, _)) = self.field.nearest_enemy(u) {
                self.surrenders(u, e, clause!("23.9.b"));
            }
            return;
        };
        self.field.put_outside(u, to, base);
        self.play.stood[u.index()] = base;
        let unit = self.code(u);
        self.say(clause!("play.buildings"), Kind::FallsBack, &[u], || say!("event-leaves-house", unit));
    }

    /// The house that a melee is about, who attacks it and who holds it.
    pub(super) fn storm_of(&self, m: &Fight) -> Option<(u16, UnitId, UnitId)> {
        let house = |u: UnitId| self.field[u].inside.map(|(b, _)| b);
        match (house(m.a), house(m.b)) {
            (None, Some(b)) => Some((b, m.a, m.b)),
            (Some(b), None) => Some((b, m.b, m.a)),
            _ => None,
        }
    }

    pub(super) fn broken_in(&self, house: u16, by: Side) -> bool {
        self.field.buildings[usize::from(house)].broken_into == Some(by)
    }

    fn stormers(&self, house: u16, by: UnitId) -> u16 {
        let s = self.play.storms.iter().find(|s| s.house == house && s.by == by);
        s.map_or(0, |s| s.inside)
    }

    /// Centimetres of the wall at which a body stands.
    pub(super) fn wall_at(&self, house: u16, u: UnitId) -> f64 {
        let b = &self.field.ground.buildings[usize::from(house)];
        let base = self.field[u].base;
        let near = b.walls().into_iter().min_by(|x, y| {
            let d = |w: &(table::V2, table::V2, table::V2)| base.rect().gap_to_point(w.0.lerp(w.1, 0.5));
            d(x).total_cmp(&d(y))
        });
        near.map_or(0.0, |(p, q, _)| p.dist(q).min(base.width.max(2.0)))
    }

    /// Figures inside that count in the melee for a house: none of the attackers before they have broken in (19.3.f, 19.3.h).
    pub(super) fn inside_fighting(&self, house: u16, u: UnitId, attacks: bool) -> u32 {
        let side = if attacks { self.field[u].side } else { self.field[u].side.other() };
        match (self.broken_in(house, side), attacks) {
            (false, _) => 0,
            (true, true) => u32::from(self.stormers(house, u)),
            (true, false) => self.counted(u),
        }
    }

    /// After a round: who is in the house now (19.3).
    pub(super) fn storms_go_on(&mut self, before: &[u16]) {
        for i in 0..self.play.fights.len() {
            let m = self.play.fights[i].clone();
            let lost =
                |b: &Battle, u: UnitId| u32::from(before[u.index()].saturating_sub(b.field[u].figures()));
            let Some((house, by, holds)) = self.storm_of(&m) else { continue };
            let side = self.field[by].side;
            if self.field[holds].present() {
                // Nobody comes in who has left the wall.
                if m.over {
                    continue;
                }
                let lost = [lost(self, by), lost(self, holds)];
                self.storm_round(house, by, holds, lost, Repulse::None);
            } else if self.field[by].present() && self.field.may_enter(&self.field[by], house).is_ok() {
                self.occupy(house, by);
            }
            let held = self.field.inside(house).any(|u| u.side != side);
            if !held {
                self.field.buildings[usize::from(house)].broken_into = None;
                self.field.buildings[usize::from(house)].stormers = 0;
            }
        }
    }

    /// Step 16: stormers whom a result sends back leave the house; who only gives ground stays at its wall (19.3.b).
    pub(super) fn stormers_thrown_out(&mut self) {
        for s in self.play.storms.clone() {
            let side = self.field[s.by].side;
            let holds = self.field.inside(s.house).find(|u| u.side != side).map(|u| u.id);
            let repulse = match self.field[s.by].state {
                State::GivingGround => Repulse::GiveGround,
                state if state.forced() || !self.field[s.by].present() => Repulse::Flee,
                State::Surrendering | State::Prisoner => Repulse::Flee,
                _ => continue,
            };
            let Some(holds) = holds else { continue };
            self.storm_round(s.house, s.by, holds, [0, 0], repulse);
            if repulse == Repulse::GiveGround {
                self.field[s.by].state = State::UnderOrders;
                self.play.quarry.retain(|(_, on, _)| *on != s.by);
                if self.field[holds].state == State::FollowingUp {
                    self.field[holds].state = State::UnderOrders;
                }
            }
            self.also(clause!("19.3.b"));
        }
    }

    fn storm_round(&mut self, house: u16, by: UnitId, holds: UnitId, lost: [u32; 2], repulse: Repulse) {
        let f = &self.field;
        let side = f[by].side;
        let own = u32::from(self.stormers(house, by)).min(u32::from(f[by].figures()));
        // Those whom other attackers have inside take up room and count for the break-in as well (19.3.a, 19.3.c).
        let others: u32 = (self.play.storms.iter())
            .filter(|s| s.house == house && s.by != by && f[s.by].present())
            .map(|s| u32::from(s.inside.min(f[s.by].figures())))
            .sum();
        let inside = own + others;
        let defenders: u32 = f.inside(house).filter(|u| u.side != side).map(|u| u32::from(u.figures())).sum();
        let room = f.doors(house, 0.0, 0).holds.max(defenders + inside);
        // A stretch of wall with fewer than one defender for 2 cm lets the rest in (19.3.g).
        let wall = self.wall_at(house, by);
        let posted =
            (f64::from(defenders) * wall / f.ground.buildings[usize::from(house)].perimeter()).floor();
        let undefended = ((wall / 2.0).floor() - posted).max(0.0) as u32;
        let s = StormSituation {
            holds: room,
            defenders,
            attackers_inside: inside,
            attackers_outside: u32::from(f[by].figures()) - own,
            reserves: self.reserves(house, holds).iter().map(|u| u32::from(self.field[*u].figures())).sum(),
            defenders_killed: lost[1],
            attackers_killed: lost[0],
            broken_in: self.broken_in(house, side),
            undefended: if self.broken_in(house, side) { 0 } else { undefended },
            repulse,
        };
        let (o, ruling) = known::<Storm>(&s);
        let (unit, target) = (self.code(by), self.code(holds));
        self.rule_on(clause!("19.3.a"), Kind::Melee, &[by, holds], ruling, || {
            say!("event-storm", unit, target)
        });
        self.also(clause!("play.buildings"));
        self.play.storms.retain(|s| !(s.house == house && s.by == by));
        let stay = o.attackers.saturating_sub(others);
        if stay > 0 {
            self.play.storms.push(Storming { house, by, inside: stay as u16 });
        }
        // Who is thrown out does not take the others with him.
        let broken_in = match repulse {
            Repulse::None => o.broken_in,
            _ => s.broken_in && others > 0 && others >= defenders,
        };
        let state = &mut self.field.buildings[usize::from(house)];
        state.broken_into = broken_in.then_some(side);
        state.stormers = (stay + others) as u16;
        self.reinforce(house, holds, o.defenders.saturating_sub(defenders));
        if o.contact_lost {
            self.quit_fights(by);
        }
    }

    /// Own troops of the defenders at a wall who are told to go in and are free to (19.3.c).
    fn reserves(&self, house: u16, holds: UnitId) -> Vec<UnitId> {
        let f = &self.field;
        let wall = f.ground.buildings[usize::from(house)].rect;
        let ready = |u: &&Unit| {
            let told =
                self.play.order(u.id).is_some_and(|o| o.legs.contains(&crate::answer::LegOrder::Enter));
            let foot = u.on_foot() && !u.arm().battery() && u.inside.is_none();
            told && foot && !self.play.fights(u.id) && !u.state.forced() && at_wall(u.base.rect().gap(&wall))
        };
        f.side(f[holds].side).filter(ready).map(|u| u.id).collect()
    }

    /// So many figures come in from outside, as parts of their units (19.3.c, 19.3.d).
    fn reinforce(&mut self, house: u16, holds: UnitId, come: u32) {
        let mut left = come as u16;
        for u in self.reserves(house, holds) {
            let figures = self.field[u].figures();
            let now = figures.min(left);
            if now == 0 {
                break;
            }
            let into = if now == figures { u } else { self.split_off(u, now) };
            self.field.put_inside(into, house);
            left -= now;
            let unit = self.code(u);
            self.say(clause!("19.3.c"), Kind::Changes, &[u, into], || {
                say!("event-reinforced", unit, figures = now)
            });
        }
    }

    /// The attackers are in a house that nobody holds any more.
    fn occupy(&mut self, house: u16, by: UnitId) {
        self.play.storms.retain(|s| s.house != house);
        self.field.put_inside(by, house);
        let unit = self.code(by);
        self.say(clause!("19.3.e"), Kind::Changes, &[by], || say!("event-takes-house", unit));
    }

    /// Before step 1 fires go on for a move, and who is still in a house out of control is lost (16.9, play.sequence).
    pub(super) fn fires_burn(&mut self) {
        for i in 0..self.field.buildings.len() {
            let state = self.field.buildings[i].clone();
            if state.fires == 0 {
                continue;
            }
            let house = i as u16;
            let quiet = |u: &&Unit| {
                u.last.moved < TOLERANCE && !u.last.fired && !u.last.in_melee && u.state == State::UnderOrders
            };
            let putting: u32 = self.field.inside(house).filter(quiet).map(|u| u32::from(u.figures())).sum();
            let moves = self.field.turn.saturating_sub(state.lit.unwrap_or(self.field.turn));
            let (o, ruling) = known::<Burning>(&BurningSituation {
                fires: u32::from(state.fires),
                moves: u32::from(moves),
                putting_out: if state.lost { 0 } else { putting },
                setting: 0,
                windy: self.field.sky.wind.is_some(),
                near: None,
            });
            let b = &mut self.field.buildings[i];
            b.fires = o.fires as u16;
            let was = b.lost;
            b.lost |= o.out_of_control;
            if o.fires == 0 {
                b.lit = None;
            }
            let name = self.field.ground.buildings[i].name.clone();
            self.rule_on(clause!("16.9.c"), Kind::Burns, &[], ruling, || say!("event-burns", name));
            if was {
                // They had a move to leave it (16.9.e).
                let stay: Vec<UnitId> = self.field.inside(house).map(|u| u.id).collect();
                for u in stay {
                    let figures = self.field[u].figures();
                    self.field[u].fate = Fate::Destroyed;
                    self.play.broken.push((u, figures));
                    self.leave_fights(u);
                    let unit = self.code(u);
                    self.say(clause!("16.9.e"), Kind::Gone, &[u], || say!("event-burnt", unit));
                }
            }
        }
    }

    /// A body inside that did nothing for a move sets its house alight: a fire for each figure (16.9.b).
    pub(super) fn set_alight(&mut self) {
        let lit: Vec<(UnitId, u16)> = self
            .field
            .present()
            .filter(|u| self.play.order(u.id).is_some_and(|o| o.set_fire))
            .filter_map(|u| u.inside.map(|(b, _)| (u.id, b)))
            .filter(|(u, _)| {
                let d = &self.field[*u].deeds;
                d.moved < TOLERANCE && !d.fired && !d.in_melee && !self.play.fights(*u)
            })
            .collect();
        for (u, house) in lit {
            let figures = self.field[u].figures();
            let turn = self.field.turn;
            let (_, ruling) = known::<Burning>(&BurningSituation {
                setting: u32::from(figures),
                ..BurningSituation::default()
            });
            let b = &mut self.field.buildings[usize::from(house)];
            b.fires += figures;
            b.lit.get_or_insert(turn);
            let unit = self.code(u);
            self.rule_on(clause!("16.9.b"), Kind::Burns, &[u], ruling, || say!("event-sets-alight", unit));
        }
    }
}

/// Is a body near enough to a wall to go in?
pub(crate) fn at_wall(gap: f64) -> bool {
    gap <= AT_WALL + TOLERANCE
}
