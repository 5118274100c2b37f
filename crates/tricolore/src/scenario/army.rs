//! The forces of a scenario: formations, officers, commands, trains and units.

use super::{Arrival, SideSpec, unit_of};
use crate::book::SheetRef;
use crate::book::officers::{Gift, range};
use crate::command::{Body, BodyId, Command, CommandId, CommandKind, Engagement, Level, Morale};
use crate::field::Field;
use crate::ground::Ground;
use crate::officer::{Gifts, OFFICER_BASE, Officer, OfficerFate, OfficerId, Post, Rank};
use crate::orders::{CommandOrder, OrderKind, Orders};
use crate::troop::{Arm, Formation, Guns, Harness, Quality, Troop, Weight};
use crate::unit::{Bases, Continued, Disorder, Fate, Record, Side, Unit, UnitId, Values};
use crate::{clause, reading, say};
use muster::{Codes, Link, Mistake, Sheet, Tab, chain};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;
use table::{Base, Pose, V2, v2};
use umpire::Clause;
use words::Message;

/// More than anyone will ever paint.
const MOST_UNITS: usize = 1000;
const MOST_BODIES: usize = 200;
const MOST_CHIEFS: usize = 20;
/// Values of units.
const VALUES: [i64; 2] = [1, 9];
/// Morale and ability (officers.6, officers.7, units.5, formation-morale.1).
const TWO_TO_NINE: [i64; 2] = [2, 9];
/// Most gun bases of an artillery chief (gun-chief.2, gun-command.2).
const MOST_GUNS: i64 = 20;
/// By so much a commander-in-chief of less than a corps may have a higher order bonus (higher-officers.4).
const LESS_THAN_A_CORPS: i64 = 2;
const MOST_STARS: i64 = 5;
const MOST_BONUS: i64 = 5;
const USUAL_WAGONS: u8 = 4;
const CALIBRES: [i64; 2] = [3, 12];

/// What has been raised so far, and where it stands in the file.
pub(super) struct Raised {
    pub units: Vec<Unit>,
    pub officers: Vec<Officer>,
    pub commands: Vec<Command>,
    pub bodies: Vec<Body>,
    pub arrivals: Vec<Arrival>,
    pub reserves: Vec<BodyId>,
    pub unit_at: Vec<Range<usize>>,
    /// Units whose place could be read.
    pub placed: Vec<bool>,
    pub body_at: Vec<Range<usize>>,
    pub officer_at: Vec<Range<usize>>,
    /// Where each officer is wished: with a unit, or at a place.
    wishes: Vec<Wish>,
    /// Morale of the command officers, for brigades to which none is assigned (officers.7).
    pub officer_morale: Vec<Option<u8>>,
    codes: Codes,
    small: bool,
    pub ground: Arc<Ground>,
    sheet: SheetRef,
}

enum Wish {
    At,
    With(String, Range<usize>),
    Nowhere,
}

impl Raised {
    pub fn new(small: bool, ground: Arc<Ground>, sheet: SheetRef) -> Raised {
        Raised {
            units: Vec::new(),
            officers: Vec::new(),
            commands: Vec::new(),
            bodies: Vec::new(),
            arrivals: Vec::new(),
            reserves: Vec::new(),
            unit_at: Vec::new(),
            placed: Vec::new(),
            body_at: Vec::new(),
            officer_at: Vec::new(),
            wishes: Vec::new(),
            officer_morale: Vec::new(),
            codes: Codes::default(),
            small,
            ground,
            sheet,
        }
    }

    fn is_command(&self, body: BodyId) -> Option<CommandId> {
        let is = |c: &&Command| c.body == body && c.kind == CommandKind::Troops;
        self.commands.iter().find(is).map(|c| c.id)
    }

    /// The commander of a formation, or the next above it: under him its train chief and artillery chiefs are (corps-train.1, gun-command.3).
    fn commander_of(&self, body: BodyId) -> Option<OfficerId> {
        let up = std::iter::successors(Some(body), |b| self.bodies[b.index()].above);
        up.filter_map(|b| self.bodies[b.index()].officer).next()
    }

    fn train_of(&self, body: BodyId) -> Option<CommandId> {
        let is = |c: &&Command| c.body == body && c.kind == CommandKind::Train;
        self.commands.iter().find(is).map(|c| c.id)
    }
}

const LEVELS: [(&str, (Level, Rank)); 6] = [
    ("regiment", (Level::Brigade, Rank::Regiment)),
    ("brigade", (Level::Brigade, Rank::Brigade)),
    ("division", (Level::Division, Rank::Division)),
    ("corps", (Level::Corps, Rank::Corps)),
    ("wing", (Level::Wing, Rank::Wing)),
    ("army", (Level::Army, Rank::Army)),
];

const ORDERS: [(&str, OrderKind); 4] = [
    ("defence", OrderKind::Defence),
    ("deployment", OrderKind::Deployment),
    ("manoeuvre", OrderKind::Manoeuvre),
    ("march", OrderKind::March),
];

/// Raises the forces of one side.
pub(super) fn raise(s: &mut Sheet, t: &Tab<'_>, side: Side, spec: &SideSpec, r: &mut Raised) {
    let tabs = s.tables(t, "body", MOST_BODIES);
    if tabs.is_empty() {
        let wrong = Mistake::new(t.at(), say!("side-without-body")).right(say!("right-body"));
        s.push(wrong.by(clause!("officers.1")));
    }
    let first = r.bodies.len();
    let mut ranks = Vec::new();
    let mut under = Vec::new();
    for b in &tabs {
        let (rank, above) = one_body(s, b, side, r);
        ranks.push(rank);
        under.push(above);
    }
    let links: Vec<Link<'_, Rank>> = r.bodies[first..]
        .iter()
        .zip(&ranks)
        .zip(under)
        .zip(&tabs)
        .map(|(((b, rank), under), t)| Link { code: &b.code, rank: *rank, under, at: t.at() })
        .collect();
    let above = s.under(|| clause!("higher-officers.2"), |s| chain(s, &links));
    for (b, a) in r.bodies[first..].iter_mut().zip(above) {
        b.above = a.map(|j| BodyId((first + j) as u16));
    }
    corps(s, r, first);
    let corps_sized = ranks.iter().any(|r| *r >= Rank::Corps);
    for (i, b) in tabs.iter().enumerate() {
        let body = BodyId((first + i) as u16);
        officer(s, b, body, ranks[i], corps_sized, r);
    }
    for i in 0..tabs.len() {
        let body = first + i;
        let Some(o) = r.bodies[body].officer else { continue };
        let above = std::iter::successors(r.bodies[body].above, |a| r.bodies[a.index()].above);
        r.officers[o.index()].superior = above.filter_map(|a| r.bodies[a.index()].officer).next();
    }
    chief(s, t, side, r);
    for (i, b) in tabs.iter().enumerate() {
        let body = BodyId((first + i) as u16);
        train(s, b, body, ranks[i], r);
        chiefs(s, b, body, r);
    }
    for (i, b) in tabs.iter().enumerate() {
        let body = BodyId((first + i) as u16);
        let arrival = arrival(s, b, body, r);
        let (linear, light_too) = (spec.linear, spec.light_too);
        let usual = Usual { side, body, linear, light_too, quality: quality(s, b), awaited: arrival };
        for u in s.tables(b, "unit", usize::MAX) {
            if r.units.len() >= MOST_UNITS {
                s.push(
                    Mistake::new(u.at(), say!("too-many-units")).right(say!("at-most", most = MOST_UNITS)),
                );
                return;
            }
            unit(s, &u, &usual, r);
        }
        order(s, b, body, arrival, r);
    }
}

fn one_body(s: &mut Sheet, t: &Tab<'_>, side: Side, r: &mut Raised) -> (Rank, muster::Found<String>) {
    let code = r.codes.read(s, t, || Message::verbatim("code = \"1Div\""));
    let name = s.text(t, "name").map_or_else(|| code.clone(), |(n, _)| n);
    let said = s.under(|| clause!("officers.1"), |s| s.word(t, "level", &LEVELS));
    let (level, rank) = said.map_or((Level::Brigade, Rank::Brigade), |(l, _)| l);
    if rank == Rank::Regiment && !r.small {
        let wrong = Mistake::new(t.at_key("level"), say!("regiment-in-large-action", code = code.as_str()));
        s.push(wrong.right(say!("right-regiment")).by(clause!("officers.3")));
    }
    let morale = s.under(|| clause!("formation-morale.1"), |s| s.whole(t, "morale", TWO_TO_NINE));
    if let (Some((_, at)), Level::Wing | Level::Army) = (&morale, level) {
        let wrong = Mistake::new(at.clone(), say!("morale-too-high-up", code = code.as_str()));
        s.push(wrong.right(say!("right-morale-level")).by(clause!("formation-morale.1")));
    }
    let id = BodyId(r.bodies.len() as u16);
    if s.flag(t, "reserve") {
        r.reserves.push(id);
    }
    r.bodies.push(Body {
        id,
        code: code.into(),
        name: name.into(),
        side,
        level,
        above: None,
        officer: None,
        train: None,
        morale: morale.map(|(n, _)| Morale { value: n as u8, level: 3, bases: 0 }),
        broken: false,
        removed: false,
    });
    r.body_at.push(t.at());
    (rank, s.text(t, "under"))
}

/// An army consists of corps: what is directly under an army or wing is a corps or a wing (corps.1).
fn corps(s: &mut Sheet, r: &Raised, first: usize) {
    for b in &r.bodies[first..] {
        let Some(above) = b.above.map(|a| &r.bodies[a.index()]) else { continue };
        let high = matches!(above.level, Level::Army | Level::Wing);
        if high && b.level < Level::Corps {
            let (code, army) = (&*b.code, &*above.code);
            let wrong = Mistake::new(r.body_at[b.id.index()].clone(), say!("army-without-corps", code, army));
            s.push(wrong.right(say!("right-corps")).by(clause!("corps.1")));
        }
    }
    for b in r.bodies[first..].iter().filter(|b| matches!(b.level, Level::Army | Level::Wing)) {
        if !r.bodies.iter().any(|x| x.above == Some(b.id)) {
            let wrong =
                Mistake::new(r.body_at[b.id.index()].clone(), say!("army-of-nothing", army = &*b.code));
            s.push(wrong.right(say!("right-corps")).by(clause!("corps.1")));
        }
    }
}

fn officer(s: &mut Sheet, b: &Tab<'_>, body: BodyId, rank: Rank, corps_sized: bool, r: &mut Raised) {
    let (code, side) = (r.bodies[body.index()].code.clone(), r.bodies[body.index()].side);
    let below = r.bodies.iter().any(|x| x.above == Some(body));
    let asked = s.flag(b, "command");
    let commands = rank <= Rank::Brigade || asked;
    if asked && (below || rank > Rank::Division) {
        let wrong = Mistake::new(b.at_key("command"), say!("commands-over-brigades", code = &*code));
        s.push(wrong.right(say!("right-commands")).by(clause!("officers.5")));
    }
    s.under(|| clause!("officers.2"), |s| s.need(b, "officer", || say!("right-officer")));
    let Some(t) = s.table(b, "officer") else { return };
    let name = s.text(&t, "name").map_or_else(|| say!("commander-of", body = &*code).to_string(), |(n, _)| n);
    let own = s.text(&t, "code").map_or_else(|| format!("O-{code}"), |(c, _)| c);
    r.codes.take(s, &own, t.at());
    let chief = s.flag(&t, "chief");
    let need = |s: &mut Sheet, key: &'static str, gift: Gift, law: fn() -> Clause| {
        let range = range(gift, rank, commands)?;
        s.under(law, |s| {
            let [least, most] = range;
            s.need(&t, key, || say!("from-to", least, most));
            s.whole(&t, key, range).map(|(n, _)| n)
        })
    };
    let ability = need(s, "ability", Gift::Ability, || clause!("officers.6"));
    let radius = need(s, "radius", Gift::Radius, || clause!("officers.6"));
    let points = if commands { need(s, "points", Gift::Points, || clause!("officers.9")) } else { None };
    let may = |s: &mut Sheet, key: &'static str, range: [i64; 2], law: fn() -> Clause| {
        s.under(law, |s| s.whole(&t, key, range)).map_or(0, |(n, _)| n)
    };
    let [least, most] = range(Gift::OrderBonus, rank, commands).unwrap_or([0, 0]);
    let more = if chief && !corps_sized { LESS_THAN_A_CORPS } else { 0 };
    let law: fn() -> Clause =
        if more > 0 { || clause!("higher-officers.4") } else { || clause!("officers.8") };
    let order_bonus = may(s, "order_bonus", [least, most + more], law);
    let bonus = range(Gift::BonusPoints, rank, commands);
    let bonus_points = bonus.map_or(0, |range| may(s, "bonus_points", range, || clause!("officers.10")));
    let stars = may(s, "stars", [0, MOST_STARS], || clause!("officers.13"));
    let initiative = may(s, "initiative", [0, MOST_BONUS], || clause!("initiative.1"));
    let sequence = may(s, "sequence", [0, MOST_BONUS], || clause!("sequence-bonus.1"));
    let morale = s.under(|| clause!("officers.7"), |s| s.whole(&t, "morale", TWO_TO_NINE));
    type Alien = (&'static str, bool, fn() -> Clause);
    let alien: [Alien; 5] = [
        ("points", commands, || clause!("officers.9")),
        ("bonus_points", !commands, || clause!("officers.10")),
        ("morale", commands, || clause!("officers.7")),
        ("initiative", chief || !t.has("chief"), || clause!("initiative.1")),
        ("sequence", chief || !t.has("chief"), || clause!("sequence-bonus.1")),
    ];
    for (key, fits, law) in alien {
        if t.has(key) && !fits {
            let wrong = Mistake::new(t.at_key(key), say!("not-of-this-officer", key, code = own.as_str()));
            s.push(wrong.right(say!("leave-it-out")).by(law()));
        }
    }
    let pose = s.pose_if_any(&t);
    let wish = match (s.text(&t, "with"), pose) {
        (Some((code, at)), None) => Wish::With(code, at),
        (Some((_, at)), Some(_)) => {
            s.push(Mistake::new(at, say!("officer-with-and-at")).right(say!("leave-it-out")));
            Wish::At
        }
        (None, Some(_)) => Wish::At,
        (None, None) => Wish::Nowhere,
    };
    let pose = pose.unwrap_or(Pose { x: 0.0, y: 0.0, facing: 0.0 });
    let id = OfficerId(r.officers.len() as u16);
    r.officers.push(Officer {
        id,
        code: own.as_str().into(),
        name: name.as_str().into(),
        side,
        rank,
        post: if commands { Post::Command } else { Post::Superior },
        superior: None,
        body: Some(body),
        gifts: Gifts {
            ability: ability.unwrap_or(5) as u8,
            radius: radius.unwrap_or(0) as u16,
            order_bonus: order_bonus as u8,
            points: points.unwrap_or(0) as u8,
            bonus_points: bonus_points as u8,
            stars: stars as u8,
            initiative: initiative as i8,
            sequence: sequence as i8,
            most_guns: 0,
        },
        at: v2(pose.x, pose.y),
        dir: V2::bearing(pose.facing),
        attached: None,
        fate: OfficerFate::Present,
        in_chief: chief,
    });
    r.officer_at.push(t.at());
    r.officer_morale.push(morale.map(|(n, _)| n as u8));
    r.wishes.push(wish);
    r.bodies[body.index()].officer = Some(id);
    if commands {
        let b = &r.bodies[body.index()];
        r.commands.push(Command {
            id: CommandId(r.commands.len() as u16),
            code: b.code.clone(),
            name: b.name.clone(),
            side,
            kind: CommandKind::Troops,
            officer: id,
            body,
            orders: Orders::default(),
            engagement: Engagement::default(),
            used: 0,
            declines: None,
        });
    }
}

/// One commander-in-chief: who is said to be, or the only one of the highest rank (higher-officers.1).
fn chief(s: &mut Sheet, t: &Tab<'_>, side: Side, r: &mut Raised) {
    let own: Vec<usize> = (0..r.officers.len()).filter(|i| r.officers[*i].side == side).collect();
    let said: Vec<usize> = own.iter().copied().filter(|i| r.officers[*i].in_chief).collect();
    let top = own.iter().map(|i| r.officers[*i].rank).max();
    let highest: Vec<usize> = own.iter().copied().filter(|i| Some(r.officers[*i].rank) == top).collect();
    match (&said[..], &highest[..]) {
        (_, []) => {}
        ([], [one]) => r.officers[*one].in_chief = true,
        ([one], _) if highest.contains(one) => {}
        _ => {
            let wrong = Mistake::new(t.at(), say!("which-commander-in-chief"));
            s.push(wrong.right(say!("right-commander-in-chief")).by(clause!("higher-officers.1")));
        }
    }
}

/// The train of a corps, an army, a force without a corps, or a detached one.
fn train(s: &mut Sheet, b: &Tab<'_>, body: BodyId, rank: Rank, r: &mut Raised) {
    let (code, side, above) = {
        let b = &r.bodies[body.index()];
        (b.code.clone(), b.side, b.above)
    };
    let Some(t) = s.table(b, "train") else {
        if rank == Rank::Corps {
            s.under(|| clause!("corps-staff.1"), |s| s.need(b, "train", || say!("right-train")));
        }
        return;
    };
    // A force of division size may have the status of a corps (corps.2); what is under a corps must be detached (corps-detached.1).
    if rank < Rank::Corps && above.is_some() && !s.flag(b, "detached") {
        let wrong = Mistake::new(t.at(), say!("train-of-no-corps", code = &*code));
        s.push(wrong.right(say!("right-train-of-no-corps")).by(clause!("corps-detached.1")));
    }
    let own = s.text(&t, "code").map_or_else(|| format!("T-{code}"), |(c, _)| c);
    r.codes.take(s, &own, t.at());
    let name =
        s.text(&t, "name").map_or_else(|| say!("train-chief-of", body = &*code).to_string(), |(n, _)| n);
    let ability = s.under(
        || clause!("corps-staff.2"),
        |s| {
            s.need(&t, "ability", || say!("from-to", least = TWO_TO_NINE[0], most = TWO_TO_NINE[1]));
            s.whole(&t, "ability", TWO_TO_NINE).map_or(5, |(n, _)| n as u8)
        },
    );
    let wagons = s.whole(&t, "wagons", [1, 40]).map_or(USUAL_WAGONS, |(n, _)| n as u8);
    let pose = s.pose(&t);
    let placed = pose.is_some();
    let pose = pose.unwrap_or(Pose { x: 0.0, y: 0.0, facing: 0.0 });
    let chief = OfficerId(r.officers.len() as u16);
    r.officers.push(staff(
        chief,
        &Chief { code: &own, name: &name, side, rank, post: Post::TrainChief, body },
        r.commander_of(body),
        ability,
        0,
        pose,
    ));
    r.officer_at.push(t.at());
    r.officer_morale.push(None);
    r.wishes.push(Wish::At);
    r.bodies[body.index()].train = Some(chief);
    let command = CommandId(r.commands.len() as u16);
    r.commands.push(Command {
        id: command,
        code: own.as_str().into(),
        name: name.as_str().into(),
        side,
        kind: CommandKind::Train,
        officer: chief,
        body,
        orders: Orders::default(),
        engagement: Engagement::default(),
        used: 0,
        declines: None,
    });
    // The wagons in a close square in base contact behind him (corps-train.2).
    let dir = V2::bearing(pose.facing);
    let front = v2(pose.x, pose.y) - dir * (OFFICER_BASE / 2.0);
    let id = UnitId(r.units.len() as u16);
    let wagon = format!("{own}w");
    r.codes.take(s, &wagon, t.at());
    let mut u = blank(
        id,
        &wagon,
        &say!("wagons-of", body = &*code).to_string(),
        side,
        Troop::of(Arm::Train),
        wagons,
        body,
    );
    u.formation = Formation::Park;
    u.command = Some(command);
    u.base = Base { front, dir, width: 0.0, depth: 0.0 };
    r.units.push(u);
    r.unit_at.push(t.at());
    r.placed.push(placed);
}

/// Artillery chiefs: at corps and army level, with an ability value only, at the train (gun-chief.1, gun-chief.3).
fn chiefs(s: &mut Sheet, b: &Tab<'_>, body: BodyId, r: &mut Raised) {
    for t in s.tables(b, "artillery_chief", MOST_CHIEFS) {
        let (level, side, code) = {
            let b = &r.bodies[body.index()];
            (b.level, b.side, b.code.clone())
        };
        let train = r.train_of(body);
        if level < Level::Corps || train.is_none() {
            let wrong = Mistake::new(t.at(), say!("chief-of-no-corps", code = &*code));
            s.push(wrong.right(say!("right-chief-of-no-corps")).by(clause!("gun-chief.1")));
            continue;
        }
        let own = r.codes.read(s, &t, || Message::verbatim("code = \"Sen\""));
        let name = s.text(&t, "name").map_or_else(|| own.clone(), |(n, _)| n);
        let ability = s.under(
            || clause!("gun-chief.1"),
            |s| {
                s.need(&t, "ability", || say!("from-to", least = TWO_TO_NINE[0], most = TWO_TO_NINE[1]));
                s.whole(&t, "ability", TWO_TO_NINE).map_or(5, |(n, _)| n as u8)
            },
        );
        let most = s.under(|| clause!("gun-command.2"), |s| s.whole(&t, "most_guns", [1, MOST_GUNS]));
        let most = most.map_or(MOST_GUNS as u8, |(n, _)| n as u8);
        let id = OfficerId(r.officers.len() as u16);
        let at = train.map(|c| r.officers[r.commands[c.index()].officer.index()].clone());
        let pose = at.map_or(Pose { x: 0.0, y: 0.0, facing: 0.0 }, |o| Pose {
            x: o.at.x,
            y: o.at.y,
            facing: o.dir.bearing_degrees(),
        });
        r.officers.push(staff(
            id,
            &Chief { code: &own, name: &name, side, rank: Rank::Corps, post: Post::ArtilleryChief, body },
            r.commander_of(body),
            ability,
            most,
            pose,
        ));
        r.officer_at.push(t.at());
        r.officer_morale.push(None);
        r.wishes.push(Wish::At);
    }
}

/// Who a train or artillery chief is.
struct Chief<'a> {
    code: &'a str,
    name: &'a str,
    side: Side,
    rank: Rank,
    post: Post,
    body: BodyId,
}

/// A chief who has an ability value only.
fn staff(
    id: OfficerId,
    who: &Chief<'_>,
    superior: Option<OfficerId>,
    ability: u8,
    most_guns: u8,
    pose: Pose,
) -> Officer {
    Officer {
        id,
        code: who.code.into(),
        name: who.name.into(),
        side: who.side,
        rank: who.rank,
        post: who.post,
        superior,
        body: Some(who.body),
        gifts: Gifts {
            ability,
            radius: 0,
            order_bonus: 0,
            points: 0,
            bonus_points: 0,
            stars: 0,
            initiative: 0,
            sequence: 0,
            most_guns,
        },
        at: v2(pose.x, pose.y),
        dir: V2::bearing(pose.facing),
        attached: None,
        fate: OfficerFate::Present,
        in_chief: false,
    }
}

/// When and where a command comes that is not there from the start (play.arrival).
fn arrival(s: &mut Sheet, b: &Tab<'_>, body: BodyId, r: &mut Raised) -> bool {
    let arrives = s.under(|| clause!("play.arrival"), |s| s.arrival(b, &["order", "route"]));
    let Some(a) = arrives else {
        if b.has("entry") {
            let wrong = Mistake::new(b.at_key("entry"), say!("entry-of-nobody"));
            s.push(wrong.right(say!("leave-it-out")).by(clause!("play.arrival")));
        }
        return false;
    };
    if r.is_command(body).is_none() {
        let wrong =
            Mistake::new(a.at.clone(), say!("arrives-no-command", code = &*r.bodies[body.index()].code));
        s.push(wrong.right(say!("right-arrives")).by(clause!("play.arrival")));
    }
    let entry = s.word(b, "entry", &[("march", false), ("manoeuvre", true)]);
    let size = [r.ground.width, r.ground.depth];
    if let Some((at, dir)) = a.foot(size) {
        if !r.ground.holds(at) {
            let wrong = Mistake::new(b.at_key("at"), say!("comes-beside-table"));
            s.push(wrong.right(say!("right-arrival-place")).by(clause!("play.arrival")));
        }
        let manoeuvre = entry.is_some_and(|(m, _)| m);
        r.arrivals.push(Arrival { round: a.turn, body, at, dir, manoeuvre });
        if let Some(o) = r.bodies[body.index()].officer {
            let o = &mut r.officers[o.index()];
            (o.fate, o.at, o.dir) = (OfficerFate::Awaited, at, dir);
        }
    }
    true
}

struct Usual {
    side: Side,
    body: BodyId,
    linear: bool,
    light_too: bool,
    quality: Option<Quality>,
    awaited: bool,
}

fn quality(s: &mut Sheet, t: &Tab<'_>) -> Option<Quality> {
    s.under(|| clause!("units.6"), |s| s.word_of(t, "quality", &Quality::ALL)).map(|(q, _)| q)
}

const ARMS: [(&str, (Arm, bool)); 6] = [
    ("infantry", (Arm::Infantry, false)),
    ("skirmishers", (Arm::Infantry, true)),
    ("cavalry", (Arm::Cavalry, false)),
    ("battery", (Arm::Artillery, false)),
    ("engineers", (Arm::Engineers, false)),
    ("pontoons", (Arm::Pontoons, false)),
];

const WEIGHTS: [(&str, Weight); 3] =
    [("light", Weight::Light), ("medium", Weight::Medium), ("heavy", Weight::Heavy)];

fn unit(s: &mut Sheet, t: &Tab<'_>, usual: &Usual, r: &mut Raised) {
    let code = r.codes.read(s, t, || Message::verbatim("code = \"1/24\""));
    let name = s.text(t, "name").map_or_else(|| code.clone(), |(n, _)| n);
    let arm = s.under(
        || clause!("units.1"),
        |s| {
            s.need(t, "arm", || say!("right-arm"));
            s.word(t, "arm", &ARMS)
        },
    );
    let Some(((arm, skirmishers), _)) = arm else { return };
    let troop = troop(s, t, arm, skirmishers, usual);
    let (most, _) = r.sheet.scale().most(arm, skirmishers);
    let most = i64::from(most.min(40));
    let bases = s.under(
        || clause!("units.2"),
        |s| {
            s.need(t, "bases", || say!("from-to", least = 1, most));
            s.whole(t, "bases", [1, most]).map(|(n, _)| n as u8)
        },
    );
    let Some(bases) = bases else { return };
    let values = values(s, t, &troop, usual, r);
    let id = UnitId(r.units.len() as u16);
    let mut u = blank(id, &code, &name, usual.side, troop, bases, usual.body);
    u.values = values;
    u.gun = s.flag(t, "battalion_gun");
    if u.gun && arm != Arm::Infantry {
        let wrong = Mistake::new(t.at_key("battalion_gun"), say!("gun-of-no-infantry", code = code.as_str()));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("battalion-gun.2")));
    }
    belongs(s, t, &mut u, r);
    state(s, t, &mut u);
    let placed = stand(s, t, &mut u, usual, r);
    r.units.push(u);
    r.unit_at.push(t.at());
    r.placed.push(placed);
}

/// A unit of such troops, in good order.
fn blank(id: UnitId, code: &str, name: &str, side: Side, troop: Troop, bases: u8, body: BodyId) -> Unit {
    Unit {
        id,
        code: code.into(),
        name: name.into(),
        side,
        troop,
        values: Values { melee: 1, training: 1, skirmish: None, officer: 1, morale: None },
        bases: Bases::full(bases),
        gun: false,
        formation: Formation::Column { front: 1 },
        base: Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 0.0, 0.0),
        trail: SmallVec::new(),
        redoubt: None,
        outside: 0,
        disorder: Disorder::default(),
        command: None,
        body,
        fate: Fate::OnTable,
        continued: None,
        pinned: None,
        record: Record::default(),
    }
}

fn troop(s: &mut Sheet, t: &Tab<'_>, arm: Arm, skirmishers: bool, usual: &Usual) -> Troop {
    let irregular = s.flag(t, "irregular");
    let weight = s.under(
        || clause!("units.4"),
        |s| {
            if arm == Arm::Cavalry && !irregular {
                s.need(t, "weight", || say!("right-weight"));
            }
            s.word(t, "weight", &WEIGHTS)
        },
    );
    let weight = match (arm, weight) {
        // Irregular cavalry always counts as light.
        (Arm::Cavalry, Some((w, at))) if irregular && w != Weight::Light => {
            s.push(
                Mistake::new(at, say!("irregulars-are-light"))
                    .right(say!("leave-it-out"))
                    .by(clause!("units.4")),
            );
            Some(Weight::Light)
        }
        (Arm::Cavalry, w) => Some(w.map_or(Weight::Light, |(w, _)| w)),
        (_, Some((_, at))) => {
            s.push(
                Mistake::new(at, say!("weight-of-no-cavalry"))
                    .right(say!("leave-it-out"))
                    .by(clause!("units.4")),
            );
            None
        }
        (_, None) => None,
    };
    let guns = if arm == Arm::Artillery {
        let [least, most] = CALIBRES;
        s.under(
            || clause!("units.5"),
            |s| {
                s.need(t, "calibre", || say!("from-to", least, most));
                let calibre = s.whole(t, "calibre", CALIBRES).map_or(6, |(n, _)| n as u8);
                let harness = if s.flag(t, "horse") { Harness::Horse } else { Harness::Foot };
                Some(Guns { calibre, harness })
            },
        )
    } else {
        for key in ["calibre", "horse"] {
            if t.has(key) {
                let wrong = Mistake::new(t.at_key(key), say!("of-artillery-only", key));
                s.push(wrong.right(say!("leave-it-out")).by(clause!("units.5")));
            }
        }
        None
    };
    // Light cavalry and irregulars of a linear army are exempt where nothing else is said (linear.3).
    let (exempt, _) = crate::book::nations::exempt(weight, irregular);
    let linear = s.truth(t, "linear").unwrap_or(usual.linear && (usual.light_too || !exempt));
    Troop { arm, skirmishers, irregular, weight, guns, linear }
}

/// Melee, training, skirmish, officer and morale: by quality, or each for itself (units.3, units.6).
fn values(s: &mut Sheet, t: &Tab<'_>, troop: &Troop, usual: &Usual, r: &Raised) -> Values {
    let wagons = troop.arm == Arm::Pontoons;
    let quality = quality(s, t).or(usual.quality).map(|q| r.sheet.scale().value(q).0);
    let value = |s: &mut Sheet, key: &'static str| {
        s.under(
            || clause!("units.3"),
            |s| {
                if quality.is_none() && !wagons {
                    s.need(t, key, || say!("right-value", key));
                }
                s.whole(t, key, VALUES).map_or(quality.unwrap_or(1), |(n, _)| n as u8)
            },
        )
    };
    let (melee, training, officer) = (value(s, "melee"), value(s, "training"), value(s, "officer"));
    let skirmish = if troop.arm == Arm::Cavalry {
        if t.has("skirmish") {
            let wrong = Mistake::new(t.at_key("skirmish"), say!("cavalry-skirmish-value"));
            s.push(wrong.right(say!("leave-it-out")).by(clause!("units.4")));
        }
        None
    } else {
        Some(value(s, "skirmish"))
    };
    let law: fn() -> Clause =
        if troop.arm == Arm::Artillery { || clause!("units.5") } else { || clause!("units.3") };
    let mut morale = s.under(law, |s| s.whole(t, "morale", TWO_TO_NINE)).map(|(n, _)| n as u8);
    if troop.arm == Arm::Artillery && morale.is_none() {
        // Artillery must be given a morale value of its own.
        morale = quality;
        if quality.is_none() {
            let [least, most] = TWO_TO_NINE;
            s.under(|| clause!("units.5"), |s| s.need(t, "morale", || say!("from-to", least, most)));
        }
    }
    Values { melee, training, skirmish, officer, morale }
}

/// To which command it belongs (officers.2, reserve-guns.1, gun-reserve.1, engineer.1).
fn belongs(s: &mut Sheet, t: &Tab<'_>, u: &mut Unit, r: &Raised) {
    let body = &r.bodies[u.body.index()];
    let (code, name) = (u.code.clone(), body.code.clone());
    u.command = r.is_command(u.body);
    let reserve = s.flag(t, "reserve");
    match u.troop.arm {
        Arm::Engineers | Arm::Pontoons => u.command = None,
        Arm::Artillery if reserve => {
            u.command = r.train_of(u.body);
            u.fate = Fate::InReserve;
            if u.command.is_none() {
                let wrong = Mistake::new(t.at_key("reserve"), say!("reserve-without-train", code = &*code));
                // A smaller force has a train if it is given the status of a corps, an army if it has a train chief of its own.
                let by = match body.level {
                    Level::Brigade | Level::Division => clause!("corps.2"),
                    Level::Corps => clause!("reserve-guns.1"),
                    Level::Wing | Level::Army => clause!("higher-officers.3"),
                };
                s.push(wrong.right(say!("right-reserve")).by(by));
            }
        }
        // Support artillery of a division stands directly under it.
        Arm::Artillery if u.command.is_none() && body.level > Level::Division => {
            let wrong = Mistake::new(t.at(), say!("battery-of-nobody", code = &*code, body = &*name));
            s.push(wrong.right(say!("right-battery")).by(clause!("reserve-guns.1")));
        }
        Arm::Artillery => {}
        _ if u.command.is_none() => {
            let wrong = Mistake::new(t.at(), say!("troops-of-nobody", code = &*code, body = &*name));
            s.push(wrong.right(say!("right-troops")).by(clause!("officers.2")));
        }
        _ => {}
    }
    if reserve && u.troop.arm != Arm::Artillery {
        let wrong = Mistake::new(t.at_key("reserve"), say!("of-artillery-only", key = "reserve"));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("gun-reserve.1")));
    }
}

/// Disorder and losses with which it is put down (play.scenario-states).
fn state(s: &mut Sheet, t: &Tab<'_>, u: &mut Unit) {
    let law: fn() -> Clause = || clause!("play.scenario-states");
    let most_u = i64::from(crate::unit::MOST_U);
    u.disorder.active = s.under(law, |s| s.whole(t, "u", [0, most_u])).map_or(0, |(n, _)| n as u8);
    let most = i64::from(u.bases.start) - 1;
    if let Some((lost, _)) = s.under(law, |s| s.whole(t, "lost", [0, most])) {
        u.bases.now -= lost as u8;
    }
    u.bases.marked = s.flag(t, "marked");
}

/// Formation and place.
fn stand(s: &mut Sheet, t: &Tab<'_>, u: &mut Unit, usual: &Usual, r: &Raised) -> bool {
    const FORMATIONS: [&str; 9] = [
        "line",
        "column",
        "double-column",
        "march-column",
        "square",
        "chain",
        "unlimbered",
        "limbered",
        "assembled",
    ];
    let words = FORMATIONS.map(|w| (w, w));
    let said = s.word(t, "formation", &words).map(|(w, _)| w);
    let front = s.whole(t, "front", [1, i64::from(u.bases.now)]).map(|(n, _)| n as u8);
    let n = u.bases.now;
    let usual_formation = match u.troop.arm {
        Arm::Artillery if usual.awaited || u.fate == Fate::InReserve => "limbered",
        Arm::Artillery => "unlimbered",
        _ if usual.awaited => "march-column",
        Arm::Infantry if u.troop.skirmishers => "chain",
        _ => "column",
    };
    let zone = s.text(t, "town").and_then(|(name, at)| {
        let zone = r.ground.zone(&name);
        if zone.is_none() {
            s.push(Mistake::new(at, say!("no-such-town", name = name.as_str())).right(say!("right-town")));
        }
        zone
    });
    let word = said.unwrap_or(usual_formation);
    u.formation = match (word, zone) {
        ("assembled", Some(zone)) => Formation::Assembled { zone },
        (_, Some(zone)) => Formation::InTown { zone },
        ("line", None) => Formation::Line { front: front.unwrap_or(n) },
        ("double-column", None) => Formation::Column { front: 2 },
        ("march-column", None) => Formation::MarchColumn,
        ("square", None) => Formation::Square,
        ("chain", None) => {
            Formation::Chain { front: front.unwrap_or(n.min(crate::footprint::MOST_IN_CHAIN)) }
        }
        ("unlimbered", None) => Formation::Unlimbered,
        ("limbered", None) => Formation::Limbered,
        ("assembled", None) => {
            let wrong = Mistake::new(t.at_key("formation"), say!("assembled-nowhere"));
            s.push(wrong.right(say!("right-town")).by(clause!("tmove.town.5")));
            Formation::Column { front: 1 }
        }
        _ if u.troop.arm == Arm::Pontoons => Formation::Train,
        _ => Formation::Column { front: 1 },
    };
    if let Some((name, at)) = s.text(t, "redoubt") {
        let found = r.ground.redoubts.iter().position(|x| x.name == name && x.side == u.side);
        u.redoubt = found.map(|i| crate::ground::RedoubtId(i as u16));
        if found.is_none() {
            let wrong = Mistake::new(at, say!("no-such-redoubt", name = name.as_str()));
            s.push(wrong.right(say!("right-redoubt")).by(clause!("redoubt.2")));
        }
    }
    let off = u.fate == Fate::InReserve || usual.awaited;
    if usual.awaited {
        u.fate = Fate::Awaited;
    }
    let spread = matches!(u.formation, Formation::InTown { .. });
    if off || spread {
        for key in ["x", "y", "facing"] {
            if t.has(key) {
                let wrong = Mistake::new(t.at_key(key), say!("stands-nowhere-yet", key, code = &*u.code));
                let law = if spread { clause!("town.4") } else { clause!("play.arrival") };
                s.push(wrong.right(say!("leave-it-out")).by(law));
            }
        }
        return spread;
    }
    let Some(pose) = s.pose(t) else { return false };
    u.base = Base::new(pose, 0.0, 0.0);
    true
}

/// The order that a command has from the start (play.setup).
fn order(s: &mut Sheet, b: &Tab<'_>, body: BodyId, awaited: bool, r: &mut Raised) {
    let said = s.word(b, "order", &ORDERS);
    let route = s.points(b, "route", 1);
    let Some(command) = r.is_command(body) else {
        if let Some((_, at)) = said {
            let wrong = Mistake::new(at, say!("order-to-no-command", code = &*r.bodies[body.index()].code));
            s.push(wrong.right(say!("leave-it-out")).by(clause!("officers.4")));
        }
        return;
    };
    let kind = said.as_ref().map_or(OrderKind::Defence, |(k, _)| *k);
    match (&route, kind) {
        (None, OrderKind::March) if !awaited => {
            s.under(|| clause!("orders.march.1"), |s| s.need(b, "route", || say!("right-route")));
        }
        (Some((_, at)), k) if k != OrderKind::March => {
            let wrong = Mistake::new(at.clone(), say!("route-of-no-march"));
            s.push(wrong.right(say!("leave-it-out")).by(clause!("orders.march.1")));
        }
        _ => {}
    }
    let route = route.map(|(p, _)| p).unwrap_or_default();
    if let Some(p) = route.iter().find(|p| !r.ground.holds(**p)) {
        let wrong = Mistake::new(b.at_key("route"), say!("route-off-table", x = p.x, y = p.y));
        s.push(wrong.right(say!("right-route")).by(clause!("orders.march.1")));
    }
    r.commands[command.index()].orders = Orders::from_start(CommandOrder { kind, route });
}

/// Draws everybody up, puts officers where they are wished and the artillery reserve at its train.
pub(super) fn place(s: &mut Sheet, f: &mut Field, r: &Raised) {
    for i in 0..f.units.len() {
        let u = &f.units[i];
        let plan = f.plan(u);
        let at = match u.formation {
            Formation::InTown { zone } => {
                let z = f.ground[zone].rect;
                Base { front: z.centre, dir: z.dir, width: 0.0, depth: 0.0 }
            }
            _ if u.fate == Fate::InReserve => {
                let chief = u.command.map(|c| &f[f[c].officer]);
                chief.map_or(u.base, |o| plan.at(o.at, o.dir))
            }
            _ => plan.at(u.base.front, u.base.dir),
        };
        f.units[i].base = at;
    }
    for (i, wish) in r.wishes.iter().enumerate() {
        let at = r.officer_at[i].clone();
        match wish {
            Wish::At => {}
            Wish::With(code, at) => {
                let unit = unit_of(f, code).filter(|u| f[*u].side == f.officers[i].side && f[*u].present());
                match unit {
                    Some(u) => {
                        let b = f[u].base;
                        let (dir, depth) = (b.dir, f.plan(&f[u]).whole_depth());
                        let o = &mut f.officers[i];
                        (o.at, o.dir) = (b.front - dir * (depth + OFFICER_BASE / 2.0), dir);
                    }
                    None => {
                        let wrong =
                            Mistake::new(at.clone(), say!("officer-with-nobody", code = code.as_str()));
                        s.push(wrong.right(say!("right-officer-with")).by(clause!("play.setup")));
                    }
                }
            }
            Wish::Nowhere if f.officers[i].fate == OfficerFate::Awaited => {}
            Wish::Nowhere => {
                let wrong = Mistake::new(at, say!("officer-nowhere", code = &*f.officers[i].code));
                s.push(wrong.right(say!("right-officer-place")).by(clause!("play.setup")));
            }
        }
    }
    // Where morale of a brigade's officer is that of his formation (officers.7).
    let for_units = f.readings.is(reading!("command-morale", "units"));
    for (i, morale) in r.officer_morale.iter().enumerate() {
        let (Some(m), Some(body)) = (morale, f.officers[i].body) else { continue };
        if for_units {
            for u in f.units.iter_mut().filter(|u| u.body == body && u.values.morale.is_none()) {
                u.values.morale = Some(*m);
            }
        } else if f.chain(body).all(|b| b.morale.is_none()) {
            f.bodies[body.index()].morale = Some(Morale { value: *m, level: 3, bases: 0 });
        }
    }
}

/// Continued melees that are put down, a pair each (play.scenario-states).
pub(super) fn melees(s: &mut Sheet, root: &Tab<'_>, f: &mut Field) {
    for t in s.tables(root, "melee", MOST_UNITS) {
        let [a, d] = ["attacker", "defender"].map(|k| {
            s.need(&t, k, || say!("right-melee"));
            s.text(&t, k).and_then(|(code, _)| unit_of(f, &code)).filter(|u| f[*u].present())
        });
        let stand_off = f.sheet.zones().break_in_continued;
        let sound = match (a, d) {
            (Some(a), Some(d)) => {
                let gap = f.gap(&f[a], &f[d]);
                let free = f[a].continued.is_none() && f[d].continued.is_none();
                f[a].side != f[d].side && free && f.reaches(gap, stand_off) && !f.nearer(gap, stand_off)
            }
            _ => false,
        };
        match (a, d, sound) {
            (Some(a), Some(d), true) => {
                f[a].continued = Some(Continued { with: d, attacker: true });
                f[d].continued = Some(Continued { with: a, attacker: false });
            }
            _ => {
                let wrong = Mistake::new(t.at(), say!("no-such-melee"));
                s.push(wrong.right(say!("right-melee")).by(clause!("play.scenario-states")));
            }
        }
    }
}
