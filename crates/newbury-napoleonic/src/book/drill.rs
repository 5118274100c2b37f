//! Tables 6 and 7: how long a change of formation or facing takes.

use crate::formation::Formation;
use muster::{BAD_TABLES as BAD, Tables};

/// A change that table 6 has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangeTime {
    pub moves: f64,
    /// It may be made while advancing (T6.adv).
    pub advancing: bool,
    /// Only by turning to the flank (T6.flank).
    pub by_flank: bool,
}

/// Times of tables 6 and 7, in moves.
#[derive(Clone, Debug)]
pub struct Drill {
    infantry: Vec<(Formation, Formation, bool, ChangeTime)>,
    cavalry: Vec<(Formation, Formation, bool, ChangeTime)>,
    /// Line to the flank from open company column, British and others.
    open_to_line: [f64; 2],
    /// Figures by which irregulars widen or narrow their front in a quarter of a move (T6.irr).
    pub irregular_files: u8,
    pub turn_regular: f64,
    pub turn_irregular: f64,
    /// A deployed gun about (not siege).
    pub turn_gun: f64,
    /// What Austrian, Russian and old Prussian infantry takes longer by the option of appendix III.
    pub slower: f64,
}

use Formation::{
    CompanyColumn, DivisionColumn, DoubleLine, Line, MarchColumn, OpenCompanyColumn, OpenDivisionColumn,
    OpenSquadronColumn, Skirmish, SquadronColumn, Square,
};

/// Rows of infantry: from, to, whether to the flank. What is called neither close nor open is either.
const INFANTRY: [(&str, &str, Formation, Formation, bool); 14] = [
    ("company column", "column of divisions", CompanyColumn, DivisionColumn, false),
    ("company column", "column of divisions", CompanyColumn, OpenDivisionColumn, false),
    ("company column", "column of divisions", OpenCompanyColumn, DivisionColumn, false),
    ("company column", "column of divisions", OpenCompanyColumn, OpenDivisionColumn, false),
    ("company column", "line to the front", CompanyColumn, Line, false),
    ("company column", "line to the front", OpenCompanyColumn, Line, false),
    ("close company column", "square", CompanyColumn, Square, false),
    ("open company column", "square", OpenCompanyColumn, Square, false),
    ("close column of divisions", "line to the front", DivisionColumn, Line, false),
    ("close column of divisions", "square", DivisionColumn, Square, false),
    ("open column of divisions", "square", OpenDivisionColumn, Square, false),
    ("line", "square", Line, Square, false),
    ("line", "open order", Line, Skirmish, false),
    ("single line", "march column to the flank", Line, MarchColumn, true),
];

const CAVALRY: [(&str, &str, Formation, Formation, bool); 5] = [
    ("close column of squadrons", "single line", SquadronColumn, Line, false),
    ("close column of squadrons", "double line", SquadronColumn, DoubleLine, false),
    ("open column of squadrons", "double line", OpenSquadronColumn, DoubleLine, false),
    ("open column of squadrons", "single line to the flank", OpenSquadronColumn, Line, true),
    ("line", "march column to the flank", Line, MarchColumn, true),
];

impl Drill {
    pub(super) fn read(t: &Tables) -> Drill {
        let time = |arm: &str, from: &str, to: &str| {
            let row = [arm, from, to];
            let flag = t.text("6", &row, "flag").expect(BAD);
            ChangeTime {
                moves: t.number("6", &row, "moves").expect(BAD),
                advancing: flag == "advance",
                by_flank: flag == "flank",
            }
        };
        let of = |arm: &'static str, rows: &[(&str, &str, Formation, Formation, bool)]| -> Vec<_> {
            rows.iter().map(|(a, b, from, to, flank)| (*from, *to, *flank, time(arm, a, b))).collect()
        };
        let mut cavalry = of("regular cavalry", &CAVALRY);
        let open = time("regular cavalry", "close order", "open order");
        for from in [Line, DoubleLine, SquadronColumn, OpenSquadronColumn, MarchColumn] {
            cavalry.push((from, Skirmish, false, open));
        }
        let open_to = |who: &str| time("regular infantry", "open company column", who).moves;
        let turn = |who: &str, turn: &str| t.number("7", &[who, turn], "moves").expect(BAD);
        let irregular = t.text("6", &["irregular and native"], "moves").expect(BAD);
        let first = |c: &str| t.number("A3.times", &["line - square"], c).expect(BAD);
        Drill {
            infantry: of("regular infantry", &INFANTRY),
            cavalry,
            open_to_line: [open_to("line to the flank (British)"), open_to("line to the flank (others)")],
            irregular_files: irregular.split(' ').next().and_then(|n| n.parse().ok()).expect(BAD),
            turn_regular: turn("close order regulars", "right, left or about"),
            turn_irregular: turn("close order irregulars", "right, left or about"),
            turn_gun: turn(
                "artillery or rocket crews (not siege)",
                "about turn = rotate gun/launcher base 180 degrees",
            ),
            slower: first("changed_moves") - first("base_moves"),
        }
    }

    /// The time that the table gives a change of regular infantry or cavalry, in either direction; `None` where it has none (8.4.b).
    pub fn change(
        &self,
        cavalry: bool,
        british: bool,
        from: Formation,
        to: Formation,
        to_flank: bool,
    ) -> Option<ChangeTime> {
        let open_line = |f: Formation, l: Formation| f == OpenCompanyColumn && l == Line;
        if !cavalry && to_flank && (open_line(from, to) || open_line(to, from)) {
            let moves = self.open_to_line[usize::from(!british)];
            return Some(ChangeTime { moves, advancing: false, by_flank: false });
        }
        let all = if cavalry { &self.cavalry } else { &self.infantry };
        // A double square is formed as a square is.
        let plain = |f: Formation| if f == Formation::DoubleSquare { Square } else { f };
        let (from, to) = (plain(from), plain(to));
        let is = |a: Formation, b: Formation| (a, b) == (from, to) || (b, a) == (from, to);
        // What may only be made by turning to the flank is that turn, so nothing else is asked of it.
        let found = all.iter().find(|(a, b, flank, t)| is(*a, *b) && (*flank == to_flank || t.by_flank));
        found.map(|(.., t)| *t)
    }
}
