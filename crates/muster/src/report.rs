use crate::{Fault, say};
use miette::{Diagnostic, LabeledSpan, NamedSource, Severity, SourceCode};
use std::fmt;
use std::ops::Range;
use words::Message;

/// One mistake in a file a person wrote: where, what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    pub at: Option<Range<usize>>,
    pub wrong: Message,
    pub right: Option<Message>,
    /// The clause behind it, where a rule is broken.
    pub clause: Option<&'static str>,
}

impl Mistake {
    pub fn new(at: impl Into<Option<Range<usize>>>, wrong: impl Into<Message>) -> Mistake {
        Mistake { at: at.into(), wrong: wrong.into(), right: None, clause: None }
    }

    /// What is wrong in files of any book.
    pub fn of(at: impl Into<Option<Range<usize>>>, fault: &Fault) -> Mistake {
        let (wrong, right) = fault.words();
        Mistake { at: at.into(), wrong, right, clause: None }
    }

    #[must_use]
    pub fn right(mut self, right: impl Into<Message>) -> Mistake {
        self.right = Some(right.into());
        self
    }

    /// The clause, what is wrong and what would be right, on one line.
    pub fn message(&self) -> Message {
        let wrong = self.headline();
        match &self.right {
            Some(right) => say!("wrong-and-right", wrong, right),
            None => wrong,
        }
    }

    /// The same without what would be right.
    pub fn headline(&self) -> Message {
        match self.clause {
            Some(clause) => say!("wrong-by-clause", clause, wrong = &self.wrong),
            None => self.wrong.clone(),
        }
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

    /// How many mistakes there are, and where.
    pub fn headline(&self) -> Message {
        say!("so-many-mistakes", file = &self.file, count = self.mistakes.len())
    }

    /// Line numbers from 1, for those who want data.
    pub fn line_of(&self, m: &Mistake) -> Option<usize> {
        let at = m.at.as_ref()?.start.min(self.text.len());
        Some(self.text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.headline())?;
        if !f.alternate() {
            return Ok(());
        }
        for m in &self.mistakes {
            let says = m.message();
            match self.line_of(m) {
                Some(line) => write!(f, "\n  {}", say!("in-line", line, says))?,
                None => write!(f, "\n  {says}")?,
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
        self.m.headline().fmt(f)
    }
}
impl std::error::Error for Shown {}
impl Diagnostic for Shown {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.m.at.as_ref().map(|_| &self.src as &dyn SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let at = self.m.at.clone()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some(say!("here").to_string()), at))))
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.m.right.as_ref().map(|r| Box::new(r) as Box<dyn fmt::Display>)
    }
}
