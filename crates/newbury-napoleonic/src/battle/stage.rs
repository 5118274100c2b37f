//! The table as it is looked at. Of an enemy one sees what is placed on the table and what figures show; the rest stands in his papers
//! (play.view).

use super::Battle;
use crate::field::{Abandoned, BuildingState, Field, Objective};
use crate::formation::Formation;
use crate::terrain::{Obstacle, Terrain};
use crate::unit::{Fate, General, GeneralFate, Side, State, Unit};
use crate::{rule, say};
use desk::board::{self, Badge, Fact, Feature, Ground, Piece, Shape, Spot, Tone};
use desk::coarse::{round, spot};
use desk::{Audience, Extent, Eye, Kept, Seen, Stage};
use std::sync::Arc;
use table::{Base, V2, v2};
use umpire::Clause;
use words::Message;

/// The table at one moment.
#[derive(Clone, Debug)]
pub struct Still {
    pub(crate) field: Arc<Field>,
    pub(crate) step: super::Step,
    /// Who charges or attacks, and who is in melee.
    pub(crate) closing: Vec<crate::unit::UnitId>,
    pub(crate) fighting: Vec<crate::unit::UnitId>,
    /// Couriers under way, whose is each (12.8).
    pub(crate) couriers: Vec<(Side, V2)>,
    /// Led horses, and teams away from their guns.
    pub(crate) led: Vec<super::Led>,
}

/// What an eye makes of it: whose bodies it knows (play.detect).
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    pub(crate) eye: Eye,
    /// Bodies that are marked on their owner's map alone, by their place.
    hidden: Vec<bool>,
}

impl Sight {
    /// Is the body there for this eye?
    fn has(&self, u: &Unit) -> bool {
        u.present() && !self.hidden[u.id.index()]
    }
}

/// Who may know that a body is there: hidden troops are known to their own side alone (play.detect, 9.5).
pub(crate) fn whose(u: &Unit) -> Audience {
    if u.fate == Fate::Hidden { Audience::side(u.side) } else { Audience::ALL }
}

/// Who may know a body's morale class (5.1.c).
pub(crate) fn class_known(u: &Unit) -> Audience {
    if u.class_known { Audience::ALL } else { Audience::side(u.side) }
}

/// Generals are numbered after every unit.
const GENERALS: usize = 1 << 16;
/// After them guns that stand alone, then couriers.
const GUNS: usize = 1 << 17;
const COURIERS: usize = 1 << 18;
const LED: usize = 1 << 19;
/// The figure of a general, in cm.
const GENERAL: f64 = 2.0;

fn fact(label: Message, says: impl Into<Message>, by: Clause) -> Fact {
    Fact { clause: Some(by.to_string()), ..Fact::new(label, says) }
}

fn number(n: impl std::fmt::Display) -> Message {
    Message::verbatim(n.to_string())
}

fn arm(u: &Unit) -> board::Arm {
    match u.formation() {
        Formation::Limbered => board::Arm::Limbered,
        Formation::Deployed => board::Arm::Artillery,
        _ if u.mounted() => board::Arm::Cavalry,
        _ => board::Arm::Infantry,
    }
}

fn badge(short: &str, says: Message, tone: Tone) -> Badge {
    Badge { short: short.into(), says, tone }
}

impl Battle {
    fn unit_piece(&self, still: &Still, u: &Unit, eye: Eye) -> Piece {
        let f = &*still.field;
        let own = Audience::side(u.side);
        let base = match u.inside.and_then(|(b, _)| f.ground.buildings.get(usize::from(b))) {
            Some(b) => Base {
                front: b.rect.centre + b.rect.dir * b.rect.half_depth,
                dir: b.rect.dir,
                width: b.rect.half_width * 2.0,
                depth: b.rect.half_depth * 2.0,
            },
            None => u.base,
        };
        let mut badges = Vec::new();
        let tone = match u.state {
            State::UnderOrders => None,
            State::Halted | State::FollowingUp | State::Pursuing | State::Rallied => Some(Tone::Worn),
            _ => Some(Tone::Bad),
        };
        if let Some(tone) = tone {
            let says = crate::words::state(u.state);
            let short: String = says.to_string().chars().take(2).collect();
            badges.push(badge(&short, says, tone));
        }
        if still.closing.contains(&u.id) {
            badges.push(badge("!", say!("badge-closing"), Tone::Good));
        }
        if still.fighting.contains(&u.id) {
            badges.push(badge("X", say!("badge-melee"), Tone::Bad));
        }
        if u.fate == Fate::Hidden {
            badges.push(badge("?", say!("badge-hidden"), Tone::Good));
        }
        if let Some(c) = u.changing {
            let says = say!("badge-changing", formation = crate::words::formation(c.to.formation));
            badges.push(badge("~", says, Tone::Worn));
        }
        if u.prone {
            badges.push(badge("_", say!("badge-prone"), Tone::Plain));
        }
        if u.dismounted {
            badges.push(badge("f", say!("badge-dismounted"), Tone::Plain));
        }
        if u.frenzied {
            badges.push(badge("F", say!("badge-frenzied"), Tone::Good));
        }
        let lost = u.losses.start.saturating_sub(u.figures());
        if let Some(lost) = Kept::new(own, lost).to(eye).filter(|n| **n > 0) {
            let percent = u32::from(*lost) * 100 / u32::from(u.losses.start.max(1));
            let tone = if percent > 25 { Tone::Bad } else { Tone::Worn };
            badges.push(badge(&format!("-{percent}%"), say!("badge-lost", figures = *lost, percent), tone));
        }
        let disorder = Kept::new(own, u.disorder());
        if let Some(n) = disorder.to(eye).filter(|n| **n > 0) {
            let tone = if *n > 4 { Tone::Bad } else { Tone::Worn };
            badges.push(badge(&format!("{n}D"), say!("badge-disorder", factors = *n), tone));
        }
        let formation = crate::words::formation(u.formation());
        let mut facts = vec![
            fact(say!("fact-figures"), number(u.figures()), rule!("play.view")),
            fact(say!("fact-arm"), crate::words::arm(u.arm()), rule!("5.1.b")),
            fact(say!("fact-formation"), formation.clone(), rule!("play.formation")),
        ];
        if let Some(w) = u.weapon() {
            facts.push(fact(say!("fact-weapon"), crate::words::weapon(w), rule!("5.1.b")));
        }
        if let Some(class) = Kept::new(class_known(u), u.class()).to(eye) {
            facts.push(fact(say!("fact-class"), number(class.letter()), rule!("5.1.c")));
        }
        if let Some(l) = Kept::new(own, (u.losses.start, u.losses.carried)).to(eye) {
            facts.push(fact(
                say!("fact-losses"),
                say!("fact-losses-say", start = l.0, carried = l.1),
                rule!("20.1.e"),
            ));
        }
        if let Some(loaded) = Kept::new(own, u.loading.loaded).to(eye).filter(|_| !u.arm().battery()) {
            let says = if *loaded { say!("fact-loaded") } else { say!("fact-not-loaded") };
            facts.push(fact(say!("fact-weapons"), says, rule!("play.fire.rounds")));
        }
        if let Some(order) =
            Kept::new(own, self.play.game.get(u.id.index()).cloned().flatten()).into(eye).flatten()
        {
            let task = crate::words::game_task(order.task);
            let says = match &order.objective {
                Some(crate::order::Goal::Ground { name, .. }) => {
                    say!("fact-game-order-to", task, objective = &**name)
                }
                _ => task,
            };
            facts.push(fact(say!("fact-game-order"), says, rule!("10.1.a")));
        }
        Piece {
            side: Some(u.side.index() as u8),
            nation: u.troop.nation.colours().into(),
            command: u.brigade.map(|b| b.index() as u32 + 1),
            arm: arm(u),
            name: Message::verbatim(u.name.to_string()),
            at: spot(&base),
            width: round(base.width.max(1.0)),
            depth: round(base.depth.max(1.0)),
            formation,
            open: u.open_order(),
            files: u32::from(u.plan(&f.options).files),
            strength: number(u.figures()),
            badges,
            facts,
            yours: eye.commands(u.side),
            ..Piece::new(&u.code)
        }
    }

    fn general_piece(&self, g: &General, eye: Eye) -> Piece {
        let at = Spot { x: round(g.at.x), y: round(g.at.y), facing: 0.0 };
        Piece {
            side: Some(g.side.index() as u8),
            arm: board::Arm::General,
            name: Message::verbatim(g.name.to_string()),
            at,
            width: GENERAL,
            depth: GENERAL,
            yours: eye.commands(g.side),
            ..Piece::new(&g.code)
        }
    }
}

/// Guns that stand alone, and in whose hands they are (play.prisoners).
fn guns_piece(f: &Field, a: &Abandoned) -> Piece {
    let side = a.taken.unwrap_or(a.side);
    let name = say!("guns-of", unit = &*f[a.owner].code);
    Piece {
        side: Some(side.index() as u8),
        nation: f[a.owner].troop.nation.colours().into(),
        arm: board::Arm::Artillery,
        name,
        at: spot(&a.base),
        width: round(a.base.width.max(1.0)),
        depth: round(a.base.depth.max(1.0)),
        strength: number(a.guns.len()),
        badges: vec![badge("0", say!("badge-no-gunners"), Tone::Bad)],
        ..Piece::new(&format!("guns-{}", f[a.owner].code))
    }
}

/// Led horses of dismounted cavalry, or teams away from their guns (6.2.a.v, 6.2.a.vii).
fn led_piece(f: &Field, l: &super::Led) -> Piece {
    let unit = &*f[l.owner].code;
    let name = match l.what {
        super::Leads::Horses => say!("horses-of", unit),
        super::Leads::Teams => say!("teams-of", unit),
    };
    Piece {
        side: Some(l.side.index() as u8),
        arm: board::Arm::Limbered,
        name,
        at: spot(&l.base),
        width: round(l.base.width.max(1.0)),
        depth: round(l.base.depth.max(1.0)),
        strength: number(l.holders),
        ..Piece::new(&format!("led-{unit}"))
    }
}

fn courier_piece(side: Side, at: V2, n: usize) -> Piece {
    Piece {
        side: Some(side.index() as u8),
        arm: board::Arm::General,
        name: say!("a-courier"),
        at: Spot { x: round(at.x), y: round(at.y), facing: 0.0 },
        width: GENERAL / 2.0,
        depth: GENERAL / 2.0,
        ..Piece::new(&format!("courier-{side}-{}", n + 1))
    }
}

fn ground(t: Terrain) -> Ground {
    match t {
        Terrain::LightWood | Terrain::DenseWood | Terrain::Orchard => Ground::Wood,
        Terrain::River | Terrain::Ford => Ground::River,
        Terrain::Marsh | Terrain::Mud | Terrain::Impassable => Ground::Marsh,
        Terrain::Field | Terrain::Open => Ground::Field,
        Terrain::Scrub => Ground::Rough,
    }
}

fn points(all: &[V2]) -> Vec<[f64; 2]> {
    all.iter().map(|p| [round(p.x), round(p.y)]).collect()
}

/// How far an objective that is a mere place is marked around it, in cm.
const OBJECTIVE: f64 = 3.0;

/// A circle.
fn rim(at: V2, radius: f64) -> Vec<V2> {
    let on = |i: u8| f64::from(i) * std::f64::consts::TAU / 48.0;
    (0..48).map(|i| at + v2(libm::cos(on(i)), libm::sin(on(i))) * radius).collect()
}

impl Battle {
    /// The points of an objective, for each side where they differ (24.1).
    fn worth(&self, o: &Objective) -> Message {
        let [a, b] = o.points;
        let [first, second] = Side::BOTH.map(|s| self.terms.head.called(s));
        if a == b {
            say!("objective-points", points = a)
        } else {
            say!("objective-points-differ", a, first, b, second)
        }
    }
}

impl Stage for Battle {
    type Still = Still;
    type Sight = Sight;
    type Look = Piece;
    type Lay = Vec<BuildingState>;

    fn still(&self) -> Still {
        Still {
            field: Arc::new(self.field.clone()),
            step: self.play.step,
            closing: self.play.charges.iter().filter(|c| !c.over).map(|c| c.by).collect(),
            fighting: self.play.fights.iter().filter(|m| !m.over).flat_map(|m| [m.a, m.b]).collect(),
            couriers: self.play.couriers.iter().map(|c| (c.side, c.at)).collect(),
            led: self.play.led.clone(),
        }
    }

    fn sight(&self, still: &Still, eye: Eye, _: Option<&Sight>) -> Sight {
        let hidden = still.field.units.iter().map(|u| Kept::new(whose(u), ()).to(eye).is_none()).collect();
        Sight { eye, hidden }
    }

    fn looks(&self, still: &Still, sight: &Sight) -> Vec<Seen<Piece>> {
        let f = &*still.field;
        let units = f.units.iter().filter(|u| sight.has(u));
        let units = units.map(|u| Seen::whole(u.id.index(), self.unit_piece(still, u, sight.eye)));
        let generals = f.generals.iter().filter(|g| g.fate == GeneralFate::OnTable);
        let generals =
            generals.map(|g| Seen::whole(GENERALS + g.id.index(), self.general_piece(g, sight.eye)));
        let guns = f.abandoned.iter().enumerate();
        let guns = guns.map(|(i, a)| Seen::whole(GUNS + i, guns_piece(f, a)));
        // A courier is a counter beside the table for the enemy: only his own side knows his errand (12.8, play.view).
        let couriers = still.couriers.iter().enumerate();
        let couriers = couriers.filter_map(|(i, (side, at))| {
            let own = Kept::new(Audience::side(*side), *at);
            own.into(sight.eye).map(|at| Seen::whole(COURIERS + i, courier_piece(*side, at, i)))
        });
        let led = still.led.iter().filter(|l| sight.has(&f[l.owner]) || l.runs);
        let led = led.map(|l| Seen::whole(LED + l.owner.index(), led_piece(f, l)));
        units.chain(generals).chain(guns).chain(couriers).chain(led).collect()
    }

    fn piece(&self, _: &Still, _: &Sight, seen: &Seen<Piece>) -> Piece {
        seen.look.clone()
    }

    fn lay(&self, still: &Still, _: &Sight) -> Vec<BuildingState> {
        still.field.buildings.clone()
    }

    fn features(&self, still: &Still, _: &Sight) -> Vec<Feature> {
        let g = &still.field.ground;
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
            let shape = Shape::Area(points(h.area.outline()));
            all.push(Feature { level: u32::from(h.level), ..feature(Ground::Hill, &h.name, shape) });
        }
        for p in &g.patches {
            all.push(feature(ground(p.kind), &p.name, Shape::Area(points(p.area.outline()))));
        }
        for l in &g.lines {
            let kind = match l.kind {
                Obstacle::Ditch | Obstacle::Stream => Ground::Stream,
                Obstacle::Hedge | Obstacle::Wall | Obstacle::Fence => Ground::Hedge,
            };
            all.push(feature(kind, &l.name, Shape::Line { points: points(&l.path.points), width: 0.5 }));
        }
        for r in &g.roads {
            all.push(feature(
                Ground::Road,
                &r.name,
                Shape::Line { points: points(&r.path.points), width: r.width },
            ));
        }
        for b in &g.bridges {
            all.push(feature(Ground::Bridge, &b.name, Shape::Area(points(&b.rect.corners()))));
        }
        for (b, s) in g.buildings.iter().zip(&still.field.buildings) {
            let mut facts = vec![fact(say!("fact-storeys"), number(b.storeys), rule!("4.1.b"))];
            if s.fires > 0 {
                facts.push(fact(say!("fact-fires"), number(s.fires), rule!("16.9.e")));
            }
            all.push(Feature {
                facts,
                ..feature(Ground::Town, &b.name, Shape::Area(points(&b.rect.corners())))
            });
        }
        for o in &still.field.objectives {
            let shape = Shape::Area(points(&rim(o.at, o.within.max(OBJECTIVE))));
            let worth = fact(say!("fact-points"), self.worth(o), rule!("24.1"));
            let name = say!("objective-on-the-map", name = &*o.name);
            all.push(Feature { name, facts: vec![worth], ..feature(Ground::Zone, "", shape) });
        }
        all
    }

    fn facts(&self, still: &Still, _: &Sight) -> Vec<Fact> {
        let f = &still.field;
        let of = say!("move-of", turn = f.turn, moves = self.terms.moves);
        let mut all = vec![
            fact(say!("fact-move"), of, rule!("play.sequence")),
            fact(say!("fact-step"), still.step.says(), still.step.clause()),
            fact(say!("fact-weather"), crate::words::weather(f.sky.weather), rule!("4.4.a")),
        ];
        all.extend(f.objectives.iter().map(|o| {
            let says = say!("objective-is-worth", name = &*o.name, worth = self.worth(o));
            fact(say!("fact-objective"), says, rule!("24.1"))
        }));
        all
    }

    fn extent(&self) -> Extent {
        let g = &self.field.ground;
        Extent { width: g.width, depth: g.depth, unit: say!("centimetres"), measured: true, scale: None }
    }
}
