//! Whatever results do, the table stays in order: nobody on anybody, in a camp, in the water or over the edge.

use bbdba_acw::drill::Drill;
use bbdba_acw::event::Event;
use bbdba_acw::field::{Edge, Field, Side};
use bbdba_acw::order::Facet;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Troop, contact, outcome};
use table::{Base, v2};
use umpire::Log;

/// A small generator of its own, so that the same cases come up for ever.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn within(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// What is wrong with the table, if anything.
fn disorder(f: &Field) -> Option<String> {
    for e in f.all() {
        let r = e.rect();
        if !e.base.front.is_finite() || (e.base.dir.len() - 1.0).abs() > 1e-6 {
            return Some(format!("{} {} is nowhere: {:?}", e.id, e.troop, e.base));
        }
        if f.off_table(&e.base) {
            return Some(format!("{} {} hangs over the edge: {:?}", e.id, e.troop, e.base));
        }
        if f.in_camp(&r) {
            return Some(format!("{} {} is in a camp: {:?}", e.id, e.troop, e.base));
        }
        if f.terrain.impassable(&r) {
            return Some(format!("{} {} is in the water: {:?}", e.id, e.troop, e.base));
        }
        for o in f.all().filter(|o| o.id > e.id) {
            let p = r.penetration(&o.rect());
            if p > 1.0 + 1e-6 {
                return Some(format!(
                    "{} {} is on {} {} by {p}: {:?} {:?}",
                    e.id, e.troop, o.id, o.troop, e.base, o.base
                ));
            }
        }
    }
    None
}

fn place_free(f: &Field, b: &Base) -> bool {
    let r = b.rect();
    !f.off_table(b)
        && !f.in_camp(&r)
        && !f.terrain.impassable(&r)
        && f.all().all(|o| o.rect().penetration(&r) <= 0.5)
}

/// A crowded small table: lines, columns, contacts on every edge, and stragglers.
fn crowd(rng: &mut Seeded) -> Field {
    let size = 1400.0;
    let mut d = Drill::sized(size, size);
    let kinds = [
        Troop::Rifles,
        Troop::Muskets,
        Troop::Jaeger,
        Troop::Cavalry,
        Troop::Artillery,
        Troop::Dismounted,
        Troop::Rifles,
    ];
    if rng.below(3) == 0 {
        d.waterway(rng.below(2) == 0, 320.0);
    }
    if rng.below(2) == 0 {
        d.camp(Side::A, 700.0, 320.0, 200.0);
        d.camp(Side::B, 760.0, 160.0, 160.0);
    }
    if rng.below(2) == 0 {
        d.oval(Feature::Wood, rng.within(300.0, 1100.0), rng.within(300.0, 1100.0), 400.0, 300.0, 90.0);
    }
    let n = 10 + rng.below(24);
    let mut places = Vec::new();
    for i in 0..n {
        let side = if rng.below(2) == 0 { Side::A } else { Side::B };
        let troop = if i < 2 { Troop::Commander } else { kinds[rng.below(7) as usize] };
        let side = if i < 2 { Side::BOTH[i as usize] } else { side };
        let id = d.put(side, troop, 700.0, 700.0, 0.0);
        places.push(id);
    }
    let mut f = d.field();
    let fresh = f.clone();
    for id in &places {
        f[*id].fate = bbdba_acw::field::Fate::Waiting;
    }
    // Off the table and its index until each has found its place.
    let mut g = Field::new(
        size,
        size,
        (*fresh.terrain).clone(),
        fresh.readings.clone(),
        f.armies.clone(),
        if rng.below(2) == 0 { Side::A } else { Side::B },
    );
    g.phase = fresh.phase;
    for id in places {
        let home = if g.army(id.side()).edge == Edge::South { 0.0 } else { 180.0 };
        for _ in 0..40 {
            let b = g[id].base;
            let standing: Vec<Base> = g.all().filter(|o| !o.is_commander()).map(|o| o.base).collect();
            let own: Vec<Base> = g.side(id.side()).filter(|o| !o.is_commander()).map(|o| o.base).collect();
            let foes: Vec<Base> =
                g.side(id.side().other()).filter(|o| !o.is_commander()).map(|o| o.base).collect();
            let pick = |r: &mut Seeded, v: &[Base]| v[r.below(v.len() as u64) as usize];
            let b = match rng.below(6) {
                // Beside or behind a friend.
                0 | 1 if !own.is_empty() => {
                    let o = pick(rng, &own);
                    match rng.below(3) {
                        0 => b.at(o.front + o.dir.right() * o.width, o.dir),
                        1 => b.at(o.front - o.dir.right() * o.width, o.dir),
                        _ => b.at(o.rear(), o.dir),
                    }
                }
                // Lined up on an enemy.
                2 | 3 if !foes.is_empty() && !g[id].is_commander() => {
                    let o = pick(rng, &foes);
                    let on = [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear]
                        [rng.below(4) as usize];
                    contact::aligned(&b, &o, on)
                }
                // Touching anyone anyhow.
                4 if !standing.is_empty() => {
                    let o = pick(rng, &standing);
                    let slide = rng.within(-150.0, 150.0);
                    b.at(
                        o.rear() + o.dir.right() * slide,
                        if rng.below(2) == 0 { o.dir } else { o.dir.right() },
                    )
                }
                _ => {
                    let facing = if rng.below(2) == 0 { home } else { rng.within(0.0, 360.0) };
                    b.at(v2(rng.within(0.0, size), rng.within(0.0, size)), table::V2::bearing(facing))
                }
            };
            if place_free(&g, &b) {
                g.deploy(id, b);
                break;
            }
        }
    }
    let ids: Vec<ElementId> = g.all().map(|e| e.id).collect();
    for id in ids {
        g.note_contacts(id);
        g[id].combats = rng.below(2) as u8;
        g[id].wins = g[id].combats;
    }
    g
}

fn some(rng: &mut Seeded, f: &Field) -> Option<ElementId> {
    let ids: Vec<ElementId> = f.all().map(|e| e.id).collect();
    (!ids.is_empty()).then(|| ids[rng.below(ids.len() as u64) as usize])
}

fn something_happens(rng: &mut Seeded, f: &mut Field, log: &mut Log<Event>) -> String {
    let Some(id) = some(rng, f) else { return "nobody is left".into() };
    let fighter = !f[id].is_commander();
    match rng.below(10) {
        0 | 1 => {
            let kept = outcome::recoil(f, id, None, log);
            assert_eq!(kept, f[id].on_table());
            format!("{id} recoils")
        }
        2 => {
            let away = v2(rng.within(-1.0, 1.0), rng.within(-1.0, 1.0));
            outcome::recoil(f, id, Some(away), log);
            format!("{id} is driven along {away:?}")
        }
        3 if fighter => {
            let kept = outcome::flee(f, id, log);
            assert_eq!(kept, f[id].on_table());
            format!("{id} flees")
        }
        4 => {
            outcome::ricochets(f, id, log);
            outcome::recoil(f, id, None, log);
            format!("{id} recoils under fire")
        }
        5 if fighter => {
            outcome::follow_up(f, id, log);
            format!("{id} follows up")
        }
        6 => {
            outcome::line_advances(f, log);
            "lines advance".into()
        }
        7 => {
            outcome::turn_to_face(f, log);
            let _ = outcome::unturned(f);
            "all turn to face".into()
        }
        8 => {
            let side = Side::BOTH[rng.below(2) as usize];
            f.army_mut(side).commands[0].demoralised = true;
            outcome::demoralised_retreat(f, side, log);
            f.army_mut(side).commands[0].demoralised = false;
            format!("{side} retreats")
        }
        9 if fighter => {
            outcome::flankers_fall_back(f, id.side().other(), id, log);
            format!("those about {id} fall back")
        }
        _ => {
            let from = v2(rng.within(0.0, 1400.0), rng.within(0.0, 1400.0));
            let commander = f.army(id.side()).commands[0].commander;
            if f[commander].on_table() {
                outcome::flee_commander(f, commander, from, log);
            }
            format!("the commander of {} flees", id.side())
        }
    }
}

#[test]
fn the_table_stays_in_order() {
    let mut happened = 0;
    for seed in 0..1500 {
        let mut rng = Seeded(seed);
        let mut f = crowd(&mut rng);
        assert_eq!(disorder(&f), None, "seed {seed} at the start");
        for step in 0..12 {
            let before: Vec<_> = f.all().map(|e| (e.id, e.troop, e.base)).collect();
            let mut log = Log::On(Vec::new());
            let what = something_happens(&mut rng, &mut f, &mut log);
            if let Some(wrong) = disorder(&f) {
                panic!("seed {seed} step {step}: {what}: {wrong}\nbefore: {before:#?}\n{log:#?}");
            }
            happened += match log {
                Log::On(v) => v.len(),
                Log::Off => 0,
            };
            // Contacts are what the positions say.
            for x in &f.engagements {
                assert!(f[x.attacker].on_table() && f.front_opponent(x.attacker).is_some(), "{what}");
            }
            // Losses are counted, commanders not.
            for s in Side::BOTH {
                let gone = f.army(s).elements.iter().filter(|e| e.lost() && !e.is_commander()).count();
                assert_eq!(usize::from(f.losses(s)), gone, "{what}");
            }
        }
    }
    assert!(happened > 10_000, "the crowds are lively: {happened}");
}

#[test]
fn the_same_seed_gives_the_same_end() {
    let end = |seed| {
        let mut rng = Seeded(seed);
        let mut f = crowd(&mut rng);
        let mut log = Log::On(Vec::new());
        for _ in 0..12 {
            something_happens(&mut rng, &mut f, &mut log);
        }
        format!("{log:?}")
    };
    for seed in 0..20 {
        assert_eq!(end(seed), end(seed));
    }
}
