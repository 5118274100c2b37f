//! The ground of a scenario: named pieces of the book's own kinds, their shapes, and what may not be.

use crate::{Fault, Found, Mistake, Sheet, Tab, say};
use std::collections::BTreeMap;
use std::ops::Range;
use table::{Area, AreaError, EPS, Ellipse, Polyline, Rect, V2, v2};
use umpire::Clause;
use words::Message;

/// Pieces of each sort that a table may have.
pub const MOST_PIECES: usize = 200;
/// Steps that a hill may have.
const STEPS: usize = 20;
/// A path shorter than this is none.
const SHORTEST: f64 = 0.1;

/// A length and its bounds: what it is where nothing is said, the least, the greatest.
#[derive(Clone, Copy, Debug)]
pub struct Usual(pub f64, pub [f64; 2]);

/// The book's kinds of ground by the words they have in files.
#[derive(Clone, Copy, Debug)]
pub struct Kinds<K: 'static> {
    pub words: &'static [(&'static str, K)],
    /// One of them, for messages.
    pub example: &'static str,
    /// The clause that lists them, where the book has one.
    pub law: Option<fn() -> Clause>,
}

/// A piece of ground as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature<K> {
    pub kind: K,
    /// Empty where it has none.
    pub name: String,
    pub shape: Shape,
    pub at: Range<usize>,
}

/// The shape of a piece of ground.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Corners in order round it.
    Outline(Vec<V2>),
    Oval(Oblong),
    Box(Oblong),
    /// A band along a line.
    Band {
        path: Polyline,
        width: f64,
    },
}

/// The box about an oval or a rectangle: its middle, and the bearing of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oblong {
    pub x: f64,
    pub y: f64,
    pub length: f64,
    pub width: f64,
    pub bearing: f64,
}

/// A line with a width: a road, a river, a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub name: String,
    pub path: Polyline,
    pub width: f64,
    pub at: Range<usize>,
}

/// One step of a hill, from the lowest up.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The hill's, and from the second step on its number.
    pub name: String,
    /// From 1.
    pub level: u8,
    pub area: Area,
    pub crest: Option<Polyline>,
}

impl Oblong {
    pub fn ellipse(&self) -> Ellipse {
        let (a, b) = (self.length / 2.0, self.width / 2.0);
        Ellipse { centre: v2(self.x, self.y), axis: V2::bearing(self.bearing), a, b }
    }

    pub fn rect(&self) -> Rect {
        Rect {
            centre: v2(self.x, self.y),
            dir: V2::bearing(self.bearing),
            half_width: self.width / 2.0,
            half_depth: self.length / 2.0,
        }
    }
}

impl Shape {
    /// The ground it covers: one area, or one for each stretch of a band whose bends are too sharp for one outline.
    pub fn areas(&self) -> Result<Vec<Area>, AreaError> {
        Ok(match self {
            Shape::Outline(p) => vec![Area::new(p)?],
            Shape::Oval(o) => vec![Area::ellipse(&o.ellipse())?],
            Shape::Box(o) => vec![Area::rect(&o.rect())?],
            Shape::Band { path, width } => match Area::new(&ribbon(path, *width)) {
                Ok(a) => vec![a],
                Err(_) => path.band(*width).iter().filter_map(|r| Area::rect(r).ok()).collect(),
            },
        })
    }
}

/// Reads the pieces of ground that lie on a table.
#[derive(Debug)]
pub struct Land<'s> {
    pub s: &'s mut Sheet,
    /// Width and depth of the table.
    size: [f64; 2],
    /// How far pieces may reach beyond the table; `None` where the book looks itself.
    beyond: Option<f64>,
    /// The names given, where every piece must have one of its own.
    names: Option<BTreeMap<String, Range<usize>>>,
}

impl<'s> Land<'s> {
    pub fn new(s: &'s mut Sheet, size: [f64; 2]) -> Land<'s> {
        Land { s, size, beyond: None, names: None }
    }

    /// Every piece must show on the table, and reach no further beyond it than this.
    #[must_use]
    pub fn beyond(mut self, most: f64) -> Land<'s> {
        self.beyond = Some(most);
        self
    }

    /// Every piece must have a name of its own, by which orders and tasks name it.
    #[must_use]
    pub fn named(mut self) -> Land<'s> {
        self.names = Some(BTreeMap::new());
        self
    }

    pub fn tables<'a>(&mut self, t: &Tab<'a>, section: &str) -> Vec<Tab<'a>> {
        self.s.tables(t, section, MOST_PIECES)
    }

    /// What people call it.
    pub fn name(&mut self, t: &Tab<'_>, example: &str) -> String {
        let Some(names) = &mut self.names else { return self.s.text_or_none(t, "name") };
        let name = self.s.must_text(t, "name", || say!("right-name", example));
        let at = t.at_key("name");
        if name.trim() != name || name.chars().count() > 60 || name.chars().any(char::is_control) {
            self.s.fault(at, Fault::BadName);
        } else if !name.is_empty() && names.insert(name.to_lowercase(), at.clone()).is_some() {
            self.s.fault(at, Fault::NameTwice { name: name.clone() });
        }
        name
    }

    /// The kind of a piece; `Gentle hills` is as good as `gentle_hill`.
    pub fn kind<K: Copy>(&mut self, t: &Tab<'_>, kinds: Kinds<K>) -> Option<K> {
        self.s.need(t, "kind", || Message::verbatim(format!("kind = \"{}\"", kinds.example)));
        let (given, at) = self.s.text(t, "kind")?;
        let plain = |w: &str| w.to_ascii_lowercase().replace(['-', '_'], " ");
        let said = plain(&given);
        let found = kinds.words.iter().find(|(w, _)| {
            let w = plain(w);
            w == said || said.strip_suffix('s') == Some(&w)
        });
        if found.is_none() {
            let known = kinds.words.iter().map(|(w, _)| (*w).into()).collect();
            let wrong =
                Mistake::of(at, &Fault::UnknownWord { of: t.what(), key: "kind".into(), given, known });
            self.s.push(match kinds.law {
                Some(law) => wrong.by(law()),
                None => wrong,
            });
        }
        found.map(|(_, k)| *k)
    }

    /// A piece of ground must show on the table.
    fn on_table(&mut self, at: &Range<usize>, (lo, hi): (V2, V2)) -> bool {
        let Some(beyond) = self.beyond else { return true };
        let [w, d] = self.size;
        let far = lo.x < -beyond || lo.y < -beyond || hi.x > w + beyond || hi.y > d + beyond;
        if far || lo.x > w || lo.y > d || hi.x < 0.0 || hi.y < 0.0 {
            let unit = self.s.unit();
            self.s.fault(at.clone(), Fault::OffTable { name: None, size: self.size, unit });
            return false;
        }
        true
    }

    /// The area features of a section, each of one of the book's kinds and of a shape that the section can write.
    pub fn features<K: Copy>(&mut self, t: &Tab<'_>, section: &str, kinds: Kinds<K>) -> Vec<Feature<K>> {
        let mut out = Vec::new();
        for x in self.tables(t, section) {
            let kind = self.kind(&x, kinds);
            let name = self.name(&x, kinds.example);
            if let (Some(shape), Some(kind)) = (self.shape(&x), kind) {
                out.push(Feature { kind, name, shape, at: x.at() });
            }
        }
        out
    }

    /// The shape of a piece: `x`, `y`, `length` and `width` of itself where the section has them, or else one of `outline`,
    /// `oval` and `path`.
    pub fn shape(&mut self, t: &Tab<'_>) -> Option<Shape> {
        if t.takes("x") {
            let o = self.oblong(t)?;
            let words = [("oval", false), ("rectangle", true)];
            let square = t.takes("shape") && self.s.word(t, "shape", &words).is_some_and(|(x, _)| x);
            return Some(if square { Shape::Box(o) } else { Shape::Oval(o) });
        }
        if !t.has("path") {
            if let Some(v) = t.get("width") {
                self.s.fault(v.span(), Fault::NoWidth);
            }
            return self.outline(t);
        }
        for key in ["outline", "oval"] {
            if t.has(key) {
                self.s.fault(t.at_key(key), Fault::TwoShapes);
            }
        }
        let unit = self.s.unit();
        self.s.need(t, "width", || say!("right-width", unit));
        let width = self.s.length(t, "width", 4.0, [0.2, 200.0]);
        let (path, _) = self.path(t, "path")?;
        Some(Shape::Band { path, width })
    }

    fn oblong(&mut self, t: &Tab<'_>) -> Option<Oblong> {
        let n = ["x", "y", "length", "width"].map(|k| self.s.must_number(t, k));
        let bearing = self.s.bearing(t, 90.0);
        let [Some(x), Some(y), Some(length), Some(width)] = n else { return None };
        if length <= 0.0 || width <= 0.0 {
            let unit = self.s.unit();
            self.s.fault(t.at(), Fault::BadOval { length, width, unit });
            return None;
        }
        Some(Oblong { x, y, length, width, bearing })
    }

    /// `outline = [[x, y], ...]` or `oval = { x, y, length, width, bearing }`.
    fn outline(&mut self, t: &Tab<'_>) -> Option<Shape> {
        let (shape, at) = match (t.has("outline"), t.has("oval")) {
            (true, false) => {
                let (p, at) = self.s.points(t, "outline", 3)?;
                (Shape::Outline(p), at)
            }
            (false, true) => {
                let o = self.s.table(t, "oval")?;
                (Shape::Oval(self.oblong(&o)?), o.at())
            }
            (several, _) => {
                self.s.fault(t.at(), Fault::Outlines { of: t.what(), several });
                return None;
            }
        };
        match shape.areas() {
            Ok(a) => a.iter().all(|a| self.on_table(&at, a.bounds())).then_some(shape),
            Err(e) => {
                self.s.fault(at, Fault::BadOutline(e));
                None
            }
        }
    }

    /// A line of points that leads somewhere.
    pub fn path(&mut self, t: &Tab<'_>, key: &str) -> Found<Polyline> {
        let unit = self.s.unit();
        self.s.need(t, key, || say!("right-path", key, unit));
        let (p, at) = self.s.points(t, key, 2)?;
        let line = Polyline::new(p);
        if line.len() < SHORTEST {
            self.s.fault(at, Fault::GoesNowhere);
            return None;
        }
        self.on_table(&at, bounds(&line.points)).then_some((line, at))
    }

    /// Roads, rivers and the like: a name, a line and a width.
    pub fn tracks(
        &mut self,
        t: &Tab<'_>,
        section: &str,
        key: &str,
        Usual(usual, range): Usual,
        example: &str,
    ) -> Vec<Track> {
        let mut out = Vec::new();
        for x in self.tables(t, section) {
            let name = self.name(&x, example);
            let width = self.s.length(&x, "width", usual, range);
            if let Some((path, _)) = self.path(&x, key) {
                out.push(Track { name, path, width, at: x.at() });
            }
        }
        out
    }

    /// A rectangle about `x` and `y`: how wide, and how long along its bearing, by the names that the file has for them.
    pub fn rect(
        &mut self,
        t: &Tab<'_>,
        (across, width): (&str, Usual),
        (along, length): (&str, Usual),
    ) -> Option<Rect> {
        let [x, y] = ["x", "y"].map(|k| self.s.must_number(t, k));
        let width = self.s.length(t, across, width.0, width.1);
        let length = self.s.length(t, along, length.0, length.1);
        let bearing = self.s.bearing(t, 0.0);
        Some(Oblong { x: x?, y: y?, length, width, bearing }.rect())
    }

    /// Does it show on the table?
    pub fn shows(&mut self, t: &Tab<'_>, r: &Rect) -> bool {
        self.on_table(&t.at(), r.bounds())
    }

    /// Does it stand wholly on the table, and on none of the others?
    pub fn stands<'o>(
        &mut self,
        t: &Tab<'_>,
        name: &str,
        r: &Rect,
        others: impl IntoIterator<Item = (&'o str, Rect)>,
    ) -> bool {
        let [w, d] = self.size;
        let on = |c: &V2| (-EPS..=w + EPS).contains(&c.x) && (-EPS..=d + EPS).contains(&c.y);
        let fault = if !r.corners().iter().all(on) {
            Fault::OffTable { name: Some(name.into()), size: self.size, unit: self.s.unit() }
        } else if let Some((other, _)) = others.into_iter().find(|(_, o)| o.penetration(r) > EPS) {
            Fault::StandsInside { name: name.into(), other: other.into() }
        } else {
            return true;
        };
        self.s.fault(t.at(), fault);
        false
    }

    /// The steps of a hill, each inside the one below it. `law` is the clause by which hills have steps.
    pub fn steps(&mut self, t: &Tab<'_>, section: &str, law: fn() -> Clause) -> Vec<Step> {
        let name = self.name(t, "hill");
        let tabs = self.s.tables(t, section, usize::MAX);
        let wrong = |s: &mut Sheet, at: Range<usize>, fault: Fault| {
            s.push(Mistake::of(at, &fault).by(law()));
        };
        if tabs.is_empty() || tabs.len() > STEPS {
            wrong(self.s, t.at(), Fault::Steps { given: tabs.len(), most: STEPS });
        }
        let mut out: Vec<Step> = Vec::new();
        let mut below: Option<Area> = None;
        for (i, x) in tabs.iter().take(STEPS).enumerate() {
            let crest = if x.has("crest") { self.s.points(x, "crest", 2) } else { None };
            let crest = crest.map(|(p, _)| Polyline::new(p));
            let Some(area) = self.outline(x).and_then(|o| o.areas().ok()?.pop()) else { continue };
            if below.as_ref().is_some_and(|b| !area.outline().iter().all(|p| b.contains(*p))) {
                wrong(self.s, x.at(), Fault::StepOverhangs { step: i + 1 });
            }
            let name = if i == 0 { name.clone() } else { format!("{name}, step {}", i + 1) };
            below = Some(area.clone());
            out.push(Step { name, level: i as u8 + 1, area, crest });
        }
        out
    }
}

fn bounds(p: &[V2]) -> (V2, V2) {
    p.iter()
        .fold((v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY)), |(l, h), p| {
            (v2(l.x.min(p.x), l.y.min(p.y)), v2(h.x.max(p.x), h.y.max(p.y)))
        })
}

/// The outline of a band of some width along a line, its bends mitred.
fn ribbon(path: &Polyline, width: f64) -> Vec<V2> {
    let mut p = path.points.clone();
    p.dedup_by(|a, b| a.dist(*b) < 1e-6);
    let n = p.len();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for i in 0..n {
        let before = (i > 0).then(|| (p[i] - p[i - 1]).unit());
        let after = (i + 1 < n).then(|| (p[i + 1] - p[i]).unit());
        let (a, b) = (before.or(after), after.or(before));
        let (Some(a), Some(b)) = (a, b) else { continue };
        let across = (a.right() + b.right()).unit();
        // A sharp bend would run out to a needle.
        let reach = width / 2.0 / across.dot(a.right()).max(0.35);
        right.push(p[i] + across * reach);
        left.push(p[i] - across * reach);
    }
    left.reverse();
    right.extend(left);
    right
}
