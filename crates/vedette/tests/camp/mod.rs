//! A place to run the program from.

pub mod server;

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Says that a test was left out on this machine, and why. It is said past the test's own output, which is kept back where it passes.
#[cfg(target_os = "linux")]
pub fn left_out(test: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "left out: {test}: {why}");
}

/// A folder of its own for each test, gone when it ends.
#[derive(Debug)]
pub struct Camp(pub PathBuf);

impl Camp {
    pub fn pitch(name: &str) -> Camp {
        let dir = std::env::temp_dir().join(format!("vedette-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        Camp(dir)
    }

    /// Where the program remembers things.
    fn state(&self) -> PathBuf {
        self.0.with_extension("state")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).expect("writable");
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("it is there")
    }

    pub fn run(&self, args: &[&str], input: &[u8]) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vedette"))
            .args(args)
            .current_dir(&self.0)
            .env("XDG_STATE_HOME", self.state())
            .env("COLUMNS", "100")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may have ended without reading.
        let _ = child.stdin.take().expect("piped").write_all(input);
        child.wait_with_output().expect("the program ends")
    }

    pub fn good(&self, args: &[&str], input: &str) -> String {
        let o = self.run(args, input.as_bytes());
        let err = String::from_utf8_lossy(&o.stderr);
        assert!(o.status.success(), "{args:?}: {err}");
        String::from_utf8(o.stdout).expect("UTF-8")
    }

    pub fn data(&self, args: &[&str], input: &str) -> Value {
        serde_json::from_str(&self.good(args, input)).expect("JSON")
    }

    /// Wrong input: exit code 2, a message on standard error that begins with `error:`, nothing on standard output.
    pub fn bad(&self, args: &[&str], input: &[u8]) -> String {
        let o = self.run(args, input);
        let err = String::from_utf8_lossy(&o.stderr).to_string();
        assert_eq!(o.status.code(), Some(2), "{args:?}: {err}");
        assert!(o.stdout.is_empty() && err.starts_with("error: "), "{args:?}: {err}");
        assert!(!err.contains("panicked") && !err.contains('\u{1b}'), "{args:?}: {err}");
        err
    }

    /// An answer to the battle `b.json` that is taken.
    pub fn give(&self, seat: &str, answer: &str) -> String {
        self.good(&["battle", "answer", "b.json", "--as", seat, "-"], answer)
    }

    /// One that is refused and changes nothing.
    pub fn refuse(&self, seat: &str, answer: &str) -> String {
        let before = self.bytes("b.json");
        let e = self.bad(&["battle", "answer", "b.json", "--as", seat, "-"], answer.as_bytes());
        assert_eq!(self.bytes("b.json"), before, "{answer} changed the file");
        e
    }

    /// Every procedure of a book judges its example, and its odds add up to one exactly. The names of them all.
    pub fn judged_and_weighed(&self, book: &str) -> Vec<String> {
        let list = self.data(&["judge", book, "--list", "--json"], "");
        let all = list["procedures"].as_array().expect("procedures");
        let names = all.iter().map(|p| p["name"].as_str().expect("a name").to_owned());
        let names: Vec<String> = names.collect();
        for name in &names {
            let example = self.good(&["judge", book, name, "--example"], "");
            let r = self.data(&["judge", book, name, "--json", "-"], &example);
            assert_eq!(r["procedure"], name.as_str());
            assert!(!r["clauses"].as_array().expect("clauses").is_empty(), "{name}");
            let o = self.data(&["odds", book, name, "--json", "-"], &example);
            let n = |v: &Value| v.as_str().expect("a number as text").parse::<u128>().expect("a number");
            let outcomes = o["outcomes"].as_array().expect("outcomes");
            assert_eq!(outcomes.iter().map(|x| n(&x["weight"])).sum::<u128>(), n(&o["total"]), "{name}");
        }
        names
    }

    /// Gives `n` answers, each picked from what the program offers; `false` when the battle is over before.
    pub fn play(&self, file: &str, n: usize) -> bool {
        for i in 0..n {
            let mut asked = false;
            for seat in ["A", "B"] {
                let asks = self.data(&["battle", "asks", file, "--as", seat, "--brief"], "");
                let Some(ask) = asks.get(0) else { continue };
                asked = true;
                assert_eq!(ask["seat"], seat);
                let offers = ask["offers"].as_array().expect("offers");
                let a = &offers[(i * 7) % offers.len()];
                self.good(&["battle", "answer", file, "--as", seat, "-"], &a.to_string());
                break;
            }
            if !asked {
                return false;
            }
        }
        true
    }
}

impl Drop for Camp {
    fn drop(&mut self) {
        for folder in [&self.0, &self.state()] {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
