//! How a unit comes to stand otherwise: who may form what, how long changes of formation and front take, and where the unit then
//! stands (chapters 05 and 06). No clock: the written path of an order and the turn lay units by these.

use crate::book::numbers;
use crate::book::stand::{self, COLUMN, LEAST_LINE, SMALL_TURN, SPACING};
use crate::field::Field;
use crate::ground::PatchKind;
use crate::order::Way;
use crate::troop::{Arm, Density, Formation, GunWeight, Harness, Nation};
use crate::unit::{LeftGuns, MaySkirmish, Unit, root};
use crate::{clause, reading};
use ranks::Front;
use table::{Base, EPS, V2};
use umpire::{Clause, Readings};

/// A number that the book gives (cm, or parts of a turn), and the clause that gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    pub amount: f64,
    pub clause: Clause,
}

impl Given {
    pub fn by(clause: Clause, amount: f64) -> Given {
        Given { amount, clause }
    }
}

/// How long a formation change takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Parts of a turn (tables V and V.limber).
    Turns(Given),
    /// The march of the figure that has farthest to go, in cm (06.02.2).
    March(Given),
}

/// What a front change uses of the march length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// March length used.
    pub cm: f64,
    /// At half march speed.
    pub half: bool,
    pub clause: Clause,
}

/// Figures abreast when the unit takes a formation; `asked` is the ordered front of an attack column. With the clause that says so.
pub fn files_in(u: &Unit, to: Formation, asked: Option<u16>) -> (u16, Clause) {
    let n = u.figures;
    let (front, by) = match to {
        Formation::Line => (Front::Ranks(2), clause!("05.01.2")),
        Formation::AttackColumn if u.cossacks() => (Front::Files(root(n)), clause!("15.02.3")),
        Formation::AttackColumn => match asked {
            Some(files) => (Front::Files(files), clause!("05.01.3")),
            None if u.formation == Formation::Mass => (Front::Files(u.files), clause!("05.02.2")),
            None => (Front::Files(usual_front(u)), clause!("play.footprint")),
        },
        // A mass stands as the attack column from which it was formed.
        Formation::Mass if u.formation == Formation::AttackColumn => {
            (Front::Files(u.files), clause!("05.02.2"))
        }
        Formation::Mass => (Front::Files(asked.unwrap_or_else(|| usual_front(u))), clause!("05.02.2")),
        Formation::MarchColumn => (Front::Files(2), clause!("05.01.4")),
        Formation::SingleFile => (Front::Files(1), clause!("05.01.5")),
        Formation::Square => (Front::Files(n.div_ceil(4)), clause!("05.02.1")),
        Formation::Clump => (Front::Files(root(n)), clause!("05.02.4")),
        Formation::Skirmish => (Front::Ranks(1), clause!("05.01.1")),
    };
    (front.files(n), by)
}

/// The front of an attack column where none is ordered: companies wide as its nation drew it up, each in two ranks, within 3 to 10
/// figures and at least 4 ranks deep (play.footprint).
pub fn usual_front(u: &Unit) -> u16 {
    let (least, most, ranks) = COLUMN;
    let company = u.figures.div_ceil(u16::from(u.companies.max(1)));
    let wide = stand::companies_wide(u.nation, u.arm == Arm::Cavalry) * company.div_ceil(2);
    let deep_enough = u.figures.saturating_sub(1) / (ranks - 1);
    wide.min(deep_enough).clamp(least, most)
}

/// May the unit take this formation at all? If not, the clause that forbids it. `asked` is the ordered front in figures.
pub fn may_form(f: &Field, u: &Unit, to: Formation, asked: Option<u16>) -> Result<(), Clause> {
    let on_foot = u.arm == Arm::Infantry;
    if matches!(u.arm, Arm::Artillery | Arm::Train) {
        return match to {
            Formation::Line if u.arm == Arm::Artillery => Ok(()),
            Formation::MarchColumn if u.arm == Arm::Train || u.limbered() => Ok(()),
            Formation::MarchColumn => Err(clause!("05.03.2")),
            _ => Err(clause!("05.03.3")),
        };
    }
    let cossack = matches!(to, Formation::SingleFile | Formation::MarchColumn | Formation::AttackColumn);
    if u.cossacks() && !cossack && !(to == Formation::Skirmish && anyone_skirmishes(f, u)) {
        return Err(clause!("15.02.3"));
    }
    let untrained = || {
        let french = u.nation == Nation::France;
        if french { clause!("france.5") } else { clause!("04.05.3") }
    };
    match to {
        Formation::Line if u.troops.no_line => Err(untrained()),
        Formation::Square if !on_foot => Err(clause!("05.02.1")),
        Formation::Square if u.troops.no_square => Err(untrained()),
        Formation::Mass if !on_foot => Err(clause!("05.02.2")),
        Formation::Mass if english_columns(&f.readings, u) => Err(clause!("england.4")),
        Formation::Mass if f.body_of(u).len() > 1 => Err(clause!("05.01.6.a")),
        Formation::Clump if !on_foot => Err(clause!("05.02.4")),
        Formation::AttackColumn if !u.cossacks() => column_fits(u, asked),
        Formation::Mass if u.formation != Formation::AttackColumn => column_fits(u, asked),
        Formation::Skirmish if u.figures < LEAST_LINE => Err(clause!("05.01.1")),
        Formation::Skirmish => match may_skirmish(f, u) {
            (most, _) if most >= u.figures => Ok(()),
            (_, by) => Err(by),
        },
        _ => Ok(()),
    }
}

/// Has the unit columns for transport alone, and no battalion mass (england.4)?
pub fn english_columns(readings: &Readings, u: &Unit) -> bool {
    let legion = u.nation == Nation::Kgl && readings.is(reading!("english-columns", "english-only"));
    u.troops.english_drill && !legion
}

/// A front of 3 to 10 figures and at least 4 ranks (05.01.3).
fn column_fits(u: &Unit, asked: Option<u16>) -> Result<(), Clause> {
    let (least, most, ranks) = COLUMN;
    let files = asked.unwrap_or_else(|| usual_front(u));
    let fits = (least..=most).contains(&files) && u.figures.div_ceil(files) >= ranks;
    if fits { Ok(()) } else { Err(clause!("05.01.3")) }
}

/// Is it where everybody may skirmish: in a plantation or built-up area (14.01.2)?
pub fn anyone_skirmishes(f: &Field, u: &Unit) -> bool {
    in_built_up(f, u) || f.on_patches(u).any(|p| p.kind == PatchKind::Plantation)
}

/// Is it in a built-up area: in a building, or on the ground between them (17.02.1)?
pub fn in_built_up(f: &Field, u: &Unit) -> bool {
    u.inside.is_some() || f.on_patches(u).any(|p| matches!(p.kind, PatchKind::Town | PatchKind::Garden))
}

/// How many of its figures, those already out included, a unit may have in skirmish line or swarm where it stands, and by which clause.
pub fn may_skirmish(f: &Field, u: &Unit) -> (u16, Clause) {
    let out = f.line_of(u.id).map_or(0, |l| l.figures);
    let all = u.figures + out;
    if anyone_skirmishes(f, u) {
        return (all, clause!("14.01.2"));
    }
    let nearest = |part: u32, of: u32| ((2 * u32::from(all) * part + of) / (2 * of)) as u16;
    match u.skirmish {
        MaySkirmish::None => (0, clause!("14.01.1")),
        MaySkirmish::Sixth if f.readings.is(reading!("skirmish-sixth", "full")) => {
            (u.original / 6, clause!("14.01.1"))
        }
        MaySkirmish::Sixth => (nearest(1, 6), clause!("14.01.1")),
        MaySkirmish::Companies(n) => {
            (nearest(u32::from(n), u32::from(u.companies.max(1))).min(all), clause!("14.01.1"))
        }
        MaySkirmish::Figures(n) => (n.min(all), clause!("14.01.1")),
        MaySkirmish::ThreeQuarters => ((u32::from(all) * 3 / 4) as u16, clause!("15.02.3")),
        MaySkirmish::Whole | MaySkirmish::WholeWithSoutien => (all, clause!("14.01.1")),
    }
}

/// Is a part of the battalion absent: its line is out, a part was split off, or it is such a part (06.02.4)?
pub fn part_absent(f: &Field, u: &Unit) -> bool {
    let split = |o: &Unit| o.whole == Some(u.id) && o.on_table();
    u.whole.is_some() || f.line_of(u.id).is_some() || f.units.iter().any(split)
}

/// How long the unit takes to change to this formation; `difficult`: it stands in difficult terrain (06.02.3).
pub fn change(f: &Field, u: &Unit, to: Formation, spacing: f64, difficult: bool) -> Result<Change, Clause> {
    if matches!(u.arm, Arm::Artillery | Arm::Train) {
        return limbering(u).map(Change::Turns);
    }
    if to == Formation::Skirmish || u.formation == Formation::Skirmish {
        let apart = if to == Formation::Skirmish { spacing } else { u.spacing };
        let cm = f64::from(u.figures.saturating_sub(1)) * apart / 2.0;
        return Ok(Change::March(Given::by(clause!("06.02.2"), cm)));
    }
    let (turns, mut by) = match stand::change_turns(u.formation, to) {
        Some(turns) => (turns, clause!("06.02.1")),
        None if u.formation == to => (0.0, clause!("06.02.1")),
        None => (f.readings.number(reading!("clump-time")), clause!("06.02.1")),
    };
    let absent = to == Formation::Square && part_absent(f, u);
    let mut more = [1.0, 1.0];
    if absent {
        (more[0], by) = (0.5, clause!("06.02.4"));
    } else {
        more[0] = 0.0;
    }
    if difficult {
        by = clause!("06.02.3");
    } else {
        more[1] = 0.0;
    }
    let factor = if f.readings.is(reading!("change-percentages", "in-turn")) {
        (1.0 + more[0]) * (1.0 + more[1])
    } else {
        1.0 + more[0] + more[1]
    };
    Ok(Change::Turns(Given::by(by, turns * factor)))
}

/// How long a battery takes to limber or unlimber (table V.limber).
pub fn limbering(u: &Unit) -> Result<Given, Clause> {
    let Some(b) = &u.battery else { return Err(clause!("05.03.1")) };
    let foot = b.harness == Harness::Foot;
    Ok(Given::by(clause!("06.03.1"), stand::limber_turns(foot && b.weight == GunWeight::Heavy, foot)))
}

/// How far the farthest figure of a skirmish line has to the middle of that side of its body which is towards it (06.02.2).
pub fn to_draw_in(line: &Unit, body: &Unit) -> Given {
    let (to, _) = ranks::nearest_side(&body.base, line.base.centre());
    let far = line.rects().iter().map(|r| r.centre.dist(to)).fold(0.0, f64::max);
    Given::by(clause!("06.02.2"), far)
}

/// How long a facing takes (table IV): about, or by a quarter, which only squares make (06.04.3). Dispersed troops turn without
/// time.
pub fn facing(u: &Unit, about: bool) -> Result<Given, Clause> {
    if u.dispersed() {
        return Ok(Given::by(clause!("06.01.3.b"), 0.0));
    }
    if !about {
        let square = u.formation == Formation::Square;
        let turns = stand::facing_turns(false, false);
        return if square { Ok(Given::by(clause!("06.02.5"), turns)) } else { Err(clause!("06.04.3")) };
    }
    let guns = matches!(u.arm, Arm::Artillery | Arm::Train) && !u.by_figures();
    let by = if guns { clause!("skema.IV.a") } else { clause!("06.04.3") };
    Ok(Given::by(by, stand::facing_turns(guns, true)))
}

/// What a pivot about a wing uses: one and a half fronts for 90 degrees (06.04.2). Dispersed troops turn free.
pub fn pivot(u: &Unit, degrees: f64) -> Swing {
    if u.dispersed() {
        return Swing { cm: 0.0, half: false, clause: clause!("06.01.3.b") };
    }
    Swing {
        cm: numbers::PIVOT * u.base.width * degrees.abs() / 90.0,
        half: false,
        clause: clause!("06.04.2"),
    }
}

/// What a rotation about the middle figure uses, or the clause by which it cannot be made (06.04.1).
pub fn rotation(readings: &Readings, u: &Unit, degrees: f64) -> Result<Swing, Clause> {
    if u.dispersed() {
        return Ok(Swing { cm: 0.0, half: false, clause: clause!("06.01.3.b") });
    }
    let column = matches!(u.formation, Formation::MarchColumn | Formation::SingleFile);
    if u.arm == Arm::Cavalry || u.arm == Arm::Train || u.limbered() || (column && u.by_figures()) {
        return Err(clause!("06.04.1"));
    }
    let cm = if readings.is(reading!("rotation-length", "arc")) {
        degrees.abs().to_radians() * u.base.width / 2.0
    } else {
        numbers::PIVOT / 2.0 * u.base.width * degrees.abs() / 90.0
    };
    Ok(Swing { cm, half: true, clause: clause!("06.04.1") })
}

/// The clause by which a front change of so many degrees costs a grade of light disorder, if it does: more than 20, but not the turning
/// of dispersed troops nor the pivot of a march or single-file column (06.01.3).
pub fn turn_costs(u: &Unit, degrees: f64, pivoting: bool) -> Result<(), Clause> {
    let column = matches!(u.formation, Formation::MarchColumn | Formation::SingleFile);
    let free = u.dispersed() || (pivoting && column);
    if degrees.abs() > SMALL_TURN + 1e-9 && !free { Err(clause!("06.01.3.a")) } else { Ok(()) }
}

/// May a unit in charge march swing so many degrees to the side in all (07.02.5)?
pub fn charge_swings(degrees: f64) -> Result<(), Clause> {
    if degrees.abs() > SMALL_TURN + 1e-9 { Err(clause!("07.02.5")) } else { Ok(()) }
}

/// The clause by which a formation change costs a grade, if it does: not limbering, nor a line or swarm of one company or squadron at
/// most, sent out or drawn in; `sent` are its figures (06.01.3).
pub fn change_costs(u: &Unit, sent: Option<u16>) -> Result<(), Clause> {
    let company = u.original.div_ceil(u16::from(u.companies.max(1)));
    let free = matches!(u.arm, Arm::Artillery | Arm::Train) || sent.is_some_and(|n| n <= company);
    if free { Ok(()) } else { Err(clause!("06.01.3.a")) }
}

/// The direction of a march, as the unit faces.
pub fn way(base: &Base, way: Way) -> V2 {
    match way {
        Way::Ahead => base.dir,
        Way::Back => -base.dir,
        Way::Right => base.dir.right(),
        Way::Left => -base.dir.right(),
    }
}

/// Goes so far that way without turning.
pub fn march(u: &mut Unit, to: Way, cm: f64) {
    u.base = u.base.moved(way(&u.base, to) * cm);
}

/// Pivots about a wing of the front rank, right positive (06.04.2). A column is laid as a whole, for it has no bend on the table.
pub fn pivot_by(u: &mut Unit, degrees: f64) {
    u.base = ranks::wheeled(&u.base, degrees);
}

/// Rotates about the middle of the front rank, right positive (06.04.1).
pub fn rotate_by(u: &mut Unit, degrees: f64) {
    u.base = u.base.turned_about(u.base.front, -degrees.to_radians());
}

/// Faces about on its ground (06.04.3).
pub fn about(u: &mut Unit) {
    if u.bent() {
        u.about_on_track();
        return;
    }
    u.base = u.base.about_face();
}

/// All figures of a square face so many degrees to the right of its front, a multiple of a quarter; `None`: to all sides again
/// (06.02.5).
pub fn face_square(u: &mut Unit, degrees: Option<f64>) {
    u.faced = degrees.is_some();
    if let Some(degrees) = degrees {
        let centre = u.base.centre();
        u.base = u.base.turned_about(centre, -degrees.to_radians());
    }
}

/// Takes a formation about the middle figure of its front rank (06.02.1).
pub fn form(u: &mut Unit, to: Formation, asked: Option<u16>, spacing: f64) {
    u.files = files_in(u, to, asked).0;
    u.formation = to;
    u.spacing = if to == Formation::Skirmish { spacing } else { 0.0 };
    u.faced = false;
    u.lay();
}

/// Cm of front for each figure of a skirmish line where no more is said: the widest that is dense, or thin (05.01.1).
pub fn usual_spacing(density: Density) -> f64 {
    match density {
        Density::Dense => SPACING.0,
        Density::Thin => SPACING.1,
    }
}

/// May a skirmish line stand so: at least 3 figures, no more than 10 cm of front for each (05.01.1)?
pub fn line_fits(figures: u16, spacing: f64) -> Result<(), Clause> {
    let fits = figures >= LEAST_LINE && spacing > 0.0 && spacing <= SPACING.1 + EPS;
    if fits { Ok(()) } else { Err(clause!("05.01.1")) }
}

/// Limbers up on the ground behind the front of the guns: heading to the rear, or with the free about face the way the guns pointed
/// (06.03.3, 06.03.4).
pub fn limber(u: &mut Unit, column: bool, about: bool) {
    if let Some(b) = &mut u.battery {
        b.limbered = true;
        b.ready = None;
    }
    u.formation = if column { Formation::MarchColumn } else { Formation::Line };
    u.lay();
    if !about {
        u.base = u.base.about_face();
    }
}

/// Unlimbers (06.03.1, 06.03.2): a gun points away from its limber, so without the free about face the battery fronts to where it came
/// from; with it the guns stand at the head of the ground it held and front the way it went. Guns of a column come up on both sides.
pub fn unlimber(u: &mut Unit, about: bool) {
    let (front, dir) = (u.base.front, u.base.dir);
    let column = u.formation == Formation::MarchColumn;
    let models = u.battery.as_ref().map_or(1, |b| b.models());
    let lead = if column { u.base.depth / f64::from(models.max(1)) } else { u.base.depth };
    if let Some(b) = &mut u.battery {
        b.limbered = false;
    }
    u.formation = Formation::Line;
    u.lay();
    u.base = if about { u.base.at(front, dir) } else { u.base.at(front - dir * lead, -dir) };
}

/// The gunners leave their guns, to the rear of them (04.04.3).
pub fn leave_guns(u: &mut Unit, with_limbers: bool) {
    let guns = u.base;
    let Some(b) = u.battery.as_mut().filter(|b| b.left.is_none()) else { return };
    b.left = Some(LeftGuns { base: guns, with_limbers });
    b.ready = None;
    u.formation = Formation::Line;
    u.files = u.figures.div_ceil(2).max(1);
    u.lay();
    u.base = u.base.at(guns.rear(), guns.dir);
}

/// The gunners are back at their guns (06.02.2).
pub fn man(u: &mut Unit) {
    let Some(b) = u.battery.as_mut() else { return };
    if let Some(left) = b.left.take() {
        b.limbered = false;
        u.formation = Formation::Line;
        u.base = left.base;
        u.lay();
    }
}

/// Goes into a building and covers it all (17.01.2.a).
pub fn enter(u: &mut Unit, building: u16, outline: &Base) {
    u.inside = Some(building);
    u.base = *outline;
}

/// Stands in clump just outside that side of the building which is towards a place, its rear on it (17.01.3).
pub fn leave(u: &mut Unit, outline: &Base, to: V2) {
    u.inside = None;
    form(u, Formation::Clump, None, 0.0);
    let (at, out) = ranks::nearest_side(outline, to);
    u.base = u.base.at(at + out * u.base.depth, out);
}
