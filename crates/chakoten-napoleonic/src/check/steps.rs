//! The legs of an order, each judged as the unit will then stand.

use super::{Named, Walk, skirmish, works};
use crate::book::orders::CHARGE_SWING;
use crate::book::turn::periods;
use crate::ferry::Flotilla;
use crate::field::Field;
use crate::going::{self, How};
use crate::order::{Leg, Ref, Until, Way};
use crate::parting;
use crate::stance;
use crate::troop::{Arm, Cover, Density, Formation, Gait, Going, Obstacle, State};
use crate::unit::{Load, Unit};
use crate::{clause, say};
use smallvec::SmallVec;
use table::EPS;
use umpire::{Clause, Refusal, allow};

/// The farthest that is written, in cm.
const FARTHEST: f64 = 10_000.0;

/// Does the leg take the unit anywhere?
pub(super) fn moves(leg: &Leg) -> bool {
    use Leg::{Arrow, Enter, Leave, March, Road, To};
    matches!(leg, March { .. } | Arrow { .. } | To { .. } | Road { .. } | Enter { .. } | Leave { .. })
}

/// For how many turns it has gone forward in ordinary march up to now (07.02.4).
pub(super) fn approached(f: &Field, u: &Unit) -> f64 {
    u.record.approach.map_or(0.0, |since| (f64::from(f.turn) - since).max(0.0))
}

impl Walk<'_> {
    fn refuse<T>(&self, by: Clause, reason: words::Message) -> Result<T, Refusal> {
        Err(Refusal::by(by, reason))
    }

    pub(super) fn leg(&mut self, i: usize, leg: &Leg) -> Result<(), Refusal> {
        let number = i + 1;
        if self.open || self.ended {
            return self.refuse(clause!("play.orders"), say!("check-leg-before-lasts", number));
        }
        let stays = matches!(leg, Leg::Ferry { .. } | Leg::Stand { .. } | Leg::Reorganise);
        if self.at.record.aboard.is_some() && !stays {
            return self.refuse(clause!("19.11.3"), say!("check-lands-first", unit = &self.at.code));
        }
        if self.at.inside.is_some()
            && !matches!(
                leg,
                Leg::Leave { .. }
                    | Leg::Stand { .. }
                    | Leg::Reorganise
                    | Leg::Split { .. }
                    | Leg::Part { .. }
                    | Leg::Join { .. }
                    | Leg::Work { .. }
            )
        {
            return self.refuse(clause!("17.01.3"), say!("check-leave-first", unit = &self.at.code));
        }
        let named = self.one(i, leg)?;
        self.named.push(named);
        if !matches!(
            leg,
            Leg::March { way: Way::Ahead, .. } | Leg::Arrow { .. } | Leg::To { .. } | Leg::Pivot { .. }
        ) {
            self.marched = Some(0.0);
            self.charging = false;
        }
        Ok(())
    }

    fn one(&mut self, i: usize, leg: &Leg) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let none = SmallVec::new();
        match leg {
            Leg::March { way, gait, until } => {
                self.until(*until)?;
                self.goes_so(*way, *gait)?;
                self.goes(*gait, *until);
            }
            Leg::Arrow { degrees, gait, until } => {
                if !degrees.is_finite() {
                    return Err(Refusal::form(say!("check-direction")));
                }
                self.until(*until)?;
                self.goes_so(Way::Ahead, *gait)?;
                self.by.add(clause!("orders.2"));
                if matches!(until, Until::Turns(_)) {
                    self.by.add(clause!("orders.3"));
                }
                self.goes(*gait, *until);
            }
            Leg::To { x, y, gait } => {
                self.case.place([*x, *y])?;
                self.goes_so(Way::Ahead, *gait)?;
                self.goes(*gait, Until::Place([*x, *y]));
            }
            Leg::Road { road, until } => {
                self.until(*until)?;
                self.goes_so(Way::Ahead, Gait::March)?;
                let n = self.road(road)?;
                self.goes(Gait::March, *until);
                return Ok(n);
            }
            Leg::Pivot { degrees } => {
                angle(*degrees)?;
                self.swing(*degrees)?;
            }
            Leg::Rotate { degrees } => {
                angle(*degrees)?;
                let why = || say!("check-rotates-not", unit = &self.at.code);
                let s = stance::rotation(&self.case.f.readings, &self.at, *degrees);
                let s = s.map_err(|by| Refusal::by(by, why()))?;
                self.by.add(s.clause);
            }
            Leg::About => {
                let g = stance::facing(&self.at, true)
                    .map_err(|by| Refusal::by(by, say!("check-faces-not", unit = &self.at.code)))?;
                self.by.add(g.clause);
                self.at.base = self.at.base.about_face();
            }
            Leg::FaceSquare { degrees } => self.face_square(*degrees)?,
            Leg::Form { formation, files, density } => self.form(*formation, *files, *density)?,
            Leg::Limber { column, about } => self.limber(*column, *about)?,
            Leg::Unlimber { about } => {
                if !self.at.limbered() || self.at.crew_alone() {
                    return self.refuse(clause!("05.03.1"), say!("check-not-limbered", unit = &self.at.code));
                }
                let column = self.at.formation == Formation::MarchColumn;
                self.by.add(if column { clause!("06.03.1") } else { clause!("06.03.2") });
                stance::unlimber(&mut self.at, *about);
                if let Some(b) = &mut self.at.battery {
                    b.ready = Some(f64::from(self.case.f.turn));
                }
            }
            Leg::MakeReady => {
                let by = clause!("10.01.2");
                if !self.at.unlimbered() {
                    return self.refuse(by, say!("check-no-guns-unlimbered", unit = &self.at.code));
                }
                self.by.add(by);
                if let Some(b) = &mut self.at.battery {
                    b.ready = b.ready.or(Some(f64::from(self.case.f.turn)));
                }
            }
            Leg::LeaveGuns { limbers } => self.leave_guns(*limbers)?,
            Leg::Man => self.man()?,
            Leg::SendOut { code, figures, density, cm, .. } => {
                skirmish::send_out(self, code, *figures, *density, *cm)?;
            }
            Leg::DrawIn => return skirmish::draw_in(self),
            Leg::Split { code, companies, .. } => self.split(i, code, *companies)?,
            Leg::Part { part, code, degrees, gait, until } => {
                if !degrees.is_finite() {
                    return Err(Refusal::form(say!("check-direction")));
                }
                self.until(*until)?;
                self.goes_so(Way::Ahead, *gait)?;
                let companies = self.part(*part)?;
                let code = code.clone().unwrap_or_default();
                self.split(i, &code, companies)?;
            }
            Leg::Join { units } => return self.join(units),
            Leg::Combine { units, square } => return self.combine(units, *square),
            Leg::Disband => {
                if self.at.joined.is_empty() {
                    return self.refuse(clause!("04.01.4"), say!("check-no-column", unit = &self.at.code));
                }
                self.by.add(clause!("04.01.4"));
                self.at.joined.clear();
            }
            Leg::Enter { building } => return self.enter(building),
            Leg::Leave { x, y } => {
                self.case.place([*x, *y])?;
                if self.at.inside.is_none() {
                    return self
                        .refuse(clause!("17.01.3"), say!("check-in-no-building", unit = &self.at.code));
                }
                self.by.add(clause!("17.01.3"));
                self.at.inside = None;
                self.at.formation = Formation::Clump;
            }
            Leg::Ferry { craft, x, y, empty } => self.ferry(craft, [*x, *y], *empty)?,
            Leg::MakeGap { object } => return self.make_gap(object),
            Leg::Work { work } => {
                self.alone(clause!("19.01.3.a"))?;
                return works::work(self, work);
            }
            Leg::Resupply { wagon } => return self.resupply(wagon),
            Leg::Reorganise => {
                if self.at.inside.is_some() && self.at.state >= State::Disorder {
                    let why = say!("check-no-rally-inside", unit = &self.at.code);
                    return self.refuse(clause!("17.03.5"), why);
                }
                if self.case.order.fire.is_some() || self.case.order.attack.is_some() {
                    let why = say!("check-x-does-nothing", unit = &self.at.code);
                    return self.refuse(clause!("orders.1"), why);
                }
                self.by.add(clause!("13.06.1"));
                self.ended = true;
            }
            Leg::Stand { turns } => part_of_turn(*turns)?,
        }
        Ok(none)
    }

    /// Craft of its own side that carry it, to a place on the table; it neither fires nor attacks from them (19.11).
    fn ferry(&mut self, craft: &[Ref], to: [f64; 2], empty: bool) -> Result<(), Refusal> {
        self.case.place(to)?;
        let unit = &self.at.code;
        let fights = self.case.order.fire.is_some() || self.case.order.attack.is_some();
        if fights {
            return self.refuse(clause!("19.11.3"), say!("check-ferried-fights-not", unit));
        }
        let boats = Flotilla::named(self.case.f, self.case.u.side, craft)?;
        if empty {
            let p = works::party(&self.at);
            if p.pioneers + p.gunners + p.miners == 0 {
                return self.refuse(clause!("19.11.4"), say!("check-pioneers-send-craft", unit));
            }
        } else {
            boats.carry(&self.at)?;
            self.by.add(clause!("19.11.2"));
            if self.at.by_figures() {
                self.at.formation = Formation::Clump;
            }
        }
        self.by.add(clause!("19.11.3"));
        Ok(())
    }

    /// Nothing else may be ordered with it: it takes a whole turn.
    pub(super) fn alone(&mut self, by: Clause) -> Result<(), Refusal> {
        let o = self.case.order;
        if o.legs.len() > 1 || o.fire.is_some() || o.attack.is_some() {
            return self.refuse(by, say!("check-whole-turn", unit = &self.case.u.code));
        }
        self.by.add(by);
        Ok(())
    }

    fn until(&self, until: Until) -> Result<(), Refusal> {
        match until {
            Until::End => Ok(()),
            Until::Turns(t) => part_of_turn(t),
            Until::Cm(cm) if cm > 0.0 && cm <= FARTHEST => Ok(()),
            Until::Cm(_) => Err(Refusal::form(say!("check-length"))),
            Until::Place(p) => self.case.place(p).map(|_| ()),
        }
    }

    /// Horses, gunners, gaits and ways to move (07.01, 07.02).
    fn goes_so(&mut self, way: Way, gait: Gait) -> Result<(), Refusal> {
        let unit = &self.at.code;
        if gait == Gait::Flight {
            return self.refuse(clause!("orders.5"), say!("check-flight-no-order", unit));
        }
        if gait == Gait::Charge && way != Way::Ahead {
            return self.refuse(clause!("07.02.1"), say!("check-charge-ahead"));
        }
        let how = How { way, ..How::ahead(gait) };
        let given = going::length_on(self.case.f, &self.at, Going::Ordinary, &how);
        let given = given.map_err(|by| Refusal::by(by, say!("check-goes-not-so", unit)))?;
        if gait == Gait::Charge {
            self.charge()?;
        } else {
            self.charging = false;
        }
        self.by.add(given.clause);
        if way != Way::Ahead {
            self.by.add(clause!("07.01.2"));
        }
        Ok(())
    }

    /// When charge march may be used (07.02.4, 07.02.5).
    fn charge(&mut self) -> Result<(), Refusal> {
        let u = &self.at;
        let unit = &u.code;
        let enough = self.marched.is_none_or(|t| t >= periods().approach - EPS);
        if u.arm == Arm::Cavalry && !self.charging && !enough {
            return self.refuse(clause!("07.02.4"), say!("check-charge-approach", unit));
        }
        if self.charging && self.swung > CHARGE_SWING + EPS {
            return self.refuse(clause!("07.02.5"), say!("check-charge-swing", unit));
        }
        self.by.add(clause!("07.02.1"));
        self.by.add(clause!("orders.5"));
        self.charging = true;
        Ok(())
    }

    fn swing(&mut self, degrees: f64) -> Result<(), Refusal> {
        self.swung += degrees.abs();
        self.by.add(stance::pivot(&self.at, degrees).clause);
        Ok(())
    }

    /// Notes what a march ahead does for what follows.
    fn goes(&mut self, gait: Gait, until: Until) {
        self.open = until == Until::End;
        if gait == Gait::Charge {
            self.swung = 0.0;
            return;
        }
        self.marched = match until {
            Until::Turns(t) => self.marched.map(|m| m + t),
            _ => None,
        };
    }

    fn road(&mut self, name: &str) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let tracks = &self.case.f.ground.tracks;
        let Some(i) = tracks.iter().position(|t| t.road.name == name) else {
            return Err(Refusal::form(say!("check-no-road", name)));
        };
        if tracks[i].path {
            let how = How::march(Way::Ahead);
            going::length_on(self.case.f, &self.at, Going::Path, &how)
                .map_err(|by| Refusal::by(by, say!("check-path", unit = &self.at.code)))?;
        }
        Ok(SmallVec::from_iter([Named::Track(i as u16)]))
    }

    fn face_square(&mut self, degrees: Option<f64>) -> Result<(), Refusal> {
        let unit = &self.at.code;
        if self.at.formation != Formation::Square {
            return self.refuse(clause!("06.04.3"), say!("check-quarter-faces-square", unit));
        }
        match degrees {
            Some(d) if [90.0, -90.0, 180.0, -180.0, 0.0].iter().all(|x| *x != d) => {
                return self.refuse(clause!("06.04.3"), say!("check-faces-by-quarters", unit));
            }
            None if !self.at.faced => {
                return self.refuse(clause!("06.02.5"), say!("check-faces-all-round", unit));
            }
            _ => {}
        }
        self.by.add(clause!("06.02.5"));
        stance::face_square(&mut self.at, degrees);
        Ok(())
    }

    fn form(
        &mut self,
        formation: Formation,
        files: Option<u16>,
        density: Option<Density>,
    ) -> Result<(), Refusal> {
        let unit = &self.at.code;
        if matches!(self.at.arm, Arm::Artillery | Arm::Train) {
            return self.refuse(clause!("05.03.1"), say!("check-guns-limber", unit));
        }
        if files.is_some() && !matches!(formation, Formation::AttackColumn | Formation::Mass) {
            return self.refuse(clause!("05.01.3"), say!("check-files-of-columns"));
        }
        if density.is_some() && formation != Formation::Skirmish {
            return self.refuse(clause!("05.01.1"), say!("check-density-of-lines"));
        }
        if self.at.body.is_some() && !matches!(formation, Formation::Skirmish | Formation::Clump) {
            return self.refuse(clause!("04.02.3"), say!("check-line-stays-line", unit));
        }
        let line_again = self.at.body.is_some() && formation == Formation::Skirmish;
        if !line_again {
            let may = |files| stance::may_form(self.case.f, &self.at, formation, files);
            may(files).map_err(|by| match files {
                Some(files) if may(None).is_ok() => {
                    let (least, most, ranks) = crate::book::stand::COLUMN;
                    Refusal::by(by, say!("check-column-front", unit, formation, files, least, most, ranks))
                }
                _ => Refusal::by(by, say!("check-may-not-form", unit, formation)),
            })?;
        }
        self.by.add(clause!("orders.4"));
        let spacing = stance::usual_spacing(density.unwrap_or_default());
        stance::form(&mut self.at, formation, files, spacing);
        Ok(())
    }

    fn limber(&mut self, column: bool, about: bool) -> Result<(), Refusal> {
        let unit = &self.at.code;
        let Some(b) = self.at.battery.as_ref().filter(|_| self.at.unlimbered()) else {
            return self.refuse(clause!("05.03.1"), say!("check-no-guns-unlimbered", unit));
        };
        if b.horses == 0 {
            return self.refuse(clause!("07.01.6"), say!("check-no-horses", unit));
        }
        self.by.add(if column { clause!("06.03.3") } else { clause!("06.03.4") });
        stance::limber(&mut self.at, column, about);
        Ok(())
    }

    fn leave_guns(&mut self, limbers: bool) -> Result<(), Refusal> {
        let unit = &self.at.code;
        let Some(b) = self.at.battery.as_ref().filter(|_| self.at.unlimbered()) else {
            return self.refuse(clause!("04.04.3"), say!("check-no-guns-unlimbered", unit));
        };
        if limbers && b.horses == 0 {
            return self.refuse(clause!("07.01.6"), say!("check-no-horses", unit));
        }
        self.by.add(clause!("04.04.3"));
        stance::leave_guns(&mut self.at, limbers);
        Ok(())
    }

    fn man(&mut self) -> Result<(), Refusal> {
        let unit = &self.at.code;
        let own = self.at.battery.as_ref().is_some_and(|b| b.left.is_some() && b.guns > 0);
        // Or those of it that were left in its flight (13.03.3).
        let of_it = |x: &Unit| x.whole == Some(self.at.id) && x.figures == 0 && x.unmanned_guns().is_some();
        let in_flight = self.at.arm == Arm::Artillery && self.case.f.units.iter().any(of_it);
        if !own && !in_flight {
            return self.refuse(clause!("04.04.3"), say!("check-no-guns-left", unit));
        }
        self.by.add(clause!("06.02.2"));
        stance::man(&mut self.at);
        Ok(())
    }

    /// A code that no own unit has: the unit's own with something behind it, so that it tells nothing of what the enemy calls his.
    pub(super) fn code(&mut self, code: &str) -> Result<(), Refusal> {
        let u = self.case.u;
        let root = &u.code;
        let fits = code.len() <= 24
            && code.len() > root.len()
            && code
                .strip_prefix(&**root)
                .is_some_and(|behind| behind.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)));
        if !fits {
            return Err(Refusal::form(say!("check-code", root, code)));
        }
        let taken = self.case.f.units.iter().any(|o| o.side == u.side && &*o.code == code);
        if taken || self.codes.iter().any(|c| c == code) {
            return Err(Refusal::form(say!("check-code-taken", code)));
        }
        self.codes.push(code.into());
        Ok(())
    }

    /// How many companies a fraction of the unit is (orders.3).
    fn part(&mut self, part: f64) -> Result<u8, Refusal> {
        let all = self.pieces();
        let n = part * f64::from(all);
        let whole = libm::round(n);
        if !(part > 0.0 && part < 1.0) || (n - whole).abs() > 1e-9 {
            let why = say!("check-part-whole-companies", unit = &self.at.code, all);
            return self.refuse(clause!("orders.3"), why);
        }
        self.by.add(clause!("orders.3"));
        Ok(whole as u8)
    }

    /// Companies, squadrons or models that can be told off.
    fn pieces(&self) -> u8 {
        parting::pieces(&self.at)
    }

    fn split(&mut self, i: usize, code: &str, companies: u8) -> Result<(), Refusal> {
        let f = self.case.f;
        let unit = &self.case.u.code;
        let all = self.pieces();
        if self.at.body.is_some() || !self.at.joined.is_empty() {
            return self.refuse(clause!("04.01.1.b"), say!("check-splits-not", unit));
        }
        if companies == 0 || companies >= all {
            return self.refuse(clause!("04.01.1.b"), say!("check-split-number", unit, all));
        }
        if self.at.state >= State::Disorder {
            return self.refuse(clause!("04.01.5"), say!("check-u-splits-not", unit));
        }
        let split = parting::may_split(f, &self.at, companies);
        let parting::Split { by, free } =
            split.map_err(|by| Refusal::by(by, say!("check-splits-not", unit)))?;
        self.code(code)?;
        self.by.add(by);
        if !free {
            self.alone(clause!("04.01.5"))?;
        }
        self.parts.insert(i, companies);
        self.at.companies = self.at.companies.saturating_sub(companies).max(1);
        Ok(())
    }

    /// Own units that are named to be joined with it: each once, and not itself.
    fn others(&self, names: &[Ref], by: Clause) -> Result<Vec<&Unit>, Refusal> {
        let mut all: Vec<&Unit> = Vec::new();
        for n in names {
            let o = self.case.own(n, by)?;
            if o.id == self.case.u.id || all.iter().any(|x| x.id == o.id) {
                return self.refuse(by, say!("check-named-twice", name = n));
            }
            if o.state >= State::Disorder {
                return self.refuse(clause!("04.01.5"), say!("check-u-joins-not", unit = &o.code));
            }
            all.push(o);
        }
        allow(!all.is_empty(), by, || say!("check-nobody-named"))?;
        if self.at.state >= State::Disorder {
            return self.refuse(clause!("04.01.5"), say!("check-u-joins-not", unit = &self.at.code));
        }
        Ok(all)
    }

    fn join(&mut self, names: &[Ref]) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let f = self.case.f;
        let u = self.case.u;
        let mut merges = false;
        let mut found = SmallVec::new();
        for o in self.others(names, clause!("04.01.3"))? {
            let part =
                o.whole == Some(u.id) || u.whole == Some(o.id) || (u.whole.is_some() && u.whole == o.whole);
            let worn = |x: &Unit| f.valour(x.id).0 < x.valour_of;
            if o.arm != u.arm || o.body.is_some() || u.body.is_some() {
                return self
                    .refuse(clause!("04.01.3"), say!("check-joins-not", unit = &u.code, other = &o.code));
            }
            let joins = part || (worn(o) && worn(u));
            if !joins {
                let why = say!("check-merges-worn", unit = &u.code, other = &o.code);
                return self.refuse(clause!("13.07.2.a"), why);
            }
            merges |= !part;
            let together = u.inside.is_some() && u.inside == o.inside;
            if !f.in_contact(u, o) && !together {
                let why = say!("check-no-contact", unit = &u.code, other = &o.code);
                return self.refuse(clause!("04.01.3"), why);
            }
            found.push(Named::Own(o.id));
        }
        self.by.add(if merges { clause!("13.07.2.b") } else { clause!("04.01.3") });
        if u.inside.is_none() {
            self.alone(clause!("04.01.5"))?;
        }
        Ok(found)
    }

    fn combine(&mut self, names: &[Ref], square: bool) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let f = self.case.f;
        let u = self.case.u;
        let by = if square { clause!("05.02.5") } else { clause!("04.01.4") };
        let formation = if square { Formation::Square } else { Formation::Line };
        let others = self.others(names, by)?;
        let mut found = SmallVec::new();
        for o in std::iter::once(u).chain(others) {
            let unit = &o.code;
            if o.arm != u.arm || !matches!(o.arm, Arm::Infantry | Arm::Cavalry) {
                return self.refuse(clause!("04.01.4"), say!("check-column-one-arm", unit));
            }
            if o.body.is_some() || !o.joined.is_empty() || o.leads.is_some() || o.inside.is_some() {
                return self.refuse(clause!("04.01.4"), say!("check-column-free", unit));
            }
            stance::may_form(f, o, formation, None)
                .map_err(|by| Refusal::by(by, say!("check-may-not-form", unit, formation)))?;
            if o.id != u.id {
                found.push(Named::Own(o.id));
            }
        }
        self.by.add(by);
        self.alone(clause!("04.01.5"))?;
        Ok(found)
    }

    fn enter(&mut self, name: &str) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let f = self.case.f;
        let unit = &self.at.code;
        let Some(b) = f.ground.building(name) else {
            return Err(Refusal::form(say!("check-no-building", name)));
        };
        match self.at.arm {
            Arm::Infantry => {}
            Arm::Cavalry => return self.refuse(clause!("07.05.3"), say!("check-enters-not", unit)),
            Arm::Artillery | Arm::Train => {
                return self.refuse(clause!("07.05.5"), say!("check-enters-not", unit));
            }
        }
        let house = &f.ground.buildings[usize::from(b)];
        if house.obstacle == Obstacle::Impassable {
            return self.refuse(clause!("17.04.2"), say!("check-ruin", name));
        }
        if self.at.figures > house.capacity {
            let why = say!("check-building-holds", name, capacity = house.capacity, unit);
            return self.refuse(clause!("17.02.3.b"), why);
        }
        let taken = f.side(self.at.side).any(|o| o.id != self.at.id && o.inside == Some(b));
        if taken {
            return self.refuse(clause!("play.building"), say!("check-building-taken", building = name));
        }
        self.by.add(clause!("17.01.2.b"));
        self.at.inside = Some(b);
        self.at.formation = Formation::Clump;
        Ok(SmallVec::from_iter([Named::Building(b)]))
    }

    fn make_gap(&mut self, name: &str) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let f = self.case.f;
        let by = clause!("07.05.5");
        if self.at.arm != Arm::Artillery {
            return self.refuse(by, say!("check-gap-artillery", unit = &self.at.code));
        }
        let line = |i: &usize| f.lines[*i].name == name && self.case.known.knows_line(f, *i);
        let Some(i) = (0..f.lines.len()).find(line) else {
            return Err(Refusal::form(say!("check-no-object", name)));
        };
        let l = &f.lines[i];
        if l.obstacle != Obstacle::I || l.cover != Cover::None {
            return self.refuse(by, say!("check-gap-obstacle", name));
        }
        self.alone(by)?;
        Ok(SmallVec::from_iter([Named::Line(i as u16)]))
    }

    fn resupply(&mut self, name: &str) -> Result<SmallVec<[Named; 2]>, Refusal> {
        let by = clause!("11.04.1");
        let u = self.case.u;
        let w = self.case.own(name, by)?;
        let left =
            match &w.load {
                Some(Load::Ammunition { infantry, guns }) if w.arm == Arm::Train => {
                    if u.arm == Arm::Artillery { *guns } else { *infantry }
                }
                _ => return self.refuse(by, say!("check-no-ammunition-wagon", name)),
            };
        if u.arm == Arm::Train || (u.weapon.is_none() && u.battery.is_none()) {
            return self.refuse(by, say!("check-needs-no-ammunition", unit = &u.code));
        }
        if left == 0 {
            return self.refuse(clause!("11.01.3"), say!("check-wagon-empty", name));
        }
        if !self.case.f.in_contact(u, w) {
            return self.refuse(by, say!("check-no-contact", unit = &u.code, other = &w.code));
        }
        self.alone(by)?;
        Ok(SmallVec::from_iter([Named::Own(w.id)]))
    }
}

fn part_of_turn(t: f64) -> Result<(), Refusal> {
    allow(t > 0.0 && t <= 1.0 + EPS, clause!("03.01.2"), || say!("check-part-of-turn"))
}

fn angle(degrees: f64) -> Result<(), Refusal> {
    let fits = degrees.is_finite() && degrees != 0.0 && degrees.abs() <= 180.0 + EPS;
    if fits { Ok(()) } else { Err(Refusal::form(say!("check-angle"))) }
}
