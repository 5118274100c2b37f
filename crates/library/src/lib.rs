//! The list of books. A book is in the program by being listed here, and nowhere else is one named by those who serve, show
//! and command battles: they are handed this list.

use desk::{Commanders, Entry, Library, Owes};

/// Every book in the program.
pub static BOOKS: Library = Library::new(ENTRIES).with_armies(&[&newbury_napoleonic::army::LISTS]);

static ENTRIES: &[Entry] = &[
    Entry {
        book: &bbdba_acw::BOOK,
        commanders: Commanders::Own {
            appoint: commander::bbdba::appoint,
            theatre: commander::bbdba::theatre,
        },
        owes: Owes::NOTHING,
    },
    Entry {
        book: &chakoten_acw::BOOK,
        commanders: Commanders::Own {
            appoint: commander::chakoten::appoint,
            theatre: commander::chakoten::theatre,
        },
        owes: Owes::NOTHING,
    },
    Entry {
        book: &chakoten_napoleonic::BOOK,
        commanders: Commanders::Own {
            appoint: commander::napoleonic::appoint,
            theatre: commander::napoleonic::theatre,
        },
        owes: Owes::NOTHING,
    },
    Entry {
        book: &tricolore::BOOK,
        commanders: Commanders::Own {
            appoint: commander::tricolore::appoint,
            theatre: commander::tricolore::theatre,
        },
        owes: Owes::NOTHING,
    },
    Entry {
        book: &newbury_napoleonic::BOOK,
        commanders: Commanders::Own {
            appoint: commander::newbury::appoint,
            theatre: commander::newbury::theatre,
        },
        owes: Owes::NOTHING,
    },
];
