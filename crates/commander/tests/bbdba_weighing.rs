//! What the first book's commander weighs: the chance of winning, and what a volley or a bout may change of it.

use bbdba_acw::Troop::{Cavalry, Rifles};
use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::drill::Drill;
use bbdba_acw::{Answer, Field, Side, Target};
use commander::bbdba::ahead::{risks, volley};
use commander::bbdba::outlook::chance;

#[test]
fn equals_have_equal_chances_and_the_last_losses_weigh_most() {
    let mut d = Drill::new();
    for n in 0..12 {
        d.a(Rifles, 200.0 + 160.0 * f64::from(n), 300.0, 0.0);
        d.b(Rifles, 200.0 + 160.0 * f64::from(n), 2100.0, 180.0);
    }
    let mut f = d.field();
    let one = f.side(Side::A).next().map(|e| e.id);
    let price = |f: &Field| chance(f, Side::A, None) - chance(f, Side::A, one);
    assert!((chance(&f, Side::A, None) - 0.5).abs() < 1e-9);
    let first = price(&f);
    for s in Side::BOTH {
        f.army_mut(s).commands[0].lost = 3;
    }
    assert!((chance(&f, Side::B, None) - 0.5).abs() < 1e-9);
    assert!(first > 0.05 && price(&f) > 2.0 * first);
}

#[test]
fn three_rifles_together_destroy_a_fourth_in_a_quarter_of_all_volleys() {
    let mut d = Drill::new();
    let line = [840.0, 1000.0, 1160.0].map(|x| d.a(Rifles, x, 600.0, 0.0));
    let foe = Target::Element(d.b(Rifles, 1000.0, 900.0, 180.0));
    let f = d.field();
    let main = Target::Element(line[1]);
    assert_eq!(volley(&f, main, &[line[0], line[2]], foe), (0.25, 0.0));
    // Alone they are equals, and the target shoots back.
    assert_eq!(volley(&f, main, &[], foe), (1.0 / 36.0, 1.0 / 36.0));
}

#[test]
fn who_may_fall_is_weighed_by_what_his_loss_changes() {
    let mut d = Drill::new();
    let main = d.a(Rifles, 1000.0, 600.0, 0.0);
    for n in 0..11 {
        d.a(Rifles, 100.0 + 200.0 * f64::from(n), 100.0, 0.0);
        d.b(Rifles, 100.0 + 200.0 * f64::from(n), 2300.0, 180.0);
    }
    let foe = d.b(Cavalry, 1000.0, 900.0, 180.0);
    let b = Battle::drill(d.field(), vec![]);
    let awaits = Awaits::Shoot { target: Target::Element(foe), shooters: vec![Target::Element(main)] };
    let shot = Answer::Shoot { main: Target::Element(main), with: vec![] };
    // Horsemen cannot shoot back.
    let [Some(good), None] = risks(&b, Side::A, &awaits, &shot) else { panic!("only they are at risk") };
    let [Some(bad), None] = risks(&b, Side::B, &awaits, &shot) else { panic!("only they are at risk") };
    assert!(good.who == foe && good.falls == 6.0 / 36.0 && good.changes > 0.05);
    assert!((good.changes + bad.changes).abs() < 1e-9);
}
