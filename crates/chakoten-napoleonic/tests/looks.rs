//! How long what was seen is kept (play.hidden): whatever has come about, a side knows what it would know if everybody looked again.

use chakoten_napoleonic::BOOK;
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::scenario::{self, SHIPPED};
use chakoten_napoleonic::sight::Eyes;
use chakoten_napoleonic::troop::{Arm, Cover, Formation, State};
use chakoten_napoleonic::unit::{Fate, Side, StaffId, UnitId};
use chakoten_napoleonic::view::Moment;
use chakoten_napoleonic::{sight, view};
use desk::{BattleFile, ByOffers, Staff};
use std::sync::Arc;
use table::{V2, v2};
use umpire::{Seat, Seed};

/// Numbers drawn one after the other.
struct Draw(u64);

impl Draw {
    fn most(&mut self, most: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1u32 << 31) * most
    }

    fn of(&mut self, n: usize) -> usize {
        (self.most(n as f64) as usize).min(n - 1)
    }
}

/// What both sides know is what they would know if everybody looked anew. How many enemies are seen.
fn as_if_anew(b: &Battle, what: &str) -> usize {
    let anew = |s: Side| {
        let now = if b.clock().is_some() { Moment::InTurn } else { Moment::Between };
        let (kept, fresh) = (b.known(s), view::known_after(b.field(), s, b.sightings(), now, None));
        assert_eq!(kept.seen(), fresh.seen(), "{what}: side {s}");
        assert!(*kept == fresh, "{what}: side {s} knows otherwise");
        // Whom it sees to fire at, too: by all who look, and by each of them alone.
        let f = b.field();
        let spotted: Vec<UnitId> = f.enemies(s).filter(|e| sight::side_sees(f, s, e)).map(|e| e.id).collect();
        assert_eq!(view::in_sight(f, s, Some(&kept)), spotted, "{what}: side {s} spots otherwise");
        // And staff figures by themselves: each unit and commander of the side looks alone.
        for m in f.staff.iter().filter(|m| m.side != s) {
            let shown = kept.sees_staff(f, m);
            assert_eq!(shown, fresh.sees_staff(f, m), "{what}: side {s} sees {} otherwise", m.code);
            let he =
                |c: &StaffId| sight::looks(f, &Eyes::of_staff(f, &f[*c]), &sight::staff_mark(f, m)).is_ok();
            let mut commanders = f.commands.iter().filter(|c| c.side == s).filter_map(|c| c.commander);
            let seen = f.side(s).any(|u| sight::sees_staff(f, u, m).is_ok())
                || commanders.any(|c| f[c].present() && he(&c));
            let alone = m.present() && m.with.is_none();
            assert_eq!(
                shown.is_some_and(|s| s.with.is_none()),
                alone && seen,
                "{what}: side {s}: {}",
                m.code
            );
        }
        fresh.seen().len()
    };
    Side::BOTH.into_iter().map(anew).sum()
}

/// Through some turns of every shipped battle, at every pause of them.
#[test]
fn what_was_seen_is_kept_through_battles_for_as_long_as_it_holds() {
    for (name, text) in SHIPPED {
        let (_, mut game) = BattleFile::begin(&BOOK, name, text, Seed::new("kept")).expect("lawful");
        let mut staff = [ByOffers::new(3), ByOffers::new(4)];
        let (mut pauses, mut seen) = (0, 0);
        while game.turn() <= 4 {
            let Some(Seat::Side(s)) = game.waits_for().first().copied() else { break };
            let b = game.rules().downcast_ref::<Battle>().expect("a battle of this book");
            seen += as_if_anew(b, &format!("{name}, turn {}, {:?}", b.field().turn, b.clock()));
            pauses += 1;
            let a = staff[usize::from(s)].answer(&*game, Seat::Side(s)).expect("something is offered");
            game.answer(Seat::Side(s), &a).expect("lawful");
        }
        assert!(pauses > 8 && seen > 8, "{name}: {pauses} {seen}");
    }
}

/// One thing that may come about on a table, and what it is.
fn changes(f: &mut Field, d: &mut Draw) -> &'static str {
    let present: Vec<UnitId> = f.present().map(|u| u.id).collect();
    let u = present[d.of(present.len())];
    let houses = f.ground.buildings.len();
    match d.of(14) {
        0..=3 => {
            // Mostly a hair, as between two moments of a turn, sometimes a march.
            let cm = [0.002, 0.2, 3.0, 60.0][d.of(4)];
            let by = V2::bearing(d.most(360.0)) * d.most(cm);
            let to = f[u].base.front + by;
            let to = v2(to.x.clamp(5.0, f.ground.width - 5.0), to.y.clamp(5.0, f.ground.depth - 5.0));
            f[u].base = f[u].base.at(to, f[u].base.dir);
            "a unit has moved"
        }
        4 => {
            let way = V2::bearing(d.most(360.0));
            f[u].base = f[u].base.at(f[u].base.front, way);
            "a unit has turned"
        }
        5 => {
            let unit = &mut f[u];
            if unit.arm == Arm::Infantry {
                let all = [Formation::Line, Formation::AttackColumn, Formation::Skirmish, Formation::Square];
                unit.formation = all[d.of(4)];
                unit.lay();
            }
            "a unit has changed its formation"
        }
        6 => {
            let unit = &mut f[u];
            if unit.figures > 6 {
                unit.figures -= 3;
                unit.lay();
            }
            "a unit has lost figures"
        }
        7 => {
            f[u].state = [State::Order, State::Complete][d.of(2)];
            "a unit flees or rallies"
        }
        8 => {
            let into = (houses > 0 && f[u].inside.is_none() && f[u].arm == Arm::Infantry)
                .then(|| d.of(houses) as u16);
            f[u].inside = into;
            "a unit has entered or left a building"
        }
        9 => {
            let n = f.lines.len();
            if n > 0 {
                let l = &mut f.lines[d.of(n)];
                l.cover = if l.cover == Cover::None { Cover::I } else { Cover::None };
                let long = l.path.len();
                l.cleared = if l.cleared.is_empty() { vec![(0.0, d.most(long))] } else { Vec::new() };
            }
            "a line was built or broken"
        }
        10 => {
            f.special.sight = if f.special.sight.is_none() { Some(20.0 + d.most(60.0)) } else { None };
            "mist came or went"
        }
        11 => {
            let mut g = (*f.ground).clone();
            let woods = g.patches.len();
            if woods > 3 {
                g.patches.remove(d.of(woods));
            }
            f.ground = Arc::new(g);
            "a wood was cleared"
        }
        12 => {
            let n = f.staff.len();
            let s = &mut f.staff[d.of(n)];
            s.comes_to(s.base().front + V2::bearing(d.most(360.0)) * d.most(10.0));
            s.with = None;
            "a rider has come elsewhere"
        }
        _ => {
            if present.len() > 12 {
                f[u].fate = Fate::Left;
            }
            "a unit has left"
        }
    }
}

/// Whatever comes about on the table, one thing after the other.
#[test]
fn nothing_that_was_seen_is_kept_when_something_of_it_has_changed() {
    for (i, (name, text)) in SHIPPED.iter().enumerate() {
        let f = scenario::read(name, text).expect("a shipped scenario").muster();
        let mut b = Battle::seeded(f, 5);
        let mut d = Draw(11 + i as u64);
        // Both stand where they may see each other.
        let (depth, width) = (b.field().ground.depth, b.field().ground.width);
        for u in &mut b.field_mut().units {
            let half = if u.side == Side::A { 0.25 } else { 0.55 };
            let at = v2(10.0 + d.most(width - 20.0), depth * half + d.most(depth * 0.2));
            u.base = u.base.at(at, u.base.dir);
        }
        let mut seen = 0;
        for n in 0..60 {
            let what = changes(b.field_mut(), &mut d);
            seen += as_if_anew(&b, &format!("{name}, {n}: {what}"));
        }
        assert!(seen > 60, "{name}: {seen}");
    }
}
