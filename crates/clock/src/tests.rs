//! A book of one page: everybody marches along his list of velocities, halts before enemies and queues behind friends.

use crate::{
    Clock, ClockOf, Dial, Drive, Due, Flow, Forced, Leg, LegOf, MeetOf, Mover, MoverOf, MoversOf, Stretch,
};
use crate::{behind_others, carry, closing, plan, presses, run, run_forced};
use table::{Base, EPS, Motion, Moving, Pose, Strips, V2, first_within, gap_at, v2};

const REACH: f64 = 2.0;
const DIAL: Dial = Dial { instant: 1e-4, stroke: 5e-6, end: 1.0, most: 500 };

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Enemy,
    Friend,
}

#[derive(Clone, Debug, PartialEq)]
struct Man {
    side: u8,
    base: Base,
    /// Stretches: a velocity, and how far.
    way: Vec<(V2, f64)>,
    gone: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Drill {
    clock: ClockOf<Drill>,
    men: Vec<Man>,
    /// When, what, who and whom.
    log: Vec<(f64, Due<What>, u16, u16)>,
    alarms: Vec<f64>,
    /// At every encounter somebody is asked.
    asks: bool,
    endless: bool,
    /// Nobody is carried away.
    lets_through: bool,
}

impl Drive for Drill {
    type Unit = u16;
    type What = What;
    type How = ();

    fn clock(&self) -> &ClockOf<Drill> {
        &self.clock
    }
    fn clock_mut(&mut self) -> &mut ClockOf<Drill> {
        &mut self.clock
    }
    fn present(&self, u: u16) -> bool {
        !self.men[usize::from(u)].gone
    }
    fn base(&self, u: u16) -> Base {
        self.men[usize::from(u)].base
    }
    fn place(&mut self, u: u16, base: Base) {
        self.men[usize::from(u)].base = base;
    }
    fn goes_on(&mut self, u: u16) -> LegOf<Drill> {
        let (base, since) = (self.base(u), self.clock.now());
        let Some(&(velocity, far)) = self.men[usize::from(u)].way.first() else {
            return Leg::stand(base, since);
        };
        let moving = Moving { base, since, motion: Motion::March { velocity } };
        behind_others(self, u, Leg::stretch(moving, far, velocity.len(), ()))
    }
    fn watch(&self, u: u16, o: u16, found: &mut Vec<(f64, What)>) {
        let (mine, theirs) = (self.clock.leg(u).moving, self.clock.leg(o).moving);
        let (from, to) = self.clock.together(u, o);
        if mine.motion == Motion::Stand || self.clock.held_by(u).contains(&o) {
            return;
        }
        let friend = self.men[usize::from(u)].side == self.men[usize::from(o)].side;
        // Who has just parted from a friend has not met him.
        if friend && gap_at(&mine, &theirs, from) <= EPS && !closing(&mine, &theirs, from) {
            return;
        }
        let (what, reach) = if friend { (What::Friend, 0.0) } else { (What::Enemy, REACH) };
        found.extend(first_within(&mine, &theirs, reach, from, to).map(|t| (t, what)));
    }
    fn at_end(what: What) -> bool {
        what == What::Enemy
    }
    fn alarm(&self) -> f64 {
        let later = |t: &f64| *t > self.clock.now() + DIAL.instant;
        self.alarms.iter().copied().filter(later).fold(f64::INFINITY, f64::min)
    }
    fn bars(&self, _u: u16, o: u16, _leg: &LegOf<Drill>) -> bool {
        self.present(o)
    }
    fn instant(&mut self, due: Vec<MeetOf<Drill>>) -> Flow {
        let now = self.clock.now();
        self.log.extend(due.iter().map(|m| (now, m.what, m.who, m.other)));
        for m in &due {
            let done = self.clock.leg_mut(m.who).settle(now).map_or(0.0, |s| s.done);
            let way = &mut self.men[usize::from(m.who)].way;
            if let Some(first) = way.first_mut() {
                first.1 -= done;
                if first.1 <= 1e-9 {
                    way.remove(0);
                }
            }
            match m.what {
                Due::Met(What::Enemy) => self.men[usize::from(m.who)].way.clear(),
                Due::Met(What::Friend) => self.clock.hold_up(m.who, m.other),
                Due::LegEnds => {}
            }
        }
        due.iter().for_each(|m| plan(self, m.who));
        if self.asks && due.iter().any(|m| m.what != Due::LegEnds) { Flow::Ask } else { Flow::On }
    }
    fn endless(&mut self) {
        self.endless = true;
    }
}

/// They run at 40 to the edge at 100, are stopped by enemies, and carry away friends whom they press on.
impl Forced for Drill {
    type Own = Option<&'static str>;
    type Stop = &'static str;

    fn stretch(&mut self, m: &mut MoverOf<Drill>) -> Option<Stretch> {
        let left = 100.0 - m.moving.base.front.y;
        (left > 1e-6).then_some(Stretch { from: m.moving.base, velocity: m.dir * 40.0, takes: left / 40.0 })
    }
    fn look_at(&self, m: &MoverOf<Drill>, o: u16, there: &Moving, at: f64) -> Option<f64> {
        let friend = self.men[usize::from(m.unit)].side == self.men[usize::from(o)].side;
        let reach = if friend { 0.0 } else { REACH };
        (gap_at(&m.moving, there, at) > reach + EPS).then_some(reach)
    }
    fn meet(&mut self, m: &mut MoverOf<Drill>, o: u16, there: &Moving, at: f64) -> Option<&'static str> {
        let enemy = self.men[usize::from(m.unit)].side != self.men[usize::from(o)].side;
        (enemy && gap_at(&m.moving, there, at) <= REACH + EPS).then_some("enemy")
    }
    fn stop(&mut self, m: &mut MoverOf<Drill>, why: &'static str) {
        m.own = Some(why);
    }
    fn spread(&mut self, all: &mut MoversOf<Drill>, at: f64) {
        let pressed = (0..self.men.len() as u16)
            .filter(|o| !self.lets_through && all.which(*o).is_none())
            .find(|o| all.iter().any(|m| presses(&m.moving, &all.place(self, *o), at)));
        if let Some(o) = pressed {
            let m = Mover::set_out(self, o, v2(0.0, 1.0), at, 0.5, None);
            all.set(m);
        }
    }
    fn over(&mut self, m: MoverOf<Drill>) {
        assert_eq!(m.track.last(), Some(&m.moving.base));
        self.men[usize::from(m.unit)].base = m.moving.base;
        let what = if m.own.is_some() { What::Enemy } else { What::Friend };
        self.log.push((self.clock.now(), Due::Met(what), m.unit, m.unit));
    }
}

/// Runs the first away for half a turn's time.
fn flee(d: &mut Drill, behind: Option<u16>) {
    let mut first = Mover::set_out(d, 0, v2(0.0, 1.0), 0.0, 0.5, None);
    first.behind = behind;
    let boxes = Strips::new(200.0, 60.0, d.men.iter().map(|m| m.base.rect().bounds()));
    run_forced(d, vec![first], boxes, REACH + 0.1);
}

/// A line of that side, facing north or south, with its way.
fn man(side: u8, x: f64, y: f64, way: &[(V2, f64)]) -> Man {
    let facing = if side == 0 { 0.0 } else { 180.0 };
    Man { side, base: Base::new(Pose { x, y, facing }, 8.0, 4.0), way: way.to_vec(), gone: false }
}

fn drill(men: Vec<Man>) -> Drill {
    let mut clock = Clock::new(DIAL, 200.0, 60.0, men.iter().map(|m| m.base));
    clock.set_reach(REACH);
    let (log, alarms) = (Vec::new(), Vec::new());
    let mut d = Drill { clock, men, log, alarms, asks: false, endless: false, lets_through: false };
    (0..d.men.len()).for_each(|u| plan(&mut d, u as u16));
    d
}

const NORTH: V2 = V2 { x: 0.0, y: 30.0 };
const SOUTH: V2 = V2 { x: 0.0, y: -30.0 };

#[test]
fn two_lines_halt_before_each_other_and_the_clock_runs_out() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 50.0, 27.0, &[(SOUTH, 60.0)])]);
    assert_eq!(run(&mut d, 1.0), Flow::Over);
    let met = d.log[0].0;
    assert!((met - 0.25).abs() < 2.0 * DIAL.stroke);
    assert_eq!(
        d.log,
        [(met, Due::Met(What::Enemy), 0, 1), (met, Due::Met(What::Enemy), 1, 0)],
        "both at one instant, each once"
    );
    assert_eq!(d.clock.now(), 1.0);
    let gap = d.men[0].base.rect().gap(&d.men[1].base.rect());
    assert!((gap - REACH).abs() < 1e-3, "{gap}");
}

#[test]
fn a_stretch_of_the_clock_leaves_the_rest_expected() {
    let men = vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 50.0, 27.0, &[(SOUTH, 60.0)])];
    let (mut whole, mut steps) = (drill(men.clone()), drill(men));
    run(&mut whole, 1.0);
    for until in [0.1, 0.2, 0.2, 0.3, 0.7, 1.0, 2.0] {
        assert_eq!(run(&mut steps, until), Flow::Over);
        assert_eq!(steps.clock.now(), f64::min(until, 1.0));
    }
    assert_eq!(steps.log, whole.log);
    assert_eq!(steps.men, whole.men);
}

#[test]
fn the_order_of_the_list_does_not_matter() {
    let men = [
        man(0, 50.0, 10.0, &[(NORTH, 60.0)]),
        man(0, 60.0, 3.0, &[(NORTH, 60.0)]),
        man(1, 55.0, 50.0, &[(SOUTH, 60.0)]),
        man(1, 55.0, 70.0, &[(v2(-5.0, -30.0), 60.0)]),
    ];
    let places = |order: &[usize]| {
        let mut d = drill(order.iter().map(|i| men[*i].clone()).collect());
        run(&mut d, 1.0);
        let mut all: Vec<_> = order.iter().zip(&d.men).map(|(i, m)| (*i, m.base)).collect();
        all.sort_by_key(|x| x.0);
        all
    };
    let first = places(&[0, 1, 2, 3]);
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(places(&order), first, "{order:?}");
    }
}

#[test]
fn what_was_found_of_an_old_leg_is_dropped() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 50.0, 27.0, &[(SOUTH, 60.0)])]);
    run(&mut d, 0.1);
    // The second turns aside: nothing comes of what was expected.
    let now = d.clock.now();
    d.clock.leg_mut(1).settle(now);
    d.men[1].way = vec![(v2(60.0, 0.0), 60.0)];
    plan(&mut d, 1);
    run(&mut d, 1.0);
    assert!(d.log.iter().all(|m| m.1 == Due::LegEnds), "{:?}", d.log);
}

#[test]
fn who_is_not_there_is_not_met() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 50.0, 27.0, &[])]);
    d.men[1].gone = true;
    plan(&mut d, 0);
    d.clock.clear_agenda();
    plan(&mut d, 0);
    run(&mut d, 1.0);
    assert_eq!(d.log, []);
    assert_eq!(d.men[0].base.front.y, 40.0);
}

#[test]
fn at_the_very_end_only_what_counts_comes_about() {
    // Exactly reached at 1: the enemy counts, the friend and the end of the leg do not.
    let enemy = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 50.0, 42.0, &[])]);
    let friend = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 30.0)]), man(0, 50.0, 44.0, &[])]);
    for (mut d, met) in [(enemy, 1), (friend, 0)] {
        run(&mut d, 1.0);
        assert_eq!(d.log.len(), met, "{:?}", d.log);
    }
}

#[test]
fn an_alarm_is_an_instant_of_its_own() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 15.0)])]);
    d.alarms = vec![0.2, 0.50005, 1.0];
    let mut times = Vec::new();
    while run(&mut d, 1.0) != Flow::Over {
        times.push(d.clock.now());
    }
    // What is due just before an alarm is not put off by it.
    assert_eq!(d.log, [(0.5, Due::LegEnds, 0, 0)]);
    assert_eq!(d.men[0].base.front.y, 25.0);
}

#[test]
fn the_clock_stands_while_somebody_is_asked() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 50.0, 27.0, &[(SOUTH, 60.0)])]);
    d.asks = true;
    assert_eq!(run(&mut d, 1.0), Flow::Ask);
    let asked = d.clone();
    assert!(d.clock.now() < 0.3);
    // A snapshot is the same and goes on in the same way.
    assert_eq!(d, asked);
    let mut again = asked.clone();
    assert_eq!((run(&mut d, 1.0), run(&mut again, 1.0)), (Flow::Over, Flow::Over));
    assert_eq!(d, again);
    assert_ne!(d, asked);
}

#[test]
fn a_faster_one_follows_the_slower_and_goes_on_when_he_turns_aside() {
    // The first goes north at 10 and after 3 to the east; the second comes up behind him at 30.
    let men = vec![
        man(0, 50.0, 20.0, &[(v2(0.0, 10.0), 3.0), (v2(80.0, 0.0), 60.0)]),
        man(0, 50.0, 13.0, &[(NORTH, 60.0)]),
    ];
    let mut d = drill(men);
    run(&mut d, 0.2);
    let (first, second) = (d.men[0].base, d.men[1].base);
    assert!((first.rear().y - second.front.y).abs() < 1e-3, "it has come up with him");
    run(&mut d, 0.29);
    let (first, second) = (d.men[0].base, d.men[1].base);
    assert!((first.rear().y - second.front.y).abs() < 1e-3, "it keeps contact, at his pace");
    run(&mut d, 1.0);
    assert!(d.men[1].base.front.y > 30.0, "the way was free: {:?}", d.men[1].base);
    assert!(!d.endless);
}

#[test]
fn two_who_press_on_each_other_stand() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(0, 50.0, 34.0, &[(SOUTH, 60.0)])]);
    run(&mut d, 1.0);
    let gap = d.men[0].base.rect().gap(&d.men[1].base.rect());
    assert!(gap < 1e-2 && !d.endless, "{gap}");
}

#[test]
fn a_turn_without_end_is_ended() {
    // Fidgets: one who makes a step to and fro a thousand times.
    let steps: Vec<(V2, f64)> =
        (0..1000).map(|i| if i % 2 == 0 { (NORTH, 0.01) } else { (SOUTH, 0.01) }).collect();
    let mut d = drill(vec![man(0, 50.0, 10.0, &steps)]);
    assert_eq!(run(&mut d, 1.0), Flow::Over);
    assert!(d.endless);
    assert_eq!(d.clock.now(), 1.0);
}

#[test]
fn carrying_moves_who_moves() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[(NORTH, 60.0)]), man(1, 150.0, 27.0, &[])]);
    carry(&mut d, 0.25);
    assert_eq!((d.men[0].base.front.y, d.men[1].base.front.y), (17.5, 27.0));
}

#[test]
fn a_forced_move_takes_none_of_the_turn() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[])]);
    flee(&mut d, None);
    assert_eq!((d.men[0].base.front.y, d.clock.now()), (30.0, 0.0), "half a turn at 40");
    let mut d = drill(vec![man(0, 50.0, 90.0, &[])]);
    flee(&mut d, None);
    assert!((d.men[0].base.front.y - 100.0).abs() < 1e-6, "it ends at the edge");
}

#[test]
fn a_forced_move_is_stopped_before_an_enemy() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[]), man(1, 50.0, 20.0, &[])]);
    flee(&mut d, None);
    assert!((d.men[0].base.front.y - 18.0).abs() < 1e-3);
    assert_eq!(d.log, [(0.0, Due::Met(What::Enemy), 0, 0)]);
}

#[test]
fn who_is_carried_away_starts_at_that_moment() {
    let mut d = drill(vec![man(0, 50.0, 10.0, &[]), man(0, 50.0, 18.0, &[])]);
    flee(&mut d, None);
    // After 4 it presses on the second, who then runs for his own half turn.
    assert!((d.men[0].base.front.y - 30.0).abs() < 1e-3, "{:?}", d.men[0].base);
    assert!((d.men[1].base.front.y - 38.0).abs() < 1e-3, "{:?}", d.men[1].base);
    assert_eq!(d.log.len(), 2);
}

#[test]
fn a_forced_move_ends_clear_behind_one_it_passes() {
    // He is of the same side and marches nowhere; the first goes through him and stops just behind.
    let mut d = drill(vec![man(0, 50.0, 10.0, &[]), man(0, 53.0, 20.0, &[])]);
    d.lets_through = true;
    flee(&mut d, Some(1));
    assert!((d.men[0].base.rear().y - 20.0).abs() < 1e-3, "{:?}", d.men[0].base);
}
