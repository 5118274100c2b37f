//! The same seed and answers give the same battle; it is saved and opened again at any moment.

use crate::{SEATS, Trial, seen_by, state, times};
use desk::board::Moment;
use desk::{BattleFile, Entry, FileError, Game, Given, Saved, Seating, Verdict};
use serde_json::{Value, json};
use umpire::Seat;

/// Answers played of each battle.
const ANSWERS: usize = 24;

/// Two runs are the same to the last byte, and another seed gives another battle.
pub fn same_seed_same_battle(entry: &'static Entry) {
    let mut other = false;
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let play = |number: u64| {
            let mut t = Trial::of(entry, n as usize, number, Seating::SIDES_ONLY);
            t.game.record(&SEATS);
            t.go_on_by(ANSWERS);
            let mut file = t.file.clone();
            file.seal(&*t.game);
            (file.text(), SEATS.map(|s| t.game.take_moments(s)), t)
        };
        let ((a, film, t), (b, again, _)) = (play(n), play(n));
        assert_eq!(a, b, "{t:?}: two runs differ");
        assert!(film == again, "{t:?}: two runs look different");
        other |= a != play(n + 1000).0;
    }
    assert!(other, "{}: the seed does not matter", entry.book.id);
}

/// Saved after any answer and opened again it is the same battle, to every seat, and goes on the same way.
pub fn saved_and_opened_at_any_moment(entry: &'static Entry) {
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let seating = if n % 2 == 0 { Seating::WITH_UMPIRE } else { Seating::SIDES_ONLY };
        let mut t = Trial::of(entry, n as usize, n, seating);
        for k in 0..ANSWERS {
            t.file.seal(&*t.game);
            let text = t.file.text();
            let file = BattleFile::parse(&text).unwrap_or_else(|e| panic!("{t:?}: its own file: {e}"));
            assert_eq!(file.text(), text, "{t:?}: written twice it differs");
            let game = file.open(&[entry.book]).unwrap_or_else(|e| panic!("{t:?}: it does not open: {e}"));
            assert_eq!(state(&*game), state(&*t.game), "{t:?}: opened it is another battle");
            let verdict = file.verify(&[entry.book]);
            assert!(matches!(verdict, Verdict::True { .. }), "{t:?}: {verdict:?}");
            if k % 8 == 0 {
                for seat in SEATS {
                    assert_eq!(
                        seen_by(&*game, seat),
                        seen_by(&*t.game, seat),
                        "{t:?}: {seat} sees something else"
                    );
                }
            }
            let mut lies = file;
            lies.claim.digest.replace_range(0..1, if lies.claim.digest.starts_with('0') { "1" } else { "0" });
            assert!(
                matches!(lies.verify(&[entry.book]), Verdict::False(_)),
                "{t:?}: a false claim is believed"
            );
            if !t.go_on() {
                break;
            }
        }
    }
}

/// So many battles go on beside the first, each taken up from where it was put away: three where the long series are fought.
fn beside() -> usize {
    if times() > 1 { 3 } else { 1 }
}

/// After so many answers all seats of all of them look at the table; what they have come to and their films are compared after each.
const LOOK: usize = 8;

/// A battle that can be put away oftener than this is put away every third time from then on.
const EACH: usize = 8;

/// What all seats see, are asked and have come to, but for the log, which is not put away.
fn sight(game: &dyn Game) -> Value {
    let seats = SEATS.map(|seat| json!({ "board": game.board(seat), "prompts": game.prompts(seat) }));
    let views = SEATS.map(|seat| game.view(seat));
    json!({
        "past": game.past(),
        "waits": game.waits_for(),
        "turn": game.turn(),
        "ending": game.ending(),
        "summary": game.summary(),
        "seats": seats,
        "views": views,
    })
}

fn moments(game: &mut dyn Game) -> [Vec<Moment>; 4] {
    SEATS.map(|seat| game.take_moments(seat))
}

/// Put away after any answer after which it can be, and taken up again, the battle goes on byte for byte as the one that never
/// was: to every seat, in what it has come to and in its film. So does one that forgets what has happened.
pub fn put_away_and_taken_up(entry: &'static Entry) {
    let mut taken_up = 0;
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let seating = if n % 2 == 0 { Seating::SIDES_ONLY } else { Seating::WITH_UMPIRE };
        let mut t = Trial::of(entry, n as usize, n, seating);
        let mut forgetful = begin_anew(&t);
        forgetful.record(&SEATS);
        t.game.record(&SEATS);
        let mut others = vec![forgetful];
        let mut chances = 0;
        for k in 0..4 * ANSWERS {
            let film = moments(&mut *t.game);
            let saved = t.game.save();
            chances += usize::from(saved.is_some());
            let saved = saved.filter(|_| chances <= EACH || chances % 3 == 0);
            let seen = (k % LOOK == 0 || saved.is_some()).then(|| sight(&*t.game));
            for (i, o) in others.iter_mut().enumerate() {
                assert!(moments(&mut **o) == film, "{t:?}: {i} shows another film");
                assert_eq!(o.past(), t.game.past(), "{t:?}: {i} comes out otherwise");
                if let Some(seen) = seen.as_ref().filter(|_| k % LOOK == 0) {
                    assert_eq!(&sight(&**o), seen, "{t:?}: {i} is another battle");
                }
            }
            if let Some(saved) = saved {
                let text = serde_json::to_string(&saved).expect("a battle is data");
                let saved: Saved = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{t:?}: {e}"));
                let mut again = begin_anew(&t);
                again.restore(&saved).unwrap_or_else(|e| panic!("{t:?}: not taken up again: {e:?}"));
                assert_eq!(Some(sight(&*again)), seen, "{t:?}: taken up it is another battle");
                assert_eq!(again.save(), Some(saved), "{t:?}: put away again it is another");
                taken_up += 1;
                if others.len() > beside() {
                    others.remove(1);
                }
                others.push(again);
                others[0].forget();
                assert_eq!(others[0].events_len(), 0, "{t:?}: it remembers");
            }
            let Some((seat, answer)) = t.next_answer() else { break };
            for o in &mut others {
                give(&mut **o, seat, &answer);
            }
            t.give(seat, answer);
        }
    }
    assert!(taken_up > 0 || entry.book.id == toy::BOOK.id, "{}: no battle is ever put away", entry.book.id);
}

fn begin_anew(t: &Trial) -> Box<dyn Game> {
    let f = &t.file;
    let begun = (t.entry.book.begin)(&f.name, &f.scenario, &f.seed, f.seating);
    begun.unwrap_or_else(|r| panic!("{t:?}: {r:#}"))
}

fn give(game: &mut dyn Game, seat: Seat, answer: &Value) {
    if let Err(refusal) = game.answer(seat, answer) {
        panic!("{answer} of {seat} is refused: {refusal}");
    }
}

/// A battle file says under which version of the book and by which readings it was begun; what does not come out the same by
/// those of the program is refused by name, and what was written before files said so is of the first version.
pub fn of_another_version(entry: &'static Entry) {
    let mut t = Trial::of(entry, 0, 0, Seating::SIDES_ONLY);
    t.go_on_by(ANSWERS);
    t.file.seal(&*t.game);
    let opens = |f: &BattleFile| f.open(&[entry.book]).map(|_| ());
    assert_eq!((t.file.version, &t.file.readings), (entry.book.version, &t.game.readings()));
    assert_eq!(t.file.readings.len(), (entry.book.text)().readings.len(), "{t:?}: not all readings are said");
    let mut newer = t.file.clone();
    newer.version += 1;
    assert!(opens(&newer).is_ok(), "{t:?}: it comes out the same");
    newer.claim.events += 1;
    assert!(matches!(opens(&newer), Err(FileError::OtherVersion { .. })), "{t:?}: it comes out otherwise");
    let mut refused = t.file.clone();
    refused.version += 1;
    refused.answers.insert(0, Given { seat: Seat::Spectator, answer: json!({}) });
    assert!(matches!(opens(&refused), Err(FileError::OtherVersion { .. })), "{t:?}: an answer is refused");
    refused.version -= 1;
    assert!(matches!(opens(&refused), Err(FileError::Refused { place: 1, .. })), "{t:?}: of this version");
    for id in t.file.readings.keys().take(1) {
        let mut other = t.file.clone();
        other.readings.insert(id.clone(), "otherwise".into());
        let Err(FileError::OtherReadings(found)) = opens(&other) else {
            panic!("{t:?}: another reading is not noticed");
        };
        assert_eq!((found.len(), &found[0].id, found[0].was.as_str()), (1, id, "otherwise"));
    }
    let mut older: Value = serde_json::from_str(&t.file.text()).expect("its own file");
    let fields = older.as_object_mut().expect("a file is an object");
    fields.remove("version");
    fields.remove("readings");
    fields["format"] = json!("vedette-battle/1");
    let older = BattleFile::parse(&older.to_string()).unwrap_or_else(|e| panic!("{t:?}: an older file: {e}"));
    assert_eq!((older.version, older.readings.len()), (1, 0));
}
