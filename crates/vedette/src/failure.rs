//! What a command says when it cannot do what it was asked.

use miette::{GraphicalReportHandler, GraphicalTheme};
use std::fmt;

/// The message and the exit code. Wrong input is 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub says: String,
    pub help: Option<String>,
    pub code: u8,
}

impl Failure {
    pub fn new(says: impl Into<String>) -> Failure {
        Failure { says: says.into(), help: None, code: 2 }
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }

    /// Something of this name is not there: says what is, and what was probably meant.
    pub fn unknown<'a>(what: &str, given: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Failure {
        let says = match nearest(given, known.clone()) {
            Some(nearest) => text!("there-is-no-but", what, given, nearest),
            None => text!("there-is-no", what, given),
        };
        let all: Vec<_> = known.into_iter().collect();
        // A list that nobody reads is no help.
        if all.len() > 40 {
            return Failure::new(says).help(text!("there-are-of-them", all = all.len()));
        }
        Failure::new(says).help(text!("known", all = all.join(", ")))
    }
}

/// The name most like the given one, if any is like it at all.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    known
        .into_iter()
        .map(|k| {
            let like = strsim::jaro_winkler(&given, &k.to_lowercase());
            (if k.to_lowercase().contains(&given) { like.max(0.9) } else { like }, k)
        })
        .filter(|(like, _)| *like > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| k)
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let red = crate::page::BAD;
        write!(f, "{red}{}{red:#} {}", text!("error"), self.says)?;
        if let Some(h) = &self.help {
            write!(f, "\n  {h}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

impl From<miette::Report> for Failure {
    fn from(r: miette::Report) -> Failure {
        // What the system says of a file or a port is said as it is.
        let chain = r.chain().map(ToString::to_string);
        let mut says = chain.reduce(|says, why| text!("because", says, why)).unwrap_or_default();
        // Each mistake once, drawn where it stands.
        let pen =
            GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_width(crate::page::width());
        for mistake in r.related().into_iter().flatten() {
            says.push_str("\n\n");
            if pen.render_report(&mut says, mistake).is_err() {
                says.push_str(&mistake.to_string());
            }
            says.truncate(says.trim_end().len());
        }
        Failure { says, help: r.help().map(|h| h.to_string()), code: 2 }
    }
}
