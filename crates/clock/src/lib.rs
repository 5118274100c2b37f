//! The clock of a simultaneous turn: everybody is on a *leg* (standing, marching straight or wheeling at a known rate until a known
//! moment), and what the legs lead to between two of them is found when a leg is planned and kept on an *agenda*. The clock jumps to
//! the earliest entry; all that is due within the dial's tolerance is one *instant*, and the book settles it for both sides together.
//! When somebody changes his leg, what was found of the old one is dropped and found anew.
//!
//! No rule of any book lives here: a book implements [`Drive`] and says how a unit goes on, what is watched for between two, and what
//! happens at an instant. Nothing depends on who is listed or planned first.
//!
//! Two lines that march at each other and halt when two lengths are left between them:
//!
//! ```
//! use clock::{Clock, ClockOf, Dial, Drive, Due, Flow, Leg, LegOf, MeetOf};
//! use table::{Base, Motion, Moving, Pose, first_within, v2};
//!
//! struct Drill {
//!     clock: ClockOf<Drill>,
//!     bases: Vec<Base>,
//!     halted: bool,
//! }
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
//! struct Near;
//!
//! impl Drive for Drill {
//!     type Unit = u16;
//!     type What = Near;
//!     type How = ();
//!
//!     fn clock(&self) -> &ClockOf<Drill> {
//!         &self.clock
//!     }
//!     fn clock_mut(&mut self) -> &mut ClockOf<Drill> {
//!         &mut self.clock
//!     }
//!     fn present(&self, _u: u16) -> bool {
//!         true
//!     }
//!     fn base(&self, u: u16) -> Base {
//!         self.bases[usize::from(u)]
//!     }
//!     fn place(&mut self, u: u16, base: Base) {
//!         self.bases[usize::from(u)] = base;
//!     }
//!     fn goes_on(&mut self, u: u16) -> LegOf<Drill> {
//!         let (base, since) = (self.base(u), self.clock.now());
//!         let motion = Motion::March { velocity: base.dir * 30.0 };
//!         match self.halted {
//!             true => Leg::stand(base, since),
//!             false => Leg::stretch(Moving { base, since, motion }, 100.0, 30.0, ()),
//!         }
//!     }
//!     fn watch(&self, u: u16, o: u16, found: &mut Vec<(f64, Near)>) {
//!         let (from, to) = self.clock.together(u, o);
//!         let (mine, theirs) = (self.clock.leg(u).moving, self.clock.leg(o).moving);
//!         found.extend(first_within(&mine, &theirs, 2.0, from, to).map(|at| (at, Near)));
//!     }
//!     fn instant(&mut self, due: Vec<MeetOf<Drill>>) -> Flow {
//!         assert!(due.iter().all(|m| m.what == Due::Met(Near)));
//!         self.halted = true;
//!         (0..2).for_each(|u| clock::plan(self, u));
//!         Flow::On
//!     }
//! }
//!
//! let line = |y, facing| Base::new(Pose { x: 50.0, y, facing }, 8.0, 4.0);
//! let bases = vec![line(10.0, 0.0), line(27.0, 180.0)];
//! let dial = Dial { instant: 1e-4, stroke: 5e-6, end: 1.0, most: 1000 };
//! let mut clock = Clock::new(dial, 100.0, 60.0, bases.iter().copied());
//! clock.set_reach(2.0);
//! let mut drill = Drill { clock, bases, halted: false };
//! (0..2).for_each(|u| clock::plan(&mut drill, u));
//!
//! // A stretch in which nothing happens, then the rest of the turn.
//! assert_eq!(clock::run(&mut drill, 0.1), Flow::Over);
//! assert_eq!((drill.bases[0].front.y, drill.halted), (13.0, false));
//! assert_eq!(clock::run(&mut drill, 1.0), Flow::Over);
//! // They closed at 60 and had 15 to go.
//! assert!(drill.halted);
//! assert!((drill.bases[0].front.y - 17.5).abs() < 1e-3 && (drill.bases[1].front.y - 19.5).abs() < 1e-3);
//! ```

mod agenda;
mod both;
mod clock;
mod dial;
mod drive;
mod forced;
mod held;
mod leg;
mod room;
mod telling;
#[cfg(test)]
mod tests;
mod trace;

pub use agenda::{Due, Id, Meet};
pub use both::Both;
pub use clock::{Clock, boxes_meet};
pub use dial::Dial;
pub use drive::{ClockOf, Drive, Flow, LegOf, MeetOf, carry, expect, plan, run};
pub use forced::{Forced, Mover, MoverOf, Movers, MoversOf, Stretch, presses, run_forced};
pub use held::{behind_others, tell_those_behind, until_free};
pub use leg::{End, Leg, Settled, closing, closing_on, runs_into};
pub use room::{just_clear, nearest_room};
pub use telling::{ToldLeg, Walk, Way, walked};
pub use trace::{Traced, come_upon, corners};
