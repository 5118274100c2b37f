//! The first steps of a turn (03.02.4): command distance and reaction rolls, rallying from FU, replacing fallen commanders.

use super::choices::{AskKind, Asked};
use super::{Stage, Table};
use crate::battle::with_labels;
use crate::book::turn::periods;
use crate::clause;
use crate::event::{By, EventKind};
use crate::field::{Level, Post, StaffFate};
use crate::ground::PatchKind;
use crate::order::{Choice, Leg, Order};
use crate::procedures::command::{
    Reaction, ReactionSituation, Repeats, ReplaceCommander, ReplaceCommanderSituation,
};
use crate::procedures::rally::{Rally, RallyOutcome, RallySituation, cannot_rally};
use crate::reach::{self, Reach};
use crate::staffwork::follows;
use crate::troop::State;
use crate::unit::{CommandId, StaffId, UnitId};
use table::EPS;
use umpire::Clause;

impl Table {
    /// Step 1: who is out of command may try to react (08.03.5).
    pub(crate) fn command_check(&mut self) -> Stage {
        let mut asked = Vec::new();
        for u in self.standing() {
            let unit = &self.field[u];
            let run = self.run(u);
            if !run.order.given || unit.state == State::Complete || unit.leads.is_some() {
                continue;
            }
            if reach::reach(&self.field, unit).0.within() {
                continue;
            }
            asked.push(Asked {
                key: format!("react {}", unit.code),
                side: unit.side,
                kind: AskKind::React { unit: u },
                default: Choice::Yes,
                offers: [Choice::Yes, Choice::No].into(),
                clause: clause!("08.03.5"),
            });
        }
        self.ask(asked);
        Stage::Reactions
    }

    pub(crate) fn reactions(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let AskKind::React { unit: u } = a.kind else { continue };
            let by = match reach::reach(&self.field, &self.field[u]) {
                (Reach::Fallen, by) => by,
                _ => clause!("08.03.4"),
            };
            let by =
                By::from(clause!("08.03.5")).with([by, clause!("play.command-check"), clause!("03.02.4.a")]);
            // From base edge to base edge.
            let by = by.and(clause!("01.03.4"));
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
        // It does not reorganise either: a period begun before is over (play.orders).
        self.field[u].record.reorganising = None;
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
        let repeats = if unit.record.done_order.as_ref() == Some(order) {
            Repeats::CarriedOut
        } else if unit.record.failed_order.as_ref() == Some(order) {
            Repeats::NotCarriedOut
        } else {
            Repeats::Nothing
        };
        let courier = |s: &crate::field::Staff| {
            s.present() && s.side == unit.side && s.post == Post::Courier && s.with == Some(u)
        };
        ReactionSituation {
            repeats,
            as_instructed: self.as_instructed(u),
            courier: f.staff.iter().any(courier),
            state: unit.state,
            valour: f.valour(u).0,
        }
    }

    /// Does its order follow the instruction it has: as the umpire says, or as it is read (table II.reaction)?
    fn as_instructed(&self, u: UnitId) -> bool {
        let unit = &self.field[u];
        let Some((_, says)) = &unit.record.instruction else { return false };
        let named = self.field.readings.is(crate::reading!("follows-instruction", "named"));
        match self.said.follows.get(&u) {
            Some(said) => *said,
            None if named => {
                // Enemies are in it by the labels that its writer knows.
                let sightings = &self.noticed.sightings;
                let order = with_labels(&self.field, sightings, unit.side, &self.run(u).order.written);
                follows(&order, says, self.field.edge(unit.side))
            }
            None => true,
        }
    }

    /// Step 2: routed units try to rally, and fallen commanders are replaced (03.02.4.b).
    pub(crate) fn rally(&mut self) -> Stage {
        for u in self.standing() {
            if self.field[u].state == State::Complete {
                self.rallies(u);
            }
        }
        self.ask_replacements();
        Stage::Replace
    }

    /// Which courier is to take a fallen commander's place: of his own staff first (08.02.6.a).
    fn ask_replacements(&mut self) {
        let mut asked = Vec::new();
        for c in (0..self.field.commands.len() as u16).map(CommandId) {
            let couriers = self.couriers_for(c);
            let offers: Vec<Choice> =
                couriers.iter().map(|s| Choice::Pick(self.field[*s].code.to_string())).collect();
            let Some(default) = offers.first().cloned() else { continue };
            asked.push(Asked {
                key: format!("replace {}", self.field[c].code),
                side: self.field[c].side,
                kind: AskKind::Replace { command: c },
                default,
                offers: offers.into(),
                clause: clause!("08.02.6.a"),
            });
        }
        self.ask(asked);
    }

    /// Couriers who may take the place of a fallen commander: those of his staff, then those of each superior's.
    fn couriers_for(&self, c: CommandId) -> Vec<StaffId> {
        let f = &self.field;
        if f[c].fell.is_none() || f[c].commander.is_some() {
            return Vec::new();
        }
        let chain = std::iter::successors(Some(c), |x| f[*x].above);
        let of = |x: CommandId| {
            let fits =
                move |s: &&crate::field::Staff| s.present() && s.post == Post::Courier && s.command == x;
            f.staff.iter().filter(fits).map(|s| s.id)
        };
        chain.flat_map(of).collect()
    }

    pub(crate) fn replacements(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let (AskKind::Replace { command }, Choice::Pick(code)) = (a.kind, c) else { continue };
            if let Some(s) = self.field.staff_by_code(&code).filter(|s| self.field[*s].post == Post::Courier)
            {
                self.replace_commander(command, s);
            }
        }
        Stage::Announce
    }

    fn rallies(&mut self, u: UnitId) {
        // Who was put down in FU counts the turn before as his first of flight (play.setup).
        let before = self.field.turn.saturating_sub(1);
        self.field[u].record.flight_turn.get_or_insert(before);
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
        let by =
            if to == State::Complete { by } else { by.and(clause!("play.rally")).and(clause!("13.01.3")) };
        self.tell(by, &[u], || EventKind::Rallied { unit: u, to, ruling });
        if to == State::Complete {
            return;
        }
        // It stands in its usual formation, faces the nearest enemy it sees, and reorganises (play.rally).
        let nearest = self.nearest_seen(u);
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
        // An order written in case it should rally (play.rally).
        let conditional = run.order.given && run.order.void;
        if conditional {
            run.order.void = false;
        } else {
            run.order = super::run::Ordered::of(Order { legs: vec![Leg::Reorganise], ..Order::default() });
        }
        if conditional {
            self.field[u].record.reorganising = None;
        }
        self.stand_still(u);
    }

    /// Does it stand in a wood or plantation (16.03.1)?
    pub(super) fn in_woods(&self, u: UnitId) -> bool {
        let wood = |k: PatchKind| matches!(k, PatchKind::Wood | PatchKind::Plantation);
        self.field.on_patches(&self.field[u]).any(|p| wood(p.kind))
    }

    /// What a rally is rolled on (table XIX).
    pub(crate) fn rally_of(&self, u: UnitId) -> RallySituation {
        let f = &self.field;
        let unit = &f[u];
        let foes: Vec<UnitId> = self.foes(u);
        let within =
            |o: &UnitId, cm: f64| !f.far_apart(unit, &f[*o], cm + EPS) && f.gap(unit, &f[*o]) <= cm + EPS;
        let nearest = self.nearest_foe(u);
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
        let near =
            |state: State| friends.iter().any(|o| f[*o].state == state && within(o, periods().rally_friend));
        let turns = unit.record.flight_turn.map_or(1, |t| f.turn.saturating_sub(t).max(1));
        RallySituation {
            superior,
            corps_commander: f.staff.iter().any(|s| with(s) && high(s)),
            no_enemy_near: !foes.iter().any(|e| within(e, periods().rally_enemy)),
            screened,
            flight_turns: turns as u8,
            gave_prisoners: unit.record.gave_prisoners,
            near_disorder: near(State::Disorder),
            near_complete: near(State::Complete),
            valour: f.valour(u).0,
            enemy_in_contact: foes.iter().any(|e| f[*e].state.intact() && self.in_zone(*e, u)),
            in_wood: self.in_woods(u),
            in_building: unit.inside.is_some(),
        }
    }

    /// What the roll for a fallen commander's place is made on; none where nobody has fallen.
    pub(super) fn replacing(&self, c: CommandId) -> Option<ReplaceCommanderSituation> {
        let couriers = self.couriers_for(c).len() as u8;
        let turns = (self.abs() - self.field[c].fell? + 1e-9).max(0.0) as u8;
        Some(ReplaceCommanderSituation { turns, couriers })
    }

    /// A courier of his own staff, or of a superior's, may take a fallen commander's place (08.02.6).
    fn replace_commander(&mut self, c: CommandId, staff: StaffId) {
        let Some(s) = self.replacing(c) else { return };
        let f = &self.field;
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
        // He is put where the commander fell (play.staff).
        let fell = self
            .field
            .staff
            .iter()
            .rev()
            .find(|o| o.command == c && o.fate == StaffFate::Fallen && o.post == Post::Commander);
        if let Some(at) = fell.map(|o| *o.base()) {
            let s = &mut self.field[staff];
            s.put(s.base().at(at.front, at.dir));
            s.with = None;
        }
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
