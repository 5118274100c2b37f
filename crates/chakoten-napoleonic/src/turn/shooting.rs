//! Fire in play (03.01.3 to 03.01.5, 03.02.5, play.fire.target, play.fire.mutual): who fires now and at whom, and what it does.

use super::choices::{AskKind, Asked};
use super::watch::What;
use super::{INSTANT, Stage, Table, Then};
use crate::aim::guns::Laid;
use crate::aim::{self, Aim};
use crate::event::{By, EventKind, NoFire};
use crate::field::Field;
use crate::order::{Choice, When};
use crate::procedures::artillery::{self, Artillery, ArtillerySituation, Equipment};
use crate::procedures::command::{DiceOnly, StaffCasualty};
use crate::procedures::fire_readings::FireReadings;
use crate::procedures::small_arms::SmallArms;
use crate::procedures::target::{Answer, Backing, Suffered, Target};
use crate::troop::{Arm, State};
use crate::unit::{Fate, RangedIn, Unit, UnitId};
use crate::{clause, gunnery};
use clock::Due;
use umpire::{Procedure, Ruling};

/// Half a turn still after firing (03.01.4.a).
const STILL: f64 = 0.5;

/// A fire that is to be given now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Volley {
    pub unit: UnitId,
    /// The enemy who caused it; of others the nearest, or whom it was announced at.
    pub at: Option<UnitId>,
    /// Just before contact (03.02.5.b).
    pub before: bool,
}

/// A fire with its target, before the dice.
#[derive(Clone, Debug)]
struct Shot {
    unit: UnitId,
    target: UnitId,
    laid: Laying,
    before: bool,
}

/// How it is aimed: with small arms, or with guns.
#[derive(Clone, Debug)]
enum Laying {
    Arms(Aim),
    Guns(Laid),
}

impl Laying {
    fn range(&self) -> f64 {
        match self {
            Laying::Arms(a) => a.range,
            Laying::Guns(l) => l.range,
        }
    }
}

/// What a shot did.
struct Done {
    shot: Shot,
    /// The target first, then who shares its losses or is shot through with it.
    hits: Vec<Struck>,
    commander_falls: bool,
    ruling: Ruling,
}

/// What one unit suffers.
struct Struck {
    unit: UnitId,
    hit: Suffered,
    equipment: Equipment,
}

impl Table {
    /// Arrivals for which fire before contact waits (03.02.5.b, play.event).
    pub(super) fn fires_before_contact(&mut self) {
        for (u, o) in self.turn().instant.arrivals.clone() {
            let side = self.field[o].side;
            let code = self.field[o].code.clone();
            let waits = |x: &&Unit| {
                let when = self.run(x.id).fire.order.as_ref().map(|f| &f.when);
                matches!(when, Some(When::BeforeContact(r)) if **r == *code)
            };
            let firers: Vec<UnitId> = self.field.side(side).filter(waits).map(|x| x.id).collect();
            for unit in firers {
                let twice = self.turn().instant.volleys.iter().any(|v| v.unit == unit);
                if !twice {
                    self.turn_mut().instant.volleys.push(Volley { unit, at: Some(u), before: true });
                }
            }
        }
    }

    /// Step 2: fires before contact, at the positions of the arrival.
    pub(crate) fn shoot_before(&mut self) -> Stage {
        self.shoot_all();
        Stage::Falls(Then::Press)
    }

    /// Step 6: fires whose time or event has come. Where several fire at one target their player chooses the order (03.01.5).
    pub(crate) fn fires_due(&mut self) -> Stage {
        let now = self.time();
        let mut due: Vec<Volley> = Vec::new();
        for u in self.standing() {
            let when = self.run(u).fire.order.as_ref().map(|f| f.when.clone());
            let comes = match when {
                Some(When::AtOnce) => true,
                Some(When::Time(at)) => at <= now + INSTANT,
                _ => false,
            };
            if comes {
                due.push(Volley { unit: u, at: None, before: false });
            }
        }
        for m in &self.turn().instant.due {
            if m.what == Due::Met(What::Passes) {
                let firers = self.waiting_for(m.who).into_iter();
                due.extend(firers.map(|unit| Volley { unit, at: Some(m.who), before: false }));
            }
        }
        let mut asked: Vec<Asked> = Vec::new();
        let aimed: Vec<(UnitId, UnitId)> =
            due.iter().filter_map(|v| Some((self.aim(v)?.target, v.unit))).collect();
        for (target, u) in &aimed {
            let units: Vec<UnitId> = aimed.iter().filter(|(t, _)| t == target).map(|(_, x)| *x).collect();
            let known = |a: &Asked| matches!(&a.kind, AskKind::FireOrder { target: t, .. } if t == target);
            if units.len() < 2 || asked.iter().any(known) {
                continue;
            }
            let codes: Vec<String> = units.iter().map(|x| self.code(*x)).collect();
            let mut other = codes.clone();
            other.reverse();
            asked.push(Asked {
                key: format!("fires at {}", self.field[*target].code),
                side: self.field[*u].side,
                kind: AskKind::FireOrder { target: *target, units },
                default: Choice::Picks(codes.clone()),
                offers: vec![Choice::Picks(codes), Choice::Picks(other)],
                clause: clause!("03.01.5"),
            });
        }
        for t in aimed.iter().filter(|(_, u)| self.field[*u].arm != Arm::Artillery).map(|(t, _)| *t) {
            self.ask_commitment(t, &mut asked);
        }
        self.turn_mut().instant.volleys = due;
        self.ask(asked);
        Stage::Shoot
    }

    /// A commander with a unit under small-arms fire may be committed, if his player will (08.02.2).
    fn ask_commitment(&self, t: UnitId, asked: &mut Vec<Asked>) {
        let Some(s) = self.commander_with(t) else { return };
        let known = |a: &Asked| matches!(a.kind, AskKind::Commit { unit, .. } if unit == t);
        if asked.iter().any(known) {
            return;
        }
        asked.push(Asked {
            key: format!("commit {}", self.field[s].code),
            side: self.field[s].side,
            kind: AskKind::Commit { staff: s, unit: t },
            default: Choice::No,
            offers: vec![Choice::No, Choice::Yes],
            clause: clause!("08.02.2"),
        });
    }

    pub(crate) fn shoot(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            if let (AskKind::Commit { staff, unit }, Choice::Yes) = (&a.kind, &c) {
                let (staff, unit) = (*staff, *unit);
                self.turn_mut().instant.committed.push(unit);
                let by = By::from(clause!("08.02.2")).and(clause!("08.02.1"));
                self.tell_owner(by, unit, || EventKind::Committed { staff, unit, ruling: None });
            }
            let (AskKind::FireOrder { units, .. }, Choice::Picks(order)) = (a.kind, c) else { continue };
            let mut volleys = std::mem::take(&mut self.turn_mut().instant.volleys);
            let places: Vec<usize> =
                (0..volleys.len()).filter(|i| units.contains(&volleys[*i].unit)).collect();
            let mut mine: Vec<Volley> = places.iter().map(|i| volleys[*i].clone()).collect();
            mine.sort_by_key(|v| order.iter().position(|c| **c == *self.field[v.unit].code));
            for (i, v) in places.into_iter().zip(mine) {
                volleys[i] = v;
            }
            self.turn_mut().instant.volleys = volleys;
        }
        self.shoot_all();
        self.turn_mut().instant.committed.clear();
        Stage::Falls(Then::Go)
    }

    /// All fires of the moment: each side's one after the other, both sides' at once (play.fire.mutual).
    fn shoot_all(&mut self) {
        let volleys = std::mem::take(&mut self.turn_mut().instant.volleys);
        let mut shots = Vec::new();
        for v in &volleys {
            if let Some(shot) = self.may_shoot(v) {
                shots.push(shot);
            }
        }
        let was = self.field.clone();
        let mut done: Vec<Done> = Vec::new();
        for s in &shots {
            // An earlier fire of the moment may have left nobody to fire at.
            if !self.field[s.target].on_table() {
                continue;
            }
            let d = self.shoot_one(&was, s, &shots);
            // The next fire at him meets him so (03.01.5); he goes when all have fired.
            for x in &d.hits {
                let target = &mut self.field[x.unit];
                target.figures = target.figures.saturating_sub(x.hit.figures);
                target.carried = x.hit.noted;
                target.state = target.state.max(x.hit.state);
                if target.figures == 0 {
                    target.fate = Fate::Destroyed;
                }
            }
            done.push(d);
        }
        self.field.units = was.units;
        let states: Vec<State> = self.field.units.iter().map(|u| u.state).collect();
        for d in done {
            self.takes_effect(d);
        }
        self.level_mutual(&shots, &states);
        for (b, by, d) in std::mem::take(&mut self.turn_mut().struck) {
            self.house_struck(b, by, d);
        }
    }

    /// Two who fired at each other and are both in U, or both in FU, for it (13.01.4).
    fn level_mutual(&mut self, shots: &[Shot], was: &[State]) {
        for s in shots {
            let back = shots.iter().any(|x| x.unit == s.target && x.target == s.unit);
            let (a, b) = (self.field[s.unit].state, self.field[s.target].state);
            let new = |u: UnitId| self.field[u].state > was[u.index()];
            if back && a == b && !a.intact() && new(s.unit) && new(s.target) {
                self.run_mut(s.unit).befell.levelled = true;
                self.run_mut(s.target).befell.levelled = true;
            }
        }
    }

    /// May it fire now, and at whom? If not its owner is told why.
    fn may_shoot(&mut self, v: &Volley) -> Option<Shot> {
        let u = v.unit;
        let unit = &self.field[u];
        let run = self.run(u);
        let battery = unit.arm == Arm::Artillery;
        // A battery may fire each time an enemy comes to contact distance (10.01.6).
        let again = battery && v.before;
        let why = if !unit.on_table() || unit.state == State::Complete || run.befell.forced {
            Some((NoFire::Cannot, clause!("03.03.5")))
        } else if run.fire.fired && !again {
            Some((NoFire::Fired, clause!("03.01.3.b")))
        } else if run.befell.fought && !again {
            Some((NoFire::Fought, clause!("03.01.3.b")))
        } else if self.marched_through(u) {
            Some((NoFire::Cannot, clause!("07.07.1")))
        } else if battery && !super::changes::ready(unit) {
            Some((NoFire::Cannot, clause!("10.01.2")))
        } else if self.no_ammunition(u) {
            Some((NoFire::NoAmmunition, if battery { clause!("10.01.2") } else { clause!("09.01.7") }))
        } else {
            None
        };
        let shot = if why.is_none() { self.aim(v) } else { None };
        let ranges = self.run(u).fire.order.as_ref().is_some_and(|o| o.range_in) && battery;
        if let Some(s) = shot.as_ref().filter(|_| ranges) {
            let t = s.target;
            self.ranges_in(u, t);
            return None;
        }
        let waits = v.before || v.at.is_some();
        if shot.is_none() {
            let (why, by) = why.unwrap_or((NoFire::NoTarget, clause!("play.fire.target")));
            self.tell_owner(by, u, || EventKind::NotFired { unit: u, why });
            if !waits {
                self.run_mut(u).fire.order = None;
            }
            return None;
        }
        if !again {
            self.run_mut(u).fire.order = None;
        }
        shot
    }

    /// It only ranges in: without effect, without ammunition (10.02.3.b).
    fn ranges_in(&mut self, u: UnitId, target: UnitId) {
        let turn = self.field.turn;
        if let Some(b) = &mut self.field[u].battery {
            b.ranged.clear();
            b.ranged.push(RangedIn { target, turn });
        }
        let run = self.run_mut(u);
        run.fire.order = None;
        run.fire.fired = true;
        run.befell.ranged_in = true;
        self.tell(clause!("10.02.3.b"), &[u], || EventKind::RangedIn { unit: u, target });
    }

    fn no_ammunition(&self, u: UnitId) -> bool {
        let f = &self.field;
        match &f[u].battery {
            Some(b) => b.loads == 0,
            None => f.tactical(&f[u]).ammunition == 0,
        }
    }

    /// The target of a fire: whom the event points at, whom it was announced at, or the nearest legal one (play.fire.target).
    fn aim(&self, v: &Volley) -> Option<Shot> {
        let f = &self.field;
        let legal = |t: UnitId| {
            let (u, target) = (&f[v.unit], &f[t]);
            let laid = if u.arm == Arm::Artillery {
                Laying::Guns(aim::guns::lay(f, u, None, target).ok()?)
            } else {
                Laying::Arms(aim::small_arms(f, u, target).ok()?)
            };
            Some(Shot { unit: v.unit, target: t, laid, before: v.before })
        };
        if let Some(t) = v.at {
            return legal(t);
        }
        let named = self.run(v.unit).fire.order.as_ref().map(|o| o.at.clone()).unwrap_or_default();
        let named: Vec<UnitId> = named.iter().filter_map(|r| self.named(r)).collect();
        if !named.is_empty() {
            return named.into_iter().find_map(legal);
        }
        let all = self.foes(v.unit).into_iter().filter_map(legal);
        all.min_by(|a, b| a.laid.range().total_cmp(&b.laid.range()).then(a.target.cmp(&b.target)))
    }

    /// One fire: its firer as he was before the moment, its target as the fires before it left him.
    fn shoot_one(&mut self, was: &Field, s: &Shot, all: &[Shot]) -> Done {
        match &s.laid {
            Laying::Arms(a) => {
                let mut sit = aim::situation(was, s.unit, a, self.abs());
                sit.target = self.as_left(s.target, s, all, sit.target);
                sit.target.commander = self.turn().instant.committed.contains(&s.target);
                sit.firer.stationary &= self.leg(s.unit).stands();
                let (out, ruling) = self.judge::<SmallArms>(&sit, s.unit);
                let horses = Equipment { horses: out.target.horses, ..Equipment::default() };
                let mut hits = vec![Struck { unit: s.target, hit: out.target, equipment: horses }];
                if let (Some((unit, _)), Some(hit)) = (a.shares, out.close) {
                    hits.push(Struck { unit, hit, equipment: Equipment::default() });
                }
                Done { shot: s.clone(), hits, commander_falls: out.commander_falls, ruling }
            }
            Laying::Guns(l) => {
                let sit = self.guns_of(was, s, l, all);
                let (out, ruling) = self.judge::<Artillery>(&sit, s.unit);
                let units = std::iter::once(s.target).chain(l.through.iter().map(|b| b.unit));
                let mut hits: Vec<Struck> = Vec::new();
                for (unit, h) in units.zip(&out.targets) {
                    hits.push(Struck { unit, hit: h.unit, equipment: h.equipment });
                    if let (Some((unit, _)), Some(hit)) = (l.shares, h.close) {
                        hits.push(Struck { unit, hit, equipment: Equipment::default() });
                    }
                }
                let commander_falls = out.targets.first().is_some_and(|h| h.commander_falls);
                if let (Some(b), Some(d)) = (was[s.target].inside, out.building) {
                    self.turn_mut().struck.push((b, s.unit, d));
                }
                Done { shot: s.clone(), hits, commander_falls, ruling }
            }
        }
    }

    fn guns_of(&self, was: &Field, s: &Shot, l: &Laid, all: &[Shot]) -> ArtillerySituation {
        let unit = &was[s.unit];
        let b = unit.battery.as_ref().expect("it is a battery");
        let guns = |u: UnitId| was[u].arm == Arm::Artillery;
        let ranged = b.ranged.iter().any(|r| r.target == s.target);
        let ranging = gunnery::Ranging { fired: ranged, ..Default::default() };
        let mut targets = aim::guns::aimed(was, l, ranging, self.abs());
        let units = std::iter::once(s.target).chain(l.through.iter().map(|b| b.unit));
        for (t, unit) in targets.iter_mut().zip(units) {
            t.unit = self.as_left(unit, s, all, t.unit);
        }
        ArtillerySituation {
            battery: artillery::Battery {
                gunners: unit.figures,
                models: l.models,
                state: unit.state,
                cover: l.own_cover,
                valour: was.valour(s.unit).0,
                training: unit.training.fire,
                under_fire: all.iter().any(|x| x.target == s.unit && guns(x.unit)),
                answers: guns(s.target) && all.iter().any(|x| x.unit == s.target && x.target == s.unit),
                ..artillery::Battery::new(b.gun.into(), l.guns.max(1))
            },
            targets,
            building: self.house_of(s.target),
            year: 1813,
            readings: FireReadings::of(&was.readings),
        }
    }

    /// The target with the figures and state that earlier fires of the moment have left it, and what it answers with.
    fn as_left(&self, u: UnitId, s: &Shot, all: &[Shot], t: Target) -> Target {
        let now = &self.field[u];
        let backing = match self.run(u).assault.support {
            Some(o) if self.supports(o, u) => Backing::MeleeSupport,
            _ if now.skirmishing() && self.soutien(u).is_some() => Backing::Soutien,
            _ => Backing::None,
        };
        let answer = if u == s.target { self.answers(s, all) } else { Answer::None };
        Target { figures: now.figures.max(1), noted: now.carried, state: now.state, backing, answer, ..t }
    }

    /// At whom the target fires in this turn (table VIII).
    fn answers(&self, s: &Shot, all: &[Shot]) -> Answer {
        let now = all.iter().find(|x| x.unit == s.target).map(|x| x.target);
        let announced = self.run(s.target).fire.order.as_ref();
        let named = announced.map(|o| o.at.iter().filter_map(|r| self.named(r)).collect::<Vec<_>>());
        match (now, named) {
            (Some(t), _) if t == s.unit => Answer::AtTheFirer,
            (Some(_), _) => Answer::AtAnother,
            (None, Some(v)) if v.is_empty() || v.contains(&s.unit) => Answer::AtTheFirer,
            (None, Some(_)) => Answer::AtAnother,
            (None, None) if self.run(s.target).fire.at == Some(s.unit) => Answer::AtTheFirer,
            (None, None) if self.run(s.target).fire.fired => Answer::AtAnother,
            _ => Answer::None,
        }
    }

    /// What a fire did is done: losses, disorder, ammunition, stillness, smoke.
    fn takes_effect(&mut self, d: Done) {
        let Done { shot, hits, commander_falls, ruling } = d;
        let (u, t) = (shot.unit, shot.target);
        self.has_fired(u, t);
        let by = By::from(clause!("03.02.5.a")).and(clause!("03.01.3.a")).and(clause!("play.fire.target"));
        let by = by.and(clause!("03.01.4.a"));
        let by = if shot.before { by.and(clause!("03.02.5.b")).and(clause!("play.event")) } else { by };
        let (men, ruling) = (hits.iter().map(|x| x.hit.men).sum(), Box::new(ruling));
        self.tell(by, &[u, t], || EventKind::Fired { unit: u, target: t, men, ruling });
        if commander_falls {
            if let Some(s) = self.commander_with(t) {
                self.staff_falls(s, clause!("08.02.1"));
            }
        }
        for Struck { unit, hit, equipment: e } in hits {
            self.staff_under_fire(unit);
            self.lose_men(unit, hit.men, clause!("09.02.2"));
            if self.field[unit].on_table() {
                self.lose_equipment(unit, e.guns, e.horses, e.loads, clause!("play.battery"));
                self.worsen(unit, hit.state, clause!("03.03.6"), Some(u));
                self.look_at_valour(unit);
            }
        }
    }

    /// Staff figures with a unit that is fired on may fall (08.02.3).
    fn staff_under_fire(&mut self, u: UnitId) {
        let committed = self.turn().instant.committed.contains(&u).then(|| self.commander_with(u)).flatten();
        let with =
            self.field.staff.iter().filter(|s| s.present() && s.with == Some(u) && Some(s.id) != committed);
        for s in with.map(|s| s.id).collect::<Vec<_>>() {
            let (side, code) = (self.field[s].side, self.field[s].code.clone());
            let dice = self.dice.occasion(<StaffCasualty as Procedure>::NAME, &*code, side);
            let (out, _) = umpire::judge::<StaffCasualty>(&DiceOnly {}, dice);
            if out.falls {
                self.staff_falls(s, clause!("08.02.3"));
            }
        }
    }

    /// It must stand for half a turn, and its smoke hangs about it (03.01.4.a, 09.02.7).
    fn has_fired(&mut self, u: UnitId, t: UnitId) {
        let (now, turn) = (self.abs(), self.field.turn);
        let guns = self.field[u].arm == Arm::Artillery;
        let moving = !self.leg(u).stands();
        self.stand_still(u);
        let unit = &mut self.field[u];
        let r = &mut unit.record;
        r.fired |= unit.body.is_none();
        r.last_fire = Some(now);
        r.last_fire_turn = Some(turn);
        r.smoke_turn = Some(turn);
        r.still_until = r.still_until.max(now + STILL);
        if r.reorganising.is_some() {
            r.reorganising = Some(now);
        }
        if guns {
            if let Some(b) = &mut unit.battery {
                b.ranged.clear();
                b.ranged.push(RangedIn { target: t, turn });
            }
        }
        let run = self.run_mut(u);
        run.fire.fired = true;
        run.fire.at = Some(t);
        run.befell.used_arms = true;
        if moving {
            let by = By::from(clause!("03.01.4.a")).and(clause!("03.02.9")).and(clause!("play.interrupt"));
            self.tell(by, &[u], || EventKind::Halted {
                unit: u,
                why: crate::event::Halt::Fire,
                before: None,
            });
        }
        self.turn_mut().instant.legs.push(u);
    }
}
