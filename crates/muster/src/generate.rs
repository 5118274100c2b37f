//! What makers of battles by the dice need: dealing, measuring, shapes, and a scenario written down as TOML.

use std::fmt::{Display, Write as _};
use table::{V2, v2};
use umpire::Seeded;

/// A list dealt like cards.
#[derive(Clone, Debug)]
pub struct Deck<T>(Vec<T>);

impl<T> Deck<T> {
    pub fn of(all: impl IntoIterator<Item = T>) -> Deck<T> {
        Deck(all.into_iter().collect())
    }

    pub fn deal(&mut self, dice: &mut Seeded) -> Option<T> {
        if self.0.is_empty() {
            return None;
        }
        let i = dice.below(self.0.len() as u32) as usize;
        Some(self.0.remove(i))
    }

    /// Takes out whatever may not be dealt any more.
    pub fn keep(&mut self, which: impl FnMut(&T) -> bool) {
        self.0.retain(which);
    }
}

/// One of a list; every one as likely.
pub fn pick<T: Copy>(dice: &mut Seeded, all: &[T]) -> T {
    all[dice.below(all.len() as u32) as usize]
}

/// A length from `lo` to at most `hi`, in steps.
pub fn between(dice: &mut Seeded, lo: f64, hi: f64, step: f64) -> f64 {
    let n = ((hi - lo) / step).floor().max(0.0) as u32;
    lo + f64::from(dice.below(n + 1)) * step
}

/// A whole length from `lo` to `hi`.
pub fn whole(dice: &mut Seeded, lo: f64, hi: f64) -> f64 {
    between(dice, lo, hi, 1.0)
}

/// Makes one thing after the other until one fits.
pub fn until_it_fits<T>(
    tries: usize,
    mut make: impl FnMut() -> T,
    mut fits: impl FnMut(&T) -> bool,
) -> Option<T> {
    (0..tries).find_map(|_| Some(make()).filter(&mut fits))
}

/// An outline of eight corners about a place that reaches no further than these ranges to the sides and up and down.
pub fn blob(dice: &mut Seeded, at: V2, [w, h]: [[f64; 2]; 2]) -> Vec<V2> {
    const ROUND: [(f64, f64); 8] = [
        (1.0, 0.0),
        (0.7, 0.7),
        (0.0, 1.0),
        (-0.7, 0.7),
        (-1.0, 0.0),
        (-0.7, -0.7),
        (0.0, -1.0),
        (0.7, -0.7),
    ];
    ROUND
        .iter()
        .map(|(a, b)| {
            let (w, h) = (between(dice, w[0], w[1], 1.0), between(dice, h[0], h[1], 1.0));
            v2((at.x + a * w).round(), (at.y + b * h).round())
        })
        .collect()
}

/// An upright oblong about a place, by half its width and half its height.
pub fn oblong(at: V2, w: f64, h: f64) -> [V2; 4] {
    [v2(at.x - w, at.y - h), v2(at.x + w, at.y - h), v2(at.x + w, at.y + h), v2(at.x - w, at.y + h)]
}

/// The course of a stream from side to side of a table so wide, level where a road is bridged over it: how far up it runs at the
/// bridge, on the west and the east side, and half-way to them.
pub fn stream(width: f64, road: f64, [bridge, w, e, mw, me]: [f64; 5]) -> [V2; 6] {
    [
        v2(0.0, w),
        v2((road / 2.0).round(), mw),
        v2(road - 10.0, bridge),
        v2(road + 10.0, bridge),
        v2(((road + width) / 2.0).round(), me),
        v2(width, e),
    ]
}

/// Two armies drawn up alike across a table of this size: who stands in the north stands in the mirror.
#[derive(Clone, Copy, Debug)]
pub struct Mirror {
    pub size: [f64; 2],
    pub south: bool,
}

impl Mirror {
    /// A place, said for the side in the south.
    pub fn place(&self, x: f64, y: f64) -> Entries {
        let [width, depth] = self.size;
        let (x, y, facing) = if self.south { (x, y, 0) } else { (width - x, depth - y, 180) };
        Entries::new().value("x", x).value("y", y).value("facing", facing)
    }
}

/// 1st, 2nd, 3rd: how regiments are called.
pub fn ordinal(n: u32) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

fn quoted(s: &str) -> String {
    toml::Value::String(s.into()).to_string()
}

/// Keys and values that stand together: in a section of their own, or in `{ braces }`.
#[derive(Clone, Debug, Default)]
pub struct Entries(Vec<String>);

impl Entries {
    pub fn new() -> Entries {
        Entries::default()
    }

    /// A number, or `true` and `false`.
    #[must_use]
    pub fn value(mut self, key: &str, value: impl Display) -> Entries {
        self.0.push(format!("{key} = {value}"));
        self
    }

    #[must_use]
    pub fn text(self, key: &str, text: impl AsRef<str>) -> Entries {
        self.value(key, quoted(text.as_ref()))
    }

    /// A text where there is one.
    #[must_use]
    pub fn text_if_any(self, key: &str, text: &str) -> Entries {
        if text.is_empty() { self } else { self.text(key, text) }
    }

    /// A text of several lines.
    #[must_use]
    pub fn lines(self, key: &str, text: &str) -> Entries {
        self.value(key, format_args!("\"\"\"\n{}\n\"\"\"", text.trim_end()))
    }

    #[must_use]
    pub fn points(self, key: &str, points: impl IntoIterator<Item = V2>) -> Entries {
        let all: Vec<String> = points.into_iter().map(|p| format!("[{}, {}]", p.x, p.y)).collect();
        self.value(key, format_args!("[{}]", all.join(", ")))
    }

    #[must_use]
    pub fn texts(self, key: &str, texts: impl IntoIterator<Item = String>) -> Entries {
        let all: Vec<String> = texts.into_iter().map(|t| quoted(&t)).collect();
        self.value(key, format_args!("[{}]", all.join(", ")))
    }

    /// `key = { ... }`.
    #[must_use]
    pub fn table(self, key: &str, of: &Entries) -> Entries {
        self.value(key, of.in_braces())
    }

    /// `key = [ { ... }, ... ]`, a line for each.
    #[must_use]
    pub fn rows(self, key: &str, rows: &[Entries]) -> Entries {
        let all: String = rows.iter().map(|r| format!("  {},\n", r.in_braces())).collect();
        self.value(key, format_args!("[\n{all}]"))
    }

    /// These and then others.
    #[must_use]
    pub fn and(mut self, more: Entries) -> Entries {
        self.0.extend(more.0);
        self
    }

    fn in_braces(&self) -> String {
        format!("{{ {} }}", self.0.join(", "))
    }
}

/// A scenario as it is written down.
#[derive(Clone, Debug, Default)]
pub struct Writer(String);

impl Writer {
    pub fn new() -> Writer {
        Writer::default()
    }

    /// A remark.
    pub fn remark(&mut self, says: &str) {
        let _ = writeln!(self.0, "# {says}");
    }

    /// What stands before the first section.
    pub fn head(&mut self, of: &Entries) {
        let _ = writeln!(self.0, "{}\n", of.0.join("\n"));
    }

    /// A section such as `[table]` or `[[ground.area]]` with what stands in it, and an empty line.
    pub fn section(&mut self, head: &str, of: &Entries) {
        self.run_on(head, of);
        self.0.push('\n');
    }

    /// A section that the next one belongs to, without a line between them.
    pub fn run_on(&mut self, head: &str, of: &Entries) {
        let _ = writeln!(self.0, "{head}");
        for e in &of.0 {
            let _ = writeln!(self.0, "{e}");
        }
    }

    pub fn gap(&mut self) {
        self.0.push('\n');
    }

    /// A piece of ground by its outline.
    pub fn area(&mut self, kind: &str, name: &str, outline: &[V2]) {
        let of = Entries::new().text("kind", kind).text("name", name);
        self.section("[[ground.area]]", &of.points("outline", outline.iter().copied()));
    }

    /// An oval hill of one step, or of two with the upper half as large.
    pub fn hill(&mut self, name: &str, at: V2, [length, width]: [f64; 2], bearing: f64, two: bool) {
        self.run_on("[[ground.hill]]", &Entries::new().text("name", name));
        let upper = two.then(|| [(length * 0.5).round(), (width * 0.5).round()]);
        for [l, w] in [Some([length, width]), upper].into_iter().flatten() {
            let of = Entries::new().value("x", at.x).value("y", at.y);
            let of = of.value("length", l).value("width", w).value("bearing", bearing);
            self.run_on("[[ground.hill.step]]", &Entries::new().table("oval", &of));
        }
        self.gap();
    }

    /// What both sides are after: a place, a piece of ground if there is one, and the enemy's losses.
    pub fn tasks(&mut self, place: V2, within: u32, ground: Option<&str>) {
        let task = |task: &str| Entries::new().text("task", task);
        let place = format!("[{}, {}]", place.x, place.y);
        let of = task("hold").value("place", place).value("within", within);
        self.section("[[side.task]]", &of.value("points", 6));
        if let Some(ground) = ground {
            self.section("[[side.task]]", &task("hold").text("ground", ground).value("points", 3));
        }
        self.section("[[side.task]]", &task("losses").value("percent", 25).value("points", 3));
    }

    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut w = Writer::new();
        w.remark("made by the dice");
        w.head(&Entries::new().text("title", "Dunn's \"Wood\"").lines("briefing", "One.\nTwo.\n"));
        let unit = |code: &str, x: f64| Entries::new().text("code", code).value("x", x);
        w.section("[[side]]", &Entries::new().rows("unit", &[unit("1NY", 4.0), unit("2NY", 4.5)]));
        w.section("[[area]]", &Entries::new().points("outline", [v2(0.0, 1.5), v2(2.0, 3.0)]));
        let text = w.finish();
        let t: toml::Table = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(t["title"].as_str(), Some("Dunn's \"Wood\""));
        assert_eq!(t["briefing"].as_str(), Some("One.\nTwo.\n"));
        assert_eq!(t["side"][0]["unit"][1]["x"].as_float(), Some(4.5));
        assert_eq!(t["area"][0]["outline"][0][1].as_float(), Some(1.5));
    }

    #[test]
    fn dealt_once_each() {
        let mut dice = Seeded::from_number(1);
        let mut deck = Deck::of(1..=4);
        deck.keep(|n| *n != 3);
        let mut all: Vec<i32> = std::iter::from_fn(|| deck.deal(&mut dice)).collect();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 4]);
        for _ in 0..50 {
            let n = between(&mut dice, 10.0, 16.0, 2.0);
            assert!([10.0, 12.0, 14.0, 16.0].contains(&n), "{n}");
        }
        assert_eq!(until_it_fits(5, || dice.below(6), |_| false), None);
        assert_eq!(
            [1, 2, 3, 4, 11, 13, 22].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "13th", "22nd"]
        );
    }
}
