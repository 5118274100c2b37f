//! The description covers every route, and every reference in it leads somewhere.

use serde_json::Value;

fn refs(v: &Value, all: &mut Vec<String>) {
    match v {
        Value::Object(m) => {
            for (k, v) in m {
                match v.as_str() {
                    Some(r) if k == "$ref" => all.push(r.into()),
                    _ => refs(v, all),
                }
            }
        }
        Value::Array(l) => l.iter().for_each(|v| refs(v, all)),
        _ => {}
    }
}

#[test]
fn every_route_is_described() {
    let d = server::openapi::document();
    assert_eq!(d["openapi"], "3.1.0");
    let routes = server::routes::routes();
    for r in &routes {
        let o = &d["paths"][r.path][r.method];
        assert!(o["summary"].as_str().is_some_and(|s| s.ends_with(['.', '?'])), "{} {}", r.method, r.path);
        let live = r.path.ends_with("/live");
        assert!(o["responses"][if live { "101" } else { "200" }]["content"].is_object(), "{}", r.path);
        assert_eq!(o["security"].is_array(), r.seat && !live, "{}", r.path);
    }
    let described: usize =
        d["paths"].as_object().unwrap().values().map(|p| p.as_object().unwrap().len()).sum();
    assert_eq!(described, routes.len());
    let mut all = Vec::new();
    refs(&d, &mut all);
    assert!(all.len() > 20);
    for r in all {
        let at = r.strip_prefix('#').unwrap_or_else(|| panic!("{r} leads out of the document"));
        assert!(d.pointer(at).is_some(), "{r} leads nowhere");
    }
}

#[test]
fn the_guide_names_every_route() {
    let guide = include_str!("../../../docs/api.md");
    for r in server::routes::routes() {
        let named = format!("{} {}", r.method.to_uppercase(), r.path);
        assert!(guide.contains(&named), "docs/api.md does not name {named}");
    }
}
