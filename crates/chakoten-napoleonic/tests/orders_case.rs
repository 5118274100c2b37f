//! How orders are judged in these chapters.

use chakoten_napoleonic::check::{Checked, Sheet, check, check_sheet};
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::slip;
use chakoten_napoleonic::unit::{Side, UnitId};
use chakoten_napoleonic::view::{Known, Sightings, known};
use umpire::Refusal;

pub fn knows(f: &Field, side: Side) -> Known {
    known(f, side, &Sightings::default())
}

/// What becomes of an order; judging it changes nothing.
pub fn judge(f: &Field, u: UnitId, text: &str) -> Result<Checked, Refusal> {
    let order = slip::read(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
    let before = f.clone();
    let r = check(f, f[u].side, u, &order, &knows(f, f[u].side));
    assert_eq!(*f, before);
    r
}

/// It may be given.
pub fn allowed(f: &Field, u: UnitId, text: &str) -> Checked {
    judge(f, u, text).unwrap_or_else(|r| panic!("`{text}` was refused: {r}"))
}

/// The clause by which it is refused; `-` for its form.
pub fn refused(f: &Field, u: UnitId, text: &str) -> String {
    match judge(f, u, text) {
        Ok(c) => panic!("`{text}` was allowed: {c:?}"),
        Err(r) => r.clause.map_or_else(|| "-".into(), |c| c.id().to_string()),
    }
}

/// A whole sheet of slips.
pub fn sheet(f: &Field, side: Side, all: &[(&str, &str)]) -> Sheet {
    let orders = all.iter().map(|(u, s)| ((*u).to_string(), slip::read(s).unwrap())).collect();
    check_sheet(f, side, &orders, &knows(f, side))
}
