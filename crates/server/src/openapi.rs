//! The OpenAPI description, made from the table of routes.

use crate::api::{Hello, Problem};
use crate::routes::{Route, Sent, routes};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

fn content(sent: Sent, g: &mut SchemaGenerator) -> Option<Value> {
    match sent {
        Sent::Nothing => None,
        Sent::Json(shape) => Some(json!({ "application/json": { "schema": shape(g) } })),
        Sent::Other(kind) => Some(json!({ kind: { "schema": {} } })),
    }
}

fn operation(r: &Route, g: &mut SchemaGenerator) -> Value {
    let named = r.path.split('/').filter_map(|p| p.strip_prefix('{')?.strip_suffix('}'));
    let text = json!({ "type": "string" });
    let mut parameters: Vec<Value> =
        named.map(|n| json!({ "name": n, "in": "path", "required": true, "schema": text })).collect();
    parameters.extend(
        r.query
            .iter()
            .map(|(n, says)| json!({ "name": n, "in": "query", "description": says, "schema": text })),
    );
    let problem = json!({ "application/json": { "schema": g.subschema_for::<Problem>() } });
    let mut replies = Map::new();
    let mut good = json!({ "description": "Done." });
    if let Some(c) = content(r.gives, g) {
        good["content"] = c;
    }
    let live = r.path.ends_with("/live");
    replies.insert(if live { "101" } else { "200" }.into(), good);
    let wrong = [
        (
            "400",
            "The form of the request is wrong.",
            !matches!(r.takes, Sent::Nothing) || !r.query.is_empty(),
        ),
        ("404", "There is no such thing.", r.seat || r.path.contains('{') || r.path == "/api/battles"),
        ("409", "Not now, or no longer.", r.seat),
        ("413", "It is too long.", !matches!(r.takes, Sent::Nothing)),
        ("422", "A rule refuses it.", !matches!(r.takes, Sent::Nothing)),
        ("429", "Too many requests.", true),
        ("503", "Not now; nothing was changed.", true),
    ];
    for (code, says, may) in wrong {
        if may {
            replies.insert(code.into(), json!({ "description": says, "content": problem }));
        }
    }
    let mut o = json!({ "summary": r.says, "parameters": parameters, "responses": replies });
    if let Some(c) = content(r.takes, g) {
        o["requestBody"] = json!({ "required": true, "content": c });
    }
    if live {
        let hello = g.subschema_for::<Hello>();
        o["requestBody"] = json!({
            "description": "The first message of the client.",
            "content": { "application/json": { "schema": hello } }
        });
    } else if r.seat {
        o["security"] = json!([{ "seat": [] }]);
    }
    o
}

/// The description as data.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| s.definitions_path = "/components/schemas".into());
    let mut g = settings.into_generator();
    let mut paths = Map::new();
    for r in routes() {
        let at = paths.entry(r.path).or_insert_with(|| json!({}));
        at[r.method] = operation(&r, &mut g);
    }
    let schemas: Map<String, Value> = g.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Vedette",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A digital umpire: battles, seats, rulings and odds over HTTP. See docs/api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "seat": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// The description as text.
pub fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| document().to_string())
}
