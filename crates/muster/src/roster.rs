//! Armies built by points from a book's lists: what a book offers, the roster with its running total, and what may be chosen.
//!
//! The command line, the server and the page know armies by this alone.

use crate::Report;
use serde::Serialize;
use umpire::Clause;
use words::Message;

/// A line of a roster: so many of something at a price.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterLine {
    pub what: Message,
    pub count: u32,
    /// Points of one.
    pub each: i64,
    /// The clause that prices it.
    pub clause: Clause,
}

impl RosterLine {
    pub fn points(&self) -> i64 {
        i64::from(self.count) * self.each
    }
}

/// A unit as it is shown to the umpire: what it is, how strong, and what it costs line by line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterUnit {
    pub code: String,
    pub name: String,
    /// Kind, class, equipment.
    pub what: Message,
    pub figures: u32,
    pub points: i64,
    pub lines: Vec<RosterLine>,
}

/// Units under one leader.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterGroup {
    pub name: String,
    pub leader: Option<String>,
    /// What the leader costs, and the like.
    pub lines: Vec<RosterLine>,
    pub units: Vec<RosterUnit>,
}

impl RosterGroup {
    pub fn points(&self) -> i64 {
        let own: i64 = self.lines.iter().map(RosterLine::points).sum();
        own + self.units.iter().map(|u| u.points).sum::<i64>()
    }
}

/// Points spent on something, and how many may be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterSum {
    pub what: Message,
    pub is: i64,
    pub most: Option<i64>,
    pub clause: Clause,
}

impl RosterSum {
    pub fn too_much(&self) -> bool {
        self.most.is_some_and(|most| self.is > most)
    }
}

/// What is no mistake but worth knowing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterNote {
    pub says: Message,
    pub clause: Clause,
}

/// An army with its running total.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Roster {
    pub book: &'static str,
    pub title: String,
    /// Nation, year, scale, options.
    pub head: Vec<Message>,
    pub groups: Vec<RosterGroup>,
    pub sums: Vec<RosterSum>,
    pub total: i64,
    pub notes: Vec<RosterNote>,
}

/// An army file that was looked at: the roster as far as it could be read, and what is wrong.
#[derive(Debug)]
pub struct Reviewed {
    /// `None` of a file that is no army at all.
    pub roster: Option<Roster>,
    pub wrong: Option<Report>,
}

/// A sort of sub-unit to choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choosable {
    pub name: String,
    /// The least and the most of them in a unit.
    pub count: [u32; 2],
    /// Figures of one at full strength.
    pub figures: u32,
    pub class: String,
    /// Points a figure.
    pub price: i64,
    /// It is there only if it is asked for.
    pub extra: bool,
    pub detachable: bool,
}

/// A sort of unit to choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitChoice {
    /// The word for it in army files.
    pub id: String,
    pub title: String,
    pub arm: Message,
    pub years: [u16; 2],
    pub parts: Vec<Choosable>,
    /// Points at full strength, command points with them.
    pub points: i64,
}

/// A nation's list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NationList {
    /// The word for it in army files.
    pub id: String,
    pub name: Message,
    pub years: [u16; 2],
    pub units: Vec<UnitChoice>,
}

/// Army lists that a book offers.
pub trait ArmyList: Sync {
    /// The book's id.
    fn book(&self) -> &'static str;

    /// Reads an army file, prices it and checks it by the book.
    fn review(&self, file: &str, text: &str) -> Reviewed;

    /// All that may be chosen, nation by nation.
    fn lists(&self) -> Vec<NationList>;
}

/// An army file as data, for those who edit it: every key as it is written. Nothing where it is no TOML.
pub fn army_as_data(text: &str) -> Option<serde_json::Value> {
    toml::from_str(text).ok()
}
