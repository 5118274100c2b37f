//! The order slip, as players type it: in English and in the book's signs.

use chakoten_napoleonic::book;
use chakoten_napoleonic::order::{
    AttackOrder, FireOrder, Leg, Method, MinePart, Order, Until, Way, When, WorkOrder,
};
use chakoten_napoleonic::slip::{LONGEST, MOST_LEGS, read, read_from, write};
use chakoten_napoleonic::troop::{Density, Formation, Gait};
use proptest::prelude::*;
use table::Edge;

fn legs(legs: Vec<Leg>) -> Order {
    Order { legs, ..Order::default() }
}

fn march(until: Until) -> Leg {
    Leg::March { way: Way::Ahead, gait: Gait::March, until }
}

fn arrow(degrees: f64, until: Until) -> Leg {
    Leg::Arrow { degrees, gait: Gait::March, until }
}

fn fire(when: When, at: &[&str]) -> Order {
    let at = at.iter().map(ToString::to_string).collect();
    Order { fire: Some(FireOrder { when, at, range_in: false }), ..Order::default() }
}

/// Reads so, and what is written of it reads the same and is written the same.
fn is(text: &str, order: &Order) {
    let read_ = read(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
    assert_eq!(read_, *order, "`{text}`");
    let written = write(&read_);
    assert_eq!(read(&written).unwrap_or_else(|e| panic!("`{written}`: {e}")), read_, "`{written}`");
    assert_eq!(write(&read(&written).unwrap()), written);
}

#[test]
fn signs_of_the_book() {
    is("", &Order::default());
    is("X", &legs(vec![Leg::Reorganise]));
    for (i, a) in "↑↗→↘↓↙←↖".chars().enumerate() {
        is(&a.to_string(), &legs(vec![arrow(i as f64 * 45.0, Until::End)]));
    }
    is("->", &legs(vec![arrow(90.0, Until::End)]));
    is("<- 1/2", &legs(vec![arrow(270.0, Until::Turns(0.5))]));
    is("→ 1/2", &legs(vec![arrow(90.0, Until::Turns(0.5))]));
    is("→½", &legs(vec![arrow(90.0, Until::Turns(0.5))]));
    is("→ 12", &legs(vec![arrow(90.0, Until::Cm(12.0))]));
    // As the book prints it, and without commas between its signs.
    is("–> ½", &legs(vec![arrow(90.0, Until::Turns(0.5))]));
    is("<– ½", &legs(vec![arrow(270.0, Until::Turns(0.5))]));
    let part = Leg::Part { part: 0.25, code: None, degrees: 90.0, gait: Gait::March, until: Until::End };
    is("1/4–>", &legs(vec![part]));
    let column = Leg::Form { formation: Formation::AttackColumn, files: None, density: None };
    let mut both = legs(vec![column, arrow(90.0, Until::Turns(0.5))]);
    both.fire = fire(When::Time(0.75), &[]).fire;
    is("AK → ½ S 3/4", &both);
    // Fire may come first too, and a fraction before an arrow belongs to it.
    is("S 3/4 AK → ½", &both);
    let mut first = legs(vec![arrow(90.0, Until::Turns(0.25))]);
    first.fire = fire(When::AtOnce, &[]).fire;
    is("S → ¼", &first);
    first.fire = fire(When::BeforeContact(String::new()), &["x2"]).fire;
    is("S before contact at x2 → ¼", &first);
    let quarter = Leg::Part { part: 0.25, code: None, degrees: 90.0, gait: Gait::March, until: Until::End };
    let line = Leg::Form { formation: Formation::Line, files: None, density: None };
    is("L 1/4 →", &legs(vec![line, quarter.clone()]));
    is("S ½ ¼ →", &Order { fire: fire(When::Time(0.5), &[]).fire, ..legs(vec![quarter]) });
    assert!(read("L 1/4").is_err(), "a quarter of what?");
    assert!(read("S 1/2 1/4").is_err(), "one time");
    assert!(read("→ ½ ak").is_err(), "signs are capitals");
    let storm = Leg::Arrow { degrees: 0.0, gait: Gait::Charge, until: Until::End };
    let attack = AttackOrder { target: Some("x3".into()), then: Vec::new() };
    let storms = Order { attack: Some(attack), ..legs(vec![storm]) };
    for text in ["A SM ↑ x3", "A ↑ SM x3", "A ↑ x3 SM", "A x3 SM ↑", "A x3 ↑ SM"] {
        is(text, &storms);
    }
    is(
        "1/4 →",
        &legs(vec![Leg::Part {
            part: 0.25,
            code: None,
            degrees: 90.0,
            gait: Gait::March,
            until: Until::End,
        }]),
    );
    is(
        "1/4 → 1/2 as 1b",
        &legs(vec![Leg::Part {
            part: 0.25,
            code: Some("1b".into()),
            degrees: 90.0,
            gait: Gait::March,
            until: Until::Turns(0.5),
        }]),
    );
    is("S", &fire(When::AtOnce, &[]));
    is("S 1/2", &fire(When::Time(0.5), &[]));
    is("S 0.25", &fire(When::Time(0.25), &[]));
    is("S 0,25", &fire(When::Time(0.25), &[]));
    is("S when passes Mill", &fire(When::Passes("Mill".into()), &[]));
    is("S before contact of 2f", &fire(When::BeforeContact("2f".into()), &[]));
    is("S before contact", &fire(When::BeforeContact(String::new()), &[]));
    let attack = |target: Option<&str>, legs| Order {
        legs,
        attack: Some(AttackOrder { target: target.map(Into::into), then: vec![] }),
        ..Order::default()
    };
    is("A →", &attack(None, vec![arrow(90.0, Until::End)]));
    is("A → x3", &attack(Some("x3"), vec![arrow(90.0, Until::End)]));
    is("A x3 ↑ 1/2", &attack(Some("x3"), vec![arrow(0.0, Until::Turns(0.5))]));
    is("SM", &legs(vec![Leg::March { way: Way::Ahead, gait: Gait::Charge, until: Until::End }]));
    is("SM ↗ 1/2", &legs(vec![Leg::Arrow { degrees: 45.0, gait: Gait::Charge, until: Until::Turns(0.5) }]));
    is("R", &legs(vec![Leg::March { way: Way::Back, gait: Gait::March, until: Until::End }]));
    is("F", &legs(vec![Leg::March { way: Way::Ahead, gait: Gait::Flight, until: Until::End }]));
}

#[test]
fn every_code_and_word_of_the_book_is_read() {
    for r in &book::table("orders.formations").rows {
        let code = r[0].text().unwrap();
        let meaning = r[2].text().unwrap();
        let by_code = read(code).unwrap_or_else(|e| panic!("{code}: {e}"));
        assert_eq!(by_code, read(&code.to_lowercase()).unwrap());
        let words = match code {
            "T" => "form dense skirmish line".into(),
            "TT" => "form thin skirmish line".into(),
            "AP" => "unlimber".to_string(),
            "PP" => "limber".into(),
            "KS" => "make ready".into(),
            _ => format!("form {meaning}"),
        };
        assert_eq!(by_code, read(&words).unwrap_or_else(|e| panic!("{words}: {e}")), "{code}");
        assert_eq!(by_code.legs.len(), 1);
    }
    is(
        "SPR Bridge",
        &legs(vec![Leg::Work {
            work: WorkOrder::Destroy { object: "Bridge".into(), method: Method::Blast },
        }]),
    );
    is(
        "BRD Bridge",
        &legs(vec![Leg::Work { work: WorkOrder::Destroy { object: "Bridge".into(), method: Method::Burn } }]),
    );
    is("FORS Church", &legs(vec![Leg::Work { work: WorkOrder::Strengthen { building: "Church".into() } }]));
    is(
        "BAR from 1,2 to 3,4",
        &legs(vec![Leg::Work {
            work: WorkOrder::Build { work: "BAR".into(), from: [1.0, 2.0], to: [3.0, 4.0] },
        }]),
    );
}

#[test]
fn directions() {
    for (text, degrees) in [
        ("arrow 37", 37.0),
        ("arrow 37.5 degrees", 37.5),
        ("arrow 3 o'clock", 90.0),
        ("arrow 12 o'clock", 0.0),
        ("arrow 11 o'clock", 330.0),
        ("arrow north-east", 45.0),
        ("go W", 270.0),
        ("march → ", 90.0),
    ] {
        is(text, &legs(vec![arrow(degrees, Until::End)]));
    }
    for (own, degrees) in [(Edge::South, 0.0), (Edge::North, 180.0), (Edge::West, 270.0), (Edge::East, 90.0)]
    {
        let got = read_from("go north", own).unwrap();
        assert_eq!(got, legs(vec![arrow(degrees, Until::End)]), "{own:?}");
    }
    // A signed arrow and the clock are those of the slip, whatever the side.
    assert_eq!(read_from("→", Edge::North).unwrap(), read("→").unwrap());
}

#[test]
fn a_curved_arrow_is_pivots_and_marches() {
    let piece = |d: f64| [Leg::Pivot { degrees: d }, march(Until::Cm(4.0))];
    is("↷ 30 12 cm", &legs([piece(10.0), piece(10.0), piece(10.0)].concat()));
    is("↶ 20 8 cm", &legs([piece(-10.0), piece(-10.0)].concat()));
    is("↷ 10 1/2", &legs(vec![Leg::Pivot { degrees: 10.0 }, march(Until::Turns(0.5))]));
    assert!(read("↷ 30").is_err() && read("↷ 12 until 3,4").is_err() && read("↷ 0 5 cm").is_err());
}

#[test]
fn english() {
    use Leg::*;
    is("stand", &Order::default());
    is("stand 1/2, march", &legs(vec![Stand { turns: 0.5 }, march(Until::End)]));
    is(
        "march 1/2 turn, pivot right 30, form attack column 6 wide",
        &legs(vec![
            march(Until::Turns(0.5)),
            Pivot { degrees: 30.0 },
            Form { formation: Formation::AttackColumn, files: Some(6), density: None },
        ]),
    );
    is("march 12; rotate left 15", &legs(vec![march(Until::Cm(12.0)), Rotate { degrees: -15.0 }]));
    is("march 2 turns", &legs(vec![march(Until::Turns(2.0))]));
    is("march 0.5 cm", &legs(vec![march(Until::Cm(0.5))]));
    is("march until 10,20", &legs(vec![march(Until::Place([10.0, 20.0]))]));
    is("march to 10,20", &legs(vec![To { x: 10.0, y: 20.0, gait: Gait::March }]));
    is("to 10 20 charge", &legs(vec![To { x: 10.0, y: 20.0, gait: Gait::Charge }]));
    is("march back 1/4", &legs(vec![March { way: Way::Back, gait: Gait::March, until: Until::Turns(0.25) }]));
    is("march left 3 cm", &legs(vec![March { way: Way::Left, gait: Gait::March, until: Until::Cm(3.0) }]));
    is("road Causeway 1/2", &legs(vec![Road { road: "Causeway".into(), until: Until::Turns(0.5) }]));
    is(
        "about face, face right, face about, face square outward",
        &legs(vec![
            About,
            FaceSquare { degrees: Some(90.0) },
            FaceSquare { degrees: Some(180.0) },
            FaceSquare { degrees: None },
        ]),
    );
    is("unlimber about, make ready", &legs(vec![Unlimber { about: true }, MakeReady]));
    is("limber column about", &legs(vec![Limber { column: true, about: true }]));
    is("limber line", &legs(vec![Limber { column: false, about: false }]));
    is("leave guns with limbers", &legs(vec![LeaveGuns { limbers: true }]));
    is("man guns", &legs(vec![Man]));
    let line = SendOut { code: "1f".into(), figures: 6, density: Density::Dense, way: Way::Ahead, cm: 15.0 };
    is("send out 6 dense 15 cm ahead as 1f", &legs(vec![line.clone()]));
    is("send out 6 15 as 1f", &legs(vec![line.clone()]));
    is("T 6 15 cm as 1f", &legs(vec![line]));
    is("draw in", &legs(vec![DrawIn]));
    is("split 2 companies left as 1b", &legs(vec![Split { code: "1b".into(), companies: 2, left: true }]));
    is("join 1b and 1c", &legs(vec![Join { units: vec!["1b".into(), "1c".into()] }]));
    is(
        "brigade column with 2a and 3a",
        &legs(vec![Combine { units: vec!["2a".into(), "3a".into()], square: false }]),
    );
    is(
        "combine square 2a, disband",
        &legs(vec![Combine { units: vec!["2a".into()], square: true }, Disband]),
    );
    is("enter \"Mill\"", &legs(vec![Enter { building: "Mill".into() }]));
    is("leave to 3 4", &legs(vec![Leave { x: 3.0, y: 4.0 }]));
    is("make gap in Hedge", &legs(vec![MakeGap { object: "Hedge".into() }]));
    is("resupply from W1", &legs(vec![Resupply { wagon: "W1".into() }]));
    let work = |work| legs(vec![Work { work }]);
    is(
        "work breastwork-2 from 10,20 to 16,20",
        &work(WorkOrder::Build { work: "breastwork-2".into(), from: [10.0, 20.0], to: [16.0, 20.0] }),
    );
    is(
        "work scaling-ladder at 10,20",
        &work(WorkOrder::Build { work: "scaling-ladder".into(), from: [10.0, 20.0], to: [10.0, 20.0] }),
    );
    is("work on \"North work\"", &work(WorkOrder::GoOn { at: "North work".into() }));
    is("work level Redoubt", &work(WorkOrder::Level { object: "Redoubt".into() }));
    is(
        "work destroy Bridge by throw-off",
        &work(WorkOrder::Destroy { object: "Bridge".into(), method: Method::ThrowOff }),
    );
    is("work fire Bridge", &work(WorkOrder::Fire { object: "Bridge".into() }));
    is("work put out Barn", &work(WorkOrder::PutOut { object: "Barn".into() }));
    is("work charges", &work(WorkOrder::Charges));
    is("work strengthen Church", &work(WorkOrder::Strengthen { building: "Church".into() }));
    is(
        "work mine load at 1,2 charges 2",
        &work(WorkOrder::Mine { part: MinePart::Load, at: [1.0, 2.0], charges: 2.0 }),
    );
    is("fire at 0.5 at x2", &fire(When::Time(0.5), &["x2"]));
    is("fire at x2 and x3 at once", &fire(When::AtOnce, &["x2", "x3"]));
    is(
        "fire at x2 range in",
        &Order {
            fire: Some(FireOrder { when: When::AtOnce, at: vec!["x2".into()], range_in: true }),
            ..Order::default()
        },
    );
    is(
        "attack x3 then x4 and x5, charge, supports 2a",
        &Order {
            legs: vec![March { way: Way::Ahead, gait: Gait::Charge, until: Until::End }],
            attack: Some(AttackOrder { target: Some("x3".into()), then: vec!["x4".into(), "x5".into()] }),
            supports: Some("2a".into()),
            fire: None,
        },
    );
    is("stand, fire", &fire(When::AtOnce, &[]));
}

/// What is wrong is told with its place, the word, and what could stand there.
#[test]
fn a_unit_may_be_called_like_a_fraction() {
    is("supports 1/4", &Order { supports: Some("1/4".into()), ..Order::default() });
    is("join 1/4 and 2/4", &legs(vec![Leg::Join { units: vec!["1/4".into(), "2/4".into()] }]));
    is("brigade column with 1/4", &legs(vec![Leg::Combine { units: vec!["1/4".into()], square: false }]));
    is("fire before contact of 1/4", &fire(When::BeforeContact("1/4".into()), &[]));
    // Where a number can stand it is one.
    is("fire at 1/4", &fire(When::Time(0.25), &[]));
    is("fire at \"1/4\"", &fire(When::AtOnce, &["1/4"]));
}

#[test]
fn mistakes() {
    for (text, place, word) in [
        ("march quickly", 7, "quickly"),
        ("form hedgehog", 6, "hedgehog"),
        ("dance", 1, "dance"),
        ("march,", 7, ""),
        ("march, , march", 8, ","),
        ("pivot 30", 7, "30"),
        ("pivot right", 12, ""),
        ("enter \"Mill", 7, "\"Mill"),
        ("fire at 0.5 at once", 13, "at"),
        ("fire, fire", 7, "fire"),
        ("attack x3, attack x4", 12, "attack"),
        ("supports a1, supports b1", 14, "supports"),
        ("send out 6 as 1f", 12, "as"),
        ("send out six", 10, "six"),
        ("split 300 as 1b", 7, "300"),
        ("1/2 march", 5, "march"),
        ("to 10", 6, ""),
        ("work from 1,2 to 3,4", 6, "from"),
        ("work destroy Bridge by magic", 24, "magic"),
        ("stand, march", 13, ""),
        ("arrow 13 o'clock", 7, "13"),
        ("\"\"", 1, "\"\""),
        ("fire when leaves Mill", 11, "leaves"),
        ("leave guns with", 16, ""),
        ("march 1/0", 7, "1/0"),
    ] {
        let e = read(text).expect_err(text);
        assert_eq!((e.place, &*e.word), (place, word), "`{text}`: {e}");
        assert!(!e.to_string().is_empty());
    }
    assert_eq!(
        read("march quickly").unwrap_err().to_string(),
        "at 7, “quickly”: here stands a comma and the next part of the order, or the end"
    );
    assert!(read(&"x".repeat(LONGEST + 1)).is_err());
    let many = |n: usize| vec!["march 1"; n].join(", ");
    assert!(read(&many(MOST_LEGS)).is_ok() && read(&many(MOST_LEGS + 1)).is_err());
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.25),
        Just(0.5),
        Just(0.0),
        (0u32..100_000).prop_map(|n| f64::from(n) / 64.0),
        -1e6..1e6f64
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["x[1-9]", "[a-z0-9]{1,4}", "\\PC{1,8}", Just("march".to_string()), Just("1/2".to_string())]
}

fn names() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(name(), 1..4)
}

fn until() -> impl Strategy<Value = Until> {
    prop_oneof![
        Just(Until::End),
        number().prop_map(Until::Turns),
        number().prop_map(Until::Cm),
        [number(), number()].prop_map(Until::Place)
    ]
}

fn gait() -> impl Strategy<Value = Gait> {
    prop_oneof![Just(Gait::March), Just(Gait::Charge), Just(Gait::Flight)]
}

fn way() -> impl Strategy<Value = Way> {
    prop_oneof![Just(Way::Ahead), Just(Way::Back), Just(Way::Left), Just(Way::Right)]
}

fn density() -> impl Strategy<Value = Density> {
    prop_oneof![Just(Density::Dense), Just(Density::Thin)]
}

fn work() -> impl Strategy<Value = WorkOrder> {
    let point = || [number(), number()];
    prop_oneof![
        (name(), point(), point()).prop_map(|(work, from, to)| WorkOrder::Build { work, from, to }),
        name().prop_map(|at| WorkOrder::GoOn { at }),
        name().prop_map(|object| WorkOrder::Level { object }),
        (
            name(),
            prop_oneof![Just(Method::Blast), Just(Method::Burn), Just(Method::ThrowOff), Just(Method::Other)]
        )
            .prop_map(|(object, method)| WorkOrder::Destroy { object, method }),
        name().prop_map(|object| WorkOrder::Fire { object }),
        name().prop_map(|object| WorkOrder::PutOut { object }),
        Just(WorkOrder::Charges),
        name().prop_map(|building| WorkOrder::Strengthen { building }),
        (
            prop_oneof![
                Just(MinePart::Shaft),
                Just(MinePart::Gallery),
                Just(MinePart::Chamber),
                Just(MinePart::Load)
            ],
            point(),
            number()
        )
            .prop_map(|(part, at, charges)| WorkOrder::Mine { part, at, charges }),
    ]
}

fn leg() -> impl Strategy<Value = Leg> {
    let formation = proptest::sample::select(Formation::ALL.to_vec());
    prop_oneof![
        (way(), gait(), until()).prop_map(|(way, gait, until)| Leg::March { way, gait, until }),
        (number(), gait(), until()).prop_map(|(degrees, gait, until)| Leg::Arrow { degrees, gait, until }),
        (number(), number(), gait()).prop_map(|(x, y, gait)| Leg::To { x, y, gait }),
        (name(), until()).prop_map(|(road, until)| Leg::Road { road, until }),
        number().prop_map(|degrees| Leg::Pivot { degrees }),
        number().prop_map(|degrees| Leg::Rotate { degrees }),
        Just(Leg::About),
        proptest::option::of(number()).prop_map(|degrees| Leg::FaceSquare { degrees }),
        (formation, proptest::option::of(any::<u16>()), proptest::option::of(density()))
            .prop_map(|(formation, files, density)| Leg::Form { formation, files, density }),
        any::<(bool, bool)>().prop_map(|(column, about)| Leg::Limber { column, about }),
        any::<bool>().prop_map(|about| Leg::Unlimber { about }),
        any::<bool>().prop_map(|limbers| Leg::LeaveGuns { limbers }),
        prop_oneof![
            Just(Leg::MakeReady),
            Just(Leg::Man),
            Just(Leg::DrawIn),
            Just(Leg::Disband),
            Just(Leg::Reorganise)
        ],
        (name(), any::<u16>(), density(), way(), number())
            .prop_map(|(code, figures, density, way, cm)| Leg::SendOut { code, figures, density, way, cm }),
        (name(), any::<u8>(), any::<bool>()).prop_map(|(code, companies, left)| Leg::Split {
            code,
            companies,
            left
        }),
        (number(), proptest::option::of(name()), number(), gait(), until())
            .prop_map(|(part, code, degrees, gait, until)| Leg::Part { part, code, degrees, gait, until }),
        names().prop_map(|units| Leg::Join { units }),
        (names(), any::<bool>()).prop_map(|(units, square)| Leg::Combine { units, square }),
        name().prop_map(|building| Leg::Enter { building }),
        (number(), number()).prop_map(|(x, y)| Leg::Leave { x, y }),
        name().prop_map(|object| Leg::MakeGap { object }),
        work().prop_map(|work| Leg::Work { work }),
        name().prop_map(|wagon| Leg::Resupply { wagon }),
        number().prop_map(|turns| Leg::Stand { turns }),
    ]
}

pub fn order() -> impl Strategy<Value = Order> {
    let when = prop_oneof![
        Just(When::AtOnce),
        number().prop_map(When::Time),
        name().prop_map(When::Passes),
        name().prop_map(When::BeforeContact),
    ];
    let fire = (when, proptest::collection::vec(name(), 0..3), any::<bool>())
        .prop_map(|(when, at, range_in)| FireOrder { when, at, range_in });
    let attack = (proptest::option::of(name()), proptest::collection::vec(name(), 0..3))
        .prop_map(|(target, then)| AttackOrder { target, then });
    (
        proptest::collection::vec(leg(), 0..5),
        proptest::option::of(fire),
        proptest::option::of(attack),
        proptest::option::of(name()),
    )
        .prop_map(|(legs, fire, attack, supports)| Order { legs, fire, attack, supports })
}

proptest! {
    #[test]
    fn every_order_can_be_written_and_read(o in order()) {
        let text = write(&o);
        let back = read(&text).map_err(|e| TestCaseError::fail(format!("`{text}`: {e}")))?;
        prop_assert_eq!(&back, &o, "`{}`", text);
        prop_assert_eq!(write(&back), text);
    }

    #[test]
    fn hostile_text_is_read_or_refused(s in "\\PC{0,60}") {
        if let Ok(o) = read(&s) {
            prop_assert_eq!(&read(&write(&o)).unwrap(), &o);
        }
    }

    #[test]
    fn words_in_any_order_are_read_or_refused(
        w in proptest::collection::vec(proptest::sample::select(vec![
            "A", "S", "x3", "→", "->", "1/2", "12", "march", "form", "AK", "as", "1f", "T", "6", "at", ",",
            "cm", "and", "work", "from", "1,2", "to", "3,4", "before", "contact", "of", "pivot", "left", "\"",
            "\\", "↷", "o'clock", "charge", "part", "x", "split", "in", "the", "end", "-", "1/", "/2", "½",
        ]), 0..14),
    ) {
        let s = w.join(" ");
        match read(&s) {
            Ok(o) => prop_assert_eq!(&read(&write(&o)).unwrap(), &o),
            Err(e) => {
                prop_assert!(e.place >= 1 && e.place <= s.chars().count() + 1);
                prop_assert!(!e.to_string().is_empty());
            }
        }
    }
}
