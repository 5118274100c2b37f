//! A drill ground for the proofs on the table: two sides, how they are placed and ordered, and what was told of the moves.

use desk::Rules;
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder};
use newbury_napoleonic::battle::{Awaits, Battle, Terms};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::order::{GameOrder, GameTask, Goal};
use newbury_napoleonic::unit::{Fate, State, UnitId};
use newbury_napoleonic::{Field, Side, scenario};
use table::{V2, v2};

/// Both sides of a drill: these units of theirs, all on the table and seen, their generals so far east on their base lines.
pub fn raised(ground: &str, generals: f64, south: &str, north: &str) -> Field {
    let text = format!(
        r#"book = "newbury-napoleonic"
title = "Drill"
date = "1809-05-03"
{ground}
[[side]]
name = "South"
nation = "france"
area = [[0, 0], [200, 0], [200, 130], [0, 130]]
[[side.brigade]]
code = "SB"
general = {{ name = "Brown", code = "Brown", x = {generals}, y = 2 }}
unit = [
{south}
]
[[side]]
name = "North"
nation = "austria"
area = [[0, 0], [200, 0], [200, 130], [0, 130]]
[[side.brigade]]
code = "NB"
general = {{ name = "White", code = "White", x = {generals}, y = 128 }}
unit = [
{north}
]
"#
    );
    let s = scenario::read("drill", &text).unwrap_or_else(|r| panic!("{r:#}"));
    let mut f = s.muster();
    for u in &mut f.units {
        u.fate = Fate::OnTable;
        u.seen = true;
    }
    f
}

/// Of each side two battalions, cavalry and light infantry: a1 and n1 in the middle, the others far off in the corners.
pub fn field_on(ground: &str) -> Field {
    field_with(ground, "")
}

/// The same, and what is added to the south.
pub fn field_with(ground: &str, more: &str) -> Field {
    let south = r#"  { code = "a1", kind = "line-battalion", formation = "line", x = 100, y = 30, facing = 0 },
  { code = "a2", kind = "light-cavalry", companies = 3, formation = "line", x = 60, y = 6, facing = 0 },
  { code = "a3", kind = "line-battalion", formation = "line", x = 20, y = 6, facing = 0 },
  { code = "a4", kind = "light-battalion", formation = "line", x = 160, y = 6, facing = 0 },"#;
    let north = r#"  { code = "n1", kind = "german-line-battalion", formation = "line", x = 100, y = 100, facing = 180 },
  { code = "n2", kind = "hussars", companies = 3, formation = "line", x = 60, y = 124, facing = 180 },
  { code = "n3", kind = "german-line-battalion", formation = "line", x = 20, y = 124, facing = 180 },
  { code = "n4", kind = "jager-battalion", formation = "line", x = 160, y = 124, facing = 180 },"#;
    raised(ground, 195.0, &format!("{south}\n  {more}"), north)
}

pub fn field() -> Field {
    field_on("")
}

pub fn id(f: &Field, code: &str) -> UnitId {
    f.by_code(code).unwrap()
}

pub fn put(f: &mut Field, code: &str, x: f64, y: f64, bearing: f64) {
    let u = id(f, code);
    f[u].base.front = v2(x, y);
    f[u].base.dir = V2::bearing(bearing);
    f.draw_up(u);
}

pub fn form(f: &mut Field, code: &str, formation: Formation) {
    let u = id(f, code);
    f[u].drawn = Drawn::new(formation);
    f.draw_up(u);
}

pub fn terms(f: &Field) -> Terms {
    let order = |u: &newbury_napoleonic::Unit| {
        let y = if u.side == Side::A { 129.0 } else { 1.0 };
        let at = v2(u.base.front.x, y);
        Some(GameOrder {
            task: GameTask::Advance,
            objective: Some(Goal::Ground { name: "far".into(), at }),
            double: true,
            ..GameOrder::default()
        })
    };
    Terms { orders: f.units.iter().map(order).collect(), ..Terms::default() }
}

pub fn drill(f: Field, dice: impl Into<Vec<u8>>) -> Battle {
    Battle::drill_on(terms(&f), f, dice)
}

pub fn march(unit: &str, cm: f64) -> MoveOrder {
    MoveOrder { unit: unit.into(), legs: vec![LegOrder::March { cm, towards: None }], ..MoveOrder::default() }
}

pub fn legs(unit: &str, legs: &[LegOrder]) -> MoveOrder {
    MoveOrder { unit: unit.into(), legs: legs.to_vec(), ..MoveOrder::default() }
}

pub fn hold(unit: &str) -> MoveOrder {
    MoveOrder { unit: unit.into(), hold_fire: true, ..MoveOrder::default() }
}

pub fn charge(unit: &str, on: &str) -> MoveOrder {
    MoveOrder { unit: unit.into(), charge: Some(on.into()), ..MoveOrder::default() }
}

pub fn attack(unit: &str, on: &str) -> MoveOrder {
    MoveOrder { unit: unit.into(), attack: Some(on.into()), ..MoveOrder::default() }
}

pub fn orders(all: Vec<MoveOrder>) -> Answer {
    Answer::Orders { orders: all, generals: Vec::new() }
}

/// Both write these orders; what else is asked is answered by the function, or by silence, until the next orders.
pub fn play(
    b: &mut Battle,
    a: Vec<MoveOrder>,
    n: Vec<MoveOrder>,
    mut answers: impl FnMut(&Battle, Side, &Awaits) -> Option<Answer>,
) {
    b.answer(Side::A, orders(a)).unwrap();
    b.answer(Side::B, orders(n)).unwrap();
    while b.ended().is_none() && b.awaits(Side::A) != Some(&Awaits::Orders) {
        let (side, awaits) = Rules::pending(b).into_iter().next().unwrap();
        let x = answers(b, side, &awaits).or_else(|| b.silence(side)).unwrap();
        b.answer(side, x).unwrap();
    }
}

pub fn quiet(b: &mut Battle, a: Vec<MoveOrder>, n: Vec<MoveOrder>) {
    play(b, a, n, |_, _, _| None);
}

/// All dice were rolled; otherwise what was rolled, for whom.
#[track_caller]
pub fn used_up(b: &Battle) {
    if let Err(e) = b.dice_used_up() {
        panic!("{e}\n{}", log(b));
    }
}

/// Of the dice that were given so many were rolled, and some are left; otherwise what was rolled, for whom.
#[track_caller]
pub fn thrown(b: &Battle, n: usize) {
    match b.dice_used_up() {
        Err(umpire::DiceError::TooMany { used, .. }) => assert_eq!(used, n, "dice\n{}", log(b)),
        other => panic!("{other:?}\n{}", log(b)),
    }
}

pub fn log(b: &Battle) -> String {
    let line = |e: &Event| {
        let dice = e.ruling.as_ref().map(|r| format!("{} {:?} -> {}", r.procedure, r.dice, r.result));
        format!("{} {:>2} [{}] {} {}", e.turn, e.step, e.clause, e.says, dice.unwrap_or_default())
    };
    b.events().iter().map(line).collect::<Vec<_>>().join("\n")
}

pub fn told<'b>(b: &'b Battle, kind: Kind, id: &str) -> Vec<&'b Event> {
    b.events().iter().filter(|e| e.event == kind && e.rests_on(id)).collect()
}

/// The results of a procedure about a body, first named, in order.
pub fn results(b: &Battle, procedure: &str, unit: &str) -> Vec<serde_json::Value> {
    let of = |e: &&Event| e.pieces.first().is_some_and(|p| p == unit);
    b.events()
        .iter()
        .filter(of)
        .filter_map(|e| e.ruling.as_ref())
        .filter(|r| r.procedure == procedure)
        .map(|r| r.result.clone())
        .collect()
}

pub fn at(b: &Battle, code: &str) -> V2 {
    b.field()[id(b.field(), code)].base.front
}

pub fn state(b: &Battle, code: &str) -> State {
    b.field()[id(b.field(), code)].state
}

pub fn near(x: f64, y: f64) -> bool {
    (x - y).abs() < 0.02
}

/// a1 and n1 in line, front to front.
pub fn in_contact() -> Field {
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    f
}

/// a1 in column with close-order enemies on all four sides, a few centimetres from each other.
pub fn hemmed_in() -> Field {
    let mut f = field();
    form(&mut f, "a1", Formation::CompanyColumn);
    put(&mut f, "a1", 100.0, 68.0, 0.0);
    put(&mut f, "n1", 100.0, 59.0, 0.0);
    put(&mut f, "n3", 100.0, 75.0, 180.0);
    put(&mut f, "n2", 110.0, 67.0, 270.0);
    put(&mut f, "n4", 90.0, 67.0, 90.0);
    f
}

/// A foot battery in action where a1 stands, which is out of the way.
pub fn with_battery(ground: &str) -> Field {
    let more = r#"{ code = "a5", kind = "foot-battery-6x8+2h", formation = "deployed", x = 100, y = 25, facing = 0 },"#;
    let mut f = field_with(ground, more);
    put(&mut f, "a1", 20.0, 30.0, 0.0);
    f
}
