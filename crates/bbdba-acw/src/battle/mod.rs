//! The battle as a state machine: what it waits for, and what comes of an answer. When a thing is decided and about whom
//! is settled here; what is decided is settled by the procedures and the chapters they are called from.

mod chair;
mod close_combat;
mod movement;
mod offers;
mod rules;
mod save;
mod setup;
mod shooting;
mod turn;
mod view;

pub(crate) use offers::json_of;
pub use rules::Still;
pub use rules::{begin, losses_by_troop};

use crate::event::{Event, EventKind, Target};
use crate::field::{ElementId, Field, Phase, Side};
use crate::order::Answer;
use crate::say;
use crate::scenario::Scenario;
use desk::{Camera, Seating, Umpires};
use std::sync::Arc;
use umpire::{BattleDice, Clause, DiceError, Log, Refusal, Seed};

/// What a side is waited for.
#[derive(Clone, Debug, PartialEq)]
pub enum Awaits {
    /// The defender lays the terrain.
    Terrain,
    /// The attacker chooses his base edge.
    Edge,
    Camp,
    /// The secret ranking of commands.
    Rank,
    /// One of these commands, or with hidden deployment all of them.
    Deploy {
        commands: Vec<u8>,
        all: bool,
    },
    /// A tactical move, or the end of moving.
    Move,
    /// The passive player calls one of these targets.
    Call {
        targets: Vec<Target>,
    },
    /// The owner names shooters among these, or holds his fire.
    Shoot {
        target: Target,
        shooters: Vec<Target>,
    },
    /// The active player picks one of these close combats.
    Fight {
        bouts: Vec<(ElementId, Target)>,
    },
}

/// What one player may see of a battle: the field and his own secrets.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub side: Side,
    pub field: &'a Field,
    pub scenario: &'a Arc<Scenario>,
    /// His own secret ranking of commands, once fixed.
    pub ranking: Option<&'a [u8]>,
    pub awaits: &'a Awaits,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    pub winner: Option<Side>,
    pub reason: Reason,
    pub clause: Clause,
}

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// More than half of an army's elements lost.
    Losses,
    /// Two commands demoralised.
    Demoralised,
    /// Both sides met a condition in the same turn.
    BothBroken,
    /// The turn limit of a scenario's house rule.
    TurnLimit,
}

/// What only the umpire knows.
#[derive(Clone, Debug)]
struct Secrets {
    seed: Seed,
    ranking: [Option<Vec<u8>>; 2],
    /// Set-ups behind the screen (setup.8).
    hidden: Screened,
}

/// By side: who stands where behind the screen, and whether dismounted.
pub(crate) type Screened = [Option<Vec<(ElementId, table::Base, bool)>>; 2];

/// A battle under way.
#[derive(Clone, Debug)]
pub struct Battle {
    scenario: Arc<Scenario>,
    field: Field,
    secrets: Secrets,
    dice: BattleDice,
    log: Log<Event>,
    attacker: Side,
    /// Who is waited for, and for what.
    pending: Vec<(Side, Awaits)>,
    seating: Seating,
    /// What waits for the umpire, before anybody else is asked.
    question: Option<Umpires>,
    /// Has the umpire allowed the defender a fortress (camp.7)? `None` while he has not been asked.
    fortress: Option<bool>,
    guns: shooting::Guns,
    bouts: Vec<close_combat::Bout>,
    /// Contacts made by following up before close combat: fought from the next turn on (impetuous.1).
    late: Vec<(ElementId, ElementId)>,
    /// Whose camp has fought in this close-combat phase (dba.36).
    stormed: [bool; 2],
    ended: Option<Ended>,
    /// Takes stills while the battle is recorded.
    camera: Option<Box<Camera<Still>>>,
}

impl Battle {
    /// Begins a battle: rolls for what the set-up leaves to dice and goes on to the first question.
    pub fn new(scenario: Arc<Scenario>, seed: Seed, log: Log<Event>) -> Battle {
        Battle::seated(scenario, seed, log, Seating::SIDES_ONLY)
    }

    /// The same with somebody else at the table.
    pub fn seated(scenario: Arc<Scenario>, seed: Seed, log: Log<Event>, seating: Seating) -> Battle {
        let dice = BattleDice::of(&seed);
        Battle::begun(scenario, seed, dice, log, seating)
    }

    /// The same with scripted dice: for examples and proofs of the set-up.
    pub fn with_hand_dice(scenario: Arc<Scenario>, dice: impl Into<Vec<u8>>) -> Battle {
        let dice = BattleDice::script(dice);
        Battle::begun(scenario, Seed::new("drill"), dice, Log::On(Vec::new()), Seating::SIDES_ONLY)
    }

    fn begun(
        scenario: Arc<Scenario>,
        seed: Seed,
        dice: BattleDice,
        log: Log<Event>,
        seating: Seating,
    ) -> Battle {
        let field = crate::scenario::muster(&scenario);
        let mut b = Battle {
            scenario,
            field,
            secrets: Secrets { seed, ranking: [None, None], hidden: [None, None] },
            dice,
            log,
            attacker: Side::A,
            pending: Vec::new(),
            seating,
            question: None,
            fortress: None,
            guns: shooting::Guns::default(),
            bouts: Vec::new(),
            late: Vec::new(),
            stormed: [false; 2],
            ended: None,
            camera: None,
        };
        b.open();
        b
    }

    /// A battle that goes on from what a player sees, with dice of his own imagining: for looking ahead. With the same
    /// number two ways to go on have the same dice for the same decision. The other side's secrets are not in it; where its ranking is still hidden, the order in which its commands are listed stands in.
    pub fn imagined(view: &View<'_>, number: u64) -> Battle {
        let rank = |s: Side| {
            let own = (s == view.side).then(|| view.ranking.map(<[u8]>::to_vec)).flatten();
            own.or_else(|| view.field.army(s).ranking.clone())
                .unwrap_or_else(|| (0..view.field.army(s).commands.len() as u8).collect())
        };
        let mut b = Battle {
            scenario: view.scenario.clone(),
            field: view.field.clone(),
            secrets: Secrets {
                seed: Seed::new("imagined"),
                ranking: [Some(rank(Side::A)), Some(rank(Side::B))],
                hidden: [None, None],
            },
            dice: BattleDice::from_number(number),
            log: Log::Off,
            attacker: view.field.active,
            pending: vec![(view.side, view.awaits.clone())],
            seating: Seating::SIDES_ONLY,
            question: None,
            fortress: None,
            guns: shooting::Guns::default(),
            bouts: Vec::new(),
            late: Vec::new(),
            stormed: [false; 2],
            ended: None,
            camera: None,
        };
        b.dice.begin_turn(view.field.bound);
        b.resume();
        b
    }

    /// A battle that goes on from a field in the phase it says, with scripted dice: for examples and proofs.
    pub fn drill(field: Field, dice: impl Into<Vec<u8>>) -> Battle {
        let phase = field.phase;
        let ranking = Side::BOTH.map(|s| field.army(s).ranking.clone());
        let mut b = Battle {
            scenario: Arc::new(Scenario::drill(&field)),
            attacker: field.active,
            field,
            secrets: Secrets { seed: Seed::new("drill"), ranking, hidden: [None, None] },
            dice: BattleDice::script(dice),
            log: Log::On(Vec::new()),
            pending: Vec::new(),
            seating: Seating::SIDES_ONLY,
            question: None,
            fortress: None,
            guns: shooting::Guns::default(),
            bouts: Vec::new(),
            late: Vec::new(),
            stormed: [false; 2],
            ended: None,
            camera: None,
        };
        match phase {
            Phase::Setup => b.first_turn(),
            Phase::Movement => {
                crate::moves::begin_phase(&mut b.field);
                b.ask_move();
            }
            Phase::Shooting => b.begin_shooting(),
            Phase::CloseCombat => b.begin_fighting(),
            Phase::Over => {}
        }
        b
    }

    /// Were exactly the scripted dice rolled?
    pub fn dice_used_up(&self) -> Result<(), DiceError> {
        self.dice.finish()
    }

    pub fn field(&self) -> &Field {
        &self.field
    }

    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// Who of the sides is waited for, and for what; empty when the battle is over, or waits for the umpire.
    pub fn pending(&self) -> &[(Side, Awaits)] {
        &self.pending
    }

    /// What a side may see.
    pub fn view<'a>(&'a self, side: Side, awaits: &'a Awaits) -> View<'a> {
        View {
            side,
            field: &self.field,
            scenario: &self.scenario,
            ranking: self.secrets.ranking[side.index()].as_deref(),
            awaits,
        }
    }

    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// Everything that has happened, where a log is kept.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// Takes an answer. A refused one changes nothing, not even the dice.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::form(say!("battle-over")));
        }
        let Some(at) = self.pending.iter().position(|(s, _)| *s == side) else {
            return Err(Refusal::form(say!("nothing-asked-side-now", side)));
        };
        match (&self.pending[at].1, answer) {
            (Awaits::Terrain, Answer::LayTerrain { terrain }) => self.lay_terrain(side, terrain),
            (Awaits::Edge, Answer::ChooseEdge { edge }) => self.choose_edge(side, edge),
            (Awaits::Camp, Answer::PlaceCamp { x, width, depth }) => self.place_camp(side, x, width, depth),
            (Awaits::Rank, Answer::Rank { order }) => self.rank(at, side, order),
            (Awaits::Deploy { .. }, Answer::Deploy { elements }) => self.deploy(at, side, &elements),
            (Awaits::Move, Answer::Move(order)) => self.tactical_move(side, &order),
            (Awaits::Move, Answer::EndMoves) => {
                self.end_movement();
                Ok(())
            }
            (Awaits::Call { .. }, Answer::Call { target }) => self.call(target),
            (Awaits::Shoot { .. }, Answer::Shoot { main, with }) => self.shoot(main, &with),
            (Awaits::Shoot { .. }, Answer::HoldFire) => {
                self.hold_fire();
                Ok(())
            }
            (Awaits::Fight { .. }, Answer::Fight { element, against }) => self.fight(element, against),
            (awaits, _) => Err(Refusal::form(say!("battle-waits-another-answer", awaits = awaits.name()))),
        }
    }

    /// A copy to try an answer on: without the log and the camera.
    pub(crate) fn rehearsal(&self) -> Battle {
        desk::Rules::snapshot(self)
    }

    fn say(&mut self, clause: Clause, kind: impl FnOnce() -> EventKind) {
        self.log.push(|| Event::new(clause, kind()));
    }

    fn begin_phase(&mut self, phase: Phase, clause: Clause) {
        self.cue();
        self.field.phase = phase;
        self.say(clause, || EventKind::PhaseBegins { phase });
    }
}

impl Awaits {
    /// The name of the question, and the `do` of its usual answer.
    pub fn name(&self) -> &'static str {
        match self {
            Awaits::Terrain => "lay_terrain",
            Awaits::Edge => "choose_edge",
            Awaits::Camp => "place_camp",
            Awaits::Rank => "rank",
            Awaits::Deploy { .. } => "deploy",
            Awaits::Move => "move",
            Awaits::Call { .. } => "call",
            Awaits::Shoot { .. } => "shoot",
            Awaits::Fight { .. } => "fight",
        }
    }
}
