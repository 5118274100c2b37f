//! What measures a book: processor time, and sums by which one sees whether a change to make it faster changed a battle.

use std::time::Instant;

/// Seconds of this thread where the system tells them, else since the first question.
pub fn seconds() -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    match ran.and_then(|t| t.split(' ').next()?.parse::<u64>().ok()) {
        Some(ns) => ns as f64 * 1e-9,
        None => {
            static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}

/// Battles a second in five series of so many, the slowest first.
pub fn rates(battles: u64, mut fight: impl FnMut(u64, u64)) -> [f64; 5] {
    let mut rates = [0.0; 5];
    for (series, rate) in rates.iter_mut().enumerate() {
        let t = seconds();
        for i in 0..battles {
            fight(series as u64, i);
        }
        *rate = battles as f64 / (seconds() - t);
    }
    rates.sort_by(f64::total_cmp);
    rates
}

/// A number into which all is mixed that was told or stands somewhere.
pub struct Sum(pub u64);

impl Sum {
    pub fn mix(&mut self, x: u64) {
        self.0 = (self.0 ^ x).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    pub fn text(&mut self, t: &str) {
        t.bytes().for_each(|b| self.mix(u64::from(b)));
    }
}
