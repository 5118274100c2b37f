//! Setting up by the book: attacker, camps, deployment, ranking of commands (setup.1 to setup.8, camp.3, bigbattle.3,
//! bigbattle.4, dice.1, dice.2).

use super::tables::tables;
use crate::field::{CampSite, CampState, Edge, ElementId, Field, Side};
use crate::order::Placement;
use crate::say;
use crate::terrain::Feature;
use crate::troop::Troop;
use crate::{book, clause, reading};
use table::{Base, EPS, Poly, Rect, V2, hull, v2};
use umpire::{Clause, Dice, Refusal};
use words::{Joint, Message};

/// A camp's shots in the phases of its own side's turns and of the enemy's (camp.6).
const SHOTS: [u8; 2] = [3, 3];

/// Both roll for attacker until the dice differ (setup.1): who attacks, and every pair rolled, A's die first.
pub fn roll_for_attacker(dice: &mut dyn Dice) -> (Side, Vec<[u8; 2]>) {
    let mut rolls = Vec::new();
    loop {
        let pair = [dice.d6(), dice.d6()];
        rolls.push(pair);
        if pair[0] != pair[1] {
            return (if pair[0] > pair[1] { Side::A } else { Side::B }, rolls);
        }
        // Dice that always fall alike are no dice; a battle must begin.
        if rolls.len() >= 1000 {
            return (Side::A, rolls);
        }
    }
}

/// How far from the side edges troops and camps keep (bigbattle.4).
pub fn margin(f: &Field) -> f64 {
    if f.readings.is(reading!("side-margin", "large-board")) && !f.board.large { 0.0 } else { f.board.margin }
}

/// The camp's ground when its middle is at `x` on the side's base edge.
pub(super) fn site(f: &Field, side: Side, x: f64, width: f64, depth: f64) -> CampSite {
    let (lo, hi) = match f.army(side).edge {
        Edge::South => (0.0, depth),
        Edge::North => (f.depth - depth, f.depth),
    };
    CampSite {
        rect: Rect::upright(v2(x - width / 2.0, lo), v2(x + width / 2.0, hi)),
        state: CampState::Holds,
        shots: SHOTS,
        has_shot: false,
    }
}

/// May the side's camp stand there? It touches the base edge (setup.3).
pub fn check_camp(f: &Field, side: Side, x: f64, width: f64, depth: f64) -> Result<CampSite, Refusal> {
    examine_camp(f, side, [x, width, depth], false)
}

/// As [`check_camp`]; of any size and as near to the side edges as it likes where a house rule is `free` with them.
pub(super) fn examine_camp(
    f: &Field,
    side: Side,
    [x, width, depth]: [f64; 3],
    free: bool,
) -> Result<CampSite, Refusal> {
    if ![x, width, depth].into_iter().all(|n| n.is_finite() && n.abs() < 1.0e6)
        || width <= 0.0
        || depth <= 0.0
    {
        return Err(Refusal::form(say!("camp-needs-place-width-depth")));
    }
    let most = tables().camp_sum;
    if !free && width + depth > most + EPS {
        return Err(Refusal::by(
            clause!("camp.3"),
            say!(
                "camps-length-plus-width-p",
                depth = ::words::whole(width + depth),
                most = ::words::whole(most)
            ),
        ));
    }
    let least = f.readings.number(reading!("camp-least"));
    if !free && width.min(depth) < least - EPS {
        return Err(Refusal::by(
            clause!("camp.3"),
            say!(
                "side-camp-p-least-p",
                width = ::words::whole(width.min(depth)),
                least = ::words::whole(least)
            ),
        ));
    }
    if depth > f.depth / 2.0 + EPS {
        return Err(Refusal::by(clause!("setup.3"), say!("camp-leaves-own-half-table")));
    }
    let c = site(f, side, x, width, depth);
    if x - width / 2.0 < -EPS || x + width / 2.0 > f.width + EPS {
        return Err(Refusal::by(clause!("setup.3"), say!("camp-leaves-table")));
    }
    let m = margin(f);
    if !free && (x - width / 2.0 < m - EPS || x + width / 2.0 > f.width - m + EPS) {
        return Err(Refusal::by(
            clause!("bigbattle.4"),
            say!(
                "camp-p-side-edge-least",
                width = ::words::whole((x - width / 2.0).min(f.width - x - width / 2.0).max(0.0)),
                m = ::words::whole(m)
            ),
        ));
    }
    if let Some(a) = f.terrain.areas.iter().find(|a| a.feature != Feature::Fields && a.meets(&c.rect)) {
        return Err(Refusal::by(
            clause!("dba.59"),
            say!("camp-stands-keeps-clear-area", feature_name = super::ground::feature_name(a.feature)),
        ));
    }
    if f.terrain.rivers.iter().any(|r| r.holds(&c.rect)) {
        return Err(Refusal::by(clause!("dba.59"), say!("camp-stands-river-bed")));
    }
    if f.terrain.impassable(&c.rect) {
        return Err(Refusal::by(clause!("setup.3"), say!("camp-stands-waterway")));
    }
    if f.all().any(|e| e.rect().penetration(&c.rect) > book::data().touch) {
        return Err(Refusal::by(clause!("dba.1"), say!("camp-overlaps-element")));
    }
    Ok(c)
}

/// Places for the side's camp that will be accepted: middle, width and depth; nearest to the table's middle first.
pub fn camp_offer(f: &Field, side: Side) -> Vec<(f64, f64, f64)> {
    let mut out = Vec::new();
    let least = f.readings.number(reading!("camp-least"));
    let sum = tables().camp_sum;
    for (w, d) in [(400.0, 240.0), (320.0, 160.0), (240.0, 120.0), (least, least)] {
        if w + d > sum {
            continue;
        }
        let step = 40.0;
        let n = (f.width / 2.0 / step) as i32;
        for i in 0..=n.min(4000) {
            for x in [f.width / 2.0 - f64::from(i) * step, f.width / 2.0 + f64::from(i) * step] {
                // Offers lie well apart from each other.
                if out.iter().all(|(o, _, _): &(f64, f64, f64)| (o - x).abs() > 300.0)
                    && check_camp(f, side, x, w, d).is_ok()
                {
                    out.push((x, w, d));
                }
            }
            if out.len() >= 12 {
                return out;
            }
        }
        if !out.is_empty() {
            return out;
        }
    }
    out
}

/// Commands with which a side begins its deployment: its largest (setup.4). During set-up the field's active side is
/// the attacker.
pub fn first_to_deploy(f: &Field, side: Side) -> Vec<u8> {
    let c = &f.army(side).commands;
    if side == f.active && f.readings.is(reading!("attacker-first-command", "any")) {
        return (0..c.len() as u8).collect();
    }
    let most = c.iter().map(|c| c.strength).max().unwrap_or(0);
    (0..c.len() as u8).filter(|i| c[usize::from(*i)].strength == most).collect()
}

fn is_deployed(f: &Field, side: Side, command: u8) -> bool {
    f.side(side).any(|e| e.command == command)
}

/// Commands of which the side may deploy one now (setup.4); none when all stand.
pub fn may_deploy(f: &Field, side: Side) -> Vec<u8> {
    let all: Vec<u8> = (0..f.army(side).commands.len() as u8).collect();
    if all.iter().all(|c| !is_deployed(f, side, *c)) {
        return first_to_deploy(f, side);
    }
    all.into_iter().filter(|c| !is_deployed(f, side, *c)).collect()
}

/// The commands to which the placed elements belong, in order.
pub fn commands_of(f: &Field, side: Side, placements: &[Placement]) -> Result<Vec<u8>, Refusal> {
    let mut out = Vec::new();
    for p in placements {
        match f.get(p.element).filter(|e| e.side() == side) {
            Some(e) => out.push(e.command),
            None => return Err(Refusal::form(say!("not-one-your-elements", element = &p.element))),
        }
    }
    out.sort_unstable();
    out.dedup();
    Ok(out)
}

/// One thing wrong with a deployment: about whom, by which clause, what.
pub(super) type Found<'a> = &'a mut dyn FnMut(Option<ElementId>, Option<Clause>, Message);

/// May exactly these commands be deployed so? All their elements and commanders, each once.
pub fn check_deploy(
    f: &Field,
    side: Side,
    placements: &[Placement],
    commands: &[u8],
) -> Result<Vec<(ElementId, Base, bool)>, Refusal> {
    let mut first: Option<Refusal> = None;
    let bases = examine(f, side, placements, commands, Waive::default(), &mut |_, c, reason| {
        first.get_or_insert(Refusal { clause: c, reason });
    });
    match first {
        Some(r) => Err(r),
        None => Ok(bases),
    }
}

/// The footprint of an element when it is deployed so.
pub fn footprint(f: &Field, p: &Placement) -> Base {
    let troop = if p.dismounted { Troop::Dismounted } else { f[p.element].troop };
    let s = troop.stats();
    Base::new(p.at, s.width, s.depth)
}

/// What a scenario that places its troops waives.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waive {
    /// The order of deployment.
    pub order: bool,
    /// Deployment areas, margins and outlines, by a house rule.
    pub areas: bool,
}

/// Finds everything that is wrong with a deployment.
pub(super) fn examine(
    f: &Field,
    side: Side,
    placements: &[Placement],
    commands: &[u8],
    waive: Waive,
    found: Found<'_>,
) -> Vec<(ElementId, Base, bool)> {
    let army = f.army(side);
    let mut bases: Vec<(ElementId, Base, bool)> = Vec::with_capacity(placements.len());
    let mut seen = vec![false; army.elements.len()];
    if commands.iter().any(|c| usize::from(*c) >= army.commands.len()) {
        found(None, None, say!("there-no-such-command"));
        return bases;
    }
    if !waive.order && commands.len() < army.commands.len() {
        if let Some(c) = commands.first() {
            let may = may_deploy(f, side);
            if !may.contains(c) {
                let name = |c: &u8| Message::verbatim(army.commands[usize::from(*c)].name.clone());
                let names: Vec<Message> = may.iter().map(name).collect();
                found(
                    None,
                    Some(clause!("setup.4")),
                    say!(
                        "may-not-deployed-now",
                        name = &army.commands[usize::from(*c)].name,
                        others =
                            if names.is_empty() { say!("none") } else { ::words::list(names, Joint::Or) }
                    ),
                );
            }
        }
    }
    for p in placements {
        let id = p.element;
        let Some(e) = f.get(id).filter(|e| e.side() == side) else {
            found(None, None, say!("is-not-one-of-your", id));
            continue;
        };
        if !commands.contains(&e.command) {
            found(Some(id), Some(clause!("setup.4")), say!("belongs-another-command", id));
            continue;
        }
        if e.on_table() || e.lost() {
            found(Some(id), None, say!("already-deployed", id));
            continue;
        }
        if std::mem::replace(&mut seen[id.index()], true) {
            found(Some(id), None, say!("placed-twice", id));
            continue;
        }
        if !p.at.is_finite() || [p.at.x, p.at.y, p.at.facing].iter().any(|n| n.abs() > 1.0e6) {
            found(Some(id), None, say!("no-sensible-place", id));
            continue;
        }
        if p.dismounted {
            let c = clause!("dba.37");
            if e.troop != Troop::Cavalry {
                found(Some(id), Some(c), say!("is-only-cavalry-is-deployed", id, troop = &e.troop));
                continue;
            }
        }
        bases.push((id, footprint(f, p), p.dismounted));
    }
    for e in army.elements.iter().filter(|e| commands.contains(&e.command) && !seen[e.id.index()]) {
        if e.on_table() {
            continue;
        }
        let (wrong, by) = if e.is_commander() {
            (say!("commander-is-missing", id = e.id), clause!("army.4"))
        } else {
            (say!("element-is-missing", id = e.id), clause!("setup.4"))
        };
        found(Some(e.id), Some(by), wrong);
    }
    let (lo, hi) = f.board.strip(army.edge);
    let m = margin(f);
    for (id, b, _) in &bases {
        let r = b.rect();
        let (a, z) = r.bounds();
        if f.off_table(b) {
            found(Some(*id), Some(clause!("setup.4")), say!("reaches-over-table-edge", id));
        } else if !waive.areas {
            if a.y < lo - EPS || z.y > hi + EPS {
                let c = if f.board.large { clause!("bigbattle.3") } else { clause!("setup.4") };
                found(
                    Some(*id),
                    Some(c),
                    say!(
                        "reaches-y-deployment-area",
                        id,
                        y = ::words::whole(a.y),
                        other_y = ::words::whole(z.y),
                        lo = ::words::whole(lo),
                        hi = ::words::whole(hi)
                    ),
                );
            }
            if a.x < m - EPS || z.x > f.width - m + EPS {
                found(
                    Some(*id),
                    Some(clause!("bigbattle.4")),
                    say!(
                        "p-side-edge-least-p",
                        id,
                        x = ::words::whole(a.x.min(f.width - z.x).max(0.0)),
                        m = ::words::whole(m)
                    ),
                );
            }
        }
        if f.terrain.impassable(&r) {
            found(Some(*id), Some(clause!("setup.4")), say!("stands-waterway", id));
        }
        if f.terrain.rivers.iter().any(|v| v.holds(&r)) {
            found(Some(*id), Some(clause!("setup.4")), say!("stands-river-bed", id));
        }
        if f.in_camp(&r) {
            found(Some(*id), Some(clause!("setup.4")), say!("stands-camp", id));
        }
        let touch = book::data().touch;
        if let Some(o) = f.near(r.bounds(), 0.0).find(|o| o.id != *id && o.rect().penetration(&r) > touch) {
            found(Some(*id), Some(clause!("dba.1")), say!("element-overlaps", id, other = o.id));
        }
    }
    overlaps(&bases, found);
    if !waive.areas && !f.readings.is(reading!("intermingled", "free")) {
        intermingled(f, side, &bases, commands, found);
    }
    bases
}

/// dba.1 among those placed now: swept from west to east, so that only neighbours are compared.
fn overlaps(bases: &[(ElementId, Base, bool)], found: Found<'_>) {
    let touch = book::data().touch;
    let mut order: Vec<(f64, f64, usize)> = bases
        .iter()
        .enumerate()
        .map(|(i, (_, b, _))| {
            let (lo, hi) = b.rect().bounds();
            (lo.x, hi.x, i)
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    for (n, (_, hi, i)) in order.iter().enumerate() {
        for (lo, _, j) in &order[n + 1..] {
            if lo > hi {
                break;
            }
            let (a, b) = (&bases[*i.min(j)], &bases[*i.max(j)]);
            if a.1.rect().penetration(&b.1.rect()) > touch {
                found(Some(b.0), Some(clause!("dba.1")), say!("element-overlaps", id = b.0, other = a.0));
            }
        }
    }
}

/// The convex outline of bases.
pub(super) fn outline<'a>(bases: impl Iterator<Item = &'a Base>) -> Poly {
    let corners: Vec<V2> = bases.flat_map(|b| b.corners()).collect();
    hull(&corners)
}

/// setup.5: convex outlines of a side's commands, commanders included, have no area in common.
fn intermingled(f: &Field, side: Side, bases: &[(ElementId, Base, bool)], commands: &[u8], found: Found<'_>) {
    let n = f.army(side).commands.len() as u8;
    let hulls: Vec<Poly> = (0..n)
        .map(|c| {
            if commands.contains(&c) {
                outline(bases.iter().filter(|(id, _, _)| f[*id].command == c).map(|(_, b, _)| b))
            } else {
                outline(f.side(side).filter(|e| e.command == c).map(|e| &e.base))
            }
        })
        .collect();
    for i in 0..n {
        for j in 0..i {
            if !commands.contains(&i) && !commands.contains(&j) {
                continue;
            }
            if hulls[usize::from(i)].overlaps(&hulls[usize::from(j)], EPS) {
                let name = |c: u8| &f.army(side).commands[usize::from(c)].name;
                found(
                    bases.iter().find(|(id, _, _)| f[*id].command == i).map(|(id, _, _)| *id),
                    Some(clause!("setup.5")),
                    say!("intermingled-their-outlines-overlap", name = name(i), other_name = name(j)),
                );
            }
        }
    }
}

/// The commands a side ranks in secret: its own, not allied ones (dice.1, dice.2). Fewer than two need no ranking.
pub fn ranked(f: &Field, side: Side) -> Vec<u8> {
    let c = &f.army(side).commands;
    (0..c.len() as u8).filter(|i| !c[usize::from(*i)].allied).collect()
}

/// Is this a ranking of exactly the side's own commands, highest die first (dice.2)?
pub fn check_rank(f: &Field, side: Side, order: &[u8]) -> Result<(), Refusal> {
    let mine = ranked(f, side);
    let mut given = order.to_vec();
    given.sort_unstable();
    if given == mine {
        return Ok(());
    }
    if let Some(c) =
        order.iter().find(|c| f.army(side).commands.get(usize::from(**c)).is_some_and(|c| c.allied))
    {
        return Err(Refusal::by(clause!("dice.1"), say!("command-allied-own-die-takes", c = c + 1)));
    }
    let mine: Vec<String> = mine.iter().map(|c| (c + 1).to_string()).collect();
    Err(Refusal::by(clause!("dice.2"), say!("ranking-names-each-commands-once", all = mine.join(", "))))
}
