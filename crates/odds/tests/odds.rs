//! The enumerator against brute force.

use odds::{Enumerator, Fraction, weigh};
use std::collections::BTreeMap;
use umpire::{AVERAGE, Dice, Die, WeighError, Weigher};

#[test]
fn three_dice_equal_brute_force() {
    let mut brute: BTreeMap<u16, u128> = BTreeMap::new();
    for a in 1..=6u16 {
        for b in 1..=6 {
            for c in 1..=6 {
                *brute.entry(a + b + c).or_default() += 1;
            }
        }
    }
    let brute: Vec<_> = brute.into_iter().collect();
    let by_sum = weigh(|d| d.sum(3, Die::D6)).unwrap();
    let by_faces = weigh(|d| (0..3).map(|_| u16::from(d.d6())).sum::<u16>()).unwrap();
    assert_eq!((by_sum.total, &by_sum.outcomes), (216, &brute));
    assert_eq!(by_sum, by_faces);
}

#[test]
fn average_dice_count_their_double_faces() {
    let one = weigh(|d| d.roll(Die::Average)).unwrap();
    assert_eq!((one.total, one.outcomes), (6, vec![(2, 1), (3, 2), (4, 2), (5, 1)]));
    let mut brute: BTreeMap<u16, u128> = BTreeMap::new();
    for a in AVERAGE {
        for b in AVERAGE {
            *brute.entry(u16::from(a + b)).or_default() += 1;
        }
    }
    let two = weigh(|d| d.sum(2, Die::Average)).unwrap();
    assert_eq!((two.total, two.outcomes), (36, brute.into_iter().collect()));
    let d10 = weigh(|d| d.roll(Die::D10)).unwrap();
    assert_eq!((d10.total, d10.outcomes.len()), (10, 10));
}

#[test]
fn ways_of_unequal_length_share_a_denominator() {
    // On a 1 a second die decides, on a 2 a D10.
    let t = weigh(|d| match d.d6() {
        1 => u16::from(d.d6()),
        2 => 100 + u16::from(d.roll(Die::D10)),
        n => u16::from(n),
    })
    .unwrap();
    assert_eq!(t.outcomes.iter().map(|o| o.1).sum::<u128>(), t.total);
    assert_eq!(t.chance(&1), Fraction::new(1, 36));
    assert_eq!(t.chance(&3), Fraction::new(7, 36));
    assert_eq!(t.chance(&105), Fraction::new(1, 60));
    assert_eq!(t.chance(&9), Fraction::ZERO);
    assert_eq!(t.total, 180, "lowest terms of 36ths and 60ths");
}

#[test]
fn a_conditional_roll_again_of_one_die() {
    // A 1 may be rolled once more.
    let t = weigh(|d| match d.d6() {
        1 => d.d6(),
        n => n,
    })
    .unwrap();
    assert_eq!(t.chance(&1), Fraction::new(1, 36));
    assert_eq!(t.chance(&6), Fraction::new(7, 36));
}

#[test]
fn ties_rolled_again_without_end_leave_the_proportions() {
    let t = weigh(|d| {
        loop {
            let (a, b) = (d.d6(), d.d6());
            if a != b || !d.again() {
                return a > b;
            }
        }
    })
    .unwrap();
    assert_eq!((t.total, t.outcomes), (2, vec![(false, 1), (true, 1)]));
    let never = weigh(|d| {
        d.d6();
        d.again()
    });
    assert_eq!(never, Err(WeighError::NeverEnds));
}

#[test]
fn big_trees_are_exact_and_endless_ones_refused() {
    // Eight dice by faces: 6^8 ways.
    let faces = weigh(|d| (0..8).map(|_| u16::from(d.d6())).sum::<u16>()).unwrap();
    assert_eq!(faces, weigh(|d| d.sum(8, Die::D6)).unwrap());
    let mut small = Enumerator::with_limit(1000);
    let r = small.weigh(&mut |d| (0..5).map(|_| u32::from(d.d6())).sum());
    assert_eq!(r, Err(WeighError::TooMany(1000)));
    // The same enumerator serves again.
    assert_eq!(small.weigh(&mut |d| u32::from(d.d6())).unwrap().len(), 6);
    // A chain of sixes as long as it lasts does not fit a fraction of 128 bits.
    let r = weigh(|d| {
        let mut n = 0u32;
        while d.d6() == 1 && n < 10_000 {
            n += 1;
        }
        n
    });
    assert_eq!(r, Err(WeighError::Overflow));
    assert_eq!(weigh(|d| d.sum(200, Die::D10)), Err(WeighError::Overflow));
}

#[test]
fn long_chains_that_fit_are_exact() {
    let t = weigh(|d| {
        let mut n = 0u32;
        while n < 40 && d.reach(Die::D6, 3) >= 3 {
            n += 1;
        }
        n
    })
    .unwrap();
    assert_eq!(t.outcomes.iter().map(|o| o.1).sum::<u128>(), t.total);
    assert_eq!(t.total, 3u128.pow(40));
    assert_eq!(t.chance(&0), Fraction::new(1, 3));
    assert_eq!(t.chance(&40), Fraction::new(2u128.pow(40), 3u128.pow(40)));
}

#[test]
fn reaching_a_number_is_two_cases_with_the_weights_of_all_faces() {
    for least in 0..=12 {
        for die in [Die::D6, Die::D10, Die::Average] {
            let short = weigh(|d| d.reach(die, least) >= least).unwrap();
            assert_eq!(short, weigh(|d| d.roll(die) >= least).unwrap(), "{die} {least}");
        }
    }
}

#[test]
fn counting_dice_is_as_rolling_each() {
    for least in [0, 1, 2, 5, 7, 10, 11] {
        for n in 0..4 {
            let counted = weigh(|d| d.count_seen(n, Die::D10, least, &mut |_| {})).unwrap();
            let rolled = weigh(|d| (0..n).filter(|_| d.roll(Die::D10) >= least).count() as u8).unwrap();
            assert_eq!(counted, rolled, "{n} {least}");
        }
    }
    // Twenty dice are twenty-one cases.
    let many = weigh(|d| d.count_seen(20, Die::D10, 7, &mut |_| {})).unwrap();
    assert_eq!((many.outcomes.len(), many.total), (21, 5u128.pow(20)));
}

#[test]
fn no_dice_at_all_is_certain() {
    let t = weigh(|_| "so it is").unwrap();
    assert_eq!((t.total, t.outcomes), (1, vec![("so it is", 1)]));
    assert_eq!(weigh(|d| d.sum(0, Die::D6)).unwrap().outcomes, vec![(0, 1)]);
}

#[test]
fn what_is_no_function_of_the_dice_is_refused() {
    let mut n = 0;
    let r = weigh(|d| {
        n += 1;
        if n % 2 == 0 { u16::from(d.d6()) } else { u16::from(d.roll(Die::D10)) }
    });
    assert_eq!(r, Err(WeighError::Unsteady));
}
