//! Melees in play (play.melee.order): who fights whom at an instant, what the procedure is told, and what comes of it.

use super::choices::{AskKind, Asked};
use super::run::Through;
use super::{INSTANT, Stage, Table, Then, after};
use crate::book::numbers;
use crate::book::stand::SMALL_TURN;
use crate::book::turn::periods;
use crate::event::{By, EventKind, NoFire, Outcome};
use crate::field::Post;
use crate::order::{Choice, When};
use crate::procedures::fire_readings::FireReadings;
use crate::procedures::may_attack::{Unordered, may_attack};
use crate::procedures::melee::points::MOMENTUM;
use crate::procedures::melee::{
    Approach, Attack, Before, Comrade, Fate, Fighter, Melee, MeleeReadings, MeleeSituation, Smoke, Who,
    shared_loss, still_fought, with_pikes,
};
use crate::procedures::morale_readings::MoraleReadings;
use crate::sides::{self, Struck};
use crate::troop::{Arm, Obstacle, State};
use crate::unit::{self, StaffId, UnitId};
use crate::{aim, ammunition, clause, cover, reading, support};
use table::EPS;
use umpire::Clause;

/// A quarter of a turn: who has moved since then has not stood (table XV).
const STOOD: f64 = numbers::STATIONARY;

/// One attacker and his target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bout {
    pub attacker: UnitId,
    pub target: UnitId,
}

impl Table {
    /// Who arrives at his announced target, or upon an enemy in FU, attacks him; fires before contact are due (play.instant).
    pub(super) fn after_arrivals(&mut self) -> Stage {
        for (u, o) in self.turn().instant.arrivals.clone() {
            let announced = self.run(u).assault.target() == Some(o);
            if !announced && self.may_fall_upon(u, o) {
                self.attacks_unordered(u, o);
            }
            if self.run(u).assault.target() == Some(o) {
                self.arrives_to_attack(u, o);
            }
        }
        self.fires_before_contact();
        Stage::Before
    }

    /// An intact unit that marches upon an enemy in FU attacks him without an order (12.01.3).
    fn may_fall_upon(&self, u: UnitId, o: UnitId) -> bool {
        let mut s = self.attack_on(u, o);
        s.unordered = Some(Unordered::Marched);
        self.field[o].state == State::Complete && may_attack(&s).is_ok()
    }

    /// The attack has arrived; the target is halted for the melee (03.02.9).
    pub(super) fn arrives_to_attack(&mut self, u: UnitId, o: UnitId) {
        let bout = Bout { attacker: u, target: o };
        if self.field[u].record.pairs.contains(&o) {
            let by = By::from(clause!("03.01.3.c")).and(clause!("12.01.7")).and(clause!("play.timers"));
            self.end_attack(u, by);
            return;
        }
        let barred = may_attack(&self.attack_on(u, o)).err().filter(|_| !self.may_fall_upon(u, o));
        if let Some(bar) = barred {
            self.end_attack(u, bar.clause());
            return;
        }
        if !self.turn().instant.melees.contains(&bout) {
            self.turn_mut().instant.melees.push(bout);
        }
        self.stand_still(o);
        self.turn_mut().instant.legs.push(o);
    }

    /// Announced attacks on enemies who are at contact distance already are fought at 0 (play.instant).
    pub(super) fn attacks_from_the_start(&mut self) {
        for u in self.standing() {
            let Some(o) = self.run(u).assault.target() else { continue };
            if self.in_zone(u, o) {
                if self.field[o].skirmishing() && self.needs_soutien(o).is_some() && self.field[u].closed() {
                    self.turn_mut().instant.pressed.push((o, u));
                } else {
                    self.arrives_to_attack(u, o);
                }
            }
        }
    }

    pub(super) fn after_press(&mut self) -> Stage {
        Stage::Melees
    }

    /// Step 4: where several attack one enemy their player chooses the order (play.melee.several).
    pub(crate) fn ask_melees(&mut self) -> Stage {
        let f = &self.field;
        let fights =
            |b: &Bout| f[b.attacker].on_table() && f[b.target].on_table() && f[b.attacker].state.intact();
        let bouts: Vec<Bout> = self.turn().instant.melees.iter().copied().filter(fights).collect();
        let mut asked: Vec<Asked> = Vec::new();
        for b in &bouts {
            let mut all: Vec<UnitId> =
                bouts.iter().filter(|x| x.target == b.target).map(|x| x.attacker).collect();
            all.sort();
            let known = asked
                .iter()
                .any(|a| matches!(a.kind, AskKind::MeleeOrder { target, .. } if target == b.target));
            if all.len() < 2 || known {
                continue;
            }
            let codes: Vec<String> = all.iter().map(|u| self.code(*u)).collect();
            let mut other = codes.clone();
            other.reverse();
            asked.push(Asked {
                key: format!("melees on {}", f[b.target].code),
                side: f[b.attacker].side,
                kind: AskKind::MeleeOrder { target: b.target, units: all },
                default: Choice::Picks(codes.clone()),
                offers: [Choice::Picks(codes), Choice::Picks(other)].into(),
                clause: clause!("play.melee.several"),
            });
        }
        self.turn_mut().instant.melees = bouts;
        self.ask(asked);
        Stage::Fight
    }

    pub(crate) fn fight_all(&mut self) -> Stage {
        let mut bouts = std::mem::take(&mut self.turn_mut().instant.melees);
        bouts.sort_by_key(|b| (b.target, b.attacker));
        for (a, c) in self.take_choices() {
            let (AskKind::MeleeOrder { target, .. }, Choice::Picks(order)) = (a.kind, c) else { continue };
            let place =
                |b: &Bout| order.iter().position(|c| **c == *self.field[b.attacker].code).unwrap_or(0);
            let mut mine: Vec<Bout> = bouts.iter().copied().filter(|b| b.target == target).collect();
            mine.sort_by_key(place);
            let at = bouts.iter().position(|b| b.target == target).unwrap_or(0);
            bouts.splice(at..at + mine.len(), mine);
        }
        let together = bouts.clone();
        self.turn_mut().instant.fighting.extend(together.iter().flat_map(|b| [b.attacker, b.target]));
        let joint = self.field.readings.is(reading!("joint-melee", "joint"));
        let mut fought: Vec<UnitId> = Vec::new();
        for b in bouts {
            let all: Vec<Bout> = together.iter().copied().filter(|x| x.target == b.target).collect();
            if !joint || all.len() < 2 {
                self.fight(b, &together, &[]);
            } else if !fought.contains(&b.target) {
                fought.push(b.target);
                self.fight_jointly(&all, &together);
            }
        }
        Stage::Falls(Then::After)
    }

    /// All who attack one enemy at one moment fight one melee, the largest for them (play.melee.several, read so).
    fn fight_jointly(&mut self, all: &[Bout], together: &[Bout]) {
        let f = &self.field;
        let fresh = |b: &&Bout| {
            f[b.attacker].on_table()
                && f[b.attacker].state.intact()
                && !f[b.attacker].record.pairs.contains(&b.target)
        };
        let mut able: Vec<Bout> = all.iter().filter(fresh).copied().collect();
        able.sort_by_key(|b| std::cmp::Reverse(f[b.attacker].figures));
        let Some((lead, rest)) = able.split_first() else { return };
        let comrades: Vec<UnitId> = rest.iter().map(|b| b.attacker).collect();
        self.fight(*lead, together, &comrades);
    }

    /// One melee, unless the target has fled or the pair has fought (03.01.3.c).
    fn fight(&mut self, b: Bout, together: &[Bout], comrades: &[UnitId]) {
        let (u, o) = (b.attacker, b.target);
        let f = &self.field;
        let there = f[u].on_table() && f[o].on_table() && f[u].state.intact();
        let was_fu = f[o].state == State::Complete;
        // Read the other way, a target that an earlier attacker has brought into U retreats at once (play.melee.several).
        let beaten_now = self.turn().instant.falls.iter().any(|x| x.unit == o);
        let read = MoraleReadings::of(&f.readings).several_melees;
        let gone = beaten_now && still_fought(f[o].state, beaten_now, read).is_err();
        // Who is struck in flank or rear only defends, even if he attacks too (12.03.6).
        let back = Bout { attacker: o, target: u };
        let only_defends = together.contains(&back)
            && sides::attack(f, &f[o], &f[u]).0 != Struck::Front
            && sides::attack(f, &f[u], &f[o]).0 == Struck::Front;
        if only_defends {
            return;
        }
        if !there || gone || f[u].record.pairs.contains(&o) {
            // The others may go on with their ordered move (play.melee.several).
            if there && gone {
                self.end_attack(u, clause!("play.melee.several"));
                self.turn_mut().instant.legs.push(u);
            }
            return;
        }
        let mut s = self.melee_of(b, together);
        for c in comrades {
            let c = self.fighter(*c, o);
            s.attacker.beside = 0;
            s.attacker.joined = s.attacker.joined.saturating_add(c.all());
            s.comrades.push(Comrade::of(&c));
        }
        let both = s.both_attack();
        let place = self.field[o].base;
        let (mut out, ruling) = self.judge::<Melee>(&s, u);
        // Who cannot fight at all surrenders: there is no melee, and the other has won (12.02.3).
        let helpless = out.winner.is_none() && (out.attacker.surrenders || out.defender.surrenders);
        if helpless {
            out.winner = Some(if out.defender.surrenders { Who::Attacker } else { Who::Defender });
        }
        let outcome = match out.winner {
            Some(Who::Attacker) => Outcome::Won,
            Some(Who::Defender) => Outcome::Lost,
            None => Outcome::Drawn,
        };
        let by = By::from(clause!("12.02.1")).and(clause!("play.melee.order")).and(clause!("12.01.1"));
        let by = if both || !comrades.is_empty() { by.and(clause!("play.melee.several")) } else { by };
        let by = by.with(both.then(|| clause!("03.01.3.c")));
        let by = by.with(self.also_decided(b, &s));
        let now = self.time();
        self.turn_mut().fought = Some(now);
        let ruling = Box::new(ruling);
        self.tell(by, &[u, o], || EventKind::Melee { unit: u, target: o, outcome, ruling });
        let fought = out.broken_off.is_none() && !helpless;
        if fought {
            self.note_melee(u, o, true, out.attacker.first_spent);
            self.note_melee(o, u, both, out.defender.first_spent);
            for c in comrades {
                self.note_melee(*c, o, true, out.attacker.first_spent);
                self.field[o].record.pairs.push(*c);
            }
        }
        if helpless {
            [u].iter().chain(comrades).for_each(|x| self.run_mut(*x).assault.ends());
        }
        if out.prisoners > 0 {
            self.run_mut(o).befell.prisoners =
                Some((u, place, out.prisoners.min(u32::from(u16::MAX)) as u16));
        }
        self.suffers(o, u, &out.defender);
        // What several attackers lose together is shared by their figures; the state falls on each of them.
        let figures: Vec<u16> = [u].iter().chain(comrades).map(|x| self.field[*x].figures).collect();
        let (shares, _) = shared_loss(out.attacker.lost, &figures);
        self.suffers(u, o, &Fate { lost: shares[0], ..out.attacker });
        for (c, lost) in comrades.iter().zip(&shares[1..]) {
            let none = Fate { commander_falls: false, staff_fall: 0, ..out.attacker };
            let state =
                if out.winner == Some(Who::Defender) { out.attacker.state } else { self.field[*c].state };
            self.suffers(*c, o, &Fate { lost: *lost, state, ..none });
        }
        out.both_hold &= self.levels(u, o);
        if out.both_hold {
            for x in [u, o].iter().chain(comrades) {
                self.run_mut(*x).befell.levelled = true;
            }
        }
        let beside = comrades.iter().map(|c| (*c, o, &out.attacker));
        for (me, foe, fate) in [(u, o, &out.attacker), (o, u, &out.defender)].into_iter().chain(beside) {
            if fate.complete_victory {
                let (turn, now) = (self.field.turn, self.abs());
                let r = &mut self.field[me].record;
                (r.victory, r.victory_at) = (Some(turn), Some(now));
            }
            if self.field[foe].state == State::Complete && self.field[me].state.intact() {
                self.run_mut(me).assault.free.push(foe);
            }
        }
        if was_fu && fought {
            let r = &mut self.field[o].record;
            r.fu_lost = if out.winner == Some(Who::Attacker) { r.fu_lost.saturating_add(1) } else { 0 };
        }
        for x in [u].iter().chain(comrades) {
            self.turn_mut().instant.after.push(after::Aftermath::of(*x, o, &out, both));
        }
    }

    /// Are both still in the same disorder when all is reckoned? Who is worn down to breaking has no chance to reorganise (13.01.4,
    /// 13.07.3).
    pub(super) fn levels(&self, u: UnitId, o: UnitId) -> bool {
        let f = &self.field;
        let worn = |x: UnitId| f.valour(x).0 <= periods().broken;
        let here = f[u].on_table() && f[o].on_table();
        here && f[u].state == f[o].state && !f[u].state.intact() && !worn(u) && !worn(o)
    }

    /// What else of the book has a part in a melee: fires before contact come first, and at 0 there are none (play.instant); an obstacle
    /// before the attacker is a deduction and no passage (07.05.4.b); who marches beside others fights alone (07.06.2); a support unit
    /// that was named is looked at now (play.melee.order).
    fn also_decided(&self, b: Bout, s: &MeleeSituation) -> Vec<Clause> {
        let mut by = Vec::new();
        if self.turn().has_fired() || self.time() <= 0.0 {
            by.push(clause!("play.instant"));
        }
        let blocked = |a: &Attack| a.obstacle != Obstacle::None;
        if blocked(&s.attack) || (s.both_attack() && s.counter.as_ref().is_some_and(blocked)) {
            by.push(clause!("07.05.4.b"));
        }
        if [b.attacker, b.target].iter().any(|u| self.run(*u).course.beside.is_some()) {
            by.push(clause!("07.06.2"));
        }
        for u in [b.attacker, b.target] {
            let named = self.run(u).assault.support;
            by.extend(named.and_then(|s| self.lacks(s, u)).map(|lack| lack.clause()));
        }
        by
    }

    /// What both fighters' papers keep of it (play.melee.order, step 11).
    fn note_melee(&mut self, u: UnitId, foe: UnitId, attacks: bool, first_spent: bool) {
        self.uses_arms(u);
        self.counts_through(u);
        let turn = self.field.turn;
        let cavalry = self.field[u].arm == Arm::Cavalry;
        let r = &mut self.field[u].record;
        r.fought = true;
        r.last_melee = Some(turn);
        r.pairs.push(foe);
        r.attacked |= cavalry && first_spent;
        // It has been in combat and its order ends: where it goes on reorganising it begins anew (13.06.1, play.after-melee).
        r.reorganising = None;
        let run = self.run_mut(u);
        run.befell.fought = true;
        let dropped = run.fire.order.take_if(|f| !matches!(f.when, When::BeforeContact(_)));
        if attacks {
            run.assault.ends();
        }
        if let Some(fire) = dropped {
            // Melee comes before a fire of the same moment (03.02.10).
            let clock = self.time();
            let same = match fire.when {
                When::AtOnce => clock < INSTANT,
                When::Time(at) => (at - clock).abs() < INSTANT,
                _ => false,
            };
            let by = By::from(clause!("03.01.3.b")).and(clause!("play.timers"));
            let by = if same { by.and(clause!("03.02.10")).and(clause!("play.instant")) } else { by };
            self.tell_owner(by, u, || EventKind::NotFired { unit: u, why: NoFire::Fought });
        }
        // A line counted in its body's melee has fought too.
        if let Some(l) = self.field.line_of(u).map(|l| l.id) {
            self.run_mut(l).befell.fought = true;
        }
        // So have the other units of a brigade column or square, whose figures fight with it (05.01.6.a, 11.01.1).
        let lead = self.field.readings.is(reading!("column-ammunition", "lead"));
        let all = if lead { Default::default() } else { self.field[u].joined.clone() };
        for j in all {
            self.uses_arms(j);
            self.run_mut(j).befell.fought = true;
            let r = &mut self.field[j].record;
            (r.fought, r.last_melee, r.reorganising) = (true, Some(turn), None);
        }
    }

    /// What it has marched up to this melee, if the way goes on from it (play.after-melee, 12.03.4).
    fn counts_through(&mut self, u: UnitId) {
        let at = self.abs();
        let straight = self.field[u].record.straight + self.kept(u).map_or(0.0, |t| t.straight);
        let dir = self.field[u].record.heading.unwrap_or(self.field[u].base.dir);
        self.run_mut(u).assault.through = Some(Through { straight, dir, at });
        support::halted(&mut self.field[u].record);
    }

    /// What counts on from a melee on the way: within 20 degrees of the direction it had (play.after-melee).
    fn kept(&self, u: UnitId) -> Option<Through> {
        let dir = self.field[u].base.dir;
        let within = |t: &Through| t.dir.angle_to(dir).to_degrees() <= SMALL_TURN + 1e-9;
        self.run(u).assault.through.filter(within)
    }

    /// How far it has come straight on up to now, with what counts on from a melee on the way (12.03.4).
    fn straight_on(&self, u: UnitId) -> f64 {
        let afresh = self.field.readings.is(reading!("momentum-through-melee", "afresh"));
        let before = self.kept(u).filter(|_| !afresh).map_or(0.0, |t| t.straight);
        support::straight_on(&self.field[u]) + before
    }

    /// How a unit attacks another, with what it did before a melee on the way.
    fn onset(&self, u: UnitId, o: UnitId) -> Attack {
        let f = &self.field;
        let mut a = support::attack(f, &f[u], &f[o], self.abs());
        let Some(t) = self.run(u).assault.through else { return a };
        let charge = a.charge;
        a.charge = charge.min(self.abs() - t.at);
        if self.kept(u).is_some() {
            (a.straight_before, a.charge_before) = (t.straight, charge - a.charge);
        }
        a
    }

    /// Losses, state and staff of one side.
    fn suffers(&mut self, u: UnitId, foe: UnitId, fate: &Fate) {
        let commander = self.commander_with(u);
        let staff = self.staff_with(u);
        self.lose_men(u, fate.lost, clause!("12.02.2.4"));
        if fate.commander_falls {
            if let Some(s) = commander {
                self.staff_falls(s, clause!("08.02.1"));
            }
        }
        for s in staff.into_iter().take(usize::from(fate.staff_fall)) {
            self.staff_falls(s, clause!("08.02.3"));
        }
        if !self.field[u].on_table() {
            return;
        }
        if fate.surrenders {
            let few = Fighter::of(&self.field, u).too_few();
            let by = if few { clause!("12.02.3") } else { clause!("13.02.2") };
            self.tell(by, &[u, foe], || EventKind::Surrendered { unit: u });
            self.remove(u, unit::Fate::Surrendered);
            return;
        }
        self.worsen(u, fate.state, clause!("12.02.2.3"), Some(foe));
        self.look_at_valour(u);
    }

    /// The commander directly over it in base contact (08.02.2).
    pub(super) fn commander_with(&self, u: UnitId) -> Option<StaffId> {
        let f = &self.field;
        let over = |s: &crate::field::Staff| f.in_chain(f[u].command, s.command) && s.post == Post::Commander;
        let with = f.staff.iter().filter(|s| s.present() && s.with == Some(u) && over(s));
        // Of several he who is nearest over it; the others are staff figures in contact (08.02.3).
        with.min_by_key(|s| f[s.command].level).map(|s| s.id)
    }

    /// Other staff figures in base contact.
    fn staff_with(&self, u: UnitId) -> Vec<StaffId> {
        let commander = self.commander_with(u);
        let with = self.field.staff.iter().filter(|s| s.present() && s.with == Some(u));
        with.map(|s| s.id).filter(|s| Some(*s) != commander).collect()
    }

    /// What a melee is fought on.
    pub(crate) fn melee_of(&self, b: Bout, together: &[Bout]) -> MeleeSituation {
        let (u, o) = (b.attacker, b.target);
        let f = &self.field;
        let (struck, _) = sides::attack(f, &f[u], &f[o]);
        let in_flank = struck != Struck::Front;
        // Two who attack each other fight one melee; who is struck in flank or rear only defends (12.03.6).
        let attacks = self.run(o).assault.target();
        let meets = attacks == Some(u) && self.in_zone(o, u) && !in_flank;
        // Cavalry struck so in an attack of its own has momentum and its first attack all the same (12.03.9.b).
        let caught = in_flank && attacks.is_some() && f[o].arm == Arm::Cavalry;
        let beside = together.iter().filter(|x| x.target == o && x.attacker != u);
        let all = |x: &Bout| {
            let fighter = self.fighter(x.attacker, o);
            fighter.all().saturating_add(fighter.joined)
        };
        let beside = beside.map(all).fold(0, u16::saturating_add);
        let mut attacker = self.fighter(u, o);
        attacker.beside = beside;
        let mut defender = self.fighter(o, u);
        defender.blocked =
            self.field[o].state == State::Disorder && (self.run(o).befell.cornered || self.barred(o, u));
        defender.flanks_covered = support::flanks_covered(f, &f[o], &f[u]);
        let stood = f[u].record.held.contains(&o) && f[o].record.held.contains(&u);
        let met = f[u].record.met.contains(&o);
        MeleeSituation {
            attack: self.onset(u, o),
            counter: (meets || caught).then(|| Attack { approach: Approach::Front, ..self.onset(o, u) }),
            attacker,
            defender,
            before: match (stood, met) {
                (true, _) => Before::Stood,
                (false, true) => Before::MetAgain,
                _ => Before::Nothing,
            },
            ground: support::ground(f, &f[u], &f[o]),
            comrades: Vec::new(),
            groups: f.groups(),
            readings: MeleeReadings::of(&f.readings),
        }
    }

    /// Does a complete victory still count for it (12.03.12): in the turn after it, or read otherwise for a turn's time (play.timers)?
    pub(super) fn victorious(&self, u: UnitId) -> bool {
        let r = &self.field[u].record;
        match self.field.readings.is(reading!("smoke-and-victory", "from-the-moment")) {
            true => r.victory_at.is_some_and(|t| self.abs() - t <= 1.0 + 1e-9),
            false => r.victory.is_some_and(|t| t + 1 >= self.field.turn),
        }
    }

    /// One unit as it fights another, with all that its place tells.
    fn fighter(&self, u: UnitId, foe: UnitId) -> Fighter {
        let f = &self.field;
        let unit = &f[u];
        let turn = f.turn;
        let mut x = Fighter::of(f, u);
        let towards = f[foe].base.centre() - unit.base.centre();
        let out = f.line_of(u).is_some_and(|l| {
            let there = l.base.centre() - unit.base.centre();
            there.dot(towards) > 0.0 || self.run(l.id).befell.pressed
        });
        if !out {
            (x.line, x.line_back) = (0, false);
        }
        let readings = FireReadings::of(&f.readings);
        let hangs = |s: crate::fire::Smoke| s.hangs(&readings).is_some_and(|(h, _)| h);
        x.smoke = if hangs(aim::smoke(unit, turn)) {
            Smoke::ThisTurn
        } else if hangs(aim::smoke_before(f, unit, self.abs())) {
            Smoke::LastTurn
        } else {
            Smoke::None
        };
        x.victory = self.victorious(u);
        if unit.arm == Arm::Infantry {
            let owner = f.tactical(unit);
            let used = self.run(owner.id).befell.used_arms;
            let without = ammunition::without(owner.ammunition, used, &readings).0;
            x.no_ammunition = without && !with_pikes(f, owner);
        }
        let began = unit.record.moved;
        let moved = !self.leg(u).stands()
            || self.reforming(u)
            || began.is_some_and(|m| self.abs() < m + STOOD - INSTANT);
        // The row is of infantry alone (table XV).
        x.moved = moved && unit.arm == Arm::Infantry;
        x.rode = unit.arm == Arm::Cavalry && self.straight_on(u) >= MOMENTUM - EPS;
        x.support = self.run(u).assault.support.is_some_and(|s| self.supports(s, u));
        x.support_hidden = x.support && self.hidden_support(u);
        x.commander = self.commander_with(u).is_some();
        x.staff = self.staff_with(u).len() as u8;
        x.cover = cover::from_place(f, unit, f[foe].base.front).0;
        x
    }
}
