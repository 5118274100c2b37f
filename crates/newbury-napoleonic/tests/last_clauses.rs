//! Clauses that are easily passed over: words on which a decision rests, notes of the sequence, contacts and obstacles.

use crate::armies::{army, good, unit};
use crate::judging::{by, cites, foot, irregular, out, readings, rule, worth};
use crate::scene::{
    at, attack, charge, drill, field, field_on, hold, id, in_contact, legs, log, play, put, quiet, results,
    state, told, used_up,
};
use newbury_napoleonic::answer::{MoveOrder, SendOut};
use newbury_napoleonic::battle::Battle;
use newbury_napoleonic::book::numbers;
use newbury_napoleonic::book::scale::{Figures, Footprint};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::footprint;
use newbury_napoleonic::formation::{Density, Formation};
use newbury_napoleonic::options::Options;
use newbury_napoleonic::procedures::formations::{MayForm, MayFormSituation};
use newbury_napoleonic::procedures::gunnery::{Overhead, OverheadSituation};
use newbury_napoleonic::procedures::morale::{
    CountsAs, CountsInTest, CountsSituation, Morale, MoraleSituation,
};
use newbury_napoleonic::procedures::organisation::{Parts, Subgroups, SubgroupsSituation};
use newbury_napoleonic::procedures::special::{Acts, Outcome, Special, SpecialSituation, SpecialTroops};
use newbury_napoleonic::proves;
use newbury_napoleonic::troop::{Arm, Class, Troop};
use newbury_napoleonic::unit::State;
use umpire::Procedure;

/// The example of a procedure, with some fields otherwise.
fn like<P: Procedure>(fields: &serde_json::Value) -> P::Situation {
    let mut s = P::example();
    for (name, value) in fields.as_object().unwrap() {
        s[name] = value.clone();
    }
    serde_json::from_value(s).unwrap()
}

#[test]
fn light_infantry_skirmishes_and_regulars_have_sub_units() {
    let p = proves!("glossary.light-infantry", "glossary.regular", "glossary.irregular");
    let s = |troop: Troop, formation: Formation| MayFormSituation {
        troop,
        formation,
        dismounted: false,
        year: 1812,
        six_companies: false,
        in_open: true,
        steep: false,
        national: false,
    };
    let jaeger = Troop::of(Arm::LightInfantry);
    assert!(by::<MayForm>(&p, "glossary.light-infantry", &s(jaeger, Formation::Skirmish), &[]).may());
    let (line, ruling) = rule::<MayForm>(&s(foot(), Formation::Skirmish), &[]);
    assert!(!line.may() && !cites(&ruling, "glossary.light-infantry"));
    // A column of companies needs companies.
    let column = |t| s(t, Formation::CompanyColumn);
    assert!(by::<MayForm>(&p, "glossary.regular", &column(foot()), &[]).may());
    assert!(!by::<MayForm>(&p, "glossary.irregular", &column(irregular(foot())), &[]).may());
    assert!(out::<MayForm>(&s(irregular(foot()), Formation::Mass), &[]).may());
    assert!(!out::<MayForm>(&s(foot(), Formation::Mass), &[]).may());
}

#[test]
fn natives_do_not_support_regulars() {
    let _p = proves!("glossary.native");
    let s = |native_for_regulars| CountsSituation {
        counts: CountsAs::Support,
        figures: 20,
        other: 10,
        distance: 25.0,
        in_sight: true,
        open_order: false,
        engaged: false,
        same_enemy: false,
        forced: false,
        evading: false,
        approaches: false,
        native_for_regulars,
    };
    let (native, ruling) = rule::<CountsInTest>(&s(true), &[]);
    assert!(!native.may() && cites(&ruling, "glossary.native"));
    let (regular, ruling) = rule::<CountsInTest>(&s(false), &[]);
    assert!(regular.may() && !cites(&ruling, "glossary.native"));
}

#[test]
fn militia_rolls_as_regulars_do() {
    let _p = proves!("glossary.militia");
    let of = |troop: Troop| {
        let s: MoraleSituation = serde_json::from_value(Morale::example()).unwrap();
        MoraleSituation { troop, ..s }
    };
    // More than three fives, which average dice never roll.
    let tops_fifteen = |s: &MoraleSituation| {
        let (o, ruling) = rule::<Morale>(s, &[5, 5, 5]);
        let all = odds::odds_of::<Morale>(s).unwrap();
        (all.outcomes.iter().any(|(x, _)| x.score > o.score), cites(&ruling, "glossary.militia"))
    };
    assert_eq!(tops_fifteen(&of(foot().class(Class::D))), (false, true));
    assert_eq!(tops_fifteen(&of(irregular(foot()).class(Class::D))), (true, false));
    assert_eq!(tops_fifteen(&of(foot())), (false, false));
}

#[test]
fn an_observer_sees_for_the_battery() {
    let _p = proves!("glossary.observer");
    let s = |observer: f64| -> OverheadSituation {
        like::<Overhead>(&serde_json::json!({ "crew_sees": false, "observer": observer }))
    };
    let (near, ruling) = rule::<Overhead>(&s(5.0), &[]);
    assert!(near.may() && cites(&ruling, "glossary.observer"));
    let (far, ruling) = rule::<Overhead>(&s(5.1), &[]);
    assert!(!far.may() && !cites(&ruling, "glossary.observer"));
}

#[test]
fn a_subgroup_stays_near_and_a_detachment_need_not() {
    let p = proves!("glossary.subgroup", "glossary.detachment");
    let s = |detached: bool| -> SubgroupsSituation {
        let s = like::<Subgroups>(&serde_json::json!({ "apart": 20.1, "detached": detached }));
        SubgroupsSituation { parts: Parts::Waves, ..s }
    };
    let near = by::<Subgroups>(&p, "glossary.subgroup", &s(false), &[]);
    assert!(near.subgroups && near.must_rejoin);
    let apart = by::<Subgroups>(&p, "glossary.detachment", &s(true), &[]);
    assert!(apart.subgroups && !apart.must_rejoin);
}

#[test]
fn drivers_of_rockets_react_as_drivers_of_guns() {
    let p = proves!("23.14.c");
    let s = |troops, result, uncut| SpecialSituation {
        troops,
        result,
        in_melee: false,
        safety_near: false,
        in_time: false,
        uncut,
    };
    for result in [Outcome::GiveGround, Outcome::Withdraw, Outcome::Retreat, Outcome::Break] {
        for uncut in [false, true] {
            let rockets = by::<SpecialTroops>(&p, "23.14.c", &s(Special::RocketDrivers, result, uncut), &[]);
            let guns = out::<SpecialTroops>(&s(Special::Drivers, result, uncut), &[]);
            assert_eq!(rockets, guns);
        }
    }
    let leads = out::<SpecialTroops>(&s(Special::RocketDrivers, Outcome::Retreat, false), &[]);
    assert_eq!(leads.acts, Acts::LeadAway);
}

#[test]
fn on_the_ground_of_six_millimetres_all_distances_are_halved() {
    let p = proves!("A6.5");
    let text =
        army("prussia", 1813, "[options]\nfigures = \"6mm\"", &unit("musketeer-battalion", "bases = 4"));
    let notes = good(&text).notes;
    assert_eq!(notes.iter().filter(|n| p.shows("A6.5", n.clause.to_string()) == "A6.5").count(), 1);
    // What is half as long on the table is measured twice as long.
    let six = Options { figures: Figures::Six, ..Options::default() };
    assert!((six.ground() - 0.5).abs() < 1e-9 && (Options::default().ground() - 1.0).abs() < 1e-9);
    let (width, _) = footprint::figure(&six, Arm::LineInfantry, false, Density::Close);
    let (base, _) = numbers().scale.base(Figures::Six, Footprint::Foot(Density::Close));
    assert!((width - 2.0 * base).abs() < 1e-9, "{width} {base}");
}

#[test]
fn a_screen_is_of_whole_sub_units() {
    let p = proves!("12.1.e", "glossary.sub-unit");
    let f = field();
    let a1 = id(&f, "a1");
    let n = f[a1].companies.iter().position(|c| c.troop.skirmishes).unwrap();
    let (before, company) = (f[a1].companies.len(), u16::from(f[a1].companies[n].figures));
    let all = f[a1].figures();
    let screen = Some(SendOut { companies: vec![n as u8 + 1], cm: 12.0 });
    let mut b = drill(f, []);
    quiet(&mut b, vec![MoveOrder { screen, ..legs("a1", &[]) }], vec![]);
    assert_eq!(p.shows("12.1.e", told(&b, Kind::Changes, "12.1.e")).len(), 1, "{}", log(&b));
    assert_eq!(p.shows("glossary.sub-unit", told(&b, Kind::Changes, "glossary.sub-unit")).len(), 1);
    let part = &b.field()[id(b.field(), "a1-1")];
    assert_eq!((part.companies.len(), part.figures()), (1, company));
    assert!(before > 1);
    assert_eq!(b.field()[a1].figures(), all - company);
}

#[test]
fn attackers_test_when_they_come_on_and_not_in_a_step_of_morale() {
    let p = proves!("11.n1");
    let mut f = field();
    put(&mut f, "n1", 100.0, 38.0, 180.0);
    let a1 = id(&f, "a1");
    f[a1].troop.class = Class::A;
    f[a1].companies.iter_mut().for_each(|c| c.troop.class = Class::A);
    // A die of the volley, three of the attackers' morale, one each of the melee.
    let mut b = drill(f, [2, 5, 5, 5, 3, 3]);
    quiet(&mut b, vec![MoveOrder { hold_fire: true, ..attack("a1", "n1") }], vec![]);
    used_up(&b);
    let tests = p.shows("11.n1", told(&b, Kind::Morale, "11.n1"));
    assert_eq!(tests.len(), 1, "{}", log(&b));
    assert_eq!((tests[0].pieces[0].as_str(), tests[0].step), ("a1", 11));
    assert!(!tests[0].rests_on("11.17") && !tests[0].rests_on("11.18"));
    // Losses are tested in their step.
    let mut f = field();
    let n1 = id(&f, "n1");
    f[n1].companies.iter_mut().for_each(|c| c.figures /= 2);
    f.draw_up(n1);
    let mut b = drill(f, [2; 3]);
    quiet(&mut b, vec![], vec![]);
    assert_eq!(told(&b, Kind::Morale, "11.17").len(), 1, "{}", log(&b));
    assert!(told(&b, Kind::Morale, "11.n1").is_empty());
}

/// a1 and n1 in contact, n1 with so many factors; n3 stands so far beside it.
fn melee_with(factors: u16, gap: f64) -> Battle {
    let mut f = in_contact();
    let (n1, n3) = (id(&f, "n1"), id(&f, "n3"));
    f[n1].disorder.accumulated = factors;
    let x = 100.0 + f[n1].base.width / 2.0 + gap + f[n3].base.width / 2.0;
    put(&mut f, "n3", x, 50.0, 180.0);
    let mut dice = vec![5u8, 2];
    dice.extend([3; 60]);
    let mut b = drill(f, dice);
    quiet(&mut b, vec![hold("a1")], vec![hold("n1"), hold("n3")]);
    b
}

#[test]
fn melee_reactions_are_tested_where_the_round_asks_for_them() {
    let p = proves!("11.16");
    let mut tested = 0;
    for factors in 0..14 {
        let b = melee_with(factors, 40.0);
        let rounds = told(&b, Kind::MeleeReaction, "19.5.a");
        let asked = |e: &&&Event| {
            e.ruling.as_ref().is_some_and(|r| r.result.to_string().to_lowercase().contains("reaction"))
        };
        let asked = rounds.iter().filter(asked).count();
        let tests = told(&b, Kind::MeleeReaction, "11.16");
        assert_eq!(tests.len(), asked, "{factors} {}", log(&b));
        assert!(tests.iter().all(|e| e.step == 16 && e.pieces.len() == 2));
        tested += tests.len();
    }
    assert!(p.shows("11.16", tested) > 0);
}

#[test]
fn factors_count_from_when_they_arise() {
    let p = proves!("13.1.d");
    let scrub = "[[ground.area]]\nkind = \"scrub\"\nname = \"Scrub\"\noutline = [[80, 35], [120, 35], [120, 42], [80, 42]]";
    let run = |ground: &str, dice: [u8; 4]| {
        let mut f = field_on(ground);
        put(&mut f, "a1", 20.0, 60.0, 0.0);
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 180.0, 120.0, 180.0);
        put(&mut f, "n2", 100.0, 60.0, 180.0);
        let mut all = dice.to_vec();
        all.extend([3; 60]);
        let mut b = drill(f, all);
        quiet(&mut b, vec![charge("a2", "n2")], vec![hold("n2")]);
        crate::scene::thrown(&b, 6);
        b
    };
    let values = |b: &Battle| -> Option<[i64; 2]> {
        let value = |x: &str| -> Option<i64> { results(b, x, "a2").first()?["value"].as_i64() };
        Some([value("charge-reaction")?, value("final-reaction")?])
    };
    let throws = [[3, 3, 4, 5], [4, 4, 4, 4], [4, 4, 3, 3], [3, 3, 3, 3]];
    let goes = |d: &[u8; 4]| values(&run("", *d)).is_some() && values(&run(scrub, *d)).is_some();
    let dice = throws.into_iter().find(goes).unwrap_or(throws[0]);
    let (open, rough) = (run("", dice), run(scrub, dice));
    let early = |b: &Battle| {
        told(b, Kind::Disorder, "13.1.d").iter().filter(|e| e.pieces == ["a2"] && e.step == 7).count()
    };
    assert_eq!(p.shows("13.1.d", (early(&open), early(&rough))), (0, 1), "{}", log(&rough));
    // Gained in step 7, counted in step 10.
    let (open, rough) = (values(&open).unwrap(), values(&rough).unwrap());
    assert!(open[0] == rough[0] && open[1] > rough[1], "{open:?} {rough:?}");
}

/// a1 and n1 in contact over such a line, which n1 touches, with its face or its back to a1.
fn over(kind: &str, faces: bool, dice: [u8; 2]) -> Battle {
    let ground = match kind {
        "" => String::new(),
        k => format!("[[ground.line]]\nkind = \"{k}\"\nname = \"L\"\npath = [[80, 50.2], [120, 50.2]]"),
    };
    let mut f = field_on(&ground);
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    if !faces {
        let depth = f[id(&f, "n1")].base.depth;
        put(&mut f, "n1", 100.0, 50.0 + depth, 0.0);
    }
    let mut all = dice.to_vec();
    all.extend([3; 60]);
    let mut b = drill(f, all);
    quiet(&mut b, vec![], vec![]);
    b
}

#[test]
fn an_obstacle_is_defended_by_those_who_touch_and_face_it() {
    let p = proves!("19.2.a.ii", "glossary.defended-obstacle", "19.2.f");
    let hindered =
        |b: &Battle, row: &str| worth(told(b, Kind::Melee, "11.14")[0].ruling.as_ref().unwrap(), row);
    let (wall, hedge) = (over("wall", true, [3, 3]), over("hedge", true, [3, 3]));
    assert!(p.shows("19.2.a.ii", hindered(&wall, "row-at-hard-obstacle")) < 0, "{}", log(&wall));
    assert!(hindered(&hedge, "row-at-soft-obstacle") < 0, "{}", log(&hedge));
    let first = told(&wall, Kind::Melee, "19.2.f");
    assert_eq!(p.shows("19.2.f", first[0].turn), 1, "they try to cross");
    assert!(first[0].rests_on("19.2.a.ii"));
    // With their backs to it they do not defend it; nor is there anything to cross in the open.
    let away = over("wall", false, [3, 3]);
    assert_eq!(p.shows("glossary.defended-obstacle", hindered(&away, "row-at-hard-obstacle")), 0);
    for b in [away, over("", true, [3, 3])] {
        assert!(told(&b, Kind::Melee, "glossary.defended-obstacle").is_empty(), "{}", log(&b));
    }
}

#[test]
fn who_withdraws_goes_away_from_the_enemy_at_the_normal_pace() {
    let p = proves!("glossary.withdraw");
    let run = |dice: [u8; 3], factors: u16| {
        let mut f = field();
        let n1 = id(&f, "n1");
        f[n1].companies.iter_mut().for_each(|c| c.figures /= 2);
        f[n1].disorder.accumulated = factors;
        f.draw_up(n1);
        let mut all = dice.to_vec();
        all.extend([3; 40]);
        let mut b = drill(f, all);
        quiet(&mut b, vec![], vec![]);
        crate::scene::thrown(&b, 3);
        b
    };
    let throws =
        [[2, 2, 2], [2, 2, 3], [2, 3, 3], [3, 3, 3], [3, 3, 4], [3, 4, 4], [4, 4, 4], [4, 4, 5], [5, 5, 4]];
    let mut all = (0..6).flat_map(|n| throws.map(|t| run(t, n)));
    let b = all.find(|b| !told(b, Kind::FallsBack, "glossary.withdraw").is_empty());
    let mut b = b.unwrap_or_else(|| panic!("{}", log(&run([3, 3, 3], 0))));
    assert_eq!(p.shows("glossary.withdraw", state(&b, "n1")), State::Withdrawing, "{}", log(&b));
    let y = at(&b, "n1").y;
    quiet(&mut b, vec![], vec![]);
    // 10 cm in line, less what the turn takes.
    let gone = at(&b, "n1").y - y;
    assert!((1.0..12.0).contains(&gone), "{gone} {}", log(&b));
}

#[test]
fn who_is_touched_on_the_way_of_a_charge_is_drawn_in() {
    let p = proves!("play.charge.contact");
    // n1 is narrower than the cavalry before it; n3 stands beside it, or out of the way.
    let run = |near: bool, dice: [u8; 4]| {
        let mut f = field();
        put(&mut f, "a1", 30.0, 10.0, 0.0);
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        let (a2, n1, n3) = (id(&f, "a2"), id(&f, "n1"), id(&f, "n3"));
        f[n1].companies.iter_mut().for_each(|c| c.figures = 1);
        f[n1].losses.start = f[n1].figures();
        put(&mut f, "n1", 100.0, 52.0, 180.0);
        let half = if near { f[n1].base.width / 2.0 } else { f[a2].base.width / 2.0 + 2.0 };
        assert!(f[n1].base.width < f[a2].base.width);
        let x = 100.0 + half + f[n3].base.width / 2.0;
        put(&mut f, "n3", x, 52.0, 180.0);
        let mut all = dice.to_vec();
        all.extend([3; 60]);
        let mut b = drill(f, all);
        let holds = vec![hold("n1"), hold("n3")];
        play(&mut b, vec![charge("a2", "n1")], holds, |_, _, _| None);
        b
    };
    let contact = |b: &Battle| !told(b, Kind::Contact, "17.6.a.5").is_empty();
    let throws = [[3, 3, 4, 4], [3, 3, 5, 4], [4, 4, 4, 4], [4, 4, 5, 5], [5, 4, 3, 3]];
    let dice = throws.into_iter().find(|d| contact(&run(true, *d)) && contact(&run(false, *d)));
    let dice = dice.unwrap_or_else(|| panic!("{}", log(&run(true, throws[0]))));
    let near = run(true, dice);
    let drawn = p.shows("play.charge.contact", told(&near, Kind::Contact, "play.charge.contact"));
    assert_eq!(drawn.len(), 1, "{}", log(&near));
    assert_eq!(drawn[0].pieces, ["a2", "n3"]);
    assert!(results(&near, "charge-reaction", "n3").is_empty(), "without response or test");
    let far = run(false, dice);
    assert!(told(&far, Kind::Contact, "play.charge.contact").is_empty(), "{}", log(&far));
}

#[test]
fn routers_shake_those_who_stood_near_them_or_only_those_they_come_to() {
    // a3 routs home; a4 stands beside its way, nearer than 25 cm to it from the first or not.
    for (option, gap, tests) in
        [("within-25", 20.0, 1), ("passing", 20.0, 0), ("within-25", 24.0, 1), ("passing", 24.0, 1)]
    {
        let mut f = field();
        f.readings = readings("routers-near", option);
        put(&mut f, "a1", 20.0, 60.0, 0.0);
        put(&mut f, "a3", 100.0, 60.0, 0.0);
        let (a3, a4) = (id(&f, "a3"), id(&f, "a4"));
        f[a3].state = State::Routing;
        let x = f[a3].base.front_right().x + gap + f[a4].base.width / 2.0;
        put(&mut f, "a4", x, 45.0, 0.0);
        assert_eq!(f.gap(a3, a4) <= 25.0, gap < 22.0);
        let mut b = drill(f, [5, 5, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
        quiet(&mut b, vec![], vec![]);
        let found = told(&b, Kind::Morale, "22.1.b.5");
        assert_eq!(found.iter().filter(|e| e.pieces == ["a4"]).count(), tests, "{option} {gap} {}", log(&b));
    }
}

#[test]
fn routs_of_the_step_shake_others_in_it_or_in_the_next_move() {
    // a3 routs past a4, which breaks; a1 is near to a4 alone.
    let run = |option: &str, factors: u16| {
        let mut f = field();
        f.readings = readings("rout-chains", option);
        put(&mut f, "a2", 160.0, 6.0, 0.0);
        put(&mut f, "a3", 40.0, 60.0, 0.0);
        let (a1, a3, a4) = (id(&f, "a1"), id(&f, "a3"), id(&f, "a4"));
        f[a3].state = State::Routing;
        f[a4].disorder.accumulated = factors;
        f[a4].troop.class = Class::D;
        f[a4].companies.iter_mut().for_each(|c| c.troop.class = Class::D);
        let x = f[a3].base.front_right().x + 20.0 + f[a4].base.width / 2.0;
        put(&mut f, "a4", x, 45.0, 0.0);
        let x = f[a4].base.front_right().x + 20.0 + f[a1].base.width / 2.0;
        put(&mut f, "a1", x, 45.0, 0.0);
        // Two jagers fire at a4: who is not under fire does not break.
        let n4 = id(&f, "n4");
        f[n4].companies.iter_mut().for_each(|c| c.figures = 0);
        f[n4].companies[0].figures = 2;
        f[n4].losses.start = 2;
        let x = f[a4].base.front.x;
        put(&mut f, "n4", x, 57.0, 180.0);
        let mut b = drill(f, [2; 60]);
        quiet(&mut b, vec![hold("a4")], vec![]);
        b
    };
    let broke = |b: &Battle| {
        told(b, Kind::Routs, "glossary.breaking").iter().any(|e| e.pieces[0] == "a4" && e.step == 18)
    };
    let factors = (0..30).find(|n| broke(&run("next-move", *n)));
    let factors = factors.unwrap_or_else(|| panic!("{}", log(&run("next-move", 29))));
    let tests = |option: &str| {
        let b = run(option, factors);
        assert!(broke(&b), "{option} {}", log(&b));
        told(&b, Kind::Morale, "22.1.b.5").iter().filter(|e| e.pieces == ["a1"]).count()
    };
    assert_eq!((tests("next-move"), tests("until-nobody-breaks")), (0, 1));
}
