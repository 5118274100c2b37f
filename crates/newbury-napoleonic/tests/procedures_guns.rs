//! Artillery, rockets, demolition and fires, as bare situations with scripted dice.

use crate::judging::{by, chance, cites, out, readings, refused, refused_by, rule, total, worth, worth_by};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::artillery::*;
use newbury_napoleonic::procedures::demolition::*;
use newbury_napoleonic::procedures::gunnery::*;
use newbury_napoleonic::procedures::losses::{LossTable, LossTableSituation, MoreFigures};
use newbury_napoleonic::procedures::small_arms::ScreenBefore;
use newbury_napoleonic::procedures::target::*;
use newbury_napoleonic::procedures::targets::{GunCandidate, GunTarget, GunTargetSituation};
use newbury_napoleonic::procedures::{LossSystem, Options};
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::{Cover, Roof, Slope};
use newbury_napoleonic::troop::{Ammunition, Class, GunWeight, Nation, Piece};
use odds::Fraction;
use umpire::Ruling;

fn men(figures: u32, factor: i32) -> u32 {
    let s = LossTableSituation { figures, factor, more: MoreFigures::Groups, sheet: SheetRef::default() };
    out::<LossTable>(&s, &[]).men
}

fn british(g: Guns) -> Guns {
    Guns { troop: g.troop.nation(Nation::Britain), ..g }
}

fn at(guns: Guns, distance: f64, target: Target) -> ArtillerySituation {
    ArtillerySituation {
        guns,
        line: vec![OnLine::new(target, distance)],
        screen: None,
        rain: false,
        options: Options::default(),
        readings: GunReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn line() -> Target {
    Target::new(Formation::Line)
}

fn column(ranks: u8) -> Target {
    Target { ranks, ..Target::new(Formation::CompanyColumn) }
}

fn shot(piece: Piece) -> Guns {
    Guns::new(piece, Ammunition::RoundShot, 2)
}

fn fired(s: &ArtillerySituation) -> Ruling {
    let dice: &[u8] = if s.guns.ammunition.rocket() { &[1, 1] } else { &[1] };
    rule::<Artillery>(s, dice).1
}

fn factor(s: &ArtillerySituation) -> i64 {
    total(&fired(s), "factor")
}

#[test]
fn pieces_fire_what_they_have_as_far_as_they_can() {
    let p = proves!("T10.A", "16.1.a", "16.1.b", "16.6.a", "14.4.b");
    use Ammunition::*;
    let ends = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 80.0, 100.0, 120.0];
    let table = newbury_napoleonic::book::text().table("10A").unwrap();
    let rows: &[(usize, Ammunition, &[Piece])] = &[
        (0, Canister, &[Piece::Twelve]),
        (1, Canister, &[Piece::Eight, Piece::Nine]),
        (2, Canister, &[Piece::Six]),
        (3, Canister, &[Piece::Three, Piece::Four]),
        (4, Canister, &[Piece::Howitzer]),
        (5, RoundShot, &[Piece::SiegeGun]),
        (6, RoundShot, &[Piece::Twelve]),
        (7, RoundShot, &[Piece::Eight, Piece::Nine]),
        (8, RoundShot, &[Piece::Six]),
        (9, RoundShot, &[Piece::Three, Piece::Four]),
        (10, Shell, &[Piece::Howitzer]),
        (11, Shell, &[Piece::SiegeHowitzer]),
        (12, Shrapnel, &[Piece::SiegeGun]),
        (13, Shrapnel, &[Piece::Nine]),
        (14, Shrapnel, &[Piece::Six]),
        (15, Shrapnel, &[Piece::Three]),
        (16, Shrapnel, &[Piece::Howitzer]),
        (17, RocketShell, &[Piece::Launcher]),
    ];
    for (row, ammunition, pieces) in rows {
        for piece in *pieces {
            for (n, cm) in ends.iter().enumerate() {
                let s = at(british(Guns::new(*piece, *ammunition, 1)), *cm, line());
                match table.rows[*row][n + 2].number() {
                    Some(base) => {
                        assert_eq!(p.shows("T10.A", factor(&s)), base as i64, "{piece:?} {ammunition:?} {cm}")
                    }
                    None => assert_eq!(refused_by::<Artillery>(&p, "T10.A", &s), "line", "{piece:?} {cm}"),
                }
            }
        }
    }
    assert_eq!(factor(&at(shot(Piece::Six), 60.1, line())), 16);
    for (piece, ammunition, clause) in [
        (Piece::Howitzer, RoundShot, "16.1.a"),
        (Piece::Twelve, Shell, "16.1.a"),
        (Piece::Nine, Shrapnel, "16.1.a"),
        (Piece::SiegeGun, Canister, "16.1.a"),
        (Piece::Launcher, RocketShell, "16.1.b"),
        (Piece::Six, IncendiaryRocket, "16.1.b"),
    ] {
        assert_eq!(
            refused_by::<Artillery>(&p, clause, &at(Guns::new(piece, ammunition, 1), 35.0, line())),
            "guns"
        );
    }
    let austrian = Guns::new(Piece::Launcher, RocketShrapnel, 1);
    let austrian = Guns { troop: austrian.troop.nation(Nation::Austria), ..austrian };
    assert_eq!(factor(&at(austrian, 35.0, line())), 12);
    assert!(p.shows("16.6.a", cites(&fired(&at(shot(Piece::Six), 30.0, line())), "16.6.a")));
    let melee = at(shot(Piece::Six), 30.0, Target { in_melee: true, ..line() });
    assert_eq!(refused_by::<Artillery>(&p, "14.4.b", &melee), "line");
}

#[test]
fn formations_and_depth_of_the_target() {
    let p = proves!("T10.B", "T10.B.sq", "T10.B.no");
    let canister = Guns::new(Piece::Twelve, Ammunition::Canister, 2);
    let can = |t: Target| factor(&at(canister, 10.0, t)) - 32;
    let ball = |t: Target| factor(&at(shot(Piece::Twelve), 10.0, t)) - 18;
    assert_eq!([2, 3, 4, 5, 6, 7, 9].map(|n| can(column(n))), [0, 1, 1, 2, 2, 3, 3]);
    assert_eq!([1, 2, 3, 4, 5, 8].map(|n| ball(column(n))), [0, 4, 7, 9, 10, 10]);
    for (piece, base, depths) in [
        (Piece::SiegeGun, 18, [4, 7, 9, 10]),
        (Piece::Nine, 18, [4, 6, 7, 8]),
        (Piece::Six, 17, [3, 5, 6, 6]),
        (Piece::Four, 17, [3, 4, 4, 4]),
    ] {
        assert_eq!(
            [2, 3, 4, 5].map(|n| factor(&at(shot(piece), 10.0, column(n))) - base),
            depths,
            "{piece:?}"
        );
    }
    assert_eq!(worth_by(&p, "T10.B", &fired(&at(shot(Piece::Six), 10.0, column(3))), "row-depth"), 5);
    // A square counts as 4 ranks, a mass as 7.
    assert_eq!((ball(Target::new(Formation::Square)), can(Target::new(Formation::DoubleSquare))), (9, 1));
    assert_eq!((ball(Target::new(Formation::Mass)), can(Target::new(Formation::Mass))), (10, 3));
    assert!(
        p.shows("T10.B.sq", cites(&fired(&at(canister, 10.0, Target::new(Formation::Square))), "T10.B.sq"))
    );
    assert_eq!((can(Target::new(Formation::Limbered)), ball(Target::new(Formation::Limbered))), (5, 10));
    assert_eq!((can(Target::new(Formation::Deployed)), ball(Target::new(Formation::Deployed))), (-2, -2));
    assert_eq!(
        (can(Target::new(Formation::Skirmish)), ball(Target { routing: true, ..column(4) })),
        (-6, -6)
    );
    let small = Target { small_bases: true, ..Target::new(Formation::Skirmish) };
    assert_eq!(can(small), -4);
    let redcoats = |formation| Target { british: true, ..Target::new(formation) };
    assert_eq!((ball(redcoats(Formation::Line)), ball(redcoats(Formation::Square))), (-1, 9));
    assert_eq!(
        (can(Target { mounted: true, ..line() }), ball(Target { mounted: true, ..column(2) })),
        (-1, 3)
    );
    // From a steep hill, in rain, and on wet ground depth does not count.
    let steep = at(Guns { from_steep: true, ..shot(Piece::Twelve) }, 10.0, column(4));
    assert_eq!(worth(&fired(&steep), "row-depth"), 0);
    assert!(p.shows("T10.B.no", cites(&fired(&steep), "T10.B.no")));
    assert_eq!(ball(Target { wet_ground: true, ..column(4) }), 0);
    let rain = ArtillerySituation { rain: true, ..at(shot(Piece::Twelve), 10.0, column(4)) };
    assert_eq!(factor(&rain), 18 - 2);
    // In a building formation does not count.
    assert_eq!(ball(Target { cover: Cover::Building, ..Target::new(Formation::Building) }), -3);
}

#[test]
fn movement_cover_crew_and_weather() {
    let p = proves!(
        "T10.C", "T10.D", "T10.E", "T10.F", "T10.G", "T10.H", "T10.J", "16.4.c", "6.5.a", "6.5.b", "16.6.e",
        "20.1.b", "16.4.d", "A5.12", "4.3.c",
    );
    let six = shot(Piece::Six);
    let on = |t: Target| factor(&at(six, 30.0, t)) - 17;
    let moved = |cm| on(Target { moved: cm, ..line() });
    assert_eq!([moved(12.0), moved(12.1), moved(25.0), moved(25.1)], [0, -1, -1, -2]);
    let siege = fired(&at(shot(Piece::SiegeGun), 30.0, Target { moved: 26.0, ..line() }));
    assert_eq!(worth_by(&p, "T10.C", &siege, "row-siege-at-moving"), -2);
    assert_eq!(on(Target { charging: Some(Charging::Others), ..line() }), -1);
    assert_eq!(on(Target { charging: Some(Charging::TheFirers), moved: 30.0, ..line() }), 0);
    for (piece, base, covers) in [
        (Piece::SiegeGun, 18, [-2, -1, 0]),
        (Piece::Twelve, 18, [-3, -2, -1]),
        (Piece::Eight, 18, [-6, -4, -2]),
        (Piece::Six, 17, [-8, -6, -3]),
        (Piece::Three, 17, [-9, -8, -4]),
    ] {
        let got = [Cover::Building, Cover::Hard, Cover::Soft]
            .map(|cover| factor(&at(shot(piece), 30.0, Target { cover, ..line() })) - base);
        assert_eq!(got, covers, "{piece:?}");
    }
    let cover = |g: Guns, cover| fired(&at(g, 40.0, Target { cover, ..line() }));
    let howitzer = Guns::new(Piece::Howitzer, Ammunition::Shell, 1);
    assert_eq!(worth_by(&p, "T10.D", &cover(howitzer, Cover::Hard), "row-cover"), -4);
    let rockets = |ammunition| british(Guns::new(Piece::Launcher, ammunition, 1));
    assert_eq!(worth(&cover(rockets(Ammunition::RocketShell), Cover::Building), "row-cover"), -6);
    assert_eq!(worth(&cover(rockets(Ammunition::RocketShrapnel), Cover::Soft), "row-cover"), -4);
    let prone = Target { prone: true, ..line() };
    assert_eq!(on(prone), -6);
    assert_eq!(worth(&fired(&at(howitzer, 40.0, prone)), "row-prone"), 0);
    assert_eq!(worth(&fired(&at(six, 30.0, Target { cover: Cover::Building, ..prone })), "row-prone"), 0);
    let fort = at(six, 30.0, Target { cover: Cover::Complete, ..line() });
    assert_eq!(by::<Artillery>(&p, "4.3.c", &fort, &[6]).struck[0].men, 0);
    // One round of canister; the first shot; divided fire.
    let can = Guns::new(Piece::Six, Ammunition::Canister, 2);
    let one = fired(&at(Guns { one_round: true, ..can }, 10.0, line()));
    assert_eq!(worth_by(&p, "16.4.c", &one, "row-one-canister"), -4);
    let first = |g: Guns| worth(&fired(&at(g, 10.0, line())), "row-first-shot");
    assert_eq!(first(Guns { new_target: true, ..six }), -2);
    assert_eq!(first(Guns { new_target: true, after_unlimbering: true, ..six }), -2);
    assert_eq!(first(Guns { new_target: true, ..can }), 0);
    let fresh = at(Guns { after_unlimbering: true, ..can }, 10.0, line());
    assert_eq!(worth_by(&p, "T10.E", &fired(&fresh), "row-first-shot"), -2);
    let not = GunReadings::of(&readings("after-unlimbering", "not-canister"));
    assert_eq!(worth(&fired(&ArtillerySituation { readings: not, ..fresh }), "row-first-shot"), 0);
    let split = at(Guns { split: true, ..six }, 10.0, line());
    assert_eq!(worth_by(&p, "6.5.a", &fired(&split), "row-split-fire"), -2);
    let mixed = at(Guns { split: true, mixed_howitzer: true, ..howitzer }, 40.0, line());
    assert!(p.shows("6.5.b", cites(&fired(&mixed), "6.5.b")) && worth(&fired(&mixed), "row-split-fire") == 0);
    // Class B crews ignore one factor of disorganisation.
    let shaken = |n| {
        worth_by(
            &p,
            "T10.F",
            &fired(&at(Guns { disorganisation: n, ..six }, 10.0, line())),
            "row-disorganisation",
        )
    };
    assert_eq!([shaken(1), shaken(3), shaken(9)], [0, -2, -6]);
    let class = |c: Class| fired(&at(Guns { troop: six.troop.class(c), ..six }, 10.0, line()));
    assert_eq!(worth_by(&p, "T10.G", &class(Class::A), "row-class-a"), 1);
    assert_eq!((worth(&class(Class::C), "row-class-c"), class(Class::B).modifiers.len()), (-1, 1));
    let rain = |g, cm| worth(&fired(&ArtillerySituation { rain: true, ..at(g, cm, line()) }), "row-rain");
    assert_eq!(
        [
            rain(six, 30.0),
            rain(can, 10.0),
            rain(howitzer, 40.0),
            rain(rockets(Ammunition::RocketShell), 40.0)
        ],
        [-2, -2, -4, -6]
    );
    let wet = fired(&ArtillerySituation { rain: true, ..at(six, 30.0, line()) });
    assert_eq!(worth_by(&p, "T10.H", &wet, "row-rain"), -2);
    let elephants = fired(&at(six, 30.0, Target { elephants: true, ..line() }));
    assert_eq!(worth_by(&p, "A5.12", &elephants, "row-elephants"), 10);
    // Without dice a fixed number.
    let fixed = |g, cm| {
        let options = Options { losses: LossSystem::Chance, ..Options::default() };
        rule::<Artillery>(&ArtillerySituation { options, ..at(g, cm, line()) }, &[]).1
    };
    assert_eq!(worth_by(&p, "T10.J", &fixed(six, 30.0), "row-instead-of-the-die"), 1);
    assert_eq!(worth(&fixed(howitzer, 40.0), "row-instead-of-the-die"), 3);
    assert_eq!(worth(&fixed(rockets(Ammunition::RocketShell), 40.0), "row-instead-of-the-die"), 6);
    assert_eq!(
        worth(&fixed(Guns::new(Piece::Howitzer, Ammunition::Canister, 1), 10.0), "row-instead-of-the-die"),
        1
    );
    // Four gunners a model count, and fewer when they are lost.
    let crew = |crew| at(Guns { crew, ..six }, 30.0, line());
    assert_eq!(by::<Artillery>(&p, "16.6.e", &crew(12), &[1]).struck[0].men, men(8, 17));
    assert_eq!(by::<Artillery>(&p, "20.1.b", &crew(8), &[1]).struck[0].men, men(8, 17));
    assert_eq!(by::<Artillery>(&p, "16.4.d", &crew(5), &[1]).struck[0].men, men(5, 17));
}

#[test]
fn random_factors_by_weapon() {
    let p = proves!("T10.I", "16.6.c");
    let one = |g, cm, dice: &[u8]| out::<Artillery>(&at(g, cm, line()), dice).struck[0].men;
    let six = shot(Piece::Six);
    for (die, more) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)] {
        assert_eq!(one(six, 30.0, &[die]), men(8, 17 + more));
    }
    let howitzer = |a| Guns::new(Piece::Howitzer, a, 2);
    assert_eq!(one(howitzer(Ammunition::Shell), 40.0, &[5]), men(8, 17 + 5));
    assert_eq!(one(british(howitzer(Ammunition::Shrapnel)), 40.0, &[6]), men(8, 18 + 6));
    assert_eq!(one(howitzer(Ammunition::Canister), 10.0, &[5]), men(8, 34 + 2));
    let rockets = at(british(Guns::new(Piece::Launcher, Ammunition::RocketShell, 2)), 40.0, line());
    assert_eq!(by::<Artillery>(&p, "T10.I", &rockets, &[5, 6]).struck[0].men, men(8, 12 + 11));
    assert_eq!(by::<Artillery>(&p, "16.6.c", &rockets, &[1, 1]).struck[0].men, men(8, 14));
    let best = men(8, 24);
    assert_eq!(chance::<Artillery>(&rockets, |o| o.struck[0].men == best), Fraction::new(1, 36));
}

#[test]
fn round_shot_goes_on_to_those_behind() {
    let p = proves!("16.6.d", "20.5.a", "20.5.b", "20.5.c", "20.5.d", "20.5.e", "20.5.f");
    let guns = Guns::new(Piece::Twelve, Ammunition::RoundShot, 4);
    let s = |targets: &[(Target, f64)]| {
        let mut s = at(guns, 40.0, line());
        s.line = targets.iter().map(|(t, cm)| OnLine::new(*t, *cm)).collect();
        s
    };
    let got =
        |s: &ArtillerySituation| out::<Artillery>(s, &[3]).struck.iter().map(|x| x.men).collect::<Vec<_>>();
    // Two ranks, then one more, then two more: depths of 2, 3 and 5 less what went before.
    let three = s(&[(column(2), 40.0), (line(), 50.0), (column(2), 60.0)]);
    let (two, all3, all5) = (men(16, 18 + 4 + 1), men(16, 18 + 7 + 1), men(16, 18 + 10 + 1));
    assert_eq!(got(&three), [two, all3 - two, all5 - all3]);
    assert_eq!(by::<Artillery>(&p, "20.5.b", &three, &[3]).struck[0].men, two);
    assert_eq!(by::<Artillery>(&p, "20.5.c", &three, &[3]).struck[1].men, all3 - two);
    assert_eq!(by::<Artillery>(&p, "20.5.e", &three, &[3]).struck[2].men, all5 - all3);
    let behind = s(&[(line(), 40.0), (line(), 50.0)]);
    assert_eq!(by::<Artillery>(&p, "20.5.d", &behind, &[3]).struck[1].men, men(16, 23) - men(16, 19));
    // Open order is hit as if alone, and takes nothing from those behind.
    let screened = s(&[
        (Target::new(Formation::Skirmish), 30.0),
        (line(), 40.0),
        (Target::new(Formation::Skirmish), 50.0),
    ]);
    assert_eq!(got(&screened), [men(16, 13), men(16, 19), men(16, 13)]);
    assert!(p.shows("20.5.f", cites(&rule::<Artillery>(&screened, &[3]).1, "20.5.f")));
    // Spared: out of range, by an exception, behind guns, from a steep hill, in rain.
    assert_eq!(got(&s(&[(line(), 40.0), (line(), 120.1)]))[1], 0);
    for why in [
        Spared::FiredOver,
        Spared::BehindObstacle,
        Spared::BehindBuildingOrWood,
        Spared::DeadGround,
        Spared::BehindArtillery,
    ] {
        let mut spared = behind.clone();
        spared.line[1].spared = Some(why);
        assert_eq!(by::<Artillery>(&p, "20.5.a", &spared, &[3]).struck[1].men, 0);
    }
    assert_eq!(got(&s(&[(Target::new(Formation::Deployed), 40.0), (line(), 50.0)]))[1], 0);
    let mut steep = behind.clone();
    steep.guns.from_steep = true;
    assert_eq!(got(&steep), [men(16, 19), 0]);
    assert_eq!(got(&ArtillerySituation { rain: true, ..behind.clone() }), [men(16, 17), 0]);
    let canister = Guns::new(Piece::Twelve, Ammunition::Canister, 4);
    assert_eq!(
        refused_by::<Artillery>(&p, "16.6.d", &ArtillerySituation { guns: canister, ..behind }),
        "line"
    );
}

#[test]
fn canister_passes_through_screens() {
    let p = proves!("8.6.d", "20.4.d");
    let canister = Guns::new(Piece::Six, Ammunition::Canister, 2);
    let screen = ScreenBefore { distance: 10.0, target: Target::new(Formation::Skirmish) };
    let s = ArtillerySituation { screen: Some(screen), ..at(canister, 20.0, line()) };
    let hit = by::<Artillery>(&p, "20.4.d", &s, &[1]).struck[0];
    assert_eq!((hit.men, hit.screen), (men(8, 29) - men(8, 24), men(8, 24)));
    let ball = ArtillerySituation { guns: shot(Piece::Six), ..s };
    assert_eq!(refused_by::<Artillery>(&p, "8.6.d", &ball), "screen");
}

#[test]
fn batteries_lose_crews_teams_guns_and_limbers() {
    let p = proves!("16.7.a", "16.7.b", "16.7.c", "16.7.d", "16.7.e", "16.7.f", "16.7.g", "8.1.e", "8.1.f");
    let guns = Guns::new(Piece::Twelve, Ammunition::RoundShot, 4);
    let deployed = Target::new(Formation::Deployed);
    let limbered = Target::new(Formation::Limbered);
    let s = at(guns, 30.0, deployed);
    let lost = men(16, 18 - 2 + 2);
    let hit = by::<Artillery>(&p, "16.7.e", &s, &[5]).struck[0];
    assert_eq!((hit.men, hit.crew, hit.team), (lost, lost, 0));
    assert_eq!((hit.gun_eighths, hit.limber_eighths), (lost / 4 * 8, 0));
    assert_eq!(by::<Artillery>(&p, "16.7.a", &s, &[5]).struck[0].crew, lost);
    let kept = GunReadings::of(&readings("gun-fractions", "kept"));
    assert_eq!(
        out::<Artillery>(&ArtillerySituation { readings: kept, ..s.clone() }, &[5]).struck[0].gun_eighths,
        lost * 2
    );
    let mut teams = s.clone();
    teams.line[0].at_teams = true;
    let hit = by::<Artillery>(&p, "16.7.b", &teams, &[5]).struck[0];
    // They are horses in close order, not guns in action.
    let horses = Target { mounted: true, ..Target::new(Formation::Line) };
    let more = out::<Artillery>(&at(guns, 30.0, horses), &[5]).struck[0].men;
    assert!(by::<Artillery>(&p, "8.1.e", &teams, &[5]).struck[0].men == more && more != lost);
    assert_eq!(by::<Artillery>(&p, "8.1.f", &teams, &[5]).struck[0].team, more);
    assert_eq!((hit.crew, hit.team, hit.gun_eighths, hit.limber_eighths), (0, more, 0, more / 4 * 8));
    teams.line[0].teams_hidden = true;
    assert_eq!(refused_by::<Artillery>(&p, "16.7.b", &teams), "line");
    let march = at(guns, 30.0, limbered);
    let lost = men(16, 18 + 10);
    let hit = by::<Artillery>(&p, "16.7.f", &march, &[1]).struck[0];
    assert_eq!((hit.crew, hit.team), (lost.div_ceil(2), lost / 2));
    assert_eq!((hit.gun_eighths, hit.limber_eighths), (lost / 8 * 8, lost / 8 * 8));
    assert_eq!(by::<Artillery>(&p, "16.7.c", &march, &[1]).struck[0].men, lost);
    assert_eq!(
        out::<Artillery>(&ArtillerySituation { readings: kept, ..march }, &[1]).struck[0].gun_eighths,
        lost
    );
    let canister = at(Guns::new(Piece::Twelve, Ammunition::Canister, 4), 30.0, limbered);
    let hit = by::<Artillery>(&p, "16.7.d", &canister, &[1]).struck[0];
    assert_eq!((hit.crew + hit.team, hit.gun_eighths), (men(16, 29 + 5), 0));
    // Twenty losses destroy a model.
    let damage = |carried, eighths, models| {
        out::<GunDamage>(&DamageSituation { guns: true, carried, eighths, models }, &[])
    };
    assert_eq!(damage(80, 79, 3), Damaged { destroyed: 0, carried: 159 });
    assert_eq!(damage(80, 80, 3), Damaged { destroyed: 1, carried: 0 });
    let two = DamageSituation { guns: false, carried: 10, eighths: 320, models: 3 };
    assert_eq!(by::<GunDamage>(&p, "16.7.g", &two, &[]), Damaged { destroyed: 2, carried: 10 });
    assert_eq!(damage(0, 900, 2), Damaged { destroyed: 2, carried: 0 });
}

#[test]
fn guns_choose_among_the_best_targets() {
    let p = proves!("16.3.a.1", "16.3.a.2", "16.3.a.3", "16.3.a.4", "16.3.b");
    let any = GunCandidate::default();
    let advancing = GunCandidate { advancing: true, ..any };
    let named = GunCandidate { named: true, ..any };
    let coming = GunCandidate { coming: true, ..any };
    let s = |enemies: &[GunCandidate], orders_count| GunTargetSituation {
        enemies: enemies.to_vec(),
        orders_count,
        mixed_howitzer: false,
    };
    assert_eq!(by::<GunTarget>(&p, "16.3.a.4", &s(&[any, any], true), &[]).targets, [0, 1]);
    assert_eq!(by::<GunTarget>(&p, "16.3.a.3", &s(&[any, advancing, advancing], true), &[]).targets, [1, 2]);
    assert_eq!(by::<GunTarget>(&p, "16.3.a.2", &s(&[any, advancing, named], true), &[]).targets, [2]);
    assert_eq!(out::<GunTarget>(&s(&[any, advancing, named], false), &[]).targets, [1]);
    assert_eq!(by::<GunTarget>(&p, "16.3.a.1", &s(&[named, coming], true), &[]).targets, [1]);
    let mixed = GunTargetSituation { mixed_howitzer: true, ..s(&[any], true) };
    assert_eq!(by::<GunTarget>(&p, "16.3.b", &mixed, &[]).priority, 4);
}

fn gun(ammunition: Ammunition) -> GunRateSituation {
    GunRateSituation {
        piece: if ammunition.rocket() { Piece::Launcher } else { Piece::Six },
        ammunition,
        time: 1.0,
        since: 1.0,
        reordered: false,
        muskets: false,
        moved_limbered: false,
        moved_deployed: 0.0,
        weight: Some(GunWeight::Medium),
        marched: 0.0,
        crewed: true,
        readings: GunneryReadings::default(),
    }
}

#[test]
fn guns_fire_so_often() {
    let p = proves!(
        "16.4.a", "16.4.b", "16.4.c", "16.4.e", "16.4.f", "16.4.g", "16.5.b", "16.5.d", "16.5.e", "13.2.g"
    );
    let ball = gun(Ammunition::RoundShot);
    let n = |s: GunRateSituation| out::<GunRate>(&s, &[]).rounds;
    assert_eq!(by::<GunRate>(&p, "16.4.a", &ball, &[]).rounds, 1);
    assert_eq!(by::<GunRate>(&p, "16.4.b", &GunRateSituation { since: 0.49, ..ball }, &[]).rounds, 0);
    assert_eq!(n(GunRateSituation { since: 0.5, ..ball }), 1);
    let can = |time| GunRateSituation { time, ..gun(Ammunition::Canister) };
    assert_eq!([n(can(0.24)), n(can(0.25)), n(can(0.49)), n(can(0.5))], [0, 1, 1, 2]);
    assert_eq!(by::<GunRate>(&p, "16.4.c", &can(1.0), &[]).rounds, 2);
    assert_eq!(by::<GunRate>(&p, "13.2.g", &GunRateSituation { reordered: true, ..can(1.0) }, &[]).rounds, 1);
    assert_eq!(by::<GunRate>(&p, "16.4.f", &GunRateSituation { crewed: false, ..ball }, &[]).rounds, 0);
    assert_eq!(by::<GunRate>(&p, "16.4.g", &GunRateSituation { muskets: true, ..ball }, &[]).rounds, 0);
    assert_eq!(
        by::<GunRate>(&p, "16.5.b", &GunRateSituation { moved_limbered: true, ..ball }, &[]).rounds,
        0
    );
    let nudged = |moved_deployed, weight| GunRateSituation { moved_deployed, weight: Some(weight), ..ball };
    assert_eq!(n(nudged(2.0, GunWeight::Light)), 1);
    assert_eq!(by::<GunRate>(&p, "16.5.d", &nudged(2.1, GunWeight::Light), &[]).rounds, 0);
    assert_eq!(n(nudged(1.0, GunWeight::Heavy)), 0);
    let rockets = |marched| GunRateSituation { marched, ..gun(Ammunition::RocketShell) };
    assert_eq!(by::<GunRate>(&p, "16.4.e", &rockets(0.0), &[]).rounds, 1);
    assert_eq!(by::<GunRate>(&p, "16.5.e", &rockets(0.5), &[]).rounds, 1);
    assert_eq!(n(rockets(0.51)), 0);
    let quarter = GunneryReadings::of(&readings("rocket-move-and-fire", "a-quarter"));
    let got = |marched| n(GunRateSituation { readings: quarter, ..rockets(marched) });
    assert_eq!([got(0.25), got(0.26)], [1, 0]);
    let serve = |gunners| out::<ServeGun>(&CrewSituation { gunners }, &[]).may();
    assert!(serve(true) && !serve(false));
}

#[test]
fn fire_goes_over_own_troops_from_far_enough() {
    let p = proves!("14.3.b", "14.3.c", "14.3.d", "14.3.e", "14.3.f", "14.3.note");
    let s = |piece, ammunition, from_firer, from_target| OverheadSituation {
        piece,
        ammunition,
        british: false,
        below_firer: false,
        below_target: false,
        slope: None,
        from_firer,
        from_target,
        crew_sees: true,
        observer: None,
        readings: GunneryReadings::default(),
    };
    let may = |s: OverheadSituation| out::<Overhead>(&s, &[]).may();
    let ball = |a, b| s(Piece::Six, Ammunition::RoundShot, a, b);
    let steep = |a, b| OverheadSituation { below_firer: true, slope: Some(Slope::Steep), ..ball(a, b) };
    assert!(by::<Overhead>(&p, "14.3.b", &steep(3.0, 3.0), &[]).may());
    assert!(!may(steep(2.9, 3.0)) && !may(steep(3.0, 2.9)));
    let gentle = |a, b| OverheadSituation { slope: Some(Slope::Gentle), ..steep(a, b) };
    assert!(may(gentle(6.0, 6.0)) && !may(gentle(5.9, 6.0)) && !may(ball(90.0, 90.0)));
    let both = GunneryReadings::of(&readings("overhead-lower-than", "both-ends"));
    assert!(!may(OverheadSituation { readings: both, ..steep(9.0, 9.0) }));
    assert!(may(OverheadSituation { readings: both, below_target: true, ..steep(9.0, 9.0) }));
    let shrapnel = |a, b| OverheadSituation { british: true, ..s(Piece::Nine, Ammunition::Shrapnel, a, b) };
    assert!(by::<Overhead>(&p, "14.3.c", &shrapnel(25.0, 25.0), &[]).may());
    assert!(!may(shrapnel(24.9, 25.0)) && !may(shrapnel(25.0, 24.9)));
    let shell = |a, b| s(Piece::Howitzer, Ammunition::Shell, a, b);
    assert!(by::<Overhead>(&p, "14.3.d", &shell(10.0, 25.0), &[]).may());
    assert!(!may(shell(9.9, 25.0)) && !may(shell(10.0, 24.9)));
    let rocket = |a, b| s(Piece::Launcher, Ammunition::RocketShell, a, b);
    assert!(by::<Overhead>(&p, "14.3.f", &rocket(5.0, 25.0), &[]).may());
    assert!(!may(rocket(4.9, 25.0)));
    let canister = OverheadSituation { ammunition: Ammunition::Canister, ..steep(20.0, 20.0) };
    assert!(!by::<Overhead>(&p, "14.3.e", &canister, &[]).may());
    let unseen = OverheadSituation { crew_sees: false, ..shell(10.0, 25.0) };
    assert!(!may(unseen));
    let observed = |cm| OverheadSituation { observer: Some(cm), ..unseen };
    assert!(by::<Overhead>(&p, "14.3.note", &observed(5.0), &[]).may());
    assert!(!may(observed(5.1)));
}

#[test]
fn action_moves_and_supply() {
    let p = proves!("16.5.a", "16.2.a", "16.2.b");
    let s = |action, weight| ActionSituation {
        action,
        weight,
        limbered: matches!(action, Action::MoveAndUnlimber | Action::MoveUnlimberAndFire),
        again: false,
    };
    let got = |a, w| match out::<ActionMove>(&s(a, w), &[]) {
        ActionOutcome::May { movement, rounds } => Some((movement.0, rounds)),
        ActionOutcome::MayNot { .. } => None,
    };
    use Action::*;
    use GunWeight::{Heavy, Medium, Siege};
    let all = [MoveAndUnlimber, MoveUnlimberAndFire, LimberMoveAndUnlimber, LimberMoveUnlimberAndFire];
    assert_eq!(
        all.map(|a| got(a, Medium)),
        [Some((0.75, 0)), Some((0.5, 1)), Some((0.5, 0)), Some((0.25, 1))]
    );
    assert_eq!(all.map(|a| got(a, Heavy)), [Some((0.5, 0)), None, None, None]);
    assert_eq!(got(MoveAndUnlimber, Siege), None);
    let again = ActionSituation { again: true, ..s(MoveAndUnlimber, Medium) };
    assert!(matches!(by::<ActionMove>(&p, "16.5.a", &again, &[]), ActionOutcome::MayNot { .. }));
    let wrong = ActionSituation { limbered: false, ..s(MoveAndUnlimber, Medium) };
    assert_eq!(refused_by::<ActionMove>(&p, "16.5.a", &wrong), "limbered");
    let supply = |rockets, own, other| SupplySituation { rockets, own, other, lost_now: false };
    assert!(by::<Supply>(&p, "16.2.a", &supply(false, Some(5.0), None), &[]).may());
    assert!(!out::<Supply>(&supply(false, Some(5.1), None), &[]).may());
    assert!(out::<Supply>(&supply(false, None, Some(4.0)), &[]).may());
    let lost = SupplySituation { lost_now: true, ..supply(false, None, None) };
    assert!(out::<Supply>(&lost, &[]).may());
    assert!(by::<Supply>(&p, "16.2.b", &supply(true, Some(5.0), None), &[]).may());
    assert!(!out::<Supply>(&supply(true, None, None), &[]).may());
}

#[test]
fn walls_are_breached_and_houses_burn() {
    let p = proves!("16.8.a", "16.8.c", "16.9.a");
    let s = BreachSituation {
        guns: Guns::new(Piece::Eight, Ammunition::RoundShot, 3),
        distance: 30.0,
        hard: false,
        gap: 10,
        body: 0,
        rain: false,
        options: Options::default(),
        readings: GunReadings::default(),
        sheet: SheetRef::default(),
    };
    let lost = men(12, 18 + 2);
    assert_eq!(by::<Breach>(&p, "16.8.a", &s, &[6]).gap, 10 + 2 * lost);
    assert_eq!(out::<Breach>(&BreachSituation { hard: true, ..s.clone() }, &[6]).gap, 10 + lost);
    let wide = |body| by::<Breach>(&p, "16.8.c", &BreachSituation { body, ..s.clone() }, &[6]);
    let gap = 10 + 2 * lost;
    assert!(wide(gap).passable && wide(gap).no_cover && !wide(gap + 1).passable && wide(2 * gap).no_cover);
    assert!(!out::<Breach>(&BreachSituation { body: 2 * gap + 1, ..s.clone() }, &[6]).no_cover);
    let canister = BreachSituation { guns: Guns::new(Piece::Eight, Ammunition::Canister, 3), ..s };
    assert_eq!(refused_by::<Breach>(&p, "16.8.a", &canister), "guns");
    let house = |ammunition, models| {
        let piece = if ammunition == Ammunition::Shell { Piece::Howitzer } else { Piece::Launcher };
        IgniteSituation {
            guns: british(Guns::new(piece, ammunition, models)),
            distance: 45.0,
            wooden_walls: false,
            roof: Roof::Tiled,
            rain: false,
            options: Options::default(),
            readings: GunReadings::default(),
            hit: BuildingHit::ByALoss,
            sheet: SheetRef::default(),
        }
    };
    // A shell at 17 and a die of 3: the losses of four gunners at 20 are added to two dice, 10 being enough.
    let shell = house(Ammunition::Shell, 1);
    let more = men(4, 20) as u8;
    let need = 10 - more;
    let dice = |sum: u8| [3, sum / 2, sum - sum / 2];
    assert_eq!(by::<Ignite>(&p, "16.9.a", &shell, &dice(need)).fires, 1);
    assert_eq!(out::<Ignite>(&shell, &dice(need - 1)).fires, 0);
    let with = |f: fn(&mut IgniteSituation), bonus: i8| {
        let mut s = shell.clone();
        f(&mut s);
        let need = need.saturating_add_signed(-bonus);
        assert_eq!(out::<Ignite>(&s, &dice(need)).fires, 1);
        assert_eq!(out::<Ignite>(&s, &dice(need - 1)).fires, 0);
    };
    with(|s| s.wooden_walls = true, 2);
    with(|s| s.roof = Roof::Wooden, 2);
    let thatched = IgniteSituation { roof: Roof::Thatched, ..shell.clone() };
    let (_, r) = rule::<Ignite>(&thatched, &[3, 1, 1]);
    assert_eq!(worth(&r, "row-thatched-roof"), 4);
    let (_, r) = rule::<Ignite>(&IgniteSituation { rain: true, ..shell.clone() }, &[3, 1, 1]);
    assert_eq!(worth(&r, "row-rain"), -4 - 5);
    let rockets = house(Ammunition::IncendiaryRocket, 2);
    let (o, r) = rule::<Ignite>(&rockets, &[6, 6, 6, 6, 6, 6]);
    assert_eq!((o.fires, worth(&r, "row-incendiary")), (2, 4));
    // A shot that costs nothing hits nothing, or every shot hits.
    let weak = IgniteSituation { rain: true, distance: 90.0, ..house(Ammunition::IncendiaryRocket, 1) };
    assert_eq!(out::<Ignite>(&weak, &[1, 1]).fires, 0);
    let hit = BuildingHit::of(&readings("building-hit", "by-every-shot"));
    assert_eq!(out::<Ignite>(&IgniteSituation { hit, ..weak }, &[1, 1, 6, 6]).fires, 1);
    let ball = IgniteSituation { guns: shot(Piece::Six), ..shell };
    assert_eq!(refused_by::<Ignite>(&p, "16.9.a", &ball), "guns");
}

#[test]
fn fires_are_put_out_in_time_or_get_out_of_control() {
    let p = proves!("16.9.b", "16.9.c", "16.9.d", "16.9.e", "16.9.f");
    let s = BurningSituation { fires: 3, moves: 1, windy: true, ..Default::default() };
    let got = |s: BurningSituation| out::<Burning>(&s, &[]);
    let o = by::<Burning>(&p, "16.9.d", &BurningSituation { putting_out: 11, ..s }, &[]);
    assert_eq!((o.fires, o.out_of_control), (1, false));
    assert_eq!(got(BurningSituation { putting_out: 12, moves: 2, ..s }).fires, 0);
    let late = BurningSituation { putting_out: 40, moves: 3, ..s };
    assert_eq!(by::<Burning>(&p, "16.9.c", &late, &[]).fires, 3);
    assert!(by::<Burning>(&p, "16.9.e", &BurningSituation { moves: 2, ..s }, &[]).out_of_control);
    let set = BurningSituation { fires: 0, setting: 5, ..s };
    assert_eq!(by::<Burning>(&p, "16.9.b", &set, &[]).fires, 5);
    let near = |who, cm| got(BurningSituation { moves: 2, near: Some((who, cm)), ..s }).too_near;
    assert!(near(NearFire::Foot, 0.9) && !near(NearFire::Foot, 1.0));
    assert!(near(NearFire::Mounted, 1.9) && !near(NearFire::Mounted, 2.0));
    assert!(near(NearFire::Artillery, 4.9) && !near(NearFire::Artillery, 5.0));
    assert!(by::<Burning>(&p, "16.9.f", &BurningSituation { moves: 2, ..s }, &[]).smoke);
    assert!(!got(BurningSituation { moves: 2, windy: false, ..s }).smoke);
    assert_eq!(refused::<Burning>(&BurningSituation { fires: 10_001, ..s }), "fires");
}
