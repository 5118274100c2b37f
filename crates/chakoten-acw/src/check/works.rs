//! Fieldworks (chapter 10), resupply (09.03), and room in buildings (02.04.3.b).

use super::path::standing;
use super::{Action, Case, Checked, Working, own, steps::on_table};
use crate::book::{self, data};
use crate::clause;
use crate::field::Field;
use crate::ground::{LineKind, PatchKind};
use crate::order::Work;
use crate::reading;
use crate::say;
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use table::{EPS, Rect, V2};
use umpire::{Clause, Refusal};

/// The wagon that supplies the unit: own, and in base contact (09.03.1.a).
pub(super) fn resupply(case: &Case, name: &str) -> Result<UnitId, Refusal> {
    let u = case.u;
    let by = clause!("09.03.1.a");
    if !u.locked.is_empty() {
        return Err(Refusal::by(clause!("play.melee"), say!("is-in-melee", unit = &u.code)));
    }
    let w = own(case.f, u.side, name)
        .map(|w| &case.f[w])
        .filter(|w| w.arm == Arm::Wagon)
        .ok_or_else(|| Refusal::by(by, say!("no-ammunition-wagon-side", name)))?;
    if u.arm == Arm::Wagon {
        return Err(Refusal::by(by, say!("wagon-not-resupplied")));
    }
    if case.f.gap(u, w) > EPS {
        return Err(Refusal::by(by, say!("not-base-contact-2", unit = &u.code, name)));
    }
    Ok(w.id)
}

/// Units beyond the two that a wagon can serve in a turn (09.03.1.b); those later in the scenario's list are refused.
pub(super) fn wagons(f: &Field, orders: &BTreeMap<UnitId, Checked>) -> Vec<(UnitId, Refusal)> {
    let mut served: BTreeMap<UnitId, u8> = BTreeMap::new();
    let mut bad = Vec::new();
    for (id, c) in orders {
        if let Action::Resupply(w) = c.action {
            let n = served.entry(w).or_default();
            *n = n.saturating_add(1);
            if *n > 2 {
                bad.push((
                    *id,
                    Refusal::by(clause!("09.03.1.b"), say!("already-serves-two-units", wagon = &f[w].code)),
                ));
            }
        }
    }
    bad
}

/// Turns and the figures for a length, by a row of table `fieldworks`.
fn row(work: &str) -> (u8, f64, f64) {
    let t = book::table("fieldworks");
    let r = t.rows.iter().find(|r| r[0].text() == Some(work));
    let first = |c: &umpire::Cell| -> Option<f64> {
        c.number()
            .or_else(|| c.text()?.split(|x: char| !x.is_ascii_digit()).find_map(|w| w.parse::<f64>().ok()))
    };
    let n = |i: usize| r.and_then(|r| first(&r[i])).unwrap_or(0.0);
    (n(3) as u8, n(2), n(4))
}

/// The clause of a fieldwork.
pub(crate) fn work_by(work: &Work) -> Clause {
    match work {
        Work::LightFortification => clause!("10.02.1"),
        Work::Abatis { .. } => clause!("10.03.1"),
        Work::Barricade { .. } => clause!("10.04.1"),
        Work::ChevauxDeFrise { .. } => clause!("10.05.1"),
        Work::Clear { .. } => clause!("10.06.1"),
    }
}

/// Judges a fieldwork and lays its line.
pub(super) fn working(case: &Case, work: &Work) -> Result<Working, Refusal> {
    let (f, u) = (case.f, case.u);
    let by = work_by(work);
    if !u.kind().on_foot() {
        return Err(Refusal::by(by, say!("only-infantry-dismounted-cavalry")));
    }
    match work {
        Work::LightFortification => {
            in_line(u, by)?;
            Ok(along_front(u, work, 1.0, row("light field fortification").0))
        }
        Work::Abatis { whole } => {
            in_line(u, by)?;
            let reach = data().d.abatis_wood;
            let wood = f
                .ground
                .patches
                .iter()
                .filter(|p| p.kind == PatchKind::Wood)
                .any(|p| f.rects(u).iter().any(|r| p.area.gap(r) <= reach + EPS));
            if !wood {
                return Err(Refusal::by(by, say!("abatis-made-within-cm", reach)));
            }
            let (part, name) = if *whole { (1.0, "abatis, full width") } else { (0.5, "abatis, half width") };
            Ok(along_front(u, work, part, row(name).0))
        }
        Work::Barricade { from, to } => {
            let (a, b) = (on_table(f, *from)?, on_table(f, *to)?);
            let town =
                |p: V2| f.ground.patches.iter().any(|x| x.kind == PatchKind::Town && x.area.contains(p));
            if !town(a) || !town(b) || !town(a.lerp(b, 0.5)) {
                return Err(Refusal::by(by, say!("barricades-built-only-towns")));
            }
            build(case, by, work, a, b, row("barricade, build"))
        }
        Work::ChevauxDeFrise { from, to } => {
            let (a, b) = (on_table(f, *from)?, on_table(f, *to)?);
            // What others of the side are at work on is spoken for.
            let spoken: f64 = f
                .works
                .iter()
                .filter(|w| matches!(w.work, Work::ChevauxDeFrise { .. }))
                .filter(|w| w.unit != u.id && f[w.unit].side == u.side)
                .map(|w| w.from.dist(w.to))
                .sum();
            let enough = f.special.chevaux[u.side.index()] - spoken >= a.dist(b) - EPS;
            if !enough && !f.readings.is(reading!("chevaux-de-frise", "given")) {
                return Err(Refusal::by(by, say!("scenario-gives-no-material")));
            }
            build(case, by, work, a, b, row("chevaux de frise"))
        }
        Work::Clear { object } => clear(case, work, object),
    }
}

fn in_line(u: &Unit, by: umpire::Clause) -> Result<(), Refusal> {
    if !u.inside.is_empty()
        || !matches!(u.formation, Formation::Line | Formation::ThinLine | Formation::Chain)
    {
        return Err(Refusal::by(by, say!("unit-works-line-thin")));
    }
    Ok(())
}

/// The line along the front as it would be in line, or a part of it about its middle.
fn along_front(u: &Unit, work: &Work, part: f64, turns: u8) -> Working {
    let width = f64::from(u.figures.div_ceil(2)) * u.figure().0 * part;
    let half = u.base.dir.right() * (width / 2.0);
    Working { work: work.clone(), from: u.base.front - half, to: u.base.front + half, object: None, turns }
}

fn reach(f: &Field) -> f64 {
    f.readings.number(reading!("work-reach"))
}

/// More figures make or clear more length in proportion, not faster; fewer than the book names nothing (10.06.1).
fn longest(u: &Unit, figures: f64, cm: f64) -> f64 {
    let have = f64::from(u.figures);
    if have < figures { 0.0 } else { have / figures.max(1.0) * cm }
}

fn build(
    case: &Case,
    by: umpire::Clause,
    work: &Work,
    a: V2,
    b: V2,
    (turns, figures, cm): (u8, f64, f64),
) -> Result<Working, Refusal> {
    let longest = longest(case.u, figures, cm);
    let long = a.dist(b);
    if !(long > EPS && long <= longest + EPS) {
        return Err(Refusal::by(
            by,
            say!("figures-make-cm-make", figures, cm, unit = &case.u.code, longest = words::tenths(longest)),
        ));
    }
    let line =
        Rect { centre: a.lerp(b, 0.5), dir: (b - a).unit(), half_width: EPS / 2.0, half_depth: long / 2.0 };
    if case.f.rects(case.u).iter().all(|r| r.gap(&line) > reach(case.f) + EPS) {
        return Err(Refusal::by(by, say!("not-stand-place-work", unit = &case.u.code)));
    }
    Ok(Working { work: work.clone(), from: a, to: b, object: None, turns })
}

fn clear(case: &Case, work: &Work, name: &str) -> Result<Working, Refusal> {
    let (f, u) = (case.f, case.u);
    let rects = f.rects(u);
    let gap = |i: usize| {
        standing(&f.lines[i])
            .iter()
            .flat_map(|s| rects.iter().map(move |r| r.gap(s)))
            .fold(f64::INFINITY, f64::min)
    };
    let mut found: Option<(f64, usize)> = None;
    for (i, l) in f.lines.iter().enumerate() {
        if l.name == name && (case.repeats || case.known.may_name_line(f, u.command, i)) {
            let d = gap(i);
            if found.is_none_or(|(best, _)| d < best) {
                found = Some((d, i));
            }
        }
    }
    let Some((d, i)) = found else {
        return Err(Refusal::by(clause!("03.02.2"), say!("no-object-called-known", name)));
    };
    let l = &f.lines[i];
    let (by, table) = match l.kind {
        LineKind::Fence => (clause!("10.06.1"), "fence, clear"),
        LineKind::Barricade => (clause!("10.04.1"), "barricade, clear"),
        LineKind::ChevauxDeFrise => (clause!("10.06.1"), "barricade, clear"),
        _ => {
            return Err(Refusal::by(clause!("10.01.2"), say!("neither-fence-nor-barricade", name)));
        }
    };
    if d > reach(f) + EPS {
        return Err(Refusal::by(by, say!("is-not-at", unit = &u.code, name)));
    }
    let (turns, figures, cm) = row(table);
    let longest = longest(u, figures, cm);
    if longest <= 0.0 {
        return Err(Refusal::by(by, say!("takes-figures", figures)));
    }
    // The stretch nearest to the middle of the unit.
    let at = l.path.nearest(u.base.centre()).map_or(0.0, |n| n.1);
    let length = l.path.len();
    let from = (at - longest / 2.0).clamp(0.0, (length - longest).max(0.0));
    let to = (from + longest).min(length);
    let place = |x: f64| l.path.at(x).map_or(u.base.front, |p| p.0);
    Ok(Working { work: work.clone(), from: place(from), to: place(to), object: Some(i), turns })
}

/// The buildings a unit would hold that goes into this one: three companies in each, the nearest adjoining first (02.04.3.b).
/// `None` if there is no room. Friends already inside take their share.
pub fn room(f: &Field, u: &Unit, first: u16) -> Option<SmallVec<[u16; 4]>> {
    let all = &f.ground.buildings;
    let free = |i: usize| -> u16 {
        let taken: u16 = f
            .side(u.side)
            .filter(|o| o.id != u.id && o.inside.contains(&(i as u16)))
            .map(|o| o.figures.div_ceil(o.inside.len().max(1) as u16))
            .sum();
        (3 * u.company.max(1)).saturating_sub(taken)
    };
    let mut held: SmallVec<[u16; 4]> = SmallVec::new();
    let mut left = u.figures;
    let mut next = Some(usize::from(first));
    while let Some(i) = next {
        let n = free(i);
        if n == 0 && held.is_empty() {
            return None;
        }
        if n > 0 {
            held.push(i as u16);
            left = left.saturating_sub(n);
        }
        if left == 0 {
            return Some(held);
        }
        next = (0..all.len()).find(|j| {
            !held.contains(&(*j as u16))
                && free(*j) > 0
                && held.iter().any(|h| all[usize::from(*h)].rect().gap(&all[*j].rect()) <= 0.5)
        });
    }
    None
}
