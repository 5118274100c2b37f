//! Secrets by value: what a seat may not know changes nothing of what it gets.

use crate::{SEATS, Trial, seen_by, times};
use desk::{Entry, Game, Seating};
use serde_json::Value;
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

/// Where both sides answer in secret, neither learns from anything that the other has answered, or what.
pub fn what_the_other_answered(entry: &'static Entry) {
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let mut t = Trial::of(entry, n as usize, n, Seating::SIDES_ONLY);
        for _ in 0..16 {
            let waits = t.game.waits_for();
            if let [first, other] = waits[..] {
                let asks = t.game.asks();
                let offers = asks.iter().filter(|a| a.seat == first).flat_map(|a| &a.offers);
                let own = t.next_answer().map(|(_, answer)| answer);
                let mut seen = Vec::new();
                for answer in own.iter().chain(offers.take(3)) {
                    let mut copy = t.game.snapshot();
                    if copy.answer(first, answer).is_ok() && copy.waits_for().contains(&other) {
                        seen.push([other, Seat::Spectator].map(|s| without_waiting(&*copy, s)));
                    }
                }
                let same = seen.windows(2).all(|w| w[0] == w[1]);
                assert!(same, "{t:?}: {other} or a spectator sees what {first} has answered");
            }
            if !t.go_on() {
                break;
            }
        }
    }
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
        (seen_by(&*t.game, hidden.from), film, seen_by(&*t.game, Seat::Umpire))
    });
    let id = entry.book.id;
    assert_ne!(a.2, b.2, "{id}: {hidden:?} changes nothing at all");
    assert_eq!(a.0, b.0, "{id}: {} sees {hidden:?}", hidden.from);
    assert_eq!(a.1, b.1, "{id}: {} sees {hidden:?} in the film", hidden.from);
}
