//! How a turn begins: arrivals, orders taken, what is unfinished goes on (03.02.1, play.left, play.setup).

use super::changes::lasts;
use super::drive::DIAL;
use super::{Instant, Run, Stage, Table, Turn, run};
use crate::clause;
use crate::event::{By, EventKind};
use crate::field::{Comer, Staff, StaffFate};
use crate::order::{FireOrder, Leg, Order, StaffMove, Until, Way, When};
use crate::staffwork::{Instruction, Sent};
use crate::strayed::Strayed;
use crate::troop::{Gait, State};
use crate::unit::{Fate, Side, StaffId, UnitId};
use std::collections::BTreeMap;

/// Who is near whom is found by strips of the table so wide, in cm.
const STRIP: f64 = 60.0;

/// From how far off others matter: contact distance on both sides, and marching side by side.
const REACH: f64 = 12.0;

/// What both sides have written for a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub orders: BTreeMap<UnitId, Order>,
    pub staff: Vec<(Side, StaffMove)>,
    pub letters: Vec<(Side, Sent)>,
    pub instructions: Vec<Instruction>,
}

impl Table {
    /// Begins a turn with the orders of both sides.
    pub(crate) fn begin_turn(&mut self, written: Written) {
        self.field.turn += 1;
        self.noticed.turn_begins();
        let turn = self.field.turn;
        self.dice.begin_turn(turn);
        let runs: Vec<Run> = self.field.units.iter().map(|u| Run::standing(u.state)).collect();
        let f = &self.field;
        let bases = f.units.iter().map(|u| u.base);
        let mut clock = clock::Clock::new(DIAL, f.ground.width, STRIP, bases);
        // The rear of a column may lie beside its head.
        let turns = |l: &Leg| {
            matches!(
                l,
                Leg::Pivot { .. } | Leg::Arrow { .. } | Leg::To { .. } | Leg::Road { .. } | Leg::Part { .. }
            )
        };
        let bends = |u: &&crate::unit::Unit| {
            let ordered = written.orders.get(&u.id).is_some_and(|o| o.legs.iter().any(turns));
            u.on_table() && u.bends() && (u.bent() || ordered)
        };
        let longest = f.units.iter().filter(bends).map(|u| u.base.depth).fold(0.0, f64::max);
        clock.set_reach(REACH + longest);
        self.now = Some(Box::new(Turn {
            clock,
            stage: Stage::Command,
            runs,
            instant: Instant::default(),
            asks: Vec::new(),
            backed: Vec::new(),
            staff: Vec::new(),
            ridden: Default::default(),
            places: Default::default(),
            gangs: Vec::new(),
            struck: Vec::new(),
            fought: None,
            fired: None,
            firers: Vec::new(),
            fire_waits_for_places: false,
            strayed: Strayed::default(),
            passers: Vec::new(),
            marching: Default::default(),
            columns: Default::default(),
        }));
        let by = By::from(clause!("03.01.1")).and(clause!("03.01.2")).and(clause!("play.clock"));
        self.tell_to(by, [true; 2], || EventKind::TurnBegins);
        self.arrivals();
        for u in self.ids() {
            let unit = &mut self.field[u];
            unit.record.pairs.clear();
            let order = written.orders.get(&u).cloned().unwrap_or_default();
            self.take_order(u, order);
        }
        self.out_of_ruins();
        self.out_of_the_fire();
        self.too_few_go_in();
        self.staff_rides(&written.staff);
        self.send(&written.letters, &written.instructions);
    }

    /// Those who are due come at the edge, unless the place is taken; then they wait (play.setup).
    fn arrivals(&mut self) {
        let turn = self.field.turn;
        let mut late = Vec::new();
        for (due, who) in std::mem::take(&mut self.field.arrivals) {
            if due > turn {
                late.push((due, who));
                continue;
            }
            match who {
                Comer::Unit(u) => {
                    let here = self.field[u].rects();
                    let free = self.field.present().all(|o| {
                        let there = self.field.rects(o);
                        here.iter().all(|r| there.iter().all(|t| r.penetration(t) <= table::EPS))
                    });
                    if !free {
                        late.push((due, who));
                        continue;
                    }
                    self.field[u].fate = Fate::OnTable;
                    self.tell(clause!("play.setup"), &[u], || EventKind::Arrived { unit: u });
                    // Who is with it comes with it.
                    let with = |s: &&Staff| s.with == Some(u) && s.fate == StaffFate::Awaited;
                    let staff: Vec<StaffId> = self.field.staff.iter().filter(with).map(|s| s.id).collect();
                    staff.into_iter().for_each(|s| self.staff_arrives(s));
                }
                Comer::Staff(s) => self.staff_arrives(s),
            }
        }
        self.field.arrivals = late;
    }

    fn staff_arrives(&mut self, s: StaffId) {
        self.field[s].fate = StaffFate::Present;
        let seen = Table::only(self.field[s].side);
        self.tell_to(clause!("play.setup"), seen, || EventKind::StaffArrived { staff: s });
    }

    /// What a unit is to do: its order, or what it had not finished (play.left).
    fn take_order(&mut self, u: UnitId, order: Order) {
        let conditional = self.field.readings.is(crate::reading!("rallied-order", "conditional"));
        let unit = &mut self.field[u];
        let unfinished = unit.record.unfinished.take();
        let passage = unit.record.passage.take();
        let given = order != Order::default();
        if !unit.on_table() {
            return;
        }
        if unit.state == State::Complete {
            if conditional && given {
                // It counts if the unit rallies (play.rally).
                self.run_mut(u).order = run::Ordered { void: true, ..run::Ordered::of(order) };
            }
            return;
        }
        if order.legs.first() != Some(&Leg::Reorganise) {
            unit.record.reorganising = None;
        }
        let mut ordered = run::Ordered::of(order.clone());
        ordered.given = given;
        let mut by = By::from(clause!("03.02.1"));
        if let Some(kept) = unfinished.filter(|k| lasts(&k.leg)) {
            let same = ordered.legs.first() == Some(&kept.leg);
            if same || (!given && !self.field.readings.is(crate::reading!("unfinished", "lost"))) {
                if !same {
                    ordered.legs.insert(0, kept.leg);
                }
                ordered.spent = kept.spent;
                ordered.begun = true;
                by = by.and(clause!("play.left")).and(clause!("03.01.6"));
            }
        }
        let (base, now) = (self.field[u].base, self.abs());
        if let Some(p) = passage {
            let marches = |l: &Leg| {
                matches!(l, Leg::March { .. } | Leg::Arrow { .. } | Leg::To { .. } | Leg::Road { .. })
            };
            let goes_on = !given && !self.field.readings.is(crate::reading!("unfinished", "lost"));
            if goes_on {
                // Over it and clear of it.
                let far = Until::Cm(base.depth);
                ordered
                    .legs
                    .insert(0, Leg::March { way: way_of(&base, p.dir), gait: Gait::March, until: far });
            }
            if goes_on || ordered.legs.first().is_some_and(marches) {
                let passing = run::Passing { until: now + p.left, dir: p.dir, at: p.at };
                self.run_mut(u).course.passing = Some(passing);
                by = by.and(clause!("play.left")).and(clause!("03.01.6"));
            }
        }
        let standing = self.field.readings.is(crate::reading!("reorganises", "standing"));
        if standing && ordered.legs.is_empty() && self.field[u].state > State::Order {
            ordered.legs.push(Leg::Reorganise);
        }
        let some = !ordered.legs.is_empty() || given;
        self.run_mut(u).order = ordered;
        if some {
            self.show_slip(u, &order);
            self.tell_owner(by, u, || EventKind::Ordered { unit: u, order });
        }
    }

    /// The other side may look at the orders of units that are not hidden, once the turn has begun (03.02.3). What names others is left out.
    fn show_slip(&mut self, u: UnitId, order: &Order) {
        let other = self.field[u].side.other();
        if !self.field.readings.is(crate::reading!("slips-shown", "shown"))
            || !crate::sight::side_sees(&self.field, other, &self.field[u])
        {
            return;
        }
        let names = |l: &Leg| {
            matches!(l, Leg::Join { .. } | Leg::Combine { .. } | Leg::Resupply { .. } | Leg::Work { .. })
        };
        let mut shown = Order { supports: None, ..order.clone() };
        shown.legs.retain(|l| !names(l));
        if let Some(When::BeforeContact(_)) = shown.fire.as_ref().map(|f| &f.when) {
            shown.fire = shown.fire.map(|f| FireOrder { when: When::BeforeContact(String::new()), ..f });
        }
        self.tell_to(clause!("03.02.3"), Table::only(other), || EventKind::Ordered { unit: u, order: shown });
    }

    /// The clock starts: everybody's first leg begins after the melees and fires of that moment (play.instant).
    pub(crate) fn set_out(&mut self) -> Stage {
        let all = self.standing();
        for u in all.iter().copied() {
            self.put_down_so(u);
        }
        self.turn_mut().instant.legs = all;
        self.attacks_from_the_start();
        Stage::Arrive
    }

    /// By one reading a unit that was put down in U retreats from the start of the first turn (play.setup).
    fn put_down_so(&mut self, u: UnitId) {
        let r = &self.field[u].record;
        let put = r.retreat_turn.is_none() && r.flight_turn.is_none() && r.moved.is_none();
        let put = put && r.reorganising.is_none() && r.last_order.is_none();
        if !put
            || self.field[u].state != State::Disorder
            || !self.field.readings.is(crate::reading!("put-down-in-disorder", "retreats"))
        {
            return;
        }
        let turn = self.field.turn;
        self.field[u].record.retreat_turn = Some(turn);
        self.lose_order(u);
        self.tell(clause!("play.setup"), &[u], || EventKind::GoesBack { unit: u, to: None });
        let fall = super::states::Fall { unit: u, from: None, flees: false, dir: None };
        self.turn_mut().instant.falls.push(fall);
    }

    /// What belongs to a unit goes where it goes: those behind it in one column, staff, lines joined to it.
    pub(crate) fn go_along(&mut self) {
        self.all_go_along(false);
    }

    /// The same; where riders are is not looked for before somebody asks it, if that may be put off.
    pub(super) fn all_go_along(&mut self, put_off: bool) {
        let mut columns = std::mem::take(&mut self.turn_mut().columns);
        columns.note(&self.field);
        for lead in columns.leads() {
            let u = &self.field[lead];
            if u.on_table() && u.leads.is_none() {
                self.field.lay_body(lead);
            }
        }
        self.turn_mut().columns = columns;
        self.craft_go_along();
        self.staff_go_along(put_off);
        self.staff_reached();
    }
}

/// The way of a march in that direction, as a unit stands.
fn way_of(base: &table::Base, dir: table::V2) -> Way {
    let all = [Way::Ahead, Way::Back, Way::Left, Way::Right];
    let near = |w: &Way| crate::stance::way(base, *w).dot(dir);
    all.into_iter().max_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or_default()
}
