//! What the book leaves to the umpire (basis.1, camp.7): asked of him where one is seated; and what he rules and puts right.

use crate::seats::{answer, game};
use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{CampState, Fate, Phase};
use bbdba_acw::scenario::{self, SHIPPED};
use bbdba_acw::{Answer, BOOK, Correction, ElementId, EventKind, Removal, Side, Target, Troop, Why, proves};
use desk::{BattleFile, Game, Rules, Seating, Verdict};
use serde_json::{Value, json};
use std::sync::Arc;
use table::Pose;
use umpire::{Log, Refusal, Seat, Seed};

fn shipped(name: &str) -> &'static str {
    SHIPPED.iter().find(|(n, _)| *n == name).expect("a shipped scenario").1
}

fn seated(name: &str) -> Battle {
    let s = Arc::new(scenario::read(name, shipped(name)).expect("lawful"));
    Battle::seated(s, Seed::new("chair"), Log::On(vec![]), Seating::WITH_UMPIRE)
}

fn clause(r: Result<(), Refusal>) -> &'static str {
    match r {
        Ok(()) => "ok",
        Err(r) => r.clause.map_or("form", |c| c.id()),
    }
}

fn says(b: &mut Battle, v: &Value) -> &'static str {
    clause(answer(b, Seat::Umpire, v))
}

/// Everything that can be seen of a battle, and its log.
fn all_of(b: &Battle) -> (Value, Vec<Value>) {
    (game(b).view(Seat::Umpire), game(b).events())
}

fn refused(b: &mut Battle, v: &Value, by: &str) {
    let before = all_of(b);
    let pending = b.pending().to_vec();
    assert_eq!(says(b, v), by, "{v}");
    assert!(all_of(b) == before && b.pending() == pending, "{v} changed something");
}

/// Takes the first offer of whoever is asked, until the umpire is, or a turn begins.
fn until_umpire(b: &mut Battle) -> bool {
    for _ in 0..40 {
        if game(b).waits_for() == [Seat::Umpire] {
            return true;
        }
        if b.field().bound > 0 {
            return false;
        }
        let (side, awaits) = b.pending()[0].clone();
        let a = b.offers(side, &awaits).0.swap_remove(0);
        b.answer(side, a).expect("offered");
    }
    panic!("the set-up goes on for ever");
}

fn place(element: ElementId, x: f64, y: f64, facing: f64) -> Correction {
    Correction::Place { element, at: Pose { x, y, facing } }
}

fn correct(b: &mut Battle, changes: Vec<Correction>) -> &'static str {
    clause(b.correct("a sleeve".into(), changes))
}

#[test]
fn the_umpire_decides_whether_there_is_a_fortress() {
    let _p = proves!("camp.7");
    for (choice, fortress) in [("none", false), ("fortress", true)] {
        let mut b = seated("meeting-by-dice");
        assert!(until_umpire(&mut b), "he is asked");
        let defender = b.attacker().other();
        let asks = game(&b).asks();
        assert_eq!(
            (asks[0].asks.as_str(), asks[0].clause.id(), asks[0].standing),
            ("fortress", "camp.7", false)
        );
        assert_eq!(asks[0].offers.len(), 2);
        // Nobody else is waited for, and nobody else may decide it.
        assert!(b.pending().is_empty());
        for s in 0..2 {
            let r = answer(&mut b, Seat::Side(s), &json!({ "do": "decide", "choice": "fortress" }));
            assert_eq!(clause(r), "form");
        }
        refused(&mut b, &json!({ "do": "decide", "choice": "castle" }), "camp.7");
        refused(&mut b, &json!({ "do": "decide" }), "form");
        refused(&mut b, &json!({ "do": "decide", "choice": "fortress", "because": "\u{7}" }), "form");
        let v = json!({ "do": "decide", "choice": choice, "because": "we agreed on it" });
        assert_eq!(says(&mut b, &v), "ok");
        let decided = b.events().iter().find_map(|e| match &e.kind {
            EventKind::Decided { by, question, choice, because, .. } => {
                Some((e.clause.id(), *by, *question, choice.as_str(), because.as_str()))
            }
            _ => None,
        });
        assert_eq!(decided, Some(("camp.7", Seat::Umpire, "fortress", choice, "we agreed on it")));
        // With a fortress the defender needs no camp; the attacker pitches his as ever.
        let asked = if fortress { defender.other() } else { defender };
        assert_eq!(b.pending(), [(asked, Awaits::Camp)]);
        refused(&mut b, &v, "form");
        assert!(!until_umpire(&mut b), "he is asked once");
        assert_eq!(b.field().army(defender).camp.is_none(), fortress);
        assert!(b.field().army(defender.other()).camp.is_some());
    }
}

#[test]
fn where_the_scenario_leaves_nothing_open_he_is_not_asked() {
    let _p = proves!("basis.1");
    let mut b = seated("open-field");
    assert!(!until_umpire(&mut b));
    let kinds = || b.events().iter().map(|e| &e.kind);
    assert!(kinds().any(|k| matches!(k, EventKind::UmpireSits {})));
    assert!(!kinds().any(|k| matches!(k, EventKind::ByDefault { .. })), "somebody sits there");
    assert_eq!(game(&b).view(Seat::Side(0))["umpire"], "seated");
    // He may speak all the same, and nobody waits for it.
    let asks = game(&b).asks();
    let his: Vec<_> = asks.iter().filter(|a| a.seat == Seat::Umpire).collect();
    assert!(his.len() == 1 && his[0].standing && !game(&b).waits_for().contains(&Seat::Umpire));
    for o in his[0].offers.clone() {
        assert_eq!(says(&mut b.clone(), &o), "ok", "{o}");
    }
}

#[test]
fn with_nobody_in_the_chair_nobody_speaks_from_it() {
    let _p = proves!("basis.1");
    let s = Arc::new(scenario::read("open-field", shipped("open-field")).expect("lawful"));
    let mut b = Battle::new(s, Seed::new("empty"), Log::On(vec![]));
    assert!(game(&b).asks().iter().all(|a| a.seat != Seat::Umpire));
    refused(&mut b, &json!({ "do": "rule", "says": "Play on." }), "basis.1");
    refused(&mut b, &json!({ "do": "decide", "choice": "fortress" }), "basis.1");
    let v = json!({ "do": "rule", "says": "Play on." });
    assert_eq!(clause(answer(&mut b, Seat::Spectator, &v)), "form");
}

#[test]
fn a_ruling_is_read_by_all_and_moves_nobody() {
    let _p = proves!("basis.1");
    let mut b = seated("open-field");
    until_umpire(&mut b);
    let (table, events) = all_of(&b);
    let v = json!({ "do": "rule", "says": "The gun in the ditch counts as uphill.", "clause": "terrain.10" });
    assert_eq!(says(&mut b, &v), "ok");
    assert_eq!(game(&b).view(Seat::Umpire), table);
    for seat in [Seat::Side(0), Seat::Side(1), Seat::Spectator] {
        let new = game(&b).events_for(seat, events.len());
        assert_eq!(new.len(), 1);
        assert_eq!(new[0]["by"], "umpire");
        assert_eq!(new[0]["about"], "terrain.10");
    }
    let told = game(&b).tell(events.len()).join("\n");
    assert_eq!(told, "The umpire rules on terrain.10: The gun in the ditch counts as uphill. [basis.1]");
    for bad in [
        json!({ "do": "rule", "says": "  " }),
        json!({ "do": "rule", "says": "x".repeat(2001) }),
        json!({ "do": "rule", "says": "\u{1b}[2J" }),
        json!({ "do": "rule", "says": "x", "clause": "zone.99" }),
        json!({ "do": "rule" }),
        json!({ "do": "move", "elements": ["A1"], "how": "break_off" }),
        json!(null),
    ] {
        refused(&mut b, &bad, "form");
    }
    assert!(game(&b).is_milestone(events.len()), "a short telling has it too");
}

#[test]
fn a_correction_moves_removes_and_restores() {
    let _p = proves!("basis.1");
    let mut d = Drill::new();
    let a = [600.0, 900.0, 1200.0].map(|x| d.a(Troop::Rifles, x, 1000.0, 0.0));
    let c = d.a(Troop::Commander, 900.0, 700.0, 0.0);
    let e = d.b(Troop::Muskets, 900.0, 1900.0, 180.0);
    let mut b = Battle::drill(d.field(), [3]).with_umpire();
    // Two change places, a third goes where an enemy was.
    assert_eq!(
        correct(
            &mut b,
            vec![
                place(a[0], 900.0, 1000.0, 0.0),
                place(a[1], 600.0, 1000.0, 90.0),
                place(a[2], 900.0, 1900.0, 180.0),
                Correction::Remove { element: e, how: Removal::Destroyed },
            ],
        ),
        "ok"
    );
    let f = b.field();
    assert_eq!((f[a[0]].base.front.x, f[a[1]].base.front.x), (900.0, 600.0));
    assert_eq!(f[e].fate, Fate::Destroyed);
    assert_eq!(f.losses(Side::B), 1);
    let first = &b.events()[0];
    assert!(matches!(&first.kind, EventKind::Corrected { by: Seat::Umpire, because, changes }
        if because == "a sleeve" && changes.len() == 4));
    let went = |k: &EventKind| matches!(k, EventKind::Goes { why: Why::Corrected, .. });
    assert_eq!(b.events().iter().filter(|x| went(&x.kind)).count(), 3);
    assert!(b.events().iter().all(|x| x.clause.id() == "basis.1"));
    // It is put back, and is no longer among the losses; a commander never was.
    let back = |element, x| Correction::Restore { element, at: Pose { x, y: 1500.0, facing: 180.0 } };
    assert_eq!(
        correct(&mut b, vec![back(e, 1500.0), Correction::Remove { element: c, how: Removal::Left }]),
        "ok"
    );
    assert!(b.field()[e].on_table() && b.field().losses(Side::B) == 0);
    assert!(b.field()[c].fate == Fate::Left && b.field().losses(Side::A) == 0);
    assert!(b.field().near((b.field()[e].base.front, b.field()[e].base.front), 0.0).any(|o| o.id == e));
    assert_eq!(correct(&mut b, vec![back(c, 300.0)]), "ok");
    assert_eq!(b.field().losses(Side::A), 0);
    // The game goes on where it was.
    assert_eq!(b.pending(), [(Side::A, Awaits::Move)]);
    b.answer(Side::A, Answer::EndMoves).expect("it is his move");
    assert_eq!(b.dice_used_up(), Ok(()));
}

#[test]
fn what_no_table_can_hold_is_refused() {
    let _p = proves!("dba.44");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 900.0, 1000.0, 0.0);
    let e = d.b(Troop::Muskets, 900.0, 1900.0, 180.0);
    d.camp(Side::B, 1800.0, 320.0, 160.0);
    let f = d.field();
    let camp = f.army(Side::B).camp.as_ref().expect("pitched").rect.centre;
    let mut b = Battle::drill(f, []).with_umpire();
    let at = |x: f64, y: f64| json!({ "x": x, "y": y, "facing": 0.0 });
    let put = |id: &str, p: Value| json!({ "place": { "element": id, "at": p } });
    let with = |changes: Value| json!({ "do": "correct", "because": "a sleeve", "changes": changes });
    for (changes, by) in [
        (json!([]), "form"),
        (json!([put("A9", at(900.0, 900.0))]), "form"),
        (json!([put("C1", at(900.0, 900.0))]), "form"),
        (json!([put("A1", at(900.0, 900.0)), put("A1", at(900.0, 900.0))]), "form"),
        (json!([put("A1", at(70.0, 900.0))]), "form"),
        (json!([put("A1", at(1e300, 900.0))]), "form"),
        (json!([put("A1", json!({ "x": 1, "y": 1, "facing": null }))]), "form"),
        (json!([put("A1", at(900.0, 1950.0))]), "dba.44"),
        (json!([put("A1", at(camp.x, camp.y))]), "dba.1"),
        (json!([{ "restore": { "element": "A1", "at": at(900.0, 900.0) } }]), "form"),
        (json!([{ "remove": { "element": "A1", "how": "waiting" } }]), "form"),
        (json!([{ "remove": { "element": "A1", "how": "left", "more": 1 } }]), "form"),
        // All or nothing: the first would do.
        (json!([put("A1", at(900.0, 900.0)), put("B1", at(900.0, 860.0))]), "dba.44"),
    ] {
        refused(&mut b, &with(changes), by);
    }
    refused(
        &mut b,
        &json!({ "do": "correct", "because": " ", "changes": [put("A1", at(900.0, 900.0))] }),
        "form",
    );
    // A pace of overlap is forgiven (dba.44); rules of movement do not bind him.
    assert_eq!(correct(&mut b.clone(), vec![place(a, 900.0, 1900.0, 0.0)]), "ok");
    assert_eq!(correct(&mut b.clone(), vec![place(a, 900.0, 1900.9, 0.0)]), "ok");
    assert_eq!(correct(&mut b.clone(), vec![place(a, 900.0, 1901.1, 0.0)]), "dba.44");
    assert_eq!(correct(&mut b, vec![Correction::Remove { element: e, how: Removal::Destroyed }]), "ok");
    refused(&mut b, &with(json!([put("B1", at(900.0, 1800.0))])), "form");
    // While the armies set up there is nothing to correct, and nothing when all is over.
    let mut b = seated("meeting-by-dice");
    refused(&mut b, &with(json!([put("A1", at(900.0, 900.0))])), "form");
    assert_eq!(says(&mut b, &json!({ "do": "rule", "says": "No wood in the middle." })), "ok");
}

#[test]
fn in_the_shooting_phase_everybody_aims_again() {
    let _p = proves!("basis.1");
    let mut d = Drill::new();
    let a = [600.0, 1800.0].map(|x| d.a(Troop::Rifles, x, 1000.0, 0.0));
    let e = [600.0, 1800.0].map(|x| d.b(Troop::Rifles, x, 1300.0, 180.0));
    let mut f = d.field();
    f.phase = Phase::Shooting;
    let mut b = Battle::drill(f, [4]).with_umpire();
    let targets = |b: &Battle| match &b.pending()[0].1 {
        Awaits::Call { targets } => targets.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(targets(&b).len(), 4);
    // The pair in the west stands apart: nobody shoots there any more.
    assert_eq!(correct(&mut b, vec![place(a[0], 600.0, 300.0, 0.0)]), "ok");
    assert_eq!(targets(&b), [Target::Element(a[1]), Target::Element(e[1])]);
    // Declined stays declined, whatever is corrected.
    b.answer(Side::B, Answer::Call { target: Target::Element(a[1]) }).expect("a target");
    b.answer(Side::B, Answer::HoldFire).expect("may decline");
    assert_eq!(b.pending()[0].0, Side::A, "the only target left is called");
    assert_eq!(correct(&mut b, vec![place(a[0], 600.0, 400.0, 0.0)]), "ok");
    assert!(
        matches!(&b.pending()[0], (Side::A, Awaits::Shoot { target: Target::Element(t), .. }) if *t == e[1])
    );
    // The called target is gone, and with it the phase.
    assert_eq!(correct(&mut b, vec![Correction::Remove { element: e[1], how: Removal::Destroyed }]), "ok");
    assert_ne!(b.field().phase, Phase::Shooting);
}

#[test]
fn a_close_combat_that_is_torn_apart_is_not_fought() {
    let _p = proves!("basis.1");
    let mut d = Drill::new();
    let a = [600.0, 1200.0, 1800.0].map(|x| d.a(Troop::Rifles, x, 1000.0, 0.0));
    for x in [600.0, 1200.0, 1800.0] {
        d.b(Troop::Rifles, x, 1000.0, 180.0);
    }
    let mut f = d.field();
    f.phase = Phase::CloseCombat;
    let mut b = Battle::drill(f, []).with_umpire();
    assert!(matches!(&b.pending()[0].1, Awaits::Fight { bouts } if bouts.len() == 3));
    assert_eq!(correct(&mut b, vec![place(a[1], 1200.0, 700.0, 0.0)]), "ok");
    assert!(matches!(&b.pending()[0].1, Awaits::Fight { bouts } if bouts.iter().all(|(x, _)| *x != a[1])));
    assert!(!b.field().front_to_front(a[1]));
    // Put back it fights, once; moved about within its contact it does not fight again.
    for _ in 0..2 {
        assert_eq!(correct(&mut b, vec![place(a[1], 1200.0, 1000.0, 0.0)]), "ok");
        assert!(matches!(&b.pending()[0].1, Awaits::Fight { bouts } if bouts.len() == 3));
    }
}

/// A camp that the umpire lets somebody reach in the close-combat phase is fought for, once a phase; one whose defenders are silenced
/// is plundered there and then (dba.36).
#[test]
fn a_camp_is_fought_for_by_whom_the_umpire_puts_before_it() {
    let p = proves!("dba.36", "basis.1");
    let mut d = Drill::new();
    let storms = [600.0, 900.0].map(|x| d.a(Troop::Rifles, x, 600.0, 0.0));
    for x in [600.0, 1200.0, 1800.0] {
        d.a(Troop::Rifles, x, 1000.0, 0.0);
        d.b(Troop::Rifles, x, 1000.0, 180.0);
    }
    d.camp(Side::B, 1800.0, 320.0, 160.0);
    let mut f = d.field();
    f.phase = Phase::CloseCombat;
    let edge = f.depth - 160.0;
    let before = |n: usize| place(storms[n], [1720.0, 1880.0][n], edge, 0.0);
    let camp = Target::Camp(Side::B);
    let bouts = |b: &Battle| match &b.pending()[0].1 {
        Awaits::Fight { bouts } => bouts.clone(),
        other => panic!("{other:?}"),
    };
    let mut b = Battle::drill(f.clone(), [1, 6]).with_umpire();
    assert_eq!(bouts(&b).len(), 3);
    for _ in 0..2 {
        assert_eq!(p.shows("basis.1", correct(&mut b, vec![before(0)])), "ok");
        assert_eq!(bouts(&b).iter().filter(|(_, t)| *t == camp).count(), 1);
    }
    b.answer(Side::A, Answer::Fight { element: storms[0], against: camp }).expect("it stands before it");
    assert!(b.field().army(Side::B).camp.as_ref().is_some_and(|c| c.state == CampState::Holds));
    assert_eq!(correct(&mut b, vec![before(1)]), "ok");
    assert!(bouts(&b).iter().all(|(_, t)| *t != camp), "it has fought in this phase");
    b.dice_used_up().expect("one roll each");

    f.army_mut(Side::B).camp.as_mut().expect("pitched").state = CampState::Silenced;
    let mut b = Battle::drill(f, []).with_umpire();
    assert_eq!(correct(&mut b, vec![before(1)]), "ok");
    let plundered =
        |e: &&bbdba_acw::Event| matches!(e.kind, EventKind::Camp { state: CampState::Plundered, .. });
    let told = b.events().iter().find(plundered).expect("plundered").clause;
    assert_eq!(p.shows("dba.36", told).id(), "dba.36");
    assert_eq!(bouts(&b).len(), 3);
}

#[test]
fn a_command_takes_heart_when_its_losses_were_none() {
    let _p = proves!("basis.1");
    let mut d = Drill::new();
    let a = [600.0, 900.0, 1200.0, 1500.0].map(|x| d.a(Troop::Rifles, x, 1000.0, 0.0));
    d.b(Troop::Rifles, 600.0, 1900.0, 180.0);
    let mut f = d.field();
    for id in &a[..2] {
        f.lose(*id, Fate::Destroyed, umpire::Clause("dba.38"), &mut Log::Off);
    }
    f.army_mut(Side::A).commands[0].demoralised = true;
    let mut b = Battle::drill(f, []).with_umpire();
    let back = |element, x| vec![Correction::Restore { element, at: Pose { x, y: 1000.0, facing: 0.0 } }];
    // One of four is less than a third.
    assert_eq!(correct(&mut b, back(a[0], 600.0)), "ok");
    assert!(!b.field().army(Side::A).commands[0].demoralised);
    assert!(b.events().iter().any(|e| matches!(e.kind, EventKind::TakesHeart { side: Side::A, command: 0 })));
}

#[test]
fn the_battle_file_holds_the_umpire_and_what_he_said() {
    let _p = proves!("basis.1");
    let text = shipped("meeting-by-dice");
    let (mut file, mut game) =
        BattleFile::begin_seated(&BOOK, "meeting", text, Seed::new("x"), Seating::WITH_UMPIRE)
            .expect("lawful");
    let mut decided = false;
    for _ in 0..60 {
        let ask = game.asks().swap_remove(0);
        if ask.standing {
            break;
        }
        decided |= ask.seat == Seat::Umpire;
        file.take(&mut *game, ask.seat, ask.offers[0].clone()).expect("offered");
        if game.turn() > 0 {
            break;
        }
    }
    assert!(decided);
    let before = file.text();
    let wrong = file.take(&mut *game, Seat::Umpire, json!({ "do": "decide", "choice": "none" }));
    assert!(wrong.is_err() && file.text() == before, "a refused word leaves the file as it was");
    file.take(&mut *game, Seat::Umpire, json!({ "do": "rule", "says": "Play on." })).expect("he may");
    let first = game.asks().into_iter().find(|a| a.standing).expect("he may correct").offers[1].clone();
    file.take(&mut *game, Seat::Umpire, first).expect("offered");
    assert!(file.text().contains("\"umpire\": true"));
    let again = BattleFile::parse(&file.text()).expect("its own text");
    assert!(matches!(again.verify(&[&BOOK]), Verdict::True { .. }), "{:?}", again.verify(&[&BOOK]));
    // Without him the same answers are refused, and other words are another battle.
    let mut alone = again.clone();
    alone.seating = Seating::SIDES_ONLY;
    assert!(matches!(alone.verify(&[&BOOK]), Verdict::False(_)));
    let mut other = again.clone();
    let n = other.answers.len() - 2;
    other.answers[n].answer = json!({ "do": "rule", "says": "Stop." });
    assert!(matches!(other.verify(&[&BOOK]), Verdict::False(_)));
    // A battle of two sides is written as it always was.
    let (plain, _) = BattleFile::begin(&BOOK, "meeting", text, Seed::new("x")).expect("lawful");
    assert!(!plain.text().contains("seating"));
}
