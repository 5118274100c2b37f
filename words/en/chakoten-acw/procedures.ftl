## Fire of one battery that hits (06.03, tables IX to XI)

no-table-vii = { $gun } has no { $ammunition } (table VII)
battery-1-real-guns = a battery has from 1 to { $most } real guns (table X)
gun-needs-half-gunner = a gun needs half a gunner figure to fire ({ $by })
battery-fu-cannot-fire = a battery in FU cannot fire ({ $by })
unit-only-canister-several = is one unit; only canister has several ({ $by })
reaches-cm-table-vii = { $ammunition } of { $gun } reaches { $reach } cm ({ $by }, table VII)
wagons-share-fate-battery = wagons share the fate of a battery they touch ({ $by })
only-round-shot-counts = only round shot counts the ranks behind ({ $by })
most-100-units = is at most 100 units

## Being carried away by friends in flight (08.03, table XVIII)

unit-fu-not-carried = a unit in FU is not carried away again ({ $by })

## Where shell and round shot fall that are fired by guess (06.02.2, table VIII)

canister-not-guessed-not = canister is not guessed and does not deviate ({ $by })
guess-more-than-0 = a guess is more than 0 and at most { $range } cm for { $ammunition } of { $gun } ({ $by })

## How long a step of a movement order takes (tables I to III)

charge-turns-at-most = in a charge turn a unit changes direction once, by at most { $most } degrees ({ $by })
charge-changes-neither = in a charge turn a unit changes neither formation nor front ({ $by })
charge-not-backwards = nobody charges backwards ({ $by })
no-guns-to-draw = { $kind } is no horse artillery ({ $by })
no-team-to-lose = { $kind } has no team of horses to lose ({ $by })
wheel-has-front = a unit that wheels has a front of more than 0 cm ({ $by })
angle-most-360-degrees = an angle is at most 360 degrees, not { $degrees }

## One unit's roll in a melee (07.04, 07.05): what it does to the enemies it touches

wagon-not-fight = a wagon does not fight, it is taken ({ $by })
unit-fu-not-fight = a unit in FU does not fight ({ $by })
unit-out-ammunition-used = a unit out of ammunition has used its arms ({ $by })
more-figures-than-fight = of { $all } figures that fight { $count } cannot be counted against one enemy ({ $by })
least-unit-base-contact = is at least one unit in base contact, at most 100 (07.04.1.a)

## What the book resolves, with dice or without

valour-2-1-0 = valour is +2, +1, 0 or -1, less only by a penalty ({ $by }), not { $v }

## The morale test of a unit that removes figures (08.02.7, tables XV to XVII)

wagon-tests-no-morale = a wagon tests no morale (06.03.4)
nobody-left-to-test = a unit without figures is gone and tests nothing ({ $by })
guns-have-no-companies = guns have no companies to detach ({ $by })
nothing-reaches-so-far = nothing reaches farther than { $reach } cm ({ $by })
least-just-removed-most = is at least the { $removed } just removed and at most the original { $original } (XV.a)
dice = dice
valour = valour

## Prisoners of a unit thrown into complete disorder in a shock roll or a melee (07.06, table XIV)

sum-two-dice-not = is the sum of two dice ({ $by }), not { $dice }
wagons-neither-take-prisoners = wagons neither take prisoners nor fall into FU (06.03.4)

## The shock roll (07.03, tables XII and XIII)

cannot-attack = { $kind } cannot attack ({ $by })
unit-cannot-attack = a unit in { $state } cannot attack ({ $by })
unit-attacks-left-building = a unit that attacks has left its building or its work ({ $by })
works-or-marches = a unit at work does not march ({ $by })
cannot-attack-across-obstacle = { $kind } cannot attack across this obstacle ({ $by })
attack-without-order-no = an attack without order has no charge move ({ $by })
mounted-cavalry-not-charge = mounted cavalry does not charge across an obstacle ({ $by })
no-charge-move-2 = { $kind } has no charge move in { $formation } ({ $by })
wagons-units-fu-met = wagons and units in FU are met without a shock roll ({ $by })

## The smaller procedures: reorganising, appointing a general, resupply, passing a pinned unit, the initiative

first-second-third-not = is the first, second or third ({ $by }), not { $attempt }
wagon-supplies-not-supplied = a wagon supplies, it is not supplied (09.03.1)

## Small-arms fire of one unit, or of a part of it (chapter 05, tables IV to VI)

no-small-arms-fire = { $kind } has no small arms to fire (05.01.5)
unit-fu-cannot-fire = a unit in FU cannot fire ({ $by })
small-arms-wagon-no = small arms do a wagon no harm ({ $by })
fu-leads-no-column = a unit in FU is in open formation and leads no column ({ $by })
only-unit-close-formation = only a unit in close formation leads a column ({ $by })

## What is fired at, and how troops stand for the rows of the tables

mounted-cavalry-no-thin-line = mounted cavalry has no thin line ({ $by })
cannot-stand-so = { $kind } never stands in { $formation } ({ $by })
not-so-deep = a { $formation } does not stand { $ranks } ranks deep ({ $by })
only-infantry-dismounted-cavalry-pinned = only infantry and dismounted cavalry are pinned ({ $by })
pinned-unit-lu-not = a pinned unit is in LU ({ $by }), not in { $state }
cannot-building = { $kind } cannot be in a building ({ $by })

weapon-reaches = the { $weapon } reaches { $reach } cm ({ $by })

most-figures-two-front-ranks = at most { $most } figures of a { $formation } fire, those of its two front ranks ({ $by })

## The reckoning, step by step

reckon-zone = zone { $zone }
reckon-elements = { $figures } figures make { $count } { $count ->
    [one] element
   *[other] elements
} of { $each }, { $rest } left over making one more
reckon-elements-pinned = pinned, { $each } figures make an element, { $rest } left over one more
reckon-one-side = one element fires from one side of a building
reckon-loss = { $result } costs { $one ->
    [one] 1 man
   *[other] { $one } men
} to an element: { $elements } x { $one } is { $loss }
reckon-column = with the ranks of the whole column { $result } costs { $one } to an element of { $elements }: { $extra } more for those behind
reckon-battery = { $result } with { $guns ->
    [one] 1 gun
   *[other] { $guns } guns
} costs { $loss }
reckon-cover = cover { $cover } leaves 1/{ $by }
reckon-pinned = pinned: 1/2
reckon-unlimbered = unlimbered guns: 1/2
reckon-share = { $of } of { $all } figures counted
reckon-part = { $loss } x { $of }/{ $by } is { $men ->
    [one] 1 man
   *[other] { $men } men
}
reckon-ranks = { $own } ranks of the unit hit, { $all } in all: { $more } more for those behind
reckon-crew = { $gunners } gunner figures serve { $guns } of { $of } guns
reckon-equipment = { $result } in table XI
reckon-only-horses = canister harms only horses
reckon-wagon = { $result } in table XI; a wagon is destroyed by { $least } or more
reckon-bursts = two ones: a 10 pd Parrott bursts
reckon-general = the dice show { $sum }: the general falls
reckon-double = a double of ones, twos, threes or fours: the ammunition is out
# $dice is the sum of the dice, $modifier what is added or taken off, with its sign.
reckon-result = { $dice } on the dice, { $modifier }: { $result }
reckon-needed = { $result }; { $needed } or more is needed
# $was is the state it was in.
reckon-no-better = in { $was } already, which no result betters
reckon-numbers = { $own } figures against { $other }: { $times ->
    [thrice] 200 % more
    [twice] 100 % more
   *[less] less than 100 % more
}
reckon-shock-own = { $result } in table XIII: { $state } for the side that rolls
reckon-shock-neither = { $result } in table XIII: nobody suffers
reckon-shock-opponent = { $result } in table XIII: { $state } for the other side
reckon-lost = { $lost } of { $original } figures lost: { $share ->
    [two-thirds] 2/3 or more
    [third] 1/3 or more
   *[less] less than 1/3
}
reckon-morale-dice = { $sum } on the dice is { $dice } in table XVI
# $rows is the sum of table XV, $dice what the dice give, both with their signs.
reckon-morale = { $rows } and { $dice } make { $total }: { $state } in table XVII
reckon-goes-to-ground = LU by fire from within 15 cm: pinned
reckon-moves-away = LU by fire from within 15 cm: moves away
reckon-battery-once = a battery counts once
reckon-prisoners = { $dice } on the dice takes { $each ->
    [one] 1 figure
   *[other] { $each } figures
} to an element: { $elements } x { $each } is { $all }
reckon-no-more-left = only { $left ->
    [one] 1 figure is left
   *[other] { $left } figures are left
}
reckon-general-taken = the dice show { $dice }: the general is taken
reckon-carried = { $figures } figures against { $fleeing } in flight: { $times ->
    [safe] three times as many or more, so no roll
   *[less] less than three times as many
}
reckon-carried-result = { $result } in table XVIII: { $state }
reckon-initiative = { $a } against { $b }
reckon-deviation = { $sum } in table VIII: { $falls }
reckon-as-guessed = { $guess } cm as guessed
reckon-off = { $part } % of { $guess } cm is { $off } cm
# $pace is in cm to the turn.
reckon-march = { $way } cm at { $pace } cm to the turn
reckon-wheel = a wheel of { $angle } degrees by a front of { $wide } cm costs { $way } cm

## What came of it

no-loss = no loss
men-lost = { $men ->
    [one] 1 man lost
   *[other] { $men } men lost
}
general-falls = the general falls
losses-behind = behind: { $losses }
firer-out-of-ammunition = the firer is out of ammunition
fighter-out-of-ammunition = the fighter is out of ammunition
horses-killed = { $count } horse(s) killed
guns-damaged = { $count } gun damaged
guns-destroyed = { $count } gun destroyed
limbers-damaged = { $count } limber damaged
limbers-destroyed = { $count } limber destroyed
wagon-destroyed = the wagon is destroyed
wagon-horses-killed = { $count } wagon horse(s) killed
gun-bursts = one of the firing guns bursts
carried-away = carried away into FU
falls-but-checks-flight = falls into { $state }, but checks the flight
stands-checks-flight = stands in { $state } and checks the flight
falls-short = short
falls-left = left
falls-spot = on the spot
falls-right = right
falls-long = long
deviation-out = { $falls }: { $out } cm out
deviation-aside = { $falls }: { $out } cm out, { $aside } cm aside
takes-of-turn = takes { $turns } of a turn
cannot-be-done = cannot be done there
falls-into = falls into { $state }
stays-in = stays in { $state }
and-pinned = pinned
and-moves-away = moves away
no-prisoners = no prisoners
figures-taken = { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
} taken prisoner
general-taken = the general is taken
the-attacker = the attacker
the-opponent = the opponent
shock-states = attacker { $attacker }, opponent { $opponent }
attack-goes-on = { $who } goes on
attack-broken-off = the attack is broken off
turns-away = { $who } turns away
opponent-had-initiative = { $outcome } (the opponent had the initiative)
reorganised = reorganised to U
flees-on = flees on
lost-off-table = lost: flees off the table
general-appointed = a new general is appointed
no-general-appointed = no general is appointed yet
resupplied = resupplied in full
not-resupplied = not resupplied this turn
passes = passes
halts-pinned = halts in LU, pinned
first-side-initiative = the first side has the initiative
second-side-initiative = the second side has the initiative

## The rows of the tables of modifiers

row-thin-line = thin line
row-chain = chain
row-column-of-5-or-more-ranks = column of 5 or more ranks
row-limbered-artillery = limbered artillery
row-unlimbered-artillery = unlimbered artillery
row-mounted-cavalry = mounted cavalry
row-first-fire-in-the-game = first fire in the game
row-did-not-fire-last-turn = did not fire last turn
row-surprised = surprised
row-cover-i = cover I
row-cover-ii-iii = cover II-III
row-slight-disorder = LU
row-disorder = U
row-shotgun-in-zone-1 = shotgun in zone 1
row-canister = canister
row-shell-over-20-cm = shell over 20 cm
row-round-shot-3-4-ranks = round shot, 3-4 ranks
row-round-shot-5-or-more-ranks = round shot, 5 or more ranks
row-limbered-artillery-or-ammunition-wagon = limbered artillery or ammunition wagon
row-cover-ii = cover II
row-i = I
row-ii = II
row-iii = III
row-100-more = 100 % more
row-200-more = 200 % more
row-march-column-or-thin-line = march column or thin line
row-outflanking = outflanking
row-attacking-in-the-rear = attacking in the rear
row-attacking-in-the-flank-or-attacking-a-workin = attacking in the flank, or attacking a working unit
row-mounted-confederate-cavalry = mounted Confederate cavalry
row-mounted-cavalry-against-halted-cavalry = mounted cavalry against halted cavalry
row-mounted-cavalry-against-other-arms = mounted cavalry against other arms
row-attack-without-order = attack without order
row-attack-with-charge-move = attack with charge move
row-support-unit = support unit
row-general-with-the-unit = general with the unit
row-obstacle-i = obstacle I
row-obstacle-ii = obstacle II
row-obstacle-iii = obstacle III
row-cover-iii = cover III
row-1-figure-removed = 1 figure removed
row-2-figures-removed = 2 figures removed
row-3-figures-removed = 3 figures removed
row-4-figures-removed = 4 figures removed
row-5-or-more-figures-removed = 5 or more figures removed
row-detached-companies-fewer-than-5-companies = detached companies (fewer than 5 companies)
row-lost-third-of-original-strength = lost 1/3 of original strength
row-lost-two-thirds-of-original-strength = lost 2/3 of original strength
row-pinned = pinned
row-other-arms-in-melee-with-mounted-cavalry = other arms in melee with mounted cavalry
row-more-losses-than-the-opponent-in-melee = more losses than the opponent in melee
row-fired-at-in-flank-or-rear = fired at in flank or rear
row-stationary-and-does-not-answer-small-arms-fi = stationary and does not answer small-arms fire
row-cover-any = cover (any)
row-flight-checked-this-turn-behind-a-friendly-u = flight checked this turn behind a friendly unit not carried away into FU

## What a procedure decides

title-prisoners = Prisoners of a unit thrown into complete disorder
title-shock = The shock roll of an attack at break-in distance
title-march-time = How long a step of a movement order takes
title-melee = Melee: what one unit does to those it touches
title-morale = The morale test of a unit that removes figures
title-deviation = Deviation of shell and round shot from a guessed distance
title-reorganise = Reorganising a unit from complete disorder
title-appointment = Appointing a new general
title-resupply = Resupply from an ammunition wagon
title-pass-pinned = Passing through a pinned unit
title-initiative = Dicing for the initiative when both sides attack
title-small-arms = Small-arms fire: losses in men, a general hit, ammunition
title-carried-away = Being carried away by friends in flight
title-artillery = Artillery fire that hits: losses in men, equipment, a general hit, a gun bursting
