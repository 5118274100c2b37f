//! The readings: every unclear clause has one, every option is in the code, and playing it otherwise plays otherwise.

use bbdba_acw::battle::{Battle, Reason};
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{Fate, Phase};
use bbdba_acw::order::{Manner, MoveOrder, Step};
use bbdba_acw::procedures::small::{allowance, morale, points_cost};
use bbdba_acw::scenario::{self, SHIPPED, check_camp, muster};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Field, Side, Target, Troop, book, melee, moves, shooting};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use table::Pose;
use umpire::{Clause, Log, Reading, Readings};

fn all() -> &'static [Reading] {
    &book::text().readings
}

#[test]
fn every_unclear_clause_has_a_reading() {
    let read: BTreeSet<&str> = all().iter().map(|r| r.clause.as_str()).collect();
    let without: Vec<&str> = book::text()
        .clauses
        .iter()
        .filter(|c| c.unclear.is_some() && !read.contains(c.id.as_str()))
        .map(|c| c.id.as_str())
        .collect();
    assert!(without.is_empty(), "no reading for {without:?}");
    let strange: Vec<&str> = read.into_iter().filter(|c| book::text().clause(c).is_none()).collect();
    assert!(strange.is_empty(), "readings of clauses that do not exist: {strange:?}");
}

#[test]
fn readings_are_well_formed() {
    let mut ids = BTreeSet::new();
    for r in all() {
        assert!(ids.insert(r.id.as_str()), "two readings are called {}", r.id);
        assert!(r.question.ends_with('?') || r.question.contains("? "), "{}: {}", r.id, r.question);
        if let Some([least, greatest]) = r.range {
            let n: f64 = r.default.parse().unwrap_or_else(|_| panic!("{} is a number", r.id));
            assert!(least < greatest && (least..=greatest).contains(&n), "{}", r.id);
            assert!(r.options.is_empty() && r.unit.is_some(), "{}", r.id);
            continue;
        }
        let options: BTreeSet<&str> = r.options.iter().map(|o| o.id.as_str()).collect();
        assert_eq!(options.len(), r.options.len(), "{}", r.id);
        assert!(options.contains(r.default.as_str()), "{}", r.id);
        assert!(r.options.iter().all(|o| o.says.ends_with('.')), "{}", r.id);
        // Where there is nothing to choose, the text says so, and why.
        let single = r.options.len() == 1;
        assert_eq!(r.options[0].says.starts_with("Played so: "), single, "{}", r.id);
        let why = r.only.as_deref().unwrap_or_default();
        assert_eq!(!why.is_empty(), single, "{}: a choice, or a reason why there is none", r.id);
        assert!(!single || why.len() > 20 && why.ends_with('.'), "{}: {why}", r.id);
    }
}

/// Every `reading!("id")` and `reading!("id", "option")` in the sources.
fn asked_in_code() -> BTreeMap<String, BTreeSet<String>> {
    fn gather(folder: &Path, out: &mut String) {
        let mut here: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        here.sort();
        for p in here {
            if p.is_dir() {
                gather(&p, out);
            } else if p.extension().is_some_and(|x| x == "rs") {
                for line in std::fs::read_to_string(&p).unwrap().lines() {
                    if !line.trim_start().starts_with("//") {
                        out.push_str(line);
                        out.push('\n');
                    }
                }
            }
        }
    }
    let mut source = String::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for at in source.split("reading!(").skip(1) {
        let inside = at.split(')').next().unwrap_or_default();
        let mut words = inside.split('"').skip(1).step_by(2);
        let Some(id) = words.next() else { continue };
        let options = found.entry(id.to_string()).or_default();
        options.extend(words.next().map(str::to_string));
    }
    found
}

#[test]
fn what_can_be_switched_is_asked_for_in_the_code() {
    let code = asked_in_code();
    for r in all() {
        if r.options.len() == 1 {
            assert!(!code.contains_key(&r.id), "{}: asked for, but there is nothing to choose", r.id);
            continue;
        }
        let Some(asked) = code.get(&r.id) else { panic!("{} is nowhere asked for", r.id) };
        // The code must tell all options apart; one of them may be what is left when it is none of the others.
        let silent: Vec<&str> =
            r.options.iter().map(|o| o.id.as_str()).filter(|o| !asked.contains(*o)).collect();
        assert!(silent.len() <= 1, "{}: nothing in the code plays {silent:?}", r.id);
    }
}

/// A shipped scenario with these lines under [readings].
fn with_readings(lines: &str) -> String {
    let open = SHIPPED.iter().find(|(n, _)| *n == "open-field").unwrap().1;
    assert!(!open.contains("[readings]"));
    format!("{open}\n[readings]\n{lines}\n")
}

#[test]
fn a_scenario_switches_every_reading() {
    let standard = Readings::defaults(all());
    let read =
        |line: &str| scenario::read("drill", &with_readings(line)).unwrap_or_else(|e| panic!("{e}")).readings;
    for r in all() {
        for o in &r.options {
            let switched = standard.with(all(), &r.id, &o.id).unwrap();
            assert_eq!(switched == standard, o.id == r.default);
            assert_eq!(read(&format!("{} = \"{}\"", r.id, o.id)), switched, "{}", r.id);
        }
        if let Some([least, greatest]) = r.range {
            for n in [least, greatest] {
                // Readings of the set-up may make this scenario's own ground unlawful; the reading is still read.
                let switched = standard.with(all(), &r.id, &n.to_string()).unwrap();
                let text = with_readings(&format!("{} = {n}", r.id));
                match scenario::read("drill", &text) {
                    Ok(s) => assert_eq!(s.readings, switched, "{}", r.id),
                    Err(e) => assert!(!format!("{:?}", e.mistakes).contains(&r.id), "{e}"),
                }
            }
            for n in [least - 1.0, greatest + 1.0] {
                assert!(
                    scenario::read("drill", &with_readings(&format!("{} = {n}", r.id))).is_err(),
                    "{}",
                    r.id
                );
            }
        } else {
            assert!(scenario::read("drill", &with_readings(&format!("{} = \"nonsense\"", r.id))).is_err());
        }
    }
    let slip = scenario::read("drill", &with_readings("surcharg = \"each\"")).unwrap_err();
    let says = format!("{slip:#}");
    assert!(says.contains("`surcharge`"), "a slip of the pen is answered with the right name: {says}");
}

#[test]
fn the_small_procedures_take_the_same_readings() {
    fn agrees<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
        default: &T,
        of: impl Fn(&Readings) -> T,
    ) {
        for (id, option) in serde_json::to_value(default).unwrap().as_object().unwrap() {
            let r = all().iter().find(|r| r.id == *id).unwrap_or_else(|| panic!("no reading {id}"));
            assert_eq!(option, &r.default);
            for o in &r.options {
                let told: T = serde_json::from_value(serde_json::json!({ id.as_str(): o.id })).unwrap();
                let played = Readings::defaults(all()).with(all(), id, &o.id).unwrap();
                assert_eq!(of(&played), told);
            }
        }
    }
    agrees(&points_cost::CostReadings::default(), points_cost::CostReadings::of);
    agrees(&morale::MoraleReadings::default(), morale::MoraleReadings::of);
    let river: allowance::AllowanceReadings =
        serde_json::from_value(serde_json::json!({ "river-rate": 60 })).unwrap();
    assert_eq!(river.river_rate, Some(60.0));
    assert_eq!(
        book::data().river_rate.to_string(),
        all().iter().find(|r| r.id == "river-rate").unwrap().default
    );
}

// Each of these plays one situation by the default and by the other way.

fn drill(reading: Option<(&str, &str)>) -> Drill {
    let mut d = Drill::new();
    if let Some((id, option)) = reading {
        d.read(id, option);
    }
    d
}

fn phase(d: Drill, p: Phase) -> Field {
    let mut f = d.field();
    f.phase = p;
    f
}

fn el(id: ElementId) -> Target {
    Target::Element(id)
}

fn order(id: ElementId, how: Manner) -> MoveOrder {
    MoveOrder { elements: vec![id], how, dismount: false, with: vec![], against: None }
}

fn lose(f: &mut Field, ids: &[ElementId], fate: Fate) {
    for id in ids {
        f.lose(*id, fate, Clause("dba.38"), &mut Log::Off);
    }
}

#[test]
fn front_edges_in_contact_are_level() {
    let uphill = |r| {
        let mut d = drill(r);
        d.oval(Feature::GentleHill, 1200.0, 1000.0, 800.0, 400.0, 90.0);
        let a = d.a(Troop::Rifles, 1200.0, 1100.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0, 1100.0, 180.0);
        melee::situation(&d.field(), a, el(b)).a.uphill
    };
    assert!(uphill(None));
    assert!(!uphill(Some(("height-compared", "front-edges"))));
}

#[test]
fn houses_that_hide_nobody() {
    let sees = |r| {
        let mut d = drill(r);
        d.oval(Feature::Settlement, 1000.0, 1150.0, 200.0, 160.0, 90.0);
        let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1000.0, 1300.0, 180.0);
        shooting::targets(&d.field(), el(a)).contains(&el(b))
    };
    assert!(!sees(None));
    assert!(sees(Some(("settlement-effect", "skirmish-only"))));
}

#[test]
fn a_camps_ammunition_by_phases() {
    let left = |r| {
        let mut d = drill(r);
        d.a(Troop::Rifles, 400.0, 400.0, 0.0);
        d.b(Troop::Rifles, 2000.0, 2000.0, 180.0);
        d.camp(Side::A, 1200.0, 320.0, 160.0);
        d.camp(Side::B, 1200.0, 320.0, 160.0);
        // Nobody is in range: the phase passes without a shot, and B rolls for his turn.
        let b = Battle::drill(phase(d, Phase::Shooting), [3]);
        b.dice_used_up().unwrap();
        Side::BOTH.map(|s| b.field().army(s).camp.as_ref().map(|c| c.shots))
    };
    assert_eq!(left(None), [Some([3, 3]), Some([3, 3])]);
    assert_eq!(left(Some(("camp-ammunition", "phases"))), [Some([2, 3]), Some([3, 2])]);
    // A shot is not counted besides the phase.
    let mut d = drill(Some(("camp-ammunition", "phases")));
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    d.a(Troop::Cavalry, 1200.0, 2000.0, 180.0);
    d.b(Troop::Rifles, 100.0, 600.0, 0.0);
    let mut b = Battle::drill(phase(d, Phase::Shooting), [3, 4, 2]);
    b.answer(Side::B, bbdba_acw::Answer::Shoot { main: Target::Camp(Side::B), with: vec![] }).unwrap();
    assert_eq!(b.field().army(Side::B).camp.as_ref().map(|c| c.shots), Some([3, 2]));
}

#[test]
fn guns_beside_a_combat() {
    let overlapped = |r| {
        let mut d = drill(r);
        d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
        d.a(Troop::Artillery, 1160.0, 1000.0, 0.0);
        d.a(Troop::Jaeger, 840.0, 1000.0, 0.0);
        d.field().overlaps(b).iter().flatten().count()
    };
    assert_eq!(overlapped(None), 2);
    assert_eq!(overlapped(Some(("overlap", "all-but-artillery"))), 1);
}

#[test]
fn enemies_behind_a_wood_and_a_further_move() {
    let goes = |r| {
        let mut d = drill(r);
        let a = d.a(Troop::Rifles, 400.0, 300.0, 0.0);
        d.oval(Feature::Wood, 400.0, 800.0, 700.0, 400.0, 90.0);
        d.b(Troop::Rifles, 400.0, 1200.0, 180.0);
        let mut f = d.field();
        f[a].moves = 1;
        moves::plan(&f, &order(a, Manner::Group(vec![Step::Advance(40.0)])))
    };
    assert!(goes(None).is_ok(), "the enemy is hidden by the wood");
    let r = goes(Some(("visible-enemies", "all"))).unwrap_err();
    assert_eq!(r.clause.map(|c| c.id()), Some("again.1"));
}

#[test]
fn how_far_facings_may_differ() {
    let passes = |r| {
        let mut d = drill(r);
        let a = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
        d.a(Troop::Rifles, 1000.0, 740.0, 10.0);
        moves::plan(&d.field(), &order(a, Manner::Legs(vec![Pose { x: 1000.0, y: 1000.0, facing: 0.0 }])))
            .is_ok()
    };
    assert!(!passes(None), "10 degrees are more than 5");
    assert!(passes(Some(("same-facing", "12"))));
    assert!(!passes(Some(("same-facing", "9"))));
}

#[test]
fn how_far_a_mover_turns_to_line_up() {
    let meets = |r| {
        let mut d = drill(r);
        let a = d.a(Troop::Rifles, 1000.0, 900.0, 30.0);
        d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
        moves::plan(&d.field(), &order(a, Manner::Legs(vec![Pose { x: 1000.0, y: 960.0, facing: 30.0 }])))
            .is_ok()
    };
    assert!(meets(None));
    assert!(!meets(Some(("conforming-turn", "20"))));
}

#[test]
fn who_left_the_table_is_gone_but_not_lost() {
    let lost = |r, fate| {
        let mut d = drill(r);
        let a = d.a(Troop::Rifles, 400.0, 400.0, 0.0);
        let mut f = d.field();
        lose(&mut f, &[a], fate);
        f.losses(Side::A)
    };
    assert_eq!([lost(None, Fate::Left), lost(None, Fate::Destroyed)], [1, 1]);
    let other = Some(("what-is-lost", "destroyed"));
    assert_eq!([lost(other, Fate::Left), lost(other, Fate::Destroyed)], [0, 1]);
}

/// Twelve elements a side, of which so many are lost at the end of a turn.
fn worn(r: Option<(&str, &str)>, lost: [usize; 2]) -> Battle {
    let mut d = drill(r);
    let mut ids = [Vec::new(), Vec::new()];
    for i in 0..12 {
        let x = 150.0 + 180.0 * f64::from(i);
        ids[0].push(d.a(Troop::Rifles, x, 300.0, 0.0));
        ids[1].push(d.b(Troop::Rifles, x, 2100.0, 180.0));
    }
    let mut f = phase(d, Phase::CloseCombat);
    for s in [0, 1] {
        lose(&mut f, &ids[s][..lost[s]], Fate::Destroyed);
    }
    Battle::drill(f, [3])
}

#[test]
fn a_third_or_more_than_a_third() {
    let broken = |r, n| worn(r, [n, 0]).field().army(Side::A).commands[0].demoralised;
    assert_eq!([3, 4, 5].map(|n| broken(None, n)), [false, true, true]);
    assert_eq!([3, 4, 5].map(|n| broken(Some(("third-lost", "exceeded")), n)), [false, false, true]);
}

#[test]
fn both_broken_in_one_turn() {
    let end = |r, lost| worn(r, lost).ended().map(|e| (e.winner, e.reason));
    assert_eq!(end(None, [7, 8]), Some((Some(Side::A), Reason::BothBroken)));
    assert_eq!(end(None, [8, 8]), Some((None, Reason::BothBroken)));
    assert_eq!(end(Some(("both-broken", "draw")), [7, 8]), Some((None, Reason::BothBroken)));
    assert_eq!(end(Some(("both-broken", "draw")), [6, 8]), Some((Some(Side::A), Reason::Losses)));
}

#[test]
fn the_last_advance_of_a_beaten_enemys_victors() {
    let goes = |r| {
        let mut d = drill(r);
        let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
        let c = d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
        let gone: Vec<_> =
            (0..2).map(|i| d.b(Troop::Rifles, 300.0 + 200.0 * f64::from(i), 2000.0, 180.0)).collect();
        d.b(Troop::Rifles, 2000.0, 2000.0, 180.0);
        let mut f = phase(d, Phase::CloseCombat);
        for id in [a, c] {
            (f[id].combats, f[id].wins) = (1, 1);
        }
        lose(&mut f, &gone, Fate::Destroyed);
        let b = Battle::drill(f, []);
        assert_eq!(b.ended().map(|e| e.winner), Some(Some(Side::A)));
        b.field()[a].base.front.y - 1000.0
    };
    assert_eq!(goes(None), Troop::Rifles.stats().depth);
    assert_eq!(goes(Some(("end-of-turn", "advance-last"))), 0.0);
}

#[test]
fn commanders_may_count_toward_defeat() {
    let beaten = |r, officer: bool| {
        let mut d = drill(r);
        let ids: Vec<_> =
            (0..4).map(|i| d.a(Troop::Rifles, 200.0 + 300.0 * f64::from(i), 300.0, 0.0)).collect();
        let c = d.a(Troop::Commander, 1800.0, 300.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 2300.0, 180.0);
        let mut f = phase(d, Phase::CloseCombat);
        lose(&mut f, &ids[..2], Fate::Destroyed);
        if officer {
            lose(&mut f, &[c], Fate::Destroyed);
        }
        Battle::drill(f, [3]).ended().is_some()
    };
    assert!(!beaten(None, true), "2 of 4");
    let other = Some(("defeat-counts", "with-commanders"));
    assert!(beaten(other, true), "3 of 5");
    assert!(!beaten(other, false), "2 of 5");
}

/// Three corps waiting to be set up on the wide table.
fn waiting(lines: &str) -> Field {
    let text = SHIPPED.iter().find(|(n, _)| *n == "meeting-by-dice").unwrap().1;
    muster(
        &scenario::read("drill", &format!("{text}\n[readings]\n{lines}\n")).unwrap_or_else(|e| panic!("{e}")),
    )
}

#[test]
fn margins_and_small_camps() {
    let at =
        |f: &Field, x, w, d| check_camp(f, Side::A, x, w, d).err().and_then(|r| r.clause).map(|c| c.id());
    let f = waiting("");
    assert_eq!(scenario::deploy::margin(&f), 300.0);
    assert_eq!(at(&f, 400.0, 320.0, 160.0), Some("bigbattle.4"));
    assert_eq!(at(&f, 2400.0, 160.0, 60.0), Some("camp.3"));
    let f = waiting("side-margin = \"large-board\"\ncamp-least = 40");
    assert_eq!(scenario::deploy::margin(&f), 0.0);
    assert_eq!(at(&f, 400.0, 320.0, 160.0), None);
    assert_eq!(at(&f, 2400.0, 160.0, 60.0), None);
    assert_eq!(at(&f, 2400.0, 160.0, 39.0), Some("camp.3"));
}
