//! Can everybody stand where the scenario puts him, and as it puts him?

use super::army::Raised;
use crate::book::march::STREAM;
use crate::field::{Comer, Field};
use crate::ground::{CrossingKind, PatchKind};
use crate::troop::{Arm, Formation, State};
use crate::unit::{Fate, Side, Unit};
use crate::{clause, going, say, stance};
use muster::{Mistake, Placed, Sheet};
use std::ops::Range;
use table::{Base, V2};
use umpire::Clause;
use words::Message;

/// Cm between the places at which a column is looked at on its road.
const STEP: f64 = 1.0;

pub(super) fn standing(s: &mut Sheet, f: &Field, r: &Raised) {
    let size = [f.ground.width, f.ground.depth];
    let due = |u: &Unit| match u.fate {
        Fate::Awaited => f.arrivals.iter().find(|a| a.1 == Comer::Unit(u.id)).map_or(0, |a| a.0),
        _ => 0,
    };
    // Who is inside a building stands where it stands.
    let outside = |u: &Unit| u.inside.is_none() && r.placed[u.id.index()];
    let placed: Vec<(&Unit, Placed<'_>)> = f
        .units
        .iter()
        .filter(|u| outside(u))
        .map(|u| (u, Placed { code: &u.code, base: u.base, due: due(u), at: r.at[u.id.index()].clone() }))
        .collect();
    for (u, p) in &placed {
        formation(s, f, r, u, &p.at);
        if u.fate == Fate::Awaited {
            let b = &u.base;
            if !f.ground.holds(b.front_left()) || !f.ground.holds(b.front_right()) {
                let wrong = Mistake::new(p.at.clone(), say!("comes-beside-table", code = &*u.code));
                s.push(wrong.right(say!("right-arrival-place")).by(clause!("play.setup")));
            }
        } else if s.stands_on_table(size, p) {
            ground(s, f, u, &p.at);
        }
    }
    capacity(s, f, r);
    let placed: Vec<Placed<'_>> = placed.into_iter().map(|(_, p)| p).collect();
    s.under(|| clause!("play.footprint"), |s| s.stand_apart(&placed));
    for (i, (m, at)) in f.staff.iter().zip(&r.staff_at).enumerate() {
        let awaited = m.fate == crate::field::StaffFate::Awaited;
        let sound = |u: crate::UnitId| r.placed[u.index()] && on_table(f, &f[u].base);
        if r.staff_placed[i] && m.with.is_none_or(sound) && !awaited && !on_table(f, m.base()) {
            let right =
                if m.with.is_some() { say!("he-stands-behind-unit") } else { say!("x-y-middle-front") };
            s.push(Mistake::new(at.clone(), say!("does-not-stand-on-table", code = &*m.code)).right(right));
        }
    }
}

fn on_table(f: &Field, b: &Base) -> bool {
    b.corners().iter().all(|c| c.is_finite() && f.ground.holds(*c))
}

/// A formation that its arm, training and strength allow (chapter 05, 15.02.3, france.5).
fn formation(s: &mut Sheet, f: &Field, r: &Raised, u: &Unit, at: &Range<usize>) {
    if u.state == State::Complete {
        return;
    }
    let law = match u.body {
        // A line that its unit has sent out.
        Some(body) => stance::line_fits(u.figures, u.spacing).and_then(|()| {
            let (most, by) = stance::may_skirmish(f, &f[body]);
            if u.figures <= most { Ok(()) } else { Err(by) }
        }),
        None => {
            let column = matches!(u.formation, Formation::AttackColumn | Formation::Mass);
            let asked = (column && !u.cossacks()).then_some(u.files);
            let fits = match u.formation {
                Formation::Skirmish => stance::line_fits(u.figures, u.spacing),
                _ => Ok(()),
            };
            // With a line out it stands as it stood before with all.
            fits.and_then(|()| match f.line_of(u.id) {
                Some(l) => {
                    let mut all = u.clone();
                    all.figures += l.figures;
                    stance::may_form(f, &all, u.formation, asked)
                }
                None => stance::may_form(f, u, u.formation, asked),
            })
        }
    };
    if let Err(by) = law {
        let right = remedy(f, u, by);
        let wrong = say!("cannot-stand-so", code = &*u.code, formation = u.formation, figures = u.figures);
        s.push(
            Mistake::new(r.formation_at[u.id.index()].clone().unwrap_or(at.clone()), wrong)
                .right(right)
                .by(by),
        );
    }
}

/// What would be right for a unit that may not stand as it does.
fn remedy(f: &Field, u: &Unit, by: Clause) -> Message {
    if let Some(body) = u.body.map(|b| &f[b]) {
        let (most, _) = stance::may_skirmish(f, body);
        let none = most < crate::book::stand::LEAST_LINE;
        return if none { say!("right-no-line") } else { say!("right-line-figures", most) };
    }
    match by.id() {
        "05.01.1" => say!("right-spacing"),
        "05.01.3" => say!("right-attack-column"),
        "15.02.3" => say!("right-cossacks"),
        "05.03.2" | "05.03.3" => say!("right-battery-formation"),
        _ => {
            let may = Formation::ALL.into_iter().filter(|x| stance::may_form(f, u, *x, None).is_ok());
            let may = words::list(may.map(|x| Message::verbatim(muster::name_of(&x))), words::Joint::Comma);
            say!("right-formations", may)
        }
    }
}

/// Places along the middle of a unit, front to rear.
fn spine(b: &Base) -> impl Iterator<Item = V2> {
    let (from, to) = (b.front, b.rear());
    let n = (b.depth / STEP).ceil().max(1.0);
    (0..=n as u32).map(move |i| from + (to - from) * (f64::from(i) / n))
}

/// Does it stand on a track all along where it is on the patch?
fn on_track(f: &Field, u: &Unit, p: &table::Area, wheels: bool) -> bool {
    let tracks = || f.ground.tracks.iter().filter(move |t| !(wheels && t.path));
    let on = |at: V2| {
        tracks().any(|t| t.road.path.nearest(at).is_some_and(|(d, ..)| d <= t.road.width / 2.0 + table::EPS))
    };
    narrow(u) && spine(&u.base).filter(|at| p.contains(*at)).all(on)
}

/// Does it stand on a crossing all along where it is on the water?
fn on_crossing(f: &Field, u: &Unit, p: &table::Area) -> bool {
    let carries = |k: CrossingKind| match k {
        CrossingKind::Footbridge => u.formation == Formation::SingleFile && u.arm != Arm::Artillery,
        _ => true,
    };
    let on = |at: V2| f.ground.crossings.iter().any(|c| carries(c.kind) && c.rect.contains(at, table::EPS));
    narrow(u) && spine(&u.base).filter(|at| p.contains(*at)).all(on)
}

/// In a column that keeps to a road.
fn narrow(u: &Unit) -> bool {
    matches!(u.formation, Formation::MarchColumn | Formation::SingleFile)
}

fn ground(s: &mut Sheet, f: &Field, u: &Unit, at: &Range<usize>) {
    let wheels = matches!(u.arm, Arm::Artillery | Arm::Train);
    for p in f.on_patches(u) {
        let road = || on_track(f, u, &p.area, wheels);
        let trees = |s: &mut Sheet, by: Clause| {
            let wrong = say!("stands-in-trees", code = &*u.code, name = p.name.as_str());
            s.push(Mistake::new(at.clone(), wrong).right(say!("right-in-trees")).by(by));
        };
        match p.kind {
            PatchKind::Lake | PatchKind::Impassable if !on_crossing(f, u, &p.area) => {
                let wrong = say!("stands-where-nobody-can", code = &*u.code, name = p.name.as_str());
                s.push(
                    Mistake::new(at.clone(), wrong)
                        .right(say!("put-elsewhere"))
                        .by(clause!("play.footprint")),
                );
            }
            PatchKind::Swamp if !road() => {
                let wrong = say!("stands-in-swamp", code = &*u.code, name = p.name.as_str());
                s.push(Mistake::new(at.clone(), wrong).right(say!("right-in-swamp")).by(clause!("07.04.6")));
            }
            PatchKind::Water if !on_crossing(f, u, &p.area) => {
                // A narrow one may be stood in as it is crossed: in column or swarm.
                let crossing = narrow(u) || u.formation == Formation::Skirmish;
                let by = match p.width <= STREAM.1 {
                    true if crossing => continue,
                    true => clause!("07.04.3"),
                    false => clause!("07.04.1.a"),
                };
                let wrong = say!("stands-in-water", code = &*u.code, name = p.name.as_str());
                s.push(Mistake::new(at.clone(), wrong).right(say!("right-in-water")).by(by));
            }
            PatchKind::Wood if !road() && !going::in_edge(p, u) => trees(s, clause!("16.02.1.a")),
            PatchKind::Plantation => {
                let loose = u.formation == Formation::Skirmish || narrow(u);
                let may =
                    if wheels { f.special.guns_in_plantations } else { loose || u.state == State::Complete };
                if !may && !road() && !going::in_edge(p, u) {
                    trees(s, clause!("16.02.2.a"));
                }
            }
            _ => {}
        }
    }
    let rects = u.rects();
    let half = |b: &crate::ground::Building| rects.iter().any(|r| b.rect().penetration(r) > table::EPS);
    if let Some(b) = f.ground.buildings.iter().find(|b| half(b)) {
        let wrong = say!("stands-half-in", code = &*u.code, name = b.name.as_str());
        s.push(Mistake::new(at.clone(), wrong).right(say!("right-half-in")).by(clause!("play.footprint")));
    }
}

/// A building holds the figures that the brief says, and never both sides (17.02.3.b).
fn capacity(s: &mut Sheet, f: &Field, r: &Raised) {
    let mut held: Vec<(u16, Option<Side>)> = vec![(0, None); f.ground.buildings.len()];
    for (u, at) in f.units.iter().zip(&r.at) {
        let Some(b) = u.inside else { continue };
        let Some(building) = f.ground.buildings.get(usize::from(b)) else { continue };
        let h = &mut held[usize::from(b)];
        let name = building.name.as_str();
        if h.1.is_some_and(|o| o != u.side) {
            let wrong = Mistake::new(at.clone(), say!("both-sides-in", name));
            s.push(wrong.right(say!("one-side-holds-building")).by(clause!("play.building")));
        }
        h.1 = Some(u.side);
        h.0 = h.0.saturating_add(u.figures);
        if h.0 > building.capacity {
            let wrong = say!("too-many-in", name, figures = h.0);
            let right = say!("right-too-many-in", most = building.capacity);
            s.push(Mistake::new(at.clone(), wrong).right(right).by(clause!("17.02.3.b")));
        }
    }
}
