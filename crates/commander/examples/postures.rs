//! Plays the quick commander with one fixed mind against another: `postures HOLD PRESS 200 [scenario]`; `-` is his own.
use bbdba_acw::battle::Battle;
use commander::bbdba::{self, Commander, Posture, Quick};
use rayon::prelude::*;
use std::sync::Arc;
use umpire::{Log, Seed};

fn mind(s: &str) -> Option<Posture> {
    match s {
        "PRESS" => Some(Posture::PRESS),
        "HOLD" => Some(Posture::HOLD),
        "STORM" => Some(Posture::STORM),
        "-" => None,
        s => {
            let n: Vec<f64> = s.split(',').map(|x| x.parse().expect("a number")).collect();
            Some(Posture { press: n[0], charge: n[1], close_in: n[2], flank: n[3], ..Posture::PRESS })
        }
    }
}

fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n: u64 = a[2].parse().expect("a number of battles");
    let name = a.get(3).cloned().unwrap_or_else(|| "open-field".into());
    let text = bbdba_acw::scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    let s = Arc::new(bbdba_acw::scenario::read(&name, text).expect("a good scenario"));
    let minds = [mind(&a[0]), mind(&a[1])];
    let make = |m: Option<Posture>, s: u64| -> Box<dyn Commander> {
        Box::new(m.map_or_else(|| Quick::new(s), |p| Quick::with(p, s)))
    };
    let all: Vec<f64> = (0..n)
        .into_par_iter()
        .map(|i| {
            let swap = i % 2 == 1;
            let k = if swap { [minds[1], minds[0]] } else { minds };
            let mut b = Battle::new(s.clone(), Seed::new(format!("p/{i}")), Log::Off);
            let p = bbdba::play(&mut b, &mut [make(k[0], i), make(k[1], i + 7)], 200);
            p.ended.and_then(|e| e.winner).map_or(0.5, |w| f64::from(u8::from((w.index() == 0) != swap)))
        })
        .collect();
    println!("{} v {}: {:.1} %", a[0], a[1], 100.0 * all.iter().sum::<f64>() / n as f64);
}
