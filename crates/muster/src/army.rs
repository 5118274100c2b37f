//! The forces of a scenario: codes, the chain of command, leaders, troops by the number.

use crate::{Fault, Found, Sheet, Tab, say};
use std::collections::BTreeSet;
use std::ops::Range;
use table::Pose;
use toml::de::DeValue;
use words::{Message, Says};

/// No battle has more turns.
pub const MOST_TURNS: i64 = 500;

/// The codes given so far: every unit, leader and command has one of its own, short enough for the order sheet.
#[derive(Clone, Debug, Default)]
pub struct Codes(BTreeSet<String>);

impl Codes {
    /// A code that must be there.
    pub fn read(&mut self, s: &mut Sheet, t: &Tab<'_>, right: impl FnOnce() -> Message) -> String {
        let code = s.must_text(t, "code", right);
        if t.has("code") {
            self.take(s, &code, t.at_key("code"));
        }
        code
    }

    /// Notes that somebody has this code.
    pub fn take(&mut self, s: &mut Sheet, code: &str, at: Range<usize>) {
        let plain = !code.is_empty()
            && code.len() <= 16
            && code.chars().all(|c| c.is_ascii_alphanumeric() || "-./_&".contains(c));
        if !plain {
            s.fault(at, Fault::BadCode { code: code.into() });
        } else if !self.0.insert(code.to_ascii_lowercase()) {
            s.fault(at, Fault::CodeTwice { code: code.into() });
        }
    }
}

/// A command and the one that it says it is under.
#[derive(Clone, Debug)]
pub struct Link<'c, R> {
    pub code: &'c str,
    pub rank: R,
    pub under: Found<String>,
    pub at: Range<usize>,
}

/// Who is under whom: for each command of a side the place of the one above it. Only a higher rank commands, and where there
/// is one everybody answers to it: otherwise nobody takes over a command whose leader is lost.
pub fn chain<R: Copy + Ord>(s: &mut Sheet, links: &[Link<'_, R>]) -> Vec<Option<usize>> {
    let above: Vec<Option<usize>> = links
        .iter()
        .map(|l| {
            let (code, at) = l.under.clone()?;
            match links.iter().position(|o| o.code == code) {
                Some(j) if links[j].rank > l.rank => return Some(j),
                Some(_) => s.fault(at, Fault::NotHigher { code }),
                None => s.fault(at, Fault::NoCommand { code }),
            }
            None
        })
        .collect();
    let top = links.iter().map(|l| l.rank).max();
    for (l, a) in links.iter().zip(&above) {
        if a.is_none() && Some(l.rank) < top {
            s.fault(l.at.clone(), Fault::UnderNobody { code: l.code.into() });
        }
    }
    above
}

/// Who leads a command, and where the file puts him.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leader {
    pub name: Option<String>,
    pub code: Option<String>,
    /// The unit that he is with.
    pub with: Found<String>,
    pub place: Option<Pose>,
    /// The turn in which he comes.
    pub arrives: Option<u32>,
    pub at: Range<usize>,
}

impl Sheet {
    /// The leader of a command: his name alone, or a table of this section, which takes a name and whatever else of a leader the
    /// section has.
    pub fn leader(&mut self, t: &Tab<'_>, section: &str, example: &'static str) -> Option<Leader> {
        let key = section.rsplit('.').next().unwrap_or(section);
        let v = t.get(key)?;
        let mut l = Leader { at: v.span(), ..Leader::default() };
        if let DeValue::String(name) = v.get_ref() {
            l.name = Some(name.to_string());
            return Some(l);
        }
        let Some(g) = self.table_in(v, section) else {
            let what = if key == "general" { say!("general") } else { say!("commander") };
            self.fault(v.span(), Fault::NoLeader { what, example });
            return None;
        };
        l.name = self.text(&g, "name").map(|(n, _)| n);
        l.code = self.text(&g, "code").map(|(c, _)| c);
        l.with = self.text(&g, "with");
        l.place = self.pose_if_any(&g);
        if let Some((turn, at)) = self.whole(&g, "arrives", [1, MOST_TURNS]) {
            l.arrives = Some(turn as u32);
            if l.place.is_none() {
                self.fault(at, Fault::ArrivesNowhere);
            }
        }
        if let (Some((_, at)), true) = (&l.with, g.has("x")) {
            self.fault(at.clone(), Fault::WithAndAt);
        }
        Some(l)
    }

    /// `"rifles*4"`: a word and how many of it.
    pub fn counted<'w>(
        &mut self,
        given: &'w str,
        at: Range<usize>,
        most: usize,
        example: &'static str,
    ) -> Option<(&'w str, usize)> {
        let Some((word, n)) = given.split_once('*') else { return Some((given, 1)) };
        let count = n.trim().parse::<usize>().ok().filter(|n| (1..=most).contains(n));
        if count.is_none() {
            self.fault(at, Fault::HowMany { example });
        }
        Some((word, count?))
    }

    /// One of some words that stands alone; `rifle` is as good as `rifles`.
    pub fn one_of<T: Copy>(
        &mut self,
        what: Says,
        given: &str,
        at: Range<usize>,
        words: &[(&str, T)],
    ) -> Option<T> {
        let plain = given.trim().to_ascii_lowercase();
        let found = words.iter().find(|(w, _)| *w == plain || w.strip_suffix('s') == Some(&plain));
        if found.is_none() {
            let known = words.iter().map(|(w, _)| (*w).into()).collect();
            self.fault(at, Fault::NoSuch { what: what(), given: given.into(), known });
        }
        found.map(|(_, x)| *x)
    }
}
