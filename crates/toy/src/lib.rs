//! *Toy Soldiers*: the smallest whole book. `docs/adding-a-book.md` leads through it.

#[path = "../../umpire/cite.rs"]
pub mod cite;
#[path = "../../words/say.rs"]
pub mod speech;

use desk::board::{Fact, Piece, Spot};
use desk::{Audience, Book, Extent, Eye, Game, Kept, Match, Note, Offered, Offers};
use desk::{Papers, Question, Rules, Seating, Seen, Sitting, Stage, Telling};
use muster::{Called, Codes, Facing, Format, Placed, Report, Section, Sheet, Tab};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use table::{Base, EPS, Pose, Rect, v2};
use umpire::{BattleDice, Dice, Ending, Procedure, Record, Refusal, Seed, Side, judge};
use words::Message;

pub static BOOK: Book = Book {
    id: cite::BOOK,
    title: "Toy Soldiers",
    version: 1,
    about: || say!("about"),
    text: cite::text,
    procedures: &[&PhantomData::<Attack<false>>, &PhantomData::<Attack<true>>],
    begin,
    shipped: &[("garden", include_str!("../scenario.toml"))],
    describe: |file, scenario| Ok(vec![Message::verbatim(FORMAT.read(file, scenario, read)?.0.title)]),
    generator: None,
    own_sheet: None,
};

/// Fighting hand to hand (toy.4), or firing from afar (toy.3).
#[derive(Debug)]
pub struct Attack<const FIGHT: bool>;

/// How many men each of two stands has, or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Men {
    pub attacker: u8,
    pub defender: u8,
}

impl From<Men> for Message {
    fn from(Men { attacker, defender }: Men) -> Message {
        say!("losses", attacker, defender)
    }
}
impl<const FIGHT: bool> Procedure for Attack<FIGHT> {
    type Situation = Men;
    type Prepared = [u16; 2];
    type Outcome = Men;
    const NAME: &'static str = if FIGHT { "fight" } else { "fire" };
    fn title() -> Message {
        if FIGHT { say!("title-fight") } else { say!("title-fire") }
    }
    fn prepare(s: &Men, r: &mut impl Record) -> [u16; 2] {
        if FIGHT {
            r.modifier("attacker", say!("men"), s.attacker.into(), clause!("toy.4"));
            r.modifier("defender", say!("men"), s.defender.into(), clause!("toy.4"));
        } else {
            r.kept_modifier("attacker", say!("men"), s.attacker.into(), clause!("toy.3"));
        }
        [s.attacker, s.defender].map(u16::from)
    }
    fn resolve(men: &[u16; 2], d: &mut impl Dice, r: &mut impl Record) -> Men {
        let mut total = |men: u16| {
            let die = d.d6();
            r.die(die);
            men + u16::from(die)
        };
        let (a, b) = (total(men[0]), if FIGHT { total(men[1]) } else { 8 });
        Men { attacker: u8::from(FIGHT && a <= b), defender: u8::from(b <= a) }
    }
    fn example() -> serde_json::Value {
        serde_json::json!({ "attacker": 4, "defender": 3 })
    }
}

static FORMAT: Format = Format {
    book: cite::BOOK,
    unit: Called::Code("cm"),
    facing: Facing::Said,
    sections: &[
        Section::new("scenario", "scenario", &["book", "title", "briefing", "turns", "table", "side"]),
        Section::new("table", "[table]", &["width", "depth"]),
        Section::new("side", "[[side]]", &["name", "stand"]),
        Section::new("stand", "[[stand]]", &["code", "men", "x", "y", "facing"]),
    ],
};

fn read(s: &mut Sheet, root: &Tab<'_>) -> Option<(muster::Head, [f64; 2], u32, Vec<Stand>)> {
    let mut head = s.head(root);
    let turns = s.whole(root, "turns", [1, 100]).map_or(10, |(n, _)| n as u32);
    let size = s.table(root, "table").map(|t| s.table_size(&t, [20.0, 200.0]))?;
    let (mut stands, mut codes) = (Vec::new(), Codes::default());
    for (t, side) in s.sides(root, "side").iter().zip(Side::BOTH) {
        head.sides.push(s.side_head(t, "Red"));
        s.need(t, "stand", || Message::verbatim("stand = [...]"));
        for t in s.tables(t, "stand", 12) {
            let code = codes.read(s, &t, || Message::verbatim("code = \"R1\""));
            let men = s.under(|| clause!("toy.7"), |s| s.whole(&t, "men", [1, 6]));
            let base = Base::new(s.pose(&t)?, 6.0, 3.0);
            let placed = Placed { code: &code, base, due: 0, at: t.at() };
            s.under(|| clause!("toy.7"), |s| s.stands_on_table(size, &placed));
            stands.push(Stand { code, side, base, men: men.map_or(1, |(n, _)| n as u8), known: false });
        }
    }
    Some((head, size, turns, stands))
}

fn begin(file: &str, scenario: &str, seed: &Seed, seating: Seating) -> Result<Box<dyn Game>, Report> {
    let (head, size, turns, stands) = FORMAT.read(file, scenario, read)?;
    let sit = move |seed: &Seed, dice| Sitting::new(head.clone(), seed, dice, seating);
    let make = move |s: &Seed, d| Toy { sitting: sit(s, d), size, turns, moves: 0, stands: stands.clone() };
    Ok(Box::new(Match::begin(scenario, seed, seating, make)))
}

#[derive(Clone, Debug)]
pub struct Toy {
    pub sitting: Sitting<Note>,
    size: [f64; 2],
    turns: u32,
    moves: u32,
    pub stands: Vec<Stand>,
}

#[derive(Clone, Debug)]
pub struct Stand {
    pub code: String,
    pub side: Side,
    pub base: Base,
    pub men: u8,
    /// The enemy has counted it (toy.5).
    pub known: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    March { stand: String, to: Pose },
    Attack { stand: String, at: String },
}

impl Toy {
    fn find(&self, code: &str, side: Option<Side>) -> Result<usize, Refusal> {
        let there = |s: &Stand| s.code == code && s.men > 0 && side.is_none_or(|x| x == s.side);
        let no = || Refusal::by(clause!("toy.1"), say!("no-stand", stand = code));
        self.stands.iter().position(there).ok_or_else(no)
    }
    fn put(&mut self, stand: usize, to: Pose) -> Result<(), Refusal> {
        let base = Base::new(to, 6.0, 3.0);
        let table = Rect::upright(v2(0.0, 0.0), v2(self.size[0], self.size[1]));
        let on_table = base.corners().iter().all(|c| table.contains(*c, EPS));
        umpire::allow(on_table, clause!("toy.2"), || say!("off-table"))?;
        self.stands[stand].base = base;
        Ok(())
    }
}

impl Stage for Toy {
    type Still = Toy;
    type Sight = Eye;
    type Look = Piece;
    type Lay = ();
    fn still(&self) -> Toy {
        self.clone()
    }
    fn sight(&self, _: &Toy, eye: Eye, _: Option<&Eye>) -> Eye {
        eye
    }
    fn looks(&self, still: &Toy, eye: &Eye) -> Vec<Seen<Piece>> {
        let look = |(i, s): (usize, &Stand)| {
            let (Pose { x, y, facing }, Base { width, depth, .. }) = (s.base.pose(), s.base);
            let men = Kept::new(if s.known { Audience::ALL } else { Audience::side(s.side) }, s.men);
            let strength = men.to(*eye).map(|n| Message::verbatim(n.to_string())).unwrap_or_default();
            let facts = vec![Fact::by(say!("men"), strength.clone(), clause!("toy.5"))];
            let (side, at, yours) = (Some(s.side as u8), Spot { x, y, facing }, eye.commands(s.side));
            Seen::whole(i, Piece { side, at, width, depth, strength, facts, yours, ..Piece::new(&s.code) })
        };
        still.stands.iter().enumerate().filter(|(_, s)| s.men > 0).map(look).collect()
    }
    fn piece(&self, _: &Toy, _: &Eye, seen: &Seen<Piece>) -> Piece {
        seen.look.clone()
    }
    fn lay(&self, _: &Toy, _: &Eye) {}
    fn extent(&self) -> Extent {
        let ([width, depth], unit) = (self.size, Message::verbatim("cm"));
        Extent { width, depth, unit, measured: true, scale: None }
    }
}

impl Rules for Toy {
    type Answer = Answer;
    type Correction = Answer;
    type Event = Note;
    type Awaits = ();
    fn book() -> &'static Book {
        &BOOK
    }
    fn papers(&self) -> Papers<'_, Note> {
        self.sitting.papers()
    }
    fn dice(&mut self) -> &mut BattleDice {
        &mut self.sitting.dice
    }
    fn turn(&self) -> u32 {
        self.moves / 2 + 1
    }
    fn ending(&self) -> Option<Ending> {
        let men = |side| self.stands.iter().filter(move |s| s.side == side).map(|s| u32::from(s.men));
        let [a, b] = Side::BOTH.map(|side| men(side).sum::<u32>());
        let winner = (a != b).then_some(u8::from(a < b));
        let over = a == 0 || b == 0 || self.moves >= self.turns * 2;
        over.then(|| Ending { winner, clause: clause!("toy.6"), why: say!("over", red = a, blue = b) })
    }
    fn pending(&self) -> Vec<(Side, ())> {
        if self.ending().is_some() { vec![] } else { vec![(Side::BOTH[self.moves as usize % 2], ())] }
    }
    fn question(&self, side: Side, _: &()) -> Question {
        Question { asks: "move", says: say!("ask", side), clause: rule!("toy.1") }
    }
    fn offers(&self, side: Side, _: &()) -> Offers<Answer> {
        let (own, theirs): (Vec<_>, Vec<_>) = self.stands.iter().partition(|s| s.side == side);
        let mut offers = Vec::new();
        for s in own {
            let to = |cm: f64| s.base.moved(s.base.dir * cm).pose();
            let march = |cm| Answer::March { stand: s.code.clone(), to: to(cm) };
            offers.push(Offered::new(say!("stay", stand = &s.code), march(0.0)).ending());
            offers.push(Offered::new(say!("ahead", stand = &s.code), march(10.0)));
            offers.extend(theirs.iter().map(|e| {
                let says = say!("attack", stand = &s.code, at = &e.code);
                Offered::new(says, Answer::Attack { stand: s.code.clone(), at: e.code.clone() })
            }));
        }
        offers.retain(|o| self.clone().answer(side, o.answer.clone()).is_ok());
        Offers { about: serde_json::Value::Null, offers, complete: false }
    }
    fn dragged(&self, _: Side, _: &(), piece: &str, to: Spot) -> Option<Answer> {
        self.put_right(piece, to)
    }
    fn answer(&mut self, side: Side, answer: Answer) -> Result<(), Refusal> {
        let far = |cm, most| say!("too-far", cm = words::tenths(cm), most);
        umpire::allow(self.pending() == [(side, ())], clause!("toy.1"), || say!("not-on"))?;
        match answer {
            Answer::March { stand, to } => {
                let u = self.find(&stand, Some(side))?;
                let cm = self.stands[u].base.front.dist(v2(to.x, to.y));
                umpire::allow(cm <= 15.0 + EPS, clause!("toy.2"), || far(cm, 15.0))?;
                self.put(u, to)?;
                self.sitting.note(clause!("toy.2"), "march", say!("marched", stand = &stand), &[&stand]);
            }
            Answer::Attack { stand, at } => {
                let (u, e) = (self.find(&stand, Some(side))?, self.find(&at, Some(side.other()))?);
                let cm = self.stands[u].base.rect().gap(&self.stands[e].base.rect());
                umpire::allow(cm <= 30.0 + EPS, clause!("toy.3"), || far(cm, 30.0))?;
                let men = Men { attacker: self.stands[u].men, defender: self.stands[e].men };
                let dice = self.sitting.dice.occasion("attack", &*stand, side);
                let ((lost, ruling), clause) = if cm <= EPS {
                    (self.stands[u].known, self.stands[e].known) = (true, true);
                    (judge::<Attack<true>>(&men, dice), clause!("toy.4"))
                } else {
                    (judge::<Attack<false>>(&men, dice), clause!("toy.3"))
                };
                self.stands[u].men -= lost.attacker;
                self.stands[e].men -= lost.defender;
                let says = say!("attacked", stand = &stand, at = &at, says = Message::from(lost));
                let note = self.sitting.note(clause, "attack", says, &[&stand, &at]);
                (note.ruling, note.by) = (Some(ruling), Some(side));
            }
        }
        self.moves += 1;
        if let Some(Ending { clause, why, .. }) = self.ending() {
            self.sitting.note(clause, "ends", why, &[]).milestone = true;
        }
        Ok(())
    }
    fn chair(&self) -> Question {
        Question { asks: "umpire", says: say!("chair"), clause: rule!("toy.8") }
    }
    fn rule(&mut self, says: String, _: Option<String>) {
        self.sitting.note(rule!("toy.8"), "rule", say!("ruled", says), &[]);
    }
    fn put_right(&self, piece: &str, Spot { x, y, facing }: Spot) -> Option<Answer> {
        Some(Answer::March { stand: piece.into(), to: Pose { x, y, facing } })
    }
    fn change(&mut self, because: &str, change: Answer) -> Result<(), Refusal> {
        let Answer::March { stand, to } = change else { return Err(Refusal::form(say!("not-put"))) };
        self.put(self.find(&stand, None)?, to)?;
        self.sitting.note(clause!("toy.8"), "put", say!("put", stand = &stand, because), &[&stand]);
        Ok(())
    }
    fn audience(&self, _: &Note) -> Audience {
        Audience::ALL
    }
    fn tell(&self, eye: Eye, _: &Toy, _: &Eye, event: usize) -> Option<Telling> {
        Some(self.sitting.log.get(event)?.telling(eye))
    }
}
