//! Several units as one: parts joined again, worn units merged, brigade and division columns and squares; and a part of a unit that marches
//! by itself (04.01.3, 04.01.4, 05.01.6, 05.02.5, 13.07.2, orders.3).

use super::Table;
use crate::event::{By, EventKind};
use crate::field::Field;
use crate::order::Leg as Ordered;
use crate::parting::{self, Joins};
use crate::procedures::attrition::{Merge, MergeOutcome, MergeSituation, Worn};
use crate::troop::{Formation, State};
use crate::unit::{Losses, MEN, UnitId};
use crate::units::Mark;
use crate::{clause, reading, stance};
use umpire::Clause;

/// Units that others have joined, in the order of the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// Up to where it was asked who has been touched.
    mark: Mark,
    leads: Vec<UnitId>,
}

impl Columns {
    pub(super) fn note(&mut self, f: &Field) {
        let mark = std::mem::replace(&mut self.mark, f.units.mark());
        let leads = |u: &UnitId| !f[*u].joined.is_empty();
        let Some(touched) = f.units.touched_since(mark) else {
            self.leads = f.units.iter().map(|u| u.id).filter(leads).collect();
            return;
        };
        for u in touched.iter().map(|t| t.unit) {
            match self.leads.binary_search(&u) {
                Err(at) if leads(&u) => self.leads.insert(at, u),
                Ok(at) if !leads(&u) => drop(self.leads.remove(at)),
                _ => {}
            }
        }
    }

    pub(super) fn leads(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.leads.iter().copied()
    }
}

impl Table {
    /// The units that are named, as they are now.
    fn all_named(&self, units: &[String]) -> Vec<UnitId> {
        units.iter().filter_map(|r| self.named(r)).collect()
    }

    /// As what the unit may be joined with all of these.
    pub(super) fn join_as(&self, u: UnitId, units: &[String]) -> Result<Joins, Clause> {
        let all = self.all_named(units);
        if all.is_empty() || all.len() < units.len() {
            return Err(clause!("04.01.3"));
        }
        let mut as_what = Joins::Parts;
        for o in all {
            if parting::may_join(&self.field, &self.field[u], &self.field[o])? == Joins::Worn {
                as_what = Joins::Worn;
            }
        }
        Ok(as_what)
    }

    /// Has one of those who are to be merged lost men, fought, moved or been marched through in this turn (13.07.2.b)?
    fn merging_disturbed(&self, u: UnitId, units: &[String]) -> bool {
        let start = self.since_start(0.0);
        let stirred = |o: &UnitId| {
            let befell = &self.run(*o).befell;
            let moved = self.field[*o].record.moved.is_some_and(|t| t > start + 1e-9);
            befell.hurt || befell.fought || befell.forced || moved || self.marched_through(*o)
        };
        self.all_named(units).iter().chain([&u]).any(stirred)
    }

    /// Something that needs whole quiet turns begins anew. Says whether it does.
    pub(super) fn begins_again(&mut self, u: UnitId, leg: &Ordered) -> bool {
        let Ordered::Join { units } = leg else { return false };
        let again = self.join_as(u, units) == Ok(Joins::Worn) && self.merging_disturbed(u, units);
        if again {
            self.run_mut(u).order.spent = 0.0;
        }
        again
    }

    /// Parts are one unit again, or worn units become one (04.01.3, 13.07.2.a).
    pub(super) fn join(&mut self, u: UnitId, units: &[String], by: By) {
        let worn = self.join_as(u, units) == Ok(Joins::Worn);
        let all = self.all_named(units);
        let each = |o: &UnitId| Worn { valour: self.field[*o].valour_of, figures: self.field[*o].figures };
        let worn_ones: Vec<Worn> = [u].iter().chain(&all).map(each).collect();
        for o in all {
            self.take_in(u, o);
            let by =
                if worn { by.clone().and(clause!("13.07.2.a")) } else { by.clone().and(clause!("04.01.3")) };
            self.tell(by, &[u], || EventKind::Joined { unit: u, other: o });
        }
        if !worn {
            return;
        }
        let turns = crate::book::turn::periods().merge as u8;
        let s = MergeSituation { units: worn_ones, turns, disturbed: false };
        if let (MergeOutcome::Merged { valour, .. }, _) = self.judge::<Merge>(&s, u) {
            let unit = &mut self.field[u];
            unit.valour_of = valour;
            unit.original = unit.figures;
            unit.original_men = MEN.of(unit.figures).saturating_sub(unit.carried.into());
            unit.losses = Losses::default();
        }
    }

    /// May these form one column or square behind it? They stand together in base contact, each intact and able to form so.
    pub(super) fn may_combine(&self, u: UnitId, units: &[String], square: bool) -> Result<(), Clause> {
        let f = &self.field;
        let all = self.all_named(units);
        let by = if square { clause!("05.02.5") } else { clause!("04.01.4") };
        let formation = if square { Formation::Square } else { Formation::Line };
        let mut placed = vec![u];
        if all.is_empty() || all.len() < units.len() {
            return Err(by);
        }
        for o in [u].iter().chain(&all) {
            let other = &f[*o];
            if !other.state.intact() {
                return Err(clause!("04.01.5"));
            }
            let alone = other.body.is_none() && other.joined.is_empty() && other.leads.is_none();
            let near = placed.iter().any(|p| p == o || f.in_contact(&f[*p], other));
            if other.side != f[u].side || other.arm != f[u].arm || !alone || other.inside.is_some() || !near {
                return Err(by);
            }
            stance::may_form(f, other, formation, None)?;
            placed.push(*o);
        }
        Ok(())
    }

    /// They stand behind one another in lines without gaps, or as one square (05.01.6.a, 05.02.5).
    pub(super) fn combine(&mut self, u: UnitId, units: &[String], square: bool, by: By) {
        let formation = if square { Formation::Square } else { Formation::Line };
        let by = if square { by.and(clause!("05.02.5")) } else { by.and(clause!("05.01.6.a")) };
        stance::form(&mut self.field[u], formation, None, 0.0);
        for o in self.all_named(units) {
            self.lose_order(o);
            stance::form(&mut self.field[o], formation, None, 0.0);
            self.field[o].leads = Some(u);
            self.field[u].joined.push(o);
            self.tell(by.clone().and(clause!("04.01.4")), &[u], || EventKind::Joined { unit: u, other: o });
        }
        self.field.lay_body(u);
        self.stirred(u);
        self.all_stand(u);
    }

    /// Everybody behind the leading one stands where it has been laid.
    fn all_stand(&mut self, u: UnitId) {
        for m in self.field[u].joined.clone() {
            self.stand_still(m);
        }
    }

    /// Each is by itself again; those of a square stand in lines behind one another.
    pub(super) fn disband(&mut self, u: UnitId, by: By) {
        if self.field[u].formation == Formation::Square {
            for m in self.field.body_of(&self.field[u]) {
                stance::form(&mut self.field[m], Formation::Line, None, 0.0);
            }
            self.field.lay_body(u);
        }
        self.all_stand(u);
        for o in std::mem::take(&mut self.field[u].joined) {
            self.field[o].leads = None;
            self.stirred(o);
            self.tell(by.clone().and(clause!("04.01.4")), &[u], || EventKind::Split { unit: u, part: o });
        }
    }

    /// A U or FU result falls on every unit of a column or square (05.01.6.a).
    pub(super) fn column_falls(&mut self, u: UnitId, to: State, cause: Option<UnitId>) {
        if to < State::Disorder {
            return;
        }
        let each = self.field.readings.is(reading!("brigade-column", "each"));
        let lead = self.field[u].leads.unwrap_or(u);
        if self.field[lead].joined.is_empty() {
            return;
        }
        let all = self.field.body_of(&self.field[lead]);
        for m in all {
            self.field[m].leads = None;
            self.field[m].joined.clear();
            self.stand_still(m);
            if m != u && !each {
                self.worsen(m, to, clause!("05.01.6.a"), cause);
            }
        }
    }

    /// A fraction before the arrow: that part splits off and marches, the rest goes on with its order (orders.3).
    pub(super) fn part_marches(&mut self, u: UnitId, part: f64, code: Option<String>, to: Ordered) {
        let unit = &self.field[u];
        let all = f64::from(parting::pieces(unit));
        let companies = libm::round(part * all).clamp(0.0, all) as u8;
        let code = code.unwrap_or_else(|| {
            let taken = |n: &u32| self.field.by_code(&format!("{}-{n}", unit.code)).is_none();
            let n = (2..1000).find(taken).unwrap_or(1000);
            format!("{}-{n}", unit.code)
        });
        let left = match &to {
            Ordered::Arrow { degrees, .. } => {
                let ahead = -self.field.edge(unit.side).outward();
                let dir = ahead.turned(-degrees.to_radians());
                dir.dot(unit.base.dir.right()) < 0.0
            }
            _ => false,
        };
        let order = &mut self.run_mut(u).order;
        order.instead([Ordered::Split { code: code.clone(), companies, left }]);
        order.part_goes = Some((code, to));
    }
}
