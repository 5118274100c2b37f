//! What an umpire puts right, sketched: drag a piece, turn it, set its state, figures or formation, with the reason in words.

use super::spot;
use crate::battle::{Battle, Correction};
use crate::troop::{Formation, State};
use crate::unit::Unit;
use crate::{rule, say};
use desk::UmpireSays;
use desk::board::{Act, Alternative, Control, Ghost, Missing, Refused, Setting, Sketch, Sketched, Stroke};
use desk::sketch::{draft, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Base, Pose};
use umpire::{Clause, Refusal};
use words::Message;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    #[serde(default)]
    because: String,
    #[serde(default)]
    changes: Vec<Correction>,
}

const STATES: [State; 6] =
    [State::Order, State::Light1, State::Light2, State::Light3, State::Disorder, State::Complete];

/// A draft has no more changes and no longer reason than this.
const MOST: (usize, usize) = (200, 8000);

/// Whose it is, and of which kind: of two of a kind for one unit the later counts.
fn slot(c: &Correction) -> (&str, u8) {
    match c {
        Correction::Place { unit, .. } | Correction::Return { unit, .. } => (unit, 0),
        Correction::State { unit, .. } => (unit, 1),
        Correction::Figures { unit, .. } => (unit, 2),
        Correction::Formation { unit, .. } => (unit, 3),
        Correction::Valour { unit, .. } => (unit, 4),
        Correction::Ammunition { unit, .. } => (unit, 5),
        Correction::SplitBatteries { .. } => ("", 6),
    }
}

fn says(c: &Correction) -> Message {
    match c {
        Correction::Place { unit, .. } | Correction::Return { unit, .. } => say!("stands-place-shown", unit),
        Correction::State { unit, state } => say!("unit-in-state", unit, state = super::facts::state(*state)),
        Correction::Figures { unit, figures } => say!("unit-has-figures", unit, figures),
        Correction::Formation { unit, formation, .. } => say!("unit-in-formation", unit, formation),
        Correction::Valour { unit, valour } => say!("unit-has-valour", unit, valour = words::signed(*valour)),
        Correction::Ammunition { unit, turns } => say!("unit-has-ammunition", unit, turns),
        Correction::SplitBatteries { allowed: true } => say!("batteries-may-split"),
        Correction::SplitBatteries { .. } => say!("batteries-may-not-split"),
    }
}

fn whole(value: &Value, range: std::ops::RangeInclusive<f64>) -> Result<Option<i32>, Refusal> {
    if value.is_null() {
        return Ok(None);
    }
    let x = value.as_f64().filter(|x| range.contains(x) && x.fract() == 0.0);
    x.map(|x| Some(x as i32)).ok_or_else(|| Refusal::form(say!("a-whole-number")))
}

/// One stroke.
pub(crate) fn stroke(b: &Battle, s: &Stroke) -> Result<Sketched, Refusal> {
    let f = b.field();
    let before: Draft = draft(&s.draft)?;
    if before.changes.len() > MOST.0 || before.because.len() > MOST.1 {
        return Err(Refusal::form(say!("draft-too-long")));
    }
    let find = |p: &String| f.present().find(|u| *u.code == **p);
    let units: Vec<&Unit> = s
        .pieces
        .iter()
        .map(|p| find(p).ok_or_else(|| Refusal::form(say!("correction-of-units"))))
        .collect::<Result<_, _>>()?;
    let mut after = before.clone();
    let mut new = Vec::new();
    match &s.act {
        Act::Set { control, value } if control == "because" => {
            let text = value.as_str().ok_or_else(|| Refusal::form(say!("reason-in-words")))?;
            after.because = text.chars().take(2000).collect();
        }
        Act::Clear if units.is_empty() => after = Draft::default(),
        _ => {}
    }
    for u in &units {
        let code = u.code.to_string();
        let placed = before.changes.iter().find_map(|c| match c {
            Correction::Place { unit, at } if *unit == code => Some(*at),
            _ => None,
        });
        let now = placed.unwrap_or_else(|| u.base.pose());
        let (own, first) = (u.base.pose(), units[0].base.pose());
        match &s.act {
            Act::Drag { x, y, facing } => {
                let (x, y) = (x + own.x - first.x, y + own.y - first.y);
                new.push(Correction::Place {
                    unit: code,
                    at: Pose { x, y, facing: facing.unwrap_or(now.facing) },
                });
            }
            Act::Turn { degrees } => new.push(Correction::Place {
                unit: code,
                at: Pose { facing: (now.facing + degrees).rem_euclid(360.0), ..now },
            }),
            Act::Clear => after.changes.retain(|c| slot(c).0 != code),
            Act::Set { control, value } if control != "because" => match set(&code, control, value)? {
                Ok(c) => new.push(c),
                Err(kind) => after.changes.retain(|c| slot(c) != (code.as_str(), kind)),
            },
            _ => {}
        }
    }
    for c in new {
        after.changes.retain(|x| slot(x) != slot(&c));
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
    out.pieces = units.iter().map(|u| u.code.to_string()).collect();
    if let [u] = units[..] {
        out.controls.extend(controls(u, &after));
        out.says = after.changes.iter().filter(|c| slot(c).0 == &*u.code).map(says).collect();
    }
    Ok(out)
}

/// What a control sets; where it is emptied, the kind of correction that is taken back.
fn set(code: &str, control: &str, value: &Value) -> Result<Result<Correction, u8>, Refusal> {
    let unit = code.to_owned();
    let text = value.as_str();
    Ok(match control {
        "state" => text
            .and_then(|t| STATES.into_iter().find(|x| x.to_string() == t))
            .map(|state| Correction::State { unit, state })
            .ok_or(1),
        "figures" => whole(value, 0.0..=10_000.0)?
            .map(|n| Correction::Figures { unit, figures: n.unsigned_abs() as u16 })
            .ok_or(2),
        "formation" => text
            .and_then(|t| Formation::ALL.into_iter().find(|x| super::controls::form_id(*x) == t))
            .map(|formation| Correction::Formation { unit, formation, files: None })
            .ok_or(3),
        "valour" => {
            whole(value, -20.0..=20.0)?.map(|n| Correction::Valour { unit, valour: n as i8 }).ok_or(4)
        }
        "ammunition" => {
            whole(value, 0.0..=100.0)?.map(|n| Correction::Ammunition { unit, turns: n as u8 }).ok_or(5)
        }
        _ => return Err(Refusal::form(say!("no-such-control-here"))),
    })
}

fn controls(u: &Unit, d: &Draft) -> Vec<Control> {
    let mine = || d.changes.iter().filter(|c| slot(c).0 == &*u.code);
    let control = |id: &str, label: Message, by: Clause, setting| Control {
        id: id.into(),
        pieces: Vec::new(),
        label,
        clause: Some(by.to_string()),
        setting,
    };
    let number = |value: f64, least: f64, greatest: f64, unit: Message| Setting::Number {
        value: Some(value),
        least,
        greatest,
        step: 1.0,
        unit,
    };
    let (mut state, mut figures, mut formation) = (u.state, u.figures, u.formation);
    let mut valour = u.valour_of;
    let mut ammunition = u.battery.as_ref().map_or(u.ammunition, |b| b.loads);
    for c in mine() {
        match c {
            Correction::State { state: s, .. } => state = *s,
            Correction::Figures { figures: n, .. } => figures = *n,
            Correction::Formation { formation: x, .. } => formation = *x,
            Correction::Valour { valour: v, .. } => valour = *v,
            Correction::Ammunition { turns, .. } => ammunition = *turns,
            _ => {}
        }
    }
    let states = STATES.iter().map(|s| Alternative::new(s.to_string(), super::facts::state(*s))).collect();
    let forms = Formation::ALL.iter().map(|x| Alternative::new(super::controls::form_id(*x), x.message()));
    let most = f64::from(u.figures) + f64::from(u.losses.men / 20);
    let mut all = vec![
        control(
            "state",
            say!("set-state"),
            rule!("03.03.3"),
            Setting::Choice { chosen: Some(state.to_string()), options: states },
        ),
        control(
            "figures",
            say!("set-figures"),
            rule!("play.figures"),
            number(figures.into(), 1.0, most, say!("figures")),
        ),
        control(
            "valour",
            say!("set-valour"),
            rule!("skema.XXIII.a"),
            number(valour.into(), -6.0, 6.0, Message::default()),
        ),
        control(
            "ammunition",
            say!("set-ammunition"),
            rule!("11.04.2"),
            number(ammunition.into(), 0.0, 20.0, say!("turns")),
        ),
    ];
    if u.by_figures() && u.inside.is_none() {
        let chosen = Some(super::controls::form_id(formation).to_string());
        let setting = Setting::Choice { chosen, options: forms.collect() };
        all.insert(1, control("formation", say!("set-formation"), rule!("06.02.1"), setting));
    }
    all
}

fn show(b: &Battle, d: &Draft) -> Sketched {
    let f = b.field();
    let ghost = |c: &Correction| match c {
        Correction::Place { unit, at } => {
            let u = f.present().find(|u| *u.code == **unit)?;
            let b = Base::new(*at, u.base.width, u.base.depth);
            Some(Ghost {
                piece: unit.clone(),
                at: spot(&b),
                width: b.width,
                depth: b.depth,
                path: vec![[u.base.front.x, u.base.front.y], [at.x, at.y]],
                legal: true,
                note: Message::default(),
            })
        }
        _ => None,
    };
    let reasoned = desk::chair::spoken(&d.because, say!("the-reason")).is_ok();
    let fits = d.changes.is_empty() || b.would_correct(&d.changes).is_ok();
    // Words without a change are a ruling.
    let answer = (reasoned && fits).then(|| {
        json(if d.changes.is_empty() {
            UmpireSays::<Correction>::Rule { says: d.because.clone(), clause: None }
        } else {
            UmpireSays::Correct { because: d.because.clone(), changes: d.changes.clone() }
        })
    });
    let missing = if reasoned {
        Vec::new()
    } else {
        vec![Missing { pieces: Vec::new(), says: say!("reason-missing"), must: true }]
    };
    let order = |c: &Correction| Sketch {
        pieces: Some(slot(c).0).filter(|p| !p.is_empty()).map(str::to_owned).into_iter().collect(),
        says: says(c),
        slip: String::new(),
        refusal: None,
    };
    Sketched {
        draft: json(d),
        answer,
        ghosts: d.changes.iter().filter_map(ghost).collect(),
        orders: d.changes.iter().map(order).collect(),
        controls: vec![Control {
            id: "because".into(),
            pieces: Vec::new(),
            label: say!("set-reason"),
            clause: Some(rule!("02.03.1").to_string()),
            setting: Setting::Words { value: d.because.clone(), hint: say!("reason-hint") },
        }],
        missing,
        ..Sketched::default()
    }
}

/// What nothing said yet looks like.
pub(crate) fn empty(b: &Battle) -> Sketched {
    show(b, &Draft::default())
}
