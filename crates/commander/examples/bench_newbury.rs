//! Measures the fifth book: whole battles a second with about 16 units a side, and the cost of a move with ten times the units. The shipped
//! battle of two brigades has five or six a side, so that three of it are fought side by side on one long table.
//!
//! - `bench_newbury`: both figures in processor time.
//! - `bench_newbury moves TIMES MOVES [BATTLES]`: nothing but so many moves of the two brigades, TIMES side by side, in so many battles
//!   (1 if not said), for counting instructions. Prints a sum over how the fields end.
//! - `bench_newbury sums [MOVES]`: of battles of every shipped scenario a sum over how they end.

#[path = "shared/bench.rs"]
mod shared;

use commander::{Strength, newbury as staff};
use newbury_napoleonic::battle::{Battle, Terms};
use newbury_napoleonic::field::Field;
use newbury_napoleonic::ground::Ground;
use newbury_napoleonic::order::{GameOrder, Goal};
use newbury_napoleonic::scenario::{self, Scenario};
use newbury_napoleonic::unit::{BrigadeId, GeneralId, UnitId};
use shared::{Sum, rates, seconds};
use std::sync::Arc;
use table::{Area, V2, v2};
use umpire::{BattleDice, Log, Seed};

const BOTH: [Strength; 2] = [Strength::Steady; 2];
/// So many battles of two brigades side by side are about 16 units a side.
const SIXTEEN: u32 = 3;
/// Moves of the battles that are counted.
const MOVES: u32 = 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let s = shipped("two-brigades");
    let n = |s: &str| s.parse::<u32>().expect("a number");
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => everything(&s),
        ["sums", ref rest @ ..] => sums(rest.first().map_or(12, |t| n(t))),
        ["moves", times, moves, ref rest @ ..] if rest.len() < 2 => {
            let battles = rest.first().map_or(1, |b| n(b));
            let sum = (1..=battles).fold(0, |sum, seed| {
                fingerprint(sum, side_by_side(&s, n(times), u64::from(seed), n(moves)).field())
            });
            println!("{sum:016x}");
        }
        _ => {
            eprintln!("usage: bench_newbury [moves TIMES MOVES [BATTLES] | sums [MOVES]]");
            std::process::exit(2);
        }
    }
}

fn shipped(name: &str) -> Scenario {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("it is shipped").1;
    scenario::read(name, text).expect("it is good")
}

fn everything(s: &Scenario) {
    let rates = rates(4, |series, i| drop(side_by_side(s, SIXTEEN, series * 100 + i, MOVES)));
    println!(
        "newbury-napoleonic, {MOVES} moves of three brigades a side ({} units), steady against steady, one core: {:.1} battles a second, \
         best {:.1} (wanted: 20)",
        s.muster().units.len() * SIXTEEN as usize,
        rates[2],
        rates[4],
    );
    const FEW: u32 = 5;
    let cost = |times: u32, battles: u64| {
        let t = seconds();
        for i in 0..battles {
            side_by_side(s, times, i, FEW);
        }
        (seconds() - t) / battles as f64 / f64::from(FEW)
    };
    let (small, large) = (cost(SIXTEEN, 10), cost(10 * SIXTEEN, 1));
    println!(
        "newbury-napoleonic, a move of ten times the units: {:.1} ms, of three brigades a side: {:.2} ms: {:.1} times as much (wanted: at most 15)",
        large * 1e3,
        small * 1e3,
        large / small,
    );
}

fn sums(moves: u32) {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        for strengths in [BOTH, [Strength::Steady, Strength::Random], [Strength::Random; 2]] {
            let (b, p) = staff::play_one(&s, strengths, 7, 3, moves);
            println!(
                "{name} {}/{} move {} refused {} ends {:016x}",
                strengths[0],
                strengths[1],
                p.turns,
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
        let disorder = u.disorder();
        sum.text(&format!("{}{:?}{:?}{:?}{disorder}", u.figures(), u.drawn, u.fate, u.state));
        [u.base.front.x, u.base.front.y, u.base.dir.x].iter().for_each(|v| sum.mix(v.to_bits()));
    }
    for g in &f.generals {
        [g.at.x, g.at.y].iter().for_each(|v| sum.mix(v.to_bits()));
    }
    sum.0
}

/// So many moves of the same battle so many times side by side on one long table, with the objectives of each.
fn side_by_side(s: &Scenario, times: u32, seed: u64, moves: u32) -> Battle {
    let f = s.muster();
    let mut terms = Terms { moves: moves + 1, ..Terms::from(s) };
    let once = terms.orders.clone();
    let units = f.units.len() as u16;
    for k in 1..times as u16 {
        let by = v2(f.ground.width * f64::from(k), 0.0);
        terms.orders.extend(once.iter().map(|o| o.as_ref().map(|o| moved(o, k, units, by))));
    }
    let field = copies(&f, times as u16);
    let seed = Seed::new(format!("bench {seed}"));
    let dice = BattleDice::of(&seed);
    let seating = desk::Seating::SIDES_ONLY;
    let mut b = Battle::begin(Arc::new(terms), field, seed, dice, Log::Off, seating);
    let mut both = BOTH.map(|k| staff::commander(k, 1));
    staff::play(&mut b, &mut both, moves);
    b
}

/// A game order for a unit of another copy.
fn moved(o: &GameOrder, k: u16, units: u16, by: V2) -> GameOrder {
    let unit = |u: UnitId| UnitId(u.0 + k * units);
    let objective = o.objective.as_ref().map(|g| match g {
        Goal::Ground { name, at } => Goal::Ground { name: format!("{name}.{k}"), at: *at + by },
        Goal::Beside { unit: u, at } => Goal::Beside { unit: unit(*u), at: *at + by },
    });
    GameOrder {
        objective,
        route: o.route.iter().map(|p| *p + by).collect(),
        targets: o.targets.iter().map(|u| unit(*u)).collect(),
        supports: o.supports.map(unit),
        ..o.clone()
    }
}

/// The same field so many times side by side on one long table.
fn copies(f: &Field, times: u16) -> Field {
    let mut all = f.clone();
    let width = f.ground.width;
    let [units, generals, brigades] = [f.units.len(), f.generals.len(), f.brigades.len()].map(|n| n as u16);
    let houses = f.ground.buildings.len() as u16;
    let mut ground = Ground { width: width * f64::from(times), ..(*f.ground).clone() };
    for k in 1..times {
        let by = v2(width * f64::from(k), 0.0);
        let unit = |u: UnitId| UnitId(u.0 + k * units);
        let general = |g: GeneralId| GeneralId(g.0 + k * generals);
        let brigade = |b: BrigadeId| BrigadeId(b.0 + k * brigades);
        let name = |n: &str| format!("{n}.{k}");
        for u in &f.units {
            let mut u = u.clone();
            u.id = unit(u.id);
            u.parent = u.parent.map(unit);
            u.brigade = u.brigade.map(brigade);
            u.code = name(&u.code).into();
            u.base = u.base.moved(by);
            u.trail.iter_mut().for_each(|p| *p += by);
            u.inside = u.inside.map(|(b, n)| (b + k * houses, n));
            all.units.push(u);
        }
        for g in &f.generals {
            let mut g = g.clone();
            g.id = general(g.id);
            g.superior = g.superior.map(general);
            g.brigade = g.brigade.map(brigade);
            g.with = g.with.map(unit);
            g.code = name(&g.code).into();
            g.at += by;
            all.generals.push(g);
        }
        for b in &f.brigades {
            let mut b = b.clone();
            b.id = brigade(b.id);
            b.general = b.general.map(general);
            b.code = name(&b.code).into();
            all.brigades.push(b);
        }
        for o in &f.objectives {
            let mut o = o.clone();
            o.name = name(&o.name);
            o.ground = o.ground.as_deref().map(name);
            o.at += by;
            all.objectives.push(o);
        }
        all.buildings.extend(f.buildings.iter().cloned());
        all.gaps.extend(f.gaps.iter().cloned());
        beside(&mut ground, &f.ground, by, &name);
    }
    all.ground = Arc::new(ground);
    all
}

/// One more copy of the ground.
fn beside(to: &mut Ground, from: &Ground, by: V2, name: &dyn Fn(&str) -> String) {
    let area = |a: &Area| {
        let moved: Vec<V2> = a.outline().iter().map(|p| *p + by).collect();
        Area::new(&moved).expect("it was an area before")
    };
    for p in &from.patches {
        let mut p = p.clone();
        (p.area, p.name) = (area(&p.area), name(&p.name));
        to.patches.push(p);
    }
    for h in &from.hills {
        let mut h = h.clone();
        (h.area, h.name) = (area(&h.area), name(&h.name));
        if let Some(c) = &mut h.crest {
            c.points.iter_mut().for_each(|p| *p += by);
        }
        to.hills.push(h);
    }
    for l in &from.lines {
        let mut l = l.clone();
        l.path.points.iter_mut().for_each(|p| *p += by);
        l.name = name(&l.name);
        to.lines.push(l);
    }
    for r in &from.roads {
        let mut r = r.clone();
        r.path.points.iter_mut().for_each(|p| *p += by);
        to.roads.push(r);
    }
    for b in &from.bridges {
        let mut b = b.clone();
        b.rect.centre += by;
        b.name = name(&b.name);
        to.bridges.push(b);
    }
    for b in &from.buildings {
        let mut b = b.clone();
        b.rect.centre += by;
        b.name = name(&b.name);
        to.buildings.push(b);
    }
}
