//! What losses do (play.removal): men written down, figures removed, the unit closed up, generals falling, prisoners led away.
//! Men are kept exactly: present, fallen, captured and fled always add up to the strength at the start ([`Reckoning`]).

use crate::field::Field;
use crate::procedures::{CombatReadings, MoraleCause, MoraleSituation};
use crate::troop::{Arm, Formation, Kind};
use crate::unit::{Fate, MEN, StaffId, Unit, UnitId};
use crate::{attack, book, clause, cover};
use ranks::Front;
use smallvec::SmallVec;
use table::{EPS, V2};
use umpire::{Clause, Grounds};

/// What a loss did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Suffered {
    /// Men really lost: no more than there were.
    pub men: u32,
    pub figures_removed: u16,
    /// No figure is left.
    pub destroyed: bool,
    /// A chain that must re-form (04.02.11).
    pub must_reform: bool,
}

/// Writes a loss in men down, removes a figure for each full 20 and closes the unit up (05.02.2, play.removal).
pub fn suffer(f: &mut Field, u: UnitId, men: u32, turn: u32) -> Suffered {
    let unit = &mut f[u];
    // A wagon has no men to lose (06.03.4).
    if unit.arm == Arm::Wagon || !unit.on_table() {
        return Suffered::default();
    }
    let toll = MEN.take(unit.figures, unit.carried, men);
    if toll.men == 0 {
        return Suffered::default();
    }
    unit.losses.men += toll.men;
    unit.record.last_loss = Some(turn);
    if let Some(r) = unit.battery.as_mut().and_then(|b| b.repair.as_mut()) {
        // Under effective fire a repair takes longer (06.03.6).
        r.under_fire = true;
    }
    unit.carried = toll.carried;
    if toll.figures > 0 {
        remove(f, u, toll.figures);
    }
    let unit = &f[u];
    Suffered {
        men: toll.men,
        figures_removed: toll.figures,
        destroyed: !unit.on_table(),
        must_reform: toll.figures > 0 && overstretched(f, unit),
    }
}

/// Takes figures off and closes the unit up on the middle of its front; a unit without figures is gone.
fn remove(f: &mut Field, u: UnitId, figures: u16) {
    let unit = &mut f[u];
    let front = unit.base.width;
    unit.figures -= figures.min(unit.figures);
    if unit.figures == 0 {
        gone(f, u, Fate::Destroyed);
        return;
    }
    close_up(unit, front);
}

/// The unit leaves the table with nobody on it. Generals with it stand alone; a battery's guns stand unmanned.
pub(crate) fn gone(f: &mut Field, u: UnitId, fate: Fate) {
    for s in f.staff.iter_mut().filter(|s| s.with == Some(u)) {
        s.with = None;
    }
    for o in &mut f.units {
        o.locked.retain(|l| *l != u);
    }
    let unit = &mut f[u];
    unit.fate = fate;
    unit.locked.clear();
    let base = unit.base;
    if let Some(b) = unit.battery.as_mut() {
        b.unmanned.get_or_insert(base);
    }
    unit.inside.clear();
}

/// How many stand abreast once ranks are closed: a column keeps its front as far as it can.
pub(crate) fn closed(u: &Unit) -> Front {
    match u.formation {
        Formation::MarchColumn | Formation::AttackColumn => Front::Files(u.files),
        Formation::Line => Front::Ranks(2),
        Formation::ThinLine | Formation::Chain => Front::Ranks(1),
    }
}

/// Closes a unit up to its formation after figures were removed; `front` is the width it had.
fn close_up(u: &mut Unit, front: f64) {
    if !u.by_figures() {
        return;
    }
    u.files = closed(u).files(u.figures);
    if u.formation == Formation::Chain {
        if u.figures < 2 {
            u.parted = None;
        }
        if u.figures > 1 && u.inside.is_empty() {
            // Of two wings each keeps as many as it can; when one is gone the other is a chain by itself.
            if let Some(p) = &mut u.parted {
                p.left = p.left.min(u.figures / 2).max(1);
            }
            u.gap = u.drawn_up().gap_over(front);
        }
    }
    // A garrison's envelope is its building's.
    if u.inside.is_empty() {
        u.lay();
    }
}

/// A chain whose gaps have become wider than 02.01.5 or 02.02.4 allow: it must re-form (04.02.11).
pub fn overstretched(_: &Field, u: &Unit) -> bool {
    if !u.chain() || u.figures < 2 || !matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
        return false;
    }
    u.gap > book::widest_gap(u.kind()).0 + EPS
}

/// At the end of the turn an over-stretched chain has closed on its centre to the widest gap allowed (04.02.11).
pub fn reform_chain(f: &mut Field, u: UnitId) -> bool {
    if !overstretched(f, &f[u]) {
        return false;
    }
    let unit = &mut f[u];
    unit.gap = book::widest_gap(unit.kind()).0;
    unit.lay();
    true
}

/// Gives up whole figures as prisoners; they leave the table (07.06.4). Says how many there really were.
pub fn give_up(f: &mut Field, u: UnitId, figures: u16) -> u16 {
    leave(f, u, figures, Fate::Captured)
}

/// All figures of a unit are lost in flight off the table (play.edge).
pub fn flee_off(f: &mut Field, u: UnitId) -> u16 {
    let n = f[u].figures;
    leave(f, u, n, Fate::Fled)
}

fn leave(f: &mut Field, u: UnitId, figures: u16, fate: Fate) -> u16 {
    let unit = &mut f[u];
    if !unit.on_table() {
        return 0;
    }
    let n = figures.min(unit.figures);
    if fate == Fate::Captured {
        unit.losses.prisoners += n;
    } else {
        unit.losses.fled += n;
    }
    let front = unit.base.width;
    unit.figures -= n;
    if unit.figures == 0 {
        // The loss carried stays on the books: it is taken off the last figure.
        gone(f, u, fate);
    } else if n > 0 {
        close_up(unit, front);
    }
    n
}

/// Where the men of a unit have gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reckoning {
    pub present: u32,
    pub fallen: u32,
    pub captured: u32,
    pub fled: u32,
}

impl Reckoning {
    /// Of a unit since the start.
    pub fn of(u: &Unit) -> Reckoning {
        let men = |figures: u16, last: bool| MEN.men(figures, if last { u.carried } else { 0 });
        // The loss carried is taken off whoever was last.
        let none = u.figures == 0;
        Reckoning {
            present: u.men(),
            fallen: u.losses.men,
            captured: men(u.losses.prisoners, none && u.fate == Fate::Captured),
            fled: men(u.losses.fled, none && u.fate == Fate::Fled),
        }
    }

    /// All of them: what the unit had at the start.
    pub fn sum(&self) -> u32 {
        self.present + self.fallen + self.captured + self.fled
    }
}

/// The generals in base contact with a unit.
pub fn generals_with(f: &Field, u: UnitId) -> SmallVec<[StaffId; 1]> {
    f.staff.iter().filter(|s| s.general && s.present() && s.with == Some(u)).map(|s| s.id).collect()
}

/// What made a unit lose men, for its morale test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    SmallArms {
        /// Cm of the fire.
        cm: f64,
        /// The middle of the firing figures' front.
        from: V2,
        /// The unit marches at this moment.
        marching: bool,
        /// It has neither moved nor fired in this turn and has no fire order still to be carried out (XV.b).
        silent: bool,
    },
    Artillery {
        cm: f64,
        /// The middle of the battery's front.
        from: V2,
        marching: bool,
    },
    Melee {
        /// Where the enemy is from whom most of the loss came.
        from: V2,
        against_mounted: bool,
        /// It lost more men than the enemy in this turn's melee.
        more_losses: bool,
    },
}

impl Suffered {
    /// Must the unit test its morale at once, and by which clause? It must when it removed a figure and has any left.
    pub fn must_test(&self, cause: &Cause) -> Option<Clause> {
        if self.figures_removed == 0 || self.destroyed {
            return None;
        }
        Some(cause.test_by())
    }

    /// What the loss rests on besides the fire or melee that brought it: men to figures, and figures removed.
    pub fn by(&self) -> Grounds {
        let mut by = Grounds::default();
        if self.men > 0 {
            by.add(clause!("01.01.2.a"));
        }
        if self.figures_removed > 0 {
            by.add(clause!("play.removal"));
        }
        by
    }
}

impl Cause {
    /// By which clause a unit that removed a figure for it tests its morale.
    pub fn test_by(&self) -> Clause {
        match self {
            Cause::SmallArms { .. } => clause!("05.02.3"),
            Cause::Artillery { .. } => clause!("06.03.2"),
            Cause::Melee { .. } => clause!("07.05.3"),
        }
    }
}

/// The morale test of a unit that has just removed figures (08.02.7.a, XV.a, XV.b), with the state it has reached so far.
pub fn morale_situation(f: &Field, u: UnitId, cause: Cause, removed: u16) -> MoraleSituation {
    let unit = &f[u];
    let (from, marching) = match cause {
        Cause::SmallArms { from, marching, .. } | Cause::Artillery { from, marching, .. } => (from, marching),
        Cause::Melee { from, .. } => (from, false),
    };
    let cause = match cause {
        Cause::SmallArms { cm, from, marching, silent } => MoraleCause::SmallArms {
            distance: cm,
            flank_or_rear: attack::fired_in_flank(f, unit, from),
            silent: silent && !marching,
        },
        Cause::Artillery { cm, from, .. } => {
            MoraleCause::Artillery { distance: cm, flank_or_rear: attack::fired_in_flank(f, unit, from) }
        }
        Cause::Melee { against_mounted, more_losses, .. } => {
            MoraleCause::Melee { against_mounted, more_losses }
        }
    };
    MoraleSituation {
        kind: if unit.gunners_alone() { Kind::Infantry } else { unit.kind() },
        state: unit.state,
        pinned: unit.pinned(f.turn),
        valour: unit.valour,
        removed,
        lost: unit.original.saturating_sub(unit.figures),
        original: unit.original,
        detached: f.detached(unit),
        support: attack::support(f, unit).is_some(),
        general: f.general_with(u).is_some(),
        cover: cover::against(f, unit, from, marching),
        cause,
        readings: CombatReadings::of(&f.readings),
    }
}
