//! Words: what happened, told as an umpire at the table would tell it. All English text about a battle lives here (the
//! refusals of the rules apart); another language is another file with the same functions.
//!
//! Nothing here trusts an event to fit the field: an element that is not there is told by its name alone.

use crate::event::{Event, EventKind, Target, Why};
use crate::field::{Army, CampState, Edge, ElementId, Fate, Field, Nature, Phase, Side};
use crate::order::Correction;
use crate::terrain::Feature;
use crate::troop::Troop;
use serde_json::Value;
use std::fmt::Write;
use table::{Pose, V2, v2};
use umpire::Ruling;

/// A troop type as one says it of an element: "A4 Rifles".
pub fn troop(t: Troop) -> &'static str {
    match t {
        Troop::Cavalry => "Cavalry",
        Troop::Dismounted => "Dismounted Cavalry",
        Troop::Muskets => "Muskets",
        Troop::Rifles => "Rifles",
        Troop::Jaeger => "Jaeger",
        Troop::Artillery => "Guns",
        Troop::Commander => "the commander",
        Troop::Camp => "Camp",
    }
}

/// A troop type in a legend.
pub fn arm(t: Troop) -> &'static str {
    match t {
        Troop::Dismounted => "Dismounted",
        Troop::Artillery => "Artillery",
        Troop::Commander => "Commander",
        t => troop(t),
    }
}

pub fn feature(t: Feature) -> &'static str {
    match t {
        Feature::GentleHill => "Gentle hill",
        Feature::SteepHill => "Steep hill",
        Feature::Wood => "Wood",
        Feature::Marsh => "Marsh",
        Feature::RoughGround => "Rough ground",
        Feature::Dunes => "Dunes",
        Feature::Oasis => "Oasis",
        Feature::Fields => "Fields",
        Feature::Settlement => "Settlement",
    }
}

pub fn phase(p: Phase) -> &'static str {
    match p {
        Phase::Setup => "setting up",
        Phase::Movement => "movement",
        Phase::Shooting => "shooting",
        Phase::CloseCombat => "close combat",
        Phase::Over => "the battle is over",
    }
}

pub fn nature(n: Nature) -> &'static str {
    match n {
        Nature::Shallow => "shallow and no hindrance",
        Nature::Ordinary => "an ordinary river with defensible banks",
        Nature::Torrent => "a torrent between steep banks",
    }
}

/// What is known of a river, in a word for its name on the map.
pub fn sounding(n: Nature) -> &'static str {
    match n {
        Nature::Shallow => "shallow",
        Nature::Ordinary => "banked",
        Nature::Torrent => "torrent",
    }
}

pub fn edge(e: Edge) -> &'static str {
    match e {
        Edge::South => "southern",
        Edge::North => "northern",
    }
}

pub fn camp_state(s: CampState) -> &'static str {
    match s {
        CampState::Holds => "holds",
        CampState::Silenced => "silenced",
        CampState::Plundered => "plundered",
    }
}

fn name(army: &Army, side: Side) -> String {
    if army.name.is_empty() { format!("side {side}") } else { army.name.clone() }
}

pub(crate) fn side(f: &Field, s: Side) -> String {
    name(f.army(s), s)
}

pub(crate) fn command(f: &Field, s: Side, c: u8) -> String {
    match f.army(s).commands.get(usize::from(c)) {
        Some(c) if !c.name.is_empty() => c.name.clone(),
        _ => format!("command {}", u32::from(c) + 1),
    }
}

/// An element with its arm and its command: "A4 Rifles (Hancock)".
pub fn who(f: &Field, id: ElementId) -> String {
    match f.get(id) {
        Some(e) => format!("{id} {} ({})", troop(e.troop), command(f, id.side(), e.command)),
        None => id.to_string(),
    }
}

pub(crate) fn whom(f: &Field, t: Target) -> String {
    match t {
        Target::Element(e) => who(f, e),
        Target::Camp(s) => format!("the camp of {}", side(f, s)),
    }
}

/// Troops are many, a commander is one: picks the verb.
fn verb<'a>(f: &Field, id: ElementId, many: &'a str, one: &'a str) -> &'a str {
    if f.get(id).is_some_and(|e| e.is_commander()) { one } else { many }
}

/// "A1, A2 and A3"; long lists are cut short.
pub(crate) fn list<T: ToString>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().take(8).map(T::to_string).collect();
    let more = items.len() - words.len();
    match (words.split_last(), more) {
        (None, _) => "nobody".into(),
        (Some((last, [])), 0) => last.clone(),
        (Some((last, rest)), 0) => format!("{} and {last}", rest.join(", ")),
        (_, more) => format!("{} and {more} more", words.join(", ")),
    }
}

pub(crate) fn paces(p: f64) -> String {
    if !p.is_finite() {
        return "some way".into();
    }
    let tenths = (p * 10.0).round() / 10.0;
    if tenths == tenths.round() { format!("{tenths:.0} p") } else { format!("{tenths:.1} p") }
}

pub(crate) fn compass(facing: f64) -> &'static str {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    if !facing.is_finite() {
        return "nowhere";
    }
    WINDS[((facing.rem_euclid(360.0) + 22.5) / 45.0) as usize % 8]
}

/// How far the middle of the base went; a flight turns the base about, so that its front edge says nothing.
fn distance(f: &Field, id: ElementId, from: Pose, to: Pose) -> f64 {
    let depth = f.get(id).map_or(0.0, |e| e.base.depth);
    let middle = |p: Pose| v2(p.x, p.y) - V2::bearing(p.facing) * (depth / 2.0);
    middle(from).dist(middle(to))
}

fn goes(f: &Field, id: ElementId, why: Why, from: Pose, to: Pose) -> String {
    let who = who(f, id);
    let far = paces(distance(f, id, from, to));
    let v = |many: &'static str, one: &'static str| verb(f, id, many, one);
    let wind = compass(to.facing);
    match why {
        Why::Deploys => {
            format!("{who} {} up facing {wind} at {:.0}/{:.0}", v("draw", "draws"), to.x, to.y)
        }
        Why::Moves => format!("{who} {} {far}, now facing {wind}", v("move", "moves")),
        Why::BreaksOff => format!("{who} {} off and {} back {far}", v("break", "breaks"), v("fall", "falls")),
        Why::LinesUp => format!("{who} {} up against the enemy ({far})", v("line", "lines")),
        Why::TurnsToFace => {
            format!("{who} {} to face the enemy, {wind}", v("turn", "turns"))
        }
        Why::Recoils => format!("{who} {} {far}", v("recoil", "recoils")),
        Why::Ricochet => format!("{who} {} {far} before stray fire", v("recoil", "recoils")),
        Why::PushedBack => format!("{who} {} pushed back {far}", v("are", "is")),
        Why::Flees => format!("{who} {} {far}, heading {wind}", v("flee", "flees")),
        Why::Advances => {
            format!("{who} {} after the beaten enemy, {far}", v("surge forward", "surges forward"))
        }
        Why::GivesWay => format!("{who} {} way, {far}", v("make", "makes")),
        Why::Retreats => format!("{who} {} {far} toward the rear", v("retreat", "retreats")),
        Why::Corrected => {
            format!("{who} {} put at {:.0}/{:.0}, facing {wind}", v("are", "is"), to.x, to.y)
        }
        Why::Dismounts => format!("{who} {} down and {} on foot", v("get", "gets"), v("form", "forms")),
    }
}

/// `destroyed_by_mounted` and `HalfOrLess` as words.
fn humane(s: &str) -> String {
    let mut out = String::new();
    for (i, c) in s.chars().enumerate() {
        if c == '_' {
            out.push(' ');
        } else if c.is_uppercase() && i > 0 && s.chars().nth(i - 1).is_some_and(char::is_lowercase) {
            out.push(' ');
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}

/// A result in words, whatever the procedure made of it.
fn outcome(v: &Value) -> String {
    match v {
        Value::Null => String::new(),
        Value::Bool(b) => if *b { "yes" } else { "no" }.into(),
        Value::String(s) => humane(s),
        Value::Number(n) => n.to_string(),
        Value::Array(a) => a.iter().map(outcome).filter(|s| !s.is_empty()).collect::<Vec<_>>().join(", "),
        Value::Object(o) => o
            .iter()
            .filter(|(_, v)| !matches!(v, Value::Null | Value::Bool(false)))
            .map(|(k, v)| match v {
                Value::Bool(_) => humane(k),
                v => format!("{} {}", humane(k), outcome(v)),
            })
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// `4+1-2`: the factor as it stands, then what changed it.
fn sum(r: &Ruling, side: &str) -> String {
    let mut out = String::new();
    for m in r.modifiers.iter().filter(|m| m.side == side) {
        let _ = if out.is_empty() { write!(out, "{}", m.value) } else { write!(out, "{:+}", m.value) };
    }
    out
}

/// A ruling on one line: factor and modifiers, die and total of each side, and the result.
pub fn ruling_line(r: &Ruling) -> String {
    ruled(r, &[])
}

/// What the sides suffer, where the result says so side by side: `A1 recoil`; `B2 flee 400 p`.
fn suffered(result: &Value, name: &dyn Fn(&str) -> String) -> Option<String> {
    let sides = result.as_object()?;
    let mut known = false;
    let mut out = Vec::new();
    for (side, v) in sides {
        let Some(effect) = v.get("effect") else { continue };
        known = true;
        match effect {
            Value::String(e) if e == "no_effect" => {}
            Value::String(e) => out.push(format!("{} {}", name(side), humane(e))),
            Value::Object(o) => {
                let what: Vec<_> = o.iter().map(|(k, v)| format!("{} {} p", humane(k), outcome(v))).collect();
                out.push(format!("{} {}", name(side), what.join(", ")));
            }
            other => out.push(format!("{} {}", name(side), outcome(other))),
        }
    }
    known.then(|| if out.is_empty() { "no effect".into() } else { out.join(", ") })
}

/// As [`ruling_line`], with the sides called by the names given for the procedure's words.
fn ruled(r: &Ruling, names: &[(&str, String)]) -> String {
    let name = |side: &str| {
        names.iter().find(|(s, _)| *s == side).map_or_else(|| humane(side), |(_, name)| name.clone())
    };
    // The dice lie in the order of the totals when there is one for each; otherwise they are told apart.
    let one_each = r.dice.len() == r.totals.len();
    let sides: Vec<String> = r
        .totals
        .iter()
        .enumerate()
        .map(|(i, (side, total))| {
            let mut s = name(side);
            let sum = sum(r, side);
            if !sum.is_empty() {
                let _ = write!(s, " {sum}");
            }
            if let Some(d) = r.dice.get(i).filter(|_| one_each) {
                let _ = write!(s, "{}die {d}", if sum.is_empty() { " " } else { ", " });
            }
            let _ = write!(s, " = {}", outcome(total));
            s
        })
        .collect();
    let mut line = sides.join(" v ");
    if !one_each && !r.dice.is_empty() {
        let _ = write!(line, "{}dice {}", if line.is_empty() { "" } else { "; " }, list(&r.dice));
    }
    let result = suffered(&r.result, &name).unwrap_or_else(|| outcome(&r.result));
    if !result.is_empty() {
        let _ = write!(line, "{}{result}", if line.is_empty() { "" } else { ": " });
    }
    line
}

/// A ruling in full: an indented line for each modifier with its clause, then dice, totals and result.
pub fn tell_ruling(r: &Ruling) -> Vec<String> {
    let mut lines: Vec<String> = r
        .modifiers
        .iter()
        .map(|m| format!("    {:<8} {:+} {} [{}]", humane(m.side), m.value, m.what, m.clause))
        .collect();
    if !r.dice.is_empty() {
        lines.push(format!("    dice     {}", list(&r.dice)));
    }
    for (side, total) in &r.totals {
        lines.push(format!("    {:<8} total {}", humane(side), outcome(total)));
    }
    let result = suffered(&r.result, &|s| humane(s)).unwrap_or_else(|| outcome(&r.result));
    if !result.is_empty() {
        lines.push(format!("    result   {result}"));
    }
    lines
}

fn after(line: String) -> String {
    if line.is_empty() { line } else { format!(": {line}") }
}

/// One event on one line, with its clause in brackets at the end.
///
/// ```
/// use bbdba_acw::{Event, EventKind, Troop, clause, drill::Drill, words};
/// let mut d = Drill::new();
/// let a = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
/// let e = Event::new(clause!("dba.37"), EventKind::Dismounts { element: a });
/// assert_eq!(words::tell(&d.field(), &e), "A1 Cavalry (1st Corps) dismount and fight on foot [dba.37]");
/// ```
pub fn tell(f: &Field, e: &Event) -> String {
    let mut line = say(f, e);
    let _ = write!(line, " [{}]", e.clause);
    line
}

/// The same without its clause.
pub fn say(f: &Field, e: &Event) -> String {
    let mut line = what_happened(f, &e.kind);
    // Names and reasons come from files: whatever breaks lines in them must not break this one.
    if line.contains(|c: char| c.is_control()) {
        line = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    }
    line
}

fn what_happened(f: &Field, kind: &EventKind) -> String {
    match kind {
        EventKind::Opens { commitment } => {
            format!("The battle opens. The dice are sealed; the hash of their seed is {commitment}")
        }
        EventKind::ByDefault { says } => {
            format!("Nobody sits in the umpire's chair, so the book's default holds: {says}")
        }
        EventKind::UmpireSits {} => {
            "An umpire sits at the table: he settles what the book does not mention".into()
        }
        EventKind::Decided { by, says, because, .. } => {
            let why = if because.is_empty() { String::new() } else { format!(" ({because})") };
            format!("The {by} decides: {says}{why}")
        }
        EventKind::Ruled { by, says, about } => {
            let about = about.as_ref().map_or(String::new(), |c| format!(" on {c}"));
            format!("The {by} rules{about}: {says}")
        }
        EventKind::Corrected { by, because, changes } => {
            let named: Vec<_> = changes.iter().map(Correction::element).collect();
            format!("The {by} corrects {}: {because}", list(&named))
        }
        EventKind::Restored { element, at } => format!(
            "{} {} back on the table at {:.0}/{:.0}, facing {}",
            who(f, *element),
            verb(f, *element, "are", "is"),
            at.x,
            at.y,
            compass(at.facing)
        ),
        EventKind::TakesHeart { side: s, command: c } => {
            format!(
                "{} ({}) take heart: the command is no longer demoralised",
                command(f, *s, *c),
                side(f, *s)
            )
        }
        EventKind::AttackerRolled { dice: [a, b], attacker } => {
            let rolled = format!("Who attacks? {} roll {a}, {} roll {b}", side(f, Side::A), side(f, Side::B));
            match attacker {
                Some(s) => format!("{rolled}: {} attack", side(f, *s)),
                None => format!("{rolled}: a tie, roll again"),
            }
        }
        EventKind::TerrainLaid { side: s, pieces: 1 } => {
            format!("{} lay out the ground: a single piece", side(f, *s))
        }
        EventKind::TerrainLaid { side: s, pieces } => {
            format!("{} lay out the ground: {pieces} pieces", side(f, *s))
        }
        EventKind::EdgeChosen { side: s, edge: e } => {
            format!("{} take the {} edge as their base", side(f, *s), edge(*e))
        }
        EventKind::CampPlaced { side: s, x, y, width, depth } => {
            format!("{} pitch camp at {x:.0}/{y:.0}, {width:.0} by {depth:.0} p", side(f, *s))
        }
        EventKind::RankingFixed { side: s } => {
            format!("{} have fixed in secret which command gets which die", side(f, *s))
        }
        EventKind::RankingRevealed { side: s, order } => {
            let names: Vec<_> = order.iter().map(|c| command(f, *s, *c)).collect();
            format!("{} show their ranking, highest die first: {}", side(f, *s), list(&names))
        }
        EventKind::DeployedInSecret { side: s } => format!("{} have drawn up behind the screen", side(f, *s)),
        EventKind::CommandDeployed { side: s, command: c } => {
            format!("{} of {} stand ready", command(f, *s, *c), side(f, *s))
        }
        EventKind::TurnBegins { bound, active } => format!("Turn {bound}: {} are to act", side(f, *active)),
        EventKind::PhaseBegins { phase: p } => match p {
            Phase::Setup => "The armies set up".into(),
            Phase::Movement => "The troops move".into(),
            Phase::Shooting => "Fire is opened".into(),
            Phase::CloseCombat => "Close combat is joined".into(),
            Phase::Over => "The guns fall silent".into(),
        },
        EventKind::Points { side: s, command: c, die } => format!(
            "{} ({}) roll {die}: {die} movement point{}",
            command(f, *s, *c),
            side(f, *s),
            if *die == 1 { "" } else { "s" }
        ),
        EventKind::Spends { side: s, command: c, points, left, elements, paces: p } => format!(
            "{} spend {points} point{} on moving {} up to {} ({left} left)",
            command(f, *s, *c),
            if *points == 1 { "" } else { "s" },
            list(elements),
            paces(*p)
        ),
        EventKind::Goes { element, why, from, to } => goes(f, *element, *why, *from, *to),
        EventKind::Dismounts { element } => {
            // By the time of telling the element may already be dismounted cavalry.
            let c = f.get(*element).map(|e| command(f, element.side(), e.command));
            format!(
                "{element} Cavalry{} dismount and fight on foot",
                c.map_or(String::new(), |c| format!(" ({c})"))
            )
        }
        EventKind::RiverFound { die, nature: n, .. } => {
            format!("The first to try the river roll {die}: it is {}", nature(*n))
        }
        EventKind::TorrentTried { element, die, crosses, .. } => {
            let who = who(f, *element);
            let v = |many, one| verb(f, *element, many, one);
            if *crosses {
                format!("{who} {} the torrent and {} {die}: across", v("brave", "braves"), v("roll", "rolls"))
            } else {
                format!(
                    "{who} {} the torrent and {} {die}: swept back, and nobody else may try this turn",
                    v("brave", "braves"),
                    v("roll", "rolls")
                )
            }
        }
        EventKind::Called { target } => format!("Who fires on {}?", whom(f, *target)),
        EventKind::HoldsFire { side: s, target } => {
            format!("{} hold their fire against {}", side(f, *s), whom(f, *target))
        }
        EventKind::Shooting { main, with, target, ruling } => {
            let one = match main {
                Target::Element(e) => verb(f, *e, "fire", "fires"),
                Target::Camp(_) => "fires",
            };
            let helped = if with.is_empty() { String::new() } else { format!(", helped by {},", list(with)) };
            format!(
                "{}{helped} {one} on {}{}",
                whom(f, *main),
                whom(f, *target),
                after(ruled(ruling, &[("shooter", main.to_string()), ("target", target.to_string())]))
            )
        }
        EventKind::CloseCombat { a, b, ruling } => format!(
            "{} {} {} hand to hand{}",
            who(f, *a),
            verb(f, *a, "fight", "fights"),
            whom(f, *b),
            after(ruled(ruling, &[("a", a.to_string()), ("b", b.to_string())]))
        ),
        EventKind::Lost { element, fate } => {
            let who = who(f, *element);
            match fate {
                Fate::Destroyed => format!("{who} {} destroyed", verb(f, *element, "are", "is")),
                Fate::Left => {
                    format!(
                        "{who} {} over the table's edge and {} lost",
                        verb(f, *element, "go", "goes"),
                        verb(f, *element, "are", "is")
                    )
                }
                Fate::Waiting | Fate::OnTable => format!("{who} {} gone", verb(f, *element, "are", "is")),
            }
        }
        EventKind::Camp { side: s, state } => match state {
            CampState::Holds => format!("The camp of {} holds", side(f, *s)),
            CampState::Silenced => format!("The camp of {} is silenced", side(f, *s)),
            CampState::Plundered => format!("The camp of {} is plundered!", side(f, *s)),
        },
        EventKind::Demoralised { side: s, command: c } => {
            let cmd = f.army(*s).commands.get(usize::from(*c));
            let of = cmd.map_or(String::new(), |c| format!(", {} of {} elements lost", c.lost, c.strength));
            format!("{} ({}) lose heart: the command is demoralised{of}", command(f, *s, *c), side(f, *s))
        }
        EventKind::Ends { winner, why } => match winner {
            Some(s) => format!("The battle is over. The day belongs to {}: {why}", side(f, *s)),
            None => format!("The battle is over and nobody has won it: {why}"),
        },
        EventKind::SeedRevealed { seed } => format!("The seal is broken: the dice came from the seed {seed}"),
    }
}

/// The line over a turn's report.
pub fn tell_turn_header(f: &Field) -> String {
    let losses = |s: Side| format!("{} {}/{}", side(f, s), f.losses(s), f.army(s).strength);
    format!(
        "== Turn {} · {} ({}) to act · lost: {}, {} ==",
        f.bound,
        side(f, f.active),
        f.active,
        losses(Side::A),
        losses(Side::B)
    )
}

/// How both armies stand: strength and losses, each command, the camp.
pub fn summary(f: &Field) -> Vec<String> {
    let mut lines = Vec::new();
    for s in Side::BOTH {
        let army = f.army(s);
        let lost = f.losses(s);
        lines.push(format!(
            "{} ({s}): {} of {} elements left, {lost} lost",
            side(f, s),
            army.strength.saturating_sub(lost),
            army.strength
        ));
        for (i, c) in army.commands.iter().enumerate() {
            let mut line = format!(
                "  {}: {} of {} left",
                command(f, s, i as u8),
                c.strength.saturating_sub(c.lost),
                c.strength
            );
            if c.allied {
                line.push_str(", allied");
            }
            if f.get(c.commander).is_some_and(|e| e.lost()) {
                line.push_str(", commander fallen");
            }
            if c.demoralised {
                line.push_str(", DEMORALISED");
            }
            lines.push(line);
        }
        if let Some(c) = &army.camp {
            let shots: u32 = c.shots.iter().map(|n| u32::from(*n)).sum();
            let mut line = format!(
                "  the camp {}",
                match c.state {
                    CampState::Holds => "holds".to_string(),
                    s => format!("is {}", camp_state(s)),
                }
            );
            if c.state == CampState::Holds {
                let _ = write!(line, ", {shots} shot{} left", if shots == 1 { "" } else { "s" });
            }
            lines.push(line);
        }
    }
    lines
}
