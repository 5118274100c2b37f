//! Words of the glossary, each by a decision that rests on what it means: just inside of it and just outside.

use crate::judging::{by, heavy, refused_by, worth};
use crate::scene::{
    at, attack, charge, drill, field, field_on, form, hold, id, in_contact, legs, log, march, near, orders,
    play, put, quiet, results, state, told, used_up, with_battery,
};
use newbury_napoleonic::answer::{Answer, FireChoice, LegOrder, MoveOrder, Pace, Reply};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::order::Response;
use newbury_napoleonic::procedures::impact::{Impact, ImpactSituation};
use newbury_napoleonic::procedures::victory::{Score, ScoreSituation, SidePoints};
use newbury_napoleonic::troop::{Arm, Class, Footing};
use newbury_napoleonic::unit::State;
use newbury_napoleonic::{Field, Side, proves};
use umpire::Procedure;

fn quietly(o: MoveOrder) -> MoveOrder {
    MoveOrder { hold_fire: true, ..o }
}

/// a2, cavalry, so far before n1 in line.
fn horse_before_foot(cm: f64) -> Field {
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 30.0, 10.0, 0.0);
    put(&mut f, "n1", 100.0, 30.0 + cm, 180.0);
    f
}

fn begun(f: Field, a: Vec<MoveOrder>, n: Vec<MoveOrder>) -> Battle {
    let mut b = drill(f, vec![3; 40]);
    b.answer(Side::A, orders(a)).unwrap();
    b.answer(Side::B, orders(n)).unwrap();
    b
}

#[test]
fn columns_by_their_front() {
    let p = proves!(
        "glossary.column-company",
        "glossary.column-division",
        "glossary.column-open",
        "glossary.column-march",
        "glossary.column-squadron"
    );
    let f = field();
    let plan = |code: &str, formation: Formation| {
        let mut u = f[id(&f, code)].clone();
        u.drawn = Drawn::new(formation);
        u.plan(&f.options)
    };
    // Six companies of three: one company is three figures wide, two are six, close up three ranks deep.
    let company = plan("a1", Formation::CompanyColumn);
    assert_eq!(p.shows("glossary.column-company", company.by.id()), "glossary.column-company");
    assert_eq!((company.files, company.ranks), (3, 6));
    let division = plan("a1", Formation::DivisionColumn);
    assert_eq!(p.shows("glossary.column-division", division.by.id()), "glossary.column-division");
    assert_eq!((division.files, division.ranks), (6, 3));
    // Open: a column's width from one company to the next, so that they can wheel into line.
    let open = plan("a1", Formation::OpenCompanyColumn);
    assert_eq!(p.shows("glossary.column-open", open.by.id()), "glossary.column-open");
    assert!(near(open.depth, company.depth + 5.0 * company.width), "{} {}", open.depth, company.depth);
    let marching = plan("a1", Formation::MarchColumn);
    assert_eq!(p.shows("glossary.column-march", marching.by.id()), "glossary.column-march");
    assert_eq!(marching.files, 2);
    let squadron = plan("a2", Formation::SquadronColumn);
    assert_eq!(p.shows("glossary.column-squadron", squadron.by.id()), "glossary.column-squadron");
    assert_eq!((squadron.files, squadron.ranks), (6, 3));
}

#[test]
fn lines_and_open_order() {
    let p = proves!("glossary.line", "glossary.open-order");
    let f = field();
    let plan = |formation: Formation| {
        let mut u = f[id(&f, "a4")].clone();
        u.drawn = Drawn::new(formation);
        u.plan(&f.options)
    };
    let line = plan(Formation::Line);
    assert_eq!(p.shows("glossary.line", line.by.id()), "glossary.line");
    assert!(near(line.width, f64::from(line.files) * line.figure.0), "the bases touch");
    let open = plan(Formation::Skirmish);
    assert_eq!(p.shows("glossary.open-order", open.by.id()), "glossary.open-order");
    // A base fits between two neighbours.
    assert!(near(open.figure.0, 2.0 * line.figure.0), "{:?} {:?}", open.figure, line.figure);
    assert!(Formation::DoubleLine.line() && !Formation::CompanyColumn.line() && !Formation::Square.line());
}

#[test]
fn regulars_are_never_of_class_e() {
    let p = proves!("glossary.class");
    let example: ImpactSituation = serde_json::from_value(Impact::example()).unwrap();
    let of = |class: Class, footing: Footing| {
        let mut s = example;
        s.charger.troop = heavy().class(class);
        s.charger.troop.footing = footing;
        s
    };
    assert!(Impact::check(&of(Class::D, Footing::Regular)).is_ok());
    assert_eq!(refused_by::<Impact>(&p, "glossary.class", &of(Class::E, Footing::Regular)), "charger");
    assert!(Impact::check(&of(Class::E, Footing::Irregular)).is_ok());
}

#[test]
fn a_charge_an_attack_and_what_is_in_reach() {
    let p = proves!("glossary.charge", "glossary.attack", "glossary.charge-reach", "play.measure");
    // Light cavalry charges 50 cm: so far from base to base is in reach, a centimetre more is not.
    let n1_depth = {
        let f = horse_before_foot(20.0);
        f.gap(id(&f, "a2"), id(&f, "n1"))
    };
    assert!(near(n1_depth, 20.0), "from edge to edge");
    let b = begun(horse_before_foot(50.0), vec![charge("a2", "n1")], vec![hold("n1")]);
    assert_eq!(p.shows("glossary.charge", told(&b, Kind::Declared, "glossary.charge")).len(), 1);
    assert_eq!(
        p.shows("glossary.charge-reach", told(&b, Kind::Declared, "glossary.charge-reach")).len(),
        1,
        "{}",
        log(&b)
    );
    assert_eq!(p.shows("play.measure", told(&b, Kind::Declared, "play.measure")).len(), 1);
    let b = begun(horse_before_foot(50.02), vec![charge("a2", "n1")], vec![hold("n1")]);
    assert!(told(&b, Kind::Declared, "glossary.charge-reach").is_empty(), "{}", log(&b));
    assert_eq!(told(&b, Kind::NoCharge, "17.6.a.note").len(), 1);
    let mut f = field();
    put(&mut f, "n1", 100.0, 38.0, 180.0);
    let b = begun(f, vec![quietly(attack("a1", "n1"))], vec![hold("n1")]);
    let said = p.shows("glossary.attack", told(&b, Kind::Declared, "glossary.attack"));
    assert!(said.len() == 1 && !said[0].rests_on("glossary.charge"));
}

#[test]
fn a_charge_comes_to_attack_distance_and_strikes_with_impetus() {
    let p = proves!("glossary.attack-distance", "glossary.impetus", "glossary.melee");
    let run = |factors: u16| {
        let mut f = horse_before_foot(30.0);
        let n1 = id(&f, "n1");
        f[n1].disorder.accumulated = factors;
        let mut b = drill(f, vec![3; 20]);
        quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1")]);
        b
    };
    let all: Vec<Battle> = (0..9).map(run).collect();
    let b = all.iter().find(|b| !told(b, Kind::Impact, "glossary.impetus").is_empty());
    let b = b.unwrap_or_else(|| panic!("{}", log(&all[0])));
    // Cavalry to 10 cm of foot that holds its fire, and on from there.
    let goes = p.shows("glossary.attack-distance", told(b, Kind::Moves, "glossary.attack-distance"));
    assert!(!goes.is_empty(), "{}", log(b));
    let struck = p.shows("glossary.impetus", told(b, Kind::Impact, "glossary.impetus"));
    for e in told(b, Kind::Impact, "11.13") {
        let with = e.ruling.as_ref().unwrap().result["impetus"].as_bool().unwrap();
        assert_eq!(with, struck.iter().any(|s| std::ptr::eq(*s, e)), "{}", log(b));
    }
    assert_eq!(p.shows("glossary.melee", told(b, Kind::Melee, "glossary.melee")).len(), 1);
    // Nobody fights who does not touch.
    let mut b = drill(horse_before_foot(30.0), vec![]);
    quiet(&mut b, vec![], vec![hold("n1")]);
    assert!(told(&b, Kind::Melee, "glossary.melee").is_empty());
}

#[test]
fn a_countercharge_strikes_too() {
    let _p = proves!("glossary.countercharge");
    let make = || {
        let mut f = field();
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "a1", 30.0, 10.0, 0.0);
        put(&mut f, "n2", 100.0, 60.0, 180.0);
        put(&mut f, "n1", 170.0, 120.0, 180.0);
        f
    };
    let run = |response: Response| {
        let mut b = drill(make(), vec![4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3]);
        let reply = Answer::Respond { responses: vec![Reply { unit: "n2".into(), response, late: None }] };
        play(&mut b, vec![charge("a2", "n2")], vec![hold("n2")], |_, _, w| {
            matches!(w, Awaits::Respond(_)).then(|| reply.clone())
        });
        b
    };
    let b = run(Response::Countercharge);
    let struck = told(&b, Kind::Impact, "glossary.countercharge");
    assert_eq!(struck.len(), 1, "{}", log(&b));
    assert_eq!(struck[0].pieces, ["n2", "a2"]);
    assert!(told(&run(Response::Stand), Kind::Impact, "glossary.countercharge").is_empty());
}

#[test]
fn skirmishers_are_those_in_open_order() {
    let p = proves!("glossary.skirmishers", "glossary.close-order");
    let run = |theirs: Formation, ours: Formation| {
        let mut f = field();
        put(&mut f, "n4", 100.0, 38.0, 180.0);
        form(&mut f, "n4", theirs);
        put(&mut f, "a4", 100.0, 30.0, 0.0);
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        form(&mut f, "a4", ours);
        let mut b = drill(f, []);
        quiet(&mut b, vec![quietly(march("a4", 8.0))], vec![hold("n4")]);
        b
    };
    // Light infantry in open order goes back before close order, in line it stands.
    let b = run(Formation::Skirmish, Formation::Line);
    assert_eq!(
        p.shows("glossary.skirmishers", told(&b, Kind::FallsBack, "glossary.skirmishers")).len(),
        1,
        "{}",
        log(&b)
    );
    assert!(told(&run(Formation::Line, Formation::Line), Kind::FallsBack, "glossary.skirmishers").is_empty());
    // Before skirmishers skirmishers stay.
    let b = run(Formation::Skirmish, Formation::Skirmish);
    assert!(
        p.shows("glossary.close-order", told(&b, Kind::FallsBack, "glossary.close-order")).is_empty(),
        "{}",
        log(&b)
    );
}

#[test]
fn the_frenzied_charge_without_orders() {
    let _p = proves!("glossary.frenzied");
    let run = |frenzied: bool| {
        let mut f = horse_before_foot(30.0);
        let a2 = id(&f, "a2");
        f[a2].frenzied = frenzied;
        begun(f, vec![], vec![hold("n1")])
    };
    assert_eq!(told(&run(true), Kind::Declared, "glossary.frenzied").len(), 1);
    assert!(told(&run(false), Kind::Declared, "glossary.frenzied").is_empty());
}

#[test]
fn who_loses_a_melee_gives_ground_fighting_or_runs() {
    let p = proves!("glossary.give-ground", "glossary.breaking", "glossary.rout");
    let run = |factors: u16, dice: &[u8]| {
        let mut f = in_contact();
        let n1 = id(&f, "n1");
        f[n1].disorder.accumulated = factors;
        let mut b = drill(f, dice);
        b.answer(Side::A, orders(vec![hold("a1")])).unwrap();
        b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
        for _ in 0..8 {
            let Some((side, w)) = desk::Rules::pending(&b).into_iter().next() else { break };
            if matches!(w, Awaits::Orders) {
                break;
            }
            let a = b.silence(side).unwrap();
            b.answer(side, a).unwrap();
        }
        b
    };
    let all: Vec<Battle> = (0..14).map(|n| run(n, &[5, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])).collect();
    let gives = all.iter().find(|b| !told(b, Kind::FallsBack, "glossary.give-ground").is_empty());
    let b = gives.unwrap_or_else(|| panic!("{}", log(&all[6])));
    let who = p.shows("glossary.give-ground", told(b, Kind::FallsBack, "glossary.give-ground"))[0].pieces[0]
        .clone();
    assert_ne!(state(b, &who), State::Routing, "in order");
    let breaks = all.iter().find(|b| !told(b, Kind::Routs, "glossary.breaking").is_empty());
    let b = breaks.unwrap_or_else(|| panic!("{}", log(&all[13])));
    let n1 = id(b.field(), "n1");
    assert!(!p.shows("glossary.breaking", b.play().fights(n1)), "it stops fighting");
    assert!(p.shows("glossary.rout", told(b, Kind::Routs, "glossary.rout")).len() == 1);
    let mut b = b.clone();
    assert!(b.answer(Side::B, orders(vec![march("n1", 3.0)])).is_err(), "its officers do not command it");
}

/// n1 has lost half of its figures; it tests in step 17 with three dice of this face.
fn worn_out(dice: u8, factors: u16) -> Battle {
    let mut f = field();
    let n1 = id(&f, "n1");
    f[n1].companies.iter_mut().for_each(|c| c.figures /= 2);
    f[n1].disorder.accumulated = factors;
    f.draw_up(n1);
    let mut b = drill(f, vec![dice; 3]);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    b
}

#[test]
fn tests_are_of_one_body_and_its_own_losses() {
    let p = proves!("glossary.percentage-losses", "AI.2", "play.strength", "glossary.retreat");
    let b = worn_out(2, 0);
    let tests = told(&b, Kind::Morale, "play.strength");
    assert_eq!(tests.len(), 1, "{}", log(&b));
    assert_eq!(tests[0].pieces, ["n1"], "of nothing larger than a unit");
    assert!(p.shows("AI.2", tests[0]).rests_on("AI.2"));
    assert!(p.shows("play.strength", tests[0]).rests_on("play.strength"));
    assert!(p.shows("glossary.percentage-losses", tests[0]).rests_on("glossary.percentage-losses"));
    assert_eq!(p.shows("glossary.retreat", told(&b, Kind::FallsBack, "glossary.retreat")).len(), 1);
    assert_eq!(state(&b, "n1"), State::Retreating);
    used_up(&b);
    // A quarter is not more than a quarter.
    let mut f = field();
    let n1 = id(&f, "n1");
    f[n1].companies.iter_mut().for_each(|c| c.figures = 3);
    f.draw_up(n1);
    let mut b = drill(f, []);
    quiet(&mut b, vec![], vec![]);
    assert!(told(&b, Kind::Morale, "play.strength").is_empty(), "{}", log(&b));
}

#[test]
fn double_moves_are_quicker_and_disorder() {
    let p = proves!("glossary.double-move", "glossary.reordering");
    let run = |pace: Pace| {
        let mut b = drill(field(), []);
        quiet(&mut b, vec![MoveOrder { pace, ..march("a1", 40.0) }], vec![]);
        b
    };
    let (slow, quick) = (run(Pace::Normal), run(Pace::Double));
    let gone = |b: &Battle| at(b, "a1").y - 30.0;
    assert!(gone(&quick) > gone(&slow) + 1.0, "{} {}", gone(&quick), gone(&slow));
    assert_eq!(p.shows("glossary.double-move", told(&quick, Kind::Moves, "glossary.double-move")).len(), 1);
    assert!(told(&slow, Kind::Moves, "glossary.double-move").is_empty());
    let mut f = field();
    let a1 = id(&f, "a1");
    f[a1].disorder.accumulated = 3;
    let mut b = drill(f, []);
    quiet(&mut b, vec![legs("a1", &[LegOrder::Reorder])], vec![]);
    assert_eq!(p.shows("glossary.reordering", told(&b, Kind::Reorders, "glossary.reordering")).len(), 1);
    assert_eq!(b.field()[a1].disorder(), 0);
}

#[test]
fn guns_in_action_are_charged_by_table_twelve_and_attacked_without_it() {
    let p = proves!("glossary.deployed-artillery", "18.2.b", "18.2.c");
    let run = |formation: Formation, order: MoveOrder, y: f64| {
        let mut f = with_battery("");
        form(&mut f, "a5", formation);
        let n = order.unit.clone();
        put(&mut f, &n, 100.0, y, 180.0);
        let mut b = drill(f, vec![4; 60]);
        b.answer(Side::A, orders(vec![hold("a5")])).unwrap();
        b.answer(Side::B, orders(vec![quietly(order)])).unwrap();
        while !matches!(b.awaits(Side::A), Some(Awaits::Orders)) && b.ended().is_none() {
            let Some((side, _)) = desk::Rules::pending(&b).into_iter().next() else { break };
            let a = b.silence(side).unwrap();
            b.answer(side, a).unwrap();
        }
        b
    };
    let b = run(Formation::Deployed, charge("n2", "a5"), 60.0);
    let struck = p.shows("18.2.b", told(&b, Kind::Impact, "18.2.b"));
    assert_eq!(struck.len(), 1, "{}", log(&b));
    assert!(p.shows("glossary.deployed-artillery", struck[0]).rests_on("glossary.deployed-artillery"));
    let b = run(Formation::Limbered, charge("n2", "a5"), 60.0);
    assert!(told(&b, Kind::Impact, "glossary.deployed-artillery").is_empty(), "{}", log(&b));
    // An attack on them is no breakthrough.
    let b = run(Formation::Deployed, attack("n1", "a5"), 32.0);
    assert_eq!(p.shows("18.2.c", told(&b, Kind::Contact, "18.2.c")).len(), 1, "{}", log(&b));
    assert!(b.events().iter().all(|e| e.event != Kind::Impact));
}

#[test]
fn fire_through_a_thin_screen_hits_both() {
    let _p = proves!("glossary.proportional-losses");
    let run = |figures: u8| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 20.0, 0.0);
        put(&mut f, "n1", 100.0, 33.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        put(&mut f, "n4", 100.0, 27.0, 180.0);
        let n4 = id(&f, "n4");
        if figures < 18 {
            f[n4].companies.iter_mut().for_each(|c| c.figures = 0);
            f[n4].companies[0].figures = figures;
            f[n4].losses.start = u16::from(figures);
            f.draw_up(n4);
        }
        let mut b = drill(f, vec![4]);
        let choose = FireChoice { unit: "a1".into(), target: Some("n1".into()), ..FireChoice::default() };
        let shoot = Answer::Fire { fire: vec![choose] };
        play(&mut b, vec![], vec![hold("n1"), hold("n4")], |b, s, w| {
            let asked = s == Side::A && matches!(w, Awaits::Fire(_));
            let mut x = b.clone();
            (asked && x.answer(s, shoot.clone()).is_ok()).then(|| shoot.clone())
        });
        used_up(&b);
        b
    };
    let b = run(4);
    assert_eq!(told(&b, Kind::Fires, "glossary.proportional-losses").len(), 1, "{}", log(&b));
    assert!(told(&run(18), Kind::Fires, "glossary.proportional-losses").is_empty(), "a thick one stops it");
}

#[test]
fn cover_is_what_stops_shot() {
    let _p = proves!("glossary.cover");
    let men = |ground: &str| {
        let mut f = field_on(ground);
        put(&mut f, "n1", 100.0, 41.0, 180.0);
        let mut b = drill(f, [4]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        (
            told(&b, Kind::Fires, "glossary.cover").len(),
            results(&b, "small-arms", "a1")[0]["hits"][0]["men"].as_i64(),
        )
    };
    let hedge = "[[ground.line]]\nkind = \"hedge\"\nname = \"Hedge\"\npath = [[60, 40.9], [140, 40.9]]";
    let field = "[[ground.area]]\nkind = \"field\"\nname = \"Rye\"\noutline = [[70, 40.9], [130, 40.9], [130, 50], [70, 50]]";
    let (open, covered) = (men(""), men(hedge));
    assert_eq!((open.0, covered.0), (0, 1));
    assert!(covered.1 < open.1, "{open:?} {covered:?}");
    assert_eq!(men(field), open, "rye is no cover");
}

#[test]
fn passing_through_each_other_disorganises() {
    let _p = proves!("glossary.interpenetration");
    let run = |through: bool| {
        let mut f = field();
        put(&mut f, "a3", 100.0, 22.0, 0.0);
        let mut b = drill(f, []);
        quiet(&mut b, vec![MoveOrder { through, ..march("a3", 10.0) }], vec![]);
        (told(&b, Kind::Passes, "glossary.interpenetration").len(), b.field()[id(b.field(), "a1")].disorder())
    };
    assert_eq!(run(true).0, 1);
    assert_eq!(run(false), (0, 0));
}

#[test]
fn a_column_that_strikes_a_line_disorders_it() {
    let p = proves!("glossary.column-close", "T8.D");
    let run = |formation: Formation, factors: u16| {
        let mut f = field();
        form(&mut f, "a1", formation);
        put(&mut f, "n1", 100.0, 40.0, 180.0);
        let n1 = id(&f, "n1");
        f[n1].disorder.accumulated = factors;
        let mut b = drill(f, vec![3; 20]);
        quiet(&mut b, vec![charge("a1", "n1")], vec![hold("n1")]);
        b
    };
    // Whom it cost how much to be struck by a column.
    let by_column = |b: &Battle| -> Vec<(Vec<String>, i32)> {
        let all = told(b, Kind::Disorder, "T8.D").into_iter();
        let all = all.map(|e| (e.pieces.clone(), worth(e.ruling.as_ref().unwrap(), "row-struck-by-column")));
        all.filter(|(_, n)| *n != 0).collect()
    };
    let struck = |formation: Formation| {
        let all: Vec<Battle> = (0..9).map(|n| run(formation, n)).collect();
        let struck = all.into_iter().find(|b| !by_column(b).is_empty());
        struck.unwrap_or_else(|| panic!("{}", log(&run(formation, 0))))
    };
    // Any column with impetus disorders a line.
    let (close, open) = (struck(Formation::CompanyColumn), struck(Formation::OpenCompanyColumn));
    for b in [&close, &open] {
        assert_eq!(p.shows("T8.D", by_column(b)), [(vec!["n1".to_string()], 2)], "{}", log(b));
    }
    // But only a close one has more weight at the impact.
    let weight = |b: &Battle| {
        let impact = told(b, Kind::Impact, "11.13")[0].ruling.as_ref().unwrap();
        (told(b, Kind::Impact, "glossary.column-close").len(), worth(impact, "row-column-on-line"))
    };
    assert_eq!(p.shows("glossary.column-close", weight(&close)), (1, 2), "{}", log(&close));
    assert_eq!(weight(&open), (0, 0), "{}", log(&open));
}

#[test]
fn a_cavalrymans_horse_is_four_of_his_points() {
    let p = proves!("T1.n.a");
    let side = |foot: u32, mounted: u32| SidePoints {
        freed: 100,
        freed_foot: foot,
        freed_mounted: mounted,
        ..SidePoints::default()
    };
    let score = |foot: u32, mounted: u32| ScoreSituation {
        sides: vec![side(foot, mounted), SidePoints::default()],
        competition: false,
        readings: Default::default(),
    };
    // Ten freed at two points less each; ten riders at four more, who come back without their horses.
    assert_eq!(crate::judging::out::<Score>(&score(10, 0), &[]).totals, [80, 0]);
    assert_eq!(by::<Score>(&p, "T1.n.a", &score(0, 10), &[]).totals, [40, 0]);
}

#[test]
fn who_has_no_order_stands_and_fires() {
    let _p = proves!("play.orders.none");
    let run = |order: Vec<MoveOrder>| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 42.0, 180.0);
        let mut b = drill(f, [4]);
        quiet(&mut b, order, vec![hold("n1")]);
        used_up(&b);
        assert!(near(at(&b, "a1").y, 30.0));
        told(&b, Kind::Fires, "play.orders.none").len()
    };
    assert_eq!(run(vec![]), 1);
    assert_eq!(run(vec![MoveOrder { unit: "a1".into(), ..MoveOrder::default() }]), 0);
}

#[test]
fn dice_are_logged_the_chargers_first() {
    let p = proves!("play.dice", "T13.n.ii");
    let mut b = drill(horse_before_foot(20.0), vec![2, 3, 5, 4, 3, 3, 3, 3, 3, 3, 3, 3]);
    b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
    let test = told(&b, Kind::Reaction, "play.dice");
    assert_eq!(test[0].pieces, ["a2", "n1"]);
    assert_eq!(p.shows("play.dice", &test[0].ruling.as_ref().unwrap().dice), &[2, 3, 5, 4]);
    assert!(p.shows("T13.n.ii", test[0]).rests_on("T13.n.ii"));
}

#[test]
fn elephants_lose_crew_for_twenty_men() {
    let _p = proves!("A5.13");
    let mut f = field();
    put(&mut f, "n1", 100.0, 36.0, 180.0);
    let n1 = id(&f, "n1");
    f[n1].troop.arm = Arm::Elephants;
    f[n1].troop.footing = Footing::Native;
    f[n1].drawn = Drawn::new(Formation::Mass);
    f.draw_up(n1);
    let had = f[n1].figures();
    let mut b = drill(f, vec![4; 30]);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
    for _ in 0..6 {
        let Some((side, w)) = desk::Rules::pending(&b).into_iter().next() else { break };
        if matches!(w, Awaits::Orders) {
            break;
        }
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
    crate::scene::thrown(&b, 1);
    let lost = told(&b, Kind::Loss, "A5.13");
    assert_eq!(lost.len(), 1, "{}", log(&b));
    let men = lost[0].ruling.as_ref().unwrap().result["figures"].as_u64().unwrap();
    assert_eq!(u64::from(had - b.field()[n1].figures()), men);
    assert_eq!(told(&b, Kind::Loss, "A5.13")[0].pieces, ["n1"]);
}
