//! The order phase (play.order-phase): orders given in secret, tried, activated and replaced.

use crate::answer::{Answer, Arrange, NewOrder};
use crate::battle::{Battle, Step};
use crate::command::{CommandId, CommandKind, Level};
use crate::event::Kind;
use crate::officer::{Attached, OfficerId, Post};
use crate::orders::{Activated, CommandOrder, OrderKind, Pending};
use crate::procedures::orders::{
    ActivateOrder, ActivateOutcome, ActivateSituation, Coordinated, OrderReadings, Superior, Tester,
};
use crate::troop::FormationKind;
use crate::unit::Side;
use crate::{check, clause, reading, say};
use table::v2;
use umpire::{Procedure, Refusal, judge};

impl Battle {
    /// Deployment orders last for one round (orders.deployment.1).
    pub(super) fn expire_deployment_orders(&mut self) {
        for c in 0..self.field.commands.len() {
            let id = CommandId(c as u16);
            if self.field[id].orders.kind() == Some(OrderKind::Deployment) {
                self.defend(id, clause!("orders.deployment.1"));
            }
        }
    }

    /// Every command that is not engaged has an order; if it is unclear which, defence (orders.phase.3).
    pub(super) fn orders_for_all(&mut self) {
        for c in 0..self.field.commands.len() {
            let id = CommandId(c as u16);
            let of = &self.field[id];
            let free = matches!(of.engagement, crate::command::Engagement::Free);
            if free && of.orders.active.is_none() {
                self.defend(id, clause!("orders.phase.3"));
            }
        }
    }

    /// A command passes to a defence order, by this clause.
    pub(super) fn defend(&mut self, id: CommandId, by: umpire::Clause) {
        let round = self.field.round;
        let c = &mut self.field[id];
        c.orders.active = Some(Activated { order: CommandOrder::plain(OrderKind::Defence), since: round });
        let (side, command) = (c.side, c.name.clone());
        self.confide(by, Kind::OrderEnds, side, None, || say!("event-on-defence", command = &*command));
    }

    pub(super) fn check_orders(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Orders { arrange, give } = answer else { return Ok(()) };
        check::orders::all(self, side, arrange, give)
    }

    pub(super) fn orders_in(&mut self, both: &[Option<Answer>; 2]) {
        self.phase(say!("phase-orders"));
        self.also(clause!("play.order-phase"));
        let chiefs: Vec<CommandId> = self
            .field
            .commands
            .iter()
            .filter(|c| c.kind == CommandKind::Artillery && c.orders.pending.is_none())
            .map(|c| c.id)
            .collect();
        for c in chiefs {
            self.call_batteries(c);
        }
        for side in self.in_turn() {
            let Some(Answer::Orders { arrange, .. }) = &both[side.index()] else { continue };
            for a in arrange {
                self.arrange(side, a);
            }
        }
        self.play.retreated.clear();
        for side in self.in_turn() {
            let Some(Answer::Orders { give, .. }) = &both[side.index()] else { continue };
            for o in give {
                self.give(side, o);
            }
        }
        self.to(Step::Activation);
    }

    /// Both sides, the book's side A first.
    pub(super) fn in_turn(&self) -> [Side; 2] {
        [self.play.first, self.play.second()]
    }

    fn give(&mut self, side: Side, o: &NewOrder) {
        let Some(id) = self.field.command_by_code(&o.command) else { return };
        let round = self.field.round;
        let through = o.through.as_deref().and_then(|c| self.field.officer_by_code(c));
        let order = CommandOrder { kind: o.order, route: o.route.iter().map(|p| v2(p[0], p[1])).collect() };
        self.field[id].orders.pending =
            Some(Pending { order, given: round, starts: o.starts.unwrap_or(round), through });
        let (command, kind) = (self.field[id].name.clone(), crate::words::order(o.order));
        self.confide(clause!("orders.phase.1"), Kind::OrderGiven, side, None, || {
            say!("event-order-given", command = &*command, kind)
        });
        self.also(clause!("orders.phase.2"));
        if o.starts.is_some() {
            self.also(clause!("orders.delayed.1"));
        }
    }

    /// All pending orders that are due are tried (orders.activation.1).
    pub(super) fn activate_orders(&mut self) {
        let round = self.field.round;
        let due = |c: &crate::command::Command| c.orders.pending.as_ref().is_some_and(|p| p.starts <= round);
        let mut done: Vec<CommandId> = Vec::new();
        for side in self.in_turn() {
            let ids: Vec<CommandId> =
                self.field.commands.iter().filter(|c| c.side == side && due(c)).map(|c| c.id).collect();
            for id in ids {
                if done.contains(&id) {
                    continue;
                }
                let Some(p) = self.field[id].orders.pending.clone() else { continue };
                // Who has lost the superior through whom it was to be activated, or has come out of his radius, tries for himself
                // (orders.coordination.1).
                let f = &self.field;
                let reached = |c: &crate::command::Command| {
                    p.through.is_some_and(|o| f[o].present() && f.officer_in_radius(&f[o], &f[c.officer]))
                };
                let together: Vec<CommandId> = match p.through.filter(|_| reached(&f[id])) {
                    Some(_) => {
                        let with = |c: &&crate::command::Command| {
                            c.side == side
                                && reached(c)
                                && c.orders.pending.as_ref().is_some_and(|q| {
                                    q.through == p.through
                                        && q.order.kind == p.order.kind
                                        && q.starts <= round
                                })
                        };
                        self.field.commands.iter().filter(with).map(|c| c.id).collect()
                    }
                    None => vec![id],
                };
                done.extend(&together);
                let alone = p.through.is_some() && together.len() == 1;
                self.try_order(side, &together, &p);
                if alone {
                    self.also(clause!("orders.coordination.1"));
                }
            }
        }
        self.to(Step::Engagement);
    }

    /// What an attempt to activate an order of one command, or of several through their superior, is made on; and who makes it.
    pub(crate) fn activation(
        &self,
        side: Side,
        commands: &[CommandId],
        p: &Pending,
    ) -> (OfficerId, ActivateSituation) {
        let f = &self.field;
        let together = commands.len() > 1;
        let tester: OfficerId = match p.through.filter(|_| together) {
            Some(o) => o,
            None => f[commands[0]].officer,
        };
        let o = &f[tester];
        let superiors = f.superiors(tester).filter(|s| s.present()).map(|s| {
            let corps = s.body.filter(|b| f[*b].level >= Level::Corps);
            Superior {
                bonus: s.gifts.order_bonus,
                in_radius: f.officer_in_radius(s, o),
                attached: matches!(s.attached, Some(Attached::Unit(_))),
                no_headquarters: corps.is_some_and(|b| self.headquarters_closed(b)),
            }
        });
        let s = ActivateSituation {
            order: p.order.kind,
            tester: match o.post {
                _ if together => Tester::Superior,
                Post::TrainChief => Tester::TrainChief,
                Post::ArtilleryChief => Tester::ArtilleryChief,
                _ => Tester::Command,
            },
            ability: o.gifts.ability,
            bonus: o.gifts.order_bonus,
            attached: matches!(o.attached, Some(Attached::Unit(_))),
            superiors: superiors.collect(),
            coordinated: if together {
                let of = |c: &CommandId| Coordinated {
                    order: p.order.kind,
                    under_him: f[f[*c].officer].superior == Some(tester),
                    in_radius: f.officer_in_radius(o, &f[f[*c].officer]),
                };
                commands.iter().map(of).collect()
            } else {
                Vec::new()
            },
            delayed: p.starts.saturating_sub(p.given).min(255) as u8,
            rounds: f.round.saturating_sub(p.starts).min(255) as u8,
            reserve_zone: commands.iter().all(|c| self.in_reserve_zone(f[*c].officer)),
            in_march_column: commands.iter().all(|c| self.fit_to_march(*c)),
            enemy_near: f.nearer(f.enemy_from(side, o.at), 1000.0),
            readings: OrderReadings::of(&f.readings),
        };
        (tester, s)
    }

    /// One attempt to activate an order of one command, or of several through their superior.
    fn try_order(&mut self, side: Side, commands: &[CommandId], p: &Pending) {
        let together = commands.len() > 1;
        let (tester, s) = self.activation(side, commands, p);
        let code = self.field[tester].code.clone();
        let dice = self.dice.occasion(ActivateOrder::NAME, &*code, side);
        let (came, ruling) = judge::<ActivateOrder>(&s, dice);
        let name = self.field[commands[0]].name.clone();
        let kind = crate::words::order(p.order.kind);
        let active = came == ActivateOutcome::Activated;
        self.confide(clause!("orders.activation.1"), Kind::OrderTried, side, Some(ruling), || {
            let command = &*name;
            match came {
                ActivateOutcome::Activated => say!("event-order-activated", command, kind),
                ActivateOutcome::NotYet { next } => say!("event-order-not-yet", command, kind, next),
                ActivateOutcome::Unfit => say!("event-order-unfit", command, kind),
            }
        });
        let round = self.field.round;
        if came == ActivateOutcome::Unfit && self.field.readings.is(reading!("unfit-march", "does-not")) {
            // The round does not count as passed.
            for c in commands {
                if let Some(p) = &mut self.field[*c].orders.pending {
                    (p.given, p.starts) = (p.given + 1, round + 1);
                }
            }
        }
        if !active {
            return;
        }
        if together {
            self.also(clause!("orders.coordination.3"));
        }
        for c in commands {
            let orders = &mut self.field[*c].orders;
            if let Some(p) = orders.pending.take() {
                orders.active = Some(Activated { order: p.order, since: round });
            }
            self.activated(*c);
        }
    }

    /// Can it march: all its units in march column, guns limbered (orders.march.2)?
    pub(crate) fn fit_to_march(&self, c: CommandId) -> bool {
        let f = &self.field;
        if f[c].kind != CommandKind::Troops {
            return true;
        }
        f.of_command(c).all(|u| {
            matches!(
                u.formation.kind(),
                FormationKind::MarchColumn | FormationKind::Limbered | FormationKind::Wagons
            )
        })
    }

    /// What else comes of an order that has just been activated.
    fn activated(&mut self, c: CommandId) {
        let kind = self.field[c].kind;
        if kind == CommandKind::Artillery && self.field[c].orders.kind() == Some(OrderKind::March) {
            self.place_artillery_chief(c);
        }
    }

    fn arrange(&mut self, side: Side, a: &Arrange) {
        self.arrange_guns(side, a);
    }
}
