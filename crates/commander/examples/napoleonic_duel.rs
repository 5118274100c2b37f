//! Plays one commander of the third book against another, sides swapped, and counts:
//! `napoleonic_duel steady random 40 [scenario] [series] [first]`.

#[macro_use]
#[path = "shared/duel.rs"]
mod shared;

duel!(chakoten_napoleonic, commander::napoleonic, "brigades-meet");
