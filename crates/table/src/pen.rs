//! The pen of the maps: places on the table, numbers and text written as SVG, and a noise that is the same on every
//! machine. What is drawn is a book's own.

use crate::{V2, v2};
use std::fmt::{self, Display, Write};

/// Paper and inks of the printed sheet.
pub mod ink {
    pub const PAPER: &str = "#f4ead3";
    pub const PAPER_DARK: &str = "#e3d0a6";
    pub const BLACK: &str = "#33291f";
    pub const BROWN: &str = "#7d5a36";
    pub const HILL: &str = "#7b552f";
    pub const HILL_WASH: &str = "#c8a470";
    pub const GREEN: &str = "#4f653a";
    pub const GREEN_WASH: &str = "#b4c08c";
    pub const MARSH: &str = "#4a7370";
    pub const MARSH_WASH: &str = "#c3d3bd";
    pub const WATER: &str = "#4a7182";
    pub const WATER_WASH: &str = "#bdd3d4";
    pub const SAND: &str = "#b08a4a";
    pub const SAND_WASH: &str = "#ecd9a6";
    pub const STRAW: &str = "#a98d3f";
    pub const STRAW_WASH: &str = "#ecdca2";
    pub const BRICK: &str = "#8d4331";
    pub const FIRE: &str = "#c22f1d";
}

/// A length or coordinate to a tenth of a pace; nothing that is no number reaches the sheet.
#[derive(Clone, Copy, Debug)]
pub struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let t = if self.0.is_finite() { (self.0.clamp(-1e7, 1e7) * 10.0).round() as i64 } else { 0 };
        if t < 0 {
            f.write_char('-')?;
        }
        let t = t.abs();
        write!(f, "{}", t / 10)?;
        if t % 10 != 0 { write!(f, ".{}", t % 10) } else { Ok(()) }
    }
}

/// Text with everything escaped that XML would misread; characters XML cannot carry are left out.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A name cut to a length that its place on the sheet can hold.
pub fn short(s: &str, most: usize) -> String {
    if s.chars().count() <= most {
        s.into()
    } else {
        s.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    }
}

/// From 0 to 1, always the same for the same place in the same thing.
pub fn noise(seed: u32, i: u32) -> f64 {
    let mut h = seed.wrapping_mul(0x9E37_79B9) ^ i.wrapping_mul(0x85EB_CA6B) ^ 0x2545_F491;
    h ^= h >> 16;
    h = h.wrapping_mul(0x7FEB_352D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846C_A68B);
    h ^= h >> 16;
    f64::from(h) / 4_294_967_296.0
}

/// The sheet under work. Places are given as on the table (`y` north) and flipped here.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub out: String,
    pub depth: f64,
}

/// Writes to the sheet; a `String` never refuses.
#[macro_export]
macro_rules! draw {
    ($sheet:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($sheet.out, $($arg)*);
        $sheet.out.push('\n');
    }};
}

impl Sheet {
    pub fn path(&self) -> Path {
        Path { d: String::new(), depth: self.depth, last: v2(0.0, 0.0) }
    }

    pub fn fy(&self, y: f64) -> f64 {
        self.depth - y
    }

    /// Draws a path with the attributes given; an empty one is left out.
    pub fn stroke(&mut self, p: &Path, attributes: &str) {
        if !p.d.is_empty() {
            draw!(self, r#"<path d="{}" {attributes}/>"#, p.d);
        }
    }
}

/// The `d` of a path, from places on the table.
#[derive(Clone, Debug)]
pub struct Path {
    pub d: String,
    depth: f64,
    last: V2,
}

impl Path {
    fn tenths(p: V2) -> V2 {
        v2((p.x * 10.0).round() / 10.0, (p.y * 10.0).round() / 10.0)
    }

    pub fn to(&mut self, p: V2) -> &mut Path {
        let p = Self::tenths(v2(p.x, self.depth - p.y));
        let _ = write!(self.d, "M{} {}", N(p.x), N(p.y));
        self.last = p;
        self
    }

    /// A straight line; written relative, which keeps sheets with thousands of strokes small.
    pub fn line(&mut self, p: V2) -> &mut Path {
        let p = Self::tenths(v2(p.x, self.depth - p.y));
        let d = p - self.last;
        let _ = write!(self.d, "l{} {}", N(d.x), N(d.y));
        self.last = p;
        self
    }

    /// An arc bulging to the left of the way from here to there when `left`.
    pub fn arc(&mut self, p: V2, radius: f64, left: bool) -> &mut Path {
        let p = Self::tenths(v2(p.x, self.depth - p.y));
        let d = p - self.last;
        let _ = write!(self.d, "a{r} {r} 0 0 {} {} {}", u8::from(left), N(d.x), N(d.y), r = N(radius));
        self.last = p;
        self
    }

    pub fn curve(&mut self, by: V2, p: V2) -> &mut Path {
        let by = Self::tenths(v2(by.x, self.depth - by.y)) - self.last;
        let p = Self::tenths(v2(p.x, self.depth - p.y));
        let d = p - self.last;
        let _ = write!(self.d, "q{} {} {} {}", N(by.x), N(by.y), N(d.x), N(d.y));
        self.last = p;
        self
    }

    pub fn dot(&mut self, p: V2) -> &mut Path {
        self.to(p);
        self.d.push_str("h.1");
        self.last.x += 0.1;
        self
    }

    pub fn close(&mut self) -> &mut Path {
        self.d.push('z');
        self
    }

    pub fn polygon(&mut self, points: &[V2]) -> &mut Path {
        if let Some((first, rest)) = points.split_first() {
            self.to(*first);
            for p in rest {
                self.line(*p);
            }
            self.close();
        }
        self
    }

    pub fn polyline(&mut self, points: &[V2]) -> &mut Path {
        if let Some((first, rest)) = points.split_first() {
            self.to(*first);
            for p in rest {
                self.line(*p);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_finite() {
        let n = |x: f64| N(x).to_string();
        assert_eq!(n(12.04), "12");
        assert_eq!(n(-0.26), "-0.3");
        assert_eq!(n(-0.01), "0");
        assert_eq!(n(f64::NAN), "0");
        assert_eq!(n(f64::INFINITY), "0");
        assert_eq!(n(1e300), "10000000");
    }

    #[test]
    fn hostile_text_is_escaped() {
        assert_eq!(
            Text("<a href=\"x\">&'\u{0}\u{ffff}").to_string(),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"
        );
    }
}
