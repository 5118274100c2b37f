//! The board of a seat: pieces, and what stands over the battle.

use super::{Viewer, facts, spot};
use crate::field::{Field, Post, Staff};
use crate::scenario::Scenario;
use crate::troop::{Arm as Arms, Nation};
use crate::unit::{CommandId, Side, Unit};
use crate::{clause, rule, say, victory};
use desk::board::{Arm, Badge, Fact, Piece, Stretch, Tone};
use table::Base;
use umpire::Seat;
use words::Message;

/// The colours that a nation wears.
pub(super) fn nation(n: Nation) -> &'static str {
    match n {
        Nation::Bavaria => "bavarian",
        Nation::Denmark => "danish",
        Nation::England | Nation::Kgl => "british",
        Nation::France => "french",
        Nation::Poland => "polish",
        Nation::Prussia => "prussian",
        Nation::Russia => "russian",
        Nation::Saxony => "saxon",
        Nation::Austria => "austrian",
        Nation::Other => "",
    }
}

/// How a unit is marked.
pub(super) fn arm(u: &Unit) -> Arm {
    match u.arm {
        Arms::Infantry => Arm::Infantry,
        Arms::Cavalry => Arm::Cavalry,
        Arms::Artillery if u.limbered() => Arm::Limbered,
        Arms::Artillery => Arm::Artillery,
        Arms::Train => Arm::Wagon,
    }
}

/// The number of a command among those of its side.
fn command(f: &Field, id: CommandId) -> u32 {
    let side = f[id].side;
    f.commands.iter().filter(|c| c.side == side && c.id <= id).count() as u32
}

/// The seat's own side, if it commands one.
fn commands(eye: &Viewer, seat: Seat) -> Option<Side> {
    match eye {
        Viewer::Side(k, ..) => Some(k.side),
        _ => Side::of(seat),
    }
}

pub(super) fn number(n: impl ToString) -> Message {
    Message::verbatim(n.to_string())
}

/// What of a column about a corner lies behind its head.
fn tail(u: &Unit) -> Vec<Stretch> {
    let stretch = |b: &Base| Stretch { at: spot(b), depth: desk::sketch::round(b.depth) };
    u.stretches().iter().skip(1).map(stretch).collect()
}

/// A unit as a piece: what of it stands in its papers comes by `papers`, and by nothing else.
pub(super) fn unit(f: &Field, u: &Unit, seat: Seat, eye: &Viewer) -> Piece {
    let (seen, papers) = (facts::Sighted::of(f, u), eye.papers(u));
    let hidden = matches!(eye, Viewer::Side(..)) && papers.is_none();
    let id = eye.id(u);
    let guns = papers.and_then(|u| u.battery.as_ref()).map(|b| say!("so-many-guns", guns = b.guns));
    let strength = seen.figures.map(|n| guns.unwrap_or_else(|| number(n))).unwrap_or_default();
    let base = &u.base;
    let sighted = !id.starts_with("new-");
    Piece {
        side: Some(u.side.index() as u8),
        nation: nation(u.nation).into(),
        command: papers.map(|u| command(f, u.command)),
        arm: arm(u),
        label: if hidden && !sighted { "?".into() } else { id.clone() },
        name: match (hidden, sighted) {
            (false, _) => Message::verbatim(u.name.to_string()),
            (true, true) => say!("enemy-named", id = &id, arm = u.arm),
            (true, false) => say!("enemy-of-arm", arm = u.arm),
        },
        at: spot(base),
        width: base.width,
        depth: crate::view::head(u),
        tail: tail(u),
        formation: seen.formation.clone(),
        open: u.dispersed(),
        files: if u.by_figures() { u32::from(u.front_files()) } else { 0 },
        strength,
        badges: facts::badges(f, &seen, papers, eye),
        facts: facts::facts(f, seen, papers, eye),
        yours: commands(eye, seat) == Some(u.side),
        id,
    }
}

fn post(p: Post) -> Message {
    match p {
        Post::Commander => say!("post-commander"),
        Post::Courier => say!("post-courier"),
        Post::EngineerOfficer => say!("post-engineer"),
        Post::ArtilleryOfficer => say!("post-artillery-officer"),
        Post::PioneerNco => say!("post-pioneer-nco"),
    }
}

/// A staff figure as a piece, if he is seen. An enemy one has no name.
pub(super) fn staff(s: &Scenario, f: &Field, m: &Staff, seat: Seat, eye: &Viewer) -> Option<Piece> {
    if !m.present() {
        return None;
    }
    let own = match eye {
        Viewer::Side(k, ..) => k.side == m.side,
        _ => true,
    };
    let id = eye.staff_id(f, m)?;
    let name = if own { Message::verbatim(m.name.to_string()) } else { crate::words::enemy_staff(m) };
    let mut facts = Vec::new();
    let mut badges = Vec::new();
    if own && !matches!(eye, Viewer::Onlooker) {
        facts.push(Fact::by(say!("fact-post"), post(m.post), rule!("08.01.1")));
        facts.push(Fact::new(say!("fact-command"), Message::verbatim(f[m.command].name.to_string())));
        if let Some(u) = m.with {
            let with = Message::verbatim(f[u].code.to_string());
            facts.push(Fact::by(say!("fact-with"), with, rule!("08.01.7")));
        }
        if !m.carries.is_empty() {
            let says = say!("so-many-messages", messages = m.carries.len());
            facts.push(Fact::by(say!("fact-carries"), says.clone(), rule!("08.03.1")));
            badges.push(Badge { short: "M".into(), says, tone: Tone::Good });
        }
        let commander = m.post == Post::Commander;
        if let Some((turn, says)) = f[m.command].instruction.as_ref().filter(|_| commander) {
            let says = say!("instruction-of-turn", says, turn);
            facts.push(Fact::by(say!("fact-instruction"), says, rule!("08.03.4")));
        }
    }
    Some(Piece {
        side: Some(m.side.index() as u8),
        nation: nation(s.side(m.side).nation).into(),
        command: None,
        arm: if m.post == Post::Commander { Arm::General } else { Arm::Orderly },
        label: if own { m.code.to_string() } else { String::new() },
        name,
        at: spot(m.base()),
        width: m.base().width,
        depth: m.base().depth,
        badges,
        facts,
        yours: commands(eye, seat) == Some(m.side),
        ..Piece::new(&id)
    })
}

/// Guns without gunners: nobody's.
pub(super) fn guns(u: &Unit, eye: &Viewer) -> Option<Piece> {
    let at: Base = u.unmanned_guns()?;
    let known = match eye {
        Viewer::Side(k, ..) => k.side == u.side || k.guns().contains(&u.id),
        _ => true,
    };
    if !known {
        return None;
    }
    let own = eye.reads(u.side) || matches!(eye, Viewer::Onlooker);
    let p = at.pose();
    // They stand where they were left: their place is name enough.
    let id = if own {
        format!("{}+guns", u.code)
    } else {
        format!("guns {} {}", (p.x * 100.0).round(), (p.y * 100.0).round())
    };
    Some(Piece {
        arm: Arm::Artillery,
        label: String::new(),
        name: if own { say!("guns-of", unit = u.name.to_string()) } else { say!("guns-without-gunners") },
        at: spot(&at),
        width: at.width,
        depth: at.depth,
        formation: say!("guns-left"),
        badges: vec![Badge { short: "GA".into(), says: say!("badge-without-gunners"), tone: Tone::Bad }],
        facts: vec![Fact::by(say!("fact-guns"), say!("guns-are-obstacle"), rule!("play.battery"))],
        yours: commands(eye, Seat::Spectator) == Some(u.side),
        ..Piece::new(&id)
    })
}

/// The hour at which a turn ends: eight turns are an hour (01.02.2).
fn hour(s: &Scenario, turn: u32) -> Option<Message> {
    let (h, m) = s.time.split_once(':')?;
    let (h, m): (u32, u32) = (h.parse().ok()?, m.parse().ok()?);
    // Seven and a half minutes each, in halves of a minute.
    let halves = (h * 60 + m) * 2 + turn.checked_mul(15)?;
    let minutes = halves / 2;
    let clock = format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
    Some(Message::verbatim(if halves % 2 == 1 { format!("{clock}½") } else { clock }))
}

/// Where the wind blows to, in words of the compass.
fn wind(degrees: f64) -> Message {
    match ((degrees.rem_euclid(360.0) / 45.0).round() as u32) % 8 {
        0 => say!("wind-north"),
        1 => say!("wind-north-east"),
        2 => say!("wind-east"),
        3 => say!("wind-south-east"),
        4 => say!("wind-south"),
        5 => say!("wind-south-west"),
        6 => say!("wind-west"),
        _ => say!("wind-north-west"),
    }
}

/// What stands over the battle: the turn, the hour, the wind, and the tasks as far as the seat may know.
pub(super) fn over_all(s: &Scenario, f: &Field, eye: &Viewer) -> Vec<Fact> {
    let mut all = vec![Fact::new(say!("fact-turn"), say!("so-many-of", now = f.turn, of = s.turns))];
    all.extend(hour(s, f.turn).map(|hour| Fact::by(say!("fact-hour"), hour, clause!("01.02.2"))));
    all.extend(f.special.wind.map(|w| Fact::by(say!("fact-wind"), wind(w), rule!("19.06.5"))));
    for side in Side::BOTH.into_iter().filter(|x| eye.reads(*x)) {
        // Who sees both sides' papers reads whose they are.
        let whose = matches!(eye, Viewer::All).then(|| &s.side(side).name);
        let now: u32 = f.side(side).filter(|u| u.arm != Arms::Train).map(|u| u32::from(u.figures)).sum();
        let about = side.index() as u8;
        let figures = say!("so-many-of", now, of = s.side(side).strength);
        let label = match whose {
            Some(side) => say!("fact-figures-of", side),
            None => say!("fact-figures"),
        };
        all.push(Fact::new(label, figures).about(about));
        for (i, t) in s.tasks.iter().enumerate().filter(|(_, t)| t.side == side) {
            let stands = victory::stands(s, f, i, matches!(eye, Viewer::All));
            let task = facts::task(f, t, eye);
            let says = match stands {
                Some(stands) => say!("task-stands", task, stands),
                None => task,
            };
            let label = match whose {
                Some(side) => say!("fact-task-of", side),
                None => say!("fact-task"),
            };
            all.push(Fact::by(label, says, rule!("play.victory")).about(about));
        }
    }
    all
}
