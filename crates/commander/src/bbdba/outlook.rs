//! How good a battle looks for a side: losses, weighed by how near they bring a command to breaking, and the camp.

use bbdba_acw::battle::Battle;
use bbdba_acw::field::CampState;
use bbdba_acw::{Field, Side};

/// Positive where the side stands better than the other.
pub fn of(b: &Battle, side: Side) -> f64 {
    if let Some(e) = b.ended() {
        return match e.winner {
            Some(w) if w == side => 20.0,
            Some(_) => -20.0,
            None => 0.0,
        };
    }
    standing(b.field(), side) - standing(b.field(), side.other())
}

fn standing(f: &Field, s: Side) -> f64 {
    let a = f.army(s);
    let mut w = 0.0;
    for c in &a.commands {
        // A third breaks it (victory.1): each loss weighs more than the last.
        let third = f64::from(c.strength) / 3.0;
        let share = f64::from(c.lost) / third;
        w -= f64::from(c.lost) * (1.0 + 0.5 * share.min(1.0));
        if c.demoralised {
            w -= 6.0 / a.commands.len() as f64 + 2.0;
        }
    }
    if a.camp.as_ref().is_some_and(|c| c.state == CampState::Plundered) {
        w -= 2.0;
    }
    w
}
