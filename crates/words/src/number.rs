use crate::{Arg, Language};

/// A number and how it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub value: f64,
    /// Exactly so many digits after the point; `None` writes those it has.
    pub decimals: Option<u8>,
    /// With its sign even where it is positive.
    pub signed: bool,
}

impl Number {
    /// The number with the decimal sign of a language.
    pub fn write(&self, language: Language) -> String {
        let text = match (self.decimals, self.signed) {
            (Some(d), false) => format!("{:.*}", usize::from(d), self.value),
            (Some(d), true) => format!("{:+.*}", usize::from(d), self.value),
            (None, false) => self.value.to_string(),
            (None, true) => format!("{:+}", self.value),
        };
        if language.comma() { text.replace('.', ",") } else { text }
    }
}

/// A number with so many digits after the point.
pub fn decimals(value: f64, decimals: u8) -> Arg {
    Arg::Number(Number { value, decimals: Some(decimals), signed: false })
}

/// A number without its fraction.
pub fn whole(value: f64) -> Arg {
    Arg::from(value.round_ties_even())
}

/// A number with one digit after the point.
pub fn tenths(value: f64) -> Arg {
    decimals(value, 1)
}

/// A number with its sign: +2, -1.
pub fn signed(value: impl Into<f64>) -> Arg {
    Arg::Number(Number { value: value.into(), decimals: None, signed: true })
}
