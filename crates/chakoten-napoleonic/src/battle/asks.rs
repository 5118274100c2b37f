//! What the umpire is asked about a turn: before it runs whether orders follow the instructions that units have (08.03.5), what is taken
//! off the roll of a mine (19.08.6.b), how far a blast reaches (19.07.8), whether and in how many turns materials are brought (19.03.3.a);
//! after it what is left of a thing half burnt (19.06.4.b). With nobody in the chair the readings and the stated defaults apply.

use super::Battle;
use crate::book::works::Work;
use crate::event::{By, EventKind};
use crate::field::Field;
use crate::ground::PatchKind;
use crate::order::{Leg, WorkOrder};
use crate::reach::reach;
use crate::terrain::{Cut, Thing, Worksite};
use crate::turn::Said;
use crate::unit::{Load, Side, Unit, UnitId};
use crate::works::MATERIALS_NEAR;
use crate::works::task::Task;
use crate::{check, clause, rule, say, slip};
use desk::{Course, Question, Umpires};
use serde_json::json;
use table::{EPS, Rect, v2};
use umpire::Clause;
use words::Message;

/// A question that waits for him.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Open {
    /// Does the order of this unit follow its instruction?
    Follows(UnitId),
    /// How many points are taken off the die of this mine?
    Minus(Side, String),
    /// How far is the blast of this mine or object felt?
    Radii(Side, String),
    /// Is the passage of this unit over water held up?
    Delay(UnitId),
    /// Are materials that nobody may roll for brought to where this unit is to build?
    Materials(UnitId),
    /// What has become of something half burnt?
    HalfBurnt(Thing),
}

/// Points that may be taken off the die of a mine: with three it cannot succeed half any more.
const MOST_MINUS: u32 = 3;

/// Turns in which materials may be found, prepared and carried up, as the umpire says (19.03.3.a).
const CARRIED_IN: [u32; 6] = [1, 2, 4, 8, 16, 32];

impl Battle {
    /// Both sheets are in: the turn runs, unless the umpire has something to say first.
    pub(super) fn turn_may_run(&mut self) {
        if self.sheets.iter().all(Option::is_some) && self.open_question().is_none() {
            self.turn_runs();
        }
    }

    /// What waits for the umpire about a turn, one thing at a time.
    pub(super) fn open_question(&self) -> Option<Open> {
        if !self.seating.umpire || self.ended.is_some() || self.table.now.is_some() {
            return None;
        }
        if let Some(t) = self.field().terrain.half_burnt.first() {
            return Some(Open::HalfBurnt(*t));
        }
        if !self.sheets.iter().all(Option::is_some) {
            return None;
        }
        let (f, said) = (self.field(), &self.table.said);
        for u in f.present() {
            let Some(order) = self.sheets[u.side.index()].as_ref().and_then(|s| s.orders.get(&u.id)) else {
                continue;
            };
            let beyond = !reach(f, u).0.within();
            if beyond && u.record.instruction.is_some() && !said.follows.contains_key(&u.id) {
                return Some(Open::Follows(u.id));
            }
            for leg in &order.legs {
                let under_way =
                    matches!(u.record.unfinished.as_ref().map(|k| &k.leg), Some(Leg::Ferry { .. }));
                let embarks = matches!(leg, Leg::Ferry { empty: false, .. }) && u.record.aboard.is_none();
                if embarks && !under_way && !said.delays.contains_key(&u.id) {
                    return Some(Open::Delay(u.id));
                }
                if let Leg::Work { work: WorkOrder::Build { work, from, .. } } = leg {
                    if !said.materials.contains_key(&u.id) && must_be_fetched(f, u, work, *from) {
                        return Some(Open::Materials(u.id));
                    }
                }
                let Leg::Work { work: WorkOrder::Fire { object } } = leg else { continue };
                let mine = f.terrain.mines.iter().any(|m| m.name == *object && m.side == u.side);
                if mine && !said.minus.contains_key(object) {
                    return Some(Open::Minus(u.side, object.clone()));
                }
                if !said.radii.contains_key(object) {
                    return Some(Open::Radii(u.side, object.clone()));
                }
            }
        }
        None
    }

    /// The question in words, with the courses that he may take; the first is what holds without him.
    pub(super) fn question_asked(&self) -> Option<Umpires> {
        let open = self.open_question()?;
        let f = self.field();
        let (question, about, courses) = match &open {
            Open::Follows(u) => {
                let unit = &f[*u];
                let sheet = self.sheets[unit.side.index()].as_ref();
                let order = sheet.and_then(|s| s.orders.get(u)).map(slip::write).unwrap_or_default();
                let instruction = unit.record.instruction.clone().map(|i| i.1).unwrap_or_default();
                let about = json!({ "unit": &*unit.code, "order": &order, "instruction": &instruction });
                let says = say!("asks-follows", unit = &unit.code, order, instruction);
                let mut courses = vec![
                    Course::new("follows", say!("it-follows")),
                    Course::new("not", say!("it-follows-not")),
                ];
                courses.iter_mut().for_each(|c| c.pieces = vec![unit.code.to_string()]);
                (Question { asks: "instruction", says, clause: rule!("08.03.5") }, about, courses)
            }
            Open::Minus(side, object) => {
                let course = |n: u32| Course::new(format!("minus {n}"), say!("mine-minus", points = n));
                let says = say!("asks-mine-minus", object);
                let about = json!({ "side": side, "object": object });
                let courses = (0..=MOST_MINUS).map(course).collect();
                (Question { asks: "mine", says, clause: rule!("19.08.6.b") }, about, courses)
            }
            Open::Radii(side, object) => {
                let says = say!("asks-radii", object);
                let about = json!({ "side": side, "object": object });
                let courses = vec![
                    Course::new("usual", say!("radii-usual")),
                    Course::new("half", say!("radii-half")),
                    Course::new("twice", say!("radii-twice")),
                ];
                (Question { asks: "radii", says, clause: rule!("19.07.8") }, about, courses)
            }
            Open::Delay(u) => {
                let unit = &f[*u];
                let about = json!({ "unit": &*unit.code });
                let says = say!("asks-ferry-delay", unit = &unit.code);
                let courses = vec![
                    Course::new("none", say!("ferry-delay-none")),
                    Course::new("half", say!("ferry-delay-half")),
                    Course::new("whole", say!("ferry-delay-whole")),
                ];
                (Question { asks: "ferry", says, clause: rule!("19.11.3") }, about, courses)
            }
            Open::Materials(u) => {
                let unit = &f[*u];
                let sheet = self.sheets[unit.side.index()].as_ref();
                let order = sheet.and_then(|s| s.orders.get(u)).map(slip::write).unwrap_or_default();
                let about = json!({ "unit": &*unit.code, "order": &order });
                let says = say!("asks-materials", unit = &unit.code, order);
                let mut courses = vec![
                    Course::new("none", say!("materials-none")),
                    Course::new("brought", say!("materials-brought")),
                ];
                courses.extend(CARRIED_IN.map(|turns| {
                    Course::new(format!("brought {turns}"), say!("materials-brought-in", turns))
                }));
                courses.iter_mut().for_each(|c| c.pieces = vec![unit.code.to_string()]);
                (Question { asks: "materials", says, clause: rule!("19.03.3.a") }, about, courses)
            }
            Open::HalfBurnt(t) => {
                let place = f.name_of(*t);
                let about = json!({ "place": &place });
                let says = say!("asks-half-burnt", place);
                let courses = vec![
                    Course::new("as-it-is", say!("half-burnt-as-it-is")),
                    Course::new("gone", say!("half-burnt-gone")),
                    Course::new("whole", say!("half-burnt-whole")),
                ];
                (Question { asks: "half_burnt", says, clause: rule!("19.06.4.b") }, about, courses)
            }
        };
        Some(Umpires { question, about, courses })
    }

    /// He has decided it.
    pub(super) fn question_decided(&mut self, open: Open, course: &Course, because: String) {
        let said = &mut self.table.said;
        let (by, seen): (Clause, [bool; 2]) = match &open {
            Open::Follows(u) => {
                said.follows.insert(*u, course.id == "follows");
                let side = self.table.field[*u].side;
                (clause!("08.03.5"), Side::BOTH.map(|s| s == side))
            }
            Open::Minus(side, object) => {
                let points = course.id.strip_prefix("minus ").and_then(|n| n.parse().ok()).unwrap_or(0);
                said.minus.insert(object.clone(), points);
                (clause!("19.08.6.b"), Side::BOTH.map(|s| s == *side))
            }
            Open::Radii(side, object) => {
                let times = match &*course.id {
                    "half" => 0.5,
                    "twice" => 2.0,
                    _ => 1.0,
                };
                said.radii.insert(object.clone(), times);
                (clause!("19.07.8"), Side::BOTH.map(|s| s == *side))
            }
            Open::Delay(u) => {
                let turns = match &*course.id {
                    "half" => 0.5,
                    "whole" => 1.0,
                    _ => 0.0,
                };
                said.delays.insert(*u, turns);
                let side = self.table.field[*u].side;
                (clause!("19.11.3"), Side::BOTH.map(|s| s == side))
            }
            Open::Materials(u) => {
                let turns = match &*course.id {
                    "none" => None,
                    brought => {
                        Some(brought.strip_prefix("brought ").and_then(|n| n.parse().ok()).unwrap_or(0))
                    }
                };
                said.materials.insert(*u, turns);
                let side = self.table.field[*u].side;
                (clause!("19.03.3.a"), Side::BOTH.map(|s| s == side))
            }
            Open::HalfBurnt(t) => {
                self.half_burnt(*t, &course.id);
                (clause!("19.06.4.b"), [true; 2])
            }
        };
        let (said, because) = (course.says.clone(), Message::verbatim(because));
        let says = if because.is_empty() { said } else { say!("umpire-says-because", said, because) };
        let by = By::from(by).and(clause!("02.02.1"));
        self.table.tell_to(by, seen, || EventKind::UmpireRuled { says, about: None });
        self.stirred();
        self.look_round();
        self.turn_may_run();
    }

    fn half_burnt(&mut self, t: Thing, course: &str) {
        let terrain = &mut self.table.field.terrain;
        terrain.half_burnt.retain(|x| *x != t);
        match (t, course) {
            (Thing::Building(b), "gone") => terrain.buildings.entry(b).or_default().burnt = true,
            (Thing::Crossing(i), "gone") => drop(terrain.cut.insert(i, Cut::Gone)),
            (Thing::Crossing(i), "whole") => drop(terrain.cut.remove(&i)),
            (Thing::Craft(i), "gone") => {
                if let Some(v) = terrain.vessels.get_mut(usize::from(i)) {
                    v.gone = true;
                }
            }
            (Thing::Line(i), "gone") => {
                if let Some(l) = self.table.field.lines.get_mut(usize::from(i)) {
                    let long = l.path.len();
                    l.cleared.push((0.0, long));
                }
            }
            _ => {}
        }
    }

    /// What he said of the last turn holds for it alone (02.03.2).
    pub(super) fn forget_what_was_said(&mut self) {
        self.table.said = Said::default();
    }
}

/// Is this a work whose materials lie nowhere near and may not be rolled for, and that has not been begun there (19.03.3)?
fn must_be_fetched(f: &Field, u: &Unit, work: &str, from: [f64; 2]) -> bool {
    let Some(work) = check::work_named(work) else { return false };
    let task = Task::Build { work };
    let at = v2(from[0], from[1]);
    let begun = |s: &Worksite| s.side == u.side && s.site.task == task && s.from.dist(at) <= 1.0;
    let pontoons = matches!(work, Work::PontoonBridge | Work::Ferry | Work::PontoonBoat);
    let asked = task.terms().is_ok_and(|t| t.materials && !t.acquisition) && !pontoons;
    let near = |w: &Unit| f.gap_to(w, &Rect::between(at, at)) <= MATERIALS_NEAR + EPS;
    let park = f.side(u.side).any(|w| matches!(w.load, Some(Load::Park { .. })) && near(w));
    let trees = work == Work::Abatis
        && f.ground
            .patches
            .iter()
            .any(|p| p.kind == PatchKind::Wood && p.area.gap_to_point(at) <= MATERIALS_NEAR + EPS);
    asked && !park && !trees && !f.terrain.sites.iter().any(begun)
}
