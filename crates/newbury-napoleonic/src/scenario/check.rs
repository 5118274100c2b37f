//! Can everybody stand where the scenario puts him, and so?

use super::SideSpec;
use super::army::Raising;
use crate::field::Field;
use crate::formation::Formation;
use crate::forming::{Forms, may_form};
use crate::going::goer;
use crate::terrain::{Slope, Terrain};
use crate::unit::{Unit, UnitId};
use crate::{book::numbers, clause, say};
use muster::{Mistake, Placed, Sheet};
use std::ops::Range;
use umpire::Clause;

pub(super) fn standing(s: &mut Sheet, f: &mut Field, r: &Raising<'_>, sides: &[SideSpec; 2], year: u16) {
    let size = [f.ground.width, f.ground.depth];
    let outside = |u: &Unit| u.present() && r.placed[u.id.index()] && u.inside.is_none();
    for u in &f.units {
        let at = r.unit_at[u.id.index()].clone();
        if let Err(no) = may_form(&f.options, &Forms::of(u, year).on(&f.ground, u), u.drawn) {
            let wrong = Mistake::new(at.clone(), say!("cannot-stand-so", code = &*u.code)).right(no.reason);
            s.push(match no.clause {
                Some(by) => wrong.by(by),
                None => wrong,
            });
        }
        if !outside(u) {
            continue;
        }
        let placed = Placed { code: &u.code, base: u.base, due: 0, at: at.clone() };
        if s.under(|| clause!("play.setup"), |s| s.stands_on_table(size, &placed)) {
            ground(s, f, u, at.clone());
            deployed_in(s, u, &sides[u.side.index()], at);
        }
    }
    let placed: Vec<Placed<'_>> = f
        .units
        .iter()
        .filter(|u| outside(u))
        .map(|u| Placed { code: &u.code, base: u.base, due: 0, at: r.unit_at[u.id.index()].clone() })
        .collect();
    s.under(|| clause!("play.states"), |s| s.stand_apart(&placed));
    buildings(s, f, r);
    detached(s, f, r);
}

/// Nobody stands where his kind cannot be: forbidden ground, inside a house, guns on a steep slope (table 4, 4.1.c, 12.6.d).
fn ground(s: &mut Sheet, f: &Field, u: &Unit, at: Range<usize>) {
    let mut wrong = |name: &str, by: Clause| {
        let m = Mistake::new(at.clone(), say!("stands-where-it-cannot", code = &*u.code, name));
        s.push(m.right(say!("put-elsewhere")).by(by));
    };
    let rects = f.rects(u);
    let bridged = rects.iter().all(|r| f.on_bridge(r.centre));
    for p in &f.ground.patches {
        let barred = numbers().march.fraction(p.kind, goer(u)).is_none();
        // A ford or a bridge lies over its river.
        let on = |r: &table::Rect| {
            p.area.overlaps(&r.grown(-0.05)) && r.corners().iter().any(|c| f.ground.kind(*c) == p.kind)
        };
        if barred && !bridged && p.kind != Terrain::Open && rects.iter().any(on) {
            wrong(&p.name, clause!("T4"));
            return;
        }
    }
    for b in &f.ground.buildings {
        if rects.iter().any(|r| b.rect.penetration(r) > 0.05) {
            wrong(&b.name, clause!("4.1.c"));
            return;
        }
    }
    if u.formation() == Formation::Deployed {
        let guns = u.base.front - u.base.dir * (u.plan(&f.options).figure.1 / 2.0);
        if f.ground.slope(guns).is_some_and(|x| x.slope == Slope::Steep) {
            wrong(&say!("a-steep-slope").to_string(), clause!("12.6.d"));
        }
    }
}

/// Within the deployment area of its side (play.setup).
fn deployed_in(s: &mut Sheet, u: &Unit, side: &SideSpec, at: Range<usize>) {
    if !u.base.corners().iter().all(|c| side.area.is_within(*c, 0.05)) {
        let wrong = Mistake::new(at, say!("outside-deployment", code = &*u.code));
        s.push(wrong.right(say!("right-deployment")).by(clause!("play.setup")));
    }
}

/// No more figures in a building than it holds, and of one side alone (4.1.c, play.buildings).
fn buildings(s: &mut Sheet, f: &Field, r: &Raising<'_>) {
    for (i, b) in f.ground.buildings.iter().enumerate() {
        let inside: Vec<&Unit> =
            f.units.iter().filter(|u| u.inside.is_some_and(|(n, _)| usize::from(n) == i)).collect();
        let Some(last) = inside.last() else { continue };
        let at = r.unit_at[last.id.index()].clone();
        let room = b.perimeter().floor() as u32;
        let figures: u32 = inside.iter().map(|u| u32::from(u.figures())).sum();
        if figures > room {
            let wrong = Mistake::new(at, say!("building-too-full", name = b.name.as_str(), figures));
            s.push(wrong.right(say!("at-most", most = room)).by(clause!("4.1.c")));
        } else if inside.iter().any(|u| u.side != inside[0].side) {
            let wrong = Mistake::new(at, say!("building-of-both", name = b.name.as_str()));
            s.push(wrong.right(say!("put-elsewhere")).by(clause!("play.buildings")));
        }
    }
}

/// Subgroups that are not detached stay within 20 cm (6.2.b); a detachment may go where it likes. Screens stand before what they screen.
fn detached(s: &mut Sheet, f: &Field, r: &Raising<'_>) {
    for u in f.units.iter().filter(|u| u.parent.is_some() && u.present()) {
        let parent = u.parent.unwrap_or(UnitId(0));
        if f[parent].brigade != u.brigade {
            let wrong =
                Mistake::new(r.unit_at[u.id.index()].clone(), say!("detached-to-others", code = &*u.code));
            s.push(wrong.right(say!("put-elsewhere")).by(clause!("6.3")));
        }
    }
}
