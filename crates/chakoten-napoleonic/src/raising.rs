//! Raising units before the first turn, and bringing on those who come later (play.setup).

use crate::clause;
use crate::field::{Comer, Field, Post, Staff, StaffFate};
use crate::stance;
use crate::troop::{Arm, Formation, GunWeight, Harness, Nation, State, Weapon, Weight};
use crate::unit::{
    Battery, CommandId, Fate, GunRow, Load, Losses, MEN, MaySkirmish, Record, Side, StaffId, Training,
    Troops, Unit, UnitId, staff_size,
};
pub use muster::{behind, beside};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, Pose, V2, v2};
use umpire::Clause;

/// Horses of a train wagon (bases.2).
const TEAM: u16 = 2;

/// A battery to be raised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guns {
    pub gun: GunRow,
    pub weight: GunWeight,
    pub harness: Harness,
    pub guns: u8,
    pub models: u8,
    pub horses: u8,
    /// Turns of fire.
    pub loads: u8,
    pub limbered: bool,
}

/// A unit to be raised.
#[derive(Clone, Debug)]
pub struct Raise<'a> {
    pub code: &'a str,
    pub name: &'a str,
    pub side: Side,
    pub command: CommandId,
    pub nation: Nation,
    pub arm: Arm,
    pub weight: Option<Weight>,
    pub troops: Troops,
    pub training: Training,
    pub skirmish: MaySkirmish,
    pub valour: i8,
    pub weapon: Option<Weapon>,
    pub rifles: u16,
    pub battery: Option<Guns>,
    pub load: Option<Load>,
    pub companies: u8,
    pub figures: u16,
    pub ammunition: u8,
    pub state: State,
    pub formation: Formation,
    /// The front of an attack column, where it is given.
    pub files: Option<u16>,
    /// Cm for each figure of a skirmish line.
    pub spacing: f64,
    pub at: Pose,
}

/// The unit as it stands before the first turn: rested, stationary for more than a turn, with nothing fired or fought; a battery that
/// is unlimbered is ready (play.setup).
pub fn unit(id: UnitId, r: &Raise<'_>) -> Unit {
    let battery = r.battery.map(|g| Battery {
        gun: g.gun,
        weight: g.weight,
        harness: g.harness,
        guns_of: g.guns,
        guns: g.guns,
        models_of: g.models,
        horses_of: g.horses,
        horses: g.horses,
        loads: g.loads,
        limbered: g.limbered,
        ready: (!g.limbered).then_some(-1.0),
        left: None,
        taken: false,
        ranged: SmallVec::new(),
    });
    let figures = if r.arm == Arm::Train { TEAM } else { r.figures };
    // A unit put down in FU counts the turn before as its first flight turn.
    let record = Record { flight_turn: (r.state == State::Complete).then_some(0), ..Record::default() };
    let mut u = Unit {
        id,
        code: Arc::from(r.code),
        name: Arc::from(r.name),
        side: r.side,
        command: r.command,
        body: None,
        whole: None,
        joined: SmallVec::new(),
        leads: None,
        nation: r.nation,
        arm: r.arm,
        weight: r.weight,
        troops: r.troops,
        training: r.training,
        skirmish: r.skirmish,
        valour_of: r.valour,
        weapon: r.weapon,
        rifles: r.rifles,
        battery,
        load: r.load.clone(),
        companies: r.companies,
        figures,
        original_men: MEN.of(figures),
        original: figures,
        carried: 0,
        losses: Losses::default(),
        state: r.state,
        formation: r.formation,
        files: 1,
        spacing: if r.formation == Formation::Skirmish { r.spacing } else { 0.0 },
        faced: false,
        working: false,
        base: Base::new(r.at, 0.0, 0.0),
        inside: None,
        fate: Fate::OnTable,
        ammunition: r.ammunition,
        record,
    };
    if matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
        u.files = stance::files_in(&u, r.formation, r.files).0;
    }
    u.lay();
    u
}

/// Sends out a skirmish line or swarm before the first turn, without light disorder (play.setup). Those with rifles go first
/// (play.mixed-arms).
pub fn send_out(
    body: &mut Unit,
    id: UnitId,
    code: &str,
    name: &str,
    figures: u16,
    spacing: f64,
    at: Pose,
) -> Unit {
    let mut line = body.clone();
    line.id = id;
    line.code = Arc::from(code);
    line.name = Arc::from(name);
    line.body = Some(body.id);
    line.figures = figures.min(body.figures);
    line.rifles = body.rifles.min(line.figures);
    line.original = line.figures;
    line.original_men = MEN.of(line.figures);
    line.formation = Formation::Skirmish;
    line.spacing = spacing;
    line.base = Base::new(at, 0.0, 0.0);
    line.files = stance::files_in(&line, Formation::Skirmish, None).0;
    line.lay();
    let files = (body.formation == Formation::AttackColumn).then_some(body.files);
    body.figures -= line.figures;
    body.rifles -= line.rifles;
    body.files = stance::files_in(body, body.formation, files).0;
    body.lay();
    line
}

/// A staff figure, standing by himself.
pub fn staff(id: StaffId, code: &str, name: &str, side: Side, command: CommandId, post: Post) -> Staff {
    let (width, depth) = staff_size();
    Staff {
        id,
        code: Arc::from(code),
        name: Arc::from(name),
        side,
        command,
        post,
        place: Base { front: v2(0.0, 0.0), dir: v2(0.0, 1.0), width, depth }.into(),
        with: None,
        fate: StaffFate::Present,
        moved: None,
        went: 0.0,
        carries: Vec::new(),
    }
}

/// Where he stands who comes with a column: beside its head, on the table.
pub fn beside_head(u: &Base, staff: &Base) -> Base {
    staff.at(u.front_right() + u.dir.right() * (staff.width / 2.0), u.dir)
}

/// How a unit comes on by an edge: its front rank on the table, the rest of the column behind it (play.setup).
pub fn at_edge(u: &Unit, foot: V2, inward: V2) -> Base {
    u.base.at(foot + inward * u.figure().depth.min(u.base.depth), inward)
}

/// Those who are due come on the table at the beginning of a turn; whose place is not free waits for the next (play.setup). Gives the
/// units that came, and the clause.
pub fn arrive(f: &mut Field, turn: u32) -> (Vec<UnitId>, Clause) {
    let mut came = Vec::new();
    let mut awaited = std::mem::take(&mut f.arrivals);
    muster::bring_on(&mut awaited, turn, |who| match who {
        Comer::Unit(id) if free(f, id) => {
            f[id].fate = Fate::OnTable;
            for s in f.staff.iter_mut().filter(|s| s.with == Some(id) && s.fate == StaffFate::Awaited) {
                s.fate = StaffFate::Present;
            }
            came.push(id);
            true
        }
        Comer::Unit(_) => false,
        Comer::Staff(id) => {
            f[id].fate = StaffFate::Present;
            true
        }
    });
    f.arrivals = awaited;
    (came, clause!("play.setup"))
}

/// Does nobody stand where it comes?
fn free(f: &Field, id: UnitId) -> bool {
    let mine = f[id].base.rect();
    f.present().all(|o| f.rects(o).iter().all(|r| mine.penetration(r) <= table::EPS))
}
