//! The forces of a scenario on the field: units and detachments with their places, generals, brigades, game orders and arrivals.

use super::Arrival;
use super::task::middle;
use crate::army::raise::Raised;
use crate::army::{RaisedArmy, price};
use crate::book::numbers;
use crate::field::Field;
use crate::formation::{Drawn, Formation};
use crate::ground::Ground;
use crate::options::Options;
use crate::order::{GameOrder, GameTask, Goal};
use crate::troop::Troop;
use crate::unit::{
    Battery, Brigade, BrigadeId, Company, Deeds, Disorder, Fate, General, GeneralFate, GeneralId, Gun,
    Loading, Losses, Rank, Side, State, Unit, UnitId,
};
use crate::{clause, reading, say};
use muster::{Leader, Mistake, RosterLine, Sheet, Tab};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;
use table::{Base, Pose, V2, v2};
use umpire::Clause;

/// Where a general is wished.
enum Wish {
    At,
    With(String, Range<usize>),
    Nowhere(Range<usize>),
}

/// What has been raised so far, and where it stands in the file.
pub(super) struct Raising<'a> {
    pub units: Vec<Unit>,
    pub generals: Vec<General>,
    pub brigades: Vec<Brigade>,
    pub arrivals: Vec<Arrival>,
    pub unit_at: Vec<Range<usize>>,
    /// Units whose place could be read.
    pub placed: Vec<bool>,
    wishes: Vec<Wish>,
    /// The orders of units, of their own or of their brigades.
    orders: Vec<Option<Tab<'a>>>,
    ground: Arc<Ground>,
    options: Options,
}

/// What all bodies of a brigade have in common.
struct Usual {
    side: Side,
    brigade: BrigadeId,
    awaited: bool,
}

/// A body as it is read: a unit, or a detachment of one.
struct Body<'b> {
    code: &'b str,
    name: &'b str,
    troop: Troop,
    companies: Vec<Company>,
    battery: Option<Battery>,
    parent: Option<UnitId>,
    /// Places of its sub-units in its unit.
    places: Vec<u8>,
    points: i64,
}

impl<'a> Raising<'a> {
    pub fn new(ground: Arc<Ground>, options: Options) -> Raising<'a> {
        Raising {
            units: Vec::new(),
            generals: Vec::new(),
            brigades: Vec::new(),
            arrivals: Vec::new(),
            unit_at: Vec::new(),
            placed: Vec::new(),
            wishes: Vec::new(),
            orders: Vec::new(),
            ground,
            options,
        }
    }

    /// The army of one side.
    pub fn side(&mut self, s: &mut Sheet, _: &Tab<'a>, side: Side, army: &RaisedArmy<'a>) {
        let chief =
            army.commander.as_ref().map(|c| self.general(side, Rank::Commander, None, None, c, "CinC"));
        for b in &army.brigades {
            let id = BrigadeId(self.brigades.len() as u16);
            let alone = chief.is_none() && army.brigades.len() == 1;
            let rank = if alone { Rank::Commander } else { Rank::Brigadier };
            let usual_code = format!("G-{}", b.code);
            let general =
                b.general.as_ref().map(|g| self.general(side, rank, Some(id), chief, g, &usual_code));
            self.brigades.push(Brigade {
                id,
                code: b.code.as_str().into(),
                name: b.name.as_str().into(),
                side,
                general,
            });
            let order = s.table(&b.tab, "order");
            let arrives = s.under(|| clause!("play.arrivals"), |s| s.arrival(&b.tab, &[]));
            let usual = Usual { side, brigade: id, awaited: arrives.is_some() };
            let first = self.units.len();
            for u in &b.units {
                self.unit(s, u, &usual, order);
            }
            if let Some(a) = arrives {
                let size = [self.ground.width, self.ground.depth];
                let units = (first..self.units.len()).map(|i| UnitId(i as u16)).collect();
                if let Some((at, dir)) = a.foot(size) {
                    if !self.ground.holds(at) {
                        let wrong = Mistake::new(b.tab.at_key("at"), say!("comes-beside-table"));
                        s.push(wrong.right(say!("right-arrival-place")).by(clause!("play.arrivals")));
                    }
                    if let Some(g) = general {
                        let g = &mut self.generals[g.index()];
                        (g.fate, g.at) = (GeneralFate::Awaited, at);
                        self.wishes[g.id.index()] = Wish::At;
                    }
                    self.arrivals.push(Arrival { turn: a.turn, units, at, dir });
                }
            }
        }
    }

    fn general(
        &mut self,
        side: Side,
        rank: Rank,
        brigade: Option<BrigadeId>,
        superior: Option<GeneralId>,
        l: &Leader,
        usual: &str,
    ) -> GeneralId {
        let id = GeneralId(self.generals.len() as u16);
        let code = l.code.clone().unwrap_or_else(|| usual.to_string());
        let pose = l.place.unwrap_or(Pose { x: 0.0, y: 0.0, facing: 0.0 });
        self.wishes.push(match (&l.with, l.place) {
            (Some((code, at)), _) => Wish::With(code.clone(), at.clone()),
            (None, Some(_)) => Wish::At,
            (None, None) => Wish::Nowhere(l.at.clone()),
        });
        let points = price::general(&self.options, rank, "").each;
        self.generals.push(General {
            id,
            code: code.into(),
            name: l.name.clone().unwrap_or_default().into(),
            side,
            rank,
            brigade,
            superior,
            at: v2(pose.x, pose.y),
            with: None,
            men: 20,
            fate: GeneralFate::OnTable,
            known: true,
            points: points as u16,
        });
        id
    }

    /// A unit and its detachments.
    fn unit(&mut self, s: &mut Sheet, u: &Raised<'a>, usual: &Usual, order: Option<Tab<'a>>) {
        let gone: Vec<u8> = u.detachments.iter().flat_map(|d| d.of.iter().copied()).collect();
        let stays = |i: usize| !gone.contains(&(i as u8));
        let part = |of: &dyn Fn(usize) -> bool| -> (Vec<Company>, Option<Battery>) {
            let companies =
                (0..u.companies.len()).filter(|i| of(*i)).map(|i| u.companies[i].clone()).collect();
            let battery = u.battery.as_ref().map(|b| Battery {
                guns: (0..b.guns.len()).filter(|i| of(*i)).map(|i| b.guns[i].clone()).collect(),
                ..Battery::default()
            });
            (companies, battery)
        };
        let (companies, battery) = part(&stays);
        let detached: i64 = u.detachments.iter().map(|d| worth(u, &d.of)).sum();
        let parent = UnitId(self.units.len() as u16);
        let body = Body {
            code: &u.code,
            name: &u.name,
            troop: u.troop,
            companies,
            battery,
            parent: None,
            places: Vec::new(),
            points: (u.points() - detached).max(0),
        };
        let own = s.table(&u.tab, "order").or(order);
        self.body(s, &u.tab, body, usual, own);
        self.units[parent.index()].detachments = u.detachments.len() as u8;
        for d in &u.detachments {
            let (companies, battery) = part(&|i| d.of.contains(&(i as u8)));
            let troop = companies.first().map_or(u.troop, |c| c.troop);
            let body = Body {
                code: &d.code,
                name: &d.name,
                troop,
                companies,
                battery,
                parent: Some(parent),
                places: if u.battery.is_some() { Vec::new() } else { d.of.clone() },
                points: worth(u, &d.of),
            };
            let own = s.table(&d.tab, "order").or(order);
            self.body(s, &d.tab, body, usual, own);
        }
    }

    fn body(&mut self, s: &mut Sheet, t: &Tab<'a>, b: Body<'_>, usual: &Usual, order: Option<Tab<'a>>) {
        let id = UnitId(self.units.len() as u16);
        let figures: u16 = b.companies.iter().map(|c| u16::from(c.figures)).sum();
        let drawn = self.drawn(s, t, &b, usual);
        let mut u = Unit {
            id,
            code: b.code.into(),
            name: b.name.into(),
            side: usual.side,
            troop: b.troop,
            companies: b.companies.into(),
            battery: b.battery,
            parent: b.parent,
            places: b.places.into(),
            detachments: 0,
            detached: b.parent.is_some(),
            brigade: Some(usual.brigade),
            points: b.points as f64,
            drawn,
            base: Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 0.0, 0.0),
            trail: SmallVec::new(),
            inside: None,
            losses: Losses { start: figures, at_move: figures, ..Losses::default() },
            disorder: Disorder::default(),
            state: State::UnderOrders,
            fate: if usual.awaited { Fate::Awaited } else { Fate::OnTable },
            halted_until: 0,
            frenzied: false,
            prone: s.flag(t, "prone"),
            dismounted: s.flag(t, "dismounted"),
            changing: None,
            loading: Loading::default(),
            smoke: 0,
            deeds: Deeds::default(),
            last: Deeds::default(),
            parts: Vec::new(),
            class_known: false,
            seen: false,
        };
        state(s, t, &mut u);
        let placed = self.stand(s, t, &mut u, usual);
        self.units.push(u);
        self.unit_at.push(t.at());
        self.placed.push(placed);
        self.orders.push(order);
    }

    /// Formation, ranks and files; what is usual where nothing is said.
    fn drawn(&self, s: &mut Sheet, t: &Tab<'_>, b: &Body<'_>, usual: &Usual) -> Drawn {
        let said = s.word_of(t, "formation", &Formation::ALL).map(|(f, _)| f);
        let arm = b.troop.arm;
        let formation = said.unwrap_or(match () {
            () if t.has("building") => Formation::Building,
            () if arm.battery() && usual.awaited => Formation::Limbered,
            () if arm.battery() => Formation::Deployed,
            () if usual.awaited && b.troop.regular() => Formation::MarchColumn,
            () if b.troop.irregular() && !arm.cavalry() => Formation::Mass,
            () => Formation::Line,
        });
        let mut d = Drawn::new(formation);
        if let Some((n, _)) = s.under(|| clause!("play.formation"), |s| s.whole(t, "ranks", [1, 12])) {
            d.ranks = n as u8;
        }
        if let Some((n, _)) = s.under(|| clause!("play.formation"), |s| s.whole(t, "files", [1, 60])) {
            d.files = n as u8;
        }
        if usual.awaited && formation == Formation::Limbered {
            d.files = 1;
        }
        d
    }

    /// Its place: every body is marked on the map of its side (9.4).
    fn stand(&self, s: &mut Sheet, t: &Tab<'_>, u: &mut Unit, usual: &Usual) -> bool {
        if let Some((name, at)) = s.text(t, "building") {
            let found = self.ground.building(&name);
            match found {
                Some(b) => u.inside = Some((b.0, u.figures())),
                None => {
                    let wrong = Mistake::new(at, say!("no-such-building", name = muster::short(&name)));
                    s.push(wrong.right(say!("right-building")).by(clause!("9.4")));
                    return false;
                }
            }
            u.drawn = Drawn::new(Formation::Building);
        }
        let off = usual.awaited || u.inside.is_some();
        if off {
            for key in ["x", "y", "facing"] {
                if t.has(key) {
                    let wrong = Mistake::new(t.at_key(key), say!("stands-nowhere-yet", key, code = &*u.code));
                    let by = if usual.awaited { clause!("play.arrivals") } else { clause!("play.buildings") };
                    s.push(wrong.right(say!("leave-it-out")).by(by));
                }
            }
            return u.inside.is_some();
        }
        let pose = s.under(|| clause!("9.4"), |s| s.pose(t));
        let Some(pose) = pose else { return false };
        u.base = Base::new(pose, 0.0, 0.0);
        true
    }
}

/// What a detachment of these sub-units or guns is worth: their price and its command points (T1.F, 24.3.a).
fn worth(u: &Raised<'_>, of: &[u8]) -> i64 {
    let troops: i64 = match &u.battery {
        Some(b) => {
            let guns: Vec<Gun> = of.iter().map(|i| b.guns[usize::from(*i)].clone()).collect();
            let lines = price::battery(&u.troop, &guns, guns.iter().all(|g| g.team.is_none()));
            lines.unwrap_or_default().iter().map(RosterLine::points).sum()
        }
        None => {
            let companies = of.iter().map(|i| &u.companies[usize::from(*i)]);
            companies.map(|c| i64::from(c.figures) * i64::from(c.price)).sum()
        }
    };
    troops + i64::from(numbers().points.command.detachment)
}

/// Disorganisation and losses with which it is put down (play.states).
fn state(s: &mut Sheet, t: &Tab<'_>, u: &mut Unit) {
    let law: fn() -> Clause = || clause!("play.states");
    if let Some((n, _)) = s.under(law, |s| s.whole(t, "disorder", [0, 20])) {
        u.disorder.accumulated = n as u16;
    }
    let most = i64::from(u.figures()) - 1;
    if let Some((lost, _)) = s.under(law, |s| s.whole(t, "lost", [0, most.max(0)])) {
        let mut left = lost as u8;
        // From the sub-unit with most figures left (play.losses).
        while left > 0 {
            let Some(c) = u.companies.iter_mut().max_by_key(|c| c.figures) else { break };
            c.figures -= 1;
            left -= 1;
        }
        u.losses.at_move = u.figures();
    }
}

/// Draws everybody up, and puts generals where they are wished.
pub(super) fn place(s: &mut Sheet, f: &mut Field, r: &Raising<'_>) {
    for i in 0..f.units.len() {
        match f.units[i].inside {
            Some((b, _)) => {
                let rect = f.ground.buildings[usize::from(b)].rect;
                f.units[i].base = Base { front: rect.centre, dir: rect.dir, width: 0.0, depth: 0.0 };
            }
            None => f.draw_up(UnitId(i as u16)),
        }
    }
    for (i, wish) in r.wishes.iter().enumerate() {
        match wish {
            Wish::At => {
                let g = &f.generals[i];
                if g.fate == GeneralFate::OnTable && !f.ground.holds(g.at) {
                    let wrong = Mistake::new(None, say!("general-off-table", code = &*g.code));
                    s.push(wrong.right(say!("right-general-place")).by(clause!("play.setup")));
                }
            }
            Wish::With(code, at) => {
                let side = f.generals[i].side;
                let with = f.by_code(code).filter(|u| f[*u].side == side && f[*u].present());
                match with {
                    Some(u) => {
                        // Beside the rear of it, where he is in nobody's way.
                        let b = f[u].base;
                        f.generals[i].at = b.rear() - b.dir * 1.5;
                        f.generals[i].with = Some(u);
                    }
                    None => {
                        let wrong =
                            Mistake::new(at.clone(), say!("general-with-nobody", code = muster::short(code)));
                        s.push(wrong.right(say!("right-general-with")).by(clause!("play.setup")));
                    }
                }
            }
            Wish::Nowhere(at) => {
                let wrong = Mistake::new(at.clone(), say!("general-nowhere", code = &*f.generals[i].code));
                s.push(wrong.right(say!("right-general-place")).by(clause!("play.setup")));
            }
        }
    }
}

/// Game orders of units, detachments and brigades (10.1.a).
pub(super) fn orders(s: &mut Sheet, f: &Field, r: &Raising<'_>) -> Vec<Option<GameOrder>> {
    let mut read: Vec<(Range<usize>, Option<GameOrder>)> = Vec::new();
    let mut all = Vec::new();
    for (i, t) in r.orders.iter().enumerate() {
        let Some(t) = t else {
            all.push(None);
            continue;
        };
        // An order to a brigade is read once, for all its units.
        if let Some((_, made)) = read.iter().find(|(at, _)| *at == t.at()) {
            all.push(made.clone());
            continue;
        }
        let made = order(s, f, t, f.units[i].side);
        read.push((t.at(), made.clone()));
        all.push(made);
    }
    all
}

fn order(s: &mut Sheet, f: &Field, t: &Tab<'_>, side: Side) -> Option<GameOrder> {
    let law: fn() -> Clause = || clause!("10.1.a");
    s.under(law, |s| s.need(t, "task", || say!("right-order")));
    let task = s.under(law, |s| s.word_of(t, "task", &GameTask::ALL)).map(|(x, _)| x)?;
    let unit = |s: &mut Sheet, code: &str, at: Range<usize>, own: bool| {
        let found = f.by_code(code).filter(|u| (f[*u].side == side) == own);
        if found.is_none() {
            let wrong = Mistake::new(at, say!("order-names-nobody", code = muster::short(code)));
            s.push(wrong.right(say!("right-order")).by(clause!("10.1.a")));
        }
        found
    };
    let objective = match (s.text(t, "objective"), s.text(t, "beside")) {
        (Some((name, at)), _) => {
            let found = f.objective(&name).map(|o| o.at).or_else(|| middle(&f.ground, &name));
            if found.is_none() {
                let wrong = Mistake::new(at, say!("no-such-ground", name = muster::short(&name)));
                s.push(wrong.right(say!("right-order-objective")).by(clause!("12.2.a")));
            }
            found.map(|at| Goal::Ground { name, at })
        }
        (None, Some((code, at))) => {
            unit(s, &code, at, true).map(|u| Goal::Beside { unit: u, at: f[u].base.centre() })
        }
        (None, None) => None,
    };
    let route: Vec<V2> = s.points(t, "route", 1).map(|(p, _)| p).unwrap_or_default();
    if route.iter().any(|p| !f.ground.holds(*p)) {
        let wrong = Mistake::new(t.at_key("route"), say!("route-off-table"));
        s.push(wrong.right(say!("right-order")).by(clause!("10.1.a")));
    }
    let wrong = |at| Mistake::new(at, say!("targets-are-codes")).right(say!("right-targets"));
    let named = s.texts(t, "targets", wrong).unwrap_or_default();
    let targets = named.into_iter().filter_map(|(code, at)| unit(s, &code, at, false)).collect();
    let supports = s.text(t, "supports").and_then(|(code, at)| unit(s, &code, at, true));
    let double = s.flag(t, "double");
    if double && objective.is_none() && !f.readings.is(reading!("double-objective", "none")) {
        // A double move is made to an objective that the order names.
        let wrong = Mistake::new(t.at_key("double"), say!("double-to-nowhere"));
        s.push(wrong.right(say!("right-order-objective")).by(clause!("12.2.a")));
    }
    let says = s.text_or_none(t, "says");
    Some(GameOrder { task, objective, route, targets, supports, double, says, detach: Vec::new() })
}
