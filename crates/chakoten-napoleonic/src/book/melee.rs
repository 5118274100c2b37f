//! The tables of melee, rallying and command as numbers: II, XV and XVII to XIX, and those of attrition and flight.

use super::{BAD, num, table};
use crate::procedures::Row;
use crate::say;
use crate::troop::State;
use std::sync::OnceLock;
use umpire::{Cell, Table};

/// The marks of a row of table XV (skema.XV.b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Mark 1: only with at least 8 figures.
    pub eight: bool,
    /// Mark 2: not in a continued melee of the same units.
    pub fresh: bool,
    /// Mark 3: not when an own unit may be swept along.
    pub fight: bool,
    /// Mark 4: not where the defender is behind an obstacle.
    pub open: bool,
}

fn column(t: &Table, name: &str) -> usize {
    t.columns.iter().position(|c| c == name).expect(BAD)
}

fn whole(c: &Cell) -> Option<i32> {
    num(c).map(|n| n as i32)
}

fn text(c: &'static Cell) -> &'static str {
    c.text().expect(BAD)
}

/// The row of a table of which one column says this.
fn row_of(id: &str, at: usize, name: &str) -> &'static [Cell] {
    table(id).rows.iter().find(|r| r[at].text() == Some(name)).expect(BAD)
}

fn marks() -> Vec<(&'static str, Marks)> {
    let t = table("XV");
    let (situation, remarks) = (column(t, "situation"), column(t, "remarks"));
    let read = |r: &'static Vec<Cell>| {
        let all = r[remarks].to_string();
        let mark = |n: &str| all.split(',').any(|m| m.trim() == n);
        let marks = Marks { eight: mark("1"), fresh: mark("2"), fight: mark("3"), open: mark("4") };
        (text(&r[situation]), marks)
    };
    t.rows.iter().map(read).collect()
}

umpire::rows!(
    /// Table XV, row by row.
    MeleeRows, "XV",
    twice = "100 % more figures" as "melee-row-twice";
    thrice = "200 % more figures" as "melee-row-thrice";
    march_column = "March column" as "melee-row-march-column";
    attack_column = "Attack column (infantry only)" as "melee-row-attack-column";
    obstacle_1 = "Obstacle I" as "melee-row-obstacle-1";
    obstacle_2 = "Obstacle II" as "melee-row-obstacle-2";
    obstacle_3 = "Obstacle III" as "melee-row-obstacle-3";
    cover = "Cover I-III" as "melee-row-cover";
    on_square = "Cavalry attacks square" as "melee-row-on-square";
    on_mass = "Cavalry attacks battalion mass" as "melee-row-on-mass";
    on_other = "Cavalry attacks clump or other infantry" as "melee-row-on-other";
    on_guns = "Attack on artillery, train or working pioneers" as "melee-row-on-guns";
    no_line = "The other side's infantry has no skirmish line" as "melee-row-no-line";
    smoke_last = "Powder smoke after firing in the last turn" as "melee-row-smoke-last";
    smoke_now = "Powder smoke after firing in this turn" as "melee-row-smoke-now";
    rifles = "Infantry armed only with rifles" as "melee-row-rifles";
    moved = "Defender's infantry not stationary for 1/4 turn" as "melee-row-moved";
    uphill = "Attack uphill" as "melee-row-uphill";
    flank = "Attack in flank or rear" as "melee-row-flank";
    dispersed = "Closed formation attacks dispersed formation or unit in FU" as "melee-row-dispersed";
    light = "Per LU grade" as "melee-row-light";
    disorder = "U" as "melee-row-disorder";
    complete = "FU" as "melee-row-complete";
    support = "Support unit" as "melee-row-support";
    first_fire = "Infantry's first fire in the game" as "melee-row-first-fire";
    first_attack = "Cavalry's first attack in the game" as "melee-row-first-attack";
    no_ammunition = "Infantry without ammunition" as "melee-row-no-ammunition";
    charge = "Cavalry attacks at the charge" as "melee-row-charge";
    no_momentum = "Cavalry has no momentum" as "melee-row-no-momentum";
    victory = "Complete victory in melee (this or last turn)" as "melee-row-victory";
    heavy = "Heavy cavalry" as "melee-row-heavy";
    medium = "Medium cavalry" as "melee-row-medium";
    light_horse = "Light cavalry" as "melee-row-light-horse";
    cossack = "Cossacks and the like" as "melee-row-cossack";
    training = "Training and/or national trait" as "melee-row-training";
    valour = "Own unit's valour" as "melee-row-valour";
    commander = "Commander's intervention" as "melee-row-commander";
);

/// A band of results: `0 or less`, `11-14`, `15`, `21 or more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    pub from: i32,
    pub to: i32,
}

impl Band {
    fn read(c: &Cell) -> Band {
        if let Some(n) = whole(c) {
            return Band { from: n, to: n };
        }
        let t = c.text().expect(BAD);
        let number = |t: &str| t.trim().parse::<i32>().expect(BAD);
        if let Some(n) = t.strip_suffix(" or less") {
            return Band { from: i32::MIN, to: number(n) };
        }
        if let Some(n) = t.strip_suffix(" or more") {
            return Band { from: number(n), to: i32::MAX };
        }
        let (from, to) = t.split_once('-').expect(BAD);
        Band { from: number(from), to: number(to) }
    }

    /// Does a result lie in it?
    pub fn holds(&self, n: i32) -> bool {
        (self.from..=self.to).contains(&n)
    }
}

/// Which block of table XVII is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    Infantry,
    HorseOnHorse,
    HorseOnOthers,
}

/// A row of table XVII.
#[derive(Clone, Copy, Debug)]
pub struct Clash {
    pub block: Block,
    pub difference: Band,
    /// Whether the attacker wins in it; `None`: either may, or nobody does.
    pub attacker_wins: Option<bool>,
    pub loser: State,
    pub ranks_attacker: u8,
    pub ranks_defender: u8,
}

/// A row of table XVIII.
#[derive(Clone, Copy, Debug)]
pub struct Toll {
    pub result: Band,
    /// Men lost by the other side for each melee unit.
    pub men: u32,
    /// Prisoners in figures for each melee unit, where cavalry beats another arm.
    pub by_cavalry: u32,
    /// The same of all other winners.
    pub by_others: u32,
}

/// The rows of table XIX.
#[derive(Clone, Copy, Debug)]
pub struct RallyRows {
    pub superior: i32,
    pub corps: i32,
    pub no_enemy: i32,
    pub screened: i32,
    pub later_turn: i32,
    pub prisoners: i32,
    pub near_disorder: i32,
    pub near_complete: i32,
}

/// The rows of table II for the reaction roll.
#[derive(Clone, Copy, Debug)]
pub struct ReactionRows {
    pub repeats_done: i32,
    pub repeats_undone: i32,
    pub as_instructed: i32,
    pub courier: i32,
    pub light: i32,
    pub disorder: i32,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct MeleeData {
    pub rows: MeleeRows,
    marks: Vec<(&'static str, Marks)>,
    pub clashes: Vec<Clash>,
    pub tolls: Vec<Toll>,
    pub rally: RallyRows,
    /// What becomes of a unit that tries to rally; `None`: it flees on.
    pub rallied: Vec<(Band, Option<State>)>,
    pub reaction: ReactionRows,
    /// The turns of delay of a message by the die; `None`: it does not get through.
    pub delay: [Option<u8>; 6],
    /// What a reaction roll needs.
    pub reaction_needs: i32,
    /// What it needs to replace a commander.
    pub replacing_needs: i32,
    /// What a lone courier needs to stay in the game, and what a long ride takes off.
    pub courier_needs: i32,
    pub courier_rode: i32,
    /// The highest die on which a staff figure falls.
    pub staff_falls: u8,
    /// Command distance in cm.
    pub command_cm: f64,
    /// Percent lost in a later turn of flight, across a watercourse, and across a wide one.
    pub flight: u32,
    pub flight_water: u32,
    pub flight_wide: u32,
    /// The widest watercourse that costs the lesser part, in cm.
    pub wide_from: f64,
    /// From, to, turns of standing.
    pub reorganising: Vec<(State, State, f64)>,
}

fn state(name: &str) -> State {
    match name {
        "OR" => State::Order,
        "LU-1" | "LU grade 1" => State::Light1,
        "LU-2" | "LU grade 2" => State::Light2,
        "LU-3" | "LU grade 3" => State::Light3,
        "U" => State::Disorder,
        "FU" => State::Complete,
        _ => panic!("{BAD}"),
    }
}

fn clash(r: &'static [Cell]) -> Clash {
    let block = match text(&r[0]) {
        "infantry against any arm" => Block::Infantry,
        "cavalry against cavalry" => Block::HorseOnHorse,
        "cavalry against other arms" => Block::HorseOnOthers,
        _ => panic!("{BAD}"),
    };
    Clash {
        block,
        difference: Band::read(&r[1]),
        attacker_wins: match text(&r[2]) {
            "attacker" | "cavalry" => Some(true),
            "defender" | "other" => Some(false),
            _ => None,
        },
        loser: state(text(&r[4])),
        ranks_attacker: whole(&r[5]).expect(BAD) as u8,
        ranks_defender: whole(&r[6]).expect(BAD) as u8,
    }
}

/// The first number in an entry of words.
fn first_number(c: &Cell) -> f64 {
    let t = c.to_string();
    let from = t.find(|c: char| c.is_ascii_digit()).expect(BAD);
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let n: String = t[from..].chars().take_while(|c| digits(*c)).collect();
    let n: f64 = n.parse().expect(BAD);
    if t[..from].ends_with('-') { -n } else { n }
}

fn rally_rows() -> RallyRows {
    let at = |name| whole(&row_of("XIX", 0, name)[1]).expect(BAD);
    RallyRows {
        superior: at("Immediate superior commander at the unit"),
        corps: at("Corps commander or higher with the unit"),
        no_enemy: at("No enemy within 50 cm"),
        screened: at("Own intact unit (OR or LU) between the unit and the nearest enemy"),
        later_turn: at("Each flight turn beyond the first"),
        prisoners: at("The unit gave up prisoners at the start of or during the flight"),
        near_disorder: at("Own unit in U within 25 cm"),
        near_complete: at("Own unit in FU within 25 cm"),
    }
}

fn reaction_rows() -> ReactionRows {
    let at = |name| whole(&row_of("II.reaction", 0, name)[1]).expect(BAD);
    ReactionRows {
        repeats_done: at("Repeats the order most recently carried out"),
        repeats_undone: at("Repeats the most recent order that was not carried out"),
        as_instructed: at("The order follows the written instruction given"),
        courier: at("Courier in base contact"),
        light: at("Per LU grade"),
        disorder: at("Unit in U"),
    }
}

fn read() -> MeleeData {
    let command = |name| row_of("text-command-numbers", 0, name);
    let flight = |name| num(&row_of("text-flight-loss", 0, name)[1]).expect(BAD) as u32;
    let delay = &table("II.delay").rows;
    let rows_of = |id: &str| table(id).rows.iter();
    MeleeData {
        rows: MeleeRows::read(),
        marks: marks(),
        clashes: rows_of("XVII").map(|r| clash(r)).collect(),
        tolls: rows_of("XVIII")
            .map(|r| {
                let at = |i: usize| whole(&r[i]).expect(BAD) as u32;
                Toll { result: Band::read(&r[0]), men: at(1), by_cavalry: at(2), by_others: at(3) }
            })
            .collect(),
        rally: rally_rows(),
        rallied: rows_of("XIX.result")
            .map(|r| (Band::read(&r[0]), text(&r[1]).strip_prefix("reorganises to ").map(state)))
            .collect(),
        reaction: reaction_rows(),
        delay: std::array::from_fn(|i| whole(&delay[i][2]).map(|n| n as u8)),
        reaction_needs: first_number(&command("reaction roll out of command")[2]) as i32,
        replacing_needs: first_number(&command("replacing a fallen commander")[2]) as i32,
        courier_needs: first_number(&command("lone courier at turn end")[2]) as i32,
        courier_rode: first_number(&command("lone courier at turn end")[3]) as i32,
        staff_falls: first_number(&command("staff figure with a unit under fire or in melee")[2]) as u8,
        command_cm: first_number(&command("command distance")[2]),
        flight: flight("each further flight turn"),
        flight_water: flight("flight across watercourse up to 4 cm"),
        flight_wide: flight("flight across watercourse over 4 cm"),
        wide_from: first_number(&row_of("text-flight-loss", 0, "flight across watercourse over 4 cm")[0]),
        reorganising: rows_of("text-reorganisation")
            .filter_map(|r| Some((state(text(&r[0])), r[1].text()?, num(&r[2])?)))
            .map(|(from, to, turns)| (from, state(to), turns))
            .collect(),
    }
}

/// The tables of melee, rallying and command.
pub fn melee() -> &'static MeleeData {
    static DATA: OnceLock<MeleeData> = OnceLock::new();
    DATA.get_or_init(read)
}

impl MeleeData {
    /// The marks of a row of table XV.
    pub fn marks(&self, row: &Row) -> Marks {
        self.marks.iter().find(|(name, _)| *name == row.name).map_or(Marks::default(), |m| m.1)
    }

    /// The row of table XVII for a difference.
    pub fn clash(&self, block: Block, difference: u32, attacker_wins: Option<bool>) -> Clash {
        let fits = |c: &&Clash| {
            c.block == block
                && c.difference.holds(difference as i32)
                && (c.attacker_wins.is_none() || c.attacker_wins == attacker_wins)
        };
        *self.clashes.iter().find(fits).expect(BAD)
    }

    /// The row of table XVIII for a result.
    pub fn toll(&self, result: i32) -> Toll {
        *self.tolls.iter().find(|t| t.result.holds(result)).expect(BAD)
    }

    /// What table XIX says to a result; `None`: it flees on.
    pub fn rallied(&self, result: i32) -> Option<State> {
        self.rallied.iter().find(|(band, _)| band.holds(result)).and_then(|r| r.1)
    }
}

/// The value of a row of the table of national traits.
pub fn trait_value(nation: &str, who: &str) -> i32 {
    let rows = &table("nation.traits").rows;
    let found = rows.iter().find(|r| r[0].text() == Some(nation) && r[1].text() == Some(who));
    found.and_then(|r| whole(&r[3])).expect(BAD)
}
