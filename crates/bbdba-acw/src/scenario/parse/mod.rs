//! A scenario's text, read and checked.

mod lay;
mod raise;
mod stand;

use self::lay::{board, terrain};
use self::raise::{commands, lists, one_army};
use self::stand::{edges, stand};
use super::ground::{self, TerrainKind, TerrainSpec};
use super::{
    ArmySpec, Board, CampSpec, CommandSpec, Deployment, ElementSpec, House, Scenario, army, auto, deploy,
    muster, tables,
};
use crate::field::{Edge, Side};
use crate::troop::Troop;
use crate::{book, clause};
use muster::{Mistake, Report, Sheet, Tab};
use std::ops::Range;
use toml::de::DeTable;

/// A longer text is no scenario.
const LONGEST: usize = 512 * 1024;
/// More elements a side than anyone will ever paint.
const MOST: usize = 4000;
const MOST_COMMANDS: usize = 60;

/// Every table of a scenario with its keys; the reference in `docs/scenarios.md` lists the same.
pub const KEYS: &[(&str, &[&str])] = &[
    (
        "scenario",
        &["book", "title", "briefing", "year", "table", "terrain", "readings", "setup", "house", "army"],
    ),
    ("table", &["board", "custom", "width", "depth", "deployment", "margin"]),
    ("terrain", &["type", "area", "river", "road", "waterway"]),
    ("terrain.area", &["kind", "x", "y", "length", "width", "bearing", "shape", "name"]),
    ("terrain.river", &["points", "width", "name"]),
    ("terrain.road", &["points", "width", "name"]),
    ("terrain.waterway", &["side", "depth", "beach"]),
    ("setup", &["attacker", "terrain", "deployment"]),
    ("house", &["free_lists", "free_commands", "free_terrain", "free_deployment", "no_camps", "turn_limit"]),
    ("army", &["name", "list", "home", "edge", "camp", "command"]),
    ("army.camp", &["x", "width", "depth"]),
    ("army.command", &["name", "commander", "allied", "style", "elements"]),
    ("army.command.commander", &["name", "x", "y", "facing"]),
    ("army.command.elements", &["troop", "count", "name", "x", "y", "facing", "dismounted"]),
];

fn keys(of: &str) -> &'static [&'static str] {
    KEYS.iter().find(|(k, _)| *k == of).map_or(&[], |(_, k)| k)
}

const TROOPS: [(&str, Troop); 5] = [
    ("rifles", Troop::Rifles),
    ("muskets", Troop::Muskets),
    ("jaeger", Troop::Jaeger),
    ("cavalry", Troop::Cavalry),
    ("artillery", Troop::Artillery),
];

const KINDS: [(&str, TerrainKind); 7] = [
    ("farmland", TerrainKind::Farmland),
    ("woodland", TerrainKind::Woodland),
    ("mountains", TerrainKind::Mountains),
    ("steppe", TerrainKind::Steppe),
    ("desert", TerrainKind::Desert),
    ("tropics", TerrainKind::Tropics),
    ("coast", TerrainKind::Coast),
];

/// What the reader keeps beside the scenario itself: where things stand in the file.
#[derive(Default)]
struct Places {
    armies: [ArmyPlaces; 2],
}

#[derive(Default)]
struct ArmyPlaces {
    at: Range<usize>,
    list: Option<Range<usize>>,
    edge: Option<(Edge, Range<usize>)>,
    camp: Option<Range<usize>>,
    commands: Vec<CommandPlaces>,
    /// Some element could not be read: counting would only confuse.
    unread: bool,
}

#[derive(Default)]
struct CommandPlaces {
    at: Range<usize>,
    style: Option<u32>,
    commander: Option<Range<usize>>,
    elements: Vec<Range<usize>>,
}

/// Reads a scenario and checks it by the book. Every mistake is reported, not only the first.
///
/// ```
/// let (name, text) = bbdba_acw::scenario::SHIPPED[0];
/// let s = bbdba_acw::scenario::read(name, text).unwrap();
/// let f = bbdba_acw::scenario::muster(&s);
/// assert_eq!(f.army(bbdba_acw::Side::A).strength, 12);
/// ```
pub fn read(file: &str, text: &str) -> Result<Scenario, Report> {
    if text.len() > LONGEST {
        let m = Mistake::new(None, format!("the file is {} bytes long", text.len()))
            .right(format!("a scenario has at most {LONGEST}"));
        return Err(Report::new(file, "", vec![m]));
    }
    let (doc, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let mut s = Sheet::of("paces");
        for e in errors {
            let at = e.span().map(|r| r.start.min(text.len())..r.end.min(text.len()));
            s.push(Mistake::new(at, format!("this is not TOML: {}", e.message())));
        }
        return Err(Report::new(file, text, s.finish()));
    }
    let mut s = Sheet::of("paces");
    let mut places = Places::default();
    // The whole file's place would mark every line; a missing key is marked at its beginning.
    let root = Tab::new("a scenario", doc.get_ref(), 0..text.find('\n').unwrap_or(text.len()));
    let scenario = scenario(&mut s, &root, &mut places);
    match scenario {
        Some(sc) if s.is_clean() => {
            let (sc, s) = stand(sc, &places, s);
            if s.is_clean() { Ok(sc) } else { Err(Report::new(file, text, s.finish())) }
        }
        _ => {
            if s.is_clean() {
                s.push(Mistake::new(None, "this is no scenario"));
            }
            Err(Report::new(file, text, s.finish()))
        }
    }
}

fn scenario(s: &mut Sheet, root: &Tab<'_>, places: &mut Places) -> Option<Scenario> {
    s.known(root, keys("scenario"));
    match s.text(root, "book") {
        Some((b, at)) if b != book::ID => s.push(
            Mistake::new(at, format!("the book is \"{}\"", b.chars().take(40).collect::<String>()))
                .right(format!("this reader knows \"{}\"", book::ID)),
        ),
        None if !root.has("book") => s.missing(root, "book", &format!("book = \"{}\"", book::ID)),
        _ => {}
    }
    if !root.has("title") {
        s.missing(root, "title", "title = \"The battle's name\"");
    }
    let title = s.text(root, "title").map_or(String::new(), |(t, _)| t);
    let briefing = s.text(root, "briefing").map_or(String::new(), |(t, _)| t.trim().into());
    let year = s.whole(root, "year", [1800, 2100]);
    let readings = s.readings(root, book::ID, &book::text().readings);
    let house = house(s, root);
    let army_tabs = s.tables(root, "army", "an army");
    if army_tabs.len() != 2 {
        let at = army_tabs.get(2).map_or(root.at(), |t| t.at());
        s.push(Mistake::new(at, format!("{} armies", army_tabs.len())).right("write [[army]] exactly twice"));
    }
    let mut armies = Vec::new();
    for (t, p) in army_tabs.iter().zip(&mut places.armies) {
        let before = s.count();
        armies.push(one_army(s, t, p));
        p.unread = s.count() > before;
    }
    let [a, b]: [ArmySpec; 2] = armies.try_into().ok()?;
    let armies = [a, b];
    lists(s, &armies, places, &house, &readings, year.as_ref().map(|(y, at)| (*y as u16, at.clone())));
    commands(s, &armies, places, &house);
    let several = armies.iter().any(|a| a.commands.len() > 1);
    let board = board(s, root, several, &house)?;

    // What lies on the table, and who says so.
    let before = s.count();
    let (terrain, terrain_type) = match s.table(root, "terrain", "[terrain]") {
        Some(t) => terrain(s, &t),
        None => (None, None),
    };
    let all_read = s.count() == before;
    let setup = s.table(root, "setup", "[setup]");
    let mut attacker = None;
    let mut laid = None;
    let mut deployment = None;
    if let Some(t) = &setup {
        s.known(t, keys("setup"));
        attacker = s
            .word(t, "attacker", &[("A", Some(Side::A)), ("B", Some(Side::B)), ("dice", None)])
            .and_then(|(x, _)| x);
        laid = s.word(t, "terrain", &[("fixed", true), ("defender", false)]);
        deployment = s.word(
            t,
            "deployment",
            &[
                ("placed", Deployment::Placed),
                ("alternating", Deployment::Alternating),
                ("hidden", Deployment::Hidden),
            ],
        );
    }
    let pieces = terrain.as_ref().is_some_and(|t| t.pieces() > 0);
    let fixed = laid.as_ref().map_or(pieces, |(f, _)| *f);
    let setup_at = setup.as_ref().map_or(root.at(), Tab::at);
    if fixed && !pieces && !house.free_terrain {
        s.push(
            Mistake::new(laid.map_or(setup_at.clone(), |(_, at)| at), "the terrain is fixed, but none is written")
                .right("write [terrain] with its pieces, or terrain = \"defender\", or waive it: [house] free_terrain = true")
                .by(if several { clause!("bigbattle.2") } else { clause!("terrain.12") }),
        );
    } else if !fixed && pieces {
        s.push(
            Mistake::new(
                laid.map_or(setup_at.clone(), |(_, at)| at),
                "the defender lays the terrain, but pieces are written",
            )
            .right("take the pieces out or write terrain = \"fixed\"")
            .by(clause!("setup.1")),
        );
    }
    if let Some(t) = terrain.as_ref().filter(|_| fixed) {
        let wrong = if house.free_terrain {
            ground::sanity(&board, t)
        } else if !all_read {
            ground::check_pieces(&board, &readings, t)
        } else {
            ground::check(&board, &readings, None, t)
        };
        for mut m in wrong {
            m.at = m.at.or_else(|| t.at.0.clone());
            s.push(m);
        }
    }
    let any_placed = armies
        .iter()
        .flat_map(|a| &a.commands)
        .any(|c| c.commander_at.is_some() || c.elements.iter().any(|e| e.at.is_some()));
    let how = deployment
        .as_ref()
        .map_or(if any_placed { Deployment::Placed } else { Deployment::Alternating }, |(d, _)| *d);
    if how == Deployment::Placed && !fixed {
        s.push(
            Mistake::new(
                deployment.map_or(setup_at, |(_, at)| at),
                "the armies are placed on terrain that the defender has yet to lay",
            )
            .right("write the terrain down, or deployment = \"alternating\"")
            .by(clause!("setup.2")),
        );
    }
    let edge = edges(s, places, how);
    Some(Scenario {
        title,
        briefing,
        year: year.map(|(y, _)| y as u16),
        board,
        terrain: if fixed {
            Some(terrain.unwrap_or_else(|| TerrainSpec::bare(TerrainKind::Farmland)))
        } else {
            None
        },
        terrain_type,
        readings,
        house,
        attacker,
        edge,
        deployment: how,
        armies,
    })
}

fn house(s: &mut Sheet, root: &Tab<'_>) -> House {
    let mut h = House::default();
    let Some(t) = s.table(root, "house", "[house]") else { return h };
    s.known(&t, keys("house"));
    let mut flag = |key: &str| s.truth(&t, key).is_some_and(|(b, _)| b);
    h.free_lists = flag("free_lists");
    h.free_commands = flag("free_commands");
    h.free_terrain = flag("free_terrain");
    h.free_deployment = flag("free_deployment");
    h.no_camps = flag("no_camps");
    h.turn_limit = s.whole(&t, "turn_limit", [1, 100_000]).map(|(n, _)| n as u32);
    h
}
