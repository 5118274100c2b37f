//! What two units may do after a melee (12.02.4 to 12.02.7).

use super::melee::Who;
use crate::book::numbers;
use crate::troop::{Arm, State, Weight};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, Refusal, SituationError, impossible};
use words::{Joint, Message};

umpire::choice!(
    /// What a unit in U does after a drawn melee (12.02.4).
    DrawInDisorder { Stands, Retreats }
);
umpire::choice!(
    /// Which targets are worthwhile for light cavalry (12.02.6).
    Worthwhile { Any, Weak }
);

/// How a melee ended. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AfterMeleeSituation {
    /// Nobody where nothing is said.
    #[serde(default)]
    pub winner: Option<Who>,
    /// The attacker's state after it.
    #[serde(default)]
    pub attacker: State,
    /// The defender's state after it.
    #[serde(default)]
    pub defender: State,
    /// Both sides attacked.
    #[serde(default)]
    pub both_attacked: bool,
    /// Both are in the same disorder by 13.01.4.
    #[serde(default)]
    pub both_hold: bool,
    /// Who came into U earlier in this turn, before this melee.
    #[serde(default)]
    pub retreating: Option<Who>,
    #[serde(default)]
    pub draw_in_disorder: DrawInDisorder,
}

/// What a unit must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Must {
    Retreat,
    Flee,
    /// It stays where it is for the rest of the turn.
    Hold,
}

impl Must {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Must::Retreat => say!("after-must-retreat"),
            Must::Flee => say!("after-must-flee"),
            Must::Hold => say!("after-must-hold"),
        }
    }
}
words::spoken!(Must);

/// What one unit must or may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Aftermath {
    pub must: Option<Must>,
    /// It may go back for the rest of the turn; standing at contact distance is always free.
    pub go_back: bool,
    /// It may follow: a unit that goes back, or the beaten one.
    pub follow: bool,
    /// It may carry out the rest of its ordered movement.
    pub go_on: bool,
    /// It may continue the attack on a new target.
    pub attack_on: bool,
}

impl Aftermath {
    /// In words.
    pub fn message(&self) -> Message {
        if let Some(must) = self.must {
            return must.message();
        }
        let mut all = vec![say!("after-may-stand")];
        for (may, says) in [
            (self.go_back, say!("after-may-go-back")),
            (self.follow, say!("after-may-follow")),
            (self.go_on, say!("after-may-go-on")),
            (self.attack_on, say!("after-may-attack-on")),
        ] {
            if may {
                all.push(says);
            }
        }
        words::list(all, Joint::Or)
    }
}
words::spoken!(Aftermath);

/// What both must or may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AfterMeleeOutcome {
    pub attacker: Aftermath,
    pub defender: Aftermath,
    /// Who chooses first: the loser, in a draw the defender.
    pub first: Who,
}

impl AfterMeleeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("after-melee", attacker = self.attacker, defender = self.defender)
    }
}
words::spoken!(AfterMeleeOutcome);

/// The judgement of what may be done after a melee.
#[derive(Clone, Copy, Debug)]
pub struct AfterMelee;

impl AfterMeleeSituation {
    fn state(&self, who: Who) -> State {
        match who {
            Who::Attacker => self.attacker,
            Who::Defender => self.defender,
        }
    }

    fn attacked(&self, who: Who) -> bool {
        who == Who::Attacker || self.both_attacked
    }

    /// What a side must do, by which clause.
    fn must(&self, who: Who) -> Option<(Must, Clause)> {
        let state = self.state(who);
        if self.both_hold {
            return Some((Must::Hold, clause!("13.01.4")));
        }
        match (self.winner, state) {
            // Who came into U earlier in the turn retreats for the rest of it, whoever wins on the way.
            (Some(w), State::Disorder) if w == who && self.retreating == Some(who) => {
                Some((Must::Retreat, clause!("13.01.1")))
            }
            // Who is in FU takes no orders and goes nowhere of his own will, whoever wins (03.03.5).
            (Some(w), State::Complete) if w == who => Some((Must::Hold, clause!("03.03.5"))),
            (Some(w), _) if w == who => None,
            (Some(_), State::Disorder) => Some((Must::Retreat, clause!("13.01.1"))),
            (Some(_), State::Complete) => Some((Must::Flee, clause!("13.01.2"))),
            (None, State::Disorder) => {
                let retreats =
                    self.retreating == Some(who) || self.draw_in_disorder == DrawInDisorder::Retreats;
                retreats.then(|| (Must::Retreat, clause!("12.02.4")))
            }
            (None, State::Complete) => Some((Must::Hold, clause!("13.01.2"))),
            _ => None,
        }
    }

    fn aftermath(&self, who: Who, r: &mut impl Record) -> Aftermath {
        if let Some((must, by)) = self.must(who) {
            r.clause(by);
            return Aftermath { must: Some(must), ..Aftermath::default() };
        }
        let other = self.must(who.other()).map(|m| m.0);
        let beaten = self.winner == Some(who) && matches!(other, Some(Must::Retreat | Must::Flee));
        if beaten {
            r.clause(clause!("12.02.5"));
            let attacked = self.attacked(who);
            return Aftermath {
                must: None,
                go_back: false,
                follow: attacked,
                go_on: true,
                attack_on: attacked && self.state(who).intact(),
            };
        }
        r.clause(clause!("12.02.4"));
        Aftermath { go_back: true, follow: self.attacked(who), ..Aftermath::default() }
    }
}

impl Procedure for AfterMelee {
    type Situation = AfterMeleeSituation;
    type Prepared = AfterMeleeOutcome;
    type Outcome = AfterMeleeOutcome;

    const NAME: &'static str = "after-melee";

    fn title() -> Message {
        say!("title-after-melee")
    }

    fn check(s: &AfterMeleeSituation) -> Result<(), SituationError> {
        if let Some(w) = s.winner {
            if s.state(w.other()) < State::Light2 {
                let by = clause!("skema.XVII.a");
                return Err(impossible("winner", say!("after-loser-in-lu", by)));
            }
        }
        if s.both_hold && (s.attacker != s.defender || s.attacker.intact()) {
            let by = clause!("13.01.4");
            return Err(impossible("both_hold", say!("after-same-disorder", by)));
        }
        Ok(())
    }

    fn prepare(s: &AfterMeleeSituation, r: &mut impl Record) -> AfterMeleeOutcome {
        let [attacker, defender] = Who::BOTH.map(|who| s.aftermath(who, r));
        let first = s.winner.map_or(Who::Defender, Who::other);
        AfterMeleeOutcome { attacker, defender, first }
    }

    fn resolve(p: &AfterMeleeOutcome, _: &mut impl Dice, _: &mut impl Record) -> AfterMeleeOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "winner": "attacker", "defender": "U" })
    }
}

/// How far aside a continued attack may lie without more, in degrees (12.02.5).
pub const ASIDE: f64 = numbers::CONTINUED;

/// A new target of a winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewTarget {
    /// The winner's weight, if it is cavalry.
    pub weight: Option<Weight>,
    /// How far the target lies from the direction of the attack, in degrees.
    pub aside: f64,
    /// This further attack was written on the slip and announced at the start of the turn.
    pub announced: bool,
    pub arm: Arm,
    pub state: State,
    /// It would be struck in flank or rear.
    pub flank: bool,
}

/// May a winner continue the attack upon this target (12.02.5, 12.02.6)?
pub fn may_continue(t: &NewTarget, worthwhile: Worthwhile) -> Result<Clause, Refusal> {
    if t.aside.abs() <= ASIDE + 1e-9 {
        return Ok(clause!("12.02.5"));
    }
    let by = clause!("12.02.6");
    if t.announced {
        return Ok(by);
    }
    let light = matches!(t.weight, Some(Weight::Light | Weight::Cossack));
    let weak = matches!(t.arm, Arm::Artillery | Arm::Train) || !t.state.intact() || t.flank;
    if !light {
        return Err(Refusal::by(by, say!("after-too-far-aside", most = ASIDE, by)));
    }
    if worthwhile == Worthwhile::Weak && !weak {
        return Err(Refusal::by(by, say!("after-not-worthwhile", by)));
    }
    Ok(by)
}

/// May a winner who follows go inside contact distance of the loser: through one in FU only, whom it beat in this turn (12.02.7)?
pub fn may_pass_through(follower: State, loser: State, beaten_this_turn: bool) -> Result<Clause, Refusal> {
    let by = clause!("12.02.7");
    if follower.intact() && loser == State::Complete && beaten_this_turn {
        return Ok(by);
    }
    Err(Refusal::by(by, say!("after-not-through", by)))
}
