//! What a book says of its battle, and nothing else: the game of every book is written once over this, in [`crate::Match`].

use crate::board::{Chance, Deed, Fact, Feature, Ghost, Moment, Piece, Sketched, Spot, Stroke};
use crate::film::Camera;
use crate::{Audience, Book, Eye, Parts, Seating, hand, say};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use umpire::{BattleDice, Clause, Ending, Readings, Refusal, Ruling, Seed, Side};
use words::Message;

/// A question to a side or to the umpire, without what may be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The name of what is asked (`move`, `call_target`, …).
    pub asks: &'static str,
    /// The question in words.
    pub says: Message,
    pub clause: Clause,
}

/// What may be answered to a question.
#[derive(Clone, Debug)]
pub struct Offers<A> {
    /// All that one needs to know to answer, in the book's own terms.
    pub about: Value,
    pub offers: Vec<Offered<A>>,
    /// The offers are all there are.
    pub complete: bool,
}

/// An answer that will be accepted as it stands.
#[derive(Clone, Debug)]
pub struct Offered<A> {
    pub says: Message,
    pub answer: A,
    /// The pieces it is about: picking one of them on the table picks the offer.
    pub pieces: Vec<String>,
    /// Where pieces would stand.
    pub ghosts: Vec<Ghost>,
    /// Passes, ends or holds: the way to do nothing more.
    pub ends: bool,
    /// What may come of it, where it rolls dice at once.
    pub odds: Vec<Chance>,
}

impl<A> Offered<A> {
    /// An answer that needs nothing to be drawn.
    pub fn new(says: impl Into<Message>, answer: A) -> Offered<A> {
        Offered {
            says: says.into(),
            answer,
            pieces: Vec::new(),
            ghosts: Vec::new(),
            ends: false,
            odds: Vec::new(),
        }
    }

    /// The same as a way to do nothing more.
    #[must_use]
    pub fn ending(self) -> Offered<A> {
        Offered { ends: true, ..self }
    }
}

/// A question that the book leaves to the umpire: the battle waits until he has decided. With nobody in his chair the first
/// course holds.
#[derive(Clone, Debug)]
pub struct Umpires {
    pub question: Question,
    pub about: Value,
    pub courses: Vec<Course>,
}

/// One way to decide a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub id: String,
    pub says: Message,
    pub pieces: Vec<String>,
}

impl Course {
    pub fn new(id: impl Into<String>, says: impl Into<Message>) -> Course {
        Course { id: id.into(), says: says.into(), pieces: Vec::new() }
    }
}

/// What an event is told as.
#[derive(Clone, Debug)]
pub struct Telling {
    /// The event's name.
    pub kind: &'static str,
    pub says: Message,
    /// Lines below it.
    pub more: Vec<Message>,
    pub clause: Clause,
    /// The time within the turn, in books whose turns have a clock.
    pub clock: Option<f64>,
    /// The pieces it is about; the first does, the others suffer it.
    pub pieces: Vec<String>,
    /// What of it can be drawn on a map.
    pub deed: Option<Deed>,
    /// How it was decided, as far as the eye may know.
    pub ruling: Option<Ruling>,
    /// One of the few that a short telling needs.
    pub milestone: bool,
    /// It turns the battle: a command breaks, a general falls.
    pub great: bool,
    /// A turn begins with it.
    pub title: bool,
}

impl Telling {
    /// Something of which there is no more to tell than this line.
    pub fn new(kind: &'static str, says: impl Into<Message>, clause: Clause) -> Telling {
        Telling {
            kind,
            says: says.into(),
            more: Vec::new(),
            clause,
            clock: None,
            pieces: Vec::new(),
            deed: None,
            ruling: None,
            milestone: false,
            great: false,
            title: false,
        }
    }
}

/// What every battle has, whatever its book.
#[derive(Debug)]
pub struct Papers<'b, E> {
    /// What the scenario says of itself.
    pub head: &'b muster::Head,
    pub seed: &'b Seed,
    pub seating: Seating,
    /// The readings by which it is played, in books that have any.
    pub readings: Option<&'b Readings>,
    /// Everything that has happened, where a log is kept.
    pub events: &'b [E],
}

/// A table's size, and whether players may measure on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Extent {
    pub width: f64,
    pub depth: f64,
    /// What lengths are given in.
    pub unit: Message,
    pub measured: bool,
    /// What a length of it stands for, in words, where a clause says so.
    pub scale: Option<(f64, Message, Clause)>,
}

/// How a book's table is looked at. A *still* is the table at one moment; an eye makes a *sight* of it; what the drawing of a
/// piece hangs on is its *look*. From these the board of a seat is made, and the moments that lead from one still to the next.
pub trait Stage {
    type Still: Clone + Send + Sync;
    type Sight: Clone + Send + Sync;
    /// All that the drawing of a piece hangs on, but for its place and size.
    type Look: Clone + PartialEq + Send + Sync;
    /// All that the drawing of the ground hangs on.
    type Lay: Clone + PartialEq + Send + Sync;

    /// The table as it stands.
    fn still(&self) -> Self::Still;
    /// What an eye sees of a still. `before` is what it saw a moment ago: where nothing has stirred it need not look again.
    fn sight(&self, still: &Self::Still, eye: Eye, before: Option<&Self::Sight>) -> Self::Sight;
    /// Every piece that is seen, in the order in which they are listed.
    fn looks(&self, still: &Self::Still, sight: &Self::Sight) -> Vec<Seen<Self::Look>>;
    fn piece(&self, still: &Self::Still, sight: &Self::Sight, seen: &Seen<Self::Look>) -> Piece;
    fn lay(&self, still: &Self::Still, sight: &Self::Sight) -> Self::Lay;
    fn features(&self, _: &Self::Still, _: &Self::Sight) -> Vec<Feature> {
        Vec::new()
    }
    /// What stands over the whole battle.
    fn facts(&self, _: &Self::Still, _: &Self::Sight) -> Vec<Fact> {
        Vec::new()
    }
    fn extent(&self) -> Extent;
}

/// A piece that is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen<L> {
    /// The piece's own number, the same from beginning to end.
    pub key: u32,
    pub at: Spot,
    pub width: f64,
    pub depth: f64,
    pub look: L,
}

impl Seen<Piece> {
    /// Of a piece that is drawn anew whenever anything of it has changed.
    pub fn whole(key: usize, piece: Piece) -> Seen<Piece> {
        let Piece { at, width, depth, .. } = piece;
        Seen { key: key as u32, at, width, depth, look: piece }
    }
}

/// A battle of a book.
pub trait Rules: Stage + Clone + Send + Sync + 'static {
    type Answer: Serialize + DeserializeOwned + JsonSchema;
    /// What an umpire may put right on the table.
    type Correction: Serialize + DeserializeOwned + JsonSchema;
    type Event: Serialize;
    /// What a side is waited for.
    type Awaits;

    fn book() -> &'static Book;

    /// What every battle has, whatever its book.
    fn papers(&self) -> Papers<'_, Self::Event>;
    /// Turns begun.
    fn turn(&self) -> u32;
    /// The time within the turn under way, in books whose turns have a clock.
    fn clock(&self) -> Option<f64> {
        None
    }
    fn ending(&self) -> Option<Ending>;
    /// How the armies stand, in words.
    fn summary(&self) -> Vec<String> {
        Vec::new()
    }
    /// What a seat may know besides the board, as data in the book's own terms.
    fn view(&self, _: Eye) -> Map<String, Value> {
        Map::new()
    }
    /// The battle as it stands; it needs neither what has happened before nor the camera.
    fn snapshot(&self) -> Self {
        self.clone()
    }
    /// The battle as it stands, to go on from here another time: nothing has happened in it yet, and nobody films it.
    fn to_go_back_to(&self) -> Self {
        let mut battle = self.clone();
        battle.forget();
        if let Some(camera) = battle.camera() {
            *camera = None;
        }
        battle
    }
    /// The battle as it stands, written down, where it can be: all that came about since it began, without what has happened and
    /// without what the scenario says. It must go on from there as if it had never been put away.
    fn save(&self) -> Option<Value> {
        None
    }
    /// Takes up what was saved. It is asked of a battle that has just begun, by the same scenario, seed and seating.
    fn restore(&mut self, _saved: &Value) -> Result<(), Unrestored> {
        Err(Unrestored(say!("book-saves-no-battles")))
    }
    /// Nobody asks for what has happened so far any more: its log begins anew.
    fn forget(&mut self) {}

    /// Its dice. Where players roll them the house puts others in their place before each answer.
    fn dice(&mut self) -> &mut BattleDice;

    /// Who of the sides is waited for, and for what. More than one: they answer in secret.
    fn pending(&self) -> Vec<(Side, Self::Awaits)>;
    /// Who of the sides has answered and may still answer otherwise, because another has not yet; the new answer takes the place of
    /// the old one.
    fn amends(&self) -> Vec<(Side, Self::Awaits)> {
        Vec::new()
    }
    fn question(&self, side: Side, awaits: &Self::Awaits) -> Question;
    fn offers(&self, side: Side, awaits: &Self::Awaits) -> Offers<Self::Answer>;
    /// The answer for which a piece dragged to a place stands, in books that sketch no other.
    fn dragged(&self, _: Side, _: &Self::Awaits, _piece: &str, _to: Spot) -> Option<Self::Answer> {
        None
    }
    /// What the sketch of an answer looks like before anything is sketched; `None` where it cannot be sketched.
    fn blank(&self, _: Side, _: &Self::Awaits) -> Option<Sketched> {
        Some(Sketched::default())
    }
    /// One stroke on the sketch of an answer. It changes nothing.
    fn stroke(&self, side: Side, awaits: &Self::Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        hand::stroke(self, side, awaits, stroke)
    }
    /// Takes an answer. A refused one changes nothing.
    fn answer(&mut self, side: Side, answer: Self::Answer) -> Result<(), Refusal>;

    /// What the umpire may say at any time: rule, and put right.
    fn chair(&self) -> Question;
    /// What waits for the umpire.
    fn umpires(&self) -> Option<Umpires> {
        None
    }
    /// Decides what waits for him: one of its courses.
    fn decide(&mut self, _: &Course, _because: String) -> Result<(), Refusal> {
        Err(Refusal::form(say!("nothing-to-decide")))
    }
    /// He rules; it changes nothing on the table.
    fn rule(&mut self, says: String, about: Option<String>);
    /// A correction to begin from.
    fn correction(&self) -> Option<(Message, Vec<Self::Correction>)> {
        None
    }
    /// Puts right all of it or nothing.
    fn correct(&mut self, because: String, changes: Vec<Self::Correction>) -> Result<(), Refusal> {
        let mut to = self.clone();
        changes.into_iter().try_for_each(|change| to.change(&because, change))?;
        *self = to;
        Ok(())
    }
    /// Puts one thing right, in books where each stands for itself.
    fn change(&mut self, _because: &str, _: Self::Correction) -> Result<(), Refusal> {
        Err(Refusal::form(say!("not-put-right")))
    }
    /// The correction for which a piece put somewhere by the umpire stands, in books that sketch no other.
    fn put_right(&self, _piece: &str, _to: Spot) -> Option<Self::Correction> {
        None
    }
    /// What a correction looks like before anything is sketched.
    fn blank_correction(&self) -> Option<Sketched> {
        Some(hand::blank_correction(self))
    }
    fn stroke_correction(&self, stroke: &Stroke) -> Result<Sketched, Refusal> {
        hand::stroke_correction(self, stroke)
    }

    /// Does an event tell of nothing but a movement, which is seen on the table as well?
    fn is_movement(&self, _: &Self::Event) -> bool {
        false
    }
    /// Who hears of an event.
    fn audience(&self, event: &Self::Event) -> Audience;
    /// An event as it is told to an eye that hears of it, with the table as it then was or as it is now; `None` where there is
    /// nothing to tell.
    fn tell(&self, eye: Eye, still: &Self::Still, sight: &Self::Sight, event: usize) -> Option<Telling>;
    /// The lines of a ruling, as they stand below the event in a log.
    fn explain(ruling: &Ruling) -> Vec<String> {
        explain(ruling)
    }
    /// An event as data for an eye that hears of it: what it is told, where the book says nothing else.
    fn event(&self, eye: Eye, still: &Self::Still, sight: &Self::Sight, event: usize) -> Value {
        let Some(t) = self.tell(eye, still, sight, event) else { return Value::Null };
        let parts = Parts::of(t.kind).open("says", &t.says).open("pieces", &t.pieces);
        parts.some("ruling", t.ruling.as_ref()).seen(eye, t.clause)
    }
    /// Where the turn under way begins among the events.
    fn turn_begins(&self) -> usize {
        0
    }

    /// Where the book keeps the camera, if it shows more than how the table stands between two answers: it takes stills while
    /// one is there.
    fn camera(&mut self) -> Option<&mut Option<Box<Camera<Self::Still>>>> {
        None
    }
}

/// What of [`Rules`] a battle answers by methods of its own that are called so in every book: `without_past`, `saved`, `take_up`, `answer`
/// and `ruled`. It stands within the `impl Rules` of the book that is named.
#[macro_export]
macro_rules! by_battle {
    ($book:path) => {
        fn book() -> &'static $crate::Book {
            &$book
        }

        fn snapshot(&self) -> Self {
            self.without_past($crate::Log::Off)
        }

        fn to_go_back_to(&self) -> Self {
            self.without_past($crate::Log::On(Vec::new()))
        }

        fn save(&self) -> Option<$crate::Value> {
            self.saved()
        }

        fn restore(&mut self, saved: &$crate::Value) -> Result<(), $crate::Unrestored> {
            self.take_up(saved)
        }

        fn answer(&mut self, side: $crate::Side, answer: Self::Answer) -> Result<(), $crate::Refusal> {
            Self::answer(self, side, answer)
        }

        fn rule(&mut self, says: String, about: Option<String>) {
            self.ruled(says, about);
        }
    };
}

/// Why a battle that was saved cannot be taken up.
#[derive(Clone, Debug, PartialEq)]
pub struct Unrestored(pub Message);

impl From<umpire::Unread> for Unrestored {
    fn from(e: umpire::Unread) -> Unrestored {
        Unrestored(say!("saved-cannot-be-read", says = e.message()))
    }
}

/// A ruling line by line: what counted and by which clause, the dice, the totals.
fn explain(r: &Ruling) -> Vec<String> {
    let modifier = |m: &umpire::Modifier| {
        let value = words::signed(m.value);
        say!("ruling-modifier", side = m.side, value, what = &m.what, clause = m.clause)
    };
    let dice = words::list(r.dice.iter().map(|d| Message::verbatim(d.to_string())), words::Joint::Comma);
    let dice = (!r.dice.is_empty()).then(|| say!("ruling-dice", dice));
    let totals = r.totals.iter().map(|(name, v)| say!("ruling-total", name, value = v.to_string()));
    let steps = r.reckoning.iter().map(|s| say!("ruling-step", says = &s.says, clause = s.clause));
    r.modifiers.iter().map(modifier).chain(dice).chain(totals).chain(steps).map(|m| m.to_string()).collect()
}

/// A moment in which nothing has changed yet.
pub(crate) fn empty_moment(turn: u32, clock: Option<f64>) -> Moment {
    Moment {
        turn,
        clock,
        told: Vec::new(),
        pieces: Vec::new(),
        shifts: Vec::new(),
        gone: Vec::new(),
        features: None,
        facts: None,
    }
}
