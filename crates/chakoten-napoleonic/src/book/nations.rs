//! What the eight nations field: kinds of battalions, regiments and batteries, their numbers, training and traits by date, and the
//! examples of valour (tables nation.*, XXII to XXIV, XIV.guns, battery-models, battery-horses, text-staff).

use super::{BAD, num, table};
use crate::clause;
use crate::field::Level;
use crate::troop::{Arm, GunWeight, Harness, Nation, Weapon, Weight};
use crate::unit::{GunRow, MaySkirmish, Training, Troops};
use std::sync::OnceLock;
use umpire::{Cell, Clause, Grounds, Table};

pub use muster::Date;

/// How much of a kind of unit may skirmish, before its figures are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    None,
    Sixth,
    Companies(u8),
    Figures(u16),
    /// The elite company of a regiment of horse.
    HalfSquadron,
    ThreeQuarters,
    Whole,
    WholeWithSoutien,
    /// Light regiments wholly, others a sixth (14.01.1).
    ByWeight,
}

impl Share {
    /// As the tables and scenarios write it: `sixth`, `companies 2`, `whole with soutien`.
    pub fn read(text: &str) -> Option<Share> {
        Some(match text {
            "none" => Share::None,
            "sixth" => Share::Sixth,
            "half squadron" => Share::HalfSquadron,
            "three quarters" => Share::ThreeQuarters,
            "whole" => Share::Whole,
            "whole with soutien" => Share::WholeWithSoutien,
            "by weight" => Share::ByWeight,
            _ => match text.split_once(' ')? {
                ("companies", n) => Share::Companies(n.parse().ok().filter(|n| *n > 0)?),
                ("figures", n) => Share::Figures(n.parse().ok().filter(|n| *n > 0)?),
                _ => return None,
            },
        })
    }

    /// For a unit of so many figures and companies or squadrons.
    pub fn of(self, figures: u16, companies: u8, weight: Option<Weight>) -> MaySkirmish {
        match self {
            Share::None => MaySkirmish::None,
            Share::Sixth => MaySkirmish::Sixth,
            Share::Companies(n) => MaySkirmish::Companies(n),
            Share::Figures(n) => MaySkirmish::Figures(n),
            Share::HalfSquadron => {
                MaySkirmish::Figures(nearest(u32::from(figures), 2 * u32::from(companies.max(1))))
            }
            Share::ThreeQuarters => MaySkirmish::ThreeQuarters,
            Share::Whole => MaySkirmish::Whole,
            Share::WholeWithSoutien => MaySkirmish::WholeWithSoutien,
            Share::ByWeight if weight == Some(Weight::Light) => MaySkirmish::Whole,
            Share::ByWeight => MaySkirmish::Sixth,
        }
    }
}

/// How many of a unit's figures have rifles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rifles {
    None,
    All,
    /// A fraction of the figures: so many of so many.
    Part(u16, u16),
    Figures(u16),
}

impl Rifles {
    /// Figures with rifles, to the nearest; of a unit armed with rifles alone none is counted apart (play.mixed-arms).
    pub fn of(self, figures: u16) -> u16 {
        match self {
            Rifles::None | Rifles::All => 0,
            Rifles::Part(n, of) => nearest(u32::from(figures) * u32::from(n), u32::from(of)),
            Rifles::Figures(n) => n.min(figures),
        }
    }
}

/// A fraction to the nearest whole, halves upwards.
fn nearest(n: u32, of: u32) -> u16 {
    ((2 * n + of) / (2 * of.max(1))) as u16
}

/// What a battery of a kind has.
#[derive(Clone, Debug, PartialEq)]
pub struct Guns {
    pub guns: u8,
    /// Gunners from other arms, who count as gunners in every respect.
    pub helpers: u8,
    pub harness: Vec<Harness>,
    /// The guns that it may have, the usual one first.
    pub pieces: Vec<GunRow>,
}

/// A kind of unit that a nation fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    pub nations: Vec<Nation>,
    pub arm: Arm,
    /// The word in a scenario.
    pub word: &'static str,
    /// As the book calls it.
    pub name: &'static str,
    /// Companies or squadrons, from and to; `None`: the scenario says.
    pub companies: Option<(u8, u8)>,
    /// Figures, from and to; of a squadron where `by_squadron`.
    pub figures: Option<(u16, u16)>,
    pub by_squadron: bool,
    /// Of cavalry: the weights that it can have.
    pub weights: Vec<Weight>,
    pub skirmish: Share,
    /// Of infantry: `None` where the scenario says.
    pub weapon: Option<Option<Weapon>>,
    pub rifles: Rifles,
    pub troops: Troops,
    pub guns: Option<Guns>,
}

impl Kind {
    /// Figures from and to, for so many squadrons.
    pub fn strength(&self, companies: u8) -> Option<(u16, u16)> {
        let (least, most) = self.figures?;
        let n = if self.by_squadron { u16::from(companies.max(1)) } else { 1 };
        Some((least * n, most * n))
    }

    /// The clause that says of what it is made and how much of it may skirmish.
    pub fn organised_by(&self) -> Clause {
        match (self.nations.first(), self.arm, self.word) {
            (Some(Nation::Bavaria), Arm::Infantry, "national_battalion") => clause!("bavaria.3"),
            (Some(Nation::Bavaria), Arm::Infantry, "landwehr") => clause!("bavaria.4"),
            (Some(Nation::Bavaria), Arm::Infantry, _) => clause!("bavaria.2"),
            (Some(Nation::Bavaria), Arm::Cavalry, _) => clause!("bavaria.5"),
            (Some(Nation::Bavaria), ..) => clause!("bavaria.6"),
            (Some(Nation::Denmark), Arm::Infantry, "sailor_company") => clause!("denmark.5"),
            (Some(Nation::Denmark), Arm::Infantry, _) => clause!("denmark.1"),
            (Some(Nation::Denmark), Arm::Cavalry, _) => clause!("denmark.3"),
            (Some(Nation::Denmark), ..) => clause!("denmark.4"),
            (Some(Nation::England), Arm::Infantry, _) => clause!("england.1"),
            (Some(Nation::England | Nation::Kgl), Arm::Cavalry, _) => clause!("england.5"),
            (Some(Nation::England | Nation::Kgl), ..) => clause!("england.6"),
            (Some(Nation::France), Arm::Infantry, "pioneer_battalion") => clause!("france.11"),
            (Some(Nation::France), Arm::Infantry, "guard_engineers" | "guard_marines") => {
                clause!("france.12")
            }
            (Some(Nation::France), Arm::Infantry, "light_battalion") => clause!("france.2"),
            (Some(Nation::France), Arm::Infantry, _) => clause!("france.1"),
            (Some(Nation::France), Arm::Cavalry, "light_regiment" | "guard_light_regiment") => {
                clause!("france.7")
            }
            (Some(Nation::France), Arm::Cavalry, "gendarmes" | "elite_gendarmes") => clause!("france.9"),
            (Some(Nation::France), Arm::Cavalry, "polish_lancers") => clause!("france.8"),
            (Some(Nation::France), Arm::Cavalry, _) => clause!("france.6"),
            (Some(Nation::France), _, "regimental_guns") => clause!("france.4"),
            (Some(Nation::France), ..) => clause!("france.10"),
            (Some(Nation::Prussia), _, "free_corps" | "free_corps_battery") => clause!("prussia.5"),
            (Some(Nation::Prussia), Arm::Infantry, "pioneers") => clause!("prussia.8"),
            (Some(Nation::Prussia), Arm::Infantry, "schutzen_battalion") => clause!("prussia.4"),
            (Some(Nation::Prussia), Arm::Infantry, "landwehr_battalion" | "landwehr_jagers") => {
                clause!("prussia.3")
            }
            (Some(Nation::Prussia), Arm::Infantry, _) => clause!("prussia.1"),
            (Some(Nation::Prussia), Arm::Cavalry, _) => clause!("prussia.6"),
            (Some(Nation::Prussia), ..) => clause!("prussia.7"),
            (Some(Nation::Russia), Arm::Infantry, "landwehr" | "landsturm") => clause!("russia.2"),
            (Some(Nation::Russia), Arm::Infantry, _) => clause!("russia.1"),
            (Some(Nation::Russia), Arm::Cavalry, "guard_cossacks") => clause!("15.01.2"),
            (Some(Nation::Russia), Arm::Cavalry, _) => clause!("russia.5"),
            (Some(Nation::Russia), ..) => clause!("russia.6"),
            (Some(Nation::Saxony), Arm::Infantry, "jager_company") => clause!("saxony.2"),
            (Some(Nation::Saxony), Arm::Infantry, _) => clause!("saxony.1"),
            (Some(Nation::Saxony), Arm::Cavalry, _) => clause!("saxony.3"),
            (Some(Nation::Saxony), ..) => clause!("saxony.4"),
            (_, Arm::Infantry, _) => clause!("austria.1"),
            (_, Arm::Cavalry, _) => clause!("austria.3"),
            _ => clause!("austria.4"),
        }
    }

    /// The clause that says how strong it is.
    pub fn strong_by(&self) -> Clause {
        match (self.nations.first(), self.arm, self.word) {
            (Some(Nation::England), Arm::Infantry, _) => clause!("england.2"),
            (
                Some(Nation::Prussia),
                Arm::Infantry,
                "battalion"
                | "fusilier_battalion"
                | "volunteer_jagers"
                | "reserve_battalion"
                | "reserve_fusilier_battalion"
                | "reserve_jagers",
            ) => clause!("prussia.2"),
            (Some(Nation::France), Arm::Infantry, "light_battalion") => clause!("france.1"),
            _ => self.organised_by(),
        }
    }
}

/// A trait of a nation's troops: training, drill, limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Trait {
    pub nations: Vec<Nation>,
    /// `None`: every arm.
    pub arm: Option<Arm>,
    /// Empty: all of the arm.
    pub kinds: Vec<&'static str>,
    /// The kinds of the arm that are not meant.
    pub but: Vec<&'static str>,
    pub when: &'static str,
    pub effect: Effect,
}

/// What a trait does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Training(i8),
    TrainingFire(i8),
    TrainingMelee(i8),
    TrainingLine(i8),
    /// Of those who have nothing but pikes.
    TrainingPikes(i8),
    EnglishDrill,
    /// Only Old and Middle Guard and veterans form line and square.
    Veterans,
    /// Only units of this valour or more form line and square.
    Valour(i8),
    TwoRanks,
    Steadfast,
    LinesStand,
    Skirmish(Share),
    /// Said in the rows of the kinds already.
    None,
}

impl Trait {
    /// The clause behind it.
    fn law(&self) -> Clause {
        let kind = self.kinds.first().copied().unwrap_or_default();
        match (self.nations.first(), self.effect, kind) {
            (_, Effect::TwoRanks, _) => clause!("france.3"),
            (_, Effect::Veterans | Effect::Valour(_), _) => clause!("france.5"),
            (_, Effect::Steadfast, _) => clause!("russia.3"),
            (_, Effect::LinesStand, _) => clause!("russia.4"),
            (_, Effect::TrainingPikes(_), _) => clause!("russia.2"),
            (_, Effect::EnglishDrill, _) if self.arm == Some(Arm::Cavalry) => clause!("england.5"),
            (_, Effect::EnglishDrill, _) => clause!("england.4"),
            (Some(Nation::Denmark), _, "sailor_company") => clause!("denmark.5"),
            (Some(Nation::Denmark), ..) => clause!("denmark.3"),
            (Some(Nation::England), ..) => clause!("england.3"),
            (Some(Nation::France), Effect::Skirmish(_), "lancer_regiment") => clause!("france.6"),
            (Some(Nation::France), Effect::Skirmish(_), _) => clause!("france.2"),
            (Some(Nation::France), _, "gendarmes") => clause!("france.9"),
            (Some(Nation::France), _, "pioneer_battalion") => clause!("france.11"),
            (Some(Nation::France), ..) => clause!("france.8"),
            (Some(Nation::Prussia), _, "landwehr_battalion") => clause!("prussia.3"),
            (Some(Nation::Prussia), _, "schutzen_battalion") => clause!("prussia.4"),
            (Some(Nation::Prussia), _, "free_corps") => clause!("prussia.5"),
            (Some(Nation::Prussia), _, "pioneers") => clause!("prussia.8"),
            (Some(Nation::Prussia), ..) => clause!("prussia.6"),
            (Some(Nation::Russia), ..) => clause!("russia.5"),
            (Some(Nation::Saxony), _, "prince_clemens") => clause!("saxony.3"),
            (Some(Nation::Saxony), ..) if self.arm == Some(Arm::Artillery) => clause!("saxony.4"),
            (Some(Nation::Saxony), ..) => clause!("saxony.6"),
            (_, _, "jager_battalion") => clause!("austria.2"),
            _ => clause!("austria.3"),
        }
    }

    fn is_of(&self, who: &Who<'_>) -> bool {
        self.nations.contains(&who.nation)
            && self.arm.is_none_or(|a| a == who.arm)
            && (self.kinds.is_empty() || who.kind.is_some_and(|k| self.kinds.contains(&k.word)))
            && who.kind.is_none_or(|k| !self.but.contains(&k.word))
            && who.date.is_none_or(|d| within(self.when, d))
    }
}

/// A limit of how many of a kind there are, or when.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// What it is called.
    pub name: &'static str,
    pub nations: Vec<Nation>,
    pub arm: Arm,
    /// Empty: all of the arm.
    pub kinds: Vec<&'static str>,
    /// The period in which there are any.
    pub only: Option<&'static str>,
    /// Squadrons are counted and not regiments.
    pub squadrons: bool,
    pub most: Option<u32>,
}

impl Limit {
    /// Does it speak of this kind of unit?
    pub fn holds(&self, nation: Nation, arm: Arm, kind: Option<&Kind>) -> bool {
        self.nations.contains(&nation)
            && self.arm == arm
            && (self.kinds.is_empty() || kind.is_some_and(|k| self.kinds.contains(&k.word)))
    }

    /// The clause behind it.
    pub fn law(&self) -> Clause {
        match (self.nations.first(), self.kinds.first().copied().unwrap_or_default(), self.kinds.len()) {
            (Some(Nation::Bavaria), "national_battalion", _) => clause!("bavaria.3"),
            (Some(Nation::Bavaria), "chevauleger_regiment" | "national_guard_regiment", _) => {
                clause!("bavaria.5")
            }
            (Some(Nation::Bavaria), ..) => clause!("bavaria.1"),
            (Some(Nation::France), ..) => clause!("france.4"),
            (Some(Nation::Saxony), "light_battalion", _) => clause!("saxony.1"),
            (Some(Nation::Saxony), "jager_company", _) => clause!("saxony.2"),
            _ => clause!("saxony.3"),
        }
    }
}

/// A gun by table XIV.guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gun {
    pub row: GunRow,
    /// The country as the table names it.
    pub country: &'static str,
    pub name: &'static str,
    /// Its group in table XIV.
    pub group: &'static str,
    pub weight: GunWeight,
}

/// How many couriers and specialists a staff has (08.01.2, 08.01.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffRow {
    pub couriers: u8,
    pub each_subordinate: u8,
    /// Engineer officers, and as many artillery officers.
    pub specialists: u8,
}

/// All that the tables of the nations say.
#[derive(Clone, Debug)]
pub struct Nations {
    pub kinds: Vec<Kind>,
    pub traits: Vec<Trait>,
    pub limits: Vec<Limit>,
    pub guns: Vec<Gun>,
    /// Name, from, to, and the table of valour.
    periods: Vec<(&'static str, Date, Date, Option<&'static str>)>,
}

/// The tables of the nations as data.
pub fn data() -> &'static Nations {
    static DATA: OnceLock<Nations> = OnceLock::new();
    DATA.get_or_init(|| {
        let guns = guns();
        let mut kinds = Vec::new();
        infantry(&mut kinds);
        cavalry(&mut kinds);
        artillery(&mut kinds, &guns);
        Nations { kinds, traits: traits(), limits: limits(), guns, periods: periods() }
    })
}

/// A row of a table by the names of its columns.
#[derive(Clone, Copy)]
struct Row<'t> {
    t: &'static Table,
    r: &'t [Cell],
}

impl Row<'static> {
    fn of(id: &str) -> impl Iterator<Item = Row<'static>> + use<> {
        let t = table(id);
        t.rows.iter().map(move |r| Row { t, r })
    }

    fn cell(&self, column: &str) -> &'static Cell {
        let at = self.t.columns.iter().position(|c| c == column).expect(BAD);
        &self.r[at]
    }

    fn text(&self, column: &str) -> &'static str {
        self.cell(column).text().expect(BAD)
    }

    fn list(&self, column: &str) -> Vec<&'static str> {
        match self.cell(column) {
            Cell::List(l) => l.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    fn whole(&self, column: &str) -> Option<u16> {
        num(self.cell(column)).map(|n| n as u16)
    }

    fn span(&self, least: &str, most: &str) -> Option<(u16, u16)> {
        Some((self.whole(least)?, self.whole(most)?))
    }

    fn nations(&self) -> Vec<Nation> {
        self.list("of").into_iter().map(|w| nation(w).expect(BAD)).collect()
    }

    /// Kinds by their words; none where all of the arm are meant.
    fn kinds(&self) -> Vec<&'static str> {
        self.list("kinds").into_iter().filter(|k| *k != "all" && !k.starts_with(BUT)).collect()
    }

    /// The kinds that are not meant where all others are.
    fn but(&self) -> Vec<&'static str> {
        self.list("kinds").into_iter().filter_map(|k| k.strip_prefix(BUT)).collect()
    }
}

/// Before a kind that is left out.
const BUT: &str = "all but ";

/// The nations by their words in a scenario.
pub const NATIONS: [(&str, Nation); 11] = [
    ("bavaria", Nation::Bavaria),
    ("denmark", Nation::Denmark),
    ("england", Nation::England),
    ("kgl", Nation::Kgl),
    ("france", Nation::France),
    ("poland", Nation::Poland),
    ("prussia", Nation::Prussia),
    ("russia", Nation::Russia),
    ("saxony", Nation::Saxony),
    ("austria", Nation::Austria),
    ("other", Nation::Other),
];

fn nation(word: &str) -> Option<Nation> {
    NATIONS.iter().find(|(w, _)| *w == word).map(|(_, n)| *n)
}

/// What a nation is called in the tables of valour and guns.
pub fn countries(n: Nation) -> &'static [&'static str] {
    match n {
        Nation::Bavaria => &["Bavaria"],
        Nation::Denmark => &["Denmark"],
        Nation::England => &["England", "Scotland"],
        // Its guns are the English ones (table XIV.guns).
        Nation::Kgl => &["Hanover", "England"],
        Nation::France => &["France"],
        Nation::Poland => &["Poland", "France"],
        Nation::Prussia => &["Prussia"],
        Nation::Russia => &["Russia"],
        Nation::Saxony => &["Saxony"],
        Nation::Austria => &["Austria", "Austria-Hungary"],
        Nation::Other => &[],
    }
}

fn arm(word: &str) -> Option<Arm> {
    match word {
        "infantry" => Some(Arm::Infantry),
        "cavalry" => Some(Arm::Cavalry),
        "artillery" => Some(Arm::Artillery),
        _ => None,
    }
}

fn weight(word: &str) -> Weight {
    match word {
        "heavy" => Weight::Heavy,
        "medium" => Weight::Medium,
        "light" => Weight::Light,
        _ => Weight::Cossack,
    }
}

fn harness(word: &str) -> Harness {
    match word {
        "horse" => Harness::Horse,
        "driven" => Harness::Driven,
        _ => Harness::Foot,
    }
}

/// The words for what troops are; those of a scenario and of the tables.
pub const TROOPS: [&str; 11] = [
    "guard",
    "light",
    "landwehr",
    "lancers",
    "pioneers",
    "miners",
    "craftsmen",
    "no_line",
    "no_square",
    "two_ranks",
    "english_drill",
];

/// Sets what a word of [`TROOPS`] says; `false` where it is none of them.
pub fn mark(t: &mut Troops, word: &str) -> bool {
    let field = match word {
        "guard" => &mut t.guard,
        "light" => &mut t.light,
        "landwehr" => &mut t.landwehr,
        "lancers" => &mut t.lancers,
        "pioneers" => &mut t.pioneers,
        "miners" => &mut t.miners,
        "craftsmen" => &mut t.craftsmen,
        "no_line" => &mut t.no_line,
        "no_square" => &mut t.no_square,
        "two_ranks" => &mut t.two_ranks,
        "english_drill" => &mut t.english_drill,
        _ => return false,
    };
    *field = true;
    true
}

fn troops(words: &[&str]) -> Troops {
    let mut t = Troops::default();
    assert!(words.iter().all(|w| mark(&mut t, w)), "{BAD}");
    t
}

fn rifles(c: &Cell) -> Rifles {
    match c.text() {
        Some("all") => Rifles::All,
        Some(t) => match (t.split_once('/'), t.strip_suffix(" figures")) {
            (Some((n, of)), _) => Rifles::Part(n.parse().expect(BAD), of.parse().expect(BAD)),
            (_, Some(n)) => Rifles::Figures(n.parse().expect(BAD)),
            _ => Rifles::None,
        },
        None => Rifles::None,
    }
}

fn infantry(to: &mut Vec<Kind>) {
    for r in Row::of("nation.infantry").filter(|r| r.text("kind") != "-") {
        let small = |(a, b): (u16, u16)| (a as u8, b as u8);
        to.push(Kind {
            nations: r.nations(),
            arm: Arm::Infantry,
            word: r.text("kind"),
            name: r.text("unit"),
            companies: r.span("companies_least", "companies_most").map(small),
            figures: r.span("figures_least", "figures_most"),
            by_squadron: false,
            weights: Vec::new(),
            skirmish: Share::read(r.text("skirmish")).expect(BAD),
            weapon: match r.text("weapon") {
                "musket" => Some(Some(Weapon::Musket)),
                "rifle" => Some(Some(Weapon::Rifle)),
                "carbine" => Some(Some(Weapon::Carbine)),
                "none" => Some(None),
                _ => None,
            },
            rifles: rifles(r.cell("rifles")),
            troops: troops(&r.list("troops")),
            guns: None,
        });
    }
}

fn cavalry(to: &mut Vec<Kind>) {
    for r in Row::of("nation.cavalry") {
        let small = |(a, b): (u16, u16)| (a as u8, b as u8);
        to.push(Kind {
            nations: r.nations(),
            arm: Arm::Cavalry,
            word: r.text("kind"),
            name: r.text("unit"),
            companies: r.span("squadrons_least", "squadrons_most").map(small),
            figures: r.span("figures_least", "figures_most"),
            by_squadron: r.text("per") == "squadron",
            weights: r.list("weights").into_iter().map(weight).collect(),
            skirmish: Share::read(r.text("skirmish")).expect(BAD),
            // Whether riders have carbines is for the scenario to say.
            weapon: Some(None),
            rifles: Rifles::None,
            troops: troops(&r.list("troops")),
            guns: None,
        });
    }
}

fn artillery(to: &mut Vec<Kind>, guns: &[Gun]) {
    for r in Row::of("nation.artillery") {
        let nations = r.nations();
        let of = |name: &str| {
            let own = guns.iter().find(|g| g.name == name && countries(nations[0]).contains(&g.country));
            own.expect(BAD).row
        };
        to.push(Kind {
            arm: Arm::Artillery,
            word: r.text("kind"),
            name: r.text("battery"),
            companies: None,
            figures: r.span("gunners_least", "gunners_most"),
            by_squadron: false,
            weights: Vec::new(),
            skirmish: Share::None,
            weapon: Some(None),
            rifles: Rifles::None,
            troops: Troops::default(),
            guns: Some(Guns {
                guns: r.whole("guns").expect(BAD) as u8,
                helpers: r.whole("helpers").expect(BAD) as u8,
                harness: r.list("harness").into_iter().map(harness).collect(),
                pieces: r.list("pieces").into_iter().map(of).collect(),
            }),
            nations,
        });
    }
}

fn guns() -> Vec<Gun> {
    super::guns::Gun::all()
        .map(|g| {
            let d = g.data();
            Gun { row: g.into(), country: d.country, name: d.name, group: d.group, weight: d.weight }
        })
        .collect()
}

fn traits() -> Vec<Trait> {
    Row::of("nation.traits")
        .map(|r| {
            let value = num(r.cell("value")).unwrap_or(0.0) as i8;
            let effect = match r.text("effect") {
                "training" => Effect::Training(value),
                "training fire and melee" => Effect::Training(value),
                "training fire" => Effect::TrainingFire(value),
                "training melee" => Effect::TrainingMelee(value),
                "training line" => Effect::TrainingLine(value),
                "training with pikes" => Effect::TrainingPikes(value),
                "english drill" => Effect::EnglishDrill,
                "line and square for veterans" => Effect::Veterans,
                "line and square from valour" => Effect::Valour(value),
                "two ranks" => Effect::TwoRanks,
                "steadfast" => Effect::Steadfast,
                "lines stand" => Effect::LinesStand,
                "skirmish" => Effect::Skirmish(Share::read(r.text("value")).expect(BAD)),
                _ => Effect::None,
            };
            let (nations, kinds, but) = (r.nations(), r.kinds(), r.but());
            Trait { nations, arm: arm(r.text("arm")), kinds, but, when: r.text("when"), effect }
        })
        .filter(|t| t.effect != Effect::None)
        .collect()
}

fn limits() -> Vec<Limit> {
    Row::of("nation.limits")
        .map(|r| Limit {
            name: r.text("limit"),
            nations: r.nations(),
            arm: arm(r.text("arm")).expect(BAD),
            kinds: r.kinds(),
            only: Some(r.text("only")).filter(|t| *t != "-"),
            squadrons: r.text("count") == "squadrons",
            most: r.whole("most").map(u32::from),
        })
        .collect()
}

fn periods() -> Vec<(&'static str, Date, Date, Option<&'static str>)> {
    Row::of("nation.periods")
        .map(|r| {
            let date = |c: &str| Date::read(r.text(c)).expect(BAD);
            (r.text("when"), date("from"), date("to"), Some(r.text("valour")).filter(|t| *t != "-"))
        })
        .collect()
}

/// Does a day lie in a period of table nation.periods?
pub fn within(when: &str, d: Date) -> bool {
    data().periods.iter().any(|(name, from, to, _)| *name == when && (*from..=*to).contains(&d))
}

/// The kinds of a nation's arm.
pub fn kinds(n: Nation, arm: Arm) -> impl Iterator<Item = &'static Kind> {
    data().kinds.iter().filter(move |k| k.arm == arm && k.nations.contains(&n))
}

/// A kind of unit by its word.
pub fn kind(n: Nation, arm: Arm, word: &str) -> Option<&'static Kind> {
    kinds(n, arm).find(|k| k.word == word)
}

/// A gun by its row.
pub fn gun(row: GunRow) -> Option<&'static Gun> {
    data().guns.get(usize::from(row.0))
}

/// A gun as a scenario writes it: one of the nation's own, or `Sweden: 6 pdr`.
pub fn gun_of(n: Nation, text: &str) -> Option<&'static Gun> {
    let (country, name) = match text.split_once(':') {
        Some((c, name)) => (Some(c.trim()), name.trim()),
        None => (None, text.trim()),
    };
    data().guns.iter().find(|g| {
        g.name.eq_ignore_ascii_case(name)
            && match country {
                Some(c) => g.country.eq_ignore_ascii_case(c),
                None => countries(n).contains(&g.country),
            }
    })
}

/// Who is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    pub nation: Nation,
    pub arm: Arm,
    /// `None`: spelled out by the scenario.
    pub kind: Option<&'a Kind>,
    pub weight: Option<Weight>,
    pub figures: u16,
    pub companies: u8,
    pub weapon: Option<Weapon>,
    /// At the start of the game (france.5).
    pub valour: i8,
    pub veterans: bool,
    /// `None`: a date that could not be read; then all that ever holds does.
    pub date: Option<Date>,
}

/// What troops are, by nation, kind and date, and the clauses by which they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    pub troops: Troops,
    pub training: Training,
    pub skirmish: MaySkirmish,
    pub rifles: u16,
    pub by: Grounds,
}

/// What the book gives to a unit.
pub fn given(who: &Who<'_>) -> Given {
    let mut by = Grounds::default();
    let mut troops = who.kind.map_or_else(Troops::default, |k| k.troops);
    let mut share = match (who.kind, who.weight, who.arm) {
        (Some(k), ..) => k.skirmish,
        (None, Some(Weight::Cossack), _) => Share::ThreeQuarters,
        (None, _, Arm::Cavalry) => Share::ByWeight,
        (None, _, Arm::Infantry) => Share::Sixth,
        _ => Share::None,
    };
    let mut rifles = Rifles::None;
    if let Some(k) = who.kind {
        by.add(k.organised_by());
        by.add(k.strong_by());
        rifles = k.rifles;
        if rifles != Rifles::None && k.nations.contains(&Nation::Denmark) {
            by.add(clause!("denmark.2"));
        }
        if k.troops.two_ranks {
            by.add(clause!("bases.5"));
        }
    }
    let mut t = Training::default();
    let mut line = 0;
    for x in data().traits.iter().filter(|x| x.is_of(who)) {
        let holds = match x.effect {
            Effect::Veterans => !who.veterans,
            Effect::Valour(least) => who.valour < least,
            Effect::TrainingPikes(_) => who.weapon.is_none(),
            _ => true,
        };
        if !holds {
            continue;
        }
        match x.effect {
            Effect::Training(n) => (t.fire, t.melee) = (n, n),
            Effect::TrainingPikes(n) => (t.fire, t.melee) = (n, n),
            Effect::TrainingFire(n) => t.fire = n,
            Effect::TrainingMelee(n) => t.melee = n,
            Effect::TrainingLine(n) => line = n,
            Effect::EnglishDrill => troops.english_drill = true,
            Effect::Veterans | Effect::Valour(_) => (troops.no_line, troops.no_square) = (true, true),
            Effect::TwoRanks => {
                troops.two_ranks = true;
                by.add(clause!("bases.5"));
            }
            Effect::Steadfast => troops.steadfast = true,
            Effect::LinesStand => troops.lines_stand = true,
            Effect::Skirmish(s) => share = s,
            Effect::None => {}
        }
        by.add(x.law());
    }
    if troops.no_line || troops.no_square || t != Training::default() {
        by.add(clause!("04.05.3"));
    }
    t.fire_in_line = t.fire + line;
    Given {
        troops,
        training: t,
        skirmish: share.of(who.figures, who.companies, who.weight),
        rifles: rifles.of(who.figures),
        by,
    }
}

/// The least and the greatest valour (table XXII).
pub fn valour_range() -> (i8, i8) {
    let all = || Row::of("XXII").filter_map(|r| num(r.cell("valour"))).map(|n| n as i8);
    (all().min().unwrap_or(0), all().max().unwrap_or(0))
}

/// Why no valour is listed for troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlisted {
    /// Neither table XXIII nor XXIV is of this time.
    Time,
    /// There is no such row.
    Row,
}

/// The valours under which the tables list troops, highest first, and the table. `text` is as the table names them, with the country
/// before a colon where it is not the unit's own (04.05.2).
pub fn listed(
    n: Nation,
    arm: Arm,
    weight: Option<Weight>,
    text: &str,
    d: Date,
) -> Result<(Vec<i8>, String), Unlisted> {
    let of_time = data().periods.iter().find(|(_, from, to, v)| v.is_some() && (*from..=*to).contains(&d));
    let id = of_time.and_then(|p| p.3).ok_or(Unlisted::Time)?;
    let part = match (arm, weight) {
        (Arm::Infantry, _) => 1,
        (Arm::Cavalry, Some(Weight::Heavy)) => 2,
        (Arm::Cavalry, Some(Weight::Medium)) => 3,
        (Arm::Cavalry, _) => 4,
        _ => 5,
    };
    let id = format!("{id}.{part}");
    let (country, name) = match text.split_once(':') {
        Some((c, name)) => (Some(c.trim()), name.trim()),
        None => (None, text.trim()),
    };
    let mine = |c: &str| match country {
        Some(x) => x.eq_ignore_ascii_case(c),
        None => countries(n).contains(&c),
    };
    let among = |r: &Row<'static>| r.list("units").iter().any(|u| u.eq_ignore_ascii_case(name));
    let valour = |r: Row<'static>| num(r.cell("valour")).map(|n| n as i8);
    let mut all: Vec<i8> =
        Row::of(&id).filter(|r| mine(r.text("nation")) && among(r)).filter_map(valour).collect();
    // "Others" are all nations that are not named in the same class.
    if all.is_empty() {
        all = Row::of(&id).filter(|r| r.text("nation") == "Others" && among(r)).filter_map(valour).collect();
    }
    if all.is_empty() { Err(Unlisted::Row) } else { Ok((all, id)) }
}

/// What a table of valour lists for a nation, for messages.
pub fn listed_units(n: Nation, id: &str) -> Vec<&'static str> {
    let own = |r: &Row<'static>| countries(n).contains(&r.text("nation"));
    Row::of(id).filter(own).flat_map(|r| r.list("units")).collect()
}

/// Model guns of a battery of so many real ones (bases.7); `None`: there is no such battery.
pub fn models(guns: u8) -> Option<u8> {
    Row::of("battery-models")
        .find(|r| r.span("guns_least", "guns_most").is_some_and(|(a, b)| (a..=b).contains(&guns.into())))
        .and_then(|r| r.whole("model_guns_with_limber"))
        .map(|n| n as u8)
}

/// The most real guns of a battery.
pub fn most_guns() -> u8 {
    Row::of("battery-models").filter_map(|r| r.whole("guns_most")).max().unwrap_or(0) as u8
}

/// Horse figures of a battery (bases.8, bases.9, bases.10) and the clause that gives them; `None` where the book gives no number. A
/// heavy train wagon takes the place of the extra horses of a battery of 12 pounders.
pub fn horses(guns: u8, harness: Harness, twelve: bool, wagon: bool) -> Option<(u8, Clause)> {
    let models = models(guns)?;
    let rows = || {
        Row::of("battery-horses").filter(move |r| {
            r.list("harness").contains(&match harness {
                Harness::Foot => "foot",
                Harness::Driven => "driven",
                Harness::Horse => "horse",
            })
        })
    };
    let each = |per: &str| rows().find(|r| r.text("per") == per).and_then(|r| r.whole("each"));
    let (mut n, mut by) = match harness {
        Harness::Horse => {
            let row = rows().find(|r| r.whole("real_guns") == Some(guns.into()))?;
            (row.whole("each")? * u16::from(models), clause!("bases.10"))
        }
        _ => {
            let pair = each("pair")?;
            let n = each("gun")? * u16::from(guns);
            (n.div_ceil(pair) * pair, clause!("bases.8"))
        }
    };
    if twelve {
        let extra = each("limber of 12 pdr")?;
        n += if wagon { extra } else { extra * u16::from(models) };
        by = clause!("bases.9");
    }
    Some((n as u8, by))
}

/// Is it a 12 pounder (bases.9)?
pub fn twelve(g: &Gun) -> bool {
    super::guns::Gun::from(g.row).data().twelve()
}

/// The staff of a commander (table text-staff).
pub fn staff(level: Level) -> StaffRow {
    let word = match level {
        Level::Regiment => "regiment",
        Level::Brigade => "brigade",
        Level::Division => "division",
        Level::Corps => "corps",
        Level::Army => "army",
    };
    let row = Row::of("text-staff").find(|r| r.list("levels").contains(&word)).expect(BAD);
    let n = |c: &str| row.whole(c).unwrap_or(0) as u8;
    StaffRow {
        couriers: n("couriers"),
        each_subordinate: n("each_subordinate"),
        specialists: n("of_each_specialist"),
    }
}

/// What a full ammunition wagon has: fills of battalions, or of model guns (11.01.3).
pub fn wagon_issues() -> (u16, u16) {
    let n = |row: &str| table("text-ammunition").cell(row, "issues").and_then(num).expect(BAD) as u16;
    (n("wagon, for four battalions"), n("wagon, for two model guns"))
}
