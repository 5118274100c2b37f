//! Buildings: what they are, hits, fire, entering and leaving, strengthening.

use crate::works::{cites, refused, rule};
use chakoten_napoleonic::book::features::Values;
use chakoten_napoleonic::procedures::buildings::*;
use chakoten_napoleonic::procedures::fires::{PutOutFire, PutOutOutcome, PutOutSituation};
use chakoten_napoleonic::procedures::works::*;
use chakoten_napoleonic::procedures::{Damaged, FateOfOccupants, FireReadings, HitsOnBuilding};
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Arm, Cover, Obstacle, State};
use chakoten_napoleonic::works::building::{
    Damage, Stated, driven_out, entering, fits, garden_fence, laid, leaving,
};
use chakoten_napoleonic::works::fires::{Blaze, Burning, Cause, Fighters};

const HOUSE: Values = Values { cover: Cover::I, obstacle: Obstacle::II };
const CHURCH: Values = Values { cover: Cover::II, obstacle: Obstacle::II };
const KEEP: Values = Values { cover: Cover::III, obstacle: Obstacle::III };
const RUIN: Values = Values { cover: Cover::None, obstacle: Obstacle::Impassable };

#[test]
fn what_a_building_is() {
    let p = proves!("17.02.3.a", "17.02.3.b", "17.02.2");
    let of = |grade, capacity| laid(&Stated { grade, capacity });
    let house = of(None, None).unwrap();
    assert_eq!(p.shows("17.02.3.a", (house.values, house.strong)), (HOUSE, false));
    assert_eq!(p.shows("17.02.3.b", house.capacity), 10);
    assert!(house.by.rests_on("17.02.3.a") && house.by.rests_on("17.02.3.b"));
    assert_eq!(of(Some(2), Some(24)).unwrap().values, CHURCH);
    let keep = of(Some(3), Some(24)).unwrap();
    assert_eq!((keep.values, keep.strong, keep.capacity), (KEEP, true, 24));
    p.refused_by("17.02.3.a", of(Some(1), None));
    p.refused_by("17.02.3.a", of(Some(4), None));
    p.refused_by("17.02.3.b", of(None, Some(0)));
    assert_eq!(fits(10, 10).unwrap().0, 10);
    p.refused_by("17.02.3.b", fits(10, 11));
    let (fence, by) = garden_fence(None);
    assert_eq!(p.shows("17.02.2", fence), Values { cover: Cover::None, obstacle: Obstacle::I });
    assert_eq!(by.id(), "17.02.2");
    assert_eq!(garden_fence(Some(HOUSE)).0, HOUSE);
}

fn fire(dice: [u8; 3], result: i32) -> BuildingHitsSituation {
    BuildingHitsSituation {
        dice,
        result,
        cover: Cover::I,
        hits: 0,
        howitzers: false,
        model_guns: 2,
        occupied: true,
        readings: FireReadings::default(),
    }
}

fn hits(s: BuildingHitsSituation) -> Damaged {
    rule::<BuildingHits>(&s, &[]).0
}

#[test]
fn a_positive_result_hits() {
    let p = proves!("17.04.1");
    let scored = [1, 0, -3].map(|r| hits(fire([1, 2, 3], r)).hits);
    assert_eq!(p.shows("17.04.1", scored), [1, 0, 0]);
    let readings = FireReadings { building_hit: HitsOnBuilding::AModelGun, ..FireReadings::default() };
    assert_eq!(hits(BuildingHitsSituation { readings, ..fire([1, 2, 3], 1) }).hits, 2);
    refused::<BuildingHits>(&fire([0, 2, 3], 1));
    refused::<BuildingHits>(&BuildingHitsSituation { model_guns: 0, ..fire([1, 2, 3], 1) });
}

#[test]
fn hits_ruin_by_cover() {
    let p = proves!("17.04.2");
    for (cover, most) in [(Cover::I, 6), (Cover::II, 8), (Cover::III, 10)] {
        let before = |hits| BuildingHitsSituation { cover, hits, ..fire([1, 2, 3], 5) };
        assert!(!hits(before(most - 2)).ruined);
        let ruin = hits(before(most - 1));
        assert!(p.shows("17.04.2", ruin.ruined) && !ruin.set_outside);
        assert!(refused::<BuildingHits>(&before(most)).contains("17.04.2"));
    }
    let open = BuildingHitsSituation { cover: Cover::None, ..fire([1, 2, 3], 5) };
    assert!(refused::<BuildingHits>(&open).contains("17.04.2"));
    // A missing shot at the brink.
    assert!(!hits(BuildingHitsSituation { hits: 5, ..fire([1, 2, 3], 0) }).ruined);
    let readings = FireReadings { ruined_occupants: FateOfOccupants::SetOutside, ..FireReadings::default() };
    assert!(hits(BuildingHitsSituation { hits: 5, readings, ..fire([1, 2, 3], 1) }).set_outside);
    for (values, most) in [(HOUSE, 6), (CHURCH, 8), (KEEP, 10)] {
        let mut d = Damage::default();
        for _ in 1..most {
            assert!(d.hit(values, 1).is_none());
            assert_eq!(d.values(values), values);
        }
        assert_eq!(d.hit(values, 1).map(|c| c.id()), Some("17.04.2"));
        assert_eq!((d.values(values), d.ruined()), (RUIN, true));
        assert!(d.hit(values, 1).is_none(), "once");
    }
    // Strengthened, it stands ten.
    let mut d = Damage { strengthened: true, ..Damage::default() };
    assert!(d.hit(CHURCH, 9).is_none());
    assert!(d.hit(CHURCH, 1).is_some());
    let (time, by) = driven_out(FateOfOccupants::Leave);
    assert!(time == 0.5 && by.rests_on("17.04.2"));
    assert_eq!(driven_out(FateOfOccupants::SetOutside).0, 0.0);
}

#[test]
fn a_pair_and_a_high_third_die_set_it_on_fire() {
    let p = proves!("17.04.3");
    let burns =
        |dice, howitzers| p.shows("17.04.3", hits(BuildingHitsSituation { howitzers, ..fire(dice, 4) })).fire;
    // Something that cites it has run before anything is asked.
    let _ = rule::<BuildingHits>(&fire([2, 2, 6], 4), &[]);
    for (dice, guns, howitzers) in [
        ([2, 2, 6], true, true),
        ([6, 2, 2], true, true),
        ([2, 6, 2], true, true),
        ([2, 2, 5], false, true),
        ([2, 4, 2], false, true),
        ([2, 2, 3], false, false),
        ([1, 2, 6], false, false),
        ([6, 6, 1], false, false),
        ([6, 6, 6], true, true),
        ([5, 5, 5], false, true),
        ([4, 4, 4], false, true),
        ([3, 3, 3], false, false),
    ] {
        let both = (burns(dice, false), burns(dice, true));
        assert_eq!(p.shows("17.04.3", both), (guns, howitzers), "{dice:?}");
    }
    assert!(!hits(fire([2, 2, 6], 0)).fire, "no hit");
}

#[test]
fn only_its_occupants_put_out_a_shelled_building_and_once() {
    let p = proves!("17.04.4");
    let s = PutOutSituation {
        cause: Cause::Shelling,
        attempt: 1,
        occupied: true,
        occupants: 4,
        helpers: 0,
        needed: 0,
    };
    for die in 1..=6 {
        let (o, r) = rule::<PutOutFire>(&s, &[die]);
        let then = if die >= 5 { PutOutOutcome::Out } else { PutOutOutcome::BurnsDown };
        assert_eq!(p.shows("17.04.4", o), then);
        assert!(cites(&r, "17.04.4"));
    }
    for bad in [
        PutOutSituation { occupied: false, ..s },
        PutOutSituation { occupants: 0, helpers: 20, needed: 4, ..s },
        PutOutSituation { attempt: 2, ..s },
    ] {
        assert!(refused::<PutOutFire>(&bad).contains("17.04.4"));
    }
    let plain = WorkReadings::default();
    let inside = Fighters { occupants: 4, ..Fighters::default() };
    let mut b = Burning::shelled(3, true);
    assert!(b.attempt(3, &inside, &plain).is_some());
    assert_eq!(b.attempt(4, &inside, &plain), None);
    assert_eq!(Burning::shelled(3, false).attempt(3, &inside, &plain), None, "nobody was in it");
    assert_eq!(b.attempt(3, &Fighters { helpers: 9, needed: 4, ..Fighters::default() }, &plain), None);
    // It burns in turns 3 to 10.
    assert_eq!((4..20).find(|t| b.burnt_down(*t).is_some()), Some(10));
    assert_eq!(b.state(), Blaze::BurntDown);
    let burnt = Damage { burnt: true, ..Damage::default() };
    assert_eq!(burnt.values(HOUSE), RUIN);
    // Caught from a neighbour at the end of turn 3 it can be put out in the next, as what it caught fire from.
    let b = Burning::caught(3, Cause::Shelling, true);
    assert_eq!(b.attempt(3, &inside, &plain), None);
    assert_eq!(b.attempt(4, &inside, &plain).map(|s| (s.attempt, s.cause)), Some((1, Cause::Shelling)));
    assert_eq!(b.attempt(5, &inside, &plain), None);
    let b = Burning::caught(3, Cause::ByHand, false);
    let help = Fighters { helpers: 9, needed: 4, ..Fighters::default() };
    assert_eq!(b.attempt(5, &help, &plain).map(|s| s.attempt), Some(2));
    // As fires set by hand.
    let as_set = WorkReadings { shelled_fire: ShelledFire::AsSetByHand, ..plain };
    let b = Burning::shelled(3, true);
    assert_eq!(b.attempt(4, &inside, &as_set).map(|s| s.attempt), Some(2));
    let help = Fighters { helpers: 9, needed: 4, ..Fighters::default() };
    assert!(Burning::shelled(3, false).attempt(3, &help, &as_set).is_some());
}

#[test]
fn entering_costs_the_obstacle() {
    let p = proves!("17.01.2.b");
    let into = |ranks, values| entering(Arm::Infantry, ranks, values);
    let (time, by) = into(3, HOUSE).unwrap();
    assert_eq!(p.shows("17.01.2.b", time), 1.0);
    assert!(by.rests_on("17.01.2.b") && by.rests_on("skema.VII.a"));
    assert_eq!(into(2, CHURCH).unwrap().0, 0.5);
    assert_eq!(into(3, KEEP).unwrap().0, 2.0);
    assert!(into(3, RUIN).is_err());
    assert!(entering(Arm::Cavalry, 2, HOUSE).is_err());
    assert!(entering(Arm::Artillery, 1, HOUSE).is_err());
}

#[test]
fn leaving_takes_half_a_turn() {
    let p = proves!("17.01.3", "play.building");
    let plain = WorkReadings::default();
    let at_once = WorkReadings { beaten_occupants: BeatenOccupants::SetOutside, ..plain };
    let time = |state, r| leaving(state, r).0;
    assert_eq!(p.shows("17.01.3", [State::Order, State::Light3].map(|s| time(s, &at_once))), [0.5, 0.5]);
    assert_eq!(
        p.shows("play.building", [State::Disorder, State::Complete].map(|s| time(s, &plain))),
        [0.5, 0.0]
    );
    assert_eq!([State::Disorder, State::Complete].map(|s| time(s, &at_once)), [0.0, 0.0]);
    assert!(leaving(State::Disorder, &plain).1.rests_on("play.building"));
}

fn strengthening() -> StrengthenSituation {
    StrengthenSituation {
        capacity: 11,
        cover: Cover::II,
        obstacle: Obstacle::II,
        figures: 11,
        pioneers: false,
        under_fire: 0,
    }
}

#[test]
fn a_strong_building_is_strengthened() {
    let p = proves!("17.02.4");
    for (die, under_fire, turns) in
        [(1, 0, 12), (3, 0, 10), (4, 0, 10), (5, 0, 8), (6, 0, 8), (5, 1, 10), (6, 9, 12)]
    {
        let s = StrengthenSituation { under_fire, ..strengthening() };
        assert_eq!(p.shows("17.02.4", rule::<StrengthenBuilding>(&s, &[die])).0.turns, turns);
    }
    assert!(
        refused::<StrengthenBuilding>(&StrengthenSituation { figures: 10, ..strengthening() })
            .contains("17.02.4")
    );
    let pioneers = StrengthenSituation { pioneers: true, figures: 6, ..strengthening() };
    assert_eq!(rule::<StrengthenBuilding>(&pioneers, &[6]).0.turns, 8);
    refused::<StrengthenBuilding>(&StrengthenSituation { figures: 5, ..pioneers });
    for (cover, obstacle) in [(Cover::I, Obstacle::II), (Cover::III, Obstacle::III)] {
        let s = StrengthenSituation { cover, obstacle, ..strengthening() };
        assert!(refused::<StrengthenBuilding>(&s).contains("17.02.4"));
    }
    let d = Damage::default();
    assert!(d.can_be_strengthened(CHURCH, true).is_ok());
    p.refused_by("17.02.4", d.can_be_strengthened(CHURCH, false));
    p.refused_by("17.02.4", Damage { strengthened: true, ..d }.can_be_strengthened(CHURCH, true));
    assert_eq!(Damage { strengthened: true, ..d }.values(CHURCH), KEEP);
}
