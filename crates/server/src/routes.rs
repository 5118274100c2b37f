//! Every route in one table: the router and the OpenAPI description are both made from it, so that none is undescribed.

use crate::api::*;
use crate::{App, addresses, again, army, live, open, own, seat};
use axum::Router;
use axum::routing::{MethodRouter, delete, get, post};
use desk::board::{Board, Sketched, Stroke};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// A schema, made where the others are.
pub type Shape = fn(&mut SchemaGenerator) -> Schema;

/// What is sent as a body.
#[derive(Clone, Copy, Debug)]
pub enum Sent {
    Nothing,
    Json(Shape),
    /// Something else, of this kind.
    Other(&'static str),
}

/// A parameter of the query: its name and what it does.
pub type Param = (&'static str, &'static str);

/// One route.
#[allow(missing_debug_implementations)]
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub says: &'static str,
    /// It needs a seat's token.
    pub seat: bool,
    pub query: &'static [Param],
    pub takes: Sent,
    pub gives: Sent,
    pub(crate) handler: MethodRouter<App>,
}

fn json<T: JsonSchema>() -> Sent {
    Sent::Json(|g| g.subschema_for::<T>())
}

impl Route {
    fn get(path: &'static str, says: &'static str, gives: Sent, handler: MethodRouter<App>) -> Route {
        let seat = path.starts_with("/api/seat");
        Route { method: "get", path, says, seat, query: &[], takes: Sent::Nothing, gives, handler }
    }

    fn post(
        path: &'static str,
        says: &'static str,
        takes: Sent,
        gives: Sent,
        handler: MethodRouter<App>,
    ) -> Route {
        Route { method: "post", takes, ..Route::get(path, says, gives, handler) }
    }

    fn query(self, query: &'static [Param]) -> Route {
        Route { query, ..self }
    }
}

/// The table.
pub fn routes() -> Vec<Route> {
    let mut all = without_a_seat();
    all.extend(with_a_seat());
    all
}

fn without_a_seat() -> Vec<Route> {
    vec![
        Route::get(
            "/api/health",
            "Is the server well? 503 if it cannot write to its disk.",
            json::<Health>(),
            get(open::health),
        ),
        Route::get(
            "/api/ready",
            "May it be sent requests? 503 if it cannot write to its disk or was told to end.",
            json::<Health>(),
            get(open::ready),
        ),
        Route::get(
            "/api/openapi.json",
            "This description.",
            Sent::Other("application/json"),
            get(open::openapi),
        ),
        Route::get(
            "/api/addresses",
            "Where other computers can call the server.",
            json::<Addresses>(),
            get(addresses::addresses),
        ),
        Route::get(
            "/api/books",
            "The books and the scenarios that come with them.",
            json::<Vec<BookCard>>(),
            get(open::list),
        ),
        Route::get(
            "/api/books/{book}/scenarios/{name}/board",
            "A scenario's table before the battle, as a spectator sees it.",
            json::<Board>(),
            get(open::board),
        ),
        Route::get(
            "/api/books/{book}/scenarios/{name}/map.svg",
            "The same as a picture.",
            Sent::Other("image/svg+xml"),
            get(open::map),
        ),
        Route::get(
            "/api/books/{book}/scenarios/{name}/copy",
            "A scenario's text, to begin one's own from.",
            json::<OwnScenario>(),
            get(own::copy),
        ),
        Route::get(
            "/api/books/{book}/laid",
            "The text of a battle laid by the dice, to begin one's own from.",
            json::<OwnScenario>(),
            get(own::laid),
        ),
        Route::post(
            "/api/books/{book}/look",
            "The table of one's own scenario before the battle, or every mistake in it.",
            json::<OwnScenario>(),
            json::<Board>(),
            post(own::look),
        ),
        Route::get(
            "/api/books/{book}/sheet",
            "Tables that the book refers to and does not print, to be typed in by whoever owns them.",
            json::<SheetForm>(),
            get(own::sheet),
        ),
        Route::post(
            "/api/books/{book}/sheet",
            "Checks an owner's sheet and makes a file of it, or says what is wrong with which table.",
            json::<TypedSheet>(),
            json::<MadeSheet>(),
            post(own::typed),
        ),
        Route::post(
            "/api/books/{book}/by-sheet",
            "A scenario that is played by an owner's sheet: its text with the sheet in it.",
            json::<BySheet>(),
            json::<OwnScenario>(),
            post(own::by_sheet),
        ),
        Route::get("/api/armies", "The books that have army lists.", json::<Vec<String>>(), get(army::books)),
        Route::get(
            "/api/armies/{book}",
            "Nations, units and prices of a book's army lists.",
            json::<ArmyBook>(),
            get(army::choices),
        ),
        Route::post(
            "/api/armies/{book}",
            "An army file priced and checked: its roster, and what is wrong with it.",
            json::<WrittenArmy>(),
            json::<ReviewedArmy>(),
            post(army::review),
        ),
        Route::get(
            "/api/books/{book}/rules",
            "The book's clauses, tables, terms and readings.",
            json::<Rules>(),
            get(open::rules),
        ),
        Route::get(
            "/api/books/{book}/procedures",
            "What the umpire's desk can judge, with the form of each situation.",
            json::<Vec<ProcedureCard>>(),
            get(open::procedures),
        ),
        Route::post(
            "/api/books/{book}/procedures/{name}/judge",
            "Judges a situation, with the dice given or the server's.",
            json::<JudgeThis>(),
            json::<Judgement>(),
            post(open::judge),
        ),
        Route::post(
            "/api/books/{book}/procedures/{name}/odds",
            "The exact odds of a situation.",
            json::<WeighThis>(),
            json::<OddsTable>(),
            post(open::odds),
        ),
        Route::post(
            "/api/battles",
            "Begins a battle and gives the link or the secret of each seat, this once.",
            json::<NewBattle>(),
            json::<Begun>(),
            post(open::begin),
        ),
        Route::post(
            "/api/claim",
            "Claims a seat by its link, with a secret of one's own. The link is dead from then on.",
            json::<Claiming>(),
            json::<Claimed>(),
            post(open::claim),
        ),
        Route::post(
            "/api/import",
            "Takes in a battle file, if it is what it claims.",
            Sent::Other("application/json"),
            json::<Begun>(),
            post(open::import),
        )
        .query(&[
            ("A", "who plays side A: person, quick, steady or random"),
            ("B", "who plays side B"),
            ("spectators", "all, open or none"),
            ("behind", "instead of that: spectators follow so many turns behind"),
        ]),
    ]
}

fn with_a_seat() -> Vec<Route> {
    vec![
        Route::get("/api/seat", "How the battle stands.", json::<Standing>(), get(seat::standing)),
        Route::post(
            "/api/seat/consent",
            "Lets spectators see everything at once, if the other player does too.",
            Sent::Nothing,
            json::<Standing>(),
            post(seat::consent),
        ),
        Route::get("/api/seat/board", "The table now.", json::<Board>(), get(seat::board)),
        Route::get(
            "/api/seat/prompts",
            "What waits for the seat, with ready answers.",
            json::<Prompts>(),
            get(seat::prompts),
        ),
        Route::post(
            "/api/seat/sketch",
            "One stroke on the sketch of an answer. It changes nothing.",
            json::<Stroke>(),
            json::<Sketched>(),
            post(seat::sketch),
        ),
        Route::post(
            "/api/seat/answer",
            "Gives an answer. Under the same key again it is applied once and gets the same reply.",
            json::<Answering>(),
            json::<Taken>(),
            post(seat::answer),
        ),
        Route::post(
            "/api/seat/rematch",
            "Begins the same battle once more, when it is over, and gives the secret token of each seat, this once.",
            json::<Rematch>(),
            json::<Begun>(),
            post(again::rematch),
        ),
        Route::get(
            "/api/seat/film",
            "The moments of the battle, to be played back. The first has everything in it.",
            json::<Film>(),
            get(seat::film),
        )
        .query(&[("from", "the first moment wanted, from 0"), ("most", "how many at most (500)")]),
        Route::get("/api/seat/chat", "What was said.", json::<Chat>(), get(seat::chat))
            .query(&[("from", "only what was said after this line")]),
        Route::post(
            "/api/seat/chat",
            "Says something to everybody.",
            json::<Saying>(),
            json::<ChatLine>(),
            post(seat::say),
        ),
        Route::get("/api/seat/marks", "The seat's bookmarks.", json::<Marks>(), get(seat::marks)),
        Route::post(
            "/api/seat/marks",
            "Bookmarks a moment.",
            json::<NewMark>(),
            json::<Mark>(),
            post(seat::mark),
        ),
        Route {
            method: "delete",
            query: &[("id", "which one")],
            ..Route::get("/api/seat/marks", "Takes a bookmark away.", json::<Marks>(), delete(seat::unmark))
        },
        Route::get(
            "/api/seat/file",
            "The battle as a file, for who may have it.",
            Sent::Other("application/json"),
            get(seat::file),
        ),
        Route::get(
            "/api/seat/page",
            "The battle as this seat may see it, as one page that needs no server.",
            Sent::Other("text/html"),
            get(seat::page),
        ),
        Route::get(
            "/api/seat/live",
            "A WebSocket. The client first sends its token; then it is told what happens, as it happens.",
            json::<Live>(),
            get(live::live),
        ),
    ]
}

/// The router of all routes.
pub(crate) fn router() -> Router<App> {
    routes().into_iter().fold(Router::new(), |r, route| r.route(route.path, route.handler))
}
