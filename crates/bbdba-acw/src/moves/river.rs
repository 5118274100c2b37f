//! Rivers in the way of a move (crossing.1 to crossing.4, river.2, river.3).

use super::way::{Around, Way, between, swept_into};
use crate::event::{Event, EventKind};
use crate::field::{Field, Nature};
use crate::procedures::river_nature::{self, RiverNature, slows};
use crate::procedures::torrent::{self, Torrent};
use crate::{clause, reading, say};
use table::{Base, EPS, Rect};
use umpire::{BattleDice, Dice, Log, Procedure, Refusal};

/// A mover comes into a river's bed off road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub river: usize,
    /// The mover's place in the way.
    pub by: usize,
    pub time: f64,
    /// It begins its move in the bed and needs no roll in a torrent.
    pub wet: bool,
}

/// The most that a move may cover in a river that hinders.
pub(crate) fn rate(f: &Field) -> f64 {
    f.readings.number(reading!("river-rate"))
}

/// Who comes into which bed and when, the earliest first.
pub(crate) fn entries(f: &Field, way: &Way) -> Vec<Entry> {
    let mut out = Vec::new();
    for (r, river) in f.terrain.rivers.iter().enumerate() {
        for i in 0..way.n() {
            let start = way.start()[i].rect();
            if river.bed.iter().any(|b| b.penetration(&start) > EPS) {
                if way.stages() > 0 {
                    out.push(Entry { river: r, by: i, time: 0.0, wet: true });
                }
                continue;
            }
            let when = (0..way.stages()).find_map(|k| {
                let (a, b) = (&way.after(k)[i], &way.after(k + 1)[i]);
                river
                    .bed
                    .iter()
                    .filter(|bed| swept_into(a, b, bed) > EPS)
                    .map(|bed| k as f64 + moment(a, b, bed))
                    .min_by(f64::total_cmp)
            });
            if let Some(time) = when {
                out.push(Entry { river: r, by: i, time, wet: false });
            }
        }
    }
    out.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.by.cmp(&b.by)));
    out
}

/// When the base first reaches the bed within a stage in which it gets inside. Who stops there stands at the bank and not by
/// what rounding forgives inside.
fn moment(a: &Base, b: &Base, bed: &Rect) -> f64 {
    let inside = |t: f64| swept_into(a, &between(a, b, t), bed) > 0.0;
    let (mut lo, mut hi) = (0.0, 1.0);
    for _ in 0..40 {
        let m = (lo + hi) / 2.0;
        if inside(m) {
            hi = m;
        } else {
            lo = m;
        }
    }
    lo
}

/// Refuses a change of facing or a sidestep while the front edge is in a bed (crossing.1).
pub(crate) fn check_facing(f: &Field, way: &Way) -> Result<(), Refusal> {
    if f.terrain.rivers.is_empty() {
        return Ok(());
    }
    for k in 0..way.stages() {
        for i in 0..way.n() {
            let (a, b) = (&way.after(k)[i], &way.after(k + 1)[i]);
            let d = b.front - a.front;
            let straight =
                a.dir.dot(b.dir) > 1.0 - 1e-9 && d.dot(a.dir.right()).abs() <= 0.01 + d.len() * 1e-4;
            if straight {
                continue;
            }
            let edge = table::hull(&[a.front_left(), a.front_right(), b.front_left(), b.front_right()]);
            let wet = f.terrain.rivers.iter().any(|r| {
                r.bed.iter().any(|bed| {
                    swept_into(a, b, bed) > EPS
                        && (edge.penetration(bed) > EPS
                            || bed.grown(-EPS).clip(a.front_left(), a.front_right()).is_some()
                            || bed.grown(-EPS).clip(b.front_left(), b.front_right()).is_some())
                })
            });
            if wet {
                return Err(Refusal::by(
                    clause!("crossing.1"),
                    say!("crossing-river-until-whole", who = way.who[i]),
                ));
            }
        }
    }
    Ok(())
}

/// Refuses to line up with a turn or a slide while the front edge is in a bed, except with an enemy who defends the far
/// bank (crossing.1).
pub(crate) fn check_lining_up(
    f: &Field,
    way: &Way,
    around: &Around<'_>,
    bases: &[Base],
) -> Result<(), Refusal> {
    let met = around.foes.iter().map(|e| &e.base);
    let foes: Vec<&Base> =
        met.filter(|e| bases.iter().any(|m| super::lineup::facet(m, e).is_some())).collect();
    let wet = way.end().iter().zip(bases).position(|(a, b)| turns_wet(f, a, b, &foes));
    match wet {
        Some(i) => {
            Err(Refusal::by(clause!("crossing.1"), say!("crossing-river-turn-slide", who = way.who[i])))
        }
        None => Ok(()),
    }
}

/// Would lining up with this enemy turn or slide a base whose front edge is in a bed, though he does not defend the far
/// bank (crossing.1)?
pub(crate) fn turns_in_a_bed(f: &Field, from: &Base, to: &Base, foe: &Base) -> bool {
    turns_wet(f, from, to, &[foe])
}

fn turns_wet(f: &Field, from: &Base, to: &Base, foes: &[&Base]) -> bool {
    let d = to.front - from.front;
    let straight =
        from.dir.dot(to.dir) > 1.0 - 1e-9 && d.dot(from.dir.right()).abs() <= crate::book::data().touch;
    if straight || f.terrain.rivers.is_empty() {
        return false;
    }
    let one = f.readings.is(reading!("bank-contact", "one-corner"));
    f.terrain.rivers.iter().any(|river| {
        let dips = |r: &Rect| r.grown(-EPS).clip(from.front_left(), from.front_right()).is_some();
        river.bed.iter().any(dips) && !foes.iter().any(|e| crate::shooting::front_on(&river.bed, e, one))
    })
}

/// What the plan can already say: a closed torrent, and the slow rate where the nature is known.
pub(crate) fn check_known(f: &Field, way: &Way, entries: &[Entry]) -> Result<(), Refusal> {
    for e in entries {
        let state = &f.rivers[e.river];
        if state.closed && !e.wet {
            return Err(Refusal::by(
                clause!("crossing.4"),
                say!("not-try-cross-element", who = way.who[e.by]),
            ));
        }
        if state.nature.is_some_and(slows) && way.length() > rate(f) + EPS {
            return Err(Refusal::by(
                clause!("crossing.3"),
                say!(
                    "river-move-any-part",
                    who = way.who[e.by],
                    rate = rate(f),
                    length = words::whole(way.length())
                ),
            ));
        }
    }
    Ok(())
}

/// Rolls for the rivers and says at which moment each mover must stop. `None` where nothing changes.
pub(crate) fn roll(
    f: &mut Field,
    way: &Way,
    entries: &[Entry],
    dice: &mut BattleDice,
    log: &mut Log<Event>,
) -> Option<Vec<f64>> {
    let end = way.stages() as f64;
    let mut stops = vec![end; way.n()];
    let mut limit = end;
    let mut failed = vec![false; f.rivers.len()];
    // The river whose nature the element at hand has just found.
    let mut found: Option<usize>;
    for e in entries {
        // Not reached any more, or reached only with the last pace.
        if e.time > limit {
            continue;
        }
        found = None;
        let nature = match f.rivers[e.river].nature {
            Some(n) => n,
            None => {
                let finder = &way.who[e.by];
                let die = dice.occasion(RiverNature::NAME, finder, finder.side()).d6();
                let nature = river_nature::of(die);
                f.rivers[e.river].nature = Some(nature);
                if f.readings.is(reading!("river-dice", "one-for-all")) {
                    f.rivers.iter_mut().for_each(|r| r.nature = Some(nature));
                }
                found = Some(e.river);
                let river = e.river as u8;
                log.push(|| Event::new(clause!("river.2"), EventKind::RiverFound { river, die, nature }));
                nature
            }
        };
        if !slows(nature) {
            continue;
        }
        limit = limit.min(way.time_at(rate(f)).max(e.time));
        if e.wet || nature != Nature::Torrent {
            continue;
        }
        if failed[e.river] {
            stops[e.by] = stops[e.by].min(e.time);
            continue;
        }
        if limit <= e.time + 1e-9 && e.time < end {
            // Its allowance ends at the bank: it does not enter.
            continue;
        }
        if found.is_some() && f.readings.is(reading!("torrent-finder", "crosses")) {
            continue;
        }
        let (river, element) = (e.river as u8, way.who[e.by]);
        let die = dice.occasion(Torrent::NAME, &element, element.side()).d6();
        let crosses = torrent::crosses(die);
        log.push(|| {
            Event::new(clause!("crossing.4"), EventKind::TorrentTried { river, element, die, crosses })
        });
        if !crosses {
            failed[e.river] = true;
            f.rivers[e.river].closed = true;
            stops[e.by] = stops[e.by].min(e.time);
        }
    }
    let mut changed = false;
    for s in &mut stops {
        *s = s.min(limit);
        changed |= *s < end;
    }
    changed.then_some(stops)
}
