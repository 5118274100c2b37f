//! Artillery on the table (chapter 06).

use chakoten_acw::drill::Drill;
use chakoten_acw::fire::{NoFire, Occasion};
use chakoten_acw::gear::{self, Damage};
use chakoten_acw::guns::{
    self, Bombardment, Mark, Shot, bombardment, canister, canister_candidates, note_shot, struck,
};
use chakoten_acw::procedures::artillery::Equipment;
use chakoten_acw::procedures::{Artillery, ArtilleryOutcome, Deviation, WagonLoss};
use chakoten_acw::troop::{Ammunition, Formation, Gun, Kind, State};
use chakoten_acw::unit::{Fate, RepairItem};
use chakoten_acw::{Field, Side, UnitId, losses, proves};
use table::{V2, v2};
use umpire::HandDice;

use Ammunition::{Canister, RoundShot, Shell};
use Formation::{AttackColumn, Chain, Line, MarchColumn};
use Side::{A, B};

const WHY: Occasion<'static> = Occasion::ORDERED;

fn at_point(f: &Field, guns: UnitId, p: V2, a: Ammunition, guess: f64) -> Result<Shot, NoFire> {
    guns::lay(f, guns, Mark::Point(p), a, Some(guess), false, WHY)
}

fn at_unit(f: &Field, guns: UnitId, t: UnitId, a: Ammunition, guess: f64) -> Result<Shot, NoFire> {
    guns::lay(f, guns, Mark::Unit(t), a, Some(guess), false, WHY)
}

/// Four guns at (120, 60) facing north.
fn battery(gun: Gun) -> (Drill, UnitId) {
    let mut d = Drill::new();
    let a = d.battery(A, gun, 4, 120.0, 60.0, 0.0);
    (d, a)
}

fn judge(b: &Bombardment, dice: [u8; 2]) -> ArtilleryOutcome {
    let mut dice = HandDice::new(dice);
    let (o, _) = umpire::judge::<Artillery>(&b.situation, &mut dice);
    dice.finish().unwrap();
    o
}

/// Where a shot at a target straight ahead falls with these dice.
fn falls(f: &Field, s: &Shot, dice: [u8; 2]) -> V2 {
    let mut dice = HandDice::new(dice);
    let (o, _) = umpire::judge::<Deviation>(&s.deviation().unwrap(), &mut dice);
    dice.finish().unwrap();
    let _ = f;
    s.impact(&o)
}

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 1e-6
}

#[test]
fn the_arc_is_forty_five_degrees_from_the_flank() {
    let _p = proves!("06.01.4");
    let (d, a) = battery(Gun::Napoleon);
    let f = d.field();
    // The flank is at x = 122.
    assert!(at_point(&f, a, v2(162.0, 100.0), Shell, 50.0).is_ok());
    assert!(at_point(&f, a, v2(78.0, 100.0), Shell, 50.0).is_ok());
    assert_eq!(at_point(&f, a, v2(162.01, 100.0), Shell, 50.0), Err(NoFire::OutOfBatteryArc));
    assert_eq!(at_point(&f, a, v2(77.99, 100.0), Shell, 50.0), Err(NoFire::OutOfBatteryArc));
    assert_eq!(at_point(&f, a, v2(120.0, 40.0), Shell, 50.0), Err(NoFire::OutOfBatteryArc));
    assert!(at_point(&f, a, v2(121.9, 60.5), Shell, 50.0).is_ok());
}

#[test]
fn which_battery_can_fire() {
    let p = proves!("06.01.1", "06.01.2", "06.01.3");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 110.0, 180.0);
    let limbered = d.limbered(A, Gun::Napoleon, 4, 60.0, 60.0, 0.0);
    let f = d.field();
    let s = at_unit(&f, a, b, Shell, 50.0).unwrap();
    assert_eq!(*p.shows("06.01.1", &(s.guns, s.gunners)), (4, 4));
    let with = |change: &dyn Fn(&mut Field)| {
        let mut g = f.clone();
        change(&mut g);
        at_unit(&g, a, b, Shell, 50.0)
    };
    let no = at_unit(&f, limbered, b, Shell, 50.0).unwrap_err();
    assert_eq!(*p.shows("06.01.2", &(no, no.clause().id())), (NoFire::NotInAction, "06.01.2"));
    let no = with(&|g| g[a].battery.as_mut().unwrap().rounds[0] = 0).unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::NoRounds, "06.01.2"));
    let base = f[a].base;
    assert_eq!(with(&|g| g[a].battery.as_mut().unwrap().unmanned = Some(base)), Err(NoFire::NotInAction));
    assert_eq!(with(&|g| g[a].battery.as_mut().unwrap().sound = 0), Err(NoFire::NoGuns));
    assert_eq!(with(&|g| g[a].state = State::Complete), Err(NoFire::Flees));
    assert_eq!(with(&|g| g[a].locked.push(b)), Err(NoFire::InMelee));
    assert_eq!(with(&|g| g[b].locked.push(a)).unwrap_err().clause().id(), "07.04.1.b");
    assert_eq!(with(&|g| g[b].side = A), Err(NoFire::NoTarget));
    assert_eq!(at_unit(&f, b, a, Shell, 50.0), Err(NoFire::NoArms));
    // Two gunners serve four guns; one who repairs serves none.
    let mut g = f.clone();
    g[a].figures = 2;
    let s = at_unit(&g, a, b, Shell, 50.0).unwrap();
    let o = guns::bombardment(&g, &s, v2(120.0, 110.0), b, WHY);
    assert_eq!(o.situation.gunners, 2);
    g[a].figures = 1;
    let repairing = guns::lay(&g, a, Mark::Unit(b), Shell, Some(50.0), true, WHY);
    assert_eq!(*p.shows("06.01.3", &repairing.unwrap_err().clause().id()), "06.01.3");
}

#[test]
fn the_guess_is_more_than_nothing_and_within_range() {
    let _p = proves!("play.guess");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 110.0, 180.0);
    let f = d.field();
    for guess in [0.0, -1.0, f64::NAN, f64::INFINITY, 85.1] {
        let no = at_unit(&f, a, b, Shell, guess).unwrap_err();
        assert_eq!((no, no.clause().id()), (NoFire::BadGuess, "play.guess"), "{guess}");
    }
    assert!(at_unit(&f, a, b, Shell, 85.0).is_ok());
    assert!(at_unit(&f, a, b, RoundShot, 115.0).is_ok());
    assert_eq!(guns::lay(&f, a, Mark::Unit(b), Shell, None, false, WHY), Err(NoFire::BadGuess));
    assert_eq!(at_point(&f, a, v2(f64::NAN, 1.0), Shell, 50.0), Err(NoFire::NoTarget));
}

#[test]
fn a_shot_falls_by_the_guess_and_its_deviation() {
    let _p = proves!("06.02.2.b");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 100.0, 180.0);
    let f = d.field();
    let s = at_unit(&f, a, b, Shell, 50.0).unwrap();
    assert!(near(falls(&f, &s, [3, 4]), v2(120.0, 110.0)));
    assert!(near(falls(&f, &s, [1, 1]), v2(120.0, 105.0)));
    assert!(near(falls(&f, &s, [1, 3]), v2(115.0, 110.0)));
    assert!(near(falls(&f, &s, [4, 5]), v2(125.0, 110.0)));
    assert!(near(falls(&f, &s, [6, 6]), v2(120.0, 115.0)));
    // The direction is to the middle of the target, whatever it is named for.
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 150.0, 100.0, 180.0);
    let f = d.field();
    let s = at_unit(&f, a, b, Shell, 50.0).unwrap();
    assert!(near(
        falls(&f, &s, [3, 4]),
        v2(120.0, 60.0) + (f[b].base.centre() - v2(120.0, 60.0)).unit() * 50.0
    ));
}

#[test]
fn what_has_a_base_on_the_point_is_hit() {
    let _p = proves!("06.02.3.a");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 110.0, 180.0);
    let friend = d.infantry(A, 24, Line, 120.0, 90.0, 0.0);
    let chain = d.infantry(B, 4, Chain, 60.0, 110.0, 180.0);
    d.building("farm", true, (160.0, 100.0), (166.0, 106.0));
    let garrison = d.infantry(B, 9, Line, 160.0, 100.0, 0.0);
    d.inside(garrison, &["farm"]);
    let mut f = d.field();
    let s = at_point(&f, a, v2(120.0, 62.0), Shell, 50.0).unwrap();
    let hit = |f: &Field, x: f64, y: f64| struck(f, &s, v2(x, y));
    assert_eq!(hit(&f, 120.0, 110.0), Some(b));
    assert!(bombardment(&f, &s, v2(120.0, 110.0), b, WHY).by.rests_on("06.02.3.a"));
    assert_eq!(hit(&f, 120.0, 109.99), None);
    assert_eq!(hit(&f, 124.8, 113.0), Some(b));
    assert_eq!(hit(&f, 124.81, 113.0), None);
    assert_eq!(hit(&f, 120.0, 89.0), Some(friend));
    // Four figures 0.8 cm wide: the middle is a gap.
    assert_eq!(hit(&f, 60.0, 110.5), None);
    assert_eq!(hit(&f, 60.0 + f[chain].gap / 2.0 + 0.4, 110.5), Some(chain));
    assert_eq!(hit(&f, 163.0, 103.0), Some(garrison));
    // A shot does not fall on the battery itself.
    assert_eq!(hit(&f, 120.0, 60.0), None);
    // Two share the point: the front met first.
    f[friend].base = f[b].base.moved(v2(0.0, -1.0));
    assert_eq!(hit(&f, 120.0, 111.0), Some(friend));
    f[friend].base = f[b].base.moved(v2(0.0, 1.0));
    assert_eq!(hit(&f, 120.0, 111.5), Some(b));
}

fn round_shot(beyond: f64, impact: f64) -> (Bombardment, UnitId, UnitId) {
    let (mut d, a) = battery(Gun::Napoleon);
    // Five ranks, 7.5 cm deep.
    let b = d.infantry(B, 30, AttackColumn, 120.0, 100.0, 180.0);
    let c = d.infantry(A, 24, Line, 120.0, 100.0 + beyond, 180.0);
    let f = d.field();
    let s = at_unit(&f, a, b, RoundShot, 40.0).unwrap();
    (guns::bombardment(&f, &s, v2(120.0, 100.0 + impact), b, WHY), b, c)
}

#[test]
fn round_shot_counts_the_ranks_beyond() {
    let _p = proves!("06.02.3.b");
    let (o, b, _) = round_shot(30.0, 0.0);
    assert_eq!(o.targets.as_slice(), &[b]);
    assert_eq!(o.situation.targets[0].unit.ranks, 5);
    assert!(o.behind.is_empty());
    // In the third rank only the ranks from there on.
    assert_eq!(round_shot(30.0, 3.7).0.situation.targets[0].unit.ranks, 3);
    // A unit behind, a friend of the guns: its first rank at exactly 10 cm is counted, a hair more is not.
    let (o, _, c) = round_shot(10.0, 0.0);
    assert_eq!(o.behind.as_slice(), &[c]);
    assert_eq!(o.situation.behind[0].ranks, 1);
    assert!(round_shot(10.01, 0.0).0.behind.is_empty());
    assert_eq!(round_shot(8.0, 0.0).0.situation.behind[0].ranks, 2);
    // Shell counts no ranks.
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 30, AttackColumn, 120.0, 100.0, 180.0);
    d.infantry(B, 24, Line, 120.0, 108.0, 180.0);
    let f = d.field();
    let s = at_unit(&f, a, b, Shell, 40.0).unwrap();
    assert!(guns::bombardment(&f, &s, v2(120.0, 100.0), b, WHY).behind.is_empty());
}

#[test]
fn the_unit_behind_has_only_what_the_ranks_add() {
    let _p = proves!("06.02.4");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 100.0, 180.0);
    let c = d.infantry(B, 24, Line, 120.0, 104.0, 180.0);
    let f = d.field();
    let s = at_unit(&f, a, b, RoundShot, 40.0).unwrap();
    let o = guns::bombardment(&f, &s, v2(120.0, 100.0), b, WHY);
    assert_eq!(o.behind.as_slice(), &[c]);
    // 7: 12 men; with four ranks 9: 24 men.
    let r = judge(&o, [3, 4]);
    assert_eq!((r.targets[0].losses.men, r.behind[0].men), (12, 12));
}

#[test]
fn carriages_are_ranks() {
    let _p = proves!("06.02.3.b");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.limbered(B, Gun::Napoleon, 4, 120.0, 100.0, 180.0);
    let c = d.battery(B, Gun::Napoleon, 4, 60.0, 100.0, 180.0);
    let f = d.field();
    let s = at_unit(&f, a, b, RoundShot, 40.0).unwrap();
    assert_eq!(guns::bombardment(&f, &s, v2(120.0, 100.0), b, WHY).situation.targets[0].unit.ranks, 2);
    assert_eq!(guns::bombardment(&f, &s, v2(60.0, 100.0), c, WHY).situation.targets[0].unit.ranks, 1);
}

/// A friend in line `gap` before the guns, an enemy far behind him.
fn over(gun: Gun, gap: f64, a: Ammunition, guess: f64, hills: &[(f64, f64)]) -> Result<Shot, NoFire> {
    let (mut d, guns) = battery(gun);
    let b = d.infantry(B, 24, Line, 120.0, 110.0, 180.0);
    d.infantry(A, 24, Line, 120.0, 63.0 + gap, 0.0);
    for (from, to) in hills {
        d.hill("ridge", 1, (90.0, *from), (150.0, *to));
    }
    let f = d.field();
    at_unit(&f, guns, b, a, guess)
}

#[test]
fn howitzers_fire_shell_over_units_ten_centimetres_off() {
    let _p = proves!("06.01.5.a");
    let howitzer = Gun::TwelvePounderHowitzer;
    assert!(over(howitzer, 10.0, Shell, 50.0, &[]).is_ok());
    let no = over(howitzer, 9.99, Shell, 50.0, &[]).unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::TooNearToFireOver, "06.01.5.a"));
    // And ten from the point aimed at: his front is at 73, the shot at 60 + guess.
    assert!(over(howitzer, 10.0, Shell, 23.0, &[]).is_ok());
    assert_eq!(over(howitzer, 10.0, Shell, 22.99, &[]), Err(NoFire::TooNearToFireOver));
    // A mortar is a howitzer here.
    assert!(over(Gun::TenInchMortar, 10.0, Shell, 50.0, &[]).is_ok());
}

#[test]
fn the_distance_beyond_is_taken_to_the_point_aimed_at_or_to_the_point_hit() {
    let _p = proves!("06.01.5.a");
    // A friend from y = 70 to 73; the shot falls at 82.9 or 83 upon an enemy.
    for (reading, at, effect) in
        [("aimed", 82.9, true), ("hit", 83.0, true), ("hit", 82.9, false), ("hit", 69.0, true)]
    {
        let (mut d, guns) = battery(Gun::TwelvePounderHowitzer);
        d.infantry(A, 24, Line, 120.0, 73.0, 0.0);
        let b = d.infantry(B, 24, Line, 120.0, 82.0, 180.0);
        d.read("overhead-point", reading);
        let f = d.field();
        let s = at_unit(&f, guns, b, Shell, 50.0).unwrap();
        let by = guns::falls_too_near(&f, &s, v2(120.0, at), b).map(|c| c.id());
        assert_eq!(by, (!effect).then_some("06.01.5.a"), "{reading} {at}");
    }
    // Aimed too near it is laid all the same where the point hit decides.
    let (mut d, guns) = battery(Gun::TwelvePounderHowitzer);
    d.infantry(A, 24, Line, 120.0, 73.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 110.0, 180.0);
    let aimed = at_unit(&d.clone().field(), guns, b, Shell, 22.0);
    assert_eq!(aimed, Err(NoFire::TooNearToFireOver));
    d.read("overhead-point", "hit");
    assert!(at_unit(&d.field(), guns, b, Shell, 22.0).is_ok());
}

#[test]
fn guns_fire_over_units_only_from_above() {
    let _p = proves!("06.01.5.b");
    let no = over(Gun::Napoleon, 10.0, Shell, 50.0, &[]).unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::NoHeightToFireOver, "06.01.5.b"));
    assert!(over(Gun::Napoleon, 10.0, Shell, 50.0, &[(50.0, 62.0)]).is_ok());
    assert!(over(Gun::Napoleon, 10.0, RoundShot, 50.0, &[(50.0, 62.0)]).is_ok());
    assert_eq!(over(Gun::Napoleon, 9.99, Shell, 50.0, &[(50.0, 62.0)]), Err(NoFire::TooNearToFireOver));
    // He stands as high.
    let both = over(Gun::Napoleon, 10.0, Shell, 50.0, &[(50.0, 74.0)]);
    assert_eq!(both, Err(NoFire::NoHeightToFireOver));
}

#[test]
fn continued_fire_hits_for_certain() {
    let _p = proves!("06.02.5");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 100.0, 180.0);
    let mut f = d.field();
    f.turn = 3;
    assert_eq!(at_unit(&f, a, b, Shell, 10.0).unwrap().certain, None);
    note_shot(&mut f, a, Shell, Some(b));
    f.turn = 4;
    let again = |f: &Field, a2: Ammunition| guns::lay(f, a, Mark::Unit(b), a2, None, false, WHY);
    let s = again(&f, Shell).unwrap();
    assert_eq!((s.certain, s.deviation()), (Some(b), None));
    assert!(near(s.certain_impact(&f, b), v2(120.0, 100.0)) || s.certain_impact(&f, b).y < 100.01);
    // Other ammunition, a turn's pause, a front changed.
    assert_eq!(again(&f, RoundShot), Err(NoFire::BadGuess));
    let mut g = f.clone();
    g.turn = 5;
    assert_eq!(again(&g, Shell), Err(NoFire::BadGuess));
    let mut g = f.clone();
    g[a].base.dir = V2::bearing(1.0);
    assert_eq!(again(&g, Shell), Err(NoFire::BadGuess));
    let mut g = f.clone();
    g[a].base.front.x += 0.5;
    assert_eq!(again(&g, Shell), Err(NoFire::BadGuess));
    // The target moves.
    let mut g = f.clone();
    g[b].base.front.y += 7.9;
    assert_eq!(again(&g, Shell).unwrap().certain, Some(b));
    g[b].base.front.y += 0.1;
    assert_eq!(again(&g, Shell), Err(NoFire::BadGuess));
    // A miss ends it.
    note_shot(&mut f, a, Shell, None);
    f.turn = 5;
    assert_eq!(again(&f, Shell), Err(NoFire::BadGuess));
}

#[test]
fn surprised_guns_need_no_guess() {
    let _p = proves!("04.02.13.a");
    let (mut d, a) = battery(Gun::Napoleon);
    // The middle of the attacker is outside the arc, a part of it inside.
    let b = d.infantry(B, 24, Line, 126.0, 62.0, 180.0);
    let f = d.field();
    let ordered = guns::lay(&f, a, Mark::Unit(b), Shell, Some(5.0), false, WHY);
    assert_eq!(ordered, Err(NoFire::OutOfBatteryArc));
    let s = guns::lay(&f, a, Mark::Unit(b), Shell, None, false, Occasion::SURPRISED).unwrap();
    assert_eq!(s.certain, Some(b));
    let o = guns::bombardment(&f, &s, s.certain_impact(&f, b), b, Occasion::SURPRISED);
    assert!(o.situation.surprised);
}

#[test]
fn a_round_is_used_whether_it_hits_or_not() {
    let _p = proves!("09.02.1");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 100.0, 180.0);
    let mut f = d.field();
    let rounds = |f: &Field| f[a].battery.as_ref().unwrap().rounds;
    assert_eq!(rounds(&f), [4, 6, 2]);
    assert!(at_point(&f, a, v2(120.0, 100.0), Shell, 40.0).unwrap().by.rests_on("09.02.1"));
    note_shot(&mut f, a, Shell, None);
    note_shot(&mut f, a, Canister, Some(b));
    note_shot(&mut f, a, Canister, Some(b));
    assert_eq!(rounds(&f), [3, 6, 0]);
    assert_eq!(f[a].record.stirred, Some(1));
    assert_eq!(canister(&f, a, &[b], false, WHY), Err(NoFire::NoRounds));
}

#[test]
fn canister_reaches_its_zone() {
    let _p = proves!("06.02.1.a");
    let far = |cm: f64| {
        let (mut d, a) = battery(Gun::Napoleon);
        let b = d.infantry(B, 24, Line, 120.0, 60.0 + cm, 180.0);
        canister(&d.field(), a, &[b], false, WHY)
    };
    // At the very limit only the figures straight ahead are inside the zone.
    let edge = far(20.0).unwrap();
    assert!(edge.situation.targets[0].figures < 24, "{:?}", edge.situation.targets);
    assert_eq!(far(20.01), Err(NoFire::BeyondCanister));
    let o = far(10.0).unwrap();
    assert_eq!(o.situation.targets[0].figures, 24);
    // 7 + 4: 40 men.
    assert_eq!(judge(&o, [3, 4]).targets[0].losses.men, 40);
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 24, Line, 120.0, 50.0, 0.0);
    assert_eq!(canister(&d.field(), a, &[b], false, WHY), Err(NoFire::OutOfBatteryArc));
}

#[test]
fn canister_is_shared_by_the_figures_in_the_zone() {
    let _p = proves!("06.02.1.b");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.infantry(B, 12, Line, 115.0, 70.0, 180.0);
    let c = d.infantry(B, 24, AttackColumn, 125.0, 70.0, 180.0);
    let f = d.field();
    let o = canister(&f, a, &[b, c, b], false, WHY).unwrap();
    assert_eq!(o.targets.as_slice(), &[b, c]);
    // Six files of two ranks each: of the column only the two front ranks.
    assert_eq!(o.situation.targets.iter().map(|t| t.figures).collect::<Vec<_>>(), [12, 12]);
    let r = judge(&o, [3, 4]);
    assert_eq!((r.targets[0].losses.men, r.targets[1].losses.men), (20, 20));
    let all: Vec<UnitId> = canister_candidates(&f, a).iter().map(|c| c.0).collect();
    assert_eq!(all, [c, b]);
}

#[test]
fn close_troops_screen_from_canister_and_chains_share_it() {
    let _p = proves!("06.01.5.c");
    let screen = |formation: Formation, reading: Option<&str>| {
        let (mut d, a) = battery(Gun::Napoleon);
        let b = d.infantry(B, 24, Line, 120.0, 76.0, 180.0);
        let s = d.infantry(B, 9, formation, 120.0, 68.0, 180.0);
        if let Some(r) = reading {
            d.read("canister-chains", r);
        }
        (canister(&d.field(), a, &[b], false, WHY), b, s)
    };
    let no = screen(MarchColumn, None).0.unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::CanisterScreened, "06.01.5.c"));
    let (o, b, s) = screen(Chain, None);
    assert_eq!(o.unwrap().targets.as_slice(), &[b, s]);
    let (o, b, _) = screen(Chain, Some("chosen"));
    assert_eq!(o.unwrap().targets.as_slice(), &[b]);
}

#[test]
fn no_canister_past_a_friend_in_the_same_half() {
    let _p = proves!("06.02.1.a");
    let friend = |x: f64, y: f64| {
        let (mut d, a) = battery(Gun::Napoleon);
        // In the right half of the arc.
        let b = d.infantry(B, 12, Line, 126.0, 75.0, 180.0);
        // A column 2.4 cm wide.
        d.infantry(A, 3, MarchColumn, x, y, 0.0);
        canister(&d.field(), a, &[b], false, WHY).map(|o| o.targets.len())
    };
    let no = friend(130.0, 68.0).unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::FriendInTheWay, "06.02.1.a"));
    // In the other half, or farther off, or outside the arc he does not matter.
    assert_eq!(friend(110.0, 72.0), Ok(1));
    assert_eq!(friend(135.0, 79.0), Ok(1));
    assert_eq!(friend(160.0, 65.0), Ok(1));
    // On the line straight ahead he is in both halves.
    assert_eq!(friend(118.8, 72.0), Err(NoFire::FriendInTheWay));
    assert_eq!(friend(118.7, 72.0), Ok(1));
}

#[test]
fn friends_flush_beside_the_guns_do_not_stop_canister() {
    let _p = proves!("06.02.1.a");
    let beside = |ahead: f64| {
        let (mut d, a) = battery(Gun::Napoleon);
        d.battery(A, Gun::Napoleon, 4, 124.0, 60.0, 0.0);
        d.infantry(A, 30, Line, 112.0, 60.0 + ahead, 0.0);
        let b = d.infantry(B, 12, Line, 120.0, 75.0, 180.0);
        canister(&d.field(), a, &[b], false, WHY).map(|o| o.targets.len())
    };
    assert_eq!(beside(0.0), Ok(1));
    assert_eq!(beside(0.5), Err(NoFire::FriendInTheWay));
}

/// A battery under fire from the front; the guns fire `ammunition` from 40 cm.
fn counter_battery(limbered: bool, ammunition: Ammunition) -> (Field, UnitId, UnitId, Bombardment) {
    let (mut d, a) = battery(Gun::Napoleon);
    let b = if limbered {
        d.limbered(B, Gun::Napoleon, 4, 120.0, 75.0, 180.0)
    } else {
        d.battery(B, Gun::Napoleon, 4, 120.0, 75.0, 180.0)
    };
    let f = d.field();
    let o = if ammunition == Canister {
        canister(&f, a, &[b], false, WHY).unwrap()
    } else {
        let s = at_unit(&f, a, b, ammunition, 15.0).unwrap();
        guns::bombardment(&f, &s, v2(120.0, 75.0), b, WHY)
    };
    (f, a, b, o)
}

#[test]
fn guns_limbers_and_horses_are_lost() {
    let _p = proves!("06.03.3.a");
    let (mut f, _, b, o) = counter_battery(false, Shell);
    let gear = |f: &Field| {
        let x = f[b].battery.as_ref().unwrap();
        (x.sound, x.damaged, x.limbers, x.limbers_damaged, x.horses)
    };
    assert_eq!(gear(&f), (4, 0, 4, 0, 4));
    let e = judge(&o, [5, 6]);
    assert_eq!(gear::damage(&mut f, &o, &e).len(), 1);
    assert_eq!(gear(&f), (3, 1, 4, 0, 4));
    gear::damage(&mut f, &o, &judge(&o, [4, 5]));
    assert_eq!(gear(&f), (2, 1, 4, 0, 4));
    gear::damage(&mut f, &o, &judge(&o, [2, 6]));
    assert_eq!(gear(&f), (2, 1, 3, 1, 4));
    gear::damage(&mut f, &o, &judge(&o, [6, 6]));
    assert_eq!(gear(&f), (2, 1, 2, 2, 0));
    gear::damage(&mut f, &o, &judge(&o, [4, 6]));
    assert_eq!(gear(&f), (2, 1, 1, 2, 0));
    // Where no sound gun is left a damaged one is destroyed.
    f[b].battery.as_mut().unwrap().sound = 0;
    gear::damage(&mut f, &o, &judge(&o, [5, 6]));
    assert_eq!(gear(&f), (0, 0, 1, 2, 0));
    gear::damage(&mut f, &o, &judge(&o, [4, 5]));
    assert_eq!(gear(&f), (0, 0, 1, 2, 0));
    // Limbered, a limber takes its gun with it.
    let (mut f, _, b, o) = counter_battery(true, Shell);
    gear::damage(&mut f, &o, &judge(&o, [4, 6]));
    let x = f[b].battery.as_ref().unwrap();
    assert_eq!((x.sound, x.limbers), (3, 3));
}

#[test]
fn canister_breaks_nothing_but_horses() {
    let _p = proves!("06.03.3.c");
    let (mut f, _, b, o) = counter_battery(false, Canister);
    assert!(gear::damage(&mut f, &o, &judge(&o, [4, 5])).is_empty());
    gear::damage(&mut f, &o, &judge(&o, [3, 3]));
    let x = f[b].battery.as_ref().unwrap();
    assert_eq!((x.sound, x.horses), (4, 2));
}

#[test]
fn wagons_are_destroyed_with_the_battery_they_touch() {
    let _p = proves!("06.03.4");
    let (mut d, a) = battery(Gun::Napoleon);
    let b = d.battery(B, Gun::Napoleon, 4, 120.0, 100.0, 180.0);
    let w = d.wagon(B, 120.0, 104.5, 180.0);
    let apart = d.wagon(B, 130.0, 104.5, 180.0);
    let mut f = d.field();
    let s = at_unit(&f, a, b, Shell, 40.0).unwrap();
    let o = guns::bombardment(&f, &s, v2(120.0, 100.0), b, WHY);
    assert_eq!(o.wagons[0].as_slice(), &[w]);
    // Six: two horses of both; a wagon loses no men.
    let hit = gear::damage(&mut f, &o, &judge(&o, [3, 3]));
    assert!(hit.contains(&(w, Damage::Wagon(WagonLoss { destroyed: false, horses: 2 }))));
    assert_eq!((f[w].figures, f[b].battery.as_ref().unwrap().horses), (2, 2));
    gear::damage(&mut f, &o, &judge(&o, [3, 4]));
    assert_eq!(f[w].fate, Fate::Destroyed);
    // By itself it counts as limbered artillery and tests nothing.
    let s = at_unit(&f, a, apart, Shell, 46.0).unwrap();
    let o = guns::bombardment(&f, &s, v2(130.0, 105.0), apart, WHY);
    assert_eq!(o.situation.targets[0].unit.kind, Kind::Wagon);
    let r = judge(&o, [3, 3]);
    assert_eq!(r.targets[0].losses.men, 0);
    assert_eq!(losses::suffer(&mut f, apart, 40, 1), losses::Suffered::default());
    gear::damage(&mut f, &o, &r);
    gear::damage(&mut f, &o, &r);
    // Without horses it stays.
    assert_eq!((f[apart].figures, f[apart].fate), (0, Fate::OnTable));
    gear::damage(&mut f, &o, &judge(&o, [3, 4]));
    assert_eq!(f[apart].fate, Fate::Destroyed);
}

#[test]
fn a_parrott_bursts_on_two_ones() {
    let _p = proves!("06.03.7");
    for (gun, left) in [(Gun::TenPounderParrott, 3), (Gun::TwentyPounderParrott, 4)] {
        let (mut d, a) = battery(gun);
        let b = d.infantry(B, 24, Line, 120.0, 100.0, 180.0);
        let mut f = d.field();
        let s = at_unit(&f, a, b, Shell, 40.0).unwrap();
        let o = guns::bombardment(&f, &s, v2(120.0, 100.0), b, WHY);
        let done = gear::damage(&mut f, &o, &judge(&o, [1, 1]));
        assert_eq!(done.contains(&(a, Damage::Burst)), left == 3);
        assert_eq!(f[a].battery.as_ref().unwrap().sound, left);
    }
}

fn damaged() -> (Field, UnitId) {
    let (d, a) = battery(Gun::Napoleon);
    let mut f = d.field();
    let e = Equipment { guns_damaged: 1, limbers_damaged: 1, ..Equipment::default() };
    gear::break_battery(&mut f, a, e);
    (f, a)
}

#[test]
fn a_gun_is_repaired_in_two_turns() {
    let _p = proves!("06.03.6");
    let (mut f, a) = damaged();
    assert!(gear::begin_repair(&mut f, a, RepairItem::Gun));
    assert_eq!(gear::end_repair_turn(&mut f, a, false), None);
    // A turn in which it is attacked does not count and undoes nothing.
    assert_eq!(gear::end_repair_turn(&mut f, a, true), None);
    assert!(gear::begin_repair(&mut f, a, RepairItem::Gun));
    let done = gear::end_repair_turn(&mut f, a, false).map(|(item, by)| (item, by.id()));
    assert_eq!(done, Some((RepairItem::Gun, "06.03.6")));
    let x = f[a].battery.as_ref().unwrap();
    assert_eq!((x.sound, x.damaged, x.repair), (4, 0, None));
    assert!(!gear::begin_repair(&mut f, a, RepairItem::Gun));
    assert_eq!(gear::end_repair_turn(&mut f, a, false), None);
}

#[test]
fn under_effective_fire_a_repair_takes_three() {
    let _p = proves!("06.03.6");
    let (mut f, a) = damaged();
    assert!(gear::begin_repair(&mut f, a, RepairItem::Limber));
    assert_eq!(gear::end_repair_turn(&mut f, a, false), None);
    losses::suffer(&mut f, a, 1, 2);
    assert_eq!(gear::end_repair_turn(&mut f, a, false), None);
    let done = gear::end_repair_turn(&mut f, a, false).map(|(item, by)| (item, by.id()));
    assert_eq!(done, Some((RepairItem::Limber, "06.03.6")));
    assert_eq!(f[a].battery.as_ref().unwrap().limbers, 4);
    // A loss in equipment is effective too; and what is destroyed is repaired no more.
    let (mut f, a) = damaged();
    gear::begin_repair(&mut f, a, RepairItem::Gun);
    gear::break_battery(&mut f, a, Equipment { horses: 1, ..Equipment::default() });
    assert!(f[a].battery.as_ref().unwrap().repair.unwrap().under_fire);
    f[a].battery.as_mut().unwrap().sound = 0;
    gear::break_battery(&mut f, a, Equipment { guns_destroyed: 1, ..Equipment::default() });
    assert_eq!(f[a].battery.as_ref().unwrap().repair, None);
}

#[test]
fn a_gun_model_stands_for_three_or_four_guns() {
    let _p = proves!("01.01.2.b");
    let mut d = Drill::new();
    let four = d.battery(Side::A, Gun::Napoleon, 4, 50.0, 50.0, 0.0);
    let six = d.battery(Side::A, Gun::Napoleon, 6, 80.0, 50.0, 0.0);
    let f = d.field();
    // One base of 40 mm, or two of 30 side by side.
    assert_eq!((f[four].base.width, f[six].base.width), (4.0, 6.0));
    assert_eq!((f[four].battery.unwrap().sound, f[six].battery.unwrap().sound), (4, 6));
    assert!(chakoten_acw::raising::raised_by(&f[six]).rests_on("01.01.2.b"));
}
