//! How likely a side is to win, judged by how many elements each can still lose.

use bbdba_acw::battle::Battle;
use bbdba_acw::field::CampState;
use bbdba_acw::{ElementId, Field, Side};

/// The chance of winning, from 0 to 1.
pub fn of(b: &Battle, side: Side) -> f64 {
    match b.ended() {
        Some(e) => match e.winner {
            Some(w) if w == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        },
        None => chance(b.field(), side, None),
    }
}

/// The chance of winning as the field stands, or with one more element lost.
pub fn chance(f: &Field, side: Side, but: Option<ElementId>) -> f64 {
    race(left(f, side, but), left(f, side.other(), but))
}

/// Two armies lose elements with equal chances until one has lost its last: the chance that it is the other. The sum of
/// many such losses is nearly normal.
fn race(own: f64, foe: f64) -> f64 {
    let x = (own - foe) / (own + foe - 1.0).max(0.5).sqrt();
    // The normal distribution, near enough.
    1.0 / (1.0 + (-1.702 * x).exp())
}

/// How many elements an army can still lose before it is beaten (victory.1, victory.4).
fn left(f: &Field, side: Side, but: Option<ElementId>) -> f64 {
    let a = f.army(side);
    let also = |c: usize| match but {
        Some(e) if e.side() == side && usize::from(f[e].command) == c && !f[e].is_commander() => 1.0,
        _ => 0.0,
    };
    let camp = match &a.camp {
        Some(c) if c.state == CampState::Plundered => 2.0,
        _ => 0.0,
    };
    let lost: f64 = (0..a.commands.len()).map(|c| f64::from(a.commands[c].lost) + also(c)).sum();
    // More than half lost, the camp counted.
    let half = (f64::from(a.strength) / 2.0).floor() + 1.0 - lost - camp;
    let mut thirds: Vec<f64> = a
        .commands
        .iter()
        .enumerate()
        .map(|(c, k)| {
            let third = (f64::from(k.strength) / 3.0).ceil() - f64::from(k.lost) - also(c);
            if k.demoralised { 0.0 } else { third.max(0.0) }
        })
        .collect();
    thirds.sort_by(f64::total_cmp);
    let broken = match thirds[..] {
        // A single command that breaks goes home, and is beaten when half of it is off the table.
        [one] => one + 0.12 * half.max(0.0),
        // The second that breaks decides; losses do not all fall on the weakest two.
        [one, two, ..] => one + two + 0.3 * thirds[2..].iter().sum::<f64>(),
        [] => half,
    };
    broken.min(half).max(0.02)
}
