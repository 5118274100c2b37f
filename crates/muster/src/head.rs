use crate::{Fault, Sheet, Tab, say};
use toml::de::{DeTable, DeValue};
use umpire::Side;
use words::Message;

/// What stands at the head of a scenario of any book: what everybody is told before it begins.
///
/// ```
/// let head = muster::Head::of("title = \"The ford\"\n[[side]]\nname = \"North\"\nbriefing = \"Hold it.\"");
/// assert_eq!(head.title, "The ford");
/// assert_eq!(head.sides[0].briefing, "Hold it.");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// The book's id.
    pub book: String,
    pub title: String,
    /// What everybody reads.
    pub briefing: String,
    /// What the umpire alone reads.
    pub umpire: String,
    pub sides: Vec<SideHead>,
}

/// What a scenario says to one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideHead {
    pub name: String,
    /// What this side alone reads.
    pub briefing: String,
}

/// The tables in which the books write their sides.
const SIDES: [&str; 2] = ["side", "army"];

impl Head {
    /// The head of any scenario of any book. What is not there, or is no text, is empty: the book's own reader complains.
    pub fn of(text: &str) -> Head {
        let (doc, _) = DeTable::parse_recoverable(text);
        let root = doc.get_ref();
        let of = |t: &DeTable<'_>, key: &str| match t.get(key).map(|v| v.get_ref()) {
            Some(DeValue::String(x)) => x.trim().to_string(),
            _ => String::new(),
        };
        let mut sides = Vec::new();
        for key in SIDES {
            if let Some(DeValue::Array(all)) = root.get(key).map(|v| v.get_ref()) {
                for v in all.iter().take(2) {
                    if let DeValue::Table(t) = v.get_ref() {
                        sides.push(SideHead { name: of(t, "name"), briefing: unwrapped(&of(t, "briefing")) });
                    }
                }
            }
        }
        let [book, title, briefing, umpire] =
            ["book", "title", "briefing", "umpire"].map(|key| of(root, key));
        let [briefing, umpire] = [briefing, umpire].map(|text| unwrapped(&text));
        Head { book, title, briefing, umpire, sides }
    }

    pub fn side(&self, side: Side) -> Option<&SideHead> {
        self.sides.get(side.index())
    }

    /// What the scenario calls a side; its letter where it has no name.
    pub fn called(&self, side: Side) -> String {
        match self.side(side) {
            Some(s) if !s.name.is_empty() => s.name.clone(),
            _ => side.to_string(),
        }
    }

    /// What a seat is told: the general briefing, and its own below it. Without a side (the umpire) everything.
    pub fn briefing_for(&self, side: Option<Side>) -> String {
        let mut text = self.briefing.clone();
        for s in Side::BOTH {
            let Some(own) = self.side(s).filter(|own| !own.briefing.is_empty()) else { continue };
            if side.is_none_or(|x| x == s) {
                text.push_str(&format!("\n\n{}: {}", own.name, own.briefing));
            }
        }
        if side.is_none() && !self.umpire.is_empty() {
            text.push_str(&format!("\n\n{}", self.umpire));
        }
        unwrapped(&text)
    }
}

/// Paragraphs each on one line; an empty line stands between them: where a file breaks its lines within one says nothing to the reader. What begins with a
/// dash or is set in stays on a line of its own.
fn unwrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let goes_on = !out.is_empty() && !out.ends_with('\n') && !line.starts_with(['-', '*', ' ', '\t']);
        if line.trim().is_empty() {
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push_str("\n\n");
            }
            continue;
        }
        if goes_on {
            out.push(' ');
        } else if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(line.trim_end());
    }
    out.trim_end().to_string()
}

impl Sheet {
    /// Book, title and briefings; the sides follow one by one.
    pub fn head(&mut self, root: &Tab<'_>) -> Head {
        let book = self.format().book;
        match self.text(root, "book") {
            Some((given, at)) if given != book => self.fault(at, Fault::OtherBook { given, book }),
            _ => self.need(root, "book", || Message::verbatim(format!("book = \"{book}\""))),
        }
        let title = self.must_text(root, "title", || say!("right-title"));
        let [briefing, umpire] =
            ["briefing", "umpire"].map(|key| self.text_or_none(root, key).trim().to_string());
        Head { book: book.into(), title, briefing, umpire, sides: Vec::new() }
    }

    /// The name of a side, which it must have, and what it alone reads.
    pub fn side_head(&mut self, t: &Tab<'_>, example: &str) -> SideHead {
        let name = self.must_text(t, "name", || Message::verbatim(format!("name = \"{example}\"")));
        let briefing = match t.takes("briefing") {
            true => self.text_or_none(t, "briefing").trim().to_string(),
            false => String::new(),
        };
        SideHead { name, briefing }
    }

    /// The two tables of the sides, or those that are there; any other number is a mistake.
    pub fn sides<'a>(&mut self, root: &Tab<'a>, section: &str) -> Vec<Tab<'a>> {
        let tabs = self.tables(root, section, usize::MAX);
        if tabs.len() != 2 {
            let at = tabs.get(2).map_or(root.at(), Tab::at);
            let table = if section == "army" { "[[army]]" } else { "[[side]]" };
            self.fault(at, Fault::Sides { given: tabs.len(), table });
        }
        tabs.into_iter().take(2).collect()
    }

    /// The table's width and depth, each from the least to the greatest that the book takes.
    pub fn table_size(&mut self, t: &Tab<'_>, range: [f64; 2]) -> [f64; 2] {
        ["width", "depth"].map(|key| {
            let Some(given) = self.must_number(t, key) else { return 0.0 };
            if !(range[0]..=range[1]).contains(&given) {
                let unit = self.unit();
                self.fault(t.at_key(key), Fault::TableSide { given, range, unit });
            }
            given
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_shown_a_briefing_reads_on_over_the_line_breaks_of_its_file() {
        let h = Head::of(
            "briefing = \"\"\"One\ntwo.\n\nThree.\"\"\"\numpire = \"\"\"Be\nfair.\"\"\"\n\
             [[side]]\nname = \"N\"\nbriefing = \"\"\"Hold\nit.\"\"\"",
        );
        assert_eq!(
            (&*h.briefing, &*h.umpire, &*h.sides[0].briefing),
            ("One two.\n\nThree.", "Be fair.", "Hold it.")
        );
    }

    #[test]
    fn any_head_of_anything() {
        assert_eq!(Head::of(""), Head::default());
        assert_eq!(Head::of("title = 3\nside = [1, 2]"), Head::default());
        let h = Head::of(
            "title = \"A\"\nbriefing = \"\"\"\nB\n\"\"\"\n[[army]]\nname = \"N\"\n[[army]]\nname = \"S\"",
        );
        assert_eq!((h.title.as_str(), h.briefing.as_str(), h.sides.len()), ("A", "B", 2));
        assert_eq!(h.briefing_for(None), "B");
        assert_eq!((h.called(Side::A), Head::default().called(Side::B)), ("N".into(), "B".into()));
    }

    #[test]
    fn a_briefing_reads_on_where_its_file_breaks_the_line() {
        let told = |briefing: &str| Head { briefing: briefing.into(), ..Head::default() }.briefing_for(None);
        assert_eq!(told("The knolls when the\ncorps come up."), "The knolls when the corps come up.");
        assert_eq!(told("One.\n\n\nTwo\nlines."), "One.\n\nTwo lines.");
        assert_eq!(told("Take:\n- the mill\n- the ford\nby noon."), "Take:\n- the mill\n- the ford by noon.");
    }
}
