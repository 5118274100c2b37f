## Second and further moves in a turn (again.1 to again.4)

dismounted-turn-not-move = { $id } dismounted this turn and may not move again
already-moved-turn-further = { $again } has already moved this turn; a further move is for Jaeger in their first turn, more than { $further_move_clear } p from every visible enemy, or along a road at least { $further_move_road } p from every enemy

## Withdrawing from close combat (breakoff.1, dba.24)

cannot-break-off = { $id } is { $troop } and cannot break off
no-front-contact-break = { $id } is in no front contact from which to break off
cannot-break-off-flank = { $id } cannot break off: { $other } is at its flank or rear
cannot-break-off-run = { $id } cannot break off: it would run into { $other }
cannot-break-off-touch = { $id } cannot break off: it would touch { $other }
cannot-break-off-end = { $id } cannot break off: it would end in the control zone of { $other }

## Columns follow their leader, and groups narrow to a column (dba.7, move.8)

command-element-moves-alone = { $id } is a command element: it moves alone or accompanies a group it touches
not-column-name-leader = not a column: name the leader first, then each element directly behind the one before it
close-combat-no-element = { $id } is in close combat: no element of a group may be when it begins to move
close-combat = { $id } is in close combat

## A group's straight advances and wheels (move.5, dba.6)

more-than-steps-move = more than { $most_steps } steps in one move
step-no-distance-angle = a step that is no distance or angle
group-moves-only-forward = a group moves only forward
wheel-degrees-most-90 = a wheel of { $amount } degrees: at most 90
group-either-goes-straight = a group either goes straight or wheels in one move

## Meeting the enemy: the first touch, whether it is lawful, and lining up (contact.1 to contact.6, dba.14, dba.47, dba.48)

move-through-declare-way = { $who } would move through { $foe }: declare the way round it in shorter legs
must-full-front-contact = { $who } must be in full front contact with the camp, or stay away from it
no-friend-fights-front = no friend of { $who } fights { $foe } in front contact
rear-contacted-only-wholly = its rear may be contacted only from wholly behind the line of its rear edge
group-not-contact-flank = a group may not contact a flank
flank-contacted-only-single = its flank may be contacted only by a single element that starts outside the line of that flank and partly behind the line of its front
not-contact = { $who } may not contact { $foe } there: { $why }
artillery-not-moved-into = { $id } is artillery and may not be moved into base contact with { $foe }
command-element-not-end = { $id } is a command element and may not end its move touching { $foe }
move-not-reach = the move does not reach { $foe }
contact-cannot-lined-up = the contact cannot be lined up by turning through 45 degrees and sliding 80 p, or there is no room: stop 2 p short of it
move-not-reach-first = the move does not reach { $foe }: it first touches { $met }

## Tactical moves

could-go = { $reason }; it could go { $paces } p of that way

legs-single-element-group = legs are for a single element; a group advances straight or wheels
only-single-element-breaks = only a single element breaks off
move-goes-nowhere = the move goes nowhere
may-go-no-further = { $who } may go { $allowed } p there, not { $length } p
the-group-to = the group { $first } to { $last }
group-narrows-column-not = a group that narrows to a column may not touch the enemy
group-narrows-column-not-enter = a group that narrows to a column may not enter a river in the same move

## Who may be ordered to move, and what it costs (move.2, command.1, dba.3, dba.11, dba.34)

moves-made-movement-phase = moves are made in the movement phase
name-least-element-move = name at least one element to move
more-elements-than-army = more elements than the army has
no-element = there is no element { $id }
not-side-whose-turn = { $id } is not of the side whose turn it is
not-table = { $id } is not on the table
named-twice = { $id } is named twice
different-commands-not-move = { $id } and { $first } are of different commands and do not move together
locked-front-contact-moves = { $id } is locked in front contact and moves only by breaking off
demoralised-command-points-serve = { $id } is of a demoralised command: its points serve only elements in close combat, their support and its commander
only-cavalry-dismounts = { $id } is { $troop }: only cavalry dismounts
contact-enemy-cannot-dismount = { $id } is in contact with an enemy and cannot dismount
cannot-dismount-while-breaks = { $id } cannot dismount while it breaks off or falls into column
no-command-element-only = { $id } is no command element: only those accompany a group
accompanies-only-group-column = { $id } accompanies only a group or a column
touches-no-element-group = { $id } touches no element of the group
move-takes-movement-points = the move takes { $cost } movement points, and the command has { $left } left

## Which distance a move may cover (dba.4, move.7, dba.51, troops.2)

heavy-going-group-more = { $id } would be in heavy going: a group more than one element wide may not move there, only single elements, columns and groups of Jaeger (move.7)

## Rivers in the way of a move (crossing.1 to crossing.4, river.2, river.3)

crossing-river-until-whole = { $who } is crossing a river: until its whole front has left the bed it goes straight ahead or straight back
crossing-river-turn-slide = { $who } is crossing a river and would have to turn or slide to line up; it may do so only against an enemy who defends the far bank: stop short of contact
not-try-cross-element = { $who } may not try to cross: an element failed in this torrent this turn
river-move-any-part = { $who } would be in the river: a move with any part in its bed covers at most { $rate } p, not { $length } p

## Marching along a road (dba.50, move.7, dba.4)

march-no-distance = a march of no distance
march-along-road-goes = a march along a road goes forward; turning about is no part of it
nobody-beside-column-keeps = nobody beside the column keeps to the road: a command element moves on its own
road-troops-move-element = on a road troops move one element wide: name a column, leader first, or one element
close-combat-no-element-column = { $id } is in close combat: no element of a column may be when it begins to move
not-road-middle-line = { $ids } is not on a road: its middle line must pass under front and rear edge, and the facing keep within { $number } degrees of it
road-ends-before = the road ends before that
not-stand-along-road = { $ids } would not stand along the road there: march to before or past the bend

## Groups and columns: who touches whom so as to move together (move.3, move.4, move.8, dba.10, dba.49)

not-face-same-way = { $id } does not face the same way as { $first }
artillery-forms-no-group = artillery forms no group with other troops except in a march column
not-touch-group-flank = { $lost } does not touch the group flank to flank or front to rear with matching corners

## A single element's move, leg by leg (dba.5)

more-than-legs-move = more than { $most_legs } legs in one move
leg-ends-place-no = a leg ends at a place that is no place on the table

## What lies in the way: the table edge, camps, impassable ground, friends (dba.1, dba.5, dba.6, dba.8, dba.9)

leave-table = { $id } would leave the table
cannot-enter-waterway = { $id } cannot enter the waterway
cannot-stand-pass-through = { $id } cannot stand in or pass through a camp
end-top = { $id } would end on top of { $other }
cannot-pass-gap-p = { $id } cannot pass: the gap is { $narrow } p too narrow for it; go round or stop before it
end-wheel-top = { $id } would end its wheel on top of { $other }
end-leg-top = { $id } would end a leg on top of { $other }
cannot-pass-through-only = { $id } cannot pass through { $other }: only mounted troops and Jaeger pass through friends, straight, facing the same or the opposite way, with room beyond (pass.1)

## Control zones (zone.1, zone.2, dba.13, dba.54)

moves-inside-control-zone = moves inside the control zone of { $holders }; after { $paces } p it may only stop, fight it, turn parallel to it and go straight toward it, or withdraw straight back
