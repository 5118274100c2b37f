//! A board with every kind of ground, every arm of both sides and every state on it.

use desk::board::{Arm, Badge, Board, Fact, Feature, Ground, Piece, Shape, Spot, Stretch, Tone};
use words::Message;

pub const GROUND: [Ground; 25] = [
    Ground::Hill,
    Ground::Wood,
    Ground::Field,
    Ground::Rough,
    Ground::Marsh,
    Ground::Water,
    Ground::Beach,
    Ground::Town,
    Ground::Camp,
    Ground::Zone,
    Ground::River,
    Ground::Stream,
    Ground::Road,
    Ground::Bridge,
    Ground::Ford,
    Ground::Building,
    Ground::Fence,
    Ground::Hedge,
    Ground::Wall,
    Ground::Works,
    Ground::Abatis,
    Ground::Barricade,
    Ground::Digging,
    Ground::Fire,
    Ground::Boat,
];

pub const ARMS: [Arm; 8] = [
    Arm::Infantry,
    Arm::Cavalry,
    Arm::Dismounted,
    Arm::Artillery,
    Arm::Limbered,
    Arm::Wagon,
    Arm::General,
    Arm::Orderly,
];

fn is_line(kind: Ground) -> bool {
    use Ground::*;
    matches!(kind, River | Stream | Road | Bridge | Ford | Fence | Hedge | Wall | Works | Abatis | Barricade)
}

/// A piece of ground about a place, named by its kind.
pub fn feature(kind: Ground, x: f64, y: f64) -> Feature {
    let shape = if is_line(kind) {
        Shape::Line { points: vec![[x - 12.0, y - 3.0], [x, y + 3.0], [x + 12.0, y]], width: 2.0 }
    } else {
        let rim = [[-11.0, -6.0], [10.0, -7.0], [13.0, 1.0], [6.0, 7.0], [-9.0, 6.0]];
        Shape::Area(rim.iter().map(|[a, b]| [x + a, y + b]).collect())
    };
    Feature {
        kind,
        name: Message::verbatim(format!("{kind:?}")),
        shape,
        level: 1,
        side: None,
        facts: Vec::new(),
    }
}

pub fn piece(side: u8, arm: Arm, label: &str, x: f64, y: f64) -> Piece {
    let (width, depth) = match arm {
        Arm::General | Arm::Orderly => (2.0, 2.0),
        Arm::Artillery => (6.0, 6.0),
        Arm::Limbered | Arm::Wagon => (3.0, 7.0),
        _ => (14.0, 3.0),
    };
    Piece {
        side: Some(side),
        nation: if side == 0 { "union" } else { "confederate" }.into(),
        command: Some(u32::from(side) + 1),
        arm,
        label: label.into(),
        at: Spot { x, y, facing: if side == 0 { 0.0 } else { 180.0 } },
        width,
        depth,
        strength: Message::verbatim("24"),
        yours: side == 0,
        ..Piece::new(label)
    }
}

pub fn board() -> Board {
    let mut features: Vec<Feature> = Vec::new();
    for (i, kind) in GROUND.into_iter().enumerate() {
        features.push(feature(kind, 18.0 + 29.0 * (i % 8) as f64, 145.0 - 30.0 * (i / 8) as f64));
    }
    // A hill upon the hill, and one that is steep.
    features.push(Feature { level: 2, name: Message::verbatim("Top"), ..feature(Ground::Hill, 18.0, 145.0) });
    features.push(Feature {
        level: 2,
        name: Message::verbatim("Steep"),
        ..feature(Ground::Hill, 200.0, 50.0)
    });
    let mut pieces = Vec::new();
    for side in [0, 1] {
        let y = if side == 0 { 20.0 } else { 50.0 };
        for (i, arm) in ARMS.into_iter().enumerate() {
            pieces.push(piece(
                side,
                arm,
                &format!("{}{i}", ["U", "C"][usize::from(side)]),
                14.0 + 21.0 * i as f64,
                y,
            ));
        }
        let open = Piece { open: true, files: 6, ..piece(side, Arm::Infantry, "open", 190.0, y - 14.0) };
        pieces.push(Piece { id: format!("open{side}"), ..open });
    }
    let states = [("G", Tone::Good), ("P", Tone::Plain), ("W", Tone::Worn), ("B", Tone::Bad)];
    pieces[0].badges =
        states.map(|(short, tone)| Badge { short: short.into(), says: Message::default(), tone }).into();
    pieces[1].files = 8;
    pieces[2].at.facing = 35.0;
    // A column about a corner.
    pieces[3].tail = vec![Stretch { at: Spot { x: pieces[3].at.x, y: 16.0, facing: 90.0 }, depth: 8.0 }];
    pieces.push(Piece {
        side: None,
        nation: String::new(),
        command: None,
        ..piece(0, Arm::Artillery, "left", 220.0, 20.0)
    });
    Board {
        measured: true,
        features,
        pieces,
        facts: vec![
            Fact::new(Message::verbatim("Turn"), Message::verbatim("3 of 18")),
            Fact::new(Message::verbatim("Lost"), Message::verbatim("2 of 12; beaten at 7")).about(0),
            Fact::new(
                Message::verbatim("Task"),
                Message::verbatim(
                    "hold the marked ground until the last turn of the battle, whatever it costs",
                ),
            )
            .about(1),
        ],
        ..Board::new(240.0, 160.0, Message::verbatim("cm"))
    }
}
