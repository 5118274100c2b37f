//! Scenarios: what the organiser writes (01.05), read and checked by the book, and the field it musters.

mod army;
mod check;
pub mod generate;
mod ground;
mod task;

pub use task::{Task, TaskKind, When};

use self::army::{Raised, raise};
use crate::field::{Edge, Field, Special};
use crate::troop::Nation;
use crate::unit::Side;
use crate::{book, clause, reading, say};
use muster::{
    Called, Facing, Format, Found, Head, MOST_TURNS, Mistake, Report, Section, Sheet, SideHead, Tab,
};
use std::sync::Arc;
use words::Message;

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("two-brigades", include_str!("../../../../scenarios/chakoten-acw/two-brigades.toml")),
    ("fortified-ridge", include_str!("../../../../scenarios/chakoten-acw/fortified-ridge.toml")),
    ("raid-on-the-train", include_str!("../../../../scenarios/chakoten-acw/raid-on-the-train.toml")),
];

/// Cm: the least and the greatest side of a table.
const SIDES: [f64; 2] = [40.0, 2000.0];

/// Every table of a scenario with its keys; the reference in `docs/scenarios-chakoten.md` lists the same.
pub static FORMAT: Format = Format {
    book: book::ID,
    unit: Called::Code("cm"),
    facing: Facing::North,
    sections: &[
        Section::named(
            "scenario",
            || say!("a-scenario"),
            &[
                "book", "title", "period", "climate", "briefing", "umpire", "turns", "table", "readings",
                "rules", "ground", "side",
            ],
        ),
        Section::new("table", "[table]", &["width", "depth"]),
        Section::new("rules", "[rules]", &["free_staffs"]),
        Section::new("ground", "[ground]", &["area", "hill", "road", "bridge", "building", "line"]),
        Section::new("ground.area", "[[ground.area]]", &["kind", "name", "outline", "oval", "path", "width"]),
        Section::new("ground.hill", "[[ground.hill]]", &["name", "step"]),
        Section::new("ground.hill.step", "[[ground.hill.step]]", &["outline", "oval", "crest"]),
        Section::new("ground.road", "[[ground.road]]", &["name", "path", "width"]),
        Section::new("ground.bridge", "[[ground.bridge]]", &["name", "x", "y", "length", "width", "bearing"]),
        Section::new(
            "ground.building",
            "[[ground.building]]",
            &["name", "x", "y", "width", "depth", "bearing", "stone"],
        ),
        Section::new(
            "ground.line",
            "[[ground.line]]",
            &["kind", "name", "path", "depth", "obstacle", "cover"],
        ),
        Section::named("oval", || say!("an-oval"), &["x", "y", "length", "width", "bearing"]),
        Section::named(
            "side",
            || say!("a-side"),
            &["name", "nation", "edge", "briefing", "exits", "chevaux", "command", "task"],
        ),
        Section::new(
            "command",
            "[[side.command]]",
            &["code", "name", "level", "under", "general", "orderlies", "valour", "weapon", "unit"],
        ),
        Section::named(
            "general",
            || say!("a-general"),
            &["name", "code", "with", "x", "y", "facing", "arrives"],
        ),
        Section::named(
            "unit",
            || say!("a-unit"),
            &[
                "code",
                "name",
                "arm",
                "size",
                "figures",
                "company",
                "valour",
                "weapon",
                "gun",
                "guns",
                "horse",
                "mounted",
                "formation",
                "front",
                "gap",
                "x",
                "y",
                "facing",
                "inside",
                "in_march",
                "ammunition",
                "rounds",
                "arrives",
                "edge",
                "at",
            ],
        ),
        Section::new("rounds", "rounds", &["shell", "round_shot", "canister"]),
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

/// A battle to be fought, read and checked.
///
/// ```
/// use chakoten_acw::scenario;
/// let (name, text) = scenario::SHIPPED[0];
/// let s = scenario::read(name, text).unwrap();
/// let f = s.muster();
/// assert!(f.present().count() >= 30);
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    pub head: Head,
    /// When it is fought, and whatever the climate means for it (01.05.1).
    pub period: String,
    pub climate: String,
    pub turns: u32,
    pub sides: [SideSpec; 2],
    pub tasks: Vec<Task>,
    /// As it stands before the first turn.
    field: Field,
}

/// A side as the scenario names it.
#[derive(Clone, Debug, PartialEq)]
pub struct SideSpec {
    pub name: String,
    pub nation: Nation,
    /// Figures of infantry, cavalry and gunners at the start, reserves included.
    pub strength: u32,
}

impl Scenario {
    /// A scenario about nothing but a field.
    pub fn drill(field: &Field) -> Scenario {
        let side = |name: &str, nation| SideSpec { name: name.into(), nation, strength: 0 };
        Scenario {
            head: Head { title: "Drill".into(), ..Head::default() },
            period: String::new(),
            climate: String::new(),
            turns: 0,
            sides: [side("A", Nation::Union), side("B", Nation::Confederate)],
            tasks: Vec::new(),
            field: field.clone(),
        }
    }

    /// The field before the first turn.
    pub fn muster(&self) -> Field {
        self.field.clone()
    }

    pub fn side(&self, s: Side) -> &SideSpec {
        &self.sides[s.index()]
    }
}

/// Reads a scenario and checks it by the book. Every mistake is reported, not only the first.
pub fn read(file: &str, text: &str) -> Result<Scenario, Report> {
    FORMAT.read(file, text, scenario)
}

fn scenario(s: &mut Sheet, root: &Tab<'_>) -> Option<Scenario> {
    // What the organiser issues: the period, the situation and how long there is.
    s.under(
        || clause!("01.05.1"),
        |s| {
            s.need(root, "period", || say!("right-period"));
            s.need(root, "briefing", || say!("right-briefing"));
        },
    );
    s.under(|| clause!("play.victory"), |s| s.need(root, "turns", || say!("right-turns")));
    let mut head = s.head(root);
    let [period, climate] = ["period", "climate"].map(|key| s.text_or_none(root, key).trim().to_string());
    let turns = s.whole(root, "turns", [1, MOST_TURNS]).map_or(1, |(n, _)| n as u32);
    // Changes that hold for this battle alone.
    let readings = s.under(|| clause!("01.05.3"), |s| s.readings(root, &book::text().readings));
    let free_staffs = s.table(root, "rules").is_some_and(|t| s.flag(&t, "free_staffs"));
    s.need(root, "table", || say!("right-table"));
    let size = |s: &mut Sheet, t: &Tab<'_>| s.under(|| clause!("01.01.3.a"), |s| s.table_size(t, SIDES));
    let [width, depth] = s.table(root, "table").map_or([0.0; 2], |t| size(s, &t));
    let sound_table = s.is_clean() || (width >= SIDES[0] && depth >= SIDES[0]);
    let ground = Arc::new(ground::read(s, root, width, depth));

    let tabs = s.sides(root, "side");
    let mut raised = Raised::new(free_staffs);
    let mut special = Special::default();
    let mut sides = Vec::new();
    let mut edges = Vec::new();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        let (own, nation, edge) = one_side(s, t, side, &mut special);
        raise(s, t, side, nation, &ground, &mut raised);
        sides.push(SideSpec { name: own.name.clone(), nation, strength: 0 });
        head.sides.push(own);
        edges.push(edge);
    }
    let [mut a, mut b]: [SideSpec; 2] = sides.try_into().ok()?;
    if let [Some(a), Some((b, at))] = &edges[..] {
        if a.0 == *b {
            s.push(
                Mistake::new(at.clone(), say!("both-sides-same-edge"))
                    .right(say!("give-each-side-edge-own"))
                    .by(clause!("play.edge")),
            );
        }
    }
    let edge = |i: usize, or: Edge| edges[i].as_ref().map_or(or, |e| e.0);
    if readings.is(reading!("list-order", "codes")) {
        raised.in_order();
    }
    raised.place_staff(s);
    let mut field = Field {
        lines: ground.lines.clone(),
        ground,
        works: Vec::new(),
        units: std::mem::take(&mut raised.units),
        staff: std::mem::take(&mut raised.staff),
        commands: std::mem::take(&mut raised.commands),
        edges: [edge(0, Edge::South), edge(1, Edge::North)],
        turn: 0,
        readings,
        guns_taken: [0, 0],
        special,
        arrivals: std::mem::take(&mut raised.arrivals),
        tasks: Vec::new(),
    };
    field.arrivals.sort();
    if sound_table {
        check::standing(s, &field, &raised);
    }
    let tasks: Vec<Task> =
        tabs.iter().zip(Side::BOTH).flat_map(|(t, side)| s.tasks(t, side, &field, turns)).collect();
    field.tasks = vec![None; tasks.len()];
    a.strength = field.original(Side::A);
    b.strength = field.original(Side::B);
    Some(Scenario { head, period, climate, turns, sides: [a, b], tasks, field })
}

fn one_side(
    s: &mut Sheet,
    t: &Tab<'_>,
    side: Side,
    special: &mut Special,
) -> (SideHead, Nation, Found<Edge>) {
    let head = s.side_head(t, "Union");
    let nations = [("union", Nation::Union), ("confederate", Nation::Confederate)];
    s.need(t, "nation", || say!("right-nation"));
    let nation = s.word(t, "nation", &nations).map_or(Nation::Union, |(n, _)| n);
    s.under(|| clause!("play.edge"), |s| s.need(t, "edge", || say!("right-own-edge")));
    let edge = s.word_of(t, "edge", &Edge::ALL);
    special.exits[side.index()] = s.under(|| clause!("01.05.3"), |s| s.edges(t, "exits"));
    if let Some((n, at)) = s.number(t, "chevaux") {
        if (0.0..=1000.0).contains(&n) {
            special.chevaux[side.index()] = n;
        } else {
            s.push(
                Mistake::new(at, say!("material-cm-chevaux-de-frise", n))
                    .right(say!("from-to-cm", least = 0, most = 1000))
                    .by(clause!("10.05.1")),
            );
        }
    }
    (head, nation, edge)
}

/// What a scenario holds, in a few lines: its title, the sides, the table.
pub fn describe(file: &str, text: &str) -> Result<Vec<Message>, Report> {
    let s = read(file, text)?;
    let mut lines = vec![Message::verbatim(s.head.title.clone())];
    for side in Side::BOTH {
        let units = s.field.units.iter().filter(|u| u.side == side).count();
        let own = s.side(side);
        lines.push(say!("side-holds", side, name = &own.name, units, figures = own.strength));
    }
    let g = &s.field.ground;
    let (width, depth) = (words::whole(g.width), words::whole(g.depth));
    lines.push(say!("table-and-turns", width, depth, turns = s.turns));
    Ok(lines)
}
