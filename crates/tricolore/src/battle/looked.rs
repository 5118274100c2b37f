//! What was found when it was last looked who is near the enemy, in command and in his place: after an act only those are looked at anew whom it
//! may concern.

use crate::command::{CommandId, Press};
use crate::field::{ENGAGED, Field};
use crate::integrity;
use crate::officer::{Officer, OfficerId};
use crate::ops;
use crate::unit::Unit;
use crate::units::Bounds;
use smallvec::SmallVec;
use table::{V2, v2};

/// So much farther than it matters is looked.
const SPARE: f64 = 3.0;

/// What is known of the whole table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looked {
    pub(crate) integrity: [integrity::Watch; 2],
    pub(crate) near: Near,
    pub(crate) officers: Officers,
}

/// What is known of a unit, as far as it was asked.
#[derive(Clone, Debug, Default)]
struct Known {
    bounds: Option<Bounds>,
    command: Option<CommandId>,
    press: Option<Press>,
    in_command: Option<bool>,
}

/// What of a command officer decides who is in his radius.
type Post = (OfficerId, V2, V2, u16, bool);

fn post(f: &Field, o: OfficerId) -> Post {
    let of = &f[o];
    (o, of.at, of.dir, of.gifts.radius, of.present())
}

/// How enemies press each unit and whether it is in command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    /// After so many changes of the units.
    then: u32,
    units: Vec<Known>,
    posts: Vec<Post>,
}

fn grown((lo, hi): Bounds, by: f64) -> Bounds {
    (lo - v2(by, by), hi + v2(by, by))
}

impl Near {
    /// Forgets whatever may no longer be so. The units of the field have been found.
    pub(crate) fn refresh(&mut self, f: &Field) {
        let moved: SmallVec<[usize; 16]> = f.units.moved_since(self.then).collect();
        self.then = f.units.changes();
        let many = moved.len() * 4 > f.units.len();
        if many {
            self.units.clear();
        }
        self.units.resize_with(f.units.len(), Known::default);
        for n in moved {
            let u = &f.units[n];
            let now = Known { bounds: f.units.box_of(n), command: u.command, ..Known::default() };
            let was = std::mem::replace(&mut self.units[n], now);
            if many {
                continue;
            }
            for (lo, hi) in [was.bounds, f.units.box_of(n)].into_iter().flatten() {
                let (lo, hi) = grown((lo, hi), ENGAGED + SPARE);
                for e in f.units.of_side_within(u.side.other(), lo, hi) {
                    self.units[e.id.index()].press = None;
                }
            }
            for c in [was.command, u.command].into_iter().flatten() {
                self.forget_command(f, c);
            }
        }
        self.posts.truncate(f.commands.len());
        for c in &f.commands {
            let now = post(f, c.officer);
            match self.posts.get_mut(c.id.index()) {
                Some(was) if *was == now => continue,
                Some(was) => *was = now,
                None => self.posts.push(now),
            }
            self.forget_command(f, c.id);
        }
    }

    fn forget_command(&mut self, f: &Field, c: CommandId) {
        for u in f.of_command(c) {
            self.units[u.id.index()].in_command = None;
        }
    }

    /// How enemies press a unit.
    pub(crate) fn press_on(&mut self, f: &Field, u: &Unit) -> Press {
        let known = *self.units[u.id.index()].press.get_or_insert_with(|| f.press_on(u));
        debug_assert_eq!(known, f.press_on(u), "{}", u.code);
        known
    }

    /// Is a unit of some command in command (op.command.1)?
    pub(crate) fn in_command(&mut self, f: &Field, u: &Unit) -> bool {
        let known = *self.units[u.id.index()].in_command.get_or_insert_with(|| ops::in_command(f, u));
        debug_assert_eq!(known, ops::in_command(f, u), "{}", u.code);
        known
    }

    /// How enemies press a command, by its units that are in command (engagement.4).
    pub(crate) fn press(&mut self, f: &Field, c: CommandId) -> Press {
        let mut worst = Press::None;
        for u in f.of_command(c).filter(|u| f.is_enemy(u.side.other(), u)) {
            let p = self.press_on(f, u);
            if p > worst && self.in_command(f, u) {
                worst = p;
            }
        }
        worst
    }
}

/// Where each officer was when no enemy was near him.
#[derive(Clone, Debug, Default)]
pub(crate) struct Officers {
    then: u32,
    clear: Vec<Option<V2>>,
}

impl Officers {
    /// Forgets those to whom an enemy may have come within so many metres. The units of the field have been found.
    pub(crate) fn refresh(&mut self, f: &Field, metres: f64) {
        self.clear.resize(f.officers.len(), None);
        let moved: SmallVec<[usize; 16]> = f.units.moved_since(self.then).collect();
        self.then = f.units.changes();
        if moved.len() * 4 > f.units.len() {
            self.clear.fill(None);
            return;
        }
        for (lo, hi) in moved.into_iter().filter_map(|n| f.units.box_of(n)) {
            let (lo, hi) = grown((lo, hi), metres + SPARE);
            for at in &mut self.clear {
                *at = at.filter(|p| p.x < lo.x || p.x > hi.x || p.y < lo.y || p.y > hi.y);
            }
        }
    }

    /// Is nobody near him, as far as is known?
    pub(crate) fn is_clear(&self, o: &Officer) -> bool {
        self.clear[o.id.index()] == Some(o.at)
    }

    pub(crate) fn note_clear(&mut self, o: &Officer) {
        self.clear[o.id.index()] = Some(o.at);
    }
}
