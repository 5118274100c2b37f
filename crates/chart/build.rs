//! Lists the messages.

fn main() {
    listing::messages("chart");
}
