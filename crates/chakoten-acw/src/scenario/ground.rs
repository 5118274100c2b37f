//! The ground of a scenario.

use super::read::{keys, must_text, points, word_of};
use crate::clause;
use crate::ground::{Bridge, Building, Ground, HillStep, Line, LineKind, Patch, PatchKind, Road};
use crate::raising;
use crate::troop::{Cover, Obstacle};
use muster::{Mistake, Sheet, Tab};
use std::collections::BTreeMap;
use std::ops::Range;
use table::{Area, Base, Ellipse, Polyline, Rect, V2, v2};
use toml::Spanned;

/// Pieces of each sort that a table may have.
const MOST: usize = 200;
/// Hills have at most so many steps.
const STEPS: usize = 20;
/// Cm that outlines and roads may run beyond the table.
const BEYOND: f64 = 500.0;
/// Usual sizes in cm of what the book gives no size.
const ROAD: f64 = 4.0;
const BRIDGE: f64 = 5.0;
const HOUSE: (f64, f64) = (8.0, 6.0);

const PATCHES: [PatchKind; 7] = [
    PatchKind::Wood,
    PatchKind::Swamp,
    PatchKind::Lake,
    PatchKind::Watercourse,
    PatchKind::Difficult,
    PatchKind::Town,
    PatchKind::Impassable,
];

const LINES: [LineKind; 10] = [
    LineKind::Barricade,
    LineKind::LightFortification,
    LineKind::FullFortification,
    LineKind::Abatis,
    LineKind::ChevauxDeFrise,
    LineKind::Ditch,
    LineKind::Bank,
    LineKind::Fence,
    LineKind::Wall,
    LineKind::Other,
];

const OBSTACLES: [Obstacle; 5] = [Obstacle::None, Obstacle::I, Obstacle::II, Obstacle::III, Obstacle::IV];
const COVERS: [Cover; 4] = [Cover::None, Cover::I, Cover::II, Cover::III];

struct Reader<'s> {
    s: &'s mut Sheet,
    width: f64,
    depth: f64,
    names: BTreeMap<String, Range<usize>>,
}

pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, width: f64, depth: f64) -> Ground {
    let mut g = Ground { width, depth, ..Ground::default() };
    let Some(t) = s.table(root, "ground", "[ground]") else { return g };
    s.known(&t, keys("ground"));
    let mut r = Reader { s, width, depth, names: BTreeMap::new() };
    for a in r.tables(&t, "area", "[[ground.area]]") {
        r.area(&a, &mut g.patches);
    }
    for h in r.tables(&t, "hill", "[[ground.hill]]") {
        r.hill(&h, &mut g.hills);
    }
    for x in r.tables(&t, "road", "[[ground.road]]") {
        r.s.known(&x, keys("ground.road"));
        let name = r.name(&x, "road");
        let width = r.length(&x, "width", ROAD, [0.5, 30.0]);
        if let Some((path, _)) = r.path(&x) {
            g.roads.push(Road { name, path, width });
        }
    }
    for x in r.tables(&t, "bridge", "[[ground.bridge]]") {
        r.bridge(&x, &mut g.bridges);
    }
    for x in r.tables(&t, "building", "[[ground.building]]") {
        r.building(&x, &mut g.buildings);
    }
    for x in r.tables(&t, "line", "[[ground.line]]") {
        r.line(&x, &mut g.lines);
    }
    g
}

impl Reader<'_> {
    fn tables<'a>(&mut self, t: &Tab<'a>, key: &str, what: &'static str) -> Vec<Tab<'a>> {
        let mut all = self.s.tables(t, key, what);
        if all.len() > MOST {
            self.s.push(
                Mistake::new(all[MOST].at(), format!("{} times {what}", all.len()))
                    .right(format!("at most {MOST}")),
            );
            all.truncate(MOST);
        }
        all
    }

    /// Everything on the ground can be named in orders, so no name is given twice.
    fn name(&mut self, t: &Tab<'_>, right: &str) -> String {
        let name = must_text(self.s, t, "name", &format!("name = \"the {right}\": orders and tasks name it"));
        let at = t.get("name").map_or(t.at(), Spanned::span);
        if name.trim() != name || name.chars().count() > 60 || name.chars().any(char::is_control) {
            self.s
                .push(Mistake::new(at, "a name that nobody can write down").right("up to 60 plain letters"));
        } else if !name.is_empty() && self.names.insert(name.to_lowercase(), at.clone()).is_some() {
            self.s.push(
                Mistake::new(at, format!("there are two pieces of ground called \"{name}\""))
                    .right("each piece of ground has its own name"),
            );
        }
        name
    }

    fn length(&mut self, t: &Tab<'_>, key: &str, usual: f64, [least, most]: [f64; 2]) -> f64 {
        match self.s.number(t, key) {
            Some((n, _)) if (least..=most).contains(&n) => n,
            Some((n, at)) => {
                self.s.push(
                    Mistake::new(at, format!("`{key}` of {} is {n} cm", t.what))
                        .right(format!("{least} to {most} cm")),
                );
                usual
            }
            None => usual,
        }
    }

    fn bearing(&mut self, t: &Tab<'_>, usual: f64) -> f64 {
        match self.s.number(t, "bearing") {
            Some((n, _)) if (-360.0..=360.0).contains(&n) => n,
            Some((n, at)) => {
                self.s.push(
                    Mistake::new(at, format!("a bearing of {n}"))
                        .right("degrees: 0 north, 90 east, up to 360"),
                );
                usual
            }
            None => usual,
        }
    }

    /// A piece of ground must show on the table.
    fn on_table(&mut self, at: &Range<usize>, lo: V2, hi: V2) -> bool {
        let (w, d) = (self.width, self.depth);
        let far = lo.x < -BEYOND || lo.y < -BEYOND || hi.x > w + BEYOND || hi.y > d + BEYOND;
        if far || lo.x > w || lo.y > d || hi.x < 0.0 || hi.y < 0.0 {
            self.s.push(
                Mistake::new(at.clone(), "this does not lie on the table")
                    .right(format!("x from 0 to {w}, y from 0 to {d} cm")),
            );
            return false;
        }
        true
    }

    fn path(&mut self, t: &Tab<'_>) -> Option<(Polyline, Range<usize>)> {
        if !t.has("path") {
            self.s.missing(t, "path", "path = [[0, 40], [240, 60]], in cm");
        }
        let (p, at) = points(self.s, t, "path", 2)?;
        let line = Polyline::new(p);
        if line.len() < 0.1 {
            self.s.push(Mistake::new(at, "a path that goes nowhere").right("points apart from each other"));
            return None;
        }
        let (lo, hi) = bounds(&line.points);
        self.on_table(&at, lo, hi).then_some((line, at))
    }

    /// `outline = [[x, y], ...]` or `oval = { x, y, length, width, bearing }`.
    fn outline(&mut self, t: &Tab<'_>) -> Option<Area> {
        let made = match (t.has("outline"), t.has("oval")) {
            (true, false) => {
                let (p, at) = points(self.s, t, "outline", 3)?;
                (Area::new(&p), at)
            }
            (false, true) => {
                let o = self.s.table(t, "oval", "an oval")?;
                self.s.known(&o, keys("oval"));
                let n = ["x", "y", "length", "width"].map(|k| self.s.must_number(&o, k));
                let bearing = self.bearing(&o, 90.0);
                let [Some(x), Some(y), Some(length), Some(width)] = n else { return None };
                if length <= 0.0 || width <= 0.0 {
                    self.s.push(
                        Mistake::new(o.at(), format!("an oval {length} by {width} cm"))
                            .right("length and width above 0"),
                    );
                    return None;
                }
                let axis = V2::bearing(bearing);
                (Area::ellipse(&Ellipse { centre: v2(x, y), axis, a: length / 2.0, b: width / 2.0 }), o.at())
            }
            (both, _) => {
                self.s.push(
                    Mistake::new(
                        t.at(),
                        format!("{} has {} outline", t.what, if both { "more than one" } else { "no" }),
                    )
                    .right("outline = [[x, y], ...], or oval = { x = 60, y = 40, length = 30, width = 20 }"),
                );
                return None;
            }
        };
        match made {
            (Ok(a), at) => {
                let (lo, hi) = a.bounds();
                self.on_table(&at, lo, hi).then_some(a)
            }
            (Err(e), at) => {
                self.s.push(
                    Mistake::new(at, e.to_string())
                        .right("corners in order round the outline, which crosses nothing"),
                );
                None
            }
        }
    }

    fn area(&mut self, t: &Tab<'_>, to: &mut Vec<Patch>) {
        self.s.known(t, keys("ground.area"));
        if !t.has("kind") {
            self.s.missing(t, "kind", "kind = \"wood\"");
        }
        let kind = word_of(self.s, t, "kind", &PATCHES).map(|(k, _)| k);
        let name = self.name(t, "wood");
        if !t.has("path") {
            if let Some(v) = t.get("width") {
                self.s.push(
                    Mistake::new(v.span(), "a width without a `path`")
                        .right("width belongs to path = [[x, y], ...]"),
                );
            }
            if let (Some(area), Some(kind)) = (self.outline(t), kind) {
                to.push(Patch { name, kind, area });
            }
            return;
        }
        for key in ["outline", "oval"] {
            if let Some(v) = t.get(key) {
                self.s.push(Mistake::new(v.span(), "both a path and an outline").right("one of them"));
            }
        }
        if !t.has("width") {
            self.s.missing(t, "width", "width = 4, in cm, beside the path");
        }
        let width = self.length(t, "width", 4.0, [0.2, 200.0]);
        let Some((path, _)) = self.path(t) else { return };
        let Some(kind) = kind else { return };
        match Area::new(&ribbon(&path, width)) {
            Ok(area) => to.push(Patch { name, kind, area }),
            // Bends too sharp for one outline: a piece for each stretch.
            Err(_) => {
                to.extend(path.band(width).iter().filter_map(|r| Area::rect(r).ok()).map(|area| Patch {
                    name: name.clone(),
                    kind,
                    area,
                }))
            }
        }
    }

    fn hill(&mut self, t: &Tab<'_>, to: &mut Vec<HillStep>) {
        self.s.known(t, keys("ground.hill"));
        let name = self.name(t, "hill");
        let steps = self.s.tables(t, "step", "[[ground.hill.step]]");
        if steps.is_empty() || steps.len() > STEPS {
            self.s.push(
                Mistake::new(t.at(), format!("a hill of {} steps", steps.len()))
                    .right(format!(
                        "1 to {STEPS} times [[ground.hill.step]], the lowest first; each is 10 m high"
                    ))
                    .by(clause!("01.01.3.b")),
            );
        }
        let mut below: Option<Area> = None;
        for (i, x) in steps.iter().take(STEPS).enumerate() {
            self.s.known(x, keys("ground.hill.step"));
            let crest = if x.has("crest") {
                points(self.s, x, "crest", 2).map(|(p, _)| Polyline::new(p))
            } else {
                None
            };
            let Some(area) = self.outline(x) else { continue };
            if let Some(b) = &below {
                if !area.outline().iter().all(|p| b.contains(*p)) {
                    self.s.push(
                        Mistake::new(
                            x.at(),
                            format!("step {} of this hill hangs over the step below", i + 1),
                        )
                        .right("each step lies inside the one below it")
                        .by(clause!("01.01.3.b")),
                    );
                }
            }
            let name = if i == 0 { name.clone() } else { format!("{name}, step {}", i + 1) };
            below = Some(area.clone());
            to.push(HillStep { name, level: i as u8 + 1, area, crest });
        }
    }

    fn bridge(&mut self, t: &Tab<'_>, to: &mut Vec<Bridge>) {
        self.s.known(t, keys("ground.bridge"));
        let name = self.name(t, "bridge");
        let n = ["x", "y", "length"].map(|k| self.s.must_number(t, k));
        let width = self.length(t, "width", BRIDGE, [0.5, 50.0]);
        let bearing = self.bearing(t, 0.0);
        let [Some(x), Some(y), Some(length)] = n else { return };
        let rect = Rect {
            centre: v2(x, y),
            dir: V2::bearing(bearing),
            half_width: width / 2.0,
            half_depth: length / 2.0,
        };
        let (lo, hi) = rect.bounds();
        if !(0.5..=500.0).contains(&length) {
            self.s.push(Mistake::new(t.at(), format!("a bridge {length} cm long")).right("0.5 to 500 cm"));
        } else if self.on_table(&t.at(), lo, hi) {
            to.push(Bridge { name, rect });
        }
    }

    fn building(&mut self, t: &Tab<'_>, to: &mut Vec<Building>) {
        self.s.known(t, keys("ground.building"));
        let name = self.name(t, "church");
        let n = ["x", "y"].map(|k| self.s.must_number(t, k));
        let width = self.length(t, "width", HOUSE.0, [1.0, 60.0]);
        let depth = self.length(t, "depth", HOUSE.1, [1.0, 60.0]);
        let bearing = self.bearing(t, 0.0);
        let stone = self.s.truth(t, "stone").is_some_and(|(b, _)| b);
        let (obstacle, cover) = raising::building_values(stone);
        let [Some(x), Some(y)] = n else { return };
        let dir = V2::bearing(bearing);
        let base = Base { front: v2(x, y) + dir * (depth / 2.0), dir, width, depth };
        let inside = base.corners().iter().all(|c| {
            (-table::EPS..=self.width + table::EPS).contains(&c.x)
                && (-table::EPS..=self.depth + table::EPS).contains(&c.y)
        });
        if !inside {
            self.s.push(
                Mistake::new(t.at(), format!("\"{name}\" does not stand wholly on the table"))
                    .right(format!("x from 0 to {}, y from 0 to {} cm", self.width, self.depth)),
            );
        } else if let Some(o) = to.iter().find(|o| o.rect().penetration(&base.rect()) > table::EPS) {
            self.s.push(
                Mistake::new(t.at(), format!("\"{name}\" stands inside \"{}\"", o.name))
                    .right("set buildings side by side"),
            );
        } else {
            to.push(Building { name, base, stone, obstacle, cover });
        }
    }

    fn line(&mut self, t: &Tab<'_>, to: &mut Vec<Line>) {
        self.s.known(t, keys("ground.line"));
        if !t.has("kind") {
            self.s.missing(t, "kind", "kind = \"wall\"");
        }
        let kind = word_of(self.s, t, "kind", &LINES).map(|(k, _)| k);
        let name = self.name(t, "wall");
        let depth = self.length(t, "depth", 0.0, [0.0, 20.0]);
        let given = (word_of(self.s, t, "obstacle", &OBSTACLES), word_of(self.s, t, "cover", &COVERS));
        let path = self.path(t);
        let (Some(kind), Some((path, _))) = (kind, path) else { return };
        if kind == LineKind::FullFortification {
            // Nobody can build one in play: it lies here or nowhere.
            let _ = clause!("10.02.2");
        }
        let (mut obstacle, mut cover) = raising::line_values(kind);
        let (o, c) = raising::line_range(kind);
        if let Some((x, at)) = given.0 {
            if x < o.0 || x > o.1 {
                self.range(at, kind, "obstacle", &format!("{:?}", o.0), &format!("{:?}", o.1));
            }
            obstacle = x;
        }
        if let Some((x, at)) = given.1 {
            if x < c.0 || x > c.1 {
                self.range(at, kind, "cover", &format!("{:?}", c.0), &format!("{:?}", c.1));
            }
            cover = x;
        }
        to.push(Line { name, kind, path, depth, obstacle, cover, cleared: Vec::new(), built: false });
    }

    fn range(&mut self, at: Range<usize>, kind: LineKind, what: &str, least: &str, most: &str) {
        let right = if least == most {
            format!("table XXII fixes it at {most}; kind = \"other\" has values of its own")
        } else {
            format!("{least} to {most} by table XXII; kind = \"other\" has values of its own")
        };
        let kind = super::read::name_of(&kind).replace('_', " ");
        self.s.push(
            Mistake::new(at, format!("no {what} that a {kind} can have")).right(right).by(clause!("XXII.a")),
        );
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
