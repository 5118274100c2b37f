//! Battles imagined from what a player sees, with the luck of their dice taken out: where a volley or a close combat may
//! destroy somebody, the result counts by its exact odds and not by how the imagined dice fell. A few battles then tell
//! what hundreds would.

use super::quick::{Posture, Quick};
use super::{Commander, outlook};
use bbdba_acw::battle::{Awaits, Battle, View};
use bbdba_acw::procedures::{CloseCombat, Effect, Shooting};
use bbdba_acw::{Answer, ElementId, Field, Side, Target, melee, shooting};
use umpire::{Dice, Die, Procedure, Silent};

/// Two dice that lie on the table.
struct Lying([u8; 2], usize);

impl Dice for Lying {
    fn roll(&mut self, _: Die) -> u8 {
        self.1 += 1;
        self.0[(self.1 - 1) % 2]
    }
}

/// How likely each of two is to be destroyed.
fn odds(mut resolve: impl FnMut(&mut Lying) -> (Effect, Effect)) -> (f64, f64) {
    let (mut a, mut b) = (0, 0);
    for x in 1..=6 {
        for y in 1..=6 {
            let (p, q) = resolve(&mut Lying([x, y], 0));
            a += u32::from(p == Effect::Destroyed);
            b += u32::from(q == Effect::Destroyed);
        }
    }
    (f64::from(a) / 36.0, f64::from(b) / 36.0)
}

/// How likely a volley destroys its target, and how likely the answer destroys the main shooter.
pub fn volley(f: &Field, main: Target, with: &[ElementId], target: Target) -> (f64, f64) {
    let p = Shooting::prepare(&shooting::situation(f, main, with, target), &mut Silent);
    odds(|d| {
        let o = Shooting::resolve(&p, d, &mut Silent);
        (o.target.effect, o.shooter.effect)
    })
}

/// How likely each of two who fight is destroyed.
fn bout(f: &Field, a: ElementId, b: Target) -> (f64, f64) {
    let p = CloseCombat::prepare(&melee::situation(f, a, b), &mut Silent);
    odds(|d| {
        let o = CloseCombat::resolve(&p, d, &mut Silent);
        (o.a.effect, o.b.effect)
    })
}

/// Somebody at risk: how likely he falls, and what that changes.
#[derive(Debug)]
pub struct Risk {
    pub who: ElementId,
    pub falls: f64,
    pub changes: f64,
}

/// Who is at risk by an answer.
pub fn risks(b: &Battle, side: Side, awaits: &Awaits, a: &Answer) -> [Option<Risk>; 2] {
    let f = b.field();
    let ((one, p), (two, q)) = match (awaits, a) {
        (Awaits::Shoot { target, .. }, Answer::Shoot { main, with }) => {
            let (p, q) = volley(f, *main, with, *target);
            ((*target, p), (*main, q))
        }
        (Awaits::Fight { .. }, Answer::Fight { element, against }) => {
            let (p, q) = bout(f, *element, *against);
            ((Target::Element(*element), p), (*against, q))
        }
        _ => return [None, None],
    };
    let now = outlook::chance(f, side, None);
    [(one, p), (two, q)].map(|(t, falls)| {
        let who = t.element().filter(|_| falls > 0.0)?;
        Some(Risk { who, falls, changes: outlook::chance(f, side, Some(who)) - now })
    })
}

/// Answers for a side and weighs what the dice may do: the luck that was in it.
fn answer(b: &mut Battle, by: Side, a: Answer, side: Side) -> Option<f64> {
    let risks = risks(b, side, &b.pending()[0].1, &a);
    b.answer(by, a).ok()?;
    let luck = |r: Risk| (f64::from(u8::from(!b.field()[r.who].on_table())) - r.falls) * r.changes;
    Some(risks.into_iter().flatten().map(luck).sum())
}

/// Plays one battle on after an answer, for some turns with the one under way counted, and says how it then stands for
/// the side, luck taken out. The side plays this turn in the given mind.
pub fn imagine(v: &View<'_>, first: &Answer, mind: Posture, seed: u64, turns: u32) -> f64 {
    let side = v.side;
    let until = v.field.bound + turns;
    let mut b = Battle::imagined(v, seed);
    let mut own = Quick::with(mind, seed);
    let (mut then, mut foe) = (Quick::new(seed ^ 1), Quick::new(seed ^ 2));
    // An answer that is refused is no way to go on.
    let Some(mut luck) = answer(&mut b, side, first.clone(), side) else { return f64::NEG_INFINITY };
    while let Some((who, awaits)) = b.pending().first() {
        let (who, now) = (*who, b.field().bound);
        if now >= until {
            break;
        }
        let view = b.view(who, awaits);
        let a = if who != side {
            foe.decide(&view)
        } else if now == v.field.bound {
            own.decide(&view)
        } else {
            then.decide(&view)
        };
        match answer(&mut b, who, a, side) {
            Some(l) => luck += l,
            None => break,
        }
    }
    outlook::of(&b, side) - luck
}
