# Scenarios: what they hold, and what can be wrong with them.

## What a scenario holds

day-and-place = { $day }, { $time }, { $place }
side-holds = { $side }  { $name }: { $battalions ->
    [one] 1 battalion
   *[other] { $battalions } battalions
}, { $regiments ->
    [0] no horse
    [one] 1 regiment of horse
   *[other] { $regiments } regiments of horse
}, { $batteries ->
    [0] no guns
    [one] 1 battery with { $guns } guns
   *[other] { $batteries } batteries with { $guns } guns
}, { $figures } figures
table-and-turns = { $width } x { $depth } cm, { $turns } turns

## Battles laid by the dice

generated-title = { $one } and { $other } near { $village } ({ $kind }, { $seed })
generated-briefing = Two brigades a side meet on the road. Every brigade has a battery, either side some horse and an ammunition wagon, and
    neither knows what is behind the battalions it sees.
generated-side-briefing = Drive the enemy from the road and hold it. You do not know how strong he is.
choose-terrain = What the country is like; two brigades a side on 240 x 160 cm, drawn up
farmland = fields, hedges, a few plantations and a village
woodland = woods everywhere, a clearing or two
hills = hills of one and two steps, woods between them
open-country = hardly anything to hide behind
choose-south = Who stands in the south
choose-north = Who stands in the north
nation-bavaria = Bavarians
nation-denmark = Danes
nation-england = English
nation-france = French
nation-prussia = Prussians
nation-russia = Russians
nation-saxony = Saxons
nation-austria = Austrians

## What the tables of a file are called

a-commander = a commander
a-scenario = a scenario
a-side = a side
a-skirmish-line = a skirmish line
a-task = a task
a-unit = a unit
an-oval = an oval

## The head of the brief (01.01)

right-date = date = "1813-10-16": year, month and day
right-time = time = "07:30": the hour at which the first turn begins
right-place = place = "between two villages": where it is
right-turns = turns = 20: the turn by whose end the tasks must be solved
right-table = {"["}table] with width and depth in cm
no-such-day = "{ $text }" is no day
no-such-hour = "{ $text }" is no hour
no-such-sight = a sight of { $n } cm
from-to-cm = { $least } to { $most } cm
from-to = { $least } to { $most }
just-so-many = { $n }
at-most = at most { $most }
one-of = one of { $all }
leave-it-out = leave it out
rules-are-texts = special rules are texts
right-rules = says = ["Nobody may cross the lake."]
too-many-rules = too many special rules
no-such-step = a step of { $n } turns
right-step = { $least } to { $most } ordinary turns, half an hour to two hours
groups-are-rows = table { $table } of [groups] holds rows and letters
right-groups = VIII = {"{"} "Enemy does not return small-arms fire" = "G" {"}"}: a row of the table and the letter of its group
both-sides-same-edge = both sides have the same edge
give-each-side-edge-own = give each side an edge of its own
right-nation = nation = "france", "prussia", "russia", "austria", "england", "bavaria", "saxony", "denmark", "kgl", "poland" or "other"
right-own-edge = edge = "south": its own table edge
side-without-task = a side without a task
right-side-task = {"["}[side.task]]: the brief states the tasks of both sides
nobody-there = a side of which nobody is on the table when the battle begins
right-somebody-there = at least one unit that fights without `arrives`

## Ground

right-number-in-cm = a number, in cm
which-trees = trees of which kind?
right-trees = kind = "wood" (dense) or "plantation" (gardens, parks, light forest without undergrowth)
edge-of-no-trees = a marked edge of what is no wood or plantation
fence-of-no-garden = `{ $key }` of ground that is no kitchen garden
right-fence-of-no-garden = leave it out; other fences are a [[ground.line]]
narrow-water = a watercourse { $width } cm wide
right-narrow-water = from 0.5 cm; what is narrower is a [[ground.line]] with kind = "ditch"
water-without-path = a watercourse without path and width
right-water = path = [[0, 80], [240, 76]] and width = 3; still water is kind = "lake"
no-such-fence = no fence that a kitchen garden has
right-fence = obstacle { $from } to { $to }, cover none or { $cover }
fence-of = fence of { $garden }
town-without-building = "{ $name }" is a built-up area without a building
right-town = {"["}[ground.building]] inside it, or kind = "difficult"
no-such-strong = no grade of a strong building
right-strong = strong = "{ $from }" or "{ $to }": obstacle and cover alike
right-line-kind = kind = "wall": a row of table VI
table-vi-fixes = table VI has { $to }
table-vi-has = table VI has { $from } to { $to }

## Commands and staffs (08.01)

side-without-command = a side without a command
right-command = {"["}[side.command]] with its units: the brief states the command relations
too-many-units = too many units
side-without-unit = a side without a unit
right-side-unit = {"["}[side.command.unit]] for each
regiment-without-infantry = a regimental commander without infantry
right-regiment = level = "regiment" is for an especially large infantry regiment; "brigade"
commander-of = Commander of { $command }
courier-of = courier of { $commander }
engineer-of = engineer officer of { $commander }
artillerist-of = artillery officer of { $commander }
nco-of = pioneer NCO of { $commander }
so-many-couriers = { $n } couriers
right-couriers = { $n }: one for a brigade or regiment, two for a division, above that one for each subordinate; or [rules] free_staffs = true
too-few-officers = `{ $key }` = { $n }
right-officers = at least { $n }; or [rules] free_staffs = true
side-has-no-unit = this side has no unit "{ $code }"
right-with = `with` is the code of a unit of the same side
commander-nowhere = a commander without a unit or a place

## Units

right-code = code = "1/4": a short name for the order slip
right-arm = arm = "infantry", "cavalry", "battery" or "wagon"
right-no-kinds = arm = "infantry" and the rest spelled out: the book has no kinds of this nation
no-such-kind = { $nation } has no "{ $kind }"
kind-of-which-arm = "{ $kind }" is of more than one arm
of-a = `{ $key }` of a unit that is { $called }
a-valour-of = a valour of { $n }
right-valour = a whole number from { $least } to { $most } (table XXII)
right-valour-said = valour = 0, of the unit or of its command
unit-needs-valour = a unit without valour
not-listed-so = a valour of { $valour } for troops that are listed otherwise
right-listed-valour = table { $table } has { $all }
listed-at-no-time = neither table XXIII (autumn 1813) nor table XXIV (1815) is of this time
not-listed = "{ $text }" is not in the table of valour
right-listed = as table XXIII or XXIV names it, with the country before a colon where it is another: listed = "Baden: Line"
so-many-companies = { $n } companies or squadrons
right-companies = companies = 6: companies or squadrons
right-companies-of = companies = { $range }
so-many-figures = { $n } figures of "{ $kind }"
right-figures = figures = 30: its strength
right-figures-of = figures = { $range }
or-free-strengths = { $range }; or [rules] free_strengths = true
right-weight = weight = "heavy", "medium", "light" or "cossack"
not-its-weight = { $weight } horses
guard-cossacks = Guard Cossacks as irregular horse
right-guard-cossacks = weight = "light": they are regular light cavalry
right-weapon = weapon = "musket", "rifle", "carbine" or "none"
a-training-of = a training of { $n }
troops-are-words = `troops` is a list of words
right-troops = troops = ["guard", "light"]
no-such-troops = "{ $word }" says nothing of troops
no-such-share = "{ $text }" is no share that may skirmish
right-share = "none", "sixth", "companies 2", "figures 4", "half squadron", "three quarters", "whole" or "whole with soutien"
so-many-rifles = { $n } figures with rifles
not-at-this-time = no "{ $kind }" at this time
right-time-of = { $when }; or [rules] free_strengths = true
too-many-of = { $what }: { $count }
so-much-ammunition = ammunition for { $n } turns of fire in a battery
right-extra-ammunition = at most { $full }; more is carried in an ammunition wagon: arm = "wagon"

## Batteries and wagons

right-gun = gun = "6 pdr An XI": a gun of table XIV.guns
right-gun-of = gun = "Sweden: 6 pdr": country and gun of table XIV.guns
right-guns = guns = 8: real guns
no-such-gun-here = there is no "{ $gun }" in table XIV.guns for this nation
not-its-gun = a battery of this kind with { $gun }
battery-of = a battery of { $n } guns
not-its-harness = a battery of this kind drawn as { $harness }
heavy-wagon-of-light-guns = a heavy train wagon of guns that are no 12 pounders
battery-horses = { $n } horses
horses-not-said = a horse battery of { $guns } guns
right-horses = horses = 8: the book has 4, 6, 8 and 12 guns
right-park = arm = "wagon" with carries = "park" (charges) or carries = "pontoons" (pontoons)
not-on-this-wagon = `{ $key }` on a wagon that carries something else
right-pontoons = pontoons = 6
so-many-charges = { $n } powder charges
right-charges = 0 to 100, in quarters

## How units stand

reserve-arriving = a reserve arriving in { $formation }
guns-arriving-unlimbered = guns arriving unlimbered
files-of = a front of an own width in { $formation }
right-files = only an attack column or battalion mass has one
spacing-of = a spacing in { $formation }
of-a-garrison = `{ $key }` of a garrison
leave-out-stands-inside = leave it out: it stands in the building
there-is-no-building = there is no building "{ $name }"
right-inside = inside = the name of a [[ground.building]]
line-of = skirmishers of { $unit }
line-of-such-a-unit = "{ $code }" cannot have a line out as it stands
nothing-left-behind-line = nothing of "{ $code }" is left behind its line
right-nothing-left = fewer figures; or formation = "skirmish" for the whole unit
cannot-stand-so = "{ $code }" cannot stand in { $formation } with { $figures } figures
right-line-figures = 3 to { $most } figures, each with at most 10 cm of front
right-no-line = leave the line out: too few of this unit may skirmish to make one
right-spacing = at least 3 figures, each with at most 10 cm of front
right-attack-column = a front of 3 to 10 figures and at least 4 ranks
right-cossacks = "attack_column", "march_column" or "single_file"
right-battery-formation = "line", or "march_column" when limbered
right-formations = one of { $may }
comes-beside-table = "{ $code }" does not come on the table
right-arrival-place = `at` leaves room for the front of its column on both sides
he-stands-behind-unit = he stands behind his unit: leave room for him
x-y-middle-front = x and y are the middle of his front
does-not-stand-on-table = "{ $code }" does not stand on the table
stands-where-nobody-can = "{ $code }" stands in "{ $name }", where nobody can be
put-elsewhere = put it elsewhere
stands-in-swamp = "{ $code }" stands in the swamp "{ $name }"
right-in-swamp = in march column along a road, or a path but with wheels
stands-in-water = "{ $code }" stands in the water of "{ $name }"
right-in-water = put it on a bank, or in march column on a bridge or in a ford
stands-in-trees = "{ $code }" stands in "{ $name }", where it cannot be
right-in-trees = infantry in the edge in up to 2 ranks, a column on a road; in plantations columns and skirmishers anywhere, but no wheels
stands-half-in = "{ $code }" stands half in "{ $name }"
right-half-in = clear of the building, or inside = its name
both-sides-in = both sides are in "{ $name }"
one-side-holds-building = one side holds a building
too-many-in = { $figures } figures in "{ $name }"
right-too-many-in = it holds { $most }; `holds` of the building says how many

## Tasks

no-such-percent = { $n } percent
not-of-this-task = `{ $key }` of a task that has none
right-judged = says = "The convoy has passed.": what the umpire is to judge
only-ground-for-turns = `turns` of a task that is no ground to hold
right-only-ground-for-turns = task = "hold"; `turn` or `by` say when a task is looked at

# Ferries and boats
right-craft-kind = kind = "ferry" or "boat"
right-craft-name = a name of its own, such as "Ferry 1"
right-craft-at = a place at the water
craft-name-taken = “{ $name }” is no name of its own
craft-not-at-water = “{ $name }” lies at no water
