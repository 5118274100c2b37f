//! Second and further moves in a turn (again.1 to again.4).

use super::way::{Way, swept_corners};
use crate::field::Field;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use table::EPS;
use umpire::{Grounds, Refusal};

/// Refuses a further move that no exception covers. `road` says that the whole move is along a road.
pub(crate) fn check(f: &Field, way: &Way, road: bool, by: &mut Grounds) -> Result<(), Refusal> {
    let Some(again) = way.who.iter().find(|id| f[**id].moves > 0) else { return Ok(()) };
    if let Some(id) = way.who.iter().find(|id| f[**id].dismounted_this_turn) {
        return Err(Refusal::by(clause!("again.1"), say!("dismounted-turn-not-move", id)));
    }
    let side = way.who[0].side();
    let first_turn = f.army(side).turns <= 1 && f.readings.is(reading!("first-turn-of-jaeger", "side"));
    if first_turn && way.who.iter().all(|id| f[*id].troop == Troop::Jaeger) {
        by.add(clause!("again.2"));
        return Ok(());
    }
    if road && clear_of_enemies(f, way) {
        by.add(clause!("again.4"));
        return Ok(());
    }
    if let Some(hidden) = far_from_visible(f, way) {
        by.add(clause!("again.3"));
        by.join(hidden);
        return Ok(());
    }
    Err(Refusal::by(
        clause!("again.1"),
        say!(
            "already-moved-turn-further",
            again,
            further_move_clear = book::data().further_move_clear,
            further_move_road = book::data().further_move_road
        ),
    ))
}

/// again.4: at the beginning and at the end at least one base width from every enemy element.
fn clear_of_enemies(f: &Field, way: &Way) -> bool {
    let far = book::data().further_move_road;
    let clear = |bases: &[table::Base]| {
        bases.iter().zip(&way.who).all(|(b, id)| {
            let r = b.rect();
            f.near(r.bounds(), far).all(|e| e.side() == id.side() || e.rect().gap(&r) >= far - EPS)
        })
    };
    if f.readings.is(reading!("road-again", "begin-or-end")) {
        return clear(way.start()) || clear(way.end());
    }
    clear(way.start()) && clear(way.end())
}

/// again.3: throughout the move more than 1200 p from every enemy it sees; and by what those who are nearer are not seen.
fn far_from_visible(f: &Field, way: &Way) -> Option<Grounds> {
    let mut hidden = Grounds::default();
    let far = book::data().further_move_clear;
    let all = f.readings.is(reading!("visible-enemies", "all"));
    for (i, id) in way.who.iter().enumerate() {
        for k in 0..=way.stages() {
            let b = way.after(k)[i];
            let a = if k == 0 { b } else { way.after(k - 1)[i] };
            let hull = table::hull(&swept_corners(&a, &b));
            for e in f.near(hull.bounds(), far + 1.0) {
                if e.side() == id.side() {
                    continue;
                }
                // Along the stage, every fifty paces or so.
                let n = ((a.front.dist(b.front) / 50.0).ceil() as u32).clamp(1, 16);
                let nearest = nearest_moment(&a, &b, &e.rect());
                for t in (0..=n).map(|j| f64::from(j) / f64::from(n)).chain([nearest]) {
                    let at = super::way::between(&a, &b, t);
                    if at.rect().gap(&e.rect()) <= far + EPS {
                        if all {
                            return None;
                        }
                        let mut me = f[*id].clone();
                        me.base = at;
                        hidden.add(crate::sight::sees(f, &me, e).err()?);
                    }
                }
            }
        }
    }
    Some(hidden)
}

/// When a base is nearest to somebody on a straight stage: the distance falls and then rises.
fn nearest_moment(a: &table::Base, b: &table::Base, r: &table::Rect) -> f64 {
    if a.dir != b.dir {
        return 1.0;
    }
    let gap = |t: f64| super::way::between(a, b, t).rect().gap(r);
    let (mut lo, mut hi) = (0.0, 1.0);
    for _ in 0..40 {
        let (p, q) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if gap(p) <= gap(q) {
            hi = q;
        } else {
            lo = p;
        }
    }
    (lo + hi) / 2.0
}
