//! What is written beside the blocks: label, strength and states. It stands behind the block, or where nothing else stands.

use crate::blocks::{is_round, label};
use crate::names::overlap;
use crate::patterns::bounds;
use crate::pen::{N, Sheet, Text, draw, short};
use crate::{Scale, ahead, rightward};
use desk::board::{Badge, Piece, Tone};
use table::{V2, v2};

/// The size of the letters, and the width of one of them.
const SIZE: f64 = 13.0;
const LETTER: f64 = 6.7;

/// A badge with the gap beside it.
const BADGE: f64 = 21.0;

/// No tag is longer.
const MOST: usize = 24;

/// States that are shown: what is as it should be needs no sign.
fn states(p: &Piece) -> impl Iterator<Item = &Badge> {
    p.badges.iter().filter(|b| b.tone != Tone::Good).take(4)
}

/// The label, with the strength where the block is long enough to have room for both; nothing where it stands upon the block.
fn says(p: &Piece, s: &Scale) -> String {
    if label(p, s).is_some() {
        return String::new();
    }
    let roomy = p.width.max(p.depth) * s.k > 30.0;
    let both = roomy && !p.strength.is_empty() && !is_round(p.arm);
    let words = if both { format!("{} · {}", p.label, p.strength) } else { p.label.clone() };
    short(words.trim_start_matches(" · "), MOST)
}

/// Writes the tags of all pieces within the paper.
pub fn write(out: &mut Sheet, pieces: &[&Piece], s: &Scale, paper: (V2, V2)) {
    let blocks: Vec<(V2, V2)> = pieces.iter().map(|p| bounds(&s.corners(&p.at, p.width, p.depth))).collect();
    let mut taken: Vec<(V2, V2)> = Vec::new();
    for (i, p) in pieces.iter().enumerate() {
        let words = says(p, s);
        let badges: Vec<&Badge> = states(p).collect();
        if words.is_empty() && badges.is_empty() {
            continue;
        }
        let long = words.chars().count() as f64 * LETTER + badges.len() as f64 * BADGE;
        let half = v2(long / 2.0 + 1.0, SIZE / 2.0);
        let places = places(p, s, half);
        let within = |at: V2| {
            let (lo, hi) = (paper.0 + half, paper.1 - half);
            v2(at.x.clamp(lo.x, hi.x.max(lo.x)), at.y.clamp(lo.y, hi.y.max(lo.y)))
        };
        let boxed = |at: V2| (at - half, at + half);
        let free = |at: &V2, troops: bool| {
            let b = boxed(*at);
            let on_troops = || blocks.iter().enumerate().any(|(j, t)| j != i && overlap(t, &b));
            !(taken.iter().any(|t| overlap(t, &b)) || troops && on_troops())
        };
        let places = places.map(within);
        let at = places.iter().find(|at| free(at, true)).or_else(|| places.iter().find(|at| free(at, false)));
        let at = *at.unwrap_or(&places[0]);
        taken.push(boxed(at));
        tag(out, at, &words, &badges, long);
    }
}

/// Behind the block, before it, at its right and left, and upon it.
fn places(p: &Piece, s: &Scale, half: V2) -> [V2; 5] {
    let front = s.spot(&p.at);
    let ahead = ahead(p.at.facing);
    let (w, d) = ((p.width * s.k).max(5.0) / 2.0, (p.depth * s.k).max(4.5));
    // A disc reaches further than its base.
    let d = if is_round(p.arm) { d.max(w * 2.0) } else { d };
    let reach = |way: V2| (half.x * way.x.abs()).min(half.x) + half.y * way.y.abs() + 2.0;
    let right = rightward(ahead);
    let middle = front - ahead * (d / 2.0);
    [
        front - ahead * (d + reach(ahead)),
        front + ahead * (6.0 + reach(ahead)),
        middle + right * (w + reach(right)),
        middle - right * (w + reach(right)),
        middle,
    ]
}

fn tag(out: &mut Sheet, at: V2, words: &str, badges: &[&Badge], long: f64) {
    let text = long - badges.len() as f64 * BADGE;
    let mut x = at.x - long / 2.0;
    draw!(out, r#"<g class="piece">"#);
    if !words.is_empty() {
        out.text("tag", v2(x + text / 2.0, at.y + SIZE * 0.34), words);
    }
    x += text + BADGE / 2.0;
    for b in badges {
        let (tone, round) = match b.tone {
            Tone::Good => ("good", 6.5),
            Tone::Plain => ("plain", 2.5),
            Tone::Worn => ("worn", 2.5),
            Tone::Bad => ("bad", 0.0),
        };
        draw!(
            out,
            r#"<g class="badge {tone}" transform="translate({} {})"><rect x="-9" y="-6.5" width="18" height="13" rx="{round}"/><text y="3.6">{}</text></g>"#,
            N(x),
            N(at.y),
            Text(&short(&b.short, 3))
        );
        x += BADGE;
    }
    draw!(out, "</g>");
}
