//! Who and what counts around a body when it tests (table 13 and its notes, 6.4.f, 7.4), read off the table.

use crate::battle::Battle;
use crate::book::TOLERANCE;
use crate::book::weather::{cover_behind, cover_in};
use crate::drill::quietly;
use crate::formation::Formation;
use crate::order::Gait;
use crate::procedures::morale::{CountsAs, CountsInTest, CountsSituation, FlankSituation, SecuredFlank};
use crate::procedures::{Around, GeneralNear, LossSystem, Options, Worn};
use crate::terrain::{Cover, Obstacle};
use crate::troop::Footing;
use crate::unit::{Fate, Side, State, Unit, UnitId};
use crate::units::{Bounds, around};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::sync::OnceLock;
use table::{V2, v2};

/// Who is counted is no further off than this (T13.n.i).
const NEAR: f64 = 25.0;
/// A house so near to a flank is beside it.
const BESIDE: f64 = 3.0;
/// Nobody goes farther in a move.
const MOST_MOVED: f64 = 250.0;
/// Generals count to here, and more within that (7.4).
const GENERAL: [f64; 2] = [5.0, 50.0];

/// An upright box about a place that reaches so far.
fn grown(at: V2, far: f64) -> Bounds {
    (at - v2(far, far), at + v2(far, far))
}

impl State {
    /// It withdraws, gives ground, retreats or routs.
    pub fn forced(self) -> bool {
        matches!(self, State::GivingGround | State::Withdrawing | State::Retreating | State::Routing)
    }
}

impl Unit {
    /// Figures of the battle's start, and those lost since.
    pub fn worn(&self) -> Worn {
        let start = u32::from(self.losses.start.max(1));
        let lost = start.saturating_sub(u32::from(self.figures()));
        Worn { start, lost, before: self.losses.before }
    }

    /// Per cent lost so far, with what its unit had lost when it was split off (6.4.d).
    pub fn percent_lost(&self) -> u8 {
        let w = self.worn();
        (u32::from(w.before) + w.lost * 100 / w.start).min(100) as u8
    }

    /// Factors as a situation takes them.
    pub fn factors(&self) -> u8 {
        u8::try_from(self.disorder()).unwrap_or(u8::MAX).min(200)
    }

    /// It contains a sub-unit of a higher class than most of it.
    pub fn better_part(&self) -> bool {
        let class = self.class();
        self.companies.iter().any(|c| c.figures > 0 && c.troop.class < class)
    }

    /// What most of its figures are, with their class.
    pub fn tested_troop(&self) -> crate::troop::Troop {
        crate::troop::Troop { class: self.class(), ..self.troop }
    }
}

/// By how many units each body is supported, kept where nothing changes any more: by who thinks about a battle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supported {
    of: Option<Vec<OnceLock<u8>>>,
}

impl Supported {
    pub(crate) fn kept(bodies: usize) -> Supported {
        Supported { of: Some(vec![OnceLock::new(); bodies]) }
    }
}

impl Battle {
    /// The options as the procedures ask for them.
    pub(crate) fn agreed(&self) -> Options {
        let o = &self.field.options;
        Options {
            losses: if o.losses_by_chance { LossSystem::Chance } else { LossSystem::Twenties },
            national: o.national,
            small_figures: o.figures == crate::book::scale::Figures::Six,
        }
    }

    /// Does the other body count so in a test of this one?
    pub(crate) fn counts(&self, u: UnitId, o: UnitId, counts: CountsAs) -> bool {
        let f = &self.field;
        let distance = f.gap(u, o);
        if distance > NEAR + TOLERANCE {
            return false;
        }
        let (uu, oo) = (&f[u], &f[o]);
        let engaged = self.play.fights(o) || self.play.charge_of(o).is_some_and(|c| !c.over);
        let enemies = |x: UnitId| -> SmallVec<[UnitId; 4]> {
            let fights = self.play.fights.iter().filter(|m| !m.over);
            let fights = fights.filter_map(move |m| match x {
                _ if m.a == x => Some(m.b),
                _ if m.b == x => Some(m.a),
                _ => None,
            });
            let charges = self.play.charges.iter().filter(|c| !c.over);
            let charges = charges.filter_map(move |c| match x {
                _ if c.by == x => Some(c.on),
                _ if c.on == x => Some(c.by),
                _ => None,
            });
            fights.chain(charges).collect()
        };
        let mine = enemies(u);
        let nearer = || {
            let stood = &self.play.stood[o.index()];
            let before = stood.rect().gap(&uu.base.rect());
            oo.deeds.moved > TOLERANCE && oo.base.rect().gap(&uu.base.rect()) < before - TOLERANCE
        };
        let s = CountsSituation {
            counts,
            figures: u32::from(uu.figures().max(1)),
            other: u32::from(oo.figures()),
            distance,
            // Looked for last, because it takes the longest.
            in_sight: true,
            open_order: oo.open_order(),
            engaged,
            same_enemy: enemies(o).iter().any(|e| mine.contains(e)),
            forced: oo.state.forced() || matches!(oo.state, State::Surrendering | State::Prisoner),
            evading: oo.state == State::Evading,
            approaches: nearer(),
            native_for_regulars: oo.troop.footing == Footing::Native && uu.troop.regular(),
        };
        let counts = |s: &CountsSituation| quietly::<CountsInTest>(s).may();
        counts(&s) && counts(&CountsSituation { in_sight: f.sees(u, o).is_ok(), ..s })
    }

    /// Units of a side within reach of a test that fall back, rout or surrender, without one that does not count. A unit counts once, by the
    /// worst that a part of it does (6.4.f).
    fn falling(&self, u: UnitId, own: bool, but: Option<UnitId>) -> Around {
        let f = &self.field;
        let side = f[u].side;
        let mut worst: Vec<(UnitId, State)> = Vec::new();
        let mut add = |o: UnitId, state: State| match worst.iter_mut().find(|(w, _)| *w == f.whole(o)) {
            Some((_, s)) => *s = (*s).max(state),
            None => worst.push((f.whole(o), state)),
        };
        let near = f.side_about(if own { side } else { side.other() }, &f.rects(&f[u]), NEAR + TOLERANCE);
        let others = near.filter(|o| o.id != u && Some(o.id) != but);
        for o in others.filter(|o| f.whole(o.id) != f.whole(u)) {
            let state = match o.state {
                State::Surrendering | State::Routing => State::Routing,
                State::Retreating => State::Retreating,
                State::GivingGround | State::Withdrawing => State::GivingGround,
                _ => continue,
            };
            if self.counts(u, o.id, CountsAs::Retiring) {
                add(o.id, state);
            }
        }
        // Those destroyed or gone in this move count at their last place, with the figures that they had.
        let gone = |id: &UnitId| matches!(f[*id].fate, Fate::Destroyed | Fate::RoutedOff | Fate::Dispersed);
        for (o, had) in self.play.broken.iter().filter(|(o, _)| gone(o) && Some(*o) != but) {
            let strong = had * 2 >= f[u].figures() && f.whole(*o) != f.whole(u);
            let near = f[*o].base.rect().gap(&f[u].base.rect()) <= NEAR + TOLERANCE;
            if (f[*o].side == side) == own && strong && near {
                add(*o, State::Routing);
            }
        }
        let of = |state: State| worst.iter().filter(|(_, s)| *s == state).count().min(50) as u8;
        Around {
            falling_back: of(State::GivingGround),
            retreating: of(State::Retreating),
            routing: of(State::Routing),
        }
    }

    pub(crate) fn own_around(&self, u: UnitId) -> Around {
        self.falling(u, true, None)
    }

    pub(crate) fn enemy_around(&self, u: UnitId) -> Around {
        self.falling(u, false, None)
    }

    /// The same for pursuers: without the unit that they pursue (T13.D).
    pub(crate) fn enemy_around_but(&self, u: UnitId, quarry: Option<UnitId>) -> Around {
        self.falling(u, false, quarry)
    }

    /// Own units that support it, each once however many parts it has (6.4.f); for a detachment the rest of its unit is one (6.4.a).
    pub(crate) fn supports(&self, u: UnitId) -> u8 {
        match self.supported.of.as_ref().and_then(|all| all.get(u.index())) {
            Some(kept) => *kept.get_or_init(|| self.supports_now(u)),
            None => self.supports_now(u),
        }
    }

    fn supports_now(&self, u: UnitId) -> u8 {
        let f = &self.field;
        let detached = f[u].parent.is_some();
        let near = f.side_about(f[u].side, &f.rects(&f[u]), NEAR + TOLERANCE);
        let others = near.filter(|o| o.id != u && (detached || f.whole(o.id) != f.whole(u)));
        let others = others.filter(|o| self.counts(u, o.id, CountsAs::Support));
        let mut units: Vec<UnitId> = others.map(|o| f.whole(o.id)).collect();
        units.sort();
        units.dedup();
        units.len().min(50) as u8
    }

    /// Enemies who advance on it.
    pub(crate) fn advancing(&self, u: UnitId) -> u8 {
        let f = &self.field;
        let near = f.enemies_about(f[u].side, &f.rects(&f[u]), NEAR + TOLERANCE);
        let advancing = near.filter(|o| self.counts(u, o.id, CountsAs::Advancing));
        let mut units: Vec<UnitId> = advancing.map(|o| f.whole(o.id)).collect();
        units.sort();
        units.dedup();
        units.len().min(50) as u8
    }

    /// The general who counts for it, by how near he is (7.4).
    pub(crate) fn general_near(&self, u: UnitId) -> GeneralNear {
        match self.field.own_general(&self.field[u]) {
            Some((_, d, _)) if d <= GENERAL[0] + TOLERANCE => GeneralNear::Within5,
            Some((_, d, _)) if d <= GENERAL[1] + TOLERANCE => GeneralNear::Within50,
            _ => GeneralNear::None,
        }
    }

    /// The same in morale and rally tests, where a general who routs is none (T13.C, T13.D).
    pub(crate) fn steady_general(&self, u: UnitId) -> GeneralNear {
        let f = &self.field;
        let counts = |g: &&crate::unit::General| {
            f.counts_for(g, &f[u]).is_some() && !f.swept(g, |s| s == State::Routing)
        };
        let near = f.generals(f[u].side).filter(counts).map(|g| f.general_gap(g.id, u));
        match near.fold(f64::INFINITY, f64::min) {
            d if d <= GENERAL[0] + TOLERANCE => GeneralNear::Within5,
            d if d <= GENERAL[1] + TOLERANCE => GeneralNear::Within50,
            _ => GeneralNear::None,
        }
    }

    /// What cover at least half of a body has for a test, before an enemy (play.fire.cover).
    pub(crate) fn covered(&self, u: UnitId, before: Option<UnitId>) -> Cover {
        let f = &self.field;
        let uu = &f[u];
        if uu.formation() == Formation::Building {
            return Cover::Building;
        }
        let points: Vec<V2> =
            f.rects(uu).iter().flat_map(|r| r.corners().into_iter().chain([r.centre])).collect();
        let kinds = points.iter().map(|p| cover_in(f.ground.kind(*p)));
        let sheltered: Vec<Cover> = kinds.filter(|c| *c != Cover::None).collect();
        let mut best = match sheltered.len() * 2 >= points.len() {
            true => sheltered.iter().copied().min().unwrap_or(Cover::None),
            false => Cover::None,
        };
        let enemy = before.or_else(|| f.nearest_enemy(u).map(|(e, _)| e));
        let Some(e) = enemy else { return best };
        // What is breached before the whole front is none (16.8.c).
        for kind in self.behind(u, e) {
            best = best.max(cover_behind(kind, uu.mounted()));
        }
        best
    }

    /// The lines that a body defends against an enemy, or held against him until it gave ground (12.1.c).
    pub(crate) fn held_lines(&self, u: UnitId, e: UnitId) -> SmallVec<[u16; 1]> {
        match self.defends(u, e) {
            Some(_) => self.lines_behind(u, e).map(|(n, _)| n).collect(),
            None => SmallVec::new(),
        }
    }

    /// Linear obstacles that a body touches and that lie between it and an enemy.
    fn behind(&self, u: UnitId, e: UnitId) -> impl Iterator<Item = Obstacle> + '_ {
        self.lines_behind(u, e).map(|(_, kind)| kind)
    }

    /// The same, by their places among all lines.
    fn lines_behind(&self, u: UnitId, e: UnitId) -> impl Iterator<Item = (u16, Obstacle)> + '_ {
        let f = &self.field;
        let rects = f.rects(&f[u]);
        let (from, to) = (f[u].base.centre(), f[e].base.centre());
        let (lo, hi) = around(&rects, TOLERANCE * 10.0);
        f.ground.lines.between(lo.x, hi.x).filter_map(move |(n, line)| {
            let touches = line.path.segments().any(|(p, q)| {
                let near = rects.iter().any(|r| r.grown(TOLERANCE * 10.0).clip(p, q).is_some());
                near && ::ground::crossing(from, to, p, q).is_some()
            }) && !self.breached(&f[u], n, true);
            touches.then_some((n as u16, line.kind))
        })
    }

    /// The obstacle that a body defends against an enemy: it touches it and faces him over it (glossary.defended-obstacle). Of several the best.
    pub(crate) fn defends(&self, u: UnitId, e: UnitId) -> Option<Obstacle> {
        let f = &self.field;
        let uu = &f[u];
        let faces = !f.has_flanks(uu) || uu.base.dir.dot(f[e].base.centre() - uu.base.centre()) > 0.0;
        self.behind(u, e).filter(|_| faces).max_by_key(|kind| cover_behind(*kind, uu.mounted()))
    }

    /// A house beside which there are own troops and no enemy, or a wood that such troops are in (glossary.own-cover).
    fn own_cover_at(&self, side: Side, at: V2) -> bool {
        let f = &self.field;
        let held = |there: &dyn Fn(&Unit) -> bool| {
            f.side(side).any(|o| !o.state.forced() && there(o))
                && !f.enemies(side).any(|e| self.known(e.id) && there(e))
        };
        let mut near = f.ground.buildings.between(at.x - BESIDE, at.x + BESIDE);
        let house = near.find(|(_, b)| b.rect.gap_to_point(at) <= BESIDE);
        if let Some((house, _)) = house {
            return held(&|o: &Unit| o.inside.is_some_and(|(b, _)| usize::from(b) == house));
        }
        let mut near = f.ground.patches.between(at.x, at.x);
        let wood = near.find(|(_, p)| p.kind.wooded() && p.area.contains(at));
        wood.is_some_and(|(_, p)| held(&|o: &Unit| p.area.contains(o.base.centre())))
    }

    /// Own troops within one normal move of a flank, free to go there and nearer to it than any enemy (glossary.secured-flank).
    fn own_nearer(&self, u: UnitId, at: V2) -> bool {
        let f = &self.field;
        let about = grown(at, MOST_MOVED);
        let near = f.units.of_side_within(f[u].side, about);
        let mut near = near.filter(|o| o.id != u && !o.arm().battery() && o.inside.is_none());
        // Looked for only where somebody could go.
        let enemy = OnceCell::new();
        let nearest = || {
            let enemies = f.units.of_side_within(f[u].side.other(), about).filter(|e| self.known(e.id));
            enemies.map(|e| f.gap_to(e.id, at)).fold(f64::INFINITY, f64::min)
        };
        near.any(|o| {
            let free = matches!(o.state, State::UnderOrders) && !self.play.fights(o.id);
            let far = f.gap_to(o.id, at);
            free && f.rate(o, Gait::Normal).is_ok_and(|cm| far <= cm + TOLERANCE)
                && far < *enemy.get_or_init(nearest)
        })
    }

    /// Flanks that rest on something (T13.n.v).
    pub(crate) fn secured_flanks(&self, u: UnitId) -> u8 {
        let f = &self.field;
        let b = f[u].base;
        if !f.has_flanks(&f[u]) {
            return 0;
        }
        let sides = [b.front_left(), b.front_right()];
        let out = [b.dir.right() * -1.0, b.dir.right()];
        let secured = |i: usize| {
            let beside = sides[i] + out[i] * 2.0 - b.dir * (b.depth / 2.0);
            let own = f.units.of_side_within(f[u].side, grown(beside, 3.0)).any(|o| {
                o.id != u && !o.state.forced() && f.rects(o).iter().any(|r| r.gap_to_point(beside) <= 3.0)
            });
            let kind = f.ground.kind(beside);
            let s = FlankSituation {
                impassable: kind == crate::terrain::Terrain::Impassable,
                own_unit: own,
                own_cover: self.own_cover_at(f[u].side, beside),
                own_nearer: self.own_nearer(u, beside),
                table_edge: !f.ground.holds(beside),
            };
            quietly::<SecuredFlank>(&s).may()
        };
        (0..2).filter(|i| secured(*i)).count() as u8
    }
}
