//! The game of every book, written once over its [`Rules`].

use crate::board::{Act, Board, Moment, Offer, Prompt, Sketched, Stroke};
use crate::film::{Film, board, heard};
use crate::rules::{Offered, Question, Rules, Telling, Unrestored};
use crate::{Ask, Eye, Game, Past, Saved, UmpireSays, chair, say};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use umpire::{Ending, Refusal, Seat, Side};
use words::Language;

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
}

/// What a side may say at any time, whatever is asked of it.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum AnyTime {
    /// It gives the battle up.
    Resign,
}

/// The JSON Schemas of what may be answered, made when they are first asked for.
#[derive(Debug, Default)]
struct Forms {
    answers: OnceLock<Arc<Value>>,
    umpires: OnceLock<Arc<Value>>,
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
        }
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

    /// The sides that are waited for, and for what.
    fn pending(&self) -> Vec<(Side, R::Awaits)> {
        if self.resigned.is_some() { Vec::new() } else { self.rules.pending() }
    }

    /// The sides that may still change what they answered.
    fn amends(&self) -> Vec<(Side, R::Awaits)> {
        if self.resigned.is_some() { Vec::new() } else { self.rules.amends() }
    }

    fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        if self.over().is_some() {
            return Err(Refusal::form(say!("battle-over")));
        }
        self.develop();
        self.now.take();
        self.resigned = Some(side);
        if let Some(f) = &mut self.film {
            f.expose();
        }
        Ok(())
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
        if self.chair_is_taken().is_err() {
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

    fn umpire_says(&mut self, says: UmpireSays<R::Correction>) -> Result<(), Refusal> {
        match says {
            UmpireSays::Decide { choice, because } => {
                let Some(u) = self.rules.umpires() else {
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
                self.rules.decide(course, because)
            }
            UmpireSays::Rule { says, clause } => {
                let says = chair::spoken(&says, say!("the-ruling"))?;
                let about = chair::clause_of((R::book().text)(), clause.as_deref())?;
                self.rules.rule(says, about);
                Ok(())
            }
            UmpireSays::Correct { because, changes } => {
                let because = chair::spoken(&because, say!("the-reason"))?;
                self.rules.correct(because, changes)
            }
        }
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
        heard(&self.rules, eye, (self.now(), &self.sight(eye)), event)
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
    serde_path_to_error::deserialize(answer).map_err(|e| {
        let at = e.path().to_string();
        let says = e.into_inner().to_string();
        Refusal::form(match at.as_str() {
            "." => say!("answer-cannot-read", says),
            at => say!("the-answer-cannot-be", at, says),
        })
    })
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
            all.push(Ask {
                seat: side.into(),
                asks: q.asks.into(),
                says: if standing { say!("answer-may-be-amended", question = q.says) } else { q.says },
                clause: q.clause,
                about: o.about,
                offers: o.offers.into_iter().map(|o| offer(o).answer).collect(),
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
        all
    }

    fn waits_for(&self) -> Vec<Seat> {
        let umpire = self.resigned.is_none() && self.has_umpire() && self.rules.umpires().is_some();
        let sides = self.pending().into_iter().map(|(s, _)| Seat::from(s));
        sides.chain(umpire.then_some(Seat::Umpire)).collect()
    }

    fn answer(&mut self, from: Seat, answer: &Value) -> Result<(), Refusal> {
        if from == Seat::Umpire {
            self.chair_is_taken()?;
            let says = read(answer)?;
            self.develop();
            self.now.take();
            self.umpire_says(says)?;
        } else {
            let side = Side::of(from).ok_or_else(|| Refusal::form(say!("only-two-sides-answer")))?;
            if let Ok(AnyTime::Resign) = AnyTime::deserialize(answer) {
                return self.resign(side);
            }
            if self.resigned.is_some() {
                return Err(Refusal::form(say!("battle-over")));
            }
            let answer = read(answer)?;
            self.develop();
            self.now.take();
            self.rules.answer(side, answer)?;
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
        let events = self.rules.papers().events.iter().skip(from);
        // It reads the same in every language.
        Language::ENGLISH.speak(|| events.map(|e| serde_json::to_string(e).unwrap_or_default()).collect())
    }

    fn events(&self) -> Vec<Value> {
        self.rules.papers().events.iter().map(|e| serde_json::to_value(e).unwrap_or(Value::Null)).collect()
    }

    fn events_len(&self) -> usize {
        self.rules.papers().events.len()
    }

    fn is_milestone(&self, event: usize) -> bool {
        self.telling(Seat::Umpire, event).is_some_and(|t| t.milestone)
    }

    fn events_for(&self, seat: Seat, from: usize) -> Vec<Value> {
        let eye = self.eye(seat);
        let sight = self.sight(eye);
        let all = self.rules.papers().events.iter().enumerate().skip(from);
        let heard = all.filter(|(_, e)| self.rules.audience(e).has(eye));
        heard.map(|(i, _)| self.rules.event(eye, self.now(), &sight, i)).collect()
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
            "turn": self.rules.turn(),
            "seed_commitment": papers.seed.commitment(),
            "waits_for": self.waits_for(),
        });
        if self.has_umpire() {
            v["umpire"] = json!("seated");
        }
        for (k, x) in self.rules.view(eye) {
            v[k] = x;
        }
        if let Some(e) = self.over() {
            v["seed"] = json!(papers.seed.text());
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
        self.rules.turn()
    }

    fn summary(&self) -> Vec<String> {
        self.rules.summary()
    }

    fn board(&self, seat: Seat) -> Board {
        board(&self.rules, self.now(), self.eye(seat))
    }

    fn prompts(&self, seat: Seat) -> Vec<Prompt> {
        if seat == Seat::Umpire {
            let form = self.umpires_form();
            let asked = self.umpires_asks().into_iter();
            return asked
                .map(|a| Prompt {
                    asks: a.question.asks.into(),
                    says: a.question.says,
                    clause: a.question.clause.to_string(),
                    standing: a.standing,
                    // A correction is sketched, not picked.
                    offers: if a.standing { a.offers.into_iter().take(1).collect() } else { a.offers },
                    complete: false,
                    sketch: if a.standing { self.rules.blank_correction() } else { None },
                    form: form.clone(),
                })
                .collect();
        }
        let Some(side) = Side::of(seat) else { return Vec::new() };
        let asked = self.pending().into_iter().filter(|(s, _)| *s == side);
        asked
            .map(|(side, awaits)| {
                let q = self.rules.question(side, &awaits);
                let o = self.rules.offers(side, &awaits);
                Prompt {
                    asks: q.asks.into(),
                    says: q.says,
                    clause: q.clause.to_string(),
                    standing: false,
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
        if seat == Seat::Umpire {
            self.chair_is_taken()?;
            if stroke.asks != self.rules.chair().asks {
                return Err(Refusal::form(say!("nothing-kind-asked-umpire")));
            }
            return self.rules.stroke_correction(stroke);
        }
        let side = Side::of(seat).ok_or_else(|| Refusal::form(say!("seat-watches-gives-no")))?;
        let Some((_, awaits)) = self.pending().into_iter().find(|(s, _)| *s == side) else {
            return Err(Refusal::form(say!("nothing-asked-side-now")));
        };
        let asks = self.rules.question(side, &awaits).asks;
        if asks != stroke.asks {
            return Err(Refusal::form(say!("battle-waits-another-answer", asks)));
        }
        self.rules.stroke(side, &awaits, stroke)
    }

    fn record(&mut self, seats: &[Seat]) {
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
        })
    }

    fn save(&mut self) -> Option<Saved> {
        let battle = self.rules.save()?;
        self.develop();
        let told = self.film.as_ref().map(Film::told).unwrap_or_default();
        let (version, resigned) = (R::book().version, self.resigned);
        Some(Saved { version, past: self.past(), told, resigned, battle })
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), Unrestored> {
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
            if let Some(f) = &mut self.film {
                f.forget(&mut self.rules);
            }
        }
    }

    fn rules(&self) -> &dyn Any {
        &self.rules
    }
}
