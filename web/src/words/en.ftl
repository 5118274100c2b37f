### What the page says, in English. Another language is a file beside this one, named after it; what it leaves out is said in English.
### `<b>…</b>` is for stress, where a message is shown with it.

## Everywhere

vedette = Vedette
# The title of a page, in the browser's tab.
title = { $page } · Vedette
title-your-turn = ● Your turn: { $page }
nav = Pages
nav-battles = Battles
nav-desk = Umpire's desk
nav-rules = Rule books
nav-armies = Armies
loading = Loading…
failed = That did not work.
try-again = Try again
server-away = The server cannot be reached.
server-answered = The server could not do that (error { $status }).
close = Close
copy = Copy
copied = Copied
choose = Choose…
nobody = nobody
yes = yes
no = no
more = and { $count } more
show-all = Show all
show-all-of = Show all { $count }
to-battles = Back to the battles
to-table = To the table
side-first = First side
side-second = Second side
turn = Turn { $turn }
turn-stands = Turn { $turn }.
turn-none = Before the first turn.
percent = { $percent } %
percent-under = under { $percent } %
percent-over = over { $percent } %
yours = yours
theme = Light or dark
theme-light = Light
theme-dark = Dark

# The seats that no side has.
seat =
    { $seat ->
        [umpire] Umpire
        [spectator] Spectator
       *[other] { $seat }
    }
the-umpire = the umpire

## The start page

hero = Refight the old battles by the old books
hero-says = Battles of the American Civil War and of the Napoleonic Wars, played by printed wargame rules, against the computer or your friends. The umpire is built in: it knows the rules, rolls the dice, and tells you which rule decided.
play-now = Play now against the computer
play-now-says = { $scenario }: you command { $side }. You need not know the rules: the page shows what you may do.
setting-up = Setting up…
setup = Set up a battle
setup-book = 1. The rules
setup-battle = 2. The battle
setup-seats = 3. The players
setup-own = A battle of your own
setup-own-says = Start from a copy of another battle, or open a scenario file.
setup-own-from = Start from
setup-own-laid = a battle laid by the dice
setup-own-file = Open a file
setup-own-paste = The scenario
setup-own-sheet = Play by your sheet
setup-own-sheet-form = Type the sheet in
sheet-title = Your reference sheet of { $book }
sheet-says = The book refers to a printed sheet. If you own it, type it in here: what you leave as it is stays as the program plays it now. The file is yours; the server keeps nothing.
sheet-name = What you call it
sheet-save = Check and save the file
sheet-saved = The sheet can be played. Keep the file: give it to a battle of your own at the start.
sheet-wrong = Some tables cannot be played so:
sheet-stand-in = stand-in
sheet-row = Another row
sheet-row-away = Take the row away
sheet-none = There is no sheet to be typed in for this book.
setup-line = line { $line }

## Armies by points

army-title = Build an army
army-says = Choose a nation, a year and units. What it costs, what is wrong and what would make it right stands beside it at once. The file is yours; the server keeps nothing.
army-none = No book in the program has army lists.
army-book = The rules
army-name = Title
army-nation = Nation
army-year = Year
army-points-agreed = Points agreed
army-commander = Commander-in-chief
army-brigade = Brigade
army-brigade-code = Code
army-brigade-name = Name
army-general = General
army-new-brigade = Another brigade
army-brigade-away = Take the brigade away
army-new-unit = Add a unit
army-unit-away = Take the unit away
army-unit-code = Code
army-unit-name = Name
army-unit-kind = Kind
army-companies = Sub-units
army-figures = Figures each
army-full = full
army-unit-points = Points
army-choice = { $title } ({ $points } points)
army-extras = Attach { $part }
army-total = Total
army-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
army-of = { $is } of { $most }
army-lawful = This army is lawful.
army-wrong = { $count ->
    [one] One thing is wrong:
   *[other] { $count } things are wrong:
}
army-right = Right would be: { $says }
army-line = line { $line }
army-file = The file
army-file-says = The army as it is kept. What is changed here changes the list above.
army-open = Open a file
army-save = Save the file
army-print = Print the roster
army-roster = The roster
army-each = { $count } × { $each }
army-figures-of = { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
}

## Setting up, continued

setup-side = My side
setup-computer = The computer is
setup-spectators = Spectators
setup-umpire = One of us is the umpire
setup-umpire-says = (decides what the book leaves open; without an umpire the book's usual way applies)
begin = Start the battle
mode-computer = Against the computer
mode-computer-says = You take one side, it takes the other.
mode-here = Two players, one screen
mode-here-says = You take turns at this screen.
mode-friends = With a friend, by link
mode-friends-says = You send your opponent a link.
mode-watch = Watch the computer
mode-watch-says = It plays both sides.
strength = { $name }: { $says }
strength-steady = Steady
strength-steady-says = keeps his line together and waits for his chance
strength-quick = Quick
strength-quick-says = goes straight at you
strength-random = Random
strength-random-says = does anything the rules allow
spectators-none = none
spectators-after = see it when it is over
spectators-behind = follow some turns behind
spectators-all = see everything at once
turns-behind = Turns behind
map-of = Map: { $title }
import = Continue a battle from a file
import-says = A battle file that you saved here or with the command line.
import-seats = Players
import-people = two people
import-computer-second = the computer takes the second side
import-computer-first = the computer takes the first side
import-file = File
links-title = { $title }: links for the players
links-secret = Each link opens one seat. Send it only to the player it is meant for. You find the links again under My battles, on this computer.
link-yours = This is yours.
link-umpire = Send this one to the umpire. Whoever has it sees everything.
link-spectator = Send this one to anyone who wants to watch.
link-opponent = Send this one to your opponent.
link-open = Open
link-qr = QR code
link-qr-of = QR code of the link for { $name }
links-address = Others reach this computer at
links-local-only = Only this computer can open these links so far. For others, start the server with: vedette serve --listen 0.0.0.0
mine-links = Links for the others
link-copied = The link is copied.
mine = My battles
mine-gone = The server no longer has this battle.
mine-draw = Over: a draw
mine-won = Over: victory for { $winner }
mine-yours = Turn { $turn }: your turn
mine-thinking = Turn { $turn }: the computer is thinking
mine-waiting = Turn { $turn }: waiting for { $names }
mine-forget = Remove
mine-forget-one = Remove { $title }
mine-forget-sure = Remove “{ $title }” from this list? Without its link you cannot get back to this seat.

## At the table

table-page = A battle
side = Orders and log
tabs = Panels
tab-orders = Orders
tab-log = Log
tab-chat = Chat
tab-chat-unread = Chat ({ $unread })
tab-marks = Bookmarks
people = At the table
score = How the battle stands
person-computer =
    { $strength ->
        [steady] computer (steady)
        [quick] computer (quick)
        [random] computer (random)
       *[other] computer
    }
person-here = here
person-away = away
zoom-in = Zoom in
zoom-in-key = Zoom in (+)
zoom-out = Zoom out
zoom-out-key = Zoom out (−)
zoom-fit = Show the whole table
zoom-fit-key = Show the whole table (0)
ruler = Ruler
help = Help
help-key = Help (?)
seat-opening = Loading the table…
seat-failed = This seat cannot be opened
seat-no-link = This link is not complete: it names no seat. Ask for the whole link.
seat-unknown = There is no such seat.
seat-hidden = Spectators see this battle when it is over; the table then opens here by itself.
seat-hidden-until = Spectators see this battle when both players have agreed to it, or when it is over; the table then opens here by itself.
seat-hidden-behind =
    { $turns ->
        [one] Spectators follow this battle one turn behind; the table then opens here by itself.
       *[other] Spectators follow this battle { $turns } turns behind; the table then opens here by itself.
    }
status-behind =
    { $turns ->
        [one] You follow the battle one turn behind.
       *[other] You follow the battle { $turns } turns behind.
    }
watched-behind =
    { $turns ->
        [one] Spectators see the troops of both sides, one turn behind.
       *[other] Spectators see the troops of both sides, { $turns } turns behind.
    }
consent-wanted = Spectators may watch everything, your troops and the enemy's, as soon as both players agree.
consent-give = Let them watch
line-lost = Connection lost, trying again…
status-sending = Sending…
status-over = The battle is over.
status-playing = Playing back what happened.
status-earlier = You are looking at an earlier moment.
status-thinking = The computer is thinking…
status-waiting = Waiting for { $names }.
skip-to-now = Skip to now
back-to-now = Back to now
mode-keys = Moving with the keyboard: arrows shift, Shift+arrows turn, Alt for small steps, Enter to place, Esc to cancel.
mode-seek = { $what }: click it on the map. Esc to cancel.
mode-aim = Click a unit on the map. Esc to cancel.
mode-place = Click a place on the map. Esc to cancel.
share-spectator = A spectators' link to this moment is copied.
share-own = A link to this moment is copied. It opens your own seat: keep it to yourself.
answer-late = The battle has moved on: this is no longer asked.
table-map = The table. Arrow keys move the map, plus and minus zoom, zero shows all of it. Tab goes to the units.
table-units = Units
# The letter at the arrow on the map.
map-north = N

## Orders

send = Send
orders-asked = What you are asked
orders-questions = Questions
# The name of a question, where there are several.
orders-question =
    { $asks ->
        [orders] Orders
        [choices] Choices
        [staff] Generals and couriers
        [move] Moves
        [call] Targets
        [shoot] Shooting
        [fight] Close combat
        [umpire] Ruling
        [fortress] Fortress
        [take_back] Taking back
       *[other] Question { $number }
    }
# The button that sends what was drawn on the map.
orders-send =
    { $asks ->
        [orders] Send orders
        [move] Make the move
        [deploy] Confirm deployment
        [umpire] Give the ruling
       *[other] Send
    }
# What was sent may still be changed.
orders-sent =
    { $asks ->
        [orders] Your orders are sent. Until the other side has sent its own you may change them.
       *[other] It is sent. Until the other side has answered you may change it.
    }
orders-change = Change what you sent
orders-leave = Leave it as it was sent
# Somebody was changing them when the other side sent its own.
orders-stand-as-sent = The battle has moved on: what you changed was not sent, and counts as you sent it before.
orders-hint = Pick a unit: drag it on the map, or choose it here.
orders-clear = clear
orders-slip = Order slip
orders-so-far = Orders so far
orders-missing = Missing
orders-needed = needed:
orders-offers = Ready-made
orders-choose = Choose
orders-about = for { $units }
orders-no-offers = Nothing ready-made for them.
orders-in-writing = Type your answer below.
orders-write = Type the answer yourself (for experts)
orders-json = In the program's own notation (JSON)
# $says is what the browser says.
orders-misread = This is not JSON ({ $says })
orders-sure = Send it all the same?
orders-sure-missing = This is missing:
orders-send-key = Ctrl+Enter
orders-replace = What you have drawn is not sent yet. Go on without it?
orders-replace-send = Go on without it
orders-back = Go back
orders-at-unit = At a unit
orders-at-unit-means = Click another unit: a target, or one to join
orders-at-place = At a place
orders-at-place-means = Click a place on the map
undo = Undo
undo-key = Undo (Ctrl+Z)
redo = Redo
redo-key = Redo (Ctrl+Y)
control-on-map = on the map
control-place = choose a place
control-another-place = another place

means =
    { $means ->
        [fire] Fires at it
        [charge] Charges it
       *[attack] Attacks it
    }

## A unit

piece-state = State of { $name }
piece-nobody = nobody's
piece-yours = { $side } (yours)
piece-open = open order
piece-strength = strength { $strength }
piece-faces = facing { $way }
arm =
    { $arm ->
        [infantry] infantry
        [cavalry] cavalry
        [dismounted] dismounted cavalry
        [artillery] artillery
        [limbered] limbered artillery
        [wagon] wagons
        [general] general
        [orderly] courier
       *[other] { $arm }
    }
compass =
    { $point ->
        [n] north
        [ne] north-east
        [e] east
        [se] south-east
        [s] south
        [sw] south-west
        [w] west
       *[nw] north-west
    }

## Log, chat, bookmarks and playback

log-short = Key events only
log-earlier = Earlier…
log-open = Show the ruling
log-show = Show the table at this moment
log-none = Nothing has happened yet.
chat-none = No messages yet.
chat-say = Message
chat-hint = Message everyone at the table
chat-send = Send
mark-note = Note for moment { $moment }, turn { $turn }
mark-hint = What is worth coming back to?
mark-keep = Save
mark-share = Copy a link to this moment
mark-remove = Remove the bookmark { $note }
mark-none = No bookmarks yet.
time = Playback
time-at = Turn { $turn }, moment { $moment } of { $end }
time-at-clock = Turn { $turn } · { $percent }%, moment { $moment } of { $end }
time-turn-back = Previous turn
time-turn-on = Next turn
time-back = Previous moment
time-on = Next moment
time-play = Play
time-pause = Pause
time-moment = Moment
time-mark = Bookmark: { $note }
time-speed = Speed
time-bookmark = Bookmark this moment
time-share = Copy a link to this moment
time-skip = Skip
time-now = To now
dice = Dice
modifiers = Modifiers
modifiers-sum = total
ruling-result = Result:
ruling-clauses = The rules that decided
ruling-in-book = In the rule book
clause-read = Read rule { $clause }
end-how = Result
end-draw = A draw
end-won = Victory for { $winner }
end-replay = Watch the replay
end-file = Save the battle file
end-page = Save as a web page
end-look = Look at the table
end-again = Play it again
end-again-swapped = Play it again with sides changed
replay-empty = There is no battle in this page.

## Two players at one screen

hand-title = The table is covered
hand-turn = It is <b>{ $to }</b>'s turn. { $from }, please look away.
hand-go = I command { $to }: show the table
hand-stay = Not yet: back to { $from }

## Help at the table

help-title = At the table
help-briefing = Briefing
help-hand = With mouse or finger
help-hand-map = Drag the map to move it; scroll or pinch to zoom.
help-hand-pick = Click a unit to read its state and pick it; with Shift several.
help-hand-drag = Drag a unit, or its ghost, to move it. The ghost shows where it would really end up; a crossed ghost says why it may not.
help-hand-wheel = The two round handles wheel it. Click an enemy to target him.
help-hand-offers = Ready-made answers are listed beside the map; point at one to see what it means.
help-hand-ruler = The ruler measures: press and drag.
help-hand-no-ruler = These rules forbid measuring: there is no ruler.
help-battle = This battle
resign = Resign
take-back = Take back my last decision
take-back-means = Your opponent or the umpire is asked; a computer agrees. What has happened stays in the log.
resign-sure = Resign? The battle ends and your opponent wins.
help-keys = With the keyboard
help-seal = Fair dice
help-seal-means = Before anybody could say anything, the battle's scenario, its seats and the host's part of the dice were sealed with this code. Then every player's browser added a part of its own. So nobody could choose the dice: the host was bound before he knew your part, and you gave it before you knew his. When the battle is over this page compares the code and your part with what is told then.
help-dice-by-hand = Whoever began this battle has chosen the seed of its dice, and so could know them beforehand.
help-dice-own = The players roll their own dice. The code seals the scenario and the seats.
dice-own-parts = The dice were fair: the code is the one you saw at the beginning, and your part is in them.
dice-host-alone = The dice were fixed beforehand: the code is the one you saw at the beginning.
dice-by-hand = Somebody had chosen the seed of the dice, and so could know them beforehand.
dice-other-seal = The code is not the one you saw at the beginning: the scenario, the seats or the dice were exchanged.
dice-other-part = Your part is not in the dice: they were exchanged.
dice-unseen = This browser did not see the beginning of the battle, and cannot say whether the dice are the ones that were sealed.
setup-own-dice = Own dice
setup-own-dice-says = The players roll real dice and say what they show
key-tab = Tab
key-tab-does = to the map, then to the units
key-arrows = arrows
key-arrows-does = on the map: move it; on a unit: to the next one that way
key-brackets = [ and ]
key-brackets-does = previous unit, next unit
key-zoom = + − 0
key-zoom-does = zoom in, zoom out, whole table
key-enter = Enter
key-enter-does = pick the unit (Shift: several); on an enemy: target him
key-move = M
key-move-does = move with the keyboard: arrows shift, Shift+arrows turn, Alt for small steps, Enter to place, Esc to cancel
key-aim = A
key-aim-does = target the unit in focus with those picked
key-delete = Delete
key-delete-does = clear its order
key-undo = Ctrl+Z, Ctrl+Y
key-undo-does = undo, redo
key-send = Ctrl+Enter
key-send-does = send
key-play = K
key-play-does = play or pause

## The umpire's desk

desk = Umpire's desk
desk-what = What is to be judged
desk-says = For a game on a real table: say how things stand, roll your own dice or let us roll them, and read the ruling with every modifier and the rule behind it. The exact odds are shown beside it.
desk-unknown = There is nothing called “{ $name }” to be judged here.
desk-only-dice = There is nothing to fill in: only the dice decide.
desk-example = Start from the example
desk-copy = Copy the link to this
desk-ruling = The ruling
dice-entered = Enter dice rolled by hand
dice-given = Rolled:
dice-clear = Clear
dice-needed =
    { $count ->
        [one] One die needed: tap what you rolled, or let us roll it.
       *[other] { $count } dice needed: tap what you rolled, or let us roll them.
    }
dice-more =
    { $count ->
        [one] One more needed: tap what you rolled, or let us roll it.
       *[other] { $count } more needed: tap what you rolled, or let us roll them.
    }
die-enter = Enter a { $shows }
die-remove = Remove the { $shows }
roll = Roll
roll-dice = Roll the dice
roll-again = Roll again
odds = The odds
chance-exact = Exactly { $exact }
odds-caption = Exact odds of every result
odds-result = Result
odds-chance = Chance
odds-change = Change
odds-so-far = So far
odds-so-far-means = The chance of this result or one above it
odds-fell = This is the result
odds-ways = { $weight } in { $ways }
odds-exact = Exact: out of { $ways }.
odds-no-dice = No dice are needed.
odds-keep = Keep to compare
odds-stop = Stop comparing
field-given = Given
field-more = More
field-set = { $count } set
field-needed = This must be given.
field-less = { $label }: less
field-greater = { $label }: more
field-item = { $label } { $number }
field-remove = Remove { $label } { $number }
field-add = Add { $label }
field-raw = { $label }, in the program's own notation

## The rule books

rules-clauses = Rules
rules-tables = Tables
rules-terms = Terms
rules-readings = Interpretations
rules-search = Search this book
rules-search-all = Search all books
rules-found-in =
    { $count ->
        [one] { $book }: one rule
       *[other] { $book }: { $count } rules
    }
rules-search-hint = Search: a rule, a word, in English or the book's own language
rules-parts = Parts of the book
rules-kinds = Kinds of rule
rules-order = Order
rules-by-chapter = by chapter
rules-by-topic = by topic
rules-found =
    { $count ->
        [one] One found
       *[other] { $count } found
    }
rules-none = No rule has all of these words.
rules-none-of-kind = No rule of these kinds has all of these words.
rules-none-kinds = There is no rule of these kinds.
rules-no-table = No table has all of these words.
rules-no-term = No term has all of these words.
rules-no-reading = No interpretation has all of these words.
rules-contents = Contents
rules-readings-say = Where the book is silent or contradicts itself, this is how it is played. A scenario may choose otherwise.
table = Table { $id }
table-titled = Table: { $title }
clause = Rule { $id }
clause-titled = { $id } { $title }
clause-link = Link to this rule
clause-read-so = How we read it
clause-questions =
    { $count ->
        [one] (one question)
       *[other] ({ $count } questions)
    }
clause-see = See
clause-seen-from = Mentioned in
chapter-dba = Ordinary DBA
kind-engine = in play
kind-engine-says = Enforced while a battle is played.
kind-table = from a table
kind-table-says = Its numbers come from a table of the book.
kind-setup = setting up
kind-setup-says = Enforced when a battle is set up.
kind-umpire = umpire
kind-umpire-says = The umpire decides; without one a stated default applies.
kind-physical = figures
kind-physical-says = About figures, bases and tools on a real table.
kind-advice = advice
kind-advice-says = Background and advice.
reading-number = <b>{ $played }</b> { $unit } is played; from { $least } to { $most } is possible.
reading-played = played
reading-in-scenario = In a scenario file:
