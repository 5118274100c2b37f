//! Monstrous files: refused, never a panic. What is hostile to any book, the trial has (`crates/trial`).

use bbdba_acw::scenario::{self, SHIPPED};

#[test]
fn monstrous_scenarios() {
    let shipped = SHIPPED[0].1;
    let deep = |open: &str, n: usize| format!("a = {}", open.repeat(n));
    for text in [
        deep("[", 100_000),
        deep("{a=", 50_000),
        format!("{}=1", "a.".repeat(50_000)),
        format!("[{}]", "a.".repeat(50_000)),
        format!("{shipped}\n{}", "[[army]]\nname = \"x\"\n".repeat(10_000)),
        format!("{shipped}\n{}", "[[army.command]]\nelements = [\"rifles*4000\"]\n".repeat(5_000)),
        format!(
            "{shipped}\n{}",
            "[[terrain.area]]\nkind = \"wood\"\nx = 1\ny = 1\nlength = 1\nwidth = 1\n".repeat(5_000)
        ),
        format!("{shipped}\n[[terrain.river]]\nwidth = 100\npoints = [{}]\n", "[1, 2], ".repeat(40_000)),
        shipped.replace("rifles", "rifles*4000"),
        "#".repeat(2 << 20),
        format!("title = \"{}\"", "x".repeat(400_000)),
    ] {
        if let Ok(s) = scenario::read("monster.toml", &text) {
            panic!("{}: {}", s.head.title, &text[..80]);
        }
    }
}
