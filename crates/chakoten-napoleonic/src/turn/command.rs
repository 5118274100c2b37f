//! The first steps of a turn (03.02.4): command distance and reaction rolls, rallying from FU, replacing fallen commanders.

use super::choices::{AskKind, Asked};
use super::{Stage, Table};
use crate::event::{By, EventKind};
use crate::field::{Level, Post, StaffFate};
use crate::ground::PatchKind;
use crate::order::{Choice, Leg, Order};
use crate::procedures::command::{
    Reaction, ReactionSituation, Repeats, ReplaceCommander, ReplaceCommanderSituation, in_command,
};
use crate::procedures::rally::{Rally, RallyOutcome, RallySituation, cannot_rally};
use crate::troop::State;
use crate::unit::{CommandId, StaffId, UnitId};
use crate::{clause, reading};
use table::EPS;
use umpire::Clause;

/// Enemies nearer than this trouble a rally, own disordered units nearer than that (table XIX).
const RALLY: (f64, f64) = (50.0, 25.0);

impl Table {
    /// How far a unit is from the commander directly over it; `None` if he has fallen (play.command-check).
    fn to_commander(&self, u: UnitId) -> Option<f64> {
        let f = &self.field;
        let unit = f.tactical(&f[u]);
        let commander = f[unit.command].commander.filter(|s| f[*s].present())?;
        let from = f[commander].base.rect();
        let rects = f.rects(unit);
        let gaps = rects.iter().map(|r| r.gap(&from));
        Some(if f.readings.is(reading!("command-distance", "every-base")) {
            gaps.fold(0.0, f64::max)
        } else {
            gaps.fold(f64::INFINITY, f64::min)
        })
    }

    /// Step 1: who is out of command may try to react (08.03.5).
    pub(crate) fn command_check(&mut self) -> Stage {
        let mut asked = Vec::new();
        for u in self.standing() {
            let unit = &self.field[u];
            let run = self.run(u);
            if !run.order.given || unit.state == State::Complete || unit.leads.is_some() {
                continue;
            }
            if in_command(self.to_commander(u)).is_ok() {
                continue;
            }
            asked.push(Asked {
                key: format!("react {}", unit.code),
                side: unit.side,
                kind: AskKind::React { unit: u },
                default: Choice::Yes,
                offers: vec![Choice::Yes, Choice::No],
                clause: clause!("08.03.5"),
            });
        }
        self.ask(asked);
        Stage::Reactions
    }

    pub(crate) fn reactions(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let AskKind::React { unit: u } = a.kind else { continue };
            let by = in_command(self.to_commander(u)).err().unwrap_or_else(|| clause!("08.03.4"));
            let by =
                By::from(clause!("08.03.5")).with([by, clause!("play.command-check"), clause!("03.02.4.a")]);
            if c == Choice::No {
                self.goes_deaf(u);
                self.tell_owner(by, u, || EventKind::Reacted { unit: u, obeys: false, ruling: None });
                continue;
            }
            let s = self.reaction(u);
            let (out, ruling) = self.judge::<Reaction>(&s, u);
            if !out.obeys {
                self.goes_deaf(u);
            }
            let ruling = Some(Box::new(ruling));
            self.tell_owner(by, u, || EventKind::Reacted { unit: u, obeys: out.obeys, ruling });
        }
        Stage::Rally
    }

    /// It must stand still the whole turn; what it had begun is lost (play.left).
    fn goes_deaf(&mut self, u: UnitId) {
        let run = self.run_mut(u);
        run.befell.deaf = true;
        run.order.void = true;
        run.fire.order = None;
        run.assault.attack = None;
    }

    /// What a reaction roll is made on (table II.reaction).
    pub(crate) fn reaction(&self, u: UnitId) -> ReactionSituation {
        let f = &self.field;
        let unit = &f[u];
        let order = &self.run(u).order.written;
        let repeats = match &unit.record.last_order {
            Some(last) if last == order && unit.record.carried_out => Repeats::CarriedOut,
            Some(last) if last == order => Repeats::NotCarriedOut,
            _ => Repeats::Nothing,
        };
        let courier = |s: &crate::field::Staff| {
            s.present() && s.side == unit.side && s.post == Post::Courier && s.with == Some(u)
        };
        ReactionSituation {
            repeats,
            as_instructed: unit.record.instruction.is_some(),
            courier: f.staff.iter().any(courier),
            state: unit.state,
            valour: f.valour(u).0,
        }
    }

    /// Step 2: routed units try to rally, and fallen commanders are replaced (03.02.4.b).
    pub(crate) fn rally(&mut self) -> Stage {
        for u in self.standing() {
            if self.field[u].state == State::Complete {
                self.rallies(u);
            }
        }
        for c in (0..self.field.commands.len() as u16).map(CommandId) {
            self.replace_commander(c);
        }
        Stage::Announce
    }

    fn rallies(&mut self, u: UnitId) {
        let s = self.rally_of(u);
        let by = By::from(clause!("13.06.5")).and(clause!("03.02.4.b"));
        if let Some(no) = cannot_rally(&s) {
            let kind = EventKind::Rallied { unit: u, to: State::Complete, ruling: None };
            self.tell(By::from(no).and(clause!("13.06.6")), &[u], || kind);
            return;
        }
        let (out, ruling) = self.judge::<Rally>(&s, u);
        let to = match out {
            RallyOutcome::Rallies(state) => state,
            RallyOutcome::FleesOn | RallyOutcome::NoAttempt => State::Complete,
        };
        let ruling = Some(Box::new(ruling));
        let by = if to == State::Complete { by } else { by.and(clause!("play.rally")) };
        self.tell(by, &[u], || EventKind::Rallied { unit: u, to, ruling });
        if to == State::Complete {
            return;
        }
        // It stands in its usual formation, faces the nearest enemy it sees, and reorganises (play.rally).
        let seen = self.foes(u).into_iter().filter(|e| self.sees(u, *e));
        let nearest = seen.reduce(|a, b| self.nearer(u, a, b));
        self.field[u].state = to;
        self.in_usual_formation(u);
        if let Some(e) = nearest {
            let to = self.field[e].base.centre() - self.field[u].base.centre();
            if to.len() > EPS {
                let base = self.field[u].base;
                let dir = to.unit();
                let turned = base.at(base.centre() + dir * (base.depth / 2.0), dir);
                self.put_down(u, turned);
            }
        }
        let now = self.abs();
        let unit = &mut self.field[u];
        unit.record.flight_turn = None;
        unit.record.reorganising = Some(now);
        let run = self.run_mut(u);
        run.befell.began = to;
        run.order = super::run::Ordered::of(Order { legs: vec![Leg::Reorganise], ..Order::default() });
        self.stand_still(u);
    }

    /// What a rally is rolled on (table XIX).
    pub(crate) fn rally_of(&self, u: UnitId) -> RallySituation {
        let f = &self.field;
        let unit = &f[u];
        let foes: Vec<UnitId> = self.foes(u);
        let gap = |o: UnitId| f.gap(unit, &f[o]);
        let nearest = foes.iter().copied().reduce(|a, b| self.nearer(u, a, b));
        let friends: Vec<UnitId> = f.side(unit.side).map(|o| o.id).filter(|o| *o != u).collect();
        let with = |s: &crate::field::Staff| s.present() && s.with == Some(u) && s.post == Post::Commander;
        let superior = f.staff.iter().any(|s| with(s) && s.command == unit.command);
        let high = |s: &crate::field::Staff| {
            f[s.command].level >= Level::Corps && f.in_chain(unit.command, s.command)
        };
        let screened = nearest.is_some_and(|e| {
            let (a, b) = (unit.base.centre(), f[e].base.centre());
            friends.iter().any(|o| f[*o].state.intact() && f[*o].base.rect().clip(a, b).is_some())
        });
        let near = |state: State| friends.iter().any(|o| f[*o].state == state && gap(*o) <= RALLY.1 + EPS);
        let turns = unit.record.flight_turn.map_or(1, |t| f.turn.saturating_sub(t).max(1));
        let wood = |k: PatchKind| matches!(k, PatchKind::Wood | PatchKind::Plantation);
        RallySituation {
            superior,
            corps_commander: f.staff.iter().any(|s| with(s) && high(s)),
            no_enemy_near: !foes.iter().any(|e| gap(*e) <= RALLY.0 + EPS),
            screened,
            flight_turns: turns as u8,
            gave_prisoners: unit.record.gave_prisoners,
            near_disorder: near(State::Disorder),
            near_complete: near(State::Complete),
            valour: f.valour(u).0,
            enemy_in_contact: foes.iter().any(|e| f[*e].state.intact() && self.in_zone(*e, u)),
            in_wood: f.on_patches(unit).any(|p| wood(p.kind)),
            in_building: unit.inside.is_some(),
        }
    }

    /// A courier of his own staff, or of a superior's, may take a fallen commander's place (08.02.6).
    fn replace_commander(&mut self, c: CommandId) {
        let f = &self.field;
        let Some(fell) = f[c].fell.filter(|_| f[c].commander.is_none()) else { return };
        let courier = |of: CommandId| {
            f.staff.iter().find(|s| s.present() && s.post == Post::Courier && s.command == of).map(|s| s.id)
        };
        let chain: Vec<CommandId> = std::iter::successors(Some(c), |x| f[*x].above).collect();
        let Some(staff) = chain.iter().find_map(|x| courier(*x)) else { return };
        let turns = (self.abs() - fell + 1e-9).max(0.0) as u8;
        let many =
            f.staff.iter().filter(|s| s.present() && s.post == Post::Courier && chain.contains(&s.command));
        let s = ReplaceCommanderSituation { turns, couriers: many.count() as u8 };
        let (side, code) = (f[c].side, f[c].code.clone());
        let dice = self.dice.occasion(<ReplaceCommander as umpire::Procedure>::NAME, &*code, side);
        let (out, ruling) = umpire::judge::<ReplaceCommander>(&s, dice);
        let done = out.appointed;
        if done {
            self.appoint(c, staff);
        }
        let by =
            By::from(clause!("08.02.6.a")).and(clause!("03.02.4.b")).with(done.then(|| clause!("08.02.6.b")));
        let ruling = Box::new(ruling);
        self.tell_to(by, Table::only(side), || EventKind::Replaced { command: c, staff, done, ruling });
    }

    fn appoint(&mut self, c: CommandId, staff: StaffId) {
        let s = &mut self.field[staff];
        s.post = Post::Commander;
        s.command = c;
        let command = &mut self.field[c];
        command.commander = Some(staff);
        command.fell = None;
    }

    /// A staff figure falls; a commander leaves his command without one (08.02.3, 08.03.6).
    pub(crate) fn staff_falls(&mut self, staff: StaffId, by: Clause) {
        let now = self.abs();
        let s = &mut self.field[staff];
        s.fate = StaffFate::Fallen;
        s.with = None;
        let (side, post, command) = (s.side, s.post, s.command);
        if post == Post::Commander && self.field[command].commander == Some(staff) {
            let c = &mut self.field[command];
            c.commander = None;
            c.fell = Some(now);
        }
        self.tell_to(by, Table::only(side), || EventKind::StaffFell { staff, ruling: None });
    }
}
