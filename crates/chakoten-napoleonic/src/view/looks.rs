//! Who of a side sees whom (play.hidden), kept from one time to the next: nobody looks again before it can have changed.

use super::known::Source;
use crate::book::melee::melee;
use crate::field::{Command, Field, Staff};
use crate::ground::Ground;
use crate::reach;
use crate::sight::{self, Before, Eyes, Glance, Guise, Mark, Ray, Shut, Stand};
use crate::troop::Cover;
use crate::unit::{CommandId, Side, StaffId, Unit, UnitId};
use crate::units::{Mark as Touches, Touched};
use std::sync::{Arc, OnceLock};
use table::{Box2, v2};
use umpire::Readings;

/// A unit or commander who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Unit(UnitId),
    Staff(StaffId),
}

/// All looks, kept for the next time: who has not stirred since sees whom he saw who has not stirred either, and no other; and where much
/// is between two, or nothing, that is so until they have stirred as much. It is no part of what a side knows, so any two are the same.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    side: Side,
    /// Its units in the order of the list, then its commanders.
    all: Vec<Looker>,
    units: usize,
    /// Up to where it was asked who has been touched.
    touched: Touches,
    /// The units among them from west to east, by their middles.
    along: Vec<(f64, u16)>,
    /// How far the widest reaches to either side.
    widest: f64,
    /// Enemies as they are to be seen, in the order of the list.
    marks: Vec<Marked>,
    lie: Lie,
}

impl PartialEq for Looks {
    fn eq(&self, _: &Looks) -> bool {
        true
    }
}

/// Somebody who looks: how he stands, and from where he sees, once that is asked.
#[derive(Clone, Debug)]
struct Looker {
    who: Who,
    stand: Stand,
    eyes: OnceLock<Arc<Eyes>>,
    /// Cm that he has come about so far, or more.
    stirred: f64,
}

/// An enemy as he is to be seen, and whoever was asked whether he sees him, in the order of those who look.
#[derive(Clone, Debug)]
struct Marked {
    who: UnitId,
    mark: Mark,
    guise: Guise,
    /// Cm that he has come about so far, or more.
    stirred: f64,
    asked: Vec<Asked>,
    /// Who was found to see him last.
    seer: Option<usize>,
}

/// Whether somebody sees somebody, for as long as both together have not come about by more.
#[derive(Clone, Copy, Debug)]
struct Asked {
    sees: bool,
    until: f64,
    /// Along which line, or by what he is hidden.
    ray: Option<Ray>,
    by: Option<u16>,
    shut: Shut,
}

impl Asked {
    const NEVER: Asked = Asked { sees: false, until: -1.0, ray: None, by: None, shut: Shut::Unknown };

    /// The line along which he is seen by who sees him, the other way round.
    fn back(&self) -> Option<Before> {
        match (self.sees, self.ray) {
            (true, Some(Ray::Spot(i, k))) => Some(Before::Seen(Some(Ray::Spot(k, i)))),
            _ => None,
        }
    }

    fn before(&self) -> Before {
        match *self {
            Asked { sees: true, ray, .. } => Before::Seen(ray),
            Asked { until, .. } if until < 0.0 => Before::Unknown,
            Asked { by, .. } => Before::Hidden(by),
        }
    }
}

/// Cm: more than anything that was seen or not holds for.
const FAR: f64 = 1000.0;

/// What else it depends on who sees whom.
#[derive(Clone, Debug)]
struct Lie {
    ground: Arc<Ground>,
    /// Of each linear object how long it is, how many gaps it has and how well it covers.
    lines: Vec<(f64, usize, Cover)>,
    readings: Readings,
    sight: Option<f64>,
}

fn lines(f: &Field) -> impl Iterator<Item = (f64, usize, Cover)> + '_ {
    f.lines.iter().map(|l| (l.path.len(), l.cleared.len(), l.cover))
}

impl Lie {
    fn of(f: &Field) -> Lie {
        Lie {
            ground: f.ground.clone(),
            lines: lines(f).collect(),
            readings: f.readings.clone(),
            sight: f.special.sight,
        }
    }

    fn is_of(&self, f: &Field) -> bool {
        Arc::ptr_eq(&self.ground, &f.ground)
            && self.lines.iter().copied().eq(lines(f))
            && self.readings == f.readings
            && self.sight == f.special.sight
    }
}

/// A commander who looks, and his units near enough to tell him, by their places in the list of those who look.
#[derive(Debug)]
pub(super) struct Commander {
    he: usize,
    near: Vec<usize>,
    /// The upright box about all of them, and a hill step that no place of them is above.
    about: Box2,
    top: u8,
}

impl Looks {
    /// Those who look and those who are to be seen as they stand now. What came of looking before is kept.
    pub(super) fn now(f: &Field, side: Side, before: Option<Looks>) -> Looks {
        let none = || Looks {
            side,
            all: Vec::new(),
            units: 0,
            touched: Touches::default(),
            along: Vec::new(),
            widest: 0.0,
            marks: Vec::new(),
            lie: Lie::of(f),
        };
        let mut looks = before.filter(|l| l.side == side && l.lie.is_of(f)).unwrap_or_else(none);
        looks.stand_up(f);
        looks.show(f);
        looks
    }

    /// Those who look come where they stand now.
    fn stand_up(&mut self, f: &Field) {
        // Mostly nobody has come or gone.
        let same = self.are_all(f);
        self.touched = f.units.mark();
        if !same {
            let now: Vec<Who> = lookers(f, self.side).collect();
            self.rearrange(f, &now);
        }
        for l in &mut self.all {
            if let Some(stand) = l.who.stands_otherwise(f, &l.stand) {
                l.stirred += stand.strayed(&l.stand).min(FAR);
                l.stand = stand;
                l.eyes = OnceLock::new();
            }
        }
        let middle = |i: u16| self.all[usize::from(i)].stand.middle();
        self.along.iter_mut().for_each(|x| x.0 = middle(x.1));
        self.along.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.widest = self.all.iter().map(|l| l.stand.radius()).fold(0.0, f64::max);
    }

    /// Do the same look now as did then?
    fn are_all(&self, f: &Field) -> bool {
        let few = |touched: &&[Touched]| touched.len() < self.units / 2;
        let Some(touched) = f.units.touched_since(self.touched).filter(few) else {
            return lookers(f, self.side).eq(self.all.iter().map(|l| l.who));
        };
        // Of units only who was touched can have come or gone.
        let stays = |u: &Unit| u.side != self.side || u.on_table() == self.unit(u.id).is_some();
        let staff = staff_lookers(f, self.side).eq(self.all[self.units..].iter().map(|l| l.who));
        let same = staff && touched.iter().all(|t| stays(&f[t.unit]));
        debug_assert_eq!(same, lookers(f, self.side).eq(self.all.iter().map(|l| l.who)));
        same
    }

    fn rearrange(&mut self, f: &Field, now: &[Who]) {
        let (units, staff) = self.all.split_at(self.units);
        let place = |w: &Who| match w {
            Who::Unit(u) => self.unit(*u),
            Who::Staff(_) => staff.iter().position(|l| l.who == *w).map(|i| units.len() + i),
        };
        let places: Vec<Option<usize>> = now.iter().map(place).collect();
        let looker = |(who, i): (&Who, &Option<usize>)| match i {
            Some(i) => self.all[*i].clone(),
            None => Looker { who: *who, stand: who.stands(f), eyes: OnceLock::new(), stirred: 0.0 },
        };
        self.all = now.iter().zip(&places).map(looker).collect();
        self.units = now.iter().filter(|w| matches!(w, Who::Unit(_))).count();
        // Those who stood side by side in the list mostly still do.
        let beside = |a: &Option<usize>, b: &Option<usize>| a.is_some() && a.map(|i| i + 1) == *b;
        let runs: Vec<&[Option<usize>]> = places.chunk_by(beside).collect();
        for m in &mut self.marks {
            let mut asked = Vec::with_capacity(places.len());
            for run in &runs {
                match run[0] {
                    Some(i) => asked.extend_from_slice(&m.asked[i..i + run.len()]),
                    None => asked.push(Asked::NEVER),
                }
            }
            m.asked = asked;
            m.seer = None;
        }
        self.along = (0..self.units as u16).map(|i| (0.0, i)).collect();
    }

    /// Enemies are to be seen as they stand now.
    fn show(&mut self, f: &Field) {
        let enemies = || f.enemies(self.side).map(|e| e.id);
        let marks = sight::Marks::of(f, self.side.other());
        if !enemies().eq(self.marks.iter().map(|m| m.who)) {
            let mut then = std::mem::take(&mut self.marks).into_iter().peekable();
            let lookers = self.all.len();
            let new = |who: UnitId| Marked {
                who,
                mark: marks.of_unit(f, &f[who]),
                guise: Guise::of(&f[who]),
                stirred: 0.0,
                asked: vec![Asked::NEVER; lookers],
                seer: None,
            };
            let marked = |who: UnitId| {
                while then.next_if(|m| m.who < who).is_some() {}
                then.next_if(|m| m.who == who).unwrap_or_else(|| new(who))
            };
            self.marks = f.enemies(self.side).map(|e| e.id).map(marked).collect();
        }
        for m in &mut self.marks {
            let guise = Guise::of(&f[m.who]);
            let stays = std::mem::replace(&mut m.guise, guise) == guise;
            if let Some(mark) = marks.changed(f, &f[m.who], &m.mark, stays) {
                m.stirred += mark.strayed(&m.mark).min(FAR);
                m.mark = mark;
            }
        }
    }

    /// Does any unit or commander see this enemy as everybody stands now? Nobody is looked for but him, and nothing is kept of it. `None` if
    /// others look now, or over other ground.
    pub(super) fn spots(&self, f: &Field, enemy: &Unit) -> Option<bool> {
        let at = self.marks.binary_search_by_key(&enemy.id, |m| m.who).ok()?;
        let m = Some(&self.marks[at]).filter(|_| self.lie.is_of(f))?;
        if !self.are_all(f) {
            return None;
        }
        let mark = sight::mark(f, enemy);
        let come = m.stirred + mark.strayed(&m.mark).min(FAR);
        let sees = |i: usize| {
            let (l, asked) = (&self.all[i], &m.asked[i]);
            let stands = l.who.stands_otherwise(f, &l.stand);
            let strayed = stands.as_ref().map_or(0.0, |s| s.strayed(&l.stand).min(FAR));
            if asked.until >= come + l.stirred + strayed {
                return asked.sees;
            }
            let stand = stands.as_ref().unwrap_or(&l.stand);
            sight::too_far(f, stand, &mark).is_none()
                && sight::glance(f, &Eyes::of(f, stand), &mark, asked.before()).sees
        };
        let those = |saw: bool| (0..self.all.len()).filter(move |i| m.asked[*i].sees == saw);
        Some(m.seer.into_iter().chain(those(true)).chain(those(false)).any(sees))
    }

    /// Where a unit stands in the list.
    fn unit(&self, u: UnitId) -> Option<usize> {
        self.all[..self.units].binary_search_by_key(&Who::Unit(u), |l| l.who).ok()
    }

    /// Those units among them whose middle may be between two places from west to east.
    fn between(&self, west: f64, east: f64) -> &[(f64, u16)] {
        between(&self.along, west - self.widest, east + self.widest)
    }

    /// The commander of each command of the side who looks, by his place in the list; nobody if it has none.
    pub(super) fn commanders(&self, f: &Field) -> Vec<(CommandId, Option<usize>)> {
        let mut last = self.units;
        let mut of = |c: &Command| {
            commander(f, c)?;
            last += 1;
            Some(last - 1)
        };
        f.commands.iter().filter(|c| c.side == self.side).map(|c| (c.id, of(c))).collect()
    }

    /// A commander, by his place in the list, with those who are near enough to tell him.
    pub(super) fn commander(&self, f: &Field, he: usize) -> Commander {
        let near = match self.all[he].who {
            Who::Staff(s) => self.near(f, he, s),
            Who::Unit(_) => Vec::new(),
        };
        let far = f64::INFINITY;
        let none = (v2(far, far), v2(-far, -far));
        let wider = |(lo, hi): Box2, i: &usize| {
            let (least, most) = self.all[*i].stand.about();
            (v2(lo.x.min(least.x), lo.y.min(least.y)), v2(hi.x.max(most.x), hi.y.max(most.y)))
        };
        let all = || near.iter().chain([&he]);
        let about = all().fold(none, wider);
        let top = all().map(|i| self.all[*i].stand.top()).max().unwrap_or(0);
        Commander { he, near, about, top }
    }

    /// Cheap: may a commander or one of those near him be near enough to see an enemy, by his place in the list?
    pub(super) fn reaches(&self, f: &Field, k: usize, c: &Commander) -> bool {
        let (at, most) = sight::seen_from_step(f, &self.marks[k].mark, c.top);
        let (lo, hi) = c.about;
        let off = v2((lo.x - at.x).max(at.x - hi.x).max(0.0), (lo.y - at.y).max(at.y - hi.y).max(0.0));
        off.len2() <= most * most
    }

    fn near(&self, f: &Field, he: usize, s: StaffId) -> Vec<usize> {
        let far = melee().command_cm + self.all[he].stand.radius() + 2.0;
        let at = self.all[he].stand.middle();
        let units = self.between(at - far, at + far).iter().map(|x| usize::from(x.1));
        let unit = |i: &usize| match self.all[*i].who {
            Who::Unit(u) => reach::near(f, s, &f[u]),
            Who::Staff(_) => false,
        };
        let mut near: Vec<usize> = units.filter(unit).collect();
        // Whoever he is with is always near.
        let with = f[s].with.and_then(|u| self.unit(u)).filter(|i| !near.contains(i) && unit(i));
        near.extend(with);
        near
    }

    /// Those staff figures of the side who look but are not among them.
    pub(super) fn others(&self, f: &Field) -> Vec<Eyes> {
        let among = |s: StaffId| self.all[self.units..].iter().any(|l| l.who == Who::Staff(s));
        let other = |s: &&Staff| s.side == self.side && s.present() && !among(s.id);
        f.staff.iter().filter(other).map(|s| Eyes::of_staff(f, s)).collect()
    }

    /// Does any unit or commander see this? Nothing is kept of it: nobody asks for it but who looks at a page.
    pub(super) fn spy(&self, f: &Field, m: &Mark) -> bool {
        let (west, east) = sight::reach_along(f, m);
        let units = self.between(west, east).iter().map(|x| &self.all[usize::from(x.1)]);
        let sees = |l: &Looker| {
            let eyes = || l.eyes.get_or_init(|| Arc::new(Eyes::of(f, &l.stand)));
            sight::too_far(f, &l.stand, m).is_none() && sight::spies(f, eyes(), m)
        };
        units.chain(&self.all[self.units..]).any(sees)
    }

    /// The look at an enemy, by his place in the list.
    pub(super) fn at<'a>(&'a mut self, f: &'a Field, k: usize, across: Option<&'a Looks>) -> Look<'a> {
        let reach = sight::reach_along(f, &self.marks[k].mark);
        let along = between(&self.along, reach.0 - self.widest, reach.1 + self.widest);
        let looks_back = |l: &&'a Looks| l.all.get(k).is_some_and(|x| x.who == Who::Unit(self.marks[k].who));
        let back = across.filter(looks_back).map(|l| Back { looks: l, he: k });
        Look { f, lookers: &self.all, units: self.units, along, at: &mut self.marks[k], back, by: None }
    }
}

/// What came of the other side's looks as everybody stands now: the enemy who is looked at has looked, too.
#[derive(Clone, Copy, Debug)]
struct Back<'a> {
    looks: &'a Looks,
    /// His place among those who looked.
    he: usize,
}

impl Back<'_> {
    /// What came of his look at a unit, by its place in the list, if it was asked and still holds; and for how long.
    fn at(&self, i: usize, who: Who) -> Option<(Asked, f64)> {
        let m = self.looks.marks.get(i).filter(|m| Who::Unit(m.who) == who)?;
        let asked = m.asked.get(self.he)?;
        let left = asked.until - (m.stirred + self.looks.all[self.he].stirred);
        (left >= 0.0).then_some((*asked, left))
    }
}

/// Who sees an enemy, each asked once.
#[derive(Debug)]
pub(super) struct Look<'a> {
    f: &'a Field,
    lookers: &'a [Looker],
    /// So many of them are units.
    units: usize,
    /// Units that may be near enough.
    along: &'a [(f64, u16)],
    at: &'a mut Marked,
    back: Option<Back<'a>>,
    /// What hid him from who was asked last.
    by: Option<u16>,
}

impl Look<'_> {
    fn sees(&mut self, i: usize) -> bool {
        let (f, l, m) = (self.f, &self.lookers[i], &self.at.mark);
        let (now, asked) = (l.stirred + self.at.stirred, &mut self.at.asked[i]);
        if asked.until < now {
            // What hides him from one mostly hides him from the next.
            let before = match asked.before() {
                Before::Unknown | Before::Hidden(None) if self.by.is_some() => Before::Hidden(self.by),
                known => known,
            };
            let far = || sight::too_far(f, &l.stand, m).map(Glance::hidden);
            let eyes = || l.eyes.get_or_init(|| Arc::new(Eyes::of(f, &l.stand)));
            let look = || {
                let back = self.back.and_then(|b| b.at(i, l.who));
                match back {
                    // Where every line is closed, whoever looks sees nothing.
                    Some((a, left)) if a.shut == Shut::All => {
                        Glance { by: a.by, shut: Shut::All, ..Glance::hidden(left) }
                    }
                    Some((a, _)) if a.shut == Shut::Places => sight::glance_at_nearest(f, eyes(), m),
                    _ => {
                        let likely = back.and_then(|(a, _)| a.back()).filter(|_| !asked.sees);
                        sight::glance(f, eyes(), m, likely.unwrap_or(before))
                    }
                }
            };
            let Glance { sees, holds, ray, by, shut } = far().unwrap_or_else(look);
            *asked = Asked { sees, until: now + holds.min(FAR / 2.0), ray, by, shut };
            self.by = by.or(self.by);
        }
        asked.sees
    }

    /// How the commander of a command sees an enemy: with his own eyes, from which his staff sees (08.01.4), or by an own unit within
    /// command distance of him (08.01.5).
    pub(super) fn by_command(&mut self, c: &Commander) -> Option<Source> {
        if self.sees(c.he) {
            return Some(Source::Himself);
        }
        self.one_of(c.near.iter().copied()).map(|_| Source::Unit)
    }

    /// Who of those sees him? Who is known to see him still is found without looking; then who saw him before looks, and is likely to
    /// see him along the same line; then everybody else.
    fn one_of(&mut self, all: impl Iterator<Item = usize> + Clone) -> Option<usize> {
        let known = all.clone().find(|i| self.saw(*i) && self.still(*i));
        let again = |l: &mut Self| all.clone().find(|i| l.saw(*i) && l.sees(*i));
        known.or_else(|| again(self)).or_else(|| all.clone().find(|i| self.sees(*i)))
    }

    /// Does any unit or staff figure see him, those others among them?
    pub(super) fn by_side(&mut self, others: &[Eyes]) -> bool {
        self.by_any() || others.iter().any(|e| sight::spies(self.f, e, &self.at.mark))
    }

    /// Does any unit or commander see him? Who was found to see him last is asked first.
    pub(super) fn by_any(&mut self) -> bool {
        if self.at.seer.is_some_and(|i| self.saw(i) && self.still(i)) {
            return true;
        }
        let (along, staff) = (self.along, self.units..self.lookers.len());
        let seer = self.one_of(along.iter().map(|x| usize::from(x.1)).chain(staff));
        self.at.seer = seer;
        seer.is_some()
    }

    /// Did somebody see him when that was last asked?
    fn saw(&self, i: usize) -> bool {
        self.at.asked[i].sees
    }

    /// Is what was found of somebody then still so?
    fn still(&self, i: usize) -> bool {
        self.at.asked[i].until >= self.lookers[i].stirred + self.at.stirred
    }
}

fn between(along: &[(f64, u16)], west: f64, east: f64) -> &[(f64, u16)] {
    let first = along.partition_point(|x| x.0 < west);
    let last = along.partition_point(|x| x.0 <= east);
    &along[first..last.max(first)]
}

impl Who {
    fn stands(self, f: &Field) -> Stand {
        match self {
            Who::Unit(u) => Stand::of_unit(f, &f[u]),
            Who::Staff(s) => Stand::of_staff(f, &f[s]),
        }
    }

    /// How he stands now, if that is otherwise than before.
    fn stands_otherwise(self, f: &Field, before: &Stand) -> Option<Stand> {
        match self {
            Who::Unit(u) => before.changed(f, f.rects(&f[u]), f[u].inside),
            Who::Staff(s) => before.changed_staff(f, &f[s]),
        }
    }
}

/// Who of a side looks: its units in the order of the list, then its commanders.
fn lookers(f: &Field, side: Side) -> impl Iterator<Item = Who> + '_ {
    f.side(side).map(|u| Who::Unit(u.id)).chain(staff_lookers(f, side))
}

fn staff_lookers(f: &Field, side: Side) -> impl Iterator<Item = Who> + '_ {
    let staff = f.commands.iter().filter(move |c| c.side == side).filter_map(|c| commander(f, c));
    staff.map(Who::Staff)
}

fn commander(f: &Field, c: &Command) -> Option<StaffId> {
    c.commander.filter(|s| f[*s].present())
}
