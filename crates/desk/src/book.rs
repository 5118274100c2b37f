use words::{Message, Says};

/// A book that is in the program: its text, its procedures and its battles.
#[allow(missing_debug_implementations)]
pub struct Book {
    pub id: &'static str,
    pub title: &'static str,
    /// A mended rule that changes play is a new version. Battles that do not say theirs are of the first.
    pub version: u32,
    /// What kind of game it is, in a sentence.
    pub about: Says,
    pub text: fn() -> &'static umpire::RuleText,
    pub procedures: &'static [&'static dyn umpire::AnyProcedure],
    /// Begins a battle from a scenario's text.
    pub begin: Begin,
    /// The scenarios in the program: name and text.
    pub shipped: &'static [(&'static str, &'static str)],
    /// Reads a scenario and says in a few lines what it holds, its title first.
    pub describe: Describe,
    /// Battles laid by the dice, where the book has them.
    pub generator: Option<&'static Generator>,
}

/// Lays battles by the dice: what may be chosen, and how a scenario is made of it.
#[allow(missing_debug_implementations)]
pub struct Generator {
    pub choices: &'static [Choice],
    /// Writes a scenario. It is given the place of what was chosen among the options of each choice, in the order of `choices`, and
    /// a number: the same number gives the same scenario.
    pub make: fn(chosen: &[usize], number: u64) -> String,
}

/// Something that may be chosen of a battle that is laid by the dice.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// In one word, such as `terrain`.
    pub name: &'static str,
    pub means: Says,
    /// Each in one word, and what it means.
    pub options: &'static [(&'static str, Says)],
    /// The place of what is taken when nothing is chosen; `None` where something must be.
    pub default: Option<usize>,
}

/// Reads a scenario and describes it: the file name for messages, and its text.
pub type Describe = fn(file: &str, scenario: &str) -> Result<Vec<Message>, muster::Report>;

/// Begins a battle: the scenario's file name for messages, its text, the seed of the dice, and who sits at the table.
pub type Begin = fn(
    file: &str,
    scenario: &str,
    seed: &umpire::Seed,
    seating: crate::Seating,
) -> Result<Box<dyn crate::Game>, muster::Report>;
