//! Plays one commander against another, sides swapped, and counts: `duel quick random 200 [scenario]`.

use commander::{Strength, bbdba};
use rayon::prelude::*;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let one: Strength = get(0, "quick").parse().expect("a commander");
    let two: Strength = get(1, "quick").parse().expect("a commander");
    let n: u64 = get(2, "200").parse().expect("a number of battles");
    let name = get(3, "open-field");
    let text = bbdba_acw::scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    let s = Arc::new(bbdba_acw::scenario::read(&name, text).expect("a good scenario"));
    let begun = std::time::Instant::now();
    let all: Vec<_> = (0..n)
        .into_par_iter()
        .map(|i| {
            let swapped = i % 2 == 1;
            let k = if swapped { [two, one] } else { [one, two] };
            let (b, p) = bbdba::play_one(&s, k, 7, i, 200);
            let won = p.ended.as_ref().and_then(|e| e.winner).map(|w| (w.index() == 0) != swapped);
            let lost = [b.field().losses(bbdba_acw::Side::A), b.field().losses(bbdba_acw::Side::B)];
            (won, p, lost)
        })
        .collect();
    let secs = begun.elapsed().as_secs_f64();
    let wins = all.iter().filter(|x| x.0 == Some(true)).count();
    let losses = all.iter().filter(|x| x.0 == Some(false)).count();
    let undecided = all.iter().filter(|x| x.1.ended.is_none()).count();
    let turns: u32 = all.iter().map(|x| x.1.turns).sum();
    let refused: u32 = all.iter().map(|x| x.1.refused).sum();
    println!(
        "{one} v {two} on {name}: {wins} won, {losses} lost, {} drawn, {undecided} undecided; {:.1} turns a battle; {refused} refused; {:.1} battles/s, {:.1} us a turn (all cores)",
        all.len() - wins - losses - undecided,
        f64::from(turns) / n as f64,
        n as f64 / secs,
        secs * 1e6 / f64::from(turns)
    );
}
