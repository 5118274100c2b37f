//! For the build script of every crate that speaks: lists the crate's messages with their arguments, so that a message or an
//! argument that does not exist does not compile, and embeds them in every language.
//! They are in `words/<language>/<crate>.ftl`, or in as many files as one likes in `words/<language>/<crate>/`.

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, Resource,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The patterns of the messages, and of the terms by `-name`.
type Patterns = BTreeMap<String, Pattern<String>>;

fn root() -> PathBuf {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    // A crate that has no messages of the house (one for tests, say) brings its own.
    let own = Path::new(&here).join("messages");
    if own.is_dir() { own } else { Path::new(&here).join("../../words") }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(folder) else { return Vec::new() };
    // Only what is there: what is missing is always newer than what was built.
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut all: Vec<PathBuf> = found.map(|e| e.expect("a readable folder").path()).collect();
    all.sort();
    all
}

/// As they are listed in `words/languages`, so that a word changed in one crate's file is no concern of the others. English
/// first, as all others fall back on it.
fn languages_of(root: &Path) -> Vec<String> {
    let list = root.join("languages");
    println!("cargo:rerun-if-changed={}", list.display());
    let list = fs::read_to_string(&list).expect("the list of the languages is there");
    let mut all: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    all.sort_by_key(|l| (l != "en", l.clone()));
    all
}

fn files(root: &Path, language: &str, speaker: &str) -> Vec<PathBuf> {
    let folder = root.join(language);
    let one = folder.join(format!("{speaker}.ftl"));
    let mut all = entries(&folder.join(speaker));
    if one.is_file() {
        println!("cargo:rerun-if-changed={}", one.display());
        all.insert(0, one);
    }
    all.retain(|p| p.extension().is_some_and(|x| x == "ftl"));
    all
}

fn read(files: &[PathBuf]) -> Patterns {
    let mut all = Patterns::new();
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        let text = fs::read_to_string(file).expect("a readable file");
        let parsed: Resource<String> =
            fluent_syntax::parser::parse(text.clone()).unwrap_or_else(|(_, errors)| {
                let first = errors.first().map(|e| {
                    let line = text[..e.pos.start.min(text.len())].lines().count();
                    format!("line {line}: {}", e.kind)
                });
                panic!("{}: {}", file.display(), first.unwrap_or_default())
            });
        for entry in parsed.body {
            let (name, pattern) = match entry {
                Entry::Message(m) => (m.id.name, m.value.expect("a message says something")),
                Entry::Term(t) => (format!("-{}", t.id.name), t.value),
                _ => continue,
            };
            let twice = all.insert(name.clone(), pattern).is_some();
            assert!(!twice, "{}: two messages are called `{name}`", file.display());
        }
    }
    all
}

fn of_pattern(p: &Pattern<String>, all: &Patterns, found: &mut BTreeSet<String>) {
    for e in &p.elements {
        if let PatternElement::Placeable { expression } = e {
            of_expression(expression, all, found);
        }
    }
}

fn of_expression(e: &Expression<String>, all: &Patterns, found: &mut BTreeSet<String>) {
    match e {
        Expression::Inline(i) => of_inline(i, all, found),
        Expression::Select { selector, variants } => {
            of_inline(selector, all, found);
            variants.iter().for_each(|v| of_pattern(&v.value, all, found));
        }
    }
}

fn of_inline(i: &InlineExpression<String>, all: &Patterns, found: &mut BTreeSet<String>) {
    let mut call = |a: &CallArguments<String>| {
        a.positional.iter().for_each(|i| of_inline(i, all, found));
        a.named.iter().for_each(|n| of_inline(&n.value, all, found));
    };
    match i {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.clone());
        }
        InlineExpression::FunctionReference { arguments, .. } => call(arguments),
        InlineExpression::TermReference { id, arguments, .. } => {
            assert!(all.contains_key(&format!("-{}", id.name)), "there is no term `-{}`", id.name);
            if let Some(a) = arguments {
                call(a);
            }
        }
        InlineExpression::MessageReference { id, .. } => {
            let other = all.get(&id.name).unwrap_or_else(|| panic!("there is no message `{}`", id.name));
            of_pattern(other, all, found);
        }
        InlineExpression::Placeable { expression } => of_expression(expression, all, found),
        _ => {}
    }
}

fn arguments(all: &Patterns) -> BTreeMap<&str, BTreeSet<String>> {
    all.iter()
        .filter(|(name, _)| !name.starts_with('-'))
        .map(|(name, pattern)| {
            let mut found = BTreeSet::new();
            of_pattern(pattern, all, &mut found);
            (name.as_str(), found)
        })
        .collect()
}

/// Writes the list of a crate's messages. A translation of a message that does not exist, or with other arguments than the
/// English one, ends the build.
pub fn messages(speaker: &str) {
    let root = root();
    let english = read(&files(&root, "en", speaker));
    let listed = arguments(&english);
    let mut out = String::from(
        "/// What this crate says, in every language.\npub static SPEECH: ::words::Speech = ::words::Speech::new(",
    );
    writeln!(out, "{speaker:?}, &[").expect("writing to a string");
    for language in languages_of(&root) {
        let files = files(&root, &language, speaker);
        let translated = read(&files);
        for (id, args) in arguments(&translated) {
            let right = listed.get(id).unwrap_or_else(|| panic!("{language}: no message is called `{id}`"));
            assert!(args == *right, "{language}: `{id}` has the arguments {args:?} and not {right:?}");
        }
        let texts: Vec<String> =
            files.iter().map(|f| format!("include_str!({:?})", f.display().to_string())).collect();
        writeln!(out, "    ({language:?}, &[{}]),", texts.join(", ")).expect("writing to a string");
    }
    out.push_str("]);\n/// Every message with its arguments.\npub const LISTED: &[(&str, &[&str])] = &[\n");
    for (id, args) in &listed {
        let args: Vec<String> = args.iter().map(|a| format!("{a:?}")).collect();
        writeln!(out, "    ({id:?}, &[{}]),", args.join(", ")).expect("writing to a string");
    }
    out.push_str("];\n/// The same, to be pointed at.\npub static MESSAGES: &[::words::Spec] = &[\n");
    for id in listed.keys() {
        writeln!(out, "    ::words::Spec::new(&SPEECH, {id:?}),").expect("writing to a string");
    }
    out.push_str("];\n");
    let to = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&to).join("messages.rs"), out).expect("writable");
    if speaker == "words" {
        languages(&root);
    }
}

/// Writes the list of languages: their names, and whether they write a decimal comma (the term `-decimal-comma` is in
/// their `words.ftl`).
fn languages(root: &Path) {
    let all = languages_of(root);
    let comma: Vec<bool> =
        all.iter().map(|l| read(&files(root, l, "words")).contains_key("-decimal-comma")).collect();
    let out = format!("const NAMES: &[&str] = &{all:?};\nconst COMMA: &[bool] = &{comma:?};\n");
    let to = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&to).join("languages.rs"), out).expect("writable");
}
