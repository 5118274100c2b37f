//! Choices after a melee (12.02.4 to 12.02.7, play.after-melee): stand, go back, follow, go on, attack another.

use super::choices::{AskKind, Asked};
use super::legs::angle;
use super::run::Attack;
use super::{Mode, Stage, Table};
use crate::book::stand::SMALL_TURN;
use crate::clause;
use crate::event::{By, EventKind};
use crate::order::{Choice, Course, FireOrder, When};
use crate::procedures::after_melee::{
    self, AfterMelee, AfterMeleeOutcome, AfterMeleeSituation, Must, NewTarget, may_continue,
};
use crate::procedures::may_attack::may_attack;
use crate::procedures::melee::{MeleeOutcome, Who};
use crate::procedures::morale_readings::MoraleReadings;
use crate::sides::{self, Struck};
use crate::sight;
use crate::troop::{Arm, State};
use crate::unit::UnitId;
use umpire::{Procedure, Silent};

/// A melee that is over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Aftermath {
    pub attacker: UnitId,
    pub defender: UnitId,
    winner: Option<Who>,
    both_attacked: bool,
    both_hold: bool,
    /// Who has chosen to go back.
    back: Vec<UnitId>,
}

impl Aftermath {
    pub(super) fn of(attacker: UnitId, defender: UnitId, out: &MeleeOutcome, both: bool) -> Aftermath {
        let (winner, both_hold) = (out.winner, out.both_hold);
        Aftermath { attacker, defender, winner, both_attacked: both, both_hold, back: Vec::new() }
    }

    fn unit(&self, who: Who) -> UnitId {
        match who {
            Who::Attacker => self.attacker,
            Who::Defender => self.defender,
        }
    }
}

impl Table {
    /// What both must or may do now.
    fn judged_after(&self, a: &Aftermath) -> AfterMeleeOutcome {
        let f = &self.field;
        // Who has surrendered or lost his last figure is beaten as if he had fled.
        let left = |u: UnitId| f[u].on_table();
        let state = |u: UnitId| if left(u) { f[u].state } else { State::Complete };
        let only = match (left(a.attacker), left(a.defender)) {
            (true, false) => Some(Who::Attacker),
            (false, true) => Some(Who::Defender),
            _ => None,
        };
        let s = AfterMeleeSituation {
            winner: only.or(a.winner),
            attacker: state(a.attacker),
            defender: state(a.defender),
            both_attacked: a.both_attacked,
            both_hold: a.both_hold,
            retreating: Who::BOTH
                .into_iter()
                .find(|w| matches!(self.run(a.unit(*w)).course.mode, Mode::Retreat { .. })),
            draw_in_disorder: MoraleReadings::of(&f.readings).draw_in_disorder,
        };
        AfterMelee::prepare(&s, &mut Silent)
    }

    /// First the loser, in a draw the defender; winners over U and FU choose at the same time.
    pub(crate) fn ask_after(&mut self) -> Stage {
        let mut asked = Vec::new();
        for a in &self.turn().instant.after {
            let may = self.judged_after(a);
            for who in Who::BOTH {
                let u = a.unit(who);
                let foe = a.unit(who.other());
                let mine = if who == Who::Attacker { &may.attacker } else { &may.defender };
                if !self.field[u].on_table() || mine.must.is_some() {
                    continue;
                }
                if mine.go_back && who == may.first {
                    asked.push(self.ask_stays(u, foe));
                }
                if mine.go_on {
                    asked.push(self.ask_goes_on(u, foe, mine));
                }
            }
        }
        self.ask(asked);
        Stage::AfterFirst
    }

    fn ask_stays(&self, u: UnitId, foe: UnitId) -> Asked {
        let unit = &self.field[u];
        let stand = Choice::Way(Course::Stand);
        Asked {
            key: format!("after {} {}", unit.code, self.field[foe].code),
            side: unit.side,
            kind: AskKind::Stays { unit: u, foe },
            default: stand.clone(),
            offers: [stand, Choice::Way(Course::GoBack), Choice::Way(Course::AboutFace)].into(),
            clause: clause!("12.02.4"),
        }
    }

    fn ask_goes_on(&self, u: UnitId, foe: UnitId, may: &after_melee::Aftermath) -> Asked {
        let unit = &self.field[u];
        let run = self.run(u);
        let goes_on = run.order.now().is_some() && run.course.mode == Mode::Order;
        let mut offers = Vec::new();
        if goes_on {
            offers.push(Choice::Way(Course::AsOrdered));
        }
        offers.push(Choice::Way(Course::Stand));
        if may.follow && self.field[foe].on_table() {
            offers.push(Choice::Way(Course::Follow));
        }
        if may.attack_on {
            offers.extend(self.new_targets(u, foe).into_iter().map(|t| Choice::Pick(self.code(t))));
        }
        Asked {
            key: format!("victor {} {}", unit.code, self.field[foe].code),
            side: unit.side,
            kind: AskKind::GoesOn { unit: u, foe },
            default: offers[0].clone(),
            offers: offers.into(),
            clause: clause!("12.02.5"),
        }
    }

    /// Whom a victorious attacker may attack now (12.02.5, 12.02.6).
    fn new_targets(&self, u: UnitId, beaten: UnitId) -> Vec<UnitId> {
        let f = &self.field;
        let base = f[u].base;
        let then: Vec<UnitId> = self
            .run(u)
            .order
            .written
            .attack
            .iter()
            .flat_map(|a| a.then.iter().filter_map(|r| self.named(r)))
            .collect();
        let fits = |e: &UnitId| {
            let off = f[*e].base.centre() - base.front;
            let t = NewTarget {
                weight: f[u].weight,
                aside: angle(base.dir, off.unit()),
                announced: then.contains(e),
                arm: f[*e].arm,
                state: f[*e].state,
                flank: sides::attack(f, &f[u], &f[*e]).0 != Struck::Front,
            };
            off.len() > table::EPS
                && may_continue(&t, MoraleReadings::of(&f.readings).worthwhile).is_ok()
                && may_attack(&self.attack_on(u, *e)).is_ok()
        };
        // Most are too far off to be seen; whether one of the others is takes longest to find.
        let here = f.circle(&f[u]);
        let may_see = |e: &UnitId| !sight::out_of_sight(f, here, &f[*e]);
        let foes = self.foes(u).into_iter().filter(|e| *e != beaten && may_see(e));
        foes.filter(|e| fits(e) && self.sees(u, *e)).collect()
    }

    /// What was chosen first; then the other side, knowing it.
    pub(crate) fn after_first(&mut self) -> Stage {
        let chosen = self.take_choices();
        let mut after = std::mem::take(&mut self.turn_mut().instant.after);
        for (a, c) in &chosen {
            match (&a.kind, c) {
                (AskKind::Stays { unit, foe }, Choice::Way(w)) => {
                    let back = self.stays_or_goes(*unit, *foe, *w);
                    for x in after.iter_mut().filter(|x| back && (x.attacker == *foe || x.defender == *foe)) {
                        x.back.push(*unit);
                    }
                }
                (AskKind::GoesOn { unit, foe }, c) => self.victor(*unit, *foe, c),
                _ => {}
            }
        }
        let mut asked = Vec::new();
        for a in &after {
            let may = self.judged_after(a);
            let second = may.first.other();
            let (u, foe) = (a.unit(second), a.unit(may.first));
            let mine = if second == Who::Attacker { &may.attacker } else { &may.defender };
            if !self.field[u].on_table() || mine.must.is_some() || !mine.go_back {
                continue;
            }
            let mut ask = self.ask_stays(u, foe);
            if a.back.contains(&foe) && mine.follow {
                ask.kind = AskKind::Follow { unit: u, foe };
                ask.offers = ask.offers.iter().cloned().chain([Choice::Way(Course::Follow)]).collect();
            }
            asked.push(ask);
        }
        self.turn_mut().instant.after = after;
        self.ask(asked);
        Stage::AfterAll
    }

    pub(crate) fn after_all(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let (AskKind::Stays { unit, foe } | AskKind::Follow { unit, foe }, Choice::Way(w)) = (a.kind, c)
            else {
                continue;
            };
            if w == Course::Follow {
                self.follows(unit, foe);
            } else {
                self.stays_or_goes(unit, foe, w);
            }
        }
        for a in std::mem::take(&mut self.turn_mut().instant.after) {
            for who in Who::BOTH {
                self.hold_if_nothing_else(&a, who);
            }
        }
        self.turn_mut().instant.arrivals.clear();
        // A continued attack may find its target at contact distance at once.
        let again = !self.turn().instant.melees.is_empty();
        if again && self.another_round() { Stage::Melees } else { Stage::Fire }
    }

    /// Who must hold, or retreats without having come into U just now, does so.
    fn hold_if_nothing_else(&mut self, a: &Aftermath, who: Who) {
        let u = a.unit(who);
        if !self.field[u].on_table() {
            return;
        }
        let may = self.judged_after(a);
        let mine = if who == Who::Attacker { may.attacker } else { may.defender };
        let stands = matches!(self.run(u).course.mode, Mode::Order) && self.run(u).order.void;
        match mine.must {
            Some(Must::Retreat) if !self.run(u).befell.forced => {
                let from = Some(a.unit(who.other()));
                let fall = super::states::Fall { unit: u, from, flees: false, dir: None };
                self.turn_mut().instant.falls.push(fall);
            }
            Some(Must::Hold) => self.run_mut(u).course.mode = Mode::Stand,
            _ if stands => self.run_mut(u).course.mode = Mode::Stand,
            _ => {}
        }
    }

    /// At contact distance to the end of the turn, or back (12.02.4). Says whether it goes back.
    fn stays_or_goes(&mut self, u: UnitId, foe: UnitId, how: Course) -> bool {
        let waits = self.battery_waits(u);
        self.lose_order(u);
        let back = matches!(how, Course::GoBack | Course::AboutFace);
        let by = By::from(clause!("12.02.4")).and(clause!("play.after-melee"));
        if !back {
            let run = self.run_mut(u);
            run.course.mode = Mode::Stand;
            run.befell.stays = true;
            run.fire.order = waits;
            return false;
        }
        let dir = self.away(u, Some(foe));
        let backwards = how == Course::GoBack;
        self.run_mut(u).course.mode = Mode::GoBack { dir, backwards };
        self.tell(by, &[u], || EventKind::GoesBack { unit: u, to: None });
        if backwards {
            let free = self.field.readings.is(crate::reading!("back-speed", "no-grade-after-melee"));
            if !self.field[u].dispersed() && !free {
                self.grade(u, clause!("07.01.3"));
            }
        } else {
            let turns = crate::stance::facing(&self.field[u], true).map_or(0.0, |g| g.amount);
            let until = self.abs() + turns;
            self.run_mut(u).course.about = Some(until);
            self.turn_graded(u, 180.0, false);
        }
        self.turn_mut().instant.legs.push(u);
        true
    }

    fn follows(&mut self, u: UnitId, foe: UnitId) {
        self.lose_order(u);
        self.run_mut(u).course.mode = Mode::Follow(foe);
        self.turn_mut().instant.legs.push(u);
    }

    /// What a victor does (12.02.5).
    fn victor(&mut self, u: UnitId, foe: UnitId, c: &Choice) {
        match c {
            Choice::Way(Course::AsOrdered) => {
                self.turn_mut().instant.legs.push(u);
            }
            Choice::Way(Course::Follow) => {
                // Straight after the loser, who lies before it within 20 degrees.
                let off = angle(self.field[u].base.dir, self.away(foe, Some(u)));
                if off.abs() <= SMALL_TURN + 1e-9 || self.field[foe].state == State::Complete {
                    self.follows(u, foe);
                } else {
                    self.run_mut(u).course.mode = Mode::Stand;
                }
            }
            Choice::Pick(code) => self.attacks_on(u, code),
            _ => {
                let waits = self.battery_waits(u);
                self.lose_order(u);
                self.run_mut(u).course.mode = Mode::Stand;
                self.run_mut(u).fire.order = waits;
            }
        }
    }

    /// The fire of a battery that waits for the next who comes: a melee does not end it (10.01.6).
    fn battery_waits(&self, u: UnitId) -> Option<FireOrder> {
        let waits = |f: &&FireOrder| matches!(f.when, When::BeforeContact(_));
        let guns = self.field[u].arm == Arm::Artillery;
        self.run(u).fire.order.as_ref().filter(|_| guns).filter(waits).cloned()
    }

    /// The attack goes on against another, announced now (03.02.7).
    fn attacks_on(&mut self, u: UnitId, code: &str) {
        let Some(t) = self.named(code) else { return };
        let base = self.field[u].base;
        let aim = self.field[t].base.centre();
        let aside = angle(base.dir, (aim - base.front).unit());
        let wheel = match ranks::wheel_towards(&base, aim) {
            Some((d, _)) if !self.field[u].dispersed() => d,
            _ => aside,
        };
        let run = self.run_mut(u);
        run.assault.attack = Some(Attack { announced: true, target: Some(t), bent: 0.0, over: false });
        let charges = matches!(run.order.written.legs.last(), Some(crate::order::Leg::March { gait, .. }) if *gait == crate::troop::Gait::Charge);
        let gait = if charges { crate::troop::Gait::Charge } else { crate::troop::Gait::March };
        run.order.void = false;
        run.order.legs = vec![crate::order::Leg::March {
            way: crate::order::Way::Ahead,
            gait,
            until: crate::order::Until::End,
        }];
        // Beyond 20 degrees it turns first (12.02.6).
        let far = aside.abs() > SMALL_TURN + 1e-9;
        if far {
            run.order.legs.insert(0, crate::order::Leg::Pivot { degrees: wheel });
        }
        run.order.at = 0;
        (run.order.left, run.order.until, run.order.begun) = (None, None, false);
        run.course.mode = Mode::Order;
        let by = By::from(clause!("03.02.7"))
            .and(clause!("12.02.5"))
            .and(clause!("play.after-melee"))
            .with(far.then(|| clause!("12.02.6")));
        self.tell(by, &[u, t], || EventKind::AttackGoesOn { unit: u, target: t });
        if self.in_zone(u, t) {
            self.arrives_to_attack(u, t);
        }
        self.turn_mut().instant.legs.push(u);
    }
}
