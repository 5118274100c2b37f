//! The server killed in the middle of writing and started again: nothing acknowledged is lost, nothing is applied twice.

use crate::camp::Camp;
use crate::camp::server::{Server, ask, begin_by, get, next_answer};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Battles that are played while the server is killed.
const BATTLES: usize = 4;

/// Answers after which a battle is left and another begun.
const LONGEST: u64 = 60;

/// A server that is killed now and then, at the address it has now.
struct Killed {
    server: RwLock<Server>,
    acknowledged: AtomicU64,
    over: AtomicBool,
}

impl Killed {
    fn at(&self) -> String {
        self.server.read().unwrap().at.clone()
    }

    /// Asks until there is a reply, however often the server goes away meanwhile.
    fn insist(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        loop {
            if let Some(said) = ask(&self.at(), method, path, token, body) {
                return said;
            }
        }
    }

    /// Plays one battle for both seats. Each answer must lead to the next version, though it may have been sent many times.
    fn play(&self, pick: usize) {
        let tokens = begin_by(|path, body| self.insist("POST", path, "", body), "bbdba-acw", "open-field");
        let mut version = 0;
        let mut said = Vec::new();
        while !self.over.load(Ordering::Acquire) && version < LONGEST {
            let Some(asked) =
                tokens.iter().find_map(|t| match next_answer(&self.at(), t, pick + version as usize) {
                    Some(None) => None,
                    Some(Some(asked)) => Some(Some((t, asked))),
                    None => Some(None),
                })
            else {
                break;
            };
            let Some((token, (now, answer))) = asked else { continue };
            assert_eq!(now, version, "no answer was lost, and none taken twice");
            let key = format!("key {version}");
            let body = json!({ "key": key, "version": version, "answer": answer });
            let (status, reply) = self.insist("POST", "/api/seat/answer", token, &body);
            assert_eq!(status, 200, "{reply}");
            version += 1;
            let reply: Value = serde_json::from_str(&reply).unwrap();
            assert_eq!(reply["version"], version, "{key}");
            said.push((token, body));
            self.acknowledged.fetch_add(1, Ordering::AcqRel);
        }
        // Every one of them, sent once more, is where it was.
        for (n, (token, body)) in said.into_iter().enumerate() {
            let (status, reply) = self.insist("POST", "/api/seat/answer", token, &body);
            assert_eq!((status, reply), (200, json!({ "version": n + 1 }).to_string()));
        }
    }

    /// Kills it so often, each time while answers are on their way.
    fn kill(&self, times: u64, data: &Path) {
        for n in 0..times {
            let before = self.acknowledged.load(Ordering::Acquire);
            while self.acknowledged.load(Ordering::Acquire) < before + 1 + n % 5
                && !self.over.load(Ordering::Acquire)
            {
                // Not asking all the time, which would take a processor from those who answer.
                std::thread::sleep(Duration::from_micros(100));
            }
            // Somewhere between two answers, a little later each time.
            std::thread::sleep(Duration::from_micros(n * 379 % 7000));
            let mut server = self.server.write().unwrap();
            server.kill();
            *server = Server::start(data);
        }
        self.over.store(true, Ordering::Release);
    }
}

/// Says that all is over, also to whoever waits for answers that a player who broke off will not give.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

#[test]
fn killed_at_any_moment_nothing_acknowledged_is_lost_and_nothing_applied_twice() {
    let times = std::env::var("VEDETTE_KILLS").map_or(100, |n| n.parse().expect("a number"));
    let camp = Camp::pitch("kills");
    let data = camp.path("battles.sqlite");
    let killed = Killed {
        server: RwLock::new(Server::start(&data)),
        acknowledged: AtomicU64::new(0),
        over: AtomicBool::new(false),
    };
    std::thread::scope(|s| {
        for n in 0..BATTLES {
            let killed = &killed;
            s.spawn(move || {
                let _over = Over(&killed.over);
                for round in 0.. {
                    if killed.over.load(Ordering::Acquire) {
                        return;
                    }
                    killed.play(n * 7 + round);
                }
            });
        }
        killed.kill(times, &data);
    });
    let acknowledged = killed.acknowledged.load(Ordering::Acquire);
    assert!(acknowledged > times, "{acknowledged} answers acknowledged and {times} kills");
    println!("{times} kills, {acknowledged} answers acknowledged, none lost");
}

/// A battle that was played over several lives of the server is one that verifies.
#[test]
fn a_battle_that_outlived_the_server_verifies() {
    let camp = Camp::pitch("outlived");
    let data = camp.path("battles.sqlite");
    let mut server = Server::start(&data);
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "seats": { "B": "quick" } });
    let (status, begun) = ask(&server.at, "POST", "/api/battles", "", &new).unwrap();
    assert_eq!(status, 200, "{begun}");
    let begun: Value = serde_json::from_str(&begun).unwrap();
    let token = begun["seats"][0]["token"].as_str().unwrap().to_owned();
    for n in 0..12 {
        let (version, answer) = loop {
            if let Some(Some(asked)) = next_answer(&server.at, &token, n) {
                break asked;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let body = json!({ "key": format!("key {n}"), "version": version, "answer": answer });
        let (status, said) = ask(&server.at, "POST", "/api/seat/answer", &token, &body).unwrap();
        assert_eq!(status, 200, "{said}");
        if n % 4 == 3 {
            server.kill();
            server = Server::start(&data);
        }
    }
    let f: desk::BattleFile =
        desk::BattleFile::parse(&get(&server.at, "/api/seat/file", &token).to_string()).unwrap();
    server.kill();
    assert_eq!(f.answers.iter().filter(|g| g.seat == umpire::Seat::Side(0)).count(), 12);
    camp.put("battle.json", f.text());
    camp.good(&["battle", "verify", "battle.json"], "");
}
