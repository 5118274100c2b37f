//! What goes wrong with the data file: gone, taken by another, damaged; and the server's end.

use crate::common::*;
use serde_json::{Value, json};
use server::store::{Fault, Store};
use server::{Settings, Sqlite, repair};
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

const BATTLE: &str = "open-field";

async fn two_people(at: std::net::SocketAddr) -> [Client; 2] {
    let t = begin(at, json!({ "book": "bbdba-acw", "scenario": BATTLE })).await;
    ["A", "B"].map(|s| Client::new(at, &t[s]))
}

/// One answer of whoever is asked.
async fn answer(seats: &mut [Client; 2], chance: &mut Chance) -> Got {
    for c in seats.iter_mut() {
        if let Some(got) = take_an_offer(c, chance).await {
            return got;
        }
    }
    panic!("nobody is asked anything");
}

async fn version(c: &mut Client) -> u64 {
    c.get("/api/seat").await.ok()["version"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_file_that_is_gone_keeps_nothing_and_nothing_is_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let mut anyone = Client::new(s.at, "");
    let mut chance = Chance(5);
    let mut seats = two_people(s.at).await;
    answer(&mut seats, &mut chance).await.ok();
    assert_eq!(anyone.get("/api/health").await.ok()["ok"], true);
    // Moved away, deleted, or exchanged for another: it is not the file that was opened.
    let elsewhere = dir.path().join("elsewhere");
    let exchanged = || std::fs::write(&data, b"another file").unwrap();
    for (what, after) in [("moved", None), ("exchanged", Some(&exchanged))] {
        std::fs::rename(&data, &elsewhere).unwrap();
        if let Some(put) = after {
            put();
        }
        let p = seats[0].post("/api/seat/chat", &json!({ "says": what })).await;
        assert_eq!((p.status.as_u16(), &p.json()["error"]["code"]), (503, &json!("unavailable")), "{what}");
        assert_eq!(p.headers["retry-after"], "1");
        let new = json!({ "book": "bbdba-acw", "scenario": BATTLE });
        assert_eq!(anyone.post("/api/battles", &new).await.status, 503, "{what}");
        let health = anyone.get("/api/health").await;
        assert_eq!((health.status.as_u16(), &health.json()["fault"]), (503, &json!("gone")), "{what}");
        assert_eq!(anyone.get("/api/ready").await.status, 503, "{what}");
        // Put back in its place, it is used again.
        std::fs::rename(&elsewhere, &data).unwrap();
        answer(&mut seats, &mut chance).await.ok();
        assert_eq!(anyone.get("/api/ready").await.ok()["ok"], true, "{what}");
    }
    // An answer that is not acknowledged is taken once, when the file is back.
    let before = version(&mut seats[0]).await;
    let asked = [seats[0].get("/api/seat/prompts").await.ok(), seats[1].get("/api/seat/prompts").await.ok()];
    std::fs::rename(&data, &elsewhere).unwrap();
    let who = usize::from(asked[0]["prompts"].as_array().unwrap().is_empty());
    let given = asked[who]["prompts"][0]["offers"][0]["answer"].clone();
    assert_eq!(seats[who].answer("once", before, &given).await.status, 503);
    std::fs::rename(&elsewhere, &data).unwrap();
    assert_eq!(seats[who].answer("once", before, &given).await.ok()["version"], before + 1);
    assert_eq!(version(&mut seats[0]).await, before + 1);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_file_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let e = Sqlite::open(&data).await.unwrap_err();
    assert_eq!(e.fault, Fault::InUse);
    assert!(e.to_string().contains(data.to_str().unwrap()), "{e}");
    assert!(e.to_string().contains(&std::process::id().to_string()), "{e}");
    // Under another name it is the same file.
    #[cfg(unix)]
    {
        let alias = dir.path().join("alias.sqlite");
        std::os::unix::fs::symlink(&data, &alias).unwrap();
        assert_eq!(Sqlite::open(&alias).await.unwrap_err().fault, Fault::InUse);
    }
    s.end().await;
    Sqlite::open(&data).await.unwrap().close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    std::fs::write(&data, b"").unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o644)).unwrap();
    let s = start(&data).await;
    two_people(s.at).await;
    let mut files = 0;
    for f in std::fs::read_dir(dir.path()).unwrap().flatten() {
        assert_eq!(f.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", f.path());
        files += 1;
    }
    assert!(files >= 3, "the file, its log and who holds it");
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn told_to_end_it_is_well_but_not_ready() {
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings { rates: no_limits(), drain: Duration::from_secs(3600), ..Settings::default() };
    let mut s = start_with(&dir.path().join("b.sqlite"), settings).await;
    let mut c = Client::new(s.at, "");
    let ready = c.get("/api/ready").await.ok();
    assert_eq!((&ready["ok"], &ready["ending"]), (&json!(true), &json!(false)));
    s.tell_to_end();
    let mut said = c.get("/api/ready").await;
    while said.status == 200 {
        tokio::task::yield_now().await;
        said = c.get("/api/ready").await;
    }
    assert_eq!((said.status.as_u16(), &said.json()["ending"]), (503, &json!(true)));
    assert_eq!(c.get("/api/health").await.ok()["ok"], true);
    s.cut_off();
}

/// Plays some battles into a file; the tokens of seat A and how far each came.
async fn some_battles(data: &Path, n: usize) -> Vec<(String, Value)> {
    let s = start(data).await;
    let mut made = Vec::new();
    for i in 0..n {
        let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": BATTLE })).await;
        let mut seats = ["A", "B"].map(|x| Client::new(s.at, &t[x]));
        let mut chance = Chance(i as u64);
        for _ in 0..6 {
            answer(&mut seats, &mut chance).await.ok();
        }
        seats[0].post("/api/seat/chat", &json!({ "says": format!("battle {i}") })).await.ok();
        made.push((t["A"].clone(), seats[0].get("/api/seat/film").await.ok()));
    }
    s.end().await;
    made
}

/// The battles of a file that was repaired, by the tokens that opened them before.
async fn still_there(data: &Path, made: &[(String, Value)]) -> usize {
    let s = start(data).await;
    let mut found = 0;
    for (i, (token, film)) in made.iter().enumerate() {
        let mut c = Client::new(s.at, token);
        if c.get("/api/seat").await.status == 200 {
            assert_eq!(&c.get("/api/seat/film").await.ok(), film);
            assert_eq!(c.get("/api/seat/chat").await.ok()["lines"][0]["says"], format!("battle {i}"));
            found += 1;
        }
    }
    s.end().await;
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_is_named_with_what_to_do_and_what_can_be_read_is_taken_out() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let made = some_battles(&data, 6).await;
    let sound = std::fs::read(&data).unwrap();
    let pages = sound.len() / 4096;
    assert!(pages > 12, "{pages} pages");
    let open = async || {
        let e = Sqlite::open(&data).await.unwrap_err();
        assert_eq!(e.fault, Fault::Damaged, "{e}");
        let says = e.to_string();
        assert!(says.contains(data.to_str().unwrap()) && says.contains("vedette battles repair"), "{says}");
    };

    // A sound one is taken over whole.
    let copy = dir.path().join("copy.sqlite");
    let r = repair(&data, &copy).await.unwrap();
    assert_eq!((r.whole, r.cut.len(), r.lost), (6, 0, 0));
    assert_eq!(still_there(&copy, &made).await, 6);

    // Its head is overwritten, or the whole first page: everything is still to be had.
    for (n, spoilt) in [(1, 100), (2, 4096)] {
        let mut bytes = sound.clone();
        bytes[..spoilt].fill(0x5a);
        std::fs::write(&data, bytes).unwrap();
        open().await;
        let new = dir.path().join(format!("head-{n}.sqlite"));
        assert_eq!(repair(&data, &new).await.unwrap().whole, 6, "{spoilt} bytes");
        assert_eq!(still_there(&new, &made).await, 6, "{spoilt} bytes");
    }

    // Any page in the middle: what is not on it is kept, and everything is accounted for.
    let mut most = 0;
    for page in (1..pages).step_by(2) {
        let mut bytes = sound.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0x5a);
        std::fs::write(&data, bytes).unwrap();
        let new = dir.path().join(format!("page-{page}.sqlite"));
        let r = repair(&data, &new).await.unwrap();
        assert_eq!(r.whole + r.cut.len() + r.lost, 6, "page {page}: {r:?}");
        most = most.max(r.whole);
        Sqlite::open(&new).await.unwrap().close().await;
    }
    assert!(most >= 4, "a page of one battle spoils no other: {most}");

    // What is there already is not overwritten, and a file in use is not repaired.
    std::fs::write(&data, &sound).unwrap();
    assert_eq!(repair(&data, &copy).await.unwrap_err().fault, Fault::Taken);
    let s = start(&data).await;
    assert_eq!(repair(&data, &dir.path().join("new")).await.unwrap_err().fault, Fault::InUse);
    s.end().await;
}

/// While the disk takes its time nothing is acknowledged and nothing of it is seen; whoever asks for something else has it at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_disk_holds_up_its_answer_and_nobody_else() {
    let dir = tempfile::tempdir().unwrap();
    let slow = Disk::open(&dir.path().join("b.sqlite"), 0).await;
    let settings = Settings { rates: no_limits(), ..Settings::default() };
    let s = start_on(library::BOOKS, slow.clone(), settings).await;
    let [mut a, mut b] = two_people(s.at).await;
    let asked = [a.get("/api/seat/prompts").await.ok(), b.get("/api/seat/prompts").await.ok()];
    let who = usize::from(asked[0]["prompts"].as_array().unwrap().is_empty());
    let given = asked[who]["prompts"][0]["offers"][0]["answer"].clone();
    let mut writer = Client::new(s.at, &[&a, &b][who].token);
    let mut waits = tokio::spawn(async move { writer.answer("slow", 0, &given).await });
    // Everybody else is served as often as he likes.
    let mut others = two_people(s.at).await;
    for _ in 0..20 {
        assert_eq!(a.get("/api/seat").await.ok()["version"], 0, "nothing of it is seen");
        b.get("/api/seat/board").await.ok();
        others[0].get("/api/seat/prompts").await.ok();
        b.post("/api/seat/chat", &json!({ "says": "patience" })).await.ok();
    }
    assert!(!waits.is_finished(), "and nothing is acknowledged");
    slow.take_one();
    let taken = (&mut waits).await.unwrap();
    assert_eq!(taken.ok()["version"], 1);
    assert_eq!(a.get("/api/seat").await.ok()["version"], 1);
    s.end().await;
}

/// The machine's clock goes back and forth by years: what is read carries it, and nothing that is decided or ordered does.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_disturbs_nothing() {
    static NOW: AtomicI64 = AtomicI64::new(0);
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let settings =
        Settings { rates: no_limits(), clock: || NOW.load(Ordering::Acquire), ..Settings::default() };
    let mut s = start_with(&data, settings.clone()).await;
    let mut seats = two_people(s.at).await;
    let mut chance = Chance(11);
    const YEAR: i64 = 365 * 24 * 3600 * 1000;
    let jumps = [50 * YEAR, 10 * YEAR, -3 * YEAR, i64::MAX / 4, 0, 51 * YEAR];
    for (n, now) in jumps.into_iter().enumerate() {
        NOW.store(now, Ordering::Release);
        answer(&mut seats, &mut chance).await.ok();
        seats[n % 2].post("/api/seat/chat", &json!({ "says": n.to_string() })).await.ok();
        if n == 3 {
            s.end().await;
            s = start_with(&data, settings.clone()).await;
            seats = seats.map(|c| Client::new(s.at, &c.token));
        }
    }
    assert_eq!(version(&mut seats[0]).await, jumps.len() as u64);
    let said = seats[1].get("/api/seat/chat").await.ok();
    let said: Vec<_> =
        said["lines"].as_array().unwrap().iter().map(|l| l["says"].as_str().unwrap().to_owned()).collect();
    assert_eq!(said, ["0", "1", "2", "3", "4", "5"], "in the order in which it was said");
    begin(s.at, json!({ "book": "bbdba-acw", "scenario": BATTLE })).await;
    s.end().await;
}
