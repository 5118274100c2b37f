//! The instants of the turn and their steps (play.instant).

use super::choices::{Asked, ChoiceKind};
use super::forced::Forced;
use super::meet::{What, about};
use super::{Attack, Leg, Mode, Run, Stage, Table, Turn, Volley};
use crate::book::data;
use crate::check::{Action, Checked, Primitive, Trigger};
use crate::event::{EventKind, Halt, Why};
use crate::order::{Choice, Order};
use crate::troop::{Arm, Kind, State};
use crate::unit::{Side, UnitId};
use crate::{attack, clause, passing, reading};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use table::Strips;

/// Who is near whom is found by strips of the table so wide, in cm.
const STRIP: f64 = 60.0;
/// So many instants a turn has at most.
const MOST_INSTANTS: u32 = 20_000;
/// What is said when a turn would have more.
pub const ENDLESS: &str = "the turn found no end: everybody stands";

impl Run {
    fn standing(base: table::Base, state: State) -> Run {
        Run {
            written: Order::Stand,
            action: Action::Stand { reorganise: false },
            steps: Vec::new(),
            at: 0,
            left: None,
            spent: 0.0,
            mode: Mode::Order,
            leg: Leg::stand(base, 0.0),
            serial: 0,
            void: false,
            moved: false,
            fired: false,
            forced: false,
            passed: false,
            attacked: false,
            working: false,
            melee: false,
            reforms: false,
            retreat: false,
            surprised: false,
            stop_after: None,
            volleys: SmallVec::new(),
            attack: None,
            frontally: false,
            blocked: SmallVec::new(),
            holds: 0,
            waits: 0,
            held_by: None,
            at_door: None,
            asked: SmallVec::new(),
            shocked: SmallVec::new(),
            through: SmallVec::new(),
            fell_back: false,
            full_charge: false,
            stopped: false,
            hurt: false,
            panicked: SmallVec::new(),
            began: state,
            former: base,
        }
    }

    /// Has an order to move or to fire for this turn that has not become void (02.06.3.c).
    pub(crate) fn has_order(&self) -> bool {
        match self.action {
            Action::Move(_) => !self.void,
            // A pinned unit keeps a fire order that it still has.
            Action::Fire(_) => !self.void || self.volleys.iter().any(|v| !v.done),
            _ => false,
        }
    }
}

impl Table {
    /// Begins a turn with the orders of both sides.
    pub(crate) fn begin_turn(&mut self, orders: BTreeMap<UnitId, (Order, Checked)>) {
        let _ = clause!("preface.2");
        let _ = clause!("preface.3");
        self.field.turn += 1;
        let turn = self.field.turn;
        let mut runs: Vec<Run> = self.field.units.iter().map(|u| Run::standing(u.base, u.state)).collect();
        for (id, (written, checked)) in orders {
            let run = &mut runs[id.index()];
            run.written = written;
            let unit = &self.field[id];
            if unit.state == State::Complete || !unit.on_table() {
                continue;
            }
            match &checked.action {
                Action::Move(c) => {
                    run.steps = c.steps.clone();
                    if let Some(u) = &unit.record.unfinished {
                        if matches!(&run.written, Order::Move(m) if m.steps.first() == Some(&u.step)) {
                            run.spent = u.spent;
                        }
                    }
                    if c.attack {
                        run.attack = Some(Attack {
                            declared: true,
                            ordered: c.ordered_share_ok,
                            charge: c.charge && c.ordered_share_ok,
                            announced: c.target,
                            won: SmallVec::new(),
                            over: false,
                        });
                        run.full_charge = c.charge;
                    }
                }
                Action::Fire(plan) => {
                    let mut after = 0;
                    for shot in &plan.shots {
                        run.volleys.push(Volley { shot: shot.clone(), after, done: false, due: None });
                        after += shot.companies.unwrap_or(0);
                    }
                }
                _ => {}
            }
            run.action = checked.action;
        }
        let who = |wanted: fn(&Volley) -> bool| -> Vec<UnitId> {
            let all = runs.iter().enumerate().filter(|(_, r)| r.volleys.iter().any(wanted));
            all.map(|(i, _)| UnitId(i as u16)).collect()
        };
        let (armed, watching) = (who(|_| true), who(|v| v.shot.when.watches()));
        self.now = Some(Box::new(Turn {
            clock: 0.0,
            stage: Stage::Announce,
            swept: self.boxes(),
            near: Vec::new(),
            runs,
            agenda: Default::default(),
            due: Vec::new(),
            breakins: Vec::new(),
            shocks: Vec::new(),
            flights: Vec::new(),
            turning: Vec::new(),
            caught: Vec::new(),
            fires: Vec::new(),
            asks: Vec::new(),
            staff_asked: false,
            rounds: 0,
            instants: 0,
            threats: Vec::new(),
            staff_due: Vec::new(),
            reach: 0.0,
            ground_events: false,
            armed,
            watching,
            held_up: Vec::new(),
            ending: false,
            orphaned: Vec::new(),
        }));
        self.tell_to(clause!("04.01.1"), [true; 2], || EventKind::TurnBegins);
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let run = self.run(id);
            if run.has_order() {
                let (order, side) = (run.written.clone(), self.field[id].side);
                let mut seen = [false; 2];
                seen[side.index()] = true;
                self.tell_to(clause!("03.01.2.a"), seen, || EventKind::Ordered { unit: id, order });
            }
            let repair = match &self.run(id).action {
                Action::Move(c) => c.repair,
                Action::Fire(p) => p.repair,
                _ => None,
            };
            if let Some(item) = repair {
                crate::gear::begin_repair(&mut self.field, id, item);
            }
            if let Action::Move(c) = &self.run(id).action {
                if c.charge {
                    self.field[id].record.last_charge = Some(turn);
                }
            }
            self.field[id].record.unfinished = None;
        }
    }

    /// The upright boxes about everybody's base as he stands now.
    pub(crate) fn boxes(&self) -> Strips {
        let f = &self.field;
        Strips::new(f.ground.width, STRIP, f.units.iter().map(|u| u.base.rect().bounds()))
    }

    /// Phase 1: attacks are announced, then pinned and locked units may declare a retreat.
    pub(crate) fn announce(&mut self) -> Stage {
        let mut asked = Vec::new();
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if !self.field[id].on_table() {
                continue;
            }
            if self.run(id).attack.is_some() {
                let path = self.straight_path(id);
                let named = self.run(id).attack.as_ref().and_then(|a| a.announced);
                let target = named.or_else(|| attack::announced_target(&self.field, &self.field[id], &path));
                let _ = clause!("play.attack-target");
                let charge = {
                    let a = self.run_mut(id).attack.as_mut().expect("it attacks");
                    a.announced = target;
                    a.charge
                };
                self.announced(
                    clause!("04.01.2"),
                    id,
                    "an attack is announced",
                    EventKind::AttackAnnounced { unit: id, target, charge },
                );
            }
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let u = &self.field[id];
            if !u.on_table() || u.state >= State::Disorder || !u.locked.is_empty() {
                continue;
            }
            let pinned = u.pinned(self.field.turn);
            let locked = self.fire_locked(id).is_some();
            if pinned || locked {
                let clause = if pinned { clause!("04.02.8.b") } else { clause!("04.02.14.b") };
                asked.push(Asked {
                    key: format!("retreat {}", u.code),
                    side: u.side,
                    kind: ChoiceKind::Retreat { unit: id },
                    default: Choice::No,
                    offers: vec![Choice::Yes, Choice::No],
                    clause,
                });
            }
        }
        self.ask(asked);
        Stage::Retreats
    }

    /// Heard by all, but of a unit out of sight only the fact (play.view).
    fn announced(&mut self, clause: umpire::Clause, u: UnitId, fact: &str, kind: EventKind) {
        if !self.log.is_on() {
            return;
        }
        let _ = clause!("play.view");
        let seen = self.witnesses(&[u]);
        self.tell_to(clause, seen, || kind);
        if seen != [true; 2] {
            let side = self.field[u].side;
            self.tell_to(clause, seen.map(|s| !s), || EventKind::Heard { side, says: fact.into() });
        }
    }

    /// All visible fieldworks are made known with the announcements (04.01.2): to each side those that one of its units sees.
    fn make_works_known(&mut self) {
        let built: Vec<usize> = (0..self.field.lines.len()).filter(|i| self.field.lines[*i].built).collect();
        if built.is_empty() {
            return;
        }
        let _ = clause!("04.01.2");
        for side in self.field.sides_in_order() {
            for &i in &built {
                let f = &self.field;
                let l = &f.lines[i].path;
                let sees = |p: table::V2| {
                    f.side(side).any(|u| {
                        let eye = u.base.front;
                        eye.dist(p) <= data().d.sight + table::EPS && crate::sight::line_clear(f, eye, p)
                    })
                };
                if [0.5, 0.0, 1.0].iter().any(|t| l.at(l.len() * t).is_some_and(|(p, _)| sees(p))) {
                    self.sightings.work(side, i);
                }
            }
            let mut seen = [false; 2];
            seen[side.index()] = true;
            for i in self.sightings.untold(side) {
                let Some(l) = self.field.lines.get(i) else { continue };
                let work = format!("{}, {}", l.name, l.kind.called());
                self.tell_to(clause!("04.01.2"), seen, || EventKind::WorkKnown { work });
            }
        }
    }

    pub(crate) fn retreats(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let ChoiceKind::Retreat { unit } = a.kind else { continue };
            if c == Choice::Yes {
                // From now on it is in U and not pinned (04.01.3.b).
                self.run_mut(unit).retreat = true;
                let fact = "a retreat is declared";
                self.announced(clause!("04.01.2"), unit, fact, EventKind::RetreatDeclared { unit });
                self.field[unit].pinned_to = None;
                self.worsen(unit, State::Disorder, a.clause);
                self.run_mut(unit).void = true;
                self.run_mut(unit).volleys.clear();
            }
        }
        // Fire is announced with its moment; guesses stay secret.
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            self.lock_fire(id);
            let run = self.run(id);
            if let Some(v) = run.volleys.first() {
                let moment = crate::words::moment(&v.shot.when);
                let fact = "a unit is to fire";
                self.announced(clause!("04.01.2"), id, fact, EventKind::FireAnnounced { unit: id, moment });
            }
        }
        self.make_works_known();
        Stage::Melees
    }

    /// Straight marches of the order, for the announced target.
    fn straight_path(&self, u: UnitId) -> Vec<(table::Base, table::V2, f64)> {
        let mut base = self.field[u].base;
        let mut path = Vec::new();
        for s in &self.run(u).steps {
            match s {
                Primitive::March { cm } => {
                    let length = cm.unwrap_or(60.0).min(100.0);
                    path.push((base, base.dir, length));
                    base = base.moved(base.dir * length);
                }
                Primitive::Wheel { degrees } => {
                    let pivot = if *degrees > 0.0 { base.front_right() } else { base.front_left() };
                    base = base.turned_about(pivot, -degrees.to_radians());
                }
                _ => {}
            }
        }
        path
    }

    /// Plans everybody's first leg; called once, after the melees.
    pub(crate) fn set_out(&mut self) {
        self.turn_mut().agenda.clear();
        self.find_reach();
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let u = &self.field[id];
            if !u.on_table() {
                continue;
            }
            let run = self.run(id);
            let halted = u.record.halted_to.is_some_and(|t| self.field.turn <= t);
            if run.began == State::Complete && u.state == State::Complete && !run.forced {
                let _ = clause!("04.02.2");
                let dir = attack::flight_direction(&self.field, &self.field[id]);
                // It has its back to the enemy: the front it had before it turned is the other way (08.03.1).
                self.turn_round(id, -dir);
                self.run_mut(id).former = self.field[id].base;
                self.turn_round(id, dir);
                self.run_mut(id).mode = Mode::Flight(dir);
            } else if halted {
                let _ = clause!("01.06.2");
                self.void(id, false);
            } else if u.pinned(self.field.turn) && matches!(run.action, Action::Move(_)) {
                let _ = clause!("04.02.8.b");
                self.run_mut(id).mode = Mode::Stand;
                self.run_mut(id).void = true;
            }
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if self.field[id].on_table() {
                let clock = self.clock();
                let base = self.field[id].base;
                if self.run(id).mode != Mode::Stand {
                    self.plan_leg(id);
                } else {
                    self.run_mut(id).leg = Leg::stand(base, clock);
                    self.run_mut(id).serial += 1;
                }
            }
        }
        // Who stands still has to be expected too.
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if self.field[id].on_table() && self.run(id).leg.stands() {
                self.expect(id);
            }
        }
    }

    /// Faces the unit another way without time, about its centre.
    pub(crate) fn turn_round(&mut self, u: UnitId, dir: table::V2) {
        let unit = &mut self.field[u];
        let centre = unit.base.centre();
        unit.base.dir = dir;
        unit.base.front = centre + dir * (unit.base.depth / 2.0);
    }

    /// Step 2: what fire is due, and who may fire as surprised.
    pub(crate) fn fire_due(&mut self) -> Stage {
        let _ = clause!("play.instant");
        let clock = self.clock();
        let due = self.turn().due.clone();
        // Attackers at break-in distance.
        self.find_breakins(&due);
        if clock <= 0.0 && self.turn().rounds == 0 && !self.turn().staff_asked {
            self.true_from_the_start();
        }
        // Orders whose moment has come.
        for k in 0..self.turn().armed.len() {
            let id = self.turn().armed[k];
            for i in 0..self.run(id).volleys.len() {
                let v = &self.run(id).volleys[i];
                if v.done || v.due.is_some() {
                    continue;
                }
                // Of several who bring it about the nearest is meant (play.tie).
                let nearest = |all: &mut dyn Iterator<Item = UnitId>| -> Option<Option<UnitId>> {
                    all.filter(|e| about(&v.shot.when, *e)).reduce(|a, b| self.nearer(id, a, b)).map(Some)
                };
                let attackers = |of: UnitId| {
                    self.turn().breakins.iter().filter(move |b| b.target == of).map(|b| b.attacker)
                };
                let now = match &v.shot.when {
                    Trigger::AtOnce => (clock <= 0.0).then(|| {
                        let _ = clause!("04.01.3.a");
                        None
                    }),
                    Trigger::Clock(at) => (*at <= clock + super::INSTANT).then_some(None),
                    Trigger::BeforeShock => {
                        let _ = clause!("07.02.2");
                        nearest(&mut attackers(id))
                    }
                    // Attacked is he whom an enemy attack has reached (play.attacked).
                    Trigger::Attacks { friend, .. } => nearest(&mut attackers(*friend)),
                    Trigger::Fires { .. } => {
                        let side = self.field[id].side;
                        let fires = self.turn().fires.iter().copied();
                        nearest(&mut fires.filter(|f| self.field[*f].side != side))
                    }
                    _ => None,
                };
                if now.is_some() {
                    self.run_mut(id).volleys[i].due = now;
                }
            }
        }
        for m in &due {
            if let What::Trigger(i) = m.what {
                self.event_for(m.other, i, m.who);
            }
        }
        self.turn_mut().fires.clear();
        self.ask_surprised();
        Stage::Surprise
    }

    /// An event that already holds at clock 0 occurs at clock 0, with the immediate fire (play.fire-order).
    fn true_from_the_start(&mut self) {
        let waits = self.turn().volleys().any(|v| {
            matches!(v.shot.when, Trigger::Within { .. } | Trigger::Enters { .. } | Trigger::Passes { .. })
        });
        if !waits {
            return;
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if self.field[id].on_table() {
                let here = table::Moving::standing(self.field[id].base);
                self.brings_about(id, &here);
            }
        }
    }

    pub(crate) fn surprise(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            if let ChoiceKind::SurprisedFire { unit, attacker } = a.kind {
                if c != Choice::No {
                    let with = if let Choice::With(a) = c { Some(a) } else { None };
                    self.surprised_volley(unit, attacker, with);
                }
            }
        }
        Stage::Shoot
    }

    /// Steps 8 and 9: choices without time.
    pub(crate) fn choose(&mut self) -> Stage {
        let mut asked = Vec::new();
        let d = &data().d;
        let threats = std::mem::take(&mut self.turn_mut().threats);
        for (who, by) in threats {
            if asked.iter().any(|a: &Asked| match a.kind {
                ChoiceKind::FallBack { unit, threat } | ChoiceKind::Shelter { unit, threat } => {
                    unit == who && threat == by
                }
                _ => false,
            }) {
                continue;
            }
            let (u, e) = (&self.field[who], &self.field[by]);
            let still = u.on_table()
                && e.on_table()
                && e.state <= State::Slight
                && !e.pinned(self.field.turn)
                && u.state != State::Complete
                && u.locked.is_empty()
                && self.field.gap(u, e) <= d.threat + table::EPS * 10.0;
            if !still || self.run(who).asked.contains(&by) {
                continue;
            }
            let _ = clause!("play.threat");
            let chain = u.chain();
            if chain && !self.run(who).fell_back {
                asked.push(Asked {
                    key: format!("fall back {} {}", u.code, self.run(who).asked.len() + 1),
                    side: u.side,
                    kind: ChoiceKind::FallBack { unit: who, threat: by },
                    default: Choice::Yes,
                    offers: vec![Choice::Yes, Choice::No],
                    clause: clause!("04.02.10.a"),
                });
            } else if u.kind() == Kind::Unlimbered && !u.gunners_alone() && self.shelter_for(who).is_some() {
                asked.push(Asked {
                    key: format!("shelter {} {}", u.code, self.run(who).asked.len() + 1),
                    side: u.side,
                    kind: ChoiceKind::Shelter { unit: who, threat: by },
                    default: Choice::Yes,
                    offers: vec![Choice::Yes, Choice::No],
                    clause: clause!("04.02.12"),
                });
            }
            self.run_mut(who).asked.push(by);
        }
        self.ask_after_shock(&mut asked);
        for (s, by) in std::mem::take(&mut self.turn_mut().staff_due) {
            let st = &self.field[s];
            // He may have gone elsewhere, or the enemy; and he is asked once, whoever else comes near.
            let near = self
                .field
                .rects(&self.field[by])
                .iter()
                .any(|r| r.gap(&st.base.rect()) <= d.break_in + table::EPS);
            let twice =
                asked.iter().any(|a| matches!(a.kind, ChoiceKind::Escape { staff, .. } if staff == s));
            if !st.present() || st.with.is_some() || !near || twice || !self.field[by].on_table() {
                continue;
            }
            let r = &self.field.readings;
            if st.moved == Some(self.field.turn) || r.is(reading!("lone-staff-offer", "taken")) {
                self.capture_staff(s, by);
                continue;
            }
            let mut offers = vec![Choice::Yes];
            if r.is(reading!("escape", "owner")) {
                // To whichever friend he can reach (play.staff); a place of his own is taken too.
                let friends = super::staff::refuges(&self.field, s, by);
                offers.extend(friends.iter().map(|u| Choice::Pick(self.field[*u].code.to_string())));
            }
            offers.push(Choice::No);
            asked.push(Asked {
                key: format!("escape {}", st.code),
                side: st.side,
                kind: ChoiceKind::Escape { staff: s, from: by },
                default: Choice::Yes,
                offers,
                clause: clause!("07.06.3"),
            });
        }
        self.ask_heirs(&mut asked);
        self.ask(asked);
        Stage::Chosen
    }

    pub(crate) fn chosen(&mut self) -> Stage {
        let mut forced = Vec::new();
        for (a, c) in self.take_choices() {
            let yes = c != Choice::No;
            match a.kind {
                ChoiceKind::FallBack { unit, threat } if yes => {
                    self.run_mut(unit).fell_back = true;
                    // Before several threats at once it goes away from the nearest (play.tie).
                    let from = forced
                        .iter()
                        .find(|f: &&Forced| f.unit == unit)
                        .and_then(|f| f.from)
                        .map_or(threat, |other| self.nearer(unit, other, threat));
                    forced.retain(|f| f.unit != unit);
                    forced.push(Forced::fall_back(unit, from));
                }
                ChoiceKind::Shelter { unit, .. } if yes => self.take_shelter(unit),
                ChoiceKind::Pursue { unit, beaten } => self.pursue(unit, beaten, &c),
                ChoiceKind::TurnTo { unit, rear, .. } if yes => self.turn_to(unit, rear),
                ChoiceKind::StopWith { unit, enemy } if yes => self.stop_with(unit, enemy),
                ChoiceKind::Escape { staff, from } => {
                    let away = match &c {
                        Choice::Pick(code) => super::staff::escape_to(&mut self.field, staff, code),
                        Choice::Go { x, y } => {
                            super::staff::go(&mut self.field, staff, table::v2(*x, *y));
                            true
                        }
                        _ => yes && super::staff::escape(&mut self.field, staff, from),
                    };
                    if away {
                        let (to, with) = (self.field[staff].base.pose(), self.field[staff].with);
                        let side = self.field[staff].side;
                        let mut seen = [false; 2];
                        seen[side.index()] = true;
                        self.tell_to(clause!("play.staff"), seen, || EventKind::StaffMoved {
                            staff,
                            to,
                            with,
                        });
                    } else {
                        self.capture_staff(staff, from);
                    }
                }
                ChoiceKind::Heir { command, .. } => {
                    if let Choice::Pick(code) = &c {
                        self.name_heir(command, code);
                    }
                }
                _ => {}
            }
        }
        if !forced.is_empty() {
            self.turn_mut().flights = forced;
            self.run_forced();
        }
        // A commander-in-chief was taken just now: his owner names the heir at once (08.05.2).
        if !self.turn().orphaned.is_empty() {
            return Stage::Choose;
        }
        if self.turn().ending {
            return Stage::LateStaff;
        }
        // New rounds at the same clock until nothing is left.
        if self.another_round() {
            return Stage::Fire;
        }
        if self.clock() <= 0.0 && !self.turn().staff_asked {
            self.turn_mut().staff_asked = true;
            return Stage::Staff;
        }
        Stage::March
    }

    fn capture_staff(&mut self, s: crate::unit::StaffId, by: UnitId) {
        self.lose_general(s, true);
        self.tell(clause!("07.06.3"), &[by], || EventKind::StaffLost { staff: s, captured: true });
    }

    /// At clock 0 after immediate fire generals and orderlies may go (play.staff).
    pub(crate) fn staff_time(&mut self) -> Stage {
        self.ask_staff();
        Stage::StaffGone
    }

    pub(crate) fn ask_staff(&mut self) {
        let _ = clause!("play.staff");
        let turn = self.field.turn;
        let waits = Side::BOTH
            .map(|s| self.field.staff.iter().any(|x| x.side == s && x.present() && x.moved != Some(turn)));
        if waits[0] || waits[1] {
            self.pending = Some(super::Pending {
                asked: Vec::new(),
                staff: true,
                waits,
                choices: BTreeMap::new(),
                moves: Vec::new(),
            });
        }
    }

    /// Is something due again at this very clock value?
    fn another_round(&mut self) -> bool {
        let t = self.turn_mut();
        t.rounds += 1;
        if t.rounds > 50 {
            return false;
        }
        let fires = !t.fires.is_empty()
            && t.volleys().any(|v| {
                !v.done
                    && v.due.is_none()
                    && matches!(&v.shot.when, Trigger::Fires { .. })
                    && t.fires.iter().any(|f| about(&v.shot.when, *f))
            });
        // A move without time may have brought about what an order waited for.
        let waited = t.volleys().any(|v| !v.done && v.due.is_some() && v.shot.when != Trigger::AfterShock);
        t.due.clear();
        fires || waited
    }

    /// Step 9: the clock runs to the next instant.
    pub(crate) fn march(&mut self) -> Stage {
        self.turn_mut().rounds = 0;
        self.keep_moment(crate::desk::Cue::Instant);
        if self.clock() >= 1.0 {
            return self.clock_runs_out();
        }
        let (mut at, due) = self.next_due();
        self.turn_mut().instants += 1;
        if self.turn().instants > MOST_INSTANTS {
            // Nothing a turn is made of comes near this; should it ever happen, everybody stands.
            self.tell_to(clause!("play.clock"), [true; 2], || EventKind::ByDefault { says: ENDLESS.into() });
            return self.clock_runs_out();
        }
        let Turn { armed, runs, .. } = self.turn_mut();
        armed.retain(|u| runs[u.index()].volleys.iter().any(|v| !v.done));
        // Fire at a moment of the clock.
        let timed = self
            .turn()
            .volleys()
            .filter(|v| !v.done && v.due.is_none())
            .filter_map(|v| if let Trigger::Clock(at) = v.shot.when { Some(at) } else { None })
            .filter(|t| *t > self.clock() + super::INSTANT)
            .fold(f64::INFINITY, f64::min);
        let mut due = due;
        if timed < at - super::INSTANT && timed < 1.0 {
            // What was found is put off.
            for m in due.drain(..) {
                self.put_back(m);
            }
            at = timed;
        }
        if due.is_empty() && timed > 1.0 && at >= 1.0 {
            return self.clock_runs_out();
        }
        let _ = clause!("04.01.4");
        self.look_round_until(at);
        self.carry(at);
        if due.is_empty() || due.iter().any(|m| m.what != What::LegEnds) {
            self.frame();
        }
        self.meet_all(due);
        Stage::Fire
    }

    /// Keeps the table as it stands now, if it is filmed.
    fn frame(&mut self) {
        let (turn, clock) = (self.field.turn, self.clock());
        if let Some(film) = &mut self.film {
            film.push((turn, clock, self.field.clone()));
        }
    }

    fn clock_runs_out(&mut self) -> Stage {
        let _ = clause!("04.01.4");
        self.look_round_until(1.0);
        self.carry(1.0);
        let mut all: Vec<UnitId> = (0..self.field.units.len() as u16).map(UnitId).collect();
        for &u in &all {
            self.settle(u);
        }
        all.sort_by_cached_key(|u| self.claim(*u));
        for u in all {
            self.done_at_the_end(u);
        }
        self.go_along();
        Stage::End
    }

    /// Sorts out what has come about: legs that end, friends met, threats, staff, flights; the rest is for the steps.
    fn meet_all(&mut self, due: Vec<super::meet::Meet>) {
        let mut rest = Vec::new();
        // Before anybody's march ends here: whose march has brought it nearer (play.threat)?
        let clock = self.clock();
        for m in due.iter().filter(|m| m.what == What::Threat) {
            let _ = clause!("play.threat");
            if self.own_march(m.who, m.other, clock) {
                self.turn_mut().threats.push((m.other, m.who));
            }
        }
        // Of two who come together only he is stopped who ran into the other, not who was run into from behind or the side.
        let due: Vec<_> = due
            .into_iter()
            .filter(|m| match m.what {
                What::Friend => self.own_march(m.who, m.other, clock),
                What::BreakIn => self.run(m.who).leg.advancing || self.own_march(m.who, m.other, clock),
                _ => true,
            })
            .collect();
        // Who changes his formation or front takes the ground he needs: first who has the better claim to it.
        let mut ends: SmallVec<[UnitId; 8]> =
            due.iter().filter(|m| m.what == What::LegEnds).map(|m| m.who).collect();
        if ends.len() > 1 {
            ends.sort_by_cached_key(|u| self.claim(*u));
        }
        for u in ends {
            self.leg_over(u);
        }
        let mut panics = Vec::new();
        for m in due {
            match m.what {
                What::LegEnds | What::Threat => {}
                What::Friend => self.meet_friend(m.who, m.other),
                What::Brush => {
                    self.settle(m.who);
                    let touch = self.field.gap(&self.field[m.who], &self.field[m.other]) <= table::EPS;
                    if touch && self.field[m.other].on_table() {
                        self.halt(m.who, Halt::Contact, clause!("play.contact"));
                    }
                }
                What::Staff(s) => self.turn_mut().staff_due.push((s, m.who)),
                What::Panic => panics.push((m.who, m.other)),
                What::Contact => self.contact(m.who, m.other),
                What::Guns => {
                    self.settle(m.who);
                    self.reach_guns(m.who, m.other);
                }
                What::BreakIn | What::Trigger(_) => rest.push(m),
            }
        }
        if !panics.is_empty() {
            self.panic(&panics);
        }
        self.turn_mut().due = rest;
    }

    /// Is it the unit's own march that brings it nearer to the other, wherever he goes himself?
    fn own_march(&self, u: UnitId, other: UnitId, clock: f64) -> bool {
        super::meet::runs_into(&self.run(u).leg.moving, &self.run(other).leg.moving, clock)
    }

    /// A march has come up against a friend (02.06.3, 04.02.5.a, 04.02.9).
    fn meet_friend(&mut self, u: UnitId, friend: UnitId) {
        use passing::Pass;
        self.settle(u);
        let charging = self.run(u).leg.why == Why::Charges;
        let has = self.run(friend).has_order();
        let pass = passing::may_pass(&self.field, &self.field[u], charging, &self.field[friend], has);
        match pass {
            Pass::Free => {
                let _ = clause!("02.06.3.a");
                self.passes(u, friend);
            }
            Pass::Pinned => {
                if self.pass_pinned(u, friend) {
                    self.passes(u, friend);
                }
            }
            Pass::Blocked(by) => {
                let _ = clause!("04.02.5.a");
                if self.run(u).held_by != Some(friend) {
                    self.run_mut(u).held_by = Some(friend);
                    self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Friend });
                }
                let ordered = self.run(u).mode == Mode::Order;
                let stays = self.field.readings.is(reading!("way-clears", "stays"));
                if charging || !ordered || stays {
                    let _ = clause!("play.blocked");
                    self.run_mut(u).full_charge = false;
                    if let Some(a) = &mut self.run_mut(u).attack {
                        a.over = true;
                    }
                    self.run_mut(u).mode = Mode::Stand;
                } else {
                    self.turn_mut().holds_up(u);
                    let blocked = &mut self.run_mut(u).blocked;
                    if !blocked.contains(&friend) {
                        blocked.push(friend);
                    }
                }
            }
        }
        self.plan_leg(u);
    }

    /// The unit goes through a friend.
    fn passes(&mut self, u: UnitId, friend: UnitId) {
        self.run_mut(friend).passed = true;
        let through = &mut self.run_mut(u).through;
        if !through.contains(&friend) {
            through.push(friend);
        }
    }

    /// The attack of a unit is over.
    pub(crate) fn end_attack(&mut self, u: UnitId, why: Halt) {
        let run = self.run_mut(u);
        run.full_charge = false;
        let Some(a) = run.attack.as_mut().filter(|a| !a.over) else { return };
        a.over = true;
        let target = a.won.last().copied().or(a.announced);
        self.tell(clause!("07.02.1"), &[u], || EventKind::AttackEnds { unit: u, target, why });
    }

    /// Fire breaks an attack off: an announced frontal attack has then been made on its target (07.01.5). One that ends because
    /// friends carry it away, or because it cannot pass a pinned friend, has not.
    pub(crate) fn broken_off_by_fire(&mut self, u: UnitId) {
        let Some(a) = self.run(u).attack.as_ref().filter(|a| !a.over) else { return };
        let Some(t) = a.announced.filter(|t| self.field[*t].on_table()) else { return };
        let advance = self.field[u].base.dir;
        if attack::aspect(&self.field, &self.field[u], &self.field[t], advance).frontal() {
            let _ = clause!("07.01.5");
            self.run_mut(t).frontally = true;
        }
    }

    /// Is it a unit that can be asked to fight at all?
    pub(crate) fn fighter(&self, u: UnitId) -> bool {
        matches!(self.field[u].arm, Arm::Infantry | Arm::Cavalry) && self.field[u].state != State::Complete
    }
}
