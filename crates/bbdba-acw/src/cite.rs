//! Citing the book: `clause!("zone.2")` and `reading!("surcharge", "each")`. An id that the book does not have does not
//! compile.

include!(concat!(env!("OUT_DIR"), "/ids.rs"));

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The place of a reading; in a constant an unknown one is a compile error.
pub const fn find_reading(id: &str) -> usize {
    let mut i = 0;
    while i < READING_IDS.len() {
        if same(READING_IDS[i].0, id) {
            return i;
        }
        i += 1;
    }
    panic!("this book has no reading of that id")
}

/// The places of a reading and of one of its options.
pub const fn find_option(id: &str, option: &str) -> (usize, usize) {
    let r = find_reading(id);
    let options = READING_IDS[r].1;
    let mut i = 0;
    while i < options.len() {
        if same(options[i], option) {
            return (r, i);
        }
        i += 1;
    }
    panic!("this reading has no option of that id")
}

/// Cites a clause where its decision is made. The id is checked at compile time.
#[macro_export]
macro_rules! clause {
    ($id:literal) => {{
        const CITED: umpire::Clause = umpire::find_clause($crate::cite::CLAUSE_IDS, $id);
        umpire::note_citation(CITED)
    }};
}

/// A reading (a number), or one of its options, by place. Checked at compile time.
#[macro_export]
macro_rules! reading {
    ($id:literal) => {{
        const READ: usize = $crate::cite::find_reading($id);
        READ
    }};
    ($id:literal, $option:literal) => {{
        const READ: (usize, usize) = $crate::cite::find_option($id, $option);
        READ
    }};
}

/// In a test: these clauses are proved here. When the guard is dropped, code citing each of them must have run.
#[cfg(feature = "proof")]
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {
        umpire::proof::Proof::of(&[$({
            const PROVED: umpire::Clause = umpire::find_clause($crate::cite::CLAUSE_IDS, $id);
            PROVED
        }),+])
    };
}
