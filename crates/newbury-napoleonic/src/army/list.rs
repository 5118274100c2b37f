//! The army lists of appendix I: what each nation had in which years, in how many sub-units of how many figures, of which class and at
//! which price.

use crate::book::points::Price;
use crate::book::{self, BAD, numbers, whole};
use crate::troop::{Arm, Class, Footing, Nation, Piece, Troop, Weapon};
use muster::Tables;
use std::sync::OnceLock;
use umpire::Cell;

/// Years of the lists: the first and the last of the wars.
pub const YEARS: [u16; 2] = [1792, 1815];

/// A sort of sub-unit that a unit of a list has.
#[derive(Clone, Debug, PartialEq)]
pub struct PartKind {
    /// As the list calls it.
    pub name: String,
    /// How many a unit has: the least and the most. The last sub-units may be missing (AI.4).
    pub count: [u8; 2],
    /// Figures of one at full strength.
    pub figures: u8,
    pub troop: Troop,
    /// Points a figure.
    pub price: i32,
    /// It may be detached by itself.
    pub detachable: bool,
    /// Only where the army file asks for it: attached companies, a volunteer squadron, an elite company.
    pub extra: bool,
}

/// Guns of a battery as the list has them: real pieces (AI.FR.4).
#[derive(Clone, Debug, PartialEq)]
pub struct BatteryKind {
    /// Guns by calibre, most of them first; the most where the list gives a span.
    pub guns: Vec<(u8, Piece)>,
    /// The least number of guns of the first calibre.
    pub least: u8,
    pub howitzers: u8,
    /// Horses of a team.
    pub horses: u8,
    pub troop: Troop,
}

/// Into what a unit may be split (6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Split {
    No,
    /// Only the sub-units that say so.
    Some,
    /// Any of its companies, squadrons or sotnias.
    All,
    /// Two halves of a battery.
    Halves,
}

/// A sort of unit of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// The word for it in army files.
    pub id: String,
    /// As the list calls it.
    pub title: String,
    pub nation: Nation,
    /// First and last year, both included.
    pub years: [u16; 2],
    /// As the list says it.
    pub period: String,
    pub parts: Vec<PartKind>,
    pub battery: Option<BatteryKind>,
    pub split: Split,
    /// The clause of the list.
    pub clause: String,
}

impl Kind {
    /// Was it there in that year?
    pub fn in_year(&self, year: u16) -> bool {
        (self.years[0]..=self.years[1]).contains(&year)
    }

    /// Without sub-units (glossary.irregular).
    pub fn band(&self) -> bool {
        self.parts.first().is_some_and(|p| p.troop.irregular())
    }

    /// The arm of its sub-units, or of its guns.
    pub fn arm(&self) -> Arm {
        match (&self.battery, self.parts.first()) {
            (Some(b), _) => b.troop.arm,
            (None, Some(p)) => p.troop.arm,
            (None, None) => Arm::LineInfantry,
        }
    }
}

/// All kinds of all lists.
pub fn kinds() -> &'static [Kind] {
    static ALL: OnceLock<Vec<Kind>> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = Tables::built_in(book::text());
        let mut all = Vec::new();
        for nation in Nation::LISTED {
            all.extend(infantry(&t, nation));
        }
        all.extend(austrian_horse(&t));
        all.extend(british_horse(&t));
        all.extend(french_horse(&t));
        all.extend(prussian_horse(&t));
        all.extend(russian_horse(&t));
        for nation in Nation::LISTED {
            all.extend(batteries(&t, nation));
        }
        all
    })
}

/// The kinds of a nation in a year.
pub fn of(nation: Nation, year: u16) -> impl Iterator<Item = &'static Kind> {
    kinds().iter().filter(move |k| k.nation == nation && k.in_year(year))
}

/// A word of an army file: small letters, digits and hyphens, what stands in brackets left out.
fn slug(title: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for c in title.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth > 0 => {}
            'ä' | 'Ä' => out.push('a'),
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_lowercase()),
            _ if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            _ => {}
        }
    }
    out.trim_end_matches('-').to_string()
}

/// First and last year of a period such as `after 1808`, `1805-1812` or `1812 campaign`. The year of the reform belongs to it, as with the
/// cavalry of 1805-1812 of the lists "after 1805".
fn years(period: &str, until: u16) -> [u16; 2] {
    let numbers: Vec<u16> =
        period.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [] => YEARS,
        [from] if period.ends_with("campaign") => [from, from],
        [from] => [from, until],
        [from, to, ..] => [from, to],
    }
}

/// The name of a nation in the ids of the tables.
fn table_name(n: Nation) -> &'static str {
    match n {
        Nation::Austria => "austria",
        Nation::Britain => "britain",
        Nation::France => "france",
        Nation::Prussia => "prussia",
        Nation::Russia => "russia",
        Nation::Other => panic!("{BAD}"),
    }
}

/// A number of a cell, or the one in `take 8`.
fn count(c: &Cell) -> u8 {
    let said = || {
        let digits: String = c.text()?.chars().filter(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    whole(c).and_then(|n| u8::try_from(n).ok()).or_else(said).expect(BAD)
}

fn class(letter: &str) -> Class {
    Class::ALL.into_iter().find(|c| c.letter() == letter).expect(BAD)
}

/// Morale and training of a cell such as `C` or `morale B, training D`.
fn classes(text: &str) -> (Class, Class) {
    match text.strip_prefix("morale ") {
        Some(both) => {
            let (morale, training) = both.split_once(", training ").expect(BAD);
            (class(morale), class(training))
        }
        None => (class(&text[..1]), class(&text[..1])),
    }
}

/// The training that a note gives in open order, as `training) is class B`.
fn open_training(note: &str) -> Option<Class> {
    let (_, rest) = note.split_once("(training) is class ")?;
    Some(class(rest.get(..1)?))
}

fn infantry(t: &Tables, nation: Nation) -> Vec<Kind> {
    let table = t.table(&format!("list.{}.infantry", table_name(nation)));
    let mut all: Vec<Kind> = Vec::new();
    for r in &table.rows {
        let text = |n: usize| r[n].to_string();
        let (title, period) = (text(0), text(1));
        let id = slug(&title);
        let weapon = match text(8) {
            w if w.starts_with("rifle") => Some(Weapon::Rifle),
            w if w.starts_with("double") => Some(Weapon::DoubleBarrelled),
            w if w.starts_with("pikes") => None,
            _ => Some(Weapon::Musket),
        };
        let (morale, training) = classes(&text(6));
        let skirmish = text(10);
        let skirmishes = skirmish.starts_with("yes");
        // The reserve's price of class C comes first; the light price after the line's.
        let price = whole(&r[7]).or_else(|| text(7).split(' ').next()?.parse().ok()).expect(BAD) as i32;
        let light_price = numbers().points.figure(Price::LightInfantry, morale);
        let light = skirmish.contains("(light") || (skirmishes && Some(price) >= light_price);
        let mut troop = Troop::of(if light { Arm::LightInfantry } else { Arm::LineInfantry });
        troop.nation = nation;
        (troop.class, troop.training, troop.weapon) = (morale, training, weapon);
        troop.open_training = open_training(&text(11));
        troop.skirmishes = skirmishes;
        troop.guard = title.starts_with("Guard");
        let n = count(&r[4]);
        let split = text(9);
        let part = PartKind {
            name: text(3),
            count: [n, n],
            figures: count(&r[5]),
            troop,
            price,
            detachable: split == "detachable" || split == "companies",
            extra: false,
        };
        let same = |k: &&mut Kind| k.id == id && k.period == period;
        if let Some(k) = all.iter_mut().find(same) {
            if part.detachable && k.split == Split::No {
                k.split = Split::Some;
            }
            k.parts.push(part);
            continue;
        }
        let split = if split == "companies" { Split::All } else { Split::No };
        all.push(Kind {
            id,
            title,
            nation,
            years: YEARS,
            period,
            parts: vec![part],
            battery: None,
            split,
            clause: table.clause.clone(),
        });
    }
    // A period lasts until the next organisation of the same unit, or for the levies of one campaign.
    let starts: Vec<(String, u16)> =
        all.iter().map(|k| (k.id.clone(), years(&k.period, YEARS[1])[0])).collect();
    for k in &mut all {
        let from = years(&k.period, YEARS[1])[0];
        let next = starts.iter().filter(|(id, y)| *id == k.id && *y > from).map(|(_, y)| *y).min();
        k.years = years(&k.period, next.map_or(YEARS[1], |y| y - 1));
    }
    // Organisations that another took the place of, though the unit is called otherwise.
    if nation == Nation::Russia {
        let reform = all.iter().map(|k| years(&k.period, YEARS[1])[0]).max().unwrap_or(YEARS[1]);
        for k in all.iter_mut().filter(|k| k.period == "after 1803") {
            k.years[1] = k.years[1].min(1810.min(reform));
        }
    }
    if nation == Nation::Austria {
        attached(&mut all);
    }
    if nation == Nation::Prussia {
        for k in
            all.iter_mut().filter(|k| k.id == "volunteer-rifles" || k.id == "converged-grenadier-battalion")
        {
            k.years[0] = 1813;
        }
        // As many companies as form the informal half-battalion.
        for k in all.iter_mut().filter(|k| k.id == "volunteer-rifles") {
            k.parts[0].count = [1, 2];
        }
    }
    all
}

/// One grenadier company and one rifle company may be attached to an Austrian line battalion (AI.AU.1.b).
fn attached(all: &mut [Kind]) {
    let company = |id: &str| {
        let k = all.iter().find(|k| k.id == id).expect(BAD);
        PartKind { count: [1, 1], extra: true, detachable: true, ..k.parts[0].clone() }
    };
    let extra = [company("grenadier-battalion"), company("jager-battalion")];
    for k in all.iter_mut().filter(|k| k.id.ends_with("line-battalion")) {
        k.parts.extend(extra.iter().cloned());
        k.split = Split::Some;
    }
}

/// Cavalry of such a weight with what is usual: a carbine, and open order for light cavalry with one and lancers (8.1.b).
fn horse(nation: Nation, arm: Arm, class: Class) -> Troop {
    let skirmishes = arm == Arm::LightCavalry;
    Troop { skirmishes, ..Troop::of(arm).nation(nation).class(class) }
}

/// Squadrons of one sort.
fn squadrons(count: [u8; 2], figures: u8, troop: Troop, price: i32) -> PartKind {
    PartKind { name: "squadron".into(), count, figures, troop, price, detachable: true, extra: false }
}

struct Regiment<'a> {
    nation: Nation,
    title: &'a str,
    years: [u16; 2],
    period: &'a str,
    split: bool,
    clause: &'a str,
}

impl Regiment<'_> {
    fn of(&self, parts: Vec<PartKind>) -> Kind {
        Kind {
            id: slug(self.title),
            title: self.title.into(),
            nation: self.nation,
            years: self.years,
            period: self.period.into(),
            parts,
            battery: None,
            split: if self.split { Split::All } else { Split::No },
            clause: self.clause.into(),
        }
    }
}

fn austrian_horse(t: &Tables) -> Vec<Kind> {
    let organised = t.table("list.austria.cavalry-organisation");
    let priced = t.table("list.austria.cavalry-points");
    let mut all = Vec::new();
    for p in &priced.rows {
        let text = |n: usize| p[n].to_string();
        let title = text(0);
        let heavy = text(1).starts_with("heavy");
        let mut troop = horse(
            Nation::Austria,
            if heavy { Arm::HeavyCavalry } else { Arm::LightCavalry },
            class(&text(2)),
        );
        troop.armour = title == "cuirassiers";
        troop.lance = text(1).contains("lancers");
        if troop.lance {
            troop.weapon = None;
        }
        if title == "dragoons" {
            troop.weapon = Some(Weapon::DragoonMusket);
        }
        let sort = match title.as_str() {
            "hussars" => "hussars",
            _ if heavy => "heavy cavalry",
            _ => "light cavalry",
        };
        for o in organised.rows.iter().filter(|o| o[1].text() == Some(sort)) {
            let period = o[0].to_string();
            let n = count(&o[2]);
            let part = squadrons([n, n], count(&o[3]), troop, whole(&p[3]).expect(BAD) as i32);
            let r = Regiment {
                nation: Nation::Austria,
                title: &title,
                years: years(&period, YEARS[1]),
                period: &period,
                split: text(5) == "yes",
                clause: &priced.clause,
            };
            all.push(r.of(vec![part]));
        }
    }
    // The lists end with 1814; the organisation did not change for the last campaign.
    for k in all.iter_mut().filter(|k| k.years[1] == 1814) {
        k.years[1] = YEARS[1];
    }
    all
}

/// The least and the most of a text such as `2-6, usually 4`.
fn span(text: &str) -> [u8; 2] {
    let numbers: Vec<u8> =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).take(2).collect();
    [*numbers.first().expect(BAD), *numbers.last().expect(BAD)]
}

fn british_horse(t: &Tables) -> Vec<Kind> {
    let table = t.table("list.britain.cavalry");
    let mut all = Vec::new();
    for r in &table.rows {
        let text = |n: usize| r[n].to_string();
        let arm = if text(0).starts_with("heavy") { Arm::HeavyCavalry } else { Arm::LightCavalry };
        let mut troop = horse(Nation::Britain, arm, class(&text(2)));
        troop.guard = text(0).contains("guard");
        let figures = count(&r[5]) * count(&r[6]);
        let title = format!("{} cavalry", text(0));
        let regiment = |title: &str, troop: Troop, price: i32| {
            let parts = vec![squadrons(span(&text(4)), figures, troop, price)];
            let split = text(7) == "yes";
            let r = Regiment {
                nation: Nation::Britain,
                title,
                years: YEARS,
                period: "all",
                split,
                clause: &table.clause,
            };
            r.of(parts)
        };
        let price = whole(&r[3]).expect(BAD) as i32;
        all.push(regiment(&title, troop, price));
        if text(8).contains("rifled carbines") {
            let rifled = Troop { weapon: Some(Weapon::RifledCarbine), ..troop };
            let more = numbers().points.weapons.rifled_carbine;
            all.push(regiment(&format!("{title} with rifled carbines"), rifled, price + more));
        }
    }
    all
}

/// A type of cavalry by the words of a list.
fn by_words(nation: Nation, words: &str, class: Class) -> Troop {
    let heavy = ["cuirassiers", "heavy", "dragoons"].iter().any(|w| words.starts_with(w));
    let mut troop = horse(nation, if heavy { Arm::HeavyCavalry } else { Arm::LightCavalry }, class);
    troop.armour = words.starts_with("cuirassiers");
    troop.lance = words.starts_with("lancers");
    if words.starts_with("dragoons") {
        troop.weapon = Some(Weapon::DragoonMusket);
    }
    if words.ends_with("without carbine") {
        troop.weapon = None;
        // Light cavalry skirmishes with carbines; lancers do in any case (8.1.b).
        troop.skirmishes &= troop.lance;
    }
    troop
}

/// A price of a list, where it has one.
fn price(c: &Cell) -> Option<i32> {
    whole(c).map(|n| n as i32)
}

fn french_horse(t: &Tables) -> Vec<Kind> {
    let table = t.table("list.france.cavalry");
    let (squads, company) = ([2, 10], 3);
    let mut all = Vec::new();
    for r in &table.rows {
        let text = |n: usize| r[n].to_string();
        let words = text(0);
        for (guard, cell, class) in [(true, &r[1], Class::A), (false, &r[2], Class::C)] {
            let Some(price) = price(cell) else { continue };
            let mut troop = by_words(Nation::France, &words, class);
            troop.guard = guard;
            let mut parts = vec![squadrons(squads, company * 2, troop, price)];
            // Some line regiments of light cavalry and dragoons have an elite company of class B (AI.FR.2).
            if !guard && (words.starts_with("light") || words.starts_with("dragoons")) {
                let elite = Troop { class: Class::B, training: Class::B, ..troop };
                parts.push(PartKind {
                    name: "elite company".into(),
                    count: [1, 1],
                    figures: company,
                    troop: elite,
                    price: price + 2,
                    detachable: true,
                    extra: true,
                });
            }
            let title = match (guard, words.as_str()) {
                (true, "light with carbine") => "Guard light cavalry".to_string(),
                (false, "light with carbine") => "light cavalry".to_string(),
                (true, "heavy") => "Guard heavy cavalry".to_string(),
                (true, w) => format!("Guard {w}"),
                (false, w) => w.to_string(),
            };
            // An army of the organisation before 1805 may not have lancers (AI.8).
            let from = if troop.lance { 1808 } else { 1805 };
            let r = Regiment {
                nation: Nation::France,
                title: &title,
                years: [from, YEARS[1]],
                period: "after 1805",
                split: text(3) == "yes",
                clause: &table.clause,
            };
            all.push(r.of(parts));
        }
    }
    all
}

fn prussian_horse(t: &Tables) -> Vec<Kind> {
    let table = t.table("list.prussia.cavalry");
    let mut all = Vec::new();
    for r in &table.rows {
        let text = |n: usize| r[n].to_string();
        let words = text(0);
        for (who, cell, class) in
            [("Guard ", &r[1], Class::A), ("", &r[2], Class::C), ("Landwehr ", &r[3], Class::D)]
        {
            let Some(price) = price(cell) else { continue };
            let mut troop = by_words(Nation::Prussia, &words, class);
            troop.guard = who == "Guard ";
            let mut parts = vec![squadrons([4, 4], 3, troop, price)];
            // A light regiment often has a volunteer squadron, morale B and training D, perhaps with rifled carbines (AI.PR.2).
            if troop.arm == Arm::LightCavalry && class == Class::C {
                let volunteers = Troop {
                    class: Class::B,
                    training: Class::D,
                    weapon: Some(Weapon::Carbine),
                    ..by_words(Nation::Prussia, "light", Class::B)
                };
                let rifled = Troop { weapon: Some(Weapon::RifledCarbine), ..volunteers };
                let squadron = |name: &str, troop: Troop, price: i32| PartKind {
                    name: name.into(),
                    count: [1, 1],
                    figures: 3,
                    troop,
                    price,
                    detachable: true,
                    extra: true,
                };
                let usual = numbers().points.figure(Price::LightCavalry, Class::C).expect(BAD);
                let more = numbers().points.weapons.rifled_carbine;
                parts.push(squadron("volunteer squadron", volunteers, usual));
                parts.push(squadron("volunteer squadron with rifled carbines", rifled, usual + more));
            }
            let plain = if words == "light" { "light cavalry" } else { words.as_str() };
            let title = format!("{who}{plain}");
            let r = Regiment {
                nation: Nation::Prussia,
                title: &title,
                years: [1808, YEARS[1]],
                period: "after 1808",
                split: text(4) == "yes",
                clause: &table.clause,
            };
            all.push(r.of(parts));
        }
    }
    all
}

fn russian_horse(t: &Tables) -> Vec<Kind> {
    let organised = t.table("list.russia.cavalry-organisation");
    let priced = t.table("list.russia.cavalry-points");
    let mut all = Vec::new();
    for p in &priced.rows {
        let text = |n: usize| p[n].to_string();
        let words = text(0);
        let prices = [
            ("Guard ", &p[1], Class::A),
            ("", &p[2], Class::C),
            ("", &p[3], Class::D),
            ("", &p[4], Class::E),
        ];
        for (who, cell, class) in prices {
            let Some(price) = price(cell) else { continue };
            let irregular = text(6).starts_with("irregular");
            let mut troop = by_words(Nation::Russia, &words, class);
            troop.guard = who == "Guard ";
            if irregular {
                troop = Troop { footing: Footing::Irregular, melee_weapon: true, skirmishes: true, ..troop };
                troop.lance = words.contains("lance");
                troop.weapon = match () {
                    () if words.contains("bow") => Some(Weapon::Bow),
                    () if words.contains("with carbine") => Some(Weapon::Carbine),
                    () => None,
                };
            }
            let militia = if class == Class::D && !irregular { "militia " } else { "" };
            let band = if class == Class::E { " of class E" } else { "" };
            let title = format!("{who}{militia}{words}{band}");
            let split = text(5) != "no";
            if irregular {
                let bashkirs = words.starts_with("Bashkirs");
                let o = organised.rows.iter().find(|o| o[1].to_string().starts_with(&words[..7])).expect(BAD);
                let (count, figures) = if bashkirs {
                    ([1, 1], span(&o[5].to_string())[1])
                } else {
                    (span(&o[2].to_string()), 3)
                };
                let name = if bashkirs { "band" } else { "sotnia" };
                let part = PartKind { name: name.into(), ..squadrons(count, figures, troop, price) };
                let r = Regiment {
                    nation: Nation::Russia,
                    title: &title,
                    years: YEARS,
                    period: "all",
                    split,
                    clause: &priced.clause,
                };
                all.push(r.of(vec![part]));
                continue;
            }
            let sort = if troop.arm == Arm::HeavyCavalry { "heavy" } else { "light" };
            for o in organised.rows.iter().filter(|o| o[1].to_string().starts_with(sort)) {
                let period = o[0].to_string();
                let n = count(&o[2]);
                let figures = count(&o[3]) * count(&o[4]);
                let last = if period == "after 1803" { 1810 } else { YEARS[1] };
                let r = Regiment {
                    nation: Nation::Russia,
                    title: &title,
                    years: years(&period, last),
                    period: &period,
                    split,
                    clause: &priced.clause,
                };
                all.push(r.of(vec![squadrons([n, n], figures, troop, price)]));
            }
        }
    }
    all
}

fn piece(text: &str) -> Piece {
    match text {
        "3-pdr" => Piece::Three,
        "4-pdr" => Piece::Four,
        "6-pdr" => Piece::Six,
        "8-pdr" => Piece::Eight,
        "9-pdr" => Piece::Nine,
        "12-pdr" => Piece::Twelve,
        "rocket launcher" => Piece::Launcher,
        _ => panic!("{BAD}: {text}"),
    }
}

fn batteries(t: &Tables, nation: Nation) -> Vec<Kind> {
    let table = t.table(&format!("list.{}.artillery", table_name(nation)));
    let mut all: Vec<Kind> = Vec::new();
    for r in &table.rows {
        let text = |n: usize| r[n].to_string();
        let (sort, classes, pieces) = (text(0), text(1), text(2));
        let (mut guns, mut least, mut names) = (Vec::new(), 0, Vec::new());
        if pieces != "none" {
            for (n, p) in pieces.split(" + ").enumerate() {
                let (many, what) = p.split_once(" x ").expect(BAD);
                let [from, to] = span(many);
                if n == 0 {
                    least = from;
                }
                guns.push((to, piece(what)));
                names.push(format!(
                    "{}x{}",
                    to,
                    what.split('-').next().unwrap_or("").replace("rocket launcher", "rocket")
                ));
            }
        }
        let howitzers = count(&r[3]);
        if howitzers > 0 {
            names.push(format!("{howitzers}h"));
        }
        let rocket = guns.iter().any(|(_, p)| *p == Piece::Launcher);
        let rides = ["horse", "Cossack", "rocket"].iter().any(|w| sort.starts_with(w));
        let arm = match (rocket, rides) {
            (true, _) => Arm::HorseRockets,
            (false, true) => Arm::HorseArtillery,
            (false, false) => Arm::FieldArtillery,
        };
        let sorts: &[(bool, Class)] = match classes.as_str() {
            "Guard A / line B" => &[(true, Class::A), (false, Class::B)],
            "A" => &[(false, Class::A)],
            "C" => &[(false, Class::C)],
            _ => &[(false, Class::B)],
        };
        for (guard, class) in sorts {
            let guard = *guard || sort.ends_with("Guard");
            let mut troop = Troop::of(arm).nation(nation).class(*class);
            troop.guard = guard;
            // Crews of class C are irregulars in table 1C.iii, and Cossacks are so everywhere (AI.RU.3, AI.RU.2.a).
            if *class == Class::C {
                (troop.footing, troop.melee_weapon) = (Footing::Irregular, true);
            }
            let kind = sort.trim_end_matches(" Guard").trim_end_matches(" line");
            let plain = match kind {
                "Cossack" => "Cossack battery".to_string(),
                k => format!("{k} battery"),
            };
            let title = if guard { format!("Guard {plain}") } else { plain };
            let id = format!("{}-{}", slug(&title), names.join("+"));
            all.push(Kind {
                id,
                title,
                nation,
                years: YEARS,
                period: "all".into(),
                parts: Vec::new(),
                battery: Some(BatteryKind {
                    guns: guns.clone(),
                    least,
                    howitzers,
                    horses: count(&r[4]),
                    troop,
                }),
                split: if nation == Nation::Russia { Split::Halves } else { Split::No },
                clause: table.clause.clone(),
            });
        }
    }
    // The lists of all but Britain and Russia are those after a year; artillery has the same.
    let from = match nation {
        Nation::Austria | Nation::France => 1805,
        Nation::Prussia => 1808,
        _ => YEARS[0],
    };
    for k in &mut all {
        k.years[0] = from;
    }
    all
}
