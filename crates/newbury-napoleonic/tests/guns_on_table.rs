//! Guns on the table: action moves, divided and overhead fire, supply, spiking, teams, gaps, and what covers those who are fired at.

use crate::scene::*;
use newbury_napoleonic::answer::{Action, Answer, FireChoice, LegOrder, MoveOrder};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::field::Abandoned;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::troop::Ammunition;
use newbury_napoleonic::unit::State;
use newbury_napoleonic::{Field, Side, proves};
use serde_json::json;

fn choose(choice: FireChoice) -> impl FnMut(&Battle, Side, &Awaits) -> Option<Answer> {
    let answer = Answer::Fire { fire: vec![choice] };
    move |_, s, w| (s == Side::A && matches!(w, Awaits::Fire(_))).then(|| answer.clone())
}

fn of(unit: &str) -> FireChoice {
    FireChoice { unit: unit.into(), ..FireChoice::default() }
}

/// What was fired by a body, in order: the ruling's modifiers by their clause.
fn modifiers<'b>(b: &'b Battle, unit: &str, clause: &str) -> Vec<i32> {
    let mine = |e: &&&'b Event| e.event == Kind::Fires && e.pieces.first().is_some_and(|p| p == unit);
    let all: Vec<&Event> = b.events().iter().collect();
    let rulings = all.iter().filter(mine).filter_map(|e| e.ruling.as_ref());
    rulings.flat_map(|r| r.modifiers.iter()).filter(|m| m.clause.id() == clause).map(|m| m.value).collect()
}

fn limbered() -> Field {
    let mut f = with_battery("");
    form(&mut f, "a5", Formation::Limbered);
    put(&mut f, "a5", 100.0, 25.0, 0.0);
    put(&mut f, "n1", 100.0, 90.0, 180.0);
    f
}

fn action(a: Action, cm: f64) -> MoveOrder {
    let mut all = vec![LegOrder::March { cm, towards: None }, LegOrder::Unlimber { facing: None }];
    if !a.limbered() {
        all.insert(0, LegOrder::Limber);
    }
    MoveOrder { action: Some(a), ..legs("a5", &all) }
}

#[test]
fn guns_make_action_moves_and_fire_at_their_end() {
    let p = proves!("16.5.a", "16.5.b", "16.5.c");
    // Limbered 8-pounders double 30 cm: half of a move is 15, three quarters are not enough to fire.
    let rate = {
        let f = limbered();
        f.rate(&f[id(&f, "a5")], newbury_napoleonic::order::Gait::Double).unwrap()
    };
    let mut b = drill(limbered(), [3, 3]);
    p.refused_by(
        "16.5.a",
        b.answer(Side::A, orders(vec![action(Action::MoveUnlimberAndFire, rate / 2.0 + 0.5)])),
    );
    p.refused_by("16.5.a", b.answer(Side::A, orders(vec![action(Action::LimberMoveAndUnlimber, 5.0)])));
    quiet(&mut b, vec![action(Action::MoveUnlimberAndFire, rate / 2.0)], vec![]);
    used_up(&b);
    let a5 = id(b.field(), "a5");
    assert_eq!(b.field()[a5].formation(), Formation::Deployed, "{}", log(&b));
    assert!(at(&b, "a5").y > 25.0 + rate / 2.0 - 6.0, "{:?}", at(&b, "a5"));
    let fires = told(&b, Kind::Fires, "16.5.a");
    assert_eq!(fires.len(), 2, "guns and howitzers, one round each {}", log(&b));
    assert!(!b.field()[a5].last.double_move, "it is no double move");
    // Not two of them in succession, whatever kind.
    p.refused_by("16.5.a", b.answer(Side::A, orders(vec![action(Action::LimberMoveAndUnlimber, 3.0)])));
    // Three quarters of a move leave no time to fire.
    let mut b = drill(limbered(), []);
    quiet(&mut b, vec![action(Action::MoveAndUnlimber, rate * 0.75)], vec![]);
    assert_eq!(b.field()[a5].formation(), Formation::Deployed, "{}", log(&b));
    assert!(told(&b, Kind::Fires, "11.8").is_empty());
    // Without an action move who moves limbered does not fire, however short the way.
    let mut b = drill(limbered(), []);
    let order =
        legs("a5", &[LegOrder::March { cm: 4.0, towards: None }, LegOrder::Unlimber { facing: None }]);
    quiet(&mut b, vec![order], vec![]);
    assert!(p.shows("16.5.b", told(&b, Kind::Fires, "11.8")).is_empty(), "{}", log(&b));
    // Who only unlimbers fires.
    let mut b = drill(limbered(), [3, 3]);
    quiet(&mut b, vec![legs("a5", &[LegOrder::Unlimber { facing: None }])], vec![]);
    used_up(&b);
    assert_eq!(p.shows("16.5.c", told(&b, Kind::Fires, "16.5.c")).len(), 2, "{}", log(&b));
}

#[test]
fn a_battery_divides_its_fire_at_a_price_and_its_howitzers_do_not_pay() {
    let p = proves!("6.5.a", "6.5.b", "16.3.b");
    let make = || {
        let mut f = with_battery("");
        put(&mut f, "n1", 94.0, 60.0, 180.0);
        put(&mut f, "n3", 106.0, 62.0, 180.0);
        form(&mut f, "n1", Formation::DivisionColumn);
        form(&mut f, "n3", Formation::DivisionColumn);
        f
    };
    // One gun at the other: all guns pay 2, on both targets.
    let split = FireChoice { target: Some("n1".into()), other: Some("n3".into()), other_guns: 1, ..of("a5") };
    let mut b = drill(make(), [3; 9]);
    play(&mut b, vec![], vec![], choose(split.clone()));
    let paid = p.shows("6.5.a", modifiers(&b, "a5", "6.5.a"));
    assert!(paid.len() >= 2 && paid.iter().all(|v| *v == -2), "{paid:?} {}", log(&b));
    // The howitzer alone at the other: nobody pays.
    let apart = FireChoice { target: Some("n1".into()), howitzers: Some("n3".into()), ..of("a5") };
    let mut b = drill(make(), [3; 2]);
    play(&mut b, vec![], vec![], choose(apart.clone()));
    used_up(&b);
    assert!(p.shows("6.5.b", modifiers(&b, "a5", "6.5.a")).is_empty(), "{}", log(&b));
    let struck: Vec<&str> = told(&b, Kind::Fires, "16.6.b").iter().map(|e| &*e.pieces[1]).collect();
    assert_eq!(struck, ["n1", "n3"]);
    // As many guns as it has cannot all be at the second, and the howitzers have their own choice only in arc and reach.
    let mut b = drill(make(), [3; 9]);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    let all = FireChoice { other_guns: 9, ..split };
    p.refused_by("6.5.a", b.answer(Side::A, Answer::Fire { fire: vec![all] }));
    let far = FireChoice { howitzers: Some("n2".into()), ..apart };
    p.refused_by("16.3.b", b.answer(Side::A, Answer::Fire { fire: vec![far] }));
}

#[test]
fn howitzers_fire_over_own_troops_who_are_far_enough_from_both() {
    let p = proves!("14.3.d", "14.3.b");
    // Own foot skirmishers in the lane, so many cm before the battery; the target 40 cm beyond.
    let make = |ahead: f64| {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 85.0, 180.0);
        put(&mut f, "a4", 100.0, 25.0 + ahead, 0.0);
        form(&mut f, "a4", Formation::Skirmish);
        put(&mut f, "a4", 100.0, 25.0 + ahead, 0.0);
        f
    };
    let gap = |f: &Field| (f.gap(id(f, "a5"), id(f, "a4")), f.gap(id(f, "a4"), id(f, "n1")));
    let far = make(14.0);
    assert!(gap(&far).0 >= 10.0 && gap(&far).1 >= 25.0, "{:?}", gap(&far));
    let mut b = drill(far, [3]);
    quiet(&mut b, vec![], vec![]);
    used_up(&b);
    let fires = p.shows("14.3.d", told(&b, Kind::Fires, "14.3.d"));
    assert_eq!(fires.len(), 1, "the howitzer alone {}", log(&b));
    let near = make(9.0);
    assert!(gap(&near).0 < 10.0, "{:?}", gap(&near));
    let mut b = drill(near, []);
    quiet(&mut b, vec![], vec![]);
    assert!(p.shows("14.3.b", told(&b, Kind::Fires, "11.8")).is_empty(), "{}", log(&b));
}

#[test]
fn guns_whose_teams_are_away_have_no_ammunition() {
    let p = proves!("16.2.a", "12.7.c", "12.6.c");
    let teams = |cm: f64| MoveOrder { teams: Some(cm), ..legs("a5", &[]) };
    let make = || {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        f
    };
    for (cm, fires) in [(5.0, 2), (5.5, 0)] {
        let mut b = drill(make(), vec![3; fires]);
        quiet(&mut b, vec![teams(cm)], vec![]);
        assert_eq!(told(&b, Kind::Fires, "16.6.b").len(), fires, "{cm} {}", log(&b));
        let a5 = id(b.field(), "a5");
        let led = p.shows("12.7.c", b.play().led.clone());
        assert_eq!(led.len(), 1);
        assert!(led[0].holders > 0 && led[0].owner == a5, "drivers are with them");
        if fires == 0 {
            assert_eq!(p.shows("16.2.a", told(&b, Kind::Halts, "16.2.a")).len(), 1);
            p.refused_by("12.6.c", b.answer(Side::A, orders(vec![legs("a5", &[LegOrder::Limber])])));
        }
    }
    // A limber that is destroyed is replaced by that of a neighbour of the same kind; the howitzer has none.
    let mut f = make();
    let a5 = id(&f, "a5");
    let guns = &mut f[a5].battery.as_mut().unwrap().guns;
    let howitzer = guns.iter().position(|g| g.piece.howitzer()).unwrap();
    for i in [0, howitzer] {
        guns[i].team.as_mut().unwrap().destroyed = true;
    }
    let mut b = drill(f, [3]);
    quiet(&mut b, vec![], vec![]);
    used_up(&b);
    assert_eq!(told(&b, Kind::Fires, "16.6.b").len(), 1, "{}", log(&b));
}

#[test]
fn guns_are_spiked_in_two_moves_on_end() {
    let p = proves!("12.5.e", "play.prisoners");
    let make = || {
        let mut f = field();
        put(&mut f, "n1", 100.0, 50.0, 180.0);
        let guns = {
            let g = with_battery("");
            g[id(&g, "a5")].battery.clone().unwrap().guns.to_vec()
        };
        let (owner, base) = (id(&f, "a1"), f[id(&f, "n1")].base);
        let base = base.moved(base.dir * 2.0);
        f.abandoned.push(Abandoned { owner, side: Side::A, base, guns, taken: Some(Side::B), points: 10.0 });
        put(&mut f, "a1", 20.0, 20.0, 0.0);
        f
    };
    let spike = || legs("n1", &[LegOrder::Spike]);
    let mut b = drill(make(), []);
    quiet(&mut b, vec![], vec![spike()]);
    assert!(b.field().abandoned[0].guns.iter().all(|g| !g.spiked));
    quiet(&mut b, vec![], vec![spike()]);
    assert!(p.shows("12.5.e", b.field().abandoned[0].guns.iter().all(|g| g.spiked)), "{}", log(&b));
    assert_eq!(p.shows("play.prisoners", told(&b, Kind::GunLost, "12.5.e")).len(), 1);
    // A move between the two, and it begins anew.
    let mut b = drill(make(), []);
    for order in [vec![spike()], vec![], vec![spike()]] {
        quiet(&mut b, vec![], order);
    }
    assert!(b.field().abandoned[0].guns.iter().all(|g| !g.spiked));
    // Cavalry in the saddle does not.
    p.refused_by("12.5.e", b.answer(Side::B, orders(vec![legs("n2", &[LegOrder::Spike])])));
}

#[test]
fn dead_animals_are_cut_free_before_a_team_moves_on() {
    let p = proves!("12.7.d");
    let mut f = limbered();
    let a5 = id(&f, "a5");
    {
        let t = f[a5].battery.as_mut().unwrap().guns[0].team.as_mut().unwrap();
        (t.alive, t.uncut) = (t.alive - 1, 1);
    }
    let mut b = drill(f, []);
    p.refused_by("12.7.d", b.answer(Side::A, orders(vec![march("a5", 5.0)])));
    quiet(&mut b, vec![legs("a5", &[LegOrder::CutFree])], vec![]);
    assert_eq!(b.field()[a5].battery.as_ref().unwrap().guns[0].team.unwrap().uncut, 0, "{}", log(&b));
    quiet(&mut b, vec![march("a5", 5.0)], vec![]);
    assert!(near(at(&b, "a5").y, 30.0), "{}", log(&b));
    p.refused_by("12.7.d", b.answer(Side::A, orders(vec![legs("a5", &[LegOrder::CutFree])])));
}

/// A wall or another line across the table at that height, from 80 to 120.
fn line(kind: &str, y: f64) -> String {
    format!("[[ground.line]]\nkind = \"{kind}\"\nname = \"L\"\npath = [[80, {y}], [120, {y}]]")
}

#[test]
fn guns_make_gaps_and_strike_those_behind_by_the_same_dice() {
    let p = proves!("16.8.a", "16.8.b", "16.8.c");
    let make = |kind: &str| {
        let mut f = with_battery(&line(kind, 56.0));
        put(&mut f, "n1", 100.0, 56.1, 180.0);
        f
    };
    let breach = FireChoice { breach: Some([100.0, 56.0]), ..of("a5") };
    let mut gaps = Vec::new();
    for kind in ["wall", "hedge"] {
        let mut b = drill(make(kind), [6, 6]);
        play(&mut b, vec![], vec![hold("n1")], choose(breach.clone()));
        used_up(&b);
        let g = b.field().gaps[0].clone();
        assert_eq!(g.len(), 1, "{}", log(&b));
        gaps.push(g[0].1 - g[0].0);
        assert!(!p.shows("16.8.b", told(&b, Kind::Fires, "16.8.b")).is_empty());
        let men: u64 =
            results(&b, "artillery", "a5").iter().map(|r| r["struck"][0]["men"].as_u64().unwrap()).sum();
        assert!(men > 0 && !told(&b, Kind::Loss, "20.1.d").is_empty(), "{}", log(&b));
    }
    // A millimetre a loss in hard cover, two in soft.
    assert!(gaps[0] > 0.0 && near(gaps[1], gaps[0] * 2.0), "{gaps:?}");
    // Nothing stands there.
    let mut b = drill(make("wall"), []);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    let bare = FireChoice { breach: Some([100.0, 50.0]), ..of("a5") };
    p.refused_by("16.8.a", b.answer(Side::A, Answer::Fire { fire: vec![bare] }));
    // When it is half as wide as the body there is no cover against fire any more.
    for (part, covered) in [(0.51, false), (0.49, true)] {
        let mut f = make("wall");
        let width = f[id(&f, "n1")].base.width;
        f.gaps[0].push((20.0 - width * part / 2.0, 20.0 + width * part / 2.0));
        let mut b = drill(f, [3, 3]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        let hard = told(&b, Kind::Fires, "4.3.a").len();
        assert_eq!(p.shows("16.8.c", hard > 0), covered, "{part} {}", log(&b));
    }
}

/// The cover of n1 from the small arms of a4, which stands 12 cm before it, with that ground.
fn volley(ground: &str, n1: impl Fn(&mut Field), clause: &str) -> (i32, bool) {
    let mut f = field_on(ground);
    put(&mut f, "a1", 20.0, 30.0, 0.0);
    put(&mut f, "a4", 100.0, 48.0, 0.0);
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    n1(&mut f);
    let mut b = drill(f, [3; 6]);
    // Who moves is seen at the edge of a wood.
    let stirs = |u: &str| MoveOrder { hold_fire: true, ..march(u, 0.5) };
    quiet(&mut b, vec![], vec![stirs("n1"), stirs("n2")]);
    assert!(!results(&b, "small-arms", "a4").is_empty(), "{ground} {}", log(&b));
    let men = results(&b, "small-arms", "a4")[0]["hits"][0]["men"].as_i64().unwrap();
    (men as i32, !told(&b, Kind::Fires, clause).is_empty())
}

#[test]
fn cover_is_hard_or_soft_and_obstacles_cover_those_who_are_nearer() {
    let p = proves!("4.3.a", "4.3.b", "4.3.note.i", "4.3.note.ii", "14.5.b", "14.5.c.1");
    let wood = |kind: &str, y: [u32; 2]| {
        let [a, b] = y;
        format!(
            "[[ground.area]]\nkind = \"{kind}\"\nname = \"W\"\noutline = [[80, {a}], [120, {a}], [120, {b}], [80, {b}]]"
        )
    };
    let stay = |_: &mut Field| {};
    let cover = |ground: &str, clause: &str| volley(ground, stay, clause);
    let open = cover("", "4.3.a").0;
    let (hard, by) = cover(&line("wall", 59.0), "4.3.a");
    assert!(p.shows("4.3.a", by) && hard < open, "{hard} {open}");
    let (soft, by) = cover(&line("hedge", 59.0), "4.3.b");
    assert!(p.shows("4.3.b", by) && hard < soft && soft < open, "{hard} {soft} {open}");
    assert_eq!(cover(&line("fence", 59.0), "4.3.b"), (soft, true));
    let (ditch, by) = cover(&line("ditch", 60.1), "4.3.note.i");
    assert!(p.shows("4.3.note.i", by) && ditch == hard);
    assert_eq!(cover(&wood("dense-wood", [59, 70]), "14.5.b"), (hard, true));
    assert_eq!(p.shows("14.5.b", cover(&wood("light-wood", [59, 70]), "14.5.b")), (soft, true));
    // Nearer to those who fire it is none.
    assert_eq!(p.shows("14.5.c.1", cover(&line("wall", 59.0), "14.5.c.1")), (hard, true));
    assert_eq!(cover(&line("wall", 50.0), "14.5.c.1"), (open, false));
    // Mounted troops have only soft cover behind a wall, and none in a ditch.
    let mounted = |ground: &str, clause: &str| {
        let far = |f: &mut Field| {
            put(f, "n1", 20.0, 100.0, 180.0);
            put(f, "n2", 100.0, 60.0, 180.0);
        };
        volley(ground, far, clause)
    };
    let hedge = mounted(&line("hedge", 59.0), "4.3.b").0;
    assert_eq!(p.shows("4.3.note.ii", mounted(&line("wall", 59.0), "4.3.note.ii")), (hedge, true));
    assert_eq!(mounted(&line("ditch", 59.0), "4.3.note.i"), (mounted("", "4.3.b").0, false));
    // Two centimetres of trees before those outside are cover, less is none.
    assert_eq!(cover(&wood("light-wood", [40, 51]), "14.5.b"), (soft, true));
    assert_eq!(cover(&wood("light-wood", [40, 49]), "14.5.b").0, open);
}

#[test]
fn in_melee_a_ditch_is_no_cover_and_its_edge_is_higher() {
    let p = proves!("4.3.note.i");
    let fight = |kind: Option<&str>| {
        let ground = kind.map_or_else(String::new, |k| line(k, 50.2));
        let mut f = field_on(&ground);
        put(&mut f, "a1", 100.0, 50.0, 0.0);
        put(&mut f, "n1", 100.0, 50.0, 180.0);
        let mut b = drill(f, [3, 3, 3, 3, 3, 3]);
        quiet(&mut b, vec![], vec![]);
        (results(&b, "melee", "a1")[0].clone(), !told(&b, Kind::Melee, "4.3.note.i").is_empty())
    };
    let (open, none) = fight(None);
    let (ditch, by) = fight(Some("ditch"));
    let (wall, _) = fight(Some("wall"));
    assert!(!none && p.shows("4.3.note.i", by));
    let hurt = |v: &serde_json::Value| v["b"].as_u64().unwrap();
    assert!(hurt(&ditch) > hurt(&open) && hurt(&open) > hurt(&wall), "{open} {ditch} {wall}");
}

#[test]
fn hard_obstacles_and_woods_stop_round_shot_and_canister_is_covered_from_anywhere() {
    let p = proves!("14.5.c.2", "14.5.c.3", "14.5.b");
    // n3 stands behind n1 on the line of fire: struck as well, unless a wall between them stops the shot.
    let depth = |ground: &str| {
        let mut f = with_battery(ground);
        put(&mut f, "n1", 100.0, 55.0, 180.0);
        put(&mut f, "n3", 100.0, 66.0, 180.0);
        let mut b = drill(f, [3]);
        let round =
            FireChoice { target: Some("n1".into()), ammunition: Some(Ammunition::RoundShot), ..of("a5") };
        play(&mut b, vec![], vec![], choose(round));
        used_up(&b);
        let shot = results(&b, "artillery", "a5")[0]["struck"].as_array().unwrap().clone();
        let second = shot.get(1).map_or(0, |s| s["men"].as_u64().unwrap());
        (second, told(&b, Kind::Fires, "14.5.c.2").len() + told(&b, Kind::Fires, "14.5.b").len())
    };
    assert!(depth("").0 > 0);
    assert_eq!(p.shows("14.5.c.2", depth(&line("wall", 62.0))), (0, 1));
    assert!(depth(&line("hedge", 62.0)).0 > 0, "soft ones do not stop it");
    let wood = |kind: &str| {
        format!(
            "[[ground.area]]\nkind = \"{kind}\"\nname = \"W\"\noutline = [[80, 57], [120, 57], [120, 62.5], [80, 62.5]]"
        )
    };
    assert_eq!(p.shows("14.5.b", depth(&wood("dense-wood"))).0, 0);
    // Canister over a wall that is nearer to the guns: covered all the same, not so round shot.
    let load = |a: Ammunition| {
        let mut f = with_battery(&line("wall", 28.0));
        put(&mut f, "n1", 100.0, 40.0, 180.0);
        let mut b = drill(f, [3, 3]);
        play(&mut b, vec![], vec![hold("n1")], choose(FireChoice { ammunition: Some(a), ..of("a5") }));
        used_up(&b);
        told(&b, Kind::Fires, "4.3.a").len()
    };
    assert_eq!(p.shows("14.5.c.3", load(Ammunition::Canister)), 2);
    assert!(load(Ammunition::RoundShot) < 2, "the guns themselves");
}

#[test]
fn a_column_that_goes_through_a_hedge_destroys_it() {
    let p = proves!("16.8.d");
    let go = |formation: Formation| {
        let mut f = field_on(&line("hedge", 35.0));
        form(&mut f, "a1", formation);
        put(&mut f, "a1", 100.0, 30.0, 0.0);
        let width = f[id(&f, "a1")].base.width;
        let mut b = drill(f, []);
        quiet(&mut b, vec![march("a1", 8.0)], vec![]);
        let gaps = b.field().gaps[0].clone();
        (gaps.first().map(|(s, e)| e - s), width, told(&b, Kind::Moves, "16.8.d").len())
    };
    let (gap, width, events) = go(Formation::DivisionColumn);
    assert!(p.shows("16.8.d", gap.is_some_and(|g| near(g, width))) && events == 1);
    assert_eq!(go(Formation::Line).0, None);
}

#[test]
fn gunners_who_withdraw_move_off_unlimbered_where_cover_is_near() {
    let p = proves!("23.12.b");
    let go = |wood: &str| {
        let mut f = with_battery(wood);
        put(&mut f, "n1", 100.0, 95.0, 180.0);
        let a5 = id(&f, "a5");
        f[a5].state = State::Withdrawing;
        let mut b = drill(f, []);
        quiet(&mut b, vec![], vec![]);
        let unlimbered = b.field()[a5].formation() == Formation::Deployed;
        (
            p.shows("23.12.b", results(&b, "special-troops", "a5"))[0]["acts"].clone(),
            unlimbered,
            at(&b, "a5").y,
        )
    };
    let wood = "[[ground.area]]\nkind = \"light-wood\"\nname = \"W\"\noutline = [[80, 10], [120, 10], [120, 23], [80, 23]]";
    let (acts, unlimbered, y) = go(wood);
    assert_eq!(acts, json!("move-off-unlimbered"));
    assert!(unlimbered && y < 25.0, "{y}");
    let (acts, unlimbered, _) = go("");
    assert_eq!(acts, json!("limber-and-go"));
    assert!(!unlimbered);
}
