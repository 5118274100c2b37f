## Whether an order may be given (chapter 03), and what exactly it says: every name resolved, every path laid out in plain steps from where the unit stands

orders-written-own-units = orders are written for own units on the table
complete-disorder-obeys-no = { $unit } is in complete disorder: it obeys no order and flees
umpire-halted = the umpire has halted { $unit }
neither-within-cm-general = { $unit } is neither within { $command } cm of its general nor reached by an orderly: it can only repeat its last order, stand or fire
no-order-last-turn = { $unit } has no order of the last turn to repeat
no-unit-side-table = “{ $code }” is no unit of side { $side } on the table
least-third-regiments-figures = { $unit }: at least a third of the regiment's figures must take part in an ordered attack
more-than-half-regiments = { $unit }: more than half of the regiment's figures must take part in an ordered attack
no-enemy-sighted-called = “{ $name }” is no enemy that was sighted (they are called x1, x2, ...)
neither-general-nor-unit = neither the general of { $unit } nor a unit of the brigade near him sees { $name } now

## Fire orders (03.03.6, 03.03.7, play.fire-order)

melee-not-fire-turn = { $unit } is in melee: it does not fire in this turn
no-arms-fire = { $unit } has no arms to fire
no-firearms = { $unit } has no firearms
out-of-ammunition = { $unit } is out of ammunition
only-artillery-names-ammunition = only artillery names its ammunition, a guessed distance or several targets
parts-whole-companies-all = the parts of { $unit } are whole companies, { $have } in all
no-guns = { $unit } has no guns
gunners-not-guns = the gunners of { $unit } are not with their guns
is-limbered = { $unit } is limbered
no-gun-fire = { $unit } has no gun that can fire
battery-fires = a battery fires as one
artillery-fire-order-states = an artillery fire order states the ammunition: shell, round shot or canister
gun-does-not-fire = the { $gun } does not fire { $ammunition }
no-rounds-left = { $unit } has no { $ammunition } left
canister-not-fired-guessed = canister is not fired by a guessed distance
canister-fired-units-not = canister is fired at units, not at a place
guess-greater-than-0 = the guess is greater than 0 and at most { $range } cm, the range of { $ammunition } (table VII)
artillery-fire-order-states-guessed = an artillery fire order with { $ammunition } states the guessed distance in cm
only-canister-fired-several = only canister is fired at several targets
fire-once-clock-brought = fire at once or by the clock is brought about by nobody: name a target, or the nearest
only-artillery-fires-place = only artillery fires at a place
no-ground-called = there is no ground called “{ $name }”
clock-runs-0-1 = the clock runs from 0 to 1
distance-number-cm-greater = a distance is a number of cm greater than 0
no-own-unit-table = “{ $name }” is no own unit on the table

## Ways on the table: along a road, and what lies across the way of a charge

an-obstacle = an obstacle
gun-without-gunners = a gun without gunners
edge-of-wood = the edge of a wood
edge-of-named-wood = the edge of “{ $name }”
named-obstacle = “{ $name }”
a-building = a building

## Movement orders (03.03.4): each step judged where it will be made, and laid out plainly

step-march-before-goes = step { $number }: the march before it goes on to the end of the turn; say how far
only-attack-names-target = only an attack names a target
order-move-says-where = an order to move says where; “stand” stands
order-most-steps = an order has at most { $most_steps } steps
battery-repairs-not-move = a battery that repairs does not move
pinned-stand-fire-reorganise = { $unit } is pinned: it can stand, fire, reorganise or declare a retreat, but not move
no-guns-repair = { $unit } has no guns to repair
no-damaged-gun = { $unit } has no damaged gun
no-damaged-limber = { $unit } has no damaged limber
repair-takes-gunner-figure = a repair takes one gunner figure
kind-cannot-attack = { $kind } cannot attack
state-cannot-attack = { $unit } is in { $state }: it cannot attack
attack-advance-not-go = an attack is an advance: it does not go backwards
attack-direction-march-wheel = an attack has a direction: march or wheel
only-horse-artillery-uses = only horse artillery uses the charge move without attacking
no-charge-move = { $kind } in { $formation } has no charge move
used-charge-move-last = { $unit } used the charge move in the last three turns
lost-half-horses = { $unit } has lost half its horses
charge-changes-direction-once = a charge changes direction once, by at most { $charge_turn } degrees
unit-charges-changes-neither = a unit that charges changes neither its formation nor its facing
nobody-charges-backwards = nobody charges backwards
charge-made-whole-turn = a charge is made for the whole turn: it only marches and wheels
charge-ordered-whole-turn = a charge is ordered for the whole turn: end it with “march” and no length
not-motion-end-last = { $unit } was not in motion at the end of the last turn
lies-across-way-charge = { $what } lies across the way of the charge
length-more-than-0 = a length is more than 0 and at most 10000 cm
building-leave-first = { $unit } is in a building: it has to leave it first
not-limbered = { $unit } is not limbered
work-done-whole-turns = work is done in whole turns: nothing else is done in the turn
lost-all-horses-move = { $unit } has lost all its horses: it can move only unlimbered
lost-all-horses = { $unit } has lost all its horses
place-too-close-beside = the place is too close beside the unit to wheel towards; write the wheel and the march
no-road-called = there is no road called “{ $name }”
road-ends-here = the road “{ $name }” ends here
changes-formation-only-limbering = { $unit } changes formation only by limbering and unlimbering
swamp-watercourses-troops-march = in swamp and watercourses troops are in march column or chain only
no-dismounted-cavalry = { $unit } is no dismounted cavalry
no-mounted-cavalry = { $unit } is no mounted cavalry
no-guns-action = { $unit } has no guns in action
lost-all-horses-move-only = { $unit } has lost all its horses: it can move only unlimbered
no-sound-limber = { $unit } has no sound limber
no-companies-detach = { $unit } has no companies to detach
detach-squadrons-cavalry = { $unit } detaches either companies or, if it is cavalry, squadrons
detach-whole-squadrons-companies-figures = { $unit } can detach whole squadrons of { $squadron } figures or whole companies of { $company }, and must keep some
detach-whole-companies-figures = { $unit } can detach whole companies of { $company } figures and must keep some
part-called-regiment-word = a part is called by its regiment and a word of its own, such as “{ $root }-sk”; “{ $code }” is not
already-name-unit = “{ $code }” is already the name of a unit
no-own-unit-join = “{ $name }” is no own unit to join
no-part-regiment = { $name } is no part of the regiment of { $unit }
not-base-contact = { $name } is not in base contact with { $unit }
no-building-called = there is no building called “{ $name }”
cannot-occupy-building = { $kind } cannot occupy a building
order-occupy-building-ends = an order to occupy a building ends in it
buildings-adjoining-no-room = “{ $name }” and the buildings adjoining it have no room for { $unit }
building-too-close-beside = the building is too close beside the unit
no-building = { $unit } is in no building
guns-none = { $unit } is with its guns, or has none
only-gunners-lu-go = only gunners in OR or LU go back to their guns
order-man-guns-ends = an order to man the guns ends there
angle-more-than-0 = an angle is more than 0 and at most 180 degrees
place-not-table = the place is not on the table
only-thin-line-chain = only a thin line or a chain has gaps
only-cavalry-attack-column = only a cavalry attack column has a choice of front
attack-column-foot-6 = an attack column of foot is 6 figures wide and at least 3 ranks deep: it takes 13 figures
cavalry-attack-column-5 = a cavalry attack column is 5 or 6 figures wide
attack-column-wide = an attack column { $files } wide and 3 ranks deep takes { $figures } figures
mounted-cavalry-no-thin = mounted cavalry has no thin line
gaps-thin-line-0 = gaps in a thin line are from 0 to under { $most } mm
gaps-chain-foot-mm = gaps in a chain on foot are from { $least } to { $most } mm
gaps-chain-riders-0 = gaps in a chain of riders are from 0 to { $most } mm

## Fieldworks (chapter 10), resupply (09.03), and room in buildings (02.04.3.b)

is-in-melee = { $unit } is in melee
no-ammunition-wagon-side = “{ $name }” is no ammunition wagon of this side
wagon-not-resupplied = a wagon is not resupplied
not-base-contact-2 = { $unit } is not in base contact with { $name }
already-serves-two-units = { $wagon } already serves two units this turn
only-infantry-dismounted-cavalry = only infantry and dismounted cavalry do fieldworks
abatis-made-within-cm = an abatis is made within { $reach } cm of a wood
barricades-built-only-towns = barricades are built only in towns
scenario-gives-no-material = the scenario gives no material for so much chevaux de frise
unit-works-line-thin = the unit works in line, thin line or chain
figures-make-cm-make = { $figures } figures make { $cm } cm: { $unit } can make up to { $longest } cm
not-stand-place-work = { $unit } does not stand at the place of the work
no-object-called-known = no object called “{ $name }” is known
neither-fence-nor-barricade = “{ $name }” is neither a fence nor a barricade nor chevaux de frise: clearing it is the umpire's matter
is-not-at = { $unit } is not at “{ $name }”
takes-figures = it takes { $figures } figures
