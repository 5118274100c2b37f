//! Who could shoot at whom from where: a rough and cheap look, without terrain and without what stands between.

use bbdba_acw::field::Element;
use bbdba_acw::{Field, Side, Troop, book};
use table::{Base, Rect, V2};

/// Enemies, commanders left out, that may be within reach of a place.
pub fn enemies<'a>(
    f: &'a Field,
    side: Side,
    at: &Base,
    reach: f64,
) -> impl Iterator<Item = &'a Element> + 'a {
    f.near(at.rect().bounds(), reach).filter(move |e| e.side() != side && !e.is_commander())
}

/// The enemies as they stand when a commander looks at the table, from west to east.
pub struct Survey<'a> {
    foes: Vec<(V2, &'a Element)>,
}

impl<'a> Survey<'a> {
    pub fn of(f: &'a Field, side: Side) -> Survey<'a> {
        let foes = f.side(side.other()).filter(|e| !e.is_commander()).map(|e| (e.base.centre(), e));
        let mut foes: Vec<_> = foes.collect();
        foes.sort_unstable_by(|(a, e), (b, o)| a.x.total_cmp(&b.x).then(e.id.cmp(&o.id)));
        Survey { foes }
    }

    /// The nearest enemy and its distance, told by the centres; of several the first by name. Looks east and west from the
    /// place only as far as somebody nearer may stand.
    pub fn nearest(&self, at: &Base) -> Option<(&'a Element, f64)> {
        let r = at.rect();
        let (mut best, mut found) = (f64::INFINITY, None::<&'a Element>);
        let mut look = |(c, e): &(V2, &'a Element)| {
            let (way, aside) = (*c - r.centre, c.x - r.centre.x);
            let d = way.len2();
            if d < best || d == best && found.is_some_and(|o| e.id < o.id) {
                (best, found) = (d, Some(*e));
            }
            aside * aside <= best
        };
        let here = self.foes.partition_point(|(c, _)| c.x < r.centre.x);
        let _ = self.foes[here..].iter().all(&mut look);
        let _ = self.foes[..here].iter().rev().all(&mut look);
        found.map(|e| (e, e.rect().gap(&r)))
    }
}

/// Is no enemy near?
pub fn nobody_within(f: &Field, side: Side, at: &Base, reach: f64) -> bool {
    let r = at.rect();
    f.near(r.bounds(), reach).all(|e| e.side() == side || e.rect().gap(&r) > reach)
}

/// How far it can shoot from there: in woods and settlements hardly at all (shooting.7).
pub fn range(f: &Field, t: Troop, at: &Rect) -> f64 {
    match t.stats().range {
        Some(r) if in_cover(f, at) => r.min(book::data().skirmish_range),
        Some(r) => r,
        None => 0.0,
    }
}

/// In a wood or settlement, where it is shot at only from close by.
pub fn in_cover(f: &Field, at: &Rect) -> bool {
    f.terrain.close(at)
}

/// The distance at which something stands in the field of fire of an element with that range; `None` out of it.
pub fn bears(b: &Base, range: f64, o: &Rect) -> Option<f64> {
    let c = b.local(o.centre);
    let (along, across) = (b.dir.dot(o.dir).abs(), b.dir.cross(o.dir).abs());
    let deep = along * o.half_depth + across * o.half_width;
    let wide = along * o.half_width + across * o.half_depth;
    let aside = c.x.abs() - wide - b.width / 2.0;
    let ahead = c.y - deep;
    if c.y + deep <= 0.5 || aside >= book::data().fire_widening - 0.5 || ahead > range {
        return None;
    }
    let d = table::v2(aside.max(0.0), ahead.max(0.0)).len();
    (d <= range).then_some(d)
}

/// How many enemies could shoot at an element of ours standing there, guns left out (they reach everywhere).
pub fn muskets_bearing(f: &Field, side: Side, at: &Base) -> usize {
    let r = at.rect();
    enemies(f, side, at, 410.0)
        .filter(|o| {
            o.troop != Troop::Artillery
                && o.troop.stats().range.is_some_and(|x| bears(&o.base, x, &r).is_some())
        })
        .count()
}

/// Do its enemies come near enough a third of a command to matter? How much a loss of that command weighs.
pub fn weight(f: &Field, e: &Element) -> f64 {
    let c = f.command(e.id);
    if c.demoralised {
        return 0.6;
    }
    let left = f64::from(c.strength) / 3.0 - f64::from(c.lost);
    if left <= 1.0 {
        1.8
    } else if left <= 2.0 {
        1.3
    } else {
        1.0
    }
}
