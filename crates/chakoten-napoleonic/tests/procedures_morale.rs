//! Rallying, being swept along, attrition, support, soutien and command, as bare situations with scripted dice.

use crate::procedures_melee::{refused, rule};
use chakoten_napoleonic::book;
use chakoten_napoleonic::procedures::after_melee::*;
use chakoten_napoleonic::procedures::attrition::*;
use chakoten_napoleonic::procedures::command::*;
use chakoten_napoleonic::procedures::may_attack::*;
use chakoten_napoleonic::procedures::melee::{
    Approach, Attack, Fighter, FleeingColumn, Ground, MeleeGrades, MeleeReadings, SweepCavalryRow, Who,
};
use chakoten_napoleonic::procedures::rally::*;
use chakoten_napoleonic::procedures::support::*;
use chakoten_napoleonic::procedures::sweep::*;
use chakoten_napoleonic::procedures::{ALL, Groups, MoraleReadings, SeveralMelees};
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Arm, Cover, Formation, Nation, Obstacle, State, Weight};
use umpire::{Exact, Readings, Ruling};

fn sum(r: &Ruling) -> i32 {
    r.modifiers.iter().map(|m| m.value).sum()
}

#[test]
fn who_may_attack() {
    let p = proves!("12.01.2", "12.01.4", "14.04.4", "03.03.4", "03.01.4.b", "12.01.7", "12.01.1");
    let foot = Body::new(Arm::Infantry, 30);
    let horse = Body::new(Arm::Cavalry, 20);
    let guns = Body::new(Arm::Artillery, 10);
    let open = |b: Body| Body { formation: Formation::Skirmish, ..b };
    let of = |attacker, target| MayAttackSituation {
        attacker,
        target,
        fire_order: false,
        fire_before_contact: false,
        attacked_already: false,
        unordered: None,
        fu_contact: FuContact::OwnMarch,
        fire_order_bars: FireOrder::Excluded,
    };
    let bar = |a, t| may_attack(&of(a, t)).map_err(Bar::clause).map_err(|c| c.id());
    for (a, t) in [
        (foot, foot),
        (horse, foot),
        (horse, horse),
        (foot, guns),
        (foot, open(horse)),
        (open(foot), guns),
        (open(foot), open(foot)),
        (open(horse), open(foot)),
        (open(horse), guns),
        (foot, Body { state: State::Complete, ..horse }),
        (open(foot), Body { state: State::Complete, ..foot }),
        (open(horse), Body { working: true, ..foot }),
    ] {
        assert_eq!(bar(a, t), Ok(()), "{a:?} {t:?}");
    }
    assert_eq!(p.shows("12.01.4", bar(foot, horse)), Err("12.01.4"));
    assert_eq!(bar(open(foot), open(horse)), Err("12.01.4"));
    assert_eq!(bar(guns, foot), Err("12.01.4"));
    assert_eq!(bar(Body::new(Arm::Train, 4), foot), Err("12.01.4"));
    assert_eq!(p.shows("14.04.4", bar(open(foot), foot)), Err("14.04.4"));
    assert_eq!(bar(open(horse), horse), Err("14.04.4"));
    assert_eq!(p.shows("03.03.4", bar(Body { state: State::Disorder, ..foot }, foot)), Err("03.03.4"));
    assert_eq!(p.shows("12.01.2", bar(Body { state: State::Complete, ..foot }, foot)), Err("12.01.2"));
    assert_eq!(bar(Body { state: State::Light3, ..foot }, foot), Ok(()));
    assert_eq!(bar(Body { figures: 2, ..foot }, foot), Err("12.02.3"));
    assert_eq!(bar(Body { figures: 3, ..foot }, foot), Ok(()));
    let mut s = of(foot, foot);
    assert_eq!(p.shows("12.01.1", rule::<MayAttack>(&s, &[]).0), MayAttackOutcome::Attacks);
    s.attacked_already = true;
    p.refused_by("12.01.7", may_attack(&s).map_err(Bar::refusal));
    s = of(foot, foot);
    s.fire_order = true;
    p.refused_by("03.01.4.b", may_attack(&s).map_err(Bar::refusal));
    s.fire_order_bars = FireOrder::Automatic;
    p.refused_by("03.01.4.b", may_attack(&s).map_err(Bar::refusal));
    s.fire_order_bars = FireOrder::BeforeContact;
    p.refused_by("03.01.4.b", may_attack(&s).map_err(Bar::refusal));
    s.fire_before_contact = true;
    assert_eq!(may_attack(&s), Ok(()));
    s.fire_order = false;
    assert_eq!(refused::<MayAttack>(&s).0, "fire_before_contact");
}

#[test]
fn attacks_without_an_order() {
    let p = proves!("12.01.3");
    let foot = Body::new(Arm::Infantry, 30);
    let mut s = MayAttackSituation {
        attacker: foot,
        target: Body { state: State::Complete, ..foot },
        fire_order: false,
        fire_before_contact: false,
        attacked_already: false,
        unordered: Some(Unordered::Marched),
        fu_contact: FuContact::OwnMarch,
        fire_order_bars: FireOrder::Excluded,
    };
    let out = |s: &MayAttackSituation| rule::<MayAttack>(s, &[]).0;
    assert_eq!(p.shows("12.01.3", out(&s)), MayAttackOutcome::WithoutOrder);
    s.unordered = Some(Unordered::Turned);
    assert_eq!(out(&s), MayAttackOutcome::Barred(Bar::NotMoved));
    s.fu_contact = FuContact::AnyMovement;
    assert_eq!(out(&s), MayAttackOutcome::WithoutOrder);
    s.unordered = Some(Unordered::Stood);
    assert_eq!(out(&s), MayAttackOutcome::Barred(Bar::NotMoved));
    s.unordered = Some(Unordered::Marched);
    s.fire_order = true;
    assert_eq!(out(&s), MayAttackOutcome::Barred(Bar::FireOrder));
    s.fire_order_bars = FireOrder::Automatic;
    assert_eq!(out(&s), MayAttackOutcome::WithoutOrder);
    s.target.state = State::Disorder;
    assert_eq!(out(&s), MayAttackOutcome::Barred(Bar::NotInFlight));
}

fn support() -> MaySupportSituation {
    MaySupportSituation {
        supporter: Arm::Infantry,
        supporter_figures: 20,
        supporter_formation: Formation::AttackColumn,
        supporter_state: State::Order,
        tactical_unit: true,
        supported: Arm::Infantry,
        supported_figures: 30,
        supported_formation: Formation::Line,
        distance: 15.0,
        march: 20.0,
        supported_march: 15.0,
        in_contact_distance: false,
        in_fan: InFan::Whole,
        barred: false,
        engaged: false,
        attack_order: false,
        supports_another: false,
        same_brigade: true,
        on_slip: true,
        attacks: false,
        support_march: SupportMarch::Supporter,
        support_angle: SupportAngle::SomePart,
    }
}

#[test]
fn the_conditions_of_support() {
    let p = proves!(
        "12.03.7",
        "12.03.7.1",
        "12.03.7.2",
        "12.03.7.3",
        "12.03.7.4",
        "12.03.7.5",
        "12.03.7.6",
        "12.03.7.7",
        "12.03.7.8",
        "12.03.7.9",
        "12.03.7.10",
    );
    let given = |f: &dyn Fn(&mut MaySupportSituation)| {
        let mut s = support();
        f(&mut s);
        may_support(&s).map_err(Lack::refusal)
    };
    assert_eq!(p.shows("12.03.7", rule::<MaySupport>(&support(), &[]).0), MaySupportOutcome::Supports);
    let no = |clause: &str, f: &dyn Fn(&mut MaySupportSituation)| {
        p.refused_by(clause, given(f));
    };
    let yes = |f: &dyn Fn(&mut MaySupportSituation)| assert!(given(f).is_ok());
    // Half as large: exactly half is enough; ten figures at least.
    yes(&|s| s.supporter_figures = 15);
    no("12.03.7.1", &|s| s.supporter_figures = 14);
    yes(&|s| (s.supporter_figures, s.supported_figures) = (10, 12));
    no("12.03.7.1", &|s| (s.supporter_figures, s.supported_figures) = (9, 12));
    no("12.03.7.1", &|s| s.tactical_unit = false);
    yes(&|s| s.supporter_state = State::Light3);
    no("12.03.7.1", &|s| s.supporter_state = State::Disorder);
    for f in [Formation::Line, Formation::AttackColumn, Formation::Square, Formation::Mass] {
        yes(&|s| s.supporter_formation = f);
        yes(&|s| s.supported_formation = f);
    }
    for f in [Formation::MarchColumn, Formation::SingleFile, Formation::Clump] {
        no("12.03.7.2", &|s| s.supporter_formation = f);
        no("12.03.7.2", &|s| s.supported_formation = f);
    }
    no("12.03.7.2", &|s| s.supporter_formation = Formation::Skirmish);
    yes(&|s| s.supported_formation = Formation::Skirmish);
    yes(&|s| s.distance = 20.0);
    no("12.03.7.3", &|s| s.distance = 20.1);
    no("12.03.7.3", &|s| (s.distance, s.support_march) = (15.1, SupportMarch::Supported));
    yes(&|s| (s.distance, s.support_march) = (15.0, SupportMarch::Supported));
    no("12.03.7.4", &|s| s.in_contact_distance = true);
    no("12.03.7.5", &|s| s.in_fan = InFan::Nothing);
    yes(&|s| s.in_fan = InFan::SomePart);
    no("12.03.7.5", &|s| (s.in_fan, s.support_angle) = (InFan::SomePart, SupportAngle::WholeUnit));
    no("12.03.7.6", &|s| s.barred = true);
    no("12.03.7.7", &|s| s.engaged = true);
    no("12.03.7.7", &|s| s.attack_order = true);
    no("12.03.7.8", &|s| s.supports_another = true);
    no("12.03.7.8", &|s| s.same_brigade = false);
    yes(&|s| s.on_slip = false);
    no("12.03.7.8", &|s| (s.on_slip, s.attacks) = (false, true));
    no("12.03.7.9", &|s| s.supported = Arm::Cavalry);
    no("12.03.7.9", &|s| s.supporter = Arm::Artillery);
    no("12.03.7.9", &|s| s.supporter = Arm::Train);
    yes(&|s| s.supporter = Arm::Cavalry);
    yes(&|s| (s.supporter, s.supported) = (Arm::Cavalry, Arm::Cavalry));
    let (counted, by) = supports_counted(3);
    assert_eq!((p.shows("12.03.7.10", counted), by.id()), (1, "12.03.7.10"));
}

fn line() -> SoutienSituation {
    SoutienSituation {
        arm: Arm::Infantry,
        figures: 5,
        nation: Nation::Other,
        obstacle: Obstacle::None,
        cover: Cover::None,
        plantation: false,
        built_up: false,
        soutien: Some(Soutien {
            figures: 5,
            formation: Formation::Line,
            state: State::Order,
            distance: 20.0,
            serves_another: false,
        }),
        cossacks: false,
        pressed: Pressed::Nobody,
        stands: false,
        single_file: SingleFileSoutien::No,
        disordered: DisorderedSoutien::Counts,
    }
}

fn judged(f: impl Fn(&mut SoutienSituation)) -> SoutienOutcome {
    let mut s = line();
    f(&mut s);
    rule::<SoutienJudged>(&s, &[]).0
}

#[test]
fn when_a_soutien_is_needed() {
    let p = proves!("14.02.1", "17.03.3", "16.02.2.b");
    use SoutienOutcome::{Has, NeedsNone};
    assert_eq!(judged(|_| {}), Has);
    assert_eq!(p.shows("14.02.1", judged(|s| s.cover = Cover::I)), NeedsNone);
    assert_eq!(judged(|s| s.obstacle = Obstacle::I), NeedsNone);
    assert_eq!(p.shows("17.03.3", judged(|s| s.built_up = true)), NeedsNone);
    assert_eq!(p.shows("16.02.2.b", judged(|s| s.plantation = true)), NeedsNone);
    // Cover does not free a swarm from it.
    assert_eq!(judged(|s| (s.arm, s.cover) = (Arm::Cavalry, Cover::I)), Has);
    assert_eq!(judged(|s| (s.arm, s.plantation) = (Arm::Cavalry, true)), NeedsNone);
    assert_eq!(judged(|s| s.soutien = None), SoutienOutcome::Lacks(NoSoutien::None));
    let mut s = line();
    s.arm = Arm::Artillery;
    assert_eq!(refused::<SoutienJudged>(&s).0, "arm");
}

#[test]
fn what_a_soutien_is() {
    let p = proves!("14.02.2", "14.02.3", "04.02.3", "04.03.2", "14.02.4.a", "14.02.4.b", "15.02.3");
    let with = |f: &dyn Fn(&mut Soutien)| {
        judged(|s| {
            if let Some(b) = &mut s.soutien {
                f(b);
            }
        })
    };
    use SoutienOutcome::{Has, Lacks};
    assert_eq!(p.shows("14.02.2", with(&|b| b.figures = 4)), Lacks(NoSoutien::TooSmall));
    assert_eq!(p.shows("14.02.4.b", with(&|b| b.figures = 4)), Lacks(NoSoutien::TooSmall));
    for f in [Formation::MarchColumn, Formation::SingleFile, Formation::Clump, Formation::Skirmish] {
        assert_eq!(with(&|b| b.formation = f), Lacks(NoSoutien::Formation));
    }
    for f in [Formation::AttackColumn, Formation::Square, Formation::Mass] {
        assert_eq!(with(&|b| b.formation = f), Has);
    }
    let file = |s: &mut SoutienSituation| {
        s.single_file = SingleFileSoutien::Counts;
        s.soutien.as_mut().unwrap().formation = Formation::SingleFile;
    };
    assert_eq!(judged(file), Has);
    assert_eq!(with(&|b| b.state = State::Complete), Lacks(NoSoutien::State));
    assert_eq!(with(&|b| b.state = State::Disorder), Has);
    let disordered = |s: &mut SoutienSituation| {
        s.disordered = DisorderedSoutien::No;
        s.soutien.as_mut().unwrap().state = State::Disorder;
    };
    assert_eq!(judged(disordered), Lacks(NoSoutien::State));
    assert_eq!(p.shows("14.02.3", with(&|b| b.distance = 20.1)), Lacks(NoSoutien::TooFar));
    assert_eq!(p.shows("14.02.4.a", with(&|b| b.distance = 20.1)), Lacks(NoSoutien::TooFar));
    let swarm = |cm: f64| {
        judged(|s| {
            s.arm = Arm::Cavalry;
            s.soutien.as_mut().unwrap().distance = cm;
        })
    };
    assert_eq!((swarm(30.0), swarm(30.1)), (Has, Lacks(NoSoutien::TooFar)));
    assert_eq!(p.shows("04.02.3", with(&|b| b.serves_another = true)), Lacks(NoSoutien::ServesAnother));
    let other_swarm = |s: &mut SoutienSituation| {
        s.arm = Arm::Cavalry;
        s.soutien.as_mut().unwrap().serves_another = true;
    };
    assert_eq!(p.shows("04.03.2", judged(other_swarm)), Lacks(NoSoutien::ServesAnother));
    // The quarter that stays of a Cossack regiment.
    let cossacks = |s: &mut SoutienSituation| {
        s.arm = Arm::Cavalry;
        s.cossacks = true;
        s.figures = 15;
    };
    assert_eq!(p.shows("15.02.3", judged(cossacks)), Has);
}

#[test]
fn lines_pressed_back() {
    let p = proves!("14.04.1.a", "14.04.1.b", "14.04.2", "russia.4");
    use SoutienOutcome::{Broken, NeedsNone, PressedBack, Stands};
    assert_eq!(p.shows("14.04.1.a", judged(|s| s.pressed = Pressed::Enemy)), PressedBack);
    assert_eq!(p.shows("14.04.1.b", judged(|s| s.pressed = Pressed::OwnRetreat)), PressedBack);
    for (figures, lost) in [(3, 1), (10, 1), (11, 2), (20, 2), (21, 3)] {
        let alone = judged(|s| {
            s.figures = figures;
            s.soutien = None;
            s.pressed = Pressed::Enemy;
        });
        assert_eq!(p.shows("14.04.2", alone), Broken { figures: lost });
    }
    let far = judged(|s| {
        s.soutien.as_mut().unwrap().distance = 21.0;
        s.pressed = Pressed::Enemy;
    });
    assert_eq!(far, Broken { figures: 1 });
    let behind = |s: &mut SoutienSituation| {
        s.cover = Cover::I;
        s.soutien = None;
        s.pressed = Pressed::Enemy;
    };
    assert_eq!(judged(behind), NeedsNone);
    let russians = |s: &mut SoutienSituation| {
        s.nation = Nation::Russia;
        s.soutien = None;
        s.pressed = Pressed::Enemy;
        s.stands = true;
    };
    assert_eq!(p.shows("russia.4", judged(russians)), Stands);
    let mut s = line();
    s.stands = true;
    assert_eq!(refused::<SoutienJudged>(&s).0, "stands");
}

fn rush() -> SweepSituation {
    let mut fleeing = Fighter::new(Arm::Infantry, 30);
    fleeing.state = State::Complete;
    SweepSituation {
        fleeing,
        onrush: Attack::default(),
        threatened: Fighter::new(Arm::Infantry, 30),
        ground: Ground::default(),
        groups: Groups::default(),
        readings: MeleeReadings::default(),
    }
}

fn swept(f: impl Fn(&mut SweepSituation), fleeing: [u8; 3], threatened: [u8; 3]) -> (SweepOutcome, [i32; 2]) {
    let mut s = rush();
    f(&mut s);
    let (o, r) = rule::<SweepAlong>(&s, &[fleeing, threatened].concat());
    let of = |side| r.modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum();
    (o, [of("attacker"), of("defender")])
}

#[test]
fn being_swept_along() {
    let p = proves!("13.05.1", "13.05.2", "13.05.4");
    let by = |n: u8| swept(|_| {}, [4, 3, 3 + n], [4, 3, 3]).0;
    // Ten against ten: it stands; nothing is taken off for FU, and no row of a fight counts.
    assert_eq!(p.shows("13.05.1", swept(|_| {}, [3; 3], [3; 3]).1), [0, 0]);
    assert_eq!(by(0), SweepOutcome { state: State::Order, swept: false, commanders_fall: [false; 2] });
    assert_eq!(p.shows("13.05.2", by(1).state), State::Light2);
    assert!(!by(2).swept);
    let o = by(3);
    assert_eq!(p.shows("13.05.4", (o.state, o.swept)), (State::Disorder, true));
    assert_eq!(swept(|_| {}, [6, 6, 3], [3, 3, 4]).0.state, State::Complete);
    assert_eq!(swept(|_| {}, [3; 3], [6; 3]).0.state, State::Order);
    // A unit in U already does not retreat anew.
    let was = |s: &mut SweepSituation| s.threatened.state = State::Disorder;
    let o = swept(was, [3; 3], [4, 4, 4]).0;
    assert_eq!((o.state, o.swept), (State::Disorder, false));
    // Or grades that are added.
    let added = |s: &mut SweepSituation| {
        s.threatened.state = State::Light2;
        s.threatened.valour = 2;
        s.readings.melee_grades = MeleeGrades::Added;
    };
    assert_eq!(swept(added, [3, 3, 4], [3; 3]).0.state, State::Disorder);
    // What counts: numbers, cover, obstacle, flank, support, victory, valour, training, weight.
    let count = |f: &dyn Fn(&mut SweepSituation)| swept(f, [3; 3], [3; 3]).1;
    assert_eq!(count(&|s| s.fleeing.figures = 60), [1, 0]);
    assert_eq!(count(&|s| s.threatened.cover = Cover::II), [0, 2]);
    assert_eq!(count(&|s| s.onrush.obstacle = Obstacle::I), [-1, 0]);
    assert_eq!(count(&|s| s.onrush.approach = Approach::Rear), [3, -3]);
    assert_eq!(count(&|s| s.threatened.support = true), [0, 2]);
    assert_eq!(count(&|s| s.threatened.victory = true), [0, 2]);
    assert_eq!(count(&|s| s.threatened.valour = 2), [0, 2]);
    assert_eq!(count(&|s| s.fleeing.valour = -2), [-2, 0]);
    assert_eq!(count(&|s| s.threatened.training = Some(1)), [0, 1]);
    assert_eq!(count(&|s| s.threatened.formation = Formation::MarchColumn), [0, -3]);
    assert_eq!(count(&|s| s.threatened.state = State::Light2), [0, -2]);
    // What does not: smoke, movement, rifles, first fire, ammunition, the missing line.
    for f in [
        |s: &mut SweepSituation| s.threatened.moved = true,
        |s: &mut SweepSituation| s.threatened.unused = true,
        |s: &mut SweepSituation| s.threatened.no_ammunition = true,
        |s: &mut SweepSituation| s.threatened.rifles_only = true,
    ] {
        assert_eq!(count(&f), [0, 0]);
    }
    // The fleeing force is dispersed, or keeps its column.
    assert_eq!(count(&|s| s.fleeing.formation = Formation::MarchColumn), [0, 0]);
    let keeps = |s: &mut SweepSituation| {
        s.fleeing.formation = Formation::MarchColumn;
        s.readings.fleeing_column = FleeingColumn::KeepsFormation;
    };
    assert_eq!(count(&keeps), [-2, 0]);
    // The square counts even where infantry flees.
    assert_eq!(count(&|s| s.threatened.formation = Formation::Square), [-3, 1]);
    let mut s = rush();
    s.fleeing.state = State::Disorder;
    assert_eq!(refused::<SweepAlong>(&s).0, "fleeing.state");
    s = rush();
    s.threatened.state = State::Complete;
    assert_eq!(refused::<SweepAlong>(&s).0, "threatened.state");
}

#[test]
fn cavalry_in_flight() {
    let p = proves!("13.05.3");
    let horse = |read| {
        move |s: &mut SweepSituation| {
            s.fleeing = Fighter::new(Arm::Cavalry, 30);
            s.fleeing.weight = Some(Weight::Heavy);
            s.fleeing.state = State::Complete;
            s.readings.sweep_cavalry_row = read;
        }
    };
    let count = |read| swept(horse(read), [3; 3], [3; 3]).1;
    assert_eq!(p.shows("13.05.3", count(SweepCavalryRow::Deduction)), [2 + 1, 0]);
    assert_eq!(count(SweepCavalryRow::WholeRow), [2, 0]);
}

#[test]
fn who_is_not_swept_along() {
    let p = proves!("13.05.5");
    let mut s = rush();
    s.threatened.formation = Formation::Skirmish;
    assert!(p.shows("13.05.5", refused::<SweepAlong>(&s).1).contains("13.05.5"));
    s.threatened = Fighter::new(Arm::Artillery, 10);
    assert_eq!(refused::<SweepAlong>(&s).0, "threatened");
    // Limbered, in march column or in line.
    let count = |s: &SweepSituation| {
        rule::<SweepAlong>(s, &[3; 6]).1.modifiers.iter().filter(|m| m.side == "defender").count()
    };
    s.threatened.formation = Formation::MarchColumn;
    assert_eq!(count(&s), 1);
    s.threatened.formation = Formation::Line;
    s.threatened.limbered = true;
    assert_eq!(count(&s), 0);
}

#[test]
fn commanders_of_units_swept_along() {
    let mut s = rush();
    s.threatened.commander = true;
    let (o, _) = rule::<SweepAlong>(&s, &[1, 3, 3, 3, 3, 3, 3]);
    assert_eq!((o.commanders_fall, o.state), ([false, true], State::Light2));
}

#[test]
fn rallying() {
    let p = proves!("13.06.5");
    let on = |n: u8, valour: i8| {
        let s = RallySituation { valour, ..RallySituation::default() };
        let dice = match n {
            3..=8 => [1, 1, n - 2],
            _ => [6, (n - 7).min(6), n - 6 - (n - 7).min(6)],
        };
        rule::<Rally>(&s, &dice).0
    };
    use RallyOutcome::{FleesOn, Rallies};
    for (n, o) in [
        (3, FleesOn),
        (10, FleesOn),
        (11, Rallies(State::Disorder)),
        (14, Rallies(State::Disorder)),
        (15, Rallies(State::Light3)),
        (16, Rallies(State::Light2)),
        (17, Rallies(State::Light1)),
        (18, Rallies(State::Order)),
    ] {
        assert_eq!(p.shows("13.06.5", on(n, 0)), o, "{n}");
    }
    assert_eq!(on(18, 3), Rallies(State::Order));
    assert_eq!(on(10, 1), Rallies(State::Disorder));
    let mods = |f: &dyn Fn(&mut RallySituation)| {
        let mut s = RallySituation::default();
        f(&mut s);
        sum(&rule::<Rally>(&s, &[3; 3]).1)
    };
    assert_eq!(mods(&|_| {}), 0);
    assert_eq!(mods(&|s| s.superior = true), 1);
    assert_eq!(mods(&|s| s.corps_commander = true), 2);
    assert_eq!(mods(&|s| s.no_enemy_near = true), 2);
    assert_eq!(mods(&|s| s.screened = true), 1);
    assert_eq!(mods(&|s| s.flight_turns = 4), -3);
    assert_eq!(mods(&|s| s.gave_prisoners = true), -2);
    assert_eq!(mods(&|s| s.near_disorder = true), -1);
    assert_eq!(mods(&|s| s.near_complete = true), -2);
    assert_eq!(mods(&|s| (s.superior, s.corps_commander) = (true, true)), 3);
    assert_eq!(mods(&|s| s.valour = -4), -4);
}

#[test]
fn where_no_unit_rallies() {
    let p = proves!("13.06.6", "16.03.1", "17.03.5", "13.07.3");
    let barred = |f: &dyn Fn(&mut RallySituation)| {
        let mut s = RallySituation::default();
        f(&mut s);
        rule::<Rally>(&s, &[]).0
    };
    assert_eq!(p.shows("13.06.6", barred(&|s| s.enemy_in_contact = true)), RallyOutcome::NoAttempt);
    assert_eq!(p.shows("16.03.1", barred(&|s| s.in_wood = true)), RallyOutcome::NoAttempt);
    assert_eq!(p.shows("17.03.5", barred(&|s| s.in_building = true)), RallyOutcome::NoAttempt);
    assert_eq!(p.shows("13.07.3", barred(&|s| s.valour = -5)), RallyOutcome::NoAttempt);
    let s = RallySituation { enemy_in_contact: true, no_enemy_near: true, ..RallySituation::default() };
    assert_eq!(refused::<Rally>(&s).0, "no_enemy_near");
}

#[test]
fn reorganising_by_standing() {
    let p = proves!("13.06.1", "13.06.2", "13.06.3", "13.06.4", "17.03.5", "13.06.6");
    let stand = |state: State| ReorganiseSituation {
        state,
        ordered: true,
        lost_men: false,
        disturbed: false,
        in_wood: false,
        in_building: false,
        woods_rally: WoodsRally::OnlyFu,
        reorganises: Reorganises::Ordered,
    };
    let out = |s: ReorganiseSituation| rule::<Reorganise>(&s, &[]).0;
    let after = |turns: f64, state: State| ReorganiseOutcome::After { turns: Exact(turns), state };
    assert_eq!(p.shows("13.06.2", out(stand(State::Light1))), after(0.5, State::Order));
    assert_eq!(p.shows("13.06.3", out(stand(State::Light2))), after(0.5, State::Light1));
    assert_eq!(out(stand(State::Light3)), after(0.5, State::Light2));
    assert_eq!(p.shows("13.06.4", out(stand(State::Disorder))), after(1.0, State::Light3));
    let u = stand(State::Disorder);
    let no = ReorganiseOutcome::Not;
    assert_eq!(p.shows("13.06.1", out(ReorganiseSituation { lost_men: true, ..u })), no);
    assert_eq!(out(ReorganiseSituation { disturbed: true, ..u }), no);
    assert_eq!(out(ReorganiseSituation { ordered: false, ..u }), no);
    let any = Reorganises::Standing;
    assert_ne!(out(ReorganiseSituation { ordered: false, reorganises: any, ..u }), no);
    assert_eq!(p.shows("17.03.5", out(ReorganiseSituation { in_building: true, ..u })), no);
    assert_ne!(out(ReorganiseSituation { in_building: true, ..stand(State::Light1) }), no);
    assert_ne!(out(ReorganiseSituation { in_wood: true, ..u }), no);
    let nobody = WoodsRally::Nobody;
    let wood = out(ReorganiseSituation { in_wood: true, woods_rally: nobody, ..u });
    assert_eq!(p.shows("13.06.6", wood), no);
    assert_eq!(refused::<Reorganise>(&stand(State::Order)).0, "state");
    assert_eq!(refused::<Reorganise>(&stand(State::Complete)).0, "state");
}

#[test]
fn wearing_down() {
    let p = proves!("13.07.1", "13.07.3");
    let worn = |arm: Arm, lost: u32, valour: i8, attrition: AttritionBy| {
        let o = rule::<Attrition>(&AttritionSituation { arm, original: 600, lost, valour, attrition }, &[]).0;
        (o.valour, o.breaks)
    };
    use AttritionBy::{Figures, Men};
    for (lost, valour) in [(0, 0), (119, 0), (120, -1), (179, -1), (180, -2), (240, -3), (299, -3), (300, -4)]
    {
        assert_eq!(p.shows("13.07.1", worn(Arm::Infantry, lost, 0, Men)), (valour, false), "{lost}");
    }
    assert_eq!(p.shows("13.07.3", worn(Arm::Infantry, 360, 0, Men)), (-5, true));
    assert_eq!(worn(Arm::Cavalry, 359, 0, Men), (-4, false));
    assert_eq!(worn(Arm::Infantry, 600, 5, Men), (-3, false));
    assert_eq!(worn(Arm::Infantry, 120, -4, Men), (-5, true));
    assert_eq!(worn(Arm::Artillery, 500, 0, Men), (0, false));
    // 139 men are 6 figures of 30, exactly 20 %; 119 are 5.
    assert_eq!(worn(Arm::Infantry, 139, 0, Figures), (-1, false));
    assert_eq!(worn(Arm::Infantry, 119, 0, Figures), (0, false));
    let s = AttritionSituation { arm: Arm::Infantry, original: 600, lost: 601, valour: 0, attrition: Men };
    assert_eq!(refused::<Attrition>(&s).0, "lost");
}

#[test]
fn merging_worn_units() {
    let p = proves!("13.07.2.a", "13.07.2.b");
    let merge = |units: &[(i8, u16)], turns: u8, disturbed: bool| {
        let units = units.iter().map(|&(valour, figures)| Worn { valour, figures }).collect();
        rule::<Merge>(&MergeSituation { units, turns, disturbed }, &[]).0
    };
    let is = |valour: i8, figures: u32| MergeOutcome::Merged { valour, figures };
    assert_eq!(p.shows("13.07.2.a", merge(&[(2, 12), (0, 12)], 2, false)), is(0, 24));
    // 1.5 is rounded down, 1.51 up, -0.5 to -1.
    assert_eq!(merge(&[(2, 10), (1, 10)], 2, false), is(0, 20));
    assert_eq!(merge(&[(2, 11), (1, 10)], 2, false), is(1, 21));
    assert_eq!(merge(&[(0, 10), (-1, 10)], 2, false), is(-2, 20));
    assert_eq!(p.shows("13.07.2.b", merge(&[(2, 12), (0, 12)], 1, false)), MergeOutcome::NotYet);
    assert_eq!(merge(&[(2, 12), (0, 12)], 3, true), MergeOutcome::NotYet);
    let s = MergeSituation { units: vec![Worn { valour: 0, figures: 3 }], turns: 2, disturbed: false };
    assert_eq!(refused::<Merge>(&s).0, "units");
    let s = MergeSituation {
        units: [(0, 3), (6, 3)].map(|(valour, figures)| Worn { valour, figures }).into(),
        ..s
    };
    assert_eq!(refused::<Merge>(&s).0, "units[1].valour");
}

#[test]
fn losses_in_flight() {
    let p = proves!("13.02.4");
    let lost = |men: u32, flight_turn: u8, watercourse: Option<f64>, of: FlightLossOf| {
        let s = FlightLossesSituation { men, original: 600, flight_turn, watercourse, of };
        rule::<FlightLosses>(&s, &[]).0.men
    };
    use FlightLossOf::{Original, Present};
    assert_eq!(p.shows("13.02.4", lost(410, 1, None, Present)), 0);
    assert_eq!(lost(410, 2, None, Present), 41);
    assert_eq!(lost(411, 2, None, Present), 42);
    assert_eq!(lost(410, 3, None, Original), 60);
    assert_eq!(lost(400, 1, Some(4.0), Present), 100);
    assert_eq!(lost(400, 2, Some(4.1), Present), 300);
    // Half a cm is a watercourse, what is narrower a ditch.
    assert_eq!(lost(400, 1, Some(0.5), Present), 100);
    assert_eq!(lost(400, 1, Some(0.49), Present), 0);
    assert_eq!(lost(30, 2, None, Original), 30, "no more than it has");
    let s = FlightLossesSituation { men: 7, original: 6, flight_turn: 1, watercourse: None, of: Present };
    assert_eq!(refused::<FlightLosses>(&s).0, "men");
}

#[test]
fn surrendering() {
    let p = proves!("13.02.2");
    let must = |attacker: (Arm, u16), victim: (Arm, u16), lost_running: u8| {
        let s = SurrenderSituation {
            attacker: attacker.0,
            attacker_figures: attacker.1,
            victim: victim.0,
            victim_figures: victim.1,
            lost_running,
        };
        rule::<Surrender>(&s, &[]).0.surrenders
    };
    use Arm::{Artillery, Cavalry, Infantry};
    assert!(p.shows("13.02.2", must((Infantry, 10), (Infantry, 40), 2)));
    assert!(!must((Infantry, 9), (Infantry, 40), 2));
    assert!(!must((Infantry, 40), (Infantry, 40), 1));
    assert!(must((Cavalry, 5), (Infantry, 40), 2));
    assert!(!must((Cavalry, 4), (Infantry, 40), 2));
    assert!(!must((Cavalry, 9), (Cavalry, 40), 2));
    assert!(must((Cavalry, 5), (Artillery, 40), 3));
    assert!(must((Infantry, 20), (Cavalry, 40), 2));
    assert!(!must((Infantry, 19), (Cavalry, 40), 2));
}

#[test]
fn taking_prisoners() {
    let p = proves!("13.04.1.a", "13.04.2", "13.04.3");
    let s = PrisonersSituation {
        due: 8,
        left: 20,
        reached: Reached::Edge,
        state: State::Light3,
        stayed: true,
        position: PositionReached::AnyBase,
    };
    let taken = |s: PrisonersSituation| rule::<Prisoners>(&s, &[]).0.figures;
    assert_eq!(p.shows("13.04.1.a", taken(s)), 8);
    assert_eq!(p.shows("13.04.3", taken(PrisonersSituation { left: 5, ..s })), 5);
    assert_eq!(taken(PrisonersSituation { state: State::Disorder, ..s }), 0);
    assert_eq!(taken(PrisonersSituation { stayed: false, ..s }), 0);
    assert_eq!(p.shows("13.04.2", taken(PrisonersSituation { reached: Reached::Not, ..s })), 0);
    let middle = PrisonersSituation { position: PositionReached::Middle, ..s };
    assert_eq!(taken(middle), 0);
    assert_eq!(taken(PrisonersSituation { reached: Reached::Middle, ..middle }), 8);
}

#[test]
fn guns_left_behind() {
    let p = proves!("13.03.1", "13.03.2", "13.03.3");
    let left = |state: State, limbered: bool, models: u8, counted: LimberedFlight| {
        let s = AbandonSituation { state, limbered, models, loads: 16, counted };
        let o = rule::<Abandon>(&s, &[]).0;
        (o.guns, o.limbers, o.loads)
    };
    use LimberedFlight::{Pairs, Singly};
    use State::{Complete, Disorder};
    assert_eq!(p.shows("13.03.1", left(Disorder, false, 2, Pairs)), (0, 0, 1));
    assert_eq!(left(Disorder, true, 2, Pairs), (0, 0, 0));
    assert_eq!(p.shows("13.03.2", left(Complete, false, 3, Pairs)), (3, 0, 0));
    assert_eq!(p.shows("13.03.3", left(Complete, true, 3, Pairs)), (2, 2, 0));
    assert_eq!(left(Complete, true, 1, Pairs), (1, 1, 0));
    assert_eq!(left(Complete, true, 2, Pairs), (1, 1, 0));
    assert_eq!(left(Complete, true, 3, Singly), (3, 0, 0));
    let s = AbandonSituation { state: State::Order, limbered: true, models: 1, loads: 0, counted: Pairs };
    assert_eq!(refused::<Abandon>(&s).0, "state");
}

#[test]
fn a_commander_intervenes() {
    let p = proves!("08.02.1", "08.02.2", "08.02.4");
    for (die, modifier, falls) in
        [(1, -2, true), (2, 1, true), (3, -1, false), (4, 0, false), (5, 1, false), (6, 2, false)]
    {
        let o = rule::<Commander>(&DiceOnly {}, &[die]).0;
        assert_eq!(p.shows("08.02.1", o), CommanderOutcome { modifier, falls });
    }
    assert_eq!(committed(true, true, false), Ok(true));
    assert_eq!(committed(true, false, false), Ok(false));
    assert_eq!(committed(true, false, true), Ok(true));
    assert_eq!(committed(false, true, false), Ok(false));
    p.refused_by("08.02.2", committed(false, true, true));
    p.refused_by("08.02.4", Err::<(), _>(no_target()));
}

#[test]
fn staff_figures_fall() {
    let p = proves!("08.02.3");
    for die in 1..=6 {
        let falls = rule::<StaffCasualty>(&DiceOnly {}, &[die]).0.falls;
        assert_eq!(p.shows("08.02.3", falls), die == 1);
    }
}

#[test]
fn replacing_a_commander() {
    let p = proves!("08.02.6.a", "08.02.6.b");
    let try_it = |turns: u8, dice: [u8; 3]| {
        rule::<ReplaceCommander>(&ReplaceCommanderSituation { turns, couriers: 2 }, &dice).0
    };
    assert!(p.shows("08.02.6.a", try_it(0, [6, 6, 1])).appointed);
    assert!(!try_it(0, [6, 5, 1]).appointed);
    assert!(try_it(1, [6, 5, 1]).appointed);
    assert_eq!(p.shows("08.02.6.b", try_it(1, [6, 5, 1]).couriers), 1);
    assert_eq!(try_it(0, [1, 1, 1]).couriers, 2);
    let s = ReplaceCommanderSituation { turns: 0, couriers: 0 };
    assert_eq!(refused::<ReplaceCommander>(&s).0, "couriers");
}

#[test]
fn reacting_out_of_command() {
    let p = proves!("08.03.5", "skema.II.a");
    let s = ReactionSituation {
        repeats: Repeats::Nothing,
        as_instructed: false,
        courier: false,
        state: State::Order,
        valour: 0,
    };
    assert!(p.shows("skema.II.a", rule::<Reaction>(&s, &[6, 6, 1]).0.obeys));
    assert!(!rule::<Reaction>(&s, &[6, 5, 1]).0.obeys);
    let mods = |s: ReactionSituation| sum(&rule::<Reaction>(&s, &[3; 3]).1);
    for (repeats, n) in [(Repeats::Nothing, 0), (Repeats::CarriedOut, 4), (Repeats::NotCarriedOut, 2)] {
        assert_eq!(p.shows("08.03.5", mods(ReactionSituation { repeats, ..s })), n);
    }
    assert_eq!(mods(ReactionSituation { as_instructed: true, ..s }), 4);
    assert_eq!(mods(ReactionSituation { courier: true, ..s }), 2);
    for (state, n) in [(State::Light1, -1), (State::Light3, -3), (State::Disorder, -4)] {
        assert_eq!(mods(ReactionSituation { state, ..s }), n);
    }
    assert_eq!(mods(ReactionSituation { valour: 5, ..s }), 5);
    let all = ReactionSituation {
        repeats: Repeats::CarriedOut,
        as_instructed: true,
        courier: true,
        state: State::Light2,
        valour: -1,
    };
    assert_eq!(mods(all), 4 + 4 + 2 - 2 - 1);
    assert_eq!(refused::<Reaction>(&ReactionSituation { state: State::Complete, ..s }).0, "state");
}

#[test]
fn within_command() {
    let p = proves!("08.03.4", "08.03.6");
    assert_eq!(p.shows("08.03.4", in_command(Some(35.0)).map(|c| c.id())), Ok("08.03.4"));
    assert!(in_command(Some(35.1)).is_err());
    assert_eq!(p.shows("08.03.6", in_command(None).map_err(|c| c.id())), Err("08.03.6"));
}

#[test]
fn messages_are_late() {
    let p = proves!("08.03.2");
    for (die, turns) in [(1, None), (2, Some(3)), (3, Some(2)), (4, Some(1)), (5, Some(1)), (6, Some(0))] {
        assert_eq!(p.shows("08.03.2", rule::<Delay>(&DiceOnly {}, &[die]).0.turns), turns);
    }
}

#[test]
fn lone_couriers() {
    let p = proves!("08.02.5");
    let lost = |moved: f64, dice: [u8; 3]| {
        let s = LoneCourierSituation { moved, march_length: 60.0, in_contact: false };
        rule::<LoneCourier>(&s, &dice).0.lost
    };
    assert!(p.shows("08.02.5", lost(30.0, [2, 2, 2])));
    assert!(!lost(30.0, [3, 2, 2]));
    assert!(lost(30.1, [3, 3, 2]));
    assert!(!lost(30.1, [3, 3, 3]));
    let s = LoneCourierSituation { moved: 0.0, march_length: 60.0, in_contact: true };
    assert_eq!(refused::<LoneCourier>(&s).0, "in_contact");
}

#[test]
fn every_example_has_exact_odds() {
    for p in ALL {
        let found = p.weigh(&p.example(), &mut odds::Enumerator::default()).unwrap();
        assert!(!found.is_empty(), "{}", p.name());
        let mut says: Vec<_> = found.iter().map(|w| w.says.to_string()).collect();
        says.sort();
        says.dedup();
        assert_eq!(says.len(), found.len(), "{}: outcomes that differ read alike", p.name());
    }
}

#[test]
fn odds_by_hand() {
    let odds = |name: &str, s: serde_json::Value| {
        let p = ALL.iter().find(|p| p.name() == name).unwrap();
        let found = p.weigh(&s, &mut odds::Enumerator::default()).unwrap();
        let all: u128 = found.iter().map(|w| w.weight).sum();
        found.into_iter().map(|w| (w.result, w.weight as f64 / all as f64)).collect::<Vec<_>>()
    };
    // 13 or more on three dice: 56 of 216.
    let obeys: f64 =
        odds("reaction", serde_json::json!({})).iter().filter(|(o, _)| o["obeys"] == true).map(|o| o.1).sum();
    assert!((obeys - 56.0 / 216.0).abs() < 1e-12);
    // 6 or lower: 20 of 216.
    let lost: f64 = odds("lone-courier", serde_json::json!({ "moved": 10, "march_length": 60 }))
        .iter()
        .filter(|(o, _)| o["lost"] == true)
        .map(|o| o.1)
        .sum();
    assert!((lost - 20.0 / 216.0).abs() < 1e-12);
    // Equal units: each wins as often as the other, and 4332 of 46656 melees are drawn.
    let unit = serde_json::json!({ "arm": "infantry", "figures": 30 });
    let melee = odds("melee", serde_json::json!({ "attacker": unit, "defender": unit }));
    let won = |who: &str| melee.iter().filter(|(o, _)| o["winner"] == who).map(|o| o.1).sum::<f64>();
    assert!((won("attacker") - won("defender")).abs() < 1e-12);
    let drawn: f64 = melee.iter().filter(|(o, _)| o["winner"].is_null()).map(|o| o.1).sum();
    assert!((drawn - 4332.0 / 46656.0).abs() < 1e-12);
}

fn ended(winner: Option<Who>, attacker: State, defender: State) -> AfterMeleeSituation {
    AfterMeleeSituation {
        winner,
        attacker,
        defender,
        both_attacked: false,
        both_hold: false,
        retreating: None,
        draw_in_disorder: DrawInDisorder::Stands,
    }
}

#[test]
fn after_a_draw_or_lu() {
    let p = proves!("12.02.4");
    let out = |s: AfterMeleeSituation| rule::<AfterMelee>(&s, &[]).0;
    let back = Aftermath { go_back: true, ..Aftermath::default() };
    let follow = Aftermath { follow: true, ..back };
    let o = out(ended(None, State::Order, State::Order));
    assert_eq!(p.shows("12.02.4", (o.attacker, o.defender, o.first)), (follow, back, Who::Defender));
    let o = out(ended(Some(Who::Defender), State::Light2, State::Order));
    assert_eq!((o.attacker, o.defender, o.first), (follow, back, Who::Attacker));
    let both = AfterMeleeSituation { both_attacked: true, ..ended(None, State::Order, State::Order) };
    assert_eq!(out(both).defender, follow);
    // In U at a draw it stands, unless it came into it in this turn, or by the other reading.
    let draw = ended(None, State::Order, State::Disorder);
    assert_eq!(out(draw).defender, back);
    let retreats = Aftermath { must: Some(Must::Retreat), ..Aftermath::default() };
    assert_eq!(out(AfterMeleeSituation { retreating: Some(Who::Defender), ..draw }).defender, retreats);
    let read = DrawInDisorder::Retreats;
    assert_eq!(out(AfterMeleeSituation { draw_in_disorder: read, ..draw }).defender, retreats);
    // Who came into it in this turn retreats on though he wins.
    let won = ended(Some(Who::Defender), State::Light2, State::Disorder);
    assert_eq!(out(won).defender, back);
    assert_eq!(out(AfterMeleeSituation { retreating: Some(Who::Defender), ..won }).defender, retreats);
}

#[test]
fn after_u_or_fu() {
    let p = proves!("12.02.5", "13.01.1", "13.01.2", "13.01.4", "03.03.5");
    let out = |s: AfterMeleeSituation| rule::<AfterMelee>(&s, &[]).0;
    let must = |m: Must| Aftermath { must: Some(m), ..Aftermath::default() };
    let o = out(ended(Some(Who::Attacker), State::Order, State::Disorder));
    assert_eq!(p.shows("13.01.1", o.defender), must(Must::Retreat));
    let all = Aftermath { follow: true, go_on: true, attack_on: true, ..Aftermath::default() };
    assert_eq!(p.shows("12.02.5", o.attacker), all);
    let o = out(ended(Some(Who::Attacker), State::Light3, State::Complete));
    assert_eq!((p.shows("13.01.2", o.defender), o.attacker), (must(Must::Flee), all));
    // The defender may only go on as ordered.
    let o = out(ended(Some(Who::Defender), State::Complete, State::Order));
    assert_eq!(
        (o.attacker, o.defender),
        (must(Must::Flee), Aftermath { go_on: true, ..Aftermath::default() })
    );
    // One that was in FU already stays where it is, whatever it won.
    for beaten in [State::Light2, State::Disorder, State::Complete] {
        let o = out(ended(Some(Who::Defender), beaten, State::Complete));
        assert_eq!(p.shows("03.03.5", o.defender), must(Must::Hold), "{beaten:?}");
    }
    // In U already and beaten by little it retreats.
    let o = out(ended(Some(Who::Attacker), State::Order, State::Disorder));
    assert_eq!(o.defender, must(Must::Retreat));
    let held = AfterMeleeSituation {
        both_hold: true,
        ..ended(Some(Who::Defender), State::Disorder, State::Disorder)
    };
    let o = out(held);
    assert_eq!(p.shows("13.01.4", (o.attacker, o.defender)), (must(Must::Hold), must(Must::Hold)));
    assert_eq!(refused::<AfterMelee>(&ended(Some(Who::Attacker), State::Order, State::Light1)).0, "winner");
    let s = AfterMeleeSituation { both_hold: true, ..ended(None, State::Order, State::Disorder) };
    assert_eq!(refused::<AfterMelee>(&s).0, "both_hold");
}

#[test]
fn continuing_an_attack() {
    let p = proves!("12.02.5", "12.02.6", "12.02.7");
    let t = NewTarget {
        weight: Some(Weight::Medium),
        aside: 20.0,
        announced: false,
        arm: Arm::Infantry,
        state: State::Order,
        flank: false,
    };
    use Worthwhile::{Any, Weak};
    assert_eq!(p.shows("12.02.5", may_continue(&t, Any).unwrap().id()), "12.02.5");
    let far = NewTarget { aside: -20.1, ..t };
    p.refused_by("12.02.6", may_continue(&far, Any));
    assert!(may_continue(&NewTarget { announced: true, ..far }, Weak).is_ok());
    let light = NewTarget { weight: Some(Weight::Light), ..far };
    assert!(may_continue(&light, Any).is_ok());
    p.refused_by("12.02.6", may_continue(&light, Weak));
    assert!(may_continue(&NewTarget { arm: Arm::Artillery, ..light }, Weak).is_ok());
    assert!(may_continue(&NewTarget { state: State::Disorder, ..light }, Weak).is_ok());
    assert!(may_continue(&NewTarget { flank: true, ..light }, Weak).is_ok());
    assert!(may_pass_through(State::Light3, State::Complete, true).is_ok());
    p.refused_by("12.02.7", may_pass_through(State::Order, State::Disorder, true));
    p.refused_by("12.02.7", may_pass_through(State::Disorder, State::Complete, true));
    p.refused_by("12.02.7", may_pass_through(State::Order, State::Complete, false));
}

#[test]
fn readings_of_morale() {
    let all = &book::text().readings;
    let plain = Readings::defaults(all);
    assert_eq!(MoraleReadings::of(&plain), MoraleReadings::default());
    let mut other = plain;
    for (id, option) in [
        ("fu-contact", "any-movement"),
        ("draw-in-disorder", "retreats"),
        ("worthwhile", "weak"),
        ("several-melees", "gone"),
        ("support-march", "supported"),
        ("support-angle", "whole-unit"),
        ("single-file-soutien", "counts"),
        ("disordered-soutien", "no"),
        ("attrition", "figures"),
        ("flight-loss-of", "original"),
        ("limbered-flight", "singly"),
        ("position-reached", "middle"),
        ("reorganises", "standing"),
        ("woods-rally", "nobody"),
    ] {
        other = other.with(all, id, option).unwrap();
    }
    let switched = MoraleReadings {
        fu_contact: FuContact::AnyMovement,
        draw_in_disorder: DrawInDisorder::Retreats,
        worthwhile: Worthwhile::Weak,
        several_melees: SeveralMelees::Gone,
        support_march: SupportMarch::Supported,
        support_angle: SupportAngle::WholeUnit,
        single_file_soutien: SingleFileSoutien::Counts,
        disordered_soutien: DisorderedSoutien::No,
        attrition: AttritionBy::Figures,
        flight_loss_of: FlightLossOf::Original,
        limbered_flight: LimberedFlight::Singly,
        position_reached: PositionReached::Middle,
        reorganises: Reorganises::Standing,
        woods_rally: WoodsRally::Nobody,
    };
    assert_eq!(MoraleReadings::of(&other), switched);
}

#[test]
fn a_limit_is_inside_whatever_the_last_bit_of_the_measure_says() {
    let p = proves!("14.02.3", "12.03.7.3", "08.02.5");
    let hair = 1e-7;
    let distance = |cm: f64| judged(|s| s.soutien.as_mut().unwrap().distance = cm);
    assert_eq!(distance(20.0 + hair), SoutienOutcome::Has);
    assert_eq!(p.shows("14.02.3", distance(20.1)), SoutienOutcome::Lacks(NoSoutien::TooFar));
    let march = |cm: f64| {
        let mut s = support();
        (s.distance, s.march) = (cm, 20.0);
        may_support(&s).map_err(Lack::refusal)
    };
    assert!(march(20.0 + hair).is_ok());
    p.refused_by("12.03.7.3", march(20.1));
    let rode = |cm: f64, dice: [u8; 3]| {
        let s = LoneCourierSituation { moved: cm, march_length: 90.0, in_contact: false };
        rule::<LoneCourier>(&s, &dice).0.lost
    };
    assert!(!rode(45.0 + hair, [3, 2, 2]));
    assert!(p.shows("08.02.5", rode(45.1, [3, 2, 2])));
}
