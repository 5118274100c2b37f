# The battle around its turns.

## What is asked

write-orders = Write the orders of your units for the turn.
decide-now = Decide at once. What you leave out takes its default.
slip-refused = The slip of { $code } cannot be read: { $why }
order-refused = The order of { $code } is refused: { $reason }
too-many-messages = No side sends more than { $most } messages in a turn.
about-the-book = Chakoten's Napoleonic Wars: written orders, simultaneous turns, announced attacks, skirmish lines, works and sieges.

## How the armies stand

army-left = { $name }: { $now } of { $original } figures, { $units } units on the table, { $gone } gone, { $guns } guns taken
victory-of = Victory of { $side }: { $why }
victory-of-nobody = No victory: { $why }

## A battle that was put away

other-armies-than-scenarios = these are other armies than the scenario's
not-over-by-these-rules = by these rules the battle is not over

## The umpire's chair

umpire-rules-what = Rule what the book does not settle, or put right what stands wrong.
a-correction = a unit in order again
is-task-solved = Has { $side } solved this task? { $task }
task-solved = It is solved.
task-not-solved = It is not solved.
task-judged-so = { $task } { $said }
task-judged-because = { $task } { $said } { $because }
correction-changes = A correction has 1 to { $most } changes.
turn-is-running = The turn is running: what stands on the table is put right between turns.
no-such-unit-on-table = There is no unit “{ $short }” on the table.
not-driven-off = { $unit } was not driven off the table.
so-many-figures-at-most = { $unit } can have 1 to { $most } figures, prisoners apart.
forms-nothing-else = { $unit } cannot be formed otherwise as it stands.
valour-out-of-range = Valour is from { $least } to { $most }.
ammunition-at-most = Nobody carries more than { $most } turns of fire, and wagons fire not at all.
place-is-no-place = That is no place.
stands-off-table = { $unit } would not stand wholly on the table.
stands-upon-another = { $unit } would stand on the ground of { $other }.
order-struck = : its order is struck, { $why }
is-in-state = is in { $state }
has-figures = has { $figures } figures
is-in-order-of = is in { $formation }
has-valour = has valour { $valour }
has-ammunition = has ammunition for { $turns } turns of fire
batteries-may-split = batteries may be split into single models
batteries-may-not-split = batteries may not be split into single models

## What holds where nobody sits there

default-readings-settle = what the book leaves open is settled by its readings, and what both sides do at once by the dice
default-no-special-rules = there are no special rules but the scenario's
default-one-sector = the whole table is one sector
default-split-batteries = batteries are split only where the scenario says so
default-commanders-know = commanders know what they and units within command distance of them have seen, and what was written to them
default-no-shared-ammunition = no unit gets ammunition from another
default-driven-off-is-lost = whoever is driven off the table is lost
default-no-siege-rules = there are no rules of a siege but the book's
default-siege-supply = supplies are those that the scenario gives
default-ordinary-turns = a turn is an ordinary turn unless the scenario says otherwise
default-no-materials = materials that cannot be had by a roll are not to be had
default-radii = explosions reach as far as the book says
default-misfire = a mine that misfires is fired again after one turn, two for a gallery over 3 cm, without minus points
default-no-makeshift-pontoons = there are no makeshift pontoons
default-orders-by-signs = orders are given by the signs of the slip alone
default-lowest-valour = where a category has several valours the scenario's holds, or the lowest

# What the umpire is asked about a turn
asks-follows = { $unit } is out of command and has the order “{ $order }”. Does it follow the instruction “{ $instruction }”?
it-follows = the order follows the instruction
it-follows-not = the order does not follow the instruction
asks-mine-minus = How many points are taken off the die of { $object }, for soil, damp and the like?
mine-minus = { $points ->
    [0] nothing is taken off
    [one] one point is taken off
   *[other] { $points } points are taken off
  }
asks-radii = How far is the blast of { $object } felt?
radii-usual = as the book has it
radii-half = half as far
radii-twice = twice as far
asks-half-burnt = { $place } was put out late and is half destroyed. What does that mean?
half-burnt-as-it-is = it stays as it is: of a bridge that is as after a blast in part
half-burnt-gone = it is gone
half-burnt-whole = it can be used as before
umpire-says-because = { $said }: { $because }
asks-materials = { $unit } is ordered to “{ $order }”. Materials are neither near nor to be had by a roll: are they brought?
materials-none = there are none, and nothing is begun
materials-brought = they are brought, and the work begins
materials-brought-in = { $turns ->
    [one] they are brought in a turn, and the work begins then
   *[other] they are brought in { $turns } turns, and the work begins then
}
asks-ferry-delay = { $unit } is ordered over the water. Do current, wind or the like hold it up?
ferry-delay-none = nothing holds it up
ferry-delay-half = they hold it up for half a turn
ferry-delay-whole = they hold it up for a turn
