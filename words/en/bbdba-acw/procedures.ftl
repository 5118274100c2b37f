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
title-close-combat = Close combat: two elements front to front, or an element against a camp
