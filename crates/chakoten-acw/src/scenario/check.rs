//! Can everybody stand where the scenario puts him?

use super::army::Raised;
use crate::clause;
use crate::field::{Comer, Field};
use crate::ground::PatchKind;
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Unit};
use muster::{Mistake, Placed, Sheet};
use table::{Base, V2};

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
            s.push(Mistake::new(at.clone(), format!("\"{}\" does not stand on the table", m.code)).right(
                if m.with.is_some() {
                    "he stands behind his unit: leave 3 cm behind it"
                } else {
                    "x and y are the middle of his front"
                },
            ));
        }
    }
}

fn on_table(f: &Field, b: &Base) -> bool {
    b.corners().iter().all(|c| c.is_finite() && f.ground.holds(*c))
}

fn places(b: &Base) -> [V2; 6] {
    let c = b.corners();
    [c[0], c[1], c[2], c[3], b.front, b.centre()]
}

fn ground(s: &mut Sheet, f: &Field, u: &Unit, at: &std::ops::Range<usize>) {
    let marching = matches!(u.formation, Formation::MarchColumn | Formation::Chain);
    for p in &f.ground.patches {
        let inside = |q: &V2| p.area.contains(*q) && !f.ground.bridged(*q);
        match p.kind {
            PatchKind::Lake | PatchKind::Impassable if places(&u.base).iter().any(inside) => {
                s.push(
                    Mistake::new(
                        at.clone(),
                        format!("\"{}\" stands in \"{}\", where nobody can be", u.code, p.name),
                    )
                    .right("put it elsewhere, or on a bridge")
                    .by(clause!("play.ground")),
                );
            }
            PatchKind::Swamp | PatchKind::Watercourse
                if !marching && u.arm != Arm::Wagon && places(&u.base).iter().any(inside) =>
            {
                s.push(
                    Mistake::new(
                        at.clone(),
                        format!("\"{}\" stands in \"{}\" in {}", u.code, p.name, u.formation),
                    )
                    .right("only march column and chain can be in a swamp or watercourse")
                    .by(clause!("02.06.5")),
                );
            }
            _ => {}
        }
    }
    let rect = u.base.rect();
    if let Some(b) = f.ground.buildings.iter().find(|b| b.rect().penetration(&rect) > table::EPS) {
        s.push(
            Mistake::new(at.clone(), format!("\"{}\" stands half in \"{}\"", u.code, b.name))
                .right("clear of the building, or inside = \"its name\""),
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
                Mistake::new(at.clone(), format!("\"{}\" is too strong for its buildings", u.code))
                    .right(format!(
                        "{} figures fit into {}: 3 companies each",
                        u.company * 3 * u.inside.len() as u16,
                        if u.inside.len() == 1 {
                            "one building".into()
                        } else {
                            format!("{} buildings", u.inside.len())
                        }
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
                    Mistake::new(at.clone(), format!("both sides are in \"{name}\""))
                        .right("one side holds a building")
                        .by(clause!("play.building")),
                );
            }
            h.1 = Some(u.side);
            h.0 += companies / u.inside.len() as f64;
            if h.0 > 3.0 + 1e-9 {
                s.push(
                    Mistake::new(at.clone(), format!("too many in \"{name}\""))
                        .right("3 companies a building")
                        .by(clause!("02.04.3.b")),
                );
            }
        }
    }
}
