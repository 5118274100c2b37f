//! Lists the book's clauses, readings and messages.

include!("../umpire/rulebook.rs");

#[path = "../words/list.rs"]
mod messages;

fn main() {
    list("toy");
    messages::messages("toy");
}
