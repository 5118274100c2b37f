//! Engagement (play.engagement): who is near enough to the enemy to act in the tactical part, and how that begins and ends.

use crate::answer::Disengaged;
use crate::battle::looked::Near;
use crate::battle::{Awaits, Battle, Step};
use crate::check::declinable;
use crate::command::{Command, CommandId, CommandKind, Engagement, Level, Press};
use crate::event::Kind;
use crate::field::ENGAGED;
use crate::ops;
use crate::orders::{Activated, CommandOrder, OrderKind};
use crate::troop::Arm;
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, reading, say};
use umpire::{Clause, Refusal};

impl crate::Field {
    /// How enemies press a unit.
    pub(crate) fn press_on(&self, u: &Unit) -> Press {
        let f = self;
        let mut worst = Press::None;
        for e in f.enemies_about(u.side, &f.rects(u), ENGAGED + 1.0) {
            if crate::Field::at_least(u, e) > ENGAGED + 1.0 || !f.nearer(f.gap(u, e), ENGAGED) {
                continue;
            }
            if !declinable(e) {
                return Press::Must;
            }
            worst = Press::May;
        }
        worst
    }
}

impl Battle {
    /// The table, and what is known of who is near on it.
    fn near(&mut self) -> (&crate::Field, &mut Near) {
        self.field.find_units();
        self.looked.near.refresh(&self.field);
        (&self.field, &mut self.looked.near)
    }

    /// How enemies press each command of troops.
    fn pressed(&mut self) -> Vec<(CommandId, Press)> {
        let (f, near) = self.near();
        let troops = f.commands.iter().filter(|c| c.kind == CommandKind::Troops);
        troops.map(|c| (c.id, near.press(f, c.id))).collect()
    }

    /// Has it chosen in this round not to be engaged by those whom it may decline?
    fn declines(&self, c: CommandId) -> bool {
        self.field[c].declines == Some(self.field.round)
    }

    fn troops(&self) -> Vec<CommandId> {
        self.field.commands.iter().filter(|c| c.kind == CommandKind::Troops).map(|c| c.id).collect()
    }

    /// Those commands of a side that have a choice which they have not made yet in this round.
    fn have_choice(&mut self, side: Side) -> Vec<CommandId> {
        let (f, near) = self.near();
        let asked = |c: &&Command| {
            c.kind == CommandKind::Troops
                && c.side == side
                && !c.engagement.engaged()
                && c.declines != Some(f.round)
                && near.press(f, c.id) == Press::May
        };
        f.commands.iter().filter(asked).map(|c| c.id).collect()
    }

    pub(super) fn engagement_phase(&mut self) {
        if !self.play.begun {
            self.phase(say!("phase-engagement"));
            self.play.begun = true;
        }
        for side in self.in_turn() {
            let choice = self.have_choice(side);
            if !choice.is_empty() {
                self.ask(side, Awaits::Decline(choice));
                return;
            }
        }
        for (c, press) in self.pressed() {
            let press = if press == Press::May && self.declines(c) { Press::None } else { press };
            match (self.field[c].engagement, press) {
                (Engagement::Free | Engagement::Leaving { .. }, Press::May | Press::Must) => {
                    self.engage(c, clause!("engagement.1"));
                }
                (Engagement::Engaged { since }, Press::None) if self.play.clear.contains(&c) => {
                    self.field[c].engagement = Engagement::Leaving { since };
                    let name = self.field[c].name.clone();
                    self.say(clause!("disengage.1"), Kind::Disengaged, &[], || {
                        say!("event-disengages", command = &*name)
                    });
                    let later = self.field.readings.is(reading!("resume-when", "after-first"));
                    if self.may_resume(c, since) && !later {
                        self.ask(self.field[c].side, Awaits::Resume(c));
                        return;
                    }
                }
                _ => {}
            }
        }
        self.play.begun = false;
        self.units_alone();
        self.to(Step::Initiative);
    }

    /// May a command take up its former order: one of movement, and engaged during one round's tactical part alone (disengage.6)?
    fn may_resume(&self, c: CommandId, since: u32) -> bool {
        let former = self.field[c].orders.former.as_ref().map(|a| a.order.kind);
        let moved = matches!(former, Some(OrderKind::Manoeuvre | OrderKind::March));
        moved && self.field.round.saturating_sub(since) == 1
    }

    /// The brigade of its division to which a battery stands nearest.
    fn nearest_brigade(f: &crate::Field, u: &Unit) -> Option<CommandId> {
        let division = f.above(u.body, Level::Division)?;
        let of = |o: &&Unit| {
            o.command.is_some_and(|c| f[c].kind == CommandKind::Troops)
                && f.above(o.body, Level::Division) == Some(division)
        };
        let near = f.side(u.side).filter(of).map(|o| (f.gap(u, o), o.command));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).and_then(|(_, c)| c)
    }

    /// Is a unit engaged that no brigade takes with it: by its own distance, or a battery with the brigade nearest to it where that is
    /// played (play.engaged-alone)?
    fn pressed_alone(f: &crate::Field, near: &mut Near, u: &Unit) -> bool {
        let guns = u.arm() == Arm::Artillery && u.command.is_none_or(|c| f[c].kind != CommandKind::Troops);
        if guns && f.readings.is(reading!("divisional-guns", "nearest-brigade")) {
            if let Some(c) = Battle::nearest_brigade(f, u) {
                return f[c].engagement.engaged();
            }
        }
        near.press_on(f, u) == Press::Must
    }

    /// Units out of command, and batteries under no brigade, that are engaged on their own (engagement.4, play.engaged-alone).
    pub(super) fn units_alone(&mut self) {
        let (f, near) = self.near();
        let alone = |u: &&Unit| {
            f.is_enemy(u.side.other(), u)
                && (u.command.is_none_or(|c| f[c].kind != CommandKind::Troops) || !near.in_command(f, u))
                && Battle::pressed_alone(f, near, u)
        };
        let now: Vec<UnitId> = f.present().filter(alone).map(|u| u.id).collect();
        for u in &now {
            if !self.play.alone_units.contains(u) {
                let code = self.field[*u].code.clone();
                self.say(clause!("engagement.4"), Kind::Engaged, &[*u], || {
                    say!("event-engaged-alone", unit = &*code)
                });
                self.also(clause!("play.engaged-alone"));
            }
        }
        self.play.alone_units = now;
    }

    pub(super) fn decline(
        &mut self,
        side: Side,
        asked: &[CommandId],
        names: &[String],
    ) -> Result<(), Refusal> {
        let mut declined = Vec::new();
        for n in names {
            let c = self.field.command_by_code(n).filter(|c| asked.contains(c));
            let c = c.ok_or_else(|| {
                Refusal::by(clause!("engagement.3"), say!("may-not-decline", command = &**n))
            })?;
            declined.push(c);
        }
        self.play.pending.clear();
        let round = self.field.round;
        for c in asked {
            if declined.contains(c) {
                self.field[*c].declines = Some(round);
                let (name, side) = (self.field[*c].name.clone(), self.called(side));
                self.say(clause!("engagement.3"), Kind::Declined, &[], || {
                    say!("event-declines", command = &*name, side)
                });
            } else {
                self.engage(*c, clause!("engagement.3"));
            }
        }
        Ok(())
    }

    pub(super) fn resume(&mut self, c: CommandId, resume: bool) {
        self.play.pending.clear();
        let round = self.field.round;
        if let (true, Some(former)) = (resume, self.field[c].orders.former.take()) {
            let name = self.field[c].name.clone();
            self.field[c].orders.active = Some(Activated { since: round, ..former });
            self.field[c].engagement = Engagement::Free;
            self.field[c].used = 0;
            self.say(clause!("disengage.6"), Kind::OrderActive, &[], || {
                say!("event-resumes", command = &*name)
            });
        } else {
            self.field[c].orders.former = None;
        }
    }

    /// A command becomes engaged: its order goes at once, and so does one that is pending (engagement.5, orders.activation.6).
    pub(super) fn engage(&mut self, c: CommandId, by: Clause) {
        let tactical = self.play.sequence > 0 || matches!(self.play.step, Step::Engagement);
        let round = self.field.round + u32::from(!tactical);
        let again = matches!(self.field[c].engagement, Engagement::Leaving { .. });
        let since = match self.field[c].engagement {
            Engagement::Engaged { .. } => return,
            Engagement::Leaving { since } => since,
            Engagement::Free => round,
        };
        let of = &mut self.field[c];
        of.engagement = Engagement::Engaged { since };
        if let Some(a) = of.orders.active.take() {
            of.orders.former = Some(a);
        }
        let pending = of.orders.pending.take().is_some();
        let name = of.name.clone();
        if again && self.play.sequence > 0 {
            // As though nothing had happened (disengage.2).
            self.say(clause!("disengage.2"), Kind::Engaged, &[], || {
                say!("event-engaged-again", command = &*name)
            });
            self.also(by);
        } else {
            self.say(by, Kind::Engaged, &[], || say!("event-engaged", command = &*name));
        }
        self.also(clause!("engagement.2"));
        self.also(clause!("engagement.5"));
        if pending {
            self.also(clause!("orders.activation.6"));
        }
        if self.play.sequence > 0 {
            self.also(clause!("engagement.6"));
        }
    }

    /// Looks at engagement in the tactical part after a move, retreat or placing (engagement.6).
    pub(super) fn look_at_engagement(&mut self) {
        if self.field.readings.is(reading!("decline-lasts", "each-check")) {
            for c in &mut self.field.commands {
                c.declines = None;
            }
        }
        let (f, near) = self.near();
        let free = f.commands.iter().filter(|c| c.kind == CommandKind::Troops && !c.engagement.engaged());
        let must: Vec<CommandId> =
            free.filter(|c| near.press(f, c.id) == Press::Must).map(|c| c.id).collect();
        for c in must {
            self.engage(c, clause!("engagement.1"));
        }
        self.units_alone();
    }

    /// Asks for the choice of those who come near only to enemies whom they may decline; true if somebody is asked.
    pub(super) fn ask_to_decline(&mut self) -> bool {
        for side in self.in_turn() {
            let choice = self.have_choice(side);
            if !choice.is_empty() {
                self.ask(side, Awaits::Decline(choice));
                return true;
            }
        }
        false
    }

    /// At the end of a grand-tactical phase commands become engaged that have come near (engagement.7).
    pub(super) fn engage_after_phase(&mut self) {
        for (c, press) in self.pressed() {
            let engages = match press {
                Press::Must => true,
                Press::May => !self.declines(c) && self.play.means_to_engage.contains(&c),
                Press::None => false,
            };
            if !self.field[c].engagement.engaged() && engages {
                self.engage(c, clause!("engagement.7"));
            }
        }
    }

    /// A command engaged by being attacked (play.engagement).
    pub(super) fn engage_by_attack(&mut self, target: UnitId) {
        if self.field.readings.is(reading!("attacked-declines", "unengaged")) {
            return;
        }
        if let Some(c) = self.field[target].command
            && self.field[c].kind == CommandKind::Troops
            && ops::in_command(&self.field, &self.field[target])
        {
            self.engage(c, clause!("play.engagement"));
        }
    }

    /// Does a unit act in the tactical part (round.2, engagement.engaged.1)?
    pub fn tactical(&self, u: &Unit) -> bool {
        if self.play.alone_units.contains(&u.id) {
            return true;
        }
        let Some(c) = u.command.filter(|c| self.field[*c].kind == CommandKind::Troops) else { return false };
        match self.field[c].engagement {
            Engagement::Engaged { .. } => ops::in_command(&self.field, u) || u.broken(),
            Engagement::Leaving { .. } => self.play.sequence == 1 && ops::in_command(&self.field, u),
            Engagement::Free => false,
        }
    }

    /// Is a unit engaged: by its command, or on its own?
    pub fn engaged(&self, u: &Unit) -> bool {
        if self.play.alone_units.contains(&u.id) {
            return true;
        }
        let by = u.command.filter(|c| self.field[*c].kind == CommandKind::Troops);
        by.is_some_and(|c| self.field[c].engagement.engaged() && ops::in_command(&self.field, u))
    }

    /// Is there anybody who may act, attack or be in melee in the tactical part (play.machine)?
    pub(super) fn anybody_tactical(&self) -> bool {
        let acting = |c: &crate::command::Command| !matches!(c.engagement, Engagement::Free);
        self.field.commands.iter().any(acting)
            || !self.play.alone_units.is_empty()
            || self.field.present().any(|u| u.continued.is_some())
            || self.field.zones.iter().any(|z| z.fight.is_some())
    }

    /// Which engaged commands have no enemy in reach at the end of the tactical part (disengage.1).
    pub(super) fn remember_who_is_near(&mut self) {
        let pressed = self.pressed();
        let free = |(c, press): (CommandId, Press)| {
            let far = match press {
                Press::None => true,
                Press::May => self.declines(c),
                Press::Must => false,
            };
            (far && self.field[c].engagement.engaged()).then_some(c)
        };
        let clear = pressed.into_iter().filter_map(free).collect();
        self.play.clear = clear;
    }

    /// After the first sequence those who disengaged choose what to do, unless they are engaged again (disengage.3).
    pub(super) fn after_first_sequence(&mut self) {
        for c in self.troops() {
            let Engagement::Leaving { since } = self.field[c].engagement else { continue };
            let side = self.field[c].side;
            let resumes =
                self.may_resume(c, since) && self.field.readings.is(reading!("resume-when", "after-first"));
            self.ask(side, if resumes { Awaits::Resume(c) } else { Awaits::Disengage(c) });
            return;
        }
        self.to(Step::SequenceRoll);
    }

    pub(super) fn disengage(&mut self, c: CommandId, to: Disengaged) {
        self.play.pending.clear();
        let round = self.field.round;
        let name = self.field[c].name.clone();
        self.field[c].engagement = Engagement::Free;
        // What it used in the sequence is renewed: it moves quite normally (op.officers.4, disengage.5).
        self.field[c].used = 0;
        self.field[c].orders.former = None;
        match to {
            Disengaged::Defence => {
                self.field[c].orders.active =
                    Some(Activated { order: CommandOrder::plain(OrderKind::Defence), since: round });
                self.play.unbound.push(c);
                self.say(clause!("disengage.4"), Kind::OrderActive, &[], || {
                    say!("event-leaves-on-defence", command = &*name)
                });
                self.also(clause!("disengage.3"));
            }
            Disengaged::Manoeuvre => {
                self.field[c].orders.active =
                    Some(Activated { order: CommandOrder::plain(OrderKind::Manoeuvre), since: round });
                let o = self.field[c].officer;
                let away = self.away_from_enemy(o);
                self.field[o].dir = away;
                self.say(clause!("disengage.5"), Kind::OrderActive, &[], || {
                    say!("event-leaves-manoeuvring", command = &*name)
                });
                self.also(clause!("disengage.3"));
                self.ask(self.field[c].side, Awaits::Away(c));
            }
        }
    }

    /// Straight away from the enemy nearest to an officer.
    pub(crate) fn away_from_enemy(&self, o: crate::officer::OfficerId) -> table::V2 {
        let f = &self.field;
        let at = f[o].at;
        let mut best: Option<(f64, table::V2)> = None;
        for e in f.enemies(f[o].side) {
            for r in f.rects(e) {
                let p = r.nearest(at);
                let d = p.dist(at);
                if best.is_none_or(|(b, _)| d < b) {
                    best = Some((d, p));
                }
            }
        }
        match best {
            Some((d, p)) if d > table::EPS => (at - p).unit(),
            _ => f[o].dir,
        }
    }

    /// Is it a command of cavalry and horse artillery alone (tmove.officer.1)?
    pub fn of_horse(&self, c: CommandId) -> bool {
        self.field.of_command(c).all(|u| u.arm() == Arm::Cavalry || u.troop.horse_guns())
    }
}
