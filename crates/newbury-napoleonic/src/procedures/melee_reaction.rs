//! The melee reaction: winner and loser of a round (21.3, 19.5, tables 13B and 16B).

use super::melee::Fighter;
use super::reaction::MOST_SUPPORTS;
use super::{Options, Sum, added, check_troop, counted, faces, procedure, test_die};
use crate::book::numbers;
use crate::book::results::Fighter as Does;
use crate::formation::Formation;
use crate::terrain::Cover;
use crate::troop::{Class, Footing, Nation, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Readings, Record, SituationError, check_count, check_number};
use words::{Joint, Message};

umpire::choice!(
    /// Which factors of the enemy count: all, or those from before this move's melee (21.3.a.1)?
    EnemyFactors { All, BeforeTheMelee }
);
umpire::choice!(
    /// Whose routing units count within 25 cm (T13.B.vis)?
    RoutedNear { Enemies, BothSides }
);

/// The readings that matter to melee reactions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MeleeReactionReadings {
    pub enemy_factors: EnemyFactors,
    pub routed_near: RoutedNear,
}

impl MeleeReactionReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MeleeReactionReadings {
        MeleeReactionReadings {
            enemy_factors: EnemyFactors::pick(r.is(reading!("enemy-factors", "before-the-melee"))),
            routed_near: RoutedNear::pick(r.is(reading!("routed-near", "both-sides"))),
        }
    }
}

/// One side after a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub on_foot: bool,
    /// Figures of its engaged subgroup at the start of the round.
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    /// Men that it lost in the melee in this move.
    #[schemars(range(max = 10_000))]
    pub lost: u32,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    /// Of that, gained in this move's melee.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub gained_here: u8,
    /// A general who counts is within 5 cm.
    #[serde(default)]
    pub general: bool,
    /// It charged, attacked or followed up in this move.
    #[serde(default)]
    pub came_on: bool,
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub supports: u8,
    #[serde(default)]
    pub cover: Cover,
    /// It was broken through.
    #[serde(default)]
    pub broken_through: bool,
    /// Its own units that rout within 25 cm of the enemy's engaged figures and in their sight.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub routing: u8,
    /// Earlier rounds of this melee that it won.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub rounds_won: u8,
    #[serde(default)]
    pub frenzied: bool,
    /// Ordered to hold its position, or in a building.
    #[serde(default)]
    pub holds: bool,
}

impl Fought {
    pub fn new(troop: Troop, formation: Formation, figures: u32, lost: u32) -> Fought {
        Fought {
            troop,
            formation,
            on_foot: false,
            figures,
            lost,
            disorganisation: 0,
            gained_here: 0,
            general: false,
            came_on: false,
            supports: 0,
            cover: Cover::None,
            broken_through: false,
            routing: 0,
            rounds_won: 0,
            frenzied: false,
            holds: false,
        }
    }

    fn mounted(&self) -> bool {
        Fighter { on_foot: self.on_foot, ..Fighter::new(self.troop, self.formation, 1) }.mounted()
    }

    fn infantry(&self) -> bool {
        !self.mounted() && !self.troop.arm.battery()
    }

    fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_troop(field, &self.troop)?;
        check_count(field, self.figures, 1)?;
        check_count(field, self.lost, 0)?;
        super::check_factors(field, self.disorganisation)?;
        check_number(field, self.gained_here.into(), 0, self.disorganisation.into())?;
        for n in [self.supports, self.routing, self.rounds_won] {
            check_number(field, n.into(), 0, super::MOST_UNITS)?;
        }
        Ok(())
    }
}

/// A round with a winner and a loser. No dice; with the option two for each side, the winner's first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeReactionSituation {
    pub winner: Fought,
    pub loser: Fought,
    /// The round, from 1.
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 10_000))]
    pub round: u32,
    /// Dice are rolled, by agreement (21.3.a.note.ii).
    #[serde(default)]
    pub dice: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: MeleeReactionReadings,
}

fn first() -> u32 {
    1
}

/// What a side does, and whether it may stay instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SideDoes {
    pub does: Does,
    /// It is for its owner to choose; otherwise it stands.
    pub optional: bool,
}

/// Both react together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeleeReacted {
    pub value: i32,
    pub winner: SideDoes,
    pub loser: SideDoes,
    /// The loser surrenders at once (19.5.g).
    pub surrenders: bool,
    pub winner_frenzied: bool,
    pub loser_frenzied: bool,
}

fn does(d: &SideDoes) -> Message {
    match d.does {
        Does::Break => say!("does-break"),
        Does::GiveGround => say!("does-give-ground"),
        Does::Stand => say!("does-stand"),
        Does::FollowUp if d.optional => say!("does-may-follow-up"),
        Does::FollowUp => say!("does-follow-up"),
        Does::Pursue if d.optional => say!("does-may-pursue"),
        Does::Pursue => say!("does-pursue"),
    }
}

impl MeleeReacted {
    /// In words.
    pub fn message(&self) -> Message {
        let loser = if self.surrenders { say!("does-surrender") } else { does(&self.loser) };
        let all = [
            Some(say!("loser-does", does = loser)),
            Some(say!("winner-does", does = does(&self.winner))),
            self.winner_frenzied.then(|| say!("winner-frenzied")),
            self.loser_frenzied.then(|| say!("loser-frenzied")),
        ];
        words::list(all.into_iter().flatten(), Joint::Semicolon)
    }
}
words::spoken!(MeleeReacted);

fn check(s: &MeleeReactionSituation) -> Result<(), SituationError> {
    check_count("round", s.round, 1)?;
    s.winner.check("winner")?;
    s.loser.check("loser")
}

/// The score of one side (table 13B).
fn score<R: Record>(
    me: &Fought,
    enemy: &Fought,
    won: bool,
    s: &MeleeReactionSituation,
    sum: &mut Sum<'_, R>,
) {
    let n = &numbers().tests.melee;
    let by = || clause!("T13.B");
    let each = enemy.lost / enemy.figures;
    sum.times(say!("row-losses-inflicted"), n.loss_per_figure, each as i32, clause!("21.3.a.1"));
    let recorded = match s.readings.enemy_factors {
        EnemyFactors::All => enemy.disorganisation,
        EnemyFactors::BeforeTheMelee => enemy.disorganisation - enemy.gained_here,
    };
    let factors = counted(&enemy.troop, recorded, sum.r);
    sum.times(say!("row-enemy-disorganised"), n.disorder, factors, clause!("21.3.a.1"));
    if me.general {
        sum.add(say!("row-general-5"), n.general, clause!("7.4"));
    }
    match me.troop.class {
        Class::A => sum.add(say!("row-class-a"), n.class_a, by()),
        Class::B => sum.add(say!("row-class-b"), n.class_b, by()),
        _ => {}
    }
    match enemy.troop.class {
        Class::D => sum.add(say!("row-enemy-class-d"), n.enemy_d, by()),
        Class::E => sum.add(say!("row-enemy-class-e"), n.enemy_e, by()),
        _ => {}
    }
    if me.troop.regular() && enemy.troop.footing == Footing::Native && s.round > 1 {
        sum.add(say!("row-against-natives"), n.against_natives, by());
    }
    if me.mounted() && won {
        sum.add(say!("row-cavalry-won"), n.cavalry_won, by());
    }
    if me.came_on {
        sum.add(say!("row-came-on"), n.charged, by());
    }
    sum.times(say!("row-support"), n.support, me.supports.min(MOST_SUPPORTS), clause!("glossary.support"));
    if me.infantry() && enemy.mounted() && !me.broken_through {
        if me.formation == Formation::DoubleSquare {
            sum.add(say!("row-double-square-against-cavalry"), n.double_square, by());
        } else if me.formation.square() {
            sum.add(say!("row-square-against-cavalry"), n.square, by());
        }
    }
    let thin = enemy.formation.counts_as_line() || enemy.formation.square();
    if me.infantry() && me.formation.column() && enemy.infantry() && thin {
        sum.add(say!("row-column-against-line"), n.column, by());
    }
    if me.infantry() {
        match me.cover {
            _ if me.formation == Formation::Building => sum.add(say!("row-hard-cover"), n.hard_cover, by()),
            Cover::None => {}
            Cover::Soft => sum.add(say!("row-soft-cover"), n.soft_cover, by()),
            Cover::Hard | Cover::Building | Cover::Complete => {
                sum.add(say!("row-hard-cover"), n.hard_cover, by());
            }
        }
    }
    let routed = match s.readings.routed_near {
        RoutedNear::Enemies => enemy.routing,
        RoutedNear::BothSides => enemy.routing + me.routing,
    };
    sum.times(say!("row-enemy-routing"), n.enemy_routed, routed, clause!("T13.B.vis"));
    sum.times(say!("row-rounds-won"), n.rounds_won, me.rounds_won, by());
    let russian = me.troop.nation == Nation::Russia && me.troop.arm.infantry();
    if s.options.national && russian && !won && enemy.infantry() {
        sum.add(say!("row-russians-losing"), n.russian, clause!("A3.13"));
    }
}

/// A melee reaction weighed up.
#[derive(Clone, Debug)]
pub struct Scored {
    difference: i32,
    s: MeleeReactionSituation,
}

fn prepare(s: &MeleeReactionSituation, r: &mut impl Record) -> Scored {
    let mut sum = Sum::new("winner", r);
    score(&s.winner, &s.loser, true, s, &mut sum);
    let winner = sum.total;
    let mut sum = Sum::new("loser", r);
    score(&s.loser, &s.winner, false, s, &mut sum);
    let loser = sum.total;
    r.total("winner", winner);
    r.total("loser", loser);
    r.clause(clause!("21.3.a.2"));
    Scored { difference: winner - loser, s: s.clone() }
}

/// A winner whose enemy breaks pursues (19.5.e): regulars in cover or with a general may choose; the frenzied in squares and houses and at
/// guns stay where they are.
pub(crate) fn pursues(w: &Fought, r: &mut impl Record) -> SideDoes {
    let place = w.formation.square() || w.formation == Formation::Building || w.troop.arm.battery();
    if w.frenzied && place {
        r.reckon(|| say!("reckon-frenzied-stay"), clause!("23.4.e"));
        return SideDoes { does: Does::Stand, optional: false };
    }
    let covered = w.cover != Cover::None || w.formation == Formation::Building;
    let optional = w.troop.regular() && (w.general || covered) && !w.frenzied;
    r.reckon(
        || if optional { say!("reckon-pursuit-optional") } else { say!("reckon-must-pursue") },
        clause!("19.5.e"),
    );
    SideDoes { does: Does::Pursue, optional }
}

/// Who is to give ground does so, be he loser or winner: but the frenzied fight on, and those broken through stay (23.4.f, 23.2.c).
fn gives_ground(side: &Fought, r: &mut impl Record) -> SideDoes {
    let stays = side.frenzied || side.broken_through;
    if side.frenzied {
        r.reckon(|| say!("reckon-frenzied-fight-on"), clause!("23.4.f"));
    } else if side.broken_through {
        r.reckon(|| say!("reckon-broken-through-stays"), clause!("23.2.c"));
    }
    SideDoes { does: if stays { Does::Stand } else { Does::GiveGround }, optional: false }
}

/// What the winner does, with what binds him (19.5.d, 19.5.e, T16.B).
fn winner(s: &MeleeReactionSituation, said: Does, r: &mut impl Record) -> SideDoes {
    let w = &s.winner;
    match said {
        Does::Pursue => pursues(w, r),
        Does::FollowUp => {
            if w.formation.square() {
                r.reckon(|| say!("reckon-square-stands"), clause!("T16.B"));
                return SideDoes { does: Does::Stand, optional: false };
            }
            let holds = w.holds || w.formation == Formation::Building;
            let must = w.troop.irregular() || (w.frenzied && !holds);
            r.reckon(
                || if must { say!("reckon-must-follow") } else { say!("reckon-may-follow") },
                clause!("19.5.d"),
            );
            SideDoes { does: Does::FollowUp, optional: !must }
        }
        Does::GiveGround => gives_ground(w, r),
        other => SideDoes { does: other, optional: false },
    }
}

fn loser(s: &MeleeReactionSituation, said: Does, r: &mut impl Record) -> SideDoes {
    let l = &s.loser;
    match said {
        // Only winners who are regulars may stay in the open (23.2.a).
        Does::FollowUp => {
            let stays = l.cover != Cover::None || l.formation == Formation::Building;
            r.reckon(
                || if stays { say!("reckon-loser-stays") } else { say!("reckon-loser-follows") },
                clause!("T16.B"),
            );
            let does = if stays { Does::Stand } else { Does::FollowUp };
            return SideDoes { does, optional: false };
        }
        Does::GiveGround => return gives_ground(l, r),
        Does::Break if l.frenzied => r.reckon(|| say!("reckon-frenzy-ends"), clause!("19.5.i")),
        _ => {}
    }
    SideDoes { does: said, optional: false }
}

/// What a result means (23.2).
fn means(d: Does) -> Clause {
    match d {
        Does::FollowUp => clause!("23.2.a"),
        Does::Stand => clause!("23.2.b"),
        Does::GiveGround => clause!("23.2.c"),
        Does::Break => clause!("23.2.d"),
        Does::Pursue => clause!("23.2.e"),
    }
}

/// Factors more than the winner's by which a routing loser surrenders (19.5.g).
const SURRENDERS: i32 = 6;

fn resolve(p: &Scored, d: &mut impl Dice, r: &mut impl Record) -> MeleeReacted {
    let s = &p.s;
    let mut value = p.difference;
    let mut fives = [false; 2];
    if s.dice {
        let ours: [u8; 2] = faces(test_die(s.winner.troop.irregular()), d, r);
        let theirs: [u8; 2] = faces(test_die(s.loser.troop.irregular()), d, r);
        value += added(&ours) - added(&theirs);
        fives = [ours == [5, 5], theirs == [5, 5]];
        r.clause(clause!("21.3.a.note.ii"));
    }
    r.total("value", value);
    r.reckon(|| say!("reckon-melee-value", value), clause!("21.3.a.3"));
    let (lost, won) = numbers().results.melee(value);
    r.clause(clause!("21.3.a.4"));
    let winner = winner(s, won, r);
    let loser = loser(s, lost, r);
    r.clause(means(winner.does));
    r.clause(means(loser.does));
    r.clause(clause!("21.3.b"));
    // Classes A and B leave a factor out here as everywhere (13.1.c).
    let felt = |x: &Fought| i32::from(counted(&x.troop, x.disorganisation, &mut umpire::Silent));
    let more = felt(&s.loser) - felt(&s.winner);
    let surrenders = loser.does == Does::Break && more >= SURRENDERS;
    if surrenders {
        r.reckon(|| say!("reckon-surrenders", more), clause!("19.5.g"));
    }
    let frenzied = |five: bool, side: &SideDoes| five && side.does == Does::Stand;
    let reacted = MeleeReacted {
        value,
        winner_frenzied: frenzied(fives[0], &winner),
        loser_frenzied: frenzied(fives[1], &loser),
        winner,
        loser,
        surrenders,
    };
    if reacted.winner_frenzied || reacted.loser_frenzied {
        r.reckon(|| say!("reckon-two-fives"), clause!("23.4.a"));
    }
    reacted
}

procedure!(
    /// The melee reaction.
    MeleeReaction: MeleeReactionSituation => Scored => MeleeReacted, "melee-reaction", "title-melee-reaction",
    check, prepare, resolve,
    { "winner": { "troop": { "nation": "france", "arm": "heavy-cavalry", "footing": "regular", "class": "B", "training": "B" },
                  "formation": "line", "figures": 12, "lost": 10, "came_on": true },
      "loser": { "troop": { "nation": "prussia", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
                 "formation": "line", "figures": 18, "lost": 30, "disorganisation": 2, "supports": 1 } }
);
