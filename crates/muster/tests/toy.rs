//! A book that has next to nothing reads a whole scenario: what the house gives every book, and what it complains of.

use muster::{
    Called, Codes, Facing, Format, Head, Kinds, Land, Link, Mistake, Placed, Report, Roll, Section, Shape,
    Sheet, Stands, Tab, Task, TaskKind, Track, Usual, When, bring_on, chain,
};
use table::{Edge, Rect, V2, v2};
use umpire::{Clause, Side};
use words::Message;

static TOY: Format = Format {
    book: "toy",
    unit: Called::Code("cm"),
    facing: Facing::North,
    sections: &[
        Section::new(
            "scenario",
            "a scenario",
            &["book", "title", "briefing", "umpire", "table", "ground", "side"],
        ),
        Section::new("table", "[table]", &["width", "depth"]),
        Section::new("ground", "[ground]", &["area", "hill", "road"]),
        Section::new("ground.area", "[[ground.area]]", &["kind", "name", "outline", "oval", "path", "width"]),
        Section::new("ground.hill", "[[ground.hill]]", &["name", "step"]),
        Section::new("ground.hill.step", "[[ground.hill.step]]", &["outline", "oval", "crest"]),
        Section::new("ground.road", "[[ground.road]]", &["name", "path", "width"]),
        Section::new("oval", "an oval", &["x", "y", "length", "width", "bearing"]),
        Section::new("side", "a side", &["name", "briefing", "command", "task"]),
        Section::new("command", "a command", &["code", "rank", "under", "general", "unit"]),
        Section::new("general", "a general", &["name", "with", "x", "y", "arrives"]),
        Section::new("unit", "a unit", &["code", "x", "y", "arrives", "edge", "at"]),
        Section::new(
            "task",
            "a task",
            &[
                "task", "points", "ground", "place", "within", "turn", "by", "units", "percent", "edge",
                "each",
            ],
        ),
    ],
};

const KINDS: Kinds<char> =
    Kinds { words: &[("wood", 'w'), ("swamp", 's')], example: "wood", law: Some(|| Clause("toy.1")) };

#[derive(Debug, Default)]
struct Toy {
    head: Head,
    areas: Vec<(char, String, Shape)>,
    steps: usize,
    roads: Vec<Track>,
    units: Vec<(Side, String, Option<V2>)>,
    awaited: Vec<(u32, usize)>,
    above: Vec<Option<usize>>,
    tasks: Vec<Task<usize>>,
}

impl Roll for Toy {
    type Unit = usize;
    fn unit(&self, side: Side, code: &str) -> Option<usize> {
        self.units.iter().position(|u| u.0 == side && u.1 == code)
    }
    fn ground(&self, name: &str) -> bool {
        self.areas.iter().any(|a| a.1 == name)
    }
    fn on_table(&self, place: V2) -> bool {
        place.x <= 100.0 && place.y <= 100.0
    }
    fn may_leave(&self, _: Side, edge: Edge) -> Result<(), Clause> {
        if edge == Edge::North { Ok(()) } else { Err(Clause("toy.2")) }
    }
}

fn read(text: &str) -> Result<Toy, Report> {
    TOY.read("toy.toml", text, scenario)
}

fn scenario(s: &mut Sheet, root: &Tab<'_>) -> Option<Toy> {
    let mut toy = Toy { head: s.head(root), ..Toy::default() };
    let size = s.table(root, "table").map(|t| s.table_size(&t, [10.0, 100.0]))?;
    if let Some(t) = s.table(root, "ground") {
        let mut land = Land::new(s, size).beyond(10.0).named();
        let areas = land.features(&t, "ground.area", KINDS);
        toy.areas = areas.into_iter().map(|f| (f.kind, f.name, f.shape)).collect();
        for h in land.tables(&t, "ground.hill") {
            toy.steps += land.steps(&h, "ground.hill.step", || Clause("toy.3")).len();
        }
        toy.roads = land.tracks(&t, "ground.road", "path", Usual(4.0, [1.0, 9.0]), "road");
    }
    let mut codes = Codes::default();
    let tabs = s.sides(root, "side");
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        toy.head.sides.push(s.side_head(t, "North"));
        let mut links = Vec::new();
        for c in s.tables(t, "command", 5) {
            let code = codes.read(s, &c, || Message::verbatim("code = \"I\""));
            let rank = s.word(&c, "rank", &[("brigade", 1), ("division", 2)]).map_or(1, |(r, _)| r);
            s.leader(&c, "general", "general = \"Hale\"");
            links.push((code, rank, s.text(&c, "under"), c.at()));
            for u in s.tables(&c, "unit", 5) {
                let code = codes.read(s, &u, || Message::verbatim("code = \"1NY\""));
                let n = toy.units.len();
                let place = match s.arrival(&u, &["x", "y"]) {
                    Some(a) => {
                        toy.awaited.push((a.turn, n));
                        a.foot(size).map(|(foot, _)| foot)
                    }
                    None => s.pose(&u).map(|p| v2(p.x, p.y)),
                };
                toy.units.push((side, code, place));
            }
        }
        let links: Vec<Link<'_, i32>> = links
            .iter()
            .map(|(code, rank, under, at)| Link { code, rank: *rank, under: under.clone(), at: at.clone() })
            .collect();
        toy.above.extend(s.under(|| Clause("toy.4"), |s| chain(s, &links)));
    }
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        let more = s.tasks(t, side, &toy, 10);
        toy.tasks.extend(more);
    }
    Some(toy)
}

const GOOD: &str = r#"book = "toy"
title = "Toys"
briefing = "Play."
umpire = "Watch."

[table]
width = 100
depth = 80

[[ground.area]]
kind = "wood"
name = "The Wood"
outline = [[10, 10], [30, 10], [30, 30], [10, 30]]

[[ground.area]]
kind = "swamp"
name = "The Swamp"
path = [[40, 0], [50, 40], [40, 80]]
width = 4

[[ground.hill]]
name = "The Hill"
[[ground.hill.step]]
oval = { x = 70, y = 40, length = 30, width = 20 }
[[ground.hill.step]]
oval = { x = 70, y = 40, length = 10, width = 6 }

[[ground.road]]
name = "The Road"
path = [[0, 40], [100, 40]]

[[side]]
name = "North"
briefing = "Win."
[[side.command]]
code = "D"
rank = "division"
general = { name = "Hale", x = 20, y = 20 }
[[side.command]]
code = "B"
under = "D"
unit = [{ code = "N1", x = 20, y = 20 }, { code = "N2", arrives = 3, edge = "east", at = 40 }]
[[side.task]]
task = "hold"
ground = "The Wood"
points = 5
[[side.task]]
task = "take"
units = ["S1"]
points = 2
by = 4

[[side]]
name = "South"
[[side.command]]
code = "S"
unit = [{ code = "S1", x = 80, y = 70 }]
[[side.task]]
task = "exit"
units = ["S1"]
edge = "north"
points = 3
"#;

/// The one mistake that this makes.
fn spoiled(from: &str, to: &str) -> Mistake {
    assert!(GOOD.contains(from), "{from}");
    let r = read(&GOOD.replacen(from, to, 1)).expect_err(to);
    // A wood that cannot be read is missed by the task that names it.
    let missed = |m: &&Mistake| m.wrong != "there is no ground called \"The Wood\"";
    let found: Vec<&Mistake> = r.mistakes.iter().filter(missed).collect();
    assert_eq!(found.len(), 1, "{r:#}");
    found[0].clone()
}

#[test]
fn a_whole_scenario() {
    let toy = read(GOOD).unwrap_or_else(|r| panic!("{r:#}"));
    assert_eq!(toy.head, Head::of(GOOD));
    assert_eq!(toy.head.briefing_for(Some(Side::A)), "Play.\n\nNorth: Win.");
    assert_eq!(toy.head.briefing_for(Some(Side::B)), "Play.");
    assert_eq!(toy.head.briefing_for(None), "Play.\n\nNorth: Win.\n\nWatch.");
    assert_eq!(toy.areas.iter().map(|a| a.0).collect::<String>(), "ws");
    assert_eq!((toy.steps, toy.roads[0].width), (2, 4.0));
    assert_eq!(toy.above, [None, Some(0), None]);
    assert_eq!(toy.units[1].2, Some(v2(100.0, 40.0)));
    assert_eq!(toy.tasks[2].kind, TaskKind::Exit { units: vec![2], edge: Edge::North, each: false });
    assert_eq!(toy.tasks[1].when, When::By(4));
}

#[test]
fn what_no_book_may_have() {
    let wrong = |from, to| spoiled(from, to).wrong;
    assert_eq!(wrong("book = \"toy\"", "book = \"chess\""), "the book is \"chess\"");
    assert_eq!(wrong("title =", "tilte = 1\ntitle ="), "a scenario has no `tilte`");
    assert_eq!(wrong("width = 100", "width = 101"), "a table with a side of 101 cm");
    assert_eq!(
        wrong("[30, 10], [30, 30]", "[30, 30], [30, 10]"),
        "the outline crosses or touches itself: its edge from corner 0 meets its edge from corner 2"
    );
    assert_eq!(wrong("[30, 10], [30, 30]", "[230, 10], [230, 30]"), "this does not lie on the table");
    assert_eq!(wrong("The Swamp", "the wood"), "there are two pieces of ground called \"the wood\"");
    assert_eq!(
        wrong("path = [[0, 40], [100, 40]]", "path = [[0, 40]]"),
        "`path` of [[ground.road]] has 1 points"
    );
    assert_eq!(wrong("[[0, 40], [100, 40]]", "[[0, 40], [0, 40]]"), "a path that goes nowhere");
    assert_eq!(wrong("\"N2\"", "\"n1\""), "the code \"n1\" is given twice");
    assert_eq!(wrong(", at = 40", ""), "a unit needs `at`");
    assert_eq!(wrong("arrives = 3, ", "x = 1, arrives = 3, "), "`x` of a reserve");
    assert_eq!(wrong("ground = \"The Wood\"", "ground = \"Wood\""), "there is no ground called \"Wood\"");
    assert_eq!(
        wrong("units = [\"S1\"]\npoints = 2", "units = [\"N1\"]\npoints = 2"),
        "side B has no unit \"N1\""
    );
    assert_eq!(wrong("by = 4", "by = 4\nturn = 5"), "both `turn` and `by`");
    assert_eq!(wrong("by = 4", "by = 11"), "`by` of a task is 11");
}

#[test]
fn what_a_clause_forbids_is_said_by_the_clause() {
    let law = |from, to| spoiled(from, to).clause;
    assert_eq!(law("kind = \"wood\"", "kind = \"would\""), Some("toy.1"));
    assert_eq!(law("edge = \"north\"", "edge = \"south\""), Some("toy.2"));
    assert_eq!(law("x = 70, y = 40, length = 10", "x = 50, y = 40, length = 10"), Some("toy.3"));
    let r = read(&GOOD.replacen("under = \"D\"", "under = \"E\"", 1)).expect_err("nobody is called E");
    assert!(r.mistakes.iter().all(|m| m.clause == Some("toy.4")), "{r:#}");
    assert_eq!(law("points = 2", "points = 0"), None);
}

/// A place for every unit; those who have none have left by the north.
struct Now(Vec<Option<V2>>);

impl Stands for Now {
    type Unit = usize;
    fn holds(&self, side: Side, there: &dyn Fn(&Rect) -> bool) -> bool {
        let stands = |u: usize| self.0[u].is_some_and(|p| there(&Rect::upright(p, p + v2(1.0, 1.0))));
        if side == Side::A { stands(0) && !stands(2) } else { stands(2) && !stands(0) }
    }
    fn on_ground(&self, _: &str, r: &Rect) -> bool {
        r.centre.x < 30.0
    }
    fn lost(&self, side: Side) -> (u32, u32) {
        (u32::from(side == Side::B) * 3, 10)
    }
    fn guns_taken(&self, _: Side) -> u32 {
        2
    }
    fn is_lost(&self, _: usize) -> bool {
        false
    }
    fn left_by(&self, unit: usize) -> Option<Edge> {
        self.0[unit].is_none().then_some(Edge::North)
    }
    fn is_kept(&self, unit: usize) -> bool {
        unit == 0
    }
}

#[test]
fn tasks_are_judged_by_who_stands_where() {
    let task = |side, kind, when| Task { side, kind, points: 4, when };
    let hold = task(Side::A, TaskKind::Hold { ground: "W".into() }, When::By(5));
    let there = Now(vec![Some(v2(20.0, 20.0)), None, Some(v2(80.0, 70.0))]);
    let both = Now(vec![Some(v2(20.0, 20.0)), None, Some(v2(25.0, 25.0))]);
    assert_eq!((hold.share(&there), hold.share(&both)), ((1, 1), (0, 1)));
    // Once done, done; and not done is decided when the time is over.
    assert_eq!(hold.decided(&there, 2), Some(1));
    assert_eq!((hold.decided(&both, 4), hold.decided(&both, 5)), (None, Some(0)));
    assert_eq!(task(Side::A, hold.kind.clone(), When::End).decided(&there, 9), None);
    assert_eq!(task(Side::A, hold.kind.clone(), When::Turn(3)).decided(&there, 2), None);
    let losses = |percent| task(Side::A, TaskKind::Losses { percent }, When::End).share(&there);
    assert_eq!((losses(30.0), losses(30.1)), ((1, 1), (0, 1)));
    let keep = task(Side::A, TaskKind::Keep { units: vec![0, 1], each: true }, When::End);
    assert_eq!((keep.share(&there), keep.worth(1, 2)), ((1, 2), (4, 8)));
    let all = task(Side::A, TaskKind::Keep { units: vec![0, 1], each: false }, When::End);
    assert_eq!((all.worth(1, 2), all.worth(2, 2)), ((0, 4), (4, 4)));
    let exit = |edge| task(Side::A, TaskKind::Exit { units: vec![1, 2], edge, each: true }, When::End);
    assert_eq!((exit(Edge::North).share(&there), exit(Edge::South).share(&there)), ((1, 2), (0, 2)));
    let guns = |guns| task(Side::A, TaskKind::Guns { guns, each: true }, When::End).share(&there);
    assert_eq!((guns(1), guns(4)), ((1, 1), (2, 4)));
}

#[test]
fn reserves_come_when_there_is_room() {
    let mut awaited = vec![(2, 'a'), (2, 'b'), (5, 'c')];
    bring_on(&mut awaited, 1, |_| true);
    assert_eq!(awaited.len(), 3);
    bring_on(&mut awaited, 2, |who| who == 'b');
    assert_eq!(awaited, [(2, 'a'), (5, 'c')]);
}

#[test]
fn nobody_stands_on_another_or_off_the_table() {
    let placed = |code: &'static str, x: f64, due: u32| {
        let pose = table::Pose { x, y: 40.0, facing: 0.0 };
        Placed { code, base: table::Base::new(pose, 10.0, 4.0), due, at: 0..1 }
    };
    let apart = |all: &[Placed<'_>]| {
        let mut s = Sheet::of(&TOY);
        s.stand_apart(all);
        s.finish().into_iter().map(|m| m.wrong).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(apart(&[placed("A", 20.0, 0), placed("B", 30.0, 0)]), none);
    assert_eq!(apart(&[placed("A", 20.0, 0), placed("B", 29.9, 0)]), ["\"B\" stands on \"A\""]);
    assert_eq!(apart(&[placed("A", 20.0, 0), placed("B", 25.0, 3)]), none);
    assert_eq!(apart(&[placed("A", 20.0, 3), placed("B", 25.0, 3)]).len(), 1);
    let mut s = Sheet::of(&TOY);
    assert!(s.stands_on_table([100.0, 80.0], &placed("A", 5.0, 0)));
    assert!(!s.stands_on_table([100.0, 80.0], &placed("A", 4.9, 0)));
    let right = s.finish().remove(0).right.expect("what would be right");
    assert_eq!(right, "facing so, x from 5.0 to 95.0 and y from 4.0 to 80.0");
}

#[test]
fn hostile_text_is_an_error_never_a_panic() {
    for i in 0..GOOD.len() {
        let _ = read(&GOOD[..i]);
        let _ = Head::of(&GOOD[..i]);
    }
    for from in ["\"", "= ", "[", "1", "0", "kind", "{", "units"] {
        for to in ["nan", "", "-", "[]", "{}", "1e999", "\"\"", "true", "[[", "99999999999999999999"] {
            let _ = read(&GOOD.replace(from, to));
            let _ = Head::of(&GOOD.replace(from, to));
        }
    }
    for text in ["", "side = 3", "[[side]]\n[[side]]", "\u{0}", "ground = [1]", "table = 1"] {
        assert!(read(text).is_err(), "{text}");
    }
    let r = read(&"x".repeat(600 * 1024)).expect_err("it is too long");
    assert_eq!(r.mistakes[0].wrong, "the file is 614400 bytes long");
}
