## How far a move may go (dba.4, table `stats`): by troop and going; a group goes as far as its slowest element

list-1-500-moving = list from 1 to 500 moving elements, not { $elements }
camp-stays-place-whole = a camp stays in place for the whole game (camp.1)
along-road-river-crossed = along a road the river is crossed by bridge or ford; leave it out, or say `along_road`: false (dba.4)
river-rate-out-of-range = `river-rate` is a number of paces from { $least } to { $most } (crossing.3)
good-going = in good going
troop-going = { $troop } { $how }
along-a-road = along a road
heavy-going = in heavy going
river-most = in the river, at most

## Who attacks (setup.1): both players roll a die, the higher attacks, the other defends and lays out the terrain

tie-both-roll-again = a tie: both roll again

## A close combat between two elements in front contact, or an element and a camp

equal-totals-no-effect = equal totals, no effect
b-better-without-effect = b is better, without effect
with-command-element = with a command element
defends-position = defends a position
uphill = uphill
defends-river-bank = defends a river bank
cavalry-charging = cavalry charging
camp-defence = camp defence
overlapped-left = overlapped on the left
flanked-left = flanked on the left
overlapped-right = overlapped on the right
flanked-right = flanked on the right
enemy-rear = enemy in the rear
mounted-against-enemy-heavy = mounted against an enemy in heavy going
rear-support = rear support
command-element-not-fight = a command element does not fight; it flees ({ $by })
artillery-not-move-into = artillery may not move into contact (contact.1)
artillery-not-attack-camp = artillery does not attack a camp (dba.53)
camp-stays-where-attacks = a camp stays where it is and attacks nobody ({ $by })
camp-no-flanks-not = a camp has no flanks and is not overlapped ({ $by })
camp-own-bonus-none = a camp has its own bonus and none of the ground or of support ({ $by })
nobody-overlapped-while-fights = nobody is overlapped while he fights a camp ({ $by })
camp-stands-behind-nobody = a camp stands behind nobody ({ $by })
attacks-other-defends-whose = one attacks and the other defends: whose movement brought about the contact? ({ $by })
only-two-reaches-higher = only one of the two reaches higher ({ $by })

## Who breaks (victory.1, victory.3, victory.4, dba.43): demoralised commands and the end of the battle, checked at the end of every turn

list-1-12-commands = list from 1 to 12 commands, not { $commands }
commands-strength-1-10000 = a command's strength is from 1 to 10000 elements (victory.1), not { $strength }
command-cannot-lost-victory = a command of { $strength } cannot have lost { $lost } (victory.1)
elements-lost = elements lost
camp-plundered = camp plundered

## Movement points (move.1, dice.1 to dice.3, dba.12): a die for each command that has elements on the table; the dice of the player's own commands are sorted and handed down by his secret ranking, an allied command's die is its own

no-command-elements-left = no command has elements left; no die is rolled
list-1-8-commands = list from 1 to 8 commands, highest ranked first (dice.2); there are { $commands }
give-every-command-name = give every command a name of its own (dice.2 ranks them)

## What a move costs (move.2, command.1, dba.11): one movement point, and one more out of the commander's range

distance-number-paces-0 = a distance is a number of paces from 0 to 1000000 (command.1)
group-most-500-elements = a group has at most 500 elements
commander-been-shot-not = a commander who has been shot does not move (command.1)
say-least-element-how = say for at least one element how far it is from its commander (command.1), such as {"{"}"distance": 800{"}"}
element-group = one element or group
commander-been-shot = the commander has been shot
further-than-p-commander = further than { $command_range } p from the commander
out-sight-further-than = out of his sight and further than { $command_range_unseen } p from him
every-element-out-commanders = every element out of the commander's range
element-out-commanders-range = an element out of the commander's range

## What a river turns out to be (crossing.2, table `river-die`): rolled for the first element that tries to cross it off a road, and valid for the whole game

no-roll-road-crosses = no roll: a road crosses by bridge or ford
shallow-no-hindrance = shallow: no hindrance

## A shooting combat: one main shooter, up to two supporters, one target (shooting.5, shooting.8)

shooter-better-without-effect = the shooter is better, without effect
target-better-without-effect = the target is better, without effect
command-element-not-shoot = a command element does not shoot ({ $by })
cavalry-shoots-only-when = cavalry shoots only when dismounted ({ $by })
distance-paces-zero-more = a distance in paces is zero or more (dba.2)
shoot-no-further-than = { $target } shoot no further than { $range } p here ({ $by })
skirmish-fire = skirmish fire
flank-fire = flank fire
guns-close-range = guns at close range
mounted-target = mounted target
target-is-camp = target is a camp
target-behind-river-bank = target behind a river bank
target-far-ditch = target in the far ditch
never-below-zero = never below zero
element-up-two-supporters = one element and up to two supporters shoot ({ $by })
camp-shoots-alone = a camp shoots alone ({ $by })
camp-no-flank-dba = a camp has no flank (dba.53)
shooter-behind-line-front = a shooter behind the line of its front is outside its field of fire ({ $by })
under-fire-several = under fire from several

## Crossing a torrent (crossing.4): each element needs a die of at least 3; a failure ends its move at the bank, and nobody else may try that river in this turn

elements-try-torrent = from 1 to 36 elements try (crossing.4), not { $elements }

## Recoil, and who must follow (recoil.1 to recoil.4, dba.31, impetuous.1, impetuous.2)

camp-never-recoils = a camp stays where it is and never recoils ({ $by })
most-twelve-in-way = at most 12 things lie in the way of a recoil, not { $met }
camp-or-officer-no-friend = a camp is "camp", and command elements are shifted out of the way (dba.57)
only-troops-advance = a { $troop } never advances on its own
paces-zero-or-more = a number of paces from 0 to 1000000
won-more-than-fought = { $won } won of { $combats }: at most all of them are won (impetuous.2)
group-of-one-to-500 = a group has from 1 to 500 elements, not { $elements }

## May it shoot at that target (shooting.1 to shooting.7)?

no-shot-not-there = it is not on the table
no-shot-not-its-turn = only the active player's elements open fire
no-shot-command-element = a command element does not shoot
no-shot-no-weapon = mounted cavalry does not shoot
no-shot-has-shot = it has shot in this phase
no-shot-no-ammunition = its ammunition for these phases is used up
no-shot-camp-fallen = the camp is silenced or plundered
no-shot-front-to-front = it is front to front with an enemy
no-shot-target-front-to-front = the target is front to front with an enemy
no-shot-out-of-arc = the target is outside its field of fire
no-shot-only-an-edge = no more of the target than an edge or a corner is in its field of fire
no-shot-out-of-range = the target is out of range
no-shot-beyond-skirmish = in woods, oases and settlements nobody shoots further than { $range } p
no-shot-hidden-by-ground = a crest, a hill, a wood or an oasis hides the target
no-shot-hidden-by-troops = troops, a camp or houses hide the target
no-shot-hidden-by-several = several things together hide the target
no-shot-not-the-nearest = a nearer enemy may be shot at
only-a-camp-has-shots = only a camp counts its shots (camp.6)
camp-shoots-all-round = a camp shoots all round ({ $by })
may-shoot = it may shoot
may-not-shoot = it may not shoot: { $why }

## Second and further moves in a turn (again.1 to again.4)

may-move-again = it may move again
may-not-move-dismounted = it dismounted this turn and may not move again
may-not-move-again = it may not move again: that is for Jaeger in their first turn, more than { $clear } p from every visible enemy, or along a road at least { $road } p from every enemy

## Breaking off close combat (breakoff.1)

not-break-off-troop = artillery and command elements cannot
not-break-off-no-contact = it is in no front contact
not-break-off-flank = an enemy is at its flank or rear
not-break-off-room = somebody or something is in the way
not-break-off-touch = it would touch an enemy
not-break-off-zone = it would end in an enemy's control zone
withdraws-paces = it withdraws straight back, exactly { $paces } p
may-not-break-off = it may not break off: { $why }

## Stray fire and ricochets (ricochet.1, dba.32)

nobody-recoils = nobody behind recoils
number-recoils = number { $number } ({ $troop }) recoils { $paces } p
most-36-behind = at most 36 elements stand behind, not { $behind }

## Control zones (zone.1, zone.2, dba.13, dba.54)

zone-does-not-hold = the zone does not hold it
zone-allows = the zone leaves it that move
zone-refuses = the zone forbids that move
never-in-the-zone = a move that never comes into the zone does nothing in it (zone.2)

## Lining up with an enemy (contact.1 to contact.6, dba.14, dba.15)

not-lined-up-artillery = artillery may not be moved into contact
not-lined-up-commander = a command element may not end touching an enemy
not-lined-up-no-right = that edge may not be contacted from there
not-lined-up-turn = it would have to turn too far
not-lined-up-slide = it would have to slide too far
not-lined-up-room = there is no room
not-lined-up-crossing = it is crossing a river and may not turn or slide
lines-up-with-him = it lines up
stops-short-of-him = it stops short of contact: { $why }
turn-0-180-degrees = a turn is from 0 to 180 degrees

## What came of it

a-better-without-effect = a is better, without effect
combatant-a = { $troop } (a)
combatant-b = { $troop } (b)
combatant-shooting = shooting { $troop }
# $number is "many" for muskets, rifles and Jaeger, "one" for the others.
suffers-nothing = the { $who } { $number ->
    [many] suffer
   *[one] suffers
} nothing
suffers-recoil = the { $who } { $number ->
    [many] recoil
   *[one] recoils
}
suffers-flee = the { $who } { $number ->
    [many] flee
   *[one] flees
} { $paces } p
suffers-silenced = the { $who } { $number ->
    [many] are
   *[one] is
} silenced
suffers-plundered = the { $who } { $number ->
    [many] are
   *[one] is
} plundered
suffers-destroyed = the { $who } { $number ->
    [many] are
   *[one] is
} destroyed
then-cut-off = it cannot recoil, with enemies at its front and rear or on its flank
then-recoils = straight back { $paces } p
then-behind-pushed = the friend behind it is pushed back
then-behind-passed = it passes through the friend behind it
then-flankers = { $count ->
    [one] its friend with the front on the victor's flank or rear recoils
   *[other] its { $count } friends with the front on the victor's flanks or rear recoil
} by the own base depth
then-follows = the { $victor } must follow { $paces } p at once
recoils-straight-back = it recoils { $paces } p straight back
recoils-pushing = it recoils { $paces } p and pushes back { $pushes ->
    [one] 1 friend
   *[other] { $pushes } friends
}
recoils-through = it recoils { $paces } p, or further until it stands behind { $passes ->
    [one] the friend that it passes
   *[other] the { $passes } friends that it passes
}
recoils-through-pushing = it recoils { $paces } p, or further until it stands behind { $passes ->
    [one] the friend that it passes
   *[other] the { $passes } friends that it passes
}, and pushes back { $pushes ->
    [one] 1 friend
   *[other] { $pushes } friends
}
cannot-recoil = it cannot recoil and is destroyed
stays-where-it-is = it stays where it is
follows-at-once = it must follow { $paces } p at once
advances-at-the-end = it must advance { $paces } p at the end of the turn
torrent-all-across = { $cross ->
    [one] 1 element
   *[other] { $cross } elements
} across
torrent-some-across = { torrent-all-across }, { torrent-none-across }
torrent-none-across = { $stop ->
    [one] 1 element
   *[other] { $stop } elements
} at the bank; nobody else may try this turn
river-slows = { $nature }: at most { $paces } p a move in the bed, banks help their defenders
river-slows-and-rolls = { river-slows }, each element rolls to cross
command-has-points = { $command } has { $points ->
    [one] 1 point
   *[other] { $points } points
}
move-costs-points = the move costs { $points ->
    [one] 1 movement point
   *[other] { $points } movement points
}
at-most-paces = at most { $paces } p
side-attacks = side { $side } attacks; side { $other } defends and lays out the terrain
side-holds = side { $side } holds
side-demoralised = side { $side }: { $count ->
    [one] command { $commands } is
   *[other] commands { $commands } are
} demoralised
morale-goes-on = { $a }; { $b }; the battle goes on
morale-side-wins = { $a }; { $b }; side { $side } wins the battle
morale-draw = { $a }; { $b }; the battle is a draw

## What a procedure decides

title-attacker = Dicing for attacker and defender
title-allowance = How far a move may go
title-morale = Demoralised commands and defeat
title-points-cost = What a move costs
title-shooting = Shooting: one to three elements, or a camp, shoot at a target
title-movement-points = Rolling for movement points
title-torrent = Crossing a torrent
title-river-nature = The nature of a river
title-recoil = Recoil: how far, through whom, and whether it can
title-follow-up = Who follows up or advances after winning
title-may-shoot = May it shoot at that target?
title-further-move = May it move again this turn?
title-control-zone = Is the move allowed in a control zone?
title-line-up = Does it line up with the enemy, or stop short?
title-break-off = May it break off, and how far?
title-ricochet = Who recoils because of stray fire
title-close-combat = Close combat: two elements front to front, or an element against a camp
