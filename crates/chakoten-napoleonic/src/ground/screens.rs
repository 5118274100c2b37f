//! What may stand in a line of sight, as it lies: steps of hills, what grows, buildings, each with its outline in convex pieces. It follows from
//! the ground alone and is found once.

use super::{Building, Ground, HillStep, Patch, PatchKind};
use ::ground::{Areas, Lies, apart};
use smallvec::SmallVec;
use table::{Box2, EPS, Rect, Round, V2};

/// Something that may hide what is behind it.
#[derive(Clone, Debug)]
pub struct Screen {
    pub kind: ScreenKind,
    /// An upright box about it, its crest included.
    pub about: Box2,
    /// Its outline, in convex pieces.
    pub pieces: SmallVec<[Vec<V2>; 1]>,
    /// A hill step that no place of it is above.
    pub top: u8,
    /// The oval that a step is.
    pub round: Option<Round>,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenKind {
    Step {
        level: u8,
        /// The height of the whole hill, if it is its lowest step.
        whole: Option<u8>,
        /// Its crest lies where it is drawn.
        drawn: bool,
    },
    Growth {
        /// A road or path leads into it.
        open: bool,
    },
    House(u16),
}

impl Lies for Screen {
    const STRIP: f64 = 30.0;

    fn reach(&self) -> (f64, f64) {
        (self.about.0.x - 2.0 * EPS, self.about.1.x + 2.0 * EPS)
    }
}

/// May a stretch of road lead into what grows there? Of a long one at an angle that is no question of its box alone.
pub fn leads_into(road: &Rect, p: &Patch) -> bool {
    let (lo, hi) = p.area.bounds();
    !road.beside(lo, hi) && road.penetration(&Rect::upright(lo, hi)) > -EPS
}

fn step(g: &Ground, h: &HillStep, about: Box2) -> Screen {
    let steps = || g.hills.iter().filter(|o| o.name == h.name).map(|o| o.level);
    let whole = (!steps().any(|l| l < h.level)).then(|| steps().max().unwrap_or(h.level));
    Screen {
        kind: ScreenKind::Step { level: h.level, whole, drawn: h.crest.is_some() },
        about,
        pieces: h.area.pieces().iter().map(|p| p.points().to_vec()).collect(),
        top: h.level,
        round: h.area.round().copied(),
    }
}

fn growth(g: &Ground, p: &Patch, top: u8) -> Screen {
    let about = p.area.bounds();
    let open = g.roads_in(super::grown(about, EPS)).any(|r| leads_into(r, p));
    let pieces = p.area.pieces().iter().map(|p| p.points().to_vec()).collect();
    Screen { kind: ScreenKind::Growth { open }, about, pieces, top, round: None }
}

fn house(i: u16, b: &Building, top: u8) -> Screen {
    // A line along its wall is not closed.
    let inside = b.rect().grown(-2.0 * EPS).corners().to_vec();
    let pieces = SmallVec::from_iter([inside]);
    Screen { kind: ScreenKind::House(i), about: b.rect().bounds(), pieces, top, round: None }
}

impl Ground {
    /// Everything that may stand in a line of sight.
    pub(super) fn all_screens(&self) -> Areas<Screen> {
        let far = f64::INFINITY;
        let all = (table::v2(-far, -far), table::v2(far, far));
        let woods = |p: &Patch| matches!(p.kind, PatchKind::Wood | PatchKind::Plantation);
        let hills = self.hills_about().map(|(h, about)| step(self, h, about));
        let grown = self.patches_up_to(all).filter(|(p, _)| woods(p)).map(|(p, top)| growth(self, p, top));
        let houses = self.buildings_up_to(all).map(|(i, b, top)| house(i, b, top));
        hills.chain(grown).chain(houses).collect()
    }

    /// What may stand in a line of sight, of which some part may lie in an upright box, each with its place in the list.
    pub fn screens_in(&self, about: Box2) -> impl Iterator<Item = (usize, &Screen)> + '_ {
        let near = self.screens().between(about.0.x, about.1.x);
        near.filter(move |(_, s)| !apart(s.about, about))
    }

    /// One of those.
    pub fn screen(&self, i: usize) -> Option<&Screen> {
        self.screens().get(i)
    }
}
