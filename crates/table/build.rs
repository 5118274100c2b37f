//! Lists the messages.

fn main() {
    listing::messages("table");
}
