//! Raising units in the standard sizes of chapter 01, before the first turn.

use crate::book::{self, data};
use crate::clause;
use crate::field::{Comer, Field, Staff, StaffFate};
use crate::troop::{Arm, Cover, Formation, Gun, Kind, Nation, Obstacle, State, Weapon};
use crate::unit::{Battery, CommandId, Fate, Losses, Record, Side, StaffId, Unit, UnitId};
use crate::{ground::LineKind, troop};
pub use muster::{behind, beside};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};
use table::{Base, Pose, v2};
use umpire::{Cell, Clause, Grounds};

/// What is in a battery besides its guns (01.02.5, 01.02.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatteryMakeUp {
    pub gunners: u16,
    pub horses: u8,
}

/// Gunners and horses of a battery of 4 or 6 real guns.
pub fn battery_make_up(guns: u8, horse: bool) -> BatteryMakeUp {
    let row = match (guns <= 4, horse) {
        (true, false) => 0,
        (true, true) => 1,
        (false, false) => 2,
        (false, true) => 3,
    };
    let r = &book::table("org.artillery").rows[row];
    let n = |i: usize| r[i].number().unwrap_or(0.0);
    BatteryMakeUp { gunners: n(4) as u16, horses: n(5) as u8 }
}

/// Horse figures of a train wagon (01.02.7).
pub fn wagon_horses() -> u16 {
    book::table("org.artillery").rows[4][5].number().unwrap_or(0.0) as u16
}

/// Figures of a body of troops by table `org.units`, and the clause that gives its size; `None` where the arm has no such body.
pub fn standard(infantry: bool, nation: Nation, body: Body) -> Option<(u16, Clause)> {
    let (row, by) = if infantry {
        (0, clause!("01.02.2"))
    } else if nation == Nation::Union {
        (1, clause!("01.02.3"))
    } else {
        (2, clause!("01.02.4"))
    };
    book::table("org.units").rows[row][body as usize + 1].number().map(|n| (n as u16, by))
}

/// Figures of a squadron of the unit; `None` if it is no cavalry.
pub fn squadron(u: &Unit) -> Option<u16> {
    (u.arm == Arm::Cavalry).then(|| standard(false, u.nation, Body::Squadron)).flatten().map(|s| s.0)
}

/// A body of troops that has a standard size (table `org.units`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    Company,
    Squadron,
    Battalion,
    Regiment,
}

/// Obstacle and cover of a linear object when the scenario is silent (table XXII, XXII.a).
pub fn line_values(kind: LineKind) -> (Obstacle, Cover) {
    let row = match kind {
        LineKind::Barricade => "barricade",
        LineKind::LightFortification => "light field fortification",
        LineKind::FullFortification => "full field fortification",
        LineKind::Abatis => "abatis",
        LineKind::ChevauxDeFrise => "chevaux de frise",
        LineKind::Ditch => "ditches",
        LineKind::Bank => "banks and dykes",
        LineKind::Fence => "fences and hedges",
        LineKind::Wall => "walls",
        LineKind::Other => return (Obstacle::None, Cover::None),
    };
    let (o, c) = values(row);
    // The defaults where the table leaves the organiser a choice: the greater obstacle of a barricade, the middle one of a
    // wall, and a wall's least cover.
    match kind {
        LineKind::Barricade => (o.1, c.0),
        LineKind::Wall => (Obstacle::II, c.0),
        _ => (o.1, c.1),
    }
}

/// By which clause a kind of object has the values of [`line_values`].
pub fn line_by(kind: LineKind) -> Clause {
    match kind {
        LineKind::Barricade | LineKind::Wall => clause!("XXII.a"),
        // Nobody can build one in play: it lies there from the start or nowhere.
        LineKind::FullFortification => clause!("10.02.2"),
        _ => clause!("02.06.6.b"),
    }
}

/// The least and the greatest obstacle and cover that the organiser may fix for a kind of object (XXII.a).
pub fn line_range(kind: LineKind) -> ((Obstacle, Obstacle), (Cover, Cover)) {
    match kind {
        LineKind::Barricade => values("barricade"),
        LineKind::Wall => values("walls"),
        LineKind::Other => ((Obstacle::None, Obstacle::IV), (Cover::None, Cover::III)),
        k => {
            let (o, c) = line_values(k);
            ((o, o), (c, c))
        }
    }
}

/// Obstacle and cover of a building (table XXII).
pub fn building_values(stone: bool) -> (Obstacle, Cover) {
    let (o, c) = values(if stone { "stone building" } else { "wooden building" });
    (o.1, c.1)
}

type Range = ((Obstacle, Obstacle), (Cover, Cover));

fn values(row: &str) -> Range {
    static ALL: OnceLock<Vec<(&'static str, Range)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let ends = |c: &'static Cell| -> (&'static str, &'static str) {
            let t = c.text().unwrap_or("-");
            match t.split_once('-') {
                Some((a, b)) if !a.is_empty() => (a, b),
                _ => (t, t),
            }
        };
        book::table("XXII")
            .rows
            .iter()
            .map(|r| {
                let (o, c) = (ends(&r[1]), ends(&r[2]));
                (r[0].text().unwrap_or(""), ((obstacle(o.0), obstacle(o.1)), (cover(c.0), cover(c.1))))
            })
            .collect()
    });
    all.iter().find(|v| v.0 == row).map(|v| v.1).expect("table XXII has this row (a test reads it)")
}

fn obstacle(t: &str) -> Obstacle {
    match t {
        "I" => Obstacle::I,
        "II" => Obstacle::II,
        "III" => Obstacle::III,
        "IV" => Obstacle::IV,
        _ => Obstacle::None,
    }
}

fn cover(t: &str) -> Cover {
    match t {
        "I" => Cover::I,
        "II" => Cover::II,
        "III" => Cover::III,
        _ => Cover::None,
    }
}

/// The gap between bases in cm when nothing is said: half a base in thin line, one base in the chain of foot, half a base
/// in the chain of riders (02.01.4, 02.01.5, 02.02.4).
pub fn usual_gap(kind: Kind, formation: Formation) -> f64 {
    let (w, half) = if kind == Kind::Mounted { (data().rider.0, 0.5) } else { (data().foot.0, 1.0) };
    match formation {
        Formation::ThinLine => w / 20.0,
        Formation::Chain => w * half / 10.0,
        _ => 0.0,
    }
}

/// A unit to be raised.
#[derive(Clone, Debug)]
pub struct Raise<'a> {
    pub code: &'a str,
    pub name: &'a str,
    pub side: Side,
    pub nation: Nation,
    pub command: CommandId,
    pub arm: Arm,
    pub figures: u16,
    pub company: u16,
    pub valour: i8,
    pub weapon: Option<Weapon>,
    /// The gun, how many real ones, and horse artillery.
    pub battery: Option<(Gun, u8, bool)>,
    pub mounted: bool,
    pub formation: Formation,
    /// A cavalry attack column six wide instead of five.
    pub wide: bool,
    /// Cm.
    pub gap: f64,
    pub at: Pose,
}

/// To what troops the book gives a valour.
pub fn valour_by(valour: i8) -> Clause {
    match valour {
        2.. => clause!("08.01.3"),
        1 => clause!("08.01.4"),
        0 => clause!("08.01.5"),
        _ => clause!("08.01.6"),
    }
}

/// The clauses by which a unit is as it is before the first turn: everybody begins in order, what its valour is given for, and what
/// a battery or wagon is made of.
pub fn raised_by(u: &Unit) -> Grounds {
    let mut by = Grounds::default();
    by.add(clause!("08.02.2"));
    if u.arm != Arm::Wagon {
        by.add(valour_by(u.valour));
    }
    if let Some(b) = &u.battery {
        by.add(if b.of <= 4 { clause!("01.02.5") } else { clause!("01.02.6") });
        // One model for four guns, or each of two for three.
        by.add(clause!("01.01.2.b"));
        // Its rounds are those of a smoothbore gun.
        if matches!(b.gun, Gun::GunHowitzer | Gun::Napoleon) {
            by.add(clause!("09.02.2"));
        }
    }
    if u.arm == Arm::Wagon {
        by.add(clause!("01.02.7"));
    }
    by
}

/// The clauses by which a table is as it is before the first turn.
pub fn set_up_by(f: &Field) -> Grounds {
    let mut by = Grounds::default();
    for u in &f.units {
        by.join(raised_by(u));
        if matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
            let of = |body| standard(u.arm == Arm::Infantry, u.nation, body);
            let all = [Body::Company, Body::Squadron, Body::Battalion, Body::Regiment];
            if let Some((_, size)) = all.into_iter().filter_map(of).find(|(n, _)| *n == u.original) {
                by.add(clause!("01.02.1"));
                by.add(size);
            }
        }
    }
    if !f.ground.hills.is_empty() {
        by.add(clause!("01.01.3.b"));
    }
    f.lines.iter().for_each(|l| by.add(line_by(l.kind)));
    if !f.ground.buildings.is_empty() {
        by.add(clause!("02.06.6.b"));
    }
    by
}

/// The unit as it stands before the first turn.
pub fn unit(id: UnitId, r: &Raise<'_>) -> Unit {
    let battery = r.battery.map(|(gun, of, horse)| {
        let m = battery_make_up(of, horse);
        Battery {
            gun,
            horse,
            of,
            sound: of,
            damaged: 0,
            limbers: of,
            limbers_damaged: 0,
            horses: m.horses,
            horses_of: m.horses,
            rounds: data().gun(gun).rounds,
            unmanned: None,
            taken: false,
            repair: None,
        }
    });
    let mut u = Unit {
        id,
        code: r.code.into(),
        name: r.name.into(),
        side: r.side,
        command: r.command,
        regiment: id,
        arm: r.arm,
        nation: r.nation,
        mounted: r.mounted,
        valour: r.valour,
        weapon: r.weapon,
        battery,
        company: r.company,
        figures: r.figures,
        original: r.figures,
        carried: 0,
        losses: Losses::default(),
        state: State::Order,
        pinned_to: None,
        formation: r.formation,
        gap: r.gap,
        files: 1,
        parted: None,
        shelter: None,
        base: Base::new(r.at, 0.0, 0.0),
        inside: SmallVec::new(),
        fate: Fate::OnTable,
        ammunition: true,
        turned: 0,
        wrapped: 0,
        locked: SmallVec::new(),
        record: Record::default(),
    };
    if matches!(u.arm, troop::Arm::Infantry | troop::Arm::Cavalry) {
        u.files = u.files_in(r.formation, r.wide);
    }
    u.lay();
    u
}

/// A general or orderly, standing by himself.
pub fn staff(id: StaffId, code: &str, name: &str, side: Side, command: CommandId, general: bool) -> Staff {
    let (w, d) = rider();
    Staff {
        id,
        code: Arc::from(code),
        name: Arc::from(name),
        side,
        command,
        general,
        base: Base { front: v2(0.0, 0.0), dir: v2(0.0, 1.0), width: w, depth: d },
        with: None,
        fate: StaffFate::Present,
        moved: None,
        dispatched: false,
    }
}

/// Width and depth in cm of a general's or orderly's base (01.03.2).
pub fn rider() -> (f64, f64) {
    book::base("rider (cavalryman, general, orderly)")
}

/// Reserves due in this turn come on the table, before its orders are written; whose place is not free waits for the next
/// turn. Gives the units that came.
pub fn arrive(f: &mut Field, turn: u32) -> Vec<UnitId> {
    let mut came = Vec::new();
    let mut awaited = std::mem::take(&mut f.arrivals);
    // Nobody waits for the order of the list: places of one turn were checked to lie apart.
    muster::bring_on(&mut awaited, turn, |who| match who {
        Comer::Unit(id) if free(f, id) => {
            f[id].fate = Fate::OnTable;
            f[id].record.in_motion = true;
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
    came
}

/// Does nobody stand where it comes?
fn free(f: &Field, id: UnitId) -> bool {
    let mine = f[id].base.rect();
    f.present().all(|o| f.rects(o).iter().all(|r| mine.penetration(r) <= table::EPS))
}
