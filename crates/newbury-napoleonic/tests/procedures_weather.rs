//! Weather, wind, sight, smoke, as bare situations with scripted dice.

use crate::judging::{by, chance, cites, out, readings, refused, refused_by, rule};
use newbury_napoleonic::procedures::sight::*;
use newbury_napoleonic::procedures::weather::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::{Season, Terrain, Weather as Sky};
use odds::Fraction;

fn rolled(season: Season) -> WeatherSituation {
    WeatherSituation { season, competition: false }
}

#[test]
fn two_dice_make_the_weather_of_the_season() {
    let p = proves!("4.4.a", "4.4.b", "4.4.d", "2.b");
    let got = |season, dice: &[u8]| {
        let o = out::<RollWeather>(&rolled(season), dice);
        (o.weather, o.windy)
    };
    let o = by::<RollWeather>(&p, "4.4.b", &rolled(Season::Summer), &[4, 6]);
    assert_eq!((o.weather, o.windy, o.total), (Sky::Fine, false, Some(10)));
    assert_eq!(got(Season::Summer, &[3, 6]), (Sky::Fine, true));
    assert_eq!(got(Season::Summer, &[3, 3]), (Sky::Fine, true));
    assert_eq!(got(Season::Summer, &[3, 2]), (Sky::Rain, true));
    assert_eq!(got(Season::Summer, &[2, 2]), (Sky::Rain, true));
    assert_eq!(got(Season::Summer, &[1, 2]), (Sky::Fog, false));
    assert_eq!(got(Season::Autumn, &[5, 6]), (Sky::Fine, false));
    assert_eq!(got(Season::Autumn, &[4, 6]), (Sky::Fine, true));
    assert_eq!(got(Season::Autumn, &[4, 3]), (Sky::Rain, true));
    assert_eq!(got(Season::Autumn, &[2, 2]), (Sky::Fog, false));
    assert_eq!(got(Season::Winter, &[4, 3]), (Sky::Rain, true));
    assert_eq!(got(Season::Winter, &[4, 1]), (Sky::Fog, false));
    assert_eq!(got(Season::Winter, &[2, 2]), (Sky::Snow, true));
    let snow = chance::<RollWeather>(&rolled(Season::Winter), |o| o.weather == Sky::Snow);
    assert_eq!(p.shows("4.4.a", snow), Fraction::new(6, 36));
    // Ordinary dice have six faces.
    let mut d = umpire::HandDice::new([7, 1]);
    umpire::judge::<RollWeather>(&rolled(Season::Summer), &mut d);
    assert!(p.shows("2.b", d.finish()).is_err());
    let competition = WeatherSituation { season: Season::Winter, competition: true };
    let o = by::<RollWeather>(&p, "4.4.d", &competition, &[]);
    assert_eq!((o.weather, o.windy, o.total), (Sky::Fine, true, None));
}

#[test]
fn weather_changes_by_the_difference_of_average_dice() {
    let p = proves!("4.4.c", "2.c");
    let from = |total| ChangeSituation { season: Season::Summer, total };
    let got = |total, dice: &[u8]| out::<ChangeWeather>(&from(total), dice);
    let o = by::<ChangeWeather>(&p, "4.4.c", &from(9), &[4, 3]);
    assert_eq!((o.weather, o.windy, o.total), (Sky::Fine, false, Some(10)));
    assert_eq!(got(6, &[2, 3]).weather, Sky::Rain);
    assert_eq!(got(6, &[3, 3]).total, Some(6));
    // Totals leave the span of two dice, and the bands go on.
    assert_eq!((got(2, &[2, 5]).total, got(2, &[2, 5]).weather), (Some(-1), Sky::Fog));
    assert_eq!(got(12, &[5, 2]).total, Some(15));
    let mut d = umpire::HandDice::new([6, 2]);
    umpire::judge::<ChangeWeather>(&from(6), &mut d);
    assert!(p.shows("2.c", d.finish()).is_err());
    assert_eq!(refused::<ChangeWeather>(&from(101)), "total");
}

#[test]
fn the_wind_blows_anywhere_if_there_is_any() {
    let p = proves!("4.5.a");
    assert_eq!(refused_by::<Wind>(&p, "4.5.a", &WindSituation { windy: false }), "windy");
    let s = WindSituation { windy: true };
    assert_eq!(out::<Wind>(&s, &[1, 1]).towards, 0);
    assert_eq!(out::<Wind>(&s, &[6, 10]).towards, 354);
    assert_eq!(chance::<Wind>(&s, |o| o.towards == 66), Fraction::new(1, 60));
}

fn open(distance: f64) -> SightSituation {
    SightSituation {
        distance,
        weather: Sky::Fine,
        from: Terrain::Open,
        ground: Terrain::Open,
        same: false,
        inside: 0.0,
        haze: Haze::None,
        stirs: false,
        behind_linear: false,
        in_building: false,
    }
}

fn sees(s: SightSituation) -> bool {
    out::<Sight>(&s, &[]) == Seen::Noticed
}

#[test]
fn sight_is_limited_by_ground_weather_and_smoke() {
    let p = proves!("4.6.a", "4.4.e", "4.6.d.2", "4.6.e");
    assert!(sees(open(1000.0)));
    let rain = |cm| SightSituation { weather: Sky::Rain, ..open(cm) };
    assert_eq!(by::<Sight>(&p, "4.6.a", &rain(75.0), &[]), Seen::Noticed);
    let far = by::<Sight>(&p, "4.4.e", &rain(75.1), &[]);
    assert!(matches!(far, Seen::Unseen { by } if by.id() == "4.6.a"));
    assert!(sees(SightSituation { weather: Sky::Snow, ..open(75.0) }));
    assert!(sees(SightSituation { weather: Sky::Fog, ..open(30.0) }));
    assert!(!sees(SightSituation { weather: Sky::Fog, ..open(30.1) }));
    let within = |ground, weather, cm| {
        sees(SightSituation { from: ground, ground, same: true, weather, stirs: true, ..open(cm) })
    };
    for (ground, limits) in [
        (Terrain::Scrub, [50.0, 30.0, 15.0]),
        (Terrain::LightWood, [10.0; 3]),
        (Terrain::DenseWood, [5.0; 3]),
    ] {
        for (weather, cm) in [Sky::Fine, Sky::Rain, Sky::Fog].into_iter().zip(limits) {
            assert!(
                within(ground, weather, cm) && !within(ground, weather, cm + 0.1),
                "{ground:?} {weather:?}"
            );
        }
    }
    // Smoke is fog, and in fog half of it.
    let smoke = |weather, cm| SightSituation { haze: Haze::Battle, weather, ..open(cm) };
    assert_eq!(by::<Sight>(&p, "4.6.d.2", &smoke(Sky::Fine, 30.0), &[]), Seen::Noticed);
    assert!(!sees(smoke(Sky::Fine, 30.1)) && sees(smoke(Sky::Fog, 15.0)) && !sees(smoke(Sky::Fog, 15.1)));
    let burning = |cm| SightSituation { haze: Haze::Burning, ..open(cm) };
    assert_eq!(by::<Sight>(&p, "4.6.e", &burning(5.0), &[]), Seen::Noticed);
    assert!(!sees(burning(5.1)));
    assert_eq!(refused::<Sight>(&SightSituation { same: true, ground: Terrain::Scrub, ..open(1.0) }), "same");
}

#[test]
fn looking_into_and_out_of_cover() {
    let p = proves!("4.6.b", "4.6.c.1", "4.6.c.2", "play.sight");
    let scrub = |distance, inside, weather| SightSituation {
        ground: Terrain::Scrub,
        inside,
        weather,
        ..open(distance)
    };
    assert_eq!(by::<Sight>(&p, "4.6.b", &scrub(900.0, 50.0, Sky::Fine), &[]), Seen::Noticed);
    assert!(!sees(scrub(900.0, 50.1, Sky::Fine)));
    // 75 to the edge in rain, and 30 beyond it.
    assert!(sees(scrub(105.0, 30.0, Sky::Rain)) && !sees(scrub(105.2, 30.0, Sky::Rain)));
    let wood = |distance, inside, stirs| SightSituation {
        ground: Terrain::LightWood,
        inside,
        stirs,
        ..open(distance)
    };
    assert_eq!(by::<Sight>(&p, "4.6.c.1", &wood(10.0, 6.0, true), &[]), Seen::Noticed);
    assert!(!sees(wood(10.1, 6.0, true)));
    assert_eq!(by::<Sight>(&p, "4.6.c.2", &wood(300.0, 4.0, true), &[]), Seen::Noticed);
    assert!(!sees(wood(300.0, 4.1, true)) && !sees(wood(300.0, 4.0, false)));
    let from_wood = |inside, distance| SightSituation { from: Terrain::DenseWood, inside, ..open(distance) };
    assert_eq!(by::<Sight>(&p, "play.sight", &from_wood(5.0, 200.0), &[]), Seen::Noticed);
    assert!(!sees(from_wood(5.1, 200.0)));
    assert!(!sees(SightSituation { from: Terrain::Scrub, ..open(50.1) }));
}

#[test]
fn who_keeps_still_behind_cover_is_not_noticed() {
    let p = proves!("4.7.a", "4.7.b");
    let hedge = |distance, stirs| SightSituation { behind_linear: true, stirs, ..open(distance) };
    let o = by::<Sight>(&p, "4.7.a", &hedge(25.1, false), &[]);
    assert!(matches!(o, Seen::Unnoticed { by } if by.id() == "4.7.a"));
    assert!(sees(hedge(25.0, false)) && sees(hedge(90.0, true)));
    let house = |stirs| SightSituation { in_building: true, stirs, ..open(10.0) };
    let o = by::<Sight>(&p, "4.7.b", &house(false), &[]);
    assert!(matches!(o, Seen::Unnoticed { .. }));
    assert!(sees(house(true)));
}

#[test]
fn smoke_gathers_without_wind_and_clears_twice_as_fast() {
    let p = proves!("4.5.b", "4.6.d.1", "4.6.d.3", "4.6.d.4");
    let s = SmokeSituation { smoke: 3, windy: false, fired: true, moved: 5.0, left: SmokeLeft::Gone };
    let o = by::<Smoke>(&p, "4.5.b", &s, &[]);
    assert_eq!((o.smoke, o.hides), (4, true));
    assert_eq!(out::<Smoke>(&SmokeSituation { smoke: 4, ..s }, &[]).smoke, 4);
    assert!(!out::<Smoke>(&SmokeSituation { smoke: 2, ..s }, &[]).hides);
    // Half cleared after a move without fire, wholly after two; then two moves of fire make it whole again.
    let still = SmokeSituation { fired: false, smoke: 4, ..s };
    assert_eq!(by::<Smoke>(&p, "4.6.d.3", &still, &[]).smoke, 2);
    assert_eq!(out::<Smoke>(&SmokeSituation { smoke: 1, ..still }, &[]).smoke, 0);
    let moved = SmokeSituation { moved: 5.1, ..s };
    assert_eq!(by::<Smoke>(&p, "4.6.d.1", &moved, &[]).smoke, 0);
    let left = SmokeLeft::of(&readings("smoke-left-behind", "stays"));
    assert_eq!(out::<Smoke>(&SmokeSituation { left, ..moved }, &[]).smoke, 3);
    assert_eq!(by::<Smoke>(&p, "4.6.d.4", &SmokeSituation { windy: true, ..s }, &[]).smoke, 0);
    assert_eq!(refused::<Smoke>(&SmokeSituation { smoke: 5, ..s }), "smoke");
}

#[test]
fn features_are_looked_over_from_above() {
    let p = proves!("4.6.f", "4.6.g", "glossary.dead-ground");
    let at = |feature, above, above_target, behind| SeeOverSituation { feature, above, above_target, behind };
    let two = Feature::Building { storeys: 2 };
    assert_eq!(by::<SeeOver>(&p, "4.6.f", &at(two, 1, 1, 50.0), &[]), SeenOver::Blocked);
    // Two storeys hide 4 cm; each contour beyond the two needed takes a cm off.
    assert_eq!(by::<SeeOver>(&p, "4.6.g", &at(two, 2, 2, 4.0), &[]), SeenOver::Seen);
    assert_eq!(by::<SeeOver>(&p, "glossary.dead-ground", &at(two, 2, 2, 3.9), &[]), SeenOver::Dead);
    assert_eq!(out::<SeeOver>(&at(two, 4, 4, 2.0), &[]), SeenOver::Seen);
    assert_eq!(out::<SeeOver>(&at(two, 4, 4, 1.9), &[]), SeenOver::Dead);
    let one = Feature::Building { storeys: 1 };
    assert_eq!(out::<SeeOver>(&at(one, 1, 1, 1.9), &[]), SeenOver::Dead);
    assert_eq!(out::<SeeOver>(&at(one, 1, 1, 2.0), &[]), SeenOver::Seen);
    assert_eq!(out::<SeeOver>(&at(one, 0, 0, 9.0), &[]), SeenOver::Blocked);
    assert_eq!(out::<SeeOver>(&at(one, 9, 9, 0.0), &[]), SeenOver::Seen);
    assert_eq!(out::<SeeOver>(&at(Feature::Wood, 3, 3, 50.0), &[]), SeenOver::Blocked);
    assert_eq!(out::<SeeOver>(&at(Feature::Wood, 4, 4, 9.9), &[]), SeenOver::Dead);
    assert_eq!(out::<SeeOver>(&at(Feature::Wood, 4, 4, 10.0), &[]), SeenOver::Seen);
    let hill = Feature::Hill { contours: 3 };
    assert_eq!(out::<SeeOver>(&at(hill, 1, 1, 6.0), &[]), SeenOver::Seen);
    assert_eq!(out::<SeeOver>(&at(hill, 1, 1, 5.9), &[]), SeenOver::Dead);
    assert_eq!(refused::<SeeOver>(&at(Feature::Building { storeys: 3 }, 1, 1, 1.0)), "feature");
}

#[test]
fn close_order_hides_those_behind() {
    let p = proves!("4.6.h", "A5.5");
    let s = SeePastSituation { foot: 1, mounted: 0, higher: false, target_mounted: false, elephants: false };
    assert!(!by::<SeePast>(&p, "4.6.h", &s, &[]).may());
    assert!(out::<SeePast>(&SeePastSituation { target_mounted: true, ..s }, &[]).may());
    assert!(!out::<SeePast>(&SeePastSituation { target_mounted: true, foot: 2, ..s }, &[]).may());
    assert!(!out::<SeePast>(&SeePastSituation { target_mounted: true, foot: 0, mounted: 1, ..s }, &[]).may());
    assert!(out::<SeePast>(&SeePastSituation { higher: true, ..s }, &[]).may());
    assert!(out::<SeePast>(&SeePastSituation { foot: 0, ..s }, &[]).may());
    assert!(by::<SeePast>(&p, "A5.5", &SeePastSituation { elephants: true, ..s }, &[]).may());
    assert!(cites(&rule::<SeePast>(&s, &[]).1, "4.6.h"));
}
