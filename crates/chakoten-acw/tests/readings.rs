//! Readings that can be switched: the same table and dice under the one and under the other.

use crate::field_day;

use chakoten_acw::attack;
use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::field::{Level, StaffFate};
use chakoten_acw::ground::PatchKind;
use chakoten_acw::guns;
use chakoten_acw::order::{Answer, Choice, StaffMove};
use chakoten_acw::passing::{Pass, may_pass};
use chakoten_acw::procedures::*;
use chakoten_acw::proves;
use chakoten_acw::scenario;
use chakoten_acw::troop::{Ammunition, Formation, Gun, Kind, Nation, State, Weapon};
use chakoten_acw::unit::StaffId;
use chakoten_acw::{EventKind, Side, UnitId};
use field_day::{find, last_turn, orders, play_out, turn, turn_with};
use odds::judging::rule;

fn shock(readings: CombatReadings) -> ShockSituation {
    ShockSituation {
        attacker: ShockSide::new(Kind::Infantry, Nation::Union, 30),
        attack: Attack::default(),
        opponent: ShockSide::new(Kind::Infantry, Nation::Confederate, 30),
        counter: None,
        readings,
    }
}

#[test]
fn an_opponent_in_slight_disorder_is_charged_home_where_only_order_holds() {
    let _p = proves!("07.02.3.a");
    let in_order = CombatReadings { keeps_order: KeepsOrder::InOrder, ..CombatReadings::default() };
    for (readings, state, goes_on, dice) in [
        // Slight disorder of the opponent adds 2 to the roll.
        (CombatReadings::default(), State::Slight, None, [2, 2]),
        (in_order, State::Slight, Some(Who::Attacker), [2, 2]),
        (in_order, State::Order, None, [3, 3]),
    ] {
        let mut s = shock(readings);
        s.opponent.state = state;
        let (o, r) = rule::<Shock>(&s, &dice);
        assert_eq!(r.totals["result"], 6, "{r:?}");
        assert_eq!((o.goes_on, o.opponent), (goes_on, state));
    }
}

#[test]
fn the_initiative_goes_by_charge_and_order_or_always_by_dice() {
    let _p = proves!("07.03.1");
    let mut s = shock(CombatReadings::default());
    s.attack.charge = true;
    s.attacker.formation = Formation::AttackColumn;
    s.counter = Some(Attack::default());
    assert_eq!(rule::<Shock>(&s, &[3, 4]).0.rolled_by, Who::Attacker);
    s.readings.initiative = HasInitiative::Dice;
    // Two dice each, the opponent's are higher; then the roll.
    assert_eq!(rule::<Shock>(&s, &[1, 2, 5, 5, 3, 4]).0.rolled_by, Who::Opponent);
}

#[test]
fn the_rear_is_worth_two_or_as_much_as_the_flank() {
    let _p = proves!("XII.c");
    let sum = |readings: CombatReadings, working: bool| {
        let mut s = shock(readings);
        s.attack.approach = Approach::Rear;
        s.opponent.working = working;
        rule::<Shock>(&s, &[3, 3]).1.modifiers.iter().map(|m| m.value).sum::<i32>()
    };
    let as_flank = CombatReadings { rear_attack: RearAttack::AsFlank, ..CombatReadings::default() };
    let twice = CombatReadings { flank_and_working: FlankAndWorking::Twice, ..as_flank };
    let got = [
        sum(CombatReadings::default(), false),
        sum(CombatReadings::default(), true),
        sum(as_flank, false),
        sum(as_flank, true),
        sum(twice, true),
    ];
    assert_eq!(got, [2, 6, 4, 4, 8]);
}

#[test]
fn the_first_use_of_the_arms_empties_nothing_unless_it_is_read_so() {
    let _p = proves!("09.01.1");
    for (reading, empty) in [(FirstUse::FirstUse, false), (FirstUse::None, true)] {
        let mut s = SmallArmsSituation {
            firer: Firer::new(Kind::Infantry, 6, Weapon::RifledMusket),
            target: Target::new(Kind::Infantry),
            distance: 10.0,
            behind: vec![],
            readings: CombatReadings { ammunition_first_use: reading, ..CombatReadings::default() },
        };
        s.firer.last_fire = LastFire::Never;
        assert_eq!(rule::<SmallArms>(&s, &[1, 1]).0.out_of_ammunition, empty);
        s.firer.last_fire = LastFire::Earlier;
        assert!(rule::<SmallArms>(&s, &[1, 1]).0.out_of_ammunition);
    }
}

/// A battalion in melee with its front, and another behind it.
fn melee() -> (Drill, [UnitId; 3]) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
    let behind = d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.unit(a).locked.push(b);
    d.unit(b).locked.push(a);
    (d, [a, behind, b])
}

#[test]
fn who_fights_is_passed_only_where_it_is_read_so() {
    let _p = proves!("02.06.3.c");
    for (option, free) in [("no", false), ("yes", true)] {
        let (mut d, [a, behind, _]) = melee();
        d.read("melee-passed", option);
        let f = d.field();
        let pass = may_pass(&f, &f[behind], false, &f[a], false);
        assert_eq!(matches!(pass, Pass::Free(_)), free, "{option}: {pass:?}");
        // Who flees passes either way, and a unit with an order is never passed.
        let mut fleeing = f[behind].clone();
        fleeing.state = State::Complete;
        assert!(matches!(may_pass(&f, &fleeing, false, &f[a], true), Pass::Free(_)));
        let ordered = may_pass(&f, &f[behind], false, &f[a], true);
        assert!(matches!(ordered, Pass::Blocked(by) if by.id() == "02.06.3.c"));
    }
}

#[test]
fn a_support_unit_in_disorder_counts_where_any_state_does() {
    for (option, state, counts) in [
        ("steady-foot-and-horse", State::Slight, true),
        ("steady-foot-and-horse", State::Disorder, false),
        ("any-state", State::Disorder, true),
        ("any-state", State::Complete, false),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
        let s = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.state(s, state);
        d.read("support-unit", option);
        let f = d.field();
        assert_eq!(attack::support(&f, &f[a]).is_some(), counts, "{option} {state:?}");
    }
}

#[test]
fn a_shot_into_the_gaps_of_a_chain() {
    for (option, hit) in [("base", false), ("gaps-too", true)] {
        let mut d = Drill::new();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 40.0, 0.0);
        // Bases 0.8 wide with gaps of 0.8: 12 of them, so that the middle is a gap.
        let c = d.infantry(Side::B, 12, Formation::Chain, 100.0, 80.0, 180.0);
        d.read("on-a-base", option);
        let f = d.field();
        let never = |_: UnitId| false;
        let why = chakoten_acw::fire::Occasion { surprised: false, marching: &never };
        let middle = f[c].base.centre();
        let s = guns::lay(&f, g, guns::Mark::Unit(c), Ammunition::Shell, Some(40.0), false, why).unwrap();
        assert_eq!(guns::struck(&f, &s, middle), hit.then_some(c), "{option}");
        let on = f[c].rects()[0].centre;
        assert_eq!(guns::struck(&f, &s, on), Some(c));
    }
}

/// Guns of A whose gunners have left them, and a battalion of B that marches over them and on.
fn lonely_guns(option: &str) -> (Battle, UnitId, UnitId) {
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 60.0, 0.0);
    let stood = d.unit(g).base;
    d.unit(g).battery.as_mut().unwrap().unmanned = Some(stood);
    d.unit(g).base = stood.at(table::v2(40.0, 20.0), stood.dir);
    let b = d.infantry(Side::B, 30, Formation::MarchColumn, 100.0, 70.0, 180.0);
    d.general(Side::A, 20.0, 10.0);
    d.general(Side::B, 100.0, 100.0);
    d.read("guns-taken", option);
    (Battle::drill(d.field(), []), g, b)
}

#[test]
fn guns_are_taken_when_the_turn_ends_or_when_they_are_reached() {
    let _p = proves!("play.guns-unmanned");
    // It goes on over them: they are taken as they are reached, or when the turn ends and its tail is still there.
    for (option, at_once) in [("turn-end", false), ("contact", true)] {
        let (mut b, g, _) = lonely_guns(option);
        turn(&mut b, &[], &[("B1", "march")]);
        let when = find(&b, |e| matches!(e.kind, EventKind::GunsTaken { .. }).then_some(e.clock));
        assert_eq!(when.map(|t| t < 1.0), Some(at_once), "{option}: {when:?}");
        // 10 cm ahead; the march went on.
        assert!(b.field()[b.field().by_code("B1").unwrap()].base.front.y < 59.0);
        assert!(b.field()[g].battery.as_ref().unwrap().taken);
        assert_eq!(b.field().guns_taken, [0, 4]);
    }
    // Whoever stops on them has them at the end of the turn under either.
    for option in ["turn-end", "contact"] {
        let (mut b, g, _) = lonely_guns(option);
        turn(&mut b, &[], &[("B1", "march 11")]);
        assert!(b.field()[g].battery.as_ref().unwrap().taken, "{option}");
    }
}

/// A division of two brigades whose commander is alone before a column.
fn division(option: &str) -> (Battle, [StaffId; 3]) {
    let mut d = Drill::new();
    let top = d.command(Side::A, Level::Division, None);
    let g0 = d.general(Side::A, 130.0, 65.0);
    d.command(Side::A, Level::Brigade, Some(top));
    d.infantry(Side::A, 30, Formation::Line, 60.0, 30.0, 0.0);
    let g1 = d.general(Side::A, 60.0, 20.0);
    d.command(Side::A, Level::Brigade, Some(top));
    d.infantry(Side::A, 30, Formation::Line, 180.0, 30.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 200.0, 30.0, 0.0);
    let g2 = d.general(Side::A, 190.0, 20.0);
    d.infantry(Side::B, 30, Formation::AttackColumn, 130.0, 80.0, 180.0);
    d.general(Side::B, 130.0, 100.0);
    d.read("commander-in-chief", option);
    (Battle::drill(d.field(), [1, 1, 1, 1, 1, 1]), [g0, g1, g2])
}

#[test]
fn the_owner_names_the_heir_of_the_commander_in_chief() {
    let _p = proves!("08.05.2");
    for (option, named, heir) in [
        ("owner", None, 2),
        ("owner", Some(1), 1),
        ("owner", Some(2), 2),
        ("largest", None, 2),
        ("nearest", None, 2),
    ] {
        let (mut b, g) = division(option);
        let top = b.field()[g[0]].command;
        let first = b.field()[g[1]].command;
        let second = b.field()[g[2]].command;
        let mut choices = vec![("escape", Choice::No)];
        if let Some(n) = named {
            choices.push(("heir", Choice::Pick(b.field()[g[n]].code.to_string())));
        }
        turn_with(&mut b, &[], &[("B1", "march")], &choices);
        let f = b.field();
        assert_eq!(f[g[0]].fate, StaffFate::Captured);
        assert_eq!(f[top].general, Some(g[heir]), "{option} {named:?}");
        assert_eq!(f[g[heir]].command, top);
        let (left, kept, other) = if heir == 2 { (second, first, g[1]) } else { (first, second, g[2]) };
        assert!(f[left].vacant && f[left].general.is_none());
        assert_eq!(f[kept].general, Some(other));
        let asked = last_turn(&b)
            .iter()
            .any(|e| matches!(&e.kind, EventKind::Chose { what, .. } if what.starts_with("heir")));
        assert_eq!(asked, option == "owner");
    }
}

/// The commander of a division of three brigades is with six men who flee through a swamp, and skirmishers at their heels: they
/// surrender round him when the turn ends.
fn in_the_swamp() -> (Battle, [StaffId; 4]) {
    let mut d = Drill::new();
    let top = d.command(Side::A, Level::Division, None);
    let g0 = d.general(Side::A, 100.0, 60.0);
    let mut g = [g0; 4];
    for (i, x) in [(1, 40.0), (2, 180.0), (3, 200.0)] {
        d.command(Side::A, Level::Brigade, Some(top));
        d.infantry(Side::A, if i == 3 { 36 } else { 30 }, Formation::Line, x, 20.0, 0.0);
        g[i] = d.general(Side::A, x, 12.0);
    }
    let last = d.infantry(Side::A, 6, Formation::ThinLine, 100.0, 60.0, 180.0);
    d.state(last, State::Complete).with(g0, last);
    d.square(PatchKind::Swamp, "Swamp", (60.0, 40.0), (140.0, 90.0));
    // Half a centimetre behind them: 6 cm of flight, 5 of the chain, so that 1 1/2 are left.
    d.infantry(Side::B, 6, Formation::Chain, 100.0, 62.0, 180.0);
    d.general(Side::B, 100.0, 80.0);
    (Battle::drill(d.field(), [1, 1]), g)
}

#[test]
fn an_heir_is_named_for_one_who_is_lost_as_the_turn_ends() {
    let _p = proves!("08.05.2");
    // (he has used his move, he flees, the heir named, the heir). His 3 cm of swamp do not take him out of their reach.
    for (moved, flees, named, heir) in
        [(true, true, None, 3), (true, true, Some(1), 1), (false, false, Some(2), 2), (false, true, None, 3)]
    {
        let (mut b, g) = in_the_swamp();
        let top = b.field()[g[0]].command;
        let mut choices = vec![("escape", if flees { Choice::Yes } else { Choice::No })];
        if let Some(n) = named {
            choices.push(("heir", Choice::Pick(b.field()[g[n]].code.to_string())));
        }
        let mut moves = Vec::new();
        if moved {
            let who = b.field()[g[0]].code.to_string();
            moves.push((Side::A, StaffMove { who, to: None, join: Some("A4".into()) }));
        }
        orders(&mut b, &[], &[("B1", "march")]);
        play_out(&mut b, &choices, &mut moves);
        let f = b.field();
        let lost = f.by_code("A4").unwrap();
        assert_eq!((f[lost].figures, f[lost].losses.prisoners), (0, 6));
        assert_eq!(f[top].general, Some(g[heir]), "{moved} {flees} {named:?}");
        let asked = |what: &str| {
            let says = |e: &&chakoten_acw::Event| matches!(&e.kind, EventKind::Chose { what: w, .. } if w.starts_with(what));
            last_turn(&b).iter().filter(says).count()
        };
        assert_eq!(asked("escape"), usize::from(!moved));
        assert_eq!(asked("heir"), 1);
        assert_eq!(f[g[0]].fate, StaffFate::Captured);
        // Whose command he left wants a successor at the end of this very turn (08.05.3): 2, none.
        assert_eq!(f.commands.iter().filter(|c| c.vacant).count(), 1);
        b.dice_used_up().unwrap();
    }
}

#[test]
fn the_heir_who_is_passed_over_goes_back_to_his_own_command() {
    let _p = proves!("08.05.2");
    let (mut b, g) = in_the_swamp();
    let field = b.field_mut();
    // An older vacancy earlier in the list.
    chakoten_acw::staffwork::lose_general(field, g[1], false, None);
    let of = g.map(|s| field[s].command);
    let named = field[g[2]].code.to_string();
    // Two vacancies are tried for at the end of the turn: nobody is appointed.
    let mut b = Battle::drill(b.field().clone(), [1, 1, 1, 1]);
    let choices = [("escape", Choice::No), ("heir", Choice::Pick(named))];
    turn_with(&mut b, &[], &[("B1", "march")], &choices);
    let f = b.field();
    assert_eq!(f[of[0]].general, Some(g[2]));
    assert_eq!(f[of[1]].general, None, "the old vacancy stays one");
    assert_eq!(f[of[2]].general, None, "the heir's command wants a successor");
    assert_eq!((f[of[3]].general, f[g[3]].command), (Some(g[3]), of[3]));
    b.dice_used_up().unwrap();
}

/// A lone general with two friends to flee to, and an enemy column on its way to him.
fn hunted() -> (Drill, StaffId) {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 110.0, 50.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 160.0, 40.0, 0.0);
    d.infantry(Side::B, 30, Formation::AttackColumn, 130.0, 80.0, 180.0);
    let g = d.general(Side::A, 130.0, 65.0);
    d.general(Side::B, 130.0, 100.0);
    (d, g)
}

#[test]
fn his_owner_says_where_a_general_flees() {
    let _p = proves!("07.06.3");
    for (option, choice, with) in [
        ("owner", None, Some("A1")),
        ("owner", Some(Choice::Pick("A2".into())), Some("A2")),
        ("owner", Some(Choice::Go { x: 120.0, y: 40.0 }), None),
        ("nearest", None, Some("A1")),
    ] {
        let (mut d, g) = hunted();
        d.read("escape", option);
        let mut b = Battle::drill(d.field(), []);
        let choices: Vec<(&str, Choice)> = choice.clone().into_iter().map(|c| ("escape", c)).collect();
        turn_with(&mut b, &[], &[("B1", "march")], &choices);
        let f = b.field();
        assert_eq!(f[g].fate, StaffFate::Present, "{option} {choice:?}");
        assert_eq!(f[g].with.map(|u| &*f[u].code), with, "{option} {choice:?}");
        if with.is_none() {
            assert_eq!(f[g].base.front, table::v2(120.0, 40.0));
        }
        assert_eq!(f[g].moved, Some(f.turn));
        // Where nothing is left to say he is not asked.
        let chose = |k: &EventKind| matches!(k, EventKind::Chose { what, .. } if what.starts_with("escape"));
        assert_eq!(b.events().iter().any(|e| chose(&e.kind)), option == "owner");
    }
    // Not off the table, not too far, not into the enemy's arms.
    for (x, y) in [(-5.0, 40.0), (130.0, f64::NAN), (239.0, 1.0)] {
        let (mut d, _) = hunted();
        d.read("escape", "owner");
        let mut b = Battle::drill(d.field(), []);
        orders(&mut b, &[], &[("B1", "march")]);
        while b.pending().first().is_some_and(|p| p.1 == Awaits::Staff) {
            let side = b.pending()[0].0;
            b.answer(side, Answer::Staff { moves: vec![] }).unwrap();
        }
        let key = b.asked().unwrap().asked[0].key.clone();
        let choices = [(key, Choice::Go { x, y })].into();
        assert!(b.answer(Side::A, Answer::Choices { choices }).is_err(), "{x} {y}");
        play_out(&mut b, &[], &mut Vec::new());
    }
}

#[test]
fn a_lone_general_is_offered_his_move_or_taken() {
    let _p = proves!("07.06.3");
    for (option, fate) in [("offered", StaffFate::Present), ("taken", StaffFate::Captured)] {
        let (mut d, g) = hunted();
        d.read("lone-staff-offer", option);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[], &[("B1", "march")]);
        assert_eq!(b.field()[g].fate, fate, "{option}");
    }
}

#[test]
fn a_march_that_a_friend_held_up_goes_on_or_stays() {
    let _p = proves!("04.02.5.a");
    for (option, y) in [("goes-on", 65.0), ("stays", 47.0)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 40.0, 0.0);
        // A friend with an order stands across the way and marches off it.
        d.infantry(Side::A, 30, Formation::MarchColumn, 101.5, 48.2, 90.0);
        d.general(Side::A, 100.0, 30.0);
        d.read("way-clears", option);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "march"), ("A2", "march")], &[]);
        let at = b.field()[a].base.front;
        assert!(if y > 50.0 { at.y > 52.0 } else { at.y < 50.0 }, "{option}: {at:?}");
    }
}

#[test]
fn guns_fire_as_surprised_only_where_it_is_read_so() {
    let _p = proves!("04.02.13.a");
    for (option, asked) in [("stationary", true), ("not-guns", false)] {
        let mut d = Drill::new();
        d.battery(Side::A, Gun::Napoleon, 4, 100.0, 60.0, 0.0);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 72.0, 180.0);
        d.general(Side::A, 100.0, 30.0);
        d.general(Side::B, 100.0, 100.0);
        d.read("surprised-who", option);
        let mut b = Battle::drill(d.field(), vec![4; 60]);
        turn_with(&mut b, &[], &[("B1", "attack: march")], &[("shelter", Choice::No)]);
        let fired = last_turn(&b)
            .iter()
            .any(|e| matches!(&e.kind, EventKind::Chose { what, .. } if what.starts_with("surprised")));
        assert_eq!(fired, asked, "{option}");
    }
}

#[test]
fn the_list_goes_by_codes_or_as_the_file_has_it() {
    let text = scenario::SHIPPED[0].1;
    let other = format!("[readings]\nlist-order = \"as-listed\"\n{}", &text[text.find("[table]").unwrap()..]);
    let other = format!("{}{other}", &text[..text.find("[table]").unwrap()]);
    let first = |t: &str| scenario::read("list", t).unwrap().muster().units[0].code.to_string();
    assert_eq!(first(&other), "2NY", "the first in the file");
    let f = scenario::read("list", text).unwrap().muster();
    let order =
        |u: &chakoten_acw::unit::Unit| (f[u.command].code.to_ascii_lowercase(), u.code.to_ascii_lowercase());
    assert!(f.units.windows(2).all(|w| order(&w[0]) < order(&w[1])));
    assert!(f.units.iter().enumerate().all(|(i, u)| u.id.index() == i && u.regiment == u.id));
    assert!(f.commands.iter().all(|c| c.general.is_some_and(|g| f[g].command == c.id)));
}

/// Every clause that is marked unclear has a reading; where there is only one way to play it, the reading says why.
#[test]
fn whatever_is_unclear_has_a_reading_that_is_switched_or_says_why_not() {
    let text = chakoten_acw::book::text();
    let unread: Vec<&str> = text
        .clauses
        .iter()
        .filter(|c| c.unclear.is_some() && !text.readings.iter().any(|r| r.clause == c.id))
        .map(|c| c.id.as_str())
        .collect();
    assert!(unread.is_empty(), "{unread:?}");
    let (mut open, mut single) = (0, 0);
    for r in &text.readings {
        let switched = r.range.is_some() || r.options.len() > 1;
        let why = r.only.as_deref().unwrap_or_default();
        assert_eq!(why.is_empty(), switched, "{}: switched, or a reason why not", r.id);
        assert!(switched || why.len() > 20, "{}: {why}", r.id);
        if switched {
            open += 1;
        } else {
            single += 1;
        }
    }
    assert_eq!((open, single), (49, 163));
}

#[test]
fn slight_disorder_is_overcome_on_the_march_or_only_standing() {
    let p = proves!("08.04.1");
    for (option, order, state) in [
        ("moving-too", "march 1", State::Order),
        ("standing", "march 1", State::Slight),
        ("standing", "stand", State::Order),
        ("standing", "reorganise", State::Order),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.general(Side::A, 100.0, 45.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
        d.state(a, State::Slight);
        d.unit(a).record.state_since = 1;
        d.read("reorganising-lu", option);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", order)], &[]);
        turn(&mut b, &[("A1", order)], &[]);
        assert_eq!(*p.shows("08.04.1", &b.field()[a].state), state, "{option} {order}");
    }
}

#[test]
fn the_share_of_an_attack_is_of_the_figures_present_or_of_the_original_ones() {
    let _p = proves!("03.03.5.c");
    // 14 of 20 left of 30.
    for (option, enough) in [("present", true), ("original", false)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.lost(a, 10);
        d.read("attack-share", option);
        let f = d.field();
        let share = attack::attack_share(&f, &f[a], 14);
        assert_eq!(share.is_ok(), enough, "{option}");
        assert_eq!(share.err().map(|by| by.id()), (!enough).then_some("03.03.5.c"));
        // 16 are more than half of 30 either way.
        assert!(attack::attack_share(&f, &f[a], 16).is_ok());
    }
}

#[test]
fn who_is_free_of_a_melee_marches_or_stands() {
    let p = proves!("play.melee");
    for (option, goes) in [("marches", true), ("stands", false)] {
        let (mut d, [a, _, e]) = melee();
        d.general(Side::A, 100.0, 50.0);
        d.read("after-melee", option);
        // 12: 12 men of 5 elements, 60, three figures; B's own roll of 2. B tests -7 - 2 - 3: FU; by 12 ten prisoners; its attempt to reorganise fails.
        let mut b = Battle::drill(d.field(), [6, 6, 1, 1, 1, 1, 1, 1]);
        turn(&mut b, &[("A1", "march 5")], &[]);
        assert_eq!(b.field()[e].state, State::Complete);
        let y = b.field()[a].base.front.y;
        assert!((y - if goes { 65.0 } else { 60.0 }).abs() < 1e-3, "{option}: {y}");
        let told = find(&b, |x| {
            matches!(x.kind, EventKind::Overridden { unit, .. } if unit == a).then(|| x.clause.id())
        });
        assert_eq!(*p.shows("play.melee", &told), (!goes).then_some("play.melee"));
        b.dice_used_up().unwrap();
    }
}

#[test]
fn fire_before_the_shock_roll_is_measured_at_two_cm_or_as_it_stands() {
    let _p = proves!("07.02.2");
    // The attacker comes upon the left end of a line that fires with its middle: 2 cm, or as measured.
    for (option, near) in [("two-cm", true), ("as-it-stands", false)] {
        let mut d = Drill::new();
        d.infantry(Side::A, 12, Formation::MarchColumn, 106.5, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 100.0, 80.0);
        d.read("fire-at-break-in", option);
        let mut b = Battle::seeded(d.field(), 7);
        turn(&mut b, &[("A1", "march")], &[("B1", "fire before shock")]);
        let cm = find(&b, |e| match e.kind {
            EventKind::Fired { cm, .. } => Some(cm),
            _ => None,
        });
        let cm = cm.unwrap();
        assert_eq!((cm - 2.0).abs() < 1e-6, near, "{option}: {cm}");
    }
}
