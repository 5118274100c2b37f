//! Formations, marches, drill and army lists at the edges of what their clauses say, bare and on the table.

use crate::judging::{by, foot, heavy, irregular, light, out, readings};
use crate::scene::{id, legs, orders, put};
use desk::Rules;
use muster::{ArmyList, RosterUnit};
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder, Pace, Ride, Turning};
use newbury_napoleonic::army::{LISTS, list};
use newbury_napoleonic::battle::{Awaits, Battle, Terms};
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::order::{Gait, GameOrder, GameTask, Goal};
use newbury_napoleonic::procedures::formations::*;
use newbury_napoleonic::procedures::movement::*;
use newbury_napoleonic::terrain::{Terrain, Weather};
use newbury_napoleonic::troop::{Arm, Nation, Troop};
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Field, Side, Unit, proves, scenario};
use table::{V2, v2};

/// A battalion, hussars and a battery of the south, a battalion of the north far off.
fn text_on(ground: &str) -> String {
    format!(
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
general = {{ name = "Brown", code = "Brown", x = 195, y = 2 }}
unit = [
  {{ code = "a1", kind = "line-battalion", formation = "line", x = 100, y = 30, facing = 0 }},
  {{ code = "a2", kind = "light-cavalry", companies = 4, formation = "squadron-column", x = 60, y = 20, facing = 0 }},
  {{ code = "a3", kind = "foot-battery-6x8+2h", formation = "limbered", x = 150, y = 20, facing = 0 }},
]
[[side]]
name = "North"
nation = "austria"
area = [[0, 0], [200, 0], [200, 130], [0, 130]]
[[side.brigade]]
code = "NB"
general = {{ name = "White", code = "White", x = 195, y = 128 }}
unit = [{{ code = "n1", kind = "german-line-battalion", formation = "line", x = 20, y = 124, facing = 180 }}]
"#
    )
}

fn field_on(ground: &str) -> Field {
    field_of(&text_on(ground))
}

fn field_of(text: &str) -> Field {
    let s = scenario::read("drill", text).unwrap_or_else(|r| panic!("{r:#}"));
    let mut f = s.muster();
    for u in &mut f.units {
        u.fate = Fate::OnTable;
        u.seen = true;
    }
    f
}

/// Everybody may go to the far edge, at the double if he likes.
fn drill(f: Field) -> Battle {
    rolling(f, [])
}

fn rolling(f: Field, dice: impl Into<Vec<u8>>) -> Battle {
    let order = |u: &Unit| {
        let y = if u.side == Side::A { 129.0 } else { 1.0 };
        let at = v2(u.base.front.x, y);
        Some(GameOrder {
            task: GameTask::Advance,
            objective: Some(Goal::Ground { name: "far".into(), at }),
            double: true,
            ..GameOrder::default()
        })
    };
    let terms = Terms { orders: f.units.iter().map(order).collect(), ..Terms::default() };
    Battle::drill_on(terms, f, dice)
}

/// Nobody says anything more until orders are written again.
fn to_orders(b: &mut Battle) {
    while b.ended().is_none() && b.awaits(Side::A) != Some(&Awaits::Orders) {
        let (side, _) = Rules::pending(b).into_iter().next().unwrap();
        let nothing = b.silence(side).unwrap();
        b.answer(side, nothing).unwrap();
    }
}

fn march(cm: f64) -> LegOrder {
    LegOrder::March { cm, towards: None }
}

fn form(troop: Troop, formation: Formation) -> MayFormSituation {
    MayFormSituation {
        troop,
        formation,
        dismounted: false,
        year: 1812,
        six_companies: false,
        in_open: true,
        steep: false,
        national: false,
    }
}

fn may(s: MayFormSituation) -> bool {
    out::<MayForm>(&s, &[]).may()
}

/// A change for which the table would otherwise ask the farthest figure: two moves at this rate.
fn change(troop: Troop, from: Formation, to: Formation) -> FormationChangeSituation {
    FormationChangeSituation {
        troop,
        from,
        to,
        to_flank: false,
        frontage: 0,
        farthest: 30.0,
        rate: 15.0,
        ordered: true,
        at_bridge: false,
        double_move: false,
        near_enemy: false,
        year: 1812,
        national: false,
    }
}

fn moving(troop: Troop, formation: Formation, gait: Gait) -> RateSituation {
    RateSituation {
        troop,
        formation,
        gait,
        on_foot: false,
        lone: false,
        ground: Terrain::Open,
        slope: None,
        road: false,
        weather: Weather::Fine,
        weight: None,
        firing: false,
        team: None,
        readings: MoveReadings::default(),
    }
}

fn moves(t: Takes) -> Option<f64> {
    match t {
        Takes::Time { moves, .. } => Some(moves.0),
        Takes::MayNot { .. } => None,
    }
}

#[test]
fn light_cavalry_without_carbines_does_not_skirmish_whatever_its_list_says() {
    let p = proves!("8.1.b");
    let unarmed = Troop { skirmishes: true, ..light().armed(None) };
    assert!(!by::<MayForm>(&p, "8.1.b", &form(unarmed, Formation::Skirmish), &[]).may());
    assert!(may(form(Troop { lance: true, ..unarmed }, Formation::Skirmish)));
    assert!(may(form(light(), Formation::Skirmish)));
    // Foot of the line skirmishes where its list lets it.
    assert!(may(form(Troop { skirmishes: true, ..foot() }, Formation::Skirmish)));
    let kind = |n: Nation, id: &str| list::kinds().iter().find(|k| k.nation == n && k.id == id).unwrap();
    assert!(!kind(Nation::Russia, "light-without-carbine").parts[0].troop.skirmishes);
    assert!(!kind(Nation::Prussia, "light-without-carbine").parts[0].troop.skirmishes);
    assert!(kind(Nation::Russia, "lancers-without-carbine").parts[0].troop.skirmishes);
    assert!(kind(Nation::Prussia, "light-cavalry").parts[0].troop.skirmishes);
}

#[test]
fn linear_armies_have_no_columns_of_squadrons_either() {
    let p = proves!("A3.6", "A3.10");
    use newbury_napoleonic::forming::{Forms, may_form};
    use newbury_napoleonic::options::Options;
    let of = |nation, year, formation| MayFormSituation {
        national: true,
        year,
        ..form(heavy().nation(nation), formation)
    };
    use Formation::{DoubleLine, MarchColumn, OpenSquadronColumn, SquadronColumn};
    for column in [SquadronColumn, OpenSquadronColumn] {
        assert!(!by::<MayForm>(&p, "A3.6", &of(Nation::Austria, 1807, column), &[]).may());
        assert!(!by::<MayForm>(&p, "A3.10", &of(Nation::Prussia, 1806, column), &[]).may());
        assert!(may(of(Nation::Austria, 1808, column)) && may(of(Nation::Prussia, 1807, column)));
        assert!(may(MayFormSituation { national: false, ..of(Nation::Austria, 1805, column) }));
    }
    assert!(may(of(Nation::Austria, 1805, MarchColumn)) && may(of(Nation::Austria, 1805, DoubleLine)));
    // On the table too.
    let hussars = light().nation(Nation::Austria);
    let who = |year| Forms { troop: &hussars, figures: 12, companies: 3, mounted: true, in_open: true, year };
    let agreed = Options { national: true, ..Options::default() };
    let column = Drawn::new(SquadronColumn);
    p.refused_by("A3.6", may_form(&agreed, &who(1807), column));
    assert!(may_form(&agreed, &who(1808), column).is_ok());
    assert!(may_form(&Options::default(), &who(1807), column).is_ok());
    assert!(may_form(&agreed, &who(1807), Drawn::new(MarchColumn)).is_ok());
}

#[test]
fn from_1808_six_companies_march_by_divisions_and_fewer_by_companies() {
    let p = proves!("8.2.d");
    use Formation::{CompanyColumn, DivisionColumn};
    let french = foot().nation(Nation::France);
    let of =
        |year, six_companies, formation| MayFormSituation { year, six_companies, ..form(french, formation) };
    // As the list has it, the year of the decree belongs to the new organisation.
    assert!(may(of(1807, true, CompanyColumn)) && may(of(1807, false, DivisionColumn)));
    assert!(!by::<MayForm>(&p, "8.2.d", &of(1808, true, CompanyColumn), &[]).may());
    assert!(!by::<MayForm>(&p, "8.2.d", &of(1808, false, DivisionColumn), &[]).may());
    assert!(may(of(1808, true, DivisionColumn)) && may(of(1808, false, CompanyColumn)));
    // The Guard has eight companies and may do either.
    let guard = Troop { guard: true, ..french };
    for formation in [CompanyColumn, DivisionColumn] {
        assert!(may(form(guard, formation)));
    }
}

#[test]
fn a_company_column_is_one_whether_it_is_close_or_open() {
    let p = proves!("T6", "8.4.b");
    use Formation::{CompanyColumn, DivisionColumn, Line, OpenCompanyColumn, OpenDivisionColumn};
    for (from, to, time) in [
        (CompanyColumn, Line, 1.5),
        (OpenCompanyColumn, Line, 1.5),
        (CompanyColumn, OpenDivisionColumn, 0.5),
        (OpenCompanyColumn, DivisionColumn, 0.5),
        (OpenCompanyColumn, OpenDivisionColumn, 0.5),
    ] {
        for (from, to) in [(from, to), (to, from)] {
            let takes = by::<FormationChange>(&p, "T6", &change(foot(), from, to), &[]);
            assert_eq!(moves(takes), Some(time), "{from:?} {to:?}");
        }
    }
    // To the flank it is quicker, and only of the open one.
    let flank = |from| FormationChangeSituation { to_flank: true, ..change(foot(), from, Line) };
    assert_eq!(moves(out::<FormationChange>(&flank(OpenCompanyColumn), &[])), Some(0.75));
    // What the table does not have takes as long as the farthest figure marches.
    for (from, to) in [(OpenDivisionColumn, Line), (CompanyColumn, OpenCompanyColumn)] {
        let takes = by::<FormationChange>(&p, "8.4.b", &change(foot(), from, to), &[]);
        assert_eq!(moves(takes), Some(2.0), "{from:?} {to:?}");
    }
}

#[test]
fn irregulars_do_not_drill_by_the_rows_of_regulars() {
    let p = proves!("8.4.b", "T6.irr", "T6");
    use Formation::{Line, Skirmish, SquadronColumn};
    for (from, to) in [(Line, Skirmish), (SquadronColumn, Line)] {
        let cossacks = change(irregular(light()), from, to);
        assert_eq!(moves(by::<FormationChange>(&p, "8.4.b", &cossacks, &[])), Some(2.0), "{from:?} {to:?}");
        let hussars = change(light(), from, to);
        assert_eq!(moves(by::<FormationChange>(&p, "T6", &hussars, &[])), Some(0.5), "{from:?} {to:?}");
    }
    // Their front alone has a time: two figures in a quarter, and what is begun counts.
    for (frontage, time) in [(1, 0.25), (2, 0.25), (3, 0.5)] {
        let s = FormationChangeSituation { frontage, ..change(irregular(light()), Line, SquadronColumn) };
        assert_eq!(moves(by::<FormationChange>(&p, "T6.irr", &s, &[])), Some(time), "{frontage}");
    }
}

#[test]
fn rocket_teams_with_two_dead_move_as_foot_rockets() {
    let p = proves!("12.7.f", "12.7.e");
    let of = |killed, gait| RateSituation {
        team: Some(TeamLeft { horses: 6, killed, uncut: false }),
        ..moving(Troop::of(Arm::HorseRockets), Formation::Limbered, gait)
    };
    let cm = |s: RateSituation| out::<MoveRate>(&s, &[]).cm();
    assert_eq!((cm(of(0, Gait::Normal)), cm(of(1, Gait::Normal))), (Some(30.0), Some(30.0)));
    assert_eq!(cm(of(1, Gait::Double)), Some(45.0));
    // Four horses of six, at the rate of a foot battery, and no double move.
    assert_eq!(by::<MoveRate>(&p, "12.7.f", &of(2, Gait::Normal), &[]).cm(), Some(10.0));
    assert_eq!(by::<MoveRate>(&p, "12.7.e", &of(2, Gait::Double), &[]).cm(), None);
}

#[test]
fn a_dead_animal_in_any_team_holds_the_battery_up() {
    let p = proves!("12.7.d");
    let dead = |team: usize, uncut: u8| {
        let mut f = field_on("");
        let a3 = id(&f, "a3");
        let guns = &mut f[a3].battery.as_mut().unwrap().guns;
        // The first team has lost two and has been cut free of them; another has lost one.
        guns[0].team.as_mut().unwrap().alive -= 2;
        guns[1].team.as_mut().unwrap().alive -= 1;
        guns[team].team.as_mut().unwrap().uncut = uncut;
        f
    };
    let go = |f: Field| drill(f).answer(Side::A, orders(vec![legs("a3", &[march(5.0)])]));
    go(dead(1, 0)).unwrap();
    p.refused_by("12.7.d", go(dead(1, 1)));
    p.refused_by("12.7.d", go(dead(0, 2)));
}

#[test]
fn routers_take_nothing_whoever_goes_through_whom() {
    let p = proves!("T8.H");
    let formed = Passer { moving: true, ..Passer::default() };
    let routers = |n| Passer { skirmishers: true, moving: true, routing: Some(n), ..Passer::default() };
    let pass = |one, other| {
        let o = by::<PassThrough>(&p, "T8.H", &PassSituation { one, other }, &[]);
        (o.one, o.other)
    };
    assert_eq!(pass(routers(5), formed), (0, 5));
    assert_eq!(pass(formed, routers(5)), (5, 0));
    assert_eq!(pass(routers(5), routers(3)), (0, 0));
}

#[test]
fn no_formation_is_changed_at_attack_distance_of_the_enemy() {
    let p = proves!("8.4.e");
    let change = |gap: f64| {
        let mut f = field_on("");
        put(&mut f, "n1", 100.0, 30.0 + gap, 180.0);
        let a1 = &f[id(&f, "a1")];
        p.shows("8.4.e", f.change_takes(a1, Drawn::new(Formation::Square), 1809, false).0)
    };
    // Foot is barred to 5 cm, that distance included.
    assert_eq!((moves(change(4.9)), moves(change(5.0)), moves(change(5.1))), (None, None, Some(1.5)));
}

#[test]
fn what_follows_a_leg_that_cannot_be_done_is_dropped() {
    let p = proves!("8.4.e");
    let square = LegOrder::Form { formation: Formation::Square, ranks: None, files: None };
    let back = |gap: f64, all: &[LegOrder]| {
        let mut f = field_on("");
        put(&mut f, "n1", 100.0, 30.0 + gap, 180.0);
        let barred = f.change_takes(&f[id(&f, "a1")], Drawn::new(Formation::Square), 1809, false).0;
        let mut b = rolling(f, [3; 40]);
        let quiet = |unit: &str, all: &[LegOrder]| MoveOrder { hold_fire: true, ..legs(unit, all) };
        b.answer(Side::A, orders(vec![quiet("a1", all)])).unwrap();
        b.answer(Side::B, orders(vec![quiet("n1", &[])])).unwrap();
        let gone = 30.0 - b.field()[id(b.field(), "a1")].base.front.y;
        p.shows("8.4.e", ((gone * 10.0).round() / 10.0, moves(barred)))
    };
    let step = LegOrder::Back { cm: 3.0 };
    assert_eq!(back(5.0, &[step]), (3.0, None));
    assert_eq!(back(5.0, &[square, step]), (0.0, None));
    // Beyond it the change is begun, and takes the whole move.
    assert_eq!(back(5.1, &[square, step]), (0.0, Some(1.5)));
}

/// Contours 4 cm apart all round: steep between 25 and 29 in the south, 56 and 60 in the north.
const STEEP: &str = r#"
[[ground.hill]]
name = "Hill"
step = [{ outline = [[130, 25], [170, 25], [170, 60], [130, 60]] }, { outline = [[134, 29], [166, 29], [166, 56], [134, 56]] }]
"#;

#[test]
fn guns_are_unlimbered_where_the_march_ends_and_not_on_steep_slopes() {
    let p = proves!("12.6.d");
    let unlimber = LegOrder::Unlimber { facing: None };
    let run = |y: f64, all: &[LegOrder]| {
        let mut f = field_on(STEEP);
        put(&mut f, "a3", 150.0, y, 0.0);
        let mut b = drill(f);
        b.answer(Side::A, orders(vec![legs("a3", all)]))?;
        b.answer(Side::B, orders(vec![])).unwrap();
        Ok::<_, umpire::Refusal>(b.field()[id(b.field(), "a3")].formation())
    };
    // At the foot of it, and halfway up.
    assert_eq!(run(20.0, &[march(4.0), unlimber]).unwrap(), Formation::Deployed);
    assert_eq!(p.shows("12.6.d", run(20.0, &[march(7.0), unlimber])).unwrap(), Formation::Limbered);
    // On the slope it is refused, but it may first march off.
    p.refused_by("12.6.d", run(58.0, &[unlimber]));
    assert_eq!(run(58.0, &[march(6.0), unlimber]).unwrap(), Formation::Deployed);
}

/// An army of one unit.
fn army(nation: &str, year: u16, more: &str, kind: &str, keys: &str) -> String {
    let comma = if keys.is_empty() { "" } else { ", " };
    format!(
        "book = \"newbury-napoleonic\"\ntitle = \"Drill\"\nnation = \"{nation}\"\nyear = {year}\n{more}\n[[brigade]]\ncode = \"B\"\ngeneral = \"Brown\"\nunit = [{{ code = \"u\", kind = \"{kind}\"{comma}{keys} }}]\n"
    )
}

/// The only unit of an army.
fn raised(nation: &str, year: u16, more: &str, kind: &str, keys: &str) -> RosterUnit {
    let text = army(nation, year, more, kind, keys);
    let r = LISTS.review("drill", &text);
    if let Some(w) = r.wrong {
        panic!("{w:#}\n{text}");
    }
    r.roster.unwrap().groups[0].units[0].clone()
}

/// The clauses of what is wrong with an army.
fn wrong(text: &str) -> Vec<&'static str> {
    let found = LISTS.review("drill", text).wrong.unwrap_or_else(|| panic!("this army is lawful:\n{text}"));
    found.mistakes.iter().filter_map(|m| m.clause).collect()
}

/// The lines of a unit by one clause: how many at which price.
fn priced(u: &RosterUnit, clause: &str) -> Vec<(u32, i64)> {
    u.lines.iter().filter(|l| l.clause.to_string() == clause).map(|l| (l.count, l.each)).collect()
}

#[test]
fn other_weapons_and_lower_training_are_priced_in_the_lists_too() {
    let p = proves!("T1.B", "A4.2");
    let of = |kind: &str, keys: &str| raised("prussia", 1813, "", kind, keys);
    let rifles = of("musketeer-battalion", "weapon = \"rifle\"");
    assert_eq!(p.shows("T1.B", priced(&rifles, "T1.B")), [(20, 7)]);
    let carbines = raised("britain", 1812, "", "light-cavalry", "companies = 4, weapon = \"rifled-carbine\"");
    assert_eq!(priced(&carbines, "T1.B"), [(16, 11)]);
    let none = raised("britain", 1812, "", "light-cavalry", "companies = 4, weapon = \"none\"");
    assert_eq!(priced(&none, "T1.B"), [(16, 9)]);
    // Light infantry of lower training is a point cheaper; of the line nothing is said, but that the reserve pays by the lower class.
    assert_eq!(priced(&of("fusilier-battalion", "training = \"D\""), "T1.B"), [(20, 7)]);
    assert_eq!(priced(&of("musketeer-battalion", "training = \"D\""), "AI.PR.1"), [(20, 6)]);
    assert_eq!(priced(&of("reserve-battalion", "training = \"D\""), "AI.PR.1.b"), [(20, 4)]);
    // A class of one's own and rifled muskets: each is paid for once.
    let keys = "class = \"B\", weapon = \"rifled-musket\"";
    let u = raised("prussia", 1813, "[options]\ncrimea = true", "musketeer-battalion", keys);
    assert_eq!(p.shows("A4.2", priced(&u, "A4.2")), [(20, 10)]);
}

#[test]
fn fusiliers_of_the_reserve_are_split_as_those_of_the_line() {
    let p = proves!("6.3");
    let company = "detachment = [{ code = \"d\", of = [\"musketeer or fusilier company\"] }]";
    let fusiliers = raised("prussia", 1813, "", "reserve-battalion", &format!("light = true, {company}"));
    assert_eq!(fusiliers.points, 20 * 8 + 10 + 5);
    let musketeers = army("prussia", 1813, "", "reserve-battalion", company);
    assert_eq!(p.shows("6.3", wrong(&musketeers)), ["6.3"]);
}

/// Price of its troops and five command points are the detachment's own; the rest is its unit's.
#[test]
fn a_detachment_is_worth_what_it_costs() {
    let text = text_on("")
        .replace(
            "kind = \"line-battalion\"",
            "detachment = [{ code = \"v\", of = [\"voltigeur company\"], x = 100, y = 40, facing = 0 }], kind = \"line-battalion\"",
        )
        .replace(
            "kind = \"foot-battery-6x8+2h\"",
            "detachment = [{ code = \"h\", of = [\"howitzer\"], formation = \"limbered\", x = 150, y = 40, facing = 0 }], kind = \"foot-battery-6x8+2h\"",
        );
    let f = field_of(&text);
    let points = |code: &str| f[id(&f, code)].points;
    // Four companies of fusiliers at 6 and one of grenadiers at 8, three figures each, and ten.
    assert_eq!((points("a1"), points("v")), (72.0 + 24.0 + 10.0, 24.0 + 5.0));
    // A piece at 60, four gunners at 4, a team at 36 and three drivers at 4.
    assert_eq!((points("a3"), points("h")), (3.0 * 124.0 + 10.0, 124.0 + 5.0));
}

#[test]
fn generals_ride_when_all_others_move() {
    let _p = proves!("12.8");
    let f = field_on("");
    let mut b = drill(f);
    let ride = Ride { general: "Brown".into(), to: Some([150.0, 30.0]), with: None };
    b.answer(Side::A, Answer::Orders { orders: vec![], generals: vec![ride] }).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    let rode: Vec<u8> = b
        .events()
        .iter()
        .filter(|e| e.event == Kind::GeneralRides && e.rests_on("12.8"))
        .map(|e| e.step)
        .collect();
    assert_eq!(rode, [4]);
    assert_eq!(b.field().generals[0].at, v2(150.0, 30.0));
}

#[test]
fn a_general_far_from_those_he_is_to_join_does_not_fly_to_them() {
    let p = proves!("11.4");
    // At 40 cm he stays; at 2 cm he goes along.
    for (x, y, to) in [(60.0, 30.0, [60.0, 30.0]), (100.0, 27.0, [100.0, 32.0])] {
        let mut f = field_on("");
        let a1 = id(&f, "a1");
        f.generals[0].at = v2(x, y);
        f.generals[0].with = Some(a1);
        let mut b = drill(f);
        b.answer(Side::A, orders(vec![legs("a1", &[march(5.0)])])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        let at = b.field().generals[0].at;
        let moved = b.events().iter().filter(|e| e.event == Kind::Moves && e.rests_on("11.4")).count();
        assert_eq!(p.shows("11.4", moved), 1);
        assert!(at.dist(v2(to[0], to[1])) < 0.02, "{at:?}");
    }
}

#[test]
fn cavalry_forms_line_from_column_while_it_advances() {
    let p = proves!("T6.adv", "8.4.d");
    let line = LegOrder::Form { formation: Formation::Line, ranks: None, files: None };
    let run = |all: &[LegOrder]| {
        let mut b = drill(field_on(""));
        b.answer(Side::A, orders(vec![legs("a2", all)])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        let a2 = &b.field()[id(b.field(), "a2")];
        (((a2.base.front.y - 20.0) * 10.0).round() / 10.0, a2.formation())
    };
    // Half a move for the change, in which it goes half of its 40 cm.
    assert_eq!(p.shows("T6.adv", run(&[line, march(60.0)])), (40.0, Formation::Line));
    assert_eq!(p.shows("8.4.d", run(&[line, march(10.0)])), (10.0, Formation::Line));
    // A change of another kind is made standing.
    let open = LegOrder::Form { formation: Formation::Skirmish, ranks: None, files: None };
    let (far, formed) = run(&[open, march(60.0)]);
    assert_eq!((far, formed), (20.0, Formation::Skirmish));
}

#[test]
fn a_road_through_a_wood_helps_a_march_column_where_roads_count() {
    let p = proves!("T4");
    let wood = "[[ground.area]]\nkind = \"dense-wood\"\nname = \"Wood\"\noutline = [[80, 28], [120, 28], [120, 80], [80, 80]]\n[[ground.road]]\nname = \"Lane\"\npath = [[100, 0], [100, 130]]";
    for (option, far) in [("free", 15.0), ("none", 7.5)] {
        let mut f = field_on(wood);
        f.readings = readings("roads", option);
        let a1 = id(&f, "a1");
        f[a1].drawn = Drawn::new(Formation::MarchColumn);
        f.draw_up(a1);
        let mut b = drill(f);
        b.answer(Side::A, orders(vec![legs("a1", &[march(60.0)])])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        let gone = b.field()[a1].base.front.y - 30.0;
        assert!((gone - far).abs() < 0.02, "{option}: {gone}");
    }
    // Table 4 says as much of the bare ground.
    let on =
        RateSituation { ground: Terrain::DenseWood, ..moving(foot(), Formation::MarchColumn, Gait::Normal) };
    assert_eq!(by::<MoveRate>(&p, "T4", &on, &[]).cm(), Some(7.5));
}

#[test]
fn a_double_move_goes_on_to_its_objective() {
    let p = proves!("12.2.a");
    let doubled = || {
        let mut f = field_on("");
        f.generals[0].at = v2(66.0, 66.0);
        let mut b = drill(f);
        let double = MoveOrder { pace: Pace::Double, ..legs("a2", &[march(50.0)]) };
        b.answer(Side::A, orders(vec![double])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        to_orders(&mut b);
        b
    };
    let y = |b: &Battle| b.field()[id(b.field(), "a2")].base.front.y;
    let told =
        |b: &Battle| b.events().iter().filter(|e| e.event == Kind::Moves && e.rests_on("12.2.a")).count();
    // It may not slow down, and goes on of itself.
    let mut b = doubled();
    assert!((y(&b) - 70.0).abs() < 0.02, "{}", y(&b));
    p.refused_by("12.2.a", b.answer(Side::A, orders(vec![legs("a2", &[march(10.0)])])));
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    assert!((y(&b) - 129.0).abs() < 0.1, "{}", y(&b));
    assert_eq!(told(&b), 1);
    // A general beside it may say otherwise in person.
    let mut b = doubled();
    let slowly = MoveOrder { by: Some("Brown".into()), ..legs("a2", &[march(10.0)]) };
    b.answer(Side::A, orders(vec![slowly])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    assert!((y(&b) - 80.0).abs() < 0.02 && told(&b) == 0, "{}", y(&b));
    // Those who went at the normal pace may stand.
    let mut b = drill(field_on(""));
    b.answer(Side::A, orders(vec![legs("a2", &[march(30.0)])])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    to_orders(&mut b);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    assert!((y(&b) - 50.0).abs() < 0.02, "{}", y(&b));
}

#[test]
fn double_moves_without_an_objective_are_made_where_that_is_agreed() {
    let p = proves!("12.2.a");
    let order = |option: &str| {
        let mut f = field_on("");
        f.readings = readings("double-objective", option);
        let order = |_: &Unit| Some(GameOrder { double: true, ..GameOrder::default() });
        let terms = Terms { orders: f.units.iter().map(order).collect(), ..Terms::default() };
        let mut b = Battle::drill_on(terms, f, []);
        b.answer(Side::A, orders(vec![MoveOrder { pace: Pace::Double, ..legs("a2", &[march(50.0)]) }]))
    };
    p.refused_by("12.2.a", order("named"));
    order("none").unwrap();
}

#[test]
fn irregular_foot_forms_line_in_a_wood_only() {
    let p = proves!("8.2.b");
    use newbury_napoleonic::forming::{Forms, may_form};
    use newbury_napoleonic::options::Options;
    let wood = "[[ground.area]]\nkind = \"light-wood\"\nname = \"Wood\"\noutline = [[80, 60], [120, 60], [120, 80], [80, 80]]";
    let mut f = field_on(wood);
    let a1 = id(&f, "a1");
    f[a1].troop = irregular(foot());
    let form = |f: &Field, formation| {
        let who = Forms::of(&f[a1], 1809).on(&f.ground, &f[a1]);
        may_form(&Options::default(), &who, Drawn::new(formation))
    };
    p.refused_by("8.2.b", form(&f, Formation::Line));
    assert!(form(&f, Formation::Mass).is_ok());
    put(&mut f, "a1", 100.0, 70.0, 0.0);
    assert!(form(&f, Formation::Line).is_ok());
    assert!(form(&f, Formation::Mass).is_ok());
    p.refused_by("8.2.b", form(&f, Formation::CompanyColumn));
}

#[test]
fn an_open_column_wheels_into_line_to_its_flank() {
    let p = proves!("T6");
    let left = LegOrder::IntoLine { to: Turning::Left };
    let column = |formation| {
        let mut f = field_on("");
        let a2 = id(&f, "a2");
        f[a2].drawn = Drawn::new(formation);
        put(&mut f, "a2", 60.0, 40.0, 0.0);
        drill(f)
    };
    // A quarter of a move for cavalry; then it has three quarters of its 40 cm, the way it faces now.
    let mut b = column(Formation::OpenSquadronColumn);
    b.answer(Side::A, orders(vec![legs("a2", &[left, march(100.0)])])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    let a2 = &b.field()[id(b.field(), "a2")];
    assert_eq!(p.shows("T6", a2.formation()), Formation::Line);
    assert!(a2.base.dir.dist(V2::bearing(270.0)) < 1e-6, "{:?}", a2.base);
    assert!((a2.deeds.moved - 30.0).abs() < 0.02, "{}", a2.deeds.moved);
    // Only open columns do, and only to a flank.
    let about = LegOrder::IntoLine { to: Turning::About };
    for (formation, leg) in [(Formation::SquadronColumn, left), (Formation::OpenSquadronColumn, about)] {
        p.refused_by("T6", column(formation).answer(Side::A, orders(vec![legs("a2", &[leg])])));
    }
    // Infantry takes longer, but for the British.
    for (nation, time) in [(Nation::Britain, 0.5), (Nation::France, 0.75)] {
        let mut f = field_on("");
        let a1 = id(&f, "a1");
        f[a1].troop.nation = nation;
        f[a1].drawn = Drawn::new(Formation::OpenCompanyColumn);
        assert_eq!(moves(f.into_line_takes(&f[a1], 1809).0), Some(time));
    }
}

#[test]
fn evaders_halt_in_the_next_move_and_are_not_disorganised_again() {
    let p = proves!("12.3.e");
    let mut f = field_on("");
    let a2 = id(&f, "a2");
    f[a2].drawn = Drawn::new(Formation::Skirmish);
    put(&mut f, "a2", 60.0, 40.0, 0.0);
    // As it is after a move in which it evaded.
    f[a2].state = State::Evading;
    f[a2].deeds.was_charged = true;
    let mut b = drill(f);
    p.refused_by("12.3.e", b.answer(Side::A, orders(vec![legs("a2", &[march(5.0)])])));
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    let again = b.events().iter().filter(|e| e.event == Kind::Disorder).count();
    assert_eq!((again, b.field()[a2].state), (0, State::UnderOrders));
}

#[test]
fn mixed_batteries_are_of_two_or_three_guns_and_a_howitzer() {
    let p = proves!("6.5.b");
    let of = |more: &str, pieces: &str| {
        let keys = format!("arm = \"field-artillery\", class = \"B\", pieces = [{pieces}]");
        army("other", 1809, more, "custom", &keys)
    };
    let lawful = |text: &str| LISTS.review("drill", text).wrong.is_none();
    assert!(lawful(&of("", "\"6-pounder*3\", \"howitzer\"")));
    assert!(lawful(&of("", "\"6-pounder*2\", \"howitzer\"")));
    assert!(lawful(&of("", "\"6-pounder*4\"")) && lawful(&of("", "\"howitzer*4\"")));
    for pieces in
        ["\"6-pounder\", \"howitzer\"", "\"6-pounder*4\", \"howitzer\"", "\"6-pounder*3\", \"howitzer*2\""]
    {
        assert_eq!(p.shows("6.5.b", wrong(&of("", pieces))), ["6.5.b"], "{pieces}");
    }
    let large = "[options]\nfigures = \"25mm\"";
    assert_eq!(wrong(&of(large, "\"6-pounder*3\", \"howitzer\"")), ["6.5.b"]);
    assert!(lawful(&of(large, "\"6-pounder*3\"")));
}

#[test]
fn howitzers_of_two_or_three_batteries_are_one_unit() {
    let p = proves!("6.5.b");
    let of = |batteries: u8, howitzers: u8| {
        let mut units: Vec<String> = (0..batteries)
            .map(|n| {
                format!("{{ code = \"b{n}\", kind = \"foot-battery-6x8+2h\", without = [\"howitzer\"] }}")
            })
            .collect();
        units.push(format!("{{ code = \"h\", kind = \"combined\", from = \"foot-battery-6x8+2h\", part = \"howitzer\", companies = {howitzers} }}"));
        format!(
            "book = \"newbury-napoleonic\"\ntitle = \"Drill\"\nnation = \"france\"\nyear = 1809\n[[brigade]]\ncode = \"B\"\ngeneral = \"Brown\"\nunit = [{}]\n",
            units.join(", ")
        )
    };
    let roster = LISTS.review("drill", &of(2, 2)).roster.unwrap();
    let points: Vec<i64> = roster.groups[0].units.iter().map(|u| u.points).collect();
    // A piece with its crew, team and drivers is 124 here; each unit has its ten command points.
    assert_eq!(points, [3 * 124 + 10, 3 * 124 + 10, 2 * 124 + 10]);
    assert_eq!(p.shows("6.5.b", wrong(&of(1, 2))), ["6.5.b"]);
    assert_eq!(wrong(&of(2, 3)), ["6.5.b"]);
    assert_eq!(wrong(&of(4, 4)), ["6.5.b"]);
    assert!(LISTS.review("drill", &of(3, 3)).wrong.is_none());
}

#[test]
fn a_house_is_entered_by_the_wall_before_which_one_stands() {
    let p = proves!("12.5.d");
    let barn = "[[ground.building]]\nname = \"Barn\"\nx = 100\ny = 60\nwidth = 20\ndepth = 6\nstoreys = 1";
    // By the long wall eighteen figures in three quarters, six in each; by the short one, three in each, in six.
    for (x, y, bearing, inside) in [(100.0, 56.5, 0.0, true), (110.5, 60.0, 270.0, false)] {
        let mut f = field_on(barn);
        put(&mut f, "a1", x, y, bearing);
        let a1 = id(&f, "a1");
        let mut b = drill(f);
        b.answer(Side::A, orders(vec![legs("a1", &[LegOrder::Enter])])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        assert_eq!(p.shows("12.5.d", b.field()[a1].inside.is_some()), inside, "{x} {y}");
        if !inside {
            let left = b.field()[a1].changing.map(|c| (c.left * 100.0).round());
            assert_eq!(left, Some(50.0), "half a move is left of one and a half");
        }
    }
}
