//! The attack: which one promises most, and what it costs to get there.

use super::desk::{Desk, degrees_to};
use super::{Enemy, works};
use chakoten_acw::order::{MoveOrder, Order, Step};
use chakoten_acw::troop::{Formation, Kind, State};
use chakoten_acw::unit::Unit;

/// The best attack there is: what it promises, and how it is ordered.
pub(super) struct Assault {
    pub score: f64,
    pub order: Order,
}

impl Desk<'_, '_> {
    /// The attack that promises most.
    pub fn assault(&self, u: &Unit) -> Option<Assault> {
        if u.state > State::Slight || u.figures < 8 || u.formation == Formation::Chain {
            return None;
        }
        let mounted = u.kind() == Kind::Mounted;
        let rate = match (mounted, u.formation) {
            (true, _) if u.record.in_motion => 50.0,
            (true, _) => 28.0,
            (false, Formation::Line) => 19.0,
            (false, Formation::AttackColumn | Formation::MarchColumn) => 28.0,
            _ => return None,
        };
        let r = u.base.rect();
        let mut best: Option<Assault> = None;
        for e in self.foes_by(r.centre, rate) {
            if e.fleeing || r.far_from(&e.rect, rate) || e.inside || e.kind == Kind::Wagon {
                continue;
            }
            let to = e.base.centre();
            let turn = degrees_to(&u.base, to);
            if turn.abs() > 40.0 {
                continue;
            }
            let cm = r.gap(&e.rect) + turn.abs() / 90.0 * 1.5 * u.base.width;
            if cm > rate || self.screened(u.id, u.base.front, to) {
                continue;
            }
            let way = u.base.at(u.base.front, (to - u.base.front).unit());
            if self.room(u, &way, cm) + 1.0 < r.gap(&e.rect) - 2.0 {
                continue;
            }
            let score = self.promise(u, e, mounted);
            if best.as_ref().is_some_and(|b| b.score >= score) {
                continue;
            }
            let charge = Order::Move(MoveOrder {
                steps: if turn.abs() > 4.0 {
                    vec![Step::Wheel { degrees: turn }, Step::March { cm: None }]
                } else {
                    vec![Step::March { cm: None }]
                },
                attack: true,
                charge: true,
                target: if self.v.may_name(u.command, e.id) { self.v.label(e.id) } else { None },
                repair: None,
            });
            if self.v.lawful(u.id, &charge).is_some() {
                best = Some(Assault { score, order: charge });
                continue;
            }
            let walk = match charge {
                Order::Move(m) => Order::Move(MoveOrder { charge: false, ..m }),
                o => o,
            };
            let slow = if u.formation == Formation::Line && !mounted { 11.0 } else { 24.0 };
            if !self.quick && cm <= slow && self.v.lawful(u.id, &walk).is_some() {
                best = Some(Assault { score: score - 1.0, order: walk });
            }
        }
        best
    }

    /// What the shock roll promises, less what his fire will cost on the way in.
    fn promise(&self, u: &Unit, e: &Enemy, mounted: bool) -> f64 {
        let mut s = 0.0;
        let (own, his) = (f64::from(u.figures), f64::from(e.figures.max(1)));
        if own >= 3.0 * his {
            s += 2.0;
        } else if own >= 2.0 * his {
            s += 1.0;
        }
        // His front against our way in.
        let bearing = degrees_to(&e.base, u.base.front).abs();
        let close = matches!(e.kind, Kind::Infantry | Kind::Dismounted | Kind::Mounted);
        if bearing > 130.0 {
            s += 2.0;
        } else if bearing > 75.0 && close {
            s += 4.0;
        }
        s += match e.formation {
            Formation::Chain => 3.0,
            Formation::ThinLine | Formation::MarchColumn => 2.0,
            _ => 0.0,
        };
        if e.lying_down {
            s += 2.0;
        }
        if u.state == State::Slight {
            s -= 2.0;
        }
        if mounted && e.kind != Kind::Mounted {
            s += 1.0;
        }
        let behind = u.base.behind(20.0);
        if self.own_by(behind.centre, 12.0).any(|o| {
            o.id != u.id && o.close() && o.state <= State::Slight && o.base.rect().gap(&behind) <= 0.0
        }) {
            s += 1.0;
        }
        s += 1.0; // the charge move
        s -= works::in_the_way(self.v, u.base.front, e.base.centre());
        let arc = if e.kind == Kind::Unlimbered { 50.0 } else { 38.0 };
        if bearing <= arc {
            let men = match e.kind {
                Kind::Infantry | Kind::Dismounted => {
                    f64::from(e.figures.min(2 * e.files)) / 6.0 * if e.lying_down { 4.0 } else { 7.5 }
                }
                Kind::Mounted => f64::from(e.figures.min(2 * e.files)) / 6.0 * 3.0,
                Kind::Unlimbered => 45.0,
                _ => 0.0,
            };
            let deep = if u.formation == Formation::AttackColumn { 1.3 } else { 1.0 };
            let figures = men * deep / 20.0;
            s -= if figures < 1.0 { figures } else { 1.0 + (figures - 1.0) * 3.0 };
        }
        s
    }
}
