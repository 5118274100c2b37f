# What the page shows: the table, and orders written with the hand. No message tells how far one thing is from another.

## What decides an order

decides-halted = halted by the umpire to the end of turn { $to }
decides-flees = flees and obeys no orders
decides-melee = in melee: it neither marches nor fires, whatever is written
decides-pinned = pinned to the end of turn { $to }: it may stand, fire, reorganise or resupply, or declare a retreat
decides-disorder = in disorder: it cannot attack
decides-fire-fight = locked in a fire-fight with { $who }: it fires at him, whatever is written, or declares a retreat
decides-no-ammunition = out of ammunition: it cannot fire
decides-last-charge = charged in turn { $turn }: again from turn { $again }
decides-not-in-motion = not in motion at the end of the last turn: it cannot charge
decides-unmanned = its gunners are not at their guns
decides-no-horses = has lost all its horses: it moves only unlimbered
decides-out-of-reach = out of reach of orders: it may repeat its last order, stand or fire

## The table

cm = cm
ground-scale = 1000 m
so-many-guns = { $guns } guns
so-many-of = { $now } of { $of }
so-many-men = { $men } men
so-many-figures = { $figures } figures
so-many-units = { $units } units
enemy-named = enemy { $id }, { $kind }
enemy-of-kind = an enemy, { $kind }
any-enemy = any enemy
instruction-of-turn = { $says } (turn { $turn })
abandoned = abandoned
guns-of = guns of { $unit }
fact-figures = Figures
fact-figures-of = Figures of { $side }
fact-gunners = Gunners
fact-task = Task
fact-task-of = Task of { $side }
task-stands = { $task } ({ $stands })
badge-flees = flees
state-in-full = { $state }, { $says }
guns-left = { $sound } of { $of } { $gun }
guns-and-limbers = { $guns } guns, { $limbers } limbers
rounds-of = { $ammunition } { $rounds }
a-gun = a gun
a-limber = a limber
nothing = nothing
pinned = pinned
turn-number = turn { $turn }
yes = yes
no = no
unlimbered = unlimbered
limbered = limbered
wagon = wagon
the-infantry = infantry
the-cavalry = cavalry
the-artillery = artillery
the-wagons = wagons
ground-wood = wood
ground-swamp = swamp
ground-impassable = impassable
ground-hill = hill, step { $step }
ground-road = road
work-under-way = work under way
work-under-way-turn = under way, turn { $turn } of the work
the-marked-ground = the marked ground
hold-ground = hold { $name }

## Orders in words

does-stand = stands
does-repair-gun = repairs a gun
does-repair-limber = repairs a limber
does-attack-charging = attacks at the charge
does-attack-charging-at = attacks at the charge: { $target }
does-attack = attacks
does-attack-at = attacks: { $target }
does-charge = goes at the charge move
does-charge-at = goes at the charge move: { $target }
does-move-back = moves back
does-wheel-left = wheels left by { $degrees } degrees
does-wheel-right = wheels right by { $degrees } degrees
does-face-about = faces about
does-face-left = faces left by { $degrees } degrees
does-face-right = faces right by { $degrees } degrees
does-form = forms { $formation }
does-mount = mounts
does-dismount = dismounts
does-limber = limbers up
does-limber-about = limbers up and turns about
does-unlimber = unlimbers
does-unlimber-about = turns about and unlimbers
does-clear = clears { $object }
does-detach-squadrons-left = detaches { $squadrons } squadrons on the left as { $code }
does-detach-squadrons-right = detaches { $squadrons } squadrons on the right as { $code }
does-detach-left = detaches { $companies } companies on the left as { $code }
does-detach-right = detaches { $companies } companies on the right as { $code }
does-join = joins { $unit }
does-fire = fires { $when }, { $at }
does-fire-with = fires { $ammunition } { $when }, { $at }
does-fire-guessed = { $fires }, guessed at { $guess } cm
do-companies-fire = { $companies } companies: fires { $when }, { $at }
aim-nearest = at the nearest enemy
aim-culprit = at him who brings it about
aim-unit = at { $unit }
aim-place = at the place shown
aim-and = { $before } and { $also }
when-enters = when { $enemy } enters { $ground }
when-leaves = when { $enemy } leaves { $ground }
when-fires = when { $enemy } fires
when-attacks = when { $enemy } attacks { $friend }

## What is set with the hand

question-answered = { $question } { $answer }
as-it-stands = As it stands: { $defaults }
choice-with-note = { $says } ({ $note })
odds-of-shock = odds with an enemy of valour 0, in order unless he lies down, without support and not at work
odds-of-shock-to-come = odds if it gets there, with an enemy of valour 0, in order unless he lies down, without support and not at work
odds-of-fire-fight = odds of its fire if the enemy stays where he is
odds-of-melee = In melee. What the enemy loses by its roll:
# $comes is what becomes of the unit $code.
rallies = { $code }: { $comes }
is-in-state = { $unit } is { $state }
unit-has-figures = { $unit } has { $figures } figures
set-figures = Figures
figures = figures
turns = turns
companies = companies
squadrons = squadrons
unit-does = { $code } { $does }
unit-refused = { $code }: { $reason }
unit-has-no-order = { $one } has no order and stands
units-have-no-order = { $count } units have no order and stand
all-repeat-order = All units that can repeat their last order.
all-march-ahead = All units that can march straight ahead.
joins = joins { $whom }
staff-to-join = { $who } joins { $whom }
staff-to-go = { $who } goes to the place shown
set-join = Join
set-formation-first = Formation first
set-formation-after = Formation at the end
along-road = along { $road }
into-building = into { $building }
what-he-is-to-do = what he is to do, in words
the-nearest-enemy = the nearest enemy
him-who-brings-it-about = him who brings it about
one-enemy = one enemy
a-place = a place

## Actions

action-stand = Stand
action-march = March
action-attack = Attack
action-charge = Charge
action-fire = Fire
action-reorganise = Restore order
action-repeat = Repeat the last order
action-back = Move back
action-about = Face about
action-left = Face left
action-right = Face right
action-limber = Limber up
action-limber-about = Limber up and turn about
action-unlimber = Unlimber
action-unlimber-about = Turn about and unlimber
action-mount = Mount
action-dismount = Dismount
action-man = Back to the guns
action-resupply = Take ammunition
action-repair-gun = Repair a gun
action-repair-limber = Repair a limber
action-leave = Leave the building
action-fortify = Dig a light fortification
action-abatis-half = Make an abatis, half the front
action-abatis-whole = Make an abatis, the whole front
action-clear = Clear an obstacle

## When to fire

fire-at-once = at once
fire-clock = at a moment of the turn
fire-within = when an enemy comes within a distance
fire-passes = when an enemy passes a line or comes up to a place
fire-enters = when an enemy enters a piece of ground
fire-leaves = when an enemy leaves a piece of ground
fire-fires = when an enemy fires
fire-attacks = when an enemy attacks
fire-before-shock = before the shock roll
fire-after-shock = after the shock roll

## The board of a seat: pieces, ground, and what stands over the battle

fact-command = Command
fact-with = With
used-turn = used in this turn
not-used-yet = not used yet
fact-move = His move
carries-order-whom-he-joins = carries an order to whom he joins
go-general = has to go to his general
fact-orders = Orders
can-carry-order = can carry an order
fact-instruction = Instruction
guns-without-gunners = guns without gunners
without-gunners = without gunners
fact-guns = Guns
stand-without-gunners = stand without gunners
fact-turn = Turn

## The choices of an instant (play.choice), each as a control with its default

yes-with = yes, with { $a }
turn = turn on { $unit }
place-pointed = to the place pointed at
draft-choices-not-asked-begin = the draft has choices that are not asked; begin it again
nobody-taken-up-asked = nobody taken up is asked where to go
he-cannot-flee-place = he cannot flee to that place
nothing-name-asked = nothing of that name is asked
none-choices = that is none of the choices

## Orders composed from what a hand does on the table: a drag is a march to the place, a turn a wheel, pointing at an enemy

no-direction = that is no direction
place-too-close-beside-unit = the place is too close beside the unit to wheel towards; drag farther, or turn it first
no-angle = that is no angle
nothing-do = { $code } has nothing to do with { $other_code }
nobody-sighted-there-under-name = nobody is sighted there under that name

## What can be set for a unit that was taken up: its action, formation, moment, target, ammunition and guess

set-instruction = Instruction
set-order = Order
as-it-is = as it is
set-target-attack = Target of the attack
set-road-march = Road march
set-occupy = Occupy
of-the-turn = of the turn
set-wait-first-until = Wait first until
set-take-back-last-step = Take back the last step
set-squadrons-left = Detach squadrons from the left
set-squadrons-right = Detach squadrons from the right
set-detach-left = Detach from the left
set-detach-right = Detach from the right
value-control-text = the value of this control is text
value-control-number = the value of this control is a number
cannot-ordered-now = { $code } cannot be ordered that now
there-no-such-formation = there is no such formation
many-companies-cannot-detached = so many companies cannot be detached
no-more-parts-name = it has no more parts to name

## What can be set of a fire order: when, at whom, with what, and the guess, which is the player's alone

set-ammunition = Ammunition
set-guessed-distance = Guessed distance
set-repairs-meanwhile = Repairs meanwhile
set-when = When
set-moment = Moment
set-distance = Distance
set-line = Line from
set-line-to = Line to
set-ground = Ground
set-attacks-whom = Attacks whom
set-which-enemy-none-any = Which enemy (none: any)
set-whom = At whom
set-target = Target
set-place = Place
set-also = Also at
there-no-such-control = there is no such control
order-fire-first = order it to fire first
no-enemy-sight-whom-orders = no enemy is in sight whom its orders may name

## What an umpire puts right, sketched: drag a piece, turn it, set its state or figures, with the reason in words

halted-turns = { $unit } is halted for { $turns } turns
valour-lowered = the valour of { $unit } is lowered by { $by }
stands-place-shown = { $unit } stands at the place shown
made = { $name } is made
value-control-whole-number = the value of this control is a whole number
set-state-order = State of order
set-halt = Halt it
set-lower-valour = Lower its valour by

## What is known of a unit, in the book's own terms, each with its clause

order = in order
slight-disorder = in slight disorder
disorder = in disorder
complete-disorder = in complete disorder
within-reach-general = within reach of the general
orderly = by an orderly
out-reach-can-only-repeat = out of reach: it can only repeat, stand or fire
badge-pinned-lies-down = pinned: lies down
badge-melee = in melee
badge-out-ammunition = out of ammunition
badge-gunners-away-their-guns = gunners away from their guns
badge-no-general-orderly-reaches = no general or orderly reaches it
badge-halted-umpire = halted by the umpire
fact-weapon = Weapon
fact-damaged = Damaged
fact-limbers = Limbers
fact-horses = Horses
fact-rounds = Rounds
fact-repairs = Repairs
away-their-guns = away from their guns
fact-troops = Troops
fact-formation = Formation
fact-state = State
fact-lies-down = Lies down
fact-in = In
fact-part = Part of
fact-men = Men
fact-fallen = Fallen
fact-prisoners = Prisoners
men-towards-next-figure = { $carried } men towards the next figure
fact-carried = Carried
fact-valour = Valour
fact-company = Company
pouches = in the pouches
none-left = none left
fact-ammunition = Ammunition
fact-pinned = Pinned
lies-down-does-not-move = lies down and does not move
fact-melee = In melee with
fact-locked-fire = Locked in fire with
fact-with-it = With it
fact-last-order = Last order
fact-last-charge = Last charge
fact-motion = In motion
attempts-rally-failed = { $attempts } attempts to rally have failed
fact-rally = Rally
gunners-open = gunners in the open
building = in a building

## Where the units of a sheet will be at the end of the turn if no enemy interferes: the turn itself is run on a copy of the

leaves-the-table = leaves the table
comes-upon-enemy = comes upon the enemy
not-turn-repeat-order-go = not in this turn; repeat the order to go on

## The ground of a board: what lies on the table as far as the seat knows it, and the ground that its tasks name

fact-obstacle = Obstacle
fact-cover = Cover
deep-water-impassable = deep water, impassable
watercourse-can-waded = watercourse that can be waded
difficult-ground = difficult ground
ground-town = ground of a town
fact-ground = Ground
bridge-ford-causeway = bridge, ford or causeway
fact-building = Building
stone-room-three-companies = of stone, room for three companies
room-three-companies = room for three companies
fact-object = Object
cleared-part = cleared in part
fact-made = Made by

## The battle as a page draws it and as a person writes orders with his hands: the board of a seat, its questions, orders

no-draft-question-begin-again = that is no draft of this question; begin it again

## Answers that are accepted as they stand, as they are put to a person, and what one needs to know to answer

everybody-stays-where-he = Everybody stays where he is.
all-units-stand = All units stand
reach-fire = Arc of fire

## The sheet of orders, sketched: what each stroke makes of it, judged by the code that judges the answer

orders-sketched-own-units-table = orders are sketched for own units on the table; that is none
draft-orders-units = the draft has orders for units that are not there; begin it again
draft-instructions-commands = the draft has instructions for commands that are not there
instruction-words = an instruction is words
generals-orderlies-take-no-orders = generals and orderlies take no orders; they go when they are asked during the turn
instruction-to = instruction to { $to }: { $text }
guess-distance = { $code }: guess the distance

## Orders in words, without a length: nobody is told how far anything is (play.guess)

stands-restores-order = stands and restores its order
does-again-what-ordered-last = does again what it was ordered last turn
takes-ammunition = takes ammunition from { $wagon }
marches-straight-ahead-end-turn = marches straight ahead to the end of the turn
marches-straight-ahead = marches straight ahead
moves-back-end-turn = moves back to the end of the turn
wheels-towards-place-shown-marches = wheels towards the place shown and marches there
follows-road = follows the road { $road }
digs-light-fortification-along-front = digs a light fortification along its front
makes-abatis-along-whole-front = makes an abatis along its whole front
makes-abatis-along-half-front = makes an abatis along half its front
makes-barricade = makes a barricade
sets-up-chevaux-de-frise = sets up chevaux de frise
waits-until-turn = waits until { $until } of the turn
goes-into = goes into { $building }
leaves-building-forms = leaves the building and forms { $formation }
goes-back-guns = goes back to the guns
at-of-the-turn = at { $at } of the turn
when-comes-within-cm = when { $who } comes within { $cm } cm
when-passes-line-shown = when { $who } passes the line shown
when-attacks-it = when { $who } attacks it

## Moves of generals and orderlies (play.staff), sketched by dragging them, or by pointing at whom they join

draft-moves-more-men = the draft moves more men than there are; begin it again
only-own-generals-orderlies-go = only own generals and orderlies go now; that is none
no-place = that is no place
general-orderly-goes-place-joins = a general or orderly goes to a place or joins somebody
staff-stay-where-they = { $count } of the staff stay where they are
