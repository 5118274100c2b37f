//! What the ground says does not depend on east and west, north and south, or the place on the table.

use chakoten_acw::attack::{self, Aspect};
use chakoten_acw::cover::{against, obstacle_between};
use chakoten_acw::drill::Drill;
use chakoten_acw::going::stretches;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::sight::sees;
use chakoten_acw::troop::{Formation, Gun};
use chakoten_acw::unit::Haste;
use chakoten_acw::{Field, Side, UnitId};
use proptest::prelude::*;
use table::V2;

const WIDE: f64 = 240.0;
const DEEP: f64 = 160.0;

/// A field as drawn, turned by a half circle, or seen in a mirror standing east.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Seen {
    Plain,
    Turned,
    Mirrored,
}

impl Seen {
    fn at(self, x: f64, y: f64) -> (f64, f64) {
        match self {
            Seen::Plain => (x, y),
            Seen::Turned => (WIDE - x, DEEP - y),
            Seen::Mirrored => (WIDE - x, y),
        }
    }
    fn facing(self, b: f64) -> f64 {
        match self {
            Seen::Plain => b,
            Seen::Turned => b + 180.0,
            Seen::Mirrored => 360.0 - b,
        }
    }
    fn corners(self, a: (f64, f64), b: (f64, f64)) -> ((f64, f64), (f64, f64)) {
        let (p, q) = (self.at(a.0, a.1), self.at(b.0, b.1));
        ((p.0.min(q.0), p.1.min(q.1)), (p.0.max(q.0), p.1.max(q.1)))
    }
    fn way(self, v: V2) -> V2 {
        match self {
            Seen::Plain => v,
            Seen::Turned => -v,
            Seen::Mirrored => V2 { x: -v.x, y: v.y },
        }
    }
}

#[derive(Clone, Debug)]
struct Put {
    arm: u8,
    form: usize,
    x: f64,
    y: f64,
    facing: f64,
}

#[derive(Clone, Debug)]
struct Piece {
    kind: u8,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

fn lay(units: &[Put], ground: &[Piece], s: Seen) -> (Field, Vec<UnitId>) {
    let mut d = Drill::sized(WIDE, DEEP);
    for (i, p) in ground.iter().enumerate() {
        let (from, to) = s.corners((p.x, p.y), (p.x + p.w, p.y + p.h));
        let name = format!("piece {i}");
        match p.kind {
            0 => d.square(PatchKind::Wood, &name, from, to),
            1 => d.square(PatchKind::Difficult, &name, from, to),
            2 => d.square(PatchKind::Watercourse, &name, from, to),
            3 => d.hill(&name, 1, from, to),
            4 => d.hill(&name, 2, from, to),
            5 => d.building(&name, true, from, to),
            6 => d.line(LineKind::Bank, &name, &[s.at(p.x, p.y), s.at(p.x + p.w, p.y + p.h)]),
            7 => d.line(LineKind::FullFortification, &name, &[s.at(p.x, p.y), s.at(p.x + p.w, p.y)]),
            _ => d.road(&name, &[s.at(p.x, p.y), s.at(p.x + p.w, p.y + p.h)], 4.0),
        };
    }
    let ids = units
        .iter()
        .enumerate()
        .map(|(i, u)| {
            let side = if i % 2 == 0 { Side::A } else { Side::B };
            let form = Formation::ALL[u.form];
            let (x, y) = s.at(u.x, u.y);
            let facing = s.facing(u.facing);
            match u.arm {
                0..=2 => d.infantry(side, 24, form, x, y, facing),
                3 => d.cavalry(
                    side,
                    12,
                    if form == Formation::ThinLine { Formation::Chain } else { form },
                    x,
                    y,
                    facing,
                ),
                4 => d.battery(side, Gun::Napoleon, 6, x, y, facing),
                _ => d.limbered(side, Gun::Napoleon, 4, x, y, facing),
            }
        })
        .collect();
    (d.field(), ids)
}

fn put() -> impl Strategy<Value = Put> {
    (0u8..6, 0usize..5, 20.0..220.0f64, 20.0..140.0f64, 0.0..360.0f64)
        .prop_map(|(arm, form, x, y, facing)| Put { arm, form, x, y, facing })
}

fn piece() -> impl Strategy<Value = Piece> {
    (0u8..9, 5.0..180.0f64, 5.0..110.0f64, 6.0..55.0f64, 6.0..45.0f64).prop_map(|(kind, x, y, w, h)| Piece {
        kind,
        x,
        y,
        w,
        h,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn turned_and_mirrored_the_answers_are_the_same(
        units in prop::collection::vec(put(), 2..6),
        ground in prop::collection::vec(piece(), 0..6),
    ) {
        let (f, ids) = lay(&units, &ground, Seen::Plain);
        for s in [Seen::Turned, Seen::Mirrored] {
            let (g, _) = lay(&units, &ground, s);
            for a in &ids {
                for haste in [Haste::March, Haste::Charge, Haste::Flight] {
                    let one = stretches(&f, &f[*a], &f[*a].base, f[*a].base.dir, 60.0, haste, false);
                    let two = stretches(&g, &g[*a], &g[*a].base, g[*a].base.dir, 60.0, haste, false);
                    prop_assert_eq!(one.len(), two.len(), "{:?} {:?}", one, two);
                    for (x, y) in one.iter().zip(&two) {
                        prop_assert!((x.from - y.from).abs() < 1e-6 && x.rate == y.rate && x.why.obstacle == y.why.obstacle);
                    }
                }
                for b in &ids {
                    if a == b {
                        continue;
                    }
                    prop_assert_eq!(sees(&f, &f[*a], &f[*b]).is_ok(), sees(&g, &g[*a], &g[*b]).is_ok());
                    prop_assert_eq!(
                        obstacle_between(&f, &f[*a], &f[*b]),
                        obstacle_between(&g, &g[*a], &g[*b])
                    );
                    prop_assert_eq!(
                        against(&f, &f[*a], f[*b].base.front, false),
                        against(&g, &g[*a], g[*b].base.front, false)
                    );
                    let one: Aspect = attack::aspect(&f, &f[*a], &f[*b], f[*a].base.dir);
                    prop_assert_eq!(one, attack::aspect(&g, &g[*a], &g[*b], g[*a].base.dir));
                    prop_assert_eq!(
                        attack::support(&f, &f[*a]), attack::support(&g, &g[*a])
                    );
                    let away = s.way(attack::away_direction(&f, &f[*a], &f[*b]).dir);
                    prop_assert!((away - attack::away_direction(&g, &g[*a], &g[*b]).dir).len() < 1e-9);
                }
            }
        }
    }
}

/// A thin line of an even number of bases has two in its middle: it is seen past the corner of a hill by either.
#[test]
fn a_thin_line_of_an_even_number_is_seen_alike_from_left_and_right() {
    let put = |form, x, y, facing| Put { arm: 0, form, x, y, facing };
    let units = [
        put(3, 65.1294526068597, 66.2128355834866, 58.2531518614832),
        put(0, 141.26975505460848, 78.07111212402707, 0.0),
    ];
    let ground = [
        Piece { kind: 3, x: 92.70877640945145, y: 43.82881569811105, w: 6.0, h: 26.321165267776045 },
        Piece { kind: 0, x: 34.102820681904866, y: 76.82177013453342, w: 51.48158369481455, h: 6.0 },
    ];
    assert_eq!(Formation::ALL[3], Formation::ThinLine);
    let seen = |s| {
        let (f, ids) = lay(&units, &ground, s);
        (sees(&f, &f[ids[0]], &f[ids[1]]).is_ok(), sees(&f, &f[ids[1]], &f[ids[0]]).is_ok())
    };
    let plain = seen(Seen::Plain);
    assert_eq!(plain, seen(Seen::Turned));
    assert_eq!(plain, seen(Seen::Mirrored));
}
