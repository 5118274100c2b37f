# Scenarios: what they hold, and what can be wrong with them.

## What a scenario holds

side-holds = { $side }  { $name }: { $units } units, { $figures } figures
table-and-turns = { $width } x { $depth } cm, { $turns } turns

## Battles laid by the dice

generated-title = Two brigades near { $hamlet } ({ $kind }, { $seed })
generated-briefing = Two brigades a side meet on the road. Every brigade has a battery, either side some cavalry and an ammunition wagon,
    and neither knows what is behind the regiments it sees.
generated-side-briefing = Drive the enemy from the road and hold it. You do not know how strong he is.
choose-terrain = What the country is like; two brigades a side on 240 x 160 cm, drawn up
farmland = fields, fences, a few woods and a hamlet
woodland = woods everywhere, a clearing or two
mountains = hills of one and two steps, woods between them
steppe = open country
coast = a lake on one side, swamps, a causeway
after-sunrise = soon after sunrise
a-clear-morning = a clear morning
towards-noon = towards noon
in-the-afternoon = in the afternoon

## What the tables of a file are called

a-general = a general
a-scenario = a scenario
a-side = a side
a-task = a task
a-unit = a unit
an-oval = an oval

## What is wrong with a scenario, and what would be right

right-code = code = "1NY": a short name for the order sheet
general-of = General of { $command }
orderly-of = orderly of { $general }
staff-of-brigade = { $by_book }: a brigade's or artillery battalion's staff
staff-of-higher = { $by_book }: one for each division or brigade directly under it
so-many-orderlies = { $n } orderlies
or-free-staffs = { $right }; or [rules] free_staffs = true
right-arm = arm = "infantry", "cavalry", "battery" or "wagon"
from-to-mm = { $least } to { $most } mm
from-to-cm = { $least } to { $most } cm
right-battery-formation = "line" (unlimbered) or "march_column" (limbered)
right-inside = inside = "Church" or ["Church", "Inn"]
named-twice = "{ $code }" twice
figures-fit-into = { $figures } figures fit into { $buildings ->
    [one] one building
   *[other] { $buildings } buildings
}: 3 companies each
right-number-in-cm = a number, in cm
no-obstacle-of = no obstacle that { $kind } can have
no-cover-of = no cover that { $kind } can have
right-period = period = "July 1863, a hot afternoon"
right-briefing = briefing = """The situation, for both sides."""
right-turns = turns = 20: the book has no length of game
right-table = [table] with width and depth in cm
right-nation = nation = "union" or "confederate": it decides the size of squadrons (01.02)
right-own-edge = edge = "south": its own table edge, by which it flees

## The forces of a scenario (01.05.2): commands, staffs and units

side-without-command = a side without a command
side-command-units-scenario-states = {"["}[side.command]] with its units: the scenario states the chain of command
too-many-units = too many units
most-battle = at most { $most } in a battle
side-without-unit = a side without a unit
side-command-unit-each = {"["}[side.command.unit]] for each
side-no-unit = this side has no unit "{ $short }"
code-unit-same-side = `with` is the code of a unit of the same side
general-without-unit-place = a general without a unit or a place
a-valour-of = a valour of { $n }
so-2-regulars-elite-1-veterans = 2 (regulars, elite), 1 (veterans), 0 (some experience) or -1 (newly raised)
of-a = `{ $k }` of a { $what }
leave-out-none = leave it out: it has none
unit-needs-valour = a unit needs `valour`
valour-0-unit-command = valour = 0, of the unit or of its command
unit-needs-weapon = a unit needs `weapon`
weapon-rifled-musket-unit-command = weapon = "rifled_musket", of the unit or of its command
battery-guns = a battery of { $n } guns
so-4-6-real-guns = 4 or 6 real guns
both-size-figures = both `size` and `figures`
one-them = one of them
infantry-no-squadrons = infantry has no squadrons
company-battalion-regiment = company, battalion or regiment
battery = a battery in { $formation }
mounted-cavalry-thin-line = mounted cavalry in thin line
mounted-cavalry-no-thin-line-chain = mounted cavalry has no thin line; "chain", or mounted = false
front = a front of { $n }
so-5-6-only-mounted-attack = 5 or 6, and only for a mounted attack column
attack-column-figures = an attack column of { $figures } figures
least-3-ranks-figures-line = at least 3 ranks, { $front } figures; "line" or "march_column"
so-0-less-than-mm-mm = 0 to less than { $base } mm; { $base } mm and more is a chain
only-thin-line-chain-gaps = only thin line and chain have gaps
gap-mm = a gap of { $mm } mm in { $formation }
rounds = { $n } rounds of { $all }
gun-most = this gun has at most { $full }
reserve-arriving = a reserve arriving in { $formation }
garrison = `{ $k }` of a garrison
leave-out-stands-building = leave it out: it stands in the building
inside-names-buildings = `inside` names buildings
riders-building = riders in a building
name-each-building-once = name each building once
there-no-building = there is no building "{ $short }"
name-ground-building = the name of a [[ground.building]]

## Can everybody stand where the scenario puts him?

does-not-stand-table = "{ $code }" does not stand on the table
he-stands-behind-unit-leave = he stands behind his unit: leave 3 cm behind it
x-y-middle-front = x and y are the middle of his front
stands-where-nobody-can = "{ $code }" stands in "{ $name }", where nobody can be
put-elsewhere-bridge = put it elsewhere, or on a bridge
stands-where-it-cannot-march = "{ $code }" stands in "{ $name }", where it cannot march
put-elsewhere-road = put it elsewhere, or on a road
stands = "{ $code }" stands in "{ $name }" in { $formation }
only-march-column-chain-can = only march column and chain can be in a swamp or watercourse
stands-half = "{ $code }" stands half in "{ $name }"
clear-building-inside-name = clear of the building, or inside = "its name"
too-strong-buildings = "{ $code }" is too strong for its buildings
both-sides = both sides are in "{ $name }"
one-side-holds-building = one side holds a building
too-many = too many in "{ $name }"
so-3-companies-building = 3 companies a building

## The ground of a scenario: the book's kinds of it, and what the organiser fixes of table XXII

table-xxii-fixes-kind-other = table XXII fixes it at { $most }; kind = "other" has values of its own
table-xxii-kind-other-values = { $least } to { $most } by table XXII; kind = "other" has values of its own

## Scenarios: what the organiser writes (01.05), read and checked by the book, and the field it musters

both-sides-same-edge = both sides have the same edge
give-each-side-edge-own = give each side an edge of its own
material-cm-chevaux-de-frise = material for { $n } cm of chevaux de frise
