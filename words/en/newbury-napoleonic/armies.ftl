# Armies from the lists: what a roster says, what is wrong and what would be right.

an-army = an army
a-general = a general
a-unit = a unit
a-detachment = a detachment
a-piece = piece
from-to = { $least } to { $most }
at-most = at most { $most }
one-of = one of { $all }
leave-it-out = leave it out
weapon-none = no firearm

## The roster

roster-nation = { $nation }, { $year }
roster-scale = one figure for { $men } men
roster-for-umpire = this roster is shown to the umpire when the battle begins
roster-tables = figures are priced by table 1 and stand on the bases of table 2
roster-more = the same, more or less for weapons, training or nation
roster-models = { $models ->
    [one] 1 model
   *[other] { $models } models
} for { $pieces } pieces
note-doubled = sub-units may have twice the printed figures
figures-15 = figures of 12 or 15 mm, 1 cm for 10 paces
figures-25 = figures of 20 or 25 mm, 1 cm for 10 paces
figures-25-enlarged = figures of 20 or 25 mm, 1 cm for 5 paces: all distances are doubled
figures-6 = figures of 5 or 6 mm, ten to a base
figures-6-ground = 1 cm for 20 paces: all distances are halved
option-competition = a competition: fine and windy, one general a side
option-national = national characteristics, all of them
option-crimea = rifled muskets of the Crimean War
option-crimea-no-more = nothing else is changed for the Crimean War
option-mutiny = the Indian Mutiny, played by the same changes
option-beasts = camels and elephants
option-losses-by-chance = losses as chances
option-melee-dice = dice in melee reaction
option-straight-charges = straight charges only
option-fewer-orders = no written move orders but for charges and moves to contact
roster-staff = Staff
roster-commander = commander-in-chief { $name }
roster-general = general { $name }
roster-what = { $kind }, class { $class }, { $weapon }
roster-what-training = { $kind }, morale { $class }, training { $training }, { $weapon }
roster-what-battery = { $kind }, class { $class }, { $models ->
    [one] 1 model
   *[other] { $models } models
}
roster-figures = { $name }, class { $class }
roster-bases = bases, class { $class }
roster-base = base { $number }
roster-section = section { $number }
roster-company = company
roster-squadron = squadron
roster-combined = combined: { $part }
roster-battery = battery of { $models ->
    [one] 1 model
   *[other] { $models } models
}, class { $class }
roster-gunners = gunners
roster-drivers = drivers
roster-teams = teams of { $horses } horses with limber
roster-oxen = teams of oxen with limber
roster-rocket-wagons = rocket wagons of { $horses } horses
roster-no-teams = no teams: in a permanent fortification
roster-command = command
roster-detachments = detachments
roster-tenth = a tenth of { $points }, to the nearest whole
sum-troops = troops without generals
sum-models = gun models
sum-cavalry = cavalry
sum-light = light infantry
sum-too-much = { $what }: { $is }
sum-at-most = at most { $most }: { $over } too many
sum-recommended = { $says } ({ $right }, as is recommended for a table of 2 m by 1.3 m)
note-british-grenadiers = grenadiers of a British line battalion cost 12 as the list prints it; table 1A has 10 for their class
note-below-half = { $name } of { $figures }: preferably at least half of full strength

## What is wrong

right-kind = kind = the word of the nation's list, "combined", or "custom" for a state without a list
right-kind-near = such as "{ $near }"; `vedette army lists` shows them
no-such-kind = the list of { $nation } has no “{ $kind }”
kind-of-other-years = “{ $kind }” is of { $years }, and the army of { $year }
right-kind-year = units of one period only: another year or another kind
regulars-of-class-e = regular troops cannot be of class E
right-class = class = "A", "B", "C" or "D"; "E" is for irregulars
rifled-muskets-too-early = rifled muskets are those of the Crimean War
right-option = [options] { $option } = true
so-many-subunits = { $given } times { $name }
figures-of-each = `figures` lists { $given } strengths
right-figures-of-each = one number for all, or { $count } numbers, one for each sub-unit
no-strength = number { $number } of `figures` is no number of figures
counted-in-bases = figures of 5 or 6 mm are counted in bases, not by `{ $key }`
right-bases = bases = 4
bases-of-small-figures = bases are counted with figures of 5 or 6 mm alone
right-not-bases = `companies` and `figures`, or [options] figures = "6mm"
no-single-companies = single companies are not shown with figures of 5 or 6 mm
names-of-subunits = this lists sub-units by their names
right-names-of-subunits = such as ["grenadier company"]
no-such-subunit = a { $kind } has no “{ $name }”
not-of-this-kind = `{ $key }` means nothing for this kind
figures-of-subunit = { $name } of { $given } figures
subunits-unequal = { $name }: from { $few } to { $many } figures
right-subunits-equal = sub-units of a unit differ by one figure at most
only-whole-batteries = figures of 5 or 6 mm have whole batteries only
crew-of = a crew of { $crew }
right-crew = 4 gunners to a gun or launcher
teams-must-be-paid = guns in the field have teams and drivers, which are paid for
right-teams = leave it out, or fortification = true
crew-not-priced = gunners of class { $class } with teams of { $horses } have no price
right-crew-class = class A, B or C; teams of 4, 6 or 8 horses, rocket wagons of 2, 4 or 6
right-combined = from = "line-battalion", part = "grenadier company", companies = 4
half-battalions-stay = half-battalions of rifles may not be combined
nation-has-a-list = { $nation } has a list: its units are organised as that says
right-arm = arm = "line-infantry", "light-cavalry", "field-artillery" and so on
pieces-of-battery = this lists pieces
right-pieces = such as ["6-pounder*3", "howitzer"]
no-rockets-of-others = only British and Austrians have rockets
right-rockets = nation = "britain" or "austria", or guns
piece-of-another-arm = { $arm } has no { $piece }
right-pieces-of-arm = launchers of rocket batteries, siege pieces of siege artillery, other guns and howitzers of all others
no-such-mixed-battery = guns and howitzers are not mixed so
right-mixed-battery = two or three guns and one howitzer, and only where a figure stands for 20 men
right-figures = figures = 4: the figures of each sub-unit
class-not-priced = class { $class } has no price for such troops
elephants-of = elephants with { $figures } crew figures
right-elephants = four to each of at most { $most } elephants
lancers-are-light = lancers count as light cavalry
dragoons-are-heavy = dragoons count as heavy cavalry
skirmishers-are-light = regular foot that skirmishes is priced and counted as light infantry
right-word = "{ $word }"
no-beasts-here = camels and elephants are an option
french-mamelukes = Mamelukes in French service are as other cavalry
right-detachment = of = ["voltigeur company"] or ["squadron*2"]; of batteries "howitzer" or "half-battery"
not-so-many-to-detach = there is no “{ $given }” left to be detached
may-not-be-detached = “{ $part }” of a { $kind } may not be detached
nobody-left-with-unit = nobody is left with “{ $code }”
right-nobody-left = one part stays the unit itself
no-melee-dice-in-competitions = dice in melee reaction are not for competitions
too-many-units = so many units
brigade-of-nobody = brigade “{ $code }” has no units
right-unit = [[brigade.unit]] with code and kind
army-without-brigades = an army without brigades
right-brigade = [[brigade]] with code, name, general and its units
generals-of-competition = { $count } generals in a competition
right-one-general = one general a side: commander = "his name"
brigade-without-general = brigade “{ $code }” has no general
right-general = general = "his name"
army-without-commander = several brigades and no commander-in-chief
right-commander = commander = "his name"
combined-of-nobody = “{ $code }” combines more of “{ $part }” than the units of its brigade are without: { $there }
right-combined-of = without = ["grenadier company"] for the units that give theirs
right-nation = nation = "france"
right-year = year = 1809
