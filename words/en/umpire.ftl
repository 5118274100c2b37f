# What every book's umpire says.

refused-by-clause = { $clause }: { $reason }
no-such-seat = `{ $given }` is no seat: A, B, umpire or spectator

## Dice

average-die = average die
too-few-dice = too few dice: { $given } given, but the book rolls at least { $needed }
too-many-dice = too many dice: { $given } given, but the book rolls only { $used }
no-such-face = die { $place } shows { $shows }, which a { $die } does not have

## Readings: choices where the book is silent

no-such-reading = there is no reading `{ $id }`
no-such-option = reading `{ $id }` has no option `{ $given }`; it has { $options }
reading-out-of-range = reading `{ $id }` is a number from { $least } to { $greatest }, not { $given }

## What cannot be read

# The arguments `says` are what the reader of JSON says, in English.
unread-at = line { $line }, column { $column }: { $why }
unread-field = { $field }: { $why }
unread-not-json = this is not JSON (its reader says “{ $says }”)
unread-ends = this is not JSON: something that was begun is not ended
# $found and $wanted are one of those below.
unread-kind = { $found } stands where { $wanted } should
unread-found = { $found } does not belong here (its reader expects “{ $says }”)
unread-unknown-field = there is no field `{ $name }` here, but { $known }
unread-no-fields = there is no field `{ $name }` here
unread-unknown-choice = `{ $name }` is none of { $known }
unread-no-choices = `{ $name }` is nothing that may stand here
unread-twice = `{ $name }` is there twice
unread-length = there are { $length } of them (its reader expects “{ $says }”)
unread-reader = this cannot be read (its reader says “{ $says }”)
unread-no-form = it has none of the forms that it may have
found-null = `null`
found-truth = `{ $truth }`
found-number = the number { $number }
found-text = the text “{ $text }”
found-list = a list, [ … ]
found-object = an object, {"{"} … {"}"}
found-other = something
wanted-truth = `true` or `false`
wanted-whole = a whole number
wanted-between = a whole number from { $least } to { $most }
wanted-number = a number
wanted-text = a text in quotes
wanted-one-of = one of { $names }

## Situations that are to be judged

situation-unreadable = the situation cannot be read: { $why }
situation-field = { $field }: { $why }
situation-lacks = `{ $field }` is missing
situation-is-object = a situation is a JSON object: {"{"} … {"}"}
count-from-to = is from { $least } to { $most }, not { $count }
number-from-to = is from { $least } to { $most }, not { $number }
length-from-to = is a length in cm from 0 to { $most }, not { $cm }
# A part of a loss, rounded.
part-of = { $all } x { $of }/{ $by } is { $left }
odds-too-many = the odds have more than { $most } ways for the dice to fall, too many to walk; ask about fewer dice at a time
odds-overflow = the odds do not fit an exact fraction of 128 bits; ask about fewer dice at a time
odds-never-end = the dice never come to a result: every way they fall is rolled again
odds-unsteady = the result depends on something besides the dice
