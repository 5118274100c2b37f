# The tables of losses of an owner.

sheet-factor-missing = row { $row } of table “{ $id }” should be that of factor { $factor }: each factor from { $first } on has its row
right-sheet-factor = the row begins with { $factor }
sheet-fewer-men = table “{ $id }”, factor { $factor }: more figures do not hit fewer men
right-sheet-men = after the factor the men for 1 to 25 figures, each a whole number not below the one before it, or "-" where the cell is empty
sheet-ends-elsewhere = table “{ $id }” has the factors from { $first } to { $last }
right-sheet-factors = a row for each factor, the first begins with { $first }, and there is one that begins with { $last }
sheet-strength-missing = row { $row } of table “{ $id }” should be that of { $row } figures at the start: each strength from 1 on has its row
right-sheet-strength = the row begins with { $row }
sheet-fewer-percent = row { $row } of table “{ $id }”: more figures lost are not less in the hundred
right-sheet-percent = after the figures at the start the percentages for 1 to 25 figures lost, whole numbers from 0 to 100, none below the one before it
sheet-too-few-strengths = table “{ $id }” has a row for each strength from 1 to { $last } figures
right-sheet-strengths = rows for 1 to { $last } figures; leave those that you do not have as they are in the form
