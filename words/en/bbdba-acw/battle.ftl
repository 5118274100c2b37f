## The close-combat phase: the active player picks the order, each pair fights once (turn.1, dba.17)

not-close-combat-still = { $element } and { $against } are not in a close combat still to be fought this turn

## The battle as a state machine: what it waits for, and what comes of an answer

battle-over = the battle is over
nothing-asked-side-now = nothing is asked of side { $side } now
battle-waits-another-answer = the battle waits for another answer: { $awaits }

## The set-up, as far as the scenario leaves it to the players: attacker, terrain, base edges, camps, the secret ranking, deployment

no-deployment-asked = no deployment is asked
deploy-whole-command-largest = deploy one whole command, the largest first, beginning with one of its elements

## The shooting phase: the passive player calls the targets, owners name the shooters (turn.1, dba.28)

nobody-shoot-now = nobody can shoot at { $target } now
no-target-called = no target is called
no-legal-shot = { $main } has no legal shot at { $target }
most-two-further-elements = at most two further elements support a shooter
camp-shoots-without-supporters = a camp shoots without supporters
no-legal-shot-itself = { $side } has no legal shot at { $target } itself
named-twice-each-shoots = { $side } is named twice; each shoots once

## The turn: points, phases, and what is settled at its end (turn.1, dba.35)

more-than-half-elements = more than half of the elements lost
two-commands-demoralised = two commands demoralised
both-armies-broken-same = both armies broken in the same turn
turn-limit-reached = turn limit reached
