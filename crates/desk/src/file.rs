use crate::{Book, ByChance, Game, Proof, Seating, say};
use muster::Report;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::{Refusal, Seat, Seed, Unread, read_json};
use words::Message;

const FORMAT: &str = "vedette-battle/2";
/// Without the book's version and its readings, and with another digest.
const OLDER: &str = "vedette-battle/1";

/// An answer given, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    #[serde(rename = "as")]
    pub seat: Seat,
    pub answer: Value,
}

/// A battle as a file: the umpire's copy. It is the scenario, the seed and the answers; everything else is recomputed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleFile {
    pub format: String,
    pub book: String,
    /// The version of the book under which it was begun.
    #[serde(default = "first_version")]
    pub version: u32,
    /// The readings by which it is played.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// The scenario's file name, for messages.
    pub name: String,
    /// The scenario's whole text.
    pub scenario: String,
    pub seed: Seed,
    /// Who sits at the table besides the sides.
    #[serde(default, skip_serializing_if = "Seating::is_sides_only")]
    pub seating: Seating,
    pub claim: Claim,
    pub answers: Vec<Given>,
}

/// What is of a time before books had versions.
fn first_version() -> u32 {
    1
}

/// What the file claims of itself; [`BattleFile::verify`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The seed's commitment, as every seat saw it at the start.
    pub commitment: String,
    /// How many events the answers led to.
    pub events: usize,
    /// SHA-256 of the events, each hashed onto the digest before it: [`crate::Past::digest`].
    pub digest: String,
}

/// Why a battle file cannot be opened.
#[derive(Debug, miette::Diagnostic)]
pub enum FileError {
    Unreadable(Unread),
    Format(String),
    Book(String),
    #[diagnostic(transparent)]
    Scenario(Report),
    Refused {
        place: usize,
        refusal: Refusal,
    },
    /// An answer is refused or leads elsewhere, and the battle was begun under another version of the book.
    OtherVersion {
        version: u32,
        plays: u32,
    },
    /// It was begun when a reading that its scenario does not name was another.
    OtherReadings(Vec<OtherReading>),
}

/// A reading that is played otherwise than when a battle was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherReading {
    pub id: String,
    /// What the battle was begun with.
    pub was: String,
    pub is: Option<String>,
}

impl OtherReading {
    fn message(&self) -> Message {
        let OtherReading { id, was, is } = self;
        match is {
            Some(is) => say!("reading-was-another", id, was, is),
            None => say!("reading-is-no-more", id, was),
        }
    }
}

impl FileError {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            FileError::Unreadable(why) => say!("file-unreadable", why = why.message()),
            FileError::Format(format) => say!("file-of-another-format", format, known = FORMAT),
            FileError::Book(book) => say!("file-of-unknown-book", book),
            FileError::Scenario(_) => say!("file-scenario-unlawful"),
            FileError::Refused { place, refusal } => {
                say!("file-answer-refused", place, refusal = refusal.message())
            }
            FileError::OtherVersion { version, plays } => say!("file-of-other-version", version, plays),
            FileError::OtherReadings(all) => {
                words::list(all.iter().map(OtherReading::message), words::Joint::Semicolon)
            }
        }
    }
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FileError::Scenario(r) => Some(r),
            _ => None,
        }
    }
}

impl From<Report> for FileError {
    fn from(r: Report) -> FileError {
        FileError::Scenario(r)
    }
}

/// Is a battle what it claims?
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    True {
        answers: usize,
        events: usize,
    },
    /// What is wrong with it.
    False(Vec<Message>),
}

fn claim_of(seed: &Seed, game: &dyn Game) -> Claim {
    let past = game.past();
    Claim { commitment: seed.commitment(), events: past.events(), digest: past.digest().into() }
}

impl BattleFile {
    /// A new battle of the two sides, before any answer.
    pub fn begin(
        book: &Book,
        name: &str,
        scenario: &str,
        seed: Seed,
    ) -> Result<(BattleFile, Box<dyn Game>), Report> {
        BattleFile::begin_seated(book, name, scenario, seed, Seating::SIDES_ONLY)
    }

    /// The same with somebody else at the table.
    pub fn begin_seated(
        book: &Book,
        name: &str,
        scenario: &str,
        seed: Seed,
        seating: Seating,
    ) -> Result<(BattleFile, Box<dyn Game>), Report> {
        let game = (book.begin)(name, scenario, &seed, seating)?;
        let file = BattleFile {
            format: FORMAT.into(),
            book: book.id.into(),
            version: book.version,
            readings: game.readings(),
            name: name.into(),
            scenario: scenario.into(),
            claim: claim_of(&seed, &*game),
            seed,
            seating,
            answers: Vec::new(),
        };
        Ok((file, game))
    }

    pub fn parse(text: &str) -> Result<BattleFile, FileError> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        let head: Head = read_json(text).map_err(FileError::Unreadable)?;
        if head.format != FORMAT && head.format != OLDER {
            return Err(FileError::Format(head.format));
        }
        read_json(text).map_err(FileError::Unreadable)
    }

    pub fn text(&self) -> String {
        let mut t = serde_json::to_string_pretty(self).expect("a battle file has only text keys");
        t.push('\n');
        t
    }

    /// Recomputes the battle up to its last answer.
    pub fn open(&self, books: &[&Book]) -> Result<Box<dyn Game>, FileError> {
        let book =
            books.iter().find(|b| b.id == self.book).ok_or_else(|| FileError::Book(self.book.clone()))?;
        let mut game = (book.begin)(&self.name, &self.scenario, &self.seed, self.seating)?;
        let other = self.other_readings(&*game);
        if !other.is_empty() {
            return Err(FileError::OtherReadings(other));
        }
        let otherwise = || FileError::OtherVersion { version: self.version, plays: book.version };
        for (i, g) in self.answers.iter().enumerate() {
            game.answer(g.seat, &g.answer).map_err(|refusal| match self.version == book.version {
                true => FileError::Refused { place: i + 1, refusal },
                false => otherwise(),
            })?;
        }
        if self.version != book.version && claim_of(&self.seed, &*game) != self.claim {
            return Err(otherwise());
        }
        Ok(game)
    }

    /// What its seal is made of.
    pub fn proof(&self, books: &[&Book]) -> Result<Proof, FileError> {
        let book =
            books.iter().find(|b| b.id == self.book).ok_or_else(|| FileError::Book(self.book.clone()))?;
        let given = self.answers.iter().filter_map(|g| match umpire::read_value::<ByChance>(&g.answer) {
            Ok(ByChance::Part { part }) if self.seating.parts => Some((g.seat, part)),
            _ => None,
        });
        Ok(Proof::of(book, &self.scenario, &self.seed, self.seating, &given.collect()))
    }

    /// The readings that are played otherwise now than when it was begun.
    pub fn other_readings(&self, game: &dyn Game) -> Vec<OtherReading> {
        let now = game.readings();
        let differ = self.readings.iter().filter(|(id, was)| now.get(*id) != Some(was));
        differ
            .map(|(id, was)| OtherReading { id: id.clone(), was: was.clone(), is: now.get(id).cloned() })
            .collect()
    }

    /// Takes an answer into the file; a refused one leaves it as it was.
    pub fn take(&mut self, game: &mut dyn Game, seat: Seat, answer: Value) -> Result<(), Refusal> {
        game.answer(seat, &answer)?;
        self.answers.push(Given { seat, answer });
        self.claim = claim_of(&self.seed, game);
        Ok(())
    }

    /// Takes an answer without renewing the claim; [`BattleFile::seal`] does that once at the end.
    pub fn note(&mut self, seat: Seat, answer: Value) {
        self.answers.push(Given { seat, answer });
    }

    /// Writes down what the battle came to.
    pub fn seal(&mut self, game: &dyn Game) {
        self.claim = claim_of(&self.seed, game);
    }

    /// Recomputes the battle and compares it with what the file claims.
    pub fn verify(&self, books: &[&Book]) -> Verdict {
        let game = match self.open(books) {
            Ok(g) => g,
            Err(FileError::Scenario(r)) => {
                return Verdict::False(vec![say!("its-scenario", report = format!("{r:#}"))]);
            }
            Err(e) => return Verdict::False(vec![e.message()]),
        };
        let c = claim_of(&self.seed, &*game);
        let mut wrong = Vec::new();
        if c.commitment != self.claim.commitment {
            wrong.push(say!("other-seed-hash", is = &c.commitment, claimed = &self.claim.commitment));
        }
        if c.events != self.claim.events {
            wrong.push(say!("other-number-of-events", is = c.events, claimed = self.claim.events));
        }
        if c.digest != self.claim.digest {
            wrong.push(say!("other-digest"));
        }
        if wrong.is_empty() {
            Verdict::True { answers: self.answers.len(), events: c.events }
        } else {
            Verdict::False(wrong)
        }
    }
}
