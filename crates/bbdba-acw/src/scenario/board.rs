//! The table the battle is fought on (bigbattle.1, bigbattle.3, dba.39).

use super::House;
use super::tables::{BoardRow, tables};
use crate::book::paces_of_cm;
use crate::clause;
use crate::field::Edge;
use crate::say;
use muster::{Mistake, Sheet, Tab};
use table::{Rect, v2};
use words::Message;

/// Centimetres: the least and the greatest side of a table.
const SIDES: [f64; 2] = [20.0, 2500.0];

/// Size, deployment areas and margins of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    pub width: f64,
    pub depth: f64,
    /// How deep the deployment area is from the base edge.
    pub deployment: f64,
    /// Kept clear along the side edges (bigbattle.4).
    pub margin: f64,
    /// A battle with several commands a side.
    pub several: bool,
    /// The board of 80 x 120 cm (bigbattle.3).
    pub large: bool,
}

impl Board {
    fn row(r: &BoardRow, several: bool, large: bool) -> Board {
        Board {
            width: r.width,
            depth: r.depth,
            deployment: r.deployment,
            margin: if several { r.margin } else { 0.0 },
            several,
            large,
        }
    }

    /// 60 x 60 cm, for one command a side.
    pub fn ordinary() -> Board {
        Board::row(&tables().boards[0], false, false)
    }

    /// 120 x 60 cm (bigbattle.1).
    pub fn several_commands() -> Board {
        Board::row(&tables().boards[1], true, false)
    }

    /// 120 x 80 cm (bigbattle.3).
    pub fn large() -> Board {
        Board::row(&tables().boards[2], true, true)
    }

    /// The board of that size; any other size is a house board, with the deployment depth of the book's board that is
    /// nearest in depth.
    pub fn of(width: f64, depth: f64, several: bool) -> Board {
        let b = &tables().boards;
        let is = |r: &BoardRow| r.width == width && r.depth == depth;
        if is(&b[0]) && !several {
            Board::ordinary()
        } else if is(&b[1]) {
            Board::several_commands()
        } else if is(&b[2]) {
            Board::large()
        } else {
            let r = if depth >= b[2].depth { &b[2] } else { &b[1] };
            Board {
                width,
                depth,
                deployment: r.deployment.min(depth / 2.0),
                margin: if several { r.margin.min(width / 4.0) } else { 0.0 },
                several,
                large: false,
            }
        }
    }

    /// Wide tables have six sectors, square ones four (dba.39).
    pub fn is_wide(&self) -> bool {
        self.width > self.depth * 1.25
    }

    /// Terrain sectors (dba.39), west to east in two rows, the southern first.
    pub fn sectors(&self) -> Vec<Rect> {
        let n = if self.is_wide() { 3 } else { 2 };
        let (w, d) = (self.width / n as f64, self.depth / 2.0);
        (0..2)
            .flat_map(|r| {
                (0..n).map(move |c| {
                    let lo = v2(c as f64 * w, r as f64 * d);
                    Rect::upright(lo, lo + v2(w, d))
                })
            })
            .collect()
    }

    /// The deployment strip along a base edge: lowest and highest y.
    pub fn strip(&self, edge: Edge) -> (f64, f64) {
        match edge {
            Edge::South => (0.0, self.deployment),
            Edge::North => (self.depth - self.deployment, self.depth),
        }
    }

    /// The table as the file has it; left out: the book's board for the number of commands.
    pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, several: bool, house: &House) -> Option<Board> {
        let book_board = if several { Board::several_commands() } else { Board::ordinary() };
        let Some(t) = s.table(root, "table") else { return Some(book_board) };
        if s.flag(&t, "custom") {
            let before = s.count();
            // Sizes are in paces: whoever writes centimetres has a table too small to stand on.
            let range = SIDES.map(paces_of_cm);
            let [w, d] = s.under(|| clause!("scale.1"), |s| s.table_size(&t, range));
            if s.count() > before {
                return None;
            }
            let mut b = Board::of(w, d, several);
            if let Some((n, at)) = s.number(&t, "deployment") {
                if !(80.0..=d / 2.0).contains(&n) {
                    s.push(
                        Mistake::new(at, say!("deployment-area-p-deep", n))
                            .right(say!("right-deployment-area", d = d / 2.0)),
                    );
                }
                b.deployment = n;
            }
            if let Some((n, at)) = s.number(&t, "margin") {
                if !(0.0..=w / 4.0).contains(&n) {
                    s.push(Mistake::new(at, say!("a-side-margin", n)).right(say!(
                        "from-to-p",
                        least = 0,
                        most = w / 4.0
                    )));
                }
                b.margin = n;
            }
            return Some(b);
        }
        for key in ["width", "depth", "deployment", "margin"] {
            if t.has(key) {
                s.push(
                    Mistake::new(t.at_key(key), say!("key-of-board", key))
                        .right(say!("write-custom-true-table-your"))
                        .by(clause!("bigbattle.1")),
                );
            }
        }
        let Some((name, at)) =
            s.word(&t, "board", &[("ordinary", 0u8), ("several-commands", 1), ("large", 2)])
        else {
            return Some(book_board);
        };
        if (name > 0) != several && !house.free_commands {
            s.push(
                if several {
                    Mistake::new(at, say!("several-commands-ordinary-board")).right(say!("right-board"))
                } else {
                    Mistake::new(at, say!("one-command-side-board-several"))
                        .right(Message::verbatim("board = \"ordinary\""))
                }
                .by(clause!("bigbattle.1")),
            );
        }
        Some(match name {
            0 => Board { several, ..Board::ordinary() },
            1 => Board::several_commands(),
            _ => Board::large(),
        })
    }
}
