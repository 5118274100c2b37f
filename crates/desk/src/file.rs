use crate::{Book, Game, Seating, say};
use muster::Report;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use umpire::{Refusal, Seat, Seed};
use words::{Language, Message};

const FORMAT: &str = "vedette-battle/1";

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

/// What the file claims of itself; [`BattleFile::verify`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The seed's commitment, as every seat saw it at the start.
    pub commitment: String,
    /// How many events the answers led to.
    pub events: usize,
    /// SHA-256 over the events.
    pub digest: String,
}

/// Why a battle file cannot be opened.
#[derive(Debug, miette::Diagnostic)]
pub enum FileError {
    Unreadable(String),
    Format(String),
    Book(String),
    #[diagnostic(transparent)]
    Scenario(Report),
    Refused {
        place: usize,
        refusal: Refusal,
    },
}

impl FileError {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            FileError::Unreadable(why) => say!("file-unreadable", why),
            FileError::Format(format) => say!("file-of-another-format", format, known = FORMAT),
            FileError::Book(book) => say!("file-of-unknown-book", book),
            FileError::Scenario(_) => say!("file-scenario-unlawful"),
            FileError::Refused { place, refusal } => {
                say!("file-answer-refused", place, refusal = refusal.message())
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
    // What a digest is made of reads the same in every language.
    let events = Language::ENGLISH.speak(|| game.events());
    let mut h = Sha256::new();
    for e in &events {
        h.update(e.to_string().as_bytes());
        h.update(b"\n");
    }
    Claim {
        commitment: seed.commitment(),
        events: events.len(),
        digest: h.finalize().iter().map(|b| format!("{b:02x}")).collect(),
    }
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
        let head: Head = serde_json::from_str(text).map_err(|e| FileError::Unreadable(e.to_string()))?;
        if head.format != FORMAT {
            return Err(FileError::Format(head.format));
        }
        serde_json::from_str(text).map_err(|e| FileError::Unreadable(e.to_string()))
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
        for (i, g) in self.answers.iter().enumerate() {
            game.answer(g.seat, &g.answer).map_err(|refusal| FileError::Refused { place: i + 1, refusal })?;
        }
        Ok(game)
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
