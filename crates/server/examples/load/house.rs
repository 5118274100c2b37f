//! The server as a program of its own, and what it costs the machine.

use crate::common::{no_limits, start_with};
use server::{Proxies, Settings};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Serves until nobody holds the other end of the standard input; the address is the first line written.
pub async fn serve(data: &Path, how: &str) {
    let settings = match how {
        // As people get it, behind a proxy on this machine that says where they come from; but few battles are in memory, and computers
        // stop soon, so that one stretch leaves the next alone.
        "limited" => {
            let here = "127.0.0.0/8".parse().expect("a network");
            let unwatched = Duration::from_secs(1);
            Settings { proxies: Proxies(vec![here]), battles: 40, unwatched, ..Settings::default() }
        }
        // Computers do nothing unless somebody is connected.
        "still" => Settings { rates: no_limits(), unwatched: Duration::ZERO, ..Settings::default() },
        _ => Settings { rates: no_limits(), ..Settings::default() },
    };
    let s = start_with(data, settings).await;
    println!("{}", s.at);
    std::io::stdout().flush().expect("somebody reads the address");
    let waited = tokio::task::spawn_blocking(|| {
        let mut nothing = [0];
        // Whatever comes, or the end: both mean that it is over.
        let _ = std::io::stdin().read(&mut nothing);
    });
    let _ = waited.await;
    s.end().await;
}

/// The server's process.
pub struct House {
    child: Child,
    pub at: SocketAddr,
}

impl House {
    /// Starts this same program as the server.
    pub fn start(data: &Path, how: &str) -> House {
        let me = std::env::current_exe().expect("this program has a file");
        let mut child = Command::new(me)
            .arg("serve")
            .arg(data)
            .arg(how)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it was asked for");
        BufReader::new(out).read_line(&mut line).expect("the server tells its address");
        House { child, at: line.trim().parse().expect("an address") }
    }

    /// What it has used so far. Nothing where the system does not tell.
    pub fn cost(&self) -> Option<Cost> {
        Cost::read(self.child.id())
    }

    /// Ends it.
    pub fn end(mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Processor time and memory of a process.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Seconds of processor time, by the name of the threads that used it.
    pub seconds: BTreeMap<String, f64>,
    /// All of them, also of threads that have ended.
    pub all: f64,
    /// Resident memory now and at its most, in MiB.
    pub resident: f64,
    pub most: f64,
}

/// The name and the processor seconds in a `stat` file of Linux.
fn stat(path: &Path) -> Option<(String, f64)> {
    let text = std::fs::read_to_string(path).ok()?;
    let (head, rest) = text.rsplit_once(')')?;
    let name = head.split_once('(')?.1;
    let mut fields = rest.split_whitespace().skip(11);
    let ticks = |t: Option<&str>| t.and_then(|t| t.parse::<f64>().ok());
    // Ticks are a hundredth of a second for every program on Linux.
    Some((name.into(), (ticks(fields.next())? + ticks(fields.next())?) / 100.0))
}

impl Cost {
    fn read(pid: u32) -> Option<Cost> {
        let at = Path::new("/proc").join(pid.to_string());
        let mut c = Cost { all: stat(&at.join("stat"))?.1, ..Cost::default() };
        for t in std::fs::read_dir(at.join("task")).ok()?.flatten() {
            if let Some((name, s)) = stat(&t.path().join("stat")) {
                let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == ' ');
                *c.seconds.entry(name.into()).or_default() += s;
            }
        }
        let status = std::fs::read_to_string(at.join("status")).ok()?;
        let mib = |key: &str| {
            let line = status.lines().find_map(|l| l.strip_prefix(key))?;
            line.split_whitespace().next()?.parse::<f64>().ok().map(|k| k / 1024.0)
        };
        c.resident = mib("VmRSS:")?;
        c.most = mib("VmHWM:")?;
        Some(c)
    }

    /// What was used since an earlier look.
    pub fn since(&self, earlier: &Cost) -> Cost {
        let used = |(name, s): (&String, &f64)| {
            (name.clone(), s - earlier.seconds.get(name).copied().unwrap_or(0.0))
        };
        Cost { seconds: self.seconds.iter().map(used).collect(), all: self.all - earlier.all, ..self.clone() }
    }
}

/// How busy the machine is with everything that runs on it, as it tells: the load average of the last minute.
pub fn busy() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().map_or("not told".into(), str::to_owned)
}

/// How long this disk alone takes to keep a page, in ms: the middle of some tries and the slowest.
pub fn disk(dir: &Path) -> std::io::Result<(f64, f64)> {
    use std::os::unix::fs::FileExt;
    let f = std::fs::File::create(dir.join("disk"))?;
    f.write_all_at(&[0; 64 * 4096], 0)?;
    f.sync_all()?;
    let mut took = Vec::new();
    for i in 0..100 {
        let begun = std::time::Instant::now();
        f.write_all_at(&[1; 4096], i % 64 * 4096)?;
        f.sync_data()?;
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    Ok((took[took.len() / 2], took[took.len() - 1]))
}
