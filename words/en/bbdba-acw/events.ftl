# What happens in a battle, told as an umpire at the table would tell it.
# $number is "many" for troops and "one" for a commander or a camp; $far, $paces and $p are written with their unit.

nobody = nobody
and-more = { $names } and { $more } more
by-clause = { $says } [{ $clause }]

## An element changes its place

draws-up = { $who } { $number ->
    [many] draw
   *[one] draws
} up facing { $wind } at { $x }/{ $y }
moves = { $who } { $number ->
    [many] move
   *[one] moves
} { $far }, now facing { $wind }
breaks-off = { $who } { $number ->
    [many] break
   *[one] breaks
} off and { $number ->
    [many] fall
   *[one] falls
} back { $far }
lines-up = { $who } { $number ->
    [many] line
   *[one] lines
} up against the enemy ({ $far })
turns-to-face = { $who } { $number ->
    [many] turn
   *[one] turns
} to face the enemy, { $wind }
recoils = { $who } { $number ->
    [many] recoil
   *[one] recoils
} { $far }
recoils-before-stray-fire = { $who } { $number ->
    [many] recoil
   *[one] recoils
} { $far } before stray fire
is-pushed-back = { $who } { $number ->
    [many] are
   *[one] is
} pushed back { $far }
flees = { $who } { $number ->
    [many] flee
   *[one] flees
} { $far }, heading { $wind }
surges-forward = { $who } { $number ->
    [many] surge
   *[one] surges
} forward after the beaten enemy, { $far }
makes-way = { $who } { $number ->
    [many] make
   *[one] makes
} way, { $far }
retreats = { $who } { $number ->
    [many] retreat
   *[one] retreats
} { $far } toward the rear
is-put = { $who } { $number ->
    [many] are
   *[one] is
} put at { $x }/{ $y }, facing { $wind }
gets-down = { $who } { $number ->
    [many] get
   *[one] gets
} down and { $number ->
    [many] form
   *[one] forms
} on foot
is-back = { $who } { $number ->
    [many] are
   *[one] is
} back on the table at { $x }/{ $y }, facing { $wind }
dismounts = { $element } Cavalry ({ $command }) dismount and fight on foot
stranger-dismounts = { $element } Cavalry dismount and fight on foot

## Rulings

role-shooter = shooter
role-target = target
no-effect = no effect
short-recoil = { $who } recoil
short-flee = { $who } flee { $paces } p
short-silenced = { $who } silenced
short-plundered = { $who } plundered
short-destroyed = { $who } destroyed
reckoned = { $who } { $sum }, die { $die } = { $total }
reckoned-by-die = { $who } die { $die } = { $total }
reckoned-without-die = { $who } { $sum } = { $total }
reckoned-total = { $who } = { $total }
one-against-other = { $one } v { $other }
and-dice = { $line }; dice { $dice }
the-dice = dice { $dice }
with-result = { $line }: { $result }
modifier-by = { $value } { $what } [{ $clause }]
label-dice = dice
label-total = total { $total }
label-result = result

## The umpire

battle-opens = The battle opens. The dice are fixed and sealed
by-default = Nobody sits in the umpire's chair, so the book's default holds: { $says }
umpire-sits = An umpire sits at the table: he settles what the book does not mention
umpire-decides = The umpire decides: { $says }
umpire-decides-because = The umpire decides: { $says } ({ $because })
umpire-rules = The umpire rules: { $says }
umpire-rules-on = The umpire rules on { $clause }: { $says }
umpire-corrects = The umpire corrects { $named }: { $because }

## Setting up

rolled-attacker = Who attacks? { $first } roll { $a }, { $second } roll { $b }: { $attacker } attack
rolled-tie = Who attacks? { $first } roll { $a }, { $second } roll { $b }: a tie, roll again
terrain-laid = { $side } lay out the ground: { $pieces ->
    [one] a single piece
   *[other] { $pieces } pieces
}
takes-southern-edge = { $side } take the southern edge as their base
takes-northern-edge = { $side } take the northern edge as their base
pitches-camp = { $side } pitch camp at { $x }/{ $y }, { $width } by { $depth } p
ranking-fixed = { $side } have fixed in secret which command gets which die
ranking-revealed = { $side } show their ranking, highest die first: { $names }
deployed-in-secret = { $side } have drawn up behind the screen
command-stands-ready = { $command } of { $side } stand ready

## Turns

turn-begins = Turn { $bound }: { $side } are to act
armies-set-up = The armies set up
troops-move = The troops move
fire-is-opened = Fire is opened
close-combat-is-joined = Close combat is joined
guns-fall-silent = The guns fall silent
rolls-points = { $command } ({ $side }) roll { $die }: { $die ->
    [one] { $die } movement point
   *[other] { $die } movement points
}
spends-points = { $command } spend { $points ->
    [one] { $points } point
   *[other] { $points } points
} on moving { $elements } up to { $paces } ({ $left } left)
rests-on = { $says }; by { $by }
points-lapse = { $points ->
    [one] { $points } unused point of { $command } lapses
   *[other] { $points } unused points of { $command } lapse
}
stops-short = { $who } { $number ->
    [many] stop
   *[one] stops
} after { $paces }, 2 p short of contact: { $why }
fronts-do-not-match = { $element } and { $foe } touch without matching and do not fight this turn
fronts-do-not-match-crossing = { $element } is crossing a river and may not turn or slide to face { $foe }: they do not fight this turn
river-found-shallow = The first to try the river roll { $die }: it is shallow and no hindrance
river-found-ordinary = The first to try the river roll { $die }: it is an ordinary river with defensible banks
river-found-torrent = The first to try the river roll { $die }: it is a torrent between steep banks
braves-torrent = { $who } { $number ->
    [many] brave
   *[one] braves
} the torrent and { $number ->
    [many] roll
   *[one] rolls
} { $die }: across
swept-back = { $who } { $number ->
    [many] brave
   *[one] braves
} the torrent and { $number ->
    [many] roll
   *[one] rolls
} { $die }: swept back, and nobody else may try this turn
who-fires-on = Who fires on { $target }?
holds-fire = { $side } hold their fire against { $target }
fires-on = { $who } { $number ->
    [many] fire
   *[one] fires
} on { $at }
fires-on-helped = { $who }, helped by { $with }, { $number ->
    [many] fire
   *[one] fires
} on { $at }
fights = { $who } { $number ->
    [many] fight
   *[one] fights
} { $against } hand to hand
is-destroyed = { $who } { $number ->
    [many] are
   *[one] is
} destroyed
goes-over-edge = { $who } { $number ->
    [many] go
   *[one] goes
} over the table's edge and { $number ->
    [many] are
   *[one] is
} lost
is-gone = { $who } { $number ->
    [many] are
   *[one] is
} gone
camp-holds = The camp of { $side } holds
camp-is-silenced = The camp of { $side } is silenced
camp-is-plundered = The camp of { $side } is plundered!
takes-heart = { $command } ({ $side }) take heart: the command is no longer demoralised
loses-heart = { $name } ({ $side }) lose heart: the command is demoralised
loses-heart-after = { $name } ({ $side }) lose heart: the command is demoralised, { $lost } of { $strength } elements lost
battle-won = The battle is over. The day belongs to { $side }: { $why }
battle-drawn = The battle is over and nobody has won it: { $why }
seed-revealed = The seal is broken: the dice came from the seed { $seed }

## How the armies stand

turn-header = Turn { $bound }: { $side } to act. Lost: { $a }, { $b }
army-left = { $side } ({ $code }): { $left } of { $of } elements left, { $lost } lost
command-left = { $command }: { $left } of { $of } left
and-allied = allied
and-commander-fallen = commander fallen
and-demoralised = DEMORALISED
the-camp-holds = the camp holds, { $shots ->
    [one] 1 shot
   *[other] { $shots } shots
} left
the-camp-is-silenced = the camp is silenced
the-camp-is-plundered = the camp is plundered
