//! Orders about parts of a unit: screens, detachments, rejoining (6.2, 6.3).

use crate::answer::{LegOrder, MoveOrder, NewGameOrder};
use crate::battle::Battle;
use crate::drill::quietly;
use crate::formation::{Drawn, Formation};
use crate::forming::{Forms, may_form};
use crate::procedures::Verdict;
use crate::procedures::organisation::{Detach, DetachSituation, TOGETHER};
use crate::unit::{Unit, UnitId};
use crate::{clause, say};
use umpire::{Refusal, allow};

/// Places in the unit of sub-units that are named from 1: some of them, none twice.
fn places(u: &Unit, named: &[u8], code: &str) -> Result<Vec<u8>, Refusal> {
    let n = u.companies.len();
    let mut all: Vec<u8> = named.iter().map(|c| c.wrapping_sub(1)).collect();
    all.sort_unstable();
    all.dedup();
    let there = all.iter().all(|i| u.companies.get(usize::from(*i)).is_some_and(|c| c.figures > 0));
    let some = there && all.len() == named.len() && !all.is_empty() && all.len() < n;
    allow(some, clause!("6.2.a.0"), || say!("some-of-its-sub-units", unit = code, most = n))?;
    allow(u.troop.regular() && !u.arm().battery(), clause!("6.2.a.0"), || {
        say!("has-no-sub-units", unit = code)
    })?;
    Ok(all)
}

/// What an order says of parts.
pub(crate) fn of(b: &Battle, u: &Unit, o: &MoveOrder) -> Result<(), Refusal> {
    let code = &*o.unit;
    if let Some(s) = &o.screen {
        super::sane(&[s.cm])?;
        allow((0.0..=TOGETHER).contains(&s.cm), clause!("6.2.b"), || say!("screen-so-far", most = TOGETHER))?;
        let whole = u.places.is_empty() || u.detached;
        let stands = !u.open_order() && u.inside.is_none() && !b.play().fights(u.id) && whole;
        allow(stands, clause!("6.2.a.ii"), || say!("no-screen-from-there", unit = code))?;
        let places = places(u, &s.companies, code)?;
        let part = b.part_of(u.id, &places);
        let open = Drawn::new(Formation::Skirmish);
        may_form(&b.field().options, &Forms::of(&part, b.terms().year), open).map(|_| ())?;
    }
    if !o.dismount.is_empty() {
        let free = u.mounted() && u.inside.is_none() && !b.play().fights(u.id) && o.screen.is_none();
        allow(free, clause!("6.2.a.vi"), || say!("nobody-dismounts-there", unit = code))?;
        places(u, &o.dismount, code)?;
    }
    stays_near(b, u, o)
}

/// A part that is not detached does not go more than 20 cm from its unit of its own will (6.2.b).
fn stays_near(b: &Battle, u: &Unit, o: &MoveOrder) -> Result<(), Refusal> {
    let Some(unit) = b.belongs_to(u).filter(|_| !u.detached) else { return Ok(()) };
    if o.legs.contains(&LegOrder::Rejoin) {
        return Ok(());
    }
    let Some(after) = super::closing::manoeuvre(b, u, &o.legs) else { return Ok(()) };
    let f = b.field();
    let gap = |base: &table::Base| {
        let rect = base.rect();
        f.rects(&f[unit]).iter().map(|r| rect.gap(r)).fold(f64::INFINITY, f64::min)
    };
    let near = crate::measure::within(gap(&after.base), TOGETHER) || gap(&after.base) < gap(&u.base);
    allow(near, clause!("6.2.b"), || say!("too-far-from-its-unit", unit = &*o.unit, most = TOGETHER))
}

pub(crate) fn may_rejoin(b: &Battle, u: &Unit, code: &str) -> Result<(), Refusal> {
    let unit = b.belongs_to(u);
    allow(unit.is_some(), clause!("6.2.b"), || say!("nothing-to-rejoin", unit = code))?;
    // A part on foot is a subgroup as long as the others ride.
    let alike = unit.is_some_and(|x| b.field()[x].mounted() == u.mounted());
    allow(alike, clause!("6.2.a.vi"), || say!("mount-before-rejoining", unit = code))
}

/// The sub-units that a game order detaches: each with command points, as its list allows (6.3).
pub(crate) fn detached(b: &Battle, u: UnitId, o: &NewGameOrder) -> Result<Vec<u8>, Refusal> {
    if o.detach.is_empty() {
        return Ok(Vec::new());
    }
    let unit = &b.field()[u];
    let places = places(unit, &o.detach, &o.unit)?;
    let listed = places.iter().all(|i| unit.companies[usize::from(*i)].detachable);
    let apart = |x: &&Unit| x.parent == Some(u) && x.detached && x.fate != crate::unit::Fate::Joined;
    let paid = b.field().units.iter().filter(apart).count() < usize::from(unit.detachments);
    let s = DetachSituation { listed, paid, ordered: true };
    match quietly::<Detach>(&s) {
        Verdict::May => Ok(places),
        Verdict::MayNot { by } => Err(Refusal::by(by, say!("no-such-detachment", unit = &*o.unit))),
    }
}
