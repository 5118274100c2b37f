//! How the table is looked at (play.hidden): everything on it is open to both sides, but for orders and the values on the rosters.

use super::Battle;
use crate::command::{CommandKind, Engagement};
use crate::field::Field;
use crate::ground::{Obstacle, Terrain};
use crate::officer::{Officer, Post};
use crate::troop::{Arm, Formation};
use crate::unit::{Side, Unit};
use crate::{ops, rule, say};
use desk::board::{self, Badge, Fact, Feature, Ground, Piece, Shape, Tone};
use desk::coarse::{round, spot};
use desk::{Audience, Extent, Eye, Kept, Seen, Stage};
use std::sync::Arc;
use words::Message;

/// The table at one moment.
#[derive(Clone, Debug)]
pub struct Still {
    pub(crate) field: Arc<Field>,
    pub(crate) first: Side,
    pub(crate) sequence: u8,
    pub(crate) attacks: Vec<(crate::unit::UnitId, super::Target)>,
}

/// Officers are numbered after every unit.
const OFFICERS: u32 = 1 << 16;

fn fact(label: Message, says: impl Into<Message>, by: umpire::Clause) -> Fact {
    Fact { clause: Some(by.to_string()), ..Fact::new(label, says) }
}

fn arm(u: &Unit) -> board::Arm {
    match (u.arm(), u.formation) {
        (Arm::Infantry | Arm::Engineers, _) => board::Arm::Infantry,
        (Arm::Cavalry, _) => board::Arm::Cavalry,
        (Arm::Artillery, Formation::Limbered) => board::Arm::Limbered,
        (Arm::Artillery, _) => board::Arm::Artillery,
        (Arm::Train | Arm::Pontoons, _) => board::Arm::Wagon,
    }
}

/// Bases abreast, as they are drawn.
fn files(u: &Unit) -> u32 {
    match u.formation {
        Formation::Line { front } | Formation::Column { front } | Formation::Chain { front } => front.into(),
        _ => 0,
    }
}

impl Battle {
    /// Who may know the values on a side's roster, and its orders.
    fn on_paper(&self, side: Side) -> Audience {
        if self.terms.open { Audience::ALL } else { Audience::side(side) }
    }

    fn unit_piece(&self, still: &Still, u: &Unit, eye: Eye) -> Piece {
        let f = &*still.field;
        let base = match u.formation {
            Formation::InTown { .. } => f.front(u),
            _ => u.base,
        };
        let whole = f.plan(u).whole_depth().max(base.depth);
        let mut badges = Vec::new();
        let badge = |short: &str, says: Message, tone: Tone| Badge { short: short.into(), says, tone };
        if u.disorder.active > 0 {
            let tone = match u.disorder.active {
                0..=3 => Tone::Plain,
                4..=5 => Tone::Worn,
                _ => Tone::Bad,
            };
            badges.push(badge(
                &format!("{}U", u.disorder.active),
                say!("badge-disorder", u = u.disorder.active),
                tone,
            ));
        }
        let passive = crate::disorder::passive(f, u).u;
        if passive > 0 {
            let says = say!("badge-passive", u = passive);
            badges.push(badge(&format!("+{passive}"), says, Tone::Plain));
        }
        let engaged = u.command.is_some_and(|c| f[c].engagement.engaged());
        if engaged {
            badges.push(badge("E", say!("fact-engaged"), Tone::Plain));
        }
        if still.sequence > 0 && engaged && u.record.acted_in_phase {
            badges.push(badge("D", say!("badge-acted"), Tone::Plain));
        }
        if u.continued.is_some() {
            badges.push(badge("M", say!("badge-continued"), Tone::Worn));
        }
        if u.pinned.is_some() {
            badges.push(badge("P", say!("badge-pinned"), Tone::Bad));
        }
        if u.record.frozen {
            badges.push(badge("F", say!("badge-frozen"), Tone::Bad));
        }
        if still.attacks.iter().any(|(a, _)| *a == u.id) {
            badges.push(badge("A", say!("badge-attacks"), Tone::Good));
        }
        let mut facts = vec![
            fact(
                say!("fact-bases"),
                Message::verbatim(format!("{}/{}", u.bases.now, u.bases.start)),
                rule!("losses.1"),
            ),
            fact(say!("fact-formation"), crate::words::formation(u.formation.kind()), rule!("formations.1")),
        ];
        let active = u.disorder.active;
        let disorder = say!("fact-disorder-say", active, passive);
        facts.push(fact(say!("fact-disorder"), disorder, rule!("disorder.1")));
        let in_command = ops::in_command(f, u);
        if u.command.is_some() {
            let says = if in_command { say!("fact-in-command") } else { say!("fact-out-of-command") };
            facts.push(fact(say!("fact-command"), says, rule!("op.command.1")));
            if !in_command {
                badges.push(badge("C", say!("fact-out-of-command"), Tone::Bad));
            }
            let says = if engaged { say!("fact-engaged") } else { say!("fact-free") };
            facts.push(fact(say!("fact-engagement"), says, rule!("engagement.1")));
        }
        if f.chain(u.body).any(|b| b.broken) {
            badges.push(badge("I", say!("badge-integrity"), Tone::Bad));
            facts.push(fact(say!("fact-integrity"), say!("badge-integrity"), rule!("integrity.6")));
        }
        if let Some(m) = f.chain(u.body).find_map(|b| b.morale) {
            let level = Message::verbatim(m.level.to_string());
            facts.push(fact(say!("fact-morale-level"), level, rule!("formation-morale.6")));
        }
        if let Some(c) = u.command.map(|c| &f[c]) {
            let order = Kept::new(Audience::side(u.side), c.orders.kind());
            if let Some(Some(k)) = order.to(eye) {
                facts.push(fact(say!("fact-order"), crate::words::order(*k), rule!("orders.phase.2")));
            }
        }
        let v = u.values;
        let skirmish = v.skirmish.map_or_else(|| "-".to_owned(), |s| s.to_string());
        let values = Kept::new(
            self.on_paper(u.side),
            say!("fact-values-say", melee = v.melee, training = v.training, officer = v.officer, skirmish),
        );
        if let Some(says) = values.to(eye) {
            facts.push(fact(say!("fact-values"), says.clone(), rule!("units.3")));
        }
        let strength = Message::verbatim(format!("{}{}", u.bases.now, if u.bases.marked { "-" } else { "" }));
        Piece {
            side: Some(u.side.index() as u8),
            nation: self.terms.colours[u.side.index()].into(),
            command: u.command.map(|c| u32::from(c.0) + 1),
            arm: arm(u),
            name: Message::verbatim(u.name.to_string()),
            at: spot(&base),
            width: round(base.width),
            depth: round(whole),
            formation: crate::words::formation(u.formation.kind()),
            open: u.skirmishing(),
            files: files(u),
            strength,
            badges,
            facts,
            yours: eye.commands(u.side),
            ..Piece::new(&u.code)
        }
    }

    fn officer_piece(&self, still: &Still, o: &Officer, eye: Eye) -> Piece {
        let f = &*still.field;
        let base = o.base();
        let mut facts = Vec::new();
        let mut badges = Vec::new();
        let g = o.gifts;
        let values = Kept::new(
            self.on_paper(o.side),
            say!("fact-gifts-say", ability = g.ability, radius = g.radius, points = g.points),
        );
        if let Some(says) = values.to(eye) {
            facts.push(fact(say!("fact-gifts"), says.clone(), rule!("officers.6")));
        }
        if let Some(c) = f.commands.iter().find(|c| c.officer == o.id) {
            let (says, short, tone) = match c.engagement {
                Engagement::Engaged { .. } => (say!("fact-engaged"), "E", Tone::Worn),
                Engagement::Leaving { .. } => (say!("fact-leaving"), "L", Tone::Plain),
                Engagement::Free => (say!("fact-free"), "", Tone::Plain),
            };
            if !short.is_empty() {
                badges.push(Badge { short: short.into(), says: says.clone(), tone });
            }
            facts.push(fact(say!("fact-engagement"), says, rule!("engagement.1")));
            let left = Kept::new(self.on_paper(o.side), ops::points_left(f, c.id));
            if let Some(n) = left.to(eye).filter(|_| c.kind == CommandKind::Troops) {
                let short = format!("{n}p");
                let tone = if *n > 0 { Tone::Good } else { Tone::Plain };
                badges.push(Badge { short, says: say!("badge-points", n = *n), tone });
                facts.push(fact(
                    say!("fact-points"),
                    Message::verbatim(n.to_string()),
                    rule!("op.officers.1"),
                ));
            }
            let order = Kept::new(Audience::side(o.side), c.orders.clone());
            if let Some(orders) = order.to(eye) {
                if let Some(k) = orders.kind() {
                    facts.push(fact(say!("fact-order"), crate::words::order(k), rule!("orders.phase.2")));
                }
                if let Some(p) = &orders.pending {
                    facts.push(fact(
                        say!("fact-pending"),
                        crate::words::order(p.order.kind),
                        rule!("orders.activation.1"),
                    ));
                }
            }
            if ops::integrity_broken(f, c.id) {
                badges.push(Badge { short: "I".into(), says: say!("badge-integrity"), tone: Tone::Bad });
            }
        }
        Piece {
            side: Some(o.side.index() as u8),
            nation: self.terms.colours[o.side.index()].into(),
            arm: if o.post == Post::TrainChief { board::Arm::Wagon } else { board::Arm::General },
            name: Message::verbatim(o.name.to_string()),
            at: spot(&base),
            width: round(base.width),
            depth: round(base.depth),
            badges,
            facts,
            yours: eye.commands(o.side),
            ..Piece::new(&o.code)
        }
    }
}

fn ground(t: Terrain) -> Ground {
    match t {
        Terrain::LightWood | Terrain::DenseWood => Ground::Wood,
        Terrain::Impassable => Ground::Marsh,
        Terrain::Open => Ground::Field,
        Terrain::Closed1 | Terrain::Closed2 | Terrain::Closed3 => Ground::Rough,
    }
}

fn points(all: &[table::V2]) -> Vec<[f64; 2]> {
    all.iter().map(|p| [round(p.x), round(p.y)]).collect()
}

impl Stage for Battle {
    type Still = Still;
    type Sight = Eye;
    type Look = Piece;
    type Lay = (Vec<crate::field::ZoneState>, Vec<crate::field::RedoubtState>, Vec<bool>);

    fn still(&self) -> Still {
        Still {
            field: Arc::new(self.field.clone()),
            first: self.play.first,
            sequence: self.play.sequence,
            attacks: self.play.attacks.iter().map(|a| (a.unit, a.target)).collect(),
        }
    }

    fn sight(&self, _: &Still, eye: Eye, _: Option<&Eye>) -> Eye {
        eye
    }

    fn looks(&self, still: &Still, eye: &Eye) -> Vec<Seen<Piece>> {
        let f = &*still.field;
        let units = f.present().map(|u| Seen::whole(u.id.index(), self.unit_piece(still, u, *eye)));
        let officers = f
            .officers
            .iter()
            .filter(|o| o.present())
            .map(|o| Seen::whole(OFFICERS as usize + o.id.index(), self.officer_piece(still, o, *eye)));
        units.chain(officers).collect()
    }

    fn piece(&self, _: &Still, _: &Eye, seen: &Seen<Piece>) -> Piece {
        seen.look.clone()
    }

    fn lay(&self, still: &Still, _: &Eye) -> Self::Lay {
        let f = &still.field;
        (f.zones.clone(), f.redoubts.clone(), f.bridges.iter().map(|b| b.gone).collect())
    }

    fn features(&self, still: &Still, _: &Eye) -> Vec<Feature> {
        let f = &*still.field;
        let g = &f.ground;
        let feature = |kind: Ground, name: &str, shape: Shape| Feature {
            kind,
            name: Message::verbatim(name.to_owned()),
            shape,
            level: 0,
            side: None,
            facts: Vec::new(),
        };
        let mut all = Vec::new();
        for h in &g.hills {
            all.push(Feature {
                level: u32::from(h.level),
                ..feature(Ground::Hill, &h.name, Shape::Area(points(h.area.outline())))
            });
        }
        for p in &g.patches {
            all.push(feature(ground(p.kind), &p.name, Shape::Area(points(p.area.outline()))));
        }
        for l in &g.lines {
            let kind = match l.kind {
                Obstacle::River | Obstacle::Ford => Ground::River,
                Obstacle::Brook | Obstacle::DeepBrook => Ground::Stream,
                Obstacle::Hedge => Ground::Hedge,
            };
            all.push(feature(
                kind,
                &l.name,
                Shape::Line { points: points(&l.path.points), width: l.width.max(10.0) },
            ));
        }
        for r in &g.roads {
            all.push(feature(
                Ground::Road,
                &r.name,
                Shape::Line { points: points(&r.path.points), width: 15.0 * f64::from(r.lanes) },
            ));
        }
        for b in f.bridges.iter().filter(|b| !b.gone) {
            all.push(feature(Ground::Bridge, &b.bridge.name, Shape::Area(points(&b.bridge.rect.corners()))));
        }
        for (z, s) in g.zones.iter().zip(&f.zones) {
            let facts = vec![
                fact(say!("fact-capacity"), Message::verbatim(z.capacity.to_string()), rule!("town.1")),
                fact(say!("fact-cover"), Message::verbatim(s.cover.to_string()), rule!("town.3")),
            ];
            all.push(Feature {
                facts,
                ..feature(Ground::Town, &z.name, Shape::Area(points(&z.rect.corners())))
            });
        }
        for (r, s) in g.redoubts.iter().zip(&f.redoubts).filter(|(_, s)| !s.gone) {
            let facts =
                vec![fact(say!("fact-cover"), Message::verbatim(s.cover.to_string()), rule!("redoubt.1"))];
            let side = Some(r.side.index() as u8);
            all.push(Feature {
                facts,
                side,
                ..feature(Ground::Works, &r.name, Shape::Area(points(&r.base.corners())))
            });
        }
        all
    }

    fn facts(&self, still: &Still, _: &Eye) -> Vec<Fact> {
        let round = still.field.round;
        let mut all = vec![fact(say!("fact-round"), Message::verbatim(round.to_string()), rule!("round.1"))];
        if still.sequence > 0 {
            all.push(fact(
                say!("fact-sequence"),
                Message::verbatim(still.sequence.to_string()),
                rule!("tactical.1"),
            ));
        }
        all.push(fact(
            say!("fact-side-a"),
            Message::verbatim(self.called(still.first)),
            rule!("initiative.2"),
        ));
        all
    }

    fn extent(&self) -> Extent {
        let g = &self.field.ground;
        Extent { width: g.width, depth: g.depth, unit: say!("metres"), measured: true, scale: None }
    }
}
