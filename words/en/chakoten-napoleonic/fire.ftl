# Fire: small arms (09), artillery (10), blasts (19.07).

## Rows of table VIII and XI

arms-row-column = column
arms-row-dense = dense skirmish line or swarm
arms-row-thin = thin skirmish line or swarm
arms-row-mounted = mounted cavalry
arms-row-charge = cavalry at the charge
arms-row-limbered = limbered artillery or train
arms-row-unlimbered = unlimbered artillery
arms-row-cover-1 = cover I
arms-row-cover-2 = cover II
arms-row-cover-3 = cover III
arms-row-smoke = powder smoke
arms-row-moved = not stationary for 1/4 turn
arms-row-hill = up or down hill in zone I
arms-row-flank = flank or rear
arms-row-silent = does not return small-arms fire
arms-row-grade = grades of LU
arms-row-disorder = U
arms-row-complete = FU
arms-row-more = each 100 % more figures of the firer
arms-row-fewer = each 100 % more figures of the target
arms-row-support = support unit or soutien
arms-row-first-fire = first fire in the game
arms-row-far = zone II
arms-row-training = training
arms-row-valour = valour
arms-row-commander = commander's intervention
guns-row-thin = thin skirmish line or swarm
guns-row-dense = dense skirmish line or swarm
guns-row-battery = artillery in position or working pioneers
guns-row-limbered = limbered artillery or train
guns-row-column = column in zones 2-4
guns-row-flank = flank or square in zones 2-4
guns-row-charge = cavalry at the charge
guns-row-unseen = cannot be seen behind a feature
guns-row-cover-2 = cover II
guns-row-cover-3 = cover III
guns-row-zone-1 = zone 1
guns-row-zone-2 = zone 2
guns-row-zone-3 = zone 3
guns-row-zone-4 = zone 4
guns-row-no-ricochet = no-ricochet ground
guns-row-ranging-in = ranging-in
guns-row-unanswered = does not answer artillery fire
guns-row-twelve = 12 pdr cannon
guns-row-grade = grades of LU
guns-row-disorder = U
guns-row-large = large unit
guns-row-training = training
guns-row-valour = valour

## What cannot be

no-such-gun = there is no gun `{ $gun }`; there are { $names }
fire-only-cavalry-dismounts = { $arm } is not mounted and cannot be dismounted
fire-only-cavalry-charges = only mounted cavalry in the open charges ({ $by })
fire-only-artillery-limbers = only artillery is limbered ({ $by })
fire-soutien-of-lines = a soutien is that of a skirmish line, of a swarm or of men at work, not of a unit in { $formation } ({ $by })
fire-no-support-so = a unit in { $formation } has no support unit ({ $by })
fire-only-limbered-in-column = only limbered artillery stands in column ({ $by })
fire-noted-less-than-a-figure = fewer than { $men } men are noted, or a figure were off: not { $noted } ({ $by })
fire-never-stands-so = { $arm } never stands in { $formation } ({ $by })
fire-no-small-arms = { $arm } does not fire small arms
fire-not-in-complete-disorder = a unit in FU cannot fire ({ $by })
fire-too-few-figures = fewer than 3 figures make no firing unit ({ $by })
fire-facade-needs-all = from a building fires at most half of all figures; say how many there are ({ $by })
fire-most-figures = at most { $most } figures fire from there ({ $by })
fire-school-of-guns = are trained at guns, not at small arms
fire-out-of-range = they reach { $reach } cm ({ $by })
fire-screened = a line from 5 to 15 cm ahead screens the unit: the line is the target ({ $by })
fire-blocked = a line so far ahead stops the fire ({ $by })
fire-wall-too-high = behind a stone wall over 1 m infantry fires only through loopholes or from a firing step

## Steps of a reckoning

fire-reckon-zone = zone { $zone }
fire-reckon-carbines = no fighting troops: their arms count as carbines
fire-reckon-facade = at most half of { $all } figures fire from one facade
fire-reckon-units = { $figures } figures make { $made ->
    [one] 1 firing unit
   *[other] { $made } firing units
}
fire-reckon-units-of-them = { $units ->
    [one] 1 of them fires
   *[other] { $units } of them fire
} at this target
fire-reckon-no-smoke = that fire left no smoke that hampers
fire-reckon-has-fought = has fought a melee: its first fire has no addition
fire-reckon-sent-out = a skirmish line sent out neither has nor uses up the first fire of its unit
fire-reckon-no-formation = no row for { $formation }
fire-reckon-no-flanks = it has no flanks here
fire-reckon-together = the column has { $all } figures together
fire-reckon-not-shared = a line at { $gap } cm does not share losses
fire-reckon-commander = the commander's die shows { $face }: { $unit } for his unit
fire-reckon-loss = { $result } costs { $each } to a firing unit: { $units } x { $each } is { $men }
# $shaken is the sum of the column for morale, with its sign; $effect what the table says.
fire-reckon-morale = { $loss } and { $shaken } for morale make { $result }: { $effect }
fire-reckon-horses = { $result } costs { $horses ->
    [one] 1 limber horse
   *[other] { $horses } limber horses
}
fire-reckon-shared = shared by figures: { $line } to the line, { $closed } to the closed unit
fire-no-more-men = only { $men } were left
fire-reckon-figures = { $men } and { $noted } noted: { $off ->
    [0] no figure
    [one] 1 figure
   *[other] { $off } figures
} off, { $rest } noted

## What came of it

fire-title-small-arms = Small-arms fire
fire-figures-off = { $figures ->
    [0] no figure
    [one] 1 figure
   *[other] { $figures } figures
} off and { $noted } noted
fire-horses-lost = { $horses ->
    [one] 1 limber horse
   *[other] { $horses } limber horses
} lost
fire-now-in = now { $state }
fire-shares = shared with it: { $losses }
fire-commander-falls = the commander falls
fire-no-effect = no effect
fire-receives-grades = { $grades ->
    [one] one grade of LU
   *[other] { $grades } grades of LU
}
fire-at-least = { $state }

## Artillery

fire-title-artillery = Artillery fire
guns-need-embrasures = guns fire from the open, from directly behind an obstacle I, or through embrasures
guns-overhead-beyond-zone-1 = overhead fire is possible in zones 2 to 4
guns-overhead-from-above = { $steps ->
    [0] howitzers fire over units no higher than they are
   *[other] guns fire over units at least 1 hill step below them
}
guns-overhead-clear = over own units fire needs 10 cm from the battery to them and 10 cm from them to the target
guns-through-beyond-zone-1 = guns shoot through several units in zones 2 to 4
guns-through-within = a unit that is shot through to is less than { $within } cm behind the foremost edge of the first
guns-need-target = is at least one unit, or there is an empty building
guns-no-commander = no commander's intervention against artillery fire ({ $by })
guns-lines-share = a line closer than 10 cm to a unit shares its losses instead of being shot through ({ $by })
guns-target-in-building = the first target is in this building, or there is none
guns-need-gunners = two guns need a gunner figure to fire ({ $by })
guns-school-of-arms = are trained at small arms, not at guns
guns-building-has-cover = a building has cover I to III ({ $by })
guns-reckon-crew = { $gunners } gunner figures serve { $guns } of { $of } guns
guns-reckon-units = { $guns ->
    [one] 1 firing unit
   *[other] { $guns } firing units
}
guns-reckon-through = one roll for all { $count } units
guns-reckon-in-building = in a building: its cover counts, and the same roll strikes the building
guns-reckon-limbered = one limbered model gun makes a limbered battery
guns-reckon-ranged-in = ranged in
guns-reckon-behind = shot through to, { $cm } cm behind the front of the first
guns-row-behind = behind the first unit
guns-reckon-pair = two dice are equal and enough men fall: { $third } in zone { $zone } of table XIII
guns-reckon-house = { $result } against the building, which has had { $hits ->
    [one] 1 hit
   *[other] { $hits } hits
}
guns-reckon-ruin = { $hits } hits ruin it
guns-reckon-fire = two dice are equal and the third shows { $third }; fire breaks out from { $from }
guns-lost = { $guns ->
    [one] 1 gun
   *[other] { $guns } guns
} lost
guns-loads-lost = { $loads ->
    [one] 1 ammunition load
   *[other] { $loads } ammunition loads
} lost
guns-hits = { $hits ->
    [one] 1 hit
   *[other] { $hits } hits
} so far
guns-ruined = ruined
guns-set-outside = its occupants are set outside
guns-burns = fire breaks out
guns-building = the building: { $damage }

## Blasts

fire-title-blast = Unit near a blast
blast-no-more-figures = of { $figures } figures no more are on the object ({ $by })
blast-radii-grow = each radius is at least the one before ({ $by })
blast-reckon-party = the blasting party finds cover
blast-reckon-on-it = { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
} on the object, lost for the game
blast-reckon-losses = as artillery fire in zone 2, for each charge
blast-reckon-morale = as artillery fire in zone 3, for morale only
blast-reckon-nothing = too far from it, or the charge too small
blast-row-close = close to the blast
blast-killed = { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
} killed on the object

## Ammunition

ammunition-none = there is no ammunition left
ammunition-not-announced = the fire was not announced
ammunition-guns-not-ready = only guns that are unlimbered and made ready fire
ammunition-from-train = ammunition comes from the train unless the umpire allows otherwise
ammunition-one-moment = a unit fires at one moment of the turn
