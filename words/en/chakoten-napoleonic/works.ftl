# Engineering, buildings, fires, mines, crossings and supply (11, 17, 18, 19).

## Who and what

ordinary-officer = ordinary officer
pioneer-nco = pioneer NCO
engineer-officer = engineer officer
work-assault-footbridge = assault footbridge
work-pontoon-bridge = column bridge of pontoons
work-column-bridge = column bridge of other materials
work-makeshift-bridge-repair = makeshift repair of a bridge
work-bridge-repair = repair of a bridge
work-bridge-deck = new deck of a bridge
work-ferry = ferry of pontoons
work-makeshift-ferry = ferry of makeshift pontoons
work-pontoon-boat = boat of a pontoon
work-boat = boat of other materials
work-ford = strengthening of a ford
work-scaling-ladder = scaling ladder
work-wood-path = path through a wood
work-wood-road = road through a wood
work-abatis = abatis or barricade
work-chevaux-de-frise = chevaux-de-frise or palisades
work-wolf-pits = wolf pits
work-sap = sap
work-communication-trench = communication trench
work-breastwork-1 = breastwork I
work-breastwork-2 = breastwork II
work-breastwork-3 = breastwork III
work-ramp = ramp to a bench
work-trench-parapet = parapet and bench for a trench
work-parallel = parallel
work-magazine = magazine
work-shelter = cover for ten figures
work-gun-emplacement = gun emplacement
object-wooden-bridge = wooden bridge
object-stone-bridge = stone bridge
object-ferry = ferry
object-boat = boat
object-wall = wall or facade
object-abatis = abatis, barricade or palisade
object-chevaux-de-frise = chevaux-de-frise
method-blast = blasting
method-burn = burning
method-throw-off = throwing off
method-other = other means
digging-shaft = mine shaft
digging-gallery = mine gallery
digging-chamber = mine chamber
load-foot = foot figures
load-riders = mounted riders
load-horses = horses without riders
load-guns = guns with limber and crew
load-wagons = wagons with team and driver
task-level = levelling: { $work }
task-strengthen = strengthening of a building
task-destroy = { $object }, by { $method }
values-obstacle-cover = obstacle { $obstacle }, cover { $cover }
values-impassable = impassable, cover { $cover }

## Obstacles

feature-values = the values are within those of table VI for "{ $feature }"
wall-needs-ladders = walls over 2 m are passed at openings or with scaling ladders alone
cavalry-passes-only-first = cavalry passes no obstacle above I
wheels-pass-no-obstacle = artillery and train pass no obstacle
gap-only-without-cover = artillery makes a passage in an obstacle I without cover alone

## What procedures are called

title-acquisition = Acquiring materials
title-delay-of-work = Delay of a work
title-work-units = Work units of a party
title-set-fire = Setting fire
title-put-out-fire = Putting out a fire
title-fire-spreads = Fire spreading
title-wind = The wind
title-guns-near-fire = Guns near a fire
title-blast-object = Blasting an object
title-powder-from-ammunition = Powder from ammunition
title-mine = Firing a mine
title-mine-plan = Planning a mine
title-ferry-load = Crossing by ferry or boat
title-resupply = Resupply
title-building-hits = Hits on a building
title-strengthen-building = Strengthening a building

## Works

no-acquisition = { $task }: there is no acquisition roll ({ $by })
only-earthworks-levelled = only earthworks are levelled, not: { $work }
not-destroyed-so = { $object }: not destroyed by { $method }
too-few-to-work = too few for a work unit
nobody-to-lead = nobody who can lead it
turns-under-fire = turns under effective fire
of-pioneers = pioneers
of-other-arms = other arms
reckon-below-minimum = below the least strength of a work unit: the work stops
reckon-gunners-lead = officers and NCOs of artillery count as those of engineers
reckon-gunners-work = { $gunners ->
    [one] one gunner counts as a pioneer
   *[other] { $gunners } gunners count as pioneers
}
reckon-leaders = led by at least: { $grade }; { $figures } figures take { $needed } of them, there are { $have }
reckon-only-engineers = nobody below an engineer officer can lead it
reckon-double-time = under { $lower }, one grade too low: a turn counts half
reckon-cannot-work = { $of }: { $have } figures that cannot do this work
# The larger number divides, the smaller is the rest that gives one more.
reckon-work-units = { $of }: { $have } figures by { $full }, a rest of { $least } gives one more: { $count ->
    [one] one work unit
   *[other] { $count } work units
}
reckon-mining-units = { $skilled } of miners or pioneers with { $helpers } of helpers: { $units ->
    [one] one work unit
   *[other] { $units } work units
}
reckon-whole-party = { $all } figures; { $needed } are needed
reckon-ordinary-time = { $pieces } of the smallest quantity by { $units } at a time, { $each } turns each: { $turns } turns
reckon-longer-time = with { $longer } turns of acquisition: { $of } turns
reckon-longer = { $result }: { $percent } % of { $of } turns, rounded up: { $turns }
takes-no-longer = no longer than the ordinary time
takes-longer = { $turns ->
    [one] one turn longer
   *[other] { $turns } turns longer
}
work-units = { $units ->
    [one] one work unit
   *[other] { $units } work units
}
work-units-half = { $units ->
    [one] one work unit, each turn counting half
   *[other] { $units } work units, each turn counting half
}
too-few-pontoons = { $needed } pontoons are needed, and { $have } are there
materials-to-be-fetched = { $task }: the materials must be found and brought up first
lost-not-begun = the work is not under way
lost-not-ordered = nobody was ordered to work
lost-not-there = nobody was at the place for the whole turn
lost-stirred = who fires, fights or moves does not work
lost-disorder = a unit in U or FU does not work
lost-under-fire = the turn is lost under effective fire
lost-spent = the unit has worked as long as it may
lost-no-powder = there is too little powder at the place
lost-waiting = ground or current hold the work up
progress-resting = the working party rests
progress-worked = a turn of work is done
progress-delay-due = the ordinary working time has run out
finished-built = finished: { $work }
finished-levelled = levelled: { $work }
finished-strengthened = the building is strengthened
finished-charged = ready to be blown up: { $object }
finished-laid = ready to be set alight: { $object }
finished-deck-off = the deck is thrown off: { $object }
finished-destroyed = destroyed: { $object }
finished-dug = dug: { $digging }
relieved-must-rest = it was relieved and rests { $turns ->
    [one] one more turn
   *[other] { $turns } more turns
}
spell-is-over = a unit works at most { $most } turns in one spell
two-spells-a-day = a unit works at most two spells in 24 hours
siege-step = a step of a siege stands for { $least } to { $most } turns, not { $turns }
siege-supply-unsettled = the supply of a siege has to be settled beforehand

## Demolition and mines

blast-misfire = misfire, put right in { $turns ->
    [one] one turn
   *[other] { $turns } turns
}
blast-partial = partly destroyed; a new blast takes { $charges } powder charges
blast-complete = destroyed
reckon-blast = { $die }; { $partial } or more destroys in part, { $complete } or more wholly
reckon-half-powder = half of { $first } quarters of a charge, rounded up: { $half }
misfire-not-yet-right = the charge is not ready to be fired yet
reckon-charge-loads = { $loads } ammunition loads make { $charges } powder charges
reckon-charge-turns = in { $turns } turns { $charges } powder charges can be made
powder-made = { $charges ->
    [one] one powder charge
   *[other] { $charges } powder charges
}, { $left ->
    [one] one load left over
   *[other] { $left } loads left over
}
mine-depth = a mine lies from 0 to 1000 metres deep, not { $depth } ({ $by })
mine-soil-and-damp = soil, damp and the like
reckon-mine-radius = { $charges } charges at { $depth } m: a radius of { $cm } cm
reckon-mine = { $result }; { $half } or more for half the radius, { $full } or more for all of it
reckon-mine-again = it can be fired again after { $turns ->
    [one] one whole turn
   *[other] { $turns } whole turns
}
mine-misfire = misfire, to be fired again after { $turns ->
    [one] one whole turn
   *[other] { $turns } whole turns
}
mine-half = half effect: all within { $radius } cm is destroyed
mine-full = full effect: all within { $radius } cm is destroyed
reckon-digging = { $what }: { $pieces } times { $each } turns are { $turns }
reckon-mine-at-foot = it is laid at the foot of the object, without shaft, gallery or chamber
reckon-carrying = carrying the charge to its place: { $loading ->
    [one] one turn
   *[other] { $loading } turns
}
mine-plan = { $all } turns without delay: shaft { $shaft }, gallery { $gallery }, chamber { $chamber }, loading { $loading }
mine-was-fired = a mine has been fired here, and no other can be laid in its place
chamber-too-small = the chamber has room for { $room } powder charges, not { $charges }
mine-not-loaded = the mine is not loaded
mine-not-ready = the mine cannot be fired yet

## Fires

fire-catches = it burns
fire-again = no fire; it may be tried again after a whole turn
fire-prepare-again = no fire; it has to be prepared again
fire-out = the fire is put out without damage
fire-half-destroyed = the fire is put out, and the object is half destroyed
fire-goes-on = the fire goes on; one more attempt is made in the next turn
fire-burns-down = the fire goes on until all is burnt down
only-occupants-put-out = only those who held a building when it caught fire put it out, once ({ $by })
too-few-to-put-out = putting it out takes { $needed } figures, or those in the building ({ $by })
fire-out-of-reach = out of reach of the fire
fire-spared = the fire does not spread
fire-spreads = the fire spreads
reckon-fire-downwind-alone = a fire after shelling spreads downwind alone
reckon-fire-reach = { $at } cm away; the fire reaches { $most } cm
wind-blows = the wind blows towards { $towards } degrees
reckon-wind = { $die }: towards { $towards } degrees
guns-safe = no fire among the guns
guns-burn = fire among the guns, but the powder does not blow up
guns-explode-partly = a part of the powder blows up: { $charges ->
    [one] one charge
   *[other] { $charges } charges
}
guns-explode = all of the powder blows up: { $charges ->
    [one] one charge
   *[other] { $charges } charges
}
reckon-loads-as-charges = { $loads } ammunition loads count as { $charges } powder charges

## Crossing

craft-carries-not = { $craft }: carries no { $load } ({ $by })
craft-needs-crew = at least { $needed } pioneers or pontoneers serve them ({ $by })
ferry-needs-nco = a crossing by ferry is watched by a pioneer or pontoneer NCO ({ $by })
reckon-passages = { $count } by { $crafts } with { $each } each: { $passages ->
    [one] one passage
   *[other] { $passages } passages
}
reckon-passage = loading { $loading }, { $over } over at { $cm } cm a turn, unloading { $unloading }
ferried = { $passages ->
    [one] one passage
   *[other] { $passages } passages
} of { $passage } turns, { $turns } turns in all

## Buildings

strong-building-grade = an especially strong building is of grade II or III, not { $grade }
building-holds-figures = a building holds a number of figures, not { $capacity }
building-too-small = the building holds { $capacity } figures, not { $figures }
only-second-grade-strengthened = only an especially strong building of obstacle and cover II is strengthened
ruins-cannot-be-entered = nobody enters a ruin
building-is-ruin = is a building that is a ruin already ({ $by })
strengthening-takes = takes { $needed } figures ({ $by })
strengthened-in = strengthened in { $turns } turns

## Supply

train-is-not-supplied = the train supplies and is not supplied
reckon-issue-turns = { $turns } turns spent; issuing takes { $needed }
reckon-issue = holds { $holds } of { $allotment } turns of fire; the wagon has { $stock } fills: { $issued } turns issued, { $used } fills used
issue-nothing = nothing is issued
issued = { $issued ->
    [one] ammunition for one turn
   *[other] ammunition for { $issued } turns
} is issued, and the wagon keeps { $stock ->
    [one] one fill
   *[other] { $stock } fills
}
issue-takes = { $turns ->
    [one] one more turn
   *[other] { $turns } more turns
} to issue it

## What is undone

earthworks-by-mines = earthworks are blown up by mines: { $work }
earthworks-are-levelled = earthworks are levelled: { $work }
not-in-destruction-table = not in the destruction table, so that the umpire decides: { $work }
