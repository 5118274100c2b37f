//! The shooting phase: the passive player calls the targets, owners name the shooters (turn.1, dba.28).

use super::{Awaits, Battle};
use crate::event::{EventKind, Target};
use crate::field::{CampState, ElementId, Phase, Side};
use crate::procedures::shooting::Better;
use crate::procedures::{Effect, Shooting};
use crate::{Troop, clause, outcome, reading, shooting};
use smallvec::SmallVec;
use umpire::{Log, Procedure, Refusal, Silent};

/// Who may shoot at what in this phase. Found once, and afterwards only where something stirred.
#[derive(Clone, Debug, Default)]
pub(super) struct Guns {
    aims: Vec<Aim>,
    /// Shooters and the targets at which their owner has declined to shoot.
    closed: Vec<(Target, Target)>,
    called: Option<Target>,
}

#[derive(Clone, Debug)]
struct Aim {
    shooter: Target,
    at: arrayvec::ArrayVec<Target, 8>,
}

impl Guns {
    /// Everyone somebody aims at, in order, without shots that their owner has declined. Marked rather than sorted: it is
    /// asked after every shot.
    fn targets(&self) -> Vec<Target> {
        let mut marked: SmallVec<[u64; 16]> = SmallVec::new();
        let mut camps = [false; 2];
        let mut mark = |t: Target| match t {
            Target::Camp(s) => camps[s.index()] = true,
            Target::Element(e) => {
                let word = usize::from(e.slot()) / 64;
                if marked.len() <= word {
                    marked.resize(word + 1, 0);
                }
                marked[word] |= 1 << (e.slot() % 64);
            }
        };
        for a in &self.aims {
            for t in &a.at {
                if self.closed.is_empty() || !self.closed.contains(&(a.shooter, *t)) {
                    mark(*t);
                }
            }
        }
        let mut targets =
            Vec::with_capacity(marked.iter().map(|w| w.count_ones() as usize).sum::<usize>() + 2);
        for (i, word) in marked.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let slot = i as u32 * 64 + left.trailing_zeros();
                targets.push(Target::Element(ElementId::from_slot(slot as u16)));
                left &= left - 1;
            }
        }
        targets.extend(Side::BOTH.into_iter().filter(|s| camps[s.index()]).map(Target::Camp));
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
        self.guns = Guns::default();
        self.take_aim();
        self.next_target();
    }

    /// Finds every shooter's targets.
    fn take_aim(&mut self) {
        self.field.stirred.clear();
        let f = &self.field;
        let all = Side::BOTH.into_iter().flat_map(|s| {
            let camp = f.army(s).camp.as_ref().map(|_| Target::Camp(s));
            f.side(s).map(|e| Target::Element(e.id)).chain(camp)
        });
        self.guns.aims = all
            .filter(|t| shooting::can_shoot(f, *t))
            .filter_map(|shooter| {
                let at = shooting::targets(f, shooter);
                (!at.is_empty()).then_some(Aim { shooter, at })
            })
            .collect();
        self.guns.aims.sort_unstable_by_key(|a| a.shooter);
    }

    /// Aims again where something moved or fell, and drops who has shot.
    fn take_aim_again(&mut self) {
        let stirred = std::mem::take(&mut self.field.stirred);
        let f = &self.field;
        let aims = &mut self.guns.aims;
        let spent = |e: ElementId| f[e].has_shot || !f[e].on_table();
        aims.retain(|a| !a.shooter.element().is_some_and(spent));
        // Camps are few, and may have been silenced without anything stirring.
        let mut again: Vec<Target> = f.camps().map(|(s, _)| Target::Camp(s)).collect();
        again.extend(aims.iter().filter(|a| a.at.iter().any(|t| t.element().is_none())).map(|a| a.shooter));
        shooting::affected(f, &stirred, &mut again);
        again.sort_unstable();
        again.dedup();
        for t in again {
            let at = shooting::targets(f, t);
            match (aims.binary_search_by_key(&t, |a| a.shooter), at.is_empty()) {
                (Ok(i), true) => {
                    aims.remove(i);
                }
                (Ok(i), false) => aims[i].at = at,
                (Err(i), false) => aims.insert(i, Aim { shooter: t, at }),
                (Err(_), true) => {}
            }
        }
        self.field.stirred = stirred;
        self.field.stirred.clear();
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

    pub(super) fn call(&mut self, target: Target) -> Result<(), Refusal> {
        match &self.pending[0].1 {
            Awaits::Call { targets } if targets.contains(&target) => {
                self.called(target);
                Ok(())
            }
            _ => Err(Refusal::by(clause!("dba.28"), format!("nobody can shoot at {target} now"))),
        }
    }

    fn called(&mut self, target: Target) {
        self.say(clause!("dba.28"), || EventKind::Called { target });
        self.guns.called = Some(target);
        let mut shooters: Vec<Target> =
            self.guns.aims.iter().filter(|a| a.at.contains(&target)).map(|a| a.shooter).collect();
        shooters.sort_unstable();
        self.pending.clear();
        self.pending.push((target.side().other(), Awaits::Shoot { target, shooters }));
    }

    pub(super) fn hold_fire(&mut self) {
        if let Some(target) = self.guns.called {
            // Only who may shoot now has declined; others may find this target later.
            let aims = self.guns.aims.iter().filter(|a| a.at.contains(&target));
            self.guns.closed.extend(aims.map(|a| (a.shooter, target)));
            let side = target.side().other();
            // Shooting is voluntary.
            self.say(clause!("shooting.2"), || EventKind::HoldsFire { side, target });
        }
        self.next_target();
    }

    pub(super) fn shoot(&mut self, main: Target, with: &[ElementId]) -> Result<(), Refusal> {
        let (Some(target), Awaits::Shoot { shooters, .. }) = (self.guns.called, &self.pending[0].1) else {
            return Err(Refusal::form("no target is called"));
        };
        let may = |t: Target| shooters.contains(&t);
        if !may(main) {
            return Err(Refusal::by(clause!("shooting.2"), format!("{main} has no legal shot at {target}")));
        }
        if with.len() > 2 {
            return Err(Refusal::by(clause!("shooting.5"), "at most two further elements support a shooter"));
        }
        if matches!(main, Target::Camp(_)) && !with.is_empty() {
            return Err(Refusal::by(clause!("camp.5"), "a camp shoots without supporters"));
        }
        for (i, s) in with.iter().enumerate() {
            if !may(Target::Element(*s)) {
                return Err(Refusal::by(
                    clause!("shooting.5"),
                    format!("{s} has no legal shot at {target} itself"),
                ));
            }
            if main == Target::Element(*s) || with[..i].contains(s) {
                return Err(Refusal::by(clause!("dba.28"), format!("{s} is named twice; each shoots once")));
            }
        }
        self.volley(main, with, target);
        self.take_aim_again();
        self.next_target();
        Ok(())
    }

    /// One shooting combat, and what comes of it.
    fn volley(&mut self, main: Target, with: &[ElementId], target: Target) {
        let situation = shooting::situation(&self.field, main, with, target);
        let answered = situation.shoots_back.is_some();
        self.spend_shot(main);
        for s in with {
            self.field[*s].has_shot = true;
        }
        if answered {
            self.spend_shot(target);
        }
        let result = if self.log.is_on() {
            let (o, ruling) = umpire::judge::<Shooting>(&situation, &mut self.dice);
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
            Shooting::resolve(&p, &mut self.dice, &mut Silent)
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
        let riders = f.side(id.side().other()).filter(|e| e.troop == Troop::Cavalry);
        let held: Vec<(ElementId, ElementId)> =
            riders.filter_map(|e| f.front_opponent(e.id).map(|o| (e.id, o))).collect();
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
        self.guns = Guns::default();
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
