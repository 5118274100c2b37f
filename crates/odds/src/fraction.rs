use std::cmp::Ordering;
use std::fmt;

/// The greatest common divisor; of nothing and `n` it is `n`.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Division of 128 bits is slow; nearly all weights are small.
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return small_gcd(x, y).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

fn small_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An exact chance in lowest terms.
///
/// ```
/// use odds::Fraction;
/// assert_eq!(Fraction::new(15, 36).to_string(), "5/12");
/// assert_eq!(Fraction::new(36, 36).to_string(), "1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: u128,
    den: u128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { num: 0, den: 1 };

    /// `num` of `den`; of a `den` of 0 there is nothing.
    pub fn new(num: u128, den: u128) -> Fraction {
        let g = gcd(num, den);
        if den == 0 || g == 0 { Fraction::ZERO } else { Fraction { num: num / g, den: den / g } }
    }

    pub fn numerator(self) -> u128 {
        self.num
    }

    pub fn denominator(self) -> u128 {
        self.den
    }

    /// As a share of one, rounded to a double.
    pub fn share(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    pub fn percent(self) -> f64 {
        self.share() * 100.0
    }

    /// Which is the greater, without rounding: by the whole parts of the quotients, as Euclid did.
    fn order(self, o: Fraction) -> Ordering {
        let (mut a, mut b) = (self, o);
        let mut turned = false;
        loop {
            let by = (a.num / a.den).cmp(&(b.num / b.den));
            let (ra, rb) = (a.num % a.den, b.num % b.den);
            let found = match (by, ra, rb) {
                (Ordering::Equal, 0, 0) => Ordering::Equal,
                (Ordering::Equal, 0, _) => Ordering::Less,
                (Ordering::Equal, _, 0) => Ordering::Greater,
                (Ordering::Equal, ..) => {
                    (a, b) = (Fraction { num: a.den, den: ra }, Fraction { num: b.den, den: rb });
                    turned = !turned;
                    continue;
                }
                (other, ..) => other,
            };
            return if turned { found.reverse() } else { found };
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, o: &Fraction) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl Ord for Fraction {
    fn cmp(&self, o: &Fraction) -> Ordering {
        self.order(*o)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            f.pad(&self.num.to_string())
        } else {
            f.pad(&format!("{}/{}", self.num, self.den))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_and_ordered_without_overflow() {
        assert_eq!(Fraction::new(0, 36), Fraction::ZERO);
        assert_eq!(Fraction::new(1, 0), Fraction::ZERO);
        let (a, b) = (Fraction::new(u128::MAX - 2, u128::MAX), Fraction::new(u128::MAX - 1, u128::MAX));
        assert_eq!((a.cmp(&b), b.cmp(&a), a.cmp(&a)), (Ordering::Less, Ordering::Greater, Ordering::Equal));
        for (n, d, m, e) in [(1, 3, 2, 5), (1, 2, 2, 3), (0, 1, 1, 9), (7, 8, 8, 9), (1, 1, 35, 36)] {
            let by_product = (n * e).cmp(&(m * d));
            assert_eq!(Fraction::new(n, d).cmp(&Fraction::new(m, e)), by_product, "{n}/{d} {m}/{e}");
        }
    }
}
