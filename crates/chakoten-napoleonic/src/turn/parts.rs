//! Units that come of units in the turn: skirmishers sent out and drawn in, parts split off and joined, columns of several units, crews
//! at their guns, garrisons (04.01, 06.02.2, 14.01, 17.01).

use super::changes::Takes;
use super::run::Ordered as Ordering;
use super::{Leg, Run, Table};
use crate::book::stand::{BASE_CONTACT, LEAST_LINE};
use crate::book::turn::periods;
use crate::event::{By, EventKind};
use crate::order::Leg as Ordered;
use crate::order::{Order, Way};
use crate::parting::{self, Joins};
use crate::troop::{Arm, Formation, State};
use crate::unit::{Fate, Losses, Record, Undivided, Unit, UnitId};
use crate::{clause, stance};
use std::sync::Arc;
use table::EPS;
use umpire::Clause;

impl Table {
    /// May it part, join or go in and out as it stands now?
    pub(super) fn may_part(&self, u: UnitId, leg: &Ordered) -> Result<(), Clause> {
        let unit = &self.field[u];
        match leg {
            Ordered::SendOut { figures, .. } => {
                let out = self.field.line_of(u).is_some();
                let (most, by) = stance::may_skirmish(&self.field, unit);
                if out && unit.arm == Arm::Cavalry {
                    return Err(clause!("04.03.2"));
                }
                if out || *figures > most || *figures >= unit.figures {
                    return Err(if out { clause!("04.02.3") } else { by });
                }
                stance::line_fits(*figures, 1.0)
            }
            Ordered::DrawIn => match self.drawn_in(u) {
                Some((_, l)) if self.field[l].state.intact() => Ok(()),
                _ => Err(clause!("play.skirmish")),
            },
            Ordered::Man => self.guns_to_man(u).map(|_| ()),
            Ordered::Split { companies, .. } => parting::may_split(&self.field, unit, *companies).map(|_| ()),
            Ordered::Join { units } => self.join_as(u, units).map(|_| ()),
            Ordered::Combine { units, square } => self.may_combine(u, units, *square),
            Ordered::Disband if unit.joined.is_empty() => Err(clause!("04.01.4")),
            Ordered::Disband => Ok(()),
            Ordered::Enter { building } => self.may_enter(u, building),
            Ordered::Leave { .. } if unit.inside.is_none() => Err(clause!("17.01.3")),
            Ordered::Leave { .. } => Ok(()),
            Ordered::MakeGap { object } => self.may_make_gap(u, object),
            _ => Ok(()),
        }
    }

    /// Who draws in whom: a unit its line, or a line goes in itself.
    pub(super) fn drawn_in(&self, u: UnitId) -> Option<(UnitId, UnitId)> {
        match self.field[u].body {
            Some(body) => self.field[body].on_table().then_some((body, u)),
            None => self.field.line_of(u).map(|l| (u, l.id)),
        }
    }

    /// A line or swarm of fewer than three figures must join its body, whatever it is ordered (play.figures).
    pub(super) fn too_few_go_in(&mut self) {
        for u in self.standing() {
            let line = &self.field[u];
            let few = line.figures < LEAST_LINE && line.skirmishing() && line.state.intact();
            let Some(body) = line.body.filter(|b| few && self.field[*b].on_table()) else { continue };
            let draws_in = |x: UnitId| self.run(x).order.legs.first() == Some(&Ordered::DrawIn);
            if draws_in(u) || draws_in(body) {
                continue;
            }
            let order = Order { legs: vec![Ordered::DrawIn], ..Order::default() };
            // It goes in of itself, whoever hears of it: no roll is made for it.
            self.run_mut(u).order = Ordering { given: false, ..Ordering::of(order.clone()) };
            let by = By::from(clause!("play.figures")).and(clause!("05.01.1"));
            self.tell_owner(by, u, || EventKind::Ordered { unit: u, order });
        }
    }

    /// How long parting, joining, going in and out take.
    pub(super) fn parting_takes(&self, u: UnitId, leg: &Ordered) -> Result<Takes, Clause> {
        let f = &self.field;
        let by_march = |cm: f64| -> Result<Takes, Clause> {
            Ok(Takes { turns: self.as_skirmishers(u, cm)?, by: clause!("06.02.2") })
        };
        match leg {
            Ordered::SendOut { figures, density, cm, .. } => {
                let half = f64::from(figures.saturating_sub(1)) * stance::usual_spacing(*density) / 2.0;
                by_march(libm::sqrt(half * half + cm * cm))
            }
            Ordered::DrawIn => {
                let (body, line) = self.drawn_in(u).ok_or(clause!("play.skirmish"))?;
                by_march(stance::to_draw_in(&f[line], &f[body]).amount)
            }
            Ordered::Man => {
                let of = self.guns_to_man(u)?;
                // Those it left in its flight it has driven up to.
                let guns = f[of].unmanned_guns().filter(|_| of == u);
                let cm = guns.map_or(0.0, |g| f[u].base.centre().dist(g.rear()));
                let rate = self.rate_of(&f[u], crate::troop::Gait::March);
                let rate = rate.ok_or(clause!("07.01.5"))?;
                Ok(Takes { turns: cm / rate.max(EPS), by: clause!("06.02.2") })
            }
            Ordered::Split { companies, .. } => {
                let split = parting::may_split(f, &f[u], *companies)?;
                Ok(if split.free {
                    Takes { turns: 0.0, by: split.by }
                } else {
                    Takes { turns: periods().split, by: clause!("04.01.5") }
                })
            }
            Ordered::Join { units } => Ok(match self.join_as(u, units)? {
                Joins::Worn => Takes { turns: periods().merge, by: clause!("13.07.2.b") },
                // Inside a building companies come together without time.
                Joins::Parts if f[u].inside.is_some() => Takes { turns: 0.0, by: clause!("04.02.1") },
                Joins::Parts => Takes { turns: periods().split, by: clause!("04.01.5") },
            }),
            Ordered::Combine { .. } | Ordered::Disband => {
                Ok(Takes { turns: periods().split, by: clause!("04.01.5") })
            }
            Ordered::Enter { building } => self.entering(u, building),
            Ordered::Leave { .. } => Ok(self.leaving(u)),
            Ordered::MakeGap { .. } => Ok(Takes { turns: periods().gap, by: clause!("07.05.5") }),
            _ => Err(clause!("play.orders")),
        }
    }

    /// Its time is up: it is done.
    pub(super) fn part(&mut self, u: UnitId, leg: &Ordered, by: By) {
        match leg {
            Ordered::SendOut { code, figures, density, way, cm } => {
                let free = stance::change_costs(&self.field[u], Some(*figures)).is_ok();
                let by = by.with(free.then(|| clause!("06.01.3.b")));
                let by = by.and(stance::may_skirmish(&self.field, &self.field[u]).1);
                let mut line = self.part_of(u, code, *figures);
                line.body = Some(u);
                line.rifles = self.field[u].rifles.min(*figures);
                let b = self.field[u].base;
                let dir = stance::way(&b, *way);
                let edge = match way {
                    Way::Ahead => b.front,
                    Way::Back => b.rear(),
                    Way::Left | Way::Right => b.centre() + dir * (b.width / 2.0),
                };
                stance::form(&mut line, Formation::Skirmish, None, stance::usual_spacing(*density));
                line.base = line.base.at(edge + dir * (cm + line.base.depth), dir);
                self.field[u].rifles -= line.rifles;
                self.field[u].record.armed = None;
                let line = self.put_on_clock(u, line);
                self.tell(by, &[u], || EventKind::SentOut { unit: u, line });
            }
            Ordered::DrawIn => {
                let Some((body, line)) = self.drawn_in(u) else { return };
                self.take_in(body, line);
                self.tell(by, &[body], || EventKind::DrawnIn { unit: body, line });
            }
            Ordered::Man => {
                let Ok(of) = self.guns_to_man(u) else { return };
                self.no_longer_taken(of);
                if of == u {
                    stance::man(&mut self.field[u]);
                } else {
                    self.take_back_guns(u, of);
                }
                self.stirred(u);
                self.tell(by, &[u], || EventKind::GunsManned { unit: u });
            }
            Ordered::Split { code, companies, left } => {
                let may = parting::may_split(&self.field, &self.field[u], *companies);
                let by = by.with(may.ok().map(|s| s.by)).and(clause!("04.01.2"));
                self.split(u, code, *companies, *left, by);
            }
            Ordered::Join { units } => self.join(u, units, by),
            Ordered::Combine { units, square } => self.combine(u, units, *square, by),
            Ordered::Disband => self.disband(u, by),
            Ordered::Enter { building } => {
                let Some(b) = self.field.ground.building(building) else { return };
                let outline = self.field.ground.buildings[usize::from(b)].base;
                stance::enter(&mut self.field[u], b, &outline);
                self.stirred(u);
                self.tell(by, &[u], || EventKind::Entered { unit: u, building: b });
            }
            Ordered::Leave { x, y } => self.leave_building(u, table::v2(*x, *y), by),
            Ordered::MakeGap { object } => self.make_gap(u, object, by),
            _ => {}
        }
    }

    /// The guns that a crew may man now: its own that it left, or those its battery left in flight and stands beside (13.03.3); by whom they
    /// were left. Not while an intact enemy is in base contact with them (play.battery).
    fn guns_to_man(&self, u: UnitId) -> Result<UnitId, Clause> {
        let f = &self.field;
        let contact = BASE_CONTACT + EPS;
        let beside = |x: &Unit| {
            let guns = x.unmanned_guns().filter(|_| x.whole == Some(u) && x.figures == 0);
            guns.is_some_and(|g| f.gap_to(&f[u], &g.rect()) <= contact)
        };
        let of = match f[u].unmanned_guns() {
            Some(_) => Some(u),
            None if f[u].crew_alone() => None,
            None => f.units.iter().find(|x| beside(x)).map(|x| x.id),
        };
        let of = of.ok_or(clause!("play.battery"))?;
        let place = f[of].unmanned_guns().ok_or(clause!("play.battery"))?.rect();
        let held = |o: &Unit| o.state.intact() && f.gap_to(o, &place) <= contact;
        if f.enemies(f[u].side).any(held) { Err(clause!("play.battery")) } else { Ok(of) }
    }

    /// Guns that are manned again are in nobody else's hands (play.battery).
    fn no_longer_taken(&mut self, of: UnitId) {
        let side = self.field[of].side;
        let Some(b) = self.field[of].battery.as_mut().filter(|b| b.taken) else { return };
        b.taken = false;
        let guns = u32::from(b.guns);
        let taken = &mut self.field.guns_taken[side.other().index()];
        *taken = taken.saturating_sub(guns);
    }

    /// A battery has the guns again that it left in its flight, with the horses before them (13.03.3, play.battery).
    fn take_back_guns(&mut self, u: UnitId, of: UnitId) {
        let Some(left) = self.field[of].battery.as_mut() else { return };
        let (guns, horses) = (std::mem::take(&mut left.guns), std::mem::take(&mut left.horses));
        left.left = None;
        let Some(b) = self.field[u].battery.as_mut() else { return };
        b.guns += guns;
        b.horses += horses;
        b.ready = None;
        self.field[u].record.unready = true;
        let was = self.field[u].base;
        self.field[u].lay();
        let wider = self.field[u].base.at(was.front, was.dir);
        self.put_down(u, wider);
    }

    /// Outside that facade, in clump; a unit in U then goes on with its retreat (play.building).
    pub(super) fn leave_building(&mut self, u: UnitId, to: table::V2, by: By) {
        let Some(b) = self.field[u].inside else { return };
        let outline = self.field.ground.buildings[usize::from(b)].base;
        stance::leave(&mut self.field[u], &outline, to);
        self.stirred(u);
        let beaten = self.field[u].state == State::Disorder && self.run(u).befell.forced;
        let by = by.with(beaten.then(|| clause!("play.building")));
        self.tell(by, &[u], || EventKind::LeftBuilding { unit: u, building: b });
        if beaten {
            let dir = self.field[u].base.dir;
            self.run_mut(u).course.mode = super::Mode::Retreat { dir, backwards: false };
            self.run_mut(u).order.void = true;
            self.turn_mut().instant.legs.push(u);
        }
    }

    /// A passage for a column in an obstacle I without cover (07.05.5).
    fn make_gap(&mut self, u: UnitId, object: &str, by: By) {
        let b = self.field[u].base;
        let Some(l) = self.field.lines.iter_mut().find(|l| l.name == object) else { return };
        if let Some((_, along, _)) = l.path.nearest(b.front) {
            l.cleared.push((along - b.width, along + b.width));
        }
        self.tell(by, &[u], || EventKind::Worked { unit: u, says: crate::say!("event-gap-made", object) });
    }

    /// A part of a unit, as a unit of its own; the whole keeps the rest.
    pub(super) fn part_of(&mut self, u: UnitId, code: &str, figures: u16) -> Unit {
        self.settle(u);
        let whole = &mut self.field[u];
        let mut part = whole.clone();
        whole.figures -= figures;
        whole.files = whole.files.min(whole.figures).max(1);
        whole.lay();
        part.code = Arc::from(code);
        part.name = part.code.clone();
        part.figures = figures;
        part.carried = 0;
        part.losses = Losses::default();
        part.original = figures;
        part.original_men = crate::unit::MEN.of(figures);
        part.battery = None;
        part.joined.clear();
        part.leads = None;
        part.working = false;
        // What the unit has done in the game its parts have done (09.02.4, 12.03.9).
        let Record { moved, fired, fought, attacked, .. } = part.record;
        part.record = Record { moved, fired, fought, attacked, ..Record::default() };
        part
    }

    fn split(&mut self, u: UnitId, code: &str, companies: u8, left: bool, by: By) {
        let unit = &self.field[u];
        let all = u16::from(parting::pieces(unit).max(1));
        let figures = (unit.figures * u16::from(companies) / all).clamp(1, unit.figures.max(2) - 1);
        let base = unit.base;
        let guns = unit.battery.clone();
        let (rifles, before) = (unit.rifles, unit.figures);
        let mut part = self.part_of(u, code, figures);
        part.whole = Some(u);
        // What the unit has done its companies have done, too: they smoke, stand still and rest as it does.
        let r = &self.field[u].record;
        part.record = Record {
            attacked: r.attacked,
            last_fire: r.last_fire,
            last_fire_turn: r.last_fire_turn,
            smoke_turn: r.smoke_turn,
            smoke_open: r.smoke_open,
            smoked_at: r.smoked_at,
            smoked_since: r.smoked_since,
            still_until: r.still_until,
            last_melee: r.last_melee,
            victory: r.victory,
            victory_at: r.victory_at,
            charge: r.charge,
            ..part.record
        };
        // Those with rifles are in every company alike (play.mixed-arms).
        part.rifles = crate::fire::rifle_figures(figures, rifles, before.max(1)).0.min(rifles);
        self.field[u].rifles = rifles - part.rifles;
        self.field[u].record.armed = None;
        part.companies = companies;
        if let (Some(mut theirs), Some(b)) = (guns, self.field[u].battery.as_mut()) {
            let share = |n: u8| (u16::from(n) * u16::from(companies) / all) as u8;
            theirs.guns = share(b.guns);
            theirs.guns_of = share(b.guns_of);
            theirs.horses = share(b.horses);
            theirs.horses_of = share(b.horses_of);
            theirs.models_of = companies;
            b.guns -= theirs.guns;
            b.guns_of -= theirs.guns_of;
            b.horses -= theirs.horses;
            b.horses_of -= theirs.horses_of;
            b.models_of -= companies;
            part.battery = Some(theirs);
        }
        part.files = stance::files_in(&part, part.formation, None).0;
        part.lay();
        let whole = &mut self.field[u];
        whole.companies = whole.companies.saturating_sub(companies).max(1);
        let was = Undivided {
            original_men: whole.original_men,
            original: whole.original,
            lost: whole.losses.men + crate::unit::MEN.of(whole.losses.prisoners),
        };
        let undivided = whole.record.undivided.unwrap_or(was);
        whole.record.undivided = Some(Undivided { lost: was.lost, ..undivided });
        (whole.original, whole.original_men) = (whole.figures, whole.men());
        whole.files = stance::files_in(whole, whole.formation, None).0;
        whole.lay();
        // Side by side where the front was.
        let right = base.dir.right() * if left { -1.0 } else { 1.0 };
        let (w, p) = (whole.base.width, part.base.width);
        let end = base.front + right * (base.width / 2.0).max((w + p) / 2.0);
        part.base = part.base.at(end - right * (p / 2.0), base.dir);
        whole.base = whole.base.at(end - right * (p + w / 2.0), base.dir);
        let part = self.put_on_clock(u, part);
        self.stirred(u);
        self.tell(by, &[u], || EventKind::Split { unit: u, part });
        if let Some((_, leg)) = self.run_mut(u).order.part_goes.take_if(|(c, _)| c == code) {
            let order = Order { legs: vec![leg], ..Order::default() };
            self.run_mut(part).order = Ordering::of(order.clone());
            self.tell_owner(clause!("orders.3"), part, || EventKind::Ordered { unit: part, order });
        }
    }

    /// A unit that was not there before is on the clock from now on.
    pub(super) fn put_on_clock(&mut self, of: UnitId, mut part: Unit) -> UnitId {
        let id = UnitId(self.field.units.len() as u16);
        part.id = id;
        let (base, state) = (part.base, part.state);
        self.field.units.push(part);
        let leg = Leg::stand(base, self.time());
        let t = self.turn_mut();
        t.runs.push(Run::standing(state));
        t.clock.split(of, leg);
        self.stirred(id);
        self.turn_mut().instant.legs.push(id);
        id
    }

    /// Figures of a line or part are those of the unit again.
    pub(super) fn take_in(&mut self, u: UnitId, part: UnitId) {
        self.settle(part);
        let p = self.field[part].clone();
        let apart = |o: &Unit| o.whole == Some(u) && o.id != part && o.fate != Fate::Joined;
        let parts_out = self.field.units.iter().any(apart);
        let whole = &mut self.field[u];
        let (more, carried) = crate::unit::MEN.joined(whole.carried, p.carried);
        whole.figures = (whole.figures + p.figures).saturating_sub(more);
        whole.carried = carried;
        whole.rifles += p.rifles;
        whole.record.armed = None;
        whole.losses.men += p.losses.men;
        whole.losses.prisoners += p.losses.prisoners;
        if let (Some(b), Some(g)) = (&mut whole.battery, &p.battery) {
            b.guns += g.guns;
            b.guns_of += g.guns_of;
            b.horses += g.horses;
            b.horses_of += g.horses_of;
            b.models_of += g.models_of;
        }
        if p.body != Some(u) {
            // Nobody fires or attacks for the first time of whom a part has done so.
            let (r, theirs) = (&mut whole.record, &p.record);
            (r.fired, r.fought) = (r.fired || theirs.fired, r.fought || theirs.fought);
            r.attacked |= theirs.attacked;
            if theirs.smoke_turn > r.smoke_turn {
                (r.smoke_turn, r.smoke_open) = (theirs.smoke_turn, theirs.smoke_open);
            }
            whole.companies = whole.companies.saturating_add(p.companies);
            whole.original += p.original;
            whole.original_men += p.original_men;
            let undivided = whole.record.undivided.filter(|_| !parts_out);
            if let Some(was) = undivided {
                (whole.original, whole.original_men) = (was.original, was.original_men);
                whole.record.undivided = None;
            }
        }
        whole.files = match whole.formation {
            Formation::AttackColumn | Formation::Mass => whole.files,
            other => stance::files_in(whole, other, None).0,
        };
        whole.lay();
        self.remove(part, Fate::Joined);
        self.turn_mut().instant.legs.push(u);
    }
}
