//! Skirmish lines and swarms: sending out and drawing in (14.01, 05.01.1).

use super::{Named, Walk};
use crate::book::orders::SOUTIEN;
use crate::order::Ref;
use crate::stance;
use crate::troop::{Arm, Density, Formation, State};
use crate::{clause, say};
use smallvec::SmallVec;
use table::EPS;
use umpire::{Refusal, allow};

/// May the unit send out so many figures, so close, so far?
pub(super) fn send_out(
    w: &mut Walk<'_>,
    code: &Ref,
    figures: u16,
    density: Density,
    cm: f64,
) -> Result<(), Refusal> {
    let f = w.case.f;
    let u = w.at.clone();
    let unit = &u.code;
    let cavalry = u.arm == Arm::Cavalry;
    allow(matches!(u.arm, Arm::Infantry | Arm::Cavalry), clause!("14.01.1"), || {
        say!("check-sends-nobody-out", unit)
    })?;
    let only = if cavalry { clause!("04.03.2") } else { clause!("04.02.3") };
    let free = u.body.is_none() && f.line_of(u.id).is_none() && w.codes.is_empty();
    allow(free, only, || say!("check-one-line", unit))?;
    let spacing = stance::usual_spacing(density);
    stance::line_fits(figures, spacing).map_err(|by| Refusal::by(by, say!("check-line-figures", unit)))?;
    allow(figures < u.figures, clause!("14.01.1"), || say!("check-whole-unit-forms", unit))?;
    let (most, by) = stance::may_skirmish(f, &u);
    allow(figures <= most, by, || say!("check-too-many-out", unit, most))?;
    let open = !stance::anyone_skirmishes(f, &u);
    if u.cossacks() && open {
        let column = u.formation == Formation::AttackColumn;
        allow(column, clause!("15.02.3"), || say!("check-cossacks-send-from-column", unit))?;
    }
    let limit = if cavalry { SOUTIEN.1 } else { SOUTIEN.0 };
    allow(cm.is_finite() && cm >= 0.0, clause!("05.01.1"), || say!("check-length"))?;
    allow(!open || cm <= limit + EPS, clause!("14.02.3"), || say!("check-soutien", unit, limit))?;
    w.code(code)?;
    w.by.add(by);
    w.by.add(only);
    w.at.figures -= figures;
    Ok(())
}

/// May it draw its line in, or go in itself?
pub(super) fn draw_in(w: &mut Walk<'_>) -> Result<SmallVec<[Named; 2]>, Refusal> {
    let f = w.case.f;
    let u = w.case.u;
    let line = if u.body.is_some() { Some(u) } else { f.line_of(u.id) };
    let Some(line) = line else {
        return Err(Refusal::by(clause!("06.02.2"), say!("check-no-line-out", unit = &u.code)));
    };
    let firm = line.state < State::Disorder;
    allow(firm, clause!("play.skirmish"), || say!("check-line-not-drawn-in", unit = &line.code))?;
    w.by.add(clause!("06.02.2"));
    Ok(SmallVec::from_iter([Named::Own(line.id)]))
}
