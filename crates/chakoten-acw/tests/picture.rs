//! The maps are well formed, and show a seat no more than it may know.

use chakoten_acw::drill::Drill;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::view::{Sightings, known};
use chakoten_acw::{Side, picture, scenario};

#[test]
fn maps_are_well_formed_and_the_same_twice() {
    for (name, text) in scenario::SHIPPED {
        let s = scenario::read(name, text).unwrap();
        let f = s.muster();
        let svg = picture::map(&f, &[], None, &s.head.title);
        roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(svg, picture::map(&f, &[], None, &s.head.title));
        if let Ok(dir) = std::env::var("MAPS") {
            std::fs::write(format!("{dir}/{name}.svg"), &svg).unwrap();
        }
        for side in Side::BOTH {
            let k = known(&f, side, &Sightings::default());
            roxmltree::Document::parse(&picture::map_for(&f, &k, &s.head.title)).unwrap();
        }
    }
}

#[test]
fn a_seat_sees_no_names_and_nobody_it_does_not_know() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 60.0, 40.0, 0.0);
    let b = d.infantry(Side::B, 24, Formation::AttackColumn, 60.0, 120.0, 180.0);
    let c = d.battery(Side::B, Gun::Napoleon, 6, 90.0, 120.0, 180.0);
    d.call(a, "Own").call(b, "Secret").call(c, "Hidden");
    d.general(Side::B, 90.0, 140.0);
    d.line(LineKind::Barricade, "Seen", &[(10.0, 10.0), (20.0, 10.0)]);
    let f = d.field();
    let whole = picture::map(&f, &[], None, "T");
    assert!(["Own", "Secret", "Hidden", "Bg1"].iter().all(|n| whole.contains(n)));
    let one = picture::map(&f, &[b], Some(Side::A), "T");
    assert!(one.contains("Own") && one.contains(">24<") && !one.contains("Secret"));
    assert!(!one.contains("Hidden") && !one.contains("Bg1"));
    // Nothing about the unseen unit is in the map: it is as if it were elsewhere.
    let mut g = f.clone();
    g[c].base.front.x += 50.0;
    g[c].state = State::Complete;
    assert_eq!(one, picture::map(&g, &[b], Some(Side::A), "T"));
}

#[test]
fn hostile_names_and_numbers_stay_in_their_place() {
    let mut d = Drill::new();
    d.square(PatchKind::Wood, "<script>&\"'", (10.0, 10.0), (60.0, 60.0));
    let a = d.infantry(Side::A, 30, Formation::Chain, 120.0, 40.0, 33.0);
    d.call(a, "<&>");
    let mut f = d.field();
    roxmltree::Document::parse(&picture::map(&f, &[], None, "<b>")).unwrap();
    f[a].base.front.x = f64::NAN;
    let svg = picture::map(&f, &[], None, "");
    roxmltree::Document::parse(&svg).unwrap();
    assert!(!svg.contains("NaN"));
}

#[test]
fn the_map_has_the_books_scale() {
    let _p = chakoten_acw::proves!("01.01.3.a");
    let d = chakoten_acw::drill::Drill::new();
    let svg = chakoten_acw::picture::map(&d.field(), &[], None, "drill");
    // Four bars of 20 cm, 200 units of the sheet each, for 250 m.
    assert_eq!(svg.matches(r#"width="200""#).count(), 4, "{svg}");
    assert!(svg.contains("1000 m (80 cm)"));
}

#[test]
fn a_gun_model_stands_for_three_or_four_guns() {
    let _p = chakoten_acw::proves!("01.01.2.b");
    use chakoten_acw::Side;
    use chakoten_acw::troop::Gun;
    let mut d = chakoten_acw::drill::Drill::new();
    let four = d.battery(Side::A, Gun::Napoleon, 4, 50.0, 50.0, 0.0);
    let six = d.battery(Side::A, Gun::Napoleon, 6, 80.0, 50.0, 0.0);
    let f = d.field();
    // One base of 40 mm, or two of 30 side by side.
    assert_eq!((f[four].base.width, f[six].base.width), (4.0, 6.0));
    assert_eq!((f[four].battery.unwrap().sound, f[six].battery.unwrap().sound), (4, 6));
}
