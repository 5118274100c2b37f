use crate::Fault;
use miette::{Diagnostic, LabeledSpan, NamedSource, Severity, SourceCode};
use std::fmt;
use std::ops::Range;

/// One mistake in a file a person wrote: where, what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub at: Option<Range<usize>>,
    pub wrong: String,
    pub right: Option<String>,
    /// The clause behind it, where a rule is broken.
    pub clause: Option<&'static str>,
}

impl Mistake {
    pub fn new(at: impl Into<Option<Range<usize>>>, wrong: impl Into<String>) -> Mistake {
        Mistake { at: at.into(), wrong: wrong.into(), right: None, clause: None }
    }

    /// What is wrong in files of any book.
    pub fn of(at: impl Into<Option<Range<usize>>>, fault: &Fault) -> Mistake {
        let (wrong, right) = fault.words();
        Mistake { at: at.into(), wrong, right, clause: None }
    }

    #[must_use]
    pub fn right(mut self, right: impl Into<String>) -> Mistake {
        self.right = Some(right.into());
        self
    }

    #[must_use]
    pub fn by(mut self, clause: umpire::Clause) -> Mistake {
        self.clause = Some(clause.id());
        self
    }
}

/// All mistakes in one file, ready to be shown with file and line. Shown by `miette` it draws each mistake in its place;
/// `{}` is the headline alone, `{:#}` lists the mistakes below it.
#[derive(Debug)]
pub struct Report {
    pub file: String,
    pub text: String,
    pub mistakes: Vec<Mistake>,
    shown: Vec<Shown>,
}

impl Report {
    pub fn new(file: impl Into<String>, text: impl Into<String>, mistakes: Vec<Mistake>) -> Report {
        let (file, text) = (file.into(), text.into());
        let shown = mistakes
            .iter()
            .map(|m| Shown { m: m.clone(), src: NamedSource::new(file.clone(), text.clone()) })
            .collect();
        Report { file, text, mistakes, shown }
    }

    /// Line numbers from 1, for those who want data.
    pub fn line_of(&self, m: &Mistake) -> Option<usize> {
        let at = m.at.as_ref()?.start.min(self.text.len());
        Some(self.text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.mistakes.len();
        write!(f, "{}: {} mistake{}", self.file, n, if n == 1 { "" } else { "s" })?;
        if !f.alternate() {
            return Ok(());
        }
        for m in &self.mistakes {
            write!(f, "\n  ")?;
            if let Some(l) = self.line_of(m) {
                write!(f, "line {l}: ")?;
            }
            if let Some(c) = m.clause {
                write!(f, "{c}: ")?;
            }
            write!(f, "{}", m.wrong)?;
            if let Some(r) = &m.right {
                write!(f, " ({r})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.shown.iter().map(|s| s as &dyn Diagnostic)))
    }
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }
}

#[derive(Debug)]
struct Shown {
    m: Mistake,
    src: NamedSource<String>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.m.clause {
            Some(c) => write!(f, "{c}: {}", self.m.wrong),
            None => f.write_str(&self.m.wrong),
        }
    }
}
impl std::error::Error for Shown {}
impl Diagnostic for Shown {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.m.at.as_ref().map(|_| &self.src as &dyn SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let at = self.m.at.clone()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some("here".into()), at))))
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.m.right.as_ref().map(|r| Box::new(r) as Box<dyn fmt::Display>)
    }
}
