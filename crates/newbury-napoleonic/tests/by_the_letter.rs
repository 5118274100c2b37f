//! The book read again by the letter: figures that several enemies want, obstacles and those who follow over them, frenzied troops, storms,
//! answers to several chargers, small figures, and rows of the tables that are easily mistaken.

use crate::armies::{army, by as lines_by, good, law, raised, unit};
use crate::judging::{by, foot, heavy, irregular, light, out, readings, rule, worth};
use crate::scene::{
    charge, drill, field, field_on, form, hold, id, in_contact, log, play, put, quiet, results, told,
    used_up, with_battery,
};
use newbury_napoleonic::answer::{Answer, FireChoice, MoveOrder, Reply};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::book::numbers;
use newbury_napoleonic::book::scale::{Figures, Footprint};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::footprint::{self, Standing};
use newbury_napoleonic::formation::{Density, Drawn, Formation};
use newbury_napoleonic::options::Options;
use newbury_napoleonic::order::Response;
use newbury_napoleonic::procedures::artillery::{Artillery, ArtillerySituation, GunReadings, Guns, OnLine};
use newbury_napoleonic::procedures::impact::{
    CloseColumns, Impact, ImpactReadings, ImpactSituation, Striker, Strikes,
};
use newbury_napoleonic::procedures::melee_reaction::{
    Fought, MeleeReaction, MeleeReactionReadings, MeleeReactionSituation,
};
use newbury_napoleonic::procedures::morale::{Morale, MoraleDoes, MoraleSituation, Shelled};
use newbury_napoleonic::procedures::movement::{MoveRate, RateSituation};
use newbury_napoleonic::procedures::reaction::{ChargeReaction, FormationRows, Reacting, ReactionSituation};
use newbury_napoleonic::procedures::reorder::{Bar, Reorder, ReorderSituation};
use newbury_napoleonic::procedures::small_arms::{Firer, Shot, SmallArms, SmallArmsSituation};
use newbury_napoleonic::procedures::target::Target;
use newbury_napoleonic::terrain::{Terrain, Weather};
use newbury_napoleonic::troop::{Ammunition, Arm, Class, GunWeight, Piece, Troop, Weapon};
use newbury_napoleonic::{Field, Side, proves};
use umpire::Procedure;

fn disorder(f: &mut Field, code: &str, factors: u16) {
    let u = id(f, code);
    f[u].disorder.accumulated = factors;
}

/// Figures of a body in its first round with another.
fn fighting(b: &Battle, of: &str, with: &str) -> u16 {
    let between = |e: &&Event| {
        let pieces = |x: &str| e.pieces.iter().any(|p| p == x);
        e.event == Kind::Melee && pieces(of) && pieces(with)
    };
    let melee = b.events().iter().find(between).unwrap_or_else(|| panic!("{}", log(b)));
    let said = &melee.ruling.as_ref().unwrap().reckoning;
    let losses: Vec<String> =
        said.iter().filter(|r| r.says.id() == Some("reckon-losses")).map(|r| r.says.to_string()).collect();
    assert_eq!(losses.len(), 2, "{losses:?}");
    // "8 figures at a factor of ..."
    let own = &losses[usize::from(melee.pieces[0] != of)];
    own.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{own}"))
}

#[test]
fn figures_that_are_attacked_in_front_do_not_turn_to_the_flank() {
    let p = proves!("17.8.c");
    // n1 in column, cavalry on its left flank; a1 before it, or not.
    let run = |before: bool, dice: &[u8]| {
        let mut f = field();
        form(&mut f, "n1", Formation::CompanyColumn);
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        let (n1, a2) = (id(&f, "n1"), id(&f, "a2"));
        let (left, deep) = (f[n1].base.front_right().x.min(f[n1].base.front_left().x), f[n1].base.depth);
        put(&mut f, "a2", left, 60.0 + deep / 2.0, 90.0);
        assert!(f[a2].base.width > deep);
        if before {
            put(&mut f, "a1", 100.0, 60.0, 0.0);
        }
        let mut b = drill(f, dice);
        quiet(&mut b, vec![hold("a1"), hold("a2")], vec![hold("n1")]);
        b
    };
    let (alone, both) = (run(false, &[3; 30]), run(true, &[3; 30]));
    let aside = p.shows("17.8.c", told(&alone, Kind::Melee, "17.8.c"));
    assert_eq!(aside.len(), 1, "{}", log(&alone));
    let ranks = 6;
    assert_eq!(
        fighting(&alone, "n1", "a2"),
        ranks + 1,
        "a figure of each rank, and one beside: {}",
        log(&alone)
    );
    // The corner figure has an enemy before it.
    assert!(fighting(&both, "n1", "a2") < ranks, "{}", log(&both));
}

#[test]
fn lines_front_to_front_are_before_each_other_though_their_middles_are_not() {
    let run = |off: f64| {
        let mut f = in_contact();
        put(&mut f, "n1", 100.0 + off, 50.0, 180.0);
        let mut b = drill(f, [3, 3]);
        quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(told(&b, Kind::Melee, "19.1.a").len(), 1, "{}", log(&b));
        told(&b, Kind::Melee, "17.8.c").len()
    };
    assert_eq!((run(0.0), run(8.0)), (0, 0));
}

#[test]
fn a_unit_that_fights_two_is_divided_between_them() {
    let p = proves!("19.2.e");
    let run = |both: bool| {
        let mut f = field();
        for code in ["n1", "n3"] {
            form(&mut f, code, Formation::CompanyColumn);
        }
        put(&mut f, "a1", 100.0, 50.0, 0.0);
        let wide = f[id(&f, "n1")].base.width;
        put(&mut f, "n1", 100.0 - wide / 2.0, 50.0, 180.0);
        if both {
            put(&mut f, "n3", 100.0 + wide / 2.0, 50.0, 180.0);
        }
        let mut b = drill(f, [3; 30]);
        quiet(&mut b, vec![hold("a1")], vec![hold("n1"), hold("n3")]);
        crate::scene::thrown(&b, if both { 4 } else { 2 });
        b
    };
    let one = run(false);
    assert!(told(&one, Kind::Melee, "19.2.e").is_empty());
    let two = run(true);
    let melees = p.shows("19.2.e", told(&two, Kind::Melee, "19.2.e"));
    assert_eq!(melees.len(), 2, "each is a melee of its own: {}", log(&two));
    // Four figures before each column and one at either corner of it, one more on each side: between the columns nobody counts twice.
    let of = |with| fighting(&two, "a1", with);
    assert_eq!(fighting(&one, "a1", "n1"), 4 + 2 + 2, "{}", log(&one));
    assert_eq!((of("n1"), of("n3")), (4 + 2 + 1, 3 + 1 + 1), "{}", log(&two));
}

/// a1 before a wall that n1 defends, in contact with it.
fn at_the_wall(factors: u16) -> Field {
    let wall = "[[ground.line]]\nkind = \"wall\"\nname = \"L\"\npath = [[60, 50.2], [140, 50.2]]";
    let mut f = field_on(wall);
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    disorder(&mut f, "n1", factors);
    f
}

fn hindered(e: &Event) -> i32 {
    worth(e.ruling.as_ref().unwrap(), "row-at-hard-obstacle")
}

#[test]
fn who_did_not_cross_tries_again_and_who_follows_gets_over_for_nothing() {
    let p = proves!("19.5.j", "12.1.c", "T8.E");
    // Equal rounds: they stay on their sides of the wall.
    let equal = |factors: u16, a: u8, n: u8| {
        let mut dice = vec![a, n, a, n];
        dice.extend([3; 30]);
        let mut b = drill(at_the_wall(factors), dice);
        for _ in 0..2 {
            quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
        }
        (told(&b, Kind::Melee, "19.1.b").len() == 2).then_some(b)
    };
    let all = (0..6).flat_map(|f| (2..=5).flat_map(move |a| (2..=5).map(move |n| (f, a, n))));
    let b = all.into_iter().find_map(|(f, a, n)| equal(f, a, n)).expect("a round that is drawn");
    let rounds = told(&b, Kind::Melee, "19.1.b");
    assert_eq!(rounds.len(), 2, "{}", log(&b));
    assert!(hindered(rounds[0]) < 0 && hindered(rounds[1]) == hindered(rounds[0]), "{}", log(&b));
    let again = p.shows("19.5.j", told(&b, Kind::Melee, "19.5.j"));
    assert_eq!((again.len(), again[0].turn), (1, 2));
    // Beaten, n1 gives ground; a1 follows over the wall, in no time and with the one factor of 8E.
    let follows = |factors: u16, dice: &[u8]| {
        let mut b = drill(at_the_wall(factors), dice.to_vec());
        for _ in 0..2 {
            play(&mut b, vec![hold("a1")], vec![hold("n1")], |b, side, w| match w {
                Awaits::Follow(units, _) if side == Side::A && units.contains(&id(b.field(), "a1")) => {
                    Some(Answer::Follow { follow: vec!["a1".into()], give_ground: vec![] })
                }
                _ => None,
            });
        }
        b
    };
    let mut all = (1..8).map(|n| follows(n, &[4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]));
    let b = all.find(|b| !told(b, Kind::Moves, "12.1.c").is_empty());
    let b = b.unwrap_or_else(|| panic!("{}", log(&follows(4, &[5, 2, 3, 3, 3, 3, 3, 3, 3, 3]))));
    let over = p.shows("12.1.c", told(&b, Kind::Moves, "12.1.c"));
    assert_eq!(over[0].pieces, ["a1"], "{}", log(&b));
    let after = told(&b, Kind::Melee, "19.1.b");
    assert_eq!((after.len(), hindered(after[1])), (2, 0), "{}", log(&b));
    let factors = |e: &&Event| e.turn == 2 && e.pieces == ["a1"] && e.rests_on("T8.E");
    let in_melee = b.events().iter().filter(factors).count();
    assert_eq!(p.shows("T8.E", in_melee), 1, "{}", log(&b));
    let crossing = |e: &&Event| e.turn == 2 && e.pieces == ["a1"] && e.step == 7 && e.rests_on("T8.A");
    assert_eq!(b.events().iter().filter(crossing).count(), 0, "{}", log(&b));
}

#[test]
fn who_follows_strikes_though_he_lost_touch() {
    let p = proves!("19.5.m");
    // Cavalry gives ground by 10 cm, foot in line follows through scrub by no more than 7.5.
    let scrub = "[[ground.area]]\nkind = \"scrub\"\nname = \"Scrub\"\noutline = [[60, 46], [140, 46], [140, 80], [60, 80]]";
    let run = |ground: &str, factors: u16| {
        let mut f = field_on(ground);
        put(&mut f, "a1", 100.0, 50.0, 0.0);
        put(&mut f, "n2", 100.0, 50.0, 180.0);
        disorder(&mut f, "n2", factors);
        let mut b = drill(f, vec![3; 20]);
        for _ in 0..2 {
            play(&mut b, vec![hold("a1")], vec![hold("n2")], |b, side, w| match w {
                Awaits::Follow(units, _) if side == Side::A && units.contains(&id(b.field(), "a1")) => {
                    Some(Answer::Follow { follow: vec!["a1".into()], give_ground: vec![] })
                }
                _ => None,
            });
        }
        crate::scene::thrown(&b, 4);
        b
    };
    let gives = |b: &Battle| {
        b.events().iter().any(|e| e.turn == 1 && e.event == Kind::FallsBack && e.rests_on("23.2.c"))
    };
    let factors = (0..12).find(|n| gives(&run(scrub, *n)) && gives(&run("", *n)));
    let factors = factors.unwrap_or_else(|| panic!("{}", log(&run(scrub, 4))));
    let (slow, open) = (run(scrub, factors), run("", factors));
    let second = |b: &Battle| told(b, Kind::Melee, "19.1.b").iter().filter(|e| e.turn == 2).count();
    assert_eq!((second(&slow), second(&open)), (1, 1), "{}", log(&slow));
    let apart = |b: &Battle| told(b, Kind::Melee, "19.5.m").len();
    assert_eq!(p.shows("19.5.m", (apart(&slow), apart(&open))), (1, 0), "{}", log(&slow));
    assert!(!slow.play().fights(id(slow.field(), "a1")), "the melee is over then: {}", log(&slow));
}

#[test]
fn routs_of_earlier_steps_count_in_the_tests_of_later_ones() {
    let p = proves!("11.n2");
    // n1 breaks in step 16, or not; n3 beside it has lost half, and tests in step 17.
    let run = |factors: u16, dice: &[u8]| {
        let mut f = in_contact();
        disorder(&mut f, "n1", factors);
        let (n1, n3) = (id(&f, "n1"), id(&f, "n3"));
        let x = 100.0 + f[n1].base.width / 2.0 + 10.0 + f[n3].base.width / 2.0;
        f[n3].companies.iter_mut().for_each(|c| c.figures /= 2);
        f.draw_up(n3);
        put(&mut f, "n3", x, 60.0, 180.0);
        let mut b = drill(f, dice.to_vec());
        quiet(&mut b, vec![hold("a1")], vec![hold("n1"), hold("n3")]);
        used_up(&b);
        b
    };
    let tests = |b: &Battle, step: u8| -> Vec<(i32, bool)> {
        let of = |e: &&Event| e.event == Kind::Morale && e.pieces == ["n3"] && e.step == step;
        let row = |e: &Event| (worth(e.ruling.as_ref().unwrap(), "row-own-routing"), e.rests_on("11.n2"));
        b.events().iter().filter(of).map(row).collect()
    };
    // One die each of the melee, three of each test.
    let broken = run(6, &[5, 2, 5, 5, 5, 5, 5, 5]);
    assert_eq!(p.shows("11.n2", tests(&broken, 17)), [(-4, true)], "{}", log(&broken));
    assert_eq!(tests(&broken, 18), [(-4, true)], "{}", log(&broken));
    let steady = run(0, &[3, 3, 5, 5, 5]);
    assert_eq!((tests(&steady, 17), tests(&steady, 18)), (vec![(0, false)], vec![]), "{}", log(&steady));
}

#[test]
fn shot_at_a_battery_strikes_its_guns_too() {
    let p = proves!("20.2.e");
    let run = |carried: u16| {
        let mut f = with_battery("");
        let more = Formation::Deployed;
        put(&mut f, "a5", 100.0, 30.0, 0.0);
        form(&mut f, "a5", more);
        let a5 = id(&f, "a5");
        // Taken over by the other side, so that two batteries face each other.
        let mut other = f[a5].clone();
        other.side = newbury_napoleonic::Side::B;
        let n1 = id(&f, "n1");
        (other.id, other.code, other.brigade) = (n1, "n1".into(), f[n1].brigade);
        other.battery.as_mut().unwrap().gun_losses = carried;
        f[n1] = other;
        put(&mut f, "n1", 100.0, 70.0, 180.0);
        let mut b = drill(f, vec![3; 12]);
        let shot = || FireChoice {
            unit: "a5".into(),
            target: Some("n1".into()),
            ammunition: Some(Ammunition::RoundShot),
            ..FireChoice::default()
        };
        play(&mut b, vec![], vec![hold("n1")], |_, side, w| match w {
            Awaits::Fire(_) if side == Side::A => Some(Answer::Fire { fire: vec![shot()] }),
            _ => None,
        });
        (told(&b, Kind::GunLost, "20.2.e").len(), told(&b, Kind::Loss, "20.1.d").len(), log(&b))
    };
    // 20 losses destroy a gun, in eighths 160; a quarter of the crew's losses is added.
    let (lost, crews, told_all) = run(152);
    assert_eq!((lost, crews > 0), (1, true), "{told_all}");
    assert_eq!(p.shows("20.2.e", lost), 1);
    let (none, crews, told_all) = run(140);
    assert_eq!((none, crews > 0), (0, true), "{told_all}");
}

#[test]
fn small_bases_have_formations_of_their_own() {
    let p = proves!("A6.6");
    let six = Options { figures: Figures::Six, ..Options::default() };
    let (w, d) = footprint::figure(&six, Arm::LineInfantry, false, Density::Close);
    let (base, deep) = numbers().scale.base(Figures::Six, Footprint::Foot(Density::Close));
    assert!((w - 2.0 * base).abs() < 1e-9 && (d - 2.0 * deep).abs() < 1e-9);
    let of = |arm: Arm, formation: Formation| {
        let who =
            Standing { arm, mounted: arm.cavalry(), companies: &[10, 10, 10, 10], models: 0, horses: 0 };
        footprint::plan(&six, &who, Drawn::new(formation))
    };
    for (formation, width, depth) in [
        (Formation::Line, 4.0 * w, d),
        (Formation::CompanyColumn, w, 4.0 * d),
        (Formation::DivisionColumn, w, 4.0 * d),
        (Formation::MarchColumn, 2.0 * d, 2.0 * w),
        (Formation::Square, w, w),
    ] {
        let plan = of(Arm::LineInfantry, formation);
        assert_eq!(p.shows("A6.6", plan.by.id()), "A6.6", "{formation:?}");
        assert!(
            (plan.width - width).abs() < 1e-9 && (plan.depth - depth).abs() < 1e-9,
            "{formation:?} {plan:?}"
        );
    }
    // Squadrons are single bases.
    let (w, d) = footprint::figure(&six, Arm::LightCavalry, true, Density::Close);
    let column = of(Arm::LightCavalry, Formation::SquadronColumn);
    assert!((column.width - w).abs() < 1e-9 && (column.depth - 4.0 * d).abs() < 1e-9, "{column:?}");
    // Figures of other sizes stand by themselves.
    let fifteen =
        Standing { arm: Arm::LineInfantry, mounted: false, companies: &[10, 10], models: 0, horses: 0 };
    let line = footprint::plan(&Options::default(), &fifteen, Drawn::new(Formation::Line));
    assert_eq!((line.files, line.by.id()), (20, "glossary.line"));
}

#[test]
fn a_roster_says_by_which_tables_it_is_made() {
    let p = proves!("5.0");
    let notes = good(&army("france", 1809, "", &unit("line-battalion", ""))).notes;
    let tables = notes.iter().filter(|n| n.clause.to_string() == "5.0").count();
    assert_eq!(p.shows("5.0", tables), 1);
    // What a figure costs is in table 1, and how wide it stands in table 2.
    assert_eq!(
        numbers().points.figure(newbury_napoleonic::book::points::Price::LineInfantry, Class::C),
        Some(6)
    );
    assert_eq!(numbers().scale.base(Figures::Fifteen, Footprint::Foot(Density::Close)), (0.75, 1.0));
}

#[test]
fn foot_that_charges_is_moving_when_cavalry_strikes_it_by_one_reading() {
    let moving = |option: &str| {
        let mut f = field();
        f.readings = readings("foot-receiving-cavalry", option);
        // n1 charges a1 and is charged in flank by a2.
        put(&mut f, "a1", 100.0, 40.0, 0.0);
        put(&mut f, "n1", 100.0, 52.0, 180.0);
        put(&mut f, "a2", 70.0, 46.0, 90.0);
        let n1 = id(&f, "n1");
        f[n1].troop.class = Class::A;
        f[n1].companies.iter_mut().for_each(|c| c.troop.class = Class::A);
        let mut b = drill(f, vec![3; 40]);
        quiet(&mut b, vec![hold("a1"), charge("a2", "n1")], vec![charge("n1", "a1")]);
        crate::scene::thrown(&b, 10);
        let contact = told(&b, Kind::Contact, "17.6.a.5").iter().any(|e| e.pieces == ["a2", "n1"]);
        assert!(contact, "{}", log(&b));
        let of = |e: &&Event| {
            e.pieces == ["n1"] && e.ruling.as_ref().is_some_and(|r| r.procedure == "contact-disorder")
        };
        b.events()
            .iter()
            .filter(of)
            .map(|e| worth(e.ruling.as_ref().unwrap(), "row-foot-moving"))
            .sum::<i32>()
    };
    assert_eq!((moving("still-marching"), moving("marched")), (0, 2));
}

#[test]
fn frenzied_troops_charge_the_nearest_and_take_no_morale_test() {
    let p = proves!("23.4.c", "23.4.b", "22.1.c");
    // n1 is nearer than n2; a2 is told to charge n2.
    let declared = |frenzied: bool| {
        let mut f = field();
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 94.0, 52.0, 180.0);
        put(&mut f, "n2", 112.0, 60.0, 180.0);
        let a2 = id(&f, "a2");
        f[a2].frenzied = frenzied;
        let mut b = drill(f, vec![3; 40]);
        quiet(&mut b, vec![charge("a2", "n2")], vec![hold("n1"), hold("n2")]);
        let all = told(&b, Kind::Declared, "17.6.a.1");
        (all[0].pieces.clone(), told(&b, Kind::Declared, "23.4.c").len())
    };
    assert_eq!(declared(false), (vec!["a2".to_string(), "n2".into()], 0));
    assert_eq!(p.shows("23.4.c", declared(true)), (vec!["a2".to_string(), "n1".into()], 1));
    // An attack on a house: the frenzied do not test when they come on.
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20\nstoreys = 1";
    let tests = |frenzied: bool, dice: &[u8]| {
        let mut f = field_on(house);
        let (n1, a1) = (id(&f, "n1"), id(&f, "a1"));
        f.put_inside(n1, 0);
        put(&mut f, "a1", 100.0, 31.0, 0.0);
        form(&mut f, "a1", Formation::DivisionColumn);
        f[a1].frenzied = frenzied;
        let mut b = drill(f, dice.to_vec());
        quiet(&mut b, vec![MoveOrder { attack: Some("n1".into()), ..hold("a1") }], vec![]);
        used_up(&b);
        let rolled = results(&b, "morale", "a1").len();
        (rolled, told(&b, Kind::Morale, "23.4.b").len(), told(&b, Kind::Morale, "22.1.c").len(), log(&b))
    };
    // As they come on, and when they have lost the round.
    let (rolled, excused, by, told_all) = tests(true, &[3, 2, 2]);
    assert_eq!((rolled, p.shows("23.4.b", excused), p.shows("22.1.c", by)), (0, 2, 2), "{told_all}");
    let (rolled, excused, ..) = tests(false, &[3, 5, 5, 5, 2, 2, 5, 5, 5]);
    assert_eq!((rolled, excused), (2, 0));
}

#[test]
fn foot_that_cavalry_charges_too_does_not_countercharge() {
    let p = proves!("17.5.g");
    let may = |cavalry: bool| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        put(&mut f, "a1", 108.0, 48.0, 0.0);
        put(&mut f, "a2", 92.0, 30.0, 0.0);
        let mut b = drill(f, vec![3; 60]);
        let mut orders = vec![charge("a1", "n1")];
        if cavalry {
            orders.push(charge("a2", "n1"));
        }
        let mut asked = None;
        play(&mut b, orders, vec![hold("n1")], |b, side, w| {
            if let Awaits::Respond(_) = w {
                let counter = Reply { unit: "n1".into(), response: Response::Countercharge, late: None };
                let answer = Answer::Respond { responses: vec![counter] };
                let mut trial = b.clone();
                asked = Some(trial.answer(side, answer).is_ok());
            }
            None
        });
        (asked.unwrap_or(false), told(&b, Kind::Responds, "17.5.g").len())
    };
    assert_eq!(may(false), (true, 0));
    let (counter, by) = may(true);
    assert!(!counter && p.shows("17.5.g", by) == 1);
}

fn volley(target: Target, distance: f64) -> SmallArmsSituation {
    let troop = Troop { weapon: Some(Weapon::Musket), ..foot() };
    SmallArmsSituation {
        firer: Firer::new(troop),
        shots: vec![Shot { figures: 10, distance, target, screen: None, part: 1.0 }],
        rain: false,
        options: newbury_napoleonic::procedures::Options::default(),
        readings: newbury_napoleonic::procedures::small_arms::FireReadings::default(),
        sheet: newbury_napoleonic::book::SheetRef::default(),
    }
}

fn shot(target: Target) -> ArtillerySituation {
    ArtillerySituation {
        guns: Guns::new(Piece::Six, Ammunition::RoundShot, 2),
        line: vec![OnLine::new(target, 25.0)],
        screen: None,
        rain: false,
        options: newbury_napoleonic::procedures::Options::default(),
        readings: GunReadings::default(),
        sheet: newbury_napoleonic::book::SheetRef::default(),
    }
}

#[test]
fn who_is_in_a_building_has_its_cover_unless_its_wall_is_breached() {
    let p = proves!("T9.C.bld", "T10.D", "T13.C");
    let inside = Target::new(Formation::Building);
    let row = |t, cm| worth(&rule::<SmallArms>(&volley(t, cm), &[1]).1, "row-in-building");
    assert_eq!(p.shows("T9.C.bld", row(inside, 8.0)), -10);
    assert_eq!(
        (row(Target { fires_out: true, ..inside }, 1.9), row(Target { fires_out: true, ..inside }, 2.0)),
        (-6, -10)
    );
    assert_eq!(row(Target { breached: true, ..inside }, 8.0), -6, "a building still, without its cover");
    let covered = |t| worth(&rule::<Artillery>(&shot(t), &[1]).1, "row-cover");
    assert_eq!(p.shows("T10.D", covered(inside)), -8);
    assert_eq!(covered(Target { breached: true, ..inside }), 0);
    // Depth and British lines are nothing to those inside.
    let deep = Target { ranks: 4, british: true, breached: true, ..inside };
    let (_, ruling) = rule::<Artillery>(&shot(deep), &[1]);
    assert_eq!((worth(&ruling, "row-depth"), worth(&ruling, "row-british-line")), (0, 0));
    let s = |formation| MoraleSituation::new(foot(), formation, 20);
    let (_, ruling) = rule::<Morale>(&s(Formation::Building), &[3, 3, 3]);
    assert_eq!(p.shows("T13.C", worth(&ruling, "row-in-building")), 4);
    assert_eq!(worth(&rule::<Morale>(&s(Formation::Line), &[3, 3, 3]).1, "row-in-building"), 0);
}

#[test]
fn who_is_shot_at_is_under_fire() {
    let p = proves!("T16.C");
    let s = |change: fn(&mut MoraleSituation)| {
        let mut s = MoraleSituation::new(foot(), Formation::Line, 20);
        s.own.routing = 4;
        change(&mut s);
        s
    };
    // 6 less 16: the lowest band of class C.
    let quiet = by::<Morale>(&p, "T16.C", &s(|_| {}), &[2, 2, 2]);
    assert_eq!((quiet.score, quiet.does), (-10, MoraleDoes::Retreat));
    let under: [fn(&mut MoraleSituation); 6] = [
        |s| s.under_fire = true,
        |s| s.shooting = 1,
        |s| s.shelled = Shelled::RoundShot,
        |s| s.under_artillery = true,
        |s| s.flank_losses = true,
        |s| s.in_melee = true,
    ];
    for change in under {
        assert_eq!(out::<Morale>(&s(change), &[2, 2, 2]).does, MoraleDoes::Break);
    }
}

#[test]
fn rain_makes_mud_of_all_ground_for_guns_and_no_more() {
    let p = proves!("12.7.g");
    let s = |ground: Terrain, weather: Weather| {
        let mut s: RateSituation = serde_json::from_value(MoveRate::example()).unwrap();
        (s.troop, s.formation) = (Troop::of(Arm::FieldArtillery), Formation::Limbered);
        (s.ground, s.weather, s.weight) = (ground, weather, Some(GunWeight::Medium));
        s
    };
    let cm = |ground, weather| out::<MoveRate>(&s(ground, weather), &[]).cm();
    assert_eq!(by::<MoveRate>(&p, "12.7.g", &s(Terrain::Open, Weather::Rain), &[]).cm(), Some(11.25));
    for (ground, fine, rain) in [
        (Terrain::Open, 15.0, 11.25),
        (Terrain::Scrub, 11.25, 11.25),
        (Terrain::Field, 11.25, 11.25),
        (Terrain::Ford, 11.25, 11.25),
        (Terrain::Mud, 11.25, 11.25),
        (Terrain::Orchard, 7.5, 7.5),
    ] {
        assert_eq!(
            (cm(ground, Weather::Fine), cm(ground, Weather::Rain)),
            (Some(fine), Some(rain)),
            "{ground:?}"
        );
    }
    // Guns that are moved by hand are no teams: a dense wood is slow for them, not forbidden; and they too are in the mud.
    let deployed = |ground, weather| RateSituation { formation: Formation::Deployed, ..s(ground, weather) };
    assert_eq!(out::<MoveRate>(&deployed(Terrain::DenseWood, Weather::Fine), &[]).cm(), Some(2.5));
    assert_eq!(out::<MoveRate>(&deployed(Terrain::Open, Weather::Rain), &[]).cm(), Some(3.75));
    assert_eq!(cm(Terrain::DenseWood, Weather::Fine), None);
}

#[test]
fn gun_crews_who_fire_reorder_for_half_a_move_at_most() {
    let p = proves!("13.2.g");
    let s = |barred, stood| ReorderSituation {
        troop: Troop::of(Arm::FieldArtillery),
        accumulated: 3,
        gained: 0,
        barred,
        crossed: false,
        loaded: false,
        stood,
        year: 1812,
        national: false,
        attacked: newbury_napoleonic::procedures::reorder::Attacked::default(),
    };
    let left = |barred, stood| by::<Reorder>(&p, "13.2.g", &s(barred, stood), &[]).accumulated;
    assert_eq!((left(None, 1.0), left(Some(Bar::Fired), 1.0), left(Some(Bar::Fired), 0.5)), (1, 2, 2));
}

#[test]
fn squadrons_closed_up_are_a_close_column_at_the_impact() {
    let p = proves!("T12.A");
    let s = |charger: Troop, formation, close_columns| ImpactSituation {
        charger: Striker::new(charger, formation),
        defender: Striker::new(foot(), Formation::Line),
        at: Strikes::Open,
        going: None,
        at_double: false,
        in_melee: false,
        first_charge: false,
        options: newbury_napoleonic::procedures::Options::default(),
        readings: ImpactReadings { close_columns, ..ImpactReadings::default() },
    };
    use Formation::{CompanyColumn, Line, MarchColumn, OpenSquadronColumn, SquadronColumn};
    let total = |t, f, c| by::<Impact>(&p, "T12.A", &s(t, f, c), &[]).total;
    assert_eq!(
        (total(heavy(), Line, CloseColumns::OfAll), total(heavy(), SquadronColumn, CloseColumns::OfAll)),
        (5, 7)
    );
    assert_eq!(
        (
            total(light(), OpenSquadronColumn, CloseColumns::OfAll),
            total(light(), MarchColumn, CloseColumns::OfAll)
        ),
        (3, 5)
    );
    assert_eq!(total(heavy(), SquadronColumn, CloseColumns::OfFoot), 5);
    assert_eq!(total(foot(), CompanyColumn, CloseColumns::OfFoot), 2);
    assert_eq!(ImpactReadings::of(&readings("close-columns", "of-foot")).close_columns, CloseColumns::OfFoot);
    assert_eq!(ImpactReadings::of(&readings("close-columns", "of-all")).close_columns, CloseColumns::OfAll);
}

#[test]
fn rows_of_lines_and_columns_in_a_charge_are_those_of_foot_or_of_all() {
    let p = proves!("T13.A.cover");
    use Formation::{CompanyColumn, Line, SquadronColumn, Square};
    let value = |c: (Troop, Formation), d: (Troop, Formation), rows: FormationRows| {
        let mut s: ReactionSituation = serde_json::from_value(ChargeReaction::example()).unwrap();
        (s.charger, s.defender) = (Reacting::new(c.0, c.1, 20), Reacting::new(d.0, d.1, 20));
        s.readings.formation_rows = rows;
        p.shows("T13.A.cover", out::<ChargeReaction>(&s, &[3, 3, 3, 3]).value)
    };
    use FormationRows::{OfAll, OfFoot};
    for (c, d, of_foot, of_all) in [
        ((foot(), Line), (foot(), Square), 1, 1),
        ((foot(), CompanyColumn), (foot(), Line), 2, 2),
        ((foot(), CompanyColumn), (foot(), Square), 3, 3),
        ((heavy(), Line), (foot(), Square), -2, -1),
        ((heavy(), SquadronColumn), (foot(), Square), -2, 1),
        ((heavy(), SquadronColumn), (foot(), Line), 3, 5),
        ((heavy(), Line), (foot(), CompanyColumn), 2, 2),
        ((heavy(), Line), (heavy(), Line), 0, 3),
        ((light(), Line), (heavy(), SquadronColumn), -1, 1),
        ((foot(), CompanyColumn), (light(), Line), 0, 2),
    ] {
        assert_eq!((value(c, d, OfFoot), value(c, d, OfAll)), (of_foot, of_all), "{c:?} {d:?}");
    }
    use newbury_napoleonic::procedures::reaction::ReactionReadings;
    assert_eq!(ReactionReadings::of(&readings("formation-rows", "of-all")).formation_rows, OfAll);
    assert_eq!(ReactionReadings::of(&readings("formation-rows", "of-foot")).formation_rows, OfFoot);
}

#[test]
fn the_frenzied_in_a_building_need_not_follow_up() {
    let p = proves!("19.5.d");
    let s = |formation| {
        let mut s = MeleeReactionSituation {
            winner: Fought::new(foot(), formation, 20, 0),
            loser: Fought::new(foot(), Formation::Line, 20, 0),
            round: 1,
            dice: false,
            options: newbury_napoleonic::procedures::Options::default(),
            readings: MeleeReactionReadings::default(),
        };
        s.winner.frenzied = true;
        s
    };
    let optional = |formation| {
        let of = |beaten: u8| {
            let mut s = s(formation);
            (s.loser.disorganisation, s.winner.disorganisation) =
                (beaten.saturating_sub(6), 6_u8.saturating_sub(beaten));
            s
        };
        let follows = |n: &u8| {
            out::<MeleeReaction>(&of(*n), &[]).winner.does
                == newbury_napoleonic::book::results::Fighter::FollowUp
        };
        let n = (0..12).find(follows).expect("a result to follow up");
        by::<MeleeReaction>(&p, "19.5.d", &of(n), &[]).winner.optional
    };
    assert!(!optional(Formation::Line) && optional(Formation::Building));
}

#[test]
fn generals_of_small_figures_cost_ten_and_those_of_brigades_five() {
    let p = proves!("A6.4");
    let two = |units: &str| {
        format!(
            "book = \"newbury-napoleonic\"\ntitle = \"Drill\"\nnation = \"prussia\"\nyear = 1813\ncommander = \"Blue\"\n[options]\nfigures = \"6mm\"\n[[brigade]]\ncode = \"B\"\ngeneral = \"Brown\"\nunit = [{units}]\n"
        )
    };
    let r = good(&two(&unit("musketeer-battalion", "bases = 4")));
    let small = |l: &&muster::RosterLine| l.clause.to_string() == "A6.4";
    let prices: Vec<i64> = r.groups.iter().flat_map(|g| &g.lines).filter(small).map(|l| l.each).collect();
    assert_eq!(p.shows("A6.4", prices), [10, 5]);
}

#[test]
fn sub_units_that_stay_together_are_equal_whatever_they_are_called() {
    let p = proves!("AI.5");
    let of = |figures: &str, more: &str| {
        army("france", 1809, "", &unit("line-battalion", &format!("figures = {figures}{more}")))
    };
    // Four fusilier companies, grenadiers, voltigeurs: 3 figures each at most, 2 at least.
    assert!(good(&of("[3, 3, 3, 3, 2, 3]", "")).total > 0);
    let doubled = |figures: &str, more: &str| {
        let readings = "[readings]\nlist-figures = \"doubled\"";
        army("france", 1809, readings, &unit("line-battalion", &format!("figures = {figures}{more}")))
    };
    assert!(good(&doubled("[6, 6, 6, 6, 5, 6]", "")).total > 0);
    assert_eq!(p.shows("AI.5", law(&doubled("[6, 6, 6, 6, 4, 6]", ""))), "AI.5", "grenadiers too");
    let apart = ", detachment = [{ code = \"g\", of = [\"grenadier company\"] }]";
    assert!(good(&doubled("[6, 6, 6, 6, 4, 6]", apart)).total > 0, "unless they are detached");
    // Platoons of which the list has fewer are weighed by themselves.
    assert!(good(&army("russia", 1812, "", &unit("musketeer-battalion", ""))).total > 0);
}

#[test]
fn cossack_gunners_are_irregulars() {
    let _p = proves!("AI.RU.3");
    let u = raised("russia", 1812, "cossack-battery-6x3", "");
    assert!(!lines_by(&u, "AI.RU.3").is_empty(), "{u:?}");
    let kinds = newbury_napoleonic::army::list::kinds();
    let troop = |id: &str| kinds.iter().find(|k| k.id == id).unwrap().battery.as_ref().unwrap().troop;
    assert!(troop("cossack-battery-6x3").irregular());
    assert!(troop("horse-battery-12x6").regular());
    assert!(irregular(foot()).irregular());
}

#[test]
fn prone_troops_lose_the_time_of_getting_up() {
    // Two fifths of a move until the charger must be let in: 8 more of 50 cm are a whole quarter.
    let fires = |prone: bool, y: f64| {
        let mut f = field();
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, y, 180.0);
        let n1 = id(&f, "n1");
        f[n1].prone = prone;
        let mut b = drill(f, vec![3; 40]);
        quiet(&mut b, vec![charge("a2", "n1")], vec![]);
        results(&b, "rounds", "n1").first().map_or(0, |r| r["rounds"].as_u64().unwrap())
    };
    // 25 cm of the 50 to where firing stops take half a move; less a quarter it is still a quarter: two rounds. At 20 it is less.
    let far = fires(true, 60.0);
    let near = fires(true, 54.0);
    assert_eq!((fires(false, 60.0), fires(false, 54.0)), (2, 2));
    assert_eq!((far, near), (2, 1));
}
