//! Skirmishers and their soutien in play: who needs one, going back to it, being pressed back (14.02, 14.04, play.press-back).

use super::choices::{AskKind, Asked};
use super::way::Heading;
use super::{Leg, Mode, Stage, Table, Turn};
use crate::event::{By, EventKind, Why};
use crate::field::box_of;
use crate::order::{Choice, Course};
use crate::procedures::support::{
    NoSoutien, Pressed, SoutienJudged, SoutienOutcome, SoutienSituation, has_soutien,
};
use crate::troop::{Formation, Gait, State};
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, reading, stance, support};
use table::{Base, EPS, Rect, V2};
use umpire::Clause;

/// So far in cm from where it should be a line finds room beside its soutien.
const ASIDE: f64 = 60.0;

impl Table {
    /// A line and its soutien as the procedures ask for them.
    fn soutien_facts(&self, u: UnitId) -> SoutienSituation {
        support::soutien(&self.field, &self.field[u], self.soutien_enemy(u))
    }

    /// By which clause a line needs no soutien where it stands (14.02.1).
    fn needs_no_soutien(&self, u: UnitId) -> Option<Clause> {
        support::needs_no_soutien(&self.field, &self.field[u], || self.soutien_enemy(u))
    }

    /// Where the enemy is to whom the obstacle or cover of a line must be. It matters only to who stands at one.
    fn soutien_enemy(&self, u: UnitId) -> Option<V2> {
        let f = &self.field;
        if support::at_line(f, &f[u]) { self.nearest_foe(u).map(|e| f[e].base.centre()) } else { None }
    }

    /// Must these skirmishers have a soutien (14.02.1)? By which clause.
    pub(super) fn needs_soutien(&self, u: UnitId) -> Option<Clause> {
        let unit = &self.field[u];
        if !unit.skirmishing() || self.needs_no_soutien(u).is_some() {
            return None;
        }
        Some(clause!("14.02.1"))
    }

    /// By which clause skirmishers need no soutien where they stand (14.02.1).
    pub(super) fn no_soutien_needed(&self, u: UnitId) -> Option<Clause> {
        self.needs_no_soutien(u).filter(|_| self.field[u].skirmishing())
    }

    /// Its soutien within reach (14.02.2, 14.02.3).
    pub(super) fn soutien(&self, line: UnitId) -> Option<UnitId> {
        let (f, line) = (&self.field, &self.field[line]);
        let by = support::soutien_of(f, line)?;
        has_soutien(&support::soutien_in(f, line, Some(by))).ok().map(|_| by.id)
    }

    /// The unit to which it goes back: its own body, or the nearest that may be its soutien (14.02.4).
    fn nearest_soutien(&self, line: UnitId) -> Option<UnitId> {
        support::soutien_of(&self.field, &self.field[line]).map(|s| s.id)
    }

    /// Those found too far from their soutien go back at once; who has none goes back to the nearest or forms one, as is chosen (14.02.4).
    pub(super) fn look_for_soutiens(&mut self) {
        let mut asked = Vec::new();
        // What was done to them by others they look at, too; but not because somebody moves whom they may not see.
        let struck = self.turn().has_fought() || self.turn().has_fired();
        let elsewhere = self.turn().instant.elsewhere;
        let now = self.now.as_mut().expect("a turn is under way");
        now.strayed.note(&self.field);
        let here = |s: Side| struck || !elsewhere[s.index()];
        Side::BOTH.into_iter().filter(|s| here(*s)).for_each(|s| now.strayed.look_elsewhere(&self.field, s));
        let (turn, sides) = (self.turn(), Side::BOTH.map(here));
        let looks = |u: &UnitId| {
            let unit = &self.field[*u];
            sides[unit.side.index()] && !self.is_idle(turn, unit) && unit.on_table() && unit.state.intact()
        };
        let lines: Vec<UnitId> = turn.strayed.skirmishers().filter(looks).collect();
        for u in lines {
            let now = self.now.as_mut().expect("a turn is under way");
            let has = now.strayed.has_soutien(&self.field, u);
            let mode = self.run(u).course.mode;
            let closing = self.field[u].record.closing.is_some();
            let follows = mode == Mode::Order && !self.run(u).befell.pressed;
            // Whether he needs one is asked only of who has none, and where something hangs on it.
            let asks = follows || matches!(mode, Mode::ClosesUp(_)) || closing;
            let needs_none = !has && asks && self.needs_none_still(u);
            if has || needs_none {
                if matches!(mode, Mode::ToSoutien(_)) && has && !self.run(u).befell.evades {
                    // Near enough again: it stands.
                    self.run_mut(u).course.mode = Mode::Stand;
                    self.turn_mut().instant.legs.push(u);
                }
                if matches!(mode, Mode::ClosesUp(_)) {
                    // It has, or needs, none any more: its order goes on.
                    self.run_mut(u).course.mode = Mode::Order;
                    self.turn_mut().instant.legs.push(u);
                }
                if closing {
                    self.field[u].record.closing = None;
                }
                continue;
            }
            if !follows {
                continue;
            }
            let to = self.turn().strayed.nearest(&self.field, u).map(|s| s.id);
            let body = to.filter(|t| self.field[u].body == Some(*t));
            let why = |to: UnitId| {
                let f = &self.field;
                has_soutien(&support::soutien_in(f, &f[u], Some(&f[to]))).err()
            };
            if let Some((to, Some(NoSoutien::TooFar))) = body.map(|to| (to, why(to))) {
                self.back_to(u, to, clause!("14.02.4.a"));
                continue;
            }
            let mut offers = Vec::new();
            offers.extend(to.map(|_| Choice::Way(Course::GoBack)));
            if self.own_soutien(u) > 0 {
                offers.push(Choice::Way(Course::FormSoutien));
            }
            let Some(default) = offers.first().cloned() else { continue };
            asked.push(Asked {
                key: format!("soutien {}", self.field[u].code),
                side: self.field[u].side,
                kind: AskKind::Soutien { unit: u },
                default,
                offers: offers.into(),
                clause: clause!("14.02.4.b"),
            });
        }
        self.ask(asked);
    }

    /// Who follows his order and has a soutien or needs none, or neither follows one nor closes up, and goes back no longer than he must, has
    /// nothing to begin and nothing to end.
    fn is_idle(&self, turn: &Turn, u: &Unit) -> bool {
        let run = &turn.runs[u.id.index()];
        let idle = match run.course.mode {
            Mode::Order => run.befell.pressed || turn.strayed.lacks_nothing(&self.field, u),
            Mode::ToSoutien(_) => run.befell.evades,
            Mode::ClosesUp(_) => false,
            _ => true,
        };
        idle && u.record.closing.is_none()
    }

    /// Needs a line none where it stands (14.02.1)? It is looked for only where that may have changed since it was last.
    fn needs_none_still(&mut self, u: UnitId) -> bool {
        if let Some(known) = self.turn().strayed.needs_none(&self.field, u) {
            return known;
        }
        let needs_none = self.needs_no_soutien(u).is_some();
        let now = self.now.as_mut().expect("a turn is under way");
        now.strayed.keep_place(&self.field, u, needs_none);
        needs_none
    }

    /// What was chosen for those without a soutien (14.02.4.b).
    pub(super) fn soutiens_chosen(&mut self) {
        for (a, c) in self.take_choices() {
            let AskKind::Soutien { unit: u } = a.kind else { continue };
            if c == Choice::Way(Course::FormSoutien) {
                self.close_up(u);
            } else if let Some(to) = self.nearest_soutien(u) {
                self.back_to(u, to, clause!("14.02.4.b"));
            }
        }
    }

    fn back_to(&mut self, u: UnitId, to: UnitId, by: Clause) {
        self.lose_order(u);
        self.run_mut(u).course.mode = Mode::ToSoutien(to);
        let by = By::from(by).and(clause!("14.02.3")).and(clause!("play.interrupt"));
        self.tell(by, &[u], || EventKind::GoesBack { unit: u, to: Some(to) });
        self.turn_mut().instant.legs.push(u);
    }

    /// The name of the soutien that a line forms.
    fn soutien_code(&self, u: UnitId) -> String {
        format!("{}-s", self.field[u].code)
    }

    /// Figures of a line that close up as its soutien, at least as many as stay out; 0 where too few would stay (05.01.1).
    fn own_soutien(&self, u: UnitId) -> u16 {
        let n = self.field[u].figures;
        let formed = self.field.by_code(&self.soutien_code(u)).is_some();
        if formed || n / 2 < crate::book::stand::LEAST_LINE { 0 } else { n.div_ceil(2) }
    }

    /// A part of these figures as it closes up: in line behind the rest.
    fn closed_up(part: &mut Unit, line: &Base) {
        stance::form(part, Formation::Line, None, 0.0);
        let behind = line.rear() - line.dir * crate::book::stand::SPACING.0;
        part.base = part.base.at(behind, line.dir);
    }

    /// Part of the line begins to close up, in the time of its farthest figure (06.02.2); what was begun last turn goes on. More than a
    /// company or squadron costs a grade (06.01.3). Read otherwise it is done at once.
    fn close_up(&mut self, u: UnitId) {
        if self.field.readings.is(reading!("own-soutien", "at-once")) {
            self.form_soutien(u);
            return;
        }
        let now = self.abs();
        let until = match self.field[u].record.closing.take() {
            Some(left) => now + left,
            None => {
                let figures = self.own_soutien(u);
                let line = self.field[u].clone();
                let mut part = Unit { figures, ..line.clone() };
                Table::closed_up(&mut part, &line.base);
                let cm = stance::to_draw_in(&line, &part).amount;
                let Ok(turns) = self.as_skirmishers(u, cm) else { return };
                let by = By::from(clause!("14.02.4.b")).and(clause!("06.02.2"));
                self.tell(by, &[u], || EventKind::ClosesUp { unit: u });
                if let Err(by) = stance::change_costs(&line, Some(figures)) {
                    self.grade_for_change(u, by);
                }
                now + turns
            }
        };
        if self.field[u].state.intact() {
            self.stand_still(u);
            self.run_mut(u).course.mode = Mode::ClosesUp(until);
            self.turn_mut().instant.legs.push(u);
        }
    }

    /// It stands until the part has closed up; then its order goes on.
    pub(super) fn closing_leg(&mut self, u: UnitId, until: f64) -> Leg {
        let (base, now) = (self.field[u].base, self.time());
        if self.abs() < until - 1e-9 {
            let ends = self.in_turn(until).max(now + super::INSTANT);
            let mut leg = Leg::stand_until(base, now, ends, clock::End::Fixed);
            leg.how.waits = true;
            return leg;
        }
        self.run_mut(u).course.mode = Mode::Order;
        self.form_soutien(u);
        self.next_leg(u)
    }

    /// Part of the line has closed up behind the rest and is its soutien (14.02.4.b).
    pub(super) fn form_soutien(&mut self, u: UnitId) {
        let (figures, code) = (self.own_soutien(u), self.soutien_code(u));
        if figures == 0 {
            return;
        }
        let (base, whole) = (self.field[u].base, self.field[u].body);
        let mut part = self.part_of(u, &code, figures);
        part.body = None;
        part.whole = Some(whole.unwrap_or(u));
        Table::closed_up(&mut part, &base);
        let there = part.base;
        let s = self.put_on_clock(u, part);
        self.put_down(s, there);
        self.stand_still(s);
        self.field[u].body = Some(s);
        self.field[u].record.closing = None;
        self.stirred(u);
        self.stand_still(u);
        let at_once = self.field.readings.is(reading!("own-soutien", "at-once"));
        let by = By::from(clause!("14.02.4.b")).and(clause!("14.02.2"));
        let by = by.with((!at_once).then(|| clause!("06.02.2")));
        self.tell(by, &[u], || EventKind::Split { unit: u, part: s });
        self.turn_mut().instant.legs.push(u);
    }

    /// A unit at work that has a soutien may be placed behind it when it is attacked; by which clause (19.01.4.b).
    pub(super) fn may_shelter(&self, u: UnitId) -> Option<Clause> {
        (self.field[u].working && self.soutien(u).is_some()).then(|| clause!("19.01.4.b"))
    }

    /// It is placed behind its soutien, in base contact with its rear (19.01.4.b).
    pub(super) fn shelters(&mut self, u: UnitId) {
        let Some(to) = self.soutien(u) else { return };
        self.lose_order(u);
        let (from, behind) = (self.field[u].base, self.field[to].base);
        self.put_down(u, from.at(behind.rear(), behind.dir));
        self.stirred(u);
        self.stand_still(u);
        let (at, since) = (self.field[u].base, self.time());
        let by = By::from(clause!("19.01.4.b")).and(clause!("14.02.2"));
        self.tell(by.clone(), &[u], || EventKind::GoesBack { unit: u, to: Some(to) });
        let (a, b, cm) = (from.pose(), at.pose(), from.centre().dist(at.centre()));
        let why = Why::GoesBack;
        self.tell(by, &[u], || EventKind::Moved { unit: u, from: a, to: b, since, cm, why, pivot: None });
    }

    /// Back to a soutien, to base contact with it (03.02.8).
    pub(super) fn soutien_leg(&mut self, u: UnitId, to: UnitId) -> Leg {
        let f = &self.field;
        let (base, now) = (f[u].base, self.time());
        let wait = self.in_turn(f[u].record.still_until);
        if wait > now + super::INSTANT {
            let mut leg = Leg::stand_until(base, now, wait, clock::End::Fixed);
            leg.how.waits = true;
            return leg;
        }
        let there = f[to].base.rect();
        let target = there.nearest(base.centre());
        let off = target - base.centre();
        let gap = base.rect().gap(&there);
        if gap <= crate::book::stand::BASE_CONTACT || off.len() <= EPS {
            return Leg::stand(base, now);
        }
        let dir = off.unit();
        let by = Some(clause!("03.02.8"));
        let h = Heading::ahead(dir, Gait::March, Why::GoesBack, by);
        let travel = base.rect().travel_to(&there, dir).unwrap_or(gap);
        // Set back it goes all the way; otherwise until it is near enough.
        let all = self.run(u).befell.evades;
        let travel = if all { travel } else { support::way_to_soutien(f, &f[u], &f[to], dir, travel) };
        self.straight(u, h, travel)
    }

    /// Step 3: skirmishers reached by a closed enemy who has not been driven off. Some may choose to stand (russia.4).
    pub(crate) fn ask_pressed(&mut self) -> Stage {
        let pressed = std::mem::take(&mut self.turn_mut().instant.pressed);
        let mut still = Vec::new();
        let mut asked = Vec::new();
        for (line, by) in pressed {
            let f = &self.field;
            let here = f[line].on_table() && f[by].on_table() && f[line].skirmishing();
            if !here || !f[by].state.intact() || still.iter().any(|(l, _)| *l == line) {
                continue;
            }
            still.push((line, by));
            if f[line].troops.lines_stand {
                asked.push(Asked {
                    key: format!("line stands {}", f[line].code),
                    side: f[line].side,
                    kind: AskKind::LineStands { unit: line },
                    default: Choice::No,
                    offers: [Choice::No, Choice::Yes].into(),
                    clause: clause!("russia.4"),
                });
            }
        }
        self.turn_mut().instant.pressed = still;
        self.ask(asked);
        Stage::Pressed
    }

    pub(crate) fn press_back(&mut self) -> Stage {
        let stands: Vec<UnitId> = self
            .take_choices()
            .into_iter()
            .filter_map(|(a, c)| match a.kind {
                AskKind::LineStands { unit } if c == Choice::Yes => Some(unit),
                _ => None,
            })
            .collect();
        for (line, by) in std::mem::take(&mut self.turn_mut().instant.pressed) {
            if stands.contains(&line) {
                self.run_mut(line).befell.pressed = true;
                self.stands_before(by, line);
            } else {
                self.set_back(line, by, clause!("14.04.1.a"));
            }
            self.turn_mut().instant.legs.push(by);
        }
        if !self.turn().instant.falls.is_empty() {
            return Stage::Falls(super::Then::Press);
        }
        self.after_press()
    }

    /// Skirmishers are set back into base contact with their soutien, or break without one (play.press-back, 14.04.2).
    pub(super) fn set_back(&mut self, line: UnitId, by: UnitId, clause: Clause) {
        let foe = self.field[by].side != self.field[line].side;
        self.settle(line);
        self.lose_order(line);
        self.run_mut(line).befell.pressed = true;
        self.run_mut(line).course.mode = Mode::Stand;
        let facts = SoutienSituation {
            pressed: if foe { Pressed::Enemy } else { Pressed::OwnRetreat },
            ..self.soutien_facts(line)
        };
        let (judged, _) = self.judge::<SoutienJudged>(&facts, line);
        let to = match judged {
            SoutienOutcome::Broken { .. } => None,
            _ => self.nearest_soutien(line),
        };
        match to {
            Some(to) => {
                let from = self.field[line].base;
                self.beside_soutien(line, to);
                let at = self.field[line].base;
                let told = By::from(clause).and(clause!("play.press-back"));
                let fired = foe && self.turn().has_fired() && self.run(line).fire.fired;
                let told = told.with(fired.then(|| clause!("play.instant")));
                let passes_on = self.field.readings.is(reading!("attack-on-line", "soutien"));
                let attacked = foe && self.run(by).assault.target() == Some(line);
                match &mut self.run_mut(by).assault.attack {
                    Some(a) if attacked && passes_on => a.target = Some(to),
                    // There is no melee; he carries out his ordered move.
                    Some(_) if attacked => self.end_attack(by, clause!("play.press-back")),
                    _ => {}
                }
                self.tell(told, &[line, by], || EventKind::PressedBack { unit: line, by, to: Some(to) });
                let (cm, since) = (from.centre().dist(at.centre()), self.time());
                let (a, b) = (from.pose(), at.pose());
                let why = Why::PressedBack;
                self.tell(clause!("play.press-back"), &[line], || EventKind::Moved {
                    unit: line,
                    from: a,
                    to: b,
                    since,
                    cm,
                    why,
                    pivot: None,
                });
                let now = self.abs();
                self.field[line].record.moved = Some(now);
                self.run_mut(line).befell.set_back = true;
                self.stand_still(line);
            }
            None => {
                self.tell(clause, &[line, by], || EventKind::PressedBack { unit: line, by, to: None });
                let SoutienOutcome::Broken { figures } = judged else { return };
                let men = figures * crate::unit::MEN.of(1);
                self.lose_men(line, men, clause!("14.04.2"));
                self.worsen(line, State::Complete, clause!("14.04.2"), foe.then_some(by));
            }
        }
    }

    /// On the side it came from, or beside or behind it (play.press-back).
    fn beside_soutien(&mut self, line: UnitId, to: UnitId) {
        let f = &self.field;
        let (l, s) = (f[line].base, f[to].base);
        let d = s.dir;
        let r = d.right();
        let came = l.centre() - s.centre();
        let half = s.width / 2.0;
        let places: [(table::V2, table::V2, f64); 4] = [
            (s.front + d * l.depth, d, came.dot(d)),
            (s.centre() + r * (half + l.depth), r, came.dot(r)),
            (s.centre() - r * (half + l.depth), -r, -came.dot(r)),
            (s.rear() - d * l.depth, -d, -came.dot(d)),
        ];
        let mut order: Vec<usize> = (0..4).collect();
        order.sort_by(|a, b| places[*b].2.total_cmp(&places[*a].2).then(a.cmp(b)));
        let tried = order.iter().map(|i| l.at(places[*i].0, places[*i].1));
        let first = l.at(places[order[0]].0, places[order[0]].1);
        // Who is farther off than it may be put has room for it.
        let about = first.centre();
        let off = tried.clone().map(|b| b.centre().dist(about)).fold(ASIDE, f64::max);
        let near = |o: &&Unit| {
            let (middle, reach) = f.circle(o);
            o.id != line && middle.dist(about) <= off + l.width + l.depth + reach + EPS
        };
        let others: Vec<_> = f.present().filter(near).map(|o| f.rects(o)).collect();
        let others: Vec<_> = others.iter().map(|rects| (box_of(rects), rects)).collect();
        let fits = |b: &Base| {
            let rects = f[line].rects_at(b);
            let about = box_of(&rects);
            let clear = |rects: &[Rect], theirs: &[Rect]| {
                theirs.iter().all(|t| rects.iter().all(|r| r.penetration(t) <= EPS))
            };
            rects.iter().all(|r| r.corners().iter().all(|c| f.ground.holds(*c)))
                && others.iter().all(|(lies, theirs)| ground::apart(about, *lies) || clear(&rects, theirs))
        };
        let place = tried.into_iter().find(fits);
        let place = place.or_else(|| clock::nearest_room(&first, ASIDE, 0.25, fits)).unwrap_or(first);
        self.field[line].base = place;
    }
}
