//! Lists the book's clauses, readings and messages, and the numbers of its sentences.

fn main() {
    listing::book("chakoten-napoleonic");
    listing::numbers("chakoten-napoleonic", "text-numbers");
}
