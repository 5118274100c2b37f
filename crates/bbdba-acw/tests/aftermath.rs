//! What the result of a close combat brings with it: who is cut off, how far the beaten go, who goes with them, who follows.

use bbdba_acw::battle::Battle;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{Fate, Phase};
use bbdba_acw::procedures::follow_up::FollowUp;
use bbdba_acw::procedures::recoil::Recoil;
use bbdba_acw::procedures::{CloseCombat, Effect};
use bbdba_acw::{ElementId, EventKind, Troop, proves};
use serde_json::{Value, json};
use std::marker::PhantomData;
use umpire::{AnyProcedure, Judged, Procedure};

fn judge<P: Procedure + Sync>(situation: Value, dice: &[u8]) -> Judged
where
    PhantomData<P>: AnyProcedure,
{
    PhantomData::<P>.judge_by_hand(&situation, dice.to_vec()).unwrap_or_else(|e| panic!("{situation}: {e}"))
}

fn rests_on(j: &Judged, clause: &str) -> bool {
    j.ruling.clauses.iter().any(|c| c.id() == clause)
        || j.ruling.modifiers.iter().any(|m| m.clause.id() == clause)
}

/// Rifles attack b, who is beaten but not halved: 4 + 4 against 4 - 1 + 2.
fn beaten(b: Value) -> Judged {
    judge::<CloseCombat>(json!({ "a": { "troop": "rifles", "attacker": true }, "b": b }), &[4, 2])
}

#[test]
fn enemies_at_front_and_rear_destroy_who_would_recoil() {
    let _p = proves!("recoil.4");
    let j = beaten(json!({ "troop": "rifles", "rear_contact": true }));
    assert_eq!(j.ruling.result["b"]["effect"], json!("destroyed"));
    assert_eq!(j.ruling.result["then"], json!({ "cut_off": true }));
    assert!(rests_on(&j, "recoil.4") && rests_on(&j, "results.1"));
    // Whichever way the enemy behind faces.
    let j = beaten(json!({ "troop": "rifles", "enemy_behind": true }));
    assert_eq!(j.ruling.result["b"]["effect"], json!("destroyed"));
    // A flank alone does not, unless read so; nor the rear of one who could not turn and whose front is free.
    let flanked = json!({ "troop": "rifles", "flanked_left": true });
    assert_eq!(beaten(flanked.clone()).ruling.result["b"]["effect"], json!("recoil"));
    let dies = judge::<CloseCombat>(
        json!({ "a": { "troop": "rifles", "attacker": true }, "b": flanked, "readings": { "recoil-flanked": "dies" } }),
        &[4, 2],
    );
    assert_eq!(dies.ruling.result["b"]["effect"], json!("destroyed"));
    let unturned = json!({ "troop": "rifles", "rear_contact": true, "unturned": true });
    assert_eq!(beaten(unturned).ruling.result["b"]["effect"], json!("recoil"));
}

#[test]
fn play_and_the_umpire_say_the_same_of_who_is_cut_off() {
    let _p = proves!("recoil.4");
    // Behind it an enemy looks the other way: no rear contact, but he is there.
    for facing in [180.0, 0.0] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        d.a(Troop::Rifles, 1200.0, if facing == 180.0 { 1080.0 } else { 1160.0 }, facing);
        d.b(Troop::Rifles, 300.0, 2000.0, 180.0);
        d.b(Troop::Rifles, 600.0, 2000.0, 180.0);
        let mut f = d.field();
        f.phase = Phase::CloseCombat;
        // 4 + 3 against 4 (- 1 for the rear contact) + 2, and a die for the next turn's points.
        let battle = Battle::drill(f, [3, 2, 1]);
        battle.dice_used_up().unwrap();
        assert_eq!(battle.field()[b].fate, Fate::Destroyed);
        let fought = battle.events().iter().find_map(|e| e.kind.ruling().cloned()).unwrap();
        assert_eq!(fought.result["b"]["effect"], json!(Effect::Destroyed));
        assert!(fought.clauses.iter().any(|c| c.id() == "recoil.4"));
        let lost = |e: &&bbdba_acw::Event| matches!(e.kind, EventKind::Lost { element, .. } if element == b);
        assert_eq!(battle.events().iter().find(lost).unwrap().clause.id(), "recoil.4");
        assert!(battle.field()[a].on_table());
    }
}

#[test]
fn the_answer_says_what_now() {
    let p = proves!("recoil.1", "recoil.2", "recoil.3", "dba.41", "impetuous.1", "dba.40", "dba.30");
    let fight = |a: Value, b: Value| judge::<CloseCombat>(json!({ "a": a, "b": b }), &[4, 2]);
    let rifles = json!({ "troop": "rifles" });
    let j = fight(rifles.clone(), json!({ "troop": "muskets", "rear_support": { "troop": "rifles" } }));
    assert_eq!(
        p.shows("recoil.2", j.ruling.result["then"].clone()),
        json!({ "recoils": 80, "behind": "pushed_back" })
    );
    assert_eq!(j.says, "the muskets (b) recoil; straight back 80 p; the friend behind it is pushed back");
    assert!(p.shows("recoil.1", rests_on(&j, "recoil.1")) && p.shows("dba.40", rests_on(&j, "dba.40")));
    // Guns behind are passed through.
    let j = fight(rifles.clone(), json!({ "troop": "muskets", "rear_support": { "troop": "artillery" } }));
    assert_eq!(j.ruling.result["then"]["behind"], json!("passed_through"));
    assert!(p.shows("recoil.3", rests_on(&j, "recoil.3")));
    // Cavalry follows, by its own depth; and who has his front on the victor's flank goes with his friend.
    let j = fight(
        json!({ "troop": "cavalry", "attacker": true, "flanked_left": true, "rear_contact": true }),
        json!({ "troop": "dismounted" }),
    );
    assert_eq!(
        p.shows("dba.41", j.ruling.result["then"].clone()),
        json!({ "recoils": 80, "flankers": 2, "follows": 120 })
    );
    assert!(p.shows("impetuous.1", rests_on(&j, "impetuous.1") && rests_on(&j, "dba.41")));
    let stay = json!({ "a": { "troop": "cavalry", "attacker": true, "flanked_left": true },
        "b": { "troop": "dismounted" }, "readings": { "flankers": "stay" } });
    assert_eq!(judge::<CloseCombat>(stay, &[4, 2]).ruling.result["then"].get("flankers"), None);
    // Out of heavy going it does not.
    let j = fight(
        json!({ "troop": "cavalry", "attacker": true, "in_heavy_going": true }),
        json!({ "troop": "jaeger" }),
    );
    assert_eq!(j.ruling.result["then"].get("follows"), None);
    // Guns that win stay; a tie brings nothing.
    let j = fight(json!({ "troop": "artillery" }), json!({ "troop": "jaeger" }));
    assert!(p.shows("dba.30", rests_on(&j, "dba.30")));
    let tie = judge::<CloseCombat>(json!({ "a": rifles, "b": { "troop": "muskets" } }), &[3, 3]);
    assert_eq!(tie.ruling.result.get("then"), None);
}

fn recoil(situation: Value) -> (Value, Vec<&'static str>) {
    let j = judge::<Recoil>(situation, &[]);
    let shown = j.ruling.clauses.iter().map(|c| c.id()).filter(|c| *c != "recoil.1").collect();
    (j.ruling.result, shown)
}

#[test]
fn a_recoil_from_stated_facts() {
    let p = proves!("recoil.1", "recoil.2", "recoil.3", "recoil.4", "pass.2", "pass.3", "dba.31");
    let goes = |paces: u16, passes: u8, pushes: u8| json!({ "goes": { "paces": paces, "passes": passes, "pushes": pushes } });
    let destroyed = json!("destroyed");
    for (troop, paces) in [("rifles", 80), ("cavalry", 120), ("artillery", 160)] {
        let j = judge::<Recoil>(json!({ "troop": troop }), &[]);
        assert_eq!(j.ruling.result, goes(paces, 0, 0));
        assert!(p.shows("recoil.1", rests_on(&j, "recoil.1")));
    }
    let friend = |who: &str, troop: &str, facing: &str| {
        recoil(json!({ "troop": who, "in_the_way": [{ "friend": { "troop": troop, "facing": facing } }] }))
    };
    let (result, by) = friend("rifles", "muskets", "same");
    assert_eq!(result, goes(80, 0, 1));
    assert!(p.shows("recoil.2", by.contains(&"recoil.2")) && p.shows("dba.31", by.contains(&"dba.31")));
    assert_eq!(friend("rifles", "muskets", "opposite").0, destroyed);
    let (result, by) = friend("rifles", "artillery", "other");
    assert_eq!((result, p.shows("recoil.3", by)), (goes(80, 1, 0), vec!["recoil.3"]));
    let (result, by) = friend("jaeger", "artillery", "other");
    assert_eq!((result, p.shows("pass.3", by)), (goes(80, 1, 0), vec!["pass.3"]));
    let (result, by) = friend("cavalry", "jaeger", "opposite");
    assert_eq!((result, p.shows("pass.2", by)), (goes(120, 1, 0), vec!["pass.2"]));
    assert_eq!(friend("cavalry", "jaeger", "other").0, destroyed);
    // Mounted do not pass line infantry: they push it, if it faces the same way.
    assert_eq!(friend("cavalry", "rifles", "same").0, goes(120, 0, 1));
    assert_eq!(friend("cavalry", "rifles", "opposite").0, destroyed);
    for met in ["enemy", "camp", "impassable"] {
        let (result, by) = recoil(json!({ "troop": "rifles", "in_the_way": [met] }));
        assert_eq!((result, p.shows("recoil.4", by)), (destroyed.clone(), vec!["recoil.4"]));
    }
    let hemmed = |front: bool, rear: bool| {
        recoil(json!({ "troop": "rifles", "enemies": { "front": front, "rear": rear } })).0
    };
    assert_eq!((hemmed(true, true), hemmed(true, false)), (destroyed.clone(), goes(80, 0, 0)));
    // A friend who fights, or has no room behind him, is not pushed; guns without room beyond are not pushed unless read so.
    let blocked = |extra: Value| {
        let mut friend = json!({ "troop": "rifles" });
        friend.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        recoil(json!({ "troop": "rifles", "in_the_way": [{ "friend": friend }] })).0
    };
    assert_eq!(blocked(json!({ "fights": true })), destroyed);
    assert_eq!(blocked(json!({ "room_to_go_back": false })), destroyed);
    let guns = |how: &str| {
        recoil(json!({ "troop": "rifles", "readings": { "guns-in-the-way": how },
            "in_the_way": [{ "friend": { "troop": "artillery", "room_beyond": false } }] }))
        .0
    };
    assert_eq!((guns("stand"), guns("give")), (destroyed.clone(), goes(80, 0, 1)));
    // Guns and others side by side: those are passed, these pushed.
    let both = |room: bool, facing: &str| {
        recoil(json!({ "troop": "rifles", "in_the_way": [
            { "friend": { "troop": "artillery", "room_beyond": room } },
            { "friend": { "troop": "rifles", "facing": facing } },
        ] }))
    };
    let (result, by) = both(true, "same");
    assert_eq!((result, by), (goes(80, 1, 1), vec!["recoil.3", "recoil.2", "dba.31"]));
    assert_eq!((both(false, "same").0, both(true, "opposite").0), (destroyed.clone(), destroyed));
}

#[test]
fn a_camp_stays_in_place_whatever_befalls_it() {
    let _p = proves!("camp.1");
    // It neither recoils nor attacks, by whatever procedure it is asked.
    let refused = |e: Result<Judged, umpire::SituationError>| e.unwrap_err().to_string();
    let no = refused(PhantomData::<Recoil>.judge_by_hand(&json!({ "troop": "camp" }), vec![]));
    assert!(no.contains("camp.1"), "{no}");
    let attacks = json!({ "a": { "troop": "camp", "attacker": true }, "b": { "troop": "rifles" } });
    assert!(refused(PhantomData::<CloseCombat>.judge_by_hand(&attacks, vec![])).contains("camp.1"));
    // Nobody moves it out of his way, and nobody drives it from its place: beaten, halved, shot at, recoiled into.
    use bbdba_acw::Side;
    let site = |b: &Battle| b.field().army(Side::B).camp.as_ref().map(|c| c.rect);
    for (phase, dice) in [
        (Phase::CloseCombat, vec![6, 1, 3]),
        (Phase::CloseCombat, vec![4, 3, 3]),
        (Phase::Shooting, vec![6, 1, 3]),
    ] {
        let mut d = Drill::new();
        d.camp(Side::B, 1200.0, 320.0, 160.0);
        let close = phase == Phase::CloseCombat;
        let a = if close {
            d.a(Troop::Rifles, 1200.0, 2240.0, 0.0)
        } else {
            d.a(Troop::Artillery, 1200.0, 1900.0, 0.0)
        };
        for i in 0..5 {
            d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 600.0, 0.0);
        }
        let mut f = d.field();
        f.phase = phase;
        let stood = f.army(Side::B).camp.as_ref().map(|c| c.rect);
        let mut b = Battle::drill(f, dice);
        if !close {
            use bbdba_acw::{Answer, Target};
            b.answer(Side::A, Answer::Shoot { main: Target::Element(a), with: vec![] }).unwrap();
        }
        b.dice_used_up().unwrap();
        assert_eq!(site(&b), stood);
    }
    // Who must recoil into it is destroyed; it does not give way.
    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let b = d.b(Troop::Rifles, 1200.0, 2160.0, 180.0);
    let mut f = d.field();
    let stood = f.army(Side::B).camp.as_ref().map(|c| c.rect);
    bbdba_acw::outcome::recoil(&mut f, b, None, &mut umpire::Log::Off);
    assert_eq!((f[b].fate, f.army(Side::B).camp.as_ref().map(|c| c.rect)), (Fate::Destroyed, stood));
    // A move onto its ground is refused by it.
    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 320.0, 160.0);
    let a: ElementId = d.a(Troop::Rifles, 1200.0, 250.0, 180.0);
    let f = d.field();
    assert_eq!(crate::orders::refused(&f, &crate::orders::advance(&[a], 91.1)), "camp.1");
}

fn advance(situation: Value) -> (Value, Vec<String>) {
    let j = judge::<FollowUp>(situation, &[]);
    let mut by: Vec<String> = j.ruling.clauses.iter().map(|c| c.id().to_owned()).collect();
    by.extend(j.ruling.modifiers.iter().map(|m| m.clause.id().to_owned()));
    (j.ruling.result, by)
}

#[test]
fn who_follows_and_how_far_from_stated_facts() {
    let p = proves!("impetuous.1", "impetuous.2");
    let cavalry = |more: Value| {
        let mut s = json!({ "troop": "cavalry", "opponent": "recoiled" });
        s.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        advance(s)
    };
    let (result, by) = cavalry(json!({}));
    assert_eq!(result, json!({ "follows": 120 }));
    assert!(p.shows("impetuous.1", by.iter().any(|c| c == "impetuous.1")));
    for gave in ["fled", "broke_off", "destroyed"] {
        assert_eq!(cavalry(json!({ "opponent": gave })).0, json!({ "follows": 120 }));
    }
    assert_eq!(cavalry(json!({ "opponent": "stands" })).0, json!("stays"));
    assert_eq!(cavalry(json!({ "free_ahead": 60 })).0, json!({ "follows": 60 }));
    assert_eq!(cavalry(json!({ "free_ahead": 100, "heavy_going_ahead": 30 })).0, json!({ "follows": 30 }));
    assert_eq!(cavalry(json!({ "in_heavy_going": true })).0, json!("stays"));
    assert_eq!(cavalry(json!({ "river_ahead": 20 })).0, json!({ "follows": 120 }));
    let stops = json!({ "river_ahead": 20, "readings": { "follow-up-river": "stops" } });
    assert_eq!(cavalry(stops).0, json!({ "follows": 20 }));
    assert_eq!(advance(json!({ "troop": "rifles", "opponent": "recoiled" })).0, json!("stays"));
    // Line infantry at the end of the turn: two or more, at least one combat, all won, nobody still in front contact.
    let line = |group: u32, combats: u32, won: u32, held: bool| {
        advance(
            json!({ "troop": "muskets", "group": group, "combats": combats, "won": won, "in_front_contact": held }),
        )
    };
    let (result, by) = line(2, 1, 1, false);
    assert_eq!(result, json!({ "advances": 80 }));
    assert!(p.shows("impetuous.2", by.iter().any(|c| c == "impetuous.2")));
    for (group, combats, won, held) in [(1, 1, 1, false), (2, 0, 0, false), (2, 2, 1, false), (2, 1, 1, true)]
    {
        assert_eq!(line(group, combats, won, held).0, json!("stays"));
    }
    let never = json!({ "troop": "rifles", "group": 3, "combats": 2, "won": 2, "readings": { "line-advance": "never" } });
    assert_eq!(advance(never).0, json!("stays"));
}

#[test]
fn a_plundered_camp_is_no_enemy_in_contact() {
    use bbdba_acw::field::CampState;
    use bbdba_acw::shooting::leave;
    use bbdba_acw::{Side, Target};
    let at_the_camp = |state: CampState| {
        let mut d = Drill::new();
        d.camp(Side::B, 1200.0, 320.0, 160.0);
        let a = d.a(Troop::Rifles, 1200.0, 2240.0, 0.0);
        let behind = d.a(Troop::Rifles, 1200.0, 2160.0, 0.0);
        let b = d.b(Troop::Rifles, 1100.0, 1700.0, 0.0);
        let mut f = d.field();
        f.army_mut(Side::B).camp.as_mut().unwrap().state = state;
        (f, a, behind, b)
    };
    for (state, held) in
        [(CampState::Holds, true), (CampState::Silenced, true), (CampState::Plundered, false)]
    {
        let (f, a, behind, b) = at_the_camp(state);
        assert_eq!((f.front_to_front(a), f.in_close_combat(a)), (held, held), "{state:?}");
        let mut g = f.clone();
        g.set(behind, g[behind].base.moved(table::v2(600.0, 0.0)));
        // Locked, and shot at by nobody, only while it is an enemy.
        match bbdba_acw::moves::plan(&g, &crate::orders::leg(a, 1200.0, 2140.0, 0.0)) {
            Ok(_) => assert!(!held),
            Err(no) => assert!(held && no.clause.is_some_and(|c| c.id() == "dba.24"), "{no}"),
        }
        // Nothing to break off from.
        let breaks = crate::orders::order(&[a], bbdba_acw::Manner::BreakOff);
        assert_eq!(bbdba_acw::moves::plan(&g, &breaks).is_ok(), held, "{state:?}");
        g.set(b, table::Base::new(table::Pose { x: 1100.0, y: 2000.0, facing: 0.0 }, 160.0, 80.0));
        let shot = leave(&g, Target::Element(b), Target::Element(a));
        assert_eq!(shot.is_err(), held, "{state:?}");
    }
    // A group beside it moves off without being in close combat.
    let (f, a, behind, _) = at_the_camp(CampState::Plundered);
    let wheel = crate::orders::column(&[a, behind], &[bbdba_acw::Step::WheelRight(5.0)]);
    let no = bbdba_acw::moves::plan(&f, &wheel).err().and_then(|e| e.clause).map(|c| c.id());
    assert_ne!(no, Some("move.10"));
}
