//! Lists the book's clauses and readings.

include!("../umpire/rulebook.rs");

#[path = "../words/list.rs"]
mod messages;

fn main() {
    list("newbury-napoleonic");
    messages::messages("newbury-napoleonic");
}
