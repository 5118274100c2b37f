//! Who fires or moves in a wood or town is seen at 15 cm, from the start of the turn in which he does (03.02.3.b); and what counts as
//! movement there (03.03.1.b).

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{done, last_turn, turn, turn_with};

/// A line in the open, and so many cm before it the edge of a wood or town.
fn edge(kind: PatchKind, cm: f64) -> Drill {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 90.0);
    d.square(kind, "thicket", (60.0, 50.0 + cm), (140.0, 120.0));
    d
}

/// A line at the edge of it.
fn hidden(kind: PatchKind, cm: f64) -> (Drill, UnitId) {
    let mut d = edge(kind, cm);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + cm, 180.0);
    (d, e)
}

/// Who fired in the last turn, and by which clauses those did not who were to.
fn fired(b: &Battle) -> (Vec<&str>, Vec<Vec<&'static str>>) {
    let f = b.field();
    let who = |e: &chakoten_acw::Event| match e.kind {
        EventKind::Fired { unit, .. } | EventKind::ShotFell { unit, .. } => Some(unit),
        _ => None,
    };
    let why = |e: &chakoten_acw::Event| match e.kind {
        EventKind::NotFired { .. } => {
            Some(std::iter::once(e.clause).chain(e.also.iter()).map(|c| c.id()).collect())
        }
        _ => None,
    };
    let fires = last_turn(b).iter().filter_map(who).map(|u| &*f[u].code).collect();
    (fires, last_turn(b).iter().filter_map(why).collect())
}

/// The turn is played with what the enemy in the wood is ordered; does A1 fire at once at him?
fn seen(d: Drill, order: &str, dice: &[u8]) -> bool {
    let mut b = Battle::drill(d.field(), dice);
    turn(&mut b, &[("A1", "fire")], &[("B1", order)]);
    done(&b);
    fired(&b).0.contains(&"A1")
}

#[test]
fn who_fires_out_of_a_wood_is_fired_at_in_the_same_instant() {
    let _p = proves!("03.02.3.b");
    for kind in [PatchKind::Wood, PatchKind::Town] {
        for (cm, answered) in [(8.01, true), (15.0, true), (15.01, false)] {
            let (d, _) = hidden(kind, cm);
            // Both fire for the first time, 2 + 3, out of a wood + 1, whose cover halves the loss: A loses a figure within 15 cm, in a town
            // B too; -1 and +3 by the dice. Beyond it nobody does.
            let dice = match (answered, kind) {
                (true, PatchKind::Town) => vec![1, 1, 1, 1, 6, 6, 6, 6],
                (true, _) => vec![1, 1, 1, 1, 6, 6],
                (false, _) => vec![1, 1],
            };
            let mut b = Battle::drill(d.field(), dice);
            turn(&mut b, &[("A1", "fire")], &[("B1", "fire")]);
            let (who, lost) = fired(&b);
            assert_eq!(who, if answered { vec!["A1", "B1"] } else { vec!["B1"] }, "{kind:?} {cm}");
            if !answered {
                assert_eq!(lost, [["play.fire-order"]]);
            }
            done(&b);
        }
    }
}

#[test]
fn the_target_named_is_hidden_by_the_wood() {
    let p = proves!("03.02.3.b", "play.fire-line");
    // He is named while he is seen: he moved in the turn before. Standing at 12 cm he is not seen any more.
    let (d, e) = hidden(PatchKind::Wood, 12.0);
    let mut f = d.field();
    f[e].record.stirred = Some(f.turn);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "fire at x1")], &[]);
    let (who, lost) = fired(&b);
    assert!(who.is_empty());
    assert_eq!(*p.shows("play.fire-line", &lost[0][0]), "play.fire-line");
    assert_eq!(*p.shows("03.02.3.b", &lost[0][1]), "03.02.3.b");
    done(&b);
}

#[test]
fn every_kind_of_movement_gives_away_and_standing_does_not() {
    let _p = proves!("03.02.3.b");
    let line = |cm: f64| hidden(PatchKind::Wood, cm).0;
    // 2 + 3 at 10 to 15 cm: no figure is removed and nobody tests.
    for (order, away) in [
        ("march 1", true),
        ("back 1", true),
        ("wheel right 5", true),
        ("face right", true),
        ("about face", true),
        ("form chain", true),
        ("detach 2 left as B1-a", true),
        ("wait until 0.5, march 1", true),
        ("work light fortification", true),
        ("wait until 0.5", false),
        ("stand", false),
        ("reorganise", false),
    ] {
        let dice: &[u8] = if away { &[1, 1] } else { &[] };
        assert_eq!(seen(line(12.0), order, dice), away, "{order}");
        assert!(!seen(line(15.5), order, &[]), "{order}");
    }
    // Mounting and limbering too.
    let horse = |mounted: bool| {
        let mut d = edge(PatchKind::Wood, 12.0);
        if mounted {
            d.cavalry(Side::B, 12, Formation::Line, 100.0, 62.0, 180.0);
        } else {
            d.dismounted(Side::B, 12, Formation::Line, 100.0, 62.0, 180.0);
        }
        d
    };
    assert!(seen(horse(true), "dismount", &[1, 1]));
    assert!(!seen(horse(true), "stand", &[]));
    assert!(seen(horse(false), "mount", &[1, 1]));
    assert!(!seen(horse(false), "stand", &[]));
    let guns = |limbered: bool| {
        let mut d = edge(PatchKind::Wood, 12.0);
        if limbered {
            d.limbered(Side::B, Gun::Napoleon, 4, 100.0, 62.0, 180.0);
        } else {
            d.battery(Side::B, Gun::Napoleon, 4, 100.0, 62.0, 180.0);
        }
        d
    };
    assert!(seen(guns(false), "limber", &[1, 1]));
    assert!(!seen(guns(false), "stand", &[]));
    assert!(seen(guns(true), "unlimber", &[1, 1]));
    assert!(!seen(guns(true), "stand", &[]));
}

#[test]
fn fire_at_a_moment_gives_away_from_the_start_and_fire_that_waits_when_it_comes() {
    let _p = proves!("03.02.3.b");
    let at = |reading: &str, order: &str, dice: &[u8]| {
        let (mut d, _) = hidden(PatchKind::Wood, 12.0);
        d.read("stirring", reading);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", "fire")], &[("B1", order)]);
        done(&b);
        fired(&b).0.iter().map(|c| c.to_string()).collect::<Vec<_>>()
    };
    // B's fire, + 1 for its cover, costs A a figure: -1 (and silent -1) + 3.
    assert_eq!(at("whole-turn", "fire at clock 0.5", &[1, 1, 1, 1, 6, 6]), ["A1", "B1"]);
    assert_eq!(at("as-it-happens", "fire at clock 0.5", &[1, 1, 6, 6]), ["B1"]);
    assert_eq!(at("whole-turn", "wait until 0.5, march 1", &[1, 1]), ["A1"]);
    assert_eq!(at("as-it-happens", "wait until 0.5, march 1", &[]), [] as [&str; 0]);
    assert_eq!(at("as-it-happens", "march 1", &[1, 1]), ["A1"]);
    // Nobody comes within 5 cm: there is no fire, and nothing to be seen.
    assert_eq!(at("whole-turn", "fire when any within 5", &[]), [] as [&str; 0]);
    // When it comes, later fire finds him: A2 marches to 10 cm, A1 fires at the end of the turn.
    let (mut d, _) = hidden(PatchKind::Wood, 12.0);
    d.infantry(Side::A, 30, Formation::Line, 113.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1]);
    turn(&mut b, &[("A1", "fire at clock 0.9"), ("A2", "march 2")], &[("B1", "fire when any within 10.5")]);
    assert_eq!(fired(&b).0, ["B1", "A1"]);
    done(&b);
}

#[test]
fn flight_and_a_declared_retreat_give_away() {
    let _p = proves!("03.02.3.b");
    // In FU from the start it flees: 2 + 3, and its attempt to reorganise fails.
    let (mut d, e) = hidden(PatchKind::Wood, 12.0);
    d.state(e, State::Complete);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!(fired(&b).0, ["A1"]);
    done(&b);
    // Pinned, it is drawn back.
    for (choice, dice) in [(Choice::Yes, &[1, 1][..]), (Choice::No, &[])] {
        let (mut d, e) = hidden(PatchKind::Wood, 12.0);
        d.state(e, State::Slight);
        d.unit(e).pinned_to = Some(2);
        let mut b = Battle::drill(d.field(), dice);
        turn_with(&mut b, &[("A1", "fire")], &[], &[("retreat", choice.clone())]);
        assert_eq!(fired(&b).0.len(), dice.len() / 2, "{choice:?}");
        done(&b);
    }
}
