//! Cases at the edges of tables and notes that a second reading of the book turned up: each is a situation, the dice and the ruling.

use crate::armies::{army, bad, good, law, raised, unit};
use crate::judging::{by, cites, foot, light, out, refused_by, rule, worth};
use muster::ArmyList;
use newbury_napoleonic::army::LISTS;
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::book::results::Fighter as Does;
use newbury_napoleonic::book::scale::Figures;
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::forming::{Forms, may_form};
use newbury_napoleonic::procedures::aftermath::{RoutersSituation, RoutersThrough};
use newbury_napoleonic::procedures::artillery::{Artillery, ArtillerySituation, GunReadings, Guns, OnLine};
use newbury_napoleonic::procedures::charge::{GoneSituation, TargetGone};
use newbury_napoleonic::procedures::disorder::{MeleeDisorder, MeleeDisorderSituation};
use newbury_napoleonic::procedures::gunnery::{
    GunRate, GunRateSituation, GunneryReadings, Overhead, OverheadSituation,
};
use newbury_napoleonic::procedures::melee::*;
use newbury_napoleonic::procedures::melee_reaction::*;
use newbury_napoleonic::procedures::rounds::{Rounds, RoundsSituation};
use newbury_napoleonic::procedures::small_arms::*;
use newbury_napoleonic::procedures::special::{Acts, Outcome, Special, SpecialSituation, SpecialTroops};
use newbury_napoleonic::procedures::target::Target;
use newbury_napoleonic::troop::{Ammunition, Arm, Class, Nation, Piece, Troop, Weapon};
use newbury_napoleonic::{options, procedures, proves};

fn volley(firer: Firer, distance: f64, part: f64) -> SmallArmsSituation {
    let shot = Shot { figures: 20, distance, target: Target::new(Formation::Line), screen: None, part };
    SmallArmsSituation {
        firer,
        shots: vec![shot],
        rain: false,
        options: procedures::Options::default(),
        readings: FireReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn men(s: &SmallArmsSituation) -> u32 {
    out::<SmallArms>(s, &[1]).hits[0].men
}

#[test]
fn lost_time_is_counted_once() {
    let p = proves!("15.3.b");
    let musket = Firer::new(foot().armed(Some(Weapon::Musket)));
    // Two rounds at a target that is under fire for half of the move: half of the men.
    let whole = men(&volley(musket, 8.0, 1.0));
    assert_eq!(by::<SmallArms>(&p, "15.3.b", &volley(musket, 8.0, 0.5), &[1]).hits[0].men, whole / 2);
    // One round has its four less already, and bows theirs by the quarter: the part of the move takes nothing more.
    let once = Firer { one_round: true, ..musket };
    assert_eq!(men(&volley(once, 8.0, 0.5)), men(&volley(once, 8.0, 1.0)));
    assert!(!cites(&rule::<SmallArms>(&volley(once, 8.0, 0.5), &[1]).1, "15.3.b"));
    let bows = Firer { quarters_lost: 2, ..Firer::new(foot().armed(Some(Weapon::Bow))) };
    assert_eq!(men(&volley(bows, 8.0, 0.5)), men(&volley(bows, 8.0, 1.0)));
    // Rifles fire once in any case, and are reduced; those with a loose ball count as carbines.
    let rifle = Firer { one_round: true, ..Firer::new(foot().armed(Some(Weapon::Rifle))) };
    assert_eq!(men(&volley(rifle, 8.0, 0.5)), men(&volley(rifle, 8.0, 1.0)) / 2);
    let loose = Firer { loose_ball: true, ..rifle };
    assert_eq!(men(&volley(loose, 8.0, 0.5)), men(&volley(loose, 8.0, 1.0)));
}

#[test]
fn gunners_at_their_guns_have_no_first_volley() {
    let p = proves!("glossary.first-volley");
    let first = |gunners: bool| {
        let firer = Firer { gunners, last_fired: None, ..Firer::new(foot().armed(Some(Weapon::Musket))) };
        rule::<SmallArms>(&volley(firer, 8.0, 1.0), &[1])
    };
    assert_eq!(worth(&first(true).1, "row-first-volley"), 0);
    let (o, r) = first(false);
    assert_eq!(worth(&r, "row-first-volley"), 2);
    assert!(cites(&r, "glossary.first-volley") && p.shows("glossary.first-volley", o.hits[0].men) > 0);
}

#[test]
fn the_second_barrel_too_does_not_reach_skirmishers() {
    let p = proves!("T9.A.i");
    // At 20 cm the rifle barrel has 22, the musket barrel 17.
    let of = |skirmishers: bool, at: Formation| {
        let troop = foot().armed(Some(Weapon::DoubleBarrelled));
        let firer = Firer { both_barrels: true, skirmishers, ..Firer::new(troop) };
        let mut s = volley(firer, 20.0, 1.0);
        s.shots[0].target = Target::new(at);
        s
    };
    let barrels = |s: &SmallArmsSituation| {
        let r = rule::<SmallArms>(s, &[1]).1;
        r.modifiers.iter().filter(|m| m.what.id() == Some("row-base")).count()
    };
    assert_eq!([barrels(&of(false, Formation::Line)), barrels(&of(true, Formation::Skirmish))], [2, 2]);
    assert_eq!(barrels(&of(false, Formation::Skirmish)), 1);
    assert!(by::<SmallArms>(&p, "T9.A.i", &of(false, Formation::Skirmish), &[1]).hits[0].men > 0);
}

#[test]
fn pieces_without_a_row_have_no_such_ammunition() {
    let p = proves!("16.1.a", "16.1.b");
    let fire = |piece, ammunition, nation| ArtillerySituation {
        guns: Guns {
            troop: Troop::of(Arm::FieldArtillery).nation(nation),
            ..Guns::new(piece, ammunition, 2)
        },
        line: vec![OnLine::new(Target::new(Formation::Line), 50.0)],
        screen: None,
        rain: false,
        options: procedures::Options::default(),
        readings: GunReadings::default(),
        sheet: SheetRef::default(),
    };
    let british = |piece| fire(piece, Ammunition::Shrapnel, Nation::Britain);
    for piece in [Piece::Four, Piece::Eight, Piece::Twelve] {
        assert_eq!(refused_by::<Artillery>(&p, "16.1.a", &british(piece)), "guns");
    }
    assert!(out::<Artillery>(&british(Piece::Nine), &[3]).struck[0].men > 0);
    let rate = |piece, ammunition| GunRateSituation {
        piece,
        ammunition,
        time: 1.0,
        since: 1.0,
        reordered: false,
        muskets: false,
        moved_limbered: false,
        moved_deployed: 0.0,
        weight: None,
        marched: 0.0,
        crewed: true,
        readings: GunneryReadings::default(),
    };
    let shot = Ammunition::RoundShot;
    assert_eq!(refused_by::<GunRate>(&p, "16.1.a", &rate(Piece::Howitzer, shot)), "ammunition");
    assert_eq!(
        refused_by::<GunRate>(&p, "16.1.a", &rate(Piece::SiegeGun, Ammunition::Canister)),
        "ammunition"
    );
    assert_eq!(refused_by::<GunRate>(&p, "16.1.b", &rate(Piece::Launcher, shot)), "ammunition");
    assert_eq!(out::<GunRate>(&rate(Piece::SiegeGun, shot), &[]).rounds, 1);
    let over = |piece, ammunition| OverheadSituation {
        piece,
        ammunition,
        british: false,
        below_firer: false,
        below_target: false,
        slope: None,
        from_firer: 12.0,
        from_target: 30.0,
        crew_sees: true,
        observer: None,
        readings: GunneryReadings::default(),
    };
    assert_eq!(refused_by::<Overhead>(&p, "16.1.a", &over(Piece::Six, Ammunition::Shell)), "ammunition");
    assert!(out::<Overhead>(&over(Piece::Howitzer, Ammunition::Shell), &[]).may());
}

#[test]
fn of_small_figures_bases_alone_count_ten_times() {
    let p = proves!("A6.7");
    let s = |a: Troop, small_figures| MeleeSituation {
        a: Fighter::new(a, Formation::Line, 4),
        b: Fighter::new(foot(), Formation::Line, 4),
        round: 1,
        options: procedures::Options { small_figures, ..procedures::Options::default() },
        readings: MeleeReadings::default(),
        sheet: SheetRef::default(),
    };
    for (troop, times) in
        [(foot(), 10), (light(), 10), (Troop::of(Arm::FieldArtillery), 1), (Troop::of(Arm::Elephants), 1)]
    {
        let one = out::<Melee>(&s(troop, false), &[3, 3]);
        let small = by::<Melee>(&p, "A6.7", &s(troop, true), &[3, 3]);
        // What a inflicts on b, a base of ten; b is one in any case.
        assert_eq!((small.b, small.a), (one.b * times, one.a * 10), "{:?}", troop.arm);
    }
}

#[test]
fn who_has_won_in_a_house_is_in_cover() {
    let p = proves!("19.5.e");
    let s = |formation| {
        let mut s = MeleeReactionSituation {
            winner: Fought::new(foot(), formation, 20, 0),
            loser: Fought::new(foot(), Formation::Line, 20, 60),
            round: 1,
            dice: false,
            options: procedures::Options::default(),
            readings: MeleeReactionReadings::default(),
        };
        s.loser.disorganisation = 4;
        s
    };
    let winner = |formation| by::<MeleeReaction>(&p, "19.5.e", &s(formation), &[]).winner;
    assert_eq!(winner(Formation::Line), SideDoes { does: Does::Pursue, optional: false });
    assert_eq!(winner(Formation::Building), SideDoes { does: Does::Pursue, optional: true });
}

fn rounds(weapon: Weapon) -> RoundsSituation {
    RoundsSituation {
        troop: foot().armed(Some(weapon)),
        mounted: false,
        skirmishers: false,
        loaded: true,
        loose_ball: false,
        moved: 0.0,
        stood: 1.0,
        stands_after: 0.0,
        must_cease: None,
        double_move: false,
        prone: false,
        fighting: false,
        reordering: false,
        wading: false,
        holds_fire: false,
    }
}

#[test]
fn nobody_loads_in_the_water_though_he_is_charged() {
    let p = proves!("15.2.i");
    let wading =
        |loaded| RoundsSituation { wading: true, must_cease: Some(0.6), loaded, ..rounds(Weapon::Musket) };
    let got = by::<Rounds>(&p, "15.2.i", &wading(true), &[]);
    assert_eq!((got.rounds, got.full, got.loaded), (1, false, false));
    assert_eq!(by::<Rounds>(&p, "15.2.i", &wading(false), &[]).rounds, 0);
    let dry = RoundsSituation { wading: false, ..wading(false) };
    assert_eq!(out::<Rounds>(&dry, &[]).rounds, 2);
}

#[test]
fn riders_who_marched_load_while_they_stand() {
    let p = proves!("15.2.f");
    let riders = |stands_after| RoundsSituation {
        troop: light(),
        mounted: true,
        loaded: false,
        moved: 15.0,
        stood: 0.0,
        stands_after,
        ..rounds(Weapon::Carbine)
    };
    let got = |s: RoundsSituation| {
        let o = by::<Rounds>(&p, "15.2.f", &s, &[]);
        (o.rounds, o.loaded)
    };
    assert_eq!([got(riders(0.5)), got(riders(0.4))], [(0, true), (0, false)]);
    let hurried = RoundsSituation { double_move: true, ..riders(0.5) };
    assert!(!out::<Rounds>(&hurried, &[]).loaded);
}

#[test]
fn mounted_rocketeers_who_break_leave_their_horses() {
    let p = proves!("23.14.a");
    let s = |mounted, result| SpecialSituation {
        troops: Special::Rocketeers { mounted },
        result,
        in_melee: false,
        safety_near: false,
        in_time: true,
        uncut: false,
    };
    let acts = |mounted, result| by::<SpecialTroops>(&p, "23.14.a", &s(mounted, result), &[]).acts;
    assert_eq!(acts(true, Outcome::Break), Acts::AbandonGunsAndHorses);
    assert_eq!(acts(false, Outcome::Break), Acts::AbandonGuns);
    assert_eq!(acts(true, Outcome::Retreat), Acts::LimberAndGo);
}

#[test]
fn at_a_wall_too_no_more_than_three_fight_one() {
    let p = proves!("19.2.d", "19.2.a.vii");
    let s = |touching, enemies, inside| FightingSituation {
        touching,
        wall: Some(10.0),
        enemies,
        inside,
        ..FightingSituation::default()
    };
    assert_eq!(by::<FightingFigures>(&p, "19.2.d", &s(5, 1, 0), &[]).figures, 3);
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.vii", &s(5, 2, 0), &[]).figures, 5);
    // Those inside all fight, those outside one for 2 cm of wall as before.
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.vii", &s(9, 8, 4), &[]).figures, 9);
}

#[test]
fn a_melee_of_which_no_round_is_said_is_in_its_first() {
    let p = proves!("T8.F");
    let s: MeleeDisorderSituation = serde_json::from_str("{ \"ended\": true, \"lancers\": true }").unwrap();
    assert_eq!(by::<MeleeDisorder>(&p, "T8.F", &s, &[]).factors, 2);
}

#[test]
fn a_battery_in_the_lists_costs_what_it_costs_in_an_army() {
    for n in LISTS.lists() {
        for u in n.units.iter().filter(|u| u.parts.is_empty()) {
            let year = u.years[1].min(1813).max(u.years[0]);
            let nation = n.id.as_str();
            assert_eq!(u.points, raised(nation, year, &u.id, "").points, "{nation} {}", u.id);
            assert!(u.points > 100, "{nation} {}", u.id);
        }
    }
}

#[test]
fn no_procedure_knows_regulars_of_class_e() {
    let p = proves!("glossary.class");
    let raw = foot().class(Class::E);
    let (routers, others) = (foot(), raw);
    let s = RoutersSituation {
        routers,
        factors: 4,
        others,
        enemy: false,
        close_order: true,
        avoidable: false,
        refuse: true,
    };
    assert_eq!(refused_by::<RoutersThrough>(&p, "glossary.class", &s), "others");
    let s = GoneSituation { troop: raw, general: false, another: false, frenzied: false };
    assert_eq!(refused_by::<TargetGone>(&p, "glossary.class", &s), "troop");
    assert!(!out::<TargetGone>(&GoneSituation { troop: foot(), ..s }, &[]).may_halt);
}

fn custom(nation: &str, more: &str) -> String {
    army(nation, 1800, "", &unit("custom", more))
}

#[test]
fn pieces_are_those_of_their_arm() {
    let p = proves!("16.1.b", "T1.C", "T1.D");
    let rockets = "arm = \"horse-rockets\", class = \"B\", pieces = [\"launcher*2\"]";
    assert_eq!(p.shows("16.1.b", law(&custom("other", rockets))), "16.1.b");
    good(&custom("austria", rockets));
    let of = |arm: &str, piece: &str| {
        custom("austria", &format!("arm = \"{arm}\", class = \"B\", pieces = [\"{piece}*2\"]"))
    };
    assert_eq!(p.shows("T1.D", law(&of("field-artillery", "launcher"))), "T1.D");
    assert_eq!(law(&of("horse-rockets", "6-pounder")), "T1.D");
    assert_eq!(p.shows("T1.C", law(&of("field-artillery", "siege-gun"))), "T1.C");
    assert_eq!(law(&of("siege-artillery", "6-pounder")), "T1.C");
    good(&of("siege-artillery", "siege-gun"));
    good(&of("horse-artillery", "6-pounder"));
}

#[test]
fn what_is_wrong_with_a_unit_is_said_once() {
    let of = |more: &str| army("france", 1809, "", &unit("line-battalion", more));
    // Six companies, one mistake.
    assert_eq!(law(&of("class = \"E\"")), "T1.A");
    assert_eq!(law(&of("training = \"E\"")), "T1.A");
    assert_eq!(law(&of("weapon = \"rifled-musket\"")), "A4.1");
    // And at the number that is none.
    for figures in
        ["[3, 3, 3, 3, 3, -1]", "[3, 3, 0, 3, 3, 3]", "[3, 3, 3, 3, 3, 3000]", "[3, 3, 3, 3, 3, 2.5]"]
    {
        assert_eq!(law(&of(&format!("figures = {figures}"))), "AI.4", "{figures}");
    }
}

#[test]
fn small_figures_are_bases_in_every_army() {
    let p = proves!("A6.3", "A6.4", "A6.6");
    let six = |nation: &str, year: u16, more: &str, units: &str| {
        army(nation, year, &format!("[options]\nfigures = \"6mm\"{more}"), units)
    };
    let one = |text: &str| good(text).groups[0].units[0].clone();
    // A state without a list: four bases of class C foot at 6 each, and a tenth of the command points.
    let foot =
        |more: &str| six("other", 1809, "", &unit("custom", &format!("arm = \"line-infantry\"{more}")));
    let u = one(&foot(""));
    assert_eq!((u.figures, u.points), (40, 4 * 6 + 1));
    assert_eq!(p.shows("A6.4", u.lines[0].clause.to_string()), "A6.4");
    assert_eq!(one(&foot(", bases = 2")).points, 2 * 6 + 1);
    // Figures and companies are not counted there, and bases nowhere else; companies are not combined.
    assert_eq!(p.shows("A6.3", law(&foot(", figures = 5"))), "A6.3");
    let line = |more: &str| six("france", 1809, "", &unit("line-battalion", more));
    assert_eq!(law(&line("companies = 3")), "A6.3");
    assert_eq!(law(&army("france", 1809, "", &unit("line-battalion", "bases = 3"))), "A6.3");
    let combined = "from = \"line-battalion\", part = \"grenadier company\", companies = 2";
    let both =
        format!("{}, {}", unit("line-battalion", ""), unit("combined", combined).replace("\"u\"", "\"u2\""));
    assert!(bad(&six("france", 1809, "", &both)).mistakes.iter().any(|m| m.clause == Some("A6.3")));
    // Elephants cost a tenth, as batteries do: two of class C are 64 points, which is 6, and one of command.
    let beasts = unit("custom", "arm = \"elephants\", companies = 2, figures = 4");
    assert_eq!(one(&six("other", 1809, "\nbeasts = true", &beasts)).points, 6 + 1);
    // A howitzer by itself costs a tenth of a detachment; 496 points of guns are 50.
    let howitzer = unit("foot-battery-6x8+2h", "detachment = [{ code = \"h\", of = [\"howitzer\"] }]");
    assert_eq!(one(&six("france", 1809, "", &howitzer)).points, 50 + 1 + 1);
    // Rifled muskets are paid for there too.
    let rifled = unit("custom", "arm = \"line-infantry\", weapon = \"rifled-musket\"");
    assert_eq!(one(&six("other", 1809, "\ncrimea = true", &rifled)).points, 4 * 8 + 1);
    // A French battalion of four bases has all its companies, and both columns are one behind another.
    let french = Troop { nation: Nation::France, ..Troop::of(Arm::LineInfantry) };
    let who = Forms { troop: &french, figures: 40, companies: 4, mounted: false, in_open: true, year: 1809 };
    let small = options::Options { figures: Figures::Six, ..options::Options::default() };
    for column in [Formation::DivisionColumn, Formation::CompanyColumn] {
        let by = may_form(&small, &who, Drawn::new(column)).unwrap();
        assert_eq!(p.shows("A6.6", by.id()), "A6.6");
    }
    let usual = options::Options::default();
    assert!(may_form(&usual, &who, Drawn::new(Formation::DivisionColumn)).is_err());
}
