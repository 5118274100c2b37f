//! The board of a seat: pieces, ground, and what stands over the battle.

use super::{Viewer, facts, spot};
use crate::field::{Field, Staff};
use crate::scenario::Scenario;
use crate::troop::{Kind, Nation};
use crate::unit::{CommandId, Side, Unit};
use crate::victory;
use crate::{rule, say};
use desk::board::{Arm, Badge, Fact, Piece, Tone};
use table::Base;
use umpire::Seat;
use words::Message;

pub(crate) fn nation(n: Nation) -> &'static str {
    match n {
        Nation::Union => "union",
        Nation::Confederate => "confederate",
    }
}

fn arm(k: Kind) -> Arm {
    match k {
        Kind::Infantry => Arm::Infantry,
        Kind::Mounted => Arm::Cavalry,
        Kind::Dismounted => Arm::Dismounted,
        Kind::Unlimbered => Arm::Artillery,
        Kind::Limbered => Arm::Limbered,
        Kind::Wagon => Arm::Wagon,
    }
}

/// The number of a command among those of its side.
fn command(f: &Field, id: CommandId) -> u32 {
    let side = f[id].side;
    f.commands.iter().filter(|c| c.side == side && c.id <= id).count() as u32
}

/// The seat's own side, if it commands one.
pub(super) fn commands(eye: &Viewer, seat: Seat) -> Option<Side> {
    match eye {
        Viewer::Side(k, ..) => Some(k.side),
        _ => Side::of(seat),
    }
}

pub(super) fn number(n: impl ToString) -> Message {
    Message::verbatim(n.to_string())
}

/// A unit as a piece: what of it stands in its papers comes by `papers`, and by nothing else.
pub(super) fn unit(s: &Scenario, f: &Field, u: &Unit, seat: Seat, eye: &Viewer) -> Piece {
    let (seen, papers) = (facts::Sighted::of(f, u), eye.papers(u));
    let hidden = matches!(eye, Viewer::Side(..)) && papers.is_none();
    let id = eye.id(u);
    let guns = papers.and_then(|u| u.battery.as_ref()).map(|b| say!("so-many-guns", guns = b.sound));
    let strength = seen.figures.map(|n| guns.unwrap_or_else(|| number(n))).unwrap_or_default();
    let base = &u.base;
    let sighted = !id.starts_with("new-");
    Piece {
        side: Some(u.side.index() as u8),
        nation: nation(s.side(u.side).nation).into(),
        command: papers.map(|u| command(f, u.command)),
        arm: arm(seen.kind),
        label: if hidden && !sighted { "?".into() } else { id.clone() },
        name: match (hidden, sighted) {
            (false, _) => Message::verbatim(u.name.to_string()),
            (true, true) => say!("enemy-named", id = &id, kind = seen.kind),
            (true, false) => say!("enemy-of-kind", kind = seen.kind),
        },
        at: spot(base),
        width: base.width,
        depth: base.depth,
        tail: Vec::new(),
        formation: seen.formation.clone(),
        open: u.open(),
        files: if u.by_figures() { u32::from(u.files) } else { 0 },
        strength,
        badges: facts::badges(f, &seen, papers, eye),
        facts: facts::facts(f, seen, papers, eye),
        yours: commands(eye, seat) == Some(u.side),
        id,
    }
}

/// A general or orderly as a piece. An enemy one is seen with a unit that is seen, and has no name.
pub(super) fn staff(s: &Scenario, f: &Field, m: &Staff, seat: Seat, eye: &Viewer) -> Option<Piece> {
    if !m.present() {
        return None;
    }
    let own = match eye {
        Viewer::Side(k, ..) => k.side == m.side,
        _ => true,
    };
    let (id, name) = if own {
        (m.code.to_string(), Message::verbatim(m.name.to_string()))
    } else {
        let u = &f[m.with?];
        if !eye.sees(u) {
            return None;
        }
        let n = f.staff.iter().filter(|o| o.id < m.id && o.present() && o.with == m.with).count();
        (format!("{}+{}", eye.id(u), n + 1), crate::words::enemy_staff(m))
    };
    let mut facts = Vec::new();
    let mut badges = Vec::new();
    if own && !matches!(eye, Viewer::Onlooker) {
        facts.push(Fact::new(say!("fact-command"), Message::verbatim(f[m.command].name.to_string())));
        if let Some(u) = m.with {
            facts.push(Fact::by(
                say!("fact-with"),
                Message::verbatim(f[u].code.to_string()),
                rule!("03.01.5.b"),
            ));
        }
        let moved = m.moved == Some(f.turn);
        let says = if moved { say!("used-turn") } else { say!("not-used-yet") };
        facts.push(Fact::by(say!("fact-move"), says, rule!("03.01.5.a")));
        if !m.general {
            let says = if m.dispatched { say!("carries-order-whom-he-joins") } else { say!("go-general") };
            facts.push(Fact::by(say!("fact-orders"), says, rule!("03.03.2")));
            if m.dispatched {
                badges.push(Badge { short: "D".into(), says: say!("can-carry-order"), tone: Tone::Good });
            }
        }
        if let Some((turn, says)) = f[m.command].instruction.as_ref().filter(|_| m.general) {
            facts.push(Fact::by(
                say!("fact-instruction"),
                say!("instruction-of-turn", says, turn),
                rule!("03.01.1"),
            ));
        }
    }
    Some(Piece {
        side: Some(m.side.index() as u8),
        nation: nation(s.side(m.side).nation).into(),
        command: None,
        arm: if m.general { Arm::General } else { Arm::Orderly },
        label: if own { m.code.to_string() } else { String::new() },
        name,
        at: spot(&m.base),
        width: m.base.width,
        depth: m.base.depth,
        tail: Vec::new(),
        formation: Message::default(),
        open: false,
        files: 0,
        strength: Message::default(),
        badges,
        facts,
        yours: commands(eye, seat) == Some(m.side),
        id,
    })
}

/// Guns without gunners: nobody's.
pub(super) fn guns(u: &Unit, eye: &Viewer) -> Option<Piece> {
    let b = u.battery.as_ref()?;
    let at: &Base = b.standing_alone()?;
    let known = match eye {
        Viewer::Side(k, ..) => k.side == u.side || k.sees_guns(u.id),
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
        id,
        side: None,
        nation: String::new(),
        command: None,
        arm: Arm::Artillery,
        label: String::new(),
        name: if own { say!("guns-of", unit = u.name.to_string()) } else { say!("guns-without-gunners") },
        at: spot(at),
        width: at.width,
        depth: at.depth,
        tail: Vec::new(),
        formation: say!("abandoned"),
        open: false,
        files: 0,
        strength: Message::default(),
        badges: vec![Badge { short: "GA".into(), says: say!("without-gunners"), tone: Tone::Bad }],
        facts: vec![Fact::by(say!("fact-guns"), say!("stand-without-gunners"), rule!("play.guns-unmanned"))],
        yours: commands(eye, Seat::Spectator) == Some(u.side),
    })
}

/// What stands over the battle: the turn, the tasks and how they stand as far as the seat may know.
pub(super) fn over_all(s: &Scenario, f: &Field, eye: &Viewer) -> Vec<Fact> {
    let mut all = vec![Fact::new(say!("fact-turn"), say!("so-many-of", now = f.turn, of = s.turns))];
    for side in Side::BOTH.into_iter().filter(|x| eye.reads(*x)) {
        // Who sees both sides' papers reads whose they are.
        let whose = matches!(eye, Viewer::All).then(|| &s.side(side).name);
        let now: u32 =
            f.side(side).filter(|u| u.arm != crate::troop::Arm::Wagon).map(|u| u32::from(u.figures)).sum();
        let about = side.index() as u8;
        let figures = say!("so-many-of", now, of = s.side(side).strength);
        let label = match whose {
            Some(side) => say!("fact-figures-of", side),
            None => say!("fact-figures"),
        };
        all.push(Fact::new(label, figures).about(about));
        for (i, t) in s.tasks.iter().enumerate().filter(|(_, t)| t.side == side) {
            let stands = victory::stands(s, f, i, matches!(eye, Viewer::All));
            let says = match stands {
                Some(stands) => say!("task-stands", task = facts::task(f, t, eye), stands),
                None => facts::task(f, t, eye),
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
