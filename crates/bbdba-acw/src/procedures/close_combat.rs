//! A close combat between two elements in front contact, or an element and a camp.

use super::aftermath::{Aftermath, Then};
use super::results::{self, Beaten, Effect, Suffers};
use super::shooting::floor;
use super::{CombatReadings, FactorFloor, FlankAndOverlap, MountedAndHeavy, SameCause, SupportKind};
use crate::troop::Troop;
use crate::{book, clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, SituationError};
use words::Message;

/// Two who fight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CloseCombatSituation {
    /// One of the two; its die is rolled first.
    pub a: Fighter,
    /// The other; its die is rolled second.
    pub b: Fighter,
    /// The first close-combat phase in which this contact is fought.
    #[serde(default = "yes")]
    pub first_round: bool,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

fn yes() -> bool {
    true
}

/// One of the two, and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    /// What it is.
    pub troop: Troop,
    /// Its movement brought about the front contact.
    #[serde(default)]
    pub attacker: bool,
    /// It is at least partly in heavy going.
    #[serde(default)]
    pub in_heavy_going: bool,
    /// It is at least partly in the bed of a river, off road: neither good nor heavy going.
    #[serde(default)]
    pub in_river_bed: bool,
    /// It touches a command element of its own side.
    #[serde(default)]
    pub with_commander: bool,
    /// Its base reaches higher up a hill than the enemy's.
    #[serde(default)]
    pub uphill: bool,
    /// It stands on land with its front on the bank of a river known not to be shallow; the enemy is in the bed, off
    /// roads.
    #[serde(default)]
    pub on_bank: bool,
    /// Its front is on the edge of a road that lies between it and the enemy.
    #[serde(default)]
    pub in_far_ditch: bool,
    /// An enemy overlaps it on its left.
    #[serde(default)]
    pub overlapped_left: bool,
    /// An enemy overlaps it on its right.
    #[serde(default)]
    pub overlapped_right: bool,
    /// An enemy front lies against its left flank.
    #[serde(default)]
    pub flanked_left: bool,
    /// An enemy front lies against its right flank.
    #[serde(default)]
    pub flanked_right: bool,
    /// An enemy front lies against its rear.
    #[serde(default)]
    pub rear_contact: bool,
    /// An enemy base touches its rear along more than a corner, whichever way it faces.
    #[serde(default)]
    pub enemy_behind: bool,
    /// It could not turn to the attacker on its flank or rear (dba.56): its own front is free, and it would recoil straight
    /// away from him.
    #[serde(default)]
    pub unturned: bool,
    /// The friend directly behind it, lined up and touched by no enemy.
    #[serde(default)]
    pub rear_support: Option<RearSupport>,
}

/// The element directly behind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RearSupport {
    /// What it is.
    pub troop: Troop,
    /// It is at least partly in heavy going.
    #[serde(default)]
    pub in_heavy_going: bool,
    /// It is at least partly in the bed of a river, off road.
    #[serde(default)]
    pub in_river_bed: bool,
}

impl RearSupport {
    /// Of this type, in good going.
    pub fn new(troop: Troop) -> RearSupport {
        RearSupport { troop, in_heavy_going: false, in_river_bed: false }
    }
}

impl Fighter {
    /// Of this type, in the open, alone.
    pub fn new(troop: Troop) -> Fighter {
        Fighter {
            troop,
            attacker: false,
            in_heavy_going: false,
            in_river_bed: false,
            with_commander: false,
            uphill: false,
            on_bank: false,
            in_far_ditch: false,
            overlapped_left: false,
            overlapped_right: false,
            flanked_left: false,
            flanked_right: false,
            rear_contact: false,
            enemy_behind: false,
            unturned: false,
            rear_support: None,
        }
    }
}

impl CloseCombatSituation {
    /// Two fighters in their first round.
    pub fn new(a: Fighter, b: Fighter) -> CloseCombatSituation {
        CloseCombatSituation { a, b, first_round: true, readings: CombatReadings::default() }
    }
}

/// Who had the higher total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    A,
    Neither,
    B,
}

/// What a close combat comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CloseCombatOutcome {
    /// Whose total was the higher (impetuous.2 asks).
    pub better: Better,
    pub a: Suffers,
    pub b: Suffers,
    /// What the result brings with it.
    #[serde(skip_serializing_if = "Then::is_nothing")]
    pub then: Then,
}

impl CloseCombatOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let (a, b) = (say!("combatant-a", troop = self.a.troop), say!("combatant-b", troop = self.b.troop));
        if self.b.effect != Effect::NoEffect {
            self.then.told(self.b.message(b), a)
        } else if self.a.effect != Effect::NoEffect {
            self.then.told(self.a.message(a), b)
        } else {
            match self.better {
                Better::A => say!("a-better-without-effect"),
                Better::Neither => say!("equal-totals-no-effect"),
                Better::B => say!("b-better-without-effect"),
            }
        }
    }
}
words::spoken!(CloseCombatOutcome);

/// All that can be known of a close combat before the dice.
#[derive(Clone, Copy, Debug)]
pub struct PreparedCloseCombat {
    a: i32,
    b: i32,
    /// What each is if beaten.
    a_beaten: Beaten,
    b_beaten: Beaten,
    /// What it brings with it if each is beaten.
    a_then: Aftermath,
    b_then: Aftermath,
    readings: CombatReadings,
}

/// The procedure of close combat.
#[derive(Clone, Copy, Debug)]
pub struct CloseCombat;

/// The place of each line in the table `melee-mods`.
mod line {
    pub const COMMANDER: usize = 0;
    pub const POSITION: usize = 1;
    pub const UPHILL: usize = 2;
    pub const BANK: usize = 3;
    pub const CHARGE: usize = 4;
    pub const CAMP: usize = 5;
    pub const OVERLAP: usize = 6;
    pub const HEAVY: usize = 7;
    pub const MOUNTED: usize = 8;
    pub const SUPPORT: usize = 9;
}

/// A side's factor as it is added up.
struct Tally<'r, R> {
    side: &'static str,
    mods: &'static [i32],
    sum: i32,
    r: &'r mut R,
}

impl<R: Record> Tally<'_, R> {
    fn add(&mut self, what: Message, at: usize, by: Clause) {
        self.r.modifier(self.side, what, self.mods[at], by);
        self.sum += self.mods[at];
    }

    /// Another clause on which it rests that something counts, or does not.
    fn rests_on(&mut self, by: Clause) {
        self.r.clause(by);
    }
}

/// One side's factor with all its modifiers.
fn strength(
    side: &'static str,
    me: &Fighter,
    foe: &Fighter,
    s: &CloseCombatSituation,
    r: &mut impl Record,
) -> i32 {
    let c = &s.readings;
    let camp = me.troop == Troop::Camp;
    let defends = !me.attacker;
    let own = me.troop.stats().melee[usize::from(foe.troop.is_mounted())];
    r.modifier(side, me.troop.message(), own, clause!("stats.1"));
    if me.troop == Troop::Artillery {
        r.clause(clause!("troops.4"));
        r.clause(clause!("dba.30"));
    }
    let mut t = Tally { side, mods: &book::data().melee_mods, sum: own, r };

    if me.with_commander && !camp {
        t.add(say!("with-command-element"), line::COMMANDER, clause!("melee-mod.1"));
        t.rests_on(clause!("command.2"));
    }
    // Height, bank and camp have lines of their own; the same cause counts once unless read otherwise.
    let bank = me.on_bank && defends;
    let ditch = me.in_far_ditch && defends;
    let adds_up = c.same_cause == SameCause::AddsUp && defends && (me.uphill || bank || camp);
    if ditch || adds_up {
        t.add(say!("defends-position"), line::POSITION, clause!("melee-mod.2"));
    }
    if me.uphill {
        t.add(say!("uphill"), line::UPHILL, clause!("melee-mod.3"));
        t.rests_on(clause!("terrain.10"));
        t.rests_on(clause!("dba.45"));
    }
    if bank {
        t.add(say!("defends-river-bank"), line::BANK, clause!("melee-mod.4"));
        t.rests_on(clause!("river.4"));
    }
    if me.troop == Troop::Cavalry && me.attacker && s.first_round && foe.troop != Troop::Camp {
        t.add(say!("cavalry-charging"), line::CHARGE, clause!("melee-mod.5"));
        t.rests_on(clause!("dba.22"));
    }
    if camp {
        t.add(say!("camp-defence"), line::CAMP, clause!("melee-mod.6"));
    } else {
        for (left, overlap, flank) in
            [(true, me.overlapped_left, me.flanked_left), (false, me.overlapped_right, me.flanked_right)]
        {
            if flank {
                let flanked = if left { say!("flanked-left") } else { say!("flanked-right") };
                t.add(flanked, line::OVERLAP, clause!("melee-mod.7"));
            }
            let both = overlap && flank;
            if both && c.flank_and_overlap == FlankAndOverlap::OneASide {
                t.rests_on(clause!("dba.19"));
            } else if overlap {
                let overlapped = if left { say!("overlapped-left") } else { say!("overlapped-right") };
                t.add(overlapped, line::OVERLAP, clause!("melee-mod.7"));
                t.rests_on(clause!("dba.18"));
            }
        }
        if me.rear_contact {
            t.add(say!("enemy-rear"), line::OVERLAP, clause!("melee-mod.7"));
        }
    }
    let mut slowed = false;
    if me.in_heavy_going && !camp {
        match me.troop {
            Troop::Jaeger => t.rests_on(clause!("troops.2")),
            Troop::Dismounted => t.rests_on(clause!("melee-mod.8")),
            _ => {
                slowed = true;
                t.add(say!("heavy-going"), line::HEAVY, clause!("melee-mod.8"));
            }
        }
        t.rests_on(clause!("terrain.8"));
        // Partly is wholly.
        t.rests_on(clause!("terrain.9"));
    }
    let once = c.mounted_and_heavy == MountedAndHeavy::Once && slowed;
    if me.troop.is_mounted() && foe.in_heavy_going && !once {
        t.add(say!("mounted-against-enemy-heavy"), line::MOUNTED, clause!("melee-mod.9"));
    }
    if let Some(behind) = &me.rear_support {
        let same = match c.rear_support {
            SupportKind::SameType => behind.troop == me.troop,
            SupportKind::AnyLine => behind.troop.is_line(),
        };
        let heavy = me.in_heavy_going || behind.in_heavy_going || foe.in_heavy_going;
        let wades = me.in_river_bed || behind.in_river_bed || foe.in_river_bed;
        if me.troop.is_line() && (foe.troop.is_line() || foe.troop == Troop::Camp) && same && !heavy {
            if wades {
                t.rests_on(clause!("river.3"));
            } else {
                t.add(say!("rear-support"), line::SUPPORT, clause!("support.1"));
                t.rests_on(clause!("troops.1"));
                t.rests_on(clause!("dba.21"));
            }
        }
    }
    match c.factor_floor {
        FactorFloor::AllCombats => floor(side, t.sum, t.r),
        FactorFloor::ShootingOnly => t.sum,
    }
}

fn impossible(field: &'static str, why: Message) -> Result<(), SituationError> {
    Err(SituationError::Impossible { field, why })
}

fn check_fighter(field: &'static str, me: &Fighter, foe: &Fighter) -> Result<(), SituationError> {
    match me.troop {
        Troop::Commander => {
            let by = clause!("command.3");
            impossible(field, say!("command-element-not-fight", by))
        }
        Troop::Artillery if me.attacker => impossible(field, say!("artillery-not-move-into")),
        Troop::Artillery if foe.troop == Troop::Camp => impossible(field, say!("artillery-not-attack-camp")),
        Troop::Camp if me.attacker || foe.troop == Troop::Camp => {
            let by = clause!("camp.1");
            impossible(field, say!("camp-stays-where-attacks", by))
        }
        Troop::Camp
            if me.overlapped_left
                || me.overlapped_right
                || me.flanked_left
                || me.flanked_right
                || me.rear_contact
                || me.enemy_behind
                || me.unturned =>
        {
            let by = clause!("camp.4");
            impossible(field, say!("camp-no-flanks-not", by))
        }
        Troop::Camp
            if me.uphill
                || me.on_bank
                || me.in_far_ditch
                || me.in_heavy_going
                || me.in_river_bed
                || me.with_commander
                || me.rear_support.is_some() =>
        {
            let by = clause!("melee-mod.6");
            impossible(field, say!("camp-own-bonus-none", by))
        }
        _ if foe.troop == Troop::Camp && (me.overlapped_left || me.overlapped_right) => {
            let by = clause!("camp.4");
            impossible(field, say!("nobody-overlapped-while-fights", by))
        }
        _ if me.rear_support.is_some_and(|b| matches!(b.troop, Troop::Camp)) => {
            let by = clause!("dba.21");
            impossible(field, say!("camp-stands-behind-nobody", by))
        }
        _ => Ok(()),
    }
}

impl Procedure for CloseCombat {
    type Situation = CloseCombatSituation;
    type Prepared = PreparedCloseCombat;
    type Outcome = CloseCombatOutcome;

    const NAME: &'static str = "close-combat";

    fn title() -> Message {
        say!("title-close-combat")
    }

    fn check(s: &CloseCombatSituation) -> Result<(), SituationError> {
        check_fighter("a", &s.a, &s.b)?;
        check_fighter("b", &s.b, &s.a)?;
        if s.a.attacker && s.b.attacker {
            let by = clause!("dba.22");
            return impossible("b.attacker", say!("attacks-other-defends-whose", by));
        }
        if s.a.uphill && s.b.uphill {
            let by = clause!("dba.45");
            return impossible("b.uphill", say!("only-two-reaches-higher", by));
        }
        Ok(())
    }

    fn prepare(s: &CloseCombatSituation, r: &mut impl Record) -> PreparedCloseCombat {
        let beaten = |me: &Fighter, foe: &Fighter| Beaten {
            in_heavy_going: me.in_heavy_going,
            in_river_bed: me.in_river_bed,
            by_in_heavy_going: foe.in_heavy_going,
            by_in_river_bed: foe.in_river_bed,
            ..Beaten::new(me.troop, foe.troop, false)
        };
        PreparedCloseCombat {
            a: strength("a", &s.a, &s.b, s, r),
            b: strength("b", &s.b, &s.a, s, r),
            a_beaten: beaten(&s.a, &s.b),
            b_beaten: beaten(&s.b, &s.a),
            a_then: Aftermath::of(&s.a, &s.b, &s.readings),
            b_then: Aftermath::of(&s.b, &s.a, &s.readings),
            readings: s.readings,
        }
    }

    #[inline]
    fn resolve(p: &PreparedCloseCombat, d: &mut impl Dice, r: &mut impl Record) -> CloseCombatOutcome {
        let (da, db) = (d.d6(), d.d6());
        r.die(da);
        r.die(db);
        let (a, b) = (p.a + i32::from(da), p.b + i32::from(db));
        r.total("a", a);
        r.total("b", b);
        r.clause(clause!("dba.20"));
        let mut out = CloseCombatOutcome {
            better: Better::Neither,
            a: Suffers::nothing(p.a_beaten.troop),
            b: Suffers::nothing(p.b_beaten.troop),
            then: Then::default(),
        };
        if a > b {
            out.better = Better::A;
            let effect = results::read(b, a, &p.b_beaten, &p.readings, r);
            (out.b.effect, out.then) = p.b_then.of_effect(effect, r);
        } else if b > a {
            out.better = Better::B;
            let effect = results::read(a, b, &p.a_beaten, &p.readings, r);
            (out.a.effect, out.then) = p.a_then.of_effect(effect, r);
        }
        out
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "a": { "troop": "rifles", "attacker": true, "with_commander": true },
            "b": { "troop": "muskets", "overlapped_left": true, "rear_support": { "troop": "muskets" } }
        })
    }
}
