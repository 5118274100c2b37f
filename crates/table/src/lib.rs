//! The table: places, facings, bases, shapes of ground, distances, sweeps and a grid to find neighbours. No rule of any
//! book lives here. Lengths are plain `f64` in whatever unit the book measures in.
//!
//! Everything is computed with IEEE operations and [`libm`], so the same input gives the same bits on every machine.

mod area;
mod base;
mod edge;
mod grid;
mod meet;
mod motion;
mod near;
mod pairs;
mod pass;
mod path;
mod poly;
mod round;
mod shape;
#[path = "../../words/say.rs"]
pub mod speech;
mod strips;
mod vec2;

pub use area::{Area, AreaError, Spans};
pub use base::{Base, Pose, Rect};
pub use edge::Edge;
pub use grid::Grid;
pub use meet::{
    OVER, TOUCH, first_ahead, first_beyond, first_crossing, first_crossing_line, first_within, gap_at,
};
pub use motion::{Body, Motion, Moving};
pub use pairs::{Box2, Sweep};
pub use pass::{passage, passage_ellipse, passage_inside, passage_segment};
pub use path::Polyline;
pub use poly::{Poly, hull};
pub use round::Round;
pub use shape::{Ellipse, Span};
pub use strips::Strips;
pub use vec2::{V2, v2};

/// Rounding errors forgiven when lengths are compared exactly.
pub const EPS: f64 = 0.001;
