//! What an umpire puts right, sketched: drag a piece, turn it, set its state, figures or formation, with the reason in words.

use crate::battle::{Battle, Correction};
use crate::troop::{Formation, State};
use crate::unit::Unit;
use crate::{rule, say};
use desk::board::{Alternative, Control, Setting};
use desk::correct::Corrects;
use serde_json::Value;
use table::{Base, Pose};
use umpire::{Clause, Refusal};
use words::Message;

const STATES: [State; 6] =
    [State::Order, State::Light1, State::Light2, State::Light3, State::Disorder, State::Complete];

fn whole(value: &Value, range: std::ops::RangeInclusive<f64>) -> Result<Option<i32>, Refusal> {
    if value.is_null() {
        return Ok(None);
    }
    let x = value.as_f64().filter(|x| range.contains(x) && x.fract() == 0.0);
    x.map(|x| Some(x as i32)).ok_or_else(|| Refusal::form(say!("a-whole-number")))
}

impl Corrects for Battle {
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

    fn in_words(c: &Correction) -> Message {
        match c {
            Correction::Place { unit, .. } | Correction::Return { unit, .. } => {
                say!("stands-place-shown", unit)
            }
            Correction::State { unit, state } => {
                say!("unit-in-state", unit, state = super::facts::state(*state))
            }
            Correction::Figures { unit, figures } => say!("unit-has-figures", unit, figures),
            Correction::Formation { unit, formation, .. } => say!("unit-in-formation", unit, formation),
            Correction::Valour { unit, valour } => {
                say!("unit-has-valour", unit, valour = words::signed(*valour))
            }
            Correction::Ammunition { unit, turns } => say!("unit-has-ammunition", unit, turns),
            Correction::SplitBatteries { allowed: true } => say!("batteries-may-split"),
            Correction::SplitBatteries { .. } => say!("batteries-may-not-split"),
        }
    }

    fn place(unit: String, at: Pose) -> Correction {
        Correction::Place { unit, at }
    }

    fn placed(c: &Correction) -> Option<(&str, Pose)> {
        match c {
            Correction::Place { unit, at } => Some((unit, *at)),
            _ => None,
        }
    }

    fn set(piece: &str, control: &str, value: &Value) -> Result<Result<Correction, u8>, Refusal> {
        let unit = piece.to_owned();
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

    fn stands(&self, piece: &str) -> Option<Base> {
        on_table(self, piece).map(|u| u.base)
    }

    fn controls(&self, piece: &str, so_far: &[&Correction]) -> Vec<Control> {
        on_table(self, piece).map_or_else(Vec::new, |u| controls(u, so_far))
    }

    fn would_correct(&self, changes: &[Correction]) -> Result<(), Refusal> {
        Battle::would_correct(self, changes)
    }
}

fn on_table<'b>(b: &'b Battle, piece: &str) -> Option<&'b Unit> {
    b.field().present().find(|u| *u.code == *piece)
}

fn controls(u: &Unit, so_far: &[&Correction]) -> Vec<Control> {
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
    for c in so_far {
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
