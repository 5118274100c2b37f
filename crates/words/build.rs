//! Lists the languages, and the messages that every crate shares.

#[path = "list.rs"]
mod list;

fn main() {
    list::messages("words");
}
