//! Who and what counts around a body when it tests (table 13 and its notes, 6.4.f, 7.4), read off the table.

use crate::battle::Battle;
use crate::book::TOLERANCE;
use crate::book::weather::{cover_behind, cover_in};
use crate::drill::quietly;
use crate::formation::Formation;
use crate::procedures::morale::{CountsAs, CountsInTest, CountsSituation, FlankSituation, SecuredFlank};
use crate::procedures::{Around, GeneralNear, LossSystem, Options, Worn};
use crate::terrain::{Cover, Obstacle};
use crate::troop::Footing;
use crate::unit::{Fate, State, Unit, UnitId};
use table::V2;

/// Who is counted is no further off than this (T13.n.i).
const NEAR: f64 = 25.0;
/// Generals count to here, and more within that (7.4).
const GENERAL: [f64; 2] = [5.0, 50.0];

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
        let enemies = |x: UnitId| -> Vec<UnitId> {
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
            in_sight: f.sees(u, o).is_ok(),
            open_order: oo.open_order(),
            engaged,
            same_enemy: enemies(o).iter().any(|e| mine.contains(e)),
            forced: oo.state.forced(),
            evading: oo.state == State::Evading,
            approaches: nearer(),
            native_for_regulars: oo.troop.footing == Footing::Native && uu.troop.regular(),
        };
        quietly::<CountsInTest>(&s).may()
    }

    /// Bodies of a side within reach of a test, in that state.
    fn falling(&self, u: UnitId, own: bool) -> Around {
        let f = &self.field;
        let mut all = Around::default();
        let side = f[u].side;
        for o in f.present().filter(|o| o.id != u && (o.side == side) == own && f.whole(o.id) != f.whole(u)) {
            if !o.state.forced() || !self.counts(u, o.id, CountsAs::Retiring) {
                continue;
            }
            match o.state {
                State::Routing => all.routing += 1,
                State::Retreating => all.retreating += 1,
                _ => all.falling_back += 1,
            }
        }
        // Those destroyed or gone in this move count at their last place.
        let gone = |id: &UnitId| matches!(f[*id].fate, Fate::Destroyed | Fate::RoutedOff | Fate::Dispersed);
        for (o, _) in self.play.broken.iter().filter(|(o, _)| gone(o)) {
            if (f[*o].side == side) == own && f[*o].base.rect().gap(&f[u].base.rect()) <= NEAR {
                all.routing += 1;
            }
        }
        all
    }

    pub(crate) fn own_around(&self, u: UnitId) -> Around {
        self.falling(u, true)
    }

    pub(crate) fn enemy_around(&self, u: UnitId) -> Around {
        self.falling(u, false)
    }

    /// Own units that support it (T13.n.ii).
    pub(crate) fn supports(&self, u: UnitId) -> u8 {
        let f = &self.field;
        let others = f.side(f[u].side).filter(|o| o.id != u && f.whole(o.id) != f.whole(u));
        others.filter(|o| self.counts(u, o.id, CountsAs::Support)).count().min(50) as u8
    }

    /// Enemies who advance on it.
    pub(crate) fn advancing(&self, u: UnitId) -> u8 {
        let f = &self.field;
        f.enemies(f[u].side).filter(|o| self.counts(u, o.id, CountsAs::Advancing)).count().min(50) as u8
    }

    /// The general who counts for it, by how near he is (7.4).
    pub(crate) fn general_near(&self, u: UnitId) -> GeneralNear {
        match self.field.own_general(&self.field[u]) {
            Some((_, d, _)) if d <= GENERAL[0] + TOLERANCE => GeneralNear::Within5,
            Some((_, d, _)) if d <= GENERAL[1] + TOLERANCE => GeneralNear::Within50,
            _ => GeneralNear::None,
        }
    }

    /// What cover at least half of a body has for a test, before an enemy (play.fire.cover).
    pub(crate) fn covered(&self, u: UnitId, before: Option<UnitId>) -> Cover {
        self.covered_in(u, before, false)
    }

    /// The same of one who is in melee, where ditches do not count (4.3.note.i).
    pub(crate) fn covered_in_melee(&self, u: UnitId, before: UnitId) -> Cover {
        self.covered_in(u, Some(before), true)
    }

    fn covered_in(&self, u: UnitId, before: Option<UnitId>, melee: bool) -> Cover {
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
        for (n, line) in f.ground.lines.iter().enumerate() {
            // A ditch is no cover in melee, nor is what is breached before the whole front (4.3.note.i, 16.8.c).
            if self.breached(uu, n, true) || (melee && line.kind == Obstacle::Ditch) {
                continue;
            }
            let touches = line.path.segments().any(|(p, q)| {
                let near = f.rects(uu).iter().any(|r| r.grown(TOLERANCE * 10.0).clip(p, q).is_some());
                near && ::ground::crossing(uu.base.centre(), f[e].base.centre(), p, q).is_some()
            });
            if touches {
                best = best.max(cover_behind(line.kind, uu.mounted()));
            }
        }
        best
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
            let own = f.side(f[u].side).any(|o| {
                o.id != u && !o.state.forced() && f.rects(o).iter().any(|r| r.gap_to_point(beside) <= 3.0)
            });
            let kind = f.ground.kind(beside);
            let s = FlankSituation {
                impassable: kind == crate::terrain::Terrain::Impassable,
                own_unit: own,
                own_cover: false,
                own_nearer: false,
                table_edge: !f.ground.holds(beside),
            };
            quietly::<SecuredFlank>(&s).may()
        };
        (0..2).filter(|i| secured(*i)).count() as u8
    }
}
