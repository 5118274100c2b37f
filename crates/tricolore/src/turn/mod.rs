//! The round, step by step (play.machine).

mod admin;
mod arrival;
mod breakthrough;
mod bringing;
mod declare;
mod deployment;
mod edge;
mod engage;
mod fire;
mod grand;
mod initiative;
mod manoeuvre;
mod march;
mod melee;
mod moves;
mod orders;
pub(crate) mod prospect;
mod retreat;
mod rolls;
mod town;
mod victory;

pub(crate) use melee::shrunk;

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Step};
use crate::event::Kind;
use crate::unit::Side;
use crate::{clause, say};
use umpire::Refusal;

impl Battle {
    /// Goes on until somebody is waited for or the battle is over.
    pub(crate) fn go_on(&mut self) {
        while self.play.pending.is_empty() && self.play.ended.is_none() && self.play.step != Step::Over {
            self.field.find_units();
            self.advance();
        }
        self.field.find_units();
    }

    pub(super) fn to(&mut self, step: Step) {
        self.play.step = step;
    }

    /// Does what the step is, and goes to the next, or waits.
    fn advance(&mut self) {
        match self.play.step {
            Step::RoundBegins => self.begin_round(),
            Step::Orders => self.ask_both(&Awaits::Orders),
            Step::Activation => self.activate_orders(),
            Step::Engagement => self.engagement_phase(),
            Step::Initiative => self.roll_initiative(),
            Step::Bonus => self.ask_bonus(),
            Step::SequenceBegins => self.begin_sequence(),
            Step::DeclareA => self.declarations(self.play.first, Step::DeclareB),
            Step::DeclareB => self.declarations(self.play.second(), Step::AdjustA),
            Step::AdjustA => self.adjust_declarations(),
            Step::MovesA => self.begin_moves(self.play.first, Step::MovesB),
            Step::MovesB => self.begin_moves(self.play.second(), Step::ReactionsA),
            Step::ReactionsA => self.begin_reactions(self.play.first, Step::ReactionsB),
            Step::ReactionsB => self.begin_reactions(self.play.second(), Step::TacticalFire),
            Step::TacticalFire => self.begin_fire(Step::MeleeChoices),
            Step::MeleeChoices => self.begin_melees(),
            Step::InitialMelees => self.initial_melees(),
            Step::ContinuedMelees => self.continued_melees(),
            Step::TownFights => self.town_fights(),
            Step::Breakthroughs => self.next_breakthrough(),
            Step::SequenceEnds => self.end_sequence(),
            Step::SequenceRoll => self.roll_for_sequence(),
            Step::AfterFirst => self.after_first_sequence(),
            Step::Manoeuvre => self.begin_manoeuvres(),
            Step::Superiors => self.begin_superiors(),
            Step::Bombardment => self.begin_fire(Step::Deployment),
            Step::Deployment => self.begin_deployment(),
            Step::Settling => self.begin_settling(),
            Step::Administration => self.grand_administration(),
            Step::EndCheck => self.end_check(),
            Step::Over => {}
        }
    }

    /// Takes an answer to what is awaited.
    pub(crate) fn take(&mut self, side: Side, awaits: &Awaits, answer: Answer) -> Result<(), Refusal> {
        match (awaits, answer) {
            (Awaits::Blow(_), Answer::End) => self.play.pending.clear(),
            (awaits, Answer::Blow { unit, bridge }) if awaits.lets_blow() => {
                self.blow(side, awaits, &unit, &bridge)?;
            }
            (Awaits::Orders, a @ Answer::Orders { .. }) => {
                self.check_orders(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Decline(asked), Answer::Decline { commands }) => self.decline(side, asked, &commands)?,
            (Awaits::Resume(command), Answer::Resume { resume }) => self.resume(*command, resume),
            (Awaits::SideA, Answer::SideA { side: first }) => self.name_side_a(side, first),
            (Awaits::Bonus, a @ Answer::Bonus { .. }) => self.commit(side, a),
            (Awaits::Declare(what), Answer::Declare { attacks }) => self.declare(side, what, &attacks)?,
            (Awaits::Evade(targets), Answer::Evade { retreat }) => self.evade(side, targets, &retreat)?,
            (Awaits::Moves, Answer::End) | (Awaits::Reactions, Answer::End) => self.end_moves(side),
            (Awaits::Moves, a) => self.tactical_action(side, false, a)?,
            (Awaits::Reactions, a) => self.tactical_action(side, true, a)?,
            (Awaits::Fire, a @ Answer::Fire { .. }) => {
                self.check_fire(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Loss(units), Answer::Loss { unit }) => self.name_loss(units, &unit)?,
            (Awaits::Melees, a @ Answer::Melees { .. }) => {
                self.check_melees(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Breakthrough(unit), Answer::Breakthrough(b)) => self.break_through(*unit, &b)?,
            (Awaits::Counter(unit), Answer::Counter { counter }) => self.counter_breakthrough(*unit, counter),
            (Awaits::Disengage(command), Answer::Disengage { to }) => self.disengage(*command, to),
            (Awaits::Away(command), Answer::Manoeuvre { commands }) => {
                self.move_away(side, *command, &commands)?
            }
            (Awaits::Manoeuvre, a @ Answer::Manoeuvre { .. }) => {
                self.check_manoeuvre(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Superiors, a @ Answer::Superiors { .. }) => {
                self.check_superiors(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Deploy, a @ Answer::Deploy { .. }) => {
                self.check_deployment(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Settle, a @ Answer::Settle { .. }) => {
                self.check_settling(side, &a)?;
                self.commit(side, a);
            }
            (Awaits::Manoeuvre | Awaits::Away(_), Answer::Change(_)) => {
                return Err(Refusal::by(clause!("orders.manoeuvre.6"), say!("no-change-on-manoeuvre")));
            }
            (awaits, _) => {
                return Err(Refusal::form(say!("waits-for-another-answer", awaits = awaits.name())));
            }
        }
        Ok(())
    }

    /// Asks both sides, each to answer without seeing the other's (play.simultaneous).
    pub(super) fn ask_both(&mut self, awaits: &Awaits) {
        self.play.secret = [None, None];
        self.play.pending = Side::BOTH.map(|s| (s, awaits.clone())).to_vec();
    }

    pub(super) fn ask(&mut self, side: Side, awaits: Awaits) {
        self.play.pending = vec![(side, awaits)];
    }

    /// Keeps an answer until both sides have given theirs, and then carries both out.
    fn commit(&mut self, side: Side, answer: Answer) {
        self.play.secret[side.index()] = Some(answer);
        self.play.pending.retain(|(s, _)| *s != side);
        if !self.play.pending.is_empty() || self.bonus_of_second() || self.fire_of_second() {
            return;
        }
        let [a, b] = std::mem::take(&mut self.play.secret);
        let both = [a, b];
        match self.play.step {
            Step::Orders => self.orders_in(&both),
            Step::Bonus => self.bonuses_in(&both),
            Step::TacticalFire | Step::Bombardment => self.fire_in(&both),
            Step::MeleeChoices => self.melees_in(&both),
            Step::Manoeuvre => self.manoeuvres_in(&both),
            Step::Superiors => self.superiors_in(&both),
            Step::Deployment => self.deployments_in(&both),
            Step::Settling => self.settlings_in(&both),
            _ => {}
        }
    }

    /// A round begins (scale.1).
    fn begin_round(&mut self) {
        self.field.round += 1;
        let round = self.field.round;
        self.dice.begin_turn(round);
        self.say(clause!("round.1"), Kind::Round, &[], || say!("event-round", round));
        self.also(clause!("op.officers.3"));
        for u in self.field.units.as_they_stand() {
            let town = u.record.phases_in_town;
            u.record = crate::unit::Record { phases_in_town: town, ..Default::default() };
        }
        for c in &mut self.field.commands {
            c.used = 0;
        }
        let zones = self.field.zones.len();
        self.play.in_zone = (0..zones).map(|z| self.sides_in_zone(crate::ground::ZoneId(z as u16))).collect();
        self.play.moved.clear();
        self.play.unbound.clear();
        self.play.failed_blows.clear();
        self.play.on_bridges.clear();
        self.play.fired_at.clear();
        self.play.tried_to_fire.clear();
        self.play.sequence = 0;
        self.come_to_train();
        self.look_at_support();
        // As the scenario put everybody down, too (play.scenario-states).
        self.look_at_integrity();
        self.expire_deployment_orders();
        self.orders_for_all();
        self.to(Step::Orders);
    }

    /// A phase begins.
    pub(super) fn phase(&mut self, says: words::Message) {
        self.cue();
        self.say(clause!("round.4"), Kind::Phase, &[], || says);
    }
}
