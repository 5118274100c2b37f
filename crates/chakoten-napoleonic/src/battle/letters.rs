//! Messages written with the orders (08.03.1): how many; who carries them and how long they take is the turn's.

use crate::say;
use crate::staffwork::Sent;
use umpire::Refusal;

/// Messages of one turn that a side may send.
const MOST: usize = 100;

/// No side writes without end.
pub(super) fn not_without_end(all: &[Sent]) -> Result<(), Refusal> {
    if all.len() > MOST { Err(Refusal::form(say!("too-many-messages", most = MOST))) } else { Ok(()) }
}
