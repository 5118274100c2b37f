//! The battle as every book's battles are seen from outside: asks, answers, views and events as plain data.

use super::{Awaits, Battle};
use crate::event::Target;
use crate::field::{CampState, Edge, ElementId, Fate, Field, Side};
use crate::order::{Answer, Correction, Placement};
use crate::scenario::{self, Scenario};
use crate::terrain::{Outline, Terrain};
use crate::troop::Troop;
use crate::{moves, picture, rule, words};
use desk::{Ask, Game, Seating, UmpireSays};
use muster::Report;
use serde::Deserialize;
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;
use umpire::{Clause, Ending, Log, Refusal, Seat, Seed};

/// Begins a battle from a scenario's text.
pub fn begin(file: &str, text: &str, seed: &Seed, seating: Seating) -> Result<Box<dyn Game>, Report> {
    let s = scenario::read(file, text)?;
    Ok(Box::new(Battle::seated(Arc::new(s), seed.clone(), Log::On(Vec::new()), seating)))
}

impl Awaits {
    pub(crate) fn clause(&self) -> Clause {
        match self {
            Awaits::Terrain => rule!("setup.1"),
            Awaits::Edge => rule!("setup.2"),
            Awaits::Camp => rule!("setup.3"),
            Awaits::Rank => rule!("dice.2"),
            Awaits::Deploy { all: true, .. } => rule!("setup.8"),
            Awaits::Deploy { .. } => rule!("setup.4"),
            Awaits::Move => rule!("move.2"),
            Awaits::Call { .. } => rule!("turn.1"),
            Awaits::Shoot { .. } => rule!("dba.28"),
            Awaits::Fight { .. } => rule!("turn.1"),
        }
    }

    pub(crate) fn says(&self) -> String {
        match self {
            Awaits::Terrain => "Lay the terrain.".into(),
            Awaits::Edge => "Choose your base edge.".into(),
            Awaits::Camp => "Place your camp on your base edge.".into(),
            Awaits::Rank => {
                "Fix in secret which command always gets the highest die and which the lowest: command numbers, highest first.".into()
            }
            Awaits::Deploy { all: true, .. } => "Set up your whole army behind the screen.".into(),
            Awaits::Deploy { commands, .. } => {
                format!("Deploy one command: {}.", one_based(commands).map(|n| n.to_string()).collect::<Vec<_>>().join(" or "))
            }
            Awaits::Move => "Make a move, or end your moves.".into(),
            Awaits::Call { .. } => "Call the next target to be shot at.".into(),
            Awaits::Shoot { target, .. } => format!("Shoot at {target}, or hold your fire."),
            Awaits::Fight { .. } => "Pick the next close combat.".into(),
        }
    }
}

fn one_based(c: &[u8]) -> impl Iterator<Item = u8> + '_ {
    c.iter().map(|c| c + 1)
}

pub(crate) fn json_of(a: &Answer) -> Value {
    serde_json::to_value(a).expect("an answer has only text keys")
}

/// All orders of a few numbers.
fn permutations(of: &[u8]) -> Vec<Vec<u8>> {
    if of.len() <= 1 {
        return vec![of.to_vec()];
    }
    let mut all = Vec::new();
    for i in 0..of.len() {
        let mut rest = of.to_vec();
        let first = rest.remove(i);
        for mut p in permutations(&rest) {
            p.insert(0, first);
            all.push(p);
        }
    }
    all
}

impl Battle {
    /// Answers that will be accepted as they stand, and whether these are all.
    pub fn offers(&self, side: Side, awaits: &Awaits) -> (Vec<Answer>, bool) {
        let (all, complete) = self.planned_offers(side, awaits);
        (all.into_iter().map(|(a, _)| a).collect(), complete)
    }

    /// The same; moves with what comes of them.
    pub(crate) fn planned_offers(
        &self,
        side: Side,
        awaits: &Awaits,
    ) -> (Vec<(Answer, Option<moves::Plan>)>, bool) {
        if let Awaits::Move = awaits {
            let moves = moves::planned(&self.field, side).into_iter();
            let all = moves.map(|(o, p)| (Answer::Move(o), Some(p))).chain([(Answer::EndMoves, None)]);
            return (all.collect(), false);
        }
        let (all, complete) = self.other_offers(side, awaits);
        (all.into_iter().map(|a| (a, None)).collect(), complete)
    }

    fn other_offers(&self, side: Side, awaits: &Awaits) -> (Vec<Answer>, bool) {
        let f = &self.field;
        match awaits {
            Awaits::Terrain => (
                self.terrain_offers().into_iter().map(|terrain| Answer::LayTerrain { terrain }).collect(),
                false,
            ),
            Awaits::Edge => {
                ([Edge::South, Edge::North].map(|edge| Answer::ChooseEdge { edge }).to_vec(), true)
            }
            Awaits::Camp => (
                scenario::camp_offer(f, side)
                    .into_iter()
                    .map(|(x, width, depth)| Answer::PlaceCamp { x, width, depth })
                    .collect(),
                false,
            ),
            Awaits::Rank => {
                let ranked = self.ranked_commands(side);
                let few = ranked.len() <= 4;
                let orders = if few { permutations(&ranked) } else { vec![ranked] };
                (orders.into_iter().map(|o| Answer::Rank { order: one_based(&o).collect() }).collect(), few)
            }
            Awaits::Deploy { commands, all } => (self.deploy_offers(side, commands, *all), false),
            // Moves come with their plans.
            Awaits::Move => (vec![Answer::EndMoves], false),
            Awaits::Call { targets } => (targets.iter().map(|t| Answer::Call { target: *t }).collect(), true),
            Awaits::Shoot { shooters, .. } => shoot_offers(shooters),
            Awaits::Fight { bouts } => {
                (bouts.iter().map(|(a, b)| Answer::Fight { element: *a, against: *b }).collect(), true)
            }
        }
    }

    fn deploy_offers(&self, side: Side, commands: &[u8], all: bool) -> Vec<Answer> {
        let mut offers = Vec::new();
        for style in 0..4 {
            if all {
                offers.push(Answer::Deploy { elements: self.deploy_all(side, commands, style) });
            } else {
                offers.extend(commands.iter().map(|c| Answer::Deploy {
                    elements: scenario::auto_deploy(&self.field, side, *c, style),
                }));
            }
        }
        offers.dedup();
        offers
    }

    /// Every command of a side, one after the other, each knowing where the earlier ones stand.
    pub fn deploy_all(&self, side: Side, commands: &[u8], style: u32) -> Vec<Placement> {
        let mut f = self.field.clone();
        let mut placed = Vec::new();
        for c in commands {
            let p = scenario::auto_deploy(&f, side, *c, style);
            for x in &p {
                let s = f[x.element].troop.stats();
                f.deploy(x.element, table::Base::new(x.at, s.width, s.depth));
            }
            placed.extend(p);
        }
        placed
    }
}

/// Each shooter alone or with up to two others; all combinations where they are few.
fn shoot_offers(shooters: &[Target]) -> (Vec<Answer>, bool) {
    let few = shooters.len() <= 5;
    let mut all = Vec::new();
    for main in shooters {
        all.push(Answer::Shoot { main: *main, with: vec![] });
        if main.element().is_none() {
            continue;
        }
        let others: Vec<ElementId> = shooters
            .iter()
            .filter(|s| *s != main)
            .filter_map(|s| s.element())
            .take(if few { 5 } else { 2 })
            .collect();
        for (i, a) in others.iter().enumerate() {
            all.push(Answer::Shoot { main: *main, with: vec![*a] });
            for b in &others[i + 1..] {
                all.push(Answer::Shoot { main: *main, with: vec![*a, *b] });
            }
        }
    }
    all.push(Answer::HoldFire);
    (all, few)
}

fn terrain_json(t: &Terrain, f: &Field) -> Value {
    let line = |l: &table::Polyline| l.points.iter().map(|p| json!([p.x, p.y])).collect::<Vec<_>>();
    json!({
        "areas": t.areas.iter().map(|a| {
            let mut v = match &a.outline {
                Outline::Oval(e) => json!({
                    "shape": "oval", "x": e.centre.x, "y": e.centre.y, "length": e.a * 2.0, "width": e.b * 2.0,
                    "bearing": e.axis.bearing_degrees(),
                }),
                Outline::Box(r) => json!({
                    "shape": "rectangle", "x": r.centre.x, "y": r.centre.y, "length": r.half_depth * 2.0,
                    "width": r.half_width * 2.0, "bearing": r.dir.bearing_degrees(),
                }),
            };
            v["kind"] = json!(a.feature);
            v["name"] = json!(a.name);
            v
        }).collect::<Vec<_>>(),
        "rivers": t.rivers.iter().zip(&f.rivers).map(|(r, s)| json!({
            "points": line(&r.line), "width": r.width, "nature": s.nature, "closed_this_turn": s.closed,
        })).collect::<Vec<_>>(),
        "roads": t.roads.iter().map(|r| json!({ "points": line(&r.line), "width": r.width })).collect::<Vec<_>>(),
        "waterway": t.waterway.as_ref().map(|w| json!({
            "side": if w.west { "west" } else { "east" }, "depth": w.depth, "beach": w.beach,
        })),
    })
}

fn camp_json(c: &crate::field::CampSite) -> Value {
    json!({
        "x": c.rect.centre.x, "y": c.rect.centre.y, "width": c.rect.half_width * 2.0, "depth": c.rect.half_depth * 2.0,
        "state": c.state,
        "shots_left": { "own_turns": c.shots[0], "enemy_turns": c.shots[1] },
    })
}

fn army_json(f: &Field, s: Side) -> Value {
    let a = f.army(s);
    json!({
        "side": s.to_string(),
        "name": a.name,
        "edge": a.edge,
        "strength": a.strength,
        "lost": f.losses(s),
        "camp": a.camp.as_ref().map(camp_json),
        "ranking": a.ranking.as_ref().map(|r| one_based(r).collect::<Vec<_>>()),
        "commands": a.commands.iter().enumerate().map(|(i, c)| json!({
            "number": i + 1, "name": c.name, "strength": c.strength, "lost": c.lost, "demoralised": c.demoralised,
            "allied": c.allied, "points": c.points, "commander": c.commander,
        })).collect::<Vec<_>>(),
        "elements": a.elements.iter().map(|e| element_json(f, e)).collect::<Vec<_>>(),
    })
}

fn element_json(f: &Field, e: &crate::field::Element) -> Value {
    let mut v = json!({ "id": e.id, "troop": e.troop, "command": e.command + 1, "fate": e.fate });
    if e.on_table() {
        let p = e.base.pose();
        v["x"] = json!(p.x);
        v["y"] = json!(p.y);
        v["facing"] = json!(p.facing);
        v["width"] = json!(e.base.width);
        v["depth"] = json!(e.base.depth);
        v["moves_made"] = json!(e.moves);
        v["fights"] = json!(f.front_opponent(e.id));
        if e.has_shot {
            v["has_shot"] = json!(true);
        }
    }
    v
}

impl Game for Battle {
    fn asks(&self) -> Vec<Ask> {
        let form = serde_json::to_value(schemars::schema_for!(Answer)).unwrap_or(Value::Null);
        let says = serde_json::to_value(schemars::schema_for!(UmpireSays<Correction>)).unwrap_or(Value::Null);
        let sides = self.pending.iter().map(|(side, a)| {
            let (offers, complete) = self.offers(*side, a);
            let about = match a {
                Awaits::Deploy { commands, .. } => {
                    json!({ "commands": one_based(commands).collect::<Vec<_>>() })
                }
                Awaits::Move => json!({
                    "points": self.field.army(*side).commands.iter().map(|c| c.points).collect::<Vec<_>>(),
                    "groups": moves::groups(&self.field, *side),
                }),
                Awaits::Shoot { target, shooters } => json!({ "target": target, "shooters": shooters }),
                _ => json!({}),
            };
            Ask {
                seat: Seat::from(*side),
                asks: a.name().into(),
                says: a.says(),
                clause: a.clause(),
                about,
                offers: offers.iter().map(json_of).collect(),
                complete,
                standing: false,
                form: form.clone(),
            }
        });
        sides.chain(self.asks_of_umpire(&says)).collect()
    }

    fn waits_for(&self) -> Vec<Seat> {
        let umpire = self.question.iter().map(|_| Seat::Umpire);
        self.pending.iter().map(|(s, _)| Seat::from(*s)).chain(umpire).collect()
    }

    fn answer(&mut self, from: Seat, answer: &Value) -> Result<(), Refusal> {
        // What the last answer led to is filmed before anything changes, if nobody has asked for it yet.
        self.roll_film();
        self.take(from, answer)?;
        self.exposed();
        Ok(())
    }

    fn events(&self) -> Vec<Value> {
        Battle::events(self).iter().map(|e| serde_json::to_value(e).unwrap_or(Value::Null)).collect()
    }

    fn events_len(&self) -> usize {
        Battle::events(self).len()
    }

    fn is_milestone(&self, event: usize) -> bool {
        use crate::EventKind::*;
        Battle::events(self).get(event).is_some_and(|e| {
            matches!(
                e.kind,
                Opens { .. }
                    | TurnBegins { .. }
                    | Lost { .. }
                    | Camp { .. }
                    | Demoralised { .. }
                    | UmpireSits {}
                    | Decided { .. }
                    | Ruled { .. }
                    | Corrected { .. }
                    | Restored { .. }
                    | Ends { .. }
                    | SeedRevealed { .. }
            )
        })
    }

    /// In this book everything that happens on the table is seen by all; what is secret never becomes an event.
    fn events_for(&self, _: Seat, from: usize) -> Vec<Value> {
        Battle::events(self)
            .iter()
            .skip(from)
            .map(|e| serde_json::to_value(e).unwrap_or(Value::Null))
            .collect()
    }

    fn tell(&self, event: usize) -> Vec<String> {
        Battle::events(self).get(event).map(|e| tell_lines(&self.field, e)).unwrap_or_default()
    }

    fn view(&self, from: Seat) -> Value {
        let f = &self.field;
        let mut v = json!({
            "book": crate::book::ID,
            "title": self.scenario.head.title,
            "briefing": self.scenario.head.briefing,
            "seat": from,
            "turn": f.bound,
            "active": f.active.to_string(),
            "phase": f.phase,
            "seed_commitment": self.secrets.seed.commitment(),
            "table": { "width": f.width, "depth": f.depth, "unit": "paces" },
            "terrain": terrain_json(&f.terrain, f),
            "armies": Side::BOTH.map(|s| army_json(f, s)),
            "waits_for": self.waits_for(),
        });
        if self.seating.umpire {
            v["umpire"] = json!("seated");
        }
        if self.ended.is_some() {
            v["seed"] = json!(self.secrets.seed.text());
            v["ending"] = json!(self.ending());
        }
        if let Some(s) = Side::of(from) {
            v["you"] = json!({
                "side": s.to_string(),
                "ranking": self.secrets.ranking[s.index()].as_ref().map(|r| one_based(r).collect::<Vec<_>>()),
                "set_up_in_secret": self.secrets.hidden[s.index()].as_ref().map(|h| {
                    h.iter().map(|(e, b, dismounted)| json!({
                        "element": e, "at": b.pose(), "dismounted": dismounted,
                    })).collect::<Vec<_>>()
                }),
            });
        }
        v
    }

    fn map(&self, from: Seat) -> String {
        let mut f = self.field.clone();
        // A player sees his own troops behind the screen; the umpire everyone's.
        for s in Side::BOTH {
            if Side::of(from) == Some(s) || from == Seat::Umpire {
                for (e, b, dismounted) in self.secrets.hidden[s.index()].iter().flatten() {
                    if *dismounted {
                        f[*e].troop = Troop::Dismounted;
                    }
                    f.deploy(*e, *b);
                }
            }
        }
        let events = Battle::events(self);
        // The arrows of the turn under way, or of the one before while nothing has happened in it.
        let begins = |e: &crate::Event| matches!(e.kind, crate::EventKind::TurnBegins { .. });
        let stirs = |e: &crate::Event| {
            use crate::EventKind::*;
            matches!(e.kind, Goes { .. } | Shooting { .. } | CloseCombat { .. })
        };
        let since = match events.iter().rposition(begins) {
            Some(last) if events[last..].iter().any(stirs) => last,
            Some(last) => events[..last].iter().rposition(begins).unwrap_or(last),
            None => events.len(),
        };
        picture::svg(
            &f,
            &picture::PictureOptions {
                title: Some(&self.scenario.head.title),
                last_events: &events[since..],
                ..Default::default()
            },
        )
    }

    fn ending(&self) -> Option<Ending> {
        self.ended.as_ref().map(|e| Ending {
            winner: e.winner.map(|s| s.index() as u8),
            clause: e.clause,
            why: e.reason.to_string(),
        })
    }

    fn sides(&self) -> Vec<String> {
        self.field.armies.iter().map(|a| a.name.clone()).collect()
    }

    fn turn(&self) -> u32 {
        self.field.bound
    }

    fn summary(&self) -> Vec<String> {
        words::summary(&self.field)
    }

    fn board(&self, from: Seat) -> desk::board::Board {
        self.board_for(from)
    }

    fn prompts(&self, from: Seat) -> Vec<desk::board::Prompt> {
        self.prompts_for(from)
    }

    fn sketch(&self, from: Seat, stroke: &desk::board::Stroke) -> Result<desk::board::Sketched, Refusal> {
        self.stroke(from, stroke)
    }

    fn record(&mut self, seats: &[Seat]) {
        self.start_film(seats);
    }

    fn take_moments(&mut self, from: Seat) -> Vec<desk::board::Moment> {
        self.moments_for(from)
    }

    fn likeness(&self) -> Box<dyn Game> {
        Box::new(self.rehearsal())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Battle {
    fn take(&mut self, from: Seat, answer: &Value) -> Result<(), Refusal> {
        let unread = |e: serde_json::Error| Refusal::form(format!("the answer cannot be read: {e}"));
        if from == Seat::Umpire {
            self.chair_is_taken()?;
            return self.umpire_says(<UmpireSays<Correction>>::deserialize(answer).map_err(unread)?);
        }
        let side = Side::of(from).ok_or_else(|| {
            Refusal::form(
                "only the two sides answer in this battle, and an umpire if there is one; this seat watches",
            )
        })?;
        Battle::answer(self, side, Answer::deserialize(answer).map_err(unread)?)
    }
}

/// An event in words, a ruling's lines below it; a turn begins with a blank line.
fn tell_lines(f: &Field, e: &crate::Event) -> Vec<String> {
    use crate::EventKind;
    let mut lines = Vec::new();
    if matches!(e.kind, EventKind::TurnBegins { .. }) {
        lines.push(String::new());
    }
    lines.push(words::tell(f, e));
    if let EventKind::Shooting { ruling, .. } | EventKind::CloseCombat { ruling, .. } = &e.kind {
        lines.extend(words::tell_ruling(ruling));
    }
    lines
}

/// Losses by troop type, for those who count.
pub fn losses_by_troop(f: &Field, s: Side) -> [u32; 8] {
    let mut n = [0; 8];
    for e in f.army(s).elements.iter().filter(|e| matches!(e.fate, Fate::Destroyed | Fate::Left)) {
        n[e.troop as usize] += 1;
    }
    if f.army(s).camp.as_ref().is_some_and(|c| c.state == CampState::Plundered) {
        n[Troop::Camp as usize] += 1;
    }
    n
}

impl Scenario {
    /// Is this battle ready to fight without a set-up by the players?
    pub fn is_ready(&self) -> bool {
        Battle::new(Arc::new(self.clone()), Seed::new("probe"), Log::Off).field.bound > 0
    }
}
