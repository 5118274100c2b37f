//! What books share that sketch their answers themselves: drafts read and written, places as a page has them, names for those who have none,
//! and choices of a turn as controls.

use crate::board::{Act, Alternative, Chance, Control, Setting, Sketch, Sketched, Spot, Stroke};
use crate::rules::Offered;
use crate::say;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::Base;
use umpire::{Clause, Refusal};
use words::{Joint, Message};

/// Anything as data.
pub fn json(v: impl Serialize) -> Value {
    serde_json::to_value(v).unwrap_or(Value::Null)
}

/// Reads a draft as it was handed out; `null` is an empty one.
pub fn draft<D: DeserializeOwned + Default>(v: &Value) -> Result<D, Refusal> {
    match v {
        Value::Null => Ok(D::default()),
        d => umpire::read_value(d).map_err(|_| Refusal::form(say!("no-such-draft"))),
    }
}

/// To a thousandth of a millimetre: less than anything on a table is judged by, and half as long to write.
pub fn round(x: f64) -> f64 {
    (x * 1e4).round() / 1e4 + 0.0
}

impl Spot {
    /// A place and a bearing as a page has them.
    ///
    /// ```
    /// use desk::board::Spot;
    /// assert_eq!(Spot::rounded(1.000_000_1, 2.0, 359.999_999), Spot { x: 1.0, y: 2.0, facing: 0.0 });
    /// ```
    pub fn rounded(x: f64, y: f64, facing: f64) -> Spot {
        Spot::to(round, x, y, facing)
    }

    fn to(round: fn(f64) -> f64, x: f64, y: f64, facing: f64) -> Spot {
        let facing = round(facing);
        Spot { x: round(x), y: round(y), facing: if facing >= 360.0 { 0.0 } else { facing } }
    }

    pub(crate) fn by(round: fn(f64) -> f64, b: &Base) -> Spot {
        let p = b.pose();
        Spot::to(round, p.x, p.y, p.facing)
    }
}

/// A place and a facing as a page has them.
pub fn spot(b: &Base) -> Spot {
    Spot::by(round, b)
}

/// A name by which a page can follow a piece that has none yet, and from which nobody learns anything: `salt` is a secret of the battle.
pub fn veiled(salt: u64, piece: u32) -> String {
    let mut x = salt ^ (u64::from(piece) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2 {
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
    }
    format!("new-{:08x}", x as u32)
}

/// A number made of the seed, for [`veiled`].
pub fn salt(seed: &umpire::Seed) -> u64 {
    seed.key().iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}

/// One choice that is asked of a side, as it is put to a person. `C` is what the book takes for an answer to it.
#[derive(Clone, Debug)]
pub struct Choosing<C> {
    /// The name under which it is answered.
    pub key: String,
    pub says: Message,
    pub clause: Clause,
    /// The pieces it is about.
    pub pieces: Vec<String>,
    /// What holds where nothing is answered.
    pub default: C,
    pub options: Vec<Chosen<C>>,
    /// What else can be set of it; the book sets it itself.
    pub more: Vec<Control>,
}

/// One way to choose.
#[derive(Clone, Debug)]
pub struct Chosen<C> {
    pub choice: C,
    pub says: Message,
    /// What the dice may come to, where it rolls any.
    pub odds: Vec<Chance>,
}

/// What has been chosen so far, by the keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft<C> {
    #[serde(default = "BTreeMap::new")]
    choices: BTreeMap<String, C>,
}

impl<C> Default for Draft<C> {
    fn default() -> Draft<C> {
        Draft { choices: BTreeMap::new() }
    }
}

/// Choices that are asked of a side together, and how the book takes them.
#[allow(missing_debug_implementations)]
pub struct Choices<'a, A, C> {
    pub asked: Vec<Choosing<C>>,
    /// Would the book take this?
    pub fits: &'a dyn Fn(&str, &C) -> Result<(), Refusal>,
    /// The answer that they come to, and what an answer chooses.
    pub answer: fn(BTreeMap<String, C>) -> A,
    pub chosen: fn(A) -> Option<BTreeMap<String, C>>,
    /// A choice in words that is none of the options.
    pub says: &'a dyn Fn(&C) -> Message,
}

impl<A, C> Choices<'_, A, C>
where
    A: Serialize + DeserializeOwned,
    C: Clone + PartialEq + Serialize + DeserializeOwned,
{
    /// What nothing chosen yet looks like.
    pub fn blank(&self) -> Sketched {
        self.show(&Draft::default())
    }

    /// One stroke. `set` is asked first for controls that are the book's own: the key of the choice, and what is then chosen.
    pub fn stroke(
        &self,
        s: &Stroke,
        set: impl Fn(&str, &Value, &BTreeMap<String, C>) -> Option<Result<(String, C), Refusal>>,
    ) -> Result<Sketched, Refusal> {
        let mut d: Draft<C> = draft(&s.draft)?;
        let alien = || Refusal::form(say!("choices-not-asked"));
        if d.choices.iter().any(|(key, c)| (self.fits)(key, c).is_err()) {
            return Err(alien());
        }
        let mut refusal = None;
        match &s.act {
            Act::Set { control, value } => {
                if let Some(own) = set(control, value, &d.choices) {
                    match own.and_then(|(key, c)| (self.fits)(&key, &c).map(|()| (key, c))) {
                        Ok((key, c)) => drop(d.choices.insert(key, c)),
                        Err(r) => refusal = Some(r.into()),
                    }
                } else {
                    let a = self.asked.iter().find(|a| a.key == *control).ok_or_else(alien)?;
                    let n = value.as_str().and_then(|t| t.parse::<usize>().ok());
                    let o = n.and_then(|n| a.options.get(n)).ok_or_else(alien)?;
                    d.choices.insert(control.clone(), o.choice.clone());
                }
            }
            Act::Fill { answer } => {
                let read = umpire::read_value(answer).ok().and_then(self.chosen);
                for (key, c) in read.ok_or_else(alien)? {
                    (self.fits)(&key, &c)?;
                    d.choices.entry(key).or_insert(c);
                }
            }
            Act::Clear => d.choices.clear(),
            _ => {}
        }
        Ok(Sketched { refusal, ..self.show(&d) })
    }

    fn in_words(&self, a: &Choosing<C>, c: &C) -> Message {
        let offered = a.options.iter().find(|o| o.choice == *c);
        let answer = offered.map_or_else(|| (self.says)(c), |o| o.says.clone());
        say!("question-answered", question = &a.says, answer)
    }

    fn show(&self, d: &Draft<C>) -> Sketched {
        let mut controls = Vec::new();
        let mut orders = Vec::new();
        for a in &self.asked {
            let now = d.choices.get(&a.key).unwrap_or(&a.default);
            let chosen = a.options.iter().position(|o| o.choice == *now).map(|i| i.to_string());
            let option = |(i, o): (usize, &Chosen<C>)| Alternative {
                odds: o.odds.clone(),
                ..Alternative::new(i.to_string(), o.says.clone())
            };
            controls.push(Control {
                id: a.key.clone(),
                label: a.says.clone(),
                clause: Some(a.clause.to_string()),
                pieces: a.pieces.clone(),
                setting: Setting::Choice {
                    chosen,
                    options: a.options.iter().enumerate().map(option).collect(),
                },
            });
            controls.extend(a.more.iter().cloned());
            if d.choices.contains_key(&a.key) {
                let pieces = a.pieces.clone();
                orders.push(Sketch {
                    pieces,
                    says: self.in_words(a, now),
                    slip: String::new(),
                    refusal: None,
                });
            }
        }
        let answer = Some(json((self.answer)(d.choices.clone())));
        Sketched { draft: json(d), answer, controls, orders, ..Sketched::default() }
    }

    /// Ready answers: all defaults, and each choice by itself.
    pub fn offers(&self) -> Vec<Offered<A>> {
        let stands = self.asked.iter().map(|a| self.in_words(a, &a.default));
        let says = say!("as-it-stands", defaults = words::list(stands, Joint::Semicolon));
        let mut all = vec![Offered::new(says, (self.answer)(BTreeMap::new())).ending()];
        if let [one] = &self.asked[..] {
            let default = one.options.iter().find(|o| o.choice == one.default);
            all[0].odds = default.map_or_else(Vec::new, |o| o.odds.clone());
        }
        for a in &self.asked {
            for o in &a.options {
                // The default needs no answer of its own, but among several its odds stand nowhere else.
                if o.choice == a.default && (self.asked.len() == 1 || o.odds.is_empty()) {
                    continue;
                }
                let answer = (self.answer)(BTreeMap::from([(a.key.clone(), o.choice.clone())]));
                let offer = Offered::new(self.in_words(a, &o.choice), answer);
                all.push(Offered { pieces: a.pieces.clone(), odds: o.odds.clone(), ..offer });
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn choices<'a>(fits: &'a dyn Fn(&str, &u8) -> Result<(), Refusal>) -> Choices<'a, Value, u8> {
        let option = |n: u8| Chosen { choice: n, says: Message::verbatim(n.to_string()), odds: Vec::new() };
        Choices {
            asked: vec![Choosing {
                key: "how-many".into(),
                says: Message::verbatim("How many?"),
                clause: Clause("1"),
                pieces: vec!["a".into()],
                default: 1,
                options: [1, 2, 3].map(option).into(),
                more: Vec::new(),
            }],
            fits,
            answer: |c| json(c),
            chosen: |v| umpire::read_value(&v).ok(),
            says: &|n| Message::verbatim(n.to_string()),
        }
    }

    fn stroke(draft: Value, act: Act) -> Stroke {
        Stroke { asks: "choices".into(), draft, pieces: Vec::new(), act }
    }

    #[test]
    fn choices_are_controls() {
        let few = |_: &str, n: &u8| if *n < 9 { Ok(()) } else { Err(Refusal::form(say!("no-such-draft"))) };
        let all = choices(&few);
        let none = |_: &str, _: &Value, _: &BTreeMap<String, u8>| None;
        assert_eq!(all.blank().answer, Some(json!({})));
        let set = |value: Value| Act::Set { control: "how-many".into(), value };
        let s = all.stroke(&stroke(Value::Null, set(json!("2"))), none).unwrap();
        assert_eq!((s.answer, s.orders.len()), (Some(json!({ "how-many": 3 })), 1));
        assert!(all.stroke(&stroke(Value::Null, set(json!("7"))), none).is_err());
        assert!(all.stroke(&stroke(json!({ "choices": { "how-many": 9 } }), Act::Pick), none).is_err());
        let fill = Act::Fill { answer: json!({ "how-many": 2 }) };
        let s = all.stroke(&stroke(s.draft, fill), none).unwrap();
        assert_eq!(s.answer, Some(json!({ "how-many": 3 })), "what is chosen stays");
        assert_eq!(all.offers().len(), 3);
        assert!(all.offers()[0].ends);
    }

    #[test]
    fn the_unnamed_have_names_that_tell_nothing() {
        assert_eq!(veiled(1, 1), veiled(1, 1));
        assert!(veiled(1, 1) != veiled(1, 2) && veiled(1, 1) != veiled(2, 1));
    }
}
