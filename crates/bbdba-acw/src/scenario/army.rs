//! Armies, commands and elements: as the file has them, against their lists, and on the field.

use super::ground::KINDS;
use super::{
    ArmyPlaces, ArmySpec, CampSpec, CommandPlaces, CommandSpec, ElementSpec, House, Places, Scenario, auto,
    deploy, lists, tables,
};
use crate::clause;
use crate::field::{Army, Command, Edge, Element, ElementId, Fate, Field, Side};
use crate::say;
use crate::terrain::Terrain;
use crate::troop::Troop;
use ::muster::{Fault, Item, Mistake, Sheet, Tab, Value, side_by_side};
use std::ops::Range;
use table::{Base, Pose};
use umpire::Readings;
use words::{Message, Says};

/// More elements a side than anyone will ever paint.
const MOST: usize = 4000;
const MOST_COMMANDS: usize = 60;

const TROOP: Says = || say!("kind-of-troops");

const TROOPS: [(&str, Troop); 5] = [
    ("rifles", Troop::Rifles),
    ("muskets", Troop::Muskets),
    ("jaeger", Troop::Jaeger),
    ("cavalry", Troop::Cavalry),
    ("artillery", Troop::Artillery),
];

/// An army as the file has it.
pub(super) fn read(s: &mut Sheet, t: &Tab<'_>, p: &mut ArmyPlaces) -> ArmySpec {
    p.at = t.at();
    let name = s.side_head(t, "Army of the Potomac").name;
    let list = s.text(t, "list").map(|(l, at)| {
        p.list = Some(at);
        l
    });
    let home = s.word(t, "home", &KINDS).map(|(k, _)| k);
    p.edge = s.word(t, "edge", &[("south", Edge::South), ("north", Edge::North)]);
    let camp = s.table(t, "army.camp").and_then(|c| {
        p.camp = Some(c.at());
        let [x, width, depth] = ["x", "width", "depth"].map(|k| s.must_number(&c, k));
        Some(CampSpec { x: x?, width: width?, depth: depth? })
    });
    let tabs = s.tables(t, "army.command", MOST_COMMANDS);
    if tabs.is_empty() {
        s.missing(t, "command", say!("right-command"));
    }
    let mut total = 0;
    let mut commands = Vec::new();
    for (i, c) in tabs.iter().enumerate() {
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
    let name =
        s.text(t, "name").map_or_else(|| say!("command-by-number", number = i + 1).to_string(), |(n, _)| n);
    let allied = s.flag(t, "allied");
    p.style = s.whole(t, "style", [0, i64::from(auto::STYLES) - 1]).map(|(n, _)| n as u32);
    let leader = s.leader(
        t,
        "army.command.commander",
        "commander = \"Gen. Hale\", or { name = .., x = 600, y = 300, facing = 0 }",
    );
    p.commander = leader.as_ref().map(|l| l.at.clone());
    let (commander, commander_at) =
        leader.map_or((String::new(), None), |l| (l.name.unwrap_or_default(), l.place));
    let mut elements = Vec::new();
    s.need(t, "elements", || Message::verbatim("elements = [\"rifles*8\", \"artillery*2\", \"cavalry*2\"]"));
    for v in s.list(t, "elements").unwrap_or_default() {
        let more = element(s, v);
        *total += more.len();
        if *total > MOST {
            s.push(Mistake::new(v.span(), say!("too-many-elements")).right(say!("most-side", most = MOST)));
            break;
        }
        p.elements.extend(std::iter::repeat_n(v.span(), more.len()));
        elements.extend(more);
    }
    CommandSpec { name, commander, commander_at, allied, elements }
}

/// `"rifles*4"` or a table; a table with a place and a count is a line of bases side by side, left to right (bases.5).
fn element(s: &mut Sheet, v: Value<'_>) -> Vec<ElementSpec> {
    let t = match s.item(v, "army.command.elements") {
        Item::Table(t) => t,
        Item::Text(x) => {
            let Some((name, n)) = s.counted(&x, v.span(), MOST, "rifles*4") else { return Vec::new() };
            let Some(troop) = s.one_of(TROOP, name, v.span(), &TROOPS) else { return Vec::new() };
            return vec![ElementSpec { troop, name: String::new(), at: None, dismounted: false }; n];
        }
        Item::Other => {
            s.push(Mistake::new(v.span(), say!("this-is-no-element")).right(say!("right-element")));
            return Vec::new();
        }
    };
    s.need(&t, "troop", || Message::verbatim("troop = \"rifles\""));
    let troop = s.text(&t, "troop").and_then(|(name, at)| s.one_of(TROOP, &name, at, &TROOPS));
    let n = s.whole(&t, "count", [1, MOST as i64]).map_or(1, |(n, _)| n as usize);
    let name = s.text_or_none(&t, "name");
    let middle = s.pose_if_any(&t);
    let dismounted = s.flag(&t, "dismounted");
    let Some(troop) = troop else { return Vec::new() };
    if dismounted && troop != Troop::Cavalry {
        s.push(
            Mistake::new(v.span(), say!("dismounted-troop", troop))
                .right(say!("only-cavalry-deployed-dismounted"))
                .by(clause!("dba.37")),
        );
    } else if dismounted && middle.is_none() {
        s.push(
            Mistake::new(v.span(), say!("dismounted-cavalry-without-place"))
                .right(say!("whoever-deploys-decides-give-x"))
                .by(clause!("dba.37")),
        );
    }
    let one = |at: Option<Pose>| ElementSpec { troop, name: name.clone(), at, dismounted };
    match middle {
        Some(p) => side_by_side(p, n, troop.stats().width).map(|p| one(Some(p))).collect(),
        None => vec![one(None); n],
    }
}

fn fault(at: Option<Range<usize>>, (clause, wrong, right): lists::Fault) -> Mistake {
    Mistake::new(at, wrong).right(right).by(clause)
}

/// army.1, army.2, army.5.
pub(super) fn check_lists(
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
                    Mistake::new(p.at.clone(), say!("army-needs-list"))
                        .right(say!("one-waive-house-free-lists", all = names.join(", ")))
                        .by(clause!("army.1")),
                );
            }
            continue;
        };
        let Some(l) = lists::list(name) else {
            let known = tables().lists.iter().map(|l| l.name.clone()).collect();
            let fault = Fault::NoSuch { what: say!("army-list"), given: name.clone(), known };
            s.push(Mistake::of(p.list.clone(), &fault).by(clause!("army.1")));
            continue;
        };
        if house.free_lists {
            continue;
        }
        found.push(l);
        if p.unread {
            continue;
        }
        let c = lists::Count::of(a.commands.iter().flat_map(|c| &c.elements).map(|e| e.troop));
        for x in lists::check(&c, l, readings) {
            s.push(fault(p.list.clone(), x));
        }
        if let Some((year, _)) = &year {
            if let Some(x) = lists::check_year(l, *year, readings) {
                s.push(fault(p.list.clone(), x));
            }
        }
    }
    if let [a, b] = found[..] {
        if let Some(x) = lists::check_years(a, b, readings) {
            s.push(fault(places.armies[1].list.clone(), x));
        }
    }
}

/// army.3, setup.7.
pub(super) fn check_sizes(s: &mut Sheet, armies: &[ArmySpec; 2], places: &Places, house: &House) {
    for (a, p) in armies.iter().zip(&places.armies) {
        if let (true, Some(i)) = (house.free_commands, a.commands.iter().position(|c| c.elements.is_empty()))
        {
            s.push(Mistake::new(p.commands[i].at.clone(), say!("command-without-elements")));
        }
        if house.free_commands || a.commands.is_empty() || p.unread {
            continue;
        }
        let sizes: Vec<usize> = a.commands.iter().map(|c| c.elements.len()).collect();
        for (i, x) in lists::check_commands(&sizes) {
            s.push(fault(Some(i.map_or(p.at.clone(), |i| p.commands[i].at.clone())), x));
        }
    }
}

/// Builds the field: list elements numbered in the order written, then the commanders (army.4). Those that have a place
/// stand there, the others wait. Until the dice have said who attacks, A is active.
pub fn muster(s: &Scenario) -> Field {
    let terrain = s.terrain.as_ref().map_or_else(Terrain::default, |t| t.build(&s.board));
    let edge = s.edge.unwrap_or(Edge::South);
    let armies = [army_of(s, Side::A, edge), army_of(s, Side::B, edge.opposite())];
    let active = s.attacker.unwrap_or(Side::A);
    let mut f = Field::new(s.board.width, s.board.depth, terrain, s.readings.clone(), armies, active);
    f.board = s.board;
    for side in Side::BOTH {
        if let Some(c) = s.armies[side.index()].camp {
            let site = deploy::site(&f, side, c.x, c.width, c.depth);
            f.army_mut(side).camp = Some(site);
        }
    }
    f
}

fn army_of(s: &Scenario, side: Side, edge: Edge) -> Army {
    let spec = &s.armies[side.index()];
    let strength = s.strength(side);
    let mut elements = Vec::new();
    let mut put = |troop: Troop, command: usize, at: Option<Pose>| {
        let stats = troop.stats();
        let id = ElementId::new(side, elements.len());
        let pose = at.unwrap_or(Pose { x: 0.0, y: 0.0, facing: 0.0 });
        elements.push(Element {
            id,
            troop,
            command: command as u8,
            base: Base::new(pose, stats.width, stats.depth),
            fate: if at.is_some() { Fate::OnTable } else { Fate::Waiting },
            moves: 0,
            dismounted_this_turn: false,
            has_shot: false,
            combats: 0,
            wins: 0,
        });
        id
    };
    for (i, c) in spec.commands.iter().enumerate() {
        for e in &c.elements {
            put(if e.dismounted { Troop::Dismounted } else { e.troop }, i, e.at);
        }
    }
    let commands = spec
        .commands
        .iter()
        .enumerate()
        .map(|(i, c)| Command {
            name: c.name.clone(),
            commander: put(Troop::Commander, i, c.commander_at),
            strength: c.elements.len() as u16,
            lost: 0,
            demoralised: false,
            allied: c.allied,
            points: 0,
        })
        .collect();
    Army {
        name: spec.name.clone(),
        edge,
        elements,
        commands,
        camp: None,
        strength: strength as u16,
        turns: 0,
        ranking: None,
    }
}
