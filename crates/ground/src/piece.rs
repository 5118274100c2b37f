use serde::Serialize;
use table::{Area, Polyline, Rect, V2};

/// A piece of ground of a kind that the book names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Patch<K> {
    pub name: String,
    pub kind: K,
    pub area: Area,
}

/// One step of a hill, as much higher than the step on which it stands as the book says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HillStep {
    pub name: String,
    /// 1 for the lowest step.
    pub level: u8,
    pub area: Area,
    /// The crest line, if the scenario draws one.
    pub crest: Option<Polyline>,
}

/// A road.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Road {
    pub name: String,
    pub path: Polyline,
    pub width: f64,
}

/// A bridge, ford or causeway: it carries troops over what they could not cross, or only slowly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bridge {
    pub name: String,
    pub rect: Rect,
}

/// The highest step on which a place lies by such a test of areas (with or without their edges); 0 in the plain.
///
/// ```
/// use ground::{HillStep, holds, level};
/// use table::{Area, Rect, v2};
/// let step = |level, r| HillStep {
///     name: "The Knoll".into(),
///     level,
///     area: Area::rect(&Rect::upright(v2(r, r), v2(20.0 - r, 20.0 - r))).unwrap(),
///     crest: None,
/// };
/// let hills = [step(1, 0.0), step(2, 5.0)];
/// assert_eq!(level(&hills, |a| holds(a, v2(5.0, 10.0))), 2);
/// assert_eq!(level(&hills, |a| a.contains(v2(2.0, 10.0))), 1);
/// assert_eq!(level(&hills, |a| a.contains(v2(30.0, 10.0))), 0);
/// ```
pub fn level<'h>(hills: impl IntoIterator<Item = &'h HillStep>, on: impl Fn(&Area) -> bool) -> u8 {
    hills.into_iter().filter(|h| on(&h.area)).map(|h| h.level).max().unwrap_or(0)
}

/// Cheap: have two upright boxes no point in common?
pub fn apart((lo, hi): (V2, V2), (least, most): (V2, V2)) -> bool {
    lo.x > most.x || hi.x < least.x || lo.y > most.y || hi.y < least.y
}
