//! The game of every book, written once over its [`Rules`].

mod back;

pub use back::{AnyTime, TakingBack};

use crate::board::{Act, Board, Moment, Offer, Prompt, Sketched, Stroke};
use crate::chance::{ByChance, Deed, Hand, Lot, Opening};
use crate::film::{Film, board, heard};
use crate::log::{House, Line, Log, told_as_data};
use crate::rules::{Offered, Question, Rules, Telling, Unrestored};
use crate::{Ask, Eye, Game, Past, Proof, Saved, Seating, UmpireSays, chair, say};
use back::Back;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use umpire::{BattleDice, Ending, Refusal, Seat, Seed, Side};
use words::{Language, Message};

/// No stroke is about more pieces than this, and no name of a piece is longer.
const MOST_PIECES: usize = 2000;
const LONGEST_NAME: usize = 100;
/// No place and no angle is farther than this.
const FARTHEST: f64 = 1.0e5;

/// A battle of a book at a table: seats, the umpire's chair, what is asked and answered, and the film.
#[derive(Clone)]
pub struct Match<R: Rules> {
    rules: R,
    film: Option<Film<R>>,
    /// What it came to before the first event that is remembered.
    past: Past,
    forms: Arc<Forms>,
    /// The table as it stands, taken when somebody first looks at it after an answer.
    now: OnceLock<R::Still>,
    /// The side that has given the battle up.
    resigned: Option<Side>,
    /// How it is begun; none of a battle that was set up by hand.
    opening: Option<Opening<R>>,
    /// The die that is waited for.
    hand: Option<Hand>,
    /// How many dice have fallen since the battle was begun or taken up.
    fallen: u64,
    /// What has happened besides what the rules tell.
    log: Log<R>,
    /// What can be taken back.
    back: Back<R>,
}

/// The JSON Schemas of what may be answered, made when they are first asked for.
#[derive(Debug, Default)]
struct Forms {
    answers: OnceLock<Arc<Value>>,
    umpires: OnceLock<Arc<Value>>,
    chance: OnceLock<Arc<Value>>,
    any_time: OnceLock<Arc<Value>>,
}

fn form<T: JsonSchema>(kept: &OnceLock<Arc<Value>>) -> Arc<Value> {
    let made = || serde_json::to_value(schemars::schema_for!(T)).unwrap_or(Value::Null);
    kept.get_or_init(|| Arc::new(made())).clone()
}

impl<R: Rules> std::fmt::Debug for Match<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("book", &R::book().id)
            .field("turn", &self.rules.turn())
            .finish_non_exhaustive()
    }
}

impl<R: Rules> Match<R> {
    pub fn new(rules: R) -> Match<R> {
        Match {
            rules,
            film: None,
            past: Past::default(),
            forms: Arc::default(),
            now: OnceLock::new(),
            resigned: None,
            opening: None,
            hand: None,
            fallen: 0,
            log: Log::new(),
            back: Back::new(),
        }
    }

    /// Begins a battle of a scenario by what `make` does with a seed and its dice: at once, or when every seat has given its part
    /// of the seed and hands have rolled the dice that it begins with.
    pub fn begin(
        scenario: &str,
        seed: &Seed,
        seating: Seating,
        make: impl Fn(&Seed, BattleDice) -> R + Send + Sync + 'static,
    ) -> Match<R> {
        let opening = Opening::new(scenario, seed, seating, Arc::new(make));
        let rules = opening.make(seating, &[]);
        let mut all = Match::of(opening, rules);
        all.open();
        all
    }

    fn of(opening: Opening<R>, rules: R) -> Match<R> {
        Match { opening: Some(opening), ..Match::new(rules) }
    }

    /// Begins it, if nothing is missing any more.
    fn open(&mut self) {
        let seating = self.seating();
        if self.opening.as_ref().is_none_or(|o| o.begun || !o.missing(seating).is_empty()) {
            return;
        }
        self.begin_with(Vec::new());
    }

    fn begin_with(&mut self, rolled: Vec<u8>) {
        let seating = self.seating();
        let Some(o) = &mut self.opening else { return };
        let mut rules = o.make(seating, &rolled);
        if let Some(wanted) = rules.dice().wanted().cloned() {
            self.hand = Some(Hand { deed: Deed::Begin, rolled, wanted });
            return;
        }
        self.hand = None;
        o.begun = true;
        let recorded = std::mem::take(&mut o.recorded);
        self.rules = rules;
        self.now.take();
        if !recorded.is_empty() {
            self.record(&recorded);
        }
    }

    fn seating(&self) -> Seating {
        self.rules.papers().seating
    }

    fn begun(&self) -> bool {
        self.opening.as_ref().is_none_or(|o| o.begun)
    }

    /// The seats whose part of the seed is missing.
    fn parts_missing(&self) -> Vec<Seat> {
        let seating = self.seating();
        self.opening.as_ref().filter(|o| !o.begun).map(|o| o.missing(seating)).unwrap_or_default()
    }

    /// Who is asked for something that chance decides.
    fn left_to_chance(&self) -> Vec<(Seat, Lot)> {
        if self.resigned.is_some() || self.back.asks().is_some() {
            return Vec::new();
        }
        match &self.hand {
            Some(h) => vec![(h.wanted.side.into(), Lot::Roll(h.wanted.die))],
            None => self.parts_missing().into_iter().map(|s| (s, Lot::Part)).collect(),
        }
    }

    /// The same as questions.
    fn chances_asked(&self, seat: Option<Seat>) -> Vec<(Seat, Asked)> {
        let wants = self.left_to_chance().into_iter().filter(|(s, _)| seat.is_none_or(|x| x == *s));
        let clause = self.rules.chair().clause;
        let asked = wants.map(|(s, lot)| {
            let (asks, says, offers) = match (lot, &self.hand) {
                (Lot::Roll(_), Some(h)) => ("roll", h.says::<R>(), h.faces()),
                _ => ("part", say!("give-your-part"), Vec::new()),
            };
            let offers = offers
                .into_iter()
                .map(|die| offer(Offered::new(Message::verbatim(die.to_string()), ByChance::Roll { die })));
            let question = Question { asks, says, clause };
            (s, Asked { question, about: json!({}), offers: offers.collect(), standing: false })
        });
        asked.collect()
    }

    /// Something that chance decides is answered.
    fn answer_chance(&mut self, from: Seat, answer: &Value) -> Result<(), Refusal> {
        let asked = self.left_to_chance();
        if !asked.iter().any(|(s, _)| *s == from) {
            return Err(Refusal::form(match self.hand {
                Some(_) => say!("die-is-waited-for"),
                None => say!("parts-are-waited-for"),
            }));
        }
        match (read(answer)?, self.hand.clone()) {
            (ByChance::Part { part }, None) => {
                if let Some(o) = &mut self.opening {
                    o.take(from, &part)?;
                }
                self.open();
                Ok(())
            }
            (ByChance::Roll { die }, Some(h)) => {
                let rolled = h.with(die)?;
                match h.deed {
                    Deed::Begin => {
                        self.begin_with(rolled);
                        Ok(())
                    }
                    Deed::Answer(from, answer) => self.act(from, answer, rolled),
                }
            }
            (ByChance::Part { .. }, Some(_)) => Err(Refusal::form(say!("die-is-waited-for"))),
            (ByChance::Roll { .. }, None) => Err(Refusal::form(say!("parts-are-waited-for"))),
        }
    }

    /// Carries out what a seat says, with the dice that hands have rolled for it so far where they roll.
    fn act(&mut self, from: Seat, answer: Value, rolled: Vec<u8>) -> Result<(), Refusal> {
        if !self.seating().own_dice {
            let before = self.rules.dice().fallen();
            carry_out(&mut self.rules, from, &answer)?;
            self.fallen += self.rules.dice().fallen().saturating_sub(before);
            return Ok(());
        }
        let mut rules = self.rules.clone();
        *rules.dice() = BattleDice::own(rolled.clone());
        carry_out(&mut rules, from, &answer)?;
        self.hand = match rules.dice().wanted().cloned() {
            Some(wanted) => Some(Hand { deed: Deed::Answer(from, answer), rolled, wanted }),
            None => {
                self.fallen += rules.dice().fallen();
                self.rules = rules;
                None
            }
        };
        Ok(())
    }

    /// The book's own battle.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The same, to be set up by hand: for examples and proofs.
    pub fn rules_mut(&mut self) -> &mut R {
        self.now.take();
        &mut self.rules
    }

    pub fn into_rules(self) -> R {
        self.rules
    }

    fn eye(&self, seat: Seat) -> Eye {
        Eye::of(seat, self.over().is_some())
    }

    /// How the battle ended: by its rules, or because a side gave it up.
    fn over(&self) -> Option<Ending> {
        let resigned = self.resigned.map(|side| {
            let name = self.rules.papers().head.sides.get(side.index()).map(|s| s.name.clone());
            let why = say!("side-resigned", side = name.unwrap_or_default());
            let winner = Some(side.other().index() as u8);
            Ending { winner, clause: self.rules.chair().clause, why }
        });
        self.rules.ending().or(resigned)
    }

    /// Does it go by the rules now, and not wait for what chance decides or for leave to take something back?
    fn plays(&self) -> bool {
        self.resigned.is_none() && self.hand.is_none() && self.begun() && self.back.asks().is_none()
    }

    /// The sides that are waited for, and for what.
    fn pending(&self) -> Vec<(Side, R::Awaits)> {
        if self.plays() { self.rules.pending() } else { Vec::new() }
    }

    /// The sides that may still change what they answered.
    fn amends(&self) -> Vec<(Side, R::Awaits)> {
        if self.plays() { self.rules.amends() } else { Vec::new() }
    }

    /// What a side is asked, and whether it is asked only for another answer in the place of the one it gave.
    fn asked(&self, side: Side) -> impl Iterator<Item = (R::Awaits, bool)> {
        let awaited = self.pending().into_iter().map(|asked| (asked, false));
        let amended = self.amends().into_iter().map(|asked| (asked, true));
        let his = awaited.chain(amended).filter(move |((s, _), _)| *s == side);
        his.map(|((_, awaits), amends)| (awaits, amends))
    }

    fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.develop();
        self.now.take();
        self.resigned = Some(side);
        self.back.let_go();
        self.announce(House::Resigned { turn: self.turn(), side });
        Ok(())
    }

    /// The house has something to tell.
    fn announce(&mut self, what: House) {
        let telling = what.telling(&self.rules);
        self.log.add(self.happened(), what);
        if let Some(f) = &mut self.film {
            f.announce(telling);
        }
    }

    /// How many events the rules have told of; none before it has begun.
    fn happened(&self) -> usize {
        if self.begun() { self.rules.papers().events.len() } else { 0 }
    }

    fn line(&self, event: usize) -> Option<Line<'_, R>> {
        self.log.line(event, &self.rules, self.happened())
    }

    /// All that has happened, from a place on.
    fn lines(&self, from: usize) -> impl Iterator<Item = Line<'_, R>> {
        (from..self.events_len()).filter_map(|n| self.line(n))
    }

    fn now(&self) -> &R::Still {
        self.now.get_or_init(|| self.rules.still())
    }

    fn sight(&self, eye: Eye) -> R::Sight {
        self.rules.sight(self.now(), eye, None)
    }

    fn answers_form(&self) -> Arc<Value> {
        form::<R::Answer>(&self.forms.answers)
    }

    fn chance_form(&self) -> Arc<Value> {
        form::<ByChance>(&self.forms.chance)
    }

    fn any_time_form(&self) -> Arc<Value> {
        form::<AnyTime>(&self.forms.any_time)
    }

    /// What the house asks, whatever the rules do, and the form of the answers.
    fn house_asks(&self, seat: Option<Seat>) -> (Vec<(Seat, Asked)>, Arc<Value>) {
        match self.back.asks() {
            Some(_) => (self.back_asked(seat), self.any_time_form()),
            None => (self.chances_asked(seat), self.chance_form()),
        }
    }

    fn umpires_form(&self) -> Arc<Value> {
        form::<UmpireSays<R::Correction>>(&self.forms.umpires)
    }

    fn has_umpire(&self) -> bool {
        self.rules.papers().seating.umpire
    }

    fn chair_is_taken(&self) -> Result<(), Refusal> {
        if !self.has_umpire() {
            return Err(Refusal::by(self.rules.chair().clause, say!("nobody-sits-umpires-chair")));
        }
        if self.over().is_some() {
            return Err(Refusal::form(say!("battle-over")));
        }
        Ok(())
    }

    /// What waits for the umpire, and what he may say at any time.
    fn umpires_asks(&self) -> Vec<Asked> {
        if self.chair_is_taken().is_err() || !self.plays() {
            return Vec::new();
        }
        let waits = self.rules.umpires().map(|u| Asked {
            question: u.question,
            about: u.about,
            offers: u
                .courses
                .into_iter()
                .enumerate()
                .map(|(i, c)| Offer {
                    says: c.says,
                    answer: json!({ "do": "decide", "choice": c.id }),
                    pieces: c.pieces,
                    ghosts: Vec::new(),
                    ends: i == 0,
                    odds: Vec::new(),
                })
                .collect(),
            standing: false,
        });
        let play_on =
            Offered::new(say!("play-on"), json!({ "do": "rule", "says": say!("play-on") })).ending();
        let example = self.rules.correction().and_then(|(because, changes)| {
            let says = because.clone();
            let because = because.to_string();
            let answer = serde_json::to_value(UmpireSays::Correct { because, changes }).ok()?;
            Some(Offered::new(says, answer))
        });
        let standing = Asked {
            question: self.rules.chair(),
            about: json!({}),
            offers: [play_on].into_iter().chain(example).map(offer).collect(),
            standing: true,
        };
        waits.into_iter().chain([standing]).collect()
    }

    /// What the last answer led to is put into moments, before anything changes.
    fn develop(&mut self) {
        let over = self.over().is_some();
        if let Some(f) = &mut self.film {
            f.develop(&mut self.rules, over);
        }
    }

    fn load_camera(&mut self) {
        if let Some(camera) = self.rules.camera() {
            *camera = Some(Box::default());
        }
    }

    fn telling(&self, seat: Seat, event: usize) -> Option<Telling> {
        let eye = self.eye(seat);
        match self.line(event)? {
            Line::House(h) => Some(h.telling(&self.rules)),
            Line::Event(r, e) => self.looking_at(r, eye, |still, sight| heard(r, eye, (still, sight), e)),
        }
    }

    /// Is it the battle that goes on, and not one that was taken back?
    fn goes_on(&self, rules: &R) -> bool {
        std::ptr::eq(rules, &self.rules)
    }

    /// Looks at the table of the battle that goes on, or of one that was taken back.
    fn looking_at<T>(&self, rules: &R, eye: Eye, look: impl FnOnce(&R::Still, &R::Sight) -> T) -> T {
        if self.goes_on(rules) {
            return look(self.now(), &self.sight(eye));
        }
        let still = rules.still();
        let sight = rules.sight(&still, eye, None);
        look(&still, &sight)
    }
}

/// Carries out what a side or the umpire says.
fn carry_out<R: Rules>(rules: &mut R, from: Seat, answer: &Value) -> Result<(), Refusal> {
    match Side::of(from) {
        Some(side) => rules.answer(side, read(answer)?),
        None => umpire_says(rules, read(answer)?),
    }
}

fn umpire_says<R: Rules>(rules: &mut R, says: UmpireSays<R::Correction>) -> Result<(), Refusal> {
    match says {
        UmpireSays::Decide { choice, because } => {
            let Some(u) = rules.umpires() else {
                return Err(Refusal::form(say!("no-question-waits-umpire")));
            };
            let because = chair::said(&because, say!("the-reason"))?;
            let course = u.courses.iter().find(|c| c.id == choice).ok_or_else(|| {
                let all: Vec<&str> = u.courses.iter().map(|c| c.id.as_str()).collect();
                Refusal::by(
                    u.question.clause,
                    say!("no-such-course", given = chair::short(&choice), all = all.join(", ")),
                )
            })?;
            rules.decide(course, because)
        }
        UmpireSays::Rule { says, clause } => {
            let says = chair::spoken(&says, say!("the-ruling"))?;
            let about = chair::clause_of((R::book().text)(), clause.as_deref())?;
            rules.rule(says, about);
            Ok(())
        }
        UmpireSays::Correct { because, changes } => {
            let because = chair::spoken(&because, say!("the-reason"))?;
            rules.correct(because, changes)
        }
    }
}

/// What a seat reads before it begins.
fn briefing(head: &muster::Head, eye: Eye) -> String {
    match Side::of(eye.seat) {
        None if eye.seat != Seat::Umpire => head.briefing.clone(),
        side => head.briefing_for(side),
    }
}

/// A question with its answers, to a side or to the umpire.
struct Asked {
    question: Question,
    about: Value,
    offers: Vec<Offer>,
    standing: bool,
}

fn offer<A: Serialize>(o: Offered<A>) -> Offer {
    Offer {
        says: o.says,
        answer: serde_json::to_value(o.answer).unwrap_or(Value::Null),
        pieces: o.pieces,
        ghosts: o.ghosts,
        ends: o.ends,
        odds: o.odds,
    }
}

/// Reads an answer, or says which part of it cannot be read.
fn read<T: DeserializeOwned>(answer: &Value) -> Result<T, Refusal> {
    umpire::read_value(answer).map_err(|e| Refusal::form(say!("answer-cannot-read", says = e.message())))
}

/// A stroke that some table and some hand could have made.
fn sane(s: &Stroke) -> Result<(), Refusal> {
    if s.pieces.len() > MOST_PIECES || s.pieces.iter().any(|p| p.len() > LONGEST_NAME) {
        return Err(Refusal::form(say!("more-pieces-than-there")));
    }
    let numbers = match s.act {
        Act::Drag { x, y, facing } => [x, y, facing.unwrap_or(0.0)],
        Act::Turn { degrees } => [degrees, 0.0, 0.0],
        Act::Point { x, y } => [x, y, 0.0],
        _ => [0.0; 3],
    };
    if numbers.iter().all(|n| n.is_finite() && n.abs() <= FARTHEST) {
        return Ok(());
    }
    Err(Refusal::form(say!("number-no-place-no")))
}

impl<R: Rules> Game for Match<R> {
    fn asks(&self) -> Vec<Ask> {
        let answers = Value::clone(&self.answers_form());
        let mut all: Vec<Ask> = Vec::new();
        let awaited = self.pending().into_iter().map(|asked| (asked, false));
        let amended = self.amends().into_iter().map(|asked| (asked, true));
        for ((side, awaits), standing) in awaited.chain(amended) {
            let q = self.rules.question(side, &awaits);
            let o = self.rules.offers(side, &awaits);
            // Who may change what he sent finds it here.
            let sent = standing.then(|| self.rules.blank(side, &awaits)?.answer).flatten();
            all.push(Ask {
                seat: side.into(),
                asks: q.asks.into(),
                says: if standing { say!("answer-may-be-amended", question = q.says) } else { q.says },
                clause: q.clause,
                about: o.about,
                offers: sent.into_iter().chain(o.offers.into_iter().map(|o| offer(o).answer)).collect(),
                complete: o.complete,
                standing,
                form: answers.clone(),
            });
        }
        if self.has_umpire() {
            let says = Value::clone(&self.umpires_form());
            all.extend(self.umpires_asks().into_iter().map(|a| Ask {
                seat: Seat::Umpire,
                asks: a.question.asks.into(),
                says: a.question.says,
                clause: a.question.clause,
                about: a.about,
                offers: a.offers.into_iter().map(|o| o.answer).collect(),
                complete: false,
                standing: a.standing,
                form: says.clone(),
            }));
        }
        let (asked, form) = self.house_asks(None);
        all.extend(asked.into_iter().map(|(seat, a)| Ask {
            seat,
            asks: a.question.asks.into(),
            says: a.question.says,
            clause: a.question.clause,
            about: a.about,
            complete: !a.offers.is_empty(),
            offers: a.offers.into_iter().map(|o| o.answer).collect(),
            standing: a.standing,
            form: Value::clone(&form),
        }));
        all
    }

    fn waits_for(&self) -> Vec<Seat> {
        if let Some(side) = self.back.asks() {
            return vec![side.other().into()];
        }
        if !self.plays() {
            return self.left_to_chance().into_iter().map(|(s, _)| s).collect();
        }
        let umpire = self.has_umpire() && self.rules.umpires().is_some();
        let sides = self.pending().into_iter().map(|(s, _)| Seat::from(s));
        sides.chain(umpire.then_some(Seat::Umpire)).collect()
    }

    fn answer(&mut self, from: Seat, answer: &Value) -> Result<(), Refusal> {
        let side = Side::of(from);
        if from == Seat::Umpire {
            self.chair_is_taken()?;
        } else if side.is_none() {
            return Err(Refusal::form(say!("only-two-sides-answer")));
        }
        if let Ok(said) = umpire::read_value::<AnyTime>(answer) {
            return self.at_any_time(from, said);
        }
        if self.resigned.is_some() {
            return Err(Refusal::form(say!("battle-over")));
        }
        if self.back.asks().is_some() {
            return Err(Refusal::form(say!("taking-back-goes-before")));
        }
        if self.left_to_chance().is_empty() {
            self.develop();
            self.now.take();
            let before = side.map(|side| (side, self.rules.to_go_back_to(), self.fallen));
            self.act(from, answer.clone(), Vec::new())?;
            if let Some((side, rules, fallen)) = before {
                self.back.remember(side, rules, fallen);
            }
        } else {
            // With the last die the table is another.
            self.now.take();
            self.answer_chance(from, answer)?;
        }
        if let Some(f) = &mut self.film {
            f.expose();
        }
        Ok(())
    }

    fn readings(&self) -> BTreeMap<String, String> {
        let readings = self.rules.papers().readings;
        readings.map(|r| r.in_force(&(R::book().text)().readings)).unwrap_or_default()
    }

    fn past(&self) -> Past {
        let mut past = self.past.clone();
        self.written(0).iter().for_each(|e| past.add(e));
        past
    }

    fn written(&self, from: usize) -> Vec<String> {
        // It reads the same in every language.
        Language::ENGLISH.speak(|| self.lines(from).map(|l| l.written()).collect())
    }

    fn events(&self) -> Vec<Value> {
        self.lines(0).map(|l| l.data()).collect()
    }

    fn events_len(&self) -> usize {
        self.log.len(self.happened())
    }

    fn is_milestone(&self, event: usize) -> bool {
        self.telling(Seat::Umpire, event).is_some_and(|t| t.milestone)
    }

    fn events_for(&self, seat: Seat, from: usize) -> Vec<Value> {
        let eye = self.eye(seat);
        let sight = self.sight(eye);
        let heard = self.lines(from).filter_map(|line| match line {
            Line::House(h) => Some(told_as_data(&h.telling(&self.rules), eye)),
            Line::Event(r, i) => {
                let hears = r.papers().events.get(i).is_some_and(|e| r.audience(e).has(eye));
                hears.then(|| match self.goes_on(r) {
                    true => r.event(eye, self.now(), &sight, i),
                    false => self.looking_at(r, eye, |still, sight| r.event(eye, still, sight, i)),
                })
            }
        });
        heard.collect()
    }

    fn tell_to(&self, seat: Seat, event: usize) -> Vec<String> {
        let Some(t) = self.telling(seat, event) else { return Vec::new() };
        let line = match t.clock {
            Some(c) => format!("{c:4.2}  {}  [{}]", t.says, t.clause),
            None => format!("{} [{}]", t.says, t.clause),
        };
        let more = t.more.iter().map(ToString::to_string).chain(t.ruling.iter().flat_map(R::explain));
        // A turn begins after an empty line.
        let before = t.title.then(String::new);
        before.into_iter().chain([line]).chain(more.map(|l| format!("    {l}"))).collect()
    }

    fn view(&self, seat: Seat) -> Value {
        let eye = self.eye(seat);
        let papers = self.rules.papers();
        let mut v = json!({
            "book": R::book().id,
            "title": papers.head.title,
            "briefing": briefing(papers.head, eye),
            "seat": seat,
            "turn": self.turn(),
            "seal": self.seal(),
            "waits_for": self.waits_for(),
        });
        if papers.seed.is_by_hand() {
            v["seed_set_by_hand"] = json!(true);
        }
        if papers.seating.own_dice {
            v["own_dice"] = json!(true);
        }
        if self.has_umpire() {
            v["umpire"] = json!("seated");
        }
        if let Some(side) = self.back.asks() {
            v["asks_to_take_back"] = json!(Seat::from(side));
        }
        if self.begun() {
            for (k, x) in self.rules.view(eye) {
                v[k] = x;
            }
        }
        if let Some(e) = self.over() {
            v["seed"] = json!(papers.seed.text());
            v["proof"] = json!(self.proof());
            v["ending"] = json!(e);
        }
        v
    }

    fn ending(&self) -> Option<Ending> {
        self.over()
    }

    fn sides(&self) -> Vec<String> {
        self.rules.papers().head.sides.iter().map(|s| s.name.clone()).collect()
    }

    fn turn(&self) -> u32 {
        if self.begun() { self.rules.turn() } else { 0 }
    }

    fn taking_back(&self) -> TakingBack {
        self.taking_back_now()
    }

    fn lot(&self, seat: Seat) -> Option<Lot> {
        self.left_to_chance().into_iter().find(|(s, _)| *s == seat).map(|(_, c)| c)
    }

    fn seal(&self) -> Option<&str> {
        self.opening.as_ref().map(Opening::seal)
    }

    fn proof(&self) -> Option<Proof> {
        self.opening.as_ref().filter(|_| self.over().is_some()).map(Opening::proof)
    }

    fn summary(&self) -> Vec<String> {
        if self.begun() { self.rules.summary() } else { Vec::new() }
    }

    fn board(&self, seat: Seat) -> Board {
        if self.begun() {
            return board(&self.rules, self.now(), self.eye(seat));
        }
        // Who stands where may hang on dice that have not fallen: only the ground is to be seen.
        let ground = board(&self.rules, self.now(), Eye::of(Seat::Spectator, false));
        Board { pieces: Vec::new(), facts: Vec::new(), ..ground }
    }

    fn prompts(&self, seat: Seat) -> Vec<Prompt> {
        if !self.plays() {
            let (asked, form) = self.house_asks(Some(seat));
            return asked
                .into_iter()
                .map(|(_, a)| Prompt {
                    asks: a.question.asks.into(),
                    says: a.question.says,
                    clause: a.question.clause.to_string(),
                    standing: a.standing,
                    amends: false,
                    complete: !a.offers.is_empty(),
                    offers: a.offers,
                    sketch: None,
                    form: form.clone(),
                })
                .collect();
        }
        if seat == Seat::Umpire {
            let form = self.umpires_form();
            let asked = self.umpires_asks().into_iter();
            return asked
                .map(|a| Prompt {
                    asks: a.question.asks.into(),
                    says: a.question.says,
                    clause: a.question.clause.to_string(),
                    standing: a.standing,
                    amends: false,
                    // A correction is sketched, not picked.
                    offers: if a.standing { a.offers.into_iter().take(1).collect() } else { a.offers },
                    complete: false,
                    sketch: if a.standing { self.rules.blank_correction() } else { None },
                    form: form.clone(),
                })
                .collect();
        }
        let Some(side) = Side::of(seat) else { return Vec::new() };
        self.asked(side)
            .map(|(awaits, amends)| {
                let q = self.rules.question(side, &awaits);
                let o = self.rules.offers(side, &awaits);
                Prompt {
                    asks: q.asks.into(),
                    says: if amends { say!("answer-may-be-amended", question = q.says) } else { q.says },
                    clause: q.clause.to_string(),
                    standing: amends,
                    amends,
                    offers: o.offers.into_iter().map(offer).collect(),
                    complete: o.complete,
                    sketch: self.rules.blank(side, &awaits),
                    form: self.answers_form(),
                }
            })
            .collect()
    }

    fn sketch(&self, seat: Seat, stroke: &Stroke) -> Result<Sketched, Refusal> {
        sane(stroke)?;
        if !self.plays() && self.over().is_none() {
            return Err(Refusal::form(match self.back.asks() {
                Some(_) => say!("taking-back-goes-before"),
                None => say!("chance-goes-before"),
            }));
        }
        if seat == Seat::Umpire {
            self.chair_is_taken()?;
            if stroke.asks != self.rules.chair().asks {
                return Err(Refusal::form(say!("nothing-kind-asked-umpire")));
            }
            return self.rules.stroke_correction(stroke);
        }
        let side = Side::of(seat).ok_or_else(|| Refusal::form(say!("seat-watches-gives-no")))?;
        let Some((awaits, _)) = self.asked(side).next() else {
            return Err(Refusal::form(say!("nothing-asked-side-now")));
        };
        let asks = self.rules.question(side, &awaits).asks;
        if asks != stroke.asks {
            return Err(Refusal::form(say!("battle-waits-another-answer", asks)));
        }
        self.rules.stroke(side, &awaits, stroke)
    }

    fn record(&mut self, seats: &[Seat]) {
        if let Some(o) = self.opening.as_mut().filter(|o| !o.begun) {
            o.recorded = seats.to_vec();
            return;
        }
        self.load_camera();
        self.film = Some(Film::new(&self.rules, seats));
        self.develop();
    }

    fn take_moments(&mut self, seat: Seat) -> Vec<Moment> {
        self.develop();
        self.film.as_mut().map(|f| f.take(seat)).unwrap_or_default()
    }

    fn snapshot(&self) -> Box<dyn Game> {
        Box::new(Match {
            rules: self.rules.snapshot(),
            film: None,
            past: self.past.clone(),
            forms: self.forms.clone(),
            now: self.now.clone(),
            resigned: self.resigned,
            opening: self.opening.clone(),
            hand: self.hand.clone(),
            fallen: self.fallen,
            log: Log::new(),
            back: self.back.to_be_seen(),
        })
    }

    fn save(&mut self) -> Option<Saved> {
        if self.hand.is_some() || !self.begun() || self.back.asks().is_some() {
            return None;
        }
        let battle = self.rules.save()?;
        self.develop();
        let told = self.film.as_ref().map(Film::told).unwrap_or_default();
        let (version, resigned) = (R::book().version, self.resigned);
        let parts = self.opening.as_ref().map(|o| o.parts().clone()).unwrap_or_default();
        Some(Saved { version, past: self.past(), told, resigned, parts, battle })
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), Unrestored> {
        let seating = self.seating();
        if let Some(o) = &mut self.opening {
            o.take_up(&saved.parts);
            o.begun = true;
            self.rules = o.make(seating, &[]);
        }
        self.hand = None;
        (self.log, self.back) = (Log::new(), Back::new());
        self.rules.restore(&saved.battle)?;
        self.rules.forget();
        self.now.take();
        self.past = saved.past.clone();
        self.resigned = saved.resigned;
        self.film = None;
        if !saved.told.is_empty() {
            self.load_camera();
            self.film = Some(Film::caught_up(&self.rules, self.over().is_some(), &saved.told));
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.develop();
        let past = self.past();
        self.rules.forget();
        if self.rules.papers().events.is_empty() {
            self.past = past;
            self.log = Log::new();
            if let Some(f) = &mut self.film {
                f.forget(&mut self.rules);
            }
        }
    }

    fn rules(&self) -> &dyn Any {
        &self.rules
    }
}
