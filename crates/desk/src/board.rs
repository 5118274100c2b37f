//! What a page draws and what it sends back: the table as pieces and features, questions with their ready answers, orders
//! sketched by hand, and the battle as moments to be played back. A book fills these in for a seat, with what that seat may
//! know; whoever draws them needs no rule.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use umpire::{Refusal, Ruling};
use words::Message;

#[cfg(feature = "ts")]
use ts_rs::TS;

/// A place on the table and the way something faces there: `x` runs east, `y` north, bearings clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Spot {
    pub x: f64,
    pub y: f64,
    pub facing: f64,
}

/// The table as a seat sees it at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Board {
    pub width: f64,
    pub depth: f64,
    /// What lengths are given in.
    pub unit: Message,
    /// Does the book let players measure? Where not, no ruler and no number may be shown.
    pub measured: bool,
    /// What a length of the table stands for, where the book says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub scale: Option<GroundScale>,
    pub features: Vec<Feature>,
    pub pieces: Vec<Piece>,
    /// What stands over the whole battle just now: turn, phase, points, tasks, losses.
    pub facts: Vec<Fact>,
}

impl Board {
    /// A bare table.
    pub fn new(width: f64, depth: f64, unit: Message) -> Board {
        Board {
            width,
            depth,
            unit,
            measured: false,
            scale: None,
            features: Vec::new(),
            pieces: Vec::new(),
            facts: Vec::new(),
        }
    }

    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.id == id)
    }

    /// Leads on to the next moment.
    pub fn apply(&mut self, m: &Moment) {
        self.pieces.retain(|p| !m.gone.contains(&p.id));
        for new in &m.pieces {
            match self.pieces.iter_mut().find(|p| p.id == new.id) {
                Some(p) => *p = new.clone(),
                None => self.pieces.push(new.clone()),
            }
        }
        for s in &m.shifts {
            if let Some(p) = self.pieces.iter_mut().find(|p| p.id == s.id) {
                (p.at, p.width, p.depth) = (s.at, s.width, s.depth);
            }
        }
        if let Some(features) = &m.features {
            self.features.clone_from(features);
        }
        if let Some(facts) = &m.facts {
            self.facts.clone_from(facts);
        }
    }
}

/// What a length of the table stands for: its ground scale.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct GroundScale {
    /// In the table's unit.
    pub length: f64,
    pub says: Message,
    pub clause: String,
}

/// A piece of ground or something built on it. Drawn in the order given.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Feature {
    pub kind: Ground,
    pub name: Message,
    pub shape: Shape,
    /// How high, in the book's steps; 0 is the plain.
    pub level: u32,
    /// Whose it is, if anybody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<u8>,
    pub facts: Vec<Fact>,
}

/// How a feature is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    Hill,
    Wood,
    /// Standing crops, orchards, gardens.
    Field,
    /// Broken or difficult ground.
    Rough,
    Marsh,
    Water,
    Beach,
    River,
    Stream,
    Road,
    Bridge,
    Ford,
    Town,
    Building,
    Fence,
    Hedge,
    Wall,
    /// Earthworks and trenches.
    Works,
    Abatis,
    /// Chevaux de frise, barricades.
    Barricade,
    Camp,
    /// Work that is under way.
    Digging,
    /// Something burns.
    Fire,
    /// A ferry or boat.
    Boat,
    /// A part of the table that a task or a set-up names.
    Zone,
}

/// Where a feature lies.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A closed outline.
    Area(Vec<[f64; 2]>),
    /// A line of a width (0 where it has none).
    Line { points: Vec<[f64; 2]>, width: f64 },
}

/// A unit, a gun, a general, a wagon: a block on the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Piece {
    /// As questions and answers name it for this seat.
    pub id: String,
    /// Nobody's where it is `None` (an abandoned gun).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<u8>,
    /// The colours it wears: `union`, `confederate`, `french`, …
    pub nation: String,
    /// Which command of its side it belongs to, from 1 on, where that may be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub command: Option<u32>,
    pub arm: Arm,
    /// A few letters to be drawn upon it.
    pub label: String,
    pub name: Message,
    /// The middle of its front edge.
    pub at: Spot,
    pub width: f64,
    pub depth: f64,
    /// Of a column about a corner: the straight stretches behind its head, which alone is what `at` and `depth` say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Stretch>>"))]
    pub tail: Vec<Stretch>,
    /// Its formation, in words.
    pub formation: Message,
    /// Stands in open order: drawn loosely.
    pub open: bool,
    /// Figures abreast, where its base is divided; 0 otherwise.
    pub files: u32,
    /// Its strength as it is read at a glance (`30`, `4 guns`); empty where nothing is known.
    pub strength: Message,
    pub badges: Vec<Badge>,
    /// Everything this seat knows of it, in the book's own terms.
    pub facts: Vec<Fact>,
    /// The seat commands it.
    pub yours: bool,
}

impl Piece {
    /// A piece of infantry of which nothing is known but its id, by which it is called and marked.
    pub fn new(id: &str) -> Piece {
        Piece {
            id: id.into(),
            side: None,
            nation: String::new(),
            command: None,
            arm: Arm::Infantry,
            label: id.into(),
            name: Message::verbatim(id.to_owned()),
            at: Spot { x: 0.0, y: 0.0, facing: 0.0 },
            width: 0.0,
            depth: 0.0,
            tail: Vec::new(),
            formation: Message::default(),
            open: false,
            files: 0,
            strength: Message::default(),
            badges: Vec::new(),
            facts: Vec::new(),
            yours: false,
        }
    }
}

/// A straight stretch of a column, as wide as its head.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Stretch {
    /// The middle of its front edge.
    pub at: Spot,
    pub depth: f64,
}

/// What a block is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    /// Cavalry on foot.
    Dismounted,
    Artillery,
    /// Guns hitched to their teams.
    Limbered,
    Wagon,
    General,
    Orderly,
}

/// A state that must be seen at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Badge {
    /// One to three letters.
    pub short: String,
    pub says: Message,
    pub tone: Tone,
}

/// How a state bodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    Good,
    Plain,
    Worn,
    Bad,
}

/// One thing known, in the book's own terms.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Fact {
    pub label: Message,
    pub says: Message,
    /// The clause it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clause: Option<String>,
    /// The side it is about, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<u8>,
}

impl Fact {
    pub fn new(label: impl Into<Message>, says: impl Into<Message>) -> Fact {
        Fact { label: label.into(), says: says.into(), clause: None, side: None }
    }

    /// The same, about a side.
    pub fn about(self, side: u8) -> Fact {
        Fact { side: Some(side), ..self }
    }

    pub fn by(label: impl Into<Message>, says: impl Into<Message>, clause: umpire::Clause) -> Fact {
        Fact { clause: Some(clause.to_string()), ..Fact::new(label, says) }
    }
}

/// A question that waits for a seat, as it is put to a person.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Prompt {
    /// The name of what is asked (`move`, `orders`, `call_target`, …).
    pub asks: String,
    pub says: Message,
    pub clause: String,
    /// May be answered at any time; the battle goes on without it.
    pub standing: bool,
    /// It is answered, and may still be answered otherwise as long as another side has not: the sketch begins with what was sent, and
    /// the new answer takes its place.
    pub amends: bool,
    /// Answers that will be accepted as they stand, in words.
    pub offers: Vec<Offer>,
    /// The offers are all there are.
    pub complete: bool,
    /// The answer may be sketched on the table: what nothing sketched yet looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sketch: Option<Sketched>,
    /// JSON Schema of every answer, for those who type it.
    pub form: Arc<Value>,
}

/// One thing that the dice of an answer may come to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Chance {
    pub says: Message,
    /// How likely it is, as a share of one.
    pub share: f64,
    /// The same exactly: `5/12`.
    pub exact: String,
}

/// An answer ready to be given.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Offer {
    pub says: Message,
    pub answer: Value,
    /// The pieces it is about: picking one of them on the table picks the offer.
    pub pieces: Vec<String>,
    /// Where pieces would stand.
    pub ghosts: Vec<Ghost>,
    /// Passes, ends or holds: the way to do nothing more.
    pub ends: bool,
    /// What may come of it, where it rolls dice at once: the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Chance>>"))]
    pub odds: Vec<Chance>,
}

/// Where a piece would go.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Ghost {
    pub piece: String,
    pub at: Spot,
    pub width: f64,
    pub depth: f64,
    /// The way of the middle of its front, from where it stands.
    pub path: Vec<[f64; 2]>,
    pub legal: bool,
    /// A few words to be written beside it: nothing that may not be measured.
    #[serde(skip_serializing_if = "Message::is_empty")]
    pub note: Message,
}

/// One stroke of a hand upon a sketch.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// What is asked (the `asks` of its question).
    pub asks: String,
    /// What was sketched so far, as it was last handed out; `null` to begin.
    #[serde(default)]
    pub draft: Value,
    /// Whom it is about.
    #[serde(default)]
    pub pieces: Vec<String>,
    pub act: Act,
}

/// What the hand did.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Took them up: what can they do?
    Pick,
    /// Dragged them: the first piece's front middle goes there. Without `facing` they keep or find their own.
    Drag {
        x: f64,
        y: f64,
        #[serde(default)]
        facing: Option<f64>,
    },
    /// Turned them by the handle at a front corner or the middle, in degrees clockwise from how they stand now.
    Turn { degrees: f64 },
    /// Set one of the controls.
    Set { control: String, value: Value },
    /// Pointed at another piece with them: a target, somebody to join.
    Aim { at: String },
    /// Pointed at a place.
    Point { x: f64, y: f64 },
    /// Typed their order.
    Type { text: String },
    /// Took a ready answer: what it says is written where nothing is drawn yet. Where an answer is one thing only, it takes the
    /// place of what was drawn.
    Fill { answer: Value },
    /// Took back what was sketched for them.
    Clear,
}

/// What a sketch has come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Sketched {
    /// To be handed back with the next stroke; nobody but the book reads it.
    pub draft: Value,
    /// What would be sent now; `None` while there is nothing to send.
    pub answer: Option<Value>,
    /// Who is taken up: a stroke on one of a group may take the group.
    pub pieces: Vec<String>,
    /// Everyone's way so far, not only of those taken up.
    pub ghosts: Vec<Ghost>,
    /// Why the last stroke cannot stand. The draft is then as it was before it.
    pub refusal: Option<Refused>,
    /// The order of those taken up, in words.
    pub says: Vec<Message>,
    /// The order of those taken up, as it would be typed; `None` where orders are not typed.
    pub slip: Option<String>,
    /// What else can be set for those taken up.
    pub controls: Vec<Control>,
    /// What may come of what is sketched, where it rolls dice at once: the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Chance>>"))]
    pub odds: Vec<Chance>,
    /// Everything sketched so far, a line each.
    pub orders: Vec<Sketch>,
    /// What is missing before it can or should be sent.
    pub missing: Vec<Missing>,
    /// What is meant for others on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Aimed>>"))]
    pub aims: Vec<Aimed>,
    /// How far it reaches from those who are taken up, as far as the book lets a player know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Reach>>"))]
    pub reach: Vec<Reach>,
}

/// Ground that orders, fire or a move can reach.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Reach {
    pub of: Reaches,
    /// A closed outline; what lies beyond the table is cut off by whoever draws it.
    pub outline: Vec<[f64; 2]>,
    pub says: Message,
}

/// What reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Reaches {
    Command,
    Fire,
    Move,
}

/// Something that is meant for another piece or a place: drawn as a line to it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Aimed {
    pub from: String,
    pub at: AimPoint,
    pub means: Means,
}

/// What a line leads to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum AimPoint {
    Piece(String),
    Place([f64; 2]),
}

/// What is meant for whom a line leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Means {
    Fire,
    Attack,
    Charge,
}

/// One sketched order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Sketch {
    pub pieces: Vec<String>,
    pub says: Message,
    pub slip: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub refusal: Option<Refused>,
}

/// What is not there yet.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Missing {
    pub pieces: Vec<String>,
    pub says: Message,
    /// It cannot be sent without this.
    pub must: bool,
}

/// A refusal as it is shown: the reason, and the clause if a rule is the reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Refused {
    pub clause: Option<String>,
    pub reason: Message,
}

impl From<&Refusal> for Refused {
    fn from(r: &Refusal) -> Refused {
        Refused { clause: r.clause.map(|c| c.to_string()), reason: r.reason.clone() }
    }
}

impl From<Refusal> for Refused {
    fn from(r: Refusal) -> Refused {
        Refused::from(&r)
    }
}

/// Something that can be set for the pieces taken up.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Control {
    pub id: String,
    pub label: Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clause: Option<String>,
    /// The pieces it asks about, to be shown on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub pieces: Vec<String>,
    pub setting: Setting,
}

/// What kind of control it is, how it stands, and what it may be set to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Setting {
    /// One of a few. The value set is the option's id.
    Choice { chosen: Option<String>, options: Vec<Alternative> },
    /// On or off. The value set is a boolean.
    Switch { on: bool },
    /// A number. The value set is a number.
    Number { value: Option<f64>, least: f64, greatest: f64, step: f64, unit: Message },
    /// Words. The value set is text.
    Words { value: String, hint: Message },
    /// A piece on the table. The value set is its id.
    Piece { value: Option<String>, among: Vec<String> },
    /// A place on the table. The value set is `{x, y}`.
    Place { value: Option<[f64; 2]> },
    /// Done at a press. The value set is `true`.
    Press,
}

/// One of a few.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Alternative {
    pub id: String,
    pub says: Message,
    /// Why it cannot be chosen now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub refusal: Option<Refused>,
    /// What may come of it, where it rolls dice: the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Chance>>"))]
    pub odds: Vec<Chance>,
}

impl Alternative {
    /// One that can be chosen and rolls no dice.
    pub fn new(id: impl Into<String>, says: impl Into<Message>) -> Alternative {
        Alternative { id: id.into(), says: says.into(), refusal: None, odds: Vec::new() }
    }
}

/// A moment of the battle to be played back: what happened, and how the table then looked.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Moment {
    pub turn: u32,
    /// The time within the turn, from 0 to 1, in books whose turns have a clock.
    pub clock: Option<f64>,
    pub told: Vec<Told>,
    /// Pieces that are new or other than they were, whole.
    pub pieces: Vec<Piece>,
    /// Pieces that only stand elsewhere.
    pub shifts: Vec<Shift>,
    /// Pieces that are no longer seen.
    pub gone: Vec<String>,
    /// The ground, where it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub features: Option<Vec<Feature>>,
    /// What stands over the battle, where it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facts: Option<Vec<Fact>>,
}

/// A piece that stands elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Shift {
    pub id: String,
    pub at: Spot,
    pub width: f64,
    pub depth: f64,
}

/// One thing that happened, in words and with its ruling.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Told {
    /// Its number among the events of the battle.
    pub event: u32,
    /// What kind of thing, by the event's name.
    pub kind: String,
    pub says: Message,
    /// Lines below it.
    pub more: Vec<Message>,
    pub clause: String,
    /// How it was decided, as far as this seat may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ruling: Option<Shown>,
    /// The pieces it is about; the first does, the others suffer it.
    pub pieces: Vec<String>,
    /// What of it can be drawn on a map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deed: Option<Deed>,
    pub milestone: bool,
    /// It turns the battle: a command breaks, a general falls. Whoever plays is told of it at once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub great: bool,
}

/// Something done that leaves a trace on a map, by the pieces it is about. Who went where is seen from the pieces themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// All but the last fire at the last.
    Fires,
    /// The first and the last fight hand to hand.
    Fights,
    /// They go back against their will.
    FallsBack,
    /// They are lost.
    Falls,
}

/// A ruling as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Shown {
    pub procedure: String,
    pub modifiers: Vec<ShownModifier>,
    pub dice: Vec<u8>,
    /// Named totals, in the order computed.
    pub totals: Vec<ShownTotal>,
    /// How the result comes of them, step by step.
    pub reckoning: Vec<ShownStep>,
    pub result: Value,
    pub clauses: Vec<String>,
}

/// A modifier as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ShownModifier {
    pub side: String,
    pub what: Message,
    pub value: i32,
    pub clause: String,
}

/// A total as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ShownTotal {
    pub name: String,
    pub value: String,
}

/// A step of the reckoning as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ShownStep {
    pub says: Message,
    pub clause: String,
}

impl From<&Ruling> for Shown {
    fn from(r: &Ruling) -> Shown {
        let text = |v: &Value| match v {
            Value::String(text) => text.clone(),
            Value::Bool(true) => crate::say!("yes").to_string(),
            Value::Bool(false) => crate::say!("no").to_string(),
            v => v.to_string(),
        };
        Shown {
            procedure: r.procedure.into(),
            modifiers: r
                .modifiers
                .iter()
                .map(|m| ShownModifier {
                    side: m.side.into(),
                    what: m.what.clone(),
                    value: m.value,
                    clause: m.clause.to_string(),
                })
                .collect(),
            dice: r.dice.clone(),
            totals: r.totals.iter().map(|(n, v)| ShownTotal { name: n.clone(), value: text(v) }).collect(),
            reckoning: r
                .reckoning
                .iter()
                .map(|s| ShownStep { says: s.says.clone(), clause: s.clause.to_string() })
                .collect(),
            result: r.result.clone(),
            clauses: r.clauses.iter().map(|c| c.to_string()).collect(),
        }
    }
}

impl Piece {
    /// Is the other the same piece but for its place and size?
    pub fn stands_elsewhere(&self, other: &Piece) -> bool {
        Piece { at: other.at, width: other.width, depth: other.depth, ..self.clone() } == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_lead_from_board_to_board() {
        let piece = |id: &str, x: f64| Piece { at: Spot { x, y: 0.0, facing: 0.0 }, ..Piece::new(id) };
        let mut board = Board {
            pieces: vec![piece("a", 1.0), piece("b", 2.0), piece("c", 3.0)],
            ..Board::new(9.0, 9.0, Message::verbatim("cm"))
        };
        let worn = Piece { strength: Message::verbatim("29"), ..piece("b", 2.0) };
        board.apply(&Moment {
            pieces: vec![worn.clone(), piece("d", 4.0)],
            shifts: vec![Shift { id: "a".into(), at: piece("a", 5.0).at, width: 2.0, depth: 1.0 }],
            gone: vec!["c".into()],
            facts: Some(vec![Fact::new(Message::verbatim("Turn"), Message::verbatim("2")).about(1)]),
            ..crate::rules::empty_moment(2, None)
        });
        let a = Piece { width: 2.0, depth: 1.0, ..piece("a", 5.0) };
        assert_eq!(board.pieces, [a, worn, piece("d", 4.0)]);
        assert_eq!((board.facts[0].side, board.features.len()), (Some(1), 0));
    }
}
