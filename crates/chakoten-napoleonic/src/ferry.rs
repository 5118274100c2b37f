//! Ferries and boats in use (19.11): what they carry of a unit, who serves them, and the water that they cross. Orders are checked and
//! carried out by the same functions.

use crate::book::stand::BASE_CONTACT;
use crate::book::works::{Craft, Load};
use crate::check::works::{add_leader, leads_at, own_leaders, party};
use crate::field::Field;
use crate::ground::PatchKind;
use crate::order::Ref;
use crate::procedures::crossing::crew_needed;
use crate::terrain::Thing;
use crate::troop::Arm;
use crate::unit::{Side, Unit};
use crate::works::MATERIALS_NEAR;
use crate::works::task::Leaders;
use crate::{clause, say};
use smallvec::SmallVec;
use table::{EPS, Rect, V2};
use umpire::{Refusal, allow};

/// How much of its way a craft may lie on the banks at both ends together, in cm: as much as its own length.
const ON_THE_BANKS: f64 = 4.0;

/// Own ferries or boats by their places in the list, and what they are; all of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Flotilla {
    pub craft: Craft,
    pub all: SmallVec<[u16; 2]>,
}

impl Flotilla {
    /// Those of these names.
    pub fn named(f: &Field, side: Side, names: &[Ref]) -> Result<Flotilla, Refusal> {
        let mut all = SmallVec::new();
        let mut craft = None;
        for name in names {
            let none = || Refusal::by(clause!("19.11.1"), say!("ferry-no-such-craft", name));
            let vessels = &f.terrain.vessels;
            let at = vessels.iter().position(|v| v.name == *name && v.side == side && !v.gone);
            let at = at.ok_or_else(none)?;
            let kind = vessels[at].craft;
            let same = craft.is_none_or(|c| c == kind) && !all.contains(&(at as u16));
            allow(same, clause!("19.11.2"), || say!("ferry-one-kind"))?;
            craft = Some(kind);
            all.push(at as u16);
        }
        let craft = craft.ok_or_else(|| Refusal::by(clause!("19.11.1"), say!("ferry-which-craft")))?;
        Ok(Flotilla { craft, all })
    }

    /// How many they are.
    pub fn count(&self) -> u32 {
        self.all.len() as u32
    }

    /// Do they carry the unit in one passage (19.11.2)?
    pub fn carry(&self, u: &Unit) -> Result<(Load, u32), Refusal> {
        let unit = &u.code;
        let alone = u.joined.is_empty() && u.leads.is_none();
        allow(alone, clause!("19.11.2"), || say!("ferry-units-alone", unit))?;
        let (load, count) = load(u)?;
        let (craft, by) = (self.craft, clause!("19.11.2"));
        let each = craft.row().holds[load as usize];
        let each = each.ok_or_else(|| Refusal::by(by, say!("ferry-carries-not", craft, load)))?;
        let most = each.saturating_mul(self.count());
        allow(count <= most, by, || say!("ferry-holds", unit, count, load, most))?;
        Ok((load, count))
    }

    /// Are there pioneers enough at a place, and an NCO to watch over ferries (19.11.4)?
    pub fn served(&self, f: &Field, u: &Unit, places: &[Rect]) -> Result<(u32, u32), Refusal> {
        let (hands, ncos) = crew(f, u, places);
        let needed = crew_needed(self.craft, self.count());
        allow(hands >= needed, clause!("19.11.4"), || say!("ferry-needs-hands", needed))?;
        let watched = self.craft != Craft::Ferry || ncos > 0;
        allow(watched, clause!("19.11.4"), || say!("ferry-needs-watch"))?;
        Ok((hands, ncos))
    }

    /// The middle of where they lie.
    pub fn at(&self, f: &Field) -> V2 {
        let sum = self.all.iter().map(|i| f.terrain.vessels[usize::from(*i)].at);
        let sum = sum.fold(V2::default(), |a, b| a + b);
        sum * (1.0 / f64::from(self.count().max(1)))
    }

    /// By how many turns their next passage is held up.
    pub fn delay(&self, f: &Field) -> f64 {
        self.all.iter().map(|i| f.terrain.vessels[usize::from(*i)].delay).fold(0.0, f64::max)
    }

    /// The ground that each covers.
    pub fn outlines(&self, f: &Field) -> SmallVec<[Rect; 2]> {
        self.all.iter().filter_map(|i| f.outline(Thing::Craft(*i))).collect()
    }

    /// Does the unit stand where it can go aboard: in base contact with one of them, the others close by?
    pub fn at_hand(&self, f: &Field, u: &Unit) -> bool {
        let gaps: SmallVec<[f64; 2]> = self.outlines(f).iter().map(|r| f.gap_to(u, r)).collect();
        gaps.iter().any(|g| *g <= BASE_CONTACT + EPS) && gaps.iter().all(|g| *g <= MATERIALS_NEAR + EPS)
    }
}

/// As what a unit is carried over, and how much of it (19.11.2).
fn load(u: &Unit) -> Result<(Load, u32), Refusal> {
    let figures = u32::from(u.figures);
    Ok(match (u.arm, &u.battery) {
        (Arm::Train, _) => (Load::Wagons, 1),
        (_, Some(_)) if u.crew_alone() && !u.mounted() => (Load::Foot, figures),
        (_, Some(_)) if u.mounted() => (Load::Riders, figures),
        (_, Some(b)) => {
            allow(u.limbered(), clause!("19.11.2"), || say!("ferry-limber-first", unit = &u.code))?;
            (Load::Guns, u32::from(b.models()))
        }
        (Arm::Cavalry, _) => (Load::Riders, figures),
        _ => (Load::Foot, figures),
    })
}

/// Pioneers, pontoneers and gunners at any of these places or of the unit itself, and their NCOs or better (19.11.4, 19.01.2).
fn crew(f: &Field, u: &Unit, places: &[Rect]) -> (u32, u32) {
    let near = |o: &Unit| o.id == u.id || places.iter().any(|r| f.gap_to(o, r) <= MATERIALS_NEAR + EPS);
    let here = || f.side(u.side).filter(|o| near(o) && o.state.intact() && o.arm != Arm::Train);
    let mut leaders = Leaders::default();
    let mut hands = 0u32;
    for o in here() {
        let p = party(o);
        hands = hands.saturating_add(p.pioneers).saturating_add(p.gunners).saturating_add(p.miners);
        let own = own_leaders(o);
        leaders.pioneer_ncos += own.pioneer_ncos;
        leaders.artillery_ncos += own.artillery_ncos;
    }
    for s in f.staff.iter().filter(|s| here().any(|o| leads_at(f, s, o))) {
        add_leader(&mut leaders, s.post);
    }
    (hands, leaders.at_least(crate::book::works::Supervisor::PioneerNco))
}

/// Is there water, and little else, between two places?
pub fn over_water(f: &Field, from: V2, to: V2) -> Result<f64, Refusal> {
    let length = from.dist(to);
    let wet = |k: PatchKind| matches!(k, PatchKind::Water | PatchKind::Lake);
    let water = f.ground.patches.iter().filter(|p| wet(p.kind));
    let wet: f64 = water.flat_map(|p| p.area.clip(from, to)).map(|(s, e)| (e - s) * length).sum();
    let afloat = wet > EPS && length - wet <= ON_THE_BANKS + EPS;
    allow(afloat, clause!("19.11.3"), || say!("ferry-no-water"))?;
    Ok(length)
}
