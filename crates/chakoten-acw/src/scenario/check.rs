//! Can everybody stand where the scenario puts him?

use super::army::Raised;
use crate::clause;
use crate::field::{Comer, Field};
use crate::going;
use crate::ground::PatchKind;
use crate::say;
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Unit};
use muster::{Mistake, Placed, Sheet};
use table::Base;
use words::Message;

pub(super) fn standing(s: &mut Sheet, f: &Field, r: &Raised) {
    let size = [f.ground.width, f.ground.depth];
    let due = |u: &Unit| match u.fate {
        Fate::Awaited => f.arrivals.iter().find(|a| a.1 == Comer::Unit(u.id)).map_or(0, |a| a.0),
        _ => 0,
    };
    // Who is inside a building stands where it stands.
    let outside = |u: &Unit| u.inside.is_empty() && r.placed[u.id.index()];
    let placed: Vec<(&Unit, Placed<'_>)> = f
        .units
        .iter()
        .filter(|u| outside(u))
        .map(|u| (u, Placed { code: &u.code, base: u.base, due: due(u), at: r.at[u.id.index()].clone() }))
        .collect();
    for (u, p) in &placed {
        if s.stands_on_table(size, p) {
            ground(s, f, u, &p.at);
        }
    }
    capacity(s, f, r);
    let placed: Vec<Placed<'_>> = placed.into_iter().map(|(_, p)| p).collect();
    s.stand_apart(&placed);
    for (m, at) in f.staff.iter().zip(&r.staff_at) {
        if m.with.is_none_or(|u| r.placed[u.index()]) && !on_table(f, &m.base) {
            s.push(Mistake::new(at.clone(), say!("does-not-stand-table", code = &m.code)).right(
                if m.with.is_some() { say!("he-stands-behind-unit-leave") } else { say!("x-y-middle-front") },
            ));
        }
    }
}

fn on_table(f: &Field, b: &Base) -> bool {
    b.corners().iter().all(|c| c.is_finite() && f.ground.holds(*c))
}

fn ground(s: &mut Sheet, f: &Field, u: &Unit, at: &std::ops::Range<usize>) {
    let marching = matches!(u.formation, Formation::MarchColumn | Formation::Chain);
    // Who stands against a piece of ground, or over water on a bridge, does not stand on it.
    for p in f.ground.patches.iter().filter(|p| going::stands_on(f, u, p)) {
        let mistake = |what: Message| Mistake::new(at.clone(), what);
        let (code, name) = (&u.code, &p.name);
        match p.kind {
            PatchKind::Lake | PatchKind::Impassable => s.push(
                mistake(say!("stands-where-nobody-can", code, name))
                    .right(say!("put-elsewhere-bridge"))
                    .by(clause!("play.ground")),
            ),
            PatchKind::Swamp | PatchKind::Watercourse if !marching && u.arm != Arm::Wagon => s.push(
                mistake(say!("stands", code, name, formation = &u.formation))
                    .right(say!("only-march-column-chain-can"))
                    .by(clause!("02.06.5")),
            ),
            _ => {
                if let Some(by) = going::closed_on(f, u, p) {
                    s.push(
                        mistake(say!("stands-where-it-cannot-march", code, name))
                            .right(say!("put-elsewhere-road"))
                            .by(by),
                    );
                }
            }
        }
    }
    let rect = u.base.rect();
    if let Some(b) = f.ground.buildings.iter().find(|b| b.rect().penetration(&rect) > table::EPS) {
        s.push(
            Mistake::new(at.clone(), say!("stands-half", code = &u.code, name = &b.name))
                .right(say!("clear-building-inside-name")),
        );
    }
}

/// Three companies to a building, and never both sides in one.
fn capacity(s: &mut Sheet, f: &Field, r: &Raised) {
    let mut held: Vec<(f64, Option<crate::unit::Side>)> = vec![(0.0, None); f.ground.buildings.len()];
    for (u, at) in f.units.iter().zip(&r.at) {
        if u.inside.is_empty() {
            continue;
        }
        let companies = f64::from(u.figures) / f64::from(u.company.max(1));
        let room = 3.0 * u.inside.len() as f64;
        if companies > room + 1e-9 {
            s.push(
                Mistake::new(at.clone(), say!("too-strong-buildings", code = &u.code))
                    .right(say!(
                        "figures-fit-into",
                        figures = u.company * 3 * u.inside.len() as u16,
                        buildings = u.inside.len(),
                    ))
                    .by(clause!("02.04.3.b")),
            );
            continue;
        }
        for b in &u.inside {
            let h = &mut held[usize::from(*b)];
            let name = &f.ground.buildings[usize::from(*b)].name;
            if h.1.is_some_and(|o| o != u.side) {
                s.push(
                    Mistake::new(at.clone(), say!("both-sides", name))
                        .right(say!("one-side-holds-building"))
                        .by(clause!("play.building")),
                );
            }
            h.1 = Some(u.side);
            h.0 += companies / u.inside.len() as f64;
            if h.0 > 3.0 + 1e-9 {
                s.push(
                    Mistake::new(at.clone(), say!("too-many", name))
                        .right(say!("so-3-companies-building"))
                        .by(clause!("02.04.3.b")),
                );
            }
        }
    }
}
