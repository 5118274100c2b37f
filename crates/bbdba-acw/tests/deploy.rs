//! Setting up: attacker, camps, deployment, ranking (setup.*, camp.3, bigbattle.*, dice.1, dice.2).

use bbdba_acw::field::{Edge, Field};
use bbdba_acw::scenario::ground::{SideEdge, TerrainKind, WaterwaySpec};
use bbdba_acw::scenario::{
    self, Board, Scenario, auto_army, auto_deploy, camp_offer, check_camp, check_deploy, check_rank,
    commands_of, first_to_deploy, generate, may_deploy, muster, ranked, roll_for_attacker,
};
use bbdba_acw::terrain::{Area, Feature, Outline, River};
use bbdba_acw::{ElementId, Placement, Side, Troop, proves};
use std::sync::Arc;
use table::{Ellipse, Polyline, Pose, v2};
use umpire::{HandDice, Refusal, Seeded};

/// A field with armies waiting and nothing on the ground: 12 elements in one command or 12, 14 and 10 in three.
fn waiting(board: &str, readings: &str) -> Field {
    let commands = if board == "ordinary" {
        "[[army.command]]\nelements = [\"rifles*8\", \"cavalry*2\", \"artillery*2\"]\n".to_string()
    } else {
        [
            "\"rifles*8\", \"cavalry*2\", \"artillery*2\"",
            "\"rifles*10\", \"cavalry*2\", \"artillery*2\"",
            "\"rifles*6\", \"cavalry*2\", \"artillery*2\"",
        ]
        .iter()
        .map(|e| format!("[[army.command]]\nelements = [{e}]\n"))
        .collect()
    };
    let text = format!(
        "book = \"bbdba-acw\"\ntitle = \"A drill\"\n[table]\nboard = \"{board}\"\n[setup]\nattacker = \"B\"\nterrain = \"fixed\"\ndeployment = \"alternating\"\n[house]\nfree_terrain = true\n[readings]\n{readings}\n\
         [[army]]\nname = \"U\"\nlist = \"Union 1863-65\"\nedge = \"south\"\n{commands}[[army]]\nname = \"C\"\nlist = \"Confederates 1863-65\"\n{commands}"
    );
    muster(&scenario::read("drill", &text).unwrap_or_else(|r| panic!("{r}")))
}

fn clause<T: std::fmt::Debug>(r: Result<T, Refusal>) -> &'static str {
    match r {
        Ok(_) => "ok",
        Err(r) => r.clause.map_or("form", |c| c.id()),
    }
}

fn deploy(f: &mut Field, side: Side, p: &[Placement], commands: &[u8]) {
    for (id, base, dismounted) in check_deploy(f, side, p, commands).unwrap() {
        if dismounted {
            f[id].troop = Troop::Dismounted;
        }
        f.deploy(id, base);
    }
}

/// The first command of A drawn up, with one base put elsewhere.
fn moved(f: &Field, i: usize, x: f64, y: f64, facing: f64) -> Vec<Placement> {
    let c = may_deploy(f, Side::A)[0];
    let mut p = auto_deploy(f, Side::A, c, 0);
    p[i].at = Pose { x, y, facing };
    p
}

#[test]
fn the_higher_die_attacks() {
    for (dice, side, rolls) in
        [(vec![5, 2], Side::A, 1), (vec![2, 5], Side::B, 1), (vec![3, 3, 6, 6, 1, 4], Side::B, 3)]
    {
        let mut d = HandDice::new(dice);
        let (who, all) = roll_for_attacker(&mut d);
        assert_eq!((who, all.len()), (side, rolls));
        d.finish().unwrap();
    }
}

#[test]
fn base_edges_are_opposite() {
    let _p = proves!("setup.2");
    let text = scenario::SHIPPED[0].1.replace("edge = \"north\"", "edge = \"south\"");
    let r = scenario::read("x", &text).unwrap_err();
    assert!(r.mistakes.iter().any(|m| m.clause == Some("setup.2")), "{r}");
    let f = waiting("ordinary", "");
    assert_eq!((f.army(Side::A).edge, f.army(Side::B).edge), (Edge::South, Edge::North));
}

#[test]
fn the_larger_board_has_a_deeper_deployment_area() {
    let _p = proves!("bigbattle.3");
    let o = Board::ordinary();
    assert_eq!((o.width, o.depth, o.deployment, o.margin), (2400.0, 2400.0, 600.0, 0.0));
    let s = Board::several_commands();
    assert_eq!((s.width, s.depth, s.deployment, s.margin), (4800.0, 2400.0, 600.0, 300.0));
    let l = Board::large();
    assert_eq!((l.width, l.depth, l.deployment, l.margin), (4800.0, 3200.0, 800.0, 300.0));
    // 800 p from the base edge on the larger board, 600 p elsewhere.
    let f = waiting("large", "");
    assert_eq!(clause(check_deploy(&f, Side::A, &moved(&f, 0, 400.0, 800.0, 0.0), &[1])), "ok");
    assert_eq!(clause(check_deploy(&f, Side::A, &moved(&f, 0, 400.0, 800.1, 0.0), &[1])), "bigbattle.3");
}

#[test]
fn several_commands_need_the_wide_table() {
    let _p = proves!("bigbattle.1");
    assert!(scenario::read("x", scenario::SHIPPED[1].1).is_ok());
    let text = scenario::SHIPPED[1].1.replace("board = \"large\"", "board = \"ordinary\"");
    let r = scenario::read("x", &text).unwrap_err();
    assert!(r.mistakes.iter().any(|m| m.clause == Some("bigbattle.1")), "{r}");
}

#[test]
fn camps_have_a_greatest_size() {
    let _p = proves!("camp.3");
    let f = waiting("ordinary", "");
    let try_ = |w, d| clause(check_camp(&f, Side::A, 1200.0, w, d));
    assert_eq!(try_(400.0, 240.0), "ok");
    assert_eq!(try_(400.1, 240.0), "camp.3");
    assert_eq!(try_(560.0, 80.0), "ok");
    assert_eq!(try_(400.0, 79.0), "camp.3");
    let f = waiting("ordinary", "camp-least = 20");
    assert_eq!(clause(check_camp(&f, Side::A, 1200.0, 400.0, 20.0)), "ok");
    for bad in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e12] {
        assert_ne!(clause(check_camp(&f, Side::A, 1200.0, bad, 100.0)), "ok");
        assert_ne!(clause(check_camp(&f, Side::A, 1200.0, 100.0, bad)), "ok");
    }
    assert_eq!(clause(check_camp(&f, Side::A, f64::NAN, 100.0, 100.0)), "form");
}

#[test]
fn a_camp_stands_on_its_base_edge_clear_of_terrain() {
    let p = proves!("setup.3", "dba.59", "bigbattle.4");
    let mut f = waiting("ordinary", "");
    let site = check_camp(&f, Side::A, 1200.0, 400.0, 240.0).unwrap();
    assert_eq!(site.rect.bounds(), (v2(1000.0, 0.0), v2(1400.0, 240.0)));
    let site = check_camp(&f, Side::B, 1200.0, 400.0, 240.0).unwrap();
    assert_eq!(site.rect.bounds(), (v2(1000.0, 2160.0), v2(1400.0, 2400.0)));
    // On the ordinary table up to the corner, no further.
    assert_eq!(clause(check_camp(&f, Side::A, 200.0, 400.0, 240.0)), "ok");
    assert_eq!(*p.shows("setup.3", &clause(check_camp(&f, Side::A, 199.0, 400.0, 240.0))), "setup.3");
    let oval = |feature, x| Area {
        feature,
        outline: Outline::Oval(Ellipse { centre: v2(x, 200.0), axis: v2(1.0, 0.0), a: 200.0, b: 200.0 }),
        name: String::new(),
    };
    let mut t = (*f.terrain).clone();
    t.areas = [oval(Feature::Wood, 600.0), oval(Feature::Fields, 1800.0)].into_iter().collect();
    t.rivers = vec![River::new(Polyline::new(vec![v2(1200.0, 0.0), v2(1200.0, 2400.0)]), 100.0)];
    f.terrain = Arc::new(t);
    assert_eq!(*p.shows("dba.59", &clause(check_camp(&f, Side::A, 600.0, 300.0, 200.0))), "dba.59");
    assert_eq!(clause(check_camp(&f, Side::A, 1800.0, 300.0, 200.0)), "ok");
    assert_eq!(clause(check_camp(&f, Side::A, 1400.0, 300.0, 200.0)), "ok");
    assert_eq!(clause(check_camp(&f, Side::A, 1399.0, 300.0, 200.0)), "dba.59");
    let mut t = (*f.terrain).clone();
    let mut spec = scenario::TerrainSpec::bare(TerrainKind::Coast);
    spec.waterway =
        Some(WaterwaySpec { side: SideEdge::East, depth: 400.0, beach: false, at: Default::default() });
    t.waterway = spec.build(&f.board).waterway;
    f.terrain = Arc::new(t);
    assert_eq!(clause(check_camp(&f, Side::A, 1850.0, 300.0, 200.0)), "ok");
    assert_eq!(clause(check_camp(&f, Side::A, 1851.0, 300.0, 200.0)), "setup.3");
    // With several commands 300 p from the side edges.
    let f = waiting("several-commands", "");
    assert_eq!(clause(check_camp(&f, Side::A, 500.0, 400.0, 240.0)), "ok");
    assert_eq!(*p.shows("bigbattle.4", &clause(check_camp(&f, Side::A, 499.0, 400.0, 240.0))), "bigbattle.4");
    assert_eq!(clause(check_camp(&f, Side::A, 4300.0, 400.0, 240.0)), "ok");
    assert_eq!(clause(check_camp(&f, Side::A, 4301.0, 400.0, 240.0)), "bigbattle.4");
    for (x, w, d) in camp_offer(&f, Side::B) {
        assert!(check_camp(&f, Side::B, x, w, d).is_ok());
    }
}

#[test]
fn deployment_is_by_largest_command_inside_the_area() {
    let _p = proves!("setup.4");
    let f = waiting("several-commands", "");
    for s in Side::BOTH {
        assert_eq!(first_to_deploy(&f, s), [1]);
        assert_eq!(may_deploy(&f, s), [1]);
    }
    let any = waiting("several-commands", "attacker-first-command = \"any\"");
    assert_eq!(first_to_deploy(&any, Side::A), [1]);
    assert_eq!(first_to_deploy(&any, Side::B), [0, 1, 2]);
    assert_eq!(clause(check_deploy(&f, Side::A, &auto_deploy(&f, Side::A, 0, 0), &[0])), "setup.4");
    let good = auto_deploy(&f, Side::A, 1, 0);
    assert_eq!(commands_of(&f, Side::A, &good).unwrap(), [1]);
    assert_eq!(clause(check_deploy(&f, Side::A, &good, &[1])), "ok");
    // Every element and the commander, each once, nobody else.
    assert_eq!(clause(check_deploy(&f, Side::A, &good[1..], &[1])), "setup.4");
    assert_eq!(clause(check_deploy(&f, Side::A, &good[..good.len() - 1], &[1])), "army.4");
    let mut twice = good.clone();
    twice.push(good[0]);
    assert_eq!(clause(check_deploy(&f, Side::A, &twice, &[1])), "form");
    let mut other = good.clone();
    other[0].element = "A1".parse().unwrap();
    assert_eq!(clause(check_deploy(&f, Side::A, &other, &[1])), "setup.4");
    other[0].element = "B13".parse().unwrap();
    assert_eq!(clause(check_deploy(&f, Side::A, &other, &[1])), "form");
    other[0].element = ElementId::new(Side::A, 900);
    assert_eq!(clause(check_deploy(&f, Side::A, &other, &[1])), "form");
    assert_eq!(clause(check_deploy(&f, Side::A, &good, &[9])), "form");
    // Inside 600 p; exactly there is inside. Facing is free.
    let at = |x, y, facing| clause(check_deploy(&f, Side::A, &moved(&f, 0, x, y, facing), &[1]));
    assert_eq!(at(380.0, 600.0, 0.0), "ok");
    assert_eq!(at(380.0, 600.1, 0.0), "setup.4");
    assert_eq!(at(380.0, 80.0, 0.0), "ok");
    assert_eq!(at(380.0, 79.9, 0.0), "setup.4");
    assert_eq!(at(400.0, 520.0, 180.0), "ok");
    assert_eq!(at(500.0, 400.0, 37.0), "ok");
    assert_eq!(at(f64::NAN, 500.0, 0.0), "form");
    assert_eq!(at(400.0, f64::INFINITY, 0.0), "form");
    // Later commands in any order.
    let mut g = f.clone();
    deploy(&mut g, Side::A, &good, &[1]);
    assert_eq!(may_deploy(&g, Side::A), [0, 2]);
    assert_eq!(clause(check_deploy(&g, Side::A, &good, &[1])), "setup.4");
    for c in [2, 0] {
        let p = auto_deploy(&g, Side::A, c, 1);
        deploy(&mut g, Side::A, &p, &[c]);
    }
    assert!(may_deploy(&g, Side::A).is_empty());
}

#[test]
fn troops_keep_clear_of_the_side_edges() {
    let _p = proves!("bigbattle.4");
    let f = waiting("several-commands", "");
    let at = |x| clause(check_deploy(&f, Side::A, &moved(&f, 0, x, 500.0, 0.0), &[1]));
    // 300 p; exactly there is allowed.
    assert_eq!((at(380.0), at(379.9)), ("ok", "bigbattle.4"));
    assert_eq!((at(4420.0), at(4420.1)), ("ok", "bigbattle.4"));
    let large = waiting("several-commands", "side-margin = \"large-board\"");
    assert_eq!(clause(check_deploy(&large, Side::A, &moved(&large, 0, 100.0, 500.0, 0.0), &[1])), "ok");
}

#[test]
fn bases_are_not_deployed_on_top_of_each_other() {
    let _p = proves!("dba.1");
    let f = waiting("several-commands", "");
    let second = auto_deploy(&f, Side::A, 1, 0)[1].at;
    let at = |x| clause(check_deploy(&f, Side::A, &moved(&f, 0, x, second.y, 0.0), &[1]));
    // A pace is forgiven.
    assert_eq!((at(second.x - 159.0), at(second.x - 158.9)), ("ok", "dba.1"));
    assert_eq!(at(second.x + 80.0), "dba.1");
}

#[test]
fn nobody_deploys_in_water_or_camp() {
    let _p = proves!("setup.4");
    let mut f = waiting("ordinary", "");
    f.army_mut(Side::A).camp = Some(check_camp(&f, Side::A, 300.0, 200.0, 200.0).unwrap());
    let mut t = (*f.terrain).clone();
    t.rivers = vec![River::new(Polyline::new(vec![v2(2000.0, 0.0), v2(2000.0, 2400.0)]), 100.0)];
    let mut spec = scenario::TerrainSpec::bare(TerrainKind::Coast);
    spec.waterway =
        Some(WaterwaySpec { side: SideEdge::East, depth: 320.0, beach: false, at: Default::default() });
    t.waterway = spec.build(&f.board).waterway;
    f.terrain = Arc::new(t);
    let i = 8; // a cavalry element, on the flank
    let at = |x, y| {
        let r = check_deploy(&f, Side::A, &moved(&f, i, x, y, 0.0), &[0]);
        match r {
            Ok(_) => "ok".to_string(),
            Err(r) => r.to_string(),
        }
    };
    assert_eq!(at(2000.0, 200.0), "setup.4: A9 stands in a river bed");
    assert_eq!(at(1870.0, 200.0), "ok");
    assert_eq!(at(1871.0, 200.0), "setup.4: A9 stands in a river bed");
    assert_eq!(at(2200.0, 200.0), "setup.4: A9 stands in the waterway");
    assert_eq!(at(300.0, 200.0), "setup.4: A9 stands in a camp");
    assert_eq!(at(300.0, 320.0), "ok");
}

#[test]
fn commands_are_not_intermingled() {
    let _p = proves!("setup.5");
    let mut f = waiting("several-commands", "");
    let p = auto_deploy(&f, Side::A, 1, 0);
    deploy(&mut f, Side::A, &p, &[1]);
    let p = auto_deploy(&f, Side::A, 0, 0);
    assert_eq!(clause(check_deploy(&f, Side::A, &p, &[0])), "ok");
    // One base beyond the other command: the outlines cross.
    let mut q = p.clone();
    q[0].at = Pose { x: 4300.0, y: 590.0, facing: 0.0 };
    assert_eq!(clause(check_deploy(&f, Side::A, &q, &[0])), "setup.5");
    let mut g = waiting("several-commands", "intermingled = \"free\"");
    let p1 = auto_deploy(&g, Side::A, 1, 0);
    deploy(&mut g, Side::A, &p1, &[1]);
    assert_eq!(clause(check_deploy(&g, Side::A, &q, &[0])), "ok");
}

#[test]
fn behind_the_screen_the_whole_army_deploys_at_once() {
    let _p = proves!("setup.5");
    let f = waiting("several-commands", "");
    let all = auto_army(&f, Side::A, 2);
    assert_eq!(commands_of(&f, Side::A, &all).unwrap(), [0, 1, 2]);
    assert_eq!(clause(check_deploy(&f, Side::A, &all, &[0, 1, 2])), "ok");
    let mut mixed = all.clone();
    let (a, b) = (all[0].at, all[20].at);
    mixed[0].at = b;
    mixed[20].at = a;
    assert_eq!(clause(check_deploy(&f, Side::A, &mixed, &[0, 1, 2])), "setup.5");
    let s = scenario::read("x", scenario::SHIPPED[4].1).unwrap();
    assert_eq!(s.deployment, scenario::Deployment::Hidden);
}

#[test]
fn cavalry_may_be_deployed_dismounted() {
    let _p = proves!("dba.37");
    let f = waiting("ordinary", "");
    let mut p = auto_deploy(&f, Side::A, 0, 0);
    let horse = p.iter().position(|p| f[p.element].troop == Troop::Cavalry).unwrap();
    p[horse].dismounted = true;
    let got = check_deploy(&f, Side::A, &p, &[0]).unwrap();
    let (_, base, dismounted) = got.iter().find(|(id, _, _)| *id == p[horse].element).unwrap();
    assert!(*dismounted);
    assert_eq!((base.width, base.depth), (160.0, 80.0));
    let foot = p.iter().position(|p| f[p.element].troop == Troop::Rifles).unwrap();
    p[foot].dismounted = true;
    assert_eq!(clause(check_deploy(&f, Side::A, &p, &[0])), "dba.37");
}

#[test]
fn own_commands_are_ranked_and_allies_are_not() {
    let p = proves!("dice.1", "dice.2");
    let mut f = waiting("several-commands", "");
    assert_eq!(ranked(&f, Side::A), [0, 1, 2]);
    assert_eq!(clause(check_rank(&f, Side::A, &[2, 0, 1])), "ok");
    assert_eq!(*p.shows("dice.2", &clause(check_rank(&f, Side::A, &[2, 0]))), "dice.2");
    assert_eq!(clause(check_rank(&f, Side::A, &[2, 0, 0])), "dice.2");
    assert_eq!(clause(check_rank(&f, Side::A, &[2, 0, 1, 200])), "dice.2");
    f.army_mut(Side::A).commands[1].allied = true;
    assert_eq!(ranked(&f, Side::A), [0, 2]);
    assert_eq!(*p.shows("dice.1", &clause(check_rank(&f, Side::A, &[2, 0, 1]))), "dice.1");
    assert_eq!(clause(check_rank(&f, Side::A, &[2, 0])), "ok");
}

/// Deploys both sides as the book says, each command drawn up by the program.
fn deploy_all(f: &mut Field, style: u32) {
    for s in Side::BOTH {
        let (x, w, d) = camp_offer(f, s)[style as usize % camp_offer(f, s).len()];
        f.army_mut(s).camp = Some(check_camp(f, s, x, w, d).unwrap());
    }
    let mut n = 0;
    while Side::BOTH.iter().any(|s| !may_deploy(f, *s).is_empty()) {
        for s in Side::BOTH {
            let may = may_deploy(f, s);
            if let Some(c) = may.get((style as usize + n) % may.len().max(1)) {
                let p = auto_deploy(f, s, *c, style + n as u32);
                if let Err(r) = check_deploy(f, s, &p, &[*c]) {
                    panic!("{s} {c} style {}: {r}", style + n as u32);
                }
                deploy(f, s, &p, &[*c]);
            }
        }
        n += 1;
    }
}

#[test]
fn commands_are_drawn_up_lawfully_on_every_battlefield() {
    let r = scenario::default_readings();
    let text = scenario::SHIPPED[3].1;
    let big: Scenario = scenario::read("big", text).unwrap();
    let small: Scenario = scenario::read("small", scenario::SHIPPED[4].1).unwrap();
    for (s, boards) in
        [(small, vec![Board::ordinary()]), (big, vec![Board::several_commands(), Board::large()])]
    {
        for b in boards {
            for kind in TerrainKind::ALL {
                for n in 0..40 {
                    let mut s = s.clone();
                    s.board = b;
                    s.edge = Some(if n % 2 == 0 { Edge::South } else { Edge::North });
                    s.terrain = Some(generate(kind, &b, &r, &mut Seeded::from_number(1000 + n)));
                    deploy_all(&mut muster(&s), n as u32);
                }
            }
        }
    }
}

#[test]
fn a_command_finds_room_beside_one_that_stands_in_its_place() {
    // The largest command in two ranks, its western end in the west, the middle or the east.
    for west in [380.0, 1000.0, 1840.0, 2600.0, 3300.0] {
        let mut f = waiting("several-commands", "");
        let ids: Vec<_> = f.army(Side::A).elements.iter().filter(|e| e.command == 1).map(|e| e.id).collect();
        let block: Vec<Placement> = ids
            .iter()
            .enumerate()
            .map(|(i, id)| Placement {
                element: *id,
                at: Pose {
                    x: west + (i % 8) as f64 * 160.0,
                    y: if i < 8 { 600.0 } else { 400.0 },
                    facing: 0.0,
                },
                dismounted: false,
            })
            .collect();
        deploy(&mut f, Side::A, &block, &[1]);
        for c in [0, 2] {
            let p = auto_deploy(&f, Side::A, c, 0);
            deploy(&mut f, Side::A, &p, &[c]);
        }
    }
}
