//! Facts of support and of melee that the table tells (12.03, 14.02): distance, angle and obstacles between a unit and its support, the
//! soutien of a skirmish line, uphill, momentum.

use crate::book::march::STREAM;
use crate::book::numbers;
use crate::book::stand::{BASE_CONTACT, COLUMN, SMALL_TURN};
use crate::contact;
use crate::cover;
use crate::field::{Field, Level, box_of, least_gap};
use crate::going::{self, How};
use crate::ground::{Patch, PatchKind, grown};
use crate::procedures::melee::{Approach, Attack, Ground};
use crate::procedures::support::{
    DisorderedSoutien, InFan, MaySupportSituation, Pressed, SingleFileSoutien, Soutien, SoutienSituation,
    SupportAngle, SupportMarch, has_soutien, most_from_soutien, needs_none,
};
use crate::reading;
use crate::sides::{self, Struck};
use crate::troop::{Arm, Cover, Formation, Gait, Obstacle, State};
use crate::unit::{CommandId, Record, Unit, UnitId};
use crate::{clause, place, rule, stance};
use ::ground::Arc;
use smallvec::SmallVec;
use std::cell::OnceCell;
use table::{Base, EPS, V2};
use umpire::Clause;

/// Degrees outwards from the wings within which a supported unit lies (12.03.7.5).
const FAN: f64 = numbers::SUPPORT_ANGLE;

/// Cm that are looked at for a turn's march: more than any march length.
const FAR: f64 = 120.0;

/// The brigade, or regiment with a commander of its own under none, to which a command belongs.
pub fn brigade(f: &Field, command: CommandId) -> CommandId {
    let mut chain = std::iter::successors(Some(command), |c| f[*c].above);
    chain.find(|c| f[*c].level >= Level::Brigade).unwrap_or(command)
}

/// A turn's ordinary march of a unit from a place towards another, over the ground between, in cm.
pub fn march_towards(f: &Field, u: &Unit, from: V2, to: V2) -> f64 {
    let dir = (to - from).unit();
    let foot = Base { front: from, dir, width: 4.0 * EPS, depth: 4.0 * EPS };
    let mut c = going::course(f, u, &foot, dir, FAR, &How::ahead(Gait::March));
    c.gates.clear();
    c.reach(1.0)
}

/// How much of a unit lies in the fan before another's fronts (12.03.7.5).
pub fn in_fan(f: &Field, supporter: &Unit, supported: &Unit) -> InFan {
    let rects = f.rects(supported);
    let mut most = InFan::Nothing;
    for front in sides::fronts(supporter) {
        let fan = Arc::of_front(&front, FAN);
        if rects.iter().all(|r| r.corners().iter().all(|c| fan.holds(*c))) {
            return InFan::Whole;
        }
        if rects.iter().any(|r| fan.nearest(r, front.front).is_some()) {
            most = InFan::SomePart;
        }
    }
    most
}

/// One unit as the support of another, as far as the table tells (12.03.7). Whoever asks adds what is ordered and who fights.
pub fn may_support(f: &Field, supporter: &Unit, supported: &Unit) -> MaySupportSituation {
    let from = supporter.base.front;
    let to = ::ground::nearest_of(&f.rects(supported), from);
    MaySupportSituation {
        march: march_towards(f, supporter, from, to),
        supported_march: march_towards(f, supported, from, to),
        barred: going::closed_between(f, supporter, from, to).is_some_and(never),
        ..may_support_at_best(f, supporter, supported)
    }
}

/// The same if the ground between were open: who may not support so may not at all.
pub fn may_support_at_best(f: &Field, supporter: &Unit, supported: &Unit) -> MaySupportSituation {
    let from = supporter.base.front;
    let to = ::ground::nearest_of(&f.rects(supported), from);
    // A line that is sent out is no part split off: its figures are the tactical unit's (04.02.3, 04.03.2).
    let whole = |u: &Unit| u.figures.saturating_add(f.line_of(u.id).map_or(0, |l| l.figures));
    MaySupportSituation {
        supporter: supporter.arm,
        supporter_figures: whole(supporter),
        supporter_formation: supporter.counts_as(),
        supporter_state: supporter.state,
        tactical_unit: supporter.body.is_none(),
        supported: supported.arm,
        supported_figures: whole(supported),
        supported_formation: supported.counts_as(),
        distance: from.dist(to),
        march: FAR,
        supported_march: FAR,
        in_contact_distance: contact::lies_in(f, supporter, supported),
        in_fan: in_fan(f, supporter, supported),
        barred: false,
        engaged: false,
        attack_order: false,
        supports_another: false,
        same_brigade: brigade(f, supporter.command) == brigade(f, supported.command),
        on_slip: true,
        attacks: false,
        support_march: SupportMarch::pick(f.readings.is(reading!("support-march", "supported"))),
        support_angle: SupportAngle::pick(f.readings.is(reading!("support-angle", "whole-unit"))),
    }
}

/// Cheap: might one unit support another? Who might not may not.
pub fn might_support(f: &Field, supporter: &Unit, supported: &Unit) -> bool {
    use Formation::{AttackColumn, Line, Mass, Square};
    let formed = matches!(supporter.counts_as(), AttackColumn | Line | Mass | Square);
    supporter.body.is_none()
        && supporter.state.intact()
        && matches!(supporter.arm, Arm::Infantry | Arm::Cavalry)
        && formed
        && !f.far_apart(supporter, supported, FAR)
        && brigade(f, supporter.command) == brigade(f, supported.command)
        && within_a_march(f, supporter, supported)
}

/// Is the way from one unit to another no longer than a turn's march on the best of grounds?
fn within_a_march(f: &Field, supporter: &Unit, supported: &Unit) -> bool {
    let of = if f.readings.is(reading!("support-march", "supported")) { supported } else { supporter };
    let (middle, reach) = f.circle(supported);
    let least = middle.dist(supporter.base.front) - reach;
    least <= going::best_march(f, of) + 2.0 * EPS
}

/// Is what bars the way an impassable obstacle or ground, and not the table's edge?
fn never(by: Clause) -> bool {
    by != rule!("play.interrupt")
}

/// How far the farthest figure of a line is from the nearest of its soutien (14.02.3).
pub fn soutien_distance(f: &Field, line: &Unit, soutien: &Unit) -> f64 {
    distance_at(f, line, &line.base, soutien)
}

/// The same, were the line to stand there.
fn distance_at(f: &Field, line: &Unit, at: &Base, soutien: &Unit) -> f64 {
    distance_to(&f.rects(soutien), line, at)
}

/// The same from a soutien that stands there.
fn distance_to(behind: &[table::Rect], line: &Unit, at: &Base) -> f64 {
    let near = |r: &table::Rect| crate::field::least_gap(behind, &[*r]);
    let all = line.rects_at(at);
    // Those at both ends first: who is nearer than they are, by his middle, is not measured.
    let mut most: f64 = match &all[..] {
        [] => 0.0,
        [one] => near(one).max(0.0),
        [first, .., last] => near(first).max(near(last)).max(0.0),
    };
    for r in all.iter().skip(1).take(all.len().saturating_sub(2)) {
        let middle = behind.iter().map(|b| b.gap_to_point(r.centre)).fold(f64::INFINITY, f64::min);
        if middle + 1e-6 > most {
            most = most.max(near(r));
        }
    }
    most
}

/// How far along a way, and at most so far, a line has to go until it is near enough to its soutien again (14.02.3).
pub fn way_to_soutien(f: &Field, line: &Unit, soutien: &Unit, dir: V2, most: f64) -> f64 {
    let behind = f.rects(soutien);
    let near = |cm: f64| {
        let at = line.base.moved(dir * cm);
        distance_to(&behind, line, &at) <= most_from_soutien(line.arm) + EPS
    };
    if !near(most) || near(0.0) {
        return most;
    }
    let (mut far, mut enough) = (0.0, most);
    // To less than a hundredth of a millimetre.
    while enough - far > 5e-4 {
        let middle = f64::midpoint(far, enough);
        if near(middle) { enough = middle } else { far = middle }
    }
    enough
}

/// The unit that is, or would be, the soutien of a skirmish line or swarm: its body if that can be one, otherwise the nearest own closed unit
/// of its size that serves no other; if there is none, its body all the same (14.02.2, 14.02.4.b).
pub fn soutien_of<'f>(f: &'f Field, line: &Unit) -> Option<&'f Unit> {
    body_serves(f, line).or_else(|| {
        let sent = Sent::of(f);
        let takers = Takers::before(f, &sent, line);
        nearest_to_serve(f, &sent, line, |u| takers.take(u))
    })
}

/// The same, where it is known who has sent out lines and who is taken by others.
pub(crate) fn soutien_among<'f>(
    f: &'f Field,
    sent: &Sent,
    line: &Unit,
    taken: impl Fn(UnitId) -> bool,
) -> Option<&'f Unit> {
    body_serves(f, line).or_else(|| nearest_to_serve(f, sent, line, taken))
}

/// The nearest own closed unit of the size of a line that serves no other.
struct Nearest<'f> {
    /// It, or the body of the line if there is none.
    unit: Option<&'f Unit>,
    /// How far off it is, and how far the next is at least.
    gap: f64,
    next: f64,
}

fn nearest_to_serve<'f>(
    f: &'f Field,
    sent: &Sent,
    line: &Unit,
    taken: impl Fn(UnitId) -> bool,
) -> Option<&'f Unit> {
    let least = |u: &'f Unit| (least_from(f, line, u), u);
    let fits = |u: &&Unit| fits(f, sent, line, u);
    let mut all: MayServe<'f> = f.side(line.side).filter(fits).map(least).collect();
    // Whether somebody is taken is asked of the nearest alone, who mostly is not.
    loop {
        let nearest = nearest_of(f, line, all.clone()).unit;
        let Some(u) = nearest.filter(|u| all.iter().any(|x| x.1.id == u.id) && taken(u.id)) else {
            return nearest;
        };
        all.retain(|x| x.1.id != u.id);
    }
}

/// A line or swarm that looks for a soutien elsewhere than with its body.
pub(crate) fn looks_elsewhere(f: &Field, u: &Unit) -> bool {
    u.skirmishing() && u.state.intact() && body_serves(f, u).is_none()
}

/// Those of its side listed before a line who look for a soutien elsewhere than with their body: each unit is the soutien of one alone, the
/// first in the list first (04.02.3, 04.03.2). Whom one of them takes is found when that is asked.
struct Takers<'f> {
    f: &'f Field,
    sent: &'f Sent,
    lines: SmallVec<[&'f Unit; 16]>,
    takes: SmallVec<[OnceCell<Option<UnitId>>; 16]>,
    /// Those of the side who may serve at all: most serve nobody, however few a line is.
    own: OnceCell<SmallVec<[&'f Unit; 64]>>,
}

impl<'f> Takers<'f> {
    fn before(f: &'f Field, sent: &'f Sent, line: &Unit) -> Takers<'f> {
        let before = |o: &&Unit| o.id < line.id && looks_elsewhere(f, o);
        let lines: SmallVec<[&Unit; 16]> = f.side(line.side).filter(before).collect();
        let takes = lines.iter().map(|_| OnceCell::new()).collect();
        Takers { f, sent, lines, takes, own: OnceCell::new() }
    }

    /// Is a unit the soutien of any of them?
    fn take(&self, u: UnitId) -> bool {
        self.first_take(self.lines.len(), u)
    }

    /// Of one of the first so many? Who is out of reach is nobody's.
    fn first_take(&self, n: usize, u: UnitId) -> bool {
        let near = |k: &usize| !out_of_soutien_reach(self.f, self.lines[*k], &self.f[u]);
        (0..n).filter(near).any(|k| *self.takes[k].get_or_init(|| self.taken_by(k)) == Some(u))
    }

    fn taken_by(&self, k: usize) -> Option<UnitId> {
        let (f, line) = (self.f, self.lines[k]);
        let may = |u: &&Unit| may_serve(f, self.sent, u);
        let own = self.own.get_or_init(|| f.side(line.side).filter(may).collect());
        let found = elsewhere(f, self.sent, line, 0.0, own.iter().copied(), |u| self.first_take(k, u));
        found.by.filter(|_| needs_no_soutien(f, line, || None).is_none())
    }
}

/// The nearest of those who may serve a line, each given with how far it is from it at least.
fn nearest_of<'f>(f: &'f Field, line: &Unit, mut all: MayServe<'f>) -> Nearest<'f> {
    let first = all.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|x| x.1);
    let Some((first, figure)) = first.zip(line.rects().first().copied()) else {
        let body = line.body.map(|b| &f[b]).filter(|b| b.on_table() && b.closed());
        return Nearest { unit: body, gap: f64::INFINITY, next: f64::INFINITY };
    };
    // It is no farther off than from one figure of the line: whoever certainly is, is not measured.
    let most = f.gap_to_point(first, figure.centre) + 2.0 * EPS;
    let next = all.iter().map(|x| x.0).filter(|least| *least > most).fold(f64::INFINITY, f64::min);
    all.retain(|x| x.0 <= most);
    all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut found = Nearest { unit: None, gap: f64::INFINITY, next };
    // As [`Field::gap`], with the bases of the line laid once.
    let here = f.rects(line);
    for (_, u) in all {
        let least = apart_at_least(line, u);
        if least > found.gap {
            found.next = found.next.min(least);
            continue;
        }
        let there = f.rects(u);
        let gap = if line.id <= u.id { least_gap(&here, &there) } else { least_gap(&there, &here) };
        let nearer = |o: &Unit| gap < found.gap || (gap == found.gap && u.id < o.id);
        if found.unit.is_none_or(nearer) {
            found = Nearest { unit: Some(u), gap, next: found.next.min(found.gap) };
        } else {
            found.next = found.next.min(gap);
        }
    }
    found
}

/// How far two are from each other at least, by the ground that each takes up with all its bases.
fn apart_at_least(a: &Unit, b: &Unit) -> f64 {
    let strays = |u: &Unit| u.inside.is_some() || u.bent();
    if strays(a) || strays(b) {
        return 0.0;
    }
    a.base.rect().grown(EPS).gap(&b.base.rect().grown(EPS))
}

/// Units that may serve a line, each with how far it is from it at least.
type MayServe<'f> = SmallVec<[(f64, &'f Unit); 16]>;

/// How many lines and swarms each unit has out on the table, by its place in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sent(Vec<u8>);

impl Sent {
    pub(crate) fn of(f: &Field) -> Sent {
        let mut sent = Sent::default();
        sent.afresh(f.units.len());
        f.present().for_each(|u| sent.note(u));
        sent
    }

    /// Nobody of so many has sent one.
    pub(crate) fn afresh(&mut self, units: usize) {
        self.0.clear();
        self.0.resize(units, 0);
    }

    /// One who is on the table may be a line of another.
    pub(crate) fn note(&mut self, u: &Unit) {
        if let Some(b) = u.body {
            self.0[b.index()] = self.0[b.index()].saturating_add(1);
        }
    }

    /// How many a unit has sent.
    pub(crate) fn by(&self, u: UnitId) -> u8 {
        self.0[u.index()]
    }

    /// Who has sent more or fewer than before.
    pub(crate) fn otherwise_than(&self, was: &Sent) -> impl Iterator<Item = UnitId> {
        let both = self.0.iter().zip(&was.0).enumerate();
        both.filter(|(_, (is, was))| is != was).map(|(i, _)| UnitId(i as u16))
    }

    /// Has a unit sent any?
    fn any(&self, u: UnitId) -> bool {
        self.0[u.index()] > 0
    }

    /// Has it sent another than this one?
    fn another(&self, u: UnitId, line: &Unit) -> bool {
        self.0[u.index()] > u8::from(line.body == Some(u) && line.on_table())
    }
}

/// How far a unit is from a line at least.
fn least_from(f: &Field, line: &Unit, u: &Unit) -> f64 {
    let ((here, reach), (there, about)) = (f.circle(line), f.circle(u));
    here.dist(there) - reach - about
}

/// Stands a unit so that it may be a soutien (14.02.2)?
fn formed(f: &Field, u: &Unit) -> bool {
    let single_file = f.readings.is(reading!("single-file-soutien", "counts"));
    let disordered = !f.readings.is(reading!("disordered-soutien", "no"));
    !matches!(u.counts_as(), Formation::MarchColumn | Formation::Clump)
        && (u.counts_as() != Formation::SingleFile || single_file)
        && (u.state != State::Disorder || disordered)
}

/// The body of a line if that can be its soutien, wherever it stands (14.02.2).
fn body_serves<'f>(f: &'f Field, line: &Unit) -> Option<&'f Unit> {
    let body = line.body.map(|b| &f[b]).filter(|b| b.on_table() && b.closed());
    body.filter(|b| formed(f, b) && (b.figures >= line.figures || line.cossacks()))
}

/// Is an own unit closed, of the size of a line or larger, and has it sent out none itself?
fn fits(f: &Field, sent: &Sent, line: &Unit, u: &Unit) -> bool {
    is_large_enough(line, u) && may_serve(f, sent, u)
}

fn is_large_enough(line: &Unit, u: &Unit) -> bool {
    u.figures >= line.figures && u.id != line.id
}

/// Is a unit closed, and has it sent out no line itself?
fn may_serve(f: &Field, sent: &Sent, u: &Unit) -> bool {
    !sent.any(u.id) && u.arm != Arm::Artillery && u.arm != Arm::Train && u.closed() && formed(f, u)
}

/// So many cm more or less are no more than the last bit of a measure.
const HAIR: f64 = 0.01;

/// Has a line a soutien in its body, if that can be one wherever it stands (14.02.2, 14.02.3)? The body, whether it is one, and until how
/// many cm both together have come about that holds, while neither changes his strength, formation or state and nobody sends out a line or
/// draws it in.
pub(crate) fn with_body(f: &Field, sent: &Sent, line: &Unit) -> Option<(UnitId, bool, f64)> {
    let body = body_serves(f, line)?;
    let (has, spare) = is_soutien(f, sent, line, body);
    Some((body.id, has, spare))
}

/// Is a unit near enough and otherwise such that it is the soutien of a line, and how far is it from not being it, or from being it?
fn is_soutien(f: &Field, sent: &Sent, line: &Unit, s: &Unit) -> (bool, f64) {
    let s = Soutien {
        figures: s.figures,
        formation: s.counts_as(),
        state: s.state,
        distance: soutien_distance(f, line, s),
        serves_another: sent.another(s.id, line),
    };
    let has = has_soutien(&SoutienSituation { soutien: Some(s), ..soutien_without(f, line) }).is_ok();
    (has, (s.distance - most_from_soutien(line.arm) - EPS).abs() - HAIR)
}

/// What a line that has none in its body finds of others (14.02.2, 14.02.3).
pub(crate) struct Elsewhere {
    /// Its soutien, if it has one.
    pub by: Option<UnitId>,
    /// All of its side who are so near that they might be, and whether one may be as he stands.
    pub near: SmallVec<[(UnitId, bool); 16]>,
    /// It holds until the line and one of these who may be it have come about by so many cm together,
    pub cm: f64,
    /// and the line and one who is not among them by so many; while none of these changes his strength, formation or state, nobody sends
    /// out a line or draws it in, and no other of them is another's soutien.
    pub room: f64,
}

/// How far others may be from a line at most, from circle to circle, to count as near with so much room.
pub(crate) fn as_near(line: &Unit, room: f64) -> f64 {
    most_from_soutien(line.arm) + EPS + room + HAIR
}

/// Cheap: is a unit certainly too far from a line to be its soutien?
pub fn out_of_soutien_reach(f: &Field, line: &Unit, u: &Unit) -> bool {
    f.far_apart(line, u, as_near(line, 0.0))
}

/// The same, where everybody counts as near who is not by so many cm too far off: they are among those given, in the order of the list. `taken`
/// says who is another's soutien.
pub(crate) fn elsewhere<'f>(
    f: &'f Field,
    sent: &Sent,
    line: &Unit,
    room: f64,
    among: impl Iterator<Item = &'f Unit>,
    taken: impl Fn(UnitId) -> bool,
) -> Elsewhere {
    let most = most_from_soutien(line.arm) + EPS;
    let (here, reach) = f.circle(line);
    let far = as_near(line, room);
    let (mut near, mut all) = (SmallVec::new(), MayServe::new());
    for u in among.filter(|u| u.id != line.id) {
        let (there, about) = f.circle(u);
        let (off, within) = (here - there, far + reach + about);
        if off.len2() > within * within {
            continue;
        }
        let may = fits(f, sent, line, u) && !taken(u.id);
        near.push((u.id, may));
        if may {
            all.push((off.len() - reach - about, u));
        }
    }
    if all.is_empty() {
        return Elsewhere { by: None, near, cm: f64::INFINITY, room };
    }
    let Nearest { unit, gap, next } = nearest_of(f, line, all);
    let (has, spare) = unit.map_or((false, f64::INFINITY), |s| is_soutien(f, sent, line, s));
    // The nearest is the nearest until another may be; and where all are too far off it does not matter which of them is.
    let stays = if next.is_finite() { (next - gap) / 2.0 - HAIR } else { f64::INFINITY };
    let spare = spare.min(stays);
    let cm = if has { spare } else { spare.max(gap.min(next) - most - HAIR) };
    Elsewhere { by: unit.filter(|_| has).map(|s| s.id), near, cm, room }
}

/// A skirmish line or swarm and its soutien as the procedures ask for them; `enemy` is where the enemy is to whom its obstacle or cover must
/// be (14.02.1). Whoever asks adds who presses it.
pub fn soutien(f: &Field, line: &Unit, enemy: Option<V2>) -> SoutienSituation {
    SoutienSituation { soutien: soutien_behind(f, line), ..soutien_aside(f, line, enemy) }
}

/// By which clause it needs none where it stands (14.02.1): where the enemy is, is asked only where it matters.
pub fn needs_no_soutien(f: &Field, line: &Unit, enemy: impl FnOnce() -> Option<V2>) -> Option<Clause> {
    let (plantation, built_up) = grown_or_built(f, line);
    if plantation || built_up {
        return needs_none(&SoutienSituation { plantation, built_up, ..soutien_without(f, line) });
    }
    // Only who stands at something stands behind it.
    let may = line.arm == Arm::Infantry && at_line(f, line) && cover::at_object(f, line);
    if may { needs_none(&soutien_aside(f, line, enemy())) } else { None }
}

/// Does a unit perhaps stand at a linear object?
pub fn at_line(f: &Field, u: &Unit) -> bool {
    let (middle, reach) = f.circle(u);
    let reach = table::v2(reach, reach);
    let within = BASE_CONTACT + EPS;
    // Where none comes near all of it, none comes near a base of it.
    if f.lines.near((middle - reach, middle + reach), within).next().is_none() {
        return false;
    }
    let about = box_of(&f.rects(u));
    f.lines.near(about, within).any(|(_, l)| !l.passes_by(about, within))
}

/// Cm that a line has room in which it stays clear of all by which it might need no soutien (14.02.1); 0 where it stands at some of it, or
/// nearly. `None` at a linear object where it depends on the enemy.
pub(crate) fn clear_of_ground(f: &Field, line: &Unit) -> Option<f64> {
    if at_line(f, line) {
        let anyhow = line.arm != Arm::Infantry || grown_or_built(f, line) != (false, false);
        return anyhow.then_some(0.0);
    }
    let about = grown(box_of(&f.rects(line)), CLEAR);
    let counts = |p: &Patch| matches!(p.kind, PatchKind::Plantation | PatchKind::Town | PatchKind::Garden);
    let clear = line.inside.is_none()
        && !f.ground.patches_in(about).any(counts)
        && f.lines.near(about, BASE_CONTACT + EPS).all(|(_, l)| l.passes_by(about, BASE_CONTACT + EPS));
    Some(if clear { CLEAR } else { 0.0 })
}

/// So far off, in cm, ground does not matter for a while.
const CLEAR: f64 = 6.0;

/// Does it stand in a plantation, and in a built-up area?
fn grown_or_built(f: &Field, line: &Unit) -> (bool, bool) {
    let (mut plantation, mut built_up) = (false, line.inside.is_some());
    for p in f.on_patches(line) {
        plantation |= p.kind == PatchKind::Plantation;
        built_up |= matches!(p.kind, PatchKind::Town | PatchKind::Garden);
    }
    (plantation, built_up)
}

/// A line but for its soutien: enough to know whether it needs one (14.02.1).
fn soutien_aside(f: &Field, line: &Unit, enemy: Option<V2>) -> SoutienSituation {
    let (mut obstacle, mut shelter) = (Obstacle::None, Cover::None);
    let from = enemy.unwrap_or(line.base.front + line.base.dir * 10.0);
    let to = ::ground::nearest_of(&line.rects(), from);
    for l in cover::passed(f, line, from, to) {
        obstacle = obstacle.max(l.obstacle);
        shelter = shelter.max(l.cover);
    }
    let (plantation, built_up) = grown_or_built(f, line);
    SoutienSituation { obstacle, cover: shelter, plantation, built_up, ..soutien_without(f, line) }
}

/// The same wherever the line may stand: enough to know whether it has a soutien (14.02.2, 14.02.3).
pub fn soutien_anywhere(f: &Field, line: &Unit) -> SoutienSituation {
    soutien_in(f, line, soutien_of(f, line))
}

/// The same with that unit as its soutien.
pub(crate) fn soutien_in(f: &Field, line: &Unit, s: Option<&Unit>) -> SoutienSituation {
    let soutien = s.map(|s| as_soutien(f, line, s));
    SoutienSituation { soutien, ..soutien_without(f, line) }
}

/// The soutien of a line as the procedures ask for it.
fn soutien_behind(f: &Field, line: &Unit) -> Option<Soutien> {
    soutien_of(f, line).map(|s| as_soutien(f, line, s))
}

fn as_soutien(f: &Field, line: &Unit, s: &Unit) -> Soutien {
    Soutien {
        figures: s.figures,
        formation: s.counts_as(),
        state: s.state,
        distance: soutien_distance(f, line, s),
        serves_another: f.units.lines_of(s.id).any(|o| o.id != line.id && o.on_table()),
    }
}

/// A line wherever it may stand and whoever is behind it.
fn soutien_without(f: &Field, line: &Unit) -> SoutienSituation {
    SoutienSituation {
        arm: line.arm,
        figures: line.figures,
        nation: line.nation,
        obstacle: Obstacle::None,
        cover: Cover::None,
        plantation: false,
        built_up: false,
        soutien: None,
        cossacks: line.cossacks() && line.body.is_some(),
        pressed: Pressed::Nobody,
        stands: false,
        single_file: SingleFileSoutien::pick(f.readings.is(reading!("single-file-soutien", "counts"))),
        disordered: DisorderedSoutien::pick(f.readings.is(reading!("disordered-soutien", "no"))),
    }
}

/// Does the attacker attack uphill: is one of his figures on a lower hill step than the other unit (12.03.5)?
pub fn uphill(f: &Field, attacker: &Unit, enemy: &Unit) -> Option<Clause> {
    let there = f.rects(enemy).iter().map(|r| f.level(r.centre)).max().unwrap_or(0);
    let lower = if attacker.by_figures() && !attacker.skirmishing() {
        attacker.drawn_up().places(&attacker.base).iter().any(|p| f.level(*p) < there)
    } else {
        attacker.rects().iter().any(|r| f.level(r.centre) < there)
    };
    lower.then(|| clause!("12.03.5"))
}

/// How a unit attacks another, as far as table and record tell; whoever asks adds what it did before a melee on the way.
pub fn attack(f: &Field, attacker: &Unit, enemy: &Unit, now: f64) -> Attack {
    let approach = match sides::attack(f, attacker, enemy).0 {
        Struck::Front => Approach::Front,
        Struck::Flank => Approach::Flank,
        Struck::Rear => Approach::Rear,
    };
    let charge =
        attacker.record.charge.filter(|c| c.ended.is_none()).map_or(0.0, |c| (now - c.began).max(0.0));
    Attack {
        straight: straight_on(attacker),
        charge,
        approach,
        obstacle: cover::obstacle_before(f, attacker, enemy).0,
        uphill: uphill(f, attacker, enemy).is_some(),
        ..Attack::default()
    }
}

/// Where a melee is fought.
pub fn ground(f: &Field, attacker: &Unit, enemy: &Unit) -> Ground {
    let town = |u: &Unit| {
        u.inside.is_some() || f.on_patches(u).any(|p| matches!(p.kind, PatchKind::Town | PatchKind::Garden))
    };
    let on_road = |u: &Unit| {
        let near = |t: &crate::ground::Track| {
            t.road.path.nearest(u.base.front).is_some_and(|n| n.0 <= t.road.width / 2.0 + EPS)
        };
        f.ground.tracks.iter().filter(|t| !t.path).any(near)
    };
    let built_up = town(attacker) || town(enemy);
    Ground { built_up, road: built_up && on_road(enemy) }
}

/// Has a march column no room for a wider formation where it stands (17.03.2.a)?
pub fn narrow(f: &Field, u: &Unit) -> bool {
    let marching = matches!(u.formation, Formation::MarchColumn | Formation::SingleFile);
    marching && u.inside.is_none() && !room_to_widen(f, u)
}

/// Is there room for a wider formation where a march column stands: of the narrowest attack column, or in line (17.03.2.a)?
fn room_to_widen(f: &Field, u: &Unit) -> bool {
    if !u.by_figures() {
        return place::room(f, u, &u.base, &u.base).is_ok();
    }
    let (least, _, ranks) = COLUMN;
    let column = u.figures.div_ceil(least) >= ranks;
    let mut after = u.clone();
    let to = if column { Formation::AttackColumn } else { Formation::Line };
    stance::form(&mut after, to, column.then_some(least), 0.0);
    let (was, is) = (u.base.rect(), after.base.rect());
    let fenced = f.lines.iter().filter(|l| l.obstacle != Obstacle::None).any(|l| {
        l.standing().iter().any(|(a, b)| {
            let fence = ::ground::strip(*a, *b, l.depth);
            fence.penetration(&is) > EPS && fence.penetration(&was) <= EPS
        })
    });
    !fenced && place::room(f, &after, &u.base, &after.base).is_ok()
}

/// Both flanks of the unit lean on an obstacle that the attacker cannot cross (12.03.2).
pub fn flanks_covered(f: &Field, u: &Unit, attacker: &Unit) -> bool {
    let b = &u.base;
    let how = How::ahead(Gait::March);
    let leans = |p: V2, q: V2| {
        let flank = table::Rect::between(p, q);
        let shut = |o: Obstacle| o != Obstacle::None && going::passage(f, attacker, o, &how).is_err();
        let near = crate::book::stand::BASE_CONTACT + EPS;
        let about = flank.bounds();
        let line =
            f.lines.iter().filter(|l| !l.passes_by(about, near) && shut(l.obstacle)).any(|l| {
                l.standing().iter().any(|(a, c)| ::ground::strip(*a, *c, l.depth).gap(&flank) <= near)
            });
        // A river that is crossed at fords alone is one, too (07.04.1.a).
        let shut_ground = |p: &Patch| match p.kind {
            PatchKind::Lake | PatchKind::Impassable | PatchKind::Swamp | PatchKind::Wood => true,
            PatchKind::Water => p.width > STREAM.1 + EPS,
            _ => false,
        };
        line || f.ground.buildings.iter().any(|h| h.rect().gap(&flank) <= near)
            || f.ground.patches_in(grown(about, near)).any(|p| shut_ground(p) && p.area.gap(&flank) <= near)
    };
    leans(b.front_left(), b.rear_left()) && leans(b.front_right(), b.rear_right())
}

/// Notes a march of so many cm in a direction for momentum (12.03.4): it is counted on within 20 degrees of where it began, and afresh
/// otherwise.
pub fn gone(r: &mut Record, dir: V2, cm: f64) {
    let same = r.heading.is_some_and(|h| h.angle_to(dir).to_degrees() <= SMALL_TURN + 1e-9);
    if same {
        r.straight += cm;
    } else {
        r.straight = cm;
        r.heading = Some(dir);
    }
}

/// How far it has come in the straight line in which it fronts now: who has wheeled out of it by more than 20 degrees since, or has gone
/// otherwise than ahead, has come nowhere (12.03.4).
pub fn straight_on(u: &Unit) -> f64 {
    let ahead = |h: V2| h.angle_to(u.base.dir).to_degrees() <= SMALL_TURN + 1e-9;
    if u.record.heading.is_some_and(ahead) { u.record.straight } else { 0.0 }
}

/// It halted, turned or was thrown back: momentum is counted afresh (12.03.4).
pub fn halted(r: &mut Record) {
    r.straight = 0.0;
    r.heading = None;
}
