//! How long a page waits: board, prompts, a stroke, an answer and its moments for three seats, on the largest scenario.
//!
//! `cargo run --release -p bbdba-acw --example desk_pace`

use bbdba_acw::battle::Battle;
use bbdba_acw::scenario;
use desk::board::{Act, Stroke};
use desk::{Game, Match, Seating};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;
use umpire::{Log, Seat, Seed};

fn main() {
    let (_, text) = scenario::SHIPPED.iter().find(|(n, _)| *n == "three-corps").expect("it is shipped");
    let s = Arc::new(scenario::read("three-corps", text).expect("it can be read"));
    let mut b = Match::new(Battle::seated(s, Seed::new("pace"), Log::On(Vec::new()), Seating::SIDES_ONLY));
    b.record(&[Seat::Side(0), Seat::Side(1), Seat::Spectator]);
    let mut worst = [0.0f64; 6];
    let mut sums = [0.0f64; 6];
    let mut n = 0;
    let mut take = |i: usize, ms: f64| {
        worst[i] = worst[i].max(ms);
        sums[i] += ms;
    };
    while n < 600 {
        let Some((side, awaits)) = b.rules().pending().first().cloned() else { break };
        let seat = Seat::Side(side.index() as u8);
        let at = Instant::now();
        let board = b.board(seat);
        take(0, at.elapsed().as_secs_f64() * 1e3);
        let at = Instant::now();
        let prompts = b.prompts(seat);
        take(1, at.elapsed().as_secs_f64() * 1e3);
        let own: Vec<_> = board.pieces.iter().filter(|p| p.yours).collect();
        if let Some(p) = own.get(n % own.len().max(1)) {
            for (x, y) in [(0.0, 150.0), (40.0, -300.0), (-300.0, 300.0), (200.0, 90.0)] {
                let at = Instant::now();
                let act = Act::Drag { x: p.at.x + x, y: p.at.y + y, facing: None };
                let pieces = vec![p.id.clone()];
                let _ =
                    b.sketch(seat, &Stroke { asks: awaits.name().into(), draft: Value::Null, pieces, act });
                take(2, at.elapsed().as_secs_f64() * 1e3);
            }
        }
        let offers = &prompts[0].offers;
        let a = offers[(n * 7919) % offers.len()].answer.clone();
        let at = Instant::now();
        b.answer(seat, &a).expect("an offer is accepted");
        take(3, at.elapsed().as_secs_f64() * 1e3);
        let at = Instant::now();
        let moments = b.take_moments(seat);
        take(5, at.elapsed().as_secs_f64() * 1e3);
        let size = serde_json::to_string(&moments).map_or(0, |s| s.len());
        take(4, size as f64 / 1000.0);
        n += 1;
    }
    let what = ["board ms", "prompts ms", "strokes ms (4 each)", "answer ms", "moments kB", "moments ms"];
    for (i, what) in what.iter().enumerate() {
        println!("{what:<20} mean {:8.3}  worst {:8.3}", sums[i] / n as f64, worst[i]);
    }
}
