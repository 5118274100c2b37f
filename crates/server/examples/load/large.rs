//! A large battle, fought to a late turn and put away, and then opened by a server that has just been started: how long that takes, and how
//! much memory it holds.

use crate::common::{Client, sit_down};
use crate::house::House;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// A brigade stands three abreast, on so much of the table, in cm.
const BRIGADE: u64 = 20;
const ABREAST: u64 = 3;
const PITCH: u64 = 39;
const DEPTH: u64 = 400;

/// However slow the machine, it is not fought for longer.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// Two armies of so many regiments each, drawn up against each other.
fn scenario(a_side: u64) -> String {
    let brigades = a_side.div_ceil(BRIGADE).max(1);
    let width = (brigades * PITCH + 10).max(160);
    let mut t = format!(
        "book = \"chakoten-acw\"\ntitle = \"A large battle\"\nbriefing = \"All of them.\"\nperiod = \"July 1863\"\n\
         climate = \"Mild and clear.\"\nturns = 500\n\n\
         [table]\nwidth = {width}\ndepth = {DEPTH}\n\n[ground]\n"
    );
    for (letter, nation, edge, facing) in [("U", "union", "south", 0), ("C", "confederate", "north", 180)] {
        let from_edge = |y: u64| if facing == 0 { y } else { DEPTH - y };
        let _ = write!(t, "\n[[side]]\nname = \"{nation}\"\nnation = \"{nation}\"\nedge = \"{edge}\"\n");
        for b in 0..brigades {
            let (x, y) = (b * PITCH + 37, from_edge(46));
            let _ = write!(
                t,
                "\n[[side.command]]\ncode = \"B{letter}{b}\"\nname = \"Brigade {b}\"\nweapon = \"rifled_musket\"\n\
                 general = {{ name = \"General {b}\", code = \"G{letter}{b}\", x = {x}, y = {y}, facing = {facing} }}\nunit = [\n"
            );
            for i in 0..BRIGADE.min(a_side.saturating_sub(b * BRIGADE)).max(1) {
                let (x, y) = (b * PITCH + 6 + i % ABREAST * 12, from_edge(118 - i / ABREAST * 18));
                let _ = writeln!(
                    t,
                    "  {{ code = \"{letter}{b}n{i}\", name = \"Regiment {b}.{i}\", arm = \"infantry\", valour = 0, \
                     formation = \"attack_column\", x = {x}, y = {y}, facing = {facing} }},"
                );
            }
            t.push_str("]\n");
        }
        let _ = write!(
            t,
            "\n[[side.task]]\ntask = \"hold\"\nplace = [{}, {}]\nwithin = 12\npoints = 6\n",
            width / 2,
            DEPTH / 2
        );
    }
    t
}

async fn get(c: &mut Client, path: &str) -> (Value, f64) {
    let begun = Instant::now();
    let got = c.send("GET", path, &[], Vec::new()).await.ok();
    (got, begun.elapsed().as_secs_f64() * 1e3)
}

/// Lets two computers fight it for so many turns; the token of who watches.
async fn fought(data: &Path, a_side: u64, turns: u64) -> String {
    let house = House::start(data, "free");
    let scenario = json!({ "name": "large.toml", "text": scenario(a_side) });
    let new = json!({
        "book": "chakoten-acw", "scenario": scenario, "seats": { "A": "quick", "B": "quick" }, "spectators": "all",
        "seed": "large",
    });
    let begun = Client::new(house.at, "").post("/api/battles", &new).await.ok();
    let token = sit_down(house.at, &begun).await.remove("spectator").expect("somebody watches");
    let mut watcher = Client::new(house.at, &token);
    let began = Instant::now();
    let standing = loop {
        let (s, _) = get(&mut watcher, "/api/seat").await;
        if !s["ending"].is_null() || s["turn"].as_u64() >= Some(turns) || began.elapsed() > LONGEST {
            break s;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let (board, _) = get(&mut watcher, "/api/seat/board").await;
    println!(
        "{} pieces on the table in turn {} after {} answers and {} moments, in {:.0} s{}",
        board["pieces"].as_array().map_or(0, Vec::len),
        standing["turn"],
        standing["version"],
        standing["moments"],
        began.elapsed().as_secs_f64(),
        if standing["ending"].is_null() { "" } else { "; it is over" }
    );
    if let Some(c) = house.cost() {
        println!("server that fought it: {:.0} MiB resident, {:.0} MiB at the most", c.resident, c.most);
    }
    house.end();
    token
}

/// Fights a battle of so many units a side for so many turns, and opens it again.
pub async fn large(a_side: u64, turns: u64) {
    let dir = tempfile::tempdir().expect("a folder for the store");
    let data = dir.path().join("large.sqlite");
    let token = fought(&data, a_side, turns).await;
    let size = std::fs::metadata(&data).map_or(0, |m| m.len());
    println!("data file: {:.1} MB", size as f64 / 1e6);

    let house = House::start(&data, "still");
    // Whatever is made once is made before it counts.
    get(&mut Client::new(house.at, ""), "/api/books").await;
    let resident = || house.cost().map_or(0.0, |c| c.resident);
    let before = resident();
    let mut watcher = Client::new(house.at, &token);
    let (standing, opened) = get(&mut watcher, "/api/seat").await;
    let open = resident();
    let (_, table) = get(&mut watcher, "/api/seat/board").await;
    let from = standing["moments"].as_u64().unwrap_or(0).saturating_sub(100);
    let (_, film) = get(&mut watcher, &format!("/api/seat/film?from={from}")).await;
    let most = house.cost().map_or(0.0, |c| c.most);
    println!("the table in {table:.0} ms, the last hundred moments in {film:.0} ms");
    let word = |so: bool| if so { "so it is" } else { "NOT SO" };
    println!(
        "opened by a server that has just been started, wanted under a second: {} ({opened:.0} ms)",
        word(opened < 1e3)
    );
    println!(
        "memory for it, wanted under 64 MiB: {} ({:.0} MiB; the server {before:.0} MiB without it, {:.0} MiB after all this, {most:.0} MiB at the most)",
        word(open - before < 64.0),
        open - before,
        resident()
    );
    house.end();
}
