//! The table as it lies and as it is seen: footprints, slopes, going, distances, facing, sight and detection.

use crate::scene::{form, id, put};
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::measure::quarter;
use newbury_napoleonic::order::Quarter;
use newbury_napoleonic::scenario;
use newbury_napoleonic::terrain::{Going, Slope, Terrain, Weather};
use newbury_napoleonic::{Field, proves};
use table::{V2, v2};

/// A field with such ground and readings, a French battalion in line in the south, an Austrian one in the north.
fn field_by(head: &str, ground: &str) -> Field {
    let text = format!(
        r#"book = "newbury-napoleonic"
title = "Drill"
date = "1809-05-03"
{head}
{ground}
[[side]]
name = "South"
nation = "france"
area = [[0, 0], [200, 0], [200, 130], [0, 130]]
[[side.brigade]]
code = "SB"
general = {{ name = "Brown", code = "Brown", x = 100, y = 2 }}
unit = [
  {{ code = "a1", kind = "line-battalion", formation = "line", x = 100, y = 30, facing = 0 }},
  {{ code = "a2", kind = "light-cavalry", companies = 3, formation = "line", x = 30, y = 10, facing = 0 }},
]
[[side]]
name = "North"
nation = "austria"
area = [[0, 0], [200, 0], [200, 130], [0, 130]]
[[side.brigade]]
code = "NB"
general = {{ name = "White", code = "White", x = 100, y = 128 }}
unit = [
  {{ code = "n1", kind = "german-line-battalion", formation = "line", x = 100, y = 100, facing = 180 }},
  {{ code = "n2", kind = "hussars", companies = 3, formation = "line", x = 170, y = 120, facing = 180 }},
]
"#
    );
    let s = scenario::read("drill", &text).unwrap_or_else(|r| panic!("{r:#}"));
    let mut f = s.muster();
    // Everybody is on the table, seen or not.
    for u in &mut f.units {
        u.fate = newbury_napoleonic::unit::Fate::OnTable;
    }
    f
}

fn field(ground: &str) -> Field {
    field_by("", ground)
}

#[test]
fn the_ground_that_formations_cover() {
    let mut f = field("");
    let size = |f: &Field, code: &str| {
        let b = f[id(f, code)].base;
        (b.width, b.depth)
    };
    // Six companies of three, 7.5 by 10 mm a figure.
    assert_eq!(size(&f, "a1"), (13.5, 1.0));
    form(&mut f, "a1", Formation::DivisionColumn);
    assert_eq!(size(&f, "a1"), (4.5, 3.0));
    form(&mut f, "a1", Formation::CompanyColumn);
    assert_eq!(size(&f, "a1"), (2.25, 6.0));
    form(&mut f, "a1", Formation::OpenCompanyColumn);
    assert_eq!(size(&f, "a1"), (2.25, 6.0 + 5.0 * 2.25));
    form(&mut f, "a1", Formation::MarchColumn);
    assert_eq!(size(&f, "a1"), (1.5, 9.0));
    form(&mut f, "a1", Formation::Skirmish);
    assert_eq!(size(&f, "a1"), (27.0, 1.5));
    // Three squadrons of six, 10 by 20 mm a figure.
    assert_eq!(size(&f, "a2"), (18.0, 2.0));
    form(&mut f, "a2", Formation::SquadronColumn);
    assert_eq!(size(&f, "a2"), (6.0, 6.0));
    form(&mut f, "a2", Formation::DoubleLine);
    assert_eq!(size(&f, "a2"), (12.0, 2.0 + 5.0 + 2.0));
    assert_eq!(f.rects(&f[id(&f, "a2")]).len(), 2);
    // Losses narrow it.
    form(&mut f, "a1", Formation::Line);
    let a1 = id(&f, "a1");
    f[a1].companies[0].figures = 0;
    f.draw_up(a1);
    assert_eq!(size(&f, "a1"), (11.25, 1.0));
}

#[test]
fn figures_and_ground_on_other_scales() {
    let size = |figures: &str| {
        let f = field_by(&format!("options = {{ figures = \"{figures}\" }}"), "");
        let b = f[id(&f, "a1")].base;
        (b.width, b.depth)
    };
    assert_eq!(size("15mm"), (13.5, 1.0));
    // Twice as large on ground twice as large is the same; on the same ground it is twice as wide.
    assert_eq!(size("25mm-enlarged"), (13.5, 1.0));
    assert_eq!(size("25mm"), (27.0, 2.0));
}

#[test]
fn measured_from_base_to_base() {
    let _p = proves!("3.d");
    let mut f = field("");
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    let (cm, by) = f.measured(id(&f, "a1"), id(&f, "n1"));
    assert_eq!((cm, by.id()), (20.0, "3.d"));
    put(&mut f, "n1", 100.0, 30.0, 180.0);
    assert!(f.touch(id(&f, "a1"), id(&f, "n1")));
    put(&mut f, "n1", 100.0, 30.02, 180.0);
    assert!(!f.touch(id(&f, "a1"), id(&f, "n1")));
}

#[test]
fn front_flank_and_rear() {
    let _p = proves!("17.8.a");
    let at = |d: f64| quarter(d, false);
    assert_eq!(at(0.0).0, Quarter::Front);
    assert_eq!(at(89.9).0, Quarter::Front);
    assert_eq!((at(90.0).0, at(135.0).0, at(135.1).0), (Quarter::Flank, Quarter::Flank, Quarter::Rear));
    assert_eq!((at(-100.0).0, at(180.0).0, at(180.0).1.id()), (Quarter::Flank, Quarter::Rear, "17.8.a"));
    assert_eq!(quarter(135.0, true).0, Quarter::Rear);
}

#[test]
fn who_has_flanks() {
    let _p = proves!("play.facing");
    let mut f = field("");
    let side = |f: &Field, x: f64, y: f64| f.quarter_of(&f[id(f, "a1")], v2(x, y));
    // The middle of its front is at (100, 30), facing north.
    assert_eq!(side(&f, 100.0, 60.0).0, Quarter::Front);
    assert_eq!(side(&f, 130.0, 30.0).0, Quarter::Flank);
    assert_eq!(side(&f, 100.0, 0.0).0, Quarter::Rear);
    // By the other reading at the nearer corner, which is 6.75 to the right.
    assert_eq!(side(&f, 110.0, 24.0).0, Quarter::Flank);
    let g = field_by("readings = { facing-point = \"corner\" }", "");
    assert_eq!(side(&g, 110.0, 24.0).0, Quarter::Rear);
    form(&mut f, "a1", Formation::Square);
    let (q, by) = side(&f, 100.0, 0.0);
    assert_eq!((q, by.id()), (Quarter::Front, "play.facing"));
}

#[test]
fn attack_distances() {
    let _p = proves!("17.2.c");
    let f = field("");
    let of = |code: &str| {
        let (cm, by) = f.attack_distance(&f[id(&f, code)]);
        (cm, by.id())
    };
    assert_eq!((of("a1"), of("a2")), ((5.0, "17.2.c"), (10.0, "17.2.c")));
}

#[test]
fn whose_general_counts() {
    let _p = proves!("7.4");
    let mut f = field("");
    let a1 = id(&f, "a1");
    let (g, cm, by) = f.own_general(&f[a1]).unwrap();
    assert_eq!((f[g].code.to_string(), cm, by.id()), ("Brown".into(), 27.0, "7.4"));
    // An enemy's never does, and a new one not before all know of him.
    assert!(f.counts_for(&f.generals[1], &f[a1]).is_none());
    f.generals[0].known = false;
    assert!(f.own_general(&f[a1]).is_none());
}

const HILL: &str = "ground = { hill = [{ name = \"Hill\", step = [{ outline = [[60, 40], [140, 40], [140, 90], [60, 90]] }, { outline = [[70, 44], [130, 44], [130, 80], [70, 80]] }] }] }";

#[test]
fn slopes_by_their_contours() {
    let f = field(HILL);
    let at = |x: f64, y: f64| f.ground.slope(v2(x, y)).map(|s| s.slope);
    // Contours 4 apart in the south are steep, 10 apart in the west and north gentle.
    assert_eq!(at(100.0, 42.0), Some(Slope::Steep));
    assert_eq!(at(64.0, 60.0), Some(Slope::Gentle));
    assert_eq!(at(100.0, 85.0), Some(Slope::Gentle));
    assert_eq!(at(100.0, 62.0), None);
    assert_eq!(at(20.0, 62.0), None);
    assert_eq!([v2(20.0, 20.0), v2(100.0, 42.0), v2(100.0, 60.0)].map(|p| f.ground.level(p)), [0, 1, 2]);
    let north = V2::bearing(0.0);
    let going = |p: V2, dir: V2| f.ground_at(p, dir).1.map(|(_, g)| g);
    assert_eq!(going(v2(100.0, 42.0), north), Some(Going::Up));
    assert_eq!(going(v2(100.0, 85.0), north), Some(Going::Down));
    assert_eq!(going(v2(100.0, 42.0), V2::bearing(90.0)), Some(Going::Across));
}

#[test]
fn a_leg_over_the_ground() {
    let p = proves!("T4", "T5", "12.1.b");
    let f = field(
        "ground = { area = [{ kind = \"light-wood\", name = \"Wood\", outline = [[60, 40], [140, 40], [140, 50], [60, 50]] }], line = [{ kind = \"hedge\", name = \"Hedge\", path = [[60, 54], [140, 54]] }] }",
    );
    let u = &f[id(&f, "a1")];
    let over = f.over(u, &u.base, u.base.dir, 30.0, false);
    let parts: Vec<_> = over.stretches.iter().map(|s| (s.from, s.to, s.fraction, s.kind)).collect();
    assert_eq!(
        parts,
        [
            (0.0, 10.0, Some(1.0), Terrain::Open),
            (10.0, 20.0, Some(0.75), Terrain::LightWood),
            (20.0, 30.0, Some(1.0), Terrain::Open)
        ]
    );
    assert_eq!(p.shows("T4", over.stretches[1].by.id()), "T4");
    // A hedge takes the one rank of a line half a move.
    assert_eq!((over.met.len(), over.met[0].at, over.met[0].time), (1, 24.0, Some(0.5)));
    assert_eq!(p.shows("T5", over.met[0].by.id()), "T5");
    // At 10 cm a move: 1 + 10 / 7.5 + 1 + 0.5.
    assert!((over.time(10.0).unwrap() - (2.5 + 10.0 / 7.5)).abs() < 1e-9);
    assert!((over.reach(10.0, 1.0) - 10.0).abs() < 1e-9);
    assert!((over.reach(10.0, 1.5) - 13.75).abs() < 1e-9);
    // It stops at the hedge that it has no time to cross.
    assert!((over.reach(10.0, 1.0 + 10.0 / 7.5 + 0.4 + 0.3) - 24.0).abs() < 1e-9);
    // A charge keeps its pace in a light wood.
    let charge = f.over(u, &u.base, u.base.dir, 20.0, true);
    assert_eq!(charge.time(15.0), Some(20.0 / 15.0));
    assert_eq!(p.shows("12.1.b", charge.stretches[0].by.id()), "12.1.b");
}

#[test]
fn on_a_road_in_march_column() {
    let _p = proves!("play.ground");
    let ground = "ground = { area = [{ kind = \"dense-wood\", name = \"Wood\", outline = [[60, 40], [140, 40], [140, 50], [60, 50]] }], road = [{ name = \"Road\", path = [[100, 0], [100, 130]] }] }";
    let mut f = field(ground);
    form(&mut f, "a1", Formation::MarchColumn);
    let time = |f: &Field| {
        let u = &f[id(f, "a1")];
        f.over(u, &u.base, u.base.dir, 30.0, false).time(15.0).unwrap()
    };
    assert!((time(&f) - 2.0).abs() < 1e-9);
    let mut g = field_by("readings = { roads = \"none\" }", ground);
    form(&mut g, "a1", Formation::MarchColumn);
    assert!((time(&g) - (20.0 / 15.0 + 10.0 / 7.5)).abs() < 1e-9);
    let u = &f[id(&f, "a1")];
    assert_eq!(f.over(u, &u.base, u.base.dir, 1.0, false).stretches[0].by.id(), "play.ground");
}

/// What hides the second from the first.
fn hidden(f: &Field, a: &str, b: &str) -> Option<&'static str> {
    f.sees(id(f, a), id(f, b)).err().map(|c| c.id())
}

#[test]
fn as_far_as_the_weather_lets() {
    let _p = proves!("4.6.a");
    let mut f = field("");
    assert_eq!(hidden(&f, "a1", "n1"), None);
    f.sky.weather = Weather::Rain;
    // From the middles of figures half a centimetre behind their fronts: 75 between them.
    put(&mut f, "n1", 100.0, 104.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), None);
    put(&mut f, "n1", 100.0, 105.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), Some("4.6.a"));
    f.sky.weather = Weather::Fog;
    put(&mut f, "n1", 100.0, 59.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), None);
    put(&mut f, "n1", 100.0, 61.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), Some("4.6.a"));
}

#[test]
fn into_woods_as_far_as_one_sees_in_them() {
    let _p = proves!("4.6.c.1");
    let mut f = field(
        "ground = { area = [{ kind = \"light-wood\", name = \"Wood\", outline = [[40, 60], [160, 60], [160, 90], [40, 90]] }] }",
    );
    put(&mut f, "n1", 100.0, 63.0, 180.0);
    put(&mut f, "a1", 100.0, 54.0, 0.0);
    assert_eq!(hidden(&f, "a1", "n1"), None);
    put(&mut f, "a1", 100.0, 52.0, 0.0);
    assert_eq!(hidden(&f, "a1", "n1"), Some("4.6.c.1"));
    // Near its edge they are seen from afar when they stir.
    let n1 = id(&f, "n1");
    f[n1].deeds.fired = true;
    assert_eq!(hidden(&f, "a1", "n1"), None);
    put(&mut f, "n1", 100.0, 65.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), Some("4.6.c.1"));
}

#[test]
fn troops_hide_those_behind() {
    let _p = proves!("4.6.h");
    let mut f = field("");
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    put(&mut f, "n2", 100.0, 70.0, 180.0);
    let n2 = id(&f, "n2");
    f[n2].drawn = Drawn::new(Formation::SquadronColumn);
    f.draw_up(n2);
    // Horse is seen over one line of foot.
    assert_eq!(hidden(&f, "a1", "n2"), None);
    f[n2].dismounted = true;
    assert_eq!(hidden(&f, "a1", "n2"), Some("4.6.h"));
    // Skirmishers hide nobody.
    form(&mut f, "n1", Formation::Skirmish);
    assert_eq!(hidden(&f, "a1", "n2"), None);
}

#[test]
fn over_houses_from_a_hill() {
    let p = proves!("4.6.f", "4.6.g");
    let ground = |storeys: u8| {
        format!(
            "ground = {{ hill = [{{ name = \"Hill\", step = [{{ outline = [[60, 10], [140, 10], [140, 40], [60, 40]] }}] }}], building = [{{ name = \"Barn\", x = 100, y = 60, width = 50, depth = 4, storeys = {storeys} }}] }}"
        )
    };
    let mut f = field(&ground(1));
    put(&mut f, "n1", 100.0, 70.0, 180.0);
    // One contour over a house of one storey; two storeys need two.
    assert_eq!(hidden(&f, "a1", "n1"), None);
    let mut g = field(&ground(2));
    put(&mut g, "n1", 100.0, 70.0, 180.0);
    assert_eq!(p.shows("4.6.f", hidden(&g, "a1", "n1")), Some("4.6.f"));
    // Two centimetres behind it are blind: the house ends at 62.
    put(&mut f, "n1", 100.0, 62.6, 180.0);
    assert_eq!(p.shows("4.6.g", hidden(&f, "a1", "n1")), Some("4.6.g"));
    // From the plain one does not see over it, and by the other reading not up from behind it either.
    put(&mut f, "a1", 100.0, 46.0, 0.0);
    put(&mut f, "n1", 100.0, 70.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), Some("4.6.f"));
    put(&mut f, "a1", 100.0, 30.0, 0.0);
    assert_eq!(hidden(&f, "n1", "a1"), None);
    let mut one_way = field_by("readings = { see-over-from = \"observer\" }", &ground(1));
    put(&mut one_way, "n1", 100.0, 70.0, 180.0);
    assert_eq!((hidden(&one_way, "a1", "n1"), hidden(&one_way, "n1", "a1")), (None, Some("4.6.f")));
}

#[test]
fn smoke_in_a_calm() {
    let p = proves!("4.6.d.2", "4.6.e");
    let mut f = field_by(
        "weather = { wind = \"calm\" }",
        "ground = { building = [{ name = \"Barn\", x = 100, y = 80, width = 40, depth = 2 }] }",
    );
    put(&mut f, "n1", 100.0, 70.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), None);
    let n1 = id(&f, "n1");
    f[n1].smoke = 4;
    assert_eq!(p.shows("4.6.d.2", hidden(&f, "a1", "n1")), Some("4.6.d.2"));
    // Within the distance of fog one sees through it.
    put(&mut f, "n1", 100.0, 58.0, 180.0);
    assert_eq!(hidden(&f, "a1", "n1"), None);
    // The smoke of a house out of control, 15 by 5 cm along the wind, hides all who stand in it beyond 5 cm.
    put(&mut f, "n1", 100.0, 70.0, 180.0);
    form(&mut f, "n1", Formation::CompanyColumn);
    f[n1].smoke = 0;
    assert_eq!(hidden(&f, "a1", "n1"), None);
    f.buildings[0].lost = true;
    f.sky.wind = Some(180.0);
    assert_eq!(p.shows("4.6.e", hidden(&f, "a1", "n1")), Some("4.6.e"));
}

#[test]
fn noticed_behind_hedges_and_in_woods() {
    let p = proves!("4.7.a", "4.7.b");
    let mut f = field(
        "ground = { line = [{ kind = \"hedge\", name = \"Hedge\", path = [[60, 70], [140, 70]] }], area = [{ kind = \"dense-wood\", name = \"Wood\", outline = [[10, 40], [50, 40], [50, 60], [10, 60]] }] }",
    );
    let notices = |f: &Field, a: &str, b: &str| f.notices(id(f, a), id(f, b)).err().map(|c| c.id());
    put(&mut f, "n1", 100.0, 70.5, 180.0);
    put(&mut f, "a1", 100.0, 45.5, 0.0);
    assert_eq!(notices(&f, "a1", "n1"), None);
    put(&mut f, "a1", 100.0, 45.0, 0.0);
    assert_eq!(p.shows("4.7.a", notices(&f, "a1", "n1")), Some("4.7.a"));
    let n1 = id(&f, "n1");
    f[n1].deeds.moved = 1.0;
    assert_eq!(notices(&f, "a1", "n1"), None);
    f[n1].deeds.moved = 0.0;
    put(&mut f, "n1", 30.0, 42.0, 180.0);
    put(&mut f, "a1", 30.0, 39.0, 0.0);
    assert_eq!(p.shows("4.7.b", notices(&f, "a1", "n1")), Some("4.7.b"));
    f[n1].deeds.fired = true;
    assert_eq!(notices(&f, "a1", "n1"), None);
    assert!(f.detected_by(newbury_napoleonic::Side::A, n1).is_some());
}

#[test]
fn arcs_of_small_arms() {
    let p = proves!("14.2.a", "14.2.b");
    use newbury_napoleonic::troop::Weapon;
    let mut f = field("");
    let bears = |f: &Field| {
        let all = f.bears(id(f, "a1"), id(f, "n1"), Weapon::Musket);
        (all.iter().map(|b| b.figures).sum::<u16>(), all.first().map(|b| b.by.id()))
    };
    // The whole front of 18 before the whole front of 24, at 10 cm.
    put(&mut f, "n1", 100.0, 40.0, 180.0);
    assert_eq!(p.shows("14.2.a", bears(&f)), (18, Some("14.2.a")));
    // Far to the side nobody of a line has it in his arc of 22.5 degrees, skirmishers all have.
    put(&mut f, "n1", 130.0, 31.0, 270.0);
    assert_eq!(bears(&f).0, 0);
    form(&mut f, "a1", Formation::Skirmish);
    let (figures, by) = bears(&f);
    assert!(figures > 0);
    assert_eq!(p.shows("14.2.b", by), Some("14.2.b"));
}

#[test]
fn ranges_in_bands_and_troops_in_the_way() {
    use newbury_napoleonic::troop::Weapon;
    let mut f = field("");
    let bands = |f: &Field| -> Vec<(u16, usize)> {
        f.bears(id(f, "a1"), id(f, "n1"), Weapon::Musket).iter().map(|b| (b.figures, b.band)).collect()
    };
    put(&mut f, "n1", 100.0, 36.0, 180.0);
    assert_eq!(bands(&f), [(18, 1)]);
    put(&mut f, "n1", 100.0, 54.0, 180.0);
    assert_eq!(bands(&f), [(18, 5)]);
    put(&mut f, "n1", 100.0, 54.1, 180.0);
    assert!(bands(&f).is_empty());
    // Own horse before them stops all fire, and so do own skirmishers but by the other reading.
    put(&mut f, "n1", 100.0, 44.0, 180.0);
    put(&mut f, "a2", 100.0, 36.0, 0.0);
    assert!(bands(&f).is_empty());
    form(&mut f, "a2", Formation::Skirmish);
    assert!(bands(&f).iter().map(|b| b.0).sum::<u16>() < 18);
    let mut g = field_by("readings = { own-skirmishers = \"pass\" }", "");
    put(&mut g, "n1", 100.0, 44.0, 180.0);
    put(&mut g, "a2", 100.0, 36.0, 0.0);
    form(&mut g, "a2", Formation::Skirmish);
    assert_eq!(bands(&g), [(18, 3)]);
}

#[test]
fn the_arc_of_a_gun() {
    let _p = proves!("T2.i");
    use newbury_napoleonic::aim::gun_arc;
    use table::{Base, Pose};
    let gun = Base::new(Pose { x: 100.0, y: 20.0, facing: 0.0 }, 3.0, 4.0);
    let (degrees, by) = gun_arc(&gun);
    assert!((degrees - 20.556).abs() < 0.001);
    assert_eq!(by.id(), "T2.i");
}

#[test]
fn corner_to_corner() {
    let at = |head: &str| {
        let mut f = field_by(head, "");
        // The right front corner of the one at the right front corner of the other: 6.75 and 9 from the middles.
        put(&mut f, "n1", 115.75, 30.0, 180.0);
        f.touch(id(&f, "a1"), id(&f, "n1"))
    };
    assert!(at(""));
    assert!(!at("readings = { corner-contact = \"apart\" }"));
    let mut f = field_by("readings = { corner-contact = \"apart\" }", "");
    put(&mut f, "n1", 110.0, 30.0, 180.0);
    assert!(f.touch(id(&f, "a1"), id(&f, "n1")));
}
