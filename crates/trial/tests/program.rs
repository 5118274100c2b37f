//! The toy book in a program of its own: all that the command line does for any book.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_vedette-toy"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn says(folder: &Path, args: &[&str], input: &str) -> String {
    let o = run(folder, args, input);
    assert!(o.status.success(), "{args:?}: {}", String::from_utf8_lossy(&o.stderr));
    String::from_utf8(o.stdout).expect("text")
}

#[test]
fn it_is_looked_up_judged_and_weighed() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    assert!(says(here, &["rules"], "").contains("Toy Soldiers"));
    assert!(says(here, &["rules", "toy", "toy.4"], "").contains("in a tie both"));
    assert!(says(here, &["scenario", "list"], "").contains("garden"));
    let example = says(here, &["judge", "toy", "fight", "--example"], "");
    let judged = says(here, &["judge", "toy", "fight", "-", "--dice", "2,3"], &example);
    assert!(judged.contains("attacker loses 1, defender loses 1") && judged.contains("toy.4"), "{judged}");
    let odds = says(here, &["odds", "toy", "fight", "-", "--json"], &example);
    let odds: Value = serde_json::from_str(&odds).expect("JSON");
    // Four and a die against three and a die: 21 of 36 above, 5 even, 10 below.
    let text = odds.to_string();
    assert!(text.contains("\"7\"") && text.contains("\"12\""), "21 of 36 is 7 of 12: {text}");
    let weighed = says(here, &["simulate", "garden", "--battles", "20", "--json"], "");
    let weighed: Value = serde_json::from_str(&weighed).expect("JSON");
    assert_eq!(weighed["battles"], 20, "{weighed}");
}

#[test]
fn it_is_fought_drawn_saved_verified_and_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    let args = ["fight", "garden", "--seed", "3", "--maps", "maps", "--save", "b.json"];
    let told = says(here, &args, "");
    assert!(told.contains("[toy.2]") && told.contains("the first side has"), "{told}");
    let map = fs::read_to_string(here.join("maps/turn-001.svg")).expect("a map of the first turn");
    let map = roxmltree::Document::parse(&map).expect("SVG");
    assert!(map.descendants().any(|n| n.text().is_some_and(|t| t.contains("R1"))));
    assert!(here.join("maps/turn-001.png").exists());
    says(here, &["battle", "verify", "b.json"], "");
    let log = says(here, &["battle", "log", "b.json", "--as", "A"], "");
    assert!(log.contains("marches"), "{log}");
    let file = fs::read_to_string(here.join("b.json")).expect("saved");
    let digest = file.find("\"digest\": \"").expect("a digest") + 11;
    let other = if file.as_bytes()[digest] == b'0' { "1" } else { "0" };
    let lie = [&file[..digest], other, &file[digest + 1..]].concat();
    fs::write(here.join("lie.json"), lie).expect("writable");
    assert!(!run(here, &["battle", "verify", "lie.json"], "").status.success());
}

#[test]
fn it_is_played_by_mail_with_an_umpire() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    says(here, &["battle", "new", "garden", "-o", "b.json", "--seed", "x", "--umpire"], "");
    let asks: Value =
        serde_json::from_str(&says(here, &["battle", "asks", "b.json", "--as", "A"], "")).expect("JSON");
    let asks = asks.as_array().cloned().unwrap_or_else(|| vec![asks.clone()]);
    let offer = asks[0]["offers"][0].to_string();
    says(here, &["battle", "answer", "b.json", "--as", "A", "-"], &offer);
    let again = run(here, &["battle", "answer", "b.json", "--as", "A", "-"], &offer);
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("toy.1"));
    let rules = r#"{ "do": "rule", "says": "The hose is a river." }"#;
    says(here, &["battle", "answer", "b.json", "--as", "umpire", "-"], rules);
    assert!(says(here, &["battle", "log", "b.json", "--as", "B"], "").contains("The hose is a river."));
    let view = says(here, &["battle", "view", "b.json", "--as", "B", "--map", "map.svg"], "");
    assert!(view.contains("\"toy\""), "{view}");
    assert!(fs::read_to_string(here.join("map.svg")).expect("a map").contains("B2"));
}

#[test]
fn a_wrong_scenario_is_explained() {
    let dir = tempfile::tempdir().expect("a folder");
    let wrong = toy::BOOK.shipped[0].1.replacen("men = 4", "men = 40", 1);
    fs::write(dir.path().join("wrong.toml"), wrong).expect("writable");
    let o = run(dir.path(), &["scenario", "check", "wrong.toml"], "");
    let said = String::from_utf8_lossy(&o.stdout).into_owned() + &String::from_utf8_lossy(&o.stderr);
    assert!(!o.status.success() && said.contains("toy.7") && said.contains("40"), "{said}");
}
