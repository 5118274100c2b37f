//! What a row of a melee table does: losses, disorder, forced formations, retreats, and continued melees that are broken off.

use super::modifiers::metres;
use super::{
    Approach, BothBreak, Fighter, LossBases, MeleeOutcome, MeleeSituation, RainContinued, Room, SingleBase,
    SkirmishersAtGuns, Stage,
};
use crate::book::numbers::{Does, Forms, Half, Loss, MeleeKind};
use crate::field::Weather;
use crate::procedures::attack::DefenderBreaks;
use crate::procedures::dice::{Against, HALF, Left, Letter, after_losses, disordered};
use crate::procedures::stand_in;
use crate::troop::{Arm, FormationKind};
use crate::unit::BROKEN_U;
use crate::{clause, say};
use serde::Serialize;
use umpire::{Dice, Die, Record};
use words::Message;

/// The loss value by which a circled entry goes on (melee-loss.2).
pub const CIRCLED: u8 = 3;
/// U of a unit that friends or enemies keep from a forced formation (melee-tables.4).
const NO_ROOM: u8 = 2;
/// Results that heavy rain or snow reads as their neighbours: from, to, and the result to be read (weather.4).
const RAIN: [(i32, i32, i32); 2] = [(7, 9, 6), (13, 15, 16)];

/// What a unit does after a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Stays,
    /// It fights on.
    Continues,
    /// So many metres, turned about.
    Retreats(u16),
    /// It has won a breakthrough; whoever must, goes unless it passes O1/1.
    BreaksThrough {
        metres: u16,
        must: bool,
    },
    /// It stays to destroy the battery, or breaks through as far as that.
    AtGuns {
        metres: Option<u16>,
    },
    /// A battery that can do nothing until the enemy goes away.
    Pinned,
    Eliminated,
}

impl Action {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Action::Stays => say!("action-stays"),
            Action::Continues => say!("action-continues"),
            Action::Retreats(metres) => say!("action-retreats", metres),
            Action::BreaksThrough { metres, must: true } => say!("action-must-break-through", metres),
            Action::BreaksThrough { metres, must: false } => say!("action-may-break-through", metres),
            Action::AtGuns { metres: Some(metres) } => say!("action-at-guns", metres),
            Action::AtGuns { metres: None } => say!("action-at-guns-stays"),
            Action::Pinned => say!("action-pinned"),
            Action::Eliminated => say!("action-eliminated"),
        }
    }
}
words::spoken!(Action);

/// What has become of a unit in a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fate {
    pub action: Action,
    pub losses: u8,
    /// U gained.
    pub gained: u8,
    /// U now.
    pub disorder: u8,
    pub left: Left,
    /// The formation that it has taken by the result.
    pub forms: Option<FormationKind>,
    /// Its battalion gun is lost.
    pub gun_lost: bool,
    /// Eliminated, where the row forced it to retreat (play.melee-result).
    #[serde(skip)]
    pub driven: bool,
}

impl Fate {
    /// It has lost the melee: it was forced to retreat or eliminated (formation-morale.3).
    pub fn lost(&self) -> bool {
        matches!(self.action, Action::Retreats(_) | Action::Eliminated)
    }

    /// In words.
    pub fn message(&self) -> Message {
        say!("melee-fate", action = self.action, losses = self.losses, gained = self.gained)
    }
}
words::spoken!(Fate);

/// Losses of a unit by its half of a row.
fn losses(
    s: &MeleeSituation,
    kind: MeleeKind,
    own: &Fighter,
    enemy: &Fighter,
    half: &Half,
    d: &mut impl Dice,
    r: &mut impl Record,
) -> u8 {
    let mut failed = 0;
    let value = match half.loss {
        Loss::Circled(n) => {
            failed = n - Against::new(Letter::M, own.morale).passes(n, d, r);
            r.reckon(|| say!("reckon-circled", n, failed, value = CIRCLED), clause!("melee-loss.2"));
            CIRCLED
        }
        Loss::Value(v) => {
            let infantry = matches!(kind, MeleeKind::InfantryInfantry | MeleeKind::ContinuedInfantry);
            if infantry && own.skirmishes() && !enemy.skirmishes() && v > 0 {
                r.reckon(|| say!("reckon-skirmishers-lose-less"), clause!("melee-tables.1"));
                v - 1
            } else {
                v
            }
        }
    };
    let bases = match s.readings.loss_bases {
        LossBases::Front => enemy.bases,
        LossBases::All => enemy.bases + enemy.behind,
    };
    let line = enemy.on_foot() && enemy.stands() == FormationKind::Line;
    if line && enemy.formation != FormationKind::Line {
        r.reckon(|| say!("reckon-line-in-redoubt"), clause!("redoubt.7"));
    }
    let twice = line || enemy.arm == Arm::Artillery;
    let factor = i32::from(value) * i32::from(bases) * if twice { 2 } else { 1 };
    let halves = s.sheet.numbers().losses(factor);
    r.reckon(
        || {
            let losses = halves.shown();
            if twice {
                say!("reckon-loss-twice", value, bases, factor, losses)
            } else {
                say!("reckon-loss", value, bases, factor, losses)
            }
        },
        clause!("melee-loss.1"),
    );
    stand_in(&s.sheet, "losses.proposal", r);
    failed + halves.rolled(d, r)
}

/// What a half of a row has a unit do.
fn action(s: &MeleeSituation, own: &Fighter, half: &Half, r: &mut impl Record) -> Action {
    let goes_on = s.stage == Stage::Continued;
    let breaks = |metres: u16, must: bool, r: &mut dyn FnMut()| {
        if own.skirmishes() || goes_on {
            r();
            return Action::Stays;
        }
        Action::BreaksThrough { metres, must }
    };
    match half.does {
        Does::Stay => Action::Stays,
        Does::Continue => Action::Continues,
        Does::Pinned => Action::Pinned,
        Does::Retreat { metres, cavalry } => {
            let metres = if own.arm == Arm::Cavalry { cavalry } else { metres };
            r.reckon(|| say!("reckon-retreats", metres), clause!("melee-retreat.1"));
            Action::Retreats(metres)
        }
        Does::BreakThrough(metres) => breaks(metres, true, &mut || {
            r.reckon(|| say!("reckon-skirmishers-stay"), clause!("breakthrough.2"));
        }),
        Does::MayBreakThrough(_) if !s.mutual && s.readings.defender_breaks == DefenderBreaks::Never => {
            r.reckon(|| say!("reckon-defender-stays"), clause!("breakthrough.2"));
            Action::Stays
        }
        Does::MayBreakThrough(metres) => {
            r.reckon(
                || if s.mutual { say!("reckon-held-back") } else { say!("reckon-defender-not-forced") },
                clause!("breakthrough.2"),
            );
            breaks(metres, s.mutual, &mut || {
                r.reckon(|| say!("reckon-skirmishers-stay"), clause!("breakthrough.2"));
            })
        }
        Does::AtGuns => {
            if own.skirmishes() && s.readings.skirmishers_at_guns == SkirmishersAtGuns::Cannot {
                r.reckon(|| say!("reckon-skirmishers-leave-guns"), clause!("melee-guns.1"));
                return Action::Stays;
            }
            let far = match own.arm {
                _ if own.skirmishes() => None,
                Arm::Cavalry => Some(metres("breakthrough over artillery, cavalry")),
                _ => Some(metres("breakthrough over artillery, infantry")),
            };
            r.reckon(|| say!("reckon-at-guns"), clause!("melee-guns.1"));
            Action::AtGuns { metres: far }
        }
    }
}

/// The formation that a result forces on a unit which stays, and U for want of room (melee-tables.4).
fn forced(
    own: &Fighter,
    left: Left,
    forms: Option<Forms>,
    r: &mut impl Record,
) -> (Option<FormationKind>, u8) {
    let to = match forms {
        None => return (None, 0),
        Some(Forms::Line) => FormationKind::Line,
        Some(Forms::Square) => FormationKind::Square,
    };
    if !own.on_foot() || own.formation == to {
        return (None, 0);
    }
    if own.skirmishes() {
        r.reckon(|| say!("reckon-skirmishers-keep"), clause!("melee-tables.5"));
        return (None, 0);
    }
    let can = match to {
        FormationKind::Line => {
            matches!(own.formation, FormationKind::Column | FormationKind::MarchColumn) && !own.irregular
        }
        _ => left.bases >= 2,
    };
    match own.room {
        _ if !can => {
            r.reckon(|| say!("reckon-keeps-formation"), clause!("melee-tables.4"));
            (None, 0)
        }
        Room::Free => {
            r.reckon(|| say!("reckon-forms"), clause!("melee-tables.4"));
            (Some(to), 0)
        }
        Room::Units => {
            r.reckon(|| say!("reckon-no-room", gained = NO_ROOM), clause!("melee-tables.4"));
            (None, NO_ROOM)
        }
        Room::Ground => {
            r.reckon(|| say!("reckon-ground-forbids"), clause!("melee-tables.4"));
            (None, 0)
        }
    }
}

/// Which of two units retreats that both must break off (melee-continued.6): the first if `true`. A die decides at last.
pub fn break_off(
    [a, b]: [(&Fighter, u8, Left); 2],
    how: BothBreak,
    d: &mut impl Dice,
    r: &mut impl Record,
) -> bool {
    let skirmish = |f: &Fighter| f.skirmish.unwrap_or(0);
    let by_gained = match how {
        BothBreak::Fewest => a.1.cmp(&b.1),
        BothBreak::Most => b.1.cmp(&a.1),
    };
    let order = by_gained
        .then(a.2.bases.cmp(&b.2.bases))
        .then(a.0.melee.cmp(&b.0.melee))
        .then(a.0.training.cmp(&b.0.training))
        .then(skirmish(a.0).cmp(&skirmish(b.0)));
    if order.is_ne() {
        r.reckon(|| say!("reckon-both-break", a = a.1, b = b.1), clause!("melee-continued.6"));
        return order.is_lt();
    }
    let face = d.reach(Die::D10, HALF + 1);
    r.die(face);
    r.reckon(|| say!("reckon-both-break-by-die", face), clause!("melee-continued.6"));
    face <= HALF
}

/// Carries a result out, first in the roles of attacker and defender.
pub(super) fn apply(
    s: &MeleeSituation,
    kind: MeleeKind,
    swapped: bool,
    result: i32,
    d: &mut impl Dice,
    r: &mut impl Record,
) -> MeleeOutcome {
    let numbers = s.sheet.numbers();
    let rain = s.weather == Weather::Rain;
    let mut read = result;
    if rain && kind == MeleeKind::InfantryInfantry {
        if let Some((_, _, instead)) = RAIN.into_iter().find(|(from, to, _)| (*from..=*to).contains(&result))
        {
            read = instead;
            r.reckon(|| say!("reckon-rain-reads", result, instead), clause!("weather.4"));
        }
    }
    let row = numbers.row(kind, read);
    r.reckon(|| say!("reckon-row", from = row.from, to = row.to), clause!("melee-tables.1"));
    if kind == MeleeKind::InfantryInfantry {
        r.clause(clause!("melee-tables.2"));
    }
    let units = if swapped { [&s.defender, &s.attacker] } else { [&s.attacker, &s.defender] };
    let halves = [row.attacker, row.defender];
    let mut fates = [0, 1].map(|i: usize| {
        let (own, enemy, half) = (units[i], units[1 - i], &halves[i]);
        let losses = losses(s, kind, own, enemy, half, d, r);
        let left = after_losses(own.bases + own.behind, own.marked, losses);
        let disorder = disordered(own.disorder, half.disorder, r);
        let action = if left.eliminated() {
            r.reckon(|| say!("reckon-no-base-left"), clause!("play.melee-result"));
            Action::Eliminated
        } else {
            action(s, own, half, r)
        };
        let driven = left.eliminated() && matches!(half.does, Does::Retreat { .. });
        Fate { action, losses, gained: half.disorder, disorder, left, forms: None, gun_lost: false, driven }
    });

    // Rain that breaks off a continued melee, by the bands of the initial one.
    if rain && kind == MeleeKind::ContinuedInfantry && s.readings.rain_continued == RainContinued::Breaks {
        let loser = if result < 10 { Some(0) } else { (result > 12).then_some(1) };
        if let Some(i) = loser {
            r.reckon(|| say!("reckon-rain-breaks-off", result), clause!("weather.4"));
            leave(&mut fates, i);
        }
    }
    let infantry = matches!(kind, MeleeKind::InfantryInfantry | MeleeKind::ContinuedInfantry);
    let on = |fates: &[Fate; 2]| fates.iter().all(|f| f.action == Action::Continues);
    if infantry && on(&fates) {
        let breaks = [0, 1].map(|i: usize| {
            let (own, f) = (units[i], &fates[i]);
            let lost_base = own.reduced || f.left.bases < own.bases + own.behind;
            let always = s.readings.single_base == SingleBase::Always && s.stage != Stage::Initial;
            f.disorder >= BROKEN_U || (f.left.bases == 1 && (lost_base || always))
        });
        let first = match breaks {
            [false, false] => None,
            [true, false] => Some(0),
            [false, true] => Some(1),
            [true, true] => {
                let of = |i: usize| (units[i], fates[i].gained, fates[i].left);
                Some(usize::from(!break_off([of(0), of(1)], s.readings.both_break, d, r)))
            }
        };
        if let Some(i) = first {
            r.reckon(
                || say!("reckon-breaks-off", disorder = fates[i].disorder),
                clause!("melee-continued.5"),
            );
            leave(&mut fates, i);
        }
    }
    // Whoever fights on alone has nobody to fight.
    if !on(&fates) {
        for f in &mut fates {
            if f.action == Action::Continues {
                f.action = Action::Stays;
            }
        }
    }
    let continued = on(&fates);
    if continued {
        r.reckon(|| say!("reckon-fights-on"), clause!("melee-tables.3"));
        if s.stage != Stage::Continued {
            r.reckon(|| say!("reckon-closes"), clause!("melee-continued.1"));
            if s.from != Approach::Front {
                r.reckon(|| say!("reckon-turns-to-face"), clause!("melee-continued.2"));
            }
        } else if kind == MeleeKind::CavalryCavalry {
            r.reckon(|| say!("reckon-cavalry-fights-on"), clause!("melee-continued.7"));
        } else {
            r.reckon(|| say!("reckon-until-broken-off"), clause!("melee-continued.4"));
        }
    }
    for (i, f) in fates.iter_mut().enumerate() {
        if matches!(f.action, Action::Stays | Action::Continues) {
            let (forms, gained) = forced(units[i], f.left, halves[i].forms, r);
            f.forms = forms;
            f.gained += gained;
            f.disorder = disordered(f.disorder, gained, r);
        }
        if units[i].battalion_gun && f.lost() {
            f.gun_lost = true;
            r.reckon(|| say!("reckon-gun-lost"), clause!("battalion-gun.6"));
        }
    }
    let [attacker, defender] = if swapped { [fates[1], fates[0]] } else { fates };
    MeleeOutcome { attacker, defender, continued, swapped }
}

/// A unit breaks a continued melee off.
fn leave(fates: &mut [Fate; 2], i: usize) {
    fates[i].action = Action::Retreats(metres("retreat from continued infantry melee"));
    if fates[1 - i].action == Action::Continues {
        fates[1 - i].action = Action::Stays;
    }
}
