//! Whoever stands near is found, however units have gone and whoever has left the table.

use table::{Rect, V2, v2};
use tricolore::battle::Battle;
use tricolore::command::CommandId;
use tricolore::drill::Drill;
use tricolore::troop::Formation;
use tricolore::unit::Fate;
use tricolore::{Field, Side, UnitId};

/// The same by looking at everybody.
fn nearest_of_all(f: &Field, u: UnitId) -> Option<(UnitId, f64)> {
    let mut best: Option<(UnitId, f64)> = None;
    for e in f.enemies(f[u].side) {
        let d = f.gap(&f[u], e);
        if best.is_none_or(|(_, b)| d < b) {
            best = Some((e.id, d));
        }
    }
    best
}

#[test]
fn who_is_near_is_found_wherever_units_have_gone() {
    const UNITS: u64 = 130;
    let mut n = 7u64;
    let mut next = move |of: u64| {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (n >> 33) % of
    };
    let mut d = Drill::new();
    for k in 0..UNITS {
        let side = if k % 2 == 0 { Side::A } else { Side::B };
        let (x, y) = (next(3000) as f64, next(2000) as f64);
        d.infantry(side, 1 + (k % 5) as u8, Formation::Column { front: 1 }, x, y, next(360) as f64);
    }
    let mut f = Battle::drill(d.field(), []).field().clone();
    for _ in 0..1500 {
        let id = UnitId(next(UNITS) as u16);
        let at = v2(next(3200) as f64 - 100.0, next(2200) as f64 - 100.0);
        let formation = match next(4) {
            0 => Formation::MarchColumn,
            1 => Formation::Line { front: 2 },
            _ => Formation::Column { front: 1 },
        };
        match next(8) {
            0 => f[id].fate = Fate::Left,
            1 => f[id].command = (next(2) == 0).then_some(CommandId(f[id].side.index() as u16)),
            _ => {
                let u = &mut f[id];
                (u.fate, u.formation) = (Fate::OnTable, formation);
                let plan = f.plan(&f[id]);
                f[id].base = plan.at(at, V2::bearing(next(360) as f64));
            }
        }
        let asks = UnitId(next(UNITS) as u16);
        assert_eq!(f.nearest_enemy(&f[asks]), nearest_of_all(&f, asks));
        let side = f[asks].side;
        let gaps = f.enemies(side).flat_map(|e| f.rects(e)).map(|r| r.gap_to_point(at));
        assert_eq!(f.enemy_from(side, at), gaps.fold(f64::INFINITY, f64::min));
        let fronts = f.enemies(side).map(|e| (e, e.base.front.dist(at))).min_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(f.nearest_front(side, at, |_| true).map(|x| x.0.id), fronts.map(|x| x.0.id));
        let place = Rect { centre: at, dir: V2::bearing(30.0), half_width: 80.0, half_depth: 20.0 };
        let far = next(600) as f64;
        let found: Vec<UnitId> = f.about(&[place], far).map(|u| u.id).collect();
        assert!(found.is_sorted() && found.iter().all(|u| f[*u].present()));
        for u in f.present().filter(|u| f.rects(u).iter().any(|r| r.gap(&place) <= far)) {
            assert!(found.contains(&u.id), "{} is within {far}", u.code);
        }
        assert!(far > 150.0 || found.len() < 60, "not everybody is near");
        let of =
            |c: CommandId| f.present().filter(|u| u.command == Some(c)).map(|u| u.id).collect::<Vec<_>>();
        for c in [CommandId(0), CommandId(1)] {
            assert_eq!(f.of_command(c).map(|u| u.id).collect::<Vec<_>>(), of(c));
        }
    }
}
