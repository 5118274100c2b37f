//! Scenarios: the brief that is written before every game (01.01), read and checked by the book, and the field it musters.

mod army;
mod check;
mod craft;
mod describe;
pub mod generate;
mod ground;
mod task;

pub use describe::describe;
pub use task::{Task, TaskKind, When};

use self::army::{Raised, raise};
use crate::book::nations::{Date, NATIONS};
use crate::field::{Edge, Field, Special};
use crate::procedures::Groups;
use crate::troop::{Arm, Nation};
use crate::unit::{Side, UnitId};
use crate::{book, clause, say};
use muster::{
    Called, Facing, Format, Found, Head, MOST_TURNS, Mistake, Report, Section, Sheet, SideHead, Tab,
};
use std::sync::Arc;
use umpire::Grounds;
use words::Message;

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("brigades-meet", include_str!("../../../../scenarios/chakoten-napoleonic/brigades-meet.toml")),
    ("village-and-bridge", include_str!("../../../../scenarios/chakoten-napoleonic/village-and-bridge.toml")),
    ("field-works", include_str!("../../../../scenarios/chakoten-napoleonic/field-works.toml")),
    ("rearguard", include_str!("../../../../scenarios/chakoten-napoleonic/rearguard.toml")),
];

/// Cm: the least and the greatest side of a table.
const SIDES: [f64; 2] = [40.0, 2000.0];
/// Cm: the least and the greatest sight that a scenario may set.
const SIGHT: [f64; 2] = [1.0, 1000.0];
/// Ordinary turns that a step of a siege may stand for (18.02.2).
const STEP: [i64; 2] = [4, 16];
/// Special rules in words that a brief may have.
const MOST_RULES: usize = 20;

/// Every table of a scenario with its keys; the reference in `docs/scenarios-chakoten-napoleonic.md` lists the same.
pub static FORMAT: Format = Format {
    book: book::ID,
    unit: Called::Code("cm"),
    facing: Facing::North,
    sections: &[
        Section::named(
            "scenario",
            || say!("a-scenario"),
            &[
                "book", "title", "date", "time", "place", "briefing", "umpire", "weather", "wind", "sight",
                "supplies", "turns", "table", "readings", "rules", "groups", "ground", "side",
            ],
        ),
        Section::new("table", "[table]", &["width", "depth"]),
        Section::new(
            "rules",
            "[rules]",
            &[
                "says",
                "free_strengths",
                "free_staffs",
                "split_batteries",
                "guns_in_plantations",
                "turns_a_step",
            ],
        ),
        Section::new("groups", "[groups]", &["VIII", "XI", "XV"]),
        Section::new("ground", "[ground]", &["area", "hill", "road", "path", "crossing", "building", "line"]),
        Section::new(
            "ground.area",
            "[[ground.area]]",
            &["kind", "name", "outline", "oval", "path", "width", "edge", "fenced", "obstacle", "cover"],
        ),
        Section::new("ground.hill", "[[ground.hill]]", &["name", "step"]),
        Section::new("ground.hill.step", "[[ground.hill.step]]", &["outline", "oval", "crest"]),
        Section::new("ground.road", "[[ground.road]]", &["name", "path", "width"]),
        Section::new("ground.path", "[[ground.path]]", &["name", "path", "width"]),
        Section::new(
            "ground.crossing",
            "[[ground.crossing]]",
            &["kind", "name", "x", "y", "length", "width", "bearing"],
        ),
        Section::new(
            "ground.building",
            "[[ground.building]]",
            &["name", "x", "y", "width", "depth", "bearing", "strong", "holds"],
        ),
        Section::new(
            "ground.line",
            "[[ground.line]]",
            &["kind", "name", "path", "depth", "obstacle", "cover", "loopholes", "embrasures"],
        ),
        Section::named("oval", || say!("an-oval"), &["x", "y", "length", "width", "bearing"]),
        Section::named(
            "side",
            || say!("a-side"),
            &["name", "nation", "edge", "briefing", "exits", "command", "task", "craft"],
        ),
        Section::new("craft", "[[side.craft]]", &["kind", "name", "x", "y"]),
        Section::new(
            "command",
            "[[side.command]]",
            &[
                "code",
                "name",
                "level",
                "under",
                "nation",
                "commander",
                "couriers",
                "engineers",
                "artillerists",
                "pioneer_ncos",
                "valour",
                "unit",
            ],
        ),
        Section::named(
            "commander",
            || say!("a-commander"),
            &["name", "code", "with", "x", "y", "facing", "arrives"],
        ),
        Section::named(
            "unit",
            || say!("a-unit"),
            &[
                "code",
                "name",
                "nation",
                "kind",
                "arm",
                "weight",
                "companies",
                "figures",
                "listed",
                "valour",
                "training",
                "veterans",
                "troops",
                "skirmish",
                "weapon",
                "rifles",
                "gun",
                "guns",
                "harness",
                "horses",
                "heavy_wagon",
                "limbered",
                "carries",
                "charges",
                "pontoons",
                "formation",
                "files",
                "spacing",
                "state",
                "ammunition",
                "x",
                "y",
                "facing",
                "inside",
                "line",
                "arrives",
                "edge",
                "at",
            ],
        ),
        Section::new("training", "training", &["fire", "line", "melee"]),
        Section::named(
            "line",
            || say!("a-skirmish-line"),
            &["code", "figures", "spacing", "x", "y", "facing"],
        ),
        Section::named(
            "task",
            || say!("a-task"),
            &[
                "task", "points", "ground", "place", "within", "turn", "by", "turns", "units", "percent",
                "guns", "edge", "each", "says",
            ],
        ),
    ],
};

/// A battle to be fought, read and checked.
///
/// ```
/// use chakoten_napoleonic::scenario;
/// let (name, text) = scenario::SHIPPED[0];
/// let s = scenario::read(name, text).unwrap();
/// assert!(s.muster().present().count() >= 30);
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    pub head: Head,
    pub date: Date,
    /// The hour at which the first turn begins.
    pub time: String,
    pub place: String,
    pub weather: String,
    pub supplies: String,
    /// Special rules of this game in words (01.01.4).
    pub rules: Vec<String>,
    /// The turn by whose end the tasks must be solved.
    pub turns: u32,
    pub sides: [SideSpec; 2],
    pub tasks: Vec<Task>,
    /// The clauses by which each unit is what it is, in the order of the field's units.
    grounds: Vec<Grounds>,
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
            date: Date { year: 1813, month: 10, day: 16 },
            time: String::new(),
            place: String::new(),
            weather: String::new(),
            supplies: String::new(),
            rules: Vec::new(),
            turns: 0,
            sides: [side("A", Nation::France), side("B", Nation::Russia)],
            tasks: Vec::new(),
            grounds: vec![Grounds::default(); field.units.len()],
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

    /// The clauses by which a unit of the scenario is what it is.
    pub fn grounds(&self, unit: UnitId) -> Option<&Grounds> {
        self.grounds.get(unit.index())
    }
}

/// Reads a scenario and checks it by the book. Every mistake is reported, not only the first.
pub fn read(file: &str, text: &str) -> Result<Scenario, Report> {
    FORMAT.read(file, text, scenario)
}

fn scenario(s: &mut Sheet, root: &Tab<'_>) -> Option<Scenario> {
    s.under(
        || clause!("01.01.1"),
        |s| {
            s.need(root, "date", || say!("right-date"));
            s.need(root, "time", || say!("right-time"));
            s.need(root, "place", || say!("right-place"));
            s.need(root, "turns", || say!("right-turns"));
        },
    );
    let mut head = s.head(root);
    let date = date(s, root);
    let year = date.map(|d| d.year);
    let time = time(s, root);
    let place = s.text_or_none(root, "place").trim().to_string();
    let turns = s.whole(root, "turns", [1, MOST_TURNS]).map_or(1, |(n, _)| n as u32);
    let mut special = Special { year, ..Special::default() };
    let [weather, supplies] = s.under(
        || clause!("01.01.2"),
        |s| {
            special.sight = sight(s, root);
            special.wind = s.number(root, "wind").map(|(n, _)| n.rem_euclid(360.0));
            ["weather", "supplies"].map(|key| s.text_or_none(root, key).trim().to_string())
        },
    );
    let readings = s.under(|| clause!("01.01.4"), |s| s.readings(root, &book::text().readings));
    let (rules, free) = s.under(|| clause!("01.01.4"), |s| rules(s, root, &mut special));
    special.groups = groups(s, root);
    s.need(root, "table", || say!("right-table"));
    let size = |s: &mut Sheet, t: &Tab<'_>| s.under(|| clause!("01.02.1"), |s| s.table_size(t, SIDES));
    let [width, depth] = s.table(root, "table").map_or([0.0; 2], |t| size(s, &t));
    let sound_table = width >= SIDES[0] && depth >= SIDES[0];
    let ground = Arc::new(ground::read(s, root, width, depth));

    let tabs = s.sides(root, "side");
    let mut raised = Raised::new(date, free);
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
            let wrong = Mistake::new(at.clone(), say!("both-sides-same-edge"));
            s.push(wrong.right(say!("give-each-side-edge-own")));
        }
    }
    let edge = |i: usize, or: Edge| edges[i].as_ref().map_or(or, |e| e.0);
    raised.limits(s);
    raised.send_out(s);
    raised.in_order();
    raised.place_staff(s);
    let mut field = Field {
        lines: ground.lines.clone().into(),
        ground,
        units: std::mem::take(&mut raised.units).into(),
        staff: std::mem::take(&mut raised.staff),
        commands: std::mem::take(&mut raised.commands),
        messages: Vec::new(),
        edges: [edge(0, Edge::South), edge(1, Edge::North)],
        turn: 0,
        readings,
        terrain: Default::default(),
        guns_taken: [0, 0],
        special,
        arrivals: std::mem::take(&mut raised.arrivals),
        tasks: Vec::new(),
    };
    field.arrivals.sort();
    if sound_table {
        check::standing(s, &field, &raised);
    }
    let mut tasks = Vec::new();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        if !t.has("task") {
            let wrong = Mistake::new(t.at(), say!("side-without-task")).right(say!("right-side-task"));
            s.push(wrong.by(clause!("01.01.1")));
        }
        if field.side(side).all(|u| u.arm == Arm::Train) && s.is_clean() {
            let wrong = Mistake::new(t.at(), say!("nobody-there")).right(say!("right-somebody-there"));
            s.push(wrong.by(clause!("play.victory")));
        }
        craft::read(s, t, side, &mut field);
        tasks.extend(task::read(s, t, side, &field, turns));
    }
    field.tasks = vec![None; tasks.len()];
    a.strength = strength(&field, Side::A);
    b.strength = strength(&field, Side::B);
    let grounds = std::mem::take(&mut raised.grounds);
    Some(Scenario {
        head,
        date: date?,
        time,
        place,
        weather,
        supplies,
        rules,
        turns,
        sides: [a, b],
        tasks,
        grounds,
        field,
    })
}

/// Figures that fight, reserves included.
fn strength(f: &Field, side: Side) -> u32 {
    let own = f.units.iter().filter(|u| u.side == side && u.arm != Arm::Train);
    own.map(|u| u32::from(u.figures)).sum()
}

fn date(s: &mut Sheet, root: &Tab<'_>) -> Option<Date> {
    let (text, at) = s.text(root, "date")?;
    let date = Date::read(&text);
    if date.is_none() {
        let wrong =
            Mistake::new(at, say!("no-such-day", text = muster::short(&text))).right(say!("right-date"));
        s.push(wrong.by(clause!("01.01.1")));
    }
    date
}

/// `07:30`.
fn time(s: &mut Sheet, root: &Tab<'_>) -> String {
    let Some((text, at)) = s.text(root, "time") else { return String::new() };
    let two = |t: &str, most: u8| {
        t.len() == 2 && t.bytes().all(|b| b.is_ascii_digit()) && t.parse::<u8>().is_ok_and(|n| n <= most)
    };
    if !text.split_once(':').is_some_and(|(h, m)| two(h, 23) && two(m, 59)) {
        let wrong =
            Mistake::new(at, say!("no-such-hour", text = muster::short(&text))).right(say!("right-time"));
        s.push(wrong.by(clause!("01.01.1")));
    }
    text
}

fn sight(s: &mut Sheet, root: &Tab<'_>) -> Option<f64> {
    let (n, at) = s.number(root, "sight")?;
    if !(SIGHT[0]..=SIGHT[1]).contains(&n) {
        let [least, most] = SIGHT;
        s.push(Mistake::new(at, say!("no-such-sight", n)).right(say!("from-to-cm", least, most)));
        return None;
    }
    Some(n)
}

/// What a scenario lets its armies be otherwise than the book (01.01.4).
#[derive(Clone, Copy, Debug, Default)]
struct Free {
    strengths: bool,
    staffs: bool,
}

fn rules(s: &mut Sheet, root: &Tab<'_>, special: &mut Special) -> (Vec<String>, Free) {
    let Some(t) = s.table(root, "rules") else { return (Vec::new(), Free::default()) };
    let wrong = |at| Mistake::new(at, say!("rules-are-texts")).right(say!("right-rules"));
    let says = s.texts(&t, "says", wrong).unwrap_or_default();
    if says.len() > MOST_RULES {
        s.push(
            Mistake::new(t.at_key("says"), say!("too-many-rules")).right(say!("at-most", most = MOST_RULES)),
        );
    }
    special.split_batteries = s.flag(&t, "split_batteries");
    special.guns_in_plantations = s.flag(&t, "guns_in_plantations");
    if let Some((n, at)) = s.number(&t, "turns_a_step") {
        if n.fract() != 0.0 || n < STEP[0] as f64 || n > STEP[1] as f64 {
            let [least, most] = STEP;
            let wrong = Mistake::new(at, say!("no-such-step", n)).right(say!("right-step", least, most));
            s.push(wrong.by(clause!("18.02.2")));
        } else {
            special.turns_a_step = Some(n as u8);
        }
    }
    let free = Free { strengths: s.flag(&t, "free_strengths"), staffs: s.flag(&t, "free_staffs") };
    (says.into_iter().map(|(x, _)| x).collect(), free)
}

/// Rows that this game groups otherwise (skema.groups): `VIII = { "Flank..." = "H" }`.
fn groups(s: &mut Sheet, root: &Tab<'_>) -> Groups {
    let mut all = Groups::default();
    let Some(t) = s.table(root, "groups") else { return all };
    for id in Groups::TABLES {
        let Some(v) = t.get(id) else { continue };
        let rows = v.get_ref().as_table();
        if rows.is_none() {
            let wrong =
                Mistake::new(v.span(), say!("groups-are-rows", table = id)).right(say!("right-groups"));
            s.push(wrong.by(clause!("skema.groups")));
        }
        for (row, letter) in rows.into_iter().flat_map(|r| r.iter()) {
            let text = letter.get_ref().as_str().unwrap_or_default();
            let one = Groups::default().with(id, row.get_ref(), text);
            if let Err(e) = one.check("groups") {
                let wrong = Mistake::new(row.span(), e.message()).right(say!("right-groups"));
                s.push(wrong.by(clause!("skema.groups")));
            } else {
                all = all.with(id, row.get_ref(), text);
            }
        }
    }
    all
}

fn one_side(
    s: &mut Sheet,
    t: &Tab<'_>,
    side: Side,
    special: &mut Special,
) -> (SideHead, Nation, Found<Edge>) {
    let head = s.side_head(t, "The French");
    s.need(t, "nation", || say!("right-nation"));
    let nation = s.word(t, "nation", &NATIONS).map_or(Nation::Other, |(n, _)| n);
    s.need(t, "edge", || say!("right-own-edge"));
    let edge = s.word_of(t, "edge", &Edge::ALL);
    special.exits[side.index()] = s.under(|| clause!("01.01.4"), |s| s.edges(t, "exits"));
    (head, nation, edge)
}

/// A range in words.
fn span(least: impl Into<f64>, most: impl Into<f64>) -> Message {
    let (least, most): (f64, f64) = (least.into(), most.into());
    if least == most { say!("just-so-many", n = most) } else { say!("from-to", least, most) }
}
