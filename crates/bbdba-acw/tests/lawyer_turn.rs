//! Cases a reader of the book would put to the umpire: the turn, its end, morale and defeat, in whole battles with scripted
//! dice.

use bbdba_acw::battle::{Awaits, Battle, Reason};
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{CampState, Fate, Phase};
use bbdba_acw::order::{Manner, MoveOrder};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Answer, ElementId, Field, Side, Target, Troop, proves};
use table::Pose;

fn el(id: ElementId) -> Target {
    Target::Element(id)
}

fn phase(d: Drill, p: Phase) -> Field {
    let mut f = d.field();
    f.phase = p;
    f
}

fn awaits(b: &Battle) -> (Side, Awaits) {
    b.pending().first().cloned().expect("the battle waits for somebody")
}

fn front(b: &Battle, id: ElementId) -> (f64, f64) {
    let p = b.field()[id].base.front;
    ((p.x * 1000.0).round() / 1000.0, (p.y * 1000.0).round() / 1000.0)
}

fn reserves(d: &mut Drill) {
    for i in 0..8 {
        d.a(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 100.0, 0.0);
        d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 2300.0, 180.0);
    }
}

fn walk(id: ElementId, x: f64, y: f64, facing: f64) -> Answer {
    Answer::Move(MoveOrder {
        elements: vec![id],
        how: Manner::Legs(vec![Pose { x, y, facing }]),
        dismount: false,
        with: vec![],
        against: None,
    })
}

/// Two rifles side by side shoot at one who looks east; `second`: the other's dice, if it shoots as well.
fn volleys(first: [u8; 2], second: Option<[u8; 2]>) -> [f64; 2] {
    let mut d = Drill::new();
    reserves(&mut d);
    let a1 = d.a(Troop::Rifles, 1120.0, 1000.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1280.0, 1000.0, 0.0);
    // The front line is at x = 1190: neither is wholly behind it.
    d.b(Troop::Rifles, 1190.0, 1280.0, 90.0);
    let mut dice = first.to_vec();
    dice.extend(second.into_iter().flatten());
    dice.push(3);
    let mut b = Battle::drill(phase(d, Phase::Shooting), dice);
    b.answer(Side::A, Answer::Shoot { main: el(a1), with: vec![] }).unwrap();
    match second {
        Some(_) => b.answer(Side::A, Answer::Shoot { main: el(a2), with: vec![] }).unwrap(),
        None => b.answer(Side::A, Answer::HoldFire).unwrap(),
    }
    b.dice_used_up().unwrap();
    assert_eq!(awaits(&b), (Side::B, Awaits::Move));
    [front(&b, a1).1, front(&b, a2).1]
}

#[test]
fn a_line_goes_forward_only_if_it_won_everything() {
    let _p = proves!("impetuous.2");
    assert_eq!(volleys([5, 1], None), [1080.0, 1080.0], "one combat, won");
    assert_eq!(volleys([5, 1], Some([2, 1])), [1080.0, 1080.0], "two, both won");
    assert_eq!(volleys([5, 1], Some([2, 2])), [1000.0, 1000.0], "a tie is not won");
    assert_eq!(volleys([5, 1], Some([1, 2])), [1000.0, 1000.0], "a shot without effect is not won");
    assert_eq!(volleys([3, 3], None), [1000.0, 1000.0]);
}

#[test]
fn the_passive_players_line_goes_forward_too() {
    let _p = proves!("impetuous.2");
    let mut d = Drill::new();
    reserves(&mut d);
    let a = d.a(Troop::Rifles, 1120.0, 1000.0, 0.0);
    let b1 = d.b(Troop::Rifles, 1210.0, 1280.0, 90.0);
    let b2 = d.b(Troop::Rifles, 1210.0, 1440.0, 90.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [1, 6, 3]);
    b.answer(Side::A, Answer::Shoot { main: el(a), with: vec![] }).unwrap();
    // 5 to 10: A is safe, but B's line has won its one combat and goes on eastward.
    assert_eq!(front(&b, a), (1120.0, 1000.0));
    assert_eq!((front(&b, b1), front(&b, b2)), ((1290.0, 1280.0), (1290.0, 1440.0)));
    b.dice_used_up().unwrap();
}

#[test]
fn advances_come_before_the_camp_falls() {
    let _p = proves!("impetuous.2");
    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let a1 = d.a(Troop::Rifles, 1120.0, 2160.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1280.0, 2160.0, 0.0);
    let cav = d.b(Troop::Cavalry, 1500.0, 2300.0, 90.0);
    for i in 0..8 {
        d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 700.0, 0.0);
    }
    let mut f = phase(d, Phase::Shooting);
    f.army_mut(Side::B).camp.as_mut().unwrap().state = CampState::Silenced;
    // 4 + 1 for a mounted target + 6 against 3 + 1: destroyed. The line goes 80 p on, up to the camp, which falls.
    let mut b = Battle::drill(f, [6, 1, 3]);
    b.answer(Side::A, Answer::Shoot { main: el(a2), with: vec![] }).unwrap();
    assert_eq!(b.field()[cav].fate, Fate::Destroyed);
    assert_eq!((front(&b, a1).1, front(&b, a2).1), (2240.0, 2240.0));
    assert_eq!(b.field().army(Side::B).camp.as_ref().unwrap().state, CampState::Plundered);
    b.dice_used_up().unwrap();
}

/// Twelve a side in one command, so many of them gone.
fn beaten(lost: [u16; 2], camp_of_b_plundered: bool) -> Option<(Option<Side>, Reason)> {
    let mut d = Drill::new();
    for i in 0..12 {
        d.a(Troop::Rifles, 200.0 + 170.0 * f64::from(i), 100.0, 0.0);
        d.b(Troop::Rifles, 200.0 + 170.0 * f64::from(i), 2000.0, 180.0);
    }
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let mut f = phase(d, Phase::CloseCombat);
    for s in Side::BOTH {
        f.army_mut(s).commands[0].lost = lost[s.index()];
    }
    if camp_of_b_plundered {
        f.army_mut(Side::B).camp.as_mut().unwrap().state = CampState::Plundered;
    }
    let b = Battle::drill(f, [3]);
    b.ended().map(|e| (e.winner, e.reason))
}

#[test]
fn more_than_half_and_both_at_once() {
    let _p = proves!("victory.4");
    assert_eq!(beaten([6, 6], false), None, "exactly half is not enough");
    assert_eq!(beaten([7, 6], false), Some((Some(Side::B), Reason::Losses)));
    assert_eq!(beaten([0, 4], true), None, "4 and 2 for the camp: half");
    assert_eq!(beaten([0, 5], true), Some((Some(Side::A), Reason::Losses)));
    assert_eq!(beaten([7, 8], false), Some((Some(Side::A), Reason::BothBroken)));
    assert_eq!(beaten([8, 8], false), Some((None, Reason::BothBroken)));
    assert_eq!(
        beaten([8, 7], true),
        Some((Some(Side::A), Reason::BothBroken)),
        "the camp counts among the losses"
    );
    assert_eq!(beaten([9, 7], true), Some((None, Reason::BothBroken)));
}

#[test]
fn the_demoralised_go_before_other_moves_in_each_own_turn() {
    let _p = proves!("dba.34");
    let mut d = Drill::new();
    let gone = d.a(Troop::Rifles, 600.0, 900.0, 0.0);
    let fighter = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let behind = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    let beside = d.a(Troop::Jaeger, 1360.0, 1000.0, 0.0);
    let corner = d.a(Troop::Rifles, 1200.0, 840.0, 0.0);
    let officer = d.a(Troop::Commander, 2000.0, 1000.0, 0.0);
    for i in 0..6 {
        d.a(Troop::Rifles, 200.0 + 170.0 * f64::from(i), 2000.0, 0.0);
    }
    let foe = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    for i in 0..8 {
        d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 2350.0, 0.0);
    }
    let mut f = phase(d, Phase::Setup);
    f.army_mut(Side::A).commands[0].demoralised = true;
    let mut b = Battle::drill(f, [5]);
    // It turns about in its place, front at 820, and goes 200 p.
    assert_eq!(front(&b, gone), (600.0, 620.0));
    assert_eq!(b.field()[gone].base.dir.y, -1.0);
    // The third rank supports nobody and goes; it passes nobody on its way. The second supports, the Jaeger overlap.
    assert_eq!(front(&b, corner), (1200.0, 560.0));
    for (id, at) in [(fighter, (1200.0, 1000.0)), (behind, (1200.0, 920.0)), (beside, (1360.0, 1000.0))] {
        assert_eq!(front(&b, id), at);
    }
    assert_eq!(front(&b, officer), (2000.0, 1000.0), "the commander is moved by his player");
    // Points serve nobody who retreats.
    let e = b.answer(Side::A, walk(gone, 600.0, 520.0, 180.0)).unwrap_err();
    assert!(e.to_string().contains("victory.2"), "{e}");
    b.answer(Side::A, walk(officer, 1900.0, 800.0, 0.0)).unwrap();
    assert_eq!(b.field().front_opponent(fighter), Some(foe));
    b.dice_used_up().unwrap();
}

#[test]
fn support_that_gives_nothing_is_no_support() {
    let _p = proves!("victory.2");
    // The second rank stands in a marsh: it gives no +1, so that its demoralised command's points do not serve it.
    let refused = |marsh: bool| {
        let mut d = Drill::new();
        d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let behind = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
        d.a(Troop::Commander, 1500.0, 600.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        if marsh {
            d.oval(Feature::Marsh, 1200.0, 780.0, 300.0, 200.0, 90.0);
        }
        let mut f = phase(d, Phase::Movement);
        f.army_mut(Side::A).commands[0].demoralised = true;
        let mut b = Battle::drill(f, []);
        b.answer(Side::A, walk(behind, 1200.0, 860.0, 0.0)).err().map(|e| e.to_string())
    };
    assert_eq!(refused(false), None);
    assert!(refused(true).is_some_and(|e| e.contains("victory.2")));
    // And it counts for nothing in the combat.
    let mut d = Drill::new();
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    let s = bbdba_acw::melee::situation(
        &f,
        f.side(Side::A).next().unwrap().id,
        el(f.side(Side::B).next().unwrap().id),
    );
    let (_, ruling) =
        umpire::judge::<bbdba_acw::procedures::CloseCombat>(&s, &mut umpire::HandDice::new([1, 1]));
    assert_eq!(ruling.totals["a"], 6, "4 + 1 for the rear support + 1");
}

#[test]
fn a_commander_alone_keeps_no_die() {
    let mut d = Drill::new();
    d.a(Troop::Rifles, 400.0, 400.0, 0.0);
    d.b(Troop::Rifles, 2000.0, 2000.0, 180.0);
    d.next_command(Side::A);
    d.a(Troop::Commander, 900.0, 400.0, 0.0);
    let b = Battle::drill(phase(d, Phase::Setup), [4]);
    let points: Vec<u8> = b.field().army(Side::A).commands.iter().map(|c| c.points).collect();
    assert_eq!(points, [4, 0]);
    b.dice_used_up().unwrap();
}

#[test]
fn three_ranks_at_the_table_edge() {
    let _p = proves!("recoil.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 2160.0, 0.0);
    let ranks: Vec<ElementId> =
        (0..3).map(|i| d.b(Troop::Rifles, 1200.0, 2160.0 + 80.0 * f64::from(i), 180.0)).collect();
    for i in 0..8 {
        d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 700.0, 0.0);
    }
    // 4 + 6 against 4 + 1 + 1: all go back 80 p, the last over the edge. It is lost, the others are not.
    let b = Battle::drill(phase(d, Phase::CloseCombat), [6, 1, 2]);
    assert_eq!((front(&b, ranks[0]), front(&b, ranks[1])), ((1200.0, 2240.0), (1200.0, 2320.0)));
    assert_eq!(b.field()[ranks[2]].fate, Fate::Left);
    assert_eq!(b.field().army(Side::B).commands[0].lost, 1);
    assert_eq!(front(&b, a), (1200.0, 2160.0), "no pursuit");
    b.dice_used_up().unwrap();
}

#[test]
fn declining_binds_only_who_could_shoot() {
    let _p = proves!("dba.28");
    let mut d = Drill::new();
    reserves(&mut d);
    // a1 sees only `far`; a2 and a3 have `near` before them.
    let a1 = d.a(Troop::Rifles, 900.0, 1000.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let a3 = d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
    let near = d.b(Troop::Rifles, 1360.0, 1230.0, 0.0);
    let far = d.b(Troop::Rifles, 1040.0, 1330.0, 0.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [6, 1, 5, 2, 3]);
    b.answer(Side::B, Answer::Call { target: el(far) }).unwrap();
    let (_, Awaits::Shoot { shooters, .. }) = awaits(&b) else { panic!() };
    assert_eq!(shooters, [el(a1)]);
    b.answer(Side::A, Answer::HoldFire).unwrap();
    let (_, Awaits::Shoot { target, shooters }) = awaits(&b) else { panic!() };
    assert_eq!((target, shooters), (el(near), vec![el(a2), el(a3)]));
    b.answer(Side::A, Answer::Shoot { main: el(a3), with: vec![] }).unwrap();
    assert_eq!(b.field()[near].fate, Fate::Destroyed);
    // Now a2's nearest is the far one.
    let (_, Awaits::Shoot { target, shooters }) = awaits(&b) else { panic!() };
    assert_eq!(target, el(far));
    assert!(shooters.contains(&el(a2)));
    b.answer(Side::A, Answer::Shoot { main: el(a2), with: vec![] }).unwrap();
    assert_eq!(
        front(&b, far),
        (1040.0, 1250.0),
        "4 + 2 from behind + 5 against 4 + 2: it recoils the way it looks from"
    );
    b.dice_used_up().unwrap();
}
