//! Weather by season, how far one sees, and what one sees over (4.4 to 4.6).

use crate::clause;
use crate::terrain::{Cover, Obstacle, Season, Terrain, Weather};
use muster::{BAD_TABLES as BAD, Tables, num, whole};
use umpire::{Cell, Clause};

/// A row of the weather table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// The span of totals by season; `None` where the season has no such weather.
    spans: [Option<(i32, i32)>; 3],
    weather: Weather,
    windy: bool,
}

/// What stands in the way and may be seen over (4.6.f, 4.6.g).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// With so many storeys, one or two.
    Building(u8),
    Wood,
    /// A hill with so many contours.
    Hill(u8),
}

/// Tables of chapter 4.
#[derive(Clone, Debug)]
pub struct WeatherTables {
    rows: Vec<Row>,
    /// Open ground, scrub, light wood, dense wood: fine, rain or snow, fog. `None` is unlimited.
    sight: [[Option<f64>; 3]; 4],
    /// Contours by which one must be higher: a one-storey building, a two-storey building, a wood, a hill.
    over: [u8; 4],
    /// Blind ground: each storey, a wood, each contour.
    blind: [f64; 3],
    /// In and into the smoke of a burning building (4.6.e).
    pub burning: f64,
    /// Behind a hedge, fence or wall one is noticed as far as this without moving or firing (4.7.a).
    pub behind_line: f64,
    /// So near the edge of a wood one is seen from outside when moving or firing (4.6.c.2).
    pub wood_edge: f64,
}

/// From and to, of a cell such as 10+, 6-9, <=3 or 5.
fn span(c: &Cell) -> Option<(i32, i32)> {
    if let Some(n) = whole(c) {
        return Some((n as i32, n as i32));
    }
    let t = c.text()?;
    if let Some(n) = t.strip_suffix('+') {
        return Some((n.parse().ok()?, i32::MAX));
    }
    if let Some(n) = t.strip_prefix("<=") {
        return Some((i32::MIN, n.parse().ok()?));
    }
    let (a, b) = t.split_once('-')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

impl WeatherTables {
    pub(super) fn read(t: &Tables) -> WeatherTables {
        let row = |r: &Vec<Cell>| Row {
            spans: [span(&r[0]), span(&r[1]), span(&r[2])],
            weather: match r[3].text() {
                Some("fine") => Weather::Fine,
                Some("rain") => Weather::Rain,
                Some("fog") => Weather::Fog,
                Some("snow") => Weather::Snow,
                _ => panic!("{BAD}"),
            },
            windy: r[4].text() == Some("windy"),
        };
        let sight = |name: &str| {
            ["fine", "rain or snow", "fog"].map(|c| t.number_if("visibility", &[name], c).expect(BAD))
        };
        let over = |name: &str| {
            t.number("see-over", &[name], "contours the observer must be higher").expect(BAD) as u8
        };
        let blind = |name: &str| {
            let text = t.text("see-over", &[name], "blind zone behind in cm").expect(BAD);
            let first = text.split(' ').next().map(|n| Cell::Text(n.into()));
            first.as_ref().and_then(num).expect(BAD)
        };
        WeatherTables {
            rows: t.table("weather").rows.iter().map(row).collect(),
            sight: ["open ground", "scrub", "light wood", "dense wood"].map(sight),
            over: ["single-storey building", "two-storey building", "wood", "hill"].map(over),
            blind: ["single-storey building", "wood", "hill"].map(blind),
            burning: 5.0,
            behind_line: 25.0,
            wood_edge: 4.0,
        }
    }

    /// The weather of a total in a season, and whether it is windy (4.4.b).
    pub fn weather(&self, season: Season, total: i32) -> (Weather, bool) {
        let n = season as usize;
        let holds = |r: &&Row| r.spans[n].is_some_and(|(from, to)| (from..=to).contains(&total));
        let row = self.rows.iter().find(holds).expect(BAD);
        (row.weather, row.windy)
    }

    /// How far one sees in such ground; `None` is as far as the table reaches (4.6.a).
    pub fn sight(&self, ground: Terrain, weather: Weather) -> Option<f64> {
        let row = match ground {
            Terrain::Scrub => 1,
            Terrain::LightWood | Terrain::Orchard => 2,
            Terrain::DenseWood => 3,
            _ => 0,
        };
        let column = match weather {
            Weather::Fine => 0,
            Weather::Rain | Weather::Snow => 1,
            Weather::Fog => 2,
        };
        self.sight[row][column]
    }

    /// How far one sees into or through battle smoke: as in fog, and in fog half of that (4.6.d.2).
    pub fn smoke(&self, ground: Terrain, weather: Weather) -> f64 {
        let fog = self.sight(ground, Weather::Fog).expect(BAD);
        if weather == Weather::Fog { fog / 2.0 } else { fog }
    }

    /// Contours by which one must be higher than what it stands on to see over it; of a hill, than its top (4.6.f).
    pub fn see_over(&self, what: Feature) -> u8 {
        match what {
            Feature::Building(0 | 1) => self.over[0],
            Feature::Building(_) => self.over[1],
            Feature::Wood => self.over[2],
            Feature::Hill(_) => self.over[3],
        }
    }

    /// Blind ground behind it in cm, by the contours of height beyond the least (4.6.g).
    pub fn blind(&self, what: Feature, beyond: u8) -> f64 {
        let deep = match what {
            Feature::Building(storeys) => self.blind[0] * f64::from(storeys.max(1)),
            Feature::Wood => self.blind[1],
            Feature::Hill(contours) => self.blind[2] * f64::from(contours),
        };
        (deep - f64::from(beyond)).max(0.0)
    }
}

/// What an area protects those inside with (4.3).
pub fn cover_in(ground: Terrain) -> Cover {
    match ground {
        Terrain::DenseWood => Cover::Hard,
        Terrain::LightWood | Terrain::Orchard => Cover::Soft,
        _ => Cover::None,
    }
}

/// What a linear obstacle protects those behind it with, on foot or mounted (4.3, 4.3.note.i, 4.3.note.ii).
pub fn cover_behind(o: Obstacle, mounted: bool) -> Cover {
    match o {
        Obstacle::Wall if mounted => Cover::Soft,
        Obstacle::Wall => Cover::Hard,
        Obstacle::Ditch if mounted => Cover::None,
        Obstacle::Ditch => Cover::Hard,
        Obstacle::Hedge | Obstacle::Fence => Cover::Soft,
        Obstacle::Stream => Cover::None,
    }
}

/// By which clause an area is cover.
pub fn in_law(ground: Terrain) -> Clause {
    if cover_in(ground) == Cover::Hard { clause!("4.3.a") } else { clause!("4.3.b") }
}

/// By which clause a linear obstacle is cover.
pub fn behind_law(o: Obstacle, mounted: bool) -> Clause {
    match o {
        Obstacle::Wall if mounted => clause!("4.3.note.ii"),
        Obstacle::Wall => clause!("4.3.a"),
        Obstacle::Ditch => clause!("4.3.note.i"),
        _ => clause!("4.3.b"),
    }
}
