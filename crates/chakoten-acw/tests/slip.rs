//! The order slip, as players type it.

use chakoten_acw::order::{Aim, FireOrder, Moment, MoveOrder, Order, PartFire, Step, Work};
use chakoten_acw::slip::{LONGEST, parse, write};
use chakoten_acw::troop::{Ammunition, Formation};
use chakoten_acw::unit::RepairItem;
use proptest::prelude::*;

fn moves(steps: Vec<Step>) -> Order {
    Order::Move(MoveOrder { steps, ..MoveOrder::default() })
}

fn fire(moment: Moment, at: Aim) -> FireOrder {
    FireOrder { moment, at, parts: vec![], ammunition: None, guess: None, also: vec![], repair: None }
}

fn unit(x: &str) -> Aim {
    Aim::Unit(x.into())
}

#[test]
fn slips_as_they_are_typed() {
    let march = Step::March { cm: None };
    let all: Vec<(&str, Order)> = vec![
        ("stand", Order::Stand),
        ("reorganise", Order::Reorganise),
        ("repeat", Order::Repeat),
        ("march", moves(vec![march.clone()])),
        ("march 12", moves(vec![Step::March { cm: Some(12.0) }])),
        ("wheel right 30, march", moves(vec![Step::Wheel { degrees: 30.0 }, march.clone()])),
        ("to 120 85", moves(vec![Step::To { x: 120.0, y: 85.0 }])),
        ("road Turnpike 20", moves(vec![Step::Road { road: "Turnpike".into(), cm: Some(20.0) }])),
        (
            "form line, march 6",
            moves(vec![
                Step::Form { formation: Formation::Line, files: None, gap: None },
                Step::March { cm: Some(6.0) },
            ]),
        ),
        (
            "form attack column 5, back 3",
            moves(vec![
                Step::Form { formation: Formation::AttackColumn, files: Some(5), gap: None },
                Step::Back { cm: Some(3.0) },
            ]),
        ),
        (
            "form chain gap 12",
            moves(vec![Step::Form { formation: Formation::Chain, files: None, gap: Some(12.0) }]),
        ),
        ("about face, march", moves(vec![Step::Face { degrees: 180.0 }, march.clone()])),
        ("face left, march", moves(vec![Step::Face { degrees: -90.0 }, march.clone()])),
        ("limber about, march 10", moves(vec![Step::Limber { about: true }, Step::March { cm: Some(10.0) }])),
        ("unlimber left", moves(vec![Step::Unlimber { about: false, second_left: true }])),
        (
            "attack: march",
            Order::Move(MoveOrder { steps: vec![march.clone()], attack: true, ..MoveOrder::default() }),
        ),
        (
            "attack charge x3: wheel left 10, march",
            Order::Move(MoveOrder {
                steps: vec![Step::Wheel { degrees: -10.0 }, march.clone()],
                attack: true,
                charge: true,
                target: Some("x3".into()),
                repair: None,
            }),
        ),
        (
            "charge: march 30, unlimber",
            Order::Move(MoveOrder {
                steps: vec![
                    Step::March { cm: Some(30.0) },
                    Step::Unlimber { about: false, second_left: false },
                ],
                charge: true,
                ..MoveOrder::default()
            }),
        ),
        ("fire", Order::Fire(fire(Moment::AtOnce, Aim::Nearest))),
        ("fire at x3", Order::Fire(fire(Moment::AtOnce, unit("x3")))),
        (
            "fire when x2 within 12",
            Order::Fire(fire(Moment::Within { enemy: Some("x2".into()), cm: 12.0 }, Aim::Culprit)),
        ),
        (
            "fire when any passes 100 80 to 120 80",
            Order::Fire(fire(
                Moment::Passes { enemy: None, from: [100.0, 80.0], to: [120.0, 80.0] },
                Aim::Culprit,
            )),
        ),
        (
            "fire when any passes 100 80",
            Order::Fire(fire(
                Moment::Passes { enemy: None, from: [100.0, 80.0], to: [100.0, 80.0] },
                Aim::Culprit,
            )),
        ),
        (
            "fire when any enters \"Miller's wood\"",
            Order::Fire(fire(Moment::Enters { enemy: None, ground: "Miller's wood".into() }, Aim::Culprit)),
        ),
        (
            "fire when x1 attacks 2NY at x1",
            Order::Fire(fire(
                Moment::Attacks { enemy: Some("x1".into()), friend: Some("2NY".into()) },
                unit("x1"),
            )),
        ),
        ("fire before shock", Order::Fire(fire(Moment::BeforeShock, Aim::Culprit))),
        ("fire after shock at nearest", Order::Fire(fire(Moment::AfterShock, Aim::Nearest))),
        (
            "shell 85 at x4",
            Order::Fire(FireOrder {
                ammunition: Some(Ammunition::Shell),
                guess: Some(85.0),
                ..fire(Moment::AtOnce, unit("x4"))
            }),
        ),
        (
            "shot 110 at clock 0.5 at x4",
            Order::Fire(FireOrder {
                ammunition: Some(Ammunition::RoundShot),
                guess: Some(110.0),
                ..fire(Moment::Clock { at: 0.5 }, unit("x4"))
            }),
        ),
        (
            "shell 60 at place 80 40.5",
            Order::Fire(FireOrder {
                ammunition: Some(Ammunition::Shell),
                guess: Some(60.0),
                ..fire(Moment::AtOnce, Aim::Point([80.0, 40.5]))
            }),
        ),
        (
            "canister",
            Order::Fire(FireOrder {
                ammunition: Some(Ammunition::Canister),
                ..fire(Moment::AtOnce, Aim::Nearest)
            }),
        ),
        (
            "canister at x1 and x2",
            Order::Fire(FireOrder {
                ammunition: Some(Ammunition::Canister),
                also: vec!["x2".into()],
                ..fire(Moment::AtOnce, unit("x1"))
            }),
        ),
        (
            "fire 3 companies right at x1, 5 companies at clock 0.5 at x2",
            Order::Fire(FireOrder {
                parts: vec![
                    PartFire { companies: 3, moment: Moment::AtOnce, at: unit("x1") },
                    PartFire { companies: 5, moment: Moment::Clock { at: 0.5 }, at: unit("x2") },
                ],
                ..fire(Moment::AtOnce, Aim::Nearest)
            }),
        ),
        ("resupply W1", Order::Resupply { wagon: "W1".into() }),
        ("work light fortification", moves(vec![Step::Work { work: Work::LightFortification }])),
        ("work abatis half", moves(vec![Step::Work { work: Work::Abatis { whole: false } }])),
        (
            "work barricade 10 20 to 13 20",
            moves(vec![Step::Work { work: Work::Barricade { from: [10.0, 20.0], to: [13.0, 20.0] } }]),
        ),
        (
            "work clear \"rail fence\"",
            moves(vec![Step::Work { work: Work::Clear { object: "rail fence".into() } }]),
        ),
        (
            "dismount, form chain, march 10",
            moves(vec![
                Step::Dismount,
                Step::Form { formation: Formation::Chain, files: None, gap: None },
                Step::March { cm: Some(10.0) },
            ]),
        ),
        (
            "detach 3 left as 2NY-sk, march",
            moves(vec![
                Step::Detach { companies: 3, squadrons: 0, left: true, code: "2NY-sk".into() },
                march.clone(),
            ]),
        ),
        (
            "detach 2 squadrons right as 2NY-a",
            moves(vec![Step::Detach { companies: 0, squadrons: 2, left: false, code: "2NY-a".into() }]),
        ),
        ("join 2NY-sk", moves(vec![Step::Join { unit: "2NY-sk".into() }])),
        ("enter \"Stone house\"", moves(vec![Step::Enter { building: "Stone house".into() }])),
        (
            "leave to 10 20 thin line",
            moves(vec![Step::Leave { x: 10.0, y: 20.0, formation: Formation::ThinLine }]),
        ),
        ("wait until 0.25, mount", moves(vec![Step::Wait { until: 0.25 }, Step::Mount])),
        ("man guns", moves(vec![Step::Man])),
        ("repair gun", Order::Move(MoveOrder { repair: Some(RepairItem::Gun), ..MoveOrder::default() })),
        (
            "repair gun; shell 60 at x1",
            Order::Fire(FireOrder {
                ammunition: Some(Ammunition::Shell),
                guess: Some(60.0),
                repair: Some(RepairItem::Gun),
                ..fire(Moment::AtOnce, unit("x1"))
            }),
        ),
    ];
    for (text, order) in all {
        assert_eq!(parse(text).as_ref(), Ok(&order), "{text}");
        assert_eq!(write(&order), text);
    }
}

#[test]
fn what_means_the_same() {
    for (a, b) in [
        ("Fire AT x3", "fire at x3"),
        ("shot 110 at x4 at clock 0.5", "shot 110 at clock 0.5 at x4"),
        ("round shot 110 at x4", "shot 110 at x4"),
        ("reorganize", "reorganise"),
        ("fire 3 companies at x1, 1 company at x2", "fire 3 companies right at x1, 1 company at x2"),
        ("fire at once", "fire"),
        ("fire when x2 within 12 at culprit", "fire when x2 within 12"),
        ("  march   12 ,wheel left 5", "march 12, wheel left 5"),
        ("wait 0.5, man", "wait until 0.5, man guns"),
    ] {
        assert_eq!(write(&parse(a).unwrap()), b);
    }
}

#[test]
fn a_wrong_slip_says_which_word_where_and_what_would_be_right() {
    let says = |t: &str| parse(t).unwrap_err().to_string();
    assert_eq!(
        says("advance"),
        "at 1, “advance”: an order begins with stand, reorganise, repeat, resupply, repair, attack, charge, fire, shell, \
         shot, canister or a step such as march, wheel, form"
    );
    assert_eq!(says("wheel 30"), "at 7, “30”: wheel right or left, and so many degrees");
    assert_eq!(says("wheel right"), "at the end: here stands a number of degrees");
    assert_eq!(
        says("to 12"),
        "at the end: here stands a place: cm from the west edge and cm from the south edge"
    );
    assert_eq!(
        says("form square"),
        "at 6, “square”: formations are march column, attack column, line, thin line and chain"
    );
    assert_eq!(says("march 12 march"), "at 10, “march”: here stands a comma and the next step, or the end");
    assert_eq!(
        says("attack march"),
        "at 8, “march”: after attack, charge and the target stands a colon, then the steps"
    );
    assert_eq!(says("fire at x1 at x2"), "at 15, “x2”: the target is already said");
    assert_eq!(says("fire at clock 0.5 before shock"), "at 19, “before”: the moment of fire is already said");
    assert_eq!(
        says("enter \"Stone"),
        "at 7, “\"Stone”: the name in quotes is not closed by a second quotation mark"
    );
    assert_eq!(says("stand still"), "at 7, “still”: the order ends before this; steps are divided by commas");
    assert_eq!(says("stand, march"), "at 6, “,”: the order ends before this; steps are divided by commas");
    assert!(says("march,").starts_with("at the end: a step is one of march, back"));
    assert!(says("").starts_with("at the end: an order begins with"));
    assert!(says(&"march, ".repeat(LONGEST)).contains("at most"));
    // A number that is none.
    assert!(parse("march NaN").is_err() && parse("march inf").is_err() && parse("march 1e999").is_err());
}

// The strategies are boxed: unboxed, a strategy for orders holds those for all their parts by value, and what it draws from
// them is too large for a test's stack.
fn name() -> BoxedStrategy<String> {
    prop_oneof![
        "x[1-9][0-9]?",
        "[A-Za-z0-9][A-Za-z0-9.'-]{0,8}",
        prop::sample::select(vec![
            "at",
            "March",
            "any",
            "12",
            "1e5",
            "",
            "Miller's wood",
            "a\"b\\c",
            "x, y; z: w"
        ])
        .prop_map(String::from),
        ".{0,8}",
    ]
    .boxed()
}

fn number() -> BoxedStrategy<f64> {
    prop_oneof![
        (0u32..2000).prop_map(|n| f64::from(n) / 8.0),
        any::<f64>().prop_filter("finite", |x| x.is_finite())
    ]
    .boxed()
}

fn point() -> impl Strategy<Value = [f64; 2]> {
    [number(), number()]
}

fn formation() -> impl Strategy<Value = Formation> {
    prop::sample::select(Formation::ALL.to_vec())
}

fn step() -> BoxedStrategy<Step> {
    let opt = || prop::option::of(number());
    prop_oneof![
        opt().prop_map(|cm| Step::March { cm }),
        opt().prop_map(|cm| Step::Back { cm }),
        (number(), number()).prop_map(|(x, y)| Step::To { x, y }),
        (name(), opt()).prop_map(|(road, cm)| Step::Road { road, cm }),
        number().prop_map(|degrees| Step::Wheel { degrees }),
        number().prop_map(|degrees| Step::Face { degrees }),
        (formation(), prop::option::of(any::<u16>()), opt()).prop_map(|(formation, files, gap)| Step::Form {
            formation,
            files,
            gap
        }),
        Just(Step::Mount),
        Just(Step::Dismount),
        any::<bool>().prop_map(|about| Step::Limber { about }),
        any::<(bool, bool)>().prop_map(|(about, second_left)| Step::Unlimber { about, second_left }),
        prop_oneof![
            Just(Work::LightFortification),
            any::<bool>().prop_map(|whole| Work::Abatis { whole }),
            (point(), point()).prop_map(|(from, to)| Work::Barricade { from, to }),
            (point(), point()).prop_map(|(from, to)| Work::ChevauxDeFrise { from, to }),
            name().prop_map(|object| Work::Clear { object }),
        ]
        .prop_map(|work| Step::Work { work }),
        number().prop_map(|until| Step::Wait { until }),
        (any::<u16>(), any::<bool>(), name()).prop_map(|(companies, left, code)| Step::Detach {
            companies,
            squadrons: 0,
            left,
            code
        }),
        name().prop_map(|unit| Step::Join { unit }),
        name().prop_map(|building| Step::Enter { building }),
        (number(), number(), formation()).prop_map(|(x, y, formation)| Step::Leave { x, y, formation }),
        Just(Step::Man),
    ]
    .boxed()
}

fn moment() -> BoxedStrategy<Moment> {
    let who = || prop::option::of(name());
    prop_oneof![
        Just(Moment::AtOnce),
        number().prop_map(|at| Moment::Clock { at }),
        (who(), number()).prop_map(|(enemy, cm)| Moment::Within { enemy, cm }),
        (who(), point(), point()).prop_map(|(enemy, from, to)| Moment::Passes { enemy, from, to }),
        (who(), name()).prop_map(|(enemy, ground)| Moment::Enters { enemy, ground }),
        (who(), name()).prop_map(|(enemy, ground)| Moment::Leaves { enemy, ground }),
        who().prop_map(|enemy| Moment::Fires { enemy }),
        (who(), who()).prop_map(|(enemy, friend)| Moment::Attacks { enemy, friend }),
        Just(Moment::BeforeShock),
        Just(Moment::AfterShock),
    ]
    .boxed()
}

fn aim() -> BoxedStrategy<Aim> {
    prop_oneof![
        Just(Aim::Nearest),
        Just(Aim::Culprit),
        name().prop_map(Aim::Unit),
        point().prop_map(Aim::Point)
    ]
    .boxed()
}

fn repair() -> impl Strategy<Value = Option<RepairItem>> {
    prop::sample::select(vec![None, Some(RepairItem::Gun), Some(RepairItem::Limber)])
}

fn order() -> BoxedStrategy<Order> {
    let part = (any::<u16>(), moment(), aim()).prop_map(|(companies, moment, at)| PartFire {
        companies,
        moment,
        at,
    });
    let by_parts = (prop::collection::vec(part, 1..4), repair()).prop_map(|(parts, repair)| {
        Order::Fire(FireOrder { parts, repair, ..fire(Moment::AtOnce, Aim::Nearest) })
    });
    let small = (moment(), aim(), repair())
        .prop_map(|(m, a, repair)| Order::Fire(FireOrder { repair, ..fire(m, a) }));
    let guns = (
        moment(),
        aim(),
        prop::sample::select(Ammunition::ALL.to_vec()),
        prop::option::of(number()),
        prop::collection::vec(name(), 0..3),
        repair(),
    )
        .prop_map(|(m, a, ammo, guess, also, repair)| {
            Order::Fire(FireOrder { ammunition: Some(ammo), guess, also, repair, ..fire(m, a) })
        });
    let go = (
        prop::collection::vec(step(), 1..6),
        any::<bool>(),
        any::<bool>(),
        prop::option::of(name()),
        repair(),
    )
        .prop_map(|(steps, attack, charge, target, repair)| {
            Order::Move(MoveOrder { steps, attack, charge, target: target.filter(|_| attack), repair })
        });
    prop_oneof![
        Just(Order::Stand),
        Just(Order::Reorganise),
        Just(Order::Repeat),
        name().prop_map(|wagon| Order::Resupply { wagon }),
        by_parts,
        small,
        guns,
        go,
    ]
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_again(o in order()) {
        let text = write(&o);
        prop_assert_eq!(parse(&text), Ok(o), "{}", text);
    }

    #[test]
    fn no_text_breaks_the_reader(text in ".{0,80}", words in prop::collection::vec(
        prop::sample::select(vec!["fire", "march", "at", "when", "any", "x1", "12", "-3", ",", ":", ";", "\"", "form", "companies",
            "detach", "as", "left", "attack", "charge", "work", "barricade", "to", "\\", "wheel", "canister", "and", "passes"]), 0..14)) {
        let _ = parse(&text);
        if let Err(e) = parse(&words.join(" ")) {
            prop_assert!(!e.expected.is_empty() && e.place >= 1);
        }
    }
}
