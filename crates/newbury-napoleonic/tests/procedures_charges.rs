//! Charges: declared, answered, reacted to, and their impact, as bare situations with scripted dice.

use crate::judging::{
    by, chance, cites, foot, heavy, irregular, lancers, light, out, readings, rule, total, worth, worth_by,
};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::book::results::Charger;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{Quarter, Response};
use newbury_napoleonic::procedures::charge::*;
use newbury_napoleonic::procedures::impact::*;
use newbury_napoleonic::procedures::reaction::*;
use newbury_napoleonic::procedures::{Around, GeneralNear, Options, Worn};
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::{Cover, Going, Slope, Terrain};
use newbury_napoleonic::troop::{Arm, Class, Nation, Troop};
use odds::Fraction;

fn charge(troop: Troop, formation: Formation, target: Formation) -> MayChargeSituation {
    MayChargeSituation {
        troop,
        formation,
        on_foot: false,
        target,
        ordered: true,
        seen: true,
        distance: 20.0,
        in_reach: true,
        ground: Terrain::Open,
        slope: None,
        impassable: false,
        way_barred: false,
        forced: false,
        surprised: false,
        readings: ChargeReadings::default(),
    }
}

#[test]
fn charges_stand_or_become_attacks() {
    let p = proves!(
        "17.1.a",
        "17.1.b",
        "17.1.c",
        "17.2.a",
        "17.2.b",
        "17.2.h",
        "17.3.a",
        "17.6.a.note",
        "17.6.a.2",
        "23.3.b",
        "play.charge.check",
        "play.artillery",
    );
    use Formation::*;
    let s = charge(foot(), Line, Line);
    let got = |s: MayChargeSituation| out::<MayCharge>(&s, &[]);
    let attack = |s: MayChargeSituation, clause: &str| {
        assert!(matches!(got(s), Declared::Attack { by } if by.id() == clause), "{clause}");
    };
    let stands = |s: MayChargeSituation, clause: &str| {
        assert!(matches!(by::<MayCharge>(&p, clause, &s, &[]), Declared::Stand { by } if by.id() == clause));
    };
    assert_eq!(by::<MayCharge>(&p, "17.2.b", &s, &[]), Declared::Charge);
    stands(MayChargeSituation { ordered: false, ..s }, "17.2.a");
    stands(MayChargeSituation { forced: true, ..s }, "23.3.b");
    stands(MayChargeSituation { impassable: true, ..s }, "17.2.h");
    stands(charge(Troop::of(Arm::FieldArtillery), Limbered, Line), "play.artillery");
    stands(charge(foot(), Skirmish, Line), "17.1.c");
    for target in [Skirmish, Deployed] {
        assert_eq!(got(charge(foot(), Skirmish, target)), Declared::Charge);
    }
    attack(charge(foot(), Skirmish, Building), "17.1.b");
    assert!(matches!(got(charge(foot(), Square, Line)), Declared::Stand { .. }));
    for ground in [Terrain::DenseWood, Terrain::River, Terrain::Marsh] {
        attack(MayChargeSituation { ground, ..s }, "17.1.b");
    }
    let ford = MayChargeSituation { ground: Terrain::Ford, ..s };
    assert_eq!(got(ford), Declared::Charge);
    let barred = ChargeReadings::of(&readings("charging-fords", "barred"));
    attack(MayChargeSituation { readings: barred, ..ford }, "17.1.b");
    let uphill = |slope| MayChargeSituation { slope: Some((slope, Going::Up)), ..s };
    assert!(matches!(by::<MayCharge>(&p, "17.1.b", &uphill(Slope::Steep), &[]), Declared::Attack { .. }));
    assert_eq!(got(uphill(Slope::Gentle)), Declared::Charge);
    assert!(matches!(
        by::<MayCharge>(&p, "17.3.a", &charge(foot(), Line, Building), &[]),
        Declared::Attack { .. }
    ));
    let unseen = MayChargeSituation { seen: false, ..s };
    attack(unseen, "17.2.b");
    assert!(matches!(by::<MayCharge>(&p, "play.charge.check", &unseen, &[]), Declared::Attack { .. }));
    let stand = ChargeReadings::of(&readings("failed-charge", "stand"));
    assert!(matches!(got(MayChargeSituation { readings: stand, ..unseen }), Declared::Stand { .. }));
    let met = MayChargeSituation { surprised: true, ..s };
    assert!(matches!(by::<MayCharge>(&p, "17.1.a", &met, &[]), Declared::Attack { .. }));
    // Foot needs 5 cm, horse 10.
    assert_eq!(got(MayChargeSituation { distance: 5.0, ..s }), Declared::Charge);
    attack(MayChargeSituation { distance: 4.9, ..s }, "17.2.b");
    let horse = |distance| MayChargeSituation { distance, ..charge(heavy(), Line, Line) };
    assert_eq!(got(horse(10.0)), Declared::Charge);
    attack(horse(9.9), "17.2.b");
    assert_eq!(attack_distance(true), 10.0);
    assert_eq!(got(MayChargeSituation { way_barred: true, ..s }), Declared::OnOthers);
    let far = MayChargeSituation { in_reach: false, ..s };
    assert_eq!(by::<MayCharge>(&p, "17.6.a.note", &far, &[]), Declared::OutOfReach);
    assert_eq!(by::<MayCharge>(&p, "17.6.a.2", &far, &[]), Declared::OutOfReach);
}

fn charged(troop: Troop, formation: Formation) -> RespondSituation {
    RespondSituation {
        troop,
        formation,
        on_foot: false,
        by_mounted: false,
        by_skirmishers: false,
        from: Quarter::Front,
        doing: Doing::Ordinary,
        changing: false,
        behind_obstacle: false,
        frenzied: false,
        screen: false,
        readings: ChargeReadings::default(),
    }
}

fn any(responses: &[Response]) -> Answers {
    Answers::Any { responses: responses.to_vec() }
}

#[test]
fn charges_are_answered_in_three_ways() {
    let p = proves!(
        "17.5.a", "17.5.b", "17.5.c", "17.5.d", "17.5.e", "17.5.g", "12.3.a", "10.2.a", "18.2.a", "17.9.a",
        "23.3.d", "23.4.d", "23.10.e", "23.3.b", "T16.A",
    );
    use Formation::*;
    use Response::{Countercharge, Evade, Stand};
    let got = |s: RespondSituation| out::<Respond>(&s, &[]);
    let line = charged(foot(), Line);
    assert_eq!(by::<Respond>(&p, "17.5.b", &line, &[]), any(&[Countercharge, Stand]));
    assert_eq!(got(RespondSituation { changing: true, ..line }), any(&[Stand]));
    let by_horse = RespondSituation { by_mounted: true, ..line };
    assert_eq!(by::<Respond>(&p, "17.5.g", &by_horse, &[]), any(&[Stand]));
    let horse = RespondSituation { by_mounted: true, ..charged(heavy(), Line) };
    assert_eq!(got(horse), any(&[Countercharge, Stand]));
    // Cavalry may evade cavalry that comes from the rear; guns and skirmishers always.
    let rear = RespondSituation { from: Quarter::Rear, ..horse };
    assert_eq!(by::<Respond>(&p, "12.3.a", &rear, &[]), any(&[Countercharge, Stand, Evade]));
    assert_eq!(got(RespondSituation { by_mounted: false, ..rear }), any(&[Countercharge, Stand]));
    let guns = charged(Troop::of(Arm::FieldArtillery), Deployed);
    assert_eq!(by::<Respond>(&p, "T16.A", &guns, &[]), any(&[Stand, Evade]));
    assert_eq!(got(charged(foot(), Square)), any(&[Stand]));
    let skirmishers = charged(foot(), Skirmish);
    assert_eq!(by::<Respond>(&p, "18.2.a", &skirmishers, &[]), any(&[Evade]));
    assert_eq!(by::<Respond>(&p, "10.2.a", &skirmishers, &[]), any(&[Evade]));
    assert_eq!(got(RespondSituation { behind_obstacle: true, ..skirmishers }), any(&[Stand, Evade]));
    let like = RespondSituation { by_skirmishers: true, ..skirmishers };
    assert_eq!(got(like), any(&[Countercharge, Stand, Evade]));
    let always = ChargeReadings::of(&readings("skirmishers-evade", "any-charge"));
    assert_eq!(got(RespondSituation { readings: always, ..like }), any(&[Evade]));
    let screen = RespondSituation { screen: true, by_skirmishers: true, ..skirmishers };
    assert_eq!(by::<Respond>(&p, "17.9.a", &screen, &[]), any(&[Evade]));
    let doing = |doing, s| RespondSituation { doing, ..s };
    assert_eq!(by::<Respond>(&p, "17.5.a", &doing(Doing::Retreating, line), &[]), Answers::Breaks);
    assert_eq!(by::<Respond>(&p, "23.3.d", &doing(Doing::Retreating, line), &[]), Answers::Breaks);
    let at_distance = ChargeReadings::of(&readings("retreating-break", "at-attack-distance"));
    assert_eq!(
        got(RespondSituation { readings: at_distance, ..doing(Doing::Retreating, line) }),
        Answers::GoesOn
    );
    let pursuing = |s| doing(Doing::Pursuing, s);
    assert_eq!(by::<Respond>(&p, "17.5.c", &pursuing(line), &[]), any(&[Countercharge]));
    assert_eq!(got(pursuing(by_horse)), any(&[Stand]));
    assert_eq!(got(pursuing(horse)), any(&[Countercharge]));
    assert_eq!(got(RespondSituation { from: Quarter::Flank, ..pursuing(line) }), Answers::NoTest);
    assert_eq!(by::<Respond>(&p, "17.5.d", &doing(Doing::MovingBack, line), &[]), any(&[Stand]));
    assert_eq!(got(doing(Doing::MovingBack, skirmishers)), any(&[Evade]));
    let double = |s| doing(Doing::DoubleMoving, s);
    assert_eq!(by::<Respond>(&p, "17.5.e", &double(line), &[]), any(&[Countercharge]));
    assert_eq!(got(double(by_horse)), any(&[Stand]));
    assert_eq!(got(RespondSituation { from: Quarter::Flank, ..double(horse) }), any(&[Stand]));
    assert_eq!(got(double(rear)), any(&[Stand, Evade]));
    let frenzied = |s| RespondSituation { frenzied: true, ..s };
    assert_eq!(by::<Respond>(&p, "23.4.d", &frenzied(line), &[]), any(&[Countercharge]));
    assert_eq!(got(frenzied(by_horse)), any(&[Stand]));
    assert_eq!(by::<Respond>(&p, "23.3.b", &doing(Doing::Halted, line), &[]), any(&[Stand]));
    assert_eq!(by::<Respond>(&p, "23.10.e", &doing(Doing::DisarmingPrisoners, line), &[]), any(&[Stand]));
}

#[test]
fn chargers_whose_target_is_gone() {
    let p = proves!("17.2.f", "17.2.g", "23.1.c");
    let s = GoneSituation { troop: heavy(), general: true, another: false, frenzied: false };
    let got = |s: GoneSituation| out::<TargetGone>(&s, &[]);
    assert!(by::<TargetGone>(&p, "17.2.f", &s, &[]).may_halt);
    assert!(by::<TargetGone>(&p, "23.1.c", &s, &[]).may_halt);
    assert!(!got(GoneSituation { general: false, ..s }).may_halt);
    assert!(!got(GoneSituation { troop: heavy().class(Class::D), ..s }).may_halt);
    assert!(!got(GoneSituation { troop: irregular(light()), ..s }).may_halt);
    assert!(!got(GoneSituation { frenzied: true, ..s }).may_halt);
    let next = GoneSituation { another: true, ..s };
    let o = by::<TargetGone>(&p, "17.2.g", &next, &[]);
    assert!(o.choose_next && !o.charge_next);
    assert!(got(GoneSituation { general: false, ..next }).charge_next);
    // A regular unit of class D may choose, though it may not halt.
    let recruits = got(GoneSituation { troop: heavy().class(Class::D), ..next });
    assert!(recruits.choose_next && !recruits.may_halt);
}

fn reacting(charger: Reacting, defender: Reacting) -> ReactionSituation {
    ReactionSituation {
        charger,
        defender,
        response: Some(Response::Stand),
        cover: Cover::None,
        from: Quarter::Front,
        changing: false,
        no_flanks: false,
        first_charge: false,
        options: Options::default(),
        readings: ReactionReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn lines() -> ReactionSituation {
    reacting(Reacting::new(foot(), Formation::Line, 20), Reacting::new(foot(), Formation::Line, 20))
}

const EVEN: [u8; 4] = [3, 3, 3, 3];

fn value(s: &ReactionSituation) -> i32 {
    out::<ChargeReaction>(s, &EVEN).value
}

#[test]
fn both_sides_roll_and_one_value_counts() {
    let p = proves!(
        "21.2.a.1",
        "21.2.a.2",
        "21.2.a.3",
        "21.2.a.4",
        "T13.A",
        "17.4.b",
        "17.4.c",
        "play.charge.several"
    );
    let s = lines();
    assert_eq!(by::<ChargeReaction>(&p, "21.2.a.2", &s, &[5, 4, 2, 3]).value, 4);
    assert_eq!(by::<ChargeReaction>(&p, "21.2.a.1", &s, &[2, 2, 5, 5]).value, -6);
    // Irregulars roll ordinary dice.
    let mob = reacting(Reacting::new(irregular(foot()), Formation::Mass, 20), s.defender);
    assert_eq!(by::<ChargeReaction>(&p, "21.2.a.3", &mob, &[6, 6, 2, 2]).value, 8);
    assert_eq!(by::<ChargeReaction>(&p, "21.2.a.4", &s, &EVEN).charger, Charger::MakeTheCharge);
    let mut d = umpire::HandDice::new([6, 6, 2, 2]);
    umpire::judge::<ChargeReaction>(&s, &mut d);
    assert!(d.finish().is_err());
    // The same dice for all tests of a body in a move.
    let mut again = s.clone();
    again.charger.rolled = Some([5, 5]);
    assert_eq!(by::<ChargeReaction>(&p, "play.charge.several", &again, &[3, 3]).value, 4);
    again.defender.rolled = Some([2, 2]);
    assert_eq!(out::<ChargeReaction>(&again, &[]).value, 6);
    again.defender.rolled = Some([1, 2]);
    assert_eq!(crate::judging::refused::<ChargeReaction>(&again), "defender");
    let several = |side, values: &[i32]| SeveralSituation { side, values: values.to_vec() };
    assert_eq!(by::<SeveralCharges>(&p, "17.4.b", &several(Several::Charger, &[3, -5, 1]), &[]).value, -5);
    assert_eq!(by::<SeveralCharges>(&p, "17.4.c", &several(Several::Defender, &[3, -5, 6]), &[]).value, 6);
    assert_eq!(value(&s), 0);
    let mut higher = s.clone();
    higher.charger.higher = true;
    let (_, r) = rule::<ChargeReaction>(&higher, &EVEN);
    assert_eq!(worth_by(&p, "T13.A", &r, "row-higher"), 1);
    // Exact: four average dice come out even in so many of 6^4 ways.
    let even = chance::<ChargeReaction>(&s, |o| o.value == 0);
    assert!(even > Fraction::new(1, 5) && even < Fraction::new(1, 4));
}

#[test]
fn each_side_has_its_factors() {
    let p = proves!("T13.A.x", "7.4", "glossary.support", "glossary.retiring-units", "T13.n.iv", "6.4.d");
    let both = |f: fn(&mut Reacting)| {
        let mut s = lines();
        f(&mut s.charger);
        let charger = value(&s);
        let mut s = lines();
        f(&mut s.defender);
        (charger, value(&s))
    };
    assert_eq!(both(|x| x.general = GeneralNear::Within5), (2, -2));
    assert_eq!(both(|x| x.general = GeneralNear::Within50), (1, -1));
    assert_eq!(both(|x| x.troop = x.troop.class(Class::A)), (4, -4));
    assert_eq!(both(|x| x.troop = x.troop.class(Class::B)), (2, -2));
    assert_eq!(both(|x| x.troop = x.troop.class(Class::D)), (-2, 2));
    assert_eq!(both(|x| x.better_part = true), (1, -1));
    assert_eq!(both(|x| x.higher = true), (1, -1));
    assert_eq!(both(|x| x.figures = 10), (0, 0));
    assert_eq!(both(|x| x.figures = 9), (-2, 2));
    assert_eq!(both(|x| x.disorganisation = 4), (-4, 4));
    assert_eq!(both(|x| x.disorganisation = 9), (-6, 6));
    assert_eq!(both(|x| x.worn = Worn::new(20, 3)), (-3, 3));
    assert_eq!(both(|x| x.supports = 3), (3, -3));
    assert_eq!(both(|x| x.supports = 5), (4, -4));
    assert_eq!(both(|x| x.own.falling_back = 2), (-2, 2));
    assert_eq!(both(|x| x.own.retreating = 1), (-2, 2));
    assert_eq!(both(|x| x.own.routing = 1), (-3, 3));
    let mut s = lines();
    s.charger.troop = irregular(foot()).class(Class::E);
    s.charger.general = GeneralNear::Within5;
    s.charger.supports = 1;
    s.charger.own = Around { falling_back: 1, ..Around::default() };
    s.charger.worn = Worn { start: 20, lost: 1, before: 10 };
    let (_, r) = rule::<ChargeReaction>(&s, &EVEN);
    assert_eq!(worth_by(&p, "T13.A.x", &r, "row-class-e"), -4);
    assert_eq!(worth_by(&p, "7.4", &r, "row-general-5"), 2);
    assert_eq!(worth_by(&p, "glossary.support", &r, "row-support"), 1);
    assert_eq!(worth_by(&p, "glossary.retiring-units", &r, "row-own-falling-back"), -1);
    // A part of a unit adds what the unit had lost before it was split.
    assert!(p.shows("6.4.d", cites(&r, "6.4.d")) && p.shows("T13.n.iv", cites(&r, "T13.n.iv")));
    assert_eq!(worth(&r, "row-five-percent"), -3);
}

#[test]
fn formations_cover_flank_and_rear_count_once() {
    let p = proves!("T13.A.cover", "17.8.a", "A3.8", "T13.A.x");
    use Formation::*;
    let pair =
        |c: Troop, cf, d: Troop, df| value(&reacting(Reacting::new(c, cf, 20), Reacting::new(d, df, 20)));
    assert_eq!(pair(foot(), Line, foot(), Square), 1);
    assert_eq!(pair(foot(), CompanyColumn, foot(), Line), 2);
    assert_eq!(pair(foot(), OpenCompanyColumn, foot(), Line), 0);
    assert_eq!(pair(foot(), DivisionColumn, foot(), DoubleSquare), 3);
    assert_eq!(pair(heavy(), Line, foot(), CompanyColumn), 2);
    assert_eq!(pair(heavy(), Line, foot(), Line), 3);
    assert_eq!(pair(heavy(), Line, foot(), Square), -2);
    assert_eq!(pair(heavy(), Line, foot(), DoubleSquare), -3);
    assert_eq!(pair(heavy(), Line, light(), Line), 0);
    assert_eq!(pair(light(), Line, heavy(), Line), -1);
    assert_eq!(pair(lancers(), Line, heavy(), Line), -1);
    let with = |f: fn(&mut ReactionSituation)| {
        let mut s = lines();
        f(&mut s);
        rule::<ChargeReaction>(&s, &EVEN).1
    };
    assert_eq!(worth_by(&p, "T13.A.cover", &with(|s| s.cover = Cover::Soft), "row-soft-cover"), -1);
    assert_eq!(total(&with(|s| s.cover = Cover::Hard), "value"), -2);
    assert_eq!(worth_by(&p, "17.8.a", &with(|s| s.from = Quarter::Flank), "row-flank-or-changing"), 4);
    assert_eq!(total(&with(|s| s.from = Quarter::Rear), "value"), 6);
    assert_eq!(total(&with(|s| s.changing = true), "value"), 4);
    let once = with(|s| (s.from, s.changing) = (Quarter::Rear, true));
    assert_eq!((p.shows("T13.A.x", total(&once, "value")), cites(&once, "T13.A.x")), (6, true));
    assert_eq!(total(&with(|s| (s.from, s.no_flanks) = (Quarter::Rear, true)), "value"), 0);
    let mamelukes = |national, first_charge| {
        let mut s = reacting(
            Reacting::new(Troop { mameluke: true, ..irregular(light()) }, Mass, 20),
            Reacting::new(light(), Line, 20),
        );
        s.options.national = national;
        s.first_charge = first_charge;
        rule::<ChargeReaction>(&s, &EVEN).1
    };
    assert_eq!(worth_by(&p, "A3.8", &mamelukes(true, true), "row-mameluke"), 2);
    assert_eq!(
        (worth(&mamelukes(true, false), "row-mameluke"), worth(&mamelukes(false, true), "row-mameluke")),
        (0, 0)
    );
}

/// A situation whose value is what is wanted, with even dice.
fn worth_of(value: i32, mut s: ReactionSituation) -> ReactionSituation {
    let have = out::<ChargeReaction>(&s, &EVEN).value;
    let more = value - have;
    s.defender.own.falling_back = more.max(0) as u8;
    s.charger.own.falling_back = (-more).max(0) as u8;
    s
}

#[test]
fn the_first_reaction_is_read_in_table_16a() {
    let p = proves!("T16.A", "T16.A.fire", "15.3.e", "A3.12", "23.4.a", "23.4.c");
    use DefenderDoes::*;
    let foot_row = |v| {
        let o = out::<ChargeReaction>(&worth_of(v, lines()), &EVEN);
        assert_eq!(o.value, v);
        (o.charger, o.defender, o.fires_at)
    };
    for v in [8, 12] {
        assert_eq!(foot_row(v), (Charger::MakeTheCharge, Break, None));
    }
    for v in [6, 7] {
        assert_eq!(foot_row(v), (Charger::MakeTheCharge, Break, None));
    }
    for v in [4, 5] {
        assert_eq!(foot_row(v), (Charger::MakeTheCharge, StandOrEvade, Some(8)));
    }
    for v in [-3, 0, 3] {
        assert_eq!(foot_row(v), (Charger::MakeTheCharge, AsDeclared, Some(5)));
    }
    for v in [-7, -4] {
        assert_eq!(foot_row(v), (Charger::Refuse, MoveOrders, None));
    }
    assert_eq!(foot_row(-8), (Charger::WithdrawToCover, MoveOrders, None));
    // Who countercharges or evades does not fire standing.
    let mut counter = lines();
    counter.response = Some(Response::Countercharge);
    assert_eq!(out::<ChargeReaction>(&counter, &EVEN).fires_at, None);
    let fires = worth_of(4, lines());
    assert_eq!(by::<ChargeReaction>(&p, "T16.A.fire", &fires, &EVEN).fires_at, Some(8));
    assert_eq!(by::<ChargeReaction>(&p, "15.3.e", &lines(), &EVEN).fires_at, Some(5));
    // A square stands against cavalry, not against foot.
    let square = |charger| {
        worth_of(
            6,
            reacting(
                Reacting::new(charger, Formation::Line, 20),
                Reacting::new(foot(), Formation::Square, 20),
            ),
        )
    };
    let o = by::<ChargeReaction>(&p, "T16.A", &square(heavy()), &EVEN);
    assert_eq!((o.defender, o.fires_at), (Stand, Some(8)));
    assert_eq!(out::<ChargeReaction>(&square(foot()), &EVEN).defender, Break);
    let horse = |v| {
        worth_of(
            v,
            reacting(
                Reacting::new(heavy(), Formation::Line, 20),
                Reacting::new(heavy(), Formation::Line, 20),
            ),
        )
    };
    let mounted = |v| out::<ChargeReaction>(&horse(v), &EVEN);
    assert_eq!(
        [mounted(8).defender, mounted(7).defender, mounted(5).defender],
        [Break, WithdrawAtDouble, StandOrEvade]
    );
    assert_eq!((mounted(5).fires_at, mounted(-4).defender), (None, MoveOrders));
    // Russians read it milder.
    let russians = |v| {
        let mut s = lines();
        s.defender.troop = foot().nation(Nation::Russia);
        s.options.national = true;
        by::<ChargeReaction>(&p, "A3.12", &worth_of(v, s), &EVEN)
    };
    assert_eq!((russians(8).defender, russians(8).charger), (Break, Charger::MakeTheCharge));
    assert_eq!((russians(6).defender, russians(7).defender), (StandOrEvade, StandOrEvade));
    // Two fives, and a result that is not unfavourable, make frenzied.
    let o = by::<ChargeReaction>(&p, "23.4.a", &lines(), &[5, 5, 3, 3]);
    assert!(o.charger_frenzied && !o.defender_frenzied);
    let o = out::<ChargeReaction>(&lines(), &[3, 3, 5, 5]);
    assert!(
        !o.defender_frenzied && o.charger == Charger::Refuse,
        "to carry out move orders is not of the list"
    );
    let o = out::<ChargeReaction>(&worth_of(1, lines()), &[3, 3, 5, 5]);
    assert_eq!((o.value, o.defender, o.defender_frenzied), (-3, AsDeclared, true));
    let o = out::<ChargeReaction>(&worth_of(-6, lines()), &[5, 5, 3, 3]);
    assert!(!o.charger_frenzied || o.charger == Charger::MakeTheCharge);
    assert_eq!(chance::<ChargeReaction>(&worth_of(0, lines()), |o| o.charger_frenzied), Fraction::new(1, 36));
    let mut mad = worth_of(-9, lines());
    mad.charger.frenzied = true;
    mad.defender.frenzied = true;
    let o = by::<ChargeReaction>(&p, "23.4.c", &mad, &EVEN);
    assert_eq!((o.charger, o.defender), (Charger::MakeTheCharge, Countercharge));
}

fn since() -> Since {
    Since { was: Worn::new(20, 0), now: Worn::new(20, 0), had: 0, has: 0 }
}

fn last(value: i32, charger: Reacting, defender: Reacting) -> FinalSituation {
    FinalSituation {
        value,
        charger,
        defender,
        charger_since: since(),
        defender_since: since(),
        from: Quarter::Front,
        changing: false,
        from_now: Quarter::Front,
        changing_now: false,
        no_flanks: false,
        stands: true,
        options: Options::default(),
        readings: ReactionReadings::default(),
        sheet: SheetRef::default(),
    }
}

#[test]
fn the_final_reaction_counts_what_is_new() {
    let p = proves!("T13.A.final", "21.2.a.7", "21.2.a.8", "T16.A");
    use DefenderDoes::*;
    let line = Reacting::new(foot(), Formation::Line, 20);
    let s = |v| last(v, line, line);
    let row = |v| {
        let o = out::<FinalReaction>(&s(v), &[]);
        (o.charger, o.defender)
    };
    assert_eq!(row(8), (Charger::StrikeHome, Break));
    assert_eq!(row(6), (Charger::StrikeHome, Break));
    assert_eq!(row(4), (Charger::StrikeHome, StandOrEvade));
    assert_eq!(row(-3), (Charger::StrikeHome, AsDeclared));
    assert_eq!(row(-4), (Charger::Halt, AsDeclared));
    assert_eq!(row(-8), (Charger::HaltOrBreak, Countercharge));
    assert_eq!(by::<FinalReaction>(&p, "21.2.a.8", &s(0), &[]).value, 0);
    // New losses and disorganisation of both sides; classes A and B less one, at most six.
    let mut f = s(0);
    f.charger_since = Since { was: Worn::new(20, 1), now: Worn::new(20, 3), had: 1, has: 3 };
    assert_eq!(by::<FinalReaction>(&p, "T13.A.final", &f, &[]).value, -2 - 2);
    f.defender_since = Since { was: Worn::new(20, 0), now: Worn::new(20, 2), had: 0, has: 1 };
    assert_eq!(out::<FinalReaction>(&f, &[]).value, -4 + 3);
    let mut steady = s(0);
    steady.charger.troop = foot().class(Class::B);
    steady.charger_since = Since { had: 0, has: 1, ..since() };
    assert_eq!(out::<FinalReaction>(&steady, &[]).value, 0);
    let many = FinalSituation { charger_since: Since { had: 5, has: 9, ..since() }, ..s(0) };
    assert_eq!(out::<FinalReaction>(&many, &[]).value, -1);
    // A flank is counted once, first or last.
    let flank = |from, from_now, readings| FinalSituation { from, from_now, readings, ..s(0) };
    let plain = ReactionReadings::default();
    assert_eq!(
        by::<FinalReaction>(&p, "21.2.a.7", &flank(Quarter::Front, Quarter::Flank, plain), &[]).value,
        4
    );
    let v = |from, now, readings| out::<FinalReaction>(&flank(from, now, readings), &[]).value;
    assert_eq!(v(Quarter::Front, Quarter::Rear, plain), 6);
    assert_eq!(v(Quarter::Flank, Quarter::Rear, plain), 0);
    assert_eq!(v(Quarter::Flank, Quarter::Front, plain), 0);
    let taken_off = ReactionReadings::of(&readings("faced-in-time", "taken-off"));
    assert_eq!(v(Quarter::Flank, Quarter::Front, taken_off), -4);
    assert_eq!(v(Quarter::Rear, Quarter::Rear, taken_off), 0);
    assert_eq!(out::<FinalReaction>(&FinalSituation { changing_now: true, ..s(0) }, &[]).value, 4);
    // A square cannot countercharge: the chargers who halted stay, or break.
    let square =
        last(-8, Reacting::new(heavy(), Formation::Line, 12), Reacting::new(foot(), Formation::Square, 20));
    let o = by::<FinalReaction>(&p, "T16.A", &square, &[]);
    assert_eq!((o.charger, o.defender), (Charger::Halt, AsDeclared));
    let breaks = ReactionReadings::of(&readings("unable-defender", "chargers-break"));
    assert_eq!(
        out::<FinalReaction>(&FinalSituation { readings: breaks, ..square.clone() }, &[]).charger,
        Charger::HaltOrBreak
    );
    assert_eq!(out::<FinalReaction>(&FinalSituation { value: 7, ..square }, &[]).defender, Stand);
}

fn striking(charger: Troop, cf: Formation, defender: Troop, df: Formation) -> ImpactSituation {
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
fn impact_is_disorganisation_and_table_12a() {
    let p = proves!("T12.A", "18.1.c", "13.1.c", "A3.8", "18.1.a");
    use Formation::*;
    let total = |c, cf, d, df| out::<Impact>(&striking(c, cf, d, df), &[]).total;
    assert_eq!(total(foot(), Line, foot(), Skirmish), 6);
    assert_eq!(total(foot(), CompanyColumn, foot(), Skirmish), 6 + 2);
    assert_eq!(total(heavy(), Line, foot(), Line), 5);
    assert_eq!(total(lancers(), Line, foot(), Line), 4);
    assert_eq!(total(light(), Line, foot(), Line), 3);
    assert_eq!(total(irregular(lancers()), Mass, foot(), Line), 3);
    assert_eq!(total(foot(), DivisionColumn, foot(), Line), 2);
    assert_eq!(total(foot(), DivisionColumn, Troop::of(Arm::FieldArtillery), Deployed), 2);
    assert_eq!(total(foot(), OpenCompanyColumn, foot(), Line), 0);
    assert_eq!(total(foot(), DivisionColumn, foot(), CompanyColumn), 0);
    assert_eq!(total(heavy(), Line, light(), Line), 1);
    assert_eq!(total(heavy(), Line, foot(), Square), 5 - 8);
    assert_eq!(total(light(), Line, foot(), DoubleSquare), 3 - 10);
    // The book's examples: lancers downhill, and a column at skirmishers behind an obstacle.
    let mut example = striking(lancers(), Line, foot(), Line);
    (example.charger.disorganisation, example.defender.disorganisation) = (2, 1);
    example.going = Some(Going::Down);
    let o = by::<Impact>(&p, "18.1.c", &example, &[]);
    assert!(o.total == 4 && o.breakthrough && o.impetus);
    assert!(by::<Impact>(&p, "18.1.a", &example, &[]).impetus);
    let hedge =
        ImpactSituation { at: Strikes::Obstacle, ..striking(foot(), CompanyColumn, foot(), Skirmish) };
    assert_eq!(by::<Impact>(&p, "T12.A", &hedge, &[]).total, 6 + 2 - 4);
    let wood = |c| {
        out::<Impact>(&ImpactSituation { at: Strikes::Wood, ..striking(c, Line, foot(), Line) }, &[]).total
    };
    assert_eq!((wood(heavy()), wood(foot())), (5 - 4, 0));
    let up = ImpactSituation { going: Some(Going::Up), ..striking(foot(), Line, foot(), Line) };
    assert_eq!(out::<Impact>(&up, &[]).total, -1);
    // Classes A and B ignore one factor, or what is recorded counts.
    let mut guards = striking(foot().class(Class::A), Line, foot(), Line);
    guards.charger.disorganisation = 2;
    assert_eq!(by::<Impact>(&p, "13.1.c", &guards, &[]).total, -1);
    let recorded = ImpactReadings::of(&readings("impact-factors", "as-recorded"));
    assert_eq!(out::<Impact>(&ImpactSituation { readings: recorded, ..guards }, &[]).total, -2);
    let mamelukes = Troop { mameluke: true, ..irregular(light()) };
    let mut first = ImpactSituation { first_charge: true, ..striking(mamelukes, Mass, foot(), Line) };
    assert_eq!(out::<Impact>(&first, &[]).total, 3);
    first.options.national = true;
    assert_eq!(by::<Impact>(&p, "A3.8", &first, &[]).total, 5);
}

#[test]
fn impact_breaks_through_or_crosses() {
    let p = proves!("T12.B", "18.1.e", "18.1.g", "12.2.b");
    use Formation::*;
    let s = |theirs: u8, ours: u8, at| {
        let mut s = ImpactSituation { at, ..striking(foot(), Line, foot(), Line) };
        (s.defender.disorganisation, s.charger.disorganisation) = (theirs, ours);
        s
    };
    let got = |s: ImpactSituation| {
        let o = out::<Impact>(&s, &[]);
        (o.impetus, o.breakthrough, o.crossed)
    };
    assert_eq!(got(s(4, 0, Strikes::Open)), (true, true, None));
    assert_eq!(got(s(3, 0, Strikes::Open)), (true, false, None));
    assert_eq!(got(s(0, 1, Strikes::Open)), (true, false, None));
    assert_eq!(got(s(0, 2, Strikes::Open)), (false, false, None));
    assert_eq!(got(s(4, 0, Strikes::Wood)), (true, false, None));
    assert_eq!(got(s(0, 2, Strikes::Wood)), (false, false, None));
    // Behind an obstacle 4 less.
    assert_eq!(got(s(8, 0, Strikes::Obstacle)), (true, false, Some(true)));
    assert_eq!(got(s(7, 0, Strikes::Obstacle)), (false, false, Some(true)));
    assert_eq!(got(s(3, 0, Strikes::Obstacle)), (false, false, Some(true)));
    assert_eq!(got(s(2, 0, Strikes::Obstacle)), (false, false, Some(false)));
    assert!(by::<Impact>(&p, "T12.B", &s(4, 0, Strikes::Open), &[]).breakthrough);
    assert!(by::<Impact>(&p, "18.1.e", &s(5, 0, Strikes::Open), &[]).breakthrough);
    // No impetus from a double move, of foot on horse, and on figures in melee; the breakthrough remains, or not.
    let double = ImpactSituation { at_double: true, ..s(4, 0, Strikes::Open) };
    let o = by::<Impact>(&p, "12.2.b", &double, &[]);
    assert!(!o.impetus && o.breakthrough);
    let melee = ImpactSituation { in_melee: true, ..s(4, 0, Strikes::Open) };
    assert!(!by::<Impact>(&p, "18.1.g", &melee, &[]).impetus);
    let mut horse = striking(foot(), Line, light(), Line);
    horse.defender.disorganisation = 4;
    assert_eq!(got(horse), (false, true, None));
    let denied = ImpactReadings::of(&readings("no-impetus", "breakthrough-too"));
    assert_eq!(got(ImpactSituation { readings: denied, ..double }), (false, false, None));
    let crossing = ImpactSituation { at_double: true, readings: denied, ..s(8, 0, Strikes::Obstacle) };
    assert_eq!(got(crossing), (false, false, Some(false)));
}

#[test]
fn charge_results_are_those_of_the_book() {
    let p = proves!(
        "21.2.b", "23.1.a", "23.1.b", "23.1.c", "23.1.d", "23.1.e", "23.1.f", "23.1.g", "23.1.h", "23.1.i",
        "23.1.j", "23.1.k", "23.1.l",
    );
    let at = |v, clause| by::<ChargeReaction>(&p, clause, &worth_of(v, lines()), &EVEN);
    assert_eq!(at(0, "23.1.a").charger, Charger::MakeTheCharge);
    assert_eq!(at(0, "23.1.d").defender, DefenderDoes::AsDeclared);
    assert_eq!(at(0, "23.1.i").fires_at, Some(5));
    assert_eq!(at(0, "21.2.b").value, 0);
    assert_eq!(at(4, "23.1.k").defender, DefenderDoes::StandOrEvade);
    assert_eq!(at(8, "23.1.l").defender, DefenderDoes::Break);
    assert_eq!(at(-4, "23.1.f").charger, Charger::Refuse);
    assert_eq!(at(-4, "23.1.e").defender, DefenderDoes::MoveOrders);
    assert_eq!(at(-8, "23.1.j").charger, Charger::WithdrawToCover);
    let line = Reacting::new(foot(), Formation::Line, 20);
    let home = |v, clause| by::<FinalReaction>(&p, clause, &last(v, line, line), &[]);
    assert_eq!(home(0, "23.1.c").charger, Charger::StrikeHome);
    assert_eq!(home(-4, "23.1.g").charger, Charger::Halt);
    assert_eq!(home(-8, "23.1.b").defender, DefenderDoes::Countercharge);
    let square =
        last(6, Reacting::new(heavy(), Formation::Line, 12), Reacting::new(foot(), Formation::Square, 20));
    assert_eq!(by::<FinalReaction>(&p, "23.1.h", &square, &[]).defender, DefenderDoes::Stand);
}
