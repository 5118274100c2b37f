//! Movement, disorganisation and reordering, as bare situations.

use crate::judging::{by, cites, foot, heavy, irregular, light, out, readings, refused, refused_by, rule};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{Gait, Quarter};
use newbury_napoleonic::procedures::disorder::*;
use newbury_napoleonic::procedures::formations::Takes;
use newbury_napoleonic::procedures::movement::*;
use newbury_napoleonic::procedures::reorder::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::{Going, Obstacle, Slope, Terrain, Weather};
use newbury_napoleonic::troop::{Arm, Class, GunWeight, Nation, Troop};

fn moving(troop: Troop, formation: Formation, gait: Gait) -> RateSituation {
    RateSituation {
        troop,
        formation,
        gait,
        on_foot: false,
        lone: false,
        ground: Terrain::Open,
        slope: None,
        road: false,
        weather: Weather::Fine,
        weight: None,
        firing: false,
        team: None,
        readings: MoveReadings::default(),
    }
}

fn cm(s: RateSituation) -> Option<f64> {
    out::<MoveRate>(&s, &[]).cm()
}

#[test]
fn rates_are_those_of_table_3() {
    let p = proves!("T3", "12.1.a", "T3.light", "T3.lone", "T3.guns", "12.5.c", "A5.6");
    use Formation::*;
    let rates = |t, f| [Gait::Normal, Gait::Charge, Gait::Double].map(|g| cm(moving(t, f, g)));
    assert_eq!(rates(foot(), CompanyColumn), [Some(15.0), Some(20.0), Some(25.0)]);
    assert_eq!(rates(foot(), Line), [Some(10.0), Some(15.0), Some(20.0)]);
    assert_eq!(rates(foot(), Square), [Some(5.0), None, None]);
    assert_eq!(rates(irregular(foot()), Mass), [Some(15.0), Some(20.0), Some(25.0)]);
    assert_eq!(rates(foot(), Skirmish), [Some(20.0), Some(25.0), Some(30.0)]);
    assert_eq!(rates(heavy(), Line), [Some(30.0), Some(40.0), Some(50.0)]);
    assert_eq!(rates(light(), Line), [Some(40.0), Some(50.0), Some(60.0)]);
    assert_eq!(rates(irregular(heavy()), Mass), [Some(40.0), Some(50.0), Some(60.0)]);
    let square = moving(foot(), Square, Gait::Charge);
    assert_eq!(by::<MoveRate>(&p, "T3", &square, &[]).cm(), None);
    assert_eq!(by::<MoveRate>(&p, "12.1.a", &moving(foot(), Line, Gait::Normal), &[]).cm(), Some(10.0));
    // Light infantry formed is 2 cm faster, not in open order nor backwards.
    let jaeger = Troop::of(Arm::LightInfantry);
    assert_eq!(by::<MoveRate>(&p, "T3.light", &moving(jaeger, Line, Gait::Charge), &[]).cm(), Some(17.0));
    assert_eq!(cm(moving(jaeger, Skirmish, Gait::Normal)), Some(20.0));
    assert_eq!(by::<MoveRate>(&p, "12.5.c", &moving(jaeger, Line, Gait::Back), &[]).cm(), Some(5.0));
    assert_eq!(cm(moving(heavy(), Line, Gait::Back)), None);
    assert_eq!(cm(moving(irregular(foot()), Mass, Gait::Back)), None);
    let lone = RateSituation { lone: true, ..moving(foot(), Line, Gait::Normal) };
    assert_eq!(by::<MoveRate>(&p, "T3.lone", &lone, &[]).cm(), Some(15.0));
    assert_eq!(cm(RateSituation { gait: Gait::Back, ..lone }), Some(5.0));
    // Routers.
    assert_eq!(cm(moving(foot(), Line, Gait::Rout)), Some(35.0));
    assert_eq!(cm(moving(heavy(), Line, Gait::Rout)), Some(65.0));
    assert_eq!(cm(RateSituation { on_foot: true, ..moving(heavy(), Line, Gait::Rout) }), Some(35.0));
    // Guns.
    let guns = |arm, weight, formation, gait, firing| {
        cm(RateSituation { weight: Some(weight), firing, ..moving(Troop::of(arm), formation, gait) })
    };
    use GunWeight::{Heavy, Light, Medium, Siege};
    let field = Arm::FieldArtillery;
    assert_eq!(guns(field, Medium, Limbered, Gait::Normal, false), Some(15.0));
    assert_eq!(guns(field, Heavy, Limbered, Gait::Double, false), Some(15.0));
    assert_eq!(guns(field, Medium, Limbered, Gait::Charge, false), None);
    assert_eq!(guns(Arm::HorseArtillery, Light, Limbered, Gait::Double, false), Some(45.0));
    assert_eq!(guns(Arm::HorseArtillery, Medium, Limbered, Gait::Normal, false), Some(25.0));
    assert_eq!(guns(Arm::SiegeArtillery, Siege, Limbered, Gait::Normal, false), Some(6.0));
    assert_eq!(guns(Arm::SiegeArtillery, Siege, Limbered, Gait::Double, false), None);
    let deployed = RateSituation {
        weight: Some(Siege),
        ..moving(Troop::of(Arm::SiegeArtillery), Deployed, Gait::Normal)
    };
    assert_eq!(by::<MoveRate>(&p, "T3.guns", &deployed, &[]).cm(), None);
    assert_eq!(guns(field, Light, Deployed, Gait::Normal, true), Some(2.0));
    assert_eq!(guns(field, Light, Deployed, Gait::Normal, false), Some(5.0));
    assert_eq!(guns(field, Heavy, Deployed, Gait::Normal, false), Some(2.0));
    assert_eq!(guns(field, Heavy, Deployed, Gait::Normal, true), None);
    assert_eq!(refused::<MoveRate>(&moving(Troop::of(field), Limbered, Gait::Normal)), "weight");
    assert_eq!(cm(moving(Troop::of(Arm::HorseRockets), Limbered, Gait::Double)), Some(45.0));
    let elephants = Troop::of(Arm::Elephants);
    assert_eq!(by::<MoveRate>(&p, "A5.6", &moving(elephants, Line, Gait::Charge), &[]).cm(), Some(32.0));
    assert_eq!(cm(moving(elephants, Line, Gait::Rout)), Some(40.0));
    assert_eq!(cm(moving(Troop::of(Arm::Camels), Line, Gait::Double)), Some(50.0));
}

#[test]
fn ground_weather_and_lost_horses_slow() {
    let p = proves!(
        "T4", "12.1.b", "12.1.d", "12.2.d", "17.1.b", "12.7.d", "12.7.e", "12.7.f", "12.7.g", "4.4.e"
    );
    use Formation::*;
    let on = |ground, f| RateSituation { ground, ..moving(foot(), f, Gait::Normal) };
    assert_eq!(by::<MoveRate>(&p, "T4", &on(Terrain::Scrub, CompanyColumn), &[]).cm(), Some(11.25));
    assert_eq!(cm(on(Terrain::Scrub, Skirmish)), Some(20.0));
    assert_eq!(cm(on(Terrain::DenseWood, Line)), Some(5.0));
    assert_eq!(cm(on(Terrain::DenseWood, Skirmish)), Some(15.0));
    assert_eq!(cm(on(Terrain::Marsh, Line)), None);
    assert_eq!(cm(on(Terrain::Marsh, Skirmish)), Some(10.0));
    assert_eq!(cm(on(Terrain::Impassable, Skirmish)), None);
    assert_eq!(cm(RateSituation { road: true, ..on(Terrain::DenseWood, MarchColumn) }), Some(15.0));
    let hill =
        |slope, going, gait| RateSituation { slope: Some((slope, going)), ..moving(foot(), Line, gait) };
    assert_eq!(cm(hill(Slope::Gentle, Going::Up, Gait::Normal)), Some(7.5));
    assert_eq!(cm(hill(Slope::Gentle, Going::Down, Gait::Normal)), Some(10.0));
    assert_eq!(cm(hill(Slope::Steep, Going::Up, Gait::Normal)), Some(5.0));
    assert_eq!(cm(hill(Slope::Steep, Going::Across, Gait::Normal)), Some(7.5));
    assert_eq!(
        by::<MoveRate>(&p, "12.1.b", &hill(Slope::Steep, Going::Down, Gait::Charge), &[]).cm(),
        Some(15.0)
    );
    assert_eq!(by::<MoveRate>(&p, "17.1.b", &hill(Slope::Steep, Going::Up, Gait::Charge), &[]).cm(), None);
    assert_eq!(by::<MoveRate>(&p, "12.2.d", &hill(Slope::Steep, Going::Up, Gait::Double), &[]).cm(), None);
    for ground in [Terrain::DenseWood, Terrain::River, Terrain::Marsh] {
        assert_eq!(cm(RateSituation { gait: Gait::Double, ..on(ground, Skirmish) }), None);
    }
    let snow = RateSituation { weather: Weather::Snow, ..moving(foot(), Line, Gait::Normal) };
    assert_eq!(by::<MoveRate>(&p, "12.1.d", &snow, &[]).cm(), Some(7.5));
    assert!(p.shows("4.4.e", cites(&rule::<MoveRate>(&snow, &[]).1, "4.4.e")));
    let guns = RateSituation {
        weight: Some(GunWeight::Medium),
        ..moving(Troop::of(Arm::FieldArtillery), Limbered, Gait::Normal)
    };
    assert_eq!(cm(RateSituation { weather: Weather::Snow, ..guns }), Some(7.5));
    let rain = RateSituation { weather: Weather::Rain, ..guns };
    assert_eq!(by::<MoveRate>(&p, "12.7.g", &rain, &[]).cm(), Some(11.25));
    assert_eq!(cm(RateSituation { road: true, ..rain }), Some(15.0));
    // Rain and mud are not counted twice; what is worse than mud stays as it is.
    assert_eq!(cm(RateSituation { ground: Terrain::Mud, ..rain }), Some(11.25));
    assert_eq!(cm(RateSituation { ground: Terrain::LightWood, ..rain }), Some(7.5));
    let team = |killed, uncut| Some(TeamLeft { horses: 6, killed, uncut });
    assert_eq!(by::<MoveRate>(&p, "12.7.d", &RateSituation { team: team(1, true), ..guns }, &[]).cm(), None);
    assert_eq!(
        by::<MoveRate>(&p, "12.7.e", &RateSituation { team: team(1, false), ..guns }, &[]).cm(),
        Some(12.5)
    );
    let double = |killed| cm(RateSituation { team: team(killed, false), gait: Gait::Double, ..guns });
    assert!(double(1).is_some_and(|x| (x - 25.0 * 5.0 / 6.0).abs() < 1e-9));
    assert_eq!(double(2), None);
    let horse =
        |killed| RateSituation { team: team(killed, false), troop: Troop::of(Arm::HorseArtillery), ..guns };
    assert_eq!(cm(horse(1)), Some(25.0));
    assert_eq!(by::<MoveRate>(&p, "12.7.f", &horse(2), &[]).cm(), Some(10.0));
    let only = MoveReadings::of(&readings("horse-teams-with-losses", "field-rate-only"));
    assert_eq!(cm(RateSituation { readings: only, ..horse(2) }), Some(15.0));
}

#[test]
fn obstacles_cost_time() {
    let p = proves!("T5", "12.1.c", "16.8.d");
    let s = |troop, formation, obstacle, ranks| CrossSituation {
        troop,
        formation,
        on_foot: false,
        obstacle,
        ranks,
        defended: false,
    };
    let time = |s: CrossSituation| match out::<CrossObstacle>(&s, &[]) {
        Takes::Time { moves, .. } => Some(moves.0),
        Takes::MayNot { .. } => None,
    };
    use Formation::*;
    assert_eq!(time(s(foot(), CompanyColumn, Obstacle::Hedge, 4)), Some(1.25));
    assert_eq!(time(s(foot(), Line, Obstacle::Hedge, 1)), Some(0.5));
    assert_eq!(time(s(foot(), Skirmish, Obstacle::Hedge, 3)), Some(0.25));
    assert_eq!(time(s(foot(), CompanyColumn, Obstacle::Wall, 3)), Some(0.75));
    assert_eq!(time(s(foot(), CompanyColumn, Obstacle::Stream, 3)), Some(0.25));
    assert_eq!(time(s(heavy(), Line, Obstacle::Fence, 1)), None);
    assert_eq!(time(s(Troop::of(Arm::FieldArtillery), Limbered, Obstacle::Hedge, 1)), Some(2.0));
    let wall = s(Troop::of(Arm::FieldArtillery), Limbered, Obstacle::Wall, 1);
    assert!(matches!(by::<CrossObstacle>(&p, "T5", &wall, &[]), Takes::MayNot { .. }));
    let defended = CrossSituation { defended: true, ..s(foot(), Line, Obstacle::Wall, 2) };
    assert!(
        matches!(by::<CrossObstacle>(&p, "12.1.c", &defended, &[]), Takes::Time { moves, .. } if moves.0 == 0.0)
    );
    let column = s(foot(), CompanyColumn, Obstacle::Hedge, 2);
    assert!(matches!(by::<CrossObstacle>(&p, "16.8.d", &column, &[]), Takes::Time { .. }));
    assert!(!cites(&rule::<CrossObstacle>(&s(foot(), Line, Obstacle::Hedge, 1), &[]).1, "16.8.d"));
}

#[test]
fn a_double_move_has_an_objective_and_goes_on() {
    let p = proves!("12.2.a", "10.1.b");
    let s = DoubleSituation { objective: true, already: false, arrived: false, halts: false };
    assert!(by::<MayDouble>(&p, "12.2.a", &s, &[]).may());
    assert!(!out::<MayDouble>(&DoubleSituation { objective: false, ..s }, &[]).may());
    assert!(!out::<MayDouble>(&DoubleSituation { arrived: true, ..s }, &[]).may());
    assert!(!out::<MayDouble>(&DoubleSituation { already: true, halts: true, ..s }, &[]).may());
    let halts = DoubleSituation { halts: true, ..s };
    assert!(by::<MayDouble>(&p, "10.1.b", &halts, &[]).may());
    assert!(out::<MayDouble>(&DoubleSituation { already: true, arrived: true, ..halts }, &[]).may());
}

#[test]
fn doings_take_their_times() {
    let p = proves!(
        "12.5.a", "12.5.b", "12.5.e", "12.6.a", "12.6.b", "12.7.d", "15.2.b", "15.2.c", "15.2.e", "16.4.b",
        "16.4.e", "23.10.b",
    );
    let limber = |weight| Task::LimberOrUnlimber { weight };
    for (task, clause, time) in [
        (Task::LieDownOrStandUp, "12.5.a", 0.25),
        (Task::MountOrDismount, "12.5.b", 0.25),
        (Task::SpikeGun, "12.5.e", 2.0),
        (limber(GunWeight::Light), "12.6.a", 0.25),
        (limber(GunWeight::Medium), "12.6.a", 0.25),
        (limber(GunWeight::Heavy), "12.6.a", 0.5),
        (limber(GunWeight::Siege), "12.6.a", 2.0),
        (Task::SetUpOrPackRockets, "12.6.b", 0.5),
        (Task::CutFreeDeadAnimal, "12.7.d", 1.0),
        (Task::LoadFirearm, "15.2.b", 0.5),
        (Task::LoadRifle, "15.2.c", 1.0),
        (Task::LoadLooseBall, "15.2.e", 0.5),
        (Task::LoadGun, "16.4.b", 0.5),
        (Task::SetRocket, "16.4.e", 0.25),
        (Task::DisarmPrisoners, "23.10.b", 1.0),
    ] {
        let o = by::<Doing>(&p, clause, &DoingSituation { task }, &[]);
        assert!(matches!(o, Takes::Time { moves, .. } if moves.0 == time), "{task:?}");
    }
}

#[test]
fn walls_let_so_many_pass_fight_and_fire() {
    let p = proves!("4.1.a", "4.1.b", "4.1.c", "4.1.d", "12.5.d");
    let s = DoorwaySituation { perimeter: 31.5, wall: 9.9, quarters: 3, readings: MoveReadings::default() };
    assert_eq!(by::<Doorway>(&p, "4.1.c", &s, &[]).holds, 31);
    assert_eq!(by::<Doorway>(&p, "4.1.b", &s, &[]).fight, 4);
    assert_eq!(by::<Doorway>(&p, "12.5.d", &s, &[]).pass, 12);
    assert_eq!(by::<Doorway>(&p, "4.1.d", &s, &[]).fire, 4);
    assert_eq!(by::<Doorway>(&p, "4.1.a", &DoorwaySituation { wall: 10.0, quarters: 4, ..s }, &[]).pass, 20);
    let all = MoveReadings::of(&readings("fire-out-of-buildings", "perimeter"));
    assert_eq!(out::<Doorway>(&DoorwaySituation { readings: all, ..s }, &[]).fire, 15);
    assert_eq!(refused::<Doorway>(&DoorwaySituation { wall: 32.0, ..s }), "wall");
}

#[test]
fn passing_through_friends() {
    let p = proves!("12.9.a", "12.9.b", "12.9.c", "12.9.d", "12.9.e", "12.3.d", "17.9.b", "T8.H");
    let skirmishers = Passer { skirmishers: true, moving: true, ..Passer::default() };
    let formed = Passer::default();
    let guns = Passer { deployed_guns: true, ..formed };
    let pass = |one, other| PassSituation { one, other };
    let got = |one, other| {
        let o = out::<PassThrough>(&pass(one, other), &[]);
        (o.one, o.other)
    };
    assert_eq!(by::<PassThrough>(&p, "12.9.a", &pass(skirmishers, guns), &[]), Passed::default());
    assert_eq!(got(Passer { mounted: true, doubling: true, ..skirmishers }, skirmishers), (0, 0));
    let evading = Passer { evading: true, ..skirmishers };
    assert_eq!(by::<PassThrough>(&p, "12.9.b", &pass(evading, formed), &[]), Passed::default());
    let marching = Passer { moving: true, ..formed };
    let o = by::<PassThrough>(&p, "12.3.d", &pass(evading, marching), &[]);
    assert_eq!((o.one, o.other), (2, 2));
    assert_eq!(got(Passer { regular: false, ..evading }, formed), (2, 2));
    assert_eq!(by::<PassThrough>(&p, "12.9.c", &pass(skirmishers, marching), &[]), Passed::default());
    assert_eq!(got(marching, Passer { moving: false, ..skirmishers }), (0, 0));
    assert_eq!(got(skirmishers, Passer { doubling: true, ..marching }), (2, 2));
    assert_eq!(got(Passer { doubling: true, ..skirmishers }, formed), (2, 2));
    let charging = Passer { charging: true, moving: true, ..formed };
    assert_eq!(by::<PassThrough>(&p, "17.9.b", &pass(charging, skirmishers), &[]), Passed::default());
    assert_eq!(got(charging, evading), (2, 2));
    let horse = Passer { mounted: true, ..skirmishers };
    assert_eq!(by::<PassThrough>(&p, "12.9.d", &pass(horse, formed), &[]), Passed::default());
    assert_eq!(got(horse, marching), (2, 2));
    assert_eq!(got(charging, Passer { moving: false, ..horse }), (2, 2));
    let o = by::<PassThrough>(&p, "12.9.e", &pass(marching, formed), &[]);
    assert_eq!((o.one, o.other), (4, 4));
    assert_eq!(got(marching, guns), (2, 2));
    // Routers take none and leave as many as they have.
    let rout = Passer { routing: Some(7), ..skirmishers };
    let o = by::<PassThrough>(&p, "T8.H", &pass(rout, formed), &[]);
    assert_eq!((o.one, o.other), (0, 7));
}

fn met(met: Met, fast: bool) -> MoveDisorderSituation {
    MoveDisorderSituation { met: vec![Stretch { met, fast }], ..Default::default() }
}

fn gained(s: &MoveDisorderSituation) -> u8 {
    out::<MoveDisorder>(s, &[]).factors
}

#[test]
fn movement_disorganises_by_table_8a() {
    let p = proves!("T8.A", "13.1.a", "17.1.d", "17.6.c", "play.evade", "8.4.e", "A5.8");
    let all = |what| {
        let close = |fast| gained(&met(what, fast));
        let open = |fast| gained(&MoveDisorderSituation { skirmishers: true, ..met(what, fast) });
        [close(false), close(true), open(false), open(true)]
    };
    for ground in
        [Terrain::Scrub, Terrain::LightWood, Terrain::Orchard, Terrain::Ford, Terrain::Mud, Terrain::Field]
    {
        assert_eq!(all(Met::Ground(ground)), [1, 2, 0, 1]);
    }
    assert_eq!(all(Met::Ground(Terrain::DenseWood)), [2, 4, 1, 2]);
    assert_eq!(all(Met::SteepSlope), [2, 4, 1, 2]);
    assert_eq!(all(Met::LinearObstacle), [2, 4, 1, 2]);
    assert_eq!(all(Met::Ground(Terrain::River)), [2, 4, 1, 2]);
    assert_eq!(all(Met::Building), [1, 2, 0, 1]);
    assert_eq!(all(Met::Ground(Terrain::Open)), [0; 4]);
    let marsh = MoveDisorderSituation { skirmishers: true, ..met(Met::Ground(Terrain::Marsh), false) };
    assert_eq!(by::<MoveDisorder>(&p, "T8.A", &marsh, &[]).factors, 2);
    assert_eq!(refused_by::<MoveDisorder>(&p, "T8.A", &met(Met::Ground(Terrain::Marsh), false)), "met");
    // Like ground counts once, at the faster pace; obstacles and different ground add up.
    let stretch = |met, fast| Stretch { met, fast };
    let two = MoveDisorderSituation {
        met: vec![
            stretch(Met::Ground(Terrain::Scrub), false),
            stretch(Met::Ground(Terrain::Ford), true),
            stretch(Met::SteepSlope, false),
            stretch(Met::LinearObstacle, false),
            stretch(Met::LinearObstacle, false),
        ],
        ..Default::default()
    };
    assert_eq!(by::<MoveDisorder>(&p, "13.1.a", &two, &[]).factors, 2 + 2 + 2 + 2);
    let each = DisorderReadings::of(&readings("like-ground", "each-patch"));
    assert_eq!(gained(&MoveDisorderSituation { readings: each, ..two }), 1 + 2 + 2 + 2 + 2);
    let plain = MoveDisorderSituation::default();
    assert_eq!(gained(&MoveDisorderSituation { double_again: true, ..plain.clone() }), 2);
    let again = MoveDisorderSituation { charge_again: true, ..plain.clone() };
    assert_eq!(by::<MoveDisorder>(&p, "17.1.d", &again, &[]).factors, 2);
    assert_eq!(gained(&MoveDisorderSituation { skirmishers: true, ..again }), 1);
    let missed = MoveDisorderSituation { no_contact: true, ..plain.clone() };
    assert_eq!(by::<MoveDisorder>(&p, "17.6.c", &missed, &[]).factors, 2);
    let evaded = MoveDisorderSituation { evaded: true, skirmishers: true, ..plain.clone() };
    assert_eq!(by::<MoveDisorder>(&p, "play.evade", &evaded, &[]).factors, 1);
    let caught = MoveDisorderSituation { caught_changing: true, ..plain.clone() };
    assert_eq!(by::<MoveDisorder>(&p, "8.4.e", &caught, &[]).factors, 4);
    let less = DisorderReadings::of(&readings("caught-charging", "two"));
    assert_eq!(gained(&MoveDisorderSituation { readings: less, ..caught }), 2);
    let near = MoveDisorderSituation { near_elephants: true, elephants_counted: true, ..plain };
    assert_eq!(by::<MoveDisorder>(&p, "A5.8", &near, &[]).factors, 2);
    let once = DisorderReadings::of(&readings("near-elephants", "once"));
    assert_eq!(gained(&MoveDisorderSituation { readings: once, ..near }), 0);
}

#[test]
fn fire_disorganises_by_tenths_and_by_kind() {
    let p = proves!("T8.B", "11.9");
    let s = FireDisorderSituation {
        figures: 20,
        lost: 0,
        men: 0,
        by_shell: 0,
        by_rockets: 0,
        mounted: false,
        changing_formation: false,
        sheet: Default::default(),
    };
    let got = |s: &FireDisorderSituation| out::<FireDisorder>(s, &[]).factors;
    assert_eq!(got(&FireDisorderSituation { lost: 1, ..s.clone() }), 0);
    assert_eq!(
        by::<FireDisorder>(&p, "T8.B", &FireDisorderSituation { lost: 2, ..s.clone() }, &[]).factors,
        1
    );
    assert_eq!(
        by::<FireDisorder>(&p, "11.9", &FireDisorderSituation { lost: 5, ..s.clone() }, &[]).factors,
        2
    );
    let rockets = |men, mounted| FireDisorderSituation { men, by_rockets: men, mounted, ..s.clone() };
    assert_eq!([got(&rockets(19, false)), got(&rockets(20, false)), got(&rockets(20, true))], [0, 2, 4]);
    let shell = |men, mounted| FireDisorderSituation { men, by_shell: men, mounted, ..s.clone() };
    assert_eq!([got(&shell(20, false)), got(&shell(19, true)), got(&shell(20, true))], [0, 0, 1]);
    let changing = |men| FireDisorderSituation { men, changing_formation: true, ..s.clone() };
    assert_eq!([got(&changing(19)), got(&changing(20))], [0, 1]);
    assert_eq!(refused::<FireDisorder>(&FireDisorderSituation { by_shell: 1, ..s }), "men");
}

#[test]
fn contact_disorganises_once_among_the_starred() {
    let p = proves!("T8.C", "T8.C.x", "17.1.d", "17.8.b", "18.3.a", "23.10.e", "11.12");
    let s = ContactSituation::default();
    let got = |s: ContactSituation| out::<ContactDisorder>(&s, &[]).factors;
    assert_eq!(by::<ContactDisorder>(&p, "11.12", &s, &[]).factors, 0);
    assert_eq!(
        by::<ContactDisorder>(&p, "T8.C", &ContactSituation { double_speed: true, ..s }, &[]).factors,
        3
    );
    let charging = ContactSituation { double_speed: true, charging_at_double: true, ..s };
    assert_eq!(by::<ContactDisorder>(&p, "17.1.d", &charging, &[]).factors, 3);
    let only = DisorderReadings::of(&readings("double-contact", "movement-only"));
    assert_eq!(got(ContactSituation { readings: only, ..charging }), 0);
    assert_eq!(got(ContactSituation { foot_moving: true, ..s }), 2);
    assert_eq!(got(ContactSituation { changing: true, ..s }), 4);
    assert_eq!(by::<ContactDisorder>(&p, "18.3.a", &ContactSituation { prone: true, ..s }, &[]).factors, 4);
    assert_eq!(
        by::<ContactDisorder>(&p, "23.10.e", &ContactSituation { disarming: true, ..s }, &[]).factors,
        4
    );
    let flank = ContactSituation { from: Quarter::Flank, ..s };
    let rear = ContactSituation { from: Quarter::Rear, ..s };
    assert_eq!(by::<ContactDisorder>(&p, "17.8.b", &flank, &[]).factors, 4);
    assert_eq!(got(rear), 6);
    for barred in
        [ContactSituation { no_flanks: true, ..rear }, ContactSituation { no_impetus: true, ..rear }]
    {
        assert_eq!(got(barred), 0);
    }
    let both = ContactSituation { changing: true, prone: true, foot_moving: true, ..rear };
    assert_eq!(by::<ContactDisorder>(&p, "T8.C.x", &both, &[]).factors, 6 + 2);
    let later = DisorderReadings::of(&readings("flank-attack", "after-impetus"));
    assert_eq!(got(ContactSituation { readings: later, ..flank }), 0);
    let after = ImpactDisorderSituation { from: Quarter::Flank, readings: later, ..Default::default() };
    assert_eq!(out::<ImpactDisorder>(&after, &[]).factors, 4);
    assert_eq!(
        out::<ImpactDisorder>(&ImpactDisorderSituation { from: Quarter::Rear, ..after }, &[]).factors,
        6
    );
}

#[test]
fn impact_melee_and_flight_disorganise() {
    let p = proves!("T8.D", "18.1.d", "18.1.e", "T8.E", "T8.F", "T8.G", "19.1.c", "A5.7", "11.15");
    let s = ImpactDisorderSituation::default();
    let crossed = ImpactDisorderSituation { crossed_obstacle: true, ..s };
    assert_eq!(by::<ImpactDisorder>(&p, "18.1.d", &crossed, &[]).factors, 1);
    let column = ImpactDisorderSituation { struck_by_column: true, ..s };
    assert_eq!(by::<ImpactDisorder>(&p, "T8.D", &column, &[]).factors, 2);
    let through = ImpactDisorderSituation { broken_through: true, ..column };
    assert_eq!(by::<ImpactDisorder>(&p, "18.1.e", &through, &[]).factors, 6);
    let m = MeleeDisorderSituation { round: 1, ..Default::default() };
    let got = |s: MeleeDisorderSituation| out::<MeleeDisorder>(&s, &[]).factors;
    let lancers = |round| MeleeDisorderSituation { lancers: true, round, ..m };
    assert_eq!([got(lancers(1)), got(lancers(2)), got(lancers(3))], [0, 1, 1]);
    assert_eq!(by::<MeleeDisorder>(&p, "T8.E", &lancers(2), &[]).factors, 1);
    let once = DisorderReadings::of(&readings("lancers-in-melee", "once"));
    assert_eq!(got(MeleeDisorderSituation { readings: once, ..lancers(3) }), 0);
    assert_eq!(got(MeleeDisorderSituation { crossed_obstacle: true, ..m }), 1);
    let changed = MeleeDisorderSituation { changed_formation: true, ..m };
    assert_eq!(by::<MeleeDisorder>(&p, "19.1.c", &changed, &[]).factors, 4);
    let none = DisorderReadings::of(&readings("changes-in-melee", "nothing"));
    assert_eq!(got(MeleeDisorderSituation { readings: none, ..changed }), 0);
    let camels = |round| MeleeDisorderSituation { against_camels: true, round, ..m };
    assert_eq!(by::<MeleeDisorder>(&p, "A5.7", &camels(1), &[]).factors, 1);
    assert_eq!(got(camels(2)), 0);
    let each = DisorderReadings::of(&readings("camels-in-melee", "each-round"));
    assert_eq!(got(MeleeDisorderSituation { readings: each, ..camels(2) }), 1);
    assert_eq!(by::<MeleeDisorder>(&p, "T8.F", &MeleeDisorderSituation { ended: true, ..m }, &[]).factors, 2);
    assert_eq!(by::<MeleeDisorder>(&p, "11.15", &m, &[]).factors, 0);
    let state = |state, moves| by::<StateDisorder>(&p, "T8.G", &StateSituation { state, moves }, &[]).factors;
    assert_eq!(
        [state(Forced::Retreating, 2), state(Forced::Routing, 2), state(Forced::Pursuing, 3)],
        [2, 4, 3]
    );
}

fn order(troop: Troop, accumulated: u8, gained: u8, stood: f64) -> ReorderSituation {
    ReorderSituation {
        troop,
        accumulated,
        gained,
        barred: None,
        crossed: false,
        loaded: false,
        stood,
        year: 1812,
        national: false,
        attacked: Attacked::Barred,
    }
}

#[test]
fn troops_reorder_by_their_kind_unless_barred() {
    let p = proves!(
        "13.2.a",
        "13.2.b",
        "13.2.c",
        "13.2.d",
        "13.2.f",
        "13.2.g",
        "13.2.h",
        "glossary.accumulated",
        "A3.4",
        "A3.10",
        "A3.11",
    );
    let got = |s: &ReorderSituation| {
        let o = out::<Reorder>(s, &[]);
        (o.accumulated, o.removed)
    };
    assert_eq!(by::<Reorder>(&p, "13.2.a", &order(foot(), 3, 2, 0.0), &[]).accumulated, 3);
    assert_eq!(by::<Reorder>(&p, "13.2.f", &order(foot(), 3, 0, 0.5), &[]).accumulated, 1);
    assert_eq!(got(&order(foot(), 3, 0, 0.74)), (1, 2));
    assert_eq!(by::<Reorder>(&p, "13.2.h", &order(foot(), 9, 0, 1.0), &[]).removed, 4);
    assert_eq!(got(&order(foot().class(Class::D), 5, 0, 1.0)), (3, 2));
    assert_eq!(got(&order(irregular(foot()), 5, 0, 1.0)), (3, 2));
    let guns = Troop::of(Arm::FieldArtillery).class(Class::B);
    assert_eq!(by::<Reorder>(&p, "13.2.g", &order(guns, 5, 0, 0.5), &[]).removed, 1);
    // A crew may reorder for half a move and fire in the other; others may not.
    let fired = |t, stood| ReorderSituation { barred: Some(Bar::Fired), ..order(t, 2, 1, stood) };
    assert_eq!(got(&fired(guns, 0.5)), (2, 1));
    assert_eq!(got(&fired(foot(), 0.5)), (3, 0));
    let crossed = ReorderSituation { crossed: true, ..order(foot(), 1, 2, 0.0) };
    assert_eq!(by::<Reorder>(&p, "13.2.c", &crossed, &[]).accumulated, 3);
    // It may begin at once if it halts beyond the obstacle.
    assert_eq!(got(&ReorderSituation { stood: 0.25, ..crossed }), (2, 1));
    let loaded = ReorderSituation { loaded: true, ..order(foot(), 0, 2, 0.0) };
    assert_eq!(by::<Reorder>(&p, "13.2.b", &loaded, &[]).accumulated, 2);
    // Who stands and loads for the whole move reorders what it gained as accumulated factors, a quarter of a move for each.
    let stood = ReorderSituation { loaded: true, ..order(foot(), 0, 5, 1.0) };
    assert_eq!((got(&stood), got(&ReorderSituation { loaded: false, ..stood })), ((1, 4), (0, 5)));
    for bar in [
        Bar::Fired,
        Bar::Charged,
        Bar::WasCharged,
        Bar::TriedToCharge,
        Bar::Contacted,
        Bar::Attacked,
        Bar::WasAttacked,
        Bar::InMelee,
        Bar::Pursued,
        Bar::FollowedUp,
        Bar::Retreated,
        Bar::Routed,
        Bar::DoubleMoved,
    ] {
        let s = ReorderSituation { barred: Some(bar), ..order(foot(), 2, 1, 0.0) };
        assert_eq!(by::<Reorder>(&p, "13.2.d", &s, &[]).accumulated, 3, "{bar:?}");
        assert!(p.shows("glossary.accumulated", rule::<Reorder>(&s, &[]).0.removed == 0));
    }
    let attacked = Attacked::of(&readings("attacked-reorders", "may-reorder"));
    let s = ReorderSituation { barred: Some(Bar::WasAttacked), attacked, ..order(foot(), 2, 1, 0.0) };
    assert_eq!(got(&s), (2, 1));
    let national =
        |nation, year| ReorderSituation { national: true, year, ..order(foot().nation(nation), 4, 0, 1.0) };
    assert_eq!(by::<Reorder>(&p, "A3.4", &national(Nation::Austria, 1812), &[]).removed, 2);
    assert_eq!(by::<Reorder>(&p, "A3.11", &national(Nation::Russia, 1812), &[]).removed, 2);
    assert_eq!(by::<Reorder>(&p, "A3.10", &national(Nation::Prussia, 1806), &[]).removed, 2);
    assert_eq!(got(&national(Nation::Prussia, 1812)), (0, 4));
    assert_eq!(got(&national(Nation::France, 1812)), (0, 4));
}
