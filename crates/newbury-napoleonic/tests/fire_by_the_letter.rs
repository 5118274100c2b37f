//! Fire read again by the letter: who of a unit in melee is shot at, who falls, muskets of gunners, crews that reorder and fire, two barrels,
//! what guns may load, what shot passes over, and the walls that are breached from the page.

use crate::judging::worth;
use crate::scene::*;
use desk::Rules;
use desk::board::{Act, Setting, Stroke};
use newbury_napoleonic::answer::{Answer, FireChoice, LegOrder, MoveOrder};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::troop::{Ammunition, Weapon};
use newbury_napoleonic::{Field, Side, proves};

/// Both sides write these orders, and the battle goes on to the question of fire.
fn until_fire(b: &mut Battle, a: Vec<MoveOrder>, n: Vec<MoveOrder>) {
    b.answer(Side::A, orders(a)).unwrap();
    b.answer(Side::B, orders(n)).unwrap();
    while !matches!(b.awaits(Side::A), Some(Awaits::Fire(_))) {
        let side = if b.awaits(Side::A).is_some() { Side::A } else { Side::B };
        let silence = b.silence(side).unwrap();
        b.answer(side, silence).unwrap();
    }
}

#[test]
fn those_of_a_unit_in_melee_who_do_not_fight_are_shot_at() {
    let p = proves!("14.4.a");
    // a1 fights the left end of n1 in column, or in line as many of n1 as it has before it; a4 stands before its right.
    let run = |a1: Formation, n1_files: u16| {
        let ready = || {
            let mut f = field();
            form(&mut f, "a1", a1);
            let n1 = id(&f, "n1");
            while f[n1].figures() > n1_files {
                let most = f[n1].companies.iter_mut().max_by_key(|c| c.figures).unwrap();
                most.figures -= 1;
            }
            f[n1].losses.start = f[n1].figures();
            put(&mut f, "n1", 100.0, 50.0, 180.0);
            let left = 100.0 - f[n1].base.width / 2.0;
            let half = f[id(&f, "a1")].base.width / 2.0;
            put(&mut f, "a1", left + half, 50.0, 0.0);
            let quarter = f[n1].base.width / 4.0;
            put(&mut f, "a4", 106.0 + quarter, 40.0, 0.0);
            f
        };
        // A first round after which they fight on.
        let fought = |x: u8, y: u8| {
            let mut dice = vec![x, y];
            dice.extend([3; 30]);
            let mut b = drill(ready(), dice);
            quiet(&mut b, vec![hold("a1"), hold("a4")], vec![hold("n1")]);
            crate::scene::thrown(&b, 2);
            let n1 = id(b.field(), "n1");
            b.play().fights(n1).then_some(b)
        };
        let all = (2..=5).flat_map(|x| (2..=5).map(move |y| (x, y)));
        let mut b = all.into_iter().find_map(|(x, y)| fought(x, y)).expect("a drawn round");
        quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
        let fires = |e: &&Event| e.event == Kind::Fires && e.pieces == ["a4", "n1"] && e.ruling.is_some();
        (b.events().iter().filter(fires).count(), told(&b, Kind::Fires, "14.4.a").len(), log(&b))
    };
    let (fires, by, all) = run(Formation::CompanyColumn, 24);
    assert_eq!((fires, by), (1, 1), "{all}");
    assert_eq!(p.shows("14.4.a", by), 1);
    // Here everybody fights, or stands beside one who does.
    let (fires, by, all) = run(Formation::Line, 18);
    assert_eq!((fires, by), (0, 0), "{all}");
}

#[test]
fn only_figures_in_arc_and_range_fall() {
    let p = proves!("20.2.b");
    // n1 stands in a long line away from a1, of which the first figures alone are within 24 cm.
    let run = |y: f64| {
        let mut f = field();
        let n1 = id(&f, "n1");
        let half = f[n1].base.width / 2.0;
        put(&mut f, "n1", 100.0, y + half, 270.0);
        f[n1].losses.carried = 150;
        let all = f[n1].figures();
        let mut b = drill(f, vec![3; 12]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        crate::scene::thrown(&b, 4);
        let fell = |e: &&Event| e.event == Kind::Loss && e.pieces == ["n1"] && e.step == 8;
        let loss: Vec<&Event> = b.events().iter().filter(fell).collect();
        assert_eq!(loss.len(), 1, "{}", log(&b));
        (all - b.field()[n1].figures(), loss[0].rests_on("20.2.b"), log(&b))
    };
    // From 20 cm on: 4 cm of it are 5 or 6 figures of 7.5 mm.
    let (fell, limited, told_all) = run(50.0);
    assert!(p.shows("20.2.b", limited) && (5..=6).contains(&fell), "{fell} {told_all}");
    // From 6 cm on all of them are.
    let (fell, limited, told_all) = run(36.0);
    assert!(!limited && fell >= 7, "{fell} {told_all}");
}

#[test]
fn gunners_fire_muskets_where_they_are_told_to() {
    let p = proves!("16.4.g", "5.5");
    let ready = || {
        let mut f = with_battery("");
        put(&mut f, "a5", 100.0, 40.0, 0.0);
        put(&mut f, "n1", 100.0, 52.0, 180.0);
        f
    };
    let muskets = || MoveOrder { muskets: true, unit: "a5".into(), ..MoveOrder::default() };
    let mut b = drill(ready(), [3]);
    quiet(&mut b, vec![muskets()], vec![hold("n1")]);
    used_up(&b);
    let volley = p.shows("16.4.g", told(&b, Kind::Fires, "16.4.g"));
    assert_eq!(volley.len(), 1, "{}", log(&b));
    let ruling = volley[0].ruling.as_ref().unwrap();
    assert_eq!(p.shows("5.5", worth(ruling, "row-gunners-muskets")), -4);
    assert!(results(&b, "artillery", "a5").is_empty(), "{}", log(&b));
    // Otherwise they serve their guns: the guns' die, and the howitzers'.
    let mut b = drill(ready(), [3, 3]);
    quiet(&mut b, vec![], vec![hold("n1")]);
    used_up(&b);
    assert!(!results(&b, "artillery", "a5").is_empty() && told(&b, Kind::Fires, "16.4.g").is_empty());
    let mut f = ready();
    form(&mut f, "a5", Formation::Limbered);
    p.refused_by("16.4.g", drill(f, []).answer(Side::A, orders(vec![muskets()])));
}

#[test]
fn crews_reorder_for_half_a_move_and_fire_in_the_rest() {
    let p = proves!("13.2.g");
    let ready = |factors: u16| {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 75.0, 180.0);
        let a5 = id(&f, "a5");
        f[a5].disorder.accumulated = factors;
        f
    };
    let both = || MoveOrder { reorder_and_fire: true, unit: "a5".into(), ..MoveOrder::default() };
    let left = |order: MoveOrder, dice: &[u8]| {
        let mut b = drill(ready(3), dice.to_vec());
        quiet(&mut b, vec![order], vec![hold("n1")]);
        used_up(&b);
        let fired = !results(&b, "artillery", "a5").is_empty();
        let by = told(&b, Kind::Reorders, "13.2.g").len();
        (b.field()[id(b.field(), "a5")].disorder(), fired, by)
    };
    assert_eq!(p.shows("13.2.g", left(both(), &[3, 3])), (2, true, 1), "one factor in half a move");
    assert_eq!(left(legs("a5", &[LegOrder::Reorder]), &[]), (1, false, 1), "two in a whole one");
    p.refused_by("13.2.g", drill(ready(0), []).answer(Side::A, orders(vec![both()])));
}

#[test]
fn both_barrels_of_sharpshooters_are_fired() {
    let p = proves!("AI.AU.1.d");
    let bases = |weapon: Weapon, y: f64| {
        let mut f = field();
        put(&mut f, "n4", 100.0, y, 180.0);
        let n4 = id(&f, "n4");
        f[n4].troop.weapon = Some(weapon);
        f[n4].companies.iter_mut().for_each(|c| c.troop.weapon = Some(weapon));
        let mut b = drill(f, vec![3; 6]);
        quiet(&mut b, vec![hold("a1")], vec![]);
        crate::scene::thrown(&b, 1);
        let fires = |e: &&Event| e.event == Kind::Fires && e.pieces.first().is_some_and(|p| p == "n4");
        let shot = b.events().iter().find(fires).unwrap_or_else(|| panic!("{}", log(&b)));
        let ruling = shot.ruling.as_ref().unwrap();
        let base = |m: &&umpire::Modifier| m.what.id() == Some("row-base");
        (ruling.modifiers.iter().filter(base).count(), worth(ruling, "row-one-shot"))
    };
    assert_eq!(p.shows("AI.AU.1.d", bases(Weapon::DoubleBarrelled, 42.0)), (2, -4));
    assert_eq!(bases(Weapon::Rifle, 42.0), (1, 0));
    // A musket does not carry so far.
    assert_eq!(bases(Weapon::DoubleBarrelled, 58.0), (1, 0));
}

#[test]
fn shot_that_would_go_on_into_own_troops_is_not_loaded() {
    let p = proves!("16.1.a");
    let load = |behind: bool, a: Ammunition| {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 50.0, 180.0);
        if behind {
            put(&mut f, "a3", 100.0, 62.0, 0.0);
        }
        let mut b = drill(f, vec![3; 6]);
        until_fire(&mut b, vec![], vec![hold("n1")]);
        let choice = FireChoice {
            unit: "a5".into(),
            target: Some("n1".into()),
            ammunition: Some(a),
            ..FireChoice::default()
        };
        b.answer(Side::A, Answer::Fire { fire: vec![choice] })
    };
    assert!(load(false, Ammunition::RoundShot).is_ok());
    p.refused_by("16.1.a", load(true, Ammunition::RoundShot));
    assert!(load(true, Ammunition::Canister).is_ok());
}

#[test]
fn nobody_begins_to_form_with_the_enemy_upon_him() {
    let p = proves!("8.4.e");
    let run = |cm: f64| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 37.0, 180.0);
        let mut b = drill(f, []);
        let column = LegOrder::Form { formation: Formation::MarchColumn, ranks: None, files: None };
        let waits = MoveOrder { hold_fire: true, ..legs("a1", &[LegOrder::Wait { part: 0.5 }, column]) };
        quiet(&mut b, vec![waits], vec![MoveOrder { hold_fire: true, ..march("n1", cm) }]);
        (b.field()[id(b.field(), "a1")].formation(), told(&b, Kind::Halts, "8.4.e").len())
    };
    // 7 cm off they are far enough; at 5 they are not.
    assert_eq!(run(1.0), (Formation::MarchColumn, 0));
    assert_eq!(p.shows("8.4.e", run(4.0)), (Formation::Line, 1));
}

fn stroke(b: &Battle, draft: serde_json::Value, act: Act) -> desk::board::Sketched {
    let awaits = b.awaits(Side::A).unwrap().clone();
    let stroke = Stroke { asks: awaits.name().into(), draft, pieces: vec!["a5".into()], act };
    b.stroke(Side::A, &awaits, &stroke).unwrap()
}

#[test]
fn walls_are_breached_from_the_page() {
    let p = proves!("16.8.a");
    let wall = "[[ground.line]]\nkind = \"wall\"\nname = \"L\"\npath = [[80, 56], [120, 56]]";
    let mut f: Field = with_battery(wall);
    put(&mut f, "n1", 100.0, 56.1, 180.0);
    let mut b = drill(f, vec![3; 6]);
    until_fire(&mut b, vec![], vec![hold("n1")]);
    let first = stroke(&b, serde_json::Value::Null, Act::Pick);
    let control = first.controls.iter().find(|c| c.id == "breach a5").expect("a wall before the enemy");
    assert_eq!(p.shows("16.8.a", control.clause.as_deref()), Some("16.8.a"));
    let Setting::Choice { options, chosen } = &control.setting else { panic!("a choice") };
    assert_eq!((options.len(), chosen.as_deref()), (2, Some("none")), "nothing, or the place before n1");
    let set = |value: &str| Act::Set { control: "breach a5".into(), value: value.into() };
    let s = stroke(&b, first.draft.clone(), set(&options[1].id));
    assert!(s.refusal.is_none(), "{:?}", s.refusal);
    let Answer::Fire { fire } = serde_json::from_value(s.answer.clone().unwrap()).unwrap() else {
        panic!("fire")
    };
    let at = fire[0].breach.expect("it is aimed at");
    assert!((at[1] - 56.0).abs() < 0.01 && fire[0].target.is_none(), "{fire:?}");
    // A target in the place of it, and nothing again.
    let s = stroke(&b, s.draft, Act::Set { control: "target a5".into(), value: "n1".into() });
    let Answer::Fire { fire } = serde_json::from_value(s.answer.clone().unwrap()).unwrap() else {
        panic!("fire")
    };
    assert_eq!((fire[0].breach, fire[0].target.as_deref()), (None, Some("n1")));
}

#[test]
fn a_general_by_himself_is_a_target_in_open_order() {
    let p = proves!("20.6.b", "8.1.h");
    let ready = |beside: bool| {
        let mut f = field();
        f.generals.iter_mut().filter(|g| &*g.code == "White").for_each(|g| g.at = table::v2(100.0, 40.0));
        if beside {
            // 5 cm behind him.
            put(&mut f, "n1", 100.0, 45.0, 180.0);
        }
        let mut b = drill(f, vec![3, 5, 5, 5]);
        until_fire(&mut b, vec![], vec![hold("n1")]);
        b
    };
    let at_him = || FireChoice { unit: "a1".into(), general: Some("White".into()), ..FireChoice::default() };
    let mut b = ready(false);
    b.answer(Side::A, Answer::Fire { fire: vec![at_him()] }).unwrap();
    while !matches!(b.awaits(Side::A), Some(Awaits::Orders)) {
        let side = if b.awaits(Side::A).is_some() { Side::A } else { Side::B };
        let silence = b.silence(side).unwrap();
        b.answer(side, silence).unwrap();
    }
    used_up(&b);
    let volley = p.shows("20.6.b", told(&b, Kind::Fires, "20.6.b"));
    assert_eq!(volley.len(), 1, "{}", log(&b));
    // A musket at 9 cm: 24, the first volley 2, a target in open order -6, and 1 by the die: more men than he has.
    let ruling = volley[0].ruling.as_ref().unwrap();
    assert_eq!(p.shows("8.1.h", worth(ruling, "row-skirmishers-target")), -6);
    assert_eq!(told(&b, Kind::GeneralFalls, "20.6.d").len(), 1, "{}", log(&b));
    p.refused_by("20.6.b", ready(true).answer(Side::A, Answer::Fire { fire: vec![at_him()] }));
}

#[test]
fn guns_fire_at_a_general_by_himself() {
    let p = proves!("20.6.b");
    // n1 stands far behind him, or he is 5 cm from it.
    let ready = |y: f64, marches: bool| {
        let mut f = with_battery("");
        f.generals.iter_mut().filter(|g| &*g.code == "White").for_each(|g| g.at = table::v2(100.0, y));
        let mut b = drill(f, [6, 5, 5, 5]);
        let n1 = if marches { march("n1", 5.0) } else { hold("n1") };
        until_fire(&mut b, vec![], vec![n1]);
        b
    };
    let at_him = || FireChoice { unit: "a5".into(), general: Some("White".into()), ..FireChoice::default() };
    let mut b = ready(45.0, false);
    b.answer(Side::A, Answer::Fire { fire: vec![at_him()] }).unwrap();
    while !matches!(b.awaits(Side::A), Some(Awaits::Orders)) {
        let side = if b.awaits(Side::A).is_some() { Side::A } else { Side::B };
        let silence = b.silence(side).unwrap();
        b.answer(side, silence).unwrap();
    }
    // A die of the guns that bear on him, and three for his life; nobody else is fired at.
    used_up(&b);
    let fired = p.shows("20.6.b", told(&b, Kind::Fires, "20.6.b"));
    assert_eq!(fired.len(), 1, "{}", log(&b));
    assert!(fired.iter().all(|e| worth(e.ruling.as_ref().unwrap(), "row-open-order") < 0), "{}", log(&b));
    let white = |b: &Battle| b.field().generals.iter().find(|g| &*g.code == "White").unwrap().men;
    assert!(white(&b) < 20, "{}", log(&b));
    assert!(told(&b, Kind::Loss, "20.1.d").is_empty(), "{}", log(&b));
    // Not beside his own troops, and not before those who come on (16.3.a).
    p.refused_by("20.6.b", ready(95.0, false).answer(Side::A, Answer::Fire { fire: vec![at_him()] }));
    p.refused_by("20.6.b", ready(45.0, true).answer(Side::A, Answer::Fire { fire: vec![at_him()] }));
}
