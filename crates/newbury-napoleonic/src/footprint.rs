//! The ground that a body covers in its formation (play.formation, play.artillery, table 2).

use crate::book::numbers;
use crate::book::scale::{Figures, Footprint, Size};
use crate::clause;
use crate::formation::{Density, Drawn, Formation};
use crate::options::Options;
use crate::troop::Arm;
use crate::unit::Unit;
use smallvec::SmallVec;
use table::{Base, Rect, V2};
use umpire::Clause;

/// The rectangles of an outline; what lies between them is not covered.
pub type Rects = SmallVec<[Rect; 4]>;

/// Between the lines of a double line (8.3.a).
pub const BETWEEN_LINES: f64 = 5.0;
/// Between deployed guns; up to 3 cm are allowed (play.artillery).
const BETWEEN_GUNS: f64 = 1.0;
/// Crew of an elephant (A5.2).
pub(crate) const ELEPHANT: u16 = 4;
/// Figures for which a base of 5 or 6 mm figures counts (A6.2).
pub(crate) const BASE_OF_TEN: u16 = 10;
/// Figures abreast in march column (glossary.column-march).
const MARCH: u16 = 2;
/// Most figures of a side of a square, and the fewest for one and for a double one (glossary.square, play.formation).
pub const MOST_OF_SIDE: u16 = 12;
pub const LEAST_OF_SQUARE: [u16; 2] = [8, 16];

/// Lines of a body from the front: figures abreast, and how far their front edge is behind that of the body.
pub type Lines = SmallVec<[(u16, f64); 8]>;

/// How a body is drawn up, in figures and in centimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Of the front edge.
    pub width: f64,
    pub depth: f64,
    /// Figures abreast in front, and one behind the other at most.
    pub files: u16,
    pub ranks: u16,
    /// One figure or model.
    pub figure: Size,
    pub lines: Lines,
    pub by: Clause,
}

/// The size of one figure on its least base, in the rules' centimetres (3.e: on another ground scale bases are larger or smaller).
pub fn figure(o: &Options, arm: Arm, mounted: bool, density: Density) -> Size {
    let what = match arm {
        Arm::Elephants => Footprint::Elephant,
        _ if mounted => Footprint::Mounted(density),
        _ => Footprint::Foot(density),
    };
    let (w, d) = numbers().scale.base(o.figures, what);
    (w / o.ground(), d / o.ground())
}

/// A gun, and a team of so many horses, in the rules' centimetres.
pub fn gun_and_team(o: &Options, horses: u8) -> (Size, Size) {
    let of = |what| {
        let (w, d) = numbers().scale.base(o.figures, what);
        (w / o.ground(), d / o.ground())
    };
    (of(Footprint::Gun), of(Footprint::Team(horses)))
}

/// What stands in a formation: the figures of each sub-unit in the order of the roster.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    pub arm: Arm,
    pub mounted: bool,
    pub companies: &'a [u16],
    /// Gun or launcher models, and the horses of a team.
    pub models: u16,
    pub horses: u8,
}

/// The plan of a body in a formation.
pub fn plan(o: &Options, who: &Standing<'_>, drawn: Drawn) -> Plan {
    let density = drawn.formation.density();
    let (w, d) = figure(o, who.arm, who.mounted, density);
    let bases = o.figures == Figures::Six && who.models == 0;
    let companies: SmallVec<[u16; 8]> = {
        let per = match who.arm {
            Arm::Elephants => ELEPHANT,
            _ if bases => BASE_OF_TEN,
            _ => 1,
        };
        who.companies.iter().map(|n| n.div_ceil(per)).filter(|n| *n > 0).collect()
    };
    if bases
        && who.arm.infantry()
        && let Some(plan) = of_bases(&companies, drawn.formation, (w, d))
    {
        return plan;
    }
    let all: u16 = companies.iter().sum::<u16>().max(1);
    let deep = u16::from(drawn.ranks.max(1));
    let files_of = |n: u16| n.div_ceil(deep).max(1);
    let widest = companies.iter().map(|n| files_of(*n)).max().unwrap_or(1);
    let block = |lines: Lines, depth: f64, by: Clause| {
        let files = lines.iter().map(|(n, _)| *n).max().unwrap_or(1);
        let ranks = lines.len() as u16;
        Plan { width: f64::from(files) * w, depth, files, ranks, figure: (w, d), lines, by }
    };
    // Ranks of so many figures abreast from so far behind the front, the last one not full.
    let ranks_of = |figures: u16, files: u16, from: f64| -> Lines {
        let n = figures.div_ceil(files.max(1));
        (0..n).map(|i| (files.min(figures - i * files), from + f64::from(i) * d)).collect()
    };
    match drawn.formation {
        Formation::Line | Formation::Skirmish => {
            let files: u16 = match drawn.files {
                0 => companies.iter().map(|n| files_of(*n)).sum::<u16>().max(1),
                n => u16::from(n).min(all),
            };
            let lines = ranks_of(all, files, 0.0);
            let depth = f64::from(lines.len() as u16) * d;
            let by = if density == Density::Open {
                clause!("glossary.open-order")
            } else {
                clause!("glossary.line")
            };
            block(lines, depth, by)
        }
        Formation::DoubleLine => {
            let half = companies.len().div_ceil(2);
            let sum = |part: &[u16]| part.iter().map(|n| files_of(*n)).sum::<u16>().max(1);
            let figures = |part: &[u16]| part.iter().sum::<u16>();
            let (front, rear) = companies.split_at(half);
            let mut lines = ranks_of(figures(front).max(1), sum(front), 0.0);
            let back = f64::from(lines.len() as u16) * d + BETWEEN_LINES;
            lines.extend(ranks_of(figures(rear), sum(rear), back));
            let depth = lines.last().map_or(d, |(_, at)| at + d);
            block(lines, depth, clause!("8.3.a"))
        }
        Formation::CompanyColumn => {
            column(&companies, 1, deep, d, 0.0, &block, clause!("glossary.column-company"))
        }
        Formation::SquadronColumn => {
            column(&companies, 1, deep, d, 0.0, &block, clause!("glossary.column-squadron"))
        }
        Formation::DivisionColumn => {
            column(&companies, 2, deep, d, 0.0, &block, clause!("glossary.column-division"))
        }
        Formation::OpenCompanyColumn | Formation::OpenSquadronColumn => {
            let gap = f64::from(widest) * w;
            column(&companies, 1, deep, d, gap, &block, clause!("glossary.column-open"))
        }
        Formation::OpenDivisionColumn => {
            let gap = f64::from(widest) * 2.0 * w;
            column(&companies, 2, deep, d, gap, &block, clause!("glossary.column-open"))
        }
        Formation::MarchColumn => {
            let lines = ranks_of(all, MARCH, 0.0);
            let depth = f64::from(lines.len() as u16) * d;
            block(lines, depth, clause!("glossary.column-march"))
        }
        Formation::Square | Formation::DoubleSquare => {
            let deep = if drawn.formation == Formation::DoubleSquare { deep.max(2) } else { deep };
            let files = all.div_ceil(4).div_ceil(deep).max(1);
            let side = (f64::from(files) * w).max(2.0 * f64::from(deep) * d + w);
            let lines = SmallVec::from_slice(&[(files, 0.0)]);
            let by = if deep > 1 { clause!("glossary.double-square") } else { clause!("glossary.square") };
            Plan { width: side, depth: side, files, ranks: deep, figure: (w, d), lines, by }
        }
        Formation::Mass => {
            let files = match drawn.files {
                0 => all.div_ceil(deep.max(2)),
                n => u16::from(n),
            };
            let lines = ranks_of(all, files.max(1), 0.0);
            let depth = f64::from(lines.len() as u16) * d;
            block(lines, depth, clause!("8.2.b"))
        }
        Formation::Circle => {
            // Figures along the rim of a circle.
            let across = (f64::from(all) * w / std::f64::consts::PI).max(w);
            let lines = SmallVec::from_slice(&[(all, 0.0)]);
            Plan {
                width: across,
                depth: across,
                files: all,
                ranks: 1,
                figure: (w, d),
                lines,
                by: clause!("8.3.c"),
            }
        }
        Formation::Limbered => {
            let (_, (tw, td)) = gun_and_team(o, who.horses);
            let n = who.models.max(1);
            let abreast = if drawn.files == 0 { n } else { u16::from(drawn.files).min(n) };
            let rows = n.div_ceil(abreast);
            let lines = (0..rows).map(|i| (abreast.min(n - i * abreast), f64::from(i) * td)).collect();
            let (width, depth) = (f64::from(abreast) * tw, f64::from(rows) * td);
            Plan {
                width,
                depth,
                files: abreast,
                ranks: rows,
                figure: (tw, td),
                lines,
                by: clause!("play.artillery"),
            }
        }
        Formation::Deployed => {
            let ((gw, gd), (_, td)) = gun_and_team(o, who.horses);
            let n = who.models.max(1);
            let gap = BETWEEN_GUNS;
            let width = f64::from(n) * gw + f64::from(n - 1) * gap;
            let depth = if who.horses > 0 { gd + td } else { gd };
            let lines = SmallVec::from_slice(&[(n, 0.0)]);
            Plan { width, depth, files: n, ranks: 1, figure: (gw, gd), lines, by: clause!("12.6.c") }
        }
        Formation::Building => {
            let lines = SmallVec::new();
            Plan { width: 0.0, depth: 0.0, files: 0, ranks: 0, figure: (w, d), lines, by: clause!("4.1.c") }
        }
    }
}

/// Battalions of 5 or 6 mm have formations of their own, by bases: a column is of single bases one behind another, a march column of two such
/// lines that go at a right angle to their front, and each base is a side of a square (A6.6).
fn of_bases(companies: &[u16], formation: Formation, (w, d): Size) -> Option<Plan> {
    let n = companies.iter().sum::<u16>().max(1);
    let by = clause!("A6.6");
    let rows = |count: u16, abreast: u16, deep: f64| -> Lines {
        (0..count).map(|i| (abreast.min(n - i * abreast), f64::from(i) * deep)).collect()
    };
    Some(match formation {
        Formation::Line => Plan {
            width: f64::from(n) * w,
            depth: d,
            files: n,
            ranks: 1,
            figure: (w, d),
            lines: rows(1, n, d),
            by,
        },
        Formation::CompanyColumn | Formation::DivisionColumn => Plan {
            width: w,
            depth: f64::from(n) * d,
            files: 1,
            ranks: n,
            figure: (w, d),
            lines: rows(n, 1, d),
            by,
        },
        Formation::MarchColumn => {
            let (abreast, long) = (MARCH.min(n), n.div_ceil(MARCH));
            Plan {
                width: f64::from(abreast) * d,
                depth: f64::from(long) * w,
                files: abreast,
                ranks: long,
                figure: (d, w),
                lines: rows(long, abreast, w),
                by,
            }
        }
        Formation::Square | Formation::DoubleSquare => {
            let side = f64::from(n.div_ceil(4)) * w;
            let lines = SmallVec::from_slice(&[(n.div_ceil(4), 0.0)]);
            Plan { width: side, depth: side, files: n.div_ceil(4), ranks: 1, figure: (w, d), lines, by }
        }
        _ => return None,
    })
}

/// A column of so many sub-units abreast, with a gap between one row of them and the next.
fn column(
    companies: &[u16],
    abreast: usize,
    deep: u16,
    d: f64,
    gap: f64,
    block: &dyn Fn(Lines, f64, Clause) -> Plan,
    by: Clause,
) -> Plan {
    let mut lines: Lines = SmallVec::new();
    let mut back = 0.0;
    for row in companies.chunks(abreast) {
        let figures: u16 = row.iter().sum();
        let files: u16 = row.iter().map(|n| n.div_ceil(deep).max(1)).sum();
        let n = figures.div_ceil(files.max(1));
        for i in 0..n {
            lines.push((files.min(figures - i * files), back + f64::from(i) * d));
        }
        back += f64::from(n) * d + gap;
    }
    let depth = (back - gap).max(d);
    block(lines, depth, by)
}

impl Plan {
    /// Drawn up with the middle of its front edge there.
    pub fn at(&self, front: V2, dir: V2) -> Base {
        Base { front, dir, width: self.width, depth: self.depth }
    }

    /// The lines of it as rectangles about a base drawn up by it.
    pub fn rects(&self, base: &Base) -> Rects {
        let (w, d) = self.figure;
        if self.lines.is_empty() || self.lines.len() == 1 {
            return Rects::from_slice(&[base.rect()]);
        }
        let mut all = Rects::new();
        let mut run: Option<(f64, f64, f64)> = None;
        let mut close = |run: Option<(f64, f64, f64)>| {
            if let Some((from, to, width)) = run {
                let front = base.front - base.dir * from;
                all.push(Base { front, dir: base.dir, width, depth: to - from }.rect());
            }
        };
        for (files, at) in &self.lines {
            let width = f64::from(*files) * w;
            match run {
                Some((from, to, wide)) if (at - to).abs() < 1e-6 && (wide - width).abs() < 1e-6 => {
                    run = Some((from, at + d, wide));
                }
                _ => {
                    close(run);
                    run = Some((*at, at + d, width));
                }
            }
        }
        close(run);
        all
    }
}

/// The files of a column that lies about corners: from its head back along the trail, nearest point first.
fn bent(base: &Base, trail: &[V2], length: f64) -> Rects {
    let mut all = Rects::new();
    let (mut at, mut left) = (base.front, length);
    let mut back = V2 { x: -base.dir.x, y: -base.dir.y };
    for p in trail {
        let far = p.dist(at);
        if far <= table::EPS || left <= table::EPS {
            continue;
        }
        back = (*p - at).unit();
        let long = far.min(left);
        all.push(piece(at, back, long, base.width));
        at += back * long;
        left -= long;
    }
    if left > table::EPS {
        all.push(piece(at, back, left, base.width));
    }
    all
}

fn piece(at: V2, back: V2, long: f64, width: f64) -> Rect {
    let dir = V2 { x: -back.x, y: -back.y };
    Rect { centre: at + back * (long / 2.0), dir, half_width: width / 2.0, half_depth: long / 2.0 }
}

impl Unit {
    /// Figures of each sub-unit now.
    pub fn strengths(&self) -> SmallVec<[u16; 8]> {
        self.companies.iter().map(|c| u16::from(c.figures)).collect()
    }

    /// Bases of ten figures that count when they fire and fight: not those that have lost half of their men (A6.7).
    pub(crate) fn fit_bases(&self) -> u32 {
        let fit = |n: u16| n / BASE_OF_TEN + u16::from(n % BASE_OF_TEN > BASE_OF_TEN / 2);
        self.strengths().iter().map(|n| u32::from(fit(*n))).sum()
    }

    /// Its plan in the formation that it has.
    pub fn plan(&self, o: &Options) -> Plan {
        self.plan_in(o, self.drawn)
    }

    /// Its plan in another formation.
    pub fn plan_in(&self, o: &Options, drawn: Drawn) -> Plan {
        let companies = self.strengths();
        let guns = self.battery.as_ref().map(|b| &b.guns[..]).unwrap_or_default();
        let models = guns.iter().filter(|g| !g.destroyed).count() as u16;
        let horses = guns.iter().filter_map(|g| g.team).map(|t| t.horses).max().unwrap_or(0);
        let who =
            Standing { arm: self.arm(), mounted: self.mounted(), companies: &companies, models, horses };
        plan(o, &who, drawn)
    }

    /// What it covers; nothing inside a building.
    pub fn rects(&self, o: &Options) -> Rects {
        if self.formation() == Formation::Building {
            return Rects::new();
        }
        let plan = self.plan(o);
        if self.trail.is_empty() { plan.rects(&self.base) } else { bent(&self.base, &self.trail, plan.depth) }
    }

    /// Depth in figures one behind another, as tables ask for it: a square is 4, a mass 7 (glossary.square, T10.B.sq).
    pub fn ranks(&self, o: &Options) -> (u16, Option<Clause>) {
        match self.formation() {
            Formation::Square | Formation::DoubleSquare => (4, Some(clause!("glossary.square"))),
            Formation::Mass => (7, Some(clause!("T10.B.sq"))),
            _ => (self.plan(o).ranks.max(1), None),
        }
    }
}
