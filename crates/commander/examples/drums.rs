//! Fights battles of `quick` against `quick` on one core and says what each cost; the digest of how they went shows
//! whether a speed-up changed anything: `drums 20 [scenario] [first]`.

use commander::{Strength, bbdba};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.into());
    let n: u64 = get(0, "20").parse().expect("a number of battles");
    let name = get(1, "open-field");
    let first: u64 = get(2, "0").parse().expect("the number of the first battle");
    let text = match bbdba_acw::scenario::SHIPPED.iter().find(|(k, _)| *k == name) {
        Some((_, t)) => (*t).to_owned(),
        None => std::fs::read_to_string(&name).expect("a shipped scenario or a file"),
    };
    let s = Arc::new(bbdba_acw::scenario::read(&name, &text).expect("a good scenario"));
    let mut digest = DefaultHasher::new();
    let (mut turns, mut refused) = (0, 0);
    let begun = std::time::Instant::now();
    for i in first..first + n {
        let (b, p) = bbdba::play_one(&s, [Strength::Quick; 2], 7, i, 200);
        turns += p.turns;
        refused += p.refused;
        p.turns.hash(&mut digest);
        for e in b.field().armies.iter().flat_map(|a| &a.elements) {
            (e.fate as u8, e.base.front.x.to_bits(), e.base.front.y.to_bits()).hash(&mut digest);
            (e.base.dir.x.to_bits(), e.base.dir.y.to_bits()).hash(&mut digest);
        }
    }
    let secs = begun.elapsed().as_secs_f64();
    println!(
        "{name}: {n} battles, {turns} turns, {refused} refused; {:.1} battles/s, {:.1} us a turn; digest {:016x}",
        n as f64 / secs,
        secs * 1e6 / f64::from(turns),
        digest.finish()
    );
}
