//! The inks: the page's own style sheets, by day, with every variable worked out, for drawing programs know none.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Sizes of letters stand in the page's sheets for a map at rest; here they are so much larger.
pub const ZOOM: f64 = 0.8;

/// Ground and blocks as on the page; what only a printed sheet has.
const SHEETS: [&str; 3] = [
    include_str!("../../../web/src/board/inks.css"),
    include_str!("../../../web/src/board/blocks.css"),
    include_str!("print.css"),
];

/// What the page's theme names, as a printed sheet has it.
const THEME: [(&str, &str); 3] = [
    ("--serif", "'Libertinus Serif', Georgia, 'Times New Roman', serif"),
    ("--sans", "'Libertinus Serif', Georgia, 'Times New Roman', serif"),
    ("--warn", "#8a5a00"),
];

/// The style of every sheet.
pub fn style() -> &'static str {
    static STYLE: OnceLock<String> = OnceLock::new();
    STYLE.get_or_init(|| SHEETS.into_iter().map(resolved).collect())
}

/// Does the style have inks for blocks of this nation?
pub fn knows(nation: &str) -> bool {
    variables().contains_key(format!("--b-{nation}").as_str())
}

fn variables() -> &'static BTreeMap<&'static str, &'static str> {
    static ALL: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: BTreeMap<&str, &str> = BTreeMap::from(THEME);
        for line in SHEETS.into_iter().flat_map(str::lines).map(str::trim) {
            let named = |n: &str| n.starts_with("--b-") || n.starts_with("--m-");
            if let Some((name, value)) = line.split_once(':').filter(|(n, _)| named(n)) {
                let value = value.trim().trim_end_matches(';');
                // By day.
                let day = value.strip_prefix("light-dark(").and_then(|v| v.split(',').next());
                all.insert(name, day.unwrap_or(value));
            }
        }
        all
    })
}

/// The nations that have inks for their blocks.
fn nations() -> impl Iterator<Item = &'static str> {
    variables().keys().filter_map(|k| k.strip_prefix("--b-")).filter(|n| !n.contains('-'))
}

/// A sheet without comments, roots and variables.
fn resolved(css: &str) -> String {
    let mut text = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let rules = text.split_inclusive('}').filter(|r| !r.trim_start().starts_with(":root"));
    let rules = rules.filter(|r| !r.contains("--face:")).flat_map(in_colours);
    rules
        .map(|rule| in_numbers(&with_inks(&rule)).split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|rule| !rule.is_empty())
        .map(|rule| rule + "\n")
        .collect()
}

/// A rule about the colours of a block, once for each nation.
fn in_colours(rule: &str) -> Vec<String> {
    if !["--face", "--line", "--mark"].iter().any(|v| rule.contains(v)) {
        return vec![rule.into()];
    }
    nations()
        .map(|n| {
            rule.replace(".piece", &format!(".piece.{n}"))
                .replace("var(--face)", &format!("var(--b-{n})"))
                .replace("var(--line)", &format!("var(--b-{n}-line)"))
                .replace("var(--mark)", &format!("var(--b-{n}-mark)"))
        })
        .collect()
}

/// `var(--m-hill)` as its colour; an unknown one stays, and the tests find it.
fn with_inks(rule: &str) -> String {
    let mut out = String::new();
    let mut rest = rule;
    while let Some((before, after)) = rest.split_once("var(") {
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        out.push_str(before);
        match variables().get(name) {
            Some(value) => out.push_str(value),
            None => out.extend(["var(", name, ")"]),
        }
        rest = after;
    }
    out + rest
}

/// `calc(12px / var(--z))` as a size.
fn in_numbers(rule: &str) -> String {
    let mut out = String::new();
    let mut rest = rule;
    while let Some((before, after)) = rest.split_once("calc(") {
        out.push_str(before);
        let (sum, after) = after.split_once("px / var(--z))").unwrap_or((after, ""));
        match sum.trim().parse::<f64>() {
            Ok(size) => out.push_str(&format!("{}px", crate::pen::N(size / ZOOM))),
            Err(_) => out.extend(["calc(", sum]),
        }
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_worked_out() {
        let style = style();
        for left in ["var(", "calc(", "light-dark", ":root", "/*"] {
            assert!(!style.contains(left), "{left} in {style}");
        }
        assert!(style.contains(".map .hill-slope { fill: #76512c;"), "{style}");
        assert!(style.contains("font-size: 15px"));
    }

    #[test]
    fn nations_with_inks_are_known() {
        assert!(knows("union") && knows("confederate") && knows("austrian") && !knows("<none>"));
        // What a nation wears on the page it wears in print.
        for nation in nations().filter(|n| *n != "other") {
            assert!(SHEETS[1].contains(&format!(".piece.{nation} {{")), "{nation} has inks and no coat");
        }
    }
}
