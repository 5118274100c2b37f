/// How many men must fall before a figure is taken off. Whole numbers throughout, so that nobody is lost by rounding.
///
/// ```
/// use ranks::{Ratio, Toll};
/// const MEN: Ratio = Ratio::men_a_figure(20);
/// // 30 figures, 13 men lost towards the next, and 29 men fall now.
/// assert_eq!(MEN.men(30, 13), 587);
/// assert_eq!(MEN.take(30, 13, 29), Toll { men: 29, figures: 2, carried: 2 });
/// // No more fall than there are.
/// assert_eq!(MEN.take(1, 13, 29), Toll { men: 7, figures: 1, carried: 0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio(u32);

/// What a loss in men comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// Men really lost: no more than there were.
    pub men: u32,
    /// Figures to be taken off.
    pub figures: u16,
    /// Men lost towards the next figure from now on.
    pub carried: u16,
}

impl Ratio {
    /// One figure for so many men; at least one man.
    pub const fn men_a_figure(men: u16) -> Ratio {
        Ratio(if men == 0 { 1 } else { men as u32 })
    }

    /// The men of so many whole figures.
    pub const fn of(self, figures: u16) -> u32 {
        figures as u32 * self.0
    }

    /// Men present: those of all figures, less the loss carried.
    pub const fn men(self, figures: u16, carried: u16) -> u32 {
        self.of(figures).saturating_sub(carried as u32)
    }

    /// Takes a loss from so many figures, of which so many men are lost already.
    pub fn take(self, figures: u16, carried: u16, men: u32) -> Toll {
        let men = men.min(self.men(figures, carried));
        let lost = u32::from(carried) + men;
        let off = (lost / self.0).min(figures.into()) as u16;
        Toll { men, figures: off, carried: (lost - self.of(off)) as u16 }
    }

    /// Two losses carried made one, as when parts of a body join: whole figures, and what is carried on.
    ///
    /// ```
    /// use ranks::Ratio;
    /// assert_eq!(Ratio::men_a_figure(20).joined(13, 9), (1, 2));
    /// assert_eq!(Ratio::men_a_figure(40).joined(13, 9), (0, 22));
    /// ```
    pub fn joined(self, one: u16, other: u16) -> (u16, u16) {
        let sum = u32::from(one) + u32::from(other);
        ((sum / self.0) as u16, (sum % self.0) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever falls, in however many losses: who is there and who has fallen are as many as there were.
        #[test]
        fn nobody_is_lost_by_rounding(
            ratio in 1..60u16, figures in 0..80u16, losses in prop::collection::vec(0..400u32, 0..20),
        ) {
            let ratio = Ratio::men_a_figure(ratio);
            let start = ratio.of(figures);
            let (mut left, mut carried, mut fallen) = (figures, 0, 0);
            for men in losses {
                let toll = ratio.take(left, carried, men);
                left -= toll.figures;
                carried = toll.carried;
                fallen += toll.men;
                prop_assert_eq!(ratio.men(left, carried) + fallen, start);
                prop_assert!(u32::from(carried) < ratio.0);
                prop_assert!(toll.men == men || ratio.men(left, carried) == 0);
            }
        }
    }
}
