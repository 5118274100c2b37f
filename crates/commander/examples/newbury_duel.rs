//! Plays one commander of the fifth book against another, sides swapped, and counts:
//! `newbury_duel steady random 40 [scenario] [series] [first]`.

#[macro_use]
#[path = "shared/duel.rs"]
mod shared;

duel!(newbury_napoleonic, commander::newbury, "two-brigades");
