//! Mines in play (19.08): shaft, gallery and chamber dug, loaded and fired; and how far a blast is felt (19.07.6, 19.07.7).

use crate::field_day::{done, find, last_turn, legs, show, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::field::Post;
use chakoten_napoleonic::order::{Leg, MinePart, Order, WorkOrder};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle};
use chakoten_napoleonic::unit::Load;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn mine(part: MinePart, at: [f64; 2], charges: f64) -> Order {
    legs([Leg::Work { work: WorkOrder::Mine { part, at, charges } }])
}

fn blow(name: &str) -> Order {
    legs([Leg::Work { work: WorkOrder::Fire { object: name.into() } }])
}

/// Six miners and ten helpers at the mouth (100, 50.05), an engineer officer with them, a park behind; a wall 8 cm farther on.
fn siege() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let miners = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(miners).troops.miners = true;
    let helpers = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.1, 180.0);
    let w = d.wagon(Side::A, 100.0, 46.0, 0.0);
    d.unit(w).load = Some(Load::Park { quarters_of_charge: 40 });
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
    d.with(officer, miners);
    d.line("wall", Obstacle::III, Cover::III, &[(90.0, 58.0), (110.0, 58.0)]);
    (d, miners, helpers)
}

fn both(o: &Order) -> [(&'static str, Order); 2] {
    [("A1", o.clone()), ("A2", o.clone())]
}

fn finished(b: &Battle) -> bool {
    find(b, |e| matches!(e.kind, EventKind::WorkDone { .. }).then_some(())).is_some()
}

fn cannot(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_owned()),
        _ => None,
    })
}

#[test]
fn shaft_gallery_and_chamber_are_dug_by_miners_with_helpers() {
    let p = proves!("19.08.1", "19.08.2", "19.08.3", "19.08.4", "19.08.5", "19.08.6.a", "19.08.8", "19.12.5");
    let (d, miners, _) = siege();
    let end = [100.0, 53.05];
    // Delay dice of shaft, gallery and chamber: none is longer. Then the die of the mine.
    let mut b = Battle::drill(d.field(), [6, 6, 6, 6]);
    let shaft = mine(MinePart::Shaft, [100.0, 50.05], 0.0);
    for i in 1..=12 {
        turn(&mut b, &both(&shaft), &[]);
        if cannot(&b, miners).is_some() {
            show(&b);
        }
        assert_eq!(cannot(&b, miners), None, "turn {i}");
        if i == 12 && !finished(&b) {
            show(&b);
        }
        assert_eq!(finished(&b), i == 12, "turn {i}");
    }
    told_by(&p, &b, "19.08.2");
    assert_eq!(b.field().terrain.mines[0].mine.shaft, 10.0);
    // 3 cm of gallery, 6 turns for each.
    let gallery = mine(MinePart::Gallery, end, 0.0);
    for i in 1..=18 {
        turn(&mut b, &both(&gallery), &[]);
        assert_eq!(finished(&b), i == 18, "turn {i}");
    }
    told_by(&p, &b, "19.08.3");
    assert!((b.field().terrain.mines[0].mine.gallery - 3.0).abs() < 1e-6);
    // 40 turns are a spell of work (19.01.3): they rest between.
    turn(&mut b, &[], &[]);
    let chamber = mine(MinePart::Chamber, end, 0.0);
    for i in 1..=12 {
        turn(&mut b, &both(&chamber), &[]);
        assert_eq!(finished(&b), i == 12, "turn {i}");
    }
    told_by(&p, &b, "19.08.4");
    assert_eq!(b.field().terrain.mines[0].mine.chamber, 2);
    // A turn through the shaft, and one for 3 cm of gallery.
    let load = mine(MinePart::Load, end, 2.0);
    for loaded in [0, 2] {
        turn(&mut b, &[("A1", load.clone())], &[]);
        assert_eq!(b.field().terrain.mines[0].mine.loaded, loaded);
    }
    told_by(&p, &b, "19.08.5");
    told_by(&p, &b, "19.08.1");
    // 2 KL 10 metres deep: 6 cm about the end of the gallery, and the wall is 4.95 away. Everybody but the party has gone.
    let f = b.field_mut();
    f[miners].base.front.y = 30.0;
    f[UnitId(1)].base.front = table::v2(20.0, 20.0);
    f[UnitId(2)].base.front = table::v2(20.0, 10.0);
    turn(&mut b, &[("A1", blow("mine-1"))], &[]);
    told_by(&p, &b, "19.08.6.a");
    told_by(&p, &b, "19.08.8");
    let (from, to) = p.shows("19.12.5", b.field().lines[0].cleared[0]);
    assert!(from > 5.0 && to < 15.0 && to > from);
    told_by(&p, &b, "19.12.5");
    let blasted: Vec<UnitId> = last_turn(&b)
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::Blasted { unit, .. } => Some(unit),
            _ => None,
        })
        .collect();
    assert_eq!(blasted, [miners]);
    done(&b);
}

#[test]
fn miners_alone_or_helpers_alone_dig_nothing() {
    let p = proves!("19.08.2", "19.04.3.b");
    let shaft = mine(MinePart::Shaft, [100.0, 50.05], 0.0);
    let (d, miners, helpers) = siege();
    let mut b = Battle::drill(d.clone().field(), []);
    turn(&mut b, &[("A1", shaft.clone())], &[]);
    assert_eq!(p.shows("19.04.3.b", cannot(&b, miners)).as_deref(), Some("19.04.3.b"));
    let mut b = Battle::drill(d.clone().field(), []);
    turn(&mut b, &[("A2", shaft.clone())], &[]);
    assert_eq!(cannot(&b, helpers).as_deref(), Some("19.04.3.b"));
    // Helpers who stand elsewhere help nobody; nor is there a shaft without an engineer officer.
    let mut off = d.clone();
    off.unit(helpers).base.front.y = 56.0;
    let mut b = Battle::drill(off.field(), []);
    turn(&mut b, &both(&shaft), &[]);
    assert_eq!(cannot(&b, miners).as_deref(), Some("19.04.3.b"));
    let mut f = d.field();
    f.staff.retain(|s| s.post != Post::EngineerOfficer);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &both(&shaft), &[]);
    assert_eq!(p.shows("19.08.2", cannot(&b, miners)).as_deref(), Some("19.04.2.b"));
}

#[test]
fn a_blast_is_felt_at_20_cm_for_morale_alone_and_not_of_one_charge() {
    let p = proves!("19.07.6", "19.07.7");
    // A mine at the foot of the wall with so many charges, and lines of B so far off.
    let felt = |charges: f64, cm: f64, dice: &[u8]| {
        let (mut d, miners, _) = siege();
        d.unit(UnitId(1)).base.front = table::v2(20.0, 20.0);
        let b1 = d.infantry(Side::B, 20, Formation::Line, 100.0, 50.05 + cm, 180.0);
        d.valour(b1, -4);
        d.commander(Side::B, 100.0, 150.0);
        let mut f = d.field();
        let m = chakoten_napoleonic::works::mine::Mine::default();
        let at = table::v2(100.0, 50.05);
        let gallery = chakoten_napoleonic::terrain::Gallery {
            name: "mine-1".into(),
            side: Side::A,
            from: at,
            to: at,
            mine: m,
        };
        f.terrain.mines.push(gallery);
        let mut b = Battle::drill(f, dice.to_vec());
        turn(&mut b, &[("A1", mine(MinePart::Load, [100.0, 50.05], charges))], &[]);
        b.field_mut()[UnitId(2)].base.front = table::v2(20.0, 10.0);
        turn(&mut b, &[("A1", blow("mine-1"))], &[]);
        done(&b);
        let told =
            last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Blasted { unit, .. } if unit == b1));
        let by = last_turn(&b).iter().find_map(|e| match &e.kind {
            EventKind::Blasted { unit, ruling, .. } if *unit == b1 => {
                let rests = |id: &str| {
                    ruling.clauses.iter().any(|c| c.id() == id)
                        || ruling.reckoning.iter().any(|s| s.clause.id() == id)
                };
                Some((rests("19.07.6"), rests("19.07.7")))
            }
            _ => None,
        });
        let _miners = miners;
        (told, by, b.field()[b1].losses.men, b.field()[b1].state)
    };
    // 2 KL: 6 cm of crater; distances are from its edge.
    let (told, by, men, _) = felt(2.0, 6.0 + 9.0, &[6, 6, 6, 6]);
    assert!(told && men > 0, "{by:?}");
    assert!(p.shows("19.07.6", by.unwrap().0));
    let (told, by, men, state) = felt(2.0, 6.0 + 15.0, &[6, 6, 6, 6]);
    assert!(told, "{by:?}");
    assert!(p.shows("19.07.7", by.unwrap().1));
    assert_eq!(men, 0);
    assert!(state > chakoten_napoleonic::troop::State::Order);
    // Just beyond 20 cm nothing; and of one charge nothing beyond 10.
    let (told, _, men, _) = felt(2.0, 6.0 + 20.5, &[6]);
    assert!(!told && men == 0);
    let (_, by, men, state) = felt(1.0, 3.0 + 15.0, &[6]);
    assert_eq!((men, state), (0, chakoten_napoleonic::troop::State::Order), "{by:?}");
}
