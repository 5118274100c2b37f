//! The ground of a drill.

use super::Drill;
use crate::book::features::Feature;
use crate::ground::{Building, Crossing, CrossingKind, HillStep, Line, Patch, PatchKind, Road, Track};
use crate::troop::{Cover, Obstacle};
use table::{Area, Base, Polyline, Rect, V2, v2};

type At = (f64, f64);

impl Drill {
    /// A piece of ground with this outline.
    pub fn patch(&mut self, kind: PatchKind, name: &str, outline: &[At]) -> &mut Drill {
        let area = polygon(outline);
        self.ground.patches.push(Patch { name: name.into(), kind, area, width: 0.0, edge: None });
        self
    }

    /// A rectangular piece of ground from its south-west to its north-east corner.
    pub fn square(&mut self, kind: PatchKind, name: &str, from: At, to: At) -> &mut Drill {
        self.patch(kind, name, &[from, (to.0, from.1), to, (from.0, to.1)])
    }

    /// A rectangular wood.
    pub fn wood(&mut self, name: &str, from: At, to: At) -> &mut Drill {
        self.square(PatchKind::Wood, name, from, to)
    }

    /// A rectangular watercourse, as wide as its shorter side.
    pub fn water(&mut self, name: &str, from: At, to: At) -> &mut Drill {
        self.square(PatchKind::Water, name, from, to);
        if let Some(p) = self.ground.patches.last_mut() {
            p.width = (to.0 - from.0).min(to.1 - from.1);
        }
        self
    }

    /// The newest piece of ground, to change what is to be otherwise.
    pub fn last_patch(&mut self) -> Option<&mut Patch> {
        self.ground.patches.last_mut()
    }

    /// A rectangular hill step.
    pub fn hill(&mut self, name: &str, level: u8, from: At, to: At) -> &mut Drill {
        let area = polygon(&[from, (to.0, from.1), to, (from.0, to.1)]);
        self.ground.hills.push(HillStep { name: name.into(), level, area, crest: None });
        self
    }

    /// Draws the crest line of the newest hill step.
    pub fn crest(&mut self, points: &[At]) -> &mut Drill {
        if let Some(h) = self.ground.hills.last_mut() {
            h.crest = Some(line(points));
        }
        self
    }

    pub fn road(&mut self, name: &str, points: &[At], width: f64) -> &mut Drill {
        self.track(name, points, width, false)
    }

    pub fn path(&mut self, name: &str, points: &[At], width: f64) -> &mut Drill {
        self.track(name, points, width, true)
    }

    fn track(&mut self, name: &str, points: &[At], width: f64, path: bool) -> &mut Drill {
        let road = Road { name: name.into(), path: line(points), width };
        self.ground.tracks.push(Track { road, path });
        self
    }

    /// A bridge, footbridge or ford from its south-west to its north-east corner.
    pub fn crossing(&mut self, kind: CrossingKind, name: &str, from: At, to: At) -> &mut Drill {
        let rect = Rect::upright(v2(from.0, from.1), v2(to.0, to.1));
        self.ground.crossings.push(Crossing { name: name.into(), kind, rect });
        self
    }

    /// A building by its south-west and north-east corner: obstacle II and cover I, or especially strong with both II.
    pub fn building(&mut self, name: &str, strong: bool, from: At, to: At) -> &mut Drill {
        let base = Base {
            front: v2((from.0 + to.0) / 2.0, to.1),
            dir: v2(0.0, 1.0),
            width: to.0 - from.0,
            depth: to.1 - from.1,
        };
        let cover = if strong { Cover::II } else { Cover::I };
        let (name, obstacle) = (name.into(), Obstacle::II);
        self.ground.buildings.push(Building { name, base, strong, obstacle, cover, capacity: 10 });
        self
    }

    /// A linear object of these values without depth.
    pub fn line(&mut self, name: &str, obstacle: Obstacle, cover: Cover, points: &[At]) -> &mut Drill {
        self.ground.lines.push(Line {
            name: name.into(),
            kind: Feature::Hedge,
            path: line(points),
            depth: 0.0,
            obstacle,
            cover,
            loopholes: false,
            embrasures: false,
            cleared: Vec::new(),
            built: false,
        });
        self
    }

    /// The newest linear object, to change what is to be otherwise.
    pub fn last_line(&mut self) -> Option<&mut Line> {
        self.ground.lines.last_mut()
    }
}

fn points(p: &[At]) -> Vec<V2> {
    p.iter().map(|(x, y)| v2(*x, *y)).collect()
}

fn line(p: &[At]) -> Polyline {
    Polyline::new(points(p))
}

fn polygon(p: &[At]) -> Area {
    Area::new(&points(p)).unwrap_or_else(|e| panic!("a drill draws a piece of ground that is none: {e}"))
}
