//! A drill ground: small fields put up in a line or two, for examples and proofs.
//!
//! ```
//! use chakoten_acw::{Side, drill::Drill, troop::Formation};
//! let mut d = Drill::new();
//! let a = d.infantry(Side::A, 30, Formation::Line, 120.0, 60.0, 0.0);
//! let b = d.infantry(Side::B, 24, Formation::AttackColumn, 120.0, 100.0, 180.0);
//! let f = d.field();
//! assert_eq!(f.gap(&f[a], &f[b]), 40.0);
//! assert_eq!(f[a].base.width, 12.0);
//! ```

mod ground;

use crate::book;
use crate::field::{Command, Edge, Field, Level, Special, Staff};
use crate::ground::Ground;
use crate::raising::{self, Raise};
use crate::troop::{Arm, Formation, Gun, Nation, State, Weapon};
use crate::unit::{CommandId, Fate, MEN, Side, StaffId, Unit, UnitId};
use std::sync::Arc;
use table::{Pose, v2};
use umpire::Readings;

/// Puts up a field. Side A is the Union with the south edge as its own, side B the Confederates with the north edge; each
/// has one brigade without a general until one is put. Infantry carries the rifled musket, cavalry the Sharps carbine; valour is 0
/// and everybody is in order with full ammunition. Units are called A1, A2, ..., B1, B2, ... and the turn is 1.
#[derive(Clone, Debug)]
pub struct Drill {
    ground: Ground,
    units: Vec<Unit>,
    staff: Vec<Staff>,
    commands: Vec<Command>,
    /// The brigade to which what is put next belongs.
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
        general: None,
        vacant: false,
        instruction: None,
    }
}

fn nation(side: Side) -> Nation {
    if side == Side::A { Nation::Union } else { Nation::Confederate }
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
        self.raise_with(side, arm, figures, formation, at, None)
    }

    fn raise_with(
        &mut self,
        side: Side,
        arm: Arm,
        figures: u16,
        formation: Formation,
        at: Pose,
        battery: Option<(Gun, u8, bool)>,
    ) -> UnitId {
        let id = UnitId(self.units.len() as u16);
        let n = self.units.iter().filter(|u| u.side == side).count() + 1;
        let code = format!("{side}{n}");
        let kind =
            if arm == Arm::Cavalry { crate::troop::Kind::Mounted } else { crate::troop::Kind::Infantry };
        let u = raising::unit(
            id,
            &Raise {
                code: &code,
                name: &format!("unit {code}"),
                side,
                nation: nation(side),
                command: self.under[side.index()],
                arm,
                figures,
                company: match arm {
                    Arm::Infantry | Arm::Cavalry => book::company(arm == Arm::Infantry, nation(side)),
                    _ => figures.max(1),
                },
                valour: 0,
                weapon: match arm {
                    Arm::Infantry => Some(Weapon::RifledMusket),
                    Arm::Cavalry => Some(Weapon::SharpsCarbine),
                    _ => None,
                },
                battery,
                mounted: arm == Arm::Cavalry,
                formation,
                wide: true,
                gap: raising::usual_gap(kind, formation),
                at,
            },
        );
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

    /// Cavalry on horseback.
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

    /// Cavalry on foot.
    pub fn dismounted(
        &mut self,
        side: Side,
        figures: u16,
        formation: Formation,
        x: f64,
        y: f64,
        facing: f64,
    ) -> UnitId {
        let id = self.cavalry(side, figures, formation, x, y, facing);
        let u = &mut self.units[id.index()];
        u.mounted = false;
        u.files = u.files_in(formation, true);
        u.gap = raising::usual_gap(u.kind(), formation);
        u.lay();
        id
    }

    /// A field battery of 4 or 6 real guns, unlimbered.
    pub fn battery(&mut self, side: Side, gun: Gun, guns: u8, x: f64, y: f64, facing: f64) -> UnitId {
        let figures = raising::battery_make_up(guns, false).gunners;
        self.raise_with(
            side,
            Arm::Artillery,
            figures,
            Formation::Line,
            Pose { x, y, facing },
            Some((gun, guns, false)),
        )
    }

    /// A field battery, limbered.
    pub fn limbered(&mut self, side: Side, gun: Gun, guns: u8, x: f64, y: f64, facing: f64) -> UnitId {
        let figures = raising::battery_make_up(guns, false).gunners;
        let at = Pose { x, y, facing };
        self.raise_with(side, Arm::Artillery, figures, Formation::MarchColumn, at, Some((gun, guns, false)))
    }

    /// A horse battery, limbered.
    pub fn horse_limbered(&mut self, side: Side, gun: Gun, guns: u8, x: f64, y: f64, facing: f64) -> UnitId {
        let figures = raising::battery_make_up(guns, true).gunners;
        let at = Pose { x, y, facing };
        self.raise_with(side, Arm::Artillery, figures, Formation::MarchColumn, at, Some((gun, guns, true)))
    }

    /// An ammunition wagon.
    pub fn wagon(&mut self, side: Side, x: f64, y: f64, facing: f64) -> UnitId {
        self.raise(side, Arm::Wagon, raising::wagon_horses(), Formation::MarchColumn, Pose { x, y, facing })
    }

    /// The unit, to change what is to be otherwise. Call [`Unit::lay`] after changing figures, formation or gaps.
    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    pub fn staff_mut(&mut self, id: StaffId) -> &mut Staff {
        &mut self.staff[id.index()]
    }

    pub fn valour(&mut self, id: UnitId, valour: i8) -> &mut Drill {
        self.unit(id).valour = valour;
        self
    }

    pub fn weapon(&mut self, id: UnitId, weapon: Weapon) -> &mut Drill {
        self.unit(id).weapon = Some(weapon);
        self
    }

    pub fn state(&mut self, id: UnitId, state: State) -> &mut Drill {
        self.unit(id).state = state;
        self
    }

    /// Has lost so many figures; the originals stay.
    pub fn lost(&mut self, id: UnitId, figures: u16) -> &mut Drill {
        let u = self.unit(id);
        let n = figures.min(u.figures);
        u.figures -= n;
        u.losses.men += MEN.of(n);
        u.files = u.files_in(u.formation, true);
        u.lay();
        self
    }

    /// Bases of a thin line or chain so many cm apart.
    pub fn gaps(&mut self, id: UnitId, cm: f64) -> &mut Drill {
        let u = self.unit(id);
        u.gap = cm;
        u.lay();
        self
    }

    /// The unit's code on the order sheet.
    pub fn call(&mut self, id: UnitId, code: &str) -> &mut Drill {
        self.unit(id).code = code.into();
        self
    }

    /// The second unit is a detached part of the first one's regiment.
    pub fn part_of(&mut self, whole: UnitId, part: UnitId) -> &mut Drill {
        self.unit(part).regiment = whole;
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

    fn put_staff(&mut self, side: Side, general: bool) -> StaffId {
        let id = StaffId(self.staff.len() as u16);
        let n = self.staff.iter().filter(|s| s.side == side && s.general == general).count() + 1;
        let code = format!("{side}{}{n}", if general { "g" } else { "o" });
        let command = self.under[side.index()];
        let name = if general { format!("General {code}") } else { format!("Orderly {code}") };
        let s = raising::staff(id, &code, &name, side, command, general);
        if general {
            self.commands[command.index()].general = Some(id);
        }
        self.staff.push(s);
        id
    }

    /// The general of the side's newest command, alone at a place.
    pub fn general(&mut self, side: Side, x: f64, y: f64) -> StaffId {
        let id = self.put_staff(side, true);
        self.staff[id.index()].base.front = v2(x, y);
        id
    }

    /// The general of the unit's command, in base contact with it.
    pub fn general_with(&mut self, unit: UnitId) -> StaffId {
        let (side, command) = (self.units[unit.index()].side, self.units[unit.index()].command);
        let was = self.under[side.index()];
        self.under(command);
        let id = self.put_staff(side, true);
        self.under(was);
        self.with(id, unit);
        id
    }

    /// An orderly of the side's newest command, alone at a place.
    pub fn orderly(&mut self, side: Side, x: f64, y: f64) -> StaffId {
        let id = self.put_staff(side, false);
        self.staff[id.index()].base.front = v2(x, y);
        id
    }

    /// Puts a general or orderly into base contact with a unit.
    pub fn with(&mut self, staff: StaffId, unit: UnitId) -> &mut Drill {
        let n = self.staff.iter().filter(|s| s.with == Some(unit)).count();
        let s = &mut self.staff[staff.index()];
        s.with = Some(unit);
        s.base = raising::beside(&raising::behind(&self.units[unit.index()].base, &s.base), n);
        self
    }

    /// The unit is in these buildings, by name.
    pub fn inside(&mut self, unit: UnitId, buildings: &[&str]) -> &mut Drill {
        let all: Vec<u16> = buildings
            .iter()
            .map(|b| {
                self.ground
                    .building(b)
                    .unwrap_or_else(|| panic!("a drill garrisons `{b}`, which is not there"))
            })
            .collect();
        let base = self.ground.buildings[usize::from(all[0])].base;
        let u = self.unit(unit);
        u.inside = all.into_iter().collect();
        u.base = base;
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

    /// Units of the side may leave by this edge by order (play.edge).
    pub fn exit(&mut self, side: Side, edge: Edge) -> &mut Drill {
        self.special.exits[side.index()].push(edge);
        self
    }

    /// Material for chevaux de frise, in cm (10.05.1).
    pub fn chevaux(&mut self, side: Side, cm: f64) -> &mut Drill {
        self.special.chevaux[side.index()] = cm;
        self
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
            lines: self.ground.lines.clone(),
            ground: Arc::new(self.ground),
            works: Vec::new(),
            units: self.units,
            staff: self.staff,
            commands: self.commands,
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
