//! Measures the second book: whole battles a second, and the cost of a turn with ten times the units.
//!
//! - `bench_chakoten`: both figures in processor time.
//! - `bench_chakoten turns TIMES TURNS [BATTLES]`: nothing but so many turns of the two brigades, TIMES side by side, in so many
//!   battles (1 if not said), for counting instructions. Prints a sum over how the fields end, by which one sees whether a change
//!   to make it faster changed a battle.
//! - `bench_chakoten apart TIMES TURNS [BATTLES]`: the same, but each brigade has the place of the enemy before it for its task.
//!
//! Without a task every brigade makes for the middle of all enemies. On a long table that is far off, so that all wheel towards it and
//! crowd each other: ten times the units then have more than ten times as much to do. With a task each, ten battles side by side are
//! fought as ten battles. Both are measured.

use chakoten_acw::Side;
use chakoten_acw::battle::Battle;
use chakoten_acw::field::Field;
use chakoten_acw::ground::Ground;
use chakoten_acw::scenario::{self, Scenario, Task, TaskKind, When};
use chakoten_acw::unit::{CommandId, StaffId, UnitId};
use commander::{Strength, chakoten};
use std::sync::Arc;
use std::time::Instant;
use table::{Area, V2, v2};
use umpire::{BattleDice, Log};

const BOTH: [Strength; 2] = [Strength::Steady; 2];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == "two-brigades").expect("it is shipped").1;
    let s = Arc::new(scenario::read("two-brigades", text).expect("it is good"));
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => everything(&s),
        [what @ ("turns" | "apart"), times, turns, ref rest @ ..] if rest.len() < 2 => {
            let n = |s: &str| s.parse::<u32>().expect("a number");
            let field = side_by_side(&s.muster(), n(times));
            let tasks = (what == "apart").then(|| before_each(&s, n(times)));
            let battles = rest.first().map_or(1, |b| n(b));
            let ends = |seed: u32| fight(&field, tasks.as_ref(), u64::from(seed), n(turns));
            let sum = (1..=battles).fold(0, |sum, seed| fingerprint(sum, &ends(seed)));
            println!("{sum:016x}");
        }
        _ => {
            eprintln!("usage: bench_chakoten [turns|apart TIMES TURNS [BATTLES]]");
            std::process::exit(2);
        }
    }
}

fn seconds() -> f64 {
    // Processor time of this thread where the system tells it.
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    match ran.and_then(|t| t.split(' ').next()?.parse::<u64>().ok()) {
        Some(ns) => ns as f64 * 1e-9,
        None => {
            static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}

fn everything(s: &Arc<Scenario>) {
    let mut rates = Vec::new();
    for round in 0..5 {
        let t = seconds();
        for i in 0..10 {
            chakoten::play_one(s, BOTH, round, i, 20);
        }
        rates.push(10.0 / (seconds() - t));
    }
    rates.sort_by(f64::total_cmp);
    println!(
        "chakoten-acw, 20 turns of two brigades a side ({} units), steady against steady, one core: {:.1} battles a second, \
         best {:.1} (wanted: 20)",
        s.muster().units.len(),
        rates[2],
        rates[4],
    );
    let one = s.muster();
    let ten = side_by_side(&one, 10);
    let cost = |f: &Field, tasks: Option<&Scenario>, n: u64| {
        let t = seconds();
        for i in 0..n {
            fight(f, tasks, i, 10);
        }
        (seconds() - t) / n as f64 / 10.0
    };
    let (each, all) = (before_each(s, 1), before_each(s, 10));
    for (how, tasks) in [("each for the enemy before it", true), ("all for the middle of all enemies", false)]
    {
        let small = cost(&one, tasks.then_some(&each), 20);
        let large = cost(&ten, tasks.then_some(&all), 2);
        println!(
            "chakoten-acw, a turn of {} units: {:.2} ms, of {} units: {:.3} ms: {:.1} times as much, brigades {how} (wanted: at \
             most 15)",
            ten.units.len(),
            large * 1e3,
            one.units.len(),
            small * 1e3,
            large / small,
        );
    }
}

/// Each brigade has the middle of the enemies before it, as they stand at the start, for a place to take.
fn before_each(s: &Scenario, times: u32) -> Scenario {
    let f = s.muster();
    let mut s = s.clone();
    s.tasks.clear();
    s.turns = 1000;
    for k in 0..times {
        for side in Side::BOTH {
            let all: Vec<V2> = f.enemies(side).map(|u| u.base.centre()).collect();
            let middle = all.iter().fold(V2::default(), |sum, p| sum + *p) * (1.0 / all.len() as f64);
            let place = middle + v2(f.ground.width * f64::from(k), 0.0);
            let brigades = f.commands.iter().filter(|c| f.side(side).any(|u| u.command == c.id)).count();
            let kind = TaskKind::HoldPlace { place, within: 20.0 };
            s.tasks.extend(vec![Task { side, kind, points: 1, when: When::End }; brigades]);
        }
    }
    s
}

fn fight(f: &Field, tasks: Option<&Scenario>, seed: u64, turns: u32) -> Field {
    let dice = BattleDice::from_number(seed);
    let mut b = Battle::on(f.clone(), dice, Log::Off);
    let mut c = chakoten::staffs(BOTH, 1, seed);
    chakoten::play(&mut b, tasks, &mut c, turns);
    b.field().clone()
}

/// Who stands where, in which strength and state, mixed into a number.
fn fingerprint(so_far: u64, f: &Field) -> u64 {
    let mut sum = so_far;
    let mut mix = |x: u64| sum = (sum ^ x).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    for u in &f.units {
        mix(u64::from(u.figures) << 16 | u64::from(u.carried));
        mix(u.state as u64 | u64::from(u.on_table()) << 8);
        [u.base.front.x, u.base.front.y, u.base.dir.x].iter().for_each(|v| mix(v.to_bits()));
    }
    for s in &f.staff {
        [s.base.front.x, s.base.front.y].iter().for_each(|v| mix(v.to_bits()));
    }
    sum
}

/// The same field so many times side by side on one long table.
fn side_by_side(f: &Field, times: u32) -> Field {
    let mut all = f.clone();
    let width = f.ground.width;
    let (units, staff, commands) = (f.units.len() as u16, f.staff.len() as u16, f.commands.len() as u16);
    let mut ground = Ground { width: width * f64::from(times), ..(*f.ground).clone() };
    for k in 1..times as u16 {
        let by = v2(width * f64::from(k), 0.0);
        let area = |a: &Area| {
            let moved: Vec<V2> = a.outline().iter().map(|p| *p + by).collect();
            Area::new(&moved).expect("it was an area before")
        };
        for u in &f.units {
            let mut u = u.clone();
            u.id = UnitId(u.id.0 + k * units);
            u.regiment = UnitId(u.regiment.0 + k * units);
            u.command = CommandId(u.command.0 + k * commands);
            u.code = format!("{}.{k}", u.code).into();
            u.base = u.base.moved(by);
            all.units.push(u);
        }
        for s in &f.staff {
            let mut s = s.clone();
            s.id = StaffId(s.id.0 + k * staff);
            s.command = CommandId(s.command.0 + k * commands);
            s.with = s.with.map(|u| UnitId(u.0 + k * units));
            s.code = format!("{}.{k}", s.code).into();
            s.base = s.base.moved(by);
            all.staff.push(s);
        }
        for c in &f.commands {
            let mut c = c.clone();
            c.id = CommandId(c.id.0 + k * commands);
            c.above = c.above.map(|a| CommandId(a.0 + k * commands));
            c.general = c.general.map(|g| StaffId(g.0 + k * staff));
            c.code = format!("{}.{k}", c.code).into();
            all.commands.push(c);
        }
        for p in &f.ground.patches {
            let mut p = p.clone();
            p.area = area(&p.area);
            ground.patches.push(p);
        }
        for h in &f.ground.hills {
            let mut h = h.clone();
            h.area = area(&h.area);
            if let Some(c) = &mut h.crest {
                c.points.iter_mut().for_each(|p| *p += by);
            }
            ground.hills.push(h);
        }
        for r in &f.ground.roads {
            let mut r = r.clone();
            r.path.points.iter_mut().for_each(|p| *p += by);
            ground.roads.push(r);
        }
        for b in &f.ground.bridges {
            let mut b = b.clone();
            b.rect.centre += by;
            ground.bridges.push(b);
        }
        for b in &f.ground.buildings {
            let mut b = b.clone();
            b.base = b.base.moved(by);
            ground.buildings.push(b);
        }
        for l in &f.lines {
            let mut l = l.clone();
            l.path.points.iter_mut().for_each(|p| *p += by);
            all.lines.push(l);
        }
    }
    all.ground = Arc::new(ground);
    all
}
