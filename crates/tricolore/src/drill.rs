//! A drill ground: small fields put up in a line or two, for examples and proofs.
//!
//! ```
//! use tricolore::{Side, drill::Drill, troop::Formation};
//! let mut d = Drill::new();
//! let a = d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1000.0, 500.0, 0.0);
//! let b = d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1000.0, 900.0, 180.0);
//! let f = d.field();
//! assert_eq!(f.gap(&f[a], &f[b]), 400.0);
//! assert_eq!((f[a].base.width, f[b].base.depth), (160.0, 40.0));
//! ```

use crate::Field;
use crate::book::{self, SheetRef};
use crate::command::{Body, BodyId, Command, CommandId, CommandKind, Engagement, Level};
use crate::field::{BridgeState, RedoubtState, Weather, ZoneState};
use crate::ground::{
    Bridge, BridgeKind, Ground, HillStep, Line, Obstacle, Patch, Redoubt, RedoubtId, Road, Step, Terrain,
    Zone, ZoneId,
};
use crate::officer::{Gifts, Officer, OfficerFate, OfficerId, Post, Rank};
use crate::orders::Orders;
use crate::troop::{Formation, Harness, Troop, Weight};
use crate::unit::{Bases, Disorder, Fate, Record, Side, Unit, UnitId, Values};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Area, Base, Polyline, Pose, Rect, V2, v2};
use umpire::Readings;

/// Puts up a field. Each side has one division of one brigade, whose officer stands at the middle of his side until he is put elsewhere;
/// more are added by [`Drill::brigade`] and [`Drill::division`]. All values of units are 5, nobody has U. Units are called A1, A2, ..., B1,
/// B2, ... and the round is 1.
#[derive(Clone, Debug)]
pub struct Drill {
    pub ground: Ground,
    units: Vec<Unit>,
    pub officers: Vec<Officer>,
    pub commands: Vec<Command>,
    pub bodies: Vec<Body>,
    /// The command to which what is put next belongs.
    under: [CommandId; 2],
    pub readings: Readings,
    pub sheet: SheetRef,
    pub weather: Weather,
    pub mud: bool,
}

impl Default for Drill {
    fn default() -> Self {
        Self::new()
    }
}

/// What a brigadier of the drill ground can do.
const GIFTS: Gifts = Gifts {
    ability: 5,
    radius: 400,
    order_bonus: 0,
    points: 3,
    bonus_points: 0,
    stars: 0,
    initiative: 0,
    sequence: 0,
    most_guns: 20,
};

impl Drill {
    /// An open table of 3000 by 2000 metres.
    pub fn new() -> Drill {
        Drill::sized(3000.0, 2000.0)
    }

    pub fn sized(width: f64, depth: f64) -> Drill {
        let mut d = Drill {
            ground: Ground { width, depth, ..Ground::default() },
            units: Vec::new(),
            officers: Vec::new(),
            commands: Vec::new(),
            bodies: Vec::new(),
            under: [CommandId(0), CommandId(0)],
            readings: Readings::defaults(&book::text().readings),
            sheet: SheetRef::default(),
            weather: Weather::Fair,
            mud: false,
        };
        for side in Side::BOTH {
            d.division(side);
        }
        d
    }

    fn body(&mut self, side: Side, level: Level, above: Option<BodyId>) -> BodyId {
        let id = BodyId(self.bodies.len() as u16);
        let code = format!("{side}-{}", self.bodies.iter().filter(|b| b.side == side).count() + 1);
        self.bodies.push(Body {
            id,
            name: Arc::from(format!("body {code}")),
            code: code.into(),
            side,
            level,
            above,
            officer: None,
            train: None,
            morale: None,
            broken: false,
            removed: false,
        });
        id
    }

    /// An officer who stands there.
    pub fn officer(&mut self, side: Side, rank: Rank, post: Post, body: BodyId, at: V2) -> OfficerId {
        let id = OfficerId(self.officers.len() as u16);
        let code = format!("{side}o{}", self.officers.iter().filter(|o| o.side == side).count() + 1);
        self.officers.push(Officer {
            id,
            name: Arc::from(format!("officer {code}")),
            code: code.into(),
            side,
            rank,
            post,
            superior: None,
            body: Some(body),
            gifts: GIFTS,
            at,
            dir: V2::bearing(if side == Side::A { 0.0 } else { 180.0 }),
            attached: None,
            fate: OfficerFate::Present,
            in_chief: false,
        });
        id
    }

    /// A new division with one brigade; what is put next belongs to it.
    pub fn division(&mut self, side: Side) -> CommandId {
        let division = self.body(side, Level::Division, None);
        self.brigade_of(side, division)
    }

    /// One more brigade of the division to which the last belongs; what is put next belongs to it.
    pub fn brigade(&mut self, side: Side) -> CommandId {
        let body = self.commands[self.under[side.index()].index()].body;
        let division = self.bodies[body.index()].above.unwrap_or(body);
        self.brigade_of(side, division)
    }

    fn brigade_of(&mut self, side: Side, division: BodyId) -> CommandId {
        let body = self.body(side, Level::Brigade, Some(division));
        let y = if side == Side::A { 0.25 } else { 0.75 };
        let at = v2(self.ground.width / 2.0, self.ground.depth * y);
        let officer = self.officer(side, Rank::Brigade, Post::Command, body, at);
        self.bodies[body.index()].officer = Some(officer);
        let id = CommandId(self.commands.len() as u16);
        let code = format!(
            "{side}{}",
            (b'a' + self.commands.iter().filter(|c| c.side == side).count() as u8) as char
        );
        self.commands.push(Command {
            id,
            name: Arc::from(format!("command {code}")),
            code: code.into(),
            side,
            kind: CommandKind::Troops,
            officer,
            body,
            orders: Orders::default(),
            engagement: Engagement::default(),
            used: 0,
            declines: None,
        });
        self.under[side.index()] = id;
        id
    }

    /// A unit of such troops with the middle of its front there, facing a bearing.
    pub fn raise(&mut self, side: Side, troop: Troop, bases: u8, formation: Formation, at: Pose) -> UnitId {
        let id = UnitId(self.units.len() as u16);
        let n = self.units.iter().filter(|u| u.side == side).count() + 1;
        let code = format!("{side}{n}");
        let command = self.under[side.index()];
        let cavalry = troop.weight.is_some();
        let mut u = Unit {
            id,
            name: Arc::from(format!("unit {code}")),
            code: code.into(),
            side,
            troop,
            values: Values {
                melee: 5,
                training: 5,
                skirmish: (!cavalry).then_some(5),
                officer: 5,
                morale: Some(5),
            },
            bases: Bases::full(bases),
            gun: false,
            formation,
            base: Base::new(at, 0.0, 0.0),
            trail: SmallVec::new(),
            redoubt: None,
            outside: 0,
            disorder: Disorder::default(),
            command: Some(command),
            body: self.commands[command.index()].body,
            fate: Fate::OnTable,
            continued: None,
            pinned: None,
            record: Record::default(),
        };
        let plan = u.plan(&self.sheet, &self.readings);
        u.base = plan.at(u.base.front, u.base.dir);
        self.units.push(u);
        id
    }

    pub fn infantry(
        &mut self,
        side: Side,
        bases: u8,
        formation: Formation,
        x: f64,
        y: f64,
        facing: f64,
    ) -> UnitId {
        self.raise(side, Troop::infantry(), bases, formation, Pose { x, y, facing })
    }

    /// Skirmishers by establishment, in chain.
    pub fn skirmishers(&mut self, side: Side, bases: u8, x: f64, y: f64, facing: f64) -> UnitId {
        self.raise(
            side,
            Troop::skirmishers(),
            bases,
            Formation::Chain { front: bases },
            Pose { x, y, facing },
        )
    }

    /// Medium cavalry.
    pub fn cavalry(
        &mut self,
        side: Side,
        bases: u8,
        formation: Formation,
        x: f64,
        y: f64,
        facing: f64,
    ) -> UnitId {
        self.raise(side, Troop::cavalry(Weight::Medium), bases, formation, Pose { x, y, facing })
    }

    /// A foot battery of 6-pounders.
    pub fn battery(
        &mut self,
        side: Side,
        bases: u8,
        formation: Formation,
        x: f64,
        y: f64,
        facing: f64,
    ) -> UnitId {
        self.raise(side, Troop::battery(6, Harness::Foot), bases, formation, Pose { x, y, facing })
    }

    /// The unit as it stands, to be changed; drawn up anew when the field is made.
    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// An upright area.
    pub fn patch(&mut self, kind: Terrain, lo: (f64, f64), hi: (f64, f64)) {
        let name = format!("patch {}", self.ground.patches.len() + 1);
        let rect = Rect::upright(v2(lo.0, lo.1), v2(hi.0, hi.1));
        if let Ok(area) = Area::rect(&rect) {
            self.ground.patches.push(Patch { name, kind, area });
        }
    }

    pub fn line(&mut self, kind: Obstacle, path: &[(f64, f64)]) {
        let name = format!("line {}", self.ground.lines.len() + 1);
        let path = Polyline::new(path.iter().map(|p| v2(p.0, p.1)).collect());
        self.ground.lines.push(Line { name, kind, path, width: 0.0, low_water: false });
    }

    /// An upright hill of so many levels, all as large.
    pub fn hill(&mut self, level: u8, lo: (f64, f64), hi: (f64, f64)) {
        let rect = Rect::upright(v2(lo.0, lo.1), v2(hi.0, hi.1));
        if let Ok(area) = Area::rect(&rect) {
            self.ground.hills.push(Step(HillStep { name: "hill".into(), level, area, crest: None }));
        }
    }

    pub fn road(&mut self, lanes: u8, path: &[(f64, f64)]) {
        let name = format!("road {}", self.ground.roads.len() + 1);
        let path = Polyline::new(path.iter().map(|p| v2(p.0, p.1)).collect());
        self.ground.roads.push(Road { name, path, lanes, cobbled: false });
    }

    /// A bridge along a bearing.
    pub fn bridge(&mut self, kind: BridgeKind, lanes: u8, at: (f64, f64), length: f64, bearing: f64) {
        let rect = Rect {
            centre: v2(at.0, at.1),
            dir: V2::bearing(bearing),
            half_width: 15.0 * f64::from(lanes),
            half_depth: length / 2.0,
        };
        self.ground.bridges.push(Bridge { name: "bridge".into(), kind, rect, lanes });
    }

    /// An upright town zone.
    pub fn zone(&mut self, capacity: u8, cover: u8, lo: (f64, f64), hi: (f64, f64)) -> ZoneId {
        let id = ZoneId(self.ground.zones.len() as u16);
        let rect = Rect::upright(v2(lo.0, lo.1), v2(hi.0, hi.1));
        let name = format!("town {}", id.0 + 1);
        self.ground.zones.push(Zone { name, rect, capacity, cover, fortress: false });
        id
    }

    /// A redoubt 120 wide and 80 deep.
    pub fn redoubt(&mut self, side: Side, cover: u8, x: f64, y: f64, facing: f64) -> RedoubtId {
        let id = RedoubtId(self.ground.redoubts.len() as u16);
        let name = format!("redoubt {}", id.0 + 1);
        let base = Base::new(Pose { x, y, facing }, 120.0, 80.0);
        self.ground.redoubts.push(Redoubt { name, side, base, cover, guns: 4, infantry: 2, cavalry: true });
        id
    }

    /// Reads a clause otherwise.
    pub fn read(&mut self, id: &str, option: &str) {
        if let Ok(r) = self.readings.with(&book::text().readings, id, option) {
            self.readings = r;
        }
    }

    /// The field as it was put up, every unit drawn up in the formation that it has.
    pub fn field(self) -> Field {
        let mut f = Field {
            zones: self.ground.zones.iter().map(|z| ZoneState::new(z.cover)).collect(),
            redoubts: self
                .ground
                .redoubts
                .iter()
                .map(|r| RedoubtState { cover: r.cover, gone: false })
                .collect(),
            bridges: self
                .ground
                .bridges
                .iter()
                .map(|b| BridgeState { bridge: b.clone(), prepared: None, gone: false })
                .collect(),
            ground: Arc::new(self.ground),
            sheet: self.sheet,
            readings: self.readings,
            weather: self.weather,
            mud: self.mud,
            units: self.units.into(),
            officers: self.officers,
            commands: self.commands,
            bodies: self.bodies,
            round: 1,
        };
        for i in 0..f.units.len() {
            let plan = f.plan(&f.units[i]);
            let u = &mut f.units[i];
            u.base = plan.at(u.base.front, u.base.dir);
        }
        f
    }
}
