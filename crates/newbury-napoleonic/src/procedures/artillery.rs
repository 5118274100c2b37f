//! Fire of artillery and rockets, along the whole line of a shot, and what it does to guns and teams (chapter 16, 20.5, table 10).

use super::formations::yes;
use super::losses::MoreFigures;
use super::small_arms::{BARE, MOST_FACTORS, ScreenBefore, proportional};
use super::target::{Target, TargetReadings};
use super::{LossSystem, Options, Sum, check_factors, check_list, check_troop, counted, procedure};
use crate::book::{SheetRef, numbers};
use crate::formation::Formation;
use crate::terrain::Cover;
use crate::troop::{Ammunition, Class, Nation, Piece, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Readings, Record, SituationError, check_count, check_length, impossible};
use words::{Joint, Message};

umpire::choice!(
    /// Does the first shot after unlimbering count with canister too (T10.E)?
    AfterUnlimbering { AnyAmmunition, NotCanister }
);
umpire::choice!(
    /// What becomes of fractions of a loss of guns and limbers (16.7.e)?
    GunFractions { Dropped, Kept }
);

/// The readings that matter to artillery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GunReadings {
    pub target: TargetReadings,
    pub after_unlimbering: AfterUnlimbering,
    pub gun_fractions: GunFractions,
    #[serde(rename = "more-than-25-figures")]
    pub more: MoreFigures,
}

impl GunReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> GunReadings {
        GunReadings {
            target: TargetReadings::of(r),
            after_unlimbering: AfterUnlimbering::pick(r.is(reading!("after-unlimbering", "not-canister"))),
            gun_fractions: GunFractions::pick(r.is(reading!("gun-fractions", "kept"))),
            more: MoreFigures::of(r),
        }
    }
}

/// Guns of one kind that fire together at one target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    pub troop: Troop,
    pub piece: Piece,
    pub ammunition: Ammunition,
    /// Gun or launcher models that fire.
    #[schemars(range(min = 1, max = 100))]
    pub models: u32,
    /// Their gunners; drivers do not count.
    #[schemars(range(max = 1000))]
    pub crew: u32,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    /// One round of canister instead of two.
    #[serde(default)]
    pub one_round: bool,
    /// The first shot at a new target.
    #[serde(default)]
    pub new_target: bool,
    /// The first shot after unlimbering.
    #[serde(default)]
    pub after_unlimbering: bool,
    /// The guns of the battery are divided over several targets.
    #[serde(default)]
    pub split: bool,
    /// They are the howitzers of a mixed battery, with a target of their own.
    #[serde(default)]
    pub mixed_howitzer: bool,
    /// They stand on a steep hill.
    #[serde(default)]
    pub from_steep: bool,
}

impl Guns {
    /// So many models with four gunners each.
    pub fn new(piece: Piece, ammunition: Ammunition, models: u32) -> Guns {
        let troop =
            Troop { class: Class::B, training: Class::B, ..Troop::of(crate::troop::Arm::FieldArtillery) };
        Guns {
            troop,
            piece,
            ammunition,
            models,
            crew: models * CREW,
            disorganisation: 0,
            one_round: false,
            new_target: false,
            after_unlimbering: false,
            split: false,
            mixed_howitzer: false,
            from_steep: false,
        }
    }

    pub(super) fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_troop(field, &self.troop)?;
        check_count(field, self.models, 1)?;
        check_count(field, self.crew, 0)?;
        check_factors(field, self.disorganisation)?;
        self.check_ammunition(field)
    }

    /// Ammunition by weapon and nation (16.1).
    fn check_ammunition(&self, field: &'static str) -> Result<(), SituationError> {
        let (british, howitzer) = (self.troop.british(), self.piece.howitzer());
        let rockets = british || self.troop.nation == Nation::Austria;
        let launcher = self.piece == Piece::Launcher;
        let (fits, by) = match self.ammunition {
            Ammunition::RoundShot => (self.piece.gun(), clause!("16.1.a")),
            Ammunition::Shell => (howitzer, clause!("16.1.a")),
            Ammunition::Shrapnel => (!launcher && british, clause!("16.1.a")),
            Ammunition::Canister => (!launcher && !self.piece.siege(), clause!("16.1.a")),
            _ => (launcher && rockets, clause!("16.1.b")),
        };
        // Of the pieces of that kind some have a row in table 10A and some none.
        let fits = fits && numbers().guns.reach(self.ammunition, self.piece) > 0.0;
        if fits { Ok(()) } else { Err(impossible(field, say!("no-such-ammunition", by))) }
    }

    /// Howitzer shell and shrapnel, which burst.
    fn howitzer_shell(&self) -> bool {
        self.piece.howitzer() && matches!(self.ammunition, Ammunition::Shell | Ammunition::Shrapnel)
    }

    /// Gunners that count (16.6.e).
    pub(super) fn firing(&self, r: &mut impl Record) -> u32 {
        let figures = self.crew.min(self.models * CREW);
        r.reckon(|| say!("reckon-gunners", figures), clause!("16.6.e"));
        r.clause(clause!("20.1.b"));
        if self.crew < self.models * CREW {
            r.reckon(|| say!("reckon-crew-lost"), clause!("16.4.d"));
        }
        figures
    }
}

/// Gunners of a model that count (16.6.e, 20.1.b).
pub const CREW: u32 = 4;

/// Why round shot spares a unit on its line (20.5.a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spared {
    FiredOver,
    /// Behind a hard linear obstacle that it does not touch.
    BehindObstacle,
    /// Behind a building or enough of a wood.
    BehindBuildingOrWood,
    DeadGround,
    BehindArtillery,
}

/// A unit on the line of fire, the target first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnLine {
    pub target: Target,
    /// Cm.
    pub distance: f64,
    #[serde(default)]
    pub spared: Option<Spared>,
    /// Of a deployed battery: teams and drivers are aimed at, not guns and crews.
    #[serde(default)]
    pub at_teams: bool,
    /// The guns hide the teams.
    #[serde(default)]
    pub teams_hidden: bool,
}

impl OnLine {
    pub fn new(target: Target, distance: f64) -> OnLine {
        OnLine { target, distance, spared: None, at_teams: false, teams_hidden: false }
    }
}

/// Guns and all whom their shot may hit. One ordinary die, for rockets two; none with the optional loss system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtillerySituation {
    pub guns: Guns,
    #[schemars(length(min = 1, max = 20))]
    pub line: Vec<OnLine>,
    /// Of canister: skirmishers before the target.
    #[serde(default)]
    pub screen: Option<ScreenBefore>,
    #[serde(default)]
    pub rain: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: GunReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// What a unit on the line suffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Struck {
    /// Men in all; of a battery crew and team together.
    pub men: u32,
    pub crew: u32,
    pub team: u32,
    /// Losses that count against guns and limbers, in eighths (16.7.e, 16.7.f).
    pub gun_eighths: u32,
    pub limber_eighths: u32,
    /// Men of the screen before it.
    pub screen: u32,
}

/// All of them, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LineStruck {
    pub struck: Vec<Struck>,
}

impl LineStruck {
    /// In words.
    pub fn message(&self) -> Message {
        let each = self.struck.iter().map(|s| {
            if s.screen > 0 {
                say!("men-lost-and-screen", men = s.men, screen = s.screen)
            } else if s.gun_eighths + s.limber_eighths > 0 {
                say!("men-and-guns-lost", men = s.men)
            } else {
                say!("men-lost", men = s.men)
            }
        });
        words::list(each, Joint::Semicolon)
    }
}
words::spoken!(LineStruck);

fn check_range(g: &Guns, t: &Target, distance: f64, field: &'static str) -> Result<(), SituationError> {
    check_length(field, distance)?;
    t.check(field)?;
    if numbers().guns.base(g.ammunition, g.piece, distance).is_none() {
        let by = clause!("T10.A");
        let reach = numbers().guns.reach(g.ammunition, g.piece);
        return Err(impossible(field, say!("out-of-range", reach, by)));
    }
    if t.in_melee {
        let by = clause!("14.4.b");
        return Err(impossible(field, say!("not-into-melee", by)));
    }
    Ok(())
}

fn check(s: &ArtillerySituation) -> Result<(), SituationError> {
    s.guns.check("guns")?;
    check_list("line", &s.line, 20)?;
    check_range(&s.guns, &s.line[0].target, s.line[0].distance, "line")?;
    for on in &s.line[1..] {
        check_length("line", on.distance)?;
        on.target.check("line")?;
    }
    if s.line.len() > 1 && s.guns.ammunition != Ammunition::RoundShot {
        let by = clause!("16.6.d");
        return Err(impossible("line", say!("only-shot-goes-on", by)));
    }
    if s.line.iter().any(|on| on.at_teams && on.teams_hidden) {
        let by = clause!("16.7.b");
        return Err(impossible("line", say!("teams-are-hidden", by)));
    }
    if let Some(screen) = &s.screen {
        if s.guns.ammunition != Ammunition::Canister {
            let by = clause!("8.6.d");
            return Err(impossible("screen", say!("only-canister-through-screens", by)));
        }
        check_range(&s.guns, &screen.target, screen.distance, "screen")?;
    }
    Ok(())
}

/// The depth of round shot does not count (T10.B.no).
fn no_depth(g: &Guns, t: &Target, rain: bool) -> bool {
    g.from_steep || rain || t.wet_ground
}

/// Formation and depth of the target (tables 10B.i and 10B.ii). `ranks` are those along the whole line so far.
fn formation<R: Record>(g: &Guns, t: &Target, ranks: u8, rain: bool, sum: &mut Sum<'_, R>) {
    let n = &numbers().guns;
    let f = &n.formations;
    let by = || clause!("T10.B");
    let burst = g.ammunition != Ammunition::RoundShot;
    let small = t.small_bases && t.formation.open_order();
    if t.mounted && t.formation != Formation::Limbered {
        sum.add(say!("row-mounted"), f.mounted, by());
    }
    if let Some(why) = t.open_order() {
        sum.add(say!("row-open-order"), f.open_order, why.unwrap_or(by()));
        if small {
            sum.add(say!("row-small-bases"), f.small_bases, by());
        }
        return;
    }
    match t.formation {
        Formation::Deployed => sum.add(say!("row-deployed"), f.deployed, by()),
        Formation::Limbered if burst => sum.add(say!("row-limbered"), f.limbered, by()),
        Formation::Limbered if no_depth(g, t, rain) => {
            sum.r.reckon(|| say!("reckon-depth-ignored"), clause!("T10.B.no"));
        }
        Formation::Limbered => sum.add(say!("row-limbered"), n.limbered(g.piece), by()),
        _ => {
            if t.british && t.formation == Formation::Line {
                sum.add(say!("row-british-line"), f.british_line, by());
            }
            if burst {
                let (says, value) = match ranks {
                    7.. => (say!("row-seven-ranks"), f.seven_ranks),
                    5 | 6 => (say!("row-five-or-six-ranks"), f.five_ranks),
                    3 | 4 => (say!("row-three-ranks"), f.three_ranks),
                    _ => return,
                };
                sum.add(says, value, by());
            } else if ranks > 1 {
                if no_depth(g, t, rain) {
                    sum.r.reckon(|| say!("reckon-depth-ignored"), clause!("T10.B.no"));
                } else {
                    sum.add(say!("row-depth", ranks), n.depth(g.piece, ranks.into()), by());
                }
            }
        }
    }
}

/// What the guns and the weather do (tables 10E to 10H and 10J).
fn gunnery<R: Record>(g: &Guns, rain: bool, options: &Options, readings: &GunReadings, sum: &mut Sum<'_, R>) {
    let n = &numbers().guns;
    let by = || clause!("T10.E");
    let canister = g.ammunition == Ammunition::Canister;
    if canister && g.one_round {
        sum.add(say!("row-one-canister"), n.effect.one_canister, clause!("16.4.c"));
    }
    let fresh = readings.after_unlimbering == AfterUnlimbering::AnyAmmunition || !canister;
    if (g.new_target && !canister) || (g.after_unlimbering && fresh) {
        sum.add(say!("row-first-shot"), n.effect.new_target, by());
    }
    if g.split {
        if g.mixed_howitzer {
            sum.r.reckon(|| say!("reckon-howitzer-apart"), clause!("6.5.b"));
        } else {
            sum.add(say!("row-split-fire"), n.effect.split, clause!("6.5.a"));
        }
    }
    let factors = counted(&g.troop, g.disorganisation, sum.r).min(MOST_FACTORS);
    sum.times(say!("row-disorganisation"), n.crew.disorder, factors, clause!("T10.F"));
    match g.troop.training {
        Class::A => sum.add(say!("row-class-a"), n.crew.class_a, clause!("T10.G")),
        Class::C => sum.add(say!("row-class-c"), n.crew.class_c, clause!("T10.G")),
        _ => {}
    }
    if rain {
        let value = match g.ammunition {
            a if a.rocket() => n.crew.rain_rocket,
            Ammunition::Shell => n.crew.rain_shell,
            _ => n.crew.rain,
        };
        sum.add(say!("row-rain"), value, clause!("T10.H"));
    }
    if options.losses == LossSystem::Chance {
        let value = if g.ammunition.rocket() {
            n.fixed.rocket
        } else if g.howitzer_shell() {
            n.fixed.howitzer
        } else {
            n.fixed.other
        };
        sum.add(say!("row-instead-of-the-die"), value, clause!("T10.J"));
    }
}

/// Fire of artillery at elephants (A5.12).
const ELEPHANTS: i32 = 10;

/// The factor against one unit before the die; nothing where it cannot be hit.
pub(super) fn factor(
    s: &ArtillerySituation,
    t: &Target,
    distance: f64,
    ranks: u8,
    r: &mut impl Record,
) -> Option<i32> {
    let (g, n) = (&s.guns, &numbers().guns);
    let base = n.base(g.ammunition, g.piece, distance)?;
    let mut sum = Sum::new("factor", r);
    sum.add(say!("row-base", cm = words::tenths(distance)), base, clause!("T10.A"));
    let mut cover = t.covered(&s.readings.target, sum.r)?;
    let inside = cover == Cover::Building || t.formation == Formation::Building;
    if inside && t.fires_out && distance < BARE - super::TOLERANCE {
        sum.r.reckon(|| say!("reckon-bare-at-windows", cm = BARE), clause!("14.5.d"));
        cover = Cover::None;
    }
    if !inside {
        formation(g, t, ranks, s.rain, &mut sum);
    }
    let by = clause!("T10.C");
    let far = t.movement([n.movement.over_12, n.movement.over_25], &s.readings.target, by, &mut sum);
    if far && g.piece.siege() {
        sum.add(say!("row-siege-at-moving"), n.movement.siege_over_25, by);
    }
    let [building, hard, soft] = n.cover(g.ammunition, g.piece);
    let covered = match cover {
        Cover::Building | Cover::Complete => building,
        Cover::Hard => hard,
        Cover::Soft => soft,
        Cover::None => 0,
    };
    sum.add(say!("row-cover"), covered, clause!("T10.D"));
    if t.prone && !inside && g.ammunition == Ammunition::RoundShot {
        sum.add(say!("row-prone"), n.lying_down, clause!("T10.D"));
    }
    if t.elephants {
        sum.add(say!("row-elephants"), ELEPHANTS, clause!("A5.12"));
    }
    gunnery(g, s.rain, &s.options, &s.readings, &mut sum);
    let factor = sum.total;
    r.total("factor", factor);
    Some(factor)
}

/// A unit on the line before the die.
#[derive(Clone, Copy, Debug)]
pub struct LineLaid {
    /// Nothing where it is not hit.
    factor: Option<i32>,
    /// It is computed as if no other were there, and takes nothing from those behind.
    apart: bool,
    deployed: bool,
    limbered: bool,
    at_teams: bool,
}

/// Fire weighed up.
#[derive(Clone, Debug)]
pub struct LineFire {
    figures: u32,
    line: Vec<LineLaid>,
    screen: Option<Option<i32>>,
    guns: Guns,
    rolls: bool,
    readings: GunReadings,
    sheet: SheetRef,
}

/// Is a further unit spared by the shot?
fn spared(s: &ArtillerySituation, at: usize, r: &mut impl Record) -> bool {
    let on = &s.line[at];
    let stops = at > 0 && (s.guns.from_steep || s.rain);
    let out = numbers().guns.base(s.guns.ammunition, s.guns.piece, on.distance).is_none();
    let artillery = |o: &OnLine| matches!(o.target.formation, Formation::Deployed | Formation::Limbered);
    let behind_guns = s.line[..at].iter().any(|o| artillery(o) && o.spared.is_none());
    if stops || out || on.spared.is_some() || behind_guns {
        r.reckon(|| say!("reckon-shot-spares"), clause!("20.5.a"));
        return true;
    }
    false
}

/// Teams and drivers of deployed guns are in close order, not as the guns are (8.1.e, 8.1.f).
fn aimed_at(on: &OnLine, r: &mut impl Record) -> Target {
    if !on.at_teams {
        return on.target;
    }
    r.reckon(|| say!("reckon-teams-in-close-order"), clause!("8.1.e"));
    r.clause(clause!("8.1.f"));
    Target { formation: Formation::Line, mounted: true, ranks: 1, ..on.target }
}

fn prepare(s: &ArtillerySituation, r: &mut impl Record) -> LineFire {
    let figures = s.guns.firing(r);
    r.reckon(
        || say!("reckon-projectile", what = crate::words::ammunition(s.guns.ammunition)),
        clause!("16.6.a"),
    );
    let mut ranks: u8 = 0;
    let mut line = Vec::new();
    for (at, on) in s.line.iter().enumerate() {
        let t = &aimed_at(on, r);
        let gone = at > 0 && spared(s, at, r);
        let apart = t.open_order().is_some();
        let depth = t.depth(r);
        if !apart && !gone {
            ranks = ranks.saturating_add(depth);
        }
        let along = if apart { depth } else { ranks };
        if at > 0 && !gone {
            if apart {
                r.reckon(|| say!("reckon-open-order-apart"), clause!("20.5.f"));
            } else {
                r.reckon(|| say!("reckon-ranks-together", ranks), clause!("20.5.c"));
            }
        }
        let factor = if gone { None } else { factor(s, t, on.distance, along, r) };
        line.push(LineLaid {
            factor,
            apart,
            deployed: on.target.formation == Formation::Deployed,
            limbered: on.target.formation == Formation::Limbered,
            at_teams: on.at_teams,
        });
    }
    let screen = s.screen.map(|x| {
        let depth = x.target.depth(r);
        factor(s, &x.target, x.distance, depth, r)
    });
    LineFire {
        figures,
        line,
        screen,
        guns: s.guns,
        rolls: s.options.losses == LossSystem::Twenties,
        readings: s.readings,
        sheet: s.sheet.clone(),
    }
}

/// The random factor (T10.I).
pub(super) fn random(g: &Guns, rolls: bool, d: &mut impl Dice, r: &mut impl Record) -> i32 {
    if !rolls {
        return 0;
    }
    let dice = if g.ammunition.rocket() { 2 } else { 1 };
    let sum = d.sum_seen(dice, Die::D6, &mut |face| r.die(face));
    let random = if g.ammunition.rocket() || g.howitzer_shell() {
        i32::from(sum)
    } else {
        numbers().small_arms.random(sum as u8)
    };
    r.reckon(|| say!("reckon-random-factor", die = sum, random = words::signed(random)), clause!("T10.I"));
    random
}

/// Losses of a battery: crew, team, guns and limbers (16.7).
fn battery(f: &LineFire, laid: &LineLaid, men: u32, r: &mut impl Record) -> Struck {
    let solid =
        matches!(f.guns.ammunition, Ammunition::RoundShot | Ammunition::Shell | Ammunition::RocketShell);
    let kept = f.readings.gun_fractions == GunFractions::Kept;
    let quarter = if kept { men * 2 } else { men / 4 * 8 };
    let mut struck = Struck { men, ..Struck::default() };
    if laid.deployed {
        (struck.crew, struck.team) = if laid.at_teams { (0, men) } else { (men, 0) };
        if laid.at_teams {
            r.reckon(|| say!("reckon-at-teams"), clause!("16.7.b"));
        }
        r.reckon(|| say!("reckon-counter-battery"), clause!("16.7.a"));
        if solid {
            r.reckon(|| say!("reckon-guns-hit", eighths = quarter), clause!("16.7.e"));
            (struck.gun_eighths, struck.limber_eighths) =
                if laid.at_teams { (0, quarter) } else { (quarter, 0) };
        }
        return struck;
    }
    struck.crew = men.div_ceil(2);
    struck.team = men / 2;
    if solid {
        r.reckon(|| say!("reckon-limbered-hit"), clause!("16.7.c"));
        let eighth = if kept { men } else { men / 8 * 8 };
        (struck.gun_eighths, struck.limber_eighths) = (eighth, eighth);
        r.reckon(|| say!("reckon-guns-and-limbers-hit", eighths = eighth), clause!("16.7.f"));
    } else {
        r.reckon(|| say!("reckon-crew-and-team"), clause!("16.7.d"));
    }
    struck
}

fn resolve(f: &LineFire, d: &mut impl Dice, r: &mut impl Record) -> LineStruck {
    let random = random(&f.guns, f.rolls, d, r);
    let look = |factor: Option<i32>, r: &mut _| {
        factor.map_or(0, |x| super::losses::men(f.figures, x + random, f.readings.more, &f.sheet, r))
    };
    let mut before = 0;
    let mut struck = Vec::new();
    for (at, laid) in f.line.iter().enumerate() {
        let all = look(laid.factor, r);
        let mut men = all;
        if laid.factor.is_some() && !laid.apart {
            men = all.saturating_sub(before);
            match at {
                0 => r.clause(clause!("20.5.b")),
                _ if before > 0 => {
                    let by = if at > 1 { clause!("20.5.e") } else { clause!("20.5.d") };
                    r.reckon(|| say!("reckon-less-those-before", all, before, men), by);
                }
                _ => {}
            }
            before += men;
        }
        let mut screen = 0;
        if let (0, Some(before)) = (at, f.screen) {
            let alone = look(before, r);
            let both = proportional(men, alone, r);
            (men, screen) = (both.men, both.screen);
        }
        let hit = if laid.deployed || laid.limbered {
            battery(f, laid, men, r)
        } else {
            Struck { men, ..Struck::default() }
        };
        struck.push(Struck { screen, ..hit });
    }
    r.clause(clause!("16.6.c"));
    LineStruck { struck }
}

procedure!(
    /// Fire of artillery.
    Artillery: ArtillerySituation => LineFire => LineStruck, "artillery", "title-artillery",
    check, prepare, resolve,
    { "guns": { "troop": { "nation": "france", "arm": "field-artillery", "footing": "regular", "class": "B", "training": "B" },
                "piece": "12-pounder", "ammunition": "round-shot", "models": 4, "crew": 16 },
      "line": [
        { "target": { "formation": "company-column", "ranks": 3 }, "distance": 55 },
        { "target": { "formation": "line" }, "distance": 66 } ] }
);

/// Losses that count against guns or limbers of a battery. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DamageSituation {
    /// Of guns, or of limbers.
    #[serde(default = "yes")]
    pub guns: bool,
    /// In eighths, carried and new.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub carried: u32,
    #[schemars(range(max = 10_000))]
    pub eighths: u32,
    /// Models that are left.
    #[schemars(range(max = 100))]
    pub models: u32,
}

/// Models destroyed, and what is carried, in eighths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Damaged {
    pub destroyed: u32,
    pub carried: u32,
}

impl Damaged {
    /// In words.
    pub fn message(&self) -> Message {
        say!("models-destroyed", destroyed = self.destroyed)
    }
}
words::spoken!(Damaged);

/// So many losses destroy a gun or a limber (16.7.g).
pub const DESTROYS: u32 = 20;

pub(super) fn check_damage(s: &DamageSituation) -> Result<(), SituationError> {
    check_count("carried", s.carried, 0)?;
    check_count("eighths", s.eighths, 0)?;
    check_count("models", s.models, 0)
}

pub(super) fn damage(s: &DamageSituation, r: &mut impl Record) -> Damaged {
    let all = s.carried + s.eighths;
    let destroyed = (all / (DESTROYS * 8)).min(s.models);
    r.reckon(|| say!("reckon-models", destroyed), clause!("16.7.g"));
    let carried = if destroyed == s.models { 0 } else { all - destroyed * DESTROYS * 8 };
    Damaged { destroyed, carried }
}
