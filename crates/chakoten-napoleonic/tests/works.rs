//! The tables of engineering and the procedures of works, crossing and supply, told as bare situations with scripted dice.

use chakoten_napoleonic::book;
use chakoten_napoleonic::book::features::{Feature, Values, gap, passage};
use chakoten_napoleonic::book::works::{
    Craft, Digging, Load, Method, Object, Quantity, Strength, Supervisor, Work, data,
};
use chakoten_napoleonic::procedures::ALL;
use chakoten_napoleonic::procedures::crossing::{
    FerryLoad, FerryLoadOutcome, FerryLoadSituation, crew_needed,
};
use chakoten_napoleonic::procedures::supply::{
    Resupply, ResupplyOutcome, ResupplySituation, Source, a_gun_fill, full_wagon,
};
use chakoten_napoleonic::procedures::works::*;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Arm, Cover, Obstacle};
use chakoten_napoleonic::works::task::{Crew, Idle, Leaders, Party, Task, fire_fighters, percent, placed};
use chakoten_napoleonic::works::{stands_as, stretches};
use serde_json::json;
use umpire::{AnyProcedure, Exact, HandDice, Procedure, Readings, Ruling, judge};

pub fn rule<P: Procedure>(s: &P::Situation, dice: &[u8]) -> (P::Outcome, Ruling) {
    P::check(s).unwrap();
    let mut d = HandDice::new(dice);
    let out = judge::<P>(s, &mut d);
    d.finish().unwrap();
    out
}

pub fn refused<P: Procedure>(s: &P::Situation) -> String {
    P::check(s).unwrap_err().to_string()
}

pub fn cites(r: &Ruling, id: &str) -> bool {
    r.clauses.iter().any(|c| c.id() == id)
}

fn build(work: Work) -> Task {
    Task::Build { work }
}

#[test]
fn the_work_table_is_read() {
    let p = proves!("19.04.1", "19.04.4", "skema.XX.a");
    let t = book::table("XX");
    assert_eq!(t.rows.len(), Work::ALL.len());
    for (w, r) in Work::ALL.into_iter().zip(&t.rows) {
        assert_eq!(Some(w.row().name), r[0].text());
        assert_eq!(w.row().pioneers.is_some(), r[2].number().is_some());
        assert_eq!(w.row().others.is_some(), r[4].number().is_some(), "{w}");
        assert_eq!(Some(f64::from(w.row().turns)), r[7].number());
        assert_eq!(Some(f64::from(w.row().rest)), r[8].number());
        assert_eq!(w.row().acquisition, r[9].text() == Some("yes"));
    }
    let row = Work::Breastwork3.row();
    assert_eq!(row.supervisor, Supervisor::EngineerOfficer);
    assert_eq!(row.pioneers, Some(Strength { least: 4, full: 5 }));
    assert_eq!(row.others, Some(Strength { least: 6, full: 10 }));
    assert_eq!((row.turns, row.rest, row.acquisition), (72, 8, true));
    let quantity = |w: Work| w.row().quantity;
    assert_eq!(quantity(Work::AssaultFootbridge), Quantity::Length(2.0));
    assert_eq!(quantity(Work::PontoonBridge), Quantity::Bridge(1.0));
    assert_eq!(quantity(Work::ColumnBridge), Quantity::Bridge(0.5));
    assert_eq!(quantity(Work::BridgeRepair), Quantity::Length(0.5));
    assert_eq!(quantity(Work::WolfPits), Quantity::Square(2.0, 2.0));
    assert_eq!(quantity(Work::Magazine), Quantity::Piece);
    assert_eq!(stretches(Work::Breastwork1, 3), Some(6.0));
    assert_eq!(stretches(Work::Ferry, 3), None);
    // Two abutments with every bridge of a column; a begun quantity is a whole one.
    assert_eq!(build(Work::PontoonBridge).pieces(12.0), 14);
    assert_eq!(build(Work::ColumnBridge).pieces(3.0), 8);
    assert_eq!(build(Work::Breastwork1).pieces(4.0), 2);
    assert_eq!(build(Work::Breastwork1).pieces(4.1), 3);
    assert_eq!(build(Work::WolfPits).pieces(8.0), 2);
    // The time of the table for so many at once.
    let s = DelaySituation {
        task: build(Work::Abatis),
        pieces: 3,
        units: 2,
        longer: 0,
        under_fire: 0,
        readings: WorkReadings::default(),
    };
    let (o, r) = rule::<DelayOfWork>(&s, &[1]);
    assert_eq!(p.shows("19.04.4", o).turns, 4, "half of two times four");
    assert!(cites(&r, "19.04.4"));
    let s = WorkUnitsSituation {
        task: build(Work::Abatis),
        party: Party { others: 3, ..Party::default() },
        leaders: Leaders { officers: 1, ..Leaders::default() },
    };
    let (o, r) = rule::<WorkUnits>(&s, &[]);
    assert_eq!(p.shows("19.04.1", o), WorkUnitsOutcome::Works(Crew { units: 1, half: false }));
    assert!(p.shows("skema.XX.a", cites(&r, "skema.XX.a")));
}

#[test]
fn acquisition_by_the_die() {
    let p = proves!("19.03.2", "19.03.1", "19.04.6");
    let s = AcquisitionSituation { task: build(Work::Breastwork1), pieces: 1, units: 1 };
    for (die, turns) in [(1, 32), (2, 32), (3, 16), (4, 16), (5, 0), (6, 0)] {
        let (o, r) = rule::<Acquisition>(&s, &[die]);
        assert_eq!(p.shows("19.03.2", o).turns, turns, "{die}");
        assert!(p.shows("19.03.1", cites(&r, "19.03.1")));
    }
    // Rounded up: 25 % of 10 turns are 2.5.
    let ramp = AcquisitionSituation { task: build(Work::Ramp), pieces: 1, units: 1 };
    assert_eq!(rule::<Acquisition>(&ramp, &[4]).0.turns, 3);
    assert_eq!([percent(5, 25), percent(5, 50), percent(4, 25), percent(0, 50)], [2, 3, 1, 0]);
    for w in Work::ALL {
        let s = AcquisitionSituation { task: build(w), pieces: 1, units: 1 };
        assert_eq!(p.shows("19.04.6", Acquisition::check(&s)).is_ok(), w.row().acquisition, "{w}");
    }
    let s = AcquisitionSituation { task: build(Work::Abatis), pieces: 1, units: 1 };
    assert!(refused::<Acquisition>(&s).contains("19.04.6"));
}

#[test]
fn delay_by_the_die_and_effective_fire() {
    let p = proves!("19.03.5", "19.03.4");
    let delay = |under_fire, longer, readings, die| {
        let task = build(Work::Breastwork1);
        let s = DelaySituation { task, pieces: 1, units: 1, longer, under_fire, readings };
        rule::<DelayOfWork>(&s, &[die])
    };
    let plain = WorkReadings::default();
    for (die, turns) in [(1, 32), (2, 32), (3, 16), (4, 16), (5, 0), (6, 0)] {
        let (o, r) = delay(0, 0, plain, die);
        assert_eq!(p.shows("19.03.4", o).turns, turns);
        assert!(r.modifiers.is_empty() && cites(&r, "19.03.4"));
    }
    for (under_fire, die, turns) in
        [(1, 5, 16), (2, 6, 16), (2, 5, 16), (3, 5, 32), (1, 6, 0), (9, 6, 32), (1, 1, 32)]
    {
        let (o, r) = delay(under_fire, 0, plain, die);
        assert_eq!(p.shows("19.03.5", o).turns, turns, "{under_fire} {die}");
        assert_eq!(r.modifiers[0].value, -(under_fire as i32));
    }
    // Of the table's time, or of the lengthened one.
    assert_eq!(delay(0, 16, plain, 3).0.turns, 16);
    let longer = WorkReadings { delay_of: DelayOf::LongerTime, ..plain };
    assert_eq!(delay(0, 16, longer, 3).0.turns, 20);
}

fn units(task: Task, party: Party, leaders: Leaders) -> (WorkUnitsOutcome, Ruling) {
    rule::<WorkUnits>(&WorkUnitsSituation { task, party, leaders }, &[])
}

const ENGINEER: Leaders =
    Leaders { engineer_officers: 1, artillery_officers: 0, pioneer_ncos: 0, artillery_ncos: 0, officers: 0 };
const NCO: Leaders = Leaders { engineer_officers: 0, pioneer_ncos: 1, ..ENGINEER };
const OFFICER: Leaders = Leaders { engineer_officers: 0, officers: 1, ..ENGINEER };

fn works(units: u32) -> WorkUnitsOutcome {
    WorkUnitsOutcome::Works(Crew { units, half: false })
}

#[test]
fn work_units_of_a_party() {
    let p = proves!("19.04.3.a", "19.04.3.b");
    let pioneers =
        |pioneers| units(build(Work::Breastwork2), Party { pioneers, ..Party::default() }, ENGINEER).0;
    // 3-4: by four, and a rest of three gives one more.
    for (n, count) in [(3, 1), (4, 1), (6, 1), (7, 2), (8, 2), (10, 2), (11, 3), (12, 3)] {
        assert_eq!(p.shows("19.04.3.a", pioneers(n)), works(count), "{n}");
    }
    assert_eq!(p.shows("19.04.3.b", pioneers(2)), WorkUnitsOutcome::Idle(Idle::TooFew));
    // 5-8 of other arms besides.
    let both = Party { pioneers: 7, others: 13, ..Party::default() };
    assert_eq!(units(build(Work::Breastwork2), both, ENGINEER).0, works(4));
    // Who cannot do it at all.
    let others = Party { others: 40, ..Party::default() };
    let (o, r) = units(build(Work::PontoonBridge), others, ENGINEER);
    assert_eq!(o, WorkUnitsOutcome::Idle(Idle::TooFew));
    assert!(r.reckoning[0].says.contains("cannot do this work"), "{r:?}");
}

#[test]
fn gunners_work_and_lead_as_engineers() {
    let p = proves!("19.01.2");
    let party = Party { gunners: 3, pioneers: 1, ..Party::default() };
    let led = Leaders { artillery_officers: 1, ..Leaders::default() };
    let (o, r) = units(build(Work::Breastwork2), party, led);
    assert_eq!(p.shows("19.01.2", o), works(1));
    assert!(cites(&r, "19.01.2"));
    let led = Leaders { artillery_ncos: 1, ..Leaders::default() };
    assert_eq!(units(build(Work::WoodPath), party, led).0, works(1));
    let task = Task::Destroy { object: Object::StoneBridge, method: Method::Blast };
    let led = Leaders { artillery_officers: 1, ..Leaders::default() };
    assert_eq!(units(task, party, led).0, works(1));
}

#[test]
fn leaders_by_grade_and_number() {
    let p = proves!("19.04.2.a", "19.04.2.b", "19.05.2");
    let pioneers = |n| Party { pioneers: n, ..Party::default() };
    let half = |units| WorkUnitsOutcome::Works(Crew { units, half: true });
    let none = WorkUnitsOutcome::Idle(Idle::NoLeader);
    let by = |work: Work, leaders| units(build(work), pioneers(4), leaders).0;
    assert_eq!(p.shows("19.04.2.a", by(Work::Breastwork2, ENGINEER)), works(1));
    assert_eq!(p.shows("19.04.2.b", by(Work::Breastwork2, NCO)), half(1));
    assert_eq!(by(Work::Breastwork2, OFFICER), none, "two grades too low");
    assert_eq!(by(Work::WoodPath, ENGINEER), works(1));
    assert_eq!(by(Work::WoodPath, OFFICER), half(1));
    assert_eq!(by(Work::Abatis, OFFICER), works(2));
    assert_eq!(by(Work::Abatis, Leaders::default()), none);
    // One for 50 figures, two from the 51st on.
    let many = |n, leaders| units(build(Work::Abatis), Party { others: n, ..Party::default() }, leaders).0;
    assert_eq!(many(50, OFFICER), works(17));
    assert_eq!(many(51, OFFICER), none);
    assert_eq!(many(51, Leaders { officers: 2, ..OFFICER }), works(17));
    // Two are needed, and one of them is a grade too low.
    let mixed = Leaders { engineer_officers: 1, pioneer_ncos: 1, ..ENGINEER };
    assert_eq!(units(build(Work::Breastwork2), pioneers(52), mixed).0, half(13));
    // The destruction table goes by the same grades.
    let object = |object, method, leaders| units(Task::Destroy { object, method }, pioneers(6), leaders).0;
    assert_eq!(p.shows("19.05.2", object(Object::WoodenBridge, Method::Other, OFFICER)), works(2));
    assert_eq!(object(Object::WoodenBridge, Method::Blast, ENGINEER), works(2));
    assert_eq!(object(Object::WoodenBridge, Method::Blast, NCO), none);
}

#[test]
fn only_pioneers_and_gunners_blast_under_an_engineer() {
    let p = proves!("19.05.3", "19.07.1", "skema.XXI.a");
    let task = Task::Destroy { object: Object::WoodenBridge, method: Method::Blast };
    let mixed = Party { pioneers: 1, gunners: 1, others: 20, ..Party::default() };
    let (o, r) = units(task, mixed, ENGINEER);
    assert_eq!(p.shows("19.05.3", o), works(1));
    assert!(cites(&r, "19.05.3"));
    let (o, r) = units(task, mixed, NCO);
    assert_eq!(p.shows("19.07.1", o), WorkUnitsOutcome::Idle(Idle::NoLeader));
    assert!(cites(&r, "19.07.1"));
    let burn = Task::Destroy { object: Object::WoodenBridge, method: Method::Burn };
    assert_eq!(units(burn, Party { others: 4, ..Party::default() }, OFFICER).0, works(1));
    // Decks go off 5 cm at a time, walls and the like 2 cm.
    let off = Task::Destroy { object: Object::WoodenBridge, method: Method::ThrowOff };
    assert_eq!(p.shows("skema.XXI.a", [5.0, 5.1, 12.0].map(|cm| off.pieces(cm))), [1, 2, 3]);
    let (_, r) = units(off, Party { pioneers: 2, ..Party::default() }, OFFICER);
    assert!(cites(&r, "skema.XXI.a"));
    let wall = Task::Destroy { object: Object::Wall, method: Method::Other };
    assert_eq!([2.0, 3.0].map(|cm| wall.pieces(cm)), [1, 2]);
    assert_eq!(Task::Destroy { object: Object::StoneBridge, method: Method::Blast }.pieces(20.0), 1);
}

#[test]
fn the_destruction_table_is_read() {
    let p = proves!("19.05.4", "19.05.1");
    let t = book::table("XXI");
    assert_eq!(t.rows.len(), Object::ALL.len());
    for (o, r) in Object::ALL.into_iter().zip(&t.rows) {
        assert_eq!(Some(o.row().name), r[0].text());
        assert_eq!(Some(f64::from(o.row().quarters) / 4.0), r[7].number());
        for (m, column) in Method::ALL.into_iter().zip([6, 8, 10, 11]) {
            let turns = r[column].number().map(|n| n as u32);
            assert_eq!(o.row().turns[m as usize], turns, "{o} {m}");
            let task = Task::Destroy { object: o, method: m };
            match turns {
                Some(turns) => assert_eq!(task.terms().unwrap().turns, turns),
                None if (o, m) == (Object::StoneBridge, Method::ThrowOff) => {}
                None => {
                    p.refused_by("19.05.4", task.terms());
                }
            }
        }
        assert_eq!(o.row().acquisition, r[9].text() == Some("yes"));
    }
    let other = Task::Destroy { object: Object::Boat, method: Method::Other };
    let (_, r) = units(other, Party { others: 2, ..Party::default() }, OFFICER);
    assert!(p.shows("19.05.1", cites(&r, "19.05.1")));
}

#[test]
fn levelling_takes_half_of_all() {
    let p = proves!("19.12.4");
    let level = |work| Task::Level { work }.terms();
    let t = level(Work::Breastwork1).unwrap();
    assert_eq!((t.turns, t.rest, t.supervisor), (32, 4, Supervisor::OrdinaryOfficer));
    let led = |others| {
        let party = Party { others, ..Party::default() };
        p.shows("19.12.4", units(Task::Level { work: Work::Breastwork1 }, party, OFFICER)).0
    };
    // 3-6 of other arms: 2-3.
    assert_eq!([1, 2, 3, 5].map(led), [WorkUnitsOutcome::Idle(Idle::TooFew), works(1), works(1), works(2)]);
    for w in Work::ALL {
        assert_eq!(level(w).is_ok(), w.earthwork(), "{w}");
    }
    p.refused_by("19.12.4", level(Work::Abatis));
}

#[test]
fn a_mine_takes_miners_or_pioneers_with_helpers() {
    let p = proves!("19.08.2", "19.08.3", "19.08.4", "19.04.2.b");
    for (digging, id, turns) in
        [(Digging::Shaft, "19.08.2", 12), (Digging::Gallery, "19.08.3", 6), (Digging::Chamber, "19.08.4", 12)]
    {
        let task = Task::Dig { digging };
        let of = |miners, pioneers, others, leaders| {
            units(task, Party { miners, pioneers, others, ..Party::default() }, leaders)
        };
        let (o, r) = of(3, 0, 5, ENGINEER);
        assert_eq!(p.shows(id, o), works(1));
        assert!(cites(&r, id));
        assert_eq!(of(0, 5, 5, ENGINEER).0, works(1));
        assert_eq!(of(6, 10, 20, ENGINEER).0, works(2));
        assert_eq!(of(6, 0, 4, ENGINEER).0, WorkUnitsOutcome::Idle(Idle::TooFew));
        assert_eq!(of(2, 4, 10, ENGINEER).0, WorkUnitsOutcome::Idle(Idle::TooFew));
        assert_eq!(p.shows("19.04.2.b", of(3, 0, 5, NCO)).0, WorkUnitsOutcome::Idle(Idle::NoLeader));
        assert_eq!(task.terms().unwrap().turns, turns);
    }
    assert_eq!([10.0, 10.5, 20.0].map(|m| Task::Dig { digging: Digging::Shaft }.pieces(m)), [1, 2, 2]);
    assert_eq!([2.0, 3.0].map(|kl| Task::Dig { digging: Digging::Chamber }.pieces(kl)), [1, 2]);
}

#[test]
fn three_quarters_stand_along_the_traced_line() {
    let p = proves!("19.12.3");
    for (all, line, carry) in [(4, 3, 1), (8, 6, 2), (10, 8, 2), (3, 3, 0)] {
        let (a, b, by) = placed(all);
        assert_eq!(p.shows("19.12.3", (a, b)), (line, carry));
        assert_eq!(by.id(), "19.12.3");
    }
}

#[test]
fn putting_out_takes_twice_the_figures() {
    let p = proves!("19.06.4.a");
    let (pioneers, others, by) = fire_fighters(Object::WoodenBridge);
    let twice = (Some(Strength { least: 4, full: 8 }), Some(Strength { least: 8, full: 12 }));
    assert_eq!(p.shows("19.06.4.a", (pioneers, others)), twice);
    assert_eq!(by.id(), "19.06.4.a");
}

#[test]
fn what_a_finished_work_is_worth() {
    let p = proves!("19.12.1", "19.12.2");
    let worth = |w| stands_as(w).map(|(v, by)| (v.values(), by.id()));
    for (w, cover, obstacle) in [
        (Work::Breastwork1, Cover::II, Obstacle::I),
        (Work::Breastwork2, Cover::II, Obstacle::II),
        (Work::Breastwork3, Cover::III, Obstacle::II),
        (Work::Sap, Cover::I, Obstacle::I),
        (Work::CommunicationTrench, Cover::I, Obstacle::I),
        (Work::Parallel, Cover::III, Obstacle::II),
        (Work::Magazine, Cover::III, Obstacle::None),
        (Work::GunEmplacement, Cover::II, Obstacle::II),
        (Work::Abatis, Cover::None, Obstacle::II),
    ] {
        assert_eq!(p.shows("19.12.1", worth(w)), Some((Values { cover, obstacle }, "19.12.1")), "{w}");
    }
    assert_eq!(worth(Work::Ford), None);
    let sap = units(build(Work::Sap), Party { others: 1, ..Party::default() }, OFFICER);
    assert!(p.shows("19.12.2", cites(&sap.1, "19.12.2")));
}

#[test]
fn obstacle_and_cover_of_every_feature() {
    let p = proves!("07.05.1");
    let t = book::table("VI");
    assert_eq!(t.rows.len(), Feature::ALL.len());
    for (f, r) in Feature::ALL.into_iter().zip(&t.rows) {
        assert_eq!(Some(f.row().name), r[1].text());
        assert!(f.with(f.values()).is_ok(), "{f:?}");
    }
    let v = |cover, obstacle| Values { cover, obstacle };
    assert_eq!(Feature::NarrowStep.values(), v(Cover::None, Obstacle::I));
    assert_eq!(Feature::SteepBank.values(), v(Cover::None, Obstacle::III));
    assert_eq!(Feature::Hedgebank.values(), v(Cover::I, Obstacle::II));
    assert_eq!(Feature::HighWall.values(), v(Cover::III, Obstacle::Impassable));
    assert_eq!(Feature::Equipment.values(), v(Cover::None, Obstacle::I));
    assert_eq!(Feature::Barricade.values(), v(Cover::I, Obstacle::II));
    assert_eq!(Feature::FieldWork.values(), v(Cover::II, Obstacle::I));
    assert_eq!(Feature::DitchedFieldWork.values(), v(Cover::II, Obstacle::II));
    assert!(Feature::DitchedFieldWork.with(v(Cover::III, Obstacle::III)).is_ok());
    p.refused_by("07.05.1", Feature::DitchedFieldWork.with(v(Cover::III, Obstacle::I)));
    p.refused_by("07.05.1", Feature::Hedge.with(v(Cover::I, Obstacle::I)));
    let named: Feature = serde_json::from_value(json!("breastwork-2")).unwrap();
    assert_eq!(named, Feature::Breastwork2);
}

#[test]
fn passing_obstacles() {
    let p = proves!("skema.VII.a", "07.05.2", "07.05.3", "07.05.5");
    let foot = |ranks, o| passage(Arm::Infantry, ranks, o, false).unwrap();
    let (one, open) = (foot(3, Obstacle::I), foot(3, Obstacle::None));
    assert_eq!(p.shows("skema.VII.a", (one.time, one.charge)), (0.0, false));
    assert_eq!((open.time, open.charge), (0.0, true));
    for (ranks, second, third) in [(1, 0.5, 1.0), (2, 0.5, 1.0), (3, 1.0, 2.0), (4, 1.0, 2.0), (9, 2.5, 5.0)]
    {
        assert_eq!((foot(ranks, Obstacle::II).time, foot(ranks, Obstacle::III).time), (second, third));
    }
    p.refused_by("07.05.2", passage(Arm::Infantry, 2, Obstacle::Impassable, false));
    let ladders = passage(Arm::Infantry, 2, Obstacle::Impassable, true).unwrap();
    assert!(ladders.time == 1.0 && ladders.by.rests_on("07.05.2"));
    let horse = passage(Arm::Cavalry, 2, Obstacle::I, false).unwrap();
    assert_eq!((horse.time, horse.charge), (0.0, false));
    p.refused_by("07.05.3", passage(Arm::Cavalry, 2, Obstacle::II, false));
    p.refused_by("07.05.5", passage(Arm::Artillery, 2, Obstacle::I, false));
    p.refused_by("07.05.5", passage(Arm::Train, 2, Obstacle::I, true));
}

#[test]
fn guns_find_a_gap_where_there_is_no_cover() {
    let p = proves!("07.05.5");
    let (turns, by) = gap(Arm::Artillery, Feature::Hedge.values()).unwrap();
    assert_eq!(p.shows("07.05.5", turns), 1);
    assert!(by.rests_on("07.05.5"));
    p.refused_by("07.05.5", gap(Arm::Artillery, Feature::Bank.values()));
    p.refused_by("07.05.5", gap(Arm::Artillery, Feature::Abatis.values()));
    p.refused_by("07.05.5", gap(Arm::Train, Feature::Hedge.values()));
}

fn ferry() -> FerryLoadSituation {
    FerryLoadSituation {
        craft: Craft::Ferry,
        crafts: 1,
        load: Load::Foot,
        count: 15,
        width: 10.0,
        pontoneers: 1,
        ncos: 1,
        delay: 0.0,
    }
}

#[test]
fn what_ferries_and_boats_carry() {
    let p = proves!("19.11.2", "19.11.3", "19.11.4");
    assert_eq!(Craft::Ferry.row().holds, [Some(15), Some(6), Some(8), Some(1), Some(1)]);
    assert_eq!(Craft::Boat.row().holds, [Some(8), Some(1), None, None, None]);
    assert_eq!((Craft::Ferry.row().name, Craft::Boat.row().name), ("ferry", "boat"));
    let over = |s| rule::<FerryLoad>(&s, &[]).0;
    let o = |passages, passage, turns| FerryLoadOutcome {
        passages,
        passage: Exact(passage),
        turns: Exact(turns),
    };
    // Loading 1, 10 cm at 5 cm, unloading 1/2.
    assert_eq!(p.shows("19.11.3", over(ferry())), o(1, 3.5, 3.5));
    // The sixteenth waits until the ferry is back.
    assert_eq!(p.shows("19.11.2", over(FerryLoadSituation { count: 16, ..ferry() })), o(2, 3.5, 9.0));
    assert_eq!(over(FerryLoadSituation { count: 16, crafts: 2, pontoneers: 2, ..ferry() }), o(1, 3.5, 3.5));
    for (load, count, passages) in [
        (Load::Riders, 6, 1),
        (Load::Riders, 7, 2),
        (Load::Horses, 8, 1),
        (Load::Horses, 9, 2),
        (Load::Guns, 2, 2),
        (Load::Wagons, 1, 1),
    ] {
        assert_eq!(over(FerryLoadSituation { load, count, ..ferry() }).passages, passages, "{load} {count}");
    }
    let boat = FerryLoadSituation { craft: Craft::Boat, crafts: 2, count: 16, ncos: 0, ..ferry() };
    assert_eq!(over(boat), o(1, 2.0, 2.0));
    assert_eq!(over(FerryLoadSituation { delay: 0.5, ..boat }), o(1, 2.5, 2.5));
    let (_, r) = rule::<FerryLoad>(&boat, &[]);
    assert!(cites(&r, "19.11.2") && cites(&r, "19.11.3"));
    // Crews: one a ferry with an NCO, one for two boats.
    assert!(
        p.shows("19.11.4", refused::<FerryLoad>(&FerryLoadSituation { crafts: 2, ..ferry() }))
            .contains("19.11.4")
    );
    assert!(refused::<FerryLoad>(&FerryLoadSituation { ncos: 0, ..ferry() }).contains("19.11.4"));
    assert!(refused::<FerryLoad>(&FerryLoadSituation { crafts: 3, ..boat }).contains("19.11.4"));
    assert_eq!([1, 2, 3].map(|n| crew_needed(Craft::Boat, n)), [1, 1, 2]);
    for load in [Load::Horses, Load::Guns, Load::Wagons] {
        assert!(refused::<FerryLoad>(&FerryLoadSituation { load, ..boat }).contains("19.11.2"));
    }
}

fn battalion() -> ResupplySituation {
    ResupplySituation {
        arm: Arm::Infantry,
        company: false,
        model_guns: 0,
        holds: 0,
        allotment: None,
        stock: None,
        turns: 2,
        source: Source::Wagon,
        umpire_allows: false,
    }
}

#[test]
fn a_wagon_resupplies_four_battalions_or_two_guns() {
    let p = proves!("11.01.3", "11.04.1", "11.01.2");
    let get = |s| rule::<Resupply>(&s, &[]).0;
    let o = |turns_left, issued, stock| ResupplyOutcome { turns_left, issued, stock };
    assert_eq!((full_wagon(), a_gun_fill()), (4, 2));
    let mut stock = full_wagon();
    for _ in 0..4 {
        let out = get(ResupplySituation { stock: Some(stock), ..battalion() });
        assert_eq!(p.shows("11.01.3", out.issued), 12);
        stock = out.stock;
    }
    assert_eq!(stock, 0);
    assert_eq!(get(ResupplySituation { stock: Some(0), ..battalion() }), o(0, 0, 0));
    let gun = ResupplySituation { arm: Arm::Artillery, model_guns: 1, holds: 8, ..battalion() };
    assert_eq!(get(gun), o(0, 8, 2));
    assert_eq!(get(ResupplySituation { stock: Some(1), ..gun }), o(0, 0, 1), "half a gun's fill");
    let battery = ResupplySituation { model_guns: 2, ..gun };
    assert_eq!(get(battery), o(0, 8, 0));
    assert_eq!(get(ResupplySituation { holds: 0, ..battery }), o(0, 8, 0));
    // Three models share what is there for two: 16 turns of a gun.
    assert_eq!(get(ResupplySituation { model_guns: 3, holds: 0, ..gun }), o(0, 5, 0));
    // Up to the allotment alone; a begun fill is used up.
    assert_eq!(get(ResupplySituation { holds: 10, ..battalion() }), o(0, 2, 3));
    assert_eq!(get(ResupplySituation { holds: 12, ..battalion() }), o(0, 0, 4));
    let more = ResupplySituation { holds: 2, allotment: Some(15), ..battalion() };
    let (more, r) = rule::<Resupply>(&more, &[]);
    assert_eq!(p.shows("11.01.2", more), o(0, 13, 2));
    assert!(cites(&r, "11.01.2"));
    let horse = ResupplySituation { arm: Arm::Cavalry, ..battalion() };
    assert_eq!(get(horse), o(0, 12, 3));
    // Two whole turns, one for a company.
    assert_eq!(p.shows("11.04.1", get(ResupplySituation { turns: 1, ..battalion() })), o(1, 0, 4));
    assert_eq!(get(ResupplySituation { turns: 0, company: true, ..battalion() }), o(1, 0, 4));
    assert_eq!(get(ResupplySituation { turns: 1, company: true, ..battalion() }), o(0, 12, 3));
    assert!(Resupply::check(&ResupplySituation { arm: Arm::Train, ..battalion() }).is_err());
    assert!(Resupply::check(&ResupplySituation { model_guns: 0, ..gun }).is_err());
}

#[test]
fn other_units_give_ammunition_by_the_umpires_word() {
    let p = proves!("11.04.2");
    let from_unit = ResupplySituation { source: Source::Unit, stock: Some(1), ..battalion() };
    assert!(p.shows("11.04.2", refused::<Resupply>(&from_unit)).contains("11.04.2"));
    let (o, r) = rule::<Resupply>(&ResupplySituation { umpire_allows: true, ..from_unit }, &[]);
    assert_eq!((o.issued, o.stock), (12, 0));
    assert!(cites(&r, "11.04.2"));
}

fn procedure(name: &str) -> &'static dyn AnyProcedure {
    *ALL.iter().find(|p| p.name() == name).unwrap()
}

#[test]
fn examples_of_works_are_judged_and_weighed() {
    for name in [
        "acquisition",
        "delay-of-work",
        "work-units",
        "set-fire",
        "put-out-fire",
        "fire-spreads",
        "wind",
        "guns-near-fire",
        "blast-object",
        "powder-from-ammunition",
        "mine",
        "mine-plan",
        "ferry-load",
        "resupply",
        "building-hits",
        "strengthen-building",
    ] {
        let p = procedure(name);
        let found = p.weigh(&p.example(), &mut odds::Enumerator::default()).unwrap();
        let mut says: Vec<_> = found.iter().map(|w| w.says.to_string()).collect();
        says.dedup();
        assert_eq!(says.len(), found.len(), "{name}: outcomes that differ read alike");
        assert!(!p.title().to_string().is_empty());
    }
    let share = |name: &str, s| {
        let found = procedure(name).weigh(&s, &mut odds::Enumerator::default()).unwrap();
        let all: u128 = found.iter().map(|w| w.weight).sum();
        found.iter().map(|w| 36 * w.weight / all).collect::<Vec<_>>()
    };
    // Safe 12, burns 8 of 36, a part 8, all 8.
    assert_eq!(share("guns-near-fire", json!({ "loads": 16 })), [12, 8, 8, 8]);
    assert_eq!(share("mine", json!({ "charges": 2, "minus": 1 })), [18, 12, 6]);
}

#[test]
fn readings_of_a_battle_of_works() {
    let all = &book::text().readings;
    let mut r = Readings::defaults(all);
    assert_eq!(WorkReadings::of(&r), WorkReadings::default());
    for (id, option) in [
        ("delay-of", "longer-time"),
        ("work-rest", "included"),
        ("work-under-fire", "lost"),
        ("shelled-fire", "as-set-by-hand"),
        ("beaten-occupants", "set-outside"),
    ] {
        r = r.with(all, id, option).unwrap();
    }
    let other = WorkReadings {
        delay_of: DelayOf::LongerTime,
        work_rest: WorkRest::Included,
        work_under_fire: WorkUnderFire::Lost,
        shelled_fire: ShelledFire::AsSetByHand,
        beaten_occupants: BeatenOccupants::SetOutside,
    };
    assert_eq!(WorkReadings::of(&r), other);
    assert_eq!(data().day, 192);
}

/// The same JSON with one leaf changed.
fn changed(v: &serde_json::Value, at: usize, to: &serde_json::Value, seen: &mut usize) -> serde_json::Value {
    match v {
        serde_json::Value::Object(o) => o
            .iter()
            .map(|(k, v)| (k.clone(), changed(v, at, to, seen)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        serde_json::Value::Array(a) => a.iter().map(|v| changed(v, at, to, seen)).collect::<Vec<_>>().into(),
        leaf => {
            *seen += 1;
            if *seen - 1 == at { to.clone() } else { leaf.clone() }
        }
    }
}

#[test]
fn situations_beyond_all_measure_are_refused_or_judged() {
    let wild = [
        json!(0),
        json!(-1),
        json!(1),
        json!(0.5),
        json!(4_294_967_295_u32),
        json!(1e300),
        json!("x"),
        json!(null),
    ];
    for p in ALL {
        let example = p.example();
        let mut leaves = 0;
        changed(&example, usize::MAX, &json!(0), &mut leaves);
        for at in 0..leaves {
            for to in &wild {
                let s = changed(&example, at, to, &mut 0);
                let mut d = umpire::Seeded::from_number(7);
                if let Ok(j) = p.judge(&s, &mut d) {
                    assert!(!j.says.to_string().is_empty(), "{} {s}", p.name());
                }
            }
        }
    }
}
