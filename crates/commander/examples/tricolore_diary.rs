//! Writes down a battle of *Tricolore* round by round: where each command is, by which order, and how its units stand:
//! `tricolore_diary steady random corps-at-the-river [series] [number]`.

use commander::{Strength, tricolore as staff};
use tricolore::Side;
use tricolore::battle::{Awaits, Battle};
use tricolore::scenario;
use tricolore::view::View;
use umpire::Seed;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let strengths: [Strength; 2] =
        [get(0, "steady"), get(1, "random")].map(|s| s.parse().expect("a commander"));
    let name = get(2, "corps-at-the-river");
    let [series, number] = [get(3, "7"), get(4, "0")].map(|n| n.parse::<u64>().expect("a number"));
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("it is shipped").1;
    let s = scenario::read(&name, text).expect("it is good");
    let mut b = staff::begin(&s, &Seed::new(format!("{series}/{number}")));
    let own = desk::commanders_seeds(series, number);
    let mut both = [0, 1].map(|k| staff::commander(strengths[k], own[k]));
    let mut written = 0;
    while let Some((side, awaits)) = b.pending().first().cloned() {
        if awaits == Awaits::Orders && b.field().round != written {
            written = b.field().round;
            page(&b);
        }
        let Some(v) = View::of(&b, side) else { break };
        let a = both[side.index()].decide(&v);
        if awaits == Awaits::Orders {
            println!("  {side} orders {}", serde_json::to_string(&a).unwrap_or_default());
        }
        if let Err(r) = b.answer(side, a.clone()) {
            println!("  {side} is refused: {r}: {a:?}");
            let Some(nothing) = b.silence(side) else { break };
            if b.answer(side, nothing).is_err() {
                break;
            }
        }
    }
    page(&b);
    if let Some(e) = b.ended() {
        println!("{}", e.why);
    }
}

fn page(b: &Battle) {
    let f = b.field();
    println!("round {}", f.round);
    for c in &f.commands {
        let o = &f[c.officer];
        let units: Vec<String> = f
            .of_command(c.id)
            .map(|u| {
                let at = u.base.front;
                format!("{} {:.0}/{:.0} {:?} {}U", u.code, at.x, at.y, u.formation.kind(), u.disorder.active)
            })
            .collect();
        if units.is_empty() {
            continue;
        }
        let engaged = if c.engagement.engaged() { " engaged" } else { "" };
        println!(
            "  {} {}: {:?}{engaged} {:.0}/{:.0} facing {:.0}; {}",
            c.side,
            c.code,
            c.orders.kind(),
            o.at.x,
            o.at.y,
            o.dir.bearing_degrees(),
            units.join(", ")
        );
    }
    for t in &b.terms().tasks {
        if let muster::TaskKind::Hold { ground } = &t.kind {
            let holds = Side::BOTH.map(|s| b.holds(s, ground));
            println!("  {} wants {ground} for {}: held by A, B: {holds:?}", t.side, t.points);
        }
    }
}
