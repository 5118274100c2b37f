/// What two sides are asked at once: neither knows what the other answers before both have answered.
///
/// ```
/// let mut b = clock::Both::ask([true, true]).expect("somebody is asked");
/// assert!(!b.answer(1, "hold"));
/// assert!(b.waits_for(0) && !b.waits_for(1));
/// assert!(b.answer(0, "charge"), "all have answered");
/// assert_eq!(b.answers(), [Some("charge"), Some("hold")]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Both<A> {
    waits: [bool; 2],
    given: [Option<A>; 2],
}

impl<A> Both<A> {
    /// Asks these sides; `None` if nobody is asked.
    pub fn ask(sides: [bool; 2]) -> Option<Both<A>> {
        sides.contains(&true).then_some(Both { waits: sides, given: [None, None] })
    }

    pub fn waits_for(&self, side: usize) -> bool {
        self.waits[side]
    }

    /// A side answers. Says whether all have answered now.
    pub fn answer(&mut self, side: usize, answer: A) -> bool {
        self.given[side] = Some(answer);
        self.waits[side] = false;
        self.waits == [false; 2]
    }

    /// What each side has answered.
    pub fn answers(self) -> [Option<A>; 2] {
        self.given
    }
}
