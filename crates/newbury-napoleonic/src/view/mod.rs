//! What a seat may know besides the board, as data (play.view): all of its own troops, and of the enemy what stands on the table.

mod known;

pub use known::View;

use crate::battle::Battle;
use crate::clause;
use crate::unit::Unit;
use desk::{Audience, Eye, Kept};
use serde_json::{Map, Value, json};

/// The battle as data for an eye.
pub fn data(b: &Battle, eye: Eye) -> Map<String, Value> {
    let f = b.field();
    let mut all = Map::new();
    all.insert("by".into(), clause!("play.view").id().into());
    all.insert("move".into(), f.turn.into());
    all.insert("step".into(), json!(b.play().step));
    all.insert("weather".into(), json!(f.sky.weather));
    let unit = |u: &Unit| {
        let mut v = json!({
            "code": u.code,
            "side": u.side,
            "arm": u.arm(),
            "formation": u.drawn,
            "figures": u.figures(),
            "state": u.state,
            "at": u.base.pose(),
        });
        let papers = Kept::new(
            Audience::side(u.side),
            json!({
                "disorder": u.disorder,
                "losses": u.losses,
                "loaded": u.loading.loaded,
                "order": b.play().order(u.id),
                "game_order": b.play().game.get(u.id.index()),
                "hidden": u.fate == crate::unit::Fate::Hidden,
            }),
        );
        if let Some(p) = papers.to(eye) {
            v["papers"] = p.clone();
        }
        if let Some(class) = Kept::new(crate::battle::class_known(u), u.class()).to(eye) {
            v["class"] = json!(class);
        }
        v
    };
    let units = f.present().filter_map(|u| Kept::new(crate::battle::whose(u), u).into(eye));
    all.insert("units".into(), units.map(unit).collect());
    let general = |g: &crate::unit::General| json!({ "code": g.code, "side": g.side, "at": g.at });
    let there = f.generals.iter().filter(|g| g.fate == crate::unit::GeneralFate::OnTable);
    all.insert("generals".into(), there.map(general).collect());
    all
}
