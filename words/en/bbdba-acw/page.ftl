# What the page shows, and answers in plain words, as one would say them at the table.

## Answers

style-line = in one line, guns in the middle
style-two-ranks = in two ranks, guns on the wings
style-held-back = in one line held back, guns before it
style-cavalry-in-reserve = in two ranks, guns on the wings, cavalry in reserve
style-three-ranks = three ranks deep, guns in the middle
and-then = { $before }, then { $item }
step-advance = advance { $far }
step-wheel-left = wheel { $degrees }° to the left
step-wheel-right = wheel { $degrees }° to the right
front-of = { $foe }'s front
left-flank-of = { $foe }'s left flank
right-flank-of = { $foe }'s right flank
rear-of = { $foe }'s rear
overlap-of = { $foe }'s side, as an overlap
do-dismount = Dismount { $who }
and-dismount = { $goes } and dismount
order-with = { $order }, with { $with }
order-against = { $order }, against { $against }
order-into-contact = { $order }, into contact
order-costs = { $order } ({ $points } points)
do-turn = Turn { $who } to face { $wind }
do-move-to-face = Move { $who } { $far }, to face { $wind }
do-move-somewhere-to-face = Move { $who }, to face { $wind }
do-move-back = Move { $who } back { $far }
do-move-back-somewhere = Move { $who } back
do-move = Move { $who } { $far }
do-move-somewhere = Move { $who }
do-advance = Advance { $who } { $far }
do-wheel-left = Wheel { $who } { $degrees }° to the left
do-wheel-right = Wheel { $who } { $degrees }° to the right
do-steps = { $who }: { $steps }
do-column = Column of { $who }: { $steps }
do-form-column = Form { $who } into a column behind its first element: { $steps }
do-road = March { $who } along the road, { $far }
do-break-off-from = Break off with { $who } from { $foe }
do-break-off = Break off with { $who }
the-whole-army = the whole army
do-come-from-south = Come from the southern edge
do-come-from-north = Come from the northern edge
do-camp = Camp { $width } by { $depth } paces, its middle { $x } paces from the western edge
do-rank = { $first } gets the highest die
do-not-rank = No ranking
do-deploy-so = Deploy { $who } { $how }
do-deploy = Deploy { $who }
do-end-moves = End your moves
do-call = Call { $target } as the next target
do-call-own-fire = Our fire on { $whom }, by { $by }
do-call-enemy-fire = Enemy fire on { $whom }, by { $by }
do-shoot = Shoot with { $main }
do-shoot-supported = Shoot with { $main }, supported by { $with }
do-shoot-at = { $says } at { $target }
do-hold-fire = Hold your fire
do-fight = Fight { $who } against { $against }
chance-nothing = no effect
chance-recoil = { $whose ->
    [enemy] the enemy recoils
   *[own] we recoil
}
chance-flee = { $whose ->
    [enemy] the enemy flees
   *[own] we flee
}
chance-silenced = { $whose ->
    [enemy] their camp is silenced
   *[own] our camp is silenced
}
chance-plundered = { $whose ->
    [enemy] their camp is plundered
   *[own] our camp is plundered
}
chance-destroyed = { $whose ->
    [enemy] the enemy is destroyed
   *[own] we are destroyed
}
so-many-of = { $n } × { $what }
ground-open = { $kind }: open
ground-of = { $kind }: { $all }

## The table

p = p
paces = paces
degrees = °
set-faces = Faces
fights-front = { $foe }, front to front
fights-at-left-flank = { $foe }, who is at its left flank
fights-at-right-flank = { $foe }, who is at its right flank
fights-at-rear = { $foe }, who is at its rear
fights-from-flank = { $foe }, whose flank or rear it is at
type-cavalry = Cavalry
type-dismounted = Dismounted cavalry
type-muskets = Muskets (line infantry)
type-rifles = Rifles (line infantry)
type-jaeger = Jaeger
type-artillery = Artillery
type-commander = Command element
type-camp = Camp
factors = { $foot } against foot, { $mounted } against mounted
base-size = { $width } by { $depth } p
command-of = { $command } of { $side }
command-of-side = { $command } ({ $side })
piece-commander = Commander
piece-named = { $name }, { $what } ({ $command })
piece = { $what } ({ $command })
points-left = { $points ->
    [one] 1 movement point left
   *[other] { $points } movement points left
}
army-lost = { $lost } of { $of }; beaten at { $least }
army-lost-with-camp = { $lost } of { $of }, the plundered camp counted as two; beaten at { $least }
fact-lost-by = Lost by { $side }
still-secret = { $names } (still secret)
fact-highest-die-first = Highest die first, { $side }
badge-has-moved = Has moved
badge-has-moved-times = Has moved { $n } times
# A few letters upon the block.
camp-label = camp
on-one-flank = on one flank
on-both-flanks = on both flanks
camp-of = Camp of { $side }
bridge = Bridge
beach = Beach
waterway = Waterway
river = River
river-known = River, { $nature }
river-unknown = unknown until somebody tries to cross it
road = Road
camp-holds-out = holds
going-heavy = heavy
going-good = good
going-road = road
one-step = one step
one-step-steep = one step, steep
shots-left = { $own } in its own side's turns, { $enemy } in the enemy's
camp-factors = shooting { $shooting_foot }/{ $shooting_mounted }, close combat { $combat_foot }/{ $combat_mounted } (against foot/mounted)

## Orders by hand

reach-command = Within command
reach-move = Reach of a move over good going
reach-fire = Field of fire
set-width = Width
set-depth = Depth
set-target = Target
set-main-shooter = Main shooter
set-who-fights = Who fights
set-reason = Reason
set-ruling = Ruling
put-to = { $who } to { $x }/{ $y }, facing { $wind }
back-at = { $who } back at { $x }/{ $y }, facing { $wind }
the-reason = the reason
the-ruling = the ruling
set-dismounted = Dismounted
command-has-points-left = { $command } has { $left } movement { $left ->
    [one] point
   *[other] points
} left
body-alone = { $id } alone
body-group = Its whole group: { $who }
body-left = With all to its left: { $who }
body-right = With all to its right: { $who }
body-rank = Its rank: { $who }
body-file = Its file: { $who }
body-behind = With all behind it: { $who }
set-ahead = Ahead
set-dismount = Dismount
set-how = How
set-goes-along = { $who } goes along
costs-of-left = { $who }: { $cost } movement { $cost ->
    [one] point
   *[other] points
} of { $left } left
way-costs = { $p } p, { $points ->
    [one] 1 point
   *[other] { $points } points
}
or-else = { $before } or { $item }
deploy-one-command = Deploy one command: { $names }.

## The table as a seat sees it: pieces, ground, and what stands over the battle

badge-command-demoralised = Its command is demoralised
badge-attacked-flank-rear = Attacked in flank or rear
badge-close-combat = In close combat
badge-overlapped = Overlapped
badge-shot = Has shot
badge-cavalry-fighting-foot = Cavalry fighting on foot
badge-waits-deployed = Waits to be deployed
badge-behind-screen-enemy-does = Behind the screen: the enemy does not see it
fact-troop-type = Troop type
fact-combat-factors = Combat factors
fact-shooting = In shooting
fact-close-combat = In close combat
fact-moves = Moves
p-good-going-p-heavy = { $move_good } p in good going, { $move_heavy } p in heavy, { $move_road } p on a road
fact-range = Range
does-not-shoot = does not shoot
fact-base = Base
fact-command = Command
fact-movement-points-left = Movement points left
fact-his-command = His command
elements-left = { $left } of { $strength } elements left
fact-state = State
demoralised-retreats-points-serve = demoralised: retreats, and its points serve only who fights or supports
fact-fights = Fights
fact-overlapped = Overlapped
fact-moves-made-turn = Moves made this turn
fact-shooting-here = Shooting
used-shot-phase = has used its shot in this phase
fact-dismounted = Dismounted
turn = in this turn
fact-deployment = Deployment
waits-beside-table = waits beside the table
behind-screen-until-both-sides = behind the screen until both sides are ready
badge-silenced = Silenced
badge-plundered = Plundered
fact-phase = Phase
fact-turn = Turn
fact-turn-of = Turn of
lost-demoralised = { $lost } of { $all } lost: demoralised
of-lost-demoralised-at = { $lost } of { $all } lost; demoralised at { $least }
fact-demoralised-commands = Demoralised commands of { $side }
beaten-2 = { $n }; beaten at 2

## A camp pitched by hand (setup.3)

set-western-edge = From the western edge
there-no-room-camp = there is no room for a camp
wants-number = this wants a number
there-no-such-control = there is no such control
camp-dragged-along-base-edge = a camp is dragged along its base edge

## Targets, shooters and close combats picked on the table

there-no-such-piece = there is no such piece
pick-next-target-shot = Pick the next target to be shot at.
pick-main-shooter-then-up = Pick the main shooter, then up to two others to support it.
pick-one-those-who-fight = Pick one of those who fight.
more-than-anybody-picks = more than anybody picks
draft-about-others-than-asked = this draft is about others than are asked about
pick-piece-table = pick a piece on the table
not-among-those-who-can = { $t } is not among those who can be picked now
piece-cannot-picked-now = that piece cannot be picked now

## The umpire's desk: questions with their courses, and corrections made by hand

off-table-destroyed = { $who } off the table, destroyed
off-table-over-edge = { $who } off the table, over its edge
off-table = off the table
reason-which-everybody-can-read = a reason, which everybody can read
drag-piece-where-should-stand = Drag a piece to where it should stand, or write a ruling.
what-stood-wrong = what stood wrong
what-book-does-not-settle = what the book does not settle
stands-table = stands on the table
destroyed = is destroyed
left-table = has left the table
set-bring-back = Bring back
draft-about-elements-places = this draft is about elements or places that are not there
pick-somebody-first = pick somebody first
control-cannot-set = this control cannot be set so
longer-than-2000-characters = longer than 2000 characters
not-lost = { $id } is not lost
pieces-put-right-dragging-them = pieces are put right by dragging them

## Deployment by hand: begins with a ready one, and each element can be put elsewhere (setup.4, setup.8)

set-which-command = Which command
set-drawn-up = Drawn up
draft-places-more-elements = this draft places more elements than the army has
draft-places-elements-not-yours = this draft places elements that are not yours
not-deployed-now = { $id } is not deployed now
troops-deployed-dragging-them = troops are deployed by dragging them

## From a hand on the table to an order: which lawful move leads nearest to where the hand is

group-moves-only-forward-single = a group moves only forward; a single element can go back
no-advance-no-wheel-leads = no advance and no wheel leads there
no-move-leads-into-contact = no move leads into contact with { $foe }

## The ground as features

fact-ground = Ground
fact-going = Going
fact-sight = Sight
hides-what-only-skirmish-fire = hides what is in it; only skirmish fire into and out of it
fact-height = Height
fact-crossing = Crossing
road-crosses-river-here = the road crosses the river here
silenced-neither-shoots-nor-defends = silenced: neither shoots nor defends itself
plundered-counts-two-elements-lost = plundered: counts as two elements lost
fact-shots-left = Shots left
fact-factors = Factors
flat-shore = a flat shore
nobody-enters = nobody enters it
fact-nature = Nature
fact-this-turn = This turn
nobody-else-may-try-cross = nobody else may try to cross the torrent

## The battle on a page: the table as pieces and features, questions with their answers in words, orders drawn by hand, and

number-no-place-no-angle = a number that is no place and no angle on this table
set-southern-edge = From the southern edge
more-pieces = more pieces than there are
no-draft-answer = this is no draft of this answer
no-draft-because = this is no draft of this answer: { $why }
answered-one-offers = this is answered by one of the offers

## A move drawn by hand: whom it takes, how they go, and what the rules say of it

single-element-any-way = A single element, any way
straight-ahead-wheeling = Straight ahead and wheeling
column-behind-leader = As a column behind its leader
narrowing-column = Narrowing to a column
along-road = Along the road
breaking-off = Breaking off
pick-one-your-troops-drag = Pick one of your troops and drag it to where it is to go.
not-yours = { $id } is not yours
draft-names-more-elements = this draft names more elements than the army has
draft-about-elements = this draft is about elements that are not there
nobody-who-could-met = that is nobody who could be met
no-enemy-table = { $foe } is no enemy on the table
moves-book-drawn-chosen = moves of this book are drawn or chosen, not typed
wants-one-options = this wants one of its options
switched-off = this is switched on or off
no-commander-yours-table = { $id } is no commander of yours on the table
no-such-body = it is in no such body
there-no-such-way-move = there is no such way to move
no-enemys-edge-within-reach = that is no enemy's edge within reach
set-who-moves = Who moves
set-right = To the right
set-turned-right = Turned to the right
set-straight-ahead = Straight ahead
set-wheel-right = Wheel to the right
set-then = Then on
set-along-road = Along the road
whomever-meets = Whomever it meets
set-line-up-against = Line up against
ends-contact-enemy = It ends in contact with the enemy.

## What waits for a seat, as it is put to a person

shoot-hold-your-fire = Shoot at { $whom }, or hold your fire.
fix-secret-which-command-always = Fix in secret which command always gets the highest die, and which the lowest.
lay-terrain = Lay the terrain.
choose-your-base-edge = Choose your base edge.
place-your-camp-your-base = Place your camp on your base edge.
set-up-your-whole-army = Set up your whole army behind the screen.
make-move-end-your-moves = Make a move, or end your moves.
call-next-target-shot = Shooting: in { $active }'s turn you name the next target, for both sides. Your own troops are listed where the enemy can fire on them; whoever fires then chooses who shoots, or holds fire.
pick-next-close-combat = Pick the next close combat.
