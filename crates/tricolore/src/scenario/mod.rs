//! Scenarios: the battle as it is written down, read and checked by the book, and the field that it musters.

mod army;
mod check;
mod describe;
pub mod generate;
mod ground;
mod task;

pub use describe::describe;
pub use task::Task;

use self::army::{Raised, raise};
use crate::book::nations::{Date, Nation};
use crate::book::{self, SheetRef};
use crate::command::BodyId;
use crate::field::BridgeState;
use crate::field::{Field, RedoubtState, Weather, ZoneState};
use crate::unit::{Side, UnitId};
use crate::{clause, say};
use muster::{Called, Facing, Format, Head, MOST_TURNS, Mistake, Report, Section, Sheet, SideHead, Tab};
use std::sync::Arc;
use table::{Edge, V2};

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("divisions-meet", include_str!("../../../../scenarios/tricolore/divisions-meet.toml")),
    ("corps-at-the-river", include_str!("../../../../scenarios/tricolore/corps-at-the-river.toml")),
    ("two-corps-a-side", include_str!("../../../../scenarios/tricolore/two-corps-a-side.toml")),
];

/// Metres: the least and the greatest side of a table.
const SIDES: [f64; 2] = [400.0, 20_000.0];
/// Rounds of a battle of which nothing is said: four hours (play.victory).
const USUAL_ROUNDS: u32 = 12;
/// Special rules in words that a scenario may have.
const MOST_RULES: usize = 20;

/// Every table of a scenario with its keys; the reference in `docs/scenarios-tricolore.md` lists the same.
pub static FORMAT: Format = Format {
    book: book::ID,
    unit: Called::Code("m"),
    facing: Facing::North,
    sections: &[
        Section::named(
            "scenario",
            || say!("a-scenario"),
            &[
                "book", "title", "date", "time", "place", "briefing", "umpire", "weather", "mud", "rounds",
                "table", "readings", "rules", "ground", "melee", "side", "sheet",
            ],
        ),
        muster::IN_SCENARIO[0],
        muster::IN_SCENARIO[1],
        Section::new("table", "[table]", &["width", "depth"]),
        Section::new("rules", "[rules]", &["says", "open_values", "small_action"]),
        Section::new("ground", "[ground]", &["area", "hill", "road", "line", "bridge", "town", "redoubt"]),
        Section::new("ground.area", "[[ground.area]]", &["kind", "name", "outline", "oval", "path", "width"]),
        Section::new("ground.hill", "[[ground.hill]]", &["name", "step"]),
        Section::new("ground.hill.step", "[[ground.hill.step]]", &["outline", "oval", "crest"]),
        Section::new("ground.road", "[[ground.road]]", &["name", "path", "lanes", "cobbled"]),
        Section::new("ground.line", "[[ground.line]]", &["kind", "name", "path", "width", "low_water"]),
        Section::new(
            "ground.bridge",
            "[[ground.bridge]]",
            &["kind", "name", "x", "y", "length", "bearing", "lanes"],
        ),
        Section::new(
            "ground.town",
            "[[ground.town]]",
            &["name", "x", "y", "width", "depth", "bearing", "capacity", "cover", "fortress", "attacker"],
        ),
        Section::new(
            "ground.redoubt",
            "[[ground.redoubt]]",
            &["name", "side", "x", "y", "width", "depth", "facing", "cover", "guns", "infantry", "cavalry"],
        ),
        Section::named("oval", || say!("an-oval"), &["x", "y", "length", "width", "bearing"]),
        Section::new("melee", "[[melee]]", &["attacker", "defender"]),
        Section::named(
            "side",
            || say!("a-side"),
            &["name", "nation", "linear", "edge", "briefing", "exits", "body", "task"],
        ),
        Section::new(
            "body",
            "[[side.body]]",
            &[
                "code",
                "name",
                "level",
                "under",
                "command",
                "detached",
                "reserve",
                "morale",
                "officer",
                "train",
                "artillery_chief",
                "order",
                "route",
                "arrives",
                "edge",
                "at",
                "entry",
                "quality",
                "unit",
            ],
        ),
        Section::named(
            "officer",
            || say!("an-officer"),
            &[
                "name",
                "code",
                "ability",
                "radius",
                "order_bonus",
                "points",
                "bonus_points",
                "stars",
                "initiative",
                "sequence",
                "morale",
                "chief",
                "x",
                "y",
                "facing",
                "with",
            ],
        ),
        Section::named(
            "train",
            || say!("a-train"),
            &["name", "code", "ability", "wagons", "x", "y", "facing"],
        ),
        Section::named(
            "artillery_chief",
            || say!("an-artillery-chief"),
            &["name", "code", "ability", "most_guns"],
        ),
        Section::named(
            "unit",
            || say!("a-unit"),
            &[
                "code",
                "name",
                "arm",
                "bases",
                "quality",
                "melee",
                "training",
                "skirmish",
                "officer",
                "morale",
                "irregular",
                "weight",
                "calibre",
                "horse",
                "battalion_gun",
                "linear",
                "reserve",
                "formation",
                "front",
                "town",
                "redoubt",
                "u",
                "lost",
                "marked",
                "x",
                "y",
                "facing",
            ],
        ),
        Section::named(
            "task",
            || say!("a-task"),
            &[
                "task", "points", "ground", "place", "within", "turn", "by", "units", "percent", "guns",
                "edge", "each",
            ],
        ),
    ],
};

/// A command that has yet to come (play.arrival).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    pub round: u32,
    pub body: BodyId,
    /// Where on the edge, and the way in.
    pub at: V2,
    pub dir: V2,
    /// It may come on a manoeuvre order in any formation.
    pub manoeuvre: bool,
}

/// A side as the scenario names it.
#[derive(Clone, Debug, PartialEq)]
pub struct SideSpec {
    pub name: String,
    pub nation: Nation,
    /// By linear tactics (linear.1).
    pub linear: bool,
    /// Its light cavalry and irregulars as well (linear.3).
    pub light_too: bool,
    pub edge: Edge,
    /// Edges by which its units may leave.
    pub exits: Vec<Edge>,
}

/// A battle to be fought, read and checked.
///
/// ```
/// use tricolore::scenario;
/// let (name, text) = scenario::SHIPPED[0];
/// let s = scenario::read(name, text).unwrap();
/// assert!(s.muster().present().count() >= 30);
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    pub head: Head,
    pub date: Date,
    /// The hour at which the first round begins.
    pub time: String,
    pub place: String,
    /// Special rules of this game in words.
    pub rules: Vec<String>,
    /// The battle ends after so many rounds (play.victory).
    pub rounds: u32,
    /// The values on the rosters are open to both sides (play.hidden).
    pub open_values: bool,
    pub sides: [SideSpec; 2],
    pub tasks: Vec<Task>,
    /// In the order of their rounds.
    pub arrivals: Vec<Arrival>,
    /// Formations that never break a corps' integrity (corps-integrity.2).
    pub reserves: Vec<BodyId>,
    /// As it stands before the first round.
    field: Field,
}

impl Scenario {
    /// The field before the first round.
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

/// The same, to be played by a sheet of an owner.
pub fn read_by(file: &str, text: &str, sheet: &SheetRef) -> Result<Scenario, Report> {
    FORMAT.read(file, text, |s, root| scenario(s, root, sheet))
}

const WEATHERS: [(&str, Weather); 3] =
    [("fair", Weather::Fair), ("fog", Weather::Fog), ("rain", Weather::Rain)];

fn scenario(s: &mut Sheet, root: &Tab<'_>, sheet: &SheetRef) -> Option<Scenario> {
    let mut head = s.head(root);
    let own = muster::sheet_inside::<book::Sheet>(s, root);
    let sheet = &own.map_or_else(|| sheet.clone(), SheetRef::from);
    s.need(root, "date", || say!("right-date"));
    let date = date(s, root);
    let time = s.text_or_none(root, "time").trim().to_string();
    let place = s.text_or_none(root, "place").trim().to_string();
    let rounds = s.under(|| clause!("play.victory"), |s| s.whole(root, "rounds", [1, MOST_TURNS]));
    let rounds = rounds.map_or(USUAL_ROUNDS, |(n, _)| n as u32);
    let weather = s.word(root, "weather", &WEATHERS).map_or(Weather::Fair, |(w, _)| w);
    let mud = s.flag(root, "mud");
    let readings = s.readings(root, &book::text().readings);
    let (mut rules, mut open_values, mut small) = (Vec::new(), false, false);
    if let Some(t) = s.table(root, "rules") {
        let wrong = |at| Mistake::new(at, say!("rules-are-texts")).right(say!("right-rules"));
        rules = s.texts(&t, "says", wrong).unwrap_or_default().into_iter().map(|(x, _)| x).collect();
        if rules.len() > MOST_RULES {
            let wrong = Mistake::new(t.at_key("says"), say!("too-many-rules"));
            s.push(wrong.right(say!("at-most", most = MOST_RULES)));
        }
        open_values = s.flag(&t, "open_values");
        small = s.flag(&t, "small_action");
    }
    s.need(root, "table", || say!("right-table"));
    let [width, depth] = s
        .table(root, "table")
        .map_or([0.0; 2], |t| s.under(|| clause!("play.setup"), |s| s.table_size(&t, SIDES)));
    let sound_table = width >= SIDES[0] && depth >= SIDES[0];
    let (ground, attackers) = ground::read(s, root, width, depth);
    let ground = Arc::new(ground);

    let tabs = s.sides(root, "side");
    let mut raised = Raised::new(small, ground.clone(), sheet.clone());
    let mut sides = Vec::new();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        let (own, spec) = one_side(s, t, side, date, &readings);
        raise(s, t, side, &spec, &mut raised);
        sides.push(spec);
        head.sides.push(own);
    }
    let sides: [SideSpec; 2] = sides.try_into().ok()?;
    if sides[0].edge == sides[1].edge && s.is_clean() {
        let wrong = Mistake::new(tabs[1].at_key("edge"), say!("both-sides-same-edge"));
        s.push(wrong.right(say!("give-each-side-edge-own")).by(clause!("play.setup")));
    }
    let mut zones: Vec<ZoneState> = ground.zones.iter().map(|z| ZoneState::new(z.cover)).collect();
    for (z, a) in zones.iter_mut().zip(&attackers) {
        z.fight = *a;
    }
    let open_values = open_values || readings.is(crate::reading!("rosters", "open"));
    let mut field = Field {
        redoubts: ground.redoubts.iter().map(|r| RedoubtState { cover: r.cover, gone: false }).collect(),
        bridges: ground
            .bridges
            .iter()
            .map(|b| BridgeState { bridge: b.clone(), prepared: None, gone: false })
            .collect(),
        zones,
        ground,
        sheet: sheet.clone(),
        readings,
        weather,
        mud,
        units: std::mem::take(&mut raised.units).into(),
        officers: std::mem::take(&mut raised.officers),
        commands: std::mem::take(&mut raised.commands),
        bodies: std::mem::take(&mut raised.bodies),
        round: 0,
    };
    army::place(s, &mut field, &raised);
    army::melees(s, root, &mut field);
    if sound_table {
        check::standing(s, &mut field, &raised);
    }
    check::organised(s, &mut field, &raised);
    let mut tasks = Vec::new();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        let troops = field.units.iter().any(|u| u.side == side);
        if !troops && s.is_clean() {
            let wrong = Mistake::new(t.at(), say!("nobody-there")).right(say!("right-somebody-there"));
            s.push(wrong.by(clause!("play.setup")));
        }
        let exits = &sides[side.index()].exits;
        tasks.extend(s.under(|| clause!("play.victory"), |s| task::read(s, t, side, &field, exits, rounds)));
    }
    raised.arrivals.sort_by_key(|a| (a.round, a.body));
    Some(Scenario {
        head,
        date: date?,
        time,
        place,
        rules,
        rounds,
        open_values,
        sides,
        tasks,
        arrivals: raised.arrivals,
        reserves: raised.reserves,
        field,
    })
}

fn date(s: &mut Sheet, root: &Tab<'_>) -> Option<Date> {
    let (text, at) = s.text(root, "date")?;
    let date = Date::read(&text);
    if date.is_none() {
        s.push(Mistake::new(at, say!("no-such-day", text = muster::short(&text))).right(say!("right-date")));
    }
    date
}

fn one_side(
    s: &mut Sheet,
    t: &Tab<'_>,
    side: Side,
    date: Option<Date>,
    readings: &umpire::Readings,
) -> (SideHead, SideSpec) {
    let head = s.side_head(t, "The French");
    s.need(t, "nation", || say!("right-nation"));
    let nation = s.under(|| clause!("linear.1"), |s| s.word_of(t, "nation", &Nation::ALL));
    let nation = nation.map_or(Nation::Other, |(n, _)| n);
    s.need(t, "edge", || say!("right-own-edge"));
    let usual = if side == Side::A { Edge::South } else { Edge::North };
    let edge = s.word_of(t, "edge", &Edge::ALL).map_or(usual, |(e, _)| e);
    let inclusive = !readings.is(crate::reading!("linear-until", "year-before"));
    let by_table = book::nations::linear(nation, date.map_or(1815, |d| d.year), inclusive).0;
    let linear = s.truth(t, "linear").unwrap_or(by_table);
    let light_too = readings.is(crate::reading!("linear-exempt", "all"));
    let exits = s.edges(t, "exits");
    let name = head.name.clone();
    (head, SideSpec { name, nation, linear, light_too, edge, exits })
}

/// The unit of any side that has this code.
fn unit_of(f: &Field, code: &str) -> Option<UnitId> {
    f.units.iter().find(|u| *u.code == *code).map(|u| u.id)
}
