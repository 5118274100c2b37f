## The order sheet (chapter 03): what a player writes for each unit before the turn

order-slip-such-march = an order is a slip such as "march 12", or an object such as {"{"}"do": "stand"{"}"}

## Generals and orderlies: their moves (03.01.5, play.staff), orders carried (03.03.2), instructions (03.01.1), and who takes over when a general is lost (08.05)

no-general-orderly-side = “{ $who }” is no general or orderly of side { $side }
used-move-turn = { $side } has used his move in this turn
move-goes-place-joins = a move goes to a place or joins somebody: one of “to” and “join”
cannot-get-move-staff = { $side } cannot get there in one move at the staff rates of table I
lies-across-way = { $enemy } lies across the way
an-enemy = an enemy
no-unit-no-general = “{ $name }” is no unit and no general of side { $side }
no-orderly = { $side } is no orderly of { $name }
no-command-side = “{ $to }” is no command of side { $side }
nobody-above-instruct = nobody is above { $to } to instruct it
instruction-brief-most-characters = an instruction is brief: at most { $longest } characters

## Reading a slip

slip-most-characters = a slip has at most { $longest } characters
order-ends-before-steps = the order ends before this; steps are divided by commas
name-quotes-not-closed = the name in quotes is not closed by a second quotation mark
order-begins-stand-reorganise = an order begins with stand, reorganise, repeat, resupply, repair, attack, charge, fire, shell, shot, canister or a step such as march, wheel, form
step-march-back-road = a step is one of march, back, to, road, wheel, face, about face, form, mount, dismount, limber, unlimber, work, wait, detach, join, enter, leave, man
here-stands-place-cm = here stands a place: cm from the west edge and cm from the south edge
here-stands-code-ammunition = here stands the code of an ammunition wagon
battery-repairs-gun-limber = a battery repairs a gun or a limber
after-what-repaired-stands = after what is repaired stands a semicolon and a fire order, or the end
after-attack-charge-target = after attack, charge and the target stands a colon, then the steps
here-stands-length-cm = here stands a length in cm, a comma and the next step, or the end
here-stands-comma-next = here stands a comma and the next step, or the end
here-stands-name-road = here stands the name of a road
wheel-right-left-many = wheel right or left, and so many degrees
here-stands-number-degrees = here stands a number of degrees
face-right-left = face right or left
about-face = about face
here-stands-number-files = here stands a number of files
here-stands-gap-mm = here stands a gap in mm
here-stands-clock-value = here stands a clock value from 0 to 1
here-stands-number-companies = here stands a number of companies
companies-detached-left-right = companies are detached from the left or the right
here-stands-new-units = here stands “as” and the new unit's code
here-stands-new-units-code = here stands the new unit's code
here-stands-code-part = here stands the code of the part that is joined
here-stands-name-building = here stands the name of a building
formations-march-column-attack = formations are march column, attack column, line, thin line and chain
works-light-fortification-abatis = works are light fortification, abatis half, abatis whole, barricade, chevaux and clear
abatis-half-width-whole = an abatis of half the width or of the whole
here-stands-name-what = here stands the name of what is cleared
here-stands-other-end = here stands “to” and the other end
here-stands-companies = here stands “companies”
moment-fire-already-said = the moment of fire is already said
before-shock-after-shock = before shock, or after shock
target-already-said = the target is already said
here-stands-further-target = here stands a further target, such as x2
here-stands-when-fires = here stands when it fires (at clock 0.5, when x2 within 12, before shock, after shock) or at whom (at x3, at nearest)
here-stands-any-sighted = here stands “any” or a sighted enemy such as x3
here-stands-distance-cm = here stands a distance in cm
here-stands-name-piece = here stands the name of a piece of ground
enemy-within-many-cm = an enemy is within so many cm, passes a place, enters or leaves ground, fires or attacks
target-nearest-culprit-sighted = a target is nearest, culprit, a sighted enemy such as x3, or “place” with two numbers
