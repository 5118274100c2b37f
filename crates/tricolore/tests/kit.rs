//! What the chapters about the round have in common.

pub use super::round::{silent_until, two_lines};
use tricolore::Side;
use tricolore::answer::{Answer, Attack, CommandMove, UnitMove};
use tricolore::battle::{Battle, Step};
use tricolore::command::Engagement;
use tricolore::drill::Drill;
use tricolore::orders::{CommandOrder, OrderKind, Orders};

/// Every command engaged since the first round.
pub fn engaged(mut d: Drill) -> Drill {
    for c in &mut d.commands {
        c.engagement = Engagement::Engaged { since: 1 };
        c.orders.active = None;
    }
    d
}

/// A sequence is about to begin.
pub fn sequence(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    Battle::drill_from(engaged(d).field(), Side::A, Step::SequenceBegins, dice)
}

/// In the moves of side A, nothing having been declared.
pub fn moves(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut b = sequence(d, dice);
    silent_until(&mut b, Step::MovesA);
    b
}

pub fn attack(unit: &str, target: &str) -> Answer {
    Answer::Declare { attacks: vec![Attack { unit: unit.into(), target: target.into(), straight: false }] }
}

pub fn ahead(unit: &str, m: f64) -> UnitMove {
    UnitMove { unit: unit.into(), ahead: m, ..UnitMove::default() }
}

pub fn one(m: UnitMove) -> Answer {
    Answer::Move { units: vec![m] }
}

/// Has a clause had a part in what was told?
pub fn told(b: &Battle, id: &str) -> bool {
    b.events().iter().any(|e| e.rests_on(id))
}

/// What was told, for whoever reads of a test that failed.
pub fn log(b: &Battle) -> Vec<String> {
    b.events().iter().map(|e| e.says.to_string()).collect()
}

pub fn on(d: &mut Drill, command: usize, order: OrderKind) {
    d.commands[command].orders = Orders::from_start(CommandOrder::plain(order));
}

/// The plan of side A's first command: its officer and these units, each a formation of its own.
pub fn advance(far: f64, engage: bool, units: &[UnitMove]) -> Answer {
    Answer::Manoeuvre {
        commands: vec![CommandMove {
            command: "Aa".into(),
            engage,
            ahead: far,
            formations: units.iter().map(|m| vec![m.clone()]).collect(),
            ..CommandMove::default()
        }],
    }
}

/// Goes on in silence until the sequence is over.
pub fn end_sequence(b: &mut Battle) {
    let now = |b: &Battle| (b.field().round, b.play().sequence);
    let begun = now(b);
    while now(b) == begun && b.ended().is_none() && !b.pending().is_empty() {
        pass(b);
    }
}

/// Answers by silence, whoever is asked first.
pub fn pass(b: &mut Battle) {
    let (side, _) = b.pending()[0].clone();
    let a = b.silence(side).expect("it is asked");
    b.answer(side, a).expect("silence is accepted");
}
