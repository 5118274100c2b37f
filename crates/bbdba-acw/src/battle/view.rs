//! What a seat may know, as data.

use super::Battle;
use super::offers::one_based;
use crate::field::{Field, Side};
use crate::terrain::{Outline, Terrain};
use desk::Eye;
use serde_json::{Map, Value, json};

fn terrain_json(t: &Terrain, f: &Field) -> Value {
    let line = |l: &table::Polyline| l.points.iter().map(|p| json!([p.x, p.y])).collect::<Vec<_>>();
    json!({
        "areas": t.areas.iter().map(|a| {
            let mut v = match &a.outline {
                Outline::Oval(e) => json!({
                    "shape": "oval", "x": e.centre.x, "y": e.centre.y, "length": e.a * 2.0, "width": e.b * 2.0,
                    "bearing": e.axis.bearing_degrees(),
                }),
                Outline::Box(r) => json!({
                    "shape": "rectangle", "x": r.centre.x, "y": r.centre.y, "length": r.half_depth * 2.0,
                    "width": r.half_width * 2.0, "bearing": r.dir.bearing_degrees(),
                }),
            };
            v["kind"] = json!(a.feature);
            v["name"] = json!(a.name);
            v
        }).collect::<Vec<_>>(),
        "rivers": t.rivers.iter().zip(&f.rivers).map(|(r, s)| json!({
            "points": line(&r.line), "width": r.width, "nature": s.nature, "closed_this_turn": s.closed,
        })).collect::<Vec<_>>(),
        "roads": t.roads.iter().map(|r| json!({ "points": line(&r.line), "width": r.width })).collect::<Vec<_>>(),
        "waterway": t.waterway.as_ref().map(|w| json!({
            "side": if w.west { "west" } else { "east" }, "depth": w.depth, "beach": w.beach,
        })),
    })
}

fn camp_json(c: &crate::field::CampSite) -> Value {
    json!({
        "x": c.rect.centre.x, "y": c.rect.centre.y, "width": c.rect.half_width * 2.0, "depth": c.rect.half_depth * 2.0,
        "state": c.state,
        "shots_left": { "own_turns": c.shots[0], "enemy_turns": c.shots[1] },
    })
}

fn army_json(f: &Field, s: Side) -> Value {
    let a = f.army(s);
    json!({
        "side": s.to_string(),
        "name": a.name,
        "edge": a.edge,
        "strength": a.strength,
        "lost": f.losses(s),
        "camp": a.camp.as_ref().map(camp_json),
        "ranking": a.ranking.as_ref().map(|r| one_based(r).collect::<Vec<_>>()),
        "commands": a.commands.iter().enumerate().map(|(i, c)| json!({
            "number": i + 1, "name": c.name, "strength": c.strength, "lost": c.lost, "demoralised": c.demoralised,
            "allied": c.allied, "points": c.points, "commander": c.commander,
        })).collect::<Vec<_>>(),
        "elements": a.elements.iter().map(|e| element_json(f, e)).collect::<Vec<_>>(),
    })
}

fn element_json(f: &Field, e: &crate::field::Element) -> Value {
    let mut v = json!({ "id": e.id, "troop": e.troop, "command": e.command + 1, "fate": e.fate });
    if e.on_table() {
        let p = e.base.pose();
        v["x"] = json!(p.x);
        v["y"] = json!(p.y);
        v["facing"] = json!(p.facing);
        v["width"] = json!(e.base.width);
        v["depth"] = json!(e.base.depth);
        v["moves_made"] = json!(e.moves);
        v["fights"] = json!(f.front_opponent(e.id));
        if e.has_shot {
            v["has_shot"] = json!(true);
        }
    }
    v
}

impl Battle {
    /// The field, which is open to all, and a side's own secrets.
    pub(super) fn data(&self, eye: Eye) -> Map<String, Value> {
        let f = &self.field;
        let mut v = json!({
            "active": f.active.to_string(),
            "phase": f.phase,
            "table": { "width": f.width, "depth": f.depth, "unit": "paces" },
            "terrain": terrain_json(&f.terrain, f),
            "armies": Side::BOTH.map(|s| army_json(f, s)),
        });
        if let Some(s) = Side::of(eye.seat) {
            v["you"] = json!({
                "side": s.to_string(),
                "ranking": self.secrets.ranking[s.index()].as_ref().map(|r| one_based(r).collect::<Vec<_>>()),
                "set_up_in_secret": self.secrets.hidden[s.index()].as_ref().map(|h| {
                    h.iter().map(|(e, b, dismounted)| json!({
                        "element": e, "at": b.pose(), "dismounted": dismounted,
                    })).collect::<Vec<_>>()
                }),
            });
        }
        match v {
            Value::Object(o) => o,
            _ => Map::new(),
        }
    }
}
