# What every procedure says.

## What cannot be

no-groups-in-table = table { $table } has no groups ({ $by })
no-such-row = table { $table } has no row "{ $row }" ({ $by })
no-such-letter = the group of "{ $row }" is one to eight letters or digits ({ $by })
valour-from-to = valour is from -4 to +5, less only by losses ({ $by }), not { $valour }
training-from-to = training is from -1 to +2 ({ $by }), not { $training }

## Steps of a reckoning

# $dice is the sum of the dice, $modifier what is added or taken off, with its sign.
reckon-result = { $dice } on the dice, { $modifier }: { $result }
reckon-needed = { $result }; { $needed } or more is needed
# Two rows of one group hold, and one of them counts.
reckon-stand-in-groups = the groups of table { $table } are a reconstruction, as the book's own are lost
reckon-own-groups = the groups of table { $table } are those of this game, as the book's own are lost
reckon-one-of-group = "{ $counts }" counts instead of "{ $row }": both are of group { $group } of table { $table }, as the groups are reconstructed
reckon-one-of-own-group = "{ $counts }" counts instead of "{ $row }": both are of group { $group } of table { $table }, as this battle groups them; the book's own groups are lost
# $was is the state it was in.
reckon-no-better = in { $was } already, which no result betters
reckon-grades = { $was } and { $grades ->
    [one] one grade of LU
   *[other] { $grades } grades of LU
} make { $is }
reckon-four-grades = { $was } and { $grades ->
    [one] one grade of LU
   *[other] { $grades } grades of LU
} are four or more: U

## What came of it

no-loss = no loss
men-lost = { $men ->
    [one] 1 man lost
   *[other] { $men } men lost
}
