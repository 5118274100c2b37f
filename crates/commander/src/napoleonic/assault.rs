//! The attack: what it promises by table XV as far as it can be seen, and how it is ordered.

use super::country::{charge_pace, pace};
use super::desk::{Desk, attacks, degrees_to, to, turn};
use super::{Enemy, NapoleonicView};
use chakoten_napoleonic::ground::{PatchKind, grown};
use chakoten_napoleonic::order::{Leg, Order, Until, Way};
use chakoten_napoleonic::troop::{Arm, Cover, Formation, Gait, Obstacle, Weight};
use chakoten_napoleonic::unit::{Unit, UnitId};
use table::V2;

/// Contact distance in cm (12.01.1).
const CONTACT: f64 = 5.0;
/// Cavalry has momentum after so many cm straight on (12.03.4).
const MOMENTUM: f64 = 15.0;

/// The best attack there is: what it promises, on whom, and how it is ordered.
pub(super) struct Assault {
    pub score: f64,
    pub order: Order,
    pub target: UnitId,
}

impl Desk<'_, '_> {
    /// The attack that promises most.
    pub fn assault(&self, u: &Unit) -> Option<Assault> {
        let foot = u.arm == Arm::Infantry;
        let able = u.state.intact() && (foot || u.arm == Arm::Cavalry) && u.figures >= 6;
        let ready = matches!(u.formation, Formation::Line | Formation::AttackColumn) || u.dispersed();
        if !able || !ready || u.inside.is_some() || u.body.is_some() {
            return None;
        }
        // Who has not got to him for turns is held up by something.
        if self.stalled.get(&u.id).is_some_and(|n| n % 4 >= 2) {
            return None;
        }
        let walk = pace(u, u.formation);
        let reach = if foot { walk } else { walk / 2.0 + charge_pace(u) / 2.0 };
        let r = u.base.rect();
        let mut best: Option<Assault> = None;
        for e in self.foes_by(r.centre, reach + CONTACT) {
            if r.far_from(&e.rect, reach + CONTACT) || (e.arm == Arm::Train && !e.fleeing && foot) {
                continue;
            }
            if self.gives_way(e) {
                continue;
            }
            let goal = e.base.centre();
            let angle = degrees_to(&u.base, goal);
            // Foot faces about on the spot first; that costs a grade of order, and horse its momentum.
            let turns = angle.abs() > 55.0;
            if turns && (!foot || u.dispersed() || u.state.grades() > 1) {
                continue;
            }
            let gap = r.gap(&e.rect);
            let swing = if turns {
                angle.abs().to_radians() * u.base.width
            } else {
                angle.abs() / 90.0 * 1.5 * u.base.width
            };
            let cm = (gap - CONTACT).max(0.0) + swing;
            if cm > reach - 1.0 || self.screened(u.id, u.base.front, goal) {
                continue;
            }
            // As far as it goes, not to the middle of who may stand with his back to the water.
            let contact = u.base.front + (goal - u.base.front).unit() * (gap - CONTACT).max(0.0);
            if self.walled(u.base.front, contact) {
                continue;
            }
            if self.covered_by_another(u, e, gap) {
                continue;
            }
            let way = u.base.at(u.base.front, (goal - u.base.front).unit());
            if self.room(u, &way, gap) + 1.0 < gap - CONTACT - 1.0 {
                continue;
            }
            if self.held_up(u, &way, e, gap) {
                continue;
            }
            let score = self.promise(u, e, gap, angle) - if turns { 1.0 } else { 0.0 };
            if best.as_ref().is_some_and(|b| b.score >= score) {
                continue;
            }
            let target = self.v.named(u.command, e.id);
            let order = match foot {
                true if turns => vec![turn(u, angle), to(goal)],
                true => vec![to(goal)],
                false => ride_in(u, gap, angle),
            };
            let order = attacks(order, target);
            if self.v.lawful(u.id, &order).is_some() {
                best = Some(Assault { score, order, target: e.id });
            }
        }
        best
    }

    /// Skirmishers who need a soutien go back before who comes on (14.04.1): there is nobody to strike.
    fn gives_way(&self, e: &Enemy) -> bool {
        let line = e.formation == Formation::Skirmish && !e.inside && !e.fleeing && e.arm != Arm::Artillery;
        // Those who need none may still go back to one who is near (03.02.8).
        let soutien = |x: &Enemy| x.id != e.id && x.arm == e.arm && x.closed() && x.rect.gap(&e.rect) < 22.0;
        let firm = built_up(self.v, e) || in_plantation(self.v, e);
        line && !e.working && (!firm || self.foes_by(e.base.centre(), 40.0).any(soutien))
    }

    /// Would it come upon somebody else first, who halts it without a fight (03.02.4.d)? Lines before their soutien are pressed back.
    fn covered_by_another(&self, u: &Unit, e: &Enemy, gap: f64) -> bool {
        let (from, goal) = (u.base.front, e.base.centre());
        let path = table::Rect::between(from, goal);
        let near = self.foes_by(from.lerp(goal, 0.5), gap + 20.0);
        near.filter(|x| x.id != e.id && x.closed() && x.fights()).any(|x| {
            let d = u.base.rect().gap(&x.rect);
            d + 0.5 < gap && x.rect.gap(&path) < u.base.width / 2.0 + 2.0
        })
    }

    /// Does something stand in the way that it does not pass: a house that is not his, or for horse an obstacle (07.05.3)?
    fn held_up(&self, u: &Unit, way: &table::Base, e: &Enemy, gap: f64) -> bool {
        let r = way.rect();
        // All that it sweeps on the way.
        let about = grown(r.bounds(), gap.max(0.0) + 1.0);
        let mut houses = self.v.ground.buildings_in(about).map(|b| b.1.rect());
        let in_the_way = |h: &table::Rect| {
            !h.contains(e.base.centre(), 0.5)
                && r.travel_to(h, way.dir).is_some_and(|t| t < gap - CONTACT && t > 0.0)
        };
        if houses.any(|h| in_the_way(&h)) {
            return true;
        }
        // Closed formations pass no plantation (16.02.2.a).
        let contact = u.base.front + way.dir * (gap - CONTACT).max(0.0);
        let wing = way.dir.right() * (u.base.width / 2.0);
        let trees = |p: &chakoten_napoleonic::ground::Patch| {
            matches!(p.kind, PatchKind::Plantation | PatchKind::Wood)
                && [wing, table::v2(0.0, 0.0), -wing]
                    .into_iter()
                    .any(|w| p.area.length_inside(u.base.front + w, contact + w) > 0.5)
        };
        if !u.dispersed() && self.v.ground.patches_in(about).any(trees) {
            return true;
        }
        if u.arm != Arm::Cavalry {
            return false;
        }
        let goal = e.base.centre();
        self.v.lines().iter().filter(|l| l.obstacle >= Obstacle::II).any(|l| {
            [wing, table::v2(0.0, 0.0), -wing].into_iter().any(|w| {
                let (a, b) = (u.base.front + w, goal + w);
                l.standing().iter().any(|(p, q)| {
                    let (d, s) = (b - a, *q - *p);
                    d.cross(*p - a) * d.cross(*q - a) < 0.0 && s.cross(a - *p) * s.cross(b - *p) < 0.0
                })
            })
        })
    }

    /// Does ground lie between that nobody passes, or water?
    fn walled(&self, from: V2, to: V2) -> bool {
        crate::common::routes::divided(self.v, from, to) || super::country::wet(self.v, from, to)
    }

    /// Table XV for the attacker less that for the defender, as far as it is seen, and less what fire on the way in may do.
    fn promise(&self, u: &Unit, e: &Enemy, gap: f64, angle: f64) -> f64 {
        let v = self.v;
        let foot = u.arm == Arm::Infantry;
        let line = v.line_of(u.id).map_or(0, |l| l.figures);
        let (own, his) = (f64::from(u.figures + line), f64::from(e.figures.max(1)));
        let mut s = f64::from(v.valour(u.id)) - f64::from(u.state.grades());
        s += ratio(own, his) - ratio(his, own);
        let dispersed = !e.closed();
        let flank = flanks(e, u.base.front);
        let town = built_up(v, e);
        if flank || (dispersed && !e.fleeing && e.arm != Arm::Artillery) {
            s += 6.0;
        }
        if e.fleeing {
            s += 8.0;
        }
        let column = matches!(e.formation, Formation::MarchColumn | Formation::SingleFile);
        if column && e.arm != Arm::Artillery {
            s += 3.0;
        }
        let (obstacle, cover) = before(v, u.base.front, e);
        s -= match obstacle {
            Obstacle::None => 0.0,
            Obstacle::I => 1.0,
            Obstacle::II | Obstacle::III if !foot => 30.0,
            Obstacle::II => 3.0,
            Obstacle::III => 6.0,
            Obstacle::Impassable => 30.0,
        };
        if cover != Cover::None {
            s -= 2.0;
        }
        if v.ground.level(u.base.front) < v.ground.level(e.base.centre()) {
            s -= 1.0;
        }
        if matches!(e.arm, Arm::Artillery | Arm::Train) || e.working {
            s += 4.0;
        }
        if foot {
            if u.formation == Formation::AttackColumn && u.figures >= 8 && !u.troops.english_drill {
                s += 2.0;
            }
            // In a built-up area nobody asks for skirmish lines (17.03.1).
            if e.arm == Arm::Infantry && !town {
                let his_line = self
                    .foes_by(e.base.front, 20.0)
                    .any(|x| x.formation == Formation::Skirmish && x.rect.gap(&e.rect) < 20.0);
                if !his_line && !dispersed && cover == Cover::None {
                    s += 2.0;
                }
                if line == 0 {
                    s -= 2.0;
                }
            }
            if !u.record.fired && !u.record.fought {
                s += 2.0;
            }
            if u.ammunition == 0 {
                s -= 2.0;
            }
            // He may not have fired either.
            if e.arm == Arm::Infantry {
                s -= 0.7;
            }
        } else {
            s += match u.weight {
                Some(Weight::Heavy) => 2.0,
                Some(Weight::Medium) => 0.0,
                Some(Weight::Cossack) => -3.0,
                _ => -2.0,
            };
            let straight = (gap - CONTACT) >= MOMENTUM && angle.abs() <= 20.0;
            if !straight && !e.fleeing {
                s -= 2.0;
            } else {
                if !u.record.attacked {
                    s += 1.0;
                }
                if gap - CONTACT > 22.0 {
                    s += 1.0;
                }
            }
            if e.arm == Arm::Infantry && e.closed() {
                s += match e.formation {
                    Formation::Square => -4.0,
                    Formation::Mass => 0.0,
                    _ => 3.0,
                };
            }
        }
        if self.supporter_of(u).is_some() {
            s += 2.0;
        }
        let his_support = self.foes_by(e.base.centre(), 20.0).any(|x| {
            x.id != e.id
                && x.closed()
                && matches!(x.arm, Arm::Infantry | Arm::Cavalry)
                && !(x.arm == Arm::Infantry && e.arm == Arm::Cavalry)
                && x.figures >= 10
                && 2 * x.figures >= e.figures
                && x.rect.gap(&e.rect) < 20.0
                && (x.base.centre() - e.base.centre()).dot(u.base.front - e.base.centre()) < 0.0
        });
        if his_support && !e.fleeing {
            s -= 2.0;
        }
        // Who has just been fought with is the easier prey.
        let others = self.struck.get(&e.id).copied().unwrap_or(0);
        s += f64::from(others.min(2));
        s - self.fire_on_the_way(u, e, flank)
    }

    /// What the fire of those who see it come in may cost.
    fn fire_on_the_way(&self, u: &Unit, e: &Enemy, flank: bool) -> f64 {
        if e.fleeing {
            return 0.0;
        }
        let mut s = 0.0;
        if e.guns() && !flank {
            s += 2.0;
        }
        if e.arm == Arm::Infantry && !flank && e.formation != Formation::MarchColumn {
            s += 0.8;
        }
        // Other batteries that bear on the ground before him.
        let at = e.base.front;
        let bears = self.foes_by(at, 30.0).filter(|x| x.id != e.id && x.guns()).any(|x| {
            x.base.front.dist(at) < 28.0 && degrees_to(&x.base, u.base.front.lerp(at, 0.6)).abs() < 45.0
        });
        s + if bears { 1.0 } else { 0.0 }
    }

    /// A unit of the brigade that can support it (12.03.7): behind it, within a march, facing it, not sent in itself.
    pub fn supporter_of(&self, u: &Unit) -> Option<&Unit> {
        self.own_between(u.base.front.x, u.base.front.x, 26.0).filter(|o| self.could_support(o, u)).min_by(
            |a, b| {
                let far = |o: &Unit| o.base.front.dist(u.base.centre());
                far(a).total_cmp(&far(b)).then(a.id.cmp(&b.id))
            },
        )
    }

    fn could_support(&self, o: &Unit, u: &Unit) -> bool {
        let arm = match u.arm {
            Arm::Infantry => matches!(o.arm, Arm::Infantry | Arm::Cavalry),
            _ => o.arm == Arm::Cavalry,
        };
        let formed = |x: &Unit| {
            use Formation::{AttackColumn, Line, Mass, Square};
            matches!(x.formation, AttackColumn | Line | Mass | Square)
        };
        let gap = u.base.rect().gap_to_point(o.base.front);
        arm && o.id != u.id
            && o.command == u.command
            && o.body.is_none()
            && o.inside.is_none()
            && o.state.intact()
            && o.figures >= 10
            && 2 * o.figures >= u.figures
            && formed(o)
            && formed(u)
            && (CONTACT..pace(o, o.formation)).contains(&gap)
            && degrees_to(&o.base, u.base.centre()).abs() < 45.0
            && (u.base.front - o.base.front).dot(u.base.dir) > 0.0
    }
}

/// The addition for figures twice or three times as many.
fn ratio(own: f64, his: f64) -> f64 {
    if own >= 3.0 * his {
        2.0
    } else if own >= 2.0 * his {
        1.0
    } else {
        0.0
    }
}

/// Would somebody who comes from there strike his flank or rear?
fn flanks(e: &Enemy, from: V2) -> bool {
    let round = matches!(e.formation, Formation::Square | Formation::Mass | Formation::Clump) || e.inside;
    let bearing = degrees_to(&e.base.at(e.base.centre(), e.base.dir), from).abs();
    !round && !e.fleeing && bearing > 80.0
}

/// Does he stand in a built-up area?
fn built_up(v: &NapoleonicView<'_>, e: &Enemy) -> bool {
    e.inside
        || v.ground.patches_in(e.rect.bounds()).any(|p| p.kind == PatchKind::Town && p.area.overlaps(&e.rect))
}

/// Does he stand in a plantation?
fn in_plantation(v: &NapoleonicView<'_>, e: &Enemy) -> bool {
    v.ground.patches_in(e.rect.bounds()).any(|p| p.kind == PatchKind::Plantation && p.area.overlaps(&e.rect))
}

/// The obstacle and the cover right before him, on the way in.
fn before(v: &NapoleonicView<'_>, from: V2, e: &Enemy) -> (Obstacle, Cover) {
    let at = e.base.centre();
    let (mut obstacle, mut cover) = (Obstacle::None, Cover::None);
    if e.inside {
        for b in v.ground.buildings.iter().filter(|b| b.rect().contains(at, 0.5)) {
            obstacle = obstacle.max(b.obstacle);
            cover = cover.max(b.cover);
        }
        return (obstacle, cover);
    }
    for l in v.lines() {
        let close = l.path.nearest(at).is_some_and(|(off, _, _)| off < CONTACT + e.base.depth);
        let across = || {
            l.standing().iter().any(|(a, b)| {
                let (d, s) = (at - from, *b - *a);
                d.cross(*a - from) * d.cross(*b - from) < 0.0 && s.cross(from - *a) * s.cross(at - *a) < 0.0
            })
        };
        if close && across() {
            obstacle = obstacle.max(l.obstacle);
            cover = cover.max(l.cover);
        }
    }
    (obstacle, cover)
}

/// Horse goes in: half a turn at the march towards him, then the charge (07.02.4).
fn ride_in(u: &Unit, gap: f64, angle: f64) -> Vec<Leg> {
    let march = |gait, until| Leg::March { way: Way::Ahead, gait, until };
    let mut legs = Vec::new();
    if angle.abs() > 3.0 {
        legs.push(Leg::Pivot { degrees: angle });
    }
    let walk = pace(u, u.formation) / 2.0;
    if u.record.charge.is_some_and(|c| c.ended.is_none()) && angle.abs() <= 20.0 {
        legs.push(march(Gait::Charge, Until::End));
    } else if gap - CONTACT <= walk {
        legs.push(march(Gait::March, Until::End));
    } else {
        legs.push(march(Gait::March, Until::Turns(0.5)));
        legs.push(march(Gait::Charge, Until::End));
    }
    legs
}
