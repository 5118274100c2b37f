//! Fire in play (03.01.3 to 03.01.5, 03.02.5, play.fire.target, play.fire.mutual): who fires now and at whom, and what it does.

use super::announce::not_yet_named;
use super::choices::{AskKind, Asked};
use super::watch::What;
use super::{INSTANT, Stage, Table, Then};
use crate::aim::guns::{Laid, LaidOnHouse};
use crate::aim::{self, Aim};
use crate::book::turn::periods;
use crate::event::{By, EventKind, NoFire};
use crate::field::Field;
use crate::gunnery::Ranging;
use crate::order::{Choice, When};
use crate::procedures::artillery::{self, Artillery, ArtillerySituation, Equipment, House};
use crate::procedures::command::{DiceOnly, StaffCasualty};
use crate::procedures::fire_readings::{
    CommanderUnderGuns, FireReadings, MutualFire, SupportUnderFire, Unanswered,
};
use crate::procedures::small_arms::{SmallArms, SmallArmsSituation};
use crate::procedures::target::{Answer, Backing, Suffered, Target};
use crate::school::School;
use crate::terrain::Thing;
use crate::troop::{Arm, Cover, Formation, State, Weapon};
use crate::unit::{Fate, Goal, RangedIn, Side, UnitId};
use crate::{clause, fire, reading, rule, say};
use clock::Due;
use umpire::{Clause, Dice, Die, Procedure, Ruling};

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
pub(crate) struct Shot {
    unit: UnitId,
    target: Goal,
    pub(super) laid: Laying,
    before: bool,
}

impl Shot {
    /// The unit that it is fired at; none for an empty building.
    pub(super) fn victim(&self) -> Option<UnitId> {
        self.target.unit()
    }
}

/// How it is aimed: with small arms, by those figures and with that weapon, or with guns.
#[derive(Clone, Debug)]
pub(crate) enum Laying {
    Arms(Aim, fire::Volley),
    Guns(Laid),
    House(LaidOnHouse),
}

impl Laying {
    fn range(&self) -> f64 {
        match self {
            Laying::Arms(a, _) => a.range,
            Laying::Guns(l) => l.range,
            Laying::House(l) => l.range,
        }
    }
}

/// What a shot did.
struct Done {
    shot: Shot,
    /// The target first, then who shares its losses or is shot through with it.
    hits: Vec<Struck>,
    commander_falls: bool,
    /// What else had a part in it.
    by: Vec<Clause>,
    ruling: Ruling,
}

/// What one unit suffers.
struct Struck {
    unit: UnitId,
    hit: Suffered,
    equipment: Equipment,
}

impl Table {
    /// Arrivals for which fire before contact waits (03.02.5.b, play.event). Its order and commanders are asked.
    pub(super) fn fires_before_contact(&mut self) {
        let either = self.field.readings.is(reading!("contact-event", "either-comes"));
        let first = self.field.readings.is(reading!("fire-and-attack", "before-contact"));
        for (u, o) in self.turn().instant.arrivals.clone() {
            self.wait_for_contact(o, u);
            // Read so, the attacker himself fires before he comes to contact (03.01.4.b).
            let attacks = first && self.run(u).assault.target() == Some(o);
            if either || attacks {
                self.wait_for_contact(u, o);
            }
        }
        // Skirmishers about to be pressed back fire first (play.instant).
        for (line, by) in self.turn().instant.pressed.clone() {
            self.wait_for_contact(line, by);
        }
        let due = self.turn().instant.volleys.clone();
        self.ask_fires(&due);
    }

    /// Those whose fire waits for this own unit fire at the enemy who has come.
    fn wait_for_contact(&mut self, own: UnitId, enemy: UnitId) {
        let (side, code) = (self.field[own].side, self.field[own].code.clone());
        let for_it = |u: UnitId, when: Option<&When>| {
            let own = u == own;
            matches!(when, Some(When::BeforeContact(r)) if **r == *code || (r.is_empty() && own))
        };
        let here = |u: &UnitId| self.field[*u].on_table() && self.field[*u].side == side;
        let all = || self.turn().firers.iter().copied().filter(here);
        let waits = |u: &UnitId| for_it(*u, self.run(*u).fire.order.as_ref().map(|f| &f.when));
        let firers: Vec<UnitId> = all().filter(waits).collect();
        // Who has fired so already does not fire again (03.01.3.b).
        let spent = |u: &UnitId| for_it(*u, self.run(*u).fire.given.as_ref());
        for unit in all().filter(spent).collect::<Vec<_>>() {
            let by = By::from(clause!("03.01.3.b")).and(clause!("play.timers"));
            self.tell_owner(by, unit, || EventKind::NotFired { unit, why: NoFire::Fired });
        }
        for unit in firers {
            // A battery fires each time (10.01.6).
            let guns = self.field[unit].arm == Arm::Artillery;
            let known = |v: &Volley| v.unit == unit && (!guns || v.at == Some(enemy));
            if !self.turn().instant.volleys.iter().any(known) {
                self.turn_mut().instant.volleys.push(Volley { unit, at: Some(enemy), before: true });
            }
        }
    }

    /// Step 2: fires before contact, at the positions of the arrival.
    pub(crate) fn shoot_before(&mut self) -> Stage {
        self.take_fire_choices();
        self.shoot_all();
        Stage::Falls(Then::Press)
    }

    /// Step 6: fires whose time or event has come. Where several fire at one target their player chooses the order (03.01.5).
    pub(crate) fn fires_due(&mut self) -> Stage {
        let now = self.time();
        let mut due: Vec<Volley> = Vec::new();
        for u in self.turn().firers.iter().map(|u| &self.field[*u]).filter(|u| u.on_table()) {
            let comes = match self.run(u.id).fire.order.as_ref().map(|f| &f.when) {
                Some(When::AtOnce) => true,
                Some(When::Time(at)) => *at <= now + INSTANT,
                _ => false,
            };
            if comes {
                due.push(Volley { unit: u.id, at: None, before: false });
            }
        }
        for m in &self.turn().instant.due {
            if m.what == Due::Met(What::Passes) {
                let firers = self.waiting_for(m.who).into_iter();
                due.extend(firers.map(|unit| Volley { unit, at: Some(m.who), before: false }));
            }
        }
        self.ask_fires(&due);
        self.turn_mut().instant.volleys = due;
        Stage::Shoot
    }

    /// In which order several fire at one target (03.01.5), whether commanders are committed (08.02.2), who supports whom (09.02.5).
    fn ask_fires(&mut self, due: &[Volley]) {
        if due.is_empty() {
            return self.ask(Vec::new());
        }
        let mut asked: Vec<Asked> = Vec::new();
        let all: Vec<(Volley, Vec<Shot>)> = due.iter().map(|v| (v.clone(), self.aims(v))).collect();
        let aimed: Vec<(UnitId, UnitId)> = all
            .iter()
            .flat_map(|(v, shots)| shots.iter().filter_map(|x| Some((x.victim()?, v.unit))))
            .collect();
        self.turn_mut().instant.aimed = all;
        for (target, u) in &aimed {
            let mut units: Vec<UnitId> = Vec::new();
            for (_, x) in aimed.iter().filter(|(t, _)| t == target) {
                if !units.contains(x) {
                    units.push(*x);
                }
            }
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
                offers: [Choice::Picks(codes), Choice::Picks(other)].into(),
                clause: clause!("03.01.5"),
            });
        }
        let readings = FireReadings::of(&self.field.readings);
        let counts = readings.commander_under_guns == CommanderUnderGuns::Counts;
        for (t, u) in &aimed {
            if counts || self.field[*u].arm != Arm::Artillery {
                self.ask_commitment(*t, &mut asked);
            }
            if readings.support_under_fire == SupportUnderFire::Named {
                self.ask_backing(*t, &mut asked);
            }
        }
        self.ask(asked);
    }

    /// The target's player names its support unit under fire (09.02.5).
    fn ask_backing(&self, t: UnitId, asked: &mut Vec<Asked>) {
        let known = |a: &Asked| matches!(a.kind, AskKind::Support { unit } if unit == t);
        if self.run(t).assault.support.is_some() || asked.iter().any(known) {
            return;
        }
        let may = self.may_support(t);
        if may.is_empty() {
            return;
        }
        let mut offers: Vec<Choice> = may.iter().map(|u| Choice::Pick(self.code(*u))).collect();
        offers.push(Choice::No);
        let default = not_yet_named(asked, &offers);
        asked.push(Asked {
            key: format!("support {}", self.field[t].code),
            side: self.field[t].side,
            kind: AskKind::Support { unit: t },
            default,
            offers: offers.into(),
            clause: clause!("09.02.5"),
        });
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
            offers: [Choice::No, Choice::Yes].into(),
            clause: clause!("08.02.2"),
        });
    }

    pub(crate) fn shoot(&mut self) -> Stage {
        self.take_fire_choices();
        self.shoot_all();
        Stage::Falls(Then::Go)
    }

    fn take_fire_choices(&mut self) {
        for (a, c) in self.take_choices() {
            match (a.kind, c) {
                (AskKind::Commit { staff, unit }, Choice::Yes) => {
                    self.turn_mut().instant.committed.push(unit);
                    let by = By::from(clause!("08.02.2")).and(clause!("08.02.1"));
                    self.tell_owner(by, unit, || EventKind::Committed { staff, unit, ruling: None });
                }
                (AskKind::Support { unit }, Choice::Pick(code)) => {
                    let Some(by) = self.named(&code) else { continue };
                    if self.supports_another(by, unit) {
                        self.counts_for_another(by);
                        continue;
                    }
                    self.turn_mut().backed.push((unit, by));
                    self.turn_mut().instant.backed.push((unit, by));
                    self.support_named(clause!("09.02.5"), unit, by);
                }
                (AskKind::FireOrder { units, .. }, Choice::Picks(order)) => {
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
                _ => {}
            }
        }
    }

    /// All fires of the moment: each side's one after the other, both sides' at once, or by lot one side first (play.fire.mutual).
    fn shoot_all(&mut self) {
        let volleys = std::mem::take(&mut self.turn_mut().instant.volleys);
        if !volleys.is_empty() {
            self.give_fires(&volleys);
        }
        let t = self.turn_mut();
        t.instant.aimed.clear();
        t.instant.committed.clear();
        t.instant.backed.clear();
    }

    fn give_fires(&mut self, volleys: &[Volley]) {
        let side = |t: &Table, v: &Volley| t.field[v.unit].side;
        let both = Side::BOTH.iter().all(|s| volleys.iter().any(|v| side(self, v) == *s));
        let lot = fire::mutual(&FireReadings::of(&self.field.readings)).0 == MutualFire::ByLot;
        let states: Vec<State> = self.field.units.iter().map(|u| u.state).collect();
        let mut shots = Vec::new();
        if both && lot {
            let first = self.lot();
            for s in [first, first.other()] {
                let mine: Vec<Volley> = volleys.iter().filter(|v| side(self, v) == s).cloned().collect();
                shots.extend(self.shoot_together(&mine));
            }
        } else {
            shots = self.shoot_together(volleys);
        }
        self.level_mutual(&shots, &states);
    }

    /// One side by lot (02.01.2): the first on 1 to 3.
    fn lot(&mut self) -> Side {
        let die = self.dice.occasion("lot", "fire", Side::A).roll(Die::D6);
        let first = if die <= 3 { Side::A } else { Side::B };
        let by = By::from(clause!("play.fire.mutual")).and(clause!("02.01.2"));
        self.tell_to(by, [true; 2], || EventKind::FiresFirst { side: first });
        first
    }

    /// These fires, with firers and smoke as they were before them.
    fn shoot_together(&mut self, volleys: &[Volley]) -> Vec<Shot> {
        let mut shots = Vec::new();
        for v in volleys {
            shots.extend(self.may_shoot(v));
        }
        self.turn_mut().instant.aimed.clear();
        if shots.is_empty() {
            return shots;
        }
        let was = self.field.clone();
        let mut done: Vec<Done> = Vec::new();
        for s in &shots {
            // An earlier fire of the moment may have left nobody to fire at.
            if s.victim().is_some_and(|t| !self.field[t].on_table()) {
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
        for hit in done.iter().flat_map(|d| &d.hits) {
            self.field[hit.unit] = was[hit.unit].clone();
        }
        for s in &shots {
            self.run_mut(s.unit).fire.at.extend(s.victim());
        }
        for d in done {
            self.takes_effect(d);
        }
        for (b, by, d) in std::mem::take(&mut self.turn_mut().struck) {
            self.house_struck(b, by, d);
        }
        shots
    }

    /// Two who fired at each other and are both in U, or both in FU, for it (13.01.4): at the same moment, or read otherwise in the
    /// same turn.
    fn level_mutual(&mut self, shots: &[Shot], was: &[State]) {
        let same_turn = self.field.readings.is(reading!("mutual-disorder", "same-turn"));
        let struck: Vec<UnitId> = shots.iter().filter_map(Shot::victim).collect();
        for a in &struck {
            for b in &struck {
                let fired = |x: UnitId, y: UnitId| {
                    let now = shots.iter().any(|s| s.unit == x && s.victim() == Some(y));
                    now || (same_turn && self.run(x).fire.at.contains(&y))
                };
                let new = |u: UnitId| self.field[u].state > was[u.index()];
                if a < b && fired(*a, *b) && fired(*b, *a) && self.levels(*a, *b) && new(*a) && new(*b) {
                    self.run_mut(*a).befell.levelled = true;
                    self.run_mut(*b).befell.levelled = true;
                }
            }
        }
    }

    /// May it fire now, and at whom? If not its owner is told why.
    fn may_shoot(&mut self, v: &Volley) -> Vec<Shot> {
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
        } else if self.afloat(u) {
            Some((NoFire::Cannot, clause!("19.11.3")))
        } else if self.marched_through(u) {
            Some((NoFire::Cannot, clause!("07.07.1")))
        } else if battery && !super::changes::ready(unit) && self.guns_up(u).is_none() {
            Some((NoFire::Cannot, clause!("10.01.2")))
        } else if self.no_ammunition(u) && !self.only_ranges_in(u) {
            Some((NoFire::NoAmmunition, if battery { clause!("10.01.2") } else { clause!("09.01.7") }))
        } else {
            None
        };
        let shots = if why.is_none() { self.aim_as_asked(v) } else { Vec::new() };
        if self.only_ranges_in(u) && !shots.is_empty() {
            let targets: Vec<Goal> = shots.iter().map(|s| s.target).collect();
            self.ranges_in(u, &targets);
            return Vec::new();
        }
        let waits = v.before || v.at.is_some();
        if shots.is_empty() {
            // A shot that is out of range matters only where it uses ammunition.
            let spent = self.field.readings.is(reading!("out-of-range-shot", "spent"));
            let missed = why.is_none() && spent && self.out_of_range(v);
            // Why he is none is only told.
            let told = why.is_none() && self.log.is_on();
            let illegal = if told { self.no_legal_target(v) } else { None };
            let (why, by) = why.unwrap_or((NoFire::NoTarget, clause!("play.fire.target")));
            self.tell_owner(By::from(by).with(illegal), u, || EventKind::NotFired { unit: u, why });
            self.run_mut(u).fire.missed |= missed;
            if !waits {
                self.run_mut(u).fire.order = None;
            }
            return shots;
        }
        if !again {
            let fire = &mut self.run_mut(u).fire;
            fire.given = fire.order.take().map(|o| o.when);
        }
        shots
    }

    /// The targets of a fire as they were when the fires of the moment were asked for, if nothing has been done since.
    fn aim_as_asked(&mut self, v: &Volley) -> Vec<Shot> {
        let aimed = &mut self.turn_mut().instant.aimed;
        match aimed.iter().position(|(x, _)| x == v) {
            Some(i) => aimed.swap_remove(i).1,
            None => self.aims(v),
        }
    }

    /// Has it an order to range in, and no more (10.02.3.b)?
    fn only_ranges_in(&self, u: UnitId) -> bool {
        let guns = self.field[u].arm == Arm::Artillery;
        guns && self.run(u).fire.order.as_ref().is_some_and(|o| o.range_in)
    }

    /// Was a target named, or the nearest enemy, that is seen but too far off (play.fire.target)?
    fn out_of_range(&self, v: &Volley) -> bool {
        let f = &self.field;
        let named: Vec<UnitId> = self.named_targets(v.unit).into_iter().filter_map(Goal::unit).collect();
        let all = if named.is_empty() { self.foes(v.unit) } else { named };
        let too_far = |t: &UnitId| {
            let by = match f[v.unit].arm {
                Arm::Artillery => aim::guns::lay(f, &f[v.unit], None, &f[*t]).err(),
                _ => aim::small_arms(f, &f[v.unit], &f[*t]).err(),
            };
            by == Some(rule!("09.03.1")) || by == Some(rule!("10.03.1"))
        };
        v.at.is_none() && all.iter().any(|t| too_far(t) && self.sees(v.unit, *t))
    }

    /// Why the enemy for whom its fire was meant is no legal target: who caused it, who was named, or the nearest that it sees.
    fn no_legal_target(&self, v: &Volley) -> Option<Clause> {
        let f = &self.field;
        let nearest = || self.nearest_seen(v.unit);
        let named = || match self.named_targets(v.unit).first() {
            Some(Goal::Unit(t)) => Some(*t),
            _ => None,
        };
        let t = v.at.or_else(named).or_else(nearest)?;
        match f[v.unit].arm {
            Arm::Artillery => aim::guns::lay(f, &f[v.unit], None, &f[t]).err(),
            _ => aim::small_arms(f, &f[v.unit], &f[t]).err(),
        }
    }

    /// It only ranges in: without effect, without ammunition (10.02.3.b).
    fn ranges_in(&mut self, u: UnitId, targets: &[Goal]) {
        let turn = self.field.turn;
        if let Some(b) = &mut self.field[u].battery {
            let ranging = Ranging { apart: true, ..Ranging::default() };
            b.ranged = targets.iter().map(|t| RangedIn { target: *t, turn, ranging }).collect();
        }
        let run = self.run_mut(u);
        run.fire.order = None;
        run.fire.fired = true;
        run.befell.ranged_in = true;
        for target in targets.iter().copied() {
            match target {
                Goal::Unit(target) => {
                    self.shows_itself(u, target);
                    self.tell(clause!("10.02.3.b"), &[u], || EventKind::RangedIn { unit: u, target });
                }
                Goal::House(b) => {
                    let says = say!("event-ranged-in-on", place = self.field.name_of(Thing::Building(b)));
                    self.tell_owner(clause!("10.02.3.b"), u, || EventKind::Worked { unit: u, says });
                }
            }
        }
    }

    fn no_ammunition(&self, u: UnitId) -> bool {
        let f = &self.field;
        match &f[u].battery {
            Some(b) => b.loads == 0,
            None => f.tactical(&f[u]).ammunition == 0,
        }
    }

    /// The targets of a fire: whom the event points at, whom it was announced at, or the nearest legal one (play.fire.target).
    pub(super) fn aims(&self, v: &Volley) -> Vec<Shot> {
        if let Some(t) = v.at {
            return self.aim_at(v, None, Goal::Unit(t));
        }
        let timed = matches!(self.run(v.unit).fire.order.as_ref().map(|o| &o.when), Some(When::Time(_)));
        if timed && self.field.readings.is(reading!("time-target", "strictly-nearest")) {
            let nearest = self.nearest_seen(v.unit);
            return nearest.map_or_else(Vec::new, |t| self.aim_at(v, None, Goal::Unit(t)));
        }
        let named = self.named_targets(v.unit);
        match named.as_slice() {
            [] => {}
            [one] => return self.aim_at(v, None, *one),
            many => return self.share_out(v, many),
        }
        self.aim_at_nearest(v)
    }

    /// Its fire at the nearest legal target; of equally near ones at that which is listed first. Who is certainly farther off than one who
    /// is found to be legal is not looked at.
    fn aim_at_nearest(&self, v: &Volley) -> Vec<Shot> {
        let f = &self.field;
        let part = self.guns_up(v.unit);
        let u = part.as_ref().unwrap_or(&f[v.unit]);
        let mut foes: Vec<(f64, UnitId)> = aim::in_reach(f, u).collect();
        foes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<(f64, Vec<Shot>)> = None;
        for (least, t) in foes {
            if best.as_ref().is_some_and(|(range, _)| least > *range) {
                break;
            }
            let shots = self.aim_at(v, None, Goal::Unit(t));
            let Some(range) = shots.first().map(|s| s.laid.range()) else { continue };
            let nearer = |(was, all): &(f64, Vec<Shot>)| {
                range.total_cmp(was).then_with(|| shots[0].target.cmp(&all[0].target)).is_lt()
            };
            if best.as_ref().is_none_or(nearer) {
                best = Some((range, shots));
            }
        }
        best.map(|b| b.1).unwrap_or_default()
    }

    /// What was announced to be fired at: units, and buildings by their names (17.04.1).
    fn named_targets(&self, u: UnitId) -> Vec<Goal> {
        let named = self.run(u).fire.order.as_ref().map(|o| o.at.clone()).unwrap_or_default();
        let house = |r: &str| self.field.ground.building(r).map(Goal::House);
        named.iter().filter_map(|r| self.named(r).map(Goal::Unit).or_else(|| house(r))).collect()
    }

    /// Its fire at one enemy by some of its parts, by all where nothing is said; none if he is no legal target.
    fn aim_at(&self, v: &Volley, only: Option<&[u8]>, at: Goal) -> Vec<Shot> {
        let f = &self.field;
        let part = self.guns_up(v.unit);
        let u = part.as_ref().unwrap_or(&f[v.unit]);
        // Who is in a building that is fired at is fired at with it (17.04.1).
        let (t, house) = match at {
            Goal::Unit(t) => (t, None),
            Goal::House(b) => match f.occupant(b) {
                Some(o) => (o.id, Some(b)),
                None => return self.aim_at_house(v, only, b),
            },
        };
        let target = &f[t];
        if target.side == u.side || aim::out_of_reach(f, u, target) {
            return Vec::new();
        }
        let shot = |laid| Shot { unit: v.unit, target: Goal::Unit(t), laid, before: v.before };
        if u.arm == Arm::Artillery {
            // Whoever stands at a piece of ground that is seen may be named; unnamed, somebody of the side must see him (10.01.5, play.hidden).
            let order = self.run(v.unit).fire.order.as_ref();
            let named = || house.is_some() || order.is_some_and(|o| o.at.iter().any(|r| **r == *target.code));
            return aim::guns::lay_of(f, u, only, target)
                .ok()
                .filter(|l| !l.unseen || named() || self.spotted(u.side, t))
                .map(|l| shot(Laying::Guns(l)))
                .into_iter()
                .collect();
        }
        let Ok(a) = aim::small_arms_of(f, u, only, target) else { return Vec::new() };
        let plain = fire::Volley { figures: a.figures, weapon: u.weapon.unwrap_or(Weapon::Musket) };
        let mixed = u.weapon == Some(Weapon::Musket) && u.rifles > 0;
        let volleys = if mixed {
            // In musket range only a unit wholly of rifle figures fires as such, however few of it have the target (play.mixed-arms).
            let beyond = fire::zone(Weapon::Musket, a.range).0.is_none();
            let rifles = if beyond || u.rifles >= u.figures {
                u.rifles
            } else {
                fire::rifle_figures(a.figures, u.rifles, u.figures).0.min(a.figures.saturating_sub(1))
            };
            fire::volleys(a.figures, rifles, a.range, &FireReadings::of(&f.readings)).0
        } else {
            smallvec::smallvec![plain]
        };
        volleys.into_iter().map(|w| shot(Laying::Arms(a.clone(), w))).collect()
    }

    /// Its guns laid on a building that nobody holds; none if that is no target: small arms do nothing to it, and a ruin is none.
    fn aim_at_house(&self, v: &Volley, only: Option<&[u8]>, b: u16) -> Vec<Shot> {
        let f = &self.field;
        let ruin = f.terrain.buildings.get(&b).is_some_and(|d| d.ruined());
        if f[v.unit].arm != Arm::Artillery || ruin {
            return Vec::new();
        }
        let part = self.guns_up(v.unit);
        let laid =
            aim::guns::lay_on_house(f, part.as_ref().unwrap_or(&f[v.unit]), only, b).ok().map(Laying::House);
        let shot = |laid| Shot { unit: v.unit, target: Goal::House(b), laid, before: v.before };
        laid.map(shot).into_iter().collect()
    }

    /// Firing units, or model guns, over several announced targets (09.01.4, 10.01.3): one target each from the left where as many are
    /// named; otherwise each at the nearest of those named that it has in angle and range.
    fn share_out(&self, v: &Volley, named: &[Goal]) -> Vec<Shot> {
        let f = &self.field;
        let part = self.guns_up(v.unit);
        let u = part.as_ref().unwrap_or(&f[v.unit]);
        let parts = match u.arm {
            Arm::Artillery => aim::guns::models(u).len(),
            _ => {
                let at = named[0].unit().map_or(u.base.front, |t| f[t].base.centre());
                aim::parts(f, u, at).len()
            }
        } as u8;
        let range = |part: u8, t: Goal| {
            self.aim_at(v, Some(&[part]), t).first().map_or(f64::INFINITY, |s| s.laid.range())
        };
        let mut dealt: Vec<(Goal, Vec<u8>)> = Vec::new();
        for part in 0..parts {
            let target = if named.len() == usize::from(parts) {
                Some(named[usize::from(part)])
            } else {
                let near = named.iter().map(|t| (range(part, *t), *t)).filter(|(r, _)| r.is_finite());
                near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, t)| t)
            };
            let Some(t) = target else { continue };
            match dealt.iter_mut().find(|(x, _)| *x == t) {
                Some((_, all)) => all.push(part),
                None => dealt.push((t, vec![part])),
            }
        }
        dealt.iter().flat_map(|(t, parts)| self.aim_at(v, Some(parts), *t)).collect()
    }

    /// One fire: its firer as he was before the moment, its target as the fires before it left him.
    fn shoot_one(&mut self, was: &Field, s: &Shot, all: &[Shot]) -> Done {
        let mut by = Vec::new();
        let shared = all.iter().any(|x| x.unit == s.unit && x.target != s.target);
        match &s.laid {
            Laying::Arms(a, w) => {
                let sit = self.arms_of(was, s, a, w, all);
                if was[s.unit].rifles > 0 {
                    by.push(clause!("play.mixed-arms"));
                }
                if shared {
                    by.push(clause!("09.01.4"));
                    by.push(clause!("09.01.6"));
                }
                let (out, ruling) = self.judge::<SmallArms>(&sit, s.unit);
                let horses = Equipment { horses: out.target.horses, ..Equipment::default() };
                let mut hits = vec![Struck { unit: a.target, hit: out.target, equipment: horses }];
                if let (Some((unit, _)), Some(hit)) = (a.shares, out.close) {
                    hits.push(Struck { unit, hit, equipment: Equipment::default() });
                    by.push(clause!("14.03.1.b"));
                }
                let commander_falls = out.commander_falls;
                Done { shot: s.clone(), hits, commander_falls, by, ruling }
            }
            Laying::Guns(l) => {
                let sit = self.guns_of(was, s, l, all);
                if shared || was[s.unit].limbered() {
                    by.push(clause!("10.01.3"));
                }
                if s.before && self.run(s.unit).fire.fired {
                    by.push(clause!("10.01.6"));
                }
                let (out, ruling) = self.judge::<Artillery>(&sit, s.unit);
                let units = std::iter::once(l.target).chain(l.through.iter().map(|b| b.unit));
                let mut hits: Vec<Struck> = Vec::new();
                for (unit, h) in units.zip(&out.targets) {
                    hits.push(Struck { unit, hit: h.unit, equipment: h.equipment });
                    if let (Some((unit, _)), Some(hit)) = (l.shares, h.close) {
                        hits.push(Struck { unit, hit, equipment: Equipment::default() });
                        by.push(clause!("14.03.2"));
                    }
                }
                if !l.through.is_empty() {
                    by.push(clause!("10.05.4"));
                }
                if l.unseen {
                    by.push(clause!("10.01.5"));
                }
                let commander_falls = out.targets.first().is_some_and(|h| h.commander_falls);
                if let (Some(b), Some(d)) = (was[l.target].inside, out.building) {
                    self.strikes_house(b, s.unit, d);
                }
                Done { shot: s.clone(), hits, commander_falls, by, ruling }
            }
            Laying::House(l) => {
                let sit = self.guns_at_house(was, s, l, all);
                if shared {
                    by.push(clause!("10.01.3"));
                }
                let (out, ruling) = self.judge::<Artillery>(&sit, s.unit);
                if let (Goal::House(b), Some(d)) = (s.target, out.building) {
                    self.strikes_house(b, s.unit, d);
                }
                Done { shot: s.clone(), hits: Vec::new(), commander_falls: false, by, ruling }
            }
        }
    }

    /// Small-arms fire by those figures and with that weapon.
    pub(super) fn arms_of(
        &self,
        was: &Field,
        s: &Shot,
        a: &Aim,
        w: &fire::Volley,
        all: &[Shot],
    ) -> SmallArmsSituation {
        let mut sit = aim::situation(was, s.unit, a, self.abs());
        (sit.firer.figures, sit.firer.weapon) = (w.figures, w.weapon);
        sit.target = self.as_left(was, a.target, s, all, sit.target);
        sit.target.commander = self.turn().instant.committed.contains(&a.target);
        sit.firer.stationary &= self.leg(s.unit).stands() && !self.reforming(s.unit);
        sit
    }

    /// A battery as it fires with so many of its guns.
    fn battery_of(
        &self,
        was: &Field,
        s: &Shot,
        (guns, models): (u8, u8),
        cover: Cover,
        all: &[Shot],
    ) -> artillery::Battery {
        let unit = &was[s.unit];
        let b = unit.battery.as_ref().expect("it is a battery");
        let year = was.year();
        let taught = |x: &School| x.fire(year, Formation::Line).is_some_and(|(n, _)| n == unit.training.fire);
        let guns_at_it = |x: UnitId| was[x].arm == Arm::Artillery && self.fires_in_this_turn(x, s.unit, all);
        // Read so, artillery that fired at it in the last turn is answered, too (table XI).
        let lately = |x: UnitId| {
            let fired = |r: &RangedIn| r.ranging.fired || r.ranging.fired_in_zone_1;
            let at_it = |r: &RangedIn| r.target == Goal::Unit(s.unit) && r.turn + 1 >= was.turn && fired(r);
            was.fire_readings().unanswered == Unanswered::Always
                && was[x].battery.iter().flat_map(|b| &b.ranged).any(at_it)
        };
        let enemies = || was.enemies(unit.side).map(|e| e.id);
        artillery::Battery {
            gunners: unit.figures,
            models,
            state: unit.state,
            cover,
            valour: was.valour(s.unit).0,
            training: unit.training.fire,
            school: School::of(unit).filter(taught),
            under_fire: enemies().any(guns_at_it),
            answers: s.victim().is_some_and(|t| guns_at_it(t) || lately(t)),
            ..artillery::Battery::new(b.gun.into(), guns.max(1))
        }
    }

    /// Does one fire at another in this turn: now, earlier, or as it was announced by name and is still to come (table XI)?
    fn fires_in_this_turn(&self, x: UnitId, at: UnitId, all: &[Shot]) -> bool {
        let fire = &self.run(x).fire;
        let now = || all.iter().any(|s| s.unit == x && s.victim() == Some(at));
        let announced = || {
            let order = fire.order.as_ref().filter(|o| !o.range_in);
            let named = order.is_some_and(|o| o.at.iter().any(|r| self.named(r) == Some(at)));
            // What a hidden battery is about to do shows in no ruling of the other side (play.hidden).
            named && self.spotted(self.field[at].side, x)
        };
        fire.at.contains(&at) || now() || announced()
    }

    /// Fire at a building that nobody holds (17.04.1).
    fn guns_at_house(&self, was: &Field, s: &Shot, l: &LaidOnHouse, all: &[Shot]) -> ArtillerySituation {
        let ranged = was[s.unit].battery.iter().flat_map(|b| &b.ranged);
        let ranging = ranged.filter(|r| r.target == s.target).map(|r| r.ranging).next().unwrap_or_default();
        let house = match s.target {
            Goal::House(b) => self.house(b),
            Goal::Unit(_) => None,
        };
        ArtillerySituation {
            battery: self.battery_of(was, s, (l.guns, l.models), l.own_cover, all),
            targets: Vec::new(),
            building: house.map(|h| House { distance: l.range, ranging, ..h }),
            year: was.year(),
            readings: was.fire_readings(),
        }
    }

    pub(super) fn guns_of(&self, was: &Field, s: &Shot, l: &Laid, all: &[Shot]) -> ArtillerySituation {
        let ranged = was[s.unit].battery.iter().flat_map(|b| &b.ranged);
        let ranging = ranged.filter(|r| r.target == s.target).map(|r| r.ranging).next().unwrap_or_default();
        let mut targets = aim::guns::aimed(was, l, ranging, self.abs());
        let units = std::iter::once(l.target).chain(l.through.iter().map(|b| b.unit));
        let readings = was.fire_readings();
        let counts = readings.commander_under_guns == CommanderUnderGuns::Counts;
        for (t, unit) in targets.iter_mut().zip(units) {
            t.unit = self.as_left(was, unit, s, all, t.unit);
            t.unit.commander = counts && self.turn().instant.committed.contains(&unit);
        }
        ArtillerySituation {
            battery: self.battery_of(was, s, (l.guns, l.models), l.own_cover, all),
            targets,
            building: self.house_of(l.target).map(|h| House { distance: l.range, ranging, ..h }),
            year: was.year(),
            readings,
        }
    }

    /// The target with the figures and state that earlier fires of the moment have left it, and what it answers with.
    fn as_left(&self, was: &Field, u: UnitId, s: &Shot, all: &[Shot], t: Target) -> Target {
        let now = &self.field[u];
        let as_before = self.field.readings.is(reading!("several-fires", "as-before"));
        let figures = if as_before { was[u].figures } else { now.figures };
        let backed = self.turn().instant.backed.iter().find(|(x, by)| *x == u && self.supports(*by, u));
        let soutien = || now.skirmishing().then(|| self.soutien(u)).flatten();
        let (backing, behind) = match self.run(u).assault.support.filter(|o| self.supports(*o, u)) {
            Some(o) => (Backing::MeleeSupport, Some(o)),
            None => match (soutien(), backed) {
                (Some(o), _) => (Backing::Soutien, Some(o)),
                (None, Some((_, o))) => (Backing::Support, Some(*o)),
                (None, None) => (Backing::None, None),
            },
        };
        // What the firing side does not see of it stands in no row that it reads (play.hidden).
        let backing_hidden = self.log.is_on() && behind.is_some_and(|o| !self.spotted(was[s.unit].side, o));
        let answer = if Some(u) == s.victim() { self.answers(s, u, all) } else { Answer::None };
        Target {
            figures: figures.max(1),
            noted: now.carried,
            state: now.state,
            backing,
            backing_hidden,
            answer,
            ..t
        }
    }

    /// At whom the target fires in this turn (table VIII).
    fn answers(&self, s: &Shot, target: UnitId, all: &[Shot]) -> Answer {
        let now: Vec<Option<UnitId>> = all.iter().filter(|x| x.unit == target).map(Shot::victim).collect();
        if !now.is_empty() {
            return if now.contains(&Some(s.unit)) { Answer::AtTheFirer } else { Answer::AtAnother };
        }
        match self.run(target).fire.order.as_ref() {
            Some(o) if o.at.is_empty() => self.would_answer(s, target, &o.when),
            Some(o) if o.at.iter().any(|r| self.named(r) == Some(s.unit)) => Answer::AtTheFirer,
            Some(_) => Answer::AtAnother,
            None if self.run(target).fire.at.contains(&s.unit) => Answer::AtTheFirer,
            None if self.run(target).fire.fired => Answer::AtAnother,
            None => Answer::None,
        }
    }

    /// At whom a fire to come for which nobody was named would go as they stand: the nearest legal target. Whom an event will bring is not
    /// known yet.
    fn would_answer(&self, s: &Shot, target: UnitId, when: &When) -> Answer {
        if !matches!(when, When::AtOnce | When::Time(_)) {
            return Answer::AtTheFirer;
        }
        let at = self.aims(&Volley { unit: target, at: None, before: false });
        if at.iter().any(|x| x.victim() == Some(s.unit)) {
            return Answer::AtTheFirer;
        }
        if at.is_empty() { Answer::None } else { Answer::AtAnother }
    }

    /// What a fire did is done: losses, disorder, ammunition, stillness, smoke.
    fn takes_effect(&mut self, d: Done) {
        let Done { shot, hits, commander_falls, by: also, ruling } = d;
        let u = shot.unit;
        self.has_fired(&shot);
        let by = By::from(clause!("03.02.5.a")).and(clause!("03.01.3.a")).and(clause!("play.fire.target"));
        let by = by.and(clause!("03.01.4.a"));
        let by = if shot.before { by.and(clause!("03.02.5.b")).and(clause!("play.event")) } else { by };
        // From base edge to base edge, by as many firing units as there are real guns.
        let by = by.with(also).and(clause!("01.03.4"));
        let by = match &shot.laid {
            Laying::Guns(l) => {
                let by = by.and(clause!("01.02.3.b")).with((l.models > 1).then(|| clause!("10.01.4")));
                let by = by.with((!l.over.is_empty()).then(|| clause!("10.05.2")));
                let by = by.with(l.unseen.then(|| clause!("10.01.5")));
                by.with(l.no_ricochet.then(|| clause!("10.04.2")))
            }
            Laying::Arms(a, _) => by.and(a.by).and(fire::ranks_that_fire(self.field[u].arm).1),
            Laying::House(_) => by.and(clause!("01.02.3.b")),
        };
        let by = if self.turn().has_fought() {
            by.and(clause!("03.02.10")).and(clause!("play.instant"))
        } else {
            by
        };
        let now = self.time();
        self.turn_mut().fired = Some(now);
        let ruling = Box::new(ruling);
        let t = match shot.target {
            Goal::Unit(t) => t,
            Goal::House(b) => {
                let place = self.field.name_of(Thing::Building(b));
                let by = by.and(clause!("17.04.1"));
                self.tell(by, &[u], || EventKind::FiredAt { unit: u, place, ruling });
                return;
            }
        };
        self.shows_itself(u, t);
        let men = hits.iter().map(|x| x.hit.men).sum();
        // Who is fired at in a building where nobody sees him stays hidden: the firer hears of the building alone (play.hidden).
        let own = self.field[u].side;
        let house = self.field[t].inside.filter(|_| self.log.is_on() && !self.spotted(own, t));
        match house {
            Some(b) => {
                let (place, none) =
                    (self.field.name_of(Thing::Building(b)), Box::new(Ruling::new("artillery")));
                let hidden = by.clone().and(clause!("play.hidden"));
                self.tell_owner(hidden, u, || EventKind::FiredAt { unit: u, place, ruling: none });
                self.tell_owner(by, t, || EventKind::Fired { unit: u, target: t, men, ruling });
            }
            None => self.tell(by, &[u, t], || EventKind::Fired { unit: u, target: t, men, ruling }),
        }
        if commander_falls {
            if let Some(s) = self.commander_with(t) {
                self.staff_falls(s, clause!("08.02.1"));
            }
        }
        for Struck { unit, hit, equipment: e } in hits {
            self.smokes_about(u, unit);
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

    /// A closed formation without rifles only has fired at it (09.02.7).
    fn smokes_about(&mut self, firer: UnitId, target: UnitId) {
        let u = &self.field[firer];
        let smokes = !u.skirmishing() && !aim::smoke(u, 0).rifles_only && u.arm != Arm::Artillery;
        if smokes {
            let (turn, now) = (self.field.turn, self.abs());
            let r = &mut self.field[target].record;
            (r.smoked_at, r.smoked_since) = (Some(turn), Some(now));
        }
    }

    /// It must stand for half a turn, and its smoke hangs about it (03.01.4.a, 09.02.7).
    fn has_fired(&mut self, s: &Shot) {
        let (u, t) = (s.unit, s.target);
        let (now, turn) = (self.abs(), self.field.turn);
        let moving = !self.leg(u).stands();
        self.stand_still(u);
        let unit = &mut self.field[u];
        let open = unit.skirmishing();
        let r = &mut unit.record;
        r.fired |= unit.body.is_none();
        r.last_fire = Some(now);
        r.last_fire_turn = Some(turn);
        (r.smoke_turn, r.smoke_open) = (Some(turn), open);
        r.still_until = r.still_until.max(now + periods().still);
        if r.reorganising.is_some() {
            r.reorganising = Some(now);
        }
        let zone = match &s.laid {
            Laying::Arms(..) => None,
            Laying::Guns(l) => Some(l.zone),
            Laying::House(l) => Some(l.zone),
        };
        if let (Some(b), Some(zone)) = (&mut unit.battery, zone) {
            // Whom it does not fire at any more it is no longer ranged in on; several models may fire at several (10.02.3.a).
            b.ranged.retain(|r| r.target == t || (r.turn == turn && !r.ranging.apart));
            let at = b.ranged.iter().position(|r| r.target == t);
            let mut ranging = at.map(|i| b.ranged.remove(i).ranging).unwrap_or_default();
            ranging.moved = 0.0;
            ranging.fired |= zone > 1;
            ranging.fired_in_zone_1 |= zone == 1;
            b.ranged.push(RangedIn { target: t, turn, ranging });
        }
        self.uses_arms(u);
        let run = self.run_mut(u);
        run.fire.fired = true;
        if moving {
            let by = By::from(clause!("03.01.4.a")).and(clause!("03.02.9")).and(clause!("play.interrupt"));
            self.tell(by, &[u], || EventKind::Halted {
                unit: u,
                why: crate::event::Halt::Fire,
                before: None,
            });
        }
        self.turn_mut().instant.legs.push(u);
        // Who was to go back before an attack does so half a turn after he has fired (03.02.8).
        if std::mem::take(&mut self.run_mut(u).befell.evades_later) {
            if self.field[u].skirmishing() {
                self.goes_back(u);
            } else {
                self.run_mut(u).befell.evades_at = Some(now + periods().still);
            }
        }
    }
}
