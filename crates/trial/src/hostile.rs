//! Random bytes, wounded and renumbered text, twisted JSON into every reader: an error that says something, or something that
//! plays on; never a panic.

use crate::{SEATS, Trial, noise, state, times};
use desk::board::{Act, Stroke};
use desk::{BattleFile, Entry, Seating};
use serde_json::Value;
use umpire::{Seat, Seed, Seeded};

pub fn scenarios(entry: &'static Entry) {
    let (book, mut lawful) = (entry.book, 0);
    for n in 0..400 * times() {
        let r = &mut Seeded::from_number(n);
        let (name, shipped) = book.shipped[r.below(book.shipped.len() as u32) as usize];
        let text = match n % 10 {
            0 => noise::bytes(r),
            1..=5 => noise::renumbered(shipped, r),
            _ => noise::wounded(shipped, r),
        };
        match (book.begin)(name, &text, &Seed::new("hostile"), Seating::SIDES_ONLY) {
            Err(e) => {
                assert!(!e.mistakes.is_empty(), "{}: refused without a mistake:\n{text}", book.id);
                let within = e.mistakes.iter().all(|m| m.at.as_ref().is_none_or(|at| at.end <= text.len()));
                assert!(within && !format!("{e:#}").is_empty(), "{}: {e:#}\n{text}", book.id);
                let described = (book.describe)(name, &text).is_err();
                assert!(described, "{}: described but not played:\n{text}", book.id);
            }
            Ok(game) => {
                lawful += 1;
                let _ = (state(&*game), game.asks());
                if n % 10 == 1 {
                    let mut t = Trial::from_text(entry, "hostile", &text, n, Seating::SIDES_ONLY);
                    t.go_on_by(6);
                }
            }
        }
    }
    assert!(lawful > 5, "{}: {lawful} lawful", book.id);
}

pub fn battle_files(entry: &'static Entry) {
    let mut t = Trial::of(entry, 0, 0, Seating::SIDES_ONLY);
    t.go_on_by(6);
    t.file.seal(&*t.game);
    let text = t.file.text();
    for n in 0..120 * times() {
        let r = &mut Seeded::from_number(n);
        let hurt = match n % 10 {
            0 => noise::bytes(r),
            1..=4 => noise::twisted(&serde_json::from_str(&text).expect("its own text"), r).to_string(),
            _ => noise::wounded(&text, r),
        };
        match BattleFile::parse(&hurt) {
            Err(e) => assert!(!e.to_string().is_empty()),
            Ok(f) => drop(f.verify(&[entry.book])),
        }
    }
}

/// Strokes of a hand that does not know what it does, on every seat's sketch.
pub fn strokes(entry: &'static Entry) {
    for n in 0..2 * times() {
        let r = &mut Seeded::from_number(n);
        let mut t = Trial::of(entry, n as usize, n, Seating::WITH_UMPIRE);
        for _ in 0..6 {
            let before = state(&*t.game);
            for seat in SEATS {
                let board = t.game.board(seat);
                for p in t.game.prompts(seat) {
                    let mut draft = p.sketch.map_or(Value::Null, |s| s.draft);
                    for _ in 0..12 {
                        let any = |r: &mut Seeded| (r.unit() - 0.2) * board.width * 1.4;
                        let act = match r.below(10) {
                            0 => Act::Pick,
                            1 => Act::Clear,
                            2 => Act::Turn { degrees: any(r) },
                            3 => Act::Point { x: any(r), y: f64::NAN },
                            4 => Act::Type { text: noise::bytes(r) },
                            5 => Act::Set { control: noise::bytes(r), value: noise::value(r) },
                            6 => Act::Aim { at: noise::bytes(r) },
                            7 => Act::Fill { answer: noise::value(r) },
                            _ => {
                                Act::Drag { x: any(r), y: any(r), facing: (r.below(2) == 0).then(|| any(r)) }
                            }
                        };
                        let some = board.pieces.get(r.below(board.pieces.len().max(1) as u32) as usize);
                        let mut pieces: Vec<String> = some.map(|p| p.id.clone()).into_iter().collect();
                        if r.below(8) == 0 {
                            pieces.push(noise::bytes(r));
                        }
                        if r.below(8) == 0 {
                            draft = noise::twisted(&draft, r);
                        }
                        let stroke = Stroke { asks: p.asks.clone(), draft: draft.clone(), pieces, act };
                        match t.game.sketch(seat, &stroke) {
                            Err(e) => assert!(!e.reason.is_empty(), "{t:?}: {stroke:?}"),
                            Ok(s) => {
                                draft = s.draft;
                                if let Some(answer) = s.answer {
                                    let taken = t.game.snapshot().answer(seat, &answer);
                                    assert!(taken.is_ok(), "{t:?}: sketched {answer} is refused: {taken:?}");
                                }
                            }
                        }
                    }
                }
            }
            assert_eq!(state(&*t.game), before, "{t:?}: a sketch has changed the battle");
            if !t.go_on() {
                break;
            }
        }
    }
}

/// Situations that cannot be, for every procedure; and dice by hand, too few and too many.
pub fn situations(entry: &'static Entry) {
    for p in entry.book.procedures {
        let name = p.name();
        let example = p.example();
        let r = &mut Seeded::from_number(1);
        let judged = p.judge(&example, r).unwrap_or_else(|e| panic!("the example of {name}: {e}"));
        assert!(!judged.says.is_empty() && !judged.ruling.clauses.is_empty(), "{name} cites nothing");
        let dice = judged.ruling.dice.clone();
        if !dice.is_empty() {
            let again =
                p.judge_by_hand(&example, dice.clone()).unwrap_or_else(|e| panic!("{name} by hand: {e}"));
            assert_eq!(again.ruling, judged.ruling, "{name}: the same dice give another ruling");
            assert!(p.judge_by_hand(&example, [dice, vec![1]].concat()).is_err(), "{name}: a die too many");
            assert!(p.judge_by_hand(&example, Vec::new()).is_err(), "{name}: no dice at all");
        }
        for n in 0..120 * times() {
            let r = &mut Seeded::from_number(n);
            let v = if n % 20 == 0 { noise::value(r) } else { noise::twisted(&example, r) };
            match p.judge(&v, r) {
                Ok(j) => assert!(!j.says.is_empty(), "{name}: {v}"),
                Err(e) => assert!(!e.to_string().is_empty(), "{name}: {v}"),
            }
            let _ = p.judge_by_hand(&v, (0..r.below(12)).map(|_| r.below(256) as u8).collect());
        }
    }
}

/// Nobody but those asked may answer.
pub fn nobody_else_answers(entry: &'static Entry) {
    let mut t = Trial::of(entry, 0, 3, Seating::SIDES_ONLY);
    for _ in 0..6 {
        let Some((seat, right)) = t.next_answer() else { break };
        let before = state(&*t.game);
        for other in [Seat::Umpire, Seat::Spectator, Seat::Side(2), Seat::Side(255)] {
            assert!(t.game.answer(other, &right).is_err(), "{t:?}: {other} answered for {seat}");
        }
        if let [only] = t.game.waits_for()[..] {
            let other = if only == Seat::Side(0) { Seat::Side(1) } else { Seat::Side(0) };
            assert!(t.game.answer(other, &right).is_err(), "{t:?}: {other} answered for {seat}");
        }
        assert_eq!(state(&*t.game), before, "{t:?}: somebody else has changed it");
        t.give(seat, right);
    }
}
