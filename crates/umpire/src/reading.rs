use crate::say;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use words::Message;

/// A choice made where the book is silent or contradicts itself: named, with a default, switchable in the scenario.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    pub id: String,
    pub clause: String,
    pub question: String,
    /// The default: an option's id, or a number written as text.
    pub default: String,
    #[serde(default)]
    pub options: Vec<Choice>,
    /// For a reading that is a number: the least and the greatest that make sense.
    #[serde(default)]
    pub range: Option<[f64; 2]>,
    #[serde(default)]
    pub unit: Option<String>,
    /// Why there is no other way to play it, where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

/// One way to read a clause.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub id: String,
    pub says: String,
}

/// A reading that a scenario asks for and that does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadingError {
    Unknown { id: String },
    NoSuchOption { id: String, given: String, options: String },
    OutOfRange { id: String, given: String, least: f64, greatest: f64 },
}

impl ReadingError {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ReadingError::Unknown { id } => say!("no-such-reading", id),
            ReadingError::NoSuchOption { id, given, options } => say!("no-such-option", id, given, options),
            ReadingError::OutOfRange { id, given, least, greatest } => {
                say!("reading-out-of-range", id, given, least, greatest)
            }
        }
    }
}
words::spoken!(ReadingError);
impl std::error::Error for ReadingError {}

/// All readings of a battle, resolved: an option's place or a number for each, found by place without searching.
#[derive(Clone, Debug)]
pub struct Readings {
    picks: Arc<[f64]>,
}

impl PartialEq for Readings {
    fn eq(&self, o: &Readings) -> bool {
        // Mostly those of one battle, which are the same list.
        Arc::ptr_eq(&self.picks, &o.picks) || self.picks == o.picks
    }
}

impl Readings {
    /// Every reading at its default.
    pub fn defaults(all: &[Reading]) -> Readings {
        Readings {
            picks: all
                .iter()
                .map(|r| {
                    Self::pick(r, &r.default).expect("a default is one of the options (a test reads them)")
                })
                .collect(),
        }
    }

    fn pick(r: &Reading, given: &str) -> Result<f64, ReadingError> {
        if let Some([least, greatest]) = r.range {
            return match given.parse::<f64>() {
                Ok(n) if n.is_finite() && n >= least && n <= greatest => Ok(n),
                _ => Err(ReadingError::OutOfRange { id: r.id.clone(), given: given.into(), least, greatest }),
            };
        }
        r.options.iter().position(|o| o.id == given).map(|i| i as f64).ok_or_else(|| {
            ReadingError::NoSuchOption {
                id: r.id.clone(),
                given: given.into(),
                options: r.options.iter().map(|o| format!("`{}`", o.id)).collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// The same readings with one changed.
    pub fn with(&self, all: &[Reading], id: &str, given: &str) -> Result<Readings, ReadingError> {
        let at =
            all.iter().position(|r| r.id == id).ok_or_else(|| ReadingError::Unknown { id: id.into() })?;
        let mut picks = self.picks.to_vec();
        picks[at] = Self::pick(&all[at], given)?;
        Ok(Readings { picks: picks.into() })
    }

    /// What is played of each reading, by its id: an option's id, or a number as text.
    pub fn in_force(&self, all: &[Reading]) -> BTreeMap<String, String> {
        let chosen = |r: &Reading, pick: f64| match r.options.get(pick as usize) {
            Some(o) if r.range.is_none() => o.id.clone(),
            _ => pick.to_string(),
        };
        all.iter().zip(&*self.picks).map(|(r, pick)| (r.id.clone(), chosen(r, *pick))).collect()
    }

    /// Is this option chosen? Takes the places found by a book's `reading!` macro.
    #[inline]
    pub fn is(&self, (reading, option): (usize, usize)) -> bool {
        self.picks[reading] == option as f64
    }

    /// The number of a numeric reading.
    #[inline]
    pub fn number(&self, reading: usize) -> f64 {
        self.picks[reading]
    }
}
