# Scenarios: what they hold, and what can be wrong with them.

## What a scenario holds

army-holds = { $side }  { $name }: { $elements } elements in { $commands ->
    [one] 1 command
   *[other] { $commands } commands
}
terrain-of-pieces = { $kind }, { $pieces } pieces of terrain
terrain-by-defender = terrain laid by the defender
table-and-terrain = { $width } x { $depth } p, { $terrain }
ready-to-fight = ready to fight
deployed-in-turn = deployed in turn
deployed-in-secret-how = deployed in secret

## Laying a lawful, varied battlefield, and writing a whole scenario down

generated-title = A battle by the dice: { $kind }, number { $number }
generated-briefing =
    Two armies have found each other in { $kind } country. Each side must break the other's commands or take its camp before
    its own line gives way.
choose-terrain = Terrain type
farmland = fields and roads
woodland = mostly woods
mountains = steep and rocky
steppe = open country
desert = dunes and an oasis
tropics = jungle and marsh
coast = at the sea
choose-board = The table and the size of the armies
board-ordinary = 60 x 60 cm, 12 elements a side
board-several-commands = 120 x 60 cm, 36 elements a side in three commands
board-large = 120 x 80 cm, 36 elements a side in three commands
choose-deployment = Drawn up and ready to fight, or deployed in play

## What the tables of a file are called

a-camp = a camp
a-command = a command
a-commander = a commander
a-scenario = a scenario
an-army = an army
an-element = an element

## What is wrong with a scenario, and what would be right

so-many-elements = { $total } elements
for-groups = { $may } for { $n } groups of { $group }
exactly-so-many = exactly { $count }
from-to = { $least } to { $most }
from-to-of = { $least } to { $most } of { $all }
from-to-p = { $least } to { $most } p
so-many-in-list = { $have } { $what } in the list { $list }
elements-in-commands = { $total } elements in { $commands ->
    [one] 1 command
   *[other] { $commands } commands
}
elements-in-a-command = { $n } elements in a command
at-least = at least { $least }
right-command = write [[army.command]] with its elements
dismounted-troop = dismounted { $troop }
army-list = army list
army-needs-list = an army needs `list`
right-element = "rifles", "rifles*4" or {"{"} troop = "rifles", x = 600, y = 500, facing = 0 {"}"}
command-by-number = Command { $number }
kind-of-troops = kind of troops
a-side-margin = a side margin of { $n } p
key-of-board = `{ $key }` of a board of the book
right-board = board = "several-commands" or "large"
placed-but-commander = { $name } is placed, but not its commander
placed-but-elements = { $name } is placed, but not { $count } of its elements
none = none
commander-is-missing = { $id } is missing: a command is deployed with every commander of it
element-is-missing = { $id } is missing: a command is deployed with every element of it
so-far-apart = { $first } and { $second } are { $p } p apart
sectors-three-by-two = at most { $most }; the table has three by two sectors
sectors-two-by-two = at most { $most }; the table has two by two sectors
# Used as the subject of what follows: the river runs, the road leaves.
the-river = river
the-road = road
the-waterway = waterway
# What kind of country a battlefield is, at the head of a line.
country = Country
country-farmland = Farmland
country-woodland = Woodland
country-mountains = Mountains
country-steppe = Steppe
country-desert = Desert
country-tropics = Tropics
country-coast = Coast
runs-through-sectors = the { $what } runs through { $n } terrain sectors
line-needs-points = a { $what } needs at least two points and a width that are sensible numbers
line-leaves-table = the { $what } leaves the table
line-points-coincide = two points of the { $what } coincide
wrong-and-right = { $wrong } ({ $right })
feature-at = the { $kind } at { $x }, { $y }
feature-named = { $name } ({ $kind })
a-gentle-hill = gentle hills
a-steep-hill = steep hills
a-wood = wood
a-marsh = marsh
a-rough-ground = rough ground
some-dunes = dunes
an-oasis = oasis
some-fields = fields
a-settlement = settlement
terrain-cannot-be-read = the terrain cannot be read: { $why }

## Armies, commands and elements: as the file has them, against their lists, and on the field

too-many-elements = too many elements
most-side = at most { $most } a side
this-is-no-element = this is no element
only-cavalry-deployed-dismounted = only cavalry is deployed dismounted
dismounted-cavalry-without-place = dismounted cavalry without a place
whoever-deploys-decides-give-x = whoever deploys it decides; give it x, y and facing or leave `dismounted` out
one-waive-house-free-lists = one of { $all }; or waive it: [house] free_lists = true
command-without-elements = a command without elements

## The table the battle is fought on (bigbattle.1, bigbattle.3, dba.39)

deployment-area-p-deep = a deployment area { $n } p deep
right-deployment-area = 80 to { $d } p, half the table
write-custom-true-table-your = write custom = true for a table of your own size
several-commands-ordinary-board = several commands on the ordinary board
one-command-side-board-several = one command a side on a board for several

## Can everybody stand where the scenario puts him: edges, camps and troops, by the rules of deployment

both-armies-same-base-edge = both armies have the same base edge
base-edges-opposite = the base edges are opposite
place-given-but-players-deploy = a place is given, but the players deploy
write-deployment-placed-leave-x = write deployment = "placed", or leave x, y and facing out
camp-placed-before-terrain-base = a camp is placed before terrain and base edges are known
fix-terrain-edge-leave-camp = fix the terrain and `edge`, or leave `camp` out
there-no-room-camp-base = there is no room for a camp on this base edge
place-camp-waive-house = place it with camp = {"{"} x, width, depth {"}"}, or waive it: [house] no_camps = true
give-every-element-commander-x = give every element and the commander x, y and facing, or none of them: then the program draws the command up
there-no-room-draw-command = there is no room to draw this command up beside the others
place-elements-place-other-commands = place its elements, or place the other commands more closely

## Setting up by the book: attacker, camps, deployment, ranking of commands (setup.1 to setup.8, camp.3, bigbattle.3,

camp-needs-place-width-depth = a camp needs a place, a width and a depth that are sensible numbers
camps-length-plus-width-p = the camp's length plus width is { $depth } p; at most { $most } p
side-camp-p-least-p = a side of the camp is { $width } p; at least { $least } p
camp-leaves-own-half-table = the camp leaves its own half of the table
camp-leaves-table = the camp leaves the table
camp-p-side-edge-least = the camp is { $width } p from a side edge; at least { $m } p
camp-stands-keeps-clear-area = the camp stands in { $feature_name }; it keeps clear of area features other than fields
camp-stands-river-bed = the camp stands in a river bed
camp-stands-waterway = the camp stands in the waterway
camp-overlaps-element = the camp overlaps an element
not-one-your-elements = { $element } is not one of your elements
there-no-such-command = there is no such command
may-not-deployed-now = { $name } may not be deployed now; { $others } may
is-not-one-of-your = { $id } is not one of your elements
belongs-another-command = { $id } belongs to another command
already-deployed = { $id } is already deployed
placed-twice = { $id } is placed twice
no-sensible-place = { $id } has no sensible place
is-only-cavalry-is-deployed = { $id } is { $troop }; only cavalry is deployed dismounted
reaches-over-table-edge = { $id } reaches over the table edge
reaches-y-deployment-area = { $id } reaches from y { $y } to { $other_y }; the deployment area is from { $lo } to { $hi }
p-side-edge-least-p = { $id } is { $x } p from a side edge; at least { $m } p
stands-waterway = { $id } stands in the waterway
stands-river-bed = { $id } stands in a river bed
stands-camp = { $id } stands in a camp
intermingled-their-outlines-overlap = { $name } and { $other_name } are intermingled: their outlines overlap
command-allied-own-die-takes = command { $c } is allied: it has its own die and takes no part in the ranking
ranking-names-each-commands-once = the ranking names each of the commands { $all } once, from the highest die to the lowest

## Army lists (army.1 to army.5) and raising an army that satisfies one

army-group-exactly-elements-side = an army group has exactly { $group } elements, a side { $group } or a multiple of it; commanders are additional
elements-beyond-fixed-ones-muskets = { $more_j } elements beyond the fixed ones that are muskets or Jaeger in the list { $name }
further-muskets-jaeger-list = { $more_m } further muskets and { $more_j } Jaeger in the list { $name }
within-group-they-alike = within a group of { $group } they are alike
army-elements-one-command = an army of { $group } elements is one command
more-than-elements-divided-into = more than { $group } elements are divided into { $commands } commands
lists-share-no-year = the lists { $name } and { $other_name } share no year
both-sides-belong-same-period = both sides belong to the same period
list = the list { $name } in { $year }
serves = it serves from { $years } to { $other_years }
later-list-army-serves-year = a later list of this army serves that year

## Scenarios: what a person writes, read and checked by the book, and the field it musters; laying terrain, army lists

terrain-fixed-but-none-written = the terrain is fixed, but none is written
write-terrain-pieces-terrain-defender = write [terrain] with its pieces, or terrain = "defender", or waive it: [house] free_terrain = true
defender-lays-terrain-but-pieces = the defender lays the terrain, but pieces are written
take-pieces-out-write-terrain = take the pieces out or write terrain = "fixed"
armies-placed-terrain-defender-yet = the armies are placed on terrain that the defender has yet to lay
write-terrain-down-deployment-alternating = write the terrain down, or deployment = "alternating"

## Area features: their size and shape, and how far apart they lie

p-long-p-wide = { $called } is { $length } p long and { $width } p wide
length-longer-side-turn-bearing = the length is the longer side; turn it with `bearing`
only-p-wide = { $called } is only { $length } p wide
nowhere-narrower-than-p = nowhere narrower than { $area_least } p
length-plus-width-p = length plus width of { $called } is { $width } p
most-p = at most { $area_sum } p
p-long-only-p-wide = { $called } is { $length } p long and only { $width } p wide
most-times-long-wide = at most { $times } times as long as wide
rectangular = { $called } is rectangular
only-settlement-may-write-shape = only a settlement may be; write shape = "oval"
reaches-into-centre = { $called } reaches into the centre
settlements-lie-flank-sectors-x = settlements lie in the flank sectors: x up to { $flank } or from { $other_flank }
least-p = at least { $least } p
p-waterway = { $called } is { $g } p from the waterway
lies-beach = { $called } lies on the beach
beach-p-water-good-going = the beach, { $beach } p from the water, is good going
lies-river-bed = { $called } lies in a river bed
river-passes-between-area-features = a river passes between area features

## Which features a battlefield has, and how many

more-than-kind = more than { $most } of the kind { $name }
most = at most { $most }
kind-has-no = { $kind } has no { $name }
it-has = it has { $all }
pieces-terrain = { $may } pieces of terrain, of which { $both } are { $all }
pieces-present-feature-possible-ones = { $present }-{ $other_present } pieces of the present feature ({ $all }) and { $possible }-{ $other_possible } of the possible ones ({ $other_all }), { $whole }-{ $other_whole } in all
pieces-present-feature = { $must } pieces of the present feature of { $kind }: { $all }
possible-features = { $may } possible features of { $kind }

## Rivers and roads: from where to where they run, and how

river-does-not-run = the river does not run from one table edge to the opposite one
first-last-point-lie-opposite = its first and last point lie on opposite table edges
river-p-wide = the river is { $width } p wide
at-most-p = at most { $river_width } p
river-p-long = the river is { $len } p long
most-p-times-tables-length = at most { $most } p, { $river_length } times the table's length
river-bed-p-table-edge = at { $x }, { $y } the river bed is { $g } p from a table edge
least-p-except-where-flows = at least { $river_to_edge } p, except where it flows in and out
two-rivers-do-not-join = two rivers that do not join
smaller-ends-bed-larger-waterway = the smaller ends in the bed of the larger or in the waterway
road-does-not-connect-two = the road does not connect two opposite table edges
road-p-wide = the road is { $width } p wide
narrower-than-p = narrower than { $road_width } p
road-bends = the road has { $len } bends
few-possible-most = as few as possible, at most { $bends }
road-runs-through-waterway = the road runs through the waterway
roads-cross-everything-except-waterway = roads cross everything except a waterway
no-road-touches = no road touches { $called }
where-there-road-settlement-road = where there are a road and a settlement, a road runs past or through it

## Laying the battlefield: what a scenario or the defender writes, and whether the book allows it (terrain.3 to

pieces-of-terrain = { $pieces } pieces of terrain
at-most = at most { $many }
area-feature-needs-x-y = an area feature needs x, y, length, width and bearing that are sensible numbers
sizes-above-0-places-table = sizes above 0, places on the table, in paces
reaches-over-the-table-edge = { $called } reaches over the table edge
area-features-lie-wholly-table = area features lie wholly on the table, { $width } p wide and { $depth } p deep; touching its edge is allowed
points-600-0-700-2400 = points = [[600, 0], [700, 2400]], width in paces
points-0-0 = points from 0, 0 to { $width }, { $depth }
waterways-depth-no-sensible-number = the waterway's depth is no sensible number
battlefield = the battlefield is { $kind }
defenders-homeland = the defender's homeland is { $home }
waterway-p-deep = the waterway is { $depth } p deep
element-overlaps = { $id } overlaps { $other }
