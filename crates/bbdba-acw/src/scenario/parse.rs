//! A scenario's text, read and checked.

use super::deploy::Waive;
use super::ground::{
    self, AreaSpec, At, FEATURES, LineSpec, Shape, SideEdge, TerrainKind, TerrainSpec, WaterwaySpec,
};
use super::{
    ArmySpec, Board, CampSpec, CommandSpec, Deployment, ElementSpec, House, Scenario, army, auto, deploy,
    muster, tables,
};
use crate::field::{Edge, ElementId, Field, Side};
use crate::order::Placement;
use crate::terrain::Feature;
use crate::troop::Troop;
use crate::{book, clause};
use std::ops::Range;
use table::{Pose, V2};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use umpire::sheet::{Sheet, Tab, nearest, number_of};
use umpire::{Clause, Mistake, Readings, Report};

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
    let readings = readings(s, root);
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

fn readings(s: &mut Sheet, root: &Tab<'_>) -> Readings {
    let all = &book::text().readings;
    let mut r = Readings::defaults(all);
    let Some(t) = s.table(root, "readings", "[readings]") else { return r };
    for (k, v) in t.table.iter() {
        let id: &str = k.get_ref();
        let shown: String = id.chars().take(40).collect();
        let Some(known) = all.iter().find(|x| x.id == id) else {
            let right = match nearest(id, all.iter().map(|x| x.id.as_str())) {
                Some(n) => format!("did you mean `{n}`?"),
                None => "`vedette rules bbdba-acw readings` lists them".into(),
            };
            s.push(Mistake::new(k.span(), format!("there is no reading `{shown}`")).right(right));
            continue;
        };
        let given = match v.get_ref() {
            DeValue::String(x) => x.to_string(),
            other => match number_of(other) {
                Some(n) => n.to_string(),
                None => {
                    s.push(
                        Mistake::new(
                            v.span(),
                            format!("the reading `{shown}` is neither a text nor a sensible number"),
                        )
                        .right(format!("its default is \"{}\"", known.default)),
                    );
                    continue;
                }
            },
        };
        match r.with(all, id, &given) {
            Ok(next) => r = next,
            Err(e) => s.push(
                Mistake::new(v.span(), e.to_string().chars().take(200).collect::<String>())
                    .right(format!("{} Its default is \"{}\"", known.question, known.default)),
            ),
        }
    }
    r
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

fn board(s: &mut Sheet, root: &Tab<'_>, several: bool, house: &House) -> Option<Board> {
    let book_board = if several { Board::several_commands() } else { Board::ordinary() };
    let Some(t) = s.table(root, "table", "[table]") else { return Some(book_board) };
    s.known(&t, keys("table"));
    if s.truth(&t, "custom").is_some_and(|(c, _)| c) {
        let (w, d) = (s.must_number(&t, "width"), s.must_number(&t, "depth"));
        let (w, d) = (w?, d?);
        if !(800.0..=100_000.0).contains(&w) || !(800.0..=100_000.0).contains(&d) {
            s.push(
                Mistake::new(t.at(), format!("a table of {w} by {d} p")).right("sides of 800 to 100000 p"),
            );
            return None;
        }
        let mut b = Board::of(w, d, several);
        if let Some((n, at)) = s.number(&t, "deployment") {
            if !(80.0..=d / 2.0).contains(&n) {
                s.push(
                    Mistake::new(at, format!("a deployment area {n} p deep"))
                        .right(format!("80 to {} p, half the table", d / 2.0)),
                );
            }
            b.deployment = n;
        }
        if let Some((n, at)) = s.number(&t, "margin") {
            if !(0.0..=w / 4.0).contains(&n) {
                s.push(
                    Mistake::new(at, format!("a side margin of {n} p")).right(format!("0 to {} p", w / 4.0)),
                );
            }
            b.margin = n;
        }
        return Some(b);
    }
    for key in ["width", "depth", "deployment", "margin"] {
        if let Some(v) = t.get(key) {
            s.push(
                Mistake::new(v.span(), format!("`{key}` of a board of the book"))
                    .right("write custom = true for a table of your own size")
                    .by(clause!("bigbattle.1")),
            );
        }
    }
    let Some((name, at)) = s.word(&t, "board", &[("ordinary", 0u8), ("several-commands", 1), ("large", 2)])
    else {
        return Some(book_board);
    };
    if (name > 0) != several && !house.free_commands {
        s.push(
            if several {
                Mistake::new(at, "several commands on the ordinary board")
                    .right("board = \"several-commands\" or \"large\"")
            } else {
                Mistake::new(at, "one command a side on a board for several").right("board = \"ordinary\"")
            }
            .by(clause!("bigbattle.1")),
        );
    }
    Some(match name {
        0 => Board { several, ..Board::ordinary() },
        1 => Board::several_commands(),
        _ => Board::large(),
    })
}

fn terrain(s: &mut Sheet, t: &Tab<'_>) -> (Option<TerrainSpec>, Option<TerrainKind>) {
    s.known(t, keys("terrain"));
    if !t.has("type") {
        s.missing(t, "type", "type = \"farmland\" (terrain.3)");
    }
    let kind = s.word(t, "type", &KINDS).map(|(k, _)| k);
    let mut spec = TerrainSpec::bare(kind.unwrap_or(TerrainKind::Farmland));
    spec.at = At(Some(t.at()));
    for a in s.tables(t, "area", "[[terrain.area]]") {
        s.known(&a, keys("terrain.area"));
        if !a.has("kind") {
            s.missing(&a, "kind", "kind = \"wood\"");
        }
        let kind = feature(s, &a);
        let n = ["x", "y", "length", "width"].map(|k| s.must_number(&a, k));
        let bearing = s.number(&a, "bearing").map_or(90.0, |(n, _)| n);
        let shape = s
            .word(&a, "shape", &[("oval", Shape::Oval), ("rectangle", Shape::Rectangle)])
            .map_or(Shape::Oval, |(x, _)| x);
        let name = s.text(&a, "name").map_or(String::new(), |(x, _)| x);
        if let (Some(kind), [Some(x), Some(y), Some(length), Some(width)]) = (kind, n) {
            spec.areas.push(AreaSpec {
                kind,
                x,
                y,
                length,
                width,
                bearing,
                shape,
                name,
                at: At(Some(a.at())),
            });
        }
    }
    for (key, what, usual) in [("river", "[[terrain.river]]", 120.0), ("road", "[[terrain.road]]", 60.0)] {
        for l in s.tables(t, key, what) {
            s.known(&l, keys(if key == "river" { "terrain.river" } else { "terrain.road" }));
            let width = s.number(&l, "width").map_or(usual, |(n, _)| n);
            let name = s.text(&l, "name").map_or(String::new(), |(x, _)| x);
            if !l.has("points") {
                s.missing(&l, "points", "points = [[600, 0], [700, 2400]]");
                continue;
            }
            let Some(list) = s.list(&l, "points") else { continue };
            let points: Vec<[f64; 2]> = list.iter().filter_map(|p| point(s, p)).collect();
            if points.len() == list.len() {
                let line = LineSpec { points, width, name, at: At(Some(l.at())) };
                if key == "river" {
                    spec.rivers.push(line);
                } else {
                    spec.roads.push(line);
                }
            }
        }
    }
    if let Some(w) = s.table(t, "waterway", "[terrain.waterway]") {
        s.known(&w, keys("terrain.waterway"));
        if !w.has("side") {
            s.missing(&w, "side", "side = \"west\"");
        }
        let side = s.word(&w, "side", &[("west", SideEdge::West), ("east", SideEdge::East)]);
        let depth = s.must_number(&w, "depth");
        let beach = s.truth(&w, "beach").is_some_and(|(b, _)| b);
        if let (Some((side, _)), Some(depth)) = (side, depth) {
            spec.waterway = Some(WaterwaySpec { side, depth, beach, at: At(Some(w.at())) });
        }
    }
    (Some(spec), kind)
}

fn feature(s: &mut Sheet, t: &Tab<'_>) -> Option<Feature> {
    let _ = clause!("terrain.5");
    // The book's own names are as good: `gentle hills`, `rough ground`.
    if let Some(DeValue::String(x)) = t.get("kind").map(|v| v.get_ref()) {
        let plain = x.to_ascii_lowercase().replace(['-', '_'], " ");
        if let Some((_, f)) = FEATURES.iter().find(|(_, f)| ground::feature_name(*f) == plain) {
            return Some(*f);
        }
    }
    s.word(t, "kind", &FEATURES).map(|(f, _)| f)
}

fn point(s: &mut Sheet, v: &Spanned<DeValue<'_>>) -> Option<[f64; 2]> {
    if let DeValue::Array(a) = v.get_ref() {
        if let [x, y] = a.iter().map(|n| number_of(n.get_ref())).collect::<Vec<_>>()[..] {
            if let (Some(x), Some(y)) = (x, y) {
                return Some([x, y]);
            }
        }
    }
    s.push(Mistake::new(v.span(), "this is no point").right("two numbers, [x, y], in paces"));
    None
}

fn one_army(s: &mut Sheet, t: &Tab<'_>, p: &mut ArmyPlaces) -> ArmySpec {
    s.known(t, keys("army"));
    p.at = t.at();
    if !t.has("name") {
        s.missing(t, "name", "name = \"Army of the Potomac\"");
    }
    let name = s.text(t, "name").map_or(String::new(), |(n, _)| n);
    let list = s.text(t, "list").map(|(l, at)| {
        p.list = Some(at);
        l
    });
    let home = s.word(t, "home", &KINDS).map(|(k, _)| k);
    p.edge = s.word(t, "edge", &[("south", Edge::South), ("north", Edge::North)]);
    let camp = s.table(t, "camp", "a camp").and_then(|c| {
        s.known(&c, keys("army.camp"));
        p.camp = Some(c.at());
        let [x, width, depth] = ["x", "width", "depth"].map(|k| s.must_number(&c, k));
        Some(CampSpec { x: x?, width: width?, depth: depth? })
    });
    let tabs = s.tables(t, "command", "a command");
    if tabs.is_empty() {
        s.missing(t, "command", "write [[army.command]] with its elements");
    }
    if tabs.len() > MOST_COMMANDS {
        s.push(
            Mistake::new(t.at(), format!("{} commands", tabs.len()))
                .right(format!("at most {MOST_COMMANDS}")),
        );
    }
    let mut total = 0;
    let mut commands = Vec::new();
    for (i, c) in tabs.iter().take(MOST_COMMANDS).enumerate() {
        let mut places = CommandPlaces { at: c.at(), ..CommandPlaces::default() };
        let spec = one_command(s, c, i, &mut places, &mut total);
        commands.push(spec);
        p.commands.push(places);
    }
    ArmySpec { name, list, home, camp, commands }
}

fn one_command(
    s: &mut Sheet,
    t: &Tab<'_>,
    i: usize,
    p: &mut CommandPlaces,
    total: &mut usize,
) -> CommandSpec {
    s.known(t, keys("army.command"));
    let name = s.text(t, "name").map_or_else(|| format!("Command {}", i + 1), |(n, _)| n);
    let allied = s.truth(t, "allied").is_some_and(|(b, _)| b);
    p.style = s.whole(t, "style", [0, i64::from(auto::STYLES) - 1]).map(|(n, _)| n as u32);
    let mut commander = String::new();
    let mut commander_at = None;
    match t.get("commander").map(|v| v.get_ref()) {
        Some(DeValue::Table(_)) => {
            if let Some(c) = s.table(t, "commander", "a commander") {
                s.known(&c, keys("army.command.commander"));
                commander = s.text(&c, "name").map_or(String::new(), |(n, _)| n);
                commander_at = place(s, &c).map(|(p, _)| p);
                p.commander = Some(c.at());
            }
        }
        Some(_) => commander = s.text(t, "commander").map_or(String::new(), |(n, _)| n),
        None => {}
    }
    let mut elements = Vec::new();
    if !t.has("elements") {
        s.missing(t, "elements", "elements = [\"rifles*8\", \"artillery*2\", \"cavalry*2\"]");
    }
    for v in s.list(t, "elements").unwrap_or_default() {
        let more = element(s, v);
        *total += more.len();
        if *total > MOST {
            s.push(Mistake::new(v.span(), "too many elements").right(format!("at most {MOST} a side")));
            break;
        }
        p.elements.extend(std::iter::repeat_n(v.span(), more.len()));
        elements.extend(more);
    }
    CommandSpec { name, commander, commander_at, allied, elements }
}

/// x, y and facing, all or none.
fn place(s: &mut Sheet, t: &Tab<'_>) -> Option<(Pose, Range<usize>)> {
    if !["x", "y", "facing"].iter().any(|k| t.has(k)) {
        return None;
    }
    let [x, y] = ["x", "y"].map(|k| s.must_number(t, k));
    if !t.has("facing") {
        s.missing(t, "facing", "a bearing in degrees: 0 is north, 180 south");
    }
    let facing = s.number(t, "facing").map(|(n, _)| n);
    Some((Pose { x: x?, y: y?, facing: facing? }, t.at()))
}

/// `"rifles*4"` or a table; a table with a place and a count is a line of bases side by side, left to right.
fn element(s: &mut Sheet, v: &Spanned<DeValue<'_>>) -> Vec<ElementSpec> {
    let troop_of = |s: &mut Sheet, name: &str, at: Range<usize>| -> Option<Troop> {
        let plain = name.trim().to_ascii_lowercase();
        let found = TROOPS.iter().find(|(w, _)| *w == plain || w.strip_suffix('s') == Some(&plain));
        if found.is_none() {
            let all: Vec<&str> = TROOPS.iter().map(|(w, _)| *w).collect();
            let shown: String = name.chars().take(40).collect();
            let right = match nearest(&plain, all.iter().copied()) {
                Some(n) => format!("did you mean \"{n}\"?"),
                None => format!("one of {}", all.join(", ")),
            };
            s.push(Mistake::new(at, format!("there are no troops called \"{shown}\"")).right(right));
        }
        found.map(|(_, t)| *t)
    };
    match v.get_ref() {
        DeValue::String(x) => {
            let (name, n) = match x.split_once('*') {
                Some((name, n)) => (name, n.trim().parse::<usize>().ok().filter(|n| (1..=MOST).contains(n))),
                None => (x.as_ref(), Some(1)),
            };
            let Some(n) = n else {
                s.push(Mistake::new(v.span(), "how many elements is that?").right("such as \"rifles*4\""));
                return Vec::new();
            };
            let Some(troop) = troop_of(s, name, v.span()) else { return Vec::new() };
            vec![ElementSpec { troop, name: String::new(), at: None, dismounted: false }; n]
        }
        DeValue::Table(x) => {
            let t = Tab::new("an element", x, v.span());
            s.known(&t, keys("army.command.elements"));
            if !t.has("troop") {
                s.missing(&t, "troop", "troop = \"rifles\"");
            }
            let troop = s.text(&t, "troop").and_then(|(name, at)| troop_of(s, &name, at));
            let n = s.whole(&t, "count", [1, MOST as i64]).map_or(1, |(n, _)| n as usize);
            let name = s.text(&t, "name").map_or(String::new(), |(x, _)| x);
            let at = place(s, &t).map(|(p, _)| p);
            let dismounted = s.truth(&t, "dismounted").is_some_and(|(b, _)| b);
            let Some(troop) = troop else { return Vec::new() };
            if dismounted && troop != Troop::Cavalry {
                s.push(
                    Mistake::new(v.span(), format!("dismounted {troop}"))
                        .right("only cavalry is deployed dismounted")
                        .by(clause!("dba.37")),
                );
            } else if dismounted && at.is_none() {
                s.push(
                    Mistake::new(v.span(), "dismounted cavalry without a place")
                        .right(
                            "whoever deploys it decides; give it x, y and facing or leave `dismounted` out",
                        )
                        .by(clause!("dba.37")),
                );
            }
            (0..n)
                .map(|i| ElementSpec {
                    troop,
                    name: name.clone(),
                    at: at.map(|p| {
                        let _ = clause!("bases.5");
                        let side = V2::bearing(p.facing).right();
                        let k = (i as f64 - (n as f64 - 1.0) / 2.0) * troop.stats().width;
                        Pose { x: p.x + side.x * k, y: p.y + side.y * k, facing: p.facing }
                    }),
                    dismounted,
                })
                .collect()
        }
        _ => {
            s.push(
                Mistake::new(v.span(), "this is no element").right(
                    "\"rifles\", \"rifles*4\" or { troop = \"rifles\", x = 600, y = 500, facing = 0 }",
                ),
            );
            Vec::new()
        }
    }
}

fn fault(at: Option<Range<usize>>, (clause, wrong, right): (Clause, String, String)) -> Mistake {
    Mistake::new(at, wrong).right(right).by(clause)
}

/// army.1, army.2, army.5.
fn lists(
    s: &mut Sheet,
    armies: &[ArmySpec; 2],
    places: &Places,
    house: &House,
    readings: &Readings,
    year: Option<(u16, Range<usize>)>,
) {
    let mut found = Vec::new();
    for (a, p) in armies.iter().zip(&places.armies) {
        let Some(name) = &a.list else {
            if !house.free_lists {
                let names: Vec<&str> = tables().lists.iter().map(|l| l.name.as_str()).collect();
                s.push(
                    Mistake::new(p.at.clone(), "an army needs `list`")
                        .right(format!("one of {}; or waive it: [house] free_lists = true", names.join(", ")))
                        .by(clause!("army.1")),
                );
            }
            continue;
        };
        let Some(l) = army::list(name) else {
            let names: Vec<&str> = tables().lists.iter().map(|l| l.name.as_str()).collect();
            let shown: String = name.chars().take(40).collect();
            s.push(
                Mistake::new(p.list.clone(), format!("there is no army list \"{shown}\""))
                    .right(match nearest(name, names.iter().copied()) {
                        Some(n) => format!("did you mean \"{n}\"?"),
                        None => format!("one of {}", names.join(", ")),
                    })
                    .by(clause!("army.1")),
            );
            continue;
        };
        if house.free_lists {
            continue;
        }
        found.push(l);
        if p.unread {
            continue;
        }
        let c = army::Count::of(a.commands.iter().flat_map(|c| &c.elements).map(|e| e.troop));
        for x in army::check(&c, l, readings) {
            s.push(fault(p.list.clone(), x));
        }
        if let Some((year, _)) = &year {
            if let Some(x) = army::check_year(l, *year, readings) {
                s.push(fault(p.list.clone(), x));
            }
        }
    }
    if let [a, b] = found[..] {
        if let Some(x) = army::check_years(a, b, readings) {
            s.push(fault(places.armies[1].list.clone(), x));
        }
    }
}

/// army.3, setup.7.
fn commands(s: &mut Sheet, armies: &[ArmySpec; 2], places: &Places, house: &House) {
    for (a, p) in armies.iter().zip(&places.armies) {
        if let (true, Some(i)) = (house.free_commands, a.commands.iter().position(|c| c.elements.is_empty()))
        {
            s.push(Mistake::new(p.commands[i].at.clone(), "a command without elements"));
        }
        if house.free_commands || a.commands.is_empty() || p.unread {
            continue;
        }
        let sizes: Vec<usize> = a.commands.iter().map(|c| c.elements.len()).collect();
        for (i, x) in army::check_commands(&sizes) {
            s.push(fault(Some(i.map_or(p.at.clone(), |i| p.commands[i].at.clone())), x));
        }
    }
}

/// A's base edge, where the file says or must say it.
fn edges(s: &mut Sheet, places: &Places, how: Deployment) -> Option<Edge> {
    let [a, b] = &places.armies;
    match (&a.edge, &b.edge) {
        (Some((x, _)), Some((y, at))) => {
            if x == y {
                s.push(
                    Mistake::new(at.clone(), "both armies have the same base edge")
                        .right("the base edges are opposite")
                        .by(clause!("setup.2")),
                );
            }
            Some(*x)
        }
        (Some((x, _)), None) => Some(*x),
        (None, Some((y, _))) => Some(y.opposite()),
        (None, None) if how == Deployment::Placed => Some(Edge::South),
        (None, None) => None,
    }
}

/// Puts camps and troops where the scenario wants them, and draws up what it leaves open.
fn stand(mut sc: Scenario, places: &Places, mut s: Sheet) -> (Scenario, Sheet) {
    let placed = sc.deployment == Deployment::Placed;
    let mut plan = sc.clone();
    for a in &mut plan.armies {
        a.camp = None;
        for c in &mut a.commands {
            c.commander_at = None;
            for e in &mut c.elements {
                e.at = None;
                e.dismounted = false;
            }
        }
    }
    let mut f = muster(&plan);
    for side in Side::BOTH {
        camp(&mut sc, &mut f, side, placed, places, &mut s);
    }
    if placed {
        for side in Side::BOTH {
            troops(&mut sc, &mut f, side, places, &mut s);
        }
        return (sc, s);
    }
    for (a, p) in sc.armies.iter().zip(&places.armies) {
        for (c, cp) in a.commands.iter().zip(&p.commands) {
            let at = if c.commander_at.is_some() {
                cp.commander.clone()
            } else {
                c.elements.iter().position(|e| e.at.is_some()).map(|i| cp.elements[i].clone())
            };
            if let Some(at) = at {
                s.push(
                    Mistake::new(at, "a place is given, but the players deploy")
                        .right("write deployment = \"placed\", or leave x, y and facing out")
                        .by(clause!("setup.4")),
                );
            }
        }
    }
    (sc, s)
}

fn camp(sc: &mut Scenario, f: &mut Field, side: Side, placed: bool, places: &Places, s: &mut Sheet) {
    let p = &places.armies[side.index()];
    let at = p.camp.clone();
    match sc.armies[side.index()].camp {
        Some(c) => {
            if sc.terrain.is_none() || sc.edge.is_none() {
                s.push(
                    Mistake::new(at, "a camp is placed before terrain and base edges are known")
                        .right("fix the terrain and `edge`, or leave `camp` out")
                        .by(clause!("setup.3")),
                );
                return;
            }
            match deploy::check_camp(f, side, c.x, c.width, c.depth) {
                Ok(site) => f.army_mut(side).camp = Some(site),
                Err(r) => {
                    let free = sc.house.free_deployment
                        && r.clause.is_some_and(|c| ["bigbattle.4", "camp.3"].contains(&c.id()));
                    if free {
                        let site = deploy::site(f, side, c.x, c.width, c.depth);
                        f.army_mut(side).camp = Some(site);
                    } else {
                        let mut m = Mistake::new(at, r.reason);
                        m.clause = r.clause.map(|c| c.id());
                        s.push(m);
                    }
                }
            }
        }
        None if placed && !sc.house.no_camps => match deploy::camp_offer(f, side).first() {
            Some((x, width, depth)) => {
                let (x, width, depth) = (*x, *width, *depth);
                sc.armies[side.index()].camp = Some(CampSpec { x, width, depth });
                let site = deploy::site(f, side, x, width, depth);
                f.army_mut(side).camp = Some(site);
            }
            None => s.push(
                Mistake::new(p.at.clone(), "there is no room for a camp on this base edge")
                    .right("place it with camp = { x, width, depth }, or waive it: [house] no_camps = true")
                    .by(clause!("setup.3")),
            ),
        },
        None => {}
    }
}

/// Placed commands as the file says, the others drawn up by the program.
fn troops(sc: &mut Scenario, f: &mut Field, side: Side, places: &Places, s: &mut Sheet) {
    let p = &places.armies[side.index()];
    let strength = sc.strength(side);
    let mut first = 0;
    let mut given: Vec<Placement> = Vec::new();
    let mut given_commands: Vec<u8> = Vec::new();
    let mut open: Vec<u8> = Vec::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    for c in &p.commands {
        spans.extend(c.elements.iter().cloned());
    }
    for c in &p.commands {
        spans.push(c.commander.clone().unwrap_or(c.at.clone()));
    }
    let mut half = false;
    for (i, c) in sc.armies[side.index()].commands.iter().enumerate() {
        let n = c.elements.iter().filter(|e| e.at.is_some()).count();
        if n == 0 && c.commander_at.is_none() {
            open.push(i as u8);
        } else if n < c.elements.len() || c.commander_at.is_none() {
            half = true;
            let what = if c.commander_at.is_none() {
                "its commander".to_string()
            } else {
                format!("{} of its elements", c.elements.len() - n)
            };
            s.push(
                Mistake::new(p.commands[i].at.clone(), format!("{} is placed, but not {what}", c.name))
                    .right("give every element and the commander x, y and facing, or none of them: then the program draws the command up")
                    .by(clause!("setup.4")),
            );
        } else {
            given_commands.push(i as u8);
            for (j, e) in c.elements.iter().enumerate() {
                if let Some(at) = e.at {
                    given.push(Placement {
                        element: ElementId::new(side, first + j),
                        at,
                        dismounted: e.dismounted,
                    });
                }
            }
            if let Some(at) = c.commander_at {
                given.push(Placement { element: ElementId::new(side, strength + i), at, dismounted: false });
            }
        }
        first += c.elements.len();
    }
    if half {
        return;
    }
    let free = sc.house.free_deployment;
    let before = s.mistakes.len();
    // All placed commands are looked at together; the order of deployment is nobody's business here.
    let bases = deploy::examine(
        f,
        side,
        &given,
        &given_commands,
        Waive { order: true, areas: free },
        &mut |id, c, wrong| {
            let at = id.and_then(|id| spans.get(id.index()).cloned()).unwrap_or(p.at.clone());
            let mut m = Mistake::new(at, wrong);
            m.clause = c.map(|c| c.id());
            s.push(m);
        },
    );
    if s.mistakes.len() > before {
        return;
    }
    for (id, b, dismounted) in bases {
        if dismounted {
            f[id].troop = Troop::Dismounted;
        }
        f.deploy(id, b);
    }
    for c in open {
        let cp = &p.commands[usize::from(c)];
        let drawn = auto::auto_deploy(f, side, c, cp.style.unwrap_or(0));
        let mut wrong = drawn.is_empty();
        let bases =
            deploy::examine(f, side, &drawn, &[c], Waive { order: true, areas: false }, &mut |_, _, _| {
                wrong = true;
            });
        if wrong {
            s.push(
                Mistake::new(cp.at.clone(), "there is no room to draw this command up beside the others")
                    .right("place its elements, or place the other commands more closely")
                    .by(clause!("setup.5")),
            );
            continue;
        }
        for (id, b, _) in bases {
            f.deploy(id, b);
        }
        let spec = &mut sc.armies[side.index()].commands[usize::from(c)];
        let start: usize =
            places.armies[side.index()].commands[..usize::from(c)].iter().map(|c| c.elements.len()).sum();
        for d in drawn {
            if d.element.index() >= strength {
                spec.commander_at = Some(d.at);
            } else {
                let e = &mut spec.elements[d.element.index() - start];
                e.at = Some(d.at);
                e.dismounted = d.dismounted;
            }
        }
    }
}
