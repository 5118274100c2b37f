//! What each part of an answer costs by itself, on one thread, in battles that are under way.

use crate::common::Chance;
use desk::board::{Act, Stroke};
use desk::{BattleFile, Book};
use std::time::Instant;
use umpire::Seat;

const WHAT: [&str; 9] = [
    "the answer judged",
    "moments made",
    "moments written",
    "snapshot",
    "the table seen",
    "the table written",
    "prompts made",
    "prompts written",
    "a stroke",
];

/// Answers given in each battle.
const ANSWERS: usize = 12;

/// Plays on in these battles with one person on each side.
pub fn pace(book: &'static Book, files: &[String]) {
    let mut took: [Vec<f64>; 9] = Default::default();
    let mut bytes = [0usize; 9];
    let mut chance = Chance(1);
    for text in files {
        let mut game =
            BattleFile::parse(text).expect("our own file").open(&[book]).expect("it can be opened");
        let seats = [Seat::Side(0), Seat::Side(1)];
        game.record(&seats);
        let _ = seats.map(|s| game.take_moments(s));
        for _ in 0..ANSWERS {
            let Some(seat) = game.waits_for().first().copied() else { break };
            let mut watch = Watch { took: &mut took, at: Instant::now() };
            let board = game.board(seat);
            watch.lap(4);
            let text = serde_json::to_string(&board).unwrap_or_default();
            watch.lap(5);
            bytes[5] += text.len();
            watch.again();
            let prompts = game.prompts(seat);
            watch.lap(6);
            let text = serde_json::to_string(&prompts).unwrap_or_default();
            watch.lap(7);
            bytes[7] += text.len();
            let Some(p) = prompts.into_iter().next() else { break };
            let own: Vec<_> = board.pieces.iter().filter(|p| p.yours).collect();
            if !own.is_empty() {
                let o = own[chance.below(own.len())];
                let act = Act::Drag { x: o.at.x + 10.0, y: o.at.y + 10.0, facing: None };
                let stroke =
                    Stroke { asks: p.asks, draft: serde_json::Value::Null, pieces: vec![o.id.clone()], act };
                watch.again();
                let _ = game.sketch(seat, &stroke);
                watch.lap(8);
            }
            let answer = match p.offers.len() {
                0 => p.sketch.and_then(|s| s.answer),
                n => Some(p.offers[chance.below(n)].answer.clone()),
            };
            let Some(answer) = answer else { break };
            watch.again();
            if game.answer(seat, &answer).is_err() {
                break;
            }
            watch.lap(0);
            let moments = seats.map(|s| game.take_moments(s));
            watch.lap(1);
            for m in moments.iter().flatten() {
                bytes[2] += serde_json::to_string(m).map_or(0, |t| t.len());
            }
            watch.lap(2);
            drop(game.snapshot());
            watch.lap(3);
        }
    }
    println!("{}: {} battles under way, {} answers", book.id, files.len(), took[0].len());
    for (i, what) in WHAT.iter().enumerate() {
        let t = &mut took[i];
        t.sort_by(f64::total_cmp);
        let n = t.len().max(1);
        let at = |share: f64| t.get(((n as f64 * share) as usize).min(n - 1)).copied().unwrap_or(0.0);
        println!(
            "  {what:<20} mean {:7.3} ms  p50 {:7.3}  p99 {:7.3}  most {:7.3}  {:8.1} kB each",
            t.iter().sum::<f64>() / n as f64,
            at(0.5),
            at(0.99),
            at(1.0),
            bytes[i] as f64 / 1e3 / n as f64
        );
    }
}

/// Takes the times of one thing after the other.
struct Watch<'a> {
    took: &'a mut [Vec<f64>; 9],
    at: Instant,
}

impl Watch<'_> {
    fn lap(&mut self, what: usize) {
        self.took[what].push(self.at.elapsed().as_secs_f64() * 1e3);
        self.again();
    }

    fn again(&mut self) {
        self.at = Instant::now();
    }
}
