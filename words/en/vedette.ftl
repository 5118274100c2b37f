## `vedette battle`: a battle as a file, also for play by mail

examples-battle =
    A battle by mail:
      vedette battle new { $scenario } -o battle.json
      vedette battle asks battle.json --as A > for-a.json
      vedette battle answer battle.json --as A answer.json
      vedette battle take-back battle.json --as A
      vedette battle take-back battle.json --as B --agree
      vedette battle view battle.json --as B --map map.svg
      vedette battle log battle.json --as B --turn 3
      vedette battle verify battle.json

    What is asked says in which form it is answered, and has answers ready to be sent back as they stand.

    The file is the umpire's copy: it holds the seed and both sides' secrets. A seat is sent its asks, its view and its log.
nothing-to-amend = there is nothing to change: you have not sent it yet, or the other side has sent its own
may-be-amended = Until the other side has sent its own you may change it: vedette battle answer { $file } --as { $seat } --amend
answer-refused = refused: { $refusal }
cannot-opened = { $path } cannot be opened
cannot-replayed = { $path } cannot be replayed
cannot-write = cannot write { $path }
no-such-seat = there is no seat `{ $name }`; the seats are A ({ $a }), B ({ $b }), umpire and spectator
no-source-chance-seed = no source of chance for the seed
ready-against = { $file } is ready: { $a } against { $b }.
dice-are-sealed = Scenario, seats and dice are sealed by { $seal }. Send it to everybody before anybody speaks.
seed-was-set-by-hand = Somebody has chosen the seed, and so could know the dice beforehand.
seed-by-host-alone = The seed was made by the host alone. It was fixed beforehand; that he did not try several, only seats that give their own parts can show.
your-part-is = Your part of the seed is { $part }. Keep it, and look for it when the battle is verified.
part-of-seat = { $seat } gave the part { $part }.
parts-prove = If your part is there as you gave it, nobody could choose the dice: the host was bound before he knew it, and you gave it before you knew his.
seal-is-the-one-seen = The seal { $seal } is the one that was seen when the battle began.
seal-compare = Its seal is { $seal }: compare it with the one that you were sent when the battle began.
another-seal = the seal that was seen was { $seen }, and this battle's is { $is }: its scenario, its seats or its seed have been exchanged
seal-proves-not = The seal proves that scenario, seats and the host's part of the seed were fixed before the first answer, and that every die and ruling follows from them and from the answers. It does not prove who sat in a seat, nor that nobody was told what he should not know.
not-read = { $name }: { $why }
what-claims-answers-lead = { $file } is what it claims: { $answers } answers lead to the same { $events } events.
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
example-of-rules = vedette rules { $what }   { $does }
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
no-address-or-network = not an address, nor a network like 10.0.0.0/24
cannot-start-server = cannot start the server
cannot-listen-another-server = cannot listen on { $at }; another server may be there (--port chooses another)
vedette-is-at = Vedette is at { $shown }
battles-kept-ctrl-c-ends = Battles are kept in { $place } (Ctrl-C ends the server, not the battles).
program-built-without-page = This program was built without its page: `make play` builds both.

## `vedette battles`: the battles that a server keeps

examples-battles =
    Examples:
      vedette battles repair battles.sqlite --output repaired.sqlite
      vedette serve --data repaired.sqlite
      vedette battles check --data club.sqlite
help-battles = The battles that a server keeps in its data file
help-battles-repair = Take out of a damaged data file what can be read, into a new one
help-battles-repair-file = The damaged data file. It stays as it is
help-battles-repair-output = The new data file. Seats keep their links
cannot-repair = cannot repair it
battles-repaired = { $output } holds { $whole ->
    [one] 1 battle
    *[other] { $whole } battles
  } whole.
battle-cut-short = `{ $name }` is cut short: { $answers ->
    [one] 1 answer is
    *[other] { $answers } answers are
  } left.
battles-lost = { $lost ->
    [one] Of 1 battle the beginning is lost, and so is it.
    *[other] Of { $lost } battles the beginning is lost, and so are they.
  }

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
scenario-in-a-line = { $name } { $id } { $title }
scenario-lawful = { $name }: lawful

## Armies

army-lawful = { $name }: lawful, { $total } points
army-no-book = this file does not say of which book it is
army-no-such-book = no army lists of “{ $book }”
army-points = { $points } points
army-total = Total
army-of = { $is } of { $most }
army-line = { $count } × { $each }
army-leader = under { $name }
army-years = { $from } to { $to }
army-count = { $least } to { $most } × { $figures }
army-known = army lists of { $all }

## The language

no-such-language = there is no language `{ $given }`
fought-by = { $a } ({ $by_a }) against { $b } ({ $by_b })

## What `--help` says

examples-serve =
    Examples:
      vedette serve --open
      vedette serve --port 9000 --data club.sqlite
      vedette serve --listen 0.0.0.0 --name table.local    (for everybody in the house)

    Battles are kept in the data file and survive the server's end at any moment. It holds both sides' secrets: keep it to
    yourself. What goes over a network is not enciphered; put a proxy with a certificate before it where that matters.
help-serve = Serves the table in the browser: play, watch, umpire, look up
help-serve-port = The port
help-serve-listen = The address to listen on. Only this machine can reach 127.0.0.1; 0.0.0.0 is for everybody
help-serve-names = A name besides localhost under which the server may be called. May be given more than once
help-serve-proxy = The address or network (10.0.0.0/24) of a proxy before the server: of what it sends on, the address that it forwards (X-Forwarded-For) counts. May be given more than once
help-serve-data = The SQLite file of the battles; without it, `vedette/battles.sqlite` where programs of this user keep their data
help-serve-drain = When told to end, go on for so many seconds while /api/ready says no, so that a proxy sends nobody here any more
help-serve-open = Open the page in a browser
help-fight = Lets two computer commanders fight a scenario and tells the battle turn by turn
help-fight-scenario = A scenario file, or the name of one that comes with the program (`vedette scenario list`)
help-fight-seed = The seed of the dice: any number or word. Without it nobody can foretell them
help-fight-save = Write the battle as a file that can be verified and replayed
help-fight-maps = Write a map of each turn as SVG and PNG into this folder
help-fight-moments = With --maps: also a map of every moment at which something changes on the table
help-fight-a = The commander of side A: quick, steady or random
help-fight-b = The commander of side B
help-fight-most = Stop undecided after so many turns
help-fight-quiet = Tell only each turn's outcome, not every ruling
help-battles-check = Try every battle of a data file on the rules of this program: the same, different from an event on, or refused at an answer
cannot-check-battles = the battles cannot be tried
battle-was-tried = { $id }  { $name } ({ $book }, version { $version }, { $answers } answers): { $tried }
battle-is-the-same = the same ({ $events } events compared)
battle-differs-from = differs from event { $event } on
battle-is-refused-at = answer { $answer } is refused: { $why }
battle-cannot-be-opened = cannot be opened: { $why }
battles-come-out-the-same = All { $all } battles come out as they did.
battles-come-out-otherwise = { $other } of { $all } battles do not come out as they did. They can be watched, and go on by both sides' word.
help-battle = A battle as a file: begin it, ask what is awaited, answer, look, verify
help-battle-new = Begin a battle
help-battle-new-scenario = A scenario file or the name of one that comes with the program
help-battle-new-output = Where to write the battle
help-battle-new-seed = The seed of the dice. Without it nobody can foretell them
help-battle-new-umpire = A human umpire is seated: he is asked what the book leaves to him, and may rule and correct at any time
help-battle-new-parts = Every seat gives a part of the seed before the battle begins, so that nobody can have chosen the dice
help-battle-new-own-dice = The players roll their own dice: each is asked of the seat that the book says rolls
help-battle-part = Gives a seat's part of the seed
help-battle-part-text = Anything that nobody can foresee; without it something is drawn
help-battle-verify-seal = The seal that you were sent when the battle began
help-battle-asks = What is awaited from a seat, and what may be answered
help-battle-asks-seat = A, B, a side's name, or umpire where one is seated
help-battle-asks-brief = Leave out the JSON Schema of answers
help-battle-answer = Give an answer
help-battle-answer-amend = Change what you sent: refused once the other side has sent its own
help-battle-answer-answer = A JSON file, or - for standard input
help-battle-take-back = Ask to take a side's last decision back, or say whether the other side may
help-battle-take-back-agree = Let the side that asks take its decision back
help-battle-take-back-refuse = Let the decision stand
help-battle-view = What a seat may know
help-battle-view-seat = A, B, a side's name, umpire or spectator
help-battle-view-map = Draw a map of it: SVG, or PNG by the name's ending
help-battle-log = What has happened, with the clause behind each ruling
help-battle-log-seat = As this seat may know it; without it all, as the umpire knows it
help-battle-log-turn = From this turn on
help-battle-log-json = As data, one event a line
help-battle-verify = Recompute a battle and say whether it is what it claims
help-simulate = Fights a scenario many times and weighs it: who wins, how long it takes, what it costs
help-simulate-battles = How many battles
help-simulate-jobs = How many cores; all of them if not given
help-simulate-most = A battle still undecided after so many turns counts as undecided
help-scenario = Make battles
help-scenario-check = Explain every mistake in a scenario, with line and clause
help-scenario-check-file = A file, the name of a shipped scenario, or - for standard input
help-scenario-generate = Lay a lawful battlefield and raise two lawful armies, by the dice
help-scenario-list = The scenarios that come with the program
help-army = Build armies from a book's lists by points
help-army-check = Say what is wrong with an army, and what would make it right
help-army-show = The roster of an army as it is shown to the umpire, with its running total
help-army-lists = What a book's lists have: nations, years, units and prices
help-army-file = An army file, or - for standard input
help-army-book = The book whose lists are shown
help-army-json = As data
help-judge = Judge one thing by the book: the assistant at a real table
help-judge-book = The rule book
help-judge-procedure = What is to be judged; see --list
help-judge-file = The situation as JSON: a file, or - for standard input
help-judge-list = List what can be judged
help-judge-schema = Show the JSON Schema of the situation
help-judge-example = Show a situation to start from
help-judge-dice = The dice in the order the book rolls them, such as 5,2; without them they are rolled
help-judge-json = Write JSON
help-odds = The exact odds of one thing: every result with its chance as a fraction and in percent
help-odds-procedure = What is to be judged; see `vedette judge BOOK --list`
help-odds-compare = A second situation, shown beside the first
help-odds-json = Write JSON: numerators and denominators as text, since they may not fit a JSON number
help-rules = Look up clauses, tables, terms and readings; say which clauses are enforced and proved
help-rules-what = A book, and a clause, `tables`, `table ID`, `words`, `readings [ID]` or words to search for; or `coverage [BOOK [CLAUSE]]`
help-rules-where = With `coverage`: say the files and lines
help-rules-strict = With `coverage`: fail unless every clause that play or the umpire answers for is enforced and proved
help-rules-proofs = With `coverage`: where the tests wrote what they proved, if not beside this program
help-vedette = A digital umpire for tabletop miniature wargames: it knows the rule books, judges by them, and says by which clause
help-vedette-lang = The language to speak, such as en; without it that of VEDETTE_LANG
help-version = Print version
help-help = Print this message or the help of the given command
help-flag = Print help
usage = Usage: { $usage }
arguments = Arguments
options = Options
commands = Commands
books = Books
command = command
no-such-argument = { $arg } is no argument here
no-such-argument-but = { $arg } is no argument here; did you mean { $near }?
argument-missing = { $arg } must be given
argument-needs-value = { $arg } needs a value
no-such-value = “{ $value }” is no value for { $arg }
no-such-value-because = “{ $value }” is no value for { $arg }: { $why }
arguments-conflict = { $arg } and { $other } cannot be given together
command-missing = a command must be given

## What was judged

judged-dice = dice
judged-totals = { $count ->
    [one] total
   *[other] totals
 }
judged-result = result
