//! The tables of fire as numbers: VIII to XIV.

use super::{BAD, num, table};
use crate::procedures::Row;
use crate::say;
use crate::troop::{Effect, State, Weapon};
use std::sync::OnceLock;
use umpire::Cell;

umpire::rows!(
    /// Table VIII: small-arms fire.
    SmallArmsRows, "VIII",
    column = "Column" as "arms-row-column";
    dense = "Dense skirmish line or swarm" as "arms-row-dense";
    thin = "Thin skirmish line or swarm" as "arms-row-thin";
    mounted = "Mounted cavalry" as "arms-row-mounted";
    charge = "Cavalry attacks at the charge" as "arms-row-charge";
    limbered = "Limbered artillery and train" as "arms-row-limbered";
    unlimbered = "Unlimbered artillery" as "arms-row-unlimbered";
    cover_1 = "Cover I" as "arms-row-cover-1";
    cover_2 = "Cover II" as "arms-row-cover-2";
    cover_3 = "Cover III" as "arms-row-cover-3";
    smoke = "Powder smoke after firing (not skirmish line)" as "arms-row-smoke";
    moved = "Own unit not stationary for 1/4 turn (not skirmish line)" as "arms-row-moved";
    hill = "Firing up or down hill in zone I" as "arms-row-hill";
    flank = "Enemy fired on in flank or rear" as "arms-row-flank";
    silent = "Enemy does not return small-arms fire" as "arms-row-silent";
    grade = "Per LU grade" as "arms-row-grade";
    disorder = "U" as "arms-row-disorder";
    complete = "FU" as "arms-row-complete";
    more = "Own unit, per 100 % more figures" as "arms-row-more";
    fewer = "Enemy, per 100 % more figures" as "arms-row-fewer";
    support = "Enemy has support unit or soutien" as "arms-row-support";
    first_fire = "First fire in the game" as "arms-row-first-fire";
    far = "Firing in zone II" as "arms-row-far";
    training = "Training" as "arms-row-training";
    valour = "Valour" as "arms-row-valour";
    commander = "Enemy commander's intervention" as "arms-row-commander";
);

umpire::rows!(
    /// Table XI: artillery fire.
    GunneryRows, "XI",
    thin = "Thin skirmish line or swarm" as "guns-row-thin";
    dense = "Dense skirmish line or swarm" as "guns-row-dense";
    battery = "Artillery in position or working pioneers" as "guns-row-battery";
    limbered = "Limbered artillery, train" as "guns-row-limbered";
    column = "Column, in zones 2-4" as "guns-row-column";
    flank = "Flank or square, in zones 2-4" as "guns-row-flank";
    charge = "Cavalry attacks at the charge" as "guns-row-charge";
    unseen = "Target behind a terrain feature cannot be seen" as "guns-row-unseen";
    cover_2 = "Cover II" as "guns-row-cover-2";
    cover_3 = "Cover III" as "guns-row-cover-3";
    zone_1 = "Zone 1" as "guns-row-zone-1";
    zone_2 = "Zone 2" as "guns-row-zone-2";
    zone_3 = "Zone 3" as "guns-row-zone-3";
    zone_4 = "Zone 4" as "guns-row-zone-4";
    no_ricochet = "No-ricochet ground, zones 2-4" as "guns-row-no-ricochet";
    ranging_in = "Ranging-in, zones 2-4" as "guns-row-ranging-in";
    unanswered = "The battery does not answer artillery fire" as "guns-row-unanswered";
    twelve = "12 pdr cannon (whatever its gun group)" as "guns-row-twelve";
    grade = "Per LU grade" as "guns-row-grade";
    disorder = "U" as "guns-row-disorder";
    large = "Large unit, see 10.02.2" as "guns-row-large";
    training = "Training" as "guns-row-training";
    valour = "Valour" as "guns-row-valour";
);

/// One line of table IX or XII: from its result to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The least result of this line; the first holds for all below the second.
    pub from: i32,
    /// Men lost to each firing unit.
    pub men: u32,
    pub morale: Effect,
    /// Limber horses lost, in figures (table IX).
    pub horses: u8,
}

/// What table XIII does to a battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    None,
    /// Horse figures.
    Horses(u8),
    /// Firing units: real guns.
    Guns(u8),
    /// Ammunition loads.
    Loads(u8),
}

/// The tables of fire.
#[derive(Clone, Debug)]
pub struct Fire {
    pub arms: SmallArmsRows,
    pub guns: GunneryRows,
    /// Table IX.
    pub small_arms: Vec<Line>,
    /// Table XII.
    pub artillery: Vec<Line>,
    /// Table X: where zones I and II end, in cm.
    pub weapons: [[f64; 2]; 3],
    /// Table XIII, by die and zone.
    pub damage: [[Damage; 4]; 6],
    /// Table XIV by group: where zones I to IV end, in cm.
    pub zones: Vec<(&'static str, [f64; 4])>,
    /// Table XVI: what a commander's die gives his unit, and whether he falls.
    pub commander: [(i32, bool); 6],
}

/// The whole numbers that stand in a text, in order, without their signs.
pub fn numbers(c: &Cell) -> Vec<i32> {
    let text = c.to_string();
    text.split(|x: char| !x.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect()
}

/// A state as the tables print it: `LU-2` is two grades received.
fn effect(c: &Cell) -> Effect {
    match c.text().expect(BAD) {
        "OR" => Effect::Grades(0),
        "U" => Effect::AtLeast(State::Disorder),
        "FU" => Effect::AtLeast(State::Complete),
        _ => Effect::Grades(numbers(c)[0] as u8),
    }
}

fn whole(c: &Cell) -> i32 {
    num(c).expect(BAD) as i32
}

fn lines(id: &str) -> Vec<Line> {
    let line = |r: &Vec<Cell>| Line {
        from: numbers(&r[0])[0],
        men: whole(&r[1]) as u32,
        morale: effect(&r[2]),
        horses: r.get(3).map_or(0, |c| whole(c) as u8),
    };
    table(id).rows.iter().map(line).collect()
}

/// The line of a result: the last that begins at or below it. All below the second are the first.
pub fn line_at(lines: &[Line], result: i32) -> &Line {
    lines.iter().rev().find(|l| l.from <= result).or(lines.first()).expect(BAD)
}

fn damage(c: &Cell) -> Damage {
    let text = c.text().expect(BAD);
    let Some(n) = numbers(c).first().map(|n| *n as u8) else { return Damage::None };
    if text.contains("horse") {
        Damage::Horses(n)
    } else if text.contains("firing unit") {
        Damage::Guns(n)
    } else {
        Damage::Loads(n)
    }
}

fn cm<const N: usize>(cells: &[Cell]) -> [f64; N] {
    std::array::from_fn(|i| num(&cells[i]).expect(BAD))
}

/// The tables of fire as numbers.
pub fn data() -> &'static Fire {
    static DATA: OnceLock<Fire> = OnceLock::new();
    DATA.get_or_init(|| Fire {
        arms: SmallArmsRows::read(),
        guns: GunneryRows::read(),
        small_arms: lines("IX"),
        artillery: lines("XII"),
        weapons: std::array::from_fn(|i| cm(&table("X").rows[i][2..])),
        damage: std::array::from_fn(|d| {
            let row = &table("XIII").rows[d];
            std::array::from_fn(|z| damage(&row[z + 1]))
        }),
        zones: table("XIV").rows.iter().map(|r| (r[0].text().expect(BAD), cm(&r[1..]))).collect(),
        commander: std::array::from_fn(|i| {
            let row = &table("XVI").rows[i];
            (whole(&row[2]), row[1].text() == Some("falls"))
        }),
    })
}

/// The place of a weapon in table X.
pub fn weapon(w: Weapon) -> &'static [f64; 2] {
    &data().weapons[match w {
        Weapon::Carbine => 0,
        Weapon::Musket => 1,
        Weapon::Rifle => 2,
    }]
}
