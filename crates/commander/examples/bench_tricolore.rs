//! Measures the fourth book: whole battles a second, and the cost of a round with ten times the units.
//!
//! - `bench_tricolore`: both figures in processor time.
//! - `bench_tricolore rounds TIMES ROUNDS [BATTLES]`: nothing but so many rounds of the two divisions, TIMES side by side, in so many battles
//!   (1 if not said), for counting instructions. Prints a sum over how the fields end.
//! - `bench_tricolore sums [ROUNDS]`: of battles of every shipped scenario a sum over how they end.

#[path = "shared/bench.rs"]
mod shared;

use commander::{Strength, tricolore as staff};
use muster::TaskKind;
use shared::{Sum, rates, seconds};
use std::sync::Arc;
use table::{Area, V2, v2};
use tricolore::battle::{Battle, Terms};
use tricolore::command::{BodyId, CommandId};
use tricolore::field::Field;
use tricolore::ground::{Ground, RedoubtId, ZoneId};
use tricolore::officer::OfficerId;
use tricolore::scenario::{self, Scenario};
use tricolore::troop::Formation;
use tricolore::unit::UnitId;
use umpire::{BattleDice, Log, Seed};

const BOTH: [Strength; 2] = [Strength::Steady; 2];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let s = shipped("divisions-meet");
    let n = |s: &str| s.parse::<u32>().expect("a number");
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => everything(&s),
        ["sums", ref rest @ ..] => sums(rest.first().map_or(12, |t| n(t))),
        ["rounds", times, rounds, ref rest @ ..] if rest.len() < 2 => {
            let battles = rest.first().map_or(1, |b| n(b));
            let sum = (1..=battles).fold(0, |sum, seed| {
                fingerprint(sum, side_by_side(&s, n(times), u64::from(seed), n(rounds)).field())
            });
            println!("{sum:016x}");
        }
        _ => {
            eprintln!("usage: bench_tricolore [rounds TIMES ROUNDS [BATTLES] | sums [ROUNDS]]");
            std::process::exit(2);
        }
    }
}

fn shipped(name: &str) -> Scenario {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("it is shipped").1;
    scenario::read(name, text).expect("it is good")
}

fn everything(s: &Scenario) {
    let rates = rates(10, |series, i| drop(staff::play_one(s, BOTH, series, i, 1000)));
    println!(
        "tricolore, two divisions meet ({} units) to the end, steady against steady, one core: {:.1} battles a second, best {:.1} \
         (wanted: 20)",
        s.muster().units.len(),
        rates[2],
        rates[4],
    );
    const ROUNDS: u32 = 5;
    let cost = |times: u32, battles: u64| {
        let t = seconds();
        for i in 0..battles {
            side_by_side(s, times, i, ROUNDS);
        }
        (seconds() - t) / battles as f64 / f64::from(ROUNDS)
    };
    let (small, large) = (cost(1, 20), cost(10, 2));
    println!(
        "tricolore, a round of ten times the units: {:.1} ms, of the two divisions: {:.2} ms: {:.1} times as much (wanted: at most 15)",
        large * 1e3,
        small * 1e3,
        large / small,
    );
}

fn sums(rounds: u32) {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        for strengths in [BOTH, [Strength::Steady, Strength::Random], [Strength::Random; 2]] {
            let (b, p) = staff::play_one(&s, strengths, 7, 3, rounds);
            println!(
                "{name} {}/{} round {} answers {} refused {} ends {:016x}",
                strengths[0],
                strengths[1],
                p.turns,
                p.answers,
                p.refused,
                fingerprint(0, b.field())
            );
        }
    }
}

/// Who stands where, in which strength and state, mixed into a number.
fn fingerprint(so_far: u64, f: &Field) -> u64 {
    let mut sum = Sum(so_far);
    for u in &f.units {
        sum.text(&format!("{:?}{:?}{:?}{}", u.bases, u.formation, u.fate, u.disorder.active));
        [u.base.front.x, u.base.front.y, u.base.dir.x].iter().for_each(|v| sum.mix(v.to_bits()));
    }
    for o in &f.officers {
        [o.at.x, o.at.y].iter().for_each(|v| sum.mix(v.to_bits()));
    }
    sum.0
}

/// So many rounds of the same battle so many times side by side on one long table, with the tasks of each.
fn side_by_side(s: &Scenario, times: u32, seed: u64, rounds: u32) -> Battle {
    let mut terms = Terms::from(s);
    terms.rounds = 1000;
    for k in 1..times {
        for t in &s.tasks {
            let mut t = t.clone();
            if let TaskKind::Hold { ground } = &mut t.kind {
                *ground = format!("{ground}.{k}");
                terms.tasks.push(t);
            }
        }
    }
    let field = copies(&s.muster(), times as u16);
    let seed = Seed::new(format!("bench {seed}"));
    let dice = BattleDice::of(&seed);
    let seating = desk::Seating::SIDES_ONLY;
    let mut b = Battle::begin(Arc::new(terms), field, seed, dice, Log::Off, seating);
    let mut both = BOTH.map(|k| staff::commander(k, 1));
    staff::play(&mut b, &mut both, rounds);
    b
}

/// The same field so many times side by side on one long table.
fn copies(f: &Field, times: u16) -> Field {
    let mut all = f.clone();
    let width = f.ground.width;
    let [units, officers, commands, bodies] =
        [f.units.len(), f.officers.len(), f.commands.len(), f.bodies.len()].map(|n| n as u16);
    let (zones, works) = (f.ground.zones.len() as u16, f.ground.redoubts.len() as u16);
    let mut ground = Ground { width: width * f64::from(times), ..(*f.ground).clone() };
    for k in 1..times {
        let by = v2(width * f64::from(k), 0.0);
        let unit = |u: UnitId| UnitId(u.0 + k * units);
        let officer = |o: OfficerId| OfficerId(o.0 + k * officers);
        let command = |c: CommandId| CommandId(c.0 + k * commands);
        let body = |b: BodyId| BodyId(b.0 + k * bodies);
        let name = |n: &str| format!("{n}.{k}");
        let area = |a: &Area| {
            let moved: Vec<V2> = a.outline().iter().map(|p| *p + by).collect();
            Area::new(&moved).expect("it was an area before")
        };
        for u in &f.units {
            let mut u = u.clone();
            u.id = unit(u.id);
            u.command = u.command.map(command);
            u.body = body(u.body);
            u.code = name(&u.code).into();
            u.base = u.base.moved(by);
            u.trail.iter_mut().for_each(|p| *p += by);
            u.redoubt = u.redoubt.map(|r| RedoubtId(r.0 + k * works));
            if let Formation::InTown { zone } | Formation::Assembled { zone } = &mut u.formation {
                *zone = ZoneId(zone.0 + k * zones);
            }
            all.units.push(u);
        }
        for o in &f.officers {
            let mut o = o.clone();
            o.id = officer(o.id);
            o.superior = o.superior.map(officer);
            o.body = o.body.map(body);
            o.code = name(&o.code).into();
            o.at += by;
            o.in_chief = false;
            all.officers.push(o);
        }
        for c in &f.commands {
            let mut c = c.clone();
            c.id = command(c.id);
            c.officer = officer(c.officer);
            c.body = body(c.body);
            c.code = name(&c.code).into();
            all.commands.push(c);
        }
        for b in &f.bodies {
            let mut b = b.clone();
            b.id = body(b.id);
            b.above = b.above.map(body);
            b.officer = b.officer.map(officer);
            b.train = b.train.map(officer);
            b.code = name(&b.code).into();
            all.bodies.push(b);
        }
        for p in &f.ground.patches {
            let mut p = p.clone();
            (p.area, p.name) = (area(&p.area), name(&p.name));
            ground.patches.push(p);
        }
        for h in &f.ground.hills {
            let mut h = h.clone();
            (h.area, h.name) = (area(&h.area), name(&h.name));
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
        for l in &f.ground.lines {
            let mut l = l.clone();
            l.path.points.iter_mut().for_each(|p| *p += by);
            l.name = name(&l.name);
            ground.lines.push(l);
        }
        for z in &f.ground.zones {
            let mut z = z.clone();
            z.rect.centre += by;
            z.name = name(&z.name);
            ground.zones.push(z);
        }
        for r in &f.ground.redoubts {
            let mut r = r.clone();
            r.base = r.base.moved(by);
            r.name = name(&r.name);
            ground.redoubts.push(r);
        }
        for b in &f.bridges {
            let mut b = b.clone();
            b.bridge.rect.centre += by;
            b.bridge.name = name(&b.bridge.name);
            all.bridges.push(b);
        }
        all.zones.extend(f.zones.iter().copied());
        all.redoubts.extend(f.redoubts.iter().copied());
    }
    all.ground = Arc::new(ground);
    all
}
