//! Formations, marches, drill and army lists at the edges of what their clauses say, bare and on the table.

use crate::judging::{by, foot, heavy, irregular, light, out};
use newbury_napoleonic::army::list;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::procedures::formations::*;
use newbury_napoleonic::procedures::movement::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::{Terrain, Weather};
use newbury_napoleonic::troop::{Arm, Nation, Troop};

fn form(troop: Troop, formation: Formation) -> MayFormSituation {
    MayFormSituation {
        troop,
        formation,
        dismounted: false,
        year: 1812,
        six_companies: false,
        in_open: true,
        steep: false,
        national: false,
    }
}

fn may(s: MayFormSituation) -> bool {
    out::<MayForm>(&s, &[]).may()
}

/// A change for which the table would otherwise ask the farthest figure: two moves at this rate.
fn change(troop: Troop, from: Formation, to: Formation) -> FormationChangeSituation {
    FormationChangeSituation {
        troop,
        from,
        to,
        to_flank: false,
        frontage: 0,
        farthest: 30.0,
        rate: 15.0,
        ordered: true,
        at_bridge: false,
        double_move: false,
        near_enemy: false,
        year: 1812,
        national: false,
    }
}

fn moving(troop: Troop, formation: Formation, gait: Gait) -> RateSituation {
    RateSituation {
        troop,
        formation,
        gait,
        on_foot: false,
        lone: false,
        ground: Terrain::Open,
        slope: None,
        road: false,
        weather: Weather::Fine,
        weight: None,
        firing: false,
        team: None,
        readings: MoveReadings::default(),
    }
}

fn moves(t: Takes) -> Option<f64> {
    match t {
        Takes::Time { moves, .. } => Some(moves.0),
        Takes::MayNot { .. } => None,
    }
}

#[test]
fn light_cavalry_without_carbines_does_not_skirmish_whatever_its_list_says() {
    let p = proves!("8.1.b");
    let unarmed = Troop { skirmishes: true, ..light().armed(None) };
    assert!(!by::<MayForm>(&p, "8.1.b", &form(unarmed, Formation::Skirmish), &[]).may());
    assert!(may(form(Troop { lance: true, ..unarmed }, Formation::Skirmish)));
    assert!(may(form(light(), Formation::Skirmish)));
    // Foot of the line skirmishes where its list lets it.
    assert!(may(form(Troop { skirmishes: true, ..foot() }, Formation::Skirmish)));
    let kind = |n: Nation, id: &str| list::kinds().iter().find(|k| k.nation == n && k.id == id).unwrap();
    assert!(!kind(Nation::Russia, "light-without-carbine").parts[0].troop.skirmishes);
    assert!(!kind(Nation::Prussia, "light-without-carbine").parts[0].troop.skirmishes);
    assert!(kind(Nation::Russia, "lancers-without-carbine").parts[0].troop.skirmishes);
    assert!(kind(Nation::Prussia, "light-cavalry").parts[0].troop.skirmishes);
}

#[test]
fn linear_armies_have_no_columns_of_squadrons_either() {
    let p = proves!("A3.6", "A3.10");
    use newbury_napoleonic::formation::Drawn;
    use newbury_napoleonic::forming::{Forms, may_form};
    use newbury_napoleonic::options::Options;
    let of = |nation, year, formation| MayFormSituation {
        national: true,
        year,
        ..form(heavy().nation(nation), formation)
    };
    use Formation::{DoubleLine, MarchColumn, OpenSquadronColumn, SquadronColumn};
    for column in [SquadronColumn, OpenSquadronColumn] {
        assert!(!by::<MayForm>(&p, "A3.6", &of(Nation::Austria, 1807, column), &[]).may());
        assert!(!by::<MayForm>(&p, "A3.10", &of(Nation::Prussia, 1806, column), &[]).may());
        assert!(may(of(Nation::Austria, 1808, column)) && may(of(Nation::Prussia, 1807, column)));
        assert!(may(MayFormSituation { national: false, ..of(Nation::Austria, 1805, column) }));
    }
    assert!(may(of(Nation::Austria, 1805, MarchColumn)) && may(of(Nation::Austria, 1805, DoubleLine)));
    // On the table too.
    let hussars = light().nation(Nation::Austria);
    let who = |year| Forms { troop: &hussars, figures: 12, companies: 3, mounted: true, year };
    let agreed = Options { national: true, ..Options::default() };
    let column = Drawn::new(SquadronColumn);
    p.refused_by("A3.6", may_form(&agreed, &who(1807), column));
    may_form(&agreed, &who(1808), column).unwrap();
    may_form(&Options::default(), &who(1807), column).unwrap();
    may_form(&agreed, &who(1807), Drawn::new(MarchColumn)).unwrap();
}

#[test]
fn from_1808_six_companies_march_by_divisions_and_fewer_by_companies() {
    let p = proves!("8.2.d");
    use Formation::{CompanyColumn, DivisionColumn};
    let french = foot().nation(Nation::France);
    let of = |year, six_companies, formation| MayFormSituation {
        year,
        six_companies,
        ..form(french, formation)
    };
    // As the list has it, the year of the decree belongs to the new organisation.
    assert!(may(of(1807, true, CompanyColumn)) && may(of(1807, false, DivisionColumn)));
    assert!(!by::<MayForm>(&p, "8.2.d", &of(1808, true, CompanyColumn), &[]).may());
    assert!(!by::<MayForm>(&p, "8.2.d", &of(1808, false, DivisionColumn), &[]).may());
    assert!(may(of(1808, true, DivisionColumn)) && may(of(1808, false, CompanyColumn)));
    // The Guard has eight companies and may do either.
    let guard = Troop { guard: true, ..french };
    for formation in [CompanyColumn, DivisionColumn] {
        assert!(may(form(guard, formation)));
    }
}

#[test]
fn a_company_column_is_one_whether_it_is_close_or_open() {
    let p = proves!("T6", "8.4.b");
    use Formation::{CompanyColumn, DivisionColumn, Line, OpenCompanyColumn, OpenDivisionColumn};
    for (from, to, time) in [
        (CompanyColumn, Line, 1.5),
        (OpenCompanyColumn, Line, 1.5),
        (CompanyColumn, OpenDivisionColumn, 0.5),
        (OpenCompanyColumn, DivisionColumn, 0.5),
        (OpenCompanyColumn, OpenDivisionColumn, 0.5),
    ] {
        for (from, to) in [(from, to), (to, from)] {
            let takes = by::<FormationChange>(&p, "T6", &change(foot(), from, to), &[]);
            assert_eq!(moves(takes), Some(time), "{from:?} {to:?}");
        }
    }
    // To the flank it is quicker, and only of the open one.
    let flank = |from| FormationChangeSituation { to_flank: true, ..change(foot(), from, Line) };
    assert_eq!(moves(out::<FormationChange>(&flank(OpenCompanyColumn), &[])), Some(0.75));
    // What the table does not have takes as long as the farthest figure marches.
    for (from, to) in [(OpenDivisionColumn, Line), (CompanyColumn, OpenCompanyColumn)] {
        let takes = by::<FormationChange>(&p, "8.4.b", &change(foot(), from, to), &[]);
        assert_eq!(moves(takes), Some(2.0), "{from:?} {to:?}");
    }
}

#[test]
fn irregulars_do_not_drill_by_the_rows_of_regulars() {
    let p = proves!("8.4.b", "T6.irr", "T6");
    use Formation::{Line, Skirmish, SquadronColumn};
    for (from, to) in [(Line, Skirmish), (SquadronColumn, Line)] {
        let cossacks = change(irregular(light()), from, to);
        assert_eq!(moves(by::<FormationChange>(&p, "8.4.b", &cossacks, &[])), Some(2.0), "{from:?} {to:?}");
        let hussars = change(light(), from, to);
        assert_eq!(moves(by::<FormationChange>(&p, "T6", &hussars, &[])), Some(0.5), "{from:?} {to:?}");
    }
    // Their front alone has a time: two figures in a quarter, and what is begun counts.
    for (frontage, time) in [(1, 0.25), (2, 0.25), (3, 0.5)] {
        let s = FormationChangeSituation { frontage, ..change(irregular(light()), Line, SquadronColumn) };
        assert_eq!(moves(by::<FormationChange>(&p, "T6.irr", &s, &[])), Some(time), "{frontage}");
    }
}

#[test]
fn rocket_teams_with_two_dead_move_as_foot_rockets() {
    let p = proves!("12.7.f", "12.7.e");
    let of = |killed, gait| RateSituation {
        team: Some(TeamLeft { horses: 6, killed, uncut: false }),
        ..moving(Troop::of(Arm::HorseRockets), Formation::Limbered, gait)
    };
    let cm = |s: RateSituation| out::<MoveRate>(&s, &[]).cm();
    assert_eq!((cm(of(0, Gait::Normal)), cm(of(1, Gait::Normal))), (Some(30.0), Some(30.0)));
    assert_eq!(cm(of(1, Gait::Double)), Some(45.0));
    // Four horses of six, at the rate of a foot battery, and no double move.
    assert_eq!(by::<MoveRate>(&p, "12.7.f", &of(2, Gait::Normal), &[]).cm(), Some(10.0));
    assert_eq!(by::<MoveRate>(&p, "12.7.e", &of(2, Gait::Double), &[]).cm(), None);
}
