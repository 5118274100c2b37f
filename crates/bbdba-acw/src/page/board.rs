//! The table as a seat sees it: pieces, ground, and what stands over the battle.

use super::{fact, ground, round, spot};
use crate::battle::Screened;
use crate::contact::Contact;
use crate::event::Target;
use crate::field::{CampSite, CampState, Element, ElementId, Fate, Field, Phase, Side};
use crate::procedures::morale;
use crate::scenario::Scenario;
use crate::troop::Troop;
use crate::words;
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

fn badge(short: &str, says: impl Into<String>, tone: Tone) -> Badge {
    Badge { short: short.into(), says: says.into(), tone }
}

fn badges(l: &Look) -> Vec<Badge> {
    let mut out = Vec::new();
    if l.demoralised {
        out.push(badge("D", "Its command is demoralised", Tone::Bad));
    }
    let flanked = l
        .foes
        .iter()
        .any(|(_, c)| matches!(c, Some(Contact::LeftFlank | Contact::RightFlank | Contact::Rear)));
    if flanked {
        out.push(badge("F", "Attacked in flank or rear", Tone::Bad));
    }
    if !l.foes.is_empty() {
        out.push(badge("X", "In close combat", Tone::Worn));
    }
    if l.overlapped > 0 {
        out.push(badge("O", "Overlapped", Tone::Worn));
    }
    if l.has_shot {
        out.push(badge("S", "Has shot", Tone::Plain));
    }
    match l.moves {
        0 => {}
        1 => out.push(badge("M", "Has moved", Tone::Plain)),
        n => out.push(badge(&format!("M{n}"), format!("Has moved {n} times"), Tone::Plain)),
    }
    if l.troop == Troop::Dismounted {
        out.push(badge("ft", "Cavalry fighting on foot", Tone::Plain));
    }
    if l.waits {
        out.push(badge("…", "Waits to be deployed", Tone::Plain));
    }
    if l.hidden {
        out.push(badge("?", "Behind the screen: the enemy does not see it", Tone::Plain));
    }
    out
}

fn contact_word(c: Option<Contact>) -> &'static str {
    match c {
        Some(Contact::Front) => "front to front",
        Some(Contact::LeftFlank) => "who is at its left flank",
        Some(Contact::RightFlank) => "who is at its right flank",
        Some(Contact::Rear) => "who is at its rear",
        None => "whose flank or rear it is at",
    }
}

fn troop_facts(t: Troop) -> Vec<Fact> {
    let s = t.stats();
    let row = t.row();
    let mut type_ = row.to_string();
    if let Some(c) = type_.get_mut(0..1) {
        c.make_ascii_uppercase();
    }
    if t.is_line() {
        type_.push_str(" (line infantry)");
    }
    let mut out = vec![fact("Troop type", type_, if t.is_line() { "troops.1" } else { "stats.1" })];
    let two = |f: [i32; 2]| format!("{} against foot, {} against mounted", f[0], f[1]);
    if s.shooting == s.melee {
        out.push(fact("Combat factors", two(s.melee), "stats.1"));
    } else {
        out.push(fact("In shooting", two(s.shooting), "stats.1"));
        out.push(fact("In close combat", two(s.melee), "stats.1"));
    }
    out.push(fact(
        "Moves",
        format!(
            "{:.0} p in good going, {:.0} p in heavy, {:.0} p on a road",
            s.move_good, s.move_heavy, s.move_road
        ),
        "dba.4",
    ));
    out.push(match s.range {
        Some(r) => fact("Range", format!("{r:.0} p"), "stats.1"),
        None => fact("Range", "does not shoot", "stats.1"),
    });
    out.push(fact("Base", format!("{:.0} by {:.0} p", s.width, s.depth), "scale.1"));
    out
}

/// The piece of an element that looks so.
pub(super) fn piece(f: &Field, id: ElementId, seen: &Seen<super::Drawn>, s: &Look, eyes: &Eyes<'_>) -> Piece {
    let side = id.side();
    let e = &f[id];
    let command = words::command(f, side, e.command);
    let own_name = eyes.scenario.name_of(id);
    let mut facts = troop_facts(s.troop);
    facts.push(fact("Command", format!("{command} of {}", words::side(f, side)), "army.3"));
    if let Some((points, lost, strength)) = s.staff {
        facts.push(fact("Movement points left", points.to_string(), "move.1"));
        facts.push(fact(
            "His command",
            format!("{} of {strength} elements left", strength.saturating_sub(lost)),
            "victory.1",
        ));
    }
    if s.demoralised {
        facts.push(fact(
            "State",
            "demoralised: retreats, and its points serve only who fights or supports",
            "dba.34",
        ));
    }
    for (t, c) in &s.foes {
        facts.push(fact("Fights", format!("{t}, {}", contact_word(*c)), "dba.44"));
    }
    if s.overlapped > 0 {
        facts.push(fact(
            "Overlapped",
            if s.overlapped == 1 { "on one flank" } else { "on both flanks" },
            "dba.18",
        ));
    }
    if s.moves > 0 {
        facts.push(fact("Moves made this turn", s.moves.to_string(), "again.1"));
    }
    if s.has_shot {
        facts.push(fact("Shooting", "has used its shot in this phase", "dba.28"));
    }
    if s.dismounted {
        facts.push(fact("Dismounted", "in this turn", "dba.37"));
    }
    if s.waits {
        facts.push(fact("Deployment", "waits beside the table", "setup.4"));
    }
    if s.hidden {
        facts.push(fact("Deployment", "behind the screen until both sides are ready", "setup.8"));
    }
    let what = match s.troop {
        Troop::Commander => "Commander",
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
            Some(n) => format!("{n}, {what} ({command})"),
            None => format!("{what} ({command})"),
        },
        at: seen.at,
        width: seen.width,
        depth: seen.depth,
        formation: String::new(),
        open: s.troop == Troop::Jaeger,
        files: 0,
        strength: String::new(),
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
        CampState::Silenced => badges.push(badge("S", "Silenced", Tone::Worn)),
        CampState::Plundered => badges.push(badge("P", "Plundered", Tone::Bad)),
    }
    Piece {
        id: Target::Camp(side).to_string(),
        side: Some(side.index() as u8),
        nation: nation(eyes.scenario, side).into(),
        command: None,
        arm: Arm::Wagon,
        label: "camp".into(),
        name: format!("Camp of {}", words::side(f, side)),
        at: seen.at,
        width: seen.width,
        depth: seen.depth,
        formation: String::new(),
        open: false,
        files: 0,
        strength: String::new(),
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
        Phase::Setup => out.push(fact("Phase", "setting up", "setup.1")),
        p => {
            out.push(fact("Turn", f.bound.to_string(), "turn.1"));
            out.push(fact("Phase", words::phase(p), "turn.1"));
            out.push(fact("Turn of", words::side(f, f.active), "scale.5"));
        }
    }
    if f.phase == Phase::Movement {
        for (i, c) in f.army(f.active).commands.iter().enumerate() {
            let left = match c.points {
                1 => "1 movement point left".to_string(),
                n => format!("{n} movement points left"),
            };
            let points = fact(words::command(f, f.active, i as u8), left, "move.1");
            out.push(points.about(f.active.index() as u8));
        }
    }
    for s in Side::BOTH {
        let from = out.len();
        let a = f.army(s);
        let plundered = a.camp.as_ref().is_some_and(|c| c.state == CampState::Plundered);
        let lost = morale::losses(u32::from(f.losses(s)), plundered);
        let camp = if plundered { ", the plundered camp counted as two" } else { "" };
        out.push(fact(
            format!("Lost by {}", words::side(f, s)),
            format!("{lost} of {}{camp}; beaten at {}", a.strength, breaking_point(a.strength)),
            "dba.43",
        ));
        let exceeded = f.readings.is(crate::reading!("third-lost", "exceeded"));
        for (i, c) in a.commands.iter().enumerate().filter(|_| a.commands.len() > 1) {
            let all = u32::from(c.strength);
            let least = if exceeded { all / 3 + 1 } else { all.div_ceil(3) };
            let says = if c.demoralised {
                format!("{} of {all} lost: demoralised", c.lost)
            } else {
                format!("{} of {all} lost; demoralised at {least}", c.lost)
            };
            out.push(fact(format!("{} ({s})", words::command(f, s, i as u8)), says, "victory.1"));
        }
        if a.commands.len() > 1 {
            let n = a.commands.iter().filter(|c| c.demoralised).count();
            out.push(fact(
                format!("Demoralised commands of {}", words::side(f, s)),
                format!("{n}; beaten at 2"),
                "victory.4",
            ));
        }
        let open = a.ranking.as_ref();
        let own = eyes.ranking[s.index()].as_ref().filter(|_| eyes.sees(s));
        if let Some(r) = open.or(own).filter(|r| r.len() > 1) {
            let names: Vec<String> = r.iter().map(|c| words::command(f, s, *c)).collect();
            let secret = if open.is_none() { " (still secret)" } else { "" };
            out.push(fact(
                format!("Highest die first, {}", words::side(f, s)),
                format!("{}{secret}", names.join(", ")),
                "dice.2",
            ));
        }
        out[from..].iter_mut().for_each(|f| f.side = Some(s.index() as u8));
    }
    out
}
