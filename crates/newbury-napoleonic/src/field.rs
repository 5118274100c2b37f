//! The field: everything that lies and stands on the table, and the state of both armies.

use crate::book::SheetRef;
use crate::book::scale::Size;
use crate::footprint::Rects;
use crate::ground::{BuildingId, Ground};
use crate::options::Options;
use crate::terrain::{Season, Weather};
use crate::unit::{Brigade, BrigadeId, Fate, General, GeneralFate, GeneralId, Side, Unit, UnitId};
use crate::units::{Bounds, Units, around};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Edge, Rect, V2};
use umpire::Readings;

/// The weather now (4.4, 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sky {
    pub weather: Weather,
    /// The bearing towards which the wind blows; `None` in a calm.
    pub wind: Option<f64>,
    pub season: Season,
    /// The total by which the weather was found, if it was rolled for (4.4.b).
    pub total: Option<i32>,
    /// It changes every four moves (4.4.c).
    pub changes: bool,
}

impl Default for Sky {
    /// Fine and windy (4.4.d).
    fn default() -> Sky {
        Sky { weather: Weather::Fine, wind: Some(90.0), season: Season::Summer, total: None, changes: false }
    }
}

/// What has become of a building.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BuildingState {
    /// Fires that burn, and the move in which the first was lit (16.9).
    pub fires: u16,
    pub lit: Option<u16>,
    /// Out of control: it burns to the end (16.9.e).
    pub lost: bool,
    /// Centimetres of gap in each wall (16.8).
    pub gaps: [f64; 4],
    /// Attackers who are inside while others hold it (19.3).
    #[serde(default)]
    pub stormers: u16,
    /// The attackers have broken in (19.3.a).
    pub broken_into: Option<Side>,
}

/// A gap in a linear obstacle: from and to along its path.
pub type Gap = (f64, f64);

/// An objective with its points (24.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    pub name: String,
    /// What it is, by the name of a piece of ground; otherwise a place and how far it reaches.
    pub ground: Option<String>,
    pub at: V2,
    pub within: f64,
    /// For each side; what is nothing for one is its enemy's alone.
    pub points: [u32; 2],
}

/// Guns and teams that their gunners have left (23.12, play.prisoners).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Abandoned {
    pub owner: UnitId,
    pub side: Side,
    pub base: table::Base,
    pub guns: Vec<crate::unit::Gun>,
    /// In whose hands they are, if not their owners'.
    pub taken: Option<Side>,
    /// Points of the battery when it was left.
    pub points: f64,
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub ground: Arc<Ground>,
    pub sheet: SheetRef,
    pub readings: Readings,
    pub options: Options,
    pub sky: Sky,
    pub units: Units,
    pub generals: Vec<General>,
    pub brigades: Vec<Brigade>,
    /// Of each building of the ground.
    pub buildings: Vec<BuildingState>,
    /// Gaps in each obstacle of the ground.
    pub gaps: Vec<Vec<Gap>>,
    pub objectives: Vec<Objective>,
    /// Guns that stand alone.
    pub abandoned: Vec<Abandoned>,
    /// The base line of each side (play.rout).
    pub edges: [Edge; 2],
    /// The move under way or just ended, from 1; 0 before the first.
    pub turn: u16,
}

umpire::by_place!(Field:
    GeneralId => generals: General,
    BrigadeId => brigades: Brigade,
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

impl std::ops::Index<BuildingId> for Field {
    type Output = BuildingState;
    fn index(&self, id: BuildingId) -> &BuildingState {
        &self.buildings[id.index()]
    }
}

impl std::ops::IndexMut<BuildingId> for Field {
    fn index_mut(&mut self, id: BuildingId) -> &mut BuildingState {
        &mut self.buildings[id.index()]
    }
}

impl Field {
    /// Looks where those stand who have been changed, so that they are found again.
    pub fn find_units(&mut self) {
        if self.units.certain() {
            return;
        }
        let mut units = std::mem::take(&mut self.units);
        units.find(self.ground.width, |u| {
            let rects = self.covered_by(u);
            let level = self.level_of(&rects);
            (rects, level, u.plan(&self.options).figure)
        });
        self.units = units;
    }

    /// Bodies on the table of whom any part may be no farther than so far from any of these; more than these, in order.
    pub fn about(&self, rects: &[Rect], far: f64) -> impl Iterator<Item = &Unit> + use<'_> {
        self.units.within(around(rects, far))
    }

    /// The same in an upright box.
    pub fn within(&self, about: Bounds) -> impl Iterator<Item = &Unit> + use<'_> {
        self.units.within(about)
    }

    /// A side's bodies of whom any part may be no farther than so far from any of these; more than these, in order.
    pub fn side_about(&self, side: Side, rects: &[Rect], far: f64) -> impl Iterator<Item = &Unit> + use<'_> {
        self.units.of_side_within(side, around(rects, far))
    }

    /// The same of the enemies of a side.
    pub fn enemies_about(&self, of: Side, rects: &[Rect], far: f64) -> impl Iterator<Item = &Unit> + use<'_> {
        self.side_about(of.other(), rects, far)
    }

    /// Bodies on the table, hidden ones too.
    pub fn present(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|u| u.present())
    }

    /// A side's bodies on the table.
    pub fn side(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.present().filter(move |u| u.side == s)
    }

    /// Whom the enemy of a side has on the table.
    pub fn enemies(&self, of: Side) -> impl Iterator<Item = &Unit> {
        self.present().filter(move |u| u.side != of)
    }

    pub fn by_code(&self, code: &str) -> Option<UnitId> {
        self.units.iter().find(|u| &*u.code == code).map(|u| u.id)
    }

    pub fn general_by_code(&self, code: &str) -> Option<GeneralId> {
        self.generals.iter().find(|g| &*g.code == code).map(|g| g.id)
    }

    pub fn brigade_by_code(&self, code: &str) -> Option<BrigadeId> {
        self.brigades.iter().find(|b| &*b.code == code).map(|b| b.id)
    }

    /// Generals on the table.
    pub fn generals(&self, s: Side) -> impl Iterator<Item = &General> {
        self.generals.iter().filter(move |g| g.side == s && g.fate == GeneralFate::OnTable)
    }

    /// The unit of which a body is a part, or itself (6.4.f).
    pub fn whole(&self, id: UnitId) -> UnitId {
        self[id].parent.unwrap_or(id)
    }

    /// The body and all parts of its unit.
    pub fn parts(&self, id: UnitId) -> impl Iterator<Item = &Unit> {
        let whole = self.whole(id);
        self.units.iter().filter(move |u| u.id == whole || u.parent == Some(whole))
    }

    /// What a body covers; inside a building that building.
    pub fn rects(&self, u: &Unit) -> Rects {
        match self.units.stand(u) {
            Some(s) => Rects::from_slice(&s.rects),
            None => self.covered_by(u),
        }
    }

    /// Is any of what a body covers such?
    pub(crate) fn any_rect(&self, u: &Unit, such: impl FnMut(&Rect) -> bool) -> bool {
        match self.units.stand(u) {
            Some(s) => s.rects.iter().any(such),
            None => self.covered_by(u).iter().any(such),
        }
    }

    /// The size of one of its figures or models.
    pub(crate) fn figure_of(&self, u: &Unit) -> Size {
        self.units.stand(u).map_or_else(|| u.plan(&self.options).figure, |s| s.figure)
    }

    fn covered_by(&self, u: &Unit) -> Rects {
        match u.inside {
            Some((b, _)) if u.formation() == crate::formation::Formation::Building => {
                let building = self.ground.buildings.get(usize::from(b));
                building.map_or_else(Rects::new, |b| Rects::from_slice(&[b.rect]))
            }
            _ => u.rects(&self.options),
        }
    }

    /// The body at a new place, its front and depth as its formation has them.
    pub fn draw_up(&mut self, id: UnitId) {
        let plan = self[id].plan(&self.options);
        let base = self[id].base;
        self[id].base = plan.at(base.front, base.dir);
    }

    /// Is anybody of this side left who stands (play.end)?
    pub fn stands(&self, s: Side) -> bool {
        use crate::unit::State;
        self.side(s).any(|u| {
            !matches!(u.state, State::Routing | State::Retreating | State::Surrendering | State::Prisoner)
        })
    }

    /// Bodies that have yet to come.
    pub fn awaited(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |u| u.side == s && u.fate == Fate::Awaited)
    }
}
