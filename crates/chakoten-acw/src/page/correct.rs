//! What an umpire puts right, sketched: drag a piece, turn it, set its state or figures, with the reason in words.

use crate::battle::Battle;
use crate::order::Correction;
use crate::rule;
use crate::say;
use crate::troop::State;
use crate::unit::Unit;
use desk::board::{Alternative, Control, Setting};
use desk::correct::Corrects;
use serde_json::Value;
use table::{Base, Pose};
use umpire::Refusal;
use words::Message;

const STATES: [State; 4] = [State::Order, State::Slight, State::Disorder, State::Complete];

fn whole(value: &Value, most: f64) -> Result<Option<u32>, Refusal> {
    if value.is_null() {
        return Ok(None);
    }
    let x = value.as_f64().filter(|x| (0.0..=most).contains(x) && x.fract() == 0.0);
    x.map(|x| Some(x as u32)).ok_or_else(|| Refusal::form(say!("value-control-whole-number")))
}

impl Corrects for Battle {
    fn slot(c: &Correction) -> (&str, u8) {
        match c {
            Correction::Halt { unit, .. } => (unit, 0),
            Correction::Valour { unit, .. } => (unit, 1),
            Correction::Place { unit, .. } => (unit, 2),
            Correction::State { unit, .. } => (unit, 3),
            Correction::Figures { unit, .. } => (unit, 4),
            Correction::Fieldwork { name, .. } => (name, 5),
        }
    }

    fn about(c: &Correction) -> Option<&str> {
        match c {
            Correction::Fieldwork { .. } => None,
            _ => Some(Battle::slot(c).0),
        }
    }

    fn in_words(c: &Correction) -> Message {
        match c {
            Correction::Halt { unit, turns } => say!("halted-turns", unit, turns),
            Correction::Valour { unit, by } => say!("valour-lowered", unit, by),
            Correction::Place { unit, .. } => say!("stands-place-shown", unit),
            Correction::State { unit, state } => {
                say!("is-in-state", unit, state = super::facts::state(*state))
            }
            Correction::Figures { unit, figures } => say!("unit-has-figures", unit, figures),
            Correction::Fieldwork { name, .. } => say!("made", name),
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
        Ok(match control {
            "state" => value
                .as_str()
                .and_then(|t| STATES.into_iter().find(|x| x.to_string() == t))
                .map(|state| Correction::State { unit, state })
                .ok_or(3),
            "figures" => {
                whole(value, 10_000.0)?.map(|n| Correction::Figures { unit, figures: n as u16 }).ok_or(4)
            }
            "halt" => whole(value, 1000.0)?
                .filter(|n| *n > 0)
                .map(|turns| Correction::Halt { unit, turns })
                .ok_or(0),
            "valour" => whole(value, 100.0)?
                .filter(|n| *n > 0)
                .map(|by| Correction::Valour { unit, by: by as u8 })
                .ok_or(1),
            _ => return Err(Refusal::form(say!("there-no-such-control"))),
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
    let mine = || so_far.iter().copied();
    let control = |id: &str, label: Message, by: umpire::Clause, setting| Control {
        id: id.into(),
        pieces: Vec::new(),
        label,
        clause: Some(by.to_string()),
        setting,
    };
    let state =
        mine().find_map(|c| if let Correction::State { state, .. } = c { Some(*state) } else { None });
    let figures =
        mine().find_map(|c| if let Correction::Figures { figures, .. } = c { Some(*figures) } else { None });
    let halt = mine().find_map(|c| if let Correction::Halt { turns, .. } = c { Some(*turns) } else { None });
    let valour = mine().find_map(|c| if let Correction::Valour { by, .. } = c { Some(*by) } else { None });
    let number = |value: Option<f64>, greatest: f64, unit: Message| Setting::Number {
        value,
        least: 0.0,
        greatest,
        step: 1.0,
        unit,
    };
    let options =
        STATES.iter().map(|s| Alternative::new(s.to_string(), super::facts::state_in_full(*s))).collect();
    let chosen = Some(state.unwrap_or(u.state).to_string());
    let most = f64::from(u.figures) + f64::from(u.losses.men) / 20.0;
    vec![
        control("state", say!("set-state-order"), rule!("08.02.1"), Setting::Choice { chosen, options }),
        control(
            "figures",
            say!("set-figures"),
            rule!("01.06.1"),
            number(Some(f64::from(figures.unwrap_or(u.figures))), most.floor(), say!("figures")),
        ),
        control(
            "halt",
            say!("set-halt"),
            rule!("01.06.2"),
            number(halt.map(f64::from), 100.0, say!("turns")),
        ),
        control(
            "valour",
            say!("set-lower-valour"),
            rule!("01.06.2"),
            number(valour.map(f64::from), 8.0, Message::default()),
        ),
    ]
}
