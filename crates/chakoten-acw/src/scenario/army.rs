//! The forces of a scenario (01.05.2): commands, staffs and units.

use crate::field::{Comer, Command, Level, Staff, StaffFate};
use crate::ground::Ground;
use crate::raising::{self, Body, Raise};
use crate::say;
use crate::troop::{Ammunition, Arm, Formation, Gun, Kind, Nation, Weapon};
use crate::unit::{CommandId, Fate, Side, StaffId, Unit, UnitId};
use crate::{book, clause};
use muster::{Codes, Found, Leader, Link, Mistake, Reordered, Sheet, Tab, chain, short};
use std::ops::Range;
use table::Pose;
use words::Message;

/// More units than anyone will ever paint.
const MOST: usize = 1000;
const MOST_COMMANDS: usize = 100;
const MOST_FIGURES: i64 = 200;

/// What has been raised so far, and where it stands in the file.
pub(super) struct Raised {
    pub units: Vec<Unit>,
    pub staff: Vec<Staff>,
    pub commands: Vec<Command>,
    pub arrivals: Vec<(u32, Comer)>,
    /// Where each unit is written.
    pub at: Vec<Range<usize>>,
    pub staff_at: Vec<Range<usize>>,
    /// Units whose place could be read: only they are looked at where they stand.
    pub placed: Vec<bool>,
    codes: Codes,
    /// A wish to be placed: with whom, or where.
    wishes: Vec<Wish>,
    free_staffs: bool,
}

struct Wish {
    general: StaffId,
    with: Found<String>,
    place: Option<Pose>,
    arrives: Option<u32>,
}

impl Raised {
    pub fn new(free_staffs: bool) -> Raised {
        Raised {
            units: Vec::new(),
            staff: Vec::new(),
            commands: Vec::new(),
            arrivals: Vec::new(),
            at: Vec::new(),
            staff_at: Vec::new(),
            placed: Vec::new(),
            codes: Codes::default(),
            wishes: Vec::new(),
            free_staffs,
        }
    }
}

/// Raises the forces of one side.
pub(super) fn raise(s: &mut Sheet, t: &Tab<'_>, side: Side, nation: Nation, g: &Ground, r: &mut Raised) {
    let tabs = s.tables(t, "command", MOST_COMMANDS);
    if tabs.is_empty() {
        s.push(
            Mistake::new(t.at(), say!("side-without-command"))
                .right(say!("side-command-units-scenario-states"))
                .by(clause!("01.05.2")),
        );
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
    let above = s.under(|| clause!("01.05.2"), |s| chain(s, &links));
    for (c, a) in r.commands[first..].iter_mut().zip(above) {
        c.above = a.map(|j| CommandId((first + j) as u16));
    }
    let before = r.units.len();
    for (i, c) in tabs.iter().enumerate() {
        let command = CommandId((first + i) as u16);
        staffs(s, c, command, r);
        let valour = valour(s, c);
        let weapon = s.word_of(c, "weapon", &Weapon::ALL).map(|(w, _)| w);
        for u in s.tables(c, "unit", usize::MAX) {
            if r.units.len() >= MOST {
                s.push(Mistake::new(u.at(), say!("too-many-units")).right(say!("most-battle", most = MOST)));
                return;
            }
            let usual = Usual { side, nation, command, valour, weapon };
            one_unit(s, &u, &usual, g, r);
        }
    }
    if r.units.len() == before && !tabs.is_empty() && s.is_clean() {
        s.push(
            Mistake::new(t.at(), say!("side-without-unit"))
                .right(say!("side-command-unit-each"))
                .by(clause!("01.05.2")),
        );
    }
}

const LEVELS: [(&str, Level); 4] = [
    ("brigade", Level::Brigade),
    ("artillery_battalion", Level::Brigade),
    ("division", Level::Division),
    ("corps", Level::Corps),
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
        general: None,
        vacant: false,
        instruction: None,
    });
    s.text(t, "under")
}

/// The general of a command and his orderlies.
fn staffs(s: &mut Sheet, t: &Tab<'_>, command: CommandId, r: &mut Raised) {
    let (code, side, level, name) = {
        let c = &r.commands[command.index()];
        (c.code.clone(), c.side, c.level, c.name.clone())
    };
    let led = s.leader(t, "general", "general = \"Gen. Hale\", or { name = .., with = \"1NY\" }");
    let led = led.unwrap_or_else(|| Leader { at: t.at(), ..Leader::default() });
    let called = led.name.unwrap_or_else(|| say!("general-of", command = name.to_string()).to_string());
    let own = led.code.unwrap_or_else(|| format!("G-{code}"));
    let at = led.at;
    r.codes.take(s, &own, at.clone());
    let id = StaffId(r.staff.len() as u16);
    r.staff.push(raising::staff(id, &own, &called, side, command, true));
    r.staff_at.push(at.clone());
    r.commands[command.index()].general = Some(id);
    let below = r.commands.iter().filter(|c| c.above == Some(command)).count();
    let by_book = orderlies(level, below);
    let mut n = by_book;
    if let Some((given, at)) = s.whole(t, "orderlies", [0, 20]) {
        n = given as usize;
        if n != by_book && !r.free_staffs {
            let (law, right) = if level == Level::Brigade {
                (clause!("01.02.8"), say!("staff-of-brigade", by_book))
            } else {
                (clause!("01.02.9"), say!("staff-of-higher", by_book))
            };
            s.push(
                Mistake::new(at, say!("so-many-orderlies", n)).right(say!("or-free-staffs", right)).by(law),
            );
        }
    }
    for i in 0..n {
        let code = if n == 1 { format!("O-{code}") } else { format!("O-{code}-{}", i + 1) };
        r.codes.take(s, &code, at.clone());
        let o = StaffId(r.staff.len() as u16);
        let mut orderly = raising::staff(
            o,
            &code,
            &say!("orderly-of", general = &called).to_string(),
            side,
            command,
            false,
        );
        // He stands beside his general when the battle opens.
        orderly.dispatched = true;
        r.staff.push(orderly);
        r.staff_at.push(at.clone());
    }
    r.wishes.push(Wish { general: id, with: led.with, place: led.place, arrives: led.arrives });
}

/// How many orderlies a staff has by the book.
pub(super) fn orderlies(level: Level, below: usize) -> usize {
    if level == Level::Brigade {
        book::table("org.staff").rows[0][2].text().and_then(|t| t.parse().ok()).unwrap_or(1)
    } else {
        below
    }
}

impl Raised {
    /// Brings commands, units and staff into the order of their codes, units and staff brigade by brigade. Dice and ties go by
    /// this order (play.tie), so that neither the place in the file nor the side decides anything.
    pub fn in_order(&mut self) {
        let lower = |c: &str| c.to_ascii_lowercase();
        let commands = Reordered::by(&self.commands, |c| lower(&c.code));
        let commanded: Vec<String> = self.commands.iter().map(|c| lower(&c.code)).collect();
        let of = |c: CommandId| commanded[c.index()].clone();
        let units = Reordered::by(&self.units, |u| (of(u.command), lower(&u.code)));
        let staff = Reordered::by(&self.staff, |s| (of(s.command), !s.general, lower(&s.code)));
        let new_command = |c: &mut CommandId| *c = CommandId(commands.new_place(c.index()));
        let new_unit = |u: &mut UnitId| *u = UnitId(units.new_place(u.index()));
        let new_staff = |s: &mut StaffId| *s = StaffId(staff.new_place(s.index()));
        for c in &mut self.commands {
            new_command(&mut c.id);
            c.above.iter_mut().for_each(new_command);
            c.general.iter_mut().for_each(new_staff);
        }
        for u in &mut self.units {
            new_unit(&mut u.id);
            new_unit(&mut u.regiment);
            new_command(&mut u.command);
        }
        for s in &mut self.staff {
            new_staff(&mut s.id);
            new_command(&mut s.command);
            s.with.iter_mut().for_each(new_unit);
        }
        for (_, who) in &mut self.arrivals {
            match who {
                Comer::Unit(u) => new_unit(u),
                Comer::Staff(s) => new_staff(s),
            }
        }
        for w in &mut self.wishes {
            new_staff(&mut w.general);
        }
        self.wishes.sort_by_key(|w| w.general);
        commands.arrange(&mut self.commands);
        units.arrange(&mut self.units);
        units.arrange(&mut self.at);
        units.arrange(&mut self.placed);
        staff.arrange(&mut self.staff);
        staff.arrange(&mut self.staff_at);
    }

    /// Generals and orderlies go to their places once all units stand.
    pub fn place_staff(&mut self, s: &mut Sheet) {
        for w in std::mem::take(&mut self.wishes) {
            let general = &self.staff[w.general.index()];
            let (side, command) = (general.side, general.command);
            let with = match &w.with {
                Some((code, at)) => {
                    let u = self.units.iter().find(|u| u.side == side && *u.code == **code).map(|u| u.id);
                    if u.is_none() {
                        s.push(
                            Mistake::new(at.clone(), say!("side-no-unit", short = short(code)))
                                .right(say!("code-unit-same-side")),
                        );
                    }
                    u
                }
                // Nothing said: with the first unit under him.
                None if w.place.is_none() => self
                    .units
                    .iter()
                    .filter(|u| u.arm != Arm::Wagon)
                    .filter(|u| u.side == side && self.under(u.command, command))
                    // Of those who are there when the battle opens, if any is.
                    .min_by_key(|u| u.fate == Fate::Awaited)
                    .map(|u| u.id),
                None => None,
            };
            // The general first, then his orderlies.
            let men: Vec<usize> =
                (0..self.staff.len()).filter(|i| self.staff[*i].command == command).collect();
            let taken = with.map_or(0, |u| self.staff.iter().filter(|o| o.with == Some(u)).count());
            for (n, i) in men.into_iter().enumerate() {
                let man = &mut self.staff[i];
                match (with, w.place) {
                    (Some(u), _) => {
                        let unit = &self.units[u.index()];
                        man.with = Some(u);
                        man.base = raising::beside(&raising::behind(&unit.base, &man.base), taken + n);
                        if unit.fate == Fate::Awaited {
                            man.fate = StaffFate::Awaited;
                        }
                    }
                    (None, Some(p)) => {
                        let b = table::Base::new(p, man.base.width, man.base.depth);
                        man.base = raising::beside(&b, n);
                    }
                    (None, None) => {
                        if w.with.is_none() && n == 0 {
                            s.push(
                                Mistake::new(self.staff_at[i].clone(), say!("general-without-unit-place"))
                                    .right(Message::verbatim("general = { name = \"...\", x = 60, y = 20 }")),
                            );
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
        let mut at = Some(command);
        while let Some(c) = at {
            if c == head {
                return true;
            }
            at = self.commands[c.index()].above;
        }
        false
    }
}

struct Usual {
    side: Side,
    nation: Nation,
    command: CommandId,
    valour: Option<i8>,
    weapon: Option<Weapon>,
}

/// A valour as a number or as the word for the troops that have it.
fn valour(s: &mut Sheet, t: &Tab<'_>) -> Option<i8> {
    if t.is_text("valour") {
        let words = [("elite", 2i8), ("veteran", 1), ("experienced", 0), ("raw", -1)];
        let (n, _) = s.under(|| clause!("08.01.2"), |s| s.word(t, "valour", &words))?;
        return Some(n);
    }
    let (n, at) = s.number(t, "valour")?;
    if ![-1.0, 0.0, 1.0, 2.0].contains(&n) {
        s.push(
            Mistake::new(at, say!("a-valour-of", n))
                .right(say!("so-2-regulars-elite-1-veterans"))
                .by(clause!("08.01.1")),
        );
        return None;
    }
    Some(n as i8)
}

const ARMS: [(&str, Arm); 4] = [
    ("infantry", Arm::Infantry),
    ("cavalry", Arm::Cavalry),
    ("battery", Arm::Artillery),
    ("wagon", Arm::Wagon),
];

const BODIES: [(&str, Body); 4] = [
    ("company", Body::Company),
    ("squadron", Body::Squadron),
    ("battalion", Body::Battalion),
    ("regiment", Body::Regiment),
];

fn one_unit(s: &mut Sheet, t: &Tab<'_>, usual: &Usual, g: &Ground, r: &mut Raised) {
    let before = s.count();
    let code = r.codes.read(s, t, || say!("right-code"));
    let name = s.text(t, "name").map_or_else(|| code.clone(), |(n, _)| n);
    s.need(t, "arm", || say!("right-arm"));
    let Some((arm, _)) = s.word(t, "arm", &ARMS) else { return };
    let own_keys: &[&str] = match arm {
        Arm::Infantry => &["gun", "guns", "horse", "rounds", "mounted", "front"],
        Arm::Cavalry => &["gun", "guns", "horse", "rounds"],
        Arm::Artillery => {
            &["size", "figures", "company", "weapon", "mounted", "front", "gap", "inside", "ammunition"]
        }
        Arm::Wagon => &[
            "size",
            "figures",
            "company",
            "weapon",
            "mounted",
            "front",
            "gap",
            "inside",
            "gun",
            "guns",
            "horse",
            "rounds",
            "formation",
            "valour",
            "ammunition",
        ],
    };
    for k in own_keys {
        if t.has(k) {
            let what = ARMS.iter().find(|a| a.1 == arm).map_or("unit", |a| a.0);
            s.push(Mistake::new(t.at_key(k), say!("of-a", k, what)).right(say!("leave-out-none")));
        }
    }
    let men = matches!(arm, Arm::Infantry | Arm::Cavalry);
    let valour = valour(s, t).or(usual.valour);
    if arm != Arm::Wagon && valour.is_none() && !t.has("valour") {
        s.push(
            Mistake::new(t.at(), say!("unit-needs-valour"))
                .right(say!("valour-0-unit-command"))
                .by(clause!("01.05.2")),
        );
    }
    let weapon =
        if men { s.word_of(t, "weapon", &Weapon::ALL).map(|(w, _)| w).or(usual.weapon) } else { None };
    if men && weapon.is_none() && !t.has("weapon") {
        s.push(
            Mistake::new(t.at(), say!("unit-needs-weapon"))
                .right(say!("weapon-rifled-musket-unit-command"))
                .by(clause!("01.05.2")),
        );
    }
    let battery = if arm == Arm::Artillery { guns(s, t) } else { None };
    let (figures, company) = strength(s, t, arm, usual.nation, battery);
    let mounted = arm == Arm::Cavalry && s.truth(t, "mounted").unwrap_or(true);
    let kind = match arm {
        Arm::Cavalry if mounted => Kind::Mounted,
        Arm::Cavalry => Kind::Dismounted,
        _ => Kind::Infantry,
    };
    let stand = stand(s, t, arm, kind, figures);
    let id = UnitId(r.units.len() as u16);
    let raise = Raise {
        code: &code,
        name: &name,
        side: usual.side,
        nation: usual.nation,
        command: usual.command,
        arm,
        figures,
        company,
        valour: valour.unwrap_or(0),
        weapon,
        battery,
        mounted,
        formation: stand.formation,
        wide: stand.wide,
        gap: stand.gap,
        at: Pose { x: 0.0, y: 0.0, facing: 0.0 },
    };
    let mut u = raising::unit(id, &raise);
    u.record.in_motion = s.flag(t, "in_march");
    u.ammunition = s.truth(t, "ammunition").unwrap_or(true);
    rounds(s, t, &mut u);
    place(s, t, g, &mut u, r);
    r.placed.push(s.count() == before);
    r.units.push(u);
    r.at.push(t.at());
}

fn guns(s: &mut Sheet, t: &Tab<'_>) -> Option<(Gun, u8, bool)> {
    s.under(|| clause!("01.05.2"), |s| s.need(t, "gun", || Message::verbatim("gun = \"napoleon\"")));
    let gun = s.word_of(t, "gun", &Gun::ALL).map(|(g, _)| g);
    let n =
        match s.number(t, "guns") {
            Some((n, _)) if n == 4.0 || n == 6.0 => n as u8,
            Some((n, at)) => {
                s.push(
                    Mistake::new(at, say!("battery-guns", n))
                        .right(say!("so-4-6-real-guns"))
                        .by(if n < 5.0 { clause!("01.02.5") } else { clause!("01.02.6") }),
                );
                4
            }
            None => 4,
        };
    let horse = s.flag(t, "horse");
    Some((gun.unwrap_or(Gun::Napoleon), n, horse))
}

/// Figures of the unit and of a company of it.
fn strength(
    s: &mut Sheet,
    t: &Tab<'_>,
    arm: Arm,
    nation: Nation,
    battery: Option<(Gun, u8, bool)>,
) -> (u16, u16) {
    match arm {
        Arm::Artillery => {
            let n = battery.map_or(4, |(_, guns, horse)| raising::battery_make_up(guns, horse).gunners);
            return (n, n);
        }
        Arm::Wagon => return (raising::wagon_horses(), raising::wagon_horses()),
        _ => {}
    }
    let infantry = arm == Arm::Infantry;
    let company =
        s.whole(t, "company", [1, 20]).map_or_else(|| book::company(infantry, nation), |(n, _)| n as u16);
    let given = s.whole(t, "figures", [1, MOST_FIGURES]).map(|(n, _)| n as u16);
    let figures = match (given, s.word(t, "size", &BODIES)) {
        (Some(_), Some((_, at))) => {
            s.push(Mistake::new(at, say!("both-size-figures")).right(say!("one-them")));
            company
        }
        (Some(n), None) => n,
        (None, body) => {
            // What the scenario does not say is of standard size (01.02.1).
            let at = body.as_ref().map(|(_, at)| at.clone());
            let body = body.map_or(Body::Regiment, |(b, _)| b);
            raising::standard(infantry, nation, body).map(|(n, _)| n).unwrap_or_else(|| {
                s.push(
                    Mistake::new(at, say!("infantry-no-squadrons"))
                        .right(say!("company-battalion-regiment"))
                        .by(clause!("01.02.2")),
                );
                company
            })
        }
    };
    (figures, company)
}

struct Stand {
    formation: Formation,
    wide: bool,
    gap: f64,
}

/// The formation, lawful for the arm and the number of figures (02.01, 02.02, 02.03).
fn stand(s: &mut Sheet, t: &Tab<'_>, arm: Arm, kind: Kind, figures: u16) -> Stand {
    let usual = if t.has("arrives") || arm == Arm::Wagon { Formation::MarchColumn } else { Formation::Line };
    let given = s.word_of(t, "formation", &Formation::ALL);
    let at = given.as_ref().map(|(_, at)| at.clone());
    let formation = given.map_or(usual, |(f, _)| f);
    let mut refuse = |law: umpire::Clause, wrong: Message, right: Message| {
        s.push(Mistake::new(at.clone().unwrap_or(t.at()), wrong).right(right).by(law));
    };
    if arm == Arm::Artillery {
        if !matches!(formation, Formation::MarchColumn | Formation::Line) {
            refuse(clause!("02.03.2"), say!("battery", formation), say!("right-battery-formation"));
        }
        return Stand { formation, wide: false, gap: 0.0 };
    }
    let mounted = kind == Kind::Mounted;
    if formation == Formation::ThinLine && mounted {
        refuse(
            clause!("02.02.4"),
            say!("mounted-cavalry-thin-line"),
            say!("mounted-cavalry-no-thin-line-chain"),
        );
    }
    let mut wide = true;
    if let Some((n, at)) = s.number(t, "front") {
        if !(mounted && formation == Formation::AttackColumn && (n == 5.0 || n == 6.0)) {
            s.push(
                Mistake::new(at, say!("front", n))
                    .right(say!("so-5-6-only-mounted-attack"))
                    .by(clause!("02.02.2")),
            );
        }
        wide = n != 5.0;
    }
    if formation == Formation::AttackColumn {
        let front = if mounted && !wide { 5 } else { 6 };
        // Three ranks: two full ones and one man more.
        if figures < 2 * front + 1 {
            let law = if mounted { clause!("02.02.2") } else { clause!("02.01.2") };
            s.push(
                Mistake::new(at.clone().unwrap_or(t.at()), say!("attack-column-figures", figures))
                    .right(say!("least-3-ranks-figures-line", front = 2 * front + 1))
                    .by(law),
            );
        }
    }
    let mut gap = raising::usual_gap(kind, formation);
    if let Some((mm, at)) = s.number(t, "gap") {
        let base = if mounted { book::data().rider.0 } else { book::data().foot.0 };
        let (ok, law, right) = match (formation, mounted) {
            (Formation::Chain, false) => (
                (base..=2.0 * base).contains(&mm),
                clause!("02.01.5"),
                say!("from-to-mm", least = base, most = 2.0 * base),
            ),
            (Formation::Chain, true) => {
                ((0.0..=base).contains(&mm), clause!("02.02.4"), say!("from-to-mm", least = 0, most = base))
            }
            (Formation::ThinLine, _) => {
                ((0.0..base).contains(&mm), clause!("02.01.4"), say!("so-0-less-than-mm-mm", base))
            }
            _ => (false, clause!("02.04.1"), say!("only-thin-line-chain-gaps")),
        };
        if ok {
            gap = mm / 10.0;
        } else {
            s.push(Mistake::new(at, say!("gap-mm", mm, formation)).right(right).by(law));
        }
    }
    Stand { formation, wide, gap }
}

/// Rounds of a battery that does not begin with full chests.
fn rounds(s: &mut Sheet, t: &Tab<'_>, u: &mut Unit) {
    let Some(b) = u.battery.as_mut() else { return };
    let Some(x) = s.table(t, "rounds") else { return };
    let full = b.rounds;
    for (i, key) in ["shell", "round_shot", "canister"].into_iter().enumerate() {
        let Some((n, at)) = s.whole(&x, key, [0, 100]) else { continue };
        if n > i64::from(full[i]) {
            s.push(
                Mistake::new(at, say!("rounds", n, all = Ammunition::ALL[i]))
                    .right(say!("gun-most", full = full[i]))
                    .by(clause!("09.02.1")),
            );
        } else {
            b.rounds[i] = n as u8;
        }
    }
}

/// Where it stands, or when and where it comes.
fn place(s: &mut Sheet, t: &Tab<'_>, g: &Ground, u: &mut Unit, r: &mut Raised) {
    if let Some(a) = s.arrival(t, &["x", "y", "facing", "inside", "in_march"]) {
        if let Some((foot, dir)) = a.foot([g.width, g.depth]) {
            // Its staff rides behind it.
            u.base = u.base.at(foot + dir * (u.base.depth + raising::rider().1), dir);
        }
        if u.formation != Formation::MarchColumn {
            s.push(
                Mistake::new(a.at, say!("reserve-arriving", formation = &u.formation))
                    .right(Message::verbatim("formation = \"march_column\"")),
            );
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
    for k in ["x", "y", "facing"] {
        if t.has(k) {
            s.push(Mistake::new(t.at_key(k), say!("garrison", k)).right(say!("leave-out-stands-building")));
        }
    }
    let wrong = |at| Mistake::new(at, say!("inside-names-buildings")).right(say!("right-inside"));
    let names = if t.is_text("inside") {
        s.text(t, "inside").into_iter().collect()
    } else {
        s.texts(t, "inside", wrong).unwrap_or_default()
    };
    if u.kind() == Kind::Mounted {
        s.push(
            Mistake::new(t.at_key("inside"), say!("riders-building"))
                .right(Message::verbatim("mounted = false"))
                .by(clause!("play.building")),
        );
    }
    for (n, at) in names {
        match g.building(&n) {
            Some(b) if u.inside.contains(&b) => {
                s.push(
                    Mistake::new(at, say!("named-twice", code = short(&n)))
                        .right(say!("name-each-building-once")),
                );
            }
            Some(b) => u.inside.push(b),
            None => s.push(
                Mistake::new(at, say!("there-no-building", short = short(&n)))
                    .right(say!("name-ground-building")),
            ),
        }
    }
    if let Some(b) = u.inside.first() {
        u.base = g.buildings[usize::from(*b)].base;
    }
}
