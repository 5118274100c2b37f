//! Where a battle has got to, apart from what stands on the table.

use crate::answer::{Answer, FireChoice, MoveOrder, Ride};
use crate::book::results::Charger;
use crate::field::Field;
use crate::order::{GameOrder, Quarter, Response};
use crate::procedures::disorder::Stretch;
use crate::procedures::reaction::DefenderDoes;
use crate::rule;
use crate::scenario::{Arrival, Scenario};
use crate::unit::{GeneralId, Side, UnitId};
use muster::Head;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Base, Moving};
use umpire::Clause;
use words::Message;

/// What a scenario lays down besides the field.
#[derive(Clone, Debug)]
pub struct Terms {
    pub head: Head,
    pub year: u16,
    /// The battle ends after so many moves (play.end).
    pub moves: u32,
    /// The weather is rolled for before the first move (4.4.a).
    pub rolls_weather: bool,
    pub arrivals: Vec<Arrival>,
    /// Game orders from the start, by the place of the unit (10.1.a).
    pub orders: Vec<Option<GameOrder>>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            head: Head::default(),
            year: 1809,
            moves: 12,
            rolls_weather: false,
            arrivals: Vec::new(),
            orders: Vec::new(),
        }
    }
}

impl From<&Scenario> for Terms {
    fn from(s: &Scenario) -> Terms {
        Terms {
            head: s.head.clone(),
            year: s.year,
            moves: s.moves,
            rolls_weather: s.rolls_weather,
            arrivals: s.arrivals.clone(),
            orders: s.orders.clone(),
        }
    }
}

/// An enum with the list of all its values, in their order.
macro_rules! in_order {
    ($(#[$about:meta])* enum $name:ident { $($(#[$says:meta])* $value:ident,)* }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$says])* $value,)*
        }

        impl $name {
            const ALL: &[$name] = &[$($name::$value,)*];
        }
    };
}

in_order! {
    /// The steps of a move (chapter 11, play.sequence). The second is three: what is declared, what is responded, and the first reactions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Step {
        /// Weather, arrivals, fires of buildings.
        Before,
        Orders,
        Declarations,
        Responses,
        FirstReactions,
        Charges,
        Moves,
        Detection,
        Evades,
        MoveDisorder,
        Fire,
        FireDisorder,
        FinalReactions,
        Attacks,
        ContactDisorder,
        Impact,
        Melee,
        MeleeDisorder,
        MeleeReactions,
        Morale,
        MoraleOfRouts,
        Rally,
        Reordering,
        GameOrders,
        EndCheck,
        Over,
    }
}

impl Step {
    /// Its number in the book; 0 before the first and after the last.
    pub fn number(self) -> u8 {
        match self {
            Step::Before | Step::EndCheck | Step::Over => 0,
            Step::Orders => 1,
            Step::Declarations | Step::Responses | Step::FirstReactions => 2,
            later => later as u8 - 2,
        }
    }

    /// What follows it.
    pub fn next(self) -> Step {
        Step::ALL[(self as usize + 1).min(Step::ALL.len() - 1)]
    }

    /// The clause of the sequence that names it.
    pub fn clause(self) -> Clause {
        match self {
            Step::Before | Step::Over => rule!("play.sequence"),
            Step::Orders => rule!("11.1"),
            Step::Declarations | Step::Responses | Step::FirstReactions => rule!("11.2"),
            Step::Charges => rule!("11.3"),
            Step::Moves => rule!("11.4"),
            Step::Detection => rule!("11.5"),
            Step::Evades => rule!("11.6"),
            Step::MoveDisorder => rule!("11.7"),
            Step::Fire => rule!("11.8"),
            Step::FireDisorder => rule!("11.9"),
            Step::FinalReactions => rule!("11.10"),
            Step::Attacks => rule!("11.11"),
            Step::ContactDisorder => rule!("11.12"),
            Step::Impact => rule!("11.13"),
            Step::Melee => rule!("11.14"),
            Step::MeleeDisorder => rule!("11.15"),
            Step::MeleeReactions => rule!("11.16"),
            Step::Morale => rule!("11.17"),
            Step::MoraleOfRouts => rule!("11.18"),
            Step::Rally => rule!("11.19"),
            Step::Reordering => rule!("11.20"),
            Step::GameOrders => rule!("11.21"),
            Step::EndCheck => rule!("play.end"),
        }
    }
}

/// What a side is waited for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    Orders,
    /// These charged units may respond in more than one way.
    Respond(Vec<UnitId>),
    /// These bodies are able to fire.
    Fire(Vec<UnitId>),
    /// The targets of these chargers are gone.
    Press(Vec<UnitId>),
    /// These may follow up or stay; these may give ground of themselves.
    Follow(Vec<UnitId>, Vec<UnitId>),
    /// These pursuers may halt or go on; these enemies surrender.
    Pursue(Vec<UnitId>, Vec<UnitId>),
    GameOrders,
}

/// What was declared, and what became of it after reach was measured (play.charge.check).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closing {
    Charge,
    Attack,
    /// It advances at normal speed and counts as having charged (17.6.a.note).
    OutOfReach,
}

/// Losses and factors of a body when a charge began (21.2.a.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    pub lost: u16,
    pub factors: u16,
}

/// A charge or an attack of this move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub by: UnitId,
    pub on: UnitId,
    pub what: Closing,
    /// It was deemed declared when the first target was gone (17.2.g).
    pub goes_on: bool,
    /// A charge on a screen that lies before the unit that is charged (17.9.a).
    pub screen: bool,
    /// Declared on this enemy beside the first one (17.4.b).
    #[serde(default)]
    pub beside: bool,
    /// An evade that waits until the charger is at attack distance (12.3.b).
    pub late: bool,
    /// A countercharge of one who supports the unit that is charged (17.5.h).
    pub in_support_of: Option<UnitId>,
    /// From which side it was declared (17.8.a), and from which it comes at attack distance.
    pub from: Quarter,
    pub from_now: Quarter,
    /// It has a reaction test: not against pursuers charged from the flank (17.5.c).
    pub tested: bool,
    pub response: Option<Response>,
    /// The sum of the first reaction, and what both do.
    pub value: Option<i32>,
    pub charger: Charger,
    pub defender: Option<DefenderDoes>,
    /// Where a standing defender must stop firing (T16.A.fire).
    pub fires_at: Option<u8>,
    /// Losses and factors of charger and defender when it was declared.
    pub marks: [Mark; 2],
    /// The defender changes formation and cannot be ready in time (T13.A.x).
    pub caught: bool,
    /// The moments at which he is through with changes of formation, and with turns too; 0 where there are none.
    #[serde(default)]
    pub formed_at: f64,
    #[serde(default)]
    pub faced_at: f64,
    /// The moment at which the charger came to his stop line.
    pub at: f64,
    /// He has touched his target.
    pub contact: bool,
    /// It is over: refused, halted, dropped.
    pub over: bool,
}

/// What fire did to a body in this move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnderFire {
    pub men: u32,
    /// Figures taken off by fire.
    pub figures: u16,
    pub by_shell: u32,
    /// It weighs as shell in morale (13C), not in disorganisation (8B).
    #[serde(default)]
    pub by_shrapnel: u32,
    pub by_rockets: u32,
    pub by_round_shot: u32,
    pub by_canister: u32,
    pub from_flank: u32,
    pub flank_figures: u16,
    /// Who fired at it, whether or not they hit.
    pub shooters: Vec<UnitId>,
}

impl UnderFire {
    /// What was suffered before as well.
    pub fn add(&mut self, o: &UnderFire) {
        self.men += o.men;
        self.figures += o.figures;
        self.by_shell += o.by_shell;
        self.by_shrapnel += o.by_shrapnel;
        self.by_rockets += o.by_rockets;
        self.by_round_shot += o.by_round_shot;
        self.by_canister += o.by_canister;
        self.from_flank += o.from_flank;
        self.flank_figures += o.flank_figures;
        self.shooters.extend(o.shooters.iter().copied());
    }
}

/// Two bodies in contact, round by round (play.melee).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    pub a: UnitId,
    pub b: UnitId,
    /// The round under way, from 1.
    pub round: u32,
    pub rounds_won: [u8; 2],
    /// In this move: figures at the start of the round, men lost, factors gained in it.
    pub figures: [u16; 2],
    pub lost: [u32; 2],
    pub gained: [u16; 2],
    /// Figures of the bodies when the round began.
    #[serde(default)]
    pub strength: [u16; 2],
    /// Figures that touched when a charge came home in this move (19.2.b), and figures of the engaged subgroups (6.2.a.iii).
    #[serde(default)]
    pub front: [u16; 2],
    #[serde(default)]
    pub engaged: [u16; 2],
    /// Who had impetus in this move, who broke through, who follows up.
    pub impetus: [bool; 2],
    pub broke_through: [bool; 2],
    /// Ranks of the other that each has passed in a breakthrough, and whether it came out behind (play.breakthrough).
    pub passed: [u16; 2],
    pub came_out: [bool; 2],
    /// Centimetres of the move that each still has after it came out.
    #[serde(default)]
    pub left: [f64; 2],
    pub following: [bool; 2],
    /// Who came on in this move.
    pub came_on: [bool; 2],
    /// Who charged downhill in this move (T11.B), who tries to cross an obstacle that the other defends, and who has crossed it (T12.B).
    #[serde(default)]
    pub downhill: [bool; 2],
    #[serde(default)]
    pub crosses: [bool; 2],
    #[serde(default)]
    pub crossed: [bool; 2],
    /// Who got across in this move after an enemy who gave ground (table 8E), and whether the two lost touch in it (19.5.m).
    #[serde(default)]
    pub got_over: [bool; 2],
    #[serde(default)]
    pub apart: bool,
    /// Figures of the engaged subgroups in the last round.
    #[serde(default)]
    pub engaged_before: [u16; 2],
    /// The factors of its end are counted (table 8F).
    #[serde(default)]
    pub counted: bool,
    pub over: bool,
}

/// Attackers who are in a house that others hold (19.3.a).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Storming {
    pub house: u16,
    pub by: UnitId,
    pub inside: u16,
}

/// Prisoners and those who guard them (23.10.b, play.prisoners).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captive {
    pub unit: UnitId,
    pub captor: UnitId,
    /// Figures of the captor who are with them.
    pub guards: u16,
    /// The move in which they were taken.
    pub since: u16,
    /// Nobody guards them any more.
    pub free: bool,
    /// Frenzied captors kill them in the next move (23.10.a).
    pub doomed: bool,
}

impl Captive {
    /// Those to whom no quarter is given.
    pub fn doomed(unit: UnitId, captor: UnitId, since: u16) -> Captive {
        Captive { unit, captor, guards: 0, since, free: false, doomed: true }
    }
}

/// A game order on its way (play.orders.courier).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OnTheWay {
    pub unit: UnitId,
    pub order: GameOrder,
    /// The move from whose first step it is in force.
    pub obeyed: u32,
}

/// What a courier brings (7.5, 10.1.d).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Errand {
    /// A game order to a unit.
    Order { unit: UnitId, order: GameOrder },
    /// That a general is lost, to his superior.
    News { of: GeneralId, to: GeneralId },
    /// Who commands now, to a unit.
    Appointment { of: GeneralId, to: UnitId },
}

/// A courier under way (12.8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Courier {
    pub side: Side,
    pub at: table::V2,
    pub errand: Errand,
}

/// What stands apart from its body with those who hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leads {
    /// Horses of dismounted cavalry (6.2.a.v, 12.7.a).
    Horses,
    /// Limbers and teams of deployed guns (6.2.a.vii, 16.2.a).
    Teams,
}

/// Led horses, or teams away from their guns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Led {
    pub owner: UnitId,
    pub side: Side,
    pub what: Leads,
    pub base: Base,
    /// Holders or drivers with them.
    pub holders: u16,
    /// They were abandoned and run (12.7.h).
    pub runs: bool,
    /// Those who hold them lead them away from the enemy, for the rest of their body has left them (23.11.b, 23.13).
    #[serde(default)]
    pub away: bool,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ended {
    pub winner: Option<Side>,
    pub clause: Clause,
    pub why: Message,
}

/// A stretch of the way that a body went in this move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trodden {
    pub moving: Moving,
    pub until: f64,
}

/// Where a battle has got to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub step: Step,
    /// What the step does at its beginning is done.
    pub begun: bool,
    /// Who is waited for, and for what.
    pub pending: Vec<(Side, Awaits)>,
    /// What a side has committed without the other seeing it (play.sequence).
    pub secret: [Option<Answer>; 2],
    /// The game order in force for each unit; none once it has reached its objective or rallied (play.orders.game).
    pub game: Vec<Option<Arc<GameOrder>>>,
    pub on_the_way: Vec<OnTheWay>,
    pub couriers: Vec<Courier>,
    /// Dismounted cavalry that has lost its horses (23.11.a).
    pub horseless: Vec<UnitId>,
    /// Led horses and teams that stand apart.
    pub led: Vec<Led>,
    /// Gunners and dismounted cavalry who reach safety as they are: which way, and how far (23.11.a, 23.12.b).
    pub on_foot_to_cover: Vec<(UnitId, table::V2, f64)>,
    /// Who spikes guns, and for how many moves already (12.5.e).
    pub spiking: Vec<(UnitId, u8)>,
    /// Bodies that hold their fire until attackers are in contact (15.3.f).
    pub late_fire: Vec<UnitId>,
    /// The move order of each unit in this move.
    pub orders: Vec<Option<Arc<MoveOrder>>>,
    /// Where generals ride in step 4 of this move (12.8).
    #[serde(default)]
    pub rides: Vec<Ride>,
    /// Where each body stood at the start of the move.
    pub stood: Vec<Base>,
    /// How each body went in this move, from 0.
    pub ways: Vec<Vec<Trodden>>,
    /// The part of the move in which each body marched, turned, changed or crossed something.
    pub busy: Vec<f64>,
    /// The ground and obstacles that each body met in this move (table 8A).
    pub met: Vec<Vec<Stretch>>,
    pub charges: Vec<Charge>,
    pub fire: Vec<UnderFire>,
    /// Men that each body lost in this move, in whatever way (23.6.a).
    pub lost: Vec<u32>,
    /// What was chosen in step 8.
    pub choices: Vec<FireChoice>,
    pub fights: Vec<Fight>,
    /// Dice of charge reactions already rolled by a body in this move (17.4.b).
    pub rolled: Vec<(UnitId, [u8; 2])>,
    /// Bodies that broke, were destroyed or surrendered in this move (22.1.b.5), with the figures that they then had.
    pub broken: Vec<(UnitId, u16)>,
    /// Units of which a subgroup that was engaged was put to rout in this move, and its figures (22.1.b.7).
    #[serde(default)]
    pub parts_routed: Vec<(UnitId, u16)>,
    /// Where each body was that broke in this move, when it did (22.1.b.5).
    #[serde(default)]
    pub broke_at: Vec<(UnitId, table::V2)>,
    /// Those that were broken in the move before and run past others in this one.
    pub ran: Vec<UnitId>,
    /// Whose result is of this step and is carried out at once with what is left of the move (play.forced).
    pub fresh: Vec<UnitId>,
    /// Who was fired at in the move before, and by whom (play.forced).
    #[serde(default)]
    pub shot_by: Vec<(UnitId, UnitId)>,
    /// Who lost a general that counts for them, killed, taken or put to rout within 5 cm, in this move (22.1.b.6).
    #[serde(default)]
    pub bereaved: Vec<UnitId>,
    /// Who came upon an unseen enemy within attack distance (22.1.b.8).
    pub surprised: Vec<UnitId>,
    /// The same in the move before: they may attack, not charge (17.1.a).
    pub surprised_before: Vec<UnitId>,
    /// Who has taken a morale test in this phase (22.1.c).
    pub tested: Vec<UnitId>,
    /// Own bodies that came through each other in this move (play.pass-through).
    pub passed: Vec<(UnitId, UnitId)>,
    /// Who made a rout move in this move (23.6.a).
    pub rout_moves: Vec<UnitId>,
    /// Who withdrew, retreated, gave ground or followed up in this move: those who have such a result only now have not (19.5.l, play.forced).
    #[serde(default)]
    pub fell_back: Vec<UnitId>,
    /// Routers who could not cross what lay before them (23.5.f).
    pub trapped: Vec<UnitId>,
    /// Who gave himself up in this move, and to whom.
    pub given_up: Vec<(UnitId, UnitId)>,
    pub captives: Vec<Captive>,
    /// Figures that frenzied pursuers have killed in their pursuit (23.10.a).
    #[serde(default)]
    pub slain: Vec<(UnitId, u16)>,
    pub storms: Vec<Storming>,
    /// Cavalry that took the factors of elephants and is still near them (A5.8).
    pub startled: Vec<UnitId>,
    /// Who has charged in an earlier move of the battle (A3.8).
    #[serde(default)]
    pub charged_once: Vec<UnitId>,
    /// Who must declare a charge in this move, and on whom (17.6.a.note).
    pub must_charge: Vec<(UnitId, UnitId)>,
    /// Objectives, by their place, over which bodies of a side have passed (24.2.a.ii).
    #[serde(default)]
    pub passages: Vec<(u16, Side)>,
    /// Surrounded troops who fight one more move, to the end of that move (23.9.b).
    pub last_stand: Vec<(UnitId, u16)>,
    /// Whom each pursuer pursues or each follower follows, and for how many moves.
    pub quarry: Vec<(UnitId, UnitId, u8)>,
    /// Who has given ground or followed up in this move, by the result of the move before (23.2.c).
    #[serde(default)]
    pub gave: Vec<UnitId>,
    /// Figures with which each pursuer fought the round that made the others rout (play.pursuit).
    #[serde(default)]
    pub fought_with: Vec<(UnitId, u16)>,
    /// Bodies that stay where a result lets them choose.
    pub choosers: Vec<UnitId>,
    #[serde(skip)]
    pub ended: Option<Ended>,
}

impl Play {
    /// Before the first move.
    pub fn new(f: &Field, terms: &Terms) -> Play {
        let n = f.units.len();
        let mut game: Vec<_> = terms.orders.iter().map(|o| o.clone().map(Arc::new)).collect();
        game.resize(n, None);
        Play {
            step: Step::Before,
            begun: false,
            pending: Vec::new(),
            secret: [None, None],
            game,
            on_the_way: Vec::new(),
            couriers: Vec::new(),
            horseless: Vec::new(),
            led: Vec::new(),
            on_foot_to_cover: Vec::new(),
            spiking: Vec::new(),
            late_fire: Vec::new(),
            orders: vec![None; n],
            rides: Vec::new(),
            stood: f.units.iter().map(|u| u.base).collect(),
            ways: vec![Vec::new(); n],
            busy: vec![0.0; n],
            met: vec![Vec::new(); n],
            charges: Vec::new(),
            fire: vec![UnderFire::default(); n],
            lost: vec![0; n],
            choices: Vec::new(),
            fights: Vec::new(),
            rolled: Vec::new(),
            broken: Vec::new(),
            parts_routed: Vec::new(),
            broke_at: Vec::new(),
            ran: Vec::new(),
            fresh: Vec::new(),
            shot_by: Vec::new(),
            bereaved: Vec::new(),
            surprised: Vec::new(),
            surprised_before: Vec::new(),
            tested: Vec::new(),
            passed: Vec::new(),
            rout_moves: Vec::new(),
            fell_back: Vec::new(),
            trapped: Vec::new(),
            given_up: Vec::new(),
            captives: Vec::new(),
            slain: Vec::new(),
            storms: Vec::new(),
            startled: Vec::new(),
            charged_once: Vec::new(),
            must_charge: Vec::new(),
            passages: Vec::new(),
            last_stand: Vec::new(),
            quarry: Vec::new(),
            gave: Vec::new(),
            fought_with: Vec::new(),
            choosers: Vec::new(),
            ended: None,
        }
    }

    /// What belongs to one move alone begins anew.
    pub fn clear_for_move(&mut self, f: &Field) {
        let fresh = Play::new(f, &Terms::default());
        let ran = self.broken.iter().map(|(u, _)| *u).collect();
        let fights = self.fights.drain(..).filter(|x| !x.over).collect();
        let mut charged_once = std::mem::take(&mut self.charged_once);
        let went = |c: &&Charge| {
            let refused = matches!(c.charger, Charger::Refuse | Charger::WithdrawToCover);
            c.what == Closing::Charge && !refused
        };
        charged_once.extend(self.charges.iter().filter(went).map(|c| c.by));
        charged_once.sort();
        charged_once.dedup();
        let shot = self.fire.iter().enumerate();
        let shot_by =
            shot.flat_map(|(i, x)| x.shooters.iter().map(move |s| (UnitId(i as u16), *s))).collect();
        *self = Play {
            game: std::mem::take(&mut self.game),
            on_the_way: std::mem::take(&mut self.on_the_way),
            couriers: std::mem::take(&mut self.couriers),
            horseless: std::mem::take(&mut self.horseless),
            led: std::mem::take(&mut self.led),
            spiking: std::mem::take(&mut self.spiking),
            on_foot_to_cover: std::mem::take(&mut self.on_foot_to_cover),
            quarry: std::mem::take(&mut self.quarry),
            fought_with: std::mem::take(&mut self.fought_with),
            captives: std::mem::take(&mut self.captives),
            slain: std::mem::take(&mut self.slain),
            storms: std::mem::take(&mut self.storms),
            startled: std::mem::take(&mut self.startled),
            charged_once,
            must_charge: std::mem::take(&mut self.must_charge),
            passages: std::mem::take(&mut self.passages),
            last_stand: std::mem::take(&mut self.last_stand),
            step: self.step,
            begun: self.begun,
            fights,
            ran,
            shot_by,
            surprised_before: std::mem::take(&mut self.surprised),
            ..fresh
        };
    }

    /// Lists that have an entry for each body get one for those that were made in play.
    pub fn make_room_for(&mut self, f: &Field) {
        let n = f.units.len();
        self.game.resize(n, None);
        self.orders.resize(n, None);
        self.ways.resize(n, Vec::new());
        self.busy.resize(n, 0.0);
        self.met.resize(n, Vec::new());
        self.fire.resize(n, UnderFire::default());
        self.lost.resize(n, 0);
        let had = self.stood.len();
        self.stood.extend(f.units.iter().skip(had).map(|u| u.base));
    }

    /// The charge or attack that a body makes: the one that goes on, or the last.
    pub fn charge_of(&self, u: UnitId) -> Option<&Charge> {
        let on = self.charges.iter().find(|c| c.by == u && !c.over && !c.screen);
        on.or_else(|| self.charges.iter().rfind(|c| c.by == u && !c.screen))
    }

    /// Does a charger go on against another whom he has declared his charge on (17.4.b)?
    pub fn charges_another(&self, c: &Charge) -> bool {
        self.charges.iter().any(|o| o.by == c.by && o.on != c.on && !o.screen && !o.over)
    }

    /// Charges and attacks made on a body, out-of-reach ones apart.
    pub fn charges_on(&self, u: UnitId) -> impl Iterator<Item = &Charge> {
        self.charges.iter().filter(move |c| c.on == u && c.what != Closing::OutOfReach)
    }

    /// Is a body in melee?
    pub fn fights(&self, u: UnitId) -> bool {
        self.fights.iter().any(|x| !x.over && (x.a == u || x.b == u))
    }

    /// What this body has been ordered.
    pub fn order(&self, u: UnitId) -> Option<&MoveOrder> {
        self.orders.get(u.index()).and_then(Option::as_deref)
    }

    /// Whom it pursues or follows.
    pub fn quarry_of(&self, u: UnitId) -> Option<(UnitId, u8)> {
        self.quarry.iter().find(|(by, _, _)| *by == u).map(|(_, on, n)| (*on, *n))
    }
}
