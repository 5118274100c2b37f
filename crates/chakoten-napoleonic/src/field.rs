//! The field: everything that lies and stands on the table, and the state of both armies. What a side may know of it is computed in
//! the view.

use crate::book::stand::{BASE_CONTACT, COLUMN};
use crate::ground::{Ground, Lines, Patch};
use crate::procedures::{FireReadings, Groups, fire_groups};
use crate::reading;
use crate::terrain::Terrain;
use crate::troop::Formation;
use crate::unit::{CommandId, Fate, Side, StaffId, Time, Unit, UnitId};
use crate::units::Units;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
pub use table::Edge;
use table::{Base, Rect, V2};
use umpire::{Clause, Readings};

/// Level of a command (08.01.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// An especially large infantry regiment with a commander of its own.
    Regiment,
    Brigade,
    Division,
    Corps,
    Army,
}

/// A regiment, brigade, division, corps or army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub id: CommandId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub level: Level,
    pub above: Option<CommandId>,
    /// `None` while he has fallen and nobody has taken his place (08.02.6.a).
    pub commander: Option<StaffId>,
    /// When he fell.
    pub fell: Option<Time>,
    /// The written instruction it was given, and in which turn (08.03.4).
    pub instruction: Option<(u32, String)>,
}

/// What a staff figure is (08.01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    Commander,
    Courier,
    EngineerOfficer,
    ArtilleryOfficer,
    /// A pioneer NCO given by the scenario as a figure of his own (19.04.2.a).
    PioneerNco,
}

/// What has become of a staff figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StaffFate {
    Present,
    Awaited,
    Fallen,
    /// Reached by the enemy, or a lone courier who never came (08.02.5, play.staff).
    Lost,
    /// He has become the commander whom he replaces (08.02.6.b).
    Promoted,
}

/// Where a staff figure is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place {
    base: Base,
    /// He rides and was there when that was last looked for.
    #[serde(skip)]
    rides: bool,
}

impl Place {
    /// A base as large as his, wherever he is.
    pub(crate) fn size(&self) -> &Base {
        &self.base
    }
}

impl From<Base> for Place {
    fn from(base: Base) -> Place {
        Place { base, rides: false }
    }
}

/// A staff figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staff {
    pub id: StaffId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub command: CommandId,
    pub post: Post,
    #[serde(rename = "base")]
    pub place: Place,
    /// In base contact with this unit: he goes where it goes (08.01.7).
    pub with: Option<UnitId>,
    pub fate: StaffFate,
    /// The turn of his last own move, and how far he went in it (08.02.5).
    pub moved: Option<u32>,
    pub went: f64,
    /// The messages he carries, by their place in [`Field::messages`].
    pub carries: Vec<u16>,
}

impl Staff {
    /// Where he is: of one who rides it has to be looked for before that is asked.
    pub fn base(&self) -> &Base {
        debug_assert!(!self.place.rides, "{} rides: it was not looked for where he is", self.code);
        &self.place.base
    }

    /// He is there now.
    pub fn put(&mut self, base: Base) {
        self.place = base.into();
    }

    /// He has come there, however he fronts.
    pub fn comes_to(&mut self, at: V2) {
        self.place = Base { front: at, ..self.place.base }.into();
    }

    /// He rides on, and it is not looked for where he is.
    pub(crate) fn rides_on(&mut self) {
        self.place.rides = true;
    }

    /// Is it not known where he is now?
    pub(crate) fn is_riding(&self) -> bool {
        self.place.rides
    }

    pub fn present(&self) -> bool {
        self.fate == StaffFate::Present
    }
}

/// To whom a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    Command(CommandId),
    Unit(UnitId),
}

/// A message on its way (08.03.1, play.message).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dispatch {
    pub side: Side,
    pub from: CommandId,
    pub to: Receiver,
    pub says: String,
    /// The turn in which it was written.
    pub written: u32,
    /// Whole turns that it waits with the receiver; `None`: it never gets through. Only the umpire knows (08.03.2).
    pub delay: Option<u8>,
    /// The turn in which the courier arrived.
    pub arrived: Option<u32>,
    /// Handed over in this turn, lost, or still under way.
    pub fate: DispatchFate,
}

/// What has become of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DispatchFate {
    UnderWay,
    HandedOver(u32),
    Lost,
}

/// What the scenario rules for this game alone (01.01.4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Special {
    /// Edges by which a side's units may leave the table by order.
    pub exits: [Vec<Edge>; 2],
    /// Batteries may be split into single models everywhere (04.04.2).
    pub split_batteries: bool,
    /// Artillery may cross plantations at the rates of table III (16.02.2.a).
    pub guns_in_plantations: bool,
    /// Greatest sight range in cm, in fog or at night.
    pub sight: Option<f64>,
    /// Where the wind blows to, in degrees of the compass (19.06.5); decided by a die where nothing is said.
    pub wind: Option<f64>,
    /// Ordinary turns that one turn of a siege stands for (18.02.2).
    pub turns_a_step: Option<u8>,
    /// The year, for the training of the nations; that of the procedures where nothing is said.
    pub year: Option<u16>,
    /// Rows of the tables of modifiers that this game groups otherwise (skema.groups).
    #[serde(default)]
    pub groups: Groups,
}

/// Who has yet to come. Where is written in the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comer {
    Unit(UnitId),
    Staff(StaffId),
}

/// The upright box about a body.
pub fn box_of(rects: &[Rect]) -> (V2, V2) {
    let far = f64::INFINITY;
    rects.iter().map(Rect::bounds).fold((table::v2(far, far), table::v2(-far, -far)), |(l, h), (lo, hi)| {
        (table::v2(l.x.min(lo.x), l.y.min(lo.y)), table::v2(h.x.max(hi.x), h.y.max(hi.y)))
    })
}

/// Nearest distance between two bodies. Pairs of bases that are certainly further apart than the nearest so far are not measured.
pub fn least_gap(a: &[Rect], b: &[Rect]) -> f64 {
    if let ([x], [y]) = (a, b) {
        return x.gap(y);
    }
    let mut least = f64::INFINITY;
    for x in a {
        for y in b {
            // They are no nearer than a side of either parts them.
            if !x.far_from(y, least) && -x.penetration(y) < least + 1e-6 {
                least = least.min(x.gap(y));
            }
        }
    }
    least
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub ground: Arc<Ground>,
    /// Linear objects as they are now: built, cleared, destroyed.
    pub lines: Lines,
    /// What else has changed of the ground.
    pub terrain: Terrain,
    pub units: Units,
    pub staff: Vec<Staff>,
    pub commands: Vec<Command>,
    pub messages: Vec<Dispatch>,
    pub edges: [Edge; 2],
    /// The turn under way or just ended, from 1; 0 before the first.
    pub turn: u32,
    pub readings: Readings,
    /// Real guns taken by each side.
    pub guns_taken: [u32; 2],
    pub special: Special,
    /// Who has yet to come, and from which turn on; in the order of the turns.
    pub arrivals: Vec<(u32, Comer)>,
    /// The scenario's tasks in its order: how much was done when the task was decided.
    pub tasks: Vec<Option<u32>>,
}

umpire::by_place!(Field: UnitId => units: Unit, StaffId => staff: Staff, CommandId => commands: Command);

impl Field {
    /// Which rows of the tables of modifiers make up a group: as the readings have it, and before them as this game says (skema.groups).
    pub fn groups(&self) -> Groups {
        fire_groups(&self.readings).and(&self.special.groups)
    }

    /// The readings of fire with the groups that are played.
    pub fn fire_readings(&self) -> FireReadings {
        FireReadings { groups: self.groups(), ..FireReadings::of(&self.readings) }
    }

    /// The year in which it is fought.
    pub fn year(&self) -> u16 {
        self.special.year.unwrap_or(crate::procedures::melee::training::YEAR)
    }

    /// Units on the table.
    pub fn present(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|u| u.fate == Fate::OnTable)
    }

    pub fn side(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.present().filter(move |u| u.side == s)
    }

    pub fn enemies(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.side(s.other())
    }

    pub fn by_code(&self, code: &str) -> Option<UnitId> {
        self.units.iter().find(|u| &*u.code == code).map(|u| u.id)
    }

    pub fn staff_by_code(&self, code: &str) -> Option<StaffId> {
        self.staff.iter().find(|s| &*s.code == code).map(|s| s.id)
    }

    pub fn command_by_code(&self, code: &str) -> Option<CommandId> {
        self.commands.iter().find(|c| &*c.code == code).map(|c| c.id)
    }

    /// Is `above` the command itself or one above it?
    pub fn in_chain(&self, command: CommandId, above: CommandId) -> bool {
        std::iter::successors(Some(command), |c| self[*c].above).any(|c| c == above)
    }

    /// Own table edge of a side.
    pub fn edge(&self, s: Side) -> Edge {
        self.edges[s.index()]
    }

    /// Which hill step a place lies on, 0 in the plain (01.03.2).
    pub fn level(&self, p: V2) -> u8 {
        self.ground.level(p)
    }

    /// The bases of a unit as they are on the table; who holds a building covers its whole outline (17.01.2.a).
    pub fn rects(&self, u: &Unit) -> SmallVec<[Rect; 4]> {
        match u.inside.and_then(|b| self.ground.buildings.get(usize::from(b))) {
            Some(b) => SmallVec::from_slice(&[b.rect()]),
            None => u.rects(),
        }
    }

    /// Nearest distance between the bases of two units in cm (01.03.4).
    pub fn gap(&self, a: &Unit, b: &Unit) -> f64 {
        let (ra, rb) = (self.rects(a), self.rects(b));
        // The same to the last bit from both sides.
        if a.id <= b.id { least_gap(&ra, &rb) } else { least_gap(&rb, &ra) }
    }

    /// A circle about all bases of a unit, with room to spare: its middle, and how large it is.
    #[inline]
    pub fn circle(&self, u: &Unit) -> (V2, f64) {
        let about = |b: &Base| b.width + b.depth;
        match u.inside.and_then(|b| self.ground.buildings.get(usize::from(b))) {
            Some(b) => (b.base.centre(), about(&b.base)),
            // The rear of a column about a corner has come after its head.
            None if u.bent() => (u.base.front, about(&u.base)),
            None => (u.base.centre(), about(&u.base)),
        }
    }

    /// Cheap: are the bases of two units certainly further apart than so much?
    pub fn far_apart(&self, a: &Unit, b: &Unit, by: f64) -> bool {
        let ((ca, ra), (cb, rb)) = (self.circle(a), self.circle(b));
        let most = ra + rb + by + table::EPS;
        (ca - cb).len2() > most * most
    }

    /// Nearest distance from a rectangle to a unit's bases.
    pub fn gap_to(&self, u: &Unit, r: &Rect) -> f64 {
        least_gap(&self.rects(u), &[*r])
    }

    /// Nearest distance from a place to a unit's bases.
    pub fn gap_to_point(&self, u: &Unit, p: V2) -> f64 {
        self.rects(u).iter().map(|r| r.gap_to_point(p)).fold(f64::INFINITY, f64::min)
    }

    /// Base contact: a gap of at most 1 mm (play.footprint).
    pub fn in_contact(&self, a: &Unit, b: &Unit) -> bool {
        !self.far_apart(a, b, BASE_CONTACT) && self.gap(a, b) <= BASE_CONTACT + table::EPS
    }

    /// The skirmish line or swarm that a unit has sent out.
    pub fn line_of(&self, body: UnitId) -> Option<&Unit> {
        self.units.lines_of(body).find(|u| u.fate == Fate::OnTable)
    }

    /// The tactical unit to which a skirmish line belongs; any other is its own.
    pub fn tactical<'f>(&'f self, u: &'f Unit) -> &'f Unit {
        u.body.map_or(u, |b| &self[b])
    }

    /// Valour of a unit, the losses of its skirmish line counted as its own (13.07.1, play.skirmish), and why it has sunk.
    pub fn valour(&self, id: UnitId) -> (i8, Option<Clause>) {
        let body = self.tactical(&self[id]);
        let out = self.units.lines_of(body.id);
        let lost = body.men_lost() + out.map(Unit::men_lost).sum::<u32>();
        body.valour_with(&self.readings, lost)
    }

    /// The units of one brigade or division column or square, the leading one first; of any other unit itself alone.
    pub fn body_of(&self, u: &Unit) -> SmallVec<[UnitId; 4]> {
        let lead = u.leads.map_or(u, |l| &self[l]);
        let mut all: SmallVec<[UnitId; 4]> = SmallVec::from_slice(&[lead.id]);
        all.extend(lead.joined.iter().copied().filter(|j| self[*j].on_table()));
        all
    }

    /// Figures of the whole column or square that a unit is part of (05.01.6.a, 05.02.5).
    pub fn body_figures(&self, u: &Unit) -> u32 {
        self.body_of(u).iter().map(|m| u32::from(self[*m].figures)).sum()
    }

    /// What a unit counts as that stands in this formation: a brigade or division column of at least 4 ranks is an attack column
    /// (05.01.6.a), unless each of its units fights by itself.
    pub fn body_formation(&self, u: &Unit, own: Formation) -> Formation {
        let column = own == Formation::Line
            && self.body_of(u).len() > 1
            && self.body_ranks(u) >= COLUMN.2
            && !self.readings.is(reading!("brigade-column", "each"));
        if column { Formation::AttackColumn } else { own }
    }

    /// Ranks of the whole column that a unit is part of (05.01.6.b).
    pub fn body_ranks(&self, u: &Unit) -> u16 {
        self.body_of(u).iter().map(|m| self[*m].ranks()).sum()
    }

    /// Lays the units of a brigade or division column behind the leading one without gaps (05.01.6.a); a common square is laid about the
    /// middle of its front, every unit on the whole of it (05.02.5).
    pub fn lay_body(&mut self, lead: UnitId) {
        let all = self.body_of(&self[lead]);
        let first = self[lead].base;
        if all.len() > 1 && self[lead].formation == Formation::Square {
            let mut whole = self[lead].clone();
            whole.figures = all.iter().map(|m| self[*m].figures).fold(0, u16::saturating_add);
            whole.lay();
            for m in all {
                self[m].base = whole.base.at(first.front, first.dir);
            }
            return;
        }
        let mut front = first.front;
        for m in all {
            let u = &mut self[m];
            u.lay();
            u.base = u.base.at(front, first.dir);
            front = u.base.rear();
        }
    }

    /// Every piece of ground of a kind that the unit's bases lie on; touching an edge is not standing on it (play.footprint).
    pub fn on_patches<'f>(&'f self, u: &'f Unit) -> impl Iterator<Item = &'f Patch> {
        let rects = self.rects(u);
        let about = box_of(&rects);
        let under = move |p: &&'f Patch| rects.iter().any(|r| p.area.overlaps(&r.grown(-table::EPS)));
        self.ground.patches_in(about).filter(under)
    }
}
