# The battle on the table: what is asked, what may be answered, what is refused, what happens.

## What is asked

ask-umpire = Rule, or put right what stands wrong.
ask-move-orders = { $side }: move orders for move { $turn }, for each unit or for none.
ask-respond = { $side }: how are the charges on { $units } answered?
ask-fire = { $side }: what is left to choose in the fire of { $units }?
ask-press = { $side }: the targets are gone. Halt or charge on with { $units }?
ask-follow = { $side }: follow with { $units }, or stay?
ask-pursue = { $side }: go on pursuing with { $units }, or halt?
ask-game-orders = { $side }: new game orders at the end of move { $turn }, if there are to be any.
change-what-stands-wrong = Change what stands wrong

## What may be done

do-no-orders = No orders: all stand, load, fire and reorder
do-stand = All stand
do-fire-by-the-book = All fire as the book says
do-halt = Halt
do-stay = Stay
do-no-game-orders = No new game orders
do-charge-on = Charge on
do-follow = Follow
do-pursue = Go on pursuing
do-all-go-on = All go on as they were told
do-respond = { $unit }: { $response }
do-hold-fire = { $unit } holds its fire
do-fire-at = { $unit } fires at { $target }
do-reorder = { $unit } halts and reorders
do-march-to-objective = { $unit } marches to its objective
do-double-to-objective = { $unit } double moves to its objective
do-march = { $unit } marches { $cm } cm ahead
do-turn-about = { $unit } turns about
do-form = { $unit } forms { $formation }
do-limber = { $unit } limbers
do-unlimber = { $unit } unlimbers
do-action-move = { $unit } makes an action move: { $action }
do-divide-fire = { $unit } fires at { $target }, with one gun at { $other }
do-breach = { $unit } fires at what covers the enemy, at { $x }, { $y }
do-spike = { $unit } spikes the guns
do-cut-free = { $unit } cuts the dead animals free
do-send-out = { $unit } sends out a screen
do-rejoin = { $unit } rejoins its unit
do-detach = { $unit } detaches a part to { $objective }
do-charge = { $unit } charges { $target }
do-attack = { $unit } attacks { $target }
do-game-order = { $unit } is to advance to { $objective }
do-all-game-orders = All who have none get the order to advance

## What is refused

battle-is-over = the battle is over
nothing-asked-of-side = nothing is asked of { $side } now
another-answer-is-asked = another answer is asked for now: { $asked }
unit-is-not-asked = { $unit } is not among those that are asked about
named-twice = { $unit } is named twice
no-such-unit = there is no unit { $unit } of yours on the table
no-such-enemy = there is no enemy { $unit } that you know of
no-such-general = there is no general { $general } of yours on the table
no-such-number = no such number can be meant
no-such-march = a march is from 0 to { $most } cm
no-such-wheel = a wheel is at most 180 degrees
no-such-wait = it waits for a part of a move, from 0 to 1
no-such-ranks = a sub-unit stands in one to four ranks
no-action-move = { $unit } cannot make such an action move
legs-of-an-action-move = the action move of { $unit } is to limber if it is deployed, to march or wheel, and to unlimber
action-move-so-far = { $unit } goes at most { $most } cm in that action move
teams-of-deployed-guns = only teams of deployed guns are led, and nothing else is ordered with it: { $unit }
teams-so-far = teams are led from 0 to { $most } cm
its-teams-are-away = the teams of { $unit } are not with the guns
no-guns-to-spike = { $unit } has no guns to spike beside it
nothing-to-cut-free = { $unit } has no dead animals to cut free, or too few figures for it
name-first-target = the first target of { $unit } has to be named
some-of-its-guns = some of the { $guns } guns of { $unit } fire at the second target
no-mixed-battery = { $unit } has not both guns and howitzers
nothing-to-breach = there is no wall, fence or hedge at which { $unit } could fire
no-lone-general = { $unit } may not fire at { $name }: he is not by himself, not in sight and reach, or others come first
muskets-of-gunners = only gunners of deployed guns that stay where they are fire muskets: { $unit } does not
crews-reorder = only the crews of deployed guns with accumulated factors reorder and fire: { $unit } does not
cannot-breach-there = { $unit } cannot fire at that place
only-contact-is-written = only charges, attacks and support are written now: { $unit } is moved in step 4
written-in-step-one = charges, attacks and support are written in step 1: { $unit }
some-of-its-sub-units = some of the { $most } sub-units of { $unit } are named, each once
has-no-sub-units = { $unit } has no sub-units that act apart
screen-so-far = a screen goes at most { $most } cm before its unit
no-screen-from-there = { $unit } cannot send out a screen now
too-far-from-its-unit = { $unit } would be more than { $most } cm from its unit
nothing-to-rejoin = { $unit } has no unit to rejoin
no-such-detachment = those sub-units of { $unit } may not be detached
not-a-place = that is no place
off-the-table = { $unit } would stand off the table
stands-upon = { $unit } would stand upon { $other }
too-many-factors = nobody has { $factors } factors of disorganisation
no-such-strength = { $unit } has no such sub-unit, or it never had so many figures
too-many-legs = an order has at most { $most } legs
moves-by-its-result = { $unit } moves as its result says, not by orders
it-is-in-melee = { $unit } is in melee
halted-may-not-advance = { $unit } is halted and may not advance
evaders-reorder = { $unit } has evaded and must halt and reorder
cannot-move-so = { $unit } cannot move so
close-order-straight-ahead = { $unit } marches straight to its front; it wheels to change direction
it-lies-down = { $unit } lies down
only-regular-foot-steps-back = { $unit }: only regular foot steps back, at normal pace
batteries-wheel = { $unit }: batteries wheel as a whole, or turn about
may-not-do-that = { $unit } may not do that
no-change-at-double = { $unit } cannot change its formation in a double move
only-foot-lies-down = { $unit }: only foot lies down
only-cavalry-mounts = { $unit }: only cavalry mounts and dismounts
only-batteries-limber = { $unit }: only batteries limber
it-does-already = { $unit } is so already
no-guns-on-steep-slopes = { $unit }: no guns are deployed on a steep slope
no-double-move = { $unit } may not double move
only-open-columns-wheel-into-line = { $unit } is no open column that could wheel into line to its left or right
goes-on-at-the-double = { $unit } goes on at the double to its objective
it-must-reorder = { $unit } has accumulated disorganisation and must reorder
march-then-reorder = { $unit } has accumulated disorganisation: it may go to a safe place, and then reorders
general-too-far = { $general } is more than 5 cm from { $unit }
no-game-order = { $unit } has no game order: it may stand, fire, reorder and defend itself
against-game-order = { $unit } would go away from its objective and its route
charge-or-attack = { $unit } charges or attacks, not both
charge-the-first = { $unit } names others to be charged, and not the first
charge-each-once = { $unit } names each whom it charges once, and four beside the first at most
not-ordered-to-support = { $unit } has no game order to support { $other }
artillery-never-charges = { $unit }: artillery never charges or attacks
skirmishers-on-close-order = { $unit }: skirmishers do not charge or attack close order
target-not-seen = neither { $unit } nor a general with it sees { $target }
charge-is-not-at-double = { $unit }: a charge has its own pace
straight-charges-only = { $unit }: only straight charges are played
half-a-move-of-manoeuvre = { $unit } may manoeuvre for half a move at most before it charges
general-reacts-with-unit = { $general } touches troops who fall back or rout and goes with them
too-far-to-ride = a general rides at most { $most } cm a move, not { $far }
may-not-respond-so = { $unit } may not respond so
no-free-target = { $unit } is not free to fire at that target
general-may-not-order = { $general } may not give { $unit } that order
double-needs-objective = a double move needs an objective
place-beside-whom = a place of which no own unit is named cannot be an objective
not-beside = the place is not beside { $unit }
other-armies-than-scenarios = these are other armies than the scenario's

## What happens

event-opens = The battle begins.
event-turn = Move { $turn }.
event-weather = The weather is { $weather }.
event-wind = The wind blows towards { $bearing } degrees.
event-arrives = { $unit } arrives.
event-orders = { $side }: orders locked for { $count ->
    [one] one unit
   *[other] { $count } units
}.
event-general-rides = { $name } rides.
event-charge-declared = { $unit } declares a charge on { $target }.
event-attack-declared = { $unit } declares an attack on { $target }.
event-in-reach = { $unit } has { $target } in charge reach.
event-charge-on-others = The way is barred: the charge of { $unit } is on { $other }.
event-out-of-reach = { $target } is out of reach of { $unit }, which advances and counts as having charged.
event-attack-instead = { $unit } cannot charge { $target }: it attacks.
event-no-charge = { $unit } cannot charge { $target } and stands.
event-responds = { $unit } responds: { $response }.
event-breaks-at-once = { $unit } breaks before the charge.
event-goes-on = { $unit } goes on with what it does.
event-first-reaction = { $unit } on { $target }: first reaction { $value }.
event-final-reaction = { $unit } on { $target }: final reaction { $value }.
event-refuses = { $unit } refuses to charge.
event-halts-before-contact = { $unit } halts before contact.
event-halts-by-general = { $unit } halts at its general's word.
event-contact = { $unit } makes contact with { $target }.
event-no-contact = { $unit } ends its charge without contact.
event-moves = { $unit } moves { $cm } cm.
event-goes-on-at-the-double = { $unit } goes on at the double to its objective.
event-halts = { $unit } halts.
event-halts-before = { $unit } halts at attack distance of { $enemy }.
event-leaves-table = { $unit } leaves the table.
event-evades = { $unit } evades.
event-detected = { $unit } is detected by { $by }.
event-disorder = { $unit } gains { $factors } of disorganisation and has { $now }.
event-fires = { $unit } fires: { $men ->
    [one] one man hit
   *[other] { $men } men hit
}.
event-rounds = { $unit } fires { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}.
event-guns-fire = { $unit } fires { $load }: { $men ->
    [one] one man hit
   *[other] { $men } men hit
}.
event-loss = { $unit } loses { $men ->
    [one] one man
   *[other] { $men } men
}: { $figures ->
    [one] one figure comes off
   *[other] { $figures } figures come off
}, { $left } are left.
event-destroyed = Nothing is left of { $unit }.
event-horses-lost = the teams of { $unit } lose { $men ->
    [one] one man
   *[other] { $men } men
}, { $horses ->
    [one] one horse
   *[other] { $horses } horses
}.
event-guns-lost = { $unit } loses { $n ->
    [one] a model
   *[other] { $n } models
}.
event-general-killed = { $name } is killed.
event-attack-short = The attack of { $unit } falls short.
event-attack-fights = { $unit } fights { $target } hand to hand.
event-impact = { $unit } strikes { $target }: impact { $total }.
event-melee = { $a } and { $b } fight, round { $round }: { $lost_a } and { $lost_b } men are lost.
event-pursuit-strikes = { $a } strikes the routing { $b }: { $lost } men are lost.
event-round-result = { $a } and { $b }: { $result }.
event-melee-reaction = { $unit } against { $enemy }: melee reaction { $value }.
event-surrenders = { $unit } surrenders.
event-prisoners = { $unit } is taken prisoner.
event-gives-ground = { $unit } gives ground.
event-follows = { $unit } is { $state }.
event-morale = { $unit } tests its morale: { $score }.
event-halted = { $unit } halts and may not advance.
event-withdraws = { $unit } withdraws to cover.
event-retreats = { $unit } retreats.
event-breaks = { $unit } breaks and routs.
event-rally = { $unit } tries to rally: { $score }.
event-too-shaken = { $unit } lost a man for each figure and does not try to rally.
event-rallied = { $unit } halts and rallies.
event-dispersed = { $unit } disperses.
event-pursuit-test = { $unit } is called back from pursuit.
event-frenzied-pursue = { $unit } is frenzied and goes on pursuing.
event-pursuit-over = { $unit } ends its pursuit.
event-halts-to-reorder = { $unit } has gone back far enough; it halts and reorders.
event-under-orders = { $unit } is under orders again.
event-reorders = { $unit } takes off { $off } of disorganisation and carries { $left }.
event-game-order = { $unit } gets a new game order, in force from move { $turn }.
event-order-in-force = The new game order of { $unit } is in force.
event-objective-reached = { $unit } has reached its objective and holds it.
event-ruled = The umpire rules: { $says } { $about }
event-corrected = The umpire has changed { $piece }: { $because }
battle-ends = The battle is over: { $a } points against { $b }.

## What a piece shows

army-left = { $name }: { $units ->
    [one] one body
   *[other] { $units } bodies
}, { $figures } figures
badge-closing = charges or attacks
badge-disorder = { $factors } factors of disorganisation
fact-figures = Figures
fact-arm = Arm
fact-formation = Formation
fact-weapon = Weapon
fact-weapons = Weapons
fact-loaded = loaded
fact-not-loaded = not loaded
fact-class = Class
fact-losses = Losses
fact-losses-say = { $start } figures at the start, { $carried } men carried
fact-game-order = Game order
fact-storeys = Storeys
fact-fires = Fires
fact-move = Move
fact-step = Step
fact-weather = Weather
fact-objective = Objective
fact-points = Points
move-of = { $turn } of { $moves }
objective-on-the-map = { $name }: objective
objective-is-worth = { $name }: { $worth }
objective-points = { $points } points
objective-points-differ = { $a } points for { $first }, { $b } for { $second }
centimetres = cm
task-hold = hold
task-advance = advance
task-attack = attack
task-support = support
task-screen = screen
task-reserve = reserve
weather-fine = fine
weather-rain = rain
weather-fog = fog
weather-snow = snow
not-that-ammunition = { $unit } has no such ammunition for that
event-passes = { $unit } passes through { $other }.
event-routers-pass = { $unit } runs through { $other }.
event-pushed-on = { $unit } pushes { $other } on.
event-stops-short = { $unit } stops short of { $other }.
event-gives-way = { $unit } falls back before close order.
event-captors = { $unit } has laid down its arms before { $captor }.
event-no-quarter = No quarter is given to { $unit }.
event-guards-return = The guards of { $unit } come back.
event-freed = { $unit } is free again, without arms.
event-pursuers-take = { $unit } takes { $figures } of { $target }.
event-surrounded = { $unit } is surrounded.
event-abandons-guns = { $unit } leaves its guns.
event-guns-taken = The guns of { $unit } are taken.
event-guns-retaken = The guns of { $unit } are in its own side's hands again.
event-serve-again = { $unit } serves its guns again.
event-special = { $unit } acts as its kind of troops does.
event-must-charge = { $unit } must charge { $target }.
event-countercharges-in-support = { $unit } countercharges { $target } in support.
event-countercharges-the-halted = { $unit } goes on to countercharge { $target }, which has halted.
event-acts-by = { $unit } acts by { $value }.
event-charges-next = { $unit } goes on and charges { $target }.
event-runs-down = { $unit } runs { $target } down.
event-general-evades = { $name } rides out of the enemy's way.
event-general-taken = { $name } is taken.
event-general-routs = { $name } is swept along.
event-successor = { $name } takes over.
event-courier-lost = A courier fell into the hands of { $enemy }.
event-courier-arrives = The order has reached { $unit }: in force from move { $turn }.
event-appointment-known = { $name } is known to all who are under him.
event-breaks-off = { $unit } gives ground of itself.
do-halt-and-accept = Pursuers halt, surrenders are accepted
do-ignore-surrender = Ignore those who surrender
do-give-ground = { $unit } breaks off
does-not-surrender = { $unit } does not surrender to you.
not-in-a-melee-to-leave = { $unit } is in no melee that it may leave of itself.
it-disarms-prisoners = { $unit } disarms prisoners for the whole of this move.
its-horses-are-gone = The horses of { $unit } are gone.
event-leaves-house = { $unit } comes out of its house.
event-storm = { $unit } storms the house that { $target } holds.
event-takes-house = { $unit } has taken the house.
event-burns = { $name } burns.
event-burnt = { $unit } perishes in the fire.
event-sets-alight = { $unit } sets its house alight.
event-breaks-through = { $unit } breaks through { $ranks } ranks of { $target }.
event-passed-through = { $unit } has come out behind the enemy.
event-smoke = Smoke before { $unit }: { $smoke } of 4.
event-evaders-return = { $unit } comes back onto the table.
only-foot-goes-in = Only foot goes into a house, and not { $unit }.
no-house-for-so-many = No house near { $unit } holds so many.
it-is-in-no-house = { $unit } is in no house.
it-is-in-a-house = { $unit } is in a house: it must leave it first.
no-such-wall = A house has four walls.
event-hidden-again = Nobody sees { $unit } any more.
event-change-goes-on = { $unit } has still to spend { $left } of a move on its change.
event-enters-house = { $unit } is in the house.
guns-of = Guns of { $unit }
badge-no-gunners = Nobody serves them
horses-of = Horses of { $unit }
teams-of = Teams of { $unit }
a-courier = Courier
event-shells-house = { $unit } fires shell at { $name }: { $fires } fires are started.
event-reinforced = { $figures } of { $unit } come into the house.
event-moves-off-unlimbered = { $unit } moves off unlimbered.
event-forms = { $unit } has formed { $formation }.
event-game-orders-written = { $side }: { $count } game orders are written.
event-goes-back = { $unit } goes back to its unit.
event-breaches = { $unit } fires at an obstacle: the gap is { $cm } cm wide.
event-no-ammunition = Guns of { $unit } have no ammunition at hand.
event-action-move = { $unit } makes an action move.
event-cut-free = { $unit } cuts { $freed } dead animals free.
event-spiked = { $unit } spikes { $spiked } guns.
event-teams-led = The teams of { $unit } are led { $cm } cm behind the guns.
event-horses-held = { $holders } of { $unit } hold the horses.
event-horses-led = The horses of { $unit } are led after it.
event-horses-run = The horses of { $unit } run away.
event-horses-caught = { $rider } stops the horses of { $unit }.
event-screen-goes-out = { $unit } sends out { $screen } as a screen.
event-no-room-for-screen = There is no room before { $unit } for a screen.
event-part-dismounts = Of { $unit } { $part } dismounts.
event-left-behind = What those of { $unit } do who were left with horses or teams.
event-led-away = Horses or teams of { $unit } are led away.
nobody-dismounts-there = part of { $unit } dismounts only where it rides and is free, and not together with a screen
mount-before-rejoining = { $unit } falls in again when all ride, or none
event-detaches = { $unit } detaches { $part }.
event-engaged-alone = Of { $unit } those who fought act by themselves as { $part }.
event-cannot-detach = { $unit } cannot detach anybody now.
event-joins-again = { $part } joins { $unit } again.
event-frenzied-no-test = { $unit } is frenzied and goes on with what it does.
event-gets-over = { $unit } gets over what the enemy defended.
event-hedge-destroyed = The column of { $unit } treads the hedge down.
no-such-house = There is no house { $name }.
no-shell-for-house = { $unit } reaches that house with no shell.
one-unit-at-a-time = { $general } takes over one unit at a time.
