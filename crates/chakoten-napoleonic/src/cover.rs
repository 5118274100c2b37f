//! Cover of a unit against what comes from somewhere, and obstacles before an attacker (07.05.6, 16.03.2, table VI, 12.03.11).

use crate::book::march::{STREAM, ditch, narrow_step, unmanned_guns, wood_edge};
use crate::book::stand::BASE_CONTACT;
use crate::clause;
use crate::contact;
use crate::field::{Field, box_of};
use crate::going::hills;
use crate::ground::{Line, PatchKind, grown};
use crate::troop::{Cover, Obstacle};
use crate::unit::Unit;
use ::ground::{crossing, strip};
use table::{EPS, Rect, V2};
use umpire::Clause;

/// The lines with which the unit is in base contact and which the straight line to a point of it has to pass.
pub fn passed<'f>(f: &'f Field, u: &Unit, from: V2, to: V2) -> impl Iterator<Item = &'f Line> {
    let rects = f.rects(u);
    let about = box_of(&rects);
    let near = f.lines.near(about, BASE_CONTACT + EPS).map(|(_, l)| l);
    near.filter(move |l| !l.passes_by(about, BASE_CONTACT + EPS)).filter(move |l| {
        l.standing().iter().any(|(a, b)| {
            let s = strip(*a, *b, l.depth);
            let touches = rects.iter().any(|r| r.gap(&s) <= BASE_CONTACT + EPS);
            touches && crosses((*a, *b), &s, from, to)
        })
    })
}

/// Does the straight line pass a wall that takes up this ground?
pub fn crosses((a, b): (V2, V2), ground: &Rect, from: V2, to: V2) -> bool {
    crossing(from, to, a, b).is_some() || ground.clip(from, to).is_some()
}

/// The stretches of what gives cover with which the unit is in base contact, each with the ground it takes up.
pub fn walls<'f>(f: &'f Field, u: &Unit) -> impl Iterator<Item = (V2, V2, Rect)> + use<'f> {
    let rects = f.rects(u);
    let about = box_of(&rects);
    let covers = move |l: &&Line| l.cover > Cover::None && !l.passes_by(about, BASE_CONTACT + EPS);
    f.lines
        .near(about, BASE_CONTACT + EPS)
        .map(|(_, l)| l)
        .filter(covers)
        .flat_map(|l| {
            let deep = l.depth;
            l.standing().into_iter().map(move |(a, b)| (a, b, strip(a, b, deep)))
        })
        .filter(move |(_, _, s)| rects.iter().any(|r| r.gap(s) <= BASE_CONTACT + EPS))
}

/// The cover of who stands in a wood or plantation, and the clause that gives it.
pub fn in_growth(f: &Field, u: &Unit) -> (Cover, Option<Clause>) {
    let mut best = (Cover::None, None);
    for p in f.on_patches(u).filter(|p| matches!(p.kind, PatchKind::Wood | PatchKind::Plantation)) {
        let cover = p.edge.unwrap_or(Cover::I);
        if cover > best.0 {
            let by = if p.edge.is_some() { clause!("16.03.2.b") } else { clause!("16.03.2.a") };
            best = (cover, Some(by));
        }
    }
    best
}

/// The best cover of a unit against a line that comes from a place to a point of it, and the clause that gives it.
pub fn against(f: &Field, u: &Unit, from: V2, to: V2) -> (Cover, Option<Clause>) {
    if let Some(b) = u.inside {
        let now = f.building_values(b);
        let by = if now == f.laid_values(b) { clause!("17.02.3.a") } else { clause!("17.04.2") };
        let by = if now.cover > f.laid_values(b).cover { clause!("17.02.4") } else { by };
        return (now.cover, Some(by));
    }
    let mut best = in_growth(f, u);
    for l in passed(f, u, from, to) {
        if l.cover > best.0 {
            best = (l.cover, Some(clause!("07.05.6")));
        }
    }
    best
}

/// The same against whatever stands there: to the nearest point of the unit.
pub fn from_place(f: &Field, u: &Unit, from: V2) -> (Cover, Option<Clause>) {
    against(f, u, from, ::ground::nearest_of(&f.rects(u), from))
}

/// Does it stand behind an obstacle or cover, seen from there (14.02.1)?
pub fn behind_object(f: &Field, u: &Unit, from: V2) -> bool {
    let to = ::ground::nearest_of(&f.rects(u), from);
    passed(f, u, from, to).any(|l| l.cover > Cover::None || l.obstacle > Obstacle::None)
}

/// Is the unit in base contact with any obstacle or cover, on whichever side?
pub fn at_object(f: &Field, u: &Unit) -> bool {
    let rects = f.rects(u);
    let about = box_of(&rects);
    let near = |r: &Rect| rects.iter().any(|x| x.gap(r) <= BASE_CONTACT + EPS);
    f.lines
        .near(about, BASE_CONTACT + EPS)
        .map(|(_, l)| l)
        .filter(|l| l.cover > Cover::None || l.obstacle > Obstacle::None)
        .filter(|l| !l.passes_by(about, BASE_CONTACT + EPS))
        .any(|l| l.standing().iter().any(|(a, b)| near(&strip(*a, *b, l.depth))))
}

/// The highest obstacle inside the attacker's contact distance at the moment of the melee, and the clause (12.03.11).
pub fn obstacle_before(f: &Field, attacker: &Unit, enemy: &Unit) -> (Obstacle, Option<Clause>) {
    let mut best = Obstacle::None;
    let deep = contact::distance(f);
    if let Some(b) = enemy.inside {
        best = best.max(f.building_values(b).obstacle);
    }
    let them = f.rects(enemy);
    let before: Vec<Rect> = if attacker.skirmishing() {
        attacker.rects().iter().map(|r| r.grown(deep)).collect()
    } else {
        vec![attacker.base.ahead(deep, 0.0)]
    };
    // What stands behind the enemy is not in the way.
    let front = |r: &Rect| {
        let q = ::ground::nearest_of(&them, attacker.base.front);
        r.gap_to_point(attacker.base.front) <= attacker.base.front.dist(q) + EPS
            || before.iter().any(|z| z.grown(-EPS).gap(r) <= 0.0 && them.iter().any(|t| t.gap(r) <= EPS))
    };
    let inside = |r: &Rect| before.iter().any(|z| z.grown(EPS / 2.0).gap(r) <= 0.0) && front(r);
    // What does not come near that ground lies nowhere in it.
    let about = grown(box_of(&before), 2.0 * EPS);
    for l in f.lines.iter().filter(|l| !l.passes_by(about, EPS)) {
        if l.obstacle > best && l.standing().iter().any(|(a, b)| inside(&strip(*a, *b, l.depth))) {
            best = l.obstacle;
        }
    }
    let edge = wood_edge();
    let woods = |k: PatchKind| matches!(k, PatchKind::Wood | PatchKind::Plantation);
    if edge > best
        && f.ground
            .patches_in(about)
            .filter(|p| woods(p.kind))
            .any(|p| p.area.edges().any(|(a, b)| inside(&Rect::between(a, b))))
    {
        best = edge;
    }
    // A stream under half a cm is a ditch in every respect (07.04.1.b), and so is a narrow hill step an obstacle (table VI).
    let stream = |p: &&crate::ground::Patch| p.kind == PatchKind::Water && p.width < STREAM.0 - 1e-9;
    if ditch() > best
        && f.ground
            .patches_in(about)
            .filter(stream)
            .any(|p| p.area.edges().any(|(a, b)| inside(&Rect::between(a, b))))
    {
        best = ditch();
    }
    let front = attacker.base.front;
    let far = front.dist(::ground::nearest_of(&them, front)).min(deep);
    for (_, wide) in hills::Slopes::along(f, front, attacker.base.dir, far).narrow() {
        best = best.max(narrow_step(wide));
    }
    if unmanned_guns() > best && f.units.guns_left().iter().any(|g| inside(&g.rect())) {
        best = unmanned_guns();
    }
    (best, (best != Obstacle::None).then(|| clause!("12.03.11")))
}
