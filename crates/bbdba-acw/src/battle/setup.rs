//! The set-up, as far as the scenario leaves it to the players: attacker, terrain, base edges, camps, the secret ranking,
//! deployment.

use super::{Awaits, Battle};
use crate::event::{EventKind, Why};
use crate::field::{Edge, Side};
use crate::order::Placement;
use crate::procedures::attacker::{self, Attacker};
use crate::scenario::{self, Deployment};
use crate::{Troop, clause, say};
use serde_json::Value;
use umpire::{Procedure, Refusal, Rolls};

impl Battle {
    /// Opens the battle and goes on to the first thing that a player must decide.
    pub(super) fn open(&mut self) {
        self.say(clause!("basis.1"), || EventKind::Opens);
        self.open_chair();
        self.attacker = match self.scenario.attacker {
            Some(s) => s,
            None => self.roll_attacker(),
        };
        self.field.active = self.attacker;
        self.after_attacker();
    }

    fn roll_attacker(&mut self) -> Side {
        let (found, rolls) = scenario::deploy::roll_for_attacker(self.dice.occasion(
            Attacker::NAME,
            &Side::A,
            Rolls::Each(Side::BOTH, 1),
        ));
        for dice in rolls {
            let attacker = attacker::of(dice[0], dice[1]);
            self.cue();
            self.say(clause!("setup.1"), || EventKind::AttackerRolled { dice, attacker });
        }
        found
    }

    fn wait_for(&mut self, side: Side, awaits: Awaits) {
        self.pending.clear();
        self.pending.push((side, awaits));
    }

    fn after_attacker(&mut self) {
        if self.scenario.terrain.is_none() {
            self.wait_for(self.attacker.other(), Awaits::Terrain);
        } else {
            self.after_terrain();
        }
    }

    pub(super) fn terrain_offers(&self) -> Vec<Value> {
        // The same offers at every look, and none of the battle's dice spent on them.
        let c = self.secrets.seed.commitment();
        let number = c.bytes().fold(0u64, |n, b| n.wrapping_mul(31).wrapping_add(u64::from(b)));
        let home = self.scenario.homeland(self.attacker.other());
        scenario::terrain_offers(&self.scenario.board, &self.field.readings, home, number)
            .iter()
            .filter_map(|t| serde_json::to_value(t).ok())
            .collect()
    }

    pub(super) fn lay_terrain(&mut self, side: Side, terrain: Value) -> Result<(), Refusal> {
        let board = &self.scenario.board;
        let t = scenario::ground::lay(board, &self.field.readings, self.scenario.homeland(side), &terrain)?;
        let pieces = t.pieces();
        self.field.lay(t.build(board));
        self.say(clause!("setup.1"), || EventKind::TerrainLaid { side, pieces });
        self.after_terrain();
        Ok(())
    }

    fn after_terrain(&mut self) {
        if self.scenario.edge.is_some() {
            self.after_edges();
        } else {
            self.wait_for(self.attacker, Awaits::Edge);
        }
    }

    pub(super) fn choose_edge(&mut self, side: Side, edge: Edge) -> Result<(), Refusal> {
        self.field.army_mut(side).edge = edge;
        self.field.army_mut(side.other()).edge = edge.opposite();
        self.say(clause!("setup.2"), || EventKind::EdgeChosen { side, edge });
        self.after_edges();
        Ok(())
    }

    /// Camps, the defender's first; then the secret ranking; then deployment.
    pub(super) fn after_edges(&mut self) {
        for side in [self.attacker.other(), self.attacker] {
            let has_camp = self.field.army(side).camp.is_some() || self.has_fortress(side);
            if !has_camp && !self.scenario.house.no_camps {
                if !self.asks_for_fortress(side) {
                    self.wait_for(side, Awaits::Camp);
                }
                return;
            }
        }
        self.pending.clear();
        for side in Side::BOTH {
            let ranked = self.ranked_commands(side);
            if ranked.len() > 1 {
                self.pending.push((side, Awaits::Rank));
            } else {
                self.secrets.ranking[side.index()] = Some(ranked);
            }
        }
        if self.pending.is_empty() {
            self.after_ranking();
        }
    }

    pub(super) fn place_camp(&mut self, side: Side, x: f64, width: f64, depth: f64) -> Result<(), Refusal> {
        let c = scenario::check_camp(&self.field, side, x, width, depth)?;
        let (at, w, d) = (c.rect.centre, c.rect.half_width * 2.0, c.rect.half_depth * 2.0);
        self.field.army_mut(side).camp = Some(c);
        self.say(clause!("setup.3"), || EventKind::CampPlaced { side, x: at.x, y: at.y, width: w, depth: d });
        self.after_edges();
        Ok(())
    }

    /// The commands that take part in the ranking.
    pub(super) fn ranked_commands(&self, side: Side) -> Vec<u8> {
        scenario::deploy::ranked(&self.field, side)
    }

    /// Players number their commands from 1.
    pub(super) fn rank(&mut self, at: usize, side: Side, order: Vec<u8>) -> Result<(), Refusal> {
        let order: Vec<u8> = order.iter().map(|n| n.wrapping_sub(1)).collect();
        scenario::deploy::check_rank(&self.field, side, &order)?;
        self.secrets.ranking[side.index()] = Some(order);
        self.say(clause!("dice.2"), || EventKind::RankingFixed { side });
        self.pending.remove(at);
        if self.pending.is_empty() {
            self.after_ranking();
        }
        Ok(())
    }

    fn after_ranking(&mut self) {
        match self.scenario.deployment {
            Deployment::Placed => self.first_turn(),
            Deployment::Hidden => {
                self.pending = Side::BOTH
                    .map(|s| {
                        (
                            s,
                            Awaits::Deploy {
                                commands: (0..self.field.army(s).commands.len() as u8).collect(),
                                all: true,
                            },
                        )
                    })
                    .to_vec();
            }
            Deployment::Alternating => self.next_to_deploy(self.attacker.other()),
        }
    }

    /// setup.4: one command each time, the largest first.
    fn next_to_deploy(&mut self, side: Side) {
        for s in [side, side.other()] {
            let commands = scenario::deploy::may_deploy(&self.field, s);
            if !commands.is_empty() {
                self.wait_for(s, Awaits::Deploy { commands, all: false });
                return;
            }
        }
        self.first_turn();
    }

    pub(super) fn deploy(&mut self, at: usize, side: Side, placed: &[Placement]) -> Result<(), Refusal> {
        let Awaits::Deploy { commands, all } = &self.pending[at].1 else {
            return Err(Refusal::form(say!("no-deployment-asked")));
        };
        let all = *all;
        let chosen: Vec<u8> = if all {
            commands.clone()
        } else {
            let named = placed.first().and_then(|p| self.field.get(p.element)).map(|e| e.command);
            match named {
                Some(c) if commands.contains(&c) => vec![c],
                _ => {
                    return Err(Refusal::by(clause!("setup.4"), say!("deploy-whole-command-largest")));
                }
            }
        };
        let bases = scenario::check_deploy(&self.field, side, placed, &chosen)?;
        if all {
            self.secrets.hidden[side.index()] = Some(bases);
            self.say(clause!("setup.8"), || EventKind::DeployedInSecret { side });
            self.pending.remove(at);
            if self.pending.is_empty() {
                for s in Side::BOTH {
                    let bases = self.secrets.hidden[s.index()].take().unwrap_or_default();
                    self.stand(&bases, clause!("setup.8"));
                }
                self.first_turn();
            }
        } else {
            self.stand(&bases, clause!("setup.4"));
            let command = chosen[0];
            self.say(clause!("setup.4"), || EventKind::CommandDeployed { side, command });
            self.next_to_deploy(side.other());
        }
        Ok(())
    }

    fn stand(&mut self, bases: &[(crate::ElementId, table::Base, bool)], clause: umpire::Clause) {
        self.cue();
        for (id, base, dismounted) in bases {
            if *dismounted {
                self.field[*id].troop = Troop::Dismounted;
                let element = *id;
                self.say(clause!("dba.37"), || EventKind::Dismounts { element });
            }
            self.field.deploy(*id, *base);
            let (element, to) = (*id, base.pose());
            self.say(clause, || EventKind::Goes { element, why: Why::Deploys, from: to, to });
        }
    }
}
