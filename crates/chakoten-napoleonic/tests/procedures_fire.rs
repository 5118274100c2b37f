//! Small-arms fire told as bare situations with scripted dice, and what numbers and distances decide of it.

use chakoten_napoleonic::book::fire as tables;
use chakoten_napoleonic::fire::{self, Screen, Smoke, Volley};
use chakoten_napoleonic::procedures::*;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::school::School;
use chakoten_napoleonic::troop::*;
use proptest::prelude::*;
use serde_json::json;
use umpire::{HandDice, Procedure, Ruling, SituationError, judge};

/// Judges with these dice, which must come out even.
pub fn rule<P: Procedure>(s: &P::Situation, dice: &[u8]) -> (P::Outcome, Ruling) {
    P::check(s).unwrap();
    let mut d = HandDice::new(dice);
    let out = judge::<P>(s, &mut d);
    d.finish().unwrap();
    out
}

pub fn total(r: &Ruling, what: &str) -> i64 {
    r.totals[what].as_i64().unwrap()
}

/// The sum of one column.
pub fn column(r: &Ruling, side: &str) -> i32 {
    r.modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum()
}

pub fn refused<P: Procedure>(s: &P::Situation) -> String {
    match P::check(s) {
        Err(SituationError::Impossible { field, why }) => format!("{field}: {why}"),
        Err(SituationError::BadField { field, why }) => format!("{field}: {why}"),
        other => panic!("{other:?}"),
    }
}

/// Three dice of this sum.
pub fn three(sum: u8) -> [u8; 3] {
    let a = (sum - 2).min(6);
    let b = (sum - a - 1).min(6);
    [a, b, sum - a - b]
}

/// A firing unit of infantry against as many in line, at 5 cm with muskets; nobody has any modifier.
fn shot() -> SmallArmsSituation {
    SmallArmsSituation {
        firer: Firer::new(Arm::Infantry, 10, Weapon::Musket),
        target: Target::new(Arm::Infantry, 10),
        distance: 5.0,
        steps: 0,
        close: None,
        year: 1813,
        readings: FireReadings::default(),
    }
}

fn with(change: impl FnOnce(&mut SmallArmsSituation)) -> SmallArmsSituation {
    let mut s = shot();
    change(&mut s);
    s
}

/// The three columns of table VIII for a fire; the totals agree with them.
fn sums(s: &SmallArmsSituation) -> [i32; 3] {
    let (_, r) = rule::<SmallArms>(s, &three(10));
    let sums = ["own", "enemy", "morale"].map(|c| column(&r, c));
    assert_eq!(total(&r, "loss"), i64::from(10 + sums[0] + sums[1]));
    assert_eq!(total(&r, "morale"), i64::from(10 + sums[0] + sums[1] + sums[2]));
    sums
}

fn of(change: impl FnOnce(&mut SmallArmsSituation)) -> [i32; 3] {
    sums(&with(change))
}

#[test]
fn a_fire_without_modifiers_reads_the_dice() {
    let p = proves!("09.02.1", "skema.VIII.a");
    assert_eq!(sums(&shot()), [0, 0, 0]);
    // Every line of table IX at both its ends.
    let lines = [
        (3, 1),
        (4, 1),
        (5, 2),
        (8, 2),
        (9, 4),
        (12, 4),
        (13, 6),
        (14, 6),
        (15, 8),
        (16, 8),
        (17, 12),
        (18, 12),
    ];
    for (sum, men) in lines {
        let (o, r) = rule::<SmallArms>(&shot(), &three(sum));
        assert_eq!(*p.shows("09.02.1", &o.target.men), men, "{sum}");
        assert_eq!(total(&r, "dice"), i64::from(sum));
    }
    let states = [
        (12, State::Order),
        (13, State::Light1),
        (15, State::Light2),
        (17, State::Disorder),
        (18, State::Disorder),
    ];
    for (sum, state) in states {
        let (o, _) = rule::<SmallArms>(&shot(), &three(sum));
        assert_eq!(p.shows("skema.VIII.a", o.target.state), state, "{sum}");
    }
}

#[test]
fn beyond_the_ends_of_table_nine() {
    let _p = proves!("09.02.1");
    // 3 - 8 is as 0; 18 + 2 + 5 is the last line and so is everything beyond.
    let (o, r) = rule::<SmallArms>(&with(|s| s.target.cover = Cover::III), &three(3));
    assert_eq!((total(&r, "loss"), o.target.men, o.target.state), (-5, 0, State::Order));
    for (valour, training, men) in [(0, 0, 16), (1, 0, 20), (4, 0, 20), (5, 0, 24), (5, 2, 24)] {
        let s = with(|s| {
            s.firer.first_fire = true;
            s.firer.valour = valour;
            s.firer.training = training;
            s.target.figures = 30;
        });
        assert_eq!(rule::<SmallArms>(&s, &three(18)).0.target.men, men, "{valour}");
    }
}

#[test]
fn tens_of_figures_fire() {
    let p = proves!("09.01.3");
    let made = [
        (1, 0),
        (2, 0),
        (3, 1),
        (10, 1),
        (12, 1),
        (13, 2),
        (20, 2),
        (22, 2),
        (23, 3),
        (30, 3),
        (32, 3),
        (33, 4),
    ];
    for (figures, units) in made {
        assert_eq!(fire::firing_units(figures), units, "{figures}");
        assert_eq!(fire::parted(figures).len(), usize::from(units));
        assert_eq!(fire::parted(figures).iter().sum::<u16>(), if units == 0 { 0 } else { figures });
    }
    assert_eq!(fire::parted(22), [10, 12]);
    assert_eq!(fire::parted(13), [10, 3]);
    // 9 costs 4 men to each.
    for (figures, men) in [(3, 4), (12, 4), (13, 8), (22, 8), (23, 12)] {
        let s = with(|s| {
            s.firer.figures = figures;
            s.target.figures = figures;
        });
        assert_eq!(rule::<SmallArms>(&s, &three(9)).0.target.men, men, "{figures}");
    }
    let few = refused::<SmallArms>(&with(|s| s.firer.figures = 2));
    assert!(p.shows("09.01.3", few).starts_with("firer.figures"));
}

#[test]
fn some_firing_units_fire_elsewhere() {
    let _p = proves!("09.01.4");
    let s = with(|s| {
        s.firer.figures = 30;
        s.firer.units = Some(2);
        s.target.figures = 30;
    });
    assert_eq!(rule::<SmallArms>(&s, &three(9)).0.target.men, 8);
    assert!(refused::<SmallArms>(&with(|s| s.firer.units = Some(2))).starts_with("firer.units"));
    assert!(refused::<SmallArms>(&with(|s| s.firer.units = Some(0))).starts_with("firer.units"));
}

#[test]
fn no_more_figures_fire_than_the_front_ranks_have() {
    let p = proves!("09.01.1");
    use Formation::*;
    let most = |arm, formation, all: Option<u16>| {
        (3..=60u16)
            .take_while(|n| {
                let s = with(|s| {
                    s.firer = Firer { formation, all, ..Firer::new(arm, *n, Weapon::Carbine) };
                });
                SmallArms::check(&s).is_ok()
            })
            .last()
    };
    assert_eq!(p.shows("09.01.1", most(Arm::Infantry, AttackColumn, None)), Some(20));
    assert_eq!(most(Arm::Infantry, Mass, None), Some(20));
    assert_eq!(most(Arm::Infantry, MarchColumn, None), Some(4));
    assert_eq!(most(Arm::Infantry, SingleFile, None), None);
    assert_eq!(most(Arm::Infantry, Line, None), Some(60));
    assert_eq!(most(Arm::Cavalry, AttackColumn, None), Some(10));
    assert_eq!(most(Arm::Cavalry, MarchColumn, None), None);
    assert_eq!(most(Arm::Cavalry, Line, Some(23)), Some(12));
    assert_eq!(most(Arm::Cavalry, Skirmish, Some(23)), Some(23));
    assert_eq!(fire::ranks_that_fire(Arm::Infantry).0, 2);
    assert_eq!(fire::ranks_that_fire(Arm::Cavalry).0, 1);
}

#[test]
fn zones_of_small_arms() {
    let p = proves!("09.03.1");
    let ends = [(Weapon::Carbine, 6.0, 12.0), (Weapon::Musket, 10.0, 18.0), (Weapon::Rifle, 18.0, 30.0)];
    for (weapon, one, two) in ends {
        let at = |cm: f64| fire::zone(weapon, cm).0;
        assert_eq!(
            [at(0.0), at(one), at(one + 0.01), at(two), at(two + 0.01)],
            [Some(1), Some(1), Some(2), Some(2), None]
        );
        let far = with(|s| {
            s.firer.weapon = weapon;
            s.distance = two;
        });
        assert_eq!(p.shows("09.03.1", sums(&far)), [-4, 0, 0]);
        let out = with(|s| {
            s.firer.weapon = weapon;
            s.distance = two + 0.01;
        });
        assert!(refused::<SmallArms>(&out).contains("09.03.1"));
    }
    assert!(refused::<SmallArms>(&with(|s| s.distance = f64::NAN)).starts_with("distance"));
}

#[test]
fn every_row_of_the_formations_and_arms() {
    let _p = proves!("09.02.1");
    use Formation::*;
    // The firer: a line or swarm, mounted.
    assert_eq!(of(|s| s.firer.formation = Skirmish), [2, 0, 0]);
    assert_eq!(
        of(|s| {
            s.firer.formation = Skirmish;
            s.firer.density = Density::Thin;
        }),
        [2, 0, 0]
    );
    for f in [AttackColumn, Square, Mass, Clump] {
        assert_eq!(of(|s| s.firer.formation = f), [0, 0, 0], "{f}");
    }
    assert_eq!(of(|s| s.firer.arm = Arm::Cavalry), [-1, 0, 0]);
    // The target.
    for f in [AttackColumn, MarchColumn, SingleFile, Mass] {
        assert_eq!(of(|s| s.target.formation = f), [0, 2, 0], "{f}");
    }
    for f in [Line, Square, Clump] {
        assert_eq!(of(|s| s.target.formation = f), [0, 0, 0], "{f}");
    }
    assert_eq!(of(|s| s.target.formation = Skirmish), [0, -2, 0]);
    assert_eq!(
        of(|s| {
            s.target.formation = Skirmish;
            s.target.density = Density::Thin;
        }),
        [0, -3, 0]
    );
    assert_eq!(of(|s| s.target.arm = Arm::Cavalry), [0, 1, 0]);
    assert_eq!(
        of(|s| {
            s.target.arm = Arm::Cavalry;
            s.target.dismounted = true;
        }),
        [0, 0, 0]
    );
    assert_eq!(of(|s| s.target.arm = Arm::Artillery), [0, -3, 0]);
    assert_eq!(
        of(|s| {
            s.target.arm = Arm::Artillery;
            s.target.limbered = true;
        }),
        [0, -1, 0]
    );
    assert_eq!(of(|s| s.target.arm = Arm::Train), [0, -1, 0]);
    for (cover, theirs) in [(Cover::I, -2), (Cover::II, -4), (Cover::III, -8)] {
        assert_eq!(of(|s| s.target.cover = cover), [0, theirs, 0]);
        assert_eq!(of(|s| s.firer.cover = cover), [2, 0, 0]);
    }
}

#[test]
fn every_row_of_conditions() {
    let _p = proves!("09.02.1");
    assert_eq!(of(|s| s.firer.stationary = false), [-2, 0, 0]);
    let line_moves = |arm, readings: FireReadings| {
        of(|s| {
            s.firer.arm = arm;
            s.firer.formation = Formation::Skirmish;
            s.firer.stationary = false;
            s.readings = readings;
        })
    };
    assert_eq!(line_moves(Arm::Infantry, FireReadings::default()), [2, 0, 0]);
    assert_eq!(line_moves(Arm::Cavalry, FireReadings::default()), [-1, 0, 0]);
    let exempt = FireReadings { swarm_moving: SwarmMoving::Exempt, ..FireReadings::default() };
    assert_eq!(line_moves(Arm::Cavalry, exempt), [1, 0, 0]);
    // Up or down hill, in zone I alone.
    for steps in [-1, 1, 3] {
        assert_eq!(of(|s| s.steps = steps), [-1, 0, 0]);
    }
    assert_eq!(
        of(|s| {
            s.steps = 1;
            s.distance = 12.0;
        }),
        [-4, 0, 0]
    );
    // Who does not answer.
    assert_eq!(of(|s| s.target.answer = Answer::None), [0, 0, 2]);
    assert_eq!(of(|s| s.target.answer = Answer::AtAnother), [0, 0, 2]);
    let anyone = FireReadings { returns_fire: ReturnsFire::AtAnyone, ..FireReadings::default() };
    assert_eq!(
        of(|s| {
            s.target.answer = Answer::AtAnother;
            s.readings = anyone.clone();
        }),
        [0, 0, 0]
    );
    assert_eq!(
        of(|s| {
            s.target.answer = Answer::None;
            s.readings = anyone;
        }),
        [0, 0, 2]
    );
    // States of both.
    let states =
        [(State::Light1, -1, 1), (State::Light2, -2, 2), (State::Light3, -3, 3), (State::Disorder, -4, 4)];
    for (state, own, morale) in states {
        assert_eq!(of(|s| s.firer.state = state), [own, 0, 0]);
        assert_eq!(of(|s| s.target.state = state), [0, 0, morale]);
    }
    assert_eq!(of(|s| s.target.state = State::Complete), [0, 0, 8]);
    assert!(refused::<SmallArms>(&with(|s| s.firer.state = State::Complete)).starts_with("firer.state"));
}

#[test]
fn numbers_by_full_hundreds() {
    let _p = proves!("09.02.1");
    let ratio = |ours: u16, theirs: u16| {
        of(|s| {
            s.firer.all = Some(ours);
            s.target.figures = theirs;
        })[2]
    };
    for (ours, theirs, points) in [
        (20, 20, 0),
        (39, 20, 0),
        (40, 20, 1),
        (59, 20, 1),
        (60, 20, 2),
        (100, 10, 9),
        (10, 19, 0),
        (10, 20, -1),
        (10, 30, -2),
        (11, 30, -1),
    ] {
        assert_eq!(ratio(ours, theirs), points, "{ours} against {theirs}");
    }
}

#[test]
fn a_whole_brigade_column_is_counted() {
    let p = proves!("05.01.6.a", "play.figures");
    let s = with(|s| {
        s.target.formation = Formation::AttackColumn;
        s.target.together = Some(30);
    });
    assert_eq!(p.shows("05.01.6.a", sums(&s)), [0, 2, -2]);
    // Its losses fall on the leading unit, and no more than it has.
    let s = with(|s| {
        s.firer.figures = 100;
        s.target.figures = 4;
        s.target.noted = 15;
        s.target.together = Some(100);
    });
    let (o, _) = rule::<SmallArms>(&s, &three(15));
    let t = p.shows("play.figures", o.target);
    assert_eq!((t.men, t.figures, t.noted), (65, 4, 0));
}

#[test]
fn twenty_men_are_a_figure() {
    let p = proves!("09.02.2");
    let s = |noted, units: u16| {
        with(|s| {
            s.firer.figures = units * 10;
            s.target.figures = units * 10;
            s.target.noted = noted;
        })
    };
    // 8 men to each of 2; 3 or 4 noted already.
    let booked = |noted, units| {
        let t = rule::<SmallArms>(&s(noted, units), &three(15)).0.target;
        (t.men, t.figures, t.noted)
    };
    assert_eq!(booked(3, 2), (16, 0, 19));
    assert_eq!(booked(4, 2), (16, 1, 0));
    assert_eq!(booked(5, 2), (16, 1, 1));
    assert_eq!(booked(19, 5), (40, 2, 19));
    let too_many = refused::<SmallArms>(&s(20, 2));
    assert!(p.shows("09.02.2", too_many).contains("09.02.2"));
}

#[test]
fn first_fire_of_infantry_that_has_not_fought() {
    let p = proves!("09.02.4", "play.skirmish");
    assert_eq!(p.shows("09.02.4", of(|s| s.firer.first_fire = true)), [2, 0, 0]);
    assert_eq!(
        p.shows(
            "09.02.4",
            of(|s| {
                s.firer.first_fire = true;
                s.firer.fought = true;
            })
        ),
        [0, 0, 0]
    );
    assert_eq!(
        of(|s| {
            s.firer.first_fire = true;
            s.firer.arm = Arm::Cavalry;
        }),
        [-1, 0, 0]
    );
    // A line sent out has none; a unit that is all in line has.
    let line = |sent_out| {
        of(|s| {
            s.firer.first_fire = true;
            s.firer.formation = Formation::Skirmish;
            s.firer.sent_out = sent_out;
        })
    };
    assert_eq!(p.shows("play.skirmish", line(true)), [2, 0, 0]);
    assert_eq!(line(false), [4, 0, 0]);
}

#[test]
fn supported_targets_are_steadier() {
    let _p = proves!("09.02.5");
    let backed = |backing, readings: FireReadings| {
        of(|s| {
            if backing == Backing::Soutien {
                s.target.formation = Formation::Skirmish;
            }
            s.target.backing = backing;
            s.readings = readings;
        })[2]
    };
    let melee_only =
        FireReadings { support_under_fire: SupportUnderFire::MeleeOnly, ..FireReadings::default() };
    for (backing, plain, strict) in [
        (Backing::None, 0, 0),
        (Backing::Support, -2, 0),
        (Backing::MeleeSupport, -2, -2),
        (Backing::Soutien, -2, -2),
    ] {
        assert_eq!(backed(backing, FireReadings::default()), plain, "{backing:?}");
        assert_eq!(backed(backing, melee_only.clone()), strict, "{backing:?}");
    }
    // What the firer does not see is not told to it.
    let s = with(|s| {
        s.target.backing = Backing::Support;
        s.target.backing_hidden = true;
    });
    let (_, r) = rule::<SmallArms>(&s, &three(10));
    assert_eq!(column(&r, "morale"), -2);
    assert_eq!(column(&r.without_kept(), "morale"), 0);
}

#[test]
fn charging_cavalry_is_no_mounted_target_besides() {
    let p = proves!("09.02.6", "skema.groups");
    let charging = with(|s| {
        s.target.arm = Arm::Cavalry;
        s.target.charge = true;
    });
    assert_eq!(p.shows("09.02.6", sums(&charging)), [0, -1, 0]);
    let (_, r) = rule::<SmallArms>(&charging, &three(10));
    let said = r.reckoning.iter().any(|x| x.clause.id() == "skema.groups");
    assert!(p.shows("skema.groups", said), "the ruling says that the groups are a reconstruction");
    // A club that takes them apart counts both.
    let arms = &tables::data().arms;
    let mut apart = charging.clone();
    apart.readings.groups = Groups::default().with("VIII", arms.charge.name, "Z");
    assert_eq!(sums(&apart), [0, 0, 0]);
    assert!(refused::<SmallArms>(&with(|s| s.target.charge = true)).contains("09.02.6"));
}

#[test]
fn groups_are_data() {
    let p = proves!("skema.groups");
    let all = &chakoten_napoleonic::book::text().readings;
    let plain = umpire::Readings::defaults(all);
    assert!(!fire_groups(&plain).changed());
    let grouped = |id: &str, option: &str| fire_groups(&plain.with(all, id, option).unwrap());
    let swarm = |groups| {
        of(|s| {
            s.firer.arm = Arm::Cavalry;
            s.firer.formation = Formation::Skirmish;
            s.target.arm = Arm::Cavalry;
            s.target.formation = Formation::Skirmish;
            s.target.density = Density::Thin;
            s.readings.groups = groups;
        })
    };
    assert_eq!(swarm(Groups::default()), [1, -2, 0]);
    assert_eq!(p.shows("skema.groups", swarm(grouped("groups-arm", "with-formation"))), [2, -3, 0]);
    let hampered = |groups| {
        of(|s| {
            s.firer.smoke = Smoke::FIRED;
            s.firer.stationary = false;
            s.steps = 1;
            s.readings.groups = groups;
        })
    };
    assert_eq!(hampered(Groups::default()), [-5, 0, 0]);
    assert_eq!(hampered(grouped("groups-firing", "one-group")), [-2, 0, 0]);
    let caught = |groups| {
        of(|s| {
            s.target.struck = Struck::Flank;
            s.target.answer = Answer::None;
            s.readings.groups = groups;
        })
    };
    assert_eq!(caught(Groups::default()), [0, 0, 5]);
    assert_eq!(caught(grouped("groups-silent", "with-flank")), [0, 0, 3]);
    // Whatever is thrown together, one row of a group counts: the special, not the one it stands for.
    let arms = &tables::data().arms;
    let heap = arms.all().iter().fold(Groups::default(), |g, row| g.with("VIII", row.name, "X"));
    assert_eq!(
        of(|s| {
            s.target.arm = Arm::Cavalry;
            s.target.charge = true;
            s.readings.groups = heap.clone();
        }),
        [0, -1, 0]
    );
    assert_eq!(
        of(|s| {
            s.target.arm = Arm::Cavalry;
            s.target.charge = true;
            s.target.formation = Formation::AttackColumn;
            s.target.cover = Cover::III;
            s.readings.groups = heap.clone();
        }),
        [0, -8, 0]
    );
    let twice =
        Groups::default().with("VIII", "Column", "C").and(&Groups::default().with("VIII", "Column", "D"));
    assert_eq!((twice.of(&arms.column), heap.of(&arms.column)), ("D", "X"));
    // What no table has is refused.
    for groups in [
        Groups::default().with("IX", "Column", "A"),
        Groups::default().with("VIII", "Cover IV", "A"),
        Groups::default().with("VIII", "Column", ""),
        Groups::default().with("VIII", "Column", "not a letter"),
    ] {
        let refusal = refused::<SmallArms>(&with(|s| s.readings.groups = groups));
        assert!(refusal.contains("skema.groups"), "{refusal}");
    }
}

#[test]
fn letters_are_those_of_the_tables() {
    let arms = tables::data().arms.all();
    let letters: String = arms.iter().map(|r| r.letter).collect();
    assert_eq!(letters, "AAABBBBCCCDEFGHIIIJJKLMNOP");
    let guns = tables::data().guns.all();
    let letters: String = guns.iter().map(|r| r.letter).collect();
    assert_eq!(letters, "AAAABBCDDDEEEEFGHIJJKLM");
    assert_eq!((arms.len(), guns.len()), (26, 23));
}

#[test]
fn smoke_of_the_last_turn() {
    let p = proves!("09.02.7", "04.05.4.a");
    let d = FireReadings::default();
    assert_eq!(p.shows("09.02.7", of(|s| s.firer.smoke = Smoke::FIRED)), [-2, 0, 0]);
    let open = Smoke { open: true, ..Smoke::FIRED };
    assert_eq!(of(|s| s.firer.smoke = open), [0, 0, 0]);
    // A unit that has gone into skirmish line is not hampered by it.
    assert_eq!(
        of(|s| {
            s.firer.smoke = Smoke::FIRED;
            s.firer.formation = Formation::Skirmish;
        }),
        [2, 0, 0]
    );
    let rifles = Smoke { rifles_only: true, ..Smoke::FIRED };
    assert_eq!(p.shows("04.05.4.a", of(|s| s.firer.smoke = rifles)), [0, 0, 0]);
    let as_others = FireReadings { rifle_smoke: RifleSmoke::AsOthers, ..d.clone() };
    assert!(rifles.hangs(&as_others).unwrap().0);
    let fired_at = Smoke { fired_at: true, ..Smoke::default() };
    assert!(fired_at.hangs(&d).is_none());
    let both = FireReadings { smoke_carrier: SmokeCarrier::Both, ..d.clone() };
    assert!(fired_at.hangs(&both).unwrap().0);
    let fought = Smoke { melee_since: true, ..Smoke::FIRED };
    assert!(fought.hangs(&d).unwrap().0);
    let cleared = FireReadings { smoke_after_melee: SmokeAfterMelee::Cleared, ..d };
    assert!(!fought.hangs(&cleared).unwrap().0);
}

#[test]
fn flank_and_rear() {
    let p = proves!("09.03.4", "05.04.2", "play.sides", "17.03.4.b");
    for struck in [Struck::Flank, Struck::Rear] {
        assert_eq!(p.shows("09.03.4", of(|s| s.target.struck = struck)), [0, 0, 3]);
    }
    let hit = |change: fn(&mut Target)| {
        of(|s| {
            s.target.struck = Struck::Flank;
            change(&mut s.target);
        })
    };
    assert_eq!(p.shows("05.04.2", hit(|t| t.formation = Formation::Skirmish)), [0, -2, 0]);
    assert_eq!(hit(|t| t.state = State::Complete), [0, 0, 8]);
    assert_eq!(hit(|t| t.working = true), [0, 0, 0]);
    for f in [Formation::Square, Formation::Clump] {
        let s = with(|s| {
            s.target.struck = Struck::Flank;
            s.target.formation = f;
        });
        assert_eq!(p.shows("play.sides", sums(&s)), [0, 0, 0]);
    }
    assert_eq!(p.shows("17.03.4.b", hit(|t| t.building = true)), [0, 0, 0]);
    for (degrees, flank) in [(44.9, false), (45.0, true), (90.0, true), (90.1, false)] {
        assert_eq!(fire::strikes_flank(degrees).0, flank, "{degrees}");
    }
}

#[test]
fn no_column_in_a_building_nor_in_flight() {
    let p = proves!("17.03.4.b", "05.04.2", "05.02.3");
    let column = |change: fn(&mut SmallArmsSituation)| {
        of(|s| {
            s.target.formation = Formation::AttackColumn;
            change(s);
        })
    };
    assert_eq!(p.shows("17.03.4.b", column(|s| s.target.building = true)), [0, 0, 0]);
    assert_eq!(
        column(|s| {
            s.target.building = true;
            s.readings.buildings_column = BuildingsColumn::Counts;
        }),
        [0, 2, 0]
    );
    assert_eq!(p.shows("05.04.2", column(|s| s.target.state = State::Complete)), [0, 0, 8]);
    // Seven in battalion mass are a clump.
    let mass = |figures, mass_under_fire| {
        of(|s| {
            s.firer.figures = figures;
            s.target.figures = figures;
            s.target.formation = Formation::Mass;
            s.readings.mass_under_fire = mass_under_fire;
        })
    };
    assert_eq!(p.shows("05.02.3", mass(7, MassUnderFire::Column)), [0, 0, 0]);
    assert_eq!(mass(8, MassUnderFire::Column), [0, 2, 0]);
    assert_eq!(mass(8, MassUnderFire::Square), [0, 0, 0]);
}

#[test]
fn valour_of_both() {
    let p = proves!("skema.VIII.b");
    for v in -4..=5 {
        assert_eq!(p.shows("skema.VIII.b", of(|s| s.firer.valour = v)), [v.into(), 0, 0]);
        assert_eq!(of(|s| s.target.valour = v), [0, 0, -i32::from(v)]);
    }
    // Worn down below it, no more counts than the table prints.
    assert_eq!(of(|s| s.firer.valour = -7), [-4, 0, 0]);
    assert_eq!(of(|s| s.target.valour = -7), [0, 0, 4]);
    assert!(refused::<SmallArms>(&with(|s| s.firer.valour = 6)).contains("04.05.1.a"));
    assert!(refused::<SmallArms>(&with(|s| s.firer.training = 3)).contains("04.05.1.b"));
}

#[test]
fn a_commander_in_the_fire() {
    let p = proves!("08.02.1", "skema.VIII.b");
    let s = with(|s| s.target.commander = true);
    let dies = [(1, 2, true), (2, -1, true), (3, 1, false), (4, 0, false), (5, -1, false), (6, -2, false)];
    for (die, on_morale, falls) in dies {
        let [a, b, c] = three(12);
        let (o, r) = rule::<SmallArms>(&s, &[die, a, b, c]);
        assert_eq!(p.shows("skema.VIII.b", column(&r, "morale")), on_morale, "{die}");
        assert_eq!(total(&r, "morale"), i64::from(12 + on_morale));
        assert_eq!(p.shows("08.02.1", o.commander_falls), falls);
    }
}

#[test]
fn limber_horses() {
    let _p = proves!("skema.IX.a");
    // 3 are taken off for guns in position: the loss result is the sum less 3, and first fire and valour lift it.
    let horses = |loss: i32, there: Option<u8>| {
        let s = with(|s| {
            s.target.arm = Arm::Artillery;
            s.target.horses = there;
            s.firer.first_fire = true;
            s.firer.valour = 5;
            s.firer.training = 2;
        });
        let sum = (loss + 3 - 9) as u8;
        rule::<SmallArms>(&s, &three(sum)).0.target.horses
    };
    for (loss, lost) in
        [(9, 0), (14, 0), (15, 1), (16, 1), (17, 2), (18, 2), (19, 3), (20, 3), (21, 4), (24, 4)]
    {
        assert_eq!(horses(loss, None), lost, "{loss}");
    }
    assert_eq!(horses(24, Some(3)), 3);
    let cover = with(|s| {
        s.target.arm = Arm::Artillery;
        s.firer.cover = Cover::I;
        s.firer.first_fire = true;
        s.firer.valour = 5;
        s.firer.training = 2;
    });
    assert_eq!(rule::<SmallArms>(&cover, &three(17)).0.target.horses, 6);
    // Nobody else has any.
    assert_eq!(rule::<SmallArms>(&shot(), &three(18)).0.target.horses, 0);
}

#[test]
fn grades_add_up_and_four_are_disorder() {
    let p = proves!("03.03.6", "03.03.7");
    use State::*;
    let after = |was: State, sum: u8| {
        // The state adds to morale: take it off again by valour.
        let s = with(|s| {
            s.target.state = was;
            s.target.valour = was.grades() as i8;
        });
        rule::<SmallArms>(&s, &three(sum)).0.target.state
    };
    assert_eq!(
        p.shows("03.03.6", [after(Order, 13), after(Light1, 13), after(Light2, 13)]),
        [Light1, Light2, Light3]
    );
    assert_eq!([after(Order, 15), after(Light1, 15)], [Light2, Light3]);
    assert_eq!(p.shows("03.03.7", [after(Light3, 13), after(Light2, 15), after(Light3, 15)]), [Disorder; 3]);
    // Nothing betters a unit, nor do grades worsen U.
    for was in [Order, Light1, Light2, Light3, Disorder, Complete] {
        assert_eq!(worsened(was, Effect::Grades(0)), was);
        assert_eq!(worsened(was, Effect::AtLeast(Disorder)), was.max(Disorder));
        assert_eq!(worsened(was, Effect::AtLeast(Light2)), was.max(Light2));
        assert_eq!(worsened(was, Effect::AtLeast(Complete)), Complete);
    }
    assert_eq!(worsened(Disorder, Effect::Grades(3)), Disorder);
    assert_eq!(worsened(Complete, Effect::Grades(1)), Complete);
}

#[test]
fn a_line_screens_its_unit() {
    let p = proves!("14.03.1.a", "14.03.1.b", "09.03.5");
    let d = FireReadings::default();
    let blocks = FireReadings { line_far_ahead: LineFarAhead::Blocks, ..d.clone() };
    for (gap, plain) in [
        (0.0, Screen::Shares),
        (4.99, Screen::Shares),
        (5.0, Screen::Screens),
        (15.0, Screen::Screens),
        (15.01, Screen::Passed),
    ] {
        assert_eq!(fire::screen(gap, &d).0, plain, "{gap}");
    }
    assert_eq!(fire::screen(15.01, &blocks).0, Screen::Blocks);
    let line = |gap| Close { unit: Sharer { figures: 6, noted: 0, state: State::Order }, gap };
    let screened = refused::<SmallArms>(&with(|s| s.close = Some(line(5.0))));
    assert!(p.shows("14.03.1.a", screened).contains("14.03.1.a"));
    let far = with(|s| s.close = Some(line(16.0)));
    assert_eq!(rule::<SmallArms>(&far, &three(9)).0.close, None);
    let stopped = refused::<SmallArms>(&with(|s| {
        s.close = Some(line(16.0));
        s.readings = blocks;
    }));
    assert!(p.shows("09.03.5", stopped).contains("09.03.5"));
    // 6 of 30 figures: a fifth of the 3 x 6 men, 3.6, is 4 to the line and the rest to the unit.
    let shared = |announced_line: bool, morale| {
        with(|s| {
            s.firer.figures = 30;
            s.target.figures = if announced_line { 6 } else { 24 };
            let other = if announced_line { 24 } else { 6 };
            s.close =
                Some(Close { unit: Sharer { figures: other, noted: 0, state: State::Light1 }, gap: 4.9 });
            if announced_line {
                s.target.formation = Formation::Skirmish;
                s.firer.first_fire = true;
                s.target.valour = 5;
            }
            s.readings.shared_morale = morale;
        })
    };
    let (o, _) = rule::<SmallArms>(&shared(false, SharedMorale::Target), &three(13));
    let close = o.close.unwrap();
    assert_eq!(p.shows("14.03.1.b", (o.target.men, close.men)), (14, 4));
    assert_eq!((o.target.state, close.state), (State::Light1, State::Light1));
    let (o, _) = rule::<SmallArms>(&shared(false, SharedMorale::Both), &three(13));
    assert_eq!((o.target.state, o.close.unwrap().state), (State::Light1, State::Light2));
    // The announced line takes its part, the unit behind it the rest.
    let (o, _) = rule::<SmallArms>(&shared(true, SharedMorale::Target), &three(13));
    assert_eq!((o.target.men, o.close.unwrap().men), (4, 14));
}

#[test]
fn half_the_figures_fire_from_a_facade() {
    let _p = proves!("17.03.4.a");
    assert_eq!([fire::from_facade(10).0, fire::from_facade(11).0, fire::from_facade(1).0], [5, 5, 0]);
    let from = |figures, all| {
        with(|s| {
            s.firer.figures = figures;
            s.firer.all = all;
            s.firer.building = true;
        })
    };
    assert_eq!(rule::<SmallArms>(&from(5, Some(11)), &three(9)).0.target.men, 4);
    assert!(refused::<SmallArms>(&from(6, Some(11))).contains("17.03.4.a"));
    assert!(refused::<SmallArms>(&from(5, None)).contains("17.03.4.a"));
}

#[test]
fn in_a_building_nobody_is_a_skirmish_line() {
    let p = proves!("17.01.2.a");
    let columns = |s: &SmallArmsSituation| {
        let (_, r) = rule::<SmallArms>(s, &three(9));
        (["own", "enemy"].map(|side| column(&r, side)), r.clauses.iter().any(|c| c.id() == "17.01.2.a"))
    };
    let line = with(|s| {
        (s.firer.formation, s.target.formation) = (Formation::Skirmish, Formation::Skirmish);
        (s.firer.figures, s.firer.all) = (10, Some(20));
    });
    assert_eq!(columns(&line), ([2, -2], false));
    let mut inside = line.clone();
    inside.firer.building = true;
    assert_eq!(p.shows("17.01.2.a", columns(&inside)), ([0, -2], true));
    let mut inside = line;
    inside.target.building = true;
    assert_eq!(columns(&inside), ([2, 0], true));
}

#[test]
fn units_of_mixed_arms() {
    let _p = proves!("play.mixed-arms");
    let d = FireReadings::default();
    let volley = |figures, weapon| Volley { figures, weapon };
    let at = |cm: f64, readings: &FireReadings| fire::volleys(24, 8, cm, readings).0.to_vec();
    assert_eq!(at(10.0, &d), [volley(24, Weapon::Musket)]);
    assert_eq!(at(18.0, &d), [volley(24, Weapon::Musket)]);
    assert_eq!(at(18.01, &d), [volley(8, Weapon::Rifle)]);
    assert_eq!(at(30.0, &d), [volley(8, Weapon::Rifle)]);
    assert_eq!(at(30.01, &d), []);
    let apart = FireReadings { mixed_rifles: MixedRifles::Apart, ..d.clone() };
    assert_eq!(at(10.0, &apart), [volley(24, Weapon::Musket)]);
    assert_eq!(at(10.01, &apart), [volley(16, Weapon::Musket), volley(8, Weapon::Rifle)]);
    assert_eq!(fire::volleys(24, 8, 10.0, &d).1.id(), "play.mixed-arms");
    assert_eq!(fire::volleys(24, 0, 20.0, &d).0.to_vec(), []);
    assert_eq!(fire::volleys(24, 24, 15.0, &d).0.to_vec(), [volley(24, Weapon::Rifle)]);
    for (figures, of, by, rifles) in [(24, 1, 3, 8), (25, 1, 6, 4), (27, 1, 6, 5), (5, 1, 2, 3), (4, 2, 3, 3)]
    {
        assert_eq!(fire::rifle_figures(figures, of, by).0, rifles, "{figures} x {of}/{by}");
    }
}

#[test]
fn angles_of_small_arms() {
    let p = proves!("09.03.2", "09.03.3");
    assert_eq!(fire::widest_angle(Formation::Skirmish), (45.0, umpire::Clause("09.03.3")));
    for f in Formation::ALL.into_iter().filter(|f| *f != Formation::Skirmish) {
        assert_eq!(p.shows("09.03.2", fire::widest_angle(f).0), 30.0, "{f}");
    }
    let (_, by) = fire::widest_angle(Formation::Skirmish);
    assert_eq!(p.shows("09.03.3", by.id()), "09.03.3");
    assert_eq!(fire::widest_angle(Formation::Line).1.id(), "09.03.2");
}

#[test]
fn walls_over_a_metre() {
    let p = proves!("09.01.8");
    assert!(fire::over_wall(1.0, false).is_ok());
    p.refused_by("09.01.8", fire::over_wall(1.01, false));
    assert!(fire::over_wall(3.0, true).is_ok());
}

#[test]
fn schools_of_musketry() {
    let p = proves!(
        "england.3",
        "prussia.3",
        "prussia.4",
        "prussia.5",
        "prussia.8",
        "austria.2",
        "denmark.5",
        "france.11"
    );
    let trained = |school, year, formation| {
        of(|s| {
            s.firer.school = Some(school);
            s.firer.formation = formation;
            s.year = year;
        })[0]
    };
    use Formation::{Line, Skirmish};
    use School::*;
    assert_eq!(p.shows("england.3", trained(EnglishInfantry, 1815, Line)), 2);
    assert_eq!(p.shows("prussia.4", trained(Schuetzen, 1815, Line)), 1);
    assert_eq!(p.shows("austria.2", trained(AustrianJagers, 1813, Line)), 1);
    // From the skirmish line, which has 2 of its own, and in 1813.
    assert_eq!(p.shows("prussia.3", trained(PrussianLandwehr, 1813, Skirmish)), 1);
    assert_eq!(trained(PrussianLandwehr, 1815, Skirmish), 2);
    assert_eq!(trained(PrussianLandwehr, 1813, Line), 0);
    assert_eq!(p.shows("prussia.5", trained(FreeCorps, 1813, Line)), -1);
    assert_eq!(trained(FreeCorps, 1815, Line), 0);
    // Pioneers and sailors fire as with carbines, whatever they carry.
    for (school, by) in
        [(PrussianPioneers, "prussia.8"), (DanishSailors, "denmark.5"), (FrenchPioneers, "france.11")]
    {
        assert_eq!(p.shows(by, trained(school, 1813, Line)), -1);
        let far = |cm| {
            with(|s| {
                s.firer.school = Some(school);
                s.distance = cm;
            })
        };
        assert_eq!(sums(&far(6.0))[0], -1);
        assert_eq!(sums(&far(6.01))[0], -5);
        assert!(refused::<SmallArms>(&far(12.01)).starts_with("distance"));
    }
    let guns = with(|s| s.firer.school = Some(SaxonArtillery));
    assert!(refused::<SmallArms>(&guns).starts_with("firer.school"));
}

#[test]
fn training_of_the_brief() {
    let p = proves!("04.05.1.b");
    for training in -1..=2 {
        assert_eq!(p.shows("04.05.1.b", of(|s| s.firer.training = training)), [training.into(), 0, 0]);
    }
    for training in [-2, 3] {
        assert!(refused::<SmallArms>(&with(|s| s.firer.training = training)).starts_with("firer.training"));
    }
}

#[test]
fn fires_of_both_sides_at_one_moment() {
    let _p = proves!("play.fire.mutual");
    let (how, by) = fire::mutual(&FireReadings::default());
    assert_eq!((how, by.id()), (MutualFire::Together, "play.fire.mutual"));
    let lot = FireReadings { mutual_fire: MutualFire::ByLot, ..FireReadings::default() };
    assert_eq!(fire::mutual(&lot).0, MutualFire::ByLot);
}

#[test]
fn what_cannot_stand_so_is_refused() {
    let target = |change: fn(&mut Target)| refused::<SmallArms>(&with(|s| change(&mut s.target)));
    assert!(target(|t| t.figures = 0).starts_with("target.figures"));
    assert!(target(|t| t.together = Some(9)).starts_with("target.together"));
    assert!(target(|t| t.dismounted = true).starts_with("target.dismounted"));
    assert!(target(|t| t.noted = 20).starts_with("target.noted"));
    assert!(target(|t| t.limbered = true).contains("05.03.1"));
    assert!(
        target(|t| {
            t.arm = Arm::Artillery;
            t.formation = Formation::MarchColumn;
        })
        .contains("05.03.2")
    );
    assert!(
        target(|t| {
            t.arm = Arm::Train;
            t.formation = Formation::Square;
        })
        .contains("05.03.3")
    );
    assert!(
        target(|t| {
            t.arm = Arm::Cavalry;
            t.formation = Formation::Mass;
        })
        .contains("05.02.2")
    );
    // A soutien is that of a line; who marches in column has no support unit.
    assert!(target(|t| t.backing = Backing::Soutien).contains("09.02.5"));
    for formation in [Formation::MarchColumn, Formation::SingleFile, Formation::Clump] {
        for backing in [Backing::Support, Backing::MeleeSupport] {
            let s = with(|s| (s.target.formation, s.target.backing) = (formation, backing));
            assert!(refused::<SmallArms>(&s).starts_with("target.backing"));
            assert!(refused::<SmallArms>(&s).contains("12.03.7.2"));
        }
    }
    let noted = with(|s| {
        let unit = Sharer { figures: 6, noted: 20, state: State::Order };
        s.close = Some(Close { unit, gap: 1.0 });
    });
    assert!(refused::<SmallArms>(&noted).starts_with("close.unit.noted"));
    assert!(refused::<SmallArms>(&with(|s| s.firer.arm = Arm::Artillery)).starts_with("firer.arm"));
    assert!(refused::<SmallArms>(&with(|s| s.firer.all = Some(9))).starts_with("firer.all"));
    assert!(refused::<SmallArms>(&with(|s| s.steps = 100)).starts_with("steps"));
}

#[test]
fn exact_odds_of_a_fire() {
    let p = ALL.iter().find(|p| p.name() == "small-arms").unwrap();
    let s = json!({
        "firer": { "arm": "infantry", "figures": 10, "weapon": "musket" },
        "target": { "arm": "infantry", "figures": 10 },
        "distance": 5,
    });
    let found = p.weigh(&s, &mut odds::Enumerator::default()).unwrap();
    let ways = |state: &str| -> u128 {
        found.iter().filter(|w| w.result["target"]["state"] == state).map(|w| w.weight).sum()
    };
    let all: u128 = found.iter().map(|w| w.weight).sum();
    // Three dice: 13 or 14 in 36 ways of 216, 15 or 16 in 16, 17 or 18 in 4.
    assert_eq!([ways("LU-1"), ways("LU-2"), ways("U")].map(|w| w * 216 / all), [36, 16, 4]);
}

#[test]
fn every_example_has_exact_odds() {
    for p in ALL {
        let found = p.weigh(&p.example(), &mut odds::Enumerator::default()).unwrap();
        assert!(!found.is_empty(), "{}", p.name());
        let mut says: Vec<_> = found.iter().map(|w| w.says.to_string()).collect();
        says.dedup();
        assert_eq!(says.len(), found.len(), "{}: outcomes that differ read alike", p.name());
        serde_json::to_value(p.schema()).unwrap();
    }
}

fn any_of<T: Clone + std::fmt::Debug + 'static>(all: &[T]) -> impl Strategy<Value = T> + use<T> {
    prop::sample::select(all.to_vec())
}

const STATES: [State; 6] =
    [State::Order, State::Light1, State::Light2, State::Light3, State::Disorder, State::Complete];
const COVERS: [Cover; 4] = [Cover::None, Cover::I, Cover::II, Cover::III];
const ARMS: [Arm; 4] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Train];

prop_compose! {
    fn any_target()(
        arm in any_of(&ARMS), formation in any_of(&Formation::ALL), state in any_of(&STATES), cover in any_of(&COVERS),
        figures in 1..60u16, noted in 0..20u16, valour in -8..=5i8, flags in any::<[bool; 7]>(),
        struck in any_of(&[Struck::Front, Struck::Flank, Struck::Rear]),
    ) -> Target {
        Target {
            formation, state, cover, noted, valour, struck,
            density: if flags[0] { Density::Thin } else { Density::Dense },
            charge: flags[1], limbered: flags[2], working: flags[3], building: flags[4], faced: flags[5],
            commander: flags[6],
            ..Target::new(arm, figures)
        }
    }
}

proptest! {
    /// Whatever is fired at is never the better for it, and loses no more than it has.
    #[test]
    fn nobody_gains_by_being_fired_at(
        target in any_target(), figures in 3..60u16, cm in 0.0..18.0f64, dice in prop::array::uniform3(1..=6u8), die in 1..=6u8,
    ) {
        let s = SmallArmsSituation {
            firer: Firer::new(Arm::Infantry, figures, Weapon::Musket), target, distance: cm, ..shot()
        };
        if SmallArms::check(&s).is_ok() {
            let mut all = dice.to_vec();
            if target.commander {
                all.insert(0, die);
            }
            let (o, r) = rule::<SmallArms>(&s, &all);
            prop_assert!(o.target.state >= target.state);
            prop_assert!(o.target.figures <= target.figures);
            let before = chakoten_napoleonic::unit::MEN.men(target.figures, target.noted);
            let after = chakoten_napoleonic::unit::MEN.men(target.figures - o.target.figures, o.target.noted);
            prop_assert_eq!(before - after, o.target.men);
            let sums = ["own", "enemy", "morale"].map(|c| column(&r, c));
            let sum: u8 = dice.iter().sum();
            prop_assert_eq!(total(&r, "loss"), i64::from(i32::from(sum) + sums[0] + sums[1]));
            prop_assert_eq!(total(&r, "morale"), i64::from(i32::from(sum) + sums[0] + sums[1] + sums[2]));
        }
    }

    /// A higher roll never does less.
    #[test]
    fn more_on_the_dice_is_worse(target in any_target(), figures in 3..60u16, cm in 0.0..18.0f64, low in 3..=17u8) {
        let s = SmallArmsSituation {
            firer: Firer::new(Arm::Infantry, figures, Weapon::Musket),
            target: Target { commander: false, ..target }, distance: cm, ..shot()
        };
        if SmallArms::check(&s).is_ok() {
            let a = rule::<SmallArms>(&s, &three(low)).0.target;
            let b = rule::<SmallArms>(&s, &three(low + 1)).0.target;
            prop_assert!(b.men >= a.men && b.state >= a.state && b.horses >= a.horses);
        }
    }
}
