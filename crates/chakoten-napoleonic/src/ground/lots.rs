//! Where the pieces of ground lie, so that those near a place are found without asking all of them.

use super::screens::Screen;
use super::{Building, Crossing, Ground, HillStep, Patch, Track};
use ::ground::{Areas, Lies, box_about, strip};
use std::sync::OnceLock;
use table::{Box2, EPS, Rect, V2};

/// Where a piece lies: an upright box about it.
#[derive(Clone, Debug, PartialEq)]
struct Lot<T> {
    about: Box2,
    what: T,
}

impl<T> Lot<T> {
    /// Has it no point in common with such a box?
    #[inline]
    fn apart(&self, (lo, hi): Box2) -> bool {
        ::ground::apart(self.about, (lo, hi))
    }
}

impl<T> Lies for Lot<T> {
    const STRIP: f64 = 30.0;

    fn reach(&self) -> (f64, f64) {
        (self.about.0.x - 2.0 * EPS, self.about.1.x + 2.0 * EPS)
    }
}

#[derive(Debug)]
struct Found {
    /// With a hill step that no place of it is above.
    patches: Areas<Lot<u8>>,
    hills: Areas<Lot<()>>,
    buildings: Areas<Lot<u8>>,
    /// Every stretch of the roads and paths.
    roads: Areas<Lot<Stretch>>,
    crossings: Areas<Lot<()>>,
}

/// A straight stretch of a road or path: the ground it takes up, its track by its place in the list, and its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    rect: Rect,
    track: u16,
    ends: (V2, V2),
}

/// Where all pieces of the ground lie, found when it is first asked. It follows from the ground, so any two are the same; a copy, which may
/// be changed, finds it anew. Once it has been asked, the ground is not changed any more.
#[derive(Debug, Default)]
pub struct Lots {
    found: OnceLock<Box<Found>>,
    screens: OnceLock<Areas<Screen>>,
}

impl Clone for Lots {
    fn clone(&self) -> Lots {
        Lots::default()
    }
}

impl PartialEq for Lots {
    fn eq(&self, _: &Lots) -> bool {
        true
    }
}

fn areas<T, U>(all: &[T], about: impl Fn(&T) -> (Box2, U)) -> Areas<Lot<U>> {
    let lot = |x: &T| {
        let (about, what) = about(x);
        Lot { about, what }
    };
    all.iter().map(lot).collect()
}

impl Found {
    fn of(g: &Ground) -> Found {
        // The crest of a step lies within it, but for one that is drawn elsewhere.
        let hill = |h: &HillStep| {
            let (lo, hi) = h.area.bounds();
            let crest = h.crest.iter().flat_map(|c| &c.points);
            box_about([lo, hi].iter().chain(crest))
        };
        let stretch = |track: usize, width: f64, (a, b): (V2, V2)| {
            let mut rect = strip(a, b, width);
            rect.half_depth += width / 2.0;
            Stretch { rect, track: track as u16, ends: (a, b) }
        };
        let of_track = |(i, t): (usize, &Track)| -> Vec<Stretch> {
            t.road.path.segments().map(|ends| stretch(i, t.road.width, ends)).collect()
        };
        let stretches: Vec<Stretch> = g.tracks.iter().enumerate().flat_map(of_track).collect();
        let top = |about: Box2| {
            let on = |h: &&HillStep| !::ground::apart(h.area.bounds(), grown(about, EPS));
            (about, g.hills.iter().filter(on).map(|h| h.level).max().unwrap_or(0))
        };
        Found {
            patches: areas(&g.patches, |p| top(p.area.bounds())),
            hills: areas(&g.hills, |h| (hill(h), ())),
            buildings: areas(&g.buildings, |b| top(b.rect().bounds())),
            roads: areas(&stretches, |s| (s.rect.bounds(), *s)),
            crossings: areas(&g.crossings, |c| (grown(c.rect.bounds(), 2.0 * EPS), ())),
        }
    }
}

impl Ground {
    fn found(&self) -> &Found {
        let found = self.lots.found.get_or_init(|| Box::new(Found::of(self)));
        debug_assert_eq!(
            (found.patches.len(), found.hills.len(), found.buildings.len(), found.crossings.len()),
            (self.patches.len(), self.hills.len(), self.buildings.len(), self.crossings.len()),
        );
        found
    }

    /// Patches of which some part may lie in an upright box, in their order.
    pub fn patches_in(&self, about: Box2) -> impl Iterator<Item = &Patch> + '_ {
        self.patches_up_to(about).map(|(p, _)| p)
    }

    /// The same, each with a hill step that no place of it is above.
    pub fn patches_up_to(&self, about: Box2) -> impl Iterator<Item = (&Patch, u8)> + '_ {
        let near = self.found().patches.between(about.0.x, about.1.x).filter(move |(_, l)| !l.apart(about));
        near.map(|(i, l)| (&self.patches[i], l.what))
    }

    /// What may stand in a line of sight, by where it lies.
    pub(super) fn screens(&self) -> &Areas<Screen> {
        self.lots.screens.get_or_init(|| self.all_screens())
    }

    /// Every hill step, with an upright box about it and its crest.
    pub(super) fn hills_about(&self) -> impl Iterator<Item = (&HillStep, Box2)> + '_ {
        self.hills.iter().zip(self.found().hills.iter().map(|l| l.about))
    }

    /// Hill steps of which some part, or the crest, may lie in an upright box, in their order.
    pub fn hills_in(&self, about: Box2) -> impl Iterator<Item = &HillStep> + '_ {
        let near = self.found().hills.between(about.0.x, about.1.x).filter(move |(_, l)| !l.apart(about));
        near.map(|(i, _)| &self.hills[i])
    }

    /// Buildings of which some part may lie in an upright box, with their places in the list, in their order.
    pub fn buildings_in(&self, about: Box2) -> impl Iterator<Item = (u16, &Building)> + '_ {
        self.buildings_up_to(about).map(|(i, b, _)| (i, b))
    }

    /// The same, each with a hill step that no place of it is above.
    pub fn buildings_up_to(&self, about: Box2) -> impl Iterator<Item = (u16, &Building, u8)> + '_ {
        let near = self.found().buildings.between(about.0.x, about.1.x).filter(move |(_, l)| !l.apart(about));
        near.map(|(i, l)| (i as u16, &self.buildings[i], l.what))
    }

    /// Crossings of which some part may lie in an upright box, with their places in the list, in their order.
    pub fn crossings_in(&self, about: Box2) -> impl Iterator<Item = (usize, &Crossing)> + '_ {
        let near = self.found().crossings.between(about.0.x, about.1.x).filter(move |(_, l)| !l.apart(about));
        near.map(|(i, _)| (i, &self.crossings[i]))
    }

    /// Stretches of roads and paths of which some part may lie in an upright box, in their order.
    pub fn roads_in(&self, about: Box2) -> impl Iterator<Item = &Rect> + '_ {
        let near = self.found().roads.between(about.0.x, about.1.x).filter(move |(_, l)| !l.apart(about));
        near.map(|(_, l)| &l.what.rect)
    }

    /// The same as parts of their tracks: each track with the ends of the stretch.
    pub fn stretches_in(&self, about: Box2) -> impl Iterator<Item = (&Track, (V2, V2))> + '_ {
        let near = self.found().roads.between(about.0.x, about.1.x).filter(move |(_, l)| !l.apart(about));
        near.map(|(_, l)| (&self.tracks[usize::from(l.what.track)], l.what.ends))
    }

    /// The hill step at a point: 0 in the plain (01.03.2).
    pub fn level(&self, p: V2) -> u8 {
        let mut level = 0;
        // Far more than any area forgives at its border.
        for h in self.hills_in((p - table::v2(EPS, EPS), p + table::v2(EPS, EPS))) {
            if h.level > level && h.area.contains(p) {
                level = h.level;
            }
        }
        level
    }
}

/// An upright box, by so much larger to every side.
pub fn grown((lo, hi): Box2, by: f64) -> Box2 {
    (lo - table::v2(by, by), hi + table::v2(by, by))
}
