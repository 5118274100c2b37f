//! Scenarios: the battle as it is written down, read and checked by the book, and the field that it musters (chapter 9, play.setup).

mod army;
mod check;
mod describe;
pub mod generate;
mod ground;
mod task;

pub use describe::describe;
pub(crate) use task::middle;

use self::army::Raising;
use crate::army as armies;
use crate::army::list::YEARS;
use crate::army::raise::Terms;
use crate::book::{self, SheetRef};
use crate::field::{BuildingState, Field, Objective, Sky};
use crate::options::Options;
use crate::order::GameOrder;
use crate::terrain::{Season, Weather};
use crate::troop::Nation;
use crate::unit::{Fate, Side, UnitId};
use crate::{clause, reading, say};
use muster::{
    Called, Codes, Facing, Format, Head, MOST_TURNS, Mistake, Report, Roster, Section, Sheet, SideHead, Tab,
};
use std::sync::Arc;
use table::{Area, Edge, V2};

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("two-brigades", include_str!("../../../../scenarios/newbury-napoleonic/two-brigades.toml")),
    ("village-and-bridge", include_str!("../../../../scenarios/newbury-napoleonic/village-and-bridge.toml")),
    ("squares-and-sabres", include_str!("../../../../scenarios/newbury-napoleonic/squares-and-sabres.toml")),
    ("by-points", include_str!("../../../../scenarios/newbury-napoleonic/by-points.toml")),
];

/// Centimetres: the least and the greatest side of a table.
const SIDES: [f64; 2] = [40.0, 1000.0];
/// The table of which nothing is said (play.setup).
const USUAL: [f64; 2] = [200.0, 130.0];
/// Moves of a battle of which nothing is said (play.end).
const USUAL_MOVES: u32 = 12;
/// How deep a deployment area is of which nothing is said (play.setup).
const USUAL_DEPTH: f64 = 40.0;
/// Half of what lies between the sides by the other reading of it.
const HALF_BETWEEN: f64 = 30.0;

/// Every table of a scenario with its keys; the reference in `docs/scenarios-newbury.md` lists the same.
pub static FORMAT: Format = Format {
    book: book::ID,
    unit: Called::Code("cm"),
    facing: Facing::North,
    sections: &[
        Section::named(
            "scenario",
            || say!("a-scenario"),
            &[
                "book",
                "title",
                "date",
                "place",
                "briefing",
                "umpire",
                "moves",
                "hours",
                "table",
                "options",
                "readings",
                "weather",
                "ground",
                "objective",
                "side",
                "sheet",
            ],
        ),
        muster::IN_SCENARIO[0],
        muster::IN_SCENARIO[1],
        Section::new("table", "[table]", &["width", "depth"]),
        Section::new(
            "options",
            "[options]",
            &[
                "figures",
                "competition",
                "national",
                "crimea",
                "beasts",
                "losses_by_chance",
                "melee_dice",
                "straight_charges",
                "fewer_orders",
            ],
        ),
        Section::new("weather", "[weather]", &["season", "is", "wind", "rolled", "changes"]),
        Section::new("ground", "[ground]", &["area", "hill", "road", "line", "bridge", "building"]),
        Section::new("ground.area", "[[ground.area]]", &["kind", "name", "outline", "oval", "path", "width"]),
        Section::new("ground.hill", "[[ground.hill]]", &["name", "step"]),
        Section::new("ground.hill.step", "[[ground.hill.step]]", &["outline", "oval", "crest"]),
        Section::new("ground.road", "[[ground.road]]", &["name", "path", "width"]),
        Section::new("ground.line", "[[ground.line]]", &["kind", "name", "path"]),
        Section::new("ground.bridge", "[[ground.bridge]]", &["name", "x", "y", "length", "width", "bearing"]),
        Section::new(
            "ground.building",
            "[[ground.building]]",
            &["name", "x", "y", "width", "depth", "bearing", "storeys", "walls", "roof", "fortification"],
        ),
        Section::named("oval", || say!("an-oval"), &["x", "y", "length", "width", "bearing"]),
        Section::new("objective", "[[objective]]", &["name", "ground", "place", "within", "points"]),
        Section::named(
            "side",
            || say!("a-side"),
            &["name", "nation", "edge", "briefing", "area", "points", "commander", "brigade"],
        ),
        Section::new(
            "brigade",
            "[[side.brigade]]",
            &["code", "name", "general", "order", "arrives", "edge", "at", "unit"],
        ),
        Section::named("general", || say!("a-general"), &["name", "code", "x", "y", "facing", "with"]),
        Section::named("commander", || say!("a-general"), &["name", "code", "x", "y", "facing", "with"]),
        Section::named(
            "order",
            || say!("an-order"),
            &["task", "objective", "beside", "route", "targets", "supports", "double", "says"],
        ),
        Section::named(
            "unit",
            || say!("a-unit"),
            crate::army::unit_keys!(
                "formation",
                "ranks",
                "files",
                "building",
                "prone",
                "dismounted",
                "disorder",
                "lost",
                "order",
                "x",
                "y",
                "facing"
            ),
        ),
        Section::named(
            "detachment",
            || say!("a-detachment"),
            &[
                "code",
                "name",
                "of",
                "formation",
                "ranks",
                "files",
                "building",
                "prone",
                "dismounted",
                "disorder",
                "order",
                "x",
                "y",
                "facing",
            ],
        ),
    ],
};

/// Troops that have yet to come (play.arrivals).
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    pub turn: u32,
    pub units: Vec<UnitId>,
    /// Where on the edge, and the way in.
    pub at: V2,
    pub dir: V2,
}

/// A side as the scenario names it.
#[derive(Clone, Debug)]
pub struct SideSpec {
    pub name: String,
    pub nation: Nation,
    /// Its base line.
    pub edge: Edge,
    /// Where it deploys.
    pub area: Area,
    /// Its army with what it costs.
    pub roster: Roster,
}

/// A battle to be fought, read and checked.
///
/// ```
/// use newbury_napoleonic::scenario;
/// let (name, text) = scenario::SHIPPED[0];
/// let s = scenario::read(name, text).unwrap();
/// assert!(s.muster().present().count() >= 6);
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    pub head: Head,
    pub date: String,
    pub year: u16,
    pub place: String,
    /// The battle ends after so many moves (play.end).
    pub moves: u32,
    /// Hours of play that the organiser has fixed (9.time).
    pub hours: Option<f64>,
    /// The weather is rolled for before the battle (4.4.a).
    pub rolls_weather: bool,
    pub sides: [SideSpec; 2],
    /// In the order of their moves.
    pub arrivals: Vec<Arrival>,
    /// Game orders from the start, by the place of the unit (10.1.a).
    pub orders: Vec<Option<GameOrder>>,
    /// As it stands before the first move.
    field: Field,
}

impl Scenario {
    /// The field before the first move.
    pub fn muster(&self) -> Field {
        self.field.clone()
    }

    pub fn side(&self, s: Side) -> &SideSpec {
        &self.sides[s.index()]
    }
}

/// Reads a scenario and checks it by the book. Every mistake is reported, not only the first.
pub fn read(file: &str, text: &str) -> Result<Scenario, Report> {
    read_by(file, text, &SheetRef::default())
}

/// The same, to be played by an owner's tables of losses.
pub fn read_by(file: &str, text: &str, sheet: &SheetRef) -> Result<Scenario, Report> {
    FORMAT.read(file, text, |s, root| scenario(s, root, sheet))
}

const WEATHERS: [(&str, Weather); 4] =
    [("fine", Weather::Fine), ("rain", Weather::Rain), ("fog", Weather::Fog), ("snow", Weather::Snow)];
const SEASONS: [(&str, Season); 4] = [
    ("spring", Season::Summer),
    ("summer", Season::Summer),
    ("autumn", Season::Autumn),
    ("winter", Season::Winter),
];

fn scenario(s: &mut Sheet, root: &Tab<'_>, sheet: &SheetRef) -> Option<Scenario> {
    let mut head = s.head(root);
    let own = muster::sheet_inside(s, root).map(|own| muster::Played(Arc::new(own)));
    let options = armies::options(s, root);
    let (date, year) = date(s, root, &options);
    let place = s.text_or_none(root, "place").trim().to_string();
    let moves = s.under(|| clause!("9.1"), |s| s.whole(root, "moves", [1, MOST_TURNS]));
    let moves = moves.map_or(USUAL_MOVES, |(n, _)| n as u32);
    let hours = s.under(|| clause!("9.time"), |s| s.number(root, "hours")).map(|(n, _)| n);
    let readings = s.readings(root, &book::text().readings);
    let (sky, rolls_weather) = weather(s, root, &options);
    let [width, depth] = match s.table(root, "table") {
        Some(t) => s.under(|| clause!("9.1"), |s| s.table_size(&t, SIDES)),
        None => USUAL,
    };
    let sound = width >= SIDES[0] && depth >= SIDES[0];
    let ground = Arc::new(ground::read(s, root, width, depth));
    let objectives = task::read(s, root, &ground, &options);

    let tabs = s.sides(root, "side");
    let mut codes = Codes::default();
    let mut raising = Raising::new(ground.clone(), options);
    let mut sides = Vec::new();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        let (own, nation, edge) = side_head(s, t, side);
        let terms = Terms { nation, year, options, readings: readings.clone() };
        let army = armies::raise_army(s, t, &terms, &mut codes);
        let limit = s.under(|| clause!("9.2"), |s| s.whole(t, "points", [10, 1_000_000])).map(|(n, _)| n);
        let mut roster = armies::roster(&own.name, &terms, limit, &army);
        if limit.is_some() || options.competition {
            armies::limits(s, t, &terms, &mut roster);
        }
        raising.side(s, t, side, &army);
        let apart = readings.is(reading!("deployment", "apart"));
        let area = area(s, t, edge, [width, depth], apart);
        head.sides.push(own.clone());
        sides.extend(area.map(|area| SideSpec { name: own.name, nation, edge, area, roster }));
    }
    let sides: [SideSpec; 2] = sides.try_into().ok()?;
    if sides[0].edge == sides[1].edge && s.is_clean() {
        let wrong = Mistake::new(tabs[1].at_key("edge"), say!("both-sides-same-edge"));
        s.push(wrong.right(say!("give-each-side-edge-own")).by(clause!("play.setup")));
    }
    let mut field = Field {
        buildings: vec![BuildingState::default(); ground.buildings.len()],
        gaps: vec![Vec::new(); ground.lines.len()],
        ground,
        sheet: own.unwrap_or_else(|| sheet.clone()),
        readings,
        options,
        sky,
        units: std::mem::take(&mut raising.units).into(),
        generals: std::mem::take(&mut raising.generals),
        brigades: std::mem::take(&mut raising.brigades),
        objectives,
        abandoned: Vec::new(),
        edges: [sides[0].edge, sides[1].edge],
        turn: 0,
    };
    army::place(s, &mut field, &raising);
    let orders = army::orders(s, &field, &raising);
    if sound && s.is_clean() {
        check::standing(s, &mut field, &raising, &sides, year);
    }
    hide(&mut field);
    raising.arrivals.sort_by(|a, b| a.turn.cmp(&b.turn).then(a.units.cmp(&b.units)));
    Some(Scenario {
        head,
        date,
        year,
        place,
        moves,
        hours,
        rolls_weather,
        sides,
        arrivals: raising.arrivals,
        orders,
        field,
    })
}

/// The day, of which the year says which organisation the armies have (AI.8).
fn date(s: &mut Sheet, root: &Tab<'_>, o: &Options) -> (String, u16) {
    s.need(root, "date", || say!("right-date"));
    let Some((text, at)) = s.text(root, "date") else { return (String::new(), 1809) };
    let last = if o.crimea { 1858 } else { YEARS[1] };
    let year = text.get(..4).and_then(|y| y.parse::<u16>().ok());
    match year.filter(|y| (YEARS[0]..=last).contains(y)) {
        Some(y) => (text, y),
        None => {
            let wrong = Mistake::new(at, say!("no-such-day", text = muster::short(&text)));
            s.push(wrong.right(say!("right-date")).by(clause!("AI.8")));
            (text, 1809)
        }
    }
}

/// The weather: fine and windy where nothing is said and in competitions (4.4.a, 4.4.d).
fn weather(s: &mut Sheet, root: &Tab<'_>, o: &Options) -> (Sky, bool) {
    let mut sky = Sky::default();
    let Some(t) = s.table(root, "weather") else { return (sky, false) };
    if o.competition {
        let wrong = Mistake::new(t.at(), say!("weather-of-competitions"));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("4.4.d")));
        return (sky, false);
    }
    let rolled = s.flag(&t, "rolled");
    sky.season = s.word(&t, "season", &SEASONS).map_or(Season::Summer, |(x, _)| x);
    if rolled && !t.has("season") {
        s.under(|| clause!("4.4.a"), |s| s.need(&t, "season", || say!("right-season")));
    }
    if let Some((w, at)) = s.word(&t, "is", &WEATHERS) {
        sky.weather = w;
        if rolled {
            let wrong = Mistake::new(at, say!("weather-rolled-and-said"));
            s.push(wrong.right(say!("leave-it-out")).by(clause!("4.4.a")));
        }
    }
    if t.is_text("wind") {
        let calm = s.word(&t, "wind", &[("calm", ())]);
        if calm.is_some() {
            sky.wind = None;
        }
    } else if let Some((n, at)) = s.number(&t, "wind") {
        if (0.0..360.0).contains(&n) {
            sky.wind = Some(n);
        } else {
            s.push(
                Mistake::new(at, say!("no-such-wind", given = n))
                    .right(say!("right-wind"))
                    .by(clause!("4.4.a")),
            );
        }
    }
    sky.changes = s.flag(&t, "changes");
    (sky, rolled)
}

fn side_head(s: &mut Sheet, t: &Tab<'_>, side: Side) -> (SideHead, Nation, Edge) {
    let head = s.side_head(t, "The French");
    s.need(t, "nation", || say!("right-nation"));
    let nation = s.under(|| clause!("AI.1"), |s| s.word_of(t, "nation", &Nation::ALL));
    let nation = nation.map_or(Nation::Other, |(n, _)| n);
    let usual = if side == Side::A { Edge::South } else { Edge::North };
    let edge = s.word_of(t, "edge", &Edge::ALL).map_or(usual, |(e, _)| e);
    (head, nation, edge)
}

/// Where a side deploys: what the scenario draws, or 40 cm along its base line (play.setup).
fn area(s: &mut Sheet, t: &Tab<'_>, edge: Edge, [w, d]: [f64; 2], apart: bool) -> Option<Area> {
    let across = if matches!(edge, Edge::South | Edge::North) { d } else { w };
    let deep = if apart { (across / 2.0 - HALF_BETWEEN).max(1.0) } else { USUAL_DEPTH };
    let strip =
        |least: V2, most: V2| vec![least, V2 { x: most.x, y: least.y }, most, V2 { x: least.x, y: most.y }];
    let at = |x: f64, y: f64| V2 { x, y };
    let usual = match edge {
        Edge::South => strip(at(0.0, 0.0), at(w, deep.min(d))),
        Edge::North => strip(at(0.0, (d - deep).max(0.0)), at(w, d)),
        Edge::West => strip(at(0.0, 0.0), at(deep.min(w), d)),
        Edge::East => strip(at((w - deep).max(0.0), 0.0), at(w, d)),
    };
    let drawn = s.under(|| clause!("play.setup"), |s| s.points(t, "area", 3));
    let (corners, span) = drawn.map_or((usual, t.at()), |(p, span)| (p, span));
    match Area::new(&corners) {
        Ok(a) => Some(a),
        Err(e) => {
            s.push(Mistake::new(span, e.message()).right(say!("right-area")).by(clause!("play.setup")));
            None
        }
    }
}

/// Troops that no enemy has detected stay off the table (9.5).
fn hide(f: &mut Field) {
    let undetected: Vec<UnitId> =
        f.present().filter(|u| f.detected_by(u.side.other(), u.id).is_none()).map(|u| u.id).collect();
    for u in &mut f.units {
        if undetected.contains(&u.id) {
            u.fate = Fate::Hidden;
        } else if u.fate == Fate::OnTable {
            u.seen = true;
        }
    }
}

/// The objective of that name.
impl Field {
    pub fn objective(&self, name: &str) -> Option<&Objective> {
        self.objectives.iter().find(|o| o.name == name)
    }
}
