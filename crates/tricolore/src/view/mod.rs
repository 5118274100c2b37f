//! What a seat may know besides the board, as data (play.hidden): everything on the table, and of orders and rosters only its own.

mod known;

pub use known::View;

use crate::battle::Battle;
use crate::clause;
use crate::command::Engagement;
use crate::ops;
use crate::unit::Side;
use desk::{Audience, Eye, Kept};
use serde_json::{Map, Value, json};

/// The battle as data for an eye.
pub fn data(b: &Battle, eye: Eye) -> Map<String, Value> {
    let f = b.field();
    let mut all = Map::new();
    all.insert("by".into(), clause!("play.hidden").id().into());
    all.insert("round".into(), f.round.into());
    all.insert("step".into(), json!(b.play().step));
    all.insert("sequence".into(), b.play().sequence.into());
    all.insert("side_a".into(), json!(b.play().first));
    let paper = |side: Side| if b.terms().open { Audience::ALL } else { Audience::side(side) };
    let command = |c: &crate::command::Command| {
        let mut v = json!({
            "code": c.code,
            "side": c.side,
            "officer": f[c.officer].code,
            "engaged": matches!(c.engagement, Engagement::Engaged { .. }),
        });
        let orders = Kept::new(
            Audience::side(c.side),
            json!({ "active": c.orders.active, "pending": c.orders.pending }),
        );
        if let Some(o) = orders.to(eye) {
            v["orders"] = o.clone();
        }
        let points = Kept::new(paper(c.side), ops::points_left(f, c.id));
        if let Some(n) = points.to(eye) {
            v["points"] = (*n).into();
        }
        v
    };
    all.insert("commands".into(), f.commands.iter().map(command).collect());
    let unit = |u: &crate::unit::Unit| {
        let mut v = json!({
            "code": u.code,
            "side": u.side,
            "arm": u.arm(),
            "formation": u.formation,
            "bases": u.bases,
            "disorder": u.disorder.active,
            "at": u.base.pose(),
        });
        if let Some(values) = Kept::new(paper(u.side), u.values).to(eye) {
            v["values"] = json!(values);
        }
        v
    };
    all.insert("units".into(), f.present().map(unit).collect());
    all
}
