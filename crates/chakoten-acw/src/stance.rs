//! How a unit stands after a step: where its envelope lies when it has marched, wheeled, faced, changed formation, mounted
//! or limbered. No time and no rule of who may: both the written path of an order and the turn lay units by these.

use crate::troop::{Arm, Formation};
use crate::unit::Unit;
use table::{Base, EPS, V2};

/// Straight ahead.
pub fn march(u: &mut Unit, cm: f64) {
    u.base = u.base.moved(u.base.dir * cm);
}

/// Straight back without turning round (02.06.2).
pub fn back(u: &mut Unit, cm: f64) {
    u.base = u.base.moved(u.base.dir * -cm);
}

/// Wheels by so many degrees about a front corner, right positive (02.05.5).
pub fn wheel(u: &mut Unit, degrees: f64) {
    u.base = ranks::wheeled(&u.base, degrees);
}

/// Faces by so many degrees, right positive, on the spot. An about-face keeps the ground it stands on; a quarter facing makes
/// a line a march column heading along the former line, and the reverse (02.05.4).
pub fn face(u: &mut Unit, degrees: f64) {
    let quarter = (degrees.abs() - 90.0).abs() <= EPS;
    if (degrees.abs() - 180.0).abs() <= EPS {
        u.base = u.base.about_face();
        return;
    }
    let men = matches!(u.arm, Arm::Infantry | Arm::Cavalry);
    let side = if degrees >= 0.0 { u.base.dir.right() } else { -u.base.dir.right() };
    if men && quarter && u.formation == Formation::Line {
        let head = u.base.centre() + side * (u.base.width / 2.0);
        set_formation(u, Formation::MarchColumn, false, 0.0);
        u.base = u.base.at(head, side);
        return;
    }
    if men && quarter && u.formation == Formation::MarchColumn {
        let (head, along) = (u.base.front, u.base.dir);
        set_formation(u, Formation::Line, false, 0.0);
        let centre = head - along * (u.base.width / 2.0);
        u.base = u.base.at(centre + side * (u.base.depth / 2.0), side);
        return;
    }
    let centre = u.base.centre();
    u.base = u.base.turned_about(centre, -degrees.to_radians());
}

/// Takes a formation, the middle of the front staying where it is (02.05.1). `wide`: a cavalry attack column of 6; `gap` in cm.
pub fn set_formation(u: &mut Unit, formation: Formation, wide: bool, gap: f64) {
    u.formation = formation;
    u.gap = gap;
    u.parted = None;
    u.files = u.files_in(formation, wide);
    u.lay();
}

/// Mounts: line to line, columns to march column, chain and thin line to chain (02.02.5).
pub fn mount(u: &mut Unit) {
    u.mounted = true;
    let to = match u.formation {
        Formation::Line => Formation::Line,
        Formation::MarchColumn | Formation::AttackColumn => Formation::MarchColumn,
        Formation::Chain | Formation::ThinLine => Formation::Chain,
    };
    set_formation(u, to, false, usual_gap(u, to));
}

/// Dismounts: the formation keeps its name, columns become march column (02.02.5).
pub fn dismount(u: &mut Unit) {
    u.mounted = false;
    let to = match u.formation {
        Formation::AttackColumn => Formation::MarchColumn,
        other => other,
    };
    set_formation(u, to, false, usual_gap(u, to));
}

/// Limbers up (02.03.4): the limber stands behind the gun and heads to the rear; with the about-face (02.05.3.b) it heads the way
/// the gun pointed, on the same ground.
pub fn limber(u: &mut Unit, about: bool) {
    u.formation = Formation::MarchColumn;
    u.lay();
    if !about {
        u.base = u.base.about_face();
    }
}

/// Unlimbers (02.03.3): the first gun takes the place of the leading limber, the second of six guns stands beside it. With the
/// about-face (02.05.3.b) the column turns round on its ground just before.
pub fn unlimber(u: &mut Unit, about: bool, second_left: bool) {
    if about {
        u.base = u.base.about_face();
    }
    let one = u.base.width;
    u.formation = Formation::Line;
    u.lay();
    let beside = (u.base.width - one) / 2.0;
    u.base = u.base.moved(u.base.dir.right() * if second_left { -beside } else { beside });
}

/// The gap in cm a unit takes when the order names none: half a base in thin line, one base in a chain of foot, half a base in a
/// chain of riders.
pub fn usual_gap(u: &Unit, formation: Formation) -> f64 {
    let w = u.figure().0;
    match formation {
        Formation::ThinLine => w / 2.0,
        Formation::Chain if u.mounted => w / 2.0,
        Formation::Chain => w,
        _ => 0.0,
    }
}

/// Where a garrison stands that has left its building towards a place: outside the outline, its rear on it, facing the place.
pub fn left_building(u: &mut Unit, building: &Base, to: V2, formation: Formation) {
    u.inside.clear();
    set_formation(u, formation, false, usual_gap(u, formation));
    let (at, out) = ranks::nearest_side(building, to);
    u.base = u.base.at(at + out * u.base.depth, out);
}
