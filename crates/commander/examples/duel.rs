//! Plays one commander against another, sides swapped, and counts: `duel quick random 200 [scenario] [series]`.

use bbdba_acw::Side;
use commander::{Strength, bbdba};
use rayon::prelude::*;
use std::sync::Arc;

/// Wilson's 95 % interval for a share, in percent.
fn interval(k: usize, n: usize) -> (f64, f64) {
    let (z, n, k) = (1.96_f64, n as f64, k as f64);
    let p = k / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half), 100.0 * (middle + half))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let one: Strength = get(0, "quick").parse().expect("a commander");
    let two: Strength = get(1, "quick").parse().expect("a commander");
    let n: u64 = get(2, "200").parse().expect("a number of battles");
    let name = get(3, "open-field");
    let series: u64 = get(4, "7").parse().expect("the number of a series");
    let text = bbdba_acw::scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    let s = Arc::new(bbdba_acw::scenario::read(&name, text).expect("a good scenario"));
    let begun = std::time::Instant::now();
    let all: Vec<_> = (0..n)
        .into_par_iter()
        .map(|i| {
            let swapped = i % 2 == 1;
            let k = if swapped { [two, one] } else { [one, two] };
            let (b, p) = bbdba::play_one(&s, k, series, i, 200);
            let winner = p.ended.as_ref().and_then(|e| e.winner);
            let won = winner.map(|w| (w.index() == 0) != swapped);
            let lost = Side::BOTH.map(|x| f64::from(b.field().losses(x)));
            (won, winner, p, if swapped { [lost[1], lost[0]] } else { lost })
        })
        .collect();
    let secs = begun.elapsed().as_secs_f64();
    let wins = all.iter().filter(|x| x.0 == Some(true)).count();
    let losses = all.iter().filter(|x| x.0 == Some(false)).count();
    let undecided = all.iter().filter(|x| x.2.ended.is_none()).count();
    let by_a = all.iter().filter(|x| x.1 == Some(Side::A)).count();
    let turns: u32 = all.iter().map(|x| x.2.turns).sum();
    let refused: u32 = all.iter().map(|x| x.2.refused).sum();
    let mean = |k: usize| all.iter().map(|x| x.3[k]).sum::<f64>() / n as f64;
    let (lo, hi) = interval(wins, all.len());
    println!(
        "{one} v {two} on {name}: {wins} of {n} won, {:.1} % ({lo:.1} to {hi:.1}); {losses} lost, {} drawn, {undecided} \
         undecided, {refused} answers refused",
        100.0 * wins as f64 / n as f64,
        all.len() - wins - losses - undecided,
    );
    println!(
        "  side A won {by_a}; {:.1} turns a battle; {:.1} and {:.1} elements lost; {:.1} battles/s, {:.1} us a turn (all \
         cores)",
        f64::from(turns) / n as f64,
        mean(0),
        mean(1),
        n as f64 / secs,
        secs * 1e6 / f64::from(turns)
    );
}
