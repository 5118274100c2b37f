//! Lists the messages.

#[path = "../words/list.rs"]
mod list;

fn main() {
    list::messages("muster");
}
