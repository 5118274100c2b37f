//! What counts as a figure where models are not figures: crews of elephants, bases of small figures; and how many storm a house.

use crate::scene::{attack, charge, drill, field, field_on, form, hold, id, play, put, quiet, used_up};
use newbury_napoleonic::answer::MoveOrder;
use newbury_napoleonic::book::scale::Figures;
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::troop::{Arm, Footing};
use newbury_napoleonic::{Battle, Field, proves};

/// Every sub-unit of a body has so many figures.
fn of_figures(f: &mut Field, code: &str, figures: u8) {
    let u = id(f, code);
    for c in &mut f[u].companies {
        (c.start, c.figures) = (figures, figures);
    }
    f.draw_up(u);
}

/// Plays a move of these orders; the figures of both who fought in its melee, as they were when something was asked after it.
fn fought(b: &mut Battle, a: MoveOrder, n: MoveOrder) -> Option<[u16; 2]> {
    let mut figures = None;
    play(b, vec![a], vec![n], |b, _, _| {
        let fight = b.play().fights.first().filter(|m| m.round > 0);
        figures = fight.map(|m| m.figures).or(figures);
        None
    });
    figures
}

#[test]
fn the_crews_of_elephants_fight() {
    let mut f = field();
    put(&mut f, "n1", 100.0, 37.0, 180.0);
    let n1 = id(&f, "n1");
    f[n1].troop.arm = Arm::Elephants;
    f[n1].troop.footing = Footing::Native;
    f[n1].drawn = Drawn::new(Formation::Mass);
    f.draw_up(n1);
    let mut b = drill(f, [5; 5]);
    let figures = fought(&mut b, attack("a1", "n1"), hold("n1"));
    assert_eq!(figures, Some([12, 12]));
    used_up(&b);
}

#[test]
fn no_more_than_three_storm_one_who_holds_a_house() {
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20\nstoreys = 1";
    let storm = |left: u8, dice: usize| {
        let mut f = field_on(house);
        let n1 = id(&f, "n1");
        for (i, c) in f[n1].companies.iter_mut().enumerate() {
            c.figures = if i == 0 { left } else { 0 };
        }
        f.put_inside(n1, 0);
        put(&mut f, "a1", 100.0, 31.0, 0.0);
        let mut b = drill(f, vec![5; dice]);
        let figures = fought(&mut b, attack("a1", "n1"), hold("n1"));
        used_up(&b);
        figures
    };
    assert_eq!([storm(1, 5), storm(2, 5), storm(4, 5)], [Some([3, 1]), Some([6, 2]), Some([6, 4])]);
}

/// Both in the front of small figures, each sub-unit a base.
fn small(codes: [&str; 2]) -> Field {
    let mut f = field();
    f.options.figures = Figures::Six;
    for u in f.units.iter_mut() {
        u.class_known = true;
    }
    for code in codes {
        of_figures(&mut f, code, 10);
    }
    f
}

#[test]
fn a_base_that_has_lost_half_of_its_men_does_not_fire() {
    let p = proves!("A6.7");
    let men = |left: u8| {
        let mut f = small(["a1", "n1"]);
        put(&mut f, "n1", 100.0, 40.0, 180.0);
        let a1 = id(&f, "a1");
        f[a1].companies[0].figures = left;
        f.draw_up(a1);
        let mut b = drill(f, [4]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        let fires: Vec<_> = b.events().iter().filter(|e| e.event == Kind::Fires).collect();
        let ruling = fires[0].ruling.as_ref().unwrap();
        p.shows("A6.7", ruling.result["hits"][0]["men"].as_u64().unwrap())
    };
    let all: Vec<u64> = [10, 6, 5, 0].map(men).to_vec();
    assert_eq!(all, [190, 190, 150, 150]);
}

#[test]
fn in_open_order_bases_are_mixed_and_not_their_figures() {
    let p = proves!("A6.7");
    let mut f = small(["a4", "n4"]);
    for (code, y, bearing) in [("a4", 60.0, 0.0), ("n4", 71.0, 180.0)] {
        let u = id(&f, code);
        // Three bases each, one of the enemy's worn.
        f[u].companies.truncate(3);
        form(&mut f, code, Formation::Skirmish);
        put(&mut f, code, 100.0, y, bearing);
    }
    let n4 = id(&f, "n4");
    f[n4].companies[2].figures = 4;
    let mut b = drill(f, [5; 6]);
    let figures = fought(&mut b, charge("a4", "n4"), hold("n4"));
    used_up(&b);
    let melee = b.events().iter().find(|e| e.event == Kind::Melee).expect("they fight");
    assert!(p.shows("A6.7", melee).rests_on("A6.7"));
    assert_eq!(figures, Some([3, 2]));
}
