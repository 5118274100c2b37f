//! Answers that will be accepted as they stand.

use super::{Awaits, Battle};
use crate::event::Target;
use crate::field::{Edge, ElementId, Side};
use crate::order::{Answer, Placement};
use crate::{moves, scenario};
use serde_json::{Value, json};

/// Commands as players number them.
pub(super) fn one_based(c: &[u8]) -> impl Iterator<Item = u8> + '_ {
    c.iter().map(|c| c + 1)
}

pub(crate) fn json_of(a: &Answer) -> Value {
    serde_json::to_value(a).expect("an answer has only text keys")
}

/// All orders of a few numbers.
fn permutations(of: &[u8]) -> Vec<Vec<u8>> {
    if of.len() <= 1 {
        return vec![of.to_vec()];
    }
    let mut all = Vec::new();
    for i in 0..of.len() {
        let mut rest = of.to_vec();
        let first = rest.remove(i);
        for mut p in permutations(&rest) {
            p.insert(0, first);
            all.push(p);
        }
    }
    all
}

impl Battle {
    /// All that one needs to know to answer, as data.
    pub(crate) fn about(&self, side: Side, awaits: &Awaits) -> Value {
        match awaits {
            Awaits::Deploy { commands, .. } => json!({ "commands": one_based(commands).collect::<Vec<_>>() }),
            Awaits::Move => json!({
                "points": self.field.army(side).commands.iter().map(|c| c.points).collect::<Vec<_>>(),
                "groups": moves::groups(&self.field, side),
            }),
            Awaits::Shoot { target, shooters } => json!({ "target": target, "shooters": shooters }),
            _ => json!({}),
        }
    }

    /// Answers that will be accepted as they stand, and whether these are all.
    pub fn offers(&self, side: Side, awaits: &Awaits) -> (Vec<Answer>, bool) {
        let (all, complete) = self.planned_offers(side, awaits);
        (all.into_iter().map(|(a, _)| a).collect(), complete)
    }

    /// The same; moves with what comes of them.
    pub(crate) fn planned_offers(
        &self,
        side: Side,
        awaits: &Awaits,
    ) -> (Vec<(Answer, Option<moves::Plan>)>, bool) {
        if let Awaits::Move = awaits {
            let moves = moves::planned(&self.field, side).into_iter();
            let all = moves.map(|(o, p)| (Answer::Move(o), Some(p))).chain([(Answer::EndMoves, None)]);
            return (all.collect(), false);
        }
        let (all, complete) = self.other_offers(side, awaits);
        (all.into_iter().map(|a| (a, None)).collect(), complete)
    }

    fn other_offers(&self, side: Side, awaits: &Awaits) -> (Vec<Answer>, bool) {
        let f = &self.field;
        match awaits {
            Awaits::Terrain => (
                self.terrain_offers().into_iter().map(|terrain| Answer::LayTerrain { terrain }).collect(),
                false,
            ),
            Awaits::Edge => {
                ([Edge::South, Edge::North].map(|edge| Answer::ChooseEdge { edge }).to_vec(), true)
            }
            Awaits::Camp => (
                scenario::camp_offer(f, side)
                    .into_iter()
                    .map(|(x, width, depth)| Answer::PlaceCamp { x, width, depth })
                    .collect(),
                false,
            ),
            Awaits::Rank => {
                let ranked = self.ranked_commands(side);
                let few = ranked.len() <= 4;
                let orders = if few { permutations(&ranked) } else { vec![ranked] };
                (orders.into_iter().map(|o| Answer::Rank { order: one_based(&o).collect() }).collect(), few)
            }
            Awaits::Deploy { commands, all } => (self.deploy_offers(side, commands, *all), false),
            // Moves come with their plans.
            Awaits::Move => (vec![Answer::EndMoves], false),
            Awaits::Call { targets } => (targets.iter().map(|t| Answer::Call { target: *t }).collect(), true),
            Awaits::Shoot { shooters, .. } => shoot_offers(shooters),
            Awaits::Fight { bouts } => {
                (bouts.iter().map(|(a, b)| Answer::Fight { element: *a, against: *b }).collect(), true)
            }
        }
    }

    fn deploy_offers(&self, side: Side, commands: &[u8], all: bool) -> Vec<Answer> {
        let mut offers = Vec::new();
        for style in 0..4 {
            if all {
                offers.push(Answer::Deploy { elements: self.deploy_all(side, commands, style) });
            } else {
                offers.extend(commands.iter().map(|c| Answer::Deploy {
                    elements: scenario::auto_deploy(&self.field, side, *c, style),
                }));
            }
        }
        offers.dedup();
        offers
    }

    /// Every command of a side, one after the other, each knowing where the earlier ones stand.
    pub fn deploy_all(&self, side: Side, commands: &[u8], style: u32) -> Vec<Placement> {
        let mut f = self.field.clone();
        let mut placed = Vec::new();
        for c in commands {
            let p = scenario::auto_deploy(&f, side, *c, style);
            for x in &p {
                let s = f[x.element].troop.stats();
                f.deploy(x.element, table::Base::new(x.at, s.width, s.depth));
            }
            placed.extend(p);
        }
        placed
    }
}

/// Each shooter alone or with up to two others; all combinations where they are few.
fn shoot_offers(shooters: &[Target]) -> (Vec<Answer>, bool) {
    let few = shooters.len() <= 5;
    let mut all = Vec::new();
    for main in shooters {
        all.push(Answer::Shoot { main: *main, with: vec![] });
        if main.element().is_none() {
            continue;
        }
        let others: Vec<ElementId> = shooters
            .iter()
            .filter(|s| *s != main)
            .filter_map(|s| s.element())
            .take(if few { 5 } else { 2 })
            .collect();
        for (i, a) in others.iter().enumerate() {
            all.push(Answer::Shoot { main: *main, with: vec![*a] });
            for b in &others[i + 1..] {
                all.push(Answer::Shoot { main: *main, with: vec![*a, *b] });
            }
        }
    }
    all.push(Answer::HoldFire);
    (all, few)
}
