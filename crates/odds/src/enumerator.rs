use crate::fraction::gcd;
use umpire::{Dice, Die, WeighError, Weigher};

/// The greatest number of ways for the dice to fall that is walked. Beyond it the odds are refused instead of taking for
/// ever.
pub const LIMIT: u64 = 20_000_000;

/// A value and in how many of equally likely ways it comes up.
#[derive(Clone, Copy, Debug)]
struct Face {
    value: u16,
    weight: u128,
}

const fn plain<const N: usize>() -> [Face; N] {
    let mut f = [Face { value: 0, weight: 1 }; N];
    let mut i = 0;
    while i < N {
        f[i].value = i as u16 + 1;
        i += 1;
    }
    f
}

static D6: [Face; 6] = plain();
static D10: [Face; 10] = plain();
/// 2, 3, 3, 4, 4, 5.
static AVERAGE: [Face; 4] = [
    Face { value: 2, weight: 1 },
    Face { value: 3, weight: 2 },
    Face { value: 4, weight: 2 },
    Face { value: 5, weight: 1 },
];

/// Which faces a draw is from: a kind of die, or a distribution worked out before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Die(Die),
    Made(u16),
}

/// What is drawn at once instead of face by face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    Sum(u8, Die),
    Reach(Die, u8),
    Count(u8, Die, u8),
}

/// One draw on the way: from which faces, and which of them is up.
#[derive(Clone, Copy, Debug)]
struct Draw {
    from: From,
    at: u16,
    /// Weight of the way up to here, this draw included, out of `of`.
    weight: u128,
    of: u128,
}

/// A distribution worked out once.
#[derive(Clone, Debug)]
struct Faces {
    of: Made,
    faces: Vec<Face>,
    total: u128,
}

fn faces_of(die: Die) -> (&'static [Face], u128) {
    match die {
        Die::D6 => (&D6, 6),
        Die::D10 => (&D10, 10),
        Die::Average => (&AVERAGE, 6),
    }
}

/// Walks every way the dice of a function can fall. The function is run again and again with a growing way of draws: each
/// run repeats the draws so far and takes the first face for each new one; after it the last draw that has another face
/// left turns to it, like an odometer. Weights are whole numbers over a common denominator, whatever the ways' lengths.
#[derive(Clone, Debug)]
pub struct Enumerator {
    way: Vec<Draw>,
    depth: usize,
    made: Vec<Faces>,
    fault: Option<WeighError>,
    /// This way is to be rolled again and does not count.
    void: bool,
    limit: u64,
}

impl Default for Enumerator {
    fn default() -> Self {
        Self::new()
    }
}

impl Enumerator {
    pub fn new() -> Enumerator {
        Enumerator::with_limit(LIMIT)
    }

    /// An enumerator that gives up after so many ways.
    pub fn with_limit(limit: u64) -> Enumerator {
        Enumerator { way: Vec::with_capacity(8), depth: 0, made: Vec::new(), fault: None, void: false, limit }
    }

    #[inline]
    fn faces(&self, from: From) -> (&[Face], u128) {
        match from {
            From::Die(d) => faces_of(d),
            From::Made(i) => {
                let s = &self.made[usize::from(i)];
                (&s.faces, s.total)
            }
        }
    }

    /// Weight and denominator of a draw that follows the way up to `depth`.
    #[inline]
    fn weight_at(&self, depth: usize, weight: u128, total: u128) -> Option<(u128, u128)> {
        match depth.checked_sub(1).map(|d| &self.way[d]) {
            None => Some((weight, total)),
            Some(before) => {
                if let Some(x) = before.weight.checked_mul(weight).zip(before.of.checked_mul(total)) {
                    return Some(x);
                }
                // It may yet fit in lower terms.
                let (mut w, mut o) = (before.weight, before.of);
                let (mut weight, mut total) = (weight, total);
                for (n, d) in [(&mut w, &mut total), (&mut weight, &mut o)] {
                    let g = gcd(*n, *d);
                    (*n, *d) = (*n / g, *d / g);
                }
                w.checked_mul(weight).zip(o.checked_mul(total))
            }
        }
    }

    #[inline]
    fn draw(&mut self, from: From) -> u16 {
        let at = self.depth;
        self.depth += 1;
        if let Some(d) = self.way.get(at) {
            if d.from == from {
                return self.faces(from).0[usize::from(d.at)].value;
            }
            // The same draws led elsewhere: the function is not a function of its dice.
            self.fault.get_or_insert(WeighError::Unsteady);
            return self.faces(from).0[0].value;
        }
        let (faces, total) = self.faces(from);
        let first = faces[0];
        if self.fault.is_some() {
            return first.value;
        }
        match self.weight_at(at, first.weight, total) {
            Some((weight, of)) => self.way.push(Draw { from, at: 0, weight, of }),
            None => self.fault = Some(WeighError::Overflow),
        }
        first.value
    }

    /// Turns to the next way; `false` after the last one.
    #[inline]
    fn advance(&mut self) -> bool {
        while let Some(last) = self.way.len().checked_sub(1) {
            let Draw { from, at, .. } = self.way[last];
            let (faces, total) = self.faces(from);
            let Some(next) = faces.get(usize::from(at) + 1).copied() else {
                self.way.pop();
                continue;
            };
            if faces[usize::from(at)].weight == next.weight {
                self.way[last].at += 1;
                return true;
            }
            match self.weight_at(last, next.weight, total) {
                Some((weight, of)) => self.way[last] = Draw { from, at: at + 1, weight, of },
                None => {
                    self.fault = Some(WeighError::Overflow);
                    return false;
                }
            }
            return true;
        }
        false
    }

    /// Runs the function once for every way its dice can fall and hands each result with its weight to `add`. A change of
    /// the common denominator is told to `scale` first, which multiplies all weights so far.
    #[inline]
    pub(crate) fn walk<T>(
        &mut self,
        mut run: impl FnMut(&mut Enumerator) -> T,
        mut add: impl FnMut(T, u128) -> Option<()>,
        mut scale: impl FnMut(u128) -> Option<()>,
    ) -> Result<(), WeighError> {
        self.way.clear();
        self.fault = None;
        let mut common: u128 = 0;
        let mut any = false;
        for _ in 0..self.limit {
            self.depth = 0;
            self.void = false;
            let result = run(self);
            if let Some(f) = self.fault {
                return Err(f);
            }
            if self.depth < self.way.len() {
                return Err(WeighError::Unsteady);
            }
            if !self.void {
                any = true;
                let (mut weight, mut of) = self.way.last().map_or((1, 1), |d| (d.weight, d.of));
                if of != common {
                    if common == 0 {
                        common = of;
                    } else if common % of == 0 {
                        weight *= common / of;
                    } else {
                        let g = gcd(weight, of);
                        (weight, of) = (weight / g, of / g);
                        let grow = of / gcd(common, of);
                        common = common.checked_mul(grow).ok_or(WeighError::Overflow)?;
                        if grow > 1 {
                            scale(grow).ok_or(WeighError::Overflow)?;
                        }
                        weight *= common / of;
                    }
                }
                add(result, weight).ok_or(WeighError::Overflow)?;
            }
            if !self.advance() {
                return match self.fault {
                    Some(f) => Err(f),
                    None if !any => Err(WeighError::NeverEnds),
                    None => Ok(()),
                };
            }
        }
        Err(WeighError::TooMany(self.limit))
    }

    fn draw_made(&mut self, of: Made) -> u16 {
        let at = self.made.iter().position(|m| m.of == of);
        match at.or_else(|| {
            self.made.push(make(of)?);
            Some(self.made.len() - 1)
        }) {
            Some(i) => self.draw(From::Made(i as u16)),
            None => {
                self.fault.get_or_insert(WeighError::Overflow);
                0
            }
        }
    }
}

fn make(of: Made) -> Option<Faces> {
    match of {
        Made::Sum(n, die) => {
            let (faces, total) = sum(n, die)?;
            Some(Faces { of, faces, total })
        }
        Made::Reach(die, least) => {
            let (all, total) = faces_of(die);
            let mut faces: Vec<Face> = Vec::with_capacity(2);
            for f in all {
                // The first face on either side of the border stands for all on that side.
                match faces.last_mut() {
                    Some(l) if (l.value >= least.into()) == (f.value >= least.into()) => l.weight += f.weight,
                    _ => faces.push(*f),
                }
            }
            Some(Faces { of, faces, total })
        }
        Made::Count(n, die, least) => {
            let (faces, total) = count(n, die, least)?;
            Some(Faces { of, faces, total })
        }
    }
}

/// The distribution of how many dice show at least so much; `None` where it does not fit.
fn count(n: u8, die: Die, least: u8) -> Option<(Vec<Face>, u128)> {
    let (faces, of) = faces_of(die);
    let yes: u128 = faces.iter().filter(|f| f.value >= least.into()).map(|f| f.weight).sum();
    let shared = gcd(yes, of);
    let (yes, of) = (yes / shared, of / shared);
    let no = of - yes;
    let mut ways: Vec<u128> = vec![1];
    for _ in 0..n {
        let mut next = vec![0u128; ways.len() + 1];
        for (have, w) in ways.iter().enumerate() {
            for (at, weight) in [(have, no), (have + 1, yes)] {
                next[at] = next[at].checked_add(w.checked_mul(weight)?)?;
            }
        }
        ways = next;
    }
    let total = of.checked_pow(n.into())?;
    let faces = ways.iter().enumerate().filter(|(_, w)| **w > 0);
    Some((faces.map(|(value, weight)| Face { value: value as u16, weight: *weight }).collect(), total))
}

/// The distribution of the sum of dice, one die after the other; `None` where it does not fit.
fn sum(n: u8, die: Die) -> Option<(Vec<Face>, u128)> {
    let (faces, of) = faces_of(die);
    let top = usize::from(faces[faces.len() - 1].value);
    let mut ways: Vec<u128> = vec![1];
    let mut total: u128 = 1;
    for _ in 0..n {
        let mut next = vec![0u128; ways.len() + top];
        for (have, w) in ways.iter().enumerate() {
            for f in faces {
                let at = &mut next[have + usize::from(f.value)];
                *at = at.checked_add(w.checked_mul(f.weight)?)?;
            }
        }
        ways = next;
        total = total.checked_mul(of)?;
    }
    let faces = ways.iter().enumerate().filter(|(_, w)| **w > 0);
    Some((faces.map(|(value, weight)| Face { value: value as u16, weight: *weight }).collect(), total))
}

impl Dice for Enumerator {
    #[inline]
    fn roll(&mut self, die: Die) -> u8 {
        self.draw(From::Die(die)) as u8
    }

    fn sum(&mut self, n: u8, die: Die) -> u16 {
        self.draw_made(Made::Sum(n, die))
    }

    fn sum_seen(&mut self, n: u8, die: Die, _: &mut dyn FnMut(u8)) -> u16 {
        self.sum(n, die)
    }

    fn reach(&mut self, die: Die, least: u8) -> u8 {
        self.draw_made(Made::Reach(die, least)) as u8
    }

    fn count_seen(&mut self, n: u8, die: Die, least: u8, _: &mut dyn FnMut(u8)) -> u8 {
        self.draw_made(Made::Count(n, die, least)) as u8
    }

    fn again(&mut self) -> bool {
        self.void = true;
        false
    }
}

impl Weigher for Enumerator {
    fn weigh(&mut self, run: &mut dyn FnMut(&mut dyn Dice) -> u32) -> Result<Vec<(u32, u128)>, WeighError> {
        Ok(crate::table::gather(self, |d| run(d))?.outcomes)
    }
}
