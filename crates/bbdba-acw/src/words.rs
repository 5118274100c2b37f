//! Words: what happened, told as an umpire at the table would tell it.
//!
//! Nothing here trusts an event to fit the field: an element that is not there is told by its name alone.

use crate::event::{Event, EventKind, Target, Unmatched, Why};
use crate::field::{Army, CampState, Edge, ElementId, Fate, Field, Nature, Phase, Side};
use crate::order::Correction;
use crate::procedures::Effect;
use crate::say;
use crate::terrain::Feature;
use crate::troop::Troop;
use serde_json::Value;
use std::fmt::Write;
use table::{Pose, V2, v2};
use umpire::Ruling;
use words::{Arg, Joint, Message};

/// A troop type as one says it of an element: "A4 Rifles".
pub fn troop(t: Troop) -> Message {
    match t {
        Troop::Cavalry => say!("of-cavalry"),
        Troop::Dismounted => say!("of-dismounted"),
        Troop::Muskets => say!("of-muskets"),
        Troop::Rifles => say!("of-rifles"),
        Troop::Jaeger => say!("of-jaeger"),
        Troop::Artillery => say!("of-artillery"),
        Troop::Commander => say!("of-commander"),
        Troop::Camp => say!("of-camp"),
    }
}

pub fn feature(t: Feature) -> Message {
    match t {
        Feature::GentleHill => say!("gentle-hill"),
        Feature::SteepHill => say!("steep-hill"),
        Feature::Wood => say!("wood"),
        Feature::Marsh => say!("marsh"),
        Feature::RoughGround => say!("rough-ground"),
        Feature::Dunes => say!("dunes"),
        Feature::Oasis => say!("oasis"),
        Feature::Fields => say!("fields"),
        Feature::Settlement => say!("settlement"),
    }
}

pub fn phase(p: Phase) -> Message {
    match p {
        Phase::Setup => say!("phase-setup"),
        Phase::Movement => say!("phase-movement"),
        Phase::Shooting => say!("phase-shooting"),
        Phase::CloseCombat => say!("phase-close-combat"),
        Phase::Over => say!("phase-over"),
    }
}

pub fn nature(n: Nature) -> Message {
    match n {
        Nature::Shallow => say!("river-is-shallow"),
        Nature::Ordinary => say!("river-is-ordinary"),
        Nature::Torrent => say!("river-is-torrent"),
    }
}

/// What is known of a river, in a word for its name on the map.
pub fn sounding(n: Nature) -> Message {
    match n {
        Nature::Shallow => say!("river-shallow"),
        Nature::Ordinary => say!("river-banked"),
        Nature::Torrent => say!("river-torrent"),
    }
}

/// What stands in a file or was said by a person, on one line: whatever breaks lines in it must not break the telling.
fn written(text: &str) -> Message {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    Message::verbatim(text.chars().map(plain).collect::<String>())
}

fn name(army: &Army, side: Side) -> Message {
    if army.name.is_empty() { say!("side-of", side) } else { written(&army.name) }
}

pub(crate) fn side(f: &Field, s: Side) -> Message {
    name(f.army(s), s)
}

pub(crate) fn command(f: &Field, s: Side, c: u8) -> Message {
    match f.army(s).commands.get(usize::from(c)) {
        Some(c) if !c.name.is_empty() => written(&c.name),
        _ => say!("command-number", number = u32::from(c) + 1),
    }
}

/// An element with its arm and its command: "A4 Rifles (Hancock)".
pub fn who(f: &Field, id: ElementId) -> Message {
    match f.get(id) {
        Some(e) => {
            say!("element-of", id, troop = troop(e.troop), command = command(f, id.side(), e.command))
        }
        None => id.into(),
    }
}

pub(crate) fn whom(f: &Field, t: Target) -> Message {
    match t {
        Target::Element(e) => who(f, e),
        Target::Camp(s) => say!("the-camp-of", side = side(f, s)),
    }
}

/// Troops are many, a commander is one: what verbs go by.
fn number(f: &Field, id: ElementId) -> &'static str {
    if f.get(id).is_some_and(|e| e.is_commander()) { "one" } else { "many" }
}

/// "A1, A2 and A3"; long lists are cut short.
pub(crate) fn list<T: Clone + Into<Message>>(items: &[T]) -> Message {
    named(items.iter().cloned().map(Into::into))
}

fn named(items: impl ExactSizeIterator<Item = Message>) -> Message {
    const MOST: usize = 8;
    match items.len() {
        0 => say!("nobody"),
        n if n > MOST => {
            say!("and-more", names = ::words::list(items.take(MOST), Joint::Comma), more = n - MOST)
        }
        _ => ::words::list(items, Joint::And),
    }
}

/// A length as it is told: in tenths where it has any.
fn tenths(p: f64) -> Option<Arg> {
    let p = (p * 10.0).round() / 10.0;
    p.is_finite().then(|| if p == p.round() { ::words::whole(p) } else { ::words::tenths(p) })
}

fn paces(p: f64) -> Message {
    tenths(p).map_or_else(|| say!("some-way"), |p| say!("so-many-p", p))
}

/// The same with the unit in full.
pub(crate) fn long_paces(p: f64) -> Message {
    tenths(p).map_or_else(|| say!("some-way"), |p| say!("so-many-paces", p))
}

pub(crate) fn compass(facing: f64) -> Message {
    if !facing.is_finite() {
        return say!("nowhere");
    }
    match ((facing.rem_euclid(360.0) + 22.5) / 45.0) as usize % 8 {
        0 => say!("north"),
        1 => say!("north-east"),
        2 => say!("east"),
        3 => say!("south-east"),
        4 => say!("south"),
        5 => say!("south-west"),
        6 => say!("west"),
        _ => say!("north-west"),
    }
}

/// How far the middle of the base went; a flight turns the base about, so that its front edge says nothing.
fn distance(f: &Field, id: ElementId, from: Pose, to: Pose) -> f64 {
    let depth = f.get(id).map_or(0.0, |e| e.base.depth);
    let middle = |p: Pose| v2(p.x, p.y) - V2::bearing(p.facing) * (depth / 2.0);
    middle(from).dist(middle(to))
}

fn goes(f: &Field, id: ElementId, why: Why, from: Pose, to: Pose) -> Message {
    let (who, number) = (who(f, id), number(f, id));
    let far = paces(distance(f, id, from, to));
    let wind = compass(to.facing);
    let (x, y) = (::words::whole(to.x), ::words::whole(to.y));
    match why {
        Why::Deploys => say!("draws-up", who, number, wind, x, y),
        Why::Moves => say!("moves", who, number, far, wind),
        Why::BreaksOff => say!("breaks-off", who, number, far),
        Why::LinesUp => say!("lines-up", who, number, far),
        Why::TurnsToFace => say!("turns-to-face", who, number, wind),
        Why::Recoils => say!("recoils", who, number, far),
        Why::Ricochet => say!("recoils-before-stray-fire", who, number, far),
        Why::PushedBack => say!("is-pushed-back", who, number, far),
        Why::Flees => say!("flees", who, number, far, wind),
        Why::Advances => say!("surges-forward", who, number, far),
        Why::GivesWay => say!("makes-way", who, number, far),
        Why::Retreats => say!("retreats", who, number, far),
        Why::Corrected => say!("is-put", who, number, wind, x, y),
        Why::Dismounts => say!("gets-down", who, number),
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

/// A side of a ruling by the procedure's word for it.
fn role(side: &str) -> Message {
    match side {
        "shooter" => say!("role-shooter"),
        "target" => say!("role-target"),
        other => Message::verbatim(other.to_owned()),
    }
}

/// What the sides suffer, side by side: `A1 recoil`; `B2 flee 400 p`.
fn suffered(result: &Value, name: &dyn Fn(&str) -> Message) -> Option<Message> {
    let mut out = Vec::new();
    for (side, v) in result.as_object()? {
        let Some(effect) = v.get("effect").and_then(|e| umpire::read_value::<Effect>(e).ok()) else {
            continue;
        };
        out.push((name(side), effect));
    }
    if out.is_empty() {
        return None;
    }
    let all: Vec<Message> = out.into_iter().filter_map(|(who, effect)| short(who, effect)).collect();
    Some(if all.is_empty() { say!("no-effect") } else { ::words::list(all, Joint::Comma) })
}

fn short(who: Message, effect: Effect) -> Option<Message> {
    Some(match effect {
        Effect::NoEffect => return None,
        Effect::Recoil => say!("short-recoil", who),
        Effect::Flee(paces) => say!("short-flee", who, paces),
        Effect::Silenced => say!("short-silenced", who),
        Effect::Plundered => say!("short-plundered", who),
        Effect::Destroyed => say!("short-destroyed", who),
    })
}

/// A ruling on one line: factor and modifiers, die and total of each side, and the result. The sides are called by the names
/// given for the procedure's words.
fn ruled(r: &Ruling, names: &[(&str, Message)]) -> Option<Message> {
    let name = |side: &str| {
        names.iter().find(|(s, _)| *s == side).map_or_else(|| role(side), |(_, name)| name.clone())
    };
    // The dice lie in the order of the totals when there is one for each; otherwise they are told apart.
    let one_each = r.dice.len() == r.totals.len();
    let reckoned = |(i, (side, total)): (usize, (&String, &Value))| {
        let (who, total, sum) = (name(side), total.to_string(), sum(r, side));
        match r.dice.get(i).filter(|_| one_each) {
            Some(die) if sum.is_empty() => say!("reckoned-by-die", who, die, total),
            Some(die) => say!("reckoned", who, sum, die, total),
            None if sum.is_empty() => say!("reckoned-total", who, total),
            None => say!("reckoned-without-die", who, sum, total),
        }
    };
    let sides = r.totals.iter().enumerate().map(reckoned);
    let mut line = sides.reduce(|one, other| say!("one-against-other", one, other));
    if !one_each && !r.dice.is_empty() {
        let dice = named(r.dice.iter().map(|d| Message::verbatim(d.to_string())));
        line = Some(match line {
            Some(line) => say!("and-dice", line, dice),
            None => say!("the-dice", dice),
        });
    }
    match (line, suffered(&r.result, &name)) {
        (Some(line), Some(result)) => Some(say!("with-result", line, result)),
        (line, result) => line.or(result),
    }
}

/// A ruling in full: an indented line for each modifier with its clause, then dice, totals and result.
pub fn tell_ruling(r: &Ruling) -> Vec<String> {
    let line = |label: Message, says: Message| format!("    {label:<8} {says}");
    let mut lines: Vec<String> = r
        .modifiers
        .iter()
        .map(|m| {
            let says =
                say!("modifier-by", value = ::words::signed(m.value), what = &m.what, clause = m.clause);
            line(role(m.side), says)
        })
        .collect();
    if !r.dice.is_empty() {
        let dice = named(r.dice.iter().map(|d| Message::verbatim(d.to_string())));
        lines.push(line(say!("label-dice"), dice));
    }
    for (side, total) in &r.totals {
        lines.push(line(role(side), say!("label-total", total = total.to_string())));
    }
    if let Some(result) = suffered(&r.result, &role) {
        lines.push(line(say!("label-result"), result));
    }
    lines
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
    say!("by-clause", says = say(f, e), clause = e.clause).to_string()
}

/// The same without its clause.
pub fn say(f: &Field, e: &Event) -> Message {
    what_happened(f, &e.kind)
}

/// One event in words.
pub fn what_happened(f: &Field, kind: &EventKind) -> Message {
    match kind {
        EventKind::Opens => say!("battle-opens"),
        EventKind::ByDefault { says } => say!("by-default", says),
        EventKind::UmpireSits {} => say!("umpire-sits"),
        EventKind::Decided { says, because, .. } if because.is_empty() => {
            say!("umpire-decides", says)
        }
        EventKind::Decided { says, because, .. } => {
            say!("umpire-decides-because", says, because = written(because))
        }
        EventKind::Ruled { says, about: None, .. } => say!("umpire-rules", says = written(says)),
        EventKind::Ruled { says, about: Some(clause), .. } => {
            say!("umpire-rules-on", says = written(says), clause = written(clause))
        }
        EventKind::Corrected { because, changes, .. } => {
            let named = named(changes.iter().map(|c| Correction::element(c).into()));
            say!("umpire-corrects", named, because = written(because))
        }
        EventKind::Restored { element, at } => say!(
            "is-back",
            who = who(f, *element),
            number = number(f, *element),
            x = ::words::whole(at.x),
            y = ::words::whole(at.y),
            wind = compass(at.facing),
        ),
        EventKind::TakesHeart { side: s, command: c } => {
            say!("takes-heart", command = command(f, *s, *c), side = side(f, *s))
        }
        EventKind::AttackerRolled { dice: [a, b], attacker } => {
            let (first, second) = (side(f, Side::A), side(f, Side::B));
            match attacker {
                Some(s) => say!("rolled-attacker", first, second, a, b, attacker = side(f, *s)),
                None => say!("rolled-tie", first, second, a, b),
            }
        }
        EventKind::TerrainLaid { side: s, pieces } => say!("terrain-laid", side = side(f, *s), pieces),
        EventKind::EdgeChosen { side: s, edge: e } => match e {
            Edge::South => say!("takes-southern-edge", side = side(f, *s)),
            Edge::North => say!("takes-northern-edge", side = side(f, *s)),
        },
        EventKind::CampPlaced { side: s, x, y, width, depth } => say!(
            "pitches-camp",
            side = side(f, *s),
            x = ::words::whole(*x),
            y = ::words::whole(*y),
            width = ::words::whole(*width),
            depth = ::words::whole(*depth),
        ),
        EventKind::RankingFixed { side: s } => say!("ranking-fixed", side = side(f, *s)),
        EventKind::RankingRevealed { side: s, order } => {
            let names = named(order.iter().map(|c| command(f, *s, *c)));
            say!("ranking-revealed", side = side(f, *s), names)
        }
        EventKind::DeployedInSecret { side: s } => say!("deployed-in-secret", side = side(f, *s)),
        EventKind::CommandDeployed { side: s, command: c } => {
            say!("command-stands-ready", command = command(f, *s, *c), side = side(f, *s))
        }
        EventKind::TurnBegins { bound, active } => say!("turn-begins", bound, side = side(f, *active)),
        EventKind::PhaseBegins { phase: p } => match p {
            Phase::Setup => say!("armies-set-up"),
            Phase::Movement => say!("troops-move"),
            Phase::Shooting => say!("fire-is-opened"),
            Phase::CloseCombat => say!("close-combat-is-joined"),
            Phase::Over => say!("guns-fall-silent"),
        },
        EventKind::Points { side: s, command: c, die } => {
            say!("rolls-points", command = command(f, *s, *c), side = side(f, *s), die)
        }
        EventKind::Spends { side: s, command: c, points, left, elements, paces: p, by } => {
            let says = say!(
                "spends-points",
                command = command(f, *s, *c),
                points,
                elements = named(elements.iter().map(|e| Message::from(*e))),
                paces = paces(*p),
                left,
            );
            if by.is_empty() {
                says
            } else {
                say!("rests-on", says, by = ::words::list(by.iter(), Joint::Comma))
            }
        }
        EventKind::StopsShort { element, paces: p, why } => {
            say!("stops-short", who = who(f, *element), number = number(f, *element), paces = paces(*p), why)
        }
        EventKind::Lapse { side: s, command: c, points } => {
            say!("points-lapse", points, command = command(f, *s, *c))
        }
        EventKind::Unmatched { element, foe, why } => match why {
            Unmatched::Gap => say!("fronts-do-not-match", element, foe),
            Unmatched::Crossing => say!("fronts-do-not-match-crossing", element, foe),
        },
        EventKind::Goes { element, why, from, to } => goes(f, *element, *why, *from, *to),
        // By the time of telling the element may already be dismounted cavalry.
        EventKind::Dismounts { element } => match f.get(*element) {
            Some(e) => say!("dismounts", element, command = command(f, element.side(), e.command)),
            None => say!("stranger-dismounts", element),
        },
        EventKind::RiverFound { die, nature: n, .. } => match n {
            Nature::Shallow => say!("river-found-shallow", die),
            Nature::Ordinary => say!("river-found-ordinary", die),
            Nature::Torrent => say!("river-found-torrent", die),
        },
        EventKind::TorrentTried { element, die, crosses, .. } => {
            let (who, number) = (who(f, *element), number(f, *element));
            if *crosses {
                say!("braves-torrent", who, number, die)
            } else {
                say!("swept-back", who, number, die)
            }
        }
        EventKind::Called { target } => say!("who-fires-on", target = whom(f, *target)),
        EventKind::HoldsFire { side: s, target } => {
            say!("holds-fire", side = side(f, *s), target = whom(f, *target))
        }
        EventKind::Shooting { main, with, target, ruling } => {
            let number = match main {
                Target::Element(e) => number(f, *e),
                Target::Camp(_) => "one",
            };
            let (who, at) = (whom(f, *main), whom(f, *target));
            let says = if with.is_empty() {
                say!("fires-on", who, number, at)
            } else {
                let with = named(with.iter().map(|e| Message::from(*e)));
                say!("fires-on-helped", who, number, with, at)
            };
            judged(says, ruled(ruling, &[("shooter", main.message()), ("target", target.message())]))
        }
        EventKind::CloseCombat { a, b, ruling } => {
            let says = say!("fights", who = who(f, *a), number = number(f, *a), against = whom(f, *b));
            judged(says, ruled(ruling, &[("a", Message::from(*a)), ("b", b.message())]))
        }
        EventKind::Lost { element, fate } => {
            let (who, number) = (who(f, *element), number(f, *element));
            match fate {
                Fate::Destroyed => say!("is-destroyed", who, number),
                Fate::Left => say!("goes-over-edge", who, number),
                Fate::Waiting | Fate::OnTable => say!("is-gone", who, number),
            }
        }
        EventKind::Camp { side: s, state } => match state {
            CampState::Holds => say!("camp-holds", side = side(f, *s)),
            CampState::Silenced => say!("camp-is-silenced", side = side(f, *s)),
            CampState::Plundered => say!("camp-is-plundered", side = side(f, *s)),
        },
        EventKind::Demoralised { side: s, command: c } => {
            let (name, side) = (command(f, *s, *c), side(f, *s));
            match f.army(*s).commands.get(usize::from(*c)) {
                Some(c) => say!("loses-heart-after", name, side, lost = c.lost, strength = c.strength),
                None => say!("loses-heart", name, side),
            }
        }
        EventKind::Ends { winner: Some(s), why } => say!("battle-won", side = side(f, *s), why),
        EventKind::Ends { winner: None, why } => say!("battle-drawn", why),
        EventKind::SeedRevealed { seed } => say!("seed-revealed", seed = written(seed)),
    }
}

fn judged(says: Message, ruling: Option<Message>) -> Message {
    match ruling {
        Some(result) => say!("with-result", line = says, result),
        None => says,
    }
}

/// The line over a turn's report.
pub fn tell_turn_header(f: &Field) -> String {
    let losses = |s: Side| say!("lost-of", side = side(f, s), lost = f.losses(s), of = f.army(s).strength);
    let (a, b) = (losses(Side::A), losses(Side::B));
    say!("turn-header", bound = f.bound, side = side(f, f.active), a, b).to_string()
}

/// How both armies stand: strength and losses, each command, the camp.
pub fn summary(f: &Field) -> Vec<String> {
    let mut lines = Vec::new();
    for s in Side::BOTH {
        let army = f.army(s);
        let lost = f.losses(s);
        let left = army.strength.saturating_sub(lost);
        lines
            .push(say!("army-left", side = side(f, s), code = s, left, of = army.strength, lost).to_string());
        for (i, c) in army.commands.iter().enumerate() {
            let left = c.strength.saturating_sub(c.lost);
            let stands = say!("command-left", command = command(f, s, i as u8), left, of = c.strength);
            let more = [
                c.allied.then(|| say!("and-allied")),
                f.get(c.commander).is_some_and(|e| e.lost()).then(|| say!("and-commander-fallen")),
                c.demoralised.then(|| say!("and-demoralised")),
            ];
            let all = std::iter::once(stands).chain(more.into_iter().flatten());
            lines.push(format!("  {}", ::words::list(all, Joint::Comma)));
        }
        if let Some(c) = &army.camp {
            let shots: u32 = c.shots.iter().map(|n| u32::from(*n)).sum();
            let camp = match c.state {
                CampState::Holds => say!("the-camp-holds", shots),
                CampState::Silenced => say!("the-camp-is-silenced"),
                CampState::Plundered => say!("the-camp-is-plundered"),
            };
            lines.push(format!("  {camp}"));
        }
    }
    lines
}
