//! The same seed gives the same battle file, byte for byte: on every run, in debug and in release, on every machine.
//!
//! `digests.txt` holds the digest of a whole battle of three shipped scenarios, played by picking offers. `make test` compares
//! it in debug, `make release-check` in release. Where a rule has changed, `VEDETTE_RENEW=1 cargo test -p bbdba-acw --test
//! determinism` writes it anew.

use crate::chooser;

use bbdba_acw::BOOK;
use bbdba_acw::battle::Battle;
use bbdba_acw::scenario::SHIPPED;
use desk::BattleFile;
use sha2::{Digest, Sha256};
use umpire::{Seat, Seed, Seeded};

const DIGESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt");

/// Plays a shipped scenario to its end, or sixty turns of it.
fn played(name: &str, seed: &str) -> BattleFile {
    let text = SHIPPED.iter().find(|(n, _)| *n == name).expect("shipped").1;
    let (mut file, mut game) = BattleFile::begin(&BOOK, name, text, Seed::new(seed)).expect("lawful");
    let mut r = Seeded::from_number(7);
    while game.ending().is_none() && game.turn() <= 60 {
        let b: &Battle = game.rules().downcast_ref().expect("this book's battle");
        let (side, awaits) = b.pending()[0].clone();
        let (offers, _) = b.offers(side, &awaits);
        let a = chooser::pick(b, side, &offers, &awaits, &mut r);
        let (seat, a) = (Seat::Side(side.index() as u8), serde_json::to_value(a).expect("text keys"));
        game.answer(seat, &a).expect("offered");
        file.note(seat, a);
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
    for name in ["open-field", "river-crossing", "meeting-by-dice"] {
        let f = played(name, "the same");
        assert_eq!(f.text(), played(name, "the same").text(), "{name}: two runs differ");
        assert_ne!(digest(&f), digest(&played(name, "another")), "{name}: the seed does not matter");
        now += &format!("{name} {} answers {} events {}\n", f.answers.len(), f.claim.events, digest(&f));
    }
    if std::env::var_os("VEDETTE_RENEW").is_some() {
        std::fs::write(DIGESTS, &now).expect("writable");
    }
    let stored = std::fs::read_to_string(DIGESTS).expect("digests.txt is there");
    assert_eq!(
        stored, now,
        "battles come out otherwise than stored: if a rule has changed, run VEDETTE_RENEW=1 cargo test -p bbdba-acw \
         --test determinism; if not, something is not the same on every machine"
    );
}
