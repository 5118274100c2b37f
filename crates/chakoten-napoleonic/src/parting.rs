//! May a unit be split or joined with others, and does it take time (04.01 to 04.04, 13.07.2, 15.02.2)?

use crate::clause;
use crate::field::Field;
use crate::stance;
use crate::troop::{Arm, Nation, Weight};
use crate::unit::{Battery, MaySkirmish, Unit};
use umpire::Clause;

/// A split that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The clause that allows it.
    pub by: Clause,
    /// It takes no time.
    pub free: bool,
}

/// As what two units are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// Parts of one unit come together again (04.01.3).
    Parts,
    /// Worn units are merged (13.07.2).
    Worn,
}

/// Companies, squadrons or model guns that can be told off.
pub fn pieces(u: &Unit) -> u8 {
    u.battery.as_ref().map_or(u.companies, Battery::models)
}

/// May so many of its companies, squadrons or models be split off where it stands? Otherwise the clause that forbids it.
pub fn may_split(f: &Field, u: &Unit, companies: u8) -> Result<Split, Clause> {
    let all = pieces(u);
    if u.body.is_some() || !u.joined.is_empty() || u.leads.is_some() || companies == 0 || companies >= all {
        return Err(clause!("04.01.1.b"));
    }
    if !u.state.intact() {
        return Err(clause!("04.01.5"));
    }
    let closed_country = stance::anyone_skirmishes(f, u);
    // A Danish battalion of five companies has one of elite, whatever it may send out as skirmishers (denmark.1).
    let danish = u.nation == Nation::Denmark && all == 5 && companies == 1;
    let elite = match u.skirmish {
        MaySkirmish::Companies(n) => companies <= n,
        MaySkirmish::Whole => true,
        _ => danish,
    };
    let third = u.nation == Nation::Austria && companies * 3 == all;
    let (by, free) = match u.arm {
        Arm::Infantry if closed_country => (clause!("04.02.1"), true),
        Arm::Infantry if elite => (clause!("04.01.1.b"), false),
        Arm::Infantry if third => (clause!("04.02.2"), false),
        Arm::Infantry => return Err(clause!("04.02.2")),
        Arm::Cavalry if u.cossacks() => return Err(clause!("15.02.2")),
        Arm::Cavalry => (clause!("04.03.1"), u.weight == Some(Weight::Light)),
        Arm::Artillery if f.special.split_batteries => (clause!("04.04.2"), false),
        Arm::Artillery if stance::in_built_up(f, u) => (clause!("04.04.1"), false),
        Arm::Artillery => return Err(clause!("04.04.2")),
        Arm::Train => return Err(clause!("04.01.1.a")),
    };
    Ok(Split { by, free })
}

/// As what two own units may be joined; they must be in base contact, or in one building (04.01.3).
pub fn may_join(f: &Field, u: &Unit, o: &Unit) -> Result<Joins, Clause> {
    if !u.state.intact() || !o.state.intact() {
        return Err(clause!("04.01.5"));
    }
    let part = o.whole == Some(u.id) || u.whole == Some(o.id) || (u.whole.is_some() && u.whole == o.whole);
    let together = u.inside.is_some() && u.inside == o.inside;
    let apart = !f.in_contact(u, o) && !together;
    if o.side != u.side || o.arm != u.arm || o.id == u.id || o.body.is_some() || u.body.is_some() || apart {
        return Err(clause!("04.01.3"));
    }
    let worn = |x: &Unit| f.valour(x.id).0 < x.valour_of;
    match part {
        true => Ok(Joins::Parts),
        false if worn(u) && worn(o) => Ok(Joins::Worn),
        false => Err(clause!("13.07.2.a")),
    }
}
