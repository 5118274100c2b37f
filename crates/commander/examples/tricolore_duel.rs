//! Plays one commander of *Tricolore* against another, sides swapped, and counts: `tricolore_duel steady random 40 [scenario] [series]`.

use commander::{Strength, tricolore as staff};
use rayon::prelude::*;
use tricolore::scenario;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let one: Strength = get(0, "quick").parse().expect("a commander");
    let two: Strength = get(1, "random").parse().expect("a commander");
    let n: u64 = get(2, "20").parse().expect("a number of battles");
    let name = get(3, "divisions-meet");
    let series: u64 = get(4, "7").parse().expect("the number of a series");
    let text = match scenario::SHIPPED.iter().find(|(k, _)| *k == name) {
        Some((_, text)) => (*text).to_owned(),
        None => std::fs::read_to_string(&name).expect("a scenario"),
    };
    let s = scenario::read(&name, &text).expect("a good scenario");
    let begun = std::time::Instant::now();
    let all: Vec<_> = (0..n)
        .into_par_iter()
        .map(|i| {
            let swapped = i % 2 == 1;
            let k = if swapped { [two, one] } else { [one, two] };
            let (b, p) = staff::play_one(&s, k, series, i, 1000);
            let winner = p.ended.as_ref().and_then(|e| e.winner);
            let lost = tricolore::Side::BOTH.map(|x| {
                let (all, bad) = b.shares(x);
                100.0 * f64::from(bad) / f64::from(all.max(1))
            });
            (
                winner.map(|w| (w.index() == 0) != swapped),
                winner,
                p,
                if swapped { [lost[1], lost[0]] } else { lost },
            )
        })
        .collect();
    let secs = begun.elapsed().as_secs_f64();
    let wins = all.iter().filter(|x| x.0 == Some(true)).count();
    let losses = all.iter().filter(|x| x.0 == Some(false)).count();
    let by_a = all.iter().filter(|x| x.1.is_some_and(|w| w.index() == 0)).count();
    let refused: u32 = all.iter().map(|x| x.2.refused).sum();
    let rounds: u32 = all.iter().map(|x| x.2.rounds).sum();
    let answers: u32 = all.iter().map(|x| x.2.answers).sum();
    let mean = |k: usize| all.iter().map(|x| x.3[k]).sum::<f64>() / n as f64;
    println!(
        "{one} v {two} on {name}: {wins} won, {losses} lost of {n}; side A won {by_a}; {:.0} and {:.0} % out of order; {refused} refused",
        mean(0),
        mean(1)
    );
    println!(
        "  {:.1} rounds, {:.0} answers a battle; {:.2} battles/s, {:.2} ms a round (all cores)",
        f64::from(rounds) / n as f64,
        f64::from(answers) / n as f64,
        n as f64 / secs,
        secs * 1e3 / f64::from(rounds.max(1))
    );
    if let Some(why) = all.iter().find_map(|x| x.2.refusal.clone()) {
        println!("  {why}");
    }
    if let Some(e) = all.iter().find_map(|x| x.2.ended.clone()) {
        println!("  {}", e.why);
    }
}
