//! What is kept of the table from one instant to the next, or not looked at because it cannot matter, comes out as if everything were looked
//! at each time.

use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::procedures::support::{has_soutien, may_support};
use chakoten_napoleonic::strayed::Strayed;
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line, MarchColumn, Mass, Skirmish, Square};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::unit::{Fate, StaffId, UnitId};
use chakoten_napoleonic::whereabouts::Whereabouts;
use chakoten_napoleonic::{Field, Side, aim, stance, support};
use proptest::prelude::*;
use table::{Base, EPS, V2, hull, v2};

/// One thing that happens to somebody: who, how far, how he turns, and what else.
type Step = (usize, (f64, f64), f64, u8);

fn steps() -> impl Strategy<Value = Vec<Vec<Step>>> {
    let far = prop_oneof![6 => -1.5..1.5f64, 1 => -25.0..25.0f64];
    let step = (0..40usize, (far.clone(), far), -12.0..12.0f64, 0..40u8);
    prop::collection::vec(prop::collection::vec(step, 0..5), 1..25)
}

/// Battalions of both sides at random places, some with lines sent out before them, and couriers among them.
fn army(places: &[(f64, f64, u16)]) -> Field {
    let mut d = Drill::new();
    for (i, (x, y, figures)) in places.iter().enumerate() {
        let side = if i % 3 == 2 { Side::B } else { Side::A };
        let formation = [Line, AttackColumn, MarchColumn, Mass, Square][i % 5];
        let u = match i % 4 {
            3 => d.cavalry(side, *figures, Line, *x, *y, 10.0 * i as f64),
            _ => d.infantry(side, *figures, formation, *x, *y, 10.0 * i as f64),
        };
        if i % 2 == 0 {
            d.sent_out(u, figures / 3, 3.0, *x, *y + 14.0);
        }
        d.courier(if i % 2 == 0 { Side::B } else { Side::A }, *x + 9.0, *y - 4.0);
    }
    d.field()
}

fn places() -> impl Strategy<Value = Vec<(f64, f64, u16)>> {
    prop::collection::vec((30.0..210.0f64, 30.0..130.0f64, 9..30u16), 4..14)
}

/// It befalls one of the units, or the clock carries it along.
fn befalls(f: &mut Field, (who, by, degrees, what): Step) {
    let i = who % f.units.len();
    let b = f.units[i].base;
    let there = b.at(b.front + v2(by.0, by.1), b.dir.turned(degrees.to_radians()));
    if what >= 20 {
        f.units.carry(f.units[i].id, there);
        return f.units.carried();
    }
    let u = &mut f.units[i];
    u.base = there;
    match what {
        0 => u.figures = (u.figures / 2).max(1),
        1 => u.state = State::Light2,
        2 => u.state = State::Disorder,
        3 => u.state = State::Complete,
        4 => u.fate = Fate::Fled,
        5 => u.body = None,
        6 if u.formation != Skirmish => stance::form(u, [Line, MarchColumn, Mass][who % 3], None, 0.0),
        7 => u.working = !u.working,
        _ => return,
    }
    u.lay();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_line_has_the_soutien_that_it_has_when_it_is_looked_for(at in places(), then in steps()) {
        let mut f = army(&at);
        let mut kept = Strayed::default();
        for now in then {
            now.into_iter().for_each(|s| befalls(&mut f, s));
            kept.note(&f);
            let lines: Vec<UnitId> = f.present().filter(|u| u.skirmishing()).map(|u| u.id).collect();
            for line in lines {
                let has = has_soutien(&support::soutien_anywhere(&f, &f[line])).is_ok();
                prop_assert_eq!(kept.has_soutien(&f, line), has, "{}", f[line].code);
            }
        }
    }

    #[test]
    fn staff_figures_are_reached_as_if_all_were_looked_at(at in places(), then in steps()) {
        let mut f = army(&at);
        let mut kept = Whereabouts::default();
        let mut was: Vec<Base> = f.units.iter().map(|u| u.base).collect();
        prop_assert_eq!(reached(&mut kept, &f), swept_over(&f, &was));
        for now in then {
            for s in now {
                befalls(&mut f, s);
                let i = s.0 % f.staff.len();
                let figure = &mut f.staff[i];
                match s.3 % 5 {
                    0 => figure.comes_to(figure.base().front + v2(s.1.1, s.1.0)),
                    1 => figure.with = Some(UnitId(0)),
                    2 => figure.with = None,
                    _ => {}
                }
            }
            prop_assert_eq!(reached(&mut kept, &f), swept_over(&f, &was));
            was = f.units.iter().map(|u| u.base).collect();
        }
    }

    #[test]
    fn who_rides_is_not_reached_anywhere_on_a_way_of_which_that_is_told(
        at in places(), then in steps(), to in prop::collection::vec((0.0..240.0f64, 0.0..160.0f64), 14),
    ) {
        let mut f = army(&at);
        let mut kept = Whereabouts::default();
        let mut was: Vec<Base> = f.units.iter().map(|u| u.base).collect();
        let mut to: Vec<V2> = to.into_iter().map(|p| v2(p.0, p.1)).collect();
        for now in std::iter::once(Vec::new()).chain(then) {
            for s in now {
                befalls(&mut f, s);
                // Whom he rides to goes on, too.
                let i = s.0 % to.len();
                to[i] += v2(s.1.1, s.1.0);
            }
            kept.note(&f);
            for (s, to) in f.staff.iter().zip(&to) {
                let from = s.base().front;
                if kept.may_be_reached(&f, s, (from, *to)) {
                    continue;
                }
                let mut there = f.clone();
                for k in 0..=8 {
                    there.staff[s.id.index()].comes_to(from.lerp(*to, f64::from(k) / 8.0));
                    prop_assert!(!swept_over(&there, &was).contains(&s.id), "{}", s.code);
                }
            }
            kept.reached(&f);
            was = f.units.iter().map(|u| u.base).collect();
        }
    }

    #[test]
    fn whoever_may_support_might(at in places()) {
        let f = army(&at);
        for (a, b) in pairs(&f) {
            let s = chakoten_napoleonic::procedures::support::MaySupportSituation {
                on_slip: true,
                ..support::may_support(&f, &f[a], &f[b])
            };
            prop_assert!(may_support(&s).is_err() || support::might_support(&f, &f[a], &f[b]));
        }
    }

    #[test]
    fn nobody_is_nearer_than_the_least_range(at in places()) {
        let f = army(&at);
        for (a, b) in pairs(&f).filter(|(a, b)| f[*a].side != f[*b].side) {
            let least = aim::least_range(&f, &f[a], &f[b]);
            if let Ok(aim) = aim::small_arms(&f, &f[a], &f[b]) {
                prop_assert!(least.is_some_and(|least| least <= aim.range), "{least:?} {}", aim.range);
            }
        }
    }
}

fn pairs(f: &Field) -> impl Iterator<Item = (UnitId, UnitId)> + '_ {
    let ids = || f.units.iter().map(|u| u.id);
    ids().flat_map(move |a| ids().filter(move |b| *b != a).map(move |b| (a, b)))
}

/// Staff figures alone over whom somebody has come since this was last asked.
fn reached(kept: &mut Whereabouts, f: &Field) -> Vec<StaffId> {
    kept.note(f);
    kept.reached(f)
}

/// Every staff figure alone and every enemy.
fn swept_over(f: &Field, was: &[Base]) -> Vec<StaffId> {
    let over = |s: &StaffId| {
        f.enemies(f[*s].side).filter(|u| u.inside.is_none()).any(|u| {
            let corners: Vec<V2> = was[u.id.index()].corners().into_iter().chain(u.base.corners()).collect();
            hull(&corners).penetration(&f[*s].base().rect()) > EPS
        })
    };
    let alone = f.staff.iter().filter(|s| s.present() && s.with.is_none()).map(|s| s.id);
    alone.filter(over).collect()
}

/// A line that stands behind nothing but air keeps what was found of it until somebody has come far enough.
#[test]
fn what_holds_is_not_looked_for_again() {
    let mut d = Drill::new();
    let body = d.infantry(Side::A, 24, Formation::AttackColumn, 100.0, 50.0, 0.0);
    // 10 cm of the 20 that are allowed.
    let line = d.sent_out(body, 6, 3.0, 100.0, 61.5);
    let mut f = d.field();
    let mut kept = Strayed::default();
    kept.note(&f);
    assert!(kept.has_soutien(&f, line));
    let mut forth = |cm: f64| {
        f[line].base.front.y += cm;
        kept.note(&f);
        kept.kept_with_body(&f, line)
    };
    assert_eq!(forth(0.0), Some(true));
    assert_eq!(forth(3.0), Some(true));
    assert_eq!(forth(12.0), None, "it is looked for again");
}
