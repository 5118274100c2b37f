//! The points of table XV.

use super::training::{Body, column_for_transport, no_fighters, no_first_attack, training, trait_of};
use super::{
    Approach, Attack, Before, ChargeThroughMelee, ContinuedMelee, EnglishColumns, Fighter, FirstAttack,
    FirstAttacked, FleeingColumn, Ground, MarchColumnRow, MeleeReadings, MomentumThroughMelee,
    NoLineBehindCover, SeveralAttackers, Smoke, SquareWithLine, SquareWithoutAmmunition, SweepCavalryRow,
    Who,
};
use crate::book::melee::{MeleeRows, melee};
use crate::book::numbers;
use crate::procedures::{Column, Groups, Row, Tally};
use crate::troop::{Arm, Cover, Formation, Obstacle, State, Weight};
use crate::{clause, say};
use table::EPS;
use umpire::{Clause, Record};
use words::Message;

/// The straight line in cm that gives momentum (12.03.4).
pub const MOMENTUM: f64 = numbers::MOMENTUM;
/// The part of a turn of charge march that makes an attack at the charge (12.03.10).
pub const AT_THE_CHARGE: f64 = numbers::AT_THE_CHARGE;
/// So much of a turn more or less is no more than the last bit of a measure.
const HAIR: f64 = 1e-4;
/// The figures that columns, squares and masses need to count as such (skema.XV.b, mark 1).
pub const EIGHT: u16 = numbers::MARKED_FIGURES as u16;
/// Cavalry must have one figure to so many of the infantry (12.01.6).
const QUARTER: u32 = numbers::QUARTER as u32;

/// Two units and all that counts between them. In a roll for being swept along the fleeing force is the attacker.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    pub sides: [&'a Fighter; 2],
    pub attacks: [Option<&'a Attack>; 2],
    pub before: Before,
    pub ground: Ground,
    /// It is a roll for being swept along (13.05.2).
    pub sweep: bool,
    pub readings: MeleeReadings,
    pub groups: &'a Groups,
}

/// Writes modifiers under the side that has them, whichever column it reads.
struct Under<'a, R>(&'a mut R, &'static str);

impl<R: Record> Record for Under<'_, R> {
    fn modifier(&mut self, _: &'static str, what: impl Into<Message>, value: i32, clause: Clause) {
        self.0.modifier(self.1, what, value, clause);
    }
    fn kept_modifier(&mut self, _: &'static str, what: impl Into<Message>, value: i32, clause: Clause) {
        self.0.kept_modifier(self.1, what, value, clause);
    }
    fn die(&mut self, face: u8) {
        self.0.die(face);
    }
    fn total(&mut self, name: &'static str, value: i32) {
        self.0.total(name, value);
    }
    fn clause(&mut self, clause: Clause) {
        self.0.clause(clause);
    }
    fn reckon(&mut self, says: impl FnOnce() -> Message, clause: Clause) {
        self.0.reckon(says, clause);
    }
}

/// What cavalry meets when it attacks (table XV, group D).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    Square,
    Mass,
    Other,
}

impl<'a> Pair<'a> {
    fn own(&self, who: Who) -> &'a Fighter {
        self.sides[who as usize]
    }

    fn attack(&self, who: Who) -> Option<&'a Attack> {
        self.attacks[who as usize]
    }

    /// Where the other's attack strikes this unit.
    fn struck(&self, who: Who) -> Approach {
        self.attack(who.other()).map_or(Approach::Front, |a| a.approach)
    }

    /// The column that a side reads: both that of the attacker if both attack, but a unit struck in flank or rear defends.
    pub fn column(&self, who: Who) -> Column {
        let defends = self.attack(who).is_none() || self.struck(who) != Approach::Front;
        if who == Who::Defender && defends { Column::Defender } else { Column::Attacker }
    }

    fn continued(&self) -> bool {
        match self.before {
            Before::Nothing => false,
            Before::Stood => true,
            Before::MetAgain => self.readings.continued_melee == ContinuedMelee::MetAgain,
        }
    }

    /// Is a row left out by its marks (skema.XV.b)?
    fn left_out(&self, row: &Row) -> bool {
        let marks = melee().marks(row);
        (marks.fresh && self.continued()) || (marks.fight && self.sweep)
    }

    /// Has it momentum (12.03.4)?
    pub fn momentum(&self, who: Who) -> bool {
        let Some(a) = self.attack(who) else { return self.own(who).rode && self.before != Before::Stood };
        let (straight, charge) = match self.readings.momentum_through_melee {
            MomentumThroughMelee::CountedOn => (a.straight + a.straight_before, a.charge + a.charge_before),
            MomentumThroughMelee::Afresh => (a.straight, a.charge),
        };
        // Half a turn of charge march is straight and never shorter (07.02.5, table III): who says that need not say how far it was.
        let at_the_charge = straight <= 0.0 && charge >= AT_THE_CHARGE - HAIR;
        self.before != Before::Stood && (at_the_charge || straight >= MOMENTUM - EPS)
    }

    /// Does it attack at the charge (12.03.10)?
    fn at_the_charge(&self, who: Who) -> bool {
        let Some(a) = self.attack(who) else { return false };
        let before = match self.readings.charge_through_melee {
            ChargeThroughMelee::CountedOn => a.charge_before,
            ChargeThroughMelee::Afresh => 0.0,
        };
        self.before != Before::Stood && a.charge + before >= AT_THE_CHARGE - HAIR
    }

    /// Is its first fire or first attack behind it after this melee, and by which clause?
    pub fn spends_first(&self, who: Who) -> Option<Clause> {
        let u = self.own(who);
        if !u.unused {
            return None;
        }
        match u.arm {
            Arm::Infantry => Some(clause!("12.03.9.a")),
            Arm::Cavalry => {
                let attacks = self.attack(who).is_some();
                let kept = self.readings.first_attack == FirstAttack::Kept && !self.momentum(who);
                let attacked = self.readings.first_attacked == FirstAttacked::AttackedToo;
                ((attacks && !kept) || (!attacks && attacked)).then(|| clause!("12.03.9.b"))
            }
            _ => None,
        }
    }

    /// The points of a side, without its commander's.
    pub fn points(&self, who: Who, r: &mut impl Record) -> i32 {
        let column = self.column(who);
        let mut r = Under(r, who.side());
        let mut t = Tally::new(self.groups);
        let mut c = Counting { p: self, who, column, rows: &melee().rows, t: &mut t, r: &mut r };
        c.numbers();
        c.formation();
        c.ground();
        c.kind_attacked();
        c.skirmishers();
        c.arms();
        c.flank();
        c.order();
        c.horse();
        c.quality();
        let sum = t.close(&mut r).of(column);
        let (side, sum_of) = (who, words::signed(sum));
        r.reckon(|| say!("melee-reckon-points", side, sum = sum_of), clause!("skema.XV.a"));
        sum
    }
}

struct Counting<'p, 'a, 't, R> {
    p: &'p Pair<'a>,
    who: Who,
    column: Column,
    rows: &'static MeleeRows,
    t: &'t mut Tally<'a>,
    r: &'t mut R,
}

impl<'a, R: Record> Counting<'_, 'a, '_, R> {
    fn own(&self) -> &'a Fighter {
        self.p.own(self.who)
    }

    fn other(&self) -> &'a Fighter {
        self.p.own(self.who.other())
    }

    fn attacking(&self) -> bool {
        self.column == Column::Attacker
    }

    /// A row holds, unless its marks leave it out.
    fn row(&mut self, row: &Row, by: Clause) {
        self.put(row, row.at(self.column), by);
    }

    fn put(&mut self, row: &Row, value: i32, by: Clause) {
        if value == 0 {
            return;
        }
        if self.p.left_out(row) {
            let name = (row.says)();
            let swept = self.p.sweep && melee().marks(row).fight;
            let by = if swept { clause!("13.05.2") } else { clause!("skema.XV.b") };
            self.r.reckon(|| say!("melee-reckon-left-out", row = name), by);
            return;
        }
        self.t.put(self.column, row, value, by);
    }

    /// Group A (12.03.1).
    fn numbers(&mut self) {
        let together = self.p.readings.several_attackers == SeveralAttackers::Together;
        let count = |u: &Fighter| {
            let beside = if together { u.beside } else { 0 };
            u32::from(u.all()) + u32::from(u.joined) + u32::from(beside)
        };
        let (own, other) = (count(self.own()), count(self.other()));
        if self.own().line > 0 {
            let line = self.own().line;
            self.r.reckon(|| say!("melee-reckon-line", line), clause!("14.04.3"));
        }
        if together && self.own().beside > 0 {
            let beside = self.own().beside;
            self.r.reckon(|| say!("melee-reckon-beside", beside), clause!("play.melee.several"));
        }
        let by = clause!("12.03.1");
        let times = if own >= 3 * other {
            "thrice"
        } else if own >= 2 * other {
            "twice"
        } else {
            "less"
        };
        let who = self.who;
        self.r.reckon(|| say!("melee-reckon-numbers", who, own, other, times), by);
        let rows = self.rows;
        if own >= 3 * other {
            self.row(&rows.thrice, by);
        } else if own >= 2 * other {
            self.row(&rows.twice, by);
        }
    }

    /// Group B.
    fn formation(&mut self) {
        let (rows, readings) = (self.rows, self.p.readings);
        let u = self.own();
        let keeps = self.p.sweep && readings.fleeing_column == FleeingColumn::KeepsFormation;
        if u.state == State::Complete && !keeps {
            return;
        }
        let guns = !matches!(u.arm, Arm::Infantry | Arm::Cavalry);
        match u.formation {
            Formation::MarchColumn | Formation::SingleFile => {
                if guns && readings.march_column_row == MarchColumnRow::FootAndHorse {
                    return;
                }
                if self.p.ground.built_up && u.narrow {
                    self.r.reckon(|| say!("melee-reckon-narrow"), clause!("17.03.2.a"));
                    return;
                }
                self.row(&rows.march_column, clause!("12.02.1"));
            }
            Formation::AttackColumn if u.arm == Arm::Infantry && self.attacking() => {
                if column_for_transport(u, readings.english_columns == EnglishColumns::KglToo) {
                    self.r.reckon(|| say!("melee-reckon-transport"), clause!("england.4"));
                    return;
                }
                let figures = u.figures.saturating_add(u.joined);
                if figures < EIGHT {
                    self.r
                        .reckon(|| say!("melee-reckon-eight", figures, eight = EIGHT), clause!("skema.XV.b"));
                    return;
                }
                self.row(&rows.attack_column, clause!("12.02.1"));
            }
            _ => {}
        }
    }

    /// Groups C and I.
    fn ground(&mut self) {
        let rows = self.rows;
        if let Some(a) = self.p.attack(self.who).filter(|_| self.attacking()) {
            match a.obstacle {
                Obstacle::None | Obstacle::Impassable => {}
                Obstacle::I => self.row(&rows.obstacle_1, clause!("12.03.11")),
                Obstacle::II => self.row(&rows.obstacle_2, clause!("12.03.11")),
                Obstacle::III => self.row(&rows.obstacle_3, clause!("12.03.11")),
            }
            if a.uphill {
                self.row(&rows.uphill, clause!("12.03.5"));
            }
        }
        if self.own().cover != Cover::None {
            self.row(&rows.cover, clause!("12.02.1"));
        }
    }

    /// What a unit of infantry is to cavalry, and the clauses by which it is that.
    fn met(&self, u: &Fighter, by: &Fighter, struck: Approach) -> (Met, Clause) {
        let enough = u.figures.saturating_add(u.joined) >= EIGHT;
        let line_out = u.line > 0 && !u.line_back;
        let whole = !line_out || self.p.readings.square_with_line == SquareWithLine::Square;
        let ordered = u.state != State::Complete && !u.working;
        let mut met = match u.formation {
            Formation::Square if ordered && enough && whole => (Met::Square, clause!("12.03.2")),
            Formation::Mass if ordered && enough => (Met::Mass, clause!("12.02.1")),
            Formation::Square | Formation::Mass if ordered && !enough => (Met::Other, clause!("05.02.3")),
            _ => (Met::Other, clause!("12.03.3")),
        };
        if u.no_ammunition && !self.p.sweep && met.0 != Met::Other {
            let number = |u: &Fighter| u32::from(u.all()) + u32::from(u.joined);
            let quarter = number(by) * QUARTER >= number(u);
            let any = self.p.readings.square_without_ammunition == SquareWithoutAmmunition::AnyNumber;
            match met.0 {
                Met::Mass if quarter => return (Met::Other, clause!("12.01.6")),
                Met::Square if quarter || any => return (Met::Mass, clause!("12.01.6")),
                _ => {}
            }
        }
        let front = struck == Approach::Front;
        if met.0 != Met::Square && u.flanks_covered && front && ordered {
            met = (Met::Square, clause!("12.03.2"));
        }
        if met.0 == Met::Other && self.p.ground.built_up && self.p.ground.road && front && ordered {
            met = (Met::Mass, clause!("17.03.2.b"));
        }
        met
    }

    /// Group D.
    fn kind_attacked(&mut self) {
        let rows = self.rows;
        let (target, by) =
            if self.attacking() { (self.other(), self.own()) } else { (self.own(), self.other()) };
        let guns = match target.arm {
            Arm::Artillery | Arm::Train => Some(clause!("12.02.1")),
            _ => no_fighters(target),
        };
        if let Some(by) = guns {
            self.row(&rows.on_guns, by);
            return;
        }
        if target.arm != Arm::Infantry {
            return;
        }
        let struck = if self.attacking() { self.p.struck(self.who.other()) } else { self.p.struck(self.who) };
        let cavalry = by.arm == Arm::Cavalry;
        let (met, clause) = self.met(target, by, struck);
        if self.p.sweep {
            match met {
                Met::Square => self.row(&rows.on_square, clause!("13.05.2")),
                Met::Other if cavalry => {
                    let drop = self.p.readings.sweep_cavalry_row == SweepCavalryRow::WholeRow;
                    if drop || !self.attacking() {
                        self.r.reckon(|| say!("melee-reckon-no-deduction"), clause!("13.05.3"));
                    } else {
                        self.row(&rows.on_other, clause);
                    }
                }
                _ => {}
            }
            return;
        }
        if !cavalry {
            return;
        }
        match met {
            Met::Square => self.row(&rows.on_square, clause),
            Met::Mass => self.r.reckon(|| say!("melee-reckon-mass"), clause),
            Met::Other => self.row(&rows.on_other, clause),
        }
    }

    /// Group E (12.03.8).
    fn skirmishers(&mut self) {
        let (own, other) = (self.own(), self.other());
        let foot = own.arm == Arm::Infantry && other.arm == Arm::Infantry;
        if !foot || other.line > 0 || other.formation == Formation::Skirmish {
            return;
        }
        if self.p.ground.built_up {
            self.r.reckon(|| say!("melee-reckon-no-line-built-up"), clause!("17.03.1"));
            return;
        }
        let obstacle = |a: Option<&Attack>| a.is_some_and(|a| a.obstacle != Obstacle::None);
        let behind = |who: Who| self.p.own(who).cover != Cover::None || obstacle(self.p.attack(who.other()));
        let neither = self.p.readings.no_line_behind_cover == NoLineBehindCover::Neither;
        let lost = if self.attacking() { behind(self.who.other()) } else { neither && behind(self.who) };
        if lost {
            self.r.reckon(|| say!("melee-reckon-no-line-cover"), clause!("12.03.8"));
            return;
        }
        let rows = self.rows;
        self.row(&rows.no_line, clause!("12.03.8"));
    }

    /// Groups F, G, H, M and N: what concerns the arms.
    fn arms(&mut self) {
        let rows = self.rows;
        let (smoke, rifles, moved, none, unused, arm) = {
            let u = self.own();
            (u.smoke, u.rifles_only, u.moved, u.no_ammunition, u.unused, u.arm)
        };
        match smoke {
            Smoke::None => {}
            Smoke::LastTurn => self.row(&rows.smoke_last, clause!("09.02.7")),
            Smoke::ThisTurn => self.row(&rows.smoke_now, clause!("09.02.7")),
        }
        if rifles {
            self.row(&rows.rifles, clause!("12.02.1"));
        }
        if moved && arm == Arm::Infantry {
            self.row(&rows.moved, clause!("12.02.1"));
        }
        if arm == Arm::Infantry && none {
            self.row(&rows.no_ammunition, clause!("11.02.2"));
        }
        let fires = !none && self.own().body != Body::Pikes;
        if unused && arm == Arm::Infantry && fires {
            self.row(&rows.first_fire, clause!("12.03.9.a"));
        }
        if unused && arm == Arm::Cavalry {
            self.first_attack();
        }
    }

    fn first_attack(&mut self) {
        let rows = self.rows;
        let attacks = self.p.attack(self.who).is_some();
        let attacked = self.p.readings.first_attacked == FirstAttacked::AttackedToo;
        let gets = if attacks { self.p.momentum(self.who) } else { attacked };
        if !gets {
            if attacks {
                self.r.reckon(|| say!("melee-reckon-first-no-momentum"), clause!("12.03.9.b"));
            }
            return;
        }
        if no_first_attack(self.own()) {
            self.r.reckon(|| say!("melee-reckon-english-horse"), clause!("england.5"));
            return;
        }
        self.row(&rows.first_attack, clause!("12.03.9.b"));
    }

    /// Group J.
    fn flank(&mut self) {
        let rows = self.rows;
        let struck = if self.attacking() { self.p.struck(self.who.other()) } else { self.p.struck(self.who) };
        if struck != Approach::Front {
            self.row(&rows.flank, clause!("12.03.6"));
        }
        if self.attacking() && !self.own().dispersed() && self.other().dispersed() {
            self.row(&rows.dispersed, clause!("05.04.2"));
        }
    }

    /// Groups K, L and P.
    fn order(&mut self) {
        let rows = self.rows;
        let state = self.own().state;
        match state {
            State::Order => {}
            State::Disorder => self.row(&rows.disorder, clause!("12.02.1")),
            State::Complete => self.row(&rows.complete, clause!("12.02.1")),
            light => {
                let value = rows.light.at(self.column) * i32::from(light.grades());
                self.put(&rows.light, value, clause!("03.03.6"));
            }
        }
        if self.own().support {
            self.row(&rows.support, clause!("12.03.7"));
            if self.own().support_hidden {
                self.t.hide(self.column, &rows.support);
            }
        }
        if self.own().victory {
            self.row(&rows.victory, clause!("12.03.12"));
        }
    }

    /// Groups O and Q: cavalry.
    fn horse(&mut self) {
        let rows = self.rows;
        let (u, other) = (self.own(), self.other());
        let Some(weight) = u.weight else { return };
        if (self.attacking() || other.arm == Arm::Cavalry) && !self.p.momentum(self.who) {
            self.row(&rows.no_momentum, clause!("12.03.4"));
        }
        if self.attacking() && self.p.at_the_charge(self.who) {
            self.row(&rows.charge, clause!("12.03.10"));
        }
        let row = match weight {
            Weight::Heavy => &rows.heavy,
            Weight::Medium => &rows.medium,
            Weight::Light => &rows.light_horse,
            Weight::Cossack => &rows.cossack,
        };
        self.row(row, clause!("04.05.4.b"));
    }

    /// Groups R and S: training, traits and valour.
    fn quality(&mut self) {
        let rows = self.rows;
        let mut sum = 0;
        let given = self.own().training;
        let parts = if given.is_some() { Default::default() } else { training(self.own()) };
        let national = trait_of(self.own(), !self.attacking());
        sum += i32::from(given.unwrap_or(0));
        for (value, by) in parts.into_iter().chain(national) {
            sum += value;
            self.r.reckon(|| say!("melee-reckon-training", value = words::signed(value)), by);
        }
        self.put(&rows.training, sum, clause!("04.05.1.b"));
        let valour = self.own().valour;
        self.put(&rows.valour, valour.into(), clause!("04.05.1.a"));
    }
}
