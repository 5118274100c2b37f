//! Armies, commands and elements, as the file has them, against their lists.

use super::{
    ArmyPlaces, ArmySpec, CampSpec, CommandPlaces, CommandSpec, ElementSpec, House, KINDS, MOST,
    MOST_COMMANDS, Places, TROOPS, army, auto, keys, tables,
};
use crate::clause;
use crate::field::Edge;
use crate::troop::Troop;
use muster::{Mistake, Sheet, Tab, nearest};
use std::ops::Range;
use table::{Pose, V2};
use toml::Spanned;
use toml::de::DeValue;
use umpire::{Clause, Readings};

pub(super) fn one_army(s: &mut Sheet, t: &Tab<'_>, p: &mut ArmyPlaces) -> ArmySpec {
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

pub(super) fn one_command(
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
pub(super) fn place(s: &mut Sheet, t: &Tab<'_>) -> Option<(Pose, Range<usize>)> {
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
pub(super) fn element(s: &mut Sheet, v: &Spanned<DeValue<'_>>) -> Vec<ElementSpec> {
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

pub(super) fn fault(at: Option<Range<usize>>, (clause, wrong, right): (Clause, String, String)) -> Mistake {
    Mistake::new(at, wrong).right(right).by(clause)
}

/// army.1, army.2, army.5.
pub(super) fn lists(
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
pub(super) fn commands(s: &mut Sheet, armies: &[ArmySpec; 2], places: &Places, house: &House) {
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
