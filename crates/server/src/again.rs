//! The same battle once more, when it is over.

use crate::App;
use crate::api::{Begun, NewBattle, Rematch, ScenarioChoice, Sides};
use crate::ask::{From, Read, Seated};
use crate::failure::{Failure, Reply};
use crate::guard::Counted;
use crate::open::anybody;
use axum::Json;
use axum::extract::State;
use umpire::Seat;

pub async fn rematch(
    State(app): State<App>,
    From(from): From,
    s: Seated,
    Read(how): Read<Rematch>,
) -> Reply<Json<Begun>> {
    if s.row.seat == Seat::Spectator {
        return Err(Failure::forbidden(text!("only-players-play-again")));
    }
    if s.room.shown().ending.is_none() {
        return Err(Failure::conflict(text!("battle-not-over-yet")));
    }
    app.counter.count(Counted::Begin(from))?;
    let row = &s.room.row;
    let swapped = Sides { A: row.sides.B, B: row.sides.A };
    let new = NewBattle {
        book: row.book.clone(),
        scenario: ScenarioChoice::Own { name: row.name.clone(), text: row.scenario.clone() },
        seats: if how.swap { swapped } else { row.sides },
        umpire: row.seating.umpire,
        spectators: row.spectators,
        seed: None,
        own_dice: row.seating.own_dice,
    };
    app.hall.begin(anybody(from), (app.clock)(), new).await.map(Json)
}
