## The close-combat phase: the active player picks the order, each pair fights once (turn.1, dba.17)

not-close-combat-still = { $element } and { $against } are not in a close combat still to be fought this turn

## The battle as a state machine: what it waits for, and what comes of an answer

battle-over = the battle is over
nothing-asked-side-now = nothing is asked of side { $side } now
battle-waits-another-answer = the battle waits for another answer: “{ $awaits }”

## The set-up, as far as the scenario leaves it to the players: attacker, terrain, base edges, camps, the secret ranking, deployment

no-deployment-asked = no deployment is asked
deploy-whole-command-largest = deploy one whole command, the largest first, beginning with one of its elements

## The shooting phase: the passive player calls the targets, owners name the shooters (turn.1, dba.28)

nobody-shoot-now = nobody can shoot at { $target } now
no-target-called = no target is called
no-legal-shot = { $main } has no shot at { $target }: { $why }
most-two-further-elements = at most two further elements support a shooter
camp-shoots-without-supporters = a camp shoots without supporters
cannot-support = only who could shoot at it alone supports a shooter; { $own }
no-shot-of-this-side = { $main } and { $target } are of one side
named-twice-each-shoots = { $side } is named twice; each shoots once

## The turn: points, phases, and what is settled at its end (turn.1, dba.35)

more-than-half-elements = more than half of the elements lost
two-commands-demoralised = two commands demoralised
both-armies-broken-same = both armies broken in the same turn
turn-limit-reached = turn limit reached

## The umpire's chair: the question whether there is a fortress (camp.7), and what an umpire rules and puts right where the

fortress-not-available = a fortress is not available
defender-fortress-sets-up = the defender has a fortress and sets up no camp
may-defender-set-up-fortress = May the defender set up a fortress? He then needs no camp. The book has no rules for one: what it does you rule, and you even out the forces.
what-book-does-not-mention = what the book does not mention is settled by the dba clauses
armies-still-setting-up = the armies are still setting up; there is nothing on the table to correct
correction-1-changes = a correction has from 1 to { $most_changes } changes
not-lost-can-placed-removed = { $id } is not lost; it can be placed or removed
not-table-who-lost-can = { $id } is not on the table; who is lost can be restored
would-stand-no-two-bases = { $id } would stand on { $o }; no two bases have the same ground
would-stand-camp = { $id } would stand in a camp
place-no-place = the place of { $id } is no place
would-not-stand-wholly-table = { $id } would not stand wholly on the table
would-stand-waterway = { $id } would stand in the waterway

## The battle as every book's battles are seen from outside

rule-what-book-does = Rule on what the book does not settle, or put right what stands wrong. Nobody waits for it.
stands-change-what-wrong = As it stands; change what is wrong.

## The field: everything on the table that both players see. Rules read it and results change it; secrets are elsewhere

no-element-write-sides-letter = “{ $s }” is no element: write the side's letter and a number, such as A7

## Battles put away

other-armies-than-scenarios = these are other armies than the scenario's
no-clause-of-that-name = the book has no clause “{ $clause }” any more
