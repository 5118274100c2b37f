//! Orders in a word, for the proofs.

use bbdba_acw::event::Target;
use bbdba_acw::moves::{self, Plan};
use bbdba_acw::{Against, ElementId, Event, Facet, Field, Manner, MoveOrder, Step};
use table::Pose;
use umpire::{BattleDice, Log, Refusal};

pub fn order(elements: &[ElementId], how: Manner) -> MoveOrder {
    MoveOrder { elements: elements.to_vec(), how, dismount: false, with: vec![], against: None }
}

/// Straight ahead, one element or a group.
pub fn advance(elements: &[ElementId], paces: f64) -> MoveOrder {
    order(elements, Manner::Group(vec![Step::Advance(paces)]))
}

pub fn steps(elements: &[ElementId], steps: &[Step]) -> MoveOrder {
    order(elements, Manner::Group(steps.to_vec()))
}

pub fn column(elements: &[ElementId], steps: &[Step]) -> MoveOrder {
    order(elements, Manner::Column(steps.to_vec()))
}

pub fn leg(e: ElementId, x: f64, y: f64, facing: f64) -> MoveOrder {
    order(&[e], Manner::Legs(vec![Pose { x, y, facing }]))
}

pub fn at(mut o: MoveOrder, foe: ElementId, on: Facet) -> MoveOrder {
    o.against = Some(Against { foe: Target::Element(foe), on });
    o
}

/// The clause by which an order is refused.
#[track_caller]
pub fn refused(f: &Field, o: &MoveOrder) -> &'static str {
    match moves::plan(f, o) {
        Ok(p) => panic!("accepted: {:?}", p.ends),
        Err(Refusal { clause: Some(c), .. }) => c.id(),
        Err(Refusal { reason, .. }) => panic!("refused without a clause: {reason}"),
    }
}

#[track_caller]
pub fn lawful(f: &Field, o: &MoveOrder) -> Plan {
    moves::plan(f, o).unwrap_or_else(|e| panic!("refused: {e}"))
}

/// Carries an order out with the dice it needs, and gives the events.
#[track_caller]
pub fn make(f: &mut Field, o: &MoveOrder, dice: &[u8]) -> Vec<Event> {
    let plan = lawful(f, o);
    let mut dice = BattleDice::script(dice);
    let mut log = Log::On(vec![]);
    moves::carry_out(f, plan, &mut dice, &mut log);
    dice.finish().unwrap();
    match log {
        Log::On(v) => v,
        Log::Off => vec![],
    }
}

#[track_caller]
pub fn stands(f: &Field, e: ElementId, x: f64, y: f64, facing: f64) {
    let p = f[e].base.pose();
    let turn = (p.facing - facing).rem_euclid(360.0);
    assert!(
        (p.x - x).abs() < 0.01 && (p.y - y).abs() < 0.01 && !(0.01..=359.99).contains(&turn),
        "{e} stands at {p:?}, not at {x}, {y} facing {facing}"
    );
}
