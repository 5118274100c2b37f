//! The order of things in a turn, with scripted dice that must be used up.

use bbdba_acw::battle::{Awaits, Battle, Reason};
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{CampState, Fate, Phase};
use bbdba_acw::order::{Against, Facet, Manner, MoveOrder, Step};
use bbdba_acw::{Answer, ElementId, EventKind, Field, Side, Target, Troop, proves};

fn phase(d: Drill, p: Phase) -> Field {
    let mut f = d.field();
    f.phase = p;
    f
}

fn awaits(b: &Battle) -> (Side, Awaits) {
    b.pending().first().cloned().expect("the battle waits for somebody")
}

fn el(id: ElementId) -> Target {
    Target::Element(id)
}

fn count(b: &Battle, is: impl Fn(&EventKind) -> bool) -> usize {
    b.events().iter().filter(|e| is(&e.kind)).count()
}

/// Two elements far from each other: nothing happens unless somebody moves.
fn far_apart() -> Drill {
    let mut d = Drill::new();
    d.a(Troop::Rifles, 400.0, 400.0, 0.0);
    d.b(Troop::Rifles, 2000.0, 2000.0, 180.0);
    d
}

#[test]
fn the_attacker_begins_and_turns_alternate() {
    let p = proves!("setup.6", "scale.5", "turn.1", "move.1", "dba.3");
    let f = phase(far_apart(), Phase::Setup);
    let before = f.bound;
    let mut b = Battle::drill(f, [4, 2, 5]);
    assert_eq!(*p.shows("setup.6", &awaits(&b)), (Side::A, Awaits::Move));
    assert_eq!(b.field().bound, before + 1);
    assert_eq!(*p.shows("move.1", &b.field().army(Side::A).commands[0].points), 4);
    assert!(b.answer(Side::B, Answer::EndMoves).is_err(), "B is the passive player");
    b.answer(Side::A, Answer::EndMoves).unwrap();
    // Nobody in range, nobody in contact: the turn is over and B rolls.
    assert_eq!(*p.shows("scale.5", &awaits(&b)), (Side::B, Awaits::Move));
    assert_eq!(p.shows("dba.3", b.field().army(Side::A).commands[0].points), 0, "unused points lapse");
    assert_eq!(b.field().army(Side::B).commands[0].points, 2);
    b.answer(Side::B, Answer::EndMoves).unwrap();
    assert_eq!(awaits(&b), (Side::A, Awaits::Move));
    let phases: Vec<_> = b
        .events()
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::PhaseBegins { phase } => Some(phase),
            _ => None,
        })
        .take(3)
        .collect();
    assert_eq!(*p.shows("turn.1", &phases), [Phase::Movement, Phase::Shooting, Phase::CloseCombat]);
    b.dice_used_up().unwrap();
}

#[test]
fn dice_are_handed_down_by_the_secret_ranking() {
    let _p = proves!("dice.2");
    let mut d = far_apart();
    d.next_command(Side::A);
    let second = d.a(Troop::Rifles, 800.0, 400.0, 0.0);
    d.next_command(Side::A);
    d.a(Troop::Rifles, 1200.0, 400.0, 0.0);
    let mut f = phase(d, Phase::Setup);
    // Third command highest, first lowest.
    f.army_mut(Side::A).ranking = Some(vec![2, 1, 0]);
    let mut g = f.clone();
    let b = Battle::drill(f, [3, 6, 1]);
    let points = |b: &Battle| b.field().army(Side::A).commands.iter().map(|c| c.points).collect::<Vec<_>>();
    assert_eq!(points(&b), [1, 3, 6]);
    b.dice_used_up().unwrap();
    // A command without elements rolls no die and the others keep their order.
    g.lose(second, Fate::Destroyed, umpire::Clause("dba.38"), &mut umpire::Log::Off);
    let b = Battle::drill(g, [2, 5]);
    assert_eq!(points(&b), [2, 0, 5]);
    b.dice_used_up().unwrap();
}

#[test]
fn the_ranking_lies_open_after_the_first_roll() {
    let _p = proves!("dice.2");
    let mut d = far_apart();
    d.next_command(Side::A);
    d.a(Troop::Rifles, 800.0, 400.0, 0.0);
    let b = Battle::drill(phase(d, Phase::Setup), [3, 6]);
    assert_eq!(count(&b, |k| matches!(k, EventKind::RankingRevealed { side: Side::A, .. })), 1);
    assert_eq!(count(&b, |k| matches!(k, EventKind::RankingRevealed { side: Side::B, .. })), 0);
    assert_eq!(b.field().army(Side::A).ranking, Some(vec![0, 1]));
}

#[test]
fn an_allied_command_keeps_its_own_die() {
    let _p = proves!("move.1");
    let mut d = far_apart();
    d.next_command(Side::A);
    d.a(Troop::Rifles, 800.0, 400.0, 0.0);
    let mut f = phase(d, Phase::Setup);
    f.army_mut(Side::A).commands[0].allied = true;
    f.army_mut(Side::A).ranking = Some(vec![1]);
    // First the ranked command's die, then the ally's.
    let b = Battle::drill(f, [6, 1]);
    let points: Vec<_> = b.field().army(Side::A).commands.iter().map(|c| c.points).collect();
    assert_eq!(points, [1, 6]);
    b.dice_used_up().unwrap();
}

#[test]
fn moves_go_on_until_the_points_are_spent() {
    let _p = proves!("move.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 400.0, 400.0, 0.0);
    let c = d.a(Troop::Rifles, 900.0, 400.0, 0.0);
    d.a(Troop::Commander, 650.0, 200.0, 0.0);
    d.b(Troop::Rifles, 650.0, 1400.0, 180.0);
    let mut f = phase(d, Phase::Movement);
    f.army_mut(Side::A).commands[0].points = 2;
    let mut b = Battle::drill(f, [3]);
    let order = |id, y| {
        let x = if id == a { 400.0 } else { 900.0 };
        Answer::Move(MoveOrder {
            elements: vec![id],
            how: Manner::Legs(vec![table::Pose { x, y, facing: 0.0 }]),
            dismount: false,
            with: vec![],
            against: None,
        })
    };
    b.answer(Side::A, order(a, 500.0)).unwrap();
    assert!(b.answer(Side::A, order(a, 520.0)).is_err(), "within 1200 p and not on a road: only once");
    assert_eq!(awaits(&b), (Side::A, Awaits::Move));
    b.answer(Side::A, order(c, 500.0)).unwrap();
    // The last point is spent: the phase ends by itself and B's turn begins.
    assert_eq!(awaits(&b).0, Side::B);
    b.dice_used_up().unwrap();
}

#[test]
fn the_passive_player_calls_and_the_owner_names_the_shooters() {
    let _p = proves!("turn.1");
    let mut d = Drill::new();
    let (a1, a2, a3) = (
        d.a(Troop::Rifles, 1000.0, 1000.0, 0.0),
        d.a(Troop::Rifles, 1160.0, 1000.0, 0.0),
        d.a(Troop::Rifles, 1320.0, 1000.0, 0.0),
    );
    let b1 = d.b(Troop::Rifles, 1160.0, 1300.0, 180.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [6, 1, 3]);
    // A is active, so B calls; there is one target on each side.
    let (side, Awaits::Call { targets }) = awaits(&b) else { panic!() };
    assert_eq!(side, Side::B);
    assert!(targets.contains(&el(b1)));
    assert!(b.answer(Side::B, Answer::Call { target: Target::Camp(Side::A) }).is_err());
    b.answer(Side::B, Answer::Call { target: el(b1) }).unwrap();
    let (side, Awaits::Shoot { shooters, .. }) = awaits(&b) else { panic!() };
    assert_eq!((side, shooters.len()), (Side::A, 3));
    let bad = Answer::Shoot { main: el(a2), with: vec![a2] };
    assert!(b.answer(Side::A, bad).is_err(), "nobody shoots twice");
    assert!(b.answer(Side::A, Answer::Shoot { main: el(b1), with: vec![] }).is_err());
    // Three rifles with +4 against rifles with +4 - 2: 10 to 3, destroyed.
    b.answer(Side::A, Answer::Shoot { main: el(a2), with: vec![a1, a3] }).unwrap();
    assert_eq!(b.field()[b1].fate, Fate::Destroyed);
    // B has nobody left: beaten, no further die but the two.
    assert_eq!(b.ended().map(|e| (e.winner, e.reason)), Some((Some(Side::A), Reason::Losses)));
    let mut dice = b.dice_used_up();
    assert_eq!(dice, Err(umpire::DiceError::TooMany { given: 3, used: 2 }), "only two dice are rolled");
    dice = Ok(());
    dice.unwrap();
}

#[test]
fn holding_fire_closes_a_target() {
    let _p = proves!("shooting.2");
    let mut d = Drill::new();
    d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    // Facing away: it cannot shoot, so there is only one target.
    d.b(Troop::Rifles, 1000.0, 1300.0, 0.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [2]);
    assert!(matches!(awaits(&b), (Side::A, Awaits::Shoot { .. })), "one target: nothing to call");
    b.answer(Side::A, Answer::HoldFire).unwrap();
    assert_eq!(awaits(&b).0, Side::B, "the turn goes on to B");
    assert_eq!(count(&b, |k| matches!(k, EventKind::Shooting { .. })), 0);
    b.dice_used_up().unwrap();
}

#[test]
fn return_fire_uses_the_targets_shot() {
    let _p = proves!("dba.28");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let t = d.b(Troop::Rifles, 1000.0, 1300.0, 180.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [3, 3, 4]);
    b.answer(Side::B, Answer::Call { target: el(t) }).unwrap();
    b.answer(Side::A, Answer::Shoot { main: el(a), with: vec![] }).unwrap();
    // A tie. The target has shot back, so nobody is left to shoot and B's turn begins.
    assert_eq!(awaits(&b), (Side::B, Awaits::Move));
    assert_eq!(count(&b, |k| matches!(k, EventKind::Shooting { .. })), 1);
    b.dice_used_up().unwrap();
}

#[test]
fn the_active_player_picks_the_order_of_close_combats() {
    let _p = proves!("turn.1");
    let mut d = Drill::new();
    let a1 = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
    let b1 = d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    let b2 = d.b(Troop::Rifles, 1160.0, 1000.0, 180.0);
    for _ in 0..4 {
        d.a(Troop::Rifles, 200.0, 200.0, 0.0);
        d.b(Troop::Rifles, 2200.0, 2200.0, 180.0);
    }
    // b2 beaten first, 9 to 5: it recoils and a2 then overlaps b1, 4 + 3 against 4 - 1 + 4.
    let mut b = Battle::drill(phase(d, Phase::CloseCombat), [5, 1, 3, 4, 2]);
    let (side, Awaits::Fight { bouts }) = awaits(&b) else { panic!() };
    assert_eq!((side, bouts.len()), (Side::A, 2));
    assert!(b.answer(Side::A, Answer::Fight { element: a1, against: el(b2) }).is_err());
    b.answer(Side::A, Answer::Fight { element: a2, against: el(b2) }).unwrap();
    let totals: Vec<_> = b
        .events()
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::CloseCombat { ruling, .. } => Some(serde_json::to_string(&ruling.totals).unwrap()),
            _ => None,
        })
        .collect();
    assert_eq!(totals, [r#"{"a":9,"b":5}"#, r#"{"a":7,"b":7}"#]);
    assert_eq!(b.field().front_opponent(a1), Some(b1), "a tie: they stay in contact");
    b.dice_used_up().unwrap();
}

#[test]
fn cavalry_follows_an_enemy_who_breaks_off() {
    let _p = proves!("impetuous.1");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let b1 = d.b(Troop::Cavalry, 1000.0, 1000.0, 180.0);
    let mut b = Battle::drill(phase(d, Phase::Movement), []);
    b.answer(
        Side::A,
        Answer::Move(MoveOrder {
            elements: vec![a],
            how: Manner::BreakOff,
            dismount: false,
            with: vec![],
            against: None,
        }),
    )
    .unwrap();
    assert_eq!(b.field()[a].base.pose().y, 800.0);
    assert_eq!(b.field()[b1].base.pose().y, 880.0, "120 p forward at once");
}

#[test]
fn a_third_lost_demoralises_and_more_than_half_loses() {
    let _p = proves!("victory.1");
    let lose = |n: usize| {
        let mut d = Drill::new();
        for i in 0..12 {
            d.a(Troop::Rifles, 100.0 + 170.0 * f64::from(i), 300.0, 0.0);
        }
        d.b(Troop::Rifles, 1200.0, 2300.0, 180.0);
        let mut f = phase(d, Phase::CloseCombat);
        let ids: Vec<_> = f.side(Side::A).map(|e| e.id).take(n).collect();
        for id in ids {
            f.lose(id, Fate::Destroyed, umpire::Clause("dba.38"), &mut umpire::Log::Off);
        }
        Battle::drill(f, [3])
    };
    assert!(!lose(3).field().army(Side::A).commands[0].demoralised);
    assert!(lose(4).field().army(Side::A).commands[0].demoralised);
    assert!(lose(6).ended().is_none(), "exactly half is not enough");
    let b = lose(7);
    assert_eq!(b.ended().map(|e| (e.winner, e.reason)), Some((Some(Side::B), Reason::Losses)));
    assert_eq!(b.field().phase, Phase::Over);
    assert!(b.pending().is_empty());
    assert_eq!(count(&b, |k| matches!(k, EventKind::SeedRevealed { .. })), 1);
}

#[test]
fn two_demoralised_commands_lose_the_battle() {
    let _p = proves!("victory.4");
    let mut d = Drill::new();
    let mut ids = Vec::new();
    for c in 0..3 {
        if c > 0 {
            d.next_command(Side::A);
        }
        for i in 0..6 {
            ids.push((
                c,
                d.a(Troop::Rifles, 100.0 + 170.0 * f64::from(i), 300.0 + 300.0 * f64::from(c), 0.0),
            ));
        }
    }
    d.b(Troop::Rifles, 1200.0, 2300.0, 180.0);
    let f = phase(d, Phase::CloseCombat);
    let with = |commands: &[i32]| {
        let mut f = f.clone();
        for c in commands {
            for (_, id) in ids.iter().filter(|(k, _)| k == c).take(2) {
                f.lose(*id, Fate::Left, umpire::Clause("dba.9"), &mut umpire::Log::Off);
            }
        }
        Battle::drill(f, [3])
    };
    assert!(with(&[0]).ended().is_none());
    assert_eq!(with(&[0, 2]).ended().map(|e| e.reason), Some(Reason::Demoralised));
}

#[test]
fn a_stormed_camp_counts_two_until_it_is_retaken() {
    let _p = proves!("victory.3");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 2240.0, 0.0);
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    for i in 0..5 {
        d.b(Troop::Rifles, 200.0 + 200.0 * f64::from(i), 600.0, 0.0);
    }
    d.a(Troop::Rifles, 2200.0, 300.0, 0.0);
    // Rifles 4 + 6 against a camp 2 + 2 + 1: halved, plundered.
    let mut f = phase(d, Phase::CloseCombat);
    let mut g = f.clone();
    let b = Battle::drill(f.clone(), [6, 1, 4]);
    assert_eq!(b.field().army(Side::B).camp.as_ref().unwrap().state, CampState::Plundered);
    b.dice_used_up().unwrap();
    assert!(b.ended().is_none(), "2 of 5 is not more than half");
    // With one element lost besides, 3 of 5 is.
    let lost = f.side(Side::B).next().unwrap().id;
    f.lose(lost, Fate::Destroyed, umpire::Clause("dba.38"), &mut umpire::Log::Off);
    assert_eq!(Battle::drill(f, [6, 1]).ended().map(|e| e.winner), Some(Some(Side::A)));
    // Retaken: an element of its owner alone in full front contact at the end of a turn.
    g.army_mut(Side::B).camp.as_mut().unwrap().state = CampState::Plundered;
    let back = g.side(Side::B).next().unwrap().id;
    let mut here = g.clone();
    here.set(back, g[a].base);
    let both = {
        let mut x = here.clone();
        x.set(a, g[a].base.moved(table::v2(-160.0, 0.0)));
        Battle::drill(x, [4])
    };
    assert_eq!(
        both.field().army(Side::B).camp.as_ref().unwrap().state,
        CampState::Plundered,
        "an enemy touches it"
    );
    here.set(a, g[a].base.moved(table::v2(-900.0, -1500.0)));
    let alone = Battle::drill(here, [4]);
    assert_ne!(alone.field().army(Side::B).camp.as_ref().unwrap().state, CampState::Plundered);
}

#[test]
fn a_camp_runs_out_of_ammunition() {
    let _p = proves!("camp.6");
    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    // Facing away: it does not shoot back.
    d.a(Troop::Cavalry, 1200.0, 2000.0, 180.0);
    d.b(Troop::Rifles, 100.0, 600.0, 0.0);
    let mut f = phase(d, Phase::Shooting);
    f.army_mut(Side::B).camp.as_mut().unwrap().shots = [3, 1];
    // A's turn: it is an enemy phase for the camp, with one shot left there. A tie: camp 3 + 1 for mounted + 3, cavalry 3 + 4.
    let mut b = Battle::drill(f.clone(), [3, 4, 2]);
    let (side, Awaits::Shoot { shooters, .. }) = awaits(&b) else { panic!("{:?}", b.pending()) };
    assert_eq!((side, shooters), (Side::B, vec![Target::Camp(Side::B)]));
    b.answer(Side::B, Answer::Shoot { main: Target::Camp(Side::B), with: vec![] }).unwrap();
    assert_eq!(b.field().army(Side::B).camp.as_ref().unwrap().shots, [3, 0]);
    b.dice_used_up().unwrap();
    f.army_mut(Side::B).camp.as_mut().unwrap().shots = [3, 0];
    let barred = bbdba_acw::shooting::may_shoot(&f, Target::Camp(Side::B)).unwrap_err();
    assert_eq!(barred.by.id(), "camp.6");
    let b = Battle::drill(f, [2]);
    assert_eq!(awaits(&b), (Side::B, Awaits::Move), "no shot left in enemy turns");
}

#[test]
fn a_refused_answer_changes_nothing() {
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let foe = d.b(Troop::Rifles, 1000.0, 1300.0, 180.0);
    let mut b = Battle::drill(phase(d, Phase::Movement), [1]);
    let before = format!("{:?}", b.field());
    for bad in [
        Answer::Call { target: el(foe) },
        Answer::HoldFire,
        Answer::Move(MoveOrder {
            elements: vec![foe],
            how: Manner::BreakOff,
            dismount: false,
            with: vec![],
            against: None,
        }),
        Answer::Move(MoveOrder {
            elements: vec![a],
            how: Manner::Group(vec![Step::Advance(1.0e9)]),
            dismount: true,
            with: vec![foe],
            against: Some(Against { foe: Target::Camp(Side::A), on: Facet::Rear }),
        }),
    ] {
        b.answer(Side::A, bad).unwrap_err();
        assert_eq!(format!("{:?}", b.field()), before);
    }
}
