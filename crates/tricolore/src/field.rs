//! The field: everything that lies and stands on the table, and the state of both armies.

use crate::book::SheetRef;
use crate::command::{Body, BodyId, Command, CommandId};
use crate::ground::{Bridge, BridgeId, Ground};
use crate::officer::{Officer, OfficerId};
use crate::unit::{Side, Unit, UnitId};
use crate::units::Units;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Rect, V2, v2};
use umpire::Readings;

/// Engagement distance (engagement.1).
pub(crate) const ENGAGED: f64 = 400.0;

/// Weather that changes the rules (weather.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weather {
    #[default]
    Fair,
    Fog,
    /// Heavy rain or snow.
    Rain,
}

/// What has become of a town zone (bombardment-town.3, play.town-zones).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneState {
    /// Its cover value now.
    pub cover: u8,
    /// The side that stood in it at the last initial melee (fortress.2).
    pub holder: Option<Side>,
    /// A town fight is going on, and who attacks.
    pub fight: Option<Side>,
    /// The side that was last alone in it (play.town-zones).
    #[serde(default)]
    pub last: Option<Side>,
}

impl ZoneState {
    /// A zone with its whole cover, in which nobody is yet.
    pub fn new(cover: u8) -> ZoneState {
        ZoneState { cover, holder: None, fight: None, last: None }
    }
}

/// What has become of a redoubt (redoubt.4, redoubt.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedoubtState {
    pub cover: u8,
    /// Evacuated, and so removed.
    pub gone: bool,
}

/// What has become of a bridge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BridgeState {
    pub bridge: Bridge,
    /// Made ready to be blown up by that side.
    pub prepared: Option<Side>,
    pub gone: bool,
}

/// An upright box about rectangles that reaches so much farther.
pub(crate) fn around(rects: impl IntoIterator<Item = Rect>, far: f64) -> (V2, V2) {
    let none = (v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY));
    let (lo, hi) = rects
        .into_iter()
        .map(|r| r.bounds())
        .fold(none, |(lo, hi), (a, b)| (v2(lo.x.min(a.x), lo.y.min(a.y)), v2(hi.x.max(b.x), hi.y.max(b.y))));
    (lo - v2(far, far), hi + v2(far, far))
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub ground: Arc<Ground>,
    pub sheet: SheetRef,
    pub readings: Readings,
    pub weather: Weather,
    /// Very muddy: only cobbled roads are roads (weather.6).
    pub mud: bool,
    pub units: Units,
    pub officers: Vec<Officer>,
    pub commands: Vec<Command>,
    pub bodies: Vec<Body>,
    /// Of each town zone of the ground.
    pub zones: Vec<ZoneState>,
    /// Of each redoubt of the ground.
    pub redoubts: Vec<RedoubtState>,
    /// The ground's bridges, then those built in play.
    pub bridges: Vec<BridgeState>,
    /// The round under way or just ended, from 1; 0 before the first.
    pub round: u32,
}

umpire::by_place!(Field:
    OfficerId => officers: Officer,
    CommandId => commands: Command,
    BodyId => bodies: Body,
    BridgeId => bridges: BridgeState,
);

impl std::ops::Index<UnitId> for Field {
    type Output = Unit;
    fn index(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
}

impl std::ops::IndexMut<UnitId> for Field {
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        if self.units.many_changed() {
            self.find_units();
        }
        self.units.touched(id.index())
    }
}

impl Field {
    /// Looks where those stand who have been changed, so that they are found again.
    pub(crate) fn find_units(&mut self) {
        let mut units = std::mem::take(&mut self.units);
        units.find(self.ground.width, self.ground.depth, |u| self.bounds(u));
        self.units = units;
    }

    /// An upright box about a unit, and about the town zone in which it is.
    fn bounds(&self, u: &Unit) -> (V2, V2) {
        let town = u.formation.zone().map(|z| self.ground[z].rect);
        let rects = self.rects(u).into_iter().chain([u.base.rect(), self.front(u).rect()]).chain(town);
        around(rects, 0.0)
    }

    /// Units of which any part may be no farther than so far from any of these; more than these, in order.
    pub fn about(&self, rects: &[Rect], far: f64) -> impl Iterator<Item = &Unit> {
        let (lo, hi) = around(rects.iter().copied(), far);
        self.units.within(lo, hi)
    }

    /// The same of a side.
    pub fn side_about(&self, side: Side, rects: &[Rect], far: f64) -> impl Iterator<Item = &Unit> {
        let (lo, hi) = around(rects.iter().copied(), far);
        self.units.of_side_within(side, lo, hi)
    }

    /// The enemies of a side of whom any part may be no farther than so far from any of these; more than these, in order.
    pub fn enemies_about(&self, of: Side, rects: &[Rect], far: f64) -> impl Iterator<Item = &Unit> {
        self.side_about(of.other(), rects, far).filter(move |u| self.is_enemy(of, u))
    }

    /// Units on the table.
    pub fn present(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|u| u.present())
    }

    /// A side's units on the table.
    pub fn side(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.present().filter(move |u| u.side == s)
    }

    /// The units of a command on the table.
    pub fn of_command(&self, c: CommandId) -> impl Iterator<Item = &Unit> {
        self.units.of_command(c)
    }

    pub fn by_code(&self, code: &str) -> Option<UnitId> {
        self.units.by_code(code)
    }

    pub fn officer_by_code(&self, code: &str) -> Option<OfficerId> {
        self.officers.iter().find(|o| &*o.code == code).map(|o| o.id)
    }

    pub fn command_by_code(&self, code: &str) -> Option<CommandId> {
        self.commands.iter().find(|c| &*c.code == code).map(|c| c.id)
    }

    pub fn body_by_code(&self, code: &str) -> Option<BodyId> {
        self.bodies.iter().find(|b| &*b.code == code).map(|b| b.id)
    }

    /// The formation itself and those above it, from below.
    pub fn chain(&self, body: BodyId) -> impl Iterator<Item = &Body> {
        std::iter::successors(Some(&self[body]), |b| b.above.map(|a| &self[a]))
    }

    /// The formation of that level of which this one is a part, or is itself.
    pub fn above(&self, body: BodyId, level: crate::command::Level) -> Option<BodyId> {
        self.chain(body).find(|b| b.level == level).map(|b| b.id)
    }

    /// The superiors of an officer, the immediate one first (officers.4).
    pub fn superiors(&self, of: OfficerId) -> impl Iterator<Item = &Officer> {
        std::iter::successors(self[of].superior, |o| self[*o].superior).map(|o| &self[o])
    }
}
