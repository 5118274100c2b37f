//! The citing of every book (each has this file as its module `cite`): `clause!("zone.2")` where a rule decides,
//! `rule!("zone.2")` where it is only named, and `reading!("surcharge", "each")`. An id that the book does not have does
//! not compile.

include!(concat!(env!("OUT_DIR"), "/ids.rs"));

/// Cites a clause where its decision is made; the value goes into the ruling, event, refusal or plan that shows the
/// decision. The id is checked at compile time.
#[macro_export]
macro_rules! clause {
    ($id:literal) => {{
        const CITED: umpire::Clause = umpire::find_clause($crate::cite::CLAUSE_IDS, $id);
        umpire::note_citation(CITED)
    }};
}

/// Names a clause where nothing is decided by it: a fact on a card, a prompt, a legend. It counts for nothing.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {{
        const NAMED: umpire::Clause = umpire::find_clause($crate::cite::CLAUSE_IDS, $id);
        NAMED
    }};
}

/// A reading (a number), or one of its options, by place. Checked at compile time.
#[macro_export]
macro_rules! reading {
    ($id:literal) => {{
        const READ: usize =
            umpire::find_reading($crate::cite::READING_IDS, $crate::cite::READINGS_BY_ID, $id);
        READ
    }};
    ($id:literal, $option:literal) => {{
        const READ: (usize, usize) =
            umpire::find_option($crate::cite::READING_IDS, $crate::cite::READINGS_BY_ID, $id, $option);
        READ
    }};
}

/// In a test: this clause is proved here. When the guard is dropped, code citing it must have run. Of several clauses
/// each must besides be asked about: `p.shows("zone.2", …)`, `p.refused_by("zone.2", …)`.
#[cfg(feature = "proof")]
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {{
        fn here() {}
        let site = umpire::proof::Site {
            book: $crate::cite::BOOK,
            package: env!("CARGO_PKG_NAME"),
            test: std::any::type_name_of_val(&here),
            file: file!(),
            line: line!(),
        };
        umpire::proof::Proof::of(site, &[$({
            const PROVED: umpire::Clause = umpire::find_clause($crate::cite::CLAUSE_IDS, $id);
            PROVED
        }),+])
    }};
}
