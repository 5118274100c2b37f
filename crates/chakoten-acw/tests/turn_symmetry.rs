//! No advantage from processing order (play.tie): a manoeuvre turned round with the sides exchanged ends turned round, and
//! the order in which a scenario lists its units changes nothing.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::{Side, UnitId, proves};
use field_day::{show, turn};

/// A unit of a manoeuvre: whose, what, where, its state and its orders turn by turn.
#[derive(Clone, Copy)]
struct Piece {
    side: Side,
    what: What,
    at: (f64, f64, f64),
    state: State,
    orders: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum What {
    Foot(u16, Formation),
    Horse(u16, Formation),
    Guns,
}

const fn p(side: Side, what: What, at: (f64, f64, f64), orders: &'static [&'static str]) -> Piece {
    Piece { side, what, at, state: State::Order, orders }
}

/// Manoeuvres in which nobody rolls.
fn manoeuvres() -> Vec<(&'static str, Vec<Piece>)> {
    use Formation::*;
    use Side::{A, B};
    use What::*;
    vec![
        (
            "marches and wheels",
            vec![
                p(
                    A,
                    Foot(30, Line),
                    (100.0, 40.0, 0.0),
                    &["march", "wheel right 20, march", "face left, march"],
                ),
                p(A, Foot(30, MarchColumn), (80.0, 40.0, 10.0), &["march 12, form line", "march", "back"]),
                p(A, Foot(12, Chain), (120.0, 45.0, 350.0), &["march 20", "about face, march 8"]),
                p(B, Horse(12, Line), (110.0, 130.0, 180.0), &["wheel left 45, march", "dismount, march"]),
                p(B, Guns, (95.0, 125.0, 180.0), &["limber about, march", "march 3, unlimber"]),
            ],
        ),
        (
            "friends in the way",
            vec![
                p(A, Foot(30, AttackColumn), (100.0, 40.0, 0.0), &["march", "march"]),
                p(A, Foot(30, Line), (100.0, 48.0, 0.0), &["march", "wheel left 15, march"]),
                p(A, Foot(24, MarchColumn), (92.0, 55.2, 90.0), &["march", "march"]),
                p(B, Foot(30, Line), (100.0, 120.0, 180.0), &["back", "march"]),
                p(B, Foot(30, Line), (104.0, 126.0, 180.0), &["fire when any within 3", "stand"]),
            ],
        ),
        (
            "chains before lines, on both sides at once",
            vec![
                p(A, Foot(30, Line), (80.0, 60.0, 0.0), &["march", "stand"]),
                p(A, Foot(12, Chain), (140.0, 60.0, 0.0), &["stand", "march 4"]),
                p(A, Foot(30, Line), (140.0, 50.0, 0.0), &["stand", "stand"]),
                p(B, Foot(12, Chain), (80.0, 72.0, 180.0), &["stand", "march 4"]),
                p(B, Foot(30, Line), (80.0, 84.0, 180.0), &["stand", "stand"]),
                p(B, Foot(30, Line), (140.0, 73.0, 180.0), &["march 6", "stand"]),
            ],
        ),
        (
            "guns and shelter",
            vec![
                p(A, Guns, (100.0, 60.0, 0.0), &["stand", "man guns"]),
                p(A, Foot(30, Line), (100.0, 54.0, 0.0), &["wait until 0.6, back 2", "stand"]),
                p(B, Foot(30, Line), (100.0, 72.0, 180.0), &["march 6", "back"]),
            ],
        ),
        (
            "disordered units march and are not passed",
            vec![
                Piece {
                    state: State::Disorder,
                    ..p(A, Foot(30, Line), (100.0, 60.0, 0.0), &["back 4", "stand"])
                },
                p(A, Foot(30, Line), (100.0, 50.0, 0.0), &["march", "march"]),
                p(B, Foot(30, Line), (60.0, 120.0, 135.0), &["march", "march"]),
            ],
        ),
    ]
}

const WIDTH: f64 = 240.0;
const DEPTH: f64 = 160.0;

/// Sets the pieces up, turned round and exchanged or not, in this order of the list; returns where the `i`th piece stands.
fn set_up(pieces: &[Piece], turned: bool, order: &[usize]) -> (Battle, Vec<UnitId>) {
    let mut d = Drill::sized(WIDTH, DEPTH);
    let place =
        |(x, y, f): (f64, f64, f64)| if turned { (WIDTH - x, DEPTH - y, f + 180.0) } else { (x, y, f) };
    let side = |s: Side| if turned { s.other() } else { s };
    let mut ids = vec![UnitId(0); pieces.len()];
    for &i in order {
        let piece = &pieces[i];
        let (x, y, f) = place(piece.at);
        let s = side(piece.side);
        let id = match piece.what {
            What::Foot(n, form) => d.infantry(s, n, form, x, y, f % 360.0),
            What::Horse(n, form) => d.cavalry(s, n, form, x, y, f % 360.0),
            What::Guns => d.battery(s, Gun::Napoleon, 4, x, y, f % 360.0),
        };
        d.state(id, piece.state);
        d.unit(id).record.state_since = 50;
        ids[i] = id;
    }
    // Two woods that the half turn maps onto each other.
    d.square(PatchKind::Wood, "wood", (60.0, 60.0), (74.0, 70.0));
    d.square(PatchKind::Wood, "copse", (WIDTH - 74.0, DEPTH - 70.0), (WIDTH - 60.0, DEPTH - 60.0));
    for s in Side::BOTH {
        d.general(s, 100.0, 80.0);
    }
    (Battle::drill(d.field(), []), ids)
}

/// All of a side hear their general: he is in the middle of his men when orders are written, and out of everybody's way.
fn among_his_men(b: &mut Battle) {
    let f = b.field_mut();
    for i in 0..f.staff.len() {
        let side = f.staff[i].side;
        let own: Vec<_> = f.units.iter().filter(|u| u.side == side).map(|u| u.base.centre()).collect();
        let mid = own.iter().fold(table::v2(0.0, 0.0), |a, b| a + *b) * (1.0 / own.len() as f64);
        let back = f.edges[side.index()].outward();
        f.staff[i].base.front = mid + back * 8.0;
    }
}

/// Plays the manoeuvre out and says where everybody stands, as the piece was given.
fn play(pieces: &[Piece], turned: bool, order: &[usize]) -> Vec<(f64, f64, f64, State, Formation)> {
    let (mut b, ids) = set_up(pieces, turned, order);
    let turns = pieces.iter().map(|p| p.orders.len()).max().unwrap_or(0);
    for t in 0..turns {
        among_his_men(&mut b);
        let codes: Vec<String> = ids.iter().map(|id| b.field()[*id].code.to_string()).collect();
        let slips: Vec<(Side, &str, &str)> = pieces
            .iter()
            .zip(&codes)
            .filter_map(|(p, c)| {
                let s = if turned { p.side.other() } else { p.side };
                p.orders.get(t).map(|o| (s, c.as_str(), *o))
            })
            .collect();
        let of = |s: Side| slips.iter().filter(|x| x.0 == s).map(|x| (x.1, x.2)).collect::<Vec<_>>();
        turn(&mut b, &of(Side::A), &of(Side::B));
    }
    b.dice_used_up().unwrap();
    let got = ids
        .iter()
        .map(|id| {
            let u = &b.field()[*id];
            let at = u.base.front;
            let dir = u.base.dir;
            let (x, y) = if turned { (WIDTH - at.x, DEPTH - at.y) } else { (at.x, at.y) };
            let turn = if turned { -dir.x } else { dir.x };
            (x, y, turn, u.state, u.formation)
        })
        .collect();
    if std::env::var("SHOW").is_ok() {
        show(&b);
    }
    got
}

fn same(name: &str, a: &[(f64, f64, f64, State, Formation)], b: &[(f64, f64, f64, State, Formation)]) {
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        let near = (x.0 - y.0).abs() < 1e-6 && (x.1 - y.1).abs() < 1e-6 && (x.2 - y.2).abs() < 1e-6;
        assert!(near && x.3 == y.3 && x.4 == y.4, "{name}, piece {}: {x:?} and {y:?}", i + 1);
    }
}

#[test]
fn turned_round_and_exchanged_it_ends_turned_round() {
    let _p = proves!("play.clock");
    for (name, pieces) in manoeuvres() {
        let order: Vec<usize> = (0..pieces.len()).collect();
        same(name, &play(&pieces, false, &order), &play(&pieces, true, &order));
    }
}

#[test]
fn the_order_of_the_list_changes_nothing() {
    let _p = proves!("play.clock");
    for (name, pieces) in manoeuvres() {
        let order: Vec<usize> = (0..pieces.len()).collect();
        let first = play(&pieces, false, &order);
        let back: Vec<usize> = order.iter().rev().copied().collect();
        same(name, &first, &play(&pieces, false, &back));
        let mut turned = order.clone();
        turned.rotate_left(pieces.len() / 2);
        same(name, &first, &play(&pieces, false, &turned));
    }
}
