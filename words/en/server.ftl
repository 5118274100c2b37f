## How requests are read: bodies of limited size, the seat behind a token, numbers in the query

request-most-bytes-here = a request has at most { $most } bytes here
not-text-utf-8 = this is not text in UTF-8
request-sent-application-json = a request is sent as application/json
cannot-read = this cannot be read: { $why }
query-cannot-read = the query cannot be read (its reader says “{ $why }”)

## The books that the server was given, as it hands them out

no-such-book = there is no such book
no-such-scenario-book = there is no such scenario in this book
no-such-procedure-book = there is no such procedure in this book
must-not-empty = it must not be empty
longer-than-characters = it is longer than { $most } characters
characters-cannot-printed = it has characters in it that cannot be printed

## Why a request is not granted, and how that is said over HTTP

no-such-seat = there is no such seat
secret-is-32-bytes = a secret is 32 random bytes as base64url
battle-gone-since-no = the battle has gone on since: this is no longer asked
seat-claimed-before = this link was used already: somebody has taken the seat with it. If it was not you, ask whoever began the battle to begin another
request-took-too-long = the request took too long to come
method-not-here = nothing of the kind can be done here
newer-stroke-came = a newer stroke came after this one
too-many-at-seat = too many are connected at this seat; try again later
read-too-slowly = you read too slowly to keep up; connect again and ask for what you missed
live-is-a-websocket = this is a WebSocket
too-many-requests-wait = too many requests; wait a little
cannot-keep-now = the server cannot write to its disk just now; nothing was changed. Try again in a while
server-is-ending = the server is ending; send it again when it is back
something-went-wrong-here = something went wrong here; nothing was changed. Try again

## What stands before every request: under which name we are called, from which page, how often; and what every reply says to the browser about itself

server-not-called-name = this server is not called by that name (vedette serve --name allows another)
requests-other-sites-not = requests from other sites are not answered

## All battles: begun, found by their tokens, opened when somebody comes and put away when nobody does

program-not-book-battle = this program does not have the book of this battle
scenario-not-lawful = its scenario is not lawful: { $report }
battle-takes-too-long = this battle takes too long to be played over
seal-is-broken = its scenario, its seats or its seed are not those that were sealed when it was begun
begun-under-other-version = This battle was begun under version { $version } of its book, and this server plays version { $plays }.
begun-with-other-reading = This battle was begun with the reading { $id } = { $was }, and this server plays it otherwise.
snapshot-not-taken-up = By the rules of this server the battle cannot be taken up again: { $why }
comes-out-otherwise = By the rules of this server the battle comes out otherwise than it did, from answer { $answer } on.
go-on-by-both-words = { $why } It can be watched as it was. If both sides agree it goes on from where it was last put away, in turn { $turn }, and what came after counts no more.
only-to-be-watched = { $why } It can be watched as it was, and does not go on.
battle-goes-on = By both sides' word the battle goes on from here, in turn { $turn }, under version { $version } of the book.
go-on = Go on
battle-breaks-down = it breaks down
answer-file-refused = answer { $place } of the file is refused: { $refusal }
battle-cannot-played-over = this battle cannot be played over
scenario-cannot-set-up = this scenario cannot be set up
spectators-how-far-behind = spectators follow 1 to { $most } turns behind
behind-is-by-itself = where `behind` is said, `spectators` is not
nobody-could-watch-battle = nobody could watch this battle: seat a person or allow spectators

## The table in the browser: battles over HTTP, kept in a SQLite file, with the page inside the program

nothing-here = there is nothing here
no-such-thing-here = there is no such thing here

## One battle in memory

answer-refused = By the rules of this server answer { $place } is refused: { $refusal }
file-holds-both-sides = the file holds both sides' secrets and the seed: it is given out when the battle has ended

## What a seat asks and answers

spectators-wait-for-consent = spectators see this battle when both players have agreed to it, or when it is over
no-consent-wanted = your word is not wanted here, or is given already
spectators-battle-shown-when = spectators of this battle are shown it when it is over
spectators-follow-behind = spectators of this battle follow { $turns ->
    [one] one turn
   *[other] { $turns } turns
} behind: there is nothing to see yet
spectator-asked-nothing = a spectator is asked nothing
spectators-listen = spectators listen
no-such-moment-yet = there is no such moment yet
seat-most-bookmarks = a seat has at most { $most } bookmarks
no-such-bookmark = there is no such bookmark
only-players-play-again = only those who played can play it again
battle-not-over-yet = this battle is not over yet

## The data file: held by one server at a time, and looked after while it is used

data-file-cannot-open = the data file { $file } cannot be opened: { $why }
data-file-in-use = another server has the data file { $file } (process { $by }); end that one first, or choose another file
data-file-gone = the data file { $file } is not where it was: nothing is kept until it is put back, or the server is started anew
data-file-damaged = the data file { $file } is damaged ({ $why }); take out what can be read: vedette battles repair { $file } --output NEW.sqlite
data-file-newer = the data file { $file } was written by a newer program (shape { $shape }; this one knows { $known })
store-is-closed = the store is closed
store-too-slow = the disk takes too long
data-file-there-already = { $file } is there already; what is repaired is written into a new file

## A scenario of one's own

no-sheet-of-book = this book has all its tables: there is no sheet to type in
no-battles-laid = this book has no battles laid by the dice
no-armies-of-book = this book has no army lists
army-cannot-be-read = that army cannot be read
