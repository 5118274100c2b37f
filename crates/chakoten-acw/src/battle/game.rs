//! The battle as every book's battles are seen from outside: asks, answers, views and events as plain data, each seat with
//! what it may know (play.view).

use super::{Awaits, Battle, Ended};
use crate::event::{Event, EventKind, Why};
use crate::order::{Answer, Correction, MoveOrder, Order, OrderSheet, Step};
use crate::scenario::{self, Scenario};
use crate::troop::State;
use crate::turn::BattleDice;
use crate::unit::{Fate, Side, UnitId};
use crate::words::{Ear, Way};
use crate::{check, clause, picture, raising, rule, victory, view, words};
use desk::{Ask, Game, Seating, UmpireSays};
use muster::Report;
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;
use umpire::{Clause, Ending, Log, Refusal, Seat, Seed, Seeded};

/// A battle of a scenario under way, with the seed that binds its dice.
#[derive(Clone, Debug)]
pub struct Match {
    pub battle: Battle,
    scenario: Arc<Scenario>,
    seed: Seed,
    seating: Seating,
}

/// Begins a battle from a scenario's text.
pub fn begin(file: &str, text: &str, seed: &Seed, seating: Seating) -> Result<Box<dyn Game>, Report> {
    let s = scenario::read(file, text)?;
    Ok(Box::new(Match::seated(Arc::new(s), seed.clone(), Log::On(Vec::new()), seating)))
}

/// A battle of a scenario, its end judged by the scenario's tasks.
pub fn of_scenario(s: &Arc<Scenario>, dice: BattleDice, log: Log<Event>) -> Battle {
    let judged = s.clone();
    let judge = Arc::new(move |f: &mut crate::Field, turn: u32| {
        let over = victory::look(&judged, f, turn).map(|v| Ended { winner: v.winner, by: v.by, why: v.why });
        if over.is_none() {
            raising::arrive(f, turn + 1);
        }
        over
    });
    let mut field = s.muster();
    raising::arrive(&mut field, 1);
    Battle::on(field, dice, log, judge)
}

/// Reads an answer, or says which part of it cannot be read.
fn read<'a, T: serde::Deserialize<'a>>(answer: &'a Value) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(answer).map_err(|e| {
        let at = e.path().to_string();
        let says = e.into_inner();
        Refusal::form(match at.as_str() {
            "." => format!("the answer cannot be read: {says}"),
            at => format!("the answer cannot be read: {at}: {says}"),
        })
    })
}

impl Awaits {
    /// The name of what is asked.
    pub fn name(&self) -> &'static str {
        match self {
            Awaits::Orders => "orders",
            Awaits::Choices => "choices",
            Awaits::Staff => "staff",
        }
    }

    pub(crate) fn clause(&self) -> Clause {
        match self {
            Awaits::Orders => rule!("04.01.1"),
            Awaits::Choices => rule!("play.choice"),
            Awaits::Staff => rule!("play.staff"),
        }
    }

    pub(crate) fn says(&self) -> &'static str {
        match self {
            Awaits::Orders => "Write orders for your units. One without an order stands.",
            Awaits::Choices => "Decide at once; what you leave out takes its default.",
            Awaits::Staff => "Generals and orderlies may go now, each once a turn.",
        }
    }
}

impl Match {
    pub fn new(scenario: Arc<Scenario>, seed: Seed, log: Log<Event>) -> Match {
        Match::seated(scenario, seed, log, Seating::SIDES_ONLY)
    }

    /// A battle with or without a human umpire.
    pub fn seated(scenario: Arc<Scenario>, seed: Seed, log: Log<Event>, seating: Seating) -> Match {
        let dice = BattleDice::Seeded(Seeded::new(seed.key()));
        let mut battle = of_scenario(&scenario, dice, log);
        let commitment = seed.commitment();
        battle.table.tell_to(clause!("01.05.1"), [true; 2], || EventKind::Opens { commitment });
        battle.open_chair(seating.umpire);
        Match { battle, scenario, seed, seating }
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub(crate) fn scenario_kept(&self) -> Arc<Scenario> {
        self.scenario.clone()
    }

    pub(crate) fn has_umpire(&self) -> bool {
        self.seating.umpire
    }

    /// A number that nobody knows before the end.
    pub(crate) fn salt(&self) -> u64 {
        let key = self.seed.key();
        key.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
    }

    /// What a unit is called by a seat: an own unit by its code, an enemy by the label under which he was sighted.
    pub(crate) fn name(&self, from: Seat, u: UnitId) -> String {
        let f = self.battle.field();
        let Some(unit) = f.units.get(u.index()) else { return "?".into() };
        match Side::of(from) {
            Some(s) if unit.side != s && self.battle.ended().is_none() => {
                self.battle.sightings().label(s, u).unwrap_or_else(|| "an enemy".into())
            }
            _ => unit.code.to_string(),
        }
    }

    fn ear(&self, from: Seat) -> Ear {
        match (Side::of(from), from) {
            _ if self.battle.ended().is_some() => Ear::All,
            (Some(s), _) => Ear::Side(s),
            (None, Seat::Umpire) => Ear::All,
            _ => Ear::Onlooker,
        }
    }

    fn sees(&self, from: Seat, e: &Event) -> bool {
        may_see(self.battle.field(), self.battle.ended().is_some(), from, e)
    }

    /// How an event was decided, as far as a seat may know.
    pub(crate) fn ruling_for(&self, from: Seat, e: &Event) -> Option<umpire::Ruling> {
        let r = e.kind.ruling()?;
        let own = e.kind.unit().and_then(|u| self.battle.field().units.get(u.index()));
        match self.ear(from) {
            Ear::All => Some(r.clone()),
            Ear::Side(s) => words::heard(r, own.is_some_and(|u| u.side == s)),
            Ear::Onlooker => None,
        }
    }

    /// An event as a seat may know it: names instead of places in the list, and nothing of the enemy's papers.
    fn event_json(&self, from: Seat, e: &Event) -> Value {
        let mut v = serde_json::to_value(e).unwrap_or(Value::Null);
        let ear = self.ear(from);
        let f = self.battle.field();
        let Some(o) = v.as_object_mut() else { return v };
        let about = o.get("unit").and_then(Value::as_u64);
        for key in ["unit", "target", "by", "behind", "pinned", "part", "wagon", "hit", "with"] {
            if let Some(n) = o.get(key).and_then(Value::as_u64) {
                o[key] = json!(self.name(from, UnitId(n as u16)));
            }
        }
        if let Some(a) = o.get_mut("against").and_then(Value::as_array_mut) {
            for x in a {
                if let Some(n) = x.as_u64() {
                    *x = json!(self.name(from, UnitId(n as u16)));
                }
            }
        }
        if let Some(n) = o.get("staff").and_then(Value::as_u64) {
            let who = f.staff.get(n as usize).map(|s| match ear {
                Ear::Side(x) if s.side != x => words::enemy_staff(s).to_string(),
                _ => s.code.to_string(),
            });
            o["staff"] = json!(who);
        }
        if ear != Ear::All {
            // The true distance is nobody's to know (play.guess).
            o.remove("cm");
            let own = about.and_then(|u| f.units.get(u as usize)).is_some_and(|u| ear == Ear::Side(u.side));
            // Valour, state of ammunition and losses carried stand in the enemy's rulings.
            o.remove("ruling");
            if !own {
                o.remove("men");
            } else if let Some(r) = e.kind.ruling().and_then(|r| words::heard(r, own)) {
                o.insert("ruling".into(), serde_json::to_value(r).unwrap_or(Value::Null));
            }
        }
        v
    }
}

/// Is this about an enemy and only in his papers: ammunition, a fire order that came to nothing, a state that one does not
/// see (play.view)?
fn is_on_paper(f: &crate::Field, side: Side, e: &Event) -> bool {
    use EventKind::*;
    let theirs = |u: &UnitId| f.units.get(u.index()).is_some_and(|u| u.side != side);
    match &e.kind {
        Ordered { unit, .. }
        | NotFired { unit, .. }
        | OutOfAmmunition { unit }
        | Resupplied { unit, .. }
        | Tested { unit, .. }
        | NotReorganised { unit, .. } => theirs(unit),
        StateChanged { unit, from, to } | Reorganised { unit, from, to, .. } => {
            theirs(unit) && ![from, to].contains(&&State::Complete)
        }
        _ => false,
    }
}

/// May a seat know of an event at all? When the battle is `over` everybody may.
pub(crate) fn may_see(f: &crate::Field, over: bool, from: Seat, e: &Event) -> bool {
    match Side::of(from) {
        Some(s) => over || e.seen[s.index()] && !is_on_paper(f, s, e),
        None if from == Seat::Umpire => true,
        // A spectator sees the table and hears what is announced, but not what was written.
        None => over || !matches!(e.kind, EventKind::Ordered { .. } | EventKind::NotFired { .. }),
    }
}

/// Part of a movement that is told at its end.
enum Walk {
    GoesOn,
    Ends(Way),
}

impl Match {
    /// A wheel and a march are run in many short legs; told, they are one movement. Is this leg the last of one?
    fn walked(&self, from: Seat, event: usize) -> Option<Walk> {
        let all = self.battle.events();
        let leg = |i: usize| match &all[i].kind {
            EventKind::Moved { unit, from, to, since, why, .. } => Some((*unit, *why, *since, from, to)),
            _ => None,
        };
        let (unit, why, mut since, a, b) = leg(event)?;
        let about = |i: &usize| all[*i].kind.unit() == Some(unit) && self.sees(from, &all[*i]);
        let same = |i: &usize| all[*i].turn == all[event].turn;
        let next = (event + 1..all.len()).take_while(same).find(about);
        let follows = |at: f64, l: (UnitId, Why, f64, &table::Pose, &table::Pose)| {
            l.1 == why && (l.2 - at).abs() < 1e-9
        };
        if next.and_then(leg).is_some_and(|l| follows(all[event].clock, l)) {
            return Some(Walk::GoesOn);
        }
        let mut way = Way::of(since, a, b);
        for i in (0..event).rev().take_while(same).filter(about) {
            match leg(i) {
                Some(l) if l.1 == why && (all[i].clock - since).abs() < 1e-9 => {
                    since = l.2;
                    way = Way::of(since, l.3, l.4).and(way);
                }
                _ => break,
            }
        }
        Some(Walk::Ends(way))
    }
}

impl Game for Match {
    fn asks(&self) -> Vec<Ask> {
        let form = serde_json::to_value(schemars::schema_for!(Answer)).unwrap_or(Value::Null);
        let sides = self.battle.pending().into_iter().map(|(side, a)| {
            let (about, offers) = self.about(side, &a);
            Ask {
                seat: Seat::from(side),
                asks: a.name().into(),
                says: a.says().into(),
                clause: a.clause(),
                about,
                offers,
                complete: false,
                standing: false,
                form: form.clone(),
            }
        });
        let mut asks: Vec<Ask> = sides.collect();
        if self.seating.umpire {
            let form = serde_json::to_value(schemars::schema_for!(UmpireSays<Correction>));
            asks.extend(self.battle.umpire_asks(&form.unwrap_or(Value::Null)));
        }
        asks
    }

    fn waits_for(&self) -> Vec<Seat> {
        let sides = self.battle.pending().into_iter().map(|(s, _)| Seat::from(s));
        sides.chain(self.battle.umpire_reads().then_some(Seat::Umpire)).collect()
    }

    fn answer(&mut self, from: Seat, answer: &Value) -> Result<(), Refusal> {
        if from == Seat::Umpire {
            if !self.seating.umpire {
                return Err(Refusal::by(
                    clause!("01.06.1"),
                    "nobody sits in the umpire's chair of this battle; the stated defaults apply",
                ));
            }
            let says: UmpireSays<Correction> = read(answer)?;
            self.develop();
            let said = self.battle.umpire_says(says);
            self.exposed();
            return said;
        }
        let side = Side::of(from).ok_or_else(|| {
            Refusal::form(
                "only the two sides answer in this battle, and an umpire if there is one; this seat watches",
            )
        })?;
        let a: Answer = read(answer)?;
        // What the last answer led to is put into words before anything changes, if nobody has asked for it yet.
        self.develop();
        let taken = self.battle.answer(side, a);
        self.exposed();
        taken
    }

    fn events(&self) -> Vec<Value> {
        self.battle.events().iter().map(|e| serde_json::to_value(e).unwrap_or(Value::Null)).collect()
    }

    fn events_len(&self) -> usize {
        self.battle.events().len()
    }

    fn is_milestone(&self, event: usize) -> bool {
        use EventKind::*;
        self.battle.events().get(event).is_some_and(|e| {
            matches!(
                e.kind,
                Opens { .. }
                    | TurnBegins
                    | UmpireSits {}
                    | UmpireRuled { .. }
                    | Corrected { .. }
                    | Struck { .. }
                    | Shock { .. }
                    | StateChanged { .. }
                    | Melee { .. }
                    | Prisoners { .. }
                    | Surrendered { .. }
                    | StaffLost { .. }
                    | GunsTaken { .. }
                    | WagonTaken { .. }
                    | LeftTable { .. }
                    | Arrived { .. }
                    | Ended { .. }
            )
        })
    }

    fn events_for(&self, from: Seat, at: usize) -> Vec<Value> {
        self.battle
            .events()
            .iter()
            .skip(at)
            .filter(|e| self.sees(from, e))
            .map(|e| self.event_json(from, e))
            .collect()
    }

    fn tell(&self, event: usize) -> Vec<String> {
        self.tell_to(Seat::Umpire, event)
    }

    fn tell_to(&self, from: Seat, event: usize) -> Vec<String> {
        let Some(e) = self.battle.events().get(event).filter(|e| self.sees(from, e)) else {
            return Vec::new();
        };
        let walked = match self.walked(from, event) {
            Some(Walk::GoesOn) => return Vec::new(),
            Some(Walk::Ends(w)) => Some(w),
            None => None,
        };
        words::tell_as(self.battle.field(), e, &|u| self.name(from, u), self.ear(from), walked)
    }

    fn view(&self, from: Seat) -> Value {
        let f = self.battle.field();
        let mut v = json!({
            "book": crate::book::ID,
            "title": self.scenario.head.title,
            "seat": from,
            "turn": f.turn,
            "turns": self.scenario.turns,
            "clock": self.battle.clock(),
            "seed_commitment": self.seed.commitment(),
            "waits_for": self.waits_for(),
        });
        if self.seating.umpire {
            v["umpire"] = json!("seated");
        }
        match Side::of(from) {
            Some(s) => {
                v["briefing"] = json!(self.scenario.head.briefing_for(Some(s)));
                v["field"] = view::view_json(f, s, &self.battle.known(s));
            }
            None if from == Seat::Umpire => {
                v["briefing"] = json!(self.scenario.head.briefing_for(None));
                v["sides"] = json!(Side::BOTH.map(|s| view::view_json(f, s, &self.battle.known(s))));
            }
            None => v["briefing"] = json!(self.scenario.head.briefing),
        }
        if let Some(e) = self.battle.ended() {
            v["seed"] = json!(self.seed.text());
            v["ending"] = json!({ "winner": e.winner, "why": e.why });
        }
        v
    }

    fn map(&self, from: Seat) -> String {
        let f = self.battle.field();
        if let Some(s) = Side::of(from).filter(|_| self.battle.ended().is_none()) {
            return picture::map_for(f, &self.battle.known(s), &self.scenario.head.title);
        }
        let all: Vec<UnitId> = f.present().map(|u| u.id).collect();
        picture::map(f, &all, None, &self.scenario.head.title)
    }

    fn ending(&self) -> Option<Ending> {
        self.battle.ended().map(|e| Ending {
            winner: e.winner.map(|s| s.index() as u8),
            clause: clause!("play.victory"),
            why: e.why.clone(),
        })
    }

    fn sides(&self) -> Vec<String> {
        self.scenario.sides.iter().map(|s| s.name.clone()).collect()
    }

    fn turn(&self) -> u32 {
        self.battle.field().turn
    }

    fn summary(&self) -> Vec<String> {
        let f = self.battle.field();
        let mut lines = Vec::new();
        for s in Side::BOTH {
            let original = self.scenario.side(s).strength;
            let now: u32 =
                f.side(s).filter(|u| u.arm != crate::troop::Arm::Wagon).map(|u| u32::from(u.figures)).sum();
            let units = f.side(s).count();
            let gone = f
                .units
                .iter()
                .filter(|u| u.side == s && !matches!(u.fate, Fate::OnTable | Fate::Joined | Fate::Awaited))
                .count();
            lines.push(format!(
                "{}: {now} of {original} figures in {units} units; {gone} units gone; {} guns taken",
                self.scenario.side(s).name,
                f.guns_taken[s.index()]
            ));
        }
        if let Some(e) = self.battle.ended() {
            lines.push(match e.winner {
                Some(s) => format!("Victory of the side {}: {}", self.scenario.side(s).name, e.why),
                None => format!("Nobody has won: {}", e.why),
            });
        }
        lines
    }

    fn film(&mut self) {
        self.battle.table.film.get_or_insert_with(Vec::new);
    }

    fn take_frames(&mut self) -> Vec<(u32, f64, String)> {
        let frames = self.battle.table.film.as_mut().map(std::mem::take).unwrap_or_default();
        let title = &self.scenario.head.title;
        frames
            .into_iter()
            .map(|(turn, clock, f)| {
                let all: Vec<UnitId> = f.present().map(|u| u.id).collect();
                (turn, clock, picture::map(&f, &all, None, &format!("{title}, {clock:.2} of the turn")))
            })
            .collect()
    }

    fn board(&self, seat: Seat) -> desk::board::Board {
        self.desk_board(seat)
    }

    fn prompts(&self, seat: Seat) -> Vec<desk::board::Prompt> {
        self.desk_prompts(seat)
    }

    fn sketch(&self, seat: Seat, stroke: &desk::board::Stroke) -> Result<desk::board::Sketched, Refusal> {
        self.desk_sketch(seat, stroke)
    }

    fn record(&mut self, seats: &[Seat]) {
        self.begin_recording(seats);
    }

    fn take_moments(&mut self, seat: Seat) -> Vec<desk::board::Moment> {
        self.kept_moments(seat)
    }

    fn likeness(&self) -> Box<dyn Game> {
        Box::new(Match {
            battle: self.battle.likeness(),
            scenario: self.scenario.clone(),
            seed: self.seed.clone(),
            seating: self.seating,
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Match {
    /// What a seat needs to know to answer, and answers that are accepted as they stand.
    fn about(&self, side: Side, a: &Awaits) -> (Value, Vec<Value>) {
        let f = self.battle.field();
        match a {
            Awaits::Orders => {
                let known = self.battle.known(side);
                let seen = view::view(f, side, &known);
                let here = |u: &&view::OwnUnit| u.fate == Fate::OnTable;
                let units: Vec<Value> = seen
                    .own
                    .iter()
                    .filter(here)
                    .map(|u| {
                        json!({
                            "unit": u.code, "name": u.name, "kind": u.kind, "command": u.command,
                            "formation": u.formation, "state": u.state, "figures": u.figures, "at": u.at,
                            "orders_by": u.reach, "last_order": u.last_order,
                        })
                    })
                    .collect();
                let enemies: Vec<Value> = seen
                    .enemies
                    .iter()
                    .map(|e| {
                        json!({
                            "label": e.label, "kind": e.kind, "formation": e.formation, "figures": e.figures,
                            "at": e.at, "named_by": e.named_by,
                        })
                    })
                    .collect();
                let march =
                    Order::Move(MoveOrder { steps: vec![Step::March { cm: None }], ..MoveOrder::default() });
                let all: OrderSheet = seen
                    .own
                    .iter()
                    .filter(here)
                    .map(|u| (u.code.to_string(), march.clone()))
                    .filter(|(code, o)| {
                        let one = OrderSheet::from([(code.clone(), o.clone())]);
                        check::check_sheet(f, side, &one, &known).refused.is_empty()
                    })
                    .collect();
                let mut offers = vec![json!({ "answer": "orders", "orders": {} })];
                if !all.is_empty() && check::check_sheet(f, side, &all, &known).refused.is_empty() {
                    let slips: std::collections::BTreeMap<_, _> =
                        all.iter().map(|(code, o)| (code, crate::slip::write(o))).collect();
                    offers.push(json!({ "answer": "orders", "orders": slips }));
                }
                (json!({ "turn": f.turn + 1, "units": units, "enemies": enemies }), offers)
            }
            Awaits::Staff => {
                let turn = f.turn;
                let who: Vec<Value> = f
                    .staff
                    .iter()
                    .filter(|s| s.side == side && s.present() && s.moved != Some(turn))
                    .map(|s| {
                        let with = s.with.map(|u| f[u].code.clone());
                        json!({ "who": s.code, "name": s.name, "at": s.base.pose(), "with": with })
                    })
                    .collect();
                (json!({ "staff": who }), vec![json!({ "answer": "staff", "moves": [] })])
            }
            Awaits::Choices => {
                let Some(p) = self.battle.asked() else { return (json!({}), Vec::new()) };
                let mine: Vec<Value> = p
                    .asked
                    .iter()
                    .filter(|x| x.side == side)
                    .map(|x| {
                        let mut v = serde_json::to_value(x).unwrap_or(Value::Null);
                        if let Some(o) = v.as_object_mut() {
                            let says = words::choice(f, &x.kind, &|u| self.name(Seat::from(side), u));
                            o.insert("says".into(), json!(says));
                            for key in ["unit", "attacker", "threat", "target", "beaten", "from", "enemy"] {
                                if let Some(n) = o.get(key).and_then(Value::as_u64) {
                                    o[key] = json!(self.name(Seat::from(side), UnitId(n as u16)));
                                }
                            }
                            if let Some(n) = o.get("staff").and_then(Value::as_u64) {
                                o["staff"] = json!(f.staff.get(n as usize).map(|s| s.code.to_string()));
                            }
                            if let Some(a) = o.get_mut("attackers").and_then(Value::as_array_mut) {
                                for x in a {
                                    if let Some(n) = x.as_u64() {
                                        *x = json!(self.name(Seat::from(side), UnitId(n as u16)));
                                    }
                                }
                            }
                        }
                        v
                    })
                    .collect();
                let mut offers = vec![json!({ "answer": "choices", "choices": {} })];
                for x in p.asked.iter().filter(|x| x.side == side) {
                    for o in &x.offers {
                        let mut c = serde_json::Map::new();
                        c.insert(x.key.clone(), json!(o));
                        offers.push(json!({ "answer": "choices", "choices": c }));
                    }
                }
                (json!({ "choices": mine }), offers)
            }
        }
    }
}
