//! Readings of the table, each played both ways.

use crate::judging::readings;
use crate::scene::{at, drill, field, field_on, form, id, march, near, put, quiet};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Quarter;
use newbury_napoleonic::scenario;
use newbury_napoleonic::troop::Weapon;
use table::v2;

#[test]
fn a_double_move_may_have_no_objective_where_it_is_agreed() {
    let text = |reading: &str| {
        let (_, shipped) = scenario::SHIPPED.iter().find(|(n, _)| *n == "two-brigades").unwrap();
        let orders = "order = { task = \"advance\", objective = \"Mill hill\", double = true }";
        assert!(shipped.contains(orders));
        format!("{reading}\n{}", shipped.replace(orders, "order = { task = \"advance\", double = true }"))
    };
    let wrong = scenario::read("plain", &text("")).expect_err("it goes nowhere");
    assert_eq!(wrong.mistakes[0].clause, Some("12.2.a"), "{wrong:#}");
    let agreed = format!("readings = {{ {} = \"none\" }}", "double-objective");
    assert!(scenario::read("agreed", &text(&agreed)).is_ok());
}

#[test]
fn troops_deploy_in_a_strip_or_sixty_centimetres_apart() {
    let read = |option: &str, y: f64| {
        let text = format!(
            r#"book = "newbury-napoleonic"
title = "Drill"
date = "1809-05-03"
readings = {{ {} = "{option}" }}
[[side]]
name = "South"
nation = "france"
[[side.brigade]]
code = "SB"
general = {{ name = "Brown", code = "Brown", x = 100, y = 2 }}
unit = [{{ code = "a1", kind = "line-battalion", formation = "line", x = 100, y = {y}, facing = 0 }}]
[[side]]
name = "North"
nation = "austria"
edge = "north"
[[side.brigade]]
code = "NB"
general = {{ name = "White", code = "White", x = 100, y = 128 }}
unit = [{{ code = "n1", kind = "german-line-battalion", formation = "line", x = 100, y = 120, facing = 180 }}]
"#,
            "deployment"
        );
        scenario::read("drill", &text)
    };
    // A table of 130: a strip of 40, or up to its middle less 30.
    assert!(read("strip", 39.9).is_ok() && read("strip", 40.5).is_err());
    assert!(read("apart", 34.9).is_ok() && read("apart", 35.5).is_err());
}

#[test]
fn whose_height_sees_over() {
    let ground = "[[ground.hill]]\nname = \"Hill\"\nstep = [{ outline = [[60, 86], [140, 86], [140, 128], [60, 128]] }, { outline = [[62, 88], [138, 88], [138, 127], [62, 127]] }, { outline = [[64, 90], [136, 90], [136, 126], [64, 126]] }]\n[[ground.building]]\nname = \"Barn\"\nx = 100\ny = 50\nwidth = 30\ndepth = 4\nstoreys = 1";
    let sees = |option: &str| {
        let mut f = field_on(ground);
        f.readings = readings("see-over-from", option);
        put(&mut f, "a1", 100.0, 20.0, 0.0);
        put(&mut f, "n1", 100.0, 100.0, 180.0);
        let (a1, n1) = (id(&f, "a1"), id(&f, "n1"));
        (f.sees(a1, n1).is_ok(), f.sees(n1, a1).is_ok())
    };
    assert_eq!(sees("either"), (true, true), "sight is mutual");
    assert_eq!(sees("observer"), (false, true), "from the hill alone");
}

#[test]
fn where_and_from_when_a_flank_is_a_rear() {
    let mut f = field();
    form(&mut f, "n1", Formation::Line);
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    let n1 = id(&f, "n1");
    // Exactly 135 degrees from its facing, which is south.
    let p = v2(130.0, 90.0);
    for (option, q) in [("flank", Quarter::Flank), ("rear", Quarter::Rear)] {
        f.readings = readings("at-135-degrees", option);
        assert_eq!(f.quarter_of(&f[n1], p).0, q, "{option}");
    }
    // Before the middle of its front line by a little, but beside its corner.
    let half = f[n1].base.width / 2.0;
    let p = v2(100.0 + half + 2.0, 61.0);
    for (option, q) in [("middle", Quarter::Flank), ("corner", Quarter::Flank)] {
        f.readings = readings("facing-point", option);
        assert_eq!(f.quarter_of(&f[n1], p).0, q, "{option}");
    }
    // From the middle 20 degrees behind its front line, from the corner 60.
    let p = v2(100.0 + half + 1.0, 60.0 + 3.0);
    let quarter = |option: &str| {
        let mut g = f.clone();
        g.readings = readings("facing-point", option);
        g.quarter_of(&g[n1], p).0
    };
    assert_eq!((quarter("middle"), quarter("corner")), (Quarter::Flank, Quarter::Rear));
}

#[test]
fn a_march_column_on_a_road_through_a_marsh() {
    let ground = "[[ground.area]]\nkind = \"marsh\"\nname = \"Marsh\"\noutline = [[80, 32], [120, 32], [120, 90], [80, 90]]\n[[ground.road]]\nname = \"Road\"\npath = [[100, 0], [100, 130]]";
    let gone = |option: &str| {
        let mut f = field_on(ground);
        f.readings = readings("roads", option);
        form(&mut f, "a1", Formation::MarchColumn);
        put(&mut f, "a1", 100.0, 30.0, 0.0);
        let mut b = drill(f, []);
        quiet(&mut b, vec![march("a1", 60.0)], vec![]);
        at(&b, "a1").y - 30.0
    };
    let (free, none) = (gone("free"), gone("none"));
    assert!(free > none + 5.0, "{free} {none}");
}

#[test]
fn own_skirmishers_bar_fire_or_let_it_pass() {
    let bears = |option: &str| {
        let mut f = field();
        f.readings = readings("own-skirmishers", option);
        put(&mut f, "a4", 100.0, 36.0, 0.0);
        form(&mut f, "a4", Formation::Skirmish);
        put(&mut f, "n1", 100.0, 44.0, 180.0);
        f.bears(id(&f, "a1"), id(&f, "n1"), Weapon::Musket).iter().map(|b| b.figures).sum::<u16>()
    };
    assert!(bears("bar") < bears("pass"), "{} {}", bears("bar"), bears("pass"));
}

#[test]
fn corner_to_corner_is_contact_or_not() {
    for (option, touch) in [("touch", true), ("apart", false)] {
        let mut f = field();
        f.readings = readings("corner-contact", option);
        let (a1, n1) = (id(&f, "a1"), id(&f, "n1"));
        put(&mut f, "a1", 100.0, 50.0, 0.0);
        let across = (f[a1].base.width + f[n1].base.width) / 2.0;
        put(&mut f, "n1", 100.0 + across, 50.0, 180.0);
        assert!(near(f.gap(a1, n1), 0.0));
        assert_eq!(f.touch(a1, n1), touch, "{option}");
        // Along an edge they touch by either.
        put(&mut f, "n1", 100.0 + across - 2.0, 50.0, 180.0);
        assert!(f.touch(a1, n1), "{option}");
    }
}
