//! Kinds of contact (dba.14, dba.18, dba.44).

use bbdba_acw::contact::{self, Contact};
use bbdba_acw::drill::Drill;
use bbdba_acw::procedures::CloseCombat;
use bbdba_acw::{Facet, Side, Target, Troop, melee, proves, rule};
use umpire::HandDice;

#[test]
fn a_neighbour_level_with_his_friend_overlaps() {
    let _p = proves!("dba.18");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let beside = d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!(f.front_opponent(a), Some(b));
    assert_eq!(f.front_opponent(beside), None);
    // Facing south, b has the enemy's right wing on its left.
    assert_eq!(f.overlaps(b), [Some(beside), None]);
    assert_eq!(f.overlaps(a), [None, None]);
    let s = melee::situation(&f, a, Target::Element(b));
    let (_, ruling) = umpire::judge::<CloseCombat>(&s, &mut HandDice::new([3, 3]));
    assert!(ruling.clauses.contains(&rule!("dba.18")), "{ruling:?}");
}

#[test]
fn lined_up_places_are_what_contact_says() {
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 300.0, 300.0, 30.0);
    let b = d.b(Troop::Rifles, 1000.0, 1000.0, 200.0);
    let f = d.field();
    for (facet, is) in [
        (Facet::Front, Contact::Front),
        (Facet::Rear, Contact::Rear),
        (Facet::LeftFlank, Contact::LeftFlank),
        (Facet::RightFlank, Contact::RightFlank),
    ] {
        let mut g = f.clone();
        g.set(a, contact::aligned(&f[a].base, &f[b].base, facet));
        assert_eq!(g.contact(&g[a], &g[b]), Some(is));
    }
}

#[test]
fn a_degree_is_the_most_that_the_same_direction_differs() {
    let _p = proves!("dba.18");
    // Beside a friend who fights, its corner on the enemy's, turned a little away from the line.
    let overlaps = |turn: f64| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
        let corner = table::v2(1080.0, 1000.0);
        let dir = table::V2::bearing(turn);
        let front = corner + dir.right() * 80.0;
        let beside = d.a(Troop::Rifles, front.x, front.y, turn);
        let f = d.field();
        let s = melee::situation(&f, a, Target::Element(b));
        let (_, ruling) = umpire::judge::<CloseCombat>(&s, &mut HandDice::new([3, 3]));
        assert_eq!(f.overlaps(b)[0] == Some(beside), ruling.clauses.contains(&rule!("dba.18")));
        ruling.clauses.contains(&rule!("dba.18"))
    };
    assert!(overlaps(0.0) && overlaps(1.0) && !overlaps(1.05) && !overlaps(1.2));
    // The same before a camp.
    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let f = d.field();
    let storms = |turn: f64| {
        let b = table::Base::new(table::Pose { x: 1200.0, y: 2240.0, facing: turn }, 160.0, 80.0);
        f.army(Side::B).camp.as_ref().is_some_and(|c| contact::is_camp_contact(&b, c))
    };
    assert!(storms(0.0) && storms(1.0) && storms(359.0) && !storms(1.05));
}
