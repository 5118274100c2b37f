//! Lists the languages, and the messages that every crate shares.

fn main() {
    listing::messages("words");
}
