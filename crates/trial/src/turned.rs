//! Seen in a mirror, or with its troops written down in another order, a scenario is the same battle.

use crate::Trial;
use desk::board::{Arm, Board, Piece};
use desk::{Entry, Seating};
use toml::Value;
use umpire::Seat;

const ENDS: usize = 6;

/// The scenario in a mirror that stands east: what it calls east becomes west.
fn mirrored(v: &mut Value, width: f64) {
    let Value::Table(t) = v else {
        if let Value::Array(all) = v {
            all.iter_mut().for_each(|v| mirrored(v, width));
        }
        return;
    };
    let swap = |v: &mut Value, f: &dyn Fn(f64) -> f64| {
        let n = v.as_float().or_else(|| v.as_integer().map(|n| n as f64));
        if let Some(n) = n {
            *v = Value::Float(f(n));
        }
    };
    for (key, v) in t.iter_mut() {
        match (key.as_str(), v) {
            ("x", v) => swap(v, &|x| width - x),
            ("facing" | "bearing", v) => swap(v, &|b| (360.0 - b).rem_euclid(360.0)),
            ("outline" | "path" | "points" | "crest" | "line", Value::Array(points))
                if points.iter().all(Value::is_array) =>
            {
                for p in points.iter_mut().filter_map(|p| p.as_array_mut()) {
                    if let Some(x) = p.first_mut() {
                        swap(x, &|x| width - x);
                    }
                }
            }
            (_, v) => mirrored(v, width),
        }
    }
}

/// Troops, ground and commands from the last to the first, wherever the file lists some; the sides stay.
fn reversed(v: &mut Value, key: &str) {
    match v {
        Value::Table(t) => t.iter_mut().for_each(|(k, v)| reversed(v, k)),
        Value::Array(all) => {
            all.iter_mut().for_each(|v| reversed(v, ""));
            if matches!(key, "unit" | "stand" | "area" | "wood") && all.iter().all(Value::is_table) {
                all.reverse();
            }
        }
        _ => {}
    }
}

/// What of a piece does not depend on its name.
fn shape(p: &Piece, width: Option<f64>) -> String {
    let (x, facing) = match width {
        None => (p.at.x, p.at.facing),
        Some(w) => (w - p.at.x, (360.0 - p.at.facing).rem_euclid(360.0)),
    };
    let near = |n: f64| (n * 100.0).round() / 100.0 + 0.0;
    let at = [x, p.at.y, if near(facing) == 360.0 { 0.0 } else { facing }, p.width, p.depth].map(near);
    format!("{:?} {:?} {at:?} {} {}", p.side, p.arm, p.strength, p.formation)
}

/// Of those who stand on the table; who waits beside it lies anyhow, and an orderly stands at his general's right hand in a mirror too.
fn shapes(b: &Board, width: Option<f64>) -> Vec<String> {
    let on =
        b.pieces.iter().filter(|p| (0.0..=b.depth).contains(&p.at.y) && (0.0..=b.width).contains(&p.at.x));
    let mut all: Vec<String> = on.filter(|p| p.arm != Arm::Orderly).map(|p| shape(p, width)).collect();
    all.sort();
    all
}

fn written(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut v = Value::Table(text.parse().expect("a shipped scenario is TOML"));
    change(&mut v);
    toml::to_string(&v).expect("what was read can be written")
}

/// Takes the way to do nothing wherever there is one; `false` where a battle cannot go on like that.
fn idle(t: &mut Trial) -> bool {
    let Some(seat) = t.game.waits_for().first().copied() else { return false };
    let prompts = t.game.prompts(seat);
    let Some(p) = prompts.iter().find(|p| !p.standing) else { return false };
    let ends = p.offers.iter().find(|o| o.ends).map(|o| o.answer.clone());
    let Some(answer) = ends.or_else(|| p.sketch.as_ref().and_then(|s| s.answer.clone())) else {
        return false;
    };
    t.give(seat, answer);
    true
}

/// Every shipped scenario in a mirror stands as the mirror shows it, and stays so while nobody gives an order.
pub fn in_a_mirror(entry: &'static Entry) {
    compared(entry, |text, width| written(text, |v| mirrored(v, width)), Some);
}

/// Its troops in another order, it stands as it stood.
pub fn in_another_order(entry: &'static Entry) {
    compared(entry, |text, _| written(text, |v| reversed(v, "")), |_| None);
}

fn compared(
    entry: &'static Entry,
    change: impl Fn(&str, f64) -> String,
    mirror: impl Fn(f64) -> Option<f64>,
) {
    let mut compared = 0;
    for (i, (name, text)) in entry.book.shipped.iter().enumerate() {
        let mut plain = Trial::of(entry, i, 5, Seating::SIDES_ONLY);
        let width = plain.game.board(Seat::Umpire).width;
        let text = change(text, width);
        // What the players or the dice put down has no mirror image in the file.
        match (entry.book.describe)(name, &text) {
            Err(e) => panic!("{plain:?}: changed it is not lawful: {e:#}"),
            Ok(_) if plain.game.board(Seat::Umpire).pieces.is_empty() => continue,
            Ok(_) => {}
        }
        let mut other = Trial::from_text(entry, name, &text, 5, Seating::SIDES_ONLY);
        for _ in 0..ENDS {
            let boards = [&plain, &other].map(|t| t.game.board(Seat::Umpire));
            let [here, there] = [shapes(&boards[0], mirror(width)), shapes(&boards[1], None)];
            let only =
                |a: &[String], b: &[String]| a.iter().filter(|s| !b.contains(s)).cloned().collect::<Vec<_>>();
            assert_eq!(only(&here, &there), only(&there, &here), "{plain:?}");
            compared += here.len();
            // Where the players draw up their troops, each draws them up his own way.
            let troops = boards[0].pieces.iter().filter(|p| p.arm != Arm::Orderly).count();
            if here.len() < troops {
                break;
            }
            if plain.game.waits_for() != other.game.waits_for() || !idle(&mut plain) || !idle(&mut other) {
                break;
            }
        }
    }
    assert!(compared > 0, "{}: no scenario could be turned", entry.book.id);
}
