//! Two hundred battles at once over real connections: how long does an answer take, and what does it cost?
//!
//! `cargo run --release -p server --example load -- [battles] [seconds] [pause in ms] [book]`. Half of the battles are of each
//! book, half against the computer. They are under way when they are taken in: two computers have fought each of them for some
//! turns. Each person does what a page does: he is told by his live connection that something has changed, asks how the battle
//! stands, gets the table and the prompts, thinks for a while, drags a piece about and gives one of the answers offered. The
//! server is a process of its own, so that its processor time and memory can be told from those of the people.
//!
//! `load -- pace` takes the time of each part of an answer by itself instead; `load -- neighbours [seconds] [kind ...]` what one
//! client at its limits does to the others; `load -- large [units a side] [turns]` what it takes to open a large battle.

#[path = "../../tests/common/client.rs"]
mod common;
mod house;
mod large;
mod neighbours;
mod pace;
mod person;

use common::{Chance, Client, sit_down};
use desk::{BattleFile, Book, Strength};
use house::{Cost, House};
use person::{Person, Sample, Watched, What};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use umpire::Seed;

const BOOKS: [(&Book, &[&str]); 2] = [
    (&bbdba_acw::BOOK, &["open-field", "river-crossing"]),
    (&chakoten_acw::BOOK, &["two-brigades", "raid-on-the-train"]),
];

/// No battle has been fought for more turns when it is taken in.
const MOST_TURNS: u64 = 8;

/// A battle that two computers have fought for some turns, as its file.
fn under_way(book: &Book, name: &str, number: u64) -> String {
    let text = book.shipped.iter().find(|(n, _)| *n == name).expect("it is shipped").1;
    let seed = Seed::new(format!("load {number}"));
    let (mut file, mut game) = BattleFile::begin(book, name, text, seed).expect("it is lawful");
    let entry = library::BOOKS.find(book.id).expect("it is listed");
    let mut staff = [1, 2].map(|n| entry.appoint(Strength::Quick, number * 2 + n));
    let turns = (number * 5 % (MOST_TURNS + 1)) as u32;
    while game.ending().is_none() && game.turn() < turns {
        let Some(seat) = game.waits_for().first().copied() else { break };
        let umpire::Seat::Side(n) = seat else { break };
        let Some(answer) = staff[usize::from(n)].answer(&*game, seat) else { break };
        if game.answer(seat, &answer).is_err() {
            break;
        }
        file.note(seat, answer);
    }
    file.seal(&*game);
    file.text()
}

fn share(sorted: &[Duration], of_hundred: usize) -> f64 {
    let at = (sorted.len() * of_hundred).div_ceil(100).clamp(1, sorted.len().max(1)) - 1;
    sorted.get(at).map_or(0.0, |d| d.as_secs_f64() * 1e3)
}

/// A line of the report; the time that 99 of 100 keep to.
fn line(name: &str, samples: &[&Sample]) -> f64 {
    let mut took: Vec<Duration> = samples.iter().map(|s| s.took).collect();
    took.sort();
    let p99 = share(&took, 99);
    let bytes = samples.iter().map(|s| s.bytes).sum::<usize>() as f64 / 1000.0;
    println!(
        "{name:<28} {:>7}   p50 {:>7.1} ms   p99 {:>7.1} ms   most {:>7.1} ms   {:>6.1} kB each",
        took.len(),
        share(&took, 50),
        p99,
        took.last().map_or(0.0, |d| d.as_secs_f64() * 1e3),
        bytes / took.len().max(1) as f64
    );
    p99
}

/// What the server used while people played.
fn tell_cost(used: &Cost, lasted: f64, answers: usize, steps: u64) {
    println!(
        "server: {:.2} s of processor time, {:.0} % of one core; {:.2} ms for each person's answer with all that follows \
         from it, {:.2} ms for each answer with the computers' own",
        used.all,
        used.all / lasted * 100.0,
        used.all / answers.max(1) as f64 * 1e3,
        used.all / steps.max(1) as f64 * 1e3
    );
    let mut threads: Vec<_> = used.seconds.iter().filter(|(_, s)| **s > 0.0).collect();
    threads.sort_by(|a, b| b.1.total_cmp(a.1));
    for (name, s) in threads {
        println!("        {name:<20} {s:>7.2} s");
    }
    println!("server: {:.0} MiB resident, {:.0} MiB at the most", used.resident, used.most);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    #[cfg(target_os = "linux")]
    if args.first().is_some_and(|a| a == "press") {
        // Before there are other threads, so that all of them do.
        let _ = rustix::process::nice(19);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    if let [first, data, how] = &args[..] {
        if first == "press" {
            runtime.block_on(neighbours::press(data.parse().expect("an address"), how));
            return;
        }
        if first == "serve" {
            runtime.block_on(house::serve(&PathBuf::from(data), how));
            return;
        }
    }
    let number =
        |i: usize, otherwise: u64| args.get(i).map_or(otherwise, |a| a.parse::<u64>().expect("a number"));
    if args.first().is_some_and(|a| a == "neighbours") {
        runtime.block_on(neighbours::neighbours(number(1, 20), args.get(2..).unwrap_or_default()));
        return;
    }
    if args.first().is_some_and(|a| a == "large") {
        runtime.block_on(large::large(number(1, 500), number(2, 84)));
        return;
    }
    if args.first().is_some_and(|a| a == "pace") {
        for (book, scenarios) in BOOKS {
            let files: Vec<_> = (0..40).map(|n| under_way(book, scenarios[n as usize % 2], n)).collect();
            pace::pace(book, &files);
        }
        return;
    }
    runtime.block_on(load(&args));
}

async fn load(args: &[String]) {
    let number =
        |i: usize, otherwise: u64| args.get(i).map_or(otherwise, |a| a.parse::<u64>().expect("a number"));
    let (battles, seconds, pause) = (number(0, 200), number(1, 60), number(2, 5000));
    let books: Vec<_> = BOOKS.into_iter().filter(|(b, _)| args.get(3).is_none_or(|a| a == b.id)).collect();
    assert!(!books.is_empty(), "there is no such book");
    let dir = tempfile::tempdir().expect("a folder for the store");
    let house = House::start(&dir.path().join("load.sqlite"), "free");
    let (samples, mut taken) = mpsc::unbounded_channel();
    let mut anyone = Client::new(house.at, "");
    let mut seats = Vec::new();
    let began = Instant::now();
    for n in 0..battles {
        let (book, scenarios) = books[n as usize % books.len()];
        let scenario = scenarios[(n / 4 % 2) as usize];
        let other = if n / 2 % 2 == 0 { "quick" } else { "person" };
        let file = under_way(book, scenario, n);
        let begun = Instant::now();
        let path = format!("/api/import?A=person&B={other}");
        let got =
            anyone.send("POST", &path, &[("content-type", "application/json")], file.into_bytes()).await;
        let granted = got.status == 200;
        let _ = samples.send(Sample {
            what: What::Begin,
            book: book.id,
            took: begun.elapsed(),
            granted,
            bytes: 0,
        });
        if !granted {
            eprintln!("{}: {} {}", book.id, got.status, got.text());
            continue;
        }
        for (seat, token) in sit_down(house.at, &got.json()).await {
            if seat == "A" || seat == "B" {
                seats.push((n, token, book.id, Chance(n * 2 + u64::from(seat == "B") + 1)));
            }
        }
    }
    println!(
        "{battles} battles, fought for 0 to {MOST_TURNS} turns before, taken in within {:.1} s; {} people answer for {seconds} s, \
         each after {:.1} to {:.1} s",
        began.elapsed().as_secs_f64(),
        seats.len(),
        pause as f64 / 2e3,
        pause as f64 * 1.5 / 1e3
    );
    if let Ok((middle, most)) = house::disk(dir.path()) {
        println!("this disk alone keeps a page in {middle:.1} ms, at the most {most:.1} ms");
    }
    let busy = house::busy();
    let before = house.cost();
    let playing = Instant::now();
    let until = playing + Duration::from_secs(seconds);
    let tasks: Vec<_> = seats
        .into_iter()
        .enumerate()
        .map(|(who, (n, token, book, chance))| {
            let samples = samples.clone();
            let [_, _, high, low] = (who as u32).to_be_bytes();
            let from = Ipv4Addr::new(127, 1, high, low);
            let p = Person { at: house.at, from, token, book, chance, pause, until, samples };
            (n, tokio::spawn(p.play()))
        })
        .collect();
    drop(samples);
    let mut watched = std::collections::BTreeMap::<u64, Watched>::new();
    let mut gone = 0;
    for (n, t) in tasks {
        let Some(w) = t.await.ok().flatten() else {
            gone += 1;
            continue;
        };
        let all = watched.entry(n).or_insert(w);
        all.first = all.first.min(w.first);
        all.last = all.last.max(w.last);
        all.ended |= w.ended;
    }
    let lasted = playing.elapsed().as_secs_f64();
    let used = house.cost().zip(before).map(|(now, before)| now.since(&before));
    let mut all = Vec::new();
    while let Some(x) = taken.recv().await {
        all.push(x);
    }
    let of = |what, book: Option<&str>| -> Vec<&Sample> {
        all.iter().filter(|x| x.what == what && x.granted && book.is_none_or(|b| b == x.book)).collect()
    };
    line("battles taken in", &of(What::Begin, None));
    line("how it stands", &of(What::Standing, None));
    line("film", &of(What::Film, None));
    for (book, _) in &books {
        line(&format!("the table, {}", book.id), &of(What::Board, Some(book.id)));
        line(&format!("prompts, {}", book.id), &of(What::Prompts, Some(book.id)));
        line(&format!("strokes, {}", book.id), &of(What::Stroke, Some(book.id)));
        line(&format!("answers, {}", book.id), &of(What::Answer, Some(book.id)));
    }
    line("told after the answer", &of(What::Told, None));
    let answers = of(What::Answer, None);
    let steps: u64 = watched.values().map(|w| w.last - w.first).sum();
    let refused = all.iter().filter(|x| !x.granted).count();
    let ended = watched.values().filter(|w| w.ended).count();
    println!(
        "{:.1} answers a second by people, {:.1} with the computers'; {refused} requests not granted; {gone} people \
         lost their connection; {ended} battles ended",
        answers.len() as f64 / lasted,
        steps as f64 / lasted
    );
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "{cores} cores; load average {busy} before, {} after, with the people's own work",
        house::busy()
    );
    match used {
        Some(u) => tell_cost(&u, lasted, answers.len(), steps),
        None => println!("server: this system does not tell what a process uses"),
    }
    let p99 = line("answers", &answers);
    let word = if p99 < 20.0 { "so it is" } else { "NOT SO" };
    println!(
        "from sending an answer to the reply that it is on the disk, wanted 99 of 100 under 20 ms: {word} ({p99:.1} ms)"
    );
    house.end();
}
