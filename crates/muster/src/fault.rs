//! What can be wrong with a file of any book, as data, and the one place where it is put into words.

use crate::say;
use crate::sheet::{nearest, short};
use table::AreaError;
use words::Message;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    Number,
    Truth,
    Date,
    List,
    Table,
}

impl Type {
    pub fn message(self) -> Message {
        match self {
            Type::Text => say!("type-text"),
            Type::Number => say!("type-number"),
            Type::Truth => say!("type-truth"),
            Type::Date => say!("type-date"),
            Type::List => say!("type-list"),
            Type::Table => say!("type-table"),
        }
    }
}
words::spoken!(Type);

/// What is wrong, whatever the book. `of` is what the file's table is called, `unit` what lengths are measured in.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    TooLong {
        bytes: usize,
        most: usize,
    },
    NotToml {
        says: String,
    },
    NoScenario,
    /// So many more mistakes than are shown.
    More {
        count: usize,
    },
    UnknownKey {
        of: Message,
        key: String,
        known: &'static [&'static str],
    },
    WrongType {
        of: Message,
        key: String,
        is: Type,
        want: Type,
    },
    NoTable {
        key: String,
        is: Type,
        want: Message,
    },
    Missing {
        of: Message,
        key: String,
        right: Message,
    },
    NoNumber {
        of: Message,
        key: String,
    },
    NotWhole {
        of: Message,
        key: String,
        given: f64,
        range: [i64; 2],
    },
    NoLength {
        of: Message,
        key: String,
        given: f64,
        range: [f64; 2],
        unit: Message,
    },
    UnknownWord {
        of: Message,
        key: String,
        given: String,
        known: Vec<String>,
    },
    /// A word that stands alone in a list, such as a kind of troops.
    NoSuch {
        what: Message,
        given: String,
        known: Vec<String>,
    },
    TooMany {
        what: Message,
        given: usize,
        most: usize,
    },
    OtherBook {
        given: String,
        book: &'static str,
    },
    NoReading {
        given: String,
        near: Option<String>,
        book: &'static str,
    },
    ReadingType {
        reading: String,
        default: String,
    },
    ReadingValue {
        says: Message,
        question: String,
        default: String,
    },
    Sides {
        given: usize,
        table: &'static str,
    },
    TableSide {
        given: f64,
        range: [f64; 2],
        unit: Message,
    },
    NoPoint {
        unit: Message,
    },
    Points {
        of: Message,
        key: String,
        given: usize,
        least: usize,
        unit: Message,
    },
    NoBearing {
        given: f64,
    },
    GoesNowhere,
    NoWidth,
    TwoShapes,
    Outlines {
        of: Message,
        several: bool,
    },
    BadOutline(AreaError),
    BadOval {
        length: f64,
        width: f64,
        unit: Message,
    },
    OffTable {
        name: Option<String>,
        size: [f64; 2],
        unit: Message,
    },
    StandsInside {
        name: String,
        other: String,
    },
    /// `room` is where the middle of its front could be, from west to east and from south to north.
    NotOnTable {
        code: String,
        size: [f64; 2],
        room: [[f64; 2]; 2],
        unit: Message,
    },
    StandsOn {
        code: String,
        other: String,
        deep: f64,
        unit: Message,
    },
    BadName,
    NameTwice {
        name: String,
    },
    Steps {
        given: usize,
        most: usize,
    },
    StepOverhangs {
        step: usize,
    },
    BadCode {
        code: String,
    },
    CodeTwice {
        code: String,
    },
    HowMany {
        example: &'static str,
    },
    NotHigher {
        code: String,
    },
    NoCommand {
        code: String,
    },
    UnderNobody {
        code: String,
    },
    NoLeader {
        what: Message,
        example: &'static str,
    },
    ArrivesNowhere,
    WithAndAt,
    OnlyArrivals {
        key: String,
    },
    NotOfArrivals {
        key: String,
    },
    NotOfTask {
        key: String,
        task: &'static str,
        takes: &'static [&'static str],
    },
    TurnAndBy,
    Percent {
        given: f64,
    },
    HoldWhat,
    NoGround {
        given: String,
    },
    NoPlace {
        unit: Message,
    },
    NoExit,
    NoEdges,
    NotCodes,
    UnitTwice {
        code: String,
    },
    NoUnit {
        side: String,
        code: String,
    },
    NoUnits,
}

fn or_known(given: &str, known: &[String]) -> Message {
    match nearest(given, known.iter().map(String::as_str)) {
        Some(n) => say!("meant-word", n),
        None => say!("one-of", all = known.join(", ")),
    }
}

impl Fault {
    /// What is wrong, and what would be right.
    pub fn words(&self) -> (Message, Option<Message>) {
        let says = |wrong: Message, right: Message| (wrong, Some(right));
        let code = |text: &'static str| Message::verbatim(text);
        match self {
            Fault::TooLong { bytes, most } => {
                (say!("file-bytes-long", bytes), Some(say!("scenario-most", most)))
            }
            Fault::NotToml { says } => (say!("not-toml", says), Some(say!("toml-is"))),
            Fault::NoScenario => (say!("no-scenario"), None),
            Fault::More { count } => (say!("more-mistakes", count), None),
            Fault::UnknownKey { of, key, known } => {
                let right = match nearest(key, known.iter().copied()) {
                    Some(n) => say!("meant-key", n),
                    None => say!("knows-keys", of, all = known.join(", ")),
                };
                (say!("has-no-key", of, given = short(key)), Some(right))
            }
            Fault::WrongType { of, key, is, want } => {
                (say!("value-is-of-type", key, of, is), Some(say!("must-be", want)))
            }
            Fault::NoTable { key, is, want } => {
                (say!("lists-of-type", key, is), Some(say!("lists-tables", want)))
            }
            Fault::Missing { of, key, right } => (say!("needs-key", of, key), Some(right.clone())),
            Fault::NoNumber { of, key } => (
                say!("no-sensible-number", key, of),
                Some(say!("right-from-to", least = -1_000_000, most = 1_000_000)),
            ),
            Fault::NotWhole { of, key, given, range: [least, most] } => {
                (say!("value-is", key, of, given), Some(say!("whole-number", least, most)))
            }
            Fault::NoLength { of, key, given, range: [least, most], unit } => {
                (say!("length-is", key, of, given, unit), Some(say!("right-length", least, most, unit)))
            }
            Fault::UnknownWord { of, key, given, known } => {
                let all = known.join(", ");
                let right = match nearest(given, known.iter().map(String::as_str)) {
                    Some(n) => say!("meant-word-of", n, all),
                    None => say!("one-of", all),
                };
                (say!("word-is", key, of, given = short(given)), Some(right))
            }
            Fault::NoSuch { what, given, known } => {
                (say!("there-is-no", what, given = short(given)), Some(or_known(given, known)))
            }
            Fault::TooMany { what, given, most } => {
                (say!("so-many-times", given, what), Some(say!("at-most", most)))
            }
            Fault::OtherBook { given, book } => {
                (say!("book-is", given = short(given)), Some(say!("reader-knows", book)))
            }
            Fault::NoReading { given, near, book } => {
                let right = match near {
                    Some(n) => say!("meant-key", n),
                    None => say!("readings-are-listed", book),
                };
                (say!("there-no-reading", given = short(given)), Some(right))
            }
            Fault::ReadingType { reading, default } => (
                say!("reading-neither-text-nor-sensible", given = short(reading)),
                Some(say!("default-is", default)),
            ),
            Fault::ReadingValue { says, question, default } => {
                (says.clone(), Some(say!("question-and-default", question, default)))
            }
            Fault::Sides { given, table } => {
                (say!("so-many-times", given, what = *table), Some(say!("write-exactly-twice", table)))
            }
            Fault::TableSide { given, range: [least, most], unit } => {
                (say!("table-side", given, unit), Some(say!("right-length", least, most, unit)))
            }
            Fault::NoPoint { unit } => (say!("no-point"), Some(say!("right-point", unit))),
            Fault::Points { of, key, given, least, unit } => {
                (say!("has-points", key, of, given), Some(say!("right-points", least, unit)))
            }
            Fault::NoBearing { given } => (say!("bearing-of", given), Some(say!("degrees-0-north-90-east"))),
            Fault::GoesNowhere => says(say!("path-goes-nowhere"), say!("points-apart-each-other")),
            Fault::NoWidth => says(say!("width-without-path"), say!("width-belongs-path-x-y")),
            Fault::TwoShapes => says(say!("both-path-outline"), say!("one-of-them")),
            Fault::Outlines { of, several } => (
                if *several { say!("several-outlines", of) } else { say!("no-outline", of) },
                Some(say!("right-outline")),
            ),
            Fault::BadOutline(e) => (e.message(), Some(say!("corners-order-round-outline"))),
            Fault::BadOval { length, width, unit } => {
                (say!("oval-of", length, width, unit), Some(say!("length-width-above-0")))
            }
            Fault::OffTable { name, size: [w, d], unit } => (
                match name {
                    Some(n) => say!("named-not-wholly-on-table", n),
                    None => say!("does-not-lie-table"),
                },
                Some(say!("right-place", w, d, unit)),
            ),
            Fault::StandsInside { name, other } => {
                (say!("stands-inside", name, other), Some(say!("set-buildings-side-side")))
            }
            Fault::NotOnTable { code, size: [w, d], room: [x, y], unit } => (
                say!("not-wholly-on-table", code, w = words::tenths(*w), unit, d = words::tenths(*d)),
                Some(if x[0] > x[1] || y[0] > y[1] {
                    say!("table-too-small-formation")
                } else {
                    let ([x0, x1], [y0, y1]) = (x, y);
                    say!(
                        "right-place-facing-so",
                        x0 = words::tenths(*x0),
                        x1 = words::tenths(*x1),
                        y0 = words::tenths(*y0),
                        y1 = words::tenths(*y1)
                    )
                }),
            ),
            Fault::StandsOn { code, other, deep, unit } => (
                say!("stands-on", code, other),
                Some(say!("move-one-them-least", deep = words::tenths(*deep), unit)),
            ),
            Fault::BadName => says(say!("name-nobody-can-write-down"), say!("up-60-plain-letters")),
            Fault::NameTwice { name } => {
                (say!("there-two-pieces-ground-called", name), Some(say!("each-piece-ground-own-name")))
            }
            Fault::Steps { given, most } => (say!("hill-steps", given), Some(say!("right-steps", most))),
            Fault::StepOverhangs { step } => {
                (say!("step-hill-hangs-over-step", step), Some(say!("each-step-lies-inside")))
            }
            Fault::BadCode { code } => (say!("the-code", code = short(code)), Some(say!("right-code"))),
            Fault::CodeTwice { code } => {
                (say!("code-given-twice", code), Some(say!("every-unit-general-orderly-command")))
            }
            Fault::HowMany { example } => (say!("how-many"), Some(say!("such-as", example = *example))),
            Fault::NotHigher { code } => (
                say!("no-higher-command", given = short(code)),
                Some(say!("brigade-under-division-corps-division")),
            ),
            Fault::NoCommand { code } => {
                (say!("side-no-command", given = short(code)), Some(say!("under-code-another-command-same")))
            }
            Fault::UnderNobody { code } => {
                (say!("under-nobody", given = short(code)), Some(say!("under-code-division-corps")))
            }
            Fault::NoLeader { what, example } => (say!("this-is-no", what), Some(code(example))),
            Fault::ArrivesNowhere => {
                says(say!("general-who-arrives-nowhere"), say!("right-place-of-general"))
            }
            Fault::WithAndAt => says(say!("general-both-unit-place"), code("`with`, or `x` and `y`")),
            Fault::OnlyArrivals { key } => {
                (say!("key-without-arrives", key), Some(say!("arrives-5-reserves-turn")))
            }
            Fault::NotOfArrivals { key } => (say!("key-of-reserve", key), Some(say!("right-edge-and-at"))),
            Fault::NotOfTask { key, task, takes } => {
                (say!("key-of-task", key, task), Some(say!("task-takes", all = takes.join(", "))))
            }
            Fault::TurnAndBy => says(say!("both-turn-and-by"), say!("right-turn-or-by")),
            Fault::Percent { given } => (say!("so-many-percent", given), Some(say!("right-percent"))),
            Fault::HoldWhat => says(say!("hold-what"), say!("right-hold")),
            Fault::NoGround { given } => (
                say!("there-no-ground-called", given = short(given)),
                Some(say!("name-area-hill-bridge-building")),
            ),
            Fault::NoPlace { unit } => (say!("place-off-table"), Some(say!("right-place-within", unit))),
            Fault::NoExit => says(say!("side-may-not-leave-edge"), say!("exits-north-side-allows")),
            Fault::NoEdges => says(say!("lists-edges-table"), say!("such-north-east")),
            Fault::NotCodes => says(say!("units-lists-codes"), code("units = [\"W1\", \"W2\"]")),
            Fault::UnitTwice { code } => (say!("named-twice", code = short(code)), Some(say!("name-once"))),
            Fault::NoUnit { side, code } => {
                (say!("side-no-unit", side, given = short(code)), Some(say!("take-names-enemy-units-exit")))
            }
            Fault::NoUnits => says(say!("task-without-units"), code("units = [\"W1\", \"W2\"]")),
        }
    }
}
