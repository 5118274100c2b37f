//! Which features a battlefield has, and how many.

use super::{At, TerrainSpec, called_for, feature_name};
use crate::say;
use crate::scenario::board::Board;
use crate::scenario::tables::tables;
use crate::{clause, reading};
use muster::Mistake;
use umpire::{Clause, Readings};

/// The clause by which a settlement may lie here over and above what the type of terrain has.
fn extra_settlement(board: &Board, readings: &Readings) -> Option<Clause> {
    let wide = board.several && readings.is(reading!("extra-settlement", "several-commands"));
    (board.large || wide).then(|| clause!("bigbattle.5"))
}

/// terrain.4, terrain.12, bigbattle.2, bigbattle.5: which features and how many.
pub(super) fn counts(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    let row = &tables().counts[usize::from(board.several)];
    let by = if board.several { clause!("bigbattle.2") } else { clause!("terrain.12") };
    let (present, possible) = called_for(t.kind, readings);
    let mut pieces: Vec<(&'static str, &At)> =
        t.areas.iter().map(|a| (feature_name(a.kind), &a.at)).collect();
    pieces.extend(t.rivers.iter().map(|r| ("river", &r.at)));
    pieces.extend(t.roads.iter().map(|r| ("road", &r.at)));
    pieces.extend(t.waterway.iter().map(|w| ("waterway", &w.at)));

    let mut seen: Vec<(&str, usize)> = Vec::new();
    for (name, at) in &pieces {
        let n = match seen.iter_mut().find(|(k, _)| k == name) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                seen.push((name, 1));
                1
            }
        };
        let most = match *name {
            "waterway" => row.waterway,
            "river" => row.river,
            "oasis" => row.oasis,
            "settlement" => row.settlement,
            _ => row.same_kind,
        };
        if n == most + 1 {
            out.push(
                Mistake::new(at.0.clone(), say!("more-than-kind", most, name))
                    .right(say!("most", most))
                    .by(by),
            );
        }
    }

    let extra = extra_settlement(board, readings);
    let settled = seen.iter().any(|(k, _)| *k == "settlement");
    for (name, at) in &pieces {
        let listed = present.contains(name) || possible.contains(name);
        if !listed && (*name != "settlement" || extra.is_none()) {
            let mut may = present.clone();
            may.extend(possible.iter().filter(|p| !present.contains(p)));
            out.push(
                Mistake::new(at.0.clone(), say!("kind-has-no", kind = &t.kind, name))
                    .right(say!("it-has", all = may.join(", ")))
                    .by(clause!("terrain.4")),
            );
        }
    }

    // A kind that is both present and possible (rough ground of the desert) may count as either.
    let many = |f: &dyn Fn(&&'static str) -> bool| pieces.iter().filter(|(k, _)| f(k)).count();
    let must = many(&|k| present.contains(k) && !possible.contains(k));
    let both = many(&|k| present.contains(k) && possible.contains(k));
    let may = many(&|k| possible.contains(k) && !present.contains(k));
    let spare = usize::from(extra.is_some() && settled && possible.contains(&"settlement"));
    let fits = |r: [usize; 2], n: usize| n >= r[0] && n <= r[1];
    let fit = (0..=both).any(|b| {
        fits(row.present, must + b)
            && (0..=spare).any(|s| fits(row.possible, (may + both - b).saturating_sub(s)))
    });
    if fit {
        return;
    }
    let whole = [row.present[0] + row.possible[0], row.present[1] + row.possible[1]];
    if both > 0 {
        out.push(
            Mistake::new(
                t.at.0.clone(),
                say!("pieces-terrain", may = must + both + may, both = must + both, all = present.join(", ")),
            )
            .right(say!(
                "pieces-present-feature-possible-ones",
                present = row.present[0],
                other_present = row.present[1],
                all = present.join(", "),
                possible = row.possible[0],
                other_possible = row.possible[1],
                other_all = possible.join(", "),
                whole = whole[0],
                other_whole = whole[1]
            ))
            .by(by),
        );
        return;
    }
    if !fits(row.present, must) {
        out.push(
            Mistake::new(
                t.at.0.clone(),
                say!("pieces-present-feature", must, kind = &t.kind, all = present.join(", ")),
            )
            .right(say!("from-to", least = row.present[0], most = row.present[1]))
            .by(by),
        );
    }
    if !(0..=spare).any(|s| fits(row.possible, may.saturating_sub(s))) {
        out.push(
            Mistake::new(t.at.0.clone(), say!("possible-features", may, kind = &t.kind))
                .right(say!(
                    "from-to-of",
                    least = row.possible[0],
                    most = row.possible[1] + spare,
                    all = possible.join(", ")
                ))
                .by(extra.filter(|_| spare > 0 && may > row.possible[1]).unwrap_or(by)),
        );
    }
}
