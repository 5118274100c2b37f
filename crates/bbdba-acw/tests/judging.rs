//! What an umpire at a real table asks most, from stated facts; and that play says the same.

use crate::orders::*;
use bbdba_acw::battle::Battle;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::Phase;
use bbdba_acw::procedures::small::*;
use bbdba_acw::{Answer, ElementId, EventKind, Facet, Field, Manner, Side, Target, Troop, moves, proves};
use serde_json::{Value, json};
use std::marker::PhantomData;
use umpire::{AnyProcedure, Judged, Procedure};

fn judge<P: Procedure + Sync>(situation: Value) -> Judged
where
    PhantomData<P>: AnyProcedure,
{
    PhantomData::<P>.judge_by_hand(&situation, vec![]).unwrap_or_else(|e| panic!("{situation}: {e}"))
}

/// What comes of a situation with some facts changed, and by which clauses.
fn with<P: Procedure + Sync>(plain: &Value, facts: Value) -> (Value, Vec<&'static str>)
where
    PhantomData<P>: AnyProcedure,
{
    let mut s = plain.clone();
    s.as_object_mut().unwrap().extend(facts.as_object().unwrap().clone());
    let j = judge::<P>(s);
    (j.ruling.result, j.ruling.clauses.iter().map(|c| c.id()).collect())
}

fn el(id: ElementId) -> Target {
    Target::Element(id)
}

#[test]
fn may_it_shoot() {
    let p = proves!(
        "shooting.1",
        "shooting.2",
        "shooting.3",
        "shooting.4",
        "shooting.6",
        "shooting.7",
        "terrain.10",
        "dba.2",
        "dba.25",
        "dba.26",
        "dba.27",
        "dba.28",
        "camp.6",
        "command.3",
        "turn.1"
    );
    let plain = json!({ "shooter": "rifles", "target": "muskets", "distance": 400 });
    let ask = |facts: Value| with::<MayShoot>(&plain, facts);
    let (may, by) = ask(json!({}));
    assert_eq!((may, p.shows("shooting.2", by)), (json!("may_shoot"), vec!["shooting.2"]));
    for (facts, why, by) in [
        (json!({ "distance": 400.1 }), "out_of_range", "dba.2"),
        (json!({ "field_of_fire": "outside" }), "out_of_arc", "shooting.3"),
        (json!({ "field_of_fire": "only_an_edge" }), "only_an_edge", "dba.26"),
        (json!({ "hidden_by": "troops" }), "hidden_by_troops", "shooting.4"),
        (json!({ "hidden_by": "ground" }), "hidden_by_ground", "terrain.10"),
        (json!({ "hidden_by": "several" }), "hidden_by_several", "dba.27"),
        (json!({ "nearer": "muskets" }), "not_the_nearest", "shooting.2"),
        (json!({ "shooter_front_to_front": true }), "front_to_front", "shooting.1"),
        (json!({ "target_front_to_front": true }), "target_front_to_front", "dba.25"),
        (json!({ "has_shot": true }), "has_shot", "dba.28"),
        (json!({ "shooter_in_close_terrain": true, "distance": 100.1 }), "beyond_skirmish", "shooting.7"),
        (json!({ "target_in_close_terrain": true, "distance": 100.1 }), "beyond_skirmish", "shooting.7"),
        (json!({ "shooter": "commander" }), "command_element", "command.3"),
        (
            json!({ "shooter": "camp", "distance": 300, "camp": { "shots_left": 0 } }),
            "no_ammunition",
            "camp.6",
        ),
        (json!({ "enemy_turn": true, "readings": { "who-shoots": "active" } }), "not_its_turn", "turn.1"),
    ] {
        let (result, clauses) = ask(facts.clone());
        assert_eq!((result, p.shows(by, clauses)), (json!({ "may_not": why }), vec![by]), "{facts}");
    }
    // Just inside, and what is no hindrance.
    for facts in [
        json!({ "target_in_close_terrain": true, "distance": 100 }),
        json!({ "hidden_by": "troops", "shooter_on_hill": true }),
        json!({ "enemy_turn": true }),
        json!({ "shooter": "camp", "distance": 300, "camp": { "shots_left": 1 } }),
        json!({ "nearer": "muskets", "readings": { "nearest-target": "any" } }),
    ] {
        assert_eq!(ask(facts.clone()).0, json!("may_shoot"), "{facts}");
    }
    let guns = |nearer: &str| ask(json!({ "shooter": "artillery", "distance": 1000, "nearer": nearer }));
    let (may, by) = guns("jaeger");
    assert_eq!((may, p.shows("shooting.6", by)), (json!("may_shoot"), vec!["shooting.6"]));
    assert_eq!(guns("rifles").0, json!({ "may_not": "not_the_nearest" }));
}

#[test]
fn a_refused_shot_says_why() {
    let p = proves!("shooting.3", "dba.2", "shooting.2", "dba.27", "shooting.5");
    // B is called; A1 may shoot at it, and A2, who stands somewhere, would.
    let refused = |x: f64, y: f64, facing: f64, friend: Option<f64>, supports: bool| {
        let mut d = Drill::new();
        let a1 = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
        let a2 = d.a(Troop::Rifles, x, y, facing);
        if let Some(x) = friend {
            for i in 0..3 {
                d.a(Troop::Muskets, x - 160.0 + 160.0 * f64::from(i), 1090.0, 0.0);
            }
        }
        let b = d.b(Troop::Rifles, 1000.0, 1300.0, 0.0);
        d.b(Troop::Rifles, 1700.0, 1250.0, 0.0);
        let mut f = d.field();
        f.phase = Phase::Shooting;
        let mut battle = Battle::drill(f, Vec::new());
        if battle.pending()[0].0 == Side::B {
            battle.answer(Side::B, Answer::Call { target: el(b) }).unwrap();
        }
        let shot = if supports {
            Answer::Shoot { main: el(a1), with: vec![a2] }
        } else {
            Answer::Shoot { main: el(a2), with: vec![] }
        };
        let no = battle.answer(Side::A, shot).unwrap_err();
        (no.clause.map_or("", |c| c.id()), no.reason.to_string())
    };
    let (by, why) = refused(1500.0, 1000.0, 0.0, None, false);
    assert_eq!(p.shows("shooting.3", by), "shooting.3", "{why}");
    assert_eq!(why, "A2 has no shot at B1: the target is outside its field of fire");
    let (by, why) = refused(1160.0, 810.0, 0.0, None, false);
    assert_eq!(p.shows("dba.2", by), "dba.2", "{why}");
    assert!(why.ends_with("the target is out of range"), "{why}");
    let (by, why) = refused(1240.0, 1000.0, 0.0, Some(1240.0), false);
    assert_eq!(p.shows("dba.27", by), "dba.27", "{why}");
    assert!(why.ends_with("several things together hide the target"), "{why}");
    let (by, why) = refused(1500.0, 1000.0, 0.0, None, true);
    assert_eq!(p.shows("shooting.5", by), "shooting.5");
    assert!(why.contains("outside its field of fire"), "{why}");
    // Not the nearest.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let far = d.b(Troop::Rifles, 1160.0, 1300.0, 0.0);
    d.b(Troop::Rifles, 950.0, 1250.0, 0.0);
    let f = d.field();
    let no = bbdba_acw::shooting::leave(&f, el(a), el(far)).unwrap_err();
    assert_eq!((p.shows("shooting.2", no.by.id()), no.why), ("shooting.2", may_shoot::Why::NotTheNearest));
}

#[test]
fn may_it_move_again() {
    let p = proves!("again.1", "again.2", "again.3", "again.4");
    let plain = json!({ "troops": ["rifles"], "nearest_visible": 1200 });
    let ask = |facts: Value| with::<FurtherMove>(&plain, facts);
    let no = json!({ "may_not": "no_exception" });
    let (result, by) = ask(json!({}));
    assert_eq!((result, p.shows("again.1", by)), (no.clone(), vec!["again.1"]));
    let (result, by) = ask(json!({ "nearest_visible": 1200.1 }));
    assert_eq!((result, p.shows("again.3", by)), (json!("may_move"), vec!["again.3"]));
    assert_eq!(ask(json!({ "nearest_visible": null })).0, json!("may_move"));
    let (result, by) = ask(json!({ "troops": ["jaeger", "jaeger"], "first_turn": true }));
    assert_eq!((result, p.shows("again.2", by)), (json!("may_move"), vec!["again.2"]));
    assert_eq!(ask(json!({ "troops": ["jaeger", "rifles"], "first_turn": true })).0, no);
    let off =
        json!({ "troops": ["jaeger"], "first_turn": true, "readings": { "first-turn-of-jaeger": "off" } });
    assert_eq!(ask(off).0, no);
    let road = |begin: f64, end: f64| json!({ "along_road": true, "enemy_at_beginning": begin, "enemy_at_end": end });
    let (result, by) = ask(road(160.0, 160.0));
    assert_eq!((result, p.shows("again.4", by)), (json!("may_move"), vec!["again.4"]));
    assert_eq!(ask(road(160.0, 159.9)).0, no);
    let mut either = road(160.0, 159.9);
    either["readings"] = json!({ "road-again": "begin-or-end" });
    assert_eq!(ask(either).0, json!("may_move"));
    assert_eq!(
        ask(json!({ "nearest_visible": 2000, "dismounted_this_turn": true })).0,
        json!({ "may_not": "dismounted" })
    );
}

#[test]
fn may_it_break_off() {
    let _p = proves!("breakoff.1");
    let plain = json!({ "troop": "rifles" });
    let ask = |facts: Value| with::<BreakOff>(&plain, facts).0;
    assert_eq!(ask(json!({})), json!({ "withdraws": 200 }));
    assert_eq!(ask(json!({ "troop": "cavalry", "in_heavy_going": true })), json!({ "withdraws": 200 }));
    assert_eq!(ask(json!({ "in_river": "ordinary" })), json!({ "withdraws": 100 }));
    assert_eq!(ask(json!({ "in_river": "shallow" })), json!({ "withdraws": 200 }));
    for (facts, why) in [
        (json!({ "troop": "artillery" }), "troop"),
        (json!({ "front_contact": false }), "no_front_contact"),
        (json!({ "enemy_on_flank_or_rear": true }), "enemy_on_flank_or_rear"),
        (json!({ "overlapped": true }), "enemy_on_flank_or_rear"),
        (json!({ "way_is_free": false }), "no_room"),
        (json!({ "would_touch_enemy": true }), "would_touch_enemy"),
        (json!({ "ends_in_zone": true }), "ends_in_zone"),
    ] {
        assert_eq!(ask(facts.clone()), json!({ "may_not": why }), "{facts}");
    }
    let allows = json!({ "overlapped": true, "readings": { "breaking-off-overlapped": "allows" } });
    assert_eq!(ask(allows), json!({ "withdraws": 200 }));
}

#[test]
fn what_a_zone_leaves() {
    let p = proves!("zone.1", "zone.2", "dba.13", "dba.54");
    let ask = |comes: &str, facts: Value| with::<ZoneMove>(&json!({ "comes": comes }), facts);
    assert_eq!(p.shows("zone.1", ask("never", json!({}))), (json!("free"), vec!["zone.1"]));
    let (result, by) = ask("begins_inside", json!({}));
    assert_eq!((result, p.shows("zone.2", by)), (json!("refused"), vec!["zone.1", "zone.2"]));
    for does in ["stops", "into_contact", "parallel_and_toward"] {
        let (result, by) = ask("enters", json!({ "does": { does: true } }));
        assert_eq!((result, p.shows("dba.13", by)), (json!("allowed"), vec!["zone.1", "dba.13"]));
        let (result, by) = ask("begins_inside", json!({ "does": { does: true } }));
        assert_eq!((result, by), (json!("allowed"), vec!["zone.1", "zone.2"]));
    }
    // Straight back is a way out, not a way in.
    let back = json!({ "does": { "straight_back": true } });
    assert_eq!(ask("begins_inside", back.clone()).0, json!("allowed"));
    assert_eq!(ask("enters", back).0, json!("refused"));
    let (result, by) = ask("enters", json!({ "screened": true }));
    assert_eq!((result, p.shows("dba.54", by)), (json!("free"), vec!["zone.1", "dba.54"]));
    assert_eq!(
        ask("enters", json!({ "screened": true, "readings": { "screening": "off" } })).0,
        json!("refused")
    );
    assert_eq!(ask("enters", json!({ "readings": { "zones": "off" } })).0, json!("free"));
}

#[test]
fn does_it_line_up() {
    let p = proves!(
        "contact.1",
        "contact.2",
        "contact.5",
        "contact.6",
        "dba.14",
        "dba.15",
        "dba.23",
        "dba.47",
        "dba.57",
        "crossing.1"
    );
    let ask = |facts: Value| with::<LineUp>(&json!({ "troop": "rifles", "on": "front" }), facts);
    let short = |why: &str| json!({ "stops_short": why });
    let (result, by) = ask(json!({ "turn": 45, "slide": 80 }));
    assert_eq!((result, p.shows("contact.2", by[0])), (json!("lines_up"), "contact.2"));
    assert_eq!(p.shows("contact.5", by[1]), "contact.5");
    let (result, by) = ask(json!({ "turn": 45.1 }));
    assert_eq!((result, p.shows("dba.14", by)), (short("turns_too_far"), vec!["dba.14"]));
    assert_eq!(ask(json!({ "slide": 80.1 })).0, short("slides_too_far"));
    assert_eq!(ask(json!({ "slide": 80.1, "readings": { "conforming-slide": 160 } })).0, json!("lines_up"));
    assert_eq!(ask(json!({ "room": false })).0, short("no_room"));
    let (result, by) = ask(json!({ "troop": "artillery" }));
    assert_eq!((result, p.shows("contact.1", by)), (short("artillery"), vec!["contact.1"]));
    let (result, by) = ask(json!({ "troop": "commander" }));
    assert_eq!((result, p.shows("dba.57", by)), (short("command_element"), vec!["dba.57"]));
    // Flank and rear by right of where it began.
    let outside = json!({ "outside_flank_line": true, "partly_behind_front_line": true });
    let (result, by) = ask(json!({ "on": "flank", "start": outside }));
    assert_eq!((result, p.shows("dba.15", by)), (json!("lines_up"), vec!["dba.15", "contact.5"]));
    assert_eq!(ask(json!({ "on": "flank", "start": outside, "group": true })).0, short("no_right"));
    assert_eq!(ask(json!({ "on": "flank", "start": { "outside_flank_line": true } })).0, short("no_right"));
    assert_eq!(ask(json!({ "on": "rear" })).0, short("no_right"));
    assert_eq!(ask(json!({ "on": "rear", "start": { "behind_rear_line": true } })).0, json!("lines_up"));
    let door = json!({ "on": "flank", "start": { "beside_the_fight": true }, "enemy_fights_a_friend": true });
    let (result, by) = ask(door.clone());
    assert_eq!((result, p.shows("dba.23", by)), (json!("lines_up"), vec!["dba.23", "contact.5"]));
    let mut shut = door;
    shut["readings"] = json!({ "closing-the-door": "off" });
    assert_eq!(ask(shut).0, short("no_right"));
    let (result, by) = ask(json!({ "on": "overlap" }));
    assert_eq!((result, p.shows("dba.47", by)), (short("no_right"), vec!["dba.47"]));
    assert_eq!(ask(json!({ "on": "overlap", "enemy_fights_a_friend": true })).0, json!("lines_up"));
    let (result, by) = ask(json!({ "on": "camp" }));
    assert_eq!((result, p.shows("contact.6", by)), (json!("lines_up"), vec!["contact.6", "contact.5"]));
    // In a river only against who defends the far bank, unless it goes straight on.
    let wet = |slide: f64, bank: bool| {
        ask(json!({ "crossing_river": true, "slide": slide, "enemy_defends_bank": bank }))
    };
    assert_eq!(wet(10.0, true).0, json!("lines_up"));
    assert_eq!(wet(0.0, false).0, json!("lines_up"));
    let (result, by) = wet(10.0, false);
    assert_eq!((result, p.shows("crossing.1", by)), (short("crossing_river"), vec!["crossing.1"]));
}

#[test]
fn who_recoils_before_stray_fire() {
    let p = proves!("ricochet.1", "dba.32");
    let ask = |suffers: &str, behind: Value| {
        with::<Ricochet>(&json!({ "suffers": suffers }), json!({ "behind": behind }))
    };
    let (result, by) = ask("recoils", json!([{ "troop": "rifles", "distance": 160 }]));
    assert_eq!(result, json!({ "recoil": [{ "number": 1, "troop": "rifles", "paces": 80 }] }));
    assert_eq!(p.shows("ricochet.1", by), ["ricochet.1"]);
    let nobody = json!({ "recoil": [] });
    assert_eq!(ask("recoils", json!([{ "troop": "rifles", "distance": 160.1 }])).0, nobody);
    assert_eq!(ask("recoils", json!([{ "troop": "rifles", "distance": 10, "in_strip": false }])).0, nobody);
    assert_eq!(ask("nothing", json!([{ "troop": "rifles", "distance": 0 }])).0, nobody);
    assert_eq!(ask("destroyed", json!([{ "troop": "camp", "distance": 0 }])).0, nobody);
    let two = json!([{ "troop": "cavalry", "distance": 0 }, { "troop": "artillery", "distance": 130 }]);
    let (result, by) = ask("flees", two);
    assert!(p.shows("dba.32", by.contains(&"dba.32")));
    assert_eq!(result["recoil"][0], json!({ "number": 2, "troop": "artillery", "paces": 160 }));
    assert_eq!(result["recoil"][1]["paces"], json!(120));
    let officer = json!({ "suffers": "flees", "behind": [{ "troop": "commander", "distance": 5 }] });
    assert_eq!(judge::<Ricochet>(officer.clone()).ruling.result["recoil"][0]["paces"], json!(160));
    let mut spared = officer;
    spared["readings"] = json!({ "ricochet-officers": "spared" });
    assert_eq!(judge::<Ricochet>(spared).ruling.result, nobody);
}

/// A before a B at (1200, 1000) who looks south; A's front middle at `x`, 150 p off.
fn before(troop: Troop, x: f64) -> (Field, ElementId, ElementId) {
    let mut d = Drill::new();
    let a = d.a(troop, x, 850.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    (d.field(), a, b)
}

#[test]
fn a_move_that_stops_short_says_why_and_where() {
    let p = proves!("dba.14", "contact.1");
    for (troop, x, by) in [(Troop::Rifles, 1281.0, "dba.14"), (Troop::Artillery, 1200.0, "contact.1")] {
        let (mut f, a, _) = before(troop, x);
        let events = make(&mut f, &advance(&[a], 200.0), &[]);
        let said = events.iter().find_map(|e| match &e.kind {
            EventKind::StopsShort { element, paces, why } => {
                Some((e.clause.id(), *element, *paces, why.to_string()))
            }
            _ => None,
        });
        let (clause, who, paces, why) = said.expect("it says that it stops short");
        assert_eq!((p.shows(by, clause), who, paces), (by, a, 148.0), "{why}");
        stands(&f, a, x, 998.0, 0.0);
    }
    // One that lines up says nothing of the kind.
    let (mut f, a, _) = before(Troop::Rifles, 1280.0);
    let events = make(&mut f, &advance(&[a], 200.0), &[]);
    assert!(!events.iter().any(|e| matches!(e.kind, EventKind::StopsShort { .. })));
}

#[test]
fn a_refused_move_says_how_far_it_could_go() {
    let p = proves!("dba.4", "dba.14", "zone.2", "dba.8");
    let refused = |f: Field, order: bbdba_acw::MoveOrder| {
        let mut battle = Battle::drill(f, Vec::new());
        let no = battle.answer(Side::A, Answer::Move(order)).unwrap_err();
        (no.clause.map_or("", |c| c.id()), no.reason.to_string())
    };
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 2000.0, 180.0);
    let (by, why) = refused(d.field(), advance(&[a], 260.0));
    assert_eq!(p.shows("dba.4", by), "dba.4");
    assert!(why.ends_with("; it could go 200 p of that way"), "{why}");
    // An attack that cannot be lined up, a friend in the way, a zone.
    let (f, a, b) = before(Troop::Rifles, 1281.0);
    let (by, why) = refused(f, at(advance(&[a], 200.0), b, Facet::Front));
    assert_eq!(p.shows("dba.14", by), "dba.14");
    assert!(why.ends_with("; it could go 148 p of that way"), "{why}");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 600.0, 0.0);
    d.a(Troop::Rifles, 1250.0, 780.0, 0.0);
    let (by, why) = refused(d.field(), advance(&[a], 200.0));
    assert_eq!(p.shows("dba.8", by), "dba.8");
    // Up to the pace that is forgiven to touching bases.
    assert!(why.ends_with("; it could go 101 p of that way"), "{why}");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 700.0, 0.0);
    d.b(Troop::Rifles, 1300.0, 920.0, 240.0);
    let (by, why) =
        refused(d.field(), order(&[a], Manner::Legs(vec![table::Pose { x: 1200.0, y: 880.0, facing: 0.0 }])));
    assert_eq!(p.shows("zone.2", by), "zone.2", "{why}");
    assert!(why.ends_with("; it could go 70 p of that way"), "{why}");
    // What cannot be done at all says nothing of it; nor does the form of an order.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert!(moves::plan(&f, &advance(&[a], 10.0)).is_err());
    assert!(!refused(f, advance(&[a], 10.0)).1.contains("could go"));
}
