//! What a side knows (03.02, play.view).

use chakoten_acw::drill::Drill;
use chakoten_acw::field::{Field, Level};
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::proves;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::unit::{Side, UnitId};
use chakoten_acw::view::{Known, Sightings, known, view, view_json};
use proptest::prelude::*;
use serde_json::Value;
use table::v2;

use Formation::{Chain, Line};

fn look(f: &Field, side: Side) -> Known {
    let k = known(f, side, &Sightings::default());
    assert_eq!(k.by().id(), "play.view");
    k
}

fn shown(f: &Field, side: Side) -> Value {
    view_json(f, side, &look(f, side))
}

/// Two brigades a side with a ridge between; one enemy regiment stands behind it.
fn field() -> Drill {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Line, 60.0, 40.0, 0.0);
    d.battery(Side::A, Gun::Napoleon, 4, 80.0, 40.0, 0.0);
    d.general(Side::A, 70.0, 25.0);
    d.infantry(Side::B, 24, Line, 60.0, 80.0, 180.0);
    d.cavalry(Side::B, 20, Line, 180.0, 140.0, 180.0);
    d.general(Side::B, 70.0, 95.0);
    d.hill("Ridge", 1, (120.0, 60.0), (230.0, 110.0));
    d
}

#[test]
fn of_the_enemy_only_what_can_be_seen() {
    let _p = proves!("play.view");
    let mut d = field();
    d.state(UnitId(2), State::Slight).unit(UnitId(2)).pinned_to = Some(2);
    d.unit(UnitId(2)).carried = 7;
    let f = d.field();
    let v = shown(&f, Side::A);
    let enemies = v["enemies"].as_array().unwrap();
    assert_eq!(enemies.len(), 1, "the cavalry is behind the ridge");
    let e = enemies[0].as_object().unwrap();
    assert_eq!(
        e.keys().map(String::as_str).collect::<Vec<_>>(),
        [
            "label",
            "kind",
            "formation",
            "figures",
            "files",
            "at",
            "width",
            "depth",
            "inside",
            "fleeing",
            "lying_down",
            "named_by"
        ]
    );
    assert_eq!((&e["label"], &e["kind"], &e["figures"]), (&"x1".into(), &"infantry".into(), &24.into()));
    assert_eq!((&e["lying_down"], &e["fleeing"]), (&true.into(), &false.into()));
    assert_eq!(e["named_by"], serde_json::json!(["A-I"]));
    // Not the name, valour, ammunition, losses or orders of anybody on the other side.
    let text = v.to_string();
    for secret in ["B1", "B2", "Bg1", "General Bg1", "B-I"] {
        assert!(!text.contains(&format!("\"{secret}\"")), "{secret} in {text}");
    }
    // Own units whole.
    let own = &v["own"][0];
    for key in ["losses", "state", "ammunition", "valour", "carried", "men", "reach", "last_order"] {
        assert!(own.get(key).is_some(), "{key}");
    }
    assert_eq!(own["reach"], "general");
}

#[test]
fn labels_last_for_the_battle() {
    let _p = proves!("play.view");
    let f = field().field();
    let mut s = Sightings::default();
    let k = known(&f, Side::A, &s);
    assert_eq!(k.by().id(), "play.view");
    s.note(&k);
    assert_eq!(k.label(UnitId(2)).as_deref(), Some("x1"));
    assert_eq!(k.label(UnitId(3)), None);
    // The regiment goes out of sight, the cavalry comes over the ridge: it is the second sighted.
    let mut f2 = f.clone();
    f2[UnitId(2)].base.front = v2(200.0, 150.0);
    f2[UnitId(3)].base.front = v2(60.0, 90.0);
    let k = known(&f2, Side::A, &s);
    assert_eq!(k.seen(), [UnitId(3)]);
    assert_eq!((k.label(UnitId(2)).as_deref(), k.label(UnitId(3)).as_deref()), (Some("x1"), Some("x2")));
    assert!(
        !k.may_name(&f2, f[UnitId(0)].command, UnitId(2)) && k.may_name(&f2, f[UnitId(0)].command, UnitId(3))
    );
    s.note(&k);
    let k = known(&f, Side::A, &s);
    assert_eq!(k.label(UnitId(3)).as_deref(), Some("x2"));
    assert_eq!(k.enemy("x1"), Some(UnitId(2)));
    for none in ["x0", "x3", "x", "y1", "x-1", "x99999999999999999999999"] {
        assert_eq!(k.enemy(none), None);
    }
}

#[test]
fn each_brigade_names_what_it_sees_itself() {
    let mut d = field();
    let second = d.brigade(Side::A);
    d.infantry(Side::A, 30, Line, 180.0, 125.0, 0.0);
    d.general(Side::A, 200.0, 122.0);
    let f = d.field();
    let k = look(&f, Side::A);
    let first = f[UnitId(0)].command;
    assert_eq!(k.seen(), [UnitId(2), UnitId(3)]);
    assert!(k.may_name(&f, first, UnitId(2)) && !k.may_name(&f, first, UnitId(3)));
    assert!(k.may_name(&f, second, UnitId(3)) && !k.may_name(&f, second, UnitId(2)));
    let v = view(&f, Side::A, &k);
    assert_eq!(v.enemies.iter().map(|e| e.named_by.len()).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn the_general_above_sees_for_a_vacant_brigade() {
    let mut d = Drill::new();
    let division = d.command(Side::A, Level::Division, None);
    d.general(Side::A, 60.0, 20.0);
    let brigade = d.command(Side::A, Level::Brigade, Some(division));
    d.infantry(Side::A, 30, Line, 200.0, 40.0, 0.0);
    let e = d.infantry(Side::B, 24, Line, 60.0, 80.0, 180.0);
    let f = d.field();
    assert!(look(&f, Side::A).may_name(&f, brigade, e));
}

#[test]
fn as_at_a_real_table() {
    let _p = proves!("play.view");
    let mut d = field();
    d.read("view", "all");
    let f = d.field();
    let k = look(&f, Side::A);
    assert_eq!(k.seen(), [UnitId(2), UnitId(3)]);
    assert!(!k.may_name(&f, f[UnitId(0)].command, UnitId(3)), "orders are still bound by 03.02.2");
}

#[test]
fn works_of_the_enemy_are_shown_when_seen() {
    let _p = proves!("play.view");
    let mut d = field();
    d.line(LineKind::Fence, "fence", &[(190.0, 140.0), (200.0, 140.0)]);
    d.line(LineKind::LightFortification, "hidden work", &[(170.0, 138.0), (180.0, 138.0)]);
    d.last_line().unwrap().built = true;
    d.line(LineKind::LightFortification, "work", &[(55.0, 78.0), (65.0, 78.0)]);
    d.last_line().unwrap().built = true;
    let f = d.field();
    let names = |k: &Known| -> Vec<String> {
        view(&f, Side::A, k).ground.lines.iter().map(|l| l.name.clone()).collect()
    };
    let k = look(&f, Side::A);
    assert_eq!(names(&k), ["fence", "work"]);
    let c = f[UnitId(0)].command;
    assert!(k.may_name_line(&f, c, 0) && !k.may_name_line(&f, c, 1) && k.may_name_line(&f, c, 2));
    // One that was made known is kept.
    let mut s = Sightings::default();
    s.work(Side::A, 1);
    let k = known(&f, Side::A, &s);
    assert_eq!(names(&k), ["fence", "hidden work", "work"]);
    assert!(!k.may_name_line(&f, c, 1));
}

#[test]
fn units_in_woods_are_seen_from_near() {
    let put = |gap: f64, stirred: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Line, 60.0, 60.0 - gap, 0.0);
        d.general(Side::A, 60.0, 30.0);
        let b = d.infantry(Side::B, 12, Chain, 60.0, 60.0, 180.0);
        d.square(PatchKind::Wood, "wood", (40.0, 60.0), (80.0, 80.0));
        let mut f = d.field();
        f[b].record.stirred = stirred.then_some(f.turn);
        !look(&f, Side::A).seen().is_empty()
    };
    assert!(put(8.0, false) && !put(8.01, false));
    assert!(put(15.0, true) && !put(15.01, true));
}

/// Something about an enemy unit that play.view does not list.
#[derive(Clone, Debug)]
enum Secret {
    Carried(u16),
    Valour(i8),
    Ammunition,
    Rounds(u8),
    LastOrder,
    State(State),
    Charge(u32),
    Name,
    Company(u16),
    Moved(f64, f64, f64),
    Figures(u16),
    Formation,
    Gone,
    General(f64, f64),
    Instruction,
}

fn secret() -> impl Strategy<Value = Secret> {
    prop_oneof![
        (0u16..20).prop_map(Secret::Carried),
        (-2i8..3).prop_map(Secret::Valour),
        Just(Secret::Ammunition),
        (0u8..9).prop_map(Secret::Rounds),
        Just(Secret::LastOrder),
        prop::sample::select(vec![State::Order, State::Slight, State::Disorder]).prop_map(Secret::State),
        (0u32..9).prop_map(Secret::Charge),
        Just(Secret::Name),
        (1u16..9).prop_map(Secret::Company),
        (130.0..220.0f64, 125.0..155.0f64, 0.0..360.0f64).prop_map(|(x, y, a)| Secret::Moved(x, y, a)),
        (1u16..60).prop_map(Secret::Figures),
        Just(Secret::Formation),
        Just(Secret::Gone),
        (0.0..240.0f64, 0.0..160.0f64).prop_map(|(x, y)| Secret::General(x, y)),
        Just(Secret::Instruction),
    ]
}

fn change(f: &mut Field, u: UnitId, s: &Secret, seen: bool) {
    let general = f.staff.iter().position(|s| s.side == Side::B).unwrap();
    let c = f[u].command;
    match s {
        Secret::Carried(n) => f[u].carried = *n,
        Secret::Valour(n) => f[u].valour = *n,
        Secret::Ammunition => f[u].ammunition = false,
        Secret::Rounds(n) => {
            if let Some(b) = &mut f[u].battery {
                b.rounds = [*n; 3];
            }
        }
        Secret::LastOrder => f[u].record.last_order = Some(chakoten_acw::slip::parse("march 5").unwrap()),
        Secret::State(s) => f[u].state = *s,
        Secret::Charge(n) => f[u].record.last_charge = Some(*n),
        Secret::Name => {
            f[u].name = "the Iron Brigade".into();
            f[u].code = "IB".into();
        }
        Secret::Company(n) => f[u].company = *n,
        Secret::General(x, y) => f.staff[general].base.front = v2(*x, *y),
        Secret::Instruction => f[c].instruction = Some((1, "hold".into())),
        // Only somebody out of sight can do these unseen.
        _ if seen => {}
        Secret::Moved(x, y, a) => {
            f[u].base.front = v2(*x, *y);
            f[u].base.dir = table::V2::bearing(*a);
        }
        Secret::Figures(n) => {
            f[u].figures = *n;
            f[u].lay();
        }
        Secret::Formation => {
            chakoten_acw::stance::set_formation(&mut f[u], Formation::MarchColumn, false, 0.0)
        }
        Secret::Gone => f[u].fate = chakoten_acw::unit::Fate::Fled,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// The view of a side does not change when only something changes that it cannot see.
    #[test]
    fn what_is_not_seen_is_not_shown(changes in prop::collection::vec((secret(), any::<bool>()), 1..6)) {
        let mut d = field();
        d.battery(Side::B, Gun::Napoleon, 4, 70.0, 90.0, 180.0);
        let f = d.field();
        let before = look(&f, Side::A);
        prop_assert_eq!(before.seen(), &[UnitId(2), UnitId(4)][..]);
        let first = shown(&f, Side::A);
        let mut g = f.clone();
        for (s, hidden) in &changes {
            let u = if *hidden { UnitId(3) } else { UnitId(4) };
            change(&mut g, u, s, !*hidden);
        }
        prop_assume!(!look(&g, Side::A).sees(UnitId(3)));
        prop_assert_eq!(shown(&g, Side::A), first);
    }
}

#[test]
fn guns_left_standing_are_shown_when_seen() {
    let _p = proves!("play.view");
    let put = |x: f64, y: f64| {
        let mut d = field();
        let g = d.battery(Side::B, Gun::Napoleon, 4, x, y, 180.0);
        let base = d.unit(g).base;
        d.unit(g).battery.as_mut().unwrap().unmanned = Some(base);
        // The gunners are behind the ridge.
        d.unit(g).base.front = v2(200.0, 150.0);
        let f = d.field();
        view(&f, Side::A, &look(&f, Side::A)).abandoned_guns.len()
    };
    assert_eq!(put(80.0, 90.0), 1);
    assert_eq!(put(180.0, 145.0), 0);
}
