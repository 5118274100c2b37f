//! Which features a battlefield has, and how many.

use super::{At, TerrainSpec, called_for, feature_name};
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
                Mistake::new(at.0.clone(), format!("more than {most} of the kind {name}"))
                    .right(format!("at most {most}"))
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
                Mistake::new(at.0.clone(), format!("{} has no {name}", t.kind))
                    .right(format!("it has {}", may.join(", ")))
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
                format!(
                    "{} pieces of terrain, of which {} are {}",
                    must + both + may,
                    must + both,
                    present.join(", ")
                ),
            )
            .right(format!(
                "{}-{} pieces of the present feature ({}) and {}-{} of the possible ones ({}), {}-{} in all",
                row.present[0],
                row.present[1],
                present.join(", "),
                row.possible[0],
                row.possible[1],
                possible.join(", "),
                whole[0],
                whole[1]
            ))
            .by(by),
        );
        return;
    }
    if !fits(row.present, must) {
        out.push(
            Mistake::new(
                t.at.0.clone(),
                format!("{must} pieces of the present feature of {}: {}", t.kind, present.join(", ")),
            )
            .right(format!("{} to {}", row.present[0], row.present[1]))
            .by(by),
        );
    }
    if !(0..=spare).any(|s| fits(row.possible, may.saturating_sub(s))) {
        out.push(
            Mistake::new(t.at.0.clone(), format!("{may} possible features of {}", t.kind))
                .right(format!(
                    "{} to {} of {}",
                    row.possible[0],
                    row.possible[1] + spare,
                    possible.join(", ")
                ))
                .by(extra.filter(|_| spare > 0 && may > row.possible[1]).unwrap_or(by)),
        );
    }
}
