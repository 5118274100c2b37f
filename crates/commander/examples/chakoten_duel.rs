//! Plays one commander of the second book against another, sides swapped, and counts:
//! `chakoten_duel steady random 40 [scenario] [series] [first]`.

#[macro_use]
#[path = "shared/duel.rs"]
mod shared;

duel!(chakoten_acw, commander::chakoten, "two-brigades");
