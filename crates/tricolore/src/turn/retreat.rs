//! Retreats after melee (melee-retreat.1 to melee-retreat.7, play.retreat-path), and guns that go to the train.

use crate::battle::Battle;
use crate::check::near::{self, HAIR};
use crate::command::{BodyId, Level};
use crate::event::Kind;
use crate::officer::OfficerId;
use crate::procedures::after_melee::{
    GapEnemy, GapOutcome, GapSituation, RetreatGap, RetreatReadings, RetreatShock, ShockSituation,
};
use crate::procedures::movement::PassPhase;
use crate::terrain;
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Side, UnitId};
use crate::{clause, corps, reading, say, worth};
use table::{Base, Rect, V2};
use umpire::{Procedure, judge};

/// Friends test within so far of the place that a unit leaves (melee-retreat.3).
const SHOCK: f64 = 100.0;
/// Two enemies farther apart close no way (play.retreat-path).
const GAP: f64 = 300.0;
/// So far behind the end of a retreat friends are looked for first.
const BEYOND: f64 = 1500.0;

impl Battle {
    /// A unit retreats after a melee, straight away from the enemy whom it fought.
    pub(super) fn retreat_after_melee(&mut self, u: UnitId, enemy: UnitId, metres: f64) {
        if !self.field[u].present() {
            return;
        }
        let from = self.field.centre(&self.field[enemy]);
        let own = self.field.centre(&self.field[u]);
        let away = if own.dist(from) > HAIR { (own - from).unit() } else { -self.field[u].base.dir };
        self.retreat(u, away, metres, &[enemy]);
    }

    /// A unit goes back so far in a direction. What blocks it eliminates it; friends about the place that it leaves test.
    pub(super) fn retreat(&mut self, u: UnitId, away: V2, metres: f64, fought: &[UnitId]) {
        self.part(u);
        self.drop_attack(u, clause!("melee-retreat.1"));
        let code = self.field[u].code.clone();
        let stood = self.field.rects(&self.field[u]);
        let stood_base = self.field[u].base;
        // A square retreats as column.
        if self.field[u].formation == Formation::Square {
            self.field[u].formation = Formation::Column { front: 1 };
            self.redraw(u);
        }
        let base = self.field[u].base;
        let centre = base.centre();
        let turned = Base { front: centre + away * (base.depth / 2.0), dir: away, ..base };
        let mut found = self.retreat_path(u, &turned, metres, fought).map(|end| (turned, end));
        if found.is_none() && self.field.readings.is(reading!("retreat-way", "within-45")) {
            // Another way within 45 degrees, the straightest first.
            for degrees in [15.0, -15.0, 30.0, -30.0, 45.0, -45.0f64] {
                let dir = away.turned(degrees.to_radians());
                let aside = Base { front: centre + dir * (base.depth / 2.0), dir, ..base };
                if let Some(end) = self.retreat_path(u, &aside, metres, fought) {
                    found = Some((aside, end));
                    break;
                }
            }
        }
        let Some((turned, end)) = found else {
            self.lose(u, Fate::Eliminated, clause!("melee-retreat.7"));
            // It was forced to retreat, and so its friends test (play.melee-result).
            self.shock(u, &stood, &stood_base, &[]);
            return;
        };
        let chains: Vec<UnitId> = self.chains_passed(u, &turned, &end);
        if !self.on_table(&end) {
            self.driven_off(u);
        } else {
            let about = self.field.readings.is(reading!("retreat-facing", "enemy"));
            let unit = &mut self.field[u];
            unit.base = if about { end.about_face() } else { end };
            unit.trail.clear();
            unit.record.moved_in_sequence = true;
            unit.record.moved_in_round = true;
            unit.record.acted_in_phase = true;
            self.say(clause!("melee-retreat.1"), Kind::Retreats, &[u], || {
                say!("event-retreats", unit = &*code, metres = words::whole(metres))
            });
            self.gun_left_behind(u, &stood_base);
            self.attached_follow(u);
        }
        self.shock(u, &stood, &stood_base, &chains);
    }

    /// Where a retreat ends; nothing where the way is closed. Ground does not slow it, friends do not stop it.
    fn retreat_path(&mut self, u: UnitId, turned: &Base, metres: f64, fought: &[UnitId]) -> Option<Base> {
        let f = &self.field;
        let unit = &f[u];
        let dir = turned.dir;
        let front = Base { depth: turned.depth.min(f.plan(unit).front_depth), ..*turned };
        let over = terrain::leg(f, unit, &front, dir, metres);
        let path = turned.ahead(metres, 0.0);
        let closed = |m: &terrain::Met| m.cost.is_none() && !self.bridged(unit, m.line, &path);
        if over.stretches.iter().any(|(_, _, c)| c.is_none()) || over.met.iter().any(closed) {
            return None;
        }
        let hard = f.sheet.zones().hard;
        let enemies: Vec<UnitId> = f
            .enemies_about(unit.side, &[path, turned.rect()], GAP + hard + 1.0)
            .filter(|e| !e.broken())
            .map(|e| e.id)
            .collect();
        for e in enemies.iter().filter(|e| !fought.contains(e)) {
            let rects = f.rects(&f[*e]);
            let before = rects.iter().any(|r| turned.rect().gap(r) < hard - HAIR);
            if !before && rects.iter().any(|r| path.gap(r) < hard - HAIR) {
                return None;
            }
        }
        let of =
            |e: &UnitId| GapEnemy { cavalry: f[*e].arm() == Arm::Cavalry, disorder: f[*e].disorder.active };
        let cavalry = unit.arm() == Arm::Cavalry;
        for (i, x) in enemies.iter().enumerate() {
            for y in &enemies[i + 1..] {
                let (a, b) = (f.rects(&f[*x]), f.rects(&f[*y]));
                let gap = crate::measure::gap(&a, &b);
                if gap >= GAP || !crosses(&path, &a, &b) {
                    continue;
                }
                let s = GapSituation { cavalry, enemies: [of(x), of(y)], gap };
                if judge::<RetreatGap>(&s, &mut umpire::HandDice::default()).0 == GapOutcome::Closed {
                    return None;
                }
            }
        }
        // If it would end upon a friend, or in a town, it goes on until clear.
        let clear = |within: f64| {
            let way = [turned.rect(), turned.ahead(within, 0.0)];
            let friends = f.side_about(unit.side, &way, 1.0);
            let friends = friends.filter(|o| o.id != u && o.formation.zone().is_none());
            let mut friends: Vec<Rect> = friends.flat_map(|o| f.rects(o)).collect();
            // Nor does it stop among the houses of a town (play.town-zones).
            friends.extend(f.ground.zones.iter().map(|z| z.rect));
            let on = |a: &Rect, b: &Rect| a.penetration(b) > HAIR;
            near::clear_of(&[turned.rect()], dir, metres, &friends, &on)
        };
        let mut far = clear(metres + BEYOND);
        if far > metres + BEYOND - turned.depth {
            far = clear(1e6);
        }
        Some(turned.moved(dir * far))
    }

    /// Does a bridge that carries the unit lie over a line within the width of its path (play.retreat-path)?
    fn bridged(&self, u: &crate::unit::Unit, line: u16, path: &Rect) -> bool {
        let f = &self.field;
        let foot = matches!(u.arm(), Arm::Infantry | Arm::Engineers);
        let over =
            |r: &Rect| f.ground.lines[usize::from(line)].path.segments().any(|(p, q)| r.clip(p, q).is_some());
        f.bridges.iter().any(|b| {
            let (rect, light) = (b.bridge.rect, b.bridge.kind.light());
            !b.gone && (foot || !light) && over(&rect) && rect.penetration(path) > HAIR
        })
    }

    /// Friendly chains through which a chain retreats (melee-retreat.5).
    fn chains_passed(&self, u: UnitId, from: &Base, to: &Base) -> Vec<UnitId> {
        let f = &self.field;
        if !f[u].skirmishing() {
            return Vec::new();
        }
        let far = from.front.dist(to.front);
        let path = from.ahead(far, 0.0);
        let passed = |o: &&crate::unit::Unit| {
            o.id != u && o.skirmishing() && f.rects(o).iter().any(|r| r.penetration(&path) > HAIR)
        };
        f.side_about(f[u].side, &[path], 1.0).filter(passed).map(|o| o.id).collect()
    }

    /// Friends about the place that a retreating unit has left get U or test for it (melee-retreat.3, melee-retreat.4).
    pub(super) fn shock(&mut self, u: UnitId, stood: &[Rect], base: &Base, chains: &[UnitId]) {
        let side = self.field[u].side;
        let behind = base.behind(SHOCK);
        let near = crate::field::around(stood.iter().copied(), SHOCK + 1.0);
        let retreating = self.field[u].disorder.active;
        let skirmishers = self.field[u].skirmishing();
        let friends: Vec<(UnitId, f64, bool)> = self
            .field
            .side(side)
            .filter(|o| o.id != u && (chains.contains(&o.id) || self.field.units.may_be_within(o.id, near)))
            .map(|o| {
                let rects = self.field.rects(o);
                let straight = rects.iter().any(|r| behind.penetration(r) > HAIR);
                (o.id, crate::measure::gap(stood, &rects), straight)
            })
            .filter(|(id, d, _)| self.field.nearer(*d, SHOCK) || chains.contains(id))
            .collect();
        for (id, distance, straight) in friends {
            let o = &self.field[id];
            if matches!(o.arm(), Arm::Train | Arm::Pontoons) {
                continue;
            }
            let s = ShockSituation {
                distance,
                straight_behind: straight,
                morale: worth::morale(&self.field, o),
                disorder: o.disorder.active,
                passed_by: (chains.contains(&id) && skirmishers).then_some(retreating),
                readings: RetreatReadings::of(&self.field.readings),
            };
            let code = o.code.clone();
            let (d, ruling) = judge::<RetreatShock>(&s, self.dice.occasion(RetreatShock::NAME, &*code, side));
            self.field[id].disorder.active = d.disorder;
            if d.gained > 0 || !ruling.dice.is_empty() {
                self.rule_on(clause!("melee-retreat.4"), Kind::Disorder, side, &[id], ruling, || {
                    say!("event-shaken", unit = &*code, gained = d.gained, all = d.disorder)
                });
            }
        }
        if self.field.readings.is(reading!("passed-in-retreat", "test")) {
            let others: Vec<UnitId> = self.field.side(side).filter(|o| o.id != u).map(|o| o.id).collect();
            let path = Rect::between(base.centre(), self.field[u].base.centre());
            for o in others {
                if self
                    .field
                    .rects(&self.field[o])
                    .iter()
                    .any(|r| r.clip(path.corners()[0], path.corners()[2]).is_some())
                {
                    self.pass_through(u, o, PassPhase::Retreat);
                }
            }
        }
    }

    /// The chief of the train of a unit's corps, while he is there.
    pub(crate) fn train_of(&self, body: BodyId) -> Option<OfficerId> {
        let f = &self.field;
        f.chain(body).find_map(|b| b.train).filter(|o| f[*o].present())
    }

    /// Guns that must retreat to the train go there at once, or a stretch of the way each round (play.edge).
    pub(super) fn retreat_to_train(&mut self, u: UnitId) {
        let by_rounds = self.field.readings.is(reading!("guns-to-train", "by-rounds"));
        match self.train_of(self.field[u].body).filter(|_| by_rounds) {
            Some(chief) => {
                self.part(u);
                let metres = self.field.centre(&self.field[u]).dist(self.field[chief].at);
                self.start_for_train(u, metres);
            }
            None => self.send_to_train(u),
        }
    }

    /// Guns that go to the train are placed there at once; without one they are out of play (play.edge).
    pub(super) fn send_to_train(&mut self, u: UnitId) {
        match self.train_of(self.field[u].body) {
            Some(chief) => {
                self.part(u);
                let at = self.field[chief].at;
                let unit = &mut self.field[u];
                unit.fate = Fate::InReserve;
                unit.formation = Formation::Limbered;
                unit.base.front = at;
                let code = unit.code.clone();
                self.say(clause!("guns-retreat.2"), Kind::Retreats, &[u], || {
                    say!("event-goes-to-train", unit = &*code)
                });
            }
            None => self.lose(u, Fate::Left, clause!("play.edge")),
        }
    }

    /// Is the headquarters closed down or lost that serves a formation: its train marching or removed, or the integrity of the corps broken
    /// (corps-hq.4, corps-integrity.3)? A side without corps status is not touched by it (play.edge).
    pub(crate) fn headquarters_closed(&self, body: BodyId) -> bool {
        let f = &self.field;
        let Some(served) = corps::served_by(f, body) else { return false };
        let broken = &self.play.broken_corps;
        corps::closed(f, served, broken).is_some()
            || f.above(body, Level::Corps).is_some_and(|c| broken.contains(&c))
    }

    /// The place of the headquarters of a formation, while it is open (corps-hq.1).
    pub(crate) fn headquarters(&self, body: BodyId) -> Option<V2> {
        corps::headquarters(&self.field, body).map(|(at, _)| at)
    }

    /// Does an officer stand in the reserve zone of his corps (corps-reserve-zone.1)?
    pub(crate) fn in_reserve_zone(&self, o: OfficerId) -> bool {
        let f = &self.field;
        f[o].body.is_some_and(|b| corps::in_reserve_zone(f, b, f[o].at).is_some())
    }

    /// Looks from whom a way leads back to his headquarters (corps-hq.2).
    pub(super) fn look_at_support(&mut self) {
        let found: Vec<(UnitId, umpire::Clause)> =
            Side::BOTH.into_iter().flat_map(|s| corps::unsupported(&self.field, s)).collect();
        for (u, by) in &found {
            if !self.play.unsupported.contains(u) {
                let code = self.field[*u].code.clone();
                self.say(*by, Kind::Integrity, &[*u], || say!("event-unsupported", unit = &*code));
                self.also(clause!("corps-hq.3"));
            }
        }
        self.play.unsupported = found.into_iter().map(|(u, _)| u).collect();
    }

    /// Is a unit not supported by its headquarters, with its integrity otherwise whole (corps-hq.3)?
    pub(crate) fn only_unsupported(&self, u: &crate::unit::Unit) -> bool {
        let f = &self.field;
        let has = f.chain(u.body).any(|b| b.train.is_some());
        if !has || self.play.broken_units.contains(&u.id) || worth::broken(f, u) {
            return false;
        }
        self.play.unsupported.contains(&u.id)
    }
}

/// Does a path lead through between two outlines: over the shortest line between them?
fn crosses(path: &Rect, a: &[Rect], b: &[Rect]) -> bool {
    let mut best: Option<(f64, V2, V2)> = None;
    for x in a {
        for y in b {
            for (p, q) in nearest(x, y) {
                let d = p.dist(q);
                if best.is_none_or(|(m, ..)| d < m) {
                    best = Some((d, p, q));
                }
            }
        }
    }
    best.is_some_and(|(_, p, q)| path.clip(p, q).is_some())
}

fn nearest(x: &Rect, y: &Rect) -> impl Iterator<Item = (V2, V2)> {
    let a = x.corners().map(|c| (c, y.nearest(c)));
    let b = y.corners().map(|c| (x.nearest(c), c));
    a.into_iter().chain(b)
}
