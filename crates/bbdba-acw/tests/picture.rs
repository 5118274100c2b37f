//! Maps: well-formed whatever the names, complete, and the same for the same field.

use bbdba_acw::drill::Drill;
use bbdba_acw::event::{Event, EventKind, Target, Why};
use bbdba_acw::field::{CampState, Fate, Field, Nature, Side};
use bbdba_acw::picture::{PictureOptions, svg};
use bbdba_acw::terrain::{Area, Feature, Outline};
use bbdba_acw::{ElementId, Troop, rule};
use std::sync::Arc;
use table::{Base, Pose, Rect, v2};
use umpire::{Log, Ruling};

const FEATURES: [Feature; 9] = [
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

/// All features, all arms of both sides, camps, river, road, waterway.
fn rich() -> Field {
    let mut d = Drill::sized(4800.0, 2400.0);
    d.waterway(true, 320.0);
    for (i, k) in FEATURES.into_iter().enumerate() {
        d.oval(k, 700.0 + 450.0 * i as f64, 1300.0, 420.0, 300.0, 20.0 * i as f64);
    }
    d.river(&[(320.0, 1000.0), (2000.0, 900.0), (4800.0, 1050.0)], 100.0);
    d.road(&[(2400.0, 0.0), (2500.0, 2400.0)], 50.0);
    for s in Side::BOTH {
        d.camp(s, 2000.0, 320.0, 160.0);
        for (i, t) in Troop::ALL.into_iter().filter(|t| *t != Troop::Camp).enumerate() {
            let y = if s == Side::A { 500.0 } else { 1900.0 };
            d.put(s, t, 600.0 + 250.0 * i as f64, y, if s == Side::A { 10.0 } else { 190.0 });
        }
    }
    let mut f = d.field();
    Arc::make_mut(&mut f.terrain).areas.push(Area {
        feature: Feature::Settlement,
        outline: Outline::Box(Rect::upright(v2(3000.0, 300.0), v2(3400.0, 600.0))),
        name: "Sharpsburg".into(),
    });
    f
}

/// The texts of a document that must be well-formed.
fn texts(svg: &str) -> Vec<String> {
    let doc = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("the map is no XML: {e}"));
    assert_eq!(doc.root_element().tag_name().name(), "svg");
    doc.descendants()
        .filter(|n| n.tag_name().name() == "text")
        .map(|n| n.text().unwrap_or_default().to_string())
        .collect()
}

fn says(svg: &str, what: &str) -> bool {
    texts(svg).iter().any(|t| t == what)
}

#[test]
fn everyone_on_the_table_is_named_and_nobody_else() {
    let mut f = rich();
    f.lose(ElementId::new(Side::B, 2), Fate::Destroyed, rule!("results.1"), &mut Log::Off);
    let all = texts(&svg(&f, &PictureOptions::default()));
    for s in Side::BOTH {
        for e in &f.army(s).elements {
            assert_eq!(all.contains(&e.id.to_string()), e.on_table(), "{}", e.id);
        }
    }
}

#[test]
fn every_element_id_is_on_a_big_map() {
    let mut d = Drill::sized(4800.0, 2400.0);
    for i in 0..120 {
        let (x, y) = (200.0 + 180.0 * f64::from(i % 24), 500.0 - 90.0 * f64::from(i / 24));
        d.a(Troop::Rifles, x, y, 0.0);
        d.b(Troop::Muskets, x, 2400.0 - y, 180.0);
    }
    let f = d.field();
    let all = texts(&svg(&f, &PictureOptions::default()));
    assert!(f.all().all(|e| all.contains(&e.id.to_string())));
}

#[test]
fn equal_fields_give_equal_bytes() {
    let (f, g) = (rich(), rich());
    let o = PictureOptions::default();
    assert_eq!(svg(&f, &o), svg(&g, &o));
    assert_eq!(svg(&f, &o), svg(&f.clone(), &o));
}

#[test]
fn hostile_names_stay_text() {
    const BAD: &str = "</text><script>\"&'\u{0}\u{7}]]>";
    let mut f = rich();
    for s in Side::BOTH {
        f.army_mut(s).name = BAD.into();
        f.army_mut(s).commands[0].name = BAD.into();
    }
    Arc::make_mut(&mut f.terrain).areas.change(|a| a.name = BAD.into());
    let out = svg(&f, &PictureOptions { title: Some(BAD), caption: Some(BAD), ..Default::default() });
    assert!(!out.contains("<script"));
    assert!(says(&out, "</text><script>\"&']]>"));
}

#[test]
fn no_number_on_the_field_breaks_the_sheet() {
    for bad in [f64::NAN, f64::INFINITY, -1e300, 0.0] {
        let mut f = rich();
        let id = ElementId::new(Side::A, 0);
        f[id].base = Base { front: v2(bad, bad), ..f[id].base };
        Arc::make_mut(&mut f.terrain).areas.change(|a| {
            if let Outline::Oval(e) = &mut a.outline {
                e.a = bad;
            }
        });
        f.army_mut(Side::A).camp.as_mut().unwrap().rect.half_width = bad;
        let out = svg(&f, &PictureOptions::default());
        texts(&out);
        assert!(!out.contains("NaN") && !out.contains("inf\""), "{bad}");
    }
}

#[test]
fn the_state_of_camps_rivers_and_commands_is_written_on_it() {
    let mut f = rich();
    f.army_mut(Side::A).camp.as_mut().unwrap().state = CampState::Silenced;
    f.army_mut(Side::B).camp.as_mut().unwrap().state = CampState::Plundered;
    f.rivers[0].nature = Some(Nature::Torrent);
    let o = PictureOptions::default();
    assert!(!says(&svg(&f, &o), "DEMORALISED"));
    f.army_mut(Side::B).commands[0].demoralised = true;
    let out = svg(&f, &o);
    for what in ["Camp A, silenced", "Camp B, plundered", "torrent", "DEMORALISED", "Sharpsburg"] {
        assert!(says(&out, what), "{what}");
    }
}

#[test]
fn the_legend_explains_what_is_drawn_and_can_be_left_out() {
    let f = rich();
    let with = svg(&f, &PictureOptions::default());
    let without = svg(&f, &PictureOptions { legend: false, ..Default::default() });
    for what in ["Cavalry", "Dismounted", "Artillery", "Steep hill", "Dunes", "Waterway", "River"] {
        assert!(says(&with, what) && !says(&without, what), "{what}");
    }
    assert!(!says(&with, "Shot"));
}

#[test]
fn this_turns_deeds_are_drawn_even_of_strangers() {
    let mut f = rich();
    let mut log = Log::On(Vec::new());
    let (a, b) = (ElementId::new(Side::A, 2), ElementId::new(Side::B, 3));
    let stranger = ElementId::new(Side::B, 9000);
    let to = f[a].base.moved(v2(0.0, 200.0));
    f.go(a, to, Why::Moves, rule!("turn.1"), &mut log);
    for (main, target) in [
        (Target::Element(a), Target::Element(b)),
        (Target::Element(stranger), Target::Camp(Side::A)),
        (Target::Camp(Side::B), Target::Element(stranger)),
    ] {
        let ruling = Box::new(Ruling::new("shooting"));
        log.push(|| {
            Event::new(
                rule!("shooting.1"),
                EventKind::Shooting { main, with: vec![stranger, a], target, ruling },
            )
        });
    }
    let pose = Pose { x: 0.0, y: f64::NAN, facing: 0.0 };
    log.push(|| {
        Event::new(
            rule!("turn.1"),
            EventKind::Goes { element: stranger, why: Why::Flees, from: pose, to: pose },
        )
    });
    f.lose(b, Fate::Destroyed, rule!("results.1"), &mut log);
    log.push(|| Event::new(rule!("results.1"), EventKind::Lost { element: stranger, fate: Fate::Left }));
    let Log::On(events) = log else { unreachable!() };
    let out = svg(&f, &PictureOptions { last_events: &events, ..Default::default() });
    for what in ["Moved", "Shot", "Lost", "B4"] {
        assert!(says(&out, what), "{what}");
    }
}
