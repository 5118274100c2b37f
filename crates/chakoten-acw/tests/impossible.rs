//! Situations that cannot be: the judge refuses each with its clause, and takes the one just beside it.

use chakoten_acw::procedures::ALL;
use chakoten_acw::proves;
use serde_json::{Value, json};
use umpire::proof::Proof;

/// Why a situation is refused, if it is.
fn refused(procedure: &str, s: &Value) -> Option<String> {
    let p = *ALL.iter().find(|p| p.name() == procedure).unwrap();
    p.judge(s, &mut umpire::Seeded::from_number(1)).err().map(|e| e.to_string())
}

/// Refused by this clause, and not any more with one thing put right.
#[track_caller]
fn cannot(p: &Proof, clause: &str, procedure: &str, s: Value, path: &str, right: Value) {
    let why = p.shows(clause, refused(procedure, &s)).expect("it is refused");
    assert!(why.contains(clause), "{why}");
    let mut better = s;
    *better.pointer_mut(path).expect("it is there") = right;
    assert_eq!(refused(procedure, &better), None, "{better}");
}

fn fire(target: Value) -> Value {
    json!({
        "firer": { "kind": "infantry", "figures": 12, "weapon": "rifled_musket" },
        "target": target, "distance": 10, "behind": [],
    })
}

#[test]
fn formations_that_nobody_stands_in() {
    let p = proves!("02.03.1", "02.03.2", "02.01.3", "02.02.3", "02.01.5", "02.02.4", "02.01.4");
    let limbered = fire(json!({ "kind": "limbered", "formation": "chain" }));
    cannot(&p, "02.03.1", "small-arms", limbered, "/target/formation", json!("march_column"));
    let guns = fire(json!({ "kind": "unlimbered", "formation": "march_column" }));
    cannot(&p, "02.03.2", "small-arms", guns, "/target/formation", json!("line"));
    for (kind, formation, by) in [
        ("infantry", "line", "02.01.3"),
        ("mounted", "line", "02.02.3"),
        ("infantry", "thin_line", "02.01.4"),
        ("dismounted", "chain", "02.01.5"),
        ("mounted", "chain", "02.02.4"),
    ] {
        let deep = fire(json!({ "kind": kind, "formation": formation, "ranks": 3 }));
        cannot(&p, by, "small-arms", deep.clone(), "/target/ranks", json!(2));
        cannot(&p, by, "small-arms", deep, "/target/formation", json!("attack_column"));
    }
}

#[test]
fn a_crowd_in_flight_leads_no_column() {
    let p = proves!("02.04.2");
    let mut s = fire(json!({ "kind": "infantry", "formation": "attack_column", "ranks": 3, "state": "FU" }));
    s["behind"] = json!([{ "ranks": 3 }]);
    cannot(&p, "02.04.2", "small-arms", s, "/target/state", json!("U"));
}

#[test]
fn shock_rolls_that_cannot_be() {
    let p = proves!("10.01.1", "play.building");
    let shock = |opponent: Value| {
        json!({
            "attacker": { "kind": "infantry", "figures": 30, "building": false },
            "opponent": opponent,
        })
    };
    let busy = shock(json!({ "kind": "infantry", "figures": 30, "working": true, "marching": true }));
    cannot(&p, "10.01.1", "shock", busy, "/opponent/marching", json!(false));
    let mut inside = shock(json!({ "kind": "infantry", "figures": 30 }));
    inside["attacker"]["building"] = json!(true);
    cannot(&p, "play.building", "shock", inside, "/attacker/building", json!(false));
}

#[test]
fn melees_that_cannot_be() {
    let p = proves!("07.04.4", "09.01.1", "play.no-shock");
    let melee =
        |fighter: Value, figures: u16| json!({ "fighter": fighter, "enemies": [{ "figures": figures }] });
    let many = melee(json!({ "kind": "infantry", "figures": 14 }), 15);
    cannot(&p, "07.04.4", "melee", many, "/enemies/0/figures", json!(14));
    let empty = json!({ "kind": "infantry", "figures": 14, "first_use": true, "out_of_ammunition": true });
    cannot(&p, "09.01.1", "melee", melee(empty, 14), "/fighter/first_use", json!(false));
    let wagon = melee(json!({ "kind": "wagon", "figures": 4 }), 4);
    cannot(&p, "play.no-shock", "melee", wagon, "/fighter/kind", json!("unlimbered"));
}

#[test]
fn morale_tests_that_cannot_be() {
    let p = proves!("play.removal", "XV.b", "05.01.3.a", "06.02.2.b");
    let test = |cause: Value| json!({ "kind": "infantry", "removed": 1, "lost": 10, "original": 30, "detached": false, "cause": cause });
    let mut gone = test(json!({ "melee": {} }));
    gone["lost"] = json!(30);
    cannot(&p, "play.removal", "morale", gone, "/lost", json!(29));
    let mut guns = test(json!({ "melee": {} }));
    guns["kind"] = json!("unlimbered");
    guns["detached"] = json!(true);
    cannot(&p, "XV.b", "morale", guns, "/detached", json!(false));
    let d = chakoten_acw::book::data();
    let (rifles, cannon) = (d.farthest_small_arms(), d.farthest_guns());
    let far = test(json!({ "small_arms": { "distance": rifles + 0.1 } }));
    cannot(&p, "05.01.3.a", "morale", far, "/cause/small_arms/distance", json!(rifles));
    let far = test(json!({ "artillery": { "distance": cannon + 0.1 } }));
    cannot(&p, "06.02.2.b", "morale", far, "/cause/artillery/distance", json!(cannon));
}

#[test]
fn smaller_rolls_that_cannot_be() {
    let p = proves!("01.04.1", "07.01.4");
    let taken = json!({
        "dice": 13, "winner": "infantry", "winner_figures": 6, "loser": "infantry", "loser_figures": 6,
    });
    cannot(&p, "01.04.1", "prisoners", taken, "/dice", json!(12));
    let guns = json!({ "kind": "limbered", "attacking": true });
    cannot(&p, "07.01.4", "pass-pinned", guns, "/attacking", json!(false));
}

#[test]
fn marches_that_cannot_be() {
    let p = proves!("03.03.4.b", "06.03.5.a", "07.01.4", "02.05.5");
    let march = |kind: &str| {
        json!({
            "kind": kind, "horse_artillery": false, "horses": "enough", "state": "OR",
            "step": { "march": { "distance": 10 } },
        })
    };
    let mut s = march("infantry");
    s["horse_artillery"] = json!(true);
    cannot(&p, "03.03.4.b", "march-time", s, "/kind", json!("limbered"));
    let mut s = march("mounted");
    s["horses"] = json!("half_lost");
    cannot(&p, "06.03.5.a", "march-time", s, "/kind", json!("wagon"));
    let mut s = march("infantry");
    s["haste"] = json!("charge");
    s["state"] = json!("U");
    cannot(&p, "07.01.4", "march-time", s, "/state", json!("LU"));
    let mut s = march("infantry");
    s["step"] = json!({ "wheel": { "degrees": 10, "front": 0 } });
    cannot(&p, "02.05.5", "march-time", s, "/step/wheel/front", json!(0.1));
}
