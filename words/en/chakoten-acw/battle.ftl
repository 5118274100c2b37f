## The battle: orders from both sides in secret, then the turn for both at once, until the scenario is decided

nothing-awaited-side-now = nothing is awaited from side { $side } now
orders-turn-awaited-answer = orders for the turn are awaited
choices-awaited-answer-choices = choices are awaited
moves-generals-orderlies-awaited = moves of generals and orderlies are awaited
orders-under-instruction-taken = orders under an instruction are taken to agree with it
nothing-called-asked-you = nothing called “{ $key }” is asked of you
not-one-of-choices = “{ $key }”: that is not one of the choices

## The umpire reads the orders before the turn runs: those of a brigade under an instruction must agree with it (03.02.1)

these-orders-agree-instructions = Do these orders agree with the instructions laid on their brigades? Strike those that do not, then let the turn run.
not-agree-instruction = it does not agree with the instruction

order-refused = { $code }: { $reason }
slip-refused = { $code }: { $why }

## What is told of works and equipment

work-of-kind = { $name }, { $kind }
a-barricade = a barricade
a-light-fortification = a light field fortification
a-full-fortification = a full field fortification
an-abatis = an abatis
chevaux-de-frise = chevaux de frise
a-ditch = a ditch
a-bank = a bank
a-fence = a fence
a-wall = a wall
an-object = an object
clearing = clearing
an-attack-is-announced = an attack is announced
a-retreat-is-declared = a retreat is declared
a-unit-is-to-fire = a unit is to fire
guns-without-limbers-left = { $left } guns without limbers are left behind
guns-left-behind = the guns are left behind
gear-horses-killed = { $count } horse figures killed
gear-guns-damaged = { $count } guns damaged
gear-guns-destroyed = { $count } guns destroyed
gear-limbers-damaged = { $count } limbers damaged
gear-limbers-destroyed = { $count } limbers destroyed
the-wagon-is-destroyed = the wagon is destroyed
gear-wagon-horses-killed = { $count } of its horses killed
one-of-its-guns-bursts = one of its guns bursts
the-turn-found-no-end = the turn found no end: everybody stands

## How the armies stand

army-left = { $name }: { $now } of { $original } figures in { $units } units; { $gone } units gone; { $guns } guns taken
victory-of = Victory of the side { $side }: { $why }
victory-of-nobody = Nobody has won: { $why }

## The umpire

a-penalty = A penalty.
strike-the-order = Strike the order of { $unit }: { $order }. { $command } is told: { $instruction }
readings-settle = what the book leaves open is settled by the stated readings
no-penalties = no penalties are laid on
no-other-fieldworks = no fieldworks are made but those of section 10
has-figures = has { $figures } figures
is-in = is in { $state }

## The umpire's chair: what an umpire rules, the penalties he lays on, what he puts right on the table, and the fieldworks

correction-1-changes = a correction has from 1 to { $most_changes } changes
turn-running-what-stands-table = the turn is running; what stands on the table is put right between two turns
there-no-unit-table = there is no unit “{ $short }” on the table
unit-halted-1-turns = a unit is halted for 1 to { $longest_halt } turns
is-halted-for-turns = is halted for { $turns } turns
valour-lowered-1-more-most = valour is lowered by 1 or more, to { $least_valour } at most
valour-now = has valour { $v } from now on
place-no-place = the place of { $unit } is no place
can-1-figures-prisoners-those = { $unit } can have from 1 to { $most } figures: prisoners and those who fled do not come back
fieldwork-lies-table-one-place = a fieldwork lies on the table from one place to another, at most { $longest_work } cm off
name-fieldwork = the name of the fieldwork
fieldwork-short-name-own = a fieldwork has a short name of its own
fieldwork-made = { $name } is made, obstacle { $obstacle }, cover { $cover }
would-not-stand-wholly-table = { $code } would not stand wholly on the table
cannot-stand = { $code } cannot stand there
would-stand-no-two-bases = { $code } would stand on { $other_code }; no two bases have the same ground

## The battle as every book's battles are seen from outside, each seat with what it may know (play.view)

write-orders-your-units = Write orders for your units. One without an order stands.
decide-once-what-you-leave = Decide at once; what you leave out takes its default.
generals-orderlies-may-go-now = Generals and orderlies may go now, each once a turn.
rule-what-book-does = Rule on what the book does not settle, lay on a penalty, agree a fieldwork, or put right what stands wrong. Nobody waits for it.

## The umpire reads the orders before the turn runs: those of a brigade under an instruction must agree with it (03.02.1)

all-left-agrees-turn-runs = All that is left agrees: the turn runs.

## *Krigsspil fra den amerikanske borgerkrig* (Chakoten): simultaneous turns by written orders

about-the-book = Chakoten's American Civil War: written orders, simultaneous turns, guessed ranges, shock rolls.

## Battles put away

other-armies-than-scenarios = these are other armies than the scenario's
not-over-by-these-rules = by the rules of this program the battle is not over
