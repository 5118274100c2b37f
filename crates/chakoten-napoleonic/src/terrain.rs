//! What has changed of the ground in the battle: works under way and done, crossings made and cut, buildings struck, what burns, powder
//! that has been laid. The scenario's ground stays as it was; everybody asks here how it is now.

use crate::book::features::Values;
use crate::book::stand::BASE_CONTACT;
use crate::book::works::{Craft, Method, Object, Work};
use crate::field::Field;
use crate::ground::{Building, Crossing, CrossingKind, grown};
use crate::reading;
use crate::troop::{Cover, Obstacle};
use crate::unit::{Side, Unit, UnitId};
use crate::works::Site;
use crate::works::building::Damage;
use crate::works::charge::{Charge, Tinder};
use crate::works::fires::Burning;
use crate::works::mine::Mine;
use ::ground::strip;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::{Box2, EPS, Polyline, Rect, V2};

/// Something that is worked at, set on fire or blown up, by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    Building(u16),
    /// Those built in the battle follow those of the ground.
    Crossing(u16),
    /// Of the field's lines.
    Line(u16),
    Craft(u16),
}

/// How a bridge is that can be crossed no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Its deck was thrown off (19.09.3).
    DeckOff,
    /// Destroyed in part (19.07.4).
    Partly,
    Gone,
}

/// A place where something is worked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worksite {
    pub name: String,
    pub side: Side,
    pub site: Site,
    pub from: V2,
    pub to: V2,
    /// What is worked at, if it was there before.
    pub on: Option<Thing>,
    /// Who worked here in the last turn of work.
    pub hands: Vec<UnitId>,
}

impl Worksite {
    /// The ground along which it is worked.
    pub fn rect(&self, f: &Field) -> Rect {
        self.on.and_then(|t| f.outline(t)).unwrap_or_else(|| strip(self.from, self.to, 2.0 * EPS))
    }
}

/// Something that burns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blaze {
    pub on: Thing,
    pub fire: Burning,
    /// As what it is put out, of other things than buildings.
    pub object: Option<Object>,
}

/// Powder laid at something, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Powder {
    pub on: Thing,
    pub side: Side,
    pub charge: Charge,
    /// In quarters of a charge.
    pub quarters: u32,
    /// Who laid it and will find cover (19.07.9).
    pub party: UnitId,
}

/// Something made ready to burn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kindling {
    pub on: Thing,
    pub side: Side,
    pub tinder: Tinder,
    pub party: UnitId,
}

/// A mine: where its shaft or its foot is, and where its chamber.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gallery {
    pub name: String,
    pub side: Side,
    pub from: V2,
    pub to: V2,
    pub mine: Mine,
}

/// A ferry or boat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Vessel {
    pub name: String,
    pub side: Side,
    pub craft: Craft,
    pub at: V2,
    pub gone: bool,
    /// Who is in it, loads it, or has sent it over.
    #[serde(default)]
    pub with: Option<UnitId>,
    /// Turns by which special conditions hold up its next passage, as the umpire says (19.11.3).
    #[serde(default)]
    pub delay: f64,
}

/// A work that is finished and has no values of its own in table VI: ladders, ramps, shelters, wolf pits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    pub name: String,
    pub side: Side,
    pub work: Work,
    pub from: V2,
    pub to: V2,
}

/// A road or path made in the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trail {
    pub name: String,
    pub path: Polyline,
    pub width: f64,
    pub narrow: bool,
}

/// What has changed of the ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terrain {
    /// Crossings made in the battle.
    pub crossings: Vec<Crossing>,
    /// Those that are cut.
    pub cut: BTreeMap<u16, Cut>,
    /// What else is destroyed in part by a blast (19.07.4).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub partly: BTreeSet<Thing>,
    /// Things half burnt of which the umpire has yet to say what that means (19.06.4.b).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub half_burnt: Vec<Thing>,
    /// Buildings to which something has been done.
    pub buildings: BTreeMap<u16, Damage>,
    pub trails: Vec<Trail>,
    pub sites: Vec<Worksite>,
    pub blazes: Vec<Blaze>,
    pub powder: Vec<Powder>,
    pub kindling: Vec<Kindling>,
    pub mines: Vec<Gallery>,
    pub vessels: Vec<Vessel>,
    pub made: Vec<Made>,
    /// Powder charges that gunners have made and carry, in quarters (19.07.2).
    pub carried: BTreeMap<UnitId, u32>,
    /// Where the wind blows to, once it has been asked (19.06.5).
    pub wind: Option<f64>,
}

impl Field {
    /// Bridges, footbridges and fords that carry troops now, with their places.
    pub fn crossings(&self) -> impl Iterator<Item = (u16, &Crossing)> {
        let all = self.ground.crossings.iter().chain(&self.terrain.crossings);
        let all = all.enumerate().map(|(i, c)| (i as u16, c));
        all.filter(|(i, _)| !self.terrain.cut.contains_key(i))
    }

    /// Those of them of which some part may lie in an upright box.
    pub fn crossings_in(&self, about: Box2) -> impl Iterator<Item = &Crossing> {
        let n = self.ground.crossings.len();
        let built = self.terrain.crossings.iter().enumerate().map(move |(i, c)| (n + i, c));
        let built = built.filter(move |(_, c)| !::ground::apart(grown(c.rect.bounds(), 2.0 * EPS), about));
        let all = self.ground.crossings_in(about).chain(built);
        all.filter(|(i, _)| !self.terrain.cut.contains_key(&(*i as u16))).map(|(_, c)| c)
    }

    /// A crossing, cut or not.
    pub fn crossing(&self, i: u16) -> Option<&Crossing> {
        let n = self.ground.crossings.len();
        self.ground.crossings.get(usize::from(i)).or_else(|| self.terrain.crossings.get(usize::from(i) - n))
    }

    /// Roads and paths, those made in the battle included: their line, their width, and whether it is a path.
    pub fn tracks(&self) -> impl Iterator<Item = (&Polyline, f64, bool)> {
        let laid = self.ground.tracks.iter().map(|t| (&t.road.path, t.road.width, t.path));
        laid.chain(self.terrain.trails.iter().map(|t| (&t.path, t.width, t.narrow)))
    }

    pub fn building(&self, i: u16) -> Option<&Building> {
        self.ground.buildings.get(usize::from(i))
    }

    /// What a building is worth now: as it was laid, strengthened, or a ruin (17.02.4, 17.04.2).
    pub fn building_values(&self, i: u16) -> Values {
        let laid = self.laid_values(i);
        self.terrain.buildings.get(&i).map_or(laid, |d| d.values(laid))
    }

    /// What it was worth when the battle began.
    pub fn laid_values(&self, i: u16) -> Values {
        let nothing = Values { cover: Cover::None, obstacle: Obstacle::None };
        self.building(i).map_or(nothing, |b| Values { cover: b.cover, obstacle: b.obstacle })
    }

    /// Who holds a building.
    pub fn occupant(&self, building: u16) -> Option<&Unit> {
        self.present().find(|u| u.inside == Some(building))
    }

    /// Does it burn?
    pub fn burns(&self, t: Thing) -> bool {
        self.terrain.blazes.iter().any(|b| b.on == t)
    }

    /// Something on the table by its name.
    pub fn thing(&self, name: &str) -> Option<Thing> {
        let named = |n: &String| n == name;
        if let Some(b) = self.ground.building(name) {
            return Some(Thing::Building(b));
        }
        let crossings = self.ground.crossings.iter().chain(&self.terrain.crossings);
        if let Some(i) = crossings.map(|c| &c.name).position(named) {
            return Some(Thing::Crossing(i as u16));
        }
        if let Some(i) = self.lines.iter().map(|l| &l.name).position(named) {
            return Some(Thing::Line(i as u16));
        }
        let vessels = self.terrain.vessels.iter();
        let i = vessels.map(|v| &v.name).position(named)?;
        (!self.terrain.vessels[i].gone).then_some(Thing::Craft(i as u16))
    }

    /// What it is called.
    pub fn name_of(&self, t: Thing) -> String {
        match t {
            Thing::Building(i) => self.building(i).map(|b| b.name.clone()),
            Thing::Crossing(i) => self.crossing(i).map(|c| c.name.clone()),
            Thing::Line(i) => self.lines.get(usize::from(i)).map(|l| l.name.clone()),
            Thing::Craft(i) => self.terrain.vessels.get(usize::from(i)).map(|v| v.name.clone()),
        }
        .unwrap_or_default()
    }

    /// The ground it covers, of a line the box about what still stands of it.
    pub fn outline(&self, t: Thing) -> Option<Rect> {
        match t {
            Thing::Building(i) => self.building(i).map(Building::rect),
            Thing::Crossing(i) => self.crossing(i).map(|c| c.rect),
            Thing::Line(i) => {
                let l = self.lines.get(usize::from(i))?;
                let standing = l.standing();
                if let [(a, b)] = standing.as_slice() {
                    return Some(strip(*a, *b, l.depth.max(2.0 * EPS)));
                }
                let points: Vec<V2> = standing.iter().flat_map(|(a, b)| [*a, *b]).collect();
                let least = points.iter().copied().reduce(|a, b| table::v2(a.x.min(b.x), a.y.min(b.y)))?;
                let most = points.iter().copied().reduce(|a, b| table::v2(a.x.max(b.x), a.y.max(b.y)))?;
                Some(Rect::upright(least, most).grown(EPS))
            }
            Thing::Craft(i) => {
                let v = self.terrain.vessels.get(usize::from(i)).filter(|v| !v.gone)?;
                let half = table::v2(VESSEL / 2.0, VESSEL / 2.0);
                Some(Rect::upright(v.at - half, v.at + half))
            }
        }
    }

    /// As what of table XXI it is destroyed.
    pub fn object(&self, t: Thing) -> Option<Object> {
        match t {
            Thing::Building(_) => None,
            Thing::Crossing(i) => Object::crossing(self.crossing(i)?.kind),
            Thing::Line(i) => Object::feature(self.lines.get(usize::from(i))?.kind),
            Thing::Craft(i) => Some(match self.terrain.vessels.get(usize::from(i))?.craft {
                Craft::Ferry => Object::Ferry,
                Craft::Boat => Object::Boat,
            }),
        }
    }

    /// As what of table XXI it is destroyed by hand in this way: of a building its facade; where one is burnt, as the larger objects that
    /// burn (19.05.1). Orders and play ask here.
    pub fn destroyed_as(&self, t: Thing, method: Method) -> Option<Object> {
        match (t, method) {
            (Thing::Building(_), Method::Burn) => {
                let so = !self.readings.is(reading!("buildings-by-hand", "not"));
                Some(if so { Object::WoodenBridge } else { Object::Wall })
            }
            (Thing::Building(_), _) => Some(Object::Wall),
            _ => self.object(t),
        }
    }

    /// Does a unit stand at a piece of ground: on it, or in base contact with it?
    pub fn stands_at(&self, u: &Unit, r: &Rect) -> bool {
        self.gap_to(u, r) <= BASE_CONTACT + EPS
    }

    /// How many figures of a unit are within a piece of ground, by the middle of each figure's base.
    pub fn figures_in(&self, u: &Unit, there: impl Fn(V2) -> bool) -> u16 {
        if u.inside.is_some() {
            return if there(u.base.centre()) { u.figures } else { 0 };
        }
        if !u.by_figures() {
            return if there(u.base.centre()) { u.figures } else { 0 };
        }
        let (files, ranks) = (u.front_files().max(1), u.ranks().max(1));
        let (w, d) = (u.base.width / f64::from(files), u.base.depth / f64::from(ranks));
        let mut n = 0;
        for r in 0..ranks {
            for f in 0..u.rank(r).min(files) {
                let x = (f64::from(f) + 0.5) * w - u.base.width / 2.0;
                let y = -(f64::from(r) + 0.5) * d;
                n += u16::from(there(u.base.world(table::v2(x, y))));
            }
        }
        n.min(u.figures)
    }

    /// A turn of the game in ordinary turns of work, and how many of those it stands for: a step of a siege for several (18.02.2).
    pub fn working_turn(&self, turn: u32) -> (u32, u32) {
        let step = u32::from(self.special.turns_a_step.unwrap_or(1).max(1));
        (turn.saturating_sub(1) * step + 1, step)
    }

    /// Kinds of crossing that are made, and how wide they are.
    pub(crate) fn bridge_of(work: Work) -> Option<(CrossingKind, f64)> {
        match work {
            Work::AssaultFootbridge => Some((CrossingKind::Footbridge, FOOTBRIDGE)),
            Work::PontoonBridge => Some((CrossingKind::PontoonBridge, BRIDGE)),
            Work::ColumnBridge => Some((CrossingKind::WoodenBridge, BRIDGE)),
            Work::Ford => Some((CrossingKind::Ford, BRIDGE)),
            _ => None,
        }
    }
}

/// How wide bridges and footbridges are drawn, in cm: for a column, and for one in single file.
const BRIDGE: f64 = 4.0;
const FOOTBRIDGE: f64 = 1.0;

/// How large a ferry or boat lies on the table, in cm.
const VESSEL: f64 = 4.0;
