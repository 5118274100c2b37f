//! Lists the book's clauses, readings and messages.

fn main() {
    listing::book("newbury-napoleonic");
}
