//! Every event has its words, on one line, with its clause, whatever the field knows.

use ::words::Message;
use bbdba_acw::drill::Drill;
use bbdba_acw::event::{Event, EventKind, Target, Unmatched, Why};
use bbdba_acw::field::{CampState, Edge, Fate, Field, Nature, Phase, Side};
use bbdba_acw::{Correction, ElementId, Removal, Troop, rule, words};
use table::Pose;
use umpire::{Record, Ruling, Seat};

fn field() -> Field {
    let mut d = Drill::new();
    d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    d.a(Troop::Commander, 1000.0, 800.0, 0.0);
    d.b(Troop::Artillery, 1000.0, 1500.0, 180.0);
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let mut f = d.field();
    f.army_mut(Side::A).commands[0].name = "Hancock".into();
    f.army_mut(Side::B).commands[0].name = "Longstreet".into();
    f
}

fn a(n: usize) -> ElementId {
    ElementId::new(Side::A, n - 1)
}

fn b(n: usize) -> ElementId {
    ElementId::new(Side::B, n - 1)
}

fn ruling() -> Box<Ruling> {
    let mut r = Ruling::new("shooting");
    r.modifier("shooter", Message::verbatim("combat factor"), 4, rule!("stats.1"));
    r.modifier("shooter", Message::verbatim("guns within 300 p"), 1, rule!("shoot-mod.2"));
    r.modifier("target", Message::verbatim("combat factor"), 4, rule!("stats.1"));
    r.modifier("target", Message::verbatim("a second shooter"), -1, rule!("shoot-mod.5"));
    r.die(5);
    r.die(2);
    r.total("shooter", 10);
    r.total("target", 5);
    r.result = serde_json::json!({
        "better": "shooter",
        "target": { "troop": "rifles", "effect": { "flee": 300 } },
        "shooter": { "troop": "artillery", "effect": "no_effect" },
    });
    Box::new(r)
}

fn tell(kind: EventKind) -> String {
    words::tell(&field(), &Event::new(rule!("results.1"), kind))
}

fn pose(x: f64, y: f64, facing: f64) -> Pose {
    Pose { x, y, facing }
}

#[test]
fn an_umpire_tells_it() {
    let goes = |element, why, y: f64, facing| {
        tell(EventKind::Goes { element, why, from: pose(1000.0, 1000.0, 0.0), to: pose(1000.0, y, facing) })
    };
    assert_eq!(goes(a(1), Why::Recoils, 920.0, 0.0), "A1 Rifles (Hancock) recoil 80 p [results.1]");
    // Turned about: the middle of the base went 300 p, the front edge 380.
    assert_eq!(
        goes(a(1), Why::Flees, 620.0, 180.0),
        "A1 Rifles (Hancock) flee 300 p, heading south [results.1]"
    );
    assert_eq!(
        goes(a(2), Why::GivesWay, 900.0, 0.0),
        "A2 the commander (Hancock) makes way, 100 p [results.1]"
    );
    assert_eq!(
        tell(EventKind::Shooting {
            main: Target::Element(b(1)),
            with: vec![b(2), b(3)],
            target: Target::Element(a(1)),
            ruling: ruling()
        }),
        "B1 Guns (Longstreet), helped by B2 and B3, fire on A1 Rifles (Hancock): \
         B1 4+1, die 5 = 10 v A1 4-1, die 2 = 5: A1 flee 300 p [results.1]"
    );
    assert_eq!(
        tell(EventKind::Lost { element: a(1), fate: Fate::Destroyed }),
        "A1 Rifles (Hancock) are destroyed [results.1]"
    );
}

#[test]
fn a_ruling_in_full_names_each_clause() {
    assert_eq!(
        words::tell_ruling(&ruling()),
        [
            "    shooter  +4 combat factor [stats.1]",
            "    shooter  +1 guns within 300 p [shoot-mod.2]",
            "    target   +4 combat factor [stats.1]",
            "    target   -1 a second shooter [shoot-mod.5]",
            "    dice     5 and 2",
            "    shooter  total 10",
            "    target   total 5",
            "    result   target flee 300 p",
        ]
    );
}

/// One of each kind, about the given element and target.
fn every_kind(e: ElementId, t: Target) -> Vec<EventKind> {
    let (side, command) = (e.side(), 200);
    let mut all = vec![
        EventKind::Opens,
        EventKind::Ruled { by: Seat::Umpire, says: "first line\nsecond line".into(), about: None },
        EventKind::AttackerRolled { dice: [3, 3], attacker: None },
        EventKind::AttackerRolled { dice: [5, 3], attacker: Some(side) },
        EventKind::TerrainLaid { side, pieces: 1 },
        EventKind::TerrainLaid { side, pieces: 5 },
        EventKind::EdgeChosen { side, edge: Edge::North },
        EventKind::CampPlaced { side, x: 1.0, y: f64::NAN, width: 3.0, depth: 4.0 },
        EventKind::RankingFixed { side },
        EventKind::RankingRevealed { side, order: vec![0, 7] },
        EventKind::RankingRevealed { side, order: vec![] },
        EventKind::DeployedInSecret { side },
        EventKind::CommandDeployed { side, command },
        EventKind::TurnBegins { bound: 3, active: side },
        EventKind::Points { side, command, die: 1 },
        EventKind::Spends {
            side,
            command,
            points: 2,
            left: 0,
            elements: vec![e; 20],
            paces: f64::INFINITY,
            by: Default::default(),
        },
        EventKind::Dismounts { element: e },
        EventKind::StopsShort { element: e, paces: f64::NAN, why: Message::verbatim("no room") },
        EventKind::Unmatched { element: e, foe: e, why: Unmatched::Gap },
        EventKind::Unmatched { element: e, foe: e, why: Unmatched::Crossing },
        EventKind::RiverFound { river: 9, die: 4, nature: Nature::Ordinary },
        EventKind::TorrentTried { river: 9, element: e, die: 1, crosses: false },
        EventKind::TorrentTried { river: 9, element: e, die: 6, crosses: true },
        EventKind::Called { target: t },
        EventKind::HoldsFire { side, target: t },
        EventKind::Shooting { main: t, with: vec![], target: t, ruling: Box::new(Ruling::new("shooting")) },
        EventKind::CloseCombat { a: e, b: t, ruling: ruling() },
        EventKind::Demoralised { side, command },
        EventKind::Ends { winner: None, why: Message::verbatim("night falls") },
        EventKind::Ends { winner: Some(side), why: Message::verbatim("their camp is ours") },
        EventKind::SeedRevealed { seed: "1863".into() },
        EventKind::UmpireSits {},
        EventKind::Decided {
            by: Seat::Umpire,
            question: "fortress",
            choice: "none".into(),
            says: Message::verbatim("a fortress is not available"),
            because: "no\nroom".into(),
        },
        EventKind::Ruled { by: Seat::Umpire, says: "play\non".into(), about: Some("zone.2".into()) },
        EventKind::Corrected {
            by: Seat::Umpire,
            because: "it was\nknocked over".into(),
            changes: vec![Correction::Remove { element: e, how: Removal::Left }],
        },
        EventKind::Restored { element: e, at: Pose { x: f64::NAN, y: 0.0, facing: f64::INFINITY } },
        EventKind::TakesHeart { side, command },
    ];
    for phase in [Phase::Setup, Phase::Movement, Phase::Shooting, Phase::CloseCombat, Phase::Over] {
        all.push(EventKind::PhaseBegins { phase });
    }
    for fate in [Fate::Waiting, Fate::OnTable, Fate::Destroyed, Fate::Left] {
        all.push(EventKind::Lost { element: e, fate });
    }
    for state in [CampState::Holds, CampState::Silenced, CampState::Plundered] {
        all.push(EventKind::Camp { side, state });
    }
    for why in [
        Why::Deploys,
        Why::Moves,
        Why::BreaksOff,
        Why::LinesUp,
        Why::TurnsToFace,
        Why::Recoils,
        Why::Ricochet,
        Why::PushedBack,
        Why::Flees,
        Why::Advances,
        Why::GivesWay,
        Why::Retreats,
        Why::Dismounts,
        Why::Corrected,
    ] {
        all.push(EventKind::Goes {
            element: e,
            why,
            from: pose(0.0, 0.0, f64::NAN),
            to: pose(5.0, f64::INFINITY, 400.0),
        });
    }
    all
}

#[test]
fn every_kind_is_told_on_one_line_of_friends_and_strangers() {
    let f = field();
    for (e, t) in [
        (a(1), Target::Camp(Side::B)),
        (a(2), Target::Element(b(1))),
        (b(9000), Target::Element(a(777))),
        (b(9000), Target::Camp(Side::A)),
    ] {
        for kind in every_kind(e, t) {
            let line = words::tell(&f, &Event::new(rule!("turn.1"), kind));
            assert!(line.ends_with(" [turn.1]") && line.lines().count() == 1 && line.len() > 20, "{line}");
        }
    }
}

#[test]
fn the_armies_in_short() {
    let mut f = field();
    f.army_mut(Side::B).commands[0].demoralised = true;
    assert_eq!(
        words::summary(&f),
        [
            "Union (A): 1 of 1 elements left, 0 lost",
            "  Hancock: 1 of 1 left",
            "Confederates (B): 1 of 1 elements left, 0 lost",
            "  Longstreet: 1 of 1 left, DEMORALISED",
            "  the camp holds, 6 shots left",
        ]
    );
    assert_eq!(words::tell_turn_header(&f), "Turn 3: Union to act. Lost: Union 0/1, Confederates 0/1");
}
