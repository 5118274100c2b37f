//! The same seed gives the same battle file, byte for byte: on every run, in debug and in release, on every machine.
//!
//! `digests.txt` holds the digest of some turns of each shipped scenario, fought by two who take what is offered, so that it hangs on the
//! rules and not on anybody's tactics. Where a rule has changed, `VEDETTE_RENEW=1 cargo test -p chakoten-napoleonic --test book
//! determinism::` writes it anew; where something has only been made faster, it stays.

use chakoten_napoleonic::BOOK;
use chakoten_napoleonic::scenario::SHIPPED;
use desk::{BattleFile, ByOffers, Staff, Verdict};
use sha2::{Digest, Sha256};
use umpire::{Seat, Seed};

const DIGESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt");

/// Some turns of a shipped scenario.
fn played(name: &str, seed: &str, turns: u32) -> BattleFile {
    let text = SHIPPED.iter().find(|(n, _)| *n == name).expect("shipped").1;
    let (mut file, mut game) = BattleFile::begin(&BOOK, name, text, Seed::new(seed)).expect("lawful");
    let mut staff = [ByOffers::new(7), ByOffers::new(8)];
    while game.turn() <= turns {
        let Some(Seat::Side(s)) = game.waits_for().first().copied() else { break };
        let a = staff[usize::from(s)].answer(&*game, Seat::Side(s)).expect("something is offered");
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
        let f = played(name, "the same", 5);
        now += &format!("{name} {} answers {} events {}\n", f.answers.len(), f.claim.events, digest(&f));
    }
    assert!(!now.contains(&digest(&played("rearguard", "another", 5))), "the seed does not matter");
    if std::env::var_os("VEDETTE_RENEW").is_some() {
        std::fs::write(DIGESTS, &now).expect("writable");
    }
    let stored = std::fs::read_to_string(DIGESTS).expect("digests.txt is there");
    assert_eq!(
        stored, now,
        "battles come out otherwise than stored: if a rule has changed, run VEDETTE_RENEW=1 cargo test -p chakoten-napoleonic \
         --test book determinism::; if not, something is not the same on every machine"
    );
}

/// Numbers survive being written down: what is read from the file is what was played.
#[test]
fn a_written_battle_reads_as_it_was_played() {
    let f = played("field-works", "written", 3);
    let again = BattleFile::parse(&f.text()).expect("its own text");
    assert_eq!(again.text(), f.text());
    assert!(matches!(again.verify(&[&BOOK]), Verdict::True { .. }), "{:?}", again.verify(&[&BOOK]));
}
