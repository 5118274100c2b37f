//! The manoeuvre phase: commands on manoeuvre order together by quarter moves, then those that march, then superior officers
//! (manoeuvre-phase.*, play.grand-moves, play.simultaneous).

use crate::answer::{Answer, CommandMove, SuperiorMove};
use crate::battle::{Awaits, Battle, Step};
use crate::check::grand::{self, Advance};
use crate::check::{self, declinable, near, way};
use crate::command::CommandId;
use crate::event::Kind;
use crate::field::Field;
use crate::officer::{Attached, OfficerId, Post};
use crate::orders::OrderKind;
use crate::procedures::movement::{MoveWhy, PassPhase};
use crate::procedures::orders::{SuperiorMove as Ride, SuperiorMoveSituation};
use crate::troop::{Arm, Formation};
use crate::unit::{Side, UnitId};
use crate::{clause, ops, reading, say, terrain};
use table::{Base, Rect, V2, v2};
use umpire::{Procedure, Refusal, allow, judge};

/// Units on manoeuvre order keep so far from the enemy (manoeuvre-phase.11), and from those whom they decline (engagement.3).
const KEEPS: (f64, f64) = (200.0, 100.0);
/// A command that does not engage stops there.
const UNENGAGED: f64 = 400.0;

/// Something that moves in a phase in which both sides do.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub unit: UnitId,
    /// An upright box about all of its way.
    pub bounds: (V2, V2),
    pub from: Base,
    pub to: Base,
    /// Metres that it keeps from enemies, and from those whom it may decline.
    pub keeps: (f64, f64),
    /// It was stopped by a limit, after that part of its way.
    pub stopped: Option<f64>,
    pub at: f64,
}

impl Mover {
    pub fn new(f: &Field, unit: UnitId, (from, to): (Base, Base), keeps: (f64, f64)) -> Mover {
        let mut m = Mover { unit, bounds: Default::default(), from, to, keeps, stopped: None, at: 0.0 };
        let u = &f[unit];
        let ends = [0.0, 1.0].map(|t| near::rects_at(f, u, u.formation, &m.base(t)));
        m.bounds = crate::field::around(ends.into_iter().flatten(), 0.0);
        m
    }

    /// The box about its way.
    fn way(&self) -> [Rect; 1] {
        [Rect::upright(self.bounds.0, self.bounds.1)]
    }

    /// Do the ways of two lie farther apart than so far?
    fn passes_far_from(&self, o: &Mover, far: f64) -> bool {
        let ((alo, ahi), (blo, bhi)) = (self.bounds, o.bounds);
        alo.x > bhi.x + far || blo.x > ahi.x + far || alo.y > bhi.y + far || blo.y > ahi.y + far
    }

    fn base(&self, t: f64) -> Base {
        Base { front: self.from.front.lerp(self.to.front, t), ..self.to }
    }
}

impl Battle {
    fn on_order(&self, side: Side, kind: OrderKind) -> Vec<CommandId> {
        self.field
            .commands
            .iter()
            .filter(|c| c.side == side && c.orders.kind() == Some(kind))
            .map(|c| c.id)
            .collect()
    }

    pub(super) fn begin_manoeuvres(&mut self) {
        self.phase(say!("phase-manoeuvre"));
        self.also(clause!("manoeuvre-phase.1"));
        self.play.means_to_engage.clear();
        for u in self.field.units.as_they_stand() {
            u.record.moved_in_phase = false;
            u.record.acted_in_phase = false;
            u.record.pivoted = 0;
            u.record.passed_through = 0;
            u.record.spent = 0;
        }
        let has = |s: Side| {
            !self.on_order(s, OrderKind::Manoeuvre).is_empty()
                || !self.on_order(s, OrderKind::March).is_empty()
        };
        let asked: Vec<Side> = Side::BOTH.into_iter().filter(|s| has(*s)).collect();
        if asked.is_empty() {
            self.after_manoeuvres();
            return;
        }
        self.play.secret = [None, None];
        self.play.pending = asked.into_iter().map(|s| (s, Awaits::Manoeuvre)).collect();
    }

    pub(super) fn check_manoeuvre(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Manoeuvre { commands } = answer else { return Ok(()) };
        let mut named: Vec<&str> = Vec::new();
        for m in commands {
            if named.contains(&&*m.command) {
                return Err(Refusal::form(say!("named-twice", unit = &*m.command)));
            }
            named.push(&m.command);
            let (c, kind) = grand::commanded(self, side, &m.command)?;
            match kind {
                OrderKind::March => self.check_march(c, m)?,
                _ => {
                    grand::advance(self, side, m)?;
                }
            }
        }
        Ok(())
    }

    /// A march is broken off only near the enemy (orders.march.7).
    fn check_march(&self, c: CommandId, m: &CommandMove) -> Result<(), Refusal> {
        let planned = m.ahead != 0.0 || m.slant != 0.0 || !m.formations.is_empty();
        allow(!planned, clause!("orders.march.4"), || say!("marches-by-itself", command = &*m.command))?;
        if !m.halt {
            return Ok(());
        }
        let f = &self.field;
        let near = f.of_command(c).any(|u| f.nearer(near::enemy(f, u), 1000.0));
        allow(near, clause!("orders.march.7"), || say!("march-not-broken-off", command = &*f[c].name))
    }

    pub(super) fn manoeuvres_in(&mut self, both: &[Option<Answer>; 2]) {
        let mut advances: Vec<Advance> = Vec::new();
        let mut halts: Vec<CommandId> = Vec::new();
        let mut to_enemy: Vec<CommandId> = Vec::new();
        for side in self.in_turn() {
            let Some(Answer::Manoeuvre { commands }) = &both[side.index()] else { continue };
            for m in commands {
                let Ok((c, kind)) = grand::commanded(self, side, &m.command) else { continue };
                if m.to_enemy {
                    to_enemy.push(c);
                }
                match kind {
                    OrderKind::March if m.halt => halts.push(c),
                    OrderKind::March => {}
                    _ => {
                        if let Ok(a) = grand::advance(self, side, m) {
                            advances.push(a);
                        }
                    }
                }
            }
        }
        self.carry_out(&advances);
        for side in self.in_turn() {
            for c in self.on_order(side, OrderKind::Manoeuvre) {
                self.half_move_duty(c, advances.iter().find(|a| a.command == c));
            }
        }
        for c in halts {
            let turned = to_enemy.contains(&c);
            self.end_march(c, clause!("orders.march.7"), turned);
        }
        self.march(&to_enemy);
        self.after_manoeuvres();
    }

    fn after_manoeuvres(&mut self) {
        self.called_go(false);
        self.arrivals();
        self.left_works();
        self.look_at_integrity();
        self.engage_after_phase();
        self.to(if self.superiors_first() { Step::Bombardment } else { Step::Superiors });
    }

    /// The moves of all commands on manoeuvre order, by quarters.
    pub(super) fn carry_out(&mut self, advances: &[Advance]) {
        let mut movers: Vec<Mover> = Vec::new();
        for a in advances {
            let keeps = if a.engage { KEEPS } else { (UNENGAGED, KEEPS.1) };
            if a.engage {
                self.play.means_to_engage.push(a.command);
            }
            for p in &a.units {
                let from = Base { front: self.start_of(p), ..p.end };
                movers.push(Mover::new(&self.field, p.unit, (from, p.end), keeps));
            }
        }
        self.run(&mut movers);
        for a in advances {
            let o = self.field[a.command].officer;
            self.cue();
            self.move_officer(o, a.officer);
            let (name, metres) = (self.field[a.command].name.clone(), words::whole(a.metres));
            self.say(clause!("manoeuvre-phase.2"), Kind::OfficerMoves, &[], || {
                say!("event-command-advances", command = &*name, metres)
            });
            self.also(clause!("manoeuvre-phase.3"));
            self.also(clause!("play.grand-moves"));
            if a.slow {
                self.also(clause!("orders.manoeuvre.8"));
                self.also(clause!("manoeuvre-phase.8"));
            }
            if a.home && !a.engage {
                self.also(clause!("manoeuvre-phase.13"));
            }
            let foot = self.field.of_command(a.command).any(|u| u.arm() == Arm::Infantry);
            if foot && a.units.iter().any(|p| self.field[p.unit].arm() == Arm::Cavalry && p.counted < 600.0) {
                self.also(clause!("manoeuvre-phase.7"));
            }
            self.play.moved.push(a.command);
            for p in &a.units {
                let Some(m) = movers.iter().find(|m| m.unit == p.unit) else { continue };
                let before = self.enemy_of(p.unit);
                let end = m.base(m.at);
                let from = self.field[p.unit].base;
                let u = &mut self.field[p.unit];
                let out = u.formation.zone().is_some();
                if out {
                    (u.formation, u.outside) = (Formation::Column { front: 1 }, 0);
                }
                u.base = end;
                u.trail.clear();
                super::moves::has_moved(&mut u.record);
                for c in p.crossings.iter().filter(|_| m.at >= 1.0) {
                    u.disorder.crossings.retain(|x| x.line != c.line);
                    u.disorder.crossings.push(*c);
                }
                let (code, metres) = (u.code.clone(), words::whole(p.metres * m.at));
                self.say(clause!("manoeuvre-phase.5"), Kind::Moves, &[p.unit], || {
                    say!("event-moves", unit = &*code, metres)
                });
                if out {
                    self.also(clause!("manoeuvre-phase.14"));
                }
                if m.stopped.is_some() {
                    self.also(clause!("manoeuvre-phase.11"));
                    self.also(clause!("play.simultaneous"));
                    self.also(clause!("orders.manoeuvre.5"));
                }
                if p.degrees != 0.0 {
                    self.also(clause!("orders.manoeuvre.4"));
                }
                for other in &p.passes {
                    self.pass_through(p.unit, *other, PassPhase::Manoeuvre);
                }
                let spent = p.counted * m.at.max(if p.metres == 0.0 { 1.0 } else { 0.0 });
                self.line_test(p.unit, spent, MoveWhy::Ordinary, before);
                if let Some(z) = p.enter.filter(|_| m.at >= 1.0) {
                    self.enter_town(p.unit, z, clause!("manoeuvre-phase.14"));
                }
                self.gun_left_behind(p.unit, &from);
                self.attached_follow(p.unit);
            }
        }
    }

    /// Where the straight part of a move begins.
    fn start_of(&self, p: &check::moves::Planned) -> V2 {
        if self.field[p.unit].formation.zone().is_some() {
            return p.end.front - p.end.dir * p.metres;
        }
        let back = self.field[p.unit].base.front - p.end.front;
        if back.len() <= p.metres + near::HAIR {
            // A pivot moves the middle of the front a little; the straight part is as long as was said.
            let dir = if back.len() > near::HAIR { back.unit() } else { -p.end.dir };
            return p.end.front + dir * p.metres.min(back.len());
        }
        p.end.front + back.unit() * p.metres
    }

    /// Runs movers of both sides in four quarters; who would come too near stops at its limit, both giving way by the same share if both moved
    /// (play.simultaneous).
    pub(super) fn run(&self, movers: &mut [Mover]) {
        if self.field.readings.is(reading!("moves-together", "a-first")) {
            self.run_in_turn(movers);
            return;
        }
        for quarter in 1..=4 {
            let goal = f64::from(quarter) / 4.0;
            let start: Vec<f64> = movers.iter().map(|m| m.at).collect();
            let want: Vec<f64> =
                movers.iter().map(|m| if m.stopped.is_some() { m.at } else { goal }).collect();
            let share: Vec<f64> =
                (0..movers.len()).map(|i| self.share_before(movers, i, &start, &want)).collect();
            for (i, m) in movers.iter_mut().enumerate() {
                m.at = start[i] + (want[i] - start[i]) * share[i];
                if share[i] < 1.0 - 1e-9 && m.stopped.is_none() {
                    m.stopped = Some(m.at);
                }
            }
            self.settle_conflicts(movers, &start);
        }
        self.no_two_on_one_place(movers);
    }

    /// Side A's movers go their whole way, then the other's, who stop at their limits.
    fn run_in_turn(&self, movers: &mut [Mover]) {
        for side in self.in_turn() {
            let goes = |m: &Mover| self.field[m.unit].side == side;
            let start: Vec<f64> = movers.iter().map(|m| m.at).collect();
            let want: Vec<f64> = movers.iter().map(|m| if goes(m) { 1.0 } else { m.at }).collect();
            let share: Vec<f64> =
                (0..movers.len()).map(|i| self.share_before(movers, i, &start, &want)).collect();
            for (i, m) in movers.iter_mut().enumerate().filter(|(_, m)| goes(m)) {
                m.at = share[i];
                if share[i] < 1.0 - 1e-9 {
                    m.stopped = Some(m.at);
                }
            }
        }
        self.no_two_on_one_place(movers);
    }

    /// Which share of this quarter a mover may go before it comes too near an enemy, mover or not.
    fn share_before(&self, movers: &[Mover], i: usize, start: &[f64], want: &[f64]) -> f64 {
        let f = &self.field;
        let m = &movers[i];
        if want[i] <= start[i] {
            return 1.0;
        }
        let u = &f[m.unit];
        let mut best: f64 = 1.0;
        let most = m.keeps.0.max(m.keeps.1) + 1.0;
        let way = m.way();
        let standing = f
            .enemies_about(u.side, &way, most)
            .filter(|e| !movers.iter().any(|x| x.unit == e.id))
            .map(|e| (e, None));
        let moving = movers.iter().enumerate().filter(|(_, x)| {
            let e = &f[x.unit];
            e.side != u.side && !m.passes_far_from(x, most) && f.is_enemy(u.side, e)
        });
        for (e, j) in standing.chain(moving.map(|(j, x)| (&f[x.unit], Some(j)))) {
            let limit = if declinable(e) { m.keeps.1 } else { m.keeps.0 };
            let gap = |s: f64| {
                let own = near::rects_at(f, u, u.formation, &m.base(start[i] + (want[i] - start[i]) * s));
                match j {
                    Some(j) => {
                        let theirs = near::rects_at(
                            f,
                            e,
                            e.formation,
                            &movers[j].base(start[j] + (want[j] - start[j]) * s),
                        );
                        crate::measure::gap(&own, &theirs)
                    }
                    None => near::gap_to(f, &own, e),
                }
            };
            let now = gap(0.0);
            let limit = limit.min(now);
            if gap(1.0) >= limit - near::HAIR {
                continue;
            }
            let (mut lo, mut hi) = (0.0, 1.0);
            for _ in 0..30 {
                let mid = (lo + hi) / 2.0;
                if gap(mid) >= limit - near::HAIR / 2.0 { lo = mid } else { hi = mid }
            }
            best = best.min(lo);
        }
        best
    }

    /// If two still clash the one with the higher officer value goes first, then side A's; the other stays where the quarter began
    /// (deployment-phase.2).
    fn settle_conflicts(&self, movers: &mut [Mover], start: &[f64]) {
        let f = &self.field;
        let mut order: Vec<usize> = (0..movers.len()).collect();
        order.sort_by_key(|i| {
            let u = &f[movers[*i].unit];
            (std::cmp::Reverse(u.values.officer), u.side != self.play.first, u.id)
        });
        for (n, &i) in order.iter().enumerate() {
            let clash = order[..n].iter().any(|&j| {
                let (a, b) = (&movers[i], &movers[j]);
                let (x, y) = (&f[a.unit], &f[b.unit]);
                x.side != y.side && !a.passes_far_from(b, a.keeps.0.max(a.keeps.1)) && {
                    let limit = if declinable(y) { a.keeps.1 } else { a.keeps.0 };
                    let before = crate::measure::gap(
                        &near::rects_at(f, x, x.formation, &a.base(start[i])),
                        &near::rects_at(f, y, y.formation, &b.base(start[j])),
                    );
                    let now = crate::measure::gap(
                        &near::rects_at(f, x, x.formation, &a.base(a.at)),
                        &near::rects_at(f, y, y.formation, &b.base(b.at)),
                    );
                    now < limit.min(before) - 1.0
                }
            });
            if clash {
                movers[i].at = start[i];
                movers[i].stopped = Some(start[i]);
            }
        }
    }

    /// Units that were stopped keep those behind from their place.
    fn no_two_on_one_place(&self, movers: &mut [Mover]) {
        let f = &self.field;
        for _ in 0..movers.len() {
            let mut again = false;
            for i in 0..movers.len() {
                if movers[i].at <= 0.0 {
                    continue;
                }
                let u = &f[movers[i].unit];
                let own = near::rects_at(f, u, u.formation, &movers[i].base(movers[i].at));
                let on = |o: &crate::unit::Unit| {
                    if o.id == u.id || o.side != u.side || o.formation.zone().is_some() {
                        return false;
                    }
                    let theirs = match movers.iter().find(|m| m.unit == o.id) {
                        Some(m) => near::rects_at(f, o, o.formation, &m.base(m.at)),
                        None => f.rects(o),
                    };
                    f.overlap(&own, &theirs).is_some()
                };
                let with = |m: &&Mover| f[m.unit].present() && !m.passes_far_from(&movers[i], 1.0);
                if f.side_about(u.side, &own, 1.0).any(on)
                    || movers.iter().filter(with).any(|m| on(&f[m.unit]))
                {
                    movers[i].at = (movers[i].at - 0.05).max(0.0);
                    movers[i].stopped = Some(movers[i].at);
                    again = true;
                }
            }
            if !again {
                return;
            }
        }
    }

    /// A command on manoeuvre order that has not made half a move goes on defence (orders.manoeuvre.7).
    fn half_move_duty(&mut self, c: CommandId, a: Option<&Advance>) {
        let f = &self.field;
        let officer_alone = f.readings.is(reading!("half-move", "officer"));
        let stops = !f.readings.is(reading!("stopped-command", "loses"));
        let done = match a {
            None => false,
            Some(a) if a.slow => true,
            Some(a) => {
                // By the distance at the start of the move, not at its end.
                let limit = a.limit.max(0.0);
                let half = grand::officer_rate(self, c, crate::book::march::Pace::Manoeuvre) / 2.0;
                let foot = f.of_command(c).any(|u| u.arm() == Arm::Infantry);
                let officer = a.metres + near::HAIR >= half.min(limit);
                // Of what was said a unit may have made less, being stopped on its way.
                let made = |p: &check::moves::Planned| {
                    p.counted * (1.0 - f[p.unit].base.front.dist(p.end.front) / p.metres.max(1.0))
                };
                let unit = |p: &check::moves::Planned| {
                    let u = &f[p.unit];
                    let mut duty = way::allowance(f, u, crate::book::march::Pace::Manoeuvre) / 2.0;
                    if foot && u.arm() == Arm::Cavalry {
                        duty = duty.min(300.0);
                    }
                    let stopped = f
                        .enemies_about(u.side, &f.rects(u), UNENGAGED.max(KEEPS.1) + 2.0)
                        .any(|e| f.gap(u, e) <= (if declinable(e) { KEEPS.1 } else { UNENGAGED }) + 1.0);
                    let least = duty.min(limit) - near::HAIR;
                    u.broken() || if stops { p.counted >= least || stopped } else { made(p) >= least }
                };
                let left = f
                    .of_command(c)
                    .filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry))
                    .filter(|u| !a.units.iter().any(|p| p.unit == u.id))
                    .all(|u| {
                        !ops::in_command(f, u)
                            || a.formations >= usize::from(ops::points_left(f, c))
                            || u.formation.zone().is_some()
                            || u.broken()
                    });
                officer && (officer_alone || left && a.units.iter().all(unit))
            }
        };
        if done {
            return;
        }
        let premature = self.field[c]
            .orders
            .active
            .as_ref()
            .is_some_and(|o| o.since == self.field.round || o.since == 0 && self.field.round == 1);
        self.defend(c, clause!("orders.manoeuvre.7"));
        if premature {
            let o = self.field[c].officer;
            let away = self.away_from_enemy(o);
            self.field[o].dir = away;
            let name = self.field[o].name.clone();
            self.say(clause!("orders.manoeuvre.9"), Kind::OfficerMoves, &[], || {
                say!("event-officer-turned-away", officer = &*name)
            });
        }
    }

    /// A command that disengaged manoeuvres away at once (disengage.5).
    pub(super) fn move_away(
        &mut self,
        side: Side,
        c: CommandId,
        commands: &[CommandMove],
    ) -> Result<(), Refusal> {
        let mut advances = Vec::new();
        for m in commands {
            let (x, _) = grand::commanded(self, side, &m.command)?;
            allow(x == c, clause!("disengage.5"), || say!("not-this-command", command = &*m.command))?;
            // It is one whole free move: what a command that does not engage may go at most is of the manoeuvre phase (manoeuvre-phase.12).
            let free = CommandMove { engage: true, ..m.clone() };
            let a = Advance { engage: false, ..grand::advance(self, side, &free)? };
            let f = &self.field;
            for p in &a.units {
                let before = near::enemy(f, &f[p.unit]);
                let then = f
                    .enemies(side)
                    .map(|e| near::gap_to(f, &[p.end.rect()], e))
                    .fold(f64::INFINITY, f64::min);
                allow(then + near::HAIR >= before, clause!("disengage.5"), || {
                    say!("only-away", unit = &*f[p.unit].code)
                })?;
            }
            advances.push(a);
        }
        self.play.pending.clear();
        self.carry_out(&advances);
        self.play.moved.retain(|x| *x != c);
        self.after_action();
        Ok(())
    }

    pub(super) fn begin_superiors(&mut self) {
        // Whoever has come onto a bridge in the manoeuvre phase is seen before anything else is done.
        for side in self.in_turn() {
            if self.ask_to_blow(side) {
                return;
            }
        }
        let has = |s: Side| {
            self.field.side(s).any(|u| matches!(u.arm(), Arm::Engineers | Arm::Pontoons))
                || self.field.officers.iter().any(|o| o.side == s && o.present() && o.post == Post::Superior)
        };
        let asked: Vec<Side> = Side::BOTH.into_iter().filter(|s| has(*s)).collect();
        if asked.is_empty() {
            self.after_superiors();
            return;
        }
        self.play.secret = [None, None];
        self.play.pending = asked.into_iter().map(|s| (s, Awaits::Superiors)).collect();
    }

    fn after_superiors(&mut self) {
        self.to(if self.superiors_first() { Step::Manoeuvre } else { Step::Bombardment });
    }

    fn superior(&self, side: Side, m: &SuperiorMove) -> Result<OfficerId, Refusal> {
        let f = &self.field;
        let code = &*m.officer;
        let id = f.officer_by_code(code).filter(|o| f[*o].side == side && f[*o].present());
        let id = id.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = code)))?;
        allow(f[id].post == Post::Superior, clause!("superior-move.2"), || {
            say!("not-a-superior", officer = code)
        })?;
        check::moves::sane(&m.to)?;
        let to = v2(m.to[0], m.to[1]);
        allow(f.ground.holds(to), clause!("play.edge"), || say!("off-the-table", unit = code))?;
        let far = to.dist(f[id].at);
        allow(far <= 2000.0 + near::HAIR, clause!("superior-move.3"), || {
            say!("officer-too-far", officer = code, most = 2000)
        })?;
        if let Some(join) = &m.join {
            let unit = f.by_code(join).filter(|u| f[*u].side == side && f[*u].present());
            let officer = f.officer_by_code(join).filter(|o| f[*o].side == side && f[*o].present());
            allow(unit.is_some() || officer.is_some(), clause!("superior-move.1"), || {
                say!("nobody-to-join", officer = code, join = &**join)
            })?;
            if unit.is_none() {
                allow(!f.nearer(f.enemy_from(side, to), 100.0), clause!("tmove.officer.2"), || {
                    say!("officer-too-near", officer = code)
                })?;
            }
        }
        Ok(id)
    }

    /// An engineer base of a side, by its code.
    fn engineers(&self, side: Side, code: &str) -> Option<UnitId> {
        let f = &self.field;
        let free = |u: &UnitId| matches!(f[*u].arm(), Arm::Engineers | Arm::Pontoons);
        f.by_code(code).filter(|u| f[*u].side == side && f[*u].present() && free(u))
    }

    /// Engineers go freely in the manoeuvre phase, unless an enemy is within 400 (engineer.1).
    fn engineers_go(&self, id: UnitId, m: &SuperiorMove) -> Result<Base, Refusal> {
        let f = &self.field;
        let u = &f[id];
        let boats = u.arm() == Arm::Pontoons;
        let (code, by) = (&*u.code, if boats { clause!("pontoon.1") } else { clause!("engineer.1") });
        check::moves::sane(&m.to)?;
        let later = f.readings.is(reading!("engineers-move", "deployment"));
        allow(boats || !later, by, || say!("not-in-this-step"))?;
        allow(!u.record.moved_in_round && !f.enemy_within(u, UNENGAGED), by, || {
            say!("has-acted", unit = code)
        })?;
        let way = v2(m.to[0], m.to[1]) - u.base.front;
        let far = way.len();
        let dir = if far > near::HAIR { way.unit() } else { u.base.dir };
        let end = Base { front: u.base.front + way, dir, ..u.base };
        let road = terrain::on_road(f, u.formation, &end)
            && terrain::on_road(f, u.formation, &Base { dir, ..u.base });
        // Wagons go on roads alone.
        allow(road || !boats, by, || say!("train-on-roads", command = code))?;
        let pace = if road { crate::book::march::Pace::Road } else { crate::book::march::Pace::Manoeuvre };
        let allowance = way::allowance(f, u, pace);
        let cost = way::straight(f, u, &Base { dir, ..u.base }, dir, far, allowance)?;
        allow(cost.spent <= allowance + near::HAIR, by, || {
            say!("goes-too-far", unit = code, needs = words::whole(cost.spent), has = words::whole(allowance))
        })?;
        way::stands(self, u, &end, &[])?;
        let near = f
            .enemies_about(u.side, &[end.rect()], crate::break_in::most(f))
            .any(|e| f.nearer(near::gap_to(f, &[end.rect()], e), near::break_in(f, e)));
        allow(!near, clause!("break-in.1"), || say!("retreats-too-near", unit = code))?;
        Ok(end)
    }

    pub(super) fn check_superiors(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Superiors { moves } = answer else { return Ok(()) };
        let mut named = Vec::new();
        for m in moves {
            if let Some(u) = self.engineers(side, &m.officer) {
                self.engineers_go(u, m)?;
                continue;
            }
            let id = self.superior(side, m)?;
            if named.contains(&id) {
                return Err(Refusal::form(say!("named-twice", unit = &*m.officer)));
            }
            named.push(id);
        }
        Ok(())
    }

    /// Superior officers ride 500 for each test that they pass (superior-move.3).
    pub(super) fn superiors_in(&mut self, both: &[Option<Answer>; 2]) {
        for side in self.in_turn() {
            let Some(Answer::Superiors { moves }) = &both[side.index()] else { continue };
            for m in moves {
                if let Some(u) = self.engineers(side, &m.officer) {
                    if let Ok(end) = self.engineers_go(u, m) {
                        self.field[u].base = end;
                        super::moves::has_moved(&mut self.field[u].record);
                        let code = self.field[u].code.clone();
                        let boats = self.field[u].arm() == Arm::Pontoons;
                        let by = if boats { clause!("pontoon.1") } else { clause!("engineer.1") };
                        self.say(by, Kind::Moves, &[u], || say!("event-engineers-go", unit = &*code));
                    }
                    continue;
                }
                let Ok(id) = self.superior(side, m) else { continue };
                self.ride(id, v2(m.to[0], m.to[1]), m.join.as_deref());
            }
        }
        self.after_superiors();
    }

    /// The unit with which an officer stands in contact, where that is enough to be attached to it (superior-move.1).
    fn unit_touched(&self, id: OfficerId) -> Option<String> {
        let f = &self.field;
        let unit = || f.side_about(f[id].side, &[f[id].base().rect()], 2.0).find(|u| f.in_contact(&f[id], u));
        f.readings.is(reading!("officer-contact", "unit")).then(unit).flatten().map(|u| u.code.to_string())
    }

    fn ride(&mut self, id: OfficerId, to: V2, join: Option<&str>) {
        let o = &self.field[id];
        let (code, name, side, from) = (o.code.clone(), o.name.clone(), o.side, o.at);
        let far = to.dist(from);
        let mut got = far;
        if far >= 1.0 {
            let s = SuperiorMoveSituation { ability: o.gifts.ability, metres: far.ceil() as u16 };
            let (r, ruling) = judge::<Ride>(&s, self.dice.occasion(Ride::NAME, &*code, side));
            got = far.min(f64::from(r.metres));
            self.rule_on(clause!("superior-move.3"), Kind::OfficerMoves, side, &[], ruling, || {
                say!("event-officer-moves", officer = &*name, metres = words::whole(got))
            });
        }
        if got > 0.0 || far < 1.0 {
            let was = self.field[id].attached.take();
            // A formation that his stars alone held up is removed without them (formation-morale.10).
            if let Some(Attached::Body(b)) = was {
                self.without_star(b);
            }
            self.field[id].at = if got + near::HAIR >= far { to } else { from + (to - from).unit() * got };
        }
        let touched = self.unit_touched(id);
        let Some(join) = join.or(touched.as_deref()).filter(|_| got + 1.0 >= far) else { return };
        if let Some(u) = self.field.by_code(join).filter(|u| self.field[*u].present()) {
            if self.field.in_contact(&self.field[id], &self.field[u]) {
                self.field[id].attached = Some(Attached::Unit(u));
                let unit = self.field[u].code.clone();
                self.say(clause!("officers.11"), Kind::OfficerMoves, &[u], || {
                    say!("event-officer-joins", officer = &*name, unit = &*unit)
                });
            }
        }
    }
}
