//! Text for the terminal: widths, wrapping, columns and a little colour. Colours are taken out again at the edge where the
//! output is no terminal.

use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;

/// Clause ids and names.
pub const NAME: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const HIT: Style = AnsiColor::Yellow.on_default().bold();
pub const GOOD: Style = AnsiColor::Green.on_default();
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// How wide to write: the terminal's width, within reason.
pub fn width() -> usize {
    let found = terminal_size::terminal_size().map(|(w, _)| usize::from(w.0));
    let asked = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    found.or(asked).unwrap_or(100).clamp(40, 120)
}

/// Wraps a paragraph with an indent.
pub fn paragraph(out: &mut String, text: &str, indent: usize) {
    let pad = " ".repeat(indent);
    let how = textwrap::Options::new(width()).initial_indent(&pad).subsequent_indent(&pad);
    for l in textwrap::wrap(text.trim(), how) {
        line(out, &l);
    }
}

/// Wraps an entry: a label in a column of its own, the text beside it.
pub fn entry(out: &mut String, label: &str, style: Style, column: usize, text: &str) {
    let pad = " ".repeat(column);
    let shown = textwrap::core::display_width(label);
    let room = width().saturating_sub(column).max(20);
    let lines = textwrap::wrap(text.trim(), room);
    let gap = " ".repeat(column.saturating_sub(shown).max(1));
    let mut first = true;
    for l in &lines {
        if first {
            line(out, &format!("{style}{label}{style:#}{gap}{l}"));
        } else {
            line(out, &format!("{pad}{l}"));
        }
        first = false;
    }
    if first {
        line(out, &format!("{style}{label}{style:#}"));
    }
}

/// One line without blanks at its end.
pub fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

/// A bold heading.
pub fn heading(out: &mut String, text: &str) {
    line(out, &format!("{NAME}{text}{NAME:#}"));
}

/// Columns as wide as their widest cell; numbers and signs to the right where `right` says so.
pub fn columns(out: &mut String, indent: usize, right: &[bool], rows: &[Vec<String>]) {
    let n = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide: Vec<usize> = (0..n)
        .map(|c| {
            rows.iter().filter_map(|r| r.get(c)).map(|s| textwrap::core::display_width(s)).max().unwrap_or(0)
        })
        .collect();
    for r in rows {
        let mut l = " ".repeat(indent);
        for (c, cell) in r.iter().enumerate() {
            let pad = " ".repeat(wide[c].saturating_sub(textwrap::core::display_width(cell)));
            if right.get(c).copied().unwrap_or(false) {
                let _ = write!(l, "{pad}{cell}  ");
            } else {
                let _ = write!(l, "{cell}{pad}  ");
            }
        }
        line(out, &l);
    }
}

/// A bar of blocks, `cells` wide when the share is 1; something is shown for anything above nothing.
pub fn bar(share: f64, cells: usize) -> String {
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = (share.clamp(0.0, 1.0) * cells as f64 * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    let mut b = "█".repeat(eighths / 8);
    if eighths % 8 > 0 {
        b.push(EIGHTHS[eighths % 8]);
    }
    b
}

/// Data as readable JSON with a line end.
pub fn json(v: &serde_json::Value) -> String {
    let mut s = serde_json::to_string_pretty(v).unwrap_or_else(|_| v.to_string());
    s.push('\n');
    s
}
