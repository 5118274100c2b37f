//! The turn as it unfolds, kept for those who will watch it: at each moment that a seat can notice, what has changed on its
//! board. A moment is due when somebody in its sight starts, stops or turns, when it hears of something, and at even
//! times of the clock, so that nothing unseen can be read from when a moment is.

use super::{Eye, board, ground};
use crate::battle::Match;
use crate::battle::game::may_see;
use crate::check::{Reach, locked_target, reach};
use crate::event::{Event, EventKind};
use crate::field::{Field, Staff};
use crate::order::Order;
use crate::scenario::Scenario;
use crate::troop::{Formation, Kind, State};
use crate::turn::Table;
use crate::unit::{Battery, Losses, StaffId, Unit, UnitId};
use crate::view::{self, Known, Sightings};
use desk::board::{Fact, Feature, Moment, Piece, Shift, Shown, Told};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Motion;
use umpire::{Log, Seat};

/// The clock's even moments, at which everybody looks round.
pub(crate) const TICK: f64 = 0.1;

/// Starts and stops that follow each other more closely are one moment.
const CLOSE: f64 = 0.005;

/// All that the look of a unit hangs on, but for its place.
#[derive(Clone, Debug, PartialEq)]
struct Mark {
    figures: u16,
    carried: u16,
    losses: Losses,
    state: State,
    pinned: bool,
    formation: Formation,
    kind: Kind,
    files: u16,
    gap: f64,
    inside: SmallVec<[u16; 4]>,
    ammunition: bool,
    battery: Option<Battery>,
    valour: i8,
    locked: SmallVec<[UnitId; 2]>,
    reach: Option<Reach>,
    general: Option<StaffId>,
    fire: Option<UnitId>,
    last_charge: Option<u32>,
    in_motion: bool,
    attempts: u8,
    halted: Option<u32>,
}

impl Mark {
    fn of(f: &Field, u: &Unit, papers: bool) -> Mark {
        Mark {
            figures: u.figures,
            carried: u.carried,
            losses: u.losses,
            state: u.state,
            pinned: u.pinned(f.turn),
            formation: u.formation,
            kind: u.kind(),
            files: u.files,
            gap: u.gap,
            inside: u.inside.clone(),
            ammunition: u.ammunition,
            battery: u.battery,
            valour: u.valour,
            locked: u.locked.clone(),
            reach: papers.then(|| reach(f, u)),
            general: if papers { f.general_with(u.id) } else { None },
            fire: if papers { locked_target(f, u) } else { None },
            last_charge: u.record.last_charge,
            in_motion: u.record.in_motion,
            attempts: u.record.attempts,
            halted: u.record.halted_to,
        }
    }
}

/// A unit as the seat last had it.
#[derive(Clone, Debug)]
struct Slot {
    mark: Mark,
    order: Option<Order>,
    piece: Piece,
}

/// A moment before it is put into words.
#[derive(Clone, Debug)]
struct Raw {
    moment: Moment,
    events: std::ops::Range<usize>,
}

#[derive(Clone, Debug)]
struct SeatReel {
    seat: Seat,
    units: Vec<Option<Slot>>,
    /// Staff and guns without gunners.
    others: BTreeMap<String, Piece>,
    facts: Option<Vec<Fact>>,
    features: Option<Vec<Feature>>,
    lay: Vec<u32>,
    raw: Vec<Raw>,
    done: Vec<Moment>,
    /// Events up to here have been in a moment, or will never be in one.
    heard: usize,
}

/// The table at one moment, as it was when the turn came by. What each seat saw in it is worked out afterwards, so that nobody
/// who has given an answer waits for it.
#[derive(Clone, Debug)]
struct Plate {
    field: Field,
    sightings: Sightings,
    clock: Option<f64>,
    /// Who has started, stopped or turned since the plate before.
    turned: Vec<UnitId>,
    cue: Cue,
    /// Events up to then.
    events: usize,
}

/// Keeps the moments of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    scenario: Arc<Scenario>,
    salt: u64,
    seats: Vec<SeatReel>,
    motions: Vec<Motion>,
    plates: Vec<Plate>,
    /// Events up to the last plate.
    events: usize,
    /// The turn and the clock of the last plate, and who has turned since.
    last: (u32, f64),
    stirred: Vec<UnitId>,
    /// What each side knew on the last plate that was looked at: those who have not stirred since need not look again.
    known: [Option<Arc<Known>>; 2],
    /// The last plate that was looked at.
    looked_at: Option<Plate>,
    /// Something has been answered since the moments were last put into words.
    exposed: bool,
}

/// A moment in which nothing has changed.
fn blank(turn: u32, clock: Option<f64>) -> Moment {
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

fn events(t: &Table) -> &[Event] {
    match &t.log {
        Log::On(v) => v,
        Log::Off => &[],
    }
}

/// What the ground hangs on for an eye.
fn lay(f: &Field, eye: &Eye) -> Vec<u32> {
    let known = |i: usize| match eye {
        Eye::Side(k, ..) => k.knows_line(f, i),
        _ => true,
    };
    let lines =
        f.lines.iter().enumerate().map(|(i, l)| if known(i) { 1 + l.cleared.len() as u32 } else { 0 });
    let works = f
        .works
        .iter()
        .filter(|w| f.units.get(w.unit.index()).is_some_and(|u| eye.reads(u.side)))
        .flat_map(|w| [1_000_000 + u32::from(w.unit.0), u32::from(w.turns)]);
    lines.chain(works).collect()
}

/// How a moment came to be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cue {
    /// Something has happened on the table.
    Instant,
    /// An even moment of the clock.
    Tick,
    /// The battle stops for an answer, or begins.
    Pause { over: bool },
}

impl Recorder {
    pub(crate) fn new(scenario: Arc<Scenario>, salt: u64, seats: &[Seat], heard: usize) -> Recorder {
        let mut all: Vec<SeatReel> = Vec::new();
        for seat in seats {
            if all.iter().all(|r| r.seat != *seat) {
                all.push(SeatReel {
                    seat: *seat,
                    units: Vec::new(),
                    others: BTreeMap::new(),
                    facts: None,
                    features: None,
                    lay: Vec::new(),
                    raw: Vec::new(),
                    done: Vec::new(),
                    heard,
                });
            }
        }
        Recorder {
            scenario,
            salt,
            seats: all,
            motions: Vec::new(),
            plates: Vec::new(),
            events: heard,
            last: (0, 0.0),
            stirred: Vec::new(),
            known: [None, None],
            looked_at: None,
            exposed: true,
        }
    }

    /// Who has started, stopped or turned since this was last asked.
    fn turned(&mut self, t: &Table) -> Vec<UnitId> {
        let Some(now) = &t.now else {
            self.motions.clear();
            return Vec::new();
        };
        self.motions.resize(now.runs.len(), Motion::Stand);
        let mut turned = Vec::new();
        for (i, leg) in now.clock.legs().enumerate() {
            if self.motions[i] != leg.moving.motion {
                self.motions[i] = leg.moving.motion;
                turned.push(UnitId(i as u16));
            }
        }
        turned
    }

    /// Takes the table as it stands.
    fn expose(&mut self, t: &Table, cue: Cue) {
        let turned = self.turned(t);
        self.stirred.extend(turned);
        let all = events(t);
        let new = &all[self.events.min(all.len())..];
        let at = (t.field.turn, t.time());
        if cue == Cue::Instant {
            // Where nothing was said and nobody turned there is nothing to notice before the next even moment.
            let quiet = new.iter().all(|e| matches!(e.kind, EventKind::Moved { .. }));
            let close = at.0 == self.last.0 && at.1 - self.last.1 < CLOSE;
            if quiet && (close || self.stirred.is_empty() && new.is_empty()) {
                return;
            }
        }
        let events = all.len();
        (self.events, self.last) = (events, at);
        self.plates.push(Plate {
            field: t.field.clone(),
            sightings: t.sightings.clone(),
            clock: t.now.as_ref().map(|n| n.time()),
            turned: std::mem::take(&mut self.stirred),
            cue,
            events,
        });
    }

    /// Looks at the plates taken, and at the table as it stands now, of which the sides know what they know.
    fn look(&mut self, t: &Table, over: bool, know: [Option<Arc<Known>>; 2]) {
        let all = events(t);
        for p in std::mem::take(&mut self.plates) {
            let upto = p.events.min(all.len());
            self.shoot(p, &all[..upto], [None, None]);
        }
        let turned = self.turned(t);
        self.stirred.extend(turned);
        let now = Plate {
            field: t.field.clone(),
            sightings: t.sightings.clone(),
            clock: t.now.as_ref().map(|n| n.time()),
            turned: std::mem::take(&mut self.stirred),
            cue: Cue::Pause { over },
            events: all.len(),
        };
        (self.events, self.last) = (all.len(), (t.field.turn, t.time()));
        self.shoot(now, all, know);
    }

    /// What a plate shows, for each seat that can notice something. What a side knows then is worked out where nobody has done so.
    fn shoot(&mut self, plate: Plate, events: &[Event], know: [Option<Arc<Known>>; 2]) {
        let Plate { field: f, sightings, clock, turned, cue, .. } = &plate;
        let cue = *cue;
        let same = self.looked_at.as_ref().is_some_and(|p| p.shows_what(&plate));
        let over = cue == Cue::Pause { over: true };
        let pause = matches!(cue, Cue::Pause { .. });
        let mut know = know.map(|k| k.filter(|_| !over));
        for reel in &mut self.seats {
            let side = umpire::Side::of(reel.seat).filter(|_| !over);
            let first = reel.facts.is_none();
            let heard = events[reel.heard.min(events.len())..].iter().any(|e| may_see(f, over, reel.seat, e));
            // Whose stopping and starting could be noticed: an enemy's, if he is on the board or comes into sight now.
            let own = turned.iter().any(|u| side.is_none_or(|s| f[*u].side == s));
            let enemy = side.is_some()
                && turned.iter().any(|u| reel.units.get(u.index()).is_some_and(Option::is_some));
            if !(first || heard || own || enemy || pause || cue == Cue::Tick) {
                continue;
            }
            if same && !first {
                if heard || own || enemy {
                    let moment = blank(f.turn, *clock);
                    reel.raw.push(Raw { moment, events: reel.heard..events.len() });
                    reel.heard = events.len();
                }
                continue;
            }
            let eye = match (side, reel.seat) {
                (Some(s), _) => {
                    let before = &self.known[s.index()];
                    let k = know[s.index()].get_or_insert_with(|| {
                        Arc::new(view::known_after(f, s, sightings, before.as_deref()))
                    });
                    Eye::Side(k, sightings, self.salt)
                }
                (None, Seat::Spectator) if !over => Eye::Onlooker,
                _ => Eye::All,
            };
            let said = events[reel.heard.min(events.len())..]
                .iter()
                .any(|e| !matches!(e.kind, EventKind::Moved { .. }) && may_see(f, over, reel.seat, e));
            let between = clock.is_none();
            let mut m = blank(f.turn, *clock);
            reel.look(&self.scenario, f, &eye, between, &mut m);
            if first || said || between || pause {
                let facts = board::over_all(&self.scenario, f, None, &eye);
                if reel.facts.as_ref() != Some(&facts) {
                    m.facts = Some(facts.clone());
                    reel.facts = Some(facts);
                }
                let sig = lay(f, &eye);
                if first || reel.lay != sig || between {
                    let features = ground::features(&self.scenario, f, &eye);
                    if reel.features.as_ref() != Some(&features) {
                        m.features = Some(features.clone());
                        reel.features = Some(features);
                    }
                    reel.lay = sig;
                }
            }
            let quiet = m.pieces.is_empty()
                && m.shifts.is_empty()
                && m.gone.is_empty()
                && m.facts.is_none()
                && m.features.is_none();
            if quiet && !heard && !own && !enemy {
                continue;
            }
            reel.raw.push(Raw { moment: m, events: reel.heard..events.len() });
            reel.heard = events.len();
        }
        for (kept, k) in self.known.iter_mut().zip(know) {
            if k.is_some() {
                *kept = k;
            }
        }
        self.looked_at = Some(plate);
    }
}

impl Plate {
    /// Is there on the other exactly what is on this?
    fn shows_what(&self, other: &Plate) -> bool {
        let over = Cue::Pause { over: true };
        let (a, b) = (&self.field, &other.field);
        self.clock == other.clock
            && (self.cue == over) == (other.cue == over)
            && a.turn == b.turn
            && Arc::ptr_eq(&a.ground, &b.ground)
            && a.units == b.units
            && a.staff == b.staff
            && a.commands == b.commands
            && a.lines == b.lines
            && a.works == b.works
            && a.tasks == b.tasks
            && a.guns_taken == b.guns_taken
            && a.special == b.special
            && a.arrivals == b.arrivals
            && self.sightings == other.sightings
    }
}

impl SeatReel {
    /// What is new on the board of the seat.
    fn look(&mut self, s: &Scenario, f: &Field, eye: &Eye, between: bool, m: &mut Moment) {
        self.units.resize(f.units.len(), None);
        for (i, u) in f.units.iter().enumerate() {
            let slot = &mut self.units[i];
            if !u.on_table() || !eye.sees(u) {
                if let Some(old) = slot.take() {
                    m.gone.push(old.piece.id);
                }
                continue;
            }
            let mark = Mark::of(f, u, eye.reads(u.side));
            if let Some(old) =
                slot.as_mut().filter(|o| !between && o.mark == mark && o.order == u.record.last_order)
            {
                let at = super::spot(&u.base);
                let (w, d) = (u.base.width, u.base.depth);
                if (at, w, d) != (old.piece.at, old.piece.width, old.piece.depth) {
                    (old.piece.at, old.piece.width, old.piece.depth) = (at, w, d);
                    m.shifts.push(Shift { id: old.piece.id.clone(), at, width: w, depth: d });
                }
                continue;
            }
            let piece = board::unit(s, f, u, self.seat, eye);
            match slot.as_ref().map(|o| &o.piece) {
                Some(old) if *old == piece => {}
                Some(old) if like(old, &piece) => m.shifts.push(shift(&piece)),
                old => {
                    if let Some(old) = old.filter(|o| o.id != piece.id) {
                        m.gone.push(old.id.clone());
                    }
                    m.pieces.push(piece.clone());
                }
            }
            *slot = Some(Slot { mark, order: u.record.last_order.clone(), piece });
        }
        let mut others = BTreeMap::new();
        let guns = f.units.iter().filter_map(|u| board::guns(u, eye));
        let staff = f.staff.iter().filter_map(|x: &Staff| board::staff(s, f, x, self.seat, eye));
        for p in guns.chain(staff) {
            match self.others.get(&p.id) {
                Some(old) if *old == p => {}
                Some(old) if like(old, &p) => m.shifts.push(shift(&p)),
                _ => m.pieces.push(p.clone()),
            }
            others.insert(p.id.clone(), p);
        }
        m.gone.extend(self.others.keys().filter(|id| !others.contains_key(*id)).cloned());
        self.others = others;
    }
}

/// Is it the same but for its place?
fn like(a: &Piece, b: &Piece) -> bool {
    a.id == b.id
        && a.side == b.side
        && a.nation == b.nation
        && a.arm == b.arm
        && a.label == b.label
        && a.name == b.name
        && a.formation == b.formation
        && a.open == b.open
        && a.files == b.files
        && a.strength == b.strength
        && a.badges == b.badges
        && a.facts == b.facts
        && a.yours == b.yours
}

fn shift(p: &Piece) -> Shift {
    Shift { id: p.id.clone(), at: p.at, width: p.width, depth: p.depth }
}

impl Table {
    /// Keeps this moment, if the battle is recorded.
    pub(crate) fn keep_moment(&mut self, cue: Cue) {
        if let Some(mut r) = self.recorder.take() {
            r.expose(self, cue);
            self.recorder = Some(r);
        }
    }

    /// Everybody looks round at the even moments before the clock stands at `to`.
    pub(crate) fn look_round_until(&mut self, to: f64) {
        if self.recorder.is_none() {
            return;
        }
        let from = self.time();
        let n = (1.0 / TICK).round() as u32;
        for i in 1..n {
            let tick = f64::from(i) * TICK;
            if tick > from + crate::turn::INSTANT && tick < to - crate::turn::INSTANT {
                self.carry(tick);
                self.keep_moment(Cue::Tick);
            }
        }
    }
}

impl Match {
    /// From now on keeps moments for these seats.
    pub(crate) fn begin_recording(&mut self, seats: &[Seat]) {
        let heard = self.battle.events().len();
        let scenario = self.scenario_kept();
        self.battle.table.recorder = Some(Box::new(Recorder::new(scenario, self.salt(), seats, heard)));
        self.develop();
    }

    /// An answer has been given: there may be moments to put into words.
    pub(crate) fn exposed(&mut self) {
        if let Some(r) = &mut self.battle.table.recorder {
            r.exposed = true;
        }
    }

    /// The moments taken since the last answer are put into words: when somebody asks for them, and at the latest before the next
    /// answer changes anything, so that a battle told anew from its file gives the same moments.
    pub(crate) fn develop(&mut self) {
        match &mut self.battle.table.recorder {
            Some(r) if r.exposed => r.exposed = false,
            _ => return,
        }
        let over = self.battle.ended().is_some();
        let Some(mut r) = self.battle.table.recorder.take() else { return };
        let known = [0, 1].map(|n| {
            let recorded = r.seats.iter().any(|x| x.seat == Seat::Side(n));
            recorded.then(|| self.known_by(Seat::Side(n))).flatten()
        });
        r.look(&self.battle.table, over, known);
        for reel in &mut r.seats {
            let known = self.known_by(reel.seat);
            let eye = self.eye(reel.seat, known.as_deref());
            for raw in reel.raw.drain(..) {
                let told = raw.events.filter_map(|e| self.told(reel.seat, &eye, e)).collect();
                reel.done.push(Moment { told, ..raw.moment });
            }
        }
        self.battle.table.recorder = Some(r);
    }

    /// The moments kept for a seat since the last call.
    pub(crate) fn kept_moments(&mut self, seat: Seat) -> Vec<Moment> {
        self.develop();
        let reel =
            self.battle.table.recorder.as_mut().and_then(|r| r.seats.iter_mut().find(|x| x.seat == seat));
        reel.map(|r| std::mem::take(&mut r.done)).unwrap_or_default()
    }

    /// One event as a seat may hear it.
    fn told(&self, seat: Seat, eye: &Eye, event: usize) -> Option<Told> {
        use desk::Game;
        let mut lines = self.tell_to(seat, event).into_iter();
        let line = lines.next()?;
        let e = self.battle.events().get(event)?;
        // The moment has its clock and the event its clause: what is said is only what happened.
        let (clock, clause) = (format!("{:.2}  ", e.clock), format!("  [{}]", e.clause));
        let line = line.strip_prefix(clock.as_str()).unwrap_or(&line);
        let mut says = line.strip_suffix(clause.as_str()).unwrap_or(line).trim().to_string();
        if matches!(e.kind, EventKind::Moved { .. }) && !matches!(eye, Eye::All) {
            // Beside a board even an own march would be a measure (play.guess).
            if let Some((rest, _)) = says.strip_suffix(" cm").and_then(|s| s.rsplit_once(' ')) {
                says.truncate(rest.len());
            }
        }
        let f = self.battle.field();
        let mut pieces: Vec<String> = Vec::new();
        for u in involved(&e.kind) {
            let Some(u) = f.units.get(u.index()) else { continue };
            // An enemy who is not on the board is named by his label only, if he has one.
            let label = match eye {
                Eye::Side(k, s, _) if u.side != k.side && !k.sees(u.id) => s.label(k.side, u.id),
                _ => Some(eye.id(u)),
            };
            pieces.extend(label.filter(|l| !pieces.contains(l)));
        }
        if let Some(s) = staff_of(&e.kind).and_then(|s| f.staff.get(s.index())) {
            if !matches!(eye, Eye::Side(k, ..) if k.side != s.side) {
                pieces.push(s.code.to_string());
            }
        }
        Some(Told {
            event: event as u32,
            kind: kind(&e.kind),
            says,
            more: lines.map(|l| l.trim().to_string()).collect(),
            clause: e.clause.to_string(),
            ruling: self.ruling_for(seat, e).as_ref().map(Shown::from),
            pieces,
            milestone: self.is_milestone(event),
        })
    }
}

/// The units an event is about; the first does, the others suffer it.
fn involved(k: &EventKind) -> Vec<UnitId> {
    use EventKind::*;
    let mut all: Vec<UnitId> = k.unit().into_iter().collect();
    match k {
        AttackAnnounced { target, .. } | AttackEnds { target, .. } => all.extend(*target),
        Fired { target, .. }
        | Shelled { target, .. }
        | BreakIn { target, .. }
        | Shock { target, .. }
        | AttackGoesOn { target, .. }
        | Contact { target, .. } => all.push(*target),
        ShotFell { hit, .. } => all.extend(*hit),
        Melee { against, .. } => all.extend(against.iter().copied()),
        Prisoners { by, .. } | CarriedAway { by, .. } | GunsTaken { by, .. } | WagonTaken { by, .. } => {
            all.insert(0, *by);
        }
        FlightChecked { behind, .. } => all.push(*behind),
        PassedPinned { pinned, .. } => all.push(*pinned),
        Resupplied { wagon, .. } => all.push(*wagon),
        Detached { part, .. } | Joined { part, .. } => all.push(*part),
        StaffMoved { with, .. } => all.extend(*with),
        Corrected { unit, .. } => all.extend(*unit),
        _ => {}
    }
    all
}

fn staff_of(k: &EventKind) -> Option<StaffId> {
    use EventKind::*;
    match k {
        StaffMoved { staff, .. }
        | StaffLost { staff, .. }
        | Appointed { staff, .. }
        | NotAppointed { staff, .. } => Some(*staff),
        _ => None,
    }
}

/// The event's name, as it stands in the log.
fn kind(k: &EventKind) -> String {
    use std::fmt::Write as _;
    // The name of the variant alone: writing stops where what it holds begins.
    let mut head = Head(String::new());
    let _ = write!(head, "{k:?}");
    let name = head.0;
    let mut out = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Takes the first word that is written and no more.
struct Head(String);

impl std::fmt::Write for Head {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        let end = s.find(|c: char| !c.is_alphanumeric()).unwrap_or(s.len());
        self.0.push_str(&s[..end]);
        if end < s.len() { Err(std::fmt::Error) } else { Ok(()) }
    }
}
