//! Writes down what every unit of a battle of the fifth book is ordered and what comes of it, move by move:
//! `newbury_diary steady random [scenario] [series] [number]`.

use commander::newbury::{commander, lost_share};
use newbury_napoleonic::battle::{Awaits, Battle, Terms};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::scenario::{self, Scenario};
use newbury_napoleonic::unit::Unit;
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Answer, Side};
use std::sync::Arc;
use umpire::{BattleDice, Log, Seed};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let [one, two] = [get(0, "steady"), get(1, "random")].map(|s| s.parse().expect("a commander"));
    let name = get(2, "two-brigades");
    let [series, number] = [get(3, "7"), get(4, "0")].map(|n| n.parse::<u64>().expect("a number"));
    let text = match scenario::SHIPPED.iter().find(|(k, _)| *k == name) {
        Some((_, t)) => (*t).to_owned(),
        None => std::fs::read_to_string(&name).expect("a shipped scenario or a file"),
    };
    let s = scenario::read(&name, &text).expect("a good scenario");
    // As in a series: every other battle with sides swapped.
    let strengths = if number % 2 == 1 { [two, one] } else { [one, two] };
    let seed = Seed::new(format!("{series}/{number}"));
    let dice = BattleDice::of(&seed);
    let log = Log::On(Vec::new());
    let mut b =
        Battle::begin(Arc::new(Terms::from(&s)), s.muster(), seed, dice, log, desk::Seating::SIDES_ONLY);
    let own = desk::commanders_seeds(series, number);
    let mut both = [0, 1].map(|k| commander(strengths[k], own[k]));
    let (mut told, mut turn) = (0, u16::MAX);
    while let Some((side, awaits)) = b.pending().first().cloned() {
        if awaits == Awaits::Orders && turn != b.field().turn {
            turn = b.field().turn;
            told = tell(&b, told);
            standing(&b, &s);
        }
        let Some(v) = View::of(&b, side) else { break };
        let a = both[side.index()].decide(&v);
        match &a {
            Answer::Orders { .. } => write_down(&b, side, &a),
            _ => println!("  {side} answers {}", serde_json::to_string(&a).unwrap_or_default()),
        }
        if let Err(r) = b.answer(side, a) {
            println!("REFUSED {side}: {r}");
            break;
        }
    }
    tell(&b, told);
    standing(&b, &s);
    if let Some(e) = b.ended() {
        println!("{}", e.why);
    }
}

/// Where the battle stands: points, objectives, losses.
fn standing(b: &Battle, s: &Scenario) {
    let lost = Side::BOTH.map(|x| 100.0 * lost_share(s, b, x));
    println!(
        "\n=== move {}: points {:?}, lost {:.0} % and {:.0} %",
        b.field().turn,
        b.score().0.totals,
        lost[0],
        lost[1]
    );
    for (n, o) in b.field().objectives.iter().enumerate() {
        let held = Side::BOTH.map(|x| b.gained(x, n) / 4);
        println!("    {} at {:.0}/{:.0}: {:?} of {:?}", o.name, o.at.x, o.at.y, held, o.points);
    }
}

/// The units of a side and their orders.
fn write_down(b: &Battle, side: Side, a: &Answer) {
    let Answer::Orders { orders, generals } = a else { return };
    for u in b.field().side(side) {
        let order =
            orders.iter().find(|o| *o.unit == *u.code).map(|o| serde_json::to_string(o).unwrap_or_default());
        println!("{} {}", line(side, u), order.unwrap_or_default());
    }
    for g in b.field().generals(side) {
        let ride = generals.iter().find(|r| *r.general == *g.code).and_then(|r| r.to);
        println!("{side} {:9} {:5.0}/{:<4.0} rides to {:.0?}", g.code, g.at.x, g.at.y, ride);
    }
}

/// A unit as it stands.
fn line(side: Side, u: &Unit) -> String {
    format!(
        "{side} {:9} {:5.0}/{:<4.0}{:4.0}° {:2} fig {:3.0} pts {} dis {:14} {:12}",
        u.code,
        u.base.front.x,
        u.base.front.y,
        u.base.dir.bearing_degrees(),
        u.figures(),
        u.points,
        u.disorder.accumulated,
        format!("{:?}", u.formation()),
        format!("{:?}", u.state),
    )
}

/// What happened since, in short.
fn tell(b: &Battle, from: usize) -> usize {
    for e in &b.events()[from.min(b.events().len())..] {
        if !matches!(e.event, Kind::Step | Kind::OrdersLocked | Kind::GeneralRides | Kind::GameOrder) {
            println!("    {}", short(e));
        }
    }
    b.events().len()
}

fn short(e: &Event) -> String {
    let ruling = e.ruling.as_ref().map_or(String::new(), |r| {
        let all: Vec<String> = r.modifiers.iter().map(|m| format!("{} {:+}", m.what, m.value)).collect();
        let totals: Vec<String> = r.totals.iter().map(|(k, v)| format!("{k}={v}")).collect();
        format!(" [{}] {}", all.join("; "), totals.join(" "))
    });
    format!("{:2} {}: {}{ruling}", e.step, e.pieces.join(", "), e.says)
}
