//! Secrets by value: what a seat may not know changes nothing of what it gets.

use crate::{SEATS, Trial, difference, seen_by, times};
use desk::board::{Act, Board, Stroke};
use desk::{Entry, Game, Seating};
use serde_json::{Value, json};
use umpire::Seat;

fn texts<'v>(v: &'v Value, all: &mut Vec<&'v str>) {
    match v {
        Value::String(s) => all.push(s),
        Value::Array(a) => a.iter().for_each(|x| texts(x, all)),
        Value::Object(o) => o.iter().for_each(|(k, x)| {
            all.push(k);
            texts(x, all);
        }),
        _ => {}
    }
}

/// Who has not answered must see nothing of what another has, but that he is no longer waited for.
fn without_waiting(game: &dyn Game, seat: Seat) -> Value {
    let mut seen = seen_by(game, seat);
    if let Some(view) = seen["view"].as_object_mut() {
        view.remove("waits_for");
    }
    seen
}

/// What the strokes of a seat come to: of its first piece, over these places and at pieces of these names.
fn sketches(game: &dyn Game, seat: Seat, places: &[[f64; 2]], names: &[String]) -> Vec<Value> {
    let own = game.board(seat).pieces.into_iter().find(|p| p.yours).map(|p| p.id);
    let mut drawn = Vec::new();
    for p in game.prompts(seat) {
        let over = places.iter().flat_map(|[x, y]| {
            let (x, y) = (*x, *y);
            [Act::Drag { x, y, facing: None }, Act::Point { x, y }]
        });
        let at = names.iter().map(|name| Act::Aim { at: name.clone() });
        for act in [Act::Pick].into_iter().chain(over).chain(at) {
            let pieces = own.iter().cloned().collect();
            let stroke = Stroke { asks: p.asks.clone(), draft: Value::Null, pieces, act };
            drawn.push(match game.sketch(seat, &stroke) {
                Ok(sketched) => json!(sketched),
                Err(refusal) => json!(refusal.to_string()),
            });
        }
    }
    drawn
}

/// The seed is told to nobody before the end.
pub fn the_seed(entry: &'static Entry) {
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let mut t = Trial::of(entry, n as usize, n, Seating::WITH_UMPIRE);
        t.game.record(&SEATS);
        for _ in 0..12 {
            for seat in SEATS {
                let mut sent = vec![seen_by(&*t.game, seat)];
                sent.push(serde_json::to_value(t.game.take_moments(seat)).expect("a film is data"));
                let mut all = Vec::new();
                sent.iter().for_each(|v| texts(v, &mut all));
                let told = all.iter().find(|s| s.contains(t.file.seed.text()));
                assert!(
                    t.game.ending().is_some() || told.is_none(),
                    "{t:?}: {seat} reads the seed: {told:?}"
                );
            }
            if !t.go_on() {
                break;
            }
        }
    }
}

/// Where both sides answer in secret, neither learns from anything that the other has answered, or what: not from tables and questions, nor
/// from what is told, how many moments there are, or what may be sketched.
pub fn what_the_other_answered(entry: &'static Entry) {
    let (mut at_once, mut compared) = (0, 0);
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let mut t = Trial::of(entry, n as usize, n, Seating::SIDES_ONLY);
        for _ in 0..16 {
            let waits = t.game.waits_for();
            if let [first, other] = waits[..] {
                let asks = t.game.asks();
                let offers = asks.iter().filter(|a| a.seat == first).flat_map(|a| &a.offers);
                let own = t.next_answer().map(|(_, answer)| answer);
                let table = t.game.board(other);
                let places = [0.3, 0.7].map(|part| [table.width * part, table.depth * (1.0 - part)]);
                let mut seen = Vec::new();
                for answer in own.iter().chain(offers.take(3)) {
                    let mut copy = t.game.snapshot();
                    copy.record(&[other, Seat::Spectator]);
                    if copy.answer(first, answer).is_ok() && copy.waits_for().contains(&other) {
                        let looks = [other, Seat::Spectator].map(|s| without_waiting(&*copy, s));
                        let films = [other, Seat::Spectator].map(|s| json!(copy.take_moments(s)));
                        seen.push((looks, films, sketches(&*copy, other, &places, &[])));
                    }
                }
                at_once += 1;
                compared += usize::from(seen.len() > 1);
                let same = seen.windows(2).all(|w| w[0] == w[1]);
                assert!(same, "{t:?}: {other} or a spectator sees what {first} has answered");
            }
            if !t.go_on() {
                break;
            }
        }
    }
    assert!(at_once == 0 || compared > 0, "{}: nobody ever had a choice of answers", entry.book.id);
}

/// All that a seat sees but the seal: that is another for every scenario, and nobody can guess what it is made of.
fn known_to(game: &dyn Game, seat: Seat) -> Value {
    let mut seen = seen_by(game, seat);
    let seal = seen["view"].as_object_mut().and_then(|view| view.remove("seal"));
    assert!(seal.is_some(), "{seat} sees no seal");
    seen
}

/// A scenario that differs only in what a seat may not know looks the same to it.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    pub scenario: &'static str,
    /// What stands in its file, and what might as well stand there: of its last occurrence.
    pub is: &'static str,
    pub might_be: &'static str,
    /// Who may not know which.
    pub from: Seat,
}

pub fn of_the_scenario(entry: &'static Entry, hidden: &Hidden) {
    let (name, text) = entry.book.shipped.iter().find(|(n, _)| *n == hidden.scenario).expect("it is shipped");
    let at = text.rfind(hidden.is).unwrap_or_else(|| panic!("{name} has no {}", hidden.is));
    let mut other = (*text).to_owned();
    other.replace_range(at..at + hidden.is.len(), hidden.might_be);
    let [a, b] = [*text, &other].map(|text| {
        let mut t = Trial::from_text(entry, name, text, 1, Seating::SIDES_ONLY);
        t.game.record(&SEATS);
        let film = serde_json::to_value(t.game.take_moments(hidden.from)).expect("a film is data");
        (known_to(&*t.game, hidden.from), film, known_to(&*t.game, Seat::Umpire))
    });
    let id = entry.book.id;
    assert_ne!(a.2, b.2, "{id}: {hidden:?} changes nothing at all");
    assert_eq!(a.0, b.0, "{id}: {} sees {hidden:?}", hidden.from);
    assert_eq!(a.1, b.1, "{id}: {} sees {hidden:?} in the film", hidden.from);
}

/// Troops that a seat does not see, whatever they do.
#[derive(Clone, Copy, Debug)]
pub struct Unseen {
    pub scenario: &'static str,
    pub text: &'static str,
    /// A part of the text without which they are fewer.
    pub without: &'static str,
    /// Who does not see them.
    pub from: Seat,
    /// By which question they are ordered, and what, time after time: who, and how the order is written.
    pub asks: &'static str,
    pub orders: &'static [&'static [(&'static str, By)]],
}

/// How an order is written.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// As it is typed.
    Text(&'static str),
    /// The piece is dragged so far.
    Drag(f64, f64),
}

/// The first ready answer to what a seat is asked.
fn ready(game: &dyn Game, seat: Seat) -> Value {
    let asked = game.prompts(seat).into_iter().find(|p| !p.standing).expect("it is waited for");
    let first = asked.offers.into_iter().next().map(|o| o.answer);
    first.or_else(|| asked.sketch?.answer).expect("something is ready")
}

/// An answer as it is written, piece by piece.
fn written(game: &dyn Game, seat: Seat, asks: &str, orders: &[(&str, By)]) -> Value {
    let asked = game.prompts(seat).into_iter().find(|p| p.asks == asks).expect("it is asked");
    let mut sketched = asked.sketch.expect("it can be written");
    let table = game.board(seat);
    for (who, by) in orders {
        let act = match *by {
            By::Text(text) => Act::Type { text: text.to_owned() },
            By::Drag(x, y) => {
                let at = table.piece(who).expect("it is there").at;
                Act::Drag { x: at.x + x, y: at.y + y, facing: None }
            }
        };
        let (draft, pieces) = (sketched.draft.clone(), vec![(*who).to_owned()]);
        let stroke = Stroke { asks: asks.into(), draft, pieces, act };
        sketched = game.sketch(seat, &stroke).unwrap_or_else(|r| panic!("{who}: {by:?}: {r}"));
        assert!(sketched.refusal.is_none(), "{who}: {by:?}: {:?}", sketched.refusal);
    }
    sketched.answer.expect("it can be sent")
}

/// The pieces that are on one table and not on another: where they stand, and what they are called.
fn beyond(all: &Board, seen: &Board) -> (Vec<[f64; 2]>, Vec<String>) {
    let there = |p: &&desk::board::Piece| seen.pieces.iter().all(|q| (q.at.x, q.at.y) != (p.at.x, p.at.y));
    all.pieces.iter().filter(there).map(|p| ([p.at.x, p.at.y], p.id.clone())).unzip()
}

/// However many they are and whatever they do, who does not see them gets the same: tables and questions, what is told and under which number, as
/// many moments, and what comes of his strokes over the very ground where they stand.
pub fn of_unseen_troops(entry: &'static Entry, unseen: &Unseen) {
    let (id, from) = (entry.book.id, unseen.from);
    let fewer = unseen.text.replacen(unseen.without, "", 1);
    assert_ne!(fewer, unseen.text, "{id}: {unseen:?}");
    // They march; they stand; there are fewer of them.
    let mut battles =
        [(unseen.text, true), (unseen.text, false), (fewer.as_str(), false)].map(|(text, march)| {
            let mut t = Trial::from_text(entry, unseen.scenario, text, 1, Seating::SIDES_ONLY);
            t.game.record(&SEATS);
            (t, march)
        });
    let (mut ordered, mut looked) = (0, 0);
    loop {
        let waits = battles[0].0.game.waits_for();
        assert!(battles.iter().all(|(t, _)| t.game.waits_for() == waits), "{id}: another is waited for");
        // When it is over everybody sees everything.
        let Some(seat) = waits.first().copied() else { break };
        let first = &battles[0].0;
        let (places, names) = beyond(&first.game.board(Seat::Umpire), &first.game.board(from));
        assert!(!names.is_empty(), "{id}: {from} sees everything");
        let all = battles.each_mut().map(|(t, _)| {
            let film = json!(t.game.take_moments(from));
            [known_to(&*t.game, from), film, json!(sketches(&*t.game, from, &places, &names))]
        });
        for (i, what) in ["table, questions or log", "film", "sketches"].iter().enumerate() {
            let march_or_stand = all[0][i] == all[1][i];
            let more_or_fewer = all[1][i] == all[2][i];
            let differs =
                || difference(&all[0][i], &all[1][i]).or_else(|| difference(&all[1][i], &all[2][i]));
            assert!(
                march_or_stand && more_or_fewer,
                "{id}, {ordered}: {from} knows from his {what} what they do or how many they are: {:?}",
                differs()
            );
        }
        looked += 1;
        let asked = battles[0].0.game.prompts(seat).into_iter().find(|p| !p.standing).map(|p| p.asks);
        if seat == from {
            let answer = ready(&*battles[0].0.game, seat);
            battles.iter_mut().for_each(|(t, _)| t.give(seat, answer.clone()));
            continue;
        }
        let orders = if asked.as_deref() == Some(unseen.asks) {
            let Some(orders) = unseen.orders.get(ordered) else { break };
            ordered += 1;
            Some(orders)
        } else {
            None
        };
        for (t, march) in &mut battles {
            let answer = match orders.filter(|_| *march) {
                Some(orders) => written(&*t.game, seat, unseen.asks, orders),
                None => ready(&*t.game, seat),
            };
            t.give(seat, answer);
        }
    }
    assert!(ordered == unseen.orders.len() && looked > ordered, "{id}: only {ordered} times ordered");
    // Whoever sees everything can tell.
    let umpires =
        battles.each_mut().map(|(t, _)| (t.game.events_len(), t.game.take_moments(Seat::Umpire).len()));
    assert_ne!(umpires[0], umpires[1], "{id}: nothing was to be noticed of what they did");
    let [_, stand, few] = battles.each_ref().map(|(t, _)| t.game.board(Seat::Umpire).pieces.len());
    assert_ne!(stand, few, "{id}: nothing was to be noticed of how many they are");
}
