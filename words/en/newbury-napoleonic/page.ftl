# Answers drawn by hand on the table.

## What dice may come to

# $charger, $defender: what each does by the first reaction.
chance-reaction = { $charger }; { $defender }
chance-charge-made = the charge is made
chance-charge-refused = the charge is refused
chance-charge-halts = the charger halts
chance-charge-withdraws = the charger withdraws
chance-breaks = the charged break
chance-withdraws = the charged withdraw
chance-stands = the charged stand
chance-stands-or-evades = the charged stand or evade
chance-as-declared = the charged do as they declared
chance-as-ordered = the charged carry out their orders
chance-countercharges = the charged countercharge
chance-men = { $men ->
    [0] nobody hit
    [one] 1 man hit
   *[other] { $men } men hit
}

## What is drawn

draw-order = { $unit }: { $does }
draw-new-game-order = { $general } to { $unit }: { $does }
draw-game-order = { $unit } has the game order to { $task }.
draw-game-order-to = { $unit } has the game order to { $task }: { $objective }.
draw-takes = All of it takes { $moves } moves; what is left is not done in this one.
draw-rides = { $general } rides there
draw-rides-with = { $general } goes with { $unit }
draw-fires = { $unit } fires as the book says, with what was set
draw-presses = { $unit } charges on
draw-follows = { $unit } follows
draw-gives-ground = { $unit } gives ground
draw-refuses = The surrender of { $unit } is ignored
draw-pursues = { $unit } goes on pursuing
leg-double = at the double
leg-march = marches { $cm } cm
leg-march-towards = marches { $cm } cm towards { $degrees }°
leg-back = steps back { $cm } cm
leg-wheel-left = wheels { $degrees }° to the left
leg-wheel-right = wheels { $degrees }° to the right
leg-turn-left = turns left
leg-into-line-left = wheels into line to the left
leg-into-line-right = wheels into line to the right
leg-turn-right = turns right
leg-turn-about = turns about
leg-form = forms { $formation }
leg-lie-down = lies down
leg-stand-up = stands up
leg-mount = mounts
leg-dismount = dismounts
leg-limber = limbers
leg-unlimber = unlimbers
leg-spike = spikes the guns
leg-cut-free = cuts dead animals free
leg-rejoin = rejoins its unit
leg-wait = waits for { $part } of the move
leg-reorder = reorders
leg-enter = goes into the house
leg-leave = leaves the house and forms { $formation }
leg-through = through own troops
leg-set-fire = sets the house alight
leg-charge = charges { $target }
leg-charge-also = and { $target } with it
leg-press-on = goes on after a breakthrough
leg-dismount-part = sub-unit { $n } dismounts
leg-attack = attacks { $target }
leg-support = countercharges in support of { $unit }
leg-hold-fire = holds its fire
leg-loose-ball = loads with a loose ball
leg-by = by { $general } in person
game-to = { $objective }
game-beside = beside { $unit }
game-supports = supports { $unit }
game-targets = priority targets { $targets }
game-double = by double moves

## What is missing

missing-order = { $unit } has an objective and no move order: it stands
missing-game-order = { $unit } has no game order: it may stand, fire, reorder and defend itself
missing-response = { $unit }: where nothing is said it is: { $usual }

## What can be set

degrees = °
set-about = About
set-at-teams = { $unit } aims at the teams
set-breach = { $unit } breaches what covers the enemy
set-breach-at = at { $x }, { $y }
set-house = { $unit } shells a house
set-muskets = Gunners fire their muskets
set-reorder-and-fire = Reorder for half of the move and fire in the rest
set-by-wall = By wall { $wall }
set-enter = Go into the house
set-give-ground = { $unit } gives ground
set-late-evade = { $unit } waits until the charger is near
set-late-fire = { $unit } waits until the attackers are in contact
set-leave = Leave the house
set-refuse = The surrender of { $unit } is ignored
set-set-fire = Set the house alight
set-stays-inside = Stays inside
set-through = Through own troops
set-ahead = Straight ahead
set-ammunition = { $unit } fires
set-and-takes = { $what } ({ $takes })
set-as-it-is = As it is: { $formation }
set-attack = Attack on
set-best-load = What reaches best
set-by-game-order = By its game order
set-by-the-book = As the book says
set-charge = Charge on
set-charge-also = And also on
set-press-on = On to the next after a breakthrough
set-dismount-part = Of these the riders dismount
set-dismount = Dismount
set-double = Double move
set-fires = { $unit } fires at
set-follow = { $unit } follows
set-form = Formation
set-given-by = Given by
set-hold = Holds its fire
set-hold-fire = Holds its fire
set-in-person = Ordered in person by
set-left = Left
set-lie-down = Lie down
set-limber = Limber
set-action-move = Action move
set-teams = Teams behind the guns
set-spike = Spike the guns
set-cut-free = Cut dead animals free
set-screen = Screen
set-screen-none = None
set-screen-of = Sub-unit { $n }, { $name }
set-screen-cm = Screen ahead
set-rejoin = Rejoin its unit
set-other-target = { $unit }: second target
set-other-guns = { $unit }: guns at the second target
set-howitzers = { $unit }: the howitzers fire at
set-observer = { $unit } posts an observer
set-detach = Detach
action-move-and-unlimber = move and unlimber
action-move-unlimber-and-fire = move, unlimber and fire
action-limber-move-and-unlimber = limber, move and unlimber
action-limber-move-unlimber-and-fire = limber, move, unlimber and fire
set-loose-ball = Load with a loose ball
set-may-double = May double move there
set-mount = Mount
set-no-new-order = No new order
set-no-turn = No turn
set-nobody = Nobody
set-nothing = Nothing
set-objective = Objective
set-press = { $unit } charges on
set-pursue = { $unit } goes on pursuing
set-reorder = Reorder
set-response = { $unit } responds
set-right = Right
set-says = What else it says
set-says-hint = binds in honour only
set-stand-up = Stand up
set-support = In support of
set-supports = { $unit }, if it is charged
set-task = Game order
set-turn = Turn
set-unlimber = Unlimber
set-wheel = Wheel
set-with = Goes with
takes-so-many-moves = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
nobody-may-order = no general on the table may give { $unit } a game order
no-such-draft = That is no draft of an answer to this question; begin again.
not-by-hand-now = That means nothing here: take up a piece of your own and look at what can be set for it.

## How far it reaches

reach-general = where a general counts
reach-move = a move of { $cm } cm
reach-fire = range of { $cm } cm

## What a piece shows

badge-melee = in melee
badge-hidden = not detected by the enemy
badge-changing = is changing to { $formation }
badge-prone = lies down
badge-dismounted = on foot
badge-frenzied = frenzied
badge-lost = { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
} lost, { $percent } %
fact-game-order-to = { $task }: { $objective }

## The steps of a move

# $step: a step with its number; $asks: the question.
ask-in-step = { $step }. { $asks }
step-of-move = Step { $number } of 21, { $what }
step-before = Before the first step: weather and arrivals
step-over = After the last step
step-orders = move orders
step-declarations = charges and attacks are declared
step-responses = responses to charges
step-first-reactions = first reactions
step-charges = chargers move
step-moves = all others move
step-detection = detection
step-evades = evades
step-move-disorder = disorganisation by movement
step-fire = fire
step-fire-disorder = disorganisation by fire
step-final-reactions = final reactions
step-attacks = attacks go home
step-contact-disorder = disorganisation by contact
step-impact = impact
step-melee = melee
step-melee-disorder = disorganisation by melee
step-melee-reactions = melee reactions
step-morale = morale after losses
step-morale-of-routs = morale after routs
step-rally = rallying
step-reordering = reordering
step-game-orders = new game orders
