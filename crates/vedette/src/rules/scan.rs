//! Finds citations in Rust source: `clause!("…")` in code, `proves!("…", …)` in tests. It reads tokens, so that what is
//! written in a comment or a string does not count. The build script and the tests of this crate use it.

/// One thing found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub clause: String,
    pub line: u32,
    pub what: What,
}

/// What a citation is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// `clause!` in code that is part of the program.
    Code,
    /// `proves!` inside a function that is a test and is not ignored.
    Proof,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Text(String),
    Mark(char),
}

/// The tokens that matter, with their lines; comments are gone, string literals are one token each.
fn tokens(source: &str) -> Vec<(Token, u32)> {
    let s: Vec<char> = source.chars().collect();
    let mut out = Vec::new();
    let (mut i, mut line) = (0, 1u32);
    let at = |i: usize| s.get(i).copied().unwrap_or('\0');
    while i < s.len() {
        let c = s[i];
        if c == '\n' {
            line += 1;
            i += 1;
        } else if c == '/' && at(i + 1) == '/' {
            while i < s.len() && s[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut deep = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (deep, i) = (deep + 1, i + 2),
                    ('*', '/') => (deep, i) = (deep - 1, i + 2),
                    ('\n', _) => (line, i) = (line + 1, i + 1),
                    _ => i += 1,
                }
                if deep == 0 || i >= s.len() {
                    break;
                }
            }
        } else if c == '"' {
            let from = line;
            let mut text = String::new();
            i += 1;
            while i < s.len() && s[i] != '"' {
                if s[i] == '\\' {
                    i += 1;
                }
                if at(i) == '\n' {
                    line += 1;
                }
                text.push(at(i));
                i += 1;
            }
            i += 1;
            out.push((Token::Text(text), from));
        } else if c == '\'' {
            // A character, or a lifetime or label.
            if at(i + 1) == '\\' {
                i += 3;
                while i < s.len() && s[i] != '\'' {
                    i += 1;
                }
                i += 1;
            } else if at(i + 2) == '\'' {
                i += 3;
            } else {
                i += 1;
            }
        } else if c.is_alphanumeric() || c == '_' {
            let from = i;
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            let word: String = s[from..i].iter().collect();
            let raw = matches!(word.as_str(), "r" | "br" | "cr");
            let mut hashes = 0;
            while raw && at(i + hashes) == '#' {
                hashes += 1;
            }
            if raw && at(i + hashes) == '"' {
                let begun = line;
                i += hashes + 1;
                let mut text = String::new();
                while i < s.len() && !(s[i] == '"' && (1..=hashes).all(|h| at(i + h) == '#')) {
                    if s[i] == '\n' {
                        line += 1;
                    }
                    text.push(s[i]);
                    i += 1;
                }
                i += hashes + 1;
                out.push((Token::Text(text), begun));
            } else {
                out.push((Token::Word(word), line));
            }
        } else {
            if !c.is_whitespace() {
                out.push((Token::Mark(c), line));
            }
            i += 1;
        }
    }
    out
}

/// Attributes in front of an item.
#[derive(Clone, Debug, Default)]
struct Attributes {
    /// `#[path = "…"]`
    path: Option<String>,
    cfg_test: bool,
    test: bool,
    /// A test that is ignored, must panic, or is there only under some condition: it may not run, or prove nothing.
    ignored: bool,
}

/// Everything cited in a file. `all_tests`: the whole file is test code.
pub fn scan(source: &str, all_tests: bool) -> Vec<Found> {
    let t = tokens(source);
    let mark = |i: usize, m: char| matches!(t.get(i), Some((Token::Mark(x), _)) if *x == m);
    let mut found = Vec::new();
    // Open braces: does the block make its inside test code, a proving test, one that may not be compiled?
    let mut open: Vec<(bool, bool, bool)> = vec![(all_tests, false, false)];
    let mut next = Attributes::default();
    let mut round = 0i32;
    let mut i = 0;
    while i < t.len() {
        if mark(i, '#') && (mark(i + 1, '[') || (mark(i + 1, '!') && mark(i + 2, '['))) {
            let inner = mark(i + 1, '!');
            let (end, a) = attribute(&t, if inner { i + 3 } else { i + 2 });
            if inner {
                if let Some(o) = open.last_mut() {
                    o.0 |= a.cfg_test;
                    o.2 |= a.ignored;
                }
            } else {
                next.cfg_test |= a.cfg_test;
                next.test |= a.test;
                next.ignored |= a.ignored;
            }
            i = end;
            continue;
        }
        match &t[i].0 {
            Token::Mark('(' | '[') => round += 1,
            Token::Mark(')' | ']') => round -= 1,
            Token::Mark('{') => {
                let (in_test, proving, off) = *open.last().unwrap_or(&(false, false, false));
                let off = off || next.ignored;
                open.push((in_test || next.cfg_test || next.test, (proving || next.test) && !off, off));
                next = Attributes::default();
            }
            Token::Mark('}') => {
                if open.len() > 1 {
                    open.pop();
                }
                next = Attributes::default();
            }
            Token::Mark(';') if round == 0 => next = Attributes::default(),
            Token::Word(w) if (w == "clause" || w == "proves") && mark(i + 1, '!') => {
                let (in_test, proving, _) = *open.last().unwrap_or(&(false, false, false));
                let what = if w == "clause" { What::Code } else { What::Proof };
                let counts = if w == "clause" { !in_test && !next.cfg_test } else { proving };
                if !(mark(i + 2, '(') || mark(i + 2, '[') || mark(i + 2, '{')) {
                    i += 1;
                    continue;
                }
                let mut j = i + 3;
                loop {
                    match t.get(j) {
                        Some((Token::Text(id), line)) => {
                            if counts {
                                found.push(Found { clause: id.clone(), line: *line, what });
                            }
                        }
                        Some((Token::Mark(','), _)) => {}
                        _ => break,
                    }
                    j += 1;
                }
                if mark(j, ')') || mark(j, ']') || mark(j, '}') {
                    i = j + 1;
                    continue;
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Reads an attribute up to its closing bracket; returns the place after it.
fn attribute(t: &[(Token, u32)], from: usize) -> (usize, Attributes) {
    let mut a = Attributes::default();
    let mut deep = 1;
    let mut words: Vec<&str> = Vec::new();
    let mut texts: Vec<&str> = Vec::new();
    let mut i = from;
    while i < t.len() && deep > 0 {
        match &t[i].0 {
            Token::Mark('[' | '(') => deep += 1,
            Token::Mark(']' | ')') => deep -= 1,
            Token::Word(w) => words.push(w),
            Token::Text(t) => texts.push(t),
            _ => {}
        }
        i += 1;
    }
    if let ["path"] = words.as_slice() {
        a.path = texts.first().map(ToString::to_string);
    }
    match words.as_slice() {
        ["test"] => a.test = true,
        ["ignore" | "should_panic", ..] => a.ignored = true,
        ["cfg", rest @ ..] => {
            a.cfg_test = rest.contains(&"test") && !rest.contains(&"not");
            // Tests run with the feature `proof`; what needs anything else may not be there.
            let proof = matches!(rest, ["feature"]) && texts.contains(&"proof");
            a.ignored = !matches!(rest, ["test"]) && !proof;
        }
        // A test that is ignored under some condition may not run.
        ["cfg_attr", rest @ ..] => a.ignored = rest.contains(&"ignore"),
        _ => {}
    }
    (i, a)
}

/// A module in a file of its own: `mod name;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub name: String,
    /// Where `#[path = "…"]` puts it.
    pub path: Option<String>,
    /// There for tests only: `#[cfg(test)]`.
    pub test: bool,
}

/// The modules in files of their own that a file declares at its top level.
pub fn modules(source: &str) -> Vec<Module> {
    let t = tokens(source);
    let mut found = Vec::new();
    let mut next = Attributes::default();
    let (mut deep, mut i) = (0i32, 0);
    while i < t.len() {
        match (&t[i].0, t.get(i + 1).map(|x| &x.0), t.get(i + 2).map(|x| &x.0)) {
            (Token::Mark('#'), Some(Token::Mark('[')), _) => {
                let (end, a) = attribute(&t, i + 2);
                next.cfg_test |= a.cfg_test;
                next.path = a.path.or(next.path);
                i = end;
                continue;
            }
            (Token::Mark('{'), ..) => {
                deep += 1;
                next = Attributes::default();
            }
            (Token::Mark('}'), ..) => {
                deep -= 1;
                next = Attributes::default();
            }
            (Token::Word(m), Some(Token::Word(name)), Some(Token::Mark(';'))) if m == "mod" && deep == 0 => {
                let a = std::mem::take(&mut next);
                found.push(Module { name: name.clone(), path: a.path, test: a.cfg_test });
                i += 2;
            }
            (Token::Mark(';'), ..) => next = Attributes::default(),
            _ => {}
        }
        i += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(source: &str, all_tests: bool) -> Vec<(String, u32, What)> {
        scan(source, all_tests).into_iter().map(|f| (f.clause, f.line, f.what)).collect()
    }

    #[test]
    fn code_counts_and_comments_and_strings_do_not() {
        let s = r####"
            fn a() { let _ = clause!("zone.1"); } // clause!("zone.2")
            /* clause!("zone.3") /* nested clause!("zone.4") */ clause!("zone.5") */
            /// clause!("zone.6")
            fn b<'a>(x: &'a str) -> char {
                let s = "clause!(\"zone.7\")";
                let r = r#"clause!("zone.8")"#;
                let q = '"'; let e = '\''; let n = '\u{1F600}';
                refuse(
                    clause!(
                        "zone.9"
                    ), s);
                q
            }
        "####;
        assert_eq!(ids(s, false), [("zone.1".into(), 2, What::Code), ("zone.9".into(), 11, What::Code)]);
    }

    #[test]
    fn test_code_enforces_nothing() {
        let s = r#"
            fn a() { clause!("a.1"); }
            #[cfg(test)]
            mod tests {
                fn helper() { clause!("a.2"); proves!("a.3"); }
                #[test]
                fn t() { let _p = proves!("a.4",
                    "a.5"); clause!("a.6"); }
            }
            #[cfg(not(test))]
            fn b() { clause!("a.7"); }
            #[cfg(feature = "test")]
            fn c() { clause!("a.8"); }
            #[cfg(test)] use x;
            fn d() { clause!("a.9"); }
        "#;
        assert_eq!(
            ids(s, false),
            [
                ("a.1".into(), 2, What::Code),
                ("a.4".into(), 7, What::Proof),
                ("a.5".into(), 8, What::Proof),
                ("a.7".into(), 11, What::Code),
                ("a.8".into(), 13, What::Code),
                ("a.9".into(), 15, What::Code),
            ]
        );
    }

    #[test]
    fn a_proof_is_in_a_test_that_runs() {
        let s = r#"
            #[test]
            fn runs() { let _p = proves!("a.1"); { let _q = proves!("a.2"); } }
            #[test]
            #[ignore = "slow"]
            fn ignored() { let _p = proves!("a.3"); }
            fn helper() { let _p = proves!("a.4"); }
            // #[test]
            fn not() { let _p = proves!("a.5"); }
            proptest! {
                #[test]
                fn prop(x in 0..[3, 4].len()) { let _p = proves!("a.6"); }
            }
        "#;
        let found: Vec<_> = ids(s, true).into_iter().map(|f| f.0).collect();
        assert_eq!(found, ["a.1", "a.2", "a.6"]);
    }

    #[test]
    fn a_test_that_may_not_run_proves_nothing() {
        let s = r#"
            #[test]
            #[should_panic]
            fn panics() { let _p = proves!("a.1"); }
            #[cfg(feature = "slow")]
            mod slow {
                #[test]
                fn t() { let _p = proves!("a.2"); }
            }
            #[cfg(any())]
            #[test]
            fn never() { let _p = proves!("a.3"); }
            #[cfg(feature = "proof")]
            #[test]
            fn with_proof() { let _p = proves!("a.4"); }
            #[cfg_attr(windows, ignore)]
            #[test]
            fn sometimes() { let _p = proves!("a.5"); }
            #[cfg(test)]
            mod inner { #[test] fn t() { let _p = proves!("a.6"); } }
        "#;
        let found: Vec<_> = ids(s, true).into_iter().map(|f| f.0).collect();
        assert_eq!(found, ["a.4", "a.6"]);
        assert_eq!(ids("#![cfg(feature = \"x\")] #[test] fn t() { proves!(\"a.1\"); }", true), []);
    }

    #[test]
    fn modules_in_files_are_named() {
        let s = r#"#[cfg(test)] mod drills; #[cfg(test)] mod here {} pub mod other; mod inline { mod deep; }
            #[path = "else/where.rs"] pub(crate) mod moved; // mod not;
        "#;
        let m = |name: &str, path: Option<&str>, test| Module {
            name: name.into(),
            path: path.map(Into::into),
            test,
        };
        assert_eq!(
            modules(s),
            [m("drills", None, true), m("other", None, false), m("moved", Some("else/where.rs"), false)]
        );
    }

    #[test]
    fn broken_source_does_not_stop_it() {
        for s in ["clause!(", "clause!(\"a", "#[cfg(", "/* ", "'", "r#\"", "}}}}", "proves!(\"a\",", "\"\\"] {
            scan(s, false);
            modules(s);
        }
    }
}
