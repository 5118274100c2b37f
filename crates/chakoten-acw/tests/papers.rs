//! What the papers say: the question for orders and what decides them, orders that the rules override, orders amended, a ruling's
//! arithmetic line by line, lengths in the log, and names in what is given out as data.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::event::Halt;
use chakoten_acw::order::{Answer, Choice, Written};
use chakoten_acw::procedures::{Artillery, MarchTime, Melee, SmallArms};
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::unit::FireFight;
use chakoten_acw::{EventKind, Side, UnitId, proves};
use desk::board::{Act, Stroke};
use desk::{Game, Match, Rules};
use field_day::{done, find, last_turn, sheet, stands, state, told_by, turn, turn_with};
use serde_json::{Value, json};
use umpire::{AnyProcedure, HandDice, Procedure, Ruling, Seat, judge};

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = field_day::two_lines(gap);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 70.0 + gap);
    (d, a, b)
}

/// What decides the orders of a unit, as the question for them says it: the clauses.
fn decides(d: Drill, code: &str) -> Vec<String> {
    let game = Match::new(Battle::drill(d.field(), []));
    let ask = game.asks().into_iter().find(|a| a.seat == Seat::Side(0)).unwrap();
    let units = ask.about["units"].as_array().unwrap().clone();
    let unit = units.into_iter().find(|u| u["unit"] == code).unwrap();
    let all = unit["decides"].as_array().unwrap().clone();
    assert!(all.iter().all(|d| d["says"].as_str().is_some_and(|s| !s.is_empty())), "{all:?}");
    all.iter().map(|d| d["clause"].as_str().unwrap().to_string()).collect()
}

#[test]
fn what_decides_an_order_is_in_the_question() {
    assert_eq!(decides(two(60.0).0, "A1"), [] as [&str; 0]);
    let with = |change: &dyn Fn(&mut Drill, UnitId, UnitId)| {
        let (mut d, a, e) = two(7.0);
        change(&mut d, a, e);
        decides(d, "A1")
    };
    let pinned = with(&|d, a, _| {
        d.state(a, State::Slight);
        d.unit(a).pinned_to = Some(2);
    });
    assert_eq!(pinned, ["04.02.8.a"]);
    let over = with(&|d, a, _| {
        d.state(a, State::Slight);
        d.unit(a).pinned_to = Some(1);
    });
    assert_eq!(over, [] as [&str; 0]);
    let fights = with(&|d, a, e| {
        d.unit(a).record.fire_fight = Some(FireFight { target: e, turns: 2, last: 1 });
    });
    assert_eq!(fights, ["04.02.14.a"]);
    assert_eq!(with(&|d, a, _| d.unit(a).ammunition = false), ["05.01.1"]);
    assert_eq!(with(&|d, a, _| d.unit(a).record.last_charge = Some(1)), ["03.03.4.c"]);
    let locked = with(&|d, a, e| {
        d.unit(a).locked.push(e);
        d.unit(e).locked.push(a);
    });
    assert_eq!(locked, ["play.melee"]);
    let u = with(&|d, a, _| {
        d.state(a, State::Disorder);
    });
    assert_eq!(u, ["07.01.4"]);
    let far = with(&|d, _, _| d.staff_mut(chakoten_acw::unit::StaffId(0)).base.front = table::v2(230.0, 5.0));
    assert_eq!(far, ["03.03.3"]);
    // Charged in turn 1, written for turn 5: nothing in the way any more.
    let later = with(&|d, a, _| {
        d.unit(a).record.last_charge = Some(1);
        d.turn(4);
    });
    assert_eq!(later, [] as [&str; 0]);
}

/// The orders that the rules have overridden, and by which clause.
fn overridden(b: &Battle) -> Vec<(String, &'static str)> {
    let f = b.field();
    let one = |e: &chakoten_acw::Event| match &e.kind {
        EventKind::Overridden { unit, order } => {
            Some((format!("{} {}", f[*unit].code, chakoten_acw::slip::write(order)), e.clause.id()))
        }
        _ => None,
    };
    last_turn(b).iter().filter_map(one).collect()
}

#[test]
fn an_order_that_the_rules_override_says_so() {
    let p = proves!("04.02.14.a", "play.melee", "04.02.4", "04.02.8.b");
    // Locked in a fire-fight: it fires.
    let (mut d, a, e) = two(7.0);
    d.unit(a).record.fire_fight = Some(FireFight { target: e, turns: 2, last: 1 });
    d.unit(a).record.last_fire = Some(1);
    // 3 + 3 is 6 in zone 1: 35 men, one figure; -1, silent -1, the dice +3.
    let mut b = Battle::drill(d.field(), [1, 2, 6, 6]);
    turn(&mut b, &[("A1", "march 5")], &[]);
    assert_eq!(*p.shows("04.02.14.a", &overridden(&b)), [("A1 march 5".to_string(), "04.02.14.a")]);
    done(&b);
    // In melee: it stands. Who was to stand loses nothing.
    let (d, _, _) = two(0.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1]);
    turn(&mut b, &[("A1", "back 5")], &[]);
    assert_eq!(*p.shows("play.melee", &overridden(&b)), [("A1 back 5".to_string(), "play.melee")]);
    done(&b);
    // In U from the start and hurt by immediate fire: it retires. 2 + 3 at 10 cm is 4 men of 5 elements: 20, one figure; -1 and U -4,
    // ordered to march it is not stationary; the dice +3: -2, no worse.
    let (mut d, _, e) = two(10.0);
    d.state(e, State::Disorder);
    let mut b = Battle::drill(d.field(), [1, 1, 6, 6]);
    turn(&mut b, &[("A1", "fire")], &[("B1", "march 3")]);
    assert_eq!(*p.shows("04.02.4", &overridden(&b)), [("B1 march 3".to_string(), "04.02.4")]);
    done(&b);
    // Pinned, it declares a retreat instead of firing.
    let (mut d, a, _) = two(20.0);
    d.state(a, State::Slight);
    d.unit(a).pinned_to = Some(2);
    let mut b = Battle::drill(d.field(), []);
    turn_with(&mut b, &[("A1", "fire at x1")], &[], &[("retreat", Choice::Yes)]);
    assert_eq!(*p.shows("04.02.8.b", &overridden(&b)), [("A1 fire at x1".to_string(), "04.02.8.b")]);
    // It is for the side whose order it was, and for the umpire.
    let at = b.events().iter().position(|e| matches!(e.kind, EventKind::Overridden { .. })).unwrap();
    let game = Match::new(b);
    assert!(!game.tell_to(Seat::Side(0), at).is_empty());
    assert!(game.tell_to(Seat::Side(1), at).is_empty());
    assert!(game.tell_to(Seat::Umpire, at)[0].contains("fire at x1"));
}

#[test]
fn orders_are_amended_until_the_other_side_has_sent_its_own() {
    let _p = proves!("04.01.1");
    let (d, a, _) = two(80.0);
    let mut game = Match::new(Battle::drill(d.field(), []));
    let written = |slip: &str| json!({ "answer": "orders", "orders": { "A1": slip } });
    let give = |game: &mut Match<Battle>, slip: &str| game.answer(Seat::Side(0), &written(slip));
    let first = game.asks()[0].offers[0].clone();
    assert!(first.get("orders").is_some(), "{first}");
    give(&mut game, "march 3").unwrap();
    // Nobody waits for it, but it may be changed; what is wrong changes nothing.
    assert_eq!(game.waits_for(), [Seat::Side(1)]);
    let open = game.asks().into_iter().find(|x| x.seat == Seat::Side(0)).unwrap();
    assert!(open.standing && open.asks == "orders", "{open:?}");
    assert!(give(&mut game, "march 5").is_ok());
    assert!(give(&mut game, "attack charge: march, wheel right 40").is_err());
    let told = game.events_len();
    give(&mut game, "march 7").unwrap();
    assert_eq!(game.events_len(), told, "the enemy does not hear of it");
    game.answer(Seat::Side(1), &json!({ "answer": "orders", "orders": {} })).unwrap();
    // The turn runs with the last of them, and now it is too late.
    assert!(give(&mut game, "march 9").is_err());
    let mut b = game.into_rules();
    field_day::play_out(&mut b, &[], &mut Vec::new());
    stands(&b, a, 100.0, 57.0);
}

#[test]
fn an_instruction_goes_with_the_sheet_that_gave_it() {
    use chakoten_acw::field::Level;
    let mut d = Drill::new();
    let top = d.command(Side::A, Level::Division, None);
    d.general(Side::A, 60.0, 20.0);
    let brigade = d.command(Side::A, Level::Brigade, Some(top));
    d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    d.general(Side::A, 60.0, 40.0);
    d.infantry(Side::B, 30, Formation::Line, 60.0, 120.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    let code = b.field()[brigade].code.to_string();
    let sent = |says: Option<&str>| Answer::Orders {
        orders: [("A1".to_string(), Written::Slip("march 1".into()))].into(),
        instructions: says.map(|s| (code.clone(), s.to_string())).into_iter().collect(),
    };
    b.answer(Side::A, sent(Some("Hold the ridge."))).unwrap();
    assert!(b.field()[brigade].instruction.is_some());
    b.answer(Side::A, sent(None)).unwrap();
    assert_eq!(b.field()[brigade].instruction, None, "taken back with the sheet");
    b.answer(Side::A, sent(Some("Go on."))).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    assert_eq!(b.field()[brigade].instruction.as_ref().unwrap().1, "Go on.");
}

/// A ruling's steps with their clauses.
pub fn steps(r: &Ruling) -> Vec<(String, &'static str)> {
    r.reckoning.iter().map(|s| (s.says.to_string(), s.clause.id())).collect()
}

pub fn ruled<P: Procedure>(s: Value, dice: &[u8]) -> Ruling
where
    P::Situation: serde::de::DeserializeOwned,
{
    let s: P::Situation = serde_json::from_value(s).unwrap();
    P::check(&s).unwrap();
    let mut d = HandDice::new(dice);
    let (_, r) = judge::<P>(&s, &mut d);
    d.finish().unwrap();
    r
}

#[test]
fn a_ruling_of_small_arms_can_be_checked_with_pencil_and_book() {
    let p = proves!("05.02.1", "05.01.4", "05.01.3.a", "VI.a", "05.02.6");
    // 26 figures in line at 12 cm with rifled muskets, 7 in the second zone, at pinned infantry behind a wall.
    let r = ruled::<SmallArms>(
        json!({
            "firer": { "kind": "infantry", "figures": 26, "weapon": "rifled_musket" },
            "target": { "kind": "infantry", "state": "LU", "pinned": true, "cover": "I" },
            "distance": 12,
        }),
        &[3, 4],
    );
    let all = steps(&r);
    let of = |clause: &str| all.iter().filter(|s| s.1 == clause).map(|s| s.0.as_str()).collect::<Vec<_>>();
    // 4 elements of 6, two figures left over; 5 men each.
    assert_eq!(
        *p.shows("05.01.4", &of("05.01.4")),
        ["26 figures make 4 elements of 6, 3 left over making one more"]
    );
    assert_eq!(*p.shows("05.01.3.a", &of("05.01.3.a")), ["zone 2"]);
    assert_eq!(
        *p.shows("05.02.1", &of("05.02.1")),
        ["7 on the dice, +0: 7", "7 costs 5 men to an element: 4 x 5 is 20"]
    );
    assert_eq!(*p.shows("05.02.6", &of("05.02.6")), ["pinned: 1/2"]);
    assert_eq!(*p.shows("VI.a", &of("VI.a")), ["cover I leaves 1/2", "20 x 1/4 is 5 men"]);
    assert_eq!(r.result["target"]["men"], 5);
}

#[test]
fn a_ruling_of_guns_can_be_checked_too() {
    let p = proves!("06.03.1", "06.01.3", "X.a", "06.03.3.a", "06.03.4");
    // Three of four Napoleons have crews; shell at 45 cm upon unlimbered guns behind stone, with a wagon beside them.
    let r = ruled::<Artillery>(
        json!({
            "gun": "napoleon", "ammunition": "shell", "guns": 5, "gunners": 2,
            "targets": [{
                "unit": { "kind": "unlimbered", "cover": "III" }, "distance": 45, "wagons": ["none"],
            }],
        }),
        &[3, 4],
    );
    let all = steps(&r);
    let of = |clause: &str| all.iter().filter(|s| s.1 == clause).map(|s| s.0.as_str()).collect::<Vec<_>>();
    assert_eq!(*p.shows("06.01.3", &of("06.01.3")), ["2 gunner figures serve 4 of 5 guns"]);
    assert_eq!(*p.shows("06.03.1", &of("06.03.1")), ["7 on the dice, +2: 9", "9 with 4 guns costs 24"]);
    assert_eq!(
        *p.shows("X.a", &of("X.a")),
        ["cover III leaves 1/4", "unlimbered guns: 1/2", "24 x 1/8 is 3 men"]
    );
    assert_eq!(*p.shows("06.03.3.a", &of("06.03.3.a")), ["4 in table XI"]);
    assert_eq!(*p.shows("06.03.4", &of("06.03.4")), ["7 in table XI; a wagon is destroyed by 7 or more"]);
}

#[test]
fn a_ruling_of_a_melee_can_be_checked_too() {
    let p = proves!("07.04.2", "07.05.1", "play.melee");
    let r = ruled::<Melee>(
        json!({
            "fighter": { "kind": "infantry", "figures": 14 },
            "enemies": [{ "figures": 9 }, { "figures": 5 }],
        }),
        &[3, 4],
    );
    let all = steps(&r);
    let of = |clause: &str| all.iter().filter(|s| s.1 == clause).map(|s| s.0.as_str()).collect::<Vec<_>>();
    assert_eq!(
        *p.shows("07.04.2", &of("07.04.2")),
        ["14 figures make 2 elements of 6, 3 left over making one more"]
    );
    assert_eq!(
        *p.shows("07.05.1", &of("07.05.1")),
        ["7 on the dice, +0: 7", "7 costs 8 men to an element: 2 x 8 is 16"]
    );
    assert_eq!(
        *p.shows("play.melee", &of("play.melee")),
        ["9 of 14 figures counted", "5 of 14 figures counted"]
    );
    assert_eq!(of("VI.a"), ["16 x 9/14 is 10 men", "16 x 5/14 is 6 men"]);
}

#[test]
fn judge_refuses_what_cannot_be() {
    let p = proves!("05.01.2.b", "02.05.6");
    let small = |formation: &str, kind: &str, figures: u16| {
        let weapon = if kind == "mounted" { "sharps_carbine" } else { "rifled_musket" };
        let s = json!({
            "firer": { "kind": kind, "formation": formation, "figures": figures, "weapon": weapon },
            "target": { "kind": "infantry" }, "distance": 10,
        });
        let any: &dyn AnyProcedure = &std::marker::PhantomData::<SmallArms>;
        any.judge_by_hand(&s, vec![3, 4]).err().map(|e| e.to_string())
    };
    assert!(p.shows("05.01.2.b", small("march_column", "infantry", 30)).unwrap().contains("05.01.2.b"));
    for (formation, kind, most) in [
        ("march_column", "infantry", 6),
        ("attack_column", "infantry", 12),
        ("march_column", "mounted", 4),
        ("attack_column", "mounted", 12),
    ] {
        assert_eq!(small(formation, kind, most), None, "{formation} {kind}");
        assert!(small(formation, kind, most + 1).unwrap().contains("05.01.2.b"), "{formation} {kind}");
    }
    assert_eq!(small("line", "infantry", 30), None);
    let march = |haste: &str, step: Value| {
        let s = json!({ "kind": "infantry", "formation": "attack_column", "haste": haste, "step": step });
        let any: &dyn AnyProcedure = &std::marker::PhantomData::<MarchTime>;
        any.judge_by_hand(&s, vec![]).err().map(|e| e.to_string())
    };
    let wheel = |degrees: f64| json!({ "wheel": { "degrees": degrees, "front": 4.8 } });
    assert!(p.shows("02.05.6", march("charge", wheel(30.0))).unwrap().contains("02.05.6"));
    assert!(march("charge", wheel(-20.1)).unwrap().contains("02.05.6"));
    assert_eq!(march("charge", wheel(20.0)), None);
    assert_eq!(march("march", wheel(30.0)), None);
    assert!(march("charge", json!({ "face": { "degrees": 90 } })).unwrap().contains("02.05.6"));
    assert!(march("charge", json!({ "form": { "to": "line", "way": 5 } })).unwrap().contains("02.05.6"));
}

#[test]
fn lengths_in_the_log_are_what_the_unit_went() {
    let went = |b: &Battle, u: UnitId| {
        let of = |e: &chakoten_acw::Event| match e.kind {
            EventKind::Moved { unit, cm, .. } if unit == u => Some(cm),
            _ => None,
        };
        last_turn(b).iter().filter_map(of).sum::<f64>()
    };
    // A column 15 cm deep faces about to flee: it goes 40 cm, though its front comes 55 away from where it was.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 100.0, 0.0);
    d.state(a, State::Complete);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[], &[]);
    assert!((went(&b, a) - 40.0).abs() < 1e-3, "{}", went(&b, a));
    // A wheel goes as far as its outer corner: 30 degrees of 12 cm.
    let (d, a, _) = two(90.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel right 30")], &[]);
    assert!((went(&b, a) - 12.0 * 30f64.to_radians()).abs() < 1e-3, "{}", went(&b, a));
    // The umpire reads it; a side does not.
    let at = b.events().iter().rposition(|e| matches!(e.kind, EventKind::Moved { .. })).unwrap();
    let game = Match::new(b);
    assert!(game.events_for(Seat::Umpire, at)[0]["cm"].is_number());
    assert!(game.events_for(Seat::Side(0), 0).iter().all(|e| e.get("cm").is_none()));
}

#[test]
fn units_have_their_codes_in_what_is_given_out() {
    let (d, _, _) = two(6.0);
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No)]);
    let n = b.events().len();
    let game = Match::new(b);
    let all = game.events_for(Seat::Umpire, 0);
    assert_eq!(all.len(), n);
    for e in &all {
        for key in ["unit", "target", "by", "part", "behind", "pinned", "wagon", "with", "staff"] {
            if let Some(v) = e.get(key).filter(|v| !v.is_null()) {
                assert!(v.is_string(), "{key} of {e}");
            }
        }
    }
    let shock = all.iter().find(|e| e["event"] == "shock").unwrap();
    assert_eq!((&shock["unit"], &shock["target"]), (&json!("A1"), &json!("B1")));
    let chose = all.iter().find(|e| e["event"] == "chose").unwrap();
    assert_eq!(chose["choice"], json!("no"));
}

#[test]
fn refusals_of_guns_and_ends_of_attacks_name_their_own_clause() {
    let p = proves!("06.02.1.a", "07.02.3.a");
    // Canister of a Napoleon reaches 20 cm.
    let mut d = Drill::new();
    d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "canister at x1")], &[]);
    let why = find(&b, |e| matches!(e.kind, EventKind::NotFired { .. }).then(|| e.clause.id()));
    assert_eq!(*p.shows("06.02.1.a", &why), Some("06.02.1.a"));
    // An attack that ends by its own roll: 2, U for the attacker.
    let (d, a, _) = two(6.0);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No)]);
    state(&b, a, State::Disorder);
    let ends = find(&b, |e| match e.kind {
        EventKind::AttackEnds { why, .. } => Some((e.clause.id(), why)),
        _ => None,
    });
    assert_eq!(*p.shows("07.02.3.a", &ends), Some(("07.02.3.a", Halt::Disorder)));
    told_by(&p, &b, "07.02.3.a");
}

#[test]
fn a_sheet_is_kept_by_a_snapshot() {
    // Amending works on what others look at, too: a copy is as far as the battle.
    let (d, _, _) = two(60.0);
    let mut b = Battle::drill(d.field(), []);
    b.answer(Side::A, sheet(&[("A1", "march 3")])).unwrap();
    let copy = Rules::snapshot(&b);
    assert_eq!(copy.amends(), b.amends());
    assert_eq!(copy.amends().len(), 1);
}

/// The page is handed the sheet as it was sent; what is made of it takes its place, its instructions with it.
#[test]
fn what_was_sent_comes_back_to_be_changed() {
    use chakoten_acw::field::Level;
    let _p = proves!("04.01.1");
    let mut d = Drill::new();
    let top = d.command(Side::A, Level::Division, None);
    d.general(Side::A, 60.0, 20.0);
    let brigade = d.command(Side::A, Level::Brigade, Some(top));
    let a = d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    d.general(Side::A, 60.0, 40.0);
    d.infantry(Side::B, 30, Formation::Line, 60.0, 150.0, 180.0);
    let b = Battle::drill(d.field(), []);
    let code = b.field()[brigade].code.to_string();
    let mut game = Match::new(b);
    let at = Seat::Side(0);
    assert!(game.prompts(at).iter().all(|p| !p.amends && !p.standing));
    let instructions = json!({ code.clone(): "Hold the ridge." });
    let sent = json!({ "answer": "orders", "orders": { "A1": "march 3" }, "instructions": instructions });
    game.answer(at, &sent).unwrap();

    let [p] = &game.prompts(at)[..] else { panic!("it may be changed, and nothing else is asked") };
    assert!(p.amends && p.standing && p.asks == "orders", "{p:?}");
    let sheet = p.sketch.clone().unwrap();
    let lines: Vec<_> = sheet.orders.iter().map(|o| (o.slip.as_str(), o.says.to_string())).collect();
    assert!(lines.iter().any(|(slip, _)| *slip == "march 3"), "{lines:?}");
    assert!(lines.iter().any(|(_, says)| says.contains("Hold the ridge.")), "{lines:?}");
    let again = sheet.answer.clone().unwrap();
    assert_eq!(again["instructions"], instructions);
    // At the command line it is the first of what may be sent.
    let ask = game.asks().into_iter().find(|x| x.seat == at).unwrap();
    assert_eq!(ask.offers[0], again);
    // Sent again as it is, nothing is another; and the enemy is asked what he was asked.
    let asked = json!(game.prompts(Seat::Side(1)));
    game.answer(at, &again).unwrap();
    assert_eq!(json!(game.prompts(at)[0].sketch), json!(sheet));
    assert_eq!(json!(game.prompts(Seat::Side(1))), asked);

    let stroke = |draft: &Value, pieces: Vec<String>, act| Stroke {
        asks: "orders".into(),
        draft: draft.clone(),
        pieces,
        act,
    };
    let typed = Act::Type { text: "march 7".into() };
    let changed = game.sketch(at, &stroke(&sheet.draft, vec!["A1".into()], typed)).unwrap();
    game.answer(at, changed.answer.as_ref().unwrap()).unwrap();
    let shown = game.prompts(at)[0].sketch.clone().unwrap();
    assert!(shown.orders.iter().any(|o| o.slip == "march 7"), "{:?}", shown.orders);
    let cleared = game.sketch(at, &stroke(&shown.draft, vec![], Act::Clear)).unwrap();
    assert!(cleared.orders.is_empty() && cleared.answer.is_some(), "an empty sheet is one, too");
    game.answer(Seat::Side(1), &json!({ "answer": "orders", "orders": {} })).unwrap();
    assert!(game.prompts(at).iter().all(|p| !p.amends), "now it is too late");
    let mut b = game.into_rules();
    field_day::play_out(&mut b, &[], &mut Vec::new());
    stands(&b, a, 60.0, 57.0);
    assert_eq!(b.field()[brigade].instruction.as_ref().unwrap().1, "Hold the ridge.");
}
