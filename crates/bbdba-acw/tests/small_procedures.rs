//! The smaller procedures: a situation, the dice, the ruling.

use bbdba_acw::Troop;
use bbdba_acw::field::{Nature, Side};
use bbdba_acw::procedures::small::morale::{BothBroken, ThirdLost};
use bbdba_acw::procedures::small::*;
use bbdba_acw::proves;
use serde_json::{Value, json};
use std::marker::PhantomData;
use umpire::{AnyProcedure, DiceError, HandDice, Judged, Procedure, SituationError};

/// Judges by dice that must come out even.
fn judge<P: Procedure + Sync>(situation: Value, dice: &[u8]) -> Judged
where
    PhantomData<P>: AnyProcedure,
{
    PhantomData::<P>
        .judge_by_hand(&situation, dice.to_vec())
        .unwrap_or_else(|e| panic!("{situation} with {dice:?}: {e}"))
}

fn refused<P: Procedure + Sync>(situation: Value) -> String
where
    PhantomData<P>: AnyProcedure,
{
    match PhantomData::<P>.judge_by_hand(&situation, Vec::new()) {
        Err(e @ (SituationError::Impossible { .. } | SituationError::BadField { .. })) => e.to_string(),
        Err(SituationError::Unreadable(e)) => e.to_string(),
        other => panic!("{situation} was not refused: {other:?}"),
    }
}

fn clauses(j: &Judged) -> Vec<&str> {
    j.ruling.clauses.iter().map(|c| c.id()).collect()
}

#[test]
fn the_higher_die_attacks_and_a_tie_is_rolled_again() {
    let _p = proves!("setup.1");
    let j = judge::<Attacker>(json!({}), &[5, 2]);
    assert_eq!(j.ruling.result, json!({ "attacker": "A" }));
    assert_eq!(j.says, "side A attacks; side B defends and lays out the terrain");
    assert_eq!(judge::<Attacker>(json!({}), &[1, 6]).ruling.result, json!({ "attacker": "B" }));
    let j = judge::<Attacker>(json!({}), &[4, 4, 1, 1, 2, 3]);
    assert_eq!(j.ruling.result, json!({ "attacker": "B" }));
    assert_eq!(j.ruling.dice, [4, 4, 1, 1, 2, 3]);
    let e = PhantomData::<Attacker>.judge_by_hand(&json!({}), vec![4, 4]).unwrap_err();
    assert_eq!(e, SituationError::Dice(DiceError::TooFew { given: 2, needed: 3 }));
    assert_eq!(attacker::of(3, 3), None);
}

#[test]
fn several_own_commands_share_their_dice() {
    let _p = proves!("dba.12");
    let two = |allied: bool| json!({ "commands": [{ "name": "high" }, { "name": "low", "allied": allied }] });
    assert!(clauses(&judge::<MovementPoints>(two(false), &[1, 6])).contains(&"dba.12"));
    assert!(!clauses(&judge::<MovementPoints>(two(true), &[1, 6])).contains(&"dba.12"));
}

#[test]
fn dice_are_handed_down_by_rank() {
    let _p = proves!("move.1");
    let three = json!({ "commands": [{ "name": "high" }, { "name": "middle" }, { "name": "low" }] });
    let j = judge::<MovementPoints>(three, &[2, 6, 4]);
    assert_eq!(
        j.ruling.result,
        json!({ "commands": [
            { "command": "high", "points": 6 },
            { "command": "middle", "points": 4 },
            { "command": "low", "points": 2 },
        ] })
    );
    assert_eq!(j.says, "high has 6 points, middle has 4 points, low has 2 points");
    assert_eq!(clauses(&j), ["move.1", "dice.2", "dba.12"]);
    let mut dice = [1, 5, 5];
    let handed: Vec<_> = movement_points::hand_down(&mut dice, &["low", "high", "middle"]).collect();
    assert_eq!(handed, [("low", 5), ("high", 5), ("middle", 1)]);
}

#[test]
fn one_command_has_one_die() {
    let j = judge::<MovementPoints>(json!({ "commands": [{ "name": "all", "elements": 12 }] }), &[3]);
    assert_eq!(j.ruling.result, json!({ "commands": [{ "command": "all", "points": 3 }] }));
}

#[test]
fn a_command_without_elements_rolls_no_die_and_the_others_keep_their_order() {
    let _p = proves!("dice.3");
    for (gone, want) in
        [("high", ["middle", "low"]), ("middle", ["high", "low"]), ("low", ["high", "middle"])]
    {
        let commands: Vec<_> = ["high", "middle", "low"]
            .iter()
            .map(|n| json!({ "name": n, "elements": if *n == gone { 0 } else { 1 } }))
            .collect();
        let j = judge::<MovementPoints>(json!({ "commands": commands }), &[1, 6]);
        assert_eq!(
            j.ruling.result,
            json!({ "commands": [
                { "command": want[0], "points": 6 },
                { "command": want[1], "points": 1 },
            ] })
        );
        assert!(clauses(&j).contains(&"dice.3"));
    }
    let all = json!({ "commands": [{ "name": "high", "elements": 1 }, { "name": "low", "elements": 1 }] });
    assert!(!clauses(&judge::<MovementPoints>(all, &[1, 6])).contains(&"dice.3"));
    let none = json!({ "commands": [{ "name": "gone", "elements": 0 }] });
    assert_eq!(judge::<MovementPoints>(none, &[]).ruling.result, json!({ "commands": [] }));
}

#[test]
fn an_allied_die_is_its_commands_own() {
    let _p = proves!("dice.1");
    let s =
        json!({ "commands": [{ "name": "high" }, { "name": "ally", "allied": true }, { "name": "low" }] });
    let j = judge::<MovementPoints>(s, &[2, 6, 5]);
    assert_eq!(
        j.ruling.result,
        json!({ "commands": [
            { "command": "high", "points": 5 },
            { "command": "ally", "points": 6 },
            { "command": "low", "points": 2 },
        ] })
    );
}

#[test]
fn the_river_die_by_its_table() {
    let _p = proves!("crossing.2");
    for (die, nature, at_most) in [
        (1, "shallow", None),
        (2, "shallow", None),
        (3, "ordinary", Some(100)),
        (5, "ordinary", Some(100)),
        (6, "torrent", Some(100)),
    ] {
        let j = judge::<RiverNature>(json!({}), &[die]);
        let slow = at_most.is_some();
        assert_eq!(
            j.ruling.result,
            json!({ "nature": nature, "at_most": at_most, "banks_defended": slow, "roll_each": die == 6 })
        );
    }
    // Known for the whole game, and of no account by bridge or ford: no die.
    let j = judge::<RiverNature>(json!({ "known": "torrent" }), &[]);
    assert_eq!(j.ruling.result["nature"], "torrent");
    let j = judge::<RiverNature>(json!({ "by_road": true, "known": "torrent" }), &[]);
    assert_eq!(j.ruling.result["roll_each"], false);
    assert_eq!(river_nature::of(4), Nature::Ordinary);
}

#[test]
fn a_torrent_lets_threes_across_until_one_fails() {
    let _p = proves!("crossing.4");
    assert!(!torrent::crosses(2) && torrent::crosses(3));
    let j = judge::<Torrent>(json!({}), &[3]);
    assert_eq!(j.ruling.result, json!({ "cross": 1, "stop_at_the_bank": 0, "closed": false }));
    let j = judge::<Torrent>(json!({ "elements": 4 }), &[6, 2]);
    assert_eq!(j.ruling.result, json!({ "cross": 1, "stop_at_the_bank": 3, "closed": true }));
    assert_eq!(j.says, "1 element across, 3 elements at the bank; nobody else may try this turn");
    let j = judge::<Torrent>(json!({ "elements": 2, "closed": true }), &[]);
    assert_eq!(j.ruling.result["cross"], 0);
    assert!(refused::<Torrent>(json!({ "elements": 0 })).contains("crossing.4"));
    assert!(refused::<Torrent>(json!({ "elements": -1 })).starts_with("elements:"));
}

fn cost(s: Value) -> Value {
    judge::<PointsCost>(s, &[]).ruling.result["points"].clone()
}

#[test]
fn out_of_range_a_move_costs_one_point_more() {
    let _p = proves!("command.1");
    let one = |d: f64, in_sight: bool| cost(json!({ "elements": [{ "distance": d, "in_sight": in_sight }] }));
    assert_eq!(one(1200.0, true), 1);
    assert_eq!(one(1200.1, true), 2);
    assert_eq!(one(600.0, false), 1);
    assert_eq!(one(600.1, false), 2);
    // Both causes hold: still one point in all, unless read otherwise.
    assert_eq!(one(1300.0, false), 2);
    let each =
        json!({ "elements": [{ "distance": 1300, "in_sight": false }], "readings": { "surcharge": "each" } });
    assert_eq!(cost(each), 3);
    assert_eq!(cost(json!({ "commander_shot": true, "elements": [{ "distance": 10 }] })), 2);
    assert_eq!(cost(json!({ "command_element": true })), 1);
    let j = judge::<PointsCost>(json!({ "elements": [{ "distance": 1201 }] }), &[]);
    let said: Vec<_> =
        j.ruling.modifiers.iter().map(|m| format!("{} {} {}", m.what, m.value, m.clause)).collect();
    assert_eq!(said, ["one element or group 1 move.2", "further than 1200 p from the commander 1 command.1"]);
}

#[test]
fn one_element_in_range_is_enough_for_the_group() {
    let _p = proves!("dba.11");
    let far = json!({ "distance": 1500 });
    assert_eq!(cost(json!({ "elements": [far, { "distance": 1200 }] })), 1);
    assert_eq!(cost(json!({ "elements": [{ "distance": 600, "in_sight": false }, far] })), 1);
    assert_eq!(cost(json!({ "elements": [far, { "distance": 601, "in_sight": false }] })), 2);
    // The best placed element decides, also where causes add up.
    let both = json!({ "distance": 1500, "in_sight": false });
    assert_eq!(cost(json!({ "elements": [both, far], "readings": { "surcharge": "each" } })), 2);
    assert_eq!(cost(json!({ "elements": [both, both], "readings": { "surcharge": "each" } })), 3);
}

#[test]
fn impossible_costs_are_refused() {
    assert!(refused::<PointsCost>(json!({})).contains("command.1"));
    assert!(refused::<PointsCost>(json!({ "elements": [{ "distance": -1 }] })).contains("paces"));
    assert!(refused::<PointsCost>(json!({ "elements": [{ "distance": 1e300 }] })).contains("paces"));
    assert!(
        refused::<PointsCost>(json!({ "command_element": true, "commander_shot": true })).contains("shot")
    );
    assert!(
        refused::<PointsCost>(json!({ "elements": [{ "distance": "far" }] }))
            .starts_with("elements[0].distance:")
    );
}

fn far(s: Value) -> Value {
    judge::<Allowance>(s, &[]).ruling.result["paces"].clone()
}

#[test]
fn the_rate_by_going_and_the_slowest_of_a_group() {
    let _p = proves!("dba.4");
    let one = |t: &str, heavy: bool, road: bool| {
        far(json!({ "elements": [{ "troop": t, "in_heavy_going": heavy }], "along_road": road }))
    };
    for (t, good, heavy, road) in [
        ("cavalry", 400, 200, 400),
        ("dismounted", 300, 300, 400),
        ("muskets", 200, 200, 400),
        ("rifles", 200, 200, 400),
        ("jaeger", 300, 300, 400),
        ("artillery", 300, 100, 400),
        ("commander", 500, 300, 500),
    ] {
        assert_eq!(
            [one(t, false, false), one(t, true, false), one(t, true, true)],
            [good, heavy, road],
            "{t}"
        );
    }
    let group = json!({ "elements": [{ "troop": "cavalry" }, { "troop": "artillery" }] });
    assert_eq!(far(group), 300);
    let group =
        json!({ "elements": [{ "troop": "cavalry" }, { "troop": "artillery", "in_heavy_going": true }] });
    assert_eq!(far(group), 100);
    assert!(refused::<Allowance>(json!({ "elements": [{ "troop": "camp" }] })).contains("camp.1"));
    assert!(refused::<Allowance>(json!({ "elements": [] })).starts_with("elements:"));
    assert!(
        refused::<Allowance>(json!({ "elements": [{ "troop": "mule" }] })).starts_with("elements[0].troop:")
    );
}

#[test]
fn a_river_that_is_not_shallow_slows_everyone() {
    let _p = proves!("crossing.3");
    let through = |nature: &str| far(json!({ "elements": [{ "troop": "cavalry" }], "in_river": nature }));
    assert_eq!([through("shallow"), through("ordinary"), through("torrent")], [400, 100, 100]);
    let slow = json!({ "elements": [{ "troop": "cavalry" }], "in_river": "ordinary", "readings": { "river-rate": 50 } });
    assert_eq!(far(slow), 50);
    // The rate is a limit, not a gift.
    let guns = json!({ "elements": [{ "troop": "artillery", "in_heavy_going": true }], "in_river": "ordinary", "readings": { "river-rate": 300 } });
    assert_eq!(far(guns), 100);
    let road = json!({ "elements": [{ "troop": "cavalry" }], "along_road": true, "in_river": "torrent" });
    assert!(refused::<Allowance>(road).contains("bridge"));
    assert_eq!(
        allowance::of_group([(Troop::Cavalry, allowance::Going::Road)], Some(Nature::Torrent), 100.0),
        400.0
    );
}

#[test]
fn a_third_lost_demoralises() {
    let _p = proves!("victory.1");
    for (strength, holds, breaks) in [(12, 3, 4), (13, 4, 5), (10, 3, 4), (6, 1, 2), (1, 0, 1)] {
        assert!(!morale::is_demoralised(holds, strength, ThirdLost::Reached), "{holds} of {strength}");
        assert!(morale::is_demoralised(breaks, strength, ThirdLost::Reached), "{breaks} of {strength}");
    }
    assert!(!morale::is_demoralised(0, 0, ThirdLost::Reached));
    // It is for good, and the camp counts for the army only.
    let s = json!({
        "a": { "commands": [{ "strength": 12, "lost": 3, "demoralised": true }, { "strength": 12, "lost": 3 }] },
        "b": { "commands": [{ "strength": 12, "lost": 3 }], "camp_plundered": true },
    });
    let r = judge::<Morale>(s, &[]).ruling.result;
    assert_eq!(
        (&r["a_demoralised"], &r["b_demoralised"], &r["over"]),
        (&json!([1]), &json!([]), &json!(false))
    );
}

fn army(lost: [u32; 3], plundered: bool) -> Value {
    let commands: Vec<_> = lost.iter().map(|l| json!({ "strength": 12, "lost": l })).collect();
    json!({ "commands": commands, "camp_plundered": plundered })
}

fn winner(a: Value, b: Value) -> (bool, Value) {
    let r = judge::<Morale>(json!({ "a": a, "b": b }), &[]).ruling.result;
    (r["over"] == true, r["winner"].clone())
}

#[test]
fn more_than_half_is_strict() {
    let _p = proves!("dba.43");
    let one = |lost: u32, plundered: bool| json!({ "commands": [{ "strength": 12, "lost": lost }], "camp_plundered": plundered });
    let fresh = || army([0, 0, 0], false);
    assert_eq!(winner(one(6, false), fresh()), (false, Value::Null));
    assert_eq!(winner(one(7, false), fresh()), (true, json!("B")));
    // A plundered camp counts two elements.
    assert_eq!(winner(one(4, true), fresh()), (false, Value::Null));
    assert_eq!(winner(fresh(), one(5, true)), (true, json!("A")));
    let big = |losses| morale::Standing { strength: 36, losses, demoralised: 1 };
    assert_eq!(morale::is_beaten(big(18)), None);
    assert_eq!(morale::is_beaten(big(19)).map(|c| c.id()), Some("dba.43"));
}

#[test]
fn two_broken_commands_lose_the_battle() {
    let _p = proves!("victory.4");
    let fresh = || army([0, 0, 0], false);
    assert_eq!(winner(army([4, 3, 3], false), fresh()), (false, Value::Null));
    assert_eq!(winner(army([4, 4, 0], false), fresh()), (true, json!("B")));
    let r = judge::<Morale>(json!({ "a": army([4, 4, 0], false), "b": fresh() }), &[]);
    assert!(clauses(&r).contains(&"victory.4"));
    assert_eq!(r.says, "side A: commands 1, 2 are demoralised; side B holds; side B wins the battle");
}

#[test]
fn both_beaten_in_one_turn_the_fewer_losses_win() {
    let _p = proves!("victory.4");
    assert_eq!(winner(army([4, 4, 0], false), army([4, 5, 0], false)), (true, json!("A")));
    assert_eq!(winner(army([5, 4, 0], false), army([4, 4, 0], false)), (true, json!("B")));
    assert_eq!(winner(army([4, 4, 0], false), army([4, 4, 0], false)), (true, Value::Null));
    // The camp counts here too.
    assert_eq!(winner(army([4, 4, 0], true), army([4, 5, 0], false)), (true, json!("B")));
    let even = morale::Standing { strength: 12, losses: 7, demoralised: 0 };
    assert!(matches!(morale::verdict([even, even], BothBroken::FewerLosses), morale::Verdict::Draw(_)));
    let fewer = morale::Standing { losses: 6, demoralised: 2, ..even };
    assert!(matches!(
        morale::verdict([even, fewer], BothBroken::FewerLosses),
        morale::Verdict::Won(Side::B, _)
    ));
}

#[test]
fn impossible_armies_are_refused() {
    let ok = army([0, 0, 0], false);
    let bad = |a: Value| refused::<Morale>(json!({ "a": ok, "b": a }));
    assert!(bad(json!({ "commands": [] })).starts_with("b:"));
    assert!(bad(json!({ "commands": [{ "strength": 6, "lost": 7 }] })).contains("victory.1"));
    assert!(bad(json!({ "commands": [{ "strength": 0 }] })).contains("strength"));
    assert!(bad(json!({ "commands": [{ "strength": 4294967295u32 }] })).contains("strength"));
    assert!(bad(json!({ "commands": [{ "strength": 6, "los": 1 }] })).contains("there is no field `los`"));
    let twice = json!({ "commands": [{ "name": "I" }, { "name": "I" }] });
    assert!(refused::<MovementPoints>(twice).contains("dice.2"));
    assert!(refused::<MovementPoints>(json!({ "commands": [] })).contains("dice.2"));
}

#[test]
fn every_example_can_be_judged() {
    for p in SMALL {
        let mut dice = umpire::Seeded::from_number(7);
        let j = p.judge(&p.example(), &mut dice).unwrap_or_else(|e| panic!("{}: {e}", p.name()));
        assert!(!j.says.is_empty());
        assert_eq!(j.ruling.procedure, p.name());
        assert!(!j.ruling.clauses.is_empty());
        let schema = p.schema();
        assert_eq!(schema.as_value()["type"], "object", "{}", p.name());
        // Hostile situations are errors, never more.
        for bad in [
            json!(null),
            json!([]),
            json!(""),
            json!({ "x": 1 }),
            json!({ "elements": 1e300 }),
            json!([[[]]]),
        ] {
            assert!(p.judge_by_hand(&bad, vec![9; 300]).is_err(), "{} {bad}", p.name());
        }
    }
    let mut d = HandDice::new([1]);
    assert_eq!(umpire::Dice::reach(&mut d, umpire::Die::D6, 3), 1);
}
