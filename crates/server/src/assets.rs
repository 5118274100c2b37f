//! The page, which is inside the program: its files, packed once, and the replay page made of one of them.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Where the film is put into the replay page.
pub const MARKER: &str = "<!--VEDETTE-FILM-->";

/// Shown while the page is not built.
const PLAIN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vedette</title>\
<h1>Vedette</h1><p>The umpire is here, but this program was built without its page. Build it with \
<code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, then build the program again; \
<code>make play</code> does both. The interface is at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// Used for the replay while the page is not built.
const PLAIN_REPLAY: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vedette</title>\
<p>The battle is in this file as data (the element <code>film</code>); this program was built without the page that \
shows it.</p><!--VEDETTE-FILM--></html>";

/// One file, packed in each way that a browser may ask for.
struct Packed {
    kind: &'static str,
    etag: HeaderValue,
    plain: &'static [u8],
    gzip: Vec<u8>,
    br: Vec<u8>,
    /// Its name holds a hash of its content: it never changes.
    forever: bool,
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn pack(name: &str, plain: &'static [u8]) -> Packed {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(9));
    let gzip = gzip.write_all(plain).and_then(|()| gzip.finish()).unwrap_or_default();
    let mut br = Vec::new();
    let how = brotli::enc::BrotliEncoderParams { quality: 9, ..Default::default() };
    if brotli::BrotliCompress(&mut &*plain, &mut br, &how).is_err() {
        br.clear();
    }
    let hash: String = Sha256::digest(plain).iter().take(12).map(|b| format!("{b:02x}")).collect();
    Packed {
        kind: kind(name),
        etag: HeaderValue::from_str(&format!("\"{hash}\"")).expect("hex is a header"),
        plain,
        gzip,
        br,
        forever: name.starts_with("assets/"),
    }
}

/// Everything packed. Takes a moment the first time: the server does it when it starts.
fn packed() -> &'static HashMap<&'static str, Packed> {
    static ALL: OnceLock<HashMap<&'static str, Packed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: HashMap<_, _> = FILES.iter().map(|(n, b)| (*n, pack(n, b))).collect();
        all.entry("index.html").or_insert_with(|| pack("index.html", PLAIN.as_bytes()));
        all
    })
}

/// Packs the files before anybody asks for them.
pub fn prepare() {
    packed();
}

/// Is the page in the program?
pub fn built() -> bool {
    FILES.iter().any(|(n, _)| *n == "index.html")
}

/// Paths under which the page itself answers.
fn is_page(path: &str) -> bool {
    matches!(path, "" | "play" | "watch" | "desk" | "rules" | "army")
        || ["rules/", "desk/", "sheet/", "army/"].iter().any(|r| path.starts_with(r))
}

fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let given = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    given.split(',').any(|c| {
        let mut parts = c.split(';').map(str::trim);
        parts.next() == Some(coding) && !parts.any(|q| matches!(q, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// A file of the page, or the page itself.
pub fn serve(path: &str, headers: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    let name = if is_page(path) { "index.html" } else { path };
    let Some(f) = packed().get(name) else {
        return (StatusCode::NOT_FOUND, text!("nothing-here") + "\n").into_response();
    };
    let cache = if f.forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut out = HeaderMap::new();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::ETAG, f.etag.clone());
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if headers.get(header::IF_NONE_MATCH) == Some(&f.etag) {
        return (StatusCode::NOT_MODIFIED, out).into_response();
    }
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(f.kind));
    let smaller = |b: &Vec<u8>| !b.is_empty() && b.len() < f.plain.len();
    let body = if smaller(&f.br) && accepts(headers, "br") {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        Body::from(&f.br[..])
    } else if smaller(&f.gzip) && accepts(headers, "gzip") {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        Body::from(&f.gzip[..])
    } else {
        // Said, so that nobody packs it again on the way out.
        Body::from(f.plain)
    };
    (out, body).into_response()
}

/// Makes JSON safe inside a script element: no tag can end or begin in it.
fn inside_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The hashes of what stands in elements of a kind, as a policy names them.
fn hashes(page: &str, element: &str) -> String {
    let open = format!("<{element}");
    let close = format!("</{element}>");
    let inside = page.split(open.as_str()).skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        // Data runs nowhere.
        (!attributes.contains("application/json")).then(|| rest.split(close.as_str()).next())?
    });
    let hash = |text: &str| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    inside.map(hash).collect()
}

/// The page with a policy in it: it may run and wear what it brings, and nothing else, wherever it is opened.
fn with_policy(template: &str) -> String {
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src{}; style-src{}; \
         img-src data:; base-uri 'none'; form-action 'none'\">",
        hashes(template, "script"),
        hashes(template, "style")
    );
    // Before anything that it is to hold for.
    let at = template.find("<head>").map(|i| i + "<head>".len());
    let at = at.or_else(|| template.find("<title>")).unwrap_or(0);
    format!("{}{policy}{}", &template[..at], &template[at..])
}

/// The replay as one page that needs no server.
pub fn replay(film: &str) -> Arc<str> {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let built = FILES.iter().find(|(n, _)| *n == "replay.html");
        let built = built.and_then(|(_, b)| std::str::from_utf8(b).ok()).filter(|t| t.contains(MARKER));
        with_policy(built.unwrap_or(PLAIN_REPLAY))
    });
    let data = format!("<script type=\"application/json\" id=\"film\">{}</script>", inside_script(film));
    template.replacen(MARKER, &data, 1).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_cannot_break_out_of_its_script() {
        let hostile =
            serde_json::json!({ "name": "</script><script>alert(1)</script><!--\u{2028}" }).to_string();
        let page = replay(&hostile);
        assert!(!page.contains("alert(1)</script>"));
        assert!(!page.contains('\u{2028}'));
        let data = page.split("id=\"film\">").nth(1).unwrap().split("</script>").next().unwrap();
        let back: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(back["name"], "</script><script>alert(1)</script><!--\u{2028}");
    }

    #[test]
    fn a_replay_may_run_what_it_brings_and_nothing_else() {
        let page = with_policy(
            "<html><head><script type=\"module\">run()</script><style>p{}</style></head><script type=\"application/json\">{}</script>",
        );
        let policy = page.split("content=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(page.starts_with("<html><head><meta http-equiv=\"Content-Security-Policy\""), "{page}");
        // openssl dgst -sha256 -binary | base64
        let run = format!("script-src 'sha256-{}';", STANDARD.encode(Sha256::digest("run()")));
        let style = format!("style-src 'sha256-{}';", STANDARD.encode(Sha256::digest("p{}")));
        assert!(policy.contains(&run) && policy.contains(&style), "{policy}");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert!(replay("{}").contains("Content-Security-Policy"));
    }

    #[test]
    fn codings_are_taken_as_asked() {
        let mut h = HeaderMap::new();
        h.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=0.5, br;q=0"));
        assert!(accepts(&h, "gzip"));
        assert!(!accepts(&h, "br"));
        assert_eq!(serve("/nothing.js", &h).status(), StatusCode::NOT_FOUND);
        for p in [
            "/",
            "/play",
            "/rules/some-book/zone.2",
            "/desk",
            "/desk/some-book/shock",
            "/sheet/some-book",
            "/army",
            "/army/some-book",
            "/watch",
        ] {
            assert_eq!(serve(p, &h).status(), StatusCode::OK, "{p}");
        }
    }
}
