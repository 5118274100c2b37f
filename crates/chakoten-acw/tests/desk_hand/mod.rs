//! A hand that moves about on the table: strokes by the dice, sensible and not.

use chakoten_acw::battle::Battle;
use chakoten_acw::scenario::{self, generate};
use chakoten_acw::unit::Side;
use commander::Strength;
use commander::chakoten::appoint;
use desk::Match;
use desk::board::{Act, Sketched, Stroke};
use desk::{Game, Seating, Staff};
use serde_json::{Value, json};
use std::sync::Arc;
use umpire::{Log, Seat, Seed};

/// A die with as many sides as one likes.
pub struct Roll(pub u64);

impl Roll {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
    pub fn of(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.of(all.len())) }
    }
}

pub fn seat(s: Side) -> Seat {
    Seat::Side(s.index() as u8)
}

/// A battle laid by the dice, or a shipped one.
pub fn battle(n: u64, umpire: bool) -> Match<Battle> {
    let text = match n % 4 {
        3 => scenario::SHIPPED[(n / 4 % 3) as usize].1.to_string(),
        _ => {
            let all = generate::TerrainKind::ALL;
            generate::scenario(all[(n % all.len() as u64) as usize], n)
        }
    };
    let s = Arc::new(scenario::read("desk", &text).expect("lawful"));
    let seating = if umpire { Seating::WITH_UMPIRE } else { Seating::SIDES_ONLY };
    Match::new(Battle::seated(s, Seed::new(format!("desk {n}")), Log::On(Vec::new()), seating))
}

/// Two officers who fight it for us.
pub fn officers(n: u64) -> [Box<dyn Staff>; 2] {
    [appoint(Strength::Steady, n), appoint(Strength::Random, n + 1)]
}

/// Lets the officers play one answer; false when nobody is waited for.
pub fn step(m: &mut Match<Battle>, who: &mut [Box<dyn Staff>; 2]) -> bool {
    let Some(Seat::Side(s)) = m.waits_for().first().copied() else { return false };
    let a = who[usize::from(s)].answer(&*m, Seat::Side(s)).expect("this book's officer");
    m.answer(Seat::Side(s), &a).expect("lawful");
    true
}

/// The seat's own pieces, and the others it sees.
pub fn pieces(m: &Match<Battle>, seat: Seat) -> (Vec<String>, Vec<String>) {
    let b = m.board(seat);
    let own = b.pieces.iter().filter(|p| p.yours).map(|p| p.id.clone()).collect();
    let others = b.pieces.iter().filter(|p| !p.yours).map(|p| p.id.clone()).collect();
    (own, others)
}

/// A value for a control.
fn value(r: &mut Roll, setting: &Value, wide: f64, deep: f64) -> Value {
    match setting["is"].as_str().unwrap_or_default() {
        "choice" => {
            let all = setting["options"].as_array().cloned().unwrap_or_default();
            r.pick(&all).map_or(Value::Null, |o| o["id"].clone())
        }
        "switch" => json!(r.of(2) == 0),
        "number" => {
            let (a, b) =
                (setting["least"].as_f64().unwrap_or(0.0), setting["greatest"].as_f64().unwrap_or(1.0));
            json!((a + (b - a) * r.unit() * 1.1).round())
        }
        "words" => json!("Hold the ground."),
        "piece" => {
            let all = setting["among"].as_array().cloned().unwrap_or_default();
            r.pick(&all).cloned().unwrap_or(Value::Null)
        }
        "place" => json!({ "x": r.unit() * wide, "y": r.unit() * deep }),
        _ => json!(true),
    }
}

/// A stroke that a hand could make, on a draft and with the controls last seen.
pub fn stroke(r: &mut Roll, m: &Match<Battle>, seat: Seat, asks: &str, last: &Sketched) -> Stroke {
    let b = m.board(seat);
    let (own, others) = pieces(m, seat);
    let at = |r: &mut Roll, near: &str| {
        // Mostly near by, as a person drags.
        let p = b
            .pieces
            .iter()
            .find(|p| p.id == near)
            .map_or((b.width / 2.0, b.depth / 2.0), |p| (p.at.x, p.at.y));
        if r.of(3) > 0 {
            (p.0 + (r.unit() - 0.5) * 30.0, p.1 + (r.unit() - 0.5) * 30.0)
        } else {
            (r.unit() * b.width, r.unit() * b.depth)
        }
    };
    let keep = r.of(3) > 0 && !last.pieces.is_empty();
    let taken: Vec<String> = if keep {
        last.pieces.clone()
    } else {
        let n = if r.of(8) == 0 { 3 } else { 1 };
        (0..n).filter_map(|_| r.pick(&own).cloned()).collect()
    };
    let first = taken.first().cloned().unwrap_or_default();
    let (x, y) = at(r, &first);
    let act = match r.of(14) {
        0 => Act::Pick,
        1..=3 => Act::Drag { x, y, facing: None },
        4 => Act::Drag { x, y, facing: Some(r.unit() * 360.0) },
        5 => Act::Turn { degrees: (r.unit() - 0.5) * 400.0 },
        6 => Act::Aim { at: r.pick(&others).cloned().unwrap_or_default() },
        7 => Act::Aim { at: r.pick(&own).cloned().unwrap_or_default() },
        8 => Act::Point { x, y },
        9 => Act::Clear,
        10 => Act::Type {
            text: ["march", "wheel left 20, march 5", "fire", "about face", "stand"][r.of(5)].into(),
        },
        _ => match r.pick(&last.controls) {
            Some(c) => {
                let s = serde_json::to_value(&c.setting).expect("plain");
                Act::Set { control: c.id.clone(), value: value(r, &s, b.width, b.depth) }
            }
            None => Act::Pick,
        },
    };
    Stroke { asks: asks.into(), draft: last.draft.clone(), pieces: taken, act }
}

/// Every text in a tree, keys included.
pub fn texts(v: &Value, all: &mut Vec<String>) {
    match v {
        Value::String(s) => all.push(s.clone()),
        Value::Array(a) => a.iter().for_each(|x| texts(x, all)),
        Value::Object(o) => o.iter().for_each(|(k, x)| {
            all.push(k.clone());
            texts(x, all);
        }),
        _ => {}
    }
}
