//! Ground that is closed to a unit: nobody attacks across it, nobody is turned or driven onto it, and whoever stands on its bank or was
//! left in it by flight is not held there (02.06.1, 02.06.5, 07.01.6, play.ground, play.away).

use crate::field_day;
use crate::turning::{ground, halted, square};

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::event::Halt;
use chakoten_acw::going::{self, stretches};
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, Obstacle, State};
use chakoten_acw::unit::Haste;
use chakoten_acw::{EventKind, Field, Side, UnitId, proves};
use field_day::{done, find, state, told_by, turn, turn_with, two_dice};

fn attacks(b: &Battle) -> bool {
    find(b, |e| matches!(e.kind, EventKind::BreakIn { .. }).then_some(())).is_some()
}

/// A line of 30, or what it is formed as, attacks another 6 cm off; something lies between them, half a cm before the enemy.
fn assault(formation: Formation, lay: impl Fn(&mut Drill), dice: &[u8]) -> (Battle, UnitId) {
    let mut d = ground();
    let u = d.infantry(Side::A, 30, formation, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 56.0, 180.0);
    lay(&mut d);
    let mut b = Battle::drill(d.field(), dice);
    turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No)]);
    done(&b);
    (b, u)
}

#[test]
fn no_attack_is_made_across_what_is_closed_to_the_attacker() {
    let p = proves!("07.01.6.b", "02.06.5", "III.d");
    let brook = |d: &mut Drill| {
        d.square(PatchKind::Watercourse, "brook", (60.0, 54.5), (140.0, 55.5));
    };
    // At 2 cm the brook is between them: a line goes up to it, and its attack has failed.
    let (b, u) = assault(Formation::Line, brook, &[]);
    assert!(!attacks(&b));
    assert_eq!(*p.shows("02.06.5", &halted(&b, u)), Some((Halt::Impassable, "02.06.5")));
    assert!((b.field()[u].base.front.y - 54.5).abs() < 2e-3);
    state(&b, u, State::Slight);
    told_by(&p, &b, "07.01.6.b");
    // A chain wades, and so it attacks; a roll of 10 less 3 for the chain moves nobody.
    let (b, _) = assault(Formation::Chain, brook, &two_dice(10));
    assert!(attacks(&b));
    // Over a ford with room for all of it a line attacks as well, over a narrow one it does not.
    for (half, reaches) in [(6.0, true), (5.9, false)] {
        let lay = |d: &mut Drill| {
            brook(d);
            d.bridge("ford", (100.0 - half, 54.0), (100.0 + half, 56.0));
        };
        let dice = two_dice(7);
        let (b, _) = assault(Formation::Line, lay, if reaches { &dice } else { &[] });
        assert_eq!(attacks(&b), reaches, "{half}");
    }
    // A wall that nobody crosses.
    let wall = |d: &mut Drill| {
        d.line(LineKind::Wall, "wall", &[(60.0, 55.0), (140.0, 55.0)]);
        d.last_line().unwrap().obstacle = Obstacle::IV;
    };
    let (b, u) = assault(Formation::Line, wall, &[]);
    assert!(!attacks(&b));
    assert_eq!(*p.shows("III.d", &halted(&b, u)), Some((Halt::Impassable, "III.d")));
}

/// The stretches of a march straight ahead: to where, at what rate.
fn march(f: &Field, u: UnitId, cm: f64) -> Vec<(f64, Option<f64>)> {
    let all = stretches(f, &f[u], &f[u].base, f[u].base.dir, cm, Haste::March, false);
    all.iter().map(|s| ((s.to * 1e6).round() / 1e6, s.rate)).collect()
}

#[test]
fn a_road_leads_through_the_edge_of_a_wood() {
    let lay = |x: f64, reading: &str| {
        let mut d = Drill::new();
        let wagon = d.wagon(Side::A, x, 40.0, 0.0);
        let guns = d.limbered(Side::A, Gun::Napoleon, 4, x, 40.0, 0.0);
        let horse = d.cavalry(Side::A, 12, Formation::MarchColumn, x, 40.0, 0.0);
        d.square(PatchKind::Wood, "forest", (60.0, 50.0), (180.0, 140.0));
        d.road("pike", &[(120.0, 0.0), (120.0, 160.0)], 4.0);
        d.read("roads-into-woods", reading);
        (d.field(), wagon, guns, horse)
    };
    let charge = |f: &Field, u: UnitId| going::wood_edge_ahead(f, &f[u], &f[u].base, 30.0).is_some();
    let (f, wagon, guns, horse) = lay(120.0, "open");
    assert_eq!(march(&f, wagon, 30.0), [(30.0, Some(40.0))]);
    assert_eq!(march(&f, guns, 30.0), [(30.0, Some(40.0))]);
    assert!(!charge(&f, horse));
    let (f, wagon, guns, horse) = lay(120.0, "obstacle");
    assert_eq!(march(&f, wagon, 30.0), [(10.0, Some(40.0)), (30.0, None)]);
    let long = f[guns].base.depth;
    assert_eq!(march(&f, guns, 30.0), [(10.0, Some(40.0)), (10.0 + long, Some(12.0)), (30.0, Some(40.0))]);
    assert!(charge(&f, horse));
    // Beside the road there is no way in.
    let (f, wagon, _, horse) = lay(140.0, "open");
    assert_eq!(march(&f, wagon, 30.0), [(10.0, Some(10.0)), (30.0, None)]);
    assert!(charge(&f, horse));
}

#[test]
fn who_stands_on_the_bank_forms_column_and_crosses() {
    let p = proves!("02.06.5", "02.05.2.a");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.square(PatchKind::Watercourse, "brook", (60.0, 53.0), (140.0, 58.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    assert_eq!(*p.shows("02.06.5", &halted(&b, u)), Some((Halt::Impassable, "02.06.5")));
    // On the bank it may take any formation; in a column it goes on into the water.
    turn(&mut b, &[("A1", "form attack column, form march column, march")], &[]);
    assert_eq!(b.field()[u].formation, Formation::MarchColumn);
    assert!(b.field()[u].base.front.y > 53.5, "{}", b.field()[u].base.front.y);
    told_by(&p, &b, "02.05.2.a");
}

#[test]
fn whom_flight_has_left_in_the_water_marches_out_in_column() {
    let _p = proves!("02.05.2.a");
    for (kind, rate) in [(PatchKind::Swamp, 3.0), (PatchKind::Watercourse, 6.0)] {
        let mut d = ground();
        let u = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
        d.square(kind, "water", (60.0, 20.0), (140.0, 80.0));
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "form march column, march")], &[]);
        assert_eq!(b.field()[u].formation, Formation::MarchColumn);
        let gone = b.field()[u].base.front.y - 50.0;
        assert!((gone - 0.75 * rate).abs() < 2e-3, "{kind:?} {gone}");
    }
}

#[test]
fn guns_partly_on_difficult_ground_turn_in_two_turns() {
    let p = proves!("II.a");
    let mut d = ground();
    let u = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.square(PatchKind::Difficult, "rocks", (60.0, 40.0), (100.0, 60.0));
    d.square(PatchKind::Wood, "copse", (100.0, 40.0), (140.0, 60.0));
    let mut b = Battle::drill(d.field(), []);
    for facing in [0.0, 90.0] {
        turn(&mut b, &[("A1", "face right")], &[]);
        assert!((b.field()[u].base.pose().facing - facing).abs() < 1e-6, "turn {}", b.field().turn);
    }
    told_by(&p, &b, "II.a");
}

#[test]
fn a_chain_that_fronts_another_way_is_dressed_anew() {
    let p = proves!("02.05.3.a", "02.05.5");
    let run = |order: &str, reading: &str| {
        let mut d = ground();
        let u = d.infantry(Side::A, 30, Formation::Chain, 100.0, 50.0, 0.0);
        d.read("open-facing", reading);
        let was = d.unit(u).base.centre();
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", order)], &[]);
        (b.field()[u].base.centre().dist(was), b.field()[u].base.pose().facing)
    };
    let close = |(cm, facing): (f64, f64), (far, front): (f64, f64)| {
        assert!((cm - far).abs() < 3e-3 && (facing - front).abs() < 1e-6, "{cm} {facing}");
    };
    // 30 figures 8 mm apart: 46.4 cm from the first to the last, of which he at the end goes half for 60 degrees, at 30 a turn.
    let left = 1.0 - 23.2 / 30.0;
    close(p.shows("02.05.5", run("face right 60, march", "dressed")), (25.0 * left, 60.0));
    close(p.shows("02.05.3.a", run("about face, march", "dressed")), (25.0, 180.0));
    close(run("face right 60, march", "free"), (25.0, 60.0));
}

#[test]
fn a_flight_beside_a_lake_does_not_turn_into_it() {
    let p = proves!("play.away");
    let mut d = ground();
    // A column along the shore; the enemy to the south-west drives it towards the water.
    let u = d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 50.0, 0.0);
    d.state(u, State::Complete);
    d.infantry(Side::B, 30, Formation::Line, 85.0, 30.0, 90.0);
    d.square(PatchKind::Lake, "lake", (101.2, 20.0), (160.0, 80.0));
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn(&mut b, &[], &[]);
    let base = b.field()[u].base;
    assert!(square((101.2, 20.0), (160.0, 80.0)).penetration(&base.rect()) < 0.02, "it stands in the lake");
    assert!(base.front.y > 60.0, "it is stuck at {}", base.front.y);
    told_by(&p, &b, "play.away");
    done(&b);
}
