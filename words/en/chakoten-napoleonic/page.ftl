# What a page shows: pieces, ground, orders drawn by hand.

## The table

cm = cm
ground-scale = 1000 m
yes = yes
so-many-of = { $now } of { $of }
so-many-guns = { $guns ->
    [one] 1 gun
   *[other] { $guns } guns
}
so-many-men = { $men } men
figures-counted = { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
}
so-many-messages = { $messages ->
    [one] 1 message
   *[other] { $messages } messages
}
so-many-units = { $units } units
turns-of-fire = { $turns } turns of fire
men-towards-next-figure = { $carried } of 20 towards the next figure
enemy-named = { $id }, enemy { $arm }
enemy-of-arm = enemy { $arm }
guns-of = guns of { $unit }
guns-without-gunners = guns without gunners
guns-left = left by their gunners
guns-are-obstacle = unmanned: obstacle I
guns-left-of = { $now } of { $of } guns, { $gun }
post-commander = commander
post-courier = courier
post-engineer = engineer officer
post-artillery-officer = artillery officer
post-pioneer-nco = pioneer NCO
instruction-of-turn = “{ $says }” (turn { $turn })

## Facts

fact-turn = Turn
fact-hour = Hour
fact-wind = Wind blows to the
fact-figures = Figures
fact-figures-of = Figures of { $side }
fact-task = Task
fact-task-of = Task of { $side }
fact-arm = Arm
fact-command = Command
fact-post = Post
fact-with = With
fact-carries = Carries
fact-instruction = Instruction
fact-part-of = Part of
fact-line-of = Skirmishers of
fact-column-with = In one body with
fact-men = Men
fact-fallen = Fallen
fact-prisoners = Prisoners
fact-carried = Carried
fact-state = State
fact-valour = Valour
fact-formation = Formation
fact-density = Skirmish line
fact-weapon = Weapon
fact-ammunition = Ammunition
fact-guns = Guns
fact-horses = Horses
fact-loads = Loads
fact-ready = Battery
fact-ranged-in = Ranged in on
fact-in = In
fact-works = Works
fact-charge = Charge march
fact-reorganises = Reorganises
fact-orders = Orders
fact-last-order = Last order
fact-ground = Ground
fact-obstacle = Obstacle
fact-cover = Cover
fact-edge-cover = Cover of its edge
fact-holds = Holds
fact-object = Object
fact-loopholes = Loopholes or firing step
fact-embrasures = Embrasures
fact-gaps = Gaps
fact-built = Built in the battle

state-order = OR, in order
state-light = LU-{ $grades }, light disorder of { $grades ->
    [one] one grade
   *[other] { $grades } grades
}
state-disorder = U, disorder
state-complete = FU, complete disorder
valour-is = { $valour }
valour-of = { $valour } (at first { $of })
density-dense = dense
density-thin = thin
weapon-carbine = carbine
weapon-musket = musket
weapon-rifle = rifle
weapon-and-rifles = { $weapon }, { $rifles } figures with rifles
carries-ammunition = { $infantry } issues for battalions, { $guns } for guns
carries-pontoons = { $pontoons } pontoons
carries-park = engineer park, { $charges } powder charges
charge-ended-in = ended in turn { $turn }
within-command = within command distance
badge-flees = in complete disorder
badge-works = works
badge-out-of-ammunition = out of ammunition
badge-gunners-away = gunners away from their guns
badge-without-gunners = without gunners
badge-out-of-command = out of command: a reaction roll decides
badge-commander-fallen = its commander has fallen
badge-charging = charging
is-limbered = limbered
is-unlimbered = unlimbered
is-made-ready = ready to fire
is-unlimbered-not-ready = unlimbered, not ready
in-building = in a building
formation-wagon = wagon
formation-gunners = gunners without guns
wind-north = north
wind-north-east = north-east
wind-east = east
wind-south-east = south-east
wind-south = south
wind-south-west = south-west
wind-west = west
wind-north-west = north-west

## Ground

ground-hill = hill, step { $step }
ground-wood = wood
ground-plantation = plantation
ground-difficult = difficult ground
ground-scrub = scrub: difficult, no ricochets
ground-garden = kitchen garden
ground-soft = soft ground: no ricochets
ground-swamp = swamp: by roads and paths alone
ground-watercourse = watercourse
ground-lake = lake
ground-town = built-up area
ground-impassable = impassable
ground-road = road
ground-path = path
crossing-wooden = wooden bridge
crossing-stone = stone bridge
crossing-pontoon = pontoon bridge
crossing-footbridge = footbridge
crossing-ford = ford
row-narrow-step = narrow hill step
row-steep-step = steep hill step
row-steep-bank = steep bank
row-hedge = scrub, fence or hedge
row-ditch = ditch or small watercourse
row-bank = field wall, bank or dike
row-hedgebank = hedgebank
row-low-wall = wall under 1 m
row-wall = wall of 1 to 2 m
row-high-wall = wall over 2 m
row-unmanned-guns = unmanned guns
row-equipment = equipment set up
row-abatis = abatis or chevaux-de-frise
row-barricade = barricade
row-breastwork-1 = breastwork, first grade
row-breastwork-2 = breastwork, second grade
row-breastwork-3 = breastwork, third grade
row-trench = sap or communication trench
row-parallel = parallel
row-magazine = magazine
row-gun-emplacement = gun emplacement
row-field-work = field work without ditch
row-ditched-field-work = field work with ditch
building-strong = especially strong building
building-ordinary = building
cleared-in-part = cleared in part
the-marked-ground = the marked ground
hold-ground = { $name }: to be held
task-hold-marked = hold the marked ground
task-take-some = take { $units } enemy units
task-worth = { $says }: { $points } points
task-stands = { $task } ({ $stands })

## Ready answers, and what decides

all-stand = All stand.
all-reorganise = All who are in disorder reorganise, the others stand.
all-march-ahead = All march straight ahead, as far as they may.
all-repeat = All do again what they were ordered last.
decides-flees = It is in complete disorder and takes no orders.
decides-column = It goes with { $lead }, which leads the column.
decides-disorder = It is in disorder: much cannot be ordered.
decides-no-ammunition = It has no ammunition.
decides-charge-rest = Its horses rest from a charge march.
decides-crew-alone = Its gunners are away from their guns.
decides-out-of-command = It is out of command: a reaction roll decides.
decides-commander-fallen = Its commander has fallen.

## Orders in words; the unit's name stands before them

does-stand = stands
does-attack = attacks
does-attack-at = attacks { $target }
does-attack-then = goes on against { $target }
does-fire = fires { $fire }
does-support = supports { $unit }
does-march = marches straight ahead
does-charge = goes straight ahead at the charge
does-move-back = moves backwards
does-move-left = moves to the left
does-move-right = moves to the right
does-march-arrow = marches in the direction of { $degrees }°
does-charge-arrow = charges in the direction of { $degrees }°
does-march-to = marches to the place shown
does-charge-to = charges to the place shown
does-follow-road = follows { $road }
goes-for-part = { $goes } for { $part } of the turn
goes-to-place = { $goes } as far as shown
does-pivot-right = pivots right { $degrees }°
does-pivot-left = pivots left { $degrees }°
does-rotate-right = turns right on its middle { $degrees }°
does-rotate-left = turns left on its middle { $degrees }°
does-face-about = faces about
does-face-outward = faces outward on all sides
does-face-square = faces its square by { $degrees }°
does-form = forms { $formation }
does-form-front = forms { $formation } with a front of { $files } figures
does-limber = limbers up
does-limber-column = limbers up in march column
does-limber-about = limbers up, facing about
does-limber-column-about = limbers up in march column, facing about
does-unlimber = unlimbers
does-unlimber-about = unlimbers, facing about
does-make-ready = makes ready to fire
does-leave-guns = leaves its guns
does-leave-guns-with-limbers = leaves its guns, with the limbers
does-man-guns = mans its guns
does-send-out = sends out { $figures } figures as { $code }
does-draw-in = draws in its skirmishers
does-split-left = splits off { $companies } from the left as { $code }
does-split-right = splits off { $companies } from the right as { $code }
does-part = marches with { $part } of it
does-join = joins { $units }
does-combine = forms one column with { $units }
does-combine-square = forms one square with { $units }
does-disband = dissolves the column or square
does-enter = goes into { $building }
does-leave = leaves the building
does-ferry = crosses the water with { $craft } to the place shown
does-send-craft = sends { $craft } over empty to the place shown
does-make-gap = makes a passage in { $object }
does-resupply = takes ammunition from { $wagon }
does-reorganise = stands and reorganises
does-wait = stands for a while
does-build = builds { $work }
does-work-on = goes on with { $at }
does-level = levels { $object }
does-destroy = destroys { $object }
does-blast = blows up { $object }
does-burn = burns down { $object }
does-throw-off = throws off { $object }
does-fire-object = fires what is prepared at { $object }
does-put-out = puts out the fire of { $object }
does-make-charges = makes powder charges
does-strengthen = strengthens { $building }
does-dig-shaft = digs a shaft
does-dig-gallery = digs a gallery
does-dig-chamber = digs a chamber
does-load-mine = loads the mine

## Orders drawn by hand

orders-of-own-units = orders are sketched for one's own units and staff figures on the table
no-direction = that is no direction
nothing-to-do = there is nothing to do there
no-named-ground = no ground with a name lies there
words-are-asked = words are asked here
a-number-here = a number is asked here, within its range
a-whole-number = a whole number is asked here, within its range
no-such-control-here = there is no such control here, or it cannot be set so
rides-nowhere = he rides nowhere yet
staff-takes-no-orders = staff figures ride, join somebody, or carry messages
unit-does = { $code } { $does }
unit-refused = { $reason }
unit-has-no-order = { $unit } has no order and will stand
units-have-no-order = { $units } units have no order and will stand
staff-rides = { $code } rides to the place shown
staff-rides-to = { $code } rides to { $whom }
letter-to = { $courier } to { $to }: “{ $says }”
instruction-to = Instruction to { $to }: “{ $text }”
rides-to = to { $whom }
leaves-the-table = leaves the table
comes-upon-enemy = comes upon the enemy
of-the-turn = of the turn
figures = figures
companies = companies, squadrons or models
turns = turns of fire
as-it-is = as it is
no-event = no event
instruction-hint = what it is to do when it is out of command
letter-hint = what he is to say
action-stand = Stand
action-march = March ahead
action-attack = Attack
action-charge = Charge march
action-fire = Fire
action-reorganise = Reorganise
action-repeat = As last turn
action-back = Move back
action-left = Move left
action-right = Move right
action-about = Face about
action-face-outward = Face outward
action-limber = Limber
action-limber-about = Limber, facing about
action-limber-column = Limber in column
action-limber-column-about = Limber in column, facing about
action-unlimber = Unlimber
action-unlimber-about = Unlimber, facing about
action-make-ready = Make ready
action-leave-guns = Leave the guns
action-leave-guns-limbers = Leave the guns, with limbers
action-man = Man the guns
action-draw-in = Draw in skirmishers
action-disband = Dissolve the column
action-leave = Leave the building
action-charges = Make powder charges
set-order = Order
set-formation-first = First form
set-formation-after = Then form
set-files = Front
set-charging = At the charge
set-for = For
set-wait = Stands first
set-rotate = About its middle
set-thin = Thin
set-attack-target = Attacks
set-attack-then = Then
set-fire-at = Fires at
set-fire-also = And at
set-fire-contact-of = Contact of
set-fire-time = Fires at time
set-fire-event = Fires when
set-range-in = Range in only
set-send-out = Send out skirmishers
set-send-out-cm = So far away
set-send-out-way = Sent out
way-ahead = ahead
way-back = to the rear
way-left = to the left
way-right = to the right
set-split = Split off
set-split-left = From the left
set-part = A part marches off
set-part-way = It marches towards
set-part-for = It marches for
degrees-of-the-slip = degrees on the slip, 0 ahead from the own edge, 90 to the right
set-send-craft = Send over empty
set-craft-to = It lands there
set-road = Along
set-enter = Enter
set-join = Join
set-combine = One column with
set-combine-square = One square with
set-resupply = Ammunition from
set-work = Level, destroy, strengthen
set-supports = Supports
set-instruction = Instruction
set-rides-to = Rides to
set-rides-from = Sets out at
set-letter-to = Message to
set-letter = Message
set-line-fires-at = Fires at time

## What an umpire puts right

set-state = State of order
set-figures = Figures
set-formation = Formation
set-valour = Valour
set-ammunition = Ammunition
stands-place-shown = { $unit } stands at the place shown
unit-in-state = { $unit } is in { $state }
unit-has-figures = { $unit } has { $figures } figures
unit-in-formation = { $unit } is in { $formation }
unit-has-valour = { $unit } has valour { $valour }
unit-has-ammunition = { $unit } has ammunition for { $turns } turns of fire

choose-put-out = The building of { $unit } is on fire. Put it out, or leave?

# Odds beside choices
choice-with-note = { $says } ({ $note })
odds-of-first-fire = odds of the first fire, at an enemy of valour 0, in order unless he flees, who answers it and has nobody behind him
odds-of-first-melee = odds of the first melee, with an enemy of valour 0, in order unless he flees, without support or commander, who does not attack
odds-fire = { $figures ->
    [0] no figure falls
    [one] 1 figure falls
   *[other] { $figures } figures fall
}, then { $state }
odds-melee-states = then attacker { $attacker }, defender { $defender }

# What the battle has made of the ground
fact-crossing = Crossing
fact-building = Building
fact-prepared = Prepared
fact-work = Work under way
fact-mine = Mine
fact-fire = Fire
crossing-deck-off = its deck is thrown off: nobody can cross
crossing-partly-gone = partly destroyed: nobody can cross
crossing-gone = destroyed
crossing-ruin = remains of a bridge
building-ruined = a ruin: nobody can go in or through
building-hit = { $hits ->
    [one] hit once by guns
   *[other] hit { $hits } times by guns
}
powder-laid = { $charges } powder charges are laid
tinder-laid = made ready to burn
mine-loaded = loaded with { $charges ->
    [one] 1 charge
   *[other] { $charges } charges
}
mine-empty = not loaded
enemy-works = enemy works
enemy-craft = enemy craft
work-under-way = under way
it-burns = burns
fire-of = Fire: { $name }
site-of = { $name }: { $task }
set-gap = Passage in
set-build = Build
set-work-on = Go on with
set-set-off = Set off
set-put-out = Put out
set-mine = Mine
set-work-from = From
set-work-to = To
set-mine-at = Where
set-mine-charges = Charges
charges = charges
