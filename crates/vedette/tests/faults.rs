//! Faults that a user meets: a full disk, one that cannot be written to, a data file that is in use or damaged, two who answer at once.

use crate::camp::Camp;
#[cfg(target_os = "linux")]
use crate::camp::left_out;
use crate::camp::server::{Server, ask, begin, get, next_answer};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Both sides write their orders at the same time: each waits for the other, and none is lost.
#[test]
fn two_who_answer_at_once_are_both_heard() {
    let c = Camp::pitch("at-once");
    for round in 0..12 {
        let file = format!("b{round}.json");
        c.good(&["battle", "new", "two-brigades", "-o", &file], "");
        let given = ["A", "B"].map(|seat| {
            let asks = c.data(&["battle", "asks", &file, "--as", seat, "--brief"], "");
            (seat, asks[0]["offers"][0].to_string())
        });
        std::thread::scope(|s| {
            for (seat, answer) in &given {
                let (c, file) = (&c, &file);
                s.spawn(move || c.good(&["battle", "answer", file, "--as", seat, "-"], answer));
            }
        });
        let f = desk::BattleFile::parse(&String::from_utf8(c.bytes(&file)).unwrap()).unwrap();
        assert_eq!(f.answers.len(), 2, "round {round}");
    }
    let left: Vec<_> = std::fs::read_dir(&c.0).unwrap().flatten().map(|f| f.file_name()).collect();
    assert_eq!(left.len(), 12, "nothing is left behind: {left:?}");
}

/// The seal that was seen when a battle began is compared at the end, by this machine and by whoever has written it down.
#[test]
fn a_seal_is_remembered_and_an_exchanged_battle_is_refused() {
    let c = Camp::pitch("seals");
    let begun = |file: &str, more: &[&str]| {
        let said = c.good(&[&["battle", "new", "open-field", "-o", file][..], more].concat(), "");
        let seal = said.split(|x: char| !x.is_ascii_hexdigit()).find(|w| w.len() == 64);
        seal.unwrap_or_else(|| panic!("no seal in {said}")).to_owned()
    };
    let verify = |file: &str, seal: &str| c.good(&["battle", "verify", file, "--seal", seal], "");
    let (mine, other) = (begun("mine.json", &[]), begun("other.json", &[]));
    assert!(c.play("mine.json", 6));
    let said = c.good(&["battle", "verify", "mine.json"], "");
    assert!(said.contains(&format!("The seal {mine} is the one that was seen")), "{said}");
    assert!(said.contains("made by the host alone") && said.contains("It does not prove"), "{said}");
    assert!(verify("mine.json", &mine.to_uppercase()).contains("is the one that was seen"));
    let err = c.bad(&["battle", "verify", "mine.json", "--seal", &other], b"");
    assert!(err.contains(&other) && err.contains("have been exchanged"), "{err}");
    // Another battle in its place, as sound as it is.
    c.put("mine.json", c.bytes("other.json"));
    let err = c.bad(&["battle", "verify", "mine.json"], b"");
    assert!(err.contains(&mine) && err.contains(&other), "{err}");
    // Where nobody has seen its beginning it is said what to compare.
    c.put("sent.json", c.bytes("other.json"));
    assert!(
        c.good(&["battle", "verify", "sent.json"], "").contains("compare it with the one that you were sent")
    );

    let by_hand = begun("hand.json", &["--seed", "seven"]);
    assert!(verify("hand.json", &by_hand).contains("Somebody has chosen the seed"));
    // What the computers have fought into the same file is another battle.
    c.good(&["fight", "open-field", "--most", "1", "--quiet", "--save", "hand.json"], "");
    assert!(c.good(&["battle", "verify", "hand.json"], "").contains("is the one that was seen"));
    let parts = begun("parts.json", &["--parts"]);
    for (seat, part) in [("A", "first"), ("B", "second")] {
        c.good(&["battle", "part", "parts.json", "--as", seat, part], "");
    }
    assert!(c.play("parts.json", 3));
    let said = verify("parts.json", &parts);
    assert!(said.contains("A gave the part first") && said.contains("B gave the part second"), "{said}");

    // Many at once: none of them is forgotten.
    let names: Vec<String> = (0..8).map(|n| format!("m{n}.json")).collect();
    std::thread::scope(|s| {
        for name in &names {
            let begun = &begun;
            s.spawn(move || begun(name, &[]));
        }
    });
    for name in &names {
        assert!(c.good(&["battle", "verify", name], "").contains("is the one that was seen"), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn files_with_a_seed_in_them_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let c = Camp::pitch("private");
    c.good(&["battle", "new", "open-field", "-o", "new.json"], "");
    c.good(&["fight", "open-field", "--most", "1", "--quiet", "--save", "fought.json"], "");
    c.put("old.json", c.bytes("new.json"));
    std::fs::set_permissions(c.path("old.json"), std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(c.play("old.json", 1));
    for file in ["new.json", "fought.json", "old.json"] {
        let mode = std::fs::metadata(c.path(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

/// A battle under way while the disk does not take what is written, and then does again. The tokens, and how many answers were
/// acknowledged.
#[cfg(target_os = "linux")]
fn lives_through(server: &Server, fill: impl Fn(), empty: impl Fn()) -> ([String; 2], u64) {
    let at = &server.at;
    let tokens = begin(at, "bbdba-acw", "open-field");
    let mut version = 0;
    let answer = |version: u64| {
        let asked = tokens.iter().find_map(|t| Some((t, next_answer(at, t, version as usize)??)));
        let (token, (now, answer)) = asked.expect("somebody is asked");
        assert_eq!(now, version);
        let body = json!({ "key": format!("key {version}"), "version": version, "answer": answer });
        ask(at, "POST", "/api/seat/answer", token, &body).expect("there is a reply")
    };
    for _ in 0..5 {
        assert_eq!(answer(version).0, 200);
        version += 1;
    }
    for _ in 0..2 {
        fill();
        // What is written must not fit into room that is left somewhere.
        let says = json!({ "says": "x".repeat(1000) });
        let said =
            |n: u16| (0..50).any(|_| ask(at, "POST", "/api/seat/chat", &tokens[0], &says).unwrap().0 == n);
        assert!(said(503), "such a disk takes nothing");
        let (status, why) = answer(version);
        assert_eq!(status, 503, "{why}");
        assert!(why.contains("cannot write to its disk"), "{why}");
        for path in ["/api/health", "/api/ready"] {
            let (status, how) = ask(at, "GET", path, "", &Value::Null).unwrap();
            assert_eq!((status, how.contains("\"fault\":\"disk\"")), (503, true), "{path}: {how}");
        }
        // What is there can be looked at.
        assert_eq!(get(at, "/api/seat", &tokens[0])["version"], version);
        empty();
        // The same answer under the same key: it counts once, and everything works again by itself.
        let (status, said) = answer(version);
        assert_eq!(status, 200, "{said}");
        version += 1;
        assert_eq!(ask(at, "POST", "/api/seat/chat", &tokens[0], &says).unwrap().0, 200);
        assert_eq!(get(at, "/api/health", "")["ok"], true);
        assert_eq!(get(at, "/api/ready", "")["ok"], true);
        begin(at, "bbdba-acw", "open-field");
        assert_eq!(get(at, "/api/seat", &tokens[0])["version"], version);
    }
    (tokens, version)
}

/// The program, where the signal that comes with a limit on its files is ignored, as a disk sends none.
#[cfg(target_os = "linux")]
fn without_signal() -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vedette")]);
    shell
}

/// How far the server's files may grow from now on.
#[cfg(target_os = "linux")]
fn most(server: &Server, current: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let pid = Pid::from_raw(i32::try_from(server.id()).unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current, maximum: None }).unwrap();
}

/// No file of the server may grow: what it writes is refused by the system.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_nothing_is_told_of_and_lived_through() {
    let c = Camp::pitch("no-room");
    let server = Server::run(without_signal(), &c.path("battles.sqlite"));
    lives_through(&server, || most(&server, Some(0)), || most(&server, None));
}

/// A disk of its own that is really full, where the system lets a program have one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of_and_lived_through() {
    let c = Camp::pitch("full");
    let disk = c.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let own = |what: &str| {
        let mut c = Command::new("unshare");
        c.args(["--user", "--map-root-user", "--mount", "sh", "-c"]);
        c.arg(format!("mount -t tmpfs -o size=3m,mode=700 none \"$1\" && shift && {what}"))
            .arg("sh")
            .arg(&disk);
        c
    };
    if !own("true").output().is_ok_and(|o| o.status.success()) {
        let why = "this system lets no program have a disk of its own; seen only with a limit on its files";
        return left_out("a_full_disk_is_told_of_and_lived_through", why);
    }
    let mut shell = own("exec \"$@\"");
    shell.arg(env!("CARGO_BIN_EXE_vedette"));
    let server = Server::run(shell, &disk.join("battles.sqlite"));
    // The disk as the server sees it.
    let seen = Path::new("/proc").join(server.id().to_string()).join("root");
    let filler = seen.join(disk.strip_prefix("/").unwrap()).join("filler");
    let fill = || {
        use std::io::Write;
        let mut f = std::fs::File::create(&filler).unwrap();
        while f.write_all(&[7; 4096]).is_ok() {}
        while f.write_all(&[7]).is_ok() {}
    };
    lives_through(&server, fill, || std::fs::remove_file(&filler).unwrap());
}

/// Everything in a folder turned read-only at one stroke, for those who have it open too, and for root. Writable again at the end.
#[cfg(target_os = "linux")]
struct Frozen<'a>(&'a Path);

#[cfg(target_os = "linux")]
impl Frozen<'_> {
    /// Why it could not be done, if it could not.
    fn set(&self, to: &str) -> Result<(), String> {
        let said = Command::new("chattr").args(["-R", to]).arg(self.0).output().map_err(|e| e.to_string())?;
        let says = String::from_utf8_lossy(&said.stderr).trim().to_owned();
        if said.status.success() { Ok(()) } else { Err(says) }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Frozen<'_> {
    fn drop(&mut self) {
        let _ = self.set("-i");
    }
}

/// The whole disk turns read-only while the server has its files open: it goes on, takes nothing, and says so.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_turns_read_only_is_told_of_and_lived_through() {
    let c = Camp::pitch("turned-read-only");
    let disk = c.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let data = disk.join("battles.sqlite");
    let frozen = Frozen(&disk);
    let tried = frozen.set("+i");
    let binds = std::fs::write(disk.join("try"), b"").is_err();
    let _ = frozen.set("-i");
    if let Err(why) = tried.and_then(|()| binds.then_some(()).ok_or("it binds nobody".to_owned())) {
        let why = format!("nobody may freeze a file here ({why}); seen only with the rights of the file");
        return left_out("a_disk_that_turns_read_only_is_told_of_and_lived_through", &why);
    }
    let mut server = Server::start(&data);
    let freeze = || {
        // What is still to be carried to the disk would be let through.
        assert!(Command::new("sync").arg("-f").arg(&disk).status().is_ok_and(|s| s.success()));
        frozen.set("+i").unwrap();
    };
    let (tokens, version) = lives_through(&server, freeze, || frozen.set("-i").unwrap());
    // Killed while it is read-only it has lost nothing; begun again on it, it says so and does not begin.
    freeze();
    server.kill();
    let err = c.bad(&["serve", "--port", "0", "--data", "disk/battles.sqlite"], b"");
    assert!(err.contains("disk/battles.sqlite cannot be opened"), "{err}");
    frozen.set("-i").unwrap();
    let server = Server::start(&data);
    assert_eq!(get(&server.at, "/api/seat", &tokens[1])["version"], version);
}

/// The folder and what is in it are made read-only by their rights, which bind whoever opens them from then on: the writer must, after
/// a fault of the disk.
#[cfg(target_os = "linux")]
#[test]
fn a_data_file_made_read_only_is_told_of_and_lived_through() {
    use std::os::unix::fs::PermissionsExt;
    let c = Camp::pitch("made-read-only");
    let disk = c.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let may = |folder, file| {
        let set = |path: &Path, mode| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        set(&disk, 0o700);
        std::fs::read_dir(&disk).unwrap().flatten().for_each(|f| set(&f.path(), file));
        set(&disk, folder);
    };
    let mut program = without_signal();
    if rustix::process::geteuid().is_root() {
        // Rights do not bind root, unless he gives up what frees him of them.
        let bound = |what: &Command| {
            let mut c = Command::new("setpriv");
            c.arg("--bounding-set=-dac_override,-dac_read_search")
                .arg(what.get_program())
                .args(what.get_args());
            c
        };
        if !bound(&Command::new("true")).output().is_ok_and(|o| o.status.success()) {
            let why = "root is bound by no rights here";
            return left_out("a_data_file_made_read_only_is_told_of_and_lived_through", why);
        }
        program = bound(&program);
    }
    let server = Server::run(program, &disk.join("battles.sqlite"));
    let make = || {
        may(0o500, 0o400);
        most(&server, Some(0));
        let new = json!({ "book": "bbdba-acw", "scenario": "open-field" });
        assert_eq!(ask(&server.at, "POST", "/api/battles", "", &new).unwrap().0, 503);
        most(&server, None);
    };
    lives_through(&server, make, || may(0o700, 0o600));
}

/// A data file on a disk that is read-only from the start: the server says which, and does not begin.
#[test]
fn a_data_file_that_cannot_be_written_is_named() {
    let c = Camp::pitch("read-only");
    // Nobody writes here, not even root.
    let err = c.bad(&["serve", "--port", "0", "--data", "/proc/vedette.sqlite"], b"");
    assert!(err.contains("/proc/vedette.sqlite cannot be opened"), "{err}");
}

#[test]
fn a_second_server_is_refused_and_told_who_has_the_file() {
    let c = Camp::pitch("second");
    let data = c.path("battles.sqlite");
    let mut first = Server::start(&data);
    let err = c.bad(&["serve", "--port", "0", "--data", "battles.sqlite"], b"");
    assert!(err.contains("battles.sqlite") && err.contains(&format!("process {}", first.id())), "{err}");
    // However it ends, its hold on the file ends with it.
    first.kill();
    Server::start(&data);
}

#[test]
fn a_damaged_file_is_repaired_by_the_command_that_is_named() {
    let c = Camp::pitch("damaged");
    let mut server = Server::start(&c.path("battles.sqlite"));
    let [a, _] = begin(&server.at, "bbdba-acw", "open-field");
    server.kill();
    // Everything into the file, and its head destroyed.
    let mut again = Server::start(&c.path("battles.sqlite"));
    again.end();
    let mut bytes = c.bytes("battles.sqlite");
    bytes[..64].fill(0);
    c.put("battles.sqlite", bytes);
    let err = c.bad(&["serve", "--port", "0", "--data", "battles.sqlite"], b"");
    let told = err.split_once("vedette battles repair").expect("it is said what to do").1;
    assert!(told.contains("battles.sqlite"), "{err}");
    let said = c.good(&["battles", "repair", "battles.sqlite", "--output", "new.sqlite"], "");
    assert!(said.contains("new.sqlite holds 1 battle whole."), "{said}");
    let server = Server::start(&c.path("new.sqlite"));
    assert_eq!(get(&server.at, "/api/seat", &a)["version"], 0);
}
