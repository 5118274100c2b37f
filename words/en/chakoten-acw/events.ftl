# What happens in a battle.

## Why a unit halts

halt-order-done = its order cannot go on
halt-friend = a friend is in the way
halt-break-in = an enemy at break-in distance
halt-contact = contact with the enemy
halt-impassable = the ground is impassable for it
halt-edge = the edge of the table
halt-pinned = it is pinned
halt-disorder = it is in disorder
halt-repelled = it is repelled
halt-broken-off = fire breaks it off
halt-obstacle = an obstacle
halt-reforms = the chain has to re-form

## How a unit goes; its name stands before it

goes-marches = marches
goes-charges = charges
goes-wheels = wheels
goes-moves-back = moves back
goes-retires = retires
goes-flees = flees
goes-turns-away = turns away
goes-falls-back = falls back
goes-closes-up = closes up
goes-stepped-clear = is set down clear
goes-gunners = sends its gunners to shelter
goes-arrives = arrives
goes-corrected = is moved by the umpire
enemy-general = an enemy general
enemy-orderly = an enemy orderly

## When a fire order fires

moment-at-once = at once
moment-clock = at clock { $clock }
moment-before-shock = before the shock roll
moment-after-shock = after the shock roll
moment-event = on an event

## Rulings

total-first = first { $value }
total-second = second { $value }
total-total = total { $value }
total-other = { $name } { $value }
modifier-opponent = opponent: { $what } { $value } ({ $clause })
modifier-own = { $what } { $value } ({ $clause })
reckoned = { $says } ({ $clause })
the-dice = dice { $dice }

## Choices while the turn runs

choose-retreat = Draw { $unit } back, in disorder?
choose-surprised-fire = Does { $unit } fire at { $attacker }, surprised?
choose-fall-back = Does the chain { $unit } fall back before { $threat }?
choose-shelter = Do the gunners of { $unit } take shelter from { $threat }?
choose-who-attacks = Who goes in against { $target }: { $who }?
choose-pursue = Does { $unit } pursue { $beaten }, or turn on another enemy?
choose-stop-with = Does { $unit } stop with { $enemy }, who is in flight, instead of passing through?
choose-turn-unit = Does { $unit } turn the unit to { $attacker }?
choose-turn-companies = Does { $unit } turn two companies to { $attacker }?
choose-escape = Does { $who } flee from { $from }, and to whom?
choose-heir = Who takes over { $of }?

## How far it went or turned

goes-wheels-right-by = wheels right { $degrees }°
goes-wheels-left-by = wheels left { $degrees }°
goes-wheels-right = wheels to its right
goes-wheels-left = wheels to its left
goes-so-far = { $goes } { $cm } cm

## What happens, told as an umpire at the table would tell it

with-men = { $line }: { $men } men
battle-opens = The battle opens. The dice are fixed and sealed.
by-default = Nobody sits in the umpire's chair: { $says }.
turn-begins = Turn { $turn }
turn-ends = Turn { $turn } ends
orders-sent = Side { $side } has sent its orders.
ordered = { $unit }: { $order }
instruction = Instruction to { $to }: { $says }
attacks = { $unit } attacks
attacks-target = { $unit } attacks: { $target }
charges = { $unit } attacks at the charge
charges-target = { $unit } attacks at the charge: { $target }
retreat-declared = { $unit } declares a retreat
is-to-fire = { $unit } is to fire { $moment }
heard = side { $side }: { $says }, out of sight
in-sight = in sight: { $work }
moved = { $unit } { $way }
halts = { $unit } halts: { $why }
is-in-formation = { $unit } is in { $formation }
faces-another-way = { $unit } faces another way
mounts = { $unit } mounts
dismounts = { $unit } dismounts
has-limbered = { $unit } has limbered up
has-unlimbered = { $unit } has unlimbered
fires = { $who } fires at { $at }
fires-from = { $who } fires at { $at } at { $cm } cm
fires-surprised = { $who } fires as surprised at { $at }
fires-surprised-from = { $who } fires as surprised at { $at } at { $cm } cm
shot-falls-on = { $unit } fires { $ammunition }: it falls on { $hit }
shot-falls-on-nobody = { $unit } fires { $ammunition }: it falls on nobody
shot-hits = { $unit }'s { $ammunition } hits { $target }
does-not-fire = { $unit } does not fire: { $why }
equipment = { $unit }: { $says }
a-gun-bursts = a gun of { $unit } bursts
removes-figures = { $unit } removes { $figures ->
    [one] a figure
   *[other] { $figures } figures
}
# $carried is how many men are then lost towards the next figure.
loses-men = { $unit } loses { $men } men; { $carried } of 20 towards a figure
loses-men-and-figures = { $unit } loses { $men } men and removes { $figures ->
    [one] a figure
   *[other] { $figures } figures
}; { $carried } of 20 towards the next
tests-morale = { $unit } tests its morale
falls-from-into = { $unit } falls from { $from } into { $to }
is-pinned = { $unit } is pinned to the end of turn { $turn }
no-longer-pinned = { $unit } is no longer pinned
reaches-break-in = { $unit } reaches break-in distance of { $target }
shock-roll = Shock roll of { $unit } against { $target }
attack-ends = The attack of { $unit } ends: { $why }
attack-on-goes-on = The attack of { $unit } on { $target } goes on
is-in-contact = { $unit } is in contact with { $target }
one-and-other = { $one } and { $other }
in-melee = { $unit } in melee with { $who }
takes-prisoner = { $by } takes { $figures } figures of { $unit } prisoner
surrender = { $figures } figures of { $unit } surrender
may-be-carried-away = { $unit } may be carried away by { $by }
flight-checked = { $unit }'s flight is checked behind { $behind }
tries-to-pass = { $unit } tries to pass the pinned { $pinned }
chose = Side { $side }. { $question } { $answer }.
staff-joins = { $staff } joins { $unit }
staff-moves = { $staff } moves
staff-taken = { $staff } is taken prisoner
staff-falls = { $staff } falls
staff-appointed = { $staff } is appointed
no-successor = No successor is appointed yet
is-reorganised = { $unit } is reorganised from { $from } to { $to }
cannot-be-reorganised = { $unit } cannot be reorganised (attempt { $attempt })
is-out-of-ammunition = { $unit } is out of ammunition
is-resupplied = { $unit } is resupplied
is-not-resupplied = { $unit } is not resupplied yet
has-finished = { $unit } has finished { $work }
works-on = { $unit } works on { $work }: turn { $turns } of { $of }
work-lost = The work of { $unit } is lost
has-repaired = { $unit } has repaired { $item }
takes-guns = { $by } takes { $guns } guns of { $unit }
takes-wagon = { $by } takes { $unit }
detaches = { $unit } detaches { $part }
is-joined-by = { $unit } is joined by { $part }
occupies = { $unit } occupies { $building }
occupies-some-building = { $unit } occupies a building
flees-off-table = { $unit } flees off the table
leaves-table = { $unit } leaves the table
arrives = { $unit } arrives
umpire-sits = An umpire sits at the table; his decisions are final
umpire-rules = The umpire rules: { $says }
umpire-rules-on = The umpire rules on { $clause }: { $says }
umpire-corrects = By the umpire's word { $unit } { $says }
umpire-changes = By the umpire's word { $says }
overridden = { $unit } does not carry out its order "{ $order }": the rules ask something else of it
order-struck = The order of { $unit } is struck: { $because }
side-has-won = Side { $side } has won: { $why }
nobody-has-won = Nobody has won: { $why }

## Why a unit does not fire

no-fire-no-arms = it has nothing to fire with
no-fire-no-ammunition = it has no ammunition
no-fire-flees = it is in complete disorder
no-fire-in-melee = it is in base contact with the enemy
no-fire-must-reform = the chain must re-form
no-fire-no-such-part = it has no such companies
no-fire-too-few = too few figures for a fire element can take part
no-fire-no-target = there is no such enemy to fire at
no-fire-target-in-melee = the target is in melee
no-fire-not-seen = it does not see the target
no-fire-out-of-arc = the target is outside the arc of fire
no-fire-out-of-range = the target is out of range
no-fire-screened = another unit stands in the line of fire
no-fire-screened-by-chain = a chain stands in the line of fire
no-fire-wagon = small arms do a wagon no harm
no-fire-side-has-fired = that side of the building has fired in this turn
no-fire-not-in-action = the guns are not in action
no-fire-no-rounds = it has no round of that ammunition
no-fire-no-guns = no gun is fit and manned
no-fire-too-near-to-fire-over = a unit on the line of fire is too near to be fired over
no-fire-no-height-to-fire-over = a unit on the line of fire does not stand lower
no-fire-canister-screened = a unit screens the target from canister
no-fire-friend-in-the-way = a friend stands nearer in the same half of the arc
no-fire-bad-guess = the guess is none the gun can fire at
