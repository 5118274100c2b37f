//! The pen: numbers, text and paths written as SVG. Nothing that is no number and nothing that XML would misread reaches the
//! sheet.

use std::fmt::{self, Display, Write};
use table::{V2, v2};

/// A length or coordinate to a tenth.
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

/// A path in one ink: a class of the style sheet.
#[derive(Clone, Debug)]
pub struct Inked {
    pub ink: &'static str,
    pub path: Path,
    /// The width of the stroke, where it has one of its own.
    pub width: Option<f64>,
    /// Only what lies within this path is seen.
    pub within: Option<Path>,
}

impl Inked {
    pub fn new(ink: &'static str, path: Path) -> Inked {
        Inked { ink, path, width: None, within: None }
    }

    pub fn wide(ink: &'static str, path: Path, width: f64) -> Inked {
        Inked { width: Some(width), ..Inked::new(ink, path) }
    }
}

/// The sheet under work.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub out: String,
    /// Clip paths so far: each has a number of its own.
    clips: u32,
    /// Ways that names are written along.
    ways: u32,
}

/// Writes to the sheet; a `String` never refuses.
macro_rules! draw {
    ($sheet:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($sheet.out, $($arg)*);
        $sheet.out.push('\n');
    }};
}
pub(crate) use draw;

impl Sheet {
    /// Draws a path by its class; an empty one is left out.
    pub fn path(&mut self, ink: &str, path: &Path) {
        if !path.d.is_empty() {
            draw!(self, r#"<path class="{ink}" d="{}"/>"#, path.d);
        }
    }

    pub fn inked(&mut self, all: &[Inked]) {
        for x in all.iter().filter(|x| !x.path.d.is_empty()) {
            if let Some(within) = &x.within {
                self.clips += 1;
                draw!(self, r#"<clipPath id="in{}"><path d="{}"/></clipPath>"#, self.clips, within.d);
            }
            let _ = write!(self.out, r#"<path class="{}" d="{}""#, x.ink, x.path.d);
            if let Some(w) = x.width {
                let _ = write!(self.out, r#" style="stroke-width:{}px""#, N(w));
            }
            if x.within.is_some() {
                let _ = write!(self.out, r#" clip-path="url(#in{})""#, self.clips);
            }
            self.out.push_str("/>\n");
        }
    }

    /// Text about a place.
    pub fn text(&mut self, class: &str, at: V2, text: &str) {
        draw!(self, r#"<text class="{class}" x="{}" y="{}">{}</text>"#, N(at.x), N(at.y), Text(text));
    }

    /// Text along a straight way.
    pub fn text_along(&mut self, class: &str, from: V2, to: V2, text: &str) {
        self.ways += 1;
        let mut way = Path::default();
        way.to(from).line(to);
        draw!(
            self,
            r##"<path id="way{n}" d="{}"/><text class="{class}"><textPath href="#way{n}" startOffset="50%">{}</textPath></text>"##,
            way.d,
            Text(text),
            n = self.ways
        );
    }
}

/// The `d` of a path.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub d: String,
    last: V2,
}

impl Path {
    fn tenths(p: V2) -> V2 {
        v2((p.x * 10.0).round() / 10.0, (p.y * 10.0).round() / 10.0)
    }

    pub fn to(&mut self, p: V2) -> &mut Path {
        let p = Self::tenths(p);
        let _ = write!(self.d, "M{} {}", N(p.x), N(p.y));
        self.last = p;
        self
    }

    /// A straight line; written relative, which keeps sheets with thousands of strokes small.
    pub fn line(&mut self, p: V2) -> &mut Path {
        let p = Self::tenths(p);
        let d = p - self.last;
        let _ = write!(self.d, "l{} {}", N(d.x), N(d.y));
        self.last = p;
        self
    }

    pub fn curve(&mut self, by: V2, p: V2) -> &mut Path {
        let by = Self::tenths(by) - self.last;
        let p = Self::tenths(p);
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

    /// A straight stroke between two places.
    pub fn stroke(&mut self, a: V2, b: V2) -> &mut Path {
        self.to(a).line(b)
    }

    pub fn close(&mut self) -> &mut Path {
        self.d.push('z');
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

    pub fn polygon(&mut self, points: &[V2]) -> &mut Path {
        if !points.is_empty() {
            self.polyline(points).close();
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
