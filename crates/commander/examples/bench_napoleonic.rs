//! Measures the third book: whole battles a second, and the cost of a turn with ten times the units.
//!
//! - `bench_napoleonic`: both figures in processor time.
//! - `bench_napoleonic turns TIMES TURNS [BATTLES]`: nothing but so many turns of the two brigades, TIMES side by side, in so many
//!   battles (1 if not said), for counting instructions. Prints a sum over how the fields end, by which one sees whether a change
//!   to make it faster changed a battle.
//! - `bench_napoleonic apart TIMES TURNS [BATTLES]`: the same, but each brigade has the place of the enemy before it for its task, so
//!   that ten battles side by side are fought as ten battles.
//! - `bench_napoleonic sums [TURNS]`: of battles of every shipped scenario a sum over all that was told, shown and seen.

#[path = "shared/bench.rs"]
mod shared;

use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::field::{Comer, Field};
use chakoten_napoleonic::ground::Ground;
use chakoten_napoleonic::scenario::{self, Scenario, Task, TaskKind, When};
use chakoten_napoleonic::unit::{CommandId, StaffId, UnitId};
use chakoten_napoleonic::{Side, sight, view};
use commander::{Strength, napoleonic};
use shared::{Sum, rates, seconds};
use std::sync::Arc;
use table::{Area, V2, v2};
use umpire::{Log, Seed};

const BOTH: [Strength; 2] = [Strength::Steady; 2];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let s = shipped("brigades-meet");
    let n = |s: &str| s.parse::<u32>().expect("a number");
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => everything(&s),
        ["sums", ref rest @ ..] => sums(rest.first().map_or(12, |t| n(t))),
        [what @ ("turns" | "apart"), times, turns, ref rest @ ..] if rest.len() < 2 => {
            let s = Arc::new(side_by_side(&s, n(times), what == "apart"));
            let battles = rest.first().map_or(1, |b| n(b));
            let ends = |seed: u32| napoleonic::play_one(&s, BOTH, 1, u64::from(seed), n(turns)).0;
            let sum = (1..=battles).fold(0, |sum, seed| fingerprint(sum, ends(seed).field()));
            println!("{sum:016x}");
        }
        _ => {
            eprintln!("usage: bench_napoleonic [turns|apart TIMES TURNS [BATTLES] | sums [TURNS]]");
            std::process::exit(2);
        }
    }
}

fn shipped(name: &str) -> Arc<Scenario> {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("it is shipped").1;
    Arc::new(scenario::read(name, text).expect("it is good"))
}

fn everything(s: &Arc<Scenario>) {
    for who in [Strength::Steady, Strength::Quick] {
        let rates = rates(10, |series, i| drop(napoleonic::play_one(s, [who; 2], series, i, 20)));
        println!(
            "chakoten-napoleonic, 20 turns of two brigades a side ({} units), {who} against {who}, one core: {:.1} battles a \
             second, best {:.1} (wanted: 20)",
            s.muster().units.len(),
            rates[2],
            rates[4],
        );
    }
    let cost = |s: &Arc<Scenario>, n: u64| {
        let t = seconds();
        for i in 0..n {
            napoleonic::play_one(s, BOTH, 1, i, 10);
        }
        (seconds() - t) / n as f64 / 10.0
    };
    for (how, apart) in [("each for the enemy before it", true), ("all for the middle of all enemies", false)]
    {
        let [one, ten] = [1, 10].map(|times| Arc::new(side_by_side(s, times, apart)));
        let (small, large) = (cost(&one, 20), cost(&ten, 2));
        println!(
            "chakoten-napoleonic, a turn of {} units: {:.2} ms, of {} units: {:.3} ms: {:.1} times as much, brigades {how} \
             (wanted: at most 15)",
            ten.muster().units.len(),
            large * 1e3,
            one.muster().units.len(),
            small * 1e3,
            large / small,
        );
    }
}

/// Sums over battles of every shipped scenario: all that was told, what each side was shown, and who saw whom.
fn sums(turns: u32) {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        for strengths in [BOTH, [Strength::Steady, Strength::Random], [Strength::Random; 2]] {
            let mut b = napoleonic::begin(&s, &Seed::new("sums"), Log::On(Vec::new()));
            let mut c = napoleonic::staffs(strengths, 7, 3);
            let (mut shown, mut seen) = (Sum(0), Sum(0));
            let mut turn = u32::MAX;
            while let Some((side, awaits)) = b.pending().into_iter().next() {
                // Between two turns, as the one without a log.
                if awaits == Awaits::Orders && b.field().turn >= turns {
                    break;
                }
                let known = b.known(side);
                shown.text(&view::view_json(b.field(), side, &known).to_string());
                if b.field().turn != turn {
                    turn = b.field().turn;
                    look(b.field(), &mut seen);
                }
                let Some(v) = napoleonic::NapoleonicView::of(&b, Some(&s), side) else { break };
                let answer = c[side.index()].decide(&v);
                drop(v);
                if let Err(refused) = b.answer(side, answer) {
                    println!("{name} {strengths:?}: {refused}");
                    break;
                }
            }
            let mut told = Sum(0);
            b.events().iter().for_each(|e| told.text(&format!("{e:?}")));
            // The same without a log ends the same.
            let (still, _) = silent(&s, strengths, turns);
            let same = fingerprint(0, still.field()) == fingerprint(0, b.field());
            println!(
                "{name} {}/{} turn {} events {} told {:016x} shown {:016x} seen {:016x} ends {:016x} {}",
                strengths[0],
                strengths[1],
                b.field().turn,
                b.events().len(),
                told.0,
                shown.0,
                seen.0,
                fingerprint(0, b.field()),
                if same { "also without a log" } else { "OTHERWISE WITHOUT A LOG" },
            );
        }
    }
}

fn silent(s: &Arc<Scenario>, strengths: [Strength; 2], turns: u32) -> (Battle, napoleonic::Played) {
    let mut b = napoleonic::begin(s, &Seed::new("sums"), Log::Off);
    let mut c = napoleonic::staffs(strengths, 7, 3);
    let p = napoleonic::play(&mut b, Some(s), &mut c, turns);
    (b, p)
}

/// Who sees whom, and which clause hides him.
fn look(f: &Field, sum: &mut Sum) {
    for u in f.present() {
        for o in f.enemies(u.side) {
            match sight::sees(f, u, o) {
                Ok(()) => sum.mix(1),
                Err(by) => sum.text(&by.to_string()),
            }
        }
        for o in f.staff.iter().filter(|s| s.side != u.side && s.present()) {
            sum.mix(u64::from(sight::sees_staff(f, u, o).is_ok()));
        }
    }
}

/// Who stands where, in which strength and state, mixed into a number.
fn fingerprint(so_far: u64, f: &Field) -> u64 {
    let mut sum = Sum(so_far);
    for u in &f.units {
        sum.mix(u64::from(u.figures) << 16 | u64::from(u.carried));
        sum.mix(u64::from(u.on_table()));
        sum.text(&format!("{:?}{:?}", u.state, u.formation));
        [u.base.front.x, u.base.front.y, u.base.dir.x].iter().for_each(|v| sum.mix(v.to_bits()));
    }
    for s in &f.staff {
        [s.base().front.x, s.base().front.y].iter().for_each(|v| sum.mix(v.to_bits()));
    }
    sum.0
}

/// The same battle so many times side by side on one long table, without an end. Apart, each brigade has the middle of the enemies
/// before it, as they stand at the start, for a place to take; otherwise nobody has a task.
fn side_by_side(s: &Scenario, times: u32, apart: bool) -> Scenario {
    let f = s.muster();
    let mut all = Scenario::drill(&copies(&f, times));
    all.turns = 1000;
    all.sides = s.sides.clone();
    all.sides.iter_mut().for_each(|x| x.strength *= times);
    for k in (0..times).filter(|_| apart) {
        for side in Side::BOTH {
            let places: Vec<V2> = f.enemies(side).map(|u| u.base.centre()).collect();
            let middle = places.iter().fold(V2::default(), |sum, p| sum + *p) * (1.0 / places.len() as f64);
            let place = middle + v2(f.ground.width * f64::from(k), 0.0);
            let brigades = f.commands.iter().filter(|c| f.side(side).any(|u| u.command == c.id)).count();
            let kind = TaskKind::Common(muster::TaskKind::HoldPlace { place, within: 20.0 });
            all.tasks.extend(vec![Task { side, kind, points: 1, when: When::End }; brigades]);
        }
    }
    all
}

/// The same field so many times side by side on one long table.
fn copies(f: &Field, times: u32) -> Field {
    let mut all = f.clone();
    let width = f.ground.width;
    let (units, staff, commands) = (f.units.len() as u16, f.staff.len() as u16, f.commands.len() as u16);
    let houses = f.ground.buildings.len() as u16;
    let mut ground = Ground { width: width * f64::from(times), ..(*f.ground).clone() };
    for k in 1..times as u16 {
        let by = v2(width * f64::from(k), 0.0);
        let unit = |u: UnitId| UnitId(u.0 + k * units);
        let command = |c: CommandId| CommandId(c.0 + k * commands);
        let figure = |s: StaffId| StaffId(s.0 + k * staff);
        let area = |a: &Area| {
            let moved: Vec<V2> = a.outline().iter().map(|p| *p + by).collect();
            Area::new(&moved).expect("it was an area before")
        };
        for u in &f.units {
            let mut u = u.clone();
            u.id = unit(u.id);
            u.body = u.body.map(unit);
            u.whole = u.whole.map(unit);
            u.leads = u.leads.map(unit);
            u.joined.iter_mut().for_each(|j| *j = unit(*j));
            u.command = command(u.command);
            u.code = format!("{}.{k}", u.code).into();
            u.base = u.base.moved(by);
            u.inside = u.inside.map(|b| b + k * houses);
            all.units.push(u);
        }
        for s in &f.staff {
            let mut s = s.clone();
            s.id = figure(s.id);
            s.command = command(s.command);
            s.with = s.with.map(unit);
            s.code = format!("{}.{k}", s.code).into();
            s.put(s.base().moved(by));
            all.staff.push(s);
        }
        for c in &f.commands {
            let mut c = c.clone();
            c.id = command(c.id);
            c.above = c.above.map(command);
            c.commander = c.commander.map(figure);
            c.code = format!("{}.{k}", c.code).into();
            all.commands.push(c);
        }
        all.arrivals.extend(f.arrivals.iter().map(|(turn, who)| match who {
            Comer::Unit(u) => (*turn, Comer::Unit(unit(*u))),
            Comer::Staff(s) => (*turn, Comer::Staff(figure(*s))),
        }));
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
        for t in &f.ground.tracks {
            let mut t = t.clone();
            t.road.path.points.iter_mut().for_each(|p| *p += by);
            ground.tracks.push(t);
        }
        for c in &f.ground.crossings {
            let mut c = c.clone();
            c.rect.centre += by;
            ground.crossings.push(c);
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
    all.arrivals.sort_by_key(|a| a.0);
    all.ground = Arc::new(ground);
    all
}
