//! A tactical unit: what it is, how it stands, what it has lost and what it has done.

use crate::book::{self, Equipment, data};
use crate::clause;
pub use crate::march::Haste;
use crate::march::{self, Horses, Mover};
use crate::order::Order;
pub use crate::troop::RepairItem;
use crate::troop::{Arm, Formation, Gun, Kind, Nation, Pace, State, Weapon};
use ranks::{DrawnUp, Figure, Front, Parted, Ratio};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, Rect, V2};

use umpire::Clause;
pub use umpire::Side;

umpire::id!(
    /// A unit by its place in [`crate::field::Field::units`]: the scenario's list, detached parts after it.
    UnitId: clock::Id
);
umpire::id!(
    /// A general or orderly by his place in [`crate::field::Field::staff`].
    StaffId
);
umpire::id!(
    /// A command (brigade, artillery battalion, division, corps) by its place in [`crate::field::Field::commands`].
    CommandId
);

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    /// A reserve that has not come yet.
    Awaited,
    /// No figure left.
    Destroyed,
    /// Fled off the table.
    Fled,
    /// Left by order, where the scenario allows it.
    Left,
    /// All who were left surrendered, or the wagon was taken.
    Captured,
    /// Joined again to another part of its regiment.
    Joined,
}

/// The guns of a battery, counted in real guns, limbers and horse figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    pub gun: Gun,
    pub horse: bool,
    /// Real guns at the start: 4 or 6.
    pub of: u8,
    /// Guns that can fire.
    pub sound: u8,
    pub damaged: u8,
    pub limbers: u8,
    pub limbers_damaged: u8,
    pub horses: u8,
    pub horses_of: u8,
    /// Rounds left: shell, round shot, canister.
    pub rounds: [u8; 3],
    /// The guns stand alone here, their gunners are elsewhere (04.02.12, 08.02.6.b).
    pub unmanned: Option<Base>,
    /// The enemy has taken the guns.
    pub taken: bool,
    /// Repair under way: what, turns worked, and whether it was under effective fire (06.03.6).
    pub repair: Option<Repair>,
}

/// A gun or limber being repaired.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repair {
    pub item: RepairItem,
    pub turns: u8,
    pub under_fire: bool,
}

/// What a unit has lost since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Men fallen, those of removed figures included.
    pub men: u32,
    /// Figures given up as prisoners.
    pub prisoners: u16,
    /// Figures that fled off the table.
    pub fled: u16,
}

/// The last hit of a battery, for continued fire (06.02.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastHit {
    pub target: UnitId,
    pub ammunition: crate::troop::Ammunition,
    /// Where the target stood.
    pub at: V2,
    pub turn: u32,
    /// Where the battery stood and how it fronted.
    pub from: Base,
}

/// Consecutive turns of fire at one target at close quarters (04.02.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FireFight {
    pub target: UnitId,
    pub turns: u8,
    pub last: u32,
}

/// A step begun and not finished at clock 1 (play.clock).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unfinished {
    pub step: crate::order::Step,
    /// Time already spent, in turns.
    pub spent: f64,
}

/// What a unit has done and suffered, kept over turns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Has fired small arms in the game.
    pub fired: bool,
    /// Has fired or fought a melee in the game (09.01.1).
    pub used_arms: bool,
    /// The turn of its first small-arms fire in the game (05.02.4).
    pub first_fire: Option<u32>,
    /// The turn of its last small-arms fire.
    pub last_fire: Option<u32>,
    /// The turn of its last small-arms fire before that turn: parts of a unit fire one after the other (05.01.3.b).
    pub fire_before: Option<u32>,
    /// The sides of buildings it has fired from in the turn of its last fire: the building and the side (02.04.3.c).
    pub windows: SmallVec<[(u16, u8); 4]>,
    pub last_melee: Option<u32>,
    /// The turn of its last charge move.
    pub last_charge: Option<u32>,
    /// Marching forward or wheeling by its order at clock 1 of the last turn (02.06.4).
    pub in_motion: bool,
    /// Fired or moved in this turn or the last one, for being seen in woods and towns (03.02.3.b).
    pub stirred: Option<u32>,
    pub fire_fight: Option<FireFight>,
    pub last_hit: Option<LastHit>,
    /// The turn in which the present state of order arose.
    pub state_since: u32,
    /// The last turn in which it lost men.
    pub last_loss: Option<u32>,
    /// The last turn in which it was attacked, fired, moved or did anything but stand (08.04.2).
    pub last_activity: Option<u32>,
    /// Attempts to reorganise from FU made so far; 3 failed ones and it is lost.
    pub attempts: u8,
    /// The turn in which its flight was checked behind a steady friend (08.03.4).
    pub checked: Option<u32>,
    /// The order of the last turn, for repeating it (03.03.3).
    pub last_order: Option<Order>,
    /// How many steps of that order were completed (03.03.3).
    pub steps_done: u16,
    pub unfinished: Option<Unfinished>,
    /// An umpire halted it up to and with this turn (01.06.2).
    pub halted_to: Option<u32>,
}

/// A tactical unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    pub id: UnitId,
    /// Short name on the order sheet, unique in the battle.
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub command: CommandId,
    /// Parts of one regiment or battalion share this: the id of the whole.
    pub regiment: UnitId,
    pub arm: Arm,
    pub nation: Nation,
    /// Cavalry on horseback.
    pub mounted: bool,
    pub valour: i8,
    pub weapon: Option<Weapon>,
    pub battery: Option<Battery>,
    /// Figures of a company.
    pub company: u16,
    /// Figures on the table: men of infantry and cavalry, gunners of a battery, horses of a wagon.
    pub figures: u16,
    /// Original figures, for 1/3 and 2/3 lost.
    pub original: u16,
    /// Men lost towards the next figure, 0 to 19.
    pub carried: u16,
    pub losses: Losses,
    pub state: State,
    /// Pinned (NH) to the end of this turn.
    pub pinned_to: Option<u32>,
    pub formation: Formation,
    /// Gap between bases in cm, for thin line and chain.
    pub gap: f64,
    /// Figures abreast in front.
    pub files: u16,
    /// A chain that stands on both flanks of its support unit, which fills the hole between its wings (04.02.10.b).
    pub parted: Option<Parted>,
    /// Gunners who stand behind this friend and go where it goes (04.02.12).
    pub shelter: Option<UnitId>,
    /// The unit's envelope: middle of the front edge, facing, width and depth in cm. While inside buildings, of the first.
    pub base: Base,
    /// Buildings it holds, by place in the ground's list.
    pub inside: SmallVec<[u16; 4]>,
    pub fate: Fate,
    /// Has small-arms ammunition.
    pub ammunition: bool,
    /// Companies turned to a flank in melee, and figures wrapped round the enemy's (07.04.5.a, 07.02.4.b).
    pub turned: u16,
    pub wrapped: u16,
    /// In base contact with these enemies, to fight at the next clock 0 (play.contact).
    pub locked: SmallVec<[UnitId; 2]>,
    pub record: Record,
}

/// Men of a figure (01.01.2.a).
pub const MEN: Ratio = Ratio::men_a_figure(20);

/// Cm for a base size in mm.
fn cm(mm: f64) -> f64 {
    mm / 10.0
}

impl Unit {
    pub fn kind(&self) -> Kind {
        match self.arm {
            Arm::Infantry => Kind::Infantry,
            Arm::Cavalry if self.mounted => Kind::Mounted,
            Arm::Cavalry => Kind::Dismounted,
            Arm::Artillery if self.limbered() => Kind::Limbered,
            Arm::Artillery => Kind::Unlimbered,
            Arm::Wagon => Kind::Wagon,
        }
    }

    pub fn limbered(&self) -> bool {
        self.arm == Arm::Artillery && self.formation == Formation::MarchColumn
    }

    pub fn on_table(&self) -> bool {
        self.fate == Fate::OnTable
    }

    /// Gunners away from their guns: they march, flee and are seen as infantry in chain (08.02.6.b, play.guns-unmanned).
    pub fn gunners_alone(&self) -> bool {
        self.battery.as_ref().is_some_and(|b| b.unmanned.is_some())
    }

    pub fn pinned(&self, turn: u32) -> bool {
        self.pinned_to.is_some_and(|t| turn <= t)
    }

    /// Close formation (02.04.1): columns and lines of all arms, not in FU.
    pub fn close(&self) -> bool {
        self.state != State::Complete
            && self.arm != Arm::Wagon
            && self.inside.is_empty()
            && matches!(self.formation, Formation::MarchColumn | Formation::AttackColumn | Formation::Line)
    }

    /// Open formation (02.04.2): chain, thin line, and everything in FU.
    pub fn open(&self) -> bool {
        self.state == State::Complete || matches!(self.formation, Formation::ThinLine | Formation::Chain)
    }

    pub fn chain(&self) -> bool {
        self.formation == Formation::Chain && self.state != State::Complete && self.inside.is_empty()
    }

    /// Men present: 20 for each figure (01.01.2.a), less the loss carried (play.removal).
    pub fn men(&self) -> u32 {
        MEN.men(self.figures, self.carried)
    }

    /// Width and depth of one figure in cm (01.03.1, 01.03.2).
    pub fn figure(&self) -> (f64, f64) {
        let d = data();
        let (w, h) = if self.kind() == Kind::Mounted { d.rider } else { d.foot };
        (cm(w), cm(h))
    }

    /// Do the troops stand figure by figure (infantry, cavalry, gunners without guns)?
    pub fn by_figures(&self) -> bool {
        matches!(self.arm, Arm::Infantry | Arm::Cavalry) || self.gunners_alone()
    }

    /// Its figures in ranks and files, for troops that stand so: thin lines and chains with gaps.
    pub fn drawn_up(&self) -> DrawnUp {
        let (width, depth) = self.figure();
        let open = matches!(self.formation, Formation::ThinLine | Formation::Chain);
        DrawnUp {
            figures: self.figures,
            files: self.files,
            figure: Figure { width, depth },
            gap: if open { self.gap } else { 0.0 },
            parted: self.parted.filter(|_| self.formation == Formation::Chain),
        }
    }

    /// How many ranks the unit has, the last perhaps not full. A battery or wagon is one.
    pub fn ranks(&self) -> u16 {
        if self.by_figures() { self.drawn_up().ranks() } else { 1 }
    }

    /// Figures in a rank, counted from the front.
    pub fn rank(&self, n: u16) -> u16 {
        self.drawn_up().rank(n)
    }

    /// How a formation stands, and by which clause. A cavalry attack column is `wide` (6) or not (5). Riders have no thin line
    /// (02.02.4); what is asked of one is a chain.
    pub fn front_in(&self, f: Formation, wide: bool) -> (Front, Clause) {
        let cavalry = self.kind() == Kind::Mounted;
        match (f, cavalry) {
            (Formation::MarchColumn, false) => (Front::Files(3), clause!("02.01.1")),
            (Formation::MarchColumn, true) => (Front::Files(2), clause!("02.02.1")),
            (Formation::AttackColumn, false) => (Front::Files(6), clause!("02.01.2")),
            (Formation::AttackColumn, true) => (Front::Files(if wide { 6 } else { 5 }), clause!("02.02.2")),
            (Formation::Line, false) => (Front::Ranks(2), clause!("02.01.3")),
            (Formation::Line, true) => (Front::Ranks(2), clause!("02.02.3")),
            (Formation::ThinLine, false) => (Front::Ranks(1), clause!("02.01.4")),
            (Formation::Chain, false) => (Front::Ranks(1), clause!("02.01.5")),
            (Formation::ThinLine | Formation::Chain, true) => (Front::Ranks(1), clause!("02.02.4")),
        }
    }

    /// Figures abreast in a formation, when the unit has so many figures.
    pub fn files_in(&self, f: Formation, wide: bool) -> u16 {
        self.front_in(f, wide).0.files(self.figures)
    }

    /// The clause by which it stands as it does.
    pub fn stands_by(&self) -> Clause {
        match self.kind() {
            Kind::Limbered => clause!("02.03.1"),
            Kind::Unlimbered if !self.gunners_alone() => clause!("02.03.2"),
            _ => self.front_in(self.formation, false).1,
        }
    }

    /// Width and depth in cm of the envelope as the unit stands now.
    pub fn size(&self) -> (f64, f64) {
        if let Some(b) = self.battery.as_ref().filter(|b| b.unmanned.is_none()) {
            return battery_size(b, self.limbered());
        }
        if self.arm == Arm::Wagon {
            return book::base("train wagon");
        }
        self.drawn_up().size()
    }

    /// Lays the envelope anew after figures, formation or gaps changed; the middle of the front stays.
    pub fn lay(&mut self) {
        let (w, h) = self.size();
        self.base.width = w;
        self.base.depth = h;
    }

    /// The bases themselves, gaps left out (play.measure): one rectangle for a full block, the last rank by itself when it is
    /// not full (in the middle), each figure of a chain or thin line. Garrisons: ask [`crate::field::Field::rects`].
    pub fn rects(&self) -> SmallVec<[Rect; 4]> {
        self.rects_at(&self.base)
    }

    /// The same if the envelope stood there.
    pub fn rects_at(&self, base: &Base) -> SmallVec<[Rect; 4]> {
        if self.by_figures() { self.drawn_up().rects(base) } else { SmallVec::from_slice(&[base.rect()]) }
    }

    /// The row of table I by which it marches (or charges, or flees) now. `None`: the book gives it no such pace.
    pub fn pace(&self, how: Haste) -> Option<Pace> {
        let m = self.mover(how, false);
        march::pace_of(m.kind, m.formation, m.horse_artillery, how).ok().map(|(pace, _)| pace)
    }

    /// What [`march::rate`] must know of it. Gunners away from their guns go as infantry in chain.
    pub fn mover(&self, haste: Haste, backwards: bool) -> Mover {
        let (kind, formation) = if self.gunners_alone() {
            (Kind::Infantry, Formation::Chain)
        } else {
            (self.kind(), self.formation)
        };
        let horses = match &self.battery {
            Some(b) => Horses::of(b.horses.into(), b.horses_of.into()),
            None if self.arm == Arm::Wagon => Horses::of(self.figures, self.original),
            None => Horses::Enough,
        };
        let horse_artillery = self.battery.as_ref().is_some_and(|b| b.horse);
        Mover { kind, formation, horse_artillery, haste, backwards, horses }
    }
}

impl Battery {
    /// Takes an equipment loss (06.03.3): where no sound gun or limber is left, a damaged one is destroyed.
    pub fn suffer(&mut self, e: Equipment) {
        self.horses = self.horses.saturating_sub(e.horses);
        for (sound, damaged, hurt, lost) in [
            (&mut self.sound, &mut self.damaged, e.guns_damaged, e.guns_destroyed),
            (&mut self.limbers, &mut self.limbers_damaged, e.limbers_damaged, e.limbers_destroyed),
        ] {
            for _ in 0..lost {
                if *sound > 0 {
                    *sound -= 1;
                } else {
                    *damaged = damaged.saturating_sub(1);
                }
            }
            for _ in 0..hurt {
                if *sound > 0 {
                    *sound -= 1;
                    *damaged += 1;
                } else {
                    *damaged = damaged.saturating_sub(1);
                }
            }
        }
    }

    /// Where its guns stand without gunners, as an object in the way; not when the enemy has led them off.
    pub fn standing_alone(&self) -> Option<&Base> {
        self.unmanned.as_ref().filter(|_| !self.taken && self.sound + self.damaged > 0)
    }

    /// One of its guns bursts (06.03.7).
    pub fn burst(&mut self) {
        self.suffer(Equipment { guns_destroyed: 1, ..Equipment::default() });
    }
}

/// Envelope of a battery with its guns.
fn battery_size(b: &Battery, limbered: bool) -> (f64, f64) {
    let four = b.of <= 4;
    // A gun model stands for 4 real guns, or each of two for 3 (01.01.2.b).
    let (gun, models) = if four {
        (book::base("4-gun battery: gun base"), 1.0)
    } else {
        (book::base("6-gun battery: gun base (each of 2)"), 2.0)
    };
    if !limbered {
        return (gun.0 * models, gun.1);
    }
    let mut depth = gun.1 * models;
    if four {
        depth += book::base("4-gun battery: limber base").1;
    } else {
        depth += book::base("6-gun battery: first limber base").1
            + book::base("6-gun battery: second limber base").1;
    }
    if b.horse {
        depth += book::base("extra pair of limber horses").1;
    }
    (gun.0, depth)
}
