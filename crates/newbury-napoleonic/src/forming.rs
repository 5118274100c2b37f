//! Which formations a body may be in (8.1 to 8.3).

use crate::book::scale::Figures;
use crate::footprint::{LEAST_OF_SQUARE, MOST_OF_SIDE};
use crate::formation::{Drawn, Formation};
use crate::ground::Ground;
use crate::options::Options;
use crate::procedures::formations::linear_tactics;
use crate::troop::{Arm, Class, Nation, Troop, Weapon};
use crate::unit::Unit;
use crate::{clause, say};
use umpire::{Clause, Refusal};

/// What is asked of a body that forms.
#[derive(Clone, Copy, Debug)]
pub struct Forms<'a> {
    pub troop: &'a Troop,
    pub figures: u16,
    /// Sub-units present.
    pub companies: usize,
    pub mounted: bool,
    /// In the open, not in a wood.
    pub in_open: bool,
    pub year: u16,
}

impl<'a> Forms<'a> {
    pub fn of(u: &'a Unit, year: u16) -> Forms<'a> {
        Forms {
            troop: &u.troop,
            figures: u.figures(),
            companies: u.companies.iter().filter(|c| c.figures > 0).count(),
            mounted: u.mounted(),
            in_open: true,
            year,
        }
    }

    /// The same where it stands.
    #[must_use]
    pub fn on(self, g: &Ground, u: &Unit) -> Forms<'a> {
        Forms { in_open: !g.kind(u.base.centre()).wooded(), ..self }
    }
}

/// May it be formed so? Answers with the clause that lets it, or refuses by the one that does not.
pub fn may_form(o: &Options, who: &Forms<'_>, drawn: Drawn) -> Result<Clause, Refusal> {
    let t = who.troop;
    let foot = !who.mounted && !t.arm.battery();
    let no = |by: Clause| {
        Err(Refusal::by(by, say!("cannot-form-so", formation = crate::words::formation(drawn.formation))))
    };
    // The old linear armies, their cavalry too, know no column but the march column (A3.6, A3.10).
    if o.national && drawn.formation.column() && drawn.formation != Formation::MarchColumn {
        if let Some(by) = linear_tactics(t, who.year) {
            return no(by);
        }
    }
    match drawn.formation {
        Formation::Limbered | Formation::Deployed if t.arm.battery() => Ok(clause!("8.1.c")),
        Formation::Limbered | Formation::Deployed => no(clause!("8.1.c")),
        _ if t.arm.battery() => no(clause!("8.1.c")),
        Formation::Building if foot => Ok(clause!("4.1.c")),
        Formation::Building => no(clause!("4.1.c")),
        Formation::Skirmish | Formation::Circle => open_order(who, drawn.formation),
        // Only in the open must irregular foot be a mass.
        Formation::Line if foot && t.irregular() && !who.in_open => Ok(clause!("8.2.b")),
        Formation::Line | Formation::MarchColumn if t.regular() || who.mounted => {
            Ok(if who.mounted { clause!("8.3.a") } else { clause!("8.2.b") })
        }
        Formation::Mass if foot && t.irregular() && drawn.ranks >= 2 => Ok(clause!("8.2.b")),
        Formation::Square | Formation::DoubleSquare if foot && t.regular() => square(who, drawn),
        Formation::CompanyColumn
        | Formation::OpenCompanyColumn
        | Formation::DivisionColumn
        | Formation::OpenDivisionColumn
            if foot && t.regular() =>
        {
            column(o, who, drawn.formation)
        }
        Formation::DoubleLine | Formation::SquadronColumn if who.mounted && t.regular() => {
            Ok(clause!("8.3.a"))
        }
        Formation::OpenSquadronColumn if who.mounted && t.regular() && t.class <= Class::C => {
            Ok(clause!("8.3.b"))
        }
        Formation::OpenSquadronColumn if who.mounted && t.regular() => no(clause!("8.3.b")),
        // Irregular horse forms lines and columns of any width.
        Formation::SquadronColumn | Formation::Mass if who.mounted && t.irregular() => Ok(clause!("8.3.c")),
        _ if who.mounted && t.irregular() => no(clause!("8.3.c")),
        _ if who.mounted => no(clause!("8.3.a")),
        _ => no(clause!("8.2.b")),
    }
}

/// Who may skirmish (8.1.b), and who ride in circles (8.3.c).
fn open_order(who: &Forms<'_>, formation: Formation) -> Result<Clause, Refusal> {
    let t = who.troop;
    let dragoons = t.arm == Arm::HeavyCavalry && t.weapon == Some(Weapon::DragoonMusket) && !who.mounted;
    let carbines = matches!(t.weapon, Some(Weapon::Carbine | Weapon::RifledCarbine));
    let light = t.arm == Arm::LightCavalry && (carbines || t.lance);
    let may = t.arm == Arm::LightInfantry
        || dragoons
        || light
        || t.irregular()
        || (t.skirmishes && !t.arm.cavalry());
    if !may {
        return Err(Refusal::by(clause!("8.1.b"), say!("cannot-skirmish")));
    }
    if formation == Formation::Circle && !(who.mounted && t.irregular()) {
        return Err(Refusal::by(clause!("8.3.c"), say!("circles-of-irregular-horse")));
    }
    Ok(if formation == Formation::Circle { clause!("8.3.c") } else { clause!("8.1.b") })
}

/// A square needs figures for four sides, none wider than twelve (glossary.square).
fn square(who: &Forms<'_>, drawn: Drawn) -> Result<Clause, Refusal> {
    let double = drawn.formation == Formation::DoubleSquare;
    let least = LEAST_OF_SQUARE[usize::from(double)];
    let by = if double { clause!("glossary.double-square") } else { clause!("glossary.square") };
    if who.figures < least {
        return Err(Refusal::by(by, say!("square-needs", least)));
    }
    let deep = u16::from(drawn.ranks.max(if double { 2 } else { 1 }));
    let side = who.figures.div_ceil(4).div_ceil(deep);
    if side > MOST_OF_SIDE {
        return Err(Refusal::by(by, say!("square-too-wide", side, most = MOST_OF_SIDE)));
    }
    Ok(by)
}

/// Columns: open ones of class A and B, of divisions French (8.2.c, 8.2.d).
fn column(o: &Options, who: &Forms<'_>, formation: Formation) -> Result<Clause, Refusal> {
    let t = who.troop;
    let divisions = matches!(formation, Formation::DivisionColumn | Formation::OpenDivisionColumn);
    if divisions && t.nation != Nation::France {
        return Err(Refusal::by(clause!("8.2.d"), say!("divisions-are-french")));
    }
    // After 1808 a battalion with all its six companies marches by divisions; without some by companies. Bases of 5 or 6 mm figures are two
    // or three companies each, and both columns are the same of them (A6.3, A6.6).
    let by_companies = o.figures != Figures::Six;
    if by_companies && t.nation == Nation::France && who.year >= 1808 && !t.guard {
        let all = who.companies >= 6;
        if all != divisions {
            let why =
                if all { say!("six-companies-by-divisions") } else { say!("fewer-companies-by-companies") };
            return Err(Refusal::by(clause!("8.2.d"), why));
        }
    }
    if formation.open_column() && !t.class.steady() {
        return Err(Refusal::by(clause!("8.2.c"), say!("open-column-of-a-and-b")));
    }
    Ok(if formation.open_column() {
        clause!("8.2.c")
    } else if !by_companies {
        clause!("A6.6")
    } else if divisions {
        clause!("8.2.d")
    } else {
        clause!("8.2.b")
    })
}
