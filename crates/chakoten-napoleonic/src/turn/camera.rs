//! What is noticed of the turn: whom the sides have sighted (play.hidden), and stills of it for those who will watch it, taken when
//! somebody starts, stops or turns, when something is said, and at even times of the clock, so that nothing unseen can be read from when a
//! moment is.

use super::Table;
use crate::battle::Still;
use crate::event::Event;
use crate::unit::{Side, UnitId};
use crate::view::{Known, Sightings};
use desk::{Camera, Cue, Taken};
use std::sync::Arc;
use table::Motion;
use umpire::Log;

/// The clock's even moments, at which everybody looks round.
const TICK: f64 = 0.1;

/// What has been seen so far, and the camera, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noticed {
    pub sightings: Sightings,
    /// What the sides knew when that was last worked out, with whom they saw from where.
    pub known: [Option<Arc<Known>>; 2],
    pub camera: Option<Box<Camera<Still>>>,
    motions: Vec<Motion>,
    stirred: Vec<(u32, Side)>,
}

impl Noticed {
    /// A turn begins: everybody stands, and who moved at the end of the last one has stopped since.
    pub(super) fn turn_begins(&mut self) {
        self.motions.clear();
        self.stirred.clear();
    }

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
        let turn = self.field.turn;
        camera.take(|seen| {
            let all = match &self.log {
                Log::On(v) => v.as_slice(),
                Log::Off => &[],
            };
            let new = &all[seen.min(all.len())..];
            // Where nothing was said and nobody turned there is nothing to notice before the next even moment.
            if cue == Cue::Instant && self.noticed.stirred.is_empty() && new.is_empty() {
                return None;
            }
            let clock = self.now.as_ref().map(|n| n.time());
            Some(Taken {
                still: Still {
                    field: self.field.clone(),
                    sightings: self.noticed.sightings.clone(),
                    known: [None, None],
                },
                turn,
                clock,
                cue,
                events: all.len(),
                stirred: std::mem::take(&mut self.noticed.stirred),
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
            // Each of them once, also beside an instant: whether somebody looks then must not hang on what others are about.
            if tick > from && tick <= to {
                clock::carry(self, tick);
                self.staff_arrivals();
                self.cue(Cue::Tick);
            }
        }
    }
}
