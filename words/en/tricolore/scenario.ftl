# Scenarios: what can be wrong with them, and what would be right.

a-scenario = a scenario
an-oval = an oval
a-side = a side
an-officer = an officer
a-train = a train
an-artillery-chief = an artillery chief
a-unit = a unit
a-task = a task

## In general

leave-it-out = leave it out
at-most = at most { $most }
at-least-metres = at least { $least } m
from-to = from { $least } to { $most }
right-date = a day such as date = "1809-07-05"
no-such-day = “{ $text }” is no day
right-table = [table] with width and depth in metres
rules-are-texts = special rules are written as a list of texts
right-rules = says = ["The ford cannot be used.", ...]
too-many-rules = so many special rules nobody reads
right-nation = nation = "france", or the nation whose tactics the army follows
right-own-edge = edge = "south": the edge behind the side
both-sides-same-edge = both sides have the same edge
give-each-side-edge-own = give each side an edge of its own
nobody-there = the side has no troops
right-somebody-there = give it at least one unit

## Ground

right-redoubt-side = side = "A" or "B": whose work it is
right-redoubt-cavalry = cavalry = true if cavalry may attack it, cavalry = false if it cannot
redoubt-room = the redoubt { $name } has no room for anybody
right-redoubt-room = guns = 4, infantry = 2: how many bases it holds
redoubt-narrow = the redoubt { $name } is too narrow for { $guns } bases of guns side by side

## Formations and officers

side-without-body = the side has no formation
right-body = [[side.body]] with a code, an officer and its units
regiment-in-large-action = { $code } is commanded by a regimental commander
right-regiment = small_action = true under [rules], or a brigade
morale-too-high-up = { $code } is too large for a formation morale
right-morale-level = give it to brigades, divisions or corps
army-without-corps = { $code } stands directly under { $army }, which is no corps
right-corps = put a corps between: an army consists of corps
army-of-nothing = there is no corps under { $army }
commands-over-brigades = { $code } cannot have its commander as command officer
right-commands = only a division without brigades can
right-officer = officer = {"{"} name = "...", ability = 6, radius = 400, points = 3, x = 0, y = 0, facing = 0 {"}"}
commander-of = Commander of { $body }
not-of-this-officer = { $code } has no { $key }
officer-with-and-at = an officer is with a unit or at a place
officer-with-nobody = no own unit “{ $code }” is on the table
right-officer-with = with = the code of an own unit that is there from the start
officer-nowhere = { $code } has no place
right-officer-place = x and y on the table, or with = the code of a unit
officer-off-table = { $code } does not stand on the table
which-commander-in-chief = it is not clear who is commander-in-chief
right-commander-in-chief = chief = true for one officer of the highest rank
right-train = train = {"{"} ability = 5, x = 0, y = 0, facing = 0 {"}"}
train-of-no-corps = { $code } has a train although it is part of a corps
right-train-of-no-corps = detached = true, or leave the train to the corps
train-chief-of = Train chief of { $body }
wagons-of = Train of { $body }
chief-of-no-corps = { $code } cannot have an artillery chief
right-chief-of-no-corps = corps and armies with a train have artillery chiefs
entry-of-nobody = only who arrives has an entry
arrives-no-command = { $code } is no command: only commands arrive
right-arrives = give the arrival to its brigades
comes-beside-table = it would come beside the table
right-arrival-place = at = a place along the edge
order-to-no-command = { $code } is no command and is given no order
right-route = route = [[x, y], ...]: the way of the march, its last point the objective
route-of-no-march = only a march has a route
route-off-table = the place { $x }, { $y } of the route is not on the table

## Units

right-arm = arm = "infantry", "skirmishers", "cavalry", "battery", "engineers" or "pontoons"
too-many-units = more units than anybody commands
right-weight = weight = "light", "medium" or "heavy"
irregulars-are-light = irregular cavalry is light
weight-of-no-cavalry = only cavalry is light, medium or heavy
of-artillery-only = only artillery has { $key }
cavalry-skirmish-value = cavalry has no skirmish value
right-value = quality = "line", or { $key } = a number from 1 to 9
gun-of-no-infantry = { $code } is no infantry and has no battalion gun
reserve-without-train = { $code } cannot be in an artillery reserve: there is no train
right-reserve = put it under a corps or an army that has a train
battery-of-nobody = { $code } stands directly under { $body }
right-battery = support artillery stands under a brigade or division, other batteries are in the reserve (reserve = true)
troops-of-nobody = { $code } stands directly under { $body }, which has no command officer
right-troops = put it under a brigade
stands-nowhere-yet = { $code } has no { $key } before it is on the table
no-such-town = there is no town zone “{ $name }”
right-town = town = the name of a [[ground.town]]
no-such-redoubt = the side has no redoubt “{ $name }”
right-redoubt = redoubt = the name of a [[ground.redoubt]] of this side
assembled-nowhere = only a unit in a town zone is assembled
right-melee = attacker and defender, enemies 50 m apart who are in no other melee
no-such-melee = there is no such continued melee

## Standing

cannot-stand-so = { $code } cannot stand in this formation
stands-where-it-cannot = { $code } cannot stand in { $name }
put-elsewhere = put it elsewhere
town-too-full = there is no room for { $code } in { $name }
right-town-room = { $capacity } bases of a side find room; one unit may stand partly outside
not-in-redoubt = { $code } does not stand inside { $name }
right-in-redoubt = put its front inside the work
redoubt-too-full = there are { $has } bases in the redoubt { $name }
out-of-radius = { $code } is not within the command radius of { $officer }
right-radius = within { $metres } m of him

## Organisation

march-not-in-column = { $code } is not in march column
right-march-column = a command on a march order has all its units in march column and its batteries limbered
manoeuvre-skirmishers = more than half of { $code } are skirmishers
right-manoeuvre-skirmishers = at most half of a command on a manoeuvre order are in skirmish chain
no-morale = no formation morale is assigned to { $code } or above it
morale-twice = { $code } has a formation morale from { $one } and from { $other }
right-morale = morale = 2 to 9 at one level: brigade, division or corps
too-many-guns = { $code } has { $guns } bases of support artillery

## What a scenario holds

day-and-place = { $day } { $time }, { $place }
side-holds = { $side }: { $name }, { $battalions } battalions, { $regiments } regiments of horse, { $batteries } batteries with { $guns } guns; { $bases } bases
table-and-rounds = a table of { $width } by { $depth } m, { $rounds } rounds

## Battles by the dice

generated-title = { $one } and { $other } near { $village } ({ $kind }, { $seed })
generated-briefing = Two advance guards meet on the road. Both are on manoeuvre orders: they go straight forward until somebody thinks better of
    it. The road in the middle, a piece of ground and the enemy's losses count.
generated-side-briefing = Drive the enemy from the road and hold it. You do not know how good he is.
choose-terrain = What the country is like
farmland = hedged fields, a vineyard or two, a village, mostly a brook
woodland = woods everywhere
hills = hills of one and two levels, woods between them
open-country = hardly anything to hide behind
choose-size = How large the forces are
size-division = a division a side on 3600 x 2600 m
size-corps = a corps of two divisions a side, with train and reserve, on 6600 x 2600 m
choose-south = Who stands in the south
choose-north = Who stands in the north
nation-france = French
nation-britain = British
nation-russia = Russians
nation-austria = Austrians
nation-prussia = Prussians
nation-spain = Spaniards
