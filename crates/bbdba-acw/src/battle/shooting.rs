//! The shooting phase: the passive player calls the targets, owners name the shooters (turn.1, dba.28).

use super::{Awaits, Battle};
use crate::event::{EventKind, Target};
use crate::field::{CampState, ElementId, Phase, Side};
use crate::procedures::shooting::Better;
use crate::procedures::{Effect, Shooting};
use crate::{Troop, book, clause, outcome, reading, say, shooting};
use smallvec::SmallVec;
use umpire::{Log, Procedure, Record, Refusal, Rolls, Silent};

/// Who may shoot at what in this phase. Found once, and afterwards only where something stirred: what a shot costs must not
/// depend on how many others there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Guns {
    /// In the order of the shooters.
    aims: Vec<Aim>,
    /// For each target, by its place, who aims at it, in order.
    aimed_at_by: Vec<SmallVec<[Target; 4]>>,
    /// A bit for each place: at these targets somebody aims who has not declined.
    open: Vec<u64>,
    /// The camps come after the elements.
    first_camp: usize,
    /// Shooters and the targets at which their owner has declined to shoot.
    closed: Vec<(Target, Target)>,
    called: Option<Target>,
}

type Aims = arrayvec::ArrayVec<Target, 8>;

#[derive(Clone, Debug)]
struct Aim {
    shooter: Target,
    at: Aims,
}

impl Guns {
    /// Nobody aims yet; as many targets as there are elements, and the camps.
    fn clear(&mut self, elements: usize) {
        self.first_camp = 2 * elements;
        let places = self.first_camp + 2;
        self.aims.clear();
        self.aimed_at_by.iter_mut().for_each(SmallVec::clear);
        self.aimed_at_by.resize_with(places, SmallVec::new);
        self.open.clear();
        self.open.resize(places.div_ceil(64), 0);
        self.closed.clear();
        self.called = None;
    }

    fn place(&self, t: Target) -> usize {
        match t {
            Target::Element(e) => usize::from(e.slot()),
            Target::Camp(s) => self.first_camp + s.index(),
        }
    }

    /// From now on this is what the shooter aims at.
    fn aim(&mut self, shooter: Target, at: Aims) {
        let found = self.aims.binary_search_by_key(&shooter, |a| a.shooter);
        let was = match found {
            Ok(i) if at.is_empty() => self.aims.remove(i).at,
            Ok(i) => std::mem::replace(&mut self.aims[i].at, at.clone()),
            Err(_) if at.is_empty() => return,
            Err(i) => {
                self.aims.insert(i, Aim { shooter, at: at.clone() });
                Aims::new()
            }
        };
        for t in was.iter().filter(|t| !at.contains(t)) {
            let place = self.place(*t);
            self.aimed_at_by[place].retain(|s| *s != shooter);
            self.look(*t);
        }
        for t in at.iter().filter(|t| !was.contains(t)) {
            let place = self.place(*t);
            let by = &mut self.aimed_at_by[place];
            let before = by.iter().take_while(|s| **s < shooter).count();
            by.insert(before, shooter);
            self.look(*t);
        }
    }

    /// Is the target still, or again, to be called?
    fn look(&mut self, t: Target) {
        let place = self.place(t);
        let mut by = self.aimed_at_by[place].iter();
        let is_open = by.any(|s| self.closed.is_empty() || !self.closed.contains(&(*s, t)));
        let word = &mut self.open[place / 64];
        *word = *word & !(1 << (place % 64)) | u64::from(is_open) << (place % 64);
    }

    fn aimed_at_by(&self, t: Target) -> &[Target] {
        self.aimed_at_by.get(self.place(t)).map_or(&[], |by| by)
    }

    /// Those who aim at the target now decline.
    fn decline(&mut self, t: Target) {
        let place = self.place(t);
        self.closed.extend(self.aimed_at_by[place].iter().map(|s| (*s, t)));
        self.look(t);
    }

    /// Everyone somebody aims at, in order, without shots that their owner has declined.
    fn targets(&self) -> Vec<Target> {
        let mut targets = Vec::with_capacity(self.open.iter().map(|w| w.count_ones() as usize).sum());
        for (i, word) in self.open.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let place = i * 64 + left.trailing_zeros() as usize;
                targets.push(match place.checked_sub(self.first_camp) {
                    Some(camp) => Target::Camp(Side::BOTH[camp]),
                    None => Target::Element(ElementId::from_slot(place as u16)),
                });
                left &= left - 1;
            }
        }
        targets
    }
}

impl Battle {
    pub(super) fn begin_shooting(&mut self) {
        let f = &mut self.field;
        for s in Side::BOTH {
            for e in &mut f.army_mut(s).elements {
                e.has_shot = false;
            }
            if let Some(c) = &mut f.army_mut(s).camp {
                c.has_shot = false;
            }
        }
        self.take_aim();
        self.next_target();
    }

    /// Finds every shooter's targets.
    fn take_aim(&mut self) {
        self.field.stirred.clear();
        self.field.fallen.clear();
        let f = &self.field;
        self.guns.clear(Side::BOTH.map(|s| f.army(s).elements.len()).into_iter().max().unwrap_or(0));
        let all = Side::BOTH.into_iter().flat_map(|s| {
            let camp = f.army(s).camp.as_ref().map(|_| Target::Camp(s));
            f.side(s).map(|e| Target::Element(e.id)).chain(camp)
        });
        let mut aims: Vec<Aim> = std::mem::take(&mut self.guns.aims);
        aims.extend(all.filter_map(|shooter| {
            let at = shooting::targets(f, shooter);
            (!at.is_empty()).then_some(Aim { shooter, at })
        }));
        aims.sort_unstable_by_key(|a| a.shooter);
        for a in &aims {
            for t in &a.at {
                let place = self.guns.place(*t);
                self.guns.aimed_at_by[place].push(a.shooter);
                self.guns.open[place / 64] |= 1 << (place % 64);
            }
        }
        self.guns.aims = aims;
    }

    /// Aims again where something moved or fell, and drops who has shot: of these, or fallen.
    fn take_aim_again(&mut self, shot: &[Target]) {
        let mut stirred = std::mem::take(&mut self.field.stirred);
        let mut fallen = std::mem::take(&mut self.field.fallen);
        let f = &self.field;
        let guns = &mut self.guns;
        for e in shot.iter().filter_map(|t| t.element()).chain(fallen.iter().copied()) {
            if f[e].has_shot || !f[e].on_table() {
                guns.aim(Target::Element(e), Aims::new());
            }
        }
        // Camps are few, and may have been silenced without anything stirring.
        let mut again: Vec<Target> = Vec::new();
        for (s, _) in f.camps() {
            again.push(Target::Camp(s));
            again.extend(guns.aimed_at_by(Target::Camp(s)));
        }
        shooting::affected(f, &stirred, &mut again);
        again.sort_unstable();
        again.dedup();
        for t in again {
            guns.aim(t, shooting::targets(f, t));
        }
        stirred.clear();
        fallen.clear();
        self.field.stirred = stirred;
        self.field.fallen = fallen;
    }

    /// The passive player calls the next target; with one left there is nothing to choose.
    fn next_target(&mut self) {
        self.guns.called = None;
        self.pending.clear();
        let targets = self.guns.targets();
        match targets[..] {
            [] => self.end_shooting(),
            [only] => self.called(only),
            _ => self.pending.push((self.field.active.other(), Awaits::Call { targets })),
        }
    }

    /// The table was changed by no rule: everybody aims afresh. What was declined stays declined, and what was called stays
    /// called while somebody can shoot at it.
    pub(super) fn look_for_targets_again(&mut self) {
        let (closed, called) = (std::mem::take(&mut self.guns.closed), self.guns.called);
        self.take_aim();
        self.guns.closed = closed;
        for i in 0..self.guns.closed.len() {
            self.guns.look(self.guns.closed[i].1);
        }
        match called.filter(|t| !self.guns.aimed_at_by(*t).is_empty()) {
            Some(target) => self.await_shot(target),
            None => self.next_target(),
        }
    }

    /// Who would shoot at a target that is called now.
    pub(crate) fn aiming_at(&self, target: Target) -> Vec<Target> {
        let aims = self.guns.aimed_at_by(target).iter();
        aims.filter(|s| !self.guns.closed.contains(&(**s, target))).copied().collect()
    }

    pub(super) fn call(&mut self, target: Target) -> Result<(), Refusal> {
        match &self.pending[0].1 {
            Awaits::Call { targets } if targets.contains(&target) => {
                self.called(target);
                Ok(())
            }
            _ => Err(Refusal::by(clause!("dba.28"), say!("nobody-shoot-now", target))),
        }
    }

    fn called(&mut self, target: Target) {
        self.cue();
        self.say(clause!("dba.28"), || EventKind::Called { target });
        self.await_shot(target);
    }

    fn await_shot(&mut self, target: Target) {
        self.guns.called = Some(target);
        let shooters = self.guns.aimed_at_by(target).to_vec();
        self.pending.clear();
        self.pending.push((target.side().other(), Awaits::Shoot { target, shooters }));
    }

    pub(super) fn hold_fire(&mut self) {
        self.cue();
        if let Some(target) = self.guns.called {
            // Only who may shoot now has declined; others may find this target later.
            self.guns.decline(target);
            let side = target.side().other();
            // Shooting is voluntary.
            self.say(clause!("shooting.2"), || EventKind::HoldsFire { side, target });
        }
        self.next_target();
    }

    pub(super) fn shoot(&mut self, main: Target, with: &[ElementId]) -> Result<(), Refusal> {
        let (Some(target), Awaits::Shoot { shooters, .. }) = (self.guns.called, &self.pending[0].1) else {
            return Err(Refusal::form(say!("no-target-called")));
        };
        let may = |t: Target| shooters.contains(&t);
        if !may(main) {
            return Err(self.no_shot(main, target));
        }
        if with.len() > 2 {
            return Err(Refusal::by(clause!("shooting.5"), say!("most-two-further-elements")));
        }
        if matches!(main, Target::Camp(_)) && !with.is_empty() {
            return Err(Refusal::by(clause!("camp.5"), say!("camp-shoots-without-supporters")));
        }
        for (i, s) in with.iter().enumerate() {
            if !may(Target::Element(*s)) {
                let own = self.no_shot(Target::Element(*s), target).reason;
                return Err(Refusal::by(clause!("shooting.5"), say!("cannot-support", own)));
            }
            if main == Target::Element(*s) || with[..i].contains(s) {
                return Err(Refusal::by(clause!("dba.28"), say!("named-twice-each-shoots", side = s)));
            }
        }
        self.volley(main, with, target);
        let mut shot: SmallVec<[Target; 4]> = SmallVec::from_slice(&[main, target]);
        shot.extend(with.iter().map(|e| Target::Element(*e)));
        self.take_aim_again(&shot);
        self.next_target();
        Ok(())
    }

    /// Refuses a shot by the clause that forbids it, and says why.
    fn no_shot(&self, shooter: Target, target: Target) -> Refusal {
        match shooting::leave(&self.field, shooter, target) {
            Err(no) => {
                Refusal::by(no.by, say!("no-legal-shot", main = shooter, target, why = no.why.message()))
            }
            Ok(by) => Refusal::by(by, say!("no-shot-of-this-side", main = shooter, target)),
        }
    }

    /// One shooting combat, and what comes of it.
    fn volley(&mut self, main: Target, with: &[ElementId], target: Target) {
        self.cue();
        let situation = shooting::situation(&self.field, main, with, target);
        let answered = situation.shoots_back.is_some();
        let by = self.log.is_on().then(|| shooting::leave(&self.field, main, target));
        self.spend_shot(main);
        for s in with {
            self.field[*s].has_shot = true;
        }
        if answered {
            self.spend_shot(target);
        }
        let each = Rolls::Each([main.side(), target.side()], 1);
        let dice = self.dice.occasion(Shooting::NAME, &main, each);
        let result = if self.log.is_on() {
            let (o, mut ruling) = umpire::judge::<Shooting>(&situation, dice);
            if let Some(Ok(by)) = by {
                ruling.clause(by);
            }
            let with = with.to_vec();
            self.say(clause!("shooting.8"), || EventKind::Shooting {
                main,
                with,
                target,
                ruling: Box::new(ruling),
            });
            o
        } else {
            let p = Shooting::prepare(&situation, &mut Silent);
            Shooting::resolve(&p, dice, &mut Silent)
        };
        for (who, won) in
            [(main, result.better == Better::Shooter), (target, result.better == Better::Target)]
        {
            if let Some(e) = who.element() {
                self.field[e].combats = self.field[e].combats.saturating_add(1);
                self.field[e].wins += u8::from(won);
            }
        }
        self.suffer(target, result.target.effect, main);
        self.suffer(main, result.shooter.effect, target);
    }

    fn spend_shot(&mut self, who: Target) {
        let own_turn = who.side() == self.field.active;
        match who {
            Target::Element(e) => self.field[e].has_shot = true,
            Target::Camp(s) => {
                let by_phase = self.field.readings.is(reading!("camp-ammunition", "phases"));
                if let Some(c) = &mut self.field.army_mut(s).camp {
                    c.has_shot = true;
                    if by_phase {
                        return;
                    }
                    let left = &mut c.shots[usize::from(!own_turn)];
                    *left = left.saturating_sub(1);
                }
            }
        }
    }

    /// A result of shooting takes effect at once; those close behind give way first (ricochet.1, dba.32).
    fn suffer(&mut self, who: Target, effect: Effect, by: Target) {
        let id = match who {
            Target::Element(e) => e,
            Target::Camp(s) => {
                if effect == Effect::Silenced {
                    self.set_camp(s, CampState::Silenced, clause!("dba.36"));
                    self.plunder();
                }
                return;
            }
        };
        if effect == Effect::NoEffect || !self.field[id].on_table() {
            return;
        }
        // Cavalry in contact with somebody behind, whom stray fire may drive back from it.
        let f = &self.field;
        let behind = f[id].base.behind(book::data().ricochet).bounds();
        let mut held: SmallVec<[(ElementId, ElementId); 4]> = f
            .near_of(id.side().other(), behind, 240.0)
            .filter(|e| e.troop == Troop::Cavalry)
            .filter_map(|e| f.front_opponent(e.id).map(|o| (e.id, o)))
            .collect();
        held.sort_unstable();
        let struck = outcome::ricochets(&mut self.field, id, &mut self.log);
        match effect {
            Effect::Recoil => {
                outcome::recoil(&mut self.field, id, None, &mut self.log);
            }
            Effect::Flee(_) if self.field[id].troop == Troop::Commander => {
                let from = self.centre_of(by);
                outcome::flee_commander(&mut self.field, id, from, &mut self.log);
            }
            Effect::Flee(_) => {
                outcome::flee(&mut self.field, id, &mut self.log);
            }
            Effect::Destroyed => {
                outcome::destroy(&mut self.field, id, clause!("dba.38"), &mut self.log);
            }
            Effect::NoEffect | Effect::Silenced | Effect::Plundered => {}
        }
        // impetuous.1: it follows whoever recoils before it.
        for (rider, _) in held.into_iter().filter(|(_, o)| struck.contains(o)) {
            self.follow(rider);
        }
    }

    pub(super) fn centre_of(&self, t: Target) -> table::V2 {
        match t {
            Target::Element(e) => self.field[e].base.centre(),
            Target::Camp(s) => {
                self.field.army(s).camp.as_ref().map_or(table::v2(0.0, 0.0), |c| c.rect.centre)
            }
        }
    }

    fn end_shooting(&mut self) {
        self.guns.clear(0);
        if self.field.readings.is(reading!("camp-ammunition", "phases")) {
            let active = self.field.active;
            for s in Side::BOTH {
                if let Some(c) = &mut self.field.army_mut(s).camp {
                    let left = &mut c.shots[usize::from(s != active)];
                    *left = left.saturating_sub(1);
                }
            }
        }
        self.begin_phase(Phase::CloseCombat, clause!("turn.1"));
        self.begin_fighting();
    }

    pub(super) fn resume_shooting(&mut self) {
        self.take_aim();
        if let Some((_, Awaits::Shoot { target, .. })) = self.pending.first() {
            self.guns.called = Some(*target);
        }
        self.log = Log::Off;
    }
}
