//! Random battles on generated fields. Whatever is answered: bases do not overlap but as the book allows, nothing on the
//! field changes without an event, the log replays to the same field, offers are accepted, other answers are refused and
//! change nothing.
//!
//! `VEDETTE_BOUNDS` says how many bounds to play (`VEDETTE_BOUNDS=50000 cargo test --release -p bbdba-acw --test
//! battle_properties`), `VEDETTE_FROM` with which scenario to begin.

use crate::chooser;

use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::event::Target;
use bbdba_acw::field::{CampState, Edge, Fate, Phase};
use bbdba_acw::scenario::{self, Scenario};
use bbdba_acw::{
    Against, Answer, ElementId, EventKind, Facet, Field, Manner, MoveOrder, Placement, Side, Step, Troop,
    moves,
};
use std::sync::Arc;
use table::Pose;
use umpire::{Refusal, Seeded};

/// What the events alone tell of the field.
#[derive(Clone, Debug, PartialEq)]
struct Told {
    /// By side: pose, fate and troop of each element.
    elements: [Vec<(Pose, Fate, Troop)>; 2],
    camps: [Option<CampState>; 2],
    /// By side: losses, movement points and morale of each command.
    commands: [Vec<(u16, u8, bool)>; 2],
    edges: [Edge; 2],
    bound: u32,
    active: Side,
    phase: Phase,
    /// Events folded so far.
    upto: usize,
}

impl Told {
    fn start(s: &Scenario) -> Told {
        let f = scenario::muster(s);
        Told { phase: Phase::Setup, upto: 0, ..Told::of(&f) }
    }

    fn of(f: &Field) -> Told {
        Told {
            elements: f
                .armies
                .each_ref()
                .map(|a| a.elements.iter().map(|e| (e.base.pose(), e.fate, e.troop)).collect()),
            camps: f.armies.each_ref().map(|a| a.camp.as_ref().map(|c| c.state)),
            commands: f
                .armies
                .each_ref()
                .map(|a| a.commands.iter().map(|c| (c.lost, c.points, c.demoralised)).collect()),
            edges: f.armies.each_ref().map(|a| a.edge),
            bound: f.bound,
            active: f.active,
            phase: f.phase,
            upto: 0,
        }
    }

    fn element(&mut self, id: ElementId) -> &mut (Pose, Fate, Troop) {
        &mut self.elements[id.side().index()][id.index()]
    }

    fn hear(&mut self, b: &Battle) {
        let f = b.field();
        for e in &b.events()[self.upto..] {
            match &e.kind {
                EventKind::AttackerRolled { attacker: Some(s), .. } => self.active = *s,
                EventKind::EdgeChosen { side, edge } => {
                    self.edges[side.index()] = *edge;
                    self.edges[side.other().index()] = edge.opposite();
                }
                EventKind::CampPlaced { side, .. } => self.camps[side.index()] = Some(CampState::Holds),
                EventKind::Camp { side, state } => self.camps[side.index()] = Some(*state),
                EventKind::TurnBegins { bound, active } => {
                    assert_eq!(*bound, self.bound + 1);
                    (self.bound, self.active) = (*bound, *active);
                    self.commands.iter_mut().flatten().for_each(|c| c.1 = 0);
                }
                EventKind::PhaseBegins { phase } => {
                    self.phase = *phase;
                    if *phase == Phase::Shooting {
                        self.commands.iter_mut().flatten().for_each(|c| c.1 = 0);
                    }
                }
                EventKind::Points { side, command, die } => {
                    self.commands[side.index()][usize::from(*command)].1 = *die;
                }
                EventKind::Spends { side, command, points, left, .. } => {
                    let c = &mut self.commands[side.index()][usize::from(*command)];
                    assert_eq!(c.1, points + left, "{e:?}");
                    c.1 = *left;
                }
                EventKind::Goes { element, from, to, .. } => {
                    let x = self.element(*element);
                    if x.1 == Fate::Waiting {
                        x.1 = Fate::OnTable;
                    } else {
                        assert_eq!(x.0, *from, "{e:?} does not begin where {element} stood");
                    }
                    assert_eq!(x.1, Fate::OnTable, "{e:?}: it is not there");
                    x.0 = *to;
                }
                EventKind::Dismounts { element } => {
                    let x = self.element(*element);
                    assert_eq!(x.2, Troop::Cavalry, "{e:?}");
                    x.2 = Troop::Dismounted;
                }
                EventKind::Lost { element, fate } => {
                    assert!(matches!(fate, Fate::Destroyed | Fate::Left), "{e:?}");
                    let x = self.element(*element);
                    assert_eq!(x.1, Fate::OnTable, "{e:?}: it is not there");
                    x.1 = *fate;
                    if x.2 != Troop::Commander {
                        let c = f[*element].command;
                        self.commands[element.side().index()][usize::from(c)].0 += 1;
                    }
                }
                EventKind::Demoralised { side, command } => {
                    self.commands[side.index()][usize::from(*command)].2 = true;
                }
                EventKind::Ends { .. } => {
                    self.phase = Phase::Over;
                }
                _ => {}
            }
        }
        self.upto = b.events().len();
    }
}

/// Everything that must hold whenever a battle waits for an answer.
fn in_order(b: &Battle, told: &mut Told) -> Result<(), String> {
    let f = b.field();
    told.hear(b);
    let mut now = Told { upto: told.upto, ..Told::of(f) };
    if now.phase == Phase::Over {
        // Points that nobody can spend any more.
        now.commands = told.commands.clone();
    }
    for s in Side::BOTH {
        for (i, (n, t)) in now.elements[s.index()].iter_mut().zip(&told.elements[s.index()]).enumerate() {
            // Where somebody waits to be deployed means nothing.
            if n.1 == Fate::Waiting {
                n.0 = t.0;
            }
            if n != t {
                return Err(format!("{} is {n:?}, but the events say {t:?}", ElementId::new(s, i)));
            }
        }
    }
    if now != *told {
        return Err(format!("the field and its events differ:\n{now:?}\n{told:?}"));
    }
    for s in Side::BOTH {
        let a = f.army(s);
        let lost = a.elements.iter().filter(|e| e.lost() && !e.is_commander()).count();
        if lost != usize::from(f.losses(s)) {
            return Err(format!("side {s} lost {lost} elements, counted {}", f.losses(s)));
        }
    }
    let all: Vec<_> = f.all().map(|e| (e, e.rect(), e.rect().bounds())).collect();
    for (i, (a, r, (lo, hi))) in all.iter().enumerate() {
        if ![r.centre.x, r.centre.y, a.base.dir.x, a.base.dir.y].iter().all(|n| n.is_finite()) {
            return Err(format!("{} stands nowhere: {:?}", a.id, a.base));
        }
        let s = a.troop.stats();
        if (a.base.width, a.base.depth) != (s.width, s.depth) {
            return Err(format!("{} has another base than its troop type: {:?}", a.id, a.base));
        }
        if f.off_table(&a.base) {
            return Err(format!("{} is off the table: {:?}", a.id, a.base.pose()));
        }
        if f.in_camp(r) {
            return Err(format!("{} is in a camp", a.id));
        }
        if f.terrain.impassable(r) {
            return Err(format!("{} is in the waterway", a.id));
        }
        for (o, q, (lo2, hi2)) in &all[..i] {
            if lo.x > hi2.x || lo2.x > hi.x || lo.y > hi2.y || lo2.y > hi.y {
                continue;
            }
            let deep = r.penetration(q);
            if deep > 1.0 + 1e-6 && !moves::column_link(&a.base, &o.base) {
                return Err(format!("{} and {} overlap by {deep:.2} p", o.id, a.id));
            }
        }
    }
    if b.ended().is_none() && b.pending().is_empty() {
        return Err("nobody is waited for, and the battle is not over".into());
    }
    if b.ended().is_some() != (f.phase == Phase::Over) {
        return Err("over or not?".into());
    }
    Ok(())
}

/// Two answers that mean the same.
fn same(a: &Answer, b: &Answer) -> bool {
    match (a, b) {
        (Answer::Shoot { main, with }, Answer::Shoot { main: m, with: w }) => {
            let sorted = |w: &[ElementId]| {
                let mut w = w.to_vec();
                w.sort();
                w
            };
            main == m && sorted(with) == sorted(w)
        }
        (Answer::Fight { element: e, against: t }, Answer::Fight { element, against }) => {
            (e == element && t == against)
                || (Target::Element(*e) == *against && *t == Target::Element(*element))
        }
        _ => a == b,
    }
}

fn number(r: &mut Seeded, near: f64) -> f64 {
    match r.below(14) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        3 => 1e300,
        4 => -1e300,
        5 => -near,
        6 => 0.0,
        7 => f64::MIN_POSITIVE,
        8 => near + (r.unit() - 0.5) * 1e-6,
        9 => 1e7 * r.unit(),
        _ => near + (r.unit() - 0.5) * 300.0,
    }
}

fn anyone(f: &Field, r: &mut Seeded) -> ElementId {
    let side = Side::BOTH[r.below(2) as usize];
    let n = f.army(side).elements.len() as u32;
    let i = if r.below(20) == 0 { 19_999 } else { r.below(n + 1) };
    ElementId::new(side, i as usize)
}

fn anything(f: &Field, r: &mut Seeded) -> Target {
    match r.below(8) {
        0 => Target::Camp(Side::A),
        1 => Target::Camp(Side::B),
        _ => Target::Element(anyone(f, r)),
    }
}

/// An answer that was probably not offered: an offer with something changed, or an answer to another question.
fn mutated(f: &Field, offers: &[Answer], r: &mut Seeded) -> Answer {
    let from = offers.get(r.below(offers.len().max(1) as u32) as usize).cloned().unwrap_or(Answer::EndMoves);
    if r.below(6) == 0 {
        return wild(f, r);
    }
    match from {
        Answer::Move(mut o) => {
            for _ in 0..=r.below(2) {
                mutate_order(f, &mut o, r);
            }
            Answer::Move(o)
        }
        Answer::Deploy { mut elements } => {
            let n = elements.len().max(1) as u32;
            let i = r.below(n) as usize;
            match r.below(7) {
                0 => elements.truncate(i),
                1 => elements.extend(elements.get(i).copied()),
                2 => elements.clear(),
                3 => {
                    if let Some(p) = elements.get_mut(i) {
                        p.element = anyone(f, r);
                    }
                }
                4 => {
                    if let Some(p) = elements.get_mut(i) {
                        p.dismounted = !p.dismounted;
                    }
                }
                _ => {
                    if let Some(p) = elements.get_mut(i) {
                        match r.below(3) {
                            0 => p.at.x = number(r, p.at.x),
                            1 => p.at.y = number(r, p.at.y),
                            _ => p.at.facing = number(r, p.at.facing),
                        }
                    }
                }
            }
            Answer::Deploy { elements }
        }
        Answer::PlaceCamp { x, width, depth } => match r.below(3) {
            0 => Answer::PlaceCamp { x: number(r, x), width, depth },
            1 => Answer::PlaceCamp { x, width: number(r, width), depth },
            _ => Answer::PlaceCamp { x, width, depth: number(r, depth) },
        },
        Answer::Rank { mut order } => {
            match r.below(3) {
                0 => order.push(r.below(256) as u8),
                1 => drop(order.pop()),
                _ => order.iter_mut().for_each(|n| *n = r.below(6) as u8),
            }
            Answer::Rank { order }
        }
        Answer::Shoot { main, mut with } => match r.below(3) {
            0 => Answer::Shoot { main: anything(f, r), with },
            1 => {
                with.push(anyone(f, r));
                Answer::Shoot { main, with }
            }
            _ => {
                with.extend(main.element());
                Answer::Shoot { main, with }
            }
        },
        Answer::Call { .. } => Answer::Call { target: anything(f, r) },
        Answer::Fight { element, .. } if r.below(2) == 0 => {
            Answer::Fight { element, against: anything(f, r) }
        }
        Answer::Fight { against, .. } => Answer::Fight { element: anyone(f, r), against },
        _ => wild(f, r),
    }
}

fn mutate_order(f: &Field, o: &mut MoveOrder, r: &mut Seeded) {
    let i = r.below(o.elements.len().max(1) as u32) as usize;
    match r.below(12) {
        0 => o.elements.push(anyone(f, r)),
        1 => o.elements.extend(o.elements.get(i).copied()),
        2 => o.elements.truncate(i),
        3 => o.elements.reverse(),
        4 => o.with.push(anyone(f, r)),
        5 => o.dismount = !o.dismount,
        6 => {
            let on = [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear, Facet::Overlap];
            o.against = Some(Against { foe: anything(f, r), on: on[r.below(5) as usize] });
        }
        7 => o.against = None,
        _ => match &mut o.how {
            Manner::Legs(p) => {
                if p.is_empty() || r.below(4) == 0 {
                    let b = o.elements.first().and_then(|e| f.get(*e)).map(|e| e.base.pose());
                    let b = b.unwrap_or(Pose { x: 0.0, y: 0.0, facing: 0.0 });
                    p.push(Pose { x: number(r, b.x), y: number(r, b.y), facing: number(r, b.facing) });
                } else {
                    let k = r.below(p.len() as u32) as usize;
                    match r.below(3) {
                        0 => p[k].x = number(r, p[k].x),
                        1 => p[k].y = number(r, p[k].y),
                        _ => p[k].facing = number(r, p[k].facing),
                    }
                }
            }
            Manner::Group(s) | Manner::Column(s) | Manner::FormColumn(s) => match r.below(4) {
                0 => s.push(
                    [Step::WheelLeft(number(r, 10.0)), Step::WheelRight(number(r, 10.0))]
                        [r.below(2) as usize],
                ),
                1 => s.insert(0, Step::Advance(number(r, 60.0))),
                2 => {
                    let s = std::mem::take(s);
                    o.how = match r.below(3) {
                        0 => Manner::Group(s),
                        1 => Manner::Column(s),
                        _ => Manner::FormColumn(s),
                    };
                }
                _ => {
                    for x in s {
                        let (Step::Advance(d) | Step::WheelLeft(d) | Step::WheelRight(d)) = x;
                        *d = number(r, *d);
                    }
                }
            },
            Manner::Road(d) => *d = number(r, *d),
            Manner::BreakOff => o.elements = vec![anyone(f, r)],
        },
    }
}

fn wild(f: &Field, r: &mut Seeded) -> Answer {
    match r.below(11) {
        0 => Answer::ChooseEdge { edge: Edge::North },
        1 => Answer::PlaceCamp { x: number(r, 500.0), width: number(r, 240.0), depth: number(r, 160.0) },
        2 => Answer::Rank { order: (0..r.below(6)).map(|_| r.below(256) as u8).collect() },
        3 => Answer::Call { target: anything(f, r) },
        4 => Answer::Shoot { main: anything(f, r), with: (0..r.below(4)).map(|_| anyone(f, r)).collect() },
        5 => Answer::HoldFire,
        6 => Answer::Fight { element: anyone(f, r), against: anything(f, r) },
        7 => Answer::EndMoves,
        8 => {
            let place = |r: &mut Seeded| Placement {
                element: anyone(f, r),
                at: Pose { x: number(r, 600.0), y: number(r, 300.0), facing: number(r, 0.0) },
                dismounted: r.below(2) == 0,
            };
            Answer::Deploy { elements: (0..r.below(14)).map(|_| place(r)).collect() }
        }
        9 => Answer::LayTerrain { terrain: serde_json::json!({ "type": "farmland", "area": [[[]]] }) },
        _ => Answer::Move(MoveOrder {
            elements: (0..r.below(4)).map(|_| anyone(f, r)).collect(),
            how: match r.below(4) {
                0 => Manner::Legs(vec![Pose {
                    x: number(r, 900.0),
                    y: number(r, 900.0),
                    facing: number(r, 0.0),
                }]),
                1 => Manner::Group(vec![Step::Advance(number(r, 100.0)), Step::WheelLeft(number(r, 20.0))]),
                2 => Manner::Road(number(r, 200.0)),
                _ => Manner::BreakOff,
            },
            dismount: r.below(4) == 0,
            with: vec![],
            against: None,
        }),
    }
}

/// How often what was tried.
#[derive(Debug, Default)]
struct Tally {
    battles: u32,
    bounds: u64,
    answers: u64,
    offers_tried: u64,
    refused: u64,
    accepted_unoffered: u64,
    lost: u64,
    ended: u32,
}

struct Trial {
    number: u64,
    battle: Battle,
    told: Told,
    given: Vec<(Side, Answer)>,
    r: Seeded,
}

impl Trial {
    fn fails(&self, what: &str) -> ! {
        let last: Vec<_> =
            self.battle.events().iter().rev().take(25).rev().map(|e| format!("{e:?}")).collect();
        panic!(
            "scenario {}, answer {} ({:?}): {what}\nlast events:\n{}",
            self.number,
            self.given.len(),
            self.given.last(),
            last.join("\n")
        );
    }

    /// Every offered answer (or a sample of many) is taken and leaves the field in order.
    fn try_offers(&mut self, side: Side, offers: &[Answer], t: &mut Tally) {
        let all = self.given.len() % 40 == 7;
        for o in offers {
            if !all && self.r.below(offers.len() as u32) >= 2 {
                continue;
            }
            let (mut b, mut told) = (self.battle.clone(), self.told.clone());
            t.offers_tried += 1;
            if let Err(e) = b.answer(side, o.clone()) {
                self.fails(&format!("offered but refused: {o:?}: {e}"));
            }
            if let Err(e) = in_order(&b, &mut told) {
                let new: Vec<_> =
                    b.events()[self.battle.events().len()..].iter().map(|e| format!("{e:?}")).collect();
                self.fails(&format!("after the offer {o:?}: {e}\n{}", new.join("\n")));
            }
        }
    }

    /// Answers that were not offered: refused without a trace, or as good as an offer. They are thrown at the battle
    /// itself, so that the replay at the end shows whether a refused one touched the dice.
    fn try_others(&mut self, side: Side, offers: &[Answer], complete: bool, t: &mut Tally) {
        let before = format!("{:?}", self.battle);
        for _ in 0..6 {
            let a = mutated(self.battle.field(), offers, &mut self.r);
            let by = if self.r.below(10) == 0 { side.other() } else { side };
            let asked = self.battle.pending().iter().any(|(s, _)| *s == by);
            let offered = by == side && offers.iter().any(|o| same(o, &a));
            let mut b = self.battle.clone();
            match b.answer(by, a.clone()) {
                Err(e) => {
                    if offered {
                        self.fails(&format!("offered but refused: {a:?}: {e}"));
                    }
                    t.refused += 1;
                    self.refuse(by, &a, &e, &before);
                }
                Ok(()) => {
                    if !asked || (complete && by == side && !offered) {
                        self.fails(&format!("taken from {by}, though not offered: {a:?}"));
                    }
                    t.accepted_unoffered += u64::from(!offered);
                    let mut told = self.told.clone();
                    if let Err(e) = in_order(&b, &mut told) {
                        let new: Vec<_> = b.events()[self.battle.events().len()..]
                            .iter()
                            .map(|e| format!("{e:?}"))
                            .collect();
                        self.fails(&format!("after {a:?}: {e}\n{}", new.join("\n")));
                    }
                }
            }
        }
    }

    fn refuse(&mut self, by: Side, a: &Answer, e: &Refusal, before: &str) {
        if e.reason.to_string().trim().is_empty() {
            self.fails(&format!("{a:?} is refused without a reason"));
        }
        if self.battle.answer(by, a.clone()).is_ok() {
            self.fails(&format!("{a:?} is refused by a copy and taken by the battle"));
        }
        if format!("{:?}", self.battle) != before {
            self.fails(&format!("the refused {a:?} changed something"));
        }
    }

    /// The same scenario, seed and answers again, without anything refused in between.
    fn replay(&self, s: &Arc<Scenario>) {
        let mut again = chooser::begin(s, self.number);
        for (side, a) in &self.given {
            again.answer(*side, a.clone()).unwrap_or_else(|e| self.fails(&format!("replay: {a:?}: {e}")));
        }
        if again.events() != self.battle.events() {
            self.fails("the replay has other events");
        }
        if format!("{again:?}") != format!("{:?}", self.battle) {
            self.fails("the replay leads to another field");
        }
    }
}

/// Now and then a lawful move that nobody offered, so that lines get crooked and columns bent.
fn free_hand(b: &Battle, offers: &[Answer], awaits: &Awaits, r: &mut Seeded) -> Option<Answer> {
    if *awaits != Awaits::Move || r.below(3) > 0 {
        return None;
    }
    (0..12).find_map(|_| match mutated(b.field(), offers, r) {
        Answer::Move(o)
            if moves::plan(b.field(), &o).is_ok() && !offers.contains(&Answer::Move(o.clone())) =>
        {
            Some(Answer::Move(o))
        }
        _ => None,
    })
}

fn play(number: u64, most: u32, t: &mut Tally) {
    let s = chooser::generated(number);
    let battle = chooser::begin(&s, number);
    let told = Told::start(&s);
    let mut x = Trial { number, battle, told, given: Vec::new(), r: Seeded::from_number(number ^ 0x5eed) };
    if let Err(e) = in_order(&x.battle, &mut x.told) {
        x.fails(&e);
    }
    while x.battle.ended().is_none() && x.battle.field().bound <= most {
        let (side, awaits): (Side, Awaits) = {
            let p = x.battle.pending();
            p[x.r.below(p.len() as u32) as usize].clone()
        };
        let (offers, complete) = x.battle.offers(side, &awaits);
        if offers.is_empty() {
            x.fails(&format!("nothing is offered for {awaits:?}"));
        }
        if x.given.len() % 3 == 0 {
            x.try_offers(side, &offers, t);
        }
        if x.given.len() % 9 == 4 || x.battle.field().phase == Phase::Setup {
            x.try_others(side, &offers, complete, t);
        }
        let a = free_hand(&x.battle, &offers, &awaits, &mut x.r)
            .unwrap_or_else(|| chooser::pick(&x.battle, side, &offers, &awaits, &mut x.r));
        x.given.push((side, a.clone()));
        if let Err(e) = x.battle.answer(side, a) {
            x.fails(&format!("offered but refused: {e}"));
        }
        t.answers += 1;
        if let Err(e) = in_order(&x.battle, &mut x.told) {
            x.fails(&e);
        }
    }
    x.replay(&s);
    t.battles += 1;
    t.bounds += u64::from(x.battle.field().bound);
    t.lost += Side::BOTH.iter().map(|s| u64::from(x.battle.field().losses(*s))).sum::<u64>();
    t.ended += u32::from(x.battle.ended().is_some());
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn battles_keep_the_table_in_order() {
    let bounds = setting("VEDETTE_BOUNDS", 1000);
    let mut number = setting("VEDETTE_FROM", 1);
    let mut t = Tally::default();
    while t.bounds < bounds {
        play(number, 120, &mut t);
        number += 1;
    }
    println!("{t:?}");
    assert!(t.lost > t.bounds / 20, "the battles get nowhere: {t:?}");
    assert!(t.refused > t.bounds / 4 && t.offers_tried > t.bounds, "{t:?}");
}
