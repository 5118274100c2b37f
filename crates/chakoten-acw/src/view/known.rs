//! Whom a side sees, whom each brigade may name in its orders (03.02.2), and under which names.

use crate::book::data;
use crate::clause;
use crate::field::Field;
use crate::ground::Ground;
use crate::order::Ref;
use crate::reach::near_general;
use crate::reading;
use crate::sight::{self, Post};
use crate::unit::{CommandId, Side, StaffId, UnitId};
use ::ground::{Before, look};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use table::{EPS, V2};
use umpire::Clause;
use umpire::Readings;

/// Enemies and works that each side has sighted so far. An enemy keeps his label (`x1`, `x2`, ...) for the battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sightings {
    seen: [::ground::Sightings<UnitId>; 2],
    works: [Vec<usize>; 2],
    /// Works that have been announced to the side (04.01.2).
    told: [Vec<usize>; 2],
}

impl Sightings {
    /// Keeps what the side has now seen: new labels and works.
    pub fn note(&mut self, known: &Known) {
        let i = known.side.index();
        self.seen[i].clone_from(&known.labels);
        self.works[i].clone_from(&known.works);
    }

    /// The side has sighted an enemy during the turn.
    pub fn sight(&mut self, side: Side, enemy: UnitId) {
        self.seen[side.index()].note(enemy, ());
    }

    /// The label under which the side has sighted an enemy.
    pub fn label(&self, side: Side, enemy: UnitId) -> Option<Ref> {
        self.seen[side.index()].name(enemy)
    }

    /// The works the side knows of that have not been announced to it yet; from now on they have.
    pub(crate) fn untold(&mut self, side: Side) -> Vec<usize> {
        let i = side.index();
        let new: Vec<usize> = self.works[i].iter().copied().filter(|w| !self.told[i].contains(w)).collect();
        self.told[i].extend(&new);
        new
    }

    /// The side knows a work in [`Field::lines`]: it built it, or it was made known (04.01.2).
    pub fn work(&mut self, side: Side, line: usize) {
        let works = &mut self.works[side.index()];
        if let Err(at) = works.binary_search(&line) {
            works.insert(at, line);
        }
    }
}

/// What a side knows now.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub side: Side,
    /// Labels in order of first sighting: x1 first.
    labels: ::ground::Sightings<UnitId>,
    /// Enemies in sight now, in the order of the battle's list.
    seen: Vec<UnitId>,
    /// Who looks for each command.
    lookouts: BTreeMap<CommandId, Arc<[Lookout]>>,
    /// Works built in the battle that orders to a command may name.
    nameable_works: BTreeMap<CommandId, Vec<usize>>,
    /// Works built in the battle that the side knows of.
    works: Vec<usize>,
    /// Enemy batteries whose guns stand in sight without gunners.
    guns: Vec<UnitId>,
    looks: Looks,
    /// By what it knows so much and no more.
    by: Clause,
}

impl Known {
    /// The clause by which the side knows so much and no more.
    pub fn by(&self) -> Clause {
        self.by
    }

    /// Enemies in sight now.
    pub fn seen(&self) -> &[UnitId] {
        &self.seen
    }

    /// Is the enemy in sight now?
    pub fn sees(&self, enemy: UnitId) -> bool {
        self.seen.binary_search(&enemy).is_ok()
    }

    /// Enemy batteries whose guns stand in sight without gunners.
    pub fn guns(&self) -> &[UnitId] {
        &self.guns
    }

    /// Are the battery's guns, standing without gunners, in sight now?
    pub fn sees_guns(&self, battery: UnitId) -> bool {
        self.guns.binary_search(&battery).is_ok()
    }

    /// The enemy sighted under a label, whether in sight now or not.
    pub fn enemy(&self, label: &str) -> Option<UnitId> {
        self.labels.named(label)
    }

    /// The label of an enemy.
    pub fn label(&self, id: UnitId) -> Option<Ref> {
        self.labels.name(id)
    }

    /// May orders to units of this command name the enemy (03.02.2)?
    pub fn may_name(&self, f: &Field, command: CommandId, enemy: UnitId) -> bool {
        let (Some(posts), Some(e)) = (self.lookouts.get(&command), f.units.get(enemy.index())) else {
            return false;
        };
        if e.side == self.side
            || !e.on_table()
            || !(self.sees(enemy) || f.readings.is(reading!("view", "all")))
        {
            return false;
        }
        let e = sight::post(f, e);
        let sees = |p: &Lookout| sight::post_sees(f, &p.post, &e).is_ok();
        let Some(i) = self.looks.place(f, enemy).filter(|i| self.looks.all[*i].at == e) else {
            return posts.iter().any(sees);
        };
        // He stands as he did when they looked, on the same ground: whether they see him need be found only once.
        let look = &self.looks.all[i];
        let found = || {
            posts.iter().any(|p| look.by == Some(p.who))
                || posts.iter().any(|p| !look.is_blind(&p.who) && sees(p))
        };
        let row = self.lookouts.keys().take_while(|c| **c != command).count();
        *self.looks.named[row * self.looks.all.len() + i].get_or_init(found)
    }

    /// Is the linear object known to the side: terrain always, a work built in the battle once seen?
    pub fn knows_line(&self, f: &Field, line: usize) -> bool {
        f.lines.get(line).is_some_and(|l| !l.built || self.works.binary_search(&line).is_ok())
    }

    /// May orders to units of this command name the object: terrain always, a work only in sight (03.02.2)?
    pub fn may_name_line(&self, f: &Field, command: CommandId, line: usize) -> bool {
        f.lines.get(line).is_some_and(|l| {
            !l.built || self.nameable_works.get(&command).is_some_and(|w| w.binary_search(&line).is_ok())
        })
    }
}

/// A unit, general or orderly that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Unit(UnitId),
    Staff(StaffId),
}

type Lookout = ::ground::Lookout<Who>;
type Look = ::ground::Look<UnitId, Who>;

/// All looks, kept for the next time: who has not stirred since sees whom he saw who has not stirred either, and no other. It is
/// no part of what a side knows, so any two are the same.
#[derive(Clone, Debug)]
struct Looks {
    /// In the order of the battle's list.
    all: Vec<Look>,
    /// For each command those of these that it sees, as far as that was asked.
    named: Vec<OnceLock<bool>>,
    /// What else it depends on who sees whom.
    ground: Arc<Ground>,
    readings: Readings,
}

impl PartialEq for Looks {
    fn eq(&self, _: &Looks) -> bool {
        true
    }
}

impl Looks {
    /// The place of the look at an enemy, if the ground is the same.
    fn place(&self, f: &Field, enemy: UnitId) -> Option<usize> {
        if self.hold_on(f) { self.all.binary_search_by_key(&enemy, |l| l.enemy).ok() } else { None }
    }

    /// Do they still say something: is the ground the same, and how it is read?
    fn hold_on(&self, f: &Field) -> bool {
        Arc::ptr_eq(&self.ground, &f.ground) && self.readings == f.readings
    }
}

/// Works out what a side knows as everybody stands now. Enemies seen for the first time get the next labels; keep them with
/// [`Sightings::note`].
pub fn known(f: &Field, side: Side, sightings: &Sightings) -> Known {
    known_after(f, side, sightings, None)
}

/// The same, where it was worked out before: for those who stand as they did then nobody looks again.
pub fn known_after(f: &Field, side: Side, sightings: &Sightings, before: Option<&Known>) -> Known {
    let enemies: Vec<(UnitId, Post)> = f.enemies(side).map(|u| (u.id, sight::post(f, u))).collect();
    let built: Vec<usize> = (0..f.lines.len()).filter(|i| f.lines[*i].built).collect();
    let unmanned: Vec<(UnitId, V2)> = f
        .enemies(side)
        .filter_map(|u| u.battery.as_ref().and_then(|b| b.standing_alone()).map(|g| (u.id, g.centre())))
        .collect();
    let mut guns: Vec<UnitId> = Vec::new();
    let mut lookouts: BTreeMap<CommandId, Arc<[Lookout]>> = BTreeMap::new();
    let mut nameable_works = BTreeMap::new();
    let mut works = sightings.works[side.index()].clone();
    for c in f.commands.iter().filter(|c| c.side == side) {
        let Some(general) = f.general_of(c.id) else { continue };
        let units = || f.side(side).filter(|u| u.command == c.id && near_general(f, general, u));
        // The general who commands it, and its units within 40 cm of him.
        let he = Lookout { who: Who::Staff(general), post: sight::staff_post(f, &f[general]) };
        let all = std::iter::once(he)
            .chain(units().map(|u| Lookout { who: Who::Unit(u.id), post: sight::post(f, u) }));
        lookouts.insert(c.id, all.collect());
        if built.is_empty() && unmanned.is_empty() {
            continue;
        }
        let eyes: Vec<_> = units().map(|u| u.base.front).chain([f[general].base.centre()]).collect();
        let visible =
            |p| eyes.iter().any(|e| e.dist(p) <= data().d.sight + EPS && sight::line_clear(f, *e, p).is_ok());
        guns.extend(unmanned.iter().filter(|g| visible(g.1)).map(|g| g.0));
        let in_sight: Vec<usize> = built
            .iter()
            .copied()
            .filter(|i| {
                let l = &f.lines[*i].path;
                [0.5, 0.0, 1.0].iter().any(|t| l.at(l.len() * t).is_some_and(|(p, _)| visible(p)))
            })
            .collect();
        works.extend(in_sight.iter().copied());
        nameable_works.insert(c.id, in_sight);
    }
    let screens = sight::Screens::of(&f.ground);
    let before = before.filter(|k| k.looks.hold_on(f)).map(|k| Before {
        looks: &k.looks.all,
        lookouts: k.lookouts.values().flat_map(|l| l.iter()).collect(),
    });
    let all = lookouts.values().flat_map(|l| l.iter()).collect();
    let looks = look(enemies, all, before, data().d.sight, |from, to| screens.post_sees(f, from, to).is_ok());
    let mut seen: Vec<bool> = looks.iter().map(|l| l.by.is_some()).collect();
    if f.readings.is(reading!("view", "all")) {
        seen.fill(true);
        works.extend(built);
        guns.extend(unmanned.iter().map(|g| g.0));
    }
    guns.sort_unstable();
    guns.dedup();
    works.sort_unstable();
    works.dedup();
    let seen: Vec<UnitId> = looks.iter().zip(&seen).filter(|x| *x.1).map(|x| x.0.enemy).collect();
    let mut labels = sightings.seen[side.index()].clone();
    for u in &seen {
        labels.note(*u, ());
    }
    let named = vec![OnceLock::new(); lookouts.len() * looks.len()];
    let looks = Looks { all: looks, named, ground: f.ground.clone(), readings: f.readings.clone() };
    Known { side, labels, seen, lookouts, nameable_works, works, guns, looks, by: clause!("play.view") }
}
