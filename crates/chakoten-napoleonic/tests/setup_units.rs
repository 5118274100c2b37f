//! Units of a brief: by nation and kind, spelled out, batteries, wagons, formations, places (chapters 04, 05, 11, 15, 19 and the nations).

use crate::setup_brief::{HEAD, PLAIN, bad, good, law, mistake, whole};
use chakoten_napoleonic::field::Post;
use chakoten_napoleonic::troop::{Formation, GunWeight, Harness, State, Weapon};
use chakoten_napoleonic::unit::{Load, MaySkirmish, Side, Training, Unit};
use chakoten_napoleonic::{Field, proves, scenario};

/// Side A of this nation has these units, on this day.
fn on(date: &str, nation: &str, units: &str) -> String {
    whole(&HEAD.replace("1813-10-18", date), "", nation, &format!("unit = [{units}]"))
}

fn of(nation: &str, units: &str) -> String {
    on("1813-10-18", nation, units)
}

fn a1(f: &Field) -> &Unit {
    &f[f.by_code("A1").unwrap()]
}

/// One unit of a kind.
fn one(kind: &str, more: &str) -> String {
    format!("{{ code = \"A1\", kind = \"{kind}\", x = 60, y = 120, {more} }}")
}

/// Figures, and companies or squadrons, of every kind: just inside lawful, just outside refused by the clause of the nation.
#[test]
fn strengths_are_those_of_the_nations() {
    let p = proves!(
        "bavaria.2",
        "bavaria.3",
        "bavaria.5",
        "bavaria.6",
        "denmark.1",
        "denmark.3",
        "denmark.4",
        "england.1",
        "england.2",
        "england.5",
        "england.6",
        "france.1",
        "france.6",
        "france.7",
        "france.10",
        "prussia.1",
        "prussia.2",
        "prussia.3",
        "prussia.4",
        "prussia.6",
        "prussia.7",
        "russia.1",
        "russia.5",
        "russia.6",
        "saxony.1",
        "saxony.2",
        "saxony.3",
        "saxony.4",
        "austria.1",
        "austria.3",
        "austria.4"
    );
    let more = |k: &str, n: u32| format!("{k}, figures = {n}, valour = 1");
    for (nation, kind, extra, least, most, by) in [
        ("bavaria", "light_battalion", "companies = 6", 25, 40, "bavaria.2"),
        ("bavaria", "national_battalion", "companies = 4", 20, 25, "bavaria.3"),
        ("bavaria", "chevauleger_regiment", "companies = 4", 20, 24, "bavaria.5"),
        ("bavaria", "6_pdr_battery", "guns = 8", 10, 11, "bavaria.6"),
        ("denmark", "battalion", "companies = 5", 30, 36, "denmark.1"),
        ("denmark", "regiment", "weight = \"light\"", 20, 25, "denmark.3"),
        ("denmark", "battery", "guns = 10", 10, 15, "denmark.4"),
        ("england", "line_battalion", "companies = 10", 25, 30, "england.2"),
        ("england", "regiment", "weight = \"heavy\"", 15, 20, "england.5"),
        ("kgl", "regiment", "weight = \"light\", companies = 5", 25, 35, "england.5"),
        ("england", "battery", "guns = 6", 8, 10, "england.6"),
        ("france", "battalion", "companies = 6", 20, 35, "france.1"),
        ("france", "dragoon_regiment", "companies = 3", 24, 36, "france.6"),
        ("france", "light_regiment", "companies = 2", 10, 16, "france.7"),
        ("france", "foot_battery", "guns = 8", 10, 12, "france.10"),
        ("prussia", "battalion", "companies = 4", 35, 45, "prussia.2"),
        ("prussia", "landwehr_battalion", "companies = 4", 20, 30, "prussia.3"),
        ("prussia", "schutzen_battalion", "companies = 4", 30, 40, "prussia.4"),
        ("prussia", "uhlan_regiment", "companies = 4", 20, 40, "prussia.6"),
        ("prussia", "battery", "guns = 8", 10, 12, "prussia.7"),
        ("russia", "battalion", "companies = 4", 20, 35, "russia.1"),
        ("russia", "cossacks", "companies = 1", 18, 25, "russia.5"),
        ("russia", "battery", "guns = 12", 15, 18, "russia.6"),
        ("saxony", "infantry_battalion", "companies = 4", 25, 35, "saxony.1"),
        ("saxony", "jager_company", "companies = 1", 5, 6, "saxony.2"),
        ("saxony", "hussar_regiment", "companies = 8", 32, 64, "saxony.3"),
        ("saxony", "horse_battery", "guns = 6", 8, 9, "saxony.4"),
        ("austria", "battalion", "companies = 6", 30, 55, "austria.1"),
        ("austria", "uhlan_regiment", "companies = 4", 16, 24, "austria.3"),
        ("austria", "battery", "guns = 6", 6, 8, "austria.4"),
    ] {
        let text = |n: u32| of(nation, &one(kind, &more(extra, n)));
        good(&text(least));
        good(&text(most));
        for n in [least - 1, most + 1] {
            assert_eq!(p.shows(by, law(&text(n))), by, "{nation} {kind} {n}");
            let (_, says) = mistake(&text(n));
            assert!(says.contains(&format!("{least} to {most}")), "{says}");
        }
    }
    // Companies and guns.
    for (nation, kind, extra, figures, by) in [
        ("england", "line_battalion", "companies = 9", 25, "england.1"),
        ("prussia", "battalion", "companies = 5", 40, "prussia.1"),
        ("france", "lancer_regiment", "companies = 1", 8, "france.6"),
        ("austria", "cavalry_battery", "guns = 6", 10, "austria.4"),
        ("austria", "battery", "harness = \"horse\", horses = 8", 8, "austria.4"),
        ("saxony", "foot_battery", "gun = \"6 pdr\"", 10, "saxony.4"),
        ("russia", "uhlan_regiment", "companies = 4, weight = \"light\"", 28, "russia.5"),
    ] {
        let text = of(nation, &one(kind, &more(extra, figures)));
        assert_eq!(p.shows(by, law(&text)), by, "{nation} {kind}");
        let free = text.replacen("[[side]]", "[rules]\nfree_strengths = true\n[[side]]", 1);
        if kind != "uhlan_regiment" {
            good(&free);
        }
    }
}

#[test]
fn how_many_of_a_kind_there_are_and_when() {
    let p = proves!("bavaria.1", "bavaria.3", "bavaria.5", "france.4", "saxony.1", "saxony.2", "saxony.3");
    let many = |nation: &str, kind: &str, n: usize, more: &str| {
        let all: Vec<String> = (0..n)
            .map(|i| {
                let (x, y) = (30 + 40 * (i % 5), 40 + 32 * (i / 5));
                format!("{{ code = \"A{i}\", kind = \"{kind}\", valour = 0, x = {x}, y = {y}, {more} }}")
            })
            .collect();
        of(nation, &all.join(", "))
    };
    for (nation, kind, most, more, by) in [
        ("bavaria", "light_battalion", 4, "figures = 25", "bavaria.1"),
        ("bavaria", "12_pdr_battery", 11, "figures = 9, limbered = false", "bavaria.1"),
        ("bavaria", "national_guard_regiment", 1, "figures = 30", "bavaria.5"),
        ("saxony", "light_battalion", 2, "figures = 25", "saxony.1"),
        ("saxony", "jager_company", 1, "figures = 6", "saxony.2"),
        ("saxony", "prince_clemens", 1, "figures = 20", "saxony.3"),
    ] {
        let text = |n| many(nation, kind, n, more);
        good(&text(most));
        assert_eq!(p.shows(by, law(&text(most + 1))), by, "{nation} {kind}");
    }
    let national = |date| on(date, "bavaria", &one("national_battalion", "figures = 20, valour = 0"));
    good(&national("1813-08-16"));
    assert_eq!(p.shows("bavaria.3", law(&national("1813-08-15"))), "bavaria.3");
    let guns = |date| on(date, "france", &one("regimental_guns", "figures = 3, valour = 0"));
    for day in ["1812-06-24", "1813-12-31"] {
        good(&guns(day));
    }
    assert_eq!(p.shows("france.4", law(&guns("1815-06-18"))), "france.4");
}

#[test]
fn valour_from_the_tables() {
    let p = proves!("04.05.1.a", "04.05.2", "skema.XXIII.a");
    let unit = |more: &str| {
        of(
            "france",
            &one("young_guard_battalion", &format!("figures = 30, formation = \"march_column\", {more}")),
        )
    };
    // Three rows of it: the lowest in doubt, any of the three where the brief says so.
    let valour = |more: &str| {
        let s = scenario::read("drill", &unit(more)).unwrap_or_else(|r| panic!("{r:#}"));
        let f = s.muster();
        let by = s.grounds(a1(&f).id).unwrap();
        assert_eq!(by.rests_on("skema.XXIII.a"), more == "listed = \"Young Guard\"");
        a1(&f).valour_of
    };
    assert_eq!(p.shows("skema.XXIII.a", valour("listed = \"Young Guard\"")), 1);
    assert_eq!(valour("listed = \"Young Guard\", valour = 3"), 3);
    assert_eq!(p.shows("04.05.2", law(&unit("listed = \"Young Guard\", valour = 4"))), "04.05.2");
    assert_eq!(law(&unit("listed = \"Middle Guard\"")), "04.05.2");
    let spring = on("1813-05-02", "france", &one("battalion", "figures = 30, listed = \"I Corps\""));
    assert_eq!(law(&spring), "04.05.2");
    for v in ["6", "-5", "0.5"] {
        assert_eq!(p.shows("04.05.1.a", law(&unit(&format!("valour = {v}")))), "04.05.1.a");
    }
    assert_eq!((valour("valour = 5"), valour("valour = -4")), (5, -4));
}

#[test]
fn training_as_the_brief_says() {
    let _p = proves!("04.05.1.b");
    let unit = |more: &str| of("other", &PLAIN.replace("x = 60", &format!("{more}, x = 60")));
    let training = |more: &str| a1(&good(&unit(more))).training;
    assert_eq!(training("training = 2"), Training { fire: 2, fire_in_line: 2, melee: 2 });
    assert_eq!(
        training("training = { fire = 1, line = -1 }"),
        Training { fire: 1, fire_in_line: -1, melee: 0 }
    );
    for bad in ["training = 3", "training = -2", "training = { melee = 0.5 }"] {
        assert_eq!(law(&unit(bad)), "04.05.1.b", "{bad}");
    }
}

#[test]
fn what_units_are_by_date_stands_on_the_field() {
    let p = proves!("04.05.3", "france.3", "bases.5");
    let text = on("1813-10-16", "france", &one("battalion", "figures = 30, valour = 0"));
    let s = scenario::read("drill", &text).unwrap();
    let f = s.muster();
    let u = a1(&f);
    assert!(u.troops.no_line && u.troops.no_square && u.troops.two_ranks);
    assert_eq!(u.formation, Formation::AttackColumn, "what it can form where nothing is said");
    let by = s.grounds(u.id).unwrap();
    for id in ["04.05.3", "france.3", "bases.5"] {
        assert!(p.shows(id, by.rests_on(id)), "{id}");
    }
    // 20 mm a figure from that day on, 15 before.
    let before =
        on("1813-10-15", "france", &one("battalion", "figures = 30, valour = 1, formation = \"line\""));
    assert_eq!(a1(&good(&before)).base.width, 22.5);
    assert_eq!(a1(&good(&before.replace("1813-10-15", "1813-10-16"))).base.width, 30.0);
    // In line it is refused by the clause of its nation.
    let line =
        on("1813-10-16", "france", &one("battalion", "figures = 30, valour = 0, formation = \"line\""));
    assert_eq!(law(&line), "france.5");
    let spring = |more: &str| {
        on(
            "1813-05-02",
            "france",
            &one("battalion", &format!("figures = 30, valour = 0, formation = \"square\", {more}")),
        )
    };
    assert_eq!(law(&spring("veterans = false")), "france.5");
    good(&spring("veterans = true"));
}

#[test]
fn who_may_send_out_no_line_is_told_to_leave_it_out() {
    let _p = proves!("14.01.1");
    let right = |nation: &str, kind: &str, line: u16| {
        let line = format!("line = {{ figures = {line}, x = 60, y = 132 }}");
        let stand = "figures = 30, valour = 0, companies = 4, formation = \"attack_column\"";
        let text = of(nation, &one(kind, &format!("{stand}, {line}")));
        assert_eq!(law(&text), "14.01.1", "{kind}");
        scenario::read("drill", &text).unwrap_err().mistakes[0].right.as_ref().unwrap().to_string()
    };
    let out = "leave the line out: too few of this unit may skirmish to make one";
    assert_eq!(right("russia", "landwehr", 4), out);
    assert_eq!(right("saxony", "infantry_battalion", 3), out);
    assert!(right("russia", "battalion", 9).starts_with("3 to 8 figures"));
}

#[test]
fn guard_cossacks_are_light_cavalry() {
    let _p = proves!("15.01.2");
    let own = |more: &str| {
        of(
            "russia",
            &format!(
                "{{ code = \"A1\", arm = \"cavalry\", companies = 4, figures = 24, valour = 1, x = 60, y = 60, {more} }}"
            ),
        )
    };
    good(&own("weight = \"cossack\", formation = \"attack_column\""));
    assert_eq!(
        law(&own("weight = \"cossack\", formation = \"attack_column\", troops = [\"guard\"]")),
        "15.01.2"
    );
    good(&own("weight = \"light\", troops = [\"guard\"], formation = \"line\""));
    assert_eq!(
        law(&of(
            "russia",
            &one(
                "guard_cossacks",
                "companies = 4, figures = 30, valour = 1, weight = \"cossack\", formation = \"attack_column\""
            )
        )),
        "15.01.2"
    );
}

#[test]
fn batteries() {
    let p = proves!("bases.7", "bases.8", "bases.9", "bases.10");
    let own = |more: &str| {
        of("other", &format!("{{ code = \"A1\", arm = \"battery\", valour = 0, x = 60, y = 100, {more} }}"))
    };
    let six = "gun = \"Sweden: 6 pdr\", figures = 8";
    for (guns, models) in [(1, 1), (5, 1), (6, 2), (9, 2), (10, 3), (13, 3)] {
        let f = good(&own(&format!("{six}, guns = {guns}")));
        let b = a1(&f).battery.clone().unwrap();
        assert_eq!((b.guns, b.models_of, b.horses), (guns, models, guns + guns % 2));
        assert!(b.limbered && b.ready.is_none() && b.loads == 16);
        let s = scenario::read("drill", &own(&format!("{six}, guns = {guns}"))).unwrap();
        assert!(p.shows("bases.7", s.grounds(a1(&f).id).unwrap().rests_on("bases.7")));
    }
    for guns in ["0", "14", "2.5"] {
        assert_eq!(law(&own(&format!("{six}, guns = {guns}"))), "bases.7", "{guns}");
    }
    let ready = good(&own(&format!("{six}, guns = 8, limbered = false")));
    let b = a1(&ready).battery.clone().unwrap();
    assert!(!b.limbered && b.ready.is_some() && a1(&ready).formation == Formation::Line);
    assert_eq!(p.shows("bases.8", law(&own(&format!("{six}, guns = 8, horses = 6")))), "bases.8");
    good(&own(&format!("{six}, guns = 8, horses = 8")));
    let twelve = "gun = \"Russia: long 12 pdr\", figures = 8, guns = 8";
    assert_eq!(a1(&good(&own(twelve))).battery.as_ref().unwrap().horses, 12);
    let heavy = good(&own(&format!("{twelve}, heavy_wagon = true")));
    let b = a1(&heavy).battery.clone().unwrap();
    assert_eq!((b.horses, b.weight), (10, GunWeight::Heavy));
    assert_eq!(p.shows("bases.9", law(&own(&format!("{twelve}, horses = 8")))), "bases.9");
    assert_eq!(law(&own(&format!("{six}, guns = 8, heavy_wagon = true"))), "bases.9");
    // Horse batteries: eight gunners make up for eight horses, not for nine.
    let horse = format!("{six}, guns = 8, harness = \"horse\"");
    let b = a1(&good(&own(&horse))).battery.clone().unwrap();
    assert_eq!((b.horses, b.harness), (12, Harness::Horse));
    good(&own(&format!("{horse}, horses = 4")));
    assert_eq!(p.shows("bases.10", law(&own(&format!("{horse}, horses = 3")))), "bases.10");
    assert_eq!(law(&own(&format!("{horse}, horses = 13"))), "bases.10");
    assert_eq!(law(&own(&format!("{six}, guns = 5, harness = \"horse\""))), "bases.10");
    good(&own(&format!("{six}, guns = 5, harness = \"horse\", horses = 6")));
    assert_eq!(law(&own("gun = \"9 pdr\", figures = 8, guns = 6")), "10.03.1");
}

#[test]
fn ammunition_wagons_and_the_park() {
    let p = proves!("11.01.2", "11.02.1", "11.03.1", "11.03.2", "19.02.1", "19.02.2");
    let foot = |more: &str| of("other", &PLAIN.replace("x = 60", &format!("{more}, x = 60")));
    assert_eq!(a1(&good(&of("other", PLAIN))).ammunition, 12);
    for n in [0, 3, 30] {
        assert_eq!(a1(&good(&foot(&format!("ammunition = {n}")))).ammunition, n);
    }
    assert_eq!(p.shows("11.01.2", law(&foot("ammunition = 61"))), "11.01.2");
    let gun = |more: &str| {
        of(
            "other",
            &format!(
                "{{ code = \"A1\", arm = \"battery\", valour = 0, x = 60, y = 100, gun = \"Sweden: 6 pdr\", figures = 8, guns = 6, {more} }}"
            ),
        )
    };
    assert_eq!(a1(&good(&gun("ammunition = 16"))).battery.as_ref().unwrap().loads, 16);
    assert_eq!(a1(&good(&gun("ammunition = 4"))).battery.as_ref().unwrap().loads, 4);
    assert_eq!(p.shows("11.03.2", law(&gun("ammunition = 17"))), "11.03.2");
    let by = |text: &str, id: &str| {
        let s = scenario::read("drill", text).unwrap();
        s.grounds(a1(&s.muster()).id).unwrap().rests_on(id)
    };
    assert!(p.shows("11.02.1", by(&of("other", PLAIN), "11.02.1")) && by(&foot("ammunition = 3"), "11.01.2"));
    assert!(
        p.shows("11.03.1", by(&gun("limbered = true"), "11.03.1")) && !by(&gun("ammunition = 4"), "11.03.1")
    );
    let wagon = |more: &str| {
        of("other", &format!("{PLAIN}, {{ code = \"W\", arm = \"wagon\", x = 100, y = 60, {more} }}"))
    };
    let load = |more: &str| {
        let f = good(&wagon(more));
        f[f.by_code("W").unwrap()].load.clone().unwrap()
    };
    assert_eq!(load("facing = 0"), Load::Ammunition { infantry: 4, guns: 2 });
    assert_eq!(load("carries = \"pontoons\", pontoons = 6"), Load::Pontoons(6));
    assert_eq!(load("carries = \"park\", charges = 2.25"), Load::Park { quarters_of_charge: 9 });
    assert_eq!(p.shows("19.02.1", law(&wagon("carries = \"pontoons\""))), "19.02.1");
    assert_eq!(law(&wagon("charges = 2")), "19.02.1");
    assert_eq!(law(&foot("charges = 2")), "19.02.1");
    assert_eq!(p.shows("19.02.2", law(&wagon("carries = \"park\", charges = 0.3"))), "19.02.2");
}

#[test]
fn skirmish_lines_are_put_down_sent_out() {
    let p = proves!("play.setup", "play.mixed-arms");
    let unit = |line: &str| {
        of(
            "bavaria",
            &one(
                "national_battalion",
                &format!("figures = 24, valour = 0, formation = \"line\", line = {{ {line} }}"),
            ),
        )
    };
    let text = unit("figures = 4, x = 60, y = 75, spacing = 4");
    let f = good(&text);
    let (body, line) = (a1(&f), &f[f.by_code("A1-L").unwrap()]);
    assert_eq!((body.figures, body.original, body.rifles), (20, 24, 0));
    // The four with rifles go out first.
    assert_eq!((line.figures, p.shows("play.mixed-arms", line.rifles), line.body), (4, 4, Some(body.id)));
    assert_eq!((line.formation, line.state, line.spacing), (Formation::Skirmish, State::Order, 4.0));
    assert!(line.id > f.units.iter().filter(|u| u.body.is_none()).map(|u| u.id).max().unwrap());
    let s = scenario::read("drill", &text).unwrap();
    assert!(p.shows("play.setup", s.grounds(line.id).unwrap().rests_on("play.setup")));
    assert_eq!(s.side(Side::A).strength, 24);
    for (bad, by) in [
        ("figures = 5, x = 60, y = 75", "14.01.1"),
        ("figures = 2, x = 60, y = 75", "05.01.1"),
        ("figures = 4, x = 60, y = 75, spacing = 10.1", "05.01.1"),
        ("figures = 24, x = 60, y = 75", "play.setup"),
    ] {
        assert_eq!(law(&unit(bad)), by, "{bad}");
    }
    good(&unit("figures = 4, x = 60, y = 75, spacing = 10"));
    good(&unit("figures = 4, x = 60, y = 75, spacing = \"thin\""));
    let f = good(&of(
        "russia",
        &one("cossacks", "figures = 20, valour = 1, line = { figures = 15, x = 60, y = 100 }"),
    ));
    assert_eq!((a1(&f).figures, f[f.by_code("A1-L").unwrap()].figures), (5, 15));
    assert_eq!(
        law(&of(
            "russia",
            &one("cossacks", "figures = 20, valour = 1, line = { figures = 16, x = 60, y = 100 }")
        )),
        "15.02.3"
    );
    // More rifles than figures.
    let r = PLAIN.replace("x = 60", "rifles = 25, x = 60");
    assert_eq!(law(&of("other", &r)), "play.mixed-arms");
}

#[test]
fn formations_are_lawful() {
    let unit = |n: u32, more: &str| {
        of(
            "other",
            &format!(
                "{{ code = \"A1\", arm = \"infantry\", companies = 6, figures = {n}, valour = 0, weapon = \"musket\", x = 60, y = 60, {more} }}"
            ),
        )
    };
    for f in ["line", "attack_column", "march_column", "single_file", "square", "mass", "clump"] {
        assert_eq!(muster::name_of(&a1(&good(&unit(24, &format!("formation = \"{f}\"")))).formation), f);
    }
    assert_eq!(law(&unit(24, "formation = \"skirmish\"")), "14.01.1");
    good(&unit(24, "formation = \"skirmish\", skirmish = \"whole\", spacing = 2"));
    assert_eq!(law(&unit(24, "formation = \"attack_column\", files = 9")), "05.01.3");
    assert_eq!(law(&unit(24, "formation = \"attack_column\", files = 2")), "05.01.3");
    assert_eq!(a1(&good(&unit(24, "formation = \"attack_column\", files = 7"))).files, 7);
    assert_eq!(law(&unit(24, "formation = \"line\", files = 7")), "05.01.3");
    assert_eq!(law(&unit(24, "formation = \"line\", spacing = 4")), "05.01.1");
    let horse = |f: &str| {
        of(
            "other",
            &format!(
                "{{ code = \"A1\", arm = \"cavalry\", weight = \"light\", companies = 4, figures = 24, valour = 0, x = 60, y = 60, formation = \"{f}\" }}"
            ),
        )
    };
    good(&horse("line"));
    assert_eq!(law(&horse("square")), "05.02.1");
    assert_eq!(law(&horse("mass")), "05.02.2");
    assert_eq!(
        law(&of("england", &one("line_battalion", "figures = 30, valour = 2, formation = \"mass\""))),
        "england.4"
    );
    assert_eq!(
        law(&of("russia", &one("cossacks", "figures = 20, valour = 1, formation = \"line\""))),
        "15.02.3"
    );
    // States put down.
    let f = good(&unit(24, "state = \"LU-2\""));
    assert_eq!(a1(&f).state, State::Light2);
    assert_eq!(a1(&good(&unit(24, "state = \"FU\""))).record.flight_turn, Some(0));
    assert!(mistake(&unit(24, "state = \"LU-4\"")).1.contains("LU-4"));
}

#[test]
fn nobody_stands_where_he_cannot() {
    let p = proves!("play.footprint", "16.02.1.a", "16.02.2.a", "07.04.6", "07.04.3", "07.04.1.a");
    let on_ground = |ground: &str, unit: &str| {
        whole(HEAD, ground, "other", &format!("unit = [{{ code = \"A1\", valour = 0, {unit} }}]"))
    };
    let patch = |kind: &str, more: &str| {
        format!(
            "[[ground.area]]\nkind = \"{kind}\"\nname = \"It\"\noutline = [[40, 30], [120, 30], [120, 90], [40, 90]]\n{more}\n"
        )
    };
    let road = "[[ground.road]]\nname = \"Road\"\npath = [[80, 0], [80, 160]]\n";
    let track = "[[ground.path]]\nname = \"Path\"\npath = [[80, 0], [80, 160]]\n";
    let foot = |f: &str, x: f64, y: f64| {
        format!(
            "arm = \"infantry\", companies = 6, figures = 24, weapon = \"musket\", skirmish = \"whole\", formation = \"{f}\", x = {x}, y = {y}"
        )
    };
    let guns = "arm = \"battery\", gun = \"Sweden: 6 pdr\", guns = 4, figures = 5, x = 80, y = 80";
    let law_of = |kind: &str, more: &str, unit: &str| law(&on_ground(&patch(kind, more), unit));
    for kind in ["lake", "impassable"] {
        assert_eq!(p.shows("play.footprint", law_of(kind, "", &foot("line", 80.0, 60.0))), "play.footprint");
    }
    // Against its edge it stands beside it.
    good(&on_ground(&patch("lake", ""), &foot("line", 80.0, 30.0)));
    for kind in ["wood", "plantation"] {
        let by = if kind == "wood" { "16.02.1.a" } else { "16.02.2.a" };
        assert_eq!(p.shows(by, law_of(kind, "", &foot("attack_column", 80.0, 60.0))), by);
        good(&on_ground(&patch(kind, ""), &foot("line", 80.0, 33.0)));
        good(&on_ground(&patch(kind, road), &foot("march_column", 80.0, 70.0)));
        good(&on_ground(&patch(kind, track), &foot("march_column", 80.0, 70.0)));
        assert_eq!(law_of(kind, track, guns), by, "no wheels on paths");
        good(&on_ground(&patch(kind, road), guns));
    }
    assert_eq!(law_of("wood", "", &foot("march_column", 70.0, 70.0)), "16.02.1.a");
    good(&on_ground(&patch("plantation", ""), &foot("march_column", 70.0, 70.0)));
    good(&on_ground(&patch("plantation", ""), &format!("{}, spacing = 2", foot("skirmish", 80.0, 60.0))));
    good(&on_ground(&patch("plantation", "[rules]\nguns_in_plantations = true"), guns));
    assert_eq!(p.shows("07.04.6", law_of("swamp", "", &foot("march_column", 80.0, 60.0))), "07.04.6");
    good(&on_ground(&patch("swamp", road), &foot("march_column", 80.0, 70.0)));
    assert_eq!(law_of("swamp", road, &foot("line", 80.0, 60.0)), "07.04.6");
    let brook =
        "[[ground.area]]\nkind = \"water\"\nname = \"Brook\"\npath = [[0, 60], [240, 60]]\nwidth = 3\n";
    let bridge = "[[ground.crossing]]\nkind = \"wooden_bridge\"\nname = \"Bridge\"\nx = 80\ny = 60\nlength = 6\nwidth = 4\n";
    // A narrow stream may be stood in as it is crossed; a wide one only on a bridge or in a ford.
    let wide = brook.replace("width = 3", "width = 4.1");
    assert_eq!(p.shows("07.04.3", law(&on_ground(brook, &foot("line", 80.0, 61.0)))), "07.04.3");
    good(&on_ground(&brook.replace("width = 3", "width = 4"), &foot("march_column", 80.0, 70.0)));
    assert_eq!(p.shows("07.04.1.a", law(&on_ground(&wide, &foot("march_column", 80.0, 70.0)))), "07.04.1.a");
    good(&on_ground(&format!("{wide}{bridge}"), &foot("march_column", 80.0, 70.0)));
    assert_eq!(law(&on_ground(&format!("{wide}{bridge}"), &foot("line", 80.0, 61.0))), "07.04.1.a");
    let foot_bridge = format!("{wide}{}", bridge.replace("wooden_bridge", "footbridge"));
    assert_eq!(law(&on_ground(&foot_bridge, &foot("march_column", 80.0, 70.0))), "07.04.1.a");
    good(&on_ground(&foot_bridge, &foot("single_file", 80.0, 80.0)));
    // Off the table, on another, half in a house.
    let two = |x: f64| {
        of("other", &format!("{PLAIN}, {}", PLAIN.replace("A1", "A2").replace("x = 60", &format!("x = {x}"))))
    };
    good(&two(78.0));
    assert_eq!(law(&two(77.9)), "play.footprint");
    assert!(mistake(&of("other", &PLAIN.replace("y = 20", "y = 2.9"))).1.contains("on the table"));
    let house = "[[ground.building]]\nname = \"Inn\"\nx = 80\ny = 60\n";
    assert_eq!(law(&on_ground(house, &foot("line", 80.0, 60.0))), "play.footprint");
    assert!(
        mistake(&on_ground(
            "",
            "arm = \"infantry\", companies = 1, figures = 8, weapon = \"musket\", inside = \"Inn\""
        ))
        .1
        .contains("Inn")
    );
}

#[test]
fn kinds_and_keys_that_are_not() {
    let r = bad(&of("france", &one("batallion", "figures = 30, valour = 0")));
    assert!(format!("{r:#}").contains("light_battalion"), "{r:#}");
    assert!(
        mistake(&of("prussia", &one("free_corps", "figures = 30, valour = 0, companies = 4")))
            .1
            .contains("more than one arm")
    );
    good(&of("prussia", &one("free_corps", "arm = \"infantry\", figures = 30, valour = 0, companies = 4")));
    assert!(mistake(&of("poland", &one("battalion", "figures = 30"))).1.contains("polish_lancers"));
    assert!(mistake(&of("other", &one("battalion", "figures = 30"))).1.contains("spelled out"));
    for key in ["gun = \"6 pdr\"", "weight = \"light\"", "limbered = true"] {
        let u = PLAIN.replace("x = 60", &format!("{key}, x = 60"));
        assert!(mistake(&of("other", &u)).1.contains("infantry"), "{key}");
    }
    assert!(
        mistake(&of("other", &PLAIN.replace("x = 60", "troops = [\"brave\"], x = 60"))).1.contains("brave")
    );
    assert_eq!(law(&of("other", &PLAIN.replace("x = 60", "skirmish = \"half\", x = 60"))), "14.01.1");
    let f = good(&of("other", &PLAIN.replace("x = 60", "skirmish = \"figures 6\", x = 60")));
    assert_eq!(a1(&f).skirmish, MaySkirmish::Figures(6));
    assert_eq!(a1(&f).weapon, Some(Weapon::Musket));
    assert!(f.staff.iter().any(|s| s.post == Post::Commander && s.with == Some(a1(&f).id)));
}
