//! The forces of a scenario (01.01.1): commands, staffs and units, by nation and kind or spelled out.

use super::{Free, span};
use crate::book::nations::{self, Date, Given, Kind, NATIONS, Rifles, Share, TROOPS, Unlisted, Who};
use crate::field::{Comer, Command, Level, Post, Staff, StaffFate};
use crate::ground::Ground;
use crate::raising::{self, Guns, Raise};
use crate::troop::{Arm, Density, Formation, Harness, Nation, State, Weapon, Weight};
use crate::unit::{CommandId, Fate, Load, MaySkirmish, Side, StaffId, Training, Unit, UnitId};
use crate::{clause, say, stance};
use muster::{Codes, Found, Leader, Link, Mistake, Reordered, Sheet, Tab, chain, name_of, short};
use std::ops::Range;
use table::Pose;
use umpire::{Clause, Grounds};
use words::{Joint, Message};

/// More units than anyone will ever paint.
const MOST: usize = 1000;
const MOST_COMMANDS: usize = 100;
const MOST_FIGURES: i64 = 200;
const MOST_COMPANIES: i64 = 20;
/// Turns of fire that a brief may give (11.01.2).
const MOST_AMMUNITION: i64 = 60;
/// Officers and NCOs of a kind that a brief may give to a staff.
const MOST_OFFICERS: i64 = 10;
/// Training, worst and best (04.05.1.b).
const TRAINING: [f64; 2] = [-1.0, 2.0];
/// Quarters of a powder charge in a charge (table XXI).
const QUARTERS: f64 = 4.0;

/// What has been raised so far, and where it stands in the file.
pub(super) struct Raised {
    pub units: Vec<Unit>,
    pub staff: Vec<Staff>,
    pub commands: Vec<Command>,
    pub arrivals: Vec<(u32, Comer)>,
    pub grounds: Vec<Grounds>,
    /// Where each unit is written, and its formation.
    pub at: Vec<Range<usize>>,
    pub formation_at: Vec<Option<Range<usize>>>,
    pub staff_at: Vec<Range<usize>>,
    /// Staff figures that have a place.
    pub staff_placed: Vec<bool>,
    /// Units whose place could be read: only they are looked at where they stand.
    pub placed: Vec<bool>,
    kinds: Vec<Option<&'static Kind>>,
    codes: Codes,
    wishes: Vec<Wish>,
    lines: Vec<Sent>,
    date: Option<Date>,
    free: Free,
}

/// A wish to be placed: with whom, or where.
struct Wish {
    commander: StaffId,
    with: Found<String>,
    place: Option<Pose>,
    arrives: Option<u32>,
}

/// A skirmish line put down sent out (play.setup).
struct Sent {
    body: UnitId,
    code: String,
    figures: u16,
    spacing: f64,
    place: Pose,
    at: Range<usize>,
}

impl Raised {
    pub fn new(date: Option<Date>, free: Free) -> Raised {
        Raised {
            units: Vec::new(),
            staff: Vec::new(),
            commands: Vec::new(),
            arrivals: Vec::new(),
            grounds: Vec::new(),
            at: Vec::new(),
            formation_at: Vec::new(),
            staff_at: Vec::new(),
            staff_placed: Vec::new(),
            placed: Vec::new(),
            kinds: Vec::new(),
            codes: Codes::default(),
            wishes: Vec::new(),
            lines: Vec::new(),
            date,
            free,
        }
    }
}

/// Raises the forces of one side.
pub(super) fn raise(s: &mut Sheet, t: &Tab<'_>, side: Side, nation: Nation, g: &Ground, r: &mut Raised) {
    let tabs = s.tables(t, "command", MOST_COMMANDS);
    if tabs.is_empty() {
        let wrong = Mistake::new(t.at(), say!("side-without-command")).right(say!("right-command"));
        s.push(wrong.by(clause!("01.01.1")));
    }
    let first = r.commands.len();
    let mut under = Vec::new();
    for c in &tabs {
        under.push(one_command(s, c, side, r));
    }
    let links: Vec<Link<'_, Level>> = r.commands[first..]
        .iter()
        .zip(under)
        .zip(&tabs)
        .map(|((c, under), t)| Link { code: &c.code, rank: c.level, under, at: t.at() })
        .collect();
    let above = s.under(|| clause!("01.01.1"), |s| chain(s, &links));
    for (c, a) in r.commands[first..].iter_mut().zip(above) {
        c.above = a.map(|j| CommandId((first + j) as u16));
    }
    let before = r.units.len();
    for (i, c) in tabs.iter().enumerate() {
        let command = CommandId((first + i) as u16);
        staffs(s, c, command, r);
        let nation = s.word(c, "nation", &NATIONS).map_or(nation, |(n, _)| n);
        let valour = valour(s, c);
        let own = r.units.len();
        for u in s.tables(c, "unit", usize::MAX) {
            if r.units.len() >= MOST {
                s.push(Mistake::new(u.at(), say!("too-many-units")).right(say!("at-most", most = MOST)));
                return;
            }
            one_unit(s, &u, &Usual { side, nation, command, valour }, g, r);
        }
        let foot = r.units[own..].iter().any(|u| u.arm == Arm::Infantry);
        if r.commands[command.index()].level == Level::Regiment && !foot && s.is_clean() {
            let wrong = Mistake::new(c.at(), say!("regiment-without-infantry")).right(say!("right-regiment"));
            s.push(wrong.by(clause!("08.01.1")));
        }
    }
    if r.units.len() == before && !tabs.is_empty() && s.is_clean() {
        let wrong = Mistake::new(t.at(), say!("side-without-unit")).right(say!("right-side-unit"));
        s.push(wrong.by(clause!("01.01.1")));
    }
}

const LEVELS: [(&str, Level); 5] = [
    ("regiment", Level::Regiment),
    ("brigade", Level::Brigade),
    ("division", Level::Division),
    ("corps", Level::Corps),
    ("army", Level::Army),
];

fn one_command(s: &mut Sheet, t: &Tab<'_>, side: Side, r: &mut Raised) -> Found<String> {
    let code = r.codes.read(s, t, || Message::verbatim("code = \"I\""));
    let name = s.text(t, "name").map_or_else(|| code.clone(), |(n, _)| n);
    let level = s.word(t, "level", &LEVELS).map_or(Level::Brigade, |(l, _)| l);
    r.commands.push(Command {
        id: CommandId(r.commands.len() as u16),
        code: code.into(),
        name: name.into(),
        side,
        level,
        above: None,
        commander: None,
        fell: None,
        instruction: None,
    });
    s.text(t, "under")
}

/// The commander, his couriers and specialist officers (08.01).
fn staffs(s: &mut Sheet, t: &Tab<'_>, command: CommandId, r: &mut Raised) {
    let (code, side, level, name) = {
        let c = &r.commands[command.index()];
        (c.code.clone(), c.side, c.level, c.name.clone())
    };
    // Every command has its commander figure.
    let led = s.under(
        || clause!("08.01.1"),
        |s| s.leader(t, "commander", "commander = \"Gen. Vial\", or { name = .., with = \"1/4\" }"),
    );
    let led = led.unwrap_or_else(|| Leader { at: t.at(), ..Leader::default() });
    let called = led.name.unwrap_or_else(|| say!("commander-of", command = &*name).to_string());
    let own = led.code.unwrap_or_else(|| format!("G-{code}"));
    let at = led.at;
    r.codes.take(s, &own, at.clone());
    let id = StaffId(r.staff.len() as u16);
    r.staff.push(raising::staff(id, &own, &called, side, command, Post::Commander));
    r.staff_at.push(at.clone());
    r.commands[command.index()].commander = Some(id);
    let below = r.commands.iter().filter(|c| c.above == Some(command)).count();
    let row = nations::staff(level);
    let by_book = usize::from(row.couriers) + usize::from(row.each_subordinate) * below;
    let mut couriers = by_book;
    if let Some((given, at)) = s.whole(t, "couriers", [0, 20]) {
        couriers = given as usize;
        if couriers != by_book && !r.free.staffs {
            let wrong = Mistake::new(at, say!("so-many-couriers", n = couriers));
            s.push(wrong.right(say!("right-couriers", n = by_book)).by(clause!("08.01.2")));
        }
    }
    let mut officers = |key: &str, least: u8| {
        let Some((given, at)) = s.whole(t, key, [0, MOST_OFFICERS]) else { return usize::from(least) };
        if given < i64::from(least) && !r.free.staffs {
            let wrong = Mistake::new(at, say!("too-few-officers", key, n = given));
            s.push(wrong.right(say!("right-officers", n = least)).by(clause!("08.01.3")));
        }
        given as usize
    };
    let engineers = officers("engineers", row.specialists);
    let artillerists = officers("artillerists", row.specialists);
    let ncos = officers("pioneer_ncos", 0);
    for (n, letter, post) in [
        (couriers, "C", Post::Courier),
        (engineers, "E", Post::EngineerOfficer),
        (artillerists, "A", Post::ArtilleryOfficer),
        (ncos, "N", Post::PioneerNco),
    ] {
        for i in 0..n {
            let code = if n == 1 { format!("{letter}-{code}") } else { format!("{letter}-{code}-{}", i + 1) };
            r.codes.take(s, &code, at.clone());
            let says = match post {
                Post::EngineerOfficer => say!("engineer-of", commander = called.as_str()),
                Post::ArtilleryOfficer => say!("artillerist-of", commander = called.as_str()),
                Post::PioneerNco => say!("nco-of", commander = called.as_str()),
                _ => say!("courier-of", commander = called.as_str()),
            };
            let o = StaffId(r.staff.len() as u16);
            r.staff.push(raising::staff(o, &code, &says.to_string(), side, command, post));
            r.staff_at.push(at.clone());
        }
    }
    r.wishes.push(Wish { commander: id, with: led.with, place: led.place, arrives: led.arrives });
}

struct Usual {
    side: Side,
    nation: Nation,
    command: CommandId,
    valour: Option<i8>,
}

/// A whole number from the lowest to the highest valour (04.05.1.a).
fn valour(s: &mut Sheet, t: &Tab<'_>) -> Option<i8> {
    let (n, at) = s.number(t, "valour")?;
    let (least, most) = nations::valour_range();
    if n.fract() != 0.0 || n < f64::from(least) || n > f64::from(most) {
        let right = say!("right-valour", least, most);
        s.push(Mistake::new(at, say!("a-valour-of", n)).right(right).by(clause!("04.05.1.a")));
        return None;
    }
    Some(n as i8)
}

const ARMS: [(&str, Arm); 4] = [
    ("infantry", Arm::Infantry),
    ("cavalry", Arm::Cavalry),
    ("battery", Arm::Artillery),
    ("wagon", Arm::Train),
];

const WEIGHTS: [(&str, Weight); 4] = [
    ("heavy", Weight::Heavy),
    ("medium", Weight::Medium),
    ("light", Weight::Light),
    ("cossack", Weight::Cossack),
];

/// The keys that only some arms have.
fn not_of(arm: Arm) -> &'static [&'static str] {
    const GUNS: [&str; 6] = ["gun", "guns", "harness", "horses", "heavy_wagon", "limbered"];
    match arm {
        Arm::Infantry => &[
            GUNS[0], GUNS[1], GUNS[2], GUNS[3], GUNS[4], GUNS[5], "weight", "carries", "charges", "pontoons",
        ],
        Arm::Cavalry => &[
            GUNS[0], GUNS[1], GUNS[2], GUNS[3], GUNS[4], GUNS[5], "carries", "charges", "pontoons", "rifles",
            "veterans", "inside",
        ],
        Arm::Artillery => &[
            "weight",
            "carries",
            "charges",
            "pontoons",
            "rifles",
            "veterans",
            "weapon",
            "companies",
            "skirmish",
            "line",
            "spacing",
            "files",
            "inside",
        ],
        Arm::Train => &[
            GUNS[0],
            GUNS[1],
            GUNS[2],
            GUNS[3],
            GUNS[4],
            GUNS[5],
            "kind",
            "weight",
            "rifles",
            "veterans",
            "weapon",
            "companies",
            "figures",
            "skirmish",
            "line",
            "spacing",
            "files",
            "inside",
            "listed",
            "training",
            "troops",
            "formation",
            "ammunition",
            "valour",
        ],
    }
}

/// The arm and the kind, one of which must be said.
fn what(s: &mut Sheet, t: &Tab<'_>, nation: Nation) -> Option<(Arm, Option<&'static Kind>)> {
    let arm = s.word(t, "arm", &ARMS).map(|(a, _)| a);
    let Some((word, at)) = s.text(t, "kind") else {
        if !t.has("kind") {
            s.need(t, "arm", || say!("right-arm"));
        }
        return arm.map(|a| (a, None));
    };
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery].into_iter();
    let arms: Vec<Arm> = arms.filter(|a| arm.is_none_or(|x| x == *a)).collect();
    let found: Vec<&'static Kind> = arms.iter().filter_map(|a| nations::kind(nation, *a, &word)).collect();
    match found[..] {
        [k] => Some((k.arm, Some(k))),
        [] => {
            let all = arms.iter().flat_map(|a| nations::kinds(nation, *a));
            let all: Vec<&str> = all.map(|k| k.word).collect();
            let right = if all.is_empty() {
                say!("right-no-kinds")
            } else {
                say!("one-of", all = words::list(all.iter().map(|w| Message::verbatim(*w)), Joint::Comma))
            };
            let nation = NATIONS.iter().find(|(_, n)| *n == nation).map_or("other", |(w, _)| w);
            s.push(Mistake::new(at, say!("no-such-kind", kind = short(&word), nation)).right(right));
            None
        }
        _ => {
            s.push(Mistake::new(at, say!("kind-of-which-arm", kind = short(&word))).right(say!("right-arm")));
            None
        }
    }
}

fn one_unit(s: &mut Sheet, t: &Tab<'_>, usual: &Usual, g: &Ground, r: &mut Raised) {
    let before = s.count();
    let code = r.codes.read(s, t, || say!("right-code"));
    let name = s.text(t, "name").map_or_else(|| code.clone(), |(n, _)| n);
    let nation = s.word(t, "nation", &NATIONS).map_or(usual.nation, |(n, _)| n);
    let Some((arm, kind)) = what(s, t, nation) else { return };
    for k in not_of(arm).iter().filter(|k| t.has(k)) {
        let called = ARMS.iter().find(|a| a.1 == arm).map_or("unit", |a| a.0);
        let wrong = Mistake::new(t.at_key(k), say!("of-a", key = *k, called)).right(say!("leave-it-out"));
        // Engineer equipment is kept in a park (19.02.1).
        let park = matches!(*k, "carries" | "charges" | "pontoons");
        s.push(if park { wrong.right(say!("right-park")).by(clause!("19.02.1")) } else { wrong });
    }
    if arm == Arm::Train {
        wagon(s, t, usual, nation, (&code, &name), g, r);
        return;
    }
    let guns = if arm == Arm::Artillery { battery(s, t, nation, kind, r.free) } else { None };
    let weight = if arm == Arm::Cavalry { weight(s, t, kind) } else { None };
    let companies = companies(s, t, arm, kind, r.free);
    let figures = figures(s, t, kind, companies, r.free);
    let (valour, listed_by) = bravery(s, t, usual, nation, arm, weight, r.date);
    let weapon = weapon(s, t, arm, kind);
    if let (Some(l), Some(d)) = (kind, r.date) {
        in_time(s, t, l, nation, d, r.free);
    }
    let who = Who {
        nation,
        arm,
        kind,
        weight,
        figures,
        companies,
        weapon,
        valour: valour.unwrap_or(0),
        veterans: s.flag(t, "veterans"),
        date: r.date,
    };
    let mut given = nations::given(&who);
    brief(s, t, &who, &mut given);
    if let Some(by) = listed_by {
        given.by.add(by);
    }
    if given.rifles > 0 {
        given.by.add(clause!("play.mixed-arms"));
    }
    let state = s.word_of(t, "state", &STATES).map_or(State::Order, |(x, _)| x);
    let arrives = t.has("arrives");
    let stand = stand(s, t, &who, &given, arrives);
    let (full, full_by) = crate::ammunition::at_start(arm).unwrap_or((0, clause!("11.01.2")));
    let ammunition = ammunition(s, t, arm, full);
    if arm == Arm::Artillery || weapon.is_some() {
        given.by.add(if t.has("ammunition") { clause!("11.01.2") } else { full_by });
    }
    let guns = guns.map(|mut b| {
        b.loads = ammunition;
        b.limbered = stand.limbered;
        b
    });
    let armed = weapon.is_some();
    let raise = Raise {
        code: &code,
        name: &name,
        side: usual.side,
        command: usual.command,
        nation,
        arm,
        weight,
        troops: given.troops,
        training: given.training,
        skirmish: given.skirmish,
        valour: valour.unwrap_or(0),
        weapon,
        rifles: given.rifles,
        battery: guns,
        load: None,
        companies,
        figures,
        ammunition: if arm == Arm::Artillery || !armed { 0 } else { ammunition },
        state,
        formation: stand.formation,
        files: stand.files,
        spacing: stand.spacing,
        at: Pose { x: 0.0, y: 0.0, facing: 0.0 },
    };
    let id = UnitId(r.units.len() as u16);
    let mut u = raising::unit(id, &raise);
    place(s, t, g, &mut u, r);
    sent(s, t, &u, r);
    if guns.is_some() {
        given.by.add(clause!("bases.7"));
    }
    push(r, u, given.by, kind, t, s.count() == before);
}

fn push(r: &mut Raised, u: Unit, by: Grounds, kind: Option<&'static Kind>, t: &Tab<'_>, placed: bool) {
    r.units.push(u);
    r.grounds.push(by);
    r.kinds.push(kind);
    r.at.push(t.at());
    r.formation_at.push(t.has("formation").then(|| t.at_key("formation")));
    r.placed.push(placed);
}

const STATES: [State; 6] =
    [State::Order, State::Light1, State::Light2, State::Light3, State::Disorder, State::Complete];

/// A wagon of the train: ammunition, pontoons, or the engineer park (11.01.3, 19.02).
fn wagon(
    s: &mut Sheet,
    t: &Tab<'_>,
    usual: &Usual,
    nation: Nation,
    (code, name): (&str, &str),
    g: &Ground,
    r: &mut Raised,
) {
    let before = s.count();
    let loads = [("ammunition", 0), ("pontoons", 1), ("park", 2)];
    let carries = s.word(t, "carries", &loads).map_or(0, |(n, _)| n);
    for (key, of) in [("pontoons", 1), ("charges", 2)] {
        if t.has(key) && carries != of {
            let wrong = Mistake::new(t.at_key(key), say!("not-on-this-wagon", key));
            s.push(wrong.right(say!("right-park")).by(clause!("19.02.1")));
        }
    }
    let load = match carries {
        0 => {
            let (infantry, guns) = nations::wagon_issues();
            Load::Ammunition { infantry, guns }
        }
        1 => {
            s.under(|| clause!("19.02.1"), |s| s.need(t, "pontoons", || say!("right-pontoons")));
            Load::Pontoons(s.whole(t, "pontoons", [1, 100]).map_or(1, |(n, _)| n as u16))
        }
        _ => {
            let quarters = s.number(t, "charges").map_or(0.0, |(n, at)| {
                let quarters = n * QUARTERS;
                if quarters.fract() != 0.0 || !(0.0..=400.0).contains(&quarters) {
                    let wrong = Mistake::new(at, say!("so-many-charges", n)).right(say!("right-charges"));
                    s.push(wrong.by(clause!("19.02.2")));
                }
                quarters
            });
            Load::Park { quarters_of_charge: quarters as u16 }
        }
    };
    let raise = Raise {
        code,
        name,
        side: usual.side,
        command: usual.command,
        nation,
        arm: Arm::Train,
        weight: None,
        troops: Default::default(),
        training: Training::default(),
        skirmish: MaySkirmish::None,
        valour: 0,
        weapon: None,
        rifles: 0,
        battery: None,
        load: Some(load),
        companies: 1,
        figures: 1,
        ammunition: 0,
        state: s.word_of(t, "state", &STATES).map_or(State::Order, |(x, _)| x),
        formation: Formation::MarchColumn,
        files: None,
        spacing: 0.0,
        at: Pose { x: 0.0, y: 0.0, facing: 0.0 },
    };
    let mut u = raising::unit(UnitId(r.units.len() as u16), &raise);
    place(s, t, g, &mut u, r);
    push(r, u, Grounds::default(), None, t, s.count() == before);
}

/// A battery: its gun, how many, what draws it (bases.7 to bases.10, the artillery of the nations).
fn battery(
    s: &mut Sheet,
    t: &Tab<'_>,
    nation: Nation,
    kind: Option<&'static Kind>,
    free: Free,
) -> Option<Guns> {
    let of = kind.and_then(|k| k.guns.as_ref());
    let by = || kind.map(Kind::organised_by);
    let refuse = |s: &mut Sheet, at: Range<usize>, wrong: Message, right: Message| {
        let m = Mistake::new(at, wrong).right(right);
        s.push(match by() {
            Some(by) => m.by(by),
            None => m,
        });
    };
    let names = |rows: &mut dyn Iterator<Item = &'static nations::Gun>| {
        words::list(rows.map(|g| Message::verbatim(g.name)), Joint::Comma)
    };
    let own = || nations::data().guns.iter().filter(|g| nations::countries(nation).contains(&g.country));
    let gun = match s.text(t, "gun") {
        Some((text, at)) => {
            let gun = nations::gun_of(nation, &text);
            match (gun, of) {
                (None, _) => {
                    let right = if nation == Nation::Other {
                        say!("right-gun-of")
                    } else {
                        say!("one-of", all = names(&mut own()))
                    };
                    let wrong = Mistake::new(at, say!("no-such-gun-here", gun = short(&text)));
                    s.push(wrong.right(right).by(clause!("10.03.1")));
                }
                (Some(g), Some(of)) if !of.pieces.contains(&g.row) && !free.strengths => {
                    let mut may = of.pieces.iter().filter_map(|p| nations::gun(*p));
                    let right = say!("one-of", all = names(&mut may));
                    refuse(s, at, say!("not-its-gun", gun = g.name), right);
                }
                _ => {}
            }
            gun
        }
        None => {
            if of.is_none() {
                s.under(|| clause!("01.01.1"), |s| s.need(t, "gun", || say!("right-gun")));
            }
            of.and_then(|of| of.pieces.first()).and_then(|p| nations::gun(*p))
        }
    };
    let most = nations::most_guns();
    let mut guns = of.map_or(1, |of| of.guns);
    if of.is_none() {
        s.under(|| clause!("01.01.1"), |s| s.need(t, "guns", || say!("right-guns")));
    }
    if let Some((n, at)) = s.number(t, "guns") {
        if n.fract() != 0.0 || n < 1.0 || n > f64::from(most) {
            let wrong = Mistake::new(at, say!("battery-of", n)).right(span(1, most));
            s.push(wrong.by(clause!("bases.7")));
        } else {
            if n as u8 != guns && of.is_some() && !free.strengths {
                refuse(s, at, say!("battery-of", n), span(guns, guns));
            }
            guns = n as u8;
        }
    }
    const HARNESS: [Harness; 3] = [Harness::Foot, Harness::Driven, Harness::Horse];
    let mut harness = of.and_then(|of| of.harness.first().copied()).unwrap_or(Harness::Foot);
    if let Some((h, at)) = s.word_of(t, "harness", &HARNESS) {
        if let Some(of) = of.filter(|of| !of.harness.contains(&h) && !free.strengths) {
            let may = of.harness.iter().map(|h| Message::verbatim(name_of(h)));
            let right = say!("one-of", all = words::list(may, Joint::Comma));
            refuse(s, at, say!("not-its-harness", harness = name_of(&h)), right);
        }
        harness = h;
    }
    let heavy_wagon = s.flag(t, "heavy_wagon");
    let gun = gun?;
    let twelve = nations::twelve(gun);
    if heavy_wagon && !twelve {
        let wrong = Mistake::new(t.at_key("heavy_wagon"), say!("heavy-wagon-of-light-guns"));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("bases.9")));
    }
    let by_book = nations::horses(guns, harness, twelve, heavy_wagon);
    let mut horses = by_book.map_or(0, |(n, _)| n);
    if let Some((n, at)) = s.whole(t, "horses", [0, 60]) {
        if let Some((right, by)) = by_book.filter(|(b, _)| i64::from(*b) != n && !free.strengths) {
            // Mounted gunners make up for horses (bases.10).
            let gunners = t.get("figures").and_then(|v| v.get_ref().as_integer());
            let gunners = gunners.and_then(|i| i.as_str().parse::<i64>().ok());
            let gunners = gunners.or(kind.and_then(|k| k.figures).map(|f| i64::from(f.1))).unwrap_or(0);
            let made_up = harness == Harness::Horse && (0..=gunners).contains(&(i64::from(right) - n));
            if !made_up {
                s.push(Mistake::new(at, say!("battery-horses", n)).right(span(right, right)).by(by));
            }
        }
        horses = n as u8;
    } else if by_book.is_none() {
        let wrong = Mistake::new(t.at(), say!("horses-not-said", guns)).right(say!("right-horses"));
        s.push(wrong.by(clause!("bases.10")));
    }
    Some(Guns {
        gun: gun.row,
        weight: gun.weight,
        harness,
        guns,
        models: nations::models(guns).unwrap_or(1),
        horses,
        loads: 0,
        limbered: true,
    })
}

/// Its horses: those of its kind, or as the scenario says where the kind leaves it open (04.05.1.c).
fn weight(s: &mut Sheet, t: &Tab<'_>, kind: Option<&'static Kind>) -> Option<Weight> {
    let given = s.word(t, "weight", &WEIGHTS);
    let troops = t.get("troops").and_then(|v| v.get_ref().as_array());
    let guard = troops.is_some_and(|all| all.iter().any(|w| w.get_ref().as_str() == Some("guard")));
    if let (Some((Weight::Cossack, at)), true) = (&given, guard) {
        let wrong = Mistake::new(at.clone(), say!("guard-cossacks")).right(say!("right-guard-cossacks"));
        s.push(wrong.by(clause!("15.01.2")));
    }
    let names = |all: &[Weight]| {
        let all = all.iter().map(|w| Message::verbatim(name_of(w)));
        say!("one-of", all = words::list(all, Joint::Comma))
    };
    match (kind, given) {
        (Some(k), Some((w, at))) => {
            if !k.weights.contains(&w) {
                let by = if k.word == "guard_cossacks" { clause!("15.01.2") } else { k.organised_by() };
                let wrong = Mistake::new(at, say!("not-its-weight", weight = name_of(&w)));
                s.push(wrong.right(names(&k.weights)).by(by));
            }
            Some(w)
        }
        (Some(k), None) => match k.weights[..] {
            [w] => Some(w),
            _ => {
                s.under(|| clause!("01.01.1"), |s| s.need(t, "weight", || names(&k.weights)));
                k.weights.first().copied()
            }
        },
        (None, given) => {
            s.under(|| clause!("01.01.1"), |s| s.need(t, "weight", || say!("right-weight")));
            given.map(|(w, _)| w)
        }
    }
}

/// Companies or squadrons.
fn companies(s: &mut Sheet, t: &Tab<'_>, arm: Arm, kind: Option<&'static Kind>, free: Free) -> u8 {
    if arm == Arm::Artillery {
        return 1;
    }
    let given = s.whole(t, "companies", [1, MOST_COMPANIES]);
    let of = kind.and_then(|k| k.companies.map(|c| (k, c)));
    match (of, given) {
        (Some((k, (least, most))), Some((n, at))) => {
            if !(i64::from(least)..=i64::from(most)).contains(&n) && !free.strengths {
                let wrong = Mistake::new(at, say!("so-many-companies", n));
                s.push(wrong.right(span(least, most)).by(k.organised_by()));
            }
            n as u8
        }
        (Some((_, (least, most))), None) => {
            if least != most {
                let right = || say!("right-companies-of", range = span(least, most));
                s.under(|| clause!("01.01.1"), |s| s.need(t, "companies", right));
            }
            least
        }
        (None, given) => {
            s.under(|| clause!("01.01.1"), |s| s.need(t, "companies", || say!("right-companies")));
            given.map_or(1, |(n, _)| n as u8)
        }
    }
}

/// Figures: the strength, which the brief must state (01.01.1), within what its kind has.
fn figures(s: &mut Sheet, t: &Tab<'_>, kind: Option<&'static Kind>, companies: u8, free: Free) -> u16 {
    let of = kind.and_then(|k| k.strength(companies).map(|f| (k, f)));
    let right = || match of {
        Some((_, (least, most))) => say!("right-figures-of", range = span(least, most)),
        None => say!("right-figures"),
    };
    s.under(|| clause!("01.01.1"), |s| s.need(t, "figures", right));
    let Some((n, at)) = s.whole(t, "figures", [1, MOST_FIGURES]) else { return 1 };
    if let Some((k, (least, most))) = of {
        if !(i64::from(least)..=i64::from(most)).contains(&n) && !free.strengths {
            let wrong = Mistake::new(at, say!("so-many-figures", n, kind = k.word));
            s.push(wrong.right(say!("or-free-strengths", range = span(least, most))).by(k.strong_by()));
        }
    }
    n as u16
}

/// The valour: said, or what the tables list for such troops, the lowest in case of doubt (04.05.2, skema.XXIII.a).
fn bravery(
    s: &mut Sheet,
    t: &Tab<'_>,
    usual: &Usual,
    nation: Nation,
    arm: Arm,
    weight: Option<Weight>,
    date: Option<Date>,
) -> (Option<i8>, Option<Clause>) {
    let own = valour(s, t);
    if let (Some((text, at)), Some(d)) = (s.text(t, "listed"), date) {
        match nations::listed(nation, arm, weight, &text, d) {
            Ok((all, table)) => {
                if let Some(v) = own.filter(|v| !all.contains(v)) {
                    let all = words::list(all.iter().map(|v| Message::verbatim(v.to_string())), Joint::Or);
                    let wrong = Mistake::new(t.at_key("valour"), say!("not-listed-so", valour = v));
                    let right = say!("right-listed-valour", table, all);
                    s.push(wrong.right(right).by(clause!("04.05.2")));
                }
                // In case of doubt the lowest.
                let lowest = || (all.iter().min().copied(), Some(clause!("skema.XXIII.a")));
                return if own.is_some() { (own, Some(clause!("04.05.2"))) } else { lowest() };
            }
            Err(Unlisted::Time) => {
                let wrong = Mistake::new(at, say!("listed-at-no-time")).right(say!("right-valour-said"));
                s.push(wrong.by(clause!("04.05.2")));
            }
            Err(Unlisted::Row) => {
                let wrong = Mistake::new(at, say!("not-listed", text = short(&text)));
                s.push(wrong.right(say!("right-listed")).by(clause!("04.05.2")));
            }
        }
        return (own, None);
    }
    let v = own.or(usual.valour);
    if v.is_none() && !t.has("valour") && !t.has("listed") {
        let wrong = Mistake::new(t.at(), say!("unit-needs-valour")).right(say!("right-valour-said"));
        s.push(wrong.by(clause!("01.01.1")));
    }
    (v, None)
}

/// Its small arms; `none` are pikes, sabres or nothing.
fn weapon(s: &mut Sheet, t: &Tab<'_>, arm: Arm, kind: Option<&'static Kind>) -> Option<Weapon> {
    const WEAPONS: [(&str, Option<Weapon>); 4] = [
        ("musket", Some(Weapon::Musket)),
        ("rifle", Some(Weapon::Rifle)),
        ("carbine", Some(Weapon::Carbine)),
        ("none", None),
    ];
    if arm == Arm::Artillery {
        return None;
    }
    if let Some((w, _)) = s.word(t, "weapon", &WEAPONS) {
        return w;
    }
    let of = kind.and_then(|k| k.weapon);
    if of.is_none() && arm == Arm::Infantry {
        s.under(|| clause!("01.01.1"), |s| s.need(t, "weapon", || say!("right-weapon")));
    }
    of.flatten()
}

/// A kind that there is only at times (france.4, bavaria.3).
fn in_time(s: &mut Sheet, t: &Tab<'_>, kind: &Kind, nation: Nation, d: Date, free: Free) {
    for l in nations::data().limits.iter().filter(|l| l.holds(nation, kind.arm, Some(kind))) {
        if let Some(only) = l.only.filter(|only| !nations::within(only, d) && !free.strengths) {
            let wrong = Mistake::new(t.at_key("kind"), say!("not-at-this-time", kind = kind.word));
            s.push(wrong.right(say!("right-time-of", when = only)).by(l.law()));
        }
    }
}

/// What the brief says of a unit beyond its kind: training, troops, skirmishers, rifles (01.01.1, 01.01.2).
fn brief(s: &mut Sheet, t: &Tab<'_>, who: &Who<'_>, g: &mut Given) {
    let one = |s: &mut Sheet, t: &Tab<'_>, key: &str| -> Option<i8> {
        let (n, at) = s.number(t, key)?;
        if n.fract() != 0.0 || !(TRAINING[0]..=TRAINING[1]).contains(&n) {
            let wrong = Mistake::new(at, say!("a-training-of", n)).right(span(TRAINING[0], TRAINING[1]));
            s.push(wrong.by(clause!("04.05.1.b")));
            return None;
        }
        Some(n as i8)
    };
    let is_table = t.get("training").is_some_and(|v| v.get_ref().as_table().is_some());
    if is_table {
        if let Some(x) = s.table(t, "training") {
            let [fire, line, melee] = ["fire", "line", "melee"].map(|k| one(s, &x, k));
            if let Some(n) = fire {
                (g.training.fire, g.training.fire_in_line) = (n, n);
            }
            g.training.fire_in_line = line.unwrap_or(g.training.fire_in_line);
            g.training.melee = melee.unwrap_or(g.training.melee);
        }
    } else if let Some(n) = one(s, t, "training") {
        g.training = Training { fire: n, fire_in_line: n, melee: n };
    }
    let wrong = |at| Mistake::new(at, say!("troops-are-words")).right(say!("right-troops"));
    for (word, at) in s.texts(t, "troops", wrong).unwrap_or_default() {
        if !nations::mark(&mut g.troops, &word) {
            let all = words::list(TROOPS.iter().map(|w| Message::verbatim(*w)), Joint::Comma);
            s.push(Mistake::new(at, say!("no-such-troops", word = short(&word))).right(say!("one-of", all)));
        } else if matches!(word.as_str(), "no_line" | "no_square") {
            g.by.add(clause!("01.01.2"));
        } else if word == "light" && who.kind.is_none() {
            // Most light units may go wholly into skirmish line (14.01.1).
            g.skirmish = MaySkirmish::Whole;
        }
    }
    if let Some((text, at)) = s.text(t, "skirmish") {
        match Share::read(&text.replace('_', " ")) {
            Some(share) => g.skirmish = share.of(who.figures, who.companies, who.weight),
            None => {
                let wrong = Mistake::new(at, say!("no-such-share", text = short(&text)));
                s.push(wrong.right(say!("right-share")).by(clause!("14.01.1")));
            }
        }
    }
    if let Some((n, at)) = s.whole(t, "rifles", [0, MOST_FIGURES]) {
        if n > i64::from(who.figures) {
            let wrong = Mistake::new(at, say!("so-many-rifles", n)).right(span(0, who.figures));
            s.push(wrong.by(clause!("play.mixed-arms")));
        }
        g.rifles = Rifles::Figures(n as u16).of(who.figures);
    }
}

struct Stand {
    formation: Formation,
    files: Option<u16>,
    spacing: f64,
    limbered: bool,
}

/// The formation; whether it may be taken is looked at when all stand.
fn stand(s: &mut Sheet, t: &Tab<'_>, who: &Who<'_>, g: &Given, arrives: bool) -> Stand {
    let given = s.word_of(t, "formation", &Formation::ALL);
    let said = given.as_ref().map(|(f, _)| *f);
    let limbered = s.truth(t, "limbered");
    let battery = who.arm == Arm::Artillery;
    let usual = match who.arm {
        _ if arrives => Formation::MarchColumn,
        Arm::Artillery if limbered == Some(false) => Formation::Line,
        Arm::Artillery => Formation::MarchColumn,
        _ if g.troops.no_line || who.weight == Some(Weight::Cossack) => Formation::AttackColumn,
        _ => Formation::Line,
    };
    let formation = said.unwrap_or(usual);
    if let (Some((f, at)), true) = (given, arrives) {
        if f != Formation::MarchColumn {
            let wrong = Mistake::new(at, say!("reserve-arriving", formation = f));
            s.push(wrong.right(Message::verbatim("formation = \"march_column\"")).by(clause!("play.setup")));
        }
    }
    // A battery is limbered unless the scenario says otherwise (play.setup).
    let limbered = battery && limbered.unwrap_or(true);
    if arrives && battery && !limbered {
        let wrong = Mistake::new(t.at_key("limbered"), say!("guns-arriving-unlimbered"));
        s.push(wrong.right(Message::verbatim("limbered = true")).by(clause!("play.setup")));
    }
    let files = s.whole(t, "files", [1, 40]).map(|(n, at)| {
        if !matches!(formation, Formation::AttackColumn | Formation::Mass) {
            let wrong = Mistake::new(at, say!("files-of", formation)).right(say!("right-files"));
            s.push(wrong.by(clause!("05.01.3")));
        }
        n as u16
    });
    let spacing = spacing(s, t).unwrap_or_else(|| stance::usual_spacing(Density::Dense));
    if t.has("spacing") && formation != Formation::Skirmish {
        let wrong = Mistake::new(t.at_key("spacing"), say!("spacing-of", formation));
        s.push(wrong.right(say!("leave-it-out")).by(clause!("05.01.1")));
    }
    Stand { formation, files, spacing, limbered }
}

/// Cm for each figure: a number, or `dense` and `thin` (05.01.1).
fn spacing(s: &mut Sheet, t: &Tab<'_>) -> Option<f64> {
    if t.is_text("spacing") {
        let words = [("dense", Density::Dense), ("thin", Density::Thin)];
        return s.word(t, "spacing", &words).map(|(d, _)| stance::usual_spacing(d));
    }
    s.number(t, "spacing").map(|(n, _)| n)
}

/// Turns of fire: more or less than the book's (11.01.2), but of a battery no more than it carries (11.03.2).
fn ammunition(s: &mut Sheet, t: &Tab<'_>, arm: Arm, full: u8) -> u8 {
    let given = s.under(|| clause!("11.01.2"), |s| s.whole(t, "ammunition", [0, MOST_AMMUNITION]));
    let Some((n, at)) = given else { return full };
    if arm == Arm::Artillery && n > i64::from(full) {
        let wrong =
            Mistake::new(at, say!("so-much-ammunition", n)).right(say!("right-extra-ammunition", full));
        s.push(wrong.by(clause!("11.03.2")));
    }
    n as u8
}

/// Where it stands, or when and where it comes.
fn place(s: &mut Sheet, t: &Tab<'_>, g: &Ground, u: &mut Unit, r: &mut Raised) {
    if let Some(a) = s.arrival(t, &["x", "y", "facing", "inside", "line"]) {
        if let Some((foot, dir)) = a.foot([g.width, g.depth]) {
            u.base = raising::at_edge(u, foot, dir);
        }
        u.fate = Fate::Awaited;
        r.arrivals.push((a.turn, Comer::Unit(u.id)));
        return;
    }
    if t.has("inside") {
        garrison(s, t, g, u);
        return;
    }
    if let Some(p) = s.pose(t) {
        u.base = table::Base::new(p, u.base.width, u.base.depth);
    }
}

fn garrison(s: &mut Sheet, t: &Tab<'_>, g: &Ground, u: &mut Unit) {
    for k in ["x", "y", "facing", "formation"] {
        if t.has(k) {
            s.push(
                Mistake::new(t.at_key(k), say!("of-a-garrison", key = k))
                    .right(say!("leave-out-stands-inside")),
            );
        }
    }
    let Some((name, at)) = s.text(t, "inside") else { return };
    let Some(b) = g.building(&name) else {
        let wrong = Mistake::new(at, say!("there-is-no-building", name = short(&name)));
        s.push(wrong.right(say!("right-inside")));
        return;
    };
    // In a building it is a clump (17.01.2.a).
    u.formation = Formation::Clump;
    stance::enter(u, b, &g.buildings[usize::from(b)].base);
}

/// A skirmish line that is out when the battle begins.
fn sent(s: &mut Sheet, t: &Tab<'_>, u: &Unit, r: &mut Raised) {
    let Some(x) = s.table(t, "line") else { return };
    let code = s.text(&x, "code").map_or_else(|| format!("{}-L", u.code), |(c, _)| c);
    r.codes.take(s, &code, x.at_key("code"));
    s.need(&x, "figures", || say!("right-figures"));
    let figures = s.whole(&x, "figures", [1, MOST_FIGURES]).map(|(n, _)| n as u16);
    let spacing = spacing(s, &x).unwrap_or_else(|| stance::usual_spacing(Density::Dense));
    let place = s.pose(&x);
    let (Some(figures), Some(mut place)) = (figures, place) else { return };
    if !x.has("facing") {
        place.facing = u.base.pose().facing;
    }
    if u.inside.is_some() || u.formation == Formation::Skirmish {
        let wrong =
            Mistake::new(x.at(), say!("line-of-such-a-unit", code = &*u.code)).right(say!("leave-it-out"));
        s.push(wrong.by(clause!("play.setup")));
        return;
    }
    if figures >= u.figures {
        let wrong = Mistake::new(x.at_key("figures"), say!("nothing-left-behind-line", code = &*u.code));
        s.push(wrong.right(say!("right-nothing-left")).by(clause!("play.setup")));
        return;
    }
    r.lines.push(Sent { body: u.id, code, figures, spacing, place, at: x.at() });
}

impl Raised {
    /// Limits of how many of a kind there are (bavaria.1, saxony.1 and others).
    pub fn limits(&self, s: &mut Sheet) {
        if self.free.strengths {
            return;
        }
        for l in &nations::data().limits {
            let Some(most) = l.most else { continue };
            for side in Side::BOTH {
                let of = |i: &usize| {
                    let u = &self.units[*i];
                    u.side == side && self.kinds[*i].is_some() && l.holds(u.nation, u.arm, self.kinds[*i])
                };
                let mut count = 0;
                for i in (0..self.units.len()).filter(of) {
                    let before = count;
                    count += if l.squadrons { u32::from(self.units[i].companies) } else { 1 };
                    if before <= most && count > most {
                        let wrong =
                            Mistake::new(self.at[i].clone(), say!("too-many-of", what = l.name, count));
                        s.push(wrong.right(say!("at-most", most)).by(l.law()));
                    }
                }
            }
        }
    }

    /// Puts down the skirmish lines that are out, after all units of both sides.
    pub fn send_out(&mut self, s: &mut Sheet) {
        for x in std::mem::take(&mut self.lines) {
            if self.units.len() >= MOST {
                s.push(Mistake::new(x.at, say!("too-many-units")).right(say!("at-most", most = MOST)));
                return;
            }
            let id = UnitId(self.units.len() as u16);
            let body = &mut self.units[x.body.index()];
            let name = say!("line-of", unit = &*body.name).to_string();
            let line = raising::send_out(body, id, &x.code, &name, x.figures, x.spacing, x.place);
            let mut by = self.grounds[x.body.index()].clone();
            by.add(clause!("play.setup"));
            self.units.push(line);
            self.grounds.push(by);
            self.kinds.push(None);
            self.at.push(x.at);
            self.formation_at.push(None);
            self.placed.push(self.placed[x.body.index()]);
        }
    }

    /// Brings commands, units and staff into the order of their codes, so that neither the place in the file nor the side decides
    /// anything; lines stay behind the scenario's own units.
    pub fn in_order(&mut self) {
        let lower = |c: &str| c.to_ascii_lowercase();
        let commands = Reordered::by(&self.commands, |c| lower(&c.code));
        let commanded: Vec<String> = self.commands.iter().map(|c| lower(&c.code)).collect();
        let of = |c: CommandId| commanded[c.index()].clone();
        let units = Reordered::by(&self.units, |u| (u.body.is_some(), of(u.command), lower(&u.code)));
        let staff = Reordered::by(&self.staff, |s| (of(s.command), s.post, lower(&s.code)));
        let new_command = |c: &mut CommandId| *c = CommandId(commands.new_place(c.index()));
        let new_unit = |u: &mut UnitId| *u = UnitId(units.new_place(u.index()));
        let new_staff = |s: &mut StaffId| *s = StaffId(staff.new_place(s.index()));
        for c in &mut self.commands {
            new_command(&mut c.id);
            c.above.iter_mut().for_each(new_command);
            c.commander.iter_mut().for_each(new_staff);
        }
        for u in &mut self.units {
            new_unit(&mut u.id);
            u.body.iter_mut().for_each(new_unit);
            new_command(&mut u.command);
        }
        for s in &mut self.staff {
            new_staff(&mut s.id);
            new_command(&mut s.command);
        }
        for (_, who) in &mut self.arrivals {
            match who {
                Comer::Unit(u) => new_unit(u),
                Comer::Staff(s) => new_staff(s),
            }
        }
        for w in &mut self.wishes {
            new_staff(&mut w.commander);
        }
        self.wishes.sort_by_key(|w| w.commander);
        commands.arrange(&mut self.commands);
        units.arrange(&mut self.units);
        units.arrange(&mut self.grounds);
        units.arrange(&mut self.kinds);
        units.arrange(&mut self.at);
        units.arrange(&mut self.formation_at);
        units.arrange(&mut self.placed);
        staff.arrange(&mut self.staff);
        staff.arrange(&mut self.staff_at);
    }

    /// Commanders and their staffs go to their places once all units stand.
    pub fn place_staff(&mut self, s: &mut Sheet) {
        self.staff_placed = vec![false; self.staff.len()];
        let clean = s.is_clean();
        for w in std::mem::take(&mut self.wishes) {
            let man = &self.staff[w.commander.index()];
            let (side, command) = (man.side, man.command);
            let with = match &w.with {
                Some((code, at)) => {
                    let u = self.units.iter().find(|u| u.side == side && *u.code == **code).map(|u| u.id);
                    if u.is_none() {
                        let wrong = Mistake::new(at.clone(), say!("side-has-no-unit", code = short(code)));
                        s.push(wrong.right(say!("right-with")));
                    }
                    u
                }
                // Nothing said: with the first unit under him.
                None if w.place.is_none() => self
                    .units
                    .iter()
                    .filter(|u| u.arm != Arm::Train && u.body.is_none() && u.inside.is_none())
                    .filter(|u| u.side == side && self.under(u.command, command))
                    // Of those who are there when the battle opens, if any is.
                    .min_by_key(|u| u.fate == Fate::Awaited)
                    .map(|u| u.id),
                None => None,
            };
            let men: Vec<usize> =
                (0..self.staff.len()).filter(|i| self.staff[*i].command == command).collect();
            let taken = with.map_or(0, |u| self.staff.iter().filter(|o| o.with == Some(u)).count());
            for (n, i) in men.into_iter().enumerate() {
                let man = &mut self.staff[i];
                self.staff_placed[i] = with.is_some() || w.place.is_some();
                match (with, w.place) {
                    (Some(u), _) => {
                        let unit = &self.units[u.index()];
                        man.with = Some(u);
                        if unit.fate == Fate::Awaited {
                            let b = raising::beside_head(&unit.base, man.base());
                            man.put(b.moved(b.dir.right() * (b.width * (taken + n) as f64)));
                            man.fate = StaffFate::Awaited;
                        } else {
                            man.put(raising::beside(&raising::behind(&unit.base, man.base()), taken + n));
                        }
                    }
                    (None, Some(p)) => {
                        let b = table::Base::new(p, man.base().width, man.base().depth);
                        man.put(raising::beside(&b, n));
                    }
                    (None, None) => {
                        if clean && w.with.is_none() && n == 0 {
                            let wrong = Mistake::new(self.staff_at[i].clone(), say!("commander-nowhere"));
                            let right = Message::verbatim("commander = { name = \"...\", x = 60, y = 20 }");
                            s.push(wrong.right(right).by(clause!("08.01.1")));
                        }
                    }
                }
                if let (Some(turn), None) = (w.arrives, with) {
                    man.fate = StaffFate::Awaited;
                    self.arrivals.push((turn, Comer::Staff(man.id)));
                }
            }
        }
    }

    fn under(&self, command: CommandId, head: CommandId) -> bool {
        std::iter::successors(Some(command), |c| self.commands[c.index()].above).any(|c| c == head)
    }
}
