//! The battle as moments. While it is recorded, the battle takes stills of the table as things happen; what each seat saw in
//! them is worked out afterwards, when somebody asks, so that nobody who has given an answer waits for it.

use crate::Eye;
use crate::board::{Board, Fact, Feature, GroundScale, Moment, Piece, Shift, Shown, Told};
use crate::rules::{Rules, Stage, Telling, empty_moment};
use std::collections::BTreeMap;
use umpire::{Seat, Side};

/// Why a still was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Something has happened.
    Instant,
    /// An even moment of the clock, at which everybody looks round.
    Tick,
    /// The battle stops for an answer, or begins.
    Pause,
}

/// The table at one moment.
#[derive(Clone, Debug)]
pub struct Taken<S> {
    pub still: S,
    pub turn: u32,
    pub clock: Option<f64>,
    pub cue: Cue,
    /// How many events there were.
    pub events: usize,
    /// The pieces that have started, stopped or turned since the still before, and whose they are.
    pub stirred: Vec<(u32, Side)>,
}

/// Starts and stops that follow each other more closely on the clock are one moment. What counts is what the seat itself noticed last:
/// when a moment is must not hang on anybody whom it does not see.
const CLOSE: f64 = 0.005;

impl<S> Taken<S> {
    /// The battle stops: whoever looks sees everything as it stands.
    fn pause(still: S, turn: u32, clock: Option<f64>, events: usize) -> Taken<S> {
        Taken { still, turn, clock, cue: Cue::Pause, events, stirred: Vec::new() }
    }
}

/// The stills taken since they were last looked at.
#[derive(Clone, Debug)]
pub struct Camera<S> {
    taken: Vec<Taken<S>>,
    /// How many events there were at the last still, or when the last one was looked at.
    events: usize,
}

impl<S> Default for Camera<S> {
    fn default() -> Self {
        Camera { taken: Vec::new(), events: 0 }
    }
}

impl<S> Camera<S> {
    /// Takes a still, if there is one to take: `still` is told how many events there were at the last one.
    pub fn take(&mut self, still: impl FnOnce(usize) -> Option<Taken<S>>) {
        if let Some(t) = still(self.events) {
            self.events = t.events;
            self.taken.push(t);
        }
    }

    /// Something new begins: if anything was told since the last still, what has happened so far is seen by itself.
    pub fn pause(&mut self, told: usize, turn: u32, still: impl FnOnce() -> S) {
        self.take(|events| (told > events).then(|| Taken::pause(still(), turn, None, told)));
    }

    /// The stills taken since the last call; what has happened so far has been seen.
    fn unload(&mut self, events: usize) -> Vec<Taken<S>> {
        self.events = events;
        std::mem::take(&mut self.taken)
    }
}

/// Something new begins in a battle: where it is recorded, what has happened so far is seen by itself.
pub fn pause<R: Rules>(battle: &mut R) {
    let Some(mut camera) = battle.camera().and_then(Option::take) else { return };
    camera.pause(battle.papers().events.len(), battle.turn(), || battle.still());
    if let Some(place) = battle.camera() {
        *place = Some(camera);
    }
}

/// A piece as a seat last had it.
#[derive(Clone)]
struct Slot<L> {
    look: L,
    piece: Piece,
}

/// One seat's moments, and how the table last looked to it.
#[derive(Clone)]
struct Reel<R: Stage> {
    seat: Seat,
    slots: BTreeMap<u32, Slot<R::Look>>,
    sight: Option<R::Sight>,
    /// By whose eye the ground was seen, and how it lay.
    lay: Option<(Eye, R::Lay)>,
    features: Vec<Feature>,
    facts: Option<Vec<Fact>>,
    /// Events up to here have been in a moment, are owed, or will never be in one.
    heard: usize,
    /// Movements of which it is told when it next looks.
    owed: Vec<usize>,
    /// The turn and the clock when it last looked.
    last: (u32, Option<f64>),
    moments: Vec<Moment>,
    /// How many events the seat has been told of.
    told: u32,
    /// The table is not the one that came next: nothing is taken for seen.
    anew: bool,
}

/// The moments of a battle, as each seat sees them.
#[derive(Clone)]
pub(crate) struct Film<R: Stage> {
    reels: Vec<Reel<R>>,
    /// Something has been answered since the stills were last looked at.
    exposed: bool,
    /// What the house has to tell besides the rules.
    announced: Vec<Telling>,
}

impl<R: Rules> Film<R> {
    pub fn new(rules: &R, seats: &[Seat]) -> Film<R> {
        let from = if rules.turn() <= 1 { 0 } else { rules.turn_begins() };
        let mut reels: Vec<Reel<R>> = Vec::new();
        for seat in seats {
            if reels.iter().all(|r| r.seat != *seat) {
                reels.push(Reel { heard: from, ..Reel::empty(*seat) });
            }
        }
        Film { reels, exposed: true, announced: Vec::new() }
    }

    /// Of a battle that is taken up again: these seats have seen everything up to now, and been told of so many events.
    pub fn caught_up(rules: &R, over: bool, told: &[(Seat, u32)]) -> Film<R> {
        let still = rules.still();
        let mut film = Film { reels: Vec::new(), exposed: false, announced: Vec::new() };
        for (seat, told) in told {
            let mut reel = Reel { told: *told, ..Reel::empty(*seat) };
            let eye = Eye::of(*seat, over);
            let sight = rules.sight(&still, eye, None);
            let mut seen = empty_moment(rules.turn(), None);
            reel.pieces(rules, &still, &sight, true, &mut seen);
            reel.over_all(rules, &still, (eye, &sight), &mut seen);
            reel.sight = Some(sight);
            film.reels.push(reel);
        }
        film
    }

    /// Of how many events each seat has been told.
    pub fn told(&self) -> Vec<(Seat, u32)> {
        self.reels.iter().map(|r| (r.seat, r.told)).collect()
    }

    /// The battle's log begins anew; all that was in it has been heard.
    pub fn forget(&mut self, rules: &mut R) {
        if let Some(c) = rules.camera().and_then(|c| c.as_mut()) {
            c.unload(0);
        }
        self.reels.iter_mut().for_each(|r| r.heard = 0);
    }

    /// An answer has been given: there may be moments to make.
    pub fn expose(&mut self) {
        self.exposed = true;
    }

    /// Everybody is told something by the house.
    pub fn announce(&mut self, telling: Telling) {
        self.announced.push(telling);
        self.exposed = true;
    }

    /// The battle stands as it did before: what happened until then has been heard.
    pub fn go_back(&mut self, rules: &mut R) {
        let events = rules.papers().events.len();
        if let Some(c) = rules.camera().and_then(|c| c.as_mut()) {
            c.unload(events);
        }
        for reel in &mut self.reels {
            (reel.heard, reel.sight, reel.anew) = (events, None, true);
            reel.owed.clear();
        }
    }

    /// Makes moments of what the last answer led to: when somebody asks for them, and at the latest before the next answer
    /// changes anything, so that a battle played over from its file gives the same moments.
    pub fn develop(&mut self, rules: &mut R, over: bool) {
        if !std::mem::take(&mut self.exposed) {
            return;
        }
        let events = rules.papers().events.len();
        let taken = rules.camera().and_then(|c| c.as_mut()).map(|c| c.unload(events)).unwrap_or_default();
        let announced = std::mem::take(&mut self.announced);
        let rules = &*rules;
        for t in &taken {
            self.look(rules, t, false, &[]);
        }
        let now = Taken::pause(rules.still(), rules.turn(), rules.clock(), events);
        self.look(rules, &now, over, &announced);
    }

    /// What a still shows to each seat that can notice something in it.
    fn look(&mut self, rules: &R, t: &Taken<R::Still>, over: bool, announced: &[Telling]) {
        for reel in &mut self.reels {
            reel.look(rules, t, Eye::of(reel.seat, over), announced);
        }
    }

    /// The moments kept for a seat since the last call.
    pub fn take(&mut self, seat: Seat) -> Vec<Moment> {
        let reel = self.reels.iter_mut().find(|r| r.seat == seat);
        reel.map(|r| std::mem::take(&mut r.moments)).unwrap_or_default()
    }
}

/// An event as an eye is told of it, if it is: over the table as it was, or as it is now.
pub(crate) fn heard<R: Rules>(
    rules: &R,
    eye: Eye,
    (still, sight): (&R::Still, &R::Sight),
    event: usize,
) -> Option<Telling> {
    let e = rules.papers().events.get(event)?;
    rules.audience(e).has(eye).then(|| rules.tell(eye, still, sight, event))?
}

fn told(event: u32, t: Telling) -> Told {
    Told {
        event,
        kind: t.kind.into(),
        says: t.says,
        more: t.more,
        clause: t.clause.to_string(),
        ruling: t.ruling.as_ref().map(Shown::from),
        pieces: t.pieces,
        deed: t.deed,
        milestone: t.milestone,
        great: t.great,
    }
}

impl<R: Rules> Reel<R> {
    fn empty(seat: Seat) -> Reel<R> {
        Reel {
            seat,
            slots: BTreeMap::new(),
            sight: None,
            lay: None,
            features: Vec::new(),
            facts: None,
            heard: 0,
            owed: Vec::new(),
            last: (0, None),
            moments: Vec::new(),
            told: 0,
            anew: false,
        }
    }

    fn look(&mut self, rules: &R, t: &Taken<R::Still>, eye: Eye, announced: &[Telling]) {
        let first = self.facts.is_none();
        let papers = rules.papers();
        let events = &papers.events[..t.events.min(papers.events.len())];
        // What it may not hear now it never will: what it is told must not hang on when it last noticed something.
        let new = std::mem::replace(&mut self.heard, events.len()).min(events.len())..events.len();
        let before = self.owed.len();
        self.owed.extend(new.filter(|e| rules.audience(&events[*e]).has(eye)));
        let heard = self.owed.len() > before;
        let loud = self.owed[before..].iter().any(|e| !rules.is_movement(&events[*e]));
        // Whose stopping and starting can be noticed: one's own, and an enemy's who is on the board.
        let side = eye.side();
        let own = t.stirred.iter().any(|(_, s)| side.is_none_or(|x| x == *s));
        let enemy = side.is_some() && t.stirred.iter().any(|(key, _)| self.slots.contains_key(key));
        if t.cue == Cue::Instant && !first {
            let close = match (self.last, t.clock) {
                ((turn, Some(last)), Some(now)) => turn == t.turn && now - last < CLOSE,
                _ => false,
            };
            // What is not looked at now is seen at the next even moment; not when somebody else happens to stir, who may not be seen.
            if !(heard || own || enemy) || close && !loud {
                return;
            }
        }
        self.last = (t.turn, t.clock);
        let sight = rules.sight(&t.still, eye, self.sight.as_ref());
        let mut m = empty_moment(t.turn, t.clock);
        // Between two turns everything may have changed, papers too.
        let between = std::mem::take(&mut self.anew) || t.clock.is_none();
        self.pieces(rules, &t.still, &sight, between, &mut m);
        if first || between || t.cue == Cue::Pause || loud {
            self.over_all(rules, &t.still, (eye, &sight), &mut m);
        }
        let nothing = m.pieces.is_empty()
            && m.shifts.is_empty()
            && m.gone.is_empty()
            && m.facts.is_none()
            && m.features.is_none();
        if !nothing || !self.owed.is_empty() || own || enemy || !announced.is_empty() {
            let owed = std::mem::take(&mut self.owed);
            let events = owed.into_iter().filter_map(|e| self::heard(rules, eye, (&t.still, &sight), e));
            for telling in events.chain(announced.iter().cloned()) {
                m.told.push(told(self.told, telling));
                self.told += 1;
            }
            self.moments.push(m);
        }
        self.sight = Some(sight);
    }

    /// What is new among the pieces.
    fn pieces(&mut self, rules: &R, still: &R::Still, sight: &R::Sight, anew: bool, m: &mut Moment) {
        let seen = rules.looks(still, sight);
        let mut old = std::mem::take(&mut self.slots);
        for s in &seen {
            let mut was = old.remove(&s.key);
            if let Some(w) = was.as_mut().filter(|w| !anew && w.look == s.look) {
                let p = &mut w.piece;
                if (p.at, p.width, p.depth) != (s.at, s.width, s.depth) {
                    (p.at, p.width, p.depth) = (s.at, s.width, s.depth);
                    m.shifts.push(shift(p));
                }
            } else {
                let piece = rules.piece(still, sight, s);
                match was.map(|w| w.piece) {
                    Some(w) if w == piece => {}
                    Some(w) if w.stands_elsewhere(&piece) => m.shifts.push(shift(&piece)),
                    was => {
                        m.gone.extend(was.filter(|w| w.id != piece.id).map(|w| w.id));
                        m.pieces.push(piece.clone());
                    }
                }
                was = Some(Slot { look: s.look.clone(), piece });
            }
            self.slots.extend(was.map(|w| (s.key, w)));
        }
        m.gone.extend(old.into_values().map(|w| w.piece.id));
    }

    /// What is new of the ground and of what stands over the battle.
    fn over_all(&mut self, rules: &R, still: &R::Still, (eye, sight): (Eye, &R::Sight), m: &mut Moment) {
        let facts = rules.facts(still, sight);
        if self.facts.as_ref() != Some(&facts) {
            m.facts = Some(facts.clone());
            self.facts = Some(facts);
        }
        let lay = (eye, rules.lay(still, sight));
        if self.lay.as_ref() != Some(&lay) {
            let features = rules.features(still, sight);
            if self.lay.is_none() || self.features != features {
                m.features = Some(features.clone());
                self.features = features;
            }
            self.lay = Some(lay);
        }
    }
}

fn shift(p: &Piece) -> Shift {
    Shift { id: p.id.clone(), at: p.at, width: p.width, depth: p.depth }
}

/// The table as an eye sees it.
pub(crate) fn board<R: Rules>(rules: &R, still: &R::Still, eye: Eye) -> Board {
    let sight = rules.sight(still, eye, None);
    let extent = rules.extent();
    let seen = rules.looks(still, &sight);
    Board {
        measured: extent.measured,
        scale: extent.scale.map(|(length, says, clause)| GroundScale {
            length,
            says,
            clause: clause.to_string(),
        }),
        features: rules.features(still, &sight),
        pieces: seen.iter().map(|s| rules.piece(still, &sight, s)).collect(),
        facts: rules.facts(still, &sight),
        ..Board::new(extent.width, extent.depth, extent.unit)
    }
}
