/// A book that is in the program: its text, its procedures and its battles.
#[allow(missing_debug_implementations)]
pub struct Book {
    pub id: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub text: fn() -> &'static umpire::RuleText,
    pub procedures: &'static [&'static dyn umpire::AnyProcedure],
    /// Begins a battle from a scenario's text.
    pub begin: Begin,
    /// The scenarios in the program: name and text.
    pub shipped: &'static [(&'static str, &'static str)],
    /// Reads a scenario and says in a few lines what it holds, its title first.
    pub describe: Describe,
}

/// Reads a scenario and describes it: the file name for messages, and its text.
pub type Describe = fn(file: &str, scenario: &str) -> Result<Vec<String>, muster::Report>;

/// Begins a battle: the scenario's file name for messages, its text, the seed of the dice, and who sits at the table.
pub type Begin = fn(
    file: &str,
    scenario: &str,
    seed: &umpire::Seed,
    seating: crate::Seating,
) -> Result<Box<dyn crate::Game>, muster::Report>;
