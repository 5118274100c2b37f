//! Armies by points: what the lists of a book offer, and an army file priced and checked. The server keeps nothing of it.

use crate::App;
use crate::api::{
    ArmyBook, ArmyChoice, ArmyGroup, ArmyLine, ArmyNation, ArmyNote, ArmyPart, ArmyRoster, ArmySum, ArmyUnit,
    ReviewedArmy, WrittenArmy, WrongArmy,
};
use crate::ask::{From, Read};
use crate::failure::{Failure, Reply};
use crate::guard::Counted;
use crate::open::anybody;
use axum::Json;
use axum::extract::{Path, State};
use muster::{ArmyList, NationList, Reviewed, Roster, RosterLine, UnitChoice};

fn lists(app: &App, book: &str) -> Reply<&'static dyn ArmyList> {
    let found = app.hall.books().library.armies().iter().find(|a| a.book() == book);
    found.copied().ok_or_else(|| Failure::not_found(text!("no-armies-of-book")))
}

/// Every book that has army lists.
pub async fn books(State(app): State<App>) -> Reply<Json<Vec<String>>> {
    let all = app.hall.books().library.armies().iter();
    Ok(Json(all.map(|a| a.book().to_owned()).collect()))
}

/// All that may be chosen from a book's lists.
pub async fn choices(State(app): State<App>, Path(book): Path<String>) -> Reply<Json<ArmyBook>> {
    let list = lists(&app, &book)?;
    Ok(Json(ArmyBook { book: list.book().into(), nations: list.lists().into_iter().map(nation).collect() }))
}

/// Prices an army and says what is wrong with it.
pub async fn review(
    State(app): State<App>,
    From(from): From,
    Path(book): Path<String>,
    Read(written): Read<WrittenArmy>,
) -> Reply<Json<ReviewedArmy>> {
    app.counter.count(Counted::Odds(from))?;
    let list = lists(&app, &book)?;
    let reviewed = app.hall.desk().run(anybody(from), move || {
        let army = muster::army_as_data(&written.text);
        reviewed(army, list.review("army.toml", &written.text))
    });
    Ok(Json(reviewed.await.ok_or_else(|| Failure::form(text!("army-cannot-be-read")))?))
}

fn nation(n: NationList) -> ArmyNation {
    let NationList { id, name, years, units } = n;
    ArmyNation { id, name, years, units: units.into_iter().map(choice).collect() }
}

fn choice(u: UnitChoice) -> ArmyChoice {
    let part = |p: muster::Choosable| ArmyPart {
        name: p.name,
        count: p.count,
        figures: p.figures,
        class: p.class,
        price: p.price,
        extra: p.extra,
    };
    let UnitChoice { id, title, arm, years, parts, points } = u;
    ArmyChoice { id, title, arm, years, parts: parts.into_iter().map(part).collect(), points }
}

fn reviewed(army: Option<serde_json::Value>, r: Reviewed) -> ReviewedArmy {
    let wrong = r.wrong.iter().flat_map(|report| report.mistakes.iter().map(move |m| (report, m)));
    let wrong = wrong.map(|(report, m)| WrongArmy {
        line: report.line_of(m).map(|n| n as u32),
        says: m.headline(),
        right: m.right.clone().unwrap_or_default(),
        clause: m.clause.map(|c| c.to_string()),
    });
    ReviewedArmy { army, wrong: wrong.collect(), roster: r.roster.map(roster) }
}

fn line(l: RosterLine) -> ArmyLine {
    ArmyLine { what: l.what, count: l.count, each: l.each, clause: l.clause.to_string() }
}

fn roster(r: Roster) -> ArmyRoster {
    let unit = |u: muster::RosterUnit| ArmyUnit {
        code: u.code,
        name: u.name,
        what: u.what,
        figures: u.figures,
        points: u.points,
        lines: u.lines.into_iter().map(line).collect(),
    };
    let group = |g: muster::RosterGroup| ArmyGroup {
        points: g.points(),
        name: g.name,
        leader: g.leader,
        lines: g.lines.into_iter().map(line).collect(),
        units: g.units.into_iter().map(unit).collect(),
    };
    let sum = |s: muster::RosterSum| ArmySum {
        too_much: s.too_much(),
        what: s.what,
        is: s.is,
        most: s.most,
        clause: s.clause.to_string(),
    };
    let note = |n: muster::RosterNote| ArmyNote { says: n.says, clause: n.clause.to_string() };
    ArmyRoster {
        title: r.title,
        head: r.head,
        groups: r.groups.into_iter().map(group).collect(),
        sums: r.sums.into_iter().map(sum).collect(),
        total: r.total,
        notes: r.notes.into_iter().map(note).collect(),
    }
}
