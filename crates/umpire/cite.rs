//! The citing of every book (each has this file as its module `cite`): `clause!("zone.2")` and
//! `reading!("surcharge", "each")`. An id that the book does not have does not compile.

include!(concat!(env!("OUT_DIR"), "/ids.rs"));

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
        const READ: usize = umpire::find_reading($crate::cite::READING_IDS, $id);
        READ
    }};
    ($id:literal, $option:literal) => {{
        const READ: (usize, usize) = umpire::find_option($crate::cite::READING_IDS, $id, $option);
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
