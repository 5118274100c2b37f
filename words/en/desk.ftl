# A battle at a table, whatever its book.

## Battle files

file-unreadable = this is not a battle file: { $why }
file-of-another-format = this is a battle file of another format, `{ $format }`; this program reads `{ $known }`
file-of-unknown-book = this program does not have the book `{ $book }`
file-scenario-unlawful = its scenario is not lawful
file-answer-refused = answer { $place } of the file is refused: { $refusal }
file-of-other-version = it was begun under version { $version } of the book, and this program plays version { $plays }, by which it comes out otherwise
reading-was-another = it was begun with the reading `{ $id }` = `{ $was }`, and this program plays it by `{ $is }`
reading-is-no-more = it was begun with the reading `{ $id }` = `{ $was }`, which this program does not know
its-scenario = its scenario: { $report }
other-seed-hash = the seed's hash is { $is }, but the file committed to { $claimed }
other-number-of-events = the answers lead to { $is } events, but the file claims { $claimed }
other-digest = the battle came out otherwise than the file claims: its events have another digest

book-saves-no-battles = this book puts no battles away

## What chance decides

give-your-part = Give your part of the seed: anything that nobody can foresee
no-such-part = a part of the seed is a line of 1 to { $most } characters
parts-are-waited-for = the battle begins when every seat has given its part of the seed
roll-a-die = Roll a { $die } for { $what }: { $who }
die-is-waited-for = a die must be rolled first
no-such-face = a { $die } does not show { $given }
chance-goes-before = nothing can be drawn now: the dice go before

## Taking back

the-umpire = the umpire
side-asks-back = { $side } asks to take back its last decision
side-lets-it-stand = { $side } lets its last decision stand after all
not-taken-back = The last decision of { $side } stands: { $by } does not let it be taken back
# $dice is one of the two sentences below.
taken-back = { $side } takes back its last decision, by leave of { $by }. { $dice }
no-die-had-fallen = No die had fallen since.
dice-had-fallen =
    { $dice ->
        [one] One die had fallen since and could be seen: the second thought knows it.
       *[other] { $dice } dice had fallen since and could be seen: the second thought knows them.
    }
may-it-take-back = { $side } asks to take back its last decision, with all that came of it. { $dice } Do you agree?
you-ask-back = You have asked to take back your last decision. { $by } decides.
agree = Agree
refuse = Refuse
let-it-stand = Let it stand after all
taking-back-is-asked = somebody asks already to take a decision back
taking-back-goes-before = first it must be decided whether the last decision is taken back
nothing-to-take-back = there is no decision of this side that could be taken back
was-not-taken-back = that was asked for once, and the decision stands
nobody-asks-back = nobody asks to take a decision back
others-agree = whether you may take your decision back, others decide
only-sides-do-this = only the two sides resign or take decisions back

## Orders drawn by hand

no-such-draft = this draft is not one that was handed out
no-such-stroke = nothing is done by such a stroke here
no-such-piece = no such piece stands on the table
no-such-control = there is no such control here, or it cannot be set so
not-by-hand = this is not drawn by hand
put-elsewhere = { $piece } is put elsewhere
the-reason = the reason
draft-too-long = the draft is longer than any correction
correction-of-pieces = a correction is of pieces on the table
reason-in-words = the reason is given in words
reason-missing = the reason: everybody is to read it
ruling-or-reason = Ruling or reason
ruling-hint = everybody reads it; without a change it is a ruling

## Choices within a turn

choices-not-asked = these are no choices of what is asked
question-answered = { $question } { $answer }
as-it-stands = As it stands: { $defaults }

## What a book need not have

nothing-to-decide = no question waits for the umpire
not-put-right = this book has nothing that an umpire puts right

## How a ruling is explained

ruling-modifier = { $side }: { $value } { $what } [{ $clause }]
ruling-dice = dice: { $dice }
ruling-step = { $says } ({ $clause })
ruling-total = { $name }: { $value }

## The umpire's chair

answer-may-be-amended = It is sent; until the other side has sent its own it may be changed. { $question }
play-on = Play on.
the-ruling = the ruling
no-such-course = `{ $given }` is no course here; choose of: { $all }
is-missing = { $what } is missing: everybody is to read it
is-too-long = { $what } is longer than { $most } characters
cannot-be-printed = { $what } has characters in it that cannot be printed
no-such-clause = the book has no clause `{ $given }`
no-such-commander = `{ $given }` is no commander: { $all }

## The game of every book, written once over its [`Rules`]

nobody-sits-umpires-chair = nobody sits in the umpire's chair of this battle; the stated defaults apply
side-resigned = { $side } resigned
battle-over = the battle is over
no-question-waits-umpire = no question waits for the umpire; he may rule or correct
saved-cannot-be-read = what was put away cannot be read (its reader says “{ $says }”)
answer-cannot-read = the answer cannot be read: { $says }
more-pieces-than-there = more pieces than there are
number-no-place-no = a number that is no place and no angle on this table
only-two-sides-answer = only the two sides answer in this battle, and an umpire if there is one; this seat watches
nothing-kind-asked-umpire = nothing of that kind is asked of the umpire
seat-watches-gives-no = this seat watches; it gives no orders
nothing-asked-side-now = nothing is asked of this side now
battle-waits-another-answer = the battle waits for another answer: “{ $asks }”

## Values of a ruling

yes = yes
no = no

# An order slip that cannot be read.

slip-wrong = at { $place }, “{ $word }”: { $expected }
slip-wrong-at-end = at the end: { $expected }
