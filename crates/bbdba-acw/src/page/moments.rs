//! The battle as moments. Events are told over a copy of the field as they come, so that each moment shows the table as it
//! was when it happened; a piece is made anew only where something that is drawn of it has changed.

use super::board::{self, Eyes, Look};
use super::ground;
use crate::battle::{Battle, Screened};
use crate::event::{Event, EventKind, Target};
use crate::field::{CampSite, ElementId, Fate, Field, Phase, RiverState, Side};
use crate::terrain::Terrain;
use crate::troop::Troop;
use crate::words;
use desk::Game;
use desk::board::{Fact, Moment, Shift, Shown, Told};
use std::sync::Arc;
use table::Base;
use umpire::{Clause, Log, Seat};

/// What is kept while a battle is recorded.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    shown: Field,
    /// Who stood behind the screen when the last answer had been dealt with.
    hidden: Screened,
    /// Events told so far.
    upto: usize,
    reels: Vec<Reel>,
    /// Something has been answered since.
    exposed: bool,
}

/// One seat's moments, and how the table last looked to it.
#[derive(Clone, Debug)]
struct Reel {
    seat: Seat,
    looks: Vec<(ElementId, Option<Look>)>,
    facts: Vec<Fact>,
    ground: Option<GroundLook>,
    moments: Vec<Moment>,
}

/// All that the drawing of the ground depends on.
#[derive(Clone, Debug)]
struct GroundLook {
    terrain: Arc<Terrain>,
    rivers: Vec<RiverState>,
    camps: [Option<CampSite>; 2],
}

impl GroundLook {
    fn of(f: &Field) -> GroundLook {
        let camps = f.armies.each_ref().map(|a| a.camp.clone());
        GroundLook { terrain: f.terrain.clone(), rivers: f.rivers.clone(), camps }
    }

    fn is(&self, f: &Field) -> bool {
        Arc::ptr_eq(&self.terrain, &f.terrain)
            && self.rivers == f.rivers
            && self.camps.iter().zip(&f.armies).all(|(c, a)| *c == a.camp)
    }
}

/// Does the event begin something new, to be seen by itself?
fn begins(e: &EventKind) -> bool {
    use EventKind::*;
    matches!(
        e,
        AttackerRolled { .. }
            | TerrainLaid { .. }
            | EdgeChosen { .. }
            | CampPlaced { .. }
            | TurnBegins { .. }
            | Spends { .. }
            | Called { .. }
            | HoldsFire { .. }
            | Shooting { .. }
            | CloseCombat { .. }
            | Decided { .. }
            | Ruled { .. }
            | Corrected { .. }
            | Ends { .. }
            | PhaseBegins { phase: Phase::Shooting | Phase::CloseCombat | Phase::Over }
    )
}

/// What is told again has been decided before: this stands where a clause is wanted.
const AGAIN: Clause = umpire::find_clause(crate::cite::CLAUSE_IDS, "basis.1");

/// What an event did to the table. What it leaves open the battle's own field says when the answer has been dealt with.
fn happen(shown: &mut Field, e: &EventKind, now: &Field) {
    use EventKind::*;
    match e {
        AttackerRolled { attacker: Some(s), .. } => shown.active = *s,
        TerrainLaid { .. } => {
            shown.terrain = now.terrain.clone();
            shown.rivers = vec![RiverState::default(); now.rivers.len()];
        }
        EdgeChosen { side, edge } => {
            shown.army_mut(*side).edge = *edge;
            shown.army_mut(side.other()).edge = edge.opposite();
        }
        CampPlaced { side, .. } => shown.army_mut(*side).camp = now.army(*side).camp.clone(),
        RankingRevealed { side, order } => shown.army_mut(*side).ranking = Some(order.clone()),
        TurnBegins { bound, active } => {
            (shown.bound, shown.active, shown.phase) = (*bound, *active, Phase::Movement);
            shown.rivers.iter_mut().for_each(|r| r.closed = false);
            for a in &mut shown.armies {
                a.commands.iter_mut().for_each(|c| c.points = 0);
                for e in &mut a.elements {
                    e.moves = 0;
                    e.dismounted_this_turn = false;
                    e.has_shot = false;
                }
            }
        }
        PhaseBegins { phase } => {
            shown.phase = *phase;
            if *phase == Phase::Shooting {
                for a in &mut shown.armies {
                    a.commands.iter_mut().for_each(|c| c.points = 0);
                    a.elements.iter_mut().for_each(|e| e.has_shot = false);
                }
            }
        }
        Points { side, command, die } => {
            if let Some(c) = shown.army_mut(*side).commands.get_mut(usize::from(*command)) {
                c.points = *die;
            }
        }
        Spends { side, command, left, elements, .. } => {
            if let Some(c) = shown.army_mut(*side).commands.get_mut(usize::from(*command)) {
                c.points = *left;
            }
            for id in elements {
                shown[*id].moves = shown[*id].moves.saturating_add(1);
            }
        }
        Goes { element, to, .. } => {
            let b = shown[*element].base;
            let b = Base::new(*to, b.width, b.depth);
            if shown[*element].fate == Fate::Waiting {
                shown.deploy(*element, b);
            } else {
                shown.set(*element, b);
            }
        }
        Dismounts { element } => {
            let mut b = shown[*element].base;
            b.depth = Troop::Dismounted.stats().depth;
            shown.set(*element, b);
            shown[*element].troop = Troop::Dismounted;
            shown[*element].dismounted_this_turn = shown.phase == Phase::Movement;
        }
        RiverFound { river, nature, .. } => {
            if let Some(r) = shown.rivers.get_mut(usize::from(*river)) {
                r.nature = Some(*nature);
            }
        }
        TorrentTried { river, crosses: false, .. } => {
            if let Some(r) = shown.rivers.get_mut(usize::from(*river)) {
                r.closed = true;
            }
        }
        Shooting { main, with, .. } => {
            match main {
                Target::Element(e) => shown[*e].has_shot = true,
                Target::Camp(s) => {
                    let own = usize::from(*s != shown.active);
                    if let Some(c) = &mut shown.army_mut(*s).camp {
                        c.has_shot = true;
                        c.shots[own] = c.shots[own].saturating_sub(1);
                    }
                }
            }
            for e in with {
                shown[*e].has_shot = true;
            }
        }
        Lost { element, fate } => {
            shown.lose(*element, *fate, AGAIN, &mut Log::Off);
        }
        Restored { element, at } => {
            let b = Base::new(*at, shown[*element].base.width, shown[*element].base.depth);
            shown.restore(*element, b, AGAIN, &mut Log::Off);
        }
        Camp { side, state } => {
            if let Some(c) = &mut shown.army_mut(*side).camp {
                c.state = *state;
            }
        }
        Demoralised { side, command } | TakesHeart { side, command } => {
            let heart = matches!(e, TakesHeart { .. });
            if let Some(c) = shown.army_mut(*side).commands.get_mut(usize::from(*command)) {
                c.demoralised = !heart;
            }
        }
        Ends { .. } => shown.phase = Phase::Over,
        _ => {}
    }
    shown.stirred.clear();
    shown.fallen.clear();
}

/// The pieces an event is about: who acts first.
fn about(e: &EventKind) -> Vec<String> {
    use EventKind::*;
    let mut out: Vec<String> = Vec::new();
    match e {
        Spends { elements, .. } => out.extend(elements.iter().map(ToString::to_string)),
        Goes { element, .. }
        | Dismounts { element }
        | TorrentTried { element, .. }
        | Lost { element, .. }
        | Restored { element, .. } => out.push(element.to_string()),
        Corrected { changes, .. } => out.extend(changes.iter().map(|c| c.element().to_string())),
        Called { target } | HoldsFire { target, .. } => out.push(target.to_string()),
        Shooting { main, with, target, .. } => {
            out.push(main.to_string());
            out.extend(with.iter().map(ToString::to_string));
            out.push(target.to_string());
        }
        CloseCombat { a, b, .. } => out.extend([a.to_string(), b.to_string()]),
        Camp { side, .. } | CampPlaced { side, .. } => out.push(Target::Camp(*side).to_string()),
        _ => {}
    }
    out
}

fn told(b: &Battle, f: &Field, n: usize, e: &Event) -> Told {
    let kind = serde_json::to_value(e)
        .ok()
        .and_then(|v| v.get("event").and_then(|k| k.as_str()).map(str::to_owned))
        .unwrap_or_default();
    let ruling = match &e.kind {
        EventKind::Shooting { ruling, .. } | EventKind::CloseCombat { ruling, .. } => {
            Some(Shown::from(&**ruling))
        }
        _ => None,
    };
    Told {
        event: n as u32,
        kind,
        says: words::say(f, e),
        more: Vec::new(),
        clause: e.clause.to_string(),
        ruling,
        pieces: about(&e.kind),
        milestone: b.is_milestone(n),
    }
}

impl Reel {
    fn new(seat: Seat, f: &Field) -> Reel {
        let looks = board::everyone(f).map(|id| (id, None)).collect();
        Reel { seat, looks, facts: Vec::new(), ground: None, moments: Vec::new() }
    }

    /// Keeps the moment that leads from how the table last looked to how it looks now.
    fn shoot(&mut self, f: &Field, eyes: &Eyes<'_>, told: Vec<Told>) {
        let mut m = Moment {
            turn: f.bound,
            clock: None,
            told,
            pieces: Vec::new(),
            shifts: Vec::new(),
            gone: Vec::new(),
            features: None,
            facts: None,
        };
        for (id, was) in &mut self.looks {
            let now = board::look(f, *id, eyes);
            match (&was, &now) {
                (Some(w), Some(n)) if w == n => continue,
                (Some(w), Some(n)) if n.only_shifted(w) => {
                    let (width, depth) = n.size();
                    m.shifts.push(Shift { id: id.to_string(), at: n.at, width, depth });
                }
                (_, Some(n)) => m.pieces.push(board::piece(f, *id, n, eyes)),
                (Some(_), None) => m.gone.push(id.to_string()),
                (None, None) => {}
            }
            *was = now;
        }
        if !self.ground.as_ref().is_some_and(|g| g.is(f)) {
            let old = self.ground.replace(GroundLook::of(f));
            for (i, s) in Side::BOTH.into_iter().enumerate() {
                let was = old.as_ref().and_then(|g| g.camps[i].as_ref());
                if was != f.army(s).camp.as_ref() {
                    m.pieces.extend(board::camp_piece(f, s, eyes));
                }
            }
            m.features = Some(ground::features(f));
        }
        let facts = board::facts(f, eyes);
        if facts != self.facts {
            m.facts = Some(facts.clone());
            self.facts = facts;
        }
        let empty = m.told.is_empty()
            && m.pieces.is_empty()
            && m.shifts.is_empty()
            && m.gone.is_empty()
            && m.features.is_none()
            && m.facts.is_none();
        if !empty {
            self.moments.push(m);
        }
    }
}

impl Battle {
    /// From now on keeps moments for these seats.
    pub(crate) fn start_film(&mut self, seats: &[Seat]) {
        let events = self.events();
        // What led to the table as it stands: the opening, or what has happened of the turn under way.
        let from = if self.field().bound <= 1 {
            0
        } else {
            events.iter().rposition(|e| matches!(e.kind, EventKind::TurnBegins { .. })).unwrap_or(0)
        };
        let f = self.field();
        let tell: Vec<Told> =
            events.iter().enumerate().skip(from).map(|(n, e)| told(self, f, n, e)).collect();
        let mut reels: Vec<Reel> = Vec::new();
        for s in seats {
            if reels.iter().all(|r| r.seat != *s) {
                let mut r = Reel::new(*s, f);
                r.shoot(f, &self.eyes(*s), tell.clone());
                reels.push(r);
            }
        }
        let film = Film {
            shown: f.clone(),
            hidden: self.behind_the_screen().clone(),
            upto: events.len(),
            reels,
            exposed: false,
        };
        self.set_film(Some(Box::new(film)));
    }

    /// An answer has been given: there may be moments to make.
    pub(crate) fn exposed(&mut self) {
        if let Some(mut film) = self.take_film() {
            film.exposed = true;
            self.set_film(Some(film));
        }
    }

    /// Makes moments of what the last answer led to: when somebody asks for them, and at the latest before the next answer
    /// changes anything.
    pub(crate) fn roll_film(&mut self) {
        let Some(mut film) = self.take_film() else { return };
        if !film.exposed {
            self.set_film(Some(film));
            return;
        }
        film.exposed = false;
        let now = self.field();
        let events = &self.events()[film.upto.min(self.events().len())..];
        let mut tell: Vec<Told> = Vec::new();
        let mut deploys = false;
        for (i, e) in events.iter().enumerate() {
            let n = film.upto + i;
            let stands_up = matches!(e.kind, EventKind::Goes { why: crate::Why::Deploys, .. });
            if (begins(&e.kind) || (stands_up && !deploys)) && !tell.is_empty() {
                film.cut(self, std::mem::take(&mut tell), false);
            }
            deploys = stands_up || (deploys && matches!(e.kind, EventKind::Dismounts { .. }));
            tell.push(told(self, &film.shown, n, e));
            happen(&mut film.shown, &e.kind, now);
        }
        film.upto = self.events().len();
        film.shown = now.clone();
        film.cut(self, tell, true);
        film.hidden = self.behind_the_screen().clone();
        self.set_film(Some(film));
    }

    /// The moments kept for a seat since the last call.
    pub(crate) fn moments_for(&mut self, seat: Seat) -> Vec<Moment> {
        self.roll_film();
        let Some(mut film) = self.take_film() else { return Vec::new() };
        let reel = film.reels.iter_mut().find(|r| r.seat == seat);
        let out = reel.map(|r| std::mem::take(&mut r.moments)).unwrap_or_default();
        self.set_film(Some(film));
        out
    }
}

impl Film {
    fn cut(&mut self, b: &Battle, told: Vec<Told>, last: bool) {
        for r in &mut self.reels {
            let mut eyes = b.eyes(r.seat);
            if !last {
                eyes.hidden = &self.hidden;
            }
            r.shoot(&self.shown, &eyes, told.clone());
        }
    }
}
