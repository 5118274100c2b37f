//! Cases a reader of the book would put to the umpire: shooting, close combat and their results, fought out in whole
//! battles with scripted dice. Each says in its comments what must come out and why.

use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{CampState, Fate, Nature, Phase};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Answer, ElementId, EventKind, Field, Side, Target, Troop, proves};
use table::v2;

fn el(id: ElementId) -> Target {
    Target::Element(id)
}

fn phase(d: Drill, p: Phase) -> Field {
    let mut f = d.field();
    f.phase = p;
    f
}

/// Enough elements at the table edges that a loss or two decides nothing.
fn reserves(d: &mut Drill) {
    for i in 0..8 {
        d.a(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 100.0, 0.0);
        d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 2300.0, 180.0);
    }
}

fn awaits(b: &Battle) -> (Side, Awaits) {
    b.pending().first().cloned().expect("the battle waits for somebody")
}

/// The totals of every combat so far: shooter and target, or a and b.
fn totals(b: &Battle) -> Vec<(i64, i64)> {
    b.events()
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::Shooting { ruling, .. } => {
                Some((ruling.totals["shooter"].as_i64()?, ruling.totals["target"].as_i64()?))
            }
            EventKind::CloseCombat { ruling, .. } => {
                Some((ruling.totals["a"].as_i64()?, ruling.totals["b"].as_i64()?))
            }
            _ => None,
        })
        .collect()
}

fn shoot(b: &mut Battle, side: Side, main: ElementId, with: &[ElementId]) {
    b.answer(side, Answer::Shoot { main: el(main), with: with.to_vec() }).unwrap();
}

fn call(b: &mut Battle, t: ElementId) {
    b.answer(Side::B, Answer::Call { target: el(t) }).unwrap();
}

fn front(f: &Field, id: ElementId) -> (f64, f64) {
    let p = f[id].base.front;
    ((p.x * 1000.0).round() / 1000.0, (p.y * 1000.0).round() / 1000.0)
}

// ------------------------------------------------------------------ contacts

#[test]
fn two_paces_short_of_a_flank_is_no_contact() {
    let _p = proves!("dba.16");
    // B looks east, its right flank on y = 920. A stands square to it, its corner before B's front corner.
    let turned = |y: f64| {
        let mut d = Drill::new();
        reserves(&mut d);
        d.a(Troop::Rifles, 1120.0, y, 0.0);
        let e = d.b(Troop::Rifles, 1200.0, 1000.0, 90.0);
        let mut b = Battle::drill(phase(d, Phase::Movement), [3, 3, 3]);
        b.answer(Side::A, Answer::EndMoves).unwrap();
        b.field()[e].base.dir.dist(v2(0.0, -1.0)) < 1e-6
    };
    assert!(turned(920.0), "touching");
    assert!(turned(919.0), "one pace apart still touches");
    assert!(!turned(918.9), "a little more does not");
    assert!(!turned(918.0), "short of contact leaves two paces");
}

#[test]
fn cavalry_charges_an_unturned_enemy_once() {
    let _p = proves!("dba.56");
    let mut d = Drill::new();
    reserves(&mut d);
    let cav = d.a(Troop::Cavalry, 1120.0, 920.0, 0.0);
    // In the way of B's turn.
    d.a(Troop::Rifles, 1020.0, 1010.0, 270.0);
    let e = d.b(Troop::Rifles, 1200.0, 1000.0, 90.0);
    // 3 + 1 for the charge against 4 - 1 for the flank: 1 and 2 make a tie. In the next turn there is no charge.
    let mut b = Battle::drill(phase(d, Phase::CloseCombat), [1, 2, 4, 2, 1, 3]);
    assert_eq!(totals(&b), [(5, 5)]);
    assert_eq!(awaits(&b), (Side::B, Awaits::Move));
    b.answer(Side::B, Answer::EndMoves).unwrap();
    assert_eq!(totals(&b), [(5, 5), (5, 4)], "the second round is no charge");
    // Beaten, not halved: it recoils straight away from the attacker, northward, facing unchanged.
    assert_eq!(front(b.field(), e), (1200.0, 1080.0));
    // The cavalry follows as far as it can: after 10 p it meets its own rifles.
    assert_eq!(front(b.field(), cav), (1120.0, 930.0));
    b.dice_used_up().unwrap();
}

#[test]
fn who_is_met_with_the_last_pace_of_an_advance_is_lined_up_with() {
    let _p = proves!("impetuous.1");
    let mut d = Drill::new();
    reserves(&mut d);
    let cav = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let first = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    // Exactly 120 p ahead, 40 p to the side.
    let second = d.b(Troop::Rifles, 1240.0, 1120.0, 180.0);
    let b = Battle::drill(phase(d, Phase::CloseCombat), [6, 1, 2]);
    assert_eq!(totals(&b), [(10, 5)], "3 and 1 for the charge against 4; half is halved");
    assert_eq!(b.field()[first].fate, Fate::Destroyed);
    assert_eq!(front(b.field(), cav), (1240.0, 1120.0));
    assert_eq!(
        b.field().front_opponent(cav),
        Some(second),
        "lined up, and fought only from the next turn on"
    );
    assert_eq!(b.field().engagement(cav, second).map(|x| (x.attacker, x.rounds)), Some((cav, 0)));
    b.dice_used_up().unwrap();
}

#[test]
fn contact_is_fought_in_both_players_turns() {
    let _p = proves!("dba.20");
    let mut d = Drill::new();
    reserves(&mut d);
    let cav = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let e = d.b(Troop::Cavalry, 1200.0, 1000.0, 180.0);
    // 3 + 1 + 2 against 3 + 3: a tie. Then 3 + 2 against 3 + 2, in B's turn; then again in A's.
    let mut b = Battle::drill(phase(d, Phase::CloseCombat), [2, 3, 6, 2, 2, 6, 3, 2, 5]);
    b.answer(Side::B, Answer::EndMoves).unwrap();
    b.answer(Side::A, Answer::EndMoves).unwrap();
    assert_eq!(totals(&b), [(6, 6), (5, 5), (6, 5)]);
    // B's cavalry recoils 120 p, A's follows 120 p and charges anew.
    assert_eq!(front(b.field(), e), (1200.0, 1120.0));
    assert_eq!(front(b.field(), cav), (1200.0, 1120.0));
    assert_eq!(b.field().engagement(cav, e).map(|x| (x.attacker, x.rounds)), Some((cav, 0)));
    b.dice_used_up().unwrap();
}

#[test]
fn one_flank_counts_once_and_the_rear_besides() {
    let _p = proves!("dba.19");
    let mut d = Drill::new();
    reserves(&mut d);
    let e = d.b(Troop::Artillery, 1200.0, 1000.0, 180.0);
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    // B's guns look south. A second A element overlaps on A's left, a third has its front on the same (right) flank.
    d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1120.0, 1080.0, 90.0);
    // The other flank and the rear.
    d.a(Troop::Rifles, 1280.0, 1080.0, 270.0);
    d.a(Troop::Rifles, 1200.0, 1160.0, 180.0);
    let b = Battle::drill(phase(d, Phase::CloseCombat), [2, 6, 2]);
    // 2 - 3 is nothing: the die alone. 4 + 2 to 6: a tie.
    assert_eq!(totals(&b), [(6, 6)]);
    assert_eq!(b.field().front_opponent(a), Some(e));
    b.dice_used_up().unwrap();
}

// ------------------------------------------------------------------ shooting

#[test]
fn a_second_combat_on_the_same_target() {
    let _p = proves!("dba.28");
    let mut d = Drill::new();
    reserves(&mut d);
    let a1 = d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let a3 = d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
    // To the west, partly before the line of B's front: no flank fire.
    let a4 = d.a(Troop::Rifles, 900.0, 1260.0, 90.0);
    let e = d.b(Troop::Rifles, 1200.0, 1300.0, 180.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [1, 3, 1, 6, 2]);
    let (side, Awaits::Call { targets }) = awaits(&b) else { panic!() };
    assert_eq!(side, Side::B);
    // All three are exactly 300 p from B's front edge.
    assert_eq!(
        targets,
        [el(a1), el(e), el(a2), el(a3)]
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    call(&mut b, e);
    shoot(&mut b, Side::A, a2, &[a1, a3]);
    // 4 + 1 against 4 - 2 + 3: a tie; B has shot back.
    assert_eq!(totals(&b), [(5, 5)]);
    // One target and one shooter are left. B has shot: A4 is safe whatever it rolls, and nobody is counted twice.
    let (side, Awaits::Shoot { target, shooters }) = awaits(&b) else { panic!() };
    assert_eq!((side, target, shooters), (Side::A, el(e), vec![el(a4)]));
    shoot(&mut b, Side::A, a4, &[]);
    assert_eq!(totals(&b)[1], (5, 10));
    assert!(b.field()[a4].on_table());
    assert_eq!(front(b.field(), a4), (900.0, 1260.0));
    b.dice_used_up().unwrap();
}

#[test]
fn the_last_shot_goes_to_the_new_nearest() {
    let _p = proves!("shooting.2");
    let mut d = Drill::new();
    reserves(&mut d);
    let a1 = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
    // Facing away, so that they do not shoot. One behind the other, 170 p from rear to front: no ricochet.
    let near = d.b(Troop::Rifles, 1200.0, 1180.0, 0.0);
    let far = d.b(Troop::Rifles, 1500.0, 1300.0, 0.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [6, 1, 6, 5, 2]);
    // near's base is 1100 to 1180; far's 1220 to 1300, at x 1420 to 1580, in a2's field of fire.
    shoot(&mut b, Side::A, a1, &[]);
    assert_eq!(b.field()[near].fate, Fate::Destroyed, "flank fire: 4 + 2 + 6 against 4 + 1");
    // Only now is the other a2's nearest.
    shoot(&mut b, Side::A, a2, &[]);
    assert_eq!(totals(&b), [(12, 5), (12, 9)]);
    // It faces north: it recoils southward, toward the enemy, by its depth.
    assert_eq!(front(b.field(), far), (1500.0, 1220.0));
    b.dice_used_up().unwrap();
}

#[test]
fn a_camp_that_is_left_alone_may_be_shot_at_from_either_end() {
    let _p = proves!("dba.28");
    let mut d = Drill::new();
    // A long camp, x 1100 to 1300 and y 1960 to 2400, attacked at its southern end.
    d.camp(Side::B, 1200.0, 200.0, 440.0);
    let storms = d.a(Troop::Rifles, 1200.0, 1960.0, 0.0);
    // With its back to the attacker, and under fire from the west.
    let shot_at = d.a(Troop::Rifles, 1030.0, 1870.0, 270.0);
    let e = d.b(Troop::Rifles, 700.0, 1870.0, 90.0);
    // Sees nothing but the northern end.
    let far = d.a(Troop::Rifles, 900.0, 2330.0, 90.0);
    let f = phase(d, Phase::Shooting);
    assert!(bbdba_acw::shooting::targets(&f, el(far)).is_empty(), "front to front it is no target");
    let mut b = Battle::drill(f, [4, 1]);
    call(&mut b, shot_at);
    shoot(&mut b, Side::B, e, &[]);
    // 4 + 4 against 4 + 1: it recoils eastward, and stray fire drives the attacker off the camp before it.
    assert_eq!(totals(&b), [(8, 5)]);
    assert_eq!(front(b.field(), storms), (1280.0, 1960.0));
    b.answer(Side::B, Answer::Call { target: Target::Camp(Side::B) }).unwrap();
    let (side, Awaits::Shoot { shooters, .. }) = awaits(&b) else { panic!() };
    assert_eq!(side, Side::A);
    assert!(shooters.contains(&el(far)), "{shooters:?}");
    b.dice_used_up().unwrap();
}

#[test]
fn return_fire_may_cost_the_shooter() {
    let _p = proves!("dba.28");
    let mut d = Drill::new();
    reserves(&mut d);
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    // Behind A, its front exactly 160 p from A's rear, half beside it.
    let behind = d.a(Troop::Cavalry, 1300.0, 760.0, 0.0);
    // One step further away: not touched.
    let beyond = d.a(Troop::Cavalry, 1100.0, 759.9, 0.0);
    let e = d.b(Troop::Rifles, 1200.0, 1300.0, 180.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [1, 3, 2]);
    call(&mut b, e);
    shoot(&mut b, Side::A, a, &[]);
    assert_eq!(totals(&b), [(5, 7)]);
    assert_eq!(front(b.field(), a), (1200.0, 920.0));
    assert_eq!(front(b.field(), behind), (1300.0, 640.0), "stray fire: back by its own depth");
    assert_eq!(front(b.field(), beyond), (1100.0, 759.9));
    b.dice_used_up().unwrap();
}

#[test]
fn exact_ranges_in_play() {
    let p = proves!("shooting.7", "shoot-mod.2", "terrain.11", "shooting.8");
    // Does A, somewhere south, get to shoot at B who looks away?
    let shoots = |troop: Troop, gap: f64, wood: bool| {
        let mut d = Drill::new();
        reserves(&mut d);
        let a = d.a(troop, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0 + gap + 80.0, 0.0);
        if wood {
            d.oval(Feature::Wood, 1200.0, 1000.0 + gap + 40.0, 400.0, 200.0, 90.0);
        }
        let mut b = Battle::drill(phase(d, Phase::Shooting), [6, 6, 2]);
        let yes = matches!(awaits(&b), (Side::A, Awaits::Shoot { .. }));
        if yes {
            shoot(&mut b, Side::A, a, &[]);
        }
        totals(&b).first().copied()
    };
    // Flank fire +2 throughout: the target shows its back.
    assert_eq!(*p.shows("shooting.8", &shoots(Troop::Muskets, 200.0, false)), Some((12, 10)));
    assert_eq!(shoots(Troop::Muskets, 200.01, false), None);
    assert_eq!(shoots(Troop::Rifles, 400.0, false), Some((12, 10)));
    assert_eq!(shoots(Troop::Rifles, 400.01, false), None);
    assert_eq!(shoots(Troop::Jaeger, 400.0, false), Some((10, 10)));
    assert_eq!(shoots(Troop::Dismounted, 400.0, false), Some((10, 10)));
    assert_eq!(shoots(Troop::Artillery, 1000.0, false), Some((12, 10)));
    assert_eq!(shoots(Troop::Artillery, 300.01, false), Some((12, 10)));
    assert_eq!(
        *p.shows("shoot-mod.2", &shoots(Troop::Artillery, 300.0, false)),
        Some((13, 10)),
        "guns at close range"
    );
    assert_eq!(shoots(Troop::Cavalry, 100.0, false), None);
    // In the wood everyone has 2, at most 100 p away.
    assert_eq!(*p.shows("shooting.7", &shoots(Troop::Rifles, 100.0, true)), Some((10, 8)));
    assert_eq!(*p.shows("terrain.11", &shoots(Troop::Artillery, 100.0, true)), Some((11, 8)));
    assert_eq!(shoots(Troop::Rifles, 100.1, true), None);
}

#[test]
fn equally_near_within_a_pace_is_a_choice_for_the_owner() {
    let choice = |more: f64| {
        let mut d = Drill::new();
        reserves(&mut d);
        d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1100.0, 1280.0, 0.0);
        d.b(Troop::Rifles, 1300.0, 1280.0 + more, 0.0);
        let b = Battle::drill(phase(d, Phase::Shooting), []);
        match awaits(&b).1 {
            Awaits::Call { targets } => targets.len(),
            Awaits::Shoot { .. } => 1,
            _ => 0,
        }
    };
    assert_eq!(choice(0.0), 2);
    assert_eq!(choice(1.0), 2);
    assert_eq!(choice(1.1), 1);
}

#[test]
fn a_commander_under_fire() {
    let _p = proves!("results.10");
    let fate = |dice: [u8; 2]| {
        let mut d = Drill::new();
        reserves(&mut d);
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let c = d.b(Troop::Commander, 1200.0, 1300.0, 180.0);
        let mut b = Battle::drill(phase(d, Phase::Shooting), [dice[0], dice[1], 3]);
        shoot(&mut b, Side::A, a, &[]);
        b.dice_used_up().unwrap();
        let e = &b.field()[c];
        (e.fate, front(b.field(), c), e.base.dir.y)
    };
    // 4 against 4, no bonus for a mounted target. 5 to 10 is half.
    assert_eq!(fate([6, 1]).0, Fate::Destroyed);
    // 10 to 6: it flees 500 p straight away from A's centre, its back to the enemy. Turned about in its footprint its
    // front is at 1460, then 500 p on.
    assert_eq!(fate([6, 2]), (Fate::OnTable, (1200.0, 1960.0), 1.0));
    assert_eq!(fate([3, 3]), (Fate::OnTable, (1200.0, 1300.0), -1.0));
    assert_eq!(fate([1, 6]), (Fate::OnTable, (1200.0, 1300.0), -1.0));
}

#[test]
fn every_line_of_the_shooting_results_in_play() {
    let p =
        proves!("results.1", "results.2", "results.3", "results.4", "results.6", "results.7", "results.8");
    // The target looks away unless it cannot shoot anyway; rifles or others shoot from its front line's far side.
    let outcome = |by: Troop, target: Troop, dice: [u8; 2]| {
        let mut d = Drill::new();
        reserves(&mut d);
        let a = d.a(by, 1200.0, 1000.0, 0.0);
        // Facing east: it neither shoots nor gives flank fire, since A is partly before its front line.
        let t = d.b(target, 1210.0, 1280.0, 90.0);
        let mut b = Battle::drill(phase(d, Phase::Shooting), [dice[0], dice[1], 3]);
        shoot(&mut b, Side::A, a, &[]);
        b.dice_used_up().unwrap();
        (totals(&b)[0], b.field()[t].fate, front(b.field(), t).0)
    };
    use Fate::{Destroyed, OnTable};
    // Line infantry: 9 to 5 recoils 80 p, 10 to 5 is destroyed.
    assert_eq!(
        p.shows("results.1", outcome(Troop::Rifles, Troop::Muskets, [5, 1])),
        ((9, 5), OnTable, 1130.0)
    );
    assert_eq!(
        p.shows("results.8", outcome(Troop::Rifles, Troop::Muskets, [6, 1])),
        ((10, 5), Destroyed, 1210.0)
    );
    // Halved by artillery: only in close combat is that milder. Guns are 200 p away: +1.
    assert_eq!(outcome(Troop::Artillery, Troop::Rifles, [5, 1]), ((10, 5), Destroyed, 1210.0));
    // Dismounted cavalry.
    assert_eq!(outcome(Troop::Rifles, Troop::Dismounted, [1, 2]), ((5, 4), OnTable, 1130.0));
    assert_eq!(outcome(Troop::Rifles, Troop::Dismounted, [4, 2]), ((8, 4), Destroyed, 1210.0));
    // Jaeger: recoil; halved they flee 300 p westward, from Jaeger and dismounted they are destroyed.
    assert_eq!(
        p.shows("results.2", outcome(Troop::Rifles, Troop::Jaeger, [1, 2])),
        ((5, 4), OnTable, 1130.0)
    );
    assert_eq!(p.shows("results.7", outcome(Troop::Rifles, Troop::Jaeger, [4, 2])), ((8, 4), OnTable, 830.0));
    assert_eq!(outcome(Troop::Jaeger, Troop::Jaeger, [6, 2]), ((8, 4), Destroyed, 1210.0));
    assert_eq!(outcome(Troop::Dismounted, Troop::Jaeger, [6, 2]), ((8, 4), Destroyed, 1210.0));
    // Cavalry: +1 for a mounted target; recoils 120 p, halved it is destroyed whoever shoots.
    assert_eq!(
        p.shows("results.3", outcome(Troop::Rifles, Troop::Cavalry, [2, 1])),
        ((7, 4), OnTable, 1090.0)
    );
    assert_eq!(
        p.shows("results.6", outcome(Troop::Rifles, Troop::Cavalry, [3, 1])),
        ((8, 4), Destroyed, 1210.0)
    );
    assert_eq!(outcome(Troop::Jaeger, Troop::Cavalry, [5, 1]), ((8, 4), Destroyed, 1210.0));
    // Artillery: has 4 under fire; beaten without effect, halved destroyed.
    assert_eq!(
        p.shows("results.4", outcome(Troop::Rifles, Troop::Artillery, [5, 1])),
        ((9, 5), OnTable, 1210.0)
    );
    assert_eq!(outcome(Troop::Rifles, Troop::Artillery, [6, 1]), ((10, 5), Destroyed, 1210.0));
}

#[test]
fn every_line_of_the_close_combat_results_in_play() {
    let p =
        proves!("results.1", "results.2", "results.3", "results.4", "results.6", "results.7", "results.8");
    // B has come into contact, so that A's cavalry does not charge unless it is A's doing.
    let outcome = |winner: Troop, loser: Troop, heavy: bool, dice: [u8; 2]| {
        let mut d = Drill::new();
        reserves(&mut d);
        let a = d.a(winner, 1200.0, 1000.0, 0.0);
        let t = d.b(loser, 1200.0, 1000.0, 180.0);
        if heavy {
            // Under the loser alone.
            d.oval(Feature::Marsh, 1200.0, 1100.0, 300.0, 180.0, 90.0);
        }
        let mut f = phase(d, Phase::CloseCombat);
        f.engagements[0].rounds = 1;
        let b = Battle::drill(f, [dice[0], dice[1], 3]);
        b.dice_used_up().unwrap();
        assert!(b.field()[a].on_table());
        (totals(&b)[0], b.field()[t].fate, front(b.field(), t).1)
    };
    use Fate::{Destroyed, OnTable};
    assert_eq!(
        p.shows("results.1", outcome(Troop::Rifles, Troop::Rifles, false, [5, 1])),
        ((9, 5), OnTable, 1080.0)
    );
    assert_eq!(
        p.shows("results.8", outcome(Troop::Rifles, Troop::Rifles, false, [6, 1])),
        ((10, 5), Destroyed, 1000.0)
    );
    // Halved by artillery in close combat: only a recoil. 4 - 2 in the marsh + 1 to 2 + 4.
    assert_eq!(outcome(Troop::Artillery, Troop::Rifles, true, [4, 1]), ((6, 3), OnTable, 1080.0));
    assert_eq!(outcome(Troop::Artillery, Troop::Dismounted, false, [4, 1]), ((6, 3), OnTable, 1080.0));
    // Jaeger: destroyed by mounted in good going, recoil in heavy (the mounted has -2 there).
    assert_eq!(
        p.shows("results.2", outcome(Troop::Cavalry, Troop::Jaeger, false, [1, 1])),
        ((4, 3), Destroyed, 1000.0)
    );
    assert_eq!(outcome(Troop::Cavalry, Troop::Jaeger, true, [4, 2]), ((5, 4), OnTable, 1080.0));
    assert_eq!(outcome(Troop::Cavalry, Troop::Jaeger, false, [5, 2]), ((8, 4), Destroyed, 1000.0));
    assert_eq!(
        p.shows("results.7", outcome(Troop::Cavalry, Troop::Jaeger, true, [5, 1])),
        ((6, 3), OnTable, 1380.0)
    );
    assert_eq!(outcome(Troop::Rifles, Troop::Jaeger, false, [2, 3]), ((6, 5), OnTable, 1080.0));
    assert_eq!(outcome(Troop::Rifles, Troop::Jaeger, false, [2, 1]), ((6, 3), OnTable, 1380.0));
    assert_eq!(outcome(Troop::Jaeger, Troop::Jaeger, false, [4, 1]), ((6, 3), Destroyed, 1000.0));
    // Cavalry: recoils 120 p; halved by foot it flees 400 p, in heavy going, by mounted or by guns it is destroyed.
    assert_eq!(
        p.shows("results.3", outcome(Troop::Rifles, Troop::Cavalry, false, [1, 1])),
        ((5, 4), OnTable, 1120.0)
    );
    assert_eq!(
        p.shows("results.6", outcome(Troop::Rifles, Troop::Cavalry, false, [4, 1])),
        ((8, 4), OnTable, 1520.0)
    );
    assert_eq!(outcome(Troop::Rifles, Troop::Cavalry, true, [4, 1]), ((8, 2), Destroyed, 1000.0));
    assert_eq!(outcome(Troop::Cavalry, Troop::Cavalry, false, [5, 1]), ((8, 4), Destroyed, 1000.0));
    assert_eq!(outcome(Troop::Artillery, Troop::Cavalry, false, [6, 1]), ((8, 4), Destroyed, 1000.0));
    // Artillery: destroyed in contact even if only beaten; halved by artillery it would recoil, but guns attack nobody.
    assert_eq!(
        p.shows("results.4", outcome(Troop::Jaeger, Troop::Artillery, false, [2, 1])),
        ((4, 3), Destroyed, 1000.0)
    );
    assert_eq!(outcome(Troop::Rifles, Troop::Artillery, false, [2, 1]), ((6, 3), Destroyed, 1000.0));
}

#[test]
fn who_is_destroyed_is_lost_to_his_command() {
    let _p = proves!("dba.38");
    let mut d = Drill::new();
    reserves(&mut d);
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let t = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let b = Battle::drill(phase(d, Phase::CloseCombat), [6, 1, 3]);
    b.dice_used_up().unwrap();
    assert_eq!(b.field().army(Side::B).commands[0].lost, 1);
    let lost = |e: &&bbdba_acw::Event| matches!(e.kind, EventKind::Lost { element, .. } if element == t);
    assert_eq!(b.events().iter().find(lost).map(|e| e.clause.id()), Some("dba.38"));
}

#[test]
fn whom_a_result_brought_together_fights_from_the_next_turn_on() {
    let _p = proves!("dba.58");
    let mut d = Drill::new();
    reserves(&mut d);
    let rider = d.a(Troop::Cavalry, 1000.0, 1000.0, 0.0);
    let foe = d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    for x in [1400.0, 1800.0] {
        d.a(Troop::Rifles, x, 1000.0, 0.0);
        d.b(Troop::Rifles, x, 1000.0, 180.0);
    }
    let mut b = Battle::drill(phase(d, Phase::CloseCombat), [5, 1]);
    b.answer(Side::A, Answer::Fight { element: rider, against: el(foe) }).unwrap();
    // The foe recoiled, and the cavalry followed him: they stand front to front again.
    assert_eq!(front(b.field(), foe), (1000.0, 1080.0));
    assert_eq!(b.field().front_opponent(rider), Some(foe));
    let again = b.answer(Side::A, Answer::Fight { element: rider, against: el(foe) }).unwrap_err();
    assert_eq!(again.clause.map(umpire::Clause::id), Some("dba.58"));
    b.dice_used_up().unwrap();
}

// ------------------------------------------------------------------ camps

#[test]
fn a_camp_is_silenced_plundered_and_retaken() {
    let _p = proves!("dba.36");
    let mut d = Drill::new();
    reserves(&mut d);
    d.camp(Side::B, 1900.0, 320.0, 160.0);
    let guns = d.a(Troop::Artillery, 1900.0, 1900.0, 0.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [6, 1, 3]);
    // 340 p away: no close range, and the camp does not reach so far. 4 - 1 + 6 to 2 + 1.
    shoot(&mut b, Side::A, guns, &[]);
    assert_eq!(totals(&b), [(9, 3)]);
    let state = |b: &Battle| b.field().army(Side::B).camp.as_ref().map(|c| c.state);
    assert_eq!(state(&b), Some(CampState::Silenced));
    assert!(
        bbdba_acw::shooting::targets(b.field(), el(guns)).is_empty(),
        "a silenced camp is no target any more"
    );
    b.dice_used_up().unwrap();
}

#[test]
fn a_camp_fights_one_attacker_a_phase() {
    let _p = proves!("dba.36");
    let mut d = Drill::new();
    reserves(&mut d);
    d.camp(Side::B, 1900.0, 320.0, 160.0);
    let a1 = d.a(Troop::Rifles, 1820.0, 2240.0, 0.0);
    let a2 = d.a(Troop::Cavalry, 1980.0, 2240.0, 0.0);
    d.a(Troop::Rifles, 1820.0, 2160.0, 0.0);
    let f = phase(d, Phase::CloseCombat);
    // 4 + 1 for the rifles behind + 5 against 2 + 2 + 1: exactly half.
    let mut b = Battle::drill(f.clone(), [5, 1, 3]);
    b.answer(Side::A, Answer::Fight { element: a1, against: Target::Camp(Side::B) }).unwrap();
    assert_eq!(totals(&b), [(10, 5)], "one combat, although two stand at the camp");
    assert_eq!(b.field().army(Side::B).camp.as_ref().map(|c| c.state), Some(CampState::Plundered));
    b.dice_used_up().unwrap();
    // Cavalry: no charge against a camp, 3 against 3 + 2. Halved by the camp, which is foot, it flees 400 p.
    let mut b = Battle::drill(f, [1, 3, 3]);
    b.answer(Side::A, Answer::Fight { element: a2, against: Target::Camp(Side::B) }).unwrap();
    assert_eq!(totals(&b), [(4, 8)]);
    assert_eq!(front(b.field(), a2), (1980.0, 1720.0));
    b.dice_used_up().unwrap();
}

#[test]
fn a_bank_helps_once_the_river_is_known() {
    let _p = proves!("melee-mod.4");
    let total = |nature: Option<Nature>, x: f64| {
        let mut d = Drill::new();
        reserves(&mut d);
        d.river(&[(0.0, 950.0), (2400.0, 950.0)], 100.0);
        d.road(&[(400.0, 0.0), (400.0, 2400.0)], 120.0);
        // A has come through the bed; B stands on land with its front on the bank.
        d.a(Troop::Rifles, x, 1000.0, 0.0);
        d.b(Troop::Rifles, x, 1000.0, 180.0);
        let mut f = phase(d, Phase::CloseCombat);
        f.rivers[0].nature = nature;
        let b = Battle::drill(f, [2, 2, 3]);
        b.dice_used_up().ok();
        totals(&b)[0]
    };
    assert_eq!(total(None, 1200.0), (6, 6), "nobody knows the river yet");
    assert_eq!(total(Some(Nature::Shallow), 1200.0), (6, 6));
    assert_eq!(total(Some(Nature::Ordinary), 1200.0), (6, 7));
    assert_eq!(total(Some(Nature::Torrent), 1200.0), (6, 7));
    assert_eq!(total(Some(Nature::Torrent), 400.0), (6, 6), "by the bridge");
}

#[test]
fn a_camp_shoots_back_with_its_ammunition() {
    let _p = proves!("dba.28");
    let volley = |gap: f64, shots: [u8; 2]| {
        let mut d = Drill::new();
        reserves(&mut d);
        d.camp(Side::B, 2000.0, 320.0, 160.0);
        let a = d.a(Troop::Rifles, 2000.0, 2240.0 - gap, 0.0);
        let mut f = phase(d, Phase::Shooting);
        f.army_mut(Side::B).camp.as_mut().unwrap().shots = shots;
        let mut b = Battle::drill(f, [1, 6, 3]);
        if matches!(awaits(&b).1, Awaits::Call { .. }) {
            b.answer(Side::B, Answer::Call { target: Target::Camp(Side::B) }).unwrap();
        }
        shoot(&mut b, Side::A, a, &[]);
        b.dice_used_up().unwrap();
        let camp = b.field().army(Side::B).camp.clone().unwrap();
        (totals(&b)[0], front(b.field(), a).1 + gap - 2240.0, camp.shots)
    };
    // 4 - 1 + 1 against 2 + 6: halved, but at 301 p the camp does not reach back.
    assert_eq!(volley(301.0, [3, 3]), ((4, 8), 0.0, [3, 3]));
    // A tie would do as well; here the camp's last enemy-turn shot is spent, and A is destroyed where it stood.
    assert_eq!(volley(300.0, [3, 1]), ((4, 8), 0.0, [3, 0]));
    // Without ammunition for this phase A is safe.
    assert_eq!(volley(300.0, [3, 0]), ((4, 8), 0.0, [3, 0]));
}

#[test]
fn fronts_that_do_not_match_do_not_fight_but_may_shoot() {
    let _p = proves!("dba.17");
    let bouts = |aside: f64| {
        let mut d = Drill::new();
        reserves(&mut d);
        d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0 + aside, 1000.0, 180.0);
        let f = phase(d, Phase::Shooting);
        let mut b = Battle::drill(f, [3, 3, 4]);
        let may_shoot = matches!(awaits(&b).1, Awaits::Call { .. });
        while let (side, Awaits::Call { targets }) = awaits(&b) {
            b.answer(side, Answer::Call { target: targets[0] }).unwrap();
            let side = awaits(&b).0;
            b.answer(side, Answer::HoldFire).unwrap();
        }
        while let (side, Awaits::Shoot { .. }) = awaits(&b) {
            b.answer(side, Answer::HoldFire).unwrap();
        }
        (may_shoot, totals(&b).len())
    };
    assert_eq!(bouts(0.0), (false, 1));
    assert_eq!(bouts(1.0), (false, 1), "one pace still matches");
    assert_eq!(bouts(1.1), (true, 0));
    assert_eq!(bouts(40.0), (true, 0));
}

#[test]
fn cavalry_follows_who_recoils_from_stray_fire() {
    let _p = proves!("ricochet.1");
    let mut d = Drill::new();
    reserves(&mut d);
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    // A's cavalry has ridden in between B's two ranks and fights the second, whose front is 130 p behind the first.
    let shot_at = d.b(Troop::Rifles, 1200.0, 1100.0, 180.0);
    let behind = d.b(Troop::Rifles, 1200.0, 1310.0, 180.0);
    let cav = d.a(Troop::Cavalry, 1200.0, 1310.0, 0.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [6, 1, 3]);
    call(&mut b, shot_at);
    shoot(&mut b, Side::A, a, &[]);
    assert_eq!(totals(&b), [(10, 5)], "one combat: what the follow-up met is fought only in the next turn");
    assert_eq!(b.field()[shot_at].fate, Fate::Destroyed);
    // Stray fire drives the second rank 80 p back; the cavalry follows at once, until it meets it again.
    assert_eq!(front(b.field(), behind), (1200.0, 1390.0));
    assert_eq!(front(b.field(), cav), (1200.0, 1390.0));
    assert_eq!(b.field().engagement(cav, behind).map(|x| (x.attacker, x.rounds)), Some((cav, 0)));
    b.dice_used_up().unwrap();
}

#[test]
fn overlaps_by_the_flank_edge_face_any_way() {
    let _p = proves!("dba.18");
    let total = |put: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        reserves(&mut d);
        d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        put(&mut d);
        let b = Battle::drill(phase(d, Phase::CloseCombat), [3, 3, 2]);
        totals(&b)[0]
    };
    assert_eq!(total(&|_| {}), (7, 7));
    // Level beside A, corner to corner.
    assert_eq!(
        total(&|d| {
            d.a(Troop::Jaeger, 1360.0, 1000.0, 0.0);
        }),
        (7, 6)
    );
    // Turned about, its rear corner at the same place: no overlap by the corner, and no flank edge touches.
    assert_eq!(
        total(&|d| {
            d.a(Troop::Jaeger, 1360.0, 920.0, 180.0);
        }),
        (7, 7)
    );
    // Beyond B's front line, flank along flank, facing either way.
    assert_eq!(
        total(&|d| {
            d.a(Troop::Jaeger, 1360.0, 1040.0, 0.0);
        }),
        (7, 6)
    );
    assert_eq!(
        total(&|d| {
            d.a(Troop::Jaeger, 1360.0, 1000.0, 180.0);
        }),
        (7, 6)
    );
    // Guns overlap where they stand, commanders never. One on each side counts.
    assert_eq!(
        total(&|d| {
            d.a(Troop::Artillery, 1360.0, 1000.0, 0.0);
        }),
        (7, 6)
    );
    assert_eq!(
        total(&|d| {
            d.a(Troop::Commander, 1320.0, 1040.0, 0.0);
        }),
        (8, 7),
        "it touches its friend: +1"
    );
    let both = |d: &mut Drill| {
        d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
        d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
    };
    assert_eq!(total(&both), (7, 5));
    // Two on one side count once.
    let twice = |d: &mut Drill| {
        d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
        d.a(Troop::Rifles, 1360.0, 1080.0, 0.0);
    };
    assert_eq!(total(&twice), (7, 6));
}
