# What the book resolves with dice or from a table: titles, what comes of it, and every step of the reckoning.

## What is resolved

reckon-work-bombarded = a loss factor of { $factor } against the work: { $stars } stars
title-test = A test
title-disorder-test = A test for disorder
title-take-losses = Taking losses
title-activate-order = Activating an order
title-out-of-command = Moving a unit out of command
title-officer-turn = An engaged officer turns
title-superior-move = A superior officer rides
title-engage-from-defence = Engaging from a defence order
title-action-cost = What acting costs
title-allowance = How far one moves
title-formation-strength = Bases in good order
title-initiative = Tactical initiative
title-another-sequence = Another tactical sequence?
title-attack-test = Declaring an attack
title-retreat-before = Retreating before an attack
title-breakthrough = Breaking through
title-formation-change = Changing formation
title-pivot-test = A wide pivot
title-line-test = Moving in line or square
title-pass-through = Passing through friends
title-break-in = Break-in distance
title-may-react = Reaction moves
title-may-bombard = May the battery fire?
title-manhandle = Manhandling guns
title-limber-up = Limbering up
title-limbered-near = Limbered near the enemy
title-battery-retreat = A battery retreats
title-to-reserve = A battery to the reserve
title-from-reserve = A battery out of the reserve
title-follow-chief = Following the artillery chief
title-command-pivot = An artillery command pivots
title-bombardment = Bombardment
title-share-loss = Sharing out losses
title-cover-test = Cover
title-reduce-cover = Works under fire
title-melee = Melee
title-retreat-shock = Friends of a retreating unit
title-retreat-gap = A gap to retreat through
title-at-guns = An enemy at the guns
title-town-fight = Town fight
title-town-test = Town test
title-formation-morale = Formation morale
title-regain-morale = Regaining formation morale
title-officer-risk = An attached officer in danger
title-reorganise = Reorganising
title-work-tests = Work tests
title-work-points = What a task needs
title-blow-bridge = Blowing up a bridge
title-sight-range = Sight range
title-road-speed = On the road

## Common

# $table is the id of a table.
reckon-stand-in = table { $table } is a stand-in: the book's own is lost
disorder-at-most = is at most { $most } U, not { $disorder } ({ $by })
metres-from-to = is a distance in metres from 0 to { $most }
list-at-most = is a list of 1 to { $most }
no-more-than-all = is no more than all { $all }
reckon-at-limit-inside = exactly { $limit } counts as within it
reckon-at-limit-outside = exactly { $limit } counts as outside
so-many-metres = { $metres } metres
tried-done = it succeeds
tried-failed = it fails

## Tests

reckon-ten-sided = { $dice ->
    [one] one ten-sided die
   *[other] { $dice } ten-sided dice
}
reckon-not-above = dice not above { $value }: { $passes }
# $test is written as in the book: T2/1.
reckon-test = { $test } against { $value }: { $passed } of { $dice } pass
reckon-disorder-test = { $test } against { $value }: { $gained } of { $dice } above it
reckon-reorganising = { $test } against { $value }: { $removed } of { $dice } not above it
reckon-automatic = against { $value } a 1 still passes and a 10 still fails
reckon-most-disorder = no unit has more than { $most } U: { $lost } are lost
reckon-half-loss = { $halves } losses: the die for the half shows { $face }, { $losses } in all
reckon-base-marked = loss { $n } marks a base
reckon-base-removed = loss { $n } removes the base that has one already
mod-disorder-near-enemy = disorder, with an enemy near
test-passed = passed, with { $passes } of the dice
test-failed = failed, with { $passes } of the dice
disordered = { $gained } U gained, { $disorder } U now
left-none = no base is left
left-marked = { $bases ->
    [one] one base is left, with a single loss
   *[other] { $bases } bases are left, one with a single loss
}
left-unmarked = { $bases ->
    [one] one base is left
   *[other] { $bases } bases are left
}

## Orders and officers

order-activated = the order is activated
order-not-yet = { $next ->
    [0] not yet; next round it needs E2/1
    [one] not yet; next round it needs one test
   *[other] not yet; next round it needs { $next } tests
}
order-unfit = not tried: not all units are in march column
orders-to-coordinate = are two or more officers of one superior, in his radius, with the same order, if he tests for them; else nobody ({ $by })
chief-defends-or-marches = is defence or march ({ $by })
reckon-train-at-will = the train needs no test for it
reckon-train-in-danger = the enemy is near the train: it marches without a test
reckon-not-in-march-column = all units must be in march column
mod-tests = tests of an order
reckon-superior-tests = the superior tests for { $count } commands; their own bonuses do not count
mod-own-bonus = own order bonus
mod-superior-bonus = order bonus of a superior
reckon-no-bonus = the bonus of { $bonus } does not count: { $why }
why-out-of-radius = out of his command radius
why-attached = he is attached to a unit
why-no-headquarters = the corps has no headquarters
mod-reserve-zone = in the reserve zone
mod-delayed = rounds that the order was delayed
mod-later-rounds = rounds since it was first tried
reckon-no-test-left = no test is left: E2/1
reckon-all-at-once = all { $commands } commands have it at the same time
reckon-order-replaces = it takes the place of the order before it
out-of-command-moves = { $points ->
    [0] it may move
    [one] it may move, for one operation point
   *[other] it may move, for { $points } operation points
}
out-of-command-stays = it may not move; the operation point is spent
reckon-point-spent = the operation point is spent whether it moves or not
reckon-broken-free = with six U or more it needs neither test nor operation point
reckon-officer-about = turning right about needs no test
reckon-officer-turns = turning freely needs E2/2
superior-rides = he may ride { $metres } metres
superior-rides-at-most = is from 1 to { $most } ({ $by })
reckon-superior-tests-each = { $metres } metres are { $tests ->
    [one] one test
   *[other] { $tests } tests
}, one for each { $each }
engage-may = its units may engage
engage-held = its officer holds it back
engage-too-far = too little of it is near the enemy
reckon-half-units-near = { $near } of { $all } units, and the officer at { $officer }: at least half must be nearer than { $limit }, and he too
reckon-half-bases-near = { $near } of { $all } bases, and the officer at { $officer }: at least half must be nearer than { $limit }, and he too

costs-points = { $points ->
    [0] no operation point
    [one] one operation point
   *[other] { $points } operation points
}
reckon-costs = { $each } for each, { $times } times: { $points }
no-such-pace = does not move so ({ $by })
only-skirmishers-back = only skirmishers go backwards ({ $by })
batteries-double-on-road = is of limbered batteries in the deployment phase ({ $by })
reckon-allowance = { $metres } metres
reckon-double-on-road = on a road twice as far: { $metres }
reckon-about-turn = turning about halves it: { $metres }
reckon-backwards = backwards at half speed: { $metres }
formation-strength = { $removed } of { $bases } bases are gone, and { $disordered } are of units with six U or more
reckon-reserve-not-counted = batteries of the reserve and of artillery commands are not counted
reckon-battery-elsewhere = the battery counts with the brigade nearest to it
reckon-battalion-gun-not-counted = battalion guns are not counted

## The turn

initiative-decides = side { $side } decides who is side A
initiative-tie = a tie
mod-initiative-bonus = initiative bonus
mod-was-side-a = was side A in the round before
reckon-initiative = { $a } against { $b }: the higher decides
sequence-another = another sequence is played
sequence-over = the tactical part of the round is over
reckon-last-sequence = after { $played } sequences there is no other
mod-sequences-played = { $played ->
    [one] after one sequence
   *[other] after { $played } sequences
}
mod-sequence-bonus = sequence bonus
reckon-sequence = another sequence if the die is not above { $value }

## Attacks

attack-allowed = it may attack, with { $disorder } U
attack-frozen = it may not attack, and does nothing more in the sequence
attack-halted = it may not attack, and does nothing more in the movement phase
attack-barred = it has too much disorder to attack
reckon-attack-free = with { $disorder } U it attacks without a test
reckon-attack-tested = with { $disorder } U it must pass N1/1
reckon-attack-no = with { $disorder } U it may not attack
reckon-irregular-tests = irregulars always test, and their limits are lower
reckon-sortie = out of a town zone it must pass O1/1, and tests T2/U
reckon-frozen = it does nothing more in this sequence
reckon-halted = it does nothing more in this phase
goes-behind-infantry = behind the infantry
goes-back = { $from } to { $to } metres back
goes-to-train = to the corps train
retreat-before-may-not = it may not retreat
retreat-before-may = it may retreat { $goes }, with { $disorder } U then
retreat-before-must = it must retreat { $goes }, with { $disorder } U then
reckon-formed-stay = only skirmishers and artillery retreat before an attack
reckon-no-infantry-near = no friendly infantry or occupied town within { $limit }
reckon-infantry-broken = the infantry near it is broken itself
mod-retreat-disorder = retreat before an attack
reckon-retreat-goes = it goes { $goes }
reckon-limbered-must = limbered artillery must retreat
breakthrough-goes = it breaks through
breakthrough-stays = it stays
breakthrough-may-not = it may not break through
reckon-skirmishers-stay = no breakthrough: skirmishers never make one, nor does a continued melee give one
reckon-defender-stays = a defender that did not counter-attack makes no breakthrough
reckon-breaks-through-free = a breakthrough costs no operation point
reckon-defender-not-forced = a defender that did not counter-attack is never forced
reckon-at-guns-not-forced = after a melee with artillery nobody is forced
reckon-held-back = to stay it must pass O1/1

## Movement

change-done = { $points ->
    [0] it changes formation, and has { $disorder } U
    [one] it changes formation for one operation point, and has { $disorder } U
   *[other] it changes formation for { $points } operation points, and has { $disorder } U
}
change-fails = { $points ->
    [0] it keeps its formation and does nothing more in this phase
   *[other] it keeps its formation and does nothing more in this phase; the operation point is spent
}
change-may-not = it may not change so
change-of-foot-and-horse = is infantry, cavalry or engineers; guns limber and unlimber ({ $by })
change-among-formations = is line, column, march column, square or chain
turn-of-a-line = only a line forms march column by a turn ({ $by })
reckon-cannot-change = forbidden by { $by }
reckon-march-column-turn = a line turns into march column without a test, for { $points } operation points
reckon-square-tests = to form square it must pass O2/1; it costs no operation point
reckon-change-tests = to change it must pass O1/1
reckon-whole-phase = it spends the whole phase on it
reckon-change-costs = it costs one operation point, passed or not
reckon-deploys-in-melee = from column to line, which a continued melee allows
reckon-no-officer-test = no officer test in the deployment phase
reckon-change-disorders = a change of formation tests T2/U
degrees-to-180 = is from 0 to 180 degrees
reckon-pivot-free = { $degrees } degrees without a test
reckon-pivot-tests = { $degrees } degrees, more than 30: T2/U
lost-of-movement = is a part of the movement
reckon-moves-in-order = only lines and squares test for moving
reckon-adjustment = an adjustment needs no test
reckon-deployment-move = a deployment move gives no U
reckon-movement-spent = movement spent counts, with what the ground cost
reckon-step-begun = a step of { $step } that is only begun counts
reckon-lost-movement = { $lost } metres were lost to an about-turn or to friends and do not count
reckon-line-tests = { $moved } metres, one test for each { $step } begun: { $tests }
reckon-attack-always-tests = an attack tests at least once
reckon-breakthrough-tests = each breakthrough attack tests at least once
pass-through-done = { $passing } U for the passing unit, { $passed } U for the other, { $reduction } metres less for each
reckon-pass-through = { $dice ->
    [0] no test for disorder
    [one] one die for disorder
   *[other] { $dice } dice for disorder
}, { $reduction } metres less
reckon-guns-passed-in-manoeuvre = in the manoeuvre phase passing unlimbered artillery gives no U
reckon-retreat-passes = a unit that retreats from melee passes friends freely
reckon-both-units = it is so for both units
fight-in-a-town = is of a town zone
reckon-break-in = the break-in distance is { $metres }
react-may = { $points ->
    [0] it may react, free of operation points
   *[other] it may react, for { $points } operation point
}
react-may-not = it may not react
reckon-may-react = { $points ->
    [0] free of operation points
   *[other] it costs { $points } operation point
}
reckon-may-not-react = forbidden by { $by }

## Batteries

battery-fires = the battery fires
battery-fails = the battery does not fire, and has { $disorder } U
battery-may-not = the battery may not fire
reckon-may-not-fire = forbidden by { $by }
reckon-fires-untested = in the bombardment phase no test is needed
reckon-normal-fire = it is resolved like any bombardment
reckon-fire-tested = to fire tactically it must pass O1/1
mod-failed-to-fire = tried to fire and failed
guns-done = done; the battery has { $disorder } U
guns-fail = the test fails
guns-may-not = it may not be tried
reckon-no-pivot-in-redoubt = guns in a redoubt cannot pivot
reckon-manhandled-degrees = it may be pivoted { $most } degrees at most
reckon-manhandled-metres = it may be moved { $most } metres at most
reckon-manhandle-tested = to be manhandled it must pass O1/1
reckon-manhandled-pivot = for the pivot it tests T1/U
reckon-too-near-to-limber = it may limber up only farther than { $limit } from the enemy
reckon-limber-tested = to limber up it must pass O2/2
reckon-leaves-redoubt = it leaves the redoubt by limbering up
reckon-when-unlimbering = the enemy was at { $metres } metres when it unlimbered
reckon-limbered-near = { $dice ->
    [0] far enough: no test
    [one] near the enemy: one die
   *[other] near the enemy: { $dice } dice
}
battery-retreats = it retreats { $goes }, with { $disorder } U
battery-may-not-retreat = it may not retreat of its own will
reckon-has-bombarded = it has bombarded in this round
mod-tactical-retreat = retreat in the tactical moves
reckon-retreat-tests = it tests with { $dice } dice
reckon-to-the-train = with six U or more it goes to the train
reckon-not-to-reserve = only with six U or more, or retreating of its own will, and within support distance
mod-to-reserve = sent to the reserve
reckon-no-headquarters = the corps has no headquarters
reckon-too-many-guns = { $guns } gun bases are more than the { $most } allowed
reckon-replaces = a replacement needs one test
reckon-attaches = an extra battery needs { $needed } of { $dice } dice
reckon-follows-chief = a battery follows its chief if he passes E1/1
command-pivots = the command pivots; its batteries have { $each } U
reckon-pivot-too-far = no base may move more than { $most } metres
reckon-command-pivot = to pivot the whole command its chief must pass E2/2
reckon-each-battery-tests = each battery tests T1/U

## Bombardment

bombarded = { $losses ->
    [0] no loss
    [one] one loss
   *[other] { $losses } losses
}
bombarded-battery = { $losses ->
    [0] no loss
    [one] one loss
   *[other] { $losses } losses
}, { $disorder } U
bombarded-town = { $losses ->
    [0] no loss
    [one] one loss
   *[other] { $losses } losses
}, { $stars ->
    [one] one star
   *[other] { $stars } stars
}
reckon-flank-fire = under flank fire it counts { $extra } bases more
mod-target-bases = { $extra ->
    [0] { $bases } bases in the zone
   *[other] { $bases } bases in the zone, and { $extra } for its formation
}
reckon-guns-unharmed = artillery in the zone is not affected
reckon-units-together = { $units } units together: { $bases }
reckon-target-bases = target bases: { $bases }
broken-battery-is-silent = with six U or more a battery does not fire ({ $by })
batteries-fire-apart = batteries that are not of one artillery command do not fire together ({ $by })
guns-are-named = a battery is hit only as the named target ({ $by })
reckon-one-large-battery = batteries of one artillery command fire as one
reckon-town-fired-on-jointly = the fire on a town zone is added up
reckon-hits-with = { $bases } gun bases hit with { $value }, 6 less { $disorder } U
reckon-loss-factor = { $calibre }-pounders at { $range } metres: loss factor { $factor } for each hit
reckon-only-the-battery = only the battery is affected, however many bases it has
reckon-whole-zone = the whole town zone is fired at
reckon-bombarded = loss factor { $factor } on { $bases } bases: { $losses } losses
reckon-guns-bombarded = loss factor { $factor } on artillery: { $disorder } U, { $losses } losses
reckon-limbered-loss = a limbered battery takes one loss more
reckon-guns-in-flank = in the flank twice the losses, half a loss at least, and 1 U more: { $losses }
reckon-town-bombarded = loss factor { $factor } on a town zone: { $losses } losses, { $stars } stars
share-target = it is the target's: unit { $among }
share-firing = the firing player names unit { $among }
share-fired-at = the player fired at names unit { $among }
share-nobody = nobody is left to take it
one-target = has one target at most
reckon-loses-elsewhere = a unit in two zones takes the losses of one bombardment only
reckon-first-loss = the first loss is the target's
reckon-no-taker = no unit is left to take it
reckon-evenly = evenly: among those that have { $fewest }
cover-leaves = { $losses } losses and { $disorder } U stand
reckon-assembled-uncovered = whoever was assembled to leave the town has no cover from it
reckon-cover-each = one test against cover { $cover } for each loss and each U
cover-left = cover { $cover }
reckon-star-dice = { $stars } stars, for each { $dice } dice of which { $needed } must pass
reckon-least-cover = the cover does not fall below { $least }

## Melee

melee-infantry-infantry = infantry against infantry
melee-cavalry-infantry = cavalry against infantry
melee-cavalry-cavalry = cavalry against cavalry
melee-infantry-cavalry = infantry fires at cavalry
melee-guns = attack on artillery
melee-continued-infantry = continued melee of infantry
melee-town = town fight
melee-result = attacker: { $attacker }; defender: { $defender }
melee-fate = { $action }, { $losses ->
    [0] no loss
    [one] one loss
   *[other] { $losses } losses
}, { $gained } U
action-stays = stays
action-continues = fights on
action-retreats = retreats { $metres }
action-must-break-through = breaks through { $metres }
action-may-break-through = may break through { $metres }
action-at-guns = stays at the guns or breaks through { $metres }
action-at-guns-stays = stays at the guns
action-pinned = is pinned
action-eliminated = is eliminated
guns-never-attack = artillery never attacks ({ $by })
no-melee-of-these = there is no melee of these two ({ $by })
no-such-formation = does not fight in this formation here ({ $by })
mutual-of-one-arm = only units of one arm attack each other, from the front ({ $by })
square-has-its-front = a square names its front when it is attacked ({ $by })
flank-attack-is-initial = a flank attack is an initial melee ({ $by })
rear-not-anchored = whoever is attacked in the rear is not anchored ({ $by })
skirmishers-skip = only with skirmishers in it ({ $by })
two-supports = has two support units at most ({ $by })
skirmish-value-needed = needs a skirmish value ({ $by })
cavalry-has-a-class = cavalry is light, medium or heavy, nobody else is ({ $by })
never-anchored = skirmishers, squares and cavalry are never anchored ({ $by })
reckon-melee-kind = by the table { $kind }
reckon-fire-at-cavalry = no real attack, but fire at cavalry that has come too close
reckon-skips-initial = skirmishers go straight to the continued melee
reckon-roles-by-die = the units are equal; the die shows { $face }: up to 5 the first attacks
reckon-larger-attacks = both attack: the larger counts as attacker, { $larger } against { $smaller }
reckon-side-a-attacks = both attack and are equal: side A's unit counts as attacker
reckon-melee = { $dice } by the dice and { $modifier } is { $result }
mod-threatened-flank = own flank threatened
reckon-odds-capped = odds count { $most } at most
reckon-odds = { $mine } bases of the attacker against { $theirs }: { $steps } steps of a quarter
mod-odds = odds
mod-flank-attack = flank attack
mod-attacked-flank = open flank that is attacked
mod-cover = cover
mod-redoubt = redoubt
reckon-halts-at-obstacle = it halts before an obstacle, and does not count as standing still
mod-standing-still = receives cavalry standing still
mod-heavier = heavier cavalry
reckon-combined = both together: { $total }
reckon-uses-column-a = it attacks too: column A with the sign reversed
mod-skirmish-value = skirmish value { $value }
mod-melee-value = melee value { $value }
mod-stars = bonus stars
mod-morale-level = formation at morale level { $level }
mod-integrity = integrity broken
mod-disorder = { $disorder } U
mod-passive = { $disorder } U by the ground
reckon-passive-alone = disorder by the ground counts in melee alone, and lowers no training
reckon-rain-no-support = in heavy rain or snow muskets support nobody
mod-support = { $count ->
    [one] a support unit
   *[other] { $count } support units
}
mod-battalion-gun = battalion gun
mod-artillery-support = artillery among its supports
mod-anchored = anchored against cavalry
mod-covered = fully covered against cavalry
mod-square = in square
mod-skirmishers-open = skirmishers in open ground
reckon-circled = circled { $n }: { $failed } tests of morale fail; then loss value { $value }
reckon-skirmishers-lose-less = skirmishers against formed infantry read one less
reckon-line-in-redoubt = infantry in a redoubt counts as in line
reckon-loss = loss value { $value } by { $bases } bases is { $factor }: { $losses } losses
reckon-loss-twice = loss value { $value } by { $bases } bases, doubled, is { $factor }: { $losses } losses
reckon-retreats = turned about, { $metres } metres straight away
reckon-at-guns = it stays to destroy the battery, or breaks through
reckon-no-base-left = no base is left
reckon-skirmishers-leave-guns = skirmishers cannot destroy a battery
reckon-behind-do-not-fight = bases that stand behind do not fight
reckon-skirmishers-keep = skirmishers are never made to form
reckon-keeps-formation = it cannot take that formation and keeps its own
reckon-forms = the result forces a formation on it, without a test
reckon-no-room = units leave no room for it: { $gained } U
reckon-ground-forbids = the ground leaves no room for it
reckon-both-break = both must break off, with { $a } and { $b } U in this phase
reckon-both-break-by-die = both must break off and are equal; the die shows { $face }: up to 5 the attacker retreats
reckon-rain-reads = in heavy rain or snow { $result } is read as { $instead }
reckon-rain-breaks-off = in heavy rain or snow { $result } breaks it off
reckon-row = the row { $from } to { $to }
reckon-breaks-off = with { $disorder } U, or one base, it breaks off
reckon-fights-on = they fight on in the next sequence
reckon-closes = the attacker closes to 50
reckon-turns-to-face = whoever was attacked in flank turns to face
reckon-cavalry-fights-on = cavalry fights until the table says retreat
reckon-until-broken-off = they fight until one breaks off
reckon-gun-lost = its battalion gun is lost with the melee

## After a melee

reckon-shock = { $distance } metres from where it stood: { $dice ->
    [0] no test
    [one] M1/U
   *[other] M{ $dice }/U
}
mod-straight-behind = straight behind
reckon-passed-by-skirmishers = skirmishers with { $disorder } U pass through it
gap-open = the way is open
gap-closed = the way is closed
reckon-broken-do-not-close = enemies with six U or more close no way
reckon-gap = { $gap } metres between them, { $least } needed
reckon-no-way-out = a unit with no other way is eliminated
battery-destroyed = the battery is destroyed; who did it has { $disorder } U
battery-free = the battery is free again
reckon-battery-saved = the enemy was driven off: the battery is saved
reckon-enemy-gone = the enemy went away
reckon-attack-in-vain = the attack did not drive him off
mod-destroys-battery = destroys a battery

## Towns

town-fight = attackers { $losses } losses and { $disorder } U, defenders { $others } losses and { $theirs } U
held-in-a-fortress = is of a fortress ({ $by })
mod-town-value = value { $value } on average
reckon-town-bases = { $a } bases of the attackers inside, { $b } of the defenders
mod-town-cover = cover { $cover }
reckon-no-town-cover = not an initial fight: no cover for anybody
reckon-newly-entered = they had nobody in the zone when the round began: losses doubled to { $losses }
town-test-stays = it stays
town-test-retreats = it retreats { $metres } out of the town, has { $disorder } U and takes { $losses ->
    [0] no loss
    [one] one loss
   *[other] { $losses } losses
}
reckon-town-test-value = the better of its values is { $own }
reckon-town-test = with { $disorder } U { $needed } of { $dice } dice must pass
mod-driven-out = driven out of the town

## Morale

formation-removed = the formation is removed
formation-level = the formation is at level { $level }
reckon-formation-removed = at level 0 it is removed
level-is-removed = is above 0 with the stars ({ $by })
mod-star-levels = stars of an attached officer
reckon-no-more-lost = { $lost } melees lost and { $won } won: no test
reckon-good-order = { $bad } of { $bases } bases not in good order: { $removed } removed, { $disordered } with six U or more
reckon-morale-tests = { $tests ->
    [0] no test
    [one] one test
   *[other] { $tests } tests
}
reckon-levels-lost = { $failed } of { $tests } fail, a level for each
reckon-cannot-regain = it must be below level 3, all on defence order and farther than { $limit } from the enemy
reckon-may-regain = it may test once to regain a level
officer-unhurt = he is unhurt
officer-falls = he falls
officer-falls-level = he falls; the formation is at level { $level }
reckon-in-no-danger = no roll
reckon-in-danger = he falls on a { $falls }
mod-star-fell = its officer fell

## Reorganising

reorganised = { $removed } U removed, { $disorder } left
reckon-guns-wait = artillery does not reorganise in the tactical part
reckon-unengaged-wait = units that are not engaged wait for the grand-tactical administration
reckon-fought = it fought an initial melee in this sequence
reckon-three-tests = three tests
reckon-one-test = one test
reckon-guns-reorganise = { $dice ->
    [one] batteries test once
   *[other] batteries test { $dice } times
}
reckon-engaged-have = engaged units reorganise in the tactical part
reckon-all-removed = far from the enemy and at rest: all U go without a test
reckon-superior-doubles = with a superior officer { $dice } dice, and at least 1 U goes

## Engineers

work-points = { $points ->
    [one] one work point
   *[other] { $points } work points
}
work-finished = { $points ->
    [one] one work point: the task is finished
   *[other] { $points } work points: the task is finished
}
reckon-does-not-work = a base that moved, fought or has six U or more does not work
reckon-work-dice = { $dice ->
    [one] T1/1
   *[other] disturbed: T{ $dice }/{ $dice }
}
reckon-work-tests = { $bases ->
    [one] one base
   *[other] { $bases } bases
}: { $tests } tests
reckon-work-points = { $points } of { $needed } work points
task-needs = it needs { $points } work points
task-needs-light = it needs { $points } work points; infantry alone crosses it
task-may-not = it cannot be done here
bridge-has-length = is more than 0
reckon-no-pontoons = a pontoon train must be at the site
reckon-deep-water = trestle bridges are built over streams and low water
reckon-task = { $points } work points
bridge-blown = { $bases ->
    [0] the bridge is blown up
    [one] the bridge is blown up, and one base with it
   *[other] the bridge is blown up, and { $bases } bases with it
}
bridge-stands = the bridge stands; not again in this round
bridge-may-not = it may not be tried
reckon-cannot-blow = it must be prepared, an engineer base within { $limit }, and not tried in this round
reckon-blow-tested = to blow it up they must pass T2/1
reckon-bases-on-bridge = { $bases } bases on it are lost

## Sight and roads

reckon-sight = one sees { $metres } metres
reckon-sight-ground = the ground limits it to { $metres }
reckon-sight-weather = in this weather { $metres }
reckon-train-in-mud = a train goes { $metres } on an uncobbled road in mud
reckon-train-on-road = a train goes { $metres } on a road
reckon-road-in-mud = in mud only a cobbled road is a road
reckon-road = { $metres } metres on the road
