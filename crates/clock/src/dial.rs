/// How a clock tells time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dial {
    /// Moments closer than this are one instant.
    pub instant: f64,
    /// The strokes of the dial, far finer than an instant.
    pub stroke: f64,
    /// The moment at which the clock runs out.
    pub end: f64,
    /// So many instants there are at most until then: the guard against a turn without end.
    pub most: u32,
}

impl Dial {
    /// The next stroke of the dial: the moment of an encounter is taken there. When shapes graze each other the moment they touch
    /// is not known more exactly than about so much, and what is not known must not decide how a battle goes on: from two ends of
    /// the table, or one unit after the other, it would be reckoned otherwise. No moment that is told in whole strokes lies
    /// between two of them.
    pub fn on_stroke(&self, at: f64) -> f64 {
        let stroke = libm::ceil(at / self.stroke + 0.317) * self.stroke;
        if stroke < self.end { stroke } else { at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAL: Dial = Dial { instant: 1e-4, stroke: 5e-6, end: 1.0, most: 100 };

    #[test]
    fn nearly_the_same_moments_are_one() {
        let (a, b) = (DIAL.on_stroke(0.25), DIAL.on_stroke(0.25 + 1e-9));
        assert_eq!(a, b);
        assert_eq!(a, DIAL.on_stroke(0.25 - 1e-9));
        assert!(a > 0.25 && a < 0.25 + 2.0 * DIAL.stroke);
    }

    #[test]
    fn no_stroke_lies_beyond_the_end() {
        let last = 1.0 - 1e-9;
        assert_eq!(DIAL.on_stroke(last), last);
        assert!(Dial { end: 2.0, ..DIAL }.on_stroke(last) > 1.0);
    }
}
