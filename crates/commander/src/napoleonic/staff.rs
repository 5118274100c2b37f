//! Commanders keep within command distance behind the middle of their units; couriers ride to who is out of reach; engineers go with
//! the pioneers.

use super::desk::{Desk, mean};
use super::plan::Plan;
use super::train::leads;
use chakoten_napoleonic::book::melee::melee;
use chakoten_napoleonic::field::{Post, Staff};
use chakoten_napoleonic::order::StaffMove;
use chakoten_napoleonic::reach::Reach;
use chakoten_napoleonic::troop::{Arm, State};
use chakoten_napoleonic::unit::{CommandId, Unit};
use table::{V2, v2};

impl Desk<'_, '_> {
    /// The moves of all staff figures in the turn.
    pub fn staff(&self, plan: &Plan) -> Vec<StaffMove> {
        let mut moves = Vec::new();
        for &s in &self.v.staff {
            moves.extend(match s.post {
                Post::Commander => self.commander(plan, s),
                Post::Courier => self.courier(s),
                p if leads(p) => self.engineer(s),
                _ => None,
            });
        }
        self.v.lawful_staff(moves)
    }

    /// Units a commander commands himself.
    fn his(&self, c: CommandId) -> impl Iterator<Item = &Unit> + '_ {
        self.v.own.iter().copied().filter(move |u| u.command == c && u.body.is_none())
    }

    fn commander(&self, plan: &Plan, s: &Staff) -> Option<StaffMove> {
        let mine = self.v.commands.iter().any(|c| c.id == s.command && c.commander == Some(s.id));
        if !mine {
            return None;
        }
        let limit = melee().command_cm - 3.0;
        let units = self.his(s.command).filter(|u| u.arm != Arm::Train && u.state != State::Complete);
        let all: Vec<V2> = units.map(|u| self.will_be(u).centre()).collect();
        let b = plan.brigade(s.command);
        let back = b.map_or(self.v.edge.outward(), |b| b.forward * -1.0);
        if all.is_empty() {
            // Who commands brigades keeps behind their middle.
            let middle = mean(plan.brigades.iter().map(|b| b.centre))?;
            return self.ride(s, middle + self.v.edge.outward() * 25.0, 25.0);
        }
        let (mut lo, mut hi) = (all[0], all[0]);
        for p in &all {
            lo = v2(lo.x.min(p.x), lo.y.min(p.y));
            hi = v2(hi.x.max(p.x), hi.y.max(p.y));
        }
        let mut at = lo.lerp(hi, 0.5) + back * 6.0;
        for _ in 0..3 {
            let Some(far) = all.iter().copied().max_by(|a, b| a.dist(at).total_cmp(&b.dist(at))) else {
                break;
            };
            if far.dist(at) <= limit {
                break;
            }
            at = at.lerp(far, (far.dist(at) - limit) / far.dist(at));
        }
        let here = s.base().centre();
        let worst = all.iter().map(|p| p.dist(here)).fold(0.0, f64::max);
        self.ride(s, at, if worst > limit || s.with.is_some() { 2.0 } else { 12.0 })
    }

    /// To a place, unless he is that near already; never within reach of the enemy.
    fn ride(&self, s: &Staff, at: V2, near: f64) -> Option<StaffMove> {
        let back = self.v.edge.outward();
        let mut at = at;
        for _ in 0..6 {
            if !self.foes_by(at, 20.0 + self.broadest).any(|e| e.fights() && e.rect.gap_to_point(at) < 20.0) {
                break;
            }
            at += back * 7.0;
        }
        let at = self.on_table(at, 2.0);
        if at.dist(s.base().centre()) <= near {
            return None;
        }
        Some(StaffMove { who: s.code.to_string(), to: Some([at.x, at.y]), join: None, from: 0.0 })
    }

    /// To the largest unit out of command that no other courier is with; otherwise to his commander.
    fn courier(&self, s: &Staff) -> Option<StaffMove> {
        if !s.carries.is_empty() {
            return None;
        }
        let alone = |u: &Unit| !self.v.staff.iter().any(|o| o.id != s.id && o.with == Some(u.id));
        let lost = self
            .his(s.command)
            .filter(|u| u.state != State::Complete && self.v.reach(u) == Reach::Beyond && alone(u))
            .max_by_key(|u| (u.figures, std::cmp::Reverse(u.id)));
        let join = match lost {
            Some(u) if s.with == Some(u.id) => return None,
            Some(u) => u.code.to_string(),
            None => {
                let g = self.v.staff.iter().find(|g| g.post == Post::Commander && g.command == s.command)?;
                let beside =
                    (s.with.is_some() && s.with == g.with) || s.base().rect().gap(&g.base().rect()) < 0.1;
                if beside {
                    return None;
                }
                g.code.to_string()
            }
        };
        Some(StaffMove { who: s.code.to_string(), to: None, join: Some(join), from: 0.0 })
    }

    /// To the pioneers of his command, or of any.
    fn engineer(&self, s: &Staff) -> Option<StaffMove> {
        let pioneers = || self.v.own.iter().filter(|u| u.troops.pioneers || u.troops.miners);
        let own = pioneers().find(|u| u.command == s.command);
        let u = own.or_else(|| pioneers().next())?;
        (s.with != Some(u.id)).then(|| StaffMove {
            who: s.code.to_string(),
            to: None,
            join: Some(u.code.to_string()),
            from: 0.0,
        })
    }
}
