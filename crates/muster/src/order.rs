//! Lists brought into an order of the armies' own, so that neither the place in the file nor the side decides anything.

/// How a list was brought into another order.
///
/// ```
/// use muster::Reordered;
/// let mut codes = vec!["B2", "A1", "B1"];
/// let mut beside = vec![2, 1, 3];
/// let by = Reordered::by(&codes, |c| *c);
/// assert_eq!((by.new_place(0), by.new_place(1), by.new_place(2)), (2, 0, 1));
/// by.arrange(&mut codes);
/// by.arrange(&mut beside);
/// assert_eq!((codes, beside), (vec!["A1", "B1", "B2"], vec![1, 3, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct Reordered {
    /// The old place of each, in the new order.
    old: Vec<usize>,
    new: Vec<u16>,
}

impl Reordered {
    /// By a key; equal ones keep their order.
    pub fn by<'l, T, K: Ord>(list: &'l [T], key: impl Fn(&'l T) -> K) -> Reordered {
        let mut old: Vec<usize> = (0..list.len()).collect();
        old.sort_by_cached_key(|i| key(&list[*i]));
        let mut new = vec![0; list.len()];
        for (place, i) in old.iter().enumerate() {
            new[*i] = place as u16;
        }
        Reordered { old, new }
    }

    pub fn new_place(&self, old: usize) -> u16 {
        self.new.get(old).copied().unwrap_or(0)
    }

    /// Brings the list, or one that runs beside it, into the new order.
    pub fn arrange<T>(&self, list: &mut Vec<T>) {
        let mut from: Vec<Option<T>> = std::mem::take(list).into_iter().map(Some).collect();
        list.extend(self.old.iter().filter_map(|i| from.get_mut(*i).and_then(Option::take)));
    }
}
