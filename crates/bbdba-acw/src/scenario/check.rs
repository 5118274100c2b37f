//! Can everybody stand where the scenario puts him: edges, camps and troops, by the rules of deployment.

use super::deploy::{self, Waive};
use super::{CampSpec, Deployment, Places, Scenario, auto, muster};
use crate::clause;
use crate::field::{Edge, ElementId, Field, Side};
use crate::order::Placement;
use crate::say;
use crate::troop::Troop;
use muster::{Mistake, Sheet};
use std::ops::Range;

/// A's base edge, where the file says or must say it.
pub(super) fn edges(s: &mut Sheet, places: &Places, how: Deployment) -> Option<Edge> {
    let [a, b] = &places.armies;
    match (&a.edge, &b.edge) {
        (Some((x, _)), Some((y, at))) => {
            if x == y {
                s.push(
                    Mistake::new(at.clone(), say!("both-armies-same-base-edge"))
                        .right(say!("base-edges-opposite"))
                        .by(clause!("setup.2")),
                );
            }
            Some(*x)
        }
        (Some((x, _)), None) => Some(*x),
        (None, Some((y, _))) => Some(y.opposite()),
        (None, None) if how == Deployment::Placed => Some(Edge::South),
        (None, None) => None,
    }
}

/// Puts camps and troops where the scenario wants them, and draws up what it leaves open.
pub(super) fn stand(mut sc: Scenario, places: &Places, s: &mut Sheet) -> Scenario {
    let placed = sc.deployment == Deployment::Placed;
    let mut plan = sc.clone();
    for a in &mut plan.armies {
        a.camp = None;
        for c in &mut a.commands {
            c.commander_at = None;
            for e in &mut c.elements {
                e.at = None;
                e.dismounted = false;
            }
        }
    }
    let mut f = muster(&plan);
    for side in Side::BOTH {
        camp(&mut sc, &mut f, side, placed, places, s);
    }
    if placed {
        for side in Side::BOTH {
            troops(&mut sc, &mut f, side, places, s);
        }
        return sc;
    }
    for (a, p) in sc.armies.iter().zip(&places.armies) {
        for (c, cp) in a.commands.iter().zip(&p.commands) {
            let at = if c.commander_at.is_some() {
                cp.commander.clone()
            } else {
                c.elements.iter().position(|e| e.at.is_some()).map(|i| cp.elements[i].clone())
            };
            if let Some(at) = at {
                s.push(
                    Mistake::new(at, say!("place-given-but-players-deploy"))
                        .right(say!("write-deployment-placed-leave-x"))
                        .by(clause!("setup.4")),
                );
            }
        }
    }
    sc
}

fn camp(sc: &mut Scenario, f: &mut Field, side: Side, placed: bool, places: &Places, s: &mut Sheet) {
    let p = &places.armies[side.index()];
    let at = p.camp.clone();
    match sc.armies[side.index()].camp {
        Some(c) => {
            if sc.terrain.is_none() || sc.edge.is_none() {
                s.push(
                    Mistake::new(at, say!("camp-placed-before-terrain-base"))
                        .right(say!("fix-terrain-edge-leave-camp"))
                        .by(clause!("setup.3")),
                );
                return;
            }
            match deploy::examine_camp(f, side, [c.x, c.width, c.depth], sc.house.free_deployment) {
                Ok(site) => f.army_mut(side).camp = Some(site),
                Err(r) => {
                    let mut m = Mistake::new(at, r.reason);
                    m.clause = r.clause.map(|c| c.id());
                    s.push(m);
                }
            }
        }
        None if placed && !sc.house.no_camps => match deploy::camp_offer(f, side).first() {
            Some((x, width, depth)) => {
                let (x, width, depth) = (*x, *width, *depth);
                sc.armies[side.index()].camp = Some(CampSpec { x, width, depth });
                let site = deploy::site(f, side, x, width, depth);
                f.army_mut(side).camp = Some(site);
            }
            None => s.push(
                Mistake::new(p.at.clone(), say!("there-no-room-camp-base"))
                    .right(say!("place-camp-waive-house"))
                    .by(clause!("setup.3")),
            ),
        },
        None => {}
    }
}

/// Placed commands as the file says, the others drawn up by the program.
fn troops(sc: &mut Scenario, f: &mut Field, side: Side, places: &Places, s: &mut Sheet) {
    let p = &places.armies[side.index()];
    let strength = sc.strength(side);
    let mut first = 0;
    let mut given: Vec<Placement> = Vec::new();
    let mut given_commands: Vec<u8> = Vec::new();
    let mut open: Vec<u8> = Vec::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    for c in &p.commands {
        spans.extend(c.elements.iter().cloned());
    }
    for c in &p.commands {
        spans.push(c.commander.clone().unwrap_or(c.at.clone()));
    }
    let mut half = false;
    for (i, c) in sc.armies[side.index()].commands.iter().enumerate() {
        let n = c.elements.iter().filter(|e| e.at.is_some()).count();
        if n == 0 && c.commander_at.is_none() {
            open.push(i as u8);
        } else if n < c.elements.len() || c.commander_at.is_none() {
            half = true;
            let (wrong, by) = if c.commander_at.is_none() {
                (say!("placed-but-commander", name = &c.name), clause!("army.4"))
            } else {
                let count = c.elements.len() - n;
                (say!("placed-but-elements", name = &c.name, count), clause!("setup.4"))
            };
            s.push(
                Mistake::new(p.commands[i].at.clone(), wrong)
                    .right(say!("give-every-element-commander-x"))
                    .by(by),
            );
        } else {
            given_commands.push(i as u8);
            for (j, e) in c.elements.iter().enumerate() {
                if let Some(at) = e.at {
                    given.push(Placement {
                        element: ElementId::new(side, first + j),
                        at,
                        dismounted: e.dismounted,
                    });
                }
            }
            if let Some(at) = c.commander_at {
                given.push(Placement { element: ElementId::new(side, strength + i), at, dismounted: false });
            }
        }
        first += c.elements.len();
    }
    if half {
        return;
    }
    let free = sc.house.free_deployment;
    let before = s.mistakes.len();
    // All placed commands are looked at together; the order of deployment is nobody's business here.
    let bases = deploy::examine(
        f,
        side,
        &given,
        &given_commands,
        Waive { order: true, areas: free },
        &mut |id, c, wrong| {
            let at = id.and_then(|id| spans.get(id.index()).cloned()).unwrap_or(p.at.clone());
            let mut m = Mistake::new(at, wrong);
            m.clause = c.map(|c| c.id());
            s.push(m);
        },
    );
    if s.mistakes.len() > before {
        return;
    }
    for (id, b, dismounted) in bases {
        if dismounted {
            f[id].troop = Troop::Dismounted;
        }
        f.deploy(id, b);
    }
    for c in open {
        let cp = &p.commands[usize::from(c)];
        let drawn = auto::auto_deploy(f, side, c, cp.style.unwrap_or(0));
        let mut wrong = drawn.is_empty();
        let bases =
            deploy::examine(f, side, &drawn, &[c], Waive { order: true, areas: false }, &mut |_, _, _| {
                wrong = true;
            });
        if wrong {
            s.push(
                Mistake::new(cp.at.clone(), say!("there-no-room-draw-command"))
                    .right(say!("place-elements-place-other-commands"))
                    .by(clause!("setup.5")),
            );
            continue;
        }
        for (id, b, _) in bases {
            f.deploy(id, b);
        }
        let spec = &mut sc.armies[side.index()].commands[usize::from(c)];
        let start: usize =
            places.armies[side.index()].commands[..usize::from(c)].iter().map(|c| c.elements.len()).sum();
        for d in drawn {
            if d.element.index() >= strength {
                spec.commander_at = Some(d.at);
            } else {
                let e = &mut spec.elements[d.element.index() - start];
                e.at = Some(d.at);
                e.dismounted = d.dismounted;
            }
        }
    }
}
