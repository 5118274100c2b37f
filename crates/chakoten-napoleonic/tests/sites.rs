//! Works under way, turn by turn: what counts, rests, reliefs, rolls that are due, and what is finished.

use chakoten_napoleonic::book;
use chakoten_napoleonic::book::features::Feature;
use chakoten_napoleonic::book::works::{Digging, Method, Object, Supervisor, Work};
use chakoten_napoleonic::ground::CrossingKind;
use chakoten_napoleonic::order::MinePart;
use chakoten_napoleonic::procedures::works::{Acquisition, Longer, WorkReadings, WorkRest, WorkUnderFire};
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::State;
use chakoten_napoleonic::works::labour::Labour;
use chakoten_napoleonic::works::siege::Siege;
use chakoten_napoleonic::works::task::{Crew, Idle, Leaders, Party, Task, undoing};
use chakoten_napoleonic::works::{Finished, Lost, Means, Progress, Site, Stage, Told, WorkTurn, forming_up};
use umpire::Readings;

const ENGINEER: Leaders =
    Leaders { engineer_officers: 1, artillery_officers: 0, pioneer_ncos: 0, artillery_ncos: 0, officers: 0 };
const NCO: Leaders = Leaders { engineer_officers: 0, pioneer_ncos: 1, ..ENGINEER };
const OFFICER: Leaders = Leaders { engineer_officers: 0, officers: 1, ..ENGINEER };

fn others(n: u32) -> Party {
    Party { others: n, ..Party::default() }
}

fn pioneers(n: u32) -> Party {
    Party { pioneers: n, ..Party::default() }
}

fn good(party: Party, leaders: Leaders) -> WorkTurn {
    WorkTurn { party, leaders, ordered: true, at_place: true, ..WorkTurn::default() }
}

fn near() -> Means {
    Means { materials_near: true, ..Means::default() }
}

fn begun(task: Task, amount: f64) -> Site {
    let mut site = Site::new(task, amount).unwrap();
    site.begin(&near()).unwrap();
    site
}

fn build(work: Work, amount: f64) -> Site {
    begun(Task::Build { work }, amount)
}

/// Works until something else than an ordinary turn comes of it; how many turns that took.
fn until(site: &mut Site, t: &WorkTurn, readings: &WorkReadings) -> (u32, Told) {
    for turn in 1..500 {
        let told = site.turn(t, readings);
        if !matches!(told.progress, Progress::Worked | Progress::Resting) {
            return (turn, told);
        }
    }
    panic!("it never ends");
}

const PLAIN: fn() -> WorkReadings = WorkReadings::default;

#[test]
fn a_work_from_beginning_to_end() {
    let p = proves!("19.03.4", "play.work");
    let mut site = build(Work::Abatis, 2.0);
    let t = good(others(3), OFFICER);
    let (turns, told) = until(&mut site, &t, &PLAIN());
    assert_eq!(p.shows("19.03.4", (turns, told.progress)), (4, Progress::DelayDue));
    assert!(told.by.rests_on("19.03.4") && told.by.rests_on("play.work"));
    let delay = site.delay(PLAIN()).unwrap();
    assert_eq!((delay.pieces, delay.units, delay.under_fire), (1, 1, 0));
    // Nothing goes on before the roll.
    assert_eq!(site.turn(&t, &PLAIN()).progress, Progress::DelayDue);
    assert_eq!(site.delayed(Longer { turns: 2 }).progress, Progress::Worked);
    assert_eq!(site.delay(PLAIN()), None);
    let (turns, told) = until(&mut site, &t, &PLAIN());
    assert_eq!(
        p.shows("play.work", (turns, told.progress)),
        (2, Progress::Finished(Finished::Built(Work::Abatis)))
    );
    assert_eq!(site.stage(), Stage::Done);
    assert_eq!(site.turn(&t, &PLAIN()).progress, Progress::Lost(Lost::NotBegun));
    // No delay: finished at once.
    let mut site = build(Work::Abatis, 2.0);
    until(&mut site, &t, &PLAIN());
    assert_eq!(site.delayed(Longer { turns: 0 }).progress, Progress::Finished(Finished::Built(Work::Abatis)));
}

#[test]
fn a_turn_that_does_not_count_is_lost_and_no_more() {
    let p = proves!("play.work", "19.01.1", "19.01.3.a", "19.01.3.b", "19.04.3.b");
    let t = good(others(3), OFFICER);
    let mut site = build(Work::Abatis, 2.0);
    let lost = |site: &mut Site, t: WorkTurn| site.turn(&t, &PLAIN());
    let told = lost(&mut site, WorkTurn { ordered: false, ..t });
    assert_eq!(p.shows("19.01.1", told.progress), Progress::Lost(Lost::NotOrdered));
    let told = lost(&mut site, WorkTurn { at_place: false, ..t });
    assert_eq!(p.shows("19.01.3.a", told.progress), Progress::Lost(Lost::NotThere));
    for stirred in
        [WorkTurn { fired: true, ..t }, WorkTurn { fought: true, ..t }, WorkTurn { moved: true, ..t }]
    {
        assert_eq!(p.shows("play.work", lost(&mut site, stirred)).progress, Progress::Lost(Lost::Stirred));
    }
    for (state, works) in
        [(State::Order, true), (State::Light3, true), (State::Disorder, false), (State::Complete, false)]
    {
        let told = site.clone().turn(&WorkTurn { state, ..t }, &PLAIN());
        assert_eq!(told.progress == Progress::Worked, works, "{state}");
    }
    let told = lost(&mut site, WorkTurn { spent: true, ..t });
    assert_eq!(p.shows("19.01.3.b", told.progress), Progress::Lost(Lost::Spent));
    // Below the least at the end of the turn; others take the work up where it is.
    assert_eq!(site.turn(&t, &PLAIN()).progress, Progress::Worked);
    let told = lost(&mut site, WorkTurn { party: others(1), ..t });
    assert_eq!(p.shows("19.04.3.b", told.progress), Progress::Lost(Lost::Nobody(Idle::TooFew)));
    assert!(told.by.rests_on("19.04.3.b"));
    assert_eq!(until(&mut site, &good(pioneers(2), OFFICER), &PLAIN()).0, 3);
    // Nobody has begun it.
    let mut new = Site::new(Task::Build { work: Work::Abatis }, 2.0).unwrap();
    assert_eq!(new.turn(&t, &PLAIN()).progress, Progress::Lost(Lost::NotBegun));
}

#[test]
fn under_a_leader_one_grade_too_low_it_takes_double_time() {
    let p = proves!("19.04.2.b");
    let mut site = build(Work::WoodPath, 4.0);
    let (turns, told) = until(&mut site, &good(pioneers(4), OFFICER), &PLAIN());
    assert_eq!(p.shows("19.04.2.b", turns), 8);
    assert!(told.by.rests_on("19.04.2.b"));
    // The delay is doubled, too: it is worked at the same pace.
    site.delayed(Longer { turns: 1 });
    assert_eq!(until(&mut site, &good(pioneers(4), OFFICER), &PLAIN()).0, 2);
    // Half of it under him, the rest under another.
    let mut site = build(Work::WoodPath, 4.0);
    for _ in 0..4 {
        site.turn(&good(pioneers(4), OFFICER), &PLAIN());
    }
    assert_eq!(until(&mut site, &good(pioneers(4), NCO), &PLAIN()).0, 2);
}

#[test]
fn each_work_unit_makes_its_own_quantity() {
    let p = proves!("19.04.3.a");
    let run = |n, cm| {
        let mut site = build(Work::Abatis, cm);
        let turns = until(&mut site, &good(others(n), OFFICER), &PLAIN()).0;
        (turns, site.delay(PLAIN()).unwrap().units)
    };
    assert_eq!(p.shows("19.04.3.a", run(3, 8.0)), (16, 1));
    assert_eq!(run(6, 8.0), (8, 2));
    assert_eq!(run(5, 8.0), (8, 2), "a rest of two makes a unit");
    // The fourth piece waits until one of three units is free: nobody shares it.
    assert_eq!(run(9, 8.0), (8, 3));
    assert_eq!(run(12, 8.0), (4, 4));
    assert_eq!(run(30, 8.0), (4, 4), "more than there are pieces are of no use");
    let mut site = build(Work::Abatis, 8.0);
    for _ in 0..4 {
        site.turn(&good(others(6), OFFICER), &PLAIN());
    }
    assert_eq!((site.pieces(), site.pieces_done(&PLAIN())), (4, 2));
}

#[test]
fn acquisition_lengthens_it() {
    let p = proves!("19.03.1", "19.03.3.a", "19.03.3.b", "19.04.6", "19.10.4");
    let mut site = Site::new(Task::Build { work: Work::Ramp }, 1.0).unwrap();
    let b = site.begin(&Means::default()).unwrap();
    assert!(p.shows("19.03.1", b.roll));
    assert!(p.shows("19.04.6", b.by.rests_on("19.04.6")));
    assert_eq!(site.acquisition(7).units, 1);
    site.acquired(Longer { turns: 5 }, 7);
    let (turns, _) = until(&mut site, &good(others(8), NCO), &PLAIN());
    assert_eq!(turns, 15);
    assert_eq!(site.delay(PLAIN()).unwrap().longer, 5);
    // Two units on two pieces: as many turns longer.
    let mut site = Site::new(Task::Build { work: Work::Sap }, 4.0).unwrap();
    site.begin(&Means::default()).unwrap();
    site.acquired(Longer { turns: 4 }, 2);
    assert_eq!(until(&mut site, &good(others(4), OFFICER), &PLAIN()).0, 12);
    // Materials near by need no roll.
    let mut site = Site::new(Task::Build { work: Work::Sap }, 4.0).unwrap();
    let b = site.begin(&near()).unwrap();
    assert!(p.shows("19.03.3.b", !b.roll && b.by.rests_on("19.03.3.b")));
    // Where there is none they have to be brought.
    let mut site = Site::new(Task::Build { work: Work::Abatis }, 4.0).unwrap();
    p.refused_by("19.03.3.a", site.begin(&Means::default()));
    assert_eq!(site.stage(), Stage::New);
    let fetched = Means { fetched: true, ..Means::default() };
    assert!(site.begin(&fetched).unwrap().by.rests_on("19.03.3.a"));
    let mut ferry = Site::new(Task::Build { work: Work::MakeshiftFerry }, 1.0).unwrap();
    p.refused_by("19.10.4", ferry.begin(&Means::default()));
    assert!(ferry.begin(&fetched).unwrap().by.rests_on("19.10.4"));
    // Burning may use the roll, levelling and digging need nothing.
    let task = Task::Destroy { object: Object::Ferry, method: Method::Burn };
    assert!(Site::new(task, 1.0).unwrap().begin(&Means::default()).unwrap().roll);
    for task in [
        Task::Level { work: Work::Sap },
        Task::Strengthen { capacity: 10 },
        Task::Destroy { object: Object::Wall, method: Method::Other },
        Task::Dig { digging: Digging::Shaft },
    ] {
        assert!(!Site::new(task, 1.0).unwrap().begin(&Means::default()).unwrap().roll);
    }
}

#[test]
fn pontoons_are_driven_up_and_used() {
    let p = proves!("19.10.1", "19.10.2", "19.10.3", "19.11.1");
    let with = |pontoons| Means { pontoons, ..Means::default() };
    let needs = |work, amount: f64| Site::new(Task::Build { work }, amount).unwrap().pontoons().unwrap().0;
    assert_eq!(
        p.shows("19.10.2", [6.0, 6.1, 12.0, 13.0].map(|cm| needs(Work::PontoonBridge, cm))),
        [1, 2, 2, 3]
    );
    assert_eq!(p.shows("19.11.1", [1.0, 2.0].map(|n| needs(Work::Ferry, n))), [2, 4]);
    assert_eq!(p.shows("19.10.3", needs(Work::PontoonBoat, 3.0)), 3);
    let mut bridge = Site::new(Task::Build { work: Work::PontoonBridge }, 13.0).unwrap();
    p.refused_by("19.10.2", bridge.begin(&with(2)));
    p.refused_by("19.11.1", Site::new(Task::Build { work: Work::Ferry }, 1.0).unwrap().begin(&with(1)));
    p.refused_by("19.10.3", Site::new(Task::Build { work: Work::PontoonBoat }, 1.0).unwrap().begin(&with(0)));
    let b = bridge.begin(&with(3)).unwrap();
    assert!(p.shows("19.10.1", !b.roll && b.by.rests_on("19.10.1")));
    assert_eq!(b.pontoons, 3);
    // 13 cm and two abutments, one unit.
    assert_eq!(until(&mut bridge, &good(pioneers(8), ENGINEER), &PLAIN()).0, 15);
    // The umpire holds it up for two turns.
    let mut ferry = Site::new(Task::Build { work: Work::Ferry }, 1.0).unwrap();
    ferry.begin(&Means { pontoons: 2, delay: 2, ..Means::default() }).unwrap();
    let t = good(pioneers(6), ENGINEER);
    for _ in 0..2 {
        assert_eq!(ferry.turn(&t, &PLAIN()).progress, Progress::Lost(Lost::Waiting));
    }
    assert_eq!(until(&mut ferry, &t, &PLAIN()).0, 4);
}

#[test]
fn the_rest_is_taken_in_the_middle() {
    let p = proves!("19.04.5.a");
    let t = good(pioneers(3), ENGINEER);
    let mut site = build(Work::Breastwork1, 2.0);
    for turn in 1..=72 {
        let told = site.turn(&t, &PLAIN());
        let resting = (33..=40).contains(&turn);
        assert_eq!(told.progress == Progress::Resting, resting, "{turn}");
        assert_eq!(told.by.rests_on("19.04.5.a"), resting);
        assert_eq!(told.progress == Progress::DelayDue, turn == 72);
    }
    assert!(p.shows("19.04.5.a", site.delay(PLAIN())).is_some());
    // Part of the stated turns: 28, 8, 28.
    let included = WorkReadings { work_rest: WorkRest::Included, ..PLAIN() };
    let mut site = build(Work::Breastwork1, 2.0);
    for turn in 1..=64 {
        let told = site.turn(&t, &included);
        assert_eq!(told.progress == Progress::Resting, (29..=36).contains(&turn), "{turn}");
        assert_eq!(told.progress == Progress::DelayDue, turn == 64);
    }
}

#[test]
fn a_fresh_unit_saves_the_rest_and_the_old_one_takes_it() {
    let p = proves!("19.04.5.b");
    let t = good(pioneers(3), ENGINEER);
    let relief = WorkTurn { relief: true, ..t };
    let mut site = build(Work::Breastwork1, 2.0);
    for _ in 0..32 {
        site.turn(&t, &PLAIN());
    }
    let told = site.turn(&relief, &PLAIN());
    assert_eq!(p.shows("19.04.5.b", told.progress), Progress::Worked);
    assert!(told.by.rests_on("19.04.5.b"));
    assert_eq!(until(&mut site, &t, &PLAIN()).0, 31);
    // Too late: the rest has begun.
    let mut site = build(Work::Breastwork1, 2.0);
    for _ in 0..33 {
        site.turn(&t, &PLAIN());
    }
    assert_eq!(site.turn(&relief, &PLAIN()).progress, Progress::Resting);
    assert_eq!(until(&mut site, &t, &PLAIN()).0, 38);
    let mut old = Labour::default();
    assert_eq!(old.relieved(33, 8).id(), "19.04.5.b");
    p.refused_by("19.04.5.b", old.may_work(40));
    assert!(old.may_work(41).is_ok());
}

#[test]
fn effective_fire_counts_against_the_delay_roll() {
    let p = proves!("19.03.5", "play.work");
    let t = good(others(3), OFFICER);
    let hit = WorkTurn { men_lost: 1, ..t };
    let shaken = WorkTurn { shaken: true, ..t };
    let mut site = build(Work::Abatis, 2.0);
    for t in [&hit, &t, &shaken] {
        let told = site.turn(t, &PLAIN());
        assert_eq!(p.shows("19.03.5", told.by.rests_on("19.03.5")), t.under_effective_fire());
        assert_eq!(told.progress, Progress::Worked);
    }
    site.turn(&t, &PLAIN());
    assert_eq!(site.delay(PLAIN()).unwrap().under_fire, 2);
    let lost = WorkReadings { work_under_fire: WorkUnderFire::Lost, ..PLAIN() };
    let mut site = build(Work::Abatis, 2.0);
    assert_eq!(p.shows("play.work", site.turn(&hit, &lost)).progress, Progress::Lost(Lost::UnderFire));
    assert_eq!(until(&mut site, &t, &lost).0, 4);
    assert_eq!(site.delay(lost).unwrap().under_fire, 1);
}

#[test]
fn forty_turns_a_spell_and_two_spells_a_day() {
    let p = proves!("19.01.3.b");
    let mut u = Labour::default();
    for turn in 1..=40 {
        u.may_work(turn).unwrap();
        u.worked(turn);
    }
    p.refused_by("19.01.3.b", u.may_work(41));
    // After a turn's pause it is a new spell, and the last of the day.
    u.may_work(42).unwrap();
    u.worked(42);
    u.may_work(43).unwrap();
    p.refused_by("19.01.3.b", u.may_work(50));
    p.refused_by("19.01.3.b", u.may_work(192));
    assert!(u.may_work(193).is_ok());
    u.worked(193);
    p.refused_by("19.01.3.b", u.may_work(195));
    let put_away: Labour = serde_json::from_value(serde_json::to_value(u).unwrap()).unwrap();
    assert_eq!(put_away, u);
}

#[test]
fn what_is_destroyed_levelled_and_dug() {
    let p = proves!("19.06.1", "19.07.3", "19.09.2", "19.09.3", "19.05.4", "17.02.4", "19.12.4", "19.09.1");
    let run = |task, amount, t: &WorkTurn| {
        let mut site = begun(task, amount);
        let (turns, _) = until(&mut site, t, &PLAIN());
        (turns, site.delayed(Longer { turns: 0 }))
    };
    let destroy = |object, method| Task::Destroy { object, method };
    let hands = good(pioneers(6), ENGINEER);
    let (turns, told) = run(destroy(Object::WoodenBridge, Method::Burn), 10.0, &hands);
    assert_eq!(
        p.shows("19.06.1", (turns, told.progress)),
        (4, Progress::Finished(Finished::Laid(Object::WoodenBridge)))
    );
    let (turns, told) =
        run(destroy(Object::WoodenBridge, Method::ThrowOff), 11.0, &good(pioneers(4), OFFICER));
    assert_eq!(p.shows("19.09.2", turns), 6, "three times two turns");
    assert_eq!(
        p.shows("19.09.3", told.progress),
        Progress::Finished(Finished::DeckOff(Object::WoodenBridge))
    );
    assert!(told.by.rests_on("19.09.3"));
    let stone = destroy(Object::StoneBridge, Method::ThrowOff).terms();
    p.refused_by("19.09.1", stone);
    let (turns, told) = run(destroy(Object::Boat, Method::ThrowOff), 1.0, &hands);
    assert_eq!((turns, told.progress), (1, Progress::Finished(Finished::Destroyed(Object::Boat))));
    let (turns, told) = run(destroy(Object::Abatis, Method::Other), 4.0, &good(others(3), OFFICER));
    assert_eq!(
        p.shows("19.05.4", (turns, told.progress)),
        (6, Progress::Finished(Finished::Destroyed(Object::Abatis)))
    );
    // Powder has to lie there.
    let mut site = begun(destroy(Object::StoneBridge, Method::Blast), 1.0);
    let told = site.turn(&WorkTurn { powder: 7, ..hands }, &PLAIN());
    assert_eq!(p.shows("19.07.3", told.progress), Progress::Lost(Lost::NoPowder));
    let (turns, told) =
        run(destroy(Object::StoneBridge, Method::Blast), 1.0, &WorkTurn { powder: 8, ..hands });
    assert_eq!((turns, told.progress), (6, Progress::Finished(Finished::Charged(Object::StoneBridge))));
    assert!(told.by.rests_on("19.07.3"));
    let (turns, told) = run(Task::Strengthen { capacity: 11 }, 1.0, &good(pioneers(6), OFFICER));
    assert_eq!(p.shows("17.02.4", (turns, told.progress)), (8, Progress::Finished(Finished::Strengthened)));
    let mut site = begun(Task::Strengthen { capacity: 11 }, 1.0);
    for (party, works) in [(pioneers(5), false), (others(10), false), (others(11), true)] {
        let told = site.turn(&good(party, OFFICER), &PLAIN());
        assert_eq!(told.progress == Progress::Worked, works, "{party:?}");
    }
    let mixed = Party { pioneers: 6, others: 4, ..Party::default() };
    assert_eq!(
        site.turn(&good(mixed, OFFICER), &PLAIN()).progress,
        Progress::Lost(Lost::Nobody(Idle::TooFew))
    );
    let (turns, told) = run(Task::Level { work: Work::Parallel }, 2.0, &good(others(5), OFFICER));
    assert_eq!(
        p.shows("19.12.4", (turns, told.progress)),
        (20, Progress::Finished(Finished::Levelled(Work::Parallel)))
    );
    let miners = Party { miners: 3, others: 5, ..Party::default() };
    let (turns, told) = run(Task::Dig { digging: Digging::Gallery }, 3.0, &good(miners, ENGINEER));
    assert_eq!((turns, told.progress), (18, Progress::Finished(Finished::Dug(Digging::Gallery))));
}

#[test]
fn a_place_is_put_away_and_taken_up() {
    let mut site = build(Work::Breastwork1, 4.0);
    let t = good(pioneers(3), ENGINEER);
    for _ in 0..33 {
        site.turn(&t, &PLAIN());
    }
    let again: Site = serde_json::from_value(serde_json::to_value(&site).unwrap()).unwrap();
    assert_eq!(again, site);
    let names = [
        ("breastwork-2", Work::Breastwork2),
        ("wood-path", Work::WoodPath),
        ("pontoon-bridge", Work::PontoonBridge),
    ];
    for (name, work) in names {
        assert_eq!(serde_json::from_value::<Work>(name.into()).unwrap(), work);
    }
    assert_eq!(serde_json::from_value::<Object>("wooden-bridge".into()).unwrap(), Object::WoodenBridge);
}

#[test]
fn a_siege_is_settled_beforehand() {
    let p = proves!("18.02.2", "18.02.1", "18.01.2");
    let siege =
        |turns_a_step| Siege { turns_a_step, supply: Some("a month's flour".into()), ..Siege::default() };
    for (turns, good) in [(1, true), (2, false), (3, false), (4, true), (16, true), (17, false), (0, false)] {
        assert_eq!(p.shows("18.02.2", siege(Some(turns)).check()).is_ok(), good, "{turns}");
    }
    p.refused_by("18.02.2", siege(Some(20)).check());
    assert_eq!(siege(None).step().0, 1);
    assert_eq!(siege(Some(8)).step().0, 8);
    p.refused_by("18.02.1", Siege { supply: Some(" ".into()), ..Siege::default() }.check());
    p.refused_by("18.02.1", Siege::default().check());
    let none = siege(None);
    assert_eq!(p.shows("18.01.2", none.special_rules()).0.len(), 0);
    let own = Siege { rules: vec!["no sorties by night".into()], ..none };
    assert!(own.check().unwrap().rests_on("18.01.2"));
    assert_eq!(own.special_rules().1.id(), "18.01.2");
}

#[test]
fn a_unit_at_work_takes_half_a_turn_to_form() {
    let p = proves!("19.01.4.a");
    let all = &book::text().readings;
    let (turns, by) = forming_up(&Readings::defaults(all));
    assert_eq!(p.shows("19.01.4.a", turns), 0.5);
    assert_eq!(by.id(), "19.01.4.a");
    let r = Readings::defaults(all).with(all, "forming-from-work", "1").unwrap();
    assert_eq!(forming_up(&r).0, 1.0);
}

#[test]
fn every_work_takes_its_time_whoever_is_enough() {
    let p = proves!("19.04.4");
    for work in Work::ALL {
        let row = work.row();
        for (units, pieces) in [(1, 1), (1, 3), (2, 3), (2, 4), (3, 7), (5, 2)] {
            let task = Task::Build { work };
            let mut site = Site::new(task, 1.0).unwrap();
            // As many pieces as are wanted, abutments included.
            let cm = (1..400).map(|n| f64::from(n) / 4.0).find(|cm| task.pieces(*cm) >= pieces);
            if let Some(cm) = cm {
                site = Site::new(task, cm).unwrap();
            }
            site.begin(&Means { materials_near: true, pontoons: 99, ..Means::default() }).unwrap();
            let full = row.pioneers.unwrap().full;
            let (turns, told) = until(&mut site, &good(pioneers(units * full), ENGINEER), &PLAIN());
            let rounds = site.pieces().div_ceil(units);
            assert_eq!(turns, rounds * (row.turns + row.rest), "{work} {units} {pieces}");
            assert_eq!(told.progress, Progress::DelayDue);
            let terms = task.terms().unwrap();
            assert_eq!(terms.ordinary(site.pieces(), units), rounds * row.turns);
        }
    }
    let s = begun(Task::Build { work: Work::Abatis }, 6.0).acquisition(2);
    let o = umpire::judge::<Acquisition>(&s, &mut umpire::HandDice::new([1]));
    assert_eq!(p.shows("19.04.4", o.0.turns), 4);
}

#[test]
fn a_step_of_a_siege_is_many_turns() {
    let t = good(pioneers(3), ENGINEER);
    let mut site = build(Work::Breastwork1, 2.0);
    for _ in 0..8 {
        let (passed, told) = site.turns(8, &t, &PLAIN());
        assert_eq!(passed, 8);
        assert!(matches!(told.progress, Progress::Worked | Progress::Resting));
    }
    // 72 turns in all: the last eight of them.
    let (passed, told) = site.turns(16, &t, &PLAIN());
    assert_eq!((passed, told.progress), (8, Progress::DelayDue));
    site.delayed(Longer { turns: 3 });
    let (passed, told) = site.turns(16, &t, &PLAIN());
    assert_eq!((passed, told.progress), (3, Progress::Finished(Finished::Built(Work::Breastwork1))));
}

#[test]
fn how_finished_works_are_undone() {
    let p = proves!("19.12.5", "19.12.4", "19.05.1");
    for work in Work::ALL {
        if work.earthwork() {
            p.refused_by("19.12.5", undoing(work, Method::Blast));
            p.refused_by("19.12.4", undoing(work, Method::Burn));
            assert_eq!(undoing(work, Method::Other).unwrap(), Task::Level { work });
        }
    }
    let bridge = Task::Destroy { object: Object::WoodenBridge, method: Method::Blast };
    assert_eq!(undoing(Work::PontoonBridge, Method::Blast).unwrap(), bridge);
    assert!(undoing(Work::ChevauxDeFrise, Method::Burn).is_err());
    p.refused_by("19.05.1", undoing(Work::Ford, Method::Other));
}

#[test]
fn things_are_known_by_their_names() {
    assert_eq!(Work::named("breastwork-3"), Some(Work::Breastwork3));
    assert_eq!(Work::named("Breastwork3"), None);
    assert_eq!(Object::named("stone-bridge"), Some(Object::StoneBridge));
    assert_eq!(Feature::named("ditched-field-work"), Some(Feature::DitchedFieldWork));
    assert_eq!(Object::crossing(CrossingKind::Ford), None);
    assert_eq!(Object::crossing(CrossingKind::PontoonBridge), Some(Object::WoodenBridge));
    assert_eq!(Object::feature(Feature::HighWall), Some(Object::Wall));
    assert_eq!(Object::feature(Feature::Hedge), None);
    assert_eq!(Digging::part(MinePart::Load), None);
    assert_eq!(Digging::part(MinePart::Gallery), Some(Digging::Gallery));
}

#[test]
fn a_work_under_way_is_taken_up_where_it_is() {
    let p = proves!("19.04.3.b");
    let mut site = Site::new(Task::Build { work: Work::Sap }, 2.0).unwrap();
    assert!(site.begin(&Means::default()).unwrap().roll);
    site.acquired(Longer { turns: 2 }, 1);
    let t = good(others(2), OFFICER);
    for _ in 0..3 {
        site.turn(&t, &PLAIN());
    }
    let before = site.clone();
    let again = site.begin(&Means::default()).unwrap();
    assert!(p.shows("19.04.3.b", !again.roll && again.by.rests_on("19.04.3.b")));
    assert_eq!(site, before);
    assert_eq!(until(&mut site, &t, &PLAIN()).0, 7);
}

#[test]
fn a_second_blast_takes_half_the_powder() {
    let p = proves!("19.07.4.b");
    let t = good(pioneers(6), ENGINEER);
    for (object, cm, first, second) in [
        (Object::StoneBridge, 1.0, 8, 4),
        (Object::WoodenBridge, 1.0, 4, 4),
        (Object::Boat, 1.0, 2, 1),
        (Object::Wall, 6.0, 3, 3),
    ] {
        let task = Task::Destroy { object, method: Method::Blast };
        assert_eq!(Site::new(task, cm).unwrap().powder().unwrap().0, first);
        let mut site = Site::second_blast(object, cm).unwrap();
        let (needed, by) = site.powder().unwrap();
        assert_eq!(p.shows("19.07.4.b", needed), second);
        assert!(by.rests_on("19.07.4.b"));
        site.begin(&Means::default()).unwrap();
        let short = site.turn(&WorkTurn { powder: second - 1, ..t }, &PLAIN());
        assert_eq!(short.progress, Progress::Lost(Lost::NoPowder));
        assert!(matches!(
            site.turn(&WorkTurn { powder: second, ..t }, &PLAIN()).progress,
            Progress::Worked | Progress::DelayDue
        ));
    }
    assert_eq!(build(Work::Abatis, 2.0).powder(), None);
}

#[test]
fn the_turns_that_are_left_are_those_it_takes() {
    for work in Work::ALL {
        let full = work.row().pioneers.unwrap().full;
        for half in [false, true] {
            let mut site = Site::new(Task::Build { work }, 5.0).unwrap();
            site.begin(&Means { materials_near: true, pontoons: 99, delay: 2, ..Means::default() }).unwrap();
            site.acquired(Longer { turns: 3 }, 2);
            let crew = Crew { units: 2, half };
            let leaders = if half { Leaders { pioneer_ncos: 1, ..Leaders::default() } } else { ENGINEER };
            if half && work.row().supervisor != Supervisor::EngineerOfficer {
                continue;
            }
            let t = good(pioneers(2 * full), leaders);
            let ahead = site.turns_left(crew, &PLAIN()).unwrap();
            let mut turns = 0;
            while !matches!(site.stage(), Stage::DelayDue { .. }) {
                site.turn(&t, &PLAIN());
                turns += 1;
            }
            assert_eq!(ahead, turns, "{work} {half}");
            assert_eq!(site.turns_left(crew, &PLAIN()), Some(0));
            site.delayed(Longer { turns: 4 });
            assert_eq!(site.turns_left(crew, &PLAIN()), Some(if half { 8 } else { 4 }));
        }
    }
    assert_eq!(build(Work::Abatis, 2.0).turns_left(Crew { units: 0, half: false }, &PLAIN()), None);
}
