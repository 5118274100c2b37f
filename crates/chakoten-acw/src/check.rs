//! Whether an order may be given (chapter 03), and what exactly it says: every name resolved, every path laid out in plain
//! steps from where the unit stands. A refused order changes nothing, and no refusal tells a true distance (play.guess).

mod fire;
mod path;
mod steps;
mod works;

use crate::clause;
use crate::field::Field;
use crate::order::{FireOrder, Moment, MoveOrder, Order, OrderSheet, Ref, Step, Work};
use crate::say;
use crate::troop::{Ammunition, Arm, Formation, State};
use crate::unit::{RepairItem, Side, Unit, UnitId};
use crate::view::Known;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use table::{EPS, V2};
use umpire::{Clause, Grounds, Refusal};

pub use crate::reach::{Reach, locked_target, reach};
pub(crate) use works::work_by;

/// An order that may be carried out, with nothing left to look up.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub action: Action,
    /// The order as it is carried out: a repeated one written out. This is what [`crate::unit::Record::last_order`] keeps.
    pub order: Order,
    /// The clause by which something else is done than was written (04.02.14.a), and what was written.
    pub instead: Option<(Clause, Order)>,
    /// What makes the order lawful.
    pub by: Grounds,
}

/// What a unit does in the turn: one thing (03.03.1.a).
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Stand { reorganise: bool },
    Move(Course),
    Fire(FirePlan),
    Resupply(UnitId),
}

/// A movement order laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub steps: Vec<Primitive>,
    /// For each of `steps` the place of the written step it came from, for [`crate::unit::Record::steps_done`].
    pub written: Vec<u16>,
    pub attack: bool,
    pub charge: bool,
    /// The target named for the attack (play.attack-target).
    pub target: Option<UnitId>,
    /// By which clause enough of the regiment takes part for an ordered attack, or too few of it; `None` without an attack.
    pub share: Option<Result<Clause, Clause>>,
    pub repair: Option<RepairItem>,
}

impl Course {
    /// May it be an ordered attack (03.03.5)? Always without an attack.
    pub fn ordered_share_ok(&self) -> bool {
        !matches!(self.share, Some(Err(_)))
    }
}

/// One plain step. Lengths in cm, angles in degrees with right positive.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    /// `None`: to the end of the turn.
    March {
        cm: Option<f64>,
    },
    Back {
        cm: Option<f64>,
    },
    Wheel {
        degrees: f64,
    },
    Face {
        degrees: f64,
    },
    Form {
        formation: Formation,
        /// A cavalry attack column of 6 abreast.
        wide: bool,
        /// Gap between bases in cm.
        gap: f64,
    },
    Mount,
    Dismount,
    Limber {
        about: bool,
    },
    Unlimber {
        about: bool,
        second_left: bool,
    },
    Work(Working),
    Wait {
        until: f64,
    },
    Detach {
        figures: u16,
        /// Squadrons and not companies.
        squadrons: bool,
        left: bool,
        code: Ref,
    },
    Join(UnitId),
    /// Go into this building, at whose outline the unit now stands, and the adjoining ones it needs.
    Enter(SmallVec<[u16; 4]>),
    Leave {
        towards: V2,
        formation: Formation,
    },
    Man,
}

/// A fieldwork with the line on which it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Working {
    pub work: Work,
    pub from: V2,
    pub to: V2,
    /// The object in [`Field::lines`] that is cleared.
    pub object: Option<usize>,
    /// Turns of work it takes (table `fieldworks`).
    pub turns: u8,
}

/// A fire order laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct FirePlan {
    /// One, or the parts from the right (05.01.3.b).
    pub shots: SmallVec<[Shot; 2]>,
    pub repair: Option<RepairItem>,
}

/// One fire of a unit or of some of its companies.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// `None`: everybody who can take part.
    pub companies: Option<u16>,
    pub when: Trigger,
    pub at: Target,
    pub ammunition: Option<Ammunition>,
    /// `None` for small arms, canister, and continued fire that always hits (06.02.5).
    pub guess: Option<f64>,
    /// Further targets of canister.
    pub also: SmallVec<[UnitId; 2]>,
}

/// When fire is given, resolved. An `enemy` of `None` is any.
#[derive(Clone, Debug, PartialEq)]
pub enum Trigger {
    AtOnce,
    Clock(f64),
    Within {
        enemy: Option<UnitId>,
        cm: f64,
    },
    Passes {
        enemy: Option<UnitId>,
        from: V2,
        to: V2,
    },
    Enters {
        enemy: Option<UnitId>,
        place: Place,
    },
    Leaves {
        enemy: Option<UnitId>,
        place: Place,
    },
    Fires {
        enemy: Option<UnitId>,
    },
    /// Attacks the friend named, or the unit itself.
    Attacks {
        enemy: Option<UnitId>,
        friend: UnitId,
    },
    BeforeShock,
    AfterShock,
}

impl Trigger {
    /// Is it an event, which somebody brings about?
    pub fn event(&self) -> bool {
        !matches!(self, Trigger::AtOnce | Trigger::Clock(_))
    }

    /// Does it wait for an enemy to come near, or to some place?
    pub(crate) fn watches(&self) -> bool {
        use Trigger::*;
        matches!(self, Within { .. } | Passes { .. } | Enters { .. } | Leaves { .. })
    }
}

/// At whom fire goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    Nearest,
    Culprit,
    Unit(UnitId),
    Point(V2),
}

/// A named piece of ground by its place in the list of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Patch(u16),
    Hill(u16),
    Building(u16),
    Bridge(u16),
    Road(u16),
}

impl Place {
    /// Finds a piece of ground by its name on the map. Terrain may always be named (03.02.2).
    pub fn named(f: &Field, name: &str) -> Option<Place> {
        let g = &f.ground;
        let at = |p: Option<usize>| p.map(|i| i as u16);
        None.or_else(|| at(g.patches.iter().position(|x| x.name == name)).map(Place::Patch))
            .or_else(|| at(g.buildings.iter().position(|x| x.name == name)).map(Place::Building))
            .or_else(|| at(g.hills.iter().position(|x| x.name == name)).map(Place::Hill))
            .or_else(|| at(g.bridges.iter().position(|x| x.name == name)).map(Place::Bridge))
            .or_else(|| at(g.roads.iter().position(|x| x.name == name)).map(Place::Road))
    }

    /// Does the point lie on it?
    pub fn holds(self, f: &Field, p: V2) -> bool {
        let g = &f.ground;
        match self {
            Place::Patch(i) => g.patches[usize::from(i)].area.contains(p),
            Place::Hill(i) => g.hills[usize::from(i)].area.contains(p),
            Place::Building(i) => g.buildings[usize::from(i)].rect().contains(p, EPS),
            Place::Bridge(i) => g.bridges[usize::from(i)].rect.contains(p, EPS),
            Place::Road(i) => {
                let r = &g.roads[usize::from(i)];
                r.path.nearest(p).is_some_and(|n| n.0 <= r.width / 2.0 + EPS)
            }
        }
    }
}

/// Everything an order is judged by.
pub(crate) struct Case<'a> {
    pub f: &'a Field,
    pub u: &'a Unit,
    pub known: &'a Known,
    /// The turn for which the order is written.
    pub turn: u32,
    /// A repeated order names nothing anew (03.03.3).
    pub repeats: bool,
}

/// The turn for which orders are being written: they are written when the last turn has ended (04.01.6).
pub fn turn_ordered(f: &Field) -> u32 {
    f.turn + 1
}

/// Judges one order. The shares of 03.03.5 and the two units a wagon can serve (09.03.1.b) depend on the whole sheet:
/// [`check_sheet`] judges them too; here `share` says how the unit stands alone.
pub fn check(f: &Field, side: Side, unit: UnitId, order: &Order, known: &Known) -> Result<Checked, Refusal> {
    let u = f
        .units
        .get(unit.index())
        .filter(|u| u.side == side && u.on_table())
        .ok_or_else(|| Refusal::by(clause!("03.01.2.a"), say!("orders-written-own-units")))?;
    let turn = turn_ordered(f);
    if u.state == State::Complete && *order != Order::Stand {
        return Err(Refusal::by(clause!("08.02.6.a"), say!("complete-disorder-obeys-no", unit = &u.code)));
    }
    if u.record.halted_to.is_some_and(|t| turn <= t) && !matches!(order, Order::Stand | Order::Reorganise) {
        return Err(Refusal::by(clause!("01.06.2"), say!("umpire-halted", unit = &u.code)));
    }
    let reached = reach(f, u);
    let out = reached == Reach::Out;
    let repeats = matches!(order, Order::Repeat) || out && same_as_last(u, order);
    let order = if repeats { repeated(u)? } else { order.clone() };
    if out && !repeats && !matches!(order, Order::Stand | Order::Reorganise | Order::Fire(_)) {
        return Err(Refusal::by(
            clause!("03.03.3"),
            say!("neither-within-cm-general", unit = &u.code, command = crate::book::data().d.command),
        ));
    }
    let mut by = Grounds::default();
    if repeats {
        by.add(clause!("03.03.3"));
    } else if !out {
        by.add(clause!("03.03.2"));
    }
    if matches!(reached, Reach::General(g) if f[u.command].general != Some(g)) {
        // The one above commands for a general who is lost.
        by.add(clause!("08.05.1"));
    }
    let case = Case { f, u, known, turn, repeats };
    // One thing a turn, and this is which.
    by.add(clause!("03.03.1.a"));
    by.add(clause!("03.01.4"));
    let action = match &order {
        Order::Stand | Order::Repeat => {
            by.add(clause!("03.01.2.b"));
            Action::Stand { reorganise: false }
        }
        Order::Reorganise => {
            by.add(clause!("03.03.1.b"));
            Action::Stand { reorganise: true }
        }
        Order::Move(m) => {
            by.add(clause!("03.03.1.b"));
            by.add(clause!("03.03.4.a"));
            Action::Move(steps::course(&case, m)?)
        }
        Order::Fire(o) => {
            by.add(if u.arm == Arm::Artillery { clause!("03.03.7") } else { clause!("03.03.6") });
            Action::Fire(fire::plan(&case, o, &mut by)?)
        }
        Order::Resupply { wagon } => {
            by.add(clause!("09.03.2"));
            Action::Resupply(works::resupply(&case, wagon)?)
        }
    };
    Ok(hold_to_fire_fight(&case, Checked { action, order, instead: None, by }))
}

/// A unit locked in a close fire-fight fires at its enemy whatever is written (04.02.14.a).
fn hold_to_fire_fight(case: &Case, checked: Checked) -> Checked {
    let Some(target) = locked_target(case.f, case.u) else { return checked };
    let at_him = match &checked.action {
        Action::Fire(p) => p.shots.iter().any(|s| s.at == Target::Unit(target)),
        _ => false,
    };
    if at_him {
        return checked;
    }
    let shot = Shot {
        companies: None,
        when: Trigger::AtOnce,
        at: Target::Unit(target),
        ammunition: None,
        guess: None,
        also: SmallVec::new(),
    };
    let aim = case.known.label(target).map_or(crate::order::Aim::Nearest, crate::order::Aim::Unit);
    Checked {
        action: Action::Fire(FirePlan { shots: SmallVec::from_iter([shot]), repair: None }),
        order: Order::Fire(FireOrder {
            moment: Moment::AtOnce,
            at: aim,
            parts: Vec::new(),
            ammunition: None,
            guess: None,
            also: Vec::new(),
            repair: None,
        }),
        instead: Some((clause!("04.02.14.a"), checked.order)),
        by: checked.by,
    }
}

/// The last order again (03.03.3): turns and changes that were completed are left out.
fn repeated(u: &Unit) -> Result<Order, Refusal> {
    let Some(last) = &u.record.last_order else {
        return Err(Refusal::by(clause!("03.03.3"), say!("no-order-last-turn", unit = &u.code)));
    };
    let Order::Move(m) = last else { return Ok(last.clone()) };
    let done = usize::from(u.record.steps_done);
    let mut steps: Vec<Step> = Vec::with_capacity(m.steps.len());
    for (i, s) in m.steps.iter().enumerate() {
        let over = i < done
            && !matches!(
                s,
                Step::March { .. }
                    | Step::Back { .. }
                    | Step::To { .. }
                    | Step::Road { .. }
                    | Step::Work { .. }
            );
        if over {
            continue;
        }
        // A wheel broken off by the end of the turn goes on with what is left of it.
        match (s, &u.record.unfinished) {
            (Step::Wheel { degrees }, Some(rest)) if i == done => match rest.step {
                Step::Wheel { degrees: left } if left * degrees > 0.0 && left.abs() <= degrees.abs() => {
                    steps.push(Step::Wheel { degrees: left });
                }
                _ => steps.push(s.clone()),
            },
            // A place that was reached is not gone to again.
            (Step::To { x, y }, _) if i < done && u.base.front.dist(table::v2(*x, *y)) <= EPS => {}
            _ => steps.push(s.clone()),
        }
    }
    if steps.is_empty() && m.repair.is_none() {
        return Ok(Order::Stand);
    }
    Ok(Order::Move(MoveOrder { steps, ..m.clone() }))
}

/// Is it the order of the last turn written out, whole or as far as it is left (03.03.3)?
fn same_as_last(u: &Unit, order: &Order) -> bool {
    u.record.last_order.as_ref() == Some(order) || repeated(u).is_ok_and(|rest| rest == *order)
}

/// A side's whole order sheet, judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Every own unit on the table; one without an order stands (03.01.2.b).
    pub orders: BTreeMap<UnitId, Checked>,
    /// Orders that may not be given, by the name under which they were written.
    pub refused: BTreeMap<Ref, Refusal>,
    /// Orders were given under an instruction, whose sense only an umpire could judge (03.02.1): they are allowed.
    pub under_instruction: bool,
}

/// Judges a whole order sheet. If `refused` is not empty nothing of it should be carried out.
pub fn check_sheet(f: &Field, side: Side, sheet: &OrderSheet, known: &Known) -> Sheet {
    let mut out = Sheet::default();
    let mut codes: BTreeMap<UnitId, &Ref> = BTreeMap::new();
    for (code, order) in sheet {
        let Some(id) = own(f, side, code) else {
            out.refused.insert(
                code.clone(),
                Refusal::by(clause!("03.01.2.a"), say!("no-unit-side-table", code, side)),
            );
            continue;
        };
        match check(f, side, id, order, known) {
            Ok(c) => {
                codes.insert(id, code);
                out.orders.insert(id, c);
            }
            Err(r) => {
                out.refused.insert(code.clone(), r);
            }
        }
    }
    for (id, r) in shares(f, &mut out.orders) {
        if let Some(code) = codes.get(&id) {
            out.refused.insert((*code).clone(), r);
        }
        out.orders.remove(&id);
    }
    for (id, r) in works::wagons(f, &out.orders) {
        if let Some(code) = codes.get(&id) {
            out.refused.insert((*code).clone(), r);
        }
        out.orders.remove(&id);
    }
    out.under_instruction = out.orders.keys().any(|u| {
        f[f[*u].command].instruction.is_some()
            && !matches!(sheet.get(&*f[*u].code), None | Some(Order::Stand))
    });
    for u in f.side(side) {
        if out.orders.contains_key(&u.id) || out.refused.contains_key(&*u.code) {
            continue;
        }
        if let Ok(c) = check(f, side, u.id, &Order::Stand, known) {
            out.orders.insert(u.id, c);
        }
    }
    out
}

/// Who takes part in the ordered attacks of each regiment (03.03.5): notes it on each course and returns the attacks that
/// cannot be ordered.
fn shares(f: &Field, orders: &mut BTreeMap<UnitId, Checked>) -> Vec<(UnitId, Refusal)> {
    let mut parts: BTreeMap<UnitId, u16> = BTreeMap::new();
    for (id, c) in orders.iter() {
        if let Action::Move(m) = &c.action {
            if m.attack {
                *parts.entry(f[*id].regiment).or_default() += steps::attackers(&f[*id], m);
            }
        }
    }
    let mut bad = Vec::new();
    for (id, c) in orders.iter_mut() {
        let Checked { action: Action::Move(m), by, .. } = c else { continue };
        if !m.attack {
            continue;
        }
        let u = &f[*id];
        let share = crate::attack::attack_share(f, u, parts.get(&u.regiment).copied().unwrap_or(0));
        m.share = Some(share);
        match share {
            Ok(enough) => by.add(enough),
            Err(_) => bad.push((*id, too_few(u))),
        }
    }
    bad
}

fn too_few(u: &Unit) -> Refusal {
    if u.arm == Arm::Cavalry && u.mounted {
        Refusal::by(clause!("03.03.5.b"), say!("least-third-regiments-figures", unit = &u.code))
    } else {
        Refusal::by(clause!("03.03.5.a"), say!("more-than-half-regiments", unit = &u.code))
    }
}

/// An own unit on the table by its code.
pub(crate) fn own(f: &Field, side: Side, code: &str) -> Option<UnitId> {
    f.units.iter().find(|u| u.side == side && u.on_table() && &*u.code == code).map(|u| u.id)
}

impl Case<'_> {
    /// The enemy of a sighting, if this unit's brigade may name him (03.02.2).
    pub(crate) fn enemy(&self, name: &str) -> Result<UnitId, Refusal> {
        let id = self
            .known
            .enemy(name)
            .ok_or_else(|| Refusal::by(clause!("03.02.2"), say!("no-enemy-sighted-called", name)))?;
        if self.repeats || self.known.may_name(self.f, self.u.command, id) {
            return Ok(id);
        }
        Err(Refusal::by(clause!("03.02.2"), say!("neither-general-nor-unit", unit = &self.u.code, name)))
    }
}
