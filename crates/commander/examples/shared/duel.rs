//! One commander of a book plays another, sides swapped, and it is counted who won: `… steady random 40 [scenario] [series] [first]`.

/// The whole program for a book, its commanders and the battle that is fought where none is named.
macro_rules! duel {
    ($book:ident, $commanders:path, $scenario:literal) => {
        fn main() {
            use $commanders as commanders;
            use rayon::prelude::*;
            let args: Vec<String> = std::env::args().skip(1).collect();
            let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
            let one: commander::Strength = get(0, "steady").parse().expect("a commander");
            let two: commander::Strength = get(1, "random").parse().expect("a commander");
            let n: u64 = get(2, "40").parse().expect("a number of battles");
            let name = get(3, $scenario);
            let series: u64 = get(4, "7").parse().expect("the number of a series");
            let first: u64 = get(5, "0").parse().expect("the number of the first battle");
            let text = match $book::scenario::SHIPPED.iter().find(|(k, _)| *k == name) {
                Some((_, t)) => (*t).to_owned(),
                None => std::fs::read_to_string(&name).expect("a shipped scenario or a file"),
            };
            let s = std::sync::Arc::new($book::scenario::read(&name, &text).expect("a good scenario"));
            let begun = std::time::Instant::now();
            let all: Vec<_> = (first..first + n)
                .into_par_iter()
                .map(|i| {
                    let swapped = i % 2 == 1;
                    let k = if swapped { [two, one] } else { [one, two] };
                    let (b, p) = commanders::play_one(&s, k, series, i, 200);
                    let winner = p.ended.as_ref().and_then(|e| e.winner);
                    let won = winner.map(|w| (w.index() == 0) != swapped);
                    let lost = $book::Side::BOTH.map(|x| commanders::lost_share(&s, &b, x));
                    (won, winner, p, if swapped { [lost[1], lost[0]] } else { lost })
                })
                .collect();
            let secs = begun.elapsed().as_secs_f64();
            let wins = all.iter().filter(|x| x.0 == Some(true)).count();
            let losses = all.iter().filter(|x| x.0 == Some(false)).count();
            let undecided = all.iter().filter(|x| x.2.ended.is_none()).count();
            let by_a = all.iter().filter(|x| x.1 == Some($book::Side::A)).count();
            let turns: u32 = all.iter().map(|x| x.2.turns).sum();
            let refused: u32 = all.iter().map(|x| x.2.refused).sum();
            let mean = |k: usize| 100.0 * all.iter().map(|x| x.3[k]).sum::<f64>() / n as f64;
            println!(
                "{one} v {two} on {name}: {wins} of {n} won, {losses} lost, {} drawn, {undecided} undecided, {refused} answers refused",
                all.len() - wins - losses - undecided,
            );
            println!(
                "  side A won {by_a}; {:.1} turns a battle; {:.1} and {:.1} % of figures lost; {:.1} battles/s, {:.0} us a turn",
                f64::from(turns) / n as f64,
                mean(0),
                mean(1),
                n as f64 / secs,
                secs * 1e6 / f64::from(turns)
            );
            for (i, x) in all.iter().enumerate().filter(|(_, x)| x.2.refused > 0).take(5) {
                println!("  refused in battle {}: {}", first + i as u64, x.2.refusal.as_deref().unwrap_or(""));
            }
            // How they ended, the commonest first, each with the number of a battle to look at.
            let mut ends: std::collections::BTreeMap<(String, bool), (usize, u64)> = Default::default();
            for (i, x) in all.iter().enumerate() {
                let Some(e) = &x.2.ended else { continue };
                let who = e.winner.map_or("nobody".into(), |w| format!("side {w}"));
                let end = (format!("{who}: {}", e.why), x.0 == Some(true));
                ends.entry(end).or_insert((0, first + i as u64)).0 += 1;
            }
            let mut ends: Vec<_> = ends.into_iter().collect();
            ends.sort_by_key(|(_, (n, _))| std::cmp::Reverse(*n));
            for ((says, first_won), (n, battle)) in ends.into_iter().take(16) {
                let mark = if first_won { '+' } else { '-' };
                println!("  {mark} {n:4}  {says} (battle {battle})");
            }
        }
    };
}
