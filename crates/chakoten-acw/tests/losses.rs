//! What losses do (play.removal).

use chakoten_acw::drill::Drill;
use chakoten_acw::field::{Level, StaffFate};
use chakoten_acw::fire::{self, NoFire, Occasion, Part};
use chakoten_acw::losses::{
    Cause, Reckoning, flee_off, generals_with, give_up, morale_situation, overstretched, reform_chain, suffer,
};
use chakoten_acw::procedures::{Morale, MoraleCause};
use chakoten_acw::staffwork::lose_general;
use chakoten_acw::troop::{Cover, Formation, Gun, State};
use chakoten_acw::unit::Fate;
use chakoten_acw::{Field, Side, UnitId, proves};
use proptest::prelude::*;
use table::v2;
use umpire::{HandDice, judge};

use Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};
use Side::{A, B};

fn unit(figures: u16, formation: Formation) -> (Field, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(A, figures, formation, 120.0, 60.0, 0.0);
    (d.field(), a)
}

#[test]
fn a_figure_goes_for_each_twenty_men() {
    let p = proves!("play.removal", "01.01.2.a");
    let (mut f, a) = unit(30, Line);
    let s = suffer(&mut f, a, 19, 4);
    assert_eq!((s.men, s.figures_removed, f[a].figures, f[a].carried), (19, 0, 30, 19));
    assert_eq!(f[a].men(), 581);
    let by = s.by();
    assert!(p.shows("01.01.2.a", by.rests_on("01.01.2.a")) && !by.rests_on("play.removal"));
    let s = suffer(&mut f, a, 1, 5);
    assert_eq!((s.figures_removed, f[a].figures, f[a].carried), (1, 29, 0));
    assert_eq!(f[a].record.last_loss, Some(5));
    let s = suffer(&mut f, a, 45, 6);
    assert_eq!((s.figures_removed, f[a].figures, f[a].carried), (2, 27, 5));
    let by = s.by();
    assert!(p.shows("play.removal", by.rests_on("play.removal")));
    let s = suffer(&mut f, a, 0, 7);
    assert_eq!((s.figures_removed, f[a].record.last_loss), (0, Some(6)));
    // No more men can fall than there are.
    let s = suffer(&mut f, a, u32::MAX, 8);
    assert_eq!((s.men, s.figures_removed, s.destroyed), (535, 27, true));
    assert_eq!((f[a].fate, f[a].carried, f[a].men()), (Fate::Destroyed, 0, 0));
    assert_eq!(suffer(&mut f, a, 20, 9).men, 0);
}

#[test]
fn units_close_up_to_their_formation() {
    let _p = proves!("play.removal");
    let after = |figures: u16, formation: Formation, lost: u32| {
        let (mut f, a) = unit(figures, formation);
        let front = f[a].base.front;
        assert!(suffer(&mut f, a, lost * 20, 1).by().rests_on("play.removal"));
        assert_eq!(f[a].base.front, front);
        let u = &f[a];
        (u.files, u.ranks(), (u.base.width * 100.0).round() / 100.0, (u.base.depth * 100.0).round() / 100.0)
    };
    assert_eq!(after(30, Line, 1), (15, 2, 12.0, 3.0));
    assert_eq!(after(30, Line, 2), (14, 2, 11.2, 3.0));
    assert_eq!(after(30, Line, 29), (1, 1, 0.8, 1.5));
    assert_eq!(after(30, AttackColumn, 1), (6, 5, 4.8, 7.5));
    assert_eq!(after(30, AttackColumn, 18), (6, 2, 4.8, 3.0));
    assert_eq!(after(30, AttackColumn, 26), (4, 1, 3.2, 1.5));
    assert_eq!(after(30, MarchColumn, 3), (3, 9, 2.4, 13.5));
    let (mut f, a) = unit(10, ThinLine);
    let gap = f[a].gap;
    suffer(&mut f, a, 40, 1);
    assert_eq!((f[a].files, f[a].gap), (8, gap));
    // An attack column of two ranks keeps its name.
    let (mut f, a) = unit(30, AttackColumn);
    suffer(&mut f, a, 360, 1);
    assert_eq!(f[a].formation, AttackColumn);
}

#[test]
fn a_chain_keeps_its_front_until_it_is_overstretched() {
    let _p = proves!("04.02.11");
    let mut d = Drill::new();
    let a = d.infantry(A, 12, Chain, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 70.0, 180.0);
    d.gaps(a, 1.4);
    let mut f = d.field();
    // 12 x 0.8 + 11 x 1.4 = 25.0; with 11 figures the gap is (25 - 8.8) / 10 = 1.62.
    let s = suffer(&mut f, a, 20, 1);
    assert!(s.must_reform && overstretched(&f, &f[a]));
    assert!((f[a].base.width - 25.0).abs() < 1e-9 && (f[a].gap - 1.62).abs() < 1e-9);
    let no = fire::small_arms(&f, a, b, Part::Whole, Occasion::ORDERED).unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::MustReform, "04.02.11"));
    assert!(reform_chain(&mut f, a));
    assert!((f[a].gap - 1.6).abs() < 1e-9 && !overstretched(&f, &f[a]));
    assert_eq!(f[a].base.front, v2(120.0, 60.0));
    assert!(!reform_chain(&mut f, a));
    // Exactly the widest gap is legal: (front - 2 x 0.8) / 1 = 1.6 with a front of 3.2.
    let mut d = Drill::new();
    let a = d.infantry(A, 3, Chain, 120.0, 60.0, 0.0);
    d.gaps(a, 0.4);
    let mut f = d.field();
    let s = suffer(&mut f, a, 20, 1);
    assert!((f[a].gap - 1.6).abs() < 1e-9 && !s.must_reform);
    // One figure has no gaps.
    let s = suffer(&mut f, a, 20, 1);
    assert!(!s.must_reform && (f[a].base.width - 0.8).abs() < 1e-9);
}

#[test]
fn a_mounted_chain_stretches_to_a_base_width() {
    let _p = proves!("02.02.4");
    let mut d = Drill::new();
    let a = d.cavalry(A, 12, Chain, 120.0, 60.0, 0.0);
    d.gaps(a, 1.3);
    let mut f = d.field();
    // 12 x 1.5 + 11 x 1.3 = 32.3; (32.3 - 16.5) / 10 = 1.58 is over 1.5.
    assert!(suffer(&mut f, a, 20, 1).must_reform);
    let (widest, by) = chakoten_acw::book::widest_gap(f[a].kind());
    assert_eq!((widest, by.id()), (1.5, "02.02.4"));
    assert!(reform_chain(&mut f, a) && (f[a].gap - 1.5).abs() < 1e-9);
}

#[test]
fn garrisons_lose_figures_in_the_same_way() {
    let _p = proves!("play.removal");
    let mut d = Drill::new();
    d.building("farm", true, (118.0, 60.0), (122.0, 64.0));
    let a = d.infantry(A, 9, Line, 120.0, 60.0, 0.0);
    d.inside(a, &["farm"]);
    let mut f = d.field();
    let base = f[a].base;
    assert!(suffer(&mut f, a, 60, 1).by().rests_on("play.removal"));
    assert_eq!((f[a].figures, f[a].base), (6, base));
    suffer(&mut f, a, 120, 1);
    assert!(f[a].inside.is_empty() && f[a].fate == Fate::Destroyed);
}

#[test]
fn guns_without_gunners_stand_alone() {
    let mut d = Drill::new();
    let a = d.battery(A, Gun::Napoleon, 4, 120.0, 60.0, 0.0);
    let g = d.general_with(a);
    let mut f = d.field();
    let base = f[a].base;
    suffer(&mut f, a, 40, 1);
    assert_eq!((f[a].figures, f[a].base), (2, base));
    let s = suffer(&mut f, a, 40, 1);
    assert!(s.destroyed);
    assert_eq!(f[a].battery.as_ref().unwrap().unmanned, Some(base));
    // The general is alone now.
    assert_eq!((f[g].with, f[g].fate), (None, StaffFate::Present));
}

#[test]
fn prisoners_are_whole_figures() {
    let (mut f, a) = unit(30, Line);
    suffer(&mut f, a, 47, 1);
    assert_eq!(give_up(&mut f, a, 3), 3);
    assert_eq!((f[a].figures, f[a].carried, f[a].files, f[a].losses.prisoners), (25, 7, 13, 3));
    let r = Reckoning::of(&f[a]);
    assert_eq!((r.present, r.fallen, r.captured, r.fled), (493, 47, 60, 0));
    // All the others: the loss carried is taken off the last figure.
    assert_eq!(give_up(&mut f, a, 99), 25);
    let r = Reckoning::of(&f[a]);
    assert_eq!((r.present, r.fallen, r.captured), (0, 47, 553));
    assert_eq!((r.sum(), f[a].fate), (600, Fate::Captured));
    assert_eq!(give_up(&mut f, a, 1), 0);
}

#[test]
fn who_flees_off_the_table_is_counted_apart() {
    let (mut f, a) = unit(30, Line);
    suffer(&mut f, a, 33, 1);
    assert_eq!(flee_off(&mut f, a), 29);
    let r = Reckoning::of(&f[a]);
    assert_eq!((r.present, r.fallen, r.captured, r.fled), (0, 33, 0, 567));
    assert_eq!(f[a].fate, Fate::Fled);
}

#[test]
fn a_general_lost_leaves_his_command_vacant() {
    let _p = proves!("08.05.1");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let g = d.general_with(a);
    let o = d.orderly(A, 10.0, 10.0);
    let division = d.command(A, Level::Division, None);
    d.general(A, 20.0, 10.0);
    let mut f = d.field();
    let c = f[g].command;
    f[c].above = Some(division);
    assert_eq!(f.general_with(a), Some(g));
    assert_eq!(generals_with(&f, a).as_slice(), &[g]);
    let above = f[division].general.map(|g| (g, "08.05.1"));
    assert_eq!(lose_general(&mut f, g, false, None).map(|(g, by)| (g, by.id())), above);
    assert_eq!((f[g].fate, f[g].with, f[c].general, f[c].vacant), (StaffFate::Fallen, None, None, true));
    // He gives no bonus any more.
    assert_eq!(f.general_with(a), None);
    assert!(generals_with(&f, a).is_empty());
    lose_general(&mut f, o, true, None);
    assert_eq!(f[o].fate, StaffFate::Captured);
}

fn fire_from(x: f64, y: f64) -> Cause {
    Cause::SmallArms { cm: 10.0, from: v2(x, y), marching: false, silent: false }
}

#[test]
fn a_unit_that_removes_a_figure_tests_at_once() {
    let p = proves!("05.02.3", "06.03.2", "07.05.3");
    let (mut f, a) = unit(30, Line);
    let small = fire_from(120.0, 70.0);
    let guns = Cause::Artillery { cm: 10.0, from: v2(120.0, 70.0), marching: false };
    let melee = Cause::Melee { from: v2(120.0, 60.0), against_mounted: false, more_losses: false };
    assert_eq!(suffer(&mut f, a, 19, 1).must_test(&small), None);
    let s = suffer(&mut f, a, 1, 1);
    assert_eq!(*p.shows("05.02.3", &s.must_test(&small).unwrap().id()), "05.02.3");
    assert_eq!(*p.shows("06.03.2", &s.must_test(&guns).unwrap().id()), "06.03.2");
    assert_eq!(*p.shows("07.05.3", &s.must_test(&melee).unwrap().id()), "07.05.3");
    assert_eq!(suffer(&mut f, a, 9999, 1).must_test(&small), None);
}

#[test]
fn the_facts_of_a_morale_test() {
    let _p = proves!("XV.a");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    d.general_with(a);
    d.infantry(A, 30, Line, 120.0, 50.0, 0.0);
    d.valour(a, 1);
    let mut f = d.field();
    let s = suffer(&mut f, a, 200, 1);
    assert_eq!(s.figures_removed, 10);
    let m = morale_situation(&f, a, fire_from(120.0, 70.0), 2);
    assert_eq!((m.removed, m.lost, m.original, m.valour), (2, 10, 30, 1));
    assert!(m.support && m.general && !m.detached && m.cover == Cover::None);
    let front = MoraleCause::SmallArms { distance: 10.0, flank_or_rear: false, silent: false };
    assert_eq!(m.cause, front);
    // 2 removed -4, a third lost -1, support, general, valour +3: -2, and 7 on the dice: LU, pinned from 10 cm.
    let mut dice = HandDice::new([3, 4]);
    let (o, _) = umpire::judge::<Morale>(&m, &mut dice);
    dice.finish().unwrap();
    assert_eq!((o.state, o.fell, o.pinned), (State::Slight, true, true));
    // From behind the front line drawn out.
    let rear = morale_situation(&f, a, fire_from(140.0, 59.9), 1).cause;
    assert_eq!(rear, MoraleCause::SmallArms { distance: 10.0, flank_or_rear: true, silent: false });
    let level = morale_situation(&f, a, fire_from(140.0, 60.0), 1).cause;
    assert_eq!(level, front);
    // A marching unit is not stationary.
    for marching in [false, true] {
        let c = Cause::SmallArms { cm: 10.0, from: v2(120.0, 70.0), marching, silent: true };
        let MoraleCause::SmallArms { silent, .. } = morale_situation(&f, a, c, 1).cause else { panic!() };
        assert_eq!(silent, !marching);
    }
    // Pinned and in LU by the state reached so far.
    f[a].state = State::Slight;
    f[a].pinned_to = Some(2);
    let m = morale_situation(&f, a, fire_from(120.0, 70.0), 1);
    assert!(m.pinned && m.state == State::Slight);
    let c = Cause::Melee { from: v2(120.0, 60.0), against_mounted: true, more_losses: true };
    let m = morale_situation(&f, a, c, 1);
    assert_eq!(m.cause, MoraleCause::Melee { against_mounted: true, more_losses: true });
}

#[test]
fn a_detached_part_tests_as_such() {
    let p = proves!("XV.b");
    let mut d = Drill::new();
    let whole = d.infantry(A, 18, Line, 120.0, 60.0, 0.0);
    let four = d.infantry(A, 12, Line, 140.0, 60.0, 0.0);
    d.part_of(whole, four);
    let f = d.field();
    assert!(morale_situation(&f, four, fire_from(140.0, 70.0), 1).detached);
    assert!(!morale_situation(&f, whole, fire_from(120.0, 70.0), 1).detached);
    let worth = |u: UnitId| {
        let cause = Cause::Artillery { cm: 20.0, from: v2(130.0, 90.0), marching: false };
        let (_, r) = judge::<Morale>(&morale_situation(&f, u, cause, 1), &mut HandDice::new([3, 4]));
        r.modifiers.iter().filter(|m| m.clause.id() == "XV.b").map(|m| m.value).sum::<i32>()
    };
    assert_eq!(p.shows("XV.b", (worth(four), worth(whole))), (-1, 0));
}

#[derive(Clone, Copy, Debug)]
enum Blow {
    Men(u32),
    Taken(u16),
    Fled,
}

fn blows() -> impl Strategy<Value = Vec<Blow>> {
    let one = prop_oneof![
        6 => (0u32..90).prop_map(Blow::Men),
        2 => (0u16..5).prop_map(Blow::Taken),
        1 => Just(Blow::Men(u32::MAX)),
        1 => Just(Blow::Taken(u16::MAX)),
        1 => Just(Blow::Fled),
    ];
    proptest::collection::vec(one, 0..12)
}

proptest! {
    /// Present, fallen, captured and fled always add up to the start, and the unit stands as its formation says.
    #[test]
    fn men_are_conserved(
        figures in 1u16..40,
        formation in prop::sample::select(Formation::ALL.to_vec()),
        arm in 0u8..3,
        blows in blows(),
    ) {
        let mut d = Drill::new();
        let a = match arm {
            0 => d.infantry(A, figures, formation, 120.0, 60.0, 30.0),
            1 if formation != ThinLine => d.cavalry(A, figures, formation, 120.0, 60.0, 30.0),
            _ => d.battery(A, Gun::Napoleon, 6, 120.0, 60.0, 30.0),
        };
        let mut f = d.field();
        let start = u32::from(f[a].original) * 20;
        let mut told = (0, 0);
        for b in blows {
            let before = f[a].figures;
            match b {
                Blow::Men(n) => {
                    let s = suffer(&mut f, a, n, 1);
                    told.0 += s.men;
                    prop_assert_eq!(before - f[a].figures, s.figures_removed);
                    prop_assert_eq!(s.destroyed, before > 0 && f[a].figures == 0 && s.men > 0);
                }
                Blow::Taken(n) => told.1 += give_up(&mut f, a, n),
                Blow::Fled => {
                    flee_off(&mut f, a);
                }
            }
            let u = &f[a];
            let r = Reckoning::of(u);
            prop_assert_eq!(r.sum(), start, "{:?}", u);
            prop_assert_eq!(r.fallen, told.0);
            prop_assert_eq!(u.losses.prisoners, told.1);
            prop_assert!(u.carried < 20);
            prop_assert_eq!(u.on_table(), u.figures > 0);
            if u.on_table() {
                prop_assert!(u.base.width > 0.0 && u.base.depth > 0.0 && u.gap >= 0.0);
                let bases: f64 = u.rects().iter().map(|r| 4.0 * r.half_width * r.half_depth).sum();
                if arm == 0 {
                    prop_assert!((bases - f64::from(u.figures) * 1.2).abs() < 1e-6);
                }
            }
        }
    }
}
