//! The server killed in the middle of things and started again: nothing acknowledged is lost, nothing is applied twice.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Server {
    child: Child,
    at: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vedette"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let at = line.trim().rsplit("http://").next().unwrap().to_owned();
        Server { child, at }
    }

    /// `kill -9`.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn request(method: &str, path: &str, host: &str, token: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// The status and the body; `None` if the server went away.
fn ask(at: &str, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, String)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut s = TcpStream::connect(at).ok()?;
    s.write_all(request(method, path, at, token, &body).as_bytes()).ok()?;
    let mut reply = Vec::new();
    s.read_to_end(&mut reply).ok()?;
    let reply = String::from_utf8_lossy(&reply).into_owned();
    let (head, body) = reply.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let told: usize = head
        .lines()
        .find_map(|l| l.to_ascii_lowercase().strip_prefix("content-length:").map(|n| n.trim().to_owned()))
        .and_then(|n| n.parse().ok())
        .unwrap_or(body.len());
    // A reply cut off is no reply.
    (body.len() >= told).then(|| (status, body.to_owned()))
}

fn get(at: &str, path: &str, token: &str) -> Value {
    let (status, body) = ask(at, "GET", path, token, &Value::Null).unwrap();
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

#[test]
fn killed_at_any_moment_nothing_acknowledged_is_lost_and_nothing_applied_twice() {
    let dir = std::env::temp_dir().join(format!("vedette-serve-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let data = dir.join("battles.sqlite");
    let mut server = Server::start(&data);
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "seats": { "B": "quick" } });
    let (status, begun) = ask(&server.at, "POST", "/api/battles", "", &new).unwrap();
    assert_eq!(status, 200, "{begun}");
    let begun: Value = serde_json::from_str(&begun).unwrap();
    let token = begun["seats"][0]["token"].as_str().unwrap().to_owned();

    let mut acknowledged: BTreeMap<String, u64> = BTreeMap::new();
    let mut killed = 0;
    let mut n = 0u64;
    let started = Instant::now();
    while killed < 8 && started.elapsed() < Duration::from_secs(120) {
        let st = get(&server.at, "/api/seat", &token);
        assert!(st["ending"].is_null());
        if st["yours"] != true {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        }
        let p = get(&server.at, "/api/seat/prompts", &token);
        let Some(asked) = p["prompts"].as_array().unwrap().iter().find(|p| p["standing"] != true) else {
            continue;
        };
        let offers = asked["offers"].as_array().unwrap();
        let answer = match offers.len() {
            0 => asked["sketch"]["answer"].clone(),
            k => offers[(n as usize * 7) % k]["answer"].clone(),
        };
        n += 1;
        let key = format!("key {n}");
        let body = json!({ "key": key, "version": p["version"], "answer": answer });
        let mut reply = None;
        if n % 3 == 0 {
            // Killed while the answer is under way, a little later each time.
            let at = server.at.clone();
            let (t, b) = (token.clone(), body.clone());
            let sent = std::thread::spawn(move || ask(&at, "POST", "/api/seat/answer", &t, &b));
            std::thread::sleep(Duration::from_micros(killed * 1500));
            server.kill();
            killed += 1;
            reply = sent.join().unwrap();
            server = Server::start(&data);
        }
        if let Some((200, said)) = &reply {
            let v: Value = serde_json::from_str(said).unwrap();
            acknowledged.insert(key.clone(), v["version"].as_u64().unwrap());
        }
        // Sent again under its key, whether or not the reply came.
        let (status, said) = ask(&server.at, "POST", "/api/seat/answer", &token, &body).unwrap();
        assert_eq!(status, 200, "{said}");
        let v: Value = serde_json::from_str(&said).unwrap();
        let version = v["version"].as_u64().unwrap();
        assert_eq!(*acknowledged.entry(key).or_insert(version), version, "applied twice");
    }
    assert_eq!(killed, 8);
    // The battle on the disk is sound, and each acknowledged answer is where it was said to be, once.
    let (_, file) = ask(&server.at, "GET", "/api/seat/file", &token, &Value::Null).unwrap();
    server.kill();
    let f = desk::BattleFile::parse(&file).unwrap();
    assert!(matches!(f.verify(&[&bbdba_acw::BOOK, &chakoten_acw::BOOK]), desk::Verdict::True { .. }));
    let mine = f.answers.iter().filter(|g| g.seat == umpire::Seat::Side(0)).count();
    assert_eq!(mine, acknowledged.len());
    for (key, version) in &acknowledged {
        assert_eq!(f.answers[*version as usize - 1].seat, umpire::Seat::Side(0), "{key}");
    }
    let saved = dir.join("battle.json");
    std::fs::write(&saved, file).unwrap();
    let verified =
        Command::new(env!("CARGO_BIN_EXE_vedette")).args(["battle", "verify"]).arg(&saved).output().unwrap();
    assert!(verified.status.success());
    let _ = std::fs::remove_dir_all(&dir);
}
