//! The sheets: well formed whatever the names, complete, within their paper, the same for the same board, and no more than the
//! board.

mod everything;

use chart::{Film, Options, Trace, svg};
use desk::board::{Board, Deed, Feature, Ground, Moment, Piece, Shape, Shift, Spot, Told};
use desk::{Game, Seating, Strength};
use everything::{ARMS, GROUND, board, feature, piece};
use umpire::{Seat, Seed};
use words::Message;

/// The texts of a document that must be well formed.
fn texts(svg: &str) -> Vec<String> {
    let doc = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("the map is no XML: {e}"));
    assert_eq!(doc.root_element().tag_name().name(), "svg");
    let named = |n: &roxmltree::Node<'_, '_>| matches!(n.tag_name().name(), "text" | "textPath");
    let texts = doc.descendants().filter(named).filter_map(|n| n.text().map(str::to_owned));
    texts.collect()
}

fn says(svg: &str, what: &str) -> bool {
    texts(svg).iter().any(|t| t == what)
}

fn drawn(b: &Board) -> String {
    let sides = ["Union".to_string(), "Confederates".to_string()];
    svg(b, &Options { title: "Everything", sides: &sides, ..Options::default() })
}

#[test]
fn every_kind_of_ground_has_a_sign_of_its_own() {
    let bare = Board::new(240.0, 160.0, Message::verbatim("cm"));
    let without = Options { legend: false, ..Options::default() };
    let mut seen: Vec<String> = vec![svg(&bare, &without)];
    for kind in GROUND {
        let one = Board {
            features: vec![Feature { name: Message::default(), ..feature(kind, 120.0, 80.0) }],
            ..bare.clone()
        };
        let sheet = svg(&one, &without);
        texts(&sheet);
        assert!(!seen.contains(&sheet), "{kind:?} looks like another");
        seen.push(sheet);
    }
    let all = texts(&drawn(&board()));
    for kind in GROUND {
        assert!(all.contains(&format!("{kind:?}")), "{kind:?} is not named");
    }
}

#[test]
fn every_arm_has_a_sign_of_its_own_and_every_piece_its_label() {
    let bare = Board::new(240.0, 160.0, Message::verbatim("cm"));
    let without = Options { legend: false, ..Options::default() };
    let mut seen: Vec<String> = Vec::new();
    let same = |arm, open| Piece { open, width: 12.0, depth: 4.0, ..piece(0, arm, "", 60.0, 60.0) };
    for (arm, open) in ARMS.map(|a| (a, false)).into_iter().chain([(ARMS[0], true), (ARMS[1], true)]) {
        let sheet = svg(&Board { pieces: vec![same(arm, open)], ..bare.clone() }, &without);
        assert!(!seen.contains(&sheet), "{arm:?} looks like another");
        seen.push(sheet);
    }
    let b = board();
    let all = texts(&drawn(&b)).join("\n");
    for p in &b.pieces {
        assert!(all.contains(&p.label), "{} is not on the map", p.label);
    }
    // States that are as they should be are not shown; the others are.
    let sheet = drawn(&b);
    assert!(says(&sheet, "W") && says(&sheet, "B") && says(&sheet, "P") && !says(&sheet, "G"));
}

#[test]
fn a_small_sheet_is_as_it_was() {
    let b = Board {
        features: vec![Feature { name: Message::verbatim("Mill Road"), ..feature(Ground::Road, 30.0, 20.0) }],
        pieces: vec![piece(1, ARMS[1], "6UC", 30.0, 25.0)],
        ..Board::new(60.0, 40.0, Message::verbatim("cm"))
    };
    let sheet = svg(&b, &Options { title: "Small", legend: false, places: false, ..Options::default() });
    let body: Vec<&str> = sheet
        .lines()
        .skip_while(|l| !l.contains("clip-path=\"url(#face)\""))
        .filter(|l| !l.is_empty())
        .collect();
    insta::assert_snapshot!(body.join("\n"));
}

#[test]
fn the_margin_tells_how_the_armies_stand() {
    let b = board();
    let sheet = drawn(&b);
    for what in [
        "Everything",
        "Turn 3 of 18",
        "Union",
        "Confederates",
        "Lost: 2 of 12; beaten at 7",
        "wood",
        "steep hill",
        "40 cm",
    ] {
        assert!(says(&sheet, what), "{what} in {:?}", texts(&sheet));
    }
    // What is too long for a line is broken, not cut.
    let all = texts(&sheet).join(" ");
    assert!(all.contains("Task: hold the marked ground") && all.contains("whatever it costs"), "{all}");
    let bare = svg(&b, &Options { legend: false, ..Options::default() });
    assert!(!says(&bare, "steep hill"));
    let unmeasured = drawn(&Board { measured: false, ..b });
    assert!(!says(&unmeasured, "40 cm"), "no ruler where the book lets nobody measure");
}

#[test]
fn hostile_names_and_numbers_stay_in_their_place() {
    const BAD: &str = "</text><script>\"&'\u{0}\u{7}]]>";
    let mut b = board();
    for p in &mut b.pieces {
        (p.label, p.nation, p.strength) = (BAD.into(), BAD.into(), Message::verbatim(BAD));
    }
    for f in &mut b.features {
        f.name = Message::verbatim(BAD);
    }
    for f in &mut b.facts {
        (f.label, f.says) = (Message::verbatim(BAD), Message::verbatim(BAD));
    }
    let sides = [BAD.to_string(), BAD.to_string()];
    let sheet = svg(&b, &Options { title: BAD, subtitle: BAD, sides: &sides, ..Options::default() });
    assert!(!sheet.contains("<script"));
    assert!(says(&sheet, "</text><script>\"&']]>"));
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300, -1e300, -5.0, 0.0] {
        let mut b = board();
        b.pieces[0].at.x = bad;
        b.pieces[1].width = bad;
        b.pieces[2].at.facing = bad;
        for f in &mut b.features {
            match &mut f.shape {
                Shape::Area(p) => p[0] = [bad, bad],
                Shape::Line { points, width } => (points[0], *width) = ([bad, 1.0], bad),
            }
        }
        let wrong = Spot { x: bad, y: bad, facing: bad };
        let traces = [
            Trace::Fired { from: [bad, 1.0], at: [1.0, bad] },
            Trace::Fell(chart::Stand { at: wrong, width: bad, depth: 1.0 }),
        ];
        for board in [b.clone(), Board { width: bad, depth: bad, ..b }] {
            let sheet = svg(&board, &Options { traces: &traces, legend: false, ..Options::default() });
            texts(&sheet);
            assert!(!sheet.contains("NaN") && !sheet.contains("inf"), "{bad}");
        }
    }
}

#[test]
fn what_is_not_on_the_board_is_not_on_the_sheet() {
    let b = board();
    let (last, rest) = b.pieces.split_last().unwrap();
    let hidden = Board { pieces: rest.to_vec(), ..b.clone() };
    assert!(says(&drawn(&b), &last.label));
    assert!(!says(&drawn(&hidden), &last.label));
    assert_eq!(drawn(&hidden), drawn(&hidden.clone()), "equal boards give equal bytes");
}

/// Whatever is drawn outside the table's clip lies on the paper.
#[cfg(feature = "png")]
#[test]
fn nothing_lies_outside_the_paper() {
    use resvg::usvg::{Node, Options as Usvg, Tree};
    fn boxes(n: &Node, size: (f32, f32)) {
        if let Node::Group(g) = n {
            if g.clip_path().is_none() {
                g.children().iter().for_each(|c| boxes(c, size));
            }
            return;
        }
        let b = n.abs_stroke_bounding_box();
        assert!(
            b.left() >= -1.0 && b.top() >= -1.0 && b.right() <= size.0 + 1.0 && b.bottom() <= size.1 + 1.0,
            "{b:?} of {n:?}"
        );
    }
    let mut b = board();
    // Reserves wait beside the table.
    b.pieces.push(piece(0, ARMS[0], "beside", 60.0, -8.0));
    let traces = [Trace::Fired { from: [-50.0, 500.0], at: [10.0, 10.0] }];
    let narrow = Board { width: 60.0, ..b.clone() };
    for b in [b, narrow, Board::new(10.0, 10.0, Message::verbatim("cm"))] {
        let sheet = svg(&b, &Options { title: "T", traces: &traces, ..Options::default() });
        let tree = Tree::from_str(&sheet, &Usvg::default()).unwrap();
        let size = (tree.size().width(), tree.size().height());
        tree.root().children().iter().for_each(|n| boxes(n, size));
    }
}

fn moment(turn: u32, told: Vec<Told>, shifts: Vec<Shift>) -> Moment {
    Moment { turn, clock: None, told, pieces: vec![], shifts, gone: vec![], features: None, facts: None }
}

fn told(deed: Deed, pieces: &[&str]) -> Told {
    Told {
        event: 0,
        kind: String::new(),
        says: Message::default(),
        more: vec![],
        clause: String::new(),
        ruling: None,
        pieces: pieces.iter().map(|p| (*p).into()).collect(),
        deed: Some(deed),
        milestone: false,
        great: false,
    }
}

#[test]
fn the_deeds_of_a_turn_leave_traces() {
    let b = Board {
        pieces: vec![
            piece(0, ARMS[0], "a", 20.0, 20.0),
            piece(1, ARMS[0], "b", 20.0, 60.0),
            piece(1, ARMS[3], "c", 60.0, 60.0),
        ],
        ..Board::new(100.0, 80.0, Message::verbatim("cm"))
    };
    let goes = |y: f64| {
        vec![Shift { id: "a".into(), at: Spot { x: 20.0, y, facing: 0.0 }, width: 14.0, depth: 3.0 }]
    };
    let mut film = Film::new(b);
    film.go_on(&moment(1, vec![], goes(30.0)));
    film.go_on(&moment(1, vec![told(Deed::Fires, &["b", "c", "a"])], goes(40.0)));
    film.go_on(&moment(1, vec![told(Deed::FallsBack, &["a"]), told(Deed::Fights, &["a", "b"])], goes(35.0)));
    film.go_on(&moment(
        1,
        vec![told(Deed::Falls, &["c"]), told(Deed::Fires, &["nobody", "stranger"])],
        vec![],
    ));
    let kinds: Vec<String> = film
        .traces()
        .iter()
        .map(|t| match t {
            Trace::Went { piece, over, back, .. } => format!("{piece} goes over {} back {back}", over.len()),
            Trace::Fired { at, .. } => format!("fire at {at:?}"),
            Trace::Fought { at } => format!("fight at {at:?}"),
            Trace::Fell(s) => format!("falls at {}", s.at.x),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "a goes over 1 back false",
            "fire at [20.0, 28.5]",
            "fire at [20.0, 28.5]",
            "a goes over 0 back true",
            "fight at [20.0, 50.0]",
            "falls at 60"
        ]
    );
    let sheet = svg(film.board(), &Options { traces: film.traces(), ..Options::default() });
    for what in ["went", "fell back", "fired", "fought hand to hand", "lost"] {
        assert!(says(&sheet, what), "{what}");
    }
    // Until something is done in the next turn, the last one's traces are shown.
    film.go_on(&moment(2, vec![], vec![]));
    assert_eq!(film.traces().len(), 6);
    film.go_on(&moment(2, vec![], goes(30.0)));
    assert_eq!(film.traces().len(), 1);
}

fn by_id(b: &Board) -> Vec<Piece> {
    let mut all = b.pieces.clone();
    all.sort_by(|p, q| p.id.cmp(&q.id));
    all
}

#[test]
fn every_shipped_battle_is_drawn_from_beginning_to_end() {
    for entry in library::BOOKS.entries() {
        let book = entry.book;
        for (name, text) in book.shipped {
            let mut game: Box<dyn Game> =
                (book.begin)(name, text, &Seed::new("maps"), Seating::SIDES_ONLY).unwrap();
            let seats = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];
            let well = |game: &dyn Game| {
                for seat in seats {
                    let sheet = chart::map(game, seat, name);
                    let all = texts(&sheet).join("\n");
                    for p in &game.board(seat).pieces {
                        assert!(all.contains(&p.label), "{name}: {} is not on the map of {seat}", p.label);
                    }
                }
            };
            well(&*game);
            let mut film = Film::new(game.board(Seat::Spectator));
            game.record(&[Seat::Spectator]);
            let mut staff = [1, 2].map(|n| entry.appoint(Strength::Quick, n));
            let mut most: Vec<Trace> = Vec::new();
            while let Some(seat @ Seat::Side(n)) = game.waits_for().first().copied() {
                if game.turn() > 6 {
                    break;
                }
                let answer = staff[usize::from(n)].answer(&*game, seat).unwrap();
                game.answer(seat, &answer).unwrap();
                for m in game.take_moments(Seat::Spectator) {
                    film.go_on(&m);
                }
                if film.traces().len() > most.len() {
                    most = film.traces().to_vec();
                }
            }
            // The film leads to the table as it stands.
            assert_eq!(by_id(film.board()), by_id(&game.board(Seat::Spectator)), "{name}");
            well(&*game);
            assert!(most.iter().any(|t| matches!(t, Trace::Went { .. })), "{name}: nobody went anywhere");
            texts(&svg(film.board(), &Options { traces: &most, ..Options::default() }));
        }
    }
}
