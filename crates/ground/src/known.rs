//! What is known of whom: who was sighted when and under which label, and who sees whom now. Who looks for whom, and what a
//! sight lets one do, the book says.

use crate::sight::Post;
use serde::{Deserialize, Serialize};
use table::EPS;

/// Whom a side has sighted so far, in the order of the first time: that order is their labels for the rest of the battle. Of
/// each is kept what the book notes of the last time, such as the turn and the place; nothing, if it needs nothing.
///
/// ```
/// use ground::Sightings;
/// // The turn in which, and where, each was last seen.
/// let mut seen: Sightings<&str, (u32, [i32; 2])> = Sightings::default();
/// seen.note("the grey battery", (1, [10, 20]));
/// seen.note("the red hussars", (2, [90, 40]));
/// seen.note("the grey battery", (3, [12, 25]));
/// assert_eq!(seen.label("the grey battery"), Some(1));
/// assert_eq!(seen.label("the blue guard"), None);
/// let second = seen.labelled(2).unwrap();
/// assert_eq!((second.who, second.last), ("the red hussars", (2, [90, 40])));
/// assert_eq!(seen.labelled(1).unwrap().last, (3, [12, 25]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sightings<E, N = ()> {
    all: Vec<Sighted<E, N>>,
}

/// Somebody who was sighted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sighted<E, N = ()> {
    pub who: E,
    /// What was noted the last time.
    pub last: N,
}

impl<E, N> Default for Sightings<E, N> {
    fn default() -> Self {
        Sightings { all: Vec::new() }
    }
}

impl<E: Copy + PartialEq, N> Sightings<E, N> {
    /// He is seen now. Who is seen for the first time gets the next label.
    pub fn note(&mut self, who: E, now: N) {
        match self.all.iter_mut().find(|s| s.who == who) {
            Some(s) => s.last = now,
            None => self.all.push(Sighted { who, last: now }),
        }
    }

    /// The same of whoever has that label.
    pub fn note_labelled(&mut self, label: usize, now: N) {
        if let Some(s) = label.checked_sub(1).and_then(|i| self.all.get_mut(i)) {
            s.last = now;
        }
    }

    /// His label, counted from 1.
    pub fn label(&self, who: E) -> Option<usize> {
        self.all.iter().position(|s| s.who == who).map(|i| i + 1)
    }

    /// What was noted of him the last time.
    pub fn last(&self, who: E) -> Option<&N> {
        self.all.iter().find(|s| s.who == who).map(|s| &s.last)
    }

    /// The name that goes with it: `x1`, `x2` and so on.
    pub fn name(&self, who: E) -> Option<String> {
        self.label(who).map(label_name)
    }

    /// Who has that name, whether he is seen now or not.
    pub fn named(&self, name: &str) -> Option<E> {
        let n: usize = name.strip_prefix('x')?.parse().ok()?;
        self.labelled(n).map(|s| s.who)
    }

    /// Who has that label, whether he is seen now or not.
    pub fn labelled(&self, label: usize) -> Option<&Sighted<E, N>> {
        self.all.get(label.checked_sub(1)?)
    }
}

/// The name that goes with a label.
pub fn label_name(label: usize) -> String {
    // Digit by digit: it is asked for each enemy in each question.
    let mut digits = [0; 20];
    let (mut first, mut left) = (digits.len(), label);
    while first == digits.len() || left > 0 {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let digits = &digits[first..];
    let mut name = String::with_capacity(1 + digits.len());
    name.push('x');
    name.extend(digits.iter().copied().map(char::from));
    name
}

/// Somebody who looks, and how he stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookout<W> {
    pub who: W,
    pub post: Post,
}

/// What came of looking at an enemy.
#[derive(Clone, Debug)]
pub struct Look<E, W> {
    pub enemy: E,
    /// As he stood.
    pub at: Post,
    /// Somebody who saw him.
    pub by: Option<W>,
    /// Those who looked and did not, in order.
    blind: Vec<W>,
}

impl<E, W: Ord> Look<E, W> {
    /// Did he look and see nothing?
    pub fn is_blind(&self, who: &W) -> bool {
        self.blind.binary_search(who).is_ok()
    }
}

/// The look at an enemy among looks in the order of the enemies.
pub fn look_at<E: Ord, W>(looks: &[Look<E, W>], enemy: E) -> Option<&Look<E, W>> {
    looks.binary_search_by(|l| l.enemy.cmp(&enemy)).ok().map(|i| &looks[i])
}

/// What came of looking before, on the same ground: who has not stirred since sees whom he saw who has not stirred either, and
/// no other.
#[derive(Debug)]
pub struct Before<'a, E, W> {
    /// In the order of the enemies.
    pub looks: &'a [Look<E, W>],
    pub lookouts: Vec<&'a Lookout<W>>,
}

/// Looks at each enemy until somebody sees him, who can see so far at most. Who saw him before is asked first, then the nearest:
/// mostly one of them does.
///
/// ```
/// use ground::{Lookout, Points, Post, look};
/// use smallvec::SmallVec;
/// use table::{Rect, v2};
/// let post = |x: f64| {
///     let r: SmallVec<[Rect; 4]> = SmallVec::from_slice(&[Rect::upright(v2(x, 0.0), v2(x + 1.0, 1.0))]);
///     Post::new((Points::new(), Points::new()), r.clone(), r, v2(x, 0.0), None)
/// };
/// let ours = [Lookout { who: 1, post: post(0.0) }, Lookout { who: 2, post: post(40.0) }];
/// let enemies = [('a', post(60.0)), ('b', post(400.0))];
/// let mut asked = Vec::new();
/// let looks = look(enemies.into(), ours.iter().collect(), None, 100.0, |from, _| {
///     asked.push(from.centre().x);
///     from.centre().x < 10.0
/// });
/// // The nearer one is asked first and is blind; nobody looks so far as the second enemy.
/// assert_eq!(asked, [40.5, 0.5]);
/// assert_eq!((looks[0].by, looks[0].is_blind(&2), looks[1].by), (Some(1), true, None));
/// ```
pub fn look<E: Copy + Ord, W: Copy + Ord>(
    enemies: Vec<(E, Post)>,
    mut lookouts: Vec<&Lookout<W>>,
    before: Option<Before<'_, E, W>>,
    most: f64,
    mut sees: impl FnMut(&Post, &Post) -> bool,
) -> Vec<Look<E, W>> {
    let still = before.as_ref().map_or_else(Vec::new, |b| unstirred(&lookouts, &b.lookouts));
    // From west to east, so that only those within reach of the eye are gone through.
    lookouts.sort_unstable_by(|a, b| {
        a.post.centre().x.total_cmp(&b.post.centre().x).then_with(|| a.who.cmp(&b.who))
    });
    let widest = lookouts.iter().map(|l| l.post.radius()).fold(0.0, f64::max);
    let reach = most + EPS;
    let mut near: Vec<(f64, &Lookout<W>)> = Vec::new();
    let mut one = |enemy: E, at: Post| {
        let old = before.as_ref().and_then(|b| look_at(b.looks, enemy)).filter(|l| l.at == at);
        let mut blind: Vec<W> = Vec::new();
        if let Some(l) = old {
            blind.extend(l.blind.iter().filter(|w| still.binary_search(w).is_ok()));
            if l.by.is_some_and(|w| still.binary_search(&w).is_ok()) {
                return Look { enemy, at, by: l.by, blind };
            }
        }
        let window = reach + widest + at.radius() + EPS;
        let from = lookouts.partition_point(|l| l.post.centre().x < at.centre().x - window);
        near.clear();
        for l in lookouts[from..].iter().take_while(|l| l.post.centre().x <= at.centre().x + window) {
            let apart = l.post.apart(&at);
            if apart <= reach && blind.binary_search(&l.who).is_err() {
                near.push((apart, l));
            }
        }
        let by = nearest_who(&mut near, &mut blind, |l| sees(&l.post, &at));
        blind.sort_unstable();
        blind.dedup();
        Look { enemy, at, by, blind }
    };
    enemies.into_iter().map(|(id, e)| one(id, e)).collect()
}

/// The nearest who sees; those asked before him are blind.
fn nearest_who<W: Copy + Ord>(
    near: &mut Vec<(f64, &Lookout<W>)>,
    blind: &mut Vec<W>,
    mut sees: impl FnMut(&Lookout<W>) -> bool,
) -> Option<W> {
    let order = |a: &(f64, &Lookout<W>), b: &(f64, &Lookout<W>)| {
        a.0.total_cmp(&b.0).then_with(|| a.1.who.cmp(&b.1.who))
    };
    // Mostly the nearest of all sees him, and the others need no order.
    let nearest = (0..near.len()).min_by(|i, j| order(&near[*i], &near[*j]))?;
    let mut next = Some(near.swap_remove(nearest));
    let mut sorted = false;
    while let Some((_, l)) = next {
        if sees(l) {
            return Some(l.who);
        }
        blind.push(l.who);
        if !sorted {
            near.sort_unstable_by(|a, b| order(b, a));
            sorted = true;
        }
        next = near.pop();
    }
    None
}

/// Those of the lookouts who look from where they did before, in order.
fn unstirred<W: Copy + Ord>(all: &[&Lookout<W>], before: &[&Lookout<W>]) -> Vec<W> {
    let mut then = before.to_vec();
    then.sort_by_key(|l| l.who);
    let mut still: Vec<W> = all
        .iter()
        .filter(|l| then.binary_search_by_key(&l.who, |t| t.who).is_ok_and(|i| then[i].post == l.post))
        .map(|l| l.who)
        .collect();
    still.sort_unstable();
    still
}
