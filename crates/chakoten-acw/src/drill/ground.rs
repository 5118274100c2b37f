//! The ground of a drill.

use super::Drill;
use crate::ground::{Bridge, Building, HillStep, Line, LineKind, Patch, PatchKind, Road};
use crate::raising;
use table::{Area, Base, Polyline, V2, v2};

impl Drill {
    /// A piece of ground with this outline.
    pub fn patch(&mut self, kind: PatchKind, name: &str, outline: &[(f64, f64)]) -> &mut Drill {
        let area = polygon(outline);
        self.ground.patches.push(Patch { name: name.into(), kind, area });
        self
    }

    /// A rectangular piece of ground from its south-west to its north-east corner.
    pub fn square(&mut self, kind: PatchKind, name: &str, from: (f64, f64), to: (f64, f64)) -> &mut Drill {
        self.patch(kind, name, &[from, (to.0, from.1), to, (from.0, to.1)])
    }

    /// A rectangular hill step.
    pub fn hill(&mut self, name: &str, level: u8, from: (f64, f64), to: (f64, f64)) -> &mut Drill {
        let area = polygon(&[from, (to.0, from.1), to, (from.0, to.1)]);
        self.ground.hills.push(HillStep { name: name.into(), level, area, crest: None });
        self
    }

    /// Draws the crest line of the newest hill step.
    pub fn crest(&mut self, points: &[(f64, f64)]) -> &mut Drill {
        if let Some(h) = self.ground.hills.last_mut() {
            h.crest = Some(line(points));
        }
        self
    }

    pub fn road(&mut self, name: &str, points: &[(f64, f64)], width: f64) -> &mut Drill {
        self.ground.roads.push(Road { name: name.into(), path: line(points), width });
        self
    }

    /// A bridge, ford or causeway from its south-west to its north-east corner.
    pub fn bridge(&mut self, name: &str, from: (f64, f64), to: (f64, f64)) -> &mut Drill {
        let rect = table::Rect::upright(v2(from.0, from.1), v2(to.0, to.1));
        self.ground.bridges.push(Bridge { name: name.into(), rect });
        self
    }

    /// A building by its south-west and north-east corner.
    pub fn building(&mut self, name: &str, stone: bool, from: (f64, f64), to: (f64, f64)) -> &mut Drill {
        let (obstacle, cover) = raising::building_values(stone);
        let base = Base {
            front: v2((from.0 + to.0) / 2.0, to.1),
            dir: v2(0.0, 1.0),
            width: to.0 - from.0,
            depth: to.1 - from.1,
        };
        self.ground.buildings.push(Building { name: name.into(), base, stone, obstacle, cover });
        self
    }

    /// A linear object with its usual values and no depth.
    pub fn line(&mut self, kind: LineKind, name: &str, points: &[(f64, f64)]) -> &mut Drill {
        let (obstacle, cover) = raising::line_values(kind);
        self.ground.lines.push(Line {
            name: name.into(),
            kind,
            path: line(points),
            depth: 0.0,
            obstacle,
            cover,
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

fn points(p: &[(f64, f64)]) -> Vec<V2> {
    p.iter().map(|(x, y)| v2(*x, *y)).collect()
}

fn line(p: &[(f64, f64)]) -> Polyline {
    Polyline::new(points(p))
}

fn polygon(p: &[(f64, f64)]) -> Area {
    Area::new(&points(p)).unwrap_or_else(|e| panic!("a drill draws a piece of ground that is none: {e}"))
}
