//! Lists the book's clauses and readings.

include!("../umpire/rulebook.rs");

fn main() {
    list("bbdba-acw");
}
