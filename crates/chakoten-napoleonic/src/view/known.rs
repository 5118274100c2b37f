//! Whom a side sees and has seen, whom each commander knows (08.01.5), and under which names.

use super::looks::{Commander, Looks};
use crate::book::orders::thing_seen;
use crate::clause;
use crate::field::{DispatchFate, Field, Receiver, Staff};
use crate::order::Ref;
use crate::reach;
use crate::reading;
use crate::sight;
use crate::terrain::Worksite;
use crate::troop::{Arm, Formation};
use crate::unit::{CommandId, Side, Unit, UnitId};
use crate::works::Stage;
use crate::works::task::Task;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Base, EPS, V2};
use umpire::Clause;

/// What was seen of an enemy, dated (play.hidden).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The turn in which he was last seen.
    pub turn: u32,
    pub arm: Arm,
    pub formation: Formation,
    pub figures: u16,
    pub at: Base,
}

impl Report {
    fn of(u: &Unit, turn: u32) -> Report {
        Report { turn, arm: u.arm, formation: u.formation, figures: u.figures, at: u.base }
    }
}

/// How a commander came to know of an enemy (08.01.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// He saw him himself.
    Himself,
    /// An own unit within command distance of him did.
    Unit,
    /// A written message told him.
    Message,
}

/// What a commander has learned of an enemy. Who knows of him once knows of him for the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    /// The turn since which he knows of him.
    pub since: u32,
    /// How he came to.
    pub how: Source,
}

/// What each commander knows; mostly he learns nothing new.
type Lore = BTreeMap<CommandId, Arc<BTreeMap<UnitId, Learned>>>;

/// Enemies and works that each side has sighted so far. An enemy keeps his label (`x1`, `x2`, ...) for the battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sightings {
    seen: [::ground::Sightings<UnitId, Report>; 2],
    lore: Lore,
    works: [BTreeSet<usize>; 2],
}

impl Sightings {
    /// Keeps what the side has now seen and what its commanders have learned.
    pub fn note(&mut self, known: &Known) {
        let i = known.side.index();
        self.seen[i].clone_from(&known.labels);
        self.works[i].clone_from(&known.works);
        for (c, all) in &known.lore {
            self.lore.insert(*c, all.clone());
        }
    }

    /// The side has sighted an enemy during the turn: he is shown where he was seen (play.hidden).
    pub fn sight(&mut self, side: Side, enemy: &Unit, turn: u32) {
        self.seen[side.index()].note(enemy.id, Report::of(enemy, turn));
    }

    /// An enemy has shown himself to a unit by his fire (play.hidden): its side sights him, and the commanders whom the unit can tell know
    /// of him (08.01.5).
    pub fn shown(&mut self, f: &Field, enemy: UnitId, to: UnitId) {
        let side = f[to].side;
        self.sight(side, &f[enemy], f.turn);
        for c in f.commands.iter().filter(|c| c.side == side) {
            let he = c.commander.filter(|s| f[*s].present());
            if he.is_some_and(|s| reach::near(f, s, &f[to])) {
                learn(self.lore.entry(c.id).or_default(), enemy, f.turn, Source::Unit);
            }
        }
    }

    /// The label under which the side has sighted an enemy.
    pub fn label(&self, side: Side, enemy: UnitId) -> Option<Ref> {
        self.seen[side.index()].name(enemy)
    }

    /// Everybody whom the side has sighted, with the number of his label.
    pub fn labels(&self, side: Side) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        let all = &self.seen[side.index()];
        (1..).map_while(|n| all.labelled(n).map(|s| (n, s.who)))
    }

    /// Was an enemy sighted in this turn or in the last one?
    fn in_sight_lately(&self, side: Side, enemy: UnitId, turn: u32) -> bool {
        self.seen[side.index()].last(enemy).is_some_and(|r| r.turn + 1 >= turn)
    }

    /// The enemy whom the side has sighted under a label.
    pub fn enemy(&self, side: Side, name: &str) -> Option<UnitId> {
        self.seen[side.index()].named(name)
    }

    /// The side knows a work in [`Field::lines`]: it built it, or it was marked for it (19.01.1).
    pub fn work(&mut self, side: Side, line: usize) {
        self.works[side.index()].insert(line);
    }
}

/// What the enemy works at and has made besides lines, and his craft, as far as they stand in sight and are marked (19.01.1), by
/// their places in the lists of the terrain.
#[derive(Clone, Debug, Default, PartialEq)]
struct Marked {
    sites: Vec<usize>,
    made: Vec<usize>,
    craft: Vec<usize>,
}

impl Marked {
    /// Of what is not the side's own. What is dug below the ground nobody sees.
    fn of(f: &Field, side: Side, visible: impl Fn(V2) -> bool) -> Marked {
        let along = |from: V2, to: V2| [0.5, 0.0, 1.0].iter().any(|t| visible(from.lerp(to, *t)));
        let t = &f.terrain;
        let open = |s: &Worksite| {
            let below = matches!(s.site.task, Task::Dig { .. });
            let (from, to) = s.on.and_then(|x| f.outline(x)).map_or((s.from, s.to), |r| (r.centre, r.centre));
            s.side != side && !below && s.site.stage() != Stage::Done && along(from, to)
        };
        let places = |n: usize, is: &dyn Fn(usize) -> bool| (0..n).filter(|i| is(*i)).collect();
        Marked {
            sites: places(t.sites.len(), &|i| open(&t.sites[i])),
            made: places(t.made.len(), &|i| t.made[i].side != side && along(t.made[i].from, t.made[i].to)),
            craft: places(t.vessels.len(), &|i| {
                let v = &t.vessels[i];
                v.side != side && !v.gone && visible(v.at)
            }),
        }
    }
}

/// How an enemy staff figure comes to be in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffSeen {
    /// With this unit, which is seen; nobody if he is seen by himself.
    pub with: Option<UnitId>,
    pub by: Clause,
}

/// What a side knows now.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub side: Side,
    /// Labels in order of first sighting, with the newest report of each.
    labels: ::ground::Sightings<UnitId, Report>,
    /// Enemies in sight now, in the order of the battle's list.
    seen: Vec<UnitId>,
    /// What each commander knows.
    lore: Lore,
    /// Works built in the battle that the side knows of.
    works: BTreeSet<usize>,
    /// Enemy batteries whose guns stand in sight without gunners.
    guns: Vec<UnitId>,
    marked: Marked,
    /// Everything on the table is shown to both sides.
    all: bool,
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

    /// Is an enemy staff figure in sight as everybody stands now? One with a unit is seen with it (08.01.7), one who rides or stands alone from
    /// 60 cm (table I). Nothing that is played hangs on him (08.02.4) and nothing is kept of him: he is looked for where a table is shown to somebody,
    /// and nowhere else.
    pub fn sees_staff(&self, f: &Field, s: &Staff) -> Option<StaffSeen> {
        if !s.present() {
            return None;
        }
        if let Some(u) = s.with.filter(|u| self.sees(*u)) {
            return Some(StaffSeen { with: Some(u), by: clause!("08.01.7") });
        }
        if self.all {
            return Some(StaffSeen { with: None, by: clause!("play.hidden") });
        }
        let himself = f.readings.is(reading!("staff-with-unit", "himself"));
        if !s.with.is_none_or(|u| himself && f[u].inside.is_none()) {
            return None;
        }
        let mark = sight::staff_mark(f, s);
        self.looks.spy(f, &mark).then_some(StaffSeen { with: None, by: mark.by })
    }

    /// Enemy batteries whose guns stand in sight without gunners.
    pub fn guns(&self) -> &[UnitId] {
        &self.guns
    }

    /// By what an enemy's work under way is marked for the side: it stands in sight (19.01.1).
    pub fn marks_site(&self, site: usize) -> Option<Clause> {
        self.marked.sites.contains(&site).then(|| clause!("19.01.1"))
    }

    /// The same of what he has made that is no line.
    pub fn marks_made(&self, made: usize) -> Option<Clause> {
        self.marked.made.contains(&made).then(|| clause!("19.01.1"))
    }

    /// Is an enemy's ferry or boat in sight?
    pub fn marks_craft(&self, vessel: usize) -> Option<Clause> {
        self.marked.craft.contains(&vessel).then(|| clause!("play.hidden"))
    }

    /// The enemy sighted under a label, whether in sight now or not.
    pub fn enemy(&self, name: &str) -> Option<UnitId> {
        self.labels.named(name)
    }

    /// The label of an enemy.
    pub fn label(&self, id: UnitId) -> Option<Ref> {
        self.labels.name(id)
    }

    /// The newest reports, in the order of the labels.
    pub fn reports(&self) -> impl Iterator<Item = (Ref, UnitId, Report)> + '_ {
        (1..).map_while(|n| self.labels.labelled(n).map(|s| (format!("x{n}"), s.who, s.last)))
    }

    /// What the commander of a command knows of an enemy (08.01.5).
    pub fn learned(&self, command: CommandId, enemy: UnitId) -> Option<Learned> {
        self.lore.get(&command)?.get(&enemy).copied()
    }

    /// May orders to units of this command be based on the enemy (08.01.5)?
    pub fn may_name(&self, command: CommandId, enemy: UnitId) -> bool {
        self.all || self.learned(command, enemy).is_some()
    }

    /// Is the linear object known to the side: terrain always, a work built in the battle once seen (19.01.1)?
    pub fn knows_line(&self, f: &Field, line: usize) -> bool {
        f.lines.get(line).is_some_and(|l| !l.built || self.all || self.works.contains(&line))
    }
}

/// When a side looks round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Within a turn: of an enemy who has come into sight commanders learn at once. Of others they learn, for orders are written then,
    /// when the turn has ended.
    InTurn,
    /// Between two turns: every commander learns what he and his see.
    Between,
}

/// Works out what a side knows between two turns as everybody stands now. Enemies seen for the first time get the next labels; keep them
/// with [`Sightings::note`].
pub fn known(f: &Field, side: Side, sightings: &Sightings) -> Known {
    known_after(f, side, sightings, Moment::Between, None)
}

/// The same, where it was worked out before: for those who stand as they did then nobody looks again.
pub fn known_after(
    f: &Field,
    side: Side,
    sightings: &Sightings,
    moment: Moment,
    before: Option<&Known>,
) -> Known {
    known_with(f, side, (sightings, moment), before.map(|k| k.looks.clone()), None)
}

/// The same, where what was worked out before is needed no more. What the other side knows as everybody stands now, if that was worked out, saves looking along lines
/// that it looked along.
pub fn known_from(
    f: &Field,
    side: Side,
    sightings: &Sightings,
    moment: Moment,
    before: Option<Known>,
    across: Option<&Known>,
) -> Known {
    known_with(f, side, (sightings, moment), before.map(|k| k.looks), across.map(|k| &k.looks))
}

/// The enemies that any unit or staff figure of a side sees as everybody stands now, in the order of the list. Where it was worked out before
/// what the side knows, nobody looks again for those who stand as they did then.
pub fn in_sight(f: &Field, side: Side, before: Option<&Known>) -> Vec<UnitId> {
    let mut looks = Looks::now(f, side, before.map(|k| k.looks.clone()));
    let others = looks.others(f);
    let seen = |(k, e): (usize, &Unit)| looks.at(f, k, None).by_side(&others).then_some(e.id);
    f.enemies(side).enumerate().filter_map(seen).collect()
}

/// Does any unit or commander of the side see this enemy as everybody stands now? Nobody is looked for but him. Where it was worked out before
/// what the side knows, nobody looks again for whom that cannot have changed.
pub fn spots(f: &Field, side: Side, enemy: &Unit, before: Option<&Known>) -> bool {
    let commanders = || f.commands.iter().filter(|c| c.side == side).filter_map(|c| c.commander);
    let present = || commanders().map(|s| &f[s]).filter(|s| s.present());
    f.readings.is(reading!("hidden", "all"))
        || spotted_before(f, side, enemy, before).unwrap_or_else(|| sight::seen_by(f, side, present(), enemy))
}

/// The same of any unit or staff figure of the side.
pub fn spots_at_all(f: &Field, side: Side, enemy: &Unit, before: Option<&Known>) -> bool {
    f.readings.is(reading!("hidden", "all"))
        || match before.zip(spotted_before(f, side, enemy, before)) {
            Some((_, true)) => true,
            Some((known, false)) => {
                let (others, mark) = (known.looks.others(f), sight::mark(f, enemy));
                others.iter().any(|e| sight::spies(f, e, &mark))
            }
            None => sight::side_sees(f, side, enemy),
        }
}

fn spotted_before(f: &Field, side: Side, enemy: &Unit, before: Option<&Known>) -> Option<bool> {
    before.filter(|k| k.side == side)?.looks.spots(f, enemy)
}

fn known_with(
    f: &Field,
    side: Side,
    (sightings, moment): (&Sightings, Moment),
    before: Option<Looks>,
    across: Option<&Looks>,
) -> Known {
    let all = f.readings.is(reading!("hidden", "all"));
    let mut lore: Lore = sightings
        .lore
        .iter()
        .filter(|(c, _)| f.commands.get(c.index()).is_some_and(|c| c.side == side))
        .map(|(c, all)| (*c, all.clone()))
        .collect();
    let mut looks = Looks::now(f, side, before);
    let staff = looks.commanders(f);
    let mut seen = Vec::new();
    if f.enemies(side).next().is_some() {
        for (c, _) in &staff {
            lore.entry(*c).or_default();
        }
    }
    let he = |c: &CommandId| staff.iter().find(|(o, _)| o == c)?.1;
    let learner = |(c, of)| Some(Learner { he: he(c)?, with: None, of });
    let mut learners: Vec<Learner<'_>> = lore.iter_mut().filter_map(learner).collect();
    let informed = Informed::of(f, &learners);
    for (k, e) in f.enemies(side).enumerate() {
        if !looks.at(f, k, across).by_any() {
            if all {
                seen.push(e.id);
            }
            continue;
        }
        seen.push(e.id);
        if moment == Moment::InTurn && sightings.in_sight_lately(side, e.id, f.turn) {
            continue;
        }
        for i in informed.not_of(e.id) {
            let l = &mut learners[i];
            let he = l.with.get_or_insert_with(|| looks.commander(f, l.he));
            if looks.reaches(f, k, he) {
                if let Some(how) = looks.at(f, k, across).by_command(he) {
                    learn(l.of, e.id, f.turn, how);
                }
            }
        }
    }
    let mut labels = sightings.seen[side.index()].clone();
    let mut labelled = vec![None; f.units.len()];
    sightings.labels(side).for_each(|(n, u)| labelled[u.index()] = Some(n));
    for u in &seen {
        let report = Report::of(&f[*u], f.turn);
        match labelled[u.index()] {
            Some(n) => labels.note_labelled(n, report),
            None => labels.note(*u, report),
        }
    }
    told(f, side, &labels, &mut lore);
    let visible = |at: V2| all || visible(f, side, at);
    let mut works = sightings.works[side.index()].clone();
    for (i, l) in f.lines.iter().enumerate().filter(|x| x.1.built) {
        let mut places = [0.5, 0.0, 1.0].iter().filter_map(|t| l.path.at(l.path.len() * t)).map(|x| x.0);
        if places.any(visible) {
            works.insert(i);
        }
    }
    // Those of a battery that is no more stand there all the same (01.03.5).
    let theirs = f.units.iter().filter(|u| u.side != side);
    let guns = theirs.filter(|u| u.unmanned_guns().is_some_and(|g| visible(g.centre())));
    let guns = guns.map(|u| u.id).collect();
    let marked = Marked::of(f, side, visible);
    Known { side, labels, seen, lore, works, guns, marked, all, looks, by: clause!("play.hidden") }
}

/// A commander who may learn of an enemy: his place among those who look, and those who can tell him, once that is asked.
struct Learner<'a> {
    he: usize,
    with: Option<Commander>,
    of: &'a mut Arc<BTreeMap<UnitId, Learned>>,
}

/// Who of those who may learn of enemies knew of which when they began to look.
struct Informed {
    /// So many of them.
    learners: usize,
    /// For each unit, by its place in the list, a bit for each of them who knows of it.
    of: Vec<u64>,
}

impl Informed {
    fn of(f: &Field, learners: &[Learner<'_>]) -> Informed {
        let mut all = Informed { learners: learners.len(), of: Vec::new() };
        all.of.resize(all.words() * f.units.len(), 0);
        for (i, l) in learners.iter().enumerate() {
            for u in l.of.keys() {
                let at = u.index() * all.words() + i / 64;
                all.of[at] |= 1 << (i % 64);
            }
        }
        all
    }

    fn words(&self) -> usize {
        self.learners.div_ceil(64)
    }

    /// The places of those who do not know of an enemy.
    fn not_of(&self, enemy: UnitId) -> impl Iterator<Item = usize> + '_ {
        let own = &self.of[enemy.index() * self.words()..][..self.words()];
        (0..self.learners).filter(|i| own[i / 64] >> (i % 64) & 1 == 0)
    }
}

/// Is a work or a gun at this place seen by a unit or commander of the side?
fn visible(f: &Field, side: Side, at: V2) -> bool {
    let units = f.side(side).map(|u| (u.base.front, u.inside));
    let staff = f.commands.iter().filter(|c| c.side == side).filter_map(|c| c.commander);
    let staff = staff.filter(|s| f[*s].present()).map(|s| (f[s].base().centre(), None));
    let most = f.special.sight.map_or(thing_seen(), |cm| cm.min(thing_seen()));
    units
        .chain(staff)
        .any(|(eye, inside)| eye.dist(at) <= most + EPS && sight::line(f, eye, inside, at, None).is_ok())
}

fn learn(of: &mut Arc<BTreeMap<UnitId, Learned>>, enemy: UnitId, turn: u32, how: Source) {
    if !of.contains_key(&enemy) {
        Arc::make_mut(of).insert(enemy, Learned { since: turn, how });
    }
}

/// What written messages told the commands that have received them: the enemies named in them by their labels, as far as he who wrote
/// knew of them (08.01.5).
fn told(f: &Field, side: Side, labels: &::ground::Sightings<UnitId, Report>, lore: &mut Lore) {
    for m in f.messages.iter().filter(|m| m.side == side) {
        let (DispatchFate::HandedOver(turn), Receiver::Command(to)) = (m.fate, m.to) else { continue };
        let names = m.says.split(|c: char| !c.is_ascii_alphanumeric());
        for enemy in names.filter_map(|w| labels.named(w)) {
            let knew = lore.get(&m.from).and_then(|l| l.get(&enemy)).is_some_and(|l| l.since <= m.written);
            if knew && !lore.get(&to).is_some_and(|l| l.contains_key(&enemy)) {
                learn(lore.entry(to).or_default(), enemy, turn, Source::Message);
            }
        }
    }
}
