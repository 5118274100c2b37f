//! A scenario of any book, ready to be fought many times by computer commanders.

use crate::{Strength, bbdba, chakoten};
use muster::Report;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How one battle of a series went.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    pub turns: u32,
    /// Answers that were refused. A sound commander has none.
    pub refused: u32,
    /// `None` if it was still undecided; otherwise the winner (none in a draw), the reason's name and the reason in words.
    pub ended: Option<(Option<u8>, String, String)>,
    /// What each side lost, by kind.
    pub lost: [BTreeMap<&'static str, u64>; 2],
}

/// A scenario that can be fought again and again.
pub trait Theatre: Send + Sync {
    /// The names of the sides.
    fn sides(&self) -> [String; 2];
    /// One battle of a series: everything follows from its number.
    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought;
}

/// The scenario of a book, by the book's id; `None` if no computer commander knows the book.
pub fn theatre(book: &str, file: &str, text: &str) -> Option<Result<Box<dyn Theatre>, Report>> {
    match book {
        bbdba_acw::book::ID => Some(
            bbdba_acw::scenario::read(file, text).map(|s| Box::new(Bbdba(Arc::new(s))) as Box<dyn Theatre>),
        ),
        chakoten_acw::book::ID => Some(
            chakoten_acw::scenario::read(file, text)
                .map(|s| Box::new(Chakoten(Arc::new(s))) as Box<dyn Theatre>),
        ),
        _ => None,
    }
}

struct Bbdba(Arc<bbdba_acw::scenario::Scenario>);

impl Theatre for Bbdba {
    fn sides(&self) -> [String; 2] {
        [0, 1].map(|i| self.0.armies[i].name.clone())
    }

    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let (b, p) = bbdba::play_one(&self.0, strengths, series, number, most_turns);
        Fought {
            turns: p.turns,
            refused: p.refused,
            ended: p.ended.as_ref().map(|e| {
                let name = serde_json::to_value(e.reason).ok().and_then(|v| v.as_str().map(str::to_string));
                (e.winner.map(|w| w.index() as u8), name.unwrap_or_default(), e.reason.to_string())
            }),
            lost: bbdba_acw::Side::BOTH.map(|s| {
                let n = bbdba_acw::battle::losses_by_troop(b.field(), s);
                bbdba_acw::Troop::ALL.iter().map(|t| (t.row(), u64::from(n[*t as usize]))).collect()
            }),
        }
    }
}

struct Chakoten(Arc<chakoten_acw::scenario::Scenario>);

impl Theatre for Chakoten {
    fn sides(&self) -> [String; 2] {
        [0, 1].map(|i| self.0.sides[i].name.clone())
    }

    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let (b, p) = chakoten::play_one(&self.0, strengths, series, number, most_turns);
        Fought {
            turns: p.turns,
            refused: p.refused,
            ended: p
                .ended
                .as_ref()
                .map(|e| (e.winner.map(|w| w.index() as u8), e.by.to_string(), e.by.to_string())),
            lost: chakoten_acw::Side::BOTH.map(|s| lost(b.field(), s)),
        }
    }
}

/// Men, prisoners, guns, wagons and staff that a side has lost.
fn lost(f: &chakoten_acw::Field, s: chakoten_acw::Side) -> BTreeMap<&'static str, u64> {
    use chakoten_acw::field::StaffFate;
    use chakoten_acw::troop::Arm;
    use chakoten_acw::unit::Fate;
    let mut all = BTreeMap::new();
    for u in f.units.iter().filter(|u| u.side == s) {
        let kind = match u.arm {
            Arm::Infantry => "infantry (men)",
            Arm::Cavalry => "cavalry (men)",
            Arm::Artillery => "gunners (men)",
            Arm::Wagon => {
                *all.entry("wagons").or_default() +=
                    u64::from(matches!(u.fate, Fate::Captured | Fate::Destroyed));
                continue;
            }
        };
        *all.entry(kind).or_default() += u64::from(u.losses.men);
        *all.entry("prisoners (figures)").or_default() += u64::from(u.losses.prisoners);
        *all.entry("fled (figures)").or_default() += u64::from(u.losses.fled);
    }
    for x in f.staff.iter().filter(|x| x.side == s && x.general) {
        *all.entry("generals").or_default() +=
            u64::from(matches!(x.fate, StaffFate::Fallen | StaffFate::Captured));
    }
    all
}
