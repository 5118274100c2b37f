//! Who sees whom (03.02.3, play.sight).

use chakoten_acw::drill::Drill;
use chakoten_acw::ground::PatchKind::{Swamp, Town, Wood};
use chakoten_acw::sight::{line_clear, post, post_sees, sees, side_sees, staff_sees};
use chakoten_acw::troop::Formation::{Chain, Line};
use chakoten_acw::{Side, UnitId, proves};
use table::v2;
use umpire::Clause;

/// The clause that hides; none, if it is seen.
fn hidden_by(look: Result<(), Clause>) -> Option<&'static str> {
    look.err().map(Clause::id)
}

/// Two lines of 30, facing each other so many cm apart, side A in the south at (120, 20).
fn facing(d: &mut Drill, cm: f64) -> (UnitId, UnitId) {
    (d.infantry(Side::A, 30, Line, 120.0, 20.0, 0.0), d.infantry(Side::B, 30, Line, 120.0, 20.0 + cm, 180.0))
}

#[test]
fn sight_reaches_250_cm() {
    let _p = proves!("03.02.3.a");
    for (cm, seen) in [(10.0, true), (250.0, true), (250.1, false), (400.0, false)] {
        let mut d = Drill::sized(240.0, 500.0);
        let (a, b) = facing(&mut d, cm);
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("03.02.3.a"), "{cm}");
        assert_eq!(hidden_by(sees(&f, &f[b], &f[a])), (!seen).then_some("03.02.3.a"), "{cm}");
    }
    let f = Drill::sized(240.0, 500.0).field();
    assert_eq!(hidden_by(line_clear(&f, v2(1.0, 1.0), v2(1.0, 251.0))), None);
    assert_eq!(hidden_by(line_clear(&f, v2(1.0, 1.0), v2(1.0, 251.1))), Some("03.02.3.a"));
    assert_eq!(hidden_by(line_clear(&f, v2(1.0, f64::NAN), v2(1.0, 3.0))), Some("03.02.3.a"));
}

#[test]
fn the_distance_is_taken_from_the_front_rank() {
    let _p = proves!("03.02.3.a");
    // Facing away: the front edge is 3 cm farther off than the rear rank.
    let mut d = Drill::sized(240.0, 500.0);
    let a = d.infantry(Side::A, 30, Line, 120.0, 20.0, 180.0);
    let b = d.infantry(Side::B, 30, Line, 120.0, 23.0 + 249.0, 180.0);
    let f = d.field();
    assert_eq!(f.gap(&f[a], &f[b]), 249.0 - 0.0);
    // The front rank is 1.5 cm deep, its back 1.5 cm behind the front edge.
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), Some("03.02.3.a"));
}

#[test]
fn units_in_woods_and_towns_are_seen_at_8_cm_or_15_if_they_stir() {
    let _p = proves!("03.02.3.b");
    for kind in [Wood, Town] {
        for (cm, stirred, seen) in [
            (8.0, None, true),
            (8.01, None, false),
            (15.0, Some(3), true),
            (15.01, Some(3), false),
            (15.0, Some(2), false),
            (8.0, Some(2), true),
        ] {
            let mut d = Drill::new();
            let (a, b) = facing(&mut d, cm);
            d.square(kind, "copse", (100.0, 20.0 + cm), (140.0, 60.0));
            d.turn(3);
            d.unit(b).record.stirred = stirred;
            let f = d.field();
            assert_eq!(
                hidden_by(sees(&f, &f[a], &f[b])),
                (!seen).then_some("03.02.3.b"),
                "{kind:?} {cm} {stirred:?}"
            );
            // He looks out from the edge without hindrance.
            assert_eq!(hidden_by(sees(&f, &f[b], &f[a])), None);
        }
    }
    // Other ground hides nobody.
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 30.0);
    d.square(Swamp, "bog", (100.0, 50.0), (140.0, 80.0));
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), None);
}

#[test]
fn a_unit_is_in_the_wood_with_more_than_half_of_its_front_figures() {
    let _p = proves!("03.02.3.b");
    // 15 files from x = 114 to 126: the middle of the eighth is at 120.
    for (edge, hidden) in [(120.0, true), (120.1, false)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 30.0);
        d.square(Wood, "copse", (edge, 50.0), (160.0, 80.0));
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), hidden.then_some("03.02.3.b"), "{edge}");
    }
}

#[test]
fn woods_and_buildings_between_block_and_units_do_not() {
    let _p = proves!("play.sight");
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 60.0);
    let c = d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0);
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), None);
    assert_eq!(hidden_by(sees(&f, &f[c], &f[b])), None);
    for (west, seen) in [(60.0, false), (125.0, true)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.square(Wood, "copse", (west, 40.0), (180.0, 50.0));
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("play.sight"), "{west}");
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.building("mill", false, (west, 40.0), (180.0, 50.0));
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("play.sight"), "{west}");
    }
    // Along the edge of a wood, and behind it.
    let mut d = Drill::new();
    d.square(Wood, "copse", (100.0, 40.0), (140.0, 50.0));
    let f = d.field();
    assert_eq!(hidden_by(line_clear(&f, v2(90.0, 40.0), v2(150.0, 40.0))), None);
    assert_eq!(hidden_by(line_clear(&f, v2(90.0, 41.0), v2(150.0, 41.0))), Some("play.sight"));
}

#[test]
fn one_sees_out_of_a_wood_through_8_cm_of_it() {
    let _p = proves!("play.sight");
    for (deep, seen) in [(0.0, true), (8.0, true), (8.1, false)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.square(Wood, "copse", (60.0, 5.0), (180.0, 20.0 + deep));
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("play.sight"), "{deep}");
    }
    // From within, the next wood blocks all the same.
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 60.0);
    d.square(Wood, "copse", (60.0, 5.0), (180.0, 22.0));
    d.square(Wood, "hedgerow", (60.0, 40.0), (180.0, 41.0));
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), Some("play.sight"));
}

#[test]
fn a_unit_touching_the_far_edge_of_a_wood_is_not_seen_through_it() {
    let _p = proves!("play.sight");
    for (from, seen) in [(60.0, false), (72.5, true)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.square(Wood, "copse", (60.0, from), (180.0, 80.0));
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("play.sight"), "{from}");
    }
    // A house against which it stands hides it, too.
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 60.0);
    d.building("mill", false, (60.0, 70.0), (180.0, 80.0));
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), Some("play.sight"));
}

#[test]
fn higher_ground_blocks() {
    let _p = proves!("03.02.3.c");
    let between = ((60.0, 40.0), (180.0, 50.0));
    let stand = ((60.0, 0.0), (180.0, 22.0));
    // A step higher than both.
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 60.0);
    d.hill("ridge", 1, between.0, between.1);
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), Some("03.02.3.c"));
    assert_eq!(f.ground.level(v2(120.0, 45.0)), 1);
    // From a step as high it is the crest that blocks, from a higher one nothing.
    for (level, seen) in [(1, false), (2, true)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.hill("ridge", 1, between.0, between.1);
        d.hill("height", level, stand.0, stand.1);
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("03.02.3.c"));
        assert_eq!(hidden_by(sees(&f, &f[b], &f[a])), (!seen).then_some("03.02.3.c"));
    }
}

#[test]
fn a_crest_does_not_matter_on_the_step_on_which_one_stands() {
    let _p = proves!("03.02.3.c");
    // The observer on the far slope of the hill, its crest before him.
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 60.0);
    d.hill("ridge", 1, (60.0, 0.0), (180.0, 50.0)).crest(&[(60.0, 40.0), (180.0, 40.0)]);
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), None);
    assert_eq!(hidden_by(sees(&f, &f[b], &f[a])), None);
    // But not the step above it.
    let mut d = Drill::new();
    let (a, b) = facing(&mut d, 60.0);
    d.hill("ridge", 1, (60.0, 0.0), (180.0, 50.0)).hill("top", 2, (60.0, 30.0), (180.0, 40.0));
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), Some("03.02.3.c"));
}

#[test]
fn a_drawn_crest_blocks_where_it_is_and_without_one_the_middle_does() {
    let _p = proves!("03.02.3.c");
    let ground = |d: &mut Drill, crest: Option<&[(f64, f64)]>| {
        let u = facing(d, 60.0);
        d.hill("height", 1, (60.0, 0.0), (180.0, 22.0));
        d.hill("ridge", 1, (60.0, 40.0), (180.0, 50.0));
        if let Some(c) = crest {
            d.crest(c);
        }
        u
    };
    for (crest, reading, seen) in [
        (None, "middle", false),
        (None, "none", true),
        (Some(&[(60.0, 45.0), (180.0, 45.0)][..]), "none", false),
        (Some(&[(60.0, 45.0), (100.0, 45.0)][..]), "middle", true),
    ] {
        let mut d = Drill::new();
        let (a, b) = ground(&mut d, crest);
        d.read("crest", reading);
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("03.02.3.c"), "{crest:?} {reading}");
    }
}

#[test]
fn generals_and_garrisons() {
    let _p = proves!("play.sight");
    let mut d = Drill::new();
    d.building("mill", true, (100.0, 60.0), (112.0, 66.0));
    let g = d.infantry(Side::B, 9, Line, 106.0, 63.0, 180.0);
    d.inside(g, &["mill"]);
    let a = d.infantry(Side::A, 30, Line, 106.0, 52.0, 0.0);
    let far = d.infantry(Side::A, 30, Line, 106.0, 100.0, 0.0);
    let staff = d.general(Side::A, 106.0, 30.0);
    let aide = d.orderly(Side::B, 10.0, 10.0);
    d.with(aide, g);
    let f = d.field();
    assert_eq!(f.gap(&f[a], &f[g]), 8.0);
    assert_eq!(hidden_by(sees(&f, &f[a], &f[g])), None);
    assert_eq!(
        hidden_by(sees(&f, &f[far], &f[g])),
        Some("03.02.3.b"),
        "in a building one is seen at 8 cm only"
    );
    assert_eq!(hidden_by(sees(&f, &f[g], &f[far])), None, "and looks out on all sides");
    assert_eq!(hidden_by(sees(&f, &f[g], &f[a])), None, "and looks out on all sides");
    assert_eq!(hidden_by(staff_sees(&f, &f[staff], &f[g])), Some("03.02.3.b"));
    assert_eq!(hidden_by(staff_sees(&f, &f[staff], &f[far])), Some("play.sight"), "the mill stands between");
    assert_eq!(hidden_by(staff_sees(&f, &f[staff], &f[a])), None);
    assert_eq!(hidden_by(staff_sees(&f, &f[aide], &f[far])), None, "he looks out of the garrison's windows");
}

#[test]
fn posts_give_the_same_answer() {
    let mut d = Drill::new();
    d.square(Wood, "copse", (90.0, 40.0), (110.0, 60.0));
    d.hill("ridge", 1, (130.0, 30.0), (200.0, 70.0));
    let mut all = Vec::new();
    for i in 0..6 {
        let x = 40.0 + f64::from(i) * 30.0;
        all.push(d.infantry(Side::A, 30, Line, x, 20.0, 0.0));
        all.push(d.infantry(Side::B, 12, Chain, x + 7.0, 50.0 + f64::from(i) * 9.0, 200.0));
    }
    let f = d.field();
    let posts: Vec<_> = all.iter().map(|u| post(&f, &f[*u])).collect();
    let mut seen = 0;
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            let s = sees(&f, &f[*a], &f[*b]);
            assert_eq!(post_sees(&f, &posts[i], &posts[j]), s);
            seen += usize::from(s.is_ok());
        }
    }
    assert!(seen > 40 && seen < 144, "{seen}");
}

#[test]
fn in_one_wood_the_distance_alone_counts() {
    let _p = proves!("03.02.3.b");
    for (cm, stirred, seen) in
        [(8.0, None, true), (8.1, None, false), (15.0, Some(1), true), (15.1, Some(1), false)]
    {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, cm);
        d.square(Wood, "forest", (0.0, 0.0), (240.0, 160.0));
        d.unit(b).record.stirred = stirred;
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("03.02.3.b"), "{cm}");
        assert_eq!(side_sees(&f, Side::A, &f[b]), seen);
    }
}

#[test]
fn a_side_sees_what_one_of_its_units_sees() {
    let mut d = Drill::new();
    let blind = d.infantry(Side::A, 30, Line, 120.0, 20.0, 0.0);
    let enemy = d.infantry(Side::B, 30, Line, 120.0, 90.0, 180.0);
    d.square(Wood, "copse", (90.0, 40.0), (150.0, 50.0));
    let mut far = d.clone();
    let f = d.field();
    assert_eq!(hidden_by(sees(&f, &f[blind], &f[enemy])), Some("play.sight"));
    assert!(!side_sees(&f, Side::A, &f[enemy]));
    assert!(side_sees(&f, Side::B, &f[enemy]));
    far.infantry(Side::A, 30, Line, 200.0, 20.0, 0.0);
    let f = far.field();
    assert!(side_sees(&f, Side::A, &f[enemy]));
}

type Square = ((f64, f64), (f64, f64));

/// Is the line from (120, 20) to (120, 80) free among these woods and houses?
fn straight_up(woods: &[Square], houses: &[Square]) -> Option<&'static str> {
    let mut d = Drill::new();
    for (from, to) in woods {
        d.square(Wood, "copse", *from, *to);
    }
    for (from, to) in houses {
        d.building("mill", false, *from, *to);
    }
    let f = d.field();
    hidden_by(line_clear(&f, v2(120.0, 20.0), v2(120.0, 80.0)))
}

#[test]
fn nobody_sees_along_a_seam() {
    let p = proves!("play.sight");
    let (west, east) = (((100.0, 40.0), (120.0, 50.0)), ((120.0, 40.0), (140.0, 50.0)));
    // Along the edge of one, and between two that do not touch.
    assert_eq!(straight_up(&[west], &[]), None);
    assert_eq!(straight_up(&[], &[east]), None);
    assert_eq!(straight_up(&[((100.0, 40.0), (119.99, 50.0)), ((120.01, 40.0), (140.0, 50.0))], &[]), None);
    // Past the corners of two, on either side one after the other.
    assert_eq!(straight_up(&[west], &[((120.0, 60.0), (140.0, 70.0))]), None);
    // Between two that touch: woods, houses, or one of each.
    assert_eq!(*p.shows("play.sight", &straight_up(&[west, east], &[])), Some("play.sight"));
    assert_eq!(straight_up(&[], &[west, east]), Some("play.sight"));
    assert_eq!(straight_up(&[west], &[east]), Some("play.sight"));
    // Hills too.
    for (second, seen) in [(120.0, false), (120.01, true)] {
        let mut d = Drill::new();
        d.hill("ridge", 1, (100.0, 40.0), (if seen { 119.99 } else { 120.0 }, 50.0));
        d.hill("ridge", 1, (second, 40.0), (140.0, 50.0));
        let f = d.field();
        let look = line_clear(&f, v2(120.0, 20.0), v2(120.0, 80.0));
        assert_eq!(hidden_by(look), (!seen).then_some("03.02.3.c"), "{second}");
    }
}

#[test]
fn a_wood_drawn_in_pieces_is_one_wood() {
    let p = proves!("play.sight", "03.02.3.b");
    // The observer at y = 20 stands in the first piece; the second begins where it ends, or overlaps it.
    for (first, from, to, seen) in [
        (22.0, 22.0, 28.1, false),
        (22.0, 22.0, 28.0, true),
        (25.0, 22.0, 28.1, false),
        (25.0, 22.0, 28.0, true),
        // With a gap it is another wood, which stands between.
        (22.0, 22.1, 24.0, false),
    ] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.square(Wood, "copse", (60.0, 5.0), (180.0, first));
        d.square(Wood, "thicket", (60.0, from), (180.0, to));
        let f = d.field();
        let look = hidden_by(sees(&f, &f[a], &f[b]));
        assert_eq!(*p.shows("play.sight", &look), (!seen).then_some("play.sight"), "{first} {from} {to}");
    }
    // Into it likewise: whoever is in the second piece is seen from before the first at 8 cm and no further.
    for (cm, seen) in [(8.01, false), (8.0, true)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, cm);
        d.square(Wood, "copse", (60.0, 23.0), (180.0, 26.0));
        d.square(Wood, "thicket", (60.0, 26.0), (180.0, 60.0));
        let f = d.field();
        let look = hidden_by(sees(&f, &f[a], &f[b]));
        assert_eq!(*p.shows("03.02.3.b", &look), (!seen).then_some("03.02.3.b"), "{cm}");
    }
    // An arm of the same wood on the line counts with the rest: 5 cm and 3, or 3.1.
    for (deep, seen) in [(3.0, true), (3.1, false)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        let (near, far) = (25.0, 40.0 + deep);
        d.patch(
            Wood,
            "horseshoe",
            &[
                (60.0, 5.0),
                (180.0, 5.0),
                (180.0, far),
                (60.0, far),
                (60.0, 40.0),
                (170.0, 40.0),
                (170.0, near),
                (60.0, near),
            ],
        );
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("play.sight"), "{deep}");
    }
}

#[test]
fn a_step_drawn_in_pieces_is_one_step() {
    let _p = proves!("03.02.3.c");
    for (from, seen) in [(30.0, true), (30.1, false)] {
        let mut d = Drill::new();
        let (a, b) = facing(&mut d, 60.0);
        d.hill("ridge", 1, (60.0, 0.0), (180.0, 30.0)).hill("spur", 1, (60.0, from), (180.0, 50.0));
        let f = d.field();
        assert_eq!(hidden_by(sees(&f, &f[a], &f[b])), (!seen).then_some("03.02.3.c"), "{from}");
        assert_eq!(hidden_by(sees(&f, &f[b], &f[a])), (!seen).then_some("03.02.3.c"), "{from}");
    }
}
