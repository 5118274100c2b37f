//! Scenarios that nobody in his senses would write: every mistake is told, nothing panics.

use chakoten_napoleonic::scenario::{self, SHIPPED};
use proptest::prelude::*;

/// Reads it; what is wrong has words, and a place in the file where there is one.
fn read(text: &str) {
    if let Err(r) = scenario::read("hostile", text) {
        assert!(!r.mistakes.is_empty());
        for m in &r.mistakes {
            assert!(!m.message().to_string().is_empty());
            if let Some(at) = &m.at {
                assert!(at.start <= text.len(), "{at:?}");
            }
        }
        assert!(format!("{r:#}").contains("hostile"));
    }
}

#[test]
fn nothing_and_nonsense() {
    for text in [
        "",
        "\u{0}",
        "book = 3",
        "[[side]]",
        "[[[",
        "side = 3",
        "[table]\nwidth = nan\ndepth = inf",
        "book = \"toy\"",
    ] {
        assert!(scenario::read("hostile", text).is_err(), "{text}");
        read(text);
    }
    read(&"x".repeat(600 * 1024));
    read(&"[[side]]\n".repeat(2000));
}

/// Each mistake stands in its line, with what would be right.
#[test]
fn several_mistakes_are_all_told() {
    let text = SHIPPED[0]
        .1
        .replacen("date = \"1813-09-06\"", "date = \"1813-09-31\"", 1)
        .replacen("kind = \"plantation\"", "kind = \"park\"", 1)
        .replacen("figures = 26", "figures = 90", 1)
        .replacen("valour = -1", "valour = -9", 1)
        .replacen("task = \"spare\"", "task = \"parade\"", 1);
    let r = scenario::read("hostile", &text).unwrap_err();
    for clause in ["01.01.1", "01.01.3", "france.1", "04.05.1.a"] {
        let m = r.mistakes.iter().find(|m| m.clause == Some(clause));
        let m = m.unwrap_or_else(|| panic!("{clause} is not told: {r:#}"));
        assert!(m.right.is_some() && r.line_of(m).is_some_and(|l| l > 1), "{clause}");
    }
    assert!(format!("{r:#}").contains("parade"), "{r:#}");
}

/// A value that some key might have.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("0".into()),
        Just("-1".into()),
        Just("1e300".into()),
        Just("nan".into()),
        Just("-0.0".into()),
        Just("9223372036854775807".into()),
        Just("true".into()),
        Just("[]".into()),
        Just("{}".into()),
        Just("[[1, 2], [1, 2]]".into()),
        Just("\"\"".into()),
        Just("\"none\"".into()),
        Just("\"whole\"".into()),
        Just("1979-05-27".into()),
        (-500i32..500).prop_map(|n| n.to_string()),
        (-500f64..500.0).prop_map(|n| format!("{n:.3}")),
        "[ -~]{0,12}".prop_map(|t| format!("{t:?}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    /// One value of a shipped battle is another.
    #[test]
    fn a_value_changed(which in 0..SHIPPED.len(), at in 0usize..4000, with in value()) {
        let text = SHIPPED[which].1;
        let signs: Vec<usize> = text.match_indices(" = ").map(|(i, _)| i + 3).collect();
        let from = signs[at % signs.len()];
        let end = text[from..].find([',', '\n', '}']).map_or(text.len(), |i| from + i);
        read(&format!("{}{with}{}", &text[..from], &text[end..]));
    }

    /// A line is lost, doubled or exchanged with another.
    #[test]
    fn lines_shuffled(which in 0..SHIPPED.len(), a in 0usize..400, b in 0usize..400, how in 0..3) {
        let mut lines: Vec<&str> = SHIPPED[which].1.lines().collect();
        let n = lines.len();
        let (a, b) = (a % n, b % n);
        match how {
            0 => { lines.remove(a); }
            1 => lines.insert(b, lines[a]),
            _ => lines.swap(a, b),
        }
        read(&lines.join("\n"));
    }

    /// Characters are lost or others come in.
    #[test]
    fn characters_changed(which in 0..SHIPPED.len(), at in 0usize..20_000, with in "[ -~\n]{0,4}", gone in 0usize..6) {
        let chars: Vec<char> = SHIPPED[which].1.chars().collect();
        let at = at % chars.len();
        let mut text: String = chars[..at].iter().collect();
        text.push_str(&with);
        text.extend(chars[(at + gone).min(chars.len())..].iter());
        read(&text);
    }
}
