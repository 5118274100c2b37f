//! Lines of sight (shooting.4, terrain.10, dba.27, dba.45, dba.46).

use bbdba_acw::drill::Drill;
use bbdba_acw::shooting::{leave, targets};
use bbdba_acw::sight::sees;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Side, Target, Troop, Troop::*, proves};
use umpire::Clause;

/// Rifles at (1000, 1000) facing north and an enemy commander (half as wide) 300 p ahead: is he a target?
fn visible(put: impl FnOnce(&mut Drill)) -> bool {
    hidden_by(put).is_none()
}

/// By which clause it is not a target.
fn hidden_by(put: impl FnOnce(&mut Drill)) -> Option<&'static str> {
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let c = d.b(Commander, 1000.0, 1300.0, 180.0);
    put(&mut d);
    let f = d.field();
    let (a, c) = (Target::Element(a), Target::Element(c));
    let by = leave(&f, a, c).err().map(|no| no.by.id());
    assert_eq!(by.is_none(), targets(&f, a).contains(&c));
    by
}

/// A friend right before the front, who hides whatever is narrower.
fn friend(d: &mut Drill, troop: Troop) {
    d.a(troop, 1000.0, 1080.0, 0.0);
}

#[test]
fn troops_block() {
    let _p = proves!("shooting.4");
    assert!(visible(|_| {}));
    for t in [Rifles, Muskets, Jaeger, Dismounted, Cavalry, Artillery] {
        assert_eq!(hidden_by(|d| friend(d, t)), Some("shooting.4"), "{t}");
    }
    // Command elements do not.
    assert!(visible(|d| friend(d, Commander)));
    // One free line is enough: a friend half aside.
    assert!(visible(|d| {
        d.a(Rifles, 1060.0, 1080.0, 0.0);
    }));
    // Two that close the view together, and two that leave a gap between them.
    assert!(!visible(|d| {
        d.a(Rifles, 917.0, 1180.0, 0.0);
        d.a(Rifles, 1077.0, 1180.0, 0.0);
    }));
    assert!(visible(|d| {
        d.a(Rifles, 907.0, 1180.0, 0.0);
        d.a(Rifles, 1087.0, 1180.0, 0.0);
    }));
    assert!(!visible(|d| {
        d.read("sight-gap", "40");
        d.a(Rifles, 907.0, 1180.0, 0.0);
        d.a(Rifles, 1087.0, 1180.0, 0.0);
    }));
}

#[test]
fn a_seam_lets_nobody_look_through() {
    let _p = proves!("dba.27");
    // Two friends side by side, so far apart in the middle of the line of sight.
    let between = |gap: f64, least: &str| {
        hidden_by(|d| {
            d.read("sight-gap", least);
            d.a(Rifles, 920.0 - gap / 2.0, 1180.0, 0.0);
            d.a(Rifles, 1080.0 + gap / 2.0, 1180.0, 0.0);
        })
    };
    assert_eq!(
        (between(0.0, "1"), between(0.99, "1"), between(1.0, "1")),
        (Some("dba.27"), Some("dba.27"), None)
    );
    assert_eq!((between(0.0, "0"), between(3.0, "4"), between(4.0, "4")), (None, Some("dba.27"), None));
    // One behind the other leave no seam either, nor do a base and a camp.
    let behind = hidden_by(|d| {
        d.a(Rifles, 920.0, 1180.0, 0.0);
        d.a(Rifles, 1080.0, 1100.0, 0.0);
        d.a(Rifles, 1080.0, 1260.0, 0.0);
    });
    assert_eq!(behind, Some("dba.27"));
    let beside_a_camp = |x: f64| {
        let mut d = Drill::new();
        d.camp(Side::A, 600.0, 320.0, 199.5);
        let a = d.a(Rifles, 400.0, 200.0, 90.0);
        let c = d.b(Commander, 800.0, 200.0, 270.0);
        d.a(Rifles, 600.0, x, 0.0);
        let f = d.field();
        targets(&f, Target::Element(a)).contains(&Target::Element(c))
    };
    assert!(beside_a_camp(280.5) && !beside_a_camp(280.4) && !beside_a_camp(279.5));
    // A corner alone, with room beside it, is no seam: the line along a lone friend's flank passes.
    assert!(visible(|d| {
        d.a(Rifles, 1080.0, 1180.0, 0.0);
    }));
}

#[test]
fn the_second_rank_of_a_solid_line_sees_nothing() {
    let _p = proves!("dba.27");
    // Three pairs, one behind the other, and what each of the second rank may shoot at.
    let shots = |least: &str, troop: Troop, apart: f64, on_a_hill: bool| {
        let mut d = Drill::new();
        d.read("sight-gap", least);
        if on_a_hill {
            d.oval(Feature::GentleHill, 1160.0, 900.0, 900.0, 500.0, 90.0);
        }
        let mut second = Vec::new();
        for i in 0..3 {
            let x = 1000.0 + (160.0 + apart) * f64::from(i);
            d.a(troop, x, 1080.0, 0.0);
            second.push(d.a(Rifles, x, 1000.0, 0.0));
            d.b(Rifles, x, 1280.0, 180.0);
        }
        let f = d.field();
        second.iter().map(|id| !targets(&f, Target::Element(*id)).is_empty()).collect::<Vec<_>>()
    };
    // Those at the ends look along the open flank of the friend before them; nobody looks through the line.
    for apart in [0.0, 0.5, 0.99] {
        assert_eq!(shots("1", Rifles, apart, false), [true, false, true], "{apart}");
    }
    assert_eq!(shots("1", Jaeger, 0.0, false), [true, false, true]);
    assert_eq!(shots("1", Rifles, 1.0, false), [true; 3]);
    // Along the seams, as a club may play it; past command elements; over the heads of those down the hill.
    assert_eq!(shots("0", Rifles, 0.0, false), [true; 3]);
    assert_eq!(shots("1", Commander, 0.0, false), [true; 3]);
    assert_eq!(shots("1", Rifles, 0.0, true), [true; 3]);
    // By which clause.
    let mut d = Drill::new();
    let second = d.a(Rifles, 1000.0, 1000.0, 0.0);
    for x in [840.0, 1000.0, 1160.0] {
        d.a(Rifles, x, 1080.0, 0.0);
    }
    let b = d.b(Rifles, 1000.0, 1280.0, 180.0);
    let f = d.field();
    assert_eq!(leave(&f, Target::Element(second), Target::Element(b)).unwrap_err().by.id(), "dba.27");
}

#[test]
fn the_front_rank_of_a_line_shoots_as_before() {
    let mut d = Drill::new();
    let line = |d: &mut Drill, side, y, facing| {
        (0..4).map(|i| d.put(side, Rifles, 1000.0 + 160.0 * f64::from(i), y, facing)).collect::<Vec<_>>()
    };
    let ours = line(&mut d, Side::A, 1000.0, 0.0);
    let theirs = line(&mut d, Side::B, 1300.0, 180.0);
    let f = d.field();
    // Straight ahead and, corner over corner, both beside it: all equally near.
    let at = |i: usize| targets(&f, Target::Element(ours[i])).into_iter().collect::<Vec<_>>();
    let them = |of: &[usize]| of.iter().map(|i| Target::Element(theirs[*i])).collect::<Vec<_>>();
    assert_eq!((at(0), at(1), at(3)), (them(&[0, 1]), them(&[0, 1, 2]), them(&[2, 3])));
}

#[test]
fn camps_block() {
    let along = |camp: bool| {
        let mut d = Drill::new();
        if camp {
            d.camp(Side::A, 1000.0, 160.0, 200.0);
        }
        let a = d.a(Rifles, 800.0, 100.0, 90.0);
        let b = d.b(Rifles, 1100.0, 100.0, 270.0);
        // Something blocked in any case, so that the clause is seen at work.
        let x = d.a(Rifles, 1000.0, 1000.0, 0.0);
        friend(&mut d, Rifles);
        d.b(Commander, 1000.0, 1300.0, 180.0);
        let f = d.field();
        assert!(targets(&f, Target::Element(x)).is_empty());
        targets(&f, Target::Element(a)).contains(&Target::Element(b))
    };
    assert!(along(false) && !along(true));
}

#[test]
fn woods_and_houses_block() {
    let through = |x| visible(|d| d.oval(x, 1000.0, 1150.0, 500.0, 200.0, 90.0));
    for x in [Feature::Wood, Feature::Oasis, Feature::Settlement, Feature::GentleHill, Feature::SteepHill] {
        assert!(!through(x), "{x:?}");
    }
    for x in [Feature::Marsh, Feature::RoughGround, Feature::Dunes, Feature::Fields] {
        assert!(through(x), "{x:?}");
    }
    // Houses are named with the troops, however their settlement lies; crests, woods and oases by themselves.
    for (x, by) in
        [(Feature::Settlement, "shooting.4"), (Feature::Wood, "terrain.10"), (Feature::Oasis, "terrain.10")]
    {
        assert_eq!(hidden_by(|d| d.oval(x, 1000.0, 1150.0, 500.0, 200.0, 90.0)), Some(by), "{x:?}");
    }
    // The list of area features is complete.
    let mut d = Drill::new();
    for (i, x) in ALL.into_iter().enumerate() {
        d.oval(x, 200.0 + 240.0 * i as f64, 1000.0, 200.0, 200.0, 90.0);
    }
    let f = d.field();
    for (i, x) in ALL.iter().enumerate() {
        let r = table::Rect::upright(
            table::v2(180.0 + 240.0 * i as f64, 980.0),
            table::v2(220.0 + 240.0 * i as f64, 1020.0),
        );
        let heavy = bbdba_acw::melee::in_heavy_going(&f, &r);
        assert_eq!(heavy, !matches!(x, Feature::GentleHill | Feature::Fields), "{x:?}");
    }
}

const ALL: [Feature; 9] = [
    Feature::GentleHill,
    Feature::SteepHill,
    Feature::Wood,
    Feature::Marsh,
    Feature::RoughGround,
    Feature::Dunes,
    Feature::Oasis,
    Feature::Fields,
    Feature::Settlement,
];

#[test]
fn an_elevated_shooter_sees_over() {
    // The shooter on the forward slope: the crest is behind it.
    let hill = |d: &mut Drill| d.oval(Feature::GentleHill, 1000.0, 900.0, 400.0, 300.0, 90.0);
    assert!(visible(|d| {
        hill(d);
        friend(d, Rifles);
    }));
    for x in [Feature::Wood, Feature::Settlement, Feature::Oasis] {
        assert!(visible(|d| {
            hill(d);
            d.oval(x, 1000.0, 1150.0, 500.0, 100.0, 90.0);
        }));
    }
    // Over the slope of another hill, not over its crest: one with the crest along the shot, one across.
    assert!(visible(|d| {
        hill(d);
        d.oval(Feature::GentleHill, 1150.0, 1200.0, 300.0, 280.0, 0.0);
    }));
    assert!(!visible(|d| {
        hill(d);
        d.oval(Feature::GentleHill, 1000.0, 1200.0, 500.0, 150.0, 90.0);
    }));
    // A crest blocks only as far as it runs.
    let crest_from = |x: f64| {
        visible(|d| {
            hill(d);
            d.oval(Feature::GentleHill, x + 200.0, 1200.0, 400.0, 150.0, 90.0);
        })
    };
    assert!(crest_from(1000.0) && crest_from(960.0));
    assert!(!crest_from(900.0));
    // A wood in which the target stands still hides it beyond 100 p.
    assert!(!visible(|d| {
        hill(d);
        d.oval(Feature::Wood, 1000.0, 1380.0, 600.0, 400.0, 90.0);
    }));
}

#[test]
fn crests_block() {
    let behind_own = |y: f64, reading: &str| {
        visible(|d| {
            d.read("elevated-sight", reading);
            d.oval(Feature::SteepHill, 1000.0, y, 400.0, 300.0, 90.0);
        })
    };
    assert!(!behind_own(1050.0, "crests-block"));
    assert!(behind_own(1050.0, "sees-over-crests"));
    // A line that begins on the crest is not blocked by it.
    assert!(behind_own(1000.0, "crests-block"));
    assert!(!behind_own(1000.1, "crests-block"));
    // The target on a hill: this side of the crest, astride it, beyond it.
    let target_on = |y: f64| visible(|d| d.oval(Feature::GentleHill, 1000.0, y, 400.0, 400.0, 90.0));
    assert!(target_on(1480.0) && target_on(1400.0));
    assert!(target_on(1300.1) && target_on(1300.0));
    assert!(!target_on(1299.9));
    // Past the end of the crest one sees.
    assert!(visible(|d| d.oval(Feature::GentleHill, 1190.0, 1200.0, 400.0, 250.0, 90.0)));
}

#[test]
fn seeing_for_command() {
    let _p = proves!("dba.46");
    let see = |put: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        let a = d.a(Rifles, 1000.0, 500.0, 180.0);
        let b = d.b(Rifles, 1000.0, 1500.0, 0.0);
        put(&mut d);
        let f = d.field();
        let seen = |x, y| match sees(&f, &f[x], &f[y]) {
            Ok(()) => true,
            Err(by) => {
                assert_eq!(by.id(), "dba.46");
                false
            }
        };
        (seen(a, b), seen(b, a))
    };
    let both = (true, true);
    assert_eq!(see(&|_| {}), both);
    // Troops do not block, unless read otherwise.
    let troops = |d: &mut Drill| {
        for i in 0..5 {
            d.a(Rifles, 667.0 + 160.0 * f64::from(i), 1000.0, 0.0);
        }
    };
    assert_eq!(see(&troops), both);
    assert_eq!(
        see(&|d| {
            troops(d);
            d.read("troops-hide", "yes");
        }),
        (false, false)
    );
    // Nor do their seams then let one look through, where a line runs along them.
    assert_eq!(
        see(&|d| {
            for i in 0..6 {
                d.a(Rifles, 600.0 + 160.0 * f64::from(i), 1000.0, 0.0);
            }
            d.read("troops-hide", "yes");
        }),
        (false, false)
    );
    for x in [Feature::Wood, Feature::Oasis, Feature::Settlement, Feature::GentleHill] {
        assert_eq!(see(&|d| d.oval(x, 1000.0, 1000.0, 600.0, 200.0, 90.0)), (false, false), "{x:?}");
        assert_eq!(see(&|d| d.oval(x, 1250.0, 1000.0, 400.0, 200.0, 90.0)), both, "{x:?} aside");
    }
    assert_eq!(see(&|d| d.oval(Feature::Marsh, 1000.0, 1000.0, 600.0, 200.0, 90.0)), both);
    // From a hill one sees over woods and slopes, not through the wood in which the other stands.
    let hill = |d: &mut Drill| d.oval(Feature::GentleHill, 1000.0, 450.0, 400.0, 300.0, 90.0);
    assert_eq!(
        see(&|d| {
            hill(d);
            d.oval(Feature::Wood, 1000.0, 1000.0, 600.0, 200.0, 90.0);
        }),
        (true, false)
    );
    assert_eq!(
        see(&|d| {
            hill(d);
            d.oval(Feature::Wood, 1000.0, 1450.0, 600.0, 400.0, 90.0);
        }),
        (false, false)
    );
    // Over the slope of a hill between, beside its crest.
    assert_eq!(
        see(&|d| {
            hill(d);
            d.oval(Feature::SteepHill, 1000.0, 1000.0, 500.0, 400.0, 0.0);
        }),
        (true, false)
    );
    // Sticking out of the wood it is seen.
    assert_eq!(see(&|d| d.oval(Feature::Wood, 1000.0, 1650.0, 600.0, 400.0, 90.0)), both);
    // Over the own crest one does not see.
    assert_eq!(see(&|d| d.oval(Feature::GentleHill, 1000.0, 700.0, 500.0, 400.0, 90.0)), (false, false));
}

#[test]
fn in_a_wood_one_sees_a_hundred_paces() {
    let _p = proves!("dba.46");
    let see = |y: f64| {
        let mut d = Drill::new();
        d.oval(Feature::Wood, 1000.0, 1000.0, 1400.0, 1400.0, 90.0);
        let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(Rifles, 1013.0, y, 180.0);
        let f = d.field();
        sees(&f, &f[a], &f[b]).err().map(Clause::id)
    };
    assert_eq!((see(1100.0), see(1100.1)), (None, Some("dba.46")));
    // A camp hides what is behind it.
    let mut d = Drill::new();
    d.camp(Side::A, 1000.0, 160.0, 300.0);
    let a = d.a(Rifles, 800.0, 100.0, 90.0);
    let b = d.b(Rifles, 1200.0, 100.0, 270.0);
    let f = d.field();
    assert!(sees(&f, &f[a], &f[b]).is_err());
}
