//! The appendix of the nations in play: units raised by their kind on a day fight, fire and form as it says.

use crate::field_day::{a1_fires, attacks, by, each_commanded, ruling};
use crate::orders_case::{allowed, judge};
use crate::setup_brief::{HEAD, good, whole};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::troop::State;
use chakoten_napoleonic::{Field, Side, UnitId, proves};

const MAY: &str = "1813-05-02";
const SEPTEMBER: &str = "1813-09-06";
const OCTOBER: &str = "1813-10-18";
const BORODINO: &str = "1812-09-07";
const WATERLOO: &str = "1815-06-18";

/// Unit A1 of this kind on this day, and B1 of no nation so far before its front.
fn field(date: &str, nation: &str, kind: &str, more: &str, gap: f64) -> Field {
    let unit = format!("{{ code = \"A1\", kind = \"{kind}\", x = 100, y = 90, valour = 0, {more} }}");
    let text = whole(&HEAD.replace("1813-10-18", date), "", nation, &format!("unit = [{unit}]"));
    let mut f = good(&text);
    let b1 = f.by_code("B1").expect("it is there");
    let at = f[a1(&f)].base;
    f[b1].base = f[b1].base.at(at.front + at.dir * gap, -at.dir);
    // The staffs of the brief are elsewhere.
    for s in &mut f.staff {
        s.with = None;
        s.comes_to(table::v2(230.0, 10.0));
    }
    each_commanded(f)
}

fn a1(f: &Field) -> UnitId {
    f.by_code("A1").expect("it is there")
}

/// A1 attacks B1 from contact distance, or is attacked.
fn fought(f: Field, who: Side) -> Battle {
    attacks(f, who, &[3; 6])
}

fn trained(b: &Battle, side: &str) -> i32 {
    by(b, side, "04.05.1.b").iter().sum()
}

/// What training gives it in a melee as attacker.
fn melee(date: &str, nation: &str, kind: &str, more: &str) -> i32 {
    let mut f = field(date, nation, kind, more, 5.0);
    // Cossacks break off an attack against the odds (15.03.1): here nobody has to.
    let b1 = f.by_code("B1").expect("it is there");
    f[b1].state = State::Disorder;
    trained(&fought(f, Side::A), "attacker")
}

/// What training gives its fire, by whichever clause it counts.
fn fire(date: &str, nation: &str, kind: &str, more: &str, by_clause: &str) -> Vec<i32> {
    by(&a1_fires(field(date, nation, kind, more, 6.0), &[1; 3]), "own", by_clause)
}

#[test]
fn cavalry_fights_with_the_training_of_its_nation() {
    let p = proves!(
        "denmark.3",
        "france.8",
        "france.9",
        "prussia.5",
        "prussia.6",
        "russia.5",
        "saxony.3",
        "saxony.6",
        "austria.3"
    );
    for (date, nation, kind, more, points, clause) in [
        (OCTOBER, "denmark", "zealand_hussars", "figures = 20", -1, "denmark.3"),
        (OCTOBER, "denmark", "regiment", "figures = 20, weight = \"light\"", 0, "denmark.3"),
        (OCTOBER, "france", "lancer_regiment", "companies = 4, figures = 24", -1, "france.8"),
        (BORODINO, "france", "lancer_regiment", "companies = 4, figures = 24", 0, "france.8"),
        (WATERLOO, "france", "lancer_regiment", "companies = 4, figures = 24", 0, "france.8"),
        (
            OCTOBER,
            "poland",
            "polish_lancers",
            "companies = 4, figures = 24, weight = \"light\"",
            1,
            "france.8",
        ),
        (
            WATERLOO,
            "france",
            "polish_lancers",
            "companies = 4, figures = 24, weight = \"light\"",
            1,
            "france.8",
        ),
        (OCTOBER, "france", "gendarmes", "companies = 4, figures = 24", -1, "france.9"),
        (OCTOBER, "france", "elite_gendarmes", "companies = 4, figures = 24", 0, "france.9"),
        (
            OCTOBER,
            "prussia",
            "free_corps",
            "arm = \"cavalry\", companies = 4, figures = 24, weight = \"light\"",
            -1,
            "prussia.5",
        ),
        (
            WATERLOO,
            "prussia",
            "free_corps",
            "arm = \"cavalry\", companies = 4, figures = 24, weight = \"light\"",
            0,
            "prussia.5",
        ),
        (OCTOBER, "prussia", "lance_regiment", "figures = 24, weight = \"light\"", -1, "prussia.6"),
        (WATERLOO, "prussia", "lance_regiment", "figures = 24, weight = \"light\"", 0, "prussia.6"),
        (OCTOBER, "prussia", "uhlan_regiment", "figures = 24", 0, "prussia.6"),
        (OCTOBER, "russia", "cossacks", "figures = 24", 1, "russia.5"),
        (OCTOBER, "russia", "guard_cossacks", "companies = 4, figures = 28", 0, "russia.5"),
        (OCTOBER, "russia", "uhlan_regiment", "companies = 4, figures = 28", 0, "russia.5"),
        (OCTOBER, "saxony", "prince_clemens", "figures = 24", 2, "saxony.3"),
        (OCTOBER, "saxony", "hussar_regiment", "figures = 32", 1, "saxony.6"),
        (OCTOBER, "saxony", "regiment", "figures = 24, weight = \"heavy\"", 1, "saxony.6"),
        (OCTOBER, "austria", "uhlan_regiment", "companies = 4, figures = 24", 1, "austria.3"),
        (OCTOBER, "austria", "regiment", "companies = 4, figures = 24, weight = \"light\"", 0, "austria.3"),
    ] {
        assert_eq!(p.shows(clause, melee(date, nation, kind, more)), points, "{date} {nation} {kind}");
    }
}

#[test]
fn infantry_and_guns_fight_with_the_training_of_their_nation() {
    let p = proves!("england.3", "prussia.5", "russia.2", "austria.2", "saxony.4");
    for (date, nation, kind, more, points, clause) in [
        (WATERLOO, "england", "line_battalion", "figures = 30", 2, "england.3"),
        (WATERLOO, "kgl", "light_battalion", "figures = 30", 2, "england.3"),
        (WATERLOO, "england", "rifle_battalion", "companies = 8, figures = 30", 2, "england.3"),
        (
            OCTOBER,
            "prussia",
            "free_corps",
            "arm = \"infantry\", companies = 4, figures = 30",
            -1,
            "prussia.5",
        ),
        (
            WATERLOO,
            "prussia",
            "free_corps",
            "arm = \"infantry\", companies = 4, figures = 30",
            0,
            "prussia.5",
        ),
        (OCTOBER, "russia", "landsturm", "companies = 4, figures = 30", -1, "russia.2"),
        (OCTOBER, "russia", "landwehr", "companies = 4, figures = 30", 0, "russia.2"),
        (OCTOBER, "austria", "jager_battalion", "figures = 30", 1, "austria.2"),
        (OCTOBER, "austria", "grenzer_battalion", "figures = 30", 0, "austria.2"),
    ] {
        assert_eq!(p.shows(clause, melee(date, nation, kind, more)), points, "{date} {nation} {kind}");
    }
    let guns = |nation: &str| {
        let f = field(
            OCTOBER,
            nation,
            "foot_battery",
            "guns = 8, figures = 10, gun = \"12 pdr\", limbered = false",
            5.0,
        );
        trained(&fought(f, Side::B), "defender")
    };
    assert_eq!(p.shows("saxony.4", guns("saxony")), -1);
}

#[test]
fn russians_stand_fast_when_they_are_attacked_and_have_nothing_for_it_when_they_attack() {
    let p = proves!("russia.3");
    let f = |nation: &str| field(OCTOBER, nation, "battalion", "figures = 35", 5.0);
    let defends = fought(f("russia"), Side::B);
    assert_eq!(p.shows("russia.3", trained(&defends, "defender")), 1);
    assert!(ruling(&defends).reckoning.iter().any(|r| r.clause.id() == "russia.3"));
    assert_eq!(trained(&fought(f("russia"), Side::A), "attacker"), 0);
    assert_eq!(trained(&fought(f("prussia"), Side::B), "defender"), 0);
    // Riders and gunners have no part in it.
    let guns = field(OCTOBER, "russia", "battery", "guns = 12, figures = 15, gun = \"6 pdr\"", 5.0);
    assert_eq!(trained(&fought(guns, Side::B), "defender"), 0);
}

#[test]
fn they_fire_with_the_training_of_their_nation() {
    let p = proves!("england.3", "austria.2", "prussia.5", "prussia.8", "denmark.5", "france.11", "saxony.4");
    for (date, nation, kind, more, points, clause) in [
        (WATERLOO, "england", "line_battalion", "figures = 30", 2, "england.3"),
        (WATERLOO, "kgl", "line_battalion", "figures = 30", 2, "england.3"),
        (OCTOBER, "austria", "jager_battalion", "figures = 30", 1, "austria.2"),
        (OCTOBER, "prussia", "pioneers", "companies = 1, figures = 12", -1, "prussia.8"),
        (OCTOBER, "denmark", "sailor_company", "figures = 12", -1, "denmark.5"),
        (OCTOBER, "france", "pioneer_battalion", "companies = 4, figures = 25", -1, "france.11"),
    ] {
        let given = fire(date, nation, kind, more, clause);
        assert_eq!(p.shows(clause, given), [points], "{date} {nation} {kind}");
    }
    assert!(fire(OCTOBER, "austria", "grenzer_battalion", "figures = 30", "austria.2").is_empty());
    let free = |date: &str| {
        fire(date, "prussia", "free_corps", "arm = \"infantry\", companies = 4, figures = 30", "04.05.1.b")
    };
    assert_eq!(p.shows("prussia.5", (free(OCTOBER), free(WATERLOO))), (vec![-1], vec![]));
    let guns = |nation: &str| {
        fire(
            OCTOBER,
            nation,
            "foot_battery",
            "guns = 8, figures = 10, gun = \"12 pdr\", limbered = false",
            "saxony.4",
        )
    };
    assert_eq!(p.shows("saxony.4", guns("saxony")), [-1]);
    let lutzow = |date: &str| {
        let more = "guns = 8, figures = 10, gun = \"6 pdr (foot)\", harness = \"foot\", limbered = false";
        fire(date, "prussia", "free_corps_battery", more, "04.05.1.b")
    };
    assert_eq!((lutzow(OCTOBER), lutzow(WATERLOO)), (vec![-1], vec![]));
}

#[test]
fn an_attack_on_troops_that_do_not_fight_is_one_on_artillery() {
    let p = proves!("denmark.5", "france.11", "prussia.8", "france.12");
    // An attack on artillery has its own row (table XV); on guardsmen who can do their work there is none.
    let clauses = |nation: &str, kind: &str, more: &str| {
        let b = fought(field(OCTOBER, nation, kind, more, 5.0), Side::B);
        ruling(&b).clauses.iter().map(|c| c.id()).collect::<Vec<_>>()
    };
    for (nation, kind, more, clause) in [
        ("denmark", "sailor_company", "figures = 12", "denmark.5"),
        ("france", "pioneer_battalion", "companies = 4, figures = 25", "france.11"),
        ("prussia", "pioneers", "companies = 1, figures = 12", "prussia.8"),
    ] {
        assert!(p.shows(clause, clauses(nation, kind, more)).contains(&clause), "{nation}");
    }
    let guard = clauses("france", "guard_marines", "companies = 4, figures = 25");
    assert!(!p.shows("france.12", guard).contains(&"france.11"));
}

#[test]
fn english_columns_carry_and_do_not_strike() {
    let p = proves!("england.4", "england.5");
    let foot = |nation: &str, kind: &str, more: &str| {
        let f = field(WATERLOO, nation, kind, &format!("{more}, formation = \"attack_column\""), 5.0);
        let b = fought(f, Side::A);
        (by(&b, "attacker", "12.02.1"), ruling(&b).clauses.iter().any(|c| c.id() == "england.4"))
    };
    assert_eq!(p.shows("england.4", foot("england", "line_battalion", "figures = 30")), (vec![], true));
    assert!(!foot("france", "battalion", "figures = 30").0.is_empty());
    // Its first attack counts for the regiment in line and not in column; the Legion's counts in both.
    let horse = |nation: &str, more: &str, formation: &str| {
        let more = format!("{more}, weight = \"light\", formation = \"{formation}\"");
        let mut f = field(WATERLOO, nation, "regiment", &more, 5.0);
        let u = a1(&f);
        (f[u].record.straight, f[u].record.heading) = (30.0, Some(f[u].base.dir));
        by(&fought(f, Side::A), "attacker", "12.03.9.b")
    };
    assert!(p.shows("england.5", horse("england", "figures = 20", "attack_column")).is_empty());
    assert!(!horse("england", "figures = 20", "line").is_empty());
    assert!(!horse("kgl", "companies = 4, figures = 28", "attack_column").is_empty());
}

#[test]
fn how_many_may_skirmish_and_who_may_form_what_by_nation_and_day() {
    let p = proves!("france.2", "france.5", "england.4", "russia.2", "saxony.1", "prussia.6", "russia.5");
    let send = |n: u16| format!("send out {n} dense 10 cm as A1f");
    let most = |date: &str, nation: &str, kind: &str, more: &str, n: u16| {
        let f = field(date, nation, kind, more, 60.0);
        allowed(&f, a1(&f), &send(n));
        judge(&f, a1(&f), &send(n + 1)).expect_err("one too many").clause.map(|c| c.id())
    };
    // Two of six companies of 30 in 1813; in 1815 all but one.
    assert_eq!(
        p.shows("france.2", most(OCTOBER, "france", "light_battalion", "figures = 30", 10)),
        Some("14.01.1")
    );
    assert_eq!(most(WATERLOO, "france", "light_battalion", "figures = 30", 29), Some("14.01.1"));
    let schuetzen = {
        let f = field(OCTOBER, "saxony", "infantry_battalion", "figures = 30", 60.0);
        judge(&f, a1(&f), &send(3)).expect_err("two schuetzen").clause.map(|c| c.id())
    };
    assert_eq!(p.shows("saxony.1", schuetzen), Some("14.01.1"));
    assert_eq!(most(OCTOBER, "saxony", "light_battalion", "figures = 30", 29), Some("14.01.1"));
    let none = |kind: &str| {
        let f = field(OCTOBER, "russia", kind, "companies = 4, figures = 30", 60.0);
        judge(&f, a1(&f), &send(3)).expect_err("no line").clause.map(|c| c.id())
    };
    assert_eq!(p.shows("russia.2", [none("landwehr"), none("landsturm")]), [Some("14.01.1"); 2]);
    let form = |date: &str, more: &str, what: &str| {
        let more = format!("figures = 30, formation = \"attack_column\"{more}");
        let f = field(date, "france", "battalion", &more, 60.0);
        judge(&f, a1(&f), what).map(|_| ()).map_err(|r| r.clause.map(|c| c.id()))
    };
    for what in ["form line", "form square"] {
        assert_eq!(p.shows("france.5", form(MAY, "", what)), Err(Some("france.5")));
        assert_eq!(form(MAY, ", veterans = true", what), Ok(()));
        assert_eq!(form(SEPTEMBER, "", what), Err(Some("france.5")));
        assert_eq!(form(WATERLOO, "", what), Ok(()));
        assert_eq!(form(BORODINO, "", what), Ok(()));
    }
    let f = field(WATERLOO, "england", "line_battalion", "figures = 30, formation = \"attack_column\"", 60.0);
    p.refused_by("england.4", judge(&f, a1(&f), "form mass"));
    // Light regiments swarm wholly; heavy ones by a sixth.
    let swarm = |weight: &str, n: u16| {
        let f = field(OCTOBER, "prussia", "regiment", &format!("figures = 24, weight = \"{weight}\""), 60.0);
        judge(&f, a1(&f), &send(n)).is_ok()
    };
    assert_eq!(
        p.shows("prussia.6", [swarm("light", 23), swarm("heavy", 4), swarm("heavy", 5)]),
        [true, true, false]
    );
    let uhlans = |n: u16| {
        let f = field(OCTOBER, "russia", "uhlan_regiment", "companies = 4, figures = 28", 60.0);
        judge(&f, a1(&f), &send(n)).is_ok()
    };
    assert_eq!(p.shows("russia.5", [uhlans(14), uhlans(28)]), [true, false]);
}

#[test]
fn units_of_a_brief_have_their_ammunition_and_use_it() {
    let p = proves!("11.02.1", "11.03.1");
    let left = |nation: &str, kind: &str, more: &str| {
        let f = field(OCTOBER, nation, kind, more, 6.0);
        let u = a1(&f);
        let b = a1_fires(f, &[1; 3]);
        let unit = &b.field()[u];
        unit.battery.as_ref().map_or(unit.ammunition, |b| b.loads)
    };
    assert_eq!(p.shows("11.02.1", left("prussia", "battalion", "figures = 40")), 11);
    assert_eq!(left("prussia", "battalion", "figures = 40, ammunition = 5"), 4);
    let guns = "guns = 8, figures = 10, gun = \"12 pdr\", limbered = false";
    assert_eq!(p.shows("11.03.1", left("saxony", "foot_battery", guns)), 15);
}
