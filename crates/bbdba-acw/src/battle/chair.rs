//! The umpire's chair: the question whether there is a fortress (camp.7), and what an umpire rules and puts right where the
//! book is silent (basis.1).

use super::{Awaits, Battle};
use crate::event::{EventKind, Why};
use crate::field::{Element, ElementId, Fate, Field, Phase, Side};
use crate::order::{Correction, Removal};
use crate::procedures::morale;
use crate::say;
use crate::{book, clause};
use desk::{Course, Question, Umpires};
use serde_json::json;
use table::{Base, Pose};
use umpire::{Log, Refusal, Seat};

/// More changes at once than this are no correction.
const MOST_CHANGES: usize = 1000;

/// What the umpire may allow the defender.
const FORTRESS: &str = "fortress";

fn fortress() -> Umpires {
    let courses = vec![
        Course::new("none", say!("fortress-not-available")),
        Course::new(FORTRESS, say!("defender-fortress-sets-up")),
    ];
    Umpires {
        question: Question {
            asks: "fortress",
            says: say!("may-defender-set-up-fortress"),
            clause: clause!("camp.7"),
        },
        about: json!({}),
        courses,
    }
}

impl Battle {
    /// A battle in which an umpire sits down now: for examples and proofs. A battle that begins with one is
    /// [`Battle::seated`].
    pub fn with_umpire(mut self) -> Battle {
        self.seating.umpire = true;
        self
    }

    /// Says at the start who settles what the book leaves open.
    pub(super) fn open_chair(&mut self) {
        if self.seating.umpire {
            self.say(clause!("basis.1"), || EventKind::UmpireSits {});
            return;
        }
        // Nobody sits in the umpire's seat: the stated defaults apply.
        self.say(clause!("basis.1"), || EventKind::ByDefault { says: say!("what-book-does-not-mention") });
        let q = fortress();
        self.say(q.question.clause, || EventKind::ByDefault { says: q.courses[0].says.clone() });
    }

    /// Before the defender pitches his camp an umpire is asked whether it is a fortress. Says whether the battle waits.
    pub(super) fn asks_for_fortress(&mut self, side: Side) -> bool {
        let open = self.seating.umpire && side != self.attacker && self.fortress.is_none();
        if open {
            self.pending.clear();
            self.question = Some(fortress());
        }
        open
    }

    /// Needs this side no camp, for it has a fortress (camp.7)?
    pub(super) fn has_fortress(&self, side: Side) -> bool {
        side != self.attacker && self.fortress == Some(true)
    }

    pub(super) fn ruled(&mut self, says: String, about: Option<String>) {
        self.cue();
        self.say(clause!("basis.1"), || EventKind::Ruled { by: Seat::Umpire, says, about });
    }

    pub(super) fn decided(&mut self, course: &Course, because: String) {
        let Some(q) = self.question.take() else { return };
        let (choice, says) = (course.id.clone(), course.says.clone());
        self.say(q.question.clause, || EventKind::Decided {
            by: Seat::Umpire,
            question: q.question.asks,
            choice,
            says,
            because,
        });
        self.fortress = Some(course.id == FORTRESS);
        self.after_edges();
    }

    /// Where everyone would stand; refuses what no table can hold. Rules of movement do not bind the umpire.
    pub(crate) fn corrected(&self, changes: &[Correction]) -> Result<Vec<Option<Base>>, Refusal> {
        if self.field.phase == Phase::Setup {
            return Err(Refusal::form(say!("armies-still-setting-up")));
        }
        if changes.is_empty() || changes.len() > MOST_CHANGES {
            return Err(Refusal::form(say!("correction-1-changes", most_changes = MOST_CHANGES)));
        }
        let mut f = self.field.clone();
        let mut to = Vec::with_capacity(changes.len());
        let mut named: Vec<ElementId> = Vec::with_capacity(changes.len());
        for c in changes {
            let (id, at) = match c {
                Correction::Place { element, at } | Correction::Restore { element, at } => {
                    (*element, Some(*at))
                }
                Correction::Remove { element, .. } => (*element, None),
            };
            let Some(e) = f.get(id) else {
                return Err(Refusal::form(say!("no-element", id)));
            };
            if named.contains(&id) {
                return Err(Refusal::form(say!("named-twice", id)));
            }
            named.push(id);
            match (c, e.fate) {
                (Correction::Restore { .. }, Fate::Destroyed | Fate::Left)
                | (Correction::Place { .. } | Correction::Remove { .. }, Fate::OnTable) => {}
                (Correction::Restore { .. }, _) => {
                    return Err(Refusal::form(say!("not-lost-can-placed-removed", id)));
                }
                _ => {
                    return Err(Refusal::form(say!("not-table-who-lost-can", id)));
                }
            }
            to.push(match at {
                Some(at) => Some(standing(&f, e, at)?),
                None => None,
            });
            if at.is_none() {
                f.lose(id, Fate::Destroyed, clause!("basis.1"), &mut Log::Off);
            }
        }
        // The neighbours are looked at when everyone has his new place: two may change places.
        for (id, b) in named.iter().zip(&to).filter_map(|(id, b)| b.map(|b| (*id, b))) {
            f.deploy(id, b);
        }
        for (id, b) in named.iter().zip(&to).filter_map(|(id, b)| b.map(|b| (*id, b))) {
            let r = b.rect();
            let t = book::data().touch;
            if let Some(o) = f.near(r.bounds(), 0.0).find(|o| o.id != id && o.rect().penetration(&r) > t) {
                return Err(Refusal::by(clause!("dba.44"), say!("would-stand-no-two-bases", id, o = o.id)));
            }
            if f.in_camp(&r) {
                return Err(Refusal::by(clause!("dba.1"), say!("would-stand-camp", id)));
            }
        }
        Ok(to)
    }

    pub(super) fn put_right(&mut self, because: String, changes: &[Correction], to: &[Option<Base>]) {
        let clause = clause!("basis.1");
        let listed = changes.to_vec();
        self.say(clause, || EventKind::Corrected { by: Seat::Umpire, because, changes: listed });
        for (c, to) in changes.iter().zip(to) {
            let f = &mut self.field;
            match (c, to) {
                (Correction::Place { element, .. }, Some(to)) => {
                    f.go(*element, *to, Why::Corrected, clause, &mut self.log);
                }
                (Correction::Restore { element, .. }, Some(to)) => {
                    f.restore(*element, *to, clause, &mut self.log);
                    self.rally(*element);
                }
                (Correction::Remove { element, how }, _) => {
                    let fate = match how {
                        Removal::Destroyed => Fate::Destroyed,
                        Removal::Left => Fate::Left,
                    };
                    f.lose(*element, fate, clause, &mut self.log);
                }
                _ => {}
            }
        }
        self.field.refresh();
        for (c, _) in changes.iter().zip(to).filter(|(_, to)| to.is_some()) {
            self.field.note_contacts(c.element());
            if self.field.phase == Phase::CloseCombat {
                self.fights_too(c.element());
            }
        }
        // A silenced camp does not wait for the end of a phase.
        self.plunder();
        self.look_again();
    }

    /// A command that lost heart over an element which is there again takes heart again.
    fn rally(&mut self, id: ElementId) {
        let (side, command) = (id.side(), self.field[id].command);
        let how = morale::MoraleReadings::of(&self.field.readings);
        let c = &mut self.field.army_mut(side).commands[usize::from(command)];
        if c.demoralised && !morale::is_demoralised(u32::from(c.lost), u32::from(c.strength), how.third_lost)
        {
            c.demoralised = false;
            self.say(clause!("victory.1"), || EventKind::TakesHeart { side, command });
        }
    }

    /// What was asked is asked again of the table as it now is; what has become impossible is not asked any more.
    fn look_again(&mut self) {
        match (self.field.phase, self.pending.first()) {
            (Phase::Shooting, _) => self.look_for_targets_again(),
            (Phase::CloseCombat, Some((_, Awaits::Fight { .. }))) => self.next_bout(),
            _ => {}
        }
    }
}

/// An element's base at a place of the table.
fn standing(f: &Field, e: &Element, at: Pose) -> Result<Base, Refusal> {
    let id = e.id;
    if !at.is_finite() {
        return Err(Refusal::form(say!("place-no-place", id)));
    }
    let b = Base::new(at, e.base.width, e.base.depth);
    if f.off_table(&b) {
        return Err(Refusal::form(say!("would-not-stand-wholly-table", id)));
    }
    if f.terrain.impassable(&b.rect()) {
        return Err(Refusal::by(clause!("waterway.2"), say!("would-stand-waterway", id)));
    }
    Ok(b)
}
