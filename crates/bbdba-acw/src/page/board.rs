//! The table as a seat sees it: pieces, ground, and what stands over the battle.

use super::{fact, ground, round, spot};
use crate::battle::Screened;
use crate::contact::Contact;
use crate::event::Target;
use crate::field::{CampSite, CampState, Element, ElementId, Fate, Field, Phase, Side};
use crate::procedures::morale;
use crate::scenario::Scenario;
use crate::troop::Troop;
use crate::{rule, say, words};
use ::words::{Joint, Message};
use desk::board::{Arm, Badge, Fact, Piece, Spot, Tone};
use desk::{Eye, Seen};
use smallvec::SmallVec;
use table::{Base, V2, v2};

/// All that the drawing of an element depends on, but for its place: while this stays, its piece stays.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    troop: Troop,
    /// Stands beside the table until it is deployed.
    waits: bool,
    /// Stands behind the screen.
    hidden: bool,
    moves: u8,
    has_shot: bool,
    dismounted: bool,
    demoralised: bool,
    /// Of a commander: his command's points, losses and strength.
    staff: Option<(u8, u16, u16)>,
    foes: SmallVec<[(Target, Option<Contact>); 2]>,
    overlapped: u8,
}

/// Whose eyes see the table, and what lies behind the screen.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'a> {
    pub eye: Eye,
    pub hidden: &'a Screened,
    pub scenario: &'a Scenario,
    pub ranking: &'a [Option<Vec<u8>>; 2],
}

impl Eyes<'_> {
    /// Sees what that side keeps to itself.
    fn sees(&self, side: Side) -> bool {
        self.eye.reads(side)
    }
}

fn foes(f: &Field, id: ElementId) -> SmallVec<[(Target, Option<Contact>); 2]> {
    let e = &f[id];
    let mut out = SmallVec::new();
    if e.is_commander() {
        return out;
    }
    if let Some(c) = f.camp_opponent(id) {
        out.push((c, Some(Contact::Front)));
    }
    for o in f.touching_of(id.side().other(), e.base, id) {
        // How the enemy lies against it; or it against him.
        match (f.contact(o, e), f.contact(e, o)) {
            (Some(c), _) => out.push((Target::Element(o.id), Some(c))),
            (None, Some(_)) => out.push((Target::Element(o.id), None)),
            (None, None) => {}
        }
    }
    out
}

/// A place beside the table for those who wait to be deployed: in rows behind the own base edge.
fn beside(f: &Field, e: &Element) -> Base {
    let army = f.army(e.side());
    let a_row = ((f.width / 240.0) as usize).max(1);
    let (row, column) = (e.id.index() / a_row, e.id.index() % a_row);
    let out = army.edge.outward();
    let y = if out.y < 0.0 { 0.0 } else { f.depth };
    let s = e.troop.stats();
    let at = v2(120.0 + column as f64 * 240.0, y + out.y * (120.0 + row as f64 * 220.0));
    Base { front: at, dir: -out, width: s.width, depth: s.depth }
}

/// Where an element stands for somebody and how it looks; `None` where it is not to be seen.
pub(super) fn look(f: &Field, id: ElementId, eyes: &Eyes<'_>) -> Option<(Spot, [f64; 2], Look)> {
    let e = f.get(id)?;
    let command = f.army(id.side()).commands.get(usize::from(e.command))?;
    let mut troop = e.troop;
    let mut hidden = false;
    let base = match e.fate {
        Fate::OnTable => e.base,
        Fate::Waiting if eyes.sees(id.side()) => {
            let screen = eyes.hidden[id.side().index()].as_deref().unwrap_or_default();
            match screen.get(id.index()).filter(|h| h.0 == id).or_else(|| screen.iter().find(|h| h.0 == id)) {
                Some((_, b, dismounted)) => {
                    hidden = true;
                    if *dismounted {
                        troop = Troop::Dismounted;
                    }
                    *b
                }
                None => beside(f, e),
            }
        }
        _ => return None,
    };
    let on_table = e.on_table();
    let staff = e.is_commander().then_some((command.points, command.lost, command.strength));
    let foes = if on_table { foes(f, id) } else { SmallVec::new() };
    let overlapped = match foes.iter().any(|(_, c)| *c == Some(Contact::Front)) {
        true => f.overlaps(id).iter().flatten().count() as u8,
        false => 0,
    };
    let look = Look {
        troop,
        waits: !on_table && !hidden,
        hidden,
        moves: if f.active == id.side() { e.moves } else { 0 },
        has_shot: e.has_shot && f.phase == Phase::Shooting,
        dismounted: e.dismounted_this_turn,
        demoralised: command.demoralised,
        staff,
        foes,
        overlapped,
    };
    Some((spot(&base), [round(base.width), round(base.depth)], look))
}

fn arm(t: Troop) -> Arm {
    match t {
        Troop::Cavalry => Arm::Cavalry,
        Troop::Dismounted => Arm::Dismounted,
        Troop::Muskets | Troop::Rifles | Troop::Jaeger => Arm::Infantry,
        Troop::Artillery => Arm::Artillery,
        Troop::Commander => Arm::General,
        Troop::Camp => Arm::Wagon,
    }
}

/// The colours an army wears, by its list or its name; otherwise by its side.
pub(crate) fn nation(s: &Scenario, side: Side) -> &'static str {
    let a = &s.armies[side.index()];
    let says = |w: &str| {
        a.list.as_deref().unwrap_or_default().to_lowercase().contains(w) || a.name.to_lowercase().contains(w)
    };
    match (says("confed") || says("csa"), says("union") || says("federal")) {
        (true, false) => "confederate",
        (false, true) => "union",
        _ if side == Side::A => "union",
        _ => "confederate",
    }
}

fn badge(short: &str, says: impl Into<Message>, tone: Tone) -> Badge {
    Badge { short: short.into(), says: says.into(), tone }
}

fn number(n: impl ToString) -> Message {
    Message::verbatim(n.to_string())
}

fn badges(l: &Look) -> Vec<Badge> {
    let mut out = Vec::new();
    if l.demoralised {
        out.push(badge("D", say!("badge-command-demoralised"), Tone::Bad));
    }
    let flanked = l
        .foes
        .iter()
        .any(|(_, c)| matches!(c, Some(Contact::LeftFlank | Contact::RightFlank | Contact::Rear)));
    if flanked {
        out.push(badge("F", say!("badge-attacked-flank-rear"), Tone::Bad));
    }
    if !l.foes.is_empty() {
        out.push(badge("X", say!("badge-close-combat"), Tone::Worn));
    }
    if l.overlapped > 0 {
        out.push(badge("O", say!("badge-overlapped"), Tone::Worn));
    }
    if l.has_shot {
        out.push(badge("S", say!("badge-shot"), Tone::Plain));
    }
    match l.moves {
        0 => {}
        1 => out.push(badge("M", say!("badge-has-moved"), Tone::Plain)),
        n => out.push(badge(&format!("M{n}"), say!("badge-has-moved-times", n), Tone::Plain)),
    }
    if l.troop == Troop::Dismounted {
        out.push(badge("ft", say!("badge-cavalry-fighting-foot"), Tone::Plain));
    }
    if l.waits {
        out.push(badge("…", say!("badge-waits-deployed"), Tone::Plain));
    }
    if l.hidden {
        out.push(badge("?", say!("badge-behind-screen-enemy-does"), Tone::Plain));
    }
    out
}

fn fights(foe: &Target, c: Option<Contact>) -> Message {
    match c {
        Some(Contact::Front) => say!("fights-front", foe = *foe),
        Some(Contact::LeftFlank) => say!("fights-at-left-flank", foe = *foe),
        Some(Contact::RightFlank) => say!("fights-at-right-flank", foe = *foe),
        Some(Contact::Rear) => say!("fights-at-rear", foe = *foe),
        None => say!("fights-from-flank", foe = *foe),
    }
}

fn troop_type(t: Troop) -> Message {
    match t {
        Troop::Cavalry => say!("type-cavalry"),
        Troop::Dismounted => say!("type-dismounted"),
        Troop::Muskets => say!("type-muskets"),
        Troop::Rifles => say!("type-rifles"),
        Troop::Jaeger => say!("type-jaeger"),
        Troop::Artillery => say!("type-artillery"),
        Troop::Commander => say!("type-commander"),
        Troop::Camp => say!("type-camp"),
    }
}

fn troop_facts(t: Troop) -> Vec<Fact> {
    let s = t.stats();
    let by = if t.is_line() { rule!("troops.1") } else { rule!("stats.1") };
    let mut out = vec![fact(say!("fact-troop-type"), troop_type(t), by)];
    let two = |f: [i32; 2]| say!("factors", foot = f[0], mounted = f[1]);
    if s.shooting == s.melee {
        out.push(fact(say!("fact-combat-factors"), two(s.melee), rule!("stats.1")));
    } else {
        out.push(fact(say!("fact-shooting"), two(s.shooting), rule!("stats.1")));
        out.push(fact(say!("fact-close-combat"), two(s.melee), rule!("stats.1")));
    }
    out.push(fact(
        say!("fact-moves"),
        say!(
            "p-good-going-p-heavy",
            move_good = ::words::whole(s.move_good),
            move_heavy = ::words::whole(s.move_heavy),
            move_road = ::words::whole(s.move_road)
        ),
        rule!("dba.4"),
    ));
    out.push(match s.range {
        Some(r) => fact(say!("fact-range"), say!("so-many-p", p = ::words::whole(r)), rule!("stats.1")),
        None => fact(say!("fact-range"), say!("does-not-shoot"), rule!("stats.1")),
    });
    out.push(fact(
        say!("fact-base"),
        say!("base-size", width = ::words::whole(s.width), depth = ::words::whole(s.depth)),
        rule!("scale.1"),
    ));
    out
}

/// The piece of an element that looks so.
pub(super) fn piece(f: &Field, id: ElementId, seen: &Seen<super::Drawn>, s: &Look, eyes: &Eyes<'_>) -> Piece {
    let side = id.side();
    let e = &f[id];
    let command = words::command(f, side, e.command);
    let own_name = eyes.scenario.name_of(id);
    let mut facts = troop_facts(s.troop);
    facts.push(fact(
        say!("fact-command"),
        say!("command-of", command = &command, side = words::side(f, side)),
        rule!("army.3"),
    ));
    if let Some((points, lost, strength)) = s.staff {
        facts.push(fact(say!("fact-movement-points-left"), number(points), rule!("move.1")));
        facts.push(fact(
            say!("fact-his-command"),
            say!("elements-left", left = strength.saturating_sub(lost), strength),
            rule!("victory.1"),
        ));
    }
    if s.demoralised {
        facts.push(fact(say!("fact-state"), say!("demoralised-retreats-points-serve"), rule!("dba.34")));
    }
    for (t, c) in &s.foes {
        facts.push(fact(say!("fact-fights"), fights(t, *c), rule!("dba.44")));
    }
    if s.overlapped > 0 {
        facts.push(fact(
            say!("fact-overlapped"),
            if s.overlapped == 1 { say!("on-one-flank") } else { say!("on-both-flanks") },
            rule!("dba.18"),
        ));
    }
    if s.moves > 0 {
        facts.push(fact(say!("fact-moves-made-turn"), number(s.moves), rule!("again.1")));
    }
    if s.has_shot {
        facts.push(fact(say!("fact-shooting-here"), say!("used-shot-phase"), rule!("dba.28")));
    }
    if s.dismounted {
        facts.push(fact(say!("fact-dismounted"), say!("turn"), rule!("dba.37")));
    }
    if s.waits {
        facts.push(fact(say!("fact-deployment"), say!("waits-beside-table"), rule!("setup.4")));
    }
    if s.hidden {
        facts.push(fact(say!("fact-deployment"), say!("behind-screen-until-both-sides"), rule!("setup.8")));
    }
    let what = match s.troop {
        Troop::Commander => say!("piece-commander"),
        t => words::troop(t),
    };
    Piece {
        id: id.to_string(),
        side: Some(side.index() as u8),
        nation: nation(eyes.scenario, side).into(),
        command: Some(u32::from(e.command) + 1),
        arm: arm(s.troop),
        label: id.to_string(),
        name: match own_name {
            Some(name) => say!("piece-named", name, what, command),
            None => say!("piece", what, command),
        },
        at: seen.at,
        width: seen.width,
        depth: seen.depth,
        tail: Vec::new(),
        formation: Message::default(),
        open: s.troop == Troop::Jaeger,
        files: 0,
        strength: Message::default(),
        badges: badges(s),
        facts,
        yours: eyes.eye.commands(side),
    }
}

/// The wagons in a camp: a camp shoots, is shot at and stormed like an element, so it can be picked like one.
pub(super) fn camp_place(f: &Field, side: Side, c: &CampSite) -> (Spot, [f64; 2]) {
    let r = &c.rect;
    let facing: V2 = -f.army(side).edge.outward();
    let (width, depth) = ((r.half_width * 1.2).min(160.0), (r.half_depth * 1.2).min(80.0));
    let b = Base { front: r.centre + facing * (depth / 2.0), dir: facing, width, depth };
    (spot(&b), [round(b.width), round(b.depth)])
}

pub(super) fn camp_piece(
    f: &Field,
    side: Side,
    c: &CampSite,
    seen: &Seen<super::Drawn>,
    eyes: &Eyes<'_>,
) -> Piece {
    let mut badges = Vec::new();
    match c.state {
        CampState::Holds => {}
        CampState::Silenced => badges.push(badge("S", say!("badge-silenced"), Tone::Worn)),
        CampState::Plundered => badges.push(badge("P", say!("badge-plundered"), Tone::Bad)),
    }
    Piece {
        id: Target::Camp(side).to_string(),
        side: Some(side.index() as u8),
        nation: nation(eyes.scenario, side).into(),
        command: None,
        arm: Arm::Wagon,
        label: say!("camp-label").to_string(),
        name: say!("camp-of", side = words::side(f, side)),
        at: seen.at,
        width: seen.width,
        depth: seen.depth,
        tail: Vec::new(),
        formation: Message::default(),
        open: false,
        files: 0,
        strength: Message::default(),
        badges,
        facts: ground::camp_facts(c),
        yours: eyes.eye.commands(side),
    }
}

/// What breaks an army, in elements: more than half.
fn breaking_point(strength: u16) -> u32 {
    u32::from(strength) / 2 + 1
}

/// What stands over the battle.
pub(super) fn facts(f: &Field, eyes: &Eyes<'_>) -> Vec<Fact> {
    let mut out = Vec::new();
    match f.phase {
        Phase::Setup => out.push(fact(say!("fact-phase"), say!("phase-setup"), rule!("setup.1"))),
        p => {
            out.push(fact(say!("fact-turn"), number(f.bound), rule!("turn.1")));
            out.push(fact(say!("fact-phase"), words::phase(p), rule!("turn.1")));
            out.push(fact(say!("fact-turn-of"), words::side(f, f.active), rule!("scale.5")));
        }
    }
    if f.phase == Phase::Movement {
        for (i, c) in f.army(f.active).commands.iter().enumerate() {
            let left = say!("points-left", points = c.points);
            let points = fact(words::command(f, f.active, i as u8), left, rule!("move.1"));
            out.push(points.about(f.active.index() as u8));
        }
    }
    for s in Side::BOTH {
        let from = out.len();
        let a = f.army(s);
        let plundered = a.camp.as_ref().is_some_and(|c| c.state == CampState::Plundered);
        let lost = morale::losses(u32::from(f.losses(s)), plundered);
        let (of, least) = (a.strength, breaking_point(a.strength));
        let says = match plundered {
            true => say!("army-lost-with-camp", lost, of, least),
            false => say!("army-lost", lost, of, least),
        };
        out.push(fact(say!("fact-lost-by", side = words::side(f, s)), says, rule!("dba.43")));
        let exceeded = f.readings.is(crate::reading!("third-lost", "exceeded"));
        for (i, c) in a.commands.iter().enumerate().filter(|_| a.commands.len() > 1) {
            let all = u32::from(c.strength);
            let least = if exceeded { all / 3 + 1 } else { all.div_ceil(3) };
            let says = if c.demoralised {
                say!("lost-demoralised", lost = c.lost, all)
            } else {
                say!("of-lost-demoralised-at", lost = c.lost, all, least)
            };
            out.push(fact(
                say!("command-of-side", command = words::command(f, s, i as u8), side = s),
                says,
                rule!("victory.1"),
            ));
        }
        if a.commands.len() > 1 {
            let n = a.commands.iter().filter(|c| c.demoralised).count();
            out.push(fact(
                say!("fact-demoralised-commands", side = words::side(f, s)),
                say!("beaten-2", n),
                rule!("victory.4"),
            ));
        }
        let open = a.ranking.as_ref();
        let own = eyes.ranking[s.index()].as_ref().filter(|_| eyes.sees(s));
        if let Some(r) = open.or(own).filter(|r| r.len() > 1) {
            let names = ::words::list(r.iter().map(|c| words::command(f, s, *c)), Joint::Comma);
            let names = if open.is_none() { say!("still-secret", names) } else { names };
            out.push(fact(say!("fact-highest-die-first", side = words::side(f, s)), names, rule!("dice.2")));
        }
        out[from..].iter_mut().for_each(|f| f.side = Some(s.index() as u8));
    }
    out
}
