//! Plays one commander of the fourth book against another, sides swapped, and counts:
//! `tricolore_duel steady random 40 [scenario] [series] [first]`.

#[macro_use]
#[path = "shared/duel.rs"]
mod shared;

duel!(tricolore, commander::tricolore, "divisions-meet");
