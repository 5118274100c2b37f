# What happens in a battle.

## An order and a ruling in the log

log-stands = stands
log-modifier = { $side }: { $what } { $value } ({ $clause })
log-dice = dice { $dice }
log-total = { $name } { $value }
log-step = { $says } ({ $clause })

## Why a unit halts

halt-contact = contact distance of the enemy
halt-friend = an own unit is in the way
halt-impassable = it cannot pass here
halt-edge = the edge of the table
halt-no-room = no room for it
halt-fire = it fires
halt-horses = it has lost horses
halt-impossible = what it was to do cannot be done

## Why a fire was not given

no-fire-not-announced = it was not announced
no-fire-no-target = there is no target
no-fire-fired = it has fired in this turn
no-fire-fought = it has fought in this turn
no-fire-no-ammunition = no ammunition
no-fire-cannot = as it stands it cannot fire

## How a unit goes; its name stands before it

goes-marches = marches
goes-charges = charges
goes-pivots = pivots
goes-rotates = turns on its middle
goes-moves-back = moves back
goes-sideways = moves sideways
goes-retreats = retreats
goes-flees = flees
goes-back = goes back
goes-follows = follows
goes-pressed-back = is pressed back
goes-along = goes along
goes-arrives = arrives
goes-ferried = is carried over the water
goes-corrected = is moved by the umpire
goes-right-by = { $goes } right { $degrees }°
goes-left-by = { $goes } left { $degrees }°
goes-to-right = { $goes } to its right
goes-to-left = { $goes } to its left
goes-so-far = { $goes } { $cm } cm
enemy-commander = an enemy commander
enemy-officer = an enemy staff officer
an-enemy = an enemy

## When a fire is given

moment-at-once = at once
moment-time = at { $at } of the turn
moment-passes = when an enemy passes { $ground }
moment-own-contact = before contact
moment-contact = before contact with { $unit }
fire-nearest = { $when }, at the nearest
fire-at = { $when }, at { $at }
fire-ranges-nearest = { $when }, ranging in on the nearest
fire-ranges-at = { $when }, ranging in on { $at }

## Choices within the turn

choose-yes = yes
choose-no = no
choose-react = { $unit } is out of command. Does it try to carry out its order?
choose-replace = Who takes over { $of }?
choose-attack = { $unit } was ordered to attack. Whom?
choose-support = Who supports { $unit }?
choose-fire = { $unit } was ordered to fire. At whom?
choose-line-fires = When do the skirmishers of { $unit } fire?
choose-evade = Does { $unit } go back before the attack?
choose-fire-order = In which order is { $target } fired at: { $who }?
choose-commit = Does { $staff } commit himself with { $unit }, which is fired at?
choose-line-stands = Do the skirmishers of { $unit } stand?
choose-melee-order = In which order is { $target } fought: { $who }?
choose-stays = What does { $unit } do after the melee with { $foe }?
choose-follow = Does { $unit } follow { $foe }, who goes back?
choose-goes-on = { $unit } has beaten { $foe }. What now?
choose-retreat = How does { $unit } retreat?
choose-guns-retreat = { $unit } must retreat. With its guns?
choose-guns-flee = { $unit } flees. With its limbers?
choose-soutien = The skirmishers of { $unit } have no soutien. What do they do?
choose-staff-goes = Does { $staff } go along with { $unit }?
course-stand = stands
course-go-back = goes back
course-follow = follows
course-as-ordered = goes on as ordered
course-backwards = backwards
course-about-face = about face
course-limber = limbers up
course-manhandle = by hand
course-leave-guns = leaves its guns
course-with-limbers = with the limbers
course-without-limbers = without the limbers
course-form-soutien = forms a soutien

## What happens, told as an umpire at the table would tell it

with-men = { $line }: { $men } men
battle-opens = The battle opens. The dice are fixed and sealed.
by-default = Nobody sits in the umpire's chair: { $says }.
turn-begins = Turn { $turn }
turn-ends = Turn { $turn } ends
orders-sent = Side { $side } has sent its orders.
ordered = { $unit }: { $order }
reacts = { $unit }, out of command, carries out its order
reacts-not = { $unit }, out of command, does not take its order
takes-command = { $staff } takes command
takes-no-command = { $staff } does not take command yet
rally-tried = { $unit } tries to rally and is in { $to }
attacks = { $unit } attacks
attacks-target = { $unit } attacks { $target }
attack-not-announced = the attack of { $unit } is not announced
is-supported = { $unit } is supported by { $by }
is-to-fire = { $unit } is to fire { $moment }
evades = { $unit } goes back before the attack
evades-to = { $unit } goes back to { $to }
moved = { $unit } { $way }
halts = { $unit } halts: { $why }
halts-before = { $unit } halts before { $before }: { $why }
passes-through = { $unit } passes through { $other }
is-in-formation = { $unit } is in { $formation }
faces-another-way = { $unit } faces another way
has-limbered = { $unit } has limbered up
has-unlimbered = { $unit } has unlimbered
is-ready = { $unit } is ready to fire
leaves-guns = the gunners of { $unit } leave their guns
leaves-guns-with-limbers = the gunners of { $unit } leave their guns, with the limbers
mans-guns = { $unit } mans its guns
takes-guns = { $by } takes { $guns ->
    [one] a gun
   *[other] { $guns } guns
} of { $unit }
sends-out = { $unit } sends out { $line }
draws-in = { $unit } draws in { $line }
splits-off = { $unit } splits off { $part }
is-joined-by = { $unit } is joined by { $other }
enters = { $unit } goes into { $building }
leaves-building = { $unit } leaves { $building }
begins-charge = { $unit } begins its charge march
ends-charge = the charge march of { $unit } is over
falls-from-into = { $unit } falls from { $from } into { $to }
is-reorganised = { $unit } is reorganised from { $from } to { $to }
fires = { $unit } fires at { $target }
fires-at-place = { $unit } fires at { $place }
shows-itself = { $unit } shows itself by its fire at { $to }
ranges-in = { $unit } is ranged in on { $target }
does-not-fire = { $unit } does not fire: { $why }
is-committed = { $staff } commits himself with { $unit }
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
loses-equipment = { $unit } loses { $guns } guns, { $horses } horses and { $loads } loads of ammunition
melee-won = { $unit } beats { $target } in melee
melee-lost = { $unit } is beaten by { $target } in melee
melee-drawn = { $unit } and { $target } fight without decision
attack-ends = the attack of { $unit } ends
attack-on-ends = the attack of { $unit } on { $target } ends
attack-goes-on = the attack of { $unit } goes on against { $target }
is-pressed-back = { $by } presses back { $unit }
is-pressed-back-to = { $by } presses back { $unit } to { $to }
may-be-swept = { $unit } may be swept along by { $by }: { $to }
may-be-swept-by = { $unit } may be swept along by { $by }
is-cornered = { $unit } cannot go back further
surrenders = { $unit } surrenders
takes-prisoner = { $by } takes { $figures ->
    [one] a figure
   *[other] { $figures } figures
} of { $unit } prisoner
is-destroyed = { $unit } is no more
flees-off-table = { $unit } is driven off the table
leaves-table = { $unit } leaves the table
arrives = { $unit } arrives
staff-joins = { $staff } joins { $unit }
staff-moves = { $staff } rides
staff-fell = { $staff } falls
staff-is-lost = { $staff } is lost
staff-arrives = { $staff } arrives
message-written = A message sets out: “{ $says }”
message-handed-over = A message is handed over: “{ $says }”
message-delay = The message of side { $side }: { $says }
is-instructed = { $unit } is instructed: “{ $says }”
is-out-of-ammunition = { $unit } is out of ammunition
event-supports-another = { $unit } is named as the support of two units; it supports the first of them
event-support-counts-once = another unit supports { $unit } already; two give no more than one
takes-no-prisoners = { $by } takes no prisoners of { $unit }
is-noted = Noted on the slip of { $unit }: { $state }, { $carried } men towards the next figure, { $left } turns of fire left
closes-up-as-soutien = Part of { $unit } closes up to be its soutien
stands-as-block = { $unit } stands as a block, as wide as deep
is-resupplied = { $unit } is resupplied with { $loads } turns of fire
works = { $unit }: { $says }
chose = Side { $side } chose for “{ $what }”: { $answer }
umpire-sits = An umpire sits at the table: what the book leaves to him is asked of him.
umpire-rules = The umpire rules: { $says }
umpire-rules-on = The umpire rules on { $clause }: { $says }
umpire-corrects = The umpire corrects: { $unit } { $says }
umpire-changes = The umpire corrects: { $says }
side-has-won = Side { $side } has won: { $why }
nobody-has-won = Nobody has won: { $why }

goes-aboard = { $unit } goes aboard
lands = { $unit } lands
begins-work = { $unit } begins work at { $place }
has-finished-work = { $unit } has finished { $place }: { $says }
happens-at-place = { $place }: { $says }
is-near-blast = { $unit } is near the blast
fires-first = { $side } fires first, by lot
