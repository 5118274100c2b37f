//! Kinds of contact (dba.14, dba.18, dba.44).

use bbdba_acw::contact::{self, Contact};
use bbdba_acw::drill::Drill;
use bbdba_acw::procedures::CloseCombat;
use bbdba_acw::{Facet, Target, Troop, melee, proves, rule};
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
