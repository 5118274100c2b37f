//! Armies built from the lists by points (chapter 6, appendix I, table 1): an army file read, priced and checked, and the roster of it that is
//! shown to the umpire (5.1.a).

pub mod law;
pub mod list;
pub mod price;
pub mod raise;

use crate::book::numbers;
use crate::book::scale::Figures;
use crate::options::Options;
use crate::troop::{Arm, Nation};
use crate::unit::Rank;
use crate::{book, clause, say, words as names};
use muster::{
    ArmyList, Called, Choosable, Codes, Facing, Format, Leader, Mistake, NationList, Reviewed, Roster,
    RosterGroup, RosterLine, RosterNote, RosterSum, RosterUnit, Section, Sheet, Tab, UnitChoice,
};
use raise::{Raised, Terms, raise};
use umpire::{Clause, Readings};
use words::{Message, Says};

/// Brigades and units of an army.
const MOST_BRIGADES: usize = 60;
const MOST_UNITS: usize = 300;
/// Points that an army may be said to have.
const POINTS: [i64; 2] = [10, 1_000_000];
/// What is recommended for a table of 2 m by 1.3 m (AI.10).
const USUAL_POINTS: i64 = 2000;
const MOST_MODELS: i64 = 4;
/// Cavalry: so many hundredths of the points.
const CAVALRY: i64 = 20;

/// An option of the book: its word in files, what turns it on, whether it is on, its clause, and what it says.
struct Switch {
    key: &'static str,
    on: fn(&mut Options),
    is_on: fn(&Options) -> bool,
    law: fn() -> Clause,
    says: Says,
}

const SWITCHES: [Switch; 8] = [
    Switch {
        key: "competition",
        on: |o| o.competition = true,
        is_on: |o| o.competition,
        law: || clause!("4.4.d"),
        says: || say!("option-competition"),
    },
    Switch {
        key: "national",
        on: |o| o.national = true,
        is_on: |o| o.national,
        law: || clause!("A3.1"),
        says: || say!("option-national"),
    },
    Switch {
        key: "crimea",
        on: |o| o.crimea = true,
        is_on: |o| o.crimea,
        law: || clause!("A4.1"),
        says: || say!("option-crimea"),
    },
    Switch {
        key: "beasts",
        on: |o| o.beasts = true,
        is_on: |o| o.beasts,
        law: || clause!("A5.1"),
        says: || say!("option-beasts"),
    },
    Switch {
        key: "losses_by_chance",
        on: |o| o.losses_by_chance = true,
        is_on: |o| o.losses_by_chance,
        law: || clause!("20.7.a.1"),
        says: || say!("option-losses-by-chance"),
    },
    Switch {
        key: "melee_dice",
        on: |o| o.melee_dice = true,
        is_on: |o| o.melee_dice,
        law: || clause!("21.3.a.note.ii"),
        says: || say!("option-melee-dice"),
    },
    Switch {
        key: "straight_charges",
        on: |o| o.straight_charges = true,
        is_on: |o| o.straight_charges,
        law: || clause!("17.2.e.alt"),
        says: || say!("option-straight-charges"),
    },
    Switch {
        key: "fewer_orders",
        on: |o| o.fewer_orders = true,
        is_on: |o| o.fewer_orders,
        law: || clause!("10.2.alt"),
        says: || say!("option-fewer-orders"),
    },
];

/// What is agreed for a battle, each with its clause: scale and options (3.a, 3.b, 3.e, appendices III to VI).
pub fn agreed(o: &Options, year: u16) -> Vec<RosterNote> {
    let mut all = Vec::new();
    let mut add = |says: Message, clause: Clause| all.push(RosterNote { says, clause });
    match o.figures {
        Figures::Fifteen => add(say!("figures-15"), clause!("3.a")),
        Figures::TwentyFive => add(say!("figures-25"), clause!("3.a")),
        Figures::TwentyFiveEnlarged => add(say!("figures-25-enlarged"), clause!("3.e")),
        Figures::Six => {
            add(say!("figures-6"), clause!("A6.2"));
            add(say!("figures-6-ground"), clause!("A6.5"));
        }
    }
    add(say!("roster-scale", men = o.ratio()), clause!("3.b"));
    for s in SWITCHES.iter().filter(|s| (s.is_on)(o)) {
        add((s.says)(), (s.law)());
    }
    if o.crimea && year >= 1857 {
        add(say!("option-mutiny"), clause!("A4.5"));
    }
    if o.crimea {
        add(say!("option-crimea-no-more"), clause!("A4.4"));
    }
    all
}

/// What may be written of a unit wherever one is raised, and more in a scenario.
macro_rules! unit_keys {
    ($($more:literal),*) => {
        &[
            "code",
            "name",
            "kind",
            "nation",
            "companies",
            "figures",
            "bases",
            "class",
            "training",
            "weapon",
            "without",
            "attach",
            "light",
            "from",
            "part",
            "models",
            "crew",
            "teams",
            "fortification",
            "arm",
            "footing",
            "lance",
            "armour",
            "mameluke",
            "melee_weapon",
            "skirmishes",
            "splits",
            "pieces",
            "horses",
            "detachment",
            $($more),*
        ]
    };
}
pub(crate) use unit_keys;

/// What an army file is like; the reference in `docs/armies-newbury.md` lists the same.
pub static FORMAT: Format = Format {
    book: book::ID,
    unit: Called::Code("cm"),
    facing: Facing::North,
    sections: &[
        Section::named(
            "army",
            || say!("an-army"),
            &["book", "title", "nation", "year", "points", "options", "readings", "commander", "brigade"],
        ),
        Section::new(
            "options",
            "[options]",
            &[
                "figures",
                "competition",
                "national",
                "crimea",
                "beasts",
                "losses_by_chance",
                "melee_dice",
                "straight_charges",
                "fewer_orders",
            ],
        ),
        Section::new("brigade", "[[brigade]]", &["code", "name", "general", "unit"]),
        Section::named("general", || say!("a-general"), &["name", "code"]),
        Section::named("commander", || say!("a-general"), &["name", "code"]),
        Section::named("unit", || say!("a-unit"), unit_keys!()),
        Section::named("detachment", || say!("a-detachment"), &["code", "name", "of"]),
    ],
};

/// The options that a file says are in force (A3.1, A4.1, A5.1 and the others).
pub fn options(s: &mut Sheet, root: &Tab<'_>) -> Options {
    let mut o = Options::default();
    let Some(t) = s.table(root, "options") else { return o };
    o.figures =
        s.under(|| clause!("3.a"), |s| s.word_of(&t, "figures", &Figures::ALL)).map_or(o.figures, |(f, _)| f);
    for switch in &SWITCHES {
        // National characteristics are taken all or none, so there is nothing to choose among them (A3.2).
        let law: fn() -> Clause = if switch.key == "national" { || clause!("A3.2") } else { switch.law };
        if s.under(law, |s| s.flag(&t, switch.key)) {
            (switch.on)(&mut o);
        }
    }
    if o.competition && o.melee_dice {
        // Not recommended for competitions, where all is settled without it.
        let wrong = Mistake::new(t.at_key("melee_dice"), say!("no-melee-dice-in-competitions"));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("21.3.a.note.ii")));
    }
    o
}

/// Units under a general.
#[derive(Debug)]
pub struct RaisedBrigade<'a> {
    pub code: String,
    pub name: String,
    pub general: Option<Leader>,
    pub units: Vec<Raised<'a>>,
    pub tab: Tab<'a>,
}

/// The army of one side.
#[derive(Debug)]
pub struct RaisedArmy<'a> {
    pub commander: Option<Leader>,
    pub brigades: Vec<RaisedBrigade<'a>>,
}

/// Raises the brigades that stand under a table of a file.
pub fn raise_army<'a>(s: &mut Sheet, t: &Tab<'a>, terms: &Terms, codes: &mut Codes) -> RaisedArmy<'a> {
    let commander = s.leader(t, "commander", "commander = \"Davout\"");
    let mut brigades = Vec::new();
    let mut count = 0;
    for b in s.tables(t, "brigade", MOST_BRIGADES) {
        let code = codes.read(s, &b, || Message::verbatim("code = \"1B\""));
        let name = s.text(&b, "name").map_or_else(|| code.clone(), |(n, _)| n);
        let general = s.leader(&b, "general", "general = \"Friant\"");
        let mut units = Vec::new();
        for u in s.tables(&b, "unit", MOST_UNITS) {
            count += 1;
            if count > MOST_UNITS {
                s.push(
                    Mistake::new(u.at(), say!("too-many-units")).right(say!("at-most", most = MOST_UNITS)),
                );
                break;
            }
            units.extend(raise(s, &u, terms, codes));
        }
        if units.is_empty() && s.is_clean() {
            let wrong = Mistake::new(b.at(), say!("brigade-of-nobody", code = code.as_str()));
            s.push(wrong.right(say!("right-unit")).by(clause!("AI.9")));
        }
        for (key, leader) in [("general", &general)] {
            if let Some(g) = leader {
                let own = g.code.clone().unwrap_or_else(|| format!("G-{code}"));
                codes.take(s, &own, b.at_key(key));
            }
        }
        brigades.push(RaisedBrigade { code, name, general, units, tab: b });
    }
    if brigades.is_empty() {
        let wrong = Mistake::new(t.at(), say!("army-without-brigades")).right(say!("right-brigade"));
        s.push(wrong.by(clause!("AI.9")));
    }
    if let Some(c) = &commander {
        let own = c.code.clone().unwrap_or_else(|| "CinC".into());
        codes.take(s, &own, c.at.clone());
    }
    let army = RaisedArmy { commander, brigades };
    generals(s, t, terms, &army);
    combinations(s, &army);
    army
}

/// One general a side in competitions; otherwise one for every brigade, and a commander above several (7.1, AI.9).
fn generals(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, a: &RaisedArmy<'_>) {
    let brigadiers = a.brigades.iter().filter(|b| b.general.is_some()).count();
    if terms.options.competition {
        let all = brigadiers + usize::from(a.commander.is_some());
        if all != 1 {
            let wrong = Mistake::new(t.at(), say!("generals-of-competition", count = all));
            s.push(wrong.right(say!("right-one-general")).by(clause!("7.1")));
        }
        return;
    }
    for b in a.brigades.iter().filter(|b| b.general.is_none()) {
        let wrong = Mistake::new(b.tab.at(), say!("brigade-without-general", code = b.code.as_str()));
        s.push(wrong.right(say!("right-general")).by(clause!("AI.9")));
    }
    if a.brigades.len() > 1 && a.commander.is_none() {
        let wrong = Mistake::new(t.at(), say!("army-without-commander"));
        s.push(wrong.right(say!("right-commander")).by(clause!("7.1")));
    }
}

/// Combined sub-units come from units of the same brigade that are without them (AI.3).
fn combinations(s: &mut Sheet, a: &RaisedArmy<'_>) {
    for b in &a.brigades {
        for u in &b.units {
            let Some((from, part, n)) = &u.combined else { continue };
            let gave = |x: &&Raised<'_>| {
                x.kind.is_some_and(|k| k.id == *from) && x.without.iter().any(|w| w == part)
            };
            let there: u32 = b.units.iter().filter(gave).map(|x| given(x, part)).sum();
            // Howitzers are those of two or three batteries.
            let batteries = b.units.iter().filter(gave).count();
            let howitzers = u.battery.is_some();
            if u32::from(*n) > there || (howitzers && !(2..=3).contains(&batteries)) {
                let by = if howitzers { clause!("6.5.b") } else { clause!("AI.3") };
                let wrong = say!("combined-of-nobody", code = u.code.as_str(), part = part.as_str(), there);
                s.push(Mistake::new(u.at(), wrong).right(say!("right-combined-of")).by(by));
            }
        }
    }
}

/// So many of these sub-units, or howitzer models, a unit has given away.
fn given(u: &Raised<'_>, part: &str) -> u32 {
    let Some(k) = u.kind else { return 0 };
    match &k.battery {
        Some(b) => u32::from(raise::models(b.howitzers, 20)),
        None => k.parts.iter().find(|p| p.name == part).map_or(0, |p| u32::from(p.count[1])),
    }
}

/// What most figures of a unit are, in words: kind, class, weapon.
pub fn described(u: &Raised<'_>) -> Message {
    let t = &u.troop;
    let weapon = t.weapon.map_or_else(|| say!("weapon-none"), names::weapon);
    let (kind, class) = (u.title.as_str(), t.class.letter());
    match &u.battery {
        Some(b) => say!("roster-what-battery", kind, class, models = b.guns.len()),
        None if t.training != t.class => {
            say!("roster-what-training", kind, class, training = t.training.letter(), weapon)
        }
        None => say!("roster-what", kind, class, weapon),
    }
}

/// The points of generals, which are not counted in the army's total (AI.10.a).
fn of_generals(terms: &Terms, a: &RaisedArmy<'_>) -> (Option<RosterLine>, Vec<Option<RosterLine>>) {
    let name = |l: &Leader| l.name.clone().unwrap_or_default();
    let commander = a.commander.as_ref().map(|c| price::general(&terms.options, Rank::Commander, &name(c)));
    let single = a.commander.is_none() && a.brigades.len() == 1;
    let brigadiers = a.brigades.iter().map(|b| {
        let g = b.general.as_ref()?;
        let rank = if single { Rank::Commander } else { Rank::Brigadier };
        Some(price::general(&terms.options, rank, &name(g)))
    });
    (commander, brigadiers.collect())
}

/// The roster of an army, its running total, and the sums that are limited.
pub fn roster(title: &str, terms: &Terms, limit: Option<i64>, a: &RaisedArmy<'_>) -> Roster {
    let (commander, brigadiers) = of_generals(terms, a);
    let mut groups = Vec::new();
    if let Some(line) = commander {
        let leader = a.commander.as_ref().and_then(|c| c.name.clone());
        let name = say!("roster-staff").to_string();
        groups.push(RosterGroup { name, leader, lines: vec![line], units: Vec::new() });
    }
    for (b, line) in a.brigades.iter().zip(brigadiers) {
        let units = b.units.iter().map(|u| RosterUnit {
            code: u.code.clone(),
            name: u.name.clone(),
            what: described(u),
            figures: u.figures().into(),
            points: u.points(),
            lines: u.lines.clone(),
        });
        groups.push(RosterGroup {
            name: b.name.clone(),
            leader: b.general.as_ref().and_then(|g| g.name.clone()),
            lines: line.into_iter().collect(),
            units: units.collect(),
        });
    }
    let total = groups.iter().map(RosterGroup::points).sum();
    let mut notes = vec![
        RosterNote { says: say!("roster-for-umpire"), clause: clause!("5.1.a") },
        RosterNote { says: say!("roster-tables"), clause: clause!("5.0") },
    ];
    notes.extend(agreed(&terms.options, terms.year));
    if terms.doubled() {
        notes.push(RosterNote { says: say!("note-doubled"), clause: clause!("AI.0") });
    }
    let own = notes.len();
    notes.extend(a.brigades.iter().flat_map(|b| &b.units).flat_map(|u| u.notes.clone()));
    notes[own..].sort_by_key(|n| n.says.to_string());
    notes.dedup();
    let head =
        vec![say!("roster-nation", nation = names::nation(terms.nation), year = i32::from(terms.year))];
    Roster { book: book::ID, title: title.into(), head, groups, sums: sums(terms, limit, a), total, notes }
}

/// Points of troops without generals, guns, cavalry and light infantry, with what is recommended (AI.10).
fn sums(terms: &Terms, limit: Option<i64>, a: &RaisedArmy<'_>) -> Vec<RosterSum> {
    let units = || a.brigades.iter().flat_map(|b| &b.units);
    let of = |is: fn(Arm) -> bool| units().filter(|u| is(u.troop.arm)).map(Raised::points).sum::<i64>();
    let troops: i64 = units().map(Raised::points).sum();
    let light: i64 = units()
        .filter(|u| u.troop.arm.infantry())
        .flat_map(|u| &u.companies)
        .filter(|c| c.troop.arm == Arm::LightInfantry)
        .map(|c| i64::from(c.figures) * i64::from(c.price))
        .sum();
    let infantry: i64 = units()
        .filter(|u| u.troop.arm.infantry())
        .flat_map(|u| &u.companies)
        .map(|c| i64::from(c.figures) * i64::from(c.price))
        .sum();
    let models = units().map(|u| u.models() as i64).sum();
    let limit = limit.or(terms.options.competition.then_some(USUAL_POINTS));
    let part = limit.unwrap_or(troops) * CAVALRY / 100;
    let sum =
        |what: Message, is: i64, most: Option<i64>, clause: Clause| RosterSum { what, is, most, clause };
    vec![
        sum(say!("sum-troops"), troops, limit, clause!("AI.10.a")),
        sum(say!("sum-models"), models, Some(MOST_MODELS), clause!("AI.10.b")),
        sum(say!("sum-cavalry"), of(Arm::cavalry), Some(part), clause!("AI.10.c")),
        sum(say!("sum-light"), light, Some(infantry / 2), clause!("AI.10.d")),
    ]
}

/// Complains of what is over its limit: the agreed points always, what is recommended in competitions alone.
pub(crate) fn limits(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, r: &mut Roster) {
    for (n, sum) in r.sums.iter().enumerate() {
        if !sum.too_much() {
            continue;
        }
        let (is, most) = (sum.is, sum.most.unwrap_or(0));
        let says = say!("sum-too-much", what = &sum.what, is);
        let right = say!("sum-at-most", most, over = is - most);
        if n == 0 || terms.options.competition {
            s.push(Mistake::new(t.at(), says).right(right).by(sum.clause));
        } else {
            r.notes.push(RosterNote { says: say!("sum-recommended", says, right), clause: sum.clause });
        }
    }
}

/// The nation, the year, options and readings of an army.
fn terms(s: &mut Sheet, root: &Tab<'_>) -> Terms {
    s.need(root, "nation", || say!("right-nation"));
    let nation = s.word_of(root, "nation", &Nation::ALL).map_or(Nation::Other, |(n, _)| n);
    let options = options(s, root);
    let [first, last] = list::YEARS.map(i64::from);
    let last = if options.crimea { 1858 } else { last };
    s.need(root, "year", || say!("right-year"));
    let year = s.under(|| clause!("AI.8"), |s| s.whole(root, "year", [first, last]));
    let readings: Readings = s.readings(root, &book::text().readings);
    Terms { nation, year: year.map_or(1809, |(y, _)| y as u16), options, readings }
}

/// The army lists of the book.
#[derive(Clone, Copy, Debug)]
pub struct Lists;

/// What the house is handed.
pub static LISTS: Lists = Lists;

impl ArmyList for Lists {
    fn book(&self) -> &'static str {
        book::ID
    }

    fn review(&self, file: &str, text: &str) -> Reviewed {
        let mut made = None;
        let read = FORMAT.read(file, text, |s, root| {
            let head = s.head(root);
            let terms = terms(s, root);
            let limit = s.under(|| clause!("9.2"), |s| s.whole(root, "points", POINTS)).map(|(n, _)| n);
            let army = raise_army(s, root, &terms, &mut Codes::default());
            let mut r = roster(&head.title, &terms, limit, &army);
            limits(s, root, &terms, &mut r);
            made = Some(r);
            Some(())
        });
        Reviewed { roster: made, wrong: read.err() }
    }

    fn lists(&self) -> Vec<NationList> {
        Nation::LISTED.map(nation_list).into()
    }
}

/// A nation's list as it may be chosen from.
fn nation_list(nation: Nation) -> NationList {
    let kinds: Vec<_> = list::kinds().iter().filter(|k| k.nation == nation).collect();
    let first = kinds.iter().map(|k| k.years[0]).min().unwrap_or(list::YEARS[0]);
    let units = kinds.iter().map(|k| {
        let parts: Vec<Choosable> = k
            .parts
            .iter()
            .map(|p| Choosable {
                name: p.name.clone(),
                count: p.count.map(u32::from),
                figures: p.figures.into(),
                class: p.troop.class.letter().into(),
                price: p.price.into(),
                extra: p.extra,
                detachable: p.detachable,
            })
            .collect();
        let figures: i64 = parts
            .iter()
            .filter(|p| !p.extra)
            .map(|p| i64::from(p.count[1]) * i64::from(p.figures) * p.price)
            .sum();
        UnitChoice {
            id: k.id.clone(),
            title: k.title.clone(),
            arm: names::arm(k.arm()),
            years: k.years,
            parts,
            points: figures
                + k.battery.as_ref().map_or(0, raise::battery_points)
                + i64::from(numbers().points.command.unit),
        }
    });
    NationList {
        id: muster::name_of(&nation),
        name: names::nation(nation),
        years: [first, list::YEARS[1]],
        units: units.collect(),
    }
}
