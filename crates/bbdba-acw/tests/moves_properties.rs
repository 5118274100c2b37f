//! Whatever is ordered: offers are lawful, lawful moves leave the table in order, and refused ones change nothing.

use bbdba_acw::drill::Drill;
use bbdba_acw::event::Target;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Against, ElementId, Facet, Field, Manner, MoveOrder, Side, Step, Troop, moves};
use table::Pose;
use umpire::{BattleDice, Log, Seeded};

const TROOPS: [Troop; 6] =
    [Troop::Rifles, Troop::Muskets, Troop::Jaeger, Troop::Cavalry, Troop::Artillery, Troop::Dismounted];

/// A small random field: lines, columns and stragglers of both sides, ground of every kind.
fn field(r: &mut Seeded) -> Field {
    let mut d = Drill::new();
    for side in Side::BOTH {
        let (y0, facing) = if side == Side::A { (900.0, 0.0) } else { (1400.0, 180.0) };
        d.put(side, Troop::Commander, 1200.0, y0 + if side == Side::A { -500.0 } else { 500.0 }, facing);
        for _ in 0..(2 + r.below(3)) {
            let troop = TROOPS[r.below(6) as usize];
            let n = 1 + r.below(4);
            let (x, y) = (200.0 + r.unit() * 1900.0, y0 + (r.unit() - 0.5) * 800.0);
            let turn = facing + if r.below(3) == 0 { (r.unit() - 0.5) * 180.0 } else { 0.0 };
            let column = r.below(3) == 0;
            let dir = table::V2::bearing(turn);
            for k in 0..n {
                let off = if column {
                    -dir * (troop.stats().depth * f64::from(k))
                } else {
                    dir.right() * (160.0 * f64::from(k))
                };
                d.put(side, troop, x + off.x, y + off.y, turn);
            }
        }
    }
    if r.below(2) == 0 {
        let kinds = [Feature::Wood, Feature::SteepHill, Feature::GentleHill, Feature::Marsh];
        d.oval(
            kinds[r.below(4) as usize],
            300.0 + r.unit() * 1800.0,
            300.0 + r.unit() * 1800.0,
            600.0,
            400.0,
            30.0,
        );
    }
    if r.below(3) == 0 {
        d.river(&[(0.0, 1200.0), (2400.0, 1000.0)], 120.0);
    }
    if r.below(3) == 0 {
        d.road(&[(1000.0, 0.0), (1000.0, 1000.0), (1300.0, 2400.0)], 80.0);
    }
    if r.below(4) == 0 {
        d.waterway(true, 320.0);
    }
    if r.below(2) == 0 {
        d.camp(Side::B, 1200.0, 320.0, 160.0);
        d.camp(Side::A, 1200.0, 320.0, 160.0);
    }
    let mut f = d.field();
    // Whoever was put down on top of somebody else, or where nobody can stand, is not there.
    let ids: Vec<ElementId> = f.all().map(|e| e.id).collect();
    for id in ids {
        let b = f[id].base;
        let bad = f.off_table(&b)
            || f.in_camp(&b.rect())
            || f.terrain.impassable(&b.rect())
            || f.all().any(|o| o.id != id && o.rect().penetration(&b.rect()) > 1.0);
        if bad {
            f.lose(id, bbdba_acw::field::Fate::Destroyed, umpire::Clause("dba.1"), &mut Log::Off);
        }
    }
    f.refresh();
    f
}

fn in_order(f: &Field, what: &MoveOrder) {
    let all: Vec<_> = f.all().collect();
    for (i, a) in all.iter().enumerate() {
        let r = a.rect();
        assert!(!f.off_table(&a.base), "{} is off the table after {what:?}", a.id);
        assert!(!f.in_camp(&r), "{} is in a camp after {what:?}", a.id);
        assert!(!f.terrain.impassable(&r), "{} is in the water after {what:?}", a.id);
        for b in &all[..i] {
            let deep = r.penetration(&b.rect());
            assert!(
                deep <= 1.0 + 1e-6 || moves::column_link(&a.base, &b.base),
                "{} and {} overlap by {deep} after {what:?}",
                a.id,
                b.id
            );
        }
    }
}

#[test]
fn offers_are_lawful_and_leave_the_table_in_order() {
    let mut contacts = 0;
    let mut made = 0;
    for seed in 0..400 {
        let mut r = Seeded::from_number(seed);
        let mut dice = BattleDice::from_number(seed);
        let mut f = field(&mut r);
        for _ in 0..6 {
            let offers = moves::offers(&f, Side::A);
            if offers.is_empty() {
                break;
            }
            let fights: Vec<_> = offers.iter().filter(|o| o.against.is_some()).collect();
            let o = if !fights.is_empty() && r.below(2) == 0 {
                fights[r.below(fights.len() as u32) as usize]
            } else {
                &offers[r.below(offers.len() as u32) as usize]
            };
            let plan = moves::plan(&f, o).unwrap_or_else(|e| panic!("offered {o:?}, refused: {e}"));
            contacts += u32::from(plan.contacts);
            made += 1;
            moves::carry_out(&mut f, plan, &mut dice, &mut Log::Off);
            in_order(&f, o);
        }
        moves::end_of_phase(&mut f, &mut Log::Off);
        in_order(
            &f,
            &MoveOrder {
                elements: vec![],
                how: Manner::BreakOff,
                dismount: false,
                with: vec![],
                against: None,
            },
        );
    }
    assert!(made > 1000 && contacts > 20, "{made} moves, {contacts} contacts");
}

fn garbage(f: &Field, r: &mut Seeded) -> MoveOrder {
    let number = |r: &mut Seeded| match r.below(10) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -50.0,
        3 => 1e300,
        4 => 0.0,
        5 => -1e-12,
        _ => r.unit() * 400.0,
    };
    let id = |r: &mut Seeded| {
        let side = if r.below(12) == 0 { Side::B } else { Side::A };
        let n = f.army(side).elements.len() as u32;
        let beyond = u32::from(r.below(10) == 0);
        ElementId::new(side, r.below(n + beyond) as usize)
    };
    let steps = |r: &mut Seeded| {
        (0..r.below(4))
            .map(|_| match r.below(3) {
                0 => Step::Advance(number(r)),
                1 => Step::WheelLeft(number(r)),
                _ => Step::WheelRight(number(r)),
            })
            .collect::<Vec<_>>()
    };
    let elements = if r.below(2) == 0 {
        let g = moves::groups(f, Side::A);
        g[r.below(g.len() as u32) as usize].clone()
    } else {
        (0..r.below(4)).map(|_| id(r)).collect()
    };
    let how = match r.below(6) {
        0 => {
            let here = elements.first().and_then(|e| f.get(*e)).map(|e| e.base.front).unwrap_or_default();
            Manner::Legs(
                (0..r.below(3))
                    .map(|_| Pose {
                        x: here.x + (r.unit() - 0.5) * 400.0,
                        y: here.y + (r.unit() - 0.5) * 400.0,
                        facing: number(r),
                    })
                    .collect(),
            )
        }
        1 => Manner::Group(steps(r)),
        2 => Manner::Column(steps(r)),
        3 => Manner::FormColumn(steps(r)),
        4 => Manner::Road(number(r)),
        _ => Manner::BreakOff,
    };
    let facets = [Facet::Front, Facet::Rear, Facet::LeftFlank, Facet::RightFlank, Facet::Overlap];
    MoveOrder {
        elements,
        how,
        dismount: r.below(6) == 0,
        with: if r.below(6) == 0 { vec![id(r)] } else { vec![] },
        against: (r.below(5) == 0).then(|| Against {
            foe: if r.below(3) == 0 {
                Target::Camp(Side::B)
            } else {
                // Perhaps one that is not there.
                Target::Element(ElementId::new(Side::B, r.below(40) as usize))
            },
            on: facets[r.below(5) as usize],
        }),
    }
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..400 {
        let mut r = Seeded::from_number(10_000 + seed);
        let mut dice = BattleDice::from_number(seed);
        let mut f = field(&mut r);
        for _ in 0..60 {
            if moves::groups(&f, Side::A).is_empty() {
                break;
            }
            let o = garbage(&f, &mut r);
            let before = (f.armies.clone(), f.rivers.clone(), f.engagements.clone(), f.touches.clone());
            match moves::plan(&f, &o) {
                Err(_) => no += 1,
                Ok(p) => {
                    yes += 1;
                    moves::carry_out(&mut f, p, &mut dice, &mut Log::Off);
                    in_order(&f, &o);
                    continue;
                }
            }
            assert!(before == (f.armies.clone(), f.rivers.clone(), f.engagements.clone(), f.touches.clone()));
        }
    }
    assert!(yes > 200 && no > 2000, "{yes} accepted, {no} refused");
}
