//! Measures how fast battles are fought and whether memory grows; each figure is printed with what it is compared to.
//!
//! - `bench`: battles a second, the cost of a bound of 360 a side against 36, memory after 1,000 and 10,000 battles.
//! - `bench bounds A_SIDE BATTLES BOUNDS`: nothing but these battles, up to that bound, and the number of bounds fought;
//!   `scripts/bench` counts its instructions.

use bbdba_acw::scenario::{self, Scenario};
use commander::{Strength, bbdba};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

const BOTH: [Strength; 2] = [Strength::Quick; 2];
/// Up to this bound lines close, shoot and fight; afterwards the large battle may be lost by two commands of thirty.
const BOUNDS: u32 = 10;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => everything(),
        ["bounds", a_side, battles, bounds] => {
            let n = |s: &str| s.parse::<u32>().expect("a number");
            let s = long_line(n(a_side) / 12);
            println!("{}", fight(&s, u64::from(n(battles)), n(bounds)));
        }
        _ => {
            eprintln!("usage: bench [bounds A_SIDE BATTLES BOUNDS]");
            std::process::exit(2);
        }
    }
}

fn everything() {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == "open-field").expect("it is shipped").1;
    let open_field = Arc::new(scenario::read("open-field", text).expect("it is good"));
    battles_a_second(&open_field);
    large_against_small();
    memory(&open_field);
}

/// Processor time of this thread where the system tells it, else the clock's: other programs then count as ours.
struct Watch {
    begun: Instant,
    ran: Option<u64>,
}

fn ran() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

impl Watch {
    fn start() -> Watch {
        Watch { begun: Instant::now(), ran: ran() }
    }

    fn seconds(&self) -> f64 {
        match (self.ran, ran()) {
            (Some(a), Some(b)) => (b - a) as f64 * 1e-9,
            _ => self.begun.elapsed().as_secs_f64(),
        }
    }

    fn of_what() -> &'static str {
        if ran().is_some() { "processor time" } else { "time by the clock" }
    }
}

/// Fights battles up to a bound and says how many bounds there were.
fn fight(s: &Arc<Scenario>, battles: u64, bounds: u32) -> u32 {
    (0..battles).map(|i| bbdba::play_one(s, BOTH, 1, i, bounds).1.turns.min(bounds)).sum()
}

fn battles_a_second(s: &Arc<Scenario>) {
    fight(s, 20, 200);
    let mut rates: Vec<f64> = Vec::new();
    let mut turns = 0;
    for _ in 0..9 {
        let w = Watch::start();
        turns = fight(s, 100, 200);
        rates.push(100.0 / w.seconds());
    }
    rates.sort_by(f64::total_cmp);
    println!(
        "whole battles, 12 against 12, quick against quick, one core: {:.0} a second, best {:.0} (wanted: 500); {:.1} turns \
         each, {:.0} µs a turn; {}",
        rates[4],
        rates[8],
        f64::from(turns) / 100.0,
        1e8 / rates[4] / f64::from(turns),
        Watch::of_what(),
    );
}

/// Two lines of so many commands of twelve on open ground, facing each other; the table is as wide as they need.
fn long_line(commands: u32) -> Arc<Scenario> {
    let mut t = format!(
        "book = \"bbdba-acw\"\ntitle = \"The Long Line\"\n\
         [table]\ncustom = true\nwidth = {}\ndepth = 2400\n\
         [setup]\nattacker = \"A\"\nterrain = \"fixed\"\ndeployment = \"placed\"\n\
         [house]\nfree_lists = true\nfree_commands = true\nfree_terrain = true\nfree_deployment = true\nno_camps = true\n\
         [terrain]\ntype = \"farmland\"\n",
        commands * 2000
    );
    for c in 0..commands {
        let x = c * 2000;
        writeln!(
            t,
            "[[terrain.area]]\nkind = \"gentle_hill\"\nx = {}\ny = 1200\nlength = 500\nwidth = 260\nbearing = 90\n\
             [[terrain.area]]\nkind = \"wood\"\nx = {}\ny = 1200\nlength = 420\nwidth = 300\nbearing = 0",
            x + 500,
            x + 1400
        )
        .expect("writing to a string");
    }
    for (name, edge, facing, line, rear) in
        [("The South", "south", 0, 560, 300), ("The North", "north", 180, 1840, 2100)]
    {
        writeln!(t, "[[army]]\nname = \"{name}\"\nedge = \"{edge}\"").expect("writing to a string");
        for c in 0..commands {
            let x = c * 2000;
            let place = |at: u32| format!("x = {}, y = {line}, facing = {facing}", x + at);
            writeln!(
                t,
                "[[army.command]]\nname = \"Division {}\"\ncommander = {{ name = \"its general\", x = {}, y = {rear}, \
                 facing = {facing} }}\nelements = [\n  {{ troop = \"cavalry\", {} }},\n  {{ troop = \"rifles\", count = 4, {} }},\n  \
                 {{ troop = \"artillery\", count = 2, {} }},\n  {{ troop = \"rifles\", count = 4, {} }},\n  \
                 {{ troop = \"jaeger\", {} }},\n]",
                c + 1,
                x + 1000,
                place(120),
                place(520),
                place(1000),
                place(1480),
                place(1880),
            )
            .expect("writing to a string");
        }
    }
    match scenario::read("long-line", &t) {
        Ok(s) => Arc::new(s),
        Err(e) => panic!("the long line is a good scenario: {e:?}"),
    }
}

fn large_against_small() {
    let per_bound = |a_side: u32, battles: u64| {
        let s = long_line(a_side / 12);
        let cost = |bounds: u32| {
            let w = Watch::start();
            (f64::from(fight(&s, battles, bounds)), w.seconds())
        };
        // Without what it takes to set the battle up.
        let (begun, fought) = (cost(1), cost(BOUNDS));
        (fought.1 - begun.1) / (fought.0 - begun.0)
    };
    let (small, large) = (per_bound(36, 20), per_bound(360, 2));
    println!(
        "a bound of 360 elements a side: {:.2} ms, of 36 a side: {:.3} ms: {:.1} times as much (wanted: at most 15); {}",
        large * 1e3,
        small * 1e3,
        large / small,
        Watch::of_what(),
    );
}

fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}

fn memory(s: &Arc<Scenario>) {
    fight(s, 1000, 200);
    let first = resident();
    fight(s, 9000, 200);
    match (first, resident()) {
        (Some(a), Some(b)) => println!(
            "resident memory: {a:.2} MiB after 1,000 battles, {b:.2} MiB after 10,000: {:+.2} MiB (wanted: no growth)",
            b - a
        ),
        _ => println!("resident memory: not measured, this system has no /proc/self/status"),
    }
}
