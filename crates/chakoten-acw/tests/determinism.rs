//! The same seed gives the same battle file, byte for byte: on every run, in debug and in release, on every machine.
//!
//! `digests.txt` holds the digest of some turns of each shipped scenario, fought by computer commanders. `make test` compares it in
//! debug, `make release-check` in release. Where a rule or a commander has changed, `VEDETTE_RENEW=1 cargo test -p
//! chakoten-acw --test determinism` writes it anew.

use chakoten_acw::BOOK;
use chakoten_acw::scenario::SHIPPED;
use commander::Strength;
use commander::chakoten::appoint;
use desk::{BattleFile, Verdict};
use sha2::{Digest, Sha256};
use umpire::{Seat, Seed};

const DIGESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt");

/// Some turns of a shipped scenario, a steady commander against one who writes lawful orders at random.
fn played(name: &str, seed: &str, turns: u32) -> BattleFile {
    let text = SHIPPED.iter().find(|(n, _)| *n == name).expect("shipped").1;
    let (mut file, mut game) = BattleFile::begin(&BOOK, name, text, Seed::new(seed)).expect("lawful");
    let mut staff = [appoint(Strength::Steady, 7), appoint(Strength::Random, 8)];
    while game.turn() <= turns {
        let Some(Seat::Side(s)) = game.waits_for().first().copied() else { break };
        let a = staff[usize::from(s)].answer(&*game, Seat::Side(s)).expect("this book's officer");
        game.answer(Seat::Side(s), &a).expect("lawful");
        file.note(Seat::Side(s), a);
    }
    file.seal(&*game);
    file
}

fn digest(f: &BattleFile) -> String {
    Sha256::digest(f.text()).iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn the_same_seed_gives_the_same_battle_file() {
    let mut now = String::new();
    for (name, _) in SHIPPED {
        let f = played(name, "the same", 8);
        now += &format!("{name} {} answers {} events {}\n", f.answers.len(), f.claim.events, digest(&f));
    }
    let f = played("two-brigades", "the same", 8);
    assert!(now.contains(&digest(&f)), "two runs differ");
    assert!(!now.contains(&digest(&played("two-brigades", "another", 8))), "the seed does not matter");
    if std::env::var_os("VEDETTE_RENEW").is_some() {
        std::fs::write(DIGESTS, &now).expect("writable");
    }
    let stored = std::fs::read_to_string(DIGESTS).expect("digests.txt is there");
    assert_eq!(
        stored, now,
        "battles come out otherwise than stored: if a rule or a commander has changed, run VEDETTE_RENEW=1 cargo test -p \
         chakoten-acw --test determinism; if not, something is not the same on every machine"
    );
}

/// Numbers survive being written down: what is read from the file is what was played.
#[test]
fn a_written_battle_reads_as_it_was_played() {
    let f = played("raid-on-the-train", "written", 4);
    let again = BattleFile::parse(&f.text()).expect("its own text");
    assert_eq!(again.text(), f.text());
    assert!(matches!(again.verify(&[&BOOK]), Verdict::True { .. }), "{:?}", again.verify(&[&BOOK]));
}
