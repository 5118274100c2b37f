//! How long a page waits: board, prompts, a stroke, an answer, the moments that follow from it, and a snapshot to look at.
//!
//! `cargo run --release -p chakoten-acw --example desk_pace_chakoten`. All units of both sides march straight ahead, stand or repeat
//! their orders, so that the armies meet.

use chakoten_acw::scenario::SHIPPED;
use desk::Seating;
use desk::board::{Act, Stroke};
use serde_json::Value;
use std::time::Instant;
use umpire::{Seat, Seed};

const WHAT: [&str; 8] = [
    "board ms",
    "prompts ms",
    "stroke ms",
    "answer ms",
    "moments ms",
    "snapshot ms",
    "moments kB",
    "moments each",
];

fn main() {
    for name in ["two-brigades", "raid-on-the-train", "fortified-ridge"] {
        pace(name);
    }
}

fn pace(name: &str) {
    let (_, text) = SHIPPED.iter().find(|(n, _)| *n == name).expect("it is shipped");
    let (mut worst, mut sums) = ([0.0f64; 8], [0.0f64; 8]);
    let mut n = 0;
    for seed in 0..10 {
        let seed = Seed::new(format!("pace {seed}"));
        let mut b = (chakoten_acw::BOOK.begin)(name, text, &seed, Seating::SIDES_ONLY).expect("it is lawful");
        let seats = [Seat::Side(0), Seat::Side(1)];
        b.record(&seats);
        let _ = seats.map(|s| b.take_moments(s));
        while b.turn() < 12 && b.ending().is_none() {
            let Some(seat) = b.waits_for().first().copied() else { break };
            let mut took = [0.0; 8];
            let ms = |at: Instant| at.elapsed().as_secs_f64() * 1e3;
            let at = Instant::now();
            let board = b.board(seat);
            took[0] = ms(at);
            let at = Instant::now();
            let prompts = b.prompts(seat);
            took[1] = ms(at);
            let Some(prompt) = prompts.into_iter().next() else { break };
            let own: Vec<_> = board.pieces.iter().filter(|p| p.yours).collect();
            if let Some(p) = own.get(n % own.len().max(1)) {
                let act = Act::Drag { x: p.at.x + 10.0, y: p.at.y + 10.0, facing: None };
                let stroke =
                    Stroke { asks: prompt.asks, draft: Value::Null, pieces: vec![p.id.clone()], act };
                let at = Instant::now();
                let _ = b.sketch(seat, &stroke);
                took[2] = ms(at);
            }
            let answer = match prompt.offers.len() {
                0 => prompt.sketch.and_then(|s| s.answer).expect("something can be answered"),
                k => prompt.offers[k - 1 - usize::from(n % 5 == 4).min(k - 1)].answer.clone(),
            };
            let at = Instant::now();
            b.answer(seat, &answer).expect("an offer is accepted");
            took[3] = ms(at);
            let at = Instant::now();
            let moments = seats.map(|s| b.take_moments(s));
            took[4] = ms(at);
            let at = Instant::now();
            drop(b.snapshot());
            took[5] = ms(at);
            let kept: usize = moments.iter().map(|m| serde_json::to_string(m).map_or(0, |s| s.len())).sum();
            took[6] = kept as f64 / 1e3;
            took[7] = moments.iter().map(Vec::len).sum::<usize>() as f64;
            for i in 0..8 {
                sums[i] += took[i];
                worst[i] = worst[i].max(took[i]);
            }
            n += 1;
        }
    }
    println!("{name}: {n} answers");
    for (i, what) in WHAT.iter().enumerate() {
        println!("  {what:<14} mean {:8.3}  worst {:8.3}", sums[i] / n.max(1) as f64, worst[i]);
    }
}
