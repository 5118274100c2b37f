//! A drill ground: small fields put up in a line or two, for examples and proofs.
//!
//! ```
//! use chakoten_napoleonic::{Side, drill::Drill, troop::Formation};
//! let mut d = Drill::new();
//! let a = d.infantry(Side::A, 24, Formation::Line, 120.0, 60.0, 0.0);
//! let b = d.infantry(Side::B, 24, Formation::AttackColumn, 120.0, 100.0, 180.0);
//! let f = d.field();
//! assert_eq!(f.gap(&f[a], &f[b]), 40.0);
//! assert_eq!(f[a].base.width, 18.0);
//! ```

mod ground;

use crate::book;
use crate::book::stand::bases;
use crate::field::{Command, Edge, Field, Level, Post, Special, Staff, StaffFate};
use crate::ground::Ground;
use crate::stance::{self, files_in};
use crate::terrain::Terrain;
use crate::troop::{Arm, Density, Formation, GunWeight, Harness, Nation, State, Weapon, Weight};
use crate::unit::{
    Battery, CommandId, Fate, GunRow, Losses, MEN, MaySkirmish, Record, Side, StaffId, Training, Troops,
    Unit, UnitId, staff_size,
};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, Pose, v2};
use umpire::Readings;

/// Puts up a field. Side A is French with the south edge as its own, side B Russian with the north edge; each has one brigade without a
/// commander until one is put. Infantry has muskets and six companies, cavalry is of medium weight with carbines and four squadrons;
/// valour is 0 and everybody is in order with full ammunition. Units are called A1, A2, ..., B1, B2, ... and the turn is 1.
#[derive(Clone, Debug)]
pub struct Drill {
    ground: Ground,
    units: Vec<Unit>,
    staff: Vec<Staff>,
    commands: Vec<Command>,
    /// The command to which what is put next belongs.
    under: [CommandId; 2],
    readings: Readings,
    edges: [Edge; 2],
    special: Special,
    turn: u32,
}

impl Default for Drill {
    fn default() -> Self {
        Self::new()
    }
}

fn command(id: usize, side: Side, level: Level, code: String) -> Command {
    Command {
        id: CommandId(id as u16),
        name: Arc::from(format!("command {code}")),
        code: code.into(),
        side,
        level,
        above: None,
        commander: None,
        fell: None,
        instruction: None,
    }
}

impl Drill {
    /// An open table, 240 by 160 cm.
    pub fn new() -> Drill {
        Drill::sized(240.0, 160.0)
    }

    pub fn sized(width: f64, depth: f64) -> Drill {
        Drill {
            ground: Ground { width, depth, ..Ground::default() },
            units: Vec::new(),
            staff: Vec::new(),
            commands: vec![
                command(0, Side::A, Level::Brigade, "A-I".into()),
                command(1, Side::B, Level::Brigade, "B-I".into()),
            ],
            under: [CommandId(0), CommandId(1)],
            readings: Readings::defaults(&book::text().readings),
            edges: [Edge::South, Edge::North],
            special: Special::default(),
            turn: 1,
        }
    }

    fn raise(&mut self, side: Side, arm: Arm, figures: u16, formation: Formation, at: Pose) -> UnitId {
        let id = UnitId(self.units.len() as u16);
        let n = self.units.iter().filter(|u| u.side == side).count() + 1;
        let code = format!("{side}{n}");
        let mut u = Unit {
            id,
            name: Arc::from(format!("unit {code}")),
            code: code.into(),
            side,
            command: self.under[side.index()],
            body: None,
            whole: None,
            joined: SmallVec::new(),
            leads: None,
            nation: if side == Side::A { Nation::France } else { Nation::Russia },
            arm,
            weight: (arm == Arm::Cavalry).then_some(Weight::Medium),
            troops: Troops::default(),
            training: Training::default(),
            skirmish: if matches!(arm, Arm::Infantry | Arm::Cavalry) {
                MaySkirmish::Whole
            } else {
                MaySkirmish::None
            },
            valour_of: 0,
            weapon: match arm {
                Arm::Infantry => Some(Weapon::Musket),
                Arm::Cavalry => Some(Weapon::Carbine),
                _ => None,
            },
            rifles: 0,
            battery: None,
            load: None,
            companies: match arm {
                Arm::Infantry => 6,
                Arm::Cavalry => 4,
                _ => 1,
            },
            figures,
            original_men: MEN.of(figures),
            original: figures,
            carried: 0,
            losses: Losses::default(),
            state: State::Order,
            formation,
            files: 1,
            spacing: if formation == Formation::Skirmish {
                stance::usual_spacing(Density::Dense)
            } else {
                0.0
            },
            faced: false,
            working: false,
            base: Base::new(at, 1.0, 1.0),
            inside: None,
            fate: Fate::OnTable,
            ammunition: 12,
            record: Record::default(),
        };
        u.files = files_in(&u, formation, None).0;
        u.lay();
        self.units.push(u);
        id
    }

    /// Infantry; `x`, `y` are the middle of its front edge.
    pub fn infantry(
        &mut self,
        side: Side,
        figures: u16,
        formation: Formation,
        x: f64,
        y: f64,
        facing: f64,
    ) -> UnitId {
        self.raise(side, Arm::Infantry, figures, formation, Pose { x, y, facing })
    }

    /// Cavalry of medium weight.
    pub fn cavalry(
        &mut self,
        side: Side,
        figures: u16,
        formation: Formation,
        x: f64,
        y: f64,
        facing: f64,
    ) -> UnitId {
        self.raise(side, Arm::Cavalry, figures, formation, Pose { x, y, facing })
    }

    /// A foot battery of light guns (a 6 pdr of its nation), unlimbered and ready, with a gunner for each gun and one more.
    pub fn battery(&mut self, side: Side, guns: u8, x: f64, y: f64, facing: f64) -> UnitId {
        self.guns(side, guns, Harness::Foot, GunWeight::Light, [x, y, facing])
    }

    /// A battery of this kind, unlimbered and ready.
    pub fn guns(
        &mut self,
        side: Side,
        guns: u8,
        harness: Harness,
        weight: GunWeight,
        [x, y, facing]: [f64; 3],
    ) -> UnitId {
        let at = Pose { x, y, facing };
        let id = self.raise(side, Arm::Artillery, u16::from(guns) + 1, Formation::Line, at);
        let models = match guns {
            0..=5 => 1,
            6..=9 => 2,
            _ => 3,
        };
        let u = self.unit(id);
        // In table XIV.guns the French and the Russian 6 pdr.
        let gun = GunRow(if side == Side::A { 12 } else { 13 });
        u.battery = Some(Battery {
            gun,
            weight,
            harness,
            guns_of: guns,
            guns,
            models_of: models,
            horses_of: guns + guns % 2,
            horses: guns + guns % 2,
            loads: 16,
            limbered: false,
            ready: Some(-1.0),
            left: None,
            taken: false,
            ranged: SmallVec::new(),
        });
        u.lay();
        id
    }

    /// Limbers a battery where it stands, in column or line, heading the way it fronted.
    pub fn limber(&mut self, id: UnitId, column: bool) -> &mut Drill {
        stance::limber(self.unit(id), column, true);
        self
    }

    /// A wagon of the train.
    pub fn wagon(&mut self, side: Side, x: f64, y: f64, facing: f64) -> UnitId {
        self.raise(side, Arm::Train, 2, Formation::MarchColumn, Pose { x, y, facing })
    }

    /// A skirmish line or swarm sent out by a unit, so many of its figures, at a place.
    pub fn sent_out(&mut self, body: UnitId, figures: u16, spacing: f64, x: f64, y: f64) -> UnitId {
        let b = self.units[body.index()].clone();
        let facing = b.base.pose().facing;
        let id = self.raise(b.side, b.arm, figures, Formation::Skirmish, Pose { x, y, facing });
        let whole = self.unit(body);
        whole.figures = whole.figures.saturating_sub(figures);
        whole.files = files_in(whole, whole.formation, Some(whole.files)).0;
        whole.lay();
        let u = self.unit(id);
        u.body = Some(body);
        (u.weight, u.nation, u.troops, u.weapon) = (b.weight, b.nation, b.troops, b.weapon);
        u.spacing = spacing;
        u.lay();
        id
    }

    /// The unit, to change what is to be otherwise. Call [`Unit::lay`] after changing figures, formation or spacing.
    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    pub fn staff_mut(&mut self, id: StaffId) -> &mut Staff {
        &mut self.staff[id.index()]
    }

    pub fn valour(&mut self, id: UnitId, valour: i8) -> &mut Drill {
        self.unit(id).valour_of = valour;
        self
    }

    pub fn weight(&mut self, id: UnitId, weight: Weight) -> &mut Drill {
        let u = self.unit(id);
        u.weight = Some(weight);
        u.files = files_in(u, u.formation, None).0;
        u.lay();
        self
    }

    pub fn state(&mut self, id: UnitId, state: State) -> &mut Drill {
        let u = self.unit(id);
        u.state = state;
        u.lay();
        self
    }

    /// Has lost so many men; the originals stay.
    pub fn lost(&mut self, id: UnitId, men: u32) -> &mut Drill {
        let _ = self.unit(id).lose(men);
        self
    }

    /// So many cm of front for each figure of a skirmish line.
    pub fn spacing(&mut self, id: UnitId, cm: f64) -> &mut Drill {
        let u = self.unit(id);
        u.spacing = cm;
        u.lay();
        self
    }

    /// The front of an attack column in figures.
    pub fn files(&mut self, id: UnitId, files: u16) -> &mut Drill {
        let u = self.unit(id);
        u.files = files;
        u.lay();
        self
    }

    pub fn call(&mut self, id: UnitId, code: &str) -> &mut Drill {
        self.unit(id).code = code.into();
        self
    }

    /// Joins units behind a leading one to a brigade column or square (04.01.4).
    pub fn joined(&mut self, lead: UnitId, behind: &[UnitId]) -> &mut Drill {
        self.unit(lead).joined = behind.iter().copied().collect();
        for b in behind {
            self.unit(*b).leads = Some(lead);
        }
        let mut f = self.clone().field();
        f.lay_body(lead);
        self.units = f.units.into();
        self
    }

    /// A further brigade of the side; what is put afterwards belongs to it.
    pub fn brigade(&mut self, side: Side) -> CommandId {
        self.command(side, Level::Brigade, None)
    }

    /// A further command under another one; what is put afterwards belongs to it.
    pub fn command(&mut self, side: Side, level: Level, above: Option<CommandId>) -> CommandId {
        let n = self.commands.iter().filter(|c| c.side == side).count() + 1;
        let mut c = command(self.commands.len(), side, level, format!("{side}-{n}"));
        c.above = above;
        let id = c.id;
        self.commands.push(c);
        self.under[side.index()] = id;
        id
    }

    /// Puts a command under another one.
    pub fn put_under(&mut self, below: CommandId, above: CommandId) -> &mut Drill {
        self.commands[below.index()].above = Some(above);
        self
    }

    /// What is put next belongs to this command.
    pub fn under(&mut self, c: CommandId) -> &mut Drill {
        self.under[self.commands[c.index()].side.index()] = c;
        self
    }

    fn put_staff(&mut self, side: Side, post: Post, x: f64, y: f64) -> StaffId {
        let id = StaffId(self.staff.len() as u16);
        let n = self.staff.iter().filter(|s| s.side == side).count() + 1;
        let code = format!("{side}s{n}");
        let command = self.under[side.index()];
        let facing = if self.edges[side.index()] == Edge::South { 0.0 } else { 180.0 };
        let (width, depth) = staff_size();
        self.staff.push(Staff {
            id,
            name: Arc::from(format!("staff {code}")),
            code: code.into(),
            side,
            command,
            post,
            place: Base::new(Pose { x, y, facing }, width, depth).into(),
            with: None,
            fate: StaffFate::Present,
            moved: None,
            went: 0.0,
            carries: Vec::new(),
        });
        if post == Post::Commander {
            self.commands[command.index()].commander = Some(id);
        }
        id
    }

    /// The commander of the side's newest command, alone at a place.
    pub fn commander(&mut self, side: Side, x: f64, y: f64) -> StaffId {
        self.put_staff(side, Post::Commander, x, y)
    }

    /// A courier of the side's newest command, alone at a place.
    pub fn courier(&mut self, side: Side, x: f64, y: f64) -> StaffId {
        self.put_staff(side, Post::Courier, x, y)
    }

    /// Another staff figure.
    pub fn staff(&mut self, side: Side, post: Post, x: f64, y: f64) -> StaffId {
        self.put_staff(side, post, x, y)
    }

    /// Puts a staff figure into base contact with a unit, behind it.
    pub fn with(&mut self, staff: StaffId, unit: UnitId) -> &mut Drill {
        let n = self.staff.iter().filter(|s| s.with == Some(unit)).count() as f64;
        let b = self.units[unit.index()].base;
        let s = &mut self.staff[staff.index()];
        s.with = Some(unit);
        s.put(s.base().at(b.rear() + b.dir.right() * (n * bases().rider.width), b.dir));
        self
    }

    /// The unit is in this building.
    pub fn inside(&mut self, unit: UnitId, building: &str) -> &mut Drill {
        let at = self.ground.building(building);
        let at = at.unwrap_or_else(|| panic!("a drill garrisons `{building}`, which is not there"));
        let outline = self.ground.buildings[usize::from(at)].base;
        stance::enter(self.unit(unit), at, &outline);
        self
    }

    /// The unit has not come yet.
    pub fn awaited(&mut self, unit: UnitId) -> &mut Drill {
        self.unit(unit).fate = Fate::Awaited;
        self
    }

    pub fn edges(&mut self, a: Edge, b: Edge) -> &mut Drill {
        self.edges = [a, b];
        self
    }

    /// What the scenario rules for this game alone.
    pub fn special(&mut self) -> &mut Special {
        &mut self.special
    }

    pub fn turn(&mut self, turn: u32) -> &mut Drill {
        self.turn = turn;
        self
    }

    /// Switches a reading; the option or number as a scenario would write it.
    pub fn read(&mut self, reading: &str, option: &str) -> &mut Drill {
        self.readings = self
            .readings
            .with(&book::text().readings, reading, option)
            .unwrap_or_else(|e| panic!("a drill asks for a reading that is not there: {e}"));
        self
    }

    pub fn field(self) -> Field {
        Field {
            lines: self.ground.lines.clone().into(),
            terrain: Terrain::default(),
            ground: Arc::new(self.ground),
            units: self.units.into(),
            staff: self.staff,
            commands: self.commands,
            messages: Vec::new(),
            edges: self.edges,
            turn: self.turn,
            readings: self.readings,
            guns_taken: [0, 0],
            special: self.special,
            arrivals: Vec::new(),
            tasks: Vec::new(),
        }
    }
}

/// Turns a bearing about with a place, for drills laid out the other way round.
pub fn turned(x: f64, y: f64, degrees: f64) -> (f64, f64) {
    let p = v2(x, y).turned(-degrees.to_radians());
    (p.x, p.y)
}
