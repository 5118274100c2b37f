//! Movement orders (03.03.4): each step judged where it will be made, and laid out plainly.

use super::{Case, Course, Primitive, own, path, works};
use crate::book::data;
use crate::clause;
use crate::field::Field;
use crate::ground::PatchKind;
use crate::order::{MoveOrder, Step};
use crate::reading;
use crate::say;
use crate::stance;
use crate::troop::{Arm, Formation, Kind, State};
use crate::unit::{Haste, RepairItem, Unit};
use table::{EPS, V2, v2};
use umpire::Refusal;

/// So many steps an order may have; nobody carries out more in five minutes.
const MOST_STEPS: usize = 40;

/// Lays out a movement order.
pub(super) fn course(case: &Case, m: &MoveOrder) -> Result<Course, Refusal> {
    let u = case.u;
    may_move(case, m)?;
    let mut w = Walk { case, m, at: u.clone(), steps: Vec::new(), written: Vec::new(), now: 0, open: false };
    for (i, s) in m.steps.iter().enumerate() {
        w.now = i as u16;
        if w.open {
            return Err(Refusal::by(clause!("play.clock"), say!("step-march-before-goes", number = i + 1)));
        }
        w.step(s, i + 1 == m.steps.len())?;
    }
    let mut course = Course {
        steps: w.steps,
        written: w.written,
        attack: m.attack,
        charge: m.charge,
        target: None,
        share: None,
        repair: m.repair,
    };
    if m.attack {
        attack(case, m, &mut course)?;
    } else if m.target.is_some() {
        return Err(Refusal::by(clause!("play.attack-target"), say!("only-attack-names-target")));
    }
    if m.charge {
        charge(case, &course)?;
    }
    Ok(course)
}

/// Whether the unit can be ordered to move at all.
fn may_move(case: &Case, m: &MoveOrder) -> Result<(), Refusal> {
    let u = case.u;
    if m.steps.is_empty() && m.repair.is_none() {
        return Err(Refusal::by(clause!("03.03.4.a"), say!("order-move-says-where")));
    }
    if m.steps.len() > MOST_STEPS {
        return Err(Refusal::form(say!("order-most-steps", most_steps = MOST_STEPS)));
    }
    if let Some(item) = m.repair {
        repair(u, item)?;
        if !m.steps.is_empty() {
            return Err(Refusal::by(clause!("06.03.6"), say!("battery-repairs-not-move")));
        }
        return Ok(());
    }
    if u.pinned(case.turn) {
        return Err(Refusal::by(clause!("04.02.8.a"), say!("pinned-stand-fire-reorganise", unit = &u.code)));
    }
    Ok(())
}

/// Whether a gun or limber can be repaired (06.03.6).
pub(super) fn repair(u: &Unit, item: RepairItem) -> Result<(), Refusal> {
    let Some(b) = u.battery.as_ref().filter(|b| b.unmanned.is_none()) else {
        return Err(Refusal::by(clause!("06.03.6"), say!("no-guns-repair", unit = &u.code)));
    };
    let (n, none) = match item {
        RepairItem::Gun => (b.damaged, say!("no-damaged-gun", unit = &u.code)),
        RepairItem::Limber => (b.limbers_damaged, say!("no-damaged-limber", unit = &u.code)),
    };
    if n == 0 {
        return Err(Refusal::by(clause!("06.03.6"), none));
    }
    if u.figures == 0 {
        return Err(Refusal::by(clause!("06.03.6"), say!("repair-takes-gunner-figure")));
    }
    Ok(())
}

/// Figures that take part in the attack: those still with the unit when companies are detached on the way.
pub(super) fn attackers(u: &Unit, m: &Course) -> u16 {
    let away: u32 = m
        .steps
        .iter()
        .map(|s| match s {
            Primitive::Detach { figures, .. } => u32::from(*figures),
            _ => 0,
        })
        .sum();
    u32::from(u.figures).saturating_sub(away) as u16
}

fn attack(case: &Case, m: &MoveOrder, course: &mut Course) -> Result<(), Refusal> {
    let u = case.u;
    if matches!(u.arm, Arm::Artillery | Arm::Wagon) {
        return Err(Refusal::by(clause!("07.01.4"), say!("kind-cannot-attack", kind = u.kind())));
    }
    if u.state >= State::Disorder {
        return Err(Refusal::by(
            clause!("07.01.4"),
            say!("state-cannot-attack", unit = &u.code, state = u.state),
        ));
    }
    if course.steps.iter().any(|s| matches!(s, Primitive::Back { .. })) {
        return Err(Refusal::by(clause!("07.01.1"), say!("attack-advance-not-go")));
    }
    if !course
        .steps
        .iter()
        .any(|s| matches!(s, Primitive::March { .. } | Primitive::Wheel { .. } | Primitive::Enter(_)))
    {
        return Err(Refusal::by(clause!("play.attack-target"), say!("attack-direction-march-wheel")));
    }
    course.target = m.target.as_deref().map(|t| case.enemy(t)).transpose()?;
    course.share = Some(crate::attack::attack_share(case.f, u, attackers(u, course)));
    Ok(())
}

fn charge(case: &Case, course: &Course) -> Result<(), Refusal> {
    let u = case.u;
    let horse = u.battery.as_ref().is_some_and(|b| b.horse && b.unmanned.is_none());
    if !course.attack && !horse {
        return Err(Refusal::by(clause!("03.03.4.b"), say!("only-horse-artillery-uses")));
    }
    if !horse && u.pace(Haste::Charge).is_none() {
        return Err(Refusal::by(
            clause!("03.03.4.b"),
            say!("no-charge-move", kind = u.kind(), formation = u.formation),
        ));
    }
    let rest = case.f.readings.number(reading!("charge-interval")) as u32;
    if u.record.last_charge.is_some_and(|t| case.turn < t.saturating_add(rest)) {
        return Err(Refusal::by(clause!("03.03.4.c"), say!("used-charge-move-last", unit = &u.code)));
    }
    if horse && u.battery.as_ref().is_some_and(|b| 2 * b.horses <= b.horses_of) {
        return Err(Refusal::by(clause!("06.03.5.a"), say!("lost-half-horses", unit = &u.code)));
    }
    let mut wheels = 0;
    for s in &course.steps {
        match s {
            Primitive::Wheel { degrees } => {
                wheels += 1;
                if wheels > 1 || degrees.abs() > data().d.charge_turn + EPS {
                    return Err(Refusal::by(
                        clause!("02.05.6"),
                        say!("charge-changes-direction-once", charge_turn = data().d.charge_turn),
                    ));
                }
            }
            Primitive::Face { .. }
            | Primitive::Form { .. }
            | Primitive::Detach { .. }
            | Primitive::Join(_) => {
                return Err(Refusal::by(clause!("02.05.6"), say!("unit-charges-changes-neither")));
            }
            Primitive::Back { .. } => {
                return Err(Refusal::by(clause!("02.06.2"), say!("nobody-charges-backwards")));
            }
            Primitive::March { .. } | Primitive::Enter(_) => {}
            // Horse artillery charges too (03.03.4.b).
            Primitive::Limber { .. } | Primitive::Unlimber { .. } if horse => {}
            _ => {
                return Err(Refusal::by(clause!("03.03.4.a"), say!("charge-made-whole-turn")));
            }
        }
    }
    if course.attack
        && !matches!(course.steps.last(), Some(Primitive::March { cm: None } | Primitive::Enter(_)))
    {
        return Err(Refusal::by(clause!("03.03.4.a"), say!("charge-ordered-whole-turn")));
    }
    if u.kind() == Kind::Mounted {
        if !u.record.in_motion {
            return Err(Refusal::by(clause!("02.06.4"), say!("not-motion-end-last", unit = &u.code)));
        }
        if let Some(what) = path::obstacle_on(case, course) {
            return Err(Refusal::by(clause!("02.06.4"), say!("lies-across-way-charge", what)));
        }
    }
    Ok(())
}

/// The order being laid out, with the unit as it stands after the steps so far.
struct Walk<'a> {
    case: &'a Case<'a>,
    m: &'a MoveOrder,
    at: Unit,
    steps: Vec<Primitive>,
    written: Vec<u16>,
    now: u16,
    /// The last march has no end.
    open: bool,
}

/// A length that makes sense.
fn length(cm: Option<f64>) -> Result<(), Refusal> {
    match cm {
        Some(x) if !(x > 0.0 && x <= 10_000.0) => Err(Refusal::form(say!("length-more-than-0"))),
        _ => Ok(()),
    }
}

impl Walk<'_> {
    fn push(&mut self, p: Primitive) {
        self.steps.push(p);
        self.written.push(self.now);
    }

    fn point(&self, x: f64, y: f64) -> Result<V2, Refusal> {
        on_table(self.case.f, [x, y])
    }

    fn men(&self) -> bool {
        matches!(self.at.arm, Arm::Infantry | Arm::Cavalry)
    }

    fn step(&mut self, s: &Step, last: bool) -> Result<(), Refusal> {
        if !self.at.inside.is_empty()
            && !matches!(s, Step::Leave { .. } | Step::Wait { .. } | Step::Detach { .. })
        {
            return Err(Refusal::by(
                clause!("play.building"),
                say!("building-leave-first", unit = &self.at.code),
            ));
        }
        match s {
            Step::March { cm } => {
                length(*cm)?;
                self.can_march()?;
                self.march(*cm);
            }
            Step::Back { cm } => {
                length(*cm)?;
                self.can_march()?;
                self.push(Primitive::Back { cm: *cm });
                match cm {
                    Some(x) => stance::back(&mut self.at, *x),
                    None => self.open = true,
                }
            }
            Step::To { x, y } => {
                let to = self.point(*x, *y)?;
                self.can_march()?;
                self.go(to, last && self.m.charge && self.m.attack)?;
            }
            Step::Road { road, cm } => {
                length(*cm)?;
                self.can_march()?;
                self.road(road, *cm)?;
            }
            Step::Wheel { degrees } => {
                angle(*degrees)?;
                self.can_march()?;
                self.wheel(*degrees);
            }
            Step::Face { degrees } => {
                angle(*degrees)?;
                self.push(Primitive::Face { degrees: *degrees });
                stance::face(&mut self.at, *degrees);
            }
            Step::Form { formation, files, gap } => self.form(*formation, *files, *gap)?,
            Step::Mount | Step::Dismount => self.mount(matches!(s, Step::Mount))?,
            Step::Limber { about } => self.limber(*about)?,
            Step::Unlimber { about, second_left } => {
                if !self.at.limbered() {
                    return Err(Refusal::by(clause!("02.03.3"), say!("not-limbered", unit = &self.at.code)));
                }
                self.push(Primitive::Unlimber { about: *about, second_left: *second_left });
                stance::unlimber(&mut self.at, *about, *second_left);
            }
            Step::Work { work } => {
                if self.m.steps.len() > 1 {
                    return Err(Refusal::by(clause!("10.01.1"), say!("work-done-whole-turns")));
                }
                let w = works::working(self.case, work)?;
                self.push(Primitive::Work(w));
            }
            Step::Wait { until } => {
                if !(0.0..=1.0).contains(until) {
                    return Err(Refusal::by(clause!("play.clock"), say!("clock-runs-0-1")));
                }
                self.push(Primitive::Wait { until: *until });
            }
            Step::Detach { companies, squadrons, left, code } => {
                self.detach(*companies, *squadrons, *left, code)?;
            }
            Step::Join { unit } => self.join(unit)?,
            Step::Enter { building } => self.enter(building, last)?,
            Step::Leave { x, y, formation } => self.leave([*x, *y], *formation)?,
            Step::Man => self.man(last)?,
        }
        Ok(())
    }

    /// Horses and crews that let it march.
    fn can_march(&self) -> Result<(), Refusal> {
        let u = &self.at;
        if u.limbered() && u.battery.as_ref().is_some_and(|b| b.horses == 0 && b.unmanned.is_none()) {
            return Err(Refusal::by(clause!("06.03.5.b"), say!("lost-all-horses-move", unit = &u.code)));
        }
        if u.arm == Arm::Wagon && u.figures == 0 {
            return Err(Refusal::by(clause!("06.03.4"), say!("lost-all-horses", unit = &u.code)));
        }
        Ok(())
    }

    fn march(&mut self, cm: Option<f64>) {
        self.push(Primitive::March { cm });
        match cm {
            Some(x) => stance::march(&mut self.at, x),
            None => self.open = true,
        }
    }

    fn wheel(&mut self, degrees: f64) {
        self.push(Primitive::Wheel { degrees });
        stance::wheel(&mut self.at, degrees);
    }

    /// Wheels towards a place and marches there, or on through it.
    fn go(&mut self, to: V2, through: bool) -> Result<(), Refusal> {
        let (degrees, cm) = ranks::wheel_towards(&self.at.base, to)
            .ok_or_else(|| Refusal::by(clause!("02.05.5"), say!("place-too-close-beside")))?;
        if degrees.abs() > 1e-9 {
            self.wheel(degrees);
        }
        if through {
            self.march(None);
        } else if cm > EPS {
            self.march(Some(cm));
        }
        Ok(())
    }

    /// Along a road (play.ground): to its middle line, then bend by bend so that the middle of the front stays on it.
    fn road(&mut self, name: &str, cm: Option<f64>) -> Result<(), Refusal> {
        let road = self
            .case
            .f
            .ground
            .roads
            .iter()
            .find(|r| r.name == name)
            .ok_or_else(|| Refusal::form(say!("no-road-called", name)))?;
        let farthest = data().march.iter().flatten().flatten().copied().fold(0.0, f64::max);
        let way = path::along(road, &self.at.base, cm.unwrap_or(farthest).min(farthest));
        if way.is_empty() {
            return Err(Refusal::form(say!("road-ends-here", name)));
        }
        let mut lead = 0.0;
        for (i, &to) in way.iter().enumerate() {
            let Some((degrees, ahead)) = ranks::wheel_towards(&self.at.base, to) else { continue };
            if degrees.abs() > 1e-6 {
                self.wheel(degrees);
            }
            // Begin the next wheel so that it ends on the next stretch.
            let short = way.get(i + 1).map_or(0.0, |next| {
                let turn = self.at.base.dir.angle_to((*next - to).unit());
                self.at.base.width / 2.0 * libm::tan((turn / 2.0).min(1.4))
            });
            let leg = ahead - short;
            if leg > EPS {
                self.march(Some(leg));
                lead += leg;
            }
        }
        if lead <= EPS {
            return Err(Refusal::form(say!("road-ends-here", name)));
        }
        self.open = cm.is_none();
        Ok(())
    }

    fn form(&mut self, formation: Formation, files: Option<u16>, gap: Option<f64>) -> Result<(), Refusal> {
        if !self.men() {
            return Err(Refusal::by(
                clause!("02.03.1"),
                say!("changes-formation-only-limbering", unit = &self.at.code),
            ));
        }
        let gap = formation_limits(&self.at, formation, files, gap)?;
        if !matches!(formation, Formation::MarchColumn | Formation::Chain) && in_water(self.case.f, &self.at)
        {
            return Err(Refusal::by(clause!("02.06.5"), say!("swamp-watercourses-troops-march")));
        }
        let wide = files != Some(5);
        self.push(Primitive::Form { formation, wide, gap });
        stance::set_formation(&mut self.at, formation, wide, gap);
        Ok(())
    }

    fn mount(&mut self, up: bool) -> Result<(), Refusal> {
        if self.at.arm != Arm::Cavalry || self.at.mounted == up {
            let unit = &self.at.code;
            let why = if up { say!("no-dismounted-cavalry", unit) } else { say!("no-mounted-cavalry", unit) };
            return Err(Refusal::by(clause!("02.02.5"), why));
        }
        if up {
            self.push(Primitive::Mount);
            stance::mount(&mut self.at);
        } else {
            self.push(Primitive::Dismount);
            stance::dismount(&mut self.at);
        }
        Ok(())
    }

    fn limber(&mut self, about: bool) -> Result<(), Refusal> {
        if self.at.kind() != Kind::Unlimbered || self.at.gunners_alone() {
            return Err(Refusal::by(clause!("02.03.4"), say!("no-guns-action", unit = &self.at.code)));
        }
        let b = self.at.battery.as_ref();
        if b.is_some_and(|b| b.horses == 0) {
            return Err(Refusal::by(
                clause!("06.03.5.b"),
                say!("lost-all-horses-move-only", unit = &self.at.code),
            ));
        }
        if b.is_some_and(|b| b.limbers == 0) {
            return Err(Refusal::by(clause!("06.03.3.b"), say!("no-sound-limber", unit = &self.at.code)));
        }
        self.push(Primitive::Limber { about });
        stance::limber(&mut self.at, about);
        Ok(())
    }

    fn detach(&mut self, companies: u16, squadrons: u16, left: bool, code: &str) -> Result<(), Refusal> {
        let by = clause!("play.detach");
        let u = &self.at;
        if !self.men() {
            return Err(Refusal::by(by, say!("no-companies-detach", unit = &u.code)));
        }
        let squadron = crate::raising::squadron(u);
        if squadrons > 0 && (squadron.is_none() || companies > 0) {
            return Err(Refusal::by(by, say!("detach-squadrons-cavalry", unit = &u.code)));
        }
        let away = u32::from(companies) * u32::from(u.company)
            + u32::from(squadrons) * u32::from(squadron.unwrap_or(0));
        if away == 0 || away >= u32::from(u.figures) {
            let (unit, company) = (&u.code, u.company);
            let why = match squadron {
                Some(squadron) => say!("detach-whole-squadrons-companies-figures", unit, squadron, company),
                None => say!("detach-whole-companies-figures", unit, company),
            };
            return Err(Refusal::by(by, why));
        }
        // The regiment's own name in front keeps codes apart without telling what the enemy calls his.
        let root = &self.case.f[u.regiment].code;
        let fits = code.len() <= 24
            && code.strip_prefix(&**root).is_some_and(|r| {
                r.len() > 1
                    && r.starts_with('-')
                    && r.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.')
            });
        if !fits {
            return Err(Refusal::form(say!("part-called-regiment-word", root, code)));
        }
        let taken = self.case.f.units.iter().any(|o| o.side == u.side && &*o.code == code)
            || self.steps.iter().any(|s| matches!(s, Primitive::Detach { code: c, .. } if c == code));
        if taken {
            return Err(Refusal::form(say!("already-name-unit", code)));
        }
        let figures = away as u16;
        self.push(Primitive::Detach { figures, squadrons: squadrons > 0, left, code: code.into() });
        self.at.figures -= figures;
        let (f, wide, gap) = (self.at.formation, self.at.files != 5, self.at.gap);
        if self.at.inside.is_empty() {
            // The middle of the front shifts away from the end that leaves.
            let was = self.at.base.width;
            stance::set_formation(&mut self.at, f, wide, gap);
            let shift = (was - self.at.base.width) / 2.0 * if left { 1.0 } else { -1.0 };
            self.at.base = self.at.base.moved(self.at.base.dir.right() * shift);
        }
        Ok(())
    }

    fn join(&mut self, name: &str) -> Result<(), Refusal> {
        let by = clause!("play.detach");
        let f = self.case.f;
        let other = own(f, self.at.side, name)
            .filter(|o| *o != self.at.id)
            .map(|o| &f[o])
            .ok_or_else(|| Refusal::by(by, say!("no-own-unit-join", name)))?;
        if other.regiment != self.at.regiment {
            return Err(Refusal::by(by, say!("no-part-regiment", name, unit = &self.at.code)));
        }
        if self.steps.is_empty() && f.gap(&self.at, other) > EPS {
            return Err(Refusal::by(by, say!("not-base-contact", name, unit = &self.at.code)));
        }
        self.push(Primitive::Join(other.id));
        Ok(())
    }

    fn enter(&mut self, name: &str, last: bool) -> Result<(), Refusal> {
        let f = self.case.f;
        let first = f.ground.building(name).ok_or_else(|| Refusal::form(say!("no-building-called", name)))?;
        if !self.at.kind().on_foot() {
            return Err(Refusal::by(
                clause!("play.building"),
                say!("cannot-occupy-building", kind = self.at.kind()),
            ));
        }
        if !last {
            return Err(Refusal::by(clause!("play.building"), say!("order-occupy-building-ends")));
        }
        let hold = works::room(f, &self.at, first).ok_or_else(|| {
            Refusal::by(clause!("02.04.3.b"), say!("buildings-adjoining-no-room", name, unit = &self.at.code))
        })?;
        let rect = f.ground.buildings[usize::from(first)].rect();
        let on_spot = self.at.rects().iter().any(|r| r.gap(&rect) <= EPS);
        if !on_spot {
            let (degrees, cm) = ranks::wheel_towards(&self.at.base, rect.centre)
                .ok_or_else(|| Refusal::by(clause!("02.05.5"), say!("building-too-close-beside")))?;
            if degrees.abs() > 1e-9 {
                self.wheel(degrees);
            }
            let b = self.at.base;
            let way = rect.clip(b.front, b.front + b.dir * cm).map_or(cm, |(t, _)| t * cm);
            if way > EPS {
                self.march(Some(way));
            }
        }
        self.push(Primitive::Enter(hold));
        Ok(())
    }

    fn leave(&mut self, to: [f64; 2], formation: Formation) -> Result<(), Refusal> {
        let to = self.point(to[0], to[1])?;
        let Some(&b) = self.at.inside.first() else {
            return Err(Refusal::by(clause!("play.building"), say!("no-building", unit = &self.at.code)));
        };
        formation_limits(&self.at, formation, None, None)?;
        self.push(Primitive::Leave { towards: to, formation });
        let b = self.case.f.ground.buildings[usize::from(b)].base;
        stance::left_building(&mut self.at, &b, to, formation);
        Ok(())
    }

    /// Gunners go back to their guns (play.guns-unmanned): they turn free and march to base contact.
    fn man(&mut self, last: bool) -> Result<(), Refusal> {
        let by = clause!("play.guns-unmanned");
        let Some(guns) = self.at.battery.as_ref().and_then(|b| b.standing_alone().copied()) else {
            return Err(Refusal::by(by, say!("guns-none", unit = &self.at.code)));
        };
        if self.at.state > State::Slight {
            return Err(Refusal::by(by, say!("only-gunners-lu-go")));
        }
        if !last {
            return Err(Refusal::by(by, say!("order-man-guns-ends")));
        }
        let rect = guns.rect();
        if self.at.rects().iter().all(|r| r.gap(&rect) > EPS) {
            let turn = -self.at.base.dir.turn_to((guns.centre() - self.at.base.centre()).unit()).to_degrees();
            if turn.abs() > 1e-6 {
                self.push(Primitive::Face { degrees: turn });
                stance::face(&mut self.at, turn);
            }
            let dir = self.at.base.dir;
            let way =
                self.at.base.rect().travel_to(&rect, dir).unwrap_or(self.at.base.front.dist(guns.centre()));
            if way > EPS {
                self.march(Some(way));
            }
        }
        self.push(Primitive::Man);
        Ok(())
    }
}

fn angle(degrees: f64) -> Result<(), Refusal> {
    if degrees.is_finite() && degrees != 0.0 && degrees.abs() <= 180.0 + EPS {
        Ok(())
    } else {
        Err(Refusal::form(say!("angle-more-than-0")))
    }
}

/// A place on the table.
pub(super) fn on_table(f: &Field, p: [f64; 2]) -> Result<V2, Refusal> {
    let p = v2(p[0], p[1]);
    if p.is_finite() && f.ground.holds(p) {
        Ok(p)
    } else {
        Err(Refusal::by(clause!("play.edge"), say!("place-not-table")))
    }
}

/// Does any part of the unit's front stand in swamp or water? Who stands on the bank does not.
fn in_water(f: &Field, u: &Unit) -> bool {
    let [left, right, ..] = u.base.rect().grown(-EPS).corners();
    [left, (left + right) * 0.5, right].iter().any(|p| {
        !f.ground.bridged(*p)
            && f.ground
                .patches
                .iter()
                .any(|x| matches!(x.kind, PatchKind::Swamp | PatchKind::Watercourse) && x.area.contains(*p))
    })
}

/// What chapter 02 asks of a formation; returns the gap in cm.
fn formation_limits(
    u: &Unit,
    formation: Formation,
    files: Option<u16>,
    gap: Option<f64>,
) -> Result<f64, Refusal> {
    let mounted = u.kind() == Kind::Mounted;
    let open = matches!(formation, Formation::ThinLine | Formation::Chain);
    if gap.is_some() && !open {
        return Err(Refusal::form(say!("only-thin-line-chain")));
    }
    if files.is_some() && !(mounted && formation == Formation::AttackColumn) {
        return Err(Refusal::by(clause!("02.02.2"), say!("only-cavalry-attack-column")));
    }
    match (formation, mounted) {
        (Formation::AttackColumn, false) if u.figures <= 2 * 6 => {
            Err(Refusal::by(clause!("02.01.2"), say!("attack-column-foot-6")))
        }
        (Formation::AttackColumn, true) => {
            let n = files.unwrap_or(6);
            if !matches!(n, 5 | 6) {
                return Err(Refusal::by(clause!("02.02.2"), say!("cavalry-attack-column-5")));
            }
            if u.figures <= 2 * n {
                return Err(Refusal::by(
                    clause!("02.02.2"),
                    say!("attack-column-wide", files = n, figures = 2 * n + 1),
                ));
            }
            Ok(0.0)
        }
        (Formation::ThinLine, true) => Err(Refusal::by(clause!("02.02.4"), say!("mounted-cavalry-no-thin"))),
        (Formation::ThinLine, false) => {
            let one = data().foot.0;
            gap_in(u, formation, gap, |g| (0.0..one - EPS).contains(&g))
                .ok_or_else(|| Refusal::by(clause!("02.01.4"), say!("gaps-thin-line-0", most = one)))
        }
        (Formation::Chain, false) => {
            let one = data().foot.0;
            gap_in(u, formation, gap, |g| (one - EPS..=2.0 * one + EPS).contains(&g)).ok_or_else(|| {
                Refusal::by(clause!("02.01.5"), say!("gaps-chain-foot-mm", least = one, most = 2.0 * one))
            })
        }
        (Formation::Chain, true) => {
            let one = data().rider.0;
            gap_in(u, formation, gap, |g| (0.0..=one + EPS).contains(&g))
                .ok_or_else(|| Refusal::by(clause!("02.02.4"), say!("gaps-chain-riders-0", most = one)))
        }
        _ => Ok(0.0),
    }
}

/// The gap in cm if the mm asked for are allowed; the usual one if none are asked for.
fn gap_in(u: &Unit, formation: Formation, gap: Option<f64>, fits: impl Fn(f64) -> bool) -> Option<f64> {
    match gap {
        None => Some(stance::usual_gap(u, formation)),
        Some(g) => fits(g).then_some(g / 10.0),
    }
}
