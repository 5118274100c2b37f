//! Fire, sight and losses on the table, read clause by clause: what a move must make of chapters 4, 14, 15, 16 and 20.

use crate::judging::{british, foot, readings, rule, worth};
use crate::scene::{
    drill, field, field_on, field_with, form, hold, id, log, play, put, quiet, results, terms, told, used_up,
};
use newbury_napoleonic::answer::{Answer, FireChoice, LegOrder, MoveOrder};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::Options;
use newbury_napoleonic::procedures::artillery::{Artillery, ArtillerySituation, GunReadings, Guns, OnLine};
use newbury_napoleonic::procedures::small_arms::{FireReadings, Firer, Shot, SmallArms, SmallArmsSituation};
use newbury_napoleonic::procedures::target::Target;
use newbury_napoleonic::terrain::{Cover, Weather};
use newbury_napoleonic::troop::{Ammunition, Nation, Piece, Weapon};
use newbury_napoleonic::unit::{Fate, GeneralFate, State};
use newbury_napoleonic::{Field, Side, proves};
use serde_json::json;
use table::{V2, v2};

/// The south fires as is chosen, the rest is silence.
fn chosen(b: &mut Battle, n: Vec<MoveOrder>, choice: FireChoice) {
    let shoot = Answer::Fire { fire: vec![choice] };
    play(b, vec![], n, |_, s, w| (s == Side::A && matches!(w, Awaits::Fire(_))).then(|| shoot.clone()));
}

/// Men that a body has lost, figures and what is carried.
fn lost(b: &Battle, code: &str) -> u32 {
    let u = &b.field()[id(b.field(), code)];
    u32::from(u.losses.start - u.figures()) * 20 + u32::from(u.losses.carried)
}

const WOOD: &str = "[[ground.area]]\nkind = \"dense-wood\"\nname = \"Wood\"\noutline = [[60, 70], [140, 70], [140, 120], [60, 120]]";

#[test]
fn who_fires_out_of_a_wood_gives_himself_away() {
    let p = proves!("play.detect");
    let make = || {
        let mut f = field_on(WOOD);
        put(&mut f, "a1", 100.0, 60.0, 0.0);
        put(&mut f, "n1", 100.0, 71.0, 180.0);
        let n1 = id(&f, "n1");
        f[n1].fate = Fate::Hidden;
        f[n1].seen = false;
        f
    };
    // He stands and holds his fire: nobody notices him 11 cm off.
    let mut b = drill(make(), []);
    quiet(&mut b, vec![], vec![hold("n1")]);
    used_up(&b);
    assert_eq!(b.field()[id(b.field(), "n1")].fate, Fate::Hidden, "{}", log(&b));
    // His volley shows him, in the step in which he fires.
    let mut b = drill(make(), [3]);
    quiet(&mut b, vec![], vec![]);
    used_up(&b);
    assert_eq!(p.shows("play.detect", b.field()[id(b.field(), "n1")].fate), Fate::OnTable, "{}", log(&b));
    assert_eq!(told(&b, Kind::Detected, "11.5").len(), 1);
}

#[test]
fn each_band_of_range_is_computed_by_itself() {
    let p = proves!("15.4.a");
    let mut f = field();
    put(&mut f, "n1", 100.0, 36.0, 180.0);
    // Its front is 18 cm, that of a1 13.5: two files at each flank are more than 6 cm from the nearest they have in their arc.
    let mut b = drill(f, [2]);
    quiet(&mut b, vec![hold("a1")], vec![]);
    used_up(&b);
    let hits = json!({ "hits": [{ "men": 72, "screen": 0 }, { "men": 11, "screen": 0 }] });
    assert_eq!(p.shows("15.4.a", results(&b, "small-arms", "n1")), [hits], "{}", log(&b));
    assert_eq!(lost(&b, "a1"), 83);
    assert!(told(&b, Kind::Fires, "15.1.c").is_empty(), "its fire is not divided over targets");
}

#[test]
fn close_order_leaves_far_skirmishers_alone() {
    let p = proves!("T9.A.i");
    let make = |cm: f64, open: bool| {
        let mut f = field();
        form(&mut f, "n4", Formation::Skirmish);
        put(&mut f, "n4", 100.0, 30.0 + cm, 180.0);
        if open {
            form(&mut f, "a1", Formation::Skirmish);
        }
        f
    };
    for (cm, open, dice) in [(18.0, false, vec![3]), (18.2, false, vec![]), (18.2, true, vec![3])] {
        let mut b = drill(make(cm, open), dice.clone());
        quiet(&mut b, vec![], vec![hold("n4")]);
        used_up(&b);
        assert_eq!(
            p.shows("T9.A.i", results(&b, "small-arms", "a1").len()),
            dice.len(),
            "{cm} {open}\n{}",
            log(&b)
        );
    }
}

#[test]
fn rifles_with_a_loose_ball_reach_no_farther_than_carbines() {
    let p = proves!("15.2.e");
    for (cm, loose, dice) in [(10.0, true, vec![3]), (10.2, true, vec![]), (20.0, false, vec![3])] {
        let mut f = field();
        put(&mut f, "n1", 100.0, 30.0 + cm, 180.0);
        let a1 = id(&f, "a1");
        f[a1].troop.weapon = Some(Weapon::Rifle);
        f[a1].loading.loose_ball = loose;
        let mut b = drill(f, dice.clone());
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(
            p.shows("15.2.e", results(&b, "small-arms", "a1").len()),
            dice.len(),
            "{cm} {loose}\n{}",
            log(&b)
        );
    }
}

#[test]
fn a_body_is_as_deep_as_its_ranks_before_the_middle_of_it() {
    let p = proves!("glossary.line-of-fire");
    let mut f = field();
    let depth = |f: &Field, from: V2| {
        let u = &f[id(f, "a1")];
        let (ranks, by) = f.depth_along(u, from, u.base.centre());
        assert_eq!(by.id(), "glossary.line-of-fire");
        ranks
    };
    // Eighteen files abreast: straight ahead of the middle lies the line between two of them.
    assert_eq!(p.shows("glossary.line-of-fire", depth(&f, v2(100.0, 60.0))), 1);
    // Six abreast and three deep.
    form(&mut f, "a1", Formation::DivisionColumn);
    assert_eq!(depth(&f, v2(100.0, 60.0)), 3);
    // From its flank it is as deep as its front is wide.
    let centre = f[id(&f, "a1")].base.centre();
    assert_eq!(depth(&f, v2(140.0, centre.y)), 6);
}

#[test]
fn british_riflemen_stay_riflemen_with_a_loose_ball() {
    let p = proves!("T9.B", "15.2.e");
    let rifles = Firer { skirmishers: true, ..Firer::new(british(foot()).armed(Some(Weapon::Rifle))) };
    let shot = |firer: Firer| SmallArmsSituation {
        firer,
        shots: vec![Shot {
            figures: 10,
            distance: 8.0,
            target: Target::new(Formation::Line),
            screen: None,
            part: 1.0,
        }],
        rain: false,
        options: Options::default(),
        readings: FireReadings::default(),
        sheet: SheetRef::default(),
    };
    for loose_ball in [true, false] {
        let ruling = rule::<SmallArms>(&shot(Firer { loose_ball, ..rifles }), &[1]).1;
        let rows = (worth(&ruling, "row-skirmishers"), worth(&ruling, "row-british-infantry"));
        assert_eq!(p.shows("T9.B", rows), (1, 0), "{loose_ball}");
        assert_eq!(p.shows("15.2.e", worth(&ruling, "row-base")), if loose_ball { 22 } else { 24 });
    }
    let muskets = Firer { troop: rifles.troop.armed(Some(Weapon::Musket)), ..rifles };
    let ruling = rule::<SmallArms>(&shot(muskets), &[1]).1;
    assert_eq!((worth(&ruling, "row-skirmishers"), worth(&ruling, "row-british-infantry")), (0, 2));
}

/// What a row was worth in the first ruling of a procedure about a body.
fn row(b: &Battle, procedure: &str, unit: &str, row: &str) -> i32 {
    let of = |e: &&Event| e.pieces.first().is_some_and(|p| p == unit);
    let mut rulings = b.events().iter().filter(of).filter_map(|e| e.ruling.as_ref());
    let first = rulings.find(|r| r.procedure == procedure);
    worth(first.unwrap_or_else(|| panic!("{unit} does not fire\n{}", log(b))), row)
}

#[test]
fn foot_skirmishers_on_15_mm_are_hit_more_easily_and_horse_on_20_mm_not() {
    let p = proves!("T9.C");
    for (code, factor) in [("n4", 2), ("n2", 0)] {
        let mut f = field();
        form(&mut f, code, Formation::Skirmish);
        put(&mut f, code, 100.0, 42.0, 180.0);
        let mut b = drill(f, [3]);
        quiet(&mut b, vec![], vec![hold(code)]);
        used_up(&b);
        assert_eq!(p.shows("T9.C", row(&b, "small-arms", "a1", "row-small-bases")), factor, "{code}");
        assert_eq!(row(&b, "small-arms", "a1", "row-skirmishers-target"), -6);
    }
}

fn area(kind: &str, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2]) -> String {
    format!(
        "[[ground.area]]\nkind = \"{kind}\"\nname = \"Patch\"\noutline = [[{x0}, {y0}], [{x1}, {y0}], [{x1}, {y1}], [{x0}, {y1}]]\n"
    )
}

/// An obstacle from side to side across the middle.
fn across(kind: &str, y: f64) -> String {
    format!("[[ground.line]]\nkind = \"{kind}\"\nname = \"{kind}\"\npath = [[60, {y}], [140, {y}]]\n")
}

/// Six 8-pounders and two howitzers.
const BATTERY: &str =
    r#"{ code = "a5", kind = "foot-battery-6x8+2h", formation = "deployed", x = 100, y = 25, facing = 0 },"#;

/// A foot battery in action in the middle, a1 out of its way.
fn with_battery(ground: &str) -> Field {
    let mut f = field_with(ground, BATTERY);
    put(&mut f, "a1", 20.0, 30.0, 0.0);
    f
}

fn loaded_with(ammunition: Ammunition, target: &str) -> FireChoice {
    FireChoice {
        unit: "a5".into(),
        ammunition: Some(ammunition),
        target: Some(target.into()),
        ..FireChoice::default()
    }
}

#[test]
fn two_centimetres_of_trees_before_the_firers_cover_the_target() {
    let _p = proves!("play.fire.cover");
    for (edge, cover) in [(31.5, 0), (32.0, -3), (33.0, -3)] {
        let mut f = field_on(&area("light-wood", [80.0, 20.0], [120.0, edge]));
        put(&mut f, "n1", 100.0, 42.0, 180.0);
        let mut b = drill(f, [3]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        let got = row(&b, "small-arms", "a1", "row-close-order");
        assert_eq!(got, cover, "{edge}\n{}", log(&b));
        assert_eq!(!told(&b, Kind::Fires, "play.fire.cover").is_empty(), cover != 0);
    }
}

#[test]
fn canister_is_caught_by_a_hedge_before_the_guns_unless_they_touch_it() {
    let p = proves!("14.5.c.3");
    for (y, load, cover) in [
        (27.0, Ammunition::Canister, -4),
        (25.0, Ammunition::Canister, 0),
        (27.0, Ammunition::RoundShot, 0),
        (39.0, Ammunition::RoundShot, -2),
    ] {
        let mut f = with_battery(&across("hedge", y));
        put(&mut f, "n1", 100.0, 40.0, 180.0);
        // A die of the guns, and one of the howitzer, which has no round shot and fires canister too.
        let mut b = drill(f, [3, 3]);
        chosen(&mut b, vec![hold("n1")], loaded_with(load, "n1"));
        used_up(&b);
        assert_eq!(
            p.shows("14.5.c.3", row(&b, "artillery", "a5", "row-cover")),
            cover,
            "{y} {load:?}\n{}",
            log(&b)
        );
    }
}

#[test]
fn a_ditch_covers_those_who_are_in_it() {
    let _p = proves!("play.fire.cover");
    for (y, cover) in [(39.0, 0), (42.5, -6)] {
        let mut f = field_on(&across("ditch", y));
        put(&mut f, "n1", 100.0, 42.0, 180.0);
        let mut b = drill(f, [3]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        let got = row(&b, "small-arms", "a1", "row-close-order");
        assert_eq!(got, cover, "{y}\n{}", log(&b));
    }
}

#[test]
fn troops_in_a_fortification_cannot_be_hit() {
    let p = proves!("4.3.c");
    let fort = |is: bool| {
        format!(
            "[[ground.building]]\nname = \"Fort\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20\nfortification = {is}"
        )
    };
    for is in [true, false] {
        let mut f = field_on(&fort(is));
        let n1 = id(&f, "n1");
        f.put_inside(n1, 0);
        put(&mut f, "a1", 100.0, 35.0, 0.0);
        let mut b = drill(f, [3]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(p.shows("4.3.c", lost(&b, "n1") == 0), is, "{}", log(&b));
    }
}

#[test]
fn who_fires_at_those_whom_it_supports_goes_before_the_nearest() {
    let p = proves!("15.1.a.3");
    // n3 has a3 in its range of 18 cm, not a1; n1 is nearer to a1.
    for (fired, dice, target) in [(true, vec![3, 3], "n3"), (false, vec![3], "n1")] {
        let mut f = field();
        put(&mut f, "n1", 97.0, 44.0, 180.0);
        put(&mut f, "n3", 112.0, 53.0, 180.0);
        put(&mut f, "a3", 125.0, 37.0, 0.0);
        let n3 = id(&f, "n3");
        f[n3].troop.weapon = Some(Weapon::DragoonMusket);
        let mut terms = terms(&f);
        let (a1, a3) = (id(&f, "a1"), id(&f, "a3"));
        terms.orders[a1.index()].as_mut().unwrap().supports = Some(a3);
        let mut b = Battle::drill_on(terms, f, dice);
        let silent = || vec![hold("n1"), hold("n3")];
        quiet(&mut b, vec![hold("a1"), hold("a3")], if fired { vec![hold("n1")] } else { silent() });
        quiet(&mut b, vec![hold("a3")], silent());
        used_up(&b);
        let of_a1 = |e: &&Event| e.pieces[0] == "a1";
        let fires: Vec<&Event> = told(&b, Kind::Fires, "14.1").into_iter().filter(of_a1).collect();
        assert_eq!(p.shows("15.1.a.3", &fires[0].pieces[1]), target, "{}", log(&b));
    }
}

#[test]
fn who_is_told_to_reorder_does_not_fire_and_loads() {
    let _p = proves!("13.2.f");
    let mut f = field();
    put(&mut f, "n1", 100.0, 42.0, 180.0);
    let a1 = id(&f, "a1");
    f[a1].disorder.accumulated = 6;
    f[a1].loading.loaded = false;
    let go = MoveOrder { unit: "a1".into(), legs: vec![LegOrder::Reorder], ..MoveOrder::default() };
    let mut b = drill(f, []);
    quiet(&mut b, vec![go], vec![hold("n1")]);
    used_up(&b);
    assert_eq!(b.field()[a1].disorder(), 2, "four quarters of a move\n{}", log(&b));
    assert!(b.field()[a1].loading.loaded);
}

#[test]
fn only_those_who_fire_out_of_a_house_are_bare_at_its_windows() {
    let p = proves!("14.5.d", "T9.C.bld");
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20";
    // Skirmishers 1.5 cm from the wall; those inside hold their fire, or not.
    for (fires, dice, factor) in [(true, vec![3, 3], -6), (false, vec![3], -10)] {
        let mut f = field_on(house);
        let n1 = id(&f, "n1");
        f.put_inside(n1, 0);
        form(&mut f, "a4", Formation::Skirmish);
        // Eight of them, all before the wall.
        let a4 = id(&f, "a4");
        f[a4].companies.iter_mut().for_each(|c| c.figures = 0);
        f[a4].companies[0].figures = 8;
        f[a4].losses.start = 8;
        put(&mut f, "a4", 100.0, 38.5, 0.0);
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        let mut b = drill(f, dice);
        quiet(&mut b, vec![], if fires { vec![] } else { vec![hold("n1")] });
        used_up(&b);
        let got = row(&b, "small-arms", "a4", "row-in-building");
        assert_eq!(p.shows("14.5.d", got), factor, "{fires}\n{}", log(&b));
        assert_eq!(p.shows("T9.C.bld", row(&b, "small-arms", "a4", "row-five-ranks")), 0);
    }
}

/// Limbers of a battery that are gone, by the place of the gun.
fn without_limbers(f: &mut Field, gone: &[usize]) {
    let a5 = id(f, "a5");
    for (i, g) in f[a5].battery.as_mut().unwrap().guns.iter_mut().enumerate() {
        if let Some(t) = g.team.as_mut().filter(|_| gone.contains(&i)) {
            t.destroyed = true;
        }
    }
}

/// Gunners who fired in each of a battery's fires.
fn gunners(b: &Battle) -> Vec<u32> {
    let mut all = Vec::new();
    for e in b.events() {
        let fires = e.pieces.first().is_some_and(|p| p == "a5") && e.event == Kind::Fires;
        let Some(r) = e.ruling.as_ref().filter(|_| fires) else { continue };
        let step = r.reckoning.iter().find(|s| s.says.id() == Some("reckon-gunners")).unwrap();
        all.extend(
            step.says.to_string().split(|c: char| !c.is_ascii_digit()).find_map(|n| n.parse::<u32>().ok()),
        );
    }
    all
}

#[test]
fn a_gun_without_a_limber_is_supplied_by_its_neighbours() {
    let p = proves!("16.2.a");
    // Three 8-pounders and a howitzer, 1 cm between them: from the next but one limber it is 5 cm.
    for (gone, crews) in
        [(vec![0], vec![12, 4]), (vec![0, 1], vec![12, 4]), (vec![3], vec![12]), (vec![0, 1, 2], vec![4])]
    {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        without_limbers(&mut f, &gone);
        let mut b = drill(f, vec![3; crews.len()]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(p.shows("16.2.a", gunners(&b)), crews, "{gone:?}\n{}", log(&b));
    }
}

#[test]
fn crew_and_team_of_a_limbered_battery_share_the_losses() {
    let p = proves!("16.7.d", "20.2.c");
    let mut f = with_battery("");
    form(&mut f, "a5", Formation::Limbered);
    put(&mut f, "n1", 100.0, 42.0, 180.0);
    let a5 = id(&f, "a5");
    let mut b = drill(f, [3]);
    quiet(&mut b, vec![hold("a5")], vec![]);
    used_up(&b);
    let hits = results(&b, "small-arms", "n1")[0]["hits"].clone();
    let men: Vec<u64> = hits.as_array().unwrap().iter().map(|h| h["men"].as_u64().unwrap()).collect();
    let (all, team): (u64, u64) = (men.iter().sum(), men.iter().map(|m| m / 2).sum());
    assert!(team >= 20, "enough for a horse: {men:?}");
    assert_eq!(p.shows("16.7.d", u64::from(lost(&b, "a5"))), all - team, "{}", log(&b));
    let guns = &b.field()[a5].battery.as_ref().unwrap().guns;
    let dead: u64 = guns.iter().filter_map(|g| g.team).map(|t| u64::from(t.horses - t.alive)).sum();
    assert_eq!(p.shows("20.2.c", dead), team / 20);
    // No team has lost its second horse: all drivers are there.
    assert!(guns.iter().filter_map(|g| g.team).all(|t| t.drivers == t.horses.div_ceil(2)));
    let uncut = |b: &Battle| {
        let guns = &b.field()[a5].battery.as_ref().unwrap().guns;
        guns.iter().filter_map(|g| g.team).map(|t| u64::from(t.uncut)).sum::<u64>()
    };
    // They stay in the teams until the gunners take a whole move to cut them out.
    assert_eq!(uncut(&b), dead);
    quiet(&mut b, vec![hold("a5")], vec![hold("n1")]);
    assert_eq!(uncut(&b), dead, "{}", log(&b));
    let cut = MoveOrder { legs: vec![LegOrder::CutFree], ..hold("a5") };
    quiet(&mut b, vec![cut], vec![hold("n1")]);
    assert_eq!(uncut(&b), 0, "{}", log(&b));
}

#[test]
fn a_howitzer_fires_over_own_skirmishers_on_the_level_and_guns_do_not() {
    let p = proves!("14.3.d", "14.3.b");
    // Own skirmishers 12 cm before the guns, or 9; the enemy 50 cm off.
    for (cm, crews) in [(12.0, vec![4]), (9.0, vec![])] {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 75.0, 180.0);
        form(&mut f, "a4", Formation::Skirmish);
        put(&mut f, "a4", 100.0, 25.0 + cm + 1.5, 0.0);
        let mut b = drill(f, vec![3; crews.len()]);
        quiet(&mut b, vec![hold("a4")], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(p.shows("14.3.d", gunners(&b)), crews, "{cm}\n{}", log(&b));
    }
    // From a hill all fire over those who are 6 cm from it at its foot, and not over those who are 5 cm off.
    let hill = "[[ground.hill]]\nname = \"Hill\"\n[[ground.hill.step]]\noutline = [[70, 5], [130, 5], [130, 26], [70, 26]]";
    for (cm, crews) in [(6.5, vec![12, 4]), (5.0, vec![])] {
        let mut f = with_battery(hill);
        put(&mut f, "n1", 100.0, 75.0, 180.0);
        form(&mut f, "a4", Formation::Skirmish);
        put(&mut f, "a4", 100.0, 25.0 + cm + 1.5, 0.0);
        let mut b = drill(f, vec![3; crews.len()]);
        quiet(&mut b, vec![hold("a4")], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(p.shows("14.3.b", gunners(&b)), crews, "{cm}\n{}", log(&b));
    }
}

#[test]
fn a_wall_stops_round_shot_but_before_those_who_touch_it() {
    let _p = proves!("play.fire.line");
    // 75 cm off, where the guns have round shot alone and the howitzer shell.
    for (kind, y, crews) in [
        ("wall", 97.0, vec![4]),
        ("wall", 100.0, vec![12, 4]),
        ("hedge", 97.0, vec![12, 4]),
        ("ditch", 97.0, vec![12, 4]),
        ("wall", 30.0, vec![12, 4]),
    ] {
        let mut b = drill(with_battery(&across(kind, y)), vec![3; crews.len()]);
        quiet(&mut b, vec![], vec![]);
        used_up(&b);
        assert_eq!(gunners(&b), crews, "{kind} {y}\n{}", log(&b));
        // Over a wall that is nearer to the guns they fire as over nothing.
        if y < 50.0 {
            assert_eq!(row(&b, "artillery", "a5", "row-cover"), 0);
        }
    }
}

/// The battery's fire at n1, 60 cm off, with n3 10 cm behind it.
fn one_behind_the_other(ground: &str) -> Field {
    let mut f = with_battery(ground);
    put(&mut f, "n1", 100.0, 85.0, 180.0);
    put(&mut f, "n3", 100.0, 95.0, 180.0);
    f
}

#[test]
fn a_shot_goes_on_to_those_behind_unless_something_stops_it() {
    let p = proves!("20.5.a");
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 90\nwidth = 20\ndepth = 4\n";
    let cases = [
        (across("wall", 92.0), false),
        (String::new(), true),
        (across("hedge", 92.0), true),
        (house.to_owned(), false),
        (area("dense-wood", [80.0, 87.0], [120.0, 92.5]), false),
        (area("light-wood", [80.0, 87.0], [120.0, 92.5]), true),
    ];
    for (ground, hit) in cases {
        let mut b = drill(one_behind_the_other(&ground), [3, 3]);
        chosen(&mut b, vec![], loaded_with(Ammunition::RoundShot, "n1"));
        used_up(&b);
        assert!(lost(&b, "n1") > 0, "{ground}\n{}", log(&b));
        assert_eq!(p.shows("20.5.a", lost(&b, "n3") > 0), hit, "{ground}\n{}", log(&b));
    }
    // In rain it does not go on, and n1 in front is what it hits.
    let mut f = one_behind_the_other("");
    f.sky.weather = Weather::Rain;
    let mut b = drill(f, [3, 3]);
    chosen(&mut b, vec![], loaded_with(Ammunition::RoundShot, "n1"));
    used_up(&b);
    assert_eq!(lost(&b, "n3"), 0, "{}", log(&b));
}

#[test]
fn own_troops_behind_the_target_bar_round_shot() {
    let p = proves!("play.fire.line");
    for (y, crews) in [(110.0, vec![4]), (4.0, vec![12, 4])] {
        let mut f = with_battery("");
        put(&mut f, "n1", 100.0, 85.0, 180.0);
        put(&mut f, "a3", 100.0, y, 0.0);
        let mut b = drill(f, vec![3; crews.len()]);
        quiet(&mut b, vec![hold("a3")], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(p.shows("play.fire.line", gunners(&b)), crews, "{y}\n{}", log(&b));
    }
}

#[test]
fn a_general_within_five_centimetres_of_a_body_under_fire_is_at_risk() {
    let p = proves!("20.6.c", "20.6.d");
    // Beside the left flank of a1, which is at 93.25; he goes with nobody.
    for (cm, dice, men) in [(5.0, vec![2, 5, 5, 5], 16), (5.2, vec![2], 20)] {
        let mut f = field();
        put(&mut f, "n1", 100.0, 36.0, 180.0);
        f.generals[0].at = v2(93.25 - cm, 29.5);
        let mut b = drill(f, dice);
        quiet(&mut b, vec![hold("a1")], vec![]);
        used_up(&b);
        // Of 83 men a nineteenth: four. Three dice of 15 do not exceed the sixteen that are left.
        assert_eq!(p.shows("20.6.c", b.field().generals[0].men), men, "{cm}\n{}", log(&b));
        assert!(p.shows("20.6.d", b.field().generals[0].fate == GeneralFate::OnTable));
    }
}

#[test]
fn horse_is_disordered_by_shell_and_not_by_shrapnel() {
    let p = proves!("T8.B");
    for (piece, load, factors) in
        [(Piece::Howitzer, Ammunition::Shell, vec![1]), (Piece::Six, Ammunition::Shrapnel, vec![])]
    {
        let mut f = with_battery("");
        let (a5, n2) = (id(&f, "a5"), id(&f, "n2"));
        f[a5].troop.nation = Nation::Britain;
        f[a5].battery.as_mut().unwrap().guns.iter_mut().for_each(|g| g.piece = piece);
        // Four figures, of whom each has a man hit.
        f[n2].companies.iter_mut().for_each(|c| c.figures = 0);
        f[n2].companies[0].figures = 4;
        f[n2].losses.start = 4;
        put(&mut f, "n2", 100.0, 75.0, 180.0);
        let mut b = drill(f, [5]);
        chosen(&mut b, vec![hold("n2")], loaded_with(load, "n2"));
        used_up(&b);
        assert!(lost(&b, "n2") >= 4, "{}", log(&b));
        let gained = results(&b, "fire-disorder", "n2");
        let gained: Vec<u64> = gained.iter().map(|g| g["factors"].as_u64().unwrap()).collect();
        assert_eq!(p.shows("T8.B", gained), factors, "{load:?}\n{}", log(&b));
    }
}

#[test]
fn the_attacked_have_the_time_until_the_enemy_is_at_five_centimetres() {
    let p = proves!("15.3.f", "15.3.c.ii");
    // In line at 10 cm a move: 2.4 cm are less than a quarter of it, 2.6 more.
    for (cm, one) in [(7.4, -4), (7.6, 0)] {
        let mut f = field();
        put(&mut f, "n1", 100.0, 30.0 + cm, 180.0);
        // Its volley, and three dice of the attackers' morale, who then halt or go on as they will.
        let mut b = drill(f, vec![3; 40]);
        let go = MoveOrder {
            unit: "a1".into(),
            attack: Some("n1".into()),
            hold_fire: true,
            ..MoveOrder::default()
        };
        quiet(&mut b, vec![go], vec![]);
        crate::scene::thrown(&b, 4);
        assert_eq!(
            p.shows("15.3.c.ii", row(&b, "small-arms", "n1", "row-one-shot")),
            one,
            "{cm}\n{}",
            log(&b)
        );
        assert_eq!(p.shows("15.3.f", told(&b, Kind::Fires, "17.7.3").len()), 1);
    }
}

#[test]
fn others_fire_at_attackers_until_they_are_at_attack_distance() {
    let p = proves!("15.3.h");
    // a1 attacks n1 and is at 5 cm of it after half a move; n3 beside it fires at a1 for that half.
    let mut f = field();
    put(&mut f, "n1", 94.0, 40.0, 180.0);
    put(&mut f, "n3", 112.5, 40.0, 180.0);
    let mut b = drill(f, vec![3; 40]);
    let go =
        MoveOrder { unit: "a1".into(), attack: Some("n1".into()), hold_fire: true, ..MoveOrder::default() };
    quiet(&mut b, vec![go], vec![hold("n1")]);
    crate::scene::thrown(&b, 8);
    let fires = told(&b, Kind::Fires, "15.3.h");
    assert_eq!(p.shows("15.3.h", fires.len()), 1, "{}", log(&b));
    assert_eq!(fires[0].pieces[0], "n3");
    let ruling = fires[0].ruling.as_ref().unwrap();
    assert!(ruling.reckoning.iter().any(|s| s.says.id() == Some("reckon-part-of-move")));
}

#[test]
fn flank_files_fire_to_the_front_by_one_reading() {
    let mut f = field();
    form(&mut f, "a1", Formation::DivisionColumn);
    let firing = |f: &Field| f.firing_figures(&f[id(f, "a1")]).len();
    assert_eq!(firing(&f), 6, "of six abreast and three deep");
    f.readings = readings("flank-files", "front-too");
    assert_eq!(firing(&f), 10, "and two at each flank behind them");
}

#[test]
fn bows_lose_by_the_quarter_what_muskets_lose_by_the_part() {
    let p = proves!("15.3.i");
    // a1 attacks n1 and is at 5 cm of it after half a move, until which n3 beside it may shoot.
    for (weapon, quarters, part) in [(Weapon::Bow, -4, false), (Weapon::Musket, 0, true)] {
        let mut f = field();
        put(&mut f, "n1", 94.0, 40.0, 180.0);
        put(&mut f, "n3", 112.5, 40.0, 180.0);
        let n3 = id(&f, "n3");
        f[n3].troop.weapon = Some(weapon);
        let mut b = drill(f, vec![3; 40]);
        let go = MoveOrder {
            unit: "a1".into(),
            attack: Some("n1".into()),
            hold_fire: true,
            ..MoveOrder::default()
        };
        quiet(&mut b, vec![go], vec![hold("n1")]);
        crate::scene::thrown(&b, 8);
        let got = row(&b, "small-arms", "n3", "row-bow-quarter");
        assert_eq!(p.shows("15.3.i", got), quarters, "{weapon:?}\n{}", log(&b));
        assert_eq!(!told(&b, Kind::Fires, "15.3.h").is_empty(), part);
    }
}

#[test]
fn deployed_guns_are_no_close_order_among_the_priorities() {
    let p = proves!("10.1.e");
    let mut f = with_battery("");
    put(&mut f, "n1", 100.0, 43.0, 180.0);
    put(&mut f, "a2", 118.0, 27.0, 0.0);
    // The guns fired at n1 in the move before, but the horse is its priority target.
    let mut terms = terms(&f);
    let (n1, a2) = (id(&f, "n1"), id(&f, "a2"));
    terms.orders[n1.index()].as_mut().unwrap().targets = vec![a2];
    let mut b = Battle::drill_on(terms, f, vec![3; 40]);
    quiet(&mut b, vec![hold("a2")], vec![hold("n1")]);
    let stand = MoveOrder { unit: "n1".into(), ..MoveOrder::default() };
    quiet(&mut b, vec![hold("a2"), hold("a5")], vec![stand]);
    crate::scene::thrown(&b, 3);
    let of_n1 = |e: &&Event| e.pieces[0] == "n1";
    let fires: Vec<&Event> = told(&b, Kind::Fires, "14.1").into_iter().filter(of_n1).collect();
    assert!(!told(&b, Kind::Fires, "14.2.e").is_empty(), "the guns fired\n{}", log(&b));
    assert_eq!(p.shows("10.1.e", &fires[0].pieces[1]), "a2", "{}", log(&b));
    // With the figures that have no horse before them it fires at the guns.
    assert!(fires[0].pieces.iter().any(|c| c == "a5"));
}

#[test]
fn launchers_set_houses_alight_with_incendiary_rockets() {
    let p = proves!("16.9.a");
    let house = "[[ground.building]]\nname = \"Inn\"\nx = 100\ny = 75\nwidth = 20\ndepth = 20";
    for (ammunition, factor) in [(None, 4), (Some(Ammunition::RocketShell), 0)] {
        let mut f = with_battery(house);
        let (a5, n1) = (id(&f, "a5"), id(&f, "n1"));
        f[a5].troop.nation = Nation::Austria;
        f[a5].battery.as_mut().unwrap().guns.iter_mut().for_each(|g| g.piece = Piece::Launcher);
        f.put_inside(n1, 0);
        // Two dice of the rockets, then two for each of the four launchers, each of which hits.
        let mut b = drill(f, vec![3; 10]);
        let choice =
            FireChoice { unit: "a5".into(), house: Some("Inn".into()), ammunition, ..FireChoice::default() };
        chosen(&mut b, vec![hold("n1")], choice);
        used_up(&b);
        assert_eq!(row(&b, "ignite", "a5", "row-incendiary"), factor, "{}", log(&b));
        assert_eq!(p.shows("16.9.a", results(&b, "ignite", "a5").len()), 1);
    }
}

#[test]
fn guns_at_the_windows_find_those_who_fire_out_bare() {
    let p = proves!("14.5.d");
    let inside = Target { fires_out: true, cover: Cover::Building, ..Target::new(Formation::Building) };
    let at = |distance: f64, target: Target| {
        let s = ArtillerySituation {
            guns: Guns::new(Piece::Six, Ammunition::Canister, 2),
            line: vec![OnLine::new(target, distance)],
            screen: None,
            rain: false,
            options: Options::default(),
            readings: GunReadings::default(),
            sheet: SheetRef::default(),
        };
        worth(&rule::<Artillery>(&s, &[1]).1, "row-cover")
    };
    assert_eq!(p.shows("14.5.d", at(1.9, inside)), 0);
    assert_eq!(at(2.0, inside), -10);
    assert_eq!(at(1.9, Target { fires_out: false, ..inside }), -10);
}

#[test]
fn who_stirs_at_the_far_edge_of_a_wood_is_not_seen_through_it() {
    let _p = proves!("4.6.c.1");
    let mut f = field_on(&area("light-wood", [40.0, 60.0], [160.0, 90.0]));
    let (a1, n1) = (id(&f, "a1"), id(&f, "n1"));
    f[n1].deeds.fired = true;
    for (y, hidden) in [(63.0, None), (65.0, Some("4.6.c.1")), (88.0, Some("4.6.c.1"))] {
        put(&mut f, "n1", 100.0, y, 180.0);
        assert_eq!(f.sees(a1, n1).err().map(|c| c.id()), hidden, "{y}");
    }
}

#[test]
fn who_draws_away_out_of_range_is_fired_at_where_he_was_in_the_middle_of_the_move() {
    let p = proves!("15.3.a");
    // He retreats 7.5 cm after a quarter of the move for the turn: in its middle he is 2.5 cm farther off than at first.
    for (cm, fires) in [(20.0, 1), (23.0, 0)] {
        let mut f = field();
        put(&mut f, "n1", 100.0, 30.0 + cm, 180.0);
        let n1 = id(&f, "n1");
        f[n1].state = State::Retreating;
        // A die of the volley, and what is tested after it.
        let mut b = drill(f, vec![3; 40]);
        quiet(&mut b, vec![], vec![]);
        crate::scene::thrown(&b, 4 * fires);
        let volleys = results(&b, "small-arms", "a1").len();
        if fires == 1 {
            assert_eq!(p.shows("15.3.a", row(&b, "small-arms", "a1", "row-base")), 17, "{}", log(&b));
        }
        assert_eq!(volleys, fires, "{cm}\n{}", log(&b));
    }
}

#[test]
fn out_of_a_house_fires_one_for_two_centimetres_of_its_wall_or_of_its_perimeter() {
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20";
    let mut f = field_on(house);
    let (a1, n1) = (id(&f, "a1"), id(&f, "n1"));
    f.put_inside(n1, 0);
    let firing = |f: &Field| f.bears(n1, a1, Weapon::Musket).iter().map(|b| b.figures).sum::<u16>();
    assert_eq!(firing(&f), 10);
    f.readings = readings("fire-out-of-buildings", "perimeter");
    assert_eq!(firing(&f), 24);
}
