//! Charges, their impact, melee and its reaction, read again by the clause: cases at the edge of each rule.

use crate::judging::{by, foot, heavy, irregular, light, out, worth};
use crate::scene::{charge, drill, form, hold, id, log, put, quiet, raised, results, state, told, used_up};
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder, Reply, Turning};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::book::results::Fighter as Does;
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{Quarter, Response};
use newbury_napoleonic::procedures::Options;
use newbury_napoleonic::procedures::charge::{Answers, ChargeReadings, Doing, Respond, RespondSituation};
use newbury_napoleonic::procedures::impact::{Impact, ImpactReadings, ImpactSituation, Striker, Strikes};
use newbury_napoleonic::procedures::melee_reaction::*;
use newbury_napoleonic::procedures::reaction::*;
use newbury_napoleonic::terrain::Cover;
use newbury_napoleonic::troop::{Arm, Class, Footing, Troop};
use newbury_napoleonic::unit::State;
use newbury_napoleonic::{Field, Side, proves};
use serde_json::json;

/// A melee of two lines of foot whose reaction comes to so much.
fn reacted(value: i32) -> MeleeReactionSituation {
    let line = Fought::new(foot(), Formation::Line, 20, 0);
    let mut s = MeleeReactionSituation {
        winner: line,
        loser: line,
        round: 1,
        dice: false,
        options: Options::default(),
        readings: MeleeReactionReadings::default(),
    };
    if value >= 0 {
        s.loser.disorganisation = value as u8;
    } else {
        s.winner.disorganisation = -value as u8;
    }
    s
}

#[test]
fn a_winner_who_is_frenzied_or_broken_through_keeps_his_ground() {
    let p = proves!("23.4.f", "23.2.c");
    let gives = SideDoes { does: Does::GiveGround, optional: false };
    let stands = SideDoes { does: Does::Stand, optional: false };
    assert_eq!(out::<MeleeReaction>(&reacted(-4), &[]).winner, gives);
    let mut s = reacted(-4);
    s.winner.frenzied = true;
    assert_eq!(by::<MeleeReaction>(&p, "23.4.f", &s, &[]).winner, stands);
    let mut s = reacted(-8);
    s.winner.broken_through = true;
    assert_eq!(by::<MeleeReaction>(&p, "23.2.c", &s, &[]).winner, stands);
}

#[test]
fn a_loser_who_is_to_follow_up_may_not_stay_in_the_open() {
    let p = proves!("23.2.a", "T16.B");
    let follows = SideDoes { does: Does::FollowUp, optional: false };
    assert_eq!(by::<MeleeReaction>(&p, "23.2.a", &reacted(-8), &[]).loser, follows);
    assert_eq!(by::<MeleeReaction>(&p, "T16.B", &reacted(-9), &[]).loser, follows);
    assert_eq!(out::<MeleeReaction>(&reacted(-7), &[]).loser.does, Does::Stand);
}

#[test]
fn who_surrenders_is_reckoned_without_the_factor_that_classes_a_and_b_ignore() {
    let p = proves!("19.5.g");
    let mut s = reacted(6);
    (s.winner.troop, s.winner.disorganisation) = (foot().class(Class::B), 1);
    assert!(by::<MeleeReaction>(&p, "19.5.g", &s, &[]).surrenders, "6 more than nothing");
    let mut s = reacted(6);
    s.loser.troop = foot().class(Class::B);
    let o = out::<MeleeReaction>(&s, &[]);
    assert_eq!((o.loser.does, o.surrenders), (Does::Break, false), "5 more");
}

/// A line of foot charges another, which has so much against it.
fn charged(value: u8, response: Response) -> ReactionSituation {
    let line = Reacting::new(foot(), Formation::Line, 20);
    let mut s = ReactionSituation {
        charger: line,
        defender: line,
        response: Some(response),
        cover: Cover::None,
        from: Quarter::Front,
        changing: false,
        no_flanks: false,
        first_charge: false,
        options: Options::default(),
        readings: ReactionReadings::default(),
        sheet: SheetRef::default(),
    };
    s.defender.own.falling_back = value;
    s
}

#[test]
fn who_declared_a_countercharge_and_is_told_to_stand_fires_at_eight_centimetres() {
    let p = proves!("T16.A.fire", "23.1.i");
    let fires = |value, response| out::<ChargeReaction>(&charged(value, response), &[3, 3, 3, 3]).fires_at;
    let counter = charged(4, Response::Countercharge);
    assert_eq!(by::<ChargeReaction>(&p, "T16.A.fire", &counter, &[3, 3, 3, 3]).fires_at, Some(8));
    let counter = charged(5, Response::Countercharge);
    assert_eq!(by::<ChargeReaction>(&p, "23.1.i", &counter, &[3, 3, 3, 3]).fires_at, Some(8));
    assert_eq!(fires(4, Response::Evade), None);
    // As declared they go to meet the charge.
    assert_eq!(fires(3, Response::Countercharge), None);
    assert_eq!(fires(3, Response::Stand), Some(5));
}

fn struck(charger: Troop, cf: Formation, defender: Troop, df: Formation) -> ImpactSituation {
    ImpactSituation {
        charger: Striker::new(charger, cf),
        defender: Striker::new(defender, df),
        at: Strikes::Open,
        going: None,
        at_double: false,
        in_melee: false,
        first_charge: false,
        options: Options::default(),
        readings: ImpactReadings::default(),
    }
}

#[test]
fn a_mass_counts_as_a_line() {
    let p = proves!("T13.A.cover", "T12.A", "T13.B");
    use Formation::{CompanyColumn, Line, Mass, OpenCompanyColumn, Square};
    let mob = irregular(foot());
    let meets = |charger, cf, defender, df| {
        let mut s = charged(0, Response::Stand);
        s.charger = Reacting::new(charger, cf, 20);
        s.defender = Reacting::new(defender, df, 20);
        s
    };
    let got = |s: ReactionSituation| by::<ChargeReaction>(&p, "T13.A.cover", &s, &[3, 3, 3, 3]).value;
    assert_eq!(got(meets(heavy(), Line, mob, Mass)), 3);
    assert_eq!(got(meets(foot(), CompanyColumn, mob, Mass)), 2);
    assert_eq!(got(meets(mob, Mass, foot(), Square)), 1);
    assert_eq!(by::<Impact>(&p, "T12.A", &struck(foot(), CompanyColumn, mob, Mass), &[]).total, 2);
    assert_eq!(out::<Impact>(&struck(foot(), OpenCompanyColumn, mob, Mass), &[]).total, 0);
    let mut s = reacted(0);
    s.winner.formation = CompanyColumn;
    (s.loser.troop, s.loser.formation) = (mob, Mass);
    assert_eq!(by::<MeleeReaction>(&p, "T13.B", &s, &[]).value, 1);
}

#[test]
fn of_those_who_double_move_only_the_able_must_countercharge() {
    let p = proves!("17.5.e", "18.2.a");
    use Response::{Countercharge, Evade, Stand};
    let doubling = |troop, formation| RespondSituation {
        troop,
        formation,
        on_foot: false,
        by_mounted: false,
        by_skirmishers: false,
        from: Quarter::Front,
        doing: Doing::DoubleMoving,
        changing: false,
        behind_obstacle: false,
        frenzied: false,
        screen: false,
        readings: ChargeReadings::default(),
    };
    let any = |responses: &[Response]| Answers::Any { responses: responses.to_vec() };
    let got = |s: RespondSituation| by::<Respond>(&p, "17.5.e", &s, &[]);
    assert_eq!(got(doubling(light(), Formation::Line)), any(&[Countercharge]));
    // Skirmishers never charge close order: they evade, from wherever it comes.
    let skirmishers = doubling(foot(), Formation::Skirmish);
    assert_eq!(by::<Respond>(&p, "18.2.a", &skirmishers, &[]), any(&[Evade]));
    assert_eq!(got(RespondSituation { from: Quarter::Rear, ..skirmishers }), any(&[Evade]));
    assert_eq!(got(RespondSituation { by_skirmishers: true, ..skirmishers }), any(&[Countercharge]));
    let guns = doubling(Troop::of(Arm::FieldArtillery), Formation::Limbered);
    assert_eq!(got(guns), any(&[Stand, Evade]));
}

/// A battalion and cavalry a side, far from each other.
fn field() -> Field {
    field_on("")
}

fn field_on(ground: &str) -> Field {
    field_with(ground, "")
}

fn field_with(ground: &str, more: &str) -> Field {
    let south = r#"  { code = "a1", kind = "line-battalion", formation = "line", x = 30, y = 10, facing = 0 },
  { code = "a2", kind = "light-cavalry", companies = 3, formation = "line", x = 150, y = 10, facing = 0 },"#;
    let north = r#"  { code = "n1", kind = "german-line-battalion", formation = "line", x = 30, y = 120, facing = 180 },
  { code = "n2", kind = "hussars", companies = 3, formation = "line", x = 150, y = 120, facing = 180 },"#;
    raised(ground, 195.0, &format!("{south}\n  {more}"), north)
}

fn disorder(f: &mut Field, code: &str, factors: u16) {
    let u = id(f, code);
    f[u].disorder.accumulated = factors;
}

#[test]
fn who_breaks_without_a_test_is_pursued() {
    let p = proves!("19.5.e", "19.5.f");
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    disorder(&mut f, "n1", 6);
    // One die each of the melee.
    let mut b = drill(f, [5, 2]);
    quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
    used_up(&b);
    assert_eq!(results(&b, "melee", "a1"), [json!({ "a": 14, "b": 47 })], "{}", log(&b));
    assert_eq!(p.shows("19.5.f", told(&b, Kind::MeleeReaction, "19.5.f")).len(), 1);
    assert_eq!(p.shows("19.5.e", told(&b, Kind::FollowsUp, "19.5.e")).len(), 1, "{}", log(&b));
    assert_eq!((state(&b, "n1"), state(&b, "a1")), (State::Routing, State::Pursuing));
}

#[test]
fn a_winner_gives_ground_before_a_steadier_loser() {
    let p = proves!("T16.B", "23.2.c");
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    form(&mut f, "a1", Formation::DoubleSquare);
    put(&mut f, "n2", 100.0, 50.0, 180.0);
    let mut b = drill(f, [5, 2]);
    quiet(&mut b, vec![hold("a1")], vec![hold("n2")]);
    used_up(&b);
    // Three figures of the square fight eight hussars, who win; but a double square is worth 8 against cavalry.
    assert_eq!(results(&b, "melee", "a1"), [json!({ "a": 13, "b": 8 })], "{}", log(&b));
    let o = results(&b, "melee-reaction", "n2");
    assert_eq!(p.shows("T16.B", o[0]["value"].clone()), json!(-4), "{}", log(&b));
    assert_eq!(p.shows("23.2.c", told(&b, Kind::FallsBack, "23.2.c")).len(), 1);
    assert_eq!((state(&b, "n2"), state(&b, "a1")), (State::GivingGround, State::UnderOrders));
    assert!(!b.play().fights(id(b.field(), "a1")), "nobody follows: the melee is over");
}

#[test]
fn losses_are_reckoned_by_the_figures_of_the_engaged_sub_units() {
    let p = proves!("19.4.a", "19.5.c");
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    // 3.75 cm of the two fronts touch: seven figures of each fight, of three companies of 3 and of two of 4.
    put(&mut f, "n1", 112.0, 50.0, 180.0);
    disorder(&mut f, "a1", 3);
    disorder(&mut f, "n1", 6);
    let mut b = drill(f, [2, 2]);
    quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
    used_up(&b);
    assert_eq!(p.shows("19.4.a", told(&b, Kind::Melee, "19.4.a")).len(), 1);
    let m = &b.play().fights[0];
    assert_eq!((m.figures, m.engaged), ([7, 7], [9, 8]), "{}", log(&b));
    assert_eq!(results(&b, "melee", "a1"), [json!({ "a": 4, "b": 7 })]);
    // Seven men of eight figures: lost, but no test.
    let o = p.shows("19.5.c", results(&b, "round-result", "a1"));
    assert_eq!(o, [json!({ "lost": { "loser": "b" } })]);
}

#[test]
fn those_who_were_passed_through_react_to_the_round() {
    let p = proves!("18.1.e", "19.5.a");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    disorder(&mut f, "n1", 2);
    // Two dice each of the reaction (5 for cavalry on a disordered line), one each of the melee.
    let mut b = drill(f, [3, 3, 4, 4, 4, 3]);
    quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1")]);
    used_up(&b);
    assert_eq!(p.shows("18.1.e", told(&b, Kind::Impact, "18.1.e")).len(), 2, "{}", log(&b));
    assert_eq!(told(&b, Kind::Melee, "18.1.f").len(), 1, "they came out behind");
    assert_eq!(p.shows("19.5.a", results(&b, "round-result", "a2")).len(), 1, "{}", log(&b));
    assert!(!b.play().fights(id(b.field(), "a2")), "they have parted");
}

#[test]
fn only_a_change_of_formation_that_cannot_be_over_in_time_counts_in_the_reaction() {
    let p = proves!("17.6.a.4");
    // a2 is at attack distance after 20 cm of 50, two fifths of the move.
    let value = |leg: Option<LegOrder>, y: f64| {
        let mut f = field();
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, y, 180.0);
        let mut b = drill(f, [3; 40]);
        let change = MoveOrder { legs: leg.into_iter().collect(), ..hold("n1") };
        quiet(&mut b, vec![charge("a2", "n1")], vec![change]);
        let o = p.shows("17.6.a.4", results(&b, "charge-reaction", "a2"));
        o[0]["value"].as_i64().unwrap()
    };
    let form = |formation| Some(LegOrder::Form { formation, ranks: None, files: None });
    let plain = value(None, 60.0);
    assert_eq!(value(form(Formation::Square), 60.0), plain + 4, "a move and a half");
    assert_eq!(value(form(Formation::MarchColumn), 60.0), plain, "a quarter of a move");
    assert_eq!(value(form(Formation::MarchColumn), 42.0), plain + 4, "2 cm to go are less than a quarter");
    assert_eq!(value(Some(LegOrder::Turn { to: Turning::About }), 42.0), plain, "a turn is no such change");
}

#[test]
fn who_charges_himself_does_not_react_to_the_charge_of_a_third() {
    let p = proves!("17.4.d");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    put(&mut f, "n2", 80.0, 30.0, 90.0);
    disorder(&mut f, "n1", 6);
    // Both a2 and n1 have lost half: a2 charges n1, which has as little heart; charged in flank itself it would break.
    for code in ["a2", "n1"] {
        let u = id(&f, code);
        f[u].losses.start = f[u].figures() * 2;
    }
    let mut b = drill(f, [3; 60]);
    quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1"), charge("n2", "a2")]);
    crate::scene::thrown(&b, 9);
    let third = p.shows("17.4.d", told(&b, Kind::Reaction, "17.4.d"));
    assert_eq!(third.len(), 1, "{}", log(&b));
    assert_eq!(third[0].pieces, ["n2", "a2"]);
    let value = results(&b, "charge-reaction", "n2")[0]["value"].as_i64().unwrap();
    assert!(value >= 8, "a defender would break at {value}\n{}", log(&b));
    let broke = |e: &Event| e.event == Kind::Routs && e.pieces[0] == "a2" && e.step < 14;
    assert!(!b.events().iter().any(broke), "{}", log(&b));
}

#[test]
fn chargers_who_halt_receive_the_countercharge() {
    let p = proves!("23.1.b", "23.1.g");
    let scrub = "[[ground.area]]\nkind = \"scrub\"\nname = \"Scrub\"\noutline = [[80, 35], [120, 35], [120, 42], [80, 42]]";
    let mut f = field_on(scrub);
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "n2", 100.0, 60.0, 180.0);
    // A first value of -3, and -5 after the scrub: they halt, and the hussars come on. One die each of the melee.
    let mut b = drill(f, [3, 3, 4, 5, 3, 3]);
    quiet(&mut b, vec![charge("a2", "n2")], vec![hold("n2")]);
    let values: Vec<_> = ["charge-reaction", "final-reaction"]
        .map(|x| results(&b, x, "a2")[0]["value"].as_i64().unwrap())
        .to_vec();
    assert_eq!(values, [-3, -5], "{}", log(&b));
    assert_eq!(p.shows("23.1.g", told(&b, Kind::Halts, "23.1.g")).len(), 1);
    let meets = p.shows("23.1.b", told(&b, Kind::Responds, "23.1.b"));
    assert_eq!(meets.len(), 1, "{}", log(&b));
    assert_eq!(meets[0].pieces, ["n2", "a2"]);
    let contact = told(&b, Kind::Contact, "17.6.a.5");
    assert_eq!(contact.len(), 1, "{}", log(&b));
    assert_eq!(contact[0].pieces, ["n2", "a2"]);
    used_up(&b);
}

#[test]
fn an_evade_costs_its_factor_once() {
    let p = proves!("play.evade", "11.7");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    form(&mut f, "n1", Formation::Skirmish);
    // Two dice each of the reaction; 30 cm ahead of cavalry they get away.
    let mut b = drill(f, [3, 3, 3, 3]);
    quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1")]);
    assert_eq!(p.shows("play.evade", told(&b, Kind::Evades, "play.evade")).len(), 1, "{}", log(&b));
    quiet(&mut b, vec![hold("a2")], vec![hold("n1")]);
    used_up(&b);
    let factors = |turn| {
        let all = told(&b, Kind::Disorder, "11.7").into_iter();
        all.filter(|e| e.turn == turn && e.pieces == ["n1"]).count()
    };
    assert_eq!(p.shows("11.7", (factors(1), factors(2))), (1, 0), "{}", log(&b));
    assert_eq!(b.play().charged_once, [id(b.field(), "a2")], "its next charge is not its first");
}

#[test]
fn what_one_charge_does_to_the_defender_does_not_help_another_at_the_impact() {
    let p = proves!("18.1.c");
    let mut f = field();
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    // Of class A, so that it stands before both; of five factors such troops leave one out.
    let n1 = id(&f, "n1");
    f[n1].troop.class = Class::A;
    f[n1].companies.iter_mut().for_each(|c| c.troop.class = Class::A);
    disorder(&mut f, "n1", 5);
    put(&mut f, "a1", 108.0, 48.0, 0.0);
    put(&mut f, "a2", 92.0, 30.0, 0.0);
    // Two dice of a1, of n1, and of a2, then those of the melees and of what comes after: values near 0 for both charges.
    let mut dice: Vec<u8> = vec![4, 4, 5, 4, 2, 2];
    dice.extend([3; 30]);
    let mut b = drill(f, dice);
    quiet(&mut b, vec![charge("a1", "n1"), charge("a2", "n1")], vec![hold("n1")]);
    crate::scene::thrown(&b, 10);
    assert_eq!(told(&b, Kind::Contact, "17.6.a.5").len(), 2, "{}", log(&b));
    let total = |unit| p.shows("18.1.c", results(&b, "impact", unit))[0]["total"].as_i64().unwrap();
    assert_eq!(total("a1"), 4, "it breaks through: {}", log(&b));
    assert_eq!(total("a2"), 4 + 3, "the four factors of that do not count: {}", log(&b));
}

#[test]
fn a_flank_costs_nothing_where_the_chargers_have_no_impetus() {
    let p = proves!("18.1.g");
    let mut f = field();
    put(&mut f, "n2", 100.0, 60.0, 180.0);
    put(&mut f, "a1", 82.0, 61.0, 90.0);
    let mut b = drill(f, [3, 3, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3]);
    quiet(&mut b, vec![charge("a1", "n2")], vec![hold("n2")]);
    let impact = p.shows("18.1.g", told(&b, Kind::Impact, "18.1.g"));
    assert_eq!(impact.len(), 1, "foot on mounted troops: {}", log(&b));
    assert!(told(&b, Kind::Reaction, "17.8.a").len() == 1, "it comes from the flank: {}", log(&b));
    assert!(told(&b, Kind::Disorder, "17.8.b").is_empty(), "{}", log(&b));
}

#[test]
fn skirmishers_in_a_wood_must_evade_close_order() {
    let p = proves!("17.5.b");
    let wood = "[[ground.area]]\nkind = \"light-wood\"\nname = \"Wood\"\noutline = [[40, 60], [160, 60], [160, 90], [40, 90]]";
    let mut f = field_on(wood);
    // Into a light wood one sees 10 cm.
    put(&mut f, "n1", 100.0, 62.0, 180.0);
    form(&mut f, "n1", Formation::Skirmish);
    put(&mut f, "a1", 100.0, 54.0, 0.0);
    let mut b = drill(f, [3; 40]);
    b.answer(Side::A, Answer::Orders { orders: vec![charge("a1", "n1")], generals: Vec::new() }).unwrap();
    b.answer(Side::B, Answer::Orders { orders: vec![hold("n1")], generals: Vec::new() }).unwrap();
    assert!(matches!(b.awaits(Side::B), Some(Awaits::Respond(_))), "{}", log(&b));
    let reply = |response| Reply { unit: "n1".into(), response, late: None };
    let say = |response| Answer::Respond { responses: vec![reply(response)] };
    p.refused_by("17.5.b", b.answer(Side::B, say(Response::Stand)));
    b.answer(Side::B, say(Response::Evade)).unwrap();
    crate::scene::thrown(&b, 4);
}

#[test]
fn those_pursue_who_fought_and_not_as_in_a_first_round() {
    let p = proves!("play.pursuit");
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    put(&mut f, "n1", 112.0, 50.0, 180.0);
    disorder(&mut f, "n1", 6);
    // Seven figures of each fight: 24 and 17 on the table, 13 men and 4, and those of n1 break; the others test with three dice.
    let mut b = drill(f, [3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2]);
    quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
    assert_eq!(results(&b, "melee", "a1"), [json!({ "a": 4, "b": 13 })], "{}", log(&b));
    // Those of a1 who fought are by themselves now (19.5.k).
    assert_eq!(b.play().fought_with, [(id(b.field(), "a1-1"), 7)]);
    quiet(&mut b, vec![], vec![]);
    // Seven figures again, disorganised by the melee and the pursuit, 3 and one more for this move, following up: 20 - 4 + 1 + 3.
    let strikes = p.shows("play.pursuit", told(&b, Kind::Melee, "play.pursuit"));
    assert_eq!(strikes.len(), 1, "{}", log(&b));
    assert_eq!(strikes[0].ruling.as_ref().unwrap().result, json!({ "a": 0, "b": 7 }), "{}", log(&b));
}

#[test]
fn stormers_who_give_ground_leave_the_house_and_stay_at_its_wall() {
    let p = proves!("19.3.b");
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20\nstoreys = 1";
    let mut f = field_on(house);
    let n1 = id(&f, "n1");
    f.put_inside(n1, 0);
    put(&mut f, "a1", 100.0, 31.0, 0.0);
    form(&mut f, "a1", Formation::DivisionColumn);
    // They go on with three fives, and give ground with three twos.
    // A die of those who fire out, three of the attackers' morale, one each of the melee, three of the morale of those who lost it.
    let mut b = drill(f, [3, 5, 5, 5, 2, 5, 2, 2, 2]);
    let attack = MoveOrder { attack: Some("n1".into()), ..hold("a1") };
    quiet(&mut b, vec![attack], vec![]);
    used_up(&b);
    let storm = results(&b, "storm", "a1");
    assert_eq!(storm.len(), 2, "{}", log(&b));
    let storm = p.shows("19.3.b", storm);
    assert_eq!((&storm[0]["attackers"], &storm[1]["attackers"]), (&json!(1), &json!(0)), "{}", log(&b));
    assert_eq!(storm[1]["contact_lost"], json!(false));
    assert_eq!(told(&b, Kind::Melee, "19.3.b").len(), 1);
    assert_eq!(state(&b, "a1"), State::UnderOrders);
    assert!(b.play().storms.is_empty() && b.play().fights(n1), "{}", log(&b));
}

#[test]
fn who_lies_down_gets_up_if_there_is_time() {
    let p = proves!("18.3.a");
    let caught = |y: f64| {
        let mut f = field();
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, y, 180.0);
        let n1 = id(&f, "n1");
        f[n1].prone = true;
        // Two dice each of the reaction, then those of the melee and of what comes after.
        let mut dice: Vec<u8> = vec![3, 3, 4, 4];
        dice.extend([3; 30]);
        let mut b = drill(f, dice);
        quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1")]);
        crate::scene::thrown(&b, 6);
        assert_eq!(told(&b, Kind::Contact, "17.6.a.5").len(), 1, "{}", log(&b));
        assert!(!b.field()[n1].prone);
        told(&b, Kind::Disorder, "18.3.a").len()
    };
    // 24 cm to attack distance at 50 a move are not quite half of it; 12 are a little less than a quarter.
    let (far, near) = (caught(64.0), caught(52.0));
    assert_eq!(p.shows("18.3.a", (far, near)), (0, 1));
}

#[test]
fn who_charged_out_of_reach_charges_the_same_again() {
    let p = proves!("17.6.a.note");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "n1", 100.0, 125.0, 180.0);
    let mut b = drill(f, []);
    quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1"), hold("n2")]);
    // 40 cm on it is still 55 cm off; its owner has another target in mind.
    quiet(&mut b, vec![charge("a2", "n2")], vec![hold("n1"), hold("n2")]);
    used_up(&b);
    let again = p.shows("17.6.a.note", told(&b, Kind::Declared, "17.6.a.note"));
    assert_eq!(again.len(), 1, "{}", log(&b));
    assert_eq!(again[0].pieces, ["a2", "n1"]);
}

#[test]
fn a_detachment_is_supported_by_the_rest_of_its_unit() {
    let p = proves!("glossary.support");
    let value = |x: f64, detached: bool| {
        let mut f = field();
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        put(&mut f, "a1", x, 30.0, 0.0);
        let (a1, a2) = (id(&f, "a1"), id(&f, "a2"));
        f[a2].parent = detached.then_some(a1);
        let mut b = drill(f, [3; 40]);
        quiet(&mut b, vec![charge("a2", "n1"), hold("a1")], vec![hold("n1")]);
        crate::scene::thrown(&b, 6);
        let o = p.shows("glossary.support", results(&b, "charge-reaction", "a2"));
        o[0]["value"].as_i64().unwrap()
    };
    let alone = value(30.0, true);
    assert_eq!(value(85.0, true), alone + 1);
    assert_eq!(value(85.0, false), alone + 1);
}

#[test]
fn attack_distance_is_left_when_the_charge_begins() {
    let p = proves!("17.2.b");
    let declared = |cm: f64| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 50.0, 0.0);
        put(&mut f, "n1", 100.0, 59.0, 180.0);
        let mut b = drill(f, [4; 40]);
        let advance = LegOrder::March { cm, towards: None };
        quiet(&mut b, vec![MoveOrder { legs: vec![advance], ..charge("a1", "n1") }], vec![hold("n1")]);
        p.shows("17.2.b", results(&b, "may-charge", "a1"))
    };
    // 9 cm off: after 4 there are 5 left to charge, after 4.5 there are not.
    assert_eq!(declared(4.0), [json!("charge")]);
    assert_eq!(declared(4.5), [json!({ "attack": { "by": "17.2.b" } })]);
}

#[test]
fn who_charged_and_is_to_give_ground_does_so_in_the_next_move() {
    let p = proves!("23.2.c");
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    form(&mut f, "a1", Formation::DoubleSquare);
    put(&mut f, "n2", 100.0, 80.0, 180.0);
    // Steadier troops than they are trained.
    let a1 = id(&f, "a1");
    f[a1].troop.class = Class::A;
    f[a1].companies.iter_mut().for_each(|c| c.troop.class = Class::A);
    // Two dice each of the reaction, one each of the melee: the hussars win it by 13 to 8, and come to -4.
    let mut b = drill(f, [5, 4, 2, 2, 2, 5]);
    quiet(&mut b, vec![hold("a1")], vec![charge("n2", "a1")]);
    used_up(&b);
    assert_eq!(results(&b, "melee", "n2"), [json!({ "a": 8, "b": 13 })], "{}", log(&b));
    assert_eq!(p.shows("23.2.c", told(&b, Kind::FallsBack, "23.2.c")).len(), 1, "{}", log(&b));
    assert_eq!(state(&b, "n2"), State::GivingGround);
    let at = |b: &Battle| b.field()[id(b.field(), "n2")].base.front.y;
    let y = at(&b);
    quiet(&mut b, vec![hold("a1")], vec![]);
    assert!((at(&b) - y - 10.0).abs() < 0.02, "{y} {} {}", at(&b), log(&b));
    assert_eq!(state(&b, "n2"), State::UnderOrders);
}

#[test]
fn a_mass_that_breaks_through_has_the_ranks_in_which_it_stands() {
    let p = proves!("19.2.b");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    let a2 = id(&f, "a2");
    f[a2].troop.footing = Footing::Irregular;
    f[a2].companies.iter_mut().for_each(|c| c.troop.footing = Footing::Irregular);
    form(&mut f, "a2", Formation::Mass);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    disorder(&mut f, "n1", 2);
    let mut b = drill(f, [3, 3, 4, 4, 4, 3]);
    quiet(&mut b, vec![charge("a2", "n1")], vec![hold("n1")]);
    used_up(&b);
    let melee = p.shows("19.2.b", told(&b, Kind::Melee, "19.2.b"));
    assert_eq!(melee.len(), 1, "{}", log(&b));
    // Two ranks: one more than the first.
    assert_eq!(worth(melee[0].ruling.as_ref().unwrap(), "row-rank-through"), 1, "{}", log(&b));
}

#[test]
fn drivers_fight_for_their_limbers() {
    let p = proves!("19.4.a");
    let more = r#"{ code = "a5", kind = "foot-battery-6x8+2h", formation = "deployed", x = 100, y = 25, facing = 0 },"#;
    let mut f = field_with("", more);
    put(&mut f, "a5", 100.0, 50.0, 0.0);
    form(&mut f, "a5", Formation::Limbered);
    put(&mut f, "n2", 100.0, 50.0, 180.0);
    let a5 = id(&f, "a5");
    let guns = f[a5].battery.as_ref().unwrap().guns.clone();
    let crews: u16 = guns.iter().map(|g| u16::from(g.crew)).sum();
    let drivers: u16 = guns.iter().filter_map(|g| g.team).map(|t| u16::from(t.drivers)).sum();
    assert!(crews > 0 && drivers > 0);
    let mut b = drill(f, [3; 40]);
    b.answer(Side::A, Answer::Orders { orders: Vec::new(), generals: Vec::new() }).unwrap();
    b.answer(Side::B, Answer::Orders { orders: vec![hold("n2")], generals: Vec::new() }).unwrap();
    crate::scene::thrown(&b, 2);
    assert_eq!(p.shows("19.4.a", told(&b, Kind::Melee, "19.4.a")).len(), 1, "{}", log(&b));
    // Every limber is touched: its crew and its drivers fight.
    assert_eq!(b.play().fights[0].figures[0], crews + drivers, "{}", log(&b));
}

#[test]
fn who_has_not_faced_the_charge_at_attack_distance_has_it_in_the_rear() {
    let p = proves!("17.8.b");
    let rear = |y: f64| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        put(&mut f, "a2", 100.0, y, 180.0);
        let mut b = drill(f, [2, 2, 5, 4, 3, 3, 3, 3, 3, 3, 3, 3]);
        let about = MoveOrder { legs: vec![LegOrder::Turn { to: Turning::About }], ..hold("n1") };
        quiet(&mut b, vec![charge("a2", "n1")], vec![about]);
        assert_eq!(told(&b, Kind::Contact, "17.6.a.5").len(), 1, "{}", log(&b));
        p.shows("17.8.b", told(&b, Kind::Disorder, "17.8.b")).len()
    };
    // It turns in a quarter of a move; the cavalry is 10 cm off after 11 cm of 50, or after 16.
    assert_eq!(rear(82.0), 1);
    assert_eq!(rear(87.0), 0);
}
