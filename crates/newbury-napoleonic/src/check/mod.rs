//! Is an answer lawful? Pure: it changes nothing, and refuses by the clause. What a player could know only by measuring to an enemy is never
//! refused (play.orders.invalid).

pub mod closing;
pub mod game;
pub mod guns;
pub mod orders;
pub mod parts;

use crate::answer::Answer;
use crate::battle::{Awaits, Battle};
use crate::clause;
use crate::say;
use crate::unit::{Side, UnitId};
use umpire::{Refusal, allow};

/// Numbers that a person may mean.
const MOST: f64 = 10_000.0;

pub(crate) fn sane(numbers: &[f64]) -> Result<(), Refusal> {
    let fine = numbers.iter().all(|n| n.is_finite() && n.abs() <= MOST);
    if fine { Ok(()) } else { Err(Refusal::form(say!("no-such-number"))) }
}

/// A side's own body by its code.
pub(crate) fn own(b: &Battle, side: Side, code: &str) -> Result<UnitId, Refusal> {
    let f = b.field();
    let found = f.by_code(code).filter(|u| f[*u].side == side && f[*u].present());
    found.ok_or_else(|| Refusal::form(say!("no-such-unit", unit = code)))
}

/// An enemy's body that this side knows (play.view).
pub(crate) fn enemy(b: &Battle, side: Side, code: &str) -> Result<UnitId, Refusal> {
    let f = b.field();
    let found = f.by_code(code).filter(|u| f[*u].side != side && f[*u].present() && b.known(*u));
    found.ok_or_else(|| Refusal::form(say!("no-such-enemy", unit = code)))
}

/// Is the answer one to what is asked, and lawful?
pub(crate) fn answer(b: &Battle, side: Side, awaits: &Awaits, answer: &Answer) -> Result<(), Refusal> {
    match (awaits, answer) {
        (Awaits::Orders, Answer::Orders { orders, generals }) => {
            orders::all(b, side, orders)?;
            orders::rides(b, side, generals)
        }
        (Awaits::Respond(asked), Answer::Respond { responses }) => {
            for r in responses {
                let u = among(b, side, &r.unit, asked)?;
                let may = b.may_respond(u);
                allow(may.contains(&r.response), clause!("17.5.b"), || {
                    say!("may-not-respond-so", unit = &*r.unit)
                })?;
            }
            once(responses.iter().map(|r| &*r.unit))
        }
        (Awaits::Fire(asked), Answer::Fire { fire }) => {
            for c in fire {
                let u = among(b, side, &c.unit, asked)?;
                b.may_choose(u, c)?;
            }
            once(fire.iter().map(|c| &*c.unit))
        }
        (Awaits::Press(asked), Answer::Press { units }) => {
            units.iter().try_for_each(|p| among(b, side, &p.unit, asked).map(|_| ()))?;
            once(units.iter().map(|p| &*p.unit))
        }
        (Awaits::Follow(asked, melee), Answer::Follow { follow, give_ground }) => {
            let all: Vec<UnitId> = asked.iter().chain(melee).copied().collect();
            follow.iter().try_for_each(|c| among(b, side, c, &all).map(|_| ()))?;
            for c in give_ground {
                let u = own(b, side, c)?;
                allow(melee.contains(&u), clause!("19.5.h"), || {
                    say!("not-in-a-melee-to-leave", unit = &**c)
                })?;
            }
            once(follow.iter().chain(give_ground).map(|c| &**c))
        }
        (Awaits::Pursue(asked, given_up), Answer::Pursue { go_on, refuse }) => {
            go_on.iter().try_for_each(|c| among(b, side, c, asked).map(|_| ()))?;
            for c in refuse {
                let u = enemy(b, side, c)?;
                allow(given_up.contains(&u), clause!("23.10.b"), || say!("does-not-surrender", unit = &**c))?;
            }
            once(go_on.iter().chain(refuse).map(|c| &**c))
        }
        (Awaits::GameOrders, Answer::GameOrders { orders }) => game::all(b, side, orders),
        _ => Err(Refusal::form(say!("another-answer-is-asked", asked = awaits.name()))),
    }
}

fn among(b: &Battle, side: Side, code: &str, asked: &[UnitId]) -> Result<UnitId, Refusal> {
    let u = own(b, side, code)?;
    let is = asked.contains(&u);
    if is { Ok(u) } else { Err(Refusal::form(say!("unit-is-not-asked", unit = code))) }
}

/// Nobody is named twice.
fn once<'a>(codes: impl Iterator<Item = &'a str>) -> Result<(), Refusal> {
    let mut seen: Vec<&str> = Vec::new();
    for c in codes {
        if seen.contains(&c) {
            return Err(Refusal::form(say!("named-twice", unit = c)));
        }
        seen.push(c);
    }
    Ok(())
}
