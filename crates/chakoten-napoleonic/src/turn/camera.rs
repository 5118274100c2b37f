//! What is noticed of the turn: whom the sides have sighted (play.hidden), and stills of it for those who will watch it, taken when
//! somebody starts, stops or turns, when something is said, and at even times of the clock, so that nothing unseen can be read from when a
//! moment is.

use super::{INSTANT, Table};
use crate::battle::Still;
use crate::event::{Event, EventKind};
use crate::unit::{Side, UnitId};
use crate::view::Sightings;
use desk::{Camera, Cue, Taken};
use table::Motion;
use umpire::Log;

/// The clock's even moments, at which everybody looks round.
const TICK: f64 = 0.1;

/// Starts and stops that follow each other more closely are one moment.
const CLOSE: f64 = 0.005;

/// What has been seen so far, and the camera, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noticed {
    pub sightings: Sightings,
    pub camera: Option<Box<Camera<Still>>>,
    motions: Vec<Motion>,
    /// The turn and the clock of the last still.
    last: (u32, f64),
    stirred: Vec<(u32, Side)>,
}

impl Noticed {
    /// Of a table on which so much has been seen.
    pub(crate) fn of(sightings: Sightings) -> Noticed {
        Noticed { sightings, ..Noticed::default() }
    }
}

impl Table {
    /// A copy with a log of its own and without stills.
    pub(crate) fn without_past(&self, log: Log<Event>) -> Table {
        Table {
            field: self.field.clone(),
            dice: self.dice.clone(),
            log,
            now: self.now.clone(),
            pending: self.pending.clone(),
            umpire: self.umpire,
            said: self.said.clone(),
            noticed: Noticed::of(self.noticed.sightings.clone()),
        }
    }

    /// Who has started, stopped or turned since this was last asked.
    fn turned(&mut self) -> Vec<(u32, Side)> {
        let Some(now) = &self.now else {
            self.noticed.motions.clear();
            return Vec::new();
        };
        let motions = &mut self.noticed.motions;
        motions.resize(now.runs.len(), Motion::Stand);
        let mut turned = Vec::new();
        for (i, leg) in now.clock.legs().enumerate().take(now.runs.len()) {
            if motions[i] != leg.moving.motion {
                motions[i] = leg.moving.motion;
                turned.push((i as u32, self.field[UnitId(i as u16)].side));
            }
        }
        turned
    }

    /// Takes a still of the table as it stands, if the battle is recorded.
    pub(crate) fn cue(&mut self, cue: Cue) {
        let Some(mut camera) = self.noticed.camera.take() else { return };
        let turned = self.turned();
        self.noticed.stirred.extend(turned);
        let at = (self.field.turn, self.time());
        camera.take(|seen| {
            let all = match &self.log {
                Log::On(v) => v.as_slice(),
                Log::Off => &[],
            };
            let new = &all[seen.min(all.len())..];
            let quiet = new.iter().all(|e| matches!(e.kind, EventKind::Moved { .. }));
            if cue == Cue::Instant {
                // Where nothing was said and nobody turned there is nothing to notice before the next even moment.
                let close = at.0 == self.noticed.last.0 && at.1 - self.noticed.last.1 < CLOSE;
                if quiet && (close || self.noticed.stirred.is_empty() && new.is_empty()) {
                    // It is shown at the next even moment; not when somebody else happens to stir, who may not be seen.
                    self.noticed.stirred.clear();
                    return None;
                }
            }
            self.noticed.last = at;
            let clock = self.now.as_ref().map(|n| n.time());
            Some(Taken {
                still: Still {
                    field: self.field.clone(),
                    sightings: self.noticed.sightings.clone(),
                    known: [None, None],
                },
                turn: at.0,
                clock,
                cue,
                events: all.len(),
                stirred: std::mem::take(&mut self.noticed.stirred),
                quiet,
            })
        });
        self.noticed.camera = Some(camera);
    }

    /// Everybody looks round at the even moments before the clock stands at `to`; whoever goes along with others does so then, too,
    /// whether it is filmed or not.
    pub(super) fn look_round_until(&mut self, to: f64) {
        let from = self.time();
        let n = (1.0 / TICK).round() as u32;
        for i in 1..n {
            let tick = f64::from(i) * TICK;
            if tick > from + INSTANT && tick < to - INSTANT {
                clock::carry(self, tick);
                self.cue(Cue::Tick);
            }
        }
    }
}
