//! Attacks in whole turns (chapter 07): break-in distance, fire before and after the shock roll, what follows it.

use crate::field_day;

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::event::{Event, Halt};
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::order::{Answer, Choice};
use chakoten_acw::troop::{Formation, Gun, Obstacle, State};
use chakoten_acw::unit::Fate;
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{done, find, last_turn, orders, show, stands, state, told_by, turn, turn_with, two_lines};

const NO: &[(&str, Choice)] = &[("surprised", Choice::No)];

fn generals(d: &mut Drill) {
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 90.0);
}

/// Two lines of 30 fronting each other.
fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = two_lines(gap);
    generals(&mut d);
    (d, a, b)
}

fn shocks(b: &Battle) -> Vec<(UnitId, UnitId)> {
    last_turn(b)
        .iter()
        .filter_map(|e| {
            if let EventKind::Shock { unit, target, .. } = e.kind { Some((unit, target)) } else { None }
        })
        .collect()
}

/// Why the unit halted, and by which clause.
fn halted(b: &Battle, u: UnitId) -> Option<(Halt, &'static str)> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why } if unit == u => Some((why, e.clause.id())),
        _ => None,
    })
}

fn place(b: &Battle, what: impl FnMut(&Event) -> bool) -> Option<usize> {
    last_turn(b).iter().position(what)
}

/// Plays the turn out, choosing by what is asked.
fn play(b: &mut Battle, mut choose: impl FnMut(&chakoten_acw::turn::Asked) -> Option<Choice>) {
    for _ in 0..200 {
        let Some((side, what)) = b.pending().first().cloned() else { return };
        match what {
            Awaits::Orders => return,
            Awaits::Staff => b.answer(side, Answer::Staff { moves: Vec::new() }).unwrap(),
            Awaits::Choices => {
                let asked = b.asked().unwrap().asked.clone();
                let given = asked
                    .iter()
                    .filter(|x| x.side == side)
                    .filter_map(|x| Some((x.key.clone(), choose(x)?)))
                    .collect();
                b.answer(side, Answer::Choices { choices: given }).unwrap();
            }
        }
    }
    panic!("the turn does not end");
}

#[test]
fn an_advance_becomes_an_attack_at_two_cm() {
    let p = proves!("07.01.2");
    // No attack was ordered: 7 - 2 is 5, LU for the attacker, who stands at 2 cm.
    let (d, a, e) = two(10.0);
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn_with(&mut b, &[("A1", "march")], &[], NO);
    state(&b, a, State::Slight);
    state(&b, e, State::Order);
    stands(&b, a, 100.0, 58.0);
    told_by(&p, &b, "07.01.2");
    done(&b);
    // Ordered, the same dice are 7: nothing, and it stands there too.
    let (d, a, _) = two(10.0);
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    state(&b, a, State::Order);
    stands(&b, a, 100.0, 58.0);
    done(&b);
}

#[test]
fn a_march_that_ends_at_two_cm_has_reached_it_and_one_short_of_it_has_not() {
    let _p = proves!("07.01.1");
    let (d, a, _) = two(10.0);
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn_with(&mut b, &[("A1", "march 8")], &[], NO);
    assert_eq!(shocks(&b).len(), 1);
    state(&b, a, State::Slight);
    done(&b);
    let (d, a, _) = two(10.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march 7.99")], &[]);
    assert!(shocks(&b).is_empty());
    stands(&b, a, 100.0, 57.99);
    // It was not attacked: nobody was asked to fire as surprised.
    assert!(find(&b, |e| matches!(e.kind, EventKind::Chose { .. }).then_some(())).is_none());
}

#[test]
fn an_enemy_to_the_side_is_not_attacked() {
    let p = proves!("play.advance");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    // 2.5 cm beside its way; he stands and does not attack either.
    let e = d.infantry(Side::B, 30, Formation::Line, 114.5, 56.0, 180.0);
    generals(&mut d);
    let mut f = d.field();
    let mut b = Battle::drill(f.clone(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, a, 100.0, 62.0);
    assert!(shocks(&b).is_empty());
    // Already level with it, a cm beside: the nearest point is not ahead.
    f[e].base.front = table::v2(113.0, 48.0);
    let mut b = Battle::drill(f.clone(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, a, 100.0, 62.0);
    assert!(shocks(&b).is_empty());
    // The same a little ahead of its way: it is attacked when his corner is 2 cm off, ahead.
    f[e].base.front = table::v2(113.0, 56.0);
    let mut b = Battle::drill(f, [3, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    assert_eq!(shocks(&b), [(a, e)]);
    stands(&b, a, 100.0, 56.0 - 3.0f64.sqrt());
    told_by(&p, &b, "play.advance");
    done(&b);
}

#[test]
fn no_attack_is_made_across_what_cannot_be_crossed() {
    let p = proves!("play.interrupt", "07.01.6.b");
    let (mut d, a, e) = two(10.0);
    d.line(LineKind::Wall, "wall", &[(60.0, 59.0), (140.0, 59.0)]);
    d.last_line().unwrap().obstacle = Obstacle::IV;
    let f = d.field();
    let mut b = Battle::drill(f.clone(), []);
    turn(&mut b, &[("A1", "attack: march")], &[]);
    stands(&b, a, 100.0, 59.0);
    assert!(shocks(&b).is_empty());
    assert!(matches!(told_by(&p, &b, "play.interrupt")[0].kind, EventKind::Halted { unit, .. } if unit == a));
    // The announced attack ran into it: LU at the end of the turn.
    state(&b, a, State::Slight);
    told_by(&p, &b, "07.01.6.b");
    state(&b, e, State::Order);
    // An advance that was no attack is not punished.
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "march")], &[]);
    state(&b, a, State::Order);
}

#[test]
fn too_few_figures_attack_without_order() {
    let p = proves!("03.03.5.a");
    let parts = |n: u16| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, n, Formation::Line, 100.0, 50.0, 0.0);
        let rest = d.infantry(Side::A, 30 - n, Formation::Line, 60.0, 50.0, 0.0);
        d.part_of(a, rest);
        d.infantry(Side::B, n, Formation::Line, 100.0, 60.0, 180.0);
        generals(&mut d);
        (d.field(), a)
    };
    // 15 of 30 is no more than half: it cannot be ordered to attack, and coming to 2 cm it attacks without order: 7 - 2.
    let (f, a) = parts(15);
    let mut b = Battle::drill(f, [3, 4]);
    let no = b.answer(Side::A, field_day::sheet(&[("A1", "attack: march")])).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("03.03.5.a"));
    turn_with(&mut b, &[("A1", "march")], &[], NO);
    state(&b, a, State::Slight);
    done(&b);
    // 16 are enough: 7, nothing.
    let (f, a) = parts(16);
    let mut b = Battle::drill(f, [3, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    state(&b, a, State::Order);
    told_by(&p, &b, "03.03.5.a");
    done(&b);
}

#[test]
fn a_third_of_the_horse_attacks_by_order() {
    let p = proves!("03.03.5.b");
    let parts = |n: u16| {
        let mut d = Drill::new();
        let a = d.cavalry(Side::A, n, Formation::Line, 100.0, 50.0, 0.0);
        let r = d.cavalry(Side::A, 30 - n, Formation::Line, 60.0, 50.0, 0.0);
        d.part_of(a, r);
        d.infantry(Side::B, 15, Formation::Line, 100.0, 70.0, 180.0);
        generals(&mut d);
        (d.field(), a)
    };
    // 6, +1 against other arms: 7, nothing; without order 5, LU.
    let (f, a) = parts(10);
    let mut b = Battle::drill(f, [3, 3]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    state(&b, a, State::Order);
    told_by(&p, &b, "03.03.5.b");
    done(&b);
    let (f, a) = parts(9);
    let mut b = Battle::drill(f, [3, 3]);
    assert!(b.answer(Side::A, field_day::sheet(&[("A1", "attack: march")])).is_err());
    turn_with(&mut b, &[("A1", "march")], &[], NO);
    state(&b, a, State::Slight);
    done(&b);
}

#[test]
fn an_advance_that_begins_within_two_cm_attacks_at_once() {
    let p = proves!("play.advance");
    let (d, a, e) = two(1.5);
    // 8: the enemy falls into LU; the advance goes on and touches.
    let mut b = Battle::drill(d.field(), [4, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    let at = find(&b, |e| matches!(e.kind, EventKind::Shock { .. }).then_some(e.clock));
    assert_eq!(at, Some(0.0));
    stands(&b, a, 100.0, 51.5);
    assert_eq!((b.field()[a].locked.as_slice(), b.field()[e].locked.as_slice()), (&[e][..], &[a][..]));
    // Touched when 1.5 cm of 12 are marched.
    let at = find(&b, |e| matches!(e.kind, EventKind::Contact { .. }).then_some(e.clock)).unwrap();
    assert!((at - 0.125).abs() < 1e-3, "{at}");
    told_by(&p, &b, "play.advance");
    done(&b);
}

#[test]
fn guns_and_disordered_units_halt_at_two_cm() {
    let p = proves!("07.01.4");
    let (mut d, a, _) = two(10.0);
    d.state(a, State::Disorder);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, a, 100.0, 58.0);
    assert_eq!(halted(&b, a), Some((Halt::BreakIn, "07.01.4")));
    told_by(&p, &b, "07.01.4");
    // A battery.
    let mut d = Drill::new();
    let g = d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, g, 100.0, 58.0);
    assert_eq!(halted(&b, g), Some((Halt::BreakIn, "07.01.4")));
    // A unit in LU attacks.
    let (mut d, a, _) = two(10.0);
    d.state(a, State::Slight);
    let mut b = Battle::drill(d.field(), [4, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    assert_eq!(shocks(&b).len(), 1);
    done(&b);
}

/// Two columns before a line, side by side, the second so much further off.
fn columns(first: f64, second: f64) -> (Drill, UnitId, UnitId, UnitId) {
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 97.0, 60.0 - first, 0.0);
    let c = d.infantry(Side::A, 24, Formation::AttackColumn, 103.0, 60.0 - second, 0.0);
    generals(&mut d);
    (d, a, c, e)
}

#[test]
fn a_unit_is_attacked_frontally_once_a_turn() {
    let p = proves!("07.01.5");
    let (d, a, c, _) = columns(6.0, 12.0);
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], NO);
    assert_eq!(shocks(&b).len(), 1);
    stands(&b, a, 97.0, 58.0);
    stands(&b, c, 103.0, 58.0);
    assert_eq!(halted(&b, c), Some((Halt::BreakIn, "07.01.5")));
    done(&b);
    // Next turn it can be attacked again.
    let (d, a, c, _) = columns(6.0, 12.0);
    let mut b = Battle::drill(d.field(), [3, 4, 3, 4]);
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], NO);
    turn_with(&mut b, &[("A2", "attack: march")], &[], NO);
    assert_eq!(shocks(&b), [(c, UnitId(0))]);
    let _ = a;
    told_by(&p, &b, "07.01.5");
    done(&b);
}

#[test]
fn an_announced_attack_that_fire_breaks_off_has_been_made() {
    let p = proves!("07.01.5");
    let (d, a, c, e) = columns(10.0, 14.0);
    // B fires at once at the nearer column: 5 elements at 10 cm, first fire +3, 5 ranks +3: 2 and 6 is 8, 5 men each:
    // one figure. The test: -1, dice 5 is -1: LU, and pinned. The other column then comes up and is stopped.
    let mut b = Battle::drill(d.field(), [1, 1, 1, 4]);
    turn(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[("B1", "fire")]);
    assert!(b.field()[a].pinned(b.field().turn));
    stands(&b, a, 97.0, 50.0);
    assert!(shocks(&b).is_empty());
    stands(&b, c, 103.0, 58.0);
    assert_eq!(halted(&b, c), Some((Halt::BreakIn, "07.01.5")));
    state(&b, e, State::Order);
    told_by(&p, &b, "07.01.5");
    done(&b);
}

#[test]
fn attacks_on_a_flank_are_not_limited() {
    let p = proves!("07.01.5");
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 54.0, 0.0);
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 116.0, 61.8, 270.0);
    generals(&mut d);
    // 7 for the first; 3 + 4 for the flank: both come to nothing.
    let mut b = Battle::drill(d.field(), [3, 4, 1, 2]);
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], NO);
    assert_eq!(shocks(&b), [(a, e), (c, e)]);
    state(&b, c, State::Order);
    told_by(&p, &b, "07.01.5");
    done(&b);
}

#[test]
fn a_charge_that_falls_short_disorders() {
    let _p = proves!("07.01.6.a");
    let (d, a, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack charge: march")], &[]);
    stands(&b, a, 100.0, 70.0);
    state(&b, a, State::Slight);
    // It comes at the end of the turn, without a pin.
    let at =
        find(&b, |e| matches!(e.kind, EventKind::StateChanged { .. }).then_some((e.clock, e.clause.id())));
    assert_eq!(at, Some((1.0, "07.01.6.a")));
    // An attack without the charge move may fall short.
    let (d, a, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack: march")], &[]);
    state(&b, a, State::Order);
    // One that is halted on the way is not punished: a friend with an order stands before it.
    let (mut d, a, _) = two(100.0);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack charge: march"), ("A2", "fire when any within 5")], &[]);
    state(&b, a, State::Order);
    stands(&b, a, 100.0, 57.0);
    // LU does not become worse.
    let (mut d, a, _) = two(100.0);
    d.state(a, State::Slight);
    d.unit(a).record.state_since = 1;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack charge: march")], &[]);
    state(&b, a, State::Slight);
}

#[test]
fn an_attacker_in_lu_that_is_not_pinned_goes_on() {
    let p = proves!("07.02.1");
    let (d, a, _) = two(20.0);
    // At 20 cm: 12 + 3 is 15, 6 men for 5 elements: one figure. -1 - 1: LU, too far to pin. At 2 cm: charge +1, LU -2.
    let mut b = Battle::drill(d.field(), [6, 6, 1, 4, 3, 4]);
    turn(&mut b, &[("A1", "attack charge: march")], &[("B1", "fire")]);
    state(&b, a, State::Slight);
    assert_eq!(shocks(&b).len(), 1);
    stands(&b, a, 100.0, 68.0);
    told_by(&p, &b, "07.02.1");
    done(&b);
}

#[test]
fn horse_in_lu_by_close_fire_turns_away() {
    let p = proves!("04.02.6");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 65.0, 180.0);
    generals(&mut d);
    // Exactly 15 cm, zone 2: horse +3, first fire +3: 8, 5 men each of 5: one figure; -1 - 1: LU.
    let mut b = Battle::drill(d.field(), [1, 1, 1, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire")]);
    state(&b, a, State::Slight);
    assert!(!b.field()[a].pinned(b.field().turn));
    let base = b.field()[a].base;
    assert!((base.pose().facing - 180.0).abs() < 1e-6, "{:?}", base.pose());
    // 30 cm, the whole turn; one of ten files has closed up.
    stands(&b, a, 100.0, 47.0 - 3.0 - 30.0);
    state(&b, e, State::Order);
    told_by(&p, &b, "04.02.6");
    done(&b);
    // From beyond 15 cm it goes on: zone 3, 5 + 6 is 11, 4 men each. At 2 cm 8 + 1 - 2 is 7: repelled, and away then.
    let mut d = Drill::new();
    d.cavalry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 65.2, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [2, 3, 1, 4, 4, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire")]);
    assert_eq!(shocks(&b).len(), 1);
    done(&b);
}

#[test]
fn repelled_horse_turns_away_from_other_arms_for_the_rest_of_the_turn() {
    let p = proves!("07.02.3.b");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    // 6 + 1 against other arms: 7. It stands at 58 when 8 of 30 cm are marched; 22 are left.
    let mut b = Battle::drill(d.field(), [3, 3]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    state(&b, a, State::Order);
    let base = b.field()[a].base;
    assert!((base.pose().facing - 180.0).abs() < 1e-6);
    // Its centre was at 55; about it the front is at 52.
    stands(&b, a, 100.0, 52.0 - 22.0);
    told_by(&p, &b, "07.02.3.b");
    done(&b);
    // Against horse it stands where it is: 4 + 3 against halted cavalry - 1 for Confederates.
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.cavalry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [2, 2]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    stands(&b, a, 100.0, 58.0);
    done(&b);
}

#[test]
fn fire_after_the_roll_strikes_repelled_horse_before_it_turns() {
    let p = proves!("07.02.2");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    // Repelled with 7. Then fire at 2 cm: horse +3, first fire +3: 2 and 6 is 8, 8 men each of 5: 40, two figures. -4 and no
    // -3 for the rear, for it still fronts the fire: dice 10 is +2: -2, LU.
    let mut b = Battle::drill(d.field(), [3, 3, 1, 1, 4, 6]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire after shock")]);
    state(&b, a, State::Slight);
    assert!((b.field()[a].base.pose().facing - 180.0).abs() < 1e-6);
    told_by(&p, &b, "07.02.2");
    done(&b);
}

fn fired(b: &Battle) -> Option<(f64, u32)> {
    find(b, |e| if let EventKind::Fired { cm, men, .. } = e.kind { Some((cm, men)) } else { None })
}

#[test]
fn fire_before_the_shock_roll_is_at_two_cm() {
    let p = proves!("07.02.2");
    let (d, a, _) = two(10.0);
    // Zone 1: 2 + 3 is 5, 6 men each of 5: 30, one figure. -1 + 0: LU, pinned: the attack is broken off.
    let mut b = Battle::drill(d.field(), [1, 1, 3, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire before shock")]);
    let (cm, men) = fired(&b).unwrap();
    assert!((cm - 2.0).abs() < 1e-3 && men == 30, "{cm} {men}");
    assert!(shocks(&b).is_empty());
    assert!(b.field()[a].pinned(b.field().turn + 1));
    stands(&b, a, 100.0, 58.0);
    done(&b);
    // It holds (+2): the roll is made.
    let (d, _, _) = two(10.0);
    let mut b = Battle::drill(d.field(), [1, 1, 5, 5, 3, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire before shock")]);
    assert_eq!(shocks(&b).len(), 1);
    told_by(&p, &b, "07.02.2");
    done(&b);
}

#[test]
fn fire_after_the_shock_roll_is_by_who_still_stands() {
    let p = proves!("07.02.2");
    let (d, a, e) = two(10.0);
    // 8: B falls into LU and fires so: 2 + 3 - 1 is 4, 5 men each: one figure; +2: it holds and goes on to contact.
    let mut b = Battle::drill(d.field(), [4, 4, 1, 1, 5, 5]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire after shock")]);
    let (cm, men) = fired(&b).unwrap();
    assert!((cm - 2.0).abs() < 1e-3 && men == 25, "{cm} {men}");
    let roll = place(&b, |e| matches!(e.kind, EventKind::Shock { .. }));
    assert!(roll < place(&b, |e| matches!(e.kind, EventKind::Fired { .. })));
    stands(&b, a, 100.0, 60.0);
    assert_eq!(b.field()[a].locked.as_slice(), [e]);
    told_by(&p, &b, "07.02.2");
    done(&b);
    // Pinned by it, the attacker does not advance.
    let (d, a, e) = two(10.0);
    let mut b = Battle::drill(d.field(), [4, 4, 1, 1, 3, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire after shock")]);
    stands(&b, a, 100.0, 58.0);
    assert!(b.field()[a].pinned(b.field().turn));
    state(&b, e, State::Slight);
    done(&b);
    // 11: B is in U and does not fire. It retires 6 cm; the attacker has 4 left.
    let (d, a, e) = two(10.0);
    let mut b = Battle::drill(d.field(), [5, 6]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire after shock")]);
    assert!(fired(&b).is_none());
    stands(&b, e, 100.0, 66.0);
    stands(&b, a, 100.0, 62.0);
    done(&b);
}

#[test]
fn a_defender_in_lu_that_keeps_it_stops_the_attack() {
    let p = proves!("08.02.3");
    let (mut d, a, e) = two(10.0);
    d.state(e, State::Slight);
    d.unit(e).record.state_since = 1;
    // 5 + 2 is 7.
    let mut b = Battle::drill(d.field(), [2, 3]);
    turn_with(&mut b, &[("A1", "attack: march 8, wheel right 10")], &[], NO);
    stands(&b, a, 100.0, 58.0);
    assert!(b.field()[a].base.pose().facing.abs() < 1e-6);
    state(&b, e, State::Slight);
    done(&b);
    // 6 + 2 is 8: no worse than before, but the attack goes on.
    let (mut d, a, e) = two(10.0);
    d.state(e, State::Slight);
    d.unit(e).record.state_since = 1;
    let mut b = Battle::drill(d.field(), [2, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    stands(&b, a, 100.0, 60.0);
    state(&b, e, State::Slight);
    told_by(&p, &b, "08.02.3");
    done(&b);
}

#[test]
fn a_won_roll_carries_the_advance_on_for_the_time_left() {
    let p = proves!("07.02.4.a");
    // Ordered 8 cm only: it goes on all the same.
    let (d, a, e) = two(10.0);
    let mut b = Battle::drill(d.field(), [4, 4]);
    turn_with(&mut b, &[("A1", "attack: march 8")], &[], NO);
    stands(&b, a, 100.0, 60.0);
    assert_eq!(b.field()[e].locked.as_slice(), [a]);
    done(&b);
    // Half a cm of march is left: no contact, the attack is over; next turn it rolls anew.
    let (d, a, e) = two(13.5);
    let mut b = Battle::drill(d.field(), [4, 4, 3, 5]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    stands(&b, a, 100.0, 62.0);
    assert!(b.field()[e].locked.is_empty());
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    assert_eq!(shocks(&b).len(), 1);
    stands(&b, a, 100.0, 63.5);
    told_by(&p, &b, "07.02.4.a");
    done(&b);
}

#[test]
fn overlapping_figures_wrap_the_flanks_within_their_march() {
    let _p = proves!("07.02.4.b");
    for (gap, round) in [(4.0, 16), (11.9, 0)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 50.0 + gap, 180.0);
        generals(&mut d);
        let mut b = Battle::drill(d.field(), [4, 4]);
        turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
        assert_eq!(b.field()[a].locked.len(), 1);
        assert_eq!(b.field()[a].wrapped, round, "{gap}");
        done(&b);
    }
}

#[test]
fn the_attacker_is_laid_flush() {
    let p = proves!("play.contact");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 98.0, 52.0, 20.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [4, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    let f = b.field();
    let facing = f[a].base.pose().facing;
    assert!(facing.abs() < 1e-6 || (facing - 360.0).abs() < 1e-6, "{facing}");
    assert!((f[a].base.front.y - 60.0).abs() < 1e-3);
    assert!(f.gap(&f[a], &f[e]) < 0.01 && f[a].base.rect().penetration(&f[e].base.rect()) < 0.01);
    told_by(&p, &b, "play.contact");
    done(&b);
}

#[test]
fn the_winner_may_turn_on_another_enemy() {
    let _p = proves!("07.02.5");
    let field = |charge: bool| {
        let mut d = Drill::new();
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        let o = d.infantry(Side::B, 30, Formation::Line, 113.0, 62.0, 180.0);
        let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 54.0, 0.0);
        generals(&mut d);
        let _ = charge;
        (d, a, e, o)
    };
    let (d, a, e, o) = field(false);
    // 12: B1 in U. Turned on B2: 4, whatever the outflanking gives no more than 5: LU for itself, and no -2.
    let mut b = Battle::drill(d.field(), [6, 6, 2, 2]);
    orders(&mut b, &[("A1", "attack: march")], &[]);
    let mut turned = 0;
    play(&mut b, |x| {
        if x.key.starts_with("surprised") {
            return Some(Choice::No);
        }
        let t = x.offers.iter().find(|o| matches!(o, Choice::Target { .. }))?;
        turned += 1;
        Some(t.clone())
    });
    assert_eq!(turned, 1);
    assert_eq!(shocks(&b), [(a, e), (a, o)]);
    state(&b, a, State::Slight);
    done(&b);
    // Default: he pursues.
    let (d, a, e, _) = field(false);
    let mut b = Battle::drill(d.field(), [6, 6]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    assert_eq!(shocks(&b), [(a, e)]);
    done(&b);
    // In a charge no turn of more than 20 degrees: nothing is offered.
    let (d, a, e, _) = field(true);
    let mut b = Battle::drill(d.field(), [6, 6]);
    orders(&mut b, &[("A1", "attack charge: march")], &[]);
    play(&mut b, |x| {
        assert!(!x.key.starts_with("pursue"), "{x:?}");
        Some(Choice::No)
    });
    assert_eq!(shocks(&b), [(a, e)]);
}

#[test]
fn a_charge_that_has_changed_direction_turns_on_nobody_else() {
    let _p = proves!("07.02.5");
    // A column 4.8 cm wide before B1; B2 stands beside him, within a wheel of 20 degrees. Whoever has wheeled before, be it by one degree,
    // does not turn again. 10 and 200 % more is 12, U; with the charge 13, FU, and all who are left surrender.
    for (order, offered) in [
        ("attack charge: march", true),
        ("attack charge: wheel right 1, march", false),
        ("attack: wheel right 1, march", true),
    ] {
        let mut d = Drill::new();
        let e = d.infantry(Side::B, 9, Formation::Line, 100.0, 60.0, 180.0);
        d.infantry(Side::B, 30, Formation::Line, 111.0, 74.0, 180.0);
        let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 56.0, 0.0);
        generals(&mut d);
        let mut b = Battle::drill(d.field(), [5, 5]);
        orders(&mut b, &[("A1", order)], &[]);
        let mut asked = false;
        play(&mut b, |x| {
            asked |= x.key.starts_with("pursue");
            x.key.starts_with("surprised").then_some(Choice::No)
        });
        assert_eq!(asked, offered, "{order}");
        assert_eq!(shocks(&b), [(a, e)]);
        done(&b);
    }
}

#[test]
fn where_both_attack_the_initiative_decides_who_rolls() {
    let p = proves!("07.03.1");
    // Only A's attack is ordered: A rolls. 1 and 2, and +2 as B attacks without order: 5, A in LU. B's attack goes on.
    let (d, a, e) = two(14.0);
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn_with(&mut b, &[("A1", "attack: march")], &[("B1", "march")], NO);
    assert_eq!(shocks(&b).len(), 1);
    state(&b, a, State::Slight);
    state(&b, e, State::Order);
    stands(&b, a, 100.0, 56.0);
    stands(&b, e, 100.0, 56.0);
    assert_eq!(b.field()[a].locked.as_slice(), [e]);
    done(&b);
    // A charges, B's attack is ordered too: A rolls. 6 + 1: nothing; both stand at 2 cm.
    let (d, a, e) = two(33.0);
    let mut b = Battle::drill(d.field(), [3, 3]);
    turn_with(&mut b, &[("A1", "attack charge: march")], &[("B1", "attack: march")], NO);
    stands(&b, a, 100.0, 50.0 + 20.0 * 31.0 / 32.0);
    stands(&b, e, 100.0, 83.0 - 12.0 * 31.0 / 32.0);
    done(&b);
    // Neither is ordered: they dice for it, the tie again. B has it: 8 - 2 + 2, A in LU.
    let (d, a, e) = two(14.0);
    let mut b = Battle::drill(d.field(), [3, 3, 2, 4, 1, 1, 6, 6, 4, 4]);
    turn_with(&mut b, &[("A1", "march")], &[("B1", "march")], NO);
    state(&b, a, State::Slight);
    state(&b, e, State::Order);
    told_by(&p, &b, "07.03.1");
    done(&b);
}

#[test]
fn of_two_frontal_attacks_at_one_instant_one_goes_in() {
    let p = proves!("07.01.5");
    // By default the larger.
    let (d, a, c, e) = columns(8.0, 8.0);
    let f = d.field();
    let mut b = Battle::drill(f.clone(), [3, 4]);
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], NO);
    assert_eq!(shocks(&b), [(a, e)]);
    assert_eq!(halted(&b, c), Some((Halt::BreakIn, "07.01.5")));
    stands(&b, c, 103.0, 58.0);
    done(&b);
    // Or the other.
    let mut b = Battle::drill(f, [3, 4]);
    let pick = [("surprised", Choice::No), ("who attacks", Choice::Pick("A2".into()))];
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], &pick);
    assert_eq!(shocks(&b), [(c, e)]);
    told_by(&p, &b, "07.01.5");
    done(&b);
}

#[test]
fn a_unit_beaten_by_two_takes_the_worst_and_goes_once() {
    let p = proves!("play.shock-batch", "08.02.8");
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 52.0, 0.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 114.0, 61.8, 270.0);
    generals(&mut d);
    // At one instant: front 11, U; flank 9 + 4 is 13, FU. Prisoners by the dice of the second, 9: one for each of its
    // elements: 4 of its 6 files stand across the flank of two ranks and one more on either side, two ranks deep.
    let mut b = Battle::drill(d.field(), [5, 6, 4, 5, 1, 1]);
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], NO);
    assert_eq!(shocks(&b).len(), 2);
    state(&b, e, State::Complete);
    // One move, of a flight.
    let moves: Vec<_> = last_turn(&b)
        .iter()
        .filter(|x| matches!(x.kind, EventKind::Moved { unit, .. } if unit == e))
        .collect();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].clause.id(), "04.02.1");
    assert!(find(&b, |x| matches!(x.kind, EventKind::Prisoners { .. }).then_some(())).is_some());
    assert!(matches!(told_by(&p, &b, "play.shock-batch")[0].kind, EventKind::Shock { .. }));
    assert!(matches!(told_by(&p, &b, "08.02.8")[0].kind, EventKind::StateChanged { .. }));
    done(&b);
}

#[test]
fn the_attacked_flank_turns_two_companies() {
    let _p = proves!("07.04.5.a");
    let field = || {
        let mut d = Drill::new();
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        let c = d.infantry(Side::A, 30, Formation::AttackColumn, 116.0, 61.8, 270.0);
        generals(&mut d);
        (d, e, c)
    };
    // 5 + 4: LU.
    let (d, e, c) = field();
    let mut b = Battle::drill(d.field(), [2, 3]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    assert_eq!(b.field()[e].turned, 6);
    assert_eq!(b.field()[e].locked.as_slice(), [c]);
    // Its front stays.
    assert!((b.field()[e].base.pose().facing - 180.0).abs() < 1e-6);
    done(&b);
    let (d, e, _) = field();
    let mut b = Battle::drill(d.field(), [2, 3]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No), ("turn", Choice::No)]);
    assert_eq!(b.field()[e].turned, 0);
    // In U nobody turns: 8 + 4 is 12.
    let (d, e, _) = field();
    let mut b = Battle::drill(d.field(), [4, 4]);
    orders(&mut b, &[("A1", "attack: march")], &[]);
    play(&mut b, |x| {
        assert!(!x.key.starts_with("turn"));
        Some(Choice::No)
    });
    state(&b, e, State::Disorder);
}

#[test]
fn companies_that_turned_for_nothing_turn_back() {
    let p = proves!("07.04.5.a");
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    // 24.5 cm off: 2 cm are reached with half a cm left.
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 132.5, 61.8, 270.0);
    d.general(Side::A, 120.0, 40.0);
    d.general(Side::B, 100.0, 90.0);
    let mut b = Battle::drill(d.field(), [2, 3]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    assert!(b.field()[c].locked.is_empty());
    assert_eq!(b.field()[e].turned, 0);
    told_by(&p, &b, "07.04.5.a");
    done(&b);
}

#[test]
fn the_attacked_rear_faces_about() {
    let _p = proves!("07.04.5.b");
    for (yes, facing) in [(Choice::Yes, 0.0), (Choice::No, 180.0)] {
        let mut d = Drill::new();
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 70.0, 180.0);
        generals(&mut d);
        // 6 + 2: LU.
        let mut b = Battle::drill(d.field(), [3, 3]);
        turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No), ("turn", yes)]);
        let got = b.field()[e].base.pose().facing;
        assert!((got - facing).abs() < 1e-6, "{got}");
        assert_eq!(b.field()[a].locked.as_slice(), [e]);
        stands(&b, a, 100.0, 63.0);
        done(&b);
    }
}

#[test]
fn obstacles_and_works_count_as_they_lie_at_the_roll() {
    let p = proves!("XII.a");
    // A ditch between the two, obstacle I: 7 - 1 is 6; 6 - 1 is 5.
    for (y, dice, after) in [(59.0, [3, 3], State::Slight), (55.0, [3, 3], State::Order)] {
        let (mut d, a, _) = two(10.0);
        d.line(LineKind::Ditch, "ditch", &[(60.0, y), (140.0, y)]);
        let mut b = Battle::drill(d.field(), dice);
        turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
        // One that was crossed earlier does not count.
        state(&b, a, after);
        if after == State::Slight {
            told_by(&p, &b, "XII.a");
        }
        done(&b);
    }
    // A unit at work: +4.
    let (d, _, e) = two(10.0);
    let mut b = Battle::drill(d.field(), [2, 2]);
    turn_with(&mut b, &[("A1", "attack: march")], &[("B1", "work light fortification")], NO);
    state(&b, e, State::Slight);
    done(&b);
}

#[test]
fn wagons_are_taken_and_the_march_goes_on() {
    let _p = proves!("play.no-shock");
    let (mut d, a, _) = two(100.0);
    let w = d.wagon(Side::B, 100.0, 56.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    assert_eq!(b.field()[w].fate, Fate::Captured);
    stands(&b, a, 100.0, 62.0);
    assert!(shocks(&b).is_empty());
}

#[test]
fn a_unit_in_flight_is_met_without_a_shock_roll() {
    let p = proves!("08.04.4");
    // B fled last turn and is caught between two enemies: it flees from the nearer, halts 2 cm before the other, and those
    // who are so near give up.
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.state(e, State::Complete);
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 56.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 73.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[("A1", "march 5")], &[]);
    assert!(shocks(&b).is_empty());
    let gave =
        find(&b, |x| if let EventKind::Surrendered { figures, .. } = x.kind { Some(figures) } else { None });
    if gave != Some(15) {
        show(&b);
    }
    // The front rank, not the second, 1.5 cm further off.
    assert_eq!(gave, Some(15));
    assert_eq!((b.field()[e].figures, b.field()[e].losses.prisoners), (15, 15));
    stands(&b, a, 100.0, 61.0);
    told_by(&p, &b, "08.04.4");
    done(&b);
}

#[test]
fn an_attack_may_stop_at_an_enemy_in_flight() {
    let _p = proves!("play.no-shock");
    // He is held up by a pond and cannot get away: the column stops in contact, or goes through him and on.
    for (stop, y) in [(Choice::Yes, 54.2), (Choice::No, 75.0)] {
        let mut d = Drill::new();
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 54.0, 180.0);
        d.state(e, State::Complete);
        d.square(PatchKind::Lake, "pond", (105.0, 57.2), (107.0, 59.0));
        let a = d.infantry(Side::A, 30, Formation::AttackColumn, 97.0, 50.0, 0.0);
        generals(&mut d);
        let mut b = Battle::drill(d.field(), [1, 1]);
        turn_with(&mut b, &[("A1", "attack: march")], &[], &[("stop", stop)]);
        assert!(shocks(&b).is_empty());
        let at = b.field()[a].base.front.y;
        if (at - y).abs() > 0.01 {
            show(&b);
        }
        assert!((at - y).abs() < 0.01, "{at} {y}");
    }
}

#[test]
fn a_unit_shocked_into_flight_gives_up_prisoners() {
    let p = proves!("07.06.1");
    let (d, _, e) = two(10.0);
    // 12 + 1 for the charge: FU. By the dice, 12: two figures for each of the 5 elements that would fight. It flees; then its
    // attempt to reorganise fails.
    let mut b = Battle::drill(d.field(), [6, 6, 1, 1]);
    turn_with(&mut b, &[("A1", "attack charge: march")], &[], NO);
    state(&b, e, State::Complete);
    assert_eq!((b.field()[e].figures, b.field()[e].losses.prisoners), (20, 10));
    told_by(&p, &b, "07.06.1");
    done(&b);
    // Who throws himself into FU gives up nobody: 2 - 2 without order.
    let (d, a, _) = two(10.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1]);
    turn_with(&mut b, &[("A1", "march")], &[], NO);
    state(&b, a, State::Complete);
    assert_eq!(b.field()[a].losses.prisoners, 0);
    done(&b);
}

#[test]
fn a_lone_general_who_has_moved_is_taken() {
    let _p = proves!("07.06.3");
    use chakoten_acw::order::StaffMove;
    let field = || {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.general(Side::A, 100.0, 30.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
        let g = d.general(Side::B, 100.0, 60.0);
        (d.field(), a, g)
    };
    // He has his move still and flees (the default).
    let (f, a, g) = field();
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "march")], &[]);
    assert!(b.field()[g].present());
    stands(&b, a, 100.0, 62.0);
    // He moved at clock 0, a little: he is taken when the line is 2 cm off; the march goes on.
    let (f, a, g) = field();
    let mut b = Battle::drill(f, []);
    orders(&mut b, &[("A1", "march")], &[]);
    let go = StaffMove { who: "Bg1".into(), to: Some([101.0, 60.0]), join: None };
    field_day::play_out(&mut b, &[], &mut vec![(Side::B, go)]);
    assert!(!b.field()[g].present());
    stands(&b, a, 100.0, 62.0);
    // He chooses to stay and is taken too.
    let (f, _, g) = field();
    let mut b = Battle::drill(f, []);
    turn_with(&mut b, &[("A1", "march")], &[], &[("escape", Choice::No)]);
    assert!(!b.field()[g].present());
}
