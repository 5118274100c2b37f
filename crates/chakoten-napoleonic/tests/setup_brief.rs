//! The brief of a game: head, ground, commands and staffs, and what it may not say (chapters 01, 08.01, 16, 17, 18).

use chakoten_napoleonic::field::{Comer, Level, Post};
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::troop::{Cover, Obstacle};
use chakoten_napoleonic::unit::Side;
use chakoten_napoleonic::{Field, proves, scenario};
use muster::Report;

pub const HEAD: &str = r#"book = "chakoten-napoleonic"
title = "Drill"
date = "1813-10-18"
time = "07:30"
place = "a field"
turns = 10
"#;

pub const TABLE: &str = "[table]\nwidth = 240\ndepth = 160\n";

pub const TASK: &str = "[[side.task]]\ntask = \"losses\"\npercent = 25\npoints = 5\n";

pub const B: &str = r#"
[[side]]
name = "North"
nation = "other"
edge = "north"
[[side.command]]
code = "CB"
unit = [{ code = "B1", arm = "infantry", companies = 6, figures = 24, valour = 0, weapon = "musket", x = 120, y = 140, facing = 180 }]
[[side.task]]
task = "losses"
percent = 25
points = 5
"#;

/// A scenario with this head, ground, nation of side A and lines for its only brigade.
pub fn whole(head: &str, ground: &str, nation: &str, brigade: &str) -> String {
    format!(
        "{head}{TABLE}{ground}\n[[side]]\nname = \"South\"\nnation = \"{nation}\"\nedge = \"south\"\n[[side.command]]\ncode = \"CA\"\n{brigade}\n{TASK}{B}"
    )
}

/// A battalion that is always right.
pub const PLAIN: &str = r#"{ code = "A1", arm = "infantry", companies = 6, figures = 24, valour = 0, weapon = "musket", x = 60, y = 20 }"#;

pub fn plain(head: &str, ground: &str) -> String {
    whole(head, ground, "other", &format!("unit = [{PLAIN}]"))
}

pub fn good(text: &str) -> Field {
    scenario::read("drill", text).unwrap_or_else(|r| panic!("{r:#}\n{text}")).muster()
}

pub fn bad(text: &str) -> Report {
    scenario::read("drill", text).expect_err("this scenario is not lawful")
}

/// The one mistake: its clause, its words, and what would be right, which there must be; and it stands in a line.
pub fn mistake(text: &str) -> (Option<&'static str>, String) {
    let r = bad(text);
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    assert!(m.right.is_some() && r.line_of(m).is_some(), "{r:#}");
    (m.clause, format!("{} ({})", m.wrong, m.right.clone().unwrap_or_default()))
}

pub fn law(text: &str) -> &'static str {
    let (c, says) = mistake(text);
    c.unwrap_or_else(|| panic!("no clause: {says}"))
}

#[test]
fn the_brief_states_what_it_must() {
    let p = proves!("01.01.1");
    good(&plain(HEAD, ""));
    for key in ["date", "time", "place", "turns"] {
        let without: String =
            HEAD.lines().filter(|l| !l.starts_with(key)).map(|l| format!("{l}\n")).collect();
        let r = bad(&plain(&without, ""));
        assert!(r.mistakes.iter().any(|m| m.clause == Some("01.01.1")), "{key}: {r:#}");
    }
    assert_eq!(p.shows("01.01.1", law(&plain(&HEAD.replace("1813-10-18", "1813-02-30"), ""))), "01.01.1");
    for hour in ["7:30", "24:00", "07:60", "noon", "07.30"] {
        assert_eq!(law(&plain(&HEAD.replace("07:30", hour), "")), "01.01.1", "{hour}");
    }
    // Tasks of both sides, commands, units with valour and strength.
    assert_eq!(law(&plain(HEAD, "").replacen(TASK, "", 1)), "01.01.1");
    let no_valour = PLAIN.replace(", valour = 0", "");
    assert_eq!(law(&whole(HEAD, "", "other", &format!("unit = [{no_valour}]"))), "01.01.1");
    good(&whole(HEAD, "", "other", &format!("valour = 1\nunit = [{no_valour}]")));
    for lost in [", figures = 24", ", companies = 6", ", weapon = \"musket\""] {
        let u = PLAIN.replace(lost, "");
        let r = bad(&whole(HEAD, "", "other", &format!("unit = [{u}]")));
        assert!(r.mistakes.iter().any(|m| m.clause == Some("01.01.1")), "{lost}: {r:#}");
    }
    let nobody =
        format!("{HEAD}{TABLE}[[side]]\nname = \"South\"\nnation = \"other\"\nedge = \"south\"\n{TASK}{B}");
    assert_eq!(law(&nobody), "01.01.1");
}

#[test]
fn whatever_else_matters() {
    let p = proves!("01.01.2");
    let f =
        good(&plain(&format!("{HEAD}weather = \"rain\"\nwind = 450\nsight = 80\nsupplies = \"few\"\n"), ""));
    assert_eq!((f.special.wind, f.special.sight), (Some(90.0), Some(80.0)));
    assert_eq!(good(&plain(HEAD, "")).special.sight, None);
    assert_eq!(p.shows("01.01.2", law(&plain(&format!("{HEAD}sight = 0\n"), ""))), "01.01.2");
    assert_eq!(law(&plain(&format!("{HEAD}weather = 3\n"), "")), "01.01.2");
    assert_eq!(law(&plain(&format!("{HEAD}wind = \"north\"\n"), "")), "01.01.2");
    // Limits of formation for want of training.
    let u = PLAIN.replace("x = 60", "troops = [\"no_line\"], formation = \"line\", x = 60");
    assert_eq!(law(&whole(HEAD, "", "other", &format!("unit = [{u}]"))), "04.05.3");
}

#[test]
fn special_rules_hold_for_this_game() {
    let p = proves!("01.01.4", "18.02.2");
    let f = good(&plain(
        HEAD,
        "[rules]\nsays = [\"No quarter.\"]\nsplit_batteries = true\nguns_in_plantations = true\nturns_a_step = 8\n",
    ));
    assert!(f.special.split_batteries && f.special.guns_in_plantations);
    assert_eq!(f.special.turns_a_step, Some(8));
    for n in ["3", "17", "4.5"] {
        assert_eq!(
            p.shows("18.02.2", law(&plain(HEAD, &format!("[rules]\nturns_a_step = {n}\n")))),
            "18.02.2"
        );
    }
    good(&plain(HEAD, "[rules]\nturns_a_step = 4\n"));
    good(&plain(HEAD, "[rules]\nturns_a_step = 16\n"));
    assert_eq!(p.shows("01.01.4", law(&plain(HEAD, "[rules]\nsays = [3]\n"))), "01.01.4");
    assert_eq!(law(&plain(HEAD, "[readings]\nno-such-reading = \"x\"\n")), "01.01.4");
    // Leaving by an edge is such a rule.
    let exit = plain(HEAD, "").replacen(
        "percent = 25\npoints = 5",
        "percent = 25\npoints = 5\n[[side.task]]\ntask = \"exit\"\nunits = [\"A1\"]\nedge = \"east\"\npoints = 1",
        1,
    );
    assert_eq!(law(&exit), "01.01.4");
    let f = good(&exit.replacen("edge = \"south\"", "edge = \"south\"\nexits = [\"east\"]", 1));
    assert_eq!(f.special.exits[0].len(), 1);
}

#[test]
fn groups_can_be_replaced() {
    let _p = proves!("skema.groups");
    let with = |g: &str| plain(HEAD, &format!("[groups]\n{g}\n"));
    let s = scenario::read("drill", &with("VIII = { \"Enemy does not return small-arms fire\" = \"G\" }"))
        .unwrap();
    assert!(s.muster().groups().changed());
    assert!(!scenario::read("drill", &plain(HEAD, "")).unwrap().muster().groups().changed());
    assert_eq!(law(&with("XI = { \"No such row\" = \"A\" }")), "skema.groups");
    assert_eq!(law(&with("XV = { \"Attack uphill\" = 3 }")), "skema.groups");
    assert_eq!(law(&with("VIII = 3")), "skema.groups");
    assert!(mistake(&with("IX = { \"x\" = \"A\" }")).1.contains("IX"));
}

#[test]
fn trees_are_a_wood_or_a_plantation() {
    let p = proves!("01.01.3");
    let area = |kind: &str, more: &str| {
        plain(
            HEAD,
            &format!(
                "[[ground.area]]\nkind = \"{kind}\"\nname = \"It\"\noutline = [[100, 60], [140, 60], [140, 80], [100, 80]]\n{more}"
            ),
        )
    };
    assert_eq!(good(&area("wood", "")).ground.patches[0].kind, PatchKind::Wood);
    assert_eq!(good(&area("plantation", "")).ground.patches[0].kind, PatchKind::Plantation);
    for trees in ["trees", "forest", "park", "Orchard"] {
        assert_eq!(p.shows("01.01.3", law(&area(trees, ""))), "01.01.3");
    }
    assert!(mistake(&area("meadow", "")).0.is_none());
}

#[test]
fn marked_edges_of_woods() {
    let p = proves!("16.03.2.b");
    let area = |kind: &str| {
        plain(
            HEAD,
            &format!(
                "[[ground.area]]\nkind = \"{kind}\"\nname = \"It\"\noutline = [[100, 60], [140, 60], [140, 80], [100, 80]]\nedge = \"II\""
            ),
        )
    };
    assert_eq!(good(&area("wood")).ground.patches[0].edge, Some(Cover::II));
    assert_eq!(good(&area("plantation")).ground.patches[0].edge, Some(Cover::II));
    assert_eq!(p.shows("16.03.2.b", law(&area("scrub"))), "16.03.2.b");
}

#[test]
fn built_up_areas() {
    let p = proves!("17.02.1", "17.02.2", "17.02.3.a", "17.02.3.b");
    let town = "[[ground.area]]\nkind = \"town\"\nname = \"Town\"\noutline = [[100, 60], [140, 60], [140, 80], [100, 80]]\n";
    let house = |more: &str| format!("[[ground.building]]\nname = \"Church\"\nx = 120\ny = 70\n{more}\n");
    assert_eq!(p.shows("17.02.1", law(&plain(HEAD, town))), "17.02.1");
    let far = "[[ground.building]]\nname = \"Far\"\nx = 200\ny = 100\n";
    assert_eq!(law(&plain(HEAD, &format!("{town}{far}"))), "17.02.1");
    let f = good(&plain(HEAD, &format!("{town}{}", house(""))));
    let b = &f.ground.buildings[0];
    assert_eq!((b.obstacle, b.cover, b.capacity, b.strong), (Obstacle::II, Cover::I, 10, false));
    for (grade, o, c) in [("II", Obstacle::II, Cover::II), ("III", Obstacle::III, Cover::III)] {
        let f = good(&plain(HEAD, &house(&format!("strong = \"{grade}\"\nholds = 25"))));
        let b = &f.ground.buildings[0];
        assert_eq!((b.obstacle, b.cover, b.capacity, b.strong), (o, c, 25, true));
    }
    assert_eq!(p.shows("17.02.3.a", law(&plain(HEAD, &house("strong = \"I\"")))), "17.02.3.a");
    assert_eq!(law(&plain(HEAD, &house("strong = true"))), "17.02.3.a");
    assert_eq!(p.shows("17.02.3.b", law(&plain(HEAD, &house("holds = 0")))), "17.02.3.b");
    // A garrison that does not fit, and one that just does.
    let inside = |n: u32| {
        let u = format!(
            "{{ code = \"A1\", arm = \"infantry\", companies = 2, figures = {n}, valour = 0, weapon = \"musket\", inside = \"Church\" }}"
        );
        whole(HEAD, &house(""), "other", &format!("unit = [{u}, {}]", PLAIN.replace("A1", "A2")))
    };
    let f = good(&inside(10));
    assert_eq!(f[f.by_code("A1").unwrap()].inside, Some(0));
    assert_eq!(law(&inside(11)), "17.02.3.b");
    // Kitchen gardens.
    let garden = |more: &str| {
        plain(
            HEAD,
            &format!(
                "[[ground.area]]\nkind = \"garden\"\nname = \"Garden\"\noutline = [[100, 60], [110, 60], [110, 70], [100, 70]]\n{more}"
            ),
        )
    };
    let f = good(&garden(""));
    assert_eq!((f.lines[0].obstacle, f.lines[0].cover), (Obstacle::I, Cover::None));
    assert_eq!(f.lines[0].path.points.first(), f.lines[0].path.points.last());
    let f = good(&garden("obstacle = \"II\"\ncover = \"I\""));
    assert_eq!((f.lines[0].obstacle, f.lines[0].cover), (Obstacle::II, Cover::I));
    assert!(good(&garden("fenced = false")).lines.is_empty());
    assert_eq!(p.shows("17.02.2", law(&garden("obstacle = \"III\""))), "17.02.2");
    assert_eq!(law(&garden("cover = \"II\"")), "17.02.2");
    let scrub = garden("obstacle = \"I\"").replace("kind = \"garden\"", "kind = \"scrub\"");
    assert_eq!(law(&scrub), "17.02.2");
}

#[test]
fn water_and_lines() {
    let water =
        |more: &str| plain(HEAD, &format!("[[ground.area]]\nkind = \"water\"\nname = \"Brook\"\n{more}"));
    let f = good(&water("path = [[0, 80], [240, 80]]\nwidth = 0.5"));
    assert_eq!(f.ground.patches[0].width, 0.5);
    assert_eq!(law(&water("path = [[0, 80], [240, 80]]\nwidth = 0.4")), "07.04.1.b");
    assert_eq!(law(&water("outline = [[0, 80], [240, 80], [120, 90]]")), "07.04.1.a");
    let line = |kind: &str, more: &str| {
        plain(
            HEAD,
            &format!(
                "[[ground.line]]\nkind = \"{kind}\"\nname = \"It\"\npath = [[10, 60], [40, 60]]\n{more}"
            ),
        )
    };
    let f = good(&line("barricade", "obstacle = \"I\"\ncover = \"none\""));
    assert_eq!((f.lines[0].obstacle, f.lines[0].cover), (Obstacle::I, Cover::None));
    let f = good(&line("wall", "loopholes = true"));
    assert_eq!(
        (f.lines[0].obstacle, f.lines[0].cover, f.lines[0].loopholes),
        (Obstacle::II, Cover::II, true)
    );
    assert_eq!(law(&line("hedge", "cover = \"I\"")), "07.05.1");
    assert_eq!(law(&line("ditched-field-work", "obstacle = \"I\"")), "07.05.1");
    assert!(mistake(&line("palisade", "")).1.contains("palisade"));
}

#[test]
fn hills_have_steps_and_tables_are_fields() {
    let hill = |x: f64| {
        plain(
            HEAD,
            &format!(
                "[[ground.hill]]\nname = \"Hill\"\n[[ground.hill.step]]\noutline = [[100, 50], [160, 50], [160, 90], [100, 90]]\n[[ground.hill.step]]\noutline = [[110, 60], [{x}, 60], [{x}, 80], [110, 80]]"
            ),
        )
    };
    let p = proves!("01.03.2", "01.02.1");
    let f = good(&hill(150.0));
    assert_eq!(
        [(90.0, 60.0), (105.0, 60.0), (120.0, 70.0)].map(|(x, y)| f.level(table::v2(x, y))),
        [0, 1, 2]
    );
    assert_eq!(p.shows("01.03.2", law(&hill(161.0))), "01.03.2");
    let narrow = plain(HEAD, "").replace("depth = 160", "depth = 39");
    let r = bad(&narrow);
    let by = r.mistakes.iter().any(|m| m.clause == Some("01.02.1"));
    assert!(p.shows("01.02.1", by), "{r:#}");
}

/// The staff of side A as post and number.
fn staff(f: &Field) -> Vec<(Post, usize)> {
    let all =
        [Post::Commander, Post::Courier, Post::EngineerOfficer, Post::ArtilleryOfficer, Post::PioneerNco];
    let n = |p: Post| f.staff.iter().filter(|s| s.side == Side::A && s.post == p).count();
    all.into_iter().map(|p| (p, n(p))).filter(|x| x.1 > 0).collect()
}

#[test]
fn commanders_couriers_and_specialists() {
    let p = proves!("08.01.1", "08.01.2", "08.01.3");
    let with = |commands: &str| {
        format!(
            "{HEAD}{TABLE}[[side]]\nname = \"South\"\nnation = \"other\"\nedge = \"south\"\n{commands}\n{TASK}{B}"
        )
    };
    let unit = format!("unit = [{PLAIN}]");
    let level = |l: &str, more: &str| {
        with(&format!("[[side.command]]\ncode = \"CA\"\nlevel = \"{l}\"\n{more}\n{unit}"))
    };
    for (l, couriers) in [("regiment", 1), ("brigade", 1), ("division", 2)] {
        let f = good(&level(l, ""));
        assert_eq!(staff(&f), [(Post::Commander, 1), (Post::Courier, couriers)], "{l}");
        assert_eq!(p.shows("08.01.2", law(&level(l, "couriers = 3"))), "08.01.2");
        good(&level(l, &format!("couriers = {couriers}")));
    }
    // A corps over two brigades: two couriers, one officer of each kind.
    let corps = |more: &str| {
        with(&format!(
            "[[side.command]]\ncode = \"K\"\nlevel = \"corps\"\ncommander = {{ name = \"Ney\", x = 100, y = 20 }}\n{more}\n[[side.command]]\ncode = \"CA\"\nunder = \"K\"\n{unit}\n[[side.command]]\ncode = \"CC\"\nunder = \"K\"\nunit = [{}]",
            PLAIN.replace("A1", "A2").replace("x = 60", "x = 120")
        ))
    };
    let f = good(&corps(""));
    assert_eq!(
        staff(&f),
        [(Post::Commander, 3), (Post::Courier, 4), (Post::EngineerOfficer, 1), (Post::ArtilleryOfficer, 1)]
    );
    assert_eq!(f.commands.iter().filter(|c| c.level == Level::Corps).count(), 1);
    assert_eq!(p.shows("08.01.3", law(&corps("engineers = 0"))), "08.01.3");
    assert_eq!(law(&corps("artillerists = 0")), "08.01.3");
    let f = good(&corps("engineers = 3\npioneer_ncos = 2"));
    assert_eq!(
        staff(&f)[2..],
        [(Post::EngineerOfficer, 3), (Post::ArtilleryOfficer, 1), (Post::PioneerNco, 2)]
    );
    let free =
        corps("couriers = 0\nengineers = 0").replacen("[[side]]", "[rules]\nfree_staffs = true\n[[side]]", 1);
    assert_eq!(staff(&good(&free))[1], (Post::Courier, 2));
    // Everybody has a commander figure; a regiment only where there is infantry.
    assert_eq!(p.shows("08.01.1", law(&level("brigade", "commander = false"))), "08.01.1");
    let horse = "unit = [{ code = \"A1\", arm = \"cavalry\", weight = \"light\", companies = 4, figures = 20, valour = 0, x = 60, y = 30 }]";
    let of = |l: &str| with(&format!("[[side.command]]\ncode = \"CA\"\nlevel = \"{l}\"\n{horse}"));
    good(&of("brigade"));
    assert_eq!(law(&of("regiment")), "08.01.1");
    // Who is under whom.
    assert_eq!(law(&level("brigade", "under = \"X\"")), "01.01.1");
}

#[test]
fn reserves_and_who_comes_with_them() {
    let p = proves!("play.setup");
    let reserve = |more: &str| {
        whole(
            HEAD,
            "",
            "other",
            &format!(
                "unit = [{PLAIN}]\n[[side.command]]\ncode = \"CR\"\nunit = [{{ code = \"R1\", arm = \"infantry\", companies = 6, figures = 24, valour = 0, weapon = \"musket\", arrives = 3, edge = \"south\", {more} }}]"
            ),
        )
    };
    let f = good(&reserve("at = 150"));
    let r1 = f.by_code("R1").unwrap();
    assert_eq!(f.arrivals, [(3, Comer::Unit(r1))]);
    // One rank of 1.5 cm on the table.
    assert!((f[r1].base.front.y - 1.5).abs() < 1e-9 && f[r1].base.front.x == 150.0);
    let his = f.staff.iter().filter(|s| s.with == Some(r1)).count();
    assert_eq!(his, 2);
    assert_eq!(p.shows("play.setup", law(&reserve("at = 150, formation = \"line\""))), "play.setup");
    assert_eq!(law(&reserve("at = 1")), "play.setup");
    assert!(mistake(&reserve("at = 150, facing = 90")).1.contains("facing"));
}
