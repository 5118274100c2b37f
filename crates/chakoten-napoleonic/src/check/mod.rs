//! Whether an order may be given (play.orders), and what it names: every target, building, road and wagon found. What the player can
//! know to be against the rules is refused by its clause; no refusal tells a distance (03.02.12), and a refused order changes nothing.

mod attack;
mod fire;
mod skirmish;
mod steps;
pub mod works;

use crate::battle::ByCode;
use crate::field::Field;
use crate::order::{Leg, Order, OrderSheet, Ref, Until, Way};
use crate::procedures::command::no_target;
use crate::reach::{Reach, reach};
use crate::terrain::Thing;
use crate::troop::{Gait, State};
use crate::unit::{Goal, Side, Unit, UnitId};
use crate::view::{Known, LONE_STAFF};
use crate::works::task::Task;
use crate::{clause, say};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use table::{V2, v2};
use umpire::{Clause, Grounds, Refusal};

pub use fire::Watch;
pub use works::{leaders, party, work_named};

/// Something that an order names, by its place in the list of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An own unit.
    Own(UnitId),
    Enemy(UnitId),
    Building(u16),
    /// A road or path.
    Track(u16),
    /// A linear object in [`Field::lines`].
    Line(u16),
    /// Those built in the battle follow those of the ground.
    Crossing(u16),
    /// An own ferry or boat.
    Craft(u16),
    Patch(u16),
    Hill(u16),
}

impl Named {
    /// Finds a piece of ground by its name on the map; of linear objects the side must know.
    pub fn ground(f: &Field, known: &Known, name: &str) -> Option<Named> {
        let g = &f.ground;
        let at = |p: Option<usize>| p.map(|i| i as u16);
        None.or_else(|| at(g.buildings.iter().position(|x| x.name == name)).map(Named::Building))
            .or_else(|| at(g.patches.iter().position(|x| x.name == name)).map(Named::Patch))
            .or_else(|| at(g.hills.iter().position(|x| x.name == name)).map(Named::Hill))
            .or_else(|| {
                let all = g.crossings.iter().chain(&f.terrain.crossings);
                at(all.map(|x| &x.name).position(|n| n == name)).map(Named::Crossing)
            })
            .or_else(|| {
                let own = |v: &crate::terrain::Vessel| v.name == name && v.side == known.side && !v.gone;
                at(f.terrain.vessels.iter().position(own)).map(Named::Craft)
            })
            .or_else(|| {
                let line = |i: &usize| f.lines[*i].name == name && known.knows_line(f, *i);
                at((0..f.lines.len()).find(line)).map(Named::Line)
            })
            .or_else(|| at(g.tracks.iter().position(|x| x.road.name == name)).map(Named::Track))
    }
}

impl Named {
    /// The same as something that is worked at, set on fire or blown up.
    pub fn thing(self) -> Option<Thing> {
        match self {
            Named::Building(i) => Some(Thing::Building(i)),
            Named::Crossing(i) => Some(Thing::Crossing(i)),
            Named::Line(i) => Some(Thing::Line(i)),
            Named::Craft(i) => Some(Thing::Craft(i)),
            _ => None,
        }
    }
}

/// A fire order with its names found.
#[derive(Clone, Debug, PartialEq)]
pub struct FirePlan {
    pub when: Watch,
    /// At whom or what; empty: the nearest.
    pub at: Vec<Goal>,
    pub range_in: bool,
}

/// An attack order with its names found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttackPlan {
    pub target: Option<UnitId>,
    pub then: Vec<UnitId>,
}

/// An order that may be carried out, with nothing left to look up.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// As it is carried out: an attack without a way of its own goes straight on, and every part has its code.
    pub order: Order,
    /// For each leg of `order` what it names, in the order in which it names it.
    pub named: Vec<SmallVec<[Named; 2]>>,
    pub fire: Option<FirePlan>,
    pub attack: Option<AttackPlan>,
    pub supports: Option<UnitId>,
    /// For each leg that splits off a part: how many companies, squadrons or models leave.
    pub parts: BTreeMap<usize, u8>,
    /// What is done at the place of work, where it is one of the tasks of chapter 19.
    pub work: Option<Task>,
    /// Whether orders reach it; beyond, a reaction roll decides (08.03.5).
    pub reach: Reach,
    /// What makes the order lawful.
    pub by: Grounds,
}

impl Checked {
    /// What a leg names, if it names just one thing.
    pub fn name(&self, leg: usize) -> Option<Named> {
        self.named.get(leg)?.first().copied()
    }
}

/// A side's whole order sheet, judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Orders that may be given. A unit left out stands (03.02.1).
    pub orders: BTreeMap<UnitId, Checked>,
    /// Orders that may not be given, by the name under which they were written.
    pub refused: BTreeMap<Ref, Refusal>,
}

/// Everything an order is judged by.
pub(crate) struct Case<'a> {
    pub f: &'a Field,
    pub u: &'a Unit,
    pub known: &'a Known,
    pub order: &'a Order,
}

/// An order being judged: the unit as it will stand after the legs so far, and what was found.
pub(crate) struct Walk<'a> {
    pub case: Case<'a>,
    pub at: Unit,
    pub named: Vec<SmallVec<[Named; 2]>>,
    pub parts: BTreeMap<usize, u8>,
    pub work: Option<Task>,
    /// Codes of lines and parts that it makes.
    pub codes: Vec<Ref>,
    pub by: Grounds,
    /// The last march has no end.
    pub open: bool,
    /// It stands and reorganises to the end.
    pub ended: bool,
    /// Marched ahead without a break in the order so far, in turns; `None` where that cannot be known beforehand.
    pub marched: Option<f64>,
    /// Degrees swung since the charge march began.
    pub swung: f64,
    pub charging: bool,
}

/// The direction of an arrow on a side's slip, own edge below (orders.2): 0 away from it, 90 to the right.
pub fn heading(f: &Field, side: Side, degrees: f64) -> V2 {
    (f.edge(side).outward() * -1.0).turned(-degrees.to_radians())
}

/// An own unit on the table by its code.
pub(crate) fn own(f: &Field, side: Side, code: &str) -> Option<UnitId> {
    f.units.iter().find(|u| u.side == side && u.on_table() && &*u.code == code).map(|u| u.id)
}

/// Why this names no enemy whom an order can mean. Staff figures on the board are no targets (08.02.4): one with an enemy stands there under
/// his label and a number.
pub(crate) fn no_enemy(known: &Known, name: &str) -> Refusal {
    let with = || name.split_once('+').is_some_and(|(unit, _)| known.enemy(unit).is_some());
    if name.starts_with(LONE_STAFF) || with() {
        return no_target();
    }
    Refusal::by(clause!("play.hidden"), say!("check-no-enemy-sighted", name))
}

impl<'a> Case<'a> {
    /// The enemy of a sighting, if the unit's commander knows of him (08.01.5).
    pub fn enemy(&self, name: &str) -> Result<UnitId, Refusal> {
        let id = self.known.enemy(name).ok_or_else(|| no_enemy(self.known, name))?;
        let of = self.u.body.map_or(self.u, |b| &self.f[b]);
        if self.known.may_name(of.command, id) {
            return Ok(id);
        }
        Err(Refusal::by(clause!("08.01.5"), say!("check-commander-knows-not", unit = &self.u.code, name)))
    }

    /// An own unit on the table.
    pub fn own(&self, name: &str, by: Clause) -> Result<&'a Unit, Refusal> {
        own(self.f, self.u.side, name)
            .map(|u| &self.f[u])
            .ok_or_else(|| Refusal::by(by, say!("check-no-own-unit", name)))
    }

    /// A place on the table.
    pub fn place(&self, p: [f64; 2]) -> Result<V2, Refusal> {
        let p = v2(p[0], p[1]);
        if p.is_finite() && self.f.ground.holds(p) {
            Ok(p)
        } else {
            Err(Refusal::by(clause!("play.interrupt"), say!("check-place-off-table")))
        }
    }
}

/// Judges one order by itself; what depends on others of the sheet, [`check_sheet`] judges too.
pub fn check(f: &Field, side: Side, unit: UnitId, order: &Order, known: &Known) -> Result<Checked, Refusal> {
    let u = f
        .units
        .get(unit.index())
        .filter(|u| u.side == side && u.on_table())
        .ok_or_else(|| Refusal::by(clause!("08.03.3"), say!("check-orders-own-units")))?;
    let mut by = Grounds::default();
    let (reach, how) = reach(f, u);
    by.add(how);
    if *order == Order::default() {
        by.add(clause!("03.02.1"));
        return Ok(Checked {
            order: order.clone(),
            named: Vec::new(),
            fire: None,
            attack: None,
            supports: None,
            parts: BTreeMap::new(),
            work: None,
            reach,
            by,
        });
    }
    if u.state == State::Complete {
        return Err(Refusal::by(clause!("03.03.5"), say!("check-fu-takes-no-orders", unit = &u.code)));
    }
    if let Some(lead) = u.leads {
        let lead = &f[lead].code;
        return Err(Refusal::by(clause!("05.01.6.a"), say!("check-column-leader", unit = &u.code, lead)));
    }
    by.add(clause!("play.orders"));
    let mut order = order.clone();
    let moves = order.legs.iter().any(steps::moves);
    if order.attack.is_some() && !moves {
        order.legs.push(Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::End });
    }
    if order.legs.len() > crate::slip::MOST_LEGS {
        return Err(Refusal::form(say!("slip-most-legs", most = crate::slip::MOST_LEGS)));
    }
    name_parts(f, u, &mut order);
    let mut w = Walk {
        case: Case { f, u, known, order: &order },
        at: u.clone(),
        named: Vec::new(),
        parts: BTreeMap::new(),
        work: None,
        codes: Vec::new(),
        by,
        open: false,
        ended: false,
        marched: Some(steps::approached(f, u)),
        swung: 0.0,
        charging: u.record.charge.is_some_and(|c| c.ended.is_none()),
    };
    for (i, leg) in order.legs.iter().enumerate() {
        w.leg(i, leg)?;
    }
    let attack = order.attack.as_ref().map(|a| attack::plan(&mut w, a)).transpose()?;
    let fire = order.fire.as_ref().map(|o| fire::plan(&mut w, o)).transpose()?;
    let supports = order.supports.as_ref().map(|s| attack::supports(&mut w, s)).transpose()?;
    let Walk { named, parts, work, by, .. } = w;
    Ok(Checked { order, named, fire, attack, supports, parts, work, reach, by })
}

/// Gives every part that has no code the unit's own with the next free number behind it (orders.3).
fn name_parts(f: &Field, u: &Unit, order: &mut Order) {
    let mut n = 1;
    for leg in &mut order.legs {
        let Leg::Part { code: code @ None, .. } = leg else { continue };
        loop {
            let next = format!("{}-{n}", u.code);
            n += 1;
            if !f.units.iter().any(|o| o.side == u.side && *o.code == *next) {
                *code = Some(next);
                break;
            }
        }
    }
}

/// Judges a whole order sheet. If `refused` is not empty nothing of it should be carried out.
pub fn check_sheet(f: &Field, side: Side, sheet: &OrderSheet, known: &Known) -> Sheet {
    let mut out = Sheet::default();
    let mut own = ByCode::default();
    for u in f.units.iter().filter(|u| u.side == side && u.on_table()) {
        own.entry(&*u.code).or_insert(u.id);
    }
    for (code, order) in sheet {
        let Some(id) = own.get(&**code).copied() else {
            let why = say!("check-no-own-unit", name = code);
            out.refused.insert(code.clone(), Refusal::by(clause!("08.03.3"), why));
            continue;
        };
        match check(f, side, id, order, known) {
            Ok(c) => {
                out.orders.insert(id, c);
            }
            Err(r) => {
                out.refused.insert(code.clone(), r);
            }
        }
    }
    let bad: Vec<(UnitId, Refusal)> = together(f, &out.orders);
    for (id, r) in bad {
        out.orders.remove(&id);
        out.refused.entry(f[id].code.to_string()).or_insert(r);
    }
    out
}

/// What orders may not be given together. Of two that exclude each other the later in the scenario's list is refused.
fn together(f: &Field, orders: &BTreeMap<UnitId, Checked>) -> Vec<(UnitId, Refusal)> {
    let mut bad = Vec::new();
    let mut codes: BTreeSet<&str> = BTreeSet::new();
    let mut wagons: BTreeSet<UnitId> = BTreeSet::new();
    let mut houses: BTreeSet<u16> = BTreeSet::new();
    let mut gathered: BTreeMap<UnitId, UnitId> = BTreeMap::new();
    for (id, c) in orders {
        for (i, leg) in c.order.legs.iter().enumerate() {
            let named = c.named.get(i).map_or(&[][..], |n| &n[..]);
            match (leg, named) {
                (
                    Leg::SendOut { code, .. } | Leg::Split { code, .. } | Leg::Part { code: Some(code), .. },
                    _,
                ) if !codes.insert(code) => {
                    bad.push((*id, Refusal::form(say!("check-code-taken", code))));
                }
                (Leg::Resupply { wagon }, [Named::Own(w)]) if !wagons.insert(*w) => {
                    let why = say!("check-wagon-busy", wagon);
                    bad.push((*id, Refusal::by(clause!("11.04.1"), why)));
                }
                (Leg::Enter { building }, [Named::Building(b)]) if !houses.insert(*b) => {
                    let why = say!("check-building-taken", building);
                    bad.push((*id, Refusal::by(clause!("play.building"), why)));
                }
                (Leg::Join { .. } | Leg::Combine { .. }, named) => {
                    for n in named {
                        let Named::Own(o) = n else { continue };
                        if gathered.insert(*o, *id).is_some() {
                            let why = say!("check-joined-twice", unit = &f[*o].code);
                            bad.push((*id, Refusal::by(clause!("04.01.5"), why)));
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some(s) = c.supports {
            let attacks = orders.get(&s).is_some_and(|o| o.attack.is_some());
            if !attacks {
                let why = say!("check-supported-attacks-not", unit = &f[s].code);
                bad.push((*id, Refusal::by(clause!("12.03.7.8"), why)));
            }
        }
    }
    for (o, by) in gathered {
        if orders.get(&o).is_some_and(|c| c.order != Order::default()) && o != by {
            let why = say!("check-joining-nothing-else", unit = &f[o].code);
            bad.push((o, Refusal::by(clause!("04.01.5"), why)));
        }
    }
    bad
}
