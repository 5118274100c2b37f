//! Plays battles by picking offers with dice of its own, so that every kind of answer comes up and battles get somewhere.

use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::scenario::{Board, Deployment, Scenario, TerrainKind, generate, read};
use bbdba_acw::{Answer, Event, Side, moves};
use std::sync::Arc;
use umpire::{Log, Seed, Seeded};

/// A lawful scenario of any terrain, board and deployment, by its number.
pub fn generated(n: u64) -> Arc<Scenario> {
    let kinds = TerrainKind::ALL;
    let kind = kinds[(n % kinds.len() as u64) as usize];
    let boards = [Board::ordinary(), Board::several_commands(), Board::large()];
    // The small board gives the most battles for the time.
    let board = match n % 5 {
        3 => &boards[1],
        4 => &boards[2],
        _ => &boards[0],
    };
    let how = [Deployment::Placed, Deployment::Alternating, Deployment::Hidden][(n / 5 % 3) as usize];
    let text = generate::scenario(kind, board, n, how);
    let s = read("generated.toml", &text).unwrap_or_else(|e| panic!("generated scenario {n}: {e:#}\n{text}"));
    Arc::new(s)
}

pub fn begin(s: &Arc<Scenario>, seed: u64) -> Battle {
    Battle::new(s.clone(), Seed::new(seed.to_string()), Log::On(Vec::<Event>::new()))
}

/// Picks one of the offers. Moves are preferred to their end, and those that lead towards the enemy or into contact.
pub fn pick(b: &Battle, side: Side, offers: &[Answer], awaits: &Awaits, r: &mut Seeded) -> Answer {
    let any = |r: &mut Seeded| offers[r.below(offers.len() as u32) as usize].clone();
    if *awaits != Awaits::Move {
        return any(r);
    }
    if r.below(12) == 0 {
        return Answer::EndMoves;
    }
    let f = b.field();
    let foes: Vec<_> = f.side(side.other()).map(|e| e.base.front).collect();
    let worth = |a: &Answer| {
        let Answer::Move(o) = a else { return -1e6 };
        let Ok(p) = moves::plan(f, o) else { return -1e6 };
        if p.contacts {
            return 1000.0;
        }
        let near = |at: table::V2| foes.iter().map(|x| x.dist(at)).fold(f64::INFINITY, f64::min);
        p.ends.iter().map(|(id, to)| near(f[*id].base.front) - near(to.front)).sum::<f64>()
    };
    let mut best = any(r);
    for _ in 0..r.below(4) {
        let other = any(r);
        if worth(&other) > worth(&best) {
            best = other;
        }
    }
    best
}
