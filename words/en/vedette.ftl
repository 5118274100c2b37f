## `vedette battle`: a battle as a file, also for play by mail

examples-battle =
    A battle by mail:
      vedette battle new { $scenario } -o battle.json
      vedette battle asks battle.json --as A > for-a.json
      vedette battle answer battle.json --as A answer.json
      vedette battle view battle.json --as B --map map.svg
      vedette battle log battle.json --as B --turn 3
      vedette battle verify battle.json

    What is asked says in which form it is answered, and has answers ready to be sent back as they stand.

    The file is the umpire's copy: it holds the seed and both sides' secrets. A seat is sent its asks, its view and its log.
cannot-opened = { $path } cannot be opened
cannot-replayed = { $path } cannot be replayed
cannot-write = cannot write { $path }
no-such-seat = there is no seat `{ $name }`; the seats are A ({ $a }), B ({ $b }), umpire and spectator
no-source-chance-seed = no source of chance for the seed
ready-against = { $file } is ready: { $a } against { $b }.
dice-bound-sha-256-seed = The dice are bound by { $commitment } (SHA-256 of the seed, revealed at the end).
not-json = { $answer } is not JSON: { $why }
what-claims-answers-lead = { $file } is what it claims: { $answers } answers lead to the same { $events } events.
seed-committed-hash = Its seed `{ $text }` has the committed hash { $commitment }.
not-what-claims = { $file } is not what it claims: { $wrong }
battle-over-won = The battle is over: { $side } has won ({ $why }).
battle-over-without-winner = The battle is over without a winner ({ $why }).
waiting-for = Waiting for { $seat } ({ $side }).
waiting-umpire = Waiting for the umpire.

## Finding things in the books that the program was given

procedure-in = procedure in { $id }

## What a command says when it cannot do what it was asked

there-is-no = there is no { $what } `{ $given }`
there-is-no-but = there is no { $what } `{ $given }`; did you mean `{ $nearest }`?
there-are-of-them = there are { $all } of them

## `vedette fight`: computer against computer, told turn by turn

examples-fight =
    Examples:
      vedette fight { $scenario }
      vedette fight { $scenario } --seed 3 --quiet
      vedette fight { $scenario } --seed 7 --maps maps --save battle.json
      vedette fight my-battle.toml --a steady --b quick --quiet
cannot-make = cannot make { $dir }
clock-of-turn = { $clock } of turn { $turn }
undecided-after-turns = Undecided after { $most } turns.
battle-waits-where-no = the battle waits for { $seat }, where no commander sits
no-computer-commander-knows = no computer commander knows this book
commanders-answer-refused = the commander's answer was refused: { $reason }
battle-saved = The battle is in { $path } (vedette battle verify { $path } checks it).
maps-last-svg-beside = { $drawn } maps are in { $dir }; the last is { $last } (and as SVG beside it).

## `vedette judge`: one thing decided, with every modifier, its clause, the dice and the totals

examples-judge =
    Examples:
      vedette judge { $book } --list    what can be judged
      vedette judge { $book } { $procedure } --example > situation.json    a situation to start from
      vedette judge { $book } { $procedure } situation.json    judge it; the dice are rolled
      vedette judge { $book } { $procedure } situation.json --dice 5,3    judge it by dice from the table
      vedette judge { $book } { $procedure } --example | vedette judge { $book } { $procedure } --json -
no-die-write-numbers = `{ $given }` is no die; write numbers with commas, such as 5,2
no-randomness-roll = no randomness to roll with: { $why }
what-judged = { $id }: what can be judged
situation-start = a situation to start from
what-hold = what it may hold
vedette-judge-procedure-shows = `vedette judge { $id } PROCEDURE { $what }` shows { $does }.
vedette-odds-procedure-file = `vedette odds { $id } PROCEDURE FILE` gives the exact odds.

## The umpire at the command line

cannot-write-standard-output = cannot write to standard output: { $why }

## `vedette odds`: the exact distribution of the results of one procedure

examples-odds =
    Examples:
      vedette odds { $book } { $procedure } situation.json
      vedette odds { $book } { $procedure } situation.json --compare other.json    beside another situation
      vedette judge { $book } { $procedure } --example | vedette odds { $book } { $procedure } --json
    `vedette judge BOOK PROCEDURE --example` writes a situation to start from.
compare-standard-input-give = --compare: standard input can give one situation only; put one in a file
exact-odds = { $title }: exact odds
certain-no-dice-matter = certain: no dice matter
out-of = out of { $total }
exact-odds-two-situations = { $title }: exact odds, two situations
standard-input = standard input

## `vedette rules`: the books to look things up in, and how much of them the program enforces and proves

examples = Examples:
the-books = the books
book-in-a-line = { $title }. { $about } { $clauses } clauses, { $tables } tables.
books-table-contents = a book's table of contents
clause-tables-readings-what = a clause with its tables, readings and what to see also
everything-both-words-occur = everything in which both words occur
books-own-words-understood = the book's own words are understood too
terms-art = the terms of art
all-tables = all tables
one-of-them = one of them
every-reading-options-clause = every reading with its options, clause by clause
them-those-clause-id = one of them; or those of a clause, by its id
clauses-enforced-code-proved = which clauses are enforced by code and proved by a test that ran
where = where
goes-vedette-rules-coverage = { $flag } goes with `vedette rules coverage`
no-clause = { $book } has no clause `{ $id }`
did-you-mean-vedette = did you mean `{ $nearest }`? `vedette rules { $id }` lists them all
vedette-rules-lists-them = `vedette rules { $id }` lists them all
there-are = there are { $ids }

## `vedette scenario`: check a file, lay a battle by the dice, list what is shipped

examples-scenario =
    Examples:
      vedette scenario list
      vedette scenario check my-battle.toml
      vedette scenario generate { $book }{ $chosen } --seed 7 -o battle.toml
      vedette scenario generate { $book } --help    what may be chosen
      vedette fight battle.toml
same-number-gives-same = The same number gives the same scenario
where-write-standard-output = Where to write it; standard output if left out
no-battles-laid-dice = no battles are laid by the dice for { $id }
not-offer-what-chosen = { $id } does not offer what was chosen

## `vedette serve`: the table in the browser

no-place-battles-known = no place for the battles is known; name one: --data FILE
cannot-start-server = cannot start the server
cannot-listen-another-server = cannot listen on { $at }; another server may be there (--port chooses another)
vedette-is-at = Vedette is at { $shown }
battles-kept-ctrl-c-ends = Battles are kept in { $place } (Ctrl-C ends the server, not the battles).
program-built-without-page = This program was built without its page: `make play` builds both.

## `vedette simulate`: many battles, to weigh a scenario

examples-simulate =
    Examples:
      vedette simulate { $scenario } --battles 2000
      vedette simulate { $scenario } --battles 200 --a steady --b quick --json
      vedette simulate my-battle.toml --battles 50 --a steady --b random

    The same seed gives the same numbers with any number of jobs.
battles-must-least-1 = --battles must be at least 1
jobs-must-least-1 = --jobs must be at least 1
cannot-start-workers = cannot start the workers
battles-of-seed = { $battles } battles of { $scenario } (seed { $seed })
undecided-after = undecided after { $most } turns
length-of-battles = Length: { $mean } turns on average (deviation { $deviation }, from { $shortest } to { $longest })
why-battles-ended = Why battles ended
nobody-wins = nobody wins

## Reading a situation from a file or from standard input

situation-wanted-json-file = a situation is wanted: a JSON file, or `-` for standard input
vedette-judge-example-situation =
    `vedette judge { $book } { $procedure } --example > situation.json` writes one to start from,
      `vedette judge { $book } { $procedure } --schema` says what it may hold,
      `vedette judge { $book } { $procedure } situation.json` judges it
is-empty = { $name } is empty
line-column-not-json = { $name }, line { $line } column { $column }: not JSON: { $says }
situation-start-vedette-judge = a situation to start from: vedette judge { $book } { $procedure } --example
give-dice-order-book = give the dice in the order the book rolls them, such as --dice 5,2; without --dice they are rolled
what-hold-vedette-judge = what it may hold: vedette judge { $book } { $procedure } --schema
cannot-read = cannot read { $name }
cannot-read-because = cannot read { $name }: { $why }
larger-than-mib-no = { $name } is larger than { $largest } MiB, which no situation is
not-utf-8-text-byte = { $name } is not UTF-8 text (byte { $byte })

## Where input comes from: files, standard input, and the scenarios that come with the program

longer-than-mib = { $what } is longer than { $most } MiB
not-text-utf-8 = { $what } is not text in UTF-8
path-scenario-file = { $known } (or the path of a scenario file)

## Full-text search in a book: everything in which all the words occur, best first

give-words-search = give words to search for
nothing-speaks = nothing in { $id } speaks of `{ $said }`
did-you-mean-clause = did you mean the clause `{ $nearest }`?
all-words-must-occur = all words must occur; try fewer or other words

## Clauses, tables, terms and readings as pages

clauses-tables-terms-readings = { $clauses } clauses, { $tables } tables, { $terms } terms, { $readings } readings. `vedette rules { $id } ID` shows one; or give words to search for.
see-also = see also
vedette-rules-table-id = `vedette rules { $id } table ID` shows one.
table-in = table in { $id }
nothing-left-open-here = Nothing is left open here: this clause has no reading.
reading-switched-what-played = { $count ->
    [one] 1 reading
   *[other] { $count } readings
}, of which { $open } can be switched; * is what is played unless a scenario says otherwise.
for-example = For example `{ $id }`.
play-otherwise-write-scenario = To play it otherwise, write in the scenario file:
reading-in = reading in { $id }
default-any-number = (default); any number from { $least } to { $greatest }

side-by = { $name } ({ $by })
wins = { $side } wins
wins-share = wins { $share } %   95 % interval { $least } to { $most } %
battles-a-second = { $count } battles a second
out-of-both = 1 out of { $first }, 2 out of { $second }
error = error:
because = { $says }: { $why }
known = known: { $all }
draws = draws
lost-a-battle = Lost a battle
file-written = { $file } written
scenario-lawful = { $name }: lawful

## The language

no-such-language = there is no language `{ $given }`
fought-by = { $a } ({ $by_a }) against { $b } ({ $by_b })
