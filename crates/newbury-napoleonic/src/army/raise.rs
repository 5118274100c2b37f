//! Raises a unit from what a file says of it: its kind in the list, its sub-units and figures, its guns, its detachments, and the lines of
//! its price.

use super::law::law;
use super::list::{self, Kind, PartKind, Split};
use super::price;
use crate::book::numbers;
use crate::book::points::Price;
use crate::book::scale::Figures;
use crate::options::Options;
use crate::troop::{Arm, Class, Footing, Nation, Piece, Troop, Weapon};
use crate::unit::{Battery, Company, Gun, Team};
use crate::{clause, reading, say};
use muster::{Codes, Mistake, RosterLine, RosterNote, Sheet, Tab};
use smallvec::SmallVec;
use std::ops::Range;
use umpire::{Clause, Readings};
use words::Message;

/// Sub-units, figures of one and guns that a unit may have: more than anyone will ever paint.
const MOST_COMPANIES: i64 = 40;
const MOST_FIGURES: i64 = 60;
const MOST_MODELS: i64 = 12;
/// Least figures of a sub-unit (AI.4).
const LEAST: u8 = 2;
/// Gunners of a model (AI.6).
const CREW: u8 = 4;
/// Elephants of a unit (A5.3), and crew of each.
const MOST_ELEPHANTS: u8 = 12;
/// A company of French cavalry of a better class (AI.FR.2).
const ELITE: &str = "elite company";
/// What may be taken out of a mixed battery, and combined with those of others (6.5.b).
const HOWITZER: &str = "howitzer";
/// Figures for which a base of 5 or 6 mm figures counts (A6.2).
const BASE_OF_TEN: u8 = 10;

/// Under which terms an army is raised.
#[derive(Clone, Debug)]
pub struct Terms {
    pub nation: Nation,
    pub year: u16,
    pub options: Options,
    pub readings: Readings,
}

impl Terms {
    /// Sub-units may have twice the printed figures (AI.0).
    pub fn doubled(&self) -> bool {
        self.options.ratio() == 20 && self.readings.is(reading!("list-figures", "doubled"))
    }

    /// Figures of a sub-unit at full strength.
    pub fn most(&self, printed: u8) -> u8 {
        if self.doubled() { printed * 2 } else { printed }
    }
}

/// A part of a unit that acts by itself (6.3).
#[derive(Clone, Debug)]
pub struct Detached<'a> {
    pub code: String,
    pub name: String,
    /// Its sub-units, or guns, by place.
    pub of: Vec<u8>,
    pub tab: Tab<'a>,
}

/// A unit of an army.
#[derive(Clone, Debug)]
pub struct Raised<'a> {
    pub code: String,
    pub name: String,
    /// As the list calls it.
    pub title: String,
    /// The word of the list; `None` of one that is in no list.
    pub kind: Option<&'static Kind>,
    pub troop: Troop,
    pub companies: Vec<Company>,
    pub battery: Option<Battery>,
    pub detachments: Vec<Detached<'a>>,
    pub lines: Vec<RosterLine>,
    pub notes: Vec<RosterNote>,
    /// Sub-units left out by name, which may be combined elsewhere (AI.3).
    pub without: Vec<String>,
    /// Combined of such sub-units of such units, so many (AI.3).
    pub combined: Option<(String, String, u8)>,
    pub tab: Tab<'a>,
}

impl Raised<'_> {
    pub fn points(&self) -> i64 {
        self.lines.iter().map(RosterLine::points).sum()
    }

    pub fn figures(&self) -> u16 {
        match &self.battery {
            Some(b) => b.guns.iter().map(|g| u16::from(g.crew)).sum(),
            None => self.companies.iter().map(|c| u16::from(c.figures)).sum(),
        }
    }

    /// Gun and launcher models.
    pub fn models(&self) -> usize {
        self.battery.as_ref().map_or(0, |b| b.guns.len())
    }

    pub fn at(&self) -> Range<usize> {
        self.tab.at()
    }
}

/// Words of weapons in files; regular infantry without one has pikes.
const WEAPONS: [(&str, Option<Weapon>); 9] = [
    ("none", None),
    ("musket", Some(Weapon::Musket)),
    ("rifle", Some(Weapon::Rifle)),
    ("dragoon-musket", Some(Weapon::DragoonMusket)),
    ("rifled-carbine", Some(Weapon::RifledCarbine)),
    ("carbine", Some(Weapon::Carbine)),
    ("bow", Some(Weapon::Bow)),
    ("double-barrelled", Some(Weapon::DoubleBarrelled)),
    ("rifled-musket", Some(Weapon::RifledMusket)),
];

/// A unit of an army file or of a side of a scenario.
pub fn raise<'a>(s: &mut Sheet, t: &Tab<'a>, terms: &Terms, codes: &mut Codes) -> Option<Raised<'a>> {
    let code = codes.read(s, t, || Message::verbatim("code = \"1/57\""));
    let name = s.text(t, "name").map_or_else(|| code.clone(), |(n, _)| n);
    let nation = s.word_of(t, "nation", &Nation::ALL).map_or(terms.nation, |(n, _)| n);
    s.need(t, "kind", || say!("right-kind"));
    let (word, at) = s.text(t, "kind")?;
    let mut r = Raised {
        code,
        name,
        title: word.clone(),
        kind: None,
        troop: Troop::default(),
        companies: Vec::new(),
        battery: None,
        detachments: Vec::new(),
        lines: Vec::new(),
        notes: Vec::new(),
        without: Vec::new(),
        combined: None,
        tab: *t,
    };
    match word.as_str() {
        "custom" => custom(s, t, terms, nation, &mut r)?,
        "combined" => combined(s, t, terms, nation, &mut r)?,
        _ => {
            let kind = find(s, terms, nation, &word, at)?;
            r.kind = Some(kind);
            r.title = kind.title.clone();
            match &kind.battery {
                Some(_) => list_battery(s, t, terms, kind, &mut r)?,
                None => list_unit(s, t, terms, kind, &mut r)?,
            }
        }
    }
    detachments(s, t, codes, &mut r);
    equal(s, t, &r);
    tenth(terms, &mut r);
    command_points(terms, &mut r);
    Some(r)
}

/// The kind of that word in the list of the nation and the year (6.1, AI.8).
fn find(s: &mut Sheet, terms: &Terms, nation: Nation, word: &str, at: Range<usize>) -> Option<&'static Kind> {
    let mut same = list::kinds().iter().filter(|k| k.nation == nation && k.id == word).peekable();
    if same.peek().is_none() {
        let known = list::of(nation, terms.year).map(|k| k.id.as_str());
        let near = muster::nearest(word, known).unwrap_or("custom");
        let wrong = say!("no-such-kind", kind = muster::short(word), nation = crate::words::nation(nation));
        s.push(Mistake::new(at, wrong).right(say!("right-kind-near", near)).by(clause!("6.1")));
        return None;
    }
    let found = same.clone().find(|k| k.in_year(terms.year));
    if found.is_none() {
        let periods: Vec<String> = same.map(|k| format!("{}-{}", k.years[0], k.years[1])).collect();
        let year = i32::from(terms.year);
        let wrong = say!("kind-of-other-years", kind = word, year, years = periods.join(", "));
        // The Austrian infantry of the list is that after 1805.
        let old = nation == Nation::Austria && year < 1805;
        let foot = list::kinds().iter().any(|k| k.nation == nation && k.id == word && k.arm().infantry());
        let by = if old && foot { clause!("AI.AU.1") } else { clause!("AI.8") };
        s.push(Mistake::new(at, wrong).right(say!("right-kind-year")).by(by));
    }
    found
}

/// What a file says of class, training and weapon: read once for a unit, whatever sub-units it has.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    class: Option<Class>,
    training: Option<Class>,
    weapon: Option<Option<Weapon>>,
}

impl Said {
    /// Another class or training than the list suggests (AI.7, glossary.class), and another weapon: rifled muskets in the Crimea (A4.1, A4.2).
    fn read(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, regular: bool) -> Said {
        let class = s.word_of(t, "class", &Class::ALL);
        let training = s.word_of(t, "training", &Class::ALL);
        for (_, at) in [&class, &training].into_iter().flatten().filter(|(c, _)| *c == Class::E && regular) {
            let wrong = Mistake::new(at.clone(), say!("regulars-of-class-e"));
            s.push(wrong.right(say!("right-class")).by(clause!("T1.A")));
        }
        let weapon = s.word(t, "weapon", &WEAPONS);
        let early = |w: &Option<Weapon>| *w == Some(Weapon::RifledMusket) && !terms.options.crimea;
        if let Some((_, at)) = weapon.as_ref().filter(|(w, _)| early(w)) {
            let wrong = Mistake::new(at.clone(), say!("rifled-muskets-too-early"));
            s.push(wrong.right(say!("right-option", option = "crimea")).by(clause!("A4.1")));
        }
        Said {
            class: class.map(|(c, _)| c),
            training: training.map(|(c, _)| c),
            weapon: weapon.map(|(w, _)| w).filter(|w| !early(w)),
        }
    }

    /// It says another class or training.
    fn grades(&self) -> bool {
        self.class.is_some() || self.training.is_some()
    }

    /// The same troops of the class and training that it says.
    fn graded(&self, troop: Troop) -> Troop {
        let class = self.class.unwrap_or(troop.class);
        let usual = if class == troop.class { troop.training } else { class };
        Troop { class, training: self.training.unwrap_or(usual), ..troop }
    }

    /// The same troops with the weapon that it says.
    fn armed(&self, troop: Troop) -> Troop {
        Troop { weapon: self.weapon.unwrap_or(troop.weapon), ..troop }
    }
}

/// The price of a figure of a list's sub-unit: the list's, changed with the class, the weapon and the nation.
fn priced(terms: &Terms, part: &PartKind, troop: &Troop, by: Clause) -> (i32, Clause) {
    let (mut each, mut by) = (part.price, by);
    each += by_table(terms, part, troop);
    let of = |t: &Troop| price::figure(t).map_or(0, |all| all.iter().map(|s| s.points).sum::<i32>());
    // What its class and training differ by, with the weapon of the list; then what its weapon does.
    let same_arms = Troop { arm: part.troop.arm, weapon: part.troop.weapon, ..*troop };
    if troop.class == part.troop.class && troop.training == Class::D && by.id() == "AI.PR.1.b" {
        // The reserve pays for lower training as for the lower class.
        each += of(&Troop { class: troop.training, ..same_arms }) - of(&part.troop);
    } else {
        each += of(&same_arms) - of(&part.troop);
        by = match () {
            () if troop.class != part.troop.class => clause!("AI.7"),
            () if of(&same_arms) != of(&part.troop) => clause!("T1.B"),
            () => by,
        };
    }
    if troop.weapon != part.troop.weapon {
        each += of(&Troop { weapon: troop.weapon, ..same_arms }) - of(&same_arms);
        by = if troop.weapon == Some(Weapon::RifledMusket) { clause!("A4.2") } else { clause!("T1.B") };
    }
    if let Some(step) = price::national(&terms.options, troop, terms.year) {
        each += step.points;
        by = step.by;
    }
    (each, by)
}

/// What the price of table 1 differs from that of the list, where a reading prefers the table.
fn by_table(terms: &Terms, part: &PartKind, troop: &Troop) -> i32 {
    let w = &numbers().points.weapons;
    let r = &terms.readings;
    if troop.weapon == Some(Weapon::DoubleBarrelled) && r.is(reading!("sharpshooter-price", "table")) {
        return w.rifle;
    }
    if troop.irregular() && troop.lance && r.is(reading!("cossack-lance", "table")) {
        return w.lance;
    }
    let grenadiers =
        troop.british() && troop.arm == Arm::LineInfantry && part.troop.class == Class::A && part.price == 12;
    if grenadiers && r.is(reading!("british-grenadiers", "table")) {
        return numbers().points.figure(Price::LineInfantry, Class::A).unwrap_or(part.price) - part.price;
    }
    0
}

/// How many of the first sort of sub-units there are.
fn companies(s: &mut Sheet, t: &Tab<'_>, part: &PartKind, by: Clause) -> u8 {
    let [least, most] = part.count;
    let Some((n, at)) = s.whole(t, "companies", [1, MOST_COMPANIES]) else { return most };
    let n = n as u8;
    // A fixed number may be fielded weaker (6.1); a span of the list is kept.
    let least = if least == most { 1 } else { least };
    if n < least || n > most {
        let wrong = say!("so-many-subunits", given = n, name = part.name.as_str());
        s.push(Mistake::new(at, wrong).right(say!("from-to", least, most)).by(by));
        return most;
    }
    n
}

/// The strengths of sub-units: one number for all, or one for each.
fn strengths(s: &mut Sheet, t: &Tab<'_>, usual: &[u8]) -> Vec<u8> {
    let Some(v) = t.get("figures") else { return usual.to_vec() };
    if v.get_ref().as_array().is_none() {
        let n = s.whole(t, "figures", [1, MOST_FIGURES]);
        return usual.iter().map(|u| n.as_ref().map_or(*u, |(n, _)| *n as u8)).collect();
    }
    let list = s.list(t, "figures").unwrap_or_default();
    let strength =
        |text: &str| text.parse::<u8>().ok().filter(|n| (1..=MOST_FIGURES).contains(&i64::from(*n)));
    let mut numbers: Vec<u8> = Vec::new();
    for (n, x) in list.iter().enumerate() {
        match x.get_ref().as_integer().and_then(|i| strength(i.as_str())) {
            Some(figures) => numbers.push(figures),
            None => {
                let wrong = Mistake::new(x.span(), say!("no-strength", number = n + 1));
                s.push(wrong.right(say!("from-to", least = LEAST, most = MOST_FIGURES)).by(clause!("AI.4")));
                return usual.to_vec();
            }
        }
    }
    if list.len() != usual.len() {
        let wrong = Mistake::new(v.span(), say!("figures-of-each", given = list.len()));
        s.push(wrong.right(say!("right-figures-of-each", count = usual.len())));
        return usual.to_vec();
    }
    numbers
}

fn list_unit(
    s: &mut Sheet,
    t: &Tab<'_>,
    terms: &Terms,
    kind: &'static Kind,
    r: &mut Raised<'_>,
) -> Option<()> {
    let by = law(kind);
    let wrong = |at| Mistake::new(at, say!("names-of-subunits")).right(say!("right-names-of-subunits"));
    let without = s.texts(t, "without", wrong).unwrap_or_default();
    let attach = s.texts(t, "attach", wrong).unwrap_or_default();
    for (name, at) in without.iter().chain(&attach) {
        if !kind.parts.iter().any(|p| p.name == *name) {
            let known: Vec<&str> = kind.parts.iter().map(|p| p.name.as_str()).collect();
            let wrong = say!("no-such-subunit", name = muster::short(name), kind = kind.title.as_str());
            s.push(Mistake::new(at.clone(), wrong).right(say!("one-of", all = known.join(", "))).by(by));
        }
    }
    r.without = without.into_iter().map(|(n, _)| n).collect();
    let attach: Vec<String> = attach.into_iter().map(|(n, _)| n).collect();
    let mut parts: Vec<&PartKind> = Vec::new();
    for (i, p) in kind.parts.iter().enumerate() {
        let here = !r.without.contains(&p.name) && (!p.extra || attach.contains(&p.name));
        if !here {
            continue;
        }
        let n = if i == 0 { companies(s, t, p, by) } else { p.count[1] };
        parts.extend((0..n).map(|_| p));
    }
    let light = s.flag(t, "light");
    let may_be_light = matches!(kind.id.as_str(), "reserve-battalion" | "landwehr-battalion");
    if light && !(may_be_light && kind.nation == Nation::Prussia) {
        let wrong = Mistake::new(t.at_key("light"), say!("not-of-this-kind", key = "light"));
        s.push(wrong.right(say!("leave-it-out")).by(by));
    }
    // The reserve is organised as the line, whose light battalion alone may be split (AI.PR.1.b, AI.PR.1).
    let reserve_fusiliers = light && kind.id == "reserve-battalion";
    let said = Said::read(s, t, terms, !kind.band());
    if terms.options.figures == Figures::Six {
        let part = &kind.parts[0];
        let troop = said.armed(said.graded(part.troop));
        let (each, _) = priced(terms, part, &troop, by);
        return bases(s, t, troop, each, r);
    }
    not_bases(s, t);
    let usual: Vec<u8> = parts.iter().map(|p| terms.most(p.figures)).collect();
    let mut figures = strengths(s, t, &usual);
    // An elite company is one of the companies of the last squadron (AI.FR.2).
    if let Some(elite) = parts.iter().position(|p| p.name == ELITE) {
        let of = figures[elite];
        if let Some(last) = parts.iter().rposition(|p| p.name != ELITE) {
            figures[last] = figures[last].saturating_sub(of).max(1);
        }
    }
    for (part, n) in parts.iter().zip(&figures) {
        // The classes of elite companies stay above those of their unit.
        let elite = said.grades() && !std::ptr::eq(*part, &kind.parts[0]);
        let mut troop = said.armed(if elite { part.troop } else { said.graded(part.troop) });
        let (mut each, _) = priced(terms, part, &troop, by);
        if light && may_be_light {
            each += 2;
            (troop.arm, troop.skirmishes) = (Arm::LightInfantry, true);
        }
        r.companies.push(Company {
            name: part.name.as_str().into(),
            troop,
            start: *n,
            figures: *n,
            price: each,
            detachable: kind.split == Split::All
                || (kind.split == Split::Some && part.detachable)
                || reserve_fusiliers,
        });
    }
    r.troop = most_of(&r.companies)?;
    strength(s, t, terms, kind, &parts, r);
    lines(terms, &parts, by, r);
    if kind.nation == Nation::Britain && kind.id == "line-battalion" && terms.year > 0 {
        let elite = r.companies.iter().any(|c| &*c.name == "grenadier company");
        if elite {
            // The list prints 12 where table 1A has 10 (AI.GB.1).
            r.notes.push(RosterNote { says: say!("note-british-grenadiers"), clause: clause!("AI.GB.1") });
        }
    }
    Some(())
}

/// What most figures of a unit are.
fn most_of(companies: &[Company]) -> Option<Troop> {
    let figures =
        |t: &Troop| -> u32 { companies.iter().filter(|c| c.troop == *t).map(|c| u32::from(c.figures)).sum() };
    let mut best = companies.first()?.troop;
    for c in companies {
        if figures(&c.troop) > figures(&best) {
            best = c.troop;
        }
    }
    Some(best)
}

/// What is left of the squadron whose other company is the elite company.
fn elite_rest(r: &Raised<'_>, c: &Company) -> bool {
    let n = r.companies.len();
    n >= 2 && &*r.companies[n - 1].name == ELITE && std::ptr::eq(c, &r.companies[n - 2])
}

/// No more figures than the list has, at least two to a sub-unit, and sub-units as equal as can be (AI.4, AI.5).
fn strength(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, kind: &Kind, parts: &[&PartKind], r: &mut Raised<'_>) {
    let at = t.at_key("figures");
    let bashkirs = kind.band() && kind.parts[0].count == [1, 1];
    let least = if bashkirs { 3 } else { LEAST };
    for (c, part) in r.companies.iter().zip(parts) {
        let most = terms.most(part.figures);
        if c.figures > most || (c.figures < least && !elite_rest(r, c)) {
            let wrong = say!("figures-of-subunit", given = c.figures, name = part.name.as_str());
            let by = if bashkirs { clause!("AI.RU.2.b") } else { clause!("AI.4") };
            s.push(Mistake::new(at, wrong).right(say!("from-to", least, most)).by(by));
            return;
        }
    }
    let elite = r.companies.iter().any(|c| &*c.name == ELITE);
    let whole = r.companies.len() - if elite { 2 } else { 0 };
    for p in &kind.parts {
        let of = || r.companies[..whole].iter().filter(|c| *c.name == *p.name).map(|c| c.figures);
        if let Some(few) = of().min() {
            if few * 2 < terms.most(p.figures) && !bashkirs {
                let says = say!("note-below-half", name = p.name.as_str(), figures = few);
                r.notes.push(RosterNote { says, clause: clause!("AI.4") });
            }
        }
    }
}

/// Sub-units that stay with their unit are as nearly equal as can be, whatever they are called, where the list has as many figures for them
/// (AI.5).
fn equal(s: &mut Sheet, t: &Tab<'_>, r: &Raised<'_>) {
    if r.battery.is_some() || r.troop.irregular() {
        return;
    }
    let elite = r.companies.iter().any(|c| &*c.name == ELITE);
    let whole = r.companies.len() - if elite { 2 } else { 0 };
    let listed = |c: &Company| {
        let part = r.kind.and_then(|k| k.parts.iter().find(|p| *p.name == *c.name));
        part.map_or(0, |p| p.figures)
    };
    let stays = |i: &usize| !r.detachments.iter().any(|d| d.of.contains(&(*i as u8)));
    let all: Vec<&Company> = (0..whole).filter(stays).map(|i| &r.companies[i]).collect();
    for c in &all {
        let same = || all.iter().filter(|x| listed(x) == listed(c)).map(|x| x.figures);
        if let (Some(few), Some(many)) = (same().min(), same().max())
            && many - few > 1
        {
            let wrong = say!("subunits-unequal", name = &*c.name, few, many);
            let wrong = Mistake::new(t.at_key("figures"), wrong).right(say!("right-subunits-equal"));
            s.push(wrong.by(clause!("AI.5")));
            return;
        }
    }
}

/// The lines of its figures, sub-units of one name and price together.
fn lines(terms: &Terms, parts: &[&PartKind], by: Clause, r: &mut Raised<'_>) {
    let mut done: Vec<(&str, i32)> = Vec::new();
    for (c, part) in r.companies.iter().zip(parts) {
        if done.contains(&(&*c.name, c.price)) {
            continue;
        }
        done.push((&*c.name, c.price));
        let same = r.companies.iter().filter(|x| x.name == c.name && x.price == c.price);
        let count = same.map(|x| u32::from(x.figures)).sum();
        let (_, by) = priced(terms, part, &c.troop, by);
        let what = say!("roster-figures", name = &*c.name, class = c.troop.class.letter());
        r.lines.push(RosterLine { what, count, each: c.price.into(), clause: by });
    }
}

/// With 5 or 6 mm figures: bases of two or three companies, each at the price of one figure (A6.2 to A6.4).
fn bases(s: &mut Sheet, t: &Tab<'_>, troop: Troop, each: i32, r: &mut Raised<'_>) -> Option<()> {
    for key in ["figures", "companies"] {
        if t.get(key).is_some() {
            let wrong = Mistake::new(t.at_key(key), say!("counted-in-bases", key));
            s.push(wrong.right(say!("right-bases")).by(clause!("A6.3")));
        }
    }
    let (least, usual, most) = if troop.arm.cavalry() { (2, 3, 4) } else { (1, 4, 4) };
    let said = s.under(|| clause!("A6.3"), |s| s.whole(t, "bases", [least, most]));
    let n = said.map_or(usual, |(n, _)| n) as u32;
    for i in 0..n {
        let name = say!("roster-base", number = i + 1).to_string();
        r.companies.push(Company {
            name: name.into(),
            troop,
            start: BASE_OF_TEN,
            figures: BASE_OF_TEN,
            price: each,
            detachable: false,
        });
    }
    r.troop = troop;
    let what = say!("roster-bases", class = troop.class.letter());
    r.lines.push(RosterLine { what, count: n, each: each.into(), clause: clause!("A6.4") });
    Some(())
}

/// Bases are counted with figures of 5 or 6 mm alone (A6.1).
fn not_bases(s: &mut Sheet, t: &Tab<'_>) {
    if t.get("bases").is_some() {
        let wrong = Mistake::new(t.at_key("bases"), say!("bases-of-small-figures"));
        s.push(wrong.right(say!("right-not-bases")).by(clause!("A6.3")));
    }
}

/// Gun models of so many real pieces at this ratio (3.c, AI.FR.4).
pub(super) fn models(pieces: u8, ratio: u8) -> u8 {
    pieces.div_ceil(if ratio == 40 { 4 } else { 2 })
}

/// The models of a battery of a list at full strength, and the gunners of each (3.c, AI.6, AI.FR.4).
fn full_battery(b: &list::BatteryKind, ratio: u8) -> (Vec<Piece>, Vec<u8>) {
    if ratio == 40 {
        // One model for three or four pieces, howitzers among the guns; a gunner for each piece (AI.FR.4).
        let real: u8 = b.guns.iter().map(|(n, _)| *n).sum::<u8>() + b.howitzers;
        let piece = b.guns.first().map_or(Piece::Howitzer, |(_, p)| *p);
        let n = models(real, ratio);
        let crews = (0..n).map(|i| real / n + u8::from(i < real % n)).collect();
        return (vec![piece; usize::from(n)], crews);
    }
    let mut pieces = Vec::new();
    for (n, piece) in &b.guns {
        pieces.extend((0..models(*n, ratio)).map(|_| *piece));
    }
    pieces.extend((0..models(b.howitzers, ratio)).map(|_| Piece::Howitzer));
    let crews = vec![CREW; pieces.len()];
    (pieces, crews)
}

/// What the guns, crews and teams of a battery of a list cost at full strength, one figure for 20 men.
pub(super) fn battery_points(b: &list::BatteryKind) -> i64 {
    let (pieces, crews) = full_battery(b, Options::default().ratio());
    let lines = price::battery(&b.troop, &manned(&pieces, &crews, Some(b.horses)), false);
    lines.into_iter().flatten().map(|l| l.points()).sum()
}

/// Models with their crews, and teams of so many horses where they have any.
fn manned(pieces: &[Piece], crews: &[u8], horses: Option<u8>) -> SmallVec<[Gun; 4]> {
    let team =
        |horses: u8| Team { horses, alive: horses, drivers: horses.div_ceil(2), uncut: 0, destroyed: false };
    let gun = |(piece, crew): (&Piece, &u8)| Gun {
        piece: *piece,
        crew: *crew,
        team: horses.map(team),
        spiked: false,
        destroyed: false,
        taken: None,
    };
    pieces.iter().zip(crews).map(gun).collect()
}

fn list_battery(
    s: &mut Sheet,
    t: &Tab<'_>,
    terms: &Terms,
    kind: &'static Kind,
    r: &mut Raised<'_>,
) -> Option<()> {
    let b = kind.battery.as_ref()?;
    let ratio = terms.options.ratio();
    let real: u8 = b.guns.iter().map(|(n, _)| *n).sum::<u8>() + b.howitzers;
    let (mut pieces, mut crews) = full_battery(b, ratio);
    without_howitzers(s, t, terms, &mut pieces, r);
    crews.truncate(pieces.len());
    let full = pieces.len() as i64;
    if let Some((n, _)) = s.under(|| clause!("AI.FR.4"), |s| s.whole(t, "models", [1, full])) {
        if terms.options.figures == Figures::Six && n < full {
            let wrong = Mistake::new(t.at_key("models"), say!("only-whole-batteries"));
            s.push(wrong.right(say!("leave-it-out")).by(clause!("A6.4")));
        }
        // A weaker battery keeps its howitzer, if it has one.
        let howitzers = pieces.iter().filter(|p| p.howitzer()).count().min(1);
        let howitzer = pieces.iter().position(|p| p.howitzer()).filter(|_| n > 1 && howitzers > 0);
        let guns: Vec<Piece> = pieces.iter().copied().filter(|p| !p.howitzer()).collect();
        let keep = n as usize - usize::from(howitzer.is_some() && !guns.is_empty());
        let mut kept: Vec<Piece> =
            guns.into_iter().chain(pieces.iter().copied().filter(|p| p.howitzer())).collect();
        if howitzer.is_some() {
            kept.truncate(keep);
            kept.push(Piece::Howitzer);
        }
        kept.truncate(n as usize);
        pieces = kept;
        crews.truncate(n as usize);
    }
    let troop = Said::read(s, t, terms, b.troop.regular()).graded(b.troop);
    // So many models for so many real pieces.
    let clause = if ratio == 40 { clause!("AI.FR.4") } else { clause!("3.c") };
    let what = say!("roster-models", models = pieces.len(), pieces = real);
    r.lines.push(RosterLine { what, count: 1, each: 0, clause });
    let models = Models { troop, pieces: &pieces, crews: &crews, horses: b.horses, by: law(kind) };
    guns(s, t, terms, &models, r)
}

/// The howitzers of a mixed battery are left out, to be combined with those of others (6.5.b).
fn without_howitzers(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, pieces: &mut Vec<Piece>, r: &mut Raised<'_>) {
    let wrong = |at| Mistake::new(at, say!("names-of-subunits")).right(say!("right-names-of-subunits"));
    let mixed = pieces.iter().any(|p| p.howitzer()) && pieces.iter().any(|p| p.gun());
    for (name, at) in s.texts(t, "without", wrong).unwrap_or_default() {
        if name == HOWITZER && mixed && terms.options.ratio() == 20 {
            pieces.retain(|p| !p.howitzer());
            r.without.push(name);
        } else {
            let wrong = say!("no-such-subunit", name = muster::short(&name), kind = r.title.as_str());
            s.push(Mistake::new(at, wrong).right(say!("leave-it-out")).by(clause!("6.5.b")));
        }
    }
}

/// The howitzers of two or three mixed batteries as one unit (6.5.b).
fn combined_howitzers(
    s: &mut Sheet,
    t: &Tab<'_>,
    terms: &Terms,
    kind: &Kind,
    (from, part, n): (String, String, u8),
    at: Range<usize>,
    r: &mut Raised<'_>,
) -> Option<()> {
    let b = kind.battery.as_ref()?;
    if part != HOWITZER || b.howitzers == 0 || b.guns.is_empty() || terms.options.ratio() != 20 {
        let wrong = say!("no-such-subunit", name = muster::short(&part), kind = kind.title.as_str());
        s.push(Mistake::new(at, wrong).right(say!("right-combined")).by(clause!("6.5.b")));
        return None;
    }
    let pieces = vec![Piece::Howitzer; usize::from(n)];
    let crews = vec![CREW; pieces.len()];
    r.title = say!("roster-combined", part = part.as_str()).to_string();
    r.combined = Some((from, part, n));
    let models =
        Models { troop: b.troop, pieces: &pieces, crews: &crews, horses: b.horses, by: clause!("6.5.b") };
    guns(s, t, terms, &models, r)
}

/// The models of a battery: who serves them, each piece with its crew, the horses of a team, and the clause that allows it.
struct Models<'a> {
    troop: Troop,
    pieces: &'a [Piece],
    crews: &'a [u8],
    horses: u8,
    by: Clause,
}

/// The models of a battery with their crews and teams, and what they cost.
fn guns(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, models: &Models<'_>, r: &mut Raised<'_>) -> Option<()> {
    let Models { troop, pieces, crews, horses, by } = *models;
    let troop = &troop;
    if let Some((crew, at)) = s.whole(t, "crew", [1, 10]) {
        if crew != i64::from(CREW) && terms.options.ratio() == 20 {
            s.push(Mistake::new(at, say!("crew-of", crew)).right(say!("right-crew")).by(clause!("AI.6")));
        }
    }
    let fortification = s.flag(t, "fortification");
    let with_teams = s.truth(t, "teams").unwrap_or(!fortification);
    if !with_teams && !fortification {
        let wrong = Mistake::new(t.at_key("teams"), say!("teams-must-be-paid"));
        s.push(wrong.right(say!("right-teams")).by(clause!("5.4")));
    }
    let guns = manned(pieces, crews, (!fortification).then_some(horses));
    let Some(lines) = price::battery(troop, &guns, fortification) else {
        let wrong = Mistake::new(t.at(), say!("crew-not-priced", class = troop.class.letter(), horses));
        s.push(wrong.right(say!("right-crew-class")).by(clause!("T1.C")));
        return None;
    };
    r.lines.push(RosterLine {
        what: say!("roster-battery", class = troop.class.letter(), models = guns.len()),
        count: 1,
        each: 0,
        clause: by,
    });
    r.lines.extend(lines);
    // The crews are what is counted of a battery.
    for (i, g) in guns.iter().enumerate() {
        r.companies.push(Company {
            name: say!("roster-section", number = i + 1).to_string().into(),
            troop: *troop,
            start: g.crew,
            figures: g.crew,
            price: price::gunner(troop).map_or(0, |s| s.points),
            detachable: true,
        });
    }
    r.troop = *troop;
    r.battery = Some(Battery { guns, ..Battery::default() });
    Some(())
}

/// Sub-units of several units as one (AI.3).
fn combined(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, nation: Nation, r: &mut Raised<'_>) -> Option<()> {
    for key in ["from", "part", "companies"] {
        s.under(|| clause!("AI.3"), |s| s.need(t, key, || say!("right-combined")));
    }
    if terms.options.figures == Figures::Six {
        let wrong = Mistake::new(t.at_key("kind"), say!("no-single-companies"));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("A6.3")));
        return None;
    }
    not_bases(s, t);
    let (from, at) = s.text(t, "from")?;
    let (part, part_at) = s.text(t, "part")?;
    let (n, _) = s.under(|| clause!("AI.3"), |s| s.whole(t, "companies", [2, MOST_COMPANIES]))?;
    let kind = find(s, terms, nation, &from, at.clone())?;
    if kind.battery.is_some() {
        return combined_howitzers(s, t, terms, kind, (from, part, n as u8), part_at, r);
    }
    let Some(p) = kind.parts.iter().find(|p| p.name == part) else {
        let wrong = say!("no-such-subunit", name = muster::short(&part), kind = kind.title.as_str());
        s.push(Mistake::new(part_at, wrong).right(say!("right-combined")).by(clause!("AI.3")));
        return None;
    };
    if kind.nation == Nation::Prussia && p.troop.weapon == Some(Weapon::Rifle) {
        let by = if kind.id == "volunteer-rifles" { clause!("AI.PR.1.e") } else { clause!("AI.PR.1.d") };
        s.push(Mistake::new(at, say!("half-battalions-stay")).right(say!("leave-it-out")).by(by));
        return None;
    }
    let by = if kind.nation == Nation::France { clause!("AI.FR.1.c") } else { clause!("AI.3") };
    let parts = vec![p; n as usize];
    let usual = vec![terms.most(p.figures); n as usize];
    let figures = strengths(s, t, &usual);
    let said = Said::read(s, t, terms, p.troop.regular());
    for n in figures {
        let troop = said.armed(said.graded(p.troop));
        let (each, _) = priced(terms, p, &troop, by);
        let name = p.name.as_str().into();
        r.companies.push(Company {
            name,
            troop,
            start: n,
            figures: n,
            price: each,
            detachable: p.detachable,
        });
    }
    r.title = say!("roster-combined", part = part.as_str()).to_string();
    r.troop = most_of(&r.companies)?;
    strength(s, t, terms, kind, &parts, r);
    lines(terms, &parts, by, r);
    r.combined = Some((from, part, n as u8));
    Some(())
}

/// A unit of a state without a list, organised in the same spirit (AI.1).
fn custom(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, nation: Nation, r: &mut Raised<'_>) -> Option<()> {
    if list::of(nation, terms.year).next().is_some() {
        let wrong = say!("nation-has-a-list", nation = crate::words::nation(nation));
        let wrong = Mistake::new(t.at_key("kind"), wrong).right(say!("right-kind"));
        s.push(wrong.by(clause!("6.1")));
        return None;
    }
    s.under(|| clause!("AI.1"), |s| s.need(t, "arm", || say!("right-arm")));
    let (arm, _) = s.word_of(t, "arm", &Arm::ALL)?;
    let mut troop = Troop::of(arm).nation(nation);
    let footings = [Footing::Regular, Footing::Irregular, Footing::Native];
    troop.footing = s.word_of(t, "footing", &footings).map_or(Footing::Regular, |(f, _)| f);
    let said = Said::read(s, t, terms, troop.regular());
    troop = said.armed(said.graded(troop));
    troop.lance = s.flag(t, "lance");
    troop.armour = s.flag(t, "armour");
    troop.mameluke = s.flag(t, "mameluke");
    troop.melee_weapon = s.truth(t, "melee_weapon").unwrap_or(true);
    let light_horse = arm == Arm::LightCavalry && (troop.weapon.is_some() || troop.lance);
    let usual = arm == Arm::LightInfantry || light_horse || troop.irregular();
    troop.skirmishes = s.truth(t, "skirmishes").unwrap_or(usual);
    custom_rules(s, t, terms, &mut troop);
    if arm.battery() {
        let wrong = |at| Mistake::new(at, say!("pieces-of-battery")).right(say!("right-pieces"));
        let all = s.texts(t, "pieces", wrong).unwrap_or_default();
        let words: Vec<(String, Piece)> = Piece::ALL.iter().map(|p| (muster::name_of(p), *p)).collect();
        let words: Vec<(&str, Piece)> = words.iter().map(|(w, p)| (w.as_str(), *p)).collect();
        let mut pieces = Vec::new();
        for (given, at) in all {
            let Some((word, n)) = s.counted(&given, at.clone(), MOST_MODELS as usize, "6-pounder*2") else {
                continue;
            };
            if let Some(p) = s.one_of(|| say!("a-piece"), word, at, &words) {
                pieces.extend((0..n).map(|_| p));
            }
        }
        if pieces.is_empty() {
            s.under(|| clause!("T1.C"), |s| s.need(t, "pieces", || say!("right-pieces")));
            return None;
        }
        pieces_of_arm(s, t, &troop, &pieces);
        mixed(s, t, terms, &pieces);
        let horses = s.whole(t, "horses", [2, 8]).map_or(6, |(n, _)| n as u8);
        let crews = vec![CREW; pieces.len()];
        let models = Models { troop, pieces: &pieces, crews: &crews, horses, by: clause!("AI.1") };
        return guns(s, t, terms, &models, r);
    }
    let Some(steps) = price::figure(&troop) else {
        // Of regulars of class E it is said already.
        if !(troop.regular() && troop.class == Class::E) {
            let wrong =
                Mistake::new(t.at_key("class"), say!("class-not-priced", class = troop.class.letter()));
            s.push(wrong.right(say!("right-class")).by(clause!("T1.A")));
        }
        return None;
    };
    let mut steps = steps;
    steps.extend(price::national(&terms.options, &troop, terms.year));
    let each: i32 = steps.iter().map(|s| s.points).sum();
    r.title = crate::words::arm(arm).to_string();
    // Elephants stand singly, and their crews are counted.
    if terms.options.figures == Figures::Six && troop.on_bases_of_ten() {
        return bases(s, t, troop, each, r);
    }
    not_bases(s, t);
    let n =
        s.under(|| clause!("AI.1"), |s| s.whole(t, "companies", [1, MOST_COMPANIES])).map_or(1, |(n, _)| n);
    s.need(t, "figures", || say!("right-figures"));
    let usual = vec![4; n as usize];
    let figures = strengths(s, t, &usual);
    let name = if arm.cavalry() { say!("roster-squadron") } else { say!("roster-company") }.to_string();
    for n in &figures {
        if *n < LEAST {
            let wrong = say!("figures-of-subunit", given = *n, name = name.as_str());
            let right = say!("from-to", least = LEAST, most = MOST_FIGURES);
            s.push(Mistake::new(t.at_key("figures"), wrong).right(right).by(clause!("AI.4")));
        }
        let detachable = s.flag(t, "splits");
        let name = name.as_str().into();
        r.companies.push(Company { name, troop, start: *n, figures: *n, price: each, detachable });
    }
    let all: u32 = figures.iter().map(|n| u32::from(*n)).sum();
    if arm == Arm::Elephants && (all > u32::from(MOST_ELEPHANTS * CREW) || all % u32::from(CREW) != 0) {
        let wrong = Mistake::new(t.at_key("figures"), say!("elephants-of", figures = all));
        s.push(wrong.right(say!("right-elephants", most = MOST_ELEPHANTS)).by(clause!("A5.3")));
    }
    for (i, step) in steps.iter().enumerate() {
        let what = match i {
            0 => say!("roster-figures", name = name.as_str(), class = troop.class.letter()),
            _ => say!("roster-more"),
        };
        r.lines.push(RosterLine { what, count: all, each: step.points.into(), clause: step.by });
    }
    r.troop = troop;
    Some(())
}

/// Launchers are those of rocket batteries, which Britain and Austria alone have, siege pieces those of siege artillery, and all others have
/// neither (16.1.b, T1.C, T1.D).
fn pieces_of_arm(s: &mut Sheet, t: &Tab<'_>, troop: &Troop, pieces: &[Piece]) {
    let rockets = troop.arm.rockets();
    if rockets && !matches!(troop.nation, Nation::Britain | Nation::Austria) {
        let wrong = Mistake::new(t.at_key("arm"), say!("no-rockets-of-others"));
        s.push(wrong.right(say!("right-rockets")).by(clause!("16.1.b")));
        return;
    }
    let fits = |p: &&Piece| match troop.arm {
        _ if rockets => **p == Piece::Launcher,
        Arm::SiegeArtillery => p.siege(),
        _ => **p != Piece::Launcher && !p.siege(),
    };
    if let Some(p) = pieces.iter().find(|p| !fits(p)) {
        let wrong =
            say!("piece-of-another-arm", arm = crate::words::arm(troop.arm), piece = crate::words::piece(*p));
        let by = if rockets || *p == Piece::Launcher { clause!("T1.D") } else { clause!("T1.C") };
        s.push(Mistake::new(t.at_key("pieces"), wrong).right(say!("right-pieces-of-arm")).by(by));
    }
}

/// Mixed batteries are of two or three guns and a howitzer, and only where a model stands for two pieces (6.5.b).
fn mixed(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, pieces: &[Piece]) {
    let howitzers = pieces.iter().filter(|p| p.howitzer()).count();
    let guns = pieces.iter().filter(|p| p.gun()).count();
    let lawful = terms.options.ratio() == 20 && (2..=3).contains(&guns) && howitzers == 1;
    if guns > 0 && howitzers > 0 && !lawful {
        let wrong = Mistake::new(t.at_key("pieces"), say!("no-such-mixed-battery"));
        s.push(wrong.right(say!("right-mixed-battery")).by(clause!("6.5.b")));
    }
}

/// What a troop of its own may be: lancers are light, dragoons heavy, camels and elephants native (T1.n, A5).
fn custom_rules(s: &mut Sheet, t: &Tab<'_>, terms: &Terms, troop: &mut Troop) {
    let mut wrong = |key: &str, says: Message, right: Message, by: Clause| {
        s.push(Mistake::new(t.at_key(key), says).right(right).by(by));
    };
    if troop.lance && troop.arm == Arm::HeavyCavalry {
        wrong(
            "lance",
            say!("lancers-are-light"),
            say!("right-word", word = "light-cavalry"),
            clause!("T1.n.d"),
        );
    }
    if troop.arm == Arm::LightCavalry && troop.weapon == Some(Weapon::DragoonMusket) {
        wrong(
            "weapon",
            say!("dragoons-are-heavy"),
            say!("right-word", word = "heavy-cavalry"),
            clause!("T1.n.e"),
        );
    }
    // Light companies of the line are light infantry, and so are dragoons without horses.
    if troop.arm == Arm::LineInfantry && troop.regular() && troop.skirmishes {
        let by =
            if troop.weapon == Some(Weapon::DragoonMusket) { clause!("T1.n.b") } else { clause!("T1.n.c") };
        wrong("arm", say!("skirmishers-are-light"), say!("right-word", word = "light-infantry"), by);
    }
    if matches!(troop.arm, Arm::Camels | Arm::Elephants) {
        if !terms.options.beasts {
            wrong("arm", say!("no-beasts-here"), say!("right-option", option = "beasts"), clause!("A5.1"));
        }
        troop.footing = Footing::Native;
    }
    if troop.mameluke && troop.nation == Nation::France {
        wrong("mameluke", say!("french-mamelukes"), say!("leave-it-out"), clause!("A3.9"));
        troop.mameluke = false;
    }
}

/// Parts that act by themselves: only as the list allows (6.3).
fn detachments<'a>(s: &mut Sheet, t: &Tab<'a>, codes: &mut Codes, r: &mut Raised<'a>) {
    let mut taken = vec![false; r.companies.len()];
    for d in s.tables(t, "detachment", MOST_COMPANIES as usize) {
        let code = codes.read(s, &d, || Message::verbatim("code = \"1/57v\""));
        let name = s.text(&d, "name").map_or_else(|| code.clone(), |(n, _)| n);
        s.need(&d, "of", || say!("right-detachment"));
        let wrong = |at| Mistake::new(at, say!("names-of-subunits")).right(say!("right-detachment"));
        let mut of = Vec::new();
        for (given, at) in s.texts(&d, "of", wrong).unwrap_or_default() {
            let Some((word, n)) = s.counted(&given, at.clone(), MOST_COMPANIES as usize, "squadron*2") else {
                continue;
            };
            let free: Vec<usize> = match (&r.battery, word) {
                (Some(b), "howitzer") => {
                    (0..b.guns.len()).filter(|i| b.guns[*i].piece.howitzer() && !taken[*i]).collect()
                }
                (Some(b), "half-battery") => {
                    (b.guns.len().div_ceil(2)..b.guns.len()).filter(|i| !taken[*i]).collect()
                }
                (Some(_), _) => Vec::new(),
                (None, w) => {
                    let is = |i: &usize| *r.companies[*i].name == *w && !taken[*i];
                    // From the left, so that the colours stay with the rest.
                    (0..r.companies.len()).rev().filter(is).collect()
                }
            };
            let n = if word == "half-battery" || word == "howitzer" { free.len() } else { n };
            if free.len() < n || free.is_empty() {
                let wrong = say!("not-so-many-to-detach", given = muster::short(&given));
                s.push(Mistake::new(at, wrong).right(say!("right-detachment")).by(clause!("6.3")));
                continue;
            }
            let may = match (&r.battery, word) {
                (Some(_), "half-battery") => r.kind.is_some_and(|k| k.split == Split::Halves),
                // The howitzer of a mixed battery may go its own way (6.5.b).
                (Some(_), _) => true,
                (None, _) => free.iter().take(n).all(|i| r.companies[*i].detachable),
            };
            if !may {
                let wrong = say!("may-not-be-detached", part = muster::short(word), kind = r.title.as_str());
                s.push(Mistake::new(at, wrong).right(say!("leave-it-out")).by(clause!("6.3")));
                continue;
            }
            for i in free.into_iter().take(n) {
                taken[i] = true;
                of.push(i as u8);
            }
        }
        of.sort_unstable();
        if !of.is_empty() {
            r.detachments.push(Detached { code, name, of, tab: d });
        }
    }
    if !taken.is_empty() && taken.iter().all(|t| *t) {
        // The last part is the unit itself, which keeps its command points (T1.n.f).
        let wrong = Mistake::new(t.at(), say!("nobody-left-with-unit", code = r.code.as_str()));
        s.push(wrong.right(say!("right-nobody-left")).by(clause!("T1.n.f")));
    }
}

/// Ten points for the unit, five for each detachment (T1.F, T1.n.f).
fn command_points(terms: &Terms, r: &mut Raised<'_>) {
    let p = &numbers().points.command;
    let six = terms.options.figures == Figures::Six && !terms.readings.is(reading!("six-mm-command", "full"));
    let unit = if six { p.unit / 10 } else { p.unit };
    r.lines.push(RosterLine {
        what: say!("roster-command"),
        count: 1,
        each: unit.into(),
        clause: clause!("T1.F"),
    });
    // A tenth of five, to the nearest whole.
    let detachment = if six { (p.detachment + 5) / 10 } else { p.detachment };
    if !r.detachments.is_empty() {
        let french = r.kind.is_some_and(|k| k.nation == Nation::France && k.split == Split::Some);
        let clause = if french { clause!("AI.FR.1.c") } else { clause!("T1.n.f") };
        r.lines.push(RosterLine {
            what: say!("roster-detachments"),
            count: r.detachments.len() as u32,
            each: detachment.into(),
            clause,
        });
    }
}

/// Batteries and elephants of 5 or 6 mm cost a tenth, to the nearest whole (A6.4).
fn tenth(terms: &Terms, r: &mut Raised<'_>) {
    if terms.options.figures != Figures::Six || r.troop.on_bases_of_ten() {
        return;
    }
    let all = r.points();
    let tenth = (all + 5).div_euclid(10);
    let what = say!("roster-tenth", points = all);
    r.lines.push(RosterLine { what, count: 1, each: tenth - all, clause: clause!("A6.4") });
}
