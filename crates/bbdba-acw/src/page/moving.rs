//! A move drawn by hand: whom it takes, how they go, and what the rules say of it.

use super::drag::{self, Found};
use super::offers::ghosts_of;
use super::{draft, elements, ghost, sane, says};
use crate::battle::json_of;
use crate::event::Target;
use crate::field::{ElementId, Field, Side};
use crate::moves;
use crate::order::{Against, Answer, Facet, Manner, MoveOrder, Step};
use crate::troop::Troop;
use crate::{rule, say, words};
use ::words::Message;
use desk::board::{
    Act, AimPoint, Aimed, Alternative, Control, Ghost, Means, Missing, Refused, Setting, Sketch, Sketched,
    Stroke,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Pose, v2};
use umpire::{Clause, Refusal};

/// How a move is made, as it is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Single,
    Group,
    Column,
    FormColumn,
    Road,
    BreakOff,
}

impl Kind {
    const ALL: [Kind; 6] =
        [Kind::Single, Kind::Group, Kind::Column, Kind::FormColumn, Kind::Road, Kind::BreakOff];

    fn id(self) -> &'static str {
        match self {
            Kind::Single => "single",
            Kind::Group => "group",
            Kind::Column => "column",
            Kind::FormColumn => "form_column",
            Kind::Road => "road",
            Kind::BreakOff => "break_off",
        }
    }

    fn says(self) -> Message {
        match self {
            Kind::Single => say!("single-element-any-way"),
            Kind::Group => say!("straight-ahead-wheeling"),
            Kind::Column => say!("column-behind-leader"),
            Kind::FormColumn => say!("narrowing-column"),
            Kind::Road => say!("along-road"),
            Kind::BreakOff => say!("breaking-off"),
        }
    }
}

/// What has been drawn so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    who: Vec<ElementId>,
    kind: Kind,
    how: Option<Manner>,
    dismount: bool,
    with: Vec<ElementId>,
    against: Option<Against>,
}

impl Draft {
    fn manner(&self, steps: Vec<Step>) -> Manner {
        match self.kind {
            Kind::Single => Manner::Legs(Vec::new()),
            Kind::Group => Manner::Group(steps),
            Kind::Column => Manner::Column(steps),
            Kind::FormColumn => Manner::FormColumn(steps),
            Kind::Road => Manner::Road(0.0),
            Kind::BreakOff => Manner::BreakOff,
        }
    }

    /// The order as far as it is drawn.
    fn order(&self) -> MoveOrder {
        MoveOrder {
            elements: self.who.clone(),
            how: self.how.clone().unwrap_or_else(|| self.manner(Vec::new())),
            dismount: self.dismount,
            with: self.with.clone(),
            against: self.against,
        }
    }

    /// A whole order as if it had been drawn.
    fn of(o: MoveOrder) -> Draft {
        let kind = match &o.how {
            Manner::Legs(_) => Kind::Single,
            Manner::Group(_) => Kind::Group,
            Manner::Column(_) => Kind::Column,
            Manner::FormColumn(_) => Kind::FormColumn,
            Manner::Road(_) => Kind::Road,
            Manner::BreakOff => Kind::BreakOff,
        };
        let MoveOrder { elements: who, how, dismount, with, against } = o;
        Draft { who, kind, how: Some(how), dismount, with, against }
    }

    /// Is there anything to be sent?
    fn says_something(&self) -> bool {
        !self.who.is_empty() && (self.how.is_some() || self.dismount || self.kind == Kind::BreakOff)
    }

    fn steps(&self) -> &[Step] {
        match &self.how {
            Some(Manner::Group(s) | Manner::Column(s) | Manner::FormColumn(s)) => s,
            _ => &[],
        }
    }
}

/// Nobody taken up yet.
pub(super) fn blank(f: &Field, side: Side) -> Sketched {
    let mut out = Sketched { draft: Value::Null, ..Sketched::default() };
    out.says.push(say!("pick-one-your-troops-drag"));
    out.missing = unspent(f, side);
    out
}

/// Points that would lapse.
fn unspent(f: &Field, side: Side) -> Vec<Missing> {
    let mut out = Vec::new();
    for (i, c) in f.army(side).commands.iter().enumerate() {
        let left = c.points;
        if left > 0 {
            out.push(Missing {
                pieces: f
                    .get(c.commander)
                    .filter(|e| e.on_table())
                    .iter()
                    .map(|e| e.id.to_string())
                    .collect(),
                says: say!("command-has-points-left", command = words::command(f, side, i as u8), left),
                must: false,
            });
        }
    }
    out
}

/// The lawful groups an element belongs to: name, words, members.
fn bodies(f: &Field, id: ElementId) -> Vec<(&'static str, Message, Vec<ElementId>)> {
    let mut out = vec![("alone", say!("body-alone", id), vec![id])];
    let e = &f[id];
    if e.is_commander() {
        return out;
    }
    let Some(g) = moves::groups(f, id.side()).into_iter().find(|g| g.contains(&id)) else { return out };
    if g.len() < 2 {
        return out;
    }
    let b = e.base;
    let place = |o: &ElementId| b.local(f[*o].base.front);
    let mut put = |name: &'static str, says: fn(Message) -> Message, who: Vec<ElementId>| {
        let column = moves::is_column(f, &who);
        let is_group = column || moves::check_group(f, &who).is_ok();
        if who.len() > 1 && is_group && out.iter().all(|(_, _, w)| w.len() != who.len() || *w != who) {
            out.push((name, says(words::list(&who)), who));
        }
    };
    put("group", |who| say!("body-group", who), g.clone());
    let of = |keep: &dyn Fn(table::V2) -> bool| -> Vec<ElementId> {
        g.iter().copied().filter(|o| *o == id || keep(place(o))).collect()
    };
    put("left", |who| say!("body-left", who), of(&|p| p.x < 1.0));
    put("right", |who| say!("body-right", who), of(&|p| p.x > -1.0));
    put("rank", |who| say!("body-rank", who), of(&|p| p.y.abs() < 2.0));
    put("file", |who| say!("body-file", who), of(&|p| p.x.abs() < 2.0));
    put("behind", |who| say!("body-behind", who), of(&|p| p.x.abs() < 2.0 && p.y < 1.0));
    if let Some(at) = g.iter().position(|o| *o == id).filter(|_| moves::is_column(f, &g)) {
        put("behind", |who| say!("body-behind", who), g[at..].to_vec());
    }
    out
}

/// The kind that suits those taken up.
fn usual(f: &Field, who: &[ElementId]) -> Kind {
    match who {
        [one] if f.front_to_front(*one) => Kind::BreakOff,
        [_] => Kind::Single,
        _ if moves::is_column(f, who) => Kind::Column,
        _ => Kind::Group,
    }
}

fn take_up(f: &Field, d: &mut Draft, who: Vec<ElementId>) {
    *d = Draft { kind: usual(f, &who), who, ..Draft::default() };
}

/// Takes up whom the stroke names, where it is not already in hand.
fn pick(f: &Field, side: Side, d: &mut Draft, ids: &[ElementId]) -> Result<(), Refusal> {
    if let Some(id) = ids.iter().find(|id| id.side() != side) {
        return Err(Refusal::form(say!("not-yours", id)));
    }
    if let Some(id) = ids.iter().find(|id| !f[**id].on_table()) {
        return Err(Refusal::form(say!("not-table", id)));
    }
    match ids {
        [] => {}
        [one] if d.who.contains(one) => {}
        [one] => {
            let bodies = bodies(f, *one);
            let fights = f.in_close_combat(*one);
            let whole = bodies
                .iter()
                .find(|(n, _, w)| *n == "group" && !fights && !w.iter().any(|id| f.in_close_combat(*id)));
            let who = whole.map_or_else(|| vec![*one], |(_, _, w)| w.clone());
            take_up(f, d, who);
        }
        many if d.who.len() == many.len() && many.iter().all(|id| d.who.contains(id)) => {}
        many => {
            // In the order in which the group itself is listed, a column's leader first.
            let g = moves::groups(f, side).into_iter().find(|g| many.iter().all(|id| g.contains(id)));
            let who = match g {
                Some(g) => g.into_iter().filter(|id| many.contains(id)).collect(),
                None => many.to_vec(),
            };
            take_up(f, d, who);
        }
    }
    Ok(())
}

/// The draft must be about troops of this side that stand on the table.
fn fits(f: &Field, side: Side, d: &Draft) -> Result<(), Refusal> {
    let most = f.army(side).elements.len();
    if d.who.len() > most || d.with.len() > most {
        return Err(Refusal::form(say!("draft-names-more-elements")));
    }
    let there = |id: &ElementId| id.side() == side && f.get(*id).is_some_and(|e| e.on_table());
    if !d.who.iter().chain(&d.with).all(there) {
        return Err(Refusal::form(say!("draft-about-elements")));
    }
    if let Some(Against { foe: Target::Element(id), .. }) = d.against {
        if f.get(id).is_none() {
            return Err(Refusal::form(say!("no-element", id)));
        }
    }
    Ok(())
}

/// One stroke on a move.
pub(super) fn sketch(f: &Field, side: Side, stroke: &Stroke) -> Result<Sketched, Refusal> {
    let mut d: Draft = draft(stroke)?;
    fits(f, side, &d)?;
    let ids = elements(f, &stroke.pieces)?;
    if !matches!(stroke.act, Act::Clear | Act::Aim { .. } | Act::Fill { .. }) {
        pick(f, side, &mut d, &ids)?;
    } else if let Act::Aim { .. } = stroke.act {
        if ids.iter().any(|id| id.side() == side) {
            pick(f, side, &mut d, &ids)?;
        }
    }
    let before = d.clone();
    let mut refusal: Option<(Refusal, Vec<(ElementId, table::Base)>)> = None;
    let mut settle = |d: &mut Draft, found: Found| {
        if let Some((o, _)) = found.best {
            d.how = Some(o.how);
            d.against = o.against;
        } else if found.refusal.is_some() {
            d.how = None;
        }
        refusal = found.refusal;
    };
    let in_hand = |d: &Draft| -> Result<ElementId, Refusal> {
        let hand = ids.first().copied().filter(|id| d.who.contains(id)).or(d.who.first().copied());
        hand.ok_or_else(|| Refusal::form(say!("pick-somebody-first")))
    };
    match &stroke.act {
        Act::Pick => {}
        Act::Clear => return Ok(blank(f, side)),
        Act::Drag { .. } | Act::Point { .. } => {
            let (x, y, facing) = match stroke.act {
                Act::Drag { x, y, facing } => (x, y, facing),
                Act::Point { x, y } => (x, y, None),
                _ => (0.0, 0.0, None),
            };
            let hand = in_hand(&d)?;
            d.how = None;
            d.against = None;
            let o = d.order();
            let to = v2(x, y);
            let found = match d.kind {
                Kind::Single => drag::single(f, &o, to, facing),
                Kind::Road => drag::road(f, &o, hand, to),
                Kind::BreakOff => Found { best: None, refusal: None },
                _ => drag::body(f, &o, hand, to, facing, &|s| d.manner(s)),
            };
            settle(&mut d, found);
        }
        Act::Turn { degrees } => {
            in_hand(&d)?;
            turn(f, &mut d, *degrees);
        }
        Act::Aim { at } => {
            let foe: Target =
                umpire::read_value(&json!(at)).map_err(|_| Refusal::form(say!("nobody-who-could-met")))?;
            let there = match foe {
                Target::Element(id) => f.get(id).is_some_and(|e| e.on_table()),
                Target::Camp(_) => f.enemy_camp(side).is_some(),
            };
            if !there || foe.side() == side {
                return Err(Refusal::form(say!("no-enemy-table", foe)));
            }
            in_hand(&d)?;
            d.how = None;
            let found = drag::at_enemy(f, &d.order(), foe, &|s| d.manner(s));
            settle(&mut d, found);
        }
        Act::Set { control, value } => set(f, &mut d, &ids, control, value)?,
        Act::Fill { answer } => {
            let Answer::Move(o) = super::ready(answer)? else {
                return Err(Refusal::form(say!("no-draft-answer")));
            };
            d = Draft::of(o);
            fits(f, side, &d)?;
        }
        Act::Type { .. } => {
            return Err(Refusal::form(say!("moves-book-drawn-chosen")));
        }
    }
    Ok(drawn(f, side, d, before, refusal, &ids))
}

fn turn(f: &Field, d: &mut Draft, degrees: f64) {
    let id = d.who[0];
    let b = f[id].base;
    match d.kind {
        Kind::Single => {
            let facing = (b.pose().facing + degrees).rem_euclid(360.0);
            let pose = match &d.how {
                Some(Manner::Legs(legs)) if !legs.is_empty() => Pose { facing, ..legs[legs.len() - 1] },
                // On the spot, about its middle.
                _ => b.turned_about(b.centre(), -degrees.to_radians()).pose(),
            };
            d.how = Some(Manner::Legs(vec![Pose { facing, ..pose }]));
        }
        Kind::Road | Kind::BreakOff => {}
        _ => {
            let before = match d.steps().first() {
                Some(Step::Advance(p)) => Some(Step::Advance(*p)),
                _ => None,
            };
            let wheel = if degrees > 0.0 { Step::WheelRight(degrees) } else { Step::WheelLeft(-degrees) };
            let steps = before.into_iter().chain((degrees.abs() > 1e-6).then_some(wheel)).collect();
            d.how = Some(d.manner(steps));
        }
    }
}

fn number(value: &Value) -> Result<f64, Refusal> {
    let n = value.as_f64().ok_or_else(|| Refusal::form(say!("wants-number")))?;
    sane(&[n])?;
    Ok(n)
}

fn set(f: &Field, d: &mut Draft, ids: &[ElementId], control: &str, value: &Value) -> Result<(), Refusal> {
    if d.who.is_empty() {
        return Err(Refusal::form(say!("pick-somebody-first")));
    }
    let text = || value.as_str().ok_or_else(|| Refusal::form(say!("wants-one-options")));
    let on = || value.as_bool().ok_or_else(|| Refusal::form(say!("switched-off")));
    let hand = ids.first().copied().filter(|id| d.who.contains(id)).unwrap_or(d.who[0]);
    if let Some(c) = control.strip_prefix("with:") {
        let id: ElementId = c.parse().map_err(Refusal::form)?;
        if f.get(id).is_none_or(|e| !e.on_table() || e.side() != hand.side()) {
            return Err(Refusal::form(say!("no-commander-yours-table", id)));
        }
        d.with.retain(|w| *w != id);
        if on()? {
            d.with.push(id);
        }
        return Ok(());
    }
    match control {
        "who" => {
            let name = text()?;
            let (_, _, who) = bodies(f, hand)
                .into_iter()
                .find(|(n, _, _)| *n == name)
                .ok_or_else(|| Refusal::form(say!("no-such-body")))?;
            take_up(f, d, who);
        }
        "manner" => {
            let name = text()?;
            let kind = Kind::ALL.into_iter().find(|k| k.id() == name);
            d.kind = kind.ok_or_else(|| Refusal::form(say!("there-no-such-way-move")))?;
            d.how = None;
            d.against = None;
            if d.kind == Kind::FormColumn {
                // The piece in hand leads; the others fall in by how near they are.
                let at = f[hand].base.front;
                d.who.sort_by(|a, b| f[*a].base.front.dist(at).total_cmp(&f[*b].base.front.dist(at)));
            }
        }
        "dismount" => d.dismount = on()?,
        "against" => {
            d.against = match text()? {
                "any" => None,
                s => {
                    let all = foes(f, d);
                    let a = all.into_iter().find(|a| against_id(a) == s);
                    Some(a.ok_or_else(|| Refusal::form(say!("no-enemys-edge-within-reach")))?)
                }
            };
        }
        "advance" | "wheel" | "on" => {
            let n = number(value)?;
            if d.kind == Kind::Road {
                d.how = Some(Manner::Road(n));
                return Ok(());
            }
            let (mut before, mut wheel, mut on) = parts(d.steps());
            match control {
                "advance" => before = n,
                "wheel" => wheel = n,
                _ => on = n,
            }
            d.how = Some(d.manner(steps(before, wheel, on)));
        }
        "ahead" | "aside" | "turn" => {
            let n = number(value)?;
            let (mut ahead, mut aside, mut turned) = own_terms(f, d);
            match control {
                "ahead" => ahead = n,
                "aside" => aside = n,
                _ => turned = n,
            }
            let b = f[d.who[0]].base;
            let facing = (b.pose().facing + turned).rem_euclid(360.0);
            let at = b.world(v2(aside, ahead));
            d.how = Some(Manner::Legs(vec![Pose { x: at.x, y: at.y, facing }]));
        }
        _ => return Err(Refusal::form(say!("there-no-such-control"))),
    }
    Ok(())
}

/// Steps as three numbers: straight ahead, a wheel (to the right is positive), and on.
fn parts(s: &[Step]) -> (f64, f64, f64) {
    let (mut before, mut wheel, mut on) = (0.0, 0.0, 0.0);
    for s in s {
        match *s {
            Step::Advance(p) if wheel == 0.0 => before += p,
            Step::Advance(p) => on += p,
            Step::WheelLeft(a) => wheel -= a,
            Step::WheelRight(a) => wheel += a,
        }
    }
    (before, wheel, on)
}

fn steps(before: f64, wheel: f64, on: f64) -> Vec<Step> {
    let mut out = Vec::new();
    if before != 0.0 {
        out.push(Step::Advance(before));
    }
    if wheel != 0.0 {
        out.push(if wheel > 0.0 { Step::WheelRight(wheel) } else { Step::WheelLeft(-wheel) });
    }
    if on != 0.0 {
        out.push(Step::Advance(on));
    }
    out
}

/// A single element's last leg as it would say it: paces ahead, to its right, and degrees to the right.
fn own_terms(f: &Field, d: &Draft) -> (f64, f64, f64) {
    let b = f[d.who[0]].base;
    match &d.how {
        Some(Manner::Legs(legs)) if !legs.is_empty() => {
            let p = legs[legs.len() - 1];
            let l = b.local(v2(p.x, p.y));
            (l.y, l.x, drag::turn(b.pose().facing, p.facing))
        }
        _ => (0.0, 0.0, 0.0),
    }
}

fn against_id(a: &Against) -> String {
    let on = match a.on {
        Facet::Front => "front",
        Facet::LeftFlank => "left_flank",
        Facet::RightFlank => "right_flank",
        Facet::Rear => "rear",
        Facet::Overlap => "overlap",
    };
    format!("{}/{on}", a.foe)
}

/// Enemies' edges that the move as drawn could mean.
fn foes(f: &Field, d: &Draft) -> Vec<Against> {
    let mut out: Vec<Against> = Vec::new();
    let ends: Vec<table::Base> = match moves::plan(f, &d.order()) {
        Ok(p) => p.ends.iter().map(|(_, b)| *b).collect(),
        Err(_) => d.who.iter().map(|id| f[*id].base).collect(),
    };
    for (id, b) in d.who.iter().zip(ends) {
        for (a, _) in drag::contacts(f, *id, b.front, 140.0) {
            if !out.contains(&a) && out.len() < 12 {
                out.push(a);
            }
        }
    }
    out.extend(d.against.filter(|a| !out.contains(a)));
    out
}

fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

fn paces(value: f64, least: f64, greatest: f64) -> Setting {
    let value = (value * 10.0).round() / 10.0;
    Setting::Number { value: Some(value), least, greatest, step: 10.0, unit: say!("p") }
}

fn degrees(value: f64, most: f64) -> Setting {
    let value = (value * 10.0).round() / 10.0;
    Setting::Number { value: Some(value), least: -most, greatest: most, step: 5.0, unit: say!("degrees") }
}

fn controls(f: &Field, d: &Draft, hand: ElementId) -> Vec<Control> {
    let mut out = Vec::new();
    let bodies = bodies(f, hand);
    if bodies.len() > 1 {
        let chosen =
            bodies.iter().find(|(_, _, w)| w.len() == d.who.len() && w.iter().all(|x| d.who.contains(x)));
        out.push(control(
            "who",
            say!("set-who-moves"),
            rule!("move.3"),
            Setting::Choice {
                chosen: chosen.map(|(n, _, _)| (*n).into()),
                options: bodies.iter().map(|(n, says, _)| Alternative::new(*n, says.clone())).collect(),
            },
        ));
    }
    let one = d.who.len() == 1;
    let column = moves::is_column(f, &d.who);
    let kinds = Kind::ALL.into_iter().filter(|k| match k {
        Kind::Single => one,
        Kind::Group => true,
        Kind::Column => !one && column,
        Kind::FormColumn => !one && !column,
        Kind::Road => !f.terrain.roads.is_empty() && column,
        Kind::BreakOff => one && f.front_to_front(d.who[0]),
    });
    let options: Vec<Alternative> = kinds.map(|k| Alternative::new(k.id(), k.says())).collect();
    if options.len() > 1 {
        out.push(control(
            "manner",
            say!("set-how"),
            rule!("dba.6"),
            Setting::Choice { chosen: Some(d.kind.id().into()), options },
        ));
    }
    let most = d.who.iter().map(|id| f[*id].troop.stats().move_road).fold(0.0, f64::max).max(1.0);
    match d.kind {
        Kind::Single => {
            let (ahead, aside, turned) = own_terms(f, d);
            out.push(control("ahead", say!("set-ahead"), rule!("dba.5"), paces(ahead, -most, most)));
            out.push(control("aside", say!("set-right"), rule!("dba.5"), paces(aside, -most, most)));
            out.push(control("turn", say!("set-turned-right"), rule!("dba.5"), degrees(turned, 180.0)));
        }
        Kind::Group | Kind::Column | Kind::FormColumn => {
            let (before, wheel, on) = parts(d.steps());
            out.push(control(
                "advance",
                say!("set-straight-ahead"),
                rule!("dba.6"),
                paces(before, 0.0, most),
            ));
            out.push(control("wheel", say!("set-wheel-right"), rule!("dba.6"), degrees(wheel, 90.0)));
            out.push(control("on", say!("set-then"), rule!("dba.6"), paces(on, 0.0, most)));
        }
        Kind::Road => {
            let p = if let Some(Manner::Road(p)) = d.how { p } else { 0.0 };
            out.push(control("advance", say!("set-along-road"), rule!("dba.50"), paces(p, 0.0, most)));
        }
        Kind::BreakOff => {}
    }
    if d.who.iter().all(|id| f[*id].troop == Troop::Cavalry) {
        out.push(control(
            "dismount",
            say!("set-dismount"),
            rule!("dba.37"),
            Setting::Switch { on: d.dismount },
        ));
    }
    if d.who.len() > 1 && matches!(d.kind, Kind::Group | Kind::Column) {
        for c in f.side(hand.side()).filter(|c| c.is_commander()) {
            if d.with.contains(&c.id) || f.touching(c.base, c.id).any(|o| d.who.contains(&o.id)) {
                let label = say!("set-goes-along", who = words::who(f, c.id));
                out.push(control(
                    &format!("with:{}", c.id),
                    label,
                    rule!("dba.10"),
                    Setting::Switch { on: d.with.contains(&c.id) },
                ));
            }
        }
    }
    if d.how.is_some() {
        let all = foes(f, d);
        if !all.is_empty() {
            let mut options = vec![Alternative::new("any", say!("whomever-meets"))];
            options.extend(all.iter().map(|a| Alternative::new(against_id(a), says::against(a.foe, a.on))));
            let chosen = d.against.as_ref().map_or_else(|| "any".into(), against_id);
            out.push(control(
                "against",
                say!("set-line-up-against"),
                rule!("dba.14"),
                Setting::Choice { chosen: Some(chosen), options },
            ));
        }
    }
    out
}

/// What the draft has come to.
fn drawn(
    f: &Field,
    side: Side,
    mut d: Draft,
    before: Draft,
    refused: Option<(Refusal, Vec<(ElementId, table::Base)>)>,
    ids: &[ElementId],
) -> Sketched {
    let mut out = Sketched::default();
    if d.who.is_empty() {
        return blank(f, side);
    }
    let mut ghosts: Vec<Ghost> = Vec::new();
    if let Some((r, there)) = refused {
        for (id, b) in there {
            ghosts.push(ghost(id, &b, false));
        }
        if let Some(g) = ghosts.first_mut() {
            g.note = r.reason.clone();
        }
        out.refusal = Some(Refused::from(r));
    }
    if d.says_something() {
        let mut o = d.order();
        let mut plan = moves::plan(f, &o);
        if let (Err(r), None) = (&plan, &out.refusal) {
            // A stroke that breaks a rule leaves what was drawn before it, where that still stands.
            out.refusal = Some(Refused::from(r));
            d = Draft { who: d.who, kind: d.kind, ..before };
            o = d.order();
            plan = moves::plan(f, &o);
        }
        if let (Ok(p), true) = (&plan, d.says_something()) {
            let says = says::order(f, &o, Some(p));
            ghosts.extend(ghosts_of(p));
            out.answer = Some(json_of(&Answer::Move(o)));
            out.orders.push(Sketch {
                pieces: d.who.iter().map(ToString::to_string).collect(),
                says: says.clone(),
                slip: String::new(),
                refusal: None,
            });
            out.says.push(says);
            out.aims.extend(d.against.map(|a| Aimed {
                from: d.who[0].to_string(),
                at: AimPoint::Piece(a.foe.to_string()),
                means: Means::Attack,
            }));
            if p.contacts {
                out.says.push(say!("ends-contact-enemy"));
            }
        }
    }
    if out.answer.is_none() {
        let cost = moves::cost(f, &d.who);
        let left = f.command(d.who[0]).points;
        out.says.push(say!("costs-of-left", who = words::list(&d.who), cost, left));
        // One move is an answer of its own; points lapse only when the moving is ended.
        out.missing = unspent(f, side);
    }
    let hand = ids.first().copied().filter(|id| d.who.contains(id)).unwrap_or(d.who[0]);
    out.controls = controls(f, &d, hand);
    out.reach = super::reach::of(f, hand);
    out.pieces = d.who.iter().chain(&d.with).map(ToString::to_string).collect();
    out.ghosts = ghosts;
    out.draft = serde_json::to_value(&d).unwrap_or(Value::Null);
    out
}
