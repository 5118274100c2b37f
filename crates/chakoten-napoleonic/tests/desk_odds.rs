//! Odds beside the choices of a turn: exact, by the procedures that roll, and with nothing of the enemy's papers.

use crate::field_day::{ahead, fire, legs, sheet};
use chakoten_napoleonic::Side;
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::order::{Answer, When};
use chakoten_napoleonic::terrain::{Blaze, Thing};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::works::fires::Burning;
use desk::Rules;
use desk::board::{Chance, Control, Setting};

/// The choices that are put to a side now.
fn asked(b: &Battle, side: Side) -> Vec<Control> {
    Rules::blank(b, side, &Awaits::Choices).expect("choices are sketched").controls
}

/// The odds of each way to answer the question with this key.
fn odds(b: &Battle, side: Side, key: &str) -> Vec<(String, Vec<Chance>)> {
    let all = asked(b, side);
    let c = all.into_iter().find(|c| c.id.starts_with(key)).unwrap_or_else(|| panic!("{key} is not asked"));
    let Setting::Choice { options, .. } = c.setting else { panic!("{key} is no choice") };
    options.into_iter().map(|o| (o.says.to_string(), o.odds)).collect()
}

fn exact(chances: &[Chance]) -> Vec<&str> {
    chances.iter().map(|c| c.exact.as_str()).collect()
}

/// Both sheets are in: the turn runs up to the first question.
fn ordered(f: Field, a: &[(&str, chakoten_napoleonic::Order)]) -> Battle {
    let mut b = Battle::drill(f, []);
    b.answer(Side::A, sheet(a)).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    b
}

#[test]
fn a_reaction_is_weighed_with_its_rows() {
    let mut d = Drill::new();
    d.commander(Side::A, 20.0, 20.0);
    let u = d.infantry(Side::A, 30, Formation::Line, 150.0, 60.0, 0.0);
    let plain = d.field();
    let mut worse = plain.clone();
    worse[u].state = State::Disorder;
    // 13 and more of three dice are 56 of 216; with U it takes 17.
    for (f, obeys) in [(plain, "7/27"), (worse, "1/54")] {
        let b = ordered(f, &[("A1", legs([ahead()]))]);
        let all = odds(&b, Side::A, "react A1");
        assert_eq!(all.len(), 2);
        assert!(exact(&all[0].1).contains(&obeys), "{all:?}");
        assert!(all[1].1.is_empty(), "who does not try rolls nothing: {all:?}");
    }
}

#[test]
fn putting_out_a_fire_is_weighed() {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.building("house", false, (95.0, 50.0), (105.0, 60.0));
    let u = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
    d.inside(u, "house");
    let mut f = d.field();
    f.special.wind = Some(0.0);
    let fire = Burning::shelled(f.turn + 1, true);
    f.terrain.blazes.push(Blaze { on: Thing::Building(0), fire, object: None });
    let b = ordered(f, &[]);
    let all = odds(&b, Side::A, "fire A1");
    assert_eq!(exact(&all[0].1), ["2/3", "1/3"], "on 5 and 6: {all:?}");
    assert!(all[1].1.is_empty());
}

/// Two lines that fire at one enemy at once.
fn two_fires(valour: i8, state: State) -> Battle {
    let mut d = Drill::new();
    d.commander(Side::A, 90.0, 30.0);
    d.commander(Side::B, 90.0, 110.0);
    d.infantry(Side::A, 30, Formation::Line, 80.0, 50.0, 0.0);
    d.infantry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 90.0, 58.0, 180.0);
    let mut f = d.field();
    (f[e].valour_of, f[e].state) = (valour, state);
    let mut b = ordered(f, &[("A1", fire(When::AtOnce)), ("A2", fire(When::AtOnce))]);
    for _ in 0..10 {
        let mine = b.pending().iter().any(|(s, _)| *s == Side::A);
        if mine && asked(&b, Side::A).iter().any(|c| c.id.starts_with("fires at")) {
            return b;
        }
        let (side, _) = b.pending()[0];
        b.answer(side, Answer::Choices { choices: Default::default() }).unwrap();
    }
    panic!("nobody is asked who fires first");
}

#[test]
fn of_several_fires_the_first_is_weighed_and_tells_nothing_of_the_enemy() {
    let all = odds(&two_fires(0, State::Order), Side::A, "fires at");
    assert_eq!(all.len(), 2);
    for (says, chances) in &all {
        let whole: f64 = chances.iter().map(|c| c.share).sum();
        assert!((whole - 1.0).abs() < 1e-9 && chances.len() > 2, "{says}: {chances:?}");
    }
    assert_ne!(all[0].1, all[1].1, "thirty figures do more than twelve");
    // His valour and his disorder stand in his papers.
    for (valour, state) in [(3, State::Order), (-2, State::Light2)] {
        assert_eq!(odds(&two_fires(valour, state), Side::A, "fires at"), all, "{valour} {state}");
    }
}
