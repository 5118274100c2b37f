//! Names of things in words.

use crate::orders::OrderKind;
use crate::say;
use crate::troop::FormationKind;
use words::Message;

/// An order.
pub fn order(k: OrderKind) -> Message {
    match k {
        OrderKind::Defence => say!("order-defence"),
        OrderKind::Deployment => say!("order-deployment"),
        OrderKind::Manoeuvre => say!("order-manoeuvre"),
        OrderKind::March => say!("order-march"),
    }
}

/// A formation.
pub fn formation(k: FormationKind) -> Message {
    match k {
        FormationKind::Line => say!("formation-line"),
        FormationKind::Column => say!("formation-column"),
        FormationKind::MarchColumn => say!("formation-march-column"),
        FormationKind::Square => say!("formation-square"),
        FormationKind::Chain => say!("formation-chain"),
        FormationKind::Unlimbered => say!("formation-unlimbered"),
        FormationKind::Limbered => say!("formation-limbered"),
        FormationKind::InTown => say!("formation-in-town"),
        FormationKind::Wagons => say!("formation-wagons"),
    }
}
