//! Bodies that were to march and stand where they stood: they step back or aside before they try again.

use super::desk::{Desk, order};
use newbury_napoleonic::Field;
use newbury_napoleonic::answer::{LegOrder, MoveOrder, Turning};
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::unit::{Unit, UnitId};
use table::V2;

/// Nobody has moved who is still so near to where he was, in cm, and has turned by less, in degrees.
const STILL: f64 = 0.8;
const TURNED: f64 = 4.0;
/// So often it is tried before another way is looked for.
const OFTEN: u8 = 2;
/// So far is stepped back, in cm.
const BACK: f64 = 8.0;
/// So much is wheeled aside, in degrees.
const ASIDE: f64 = 40.0;

#[derive(Clone, Copy, Debug)]
struct Stood {
    at: V2,
    dir: V2,
    /// It was to march or to wheel.
    tried: bool,
    /// It was to charge.
    charged: bool,
    times: u8,
    /// Its charge of the last move did not begin.
    baulked: bool,
}

/// Who stood where in the last move, and how often he has tried in vain to get on.
#[derive(Debug, Default)]
pub(super) struct Jams {
    of: Vec<Option<Stood>>,
}

impl Jams {
    pub fn look(&mut self, f: &Field) {
        self.of.resize(f.units.len(), None);
        for (u, of) in f.units.iter().zip(&mut self.of) {
            let (at, dir) = (u.base.front, u.base.dir);
            let (times, baulked) = of.map_or((0, false), |s| {
                let still = s.at.dist(at) < STILL && s.dir.angle_to(dir).to_degrees() < TURNED;
                let times = s.times.saturating_add(u8::from(s.tried || s.charged));
                if still { (times, s.charged) } else { (0, false) }
            });
            *of = Some(Stood { at, dir, tried: false, charged: false, times, baulked });
        }
    }

    /// Has it tried in vain more than once?
    pub fn jammed(&self, u: UnitId) -> bool {
        self.times(u) >= OFTEN
    }

    pub fn times(&self, u: UnitId) -> u8 {
        self.of.get(u.index()).copied().flatten().map_or(0, |s| s.times)
    }

    /// Was it to charge in the last move, and stands where it stood?
    pub fn baulked(&self, u: UnitId) -> bool {
        self.of.get(u.index()).copied().flatten().is_some_and(|s| s.baulked)
    }

    pub fn charges(&mut self, u: UnitId) {
        if let Some(Some(s)) = self.of.get_mut(u.index()) {
            s.charged = true;
        }
    }

    pub fn tries(&mut self, u: UnitId, tries: bool) {
        if let Some(Some(s)) = self.of.get_mut(u.index()) {
            s.tried = tries;
        }
    }
}

impl Desk<'_> {
    /// Back or aside, another way each time.
    pub fn aside(&self, u: &Unit, times: u8) -> Option<MoveOrder> {
        let rate = self.f.rate(u, Gait::Normal).unwrap_or(0.0).max(1.0);
        let cm = rate * 0.7;
        let mut ways: Vec<Vec<LegOrder>> = if u.open_order() {
            [120.0, -120.0, 60.0, -60.0]
                .map(|x: f64| {
                    let towards = Some(u.base.dir.turned(x.to_radians()).bearing_degrees());
                    vec![LegOrder::March { cm, towards }]
                })
                .to_vec()
        } else {
            let wheel =
                |degrees: f64| vec![LegOrder::Wheel { degrees }, LegOrder::March { cm, towards: None }];
            let about = vec![
                LegOrder::Turn { to: Turning::About },
                LegOrder::March { cm: BACK.min(rate) * 2.0, towards: None },
                LegOrder::Reorder,
            ];
            // Only foot steps back (12.5.c).
            let steps = vec![LegOrder::Back { cm: BACK.min(rate) }];
            let back = if u.mounted() || u.arm().battery() { about } else { steps };
            vec![back, wheel(ASIDE), wheel(-ASIDE)]
        };
        let n = ways.len();
        ways.rotate_left(usize::from(times) % n);
        self.lawful(ways.into_iter().map(|legs| order(u, legs)))
    }
}
