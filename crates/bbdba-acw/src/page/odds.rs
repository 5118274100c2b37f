//! What the dice of a shot or a close combat may come to, told to the side that chooses it.

use crate::battle::Battle;
use crate::event::Target;
use crate::field::{ElementId, Field, Side};
use crate::order::Answer;
use crate::procedures::{CloseCombat, Effect, Shooting};
use crate::say;
use crate::shooting;
use ::words::{Joint, Message};
use desk::board::Chance;
use desk::chances;

/// What befalls the troops of the side that chooses, and their enemies.
fn says(own: Effect, enemy: Effect) -> Message {
    let befalls = |effect: Effect, whose: &'static str| match effect {
        Effect::NoEffect => None,
        Effect::Recoil => Some(say!("chance-recoil", whose)),
        Effect::Flee(_) => Some(say!("chance-flee", whose)),
        Effect::Silenced => Some(say!("chance-silenced", whose)),
        Effect::Plundered => Some(say!("chance-plundered", whose)),
        Effect::Destroyed => Some(say!("chance-destroyed", whose)),
    };
    let both: Vec<Message> = [befalls(enemy, "enemy"), befalls(own, "own")].into_iter().flatten().collect();
    if both.is_empty() { say!("chance-nothing") } else { ::words::list(both, Joint::And) }
}

pub(super) fn of_shot(f: &Field, main: Target, with: &[ElementId], target: Target) -> Vec<Chance> {
    let situation = shooting::situation(f, main, with, target);
    chances::<Shooting>(&situation, |o| says(o.shooter.effect, o.target.effect))
}

fn of_fight(b: &Battle, side: Side, element: ElementId, against: Target) -> Vec<Chance> {
    let Some(situation) = b.bout_situation(element, against) else { return Vec::new() };
    chances::<CloseCombat>(&situation, |o| match element.side() == side {
        true => says(o.a.effect, o.b.effect),
        false => says(o.b.effect, o.a.effect),
    })
}

/// The odds of an answer that rolls dice at once; nothing of any other.
pub(super) fn of_answer(b: &Battle, side: Side, called: Option<Target>, a: &Answer) -> Vec<Chance> {
    match (a, called) {
        (Answer::Shoot { main, with }, Some(target)) => of_shot(b.field(), *main, with, target),
        (Answer::Fight { element, against }, _) => of_fight(b, side, *element, *against),
        _ => Vec::new(),
    }
}
