# Melee, being swept along, rallying, attrition, command, support.

## What is resolved

title-melee = Melee
title-may-attack = May it attack?
title-may-support = May it support?
title-soutien = Skirmishers and their soutien
title-sweep-along = Being swept along
title-rally = Rallying from FU
title-reorganise = Reorganising by standing still
title-commander = A commander's intervention
title-staff-casualty = A staff figure in danger
title-replace-commander = Replacing a fallen commander
title-reaction = Reaction out of command
title-delay = Delay of a message
title-lone-courier = A lone courier
title-attrition = Attrition
title-merge = Merging worn units
title-flight-losses = Losses in flight
title-surrender = Surrender
title-prisoners = Prisoners
title-abandon = What a battery leaves behind

## The rows of table XV

melee-row-twice = 100 % more figures
melee-row-thrice = 200 % more figures
melee-row-march-column = march column
melee-row-attack-column = attack column
melee-row-obstacle-1 = obstacle I
melee-row-obstacle-2 = obstacle II
melee-row-obstacle-3 = obstacle III
melee-row-cover = cover
melee-row-on-square = cavalry attacks a square
melee-row-on-mass = cavalry attacks a battalion mass
melee-row-on-other = cavalry attacks other infantry
melee-row-on-guns = attack on artillery, train or working pioneers
melee-row-no-line = the other infantry has no skirmish line
melee-row-smoke-last = powder smoke of the last turn
melee-row-smoke-now = powder smoke of this turn
melee-row-rifles = armed only with rifles
melee-row-moved = not stationary for 1/4 turn
melee-row-uphill = uphill
melee-row-flank = flank or rear
melee-row-dispersed = closed against dispersed formation
melee-row-light = LU
melee-row-disorder = U
melee-row-complete = FU
melee-row-support = support unit
melee-row-first-fire = first fire
melee-row-first-attack = first attack
melee-row-no-ammunition = without ammunition
melee-row-charge = at the charge
melee-row-no-momentum = no momentum
melee-row-victory = complete victory
melee-row-heavy = heavy cavalry
melee-row-medium = medium cavalry
melee-row-light-horse = light cavalry
melee-row-cossack = Cossacks
melee-row-training = training and national trait
melee-row-valour = valour
melee-row-commander = commander's intervention

## A melee that cannot be

melee-weight-of-cavalry = cavalry is heavy, medium, light or Cossack, and no other arm is ({ $by })
melee-infantry-only = only infantry is armed with rifles alone or counted as not stationary
melee-ammunition-whose = only infantry and artillery are counted as without ammunition ({ $by })
melee-line-of-closed = a skirmish line or swarm is sent out by infantry or cavalry in closed formation ({ $by })
melee-blocked-in-u = only a unit in U counts as unable to retreat further ({ $by })
melee-beaten-in-fu = only a unit in FU has been beaten in flight ({ $by })
melee-broken-is-fu = a unit of valour -5 or lower is in FU ({ $by })
melee-no-such-formation = { $arm } does not stand in { $formation }
melee-cossack-formations = Cossacks do not form { $formation } ({ $by })
melee-english-mass = English infantry forms no battalion mass ({ $by })
melee-faced-square = only a square faces all its figures one way ({ $by })
melee-charge-of-cavalry = only cavalry attacks at the charge ({ $by })
melee-cossacks-no-charge = Cossacks do not charge ({ $by })
melee-impassable = nobody attacks across what cannot be passed
melee-no-flanks = a dispersed formation, a square, a mass, a clump and a unit in a building have no flanks ({ $by })
melee-works-or-attacks = a unit at work does not attack
melee-beside-attacker = other units attack beside the attacker, not beside the defender ({ $by })
melee-flank-is-attacker = who strikes the flank or rear is the attacker, and the other defends ({ $by })
melee-neither-fights = units of 1 or 2 figures cannot fight each other ({ $by })

## Who

melee-the-attacker = the attacker
melee-the-defender = the defender

## How a melee is reckoned

# $times is `thrice`, `twice` or `less`.
melee-reckon-numbers = { $who }: { $own } figures against { $other }, { $times ->
    [thrice] at least three times as many
    [twice] at least twice as many
   *[less] less than twice as many
}
melee-reckon-line = { $line } figures of the skirmish line or swarm count with their unit
melee-reckon-joint = figures of those who fight beside the largest in one joint melee: { $beside }
melee-reckon-beside = { $beside } figures of other attackers count with it
melee-reckon-narrow = no room for more than a march column: nothing is taken off for it
melee-reckon-transport = this column is for transport only
melee-reckon-eight = { $figures } figures; { $eight } are needed
melee-reckon-left-out = "{ $row }" is not counted here
melee-reckon-mass = cavalry against a battalion mass: 0
melee-reckon-no-deduction = nothing is taken off for cavalry when a unit may be swept along
melee-reckon-no-line-built-up = the missing skirmish line does not count in a built-up area
melee-reckon-no-line-cover = the missing skirmish line does not count where the defender is behind an obstacle or cover
melee-reckon-first-no-momentum = a first attack without momentum gives nothing
melee-reckon-english-horse = English cavalry in regiment column has nothing for its first attack
melee-reckon-training = { $value } by training or trait
melee-reckon-points = { $side } has { $sum } in table XV
melee-reckon-cossacks = Cossacks with { $own } points against { $other }
melee-reckon-helpless = { $who } has { $figures } figures and cannot fight
melee-reckon-won = { $who } wins by { $difference }
melee-reckon-drawn = equal results: nobody wins
melee-reckon-state = a difference of { $difference } in table XVII: { $state }
melee-reckon-blocked = in U, beaten and unable to retreat further: FU
melee-reckon-first-rank = without ammunition only the first rank counts
melee-reckon-ranks = { $who }: { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
} with { $figures } figures make { $units ->
    [one] 1 melee unit
   *[other] { $units } melee units
}
melee-reckon-none-by-fleeing = a unit in FU costs its attacker nothing
melee-reckon-no-ammunition = { $who } has no ammunition and costs the other nothing unless he goes into FU
melee-reckon-men = { $who }: { $result } in table XVIII is { $each } men for each of { $units } melee units: { $men }
melee-reckon-defender-takes-none = the defender takes no prisoners
melee-reckon-prisoners = { $each } figures for each of { $units } melee units: { $figures } prisoners
melee-reckon-victory = { $who } has a complete victory
melee-reckon-both = both in { $state }: neither moves

## What comes of a melee

melee-broken-off = { $who } breaks the attack off and goes back
melee-won-by = { $who } wins
melee-no-winner = nobody wins
melee-fate = { $who } in { $state }, { $men ->
    [0] no loss
    [one] 1 man lost
   *[other] { $men } men lost
}
melee-surrenders = { $who } surrenders
melee-commander-falls = the commander of { $who } falls
melee-staff-fall = { $count ->
    [one] a staff figure
   *[other] { $count } staff figures
} of { $who } { $count ->
    [one] falls
   *[other] fall
}
melee-prisoners = { $figures ->
    [one] 1 figure is
   *[other] { $figures } figures are
} taken prisoner if the position is held
melee-both-hold = both stay where they are, in LU-3 at the end of the turn

## Who may attack whom

attack-allowed = it may attack
attack-without-order = it attacks without an order
attack-fire-needs-order = a unit without a fire order does not fire before contact
attack-bar-arm = artillery and train do not attack ({ $by })
attack-bar-disorder = a unit in U takes no attack order ({ $by })
attack-bar-not-intact = only intact units attack ({ $by })
attack-bar-too-few = a unit of 1 or 2 figures cannot fight ({ $by })
attack-bar-closed-cavalry = cavalry in closed formation is attacked by cavalry only ({ $by })
attack-bar-dispersed-cavalry = cavalry in dispersed formation is attacked by cavalry and by infantry in closed formation ({ $by })
attack-bar-skirmishers = a skirmish line or swarm attacks only artillery, dispersed formations and units in FU ({ $by })
attack-bar-fire-order = a unit with a fire order does not attack ({ $by })
attack-bar-again = it has attacked this unit in this turn ({ $by })
attack-bar-not-in-flight = without an order only a unit in FU is attacked ({ $by })
attack-bar-not-moved = it has not come to contact distance by its own movement ({ $by })

## Command

command-reckon-intervention = the commander's die is { $die }: { $value }, and he { $fate ->
    [falls] falls
   *[survives] lives
}
command-reckon-staff = the die of a staff figure is { $die }: it { $fate ->
    [falls] falls
   *[survives] lives
}
command-reckon-courier-takes-over = the courier becomes the commander
command-reckon-delay = { $die } in table II
command-not-his-own = a commander is committed only with units under him ({ $by })
command-no-target = staffs and staff figures are no targets ({ $by })
command-no-courier-left = no courier is left to take his place ({ $by })
command-fu-no-orders = a unit in FU takes no orders ({ $by })
command-courier-not-alone = a courier with a commander or a unit is not alone ({ $by })
command-row-turns-since = whole turns since he fell
command-row-repeats-done = repeats the order last carried out
command-row-repeats-undone = repeats the last order, which was not carried out
command-row-instructed = follows the written instruction
command-row-courier = courier in base contact
command-row-rode-far = rode more than half his march length
commander-falls = { $value }, and the commander falls
commander-survives = { $value }, and the commander lives
staff-falls = the staff figure falls
staff-survives = the staff figure lives
commander-replaced = a courier takes command; { $couriers ->
    [0] no courier is left
    [one] 1 courier is left
   *[other] { $couriers } couriers are left
}
commander-not-replaced = nobody takes command yet
reaction-obeys = it carries out the order
reaction-stands = it stands still the whole turn
message-lost = the message does not get through
message-not-delayed = no delay
message-delayed = { $turns ->
    [one] 1 turn late
   *[other] { $turns } turns late
}
courier-lost = the courier is lost
courier-safe = the courier is safe

## Rallying and reorganising

rally-row-superior = immediate superior at the unit
rally-row-corps = corps commander or higher with the unit
rally-row-no-enemy = no enemy within 50 cm
rally-row-screened = own intact unit between it and the enemy
rally-row-later-turns = turns of flight beyond the first
rally-row-prisoners = gave up prisoners
rally-row-near-u = own unit in U within 25 cm
rally-row-near-fu = own unit in FU within 25 cm
rally-enemy-near-or-not = an enemy in contact distance is within 50 cm
rally-reckon-barred = it may not try ({ $by })
rally-reckon-rallies = { $result } in table XIX: { $state }
rally-reckon-flees = { $result } in table XIX: it flees again
rallies-to = it rallies to { $state }
rally-flees-on = it flees again
rally-no-attempt = it may not try to rally and flees on
reorganise-from-lu-or-u = a unit in LU or U reorganises by standing still ({ $by })
reorganise-interrupted = the period is interrupted, or not ordered
reorganise-not-in-building = no unit in U reorganises in a building
reorganise-not-in-wood = nobody reorganises in a wood or plantation
reorganises-after = after { $turns } turns of standing it is in { $state }
reorganises-not = it does not reorganise

## Being swept along

sweep-fleeing-is-fu = only a unit in FU sweeps others along ({ $by })
sweep-threatened-not-fu = a unit in FU is in flight already ({ $by })
sweep-does-not-roll = skirmish lines, swarms and unlimbered artillery are not swept along ({ $by })
sweep-reckon-withstands = the threatened unit has as much or more: nothing happens
sweep-reckon-result = the threatened unit is in { $state }
sweep-swept = swept along into { $state }
sweep-stands = it stands, in { $state }
sweep-commander-fleeing-falls = the commander with the fleeing unit falls
sweep-commander-falls = the commander with the threatened unit falls

## Attrition, flight, surrender, prisoners, guns

attrition-lost-at-most = is at most the original { $original } men
attrition-men-at-most = is at most the original { $original } men, and no more than a million
attrition-reckon-artillery = artillery does not wear down
attrition-reckon = { $lost } of { $original } lost, { $percent } %: { $value } on valour
attrition-reckon-breaks = valour { $valour }: it breaks
attrition-breaks = valour { $valour }: it breaks and flees for good
attrition-valour = valour { $valour }
merge-reckon-not-yet = they stand together { $turns } turns undisturbed first
merge-reckon = { $sum } by { $figures } figures is { $average } on average, less 1: { $valour }
merge-merged = one unit of { $figures } figures and valour { $valour }
merge-not-yet = not merged yet
flight-losses-reckon = { $percent } % of { $of } men, rounded up: { $men }
# $answer is `yes` or `no`.
surrender-reckon = { $own } against { $other } as they count: { $answer ->
    [yes] 25 % or more
   *[no] less than 25 %
}
surrender-must = it must surrender
surrender-not = it need not surrender
prisoners-reckon-not-reached = the position is not reached
prisoners-reckon-not-held = no intact unit holds the position
prisoners-reckon = { $due } due, { $left } left: { $figures } taken
prisoners-reckon-leave = they leave the game
prisoners-none = no prisoners
prisoners-taken = { $figures ->
    [one] 1 figure is
   *[other] { $figures } figures are
} taken prisoner
abandon-u-or-fu = a battery leaves things behind in U or FU ({ $by })
abandon-reckon-all = unlimbered and in FU: all guns are left, the men may take the limbers
abandon-reckon-half = of { $models } models { $guns } guns and { $limbers } limbers are left
abandon-reckon-load = one ammunition load is lost
abandon-left = { $guns } guns, { $limbers } limbers and { $loads } loads left behind

## Support

support-given = it supports
support-lack-size = a support unit has 10 figures or more, and at least half as many as the supported unit ({ $by })
support-lack-tactical = a support unit is a tactical unit ({ $by })
support-lack-intact = a support unit is intact ({ $by })
support-lack-formation = a support unit stands in line, attack column, square or battalion mass ({ $by })
support-lack-supported-formation = the supported unit stands in line, attack column, square, battalion mass, skirmish line or swarm ({ $by })
support-lack-distance = the support unit is more than one turn's march away ({ $by })
support-lack-too-close = the supported unit is inside the support unit's contact distance ({ $by })
support-lack-angle = the supported unit is outside the 30 degrees of the support unit's front ({ $by })
support-lack-barred = an impassable obstacle is between them ({ $by })
support-lack-engaged = the support unit is in combat ({ $by })
support-lack-attack-order = the support unit has an attack order ({ $by })
support-lack-another = the support unit supports another unit this turn ({ $by })
support-lack-on-slip = the order slip does not say which unit is supported ({ $by })
support-lack-brigade = they are not of the same brigade ({ $by })
support-lack-arm = infantry does not support cavalry, and artillery and train support nobody ({ $by })

## Soutien

soutien-none = there is none
soutien-too-small = it is smaller than the line or swarm
soutien-formation = it is not in a closed formation that serves
soutien-state = its order is too bad
soutien-serves-another = it serves another line or swarm
soutien-too-far = it is too far away
soutien-arm = infantry and cavalry send out skirmish lines and swarms ({ $by })
soutien-cossacks-ride = Cossacks send out swarms ({ $by })
soutien-russians-stand = only Russian skirmish lines may choose to stand ({ $by })
soutien-needs-none = it needs no soutien here
soutien-has = it has its soutien
soutien-lacks = it lacks a soutien: { $why }
soutien-pressed-back = it is pressed back to its soutien
soutien-broken = pressed back without soutien it goes into FU and loses { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
}
soutien-stands = it stands and receives the attack

## After a melee

title-after-melee = After a melee
after-melee = the attacker { $attacker }; the defender { $defender }
after-must-retreat = must retreat
after-must-flee = must flee
after-must-hold = must stay where it is
after-may-stand = may stand
after-may-go-back = may go back
after-may-follow = may follow
after-may-go-on = may go on as ordered
after-may-attack-on = may attack a new target
after-loser-in-lu = the loser of a melee is at least in LU-2 ({ $by })
after-same-disorder = both are in U or both in FU ({ $by })
after-too-far-aside = a new target lies within { $most } degrees, or was announced at the start of the turn, or is light cavalry's ({ $by })
after-not-worthwhile = the target is not worthwhile ({ $by })
after-not-through = only a unit in FU, beaten in this turn, is passed through by an intact attacker ({ $by })
