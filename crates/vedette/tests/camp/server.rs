//! The server as a program of its own, and how it is asked.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The server as a program of its own.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pub at: String,
}

impl Server {
    pub fn start(data: &Path) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_vedette")), data)
    }

    /// Started by another program, which gets the rest of the command line.
    pub fn run(mut program: Command, data: &Path) -> Server {
        let mut child = program
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

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as Ctrl-C does.
    pub fn end(&mut self) {
        let told = Command::new("kill").arg("-INT").arg(self.child.id().to_string()).status();
        assert!(told.is_ok_and(|s| s.success()));
        self.child.wait().unwrap();
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
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
pub fn ask(at: &str, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, String)> {
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

pub fn get(at: &str, path: &str, token: &str) -> Value {
    let (status, body) = ask(at, "GET", path, token, &Value::Null).unwrap();
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

/// The answer that a seat gives next, taken from what it is offered, with the version that it belongs to; nothing if it is not asked.
/// `None` if the server went away.
pub fn next_answer(at: &str, token: &str, pick: usize) -> Option<Option<(u64, Value)>> {
    let (status, said) = ask(at, "GET", "/api/seat/prompts", token, &Value::Null)?;
    assert_eq!(status, 200, "{said}");
    let p: Value = serde_json::from_str(&said).unwrap();
    let asked = p["prompts"].as_array().unwrap().iter().find(|p| p["standing"] != true);
    Some(asked.map(|asked| {
        let offers = asked["offers"].as_array().unwrap();
        let answer = match offers.len() {
            _ if asked["asks"] == "part" => serde_json::json!({ "do": "part", "part": "mine" }),
            0 => asked["sketch"]["answer"].clone(),
            n => offers[pick % n]["answer"].clone(),
        };
        (p["version"].as_u64().unwrap(), answer)
    }))
}

/// Begins a battle between two people; the tokens of A and B.
pub fn begin(at: &str, book: &str, scenario: &str) -> [String; 2] {
    begin_by(|path, body| ask(at, "POST", path, "", body).unwrap(), book, scenario)
}

/// The same, of whoever is asked so.
pub fn begin_by(ask: impl Fn(&str, &Value) -> (u16, String), book: &str, scenario: &str) -> [String; 2] {
    let new = serde_json::json!({ "book": book, "scenario": scenario });
    let (status, begun) = ask("/api/battles", &new);
    assert_eq!(status, 200, "{begun}");
    let begun: Value = serde_json::from_str(&begun).unwrap();
    [0, 1].map(|n| {
        let link = begun["seats"][n]["link"].as_str().unwrap();
        let secret: String = link.chars().skip(1).collect::<Vec<_>>().into_iter().rev().collect();
        // It may be killed at any moment: claimed again with the same secret it is the same seat.
        let claim = serde_json::json!({ "link": link, "secret": secret });
        let (status, said) = ask("/api/claim", &claim);
        assert_eq!(status, 200, "{said}");
        secret
    })
}
