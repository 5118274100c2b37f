//! What can be wrong with a file of any book, as data, and the one place where it is put into words.

use crate::sheet::{nearest, short};
use std::fmt;
use table::AreaError;

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

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Text => "a text",
            Type::Number => "a number",
            Type::Truth => "true or false",
            Type::Date => "a date",
            Type::List => "a list",
            Type::Table => "a table",
        })
    }
}

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
        of: &'static str,
        key: String,
        known: &'static [&'static str],
    },
    WrongType {
        of: &'static str,
        key: String,
        is: Type,
        want: Type,
    },
    NoTable {
        key: String,
        is: Type,
        want: &'static str,
    },
    Missing {
        of: &'static str,
        key: String,
        right: String,
    },
    NoNumber {
        of: &'static str,
        key: String,
    },
    NotWhole {
        of: &'static str,
        key: String,
        given: f64,
        range: [i64; 2],
    },
    NoLength {
        of: &'static str,
        key: String,
        given: f64,
        range: [f64; 2],
        unit: &'static str,
    },
    UnknownWord {
        of: &'static str,
        key: String,
        given: String,
        known: Vec<String>,
    },
    /// A word that stands alone in a list, such as a kind of troops.
    NoSuch {
        what: &'static str,
        given: String,
        known: Vec<String>,
    },
    TooMany {
        what: &'static str,
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
        says: String,
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
        unit: &'static str,
    },
    NoPoint {
        unit: &'static str,
    },
    Points {
        of: &'static str,
        key: String,
        given: usize,
        least: usize,
        unit: &'static str,
    },
    NoBearing {
        given: f64,
    },
    GoesNowhere,
    NoWidth,
    TwoShapes,
    Outlines {
        of: &'static str,
        several: bool,
    },
    BadOutline(AreaError),
    BadOval {
        length: f64,
        width: f64,
        unit: &'static str,
    },
    OffTable {
        name: Option<String>,
        size: [f64; 2],
        unit: &'static str,
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
        unit: &'static str,
    },
    StandsOn {
        code: String,
        other: String,
        deep: f64,
        unit: &'static str,
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
        what: &'static str,
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
        unit: &'static str,
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

fn or_known(given: &str, known: &[String]) -> String {
    match nearest(given, known.iter().map(String::as_str)) {
        Some(n) => format!("did you mean \"{n}\"?"),
        None => format!("one of {}", known.join(", ")),
    }
}

impl Fault {
    /// What is wrong, and what would be right.
    pub fn words(&self) -> (String, Option<String>) {
        let says = |wrong: &str, right: &str| (wrong.into(), Some(right.into()));
        match self {
            Fault::TooLong { bytes, most } => {
                (format!("the file is {bytes} bytes long"), Some(format!("a scenario has at most {most}")))
            }
            Fault::NotToml { says } => (format!("this is not TOML: {says}"), None),
            Fault::NoScenario => ("this is no scenario".into(), None),
            Fault::More { count } => (format!("and {count} more mistakes"), None),
            Fault::UnknownKey { of, key, known } => {
                let right = match nearest(key, known.iter().copied()) {
                    Some(n) => format!("did you mean `{n}`?"),
                    None => format!("{of} knows {}", known.join(", ")),
                };
                (format!("{of} has no `{}`", short(key)), Some(right))
            }
            Fault::WrongType { of, key, is, want } => {
                (format!("`{key}` of {of} is {is}"), Some(format!("it must be {want}")))
            }
            Fault::NoTable { key, is, want } => {
                (format!("`{key}` lists {is}"), Some(format!("it lists tables: {want}")))
            }
            Fault::Missing { of, key, right } => (format!("{of} needs `{key}`"), Some(right.clone())),
            Fault::NoNumber { of, key } => {
                (format!("`{key}` of {of} is no sensible number"), Some("from -1000000 to 1000000".into()))
            }
            Fault::NotWhole { of, key, given, range: [least, most] } => (
                format!("`{key}` of {of} is {given}"),
                Some(format!("a whole number from {least} to {most}")),
            ),
            Fault::NoLength { of, key, given, range: [least, most], unit } => {
                (format!("`{key}` of {of} is {given} {unit}"), Some(format!("{least} to {most} {unit}")))
            }
            Fault::UnknownWord { of, key, given, known } => {
                let all = known.join(", ");
                let right = match nearest(given, known.iter().map(String::as_str)) {
                    Some(n) => format!("did you mean \"{n}\"? It is one of {all}"),
                    None => format!("one of {all}"),
                };
                (format!("`{key}` of {of} is \"{}\"", short(given)), Some(right))
            }
            Fault::NoSuch { what, given, known } => {
                (format!("there is no {what} \"{}\"", short(given)), Some(or_known(given, known)))
            }
            Fault::TooMany { what, given, most } => {
                (format!("{given} times {what}"), Some(format!("at most {most}")))
            }
            Fault::OtherBook { given, book } => {
                (format!("the book is \"{}\"", short(given)), Some(format!("this reader knows \"{book}\"")))
            }
            Fault::NoReading { given, near, book } => {
                let right = match near {
                    Some(n) => format!("did you mean `{n}`?"),
                    None => format!("`vedette rules {book} readings` lists them"),
                };
                (format!("there is no reading `{}`", short(given)), Some(right))
            }
            Fault::ReadingType { reading, default } => (
                format!("the reading `{}` is neither a text nor a sensible number", short(reading)),
                Some(format!("its default is \"{default}\"")),
            ),
            Fault::ReadingValue { says, question, default } => {
                (says.chars().take(200).collect(), Some(format!("{question} Its default is \"{default}\"")))
            }
            Fault::Sides { given, table } => {
                (format!("{given} times {table}"), Some(format!("write {table} exactly twice")))
            }
            Fault::TableSide { given, range: [least, most], unit } => {
                (format!("a table with a side of {given} {unit}"), Some(format!("{least} to {most} {unit}")))
            }
            Fault::NoPoint { unit } => {
                ("this is no point".into(), Some(format!("two numbers, [x, y], in {unit}")))
            }
            Fault::Points { of, key, given, least, unit } => (
                format!("`{key}` of {of} has {given} points"),
                Some(format!("{least} to 512 points, [[x, y], [x, y], ...] in {unit}")),
            ),
            Fault::NoBearing { given } => {
                (format!("a bearing of {given}"), Some("degrees: 0 north, 90 east, up to 360".into()))
            }
            Fault::GoesNowhere => says("a path that goes nowhere", "points apart from each other"),
            Fault::NoWidth => says("a width without a `path`", "width belongs to path = [[x, y], ...]"),
            Fault::TwoShapes => says("both a path and an outline", "one of them"),
            Fault::Outlines { of, several } => (
                format!("{of} has {} outline", if *several { "more than one" } else { "no" }),
                Some("outline = [[x, y], ...], or oval = { x = 60, y = 40, length = 30, width = 20 }".into()),
            ),
            Fault::BadOutline(e) => {
                (e.to_string(), Some("corners in order round the outline, which crosses nothing".into()))
            }
            Fault::BadOval { length, width, unit } => {
                (format!("an oval {length} by {width} {unit}"), Some("length and width above 0".into()))
            }
            Fault::OffTable { name, size: [w, d], unit } => (
                match name {
                    Some(n) => format!("\"{n}\" does not stand wholly on the table"),
                    None => "this does not lie on the table".into(),
                },
                Some(format!("x from 0 to {w}, y from 0 to {d} {unit}")),
            ),
            Fault::StandsInside { name, other } => {
                (format!("\"{name}\" stands inside \"{other}\""), Some("set buildings side by side".into()))
            }
            Fault::NotOnTable { code, size: [w, d], room: [x, y], unit } => (
                format!(
                    "\"{code}\" does not stand wholly on the table: it is {w:.1} {unit} wide and {d:.1} deep"
                ),
                Some(if x[0] > x[1] || y[0] > y[1] {
                    "the table is too small for it in this formation".into()
                } else {
                    let ([x0, x1], [y0, y1]) = (x, y);
                    format!("facing so, x from {x0:.1} to {x1:.1} and y from {y0:.1} to {y1:.1}")
                }),
            ),
            Fault::StandsOn { code, other, deep, unit } => (
                format!("\"{code}\" stands on \"{other}\""),
                Some(format!("move one of them at least {deep:.1} {unit}")),
            ),
            Fault::BadName => says("a name that nobody can write down", "up to 60 plain letters"),
            Fault::NameTwice { name } => (
                format!("there are two pieces of ground called \"{name}\""),
                Some("each piece of ground has its own name".into()),
            ),
            Fault::Steps { given, most } => (
                format!("a hill of {given} steps"),
                Some(format!("1 to {most} times [[ground.hill.step]], the lowest first; each is 10 m high")),
            ),
            Fault::StepOverhangs { step } => (
                format!("step {step} of this hill hangs over the step below"),
                Some("each step lies inside the one below it".into()),
            ),
            Fault::BadCode { code } => (
                format!("the code \"{}\"", short(code)),
                Some(
                    "1 to 16 letters, digits and - . / _ &, without a space: it is written on order slips"
                        .into(),
                ),
            ),
            Fault::CodeTwice { code } => (
                format!("the code \"{code}\" is given twice"),
                Some("every unit, general, orderly and command has a code of its own".into()),
            ),
            Fault::HowMany { example } => {
                ("how many is that?".into(), Some(format!("such as \"{example}\"")))
            }
            Fault::NotHigher { code } => (
                format!("\"{}\" is no higher command", short(code)),
                Some("a brigade is under a division or corps, a division under a corps".into()),
            ),
            Fault::NoCommand { code } => (
                format!("this side has no command \"{}\"", short(code)),
                Some("`under` is the code of another command of the same side".into()),
            ),
            Fault::UnderNobody { code } => (
                format!("\"{}\" is under nobody, but the side has a higher staff", short(code)),
                Some("under = \"the code of the division or corps\"".into()),
            ),
            Fault::NoLeader { what, example } => (format!("this is no {what}"), Some((*example).into())),
            Fault::ArrivesNowhere => says(
                "a general who arrives nowhere",
                "`x` and `y` of his place; with a reserve he comes when it comes",
            ),
            Fault::WithAndAt => says("a general both with a unit and at a place", "`with`, or `x` and `y`"),
            Fault::OnlyArrivals { key } => {
                (format!("`{key}` without `arrives`"), Some("arrives = 5: a reserve's turn".into()))
            }
            Fault::NotOfArrivals { key } => {
                (format!("`{key}` of a reserve"), Some("edge = \"west\" and at = 60 say where".into()))
            }
            Fault::NotOfTask { key, task, takes } => (
                format!("`{key}` of a task \"{task}\""),
                Some(format!("it takes {}, points, turn, by", takes.join(", "))),
            ),
            Fault::TurnAndBy => says(
                "both `turn` and `by`",
                "turn = 8: at the end of turn 8; by = 8: at the end of any turn up to 8",
            ),
            Fault::Percent { given } => (format!("{given} percent"), Some("1 to 100".into())),
            Fault::HoldWhat => {
                says("hold what?", "ground = \"Church\", or place = [120, 80] and within = 10")
            }
            Fault::NoGround { given } => (
                format!("there is no ground called \"{}\"", short(given)),
                Some("the name of an area, hill, bridge or building of [ground]".into()),
            ),
            Fault::NoPlace { unit } => {
                ("a place off the table".into(), Some(format!("place = [120, 80], within = 10, in {unit}")))
            }
            Fault::NoExit => {
                says("the side may not leave by that edge", "exits = [\"north\"] of the side allows it")
            }
            Fault::NoEdges => says("this lists edges of the table", "such as [\"north\", \"east\"]"),
            Fault::NotCodes => says("`units` lists codes", "units = [\"W1\", \"W2\"]"),
            Fault::UnitTwice { code } => (format!("\"{}\" twice", short(code)), Some("name it once".into())),
            Fault::NoUnit { side, code } => (
                format!("side {side} has no unit \"{}\"", short(code)),
                Some("take names enemy units, exit and keep own ones".into()),
            ),
            Fault::NoUnits => says("a task without units", "units = [\"W1\", \"W2\"]"),
        }
    }
}
