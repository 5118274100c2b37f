//! Parts of a unit that act apart: screens sent out and taken in, detachments, and how records are divided and joined (6.2 to 6.4, 13.1.b).

use super::course::{Act, Course};
use super::fire::Blow;
use crate::answer::{LegOrder, MoveOrder, SendOut};
use crate::battle::Battle;
use crate::book::TOLERANCE;
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::formation::{Drawn, Formation};
use crate::order::{Gait, GameOrder};
use crate::procedures::formations::Takes;
use crate::procedures::organisation::{
    DetachmentsAsTargets, OddLoss, Parts, Reunite, ReuniteSituation, SplitLosses, SplitSituation, Subgroups,
    SubgroupsSituation, TOGETHER,
};
use crate::unit::{Deeds, Fate, State, Unit, UnitId};
use crate::{clause, say};
use std::collections::VecDeque;
use std::sync::Arc;
use table::{Base, V2};

/// Parts stand so far from the rest when they are told off.
const BESIDE: f64 = 0.6;
/// Who is so near has come back to his unit.
const JOINED: f64 = 1.0;

impl Battle {
    /// The part of a body that its sub-units at those places would be (6.2.a.0).
    pub(crate) fn part_of(&self, u: UnitId, places: &[u8]) -> Unit {
        let mut part = self.field[u].clone();
        part.companies = places.iter().filter_map(|i| part.companies.get(usize::from(*i)).cloned()).collect();
        if let Some(c) = part.companies.first() {
            part.troop = c.troop;
        }
        part
    }

    /// Sub-units of a body as a body of their own. Carried losses are shared, factors and percentages are the same for each (6.4.c, 6.4.d).
    pub(super) fn tell_off(&mut self, u: UnitId, places: &[u8], drawn: Drawn, base: Base) -> UnitId {
        let id = UnitId(self.field.units.len() as u16);
        let mut part = self.part_of(u, places);
        let whole = self.field[u].clone();
        let figures = part.figures();
        let left = whole.figures() - figures;
        let s = SplitSituation {
            carried: u32::from(whole.losses.carried),
            parts: vec![u32::from(left), u32::from(figures)],
            odd: OddLoss::of(&self.field.readings),
        };
        let shares = quietly::<SplitLosses>(&s).carried;
        let before = whole.percent_lost();
        let n = self.field.units.iter().filter(|o| o.parent == Some(self.field.whole(u))).count() + 1;
        part.id = id;
        part.code = format!("{}-{n}", whole.code).into();
        part.parent = Some(self.field.whole(u));
        part.places = places.iter().copied().collect();
        part.drawn = drawn;
        part.base = base;
        part.deeds = Deeds::default();
        part.changing = None;
        part.parts.clear();
        let began = |u: &Unit| u.companies.iter().map(|c| f64::from(c.start)).sum::<f64>();
        part.points = whole.points * began(&part) / began(&whole).max(1.0);
        for (x, start, carried) in
            [(&mut part.losses, figures, shares[1]), (&mut self.field[u].losses, left, shares[0])]
        {
            (x.start, x.at_move, x.before, x.carried) = (start, start, before, carried as u16);
        }
        let rest = &mut self.field[u];
        rest.points -= part.points;
        let mut place = 0u8;
        rest.companies.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
        self.field.units.push(part);
        self.field.draw_up(u);
        self.field.draw_up(id);
        self.play.make_room_for(&self.field);
        self.play.stood[u.index()] = self.field[u].base;
        id
    }

    /// Free ground beside a body for a part of it: before it, at its flanks, behind it.
    fn beside(&self, u: UnitId, part: &Unit, drawn: Drawn, ahead_only: bool) -> Option<Base> {
        let b = self.field[u].base;
        let plan = part.plan_in(&self.field.options, drawn);
        let side = b.dir.right() * (b.width / 2.0 + plan.width / 2.0 + BESIDE);
        let ahead = b.front + b.dir * (plan.depth + BESIDE);
        let behind = b.front - b.dir * (b.depth + BESIDE);
        let tries =
            if ahead_only { vec![ahead] } else { vec![ahead, b.front + side, b.front - side, behind] };
        tries.into_iter().map(|front| plan.at(front, b.dir)).find(|base| self.free_ground(u, base))
    }

    /// Screens that were ordered go out: told off before their unit, then into open order and ahead in this move (6.2.a.ii, 8.1.g).
    pub(super) fn send_out(&mut self) {
        let ordered: Vec<(UnitId, SendOut)> = self
            .field
            .present()
            .filter_map(|u| Some((u.id, self.play.order(u.id)?.screen.clone()?)))
            .collect();
        for (u, s) in ordered {
            if let Some(o) = &mut self.play.orders[u.index()] {
                Arc::make_mut(o).screen = None;
            }
            let places: Vec<u8> = s.companies.iter().map(|c| c.saturating_sub(1)).collect();
            let part = self.part_of(u, &places);
            let drawn = Drawn::new(Formation::Line);
            let (side, code) = (self.field[u].side, self.code(u));
            let Some(base) = self.beside(u, &part, drawn, true) else {
                self.confide(clause!("play.formation"), Kind::Halts, side, &[u], None, || {
                    say!("event-no-room-for-screen", unit = code)
                });
                continue;
            };
            let id = self.tell_off(u, &places, drawn, base);
            self.play.game[id.index()] = self.play.game[u.index()].clone();
            let screen = self.code(id);
            let legs = vec![
                LegOrder::Form { formation: Formation::Skirmish, ranks: None, files: None },
                LegOrder::March { cm: (s.cm - BESIDE).max(0.0), towards: None },
            ];
            self.play.orders[id.index()] =
                Some(Arc::new(MoveOrder { unit: screen.clone(), legs, ..MoveOrder::default() }));
            self.say(clause!("6.2.a.ii"), Kind::Changes, &[u, id], || {
                say!("event-screen-goes-out", unit = code, screen)
            });
            self.also(clause!("6.4.d"));
            self.also(clause!("13.1.b"));
            self.also(clause!("12.1.e"));
            self.also(clause!("glossary.sub-unit"));
            self.also(clause!("glossary.subgroup"));
        }
    }

    /// Sub-units of cavalry that were told to dismount stand beside the others and get off their horses (6.2.a.vi).
    pub(super) fn part_dismounts(&mut self) {
        let ordered: Vec<(UnitId, Vec<u8>)> = self
            .field
            .present()
            .filter_map(|u| Some((u.id, self.play.order(u.id)?.dismount.clone())))
            .filter(|(_, named)| !named.is_empty())
            .collect();
        for (u, named) in ordered {
            if let Some(o) = &mut self.play.orders[u.index()] {
                Arc::make_mut(o).dismount.clear();
            }
            let mut places: Vec<u8> = named.iter().map(|c| c.saturating_sub(1)).collect();
            places.sort_unstable();
            let part = self.part_of(u, &places);
            let drawn = Drawn::new(Formation::Line);
            let (side, code) = (self.field[u].side, self.code(u));
            let Some(base) = self.beside(u, &part, drawn, false) else {
                self.confide(clause!("play.formation"), Kind::Halts, side, &[u], None, || {
                    say!("event-no-room-for-screen", unit = code)
                });
                continue;
            };
            let id = self.tell_off(u, &places, drawn, base);
            self.play.game[id.index()] = self.play.game[u.index()].clone();
            let part = self.code(id);
            let legs = vec![LegOrder::Dismount];
            self.play.orders[id.index()] =
                Some(Arc::new(MoveOrder { unit: part.clone(), legs, ..MoveOrder::default() }));
            self.say(clause!("6.2.a.vi"), Kind::Changes, &[u, id], || {
                say!("event-part-dismounts", unit = code, part)
            });
            self.also(clause!("6.4.d"));
        }
    }

    /// A detachment goes apart with the game order that was written for it (6.3, 6.4.a).
    pub(super) fn detaches(&mut self, u: UnitId, order: GameOrder) {
        let places: Vec<u8> = order.detach.clone();
        let fits = places.iter().all(|p| usize::from(*p) < self.field[u].companies.len())
            && places.len() < self.field[u].companies.len();
        let part = self.part_of(u, &places);
        let drawn = Drawn::new(if part.mounted() { Formation::Line } else { Formation::CompanyColumn });
        let drawn = if part.companies.len() < 2 { Drawn::new(Formation::Line) } else { drawn };
        let (side, code) = (self.field[u].side, self.code(u));
        let base = if fits && !self.play.fights(u) { self.beside(u, &part, drawn, false) } else { None };
        let Some(base) = base else {
            self.confide(clause!("6.3"), Kind::GameOrder, side, &[u], None, || {
                say!("event-cannot-detach", unit = code)
            });
            return;
        };
        let id = self.tell_off(u, &places, drawn, base);
        self.field[id].detached = true;
        self.play.game[id.index()] = Some(Arc::new(GameOrder { detach: Vec::new(), ..order }));
        let part = self.code(id);
        self.say(clause!("6.3"), Kind::Changes, &[u, id], || say!("event-detaches", unit = code, part));
        self.also(clause!("6.4.a"));
        self.also(clause!("glossary.detachment"));
    }

    /// The unit to which a part that is not detached belongs, while both are there.
    pub(crate) fn belongs_to(&self, u: &Unit) -> Option<UnitId> {
        let own = u.parent.filter(|p| !u.places.is_empty() && self.field[*p].present());
        own.filter(|_| u.present() && !matches!(u.state, State::Prisoner | State::Surrendering))
    }

    /// What a part and its unit are to each other as they stand (6.2).
    fn together(&self, part: &Unit, unit: UnitId) -> crate::procedures::organisation::Subgrouped {
        quietly::<Subgroups>(&SubgroupsSituation {
            parts: if part.mounted() != self.field[unit].mounted() {
                Parts::PartlyDismounted
            } else if part.open_order() == self.field[unit].open_order() {
                Parts::Waves
            } else {
                Parts::CloseAndOpen
            },
            apart: self.field.gap(part.id, unit),
            detached: part.detached,
            fired_at_alone: true,
            targets: DetachmentsAsTargets::of(&self.field.readings),
        })
    }

    /// Must a part go back to its unit (6.2.b)?
    pub(super) fn must_rejoin(&self, u: &Unit) -> Option<UnitId> {
        let unit = self.belongs_to(u).filter(|_| !u.detached)?;
        self.together(u, unit).must_rejoin.then_some(unit)
    }

    /// The way of a part back to its unit, and the time to fall in again.
    pub(super) fn back_to_unit(&self, u: &Unit, unit: UnitId, joins: bool) -> VecDeque<Act> {
        let f = &self.field;
        let mark = f
            .rects(&f[unit])
            .iter()
            .map(|r| r.nearest(u.base.front))
            .min_by(|a, b| a.dist(u.base.front).total_cmp(&b.dist(u.base.front)));
        let towards: Option<V2> = mark.map(|m| m - u.base.front).filter(|w| w.len() > 1e-6).map(|w| w.unit());
        let gap = f.gap(u.id, unit);
        let left = if joins { gap - BESIDE } else { gap - TOGETHER + BESIDE };
        let mut all = VecDeque::new();
        if left > TOLERANCE {
            all.push_back(Act::March { left, towards, gait: Gait::Normal });
        }
        if joins {
            let drawn = Drawn::new(Formation::Line);
            let takes = match f.change_takes(u, drawn, self.terms.year, false).0 {
                Takes::Time { moves, .. } if u.open_order() => moves.0,
                _ => 0.0,
            };
            all.push_back(Act::Fixed { left: takes, then: super::course::Then::Nothing });
        }
        all
    }

    /// After movement: parts that have come back join their unit (6.4.c, 13.2.j).
    pub(super) fn join_again(&mut self, courses: &[Course]) {
        let back: Vec<(UnitId, UnitId)> = self
            .field
            .present()
            .filter(|u| self.play.order(u.id).is_some_and(|o| o.legs.last() == Some(&LegOrder::Rejoin)))
            .filter(|u| courses.get(u.id.index()).is_some_and(|c| c.acts.is_empty()))
            .filter_map(|u| Some((u.id, self.belongs_to(u)?)))
            .filter(|(u, unit)| {
                let free = !self.play.fights(*u) && !self.play.fights(*unit);
                free && self.field.gap(*u, *unit) <= JOINED + TOLERANCE
            })
            .collect();
        for (u, unit) in back {
            self.reunite(u, unit);
        }
    }

    pub(super) fn reunite(&mut self, u: UnitId, unit: UnitId) {
        let part = self.field[u].clone();
        let whole = &self.field[unit];
        let s = ReuniteSituation {
            carried: vec![u32::from(whole.losses.carried), u32::from(part.losses.carried)],
            disorganisation: vec![whole.factors(), part.factors()],
        };
        let (o, ruling) = known::<Reunite>(&s);
        let accumulated = whole.disorder.accumulated.max(part.disorder.accumulated);
        let gained = whole.disorder.gained.max(part.disorder.gained);
        let others = self.field.units.iter().any(|x| x.id != u && self.belongs_to(x) == Some(unit));
        let whole = &mut self.field[unit];
        for (place, c) in part.places.iter().zip(part.companies) {
            let at = usize::from(*place).min(whole.companies.len());
            whole.companies.insert(at, c);
        }
        (whole.disorder.accumulated, whole.disorder.gained) = (accumulated, gained);
        whole.points += part.points;
        whole.losses.carried = o.taken.carried as u16;
        super::losses::take_off(whole, o.taken.figures as u16);
        if others {
            whole.losses.start += part.losses.start;
        } else {
            whole.losses.start = whole.companies.iter().map(|c| u16::from(c.start)).sum();
            whole.losses.before = 0;
        }
        whole.losses.at_move = whole.figures();
        self.field[u].fate = Fate::Joined;
        self.field.draw_up(unit);
        let (code, part) = (self.code(unit), self.code(u));
        self.play.game[u.index()] = None;
        self.rule_on(clause!("6.4.c"), Kind::Changes, &[unit, u], ruling, || {
            say!("event-joins-again", unit = code, part)
        });
    }

    /// Fire at a unit whose parts are no targets by themselves is at the whole of it (6.4.e).
    pub(super) fn at_the_whole(&self, blows: Vec<Blow>) -> Vec<Blow> {
        let mut all = Vec::new();
        for b in blows {
            let Some(on) = b.on.filter(|u| self.field[*u].present()) else {
                all.push(b);
                continue;
            };
            let whole = self.field.whole(on);
            let near: Vec<UnitId> = self
                .field
                .present()
                .filter(|x| self.belongs_to(x) == Some(whole) && !self.together(x, whole).target)
                .map(|x| x.id)
                .collect();
            let mut bodies = near;
            if bodies.is_empty() || !(bodies.contains(&on) || on == whole) || self.play.fights(on) {
                all.push(b);
                continue;
            }
            bodies.insert(0, whole);
            let figures: Vec<u32> = bodies.iter().map(|x| u32::from(self.field[*x].figures())).collect();
            let s = SplitSituation { carried: b.men, parts: figures, odd: OddLoss::of(&self.field.readings) };
            for (x, men) in bodies.iter().zip(quietly::<SplitLosses>(&s).carried) {
                all.push(Blow { on: Some(*x), men, shared: true, ..b.clone() });
            }
        }
        all
    }
}
