//! Second and further moves in a turn (again.1 to again.4).

use super::way::{Way, swept_corners};
use crate::field::Field;
use crate::procedures::further_move::{self, AgainReadings, Why, far_off, road_clear};
use crate::troop::Troop;
use crate::{book, reading, say};
use umpire::{Grounds, Refusal};

/// Refuses a further move that no exception covers. `road` says that the whole move is along a road.
pub(crate) fn check(f: &Field, way: &Way, road: bool, by: &mut Grounds) -> Result<(), Refusal> {
    let Some(again) = way.who.iter().find(|id| f[**id].moves > 0) else { return Ok(()) };
    let dismounted = way.who.iter().find(|id| f[**id].dismounted_this_turn);
    let first_turn = f.army(way.who[0].side()).turns <= 1;
    let jaeger = first_turn && way.who.iter().all(|id| f[*id].troop == Troop::Jaeger);
    let on_road =
        || road.then(|| (clear_of_enemies(f, way, way.start()), clear_of_enemies(f, way, way.end())));
    let mut hidden = Grounds::default();
    let far = || match far_from_visible(f, way) {
        Some(h) => {
            hidden = h;
            true
        }
        None => false,
    };
    let may = further_move::may(dismounted.is_some(), jaeger, on_road, far, AgainReadings::of(&f.readings));
    match may {
        Ok(rule) => {
            by.add(rule);
            by.join(hidden);
            Ok(())
        }
        Err((rule, Why::Dismounted)) => {
            Err(Refusal::by(rule, say!("dismounted-turn-not-move", id = dismounted.unwrap_or(again))))
        }
        Err((rule, Why::NoException)) => Err(Refusal::by(
            rule,
            say!(
                "already-moved-turn-further",
                again,
                further_move_clear = book::data().further_move_clear,
                further_move_road = book::data().further_move_road
            ),
        )),
    }
}

/// again.4: at least one base width from every enemy element.
fn clear_of_enemies(f: &Field, way: &Way, bases: &[table::Base]) -> bool {
    let far = book::data().further_move_road;
    bases.iter().zip(&way.who).all(|(b, id)| {
        let r = b.rect();
        f.near(r.bounds(), far).all(|e| e.side() == id.side() || road_clear(e.rect().gap(&r)))
    })
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
                    if !far_off(at.rect().gap(&e.rect())) {
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
