//! Whole set-ups, question by question, with scripted dice that must be used up.

use crate::seats::{answer, game};
use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::field::{Edge, Fate, Phase};
use bbdba_acw::scenario::{self, SHIPPED, Scenario};
use bbdba_acw::{Answer, ElementId, Event, EventKind, Placement, Side, Troop, book, proves};
use desk::Game;
use serde_json::{Value, json};
use std::sync::Arc;
use umpire::{Refusal, Seat};

const A: Side = Side::A;
const B: Side = Side::B;

fn shipped(name: &str) -> &'static str {
    SHIPPED.iter().find(|(n, _)| *n == name).expect("a shipped scenario").1
}

fn read(text: &str) -> Arc<Scenario> {
    Arc::new(scenario::read("drill", text).unwrap_or_else(|r| panic!("{r}")))
}

fn begin(text: &str, dice: &[u8]) -> Battle {
    Battle::with_hand_dice(read(text), dice.to_vec())
}

/// Who is waited for and for what, by name.
fn asked(b: &Battle) -> Vec<(Side, &'static str)> {
    b.pending().iter().map(|(s, a)| (*s, a.name())).collect()
}

fn clause(r: Result<(), Refusal>) -> &'static str {
    match r {
        Ok(()) => "ok",
        Err(r) => r.clause.map_or("form", |c| c.id()),
    }
}

/// The first answer that is offered.
fn offered(b: &Battle, side: Side) -> Answer {
    let awaits = &b.pending().iter().find(|(s, _)| *s == side).expect("it is asked").1;
    b.offers(side, awaits).0.into_iter().next().expect("an offer")
}

fn take_offer(b: &mut Battle, side: Side) {
    let a = offered(b, side);
    b.answer(side, a.clone()).unwrap_or_else(|r| panic!("{side} {a:?}: {r}"));
}

/// Everything that can be seen of a battle, and its log.
fn all_of(b: &Battle) -> (Value, Value, Vec<Value>) {
    (game(b).view(Seat::Side(0)), game(b).view(Seat::Side(1)), game(b).events())
}

/// The answer is refused by this clause and nothing is changed.
fn refused(b: &mut Battle, side: Side, answer: Answer, by: &str) {
    let before = all_of(b);
    let asked_before = asked(b);
    assert_eq!(clause(b.answer(side, answer.clone())), by, "{answer:?}");
    assert_eq!(all_of(b), before, "a refused answer changes nothing");
    assert_eq!(asked(b), asked_before);
}

fn count(b: &Battle, is: impl Fn(&EventKind) -> bool) -> usize {
    b.events().iter().filter(|e| is(&e.kind)).count()
}

fn rank(order: &[u8]) -> Answer {
    Answer::Rank { order: order.to_vec() }
}

#[test]
fn a_meeting_from_the_first_die_to_the_first_move() {
    let _p = proves!("setup.1");
    // Two ties, then B is higher. B's three dice in the first turn, then A's.
    let mut b = begin(shipped("meeting-by-dice"), &[3, 3, 6, 6, 2, 5, 4, 1, 6, 2, 2, 5]);
    assert_eq!(b.attacker(), B);
    assert_eq!(count(&b, |k| matches!(k, EventKind::AttackerRolled { attacker: None, .. })), 2);
    assert_eq!(count(&b, |k| matches!(k, EventKind::AttackerRolled { attacker: Some(B), .. })), 1);
    assert_eq!((b.field().width, b.field().depth), (4800.0, 2400.0));

    // The defender lays the terrain, by the book.
    assert_eq!(asked(&b), [(A, "lay_terrain")]);
    let bare = json!({ "type": "farmland" });
    refused(&mut b, A, Answer::LayTerrain { terrain: bare }, "bigbattle.2");
    refused(&mut b, A, Answer::LayTerrain { terrain: json!({ "type": "the moon" }) }, "form");
    let good = offered(&b, A);
    refused(&mut b, B, good.clone(), "form");
    refused(&mut b, A, Answer::ChooseEdge { edge: Edge::North }, "form");
    b.answer(A, good).unwrap();
    assert!(!b.field().terrain.areas.is_empty());

    // The attacker chooses his edge; the defender has the opposite one.
    assert_eq!(asked(&b), [(B, "choose_edge")]);
    refused(&mut b, A, Answer::ChooseEdge { edge: Edge::South }, "form");
    b.answer(B, Answer::ChooseEdge { edge: Edge::South }).unwrap();
    assert_eq!((b.field().army(A).edge, b.field().army(B).edge), (Edge::North, Edge::South));

    // Camps on the own edge, the defender's first.
    assert_eq!(asked(&b), [(A, "place_camp")]);
    refused(&mut b, A, Answer::PlaceCamp { x: 2400.0, width: 500.0, depth: 200.0 }, "camp.3");
    refused(&mut b, A, Answer::PlaceCamp { x: 400.0, width: 320.0, depth: 160.0 }, "bigbattle.4");
    refused(&mut b, A, Answer::PlaceCamp { x: f64::NAN, width: 320.0, depth: 160.0 }, "form");
    take_offer(&mut b, A);
    assert_eq!(b.field().army(A).camp.as_ref().map(|c| c.rect.bounds().1.y), Some(2400.0));
    assert_eq!(asked(&b), [(B, "place_camp")]);
    take_offer(&mut b, B);
    assert_eq!(b.field().army(B).camp.as_ref().map(|c| c.rect.bounds().0.y), Some(0.0));

    // The ranking is asked of both at once, in secret.
    assert_eq!(asked(&b), [(A, "rank"), (B, "rank")]);
    for bad in [&[1, 2][..], &[1, 2, 2], &[0, 1, 2], &[1, 2, 4], &[1, 2, 3, 1], &[]] {
        refused(&mut b, B, rank(bad), "dice.2");
    }
    let says = b.answer(B, rank(&[1, 2])).unwrap_err().to_string();
    assert!(says.contains("1, 2, 3"), "commands are numbered from 1: {says}");
    b.answer(B, rank(&[3, 1, 2])).unwrap();
    assert_eq!(asked(&b), [(A, "rank")], "B has answered");
    refused(&mut b, B, rank(&[1, 2, 3]), "form");
    assert_eq!(game(&b).view(Seat::Side(1))["you"]["ranking"], json!([3, 1, 2]));
    let other = game(&b).view(Seat::Side(0));
    assert_eq!((&other["you"]["ranking"], &other["armies"][1]["ranking"]), (&Value::Null, &Value::Null));
    assert!(game(&b).events().iter().all(|e| e.get("order").is_none()), "the log does not tell it");
    b.answer(A, rank(&[2, 3, 1])).unwrap();

    // One command each time, the defender's largest first, then the attacker's.
    let mut sides = Vec::new();
    let mut sizes = Vec::new();
    while let [(side, Awaits::Deploy { commands, all: false })] = b.pending() {
        let (side, may) = (*side, commands.clone());
        if sides.len() < 2 {
            let most = b.field().army(side).commands.iter().map(|c| c.strength).max();
            assert!(
                may.iter().all(|c| Some(b.field().army(side).commands[usize::from(*c)].strength) == most)
            );
            let small = (0..3u8).find(|c| !may.contains(c));
            if let Some(c) = small {
                let early = Answer::Deploy { elements: scenario::auto_deploy(b.field(), side, c, 0) };
                refused(&mut b, side, early, "setup.4");
            }
        }
        let Answer::Deploy { mut elements } = offered(&b, side) else { panic!() };
        let whole = Answer::Deploy { elements: elements.clone() };
        refused(&mut b, side.other(), whole.clone(), "form");
        let commander = elements.pop().expect("it stands last");
        refused(&mut b, side, Answer::Deploy { elements: elements.clone() }, "army.4");
        elements[0] = commander;
        refused(&mut b, side, Answer::Deploy { elements }, "setup.4");
        refused(&mut b, side, Answer::Deploy { elements: vec![] }, "setup.4");
        b.answer(side, whole).unwrap();
        sides.push(side);
        sizes.push(may.len());
    }
    assert_eq!(sides, [A, B, A, B, A, B]);
    assert_eq!(sizes, [1, 3, 2, 2, 1, 1], "13 is A's largest; B's three are equal");

    // The attacker moves first. His ranking lies open, the defender's does not yet.
    assert_eq!(asked(&b), [(B, "move")]);
    assert_eq!(b.field().phase, Phase::Movement);
    let points =
        |b: &Battle, s: Side| b.field().army(s).commands.iter().map(|c| c.points).collect::<Vec<_>>();
    assert_eq!(points(&b, B), [4, 1, 6], "highest to the third, then the first, lowest to the second");
    assert_eq!(game(&b).view(Seat::Side(0))["armies"][1]["ranking"], json!([3, 1, 2]));
    assert_eq!(game(&b).view(Seat::Side(1))["armies"][0]["ranking"], Value::Null);
    b.answer(B, Answer::EndMoves).unwrap();
    // Nobody is in range across the table, or the passive player is asked; then it is A's turn.
    let mut guard = 0;
    while asked(&b) != [(A, "move")] {
        for (s, what) in asked(&b) {
            match what {
                "shoot" => b.answer(s, Answer::HoldFire).unwrap(),
                _ => take_offer(&mut b, s),
            }
        }
        guard += 1;
        assert!(guard < 200);
    }
    assert_eq!(points(&b, A), [2, 5, 2]);
    assert_eq!(game(&b).view(Seat::Side(1))["armies"][0]["ranking"], json!([2, 3, 1]));
    assert_eq!(count(&b, |k| matches!(k, EventKind::RankingRevealed { .. })), 2);
    b.dice_used_up().unwrap();
}

#[test]
fn behind_the_screen_nobody_sees_the_other() {
    let _p = proves!("setup.8");
    let mut b = begin(shipped("behind-the-screen"), &[6, 1, 3]);
    assert_eq!(b.attacker(), A);
    // Edges and terrain are fixed; the camps are not, the defender's first.
    assert_eq!(asked(&b), [(B, "place_camp")]);
    take_offer(&mut b, B);
    take_offer(&mut b, A);
    // One command each: no ranking. Both set up at once.
    assert_eq!(asked(&b), [(A, "deploy"), (B, "deploy")]);
    let Answer::Deploy { mut elements } = offered(&b, B) else { panic!() };
    let trooper = |b: &Battle, s: Side, t: Troop| -> ElementId {
        b.field().army(s).elements.iter().find(|e| e.troop == t).expect("one of them").id
    };
    let (horse, gun) = (trooper(&b, B, Troop::Cavalry), trooper(&b, B, Troop::Artillery));
    let set = |p: &mut Vec<Placement>, id: ElementId, dismounted: bool| {
        p.iter_mut().filter(|p| p.element == id).for_each(|p| p.dismounted = dismounted);
    };
    set(&mut elements, gun, true);
    refused(&mut b, B, Answer::Deploy { elements: elements.clone() }, "dba.37");
    set(&mut elements, gun, false);
    set(&mut elements, horse, true);
    let mut out = elements.clone();
    out[0].at.y = 1200.0;
    refused(&mut b, B, Answer::Deploy { elements: out }, "setup.4");
    b.answer(B, Answer::Deploy { elements: elements.clone() }).unwrap();

    // B has set up: A sees that, and nothing of it. B sees his own.
    assert_eq!(asked(&b), [(A, "deploy")]);
    let seen = game(&b).view(Seat::Side(0));
    for e in seen["armies"][1]["elements"].as_array().unwrap() {
        assert_eq!((&e["fate"], e.get("x")), (&json!("waiting"), None));
    }
    assert_eq!(seen["you"]["set_up_in_secret"], Value::Null);
    let own = game(&b).view(Seat::Side(1));
    assert_eq!(own["you"]["set_up_in_secret"].as_array().map(Vec::len), Some(13));
    assert!(b.field().side(B).next().is_none());
    assert!(game(&b).events().iter().all(|e| e["event"] != "goes"));
    let (_, theirs) = (b.offers(A, &b.pending()[0].1), game(&b).board(Seat::Side(0)));
    assert_ne!(theirs, game(&b).board(Seat::Side(1)), "each sees the table with his own troops");
    refused(&mut b, B, Answer::Deploy { elements: elements.clone() }, "form");

    take_offer(&mut b, A);
    // The screen is lifted: everyone stands, and the attacker begins.
    assert!(Side::BOTH.iter().all(|s| b.field().army(*s).elements.iter().all(|e| e.fate == Fate::OnTable)));
    for p in &elements {
        let at = b.field()[p.element].base.pose();
        assert!((at.x - p.at.x).abs() < 1e-9 && (at.y - p.at.y).abs() < 1e-9);
    }
    let rider = &b.field()[horse];
    assert_eq!((rider.troop, rider.base.depth), (Troop::Dismounted, Troop::Dismounted.stats().depth));
    assert!(!rider.dismounted_this_turn, "it may move on");
    assert_eq!(count(&b, |k| matches!(k, EventKind::Dismounts { .. })), 1);
    assert_eq!(asked(&b), [(A, "move")]);
    b.dice_used_up().unwrap();
}

/// Two armies of two commands and an ally, all to be set up, with these lines in place of the defaults.
fn with_allies(setup: &str, edges: [&str; 2], readings: &str) -> String {
    let army = |name: &str, list: &str, edge: &str| {
        format!(
            "[[army]]\nname = \"{name}\"\nlist = \"{list}\"\n{edge}\n\
             [[army.command]]\nname = \"First\"\nelements = [\"rifles*9\", \"artillery*2\", \"jaeger*1\"]\n\
             [[army.command]]\nname = \"Second\"\nelements = [\"rifles*9\", \"artillery*2\", \"jaeger*1\"]\n\
             [[army.command]]\nname = \"Allies\"\nallied = true\nelements = [\"rifles*8\", \"artillery*2\", \"cavalry*2\"]\n"
        )
    };
    format!(
        "book = \"bbdba-acw\"\ntitle = \"A drill\"\n[setup]\n{setup}\n[readings]\n{readings}\n{}{}",
        army("U", "Union 1863-65", edges[0]),
        army("C", "Confederates 1863-65", edges[1]),
    )
}

#[test]
fn an_ally_is_not_ranked_and_keeps_its_own_die() {
    let _p = proves!("dice.1");
    let setup = "attacker = \"A\"\nterrain = \"defender\"\ndeployment = \"alternating\"";
    let mut b = begin(&with_allies(setup, ["", ""], ""), &[2, 6, 1]);
    assert_eq!(asked(&b), [(B, "lay_terrain")], "the attacker is fixed: no die for it");
    take_offer(&mut b, B);
    take_offer(&mut b, A);
    take_offer(&mut b, B);
    take_offer(&mut b, A);
    assert_eq!(asked(&b), [(A, "rank"), (B, "rank")]);
    refused(&mut b, A, rank(&[1, 2, 3]), "dice.1");
    let says = b.answer(A, rank(&[1, 2, 3])).unwrap_err().to_string();
    assert!(says.contains("command 3 is allied"), "{says}");
    refused(&mut b, A, rank(&[1]), "dice.2");
    b.answer(A, rank(&[2, 1])).unwrap();
    b.answer(B, rank(&[1, 2])).unwrap();
    while b.pending().first().is_some_and(|(_, a)| a.name() == "deploy") {
        let s = b.pending()[0].0;
        take_offer(&mut b, s);
    }
    // The two own dice are sorted, 6 and 2; the ally has the third as it fell.
    let points: Vec<_> = b.field().army(A).commands.iter().map(|c| c.points).collect();
    assert_eq!(points, [2, 6, 1]);
    b.dice_used_up().unwrap();
}

#[test]
fn the_attacker_opens_the_battle() {
    let _p = proves!("setup.6");
    for (attacker, name) in [(A, "A"), (B, "B")] {
        let text = shipped("open-field").replace("attacker = \"dice\"", &format!("attacker = \"{name}\""));
        let mut b = begin(&text, &[4, 2]);
        let turns = |b: &Battle| -> Vec<_> {
            let active = |e: &Event| match e.kind {
                EventKind::TurnBegins { active, .. } => Some((active, e.clause.id())),
                _ => None,
            };
            b.events().iter().filter_map(active).collect()
        };
        assert_eq!(turns(&b), [(attacker, "setup.6")]);
        // The second turn begins by another clause.
        b.answer(attacker, Answer::EndMoves).unwrap();
        assert_eq!(turns(&b)[1..], [(attacker.other(), "scale.5")]);
        b.dice_used_up().unwrap();
    }
}

#[test]
fn turns_have_no_end_but_by_a_house_rule() {
    let _p = proves!("dba.35");
    for (house, turns) in [("", 3), ("[house]\nturn_limit = 3\n", 3), ("[house]\nturn_limit = 2\n", 2)] {
        let text = shipped("open-field").replace("attacker = \"dice\"", "attacker = \"A\"");
        let mut b = begin(&text.replace("[setup]", &format!("{house}[setup]")), &[4, 2, 3][..turns]);
        b.answer(A, Answer::EndMoves).unwrap();
        b.answer(B, Answer::EndMoves).unwrap();
        assert_eq!(
            b.events().iter().filter(|e| matches!(e.kind, EventKind::TurnBegins { .. })).count(),
            turns
        );
        let end = b.events().iter().find(|e| matches!(e.kind, EventKind::Ends { winner: None, .. }));
        assert_eq!(end.map(|e| e.clause.id()), (turns == 2).then_some("dba.35"), "{house}");
        b.dice_used_up().unwrap();
    }
}

#[test]
fn the_attacker_may_begin_with_any_command_where_it_is_read_so() {
    let _p = proves!("setup.4");
    let setup = "attacker = \"A\"\nterrain = \"defender\"\ndeployment = \"alternating\"";
    let text = |r: &str| {
        with_allies(setup, ["", ""], r).replacen("\"rifles*9\"", "\"rifles*10\"", 1).replacen(
            "\"rifles*8\"",
            "\"rifles*7\"",
            1,
        )
    };
    for (reading, choices) in [("", 1), ("attacker-first-command = \"any\"", 3)] {
        let mut b = begin(&text(reading), &[]);
        for _ in 0..4 {
            let s = b.pending()[0].0;
            take_offer(&mut b, s);
        }
        take_offer(&mut b, A);
        take_offer(&mut b, B);
        // The defender's first; his commands are equal.
        take_offer(&mut b, B);
        let (side, Awaits::Deploy { commands, .. }) = &b.pending()[0] else { panic!() };
        assert_eq!((*side, commands.len()), (A, choices), "{reading}");
    }
}

#[test]
fn placed_armies_of_several_commands_are_ranked_before_the_first_turn() {
    let _p = proves!("dice.2");
    let mut b = begin(shipped("three-corps"), &[1, 2, 3]);
    assert_eq!(asked(&b), [(A, "rank"), (B, "rank")]);
    assert_eq!(b.field().bound, 0, "no turn has begun");
    b.answer(A, rank(&[1, 2, 3])).unwrap();
    b.answer(B, rank(&[2, 1, 3])).unwrap();
    assert_eq!(asked(&b), [(B, "move")]);
    let points: Vec<_> = b.field().army(B).commands.iter().map(|c| c.points).collect();
    assert_eq!(points, [2, 3, 1]);
    b.dice_used_up().unwrap();
}

#[test]
fn what_is_fixed_is_not_asked() {
    let _p = proves!("setup.3");
    let fixed = "attacker = \"B\"\nterrain = \"defender\"\ndeployment = \"hidden\"";
    // Edges known, terrain not.
    let mut b = begin(&with_allies(fixed, ["edge = \"north\"", ""], ""), &[]);
    assert_eq!(asked(&b), [(A, "lay_terrain")]);
    take_offer(&mut b, A);
    assert_eq!(asked(&b), [(A, "place_camp")], "the edges are fixed");
    assert_eq!(b.field().army(A).edge, Edge::North);
    take_offer(&mut b, A);
    take_offer(&mut b, B);
    take_offer(&mut b, B);
    assert_eq!(asked(&b), [(A, "rank")]);
    take_offer(&mut b, A);
    // Hidden: both, the whole army, in any order.
    assert_eq!(asked(&b), [(A, "deploy"), (B, "deploy")]);
    assert!(
        b.pending()
            .iter()
            .all(|(_, a)| matches!(a, Awaits::Deploy { all: true, commands } if commands.len() == 3))
    );
    // No camps by a house rule: nobody is asked for one.
    let none = with_allies(fixed, ["edge = \"north\"", ""], "") + "[house]\nno_camps = true\n";
    let mut b = begin(&none, &[]);
    take_offer(&mut b, A);
    assert_eq!(asked(&b), [(A, "rank"), (B, "rank")]);
    // A camp written down before the ground is known is a mistake of the scenario.
    let early = with_allies(fixed, ["camp = { x = 2400, width = 320, depth = 160 }", ""], "");
    assert!(scenario::read("drill", &early).is_err());
}

#[test]
fn commands_of_one_side_are_not_intermingled() {
    let _p = proves!("setup.5");
    let setup = "attacker = \"A\"\nterrain = \"defender\"\ndeployment = \"hidden\"";
    for (reading, says) in [("", "setup.5"), ("intermingled = \"free\"", "ok")] {
        let mut b = begin(&with_allies(setup, ["edge = \"south\"", ""], reading), &[]);
        for _ in 0..3 {
            let s = b.pending()[0].0;
            take_offer(&mut b, s);
        }
        take_offer(&mut b, A);
        take_offer(&mut b, B);
        let Answer::Deploy { mut elements } = offered(&b, B) else { panic!() };
        // A rifle of the first command and one of the second change places.
        let of = |c: u8| {
            let rifle = |p: &Placement| {
                let e = &b.field()[p.element];
                e.command == c && e.troop == Troop::Rifles
            };
            elements.iter().position(rifle).expect("rifles")
        };
        let (i, j) = (of(0), of(1));
        (elements[i].at, elements[j].at) = (elements[j].at, elements[i].at);
        assert_eq!(clause(b.answer(B, Answer::Deploy { elements })), says, "{reading}");
    }
}

#[test]
fn with_nobody_in_the_umpires_seat_the_defaults_apply_and_the_log_says_so() {
    let _p = proves!("basis.1");
    let b = begin(shipped("open-field"), &[4]);
    let said: Vec<_> = b
        .events()
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::ByDefault { says } => Some((e.clause.id(), says.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(said.iter().map(|s| s.0).collect::<Vec<_>>(), ["basis.1", "camp.7"]);
    assert!(said[1].1.contains("fortress"));
    // A fortress cannot be had: neither written in a scenario nor answered when a camp is asked for.
    let text = shipped("open-field").replacen("[[army]]\n", "[[army]]\nfortress = true\n", 1);
    assert!(scenario::read("drill", &text).is_err());
    let umpire = json!({ "do": "place_fortress", "x": 1200 });
    let mut b = begin(shipped("behind-the-screen"), &[6, 1]);
    assert_eq!(clause(answer(&mut b, Seat::Side(1), &umpire)), "form");
    assert_eq!(clause(answer(&mut b, Seat::Umpire, &json!({ "do": "rule", "says": "so" }))), "basis.1");
}

#[test]
fn bases_have_the_size_of_their_table() {
    let t = book::text().table("bases").unwrap();
    let cm = |row: &str, c: &str| t.cell(row, c).and_then(umpire::Cell::number).unwrap();
    let b = begin(shipped("three-corps"), &[]);
    let mut seen = std::collections::BTreeSet::new();
    for e in Side::BOTH.iter().flat_map(|s| &b.field().army(*s).elements) {
        let row = e.troop.row();
        assert_eq!(e.base.width, book::paces_of_cm(cm(row, "frontage_cm")), "{row}");
        assert_eq!(e.base.depth, book::paces_of_cm(cm(row, "depth_cm")), "{row}");
        seen.insert(e.troop);
    }
    assert!(
        [Troop::Rifles, Troop::Cavalry, Troop::Artillery, Troop::Commander].iter().all(|t| seen.contains(t))
    );
    assert_eq!(book::data().bw, 160.0);
}
