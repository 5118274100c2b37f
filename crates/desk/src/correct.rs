//! What an umpire puts right, sketched, in books that know many kinds of corrections: drag a piece, turn it, set something of it, with the
//! reason in words. Books that know of nothing but places have it by [`Rules::put_right`] alone.

use crate::board::{Act, Control, Ghost, Missing, Refused, Setting, Sketch, Sketched, Stroke};
use crate::sketch::{draft, json, spot};
use crate::{Rules, UmpireSays, chair, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Base, Pose};
use umpire::Refusal;
use words::Message;

/// A draft has no more changes and no longer reason than this.
const MOST: (usize, usize) = (200, 8000);
/// Longest reason that is taken from a page, in characters.
const LONGEST: usize = 2000;

/// What a book says of its corrections.
pub trait Corrects: Rules<Correction: Clone + PartialEq> {
    /// Whose it is, and of which kind: of two of a kind for one piece the later counts.
    fn slot(c: &Self::Correction) -> (&str, u8);
    /// The piece it is about, if it is about one.
    fn about(c: &Self::Correction) -> Option<&str> {
        Some(Self::slot(c).0).filter(|p| !p.is_empty())
    }
    fn in_words(c: &Self::Correction) -> Message;
    /// A piece is put somewhere.
    fn place(piece: String, at: Pose) -> Self::Correction;
    /// Where a correction puts a piece.
    fn placed(c: &Self::Correction) -> Option<(&str, Pose)>;
    /// What a control of a piece sets; where it is emptied, the kind of correction that is taken back.
    fn set(piece: &str, control: &str, value: &Value) -> Result<Result<Self::Correction, u8>, Refusal>;

    /// A piece that can be put right, as it stands.
    fn stands(&self, piece: &str) -> Option<Base>;
    /// What can be set of a piece, of which this much is put right already.
    fn controls(&self, piece: &str, so_far: &[&Self::Correction]) -> Vec<Control>;
    /// Would these changes be taken?
    fn would_correct(&self, changes: &[Self::Correction]) -> Result<(), Refusal>;
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft<C> {
    #[serde(default)]
    because: String,
    #[serde(default = "Vec::new")]
    changes: Vec<C>,
}

impl<C> Default for Draft<C> {
    fn default() -> Draft<C> {
        Draft { because: String::new(), changes: Vec::new() }
    }
}

/// One stroke.
pub fn stroke<B: Corrects>(b: &B, s: &Stroke) -> Result<Sketched, Refusal> {
    let before: Draft<B::Correction> = draft(&s.draft)?;
    if before.changes.len() > MOST.0 || before.because.len() > MOST.1 {
        return Err(Refusal::form(say!("draft-too-long")));
    }
    let stands = |p: &String| b.stands(p).ok_or_else(|| Refusal::form(say!("correction-of-pieces")));
    let bases: Vec<Base> = s.pieces.iter().map(stands).collect::<Result<_, _>>()?;
    let mut after = before.clone();
    let mut new = Vec::new();
    match &s.act {
        Act::Set { control, value } if control == "because" => {
            let text = value.as_str().ok_or_else(|| Refusal::form(say!("reason-in-words")))?;
            after.because = text.chars().take(LONGEST).collect();
        }
        Act::Clear if bases.is_empty() => after = Draft::default(),
        _ => {}
    }
    for (piece, base) in s.pieces.iter().zip(&bases) {
        let placed = before.changes.iter().filter_map(B::placed).find(|(p, _)| p == piece);
        let (own, first) = (base.pose(), bases[0].pose());
        let now = placed.map_or(own, |(_, at)| at);
        match &s.act {
            Act::Drag { x, y, facing } => {
                let facing = facing.unwrap_or(now.facing);
                let at = Pose { x: x + own.x - first.x, y: y + own.y - first.y, facing };
                new.push(B::place(piece.clone(), at));
            }
            Act::Turn { degrees } => {
                let facing = (now.facing + degrees).rem_euclid(360.0);
                new.push(B::place(piece.clone(), Pose { facing, ..now }));
            }
            Act::Clear => after.changes.retain(|c| B::slot(c).0 != piece),
            Act::Set { control, value } if control != "because" => match B::set(piece, control, value)? {
                Ok(c) => new.push(c),
                Err(kind) => after.changes.retain(|c| B::slot(c) != (piece.as_str(), kind)),
            },
            _ => {}
        }
    }
    for c in new {
        after.changes.retain(|x| B::slot(x) != B::slot(&c));
        after.changes.push(c);
    }
    let mut refusal = None;
    if after.changes != before.changes && !after.changes.is_empty() {
        if let Err(r) = b.would_correct(&after.changes) {
            refusal = Some(Refused::from(r));
            after = before;
        }
    }
    let mut out = show(b, &after);
    out.refusal = refusal;
    out.pieces.clone_from(&s.pieces);
    if let [piece] = &s.pieces[..] {
        let mine: Vec<&B::Correction> = after.changes.iter().filter(|c| B::slot(c).0 == piece).collect();
        out.controls.extend(b.controls(piece, &mine));
        out.says = mine.into_iter().map(B::in_words).collect();
    }
    Ok(out)
}

/// What nothing said yet looks like.
pub fn blank<B: Corrects>(b: &B) -> Sketched {
    show(b, &Draft::default())
}

fn show<B: Corrects>(b: &B, d: &Draft<B::Correction>) -> Sketched {
    let ghost = |c: &B::Correction| {
        let (piece, at) = B::placed(c)?;
        let was = b.stands(piece)?;
        let base = Base::new(at, was.width, was.depth);
        Some(Ghost {
            piece: piece.to_owned(),
            at: spot(&base),
            width: base.width,
            depth: base.depth,
            path: vec![[was.front.x, was.front.y], [at.x, at.y]],
            legal: true,
            note: Message::default(),
        })
    };
    let order = |c: &B::Correction| Sketch {
        pieces: B::about(c).map(str::to_owned).into_iter().collect(),
        says: B::in_words(c),
        slip: String::new(),
        refusal: None,
    };
    let reasoned = chair::spoken(&d.because, say!("the-reason")).is_ok();
    let fits = d.changes.is_empty() || b.would_correct(&d.changes).is_ok();
    // Words without a change are a ruling.
    let answer = (reasoned && fits).then(|| {
        json(if d.changes.is_empty() {
            UmpireSays::<B::Correction>::Rule { says: d.because.clone(), clause: None }
        } else {
            UmpireSays::Correct { because: d.because.clone(), changes: d.changes.clone() }
        })
    });
    let missing = if reasoned {
        Vec::new()
    } else {
        vec![Missing { pieces: Vec::new(), says: say!("reason-missing"), must: true }]
    };
    Sketched {
        draft: json(d),
        answer,
        ghosts: d.changes.iter().filter_map(ghost).collect(),
        orders: d.changes.iter().map(order).collect(),
        controls: vec![Control {
            id: "because".into(),
            pieces: Vec::new(),
            label: say!("ruling-or-reason"),
            clause: Some(b.chair().clause.to_string()),
            setting: Setting::Words { value: d.because.clone(), hint: say!("ruling-hint") },
        }],
        missing,
        ..Sketched::default()
    }
}
