//! Ferries and boats that lie at the water when the battle begins (19.02.1, 19.11.1).

use crate::book::works::Craft;
use crate::field::Field;
use crate::ground::PatchKind;
use crate::terrain::Vessel;
use crate::unit::Side;
use crate::{clause, say};
use muster::{Mistake, Sheet, Tab};
use table::{EPS, v2};

/// Ferries and boats that a side may have.
const MOST_CRAFT: usize = 50;

/// How far from the water one may lie, in cm: half of it is on the bank.
const AT_THE_BANK: f64 = 2.0;

/// Those of a side.
pub(super) fn read(s: &mut Sheet, t: &Tab<'_>, side: Side, f: &mut Field) {
    for x in s.tables(t, "craft", MOST_CRAFT) {
        s.need(&x, "kind", || say!("right-craft-kind"));
        let kind = s.word_of(&x, "kind", &[Craft::Ferry, Craft::Boat]);
        let name = s.must_text(&x, "name", || say!("right-craft-name"));
        let at = (s.must_number(&x, "x"), s.must_number(&x, "y"));
        let (Some((craft, _)), (Some(px), Some(py))) = (kind, at) else { continue };
        let at = v2(px, py);
        let taken = f.thing(&name).is_some() || f.by_code(&name).is_some() || name.trim().is_empty();
        if taken {
            let wrong = Mistake::new(x.at_key("name"), say!("craft-name-taken", name = name.as_str()));
            s.push(wrong.right(say!("right-craft-name")));
            continue;
        }
        let wet = |k: PatchKind| matches!(k, PatchKind::Water | PatchKind::Lake);
        let mut water = f.ground.patches.iter().filter(|p| wet(p.kind));
        if !f.ground.holds(at) || !water.any(|p| p.area.gap_to_point(at) <= AT_THE_BANK + EPS) {
            let wrong = Mistake::new(x.at_key("x"), say!("craft-not-at-water", name = name.as_str()));
            s.push(wrong.right(say!("right-craft-at")).by(clause!("19.11.1")));
            continue;
        }
        f.terrain.vessels.push(Vessel { name, side, craft, at, gone: false, with: None, delay: 0.0 });
    }
}
