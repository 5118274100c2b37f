//! Writes down what every unit of a battle of the third book is ordered and what comes of it, turn by turn:
//! `napoleonic_diary steady random [scenario] [series] [number]`.

use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::event::{Event, EventKind};
use chakoten_napoleonic::order::{Answer, Order, Written};
use chakoten_napoleonic::{Side, UnitId, scenario, victory, words};
use commander::napoleonic::{NapoleonicView, begin, lost_share, staffs};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::{Log, Seed};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let one = get(0, "steady").parse().expect("a commander");
    let two = get(1, "random").parse().expect("a commander");
    let name = get(2, "brigades-meet");
    let series: u64 = get(3, "7").parse().expect("the number of a series");
    let number: u64 = get(4, "0").parse().expect("the number of a battle");
    let text = match scenario::SHIPPED.iter().find(|(k, _)| *k == name) {
        Some((_, t)) => (*t).to_owned(),
        None => std::fs::read_to_string(&name).expect("a shipped scenario or a file"),
    };
    let s = Arc::new(scenario::read(&name, &text).expect("a good scenario"));
    // As in a series: every other battle with sides swapped.
    let strengths = if number % 2 == 1 { [two, one] } else { [one, two] };
    let mut b = begin(&s, &Seed::new(format!("{series}/{number}")), Log::On(Vec::new()));
    let mut c = staffs(strengths, series, number);
    let mut told = 0;
    let mut turn = u32::MAX;
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if awaits == Awaits::Orders && turn != b.field().turn {
            turn = b.field().turn;
            told = tell(&b, told);
            standing(&b, &s);
        }
        let Some(v) = NapoleonicView::of(&b, Some(&s), side) else { break };
        let a = c[side.index()].decide(&v);
        drop(v);
        if let Answer::Orders { orders, .. } = &a {
            write_down(&b, side, orders);
        }
        if let Err(r) = b.answer(side, a) {
            println!("REFUSED {side}: {r}");
            break;
        }
    }
    tell(&b, told);
    standing(&b, &s);
    for t in victory::tally(&s, b.field()).tasks {
        println!("side {}: {} of {}: {}", t.side, t.points, t.of, t.says);
    }
    if let Some(e) = b.ended() {
        println!("{}", e.why);
    }
}

/// Where the battle stands: tasks, losses.
fn standing(b: &Battle, s: &scenario::Scenario) {
    let t = victory::tally(s, b.field());
    let lost = Side::BOTH.map(|x| 100.0 * lost_share(s, b, x));
    println!(
        "\n=== after turn {}: points {:?}, lost {:.0} % and {:.0} %",
        b.field().turn,
        t.points,
        lost[0],
        lost[1]
    );
}

/// The units of a side and their orders.
fn write_down(b: &Battle, side: Side, orders: &BTreeMap<String, Written>) {
    for u in b.field().side(side) {
        let order = match orders.get(&*u.code) {
            Some(Written::Data(o)) => words::order(o),
            Some(Written::Slip(s)) => s.clone(),
            None => words::order(&Order::default()),
        };
        println!(
            "{side} {:9} {:5.0}/{:<4.0}{:4.0}° {:2}{} {:13} {:8} {}",
            u.code,
            u.base.front.x,
            u.base.front.y,
            u.base.dir.x.atan2(u.base.dir.y).to_degrees(),
            u.figures,
            if u.inside.is_some() { "h" } else { " " },
            format!("{:?}", u.formation),
            format!("{:?}", u.state),
            order
        );
    }
}

/// What happened since, in short.
fn tell(b: &Battle, from: usize) -> usize {
    let f = b.field();
    let n = |u: UnitId| f.units.get(u.index()).map_or("?".to_owned(), |u| u.code.to_string());
    for e in &b.events()[from.min(b.events().len())..] {
        if let Some(says) = short(e, &n) {
            println!("    {says}");
        }
    }
    b.events().len()
}

fn short(e: &Event, n: &dyn Fn(UnitId) -> String) -> Option<String> {
    let ruling = |r: &umpire::Ruling| {
        let all: Vec<String> = r.modifiers.iter().map(|m| format!("{} {:+}", m.what, m.value)).collect();
        let totals: Vec<String> = r.totals.iter().map(|(k, v)| format!("{k}={v}")).collect();
        format!("[{}] {}", all.join("; "), totals.join(" "))
    };
    Some(match &e.kind {
        EventKind::Reacted { unit, obeys: false, .. } => format!("{} does not react", n(*unit)),
        EventKind::AttackAnnounced { unit, target } => {
            format!("{} attacks {}", n(*unit), target.map_or("?".into(), n))
        }
        EventKind::SupportNamed { unit, by } => format!("{} supported by {}", n(*unit), n(*by)),
        EventKind::GoesBack { unit, .. } => format!("{} goes back", n(*unit)),
        EventKind::Halted { unit, why, before } => {
            format!("{} halts: {why:?} {}", n(*unit), before.map_or(String::new(), n))
        }
        EventKind::StateChanged { unit, from, to } => format!("{} {from:?} -> {to:?}", n(*unit)),
        EventKind::Rallied { unit, to, .. } => format!("{} rallies to {to:?}", n(*unit)),
        EventKind::Fired { unit, target, men, ruling: r } => {
            format!("{} fires at {}: {men} men {}", n(*unit), n(*target), ruling(r))
        }
        EventKind::Melee { unit, target, outcome, ruling: r } => {
            format!("MELEE {} on {}: {outcome:?} {}", n(*unit), n(*target), ruling(r))
        }
        EventKind::NotFired { unit, why } => format!("{} does not fire: {why:?}", n(*unit)),
        EventKind::PressedBack { unit, by, .. } => format!("{} pressed back by {}", n(*unit), n(*by)),
        EventKind::SweptAlong { unit, by, to, .. } => {
            format!("{} swept along by {}: {to:?}", n(*unit), n(*by))
        }
        EventKind::Surrendered { unit } => format!("{} SURRENDERS", n(*unit)),
        EventKind::Destroyed { unit } => format!("{} DESTROYED", n(*unit)),
        EventKind::LeftTable { unit, fled } => format!("{} left the table, fled {fled}", n(*unit)),
        EventKind::Prisoners { unit, by, figures } => {
            format!("{} loses {figures} prisoners to {}", n(*unit), n(*by))
        }
        EventKind::GunsTaken { unit, by, guns } => format!("{} takes {guns} guns of {}", n(*by), n(*unit)),
        EventKind::GunsLeft { unit, .. } => format!("{} leaves its guns", n(*unit)),
        EventKind::AttackNotAnnounced { unit } => format!("{} attack NOT ANNOUNCED", n(*unit)),
        _ => return None,
    })
}
