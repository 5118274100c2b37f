//! Steps of fixed duration: facing, forming, mounting, limbering, detaching, entering buildings (02.03, 02.05, table II).

use super::Table;
use crate::check::Primitive;
use crate::event::{By, EventKind, Halt, Why};
use crate::ground::{Patch, PatchKind};
use crate::say;
use crate::troop::{Arm, Formation, Going, State};
use crate::unit::{Haste, Unit, UnitId};
use crate::{clause, going, march, reading, stance};
use table::{Base, V2};
use umpire::Clause;

impl Table {
    /// How long the step takes in turns; `None` if it cannot be done as things stand.
    pub(crate) fn duration(&self, u: UnitId, step: &Primitive) -> Option<f64> {
        let f = &self.field;
        let unit = &f[u];
        let here = self.going_here(u);
        let turns = |given: march::Given| given.amount;
        match step {
            Primitive::Face { degrees } => Some(self.facing(u, *degrees).amount),
            Primitive::Form { formation, wide, gap } => {
                let way = longest_way(unit, *formation, *wide, *gap);
                march::formation_change_time(unit.kind(), unit.formation, *formation, way, here)
                    .ok()
                    .map(turns)
            }
            Primitive::Mount => {
                (unit.arm == Arm::Cavalry && !unit.mounted).then(march::mount_time).map(turns)
            }
            Primitive::Dismount => {
                (unit.arm == Arm::Cavalry && unit.mounted).then(march::mount_time).map(turns)
            }
            Primitive::Limber { .. } => {
                let b = unit.battery.as_ref()?;
                (b.horses > 0 && !unit.limbered() && b.unmanned.is_none() && b.limbers > 0)
                    .then(march::limber_time)
                    .map(turns)
            }
            Primitive::Unlimber { .. } => unit.limbered().then(march::unlimber_time).map(turns),
            Primitive::Detach { .. } | Primitive::Join(_) => {
                // A garrison has no formation to change: the least time.
                let here = if unit.inside.is_empty() { here } else { Going::Ordinary };
                let change =
                    march::formation_change_time(unit.kind(), unit.formation, unit.formation, 0.0, here);
                change.ok().map(turns)
            }
            Primitive::Enter(all) => {
                let b = *all.first()?;
                let rect = f.ground.buildings.get(usize::from(b))?.rect();
                let near = f.rects(unit).iter().map(|r| r.gap(&rect)).fold(f64::INFINITY, f64::min);
                if !unit.kind().on_foot()
                    || self.held_by_enemy(u, all)
                    || near > crate::book::data().d.break_in
                    || self.room_inside(u, all).is_err()
                {
                    return None;
                }
                self.building_time(u, b)
            }
            Primitive::Leave { formation, .. } => {
                let b = *unit.inside.first()?;
                if !self.free_outside(u, step) {
                    return None;
                }
                let cross = self.building_time(u, b)?;
                let form = march::formation_change_time(unit.kind(), unit.formation, *formation, 0.0, here);
                Some(cross + form.ok()?.amount)
            }
            Primitive::Man => {
                // In OR or LU only, and while the guns are still there.
                let guns = unit.battery.as_ref()?.standing_alone()?;
                let fit = unit.state <= State::Slight;
                (fit && unit.base.rect().gap(&guns.rect()) <= table::EPS * 10.0).then_some(0.0)
            }
            _ => Some(0.0),
        }
    }

    /// How long a facing change takes where the unit stands, and by which clause.
    fn facing(&self, u: UnitId, degrees: f64) -> march::Given {
        let f = &self.field;
        let unit = &f[u];
        let here = self.going_here(u);
        // Gunners away from their guns turn as infantry in chain.
        let m = unit.mover(Haste::March, false);
        let rough = |p: &Patch| p.kind == PatchKind::Difficult && going::stands_on(f, unit, p);
        let ground = if f.ground.patches.iter().any(rough) { Going::Difficult } else { here };
        let facing = march::facing_time(m.kind, m.formation, unit.state, degrees, ground);
        if !unit.by_figures() || f.readings.is(reading!("open-facing", "free")) {
            return facing;
        }
        let wide = unit.base.width - unit.figure().0;
        let dressing = march::dressing_time(&m, degrees, wide, here);
        dressing.filter(|d| d.amount > facing.amount).unwrap_or(facing)
    }

    /// The clause by which a step that cannot be done is left out.
    pub(super) fn why_left_out(&self, u: UnitId, step: &Primitive) -> Clause {
        let horses = self.field[u].battery.as_ref().map(|b| b.horses);
        match step {
            Primitive::Limber { .. } if horses == Some(0) => clause!("06.03.5.b"),
            Primitive::Enter(_) | Primitive::Leave { .. } => clause!("play.building"),
            _ => clause!("play.clock"),
        }
    }

    /// What the unit may not enter and would stand on after such a step: a front or formation needs its ground.
    pub(super) fn no_ground_for(&self, u: UnitId, step: &Primitive) -> Option<going::Why> {
        let mut after = self.field[u].clone();
        match step {
            Primitive::Face { degrees } => stance::face(&mut after, *degrees),
            Primitive::Form { formation, wide, gap } => {
                stance::set_formation(&mut after, *formation, *wide, *gap);
            }
            Primitive::Mount => stance::mount(&mut after),
            Primitive::Dismount => stance::dismount(&mut after),
            Primitive::Limber { about } => stance::limber(&mut after, *about),
            Primitive::Unlimber { about, second_left } => stance::unlimber(&mut after, *about, *second_left),
            _ => return None,
        }
        self.closed_to(&after, &self.field[u].base, &after.base)
    }

    /// What a unit laid there may not enter and does not stand on now.
    pub(super) fn closed_to(&self, after: &Unit, from: &Base, to: &Base) -> Option<going::Why> {
        let haste = if after.state == State::Complete { Haste::Flight } else { Haste::March };
        going::no_ground(&self.field, after, from, to, haste)
    }

    /// The ground on which the unit changes formation or front: the slowest under it.
    fn going_here(&self, u: UnitId) -> Going {
        let f = &self.field;
        let unit = &f[u];
        let mut worst = Going::Ordinary;
        for p in &f.ground.patches {
            let kind = match p.kind {
                PatchKind::Wood => Going::Wood,
                PatchKind::Swamp => Going::Swamp,
                PatchKind::Watercourse => Going::Watercourse,
                PatchKind::Difficult => Going::Difficult,
                _ => continue,
            };
            if kind > worst && going::stands_on(f, unit, p) {
                worst = kind;
            }
        }
        worst
    }

    /// The time to go into or out of a building: its depth at the rate of its obstacle value (play.building).
    fn building_time(&self, u: UnitId, b: u16) -> Option<f64> {
        let f = &self.field;
        let building = &f.ground.buildings[usize::from(b)];
        let rate =
            march::rate_across(&f[u].mover(Haste::March, false), Going::Ordinary, false, building.obstacle);
        Some(building.base.depth / rate.ok()?.amount)
    }

    /// The step is done: the unit stands otherwise now.
    pub(crate) fn carry_out(&mut self, u: UnitId, step: &Primitive) {
        match step {
            Primitive::Face { degrees } => {
                let before = self.field[u].formation;
                let timed = self.facing(u, *degrees);
                stance::face(&mut self.field[u], *degrees);
                self.make_room(u);
                let at = self.field[u].base.pose();
                // Line to march column, or the reverse.
                let turned = self.field[u].formation != before;
                let by = By::from(clause!("II.b")).with(turned.then(|| clause!("02.05.4"))).and(timed.clause);
                self.tell(by, &[u], || EventKind::Faced { unit: u, at });
            }
            Primitive::Form { formation, wide, gap } => {
                stance::set_formation(&mut self.field[u], *formation, *wide, *gap);
                self.make_room(u);
                self.formed(u);
            }
            Primitive::Mount | Primitive::Dismount => {
                let mounted = matches!(step, Primitive::Mount);
                if mounted {
                    stance::mount(&mut self.field[u]);
                } else {
                    stance::dismount(&mut self.field[u]);
                }
                self.make_room(u);
                let by = By::from(clause!("II.b")).and(clause!("02.02.5")).and(self.field[u].stands_by());
                self.tell(by, &[u], || EventKind::Mounted { unit: u, mounted });
            }
            Primitive::Limber { about } => {
                stance::limber(&mut self.field[u], *about);
                self.make_room(u);
                let at = self.field[u].base.pose();
                self.leave_guns_without_limbers(u);
                let by = self.field[u].stands_by();
                let by = By::from(clause!("02.03.4")).and(by).with(about_face(*about));
                self.tell(by, &[u], || EventKind::Limbered { unit: u, limbered: true, at });
            }
            Primitive::Unlimber { about, second_left } => {
                stance::unlimber(&mut self.field[u], *about, *second_left);
                self.make_room(u);
                let at = self.field[u].base.pose();
                let by = self.field[u].stands_by();
                let by = By::from(clause!("02.03.3")).and(by).with(about_face(*about));
                self.tell(by, &[u], || EventKind::Limbered { unit: u, limbered: false, at });
            }
            Primitive::Detach { figures, squadrons, left, code } => {
                self.detach(u, (*figures, *squadrons), *left, code);
            }
            Primitive::Join(part) => self.join(u, *part),
            Primitive::Enter(all) => {
                let Some(b) = all.first().copied() else { return };
                let clock = self.time();
                self.run_mut(u).course.mode = super::Mode::Stand;
                self.run_mut(u).course.at_door = Some(clock);
                let no_room = self.room_inside(u, all).err();
                if no_room.is_some() || self.held_by_enemy(u, all) || self.contested(u, all) {
                    let by = By::from(clause!("play.building")).with(no_room);
                    self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::OrderDone });
                    return;
                }
                let base = self.field.ground.buildings[usize::from(b)].base;
                let unit = &mut self.field[u];
                unit.inside = all.clone();
                // Its place is the building now.
                unit.base = base;
                self.tell(clause!("play.building"), &[u], || EventKind::Occupied { unit: u, building: b });
            }
            Primitive::Leave { towards, formation } => self.leave_building(u, *towards, *formation),
            Primitive::Man => {
                let unit = &mut self.field[u];
                unit.shelter = None;
                if let Some(guns) = unit.battery.as_mut().and_then(|b| b.unmanned.take()) {
                    unit.formation = Formation::Line;
                    unit.base = guns;
                    unit.lay();
                    self.tell(clause!("play.guns-unmanned"), &[u], || EventKind::FormationChanged {
                        unit: u,
                        formation: Formation::Line,
                        at: guns.pose(),
                    });
                }
                // Ready from the next turn.
                self.run_mut(u).course.mode = super::Mode::Stand;
            }
            _ => {}
        }
    }

    /// Does an enemy hold one of the buildings? Friends and enemies are never in one together.
    fn held_by_enemy(&self, u: UnitId, all: &[u16]) -> bool {
        self.field.enemies(self.field[u].side).any(|o| o.inside.iter().any(|x| all.contains(x)))
    }

    /// An enemy who would be in one of the buildings at this very instant: neither gets in (play.tie).
    fn contested(&self, u: UnitId, all: &[u16]) -> bool {
        let (side, clock) = (self.field[u].side, self.time());
        self.field.enemies(side).any(|e| {
            let run = self.run(e.id);
            let enters = match run.order.steps.last() {
                Some(Primitive::Enter(theirs)) => theirs.iter().any(|b| all.contains(b)),
                _ => false,
            };
            let soon = run.order.at + 1 == run.order.steps.len()
                && (self.leg(e.id).ends - clock).abs() <= super::INSTANT;
            enters && (soon || run.course.at_door.is_some_and(|t| (t - clock).abs() <= super::INSTANT))
        })
    }

    /// Is there room for all of its figures beside the friends who are in already?
    fn room_inside(&self, u: UnitId, all: &[u16]) -> Result<(), Clause> {
        let f = &self.field;
        let whole = 3 * f[u].company.max(1);
        let free = |b: &u16| {
            let taken: u16 = f
                .side(f[u].side)
                .filter(|o| o.id != u && o.inside.contains(b))
                .map(|o| o.figures.div_ceil(o.inside.len().max(1) as u16))
                .sum();
            whole.saturating_sub(taken)
        };
        let fits = f[u].figures <= all.iter().map(free).sum::<u16>();
        if fits { Ok(()) } else { Err(clause!("02.04.3.b")) }
    }

    /// Can a garrison come out where it is ordered: not onto an enemy, nor within 2 cm of one?
    fn free_outside(&self, u: UnitId, step: &Primitive) -> bool {
        let Primitive::Leave { towards, formation } = step else { return false };
        let f = &self.field;
        let Some(b) = f[u].inside.first() else { return false };
        let mut out = f[u].clone();
        stance::left_building(&mut out, &f.ground.buildings[usize::from(*b)].base, *towards, *formation);
        let near = crate::book::data().d.break_in;
        let house = f.ground.buildings[usize::from(*b)].base;
        if self.closed_to(&out, &house, &out.base).is_some() {
            return false;
        }
        f.enemies(out.side)
            .filter(|e| e.state != State::Complete)
            .all(|e| f.rects(e).iter().all(|r| r.gap(&out.base.rect()) > near + table::EPS))
    }

    /// Who stands where the limbers are to stand, behind the guns (02.03.4), and that place.
    pub(crate) fn in_the_limbers_place(&self, u: UnitId, step: &Primitive) -> Option<(UnitId, Base)> {
        let Primitive::Limber { .. } = step else { return None };
        if self.run(u).order.spent > 0.0 {
            return None;
        }
        let f = &self.field;
        let guns = f[u].base;
        let mut limbered = f[u].clone();
        stance::limber(&mut limbered, true);
        let depth = limbered.base.depth - guns.depth;
        if depth <= 0.0 {
            return None;
        }
        let place = Base { front: guns.rear(), dir: guns.dir, width: limbered.base.width, depth };
        // A hair's breadth is forgiven.
        let inner = Base {
            front: place.front - place.dir * table::EPS,
            width: place.width - 2.0 * table::EPS,
            depth: place.depth - 2.0 * table::EPS,
            ..place
        };
        let there = inner.rect();
        f.present()
            .filter(|o| o.id != u && f.rects(o).iter().any(|r| r.penetration(&there) > 0.0))
            .map(|o| (o.id, inner))
            .next()
    }

    fn formed(&mut self, u: UnitId) {
        let (formation, at) = (self.field[u].formation, self.field[u].base.pose());
        let by = By::from(clause!("02.05.2.a")).and(clause!("02.05.1")).and(self.field[u].stands_by());
        self.tell(by, &[u], || EventKind::FormationChanged { unit: u, formation, at });
    }

    /// Guns for which there is no sound limber stay where they were (06.03.3.b).
    fn leave_guns_without_limbers(&mut self, u: UnitId) {
        let Some(b) = self.field[u].battery.as_mut() else { return };
        let guns = b.sound + b.damaged;
        if guns <= b.limbers {
            return;
        }
        // The damaged ones are left first.
        let left = guns - b.limbers;
        let damaged = left.min(b.damaged);
        b.damaged -= damaged;
        b.sound -= left - damaged;
        let by = By::from(clause!("play.guns-unmanned")).and(clause!("06.03.3.b"));
        self.tell(by, &[u], || EventKind::Equipment {
            unit: u,
            says: say!("guns-without-limbers-left", left),
        });
    }

    /// A garrison comes out on the side towards a place.
    pub(crate) fn leave_building(&mut self, u: UnitId, toward: V2, formation: Formation) {
        let Some(b) = self.field[u].inside.first().copied() else { return };
        let building = self.field.ground.buildings[usize::from(b)].base;
        let was = self.field[u].base;
        let from = was.pose();
        stance::left_building(&mut self.field[u], &building, toward, formation);
        let base = self.field[u].base;
        let (to, cm) = (base.pose(), was.centre().dist(base.centre()));
        let clock = self.time();
        self.tell(clause!("play.building"), &[u], || EventKind::Moved {
            unit: u,
            from,
            to,
            since: clock,
            cm,
            why: Why::Marches,
            pivot: None,
        });
        self.make_room(u);
    }
}

/// The way of the company that has furthest to go, in cm: from its place in the old formation to that in the new one,
/// both about the middle of the front (02.05.1, 02.05.2.a).
pub(crate) fn longest_way(unit: &Unit, to: Formation, wide: bool, gap: f64) -> f64 {
    let mut new = unit.clone();
    stance::set_formation(&mut new, to, wide, gap);
    let company = unit.company.max(1);
    let mut longest: f64 = 0.0;
    let place = |u: &Unit, i: u16| {
        let (w, h) = u.figure();
        let files = u.files.max(1);
        let (file, rank) = (i % files, i / files);
        let gap = if matches!(u.formation, Formation::ThinLine | Formation::Chain) { u.gap } else { 0.0 };
        let across = (f64::from(file) - (f64::from(files) - 1.0) / 2.0) * (w + gap);
        u.base.world(table::v2(across, -(f64::from(rank) + 0.5) * h))
    };
    // Companies keep their order from right to left; the nearest to the middle stands still.
    let mut at = 0;
    while at < unit.figures {
        longest = longest.max(place(unit, at).dist(place(&new, at)));
        at += company;
    }
    longest
}

/// The clause by which guns turn round without time of their own.
fn about_face(about: bool) -> Option<Clause> {
    about.then(|| clause!("02.05.3.b"))
}
