//! Prints three sheets to look at: every kind of ground and troop, a big battle, and a small one.
//! `cargo run -p vedette --example sheets [-- DIR]`; without a directory they go to the system's place for temporary files.

use bbdba_acw::drill::Drill;
use bbdba_acw::event::{Event, EventKind, Target, Why};
use bbdba_acw::field::{CampState, Fate, Field, Nature, Phase, Side};
use bbdba_acw::picture::{self, PictureOptions};
use bbdba_acw::terrain::{Feature, Outline};
use bbdba_acw::{ElementId, Troop, rule};
use std::path::PathBuf;
use std::sync::Arc;
use table::{Base, Rect, V2, v2};
use umpire::{Log, Ruling};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    std::fs::create_dir_all(&dir)?;
    let mut sheets = Vec::new();
    let (f, events) = everything();
    sheets.push(("everything", f, events, "Every kind of ground and every arm."));
    let (f, events) = big();
    sheets.push((
        "big",
        f,
        events,
        "The Union left storms the ridge while Longstreet's guns sweep the turnpike.",
    ));
    let (f, events) = small();
    sheets.push(("small", f, events, ""));
    for (name, f, events, caption) in &sheets {
        let options = PictureOptions {
            caption: Some(caption).filter(|c| !c.is_empty()).copied(),
            last_events: events,
            ..Default::default()
        };
        let svg = picture::svg(f, &options);
        let png = vedette::png::png(&svg)?;
        println!("{}: {} bytes of SVG, {} of PNG", dir.join(name).display(), svg.len(), png.len());
        std::fs::write(dir.join(name).with_extension("svg"), svg)?;
        std::fs::write(dir.join(name).with_extension("png"), png)?;
    }
    Ok(())
}

fn name(f: &mut Field, area: usize, name: &str) {
    let mut i = 0..;
    Arc::make_mut(&mut f.terrain).areas.change(|a| {
        if i.next() == Some(area) {
            a.name = name.into();
        }
    });
}

fn call(f: &mut Field, armies: [&str; 2], commands: [&[&str]; 2]) {
    for s in Side::BOTH {
        let army = f.army_mut(s);
        army.name = armies[s.index()].into();
        for (c, n) in army.commands.iter_mut().zip(commands[s.index()]) {
            c.name = (*n).into();
        }
    }
}

fn go(f: &mut Field, id: ElementId, by: V2, turn: f64, why: Why, log: &mut Log<Event>) {
    let b = f[id].base;
    let to = Base::new(
        table::Pose { x: b.front.x + by.x, y: b.front.y + by.y, facing: b.pose().facing + turn },
        b.width,
        b.depth,
    );
    f.go(id, to, why, rule!("turn.1"), log);
}

fn shoots(main: ElementId, with: &[ElementId], target: Target, log: &mut Log<Event>) {
    log.push(|| {
        Event::new(
            rule!("shooting.1"),
            EventKind::Shooting {
                main: Target::Element(main),
                with: with.to_vec(),
                target,
                ruling: Box::new(Ruling::new("shooting")),
            },
        )
    });
}

fn events(log: Log<Event>) -> Vec<Event> {
    match log {
        Log::On(v) => v,
        Log::Off => Vec::new(),
    }
}

fn everything() -> (Field, Vec<Event>) {
    let mut d = Drill::sized(4800.0, 3200.0);
    d.waterway(false, 480.0);
    d.oval(Feature::GentleHill, 900.0, 2050.0, 900.0, 480.0, 70.0);
    d.oval(Feature::SteepHill, 2300.0, 2250.0, 860.0, 480.0, 110.0);
    d.oval(Feature::Wood, 700.0, 1150.0, 700.0, 420.0, 40.0);
    d.oval(Feature::Marsh, 2300.0, 900.0, 640.0, 380.0, 90.0);
    d.oval(Feature::RoughGround, 3300.0, 800.0, 600.0, 400.0, 60.0);
    d.oval(Feature::Dunes, 3700.0, 2700.0, 640.0, 380.0, 80.0);
    d.oval(Feature::Oasis, 1500.0, 2750.0, 480.0, 320.0, 90.0);
    d.oval(Feature::Fields, 1550.0, 900.0, 560.0, 480.0, 100.0);
    d.oval(Feature::Settlement, 3250.0, 2000.0, 560.0, 420.0, 90.0);
    d.oval(Feature::Wood, 3900.0, 1500.0, 420.0, 300.0, 0.0);
    d.river(&[(0.0, 1500.0), (900.0, 1600.0), (2000.0, 1400.0), (3200.0, 1500.0), (4320.0, 1150.0)], 120.0);
    d.road(&[(2850.0, 0.0), (2800.0, 1200.0), (3200.0, 2000.0), (3100.0, 3200.0)], 50.0);
    d.road(&[(3200.0, 2000.0), (4320.0, 2300.0)], 50.0);
    d.camp(Side::A, 1800.0, 360.0, 200.0);
    d.camp(Side::B, 2400.0, 360.0, 200.0);
    let troops = [
        Troop::Rifles,
        Troop::Muskets,
        Troop::Jaeger,
        Troop::Cavalry,
        Troop::Dismounted,
        Troop::Artillery,
        Troop::Commander,
    ];
    let mut ids = Vec::new();
    for (i, t) in troops.iter().enumerate() {
        ids.push(d.a(*t, 300.0 + 200.0 * i as f64, 560.0, 0.0));
        ids.push(d.b(*t, 3000.0 - 210.0 * i as f64, 2560.0 - 25.0 * i as f64, 180.0 + 8.0 * i as f64));
    }
    d.next_command(Side::A);
    d.next_command(Side::B);
    for (i, t) in troops.iter().enumerate() {
        ids.push(d.a(*t, 3200.0 + 180.0 * i as f64, 340.0 + 30.0 * i as f64, 45.0 * i as f64));
        ids.push(d.b(*t, 1000.0 + 190.0 * i as f64, 1900.0, 180.0));
    }
    let mut f = d.field();
    call(
        &mut f,
        ["Army of the Potomac", "Army of Northern Virginia"],
        [&["Hancock", "Sedgwick"], &["Longstreet", "Ewell"]],
    );
    for (i, n) in
        [(0, "Seminary Hill"), (1, "Round Top"), (2, "Biddle Wood"), (8, "Emmitsburg"), (3, "Plum Run")]
    {
        name(&mut f, i, n);
    }
    if let Some(w) = Arc::make_mut(&mut f.terrain).waterway.as_mut() {
        w.beach = true;
    }
    f.rivers[0].nature = Some(Nature::Torrent);
    f.army_mut(Side::B).commands[1].demoralised = true;
    f.army_mut(Side::B).commands[1].lost = 2;
    f.army_mut(Side::A).camp.as_mut().expect("just pitched").state = CampState::Silenced;
    f.army_mut(Side::B).camp.as_mut().expect("just pitched").state = CampState::Plundered;
    (f, Vec::new())
}

fn big() -> (Field, Vec<Event>) {
    let mut d = Drill::sized(4800.0, 2400.0);
    d.oval(Feature::GentleHill, 1150.0, 1420.0, 960.0, 460.0, 80.0);
    d.oval(Feature::SteepHill, 3900.0, 1500.0, 760.0, 420.0, 30.0);
    d.oval(Feature::Wood, 2250.0, 1750.0, 620.0, 400.0, 70.0);
    d.oval(Feature::Wood, 520.0, 800.0, 560.0, 340.0, 120.0);
    d.oval(Feature::Fields, 2150.0, 900.0, 600.0, 420.0, 80.0);
    d.oval(Feature::Fields, 3250.0, 850.0, 560.0, 380.0, 110.0);
    d.oval(Feature::Settlement, 2850.0, 1400.0, 460.0, 340.0, 90.0);
    d.road(&[(2700.0, 0.0), (2850.0, 900.0), (2850.0, 1400.0), (3050.0, 2400.0)], 50.0);
    d.road(&[(0.0, 1150.0), (1700.0, 1130.0), (2850.0, 1400.0)], 50.0);
    d.camp(Side::A, 2100.0, 320.0, 160.0);
    d.camp(Side::B, 3500.0, 320.0, 160.0);
    let line = |i: usize| match i {
        3 | 8 => Troop::Artillery,
        0 => Troop::Cavalry,
        6 => Troop::Jaeger,
        _ => Troop::Rifles,
    };
    let mut a = Vec::new();
    let mut b = Vec::new();
    for c in 0..3 {
        if c > 0 {
            d.next_command(Side::A);
            d.next_command(Side::B);
        }
        let x = [450.0, 1850.0, 3150.0][c];
        for i in 0..12 {
            let (col, row) = ((i % 6) as f64, (i / 6) as f64);
            let bend = [14.0, -4.0, -20.0][c];
            a.push(d.a(line(i), x + col * 166.0, 620.0 + bend * col - row * 190.0, bend / 166.0 * -57.3));
            b.push(d.b(line(i), x + 180.0 + col * 166.0, 1850.0 - bend * col + row * 190.0, 180.0));
        }
        a.push(d.a(Troop::Commander, x + 500.0, 240.0, 0.0));
        b.push(d.b(Troop::Commander, x + 600.0, 2215.0, 180.0));
    }
    let mut f = d.field();
    call(
        &mut f,
        ["Army of the Potomac", "Army of Northern Virginia"],
        [
            &["II Corps, Hancock", "V Corps, Sykes", "VI Corps, Sedgwick"],
            &["I Corps, Longstreet", "II Corps, Ewell", "III Corps, Hill"],
        ],
    );
    for (i, n) in [(0, "Cemetery Ridge"), (1, "Culp's Hill"), (2, "Spangler's Wood"), (6, "Gettysburg")] {
        name(&mut f, i, n);
    }
    f.bound = 11;
    let mut log = Log::On(Vec::new());
    for id in &a[..6] {
        go(&mut f, *id, v2(20.0, 400.0), 0.0, Why::Moves, &mut log);
    }
    for id in &b[1..6] {
        go(&mut f, *id, v2(-30.0, -420.0), 0.0, Why::Moves, &mut log);
    }
    for i in 13..17 {
        go(&mut f, a[i], v2(0.0, 400.0), 0.0, Why::Moves, &mut log);
        go(&mut f, b[i], v2(-40.0, -330.0), 0.0, Why::Moves, &mut log);
    }
    shoots(b[3], &[b[2]], Target::Element(a[2]), &mut log);
    go(&mut f, a[2], v2(0.0, -80.0), 0.0, Why::Recoils, &mut log);
    shoots(a[14], &[a[13], a[15]], Target::Element(b[14]), &mut log);
    f.lose(b[14], Fate::Destroyed, rule!("results.1"), &mut log);
    go(&mut f, b[0], v2(-330.0, 60.0), 120.0, Why::Flees, &mut log);
    for id in &a[26..32] {
        go(&mut f, *id, v2(60.0, 370.0), 0.0, Why::Moves, &mut log);
    }
    for i in [27, 28, 29, 30, 33] {
        f.lose(b[i], Fate::Destroyed, rule!("results.1"), &mut Log::Off);
    }
    f.army_mut(Side::B).commands[2].demoralised = true;
    f.phase = Phase::CloseCombat;
    (f, events(log))
}

fn small() -> (Field, Vec<Event>) {
    let mut d = Drill::new();
    d.oval(Feature::GentleHill, 700.0, 1500.0, 700.0, 420.0, 60.0);
    d.oval(Feature::Wood, 1750.0, 800.0, 560.0, 380.0, 100.0);
    d.oval(Feature::Marsh, 600.0, 700.0, 460.0, 300.0, 90.0);
    d.river(&[(0.0, 1100.0), (800.0, 1080.0), (1500.0, 1250.0), (2400.0, 1200.0)], 100.0);
    d.road(&[(1150.0, 0.0), (1180.0, 1200.0), (1300.0, 2400.0)], 50.0);
    d.camp(Side::A, 1400.0, 320.0, 160.0);
    d.camp(Side::B, 900.0, 320.0, 160.0);
    let line = |i: usize| match i {
        0 | 11 => Troop::Cavalry,
        4 => Troop::Artillery,
        9 => Troop::Jaeger,
        1..=3 => Troop::Muskets,
        _ => Troop::Rifles,
    };
    let mut a = Vec::new();
    let mut b = Vec::new();
    for i in 0..12 {
        let (col, row) = ((i % 8) as f64, (i / 8) as f64);
        a.push(d.a(line(i), 500.0 + 170.0 * col, 560.0 - 200.0 * row, 0.0));
        b.push(d.b(line(i), 1900.0 - 170.0 * col, 1800.0 + 200.0 * row, 180.0));
    }
    a.push(d.a(Troop::Commander, 1500.0, 380.0, 0.0));
    b.push(d.b(Troop::Commander, 1000.0, 2050.0, 180.0));
    let mut f = d.field();
    call(&mut f, ["Union", "Confederates"], [&["McDowell"], &["Beauregard"]]);
    f.bound = 4;
    f.active = Side::B;
    let mut log = Log::On(Vec::new());
    go(&mut f, b[3], v2(-20.0, -420.0), 0.0, Why::Moves, &mut log);
    go(&mut f, b[2], v2(-20.0, -420.0), 0.0, Why::Moves, &mut log);
    go(&mut f, a[5], v2(10.0, 730.0), 0.0, Why::Moves, &mut log);
    let meet = Base::new(
        table::Pose { x: f[a[5]].base.front.x, y: f[a[5]].base.front.y, facing: 180.0 },
        160.0,
        80.0,
    );
    f.go(b[3], meet, Why::LinesUp, rule!("dba.14"), &mut log);
    log.push(|| {
        Event::new(
            rule!("melee-mod.1"),
            EventKind::CloseCombat {
                a: a[5],
                b: Target::Element(b[3]),
                ruling: Box::new(Ruling::new("close_combat")),
            },
        )
    });
    shoots(a[4], &[], Target::Element(b[2]), &mut log);
    let town = Rect::upright(v2(1700.0, 1500.0), v2(2100.0, 1760.0));
    let mut area = f.terrain.areas[0].clone();
    area.feature = Feature::Settlement;
    area.outline = Outline::Box(town);
    area.name = "Stone House".into();
    Arc::make_mut(&mut f.terrain).areas.push(area);
    (f, events(log))
}
