use crate::{V2, v2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    South,
    West,
    North,
    East,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::South, Edge::West, Edge::North, Edge::East];

    /// The direction from the table to the edge.
    pub fn outward(self) -> V2 {
        match self {
            Edge::South => v2(0.0, -1.0),
            Edge::West => v2(-1.0, 0.0),
            Edge::North => v2(0.0, 1.0),
            Edge::East => v2(1.0, 0.0),
        }
    }

    /// The place so far along the edge, from the west or south, of a table of this width and depth.
    pub fn point(self, [width, depth]: [f64; 2], along: f64) -> V2 {
        match self {
            Edge::South => v2(along, 0.0),
            Edge::North => v2(along, depth),
            Edge::West => v2(0.0, along),
            Edge::East => v2(width, along),
        }
    }

    /// The edge that a place is nearest to.
    pub fn nearest([width, depth]: [f64; 2], p: V2) -> Edge {
        let off = |e: Edge| match e {
            Edge::South => p.y,
            Edge::West => p.x,
            Edge::North => depth - p.y,
            Edge::East => width - p.x,
        };
        Edge::ALL.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(Edge::South)
    }
}
